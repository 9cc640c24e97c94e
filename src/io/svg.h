/* svg.h - SVG text: numbers with fixed decimals and a dot, text escaped. No locale is read.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_SVG_H
#define SP_IO_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing text. When memory is out, writing stops and no_memory stays set: look once, at the end. */
typedef struct sp_svg {
  char *data; /* NUL-ended once anything was written */
  size_t length, room;
  bool no_memory;
} sp_svg;

void sp_svg_free(sp_svg *svg);

/* As printf, with its own letters:
 *   %p two doubles, "x y" with one decimal    %n double, two decimals    %d int
 *   %s text, escaped for content and quoted attributes; each byte of what XML cannot hold becomes U+FFFD
 *   %r text as it is    %c uint32_t 0xrrggbb as "#rrggbb"    %% a per cent sign */
void sp_svg_put(sp_svg *svg, const char *format, ...);

/* The decimal of value with at most `decimals` (0..3) digits after the dot, zeros at the end left out. Values that
 * are no number give 0; beyond 1e12 they are cut. out holds 24 bytes. */
void sp_svg_number(double value, int decimals, char *out);

/* Nearest integer, halves away from zero, clamped to 32 bits; not a number gives 0. */
int32_t sp_svg_round(double value);

#endif
