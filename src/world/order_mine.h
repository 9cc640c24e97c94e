/* order_mine.h - the part of the order language that deals with mines. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_MINE_H
#define SP_WORLD_ORDER_MINE_H

#include "base/text.h"
#include "world/order_parse.h"

/* As sp_order_wounded and its companions, for HOLD with MINE, and for BLOW; *verb gets which. */
bool sp_order_mine(sp_order_lines *l, sp_verb *verb, bool *good);
bool sp_order_mine_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_mine_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);

#endif
