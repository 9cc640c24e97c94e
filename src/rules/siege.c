/* siege.c - walls: guns that breach them, and the phases of an assault.
 *
 * Models   a place with a wall that is attacked. Where the attacker has heavy guns with shot they speak first, by day, until the breach will do
 *          or the shot is gone; meanwhile none of his men comes to grips with who stands behind the wall. Then foot and horse go forward as in
 *          any fight: into line, behind shield wagons if there are any, to the ditch, up the wall or through the breach. Each step is a phase with its
 *          hour. A breach stays open until it is mended.
 *          Men behind it who are told to repair it close a breach, by man-hours, in hours in which no gun has spoken.
 *          A place that is invested gets a ring of posts, octant by octant, with gaps by men and ditches to the kilometre: closest where the besiegers lie. Riders pass
 *          it at their peril (rider.c), bodies are stopped, slip through or fight (ring.c), foragers find the less (bread.c). Watchers on the wall see by day, with
 *          error, how far each octant is closed; what they saw grows old.
 * Reads    places and columns, verb, hq.invests, works, arms, rain, the height of the sun; engagement gap_m; the wall's kind and length.
 * Writes   the table wall; hq.before_wall, repulsed; combat.shot of those who batter; counts through the ledger (men killed behind the wall).
 * Emits    SIEGE_PHASE, BATTERS, WALL_MENDED, RING.
 * Formula  src/lore/siege.c; rounds as in src/lore/fire.c. Rounds add up, and the dice are thrown on the hour: hits of them, killed of the hits.
 *          What a wall is worth in the fight is engage's to read (muster.c) and shock.c's to reckon with.
 * Sources  siege.def.
 * Leaves out  mines, the garrison's guns against the batteries, light guns, gates opened from within. Terms are terms.c's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/belief.h"
#include "world/earthworks.h"

/* Who is at one wall. */
typedef struct leaguer {
  int32_t wall, garrison, besieger; /* largest bodies, -1 none; of equals the lower key */
  double guns;                      /* heavy guns with shot before it or on their way to it, in their crews' hands */
  bool locked;                      /* the garrison is in a fight with them */
  double gap_m;                     /* least gap of that fight */
} leaguer;

static sp_xy at_of(const sp_tick *t, int32_t wall) { return t->model->node[t->model->wall[wall].node].at; }

static bool is_within(const sp_tick *t, int32_t wall, int32_t f, double reach_m) {
  const sp_world *w = t->world;
  sp_xy at = at_of(t, wall);
  double dx = w->formation.head_x[f] - at.x, dy = w->formation.head_y[f] - at.y;
  return dx * dx + dy * dy <= reach_m * reach_m;
}

static bool is_before(const sp_tick *t, int32_t wall, int32_t f) { return is_within(t, wall, f, t->k->siege_reach_m); }

/* Comes on, and means this place: it was sent there, or stands before it. */
static bool comes_on(const sp_tick *t, int32_t wall, int32_t f) {
  const sp_world *w = t->world;
  if (!sp_wants_fight(w, f) || !sp_can_fight(w, f)) return false;
  return w->formation.goal_node[f] == t->model->wall[wall].node || is_before(t, wall, f);
}

static leaguer look(const sp_tick *t, int32_t wall) {
  const sp_world *w = t->world;
  leaguer l = {wall, -1, -1, 0.0, false, 0.0};
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t f = 0; f < used; f++)
    if (sp_wall_of(w, f) == wall) l.garrison = sp_larger_body(w, l.garrison, f);
  for (int32_t f = 0; f < used && l.garrison >= 0; f++) {
    if (!w->formation.alive[f] || w->formation.side[f] == w->formation.side[l.garrison] || !comes_on(t, wall, f)) continue;
    if (is_before(t, wall, f)) l.besieger = sp_larger_body(w, l.besieger, f);
    if (w->combat.shot[f] > 0.0) l.guns += w->formation.heavy_guns[f];
  }
  for (int32_t f = 0; f < used; f++) {
    int32_t e = w->combat.engagement[f];
    if (e < 0 || sp_wall_of(w, f) != wall || !w->combat.men_before[f]) continue;
    for (int32_t s = 0; s < 3; s++) {
      double gap_m = w->engagement.gap_m[e * 3 + s];
      l.gap_m = l.locked ? sp_min(l.gap_m, gap_m) : gap_m;
      l.locked = true;
    }
  }
  return l;
}

