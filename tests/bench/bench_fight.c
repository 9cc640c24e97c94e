/* bench_fight.c - what a step costs while half of all formations fight, as a multiple of the yardstick L, and by rule.
 * Each field has six bodies of 1,500 on either side at each other, and as many at rest an hour's march off.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "rule_clock.h"
#include "yardstick.h"

enum { TICKS = 8, SEEDS = 3, OF_A_FIELD = 24 };

static void need(bool fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "bench_fight: %s\n", what);
  exit(1);
}

static void add_place(sp_scenario *s, const char *id, double east_km, double north_km) {
  sp_place_def p = SP_PLACE_DEF_INIT;
  p.id = id;
  p.kind = SP_PLACE_VILLAGE;
  p.at = (sp_point){36.0 + north_km / 111.0, 116.0 + east_km / 90.0};
  need(sp_scenario_add_place(s, &p) == SP_OK, "place");
}

static void add_road(sp_scenario *s, const char *from, const char *to) {
  sp_road_def r = SP_ROAD_DEF_INIT;
  r.from = from;
  r.to = to;
  r.road_class = SP_ROAD_ROAD;
  need(sp_scenario_add_road(s, &r) == SP_OK, "road");
}

static void add_body(sp_scenario *s, const char *id, const char *side, const char *at, const char *order) {
  sp_formation_def f = SP_FORMATION_DEF_INIT;
  f.id = id;
  f.side = side;
  f.at.place = at;
  f.camped = true;
  need(sp_scenario_add_formation(s, &f) == SP_OK, "formation");
  static const struct { sp_arm arm; int32_t count; } part[] = {{SP_ARM_SHOT, 600}, {SP_ARM_SPEAR, 600}, {SP_ARM_HORSE, 300}, {SP_ARM_MOUNT, 300}};
  for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
    sp_strength_def line = SP_STRENGTH_DEF_INIT;
    line.formation = id;
    line.arm = part[n].arm;
    if (part[n].arm == SP_ARM_MOUNT) line.troop_class = SP_CLASS_MATERIEL;
    line.count[SP_RANK_SOLDIER] = part[n].count;
    need(sp_scenario_add_strength(s, &line) == SP_OK, "strength");
  }
  char text[120];
  snprintf(text, sizeof text, "day 1 06:00 %s to %s: %s", id, id, order);
  sp_order_def o = SP_ORDER_DEF_INIT;
  o.text = text;
  need(sp_scenario_add_order(s, &o) == SP_OK, "order");
}

static void add_field(sp_scenario *s, int n, int columns) {
  char west[24], east[24], rear[24], id[32];
  double x = n % columns * 24.0, y = n / columns * 12.0;
  snprintf(west, sizeof west, "w%d", n);
  snprintf(east, sizeof east, "e%d", n);
  snprintf(rear, sizeof rear, "r%d", n);
  add_place(s, west, x, y);
  add_place(s, east, x + 0.6, y);
  add_place(s, rear, x + 8.0, y);
  add_road(s, west, east);
  add_road(s, east, rear);
  for (int k = 0; k < OF_A_FIELD; k++) {
    bool fights = k < OF_A_FIELD / 2, red = k % 2 == 0;
    snprintf(id, sizeof id, "%s%d-%d", red ? "red" : "blue", n, k);
    add_body(s, id, fights ? red ? "red" : "blue" : "blue", fights ? red ? west : east : rear, fights ? red ? "attack the enemy" : "hold" : "halt");
  }
}

static sp_model *fields(int formations) {
  sp_scenario *s = sp_scenario_create();
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.id = "fields";
  campaign.start = sp_minute_of((sp_date){.year = 1640, .month = 5, .day = 10, .hour = 6});
  campaign.end = campaign.start + 2880;
  need(sp_scenario_set_campaign(s, &campaign) == SP_OK, "campaign");
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "fields";
  theatre.mesh_m = 0.0;
  need(sp_scenario_set_theatre(s, &theatre) == SP_OK, "theatre");
  for (int n = 0; n < 2; n++) {
    sp_side_def side = SP_SIDE_DEF_INIT;
    side.id = n ? "blue" : "red";
    need(sp_scenario_add_side(s, &side) == SP_OK, "side");
  }
  int count = formations / OF_A_FIELD, columns = 1;
  while (columns * columns < count) columns++;
  for (int n = 0; n < count; n++) add_field(s, n, columns);
  sp_faults *faults = sp_faults_create();
  sp_model *model = NULL;
  need(sp_compile(s, faults, &model) == SP_OK, "the model does not compile");
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
  return model;
}

static int in_fight(const sp_world *w) {
  int n = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) n += w->combat.engagement[f] >= 0 || w->combat.chasing[f] || w->combat.stance[f] == SP_BROKEN;
  return n;
}

static sp_world *at_it(sp_model *model, uint64_t seed) {
  sp_world *w = NULL;
  need(sp_world_create(model, NULL, seed, NULL, &w) == SP_OK, "the war does not open");
  sp_world_set_events(w, SP_EVENTS_NONE);
  for (int n = 0; n < 16 && 5 * in_fight(w) < 2 * sp_used(w, SP_TABLE_FORMATION); n++) need(sp_world_step(w) == SP_OK, "step");
  return w;
}

int main(void) {
  static const int sizes[] = {96, 960, 2880};
  double l = yardstick_ns();
  printf("yardstick L: %.2f ns per formation-step\n", l);
  for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++) {
    double spent[RULES_MAX] = {0}, all = 0.0, fights = 0.0;
    sp_model *model = fields(sizes[z]);
    for (int seed = 1; seed <= SEEDS; seed++) {
      sp_world *w = at_it(model, (uint64_t)seed);
      fights += (double)in_fight(w) / SEEDS;
      clock_rules(w, TICKS, spent);
      sp_world_destroy(w);
    }
    double per = 1e9 / TICKS / SEEDS / sizes[z];
    for (int r = 0; r < rule_count; r++) all += spent[r];
    printf("%5d formations, %.0f in fight, flight or chase: %.1f ns per formation-step = %.1f L\n", sizes[z], fights, all * per, all * per / l);
    for (int r = 0; r < rule_count; r++)
      if (spent[r] * per > 0.3 * l) printf("      %-22s %8.1f ns %6.2f L\n", rule_names[r], spent[r] * per, spent[r] * per / l);
    sp_model_release(model);
  }
  return 0;
}
