/* grenades.c - grenades in a step of a fight: thrown where lines come together, what the lot makes of them, and what their own men see of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/battle_step.h"
#include "world/munitions.h"

enum { DIE_LOT, DIE_BURST = 3 };

sp_lot_outcome sp_lot_outcome_of(const sp_dice *dice, sp_key key, uint32_t first, int32_t n, const double bad[3]) {
  sp_lot_outcome o = {.early = sp_drawn(dice, key, SP_STREAM_MISFIRE, first + 2, n, bad[2])};
  int32_t rest = n - o.early;
  o.dud = sp_drawn(dice, key, SP_STREAM_MISFIRE, first, rest, bad[0] / sp_max(1e-9, 1.0 - bad[2]));
  o.weak = sp_drawn(dice, key, SP_STREAM_MISFIRE, first + 1, rest - o.dud, bad[1] / sp_max(1e-9, 1.0 - bad[2] - bad[0]));
  o.good = rest - o.dud - o.weak;
  return o;
}

static void throw_from(sp_tick *t, sp_fight_state *x, sp_fighter *f, sp_line_state *target, sp_minute mark) {
  sp_world *w = t->world;
  int32_t body = f->formation;
  sp_key key = w->formation.key[body];
  double in_line = f->arms.men > 0.0 ? sp_min(1.0, f->line / f->arms.men) : 0.0;
  int32_t thrown = sp_to_i32(t->k->fight_grenade_bout * in_line * w->combat.grenades[body] + 0.5);
  if (thrown <= 0) return;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_lot_outcome o = sp_lot_outcome_of(&dice, key, DIE_LOT, thrown, &w->combat.lot_bad[body * 3]);
  sp_grenades g = {.good = o.good, .weak = o.weak, .rain_mm_h = w->region.rain_mm_h[w->engagement.region[x->engagement]], .target_armour = target->armour, .target_cover = target->cover, .target_density = sp_men_per_m_of(t, target)};
  target->fire += sp_calc_grenade_hits(t->k, &g) / SP_FIGHT_STEP_MIN;
  f->burst = sp_drawn(&dice, key, SP_STREAM_MISFIRE, DIE_BURST, o.early, t->k->fight_grenade_own);
  (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, body), sp_munition_line_of(SP_MUNITION_ISSUED, w->formation.side[body]), thrown);
  sp_grenades_seen(w, body, thrown, thrown - o.good);
  sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_GRENADES, .side = w->formation.side[body], .node = -1, .subject = key, .a = thrown, .b = o.dud + o.weak, .c = o.early, .value = x->engagement, .x_m = w->formation.head_x[body], .y_m = w->formation.head_y[body]});
}

void sp_throw_grenades(sp_tick *t, sp_fight_state *x, const int32_t charged[3], sp_minute mark) {
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (f->line <= 0.0 || t->world->combat.grenades[f->formation] <= 0 || charged[f->sector] < 0) continue;
    sp_line_state *target = &x->line[1 - f->part][f->sector];
    if (target->men > 0.0) throw_from(t, x, f, target, mark);
  }
}
