/* battle.c - who fights and with what. SPDX-License-Identifier: Apache-2.0 */
#include "world/battle.h"

#include "world/belief.h"
#include "world/scratch.h"

static bool is_armoured(uint8_t troop_class) {
  return troop_class == SP_CLASS_GUARDS || troop_class == SP_CLASS_ARMOURED || troop_class == SP_CLASS_RETAINERS;
}

static void add_row(const sp_constants *k, sp_arms *a, sp_arm arm, double n) {
  switch (arm) {
    case SP_ARM_SHOT: a->shot += n; break;
    case SP_ARM_BOW: a->bow += n; break;
    case SP_ARM_FOOT: a->shot += k->fight_foot_shot * n; break;
    case SP_ARM_HORSE: a->bow += k->fight_horse_bow * n; break;
    case SP_ARM_LIGHT_GUN: a->light_guns += n; return;
    case SP_ARM_HEAVY_GUN: a->heavy_guns += n; return;
    case SP_ARM_SHIELD_WAGON: a->shield_wagons += n; return;
    case SP_ARM_WAR_WAGON: a->war_wagons += n; return;
    default: break;
  }
  if (arm == SP_ARM_HORSE) a->horse += n;
  else if (arm != SP_ARM_GUNNER) a->foot += n;
  a->men += n;
}

sp_arms sp_arms_of(const sp_world *w, int32_t f) {
  sp_arms a = {.quality = 0.5};
  double armoured = 0.0, worth = 0.0;
  for (int32_t s = w->formation.first_strength[f]; s >= 0; s = w->strength.next[s]) {
    sp_arm arm = (sp_arm)w->strength.arm[s];
    if (arm == SP_ARM_FOLLOWER || arm == SP_ARM_MOUNT || arm == SP_ARM_DRAUGHT || arm == SP_ARM_CART || arm == SP_ARM_TOOL) continue;
    double n = 0.0;
    for (int r = 0; r < SP_RANK_COUNT; r++) n += w->strength.count[s * SP_RANK_COUNT + r];
    if (n <= 0.0) continue;
    add_row(&w->constants, &a, arm, n);
    if (!sp_arm_is_man(arm)) continue;
    worth += n * w->strength.quality[s];
    if (is_armoured(w->strength.troop_class[s])) armoured += n;
  }
  if (a.men <= 0.0) return a;
  a.quality = worth / a.men;
  a.armour = armoured / a.men;
  double shed = w->combat.shed[f], free_share = 1.0 - sp_min(1.0, sp_guards_of(w, f) / a.men);
  if (shed <= 0.0 && free_share >= 1.0) return a;
  double arms = sp_arms_left(shed) * free_share;
  a.armour *= sp_armour_left(shed);
  a.men *= free_share;
  a.foot *= arms;
  a.horse *= arms;
  a.shot *= arms;
  a.bow *= arms;
  return a;
}

double sp_line_m(const sp_world *w, int32_t f) {
  double men = w->formation.foot[f] + w->formation.mounted[f];
  return men > 0.0 ? men / sp_max(0.1, sp_calc_line_men_per_m(&w->constants, w->formation.mounted[f] / men)) : 0.0;
}

bool sp_can_fight(const sp_world *w, int32_t f) {
  return w->formation.alive[f] && !sp_has_safe_conduct(w, f) && !sp_at_sea(w, f) && w->combat.stance[f] <= SP_WAVERING && !w->combat.chasing[f] && w->formation.verb[f] != SP_VERB_FLEE &&
         w->formation.foot[f] + w->formation.mounted[f] > 0;
}

bool sp_wants_fight(const sp_world *w, int32_t f) {
  uint8_t verb = w->formation.verb[f];
  return verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE || w->combat.posture[f] == SP_POSTURE_ATTACK;
}

bool sp_lies_in_wait(const sp_world *w, int32_t f) {
  bool stands = w->formation.activity[f] == SP_HALTED_IN_COLUMN || w->formation.activity[f] == SP_IN_CAMP;
  int32_t goal = w->formation.goal_node[f];
  return w->combat.ambush[f] != SP_AMBUSH_NONE && stands && w->combat.engagement[f] < 0 && (goal < 0 || sp_formation_is_at(w, f, goal));
}

bool sp_marches_by(const sp_world *w, int32_t f) {
  uint8_t verb = w->formation.verb[f];
  bool marches = verb == SP_VERB_MARCH || verb == SP_VERB_CROSS || verb == SP_VERB_FOLLOW || verb == SP_VERB_MERGE;
  return marches && w->combat.posture[f] != SP_POSTURE_ATTACK;
}

double sp_wind_now(const sp_world *w, int32_t f, sp_minute now) {
  if (w->combat.chase_ended[f] == 0) return 1.0;
  return sp_min(1.0, w->combat.wind[f] + w->constants.pursuit_wind_back_per_h * (double)(now - w->combat.chase_ended[f]) / 60.0);
}

