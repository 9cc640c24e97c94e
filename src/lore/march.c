/* march.c - columns, pace, fatigue, falling in, halts, straggling.
 *
 * Column: length = slack * ((foot / files * 0.92 + horses / horse files * 3.6) / tracks + (carts * 16 + guns * 20) / wheel tracks).
 *   Wheels keep the road itself, one track, where only its shoulders are free; what a road has beyond march_shoulders is open
 *   country, and carries wheels as well.
 *   Followers walk like foot; led horses and beasts out of harness go like horse. Beasts in harness are
 *   part of their carriage's length. Horse ride as many abreast as foot (96 troopers in fours on 95 yards);
 *   march_horse_files_share lowers that. 50,000 foot, 10,000 horse, 3,000 carts, 4 files, slack 1.5: 102.75 km.
 * Pace: the slowest arm present, times independent factors for road, relief, cover (off the road), mud, rain,
 *   snow, darkness, strange country and fatigue; no worsening ever speeds anybody up. Carriages: a train with
 *   hardly more than its drivers crawls like an ox-cart train (14 km in 8 h); with many hands to each, as in a
 *   division, carts keep the foot's pace, as Clausewitz's divisions did. Heavy guns never do.
 * Day: fall in + passage of the column + distance / pace + long halts. For 8,000 men with 16 guns and 40 carts
 *   falling in (0.5 h) and passage (1.5 h at slack 1.5) are the 2 h of the rule fitted to Clausewitz's points;
 *   a further division adds its passage, inside his "couple of hours". Above 50,000 men falling in
 *   grows with their number.
 * Fatigue: 0 fresh, 1 spent; gained per minute of marching whatever the distance, so that mud and hills, which
 *   lengthen the day, tire twice. 22 km by foot end at 0.40; ten hours of dry night in camp undo it.
 * Straggling: chance per minute, with the fourth power of fatigue.
 *
 * Left out: hunger and load (issue of supply), a beast's own fatigue, billets.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/footing.h"

static const uint16_t files_at[SP_ROAD_CLASS_COUNT] = {
    [SP_ROAD_POST] = SP_LORE_AT(march_files_post),         [SP_ROAD_ROAD] = SP_LORE_AT(march_files_road),
    [SP_ROAD_TRACK] = SP_LORE_AT(march_files_track),       [SP_ROAD_PATH] = SP_LORE_AT(march_files_path),
    [SP_ROAD_CAUSEWAY] = SP_LORE_AT(march_files_causeway), [SP_ROAD_COUNTRY] = SP_LORE_AT(march_files_country),
    [SP_ROAD_SEA] = SP_LORE_AT(march_files_country)}; /* nobody marches there: no row may be empty */
static const uint16_t road_at[SP_ROAD_CLASS_COUNT] = {
    [SP_ROAD_POST] = SP_LORE_AT(march_road_post),         [SP_ROAD_ROAD] = SP_LORE_AT(march_road_road),
    [SP_ROAD_TRACK] = SP_LORE_AT(march_road_track),       [SP_ROAD_PATH] = SP_LORE_AT(march_road_path),
    [SP_ROAD_CAUSEWAY] = SP_LORE_AT(march_road_causeway), [SP_ROAD_COUNTRY] = SP_LORE_AT(march_road_country),
    [SP_ROAD_SEA] = SP_LORE_AT(march_road_country)};
static const uint16_t wheels_at[SP_ROAD_CLASS_COUNT] = {
    [SP_ROAD_POST] = SP_LORE_AT(march_road_post),         [SP_ROAD_ROAD] = SP_LORE_AT(march_road_road),
    [SP_ROAD_TRACK] = SP_LORE_AT(march_wheels_track),     [SP_ROAD_PATH] = SP_LORE_AT(march_wheels_path),
    [SP_ROAD_CAUSEWAY] = SP_LORE_AT(march_road_causeway), [SP_ROAD_COUNTRY] = SP_LORE_AT(march_wheels_country),
    [SP_ROAD_SEA] = SP_LORE_AT(march_wheels_country)};
static const uint16_t horse_pace_at[SP_PACE_COUNT] = {
    [SP_PACE_SLOW] = SP_LORE_AT(march_horse_slow_m_min), [SP_PACE_ORDINARY] = SP_LORE_AT(march_horse_ordinary_m_min),
    [SP_PACE_BRISK] = SP_LORE_AT(march_horse_brisk_m_min), [SP_PACE_FORCED] = SP_LORE_AT(march_horse_forced_m_min)};

static double foot_pace(const sp_constants *c, sp_pace pace) {
  switch (pace) {
  case SP_PACE_SLOW: return c->march_pace_slow;
  case SP_PACE_BRISK: return c->march_pace_brisk;
  case SP_PACE_FORCED: return c->march_pace_forced;
  default: return 1.0;
  }
}

