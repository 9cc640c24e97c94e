/* boat.c - bodies go by sea: on board, out, over, ashore; rafts are built on the shore.
 *
 * Models   a body with orders to embark that stands at the end of a sea lane takes boats: its own, those of others of its side
 *          at that place, rafts that lie there. Men find room first, with their patients and prisoners; then grain, light
 *          guns, horses, draught beasts, carts, heavy guns. Men for whom there is none stay as a body of their own; what
 *          else is left goes to them, else to another body of their side there, else it is lost. Then they load, wait for
 *          the wind, sail, land. A gale in the first half of the way drives them back to where they put out; in any gale
 *          boats go down, with their share of all that is on board. With the enemy near, men crowd the boats, the sooner the less order they keep:
 *          some drown, and those on board push off before the rest has a place, with what is loaded by then, patients and prisoners first. Rafts are built of timber where wood grows, else of carts.
 * Reads    verb, places, activity, contact, fights; light, wind; patients; sea lanes.
 * Writes   voyage.*; formation.activity, verb, goal_node, node, legs and points of those at sea, whom the mover leaves alone;
 *          hq.x, y; person.fate, fate_minute, formation and combat.captives of those drowned; a new body ashore, with its hunger and bread; counts through the ledger; grain and munitions through their registers.
 * Emits    EMBARKS, STAYS_ASHORE, WAITS_FOR_BOATS, WIND_BOUND, SAILS, DRIVEN_BACK, BOATS_LOST, LANDS, BOATS_RUSHED, RAFTS_BEGUN, RAFTS_READY, NO_TIMBER.
 * Formula  src/lore/boat.c. Work and way go on evenly within a tick; the dice for boats that go down are thrown on the hour,
 *          keyed by body and hour. Bodies are taken in order of key. It comes before the march: who is left ashore is a body like others by then. Nobody goes on board in a fight or with the enemy in
 *          touch: those who are engaged do not come away. At sea a body keeps orders until it is ashore, and sends no rider.
 * Sources  boat.def.
 * Leaves out  tides, ice along the shore, fights at sea, boats seen from the shore, boats seized by the enemy, several trips by one
 *          order, pilots, who of the named men was in which boat (they go down with the last).
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/birth.h"
#include "shapan/calc_supply.h"
#include "world/captured.h"
#include "world/body.h"
#include "world/munitions.h"
#include "world/ride.h"
#include "world/stores.h"
#include "world/voyage.h"
#include "world/wards.h"

enum { BORN_ASHORE = 8, TOLD_BOATS = 1, TOLD_WIND = 2 };
#define QUARTER_MIN 15
#define DONE 1e-6

static int32_t craft_kind(int32_t boats, int32_t rafts) { return boats > 0 && rafts > 0 ? 2 : rafts > 0 ? 1 : 0; }

static void tell(sp_tick *t, int32_t f, sp_event_type type, double into_min, int32_t node, sp_key object, int32_t a, int32_t b, int32_t c, double value) {
  sp_event e = sp_event_of(t->world, type, f, sp_minute_into(t, into_min));
  e.node = node;
  e.object = object;
  e.a = a;
  e.b = b;
  e.c = c;
  e.value = value;
  sp_emit(t->world, e);
}

static sp_key place_key(const sp_model *m, int32_t node) { return m->key[SP_ENTITY_PLACE][m->node[node].place]; }

/* Things of one arm to another holder; up to n. */
static int32_t move_arm(sp_world *w, int32_t f, sp_arm arm, sp_account to, int32_t n, sp_cause cause) { return sp_transfer_arm(w, w->formation.first_strength[f], sp_in_formation(f), to, arm, n, cause); }

/* ---- on board */

/* The next body of its side at the same place, in order of key, that stays there. -1: no more. */
static int32_t next_beside(const sp_world *w, int32_t f, sp_key after) {
  int32_t best = -1;
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) {
    if (j == f || !w->formation.alive[j] || w->formation.side[j] != w->formation.side[f] || w->formation.leg_count[j] > 0 || w->formation.node[j] != w->formation.node[f]) continue;
    bool stays = w->formation.verb[j] != SP_VERB_EMBARK && w->combat.engagement[j] < 0 && w->combat.stance[j] <= SP_WAVERING;
    if (stays && w->formation.key[j] > after && (best < 0 || w->formation.key[j] < w->formation.key[best])) best = j;
  }
  return best;
}

