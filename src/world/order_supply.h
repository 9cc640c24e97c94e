/* order_supply.h - the part of the order language that deals with bread. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_SUPPLY_H
#define SP_WORLD_ORDER_SUPPLY_H

#include "base/text.h"
#include "world/order_parse.h"

/* Reads a command that begins with one of its words. false: it is none of them; else *good says whether it was understood. */
bool sp_order_supply(sp_order_lines *l, bool *good);
/* The canonical words, and a sentence, of a row whose verb is one of them; false for others. */
bool sp_order_supply_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_supply_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);

#endif
