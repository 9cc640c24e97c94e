/* host.c - see host.h.
 *
 * Ten bodies of 1,000 men stand and march about their chief in a district 60 km across; there are 0.75 places for
 * each body, 12 km apart. The country lies in strips, red and blue by turns, 12 places wide, so that the front
 * grows with the number of bodies and does not get thinner: from 100 bodies up, 18 to 43 contacts with the enemy are
 * held for each 100 after five hours (bench_step prints them), about as many at 10,000 as at 100. The opening
 * number of the dice below was chosen for that alone. SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SPACING_KM 12.0
#define STRIP 12 /* places across */

static void add_theatre(sp_scenario *s, int side) {
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "host";
  theatre.mesh_m = 0.0;
  sp_scenario_set_theatre(s, &theatre);
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      char id[32], east[32], north[32];
      snprintf(id, sizeof id, "p%d-%d", x, y);
      sp_place_def p = SP_PLACE_DEF_INIT;
      p.id = id;
      p.kind = SP_PLACE_VILLAGE;
      p.at.lat_deg = 36.0 + y * SPACING_KM / 111.0;
      p.at.lon_deg = 116.0 + x * SPACING_KM / 90.0;
      sp_scenario_add_place(s, &p);
      sp_road_def r = SP_ROAD_DEF_INIT;
      r.from = id;
      r.road_class = SP_ROAD_ROAD;
      snprintf(east, sizeof east, "p%d-%d", x + 1, y);
      snprintf(north, sizeof north, "p%d-%d", x, y + 1);
      r.to = east;
      if (x + 1 < side) sp_scenario_add_road(s, &r);
      r.to = north;
      if (y + 1 < side) sp_scenario_add_road(s, &r);
    }
  }
}

static int clamp(int x, int side) { return x < 0 ? 0 : x >= side ? side - 1 : x; }

static int below(uint32_t *z, int limit) {
  *z = *z * 1664525u + 1013904223u;
  return (int)((*z >> 16) % (uint32_t)limit);
}

static void add_army(sp_scenario *s, int side, int formations) {
  static const char *const sides[] = {"red", "blue"};
  for (int n = 0; n < 2; n++) {
    sp_side_def d = SP_SIDE_DEF_INIT;
    d.id = sides[n];
    sp_scenario_add_side(s, &d);
    sp_contingent_def c = SP_CONTINGENT_DEF_INIT;
    char id[16];
    snprintf(id, sizeof id, "%s-men", sides[n]);
    c.id = id;
    c.side = sides[n];
    sp_scenario_add_contingent(s, &c);
  }
  uint32_t z = 5;
  int corps_x = 0, corps_y = 0, strip = side < 2 * STRIP ? (side + 1) / 2 : STRIP;
  for (int n = 0; n < formations; n++) {
    char id[32], parent[32], at[32], goal[32], order[128], contingent[16];
    if (n % 10 == 0) {
      corps_x = below(&z, side);
      corps_y = below(&z, side);
    }
    int x = clamp(corps_x + below(&z, 5) - 2, side), y = clamp(corps_y + below(&z, 5) - 2, side);
    int gx = clamp(x + below(&z, 7) - 3, side), gy = clamp(y + below(&z, 7) - 3, side);
    const char *own = sides[corps_x / strip % 2];
    snprintf(id, sizeof id, "f%d", n);
    snprintf(at, sizeof at, "p%d-%d", x, y);
    snprintf(goal, sizeof goal, "p%d-%d", gx, gy);
    snprintf(contingent, sizeof contingent, "%s-men", own);
    sp_formation_def f = SP_FORMATION_DEF_INIT;
    f.id = id;
    f.side = own;
    f.contingent = contingent;
    int chief = n / 10 * 10;
    snprintf(parent, sizeof parent, "f%d", chief);
    f.parent = chief == n ? NULL : parent;
    f.at.place = at;
    sp_scenario_add_formation(s, &f);
    static const struct { sp_arm arm; int count; } lines[] = {{SP_ARM_SPEAR, 500}, {SP_ARM_SHOT, 300}, {SP_ARM_HORSE, 200}, {SP_ARM_MOUNT, 240}, {SP_ARM_CART, 20}};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
      sp_strength_def st = SP_STRENGTH_DEF_INIT;
      st.formation = id;
      st.arm = lines[k].arm;
      st.troop_class = lines[k].arm >= SP_ARM_MOUNT ? SP_CLASS_MATERIEL : SP_CLASS_LINE;
      st.count[SP_RANK_SOLDIER] = lines[k].count;
      sp_scenario_add_strength(s, &st);
    }
    snprintf(order, sizeof order, "%s to %s: march to %s", id, id, goal);
    sp_order_def o = SP_ORDER_DEF_INIT;
    o.text = order;
    sp_scenario_add_order(s, &o);
  }
}

sp_model *host_model(int formations) {
  sp_scenario *s = sp_scenario_create();
  sp_faults *faults = sp_faults_create();
  int side = (int)ceil(sqrt(formations * 0.75)) + 2;
  sp_campaign_def c = SP_CAMPAIGN_DEF_INIT;
  c.id = "host";
  c.start = sp_minute_of((sp_date){.year = 1640, .month = 5, .day = 10, .hour = 6});
  c.end = c.start + 3 * 1440;
  sp_scenario_set_campaign(s, &c);
  add_theatre(s, side);
  add_army(s, side, formations);
  sp_model *model = NULL;
  if (sp_compile(s, faults, &model) != SP_OK) {
    for (size_t n = 0; n < sp_faults_total(faults) && n < 10; n++) {
      char text[512];
      sp_faults_format(faults, n, SP_LANG_EN, text, sizeof text);
      fprintf(stderr, "%s\n", text);
    }
  }
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
  return model;
}
