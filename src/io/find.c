/* find.c - where scenarios and theatres are looked for.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/readers.h"

#define SCENARIO_FILE "scenario.yaml"
#define THEATRE_FILE "theatre.geojson"

enum { ROOTS_MAX = 4, LEVELS_MAX = 6 };

static bool is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Joins up to four pieces with slashes; an empty first piece means "here". false: too long. */
static bool join(char out[SP_IO_FILE_MAX], const char *a, const char *b, const char *c, const char *d) {
  const char *pieces[4] = {a, b, c, d};
  size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < 4; i++) {
    if (!pieces[i] || !*pieces[i]) continue;
    size_t length = strlen(pieces[i]);
    if (used + length + 2 > SP_IO_FILE_MAX) return false;
    if (used > 0 && out[used - 1] != '/') out[used++] = '/';
    memcpy(out + used, pieces[i], length + 1);
    used += length;
  }
  return true;
}

/* The folders that hold scenarios/ and theatres/, nearest first. */
static size_t data_roots(const char *roots[ROOTS_MAX]) {
  size_t count = 0;
  roots[count++] = "";
  const char *chosen = getenv("SP_DATA_DIR");
  if (chosen && *chosen) roots[count++] = chosen;
#ifdef SP_DATA_DIR
  roots[count++] = SP_DATA_DIR;
#endif
#ifdef SP_INSTALLED_DATA_DIR
  roots[count++] = SP_INSTALLED_DATA_DIR;
#endif
  return count;
}

/* ---- suggestions */

typedef struct names {
  sp_reading *reading;
  const char **list;
  size_t count, room;
} names;

static void add_name(names *n, const char *name) {
  if (n->count == n->room) {
    size_t room = n->room ? n->room * 2 : 32;
    const char **list = sp_io_arena_alloc(n->reading->arena, room, sizeof *list);
    if (!list) return; /* a suggestion less */
    if (n->count > 0) memcpy(list, n->list, n->count * sizeof *list);
    n->list = list;
    n->room = room;
  }
  const char *copy = sp_io_arena_copy(n->reading->arena, name, strlen(name));
  if (copy) n->list[n->count++] = copy;
}

static bool is_deep(const char *below) {
  const char *slash = strchr(below, '/');
  return slash && strchr(slash + 1, '/');
}

/* Adds each folder below root/kind that holds `file`; folders without it are looked into, three deep. */
static void collect(names *n, const char *root, const char *kind, const char *below, const char *file) {
  char folder[SP_IO_FILE_MAX], path[SP_IO_FILE_MAX], name[SP_IO_FILE_MAX];
  if (!join(folder, root, kind, below, NULL)) return;
  DIR *dir = opendir(folder);
  if (!dir) return;
  for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    if (entry->d_name[0] == '.' || !join(name, below, entry->d_name, NULL, NULL)) continue;
    if (join(path, folder, entry->d_name, file, NULL) && is_file(path)) add_name(n, name);
    else if (!is_deep(below) && join(path, folder, entry->d_name, NULL, NULL) && is_folder(path)) collect(n, root, kind, name, file);
  }
  closedir(dir);
}

/* Who types half a name means the whole: "jinzho" and "dry" stand for jinzhou-pursuit and lab/ford/dry-day. */
static const char *nearest_by_piece(const names *n, const char *wanted) {
  names pieces = {.reading = n->reading};
  const char **whole = sp_io_arena_alloc(n->reading->arena, n->count * 16 + 1, sizeof *whole);
  for (size_t i = 0; whole && i < n->count; i++) {
    const char *at = n->list[i];
    for (int k = 0; k < 8 && *at; k++) {
      size_t length = strcspn(at, "-_/");
      char piece[SP_IO_FILE_MAX];
      snprintf(piece, sizeof piece, "%.*s", (int)length, at);
      const char *ends[2] = {piece, at}; /* the piece by itself, and the name from here on */
      for (int e = 0; e < 2; e++) {
        size_t before = pieces.count;
        add_name(&pieces, ends[e]);
        if (pieces.count > before) whole[before] = n->list[i];
      }
      at += length + (at[length] ? 1 : 0);
    }
  }
  const char *near = whole ? sp_nearest(wanted, pieces.list, pieces.count) : NULL;
  for (size_t i = 0; near && i < pieces.count; i++)
    if (strcmp(pieces.list[i], near) == 0) return whole[i];
  return NULL;
}

static int by_name(const void *left, const void *right) { return strcmp(*(const char *const *)left, *(const char *const *)right); }

static sp_status not_found(sp_reading *reading, sp_where where, const char *kind, const char *file, const char *wanted, const char *id, const char *id_near) {
  names n = {.reading = reading};
  const char *roots[ROOTS_MAX];
  size_t count = data_roots(roots);
  for (size_t i = 0; i < count; i++) collect(&n, roots[i], kind, "", file);
  if (n.count > 1) qsort(n.list, n.count, sizeof *n.list, by_name); /* folders are read in no order */
  const char *near = sp_nearest(wanted, n.list, n.count);
  if (!near && n.count > 0) near = nearest_by_piece(&n, wanted);
  char shown[SP_IO_SHOWN_MAX];
  sp_io_show(wanted, strlen(wanted), shown);
  if (near) sp_io_complain(reading, where, id_near, "id", shown, "near", near);
  else sp_io_complain(reading, where, id, "id", shown);
  return SP_NOT_FOUND;
}

/* ---- scenarios */