bool sp_harasses(const sp_world *w, int32_t f) {
  return w->hq.harasses[f] && w->formation.verb[f] == SP_VERB_FOLLOW && w->combat.stance[f] == SP_STEADY && w->formation.mounted[f] >= w->constants.harass_mounted * sp_men_of(w, f);
}

bool sp_is_ordered_away(const sp_world *w, int32_t f) {
  int32_t e = w->combat.engagement[f];
  return e >= 0 && sp_marches_by(w, f) && w->formation.start_minute[f] > w->engagement.since[e];
}

/* In line before an enemy who reaches it. */
bool sp_in_touch(const sp_world *w, int32_t f) {
  int32_t e = w->combat.engagement[f], part = sp_part_of(w, e, f), sector = sp_sector_turned(part, w->combat.sector[f]);
  return part >= 0 && sector < SP_SECTOR_RESERVE && w->engagement.gap_m[e * 3 + sector] <= w->constants.engage_off_m;
}

bool sp_falls_back(const sp_world *w, int32_t f, sp_minute now) {
  return sp_is_ordered_away(w, f) && w->formation.start_minute[f] <= now && sp_in_touch(w, f);
}

bool sp_breaks_off(const sp_world *w, int32_t f) {
  if (!sp_is_ordered_away(w, f)) return false;
  return w->formation.start_minute[f] + (sp_in_touch(w, f) ? sp_to_i64(w->constants.engage_off_min * (w->combat.posture[f] == SP_POSTURE_IN_TURNS ? w->constants.withdraw_turns_slow : 1.0)) : 0) <= w->head->minute;
}

void sp_chase_set(sp_world *w, int32_t f, sp_key quarry) {
  w->combat.chasing[f] = quarry;
  if (w->scratch) w->scratch->chasers = -1;
}

const int32_t *sp_chasers(const sp_world *w, int32_t *count) {
  sp_scratch *s = w->scratch;
  SP_CHECK(s != NULL && s->capacity >= sp_used(w, SP_TABLE_FORMATION));
  if (s->chasers < 0) {
    s->chasers = 0;
    for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
      if (w->combat.chasing[f]) s->chaser[s->chasers++] = f;
  }
#ifdef SP_DEV
  int32_t found = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->combat.chasing[f]) SP_CHECK(found < s->chasers && s->chaser[found++] == f);
  SP_CHECK(found == s->chasers);
#endif
  *count = s->chasers;
  return s->chaser;
}

bool sp_front_is_clear(const sp_world *w, int32_t f) {
  int32_t e = w->combat.engagement[f];
  if (e < 0) return true;
  int32_t part = sp_part_of(w, e, f), sector = sp_sector_turned(part, w->combat.sector[f]);
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++) {
    if (w->combat.engagement[g] != e || w->formation.side[g] == w->formation.side[f] || !sp_can_fight(w, g)) continue;
    int32_t his = sp_sector_turned(1 - part, w->combat.sector[g]);
    if (his == sector || sector >= SP_SECTOR_RESERVE) return false;
  }
  return true;
}

/* The dice know a side by the first of its bodies, not by its name. */
static sp_key side_by_its_bodies(const sp_model *m, int32_t side) {
  for (int32_t f = 0; f < m->formation_count; f++)
    if (m->formation[f].side == side) return m->formation[f].key;
  return 0;
}

double sp_luck_in_flight(const sp_world *w, int32_t f) {
  sp_dice dice = {.seed = w->head->seed, .tick = (uint32_t)(w->combat.broke_at[f] / 1440)};
  double z = sp_normal_of(sp_uniform(&dice, side_by_its_bodies(w->model, w->formation.side[f]), SP_STREAM_SCATTER, 2));
  return sp_exp(w->constants.rout_luck_sigma * z);
}

sp_stage sp_stage_of(const sp_world *w, int32_t f, sp_minute *since) {
  int32_t e = w->combat.engagement[f];
  sp_minute unused, *out = since ? since : &unused;
  *out = w->head->minute;
  if (w->combat.stance[f] > SP_WAVERING) return SP_STAGE_NONE;
  if (w->combat.success[f] >= w->constants.phase_broken_in * w->constants.morale_success_break) return SP_STAGE_IN;
  if (e < 0 || !w->combat.men_before[f] || w->combat.sector[f] >= SP_SECTOR_RESERVE) return SP_STAGE_NONE;
  int32_t at = e * 3 + sp_sector_turned(sp_part_of(w, e, f), w->combat.sector[f]);
  if (w->combat.deployed[f] < w->constants.fight_advance_deployed) return SP_STAGE_NONE; /* its head has come up, no more */
  if (w->engagement.struck_at[at]) return *out = w->engagement.struck_at[at], SP_STAGE_AT_BLOWS;
  if (w->engagement.shot_at[at]) return *out = w->engagement.shot_at[at], SP_STAGE_CLOSE;
  return SP_STAGE_NONE;
}
