/* compile_rows.c - from lines of a file to rows of a table: every kind's definitions in order of key, with
 * ids checked, repeats and key collisions refused, and an index in byte order for finding.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

typedef struct id_row {
  sp_key key;
  const char *id;
  int32_t order;
} id_row;

static int by_key(const void *a, const void *b, void *context) {
  const id_row *x = a, *y = b;
  (void)context;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  int order = strcmp(x->id, y->id);
  return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

static int by_bytes(const void *a, const void *b, void *context) {
  const char *const *id = context;
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  int order = strcmp(id[x], id[y]);
  return order ? order : x < y ? -1 : x > y;
}

static const char *join(sp_compiler *c, const char *a, const char *between, const char *b) {
  size_t la = strlen(a), lm = strlen(between), lb = strlen(b);
  char *text = sp_compile_scratch(c, la + lm + lb + 1, 1);
  if (!text) return NULL;
  memcpy(text, a, la);
  memcpy(text + la, between, lm);
  memcpy(text + la + lm, b, lb);
  return text;
}

/* Polygons are seldom named: the id comes from what is drawn, so that moving a line in the file changes nothing. */
static const char *id_of_ring(sp_compiler *c, const char *word, const sp_point *ring, size_t count) {
  static const char hex[] = "0123456789abcdef";
  char digits[17] = {0};
  uint64_t hash = sp_hash_bytes(ring, ring ? count * sizeof *ring : 0, 0);
  for (int i = 0; i < 16; i++) digits[i] = hex[hash >> (60 - 4 * i) & 15];
  return join(c, word, "-", digits);
}

/* The id, made when the kind allows it to be left out; NULL with a fault when there is none to be had. */
static const char *id_for(sp_compiler *c, sp_def_kind kind, const void *def) {
  const char *id = sp_def_id(kind, def);
  bool made = true;
  if (id) {
    made = false;
  } else if (kind == SP_DEF_ROAD) {
    const sp_road_def *road = def;
    if (road->from && road->to) id = join(c, road->from, "-", road->to);
  } else if (kind == SP_DEF_GROUND) {
    id = id_of_ring(c, "ground", ((const sp_ground_def *)def)->ring, ((const sp_ground_def *)def)->point_count);
  } else if (kind == SP_DEF_LAND) {
    id = id_of_ring(c, "land", ((const sp_land_def *)def)->ring, ((const sp_land_def *)def)->point_count);
  }
  if (c->no_memory) return NULL;
  if (!id) sp_error(c, sp_def_where(kind, def), "fault.missing_key", "key", "id");
  else if (!made && !sp_check_id(id)) sp_error(c, sp_def_where(kind, def), "fault.bad_id", "id", id);
  return id ? id : "?"; /* refused already; the row stays so that the rest can be judged */
}

static void judge_repeats(sp_compiler *c, sp_def_kind kind, const id_row *row, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    if (row[i].key != row[i - 1].key) continue;
    sp_where where = sp_def_where(kind, c->def[kind][row[i].order]);
    if (strcmp(row[i].id, row[i - 1].id) != 0) {
      sp_error(c, where, "fault.key_collision", "id", row[i].id, "other", row[i - 1].id);
    } else if (strcmp(row[i].id, "?") != 0) {
      char line[32];
      sp_where first = sp_def_where(kind, c->def[kind][row[i - 1].order]);
      sp_error(c, where, "fault.duplicate_id", "kind", sp_def_shapes[kind].word, "id", row[i].id, "first_line",
               sp_number_text(line, sizeof line, (double)first.line));
    }
  }
}

static void put_row(sp_compiler *c, sp_def_kind kind, const id_row *row, int32_t i, char *rows) {
  const sp_def_shape *shape = &sp_def_shapes[kind];
  sp_model *m = c->model;
  char *out = rows + (size_t)i * shape->size;
  if (!sp_def_copy(m->arena, kind, c->def[kind][row->order], out)) c->no_memory = true;
  const char *id = sp_arena_strdup(m->arena, row->id);
  if (!id) c->no_memory = true;
  memcpy(out + shape->id, &id, sizeof id);
  m->id[shape->entity][i] = id;
  m->key[shape->entity][i] = row->key;
  if (shape->name != SP_NO_OFFSET) memcpy(&m->name[shape->entity][i], out + shape->name, sizeof(sp_name));
  c->row_of[kind][row->order] = i;
  c->file_order[kind][i] = row->order;
}

static void allocate_kind(sp_compiler *c, sp_def_kind kind, size_t count) {
  sp_model *m = c->model;
  sp_entity_kind entity = sp_def_shapes[kind].entity;
  m->id[entity] = sp_compile_alloc(c, count, sizeof *m->id[entity]);
  m->name[entity] = sp_compile_alloc(c, count, sizeof *m->name[entity]);
  m->key[entity] = sp_compile_alloc(c, count, sizeof *m->key[entity]);
  m->by_id[entity] = sp_compile_alloc(c, count, sizeof *m->by_id[entity]);
  c->row_of[kind] = sp_compile_scratch(c, count, sizeof *c->row_of[kind]);
  c->file_order[kind] = sp_compile_scratch(c, count, sizeof *c->file_order[kind]);
}

