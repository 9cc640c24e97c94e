/* compile_strength.c - men, beasts, guns and carts, and the named units they stand in.
 * Rows stand by formation, then by what they hold, so that the order of lines in a file does not matter.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define MOST_MEN 10000000

typedef struct unit_line {
  const char *id, *formation;
  sp_name name;
  sp_where where;
  sp_key key;
  int32_t order, row;
} unit_line;

static int unit_order(const void *a, const void *b, void *context) {
  const unit_line *x = a, *y = b;
  (void)context;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  int by = strcmp(x->id, y->id);
  return by ? by : x->order < y->order ? -1 : x->order > y->order;
}

static const sp_strength_def *strengths(const sp_compiler *c, size_t *count) {
  *count = c->scenario->list[SP_DEF_STRENGTH].count;
  return c->scenario->list[SP_DEF_STRENGTH].data;
}

static bool has_name(const sp_name *name) { return (name->en && name->en[0]) || (name->zh && name->zh[0]); }

static const char *keep(sp_compiler *c, const char *text) {
  const char *copy = sp_arena_strdup(c->model->arena, text);
  if (text && !copy) c->no_memory = true;
  return copy;
}

/* All lines that name one unit make one row; a unit stands in one formation. */
static void judge_unit(sp_compiler *c, const unit_line *first, const unit_line *line) {
  if (strcmp(first->id, line->id) != 0)
    sp_error(c, line->where, "fault.key_collision", "id", line->id, "other", first->id);
  else if (line->formation && first->formation && strcmp(first->formation, line->formation) != 0)
    sp_error(c, line->where, "fault.unit_in_two_formations", "unit", line->id, "formation", line->formation, "other", first->formation);
}

static void put_unit(sp_compiler *c, const unit_line *line, int32_t row) {
  sp_model *m = c->model;
  m->unit[row] = (sp_unit){.key = line->key, .parent_unit = -1,
                           .formation = line->formation ? sp_find_id(m, SP_ENTITY_FORMATION, line->formation) : -1};
  m->id[SP_ENTITY_UNIT][row] = keep(c, line->id);
  m->key[SP_ENTITY_UNIT][row] = line->key;
  if (!sp_check_id(line->id)) sp_error(c, line->where, "fault.bad_id", "id", line->id);
  if (sp_find_id(m, SP_ENTITY_FORMATION, line->id) >= 0) sp_error(c, line->where, "fault.unit_named_as_formation", "unit", line->id);
}

static int id_order(const void *a, const void *b, void *context) {
  const char *const *id = context;
  return strcmp(id[*(const int32_t *)a], id[*(const int32_t *)b]);
}

static void make_units(sp_compiler *c) {
  sp_model *m = c->model;
  size_t count, n = 0;
  const sp_strength_def *def = strengths(c, &count);
  unit_line *line = sp_compile_scratch(c, count, sizeof *line);
  m->unit = sp_compile_alloc(c, count, sizeof *m->unit);
  m->id[SP_ENTITY_UNIT] = sp_compile_alloc(c, count, sizeof(char *));
  m->name[SP_ENTITY_UNIT] = sp_compile_alloc(c, count, sizeof(sp_name));
  m->key[SP_ENTITY_UNIT] = sp_compile_alloc(c, count, sizeof(sp_key));
  m->by_id[SP_ENTITY_UNIT] = sp_compile_alloc(c, count, sizeof(int32_t));
  if (c->no_memory) return;
  for (size_t i = 0; i < count; i++) {
    if (!def[i].unit) continue;
    line[n++] = (unit_line){.id = def[i].unit, .formation = def[i].formation, .name = def[i].unit_name, .where = def[i].where,
                            .key = c->key_of(def[i].unit), .order = (int32_t)i};
  }
  if (!sp_sort(line, n, sizeof *line, unit_order, NULL)) c->no_memory = true;
  const unit_line *first = NULL;
  for (size_t i = 0; i < n && !c->no_memory; i++) {
    if (!first || first->key != line[i].key || strcmp(first->id, line[i].id) != 0) {
      if (first && first->key == line[i].key) judge_unit(c, first, &line[i]);
      first = &line[i];
      put_unit(c, first, m->unit_count++);
    } else {
      judge_unit(c, first, &line[i]);
    }
    sp_name *name = &m->name[SP_ENTITY_UNIT][m->unit_count - 1];
    if (!has_name(name) && has_name(&line[i].name)) *name = (sp_name){keep(c, line[i].name.en), keep(c, line[i].name.zh)};
  }
  m->id_count[SP_ENTITY_UNIT] = m->unit_count;
  for (int32_t i = 0; i < m->unit_count; i++) m->by_id[SP_ENTITY_UNIT][i] = i;
  if (!c->no_memory && !sp_sort(m->by_id[SP_ENTITY_UNIT], (size_t)m->unit_count, sizeof(int32_t), id_order, (void *)m->id[SP_ENTITY_UNIT]))
    c->no_memory = true;
}