/* Craft that what is to be carried wants beyond what there is; each takes so many men. */
static int32_t lacks(const sp_tick *t, int32_t v, double want, double each) {
  double left = want - sp_calc_boat_room(t->k, sp_boats_of(t->world, t->world->voyage.formation[v]), t->world->voyage.rafts[v]);
  return sp_to_i32(sp_max(0.0, -sp_floor(-(left - DONE) / each)));
}

/* Rafts of its side that lie there and nobody is about to use; who has boats enough leaves his own. */
static void take_rafts(sp_tick *t, int32_t v, double want) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], node = w->formation.node[f], own = w->voyage.rafts[v];
  w->voyage.rafts[v] = 0;
  own = w->voyage.rafts_at[v] == node ? sp_min_i32(own, lacks(t, v, want, t->k->boat_raft_men)) : 0;
  w->voyage.rafts[v] = own;
  w->voyage.rafts_at[v] = node;
  for (int32_t u = 0; u < sp_used(w, SP_TABLE_VOYAGE); u++) {
    int32_t g = w->voyage.formation[u];
    if (u == v || !w->voyage.alive[u] || w->voyage.rafts_at[u] != node || w->formation.side[g] != w->formation.side[f] || w->voyage.stage[u] != SP_VOYAGE_ASHORE || w->formation.verb[g] == SP_VERB_EMBARK) continue;
    int32_t n = sp_min_i32(w->voyage.rafts[u], lacks(t, v, want, t->k->boat_raft_men));
    w->voyage.rafts[v] += n;
    w->voyage.rafts[u] -= n;
  }
}

static void take_boats(sp_tick *t, int32_t v, double want) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  for (int32_t j = next_beside(w, f, 0); j >= 0; j = next_beside(w, f, w->formation.key[j])) {
    if (w->formation.ready_minute[j] > t->from) continue; /* it came ashore in this very tick */
    int32_t n = lacks(t, v, want, t->k->boat_men);
    if (n <= 0) return;
    (void)move_arm(w, j, SP_ARM_BOAT, sp_in_formation(f), n, SP_CAUSE_TO_BOATS);
  }
}

/* What there is no room for, by arm; in this order they find it. */
static const sp_arm gear[] = {SP_ARM_LIGHT_GUN, SP_ARM_MOUNT, SP_ARM_DRAUGHT, SP_ARM_CART, SP_ARM_SHIELD_WAGON, SP_ARM_WAR_WAGON, SP_ARM_HEAVY_GUN};
enum { GEAR = sizeof gear / sizeof *gear };
typedef struct surplus {
  int32_t men, count[GEAR];
  int64_t grain_g;
  bool any;
} surplus;

static double room_of_arm(const sp_tick *t, sp_arm arm) {
  sp_cargo one = {.beasts = arm == SP_ARM_MOUNT || arm == SP_ARM_DRAUGHT, .light_guns = arm == SP_ARM_LIGHT_GUN, .heavy_guns = arm == SP_ARM_HEAVY_GUN, .carts = arm == SP_ARM_CART || arm == SP_ARM_SHIELD_WAGON || arm == SP_ARM_WAR_WAGON};
  return sp_calc_boat_cargo(t->k, &one);
}

static surplus surplus_of(const sp_tick *t, int32_t v) {
  const sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], men = sp_men_of(w, f);
  double others = (double)sp_patients_about(w, f) + w->combat.captives[f], room = sp_floor(sp_calc_boat_room(t->k, sp_boats_of(w, f), w->voyage.rafts[v]) + DONE);
  surplus s = {.men = sp_to_i32(sp_clamp(men + others - room, 0.0, men - 1.0))};
  double rest = sp_max(0.0, room - others - (men - s.men));
  double bags = 1000.0 * sp_bags_kg(w, f) * (men - s.men) / men, loose = sp_clamp((double)w->provision.grain_g[f] * (men - s.men) / men - bags, 0.0, rest * t->k->boat_grain_kg * 1000.0);
  s.grain_g = sp_max_i64(0, w->provision.grain_g[f] - sp_to_i64(sp_floor(bags + loose)));
  rest -= loose / (t->k->boat_grain_kg * 1000.0);
  s.any = s.men > 0 || s.grain_g > 0;
  for (int n = 0; n < GEAR; n++) {
    double each = room_of_arm(t, gear[n]);
    int32_t have = sp_count_of_arm(w, w->formation.first_strength[f], gear[n]), fits = sp_min_i32(have, sp_to_i32(sp_floor(sp_max(0.0, rest) / each + DONE)));
    rest -= fits * each;
    s.count[n] = have - fits;
    s.any = s.any || s.count[n] > 0;
  }
  return s;
}

