/* leaders.c - commanders are hit, taken or killed; others take over.
 *
 * Models   the danger of a commander among his men in a fight and in flight, by where he rides and by the household men
 *          about him; his fall before their eyes; the deputy who takes over after a while, or an officer without a name.
 * Reads    combat.recent_loss, overtaken, engagement, stance, quarter of the pursuers; traits; who rides where.
 * Writes   person.fate, fate_minute; hq.person; combat.leader, shaken; counts through the ledger (the general himself).
 * Emits    LEADER_FALLS, LEADER_FLEES, TAKES_OVER.
 * Formula  in a fight: sp_calc_leader_hit of the share lost in this step (recent_loss fades over fight_fade_h, so that the step's
 *          share is about recent_loss * step / fight_fade_h). In flight: the same of the share overtaken in this tick, as for one who
 *          rides with the crowd. The shock fades with leaders_fade_h.
 * Sources  leaders.def; src/lore/toll.c.
 *          Who rides off from his fighting men (hq.rode_off, set with his order) leaves them the worst of stresses.
 * Leaves out  nameless officers, whose falls are among the losses of their rank.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/body.h"

#define FALLEN 0.5
#define FLED 1.0
#define WITH_THE_CROWD 0.3 /* where he rides in flight: a good horse, but a mark */

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t person, int32_t fate) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = person, .b = fate, .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
}

/* He is one of the generals in the register, where his body counts any. */
static void count_him(sp_world *w, int32_t i, sp_fate fate) {
  sp_line line = fate == SP_FATE_KILLED ? SP_LINE_KILLED : fate == SP_FATE_WOUNDED ? SP_LINE_WOUNDED_SERIOUS : SP_LINE_CAPTURED;
  sp_cause cause = fate == SP_FATE_KILLED ? SP_CAUSE_KILLED : fate == SP_FATE_WOUNDED ? SP_CAUSE_WOUNDED : SP_CAUSE_TAKEN;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    if (!sp_arm_is_man((sp_arm)w->strength.arm[s]) || w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL] <= 0) continue;
    sp_transfer(w, s, sp_in_formation(i), sp_on_line(line), SP_RANK_GENERAL, 1, cause);
    return;
  }
}

static void fall(sp_tick *t, int32_t i, sp_fate fate, sp_minute minute) {
  sp_world *w = t->world;
  int32_t person = w->hq.person[i];
  w->person.fate[person] = (uint8_t)fate;
  w->person.fate_minute[person] = minute;
  w->hq.person[i] = -1;
  w->combat.leader[i] = sp_max(w->combat.leader[i], FALLEN);
  w->combat.shaken[i] = sp_min(1.0, w->combat.shaken[i] + t->k->leaders_shaken);
  count_him(w, i, fate);
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
  double front = flees ? WITH_THE_CROWD : sp_commander_trait(w, i, SP_TRAIT_VIGOUR);
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

/* Some minutes after a commander fell his deputy has the body in hand, or the senior officer left. */
static void succeed(sp_tick *t, int32_t person) {
  sp_world *w = t->world;
  if (w->person.fate[person] == SP_FATE_WITH_ARMY) return;
  sp_minute at = w->person.fate_minute[person] + sp_to_i64(t->k->leaders_take_over_min);
  int32_t i = w->person.formation[person];
  if (at <= t->from || at > t->to || i < 0 || !w->formation.alive[i] || w->hq.person[i] >= 0) return;
  int32_t start = w->formation.start[i], deputy = start >= 0 ? t->model->formation[start].deputy : -1;
  if (!fit_to_lead(w, deputy, i)) deputy = -1;
  w->hq.person[i] = deputy;
  w->combat.leader[i] *= 0.5;
  emit(t, i, SP_EVENT_TAKES_OVER, at, deputy, 0);
}

/* In a fight or under the enemy's eyes, with their commander before theirs: they see him go. */
static bool sees_him_go(const sp_tick *t, int32_t chief, int32_t f) {
  const sp_world *w = t->world;
  if (!w->formation.alive[f] || w->hq.superior[f] != chief || w->combat.stance[f] > SP_WAVERING || sp_men_of(w, f) <= 0) return false;
  if (w->combat.engagement[f] < 0 && !w->formation.in_contact[f]) return false;
  return !sp_body_beyond(w, f, (sp_xy){w->hq.x[chief], w->hq.y[chief]}, t->k->leaders_seen_m);
}

static void rides_off(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t most = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!sees_him_go(t, i, f)) continue;
    w->combat.leader[f] = FLED;
    bool larger = most < 0 || sp_men_of(w, f) > sp_men_of(w, most) || (sp_men_of(w, f) == sp_men_of(w, most) && w->formation.key[f] < w->formation.key[most]);
    if (larger) most = f;
  }
  if (most < 0) return;
  sp_emit(w, (sp_event){.minute = w->hq.rode_off[i], .type = SP_EVENT_LEADER_FLEES, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->formation.key[most], .a = w->hq.person[i], .b = sp_men_of(w, i), .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
}

void sp_rule_leaders(sp_tick *t) {
  sp_world *w = t->world;
  double keeps = sp_exp(-t->dt_min / (60.0 * t->k->leaders_fade_h));
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    if (w->hq.rode_off[i] > t->from && w->hq.rode_off[i] <= t->to) rides_off(t, i);
    if (w->combat.leader[i] > 0.0) w->combat.leader[i] = w->combat.leader[i] < 0.01 ? 0.0 : w->combat.leader[i] * keeps;
    bool in_danger = w->combat.engagement[i] >= 0 || w->combat.stance[i] == SP_BROKEN;
    if (!in_danger || w->hq.person[i] < 0) continue;
    for (sp_minute mark = sp_first_step(t->from); mark <= t->to; mark += SP_FIGHT_STEP_MIN)
      if (hit(t, i, mark)) break;
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++) succeed(t, p);
}
