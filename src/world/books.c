/* books.c - notes of stores, by headquarters. SPDX-License-Identifier: Apache-2.0 */
#include "world/books.h"

#include <stdlib.h>

static void list(sp_books *b, int32_t hq, int32_t row) {
  b->next[row] = b->first[hq];
  b->first[hq] = row;
}

bool sp_books_open(const sp_world *w, sp_books *b) {
  *b = (sp_books){.hqs = w->head->capacity[SP_TABLE_HQ], .rows = w->head->capacity[SP_TABLE_BOOK]};
  b->first = malloc(((size_t)b->hqs + 1) * sizeof *b->first);
  b->next = malloc(((size_t)b->rows + 1) * sizeof *b->next);
  if (!b->first || !b->next) {
    sp_books_close(b);
    return false;
  }
  for (int32_t h = 0; h < b->hqs; h++) b->first[h] = -1;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_BOOK); r++)
    if (w->book.alive[r]) list(b, w->book.hq[r], r);
  return true;
}

void sp_books_close(sp_books *b) {
  free(b->first);
  free(b->next);
  *b = (sp_books){.first = NULL};
}

static int32_t row_of(const sp_world *w, const sp_books *b, int32_t hq, sp_key depot) {
  for (int32_t r = b->first[hq]; r >= 0; r = b->next[r])
    if (w->book.depot[r] == depot) return r;
  return -1;
}

static int32_t row_for(sp_world *w, sp_books *b, int32_t hq, sp_key depot) {
  int32_t r = row_of(w, b, hq, depot);
  if (r >= 0) return r;
  r = sp_row_new(w, SP_TABLE_BOOK, sp_key_pair(w->hq.key[hq], depot));
  if (r < 0) return -1;
  w->book.alive[r] = 1;
  w->book.hq[r] = hq;
  w->book.depot[r] = depot;
  w->book.seen[r] = INT64_MIN;
  list(b, hq, r);
  return r;
}

bool sp_store_noted(const sp_world *w, const sp_books *b, int32_t hq, int32_t d, sp_store_note *note) {
  int32_t r = row_of(w, b, hq, w->depot.key[d]), start = w->depot.start[d];
  if (r >= 0) {
    *note = (sp_store_note){w->book.side[r], w->book.grain_g[r], w->book.powder_g[r], w->book.grenades[r], w->book.seen[r]};
    return true;
  }
  if (start < 0 || w->model->depot[start].side != w->hq.side[hq]) return false;
  *note = (sp_store_note){w->hq.side[hq], w->model->depot[start].grain_g, w->model->depot[start].powder_g, w->model->depot[start].grenades, w->model->campaign.start};
  return true;
}

void sp_store_seen(sp_world *w, sp_books *b, int32_t hq, int32_t d, sp_minute now) {
  int32_t r = row_for(w, b, hq, w->depot.key[d]);
  if (r < 0) return; /* no row is left: next time */
  bool burns = w->depot.burning_since[d] != 0;
  w->book.side[r] = w->depot.side[d];
  w->book.grain_g[r] = burns ? 0 : w->depot.grain_g[d];
  w->book.powder_g[r] = burns ? 0 : w->depot.powder_g[d];
  w->book.grenades[r] = burns ? 0 : w->depot.grenades[d];
  w->book.seen[r] = now;
}

bool sp_store_taken_for_burnt(sp_world *w, sp_books *b, int32_t hq, int32_t d, sp_minute now) {
  sp_store_note note;
  if (!sp_store_noted(w, b, hq, d, &note) || note.grain_g + note.powder_g + note.grenades <= 0 || note.seen >= now) return false;
  int32_t r = row_for(w, b, hq, w->depot.key[d]);
  if (r < 0) return false;
  w->book.side[r] = note.side;
  w->book.grain_g[r] = w->book.powder_g[r] = w->book.grenades[r] = 0;
  w->book.seen[r] = now;
  return true;
}

void sp_stores_told(sp_world *w, sp_books *b, int32_t from, int32_t to, sp_minute written) {
  for (int32_t r = b->first[from]; r >= 0; r = b->next[r]) {
    if (w->book.seen[r] > written) continue; /* he has looked again since */
    int32_t own = row_for(w, b, to, w->book.depot[r]);
    if (own < 0 || w->book.seen[own] >= w->book.seen[r]) continue;
    w->book.side[own] = w->book.side[r];
    w->book.grain_g[own] = w->book.grain_g[r];
    w->book.powder_g[own] = w->book.powder_g[r];
    w->book.grenades[own] = w->book.grenades[r];
    w->book.seen[own] = w->book.seen[r];
  }
}
