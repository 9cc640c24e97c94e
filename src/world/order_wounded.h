/* order_wounded.h - the part of the order language that deals with the wounded. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_WOUNDED_H
#define SP_WORLD_ORDER_WOUNDED_H

#include "base/text.h"
#include "world/order_parse.h"

/* As sp_order_supply and its companions, for WOUNDED. */
bool sp_order_wounded(sp_order_lines *l, bool *good);
bool sp_order_wounded_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_wounded_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);

#endif
