/* bridge.c - floating bridges are built, bridges of all sorts are broken.
 *
 * Models   bodies that stand at a crossing with orders to bridge it: boats first, those that lie there and those in their
 *          trains, timber for the rest; batches of bridges side by side, as many as the hands can man; night, and an enemy
 *          near. Bodies with orders to break: at once, or when nobody of theirs is still to come; boats saved where there
 *          is time, else cut adrift or burnt.
 * Reads    formation.verb, goal_node, activity, places, legs; light; combat.bridge_at, bridge_count, bridge_how; widths; wood about.
 * Writes   ford.bridges, broken, boats_in, begun, begun_at, built_before, needed_mh, done_mh, fallen, fate; combat.bridge_at,
 *          bridge_count; formation.verb; boats through the ledger.
 * Emits    BRIDGE_BEGUN, BRIDGE_HALF, BRIDGE_READY, BREAK_BEGUN, BRIDGE_BROKEN.
 * Formula  src/lore/bridge.c. The work of a batch is drawn once, keyed by the crossing and how many batches there were before,
 *          so that no length of tick changes it. Work goes on evenly within a tick; what is finished in it is finished in
 *          its minute. All who build at a crossing work on one batch; two sides at one crossing shoot rather than build.
 *          A bridge on which anybody stands is not broken; of several, one after the other.
 * Sources  bridge.def.
 * Leaves out  boats sought along the river, felling parties as bodies of their own, tolls
 *          of the work on the men, who holds the bridgehead; a body that camps on the very spot of a crossing may leave it by either bank.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"
#include "world/orders.h"
#include "world/passage.h"
#include "world/ride.h"
#include "world/scratch.h"

#define DONE_MH 1e-6

/* Those who work at one crossing: a stretch of the list, which stands in order of crossing and key. */
typedef struct crew {
  const int32_t *body;
  size_t count;
  int32_t crossing, side; /* -1: of more than one side */
  double men;
  bool haste; /* an enemy is near */
} crew;

static bool at_work(const sp_world *w, int32_t i) {
  uint8_t verb = w->formation.verb[i], activity = w->formation.activity[i];
  bool rests = activity == SP_HALTED_IN_COLUMN || activity == SP_IN_CAMP;
  return (verb == SP_VERB_BRIDGE || verb == SP_VERB_BREAK) && w->formation.goal_node[i] < 0 && rests && w->formation.crossing[i] < 0 && !w->formation.in_contact[i] && w->combat.engagement[i] < 0 && w->combat.stance[i] == SP_STEADY;
}

static void lay_down(sp_world *w, int32_t i) {
  w->combat.bridge_at[i] = w->combat.bridge_count[i] = 0;
  w->combat.bridge_how[i] = 0;
  if (w->formation.verb[i] == SP_VERB_BRIDGE || w->formation.verb[i] == SP_VERB_BREAK) w->formation.verb[i] = SP_VERB_NONE;
}

static int by_crossing(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  if (w->combat.bridge_at[a] != w->combat.bridge_at[b]) return w->combat.bridge_at[a] < w->combat.bridge_at[b] ? -1 : 1;
  return w->formation.key[a] < w->formation.key[b] ? -1 : w->formation.key[a] > w->formation.key[b];
}

static void tell(sp_tick *t, const crew *k, sp_event_type type, double into_min, int32_t a, int32_t b, int32_t c, double value) {
  sp_world *w = t->world;
  int32_t lead = k->body[0], node = t->model->crossing[k->crossing].node;
  sp_xy at = t->model->node[node].at;
  sp_emit(w, (sp_event){.minute = sp_minute_into(t, into_min), .type = (uint16_t)type, .side = w->formation.side[lead], .node = node, .subject = w->formation.key[lead], .object = t->model->crossing[k->crossing].key, .a = a, .b = b, .c = c, .value = value, .x_m = at.x, .y_m = at.y});
}

static bool enemy_near(const sp_tick *t, const crew *k) {
  const sp_world *w = t->world;
  sp_xy at = t->model->node[t->model->crossing[k->crossing].node].at;
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) {
    bool hostile = w->formation.alive[j] && w->formation.side[j] != k->side && w->combat.stance[j] <= SP_WAVERING && sp_men_of(w, j) > 0;
    if (hostile && sp_column_distance_m(w, j, at, NULL) <= t->k->bridge_haste_m) return true;
  }
  return false;
}

/* ---- boats */

static int32_t boats_at(const sp_world *w, int32_t c) { return sp_count_of_arm(w, w->ford.first_strength[c], SP_ARM_BOAT); }

