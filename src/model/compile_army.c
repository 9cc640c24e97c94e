/* compile_army.c - the order of battle: sides, contingents, people and the tree of formations.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define MOST_FILES 100

static void make_sides(sp_compiler *c) {
  sp_model *m = c->model;
  m->side = sp_compile_alloc(c, (size_t)m->side_count, sizeof *m->side);
  m->contingent = sp_compile_alloc(c, (size_t)m->contingent_count, sizeof *m->contingent);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->side_count; i++) {
    m->side[i].key = m->key[SP_ENTITY_SIDE][i];
    m->side[i].court_d = m->side_def[i].court_d;
    (void)sp_check_range(c, m->side_def[i].where, "court", m->side_def[i].court_d, 0.0, 400.0, "d");
  }
  for (int32_t i = 0; i < m->contingent_count; i++) {
    const sp_contingent_def *def = c->def[SP_DEF_CONTINGENT][c->file_order[SP_DEF_CONTINGENT][i]];
    m->contingent[i] = (sp_contingent){.key = m->key[SP_ENTITY_CONTINGENT][i],
                                       .side = sp_resolve(c, def->where, SP_DEF_SIDE, "side", def->side)};
  }
}

static void make_people(sp_compiler *c) {
  sp_model *m = c->model;
  sp_person_def usual;
  sp_person_def_init(&usual);
  m->person = sp_compile_alloc(c, (size_t)m->person_count, sizeof *m->person);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->person_count; i++) {
    sp_person_def *def = &m->person_def[i];
    sp_person *row = &m->person[i];
    row->key = m->key[SP_ENTITY_PERSON][i];
    row->side = sp_resolve(c, def->where, SP_DEF_SIDE, "side", def->side);
    for (int32_t t = 0; t < SP_TRAIT_COUNT; t++) {
      static const char *const word[SP_TRAIT_COUNT] = {
#define SP_TRAIT(name, word, fallback, en, zh) [SP_TRAIT_##name] = (word),
#include "shapan/kinds.def"
      };
      if (def->trait[t] < 0.0) def->trait[t] = usual.trait[t];
      (void)sp_check_range(c, def->where, word[t], def->trait[t], 0.0, 1.0, "");
      row->trait[t] = def->trait[t];
    }
  }
}

static void judge_formation(sp_compiler *c, const sp_formation_def *def) {
  (void)sp_check_range(c, def->where, "files", (double)def->files, 0.0, MOST_FILES, "");
  (void)sp_check_range(c, def->where, "commander_at", def->commander_share, 0.0, 1.0, "");
  (void)sp_check_range(c, def->where, "order", def->order_now, 0.0, 1.0, "");
  (void)sp_check_range(c, def->where, "fatigue", def->fatigue_now, 0.0, 1.0, "");
  (void)sp_check_range(c, def->where, "knows_ground", def->knows_ground, 0.0, 1.0, "");
  if (def->at.place) (void)sp_resolve_site(c, sp_at_spot(def->where, def->at_spot), "at", def->at.place);
  else if (!def->parent) sp_error(c, def->where, "fault.formation_nowhere", "formation", def->id);
  if (def->at.toward) {
    if (!def->at.place) sp_error(c, sp_at_spot(def->where, def->at_spot), "fault.missing_key", "key", "place");
    (void)sp_resolve_site(c, sp_at_spot(def->where, def->toward_spot), "toward", def->at.toward);
    (void)sp_check_range(c, sp_at_spot(def->where, def->at_spot), "distance", def->at.distance_m, 0.0, 2000000.0, "m");
  } else if (def->at.distance_m < 0.0 || def->at.distance_m > 0.0) {
    sp_error(c, sp_at_spot(def->where, def->at_spot), "fault.missing_key", "key", "toward");
  }
}

/* Superiors before subordinates; a ring of superiors is refused once, at its first member in order of key. */
static void order_tree(sp_compiler *c) {
  const sp_model *m = c->model;
  size_t count = (size_t)m->formation_count;
  uint8_t *state = sp_compile_scratch(c, count, 1); /* 1: being looked at, 2: ordered */
  int32_t *path = sp_compile_scratch(c, count, sizeof *path);
  c->formation_order = sp_compile_scratch(c, count, sizeof *c->formation_order);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->formation_count; i++) {
    int32_t depth = 0, at = i;
    while (at >= 0 && state[at] == 0) {
      state[at] = 1;
      path[depth++] = at;
      at = m->formation[at].parent;
    }
    if (at >= 0 && state[at] == 1) {
      sp_error(c, m->formation_def[at].where, "fault.parent_cycle", "formation", m->formation_def[at].id);
      m->formation[at].parent = -1;
    }
    while (depth > 0) {
      state[path[--depth]] = 2;
      c->formation_order[c->formation_ordered++] = path[depth];
    }
  }
}

