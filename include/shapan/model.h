/* shapan/model.h - what never changes in a war: a scenario compiled, constant, shared by threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_MODEL_H
#define SHAPAN_MODEL_H

#include "shapan/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_model sp_model; /* compiled, constant */

/* Judges everything, collects all faults, and builds the constant model.
 * SP_BAD_INPUT with faults filled, or SP_NO_MEMORY. *model is NULL unless SP_OK.
 * The scenario may be destroyed afterwards. The caller releases the model. */
SP_API sp_status sp_compile(const sp_scenario *scenario, sp_faults *faults, sp_model **model);
SP_API void sp_model_retain(sp_model *model);
SP_API void sp_model_release(sp_model *model);

/* A hash of all that a model says; equal for equal meaning, whatever the order of lines in the files.
 * Names, titles, colours and notices are for people and are not part of it. */
SP_API uint64_t sp_model_hash(const sp_model *model);

/* ---------------------------------------------------------------- reading a model */

typedef enum sp_entity_kind {
  SP_ENTITY_PLACE, SP_ENTITY_ROAD, SP_ENTITY_RIVER, SP_ENTITY_CROSSING, SP_ENTITY_GROUND, SP_ENTITY_LAND,
  SP_ENTITY_SIDE, SP_ENTITY_CONTINGENT, SP_ENTITY_PERSON, SP_ENTITY_FORMATION, SP_ENTITY_UNIT,
  SP_ENTITY_OBJECTIVE, SP_ENTITY_MEASURE, SP_ENTITY_EXPECTATION, SP_ENTITY_REGION, SP_ENTITY_DEPOT, SP_ENTITY_SUPPLIER,
  SP_ENTITY_KIND_COUNT
} sp_entity_kind;

SP_API int32_t sp_model_count(const sp_model *model, sp_entity_kind kind);
SP_API const char *sp_model_id(const sp_model *model, sp_entity_kind kind, int32_t index);
SP_API int32_t sp_model_find(const sp_model *model, sp_entity_kind kind, const char *id); /* -1: none */
/* The name in that language, the other one, or the id. Never NULL for a valid index. */
SP_API const char *sp_model_name(const sp_model *model, sp_entity_kind kind, int32_t index, sp_lang lang);
SP_API const char *sp_arm_name(sp_arm arm, sp_lang lang);
SP_API const char *sp_class_name(sp_troop_class troop_class, sp_lang lang);
SP_API const char *sp_rank_name(sp_rank rank, sp_lang lang);

SP_API const sp_campaign_def *sp_model_campaign(const sp_model *model);
SP_API const sp_theatre_def *sp_model_theatre(const sp_model *model);
/* The definitions as compiled, for drawing; NULL for a bad index. Owned by the model. */
SP_API const sp_place_def *sp_model_place(const sp_model *model, int32_t index);
SP_API const sp_road_def *sp_model_road(const sp_model *model, int32_t index);
SP_API const sp_river_def *sp_model_river(const sp_model *model, int32_t index);
SP_API const sp_crossing_def *sp_model_crossing(const sp_model *model, int32_t index);
SP_API const sp_ground_def *sp_model_ground(const sp_model *model, int32_t index);
SP_API const sp_land_def *sp_model_land(const sp_model *model, int32_t index);
SP_API const sp_side_def *sp_model_side(const sp_model *model, int32_t index);
SP_API const sp_person_def *sp_model_person(const sp_model *model, int32_t index);
SP_API const sp_formation_def *sp_model_formation(const sp_model *model, int32_t index);
/* Men of a formation at the opening, of its own strength lines; 0 for a bad index. */
SP_API int64_t sp_model_formation_men(const sp_model *model, int32_t index);
SP_API const sp_measure_def *sp_model_measure(const sp_model *model, int32_t index);
SP_API const sp_expectation_def *sp_model_expectation(const sp_model *model, int32_t index);

/* The texts the scenario was read from; NULL past the end. */
SP_API const char *sp_model_source(const sp_model *model, size_t index, const char **role, const char **file, size_t *length);

/* Shortest way on foot between two places over the roads and the mesh, metres of true length; negative: none. */
SP_API double sp_model_distance_m(const sp_model *model, const char *from, const char *to);

/* The weather region over a point (the nearest one beyond the bounds): an index for SP_ENTITY_REGION and a row of the
 * world's table "region". */
SP_API int32_t sp_model_region_at(const sp_model *model, sp_point at);

#ifdef __cplusplus
}
#endif
#endif