/* So many boats at the crossing that carry nothing yet, as far as the builders' trains have them. */
static int32_t gather_boats(sp_tick *t, const crew *k, int32_t wanted) {
  sp_world *w = t->world;
  int32_t lie = boats_at(w, k->crossing) - w->ford.boats_in[k->crossing];
  for (size_t n = 0; n < k->count && lie < wanted; n++) {
    int32_t i = k->body[n];
    lie += sp_transfer_arm(w, w->formation.first_strength[i], sp_in_formation(i), sp_at_ford(k->crossing), SP_ARM_BOAT, wanted - lie, SP_CAUSE_BRIDGED);
  }
  return sp_min_i32(lie, wanted);
}

/* ---- building */

static double width_of(const sp_tick *t, int32_t c) { return t->model->river[t->model->crossing[c].river].width_m; }

static double luck_of(const sp_tick *t, int32_t c) {
  sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)t->world->ford.built_before[c]};
  return sp_exp(t->k->bridge_sigma * sp_normal_of(sp_uniform(&dice, t->model->crossing[c].key, SP_STREAM_BRIDGE, 0)));
}

static void begin_batch(sp_tick *t, const crew *k, int32_t batch, double hands_per_min, double into_min) {
  sp_world *w = t->world;
  int32_t c = k->crossing;
  int32_t boats = batch * sp_calc_bridge_boats(t->k, width_of(t, c)), have = gather_boats(t, k, boats);
  double share = boats > 0 ? (double)have / boats : 1.0;
  w->ford.begun[c] = batch;
  w->ford.needed_mh[c] = batch * sp_calc_bridge_man_h(t->k, width_of(t, c), share, sp_wood_about(t->model, c)) * luck_of(t, c);
  w->ford.done_mh[c] = 0.0;
  w->ford.begun_at[c] = sp_minute_into(t, into_min);
  w->ford.built_before[c]++;
  w->ford.fate[c * 2] = have; /* to go into them */
  tell(t, k, SP_EVENT_BRIDGE_BEGUN, into_min, batch, have, sp_to_i32(k->men), w->ford.needed_mh[c] / sp_max(1e-9, 60.0 * hands_per_min));
}

static void finish_batch(sp_tick *t, const crew *k, double into_min) {
  sp_world *w = t->world;
  int32_t c = k->crossing, batch = w->ford.begun[c];
  w->ford.bridges[c] += batch;
  w->ford.boats_in[c] = sp_min_i32(boats_at(w, c), w->ford.boats_in[c] + w->ford.fate[c * 2]);
  w->ford.begun[c] = w->ford.fate[c * 2] = 0;
  tell(t, k, SP_EVENT_BRIDGE_READY, into_min, batch, sp_passage_bridges(w, c), 0, (double)(sp_minute_into(t, into_min) - w->ford.begun_at[c]) / 60.0);
  w->ford.needed_mh[c] = w->ford.done_mh[c] = 0.0;
  w->ford.begun_at[c] = 0;
  for (size_t n = 0; n < k->count; n++) {
    w->combat.bridge_count[k->body[n]] -= batch;
    if (w->combat.bridge_count[k->body[n]] <= 0) lay_down(w, k->body[n]);
  }
}

static double light_at(const sp_tick *t, int32_t c) { return t->world->region.light[t->model->node[t->model->crossing[c].node].region]; }
static double hands_of(const sp_tick *t, const crew *k) { return k->men * (k->haste ? t->k->bridge_haste_hands : 1.0); }

static int32_t still_wanted(const sp_world *w, const crew *k) {
  int32_t most = 0;
  for (size_t n = 0; n < k->count; n++) most = sp_max_i32(most, w->combat.bridge_count[k->body[n]]);
  return most;
}

