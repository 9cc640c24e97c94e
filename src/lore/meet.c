/* meet.c - a rider and a marching column.
 *
 * In the column's own frame it stands still, an interval [0, extent]; the rider moves at his pace less the
 * column's toward its head, at the sum of both toward its tail. He comes in at the near end, passes its marks
 * (tail, middle, head) one by one, has the commander where he rides, and goes on to the far end, so that each
 * mark has its own minute. A column stays as long as it is within one tick: the accordion is slower than that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lore/meet.h"

#define NEVER (-1.0)

sp_meeting sp_meet_column(const sp_meet_query *q) {
  sp_meeting out = {.tail_min = NEVER, .middle_min = NEVER, .head_min = NEVER};
  double at = q->at_m;
  bool inside = at >= 0.0 && at <= q->extent_m;
  int direction = q->direction >= 0 ? 1 : -1;
  if (inside) direction = q->chief_m >= at ? 1 : -1;
  else {
    double pace = direction > 0 ? q->rider_m_min - q->column_m_min : q->rider_m_min + q->column_m_min;
    double way = direction > 0 ? -at : at - q->extent_m;
    if (way < 0.0 || pace <= 0.0) return out;
    out.enter_min = way / pace;
    at = direction > 0 ? 0.0 : q->extent_m;
  }
  double pace = direction > 0 ? q->inside_m_min - q->column_m_min : q->inside_m_min + q->column_m_min;
  if (pace <= 0.0) return out;
  out.meets = true;
  out.direction = direction;
  out.chief_min = out.enter_min + sp_abs(q->chief_m - at) / pace;
  const double mark[3] = {0.0, 0.5 * q->extent_m, q->extent_m};
  double *when[3] = {&out.tail_min, &out.middle_min, &out.head_min};
  for (int i = 0; i < 3; i++) {
    double ahead = direction > 0 ? mark[i] - at : at - mark[i];
    if (ahead > 0.0 || (ahead == 0.0 && !inside)) *when[i] = out.enter_min + ahead / pace;
  }
  return out;
}
