/* arena.c - bump allocation for what lives and dies together.
 *
 * Chunks double from 4 KiB to 1 MiB; a larger wish gets a chunk of its own.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT ((size_t)16)
#define FIRST_CHUNK ((size_t)4096)
#define LARGEST_CHUNK ((size_t)1 << 20)

typedef struct chunk {
  struct chunk *previous;
  size_t size; /* bytes after the header */
  size_t used;
  size_t padding; /* keeps the header a multiple of the alignment */
} chunk;

_Static_assert(sizeof(chunk) % 16 == 0, "chunk payloads must stay 16-byte aligned");

struct sp_arena {
  chunk *current;
  size_t next_chunk;
  size_t bytes; /* held from libc, headers included */
};

sp_arena *sp_arena_create(void) {
  sp_arena *arena = calloc(1, sizeof *arena);
  if (!arena) return NULL;
  arena->next_chunk = FIRST_CHUNK;
  arena->bytes = sizeof *arena;
  return arena;
}

void sp_arena_destroy(sp_arena *arena) {
  if (!arena) return;
  for (chunk *c = arena->current; c;) {
    chunk *previous = c->previous;
    free(c);
    c = previous;
  }
  free(arena);
}

static chunk *grow(sp_arena *arena, size_t wanted) {
  size_t payload = wanted > arena->next_chunk ? wanted : arena->next_chunk;
  if (payload > SIZE_MAX - sizeof(chunk)) return NULL;
  chunk *c = calloc(1, sizeof *c + payload);
  if (!c) return NULL;
  c->size = payload;
  arena->bytes += sizeof *c + payload;
  if (arena->next_chunk < LARGEST_CHUNK) arena->next_chunk *= 2;
  /* The chunk with more room left stays on top, or one big wish would waste a fresh chunk. */
  chunk *top = arena->current;
  if (top && payload - wanted < top->size - top->used) {
    c->previous = top->previous;
    top->previous = c;
  } else {
    c->previous = top;
    arena->current = c;
  }
  return c;
}

void *sp_arena_alloc(sp_arena *arena, size_t count, size_t size) {
  if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size) return NULL;
  size_t wanted = count * size;
  wanted = wanted == 0 ? ALIGNMENT : (wanted + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  chunk *c = arena->current;
  if (!c || c->size - c->used < wanted) {
    c = grow(arena, wanted);
    if (!c) return NULL;
  }
  void *place = (char *)(c + 1) + c->used;
  c->used += wanted;
  return place;
}

char *sp_arena_strndup(sp_arena *arena, const char *text, size_t length) {
  if (!text) return NULL;
  const char *end = memchr(text, 0, length);
  if (end) length = (size_t)(end - text);
  if (length == SIZE_MAX) return NULL;
  char *copy = sp_arena_alloc(arena, length + 1, 1);
  if (copy && length) memcpy(copy, text, length);
  return copy;
}

char *sp_arena_strdup(sp_arena *arena, const char *text) {
  return text ? sp_arena_strndup(arena, text, strlen(text)) : NULL;
}

size_t sp_arena_bytes(const sp_arena *arena) { return arena->bytes; }
