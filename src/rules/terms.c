/* terms.c - a place that is shut in or breached asks for terms; besiegers grant or refuse them; men march off, or are prisoners.
 *
 * Models   the commander of a garrison who has no more hope: by order (surrender), or of himself where commanders decide, once a day. He asks to march off
 *          with arms first; refused, he asks for less. The besiegers' answer comes after some hours: what they were told to grant, else by custom:
 *          more before a breach than after it. Who gives no quarter grants nothing. Men march off to the nearest place of their own, in peace
 *          for some days, or are prisoners; the largest body of the besiegers goes in.
 * Reads    wall.ring, breach_m, phase; hq.terms; the commander's own bread and hunger, his traits, his picture (relief); places held.
 * Writes   wall.asked, answer_at, refused, shut_since, phase; hq.safe_until, invests, before_wall; verb, goal, posture, stance of both; combat.shed, powder,
 *          arrows, shot, captives; persons; grain and munitions; counts through the ledger.
 * Emits    ASKS_TERMS, TERMS_GRANTED, TERMS_REFUSED, LEADER_FALLS (taken).
 * Formula  src/lore/terms.c, on the hour; of himself at the sixth hour of the day. Dice by the place and the mark. A garrison is spoken for by the
 *          commander of its largest body, the besiegers by that of theirs. Nobody talks while they are fighting. Hunger and bread are those of the
 *          largest body; relief is the strongest friend he believes within terms_relief_km, to his own strength, by the age of the word.
 * Sources  terms.def.
 * Leaves out  inhabitants, hostages, envoys who are shot, terms that are broken, officers who change sides, places without a wall.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/refuge.h"
#include "rules/way_plan.h"
#include "shapan/calc_supply.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/munitions.h"
#include "world/stores.h"

enum { DAWN_MIN = 6 * 60, DIE_ASK, DIE_ANSWER };

static int32_t garrison_of(const sp_world *w, int32_t wall) {
  int32_t best = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (sp_wall_of(w, f) == wall) best = sp_larger_body(w, best, f);
  return best;
}

/* Who shuts the place in, or comes on against it; -1: nobody, or only before a ring that is hardly begun. */
static int32_t besieger_of(const sp_tick *t, int32_t wall, int8_t side) {
  const sp_world *w = t->world;
  int32_t by = w->wall.ring[wall] >= t->k->siege_ring_gaps ? sp_ring_against(w, wall, side) : -1;
  if (by < 0 && w->wall.phase[wall] != SP_SIEGE_NONE) by = sp_formation_by_key(w, w->wall.by[wall]);
  return by >= 0 && w->formation.side[by] != side && w->combat.stance[by] <= SP_WAVERING ? by : -1;
}

static double breach_of(const sp_tick *t, int32_t wall) { return sp_clamp(t->world->wall.breach_m[wall] / t->k->siege_breach_full_m, 0.0, 1.0); }

/* Strongest friend elsewhere whom he believes near, to his own men 0..1. */
static double relief_of(const sp_tick *t, int32_t g) {
  const sp_world *w = t->world;
  double best = 0.0, own = sp_max(1.0, sp_men_of(w, g)), reach = 1000.0 * t->k->terms_relief_km;
  for (int32_t c = g * SP_CONTACTS; c < (g + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || !w->contact.friendly[c]) continue;
    double dx = w->report.x[r] - w->formation.head_x[g], dy = w->report.y[r] - w->formation.head_y[g], far = sp_sqrt(dx * dx + dy * dy);
    double fresh = 1.0 - (double)(t->to - w->report.seen[r]) / (1440.0 * t->k->terms_relief_old_d);
    if (far > reach || far <= t->k->siege_ring_m || fresh <= 0.0) continue;
    best = sp_max(best, fresh * sp_min(1.0, w->report.men[r] / own));
  }
  return best;
}

