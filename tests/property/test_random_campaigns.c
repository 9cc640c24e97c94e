/* Random campaigns: bodies with bread, tools, boats, physicians, wounded and guns, among depots, walls, ice and country laid
 * waste, are ordered about in every word there is. No man and no gram is lost, nobody stands for ever, a save of each
 * midnight is the war it was taken from, and the war goes on with it. 120 wars by default, 10,000 with SP_LONG=1 (or as
 * many as SP_RANDOM_WARS says); SP_RANDOM_FIRST=n begins at war n, so that one can be looked at again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "property/random_war.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BODIES 4

static const char *const bodies[2][BODIES] = {{"red-main", "red-van", "red-train", "red-guns"}, {"blue-main", "blue-horse", "blue-foot", "blue-train"}};
static const char *const places[] = {"west", "gate", "mill", "inn", "east", "hill", "ford", "bridge"};
static const char *const depots[] = {"west", "gate", "inn", "east", "mill", "hill"};

static const char *pick_place(random_dice *d) { return places[random_roll(d, 8)]; }

static void add_place(sp_lab *lab, const char *id, double east_m, double north_m, sp_wall_kind wall) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.kind = wall == SP_WALL_NONE ? SP_PLACE_VILLAGE : SP_PLACE_FORT;
  def.at = (sp_point){.lat_deg = 36.0 + north_m * 0.995 / 110958.0, .lon_deg = 118.0 + east_m * 0.995 / 90163.0};
  def.wall = wall;
  assert_int_equal(sp_scenario_add_place(lab->scenario, &def), SP_OK);
}

static sp_wall_kind pick_wall(random_dice *d) { return random_roll(d, 2) ? (sp_wall_kind)random_roll(d, SP_WALL_KIND_COUNT) : SP_WALL_NONE; }

static void add_country(sp_lab *lab, random_dice *d) {
  sp_lab_place(lab, "west", 0.0, 0.0);
  add_place(lab, "gate", 5000.0, 0.0, pick_wall(d));
  sp_lab_place(lab, "mill", 14000.0, 0.0);
  add_place(lab, "inn", 19000.0, 0.0, pick_wall(d));
  add_place(lab, "east", 26000.0, 0.0, pick_wall(d));
  sp_lab_place(lab, "hill", 9000.0, 6000.0);
  sp_lab_river(lab, "brook", 10000.0, random_roll(d, 2) ? 0.4 : 1.5, 40.0);
  sp_lab_crossing(lab, "ford", "brook", 10000.0, random_roll(d, 4) ? SP_CROSSING_FORD : SP_CROSSING_FERRY, 6.0);
  sp_lab_river(lab, "canal", 22000.0, 2.0, 10.0);
  sp_lab_crossing(lab, "bridge", "canal", 22000.0, random_roll(d, 2) ? SP_CROSSING_BRIDGE : SP_CROSSING_FLOATING, 0.0);
  sp_lab_road(lab, "west", "gate", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(lab, "gate", "ford", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(lab, "ford", "mill", 4000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  sp_lab_road(lab, "mill", "inn", 5000.0, SP_ROAD_ROAD, SP_RELIEF_ROLLING);
  sp_lab_road(lab, "inn", "bridge", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(lab, "bridge", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(lab, "gate", "hill", 8000.0, SP_ROAD_TRACK, SP_RELIEF_HILLS);
  sp_lab_road(lab, "west", "hill", 12000.0, SP_ROAD_TRACK, SP_RELIEF_HILLS);
  sp_lab_road(lab, "hill", "east", 19000.0, SP_ROAD_SEA, SP_RELIEF_PLAIN);
}

/* A hard winter, or one that only just freezes and thaws by day. */
static void add_winter(sp_lab *lab, random_dice *d) {
  sp_season_def season = SP_SEASON_DEF_INIT;
  double cold = random_roll(d, 2) ? -12.0 : -1.0;
  for (int n = 0; n < 12; n++) {
    season.temperature_c[n] = cold;
    season.temperature_swing_c[n] = 5.0;
    season.wet_day_chance[n] = 0.3;
    season.rain_mm_per_wet_day[n] = 6.0;
    season.wind_m_s[n] = 5.0;
    season.wind_from_deg[n] = 315.0;
  }
  assert_int_equal(sp_scenario_set_season(lab->scenario, &season), SP_OK);
  sp_minute lasts = lab->campaign.end - lab->campaign.start;
  lab->campaign.start = sp_minute_of((sp_date){1641, 1, 10, 6, 0});
  lab->campaign.end = lab->campaign.start + lasts;
  lab->weather_given = true;
}

