/* meet.h - where and when a rider meets a column, solved inside the tick.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LORE_MEET_H
#define SP_LORE_MEET_H

#include "base/base.h"

typedef struct sp_meet_query {
  double at_m;        /* the rider, measured from the column's tail toward its head */
  int direction;      /* +1 he rides toward the head, -1 toward the tail; of no matter once he is inside */
  double rider_m_min; /* his pace on the open road */
  double inside_m_min; /* his pace past a crowded column */
  double extent_m;    /* the column */
  double chief_m;     /* where its commander rides, from the tail */
  double column_m_min; /* the column's own pace, toward its head */
} sp_meet_query;

typedef struct sp_meeting {
  bool meets;
  int direction;      /* past the column: +1 toward the head */
  double enter_min;   /* minutes from now to the column's near end, 0 when he is inside */
  double chief_min;   /* to the commander */
  double tail_min, middle_min, head_min; /* when he passes each; negative: he does not */
} sp_meeting;

/* meets = false when he rides away from it, or cannot catch up. */
sp_meeting sp_meet_column(const sp_meet_query *q);

#endif
