/* leaders.c - commanders are hit, taken or killed, or ride off with their own; others take over.
 *
 * Models   the danger of a commander among his men in a fight and in flight, by where he rides and by the household men
 *          about him; his fall before their eyes; the commander who saves himself, at once or when the line wavers, with the
 *          mounted household that he kept for it, or with his whole body if it has none or is nothing else; the deputy who takes
 *          over after a while, or an officer without a name; the commander who takes over again when his wound has mended.
 * Reads    hq.rode_off; combat.recent_loss, overtaken, engagement, stance, quarter of the pursuers; flees, flees_to (the intent: orders, minds);
 *          traits; who rides where; engagement gone_men.
 * Writes   repute.saw_flight; person.fate, fate_minute, formation; wards; hq.person; combat.leader, shaken, flees, fled_at; verb, pace, goal and posture of those who ride
 *          off; new formations; counts through the ledger (the general himself, his household).
 * Emits    LEADER_FALLS, LEADER_FLEES, TAKES_OVER.
 * Formula  in a fight: sp_calc_leader_hit of the share lost in this step (recent_loss fades over fight_fade_h, so that the step's
 *          share is about recent_loss * step / fight_fade_h). In flight: the same of the share overtaken in this tick, as for one who
 *          rides with the crowd. The line wavers when leaders_flees_share of his side's men in the fight waver or have broken. Men whose
 *          leader is gone bear the stress of a leader who fled; all who see it are shaken. The shock fades with leaders_fade_h.
 * Sources  leaders.def; src/lore/toll.c.
 * Leaves out  who decides to flee, and why: that is for minds and orders; nameless officers' falls, which are among the losses of their rank.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/birth.h"
#include "rules/refuge.h"
#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/ride.h"
#include "world/stores.h"
#include "world/wards.h"

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t person, int32_t fate) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = person, .b = fate, .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
}

/* He is one of the generals in the register, where his body counts any. */
static void count_him(sp_world *w, int32_t i, sp_fate fate, sp_minute minute) {
  bool dead = fate == SP_FATE_KILLED;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    if (!sp_arm_is_man((sp_arm)w->strength.arm[s]) || w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL] <= 0) continue;
    if (fate == SP_FATE_WOUNDED) {
      sp_wards_list(w);
      sp_ward_admit(w, i, SP_LINE_WOUNDED_SERIOUS, s, SP_RANK_GENERAL, 1, SP_CAUSE_WOUNDED, minute);
    } else sp_transfer(w, s, sp_in_formation(i), sp_on_line(dead ? SP_LINE_KILLED : SP_LINE_CAPTURED), SP_RANK_GENERAL, 1, dead ? SP_CAUSE_KILLED : SP_CAUSE_TAKEN);
    return;
  }
}

static void fall(sp_tick *t, int32_t i, sp_fate fate, sp_minute minute) {
  sp_world *w = t->world;
  int32_t person = w->hq.person[i];
  w->person.fate[person] = (uint8_t)fate;
  w->person.fate_minute[person] = minute;
  w->hq.person[i] = -1;
  w->combat.leader[i] = sp_max(w->combat.leader[i], t->k->leaders_fallen);
  w->combat.shaken[i] = sp_min(1.0, w->combat.shaken[i] + t->k->leaders_shaken);
  count_him(w, i, fate, minute);
  emit(t, i, SP_EVENT_LEADER_FALLS, minute, person, (int32_t)fate);
}

static bool quarter_given(const sp_world *w, int32_t i) {
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->combat.chasing[f] == w->formation.key[i] && w->combat.quarter[f] != SP_QUARTER_NONE) return true;
  return false;
}

/* One step of the fight's clock. */
static bool hit(sp_tick *t, int32_t i, sp_minute mark) {
  sp_world *w = t->world;
  bool flees = w->combat.stance[i] == SP_BROKEN;
  double steps = t->dt_min / SP_FIGHT_STEP_MIN, loss = w->combat.recent_loss[i] * SP_FIGHT_STEP_MIN / (60.0 * t->k->fight_fade_h);
  if (flees) loss = w->combat.overtaken[i] / sp_max(1.0, steps);
  if (loss <= 0.0) return false;
  double front = flees ? t->k->leaders_in_flight : sp_commander_trait(w, i, SP_TRAIT_VIGOUR);
  double chance = sp_calc_leader_hit(t->k, loss, front, sp_household_share(w, i));
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_key who = w->person.key[w->hq.person[i]];
  if (sp_uniform(&dice, who, SP_STREAM_FALL, 0) >= chance) return false;
  double u = sp_uniform(&dice, who, SP_STREAM_FALL, 1);
  if (flees) fall(t, i, quarter_given(w, i) && u < t->k->leaders_taken ? SP_FATE_CAPTURED : SP_FATE_KILLED, mark);
  else fall(t, i, u < t->k->leaders_hit_killed ? SP_FATE_KILLED : SP_FATE_WOUNDED, mark);
  return true;
}

