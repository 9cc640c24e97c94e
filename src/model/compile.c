/* compile.c - sp_compile: runs the steps in order, and the small helpers that every step uses.
 *
 * Steps that judge go on after a fault, so that a person sees all faults at once; steps that build on what
 * they judged (mesh, sorted graph, positions) run only when nothing was wrong before.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <stdlib.h>
#include <string.h>

#define SUGGESTIONS 200 /* looking for near names is slow; a file with more misspelt names is another file */

void *sp_compile_alloc(sp_compiler *c, size_t count, size_t size) {
  void *memory = sp_arena_alloc(c->model->arena, count ? count : 1, size);
  if (!memory) c->no_memory = true;
  return memory;
}

void *sp_compile_scratch(sp_compiler *c, size_t count, size_t size) {
  void *memory = sp_arena_alloc(c->scratch, count ? count : 1, size);
  if (!memory) c->no_memory = true;
  return memory;
}

const char *sp_number_text(char *buffer, size_t size, double value) {
  char digits[32];
  size_t n = 0, out = 0;
  bool negative = value < 0.0;
  if (!(value >= -1e15 && value <= 1e15)) {
    const char *word = value > 0.0 ? "> 1e15" : value < 0.0 ? "< -1e15" : "?";
    return word;
  }
  int64_t thousandths = sp_to_i64(sp_floor(sp_abs(value) * 1000.0 + 0.5));
  int64_t whole = thousandths / 1000, part = thousandths % 1000;
  for (int i = 0; i < 3; i++, part /= 10) {
    if (n == 0 && part % 10 == 0) continue; /* no zeros at the end */
    digits[n++] = (char)('0' + part % 10);
  }
  if (n) digits[n++] = '.';
  do digits[n++] = (char)('0' + whole % 10);
  while (whole /= 10);
  if (negative && thousandths) digits[n++] = '-';
  while (n && out + 1 < size) buffer[out++] = digits[--n];
  buffer[out] = '\0';
  return buffer;
}

bool sp_check_range(sp_compiler *c, sp_where where, const char *key, double value, double low, double high, const char *unit) {
  char v[32], l[32], h[32];
  if (value >= low && value <= high) return true;
  sp_error(c, where, "fault.out_of_range", "key", key, "value", sp_number_text(v, sizeof v, value), "low",
           sp_number_text(l, sizeof l, low), "high", sp_number_text(h, sizeof h, high), "unit", unit);
  return false;
}

bool sp_check_choice(sp_compiler *c, sp_where where, const char *key, int32_t value, int32_t count) {
  return sp_check_range(c, where, key, (double)value, 0.0, (double)(count - 1), "");
}

/* The plane's series fail at the poles, and no army has been there. */
bool sp_check_point(sp_compiler *c, sp_where where, sp_point at) {
  return sp_check_range(c, where, "latitude", at.lat_deg, -80.0, 80.0, "°") &&
         sp_check_range(c, where, "longitude", at.lon_deg, -180.0, 180.0, "°");
}

bool sp_check_id(const char *id) {
  size_t n = 0;
  for (; id[n]; n++) {
    bool word = (id[n] >= 'a' && id[n] <= 'z') || (id[n] >= '0' && id[n] <= '9');
    if (!word && !(n > 0 && (id[n] == '-' || id[n] == '_'))) return false;
  }
  return n > 0 && n <= 64;
}

