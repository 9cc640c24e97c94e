/* withdraw.h - the price of going back in touch of the enemy: used by engage. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_WITHDRAW_H
#define SP_RULES_WITHDRAW_H

#include "rules/rules.h"

/* What befalls a body that goes back, reckoned while all are still in their places. */
typedef struct sp_going_back {
  int32_t formation, captor;      /* captor: the enemy's body that does most of it */
  int32_t cut_down, taken;
  double disorder;
} sp_going_back;

/* gives_up: its whole side goes, but for reserves and rear guards; else those who were ordered away. Of a body out of touch, or
 * before whom nobody comes on, all is nothing. */
sp_going_back sp_reckon_going_back(const sp_tick *t, int32_t formation, bool gives_up);
void sp_go_back(sp_tick *t, const sp_going_back *b);

#endif
