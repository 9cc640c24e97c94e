/* yardstick.h - the physical bound, in nanoseconds per formation-step. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BENCH_YARDSTICK_H
#define SP_BENCH_YARDSTICK_H
double yardstick_ns(void);
#endif
