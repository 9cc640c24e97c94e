/* key_rows.c - see key_rows.h. SPDX-License-Identifier: Apache-2.0 */
#include "world/key_rows.h"

#include <stdlib.h>
#include <string.h>

void sp_key_rows_forget(sp_key_rows *k) {
  if (k->slot) memset(k->slot, 0, k->slots * sizeof *k->slot);
  k->rows = 0;
}

static bool make_room(sp_key_rows *k, int32_t rows) {
  if (k->slots >= 2 * (size_t)rows) return true;
  size_t slots = k->slots ? k->slots : 64;
  while (slots < 4 * (size_t)rows) slots *= 2; /* twice as many as must be, so that it seldom grows */
  int32_t *slot = malloc(slots * sizeof *slot);
  if (!slot) return false;
  free(k->slot);
  k->slot = slot;
  k->slots = slots;
  sp_key_rows_forget(k);
  return true;
}

void sp_key_rows_enter(sp_key_rows *k, const sp_key *key, int32_t used) {
  if (k->rows >= used || !make_room(k, used)) return;
  for (; k->rows < used; k->rows++) {
    size_t at = (size_t)key[k->rows] & (k->slots - 1);
    while (k->slot[at]) at = (at + 1) & (k->slots - 1);
    k->slot[at] = k->rows + 1;
  }
}

void sp_key_rows_free(sp_key_rows *k) {
  free(k->slot);
  *k = (sp_key_rows){.slot = NULL};
}
