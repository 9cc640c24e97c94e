/* shapan/base.h - status, keys, time, languages and faults.
 *
 * Part of the public C API of libshapan. Nothing here knows of war.
 * Objects are opaque; definition structs elsewhere carry their own size.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_BASE_H
#define SHAPAN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SP_API __attribute__((visibility("default")))
#define SP_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SP_API
#define SP_PRINTF(fmt, args)
#endif

/* The builders' li (里) of Ming and Qing, 360 bu (步) of five chi of 0.32 m, in metres. */
#define SP_LI_M 576.0
#define SP_BU_M 1.6

/* What a call came to. Zero is success; nothing is half done on failure. */
typedef enum sp_status {
  SP_OK = 0,
  SP_NO_MEMORY = 1,  /* an allocation failed; the object is unchanged */
  SP_BAD_INPUT = 2,  /* the caller's data was wrong; see the faults */
  SP_NOT_FOUND = 3,  /* no such thing, or not known to this seat */
  SP_LIMIT = 4,      /* a declared limit was reached */
  SP_IO = 5,         /* the operating system refused; errno is kept */
  SP_MISMATCH = 6,   /* made under other rules, model or format */
  SP_CORRUPT = 7,    /* a checksum or an invariant does not hold */
} sp_status;

/* A short English word for a status ("ok", "no memory", ...). Static storage. */
SP_API const char *sp_status_name(sp_status status);

/* Every entity has a key, fixed for life; 0 means "nobody". */
typedef uint64_t sp_key;

/* Local solar minutes since 1600-01-01 00:00 (proleptic Gregorian). */
typedef int64_t sp_minute;

typedef enum sp_lang { SP_LANG_EN = 0, SP_LANG_ZH = 1, SP_LANG_COUNT = 2 } sp_lang;

#define SP_JIN_KG 0.59 /* a jin of the Ming */

/* A thing's name in both languages. Either may be NULL or empty; readers fall
 * back on the other, then on the id. UTF-8. */
typedef struct sp_name {
  const char *en;
  const char *zh;
} sp_name;

/* Where in a file something stands. line and column count from 1 in characters
 * (code points); 0 means "the file as a whole". file may be NULL. */
typedef struct sp_where {
  const char *file;
  int32_t line;
  int32_t column;
} sp_where;

/* A list of faults found in input. All are collected before anything is refused. */
typedef struct sp_faults sp_faults;

typedef enum sp_severity { SP_FAULT_ERROR = 0, SP_FAULT_WARNING = 1 } sp_severity;

SP_API sp_faults *sp_faults_create(void); /* NULL when memory is out; caller destroys */
SP_API void sp_faults_destroy(sp_faults *faults);
SP_API void sp_faults_clear(sp_faults *faults);

/* Adds one fault. id names a message in the text tables ("fault.unknown_key").
 * args are named slots: a NULL-ended list of name, value pairs (const char *),
 * copied at once. A NULL faults is allowed and ignored. Never fails visibly:
 * when memory is out the fault is counted but its text is lost. */
SP_API void sp_fault(sp_faults *faults, sp_severity severity, sp_where where, const char *id, ... /* name, value, ..., (char *)NULL */);

SP_API size_t sp_faults_count(const sp_faults *faults, sp_severity severity);
SP_API size_t sp_faults_total(const sp_faults *faults);

/* Orders the list by file, line, column, then by the order of discovery, and drops repeats. */
SP_API void sp_faults_sort(sp_faults *faults);

typedef struct sp_fault_view {
  sp_severity severity;
  sp_where where;
  const char *id;
} sp_fault_view;

SP_API sp_status sp_faults_get(const sp_faults *faults, size_t index, sp_fault_view *out);

/* Writes fault `index` as "file:line:column: error: text" without a newline.
 * Returns the bytes needed without the NUL, as snprintf does. */
SP_API size_t sp_faults_format(const sp_faults *faults, size_t index, sp_lang lang, char *buffer, size_t size);

/* The candidate nearest to `word` by edits (Damerau-Levenshtein on code points),
 * or NULL when none is near enough (more than a third of the word, at least 1).
 * Ties go to the earlier in byte order, so that the answer does not depend on order. */
SP_API const char *sp_nearest(const char *word, const char *const *candidates, size_t count);

/* A message from the text tables with its named slots filled; `args` as in
 * sp_fault (a NULL-ended array). Unknown ids come back as the id itself.
 * Returns the bytes needed without the NUL. */
SP_API size_t sp_text(sp_lang lang, const char *id, const char *const *args, char *buffer, size_t size);

/* True when the tables hold `id` for `lang`; used to find variants ("id.2"). */
SP_API bool sp_text_has(sp_lang lang, const char *id);

/* "0.1.0"; the soname's number; a short hash of the rules and constants' sources. */
SP_API const char *sp_version(void);

#ifdef __cplusplus
}
#endif
#endif
