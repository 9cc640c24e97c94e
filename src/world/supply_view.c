/* supply_view.c - how a body stands for bread, powder and patients, and the books of a side. SPDX-License-Identifier: Apache-2.0 */
#include "shapan/supply.h"

#include "shapan/calc_health.h"
#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/munitions.h"
#include "world/rows.h"
#include "world/stores.h"
#include "world/voyage.h"
#include "world/ways.h"
#include "world/wards.h"

_Static_assert((int)SP_BOOK_LINES == (int)SP_STORE_OUTSIDE + 1 && (int)SP_BOOK_LINES == (int)SP_MUNITION_OUTSIDE + 1, "a book has the lines of its register, and what came from outside");

static int32_t living(const sp_world *w, sp_key key) {
  int32_t row = w ? sp_formation_row(w, key) : -1;
  return row >= 0 && w->formation.alive[row] ? row : -1;
}

/* ---- bread */

static double head_to(const sp_world *w, int32_t f, int32_t d) {
  double dx = w->depot.x[d] - w->formation.head_x[f], dy = w->depot.y[d] - w->formation.head_y[f];
  return sp_sqrt(dx * dx + dy * dy);
}

static void look_for_store(const sp_world *w, int32_t f, sp_bread_state *out) {
  int32_t best = -1;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.side[d] != w->formation.side[f] || w->depot.burning_since[d] || !sp_depot_feeds(w, d)) continue;
    double m = head_to(w, f, d);
    if (best >= 0 && (m > out->nearest_m || (m >= out->nearest_m && w->depot.key[d] > w->depot.key[best]))) continue;
    best = d;
    out->nearest_m = m;
  }
  if (best < 0) return;
  out->nearest = w->depot.key[best];
  out->nearest_g = w->depot.grain_g[best];
}

sp_key sp_world_convoy_for(const sp_world *w, sp_key key) {
  sp_key best = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PROVISION); i++) {
    bool brings = w->provision.alive[i] && w->provision.task[i] == SP_CHORE_HAND_OVER && w->provision.task_to[i] == key;
    if (brings && (best == 0 || w->formation.key[i] < best)) best = w->formation.key[i];
  }
  return best;
}

/* The same road, sky and pace, once as weary as hunger alone makes and once fresh. */
static void cost_of_hunger(const sp_world *w, int32_t f, sp_bread_state *out) {
  const sp_constants *k = &w->constants;
  int32_t edge = sp_formation_edge(w, f), region = sp_formation_region(w, f);
  sp_going going = edge >= 0 ? sp_going_on(w, edge, w->formation.knows_ground[f]) : (sp_going){.road = SP_ROAD_ROAD, .light = w->region.light[region], .rain_mm_h = w->region.rain_mm_h[region]};
  sp_column column = sp_column_of(w, f);
  double term[SP_MARCH_TERMS], quality = sp_quality_of(w, f), order = w->formation.order[f];
  sp_pace pace = (sp_pace)w->formation.pace[f];
  sp_arm who;
  double weak = out->weak, fresh = sp_calc_march_terms(k, &column, &going, pace, 0.0, term, &who), now = sp_calc_march_terms(k, &column, &going, pace, weak, term, &who);
  double falls = sp_calc_straggle_per_min(k, 0.0, &going, pace, quality);
  out->pace = fresh > 0.0 ? now / fresh : 1.0;
  out->slack = sp_calc_slack(k, order, weak) / sp_calc_slack(k, order, 0.0);
  out->straggle = falls > 0.0 ? sp_calc_straggle_per_min(k, weak, &going, pace, quality) / falls : 1.0;
}

sp_status sp_world_bread(const sp_world *w, sp_key formation, sp_bread_state *out) {
  int32_t f = living(w, formation);
  if (f < 0 || !out) return SP_NOT_FOUND;
  *out = (sp_bread_state){.eats = sp_eats(w, f), .men_g_d = sp_bread_of_men_g(w, f), .patients_g_d = sp_bread_of_patients_g(w, f), .captives_g_d = sp_bread_of_captives_g(w, f), .beasts_g_d = sp_bread_of_beasts_g(w, f), .grain_g = w->provision.grain_g[f],
                          .room_g = sp_can_carry_g(w, f), .days = sp_bread_days(w, f), .withheld = w->provision.withheld[f], .meat = w->provision.meat[f], .missed = w->provision.missed[f],
                          .missed_beasts = w->provision.missed_beasts[f], .weak = w->provision.weak[f], .foraging = w->provision.foraging[f], .pace = 1.0, .slack = 1.0, .straggle = 1.0};
  if (!out->eats && out->grain_g <= 0) return SP_NOT_FOUND;
  int32_t depot = sp_depot_in_reach(w, f);
  if (depot >= 0) {
    out->depot = w->depot.key[depot];
    out->depot_g = sp_kept_about(w, depot);
  } else {
    look_for_store(w, f, out);
  }
  if (out->weak > 0.0) cost_of_hunger(w, f, out);
  return SP_OK;
}

