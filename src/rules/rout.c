/* rout.c - broken bodies run.
 *
 * Models   flight along the roads, away from the enemy and towards friends; carts and guns (some spoilt, the rest the taker's), then armour, then arms thrown away; men
 *          who leave the road for the hills; fugitives who run through formed friends and shake them.
 * Reads    combat.stance, since, broken_by; the headquarters' picture (where friends are); ground, light; who chases.
 * Writes   formation.verb, goal_node, through_night, follow, via, pace (flight is their order now), commander_share by turning about;
 *          combat.shed, broke_at, ran_into, left_road, posture; combat.shaken of those run through; repute.guns of the taker; pools; counts through the ledger.
 * Emits    SHEDS, GUNS_LOST, SCATTERS, RUN_THROUGH.
 * Formula  refuge: of the friends it knows of, else of the places about, the nearest by road whose way does not lead past the enemy.
 *          Shedding is a hazard for the next thing, leaving the road one for each man; dice on the marks of the fight's clock. Running
 *          through friends shakes them by rout_through_shaken times the fugitives' share in the crowd, half for those who have orders.
 * Sources  rout.def; src/lore/pursuit.c.
 * Leaves out  panic among carts at a bridge, fugitives who take by-ways in small bands, men who rob friends on the way.
 * SPDX-License-Identifier: Apache-2.0 */

#include "rules/refuge.h"
#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/near.h"
#include "world/pools.h"
#include "world/ride.h"
#include "world/ways.h"

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, sp_key object, int32_t a, int32_t b) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = object, .a = a, .b = b, .x_m = w->formation.tail_x[i], .y_m = w->formation.tail_y[i]});
}

static bool stands_in_order(const sp_world *w, int32_t f) { return w->combat.stance[f] == SP_STEADY || w->combat.stance[f] == SP_WAVERING; }

static void run(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t enemy = sp_feared(t, i);
  w->formation.verb[i] = SP_VERB_FLEE;
  w->formation.follow[i] = 0;
  w->formation.pace[i] = SP_PACE_ORDINARY;
  w->formation.through_night[i] = 1;
  w->formation.start_minute[i] = t->to;
  for (int n = 0; n < 4; n++) w->formation.via_node[i * 4 + n] = -1;
  w->formation.goal_node[i] = sp_refuge_of(t, i, enemy);
}

static void begin_flight(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  w->combat.broke_at[i] = w->combat.since[i] > 0 ? w->combat.since[i] : t->to;
  w->combat.posture[i] = SP_POSTURE_AVOID;
  w->combat.engagement[i] = -1;
  w->combat.hunted[i] = 0.0;
  w->combat.ran_into[i] = 0;
  run(t, i);
}

/* ---- what is thrown away */

static int32_t hunter_of(const sp_world *w, int32_t i) {
  int32_t best = -1, count;
  const int32_t *chaser = sp_chasers(w, &count);
  for (int32_t n = 0; n < count; n++) {
    int32_t f = chaser[n];
    if (w->formation.alive[f] && w->combat.chasing[f] == w->formation.key[i] && (best < 0 || w->formation.key[f] < w->formation.key[best])) best = f;
  }
  return best;
}

/* Guns that their crews spoil before they leave them: a nail in the touch-hole, a wheel hewn through. */
static int32_t spoilt(const sp_tick *t, int32_t i, int32_t guns, uint32_t kind, sp_minute minute) {
  sp_dice dice = sp_step_dice(t->dice.seed, minute);
  return guns > 0 ? sp_to_i32((double)sp_binomial_of(sp_uniform(&dice, t->world->formation.key[i], SP_STREAM_SCATTER, 8 + kind), guns, t->k->rout_guns_spoilt)) : 0;
}

