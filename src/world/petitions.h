/* petitions.h - complaints of weapons on their way to a court, and what is known of those who delivered them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PETITIONS_H
#define SP_WORLD_PETITIONS_H

#include "world/world.h"

/* Where a complaint is. */
typedef enum sp_petition_state { SP_PETITION_WITH_PAPERS, SP_PETITION_TO_COURT, SP_PETITION_ANSWERED, SP_PETITION_DONE, SP_PETITION_STATE_COUNT } sp_petition_state;
/* What a court has to say of a supplier. */
typedef enum sp_verdict { SP_VERDICT_SHELVED, SP_VERDICT_INSPECTED, SP_VERDICT_DISMISSED, SP_VERDICT_COUNT } sp_verdict;

/* Whose grenades a body has, or were most of those it last got; -1: nobody is named. */
int32_t sp_supplier_of(const sp_world *w, int32_t formation);
/* So many of a body's grenades were thrown or tried, and so many failed. */
void sp_supplier_note(sp_world *w, int32_t formation, int32_t used, int32_t failed);
/* A complaint goes up; word: what was written, or -1. Nothing where its side has no court. */
void sp_petition_open(sp_world *w, int32_t formation, int32_t thrown, int32_t failed, int32_t word, sp_minute minute);
/* All of a supplier's grenades in the depots of a side are gone through, and of the bad ones such a share is found and laid aside.
 * Returns how many. */
int32_t sp_lots_inspect(sp_world *w, int32_t side, int32_t supplier, double finds);
void sp_suppliers_open(sp_world *w);

#endif
