/* shapan/map.h - the war as a picture: a map of the theatre with the columns on it (libshapan-io).
 *
 * The same world and options give the same bytes on every machine; no locale, clock or font is read.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_MAP_H
#define SHAPAN_MAP_H

#include <stdio.h>

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_map_options {
  size_t size;
  sp_lang lang;
  /* Id of a formation: its headquarters' belief is drawn, hollow and dashed. NULL: nobody's. */
  const char *headquarters;
  /* The umpire's truth: columns, camps, stragglers, riders, depths. false with a headquarters: only what that
   * commander knows, and nothing on the map depends on anything else. false without one: the bare theatre. */
  bool truth;
  double width_px; /* width of the picture, 200..20000; 0 = 1600. The height follows from the ground shown */
  /* Corners of the ground to show; both zero: what matters, with a margin. Grown to the shape of the sheet:
   * 4 wide to 3 high, or 3 to 4, whichever suits the ground better. */
  sp_point south_west, north_east;
} sp_map_options;
#define SP_MAP_OPTIONS_INIT {.size = sizeof(sp_map_options), .truth = true}

/* Writes an SVG document. options NULL: English, the truth, 1600 px. SP_BAD_INPUT: options out of range;
 * SP_NOT_FOUND: no such headquarters now; SP_NO_MEMORY; SP_IO. Nothing is written unless the picture is whole. */
SP_API sp_status sp_write_map(FILE *file, const sp_world *world, const sp_map_options *options);

/* Renders an SVG document as a PNG file, pixel for pixel. SP_BAD_INPUT: not an SVG document, or larger than
 * 20000 px either way; SP_NO_MEMORY; SP_IO: the file cannot be written. */
SP_API sp_status sp_write_png(const char *path, const char *svg, size_t length);

#ifdef __cplusplus
}
#endif
#endif