static void build(sp_tick *t, const crew *k) {
  sp_world *w = t->world;
  int32_t c = k->crossing;
  double light = light_at(t, c), men = hands_of(t, k), now = 0.0;
  for (int32_t wanted = still_wanted(w, k); wanted > 0 && now < t->dt_min - 1e-9; wanted = still_wanted(w, k)) {
    int32_t side_by_side = w->ford.begun[c] > 0 ? w->ford.begun[c] : sp_max_i32(1, sp_min_i32(wanted, sp_to_i32(men / t->k->bridge_hands)));
    double per_min = sp_calc_bridge_hands(t->k, men, side_by_side, light) / 60.0;
    if (per_min <= 0.0) return;
    if (w->ford.begun[c] == 0) begin_batch(t, k, side_by_side, sp_calc_bridge_hands(t->k, men, side_by_side, 1.0) / 60.0, now);
    double before = w->ford.done_mh[c], left = w->ford.needed_mh[c] - before, step = sp_min(t->dt_min - now, left / per_min), half = 0.5 * w->ford.needed_mh[c];
    w->ford.done_mh[c] = before + per_min * step;
    if (before < half && w->ford.done_mh[c] >= half) tell(t, k, SP_EVENT_BRIDGE_HALF, now + (half - before) / per_min, w->ford.begun[c], 0, sp_to_i32(k->men), (w->ford.needed_mh[c] - half) / sp_max(1e-9, 60.0 * per_min));
    now += step;
    if (w->ford.done_mh[c] >= w->ford.needed_mh[c] - DONE_MH) finish_batch(t, k, now);
  }
}

/* What was only begun is left to the river; its boats lie there. */
static void abandon(sp_world *w, int32_t c) {
  if (w->ford.begun[c] == 0) return;
  w->ford.begun[c] = w->ford.fate[c * 2] = 0;
  w->ford.needed_mh[c] = w->ford.done_mh[c] = 0.0;
  w->ford.begun_at[c] = 0;
}

/* Those who began it have gone off, or been driven off. */
static void abandon_the_deserted(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    bool manned = w->ford.begun[c] == 0;
    for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION) && !manned; i++)
      manned = w->formation.alive[i] && w->combat.bridge_at[i] == c + 1 && w->formation.verb[i] == SP_VERB_BRIDGE && w->formation.goal_node[i] < 0;
    if (!manned) abandon(w, c);
  }
}

/* ---- breaking */

/* Of theirs, one that is still to pass there by the way it holds, or stands upon it. */
static bool still_to_come(const sp_tick *t, const crew *k) {
  const sp_world *w = t->world;
  int32_t node = t->model->crossing[k->crossing].node;
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) {
    if (!w->formation.alive[j] || w->formation.side[j] != k->side) continue;
    uint8_t verb = w->formation.verb[j];
    bool works = w->combat.bridge_at[j] == k->crossing + 1, rests = verb == SP_VERB_NONE || verb == SP_VERB_HALT || verb == SP_VERB_CAMP;
    double beyond = 0.0;
    if (!works && !rests && sp_head_beyond(w, j, node, &beyond) && beyond < w->formation.extent_m[j] && w->formation.leg_count[j] > 1) return true;
  }
  return false;
}

/* from_min: minutes into the tick by which the last is off it. */
static bool may_break(const sp_tick *t, const crew *k, double *from_min) {
  const sp_world *w = t->world;
  bool wait = true;
  *from_min = sp_clamp(w->scratch->ford_free_min[k->crossing], 0.0, t->dt_min);
  for (size_t n = 0; n < k->count; n++) wait = wait && (w->combat.bridge_how[k->body[n]] & SP_MANNER_AFTER_LAST);
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) {
    if (w->formation.alive[j] && w->formation.crossing[j] == k->crossing) return false;
  }
  return !wait || !still_to_come(t, k);
}

/* The boats of one bridge that is down: taken up into the first breaker's train, the enemy's as booty, or gone. */
static void account_for_boats(sp_tick *t, const crew *k, bool save, int32_t bridges) {
  sp_world *w = t->world;
  int32_t c = k->crossing, n = bridges > 1 ? w->ford.boats_in[c] / bridges : w->ford.boats_in[c];
  for (int32_t s = w->ford.first_strength[c], next; s >= 0 && n > 0; s = next) {
    next = w->strength.next[s];
    bool ours = t->model->contingent[w->strength.contingent[s]].side == k->side;
    sp_account to = !save ? sp_on_line(SP_LINE_LOST) : ours ? sp_in_formation(k->body[0]) : sp_on_line(SP_LINE_CAPTURED);
    int32_t moved = sp_transfer(w, s, sp_at_ford(c), to, SP_RANK_SOLDIER, sp_min_i32(n, w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER]), !save ? SP_CAUSE_BRIDGE_DOWN : ours ? SP_CAUSE_BRIDGED : SP_CAUSE_CAPTURED_GEAR);
    n -= moved;
    w->ford.boats_in[c] -= moved;
    w->ford.fate[c * 2 + (save ? 0 : 1)] += moved;
  }
}

