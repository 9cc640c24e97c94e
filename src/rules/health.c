/* health.c - the wounded die or mend, men fall sick, day by day.
 *
 * Models   four rounds a day: in each ward some die and some leave their beds, by the care they have, how they lie, frost, rain and
 *          the road. Who mends goes back to the ranks, or if his body is elsewhere makes his way as a straggler who means to come
 *          back, as do lightly wounded who lay in the field unfound; of the seriously wounded some are crippled and go home. At dawn of each day men fall sick, by the days on one spot, how
 *          many camp there, weariness, wet and frost. Prisoners are seen to last, have less shelter, hunger by what
 *          bread.c gave them, and go back under guard when they have mended. A wounded commander dies or rides again.
 *          A camp in country laid waste has less shelter, and the days there are counted (morale.c).
 * Reads    wards; physicians; activity, fatigue, marched_m; provision.weak (hunger); temperature, rain; places.
 * Writes   ward.days, fresh; health.*; combat.captives; person.fate, fate_minute; pools; counts through the ledger.
 * Emits    DEATHS (a side's, at dawn), CAPTIVES_DIE, FALL_SICK, MENDED, LEADER_DIES, LEADER_MENDS.
 * Formula  src/lore/health.c. Rounds at 0, 6, 12 and 18 h; a body's own physicians see to those who lie with it. The hazard of falling
 *          sick is summed at the rounds and drawn at six. Wards one after the other in order of key.
 * Sources  health.def.
 * Leaves out  sickness carried from camp to camp; physicians lent to a
 *          neighbour, or lost; commanders who fall sick, or are crippled; the aged and the crippled who stay on.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_health.h"
#include "shapan/calc_supply.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/captured.h"
#include "world/near.h"
#include "world/pools.h"
#include "world/ride.h"
#include "world/wards.h"

#define ROUND_MIN 360
#define DAWN_MIN 360   /* falling sick is drawn, and the day's toll told, at this minute of the day */
#define MOVED_M 1000.0 /* less is no change of camp */

typedef sp_array(int32_t) rows;

/* Of the time before the opening no round knows. */
static double days_of_round(const sp_tick *t, sp_minute mark) { return (double)sp_min_i64(ROUND_MIN, mark - t->model->campaign.start) / 1440.0; }

static sp_dice dice_of_round(const sp_tick *t, sp_minute mark) { return (sp_dice){.seed = t->dice.seed, .tick = (uint32_t)(mark / ROUND_MIN)}; }

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t a, int32_t b) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = a, .b = b, .x_m = w->formation.tail_x[i], .y_m = w->formation.tail_y[i]});
}

/* ---- how they lie */

static bool in_waste(const sp_tick *t, int32_t i) { return t->model->waste_count > 0 && sp_is_waste(t->model, sp_head_of(t->world, i)); }

static double shelter_of(const sp_tick *t, int32_t i) {
  if (sp_in_town(t->world, i)) return 1.0;
  if (t->world->formation.activity[i] != SP_IN_CAMP) return 0.0;
  return t->k->health_camp_shelter * (in_waste(t, i) ? t->k->health_waste_shelter : 1.0);
}

static double care_with(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  if (w->health.physicians[i] <= 0 || w->combat.stance[i] > SP_WAVERING) return 0.0;
  return sp_calc_care(t->k, w->health.physicians[i], sp_patients_with(w, i, SP_LINE_WOUNDED_SERIOUS) + sp_patients_with(w, i, SP_LINE_SICK));
}

static double care_of_captives(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  if (w->health.physicians[i] <= 0 || w->combat.stance[i] > SP_WAVERING) return 0.0;
  int32_t own = sp_patients_with(w, i, SP_LINE_WOUNDED_SERIOUS) + sp_patients_with(w, i, SP_LINE_SICK);
  return sp_calc_care_left(t->k, w->health.physicians[i], own, sp_captive_patients_with(w, i, SP_LINE_WOUNDED_SERIOUS) + sp_captive_patients_with(w, i, SP_LINE_SICK));
}

