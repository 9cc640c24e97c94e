/* near.h - figures worked out by hand, held to so much. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_SUPPORT_NEAR_H
#define SP_TESTS_SUPPORT_NEAR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline void near(double value, double expected, double within) {
  double off = value > expected ? value - expected : expected - value;
  if (!(off <= within)) fail_msg("%.9g is not %.9g within %g", value, expected, within);
}

#endif
