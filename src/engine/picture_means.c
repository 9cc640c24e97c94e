/* picture_means.c - what one headquarters has to live on and to work with, laid out for a mind: its own men, beasts, carts and
 * stores, which it sees; the ground it stands on; the stores of its side as it last heard of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/body.h"
#include "world/earthworks.h"
#include "world/larders.h"
#include "world/munitions.h"
#include "world/stores.h"
#include "world/ways.h"

#define ROADS_ALONE 0x726f616473u /* an epoch of roads without their crossings */
#define NO_ROAD_MEN 1e9
#define WAY_LEGS 128 /* of a way that is looked along: some hundreds of kilometres */

_Static_assert(SP_DIG_DEEP == SP_MIND_DIGS_DEEP && SP_DIG_WALL == SP_MIND_DIGS_WALL, "minds know a deep ditch, and a wall that is mended");

/* Told to rest or to stand where it is, and does: not on its way, not held up on the road, not about another work. */
static bool is_stood_down(const sp_world *w, int32_t f) {
  uint8_t verb = w->formation.verb[f];
  bool rests = verb == SP_VERB_NONE || verb == SP_VERB_CAMP || verb == SP_VERB_HOLD;
  return rests && w->hq.invests[f] < 0 && w->formation.next_order[f] < 0 && w->combat.ambush[f] == SP_AMBUSH_NONE && w->combat.engagement[f] < 0 && sp_stands_still(w, f);
}

/* What ditches and walls about it take of an onset from where the nearest enemy is believed. */
static double cover_of(const sp_world *w, const sp_picture *p, int32_t f) {
  sp_xy way = {1.0, 0.0};
  double least = -1.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    double d = sp_mind_apart(p->at, p->body[n].at);
    if (p->body[n].friendly || d <= 0.0 || (least >= 0.0 && d >= least)) continue;
    least = d;
    way = (sp_xy){(p->body[n].at.x - p->at.x) / d, (p->body[n].at.y - p->at.y) / d};
  }
  sp_works_use works = sp_works_about(w, f, way), wall = sp_wall_about(w, f);
  return sp_clamp(sp_max(sp_max(works.cover, works.ditch), sp_max(wall.cover * wall.ring, wall.wall)), 0.0, 1.0);
}

/* A breach in the wall about him, which he sees from within. */
static void see_breach(const sp_world *w, int32_t f, sp_means *m) {
  const sp_constants *k = &w->constants;
  int32_t i = w->model->wall_count > 0 ? sp_wall_of(w, f) : -1;
  double metres = i >= 0 ? w->wall.breach_m[i] : 0.0;
  if (metres <= 0.0) return;
  double men = sp_max_i32(0, sp_men_of(w, f) - sp_guards_of(w, f)), tools = sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_TOOL);
  double per_h = sp_calc_repair_m_h(k, sp_calc_works_diggers(k, men, tools > 0.0 ? tools : k->works_tool_share * men), metres, 1.0);
  m->breach = sp_min(1.0, metres / k->siege_breach_enough_m);
  m->mend_h = per_h > 0.0 ? metres / per_h : 1e6;
}

static void see_spades(const sp_world *w, const sp_picture *p, int32_t f, sp_means *m) {
  m->stood_down = is_stood_down(w, f);
  m->digs = w->hq.dig[f];
  if (!m->stood_down) return;
  m->cover = cover_of(w, p, f);
  see_breach(w, f, m);
  m->dig_h[0] = sp_own_front_h(w, f, w->constants.works_shallow_m);
  m->dig_h[1] = sp_own_front_h(w, f, w->constants.works_deep_m);
}

/* ---- bread and powder */

