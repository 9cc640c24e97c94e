/* store_orders.h - orders about bread, taken up. Part of the orders rule. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_STORE_ORDERS_H
#define SP_RULES_STORE_ORDERS_H

#include "rules/rules.h"

/* What body i does of order o, whose verb is about bread, from `acted` on. false: *why it cannot. */
bool sp_take_store_order(sp_tick *t, int32_t i, int32_t o, sp_minute acted, sp_refusal *why);

#endif
