/* ice.c - rivers freeze, bear, and open again.
 *
 * Models   the water's cooling and the ice at each crossing from the air as it has been; whom it bears; when it stops
 *          boats and waders. Ordered bodies refuse ice that does not bear all their arms and wait at the bank, as at a
 *          ford too deep; men who run for their lives go on thinner ice, and some break in (crossing.c throws the dice).
 * Reads    region.temperature_c, rain_mm_h; river.rise_m; the river's ordinary depth.   Writes  ford.water_c, ice_cm, ice_bears, drift_cm.
 * Emits    ICE_BEARS, ICE_FAILS by arm; ICE_SHUTS, ICE_CLEARS.
 * Formula  src/lore/ice.c. What has borne goes on bearing down to ice_keep of the thickness needed. Between open water
 *          and ice of ice_break_cm boats and waders get through at a pace that falls to nothing; thicker ice that does
 *          not yet bear is passed by nobody. A rise of ice_lift_m breaks the sheet up.
 * Sources  ice.def (Dyer; Stefan's law).
 * Leaves out  snow on the sheet, ice roads watered to thicken them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/passage.h"

static void tell(sp_tick *t, int32_t c, sp_event_type type, sp_arm arm) {
  const sp_crossing *x = &t->model->crossing[c];
  sp_xy at = t->model->node[x->node].at;
  sp_emit(t->world, (sp_event){.minute = t->from, .type = (uint16_t)type, .side = -1, .node = x->node, .subject = x->key, .a = (int32_t)arm, .value = t->world->ford.ice_cm[c] / 100.0, .x_m = at.x, .y_m = at.y});
}

/* Before the first tick too there was a river: what bears at the opening is no news. */
static void judge(sp_tick *t, int32_t c, bool news) {
  static const struct { uint8_t flag; sp_arm arm; } arms[] = {{SP_ICE_FOOT, SP_ARM_FOOT}, {SP_ICE_HORSE, SP_ARM_HORSE}, {SP_ICE_HEAVY, SP_ARM_HEAVY_GUN}};
  sp_world *w = t->world;
  double ice = w->ford.ice_cm[c];
  uint8_t was = w->ford.ice_bears[c], now = 0;
  for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
    double needed = sp_calc_ice_needed_cm(t->k, arms[i].arm);
    if (ice >= needed * (was & arms[i].flag ? t->k->ice_keep : 1.0)) now |= arms[i].flag;
  }
  bool in_the_way = sp_calc_ice_open(t->k, ice) <= (was & SP_ICE_SHUTS ? 1.0 - t->k->ice_keep : 0.0);
  if (in_the_way && !(now & SP_ICE_FOOT)) now |= SP_ICE_SHUTS;
  w->ford.ice_bears[c] = now;
  if (!news || was == now) return;
  for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
    if ((was ^ now) & arms[i].flag) tell(t, c, now & arms[i].flag ? SP_EVENT_ICE_BEARS : SP_EVENT_ICE_FAILS, arms[i].arm);
  }
  sp_crossing_kind kind = t->model->crossing[c].kind;
  if (kind != SP_CROSSING_FORD && kind != SP_CROSSING_FERRY) return; /* a bridge goes over it */
  bool shuts = (now & SP_ICE_SHUTS) && !(was & SP_ICE_SHUTS), clears = (was & (SP_ICE_SHUTS | SP_ICE_FOOT)) && !(now & (SP_ICE_SHUTS | SP_ICE_FOOT));
  if (shuts && !(was & SP_ICE_FOOT)) tell(t, c, SP_EVENT_ICE_SHUTS, SP_ARM_FOOT);
  if (clears) tell(t, c, SP_EVENT_ICE_CLEARS, SP_ARM_FOOT);
}

void sp_rule_ice(sp_tick *t) {
  sp_world *w = t->world;
  int month = sp_date_of(t->from).month - 1;
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    const sp_crossing *x = &t->model->crossing[c];
    int32_t r = t->model->node[x->node].region;
    double air = w->region.temperature_c[r];
    if (w->ford.ice_cm[c] <= 0.0 && w->ford.water_c[c] == air && air > 0.0) continue; /* still air over water as warm */
    double depth = t->model->river[x->river].depth_m[month] + x->depth_offset_m;
    bool breaks_up = w->river.rise_m[x->river] >= t->k->ice_lift_m;
    if (breaks_up) w->ford.drift_cm[c] = sp_max(w->ford.drift_cm[c], w->ford.ice_cm[c]);
    w->ford.ice_cm[c] = breaks_up ? 0.0 : sp_calc_ice_step_cm(t->k, w->ford.ice_cm[c], &w->ford.water_c[c], air, w->region.rain_mm_h[r], depth, t->dt_min);
    if (w->ford.ice_cm[c] > 0.0 || w->ford.ice_bears[c]) judge(t, c, w->head->tick > 0);
  }
}