static double cover_factor(const sp_constants *c, sp_cover cover) {
  switch (cover) {
  case SP_COVER_FIELDS: return c->march_cover_fields;
  case SP_COVER_MIXED: return c->march_cover_mixed;
  case SP_COVER_WOOD: return c->march_cover_wood;
  case SP_COVER_MARSH: return c->march_cover_marsh;
  default: return 1.0;
  }
}

double sp_calc_files(const sp_constants *c, sp_road_class road) { return SP_LORE_PICK(c, files_at, road); }

double sp_calc_slack(const sp_constants *c, double order, double fatigue) {
  double kept = sp_lore_unit(order) * (1.0 - c->march_slack_fatigue * sp_lore_unit(fatigue));
  return c->march_slack_ragged - (c->march_slack_ragged - c->march_slack_fresh) * sp_lore_unit(kept);
}

double sp_calc_loose_beasts(const sp_constants *c, const sp_column *column) {
  double harnessed = column->carts * c->march_team_cart + column->light_guns * c->march_team_light_gun +
                     column->heavy_guns * c->march_team_heavy_gun;
  return sp_max(0.0, column->draught - harnessed);
}

static void parts_of_column(const sp_constants *c, const sp_column *column, double files, sp_marching_order *order) {
  double abreast = sp_max(1.0, files);
  double horse_abreast = sp_max(1.0, abreast * c->march_horse_files_share);
  double foot = column->foot + column->followers;
  double horses = column->mounted + column->led_horses + sp_calc_loose_beasts(c, column);
  order->ranks_m = foot / abreast * c->march_foot_depth_m + horses / horse_abreast * c->march_horse_depth_m;
  order->wheels_m =
      column->carts * c->march_cart_depth_m + (column->light_guns + column->heavy_guns) * c->march_gun_depth_m;
}

double sp_calc_column_m(const sp_constants *c, const sp_column *column, double files, double slack, double tracks) {
  sp_marching_order order;
  parts_of_column(c, column, files, &order);
  return sp_lore_column_m(c, &order, slack, tracks);
}

/* Everything that slows man, beast and wheel alike. */
double sp_lore_going_factor(const sp_constants *c, const sp_stretch *s, double fatigue) {
  double knows = sp_lore_unit(s->knows_ground);
  double night = c->march_dark + c->march_dark_ground * (knows - 0.5);
  double factor = s->footing->pace * sp_lore_loss(night, s->footing->dark);
  double weary = sp_lore_ramp(fatigue, c->march_fatigue_free, 1.0);
  factor *= sp_lore_loss(c->march_fatigue_spent, weary);
  if (s->road == SP_ROAD_COUNTRY) {
    factor *= cover_factor(c, s->cover) * sp_lore_loss(c->march_country_unknown, 1.0 - knows);
  }
  return factor;
}

/* Carts and light guns: from the ox-cart train's crawl to the foot's pace, by the hands to each. */
static double wheels_m_min(const sp_constants *c, const sp_column *column, double carriages) {
  double men = column->foot + column->mounted + column->followers;
  double hands = sp_lore_ramp(men / carriages, c->march_hands_few, c->march_hands_many);
  return c->march_wheels_alone_m_min + (c->march_wheels_helped_m_min - c->march_wheels_alone_m_min) * hands;
}

static inline void keep_slowest(double *slowest, double pace, sp_arm *who, sp_arm arm) {
  if (pace >= *slowest) return;
  *slowest = pace;
  *who = arm;
}

static inline double slowest_arm(const sp_constants *c, const sp_column *column, sp_road_class road_class, sp_pace pace, sp_arm *who) {
  double road = SP_LORE_PICK(c, road_at, road_class);
  double on_foot = foot_pace(c, pace);
  double slowest = SP_LORE_PICK(c, horse_pace_at, pace) * road; /* an empty column rides */
  *who = SP_ARM_HORSE;
  if (column->foot + column->followers > 0.0) keep_slowest(&slowest, c->march_foot_m_min * on_foot * road, who, SP_ARM_FOOT);
  if (sp_calc_loose_beasts(c, column) > 0.0) keep_slowest(&slowest, c->march_pack_m_min * on_foot * road, who, SP_ARM_DRAUGHT);
  double carriages = column->carts + column->light_guns;
  if (carriages + column->heavy_guns > 0.0) {
    double rolling = SP_LORE_PICK(c, wheels_at, road_class) * sp_min(on_foot, c->march_pace_wheels);
    if (carriages > 0.0) keep_slowest(&slowest, wheels_m_min(c, column, carriages) * rolling, who, SP_ARM_CART);
    if (column->heavy_guns > 0.0) keep_slowest(&slowest, c->march_heavy_gun_m_min * rolling, who, SP_ARM_HEAVY_GUN);
  }
  return slowest;
}

