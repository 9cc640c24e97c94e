/* trial_field.c - a battle as a small war: one road over one kind of ground, two armies by brigades, an order to attack.
 *
 * The armies stand gathered just within the distance at which a fight opens, each at a place on a straight road that
 * leads home for thirty kilometres behind it: that is the way broken men run. Foot, horse and guns are laid out by body: horse in bodies
 * of its own where there is enough of it, guns with the foot of the middle.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "engine/trial.h"

#define APART_SHARE 0.95 /* of engage_reach_m */
#define HOME_M 30000.0
#define STAGES 3 /* places on each way home */
#define M_PER_DEGREE_NORTH 111100.0

typedef struct field {
  const sp_trial_def *def;
  const sp_trial_draw *draw;
  const sp_constants *k;
  sp_scenario *s;
  sp_status status;
} field;

static const char *const side_id[2] = {"attacker", "defender"};
static const char *const side_letter[2] = {"a", "d"};

static void note(field *f, sp_status status) {
  if (f->status == SP_OK) f->status = status;
}

static sp_point at_m(const field *f, double east_m) {
  double per_degree = M_PER_DEGREE_NORTH * sp_cos(f->def->latitude_deg * SP_PI / 180.0);
  return (sp_point){.lat_deg = f->def->latitude_deg, .lon_deg = 20.0 + east_m / per_degree};
}

static void place_id(int32_t side, int32_t stage, char id[24]) { (void)snprintf(id, 24, "%s-%s", side_id[side], stage == 0 ? "field" : stage == 1 ? "near" : stage == 2 ? "far" : "home"); }

static double place_m(const field *f, int32_t side, int32_t stage) {
  double east_m = APART_SHARE * f->k->engage_reach_m / 2.0 + HOME_M * stage / STAGES;
  return side == 0 ? -east_m : east_m;
}

static void add_road(field *f, const char *from, const char *to) {
  sp_road_def road = SP_ROAD_DEF_INIT;
  road.from = from;
  road.to = to;
  road.road_class = SP_ROAD_ROAD;
  road.tracks_dry = 4; /* across the fields of a battle nobody keeps to the road */
  road.tracks_wet = 2;
  road.relief = f->def->relief;
  note(f, sp_scenario_add_road(f->s, &road));
}

static void add_theatre(field *f) {
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "trial";
  theatre.mesh_m = 0.0;
  note(f, sp_scenario_set_theatre(f->s, &theatre));
  char id[24], behind[24];
  for (int32_t side = 0; side < 2; side++) {
    for (int32_t stage = 0; stage <= STAGES; stage++) {
      place_id(side, stage, id);
      sp_place_def place = SP_PLACE_DEF_INIT;
      place.id = id;
      place.kind = SP_PLACE_VILLAGE;
      place.at = at_m(f, place_m(f, side, stage));
      note(f, sp_scenario_add_place(f->s, &place));
      if (stage > 0) place_id(side, stage - 1, behind), add_road(f, behind, id);
    }
  }
  add_road(f, "attacker-field", "defender-field");
  double reach_m = place_m(f, 1, STAGES) + 8000.0, half_deg = 0.15;
  sp_point west = at_m(f, -reach_m), east = at_m(f, reach_m);
  sp_point ring[4] = {{west.lat_deg - half_deg, west.lon_deg}, {east.lat_deg - half_deg, east.lon_deg}, {east.lat_deg + half_deg, east.lon_deg}, {west.lat_deg + half_deg, west.lon_deg}};
  sp_ground_def ground = SP_GROUND_DEF_INIT;
  ground.id = "ground";
  ground.relief = f->def->relief;
  ground.cover = f->def->cover;
  ground.ring = ring;
  ground.point_count = 4;
  note(f, sp_scenario_add_ground(f->s, &ground));
}

static void add_sky(field *f) {
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.commanders = SP_COMMANDERS_CHASE; /* battles long agreed are fought as agreed; what a victory is worth its commander decides */
  campaign.id = "trial";
  campaign.start = f->draw->start;
  campaign.end = f->draw->start + SP_TRIAL_DAYS * 1440;
  note(f, sp_scenario_set_campaign(f->s, &campaign));
  sp_weather_def sky = SP_WEATHER_DEF_INIT;
  sky.from = campaign.start - 2880;
  sky.to = campaign.end + 2880;
  sky.has_rain = sky.has_temperature = sky.has_wind = sky.has_cloud = true;
  sky.temperature_c = f->def->temperature_c;
  sky.wind_m_s = 2.0;
  note(f, sp_scenario_add_weather(f->s, &sky)); /* dry until the day, so that rain finds firm ground */
  sky.from = campaign.start - 360;
  sky.rain_mm_h = f->def->rain_mm_h;
  sky.cloud = f->def->rain_mm_h > 0.0 ? 1.0 : 0.2;
  note(f, sp_scenario_add_weather(f->s, &sky));
}

static void add_side(field *f, int32_t side) {
  sp_side_def def = SP_SIDE_DEF_INIT;
  def.id = side_id[side];
  note(f, sp_scenario_add_side(f->s, &def));
  sp_contingent_def men = SP_CONTINGENT_DEF_INIT;
  char id[24];
  (void)snprintf(id, sizeof id, "%s-men", side_id[side]);
  men.id = id;
  men.side = side_id[side];
  note(f, sp_scenario_add_contingent(f->s, &men));
}

/* Part n of `parts` of a count: all parts together are the count. */
static int32_t part(int32_t count, int32_t n, int32_t parts) {
  if (n < 0 || n >= parts) return 0;
  return sp_to_i32((double)count * (n + 1) / parts) - sp_to_i32((double)count * n / parts);
}