static bool fit_to_lead(const sp_world *w, int32_t person, int32_t i) {
  if (person < 0 || w->person.fate[person] != SP_FATE_WITH_ARMY || w->person.formation[person] != i) return false;
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++)
    if (w->hq.alive[h] && w->hq.person[h] == person) return false;
  return true;
}

/* ---- riding off */

/* Of his side's men in the fight those who waver, or have broken. */
static bool line_wavers(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  int32_t e = w->combat.engagement[i], part = e >= 0 ? sp_part_of(w, e, i) : -1;
  if (part < 0) return w->combat.stance[i] == SP_WAVERING;
  double gone = w->engagement.gone_men[e * 2 + part], wavering = gone, men = gone;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (w->combat.engagement[f] != e || w->formation.side[f] != w->formation.side[i]) continue;
    men += sp_men_of(w, f);
    if (w->combat.stance[f] == SP_WAVERING) wavering += sp_men_of(w, f);
  }
  return wavering > 0.0 && wavering >= t->k->leaders_flees_share * men;
}

static bool is_household_horse(const sp_world *w, int32_t s) {
  uint8_t sort = w->strength.troop_class[s];
  return w->strength.arm[s] == SP_ARM_HORSE && (sort == SP_CLASS_GUARDS || sort == SP_CLASS_RETAINERS);
}

static int32_t household_horse(const sp_world *w, int32_t i) {
  int32_t men = 0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s])
    for (int r = 0; r < SP_RANK_COUNT && is_household_horse(w, s); r++) men += w->strength.count[s * SP_RANK_COUNT + r];
  return men;
}

/* His own, by the road to where he means to go, through the night, past every enemy who lets him. */
static void set_off(sp_tick *t, int32_t i, int32_t goal) {
  sp_world *w = t->world;
  int32_t node = goal >= 0 ? goal : sp_refuge_of(t, i, sp_feared(t, i));
  w->formation.verb[i] = node >= 0 ? SP_VERB_MARCH : SP_VERB_HALT;
  w->formation.pace[i] = SP_PACE_FORCED;
  w->formation.through_night[i] = 1;
  w->formation.follow[i] = 0;
  w->formation.start_minute[i] = t->to;
  for (int n = 0; n < 4; n++) w->formation.via_node[i * 4 + n] = -1;
  sp_forget_way(w, i);
  w->formation.goal_node[i] = node;
  w->combat.posture[i] = SP_POSTURE_AVOID;
}

/* Household horse and their mounts into a body of their own, with him. -1: the whole body goes, or no row is free. */
static int32_t take_his_own(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t own = household_horse(w, i), riders = w->formation.mounted[i], next;
  if (own <= 0 || own >= sp_men_of(w, i) - w->formation.followers[i]) return -1;
  int32_t child = sp_give_birth(t, i, SP_BORN_FLIGHT, t->to);
  if (child < 0) return -1;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = next) {
    next = w->strength.next[s];
    for (int r = 0; r < SP_RANK_COUNT && is_household_horse(w, s); r++)
      sp_transfer(w, s, sp_in_formation(i), sp_in_formation(child), (sp_rank)r, w->strength.count[s * SP_RANK_COUNT + r], SP_CAUSE_DETACH);
  }
  sp_take_mounts(t, i, child, riders);
  sp_grain_split(w, i, child);
  w->hq.superior[child] = w->hq.superior[i];
  w->formation.parent[child] = w->formation.parent[i];
  w->hq.person[child] = w->hq.person[i];
  if (w->hq.person[i] >= 0) w->person.formation[w->hq.person[i]] = child;
  w->hq.person[i] = -1;
  return child;
}

/* Those he led are without a leader; those of his side who see them go think that all is lost. */
static void be_seen_to_go(sp_tick *t, int32_t i, int32_t gone, int32_t e) {
  sp_world *w = t->world;
  sp_xy at = {w->hq.x[i], w->hq.y[i]};
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f] || f == gone || w->formation.side[f] != w->formation.side[i] || w->combat.stance[f] == SP_YIELDED) continue;
    bool fights = e >= 0 && w->combat.engagement[f] == e, sees = fights || sp_column_distance_m(w, f, at, NULL) <= t->k->leaders_flees_seen_m;
    if (!sees) continue;
    w->repute.saw_flight[f] = t->to;
    if (w->combat.stance[f] > SP_WAVERING) continue; /* they run already, but they will tell of it */
    if (f == i || w->hq.superior[f] == i) w->combat.leader[f] = t->k->leaders_fled;
    w->combat.shaken[f] = sp_min(1.0, w->combat.shaken[f] + t->k->leaders_flees_shaken);
  }
}

/* Of those under him somebody is in a fight, or has the enemy before him, and can see him. */
static bool leaves_somebody(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  sp_xy at = {w->hq.x[i], w->hq.y[i]};
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    bool his = w->formation.alive[f] && w->hq.superior[f] == i && w->combat.stance[f] <= SP_WAVERING && sp_men_of(w, f) > 0;
    if (his && (w->combat.engagement[f] >= 0 || w->formation.in_contact[f]) && sp_column_distance_m(w, f, at, NULL) <= t->k->leaders_flees_seen_m) return true;
  }
  return false;
}

