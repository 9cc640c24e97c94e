/* reading.c - memory, faults and paths shared by the readers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arena */

enum { BLOCK_BYTES = 64 * 1024, ALIGN = 16 };

typedef struct block {
  struct block *next;
  size_t used, size;
} block;

/* The header is padded so that what follows it is aligned. */
enum { HEADER = (sizeof(block) + ALIGN - 1) / ALIGN * ALIGN };

struct sp_io_arena {
  block *blocks;
};

sp_io_arena *sp_io_arena_create(void) {
  return calloc(1, sizeof(sp_io_arena));
}

void sp_io_arena_destroy(sp_io_arena *arena) {
  if (!arena) return;
  block *b = arena->blocks;
  while (b) {
    block *next = b->next;
    free(b);
    b = next;
  }
  free(arena);
}

void *sp_io_arena_alloc(sp_io_arena *arena, size_t count, size_t size) {
  if (size != 0 && count > (SIZE_MAX - HEADER - ALIGN) / size) return NULL;
  size_t wanted = (count * size + ALIGN - 1) / ALIGN * ALIGN;
  if (wanted == 0) wanted = ALIGN;
  block *b = arena->blocks;
  if (!b || b->size - b->used < wanted) {
    size_t room = wanted > BLOCK_BYTES ? wanted : (size_t)BLOCK_BYTES;
    b = malloc(HEADER + room);
    if (!b) return NULL;
    b->used = 0;
    b->size = room;
    b->next = arena->blocks;
    arena->blocks = b;
  }
  void *memory = (char *)b + HEADER + b->used;
  b->used += wanted;
  memset(memory, 0, wanted);
  return memory;
}

char *sp_io_arena_copy(sp_io_arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) return NULL;
  char *copy = sp_io_arena_alloc(arena, length + 1, 1);
  if (copy && length > 0) memcpy(copy, text, length);
  return copy;
}

/* ---- paths */

/* Written from the end backwards, because the frames are linked from the leaf up. */
void sp_io_path_write(const sp_io_path *path, char buffer[SP_IO_PATH_MAX]) {
  size_t at = SP_IO_PATH_MAX - 1;
  buffer[at] = '\0';
  for (const sp_io_path *p = path; p; p = p->up) {
    char piece[SP_IO_SHOWN_MAX + 2];
    if (p->key) {
      char shown[SP_IO_SHOWN_MAX];
      sp_io_show(p->key, strlen(p->key), shown);
      snprintf(piece, sizeof piece, "%s%s", p->up ? "." : "", shown);
    } else {
      snprintf(piece, sizeof piece, "[%d]", p->index);
    }
    size_t length = strlen(piece);
    if (length + 3 > at) {
      at -= 3;
      memcpy(buffer + at, "...", 3);
      break;
    }
    at -= length;
    memcpy(buffer + at, piece, length);
  }
  memmove(buffer, buffer + at, SP_IO_PATH_MAX - at);
}

void sp_io_show(const char *text, size_t length, char buffer[SP_IO_SHOWN_MAX]) {
  size_t used = 0;
  const size_t room = SP_IO_SHOWN_MAX - 5; /* an ellipsis and NUL, and no half character */
  size_t i = 0;
  while (i < length) {
    unsigned char c = (unsigned char)text[i];
    size_t width = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (i + width > length || used + width > room) break;
    if (c < 0x20 || c == 0x7F) buffer[used] = ' ';
    else memcpy(buffer + used, text + i, width);
    used += width;
    i += width;
  }
  if (i < length) {
    memcpy(buffer + used, "\xE2\x80\xA6", 3);
    used += 3;
  }
  buffer[used] = '\0';
}

void sp_io_show_number(double value, char buffer[SP_IO_SHOWN_MAX]) {
  snprintf(buffer, SP_IO_SHOWN_MAX, "%.10g", value);
}

/* ---- faults */

sp_where sp_io_where(const sp_reading *reading, int32_t line, int32_t column) {
  return (sp_where){.file = reading->file, .line = line, .column = column};
}

void sp_io_complain_args(sp_reading *reading, sp_where where, const char *id, const char *const a[12]) {
  reading->fault_count++;
  if (reading->fault_count > SP_READING_FAULTS_MAX) return;
  if (reading->fault_count == SP_READING_FAULTS_MAX) {
    char limit[SP_IO_SHOWN_MAX];
    snprintf(limit, sizeof limit, "%d", SP_READING_FAULTS_MAX - 1);
    sp_fault(reading->faults, SP_FAULT_ERROR, where, "io.many_faults", "limit", limit, (char *)NULL);
    return;
  }
  /* A NULL name ends the list, so unused pairs fall away by themselves. */
  sp_fault(reading->faults, SP_FAULT_ERROR, where, id, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
           (char *)NULL);
}