/* Inherits side and contingent from the superior, who has been seen to already. */
static void inherit(sp_compiler *c, int32_t i) {
  sp_model *m = c->model;
  const sp_formation_def *def = &m->formation_def[i];
  sp_formation_start *row = &m->formation[i];
  const sp_formation_start *parent = row->parent >= 0 ? &m->formation[row->parent] : NULL;
  if (def->side || !parent) row->side = sp_resolve(c, def->where, SP_DEF_SIDE, "side", def->side);
  else row->side = parent->side;
  if (parent && row->side >= 0 && parent->side >= 0 && row->side != parent->side)
    sp_error(c, def->where, "fault.parent_of_other_side", "formation", def->id, "parent", def->parent);
  if (def->contingent) {
    row->contingent = sp_resolve(c, sp_at_spot(def->where, def->contingent_spot), SP_DEF_CONTINGENT, "contingent", def->contingent);
  } else if (parent) {
    row->contingent = parent->contingent;
  } else if (row->side >= 0) {
    /* the side's own, or its only one: compile_rows.c has seen to it that there is one */
    row->contingent = sp_find_id(m, SP_ENTITY_CONTINGENT, m->id[SP_ENTITY_SIDE][row->side]);
    for (int32_t k = 0; k < m->contingent_count && row->contingent < 0; k++)
      if (m->contingent[k].side == row->side) row->contingent = k;
  }
  if (row->contingent >= 0 && row->side >= 0 && m->contingent[row->contingent].side >= 0 &&
      m->contingent[row->contingent].side != row->side)
    sp_error(c, sp_at_spot(def->where, def->contingent_spot), "fault.contingent_of_other_side", "formation", def->id, "contingent",
             m->id[SP_ENTITY_CONTINGENT][row->contingent]);
}

static int32_t officer(sp_compiler *c, int32_t formation, const char *key, const char *id, sp_spot spot) {
  const sp_model *m = c->model;
  const sp_formation_def *def = &m->formation_def[formation];
  sp_where where = sp_at_spot(def->where, spot);
  if (!id) return -1;
  int32_t person = sp_resolve(c, where, SP_DEF_PERSON, key, id);
  if (person >= 0 && m->person[person].side >= 0 && m->formation[formation].side >= 0 &&
      m->person[person].side != m->formation[formation].side)
    sp_error(c, where, "fault.officer_of_other_side", "formation", def->id, "person", id);
  return person;
}

static void appoint(sp_compiler *c) {
  sp_model *m = c->model;
  int32_t *commands = sp_compile_scratch(c, (size_t)m->person_count, sizeof *commands);
  if (!commands) return;
  memset(commands, -1, (size_t)m->person_count * sizeof *commands);
  for (int32_t i = 0; i < m->formation_count; i++) {
    const sp_formation_def *def = &m->formation_def[i];
    sp_formation_start *row = &m->formation[i];
    row->commander = officer(c, i, "commander", def->commander, def->commander_spot);
    row->deputy = officer(c, i, "deputy", def->deputy, def->deputy_spot);
    if (row->commander >= 0 && row->commander == row->deputy)
      sp_error(c, sp_at_spot(def->where, def->deputy_spot), "fault.own_deputy", "formation", def->id, "person", def->deputy);
    if (row->commander < 0) continue;
    int32_t *other = &commands[row->commander];
    if (*other >= 0)
      sp_error(c, sp_at_spot(def->where, def->commander_spot), "fault.commands_twice", "person", def->commander, "formation", def->id, "other", m->formation_def[*other].id);
    else *other = i;
  }
}

void sp_compile_army(sp_compiler *c) {
  sp_model *m = c->model;
  make_sides(c);
  if (!c->no_memory) make_people(c);
  m->formation = sp_compile_alloc(c, (size_t)m->formation_count, sizeof *m->formation);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->formation_count; i++) {
    const sp_formation_def *def = &m->formation_def[i];
    judge_formation(c, def);
    m->formation[i] = (sp_formation_start){
      .key = m->key[SP_ENTITY_FORMATION][i], .side = -1, .contingent = -1, .commander = -1, .deputy = -1, .leg_edge = -1, .node = -1,
      .parent = def->parent ? sp_resolve(c, def->where, SP_DEF_FORMATION, "parent", def->parent) : -1,
      .files = def->files, .commander_share = def->commander_share, .order_now = def->order_now,
      .fatigue_now = def->fatigue_now, .knows_ground = def->knows_ground, .camped = def->camped};
  }
  order_tree(c);
  if (c->no_memory) return;
  for (int32_t k = 0; k < c->formation_ordered; k++) inherit(c, c->formation_order[k]);
  appoint(c);
}