/* Their share of the bread and their hunger, as of any who part; then so much grain as stays in all. */
static void leave_bread(sp_world *w, int32_t f, int32_t stay, int64_t grain_g) {
  sp_grain_split(w, f, stay);
  int64_t more = grain_g - w->provision.grain_g[stay];
  if (more > 0) (void)sp_store_move(w, sp_store_carried(w, f), sp_store_carried(w, stay), more);
  else if (more < 0) (void)sp_store_move(w, sp_store_carried(w, stay), sp_store_carried(w, f), -more);
}

/* Men who stay are a body of their own: `stay`, just born; else it is another body of their side, or -1. With them is what else stays. */
static void leave_ashore(sp_tick *t, int32_t v, surplus s, int32_t stay, double into) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], men = sp_men_of(w, f);
  if (s.men > 0) s.men = sp_transfer_men(w, sp_in_formation(f), sp_in_formation(stay), s.men, SP_CAUSE_DETACH);
  sp_account to = stay >= 0 ? sp_in_formation(stay) : sp_on_line(SP_LINE_LOST);
  int32_t beasts = 0, wheels = 0;
  for (int n = 0; n < GEAR; n++) {
    int32_t moved = s.count[n] > 0 ? move_arm(w, f, gear[n], to, s.count[n], stay >= 0 ? SP_CAUSE_DETACH : SP_CAUSE_LEFT_ASHORE) : 0;
    *(gear[n] == SP_ARM_MOUNT || gear[n] == SP_ARM_DRAUGHT ? &beasts : &wheels) += moved;
  }
  if (s.men > 0) sp_munitions_split(w, f, stay, (double)s.men / men);
  if (s.men > 0) leave_bread(w, f, stay, s.grain_g);
  else if (s.grain_g > 0) (void)sp_store_move(w, sp_store_carried(w, f), stay >= 0 ? sp_store_carried(w, stay) : sp_store_line_of(SP_STORE_LOST, w->formation.side[f]), s.grain_g);
  if (s.men + beasts + wheels > 0) tell(t, f, SP_EVENT_STAYS_ASHORE, into, w->formation.node[f], stay >= 0 ? w->formation.key[stay] : 0, s.men, beasts, wheels, 0.0);
}

static void enter(sp_tick *t, int32_t v, sp_voyage_stage stage, double into) {
  sp_world *w = t->world;
  w->voyage.stage[v] = (uint8_t)stage;
  w->voyage.done_min[v] = 0.0;
  w->voyage.since[v] = sp_minute_into(t, into);
}

static bool begin_loading(sp_tick *t, int32_t v, double into) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], node = w->formation.node[f];
  int32_t rafts_here = w->voyage.rafts_at[v] == node ? w->voyage.rafts[v] : 0;
  double want = sp_sea_cargo(t->world, f);
  w->voyage.rafts[v] = 0; /* boats first */
  take_boats(t, v, want);
  w->voyage.rafts[v] = rafts_here;
  take_rafts(t, v, want);
  int32_t boats = sp_boats_of(w, f), rafts = w->voyage.rafts[v];
  if (boats + rafts == 0) {
    if (!(w->voyage.told[v] & TOLD_BOATS)) tell(t, f, SP_EVENT_WAITS_FOR_BOATS, into, node, 0, 0, 0, 0, 0.0);
    w->voyage.told[v] |= TOLD_BOATS;
    return false;
  }
  surplus s = surplus_of(t, v);
  enter(t, v, SP_VOYAGE_LOADING, into);
  int32_t aboard = sp_men_of(w, f) - s.men + sp_patients_about(w, f) + w->combat.captives[f];
  tell(t, f, SP_EVENT_EMBARKS, into, node, 0, aboard, boats + rafts, craft_kind(boats, rafts), sp_calc_boat_load_min(t->k, boats, rafts) / 60.0);
  int32_t stay = s.men > 0 ? sp_give_birth(t, f, BORN_ASHORE, sp_minute_into(t, into)) : next_beside(w, f, 0);
  if (s.any && (s.men == 0 || stay >= 0)) leave_ashore(t, v, s, stay, into); /* no row in this tick: the boats lie deep */
  return true;
}

