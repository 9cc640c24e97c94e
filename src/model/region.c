/* region.c - the weather region over a point, for those who draw and report.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/model.h"

int32_t sp_model_region_at(const sp_model *m, sp_point at) {
  return m->region_count > 0 ? sp_region_at(m, sp_project(&m->projection, at)) : -1;
}
