/* order_munition.h - the part of the order language that deals with powder and grenades. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_MUNITION_H
#define SP_WORLD_ORDER_MUNITION_H

#include "base/text.h"
#include "world/order_parse.h"

/* "[of] powder", "[of] grenades" after or instead of an amount: sets the draft's manner. */
bool sp_order_of_munitions(sp_order_lines *l);
/* As sp_order_supply and its companions, for TRY and LOOK_OVER. */
bool sp_order_munition(sp_order_lines *l, bool *good);
bool sp_order_munition_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_munition_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);
/* An amount of powder or grenades, in canonical words and in a sentence. */
size_t sp_order_munition_amount(const sp_world *w, int32_t o, char *out, size_t size);
void sp_order_munition_said(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);

#endif
