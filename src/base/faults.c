/* faults.c - what is wrong with the input, all of it, in order.
 *
 * Values that come from the input are cleaned as they are copied: a fault is one line of true UTF-8, whatever
 * stood in the file.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARGS 16
#define LONGEST_VALUE 400 /* code points shown of one value; a file may hold a megabyte in one scalar */

typedef struct fault {
  sp_severity severity;
  sp_where where;
  const char *id;          /* NULL when memory ran out: counted, its text lost */
  const char *const *args; /* NULL-ended pairs; NULL when there are none */
  size_t order;
} fault;

struct sp_faults {
  sp_arena *arena;
  sp_array(fault) list;
  size_t lost[2]; /* by severity: faults for which not even a row was to be had */
};

sp_faults *sp_faults_create(void) {
  sp_faults *faults = calloc(1, sizeof *faults);
  if (!faults) return NULL;
  faults->arena = sp_arena_create();
  if (faults->arena) return faults;
  free(faults);
  return NULL;
}

void sp_faults_destroy(sp_faults *faults) {
  if (!faults) return;
  sp_array_free(&faults->list);
  sp_arena_destroy(faults->arena);
  free(faults);
}

void sp_faults_clear(sp_faults *faults) {
  if (!faults) return;
  faults->list.count = 0;
  faults->lost[0] = faults->lost[1] = 0;
  /* A fresh arena gives the memory back; without one, the old texts stay until the end. */
  sp_arena *fresh = sp_arena_create();
  if (!fresh) return;
  sp_arena_destroy(faults->arena);
  faults->arena = fresh;
}

/* Copies a value with control characters made visible and broken UTF-8 replaced. */
static void put_clean(sp_text_sink *sink, const char *value) {
  size_t left = strlen(value);
  for (size_t shown = 0; left > 0; shown++) {
    uint32_t code;
    char escape[8];
    size_t taken = sp_utf8_decode(value, left, &code);
    if (shown == LONGEST_VALUE) {
      sp_text_puts(sink, "\u2026");
      return;
    }
    if (code == '\n') sp_text_puts(sink, "\\n");
    else if (code == '\t') sp_text_puts(sink, "\\t");
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
      snprintf(escape, sizeof escape, "\\x%02x", (unsigned)code);
      sp_text_puts(sink, escape);
    } else if (code >= SP_UTF8_BAD) sp_text_puts(sink, "\ufffd");
    else sp_text_put(sink, value, taken);
    value += taken;
    left -= taken;
  }
}

static const char *clean_copy(sp_arena *arena, const char *value) {
  sp_text_sink sink = {NULL, 0, 0};
  put_clean(&sink, value);
  size_t size = sink.needed + 1;
  char *copy = sp_arena_alloc(arena, size, 1);
  if (!copy) return NULL;
  sink = (sp_text_sink){copy, size, 0};
  put_clean(&sink, value);
  sp_text_end(&sink);
  return copy;
}

static bool copy_args(sp_arena *arena, const char *const *raw, size_t count, const char *const **out) {
  *out = NULL;
  if (count == 0) return true;
  const char **copies = sp_arena_alloc(arena, count + 1, sizeof *copies);
  if (!copies) return false;
  for (size_t i = 0; i < count; i++) {
    copies[i] = clean_copy(arena, raw[i]);
    if (!copies[i]) return false;
  }
  *out = copies;
  return true;
}

static const char *copy_file(sp_faults *faults, const char *file) {
  if (!file) return NULL;
  if (faults->list.count > 0) { /* faults come in runs from one file */
    const char *last = faults->list.data[faults->list.count - 1].where.file;
    if (last && strcmp(last, file) == 0) return last;
  }
  return clean_copy(faults->arena, file);
}

void sp_fault(sp_faults *faults, sp_severity severity, sp_where where, const char *id, ...) {
  if (!faults) return;
  const char *raw[MOST_ARGS];
  size_t count = 0;
  va_list list;
  va_start(list, id);
  for (const char *name; count < MOST_ARGS && (name = va_arg(list, const char *)) != NULL; count += 2) {
    const char *value = va_arg(list, const char *);
    raw[count] = name;
    raw[count + 1] = value ? value : "";
  }
  va_end(list);
  fault f = {.severity = severity, .where = where, .order = faults->list.count};
  f.where.file = copy_file(faults, where.file);
  bool whole = copy_args(faults->arena, raw, count, &f.args);
  if (whole && id) f.id = sp_arena_strdup(faults->arena, id);
  if (!sp_push(&faults->list, f)) faults->lost[severity == SP_FAULT_WARNING]++;
}

size_t sp_faults_count(const sp_faults *faults, sp_severity severity) {
  if (!faults) return 0;
  size_t count = faults->lost[severity == SP_FAULT_WARNING];
  for (size_t i = 0; i < faults->list.count; i++) count += faults->list.data[i].severity == severity;
  return count;
}

size_t sp_faults_total(const sp_faults *faults) {
  return faults ? faults->list.count + faults->lost[0] + faults->lost[1] : 0;
}

/* ---- order */

static int order_numbers(size_t a, size_t b) { return (a > b) - (a < b); }

static int order_text(const char *a, const char *b) {
  if (!a || !b) return (a != NULL) - (b != NULL);
  return strcmp(a, b);
}