static double own_pace_m_min(const sp_constants *c, const sp_column *column, sp_road_class road_class, sp_pace pace) {
  sp_arm who;
  return slowest_arm(c, column, road_class, pace, &who);
}

sp_marching_order sp_lore_marching_order(const sp_constants *c, const sp_column *column, sp_road_class road, sp_pace pace,
                                         double files) {
  sp_marching_order order = {.own_pace_m_min = own_pace_m_min(c, column, road, pace)};
  parts_of_column(c, column, files, &order);
  order.horse_share = column->mounted / sp_max(1.0, column->foot + column->followers + column->mounted);
  return order;
}

double sp_calc_march_m_min(const sp_constants *c, const sp_column *column, const sp_going *going, sp_pace pace,
                           double fatigue) {
  sp_footing footing = sp_lore_footing(c, going);
  sp_stretch stretch = sp_lore_stretch(going, &footing);
  return own_pace_m_min(c, column, going->road, pace) * sp_lore_going_factor(c, &stretch, fatigue);
}

double sp_calc_march_terms(const sp_constants *c, const sp_column *column, const sp_going *going, sp_pace pace,
                           double fatigue, double term[SP_MARCH_TERMS], sp_arm *slowest) {
  sp_arm who;
  double on_foot = foot_pace(c, pace), knows = sp_lore_unit(going->knows_ground), night = c->march_dark + c->march_dark_ground * (knows - 0.5);
  bool country = going->road == SP_ROAD_COUNTRY;
  (void)slowest_arm(c, column, going->road, pace, &who);
  term[SP_MARCH_RELIEF] = sp_lore_relief_factor(c, going->relief);
  term[SP_MARCH_MUD] = sp_lore_loss(c->march_mud_bottomless, sp_lore_unit(going->mud));
  term[SP_MARCH_RAIN] = sp_lore_loss(c->march_rain_heavy, sp_lore_rain(c, going->rain_mm_h));
  term[SP_MARCH_SNOW] = sp_lore_loss(c->march_snow_deep, sp_lore_unit(going->snow));
  term[SP_MARCH_NIGHT] = sp_lore_loss(night, sp_lore_dark(c, going->light));
  term[SP_MARCH_WEARY] = sp_lore_loss(c->march_fatigue_spent, sp_lore_ramp(fatigue, c->march_fatigue_free, 1.0));
  term[SP_MARCH_COVER] = country ? cover_factor(c, going->cover) : 1.0;
  term[SP_MARCH_STRANGE] = country ? sp_lore_loss(c->march_country_unknown, 1.0 - knows) : 1.0;
  bool rolls = who == SP_ARM_CART || who == SP_ARM_HEAVY_GUN;
  term[SP_MARCH_HANDS] = 1.0;
  term[SP_MARCH_ROAD] = rolls ? SP_LORE_PICK(c, wheels_at, going->road) : SP_LORE_PICK(c, road_at, going->road);
  term[SP_MARCH_PACE] = rolls ? sp_min(on_foot, c->march_pace_wheels) : on_foot;
  switch (who) {
  case SP_ARM_HORSE:
    term[SP_MARCH_ARMS] = c->march_horse_ordinary_m_min;
    term[SP_MARCH_PACE] = SP_LORE_PICK(c, horse_pace_at, pace) / c->march_horse_ordinary_m_min;
    break;
  case SP_ARM_DRAUGHT: term[SP_MARCH_ARMS] = c->march_pack_m_min; break;
  case SP_ARM_HEAVY_GUN: term[SP_MARCH_ARMS] = c->march_heavy_gun_m_min; break;
  case SP_ARM_CART:
    term[SP_MARCH_ARMS] = c->march_wheels_helped_m_min;
    term[SP_MARCH_HANDS] = wheels_m_min(c, column, column->carts + column->light_guns) / c->march_wheels_helped_m_min;
    break;
  default: term[SP_MARCH_ARMS] = c->march_foot_m_min; break;
  }
  if (slowest) *slowest = who;
  return sp_calc_march_m_min(c, column, going, pace, fatigue);
}

static double tire_foot(const sp_constants *c, sp_pace pace) {
  switch (pace) {
  case SP_PACE_SLOW: return c->march_tire_slow;
  case SP_PACE_BRISK: return c->march_tire_brisk;
  case SP_PACE_FORCED: return c->march_tire_forced;
  default: return 1.0;
  }
}

