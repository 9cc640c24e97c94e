/* reading.h - what every reader carries: memory, faults, and the path to where it stands.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_READING_H
#define SP_IO_READING_H

#include "shapan/base.h"

/* Memory that lives and dies with one reading. */
typedef struct sp_io_arena sp_io_arena;
sp_io_arena *sp_io_arena_create(void);
void sp_io_arena_destroy(sp_io_arena *arena);
/* Zeroed, 16-byte aligned; NULL when memory is out or the size overflows. */
void *sp_io_arena_alloc(sp_io_arena *arena, size_t count, size_t size);
char *sp_io_arena_copy(sp_io_arena *arena, const char *text, size_t length); /* NUL-ended */

enum { SP_READING_FAULTS_MAX = 300 }; /* nobody reads more; a hostile file could make millions */

typedef struct sp_reading {
  sp_io_arena *arena;
  sp_faults *faults;
  size_t fault_count;
  const char *file;  /* label of the file being read */
  bool incomplete;   /* something the model needs was dropped: compiling would complain of ghosts */
  bool no_memory;
  bool has_start;    /* "day N" can be understood */
  sp_minute start;
} sp_reading;

/* The way from the root of a file to a value; kept on the stack of the readers. */
typedef struct sp_io_path {
  const struct sp_io_path *up;
  const char *key; /* NULL: an item of a list */
  int32_t index;
} sp_io_path;

enum { SP_IO_PATH_MAX = 400, SP_IO_SHOWN_MAX = 64 };

/* "sides.qing.army[2].strength[0]". Always NUL-ended; the head of a very long path is cut. */
void sp_io_path_write(const sp_io_path *path, char buffer[SP_IO_PATH_MAX]);

/* A value as a message may quote it: one line, at most some forty characters. */
void sp_io_show(const char *text, size_t length, char buffer[SP_IO_SHOWN_MAX]);
void sp_io_show_number(double value, char buffer[SP_IO_SHOWN_MAX]);

/* Adds an error. args: up to six pairs of slot and value, the rest NULL. */
void sp_io_complain_args(sp_reading *reading, sp_where where, const char *id, const char *const args[12]);
#define sp_io_complain(reading, where, id, ...) \
  sp_io_complain_args((reading), (where), (id), (const char *const[12]){__VA_ARGS__})

sp_where sp_io_where(const sp_reading *reading, int32_t line, int32_t column);

#endif
