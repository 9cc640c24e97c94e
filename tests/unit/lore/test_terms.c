/* Terms: hand-computed figures, and which way each thing pulls. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_supply.h"
#include "support/near.h"

#define K (sp_constants_default())

static sp_plight fed(void) { return (sp_plight){.bread_d = -1.0, .honour = 0.5, .loyalty = 0.5}; }

static void by_hand(void **state) {
  (void)state;
  sp_plight p = fed();
  near(sp_calc_yield_per_d(K, &p), 0.0005, 1e-12);
  p.shut_d = 365.0;
  near(sp_calc_yield_per_d(K, &p), 0.00224, 0.00001); /* 0.0005 * exp(1.5) */
  p = fed();
  p.breach = 1.0;
  near(sp_calc_yield_per_d(K, &p), 0.3326, 0.0005); /* exp(6.5) = 665.1 */
  p = (sp_plight){.hunger = 0.8, .bread_d = 0.0, .shut_d = 60.0, .honour = 0.5, .loyalty = 0.5};
  near(sp_calc_yield_per_d(K, &p), 0.1029, 0.0005); /* exp(2.4 + 1.5 + 1.5 * (1 - exp(-3))) = 205.9 */
  p.relief = 1.0;
  near(sp_calc_yield_per_d(K, &p), 0.00123, 0.00001); /* exp(2.4 + 1.5 - 3) = 2.46 */
  p.relief = 0.0;
  p.honour = 1.0;
  p.loyalty = 1.0;
  near(sp_calc_yield_per_d(K, &p), 0.1029 * 0.08208, 0.0001); /* exp(-2.5) */
  near(sp_calc_grant(K, SP_TERMS_ARMED, 0.0), 0.4, 1e-12);
  near(sp_calc_grant(K, SP_TERMS_ARMED, 1.0), 0.08, 1e-12);
  near(sp_calc_grant(K, SP_TERMS_UNARMED, 0.5), 0.48, 1e-12);
  near(sp_calc_grant(K, SP_TERMS_PRISONERS, 1.0), 1.0, 0.0);
  near(sp_calc_grant(K, SP_TERMS_NEVER, 0.0), 0.0, 0.0);
}

static void what_pulls_which_way(void **state) {
  (void)state;
  for (int what = 0; what < 7; what++) {
    double before = what < 3 ? -1.0 : 1e9;
    for (int n = 0; n <= 10; n++) {
      sp_plight p = {.bread_d = 5.0, .shut_d = 10.0, .honour = 0.5, .loyalty = 0.5, .relief = 0.3};
      double *field[] = {&p.hunger, &p.breach, &p.shut_d, &p.bread_d, &p.relief, &p.honour, &p.loyalty};
      *field[what] = what == 2 || what == 3 ? 2.0 * n : 0.1 * n;
      double now = sp_calc_yield_per_d(K, &p);
      assert_true(what < 3 ? now >= before : now <= before);
      before = now;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(what_pulls_which_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
