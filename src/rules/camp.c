/* camp.c - rest.
 *
 * Models   fatigue lost in halts and camps, and by a column that stands held up all the tick, order regained in camp, the beginning of a new day's march.
 * Reads    activity, light, rain.   Writes  formation.fatigue, order, marched_today_min.   Emits  nothing.
 * Formula  src/lore/march.c: rest by night in camp is the measure; by day, in the wet, or in a halted column less.
 * Sources  march.def, camp.def.
 * Leaves out  fires, shelter.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/scratch.h"

void sp_rule_camp(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    bool held_up = (w->formation.blocked[i] || w->formation.in_contact[i]) && w->scratch->march_min[i] <= 0.0 && w->formation.crossing[i] < 0;
    if (!w->formation.alive[i] || (w->formation.activity[i] == SP_MARCHING && !held_up) || w->combat.engagement[i] >= 0) continue;
    bool camp = w->formation.activity[i] == SP_IN_CAMP;
    double rested = w->formation.activity[i] == SP_WAITING_TO_CROSS ? t->dt_min : t->dt_min - w->scratch->march_min[i];
    int32_t region = w->formation.leg_count[i] ? t->model->edge[sp_leg_edge(w->formation.leg[i * SP_LEGS])].region : t->model->node[w->formation.node[i]].region;
    double rest = sp_calc_rest_per_min(t->k, w->region.light[region], w->region.rain_mm_h[region], camp) * rested;
    w->formation.fatigue[i] = sp_max(sp_min(w->formation.fatigue[i], w->provision.weak[i]), w->formation.fatigue[i] - rest); /* nobody sleeps his hunger off */
    if (camp) w->formation.order[i] = sp_min(1.0, w->formation.order[i] + t->k->camp_order_per_h * t->dt_min / 60.0);
    bool lies = camp || w->formation.activity[i] == SP_HALTED_IN_COLUMN; /* a night beside the road is a night too */
    if (lies && (double)(t->to - w->formation.ready_minute[i]) >= t->k->march_new_day_min) w->formation.marched_today_min[i] = w->formation.stood_min[i] = 0.0;
  }
}
