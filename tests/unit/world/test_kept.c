/* What is worked out once and kept in the scratch is what would be worked out anew, whatever happened in between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "unit/world/army.h"

#include <string.h>

#include "world/body.h"
#include "world/scratch.h"
#include "world/ways.h"

static bool same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static sp_world *ready(sp_model *m) {
  sp_world *w = army_world(m);
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  return w;
}

static void check_footing(const sp_world *w, int32_t edge) {
  sp_going going = sp_going_on(w, edge, 0.3);
  sp_stretch stretch = sp_stretch_on(w, edge, 0.3);
  const sp_constants *k = &w->constants;
  sp_column foot = {.foot = 1000.0, .carts = 20.0};
  sp_marching_order order = sp_lore_marching_order(k, &foot, stretch.road, SP_PACE_BRISK, 4.0);
  assert_true(same(order.own_pace_m_min * sp_lore_going_factor(k, &stretch, 0.7), sp_calc_march_m_min(k, &foot, &going, SP_PACE_BRISK, 0.7)));
  assert_true(same(sp_lore_column_m(k, &order, 1.5, 2.0), sp_calc_column_m(k, &foot, 4.0, 1.5, 2.0)));
  assert_true(same(sp_lore_fatigue_per_min(k, SP_PACE_BRISK, stretch.footing, 0.2), sp_calc_fatigue_per_min(k, SP_PACE_BRISK, &going, 0.2)));
  assert_true(same(sp_lore_straggle_per_min(k, 0.7, &stretch, SP_PACE_FORCED, 0.4), sp_calc_straggle_per_min(k, 0.7, &going, SP_PACE_FORCED, 0.4)));
  assert_true(same(sp_lore_rider_m_min(k, &stretch, 4.0), sp_calc_rider_m_min(k, &going, 4.0)));
}

static void footing_follows_the_sky(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = ready(m);
  double *fields[] = {w->region.mud, w->region.rain_mm_h, w->region.snow_mm, w->region.light, w->region.temperature_c};
  static const double most[] = {1.0, 12.0, 80.0, 1.0, 30.0};
  for (int round = 0; round < 30; round++) {
    for (int32_t e = 0; e < m->edge_count; e++) check_footing(w, e);
    int which = round % 5, per_region = which == 0 ? SP_SOIL_COUNT : 1;
    for (int32_t i = 0; i < m->region_count * per_region; i++) fields[which][i] = most[which] * (double)((round * 7 + i * 3) % 11) / 10.0;
  }
  /* a war whose constants are others takes nothing over */
  sp_world *other = NULL;
  assert_int_equal(sp_world_copy(w, &other), SP_OK);
  assert_int_equal(sp_ways_refresh(other), SP_OK);
  for (int32_t e = 0; e < m->edge_count; e++) check_footing(other, e);
  w->constants.march_mud_bottomless *= 0.9;
  w->constants.straggle_dark *= 1.1;
  assert_int_equal(sp_world_copy_into(w, other), SP_OK);
  for (int32_t e = 0; e < m->edge_count; e++) check_footing(other, e);
  sp_world_destroy(other);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void check_order(const sp_world *w, int32_t f, sp_road_class road) {
  sp_column column = sp_column_of(w, f);
  double files = w->formation.files[f] > 0 ? w->formation.files[f] : sp_calc_files(&w->constants, road);
  sp_marching_order fresh = sp_lore_marching_order(&w->constants, &column, road, (sp_pace)w->formation.pace[f], files);
  assert_memory_equal(&fresh, sp_marching_order_of(w, f, road), sizeof fresh);
}

static void order_of_march_follows_men_and_orders(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = ready(m);
  int32_t f = army_row(w, "main"), van = army_row(w, "van");
  for (int road = 0; road < SP_ROAD_CLASS_COUNT; road++) check_order(w, f, (sp_road_class)road);
  for (int32_t n = 1; n < 6; n++) {
    check_order(w, f, SP_ROAD_POST);
    check_order(w, van, SP_ROAD_POST);
    double quality = sp_quality_of(w, van);
    assert_true(quality > 0.0);
    assert_int_equal(sp_transfer_men(w, sp_in_formation(f), sp_in_formation(van), 7 * n, SP_CAUSE_MERGE), 7 * n);
    check_order(w, f, SP_ROAD_POST);
    check_order(w, van, SP_ROAD_POST);
    w->formation.files[f] = (int16_t)n;
    check_order(w, f, SP_ROAD_POST);
    w->formation.pace[f] = (uint8_t)(n % SP_PACE_COUNT);
    check_order(w, f, SP_ROAD_POST);
  }
  w->formation.files[f] = -3; /* as good as none ordered */
  check_order(w, f, SP_ROAD_POST);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* Every row beyond those used is zero, in a block that grew and in one that held more before. */
static void check_spare_rows(const sp_world *w) {
  for (size_t i = 0; i < sp_field_total; i++) {
    const sp_field_info *f = &sp_fields[i];
    const unsigned char *data = sp_column_data(w, f);
    size_t row = (size_t)f->count * f->size;
    for (size_t b = (size_t)sp_used(w, f->table) * row; b < (size_t)w->head->capacity[f->table] * row; b++) assert_int_equal(data[b], 0);
  }
}

static void a_world_grows_where_it_stands(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *small = army_world(m), *w = NULL;
  assert_int_equal(sp_world_copy(small, &w), SP_OK);
  for (int round = 0; round < 12; round++) {
    while (army_message(w, 0, 1) >= 0) {}
    uint64_t hash = sp_world_hash(w, NULL);
    assert_int_equal(sp_world_reserve(w), SP_OK);
    assert_true(sp_world_hash(w, NULL) == hash);
    check_spare_rows(w);
    sp_world *twin = NULL;
    assert_int_equal(sp_world_copy(w, &twin), SP_OK);
    assert_memory_equal(twin->block, w->block, (size_t)w->head->block_bytes);
    sp_world_destroy(twin);
    if (round % 4 == 3) assert_int_equal(sp_world_copy_into(small, w), SP_OK); /* leaves a larger war's bytes behind it */
  }
  army_check(w);
  sp_world_destroy(w);
  sp_world_destroy(small);
  sp_model_release(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(footing_follows_the_sky), cmocka_unit_test(order_of_march_follows_men_and_orders),
                                     cmocka_unit_test(a_world_grows_where_it_stands)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
