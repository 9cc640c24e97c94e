/* host.h - generated wars of any size for benchmarks: a net of roads, two sides, everybody on the march.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BENCH_HOST_H
#define SP_BENCH_HOST_H
#include "shapan/shapan.h"
/* Density does not depend on n: the theatre grows with it. NULL when it cannot be built; complains on stderr. */
sp_model *host_model(int formations);
#endif
