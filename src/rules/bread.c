/* bread.c - the day's bread: what is eaten and where it comes from, what is found in the country, what hunger does.
 *
 * Models   once a day, at the evening meal, every body's need of men, wounded, sick, prisoners and beasts; the depot within reach, the country round it,
 *          and its own bags, in that order; land that yields once, grass that grows again; beasts slaughtered when bread
 *          is out; men who weaken, leave and die, beasts that die; what is told of it.
 * Reads    strength, wards, place, activity, month; orders about rations and foraging.   Writes  provision.meat, missed,
 *          missed_beasts, weak, went_short, told, out_since, first_out; provision.task and task_to of a slaughter done;
 *          formation.fatigue, which hunger keeps up; larder.*; health.captives_missed, captives_fed, captives_starved, combat.captives; depot.claimed_g; land.*; counts through the ledger, grain through
 *          world/stores.c.
 * Emits    FORAGED, BREAD_LOW, BREAD_OUT, HUNGRY, FED_AGAIN, SLAUGHTERS, STARVES, DEPOT_EMPTY, UNEQUAL_BREAD.
 * Formula  src/lore/ration.c, forage.c, provision.c. What a depot or a cell of land cannot give to all who come is divided in
 *          proportion to what each of them looks for, so that nobody is first. Men eat before prisoners, who are given captives_ration of theirs and thrive on it, and these before beasts; beasts get grain from
 *          the bags only while the men have bread for more than provision_low_d days. Beasts that draw no cart go first, and as
 *          many carts of a hundred are left as of the beasts in their teams.
 *          Where contingents feed apart, each larder of a body (world/larders.h) sits down by itself: its own men and beasts, its own
 *          bread, hunger, losses; prisoners eat from the larder of most men; the body's hunger is the mean of its men's.
 * Sources  ration.def, forage.def, hunger.def, provision.def.
 * Leaves out  prisoners who run for hunger, wells and fuel, foragers who are killed by those that shut a place in,
 *          cattle and fish, markets and silver, hay carried along.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "shapan/calendar.h"
#include "world/battle.h"
#include "world/captured.h"
#include "world/earthworks.h"
#include "world/larders.h"
#include "world/scratch.h"
#include "world/stores.h"

enum { MEAL_MINUTE = 18 * 60, DIE_LEAVE = 0, DIE_STARVE = 1, DIE_MOUNTS = 2, DIE_DRAUGHT = 3, DIE_CAPTIVES = 4 };

#define GROWS_FROM_MONTH 5 /* what is grazed off after September stands bare till spring, though old grass is green in October (forage.c) */
#define GROWS_TO_MONTH 9
#define WEAK_TOLD 0.2  /* as after five days without bread */
#define STARVING_TOLD 0.6
#define UNEQUAL_D 2.0 /* that others have, when it is told that some have none */

/* What one body, or one larder of it, looks for and gets today, g. */
typedef struct meal {
  int32_t body, larder;        /* larder -1: the body eats as one */
  bool holds_captives;
  int64_t men_g, beasts_g;     /* full need */
  int64_t want_g;              /* of the men at the ration issued, less what meat there is */
  int64_t captives_g;          /* of its prisoners at theirs */
  int64_t depot_g, found_g;    /* what the depot and the country give it */
  int64_t look_g, graze_g;     /* what it looks for in the country; green fodder */
  int64_t grass_g;             /* and gets */
  int32_t depot;
  bool supplied;               /* the depot gives all that was asked of it */
} meal;

/* ---- who sits down: a body, or those of it who eat from one larder */

/* How they are fed, wherever it is kept. */
typedef struct board {
  double *meat, *missed, *missed_beasts, *weak, *went_short;
  double withheld;
  uint8_t *told;
  int64_t *out_since, *first_out;
  const int64_t *grain_g;
  sp_store bags;
  sp_key key;
  int32_t feeds; /* as the ledger has it */
} board;

static board board_of(const sp_world *w, const meal *m) {
  int32_t f = m->body, r = m->larder;
  const sp_provision_columns *p = &w->provision;
  const sp_larder_columns *l = &w->larder;
  if (r < 0) return (board){&p->meat[f], &p->missed[f], &p->missed_beasts[f], &p->weak[f], &p->went_short[f], p->withheld[f], &p->told[f], &p->out_since[f], &p->first_out[f], &p->grain_g[f], sp_store_carried(w, f), w->formation.key[f], SP_ALL_WHO_FEED};
  return (board){&l->meat[r], &l->missed[r], &l->missed_beasts[r], &l->weak[r], &l->went_short[r], l->withheld[r], &l->told[r], &l->out_since[r], &l->first_out[r], &l->grain_g[r], sp_store_carried_in(w, r), l->key[r], l->contingent[r]};
}

