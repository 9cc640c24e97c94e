/* promise_orders.h - a promise that has been heard. Part of the orders rule. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_PROMISE_ORDERS_H
#define SP_RULES_PROMISE_ORDERS_H

#include "rules/rules.h"

/* Body i hears what order o, a promise, says, at that minute. */
void sp_take_promise(sp_tick *t, int32_t i, int32_t o, sp_minute acted);

#endif
