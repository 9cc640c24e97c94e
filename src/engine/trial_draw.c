/* trial_draw.c - settles what a trial leaves unsaid, anew for each run.
 *
 * Models   an umpire who is told "30,000 men, some horse" and must put up an army: quality of either side, of its
 *          bodies and of its commanders (normal, held within 0.05..0.95), order, fatigue and quarter, horse and guns where
 *          nobody counted them and the front (log-normal), the hour of the attack (even between an hour after sunrise
 *          and the latest usual one). Both sides have chosen to fight: who is the weaker in numbers, or attacks, has
 *          better men on average, else he would not be there.
 * Reads    the trial; rules/trial.def. Dice: stream TRIAL, keyed by the seed, the number of the run and the side.
 * Leaves out  that sides know each other's quality but roughly.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/trial.h"
#include "world/world.h"

#define USUAL_MEN 20000.0 /* of a side: for which trial_back_size is nothing */

enum { DIE_QUALITY, DIE_ORDER, DIE_FATIGUE, DIE_QUARTER, DIE_HORSE, DIE_GUNS, DIE_FRONT, DIE_HOUR, DIE_BACK = 9, DIE_BODY = 16, DIE_TRAIT = 64 };

static double normal(const sp_dice *dice, sp_key key, uint32_t k) { return sp_normal_of(sp_uniform(dice, key, SP_STREAM_TRIAL, k)); }

static double held(double x) { return sp_clamp(x, 0.05, 0.95); }

/* Horse fell out of fashion in a century after 1750. */
static double horse_share(const sp_constants *k, int32_t year) {
  return k->trial_horse_share * (1.0 - 0.5 * sp_clamp((year - 1750) / 100.0, 0.0, 1.0));
}

static double pike_share(const sp_constants *k, int32_t year) { return k->trial_pikes_1600 * sp_clamp((1705 - year) / 105.0, 0.0, 1.0); }

static int32_t share_of(int32_t men, double share) { return sp_to_i32((double)men * share + 0.5); }

static void settle_bodies(const sp_constants *k, const sp_dice *dice, sp_key key, sp_trial_host *h) {
  h->bodies = sp_min_i32(SP_TRIAL_BODIES, sp_max_i32(h->men >= 400 ? 3 : 2, sp_to_i32(h->men / k->trial_body_men + 0.5)));
  h->horse_bodies = sp_min_i32(h->bodies - 1, sp_to_i32((double)h->bodies * h->horse / sp_max_i32(1, h->men) + 0.5));
  if (h->horse == h->men) h->horse_bodies = h->bodies;
  for (int32_t b = 0; b < h->bodies; b++) h->body_quality[b] = held(h->quality + k->trial_body_sigma * normal(dice, key, DIE_BODY + (uint32_t)b));
}

/* Traits that battle reads; the others stay at what they are for a man of whom nothing is said. */
static void settle_traits(const sp_trial_side *s, const sp_constants *k, const sp_dice *dice, sp_key key, sp_trial_host *h) {
  static const sp_trait drawn[] = {SP_TRAIT_SKILL, SP_TRAIT_VIGOUR, SP_TRAIT_CAUTION, SP_TRAIT_LOYALTY, SP_TRAIT_HONOUR, SP_TRAIT_GREED};
  enum { DRAWN = sizeof drawn / sizeof *drawn };
  sp_person_def usual;
  sp_person_def_init(&usual);
  for (uint32_t b = 0; b < SP_TRIAL_BODIES; b++) {
    for (int t = 0; t < SP_TRAIT_COUNT; t++) h->trait[b][t] = usual.trait[t];
    for (uint32_t n = 0; n < DRAWN; n++) h->trait[b][drawn[n]] = held(usual.trait[drawn[n]] + k->trial_trait_sigma * normal(dice, key, DIE_TRAIT + b * DRAWN + n));
  }
  if (s->skill >= 0.0) h->trait[0][SP_TRAIT_SKILL] = s->skill;
}

/* By how much the attacker's share of horse is above the defender's, where both are known. */
static double more_horse(const sp_trial_def *def) {
  const sp_trial_side *a = &def->side[0], *d = &def->side[1];
  if (a->horse < 0 || d->horse < 0) return 0.0;
  return sp_clamp((double)a->horse / a->men - (double)d->horse / d->men, -0.4, 0.4);
}

