/* belief.h - what one headquarters knows: reports and the contacts that hold them.
 * A report is immutable, stored once, and lives as long as a contact or a paper holds it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_BELIEF_H
#define SP_WORLD_BELIEF_H

#include "world/world.h"

#define SP_SIDE_UNTOLD (-1) /* side of a report of a body too far off to tell */
static inline bool sp_same_side(int32_t a, int32_t b) { return a == b || a == SP_SIDE_UNTOLD || b == SP_SIDE_UNTOLD; }
/* A formation of one's own as it stands: place, heading, men, where bound. Held once, by
 * the caller, who passes it on or releases it; -1: no row. */
int32_t sp_report_own_state(sp_world *w, int32_t observer_hq, int32_t formation, sp_minute minute);
/* Row `to`, new and with its key, says what row `from` says; held once, by the caller. */
void sp_report_copy(sp_world *w, int32_t from, int32_t to);
/* Which of a headquarters' contacts a report is about: own formations by name; the enemy by place alone, nearest
 * within the gate. Contacts whose bit is in `claimed` (by slot 0..15) are left out, so that two bodies seen at
 * once stay two. Row, or -1. */
int32_t sp_belief_match(const sp_world *w, int32_t hq, int32_t report, uint32_t claimed);
/* Takes a report into the picture. Returns the contact's row, or -1 when it tells nothing new.
 * *fresh (may be NULL): a contact that was not there before. */
int32_t sp_belief_learn(sp_world *w, int32_t hq, int32_t report, sp_minute heard, uint32_t claimed, bool *fresh);
/* The same for one who has asked sp_belief_match already. */
int32_t sp_belief_take(sp_world *w, int32_t hq, int32_t report, sp_minute heard, int32_t match, bool *fresh);
static inline uint32_t sp_belief_bit(int32_t contact) { return contact < 0 ? 0u : 1u << (contact % SP_CONTACTS); }
/* Does it hold any contact with an enemy? What was found is remembered until a line of the picture comes or goes: whoever writes contacts
 * past sp_belief_take says so. */
bool sp_holds_enemies(const sp_world *w, int32_t hq);
void sp_belief_changed(const sp_world *w, int32_t hq);
/* Contact of an own formation, or -1. */
int32_t sp_belief_friend(const sp_world *w, int32_t hq, sp_key formation);

/* 0..1 and metres by now; pure functions of the report's age. */
static inline double sp_belief_confidence(const sp_world *w, int32_t report, sp_minute now) {
  const sp_constants *k = &w->constants;
  bool own = w->report.subject[report] != 0;
  double half = own ? k->picture_own_half_min : k->picture_half_min;
  double first = own ? 1.0 : 1.0 / (1.0 + k->picture_doubt * w->report.sigma[report]);
  if (w->report.kind[report] == SP_REPORT_READ || w->report.kind[report] == SP_REPORT_HEARD || w->report.kind[report] == SP_REPORT_CAPTIVES) first *= k->picture_read_share;
  return first * half / (half + sp_max((double)(now - w->report.seen[report]), 0.0));
}
/* Has a headquarters an enemy in its picture, seen no longer ago than engage_known_min, within that and the report's own error of a spot? */
bool sp_belief_enemy_about(const sp_world *w, int32_t hq, sp_xy at, double within_m, sp_minute now);
/* Where a friend of whom that was reported is to be looked for now: where he was, or where he was bound when he should be there. */
sp_xy sp_belief_friend_at(const sp_world *w, int32_t report, sp_minute now, int32_t *node);
double sp_belief_error_m(const sp_world *w, int32_t report, sp_minute now);
void sp_belief_forget(sp_world *w, int32_t contact);

/* The truth about a formation, for those who write reports. */
bool sp_formation_marches(const sp_world *w, int32_t formation);
double sp_formation_heading(const sp_world *w, int32_t formation); /* degrees clockwise from north; -1: it stands */
int32_t sp_formation_horse(const sp_world *w, int32_t formation);  /* 0 foot, 1 mixed, 2 horse, 3 carts */
sp_shape sp_formation_shape(const sp_world *w, int32_t formation);
bool sp_formation_is_at(const sp_world *w, int32_t formation, int32_t node); /* its column stands at or over the node */
int32_t sp_formation_region(const sp_world *w, int32_t formation);
int32_t sp_formation_edge(const sp_world *w, int32_t formation); /* edge of its head, or -1 at a node */

#endif