/* ---- the rush for the boats */

static int32_t part(int32_t n, double share) { return sp_min_i32(n, sp_to_i32(sp_floor(share * n + 0.5))); }

/* From the shore to the nearest formed enemy; no farther is looked. */
static double enemy_m(const sp_tick *t, int32_t f, int32_t node) {
  const sp_world *w = t->world;
  sp_xy at = t->model->node[node].at;
  double least = t->k->boat_rush_m;
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++) {
    bool threatens = w->formation.alive[g] && w->formation.side[g] != w->formation.side[f] && w->combat.stance[g] <= SP_WAVERING && !sp_at_sea(w, g) && sp_men_of(w, g) > 0 && !sp_body_beyond(w, g, at, least);
    if (threatens) least = sp_min(least, sp_column_distance_m(w, g, at, NULL));
  }
  return least;
}

/* So many men, and of everything else the share that is not loaded yet; patients and prisoners were seen to first. */
static surplus not_yet_on_board(const sp_world *w, int32_t f, int32_t men, double undone) {
  surplus s = {.men = men, .grain_g = sp_to_i64(sp_floor((double)w->provision.grain_g[f] * undone)), .any = true};
  for (int n = 0; n < GEAR; n++) s.count[n] = part(sp_count_of_arm(w, w->formation.first_strength[f], gear[n]), undone);
  return s;
}

/* On the quarters of the clock, while they load: those on board push off, whoever has no place yet stays. */
static void rush(sp_tick *t, int32_t v, double now, int32_t node) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  sp_minute minute = sp_minute_into(t, now);
  if (minute % QUARTER_MIN != 0 || minute <= t->from) return;
  double away = enemy_m(t, f, node), fear = 1.0 - away / t->k->boat_rush_m;
  if (fear <= 0.0) return;
  sp_dice dice = {t->dice.seed, (uint32_t)(minute / QUARTER_MIN)};
  double u = sp_uniform(&dice, w->formation.key[f], SP_STREAM_BOAT, 3);
  if (u >= sp_hazard(sp_calc_boat_rush_per_h(t->k, fear, w->formation.order[f]), QUARTER_MIN / 60.0)) return;
  double undone = sp_clamp(1.0 - w->voyage.done_min[v] / sp_max(1.0, sp_calc_boat_load_min(t->k, sp_boats_of(w, f), w->voyage.rafts[v])), 0.0, 1.0);
  int32_t men = sp_men_of(w, f), left = sp_min_i32(men - 1, part(men, undone));
  int32_t drowned = sp_drawn(&dice, w->formation.key[f], SP_STREAM_BOAT, 4, sp_max_i32(0, men - left - 1), t->k->boat_rush_drown);
  drowned = drowned > 0 ? sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_LOST), drowned, SP_CAUSE_DROWNED) : 0;
  int32_t stay = left > 0 ? sp_give_birth(t, f, BORN_ASHORE, minute) : -1;
  surplus s = stay >= 0 ? not_yet_on_board(w, f, left, undone) : (surplus){.men = 0}; /* no row in this tick: all push off */
  sp_event e = sp_event_of(w, SP_EVENT_BOATS_RUSHED, f, minute);
  e.node = node;
  e.a = drowned;
  e.b = s.men;
  e.value = away;
  sp_emit(w, e);
  if (s.any) leave_ashore(t, v, s, stay, now);
  enter(t, v, SP_VOYAGE_LOADED, now);
}

/* Minutes of the tick, from `now`, spent on loading or landing. */
static double handle(sp_tick *t, int32_t v, double now, int32_t node) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  double rate = sp_calc_boat_work(t->k, w->region.light[t->model->node[node].region]), left = sp_calc_boat_load_min(t->k, sp_boats_of(w, f), w->voyage.rafts[v]) - w->voyage.done_min[v];
  double step = sp_min(t->dt_min - now, sp_max(0.0, left) / rate);
  w->voyage.done_min[v] += rate * step;
  return step;
}