/* What quality may be expected of a side that chose to fight at these odds, attacking or not. */
static double expected_quality(const sp_trial_def *def, const sp_constants *k, int32_t side) {
  double odds = sp_log((double)def->side[side].men / def->side[1 - side].men);
  double edge = k->trial_attacker_edge - k->trial_edge_century * sp_clamp((def->year - 1700) / 100.0, -1.0, 1.6);
  edge -= k->trial_horse_edge * more_horse(def);
  return k->trial_quality - 0.5 * k->trial_selection * odds + (side == 0 ? 0.5 : -0.5) * edge;
}

static void settle_host(const sp_trial_def *def, const sp_constants *k, const sp_dice *dice, int32_t side, sp_trial_host *h) {
  const sp_trial_side *s = &def->side[side];
  const sp_key key = sp_key_of(side == 0 ? "attacker" : "defender");
  *h = (sp_trial_host){.men = s->men};
  h->quality = held(s->quality >= 0.0 ? s->quality : expected_quality(def, k, side) + k->trial_quality_sigma * normal(dice, key, DIE_QUALITY));
  h->order = sp_clamp(k->trial_order + k->trial_state_sigma * normal(dice, key, DIE_ORDER), 0.3, 1.0);
  h->fatigue = sp_clamp(k->trial_fatigue + k->trial_state_sigma * normal(dice, key, DIE_FATIGUE), 0.0, 0.7);
  double quarter = sp_uniform(dice, key, SP_STREAM_TRIAL, DIE_QUARTER);
  h->quarter = quarter < k->trial_no_quarter ? SP_QUARTER_NONE : quarter < 2.0 * k->trial_no_quarter ? SP_QUARTER_ALL : SP_QUARTER_SOME;
  h->stay_away = k->trial_back_sigma * normal(dice, key, DIE_BACK) - k->trial_back_size * sp_log(s->men / USUAL_MEN) - k->trial_back_century * sp_clamp((def->year - 1750) / 100.0, -1.5, 1.5);
  double horse = horse_share(k, def->year) * sp_exp(k->trial_horse_sigma * normal(dice, key, DIE_HORSE));
  double guns = k->trial_guns_per_1000 * s->men / 1000.0 * sp_exp(k->trial_guns_sigma * normal(dice, key, DIE_GUNS));
  h->horse = s->horse >= 0 ? sp_min_i32(s->horse, s->men) : share_of(s->men, sp_min(0.6, horse));
  h->guns = s->guns >= 0 ? s->guns : share_of(1, guns);
  h->heavy_guns = share_of(h->guns, k->trial_heavy_share);
  int32_t foot = h->men - h->horse;
  h->gunners = sp_min_i32(foot / 2, share_of(h->guns, k->trial_gun_crew));
  foot -= h->gunners;
  h->archers = sp_min_i32(foot, sp_max_i32(0, s->archers));
  h->pikes = share_of(foot - h->archers, pike_share(k, def->year));
  settle_bodies(k, dice, key, h);
  settle_traits(s, k, dice, key, h);
}

/* Armies choose ground on which they can draw up: the front follows from the men unless it is known. */
static double front_m(const sp_trial_def *def, const sp_constants *k, const sp_dice *dice) {
  double unknown = normal(dice, sp_key_of("front"), DIE_FRONT);
  if (def->front_km > 0.0) return def->front_km * 1000.0;
  double men = sp_max_i32(def->side[0].men, def->side[1].men);
  return sp_clamp(men / (k->trial_men_per_m * sp_exp(k->trial_men_per_m_sigma * unknown)), 150.0, 20000.0);
}

static sp_minute sunrise(double latitude_deg, sp_minute day) {
  for (sp_minute m = 0; m < 720; m += 5) {
    if (sp_calc_sun_deg(latitude_deg, day + m) > -0.8) return day + m;
  }
  return day + 600; /* no sun: ten o'clock */
}

void sp_trial_settle(const sp_trial_def *def, const sp_constants *k, uint64_t seed, uint32_t run, sp_trial_draw *out) {
  const sp_dice dice = {.seed = seed, .tick = run};
  for (int32_t side = 0; side < 2; side++) settle_host(def, k, &dice, side, &out->host[side]);
  out->front_m = front_m(def, k, &dice);
  sp_minute day = sp_minute_of((sp_date){.year = def->year, .month = def->month, .day = 15});
  double first = (double)(sunrise(def->latitude_deg, day) - day) + 60.0 * k->trial_first_h, latest = sp_max(first, 60.0 * k->trial_latest_h);
  double at = first + (latest - first) * sp_uniform(&dice, sp_key_of("hour"), SP_STREAM_TRIAL, DIE_HOUR);
  out->attack = day + sp_to_i64(at / 15.0) * 15;
  out->start = out->attack - 60;
}
