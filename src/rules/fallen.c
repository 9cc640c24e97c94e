/* fallen.c - men who fall to fire outside a battle. SPDX-License-Identifier: Apache-2.0 */
#include "rules/fallen.h"

#include "world/battle.h"
#include "world/wards.h"

int32_t sp_men_fall(sp_tick *t, int32_t f, int32_t n, sp_minute mark, const sp_fall_die *die) {
  sp_world *w = t->world;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  n = sp_min_i32(n, w->formation.foot[f] + w->formation.mounted[f] - 1);
  if (n <= 0) return 0;
  int32_t dead = sp_drawn(&dice, die->key, die->stream, die->killed, n, sp_calc_killed_share(t->k, SP_TOLL_FIRE)), hurt = n - dead;
  int32_t serious = sp_drawn(&dice, die->key, die->stream, die->serious, hurt, sp_calc_serious_share(t->k, SP_TOLL_FIRE)), gone = 0;
  if (dead > 0) gone += sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_KILLED), dead, SP_CAUSE_KILLED);
  const sp_line line[2] = {SP_LINE_WOUNDED_SERIOUS, SP_LINE_WOUNDED_LIGHT};
  const int32_t of_line[2] = {serious, hurt - serious};
  for (int k = 0; k < 2; k++) {
    int32_t ward = of_line[k] > 0 ? sp_ward_of(w, f, f, line[k], mark) : -1;
    if (ward >= 0) gone += sp_ward_take_men(w, ward, f, of_line[k], SP_CAUSE_WOUNDED);
  }
  return gone;
}