static bool handled(const sp_tick *t, int32_t v) {
  const sp_world *w = t->world;
  return w->voyage.done_min[v] >= sp_calc_boat_load_min(t->k, sp_boats_of(w, w->voyage.formation[v]), w->voyage.rafts[v]) - DONE;
}

/* ---- at sea */

static void place(sp_world *w, int32_t f) {
  sp_xy at = w->formation.leg_count[f] ? sp_leg_point(w->model, w->formation.leg[f * SP_LEGS], w->formation.head_m[f], NULL) : w->model->node[w->formation.node[f]].at;
  w->formation.head_x[f] = w->formation.tail_x[f] = w->hq.x[f] = at.x;
  w->formation.head_y[f] = w->formation.tail_y[f] = w->hq.y[f] = at.y;
}

static double pace_on(const sp_tick *t, sp_leg lane, bool rafts) {
  const sp_world *w = t->world;
  int32_t region = t->model->edge[sp_leg_edge(lane)].region;
  sp_xy a = t->model->node[sp_leg_start(t->model, lane)].at, b = t->model->node[sp_leg_end(t->model, lane)].at;
  double course = sp_atan2(b.x - a.x, b.y - a.y), from = w->region.wind_from_deg[region] * (SP_PI / 180.0);
  return sp_calc_boat_m_min(t->k, rafts, w->region.wind_m_s[region], -sp_cos(course - from));
}

static bool gale(const sp_tick *t, sp_leg lane, bool rafts) { return t->world->region.wind_m_s[t->model->edge[sp_leg_edge(lane)].region] > sp_calc_boat_wind_m_s(t->k, rafts); }

static bool put_out(sp_tick *t, int32_t v, sp_leg lane, double into) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], boats = sp_boats_of(w, f), rafts = w->voyage.rafts[v], node = w->formation.node[f];
  double wind = w->region.wind_m_s[t->model->edge[sp_leg_edge(lane)].region];
  if (gale(t, lane, rafts > 0)) {
    if (!(w->voyage.told[v] & TOLD_WIND)) tell(t, f, SP_EVENT_WIND_BOUND, into, node, 0, boats, rafts, 0, wind);
    w->voyage.told[v] |= TOLD_WIND;
    return false;
  }
  int32_t aboard = sp_men_of(w, f) + sp_patients_about(w, f) + w->combat.captives[f];
  tell(t, f, SP_EVENT_SAILS, into, node, place_key(t->model, w->voyage.bound_for[v]), aboard, boats + rafts, craft_kind(boats, rafts), sp_leg_length(t->model, lane) / pace_on(t, lane, rafts > 0) / 60.0);
  enter(t, v, SP_VOYAGE_SAILING, into);
  w->voyage.rafts_at[v] = -1;
  w->voyage.told[v] = w->voyage.returning[v] = 0;
  w->formation.activity[f] = SP_AT_SEA;
  w->formation.node[f] = -1;
  w->formation.leg[f * SP_LEGS] = lane;
  w->formation.leg_count[f] = w->formation.route_whole[f] = 1;
  w->formation.head_leg[f] = 0;
  w->formation.head_m[f] = w->formation.tail_m[f] = w->formation.extent_m[f] = w->formation.column_m[f] = 0.0;
  return true;
}

static double sail(sp_tick *t, int32_t v, double now) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  bool rafts = w->voyage.rafts[v] > 0;
  sp_leg *lane = &w->formation.leg[f * SP_LEGS];
  double length = sp_leg_length(t->model, *lane), *way = &w->formation.head_m[f];
  if (!w->voyage.returning[v] && *way < 0.5 * length && gale(t, *lane, rafts)) {
    *lane ^= 1u;
    *way = length - *way;
    w->voyage.returning[v] = 1;
    tell(t, f, SP_EVENT_DRIVEN_BACK, now, sp_leg_end(t->model, *lane), 0, 0, 0, 0, w->region.wind_m_s[t->model->edge[sp_leg_edge(*lane)].region]);
  }
  double pace = pace_on(t, *lane, rafts), step = sp_min(t->dt_min - now, (length - *way) / pace);
  *way = sp_min(length, *way + pace * step);
  if (*way >= length - DONE) {
    *way = length;
    w->voyage.stage[v] = SP_VOYAGE_LANDING;
    w->voyage.done_min[v] = 0.0;
  }
  w->formation.tail_m[f] = *way;
  place(w, f);
  return step;
}