static void enter_phase(sp_tick *t, const leaguer *l, sp_siege_phase phase) {
  sp_world *w = t->world;
  int32_t i = l->wall;
  if (w->wall.phase[i] == phase) return;
  w->wall.phase[i] = (uint8_t)phase;
  w->wall.since[i] = t->to;
  if (!w->wall.begun[i]) w->wall.begun[i] = t->to;
  if (l->besieger >= 0) w->wall.by[i] = w->formation.key[l->besieger];
  if (l->garrison >= 0) w->wall.held_by[i] = w->formation.key[l->garrison];
  int32_t by = sp_formation_row(w, w->wall.by[i]);
  sp_xy at = at_of(t, i);
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_SIEGE_PHASE, .side = by >= 0 ? w->formation.side[by] : (int8_t)-1, .node = t->model->wall[i].node, .subject = w->wall.by[i], .object = w->wall.held_by[i], .a = (int32_t)phase, .b = w->wall.breach_m[i] >= t->k->siege_breach_enough_m, .c = sp_to_i32((double)(t->to - w->wall.begun[i])), .value = w->wall.breach_m[i], .x_m = at.x, .y_m = at.y});
}

/* ---- guns */

static void batter(sp_tick *t, const leaguer *l) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    double guns = w->formation.heavy_guns[f];
    if (guns <= 0.0 || !w->formation.alive[f] || w->formation.side[f] == w->formation.side[l->garrison] || w->combat.shot[f] <= 0.0 || !comes_on(t, l->wall, f) || !is_before(t, l->wall, f)) continue;
    int32_t region = sp_formation_region(w, f);
    if (w->region.sun_deg[region] <= 0.0 || w->formation.extent_m[f] > 1.0) continue; /* by day, when its tail is up */
    sp_fire fire = {.heavy_guns = guns, .range_m = t->k->siege_battery_m, .rain_mm_h = w->region.rain_mm_h[region]};
    double rounds = sp_min(sp_calc_gun_rounds_per_min(t->k, &fire) * t->dt_min, w->combat.shot[f] * guns * t->k->fight_shot_full);
    w->combat.shot[f] = sp_max(0.0, w->combat.shot[f] - rounds / (guns * t->k->fight_shot_full));
    w->wall.rounds[l->wall] += rounds;
  }
}

/* On the hour: what the rounds since the last one did. */
static void strike(sp_tick *t, const leaguer *l) {
  sp_world *w = t->world;
  int32_t i = l->wall, rounds = sp_to_i32(sp_rint(w->wall.rounds[i]));
  if (rounds <= 0) return;
  sp_minute mark = t->to - t->to % 60;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_draw4 die = sp_draw(&dice, w->wall.key[i], SP_STREAM_WORKS, 0);
  int32_t hits = sp_to_i32((double)sp_binomial_of(sp_unit53(die.word[0], die.word[1]), rounds, t->k->siege_hit)), killed = 0;
  w->wall.rounds[i] = 0.0;
  w->wall.hits[i] += hits;
  w->wall.breach_m[i] = sp_min(0.5 * sp_wall_length_m(w, i), sp_calc_breach_m(t->k, t->model->wall[i].kind, w->wall.hits[i]));
  if (l->garrison >= 0 && hits > 0) {
    int32_t fall = sp_min_i32(sp_men_of(w, l->garrison) / 2, sp_to_i32((double)sp_binomial_of(sp_unit53(die.word[2], die.word[3]), hits, t->k->siege_killed_per_hit)));
    killed = fall > 0 ? sp_transfer_men(w, sp_in_formation(l->garrison), sp_on_line(SP_LINE_KILLED), fall, SP_CAUSE_KILLED) : 0;
  }
  int32_t by = sp_formation_row(w, w->wall.by[i]);
  sp_xy at = at_of(t, i);
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_BATTERS, .side = by >= 0 ? w->formation.side[by] : (int8_t)-1, .node = t->model->wall[i].node, .subject = w->wall.by[i], .object = w->wall.held_by[i], .a = hits, .b = killed, .c = rounds, .value = w->wall.breach_m[i], .x_m = at.x, .y_m = at.y});
}