static void add_waters(sp_lab *lab, random_dice *d) {
  static const char *const crossings[] = {"ford", "bridge"};
  for (int n = 0; n < 2; n++) {
    if (random_roll(d, 2)) continue;
    sp_water_def def = SP_WATER_DEF_INIT;
    def.crossing = crossings[n];
    def.has_ice = random_roll(d, 2) != 0;
    def.ice_cm = random_roll(d, 30);
    def.bridges = (int32_t)random_roll(d, 3);
    assert_int_equal(sp_scenario_add_water(lab->scenario, &def), SP_OK);
  }
}

static void add_lots(sp_lab *lab, random_dice *d) {
  sp_lot_def def = SP_LOT_DEF_INIT;
  def.id = "lot";
  def.strength = 0.3 + 0.1 * (double)random_roll(d, 10);
  def.spread = 0.1 * (double)random_roll(d, 6);
  def.dud = 0.1 * (double)random_roll(d, 5);
  def.premature = 0.1 * (double)random_roll(d, 5);
  assert_int_equal(sp_scenario_add_lot(lab->scenario, &def), SP_OK);
}

static void add_stores(sp_lab *lab, random_dice *d, int sides) {
  uint32_t count = random_roll(d, 6);
  for (uint32_t n = 0; n < count; n++) {
    char id[20];
    (void)snprintf(id, sizeof id, "depot-%u", n);
    sp_depot_def def = SP_DEPOT_DEF_INIT;
    def.id = id;
    def.side = sides > 1 && random_roll(d, 2) ? "blue" : "red";
    def.place = depots[random_roll(d, 6)];
    def.grain_kg = random_roll(d, 5) ? random_roll(d, 200000) : 0.0;
    def.outside = random_roll(d, 2) != 0;
    if (random_roll(d, 2)) def.powder_kg = random_roll(d, 20000);
    def.grenades = random_roll(d, 2) ? 0 : (int32_t)random_roll(d, 4000);
    def.lot = random_roll(d, 2) ? "lot" : NULL;
    assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
  }
  if (random_roll(d, 2)) return;
  sp_waste_def waste = SP_WASTE_DEF_INIT;
  waste.place = pick_place(d);
  waste.within_m = random_roll(d, 40000);
  if (strcmp(waste.place, "ford") != 0 && strcmp(waste.place, "bridge") != 0) assert_int_equal(sp_scenario_add_waste(lab->scenario, &waste), SP_OK);
}

static void strength(sp_lab *lab, const char *id, sp_arm arm, uint32_t count) {
  if (count) sp_lab_strength(lab, id, arm, (int32_t)count);
}

static void men(sp_lab *lab, random_dice *d, const char *id, sp_arm arm) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = id;
  def.arm = arm;
  def.count[SP_RANK_SOLDIER] = random_roll(d, 12) ? 50 + (int32_t)random_roll(d, 3000) : (int32_t)random_roll(d, 3);
  for (int n = 0; n < SP_PATIENTS; n++) def.patients[n] = random_roll(d, 3) ? 0 : (int32_t)random_roll(d, 120);
  assert_int_equal(sp_scenario_add_strength(lab->scenario, &def), SP_OK);
}