static double shelter_of_captives(const sp_tick *t, int32_t i) { return sp_in_town(t->world, i) ? 1.0 : t->k->captives_shelter * shelter_of(t, i); }

static double hunger_of_captives(const sp_tick *t, int32_t i) { return 1.0 - sp_calc_hungry_worth(t->k, t->world->health.captives_missed[i]); }

static bool under_a_roof(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t node = w->ward.node[p];
  if (w->ward.lies[p] != SP_LIES_TENDED || node < 0 || t->model->node[node].place < 0) return false;
  double dx = t->model->node[node].at.x - w->ward.x[p], dy = t->model->node[node].at.y - w->ward.y[p];
  return dx * dx + dy * dy <= MOVED_M * MOVED_M;
}

static sp_bed bed_of(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t i = w->ward.carer[p], region = i >= 0 ? sp_formation_region(w, i) : sp_region_at(t->model, (sp_xy){w->ward.x[p], w->ward.y[p]});
  sp_bed bed = {.temperature_c = w->region.temperature_c[region], .rain_mm_h = w->region.rain_mm_h[region]};
  if (i >= 0) {
    bool captive = sp_ward_is_captive(w, p);
    bed.care = captive ? care_of_captives(t, i) : care_with(t, i);
    bed.hunger = captive ? hunger_of_captives(t, i) : w->provision.weak[i];
    bed.shelter = captive ? shelter_of_captives(t, i) : shelter_of(t, i);
    bed.jolted = w->health.moved[i] && w->ward.line[p] != SP_LINE_WOUNDED_LIGHT;
  } else if (w->ward.lies[p] == SP_LIES_TENDED) {
    bed.care = t->k->health_tended_care;
    bed.shelter = under_a_roof(t, p) ? 1.0 : t->k->health_camp_shelter;
  } else bed.in_field = true;
  return bed;
}

static sp_ailment ailment_of(const sp_world *w, int32_t p) {
  return w->ward.line[p] == SP_LINE_SICK ? SP_AILMENT_SICK : w->ward.line[p] == SP_LINE_WOUNDED_LIGHT ? SP_AILMENT_LIGHT : SP_AILMENT_SERIOUS;
}

/* ---- dying and mending */

/* Where those who have mended turn up to whom their body is not at hand. */
static int32_t pool_for(sp_tick *t, int32_t home, int32_t p, sp_minute mark) {
  sp_world *w = t->world;
  sp_xy at = sp_ward_place(w, p);
  int32_t pool = sp_pool_near(w, home, at);
  if (pool >= 0) return pool;
  pool = sp_pool_new(w, home, mark, SP_POOL_MENDED);
  if (pool < 0) return -1;
  w->pool.leg[pool] = SP_NO_LEG;
  w->pool.node[pool] = sp_nearest_place(t->model, at);
  w->pool.x[pool] = at.x;
  w->pool.y[pool] = at.y;
  return pool;
}

static int32_t send_back(sp_tick *t, int32_t p, int32_t n, sp_minute mark) {
  sp_world *w = t->world;
  int32_t home = sp_formation_living(w, w->ward.formation[p]), carer = w->ward.carer[p];
  if (n <= 0) return 0;
  if (sp_ward_is_captive(w, p)) { /* back among the others who are under guard */
    int32_t mended = sp_transfer_men(w, sp_in_ward(w, p), sp_on_line(SP_LINE_CAPTURED), n, SP_CAUSE_MENDED);
    w->combat.captives[carer] += mended;
    w->combat.captives_new[carer] += mended;
    return 0;
  }
  if (home >= 0 && sp_men_of(w, home) <= 0 && home != carer) home = -1; /* a name without men */
  if (home < 0) home = carer;
  if (home >= 0 && home == carer) return sp_transfer_men(w, sp_in_ward(w, p), sp_in_formation(home), n, SP_CAUSE_MENDED);
  int32_t pool = pool_for(t, home >= 0 ? home : w->ward.formation[p], p, mark);
  if (pool < 0) return 0;
  int32_t back = sp_transfer_men(w, sp_in_ward(w, p), sp_in_pool(pool), n, SP_CAUSE_MENDED);
  w->pool.willing[pool] += back;
  w->pool.since[pool] = mark;
  return back;
}

