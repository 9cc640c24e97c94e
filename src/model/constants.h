/* constants.h - every number of every rule, one table per rule (src/rules/<rule>.def).
 * A row: SP_CONST(name, value, unit, low, high, distribution, source, "meaning")
 *   distribution  FIXED UNIFORM TRIANGULAR NORMAL LOGNORMAL: how the range is sampled in studies
 *   source        SRC(token, "place in the work") with token from sources.def, or ASSUMED("why")
 * The table makes the struct, the range check, the documentation and the sampler.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_MODEL_CONSTANTS_H
#define SP_MODEL_CONSTANTS_H

#include "base/base.h"
#include "shapan/calc.h"

struct sp_constants {
#define SP_CONST(name, value, unit, low, high, distribution, source, meaning) double name;
#include "model/constants_all.def"
};

typedef enum sp_source_token {
  SP_SOURCE_ASSUMED,
#define SP_SOURCE(token, work) SP_SOURCE_##token,
#include "model/sources.def"
  SP_SOURCE_COUNT
} sp_source_token;

extern const sp_constants sp_constants_default_values;
uint64_t sp_constants_hash(const sp_constants *c);

#endif
