/* shapan/order.h - the one-line order language. docs/scenario.md teaches it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_ORDER_H
#define SHAPAN_ORDER_H

#include "shapan/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Judges one line against a model without giving it: which word is wrong, and what would do.
 * Column numbers in faults count from where.column. SP_OK or SP_BAD_INPUT. */
SP_API sp_status sp_order_check(const sp_model *model, const char *text, sp_where where, sp_faults *faults);

#ifdef __cplusplus
}
#endif
#endif