static int32_t men_of(const sp_world *w, const meal *m) { return m->larder < 0 ? sp_men_of(w, m->body) : sp_larder_men(w, m->larder); }
static int32_t mounts_of(const sp_world *w, const meal *m) { return m->larder < 0 ? w->formation.mounts[m->body] : sp_larder_arm(w, m->larder, SP_ARM_MOUNT); }
static int32_t draught_of(const sp_world *w, const meal *m) { return m->larder < 0 ? w->formation.draught[m->body] : sp_larder_arm(w, m->larder, SP_ARM_DRAUGHT); }
static int32_t carts_of(const sp_world *w, const meal *m) { return m->larder < 0 ? w->formation.carts[m->body] : sp_larder_carts(w, m->larder); }
static int32_t riders_of(const sp_world *w, const meal *m) { return m->larder < 0 ? w->formation.mounted[m->body] : sp_larder_riders(w, m->larder); }
static int32_t patients_of(const sp_world *w, const meal *m) { return m->larder < 0 ? w->scratch->stack[m->body] : sp_larder_patients(w, m->larder); }

static int64_t captives_need_g(const sp_world *w, const meal *m) { return m->holds_captives ? sp_bread_of_captives_g(w, m->body) : 0; }

static int64_t beasts_need_g(const sp_world *w, const meal *m) {
  double beasts = (double)mounts_of(w, m) + draught_of(w, m);
  return sp_to_i64(sp_rint(beasts * w->constants.ration_horse_sheng * w->constants.ration_shi_kg * 10.0));
}

static double days_of(const sp_world *w, const meal *m) {
  board b = board_of(w, m);
  double need = (double)(m->men_g + captives_need_g(w, m)) * (1.0 - b.withheld);
  return need > 0.0 ? (double)*b.grain_g / need : 1e6;
}

static bool shares(const sp_world *w, const meal *m) { return m->larder >= 0 && w->larder.shares[m->larder] != 0; }

/* Of those who were told to share, the first speaks for all. */
static bool speaks(const sp_world *w, const meal *m) {
  for (int32_t r = shares(w, m) ? sp_larder_first(w, m->body) : -1; r >= 0; r = sp_larder_next(w, r))
    if (w->larder.shares[r]) return r == m->larder;
  return true;
}

/* Told of a larder by the contingent whose it is. */
static sp_event event_of(const sp_tick *t, const meal *m, sp_event_type type, sp_minute mark) {
  sp_event e = sp_event_of(t->world, type, m->body, mark);
  if (m->larder >= 0) e.object = sp_larder_name(t->world, m->larder);
  return e;
}

/* ---- the country round a body */

typedef struct country {
  sp_land_grid grid;
  sp_forage_land whole, wasted; /* a circle with the area of a cell */
  double reach_m;
  int64_t grain_g, wasted_g, green_g; /* of an untouched cell */
} country;

static country country_of(const sp_tick *t, int32_t month) {
  country c = {.grid = sp_land_grid_of(t->model), .reach_m = t->k->forage_reach_km * 1000.0};
  double radius = c.grid.cell_m / sp_sqrt(SP_PI), kg = t->k->ration_shi_kg;
  c.whole = (sp_forage_land){.reach_m = radius, .month = month};
  c.wasted = (sp_forage_land){.reach_m = radius, .month = month, .devastated = true};
  c.grain_g = sp_to_i64(sp_calc_forage_grain_shi(t->k, &c.whole) * kg * 1000.0);
  c.wasted_g = sp_to_i64(sp_calc_forage_grain_shi(t->k, &c.wasted) * kg * 1000.0);
  c.green_g = sp_to_i64(sp_calc_forage_green_kg(t->k, &c.whole) * 1000.0);
  return c;
}

static int64_t left_of(int64_t whole, double taken) { return sp_to_i64(sp_floor((double)whole * (1.0 - taken))); }

static int64_t grain_left(const sp_tick *t, const country *c, int32_t cell) {
  sp_xy at = sp_land_middle(&c->grid, cell);
  if (!sp_on_land(t->model, at)) return 0;
  return left_of(sp_is_waste(t->model, at) ? c->wasted_g : c->grain_g, t->world->land.grain_taken[cell]);
}

static int64_t grass_left(const sp_tick *t, const country *c, int32_t cell) {
  return sp_on_land(t->model, sp_land_middle(&c->grid, cell)) ? left_of(c->green_g, t->world->land.grass_taken[cell]) : 0;
}

/* Calls visit for each cell whose middle is within reach of the body's head, in order; at least the one it stands on. */
typedef void visitor(sp_tick *t, const country *c, int32_t cell, meal *m, void *context);

