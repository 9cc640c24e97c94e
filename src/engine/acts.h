/* acts.h - what the parts of carrying out a decision share. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ACTS_H
#define SP_ENGINE_ACTS_H

#include "engine/thinking.h"
#include "world/orders.h"

typedef struct sp_doing {
  sp_tick *t;
  int32_t hq;
  const sp_picture *p;
  const int32_t *contact;
  sp_act act;
  sp_minute due;
} sp_doing;

/* acts.c: an order of his, to be filled in and given. false: no row is left for it. */
sp_order_draft sp_act_blank(const sp_doing *x, sp_key to, sp_verb verb);
bool sp_act_give(const sp_doing *x, const sp_order_draft *d);

bool sp_act_ask(const sp_doing *x, sp_ask what, sp_key whom);
int32_t sp_act_node_of(const sp_doing *x, int32_t body); /* nearest to where he believes it */

/* acts_means.c: each false when it cannot be done. */
bool sp_act_dig(const sp_doing *x);
bool sp_act_repair(const sp_doing *x);
/* Bread. whom: who asked for it, or with whom it is done. */
bool sp_act_supply(const sp_doing *x, const sp_option *o, sp_key whom);
bool sp_act_bring(const sp_doing *x, const sp_option *o);
bool sp_act_invest(const sp_doing *x);
bool sp_act_mine(const sp_doing *x);
bool sp_act_storm(const sp_doing *x);
bool sp_act_bridge(const sp_doing *x);
bool sp_act_go_round(const sp_doing *x);
bool sp_act_break_bridge(const sp_doing *x);
bool sp_act_guard_bridge(const sp_doing *x);
bool sp_act_face(const sp_doing *x, const sp_option *o);
int32_t sp_act_store_node(const sp_doing *x, const sp_option *o); /* where the store of an option stands, or -1 */

#endif
