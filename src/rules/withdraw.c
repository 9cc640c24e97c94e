/* withdraw.c - formed men who go back before an enemy in touch: ordered away out of a fight, or because their attack is given up.
 *
 * Models   what the enemy's horse in that fight makes of them as they turn their backs; friends who stay and cover them; going back
 *          in turns. A part of the rule of engagement.
 * Reads    the engagement, sectors and gaps; verb, posture, order, men of both; caution of him who does most of it; ground, light, their own veil of smoke.
 * Writes   formation.order; engagement.lost; captives and what is due for them to the captors; counts through the ledger.
 * Emits    GOES_BACK.
 * Formula  src/lore/withdraw.c; what becomes of the overtaken is told as in a pursuit. All who go in a tick are reckoned
 *          before any has gone.
 * Sources  withdraw.def.
 * Leaves out  which of the enemy's men stand before whom, so that none is held by friends in another sector but by their share; guns, carts; enemies who overreach themselves; wounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/withdraw.h"

#include "shapan/calc_battle.h"
#include "world/battle.h"
#include "world/repute.h"

#define VEIL_MIN 15 /* a veil lit so lately still stands */

/* Those of the same fight who do not go. */
static bool stays(const sp_world *w, int32_t f, bool gives_up) {
  if (gives_up) return w->combat.sector[f] >= SP_SECTOR_RESERVE || w->combat.posture[f] == SP_POSTURE_REAR_GUARD;
  return !sp_is_ordered_away(w, f);
}

/* Formed and after nobody yet. Whom friends who stay hold in other sectors is not asked: see() leaves them their share of the enemy. */
static bool comes_after(const sp_world *w, int32_t f) { return sp_can_fight(w, f) && w->combat.stance[f] == SP_STEADY && w->combat.chasing[f] == 0; }

/* Behind smoke that they lit as they went they are seen no better than in the dark. */
static double seen(const sp_world *w, int32_t f, double light) {
  bool veiled = w->munition.veil[f] > 0.0 && w->head->minute - w->munition.veil_at[f] <= VEIL_MIN;
  return veiled ? light * (1.0 - w->munition.veil[f]) : light;
}

static sp_withdrawal see(const sp_tick *t, int32_t f, bool gives_up, int32_t *captor) {
  const sp_world *w = t->world;
  int32_t e = w->combat.engagement[f];
  sp_withdrawal x = {.men = sp_men_of(w, f), .order = w->formation.order[f], .in_turns = w->combat.posture[f] == SP_POSTURE_IN_TURNS, .light = seen(w, f, w->region.light[w->engagement.region[e]]),
                     .relief = (sp_relief)w->engagement.relief[e], .cover = (sp_cover)w->engagement.cover[e]};
  double going = 0.0, enemies = 0.0, most = 0.0;
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++) {
    if (w->combat.engagement[g] != e || !w->formation.alive[g]) continue;
    double men = sp_men_of(w, g);
    if (w->formation.side[g] == w->formation.side[f]) {
      if (!sp_can_fight(w, g)) continue;
      if (stays(w, g, gives_up)) x.staying += men;
      else going += men;
    } else if (comes_after(w, g)) {
      x.enemy_horse += w->formation.mounted[g];
      x.enemy_foot += w->formation.foot[g];
      x.enemy_attacks += sp_wants_fight(w, g) ? men : 0.0;
      enemies += men;
      double worth = w->formation.mounted[g] + t->k->withdraw_foot * w->formation.foot[g];
      if (worth < most || (worth <= most && *captor >= 0 && w->formation.key[g] > w->formation.key[*captor])) continue;
      most = worth;
      *captor = g;
    }
  }
  double before = x.men / sp_max(x.men, going + x.staying), part = x.men / sp_max(x.men, going); /* its share of the enemy, who has all of them before him; of those who cover */
  x.enemy_horse *= before;
  x.enemy_foot *= before;
  x.staying *= part;
  if (enemies > 0.0) x.enemy_attacks /= enemies;
  if (*captor >= 0) x.enemy_caution = sp_commander_trait(w, *captor, SP_TRAIT_CAUTION);
  return x;
}

sp_going_back sp_reckon_going_back(const sp_tick *t, int32_t f, bool gives_up) {
  const sp_world *w = t->world;
  sp_going_back b = {.formation = f, .captor = -1};
  if (!sp_can_fight(w, f) || !sp_in_touch(w, f)) return b;
  sp_withdrawal x = see(t, f, gives_up, &b.captor);
  if (b.captor < 0 || x.men <= 0.0 || (gives_up && stays(w, f, true))) return b;
  sp_dice dice = t->dice;
  sp_key key = w->formation.key[f];
  int32_t overtaken = sp_drawn(&dice, key, SP_STREAM_WITHDRAW, 0, sp_men_of(w, f), sp_calc_withdraw_overtaken(t->k, &x));
  b.disorder = sp_calc_withdraw_disorder(t->k, &x);
  if (overtaken <= 0) return b;
  double cut = 0.0, taken = 0.0, horse = x.enemy_horse / sp_max(1.0, x.enemy_horse + t->k->withdraw_foot * x.enemy_foot);
  sp_calc_overtaken_fate(t->k, w->combat.quarter[b.captor], 0.0, horse, 0.0, &cut, &taken);
  b.cut_down = sp_drawn(&dice, key, SP_STREAM_WITHDRAW, 1, overtaken, sp_min(1.0, cut));
  b.taken = sp_drawn(&dice, key, SP_STREAM_WITHDRAW, 2, overtaken - b.cut_down, cut < 1.0 ? sp_min(1.0, taken / (1.0 - cut)) : 0.0);
  return b;
}

void sp_go_back(sp_tick *t, const sp_going_back *b) {
  sp_world *w = t->world;
  int32_t f = b->formation, p = b->captor, e = w->combat.engagement[f];
  if (p < 0 || e < 0) return;
  w->formation.order[f] = sp_max(sp_min(w->formation.order[f], t->k->morale_broken_order), w->formation.order[f] - b->disorder);
  int32_t dead = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_KILLED), b->cut_down, SP_CAUSE_CUT_DOWN);
  int32_t caught = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), b->taken, SP_CAUSE_TAKEN);
  int32_t part = sp_part_of(w, e, f);
  if (part >= 0) w->engagement.lost[e * 2 + part] += dead + caught;
  w->combat.captives[p] += caught;
  w->repute.cut_down[p] += dead;
  w->repute.taken[p] += caught;
  sp_captives_note(w, p, f, caught, t->to);
  if (dead + caught == 0) return;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_GOES_BACK, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .object = w->formation.key[p], .a = dead, .b = caught, .c = w->combat.posture[f] == SP_POSTURE_IN_TURNS, .value = w->formation.order[f], .x_m = w->formation.head_x[f], .y_m = w->formation.head_y[f]});
}