static void add_body(sp_lab *lab, random_dice *d, int side, int n) {
  const char *id = bodies[side][n];
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side ? "blue" : "red";
  def.parent = n ? bodies[side][0] : NULL;
  def.at.place = side ? places[2 + random_roll(d, 3)] : places[random_roll(d, 2)];
  def.camped = random_roll(d, 2) != 0;
  def.commander_share = 0.1 * (double)random_roll(d, 11);
  def.physicians = (int32_t)random_roll(d, 4);
  def.grenades = random_roll(d, 3) ? 0 : (int32_t)random_roll(d, 500);
  def.smoke_pots = random_roll(d, 3) ? 0 : (int32_t)random_roll(d, 500);
  def.lot = random_roll(d, 2) ? "lot" : NULL;
  if (random_roll(d, 4) == 0) def.powder_kg = random_roll(d, 3000);
  def.works = random_roll(d, 4) ? 0.0 : 0.1 * (double)random_roll(d, 11);
  uint32_t bread = random_roll(d, 5);
  if (bread == 0) def.grain_kg = random_roll(d, 60000);
  if (bread == 1 || bread == 2) def.bread_days = 0.1 * (double)random_roll(d, 30);
  sp_lab_formation_def(lab, &def);
  bool horse = side == 1 && n == 1, wheels = n > 1;
  men(lab, d, id, horse ? SP_ARM_HORSE : random_roll(d, 2) ? SP_ARM_SPEAR : SP_ARM_SHOT);
  strength(lab, id, SP_ARM_MOUNT, horse ? 1000 : random_roll(d, 40));
  if (!horse) strength(lab, id, SP_ARM_FOLLOWER, random_roll(d, 300));
  strength(lab, id, SP_ARM_TOOL, random_roll(d, 2) ? random_roll(d, 600) : 0);
  if (!wheels) return;
  strength(lab, id, SP_ARM_CART, random_roll(d, 80));
  strength(lab, id, SP_ARM_DRAUGHT, random_roll(d, 200));
  strength(lab, id, SP_ARM_BOAT, random_roll(d, 2) ? random_roll(d, 60) : 0);
  if (n != 3) return;
  strength(lab, id, SP_ARM_GUNNER, 50);
  strength(lab, id, SP_ARM_HEAVY_GUN, random_roll(d, 12));
  strength(lab, id, SP_ARM_SHIELD_WAGON, random_roll(d, 30));
}

static sp_world *build(random_dice *d, uint64_t seed, int sides) {
  static const int32_t ticks[] = {15, 15, 15, 5, 30, 60};
  sp_lab lab = sp_lab_open(random_roll(d, 6) ? 72.0 : 200.0, ticks[random_roll(d, 6)]);
  if (sides > 1 && seed % 2) lab.campaign.commanders = SP_COMMANDERS_MACHINE; /* who thinks for himself, whatever he is told */
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  add_country(&lab, d);
  if (random_roll(d, 3) == 0) add_winter(&lab, d);
  add_waters(&lab, d);
  add_lots(&lab, d);
  add_stores(&lab, d, sides);
  for (int side = 0; side < sides; side++) {
    for (int n = 0; n < BODIES; n++) add_body(&lab, d, side, n);
  }
  sp_world *war = sp_lab_war(&lab, seed);
  sp_world_set_events(war, SP_EVENTS_NONE);
  return war;
}

/* ---- orders */

static const char *how(random_dice *d) {
  static const char *const words[] = {"", "", "", " slowly", " forced", " giving no quarter", " giving quarter to all", " through the night", " as rear guard"};
  return words[random_roll(d, 9)];
}

static void grain(random_dice *d, char *out, size_t size, bool days) {
  uint32_t kind = random_roll(d, days ? 3 : 2);
  if (kind == 0) (void)snprintf(out, size, "all");
  else if (kind == 1) (void)snprintf(out, size, "%u shi", 1 + random_roll(d, random_roll(d, 2) ? 30 : 3000));
  else (void)snprintf(out, size, "%u days", 1 + random_roll(d, 30));
}

static void supply_words(random_dice *d, char *out, size_t size, const char *other) {
  static const char *const rations[] = {"full", "two-thirds", "half", "third"}, *const forage[] = {"", " always", " in need", " no more"};
  char much[40];
  grain(d, much, sizeof much, true);
  static const char *const wounded[] = {"leave", "take", "carry"};
  switch (random_roll(d, 9)) {
    case 0:
    case 1: (void)snprintf(out, size, "draw %s", much); break;
    case 7: (void)snprintf(out, size, "%s the wounded", wounded[random_roll(d, 3)]); break;
    case 2:
      grain(d, much, sizeof much, false);
      (void)snprintf(out, size, "unload %s", much);
      break;
    case 3:
      grain(d, much, sizeof much, false);
      (void)snprintf(out, size, "hand over %s to %s", much, other);
      break;
    case 4: (void)snprintf(out, size, "burn stores"); break;
    case 5: (void)snprintf(out, size, "issue %s rations", rations[random_roll(d, 4)]); break;
    case 6: (void)snprintf(out, size, "forage%s", forage[random_roll(d, 4)]); break;
    default:
      if (random_roll(d, 3)) (void)snprintf(much, sizeof much, "%u", 1 + random_roll(d, 200));
      else (void)snprintf(much, sizeof much, "all");
      (void)snprintf(out, size, "slaughter %s %s", much, random_roll(d, 2) ? "horses" : "draught");
  }
}