/* Men behind the wall who were told to mend it, with tools. */
static double menders_of(const sp_tick *t, int32_t wall) {
  const sp_world *w = t->world;
  double diggers = 0.0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!(w->hq.dig[f] & SP_DIG_WALL) || !w->formation.alive[f] || w->combat.engagement[f] >= 0 || sp_wall_of(w, f) != wall) continue;
    double men = sp_max_i32(0, sp_men_of(w, f) - sp_guards_of(w, f)), tools = sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_TOOL);
    bool dark = w->region.light[sp_formation_region(w, f)] < t->k->march_stop_light && !w->formation.through_night[f];
    if (!dark) diggers += sp_calc_works_diggers(t->k, men, tools > 0.0 ? tools : t->k->works_tool_share * men);
  }
  return diggers;
}

/* On the hour, where nothing struck the wall in it: the breach is closed from its ends. A breach that guns open again opens as if it had never been wider. */
static void mend(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  double before = w->wall.breach_m[i], diggers = before > 0.0 ? menders_of(t, i) : 0.0;
  if (diggers <= 0.0) return;
  double after = sp_max(0.0, before - sp_calc_repair_m_h(t->k, diggers, before, w->region.light[t->model->node[t->model->wall[i].node].region]));
  if (after < 0.5) after = 0.0;
  w->wall.breach_m[i] = after;
  w->wall.hits[i] = sp_to_i32(sp_rint(w->wall.hits[i] * after / before));
  bool told = (after <= 0.0 && before > 0.0) || (after < t->k->siege_breach_enough_m && before >= t->k->siege_breach_enough_m);
  if (!told) return;
  sp_xy at = at_of(t, i);
  int32_t best = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if ((w->hq.dig[f] & SP_DIG_WALL) && sp_wall_of(w, f) == i) best = sp_larger_body(w, best, f);
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_WALL_MENDED, .side = best >= 0 ? w->formation.side[best] : (int8_t)-1, .node = t->model->wall[i].node, .subject = best >= 0 ? w->formation.key[best] : 0, .a = after <= 0.0, .b = sp_to_i32(sp_rint(diggers)), .value = after, .x_m = at.x, .y_m = at.y});
}

/* Those who are to wait for the guns wait, all others do not. */
static void hold_back(sp_tick *t, const leaguer *l, bool back) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION) && back; f++)
    if (w->formation.alive[f] && w->formation.side[f] != w->formation.side[l->garrison] && comes_on(t, l->wall, f)) w->hq.before_wall[f] = is_within(t, l->wall, f, t->k->siege_battery_m) || w->formation.in_contact[f] ? 2 : 1;
}

/* ---- one wall */

static void end_assault(sp_tick *t, const leaguer *l, sp_siege_phase how) {
  sp_world *w = t->world;
  int32_t by = sp_formation_row(w, w->wall.by[l->wall]);
  if (how == SP_SIEGE_REPULSED && by >= 0) w->hq.repulsed[by]++;
  enter_phase(t, l, how);
  w->wall.phase[l->wall] = SP_SIEGE_NONE;
  w->wall.begun[l->wall] = 0;
  w->wall.by[l->wall] = w->wall.held_by[l->wall] = 0;
}

