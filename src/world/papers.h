/* papers.h - orders, requests, words and reports set on their way; and laid aside.
 * A paper is born RIDING with node -1: its rider mounts in the rider rule, unless a signal is heard first.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PAPERS_H
#define SP_WORLD_PAPERS_H

#include "world/world.h"

typedef struct sp_paper {
  sp_message_kind kind;
  int32_t from_hq, to_hq;
  int32_t order, word; /* -1: none */
  sp_ask ask;
  sp_minute sent;
  const int32_t *report; /* up to three beside the sender's own state */
  int32_t report_count;
} sp_paper;

#define SP_PAPER_NEAR_M 500.0 /* headquarters this near speak without a rider */

/* What kind of paper an order to write asks for (send word, ask, report). */
sp_message_kind sp_paper_kind(sp_verb verb);
/* Sets it on its way: key, serial, the place where the sender believes the recipient to be, his own state with
 * it. Own and neighbouring headquarters have it at once. Returns the message's row, -1: no row, try again. */
int32_t sp_paper_send(sp_world *w, const sp_paper *paper);
/* It lies with the recipient since `minute`. Emits DELIVERED unless it never left the house. */
void sp_paper_deliver(sp_world *w, int32_t message, sp_minute minute);
/* Done with: reports let go; a report's row is freed, others stay for the story. */
void sp_paper_close(sp_world *w, int32_t message);
/* The event of a message: subject and object by formation, minute not before the tick. */
void sp_paper_emit(sp_world *w, sp_event_type type, int32_t message, sp_key subject, sp_key object, sp_minute minute, double value);
sp_key sp_hq_formation_key(const sp_world *w, int32_t hq); /* 0: none */

/* Has the staff dealt with it in (from, to]? */
static inline bool sp_paper_acted(const sp_world *w, int32_t m, sp_minute from, sp_minute to) {
  return w->message.state[m] == SP_MESSAGE_IN_STAFF && w->message.acted[m] > from && w->message.acted[m] <= to;
}
typedef sp_array(int32_t) sp_papers;
/* All of these, by that minute, then by key; close with sp_array_free. */
sp_papers sp_papers_acted(sp_world *w, sp_minute from, sp_minute to);
/* Order of message rows by the minute in which the staff dealt with them, then by key; context: the world. For sp_sort. */
int sp_paper_by_acted(const void *left, const void *right, void *context);

#endif
