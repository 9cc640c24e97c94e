/* dice.h - keyed dice: each die is a pure function of (seed, tick, entity, stream, k).
 * Philox4x32-10 from Random123; counter = (tick, key low, key high, stream << 16 | k).
 * Draw only where something is at stake: one draw costs about as much as a whole cheap rule.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_BASE_DICE_H
#define SP_BASE_DICE_H

#include "shapan/base.h"

/* Named streams from streams.def; numbers are for ever. */
typedef enum sp_stream {
#define SP_STREAM(name, number, meaning) SP_STREAM_##name = (number),
#include "base/streams.def"
  SP_STREAM_LIMIT_ = 65536
} sp_stream;

/* Where dice come from in one tick. The seed is the war's, or an imagined war's. */
typedef struct sp_dice {
  uint64_t seed;
  uint32_t tick;
} sp_dice;

typedef struct sp_draw4 {
  uint32_t word[4];
} sp_draw4;

/* All four words of one block. k < 65536. */
sp_draw4 sp_draw(const sp_dice *dice, sp_key key, sp_stream stream, uint32_t k);

double sp_unit53(uint32_t high, uint32_t low); /* 53-bit uniform in [0, 1) */
double sp_uniform(const sp_dice *dice, sp_key key, sp_stream stream, uint32_t k); /* one 53-bit uniform */

/* Quantile functions: each takes one uniform u in [0, 1), so that paired comparisons stay paired. */
int64_t sp_binomial_of(double u, int64_t n, double p); /* inversion; above np = 40 Cornish-Fisher on AS 241. Non-decreasing in n, p, u. 0..n */
/* How many of n, each with the chance p; 0..n. */
static inline int32_t sp_drawn(const sp_dice *dice, sp_key key, sp_stream stream, uint32_t k, int32_t n, double p) {
  return n > 0 && p > 0.0 ? (int32_t)sp_binomial_of(sp_uniform(dice, key, stream, k), n, p) : 0;
}
int64_t sp_round_of(double u, double x);               /* floor(x + u) */
double sp_normal_of(double u);                         /* AS 241 (PPND16); u = 0 is clamped to 2^-54 */
double sp_lognormal_of(double u, double median, double sigma); /* median * exp(sigma * z) */
double sp_exponential_of(double u, double mean);

/* Uniform seed mix for worlds imagined inside the war. */
uint64_t sp_imagined_seed(uint64_t seed, sp_key headquarters, int64_t tick, uint32_t sample);

#endif
