/* parts.c - a long tick is gone through in parts while enemies are at each other, or may be before it is over.
 *
 * Models   a clock that may tick slowly through quiet days, and no slower than commanders look about them (mind_think_min) when it matters.
 * Formula  a part ends at the next mark of mind_think_min when a fight or a chase is on, or when a body on the march could by the end of the tick
 *          be within mind_near_m of an enemy, each at the pace of its kind (horse when half of it rides). By places and not by pictures:
 *          what is seen, thought and done in a part is as in a tick of that length; but an enemy of whom nobody knows makes a long tick finer too, and
 *          everybody is asked at the marks in it. Ticks of a quarter of an hour and less know nothing of this.
 * Leaves out  riders, who are met to the minute in any case; bodies of one side, whose orders are dated to the minute too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/near.h"
#include "world/scratch.h"

static double pace_of(const sp_world *w, int32_t f) {
  if (!sp_formation_marches(w, f)) return 0.0;
  return sp_mounted_share(w, f) >= 0.5 ? w->constants.march_horse_forced_m_min : w->constants.march_foot_m_min;
}

static bool is_enemy(const sp_world *w, int32_t f, int32_t g) {
  return w->formation.alive[g] && w->formation.side[g] != w->formation.side[f] && w->combat.stance[g] != SP_YIELDED && !sp_at_sea(w, g) && sp_men_of(w, g) > 0;
}

/* On its march it may come near an enemy within so many minutes. */
static bool may_meet(const sp_world *w, const sp_near *bodies, int32_t f, double minutes) {
  const sp_constants *k = &w->constants;
  double own = pace_of(w, f), most = k->mind_near_m + minutes * (own + k->march_horse_forced_m_min);
  for (int32_t side = 0; side < w->model->side_count; side++) {
    if (side == w->formation.side[f]) continue;
    sp_near_walk walk = sp_near_about(bodies, side, sp_near_middle(w, f), most + sp_near_radius(w, f));
    for (int32_t g = sp_near_next(&walk); g >= 0; g = sp_near_next(&walk)) {
      double reach = k->mind_near_m + minutes * (own + pace_of(w, g)) + sp_near_radius(w, f) + sp_near_radius(w, g);
      sp_xy a = sp_near_middle(w, f), b = sp_near_middle(w, g);
      if (is_enemy(w, f, g) && (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= reach * reach) return true;
    }
  }
  return false;
}

static bool it_matters(const sp_world *w, double minutes) {
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  if (!sp_near_two_sides(w)) return false;
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++)
    if (w->engagement.alive[e]) return true;
  for (int32_t f = 0; f < used; f++)
    if (w->formation.alive[f] && w->combat.chasing[f]) return true;
  const sp_near *bodies = NULL;
  for (int32_t f = 0; f < used; f++) {
    if (!w->formation.alive[f] || pace_of(w, f) <= 0.0 || sp_at_sea(w, f)) continue;
    if (!bodies) {
      w->scratch->near.minute = 0; /* some of those in it may be no more */
      bodies = sp_near_build(w, w->head->minute, w->constants.mind_near_m + 2.0 * minutes * w->constants.march_horse_forced_m_min);
    }
    if (may_meet(w, bodies, f, minutes)) return true;
  }
  return false;
}

sp_minute sp_part_of_tick(const sp_world *w, sp_minute end) {
  sp_minute now = w->head->minute, every = sp_max_i32(5, sp_to_i32(w->constants.mind_think_min)), mark = (now / every + 1) * every;
  return w->model->campaign.tick_min > every && mark < end && it_matters(w, (double)(end - now)) ? mark : end;
}