static void each_cell(sp_tick *t, const country *c, int32_t i, meal *m, visitor *visit, void *context) {
  const sp_land_grid *g = &c->grid;
  double x = t->world->formation.head_x[i] - g->low.x, y = t->world->formation.head_y[i] - g->low.y;
  int32_t column = sp_max_i32(0, sp_min_i32(g->columns - 1, sp_to_i32(sp_floor(x / g->cell_m)))), row = sp_max_i32(0, sp_min_i32(g->rows - 1, sp_to_i32(sp_floor(y / g->cell_m))));
  int32_t round = sp_to_i32(sp_floor(c->reach_m / g->cell_m)) + 1;
  for (int32_t r = sp_max_i32(0, row - round); r <= sp_min_i32(g->rows - 1, row + round); r++) {
    for (int32_t n = sp_max_i32(0, column - round); n <= sp_min_i32(g->columns - 1, column + round); n++) {
      double dx = (n + 0.5) * g->cell_m - x, dy = (r + 0.5) * g->cell_m - y;
      bool own = n == column && r == row;
      if (own || dx * dx + dy * dy <= c->reach_m * c->reach_m) visit(t, c, r * g->columns + n, m, context);
    }
  }
}

typedef struct within { int64_t grain_g, grass_g; } within;

static void add_up(sp_tick *t, const country *c, int32_t cell, meal *m, void *context) {
  within *all = context;
  (void)m;
  all->grain_g += grain_left(t, c, cell);
  all->grass_g += grass_left(t, c, cell);
}

/* Of what it looks for, the part that falls on a cell: by what is left there. */
static int64_t part_on(int64_t look_g, int64_t here_g, int64_t all_g) {
  return all_g > 0 ? sp_to_i64(sp_floor((double)sp_min_i64(look_g, all_g) * ((double)here_g / (double)all_g))) : 0;
}

static void claim(sp_tick *t, const country *c, int32_t cell, meal *m, void *context) {
  const within *all = context;
  t->world->land.grain_claimed_g[cell] += part_on(m->look_g, grain_left(t, c, cell), all->grain_g);
  t->world->land.grass_claimed_g[cell] += part_on(m->graze_g, grass_left(t, c, cell), all->grass_g);
}

/* Shares of it, rounded down, never come to more than there is. */
static double granted(int64_t left, int64_t claimed) { return claimed > left ? (double)left / (double)claimed * (1.0 - 1e-12) : 1.0; }

static void gather(sp_tick *t, const country *c, int32_t cell, meal *m, void *context) {
  const within *all = context;
  int64_t grain = grain_left(t, c, cell), grass = grass_left(t, c, cell);
  m->found_g += sp_to_i64(sp_floor((double)part_on(m->look_g, grain, all->grain_g) * granted(grain, t->world->land.grain_claimed_g[cell])));
  m->grass_g += sp_to_i64(sp_floor((double)part_on(m->graze_g, grass, all->grass_g) * granted(grass, t->world->land.grass_claimed_g[cell])));
}

/* After all have had theirs: the cells are so much poorer. */
static void settle_land(sp_tick *t, const country *c) {
  sp_land_columns *l = &t->world->land;
  for (int32_t n = 0; n < c->grid.count; n++) {
    if (l->grain_claimed_g[n] == 0 && l->grass_claimed_g[n] == 0) continue;
    int64_t grain = grain_left(t, c, n), grass = grass_left(t, c, n);
    double grain_share = grain > 0 ? sp_min(1.0, (double)l->grain_claimed_g[n] / (double)grain) : 0.0;
    double grass_share = grass > 0 ? sp_min(1.0, (double)l->grass_claimed_g[n] / (double)grass) : 0.0;
    l->grain_taken[n] += (1.0 - l->grain_taken[n]) * grain_share;
    l->grass_taken[n] += (1.0 - l->grass_taken[n]) * grass_share;
    l->grain_claimed_g[n] = l->grass_claimed_g[n] = 0;
  }
}

static void grow_grass(sp_tick *t, int32_t cells, int32_t month) {
  if (month < GROWS_FROM_MONTH || month > GROWS_TO_MONTH) return;
  for (int32_t n = 0; n < cells; n++) t->world->land.grass_taken[n] = sp_max(0.0, t->world->land.grass_taken[n] - 1.0 / t->k->forage_grass_back_d);
}

/* ---- what each looks for */

static bool fights(const sp_world *w, int32_t i) { return w->combat.engagement[i] >= 0 || w->combat.stance[i] >= SP_BROKEN; }

/* Most of its day goes into the road. */
static bool is_on_the_way(const sp_tick *t, int32_t i) {
  return t->world->formation.activity[i] == SP_MARCHING || t->world->formation.marched_today_min[i] > t->k->forage_march_min;
}

/* Of those it sends out, the part that gets through a ring about it. */
static double gets_out(const sp_world *w, int32_t i) {
  int32_t wall = sp_used(w, SP_TABLE_WALL) > 0 ? sp_wall_of(w, i) : -1;
  return wall >= 0 && sp_ring_against(w, wall, w->formation.side[i]) >= 0 ? 1.0 - w->wall.ring[wall] : 1.0;
}

