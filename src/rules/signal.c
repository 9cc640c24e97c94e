/* signal.c - drums, horns and guns.
 *
 * Models    the calls that every soldier knows: halt, camp, march, after the enemy. Those under an officer's own command who hear
 *           them act at once, with no rider and no staff between. A gun says no more than halt or camp where
 *           you stand; a drum close by takes a mounted officer with it and may say where to.
 * Reads     papers not yet on their way, order.verb, hq.superior, places of both headquarters, the giver's guns,
 *           rain and wind over both.
 * Writes    message.state, signal, delivered, acted.
 * Emits     SIGNAL, DELIVERED.
 * Formula   heard with chance signal_heard * (1 - distance / reach), reach = sp_calc_hearing_m; one keyed draw for
 *           each paper, so that a tick's length changes nothing.
 * Sources   signal.def; src/lore/sight.c.
 * Leaves out  beacons and smokes, flags, lanterns, calls misheard.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/belief.h"
#include "world/orders.h"
#include "world/papers.h"

static bool can_be_called(const sp_world *w, int32_t m, bool *gun) {
  if (w->message.state[m] != SP_MESSAGE_RIDING || w->message.kind[m] != SP_MESSAGE_ORDER || w->message.node[m] >= 0 || w->message.leg[m] != SP_NO_LEG) return false;
  int32_t o = w->message.order[m], from = w->message.from_hq[m], to = w->message.to_hq[m];
  if (o < 0 || w->hq.superior[to] != from || !w->hq.alive[to]) return false;
  sp_verb verb = (sp_verb)w->order.verb[o];
  bool stand = verb == SP_VERB_HALT || (verb == SP_VERB_CAMP && w->order.goal_node[o] < 0);
  int32_t f = w->hq.formation[from];
  *gun = stand && w->formation.light_guns[f] + w->formation.heavy_guns[f] > 0;
  bool after_them = verb == SP_VERB_PURSUE && w->order.goal_node[o] < 0 && w->order.via_node[o * 4] < 0 && w->order.follow[o] == SP_FOLLOW_ENEMY && w->order.ask[o] == 0; /* and no more than that: no quarter cannot be drummed */
  return stand || after_them || verb == SP_VERB_CAMP || verb == SP_VERB_MARCH;
}

static double reach_over(const sp_tick *t, int32_t hq, bool gun) {
  int32_t r = sp_formation_region(t->world, t->world->hq.formation[hq]);
  return sp_calc_hearing_m(t->k, t->world->region.rain_mm_h[r], t->world->region.wind_m_s[r], gun);
}

static void call(sp_tick *t, int32_t m, bool gun) {
  sp_world *w = t->world;
  int32_t from = w->message.from_hq[m], to = w->message.to_hq[m];
  double dx = w->hq.x[from] - w->hq.x[to], dy = w->hq.y[from] - w->hq.y[to], distance = sp_sqrt(dx * dx + dy * dy);
  double reach = sp_min(reach_over(t, from, gun), reach_over(t, to, gun));
  if (distance >= reach) return;
  double chance = t->k->signal_heard * (1.0 - distance / reach);
  sp_dice once = {t->dice.seed, 0};
  if (sp_uniform(&once, w->message.key[m], SP_STREAM_SIGNAL, 0) >= chance) return;
  w->message.signal[m] = 1;
  sp_paper_emit(w, SP_EVENT_SIGNAL, m, sp_hq_formation_key(w, from), sp_hq_formation_key(w, to), w->message.sent[m], distance);
  sp_paper_deliver(w, m, w->message.sent[m]);
  w->message.acted[m] = sp_max_i64(w->message.sent[m], t->from + 1);
}

void sp_rule_signal(sp_tick *t) {
  bool gun;
  for (int32_t m = 0; m < sp_used(t->world, SP_TABLE_MESSAGE); m++)
    if (can_be_called(t->world, m, &gun)) call(t, m, gun);
}
