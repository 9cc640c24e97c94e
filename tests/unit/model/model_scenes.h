/* Small theatres and armies for the tests of the model layer. Scenes stand about 40 N, 122 E; x and y are
 * kilometres east and north of there.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TESTS_UNIT_MODEL_SCENES_H
#define TESTS_UNIT_MODEL_SCENES_H

#include "model/compile.h"

sp_point scene_point(double x_km, double y_km);
sp_scenario *scene_create(double mesh_m); /* a theatre and a campaign, nothing else */
void scene_place(sp_scenario *s, const char *id, double x_km, double y_km);
void scene_road(sp_scenario *s, const char *id, const char *from, const char *to);
void scene_road_by(sp_scenario *s, const char *id, const char *from, const char *to, double x_km, double y_km);
void scene_river(sp_scenario *s, const char *id, const double (*xy_km)[2], size_t count);
void scene_crossing(sp_scenario *s, const char *id, const char *river, double x_km, double y_km);
void scene_land(sp_scenario *s, const char *id, double west_km, double south_km, double east_km, double north_km);
void scene_ground(sp_scenario *s, const char *id, sp_relief relief, double west_km, double south_km, double east_km, double north_km);
void scene_side(sp_scenario *s, const char *id);
void scene_person(sp_scenario *s, const char *id, const char *side);
void scene_formation(sp_scenario *s, const char *id, const char *side, const char *parent, const char *commander, const char *place);
void scene_men(sp_scenario *s, const char *formation, const char *unit, int32_t men);

sp_model *scene_compile(sp_scenario *s);                    /* must succeed; prints faults when it does not */
/* Compiles and counts the faults with that id, of either severity. */
int scene_faults(sp_scenario *s, const char *fault_id);
int scene_errors(sp_scenario *s);
int32_t scene_edge(const sp_model *m, const char *road);    /* edge of a road */
int32_t scene_node(const sp_model *m, const char *site);    /* node of a place or crossing */

#endif