static void add_men(field *f, const char *formation, sp_arm arm, int32_t count, double quality) {
  if (count <= 0) return;
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.arm = arm;
  def.quality = quality;
  bool officered = arm != SP_ARM_MOUNT && arm != SP_ARM_DRAUGHT && arm != SP_ARM_LIGHT_GUN && arm != SP_ARM_HEAVY_GUN;
  if (!officered) def.troop_class = SP_CLASS_MATERIEL;
  int32_t battalion = officered ? count / 400 : 0, company = officered ? count / 80 : 0;
  def.count[SP_RANK_SOLDIER] = count - battalion - company;
  def.count[SP_RANK_COMPANY] = company;
  def.count[SP_RANK_BATTALION] = battalion;
  note(f, sp_scenario_add_strength(f->s, &def));
}

static void arm_body(field *f, int32_t side, int32_t body, const char *id) {
  const sp_trial_host *h = &f->draw->host[side];
  const double quality = h->body_quality[body];
  const bool mixed = h->horse_bodies == 0; /* too few horse for a body of its own */
  const int32_t of_foot = h->bodies - h->horse_bodies, nth_horse = body - of_foot;
  int32_t horse = mixed ? part(h->horse, body, h->bodies) : part(h->horse, nth_horse, h->horse_bodies);
  int32_t shot = h->men - h->horse - h->gunners - h->archers - h->pikes;
  add_men(f, id, SP_ARM_SHOT, part(shot, body, of_foot), quality);
  add_men(f, id, SP_ARM_SPEAR, part(h->pikes, body, of_foot), quality);
  add_men(f, id, SP_ARM_BOW, part(h->archers, body, of_foot), quality);
  add_men(f, id, SP_ARM_HORSE, horse, quality);
  add_men(f, id, SP_ARM_MOUNT, horse, 0.5);
  add_men(f, id, SP_ARM_GUNNER, part(h->gunners, body, of_foot), quality);
  int32_t light = part(h->guns - h->heavy_guns, body, of_foot), heavy = part(h->heavy_guns, body, of_foot);
  add_men(f, id, SP_ARM_LIGHT_GUN, light, 0.5);
  add_men(f, id, SP_ARM_HEAVY_GUN, heavy, 0.5);
  add_men(f, id, SP_ARM_DRAUGHT, sp_to_i32(light * f->k->march_team_light_gun + heavy * f->k->march_team_heavy_gun), 0.5);
}

static void add_commander(field *f, int32_t side, int32_t body, const char *id) {
  sp_person_def person;
  sp_person_def_init(&person);
  person.id = id;
  person.side = side_id[side];
  for (int t = 0; t < SP_TRAIT_COUNT; t++) person.trait[t] = f->draw->host[side].trait[body][t];
  note(f, sp_scenario_add_person(f->s, &person));
}

static void add_bodies(field *f, int32_t side) {
  const sp_trial_host *h = &f->draw->host[side];
  char id[24], first[24], place[24], men[24], commander[32];
  (void)snprintf(first, sizeof first, "%s0", side_letter[side]);
  (void)snprintf(men, sizeof men, "%s-men", side_id[side]);
  place_id(side, 0, place);
  for (int32_t b = 0; b < h->bodies; b++) {
    (void)snprintf(id, sizeof id, "%s%d", side_letter[side], (int)b);
    (void)snprintf(commander, sizeof commander, "%s-officer-%d", side_id[side], (int)b);
    add_commander(f, side, b, commander);
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = id;
    def.side = side_id[side];
    def.parent = b > 0 ? first : NULL;
    def.commander = commander;
    def.contingent = men;
    def.at.place = place;
    def.camped = true;
    def.order_now = h->order;
    def.fatigue_now = h->fatigue;
    note(f, sp_scenario_add_formation(f->s, &def));
    arm_body(f, side, b, id);
  }
}

/* "day 1 06:15 a3 to a3: attack the enemy": each body by its own leave, so that no rider delays a battle long agreed. */
static void add_orders(field *f, int32_t side, const char *what) {
  char text[120];
  sp_date at = sp_date_of(f->draw->attack);
  for (int32_t b = 0; b < f->draw->host[side].bodies; b++) {
    (void)snprintf(text, sizeof text, "day 1 %02d:%02d %s%d to %s%d: %s", (int)at.hour, (int)at.minute, side_letter[side], (int)b, side_letter[side], (int)b, what);
    sp_order_def def = SP_ORDER_DEF_INIT;
    def.text = text;
    def.where = (sp_where){.file = "trial", .line = 1, .column = 1};
    note(f, sp_scenario_add_order(f->s, &def));
  }
}

sp_status sp_trial_scenario(const sp_trial_def *def, const sp_trial_draw *draw, const sp_constants *k, sp_scenario **out) {
  field f = {.def = def, .draw = draw, .k = k, .s = sp_scenario_create(), .status = SP_OK};
  *out = NULL;
  if (!f.s) return SP_NO_MEMORY;
  add_theatre(&f);
  add_sky(&f);
  for (int32_t side = 0; side < 2; side++) add_side(&f, side), add_bodies(&f, side);
  add_orders(&f, 0, "attack the enemy");
  if (def->posture == SP_TRIAL_WITHDRAWING) add_orders(&f, 1, "march to defender-home");
  if (f.status == SP_OK) *out = f.s;
  else sp_scenario_destroy(f.s);
  return f.status;
}
