/* body.c - what a body is worth at this moment. SPDX-License-Identifier: Apache-2.0 */
#include "world/body.h"

#include <string.h>

#include "world/ride.h"
#include "world/scratch.h"

static double men_in(const sp_world *w, int32_t s) {
  double n = 0.0;
  for (int r = 0; r < SP_RANK_COUNT; r++) n += w->strength.count[s * SP_RANK_COUNT + r];
  return n;
}

static double quality_of(const sp_world *w, int32_t i) {
  double men = 0.0, sum = 0.0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    if (!sp_arm_is_man((sp_arm)w->strength.arm[s])) continue;
    double n = men_in(w, s);
    men += n;
    sum += n * w->strength.quality[s];
  }
  return men > 0.0 ? sum / men : 0.5;
}

double sp_quality_of(const sp_world *w, int32_t i) {
  sp_scratch *scratch = w->scratch;
  if (!scratch || i >= scratch->capacity) return quality_of(w, i);
  double *quality = &scratch->body[i].quality;
  if (*quality < 0.0) *quality = quality_of(w, i);
  return *quality;
}

static sp_marching_order order_of(const sp_world *w, int32_t i, sp_road_class road) {
  sp_column column = sp_column_of(w, i);
  double files = w->formation.files[i] > 0 ? w->formation.files[i] : sp_calc_files(&w->constants, road);
  return sp_lore_marching_order(&w->constants, &column, road, (sp_pace)w->formation.pace[i], files);
}

const sp_marching_order *sp_marching_order_of(const sp_world *w, int32_t i, sp_road_class road) {
  sp_body_kept *kept = &w->scratch->body[i];
  int16_t files = (int16_t)sp_max_i32(0, w->formation.files[i]);
  if (kept->files != files || kept->road != (uint8_t)road || kept->pace != w->formation.pace[i]) {
    kept->order = order_of(w, i, road);
    kept->files = files;
    kept->road = (uint8_t)road;
    kept->pace = w->formation.pace[i];
  }
#ifdef SP_DEV
  sp_marching_order fresh = order_of(w, i, road);
  SP_CHECK(memcmp(&fresh, &kept->order, sizeof fresh) == 0);
#endif
  return &kept->order;
}

double sp_household_share(const sp_world *w, int32_t i) {
  double men = 0.0, own = 0.0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    if (!sp_arm_is_man((sp_arm)w->strength.arm[s])) continue;
    double n = men_in(w, s);
    men += n;
    if (w->strength.troop_class[s] == SP_CLASS_GUARDS || w->strength.troop_class[s] == SP_CLASS_RETAINERS) own += n;
  }
  return men > 0.0 ? own / men : 0.0;
}

double sp_person_trait(const sp_world *w, int32_t person, sp_trait trait) {
  static const double fallback[SP_TRAIT_COUNT] = {
#define SP_TRAIT(name, word, fallback, en, zh) fallback,
#include "shapan/kinds.def"
  };
  return person >= 0 ? w->model->person[person].trait[trait] : fallback[trait];
}

double sp_commander_trait(const sp_world *w, int32_t i, sp_trait trait) { return sp_person_trait(w, w->hq.person[i], trait); }

bool sp_in_town(const sp_world *w, int32_t i) {
  int32_t node = w->formation.node[i], place = node >= 0 ? w->model->node[node].place : -1;
  if (place < 0) return false;
  sp_place_kind kind = w->model->place_def[place].kind;
  return kind == SP_PLACE_CITY || kind == SP_PLACE_FORT;
}

bool sp_is_waste(const sp_model *m, sp_xy at) {
  for (int32_t n = 0; n < m->waste_count; n++) {
    double dx = m->waste[n].at.x - at.x, dy = m->waste[n].at.y - at.y;
    if (dx * dx + dy * dy <= m->waste[n].within_m * m->waste[n].within_m) return true;
  }
  return false;
}

int32_t sp_guards_of(const sp_world *w, int32_t i) {
  int32_t walk = w->combat.captives[i] + w->health.captives_light[i];
  if (walk <= 0) return 0;
  double wanted = sp_calc_guards_wanted(&w->constants, walk, sp_in_town(w, i));
  double most = w->constants.captives_guards_most * sp_men_of(w, i);
  return sp_to_i32(sp_min(wanted, most) + 0.5);
}

bool sp_is_nearer(const sp_world *w, int32_t f, sp_xy at, int32_t best, double *least_m) {
  if (sp_body_beyond(w, f, at, *least_m)) return false;
  double away = sp_column_distance_m(w, f, at, NULL);
  if (away > *least_m || (best >= 0 && away == *least_m && w->formation.key[f] > w->formation.key[best])) return false;
  *least_m = away;
  return true;
}