/* Grain that its foragers could bring in, if it sends any. */
static int64_t look_for(const sp_tick *t, const meal *m) {
  const sp_world *w = t->world;
  int32_t i = m->body;
  if (w->provision.foraging[i] == SP_FORAGES_NEVER || fights(w, i) || sp_at_sea(w, i)) return 0;
  bool needs = m->depot < 0 && days_of(w, m) < t->k->provision_forage_below_d;
  if (w->provision.foraging[i] == SP_FORAGES_IN_NEED && !needs) return 0;
  int32_t men = men_of(w, m), all = sp_men_of(w, i);
  double hands = men * t->k->forage_hands_share * t->k->forage_hand_kg * 1000.0;
  if (is_on_the_way(t, i)) hands *= t->k->forage_marching;
  hands *= gets_out(w, i);
  if (w->hq.fright[i] > 0.0) hands *= sp_calc_harass_finds(t->k, w->hq.fright[i]);
  int64_t room = sp_max_i64(0, sp_can_carry_g(w, i) - w->provision.grain_g[i]);
  if (m->larder >= 0) room = all > 0 ? sp_to_i64(sp_floor((double)room * men / all)) : 0; /* they load the same beasts and carts */
  return sp_min_i64(sp_to_i64(hands), room + m->want_g + m->captives_g);
}

static int64_t graze_for(const sp_tick *t, const meal *m) {
  const sp_world *w = t->world;
  int32_t i = m->body;
  double beasts = (double)mounts_of(w, m) + draught_of(w, m);
  double part = fights(w, i) || sp_at_sea(w, i) ? 0.0 : is_on_the_way(t, i) ? t->k->forage_marching : 1.0;
  return sp_to_i64(sp_calc_forage_green_kg_d(t->k, beasts) * 1000.0 * part * gets_out(w, i));
}

static meal sit_down(const sp_tick *t, int32_t i, int32_t larder, bool holds_captives) {
  const sp_world *w = t->world;
  double ration_g = sp_ration_g(t->k);
  meal m = {.body = i, .larder = larder, .holds_captives = holds_captives};
  board b = board_of(w, &m);
  m.depot = larder < 0 ? sp_depot_in_reach(w, i) : sp_depot_for(w, i, w->larder.contingent[larder]);
  m.men_g = sp_to_i64(sp_rint(men_of(w, &m) * ration_g)) + sp_to_i64(sp_rint(patients_of(w, &m) * ration_g));
  m.beasts_g = beasts_need_g(w, &m);
  m.captives_g = sp_to_i64((double)captives_need_g(w, &m) * (1.0 - b.withheld));
  m.want_g = sp_max_i64(0, sp_to_i64((double)m.men_g * (1.0 - b.withheld) - *b.meat * ration_g));
  m.look_g = look_for(t, &m);
  m.graze_g = graze_for(t, &m);
  return m;
}

/* ---- eating */

static int32_t beasts_lost(sp_tick *t, const meal *m, sp_arm arm, int32_t n, sp_cause cause) {
  return sp_transfer_arm_who(t->world, t->world->formation.first_strength[m->body], sp_in_formation(m->body), sp_on_line(SP_LINE_LOST), board_of(t->world, m).feeds, arm, n, cause);
}

/* Beasts that the carts' teams leave over. */
static int32_t spare_beasts(const sp_tick *t, const meal *m) {
  const sp_world *w = t->world;
  return sp_max_i32(0, draught_of(w, m) - sp_to_i32(carts_of(w, m) * t->k->provision_team));
}

/* Draught beasts go, those that draw nothing first; carts are left with the teams that are gone: as many of a hundred. */
static int32_t teams_lost(sp_tick *t, const meal *m, int32_t n, sp_cause cause) {
  sp_world *w = t->world;
  int32_t spare = spare_beasts(t, m), in_teams = draught_of(w, m) - spare, gone = beasts_lost(t, m, SP_ARM_DRAUGHT, n, cause);
  if (gone <= spare || in_teams <= 0) return gone;
  int32_t carts = sp_to_i32(sp_floor((double)carts_of(w, m) * (gone - spare) / in_teams));
  const sp_arm kinds[] = {SP_ARM_CART, SP_ARM_SHIELD_WAGON, SP_ARM_WAR_WAGON};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds && carts > 0; k++) carts -= beasts_lost(t, m, kinds[k], carts, SP_CAUSE_LEFT_WITHOUT_TEAM);
  return gone;
}

static int32_t slaughter(sp_tick *t, const meal *m, sp_arm arm, int32_t n) {
  int32_t gone = arm == SP_ARM_DRAUGHT ? teams_lost(t, m, n, SP_CAUSE_SLAUGHTERED) : beasts_lost(t, m, arm, n, SP_CAUSE_SLAUGHTERED);
  *board_of(t->world, m).meat += arm == SP_ARM_MOUNT ? sp_calc_slaughter_rations(t->k, 0.0, gone, 0.0) : sp_calc_slaughter_rations(t->k, gone, 0.0, 0.0);
  return gone;
}

