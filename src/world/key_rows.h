/* key_rows.h - the row of a key in a table whose rows are never used again: formations, orders. A side index only: where it
 * does not hold every row, the rows themselves are looked at, with the same answer.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_KEY_ROWS_H
#define SP_WORLD_KEY_ROWS_H

#include "base/base.h"

typedef struct sp_key_rows {
  int32_t *slot; /* a row plus one where its key belongs, or in the next slot that was free; 0 = free */
  size_t slots;  /* a power of two, at least twice the rows */
  int32_t rows;  /* of the table, entered */
} sp_key_rows;

/* Enters the rows from those it holds up to `used`. Without memory it holds fewer. */
void sp_key_rows_enter(sp_key_rows *k, const sp_key *key, int32_t used);
static inline bool sp_key_rows_whole(const sp_key_rows *k, int32_t used) { return k->rows == used && used > 0; }
/* Of a whole index: the row of a key in its column, or -1. Keys are hashes: their last bits are as good as another hash. */
static inline int32_t sp_key_rows_find(const sp_key_rows *k, const sp_key *column, sp_key key) {
  size_t at = (size_t)key & (k->slots - 1);
  while (k->slot[at] && column[k->slot[at] - 1] != key) at = (at + 1) & (k->slots - 1);
  return k->slot[at] - 1;
}
void sp_key_rows_forget(sp_key_rows *k);
void sp_key_rows_free(sp_key_rows *k);

#endif