/* Everything on wheels, the beasts before it, and what is only in the way. */
static void leave_wheels(sp_tick *t, int32_t i, int32_t taker, sp_minute minute) {
  sp_world *w = t->world;
  int32_t carts = w->formation.carts[i], light = w->formation.light_guns[i], heavy = w->formation.heavy_guns[i];
  sp_column column = sp_column_of(w, i);
  int32_t harness = sp_max_i32(0, w->formation.draught[i] - sp_to_i32(sp_calc_loose_beasts(t->k, &column)));
  sp_account to = sp_on_line(taker >= 0 ? SP_LINE_CAPTURED : SP_LINE_LOST);
  sp_cause cause = taker >= 0 ? SP_CAUSE_CAPTURED_GEAR : SP_CAUSE_THROWN_AWAY;
  for (int32_t s = w->formation.first_strength[i], next; s >= 0; s = next) {
    next = w->strength.next[s];
    sp_arm_category category = sp_arm_category_of[w->strength.arm[s]];
    int32_t n = w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER];
    if (w->strength.arm[s] == SP_ARM_DRAUGHT) {
      n = sp_min_i32(n, harness);
      harness -= n;
    } else if (category != SP_CATEGORY_VEHICLE && category != SP_CATEGORY_GUN && category != SP_CATEGORY_GEAR) continue;
    if (category == SP_CATEGORY_GUN && taker >= 0) {
      int32_t bad = sp_transfer(w, s, sp_in_formation(i), sp_on_line(SP_LINE_LOST), SP_RANK_SOLDIER, spoilt(t, i, n, w->strength.arm[s], minute), SP_CAUSE_THROWN_AWAY);
      if (w->strength.arm[s] == SP_ARM_LIGHT_GUN) light -= bad;
      else heavy -= bad;
      n -= bad;
      if (n <= 0) continue;
    }
    sp_transfer(w, s, sp_in_formation(i), to, SP_RANK_SOLDIER, n, cause);
  }
  if (carts + light + heavy > 0) emit(t, i, SP_EVENT_SHEDS, minute, 0, 1, carts + light + heavy);
  if (taker >= 0) w->repute.guns[taker] += light + heavy;
  if (light + heavy > 0 && taker >= 0) emit(t, i, SP_EVENT_GUNS_LOST, minute, w->formation.key[taker], light, heavy);
}

static int32_t men_in_armour(const sp_world *w, int32_t i) {
  int32_t men = 0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    uint8_t sort = w->strength.troop_class[s];
    if (!sp_arm_is_man((sp_arm)w->strength.arm[s]) || (sort != SP_CLASS_ARMOURED && sort != SP_CLASS_GUARDS && sort != SP_CLASS_RETAINERS)) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) men += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return men;
}

static bool has_wheels(const sp_world *w, int32_t i) { return w->formation.carts[i] + w->formation.light_guns[i] + w->formation.heavy_guns[i] > 0; }

static void throw_away(sp_tick *t, int32_t i, int32_t hunter, sp_minute minute) {
  sp_world *w = t->world;
  double *shed = &w->combat.shed[i], per_h = t->k->rout_shed_per_h * (1.0 + (hunter >= 0 ? t->k->rout_shed_pursued : 0.0));
  if (*shed >= 1.0) return;
  sp_dice dice = sp_step_dice(t->dice.seed, minute);
  if (sp_uniform(&dice, w->formation.key[i], SP_STREAM_SCATTER, 1) >= sp_hazard(per_h, SP_FIGHT_STEP_MIN / 60.0)) return;
  if (*shed < 0.25 && !has_wheels(w, i)) *shed = 0.25;
  if (*shed >= 0.25 && *shed < 0.5 && men_in_armour(w, i) == 0) *shed = 0.5;
  *shed = sp_min(1.0, *shed + 0.25);
  if (*shed <= 0.25) {
    leave_wheels(t, i, hunter, minute);
    sp_forget_way(w, i); /* men without wheels know shorter ways */
  } else if (*shed <= 0.5) emit(t, i, SP_EVENT_SHEDS, minute, 0, 2, men_in_armour(w, i));
  else emit(t, i, SP_EVENT_SHEDS, minute, 0, 3, sp_men_of(w, i) / 2);
}

/* ---- into the hills */

static void leave_the_road(sp_tick *t, int32_t i, double pursued, sp_minute minute) {
  sp_world *w = t->world;
  int32_t edge = sp_formation_edge(w, i), node = w->formation.node[i];
  sp_relief relief = (sp_relief)(edge >= 0 ? t->model->edge[edge].relief : t->model->node[node].relief);
  sp_cover cover = (sp_cover)(edge >= 0 ? t->model->edge[edge].cover : t->model->node[node].cover);
  double per_h = sp_calc_scatter_per_h(t->k, relief, cover, w->region.light[sp_formation_region(w, i)], pursued) * sp_luck_in_flight(w, i);
  sp_dice dice = sp_step_dice(t->dice.seed, minute);
  double u = sp_uniform(&dice, w->formation.key[i], SP_STREAM_SCATTER, 0);
  int32_t men = (int32_t)sp_binomial_of(u, sp_men_of(w, i), sp_hazard(per_h, SP_FIGHT_STEP_MIN / 60.0));
  if (men <= 0) return;
  int32_t p = sp_pool_near(w, i, sp_tail_of(w, i));
  if (p < 0) p = sp_pool_new(w, i, minute, SP_POOL_SCATTERED);
  if (p < 0) return;
  w->combat.left_road[i] += sp_transfer_men(w, sp_in_formation(i), sp_in_pool(p), men, SP_CAUSE_SCATTERED);
  w->pool.since[p] = minute;
}