static void tell_slaughter(sp_tick *t, const meal *m, int32_t horses, int32_t draught, double rations, sp_minute mark) {
  if (horses + draught <= 0) return;
  sp_event e = event_of(t, m, SP_EVENT_SLAUGHTERS, mark);
  e.a = horses;
  e.b = draught;
  e.c = sp_to_i32(rations);
  sp_emit(t->world, e);
}

/* Of larders each gives of its beasts in the order in which they sit down. */
static void slaughter_ordered(sp_tick *t, const meal *m, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = m->body;
  if (w->provision.task[i] != SP_CHORE_SLAUGHTER) return;
  sp_arm arm = w->provision.task_to[i] == SP_ARM_MOUNT ? SP_ARM_MOUNT : SP_ARM_DRAUGHT;
  int32_t have = arm == SP_ARM_MOUNT ? mounts_of(w, m) : draught_of(w, m), all = arm == SP_ARM_MOUNT ? w->formation.mounts[i] : w->formation.draught[i];
  int64_t amount = w->provision.task_amount[i];
  bool last = m->larder < 0 || sp_larder_next(w, m->larder) < 0 || amount == 0;
  if (amount >= 0 && !last) amount = all > 0 ? sp_to_i64(sp_floor((double)amount * have / all)) : 0; /* all shrinks with what those before gave, and amount too */
  double meat = *board_of(w, m).meat;
  int32_t gone = slaughter(t, m, arm, amount < 0 ? have : (int32_t)sp_min_i64(have, amount));
  if (m->larder >= 0 && w->provision.task_amount[i] > 0) w->provision.task_amount[i] -= gone;
  if (last) {
    w->provision.task[i] = SP_CHORE_NONE;
    w->provision.task_to[i] = 0;
  }
  tell_slaughter(t, m, arm == SP_ARM_MOUNT ? gone : 0, arm == SP_ARM_DRAUGHT ? gone : 0, *board_of(w, m).meat - meat, mark);
}

/* Rations still missing: the beasts that carry nothing first, then led horses, then teams, ridden horses last. */
static void slaughter_in_need(sp_tick *t, const meal *m, double rations, sp_minute mark) {
  sp_world *w = t->world;
  int32_t horses = 0, draught = 0;
  double meat = *board_of(w, m).meat;
  int32_t spare = spare_beasts(t, m), led = sp_max_i32(0, mounts_of(w, m) - riders_of(w, m));
  int32_t wanted = sp_to_i32(sp_floor(rations / t->k->ration_ox_men)) + 1;
  draught = slaughter(t, m, SP_ARM_DRAUGHT, sp_min_i32(wanted, spare));
  if (draught < wanted) horses = slaughter(t, m, SP_ARM_MOUNT, sp_min_i32(wanted - draught, led));
  if (draught + horses < wanted) draught += slaughter(t, m, SP_ARM_DRAUGHT, wanted - draught - horses);
  if (draught + horses < wanted) horses += slaughter(t, m, SP_ARM_MOUNT, wanted - draught - horses);
  tell_slaughter(t, m, horses, draught, *board_of(w, m).meat - meat, mark);
}

/* Out of the depot into the mouths; of a larder through its own bags, so that the register knows whose it was. */
static int64_t take_depot(sp_world *w, const meal *m, sp_store eaten, int64_t grams) {
  if (m->larder < 0) return sp_take_kept(w, m->depot, eaten, grams);
  sp_store bags = board_of(w, m).bags;
  return sp_store_move(w, bags, eaten, sp_take_kept(w, m->depot, bags, grams));
}

/* Bread and meat for the men; what they had of their full need, 0..1. */
static double feed_men(sp_tick *t, meal *m, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = m->body;
  board b = board_of(w, m);
  sp_store eaten = sp_store_line_of(SP_STORE_EATEN, w->formation.side[i]);
  double ration_g = sp_ration_g(t->k), need = (double)m->men_g;
  int64_t found = sp_store_move(w, sp_store_line_of(SP_STORE_LAND, w->formation.side[i]), b.bags, m->found_g), had = 0;
  if (m->depot >= 0) had += take_depot(w, m, eaten, sp_min_i64(m->want_g, m->depot_g));
  m->depot_g -= had;
  had += sp_store_move(w, b.bags, eaten, m->want_g - had);
  if (found > 0) {
    sp_event e = sp_event_of(t->world, SP_EVENT_FORAGED, i, mark);
    e.a = sp_to_i32((double)found / (1000.0 * t->k->ration_shi_kg));
    sp_emit(w, e);
  }
  double missing = need * (1.0 - b.withheld) - (double)had - *b.meat * ration_g;
  double short_d = need > 0.0 ? missing / need : 0.0;
  if (short_d > 1e-6 && *b.missed + short_d > t->k->hunger_slaughter_d) slaughter_in_need(t, m, missing / ration_g, mark);
  double meat = sp_min(*b.meat, sp_max(0.0, (need * (1.0 - b.withheld) - (double)had) / ration_g));
  *b.meat = (*b.meat - meat) * (1.0 - 1.0 / t->k->hunger_meat_keeps_d);
  return need > 0.0 ? sp_min(1.0, ((double)had + meat * ration_g) / need) : 1.0;
}