/* Lightly wounded whom nobody has found since the round before get up and make their way. */
static bool get_up(sp_tick *t, int32_t p, sp_minute mark) {
  sp_world *w = t->world;
  bool lie = w->ward.line[p] == SP_LINE_WOUNDED_LIGHT && w->ward.lies[p] == SP_LIES_IN_FIELD && mark - w->ward.since[p] >= ROUND_MIN;
  return lie && send_back(t, p, sp_ward_common(w, p), mark) > 0;
}

static void round_of_ward(sp_tick *t, int32_t p, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  double days = sp_clamp((double)(mark - w->ward.since[p]) / 1440.0, 0.0, days_of_round(t, mark)); /* those who came last are hurt a little less long */
  if (get_up(t, p, mark)) return;
  sp_ailment ailment = ailment_of(w, p);
  sp_bed bed = bed_of(t, p);
  int32_t men = sp_ward_common(w, p), owner = w->ward.formation[p];
  double fresh = w->ward.fresh[p] * sp_calc_wound_fresh(t->k, 0.5 * days);
  double die = sp_calc_death_per_day(t->k, ailment, fresh, &bed), mend = sp_calc_mend_per_day(t->k, ailment, w->ward.days[p]);
  int32_t dead = sp_drawn(dice, w->ward.key[p], SP_STREAM_HEAL, 0, men, sp_hazard(die, days));
  int32_t rise = men > dead && mend > 0.0 ? sp_drawn(dice, w->ward.key[p], SP_STREAM_HEAL, 1, men - dead, sp_hazard(mend, days)) : 0;
  bool captive = sp_ward_is_captive(w, p); /* he has nowhere to go, and his side does not hear of him */
  double lame = rise > 0 && !captive ? sp_calc_crippled_share(t->k, ailment, bed.care) : 0.0;
  int32_t crippled = sp_drawn(dice, w->ward.key[p], SP_STREAM_HEAL, 2, rise, lame);
  bool sick = ailment == SP_AILMENT_SICK;
  dead = sp_transfer_men(w, sp_in_ward(w, p), sp_on_line(SP_LINE_DIED), dead, sick ? SP_CAUSE_DIED_OF_SICKNESS : SP_CAUSE_DIED_OF_WOUNDS);
  *(captive ? &w->health.captives_dead[w->ward.carer[p]] : sick ? &w->health.died_sick[owner] : &w->health.died_wounds[owner]) += dead;
  (void)sp_transfer_men(w, sp_in_ward(w, p), sp_on_line(SP_LINE_LEFT), crippled, SP_CAUSE_CRIPPLED);
  w->health.back[owner] += send_back(t, p, rise - crippled, mark);
  w->ward.days[p] += days;
  w->ward.fresh[p] *= sp_calc_wound_fresh(t->k, days);
}

static void rounds_of_wards(sp_tick *t, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  rows wards = {0};
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++)
    if (w->ward.alive[p] && w->ward.men[p] > 0 && !sp_push(&wards, p)) break;
  if (wards.count > 0) sp_pools_list(w);
  sp_wards_in_order(w, wards.data, wards.count);
  for (size_t n = 0; n < wards.count; n++) round_of_ward(t, wards.data[n], dice, mark);
  for (size_t n = 0; n < wards.count; n++) sp_ward_close_if_empty(w, wards.data[n]);
  sp_array_free(&wards);
}

/* ---- commanders */

/* He is one of the generals in his body's ward, where it counts any; from there to an account. */
static void move_general(sp_world *w, int32_t i, sp_account to, sp_cause cause) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.formation[p] != i || w->ward.line[p] != SP_LINE_WOUNDED_SERIOUS) continue;
    for (int32_t s = w->ward.first_strength[p]; s >= 0; s = w->strength.next[s])
      if (w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL] > 0) {
        sp_transfer(w, s, sp_in_ward(w, p), to, SP_RANK_GENERAL, 1, cause);
        return;
      }
  }
}