static void step_ashore(sp_world *w, int32_t f, int32_t node, sp_minute at) {
  w->formation.activity[f] = SP_HALTED_IN_COLUMN;
  w->formation.ready_minute[f] = at;
  w->formation.leg_count[f] = w->formation.head_leg[f] = 0;
  w->formation.head_m[f] = w->formation.tail_m[f] = 0.0;
  w->formation.node[f] = node;
  place(w, f);
}

/* Driven back, they lie in port and put out again when they can. */
static void land(sp_tick *t, int32_t v, double into) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], node = sp_leg_end(t->model, w->formation.leg[f * SP_LEGS]), boats = sp_boats_of(w, f), rafts = w->voyage.rafts[v];
  double hours = (double)(sp_minute_into(t, into) - w->voyage.since[v]) / 60.0;
  bool back = w->voyage.returning[v];
  step_ashore(w, f, node, sp_minute_into(t, into));
  w->voyage.rafts_at[v] = node;
  w->voyage.returning[v] = 0;
  enter(t, v, back ? SP_VOYAGE_LOADED : SP_VOYAGE_ASHORE, into);
  if (back) return;
  w->voyage.bound_for[v] = -1;
  w->formation.verb[f] = SP_VERB_NONE;
  w->formation.goal_node[f] = -1;
  tell(t, f, SP_EVENT_LANDS, into, node, place_key(t->model, node), sp_men_of(w, f) + sp_patients_about(w, f) + w->combat.captives[f], boats + rafts, craft_kind(boats, rafts), hours);
}

/* ---- going down */

/* That share of everybody on board, less those who are taken up. Returns the drowned. */
static int32_t drown(sp_tick *t, int32_t f, double share, double lost_men) {
  sp_world *w = t->world;
  int32_t men = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_LOST), part(sp_men_of(w, f), lost_men), SP_CAUSE_DROWNED);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.carer[p] != f) continue;
    men += sp_transfer_men(w, sp_in_ward(w, p), sp_on_line(SP_LINE_LOST), part(w->ward.men[p], lost_men), SP_CAUSE_DROWNED);
    sp_ward_close_if_empty(w, p);
  }
  for (int n = 0; n < GEAR; n++) (void)move_arm(w, f, gear[n], sp_on_line(SP_LINE_LOST), part(sp_count_of_arm(w, w->formation.first_strength[f], gear[n]), share), SP_CAUSE_DROWNED);
  sp_captured kinds = {0};
  int32_t captives = sp_captured_leave(w, &kinds, f, part(w->combat.captives[f], lost_men), t->to, SP_LINE_LOST, SP_CAUSE_DROWNED);
  sp_captured_free(&kinds);
  int64_t grain = sp_to_i64(sp_floor((double)w->provision.grain_g[f] * share));
  if (grain > 0) (void)sp_store_move(w, sp_store_carried(w, f), sp_store_line_of(SP_STORE_LOST, w->formation.side[f]), grain);
  sp_munitions_lose(w, f, share);
  return men + captives;
}

/* Nobody is left. The named men go with the rest; the empty body is put where it came from. */
static void all_lost(sp_tick *t, int32_t v) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++) {
    if (w->person.formation[p] != f || w->person.fate[p] != SP_FATE_WITH_ARMY) continue;
    w->person.fate[p] = SP_FATE_MISSING;
    w->person.fate_minute[p] = t->to;
  }
  w->hq.person[f] = -1;
  sp_leg lane = w->formation.leg[f * SP_LEGS];
  step_ashore(w, f, w->voyage.returning[v] ? sp_leg_end(t->model, lane) : sp_leg_start(t->model, lane), t->to);
  w->formation.verb[f] = SP_VERB_NONE;
  w->voyage.bound_for[v] = -1;
  enter(t, v, SP_VOYAGE_ASHORE, t->dt_min);
}