static double missed_after(const sp_constants *k, double missed, double fed) {
  return fed < 1.0 - 1e-9 ? missed + sp_calc_day_missed(k, 1.0 - fed) : sp_max(0.0, missed - k->hunger_recover_d);
}

static sp_dice dice_of_day(const sp_tick *t, sp_minute mark) { return (sp_dice){.seed = t->dice.seed, .tick = (uint32_t)(mark / 1440)}; }

/* What their guards leave: of the depot, then of the bags. Those who came since the last meal had eaten with their own. */
static void feed_captives(sp_tick *t, meal *m, sp_minute mark) {
  sp_world *w = t->world;
  sp_health_columns *h = &w->health;
  int32_t i = m->body;
  if (!m->holds_captives) return;
  int32_t held = w->combat.captives[i] + h->captives_lying[i];
  double before = held > h->captives_fed[i] ? h->captives_missed[i] * h->captives_fed[i] / held : h->captives_missed[i];
  h->captives_fed[i] = held;
  h->captives_missed[i] = 0.0;
  if (held <= 0) return;
  sp_store eaten = sp_store_line_of(SP_STORE_EATEN, w->formation.side[i]);
  int64_t had = m->depot >= 0 ? take_depot(w, m, eaten, sp_min_i64(m->captives_g, m->depot_g)) : 0;
  m->depot_g -= had;
  had += sp_store_move(w, board_of(w, m).bags, eaten, m->captives_g - had);
  double full = (double)sp_bread_of_captives_g(w, i), after = missed_after(t->k, before, full > 0.0 ? sp_min(1.0, (double)had / full) : 1.0);
  h->captives_missed[i] = after;
  if (after <= before) return;
  sp_dice dice = dice_of_day(t, mark);
  int32_t die = sp_drawn(&dice, w->formation.key[i], SP_STREAM_HUNGER, DIE_CAPTIVES, w->combat.captives[i], sp_calc_starved_between(t->k, before, after));
  if (die <= 0) return;
  sp_captured kinds = {0};
  h->captives_starved[i] += sp_captured_die(w, &kinds, i, die, mark, SP_CAUSE_STARVED);
  sp_captured_free(&kinds);
}

/* Grain from the depot, or from the bags while men have enough; and grass. */
static double feed_beasts(sp_tick *t, const meal *m) {
  sp_world *w = t->world;
  board b = board_of(w, m);
  double need_grass = sp_calc_forage_green_kg_d(t->k, (double)mounts_of(w, m) + draught_of(w, m)) * 1000.0;
  if (m->beasts_g <= 0) return 1.0;
  sp_store eaten = sp_store_line_of(SP_STORE_EATEN, w->formation.side[m->body]);
  int64_t had = m->depot >= 0 && m->depot_g > 0 ? take_depot(w, m, eaten, sp_min_i64(m->beasts_g, m->depot_g)) : 0;
  int64_t kept = sp_to_i64((double)m->men_g * t->k->provision_low_d), spare = sp_max_i64(0, *b.grain_g - kept);
  had += sp_store_move(w, b.bags, eaten, sp_min_i64(m->beasts_g - had, spare));
  return sp_calc_beast_fed(t->k, (double)had / (double)m->beasts_g, need_grass > 0.0 ? (double)m->grass_g / need_grass : 1.0);
}

/* ---- what hunger does */

static void toll(sp_tick *t, const meal *m, double before, double beasts_before, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = m->body;
  board b = board_of(w, m);
  sp_dice dice = dice_of_day(t, mark);
  double after = *b.missed, beasts_after = *b.missed_beasts;
  sp_event e = event_of(t, m, SP_EVENT_STARVES, mark);
  if (after > before) {
    int32_t gone = sp_at_sea(w, i) ? 0 : sp_drawn(&dice, b.key, SP_STREAM_HUNGER, DIE_LEAVE, men_of(w, m), sp_calc_hungry_leave_per_d(t->k, after));
    e.b = sp_transfer_men_who(w, sp_in_formation(i), sp_on_line(SP_LINE_DESERTED), b.feeds, gone, SP_CAUSE_LEFT_HUNGRY);
    int32_t dead = sp_drawn(&dice, b.key, SP_STREAM_HUNGER, DIE_STARVE, men_of(w, m), sp_calc_starved_between(t->k, before, after));
    e.a = sp_transfer_men_who(w, sp_in_formation(i), sp_on_line(SP_LINE_DIED), b.feeds, dead, SP_CAUSE_STARVED);
  }
  if (beasts_after > beasts_before) {
    double p = sp_calc_beasts_starved_between(t->k, beasts_before, beasts_after);
    e.c = beasts_lost(t, m, SP_ARM_MOUNT, sp_drawn(&dice, b.key, SP_STREAM_HUNGER, DIE_MOUNTS, mounts_of(w, m), p), SP_CAUSE_BEAST_STARVED);
    e.c += teams_lost(t, m, sp_drawn(&dice, b.key, SP_STREAM_HUNGER, DIE_DRAUGHT, draught_of(w, m), p), SP_CAUSE_BEAST_STARVED);
  }
  if (e.a + e.b + e.c > 0) sp_emit(w, e);
}