static void make_rows(sp_compiler *c, sp_def_kind kind) {
  const sp_def_shape *shape = &sp_def_shapes[kind];
  sp_model *m = c->model;
  size_t count = c->def_count[kind];
  if (count > INT32_MAX / 4) {
    c->no_memory = true;
    return;
  }
  allocate_kind(c, kind, count);
  id_row *row = sp_compile_scratch(c, count, sizeof *row);
  char *rows = shape->rows != SP_NO_OFFSET ? sp_compile_alloc(c, count, shape->size) : sp_compile_scratch(c, count, shape->size);
  if (c->no_memory) return;
  for (size_t i = 0; i < count; i++) {
    const char *id = id_for(c, kind, c->def[kind][i]);
    if (!id) return;
    row[i] = (id_row){.key = c->key_of(id), .id = id, .order = (int32_t)i};
  }
  if (!sp_sort(row, count, sizeof *row, by_key, NULL)) c->no_memory = true;
  judge_repeats(c, kind, row, (int32_t)count);
  for (size_t i = 0; i < count && !c->no_memory; i++) put_row(c, kind, &row[i], (int32_t)i, rows);
  if (c->no_memory) return;
  int32_t *by_id = m->by_id[shape->entity];
  for (size_t i = 0; i < count; i++) by_id[i] = (int32_t)i;
  if (!sp_sort(by_id, count, sizeof *by_id, by_bytes, (void *)m->id[shape->entity])) c->no_memory = true;
  m->id_count[shape->entity] = (int32_t)count;
  int32_t rows_count = (int32_t)count;
  if (shape->rows != SP_NO_OFFSET) memcpy((char *)m + shape->rows, &rows, sizeof rows);
  memcpy((char *)m + shape->rows_count, &rows_count, sizeof rows_count);
}

static bool same_text(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* A side needs a contingent of its own when a top formation names none and the side has not exactly one. */
static bool side_needs_contingent(const sp_scenario *s, const sp_side_def *side) {
  const sp_def_list *contingents = &s->list[SP_DEF_CONTINGENT], *formations = &s->list[SP_DEF_FORMATION];
  size_t own = 0;
  for (size_t i = 0; i < contingents->count; i++) {
    const sp_contingent_def *contingent = (const sp_contingent_def *)contingents->data + i;
    if (same_text(contingent->id, side->id)) return false;
    if (same_text(contingent->side, side->id)) own++;
  }
  if (own == 1) return false;
  for (size_t i = 0; i < formations->count; i++) {
    const sp_formation_def *f = (const sp_formation_def *)formations->data + i;
    if (!f->contingent && !f->parent && same_text(f->side, side->id)) return true;
  }
  return false;
}

static void list_definitions(sp_compiler *c) {
  const sp_scenario *s = c->scenario;
  const sp_def_list *sides = &s->list[SP_DEF_SIDE];
  size_t side_count = sides->count <= SP_MAX_SIDES ? sides->count : 0; /* more are refused below */
  for (int32_t kind = 0; kind < SP_DEF_WITH_ID; kind++) {
    const sp_def_list *list = &s->list[kind];
    size_t room = list->count + (kind == SP_DEF_CONTINGENT ? side_count : 0);
    c->def[kind] = sp_compile_scratch(c, room, sizeof *c->def[kind]);
    if (!c->def[kind]) return;
    for (size_t i = 0; i < list->count; i++) c->def[kind][i] = (const char *)list->data + i * sp_def_shapes[kind].size;
    c->def_count[kind] = list->count;
  }
  c->made_contingent = sp_compile_scratch(c, side_count, sizeof *c->made_contingent);
  if (!c->made_contingent) return;
  for (size_t i = 0; i < side_count; i++) {
    const sp_side_def *side = (const sp_side_def *)sides->data + i;
    if (!side->id || !side_needs_contingent(s, side)) continue;
    sp_contingent_def *made = &c->made_contingent[i];
    *made = (sp_contingent_def)SP_CONTINGENT_DEF_INIT;
    made->id = made->side = side->id;
    made->name = side->name;
    made->where = side->where;
    c->def[SP_DEF_CONTINGENT][c->def_count[SP_DEF_CONTINGENT]++] = made;
  }
}

/* Roads and orders name places and crossings alike, and units and formations stand in one tree. */
static void judge_shared_names(sp_compiler *c) {
  sp_model *m = c->model;
  for (int32_t i = 0; i < m->crossing_count; i++) {
    int32_t place = sp_find_id(m, SP_ENTITY_PLACE, m->crossing_def[i].id);
    char line[32];
    if (place < 0 || strcmp(m->crossing_def[i].id, "?") == 0) continue;
    sp_error(c, m->crossing_def[i].where, "fault.duplicate_id", "kind", "place", "id", m->crossing_def[i].id, "first_line",
             sp_number_text(line, sizeof line, (double)m->place_def[place].where.line));
  }
}

static void limit(sp_compiler *c, sp_def_kind kind, size_t most) {
  char text[32];
  size_t count = c->scenario->list[kind].count;
  if (count <= most) return;
  sp_error(c, sp_def_where(kind, c->def[kind][most]), "fault.too_many", "kind", sp_def_shapes[kind].word, "limit",
           sp_number_text(text, sizeof text, (double)most));
}

void sp_compile_rows(sp_compiler *c) {
  sp_model *m = c->model;
  list_definitions(c);
  for (int32_t kind = 0; kind < SP_DEF_WITH_ID && !c->no_memory; kind++) make_rows(c, (sp_def_kind)kind);
  if (c->no_memory) return;
  limit(c, SP_DEF_SIDE, SP_MAX_SIDES);
  limit(c, SP_DEF_FORMATION, SP_MAX_FORMATIONS);
  limit(c, SP_DEF_PLACE, SP_MAX_NODES);
  judge_shared_names(c);
  c->site_ids = sp_compile_scratch(c, (size_t)m->place_count + (size_t)m->crossing_count, sizeof *c->site_ids);
  if (!c->site_ids) return;
  for (int32_t i = 0; i < m->place_count; i++) c->site_ids[i] = m->id[SP_ENTITY_PLACE][i];
  for (int32_t i = 0; i < m->crossing_count; i++) c->site_ids[m->place_count + i] = m->id[SP_ENTITY_CROSSING][i];
}
