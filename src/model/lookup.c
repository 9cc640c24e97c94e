/* lookup.c - reading a model through the public header: counts, ids, names, definitions, distances.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <stdlib.h>

static bool valid(const sp_model *m, sp_entity_kind kind, int32_t index) {
  return m && (uint32_t)kind < SP_ENTITY_KIND_COUNT && index >= 0 && index < m->id_count[kind];
}

uint64_t sp_model_hash(const sp_model *model) { return model ? model->hash : 0; }

int32_t sp_model_count(const sp_model *model, sp_entity_kind kind) {
  return model && (uint32_t)kind < SP_ENTITY_KIND_COUNT ? model->id_count[kind] : 0;
}

const char *sp_model_id(const sp_model *model, sp_entity_kind kind, int32_t index) {
  return valid(model, kind, index) ? model->id[kind][index] : NULL;
}

int32_t sp_model_find(const sp_model *model, sp_entity_kind kind, const char *id) {
  if (!model || !id || (uint32_t)kind >= SP_ENTITY_KIND_COUNT) return -1;
  return sp_find_id(model, kind, id);
}

const char *sp_model_name(const sp_model *model, sp_entity_kind kind, int32_t index, sp_lang lang) {
  if (!valid(model, kind, index)) return NULL;
  const sp_name *name = &model->name[kind][index];
  const char *first = lang == SP_LANG_ZH ? name->zh : name->en, *second = lang == SP_LANG_ZH ? name->en : name->zh;
  if (first && first[0]) return first;
  return second && second[0] ? second : model->id[kind][index];
}

const sp_campaign_def *sp_model_campaign(const sp_model *model) { return model ? &model->campaign : NULL; }

const sp_theatre_def *sp_model_theatre(const sp_model *model) { return model ? &model->theatre : NULL; }

#define GETTER(thing, KIND) \
  const sp_##thing##_def *sp_model_##thing(const sp_model *model, int32_t index) { \
    return valid(model, SP_ENTITY_##KIND, index) ? &model->thing##_def[index] : NULL; \
  }
GETTER(place, PLACE)
GETTER(road, ROAD)
GETTER(river, RIVER)
GETTER(crossing, CROSSING)
GETTER(ground, GROUND)
GETTER(land, LAND)
GETTER(side, SIDE)
GETTER(person, PERSON)
GETTER(formation, FORMATION)
GETTER(measure, MEASURE)
GETTER(expectation, EXPECTATION)

const char *sp_model_source(const sp_model *model, size_t index, const char **role, const char **file, size_t *length) {
  if (!model || index >= model->source_count) return NULL;
  const struct sp_source_text *source = &model->source[index];
  if (role) *role = source->role;
  if (file) *file = source->file;
  if (length) *length = source->length;
  return source->text;
}

int64_t sp_model_formation_men(const sp_model *model, int32_t index) {
  if (!valid(model, SP_ENTITY_FORMATION, index)) return 0;
  const sp_formation_start *f = &model->formation[index];
  int64_t men = 0;
  for (int32_t s = f->first_strength; s < f->first_strength + f->strength_count; s++)
    for (int r = 0; r < SP_RANK_COUNT && sp_arm_is_man((sp_arm)model->strength[s].arm); r++) men += model->strength[s].count[r];
  return men;
}

static int32_t node_of(const sp_model *m, const char *id) {
  int32_t row = sp_model_find(m, SP_ENTITY_PLACE, id);
  if (row >= 0) return m->place_node[row];
  row = sp_model_find(m, SP_ENTITY_CROSSING, id);
  return row >= 0 ? m->crossing[row].node : -1;
}

double sp_model_distance_m(const sp_model *model, const char *from, const char *to) {
  int32_t a = node_of(model, from), b = node_of(model, to);
  double distance = -1.0;
  sp_leg *legs = NULL;
  if (a < 0 || b < 0) return -1.0;
  double *cost = malloc((size_t)sp_max_i32(model->edge_count, 1) * sizeof *cost);
  if (!cost) return -1.0;
  for (int32_t i = 0; i < model->edge_count; i++) cost[i] = model->edge[i].length_m;
  if (sp_shortest_way(model, a, b, cost, model->index->edge_scale, &legs, &distance) < 0) distance = -1.0;
  free(legs);
  free(cost);
  return distance;
}