static double tire_horse(const sp_constants *c, sp_pace pace) {
  switch (pace) {
  case SP_PACE_SLOW: return c->march_tire_horse_slow;
  case SP_PACE_BRISK: return c->march_tire_horse_brisk;
  case SP_PACE_FORCED: return c->march_tire_horse_forced;
  default: return c->march_tire_horse_ordinary;
  }
}

double sp_lore_fatigue_per_min(const sp_constants *c, sp_pace pace, const sp_footing *footing, double horse_share) {
  double riding = sp_lore_unit(horse_share);
  double pace_factor = tire_foot(c, pace) * (1.0 - riding) + tire_horse(c, pace) * riding;
  return c->march_tire_per_h * (1.0 / 60.0) * pace_factor * footing->tire_ground * footing->tire_sky;
}

double sp_calc_fatigue_per_min(const sp_constants *c, sp_pace pace, const sp_going *going, double horse_share) {
  sp_footing footing = sp_lore_footing(c, going);
  return sp_lore_fatigue_per_min(c, pace, &footing, horse_share);
}

double sp_calc_rest_per_min(const sp_constants *c, double light, double rain_mm_h, bool in_camp) {
  double rate = c->march_rest_per_h * (1.0 / 60.0);
  rate *= sp_lore_loss(c->march_rest_day, 1.0 - sp_lore_dark(c, light));
  rate *= sp_lore_loss(c->march_rest_wet, sp_lore_rain(c, rain_mm_h));
  return in_camp ? rate : rate * c->march_rest_halt;
}

double sp_calc_assembly_min(const sp_constants *c, double men, bool from_camp) {
  if (!from_camp || men <= 0.0) return 0.0;
  double minutes = c->march_fall_in_min + c->march_fall_in_division_min * sp_min(1.0, men / c->march_division_men);
  return minutes * sp_max(1.0, men / c->march_host_men);
}

double sp_calc_halts_min(const sp_constants *c, double marched_min) {
  return c->march_long_halt_min * sp_floor(sp_max(0.0, marched_min) / c->march_long_halt_every_min);
}

double sp_lore_straggle_per_min(const sp_constants *c, double fatigue, const sp_stretch *stretch, sp_pace pace,
                                double quality) {
  double pace_factor = pace == SP_PACE_SLOW     ? c->straggle_slow
                       : pace == SP_PACE_BRISK  ? c->straggle_brisk
                       : pace == SP_PACE_FORCED ? c->straggle_forced
                                                : 1.0;
  double f = sp_lore_unit(fatigue);
  double weary = 1.0 + c->straggle_spent * (f * f) * (f * f);
  bool hidden =
      stretch->cover == SP_COVER_WOOD || stretch->relief == SP_RELIEF_HILLS || stretch->relief == SP_RELIEF_MOUNTAIN;
  double ground = stretch->footing->straggle + (hidden ? c->straggle_cover : 0.0);
  double worth = c->straggle_worst_quality + 2.0 * (1.0 - c->straggle_worst_quality) * sp_lore_unit(quality);
  return c->straggle_fresh_per_h * (1.0 / 60.0) * pace_factor * weary * ground * sp_max(0.0, worth);
}

double sp_calc_straggle_per_min(const sp_constants *c, double fatigue, const sp_going *going, sp_pace pace,
                                double quality) {
  sp_footing footing = sp_lore_footing(c, going);
  sp_stretch stretch = sp_lore_stretch(going, &footing);
  return sp_lore_straggle_per_min(c, fatigue, &stretch, pace, quality);
}

double sp_calc_passage_h(const sp_constants *c, const sp_column *column, const sp_going *going, double files,
                         double slack, double tracks) {
  double m_min = sp_calc_march_m_min(c, column, going, SP_PACE_ORDINARY, 0.0);
  return sp_calc_column_m(c, column, files, slack, tracks) / m_min / 60.0;
}

double sp_calc_march_day_h(const sp_constants *c, const sp_column *column, double distance_m, const sp_going *going,
                           double files) {
  double men = column->foot + column->mounted + column->followers;
  double marched_min =
      sp_max(0.0, distance_m) / sp_calc_march_m_min(c, column, going, SP_PACE_ORDINARY, 0.0);
  double waiting_min = sp_calc_assembly_min(c, men, true) + sp_calc_halts_min(c, marched_min);
  return (waiting_min + marched_min) / 60.0 +
         sp_calc_passage_h(c, column, going, files, c->march_slack_usual, 1.0);
}

double sp_calc_march_days(const sp_constants *c, const sp_column *column, double distance_m, const sp_going *going, bool rests) {
  double hours = sp_max(0.0, distance_m) / sp_calc_march_m_min(c, column, going, SP_PACE_ORDINARY, 0.0) / 60.0;
  return hours / c->march_stage_h * (rests ? 1.0 + c->march_rest_share : 1.0);
}