static void judge_counts(sp_compiler *c, const sp_strength_def *def) {
  static const char *const word[SP_RANK_COUNT] = {
#define SP_RANK(name, word, en, zh) [SP_RANK_##name] = (word),
#include "shapan/kinds.def"
  };
  bool arm = sp_check_choice(c, def->where, "arm", (int32_t)def->arm, SP_ARM_COUNT);
  (void)sp_check_choice(c, def->where, "class", (int32_t)def->troop_class, SP_CLASS_COUNT);
  (void)sp_check_range(c, def->where, "quality", def->quality, 0.0, 1.0, "");
  for (int rank = 0; rank < SP_RANK_COUNT; rank++) {
    (void)sp_check_range(c, def->where, word[rank], (double)def->count[rank], 0.0, MOST_MEN, "");
    if (arm && rank != SP_RANK_SOLDIER && def->count[rank] != 0 && !sp_arm_is_man(def->arm))
      sp_error(c, def->where, "fault.rank_of_thing", "arm", sp_arm_name(def->arm, SP_LANG_EN), "rank", word[rank]);
  }
  static const char *const patients[SP_PATIENTS] = {"wounded-light", "wounded-serious", "sick"};
  for (int n = 0; n < SP_PATIENTS; n++) {
    (void)sp_check_range(c, def->where, patients[n], (double)def->patients[n], 0.0, MOST_MEN, "");
    if (arm && def->patients[n] != 0 && !sp_arm_is_man(def->arm)) sp_error(c, def->where, "fault.rank_of_thing", "arm", sp_arm_name(def->arm, SP_LANG_EN), "rank", patients[n]);
  }
}

static bool make_strength(sp_compiler *c, const sp_strength_def *def, sp_strength_start *row) {
  const sp_model *m = c->model;
  judge_counts(c, def);
  int32_t formation = sp_resolve(c, def->where, SP_DEF_FORMATION, "formation", def->formation);
  if (formation < 0) return false;
  int32_t contingent = m->formation[formation].contingent;
  if (def->contingent) contingent = sp_resolve(c, sp_at_spot(def->where, def->contingent_spot), SP_DEF_CONTINGENT, "contingent", def->contingent);
  if (contingent < 0) return false;
  if (m->contingent[contingent].side >= 0 && m->formation[formation].side >= 0 && m->contingent[contingent].side != m->formation[formation].side)
    sp_error(c, sp_at_spot(def->where, def->contingent_spot), "fault.contingent_of_other_side", "formation", def->formation, "contingent", m->id[SP_ENTITY_CONTINGENT][contingent]);
  *row = (sp_strength_start){.formation = formation, .unit = def->unit ? sp_find_id(m, SP_ENTITY_UNIT, def->unit) : -1,
                             .contingent = contingent, .arm = (uint8_t)def->arm, .troop_class = (uint8_t)def->troop_class, .quality = def->quality};
  memcpy(row->count, def->count, sizeof row->count);
  memcpy(row->patients, def->patients, sizeof row->patients);
  return true;
}

