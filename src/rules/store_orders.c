/* store_orders.c - the part of the orders rule that deals with bread: what is to be drawn, unloaded, handed over, burnt,
 * issued, looked for or slaughtered is noted in provision; stores.c and bread.c do it. A new chore takes the place of an
 * unfinished one. SPDX-License-Identifier: Apache-2.0 */
#include "rules/store_orders.h"

#include "rules/munition_orders.h"
#include "world/larders.h"
#include "world/munitions.h"
#include "world/orders.h"
#include "world/stores.h"

static bool begin(sp_world *w, int32_t i, sp_chore chore, int64_t amount, sp_minute acted) {
  w->provision.task[i] = (uint8_t)chore;
  w->provision.task_amount[i] = amount;
  w->provision.task_done[i] = 0;
  w->provision.task_since[i] = acted;
  return true;
}

/* Grams to be drawn: those named, or what brings it up to so many days for men and beasts. */
static int64_t wanted(const sp_world *w, int32_t i, int32_t o) {
  int64_t amount = w->order.amount[o];
  if (amount < 0 || w->order.ask[o] != SP_SUPPLY_DAYS) return amount;
  int64_t days = amount * (sp_bread_of_men_g(w, i) + sp_bread_of_beasts_g(w, i));
  return sp_max_i64(0, days - w->provision.grain_g[i]);
}

static bool stands(const sp_world *w, int32_t i) { return w->formation.activity[i] == SP_IN_CAMP || w->formation.activity[i] == SP_HALTED_IN_COLUMN; }

/* To all, or to one contingent that feeds apart. */
static bool set_ration(sp_world *w, int32_t i, int64_t thousandths, int32_t contingent) {
  double withheld = sp_clamp(1.0 - (double)thousandths / 1000.0, 0.0, 0.9);
  if (contingent > 0 && sp_larder_of(w, i, contingent) < 0) return false;
  if (contingent == 0) w->provision.withheld[i] = withheld;
  for (int32_t r = sp_larder_first(w, i); r >= 0; r = sp_larder_next(w, r))
    if (contingent == 0 || w->larder.contingent[r] == contingent) w->larder.withheld[r] = withheld;
  if (contingent > 0) sp_larders_sum_up(w, i);
  return true;
}

static bool share_bread(sp_tick *t, int32_t i, bool together, sp_minute acted) {
  sp_world *w = t->world;
  sp_larders_count(w, i);
  int32_t first = sp_larder_first(w, i);
  if (first < 0 || sp_larder_next(w, first) < 0) return false; /* it eats as one */
  bool news = false;
  for (int32_t r = first; r >= 0; r = sp_larder_next(w, r)) {
    news = news || w->larder.shares[r] != together;
    w->larder.shares[r] = together;
  }
  if (together) sp_larders_pool(w, i);
  if (!news) return true;
  sp_event e = sp_event_of(w, SP_EVENT_SHARES_BREAD, i, acted);
  e.a = together;
  e.value = sp_bread_days(w, i);
  sp_emit(w, e);
  return true;
}

static bool give_bread(sp_tick *t, int32_t i, int32_t contingent, int64_t grams, sp_minute acted, sp_refusal *why) {
  sp_world *w = t->world;
  sp_larders_count(w, i);
  int32_t r = sp_larder_of(w, i, contingent);
  *why = SP_REFUSED_NOBODY_OF_THEM;
  if (r < 0) return false;
  *why = SP_REFUSED_NO_STORES;
  int64_t given = sp_larder_give(w, r, grams < 0 ? w->provision.grain_g[i] : grams);
  sp_event e = sp_event_of(w, SP_EVENT_GIVES_BREAD, i, acted);
  e.object = sp_larder_name(w, r);
  e.a = sp_to_i32((double)given / (1000.0 * t->k->ration_shi_kg));
  e.b = sp_to_i32(sp_floor(sp_min(sp_larder_days(w, r), 999.0)));
  if (e.a > 0) sp_emit(w, e);
  return given > 0;
}

bool sp_take_store_order(sp_tick *t, int32_t i, int32_t o, sp_minute acted, sp_refusal *why) {
  sp_world *w = t->world;
  int32_t to = sp_formation_by_key(w, w->order.follow[o]);
  if (sp_order_is_of_munitions(w, o)) return sp_take_munition_order(t, i, o, acted, why);
  *why = SP_REFUSED_NO_STORES;
  switch ((sp_verb)w->order.verb[o]) {
    case SP_VERB_DRAW: return sp_depot_in_reach(w, i) >= 0 && begin(w, i, SP_CHORE_DRAW, wanted(w, i, o), acted);
    case SP_VERB_UNLOAD:
      if (stands(w, i) && sp_unloads_at(w, i) < 0) return false;
      return w->provision.grain_g[i] > 0 && begin(w, i, SP_CHORE_UNLOAD, w->order.amount[o], acted);
    case SP_VERB_BURN_STORES: return sp_depot_to_burn(w, i) >= 0 && begin(w, i, SP_CHORE_BURN, -1, acted);
    case SP_VERB_RATION: return *why = SP_REFUSED_NOBODY_OF_THEM, set_ration(w, i, w->order.amount[o], w->order.follow_m[o]);
    case SP_VERB_SHARE: return *why = SP_REFUSED_NOBODY_OF_THEM, share_bread(t, i, w->order.amount[o] != 0, acted);
    case SP_VERB_GIVE: return give_bread(t, i, w->order.follow_m[o], w->order.amount[o], acted, why);
    case SP_VERB_FORAGE: return w->provision.foraging[i] = (uint8_t)w->order.amount[o], true;
    case SP_VERB_HAND_OVER:
      if (to == i) return true; /* told to all: he for whom it is has it already */
      *why = to < 0 ? SP_REFUSED_GONE : SP_REFUSED_TOO_FAR;
      if (to < 0 || !sp_body_within(w, i, sp_head_of(w, to), t->k->depot_hand_reach_m)) return false;
      w->provision.task_to[i] = w->formation.key[to];
      w->provision.task_for[i] = w->order.follow_m[o];
      return begin(w, i, SP_CHORE_HAND_OVER, w->order.amount[o], acted);
    case SP_VERB_SLAUGHTER: {
      bool horses = w->order.detach_arm[o * 3] == SP_ARM_MOUNT;
      *why = SP_REFUSED_TOO_FEW;
      if ((horses ? w->formation.mounts[i] : w->formation.draught[i]) <= 0) return false;
      w->provision.task_to[i] = horses ? SP_ARM_MOUNT : SP_ARM_DRAUGHT; /* which beasts; nobody is handed anything */
      return begin(w, i, SP_CHORE_SLAUGHTER, w->order.amount[o], acted);
    }
    default: return true;
  }
}