/* Who feed apart and have less than half as many days as the body has; those who have more than it has. Told to share, they have alike. */
static void see_larders(const sp_world *w, int32_t f, sp_means *m) {
  double men = sp_men_of(w, f), hungry = 0.0, full = 0.0;
  int32_t own = w->formation.contingent[f];
  if (!sp_feeds_apart(w, f) || men <= 0.0) return;
  bool shared = false;
  for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) {
    double n = sp_larder_men(w, r), days = sp_larder_days(w, r);
    shared = shared || w->larder.shares[r];
    if (n <= 0.0) continue;
    if (days < 0.5 * m->bread_days) hungry += n, m->hungry_days += n * days;
    if (days <= m->bread_days) continue;
    full += n;
    m->full_days += n * days;
    m->own_full = m->own_full || (own >= 0 && w->model->contingent[own].feeds + 1 == w->larder.contingent[r]);
  }
  m->unequal = !shared && hungry > 0.0 && full > 0.0;
  if (!m->unequal) return;
  m->hungry_share = hungry / men;
  m->hungry_days /= hungry;
  m->full_share = full / men;
  m->full_days /= full;
}

static void see_bread(const sp_world *w, int32_t f, sp_means *m) {
  m->eats = sp_eats(w, f);
  if (!m->eats) return;
  sp_column column = sp_column_of(w, f), carts = {.carts = column.carts};
  double all = (double)sp_can_carry_g(w, f);
  m->need_g = (double)sp_bread_of_men_g(w, f);
  m->beasts_g = (double)sp_bread_of_beasts_g(w, f);
  m->bread_days = sp_bread_days(w, f);
  m->carried_g = (double)w->provision.grain_g[f];
  m->room_g = sp_max(0.0, all - m->carried_g);
  m->cart_share = all > 0.0 ? sp_min(1.0, 1000.0 * sp_calc_carried_kg(&w->constants, &carts) / all) : 0.0;
  m->withheld = w->provision.withheld[f];
  m->missed = w->provision.missed[f];
  m->forbidden_to_forage = w->provision.foraging[f] == SP_FORAGES_NEVER;
  m->carts = w->formation.carts[f];
  m->led = sp_max_i32(0, w->formation.mounts[f] - w->formation.mounted[f]);
  m->idle_draught = sp_max_i32(0, w->formation.draught[f] - sp_to_i32(w->formation.carts[f] * w->constants.provision_team));
  m->unloads_here = sp_unloads_at(w, f) >= 0;
  see_larders(w, f, m);
}

static void see_powder(const sp_world *w, int32_t f, sp_means *m) {
  m->powder_told = w->model->side[w->formation.side[f]].munitioned;
  m->pouches = w->combat.powder[f];
  double full = m->powder_told ? sp_issue_full_g(w, f) : 0.0;
  m->train_g = (double)w->munition.powder_g[f];
  m->train_room_g = m->powder_told ? (double)sp_powder_room_g(w, f) : 0.0;
  m->train_issues = full > 0.0 ? m->train_g / full : 0.0;
  m->train_room_issues = full > 0.0 ? m->train_room_g / full : 0.0;
  m->grenades = w->combat.grenades[f];
  m->grenades_tried = w->munition.tried[f];
  m->grenades_failed = w->munition.failed[f];
}

/* ---- stores, as far as he knows */

static bool nearer(const sp_picture *p, const sp_known_store *a, const sp_known_store *b) {
  double x = sp_mind_apart(p->at, a->at), y = sp_mind_apart(p->at, b->at);
  return x < y || (x <= y && a->depot < b->depot);
}

static void put_store(const sp_picture *p, sp_means *m, const sp_known_store *s) {
  int32_t at = m->store_count < SP_KNOWN_STORES ? m->store_count++ : SP_KNOWN_STORES - 1;
  if (at == SP_KNOWN_STORES - 1 && m->store_count == SP_KNOWN_STORES && m->store[at].depot && nearer(p, &m->store[at], s)) return;
  for (; at > 0 && nearer(p, s, &m->store[at - 1]); at--) m->store[at] = m->store[at - 1];
  m->store[at] = *s;
}

