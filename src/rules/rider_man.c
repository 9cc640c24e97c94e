/* rider_man.c - who carries a paper, and how long he keeps at it. Part of rider.c, whose head says what it is.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rider_parts.h"

/* One mounted soldier of the fullest troop, else a man on foot; generals' guards are men like others. */
int32_t sp_ride_pick_man(const sp_world *w, int32_t f) {
  int32_t best = -1, best_men = 0, best_sort = 9;
  for (int32_t s = w->formation.first_strength[f]; s >= 0; s = w->strength.next[s]) {
    int32_t men = w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER];
    sp_arm_category category = sp_arm_category_of[w->strength.arm[s]];
    int32_t sort = category == SP_CATEGORY_MAN_HORSE ? 0 : category == SP_CATEGORY_MAN_FOOT ? 1 : category == SP_CATEGORY_MAN_FOLLOWER ? 2 : 9;
    if (men <= 0 || sort == 9) continue;
    bool better = sort < best_sort || (sort == best_sort && (men > best_men || (men == best_men && w->strength.key[s] < w->strength.key[best])));
    if (!better) continue;
    best = s;
    best_men = men;
    best_sort = sort;
  }
  return best;
}

/* From home to where he looks for him, as slowly as by night on a tired horse: for so long he is under way and not in vain. */
static double way_min(const ride *r) {
  const sp_world *w = r->t->world;
  int32_t home = w->message.from_hq[r->m];
  double far = sp_xy_distance((sp_xy){w->hq.x[home], w->hq.y[home]}, (sp_xy){w->message.goal_x[r->m], w->message.goal_y[r->m]});
  return far / (r->t->k->rider_m_min * r->t->k->rider_tired * r->t->k->rider_dark);
}

bool sp_ride_is_in_vain(const ride *r, double late_min) {
  const sp_constants *k = r->t->k;
  if (late_min <= 60.0 * k->rider_give_up_h || late_min <= 60.0 * k->rider_give_up_h + way_min(r)) return false;
  return late_min > 60.0 * k->rider_sea_give_up_h || !sp_ride_is_over_sea(r);
}