static int order_of(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

static int strength_order(const void *a, const void *b, void *context) {
  const sp_strength_start *x = a, *y = b;
  (void)context;
  int by = order_of(x->formation, y->formation);
  if (!by) by = order_of(x->unit, y->unit);
  if (!by) by = order_of(x->contingent, y->contingent);
  if (!by) by = order_of(x->arm, y->arm);
  if (!by) by = order_of(x->troop_class, y->troop_class);
  for (int rank = 0; rank < SP_RANK_COUNT && !by; rank++) by = order_of(x->count[rank], y->count[rank]);
  for (int n = 0; n < SP_PATIENTS && !by; n++) by = order_of(x->patients[n], y->patients[n]);
  return by ? by : x->quality < y->quality ? -1 : x->quality > y->quality;
}

/* A formation of nobody is a slip, unless it is a headquarters over others. */
static void judge_empty(sp_compiler *c) {
  const sp_model *m = c->model;
  bool *leads = sp_compile_scratch(c, (size_t)m->formation_count, sizeof *leads);
  if (!leads) return;
  for (int32_t i = 0; i < m->formation_count; i++)
    if (m->formation[i].parent >= 0) leads[m->formation[i].parent] = true;
  for (int32_t i = 0; i < m->formation_count; i++) {
    if (m->formation[i].strength_count == 0 && !leads[i])
      sp_warn(c, m->formation_def[i].where, "fault.formation_empty", "formation", m->formation_def[i].id);
  }
}

/* Horsemen on foot and carts that nobody draws: possible, and more often a line forgotten. */
static void judge_beasts(sp_compiler *c) {
  const sp_model *m = c->model;
  for (int32_t i = 0; i < m->formation_count; i++) {
    int64_t sum[SP_ARM_COUNT] = {0};
    const sp_formation_start *f = &m->formation[i];
    for (int32_t k = 0; k < f->strength_count; k++) {
      const sp_strength_start *line = &m->strength[f->first_strength + k];
      for (int rank = 0; rank < SP_RANK_COUNT && line->arm < SP_ARM_COUNT; rank++) sum[line->arm] += line->count[rank];
    }
    const sp_formation_def *def = &m->formation_def[i];
    if (sum[SP_ARM_HORSE] > 0 && sum[SP_ARM_MOUNT] == 0) sp_warn(c, def->where, "fault.no_mounts", "formation", def->id);
    if (sum[SP_ARM_CART] > 0 && sum[SP_ARM_DRAUGHT] == 0) sp_warn(c, def->where, "fault.no_draught", "formation", def->id);
  }
}

void sp_compile_strengths(sp_compiler *c) {
  sp_model *m = c->model;
  size_t count;
  const sp_strength_def *def = strengths(c, &count);
  if (count > INT32_MAX / 8) c->no_memory = true;
  if (!c->no_memory) make_units(c);
  if (c->no_memory) return;
  m->strength = sp_compile_alloc(c, count, sizeof *m->strength);
  if (!m->strength) return;
  int64_t all = 0;
  bool too_many = false;
  for (size_t i = 0; i < count; i++) {
    for (int rank = 0; rank < SP_RANK_COUNT; rank++) all += sp_max_i32(0, def[i].count[rank]);
    for (int n = 0; n < SP_PATIENTS; n++) all += sp_max_i32(0, def[i].patients[n]);
    if (all > SP_MAX_COUNTED && !too_many) sp_error(c, def[i].where, "fault.too_many_counted", "formation", def[i].formation);
    too_many = all > SP_MAX_COUNTED;
    if (make_strength(c, &def[i], &m->strength[m->strength_count])) m->strength_count++;
  }
  if (!sp_sort(m->strength, (size_t)m->strength_count, sizeof *m->strength, strength_order, NULL)) c->no_memory = true;
  for (int32_t i = m->strength_count - 1; i >= 0; i--) {
    sp_formation_start *formation = &m->formation[m->strength[i].formation];
    formation->first_strength = i;
    formation->strength_count++;
  }
  judge_empty(c);
  judge_beasts(c);
}