sp_status sp_io_find_scenario(sp_reading *reading, const char *path_or_name, char out[SP_IO_FILE_MAX]) {
  if (is_file(path_or_name) && join(out, path_or_name, NULL, NULL, NULL)) return SP_OK;
  if (*path_or_name && join(out, path_or_name, SCENARIO_FILE, NULL, NULL) && is_file(out)) return SP_OK;
  const char *roots[ROOTS_MAX];
  size_t count = data_roots(roots);
  for (size_t i = 0; *path_or_name && i < count; i++)
    if (join(out, roots[i], "scenarios", path_or_name, SCENARIO_FILE) && is_file(out)) return SP_OK;
  return not_found(reading, (sp_where){0}, "scenarios", SCENARIO_FILE, path_or_name, "io.no_scenario", "io.no_scenario_near");
}

bool sp_io_folder_of(const char *scenario_file, char out[SP_IO_FILE_MAX]) {
  const char *slash = strrchr(scenario_file, '/');
  if (!slash || strcmp(slash + 1, SCENARIO_FILE) != 0) return false;
  const char *end = slash;
  while (end > scenario_file && end[-1] == '/') end--;
  const char *first = end;
  while (first > scenario_file && first[-1] != '/') first--;
  size_t length = (size_t)(end - first);
  if (length == 0 || length >= SP_IO_FILE_MAX) return false;
  memcpy(out, first, length);
  out[length] = '\0';
  return strcmp(out, ".") != 0 && strcmp(out, "..") != 0;
}

/* ---- theatres */

/* Cuts the last folder off a path; false when nothing is left to cut by text alone. */
static bool cut_folder(char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  size_t end = length;
  while (end > 0 && path[end - 1] != '/') end--;
  if (length - end == 0 || (length - end <= 2 && path[end] == '.')) return false;
  while (end > 1 && path[end - 1] == '/') end--;
  path[end] = '\0';
  return true;
}

sp_status sp_io_find_theatre(sp_reading *reading, sp_where where, const char *scenario_file, const char *id, char out[SP_IO_FILE_MAX]) {
  char folder[SP_IO_FILE_MAX];
  if (!join(folder, scenario_file, NULL, NULL, NULL)) folder[0] = '\0';
  if (cut_folder(folder)) {
    if (join(out, folder, THEATRE_FILE, NULL, NULL) && is_file(out)) return SP_OK;
    for (int level = 0; level < LEVELS_MAX && cut_folder(folder); level++)
      if (join(out, folder, "theatres", id, THEATRE_FILE) && is_file(out)) return SP_OK;
  }
  const char *roots[ROOTS_MAX];
  size_t count = data_roots(roots);
  for (size_t i = 0; i < count; i++)
    if (join(out, roots[i], "theatres", id, THEATRE_FILE) && is_file(out)) return SP_OK;
  return not_found(reading, where, "theatres", THEATRE_FILE, id, "io.no_theatre", "io.no_theatre_near");
}

/* ---- overlays */

#define OVERLAY_FOLDER "with"
#define OVERLAY_SUFFIX ".yaml"

static bool ends(const char *text, const char *with) {
  size_t length = strlen(text), tail = strlen(with);
  return length > tail && strcmp(text + length - tail, with) == 0;
}

static const char *nearest_overlay(sp_reading *reading, const char *folder, const char *wanted) {
  names n = {.reading = reading};
  DIR *dir = opendir(folder);
  if (!dir) return NULL;
  for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    char name[SP_IO_FILE_MAX];
    if (entry->d_name[0] == '.' || !ends(entry->d_name, OVERLAY_SUFFIX)) continue;
    snprintf(name, sizeof name, "%.*s", (int)(strlen(entry->d_name) - strlen(OVERLAY_SUFFIX)), entry->d_name);
    add_name(&n, name);
  }
  closedir(dir);
  if (n.count > 1) qsort(n.list, n.count, sizeof *n.list, by_name);
  const char *near = sp_nearest(wanted, n.list, n.count);
  return near || n.count == 0 ? near : nearest_by_piece(&n, wanted);
}

sp_status sp_io_find_overlay(sp_reading *reading, sp_where where, const char *scenario_file, const char *name, char out[SP_IO_FILE_MAX]) {
  char folder[SP_IO_FILE_MAX], file[SP_IO_FILE_MAX], shown[SP_IO_SHOWN_MAX];
  bool path = strchr(name, '/') || ends(name, OVERLAY_SUFFIX);
  if (path && is_file(name) && join(out, name, NULL, NULL, NULL)) return SP_OK;
  if (!join(folder, scenario_file, NULL, NULL, NULL)) folder[0] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash) slash[1] = '\0';
  else folder[0] = '\0';
  bool fits = snprintf(file, sizeof file, "%s" OVERLAY_SUFFIX, name) < (int)sizeof file;
  if (!path && *name && fits && join(out, folder, OVERLAY_FOLDER, file, NULL) && is_file(out)) return SP_OK;
  char with[SP_IO_FILE_MAX];
  const char *near = !path && join(with, folder, OVERLAY_FOLDER, NULL, NULL) ? nearest_overlay(reading, with, name) : NULL;
  sp_io_show(name, strlen(name), shown);
  if (path) sp_io_complain(reading, where, "io.no_overlay_file", "id", shown);
  else if (near) sp_io_complain(reading, where, "io.no_overlay_near", "id", shown, "near", near);
  else sp_io_complain(reading, where, "io.no_overlay", "id", shown);
  return SP_NOT_FOUND;
}