static void an_hour_at_sea(sp_tick *t, int32_t v) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], boats = sp_boats_of(w, f), rafts = w->voyage.rafts[v];
  double wind = w->region.wind_m_s[t->model->edge[sp_leg_edge(w->formation.leg[f * SP_LEGS])].region];
  double boat_risk = sp_hazard(sp_calc_boat_founder_per_h(t->k, false, wind), 1.0), raft_risk = sp_hazard(sp_calc_boat_founder_per_h(t->k, true, wind), 1.0);
  if (boat_risk + raft_risk <= 0.0) return;
  sp_dice hour = {t->dice.seed, (uint32_t)(t->to / 60)};
  int32_t sunk = sp_drawn(&hour, w->formation.key[f], SP_STREAM_BOAT, 0, boats, boat_risk);
  int32_t gone = sp_drawn(&hour, w->formation.key[f], SP_STREAM_BOAT, 1, rafts, raft_risk);
  if (sunk + gone == 0) return;
  bool all = sunk == boats && gone == rafts;
  double share = all ? 1.0 : sp_calc_boat_room(t->k, sunk, gone) / sp_calc_boat_room(t->k, boats, rafts);
  int32_t drowned = drown(t, f, share, all ? 1.0 : share * (1.0 - t->k->boat_saved));
  (void)move_arm(w, f, SP_ARM_BOAT, sp_on_line(SP_LINE_LOST), sunk, SP_CAUSE_DROWNED);
  w->voyage.rafts[v] -= gone;
  tell(t, f, SP_EVENT_BOATS_LOST, t->dt_min, -1, 0, drowned, sunk + gone, craft_kind(sunk, gone), sp_men_of(w, f));
  if (all || sp_men_of(w, f) == 0) all_lost(t, v);
}

/* ---- rafts */

static bool wood_at(const sp_model *m, int32_t at) {
  const sp_node *node = &m->node[at];
  bool wood = node->cover == SP_COVER_WOOD || node->cover == SP_COVER_MIXED;
  for (int32_t h = node->first_edge; h < node->first_edge + node->edge_count; h++) {
    const sp_edge *edge = &m->edge[sp_leg_edge(m->half_edge[h].leg)];
    wood = wood || (edge->road_class != SP_ROAD_SEA && (edge->cover == SP_COVER_WOOD || edge->cover == SP_COVER_MIXED));
  }
  return wood;
}

/* What is finished is finished in its minute; a cart is broken up when its raft is begun. */
static void build(sp_tick *t, int32_t v, double now) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v], node = w->formation.node[f], carts = sp_to_i32(t->k->boat_raft_carts);
  bool wood = wood_at(t->model, node);
  double room = (w->voyage.rafts_wanted[v] + w->voyage.rafts_built[v]) * t->k->boat_raft_hands; /* all lie on the shore at once */
  double each = sp_calc_boat_raft_man_h(t->k), men = sp_min((double)sp_men_of(w, f), room);
  double per_min = men * sp_calc_boat_work(t->k, w->region.light[t->model->node[node].region]) / 60.0;
  if (w->voyage.rafts_at[v] != node) w->voyage.rafts[v] = 0;
  w->voyage.rafts_at[v] = node;
  while (w->voyage.rafts_wanted[v] > 0 && now < t->dt_min - DONE) {
    if (w->voyage.raft_mh[v] <= 0.0 && !wood && move_arm(w, f, SP_ARM_CART, sp_on_line(SP_LINE_LOST), carts, SP_CAUSE_BROKEN_UP) < carts) {
      tell(t, f, SP_EVENT_NO_TIMBER, now, node, 0, w->voyage.rafts_wanted[v], 0, 0, 0.0);
      w->voyage.rafts_wanted[v] = 0;
      break;
    }
    if (w->voyage.rafts_built[v] == 0 && w->voyage.raft_mh[v] <= 0.0) {
      w->voyage.since[v] = sp_minute_into(t, now);
      tell(t, f, SP_EVENT_RAFTS_BEGUN, now, node, 0, w->voyage.rafts_wanted[v], !wood, sp_to_i32(men), w->voyage.rafts_wanted[v] * each / sp_max(men, 1.0));
    }
    double step = sp_min(t->dt_min - now, sp_max(0.0, each - w->voyage.raft_mh[v]) / per_min);
    w->voyage.raft_mh[v] = sp_max(DONE, w->voyage.raft_mh[v] + per_min * step);
    now += step;
    if (w->voyage.raft_mh[v] < each - DONE) break;
    w->voyage.raft_mh[v] = 0.0;
    w->voyage.rafts[v]++;
    w->voyage.rafts_built[v]++;
    if (--w->voyage.rafts_wanted[v] == 0) tell(t, f, SP_EVENT_RAFTS_READY, now, node, 0, w->voyage.rafts_built[v], w->voyage.rafts[v], 0, (double)(sp_minute_into(t, now) - w->voyage.since[v]) / 60.0);
  }
  if (w->voyage.rafts_wanted[v] == 0) w->formation.verb[f] = SP_VERB_NONE;
}