/* ---- what is told */

static void tell(sp_tick *t, const meal *m, sp_event_type type, int32_t a, double value, sp_minute mark) {
  sp_event e = event_of(t, m, type, mark);
  if (!speaks(t->world, m)) return;
  if (shares(t->world, m)) e.object = 0;
  e.a = a;
  e.value = value;
  sp_emit(t->world, e);
}

/* One word when it gets worse, one when it is over; nothing while it stays as it is. */
static void how_it_stands(sp_tick *t, const meal *m, double fed, sp_minute mark) {
  board b = board_of(t->world, m);
  double days = days_of(t->world, m), weak = *b.weak;
  bool out = fed < 0.5 * (1.0 - b.withheld);
  sp_bread_told now = weak >= STARVING_TOLD ? SP_BREAD_STARVING : weak >= WEAK_TOLD ? SP_BREAD_WEAK : out ? SP_BREAD_OUT : !m->supplied && days < t->k->provision_low_d + 1.0 ? SP_BREAD_LOW : SP_BREAD_PLENTY;
  sp_bread_told before = (sp_bread_told)*b.told;
  if (out && !*b.out_since) *b.out_since = mark;
  if (!out) *b.out_since = 0;
  if (out && !*b.first_out) *b.first_out = mark;
  if (now == SP_BREAD_PLENTY && before >= SP_BREAD_OUT) tell(t, m, SP_EVENT_FED_AGAIN, 0, days, mark);
  if (now > before && now == SP_BREAD_LOW) tell(t, m, SP_EVENT_BREAD_LOW, sp_to_i32(sp_floor(days)), days, mark);
  if (now > before && now == SP_BREAD_OUT) tell(t, m, SP_EVENT_BREAD_OUT, 0, 0.0, mark);
  if (now > before && now >= SP_BREAD_WEAK) tell(t, m, SP_EVENT_HUNGRY, (int32_t)now, *b.missed, mark);
  if (now > before || now == SP_BREAD_PLENTY) *b.told = (uint8_t)now;
}

static void eat(sp_tick *t, meal *m, sp_minute mark) {
  sp_world *w = t->world;
  board b = board_of(w, m);
  double before = *b.missed, beasts_before = *b.missed_beasts;
  slaughter_ordered(t, m, mark);
  double fed = feed_men(t, m, mark);
  feed_captives(t, m, mark);
  double beasts_fed = feed_beasts(t, m);
  *b.went_short = 1.0 - fed;
  *b.missed = missed_after(t->k, before, fed);
  *b.missed_beasts = missed_after(t->k, beasts_before, beasts_fed);
  *b.weak = 1.0 - sp_calc_hungry_worth(t->k, *b.missed);
  if (m->larder < 0) w->formation.fatigue[m->body] = sp_max(w->formation.fatigue[m->body], *b.weak);
  how_it_stands(t, m, fed, mark); /* first the want, then what it costs */
  toll(t, m, before, beasts_before, mark);
}

/* Those who want while others of the body have bread for two days and more: told once, till they have bread again. */
static void tell_unequal(sp_tick *t, int32_t i, sp_minute mark) {
  sp_world *w = t->world;
  int32_t full = -1;
  double most = 0.0;
  for (int32_t r = sp_larder_first(w, i); r >= 0; r = sp_larder_next(w, r)) {
    double days = w->larder.men[r] > 0 && !w->larder.out_since[r] ? sp_larder_days(w, r) : 0.0;
    if (days > most) full = r, most = days;
  }
  for (int32_t r = sp_larder_first(w, i); r >= 0; r = sp_larder_next(w, r)) {
    if (!w->larder.out_since[r]) {
      w->larder.told_apart[r] = 0;
      continue;
    }
    if (w->larder.told_apart[r] || full < 0 || most < UNEQUAL_D || w->larder.men[r] == 0) continue;
    w->larder.told_apart[r] = 1;
    sp_event e = sp_event_of(w, SP_EVENT_UNEQUAL_BREAD, i, mark);
    e.object = sp_larder_name(w, r);
    e.a = w->larder.contingent[full];
    e.b = sp_to_i32(sp_floor(sp_min(most, 999.0)));
    e.c = sp_to_i32((double)(mark - w->larder.out_since[r]) / 1440.0);
    e.value = most;
    sp_emit(w, e);
  }
}