static int order_place(const fault *a, const fault *b) {
  int order = order_text(a->where.file, b->where.file);
  if (order == 0) order = (a->where.line > b->where.line) - (a->where.line < b->where.line);
  if (order == 0) order = (a->where.column > b->where.column) - (a->where.column < b->where.column);
  return order;
}

static int order_content(const fault *a, const fault *b) {
  int order = order_place(a, b);
  if (order == 0) order = (a->severity > b->severity) - (a->severity < b->severity);
  if (order == 0) order = order_text(a->id, b->id);
  if (order != 0 || !a->args || !b->args) return order != 0 ? order : (a->args != NULL) - (b->args != NULL);
  for (size_t i = 0;; i++) {
    order = order_text(a->args[i], b->args[i]);
    if (order != 0 || !a->args[i]) return order;
  }
}

static int compare_content(const void *a, const void *b, void *context) {
  (void)context;
  const fault *x = a, *y = b;
  int order = order_content(x, y);
  return order != 0 ? order : order_numbers(x->order, y->order);
}

static int compare_place(const void *a, const void *b, void *context) {
  (void)context;
  const fault *x = a, *y = b;
  int order = order_place(x, y);
  return order != 0 ? order : order_numbers(x->order, y->order);
}

void sp_faults_sort(sp_faults *faults) {
  if (!faults) return;
  fault *list = faults->list.data;
  size_t count = faults->list.count, kept = 0;
  /* Repeats need not be neighbours in order of discovery: bring them together first. */
  if (!sp_sort(list, count, sizeof *list, compare_content, NULL)) return;
  for (size_t i = 0; i < count; i++) {
    bool repeat = kept > 0 && list[i].id && order_content(&list[kept - 1], &list[i]) == 0;
    if (!repeat) list[kept++] = list[i];
  }
  faults->list.count = kept;
  if (!sp_sort(list, kept, sizeof *list, compare_place, NULL)) return;
  for (size_t i = 0; i < kept; i++) list[i].order = i;
}

/* ---- reading */

sp_status sp_faults_get(const sp_faults *faults, size_t index, sp_fault_view *out) {
  if (index >= sp_faults_total(faults)) return SP_NOT_FOUND;
  if (index >= faults->list.count) return SP_NO_MEMORY;
  const fault *f = &faults->list.data[index];
  *out = (sp_fault_view){f->severity, f->where, f->id ? f->id : ""};
  return f->id ? SP_OK : SP_NO_MEMORY;
}

static void put_place(sp_text_sink *sink, sp_where where) {
  char number[16];
  bool started = where.file != NULL;
  if (started) sp_text_puts(sink, where.file);
  if (where.line > 0) {
    snprintf(number, sizeof number, "%s%d", started ? ":" : "", (int)where.line);
    sp_text_puts(sink, number);
    started = true;
    if (where.column > 0) {
      snprintf(number, sizeof number, ":%d", (int)where.column);
      sp_text_puts(sink, number);
    }
  }
  if (started) sp_text_puts(sink, ": ");
}

/* A message that no table holds still shows what it was given. */
static void put_unknown(sp_text_sink *sink, const fault *f) {
  sp_text_puts(sink, f->id);
  for (size_t i = 0; f->args && f->args[i]; i += 2) {
    sp_text_puts(sink, i == 0 ? " (" : ", ");
    sp_text_puts(sink, f->args[i]);
    sp_text_puts(sink, ": ");
    sp_text_puts(sink, f->args[i + 1]);
  }
  if (f->args) sp_text_puts(sink, ")");
}

/* Kinds of things are named in the reader's language; the file's own words stay as they are. */
static const char *const *in_language(sp_lang lang, const char *const *args, const char *out[MOST_ARGS + 1]) {
  size_t n = 0;
  for (; args && args[n] && args[n + 1] && n + 1 < MOST_ARGS; n += 2) {
    char id[64];
    snprintf(id, sizeof id, "kind.%s", args[n + 1]);
    for (char *c = id; *c; c++) *c = *c == ' ' ? '_' : *c;
    const char *word = strcmp(args[n], "kind") == 0 ? sp_text_template(lang, id) : NULL;
    out[n] = args[n];
    out[n + 1] = word ? word : args[n + 1];
  }
  out[n] = NULL;
  return out;
}

size_t sp_faults_format(const sp_faults *faults, size_t index, sp_lang lang, char *buffer, size_t size) {
  sp_text_sink sink = {buffer, size, 0};
  if (!faults || index >= faults->list.count) return sp_text_end(&sink);
  const fault *f = &faults->list.data[index];
  bool warning = f->severity == SP_FAULT_WARNING;
  const char *word = sp_text_template(lang, warning ? "fault.severity.warning" : "fault.severity.error");
  put_place(&sink, f->where);
  sp_text_puts(&sink, word ? word : warning ? "warning" : "error");
  sp_text_puts(&sink, ": ");
  if (f->id) {
    const char *text = sp_text_template(lang, f->id);
    const char *args[MOST_ARGS + 1];
    bool about_kinds = strncmp(f->id, "fault.", 6) == 0; /* elsewhere "kind" is a word of the file */
    if (text) sp_text_fill(&sink, text, about_kinds ? in_language(lang, f->args, args) : f->args);
    else put_unknown(&sink, f);
  } else {
    sp_text_puts(&sink, sp_status_name(SP_NO_MEMORY));
  }
  return sp_text_end(&sink);
}
