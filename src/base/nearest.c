/* nearest.c - the name that was probably meant.
 *
 * Damerau-Levenshtein distance on code points, in the form where no piece is edited twice (optimal string
 * alignment): a swap of neighbours counts one. 锦洲 for 锦州 is one edit, as jinzhuo for jinzhou is.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shapan/base.h"

#include "base/utf8.h"

#include <string.h>

#define LONGEST 128 /* nobody mistypes a longer name; it keeps hostile input cheap */

/* Returns the count of code points, or LONGEST + 1 when there are more than LONGEST. */
static size_t code_points(const char *word, uint32_t out[LONGEST]) {
  size_t count = 0;
  /* Four bytes at most to a code point: no need to measure a word of a megabyte. */
  const char *end = memchr(word, 0, 4 * LONGEST + 1);
  if (!end) return LONGEST + 1;
  for (const char *at = word; at < end;) {
    if (count == LONGEST) return LONGEST + 1;
    at += sp_utf8_decode(at, (size_t)(end - at), &out[count]);
    count++;
  }
  return count;
}

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

static size_t distance(const uint32_t *a, size_t as, const uint32_t *b, size_t bs) {
  size_t rows[3][LONGEST + 1];
  size_t *before = rows[0], *previous = rows[1], *current = rows[2];
  for (size_t j = 0; j <= bs; j++) previous[j] = j;
  for (size_t i = 1; i <= as; i++) {
    current[0] = i;
    for (size_t j = 1; j <= bs; j++) {
      size_t cost = a[i - 1] != b[j - 1];
      size_t best = least_of(previous[j - 1] + cost, least_of(previous[j], current[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = least_of(best, before[j - 2] + 1);
      current[j] = best;
    }
    size_t *oldest = before;
    before = previous;
    previous = current;
    current = oldest;
  }
  return previous[bs];
}

const char *sp_nearest(const char *word, const char *const *candidates, size_t count) {
  uint32_t wanted[LONGEST], other[LONGEST];
  if (!word) return NULL;
  size_t length = code_points(word, wanted);
  if (length == 0 || length > LONGEST) return NULL;
  size_t nearest = length / 3 > 1 ? length / 3 : 1;
  const char *found = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!candidates[i]) continue;
    size_t others = code_points(candidates[i], other);
    if (others > LONGEST || others > length + nearest || length > others + nearest) continue;
    size_t edits = distance(wanted, length, other, others);
    bool better = edits < nearest || (edits == nearest && (!found || strcmp(candidates[i], found) < 0));
    if (!better) continue;
    nearest = edits;
    found = candidates[i];
  }
  return found;
}