static sp_plight plight_of(const sp_tick *t, int32_t wall, int32_t g) {
  const sp_world *w = t->world;
  sp_plight p = {.breach = breach_of(t, wall), .bread_d = -1.0, .relief = relief_of(t, g), .shut_d = (double)(t->to - w->wall.shut_since[wall]) / 1440.0,
                 .honour = sp_commander_trait(w, g, SP_TRAIT_HONOUR), .loyalty = sp_commander_trait(w, g, SP_TRAIT_LOYALTY)};
  if (!sp_eats(w, g)) return p;
  p.hunger = w->provision.weak[g];
  p.bread_d = sp_bread_days(w, g);
  if (sp_depot_in_reach(w, g) >= 0) p.bread_d = sp_max(p.bread_d, (double)sp_kept_about(w, sp_depot_in_reach(w, g)) / sp_max(1.0, (double)sp_bread_of_men_g(w, g)));
  return p;
}

static void tell(sp_tick *t, sp_event_type type, int32_t f, int32_t other, int32_t wall, int32_t terms, int32_t men, sp_minute mark) {
  sp_event e = sp_event_of(t->world, type, f, mark);
  e.object = t->world->formation.key[other];
  e.node = t->model->wall[wall].node;
  e.a = terms;
  e.b = men;
  e.value = (double)(mark - t->world->wall.shut_since[wall]) / 1440.0;
  sp_emit(t->world, e);
}

/* ---- carrying it out */

/* Nearest place of its own side, else where men would run to; -1: none. */
static int32_t way_home(sp_tick *t, int32_t f, int32_t by, int32_t wall) {
  const sp_world *w = t->world;
  int32_t best = -1;
  double least = 0.0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PLACE); p++) {
    int32_t node = t->model->place_node[p];
    if (!w->place.counts[p] || w->place.holder[p] != w->formation.side[f] || node == t->model->wall[wall].node) continue;
    double dx = t->model->node[node].at.x - w->formation.head_x[f], dy = t->model->node[node].at.y - w->formation.head_y[f], d2 = dx * dx + dy * dy;
    if (best >= 0 && (d2 > least || (d2 == least && t->model->key[SP_ENTITY_PLACE][p] > t->model->key[SP_ENTITY_PLACE][t->model->node[best].place]))) continue;
    best = node;
    least = d2;
  }
  return best >= 0 ? best : sp_refuge_of(t, f, by);
}

/* Guns, and of those who march off without arms all that fights, are the victor's. */
static void give_up_arms(sp_tick *t, int32_t f, sp_terms terms) {
  sp_world *w = t->world;
  for (int32_t s = w->formation.first_strength[f], next; s >= 0; s = next) {
    next = w->strength.next[s];
    sp_arm arm = (sp_arm)w->strength.arm[s];
    bool gone = arm == SP_ARM_HEAVY_GUN || (terms == SP_TERMS_UNARMED && (arm == SP_ARM_LIGHT_GUN || arm == SP_ARM_WAR_WAGON || arm == SP_ARM_SHIELD_WAGON));
    if (gone) (void)sp_transfer(w, s, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), SP_RANK_SOLDIER, w->strength.count[s * SP_RANK_COUNT], SP_CAUSE_CAPTURED_GEAR);
  }
  if (terms != SP_TERMS_UNARMED) return;
  w->combat.shed[f] = 1.0;
  w->combat.powder[f] = w->combat.arrows[f] = w->combat.shot[f] = 0.0;
  w->combat.grenades[f] = 0;
  sp_munitions_lose_all(w, f);
}

static void march_off(sp_tick *t, int32_t f, int32_t node, sp_terms terms, sp_minute mark) {
  sp_world *w = t->world;
  give_up_arms(t, f, terms);
  w->formation.verb[f] = SP_VERB_MARCH;
  w->formation.pace[f] = SP_PACE_ORDINARY;
  w->formation.follow[f] = 0;
  w->formation.start_minute[f] = mark;
  for (int n = 0; n < 4; n++) w->formation.via_node[f * 4 + n] = -1;
  sp_forget_way(w, f);
  w->formation.goal_node[f] = node;
  w->combat.posture[f] = SP_POSTURE_AVOID;
  w->hq.dig[f] = 0;
  w->hq.safe_until[f] = mark + sp_to_i64(1440.0 * t->k->terms_safe_d);
}

