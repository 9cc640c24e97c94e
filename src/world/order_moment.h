/* order_moment.h - the part of the order language that deals with moments: when an order holds, and signals agreed upon.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_MOMENT_H
#define SP_WORLD_ORDER_MOMENT_H

#include "base/text.h"
#include "world/order_parse.h"

/* What follows "when": the moment, and "after N min". */
bool sp_order_moment(sp_order_lines *l);
/* "at the breach [of PLACE]" with "after N min". false: the words are others, and none is read; else see l->failed. */
bool sp_order_at_breach(sp_order_lines *l);
/* "..., when the foot is in" at the end of a command: read, and struck off the words still to be read. false: fault given. */
bool sp_order_moment_last(sp_order_lines *l);
/* As sp_order_wounded and its companions, for SIGNAL. */
bool sp_order_signal(sp_order_lines *l, bool *good);
bool sp_order_signal_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_signal_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);
/* The moment that a row waits for, as words that read back: "when foot is in", with "after N min"; false: it waits for none. */
bool sp_order_moment_line(const sp_world *w, int32_t o, char *out, size_t size);
bool sp_order_moment_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size);

#endif