int32_t sp_find_id(const sp_model *m, sp_entity_kind kind, const char *id) {
  int32_t low = 0, high = m->id_count[kind];
  while (low < high) {
    int32_t middle = low + (high - low) / 2, row = m->by_id[kind][middle];
    int order = strcmp(m->id[kind][row], id);
    if (order == 0) return row;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

static void unknown(sp_compiler *c, sp_where where, const char *word, const char *id, const char *const *candidates, size_t count) {
  const char *near = NULL;
  if (c->suggestions > 0 && candidates) {
    c->suggestions--;
    near = sp_nearest(id, candidates, count);
  }
  if (near) sp_error(c, where, "fault.unknown_id_near", "kind", word, "id", id, "near", near);
  else sp_error(c, where, "fault.unknown_id", "kind", word, "id", id);
}

int32_t sp_resolve(sp_compiler *c, sp_where where, sp_def_kind kind, const char *key, const char *id) {
  sp_entity_kind entity = sp_def_shapes[kind].entity;
  if (!id || !id[0]) {
    sp_error(c, where, "fault.missing_key", "key", key);
    return -1;
  }
  int32_t row = sp_find_id(c->model, entity, id);
  if (row < 0)
    unknown(c, where, sp_def_shapes[kind].word, id, (const char *const *)c->model->id[entity], (size_t)c->model->id_count[entity]);
  return row;
}

int32_t sp_resolve_site(sp_compiler *c, sp_where where, const char *key, const char *id) {
  const sp_model *m = c->model;
  if (!id || !id[0]) {
    sp_error(c, where, "fault.missing_key", "key", key);
    return -1;
  }
  int32_t row = sp_find_id(m, SP_ENTITY_PLACE, id);
  if (row >= 0) return row;
  row = sp_find_id(m, SP_ENTITY_CROSSING, id);
  if (row >= 0) return m->place_count + row;
  unknown(c, where, "place", id, (const char *const *)c->site_ids, (size_t)(m->place_count + m->crossing_count));
  return -1;
}

int32_t sp_site_node(const sp_model *m, int32_t site) {
  return site < m->place_count ? m->place_node[site] : m->crossing[site - m->place_count].node;
}

static void copy_sources(sp_compiler *c) {
  const sp_scenario *s = c->scenario;
  sp_model *m = c->model;
  m->source = sp_compile_alloc(c, s->source.count, sizeof *m->source);
  if (c->no_memory) return;
  for (size_t i = 0; i < s->source.count; i++) {
    const sp_source_text *from = &s->source.data[i];
    char *text = sp_compile_alloc(c, from->length + 1, 1);
    const char *role = sp_arena_strdup(m->arena, from->role), *file = sp_arena_strdup(m->arena, from->file);
    if (!text || !role || !file) {
      c->no_memory = true;
      return;
    }
    if (from->length) memcpy(text, from->text, from->length);
    m->source[i] = (sp_source_text){.role = role, .file = file, .text = text, .length = from->length};
  }
  m->source_count = s->source.count;
}

static void copy_single(sp_compiler *c, sp_def_kind kind, bool has, const void *from, void *to) {
  if (!has) {
    sp_where nowhere = {0};
    if (kind != SP_DEF_SEASON) sp_error(c, nowhere, "fault.missing_key", "key", sp_def_shapes[kind].word);
    return;
  }
  if (!sp_def_copy(c->model->arena, kind, from, to)) c->no_memory = true;
}

static void copy_frame(sp_compiler *c) {
  const sp_scenario *s = c->scenario;
  sp_model *m = c->model;
  m->theatre = (sp_theatre_def)SP_THEATRE_DEF_INIT;
  m->campaign = (sp_campaign_def)SP_CAMPAIGN_DEF_INIT;
  copy_single(c, SP_DEF_CAMPAIGN, s->has_campaign, &s->campaign, &m->campaign);
  copy_single(c, SP_DEF_THEATRE, s->has_theatre, &s->theatre, &m->theatre);
  copy_single(c, SP_DEF_SEASON, s->has_season, &s->season, &m->season);
  m->has_season = s->has_season;
  copy_sources(c);
}

static void hash_model(sp_compiler *c) { c->model->hash = sp_model_hash_of(c->model); }

/* A step is skipped when an earlier one left nothing to stand on. */
static const struct step {
  void (*run)(sp_compiler *);
  bool needs_clean;
} steps[] = {
  {copy_frame, false},           {sp_compile_rows, false},  {sp_compile_theatre, false},   {sp_compile_army, false}, {sp_compile_lots, false}, {sp_compile_feeding, false}, {sp_compile_stores, false},
  {sp_compile_strengths, false}, {sp_compile_larders, false}, {sp_compile_deliveries, false}, {sp_compile_story, false}, {sp_compile_questions, false}, {sp_compile_plane, false},
  {sp_compile_weather_regions, false}, {sp_compile_roads, false}, {sp_compile_mesh, true}, {sp_compile_graph, true},
  {sp_compile_positions, true},  {sp_compile_store_places, true}, {sp_compile_delivery_places, true}, {hash_model, true},
};

static sp_status run_steps(sp_compiler *c) {
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    if (steps[i].needs_clean && c->errors) break;
    steps[i].run(c);
    if (c->no_memory) return SP_NO_MEMORY;
  }
  return c->errors ? SP_BAD_INPUT : SP_OK;
}

static sp_model *create_model(void) {
  sp_arena *arena = sp_arena_create();
  sp_model *m = arena ? sp_arena_alloc(arena, 1, sizeof *m) : NULL;
  if (!m) {
    sp_arena_destroy(arena);
    return NULL;
  }
  m->arena = arena;
  atomic_init(&m->references, 1);
  m->index = sp_arena_alloc(arena, 1, sizeof *m->index);
  if (!m->index) {
    sp_arena_destroy(arena);
    return NULL;
  }
  return m;
}

sp_status sp_compile_with(const sp_scenario *scenario, sp_faults *faults, sp_model **model, sp_key_maker key_of) {
  if (!model) return SP_BAD_INPUT;
  *model = NULL;
  if (!scenario) return SP_BAD_INPUT;
  sp_compiler c = {.scenario = scenario, .faults = faults, .key_of = key_of, .suggestions = SUGGESTIONS};
  c.model = create_model();
  c.scratch = sp_arena_create();
  sp_status status = c.model && c.scratch ? run_steps(&c) : SP_NO_MEMORY;
  sp_array_free(&c.node);
  sp_array_free(&c.edge);
  sp_array_free(&c.point);
  sp_arena_destroy(c.scratch);
  if (status == SP_OK) *model = c.model;
  else sp_model_release(c.model);
  return status;
}

sp_status sp_compile(const sp_scenario *scenario, sp_faults *faults, sp_model **model) {
  return sp_compile_with(scenario, faults, model, sp_key_of);
}

void sp_model_retain(sp_model *model) {
  if (model) (void)atomic_fetch_add(&model->references, 1);
}

void sp_model_release(sp_model *model) {
  if (model && atomic_fetch_sub(&model->references, 1) == 1) sp_arena_destroy(model->arena);
}
