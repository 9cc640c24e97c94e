/* calendar.c - the hour and the light.
 *
 * Models   the height of the sun and the light over each weather region: day, twilight,
 *          moon by its age and height, cloud.
 * Reads    region.cloud (of the last tick), the minute.   Writes  region.light, region.sun_deg.
 * Emits    DAWN and DUSK over the middle of the theatre, at their minute.
 * Formula  src/lore/sky.c (apparent local solar time, so noon is at 12:00 everywhere).
 * Sources  spherical astronomy; light thresholds in calendar.def.
 * Leaves out  eclipses, the glow of camp fires and burning places.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lore/lore.h"
#include "rules/rules.h"
#include "world/scratch.h"

static void emit_sun(sp_tick *t, sp_event_type type, double minute_of_day, sp_minute day) {
  sp_minute at = day + sp_to_i64(minute_of_day);
  if (at <= t->from || at > t->to) return;
  sp_xy middle = {0.5 * (t->model->low.x + t->model->high.x), 0.5 * (t->model->low.y + t->model->high.y)};
  int64_t nth = (at - t->model->campaign.start) / 1440 + 1;
  sp_emit(t->world, (sp_event){.minute = at, .type = (uint16_t)type, .side = -1, .node = -1, .a = (int32_t)nth, .x_m = middle.x, .y_m = middle.y});
}

void sp_rule_calendar(sp_tick *t) {
  sp_world *w = t->world;
  double lit = 0.0;
  bool moon_known = false;
  sp_lore_height sun = sp_lore_sun_at(t->to), moon = {0.0, 0.0, 0.0};
  for (int32_t r = 0; r < t->model->region_count; r++) {
    const sp_lore_place *place = &w->scratch->region_place[r];
    double sun_deg = sp_lore_height_deg(&sun, place);
    w->region.sun_deg[r] = sun_deg;
    bool dim = sun_deg < t->k->calendar_light_full_deg; /* else no moon can add to the light */
    if (dim && !moon_known) moon = sp_lore_moon_at(t->to, &lit);
    moon_known = moon_known || dim;
    double moon_deg = dim ? sp_lore_height_deg(&moon, place) : 0.0;
    w->region.light[r] = sp_lore_light(t->k, sun_deg, moon_deg, lit, w->region.cloud[r]);
  }
  sp_xy middle = {0.5 * (t->model->low.x + t->model->high.x), 0.5 * (t->model->low.y + t->model->high.y)};
  double rise = 0.0, set = 0.0;
  sp_minute day = t->to - (t->to % 1440 + 1440) % 1440;
  sp_calc_sun_times(sp_unproject(&t->model->projection, middle).lat_deg, day, &rise, &set);
  emit_sun(t, SP_EVENT_DAWN, rise, day);
  emit_sun(t, SP_EVENT_DUSK, set, day);
}