static void round_of_chief(sp_tick *t, int32_t person, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = w->person.formation[person], home = sp_formation_living(w, i);
  if (home < 0) return;
  double since = (double)(mark - w->person.fate_minute[person]) / 1440.0, days = sp_clamp(since, 0.0, days_of_round(t, mark));
  int32_t region = sp_formation_region(w, home);
  sp_bed bed = {.care = sp_max(t->k->health_chief_care, care_with(t, home)), .shelter = sp_max(t->k->health_camp_shelter, shelter_of(t, home)),
                .temperature_c = w->region.temperature_c[region], .rain_mm_h = w->region.rain_mm_h[region], .jolted = w->health.moved[home]};
  double die = sp_calc_death_per_day(t->k, SP_AILMENT_SERIOUS, sp_calc_wound_fresh(t->k, since - 0.5 * days), &bed), mend = sp_calc_mend_per_day(t->k, SP_AILMENT_SERIOUS, since);
  if (sp_uniform(dice, w->person.key[person], SP_STREAM_HEAL, 0) < sp_hazard(die, days)) {
    move_general(w, i, sp_on_line(SP_LINE_DIED), SP_CAUSE_DIED_OF_WOUNDS);
    w->person.fate[person] = SP_FATE_DIED;
    emit(t, home, SP_EVENT_LEADER_DIES, mark, person, 0);
  } else if (mend > 0.0 && sp_uniform(dice, w->person.key[person], SP_STREAM_HEAL, 1) < sp_hazard(mend, days)) {
    move_general(w, i, sp_in_formation(home), SP_CAUSE_MENDED);
    w->person.fate[person] = SP_FATE_WITH_ARMY;
    emit(t, home, SP_EVENT_LEADER_MENDS, mark, person, 0);
  } else return;
  w->person.fate_minute[person] = mark;
}

/* ---- falling sick */

/* All of its side who drink of the same water. */
static double camp_of(const sp_tick *t, const sp_near *near, int32_t i) {
  const sp_world *w = t->world;
  sp_xy at = sp_near_middle(w, i);
  int64_t men = 0;
  sp_near_walk walk = sp_near_about(near, w->formation.side[i], at, t->k->health_sick_crowd_m);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) men += sp_men_of(w, f);
  return (double)men;
}

static void breathe(sp_tick *t, const sp_near *near, int32_t i, double days) {
  sp_world *w = t->world;
  double moved = w->formation.marched_m[i] - w->health.marched_then_m[i];
  w->health.moved[i] = moved > MOVED_M;
  w->health.marched_then_m[i] = w->formation.marched_m[i];
  w->health.camp_days[i] = moved > MOVED_M ? 0.0 : w->health.camp_days[i] + days;
  if (t->model->waste_count > 0) w->health.waste_days[i] = in_waste(t, i) && !sp_in_town(w, i) ? w->health.waste_days[i] + days : sp_max(0.0, w->health.waste_days[i] - 2.0 * days);
  int32_t region = sp_formation_region(w, i);
  sp_camp_air air = {.camp_days = w->health.camp_days[i], .men = camp_of(t, near, i), .fatigue = w->formation.fatigue[i], .hunger = w->provision.weak[i], .shelter = shelter_of(t, i),
                     .temperature_c = w->region.temperature_c[region], .rain_mm_h = w->region.rain_mm_h[region]};
  w->health.sick_due[i] += sp_calc_sick_per_day(t->k, &air) * days;
  if (w->combat.captives[i] <= 0) {
    w->health.captives_due[i] = 0.0;
    return;
  }
  air.hunger = hunger_of_captives(t, i);
  air.shelter = shelter_of_captives(t, i);
  w->health.captives_due[i] += sp_calc_sick_per_day(t->k, &air) * days;
}

static int32_t generals_of(const sp_world *w, int32_t i) {
  int32_t n = 0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s])
    if (sp_arm_is_man((sp_arm)w->strength.arm[s])) n += w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL];
  return n;
}

