/* overlay.h - facts laid over a scenario: changed, added, taken away.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_OVERLAY_H
#define SP_IO_OVERLAY_H

#include "io/doc.h"

/* Judges the overlay's own frame and works what it says of the scenario into its tree. Values keep the place where they
 * stand, so that the ordinary checks of the merged tree point into the right file. All faults are added. */
void sp_overlay_change(sp_reading *reading, sp_doc *scenario, const sp_doc *overlay);
/* The same for what it says of the map. */
void sp_overlay_map(sp_reading *reading, sp_doc *theatre, const sp_doc *overlay);
/* An overlay is called as its file is. */
void sp_overlay_match_file(sp_reading *reading, const sp_doc *overlay, const char *path);

#endif