/* ---- the rule */

static void go_on(sp_tick *t, int32_t v) {
  sp_world *w = t->world;
  int32_t f = w->voyage.formation[v];
  double now = sp_clamp((double)(w->formation.start_minute[f] - t->from), 0.0, t->dt_min);
  while (now < t->dt_min - DONE) {
    bool afloat = sp_at_sea(w, f);
    sp_leg lane = afloat ? SP_NO_LEG : sp_free_to_embark(w, f) && w->voyage.bound_for[v] >= 0 ? sp_lane_between(t->model, w->formation.node[f], w->voyage.bound_for[v]) : SP_NO_LEG;
    if (!afloat && lane == SP_NO_LEG) return;
    switch ((sp_voyage_stage)w->voyage.stage[v]) {
      case SP_VOYAGE_LOADING:
        now += handle(t, v, now, w->formation.node[f]);
        if (handled(t, v)) enter(t, v, SP_VOYAGE_LOADED, now);
        else rush(t, v, now, w->formation.node[f]);
        break;
      case SP_VOYAGE_LOADED:
        if (!put_out(t, v, lane, now)) return;
        break;
      case SP_VOYAGE_SAILING: now += sail(t, v, now); break;
      case SP_VOYAGE_LANDING:
        now += handle(t, v, now, sp_leg_end(t->model, w->formation.leg[f * SP_LEGS]));
        if (handled(t, v)) land(t, v, now);
        break;
      default:
        if (!begin_loading(t, v, now)) return;
    }
  }
}

/* Orders that have been overtaken by others are put by; rows that say nothing any more are closed. */
static bool tidy(sp_world *w, int32_t v) {
  int32_t f = w->voyage.formation[v];
  uint8_t verb = w->formation.alive[f] ? w->formation.verb[f] : (uint8_t)SP_VERB_NONE;
  if (w->formation.alive[f] && sp_at_sea(w, f)) return true;
  if (verb != SP_VERB_EMBARK) {
    w->voyage.bound_for[v] = -1;
    w->voyage.stage[v] = SP_VOYAGE_ASHORE;
  }
  if (verb != SP_VERB_RAFTS) w->voyage.rafts_wanted[v] = 0;
  if (w->voyage.bound_for[v] >= 0 || w->voyage.rafts_wanted[v] > 0 || w->voyage.rafts[v] > 0) return true;
  sp_row_free(w, SP_TABLE_VOYAGE, v);
  return false;
}

void sp_rule_boat(sp_tick *t) {
  sp_world *w = t->world;
  sp_array(int32_t) list = {0};
  for (int32_t v = 0; v < sp_used(w, SP_TABLE_VOYAGE); v++)
    if (w->voyage.alive[v] && tidy(w, v) && !sp_push(&list, v)) break;
  if (list.count && sp_sort_by_key(list.data, list.count, w->voyage.key)) {
    for (size_t n = 0; n < list.count; n++) {
      int32_t v = list.data[n], f = w->voyage.formation[v];
      if (w->voyage.rafts_wanted[v] > 0 && sp_free_to_embark(w, f) && sp_lanes_to(t->model, w->formation.node[f]) && (w->formation.goal_node[f] < 0 || w->formation.goal_node[f] == w->formation.node[f]))
        build(t, v, sp_clamp((double)(w->formation.start_minute[f] - t->from), 0.0, t->dt_min));
      if (w->voyage.bound_for[v] >= 0) go_on(t, v);
      if (t->to / 60 != t->from / 60 && sp_at_sea(w, f)) an_hour_at_sea(t, v);
    }
  }
  sp_array_free(&list);
}
