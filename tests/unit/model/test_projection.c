/* The plane and the geodesic, against values computed elsewhere and against each other.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/compile.h"

static void there_and_back(void **state) {
  (void)state;
  sp_projection p = sp_projection_about(40.0, 122.0);
  for (double lat = 35.0; lat <= 45.0; lat += 0.5) {
    for (double lon = 117.0; lon <= 127.0; lon += 0.5) {
      sp_point back = sp_unproject(&p, sp_project(&p, (sp_point){lat, lon}));
      assert_true(sp_abs(back.lat_deg - lat) < 2e-7); /* two centimetres */
      assert_true(sp_abs(back.lon_deg - lon) < 2e-7);
    }
  }
  sp_xy middle = sp_project(&p, (sp_point){40.0, 122.0});
  assert_true(sp_abs(middle.x) < 1e-6 && sp_abs(middle.y) < 1e-6);
}

/* WGS84: a degree of latitude between 40 and 41 is 111 043 m, of longitude at 40 is 85 394 m along the parallel
 * (the geodesic 1 m shorter); 0 to 1 on the equator 111 319.5 m. */
static void known_lengths(void **state) {
  (void)state;
  assert_true(sp_abs(sp_geodesic_m((sp_point){40, 122}, (sp_point){41, 122}) - 111043.0) < 15.0);
  assert_true(sp_abs(sp_geodesic_m((sp_point){40, 122}, (sp_point){40, 123}) - 85393.0) < 15.0);
  assert_true(sp_abs(sp_geodesic_m((sp_point){0, 0}, (sp_point){0, 1}) - 111319.5) < 1.0);
  assert_true(sp_abs(sp_geodesic_m((sp_point){40, 179.5}, (sp_point){40, -179.5}) - 85393.0) < 15.0);
  assert_true(sp_geodesic_m((sp_point){40, 122}, (sp_point){40, 122}) <= 0.0);
}

static void plane_and_geodesic_agree(void **state) {
  (void)state;
  sp_projection p = sp_projection_about(40.0, 122.0);
  for (double lat = 37.0; lat <= 43.0; lat += 1.0) {
    for (double lon = 118.0; lon <= 126.0; lon += 1.0) {
      for (int k = 0; k < 8; k++) {
        static const double step[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        sp_point a = {lat, lon}, b = {lat + 0.3 * step[k][0], lon + 0.3 * step[k][1]};
        double geodesic = sp_geodesic_m(a, b), plane = sp_plane_true_m(&p, sp_project(&p, a), sp_project(&p, b));
        assert_true(sp_abs(plane / geodesic - 1.0) < 1e-5);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back), cmocka_unit_test(known_lengths),
                                     cmocka_unit_test(plane_and_geodesic_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