static void tell_scattered(sp_tick *t, int32_t i, sp_minute minute) {
  sp_world *w = t->world;
  if (w->combat.left_road[i] > 0) emit(t, i, SP_EVENT_SCATTERS, minute, 0, w->combat.left_road[i], 0);
  w->combat.left_road[i] = 0;
}

/* ---- through their friends */

static void run_through(sp_tick *t, const sp_near *bodies, int32_t i) {
  sp_world *w = t->world;
  sp_xy head = sp_head_of(w, i);
  sp_near_walk walk = sp_near_about(bodies, w->formation.side[i], head, t->k->rout_through_m);
  int32_t met = -1;
  double least = t->k->rout_through_m;
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    if (f == i || !stands_in_order(w, f) || sp_men_of(w, f) <= 0) continue;
    double away = sp_column_distance_m(w, f, head, NULL);
    if (away > least || (met >= 0 && away == least && w->formation.key[f] > w->formation.key[met])) continue;
    met = f;
    least = away;
  }
  if (met < 0 || w->combat.ran_into[i] == w->formation.key[met]) return;
  w->combat.ran_into[i] = w->formation.key[met];
  double crowd = sp_men_of(w, i), formed = sp_men_of(w, met);
  bool idle = w->formation.verb[met] == SP_VERB_NONE || w->formation.verb[met] == SP_VERB_HALT || w->formation.verb[met] == SP_VERB_CAMP;
  double shock = t->k->rout_through_shaken * sp_min(1.0, 2.0 * crowd / (crowd + formed)) * (idle ? 1.0 : t->k->rout_orders_help);
  w->combat.shaken[met] = sp_min(1.0, w->combat.shaken[met] + shock);
  emit(t, met, SP_EVENT_RUN_THROUGH, t->to, w->formation.key[i], 0, 0);
}

/* ---- the rule */

static void flight(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t hunter = hunter_of(w, i);
  for (sp_minute mark = sp_first_step(t->from); mark <= t->to; mark += SP_FIGHT_STEP_MIN) {
    if (mark <= w->combat.broke_at[i]) continue;
    throw_away(t, i, hunter, mark);
    leave_the_road(t, i, hunter >= 0 ? 1.0 : 0.0, mark);
    if (mark % 60 == 0) tell_scattered(t, i, mark);
  }
  bool hunted = hunter >= 0 || sp_feared(t, i) >= 0;
  if (w->formation.goal_node[i] < 0 && hunted) run(t, i);
}

static bool by_key_less(const sp_world *w, int32_t a, int32_t b) { return w->formation.key[a] < w->formation.key[b]; }

void sp_rule_rout(sp_tick *t) {
  sp_world *w = t->world;
  sp_array(int32_t) broken = {0};
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++)
    if (w->combat.stance[i] == SP_BROKEN && w->formation.alive[i] && sp_men_of(w, i) > 0 && !sp_push(&broken, i)) break;
  if (broken.count == 0) return;
  for (size_t a = 1; a < broken.count; a++) { /* few: in order of key, since one runs through another's friends */
    int32_t x = broken.data[a];
    size_t b = a;
    for (; b > 0 && by_key_less(w, x, broken.data[b - 1]); b--) broken.data[b] = broken.data[b - 1];
    broken.data[b] = x;
  }
  sp_pools_list(w);
  const sp_near *bodies = sp_near_build(w, t->to, t->k->rout_through_m);
  for (size_t n = 0; n < broken.count; n++) {
    int32_t i = broken.data[n];
    if (w->formation.verb[i] != SP_VERB_FLEE) begin_flight(t, i);
    flight(t, i);
    run_through(t, bodies, i);
  }
  sp_array_free(&broken);
}