static void attend(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  leaguer l = look(t, i);
  sp_siege_phase phase = (sp_siege_phase)w->wall.phase[i];
  bool storming = phase >= SP_SIEGE_FORWARD;
  if (t->to / 60 != t->from / 60) strike(t, &l);
  if (l.garrison < 0) {
    if (phase != SP_SIEGE_NONE) end_assault(t, &l, SP_SIEGE_CARRIED);
    return;
  }
  if (l.besieger < 0 && !l.locked) { /* a night between two onsets is no end: they still mean to come on */
    if (phase != SP_SIEGE_NONE) end_assault(t, &l, storming ? SP_SIEGE_REPULSED : SP_SIEGE_NONE);
    return;
  }
  if (l.besieger < 0 && !w->wall.by[i]) return; /* those within have come out: nobody storms */
  bool will_do = t->model->wall[i].kind == SP_WALL_RUINS || w->wall.breach_m[i] >= t->k->siege_breach_enough_m;
  bool guns_first = !will_do && l.guns > 0.0 && !storming && !l.locked;
  hold_back(t, &l, guns_first);
  if (guns_first) {
    enter_phase(t, &l, SP_SIEGE_GUNS);
    batter(t, &l);
  } else if (!storming) {
    if (phase == SP_SIEGE_GUNS && will_do) enter_phase(t, &l, SP_SIEGE_BREACHED);
    enter_phase(t, &l, SP_SIEGE_FORWARD);
  }
  if (!l.locked) return;
  sp_siege_phase now = l.gap_m <= 0.0 ? SP_SIEGE_UP : l.gap_m <= t->k->fight_stand_m ? SP_SIEGE_DITCH : SP_SIEGE_FORWARD;
  if (now > (sp_siege_phase)w->wall.phase[i]) enter_phase(t, &l, now);
}

/* ---- rings */

typedef struct cordon { double men[SP_OCTANTS], works_m[SP_OCTANTS]; } cordon;

/* Of men and of spades a part stays where the body lies; the rest is spread all round. */
static void spread(const sp_tick *t, int32_t wall, sp_xy at, double amount, double by_octant[SP_OCTANTS]) {
  for (int32_t k = 0; k < SP_OCTANTS; k++) by_octant[k] += amount * (1.0 - t->k->siege_ring_lean) / SP_OCTANTS;
  by_octant[sp_octant_of(t->world, wall, at)] += amount * t->k->siege_ring_lean;
}

/* Deep ditches that this side holds before the place, m. */
static void add_ditches(const sp_tick *t, int32_t wall, int8_t side, cordon *c) {
  const sp_world *w = t->world;
  sp_xy at = at_of(t, wall);
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++) {
    double dx = w->work.x[i] - at.x, dy = w->work.y[i] - at.y, reach = t->k->siege_reach_m + t->k->works_reach_m;
    if (!w->work.alive[i] || w->work.held_by[i] != side || dx * dx + dy * dy > reach * reach) continue;
    spread(t, wall, (sp_xy){w->work.x[i], w->work.y[i]}, w->work.front_m[i] * sp_calc_works_obstacle(t->k, sp_work_depth_m(w, i), w->work.palisade[i]), c->works_m);
  }
}

/* The octant least closed; of equals the first from the north. */
static int32_t widest_gap(const sp_world *w, int32_t i) {
  int32_t best = 0;
  for (int32_t k = 1; k < SP_OCTANTS; k++)
    if (w->wall.closed[i * SP_OCTANTS + k] < w->wall.closed[i * SP_OCTANTS + best]) best = k;
  return best;
}

static void tell_ring(sp_tick *t, int32_t i, int32_t by) {
  sp_world *w = t->world;
  int32_t stage = w->wall.ring[i] >= t->k->siege_ring_shut ? 2 : w->wall.ring[i] >= t->k->siege_ring_gaps ? 1 : 0;
  bool opens = stage == 0 && w->wall.ring_told[i] > 0 && w->wall.ring[i] < 0.5 * t->k->siege_ring_gaps;
  if (stage <= w->wall.ring_told[i] && !opens) return;
  w->wall.ring_told[i] = (uint8_t)stage;
  sp_xy at = at_of(t, i);
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_RING, .side = by >= 0 ? w->formation.side[by] : (int8_t)-1, .node = t->model->wall[i].node, .subject = by >= 0 ? w->formation.key[by] : w->wall.ring_by[i], .a = stage, .b = sp_to_i32(sp_rint(100.0 * w->wall.ring[i])), .c = widest_gap(w, i) + 1, .value = sp_ring_m(w, i), .x_m = at.x, .y_m = at.y});
}

