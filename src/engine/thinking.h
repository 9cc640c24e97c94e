/* thinking.h - between world and minds: pictures laid before them, and what they chose carried out.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_THINKING_H
#define SP_ENGINE_THINKING_H

#include "engine/engine.h"
#include "minds/minds.h"
#include "world/books.h"

/* picture.c: what this headquarters believes, and how it stands itself. Papers and instructions are the caller's.
 * contact[b]: row of the contact behind body b. self.leads is the caller's to set, the tasks of bodies sp_picture_tasks's. */
void sp_picture_of(const sp_tick *t, int32_t hq, const int32_t *in_fights, sp_picture *p, int32_t contact[16]);

/* quiet.c: nothing about the enemy asks him for a decision; his picture need not be laid out for that. */
bool sp_is_quiet(const sp_tick *t, int32_t hq);

/* Men in each fight, by engagement and part (attacker, defender): what sp_picture_of wants to know. The caller frees; NULL: no
 * memory. */
int32_t *sp_men_in_fights(const sp_world *w);

/* What he told each of those under him; few decisions need it. */
void sp_picture_tasks(const sp_world *w, int32_t hq, sp_picture *p);

/* Parties that he sent to harass, as he sent them. false: there is none. */
bool sp_picture_parties(const sp_world *w, int32_t hq, sp_picture *p);

/* Whom of those under him he has lately told to send men to another's help, and whether he sent of his own. */
void sp_picture_drawn_on(const sp_world *w, int32_t hq, sp_picture *p);

/* picture_river.c: he is held up at a bank; what he sees there, and what he leaves behind him. */
bool sp_waits_at_river(const sp_world *w, int32_t formation);
void sp_picture_river_ahead(const sp_tick *t, int32_t hq, sp_picture *p);
void sp_picture_river_behind(const sp_tick *t, int32_t hq, sp_picture *p);

/* picture_means.c: his means, for those questions that turn on them. books: NULL, nobody keeps any. */
void sp_picture_means(const sp_tick *t, int32_t hq, const sp_books *books, sp_picture *p);

/* acts.c: a decision becomes orders and papers, and is told. message: the paper answered, or -1; due: when he gives them. */
void sp_carry_out(sp_tick *t, int32_t hq, const sp_picture *p, const int32_t contact[16], const sp_decision *d, int32_t message, sp_minute due);

/* moments.c: orders kept for a moment that has come are given, unless he who is to carry them out holds his men back. */
void sp_moments_come(sp_tick *t);

/* acts.c: a request that lies before a headquarters goes on to its superior. false: no row for the paper. */
bool sp_pass_up(sp_world *w, int32_t message, sp_minute due);

#endif