static void bring_down(sp_tick *t, const crew *k, bool save, double into_min) {
  sp_world *w = t->world;
  int32_t c = k->crossing;
  w->ford.done_mh[c] = 0.0;
  w->ford.fallen[c]++;
  if (w->ford.bridges[c] > 0) {
    account_for_boats(t, k, save, w->ford.bridges[c]);
    w->ford.bridges[c]--;
  } else {
    w->ford.broken[c]++;
  }
  if (sp_passage_bridges(w, c) > 0) return;
  tell(t, k, SP_EVENT_BRIDGE_BROKEN, into_min, w->ford.fallen[c], w->ford.fate[c * 2], w->ford.fate[c * 2 + 1], (double)(sp_minute_into(t, into_min) - w->ford.begun_at[c]) / 60.0);
  w->ford.fallen[c] = w->ford.fate[c * 2] = w->ford.fate[c * 2 + 1] = 0;
  w->ford.begun_at[c] = 0;
}

static void break_down(sp_tick *t, const crew *k) {
  sp_world *w = t->world;
  int32_t c = k->crossing;
  double light = light_at(t, c), men = hands_of(t, k), now = 0.0;
  bool burn = k->haste;
  for (size_t n = 0; n < k->count; n++) burn = burn || (w->combat.bridge_how[k->body[n]] & SP_MANNER_BURN);
  if (sp_passage_bridges(w, c) > 0 && !may_break(t, k, &now)) return;
  abandon(w, c);
  double per_min = sp_calc_bridge_hands(t->k, men, 1, light) / 60.0;
  while (sp_passage_bridges(w, c) > 0 && per_min > 0.0 && now < t->dt_min - 1e-9) {
    bool floating = w->ford.bridges[c] > 0 || t->model->crossing[c].kind == SP_CROSSING_FLOATING;
    if (!w->ford.begun_at[c]) {
      w->ford.begun_at[c] = sp_minute_into(t, now);
      tell(t, k, SP_EVENT_BREAK_BEGUN, now, sp_passage_bridges(w, c), sp_to_i32(k->men), burn, 0.0);
    }
    double left = sp_max(0.0, sp_calc_bridge_break_man_h(t->k, width_of(t, c), floating, floating && !burn) - w->ford.done_mh[c]), step = sp_min(t->dt_min - now, left / per_min);
    w->ford.done_mh[c] += per_min * step;
    now += step;
    if (per_min * step >= left - DONE_MH) bring_down(t, k, !burn, now);
  }
  for (size_t n = 0; n < k->count && sp_passage_bridges(w, c) == 0; n++) lay_down(w, k->body[n]);
}

/* ---- the rule */

static void work(sp_tick *t, const int32_t *body, size_t count, sp_verb verb) {
  const sp_world *w = t->world;
  crew k = {.body = body, .count = count, .crossing = w->combat.bridge_at[body[0]] - 1, .side = w->formation.side[body[0]]};
  for (size_t n = 0; n < count; n++) {
    k.men += sp_men_of(w, body[n]);
    if (w->formation.side[body[n]] != k.side) return;
  }
  if (k.men <= 0.0) return;
  k.haste = enemy_near(t, &k);
  if (verb == SP_VERB_BRIDGE) build(t, &k);
  else break_down(t, &k);
}

void sp_rule_bridge(sp_tick *t) {
  sp_world *w = t->world;
  sp_array(int32_t) builders = {0}, breakers = {0};
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    if (!w->combat.bridge_at[i]) continue;
    uint8_t verb = w->formation.verb[i];
    bool off = !w->formation.alive[i] || (verb != SP_VERB_BRIDGE && verb != SP_VERB_BREAK);
    if (off) lay_down(w, i);
    else if (at_work(w, i) && !(verb == SP_VERB_BRIDGE ? sp_push(&builders, i) : sp_push(&breakers, i))) break; /* no memory: they rest a tick */
  }
  sp_sort(builders.data, builders.count, sizeof(int32_t), by_crossing, w);
  sp_sort(breakers.data, breakers.count, sizeof(int32_t), by_crossing, w);
  for (size_t from = 0, to; from < builders.count; from = to) {
    for (to = from + 1; to < builders.count && w->combat.bridge_at[builders.data[to]] == w->combat.bridge_at[builders.data[from]];) to++;
    work(t, builders.data + from, to - from, SP_VERB_BRIDGE);
  }
  for (size_t from = 0, to; from < breakers.count; from = to) {
    for (to = from + 1; to < breakers.count && w->combat.bridge_at[breakers.data[to]] == w->combat.bridge_at[breakers.data[from]];) to++;
    work(t, breakers.data + from, to - from, SP_VERB_BREAK);
  }
  abandon_the_deserted(t);
  sp_array_free(&builders);
  sp_array_free(&breakers);
}