/* What has become of the body whose larders have all eaten. */
static void reckon_body(sp_tick *t, int32_t i, sp_minute mark) {
  sp_world *w = t->world;
  sp_larders_count(w, i);
  sp_larders_sum_up(w, i);
  w->formation.fatigue[i] = sp_max(w->formation.fatigue[i], w->provision.weak[i]);
  tell_unequal(t, i, mark);
}

/* ---- the evening */

/* Wounded and sick who lie with a body eat with it; those who lie by themselves are fed by the people of the place, or by nobody. */
static void count_patients(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < used; i++) w->scratch->stack[i] = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (w->ward.alive[p] && w->ward.carer[p] >= 0 && !sp_ward_is_captive(w, p)) w->scratch->stack[w->ward.carer[p]] += w->ward.men[p];
  }
}

static bool sits_down(const sp_world *w, int32_t i) { return w->formation.alive[i] && sp_eats(w, i) && sp_men_of(w, i) > 0; }

/* Eaten up this evening. */
static void tell_empty(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.claimed_g[d] <= 0 || sp_depot_feeds(w, d)) continue; /* nobody claims from an empty one */
    sp_xy at = t->model->node[w->depot.node[d]].at;
    sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_DEPOT_EMPTY, .side = w->depot.side[d], .node = w->depot.node[d], .subject = w->depot.key[d], .x_m = at.x, .y_m = at.y});
  }
}

typedef struct sitters { sp_array(meal) meals; sp_array(within) near; } sitters;

/* One place at the table for a body, or one for each of its larders. false: memory is out. */
static bool seat(sp_tick *t, const country *c, int32_t i, int32_t larder, bool holds_captives, sitters *all) {
  sp_world *w = t->world;
  meal m = sit_down(t, i, larder, holds_captives);
  within here = {0};
  if (m.look_g > 0 || m.graze_g > 0) {
    each_cell(t, c, i, &m, add_up, &here);
    each_cell(t, c, i, &m, claim, &here);
  }
  if (m.depot >= 0) w->depot.claimed_g[m.depot] += m.want_g + m.captives_g + m.beasts_g;
  return sp_push(&all->meals, m) && sp_push(&all->near, here);
}

static bool seat_body(sp_tick *t, const country *c, int32_t i, sitters *all) {
  sp_world *w = t->world;
  if (!sp_feeds_apart(w, i)) return seat(t, c, i, -1, true, all);
  sp_larders_count(w, i);
  sp_larders_pool(w, i);
  int32_t most = -1;
  for (int32_t r = sp_larder_first(w, i); r >= 0; r = sp_larder_next(w, r))
    if (most < 0 || w->larder.men[r] > w->larder.men[most]) most = r;
  for (int32_t r = sp_larder_first(w, i); r >= 0; r = sp_larder_next(w, r))
    if (!seat(t, c, i, r, r == most, all)) return false;
  return true;
}

static void dine(sp_tick *t, const country *c, sitters *all, sp_minute mark) {
  sp_world *w = t->world;
  for (size_t n = 0; n < all->meals.count; n++) {
    meal *m = &all->meals.data[n];
    if (m->look_g > 0 || m->graze_g > 0) each_cell(t, c, m->body, m, gather, &all->near.data[n]);
    if (m->depot < 0) continue;
    double share = granted(sp_kept_about(w, m->depot), w->depot.claimed_g[m->depot]);
    m->depot_g = sp_to_i64(sp_floor((double)(m->want_g + m->captives_g + m->beasts_g) * share));
    m->supplied = share >= 1.0;
  }
  settle_land(t, c);
  for (size_t n = 0; n < all->meals.count; n++) {
    meal *m = &all->meals.data[n];
    eat(t, m, mark);
    bool last = n + 1 == all->meals.count || all->meals.data[n + 1].body != m->body;
    if (m->larder >= 0 && last) reckon_body(t, m->body, mark);
  }
}

static void evening(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), month = sp_date_of(mark).month;
  country c = country_of(t, month);
  grow_grass(t, c.grid.count, month);
  count_patients(t, used);
  sitters all = {0};
  bool seated = true;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) w->depot.claimed_g[d] = 0;
  for (int32_t i = 0; i < used && seated; i++)
    if (sits_down(w, i)) seated = seat_body(t, &c, i, &all);
  if (seated) { /* else memory is out: nobody eats, and tomorrow says so */
    dine(t, &c, &all, mark);
    tell_empty(t, mark);
  }
  sp_array_free(&all.meals);
  sp_array_free(&all.near);
}

void sp_rule_bread(sp_tick *t) {
  if (sp_used(t->world, SP_TABLE_LAND) == 0) return; /* nothing is told of bread, though it may be of powder: all are taken as fed */
  sp_minute day = t->from - t->from % 1440;
  for (sp_minute mark = day + MEAL_MINUTE; mark <= t->to; mark += 1440) {
    if (mark > t->from) evening(t, mark);
  }
}