static void fall_sick(sp_tick *t, int32_t i, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  double hazard = w->health.sick_due[i];
  w->health.sick_due[i] = 0.0;
  int32_t men = sp_men_of(w, i) - generals_of(w, i);
  if (men <= 0 || hazard <= 0.0 || w->combat.stance[i] == SP_BROKEN || w->combat.engagement[i] >= 0) return;
  int32_t sick = sp_drawn(dice, w->formation.key[i], SP_STREAM_SICK, 0, men, sp_hazard(hazard, 1.0));
  int32_t ward = sick > 0 ? sp_ward_of(w, i, i, SP_LINE_SICK, mark) : -1;
  if (ward < 0) return;
  sick = sp_ward_take_men(w, ward, i, sick, SP_CAUSE_FELL_SICK);
  emit(t, i, SP_EVENT_FALL_SICK, mark, sick, 0);
}

/* At sea and beside a fight as elsewhere: they lie where they are put. */
static void captives_fall_sick(sp_tick *t, int32_t i, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  double hazard = w->health.captives_due[i];
  w->health.captives_due[i] = 0.0;
  if (w->combat.captives[i] <= 0 || hazard <= 0.0) return;
  int32_t sick = sp_drawn(dice, w->formation.key[i], SP_STREAM_SICK, 1, w->combat.captives[i], sp_hazard(hazard, 1.0));
  if (sick <= 0) return;
  sp_captured kinds = {0};
  (void)sp_captured_fall_sick(w, &kinds, i, sick, mark);
  sp_captured_free(&kinds);
}

/* ---- the day's toll */

static void tell(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  int32_t wounds[SP_MAX_SIDES] = {0}, sick[SP_MAX_SIDES] = {0}, worst[SP_MAX_SIDES];
  for (int32_t s = 0; s < SP_MAX_SIDES; s++) worst[s] = -1;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    int32_t side = w->formation.side[i], died = w->health.died_wounds[i] + w->health.died_sick[i];
    if (w->health.back[i] > 0) emit(t, i, SP_EVENT_MENDED, mark, w->health.back[i], 0);
    w->health.back[i] = 0;
    if (w->health.captives_dead[i] + w->health.captives_starved[i] > 0) emit(t, i, SP_EVENT_CAPTIVES_DIE, mark, w->health.captives_dead[i], w->health.captives_starved[i]);
    w->health.captives_dead[i] = w->health.captives_starved[i] = 0;
    if (died == 0) continue;
    wounds[side] += w->health.died_wounds[i];
    sick[side] += w->health.died_sick[i];
    int32_t *most = &worst[side], before = *most >= 0 ? w->health.died_wounds[*most] + w->health.died_sick[*most] : 0;
    if (died > before || (died == before && w->formation.key[i] < w->formation.key[*most])) *most = i;
  }
  for (int32_t s = 0; s < t->model->side_count; s++)
    if (worst[s] >= 0) emit(t, worst[s], SP_EVENT_DEATHS, mark, wounds[s], sick[s]);
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) w->health.died_wounds[i] = w->health.died_sick[i] = 0;
}

/* ---- the rule */

static void make_round(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  sp_dice dice = dice_of_round(t, mark);
  bool dawn = mark % 1440 == DAWN_MIN;
  const sp_near *near = sp_near_build(w, t->to, t->k->health_sick_crowd_m);
  sp_wards_list(w);
  rounds_of_wards(t, &dice, mark);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++)
    if (w->person.fate[p] == SP_FATE_WOUNDED && w->person.fate_minute[p] < mark && w->person.formation[p] >= 0) round_of_chief(t, p, &dice, mark);
  sp_wards_list(w); /* some were closed */
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    if (!w->formation.alive[i]) continue;
    breathe(t, near, i, days_of_round(t, mark));
    if (dawn) fall_sick(t, i, &dice, mark);
    if (dawn) captives_fall_sick(t, i, &dice, mark);
  }
  sp_captives_count(w);
  if (dawn) tell(t, mark);
}

void sp_rule_health(sp_tick *t) {
  for (sp_minute mark = (t->from / ROUND_MIN + 1) * ROUND_MIN; mark <= t->to; mark += ROUND_MIN) make_round(t, mark);
}
