/* array.c - growable arrays, and a stable sort that carries a context.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY ((size_t)8)
#define RUN ((size_t)8) /* below this, insertion beats merging */
#define FEW_BYTES ((size_t)1024) /* short lists are sorted on the stack */

/* `data` points at a pointer of another type: memcpy keeps the aliasing rules. */
bool sp_array_reserve(void **data, size_t *capacity, size_t wanted, size_t size) {
  if (wanted <= *capacity) return true;
  size_t grown = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity;
  while (grown < wanted) {
    if (grown > SIZE_MAX / 2) return false;
    grown *= 2;
  }
  if (grown > (size_t)PTRDIFF_MAX / size) return false;
  void *old;
  memcpy(&old, data, sizeof old);
  void *fresh = realloc(old, grown * size);
  if (!fresh) return false;
  memcpy(data, &fresh, sizeof fresh);
  *capacity = grown;
  return true;
}

void sp_array_free_(void **data, size_t *count, size_t *capacity) {
  void *old, *none = NULL;
  memcpy(&old, data, sizeof old);
  free(old);
  memcpy(data, &none, sizeof none);
  *count = 0;
  *capacity = 0;
}

typedef struct sorter {
  size_t size;
  int (*compare)(const void *, const void *, void *);
  void *context;
} sorter;

/* Sorts one short run in place; `spare` holds one item. */
static void insertion(const sorter *by, char *items, size_t count, char *spare) {
  for (size_t i = 1; i < count; i++) {
    size_t j = i;
    while (j > 0 && by->compare(items + (j - 1) * by->size, items + i * by->size, by->context) > 0) j--;
    if (j == i) continue;
    memcpy(spare, items + i * by->size, by->size);
    memmove(items + (j + 1) * by->size, items + j * by->size, (i - j) * by->size);
    memcpy(items + j * by->size, spare, by->size);
  }
}

static void merge(const sorter *by, const char *left, size_t lefts, const char *right, size_t rights, char *out) {
  while (lefts && rights) {
    /* Equal items come from the left: that is stability. */
    bool take_right = by->compare(left, right, by->context) > 0;
    memcpy(out, take_right ? right : left, by->size);
    out += by->size;
    if (take_right) {
      right += by->size;
      rights--;
    } else {
      left += by->size;
      lefts--;
    }
  }
  if (lefts) memcpy(out, left, lefts * by->size);
  if (rights) memcpy(out, right, rights * by->size);
}

bool sp_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  if (count < 2 || size == 0) return true;
  if (count > (size_t)PTRDIFF_MAX / size) return false;
  _Alignas(max_align_t) char few[FEW_BYTES];
  char *spare = count * size <= FEW_BYTES ? few : malloc(count * size);
  if (!spare) return false;
  sorter by = {size, compare, context};
  char *from = items, *to = spare;
  for (size_t i = 0; i < count; i += RUN) {
    insertion(&by, from + i * size, count - i < RUN ? count - i : RUN, spare);
  }
  for (size_t width = RUN; width < count;) {
    for (size_t i = 0; i < count;) {
      size_t lefts = count - i < width ? count - i : width;
      size_t rights = count - i - lefts < width ? count - i - lefts : width;
      const char *left = from + i * size;
      merge(&by, left, lefts, left + lefts * size, rights, to + i * size);
      i += lefts + rights;
    }
    char *swap = from;
    from = to;
    to = swap;
    if (width > count / 2) break;
    width *= 2;
  }
  if (from != items) memcpy(items, from, count * size);
  if (spare != few) free(spare);
  return true;
}