static void powder_words(random_dice *d, char *out, size_t size, const char *other) {
  char much[40];
  if (random_roll(d, 2)) (void)snprintf(much, sizeof much, random_roll(d, 2) ? "%u kg of powder" : "%u grenades", 1 + random_roll(d, 3000));
  else (void)snprintf(much, sizeof much, random_roll(d, 2) ? "powder" : "grenades");
  switch (random_roll(d, 7)) {
    case 0:
    case 1: (void)snprintf(out, size, "draw %s", much); break;
    case 2: (void)snprintf(out, size, "unload %s", much); break;
    case 3: (void)snprintf(out, size, "hand over %s to %s", much, other); break;
    case 4: (void)snprintf(out, size, "try %u grenades", 1 + random_roll(d, 60)); break;
    case 5: (void)snprintf(out, size, "try %u grenades, refuse them if more than %u fail", 5 + random_roll(d, 60), random_roll(d, 5)); break;
    default: (void)snprintf(out, size, "look over the powder"); break;
  }
}

static void sea_words(random_dice *d, char *out, size_t size) {
  if (random_roll(d, 3) == 0) (void)snprintf(out, size, "build %u rafts at %s", 1 + random_roll(d, 12), random_roll(d, 2) ? "hill" : "east");
  else (void)snprintf(out, size, random_roll(d, 2) ? "embark for east at hill" : "embark for hill");
}

static void fight_words(random_dice *d, char *out, size_t size) {
  static const char *const works[] = {" shallow", " deep", " all round", " deep all round", " deep toward inn", ""};
  switch (random_roll(d, 8)) {
    case 6: (void)snprintf(out, size, "harass the enemy%s", random_roll(d, 2) ? " through the night" : ""); break;
    case 0: (void)snprintf(out, size, "ambush the enemy at %s%s%s", pick_place(d), random_roll(d, 2) ? " letting the head pass" : "", how(d)); break;
    case 1: (void)snprintf(out, size, "entrench%s", works[random_roll(d, 6)]); break;
    case 2: (void)snprintf(out, size, "entrench at %s%s%s", pick_place(d), works[random_roll(d, 6)], how(d)); break;
    case 3: (void)snprintf(out, size, "invest %s%s", pick_place(d), how(d)); break;
    case 4: (void)snprintf(out, size, "attack the enemy at %s%s", pick_place(d), how(d)); break;
    case 5: (void)snprintf(out, size, "hold %s%s", pick_place(d), how(d)); break;
    default: (void)snprintf(out, size, "pursue the enemy%s", how(d)); break;
  }
}

/* What is said to men and to enemies: promises, terms; and a wall mended. */
static void given_words(random_dice *d, char *out, size_t size) {
  static const char *const how_much[] = {"", " with arms", " without arms", " as prisoners"};
  switch (random_roll(d, 7)) {
    case 0: (void)snprintf(out, size, "promise %u ranks", 1 + random_roll(d, 9)); break;
    case 1: (void)snprintf(out, size, "promise %u taels a head", 1 + random_roll(d, 1000)); break;
    case 2: (void)snprintf(out, size, "promise the plunder"); break;
    case 3: (void)snprintf(out, size, "surrender%s", how_much[random_roll(d, 4)]); break;
    case 4: (void)snprintf(out, size, "offer terms%s", how_much[random_roll(d, 4)]); break;
    case 5: (void)snprintf(out, size, "refuse terms"); break;
    default: (void)snprintf(out, size, "repair the wall%s", random_roll(d, 2) ? " through the night" : ""); break;
  }
}

static void water_words(random_dice *d, char *out, size_t size) {
  const char *river = random_roll(d, 2) ? "ford" : "bridge";
  switch (random_roll(d, 3)) {
    case 0: (void)snprintf(out, size, "cross at %s", river); break;
    case 1: (void)snprintf(out, size, "bridge at %s, %u bridges", river, 1 + random_roll(d, 3)); break;
    default: (void)snprintf(out, size, "%s the bridge at %s%s", random_roll(d, 2) ? "burn" : "break", river, random_roll(d, 2) ? " after the last has crossed" : ""); break;
  }
}

