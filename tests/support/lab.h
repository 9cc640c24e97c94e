/* lab.h - small straight theatres for tests, and what happened in them. Public API only.
 *
 * A lab is a road along the parallel 36 N: sites stand so many metres east of its zero, rivers cross it at
 * right angles, roads have exactly the length that is asked for. Every call must succeed; a test that cannot be
 * set up aborts with the faults on stderr.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_SUPPORT_LAB_H
#define SP_TESTS_SUPPORT_LAB_H

#include <stdio.h>

#include "shapan/record.h"
#include "shapan/world.h"

typedef struct sp_lab {
  sp_scenario *scenario;
  sp_campaign_def campaign;
  bool weather_given;
} sp_lab;

/* 10 May 1640, a dry day of 15 C: the sun stands over 5 degrees from 05:40 to 18:20. */
#define SP_LAB_START_HOUR 6

sp_lab sp_lab_open(double hours, int32_t tick_min);
void sp_lab_start_at(sp_lab *lab, int32_t hour);
void sp_lab_place(sp_lab *lab, const char *id, double east_m, double north_m);
/* A place of any kind, on the parallel, with a wall. */
void sp_lab_town(sp_lab *lab, const char *id, sp_place_kind kind, double east_m, sp_wall_kind wall);
/* With a wall of that strength. */
void sp_lab_walled(sp_lab *lab, const char *id, double east_m, sp_wall_kind wall);
void sp_lab_road(sp_lab *lab, const char *from, const char *to, double length_m, sp_road_class road_class, sp_relief relief);
void sp_lab_river(sp_lab *lab, const char *id, double east_m, double depth_m, double catchment_km2);
void sp_lab_crossing(sp_lab *lab, const char *id, const char *river, double east_m, sp_crossing_kind kind, double width_m);
void sp_lab_rain(sp_lab *lab, double from_h, double to_h, double mm_h);
void sp_lab_wind(sp_lab *lab, double from_h, double to_h, double m_s, double from_deg);
void sp_lab_side(sp_lab *lab, const char *id);
/* Sides red and blue; a post road from "town" by "post", 12 km on, to "far", 28 km more. */
sp_lab sp_lab_post_road(double hours, int32_t tick_min);
/* Camped, fresh, in perfect order, its officer at the head; parent may be NULL. */
void sp_lab_formation(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place);
/* A body of "red" in camp at "west" under "chief", so cautious; bread_days below 0: nothing is said of its bread. */
void sp_lab_camp_of_chief(sp_lab *lab, const char *id, double caution, double bread_days);
void sp_lab_formation_def(sp_lab *lab, const sp_formation_def *def);
void sp_lab_strength(sp_lab *lab, const char *formation, sp_arm arm, int32_t count);
void sp_lab_order(sp_lab *lab, const char *text); /* a line of the order language */

sp_model *sp_lab_compile(sp_lab *lab); /* and closes the lab; the caller releases */
sp_world *sp_lab_world(sp_model *model, uint64_t seed); /* all events wanted */
sp_world *sp_lab_war(sp_lab *lab, uint64_t seed); /* compiles and closes the lab, and opens the war */
/* Reads scenarios/<name>, compiles, and opens the war. */
sp_world *sp_lab_read(const char *name, uint64_t seed);
/* The same with one overlay of its own laid over it. */
sp_world *sp_lab_read_with(const char *name, const char *overlay, uint64_t seed);
void sp_lab_run(sp_world *world);          /* to the end, checking every tick */
void sp_lab_close(sp_world *world);        /* and releases its model */

/* ---- what happened: minutes after the opening; -1: it did not */
sp_key sp_lab_key(const sp_world *world, const char *formation);
/* The nth (from 1) event of a type; formation and place may be NULL: any. */
const sp_event *sp_lab_event(const sp_world *world, sp_event_type type, const char *formation, const char *place, int nth);
int64_t sp_lab_minute(const sp_world *world, sp_event_type type, const char *formation, const char *place, int nth);
int32_t sp_lab_count(const sp_world *world, sp_event_type type, const char *formation);
int32_t sp_lab_row(const sp_world *world, const char *formation); /* of the order of battle */
/* One element of a column of the world. */
double sp_lab_value(const sp_world *world, const char *table, const char *field, int32_t row);
double sp_lab_of(const sp_world *world, const char *formation, const char *field);
int32_t sp_lab_men(const sp_world *world, const char *formation);
/* Every event as a line of text: minute, what, who, whom, where, a, b, c, value to six digits. */
void sp_lab_tell(const sp_world *world, FILE *file);
/* Holds that text against a file under the source folder; writes the file anew when SP_WRITE_GOLDEN is set.
 * false: they differ, and the first line that does is on stderr. */
bool sp_lab_golden(const sp_world *world, const char *path);

#endif