static void officers_taken(sp_tick *t, int32_t f, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++) {
    if (w->person.formation[p] != f || (w->person.fate[p] != SP_FATE_WITH_ARMY && w->person.fate[p] != SP_FATE_WOUNDED)) continue;
    w->person.fate[p] = SP_FATE_CAPTURED;
    w->person.fate_minute[p] = mark;
    sp_event e = sp_event_of(w, SP_EVENT_LEADER_FALLS, f, mark);
    e.a = p;
    e.b = SP_FATE_CAPTURED;
    sp_emit(w, e);
  }
  w->hq.person[f] = -1;
}

static void lay_down_arms(sp_tick *t, int32_t f, int32_t by, int32_t wall, sp_minute mark) {
  sp_world *w = t->world;
  officers_taken(t, f, mark);
  int64_t grain = w->provision.grain_g[f];
  int32_t depot = grain > 0 ? sp_depot_open(w, w->formation.side[by], t->model->wall[wall].node) : -1;
  if (depot >= 0) (void)sp_store_move(w, sp_store_carried(w, f), sp_store_kept(w, depot), grain);
  sp_munitions_lose_all(w, f);
  w->combat.captives[by] += sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), sp_men_of(w, f), SP_CAUSE_TAKEN);
  (void)sp_transfer_all(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), SP_CAUSE_CAPTURED_GEAR);
  w->combat.stance[f] = SP_YIELDED;
  w->combat.since[f] = mark;
  /* its own prisoners are free: captives.c lets them go, as of any who yield */
  w->formation.verb[f] = SP_VERB_NONE;
  w->formation.goal_node[f] = -1;
  sp_forget_way(w, f);
}

/* The largest body of the besiegers takes the place; whoever else came to storm it has nothing more to do there. */
static void take_over(sp_tick *t, int32_t by, int32_t wall, sp_minute mark) {
  sp_world *w = t->world;
  int32_t node = t->model->wall[wall].node;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    bool comes_on = w->formation.alive[f] && w->formation.side[f] == w->formation.side[by] && sp_wants_fight(w, f) && w->formation.goal_node[f] == node && w->combat.engagement[f] < 0;
    if (f != by && !comes_on) continue;
    w->formation.verb[f] = SP_VERB_HOLD;
    w->combat.posture[f] = SP_POSTURE_HOLD;
    w->formation.follow[f] = 0;
    w->formation.start_minute[f] = mark;
    sp_forget_way(w, f);
    w->formation.goal_node[f] = f == by ? node : -1;
  }
  w->hq.invests[by] = -1;
  w->hq.dig[by] = 0;
  w->hq.before_wall[by] = 0;
  w->wall.phase[wall] = SP_SIEGE_NONE;
  w->wall.begun[wall] = 0;
  w->wall.by[wall] = w->wall.held_by[wall] = 0;
}

static void grant(sp_tick *t, int32_t wall, int32_t g, int32_t by, sp_terms terms, sp_minute mark) {
  sp_world *w = t->world;
  int32_t men = 0, home = terms == SP_TERMS_PRISONERS ? -1 : way_home(t, g, by, wall);
  if (home < 0) terms = SP_TERMS_PRISONERS; /* there is nowhere to march to */
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (sp_wall_of(w, f) == wall && w->formation.side[f] == w->formation.side[g]) men += sp_men_of(w, f);
  tell(t, SP_EVENT_TERMS_GRANTED, by, g, wall, (int32_t)terms, men, mark);
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (sp_wall_of(w, f) != wall || w->formation.side[f] != w->formation.side[g]) continue;
    if (terms == SP_TERMS_PRISONERS) lay_down_arms(t, f, by, wall, mark);
    else march_off(t, f, home, terms, mark);
  }
  take_over(t, by, wall, mark);
}

/* ---- asking and answering */