static void know_stores(const sp_tick *t, int32_t hq, const sp_books *books, sp_picture *p) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    sp_store_note note;
    if (!w->depot.alive[d] || !sp_store_noted(w, books, hq, d, &note) || note.side != w->hq.side[hq]) continue;
    if (note.grain_g <= 0 && note.powder_g <= 0 && note.grenades <= 0) continue;
    sp_xy at = {w->depot.x[d], w->depot.y[d]};
    sp_known_store s = {.depot = w->depot.key[d], .luck = sp_key_pair(w->model->node[w->depot.node[d]].key, w->depot.outside[d]), .at = at, .grain_g = (double)note.grain_g, .powder_g = (double)note.powder_g, .grenades = note.grenades, .seen = note.seen,
                        .in_reach = sp_body_within(w, f, at, w->constants.depot_reach_m)};
    put_store(p, &p->means, &s);
  }
}

/* How far a spot lies off a piece of a way; who is passed before the first step is left behind. */
static double off_line(sp_xy at, sp_xy from, sp_xy to, bool first) {
  double along;
  sp_xy nearest = sp_nearest_on_segment(at, from, to, &along);
  return first && along <= 0.0 ? 1e12 : sp_mind_apart(at, nearest);
}

/* The nearest store as the crow flies may lie behind the enemy as men march. Whether far fords are passable he does not know: the
 * way is looked for as if they were. Where no road leads, every enemy bars it. */
static void look_along_roads(const sp_tick *t, int32_t hq, sp_picture *p) {
  sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  double far[sizeof p->body / sizeof *p->body];
  sp_column column = sp_column_of(w, f);
  sp_route_costs costs = *sp_ways_costs(w, sp_mover_of(&column));
  costs.node_min = NULL;
  costs.epoch = sp_hash_mix(costs.edge_epoch, ROADS_ALONE);
  costs.edge_epoch = 0;
  int32_t from = sp_nearest_node(t->model, p->at);
  for (int32_t s = 0; s < p->means.store_count; s++) {
    sp_known_store *store = &p->means.store[s];
    if (store->in_reach) continue;
    sp_leg leg[WAY_LEGS];
    sp_route_query q = {.from_node = from, .goal_node = sp_nearest_node(t->model, store->at), .avoid_leg = SP_NO_LEG, .mover = sp_mover_of(&column), .costs = &costs, .tie_key = w->formation.key[f]};
    int32_t n = sp_min_i32(sp_route(w->routes, &q, leg, WAY_LEGS, NULL), WAY_LEGS);
    if (n < 0) {
      store->threat_men = NO_ROAD_MEN;
      continue;
    }
    for (int32_t b = 0; b < p->body_count; b++) far[b] = t->k->mind_road_m;
    sp_xy here = p->at;
    for (int32_t k = 0; k <= n; k++) {
      sp_xy next = k < n ? t->model->node[sp_leg_end(t->model, leg[k])].at : store->at;
      for (int32_t b = 0; b < p->body_count; b++) far[b] = sp_min(far[b], off_line(p->body[b].at, here, next, k == 0));
      here = next;
    }
    for (int32_t b = 0; b < p->body_count; b++) {
      const sp_known_body *enemy = &p->body[b];
      if (enemy->friendly || enemy->shape == SP_SHAPE_FLEEING || enemy->confidence < t->k->mind_trust) continue;
      store->threat_men = sp_max(store->threat_men, (double)enemy->men * (1.0 - far[b] / t->k->mind_road_m));
    }
  }
}

void sp_picture_means(const sp_tick *t, int32_t hq, const sp_books *books, sp_picture *p) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  p->means = (sp_means){.looked = true, .free_to = sp_stands_free(w, f)};
  p->means.busy = w->provision.task[f] != SP_CHORE_NONE || w->munition.task[f] != SP_CHORE_NONE || w->munition.trial[f] > 0;
  p->means.sets_off = !p->self.marches && ((p->self.task == SP_TASK_GO && p->self.act == SP_ACT_ORDERS) || p->self.act == SP_ACT_FALL_BACK) && (sp_verb)w->formation.verb[f] == SP_VERB_MARCH;
  see_spades(w, p, f, &p->means);
  see_bread(w, f, &p->means);
  see_powder(w, f, &p->means);
  if (books) know_stores(t, hq, books, p);
  if (p->means.store_count > 0) look_along_roads(t, hq, p);
}
