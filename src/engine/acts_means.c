/* acts_means.c - what a commander has chosen to do about his ground, his bread and his powder becomes orders like any others.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/acts.h"

/* He goes on with what he was at, rest or stand, and digs. */
bool sp_act_dig(const sp_doing *x) {
  const sp_world *w = x->t->world;
  bool holds = w->formation.verb[w->hq.formation[x->hq]] == SP_VERB_HOLD;
  sp_order_draft d = sp_act_blank(x, x->p->formation, holds ? SP_VERB_HOLD : SP_VERB_CAMP);
  d.manner = x->act == SP_ACT_DIG_DEEP ? SP_MANNER_DEEP : SP_MANNER_SHALLOW;
  if (holds && x->p->self.task == SP_TASK_REAR_GUARD) d.manner |= SP_MANNER_REAR_GUARD;
  return sp_act_give(x, &d);
}
