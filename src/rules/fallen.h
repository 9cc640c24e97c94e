/* fallen.h - men who fall to fire outside a battle: killed, and wounded by line. For harass.c and across.c.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_FALLEN_H
#define SP_RULES_FALLEN_H

#include "rules/rules.h"

/* The die that a fall is drawn with: its key and stream, and the first of two words. */
typedef struct sp_fall_die { sp_key key; sp_stream stream; uint32_t killed, serious; } sp_fall_die;
/* n men of a body fall at that mark of the fight's clock, as by fire; one is always left. Returns how many did. Wants sp_wards_list before. */
int32_t sp_men_fall(sp_tick *t, int32_t formation, int32_t n, sp_minute mark, const sp_fall_die *die);

#endif