/* ---- powder and fire */

static double hits(const sp_world *w, const sp_fire *fire) { return sp_calc_fire_hits_per_min(&w->constants, fire, NULL); }

/* What one cause takes of it: the fire as it is, to the fire without that cause. */
static void weigh_fire(const sp_world *w, int32_t f, const sp_arms *arms, sp_powder_state *out) {
  int32_t e = w->combat.engagement[f], region = w->engagement.region[e], part = sp_part_of(w, e, f), sector = sp_sector_turned(part, w->combat.sector[f]);
  int32_t s = sector >= 0 && sector < 3 ? sector : 1;
  out->range_m = sp_max(0.0, w->engagement.gap_m[e * 3 + s]);
  out->smoke_share = w->engagement.smoke[e * 3 + s];
  sp_fire fire = {.shot = out->rounds > 0.0 ? arms->shot : 0.0, .bow = out->arrows > 0.0 ? arms->bow : 0.0, .light_guns = out->shot > 0.0 ? arms->light_guns : 0.0, .heavy_guns = out->shot > 0.0 ? arms->heavy_guns : 0.0,
                  .range_m = out->range_m, .quality = arms->quality, .order = w->formation.order[f], .rain_mm_h = w->region.rain_mm_h[region], .light = w->region.light[region], .smoke = out->smoke_share,
                  .powder = out->strength, .target_density = 1.0};
  double now = hits(w, &fire);
  struct { double *factor; sp_fire without; } cause[] = {{&out->rain, fire}, {&out->smoke, fire}, {&out->dark, fire}, {&out->lot, fire}};
  cause[0].without.rain_mm_h = 0.0;
  cause[1].without.smoke = 0.0;
  cause[2].without.light = 1.0;
  cause[3].without.powder = 1.0;
  for (size_t n = 0; n < sizeof cause / sizeof *cause; n++) {
    double without = hits(w, &cause[n].without);
    *cause[n].factor = without > 0.0 ? now / without : 1.0;
  }
}

sp_status sp_world_powder(const sp_world *w, sp_key formation, sp_powder_state *out) {
  int32_t f = living(w, formation);
  if (f < 0 || !out) return SP_NOT_FOUND;
  const sp_constants *k = &w->constants;
  sp_arms arms = sp_arms_of(w, f);
  *out = (sp_powder_state){.told = w->model->side[w->formation.side[f]].munitioned, .hand_guns = arms.shot, .bows = arms.bow, .guns = arms.light_guns + arms.heavy_guns, .rounds = w->combat.powder[f] * k->fight_rounds_full,
                           .shot = w->combat.shot[f] * k->fight_shot_full, .arrows = w->combat.arrows[f] * k->fight_arrows_full, .strength = sp_exp(w->combat.lot_ln[f]), .grenades = w->combat.grenades[f],
                           .smoke_pots = w->munition.smoke_pots[f], .full_g = sp_to_i64(sp_issue_full_g(w, f)), .wanting_g = sp_to_i64(-sp_floor(-sp_issue_wanting_g(w, f))), .train_g = w->munition.powder_g[f],
                           .fights = w->combat.engagement[f] >= 0, .rain = 1.0, .smoke = 1.0, .dark = 1.0, .lot = 1.0};
  bool nothing = out->hand_guns + out->bows + out->guns <= 0.0 && out->grenades + out->smoke_pots == 0 && out->train_g == 0;
  if (nothing) return SP_NOT_FOUND;
  int32_t magazine = sp_magazine_in_reach(w, f, SP_POWDER);
  if (magazine >= 0) {
    out->magazine = w->depot.key[magazine];
    out->magazine_g = w->depot.powder_g[magazine];
  }
  if (out->fights) weigh_fire(w, f, &arms, out);
  return SP_OK;
}

/* ---- wounded and sick */

sp_status sp_world_patients(const sp_world *w, sp_key formation, sp_patients_state *out) {
  int32_t f = living(w, formation);
  if (f < 0 || !out) return SP_NOT_FOUND;
  *out = (sp_patients_state){.carts = sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_CART), .led = sp_max_i32(0, w->formation.mounts[f] - w->formation.mounted[f])};
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.carer[p] != f || sp_ward_is_captive(w, p)) continue;
    *(w->ward.line[p] == SP_LINE_WOUNDED_LIGHT ? &out->light : w->ward.line[p] == SP_LINE_WOUNDED_SERIOUS ? &out->serious : &out->sick) += w->ward.men[p];
  }
  if (out->light + out->serious + out->sick == 0) return SP_NOT_FOUND;
  out->to_carry = sp_calc_to_be_carried(&w->constants, out->serious, out->sick);
  out->places = sp_floor(sp_wounded_places(w, f));
  out->carries = w->health.carries[f];
  return SP_OK;
}

