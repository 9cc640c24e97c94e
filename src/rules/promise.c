/* promise.c - promises fall due, and are kept or broken.
 *
 * Models   men who were promised rank, silver or plunder and have fought for it: some hours after the last blow he who promised keeps
 *          his word or does not, has ridden off since, or is dead. Who breaks forfeits it; what never came to a fight is forgotten.
 *          His name is made or marred by it: his next promise is believed the more or the less.
 * Reads    repute.promise*, saw_flight; engagement, chasing, stance; hq.rode_off; who he is.
 * Writes   repute.earned_at, promise*; person.promises_kept, promises_broken.
 * Emits    PROMISE_ENDS.
 * Formula  src/lore/promise.c; one die for each promise, keyed by those promised and the minute in which they heard it.
 * Sources  promise.def.
 * Leaves out  what it costs him; an officer without a name, whose word is remembered by nobody.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_repute.h"
#include "world/body.h"
#include "world/repute.h"

/* He can still be asked for it, and would, or would not. */
static sp_promise_end settled(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  int32_t by = sp_formation_row(w, w->repute.promise_by[i]), person = w->repute.promise_person[i];
  bool gone = person >= 0 ? w->person.fate[person] != SP_FATE_WITH_ARMY && w->person.fate[person] != SP_FATE_WOUNDED : by < 0 || sp_formation_living(w, by) < 0;
  if (gone) return SP_PROMISE_NOBODY;
  bool rode_off = by >= 0 && w->hq.rode_off[by] >= w->repute.promised_at[i];
  bool left_them = by >= 0 && w->hq.superior[i] == by && w->repute.saw_flight[i] >= w->repute.promised_at[i];
  if (by != i && (rode_off || left_them)) return SP_PROMISE_FLED;
  sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)w->repute.promised_at[i]};
  double keeps = sp_calc_promise_keeps(t->k, sp_person_trait(w, person, SP_TRAIT_HONOUR), sp_person_trait(w, person, SP_TRAIT_GREED));
  return sp_uniform(&dice, w->formation.key[i], SP_STREAM_PROMISE, 0) < keeps ? SP_PROMISE_KEPT : SP_PROMISE_BROKEN;
}

static void end(sp_tick *t, int32_t i, sp_promise_end how) {
  sp_world *w = t->world;
  int32_t person = w->repute.promise_person[i];
  if (person >= 0 && how == SP_PROMISE_KEPT) w->person.promises_kept[person]++;
  if (person >= 0 && (how == SP_PROMISE_BROKEN || how == SP_PROMISE_FLED)) w->person.promises_broken[person]++;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_PROMISE_ENDS, .side = w->formation.side[i], .node = -1, .subject = w->repute.promise_by[i], .object = w->formation.key[i], .a = w->repute.promise[i], .b = w->repute.promise_amount[i], .c = (int32_t)how, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
  sp_promise_close(w, i);
}

static void look_at(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  bool fights = (w->combat.engagement[i] >= 0 && w->combat.men_before[i] > 0) || w->combat.chasing[i];
  if (!w->formation.alive[i] || sp_men_of(w, i) <= 0 || w->combat.stance[i] == SP_BROKEN || w->combat.stance[i] == SP_YIELDED) {
    end(t, i, SP_PROMISE_FORFEIT);
    return;
  }
  if (fights) w->repute.earned_at[i] = t->to;
  sp_minute earned = w->repute.earned_at[i];
  if (earned && (double)(t->to - earned) >= t->k->promise_due_min) end(t, i, settled(t, i));
  else if (!earned && (double)(t->to - w->repute.promised_at[i]) >= 60.0 * t->k->promise_lasts_h) end(t, i, SP_PROMISE_LAPSED);
}

void sp_rule_promise(sp_tick *t) {
  int32_t used = sp_used(t->world, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++)
    if (t->world->repute.promise[i] != SP_PROMISE_NONE) look_at(t, i);
}