/* On the hour, when it can be seen: watchers on the wall look at the posts. Their eyes err the same way all day; a new garrison begins anew. */
static void watch_ring(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t within = -1, region = t->model->node[t->model->wall[i].node].region;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (sp_wall_of(w, f) == i) within = sp_larger_body(w, within, f);
  uint8_t side = within >= 0 ? (uint8_t)(w->formation.side[within] + 1) : 0;
  if (side != w->wall.watched_by[i])
    for (int32_t k = i * SP_OCTANTS; k < (i + 1) * SP_OCTANTS; k++) w->wall.seen_closed[k] = 0.0, w->wall.seen_at[k] = 0;
  w->wall.watched_by[i] = side;
  if (!side || sp_calc_visibility_m(t->k, w->region.light[region], w->region.rain_mm_h[region], w->region.fog_m[region], 0.0) < t->k->siege_ring_m) return;
  sp_dice today = {t->dice.seed, (uint32_t)(t->to / 1440)};
  for (int32_t k = 0; k < SP_OCTANTS; k++) {
    double off = t->k->siege_ring_eye * sp_normal_of(sp_uniform(&today, sp_key_pair(w->wall.key[i], w->formation.key[within]), SP_STREAM_SIGHT_ERROR, (uint32_t)k));
    w->wall.seen_closed[i * SP_OCTANTS + k] = sp_clamp(w->wall.closed[i * SP_OCTANTS + k] + off, 0.0, 1.0);
    w->wall.seen_at[i * SP_OCTANTS + k] = t->to;
  }
}

/* Those told to invest it stop short of it and spread their posts. */
static void draw_ring(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t by = -1, node = t->model->wall[i].node;
  cordon c = {.men = {0.0}};
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f] || w->hq.invests[f] != node || !sp_can_fight(w, f) || sp_wall_of(w, f) == i) continue;
    w->hq.before_wall[f] = is_within(t, i, f, t->k->siege_ring_m) || w->formation.in_contact[f] ? 2 : 1;
    if (!is_before(t, i, f) || w->combat.engagement[f] >= 0) continue;
    spread(t, i, sp_head_of(w, f), w->formation.foot[f] + w->formation.mounted[f], c.men);
    by = sp_larger_body(w, by, f);
  }
  double octant_m = sp_ring_m(w, i) / SP_OCTANTS, sum = 0.0;
  if (by >= 0) add_ditches(t, i, w->formation.side[by], &c);
  for (int32_t k = 0; k < SP_OCTANTS; k++) sum += w->wall.closed[i * SP_OCTANTS + k] = by >= 0 ? sp_calc_ring(t->k, c.men[k], c.works_m[k], octant_m) : 0.0;
  w->wall.ring[i] = sum / SP_OCTANTS;
  tell_ring(t, i, by);
  w->wall.ring_by[i] = by >= 0 ? w->formation.key[by] : 0;
}

void sp_rule_siege(sp_tick *t) {
  sp_world *w = t->world;
  int32_t walls = sp_used(w, SP_TABLE_WALL), used = sp_used(w, SP_TABLE_FORMATION);
  bool any = false, rings = false;
  if (walls == 0) return;
  for (int32_t f = 0; f < used; f++) {
    w->hq.before_wall[f] = 0;
    any = any || (w->formation.alive[f] && sp_wants_fight(w, f));
    rings = rings || (w->formation.alive[f] && w->hq.invests[f] >= 0);
  }
  for (int32_t i = 0; i < walls; i++)
    if (rings || w->wall.ring[i] > 0.0) draw_ring(t, i);
  for (int32_t i = 0; i < walls && t->to / 60 != t->from / 60; i++)
    if (w->wall.ring[i] > 0.0 || w->wall.watched_by[i]) watch_ring(t, i);
  for (int32_t i = 0; i < walls; i++)
    if (w->wall.breach_m[i] > 0.0 && w->wall.rounds[i] <= 0.0 && w->wall.phase[i] < SP_SIEGE_FORWARD && t->to / 60 != t->from / 60) mend(t, i);
  for (int32_t i = 0; i < walls; i++)
    if (any || w->wall.phase[i] != SP_SIEGE_NONE || w->wall.rounds[i] > 0.0) attend(t, i);
}
