/* infirmary.h - small wars with wounded and sick at the opening. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_RULES_INFIRMARY_H
#define SP_TESTS_RULES_INFIRMARY_H

#include "rules/after_break.h"
#include "world/wards.h"

/* Foot of a body, so many of whom lie wounded or sick beside the others. */
void sp_infirmary_foot(sp_lab *lab, const char *formation, int32_t men, int32_t light, int32_t serious, int32_t sick);
/* Men of a body on a line, wherever they lie; lies < 0: however. */
int32_t sp_infirmary_lying(const sp_world *w, const char *formation, sp_line line, int lies);
/* Men in all whom the register knows of a side. */
int64_t sp_infirmary_all(const sp_world *w, const char *side);

#endif
