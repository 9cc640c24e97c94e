/* munition_orders.c - the part of the orders rule that deals with powder and grenades: what is to be drawn, unloaded, handed over, tried
 * is noted in munition, and munitions.c and lots.c do it; powder is looked over at once. A new chore takes the place of an unfinished one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/munition_orders.h"

#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/munitions.h"
#include "world/orders.h"
#include "world/stores.h"

bool sp_order_is_of_munitions(const sp_world *w, int32_t o) {
  sp_verb verb = (sp_verb)w->order.verb[o];
  return verb == SP_VERB_TRY || verb == SP_VERB_LOOK_OVER || (verb >= SP_VERB_DRAW && verb <= SP_VERB_HAND_OVER && w->order.ask[o] >= SP_SUPPLY_POWDER);
}

static bool begin(sp_world *w, int32_t i, int32_t o, sp_chore chore) {
  w->munition.task[i] = (uint8_t)chore;
  w->munition.task_kind[i] = w->order.ask[o] == SP_SUPPLY_GRENADES ? SP_GRENADES : SP_POWDER;
  w->munition.task_amount[i] = w->order.amount[o];
  w->munition.task_done[i] = 0;
  return true;
}

static bool try_some(sp_world *w, int32_t i, int32_t o, sp_minute acted) {
  if (w->combat.grenades[i] <= 0) return false;
  w->munition.trial[i] = sp_min_i32(w->combat.grenades[i], sp_to_i32((double)w->order.amount[o]));
  w->munition.trial_most[i] = w->order.follow_m[o] - 1;
  w->munition.trial_done[i] = w->munition.trial_bad[i] = 0;
  w->munition.trial_min[i] = 0.0;
  w->munition.trial_since[i] = acted;
  return true;
}

/* He who judges must be there: a named man rides with the body, else its commander does it. */
static bool judge_of(const sp_world *w, int32_t i, int32_t o, int32_t *person) {
  *person = w->order.detach_person[o] >= 0 ? w->order.detach_person[o] : w->hq.person[i];
  return w->order.detach_person[o] < 0 || (w->person.fate[*person] == SP_FATE_WITH_ARMY && w->person.formation[*person] == i);
}

/* The same man sees the same in the same powder, however often he looks: the die knows him and it, not the hour. Two who look are
 * believed by their skill. */
static void look_over(sp_tick *t, int32_t i, int32_t person, sp_minute acted) {
  sp_world *w = t->world;
  double skill = person >= 0 ? t->model->person[person].trait[SP_TRAIT_SKILL] : 0.5, spread = sp_calc_look_ln(t->k, skill);
  bool train = w->munition.powder_g[i] > 0;
  double ln = train ? w->munition.powder_ln[i] : w->combat.lot_ln[i];
  sp_dice dice = {.seed = t->dice.seed, .tick = 0};
  sp_key judge = sp_key_pair(w->formation.key[i], person >= 0 ? w->person.key[person] : 0), key = sp_key_pair(judge, w->munition.drawn_from[i]);
  double saw = ln + spread * sp_normal_of(sp_uniform(&dice, key, SP_STREAM_MISFIRE, 17));
  if (w->munition.reading[i] > 0.0 && w->munition.looked[i] != judge) {
    double a = 1.0 / (w->munition.reading_ln[i] * w->munition.reading_ln[i]), b = 1.0 / (spread * spread);
    w->munition.reading[i] = sp_exp((a * sp_log(w->munition.reading[i]) + b * saw) / (a + b));
    w->munition.reading_ln[i] = sp_sqrt(1.0 / (a + b));
  } else {
    w->munition.reading[i] = sp_exp(saw);
    w->munition.reading_ln[i] = spread;
  }
  w->munition.looked[i] = judge;
  sp_event e = sp_event_of(w, SP_EVENT_POWDER_LOOKED, i, sp_max_i64(acted, w->head->minute));
  e.object = person >= 0 ? w->person.key[person] : 0;
  e.a = sp_to_i32(sp_rint(100.0 * sp_exp(saw)));
  e.b = sp_to_i32(sp_rint(100.0 * sp_exp(saw - spread)));
  e.c = sp_to_i32(sp_rint(100.0 * sp_exp(saw + spread)));
  e.value = sp_exp(ln);
  sp_emit(w, e);
}

bool sp_take_munition_order(sp_tick *t, int32_t i, int32_t o, sp_minute acted, sp_refusal *why) {
  sp_world *w = t->world;
  sp_munition kind = w->order.ask[o] == SP_SUPPLY_GRENADES ? SP_GRENADES : SP_POWDER;
  int32_t to = sp_formation_by_key(w, w->order.follow[o]), person;
  *why = SP_REFUSED_NO_STORES;
  switch ((sp_verb)w->order.verb[o]) {
    case SP_VERB_DRAW: return sp_magazine_in_reach(w, i, kind) >= 0 && begin(w, i, o, SP_CHORE_DRAW);
    case SP_VERB_UNLOAD:
      if (sp_stands_free(w, i) && sp_unloads_at(w, i) < 0) return false;
      return sp_used(w, SP_TABLE_ARSENAL) > 0 && sp_munition_held(w, kind, sp_munition_carried(w, i)) > 0 && begin(w, i, o, SP_CHORE_UNLOAD);
    case SP_VERB_HAND_OVER:
      if (sp_used(w, SP_TABLE_ARSENAL) == 0) return false;
      *why = to < 0 ? SP_REFUSED_GONE : SP_REFUSED_TOO_FAR;
      if (to < 0 || !sp_body_within(w, i, (sp_xy){w->formation.head_x[to], w->formation.head_y[to]}, t->k->depot_hand_reach_m)) return false;
      w->munition.task_to[i] = w->formation.key[to];
      return begin(w, i, o, SP_CHORE_HAND_OVER);
    case SP_VERB_TRY: *why = SP_REFUSED_NONE_LEFT; return try_some(w, i, o, acted);
    case SP_VERB_LOOK_OVER:
      *why = SP_REFUSED_NOT_HERE;
      if (!judge_of(w, i, o, &person)) return false;
      look_over(t, i, person, acted);
      return true;
    default: return true;
  }
}