static void march_words(random_dice *d, char *out, size_t size) {
  static const char *const pace[] = {"", "", " slowly", " briskly", " forced", " at dawn"};
  char by[40] = "";
  if (random_roll(d, 4) == 0) (void)snprintf(by, sizeof by, " by %s", pick_place(d));
  (void)snprintf(out, size, "march to %s%s%s%s", pick_place(d), by, pace[random_roll(d, 6)], random_roll(d, 3) == 0 ? " through the night" : "");
}

/* One random line of a side, given by its chief; some make no sense, and are refused with a fault. */
static void give_order(sp_world *war, random_dice *d, int side, int32_t *given, int32_t *refused) {
  static const char *const what[] = {"foot", "foot", "horse", "shot", "follower", "all foot", "tool", "cart"};
  char line[240], words[160];
  const char *from = bodies[side][0], *to = bodies[side][random_roll(d, BODIES)], *other = bodies[side][random_roll(d, BODIES)];
  switch (random_roll(d, 22)) {
    case 20:
    case 21: given_words(d, words, sizeof words); break;
    case 16:
    case 17: powder_words(d, words, sizeof words, other); break;
    case 18:
    case 19: sea_words(d, words, sizeof words); break;
    case 0: (void)snprintf(words, sizeof words, "halt"); break;
    case 1: (void)snprintf(words, sizeof words, "camp%s", random_roll(d, 2) ? ", entrenched" : ""); break;
    case 2: (void)snprintf(words, sizeof words, "follow %s at %u km", other, 1 + random_roll(d, 4)); break;
    case 3: (void)snprintf(words, sizeof words, "merge with %s", random_roll(d, 4) ? other : "red-van"); break;
    case 4:
    case 5:
    case 6: march_words(d, words, sizeof words); break;
    case 7:
    case 8: water_words(d, words, sizeof words); break;
    case 9:
    case 10: fight_words(d, words, sizeof words); break;
    case 11: {
      char way[120];
      switch (random_roll(d, 4)) {
        case 0: march_words(d, way, sizeof way); break;
        case 3: sea_words(d, way, sizeof way); break;
        case 1: water_words(d, way, sizeof way); break;
        default: fight_words(d, way, sizeof way); break;
      }
      (void)snprintf(words, sizeof words, "detach %u %s to %s", 1 + random_roll(d, 900), what[random_roll(d, 8)], way);
      break;
    }
    default: supply_words(d, words, sizeof words, other); break;
  }
  (void)snprintf(line, sizeof line, "%s to %s: %s", from, random_roll(d, 10) ? to : "all", words);
  random_order(war, from, line, given, refused);
}

/* How many bodies of it stuck: 1 is enough to leave it. */
static int32_t one_war(uint64_t number, int32_t *given, int32_t *refused) {
  random_dice d = {number * 0x2545f4914f6cdd1dULL + 7};
  int sides = number % 5 == 0 ? 1 : 2;
  sp_world *war = build(&d, number, sides);
  random_watch seen[RANDOM_WATCHED];
  memset(seen, 0, sizeof seen);
  static random_rider riders[RANDOM_RIDERS];
  memset(riders, 0, sizeof riders);
  int32_t stuck = 0;
  int32_t tick_min = sp_model_campaign(sp_world_model(war))->tick_min;
  sp_minute began = sp_world_minute(war), midnight = began - began % 1440 + 1440;
  while (!sp_world_over(war) && !stuck) {
    if (sp_world_minute(war) < began + 60 * 60 && random_roll(&d, 60u / (uint32_t)tick_min) == 0) give_order(war, &d, sides == 1 ? 0 : (int)random_roll(&d, 2), given, refused);
    random_step(war, number);
    stuck = random_stuck(war, seen, number, 2); /* whoever waits for ice, a bridge or low water does so for days */
    if (sp_world_minute(war) % 360 == 0) stuck += random_lost_riders(war, riders, number);
    if (sp_world_minute(war) < midnight) continue;
    midnight += 1440;
    war = random_reopened(war, number);
  }
  sp_lab_close(war);
  return stuck;
}

static void nothing_is_lost_and_nobody_stuck(void **state) {
  (void)state;
  random_wars(one_war, 120);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost_and_nobody_stuck)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