static void forget(sp_world *w, int32_t wall) {
  w->wall.asked[wall] = w->wall.refused[wall] = 0;
  w->wall.answer_at[wall] = w->wall.shut_since[wall] = 0;
}

static bool is_granted(const sp_tick *t, int32_t wall, int32_t by, sp_terms asked, sp_minute mark) {
  const sp_world *w = t->world;
  uint8_t told = w->hq.terms[by];
  if (told == SP_TERMS_NEVER || w->combat.quarter[by] == SP_QUARTER_NONE) return false;
  if (told != SP_TERMS_UNTOLD) return asked <= (sp_terms)told;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  return sp_uniform(&dice, w->wall.key[wall], SP_STREAM_TERMS, DIE_ANSWER) < sp_calc_grant(t->k, asked, breach_of(t, wall));
}

static void answer(sp_tick *t, int32_t wall, int32_t g, int32_t by, sp_minute mark) {
  sp_world *w = t->world;
  sp_terms asked = (sp_terms)w->wall.asked[wall];
  w->wall.asked[wall] = 0;
  if (is_granted(t, wall, by, asked, mark)) {
    grant(t, wall, g, by, asked, mark);
    forget(w, wall);
    return;
  }
  w->wall.refused[wall] = (uint8_t)asked;
  w->wall.answer_at[wall] = mark + sp_to_i64(t->k->terms_again_min);
  tell(t, SP_EVENT_TERMS_REFUSED, by, g, wall, (int32_t)asked, 0, mark);
}

/* Does he ask in this hour? Told to, he does; else where commanders decide a die says so in the morning. */
static bool asks(const sp_tick *t, int32_t wall, int32_t g, sp_terms next, sp_minute mark) {
  const sp_world *w = t->world;
  uint8_t told = w->hq.terms[g];
  if (told == SP_TERMS_NEVER || next < SP_TERMS_PRISONERS) return false;
  if (told != SP_TERMS_UNTOLD) return (uint8_t)next >= told;
  if (t->model->campaign.commanders != SP_COMMANDERS_MACHINE || mark % 1440 != DAWN_MIN) return false;
  sp_plight p = plight_of(t, wall, g);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  return sp_uniform(&dice, w->wall.key[wall], SP_STREAM_TERMS, DIE_ASK) < sp_hazard(sp_calc_yield_per_d(t->k, &p), 1.0);
}

static void hour(sp_tick *t, int32_t wall, sp_minute mark) {
  sp_world *w = t->world;
  int32_t g = garrison_of(w, wall), by = g >= 0 ? besieger_of(t, wall, w->formation.side[g]) : -1;
  if (by < 0) {
    if (w->wall.shut_since[wall]) forget(w, wall);
    return;
  }
  if (w->wall.shut_since[wall] == 0) w->wall.shut_since[wall] = mark;
  if (w->combat.engagement[g] >= 0 || w->combat.engagement[by] >= 0 || sp_has_safe_conduct(w, g)) return;
  if (w->wall.asked[wall]) {
    if (mark >= w->wall.answer_at[wall]) answer(t, wall, g, by, mark);
    return;
  }
  sp_terms next = w->wall.refused[wall] ? (sp_terms)(w->wall.refused[wall] - 1) : SP_TERMS_ARMED;
  if (mark < w->wall.answer_at[wall] || !asks(t, wall, g, next, mark)) return;
  w->wall.asked[wall] = (uint8_t)next;
  w->wall.answer_at[wall] = mark + sp_to_i64(t->k->terms_talk_min);
  tell(t, SP_EVENT_ASKS_TERMS, g, by, wall, (int32_t)next, sp_men_of(w, g), mark);
}

void sp_rule_terms(sp_tick *t) {
  sp_world *w = t->world;
  if (t->to / 60 == t->from / 60) return;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) {
    bool siege = w->wall.ring[i] >= t->k->siege_ring_gaps || w->wall.phase[i] != SP_SIEGE_NONE || w->wall.shut_since[i] != 0;
    if (siege) hour(t, i, t->to - t->to % 60);
  }
}
