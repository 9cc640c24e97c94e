/* wards.h - the wounded and sick: found, laid down, moved, closed.
 * A ward holds men of one body with one ailment in one place, who were hurt within a week of each other. With a body of another
 * side they are its prisoners.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_WARDS_H
#define SP_WORLD_WARDS_H

#include "world/world.h"

/* Lists the wards by the body that has them with it, and those that lie by themselves, in the scratch. Those made later
 * are added. Call it before the others at the beginning of a rule. */
void sp_wards_list(sp_world *w);
/* First listed ward with a body, or with -1 of those that lie by themselves; then the next of the same. -1: no more. */
int32_t sp_ward_first(const sp_world *w, int32_t carer);
int32_t sp_ward_next(const sp_world *w, int32_t ward);
/* The ward of that line and body's men with the carer, made when there is none that is young enough. -1: no row. */
int32_t sp_ward_of(sp_world *w, int32_t formation, int32_t carer, sp_line line, sp_minute minute);
/* The same where they lie by themselves: tended, or in the field. */
int32_t sp_ward_at(sp_world *w, int32_t formation, sp_xy at, sp_lies lies, sp_line line, sp_minute minute);
/* n of a body's own men fall sick, split over its kinds. Returns how many. */
int32_t sp_ward_take_men(sp_world *w, int32_t ward, int32_t formation, int32_t n, sp_cause cause);
/* So many of its men have just come, with fresh wounds, or sick since today. */
void sp_ward_newcomers(sp_world *w, int32_t ward, int32_t came);
/* n men just hurt, of one strength row and rank of a body, stay with it as wounded. Returns how many; 0 when no row is free. */
int32_t sp_ward_admit(sp_world *w, int32_t formation, sp_line line, int32_t strength, sp_rank rank, int32_t n, sp_cause cause, sp_minute minute);
/* Up to n men of one ward into another, with the age of their wounds; generals only with everybody else. */
int32_t sp_ward_shift(sp_world *w, int32_t from, int32_t to, int32_t n, sp_cause cause);
/* Its men without the generals, who are never left behind. */
int32_t sp_ward_common(const sp_world *w, int32_t ward);
/* Frees a ward in which nobody is left; lists made before are no longer good. */
void sp_ward_close_if_empty(sp_world *w, int32_t ward);

/* Rows of wards put in order of key, in which rules go from one to the other. */
void sp_wards_in_order(sp_world *w, int32_t *ward, size_t count);

/* Men of its side who lie with a body on one line; its prisoners with that ailment. Both need the list. */
int32_t sp_patients_with(const sp_world *w, int32_t carer, sp_line line);
int32_t sp_captive_patients_with(const sp_world *w, int32_t captor, sp_line line);
/* Men of its side with a body who cannot walk; places for them, by its orders, on its carts and led horses; without the list. */
double sp_wounded_to_carry(const sp_world *w, int32_t carer);
double sp_wounded_places(const sp_world *w, int32_t carer);
/* Counts anew who of each body's prisoners lies in its wards. */
void sp_captives_count(sp_world *w);
/* So many of those under guard are gone. */
void sp_captives_less(sp_world *w, int32_t captor, int32_t n);
/* A body that joins another hands its prisoners over. */
void sp_captives_join(sp_world *w, int32_t from, int32_t into);
/* Where they are: with their carer, else where they lie. */
sp_xy sp_ward_place(const sp_world *w, int32_t ward);

#endif
