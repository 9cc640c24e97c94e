/* river.c - the water comes down: level of rivers, depth of fords.
 *
 * Models   the rise of each river above the month's ordinary level, and the depth at each crossing.
 * Reads    region.runoff_mm_h; ford.ice_bears.   Writes  river.store_mm, river.rise_m, ford.depth_m, ford.greatest_m; scratch ford_before_m.
 * Emits    FORD_CLOSED and FORD_OPEN for foot, horse and carts as the water passes their limits.
 * Formula  src/lore/river.c: a linear reservoir with the catchment's response time and a rating curve;
 *          ordinary depth runs straight between the middles of months.
 * Sources  river.def; limits in crossing.def (Dyer, Halleck).
 * Leaves out  tides, one river's flood backing up another.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/scratch.h"

static void emit_limits(sp_tick *t, int32_t c, double before, double now) {
  static const sp_arm arms[] = {SP_ARM_FOOT, SP_ARM_HORSE, SP_ARM_CART};
  const sp_crossing *x = &t->model->crossing[c];
  if (x->kind != SP_CROSSING_FORD || t->world->head->tick == 0 || t->world->ford.ice_bears[c]) return; /* under ice nobody wades */
  sp_xy at = t->model->node[x->node].at;
  for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
    double limit = sp_calc_ford_limit_m(t->k, arms[i]);
    if ((before < limit) == (now < limit)) continue;
    double share = now != before ? sp_clamp((limit - before) / (now - before), 0.0, 1.0) : 1.0;
    sp_emit(t->world, (sp_event){.minute = t->from + sp_to_i64(share * t->dt_min), .type = now < limit ? SP_EVENT_FORD_OPEN : SP_EVENT_FORD_CLOSED, .side = -1, .node = x->node, .subject = x->key, .a = (int32_t)arms[i], .value = now, .x_m = at.x, .y_m = at.y});
  }
}

void sp_rule_river(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < t->model->river_count; i++) {
    const sp_river *river = &t->model->river[i];
    double response = river->response_hours > 0.0 ? river->response_hours : sp_calc_river_response_h(t->k, river->catchment_km2);
    w->river.rise_m[i] = sp_calc_river_rise_m(t->k, w->river.rise_m[i], &w->river.store_mm[i], w->region.runoff_mm_h[river->region], response, river->width_m, river->catchment_km2, t->dt_min);
  }
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    const sp_crossing *x = &t->model->crossing[c];
    double before = w->scratch->ford_before_m[c] = w->ford.depth_m[c];
    double now = sp_max(0.0, sp_of_months(t->model->river[x->river].depth_m, t->to) + w->river.rise_m[x->river] + x->depth_offset_m);
    w->ford.depth_m[c] = now;
    w->ford.greatest_m[c] = sp_max(w->ford.greatest_m[c], now);
    emit_limits(t, c, before, now);
  }
}
