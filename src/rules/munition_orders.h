/* munition_orders.h - orders about powder and grenades, taken up. Part of the orders rule. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_MUNITION_ORDERS_H
#define SP_RULES_MUNITION_ORDERS_H

#include "rules/rules.h"

/* Is order o, whose verb is about stores, about powder or grenades? */
bool sp_order_is_of_munitions(const sp_world *w, int32_t o);
/* As sp_take_store_order. */
bool sp_take_munition_order(sp_tick *t, int32_t i, int32_t o, sp_minute acted, sp_refusal *why);

#endif