/* By his own choice, on an order that he gave himself, with the whole of his own body: they are on their way already. */
static void leaves_his_men(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (!leaves_somebody(t, i)) return;
  be_seen_to_go(t, i, i, w->combat.engagement[i]);
  sp_emit(w, (sp_event){.minute = w->hq.rode_off[i], .type = SP_EVENT_LEADER_FLEES, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = w->hq.person[i], .b = sp_men_of(w, i), .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
}

static void ride_off(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t person = w->hq.person[i], e = w->combat.engagement[i], goal = w->combat.flees_to[i], child = take_his_own(t, i), gone = child >= 0 ? child : i;
  w->combat.flees[i] = SP_FLEES_NOT;
  w->combat.flees_to[i] = -1;
  if (child >= 0) w->combat.fled_at[i] = t->to;
  set_off(t, gone, goal);
  be_seen_to_go(t, i, gone, e);
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_LEADER_FLEES, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = child >= 0 ? w->formation.key[child] : 0, .a = person, .b = sp_men_of(w, gone), .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
}

static bool means_to_go(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  if (!w->combat.flees[i] || w->combat.stance[i] > SP_WAVERING || sp_men_of(w, i) <= 0) return false;
  return w->combat.flees[i] == SP_FLEES_NOW || line_wavers(t, i);
}

/* ---- succession */

/* Some minutes after a commander fell his deputy has the body in hand, or the senior officer left. */
static void succeed(sp_tick *t, int32_t person) {
  sp_world *w = t->world;
  if (w->person.fate[person] == SP_FATE_WITH_ARMY || w->person.fate[person] == SP_FATE_DIED) return; /* who dies in bed was replaced when he was hit */
  sp_minute at = w->person.fate_minute[person] + sp_to_i64(t->k->leaders_take_over_min);
  int32_t i = w->person.formation[person];
  if (at <= t->from || at > t->to || i < 0 || !w->formation.alive[i] || w->hq.person[i] >= 0) return;
  int32_t start = w->formation.start[i], deputy = start >= 0 ? t->model->formation[start].deputy : -1;
  if (!fit_to_lead(w, deputy, i)) deputy = -1;
  w->hq.person[i] = deputy;
  w->combat.leader[i] *= 0.5;
  emit(t, i, SP_EVENT_TAKES_OVER, at, deputy, 0);
}

/* A commander whose wound has mended (health.c) has his own body in hand again after the same while. */
static void take_back(sp_tick *t, int32_t person) {
  sp_world *w = t->world;
  sp_minute at = w->person.fate_minute[person] + sp_to_i64(t->k->leaders_take_over_min);
  int32_t i = w->person.formation[person];
  if (w->person.fate[person] != SP_FATE_WITH_ARMY || at <= t->from || at > t->to || i < 0 || !w->formation.alive[i]) return;
  int32_t start = w->formation.start[i];
  if (start < 0 || t->model->formation[start].commander != person || w->hq.person[i] == person) return;
  w->hq.person[i] = person;
  emit(t, i, SP_EVENT_TAKES_OVER, at, person, 0);
}

/* The same for those whose commander has ridden off. */
static void succeed_him_who_fled(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_minute at = w->combat.fled_at[i] + sp_to_i64(t->k->leaders_take_over_min);
  if (w->combat.fled_at[i] == 0 || at > t->to) return;
  w->combat.fled_at[i] = 0;
  if (w->hq.person[i] >= 0) return;
  int32_t start = w->formation.start[i], deputy = start >= 0 ? t->model->formation[start].deputy : -1;
  if (!fit_to_lead(w, deputy, i)) deputy = -1;
  w->hq.person[i] = deputy;
  w->combat.leader[i] *= 0.5;
  emit(t, i, SP_EVENT_TAKES_OVER, at, deputy, 0);
}

void sp_rule_leaders(sp_tick *t) {
  sp_world *w = t->world;
  double keeps = sp_exp(-t->dt_min / (60.0 * t->k->leaders_fade_h));
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    if (w->hq.rode_off[i] > t->from && w->hq.rode_off[i] <= t->to) leaves_his_men(t, i);
    if (w->combat.leader[i] > 0.0) w->combat.leader[i] = w->combat.leader[i] < 0.01 ? 0.0 : w->combat.leader[i] * keeps;
    if (w->combat.fled_at[i]) succeed_him_who_fled(t, i);
    bool in_danger = w->combat.engagement[i] >= 0 || w->combat.stance[i] == SP_BROKEN;
    if (!in_danger || w->hq.person[i] < 0) continue;
    for (sp_minute mark = sp_first_step(t->from); mark <= t->to; mark += SP_FIGHT_STEP_MIN)
      if (hit(t, i, mark)) break;
  }
  for (int32_t i = 0; i < used; i++)
    if (w->formation.alive[i] && means_to_go(t, i)) ride_off(t, i);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++) {
    succeed(t, p);
    take_back(t, p);
  }
}