/* ---- books */

static const struct { const char *name, *unit; } books[SP_BOOK_COUNT] = {{"grain", "g"}, {"powder", "g"}, {"grenades", "count"}, {"smoke_pots", "count"}};
static const char *const grain_lines[SP_BOOK_LINES] = {[SP_STORE_CARRIED] = "carried", [SP_STORE_KEPT] = "kept", [SP_STORE_LAND] = "land", [SP_STORE_EATEN] = "eaten", [SP_STORE_BURNT] = "burnt", [SP_STORE_LOST] = "lost", [SP_STORE_ENEMY] = "enemy", [SP_STORE_OUTSIDE] = "delivered"};
static const char *const munition_lines[SP_BOOK_LINES] = {[SP_MUNITION_CARRIED] = "carried", [SP_MUNITION_KEPT] = "kept", [SP_MUNITION_ISSUED] = "issued", [SP_MUNITION_TRIED] = "tried", [SP_MUNITION_BURNT] = "burnt", [SP_MUNITION_LOST] = "lost", [SP_MUNITION_ENEMY] = "enemy", [SP_MUNITION_OUTSIDE] = "delivered"};

const char *sp_book_name(sp_book book) { return (unsigned)book < SP_BOOK_COUNT ? books[book].name : NULL; }
const char *sp_book_unit(sp_book book) { return (unsigned)book < SP_BOOK_COUNT ? books[book].unit : NULL; }
const char *sp_book_line(sp_book book, int32_t line) {
  if ((unsigned)book >= SP_BOOK_COUNT || line < 0 || line >= SP_BOOK_LINES) return NULL;
  return book == SP_BOOK_GRAIN ? grain_lines[line] : munition_lines[line];
}

static int64_t held_by_bodies(const sp_world *w, int32_t side, sp_book book) {
  int64_t sum = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (w->formation.side[f] != side) continue;
    sum += book == SP_BOOK_GRAIN ? w->provision.grain_g[f] : sp_munition_held(w, (sp_munition)(book - SP_BOOK_POWDER), sp_munition_carried(w, f));
    if (book == SP_BOOK_GRENADES) sum += w->munition.aside[f];
  }
  return sum;
}

static int64_t held_by_depots(const sp_world *w, int32_t side, sp_book book) {
  int64_t sum = 0;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.side[d] != side) continue;
    sum += book == SP_BOOK_GRAIN ? w->depot.grain_g[d] : sp_munition_held(w, (sp_munition)(book - SP_BOOK_POWDER), sp_munition_kept(w, d));
    if (book == SP_BOOK_GRENADES) sum += w->depot.refused[d];
  }
  return sum;
}

sp_status sp_world_book(const sp_world *w, int32_t side, sp_book book, int32_t line, sp_book_row *out) {
  if (!w || !out || !sp_book_line(book, line) || side < 0 || side >= w->model->side_count) return SP_NOT_FOUND;
  bool grain = book == SP_BOOK_GRAIN;
  if (side >= sp_used(w, grain ? SP_TABLE_STOCK : SP_TABLE_ARSENAL)) return SP_NOT_FOUND;
  if (line == SP_STORE_OUTSIDE) {
    int64_t came = grain ? -sp_store_standing(w, side, SP_STORE_OUTSIDE) : -sp_munition_standing(w, (sp_munition)(book - SP_BOOK_POWDER), side, SP_MUNITION_OUTSIDE);
    *out = (sp_book_row){0, 0, came, -came, -1};
  } else if (grain) {
    int32_t at = side * SP_STORE_LINE_COUNT + line;
    *out = (sp_book_row){w->stock.opening_g[at], w->stock.came_in_g[at], w->stock.went_out_g[at], sp_store_standing(w, side, (sp_store_line)line), -1};
  } else {
    sp_munition kind = (sp_munition)(book - SP_BOOK_POWDER);
    int32_t at = (side * (int32_t)SP_MUNITION_COUNT + (int32_t)kind) * (int32_t)SP_MUNITION_LINE_COUNT + line;
    *out = (sp_book_row){w->arsenal.opening[at], w->arsenal.came_in[at], w->arsenal.went_out[at], sp_munition_standing(w, kind, side, (sp_munition_line)line), -1};
  }
  if (line == SP_STORE_CARRIED) out->held = held_by_bodies(w, side, book);
  if (line == SP_STORE_KEPT) out->held = held_by_depots(w, side, book);
  return SP_OK;
}
