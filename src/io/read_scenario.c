/* read_scenario.c - two files, or two texts, into one scenario.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/overlay.h"
#include "io/readers.h"
#include "io/schema.h"
#include "shapan/io.h"

typedef struct file_text {
  const char *label;
  const char *text; /* NULL: there is none */
  size_t length;
} file_text;

/* What one reading holds between its steps. */
typedef struct whole {
  sp_reading reading;
  sp_scenario *scenario;
  sp_doc campaign;
  sp_doc overlay[SP_OVERLAYS_MAX];
  size_t overlays;
  sp_theatre_read theatre;
} whole;

/* ---- files */

static sp_status complain_file(sp_reading *reading, const char *path) {
  sp_io_complain(reading, (sp_where){.file = path}, "fault.unreadable", "reason", strerror(errno));
  return SP_IO;
}

/* One byte more than the limit is read, so that the limit is complained of and not met by chance. */
static sp_status load_file(sp_reading *reading, const char *path, file_text *out) {
  FILE *file = fopen(path, "rb");
  if (!file) return complain_file(reading, path);
  size_t room = 64 * 1024, used = 0;
  char *text = NULL;
  sp_status status = SP_OK;
  for (;;) {
    char *grown = realloc(text, room);
    if (!grown) {
      status = SP_NO_MEMORY;
      break;
    }
    text = grown;
    used += fread(text + used, 1, room - used, file);
    if (ferror(file)) {
      status = complain_file(reading, path);
      break;
    }
    if (used < room || used > SP_DOC_BYTES_MAX) break;
    room *= 2;
  }
  fclose(file);
  if (status != SP_OK) {
    free(text);
    return status;
  }
  *out = (file_text){.label = path, .text = text, .length = used};
  return SP_OK;
}

/* ---- steps */

static sp_status begin(whole *w, sp_faults *faults) {
  *w = (whole){.reading = {.faults = faults, .arena = sp_io_arena_create()}, .scenario = sp_scenario_create()};
  return w->reading.arena && w->scenario ? SP_OK : SP_NO_MEMORY;
}

/* Faults that left no hole do not hide what compile would say: all are told at once. */
static void judge_the_rest(whole *w) {
  if (w->reading.incomplete || !w->theatre.known) return;
  sp_model *model = NULL;
  if (sp_compile(w->scenario, w->reading.faults, &model) == SP_OK) sp_model_release(model);
}

static sp_status finish(whole *w, sp_status status, sp_scenario **out) {
  if (w->reading.no_memory) status = SP_NO_MEMORY;
  if (status == SP_OK && w->reading.fault_count > 0) {
    status = SP_BAD_INPUT;
    judge_the_rest(w);
  }
  if (status == SP_OK) *out = w->scenario;
  else sp_scenario_destroy(w->scenario);
  sp_io_arena_destroy(w->reading.arena);
  sp_faults_sort(w->reading.faults);
  return status;
}

/* A syntax fault leaves no tree; what the other file says is still read. */
static sp_status read_tree(whole *w, const file_text *file, const char *role, sp_doc *doc) {
  w->reading.file = file->label;
  sp_status status = sp_doc_read(&w->reading, file->text, file->length, doc);
  if (status == SP_NO_MEMORY) return status;
  if (status != SP_OK) {
    w->reading.incomplete = true;
    return SP_OK;
  }
  status = sp_scenario_add_source(w->scenario, role, file->label, file->text, file->length);
  return status == SP_NO_MEMORY ? status : SP_OK;
}

/* YAML reads more than JSON; map programs do not. Asked last: where the value itself is at fault, that was said better. */
static void judge_json(whole *w, const sp_doc *doc) {
  json_error_t error;
  json_t *json = json_loadb(doc->text, doc->length, 0, &error);
  json_decref(json);
  if (json || (json_error_code(&error) != json_error_invalid_syntax && json_error_code(&error) != json_error_premature_end_of_input)) return;
  const char *near = strstr(error.text, "near ']'") ? "]" : strstr(error.text, "near '}'") ? "}" : NULL;
  sp_where where = sp_io_where(&w->reading, error.line, error.column > 0 ? error.column : 1);
  sp_io_complain(&w->reading, where, near ? "io.json.comma" : "io.json.strict", "token", near);
}

static sp_status read_theatre(whole *w, const file_text *file) {
  sp_doc doc;
  sp_status status = read_tree(w, file, "theatre", &doc);
  if (status != SP_OK || !doc.root) return status;
  size_t faults = w->reading.fault_count;
  for (size_t i = 0; i < w->overlays; i++) sp_overlay_map(&w->reading, &doc, &w->overlay[i]);
  sp_io_read_theatre(&w->reading, &doc, w->scenario, &w->theatre);
  if (w->reading.fault_count == faults) judge_json(w, &doc);
  return SP_OK;
}

static void match_theatre(whole *w) {
  const char *wanted = sp_schema_id(w->campaign.root, "theatre");
  if (!wanted || !w->theatre.id || strcmp(wanted, w->theatre.id) == 0) return;
  sp_io_complain(&w->reading, w->theatre.id_where, "io.theatre_id", "value", w->theatre.id, "expected", wanted);
}

static void match_folder(whole *w, const char *path) {
  char folder[SP_IO_FILE_MAX];
  const sp_doc_node *node = sp_doc_get(w->campaign.root, "campaign");
  if (!sp_schema_id(w->campaign.root, "campaign") || !sp_io_folder_of(path, folder) || strcmp(folder, node->text) == 0) return;
  sp_io_complain(&w->reading, sp_io_node_where(&w->reading, node), "io.campaign_id", "value", node->text, "expected", folder);
}

static void read_campaign(whole *w, const char *label) {
  w->reading.file = label;
  if (w->campaign.root) sp_io_read_campaign(&w->reading, &w->campaign, &w->theatre, w->scenario);
}

/* Its own frame is judged at once; what it changes, against the scenario as it is by then. */
static sp_status read_overlay(whole *w, const file_text *file) {
  sp_doc *doc = &w->overlay[w->overlays];
  sp_status status = read_tree(w, file, "overlay", doc);
  if (status != SP_OK || !doc->root) return status;
  doc->overlay = true;
  w->overlays++;
  if (w->campaign.root) sp_overlay_change(&w->reading, &w->campaign, doc);
  return SP_OK;
}

/* ---- from texts */

static const sp_scenario_text *text_of(const sp_scenario_text *texts, size_t count, const char *role) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(texts[i].role, role) == 0) return &texts[i];
  return NULL;
}

static sp_status read_texts(whole *w, const sp_scenario_text *texts, size_t count, const sp_scenario_text *scenario) {
  const sp_scenario_text *map = text_of(texts, count, "theatre");
  sp_status status = read_tree(w, &(file_text){scenario->label, scenario->text, scenario->length}, "scenario", &w->campaign);
  for (size_t i = 0; i < count && status == SP_OK; i++) {
    if (strcmp(texts[i].role, "overlay") != 0) continue;
    if (w->overlays == SP_OVERLAYS_MAX) return SP_LIMIT;
    status = read_overlay(w, &(file_text){texts[i].label, texts[i].text, texts[i].length});
  }
  if (status == SP_OK && map) status = read_theatre(w, &(file_text){map->label, map->text, map->length});
  if (status == SP_OK && !map) sp_io_complain(&w->reading, (sp_where){.file = scenario->label}, "io.no_map", NULL);
  if (status != SP_OK) return status;
  read_campaign(w, scenario->label);
  match_theatre(w);
  return SP_OK;
}

sp_status sp_read_scenario_texts(const sp_scenario_text *texts, size_t count, sp_faults *faults, sp_scenario **out) {
  *out = NULL;
  const sp_scenario_text *scenario = text_of(texts, count, "scenario");
  if (!scenario) return SP_BAD_INPUT;
  whole w;
  sp_status status = begin(&w, faults);
  if (status == SP_OK) status = read_texts(&w, texts, count, scenario);
  return finish(&w, status, out);
}

sp_status sp_read_scenario_text(const char *label, const char *text, size_t length, const char *theatre_text, size_t theatre_length,
                                const char *theatre_label, sp_faults *faults, sp_scenario **out) {
  const sp_scenario_text texts[] = {{"scenario", label, text, length}, {"theatre", theatre_label, theatre_text, theatre_length}};
  return sp_read_scenario_texts(texts, theatre_text ? 2 : 1, faults, out);
}

/* ---- from files */

/* The map the scenario names, found and read; a fault when there is none. */
static sp_status read_named_theatre(whole *w, const char *scenario_file, char path[SP_IO_FILE_MAX]) {
  const char *id = sp_schema_id(w->campaign.root, "theatre");
  if (!id) return SP_OK; /* the schema complains */
  sp_where where = sp_io_node_where(&w->reading, sp_doc_get(w->campaign.root, "theatre"));
  if (sp_io_find_theatre(&w->reading, where, scenario_file, id, path) != SP_OK) return SP_OK;
  file_text map;
  sp_status status = load_file(&w->reading, path, &map);
  if (status != SP_OK) return status == SP_IO ? SP_OK : status;
  status = read_theatre(w, &map);
  free((void *)map.text);
  return status;
}

/* The label of an overlay lives as long as the faults are being made. */
static sp_status read_named_overlay(whole *w, const char *scenario_file, const char *name) {
  char *path = sp_io_arena_alloc(w->reading.arena, SP_IO_FILE_MAX, 1);
  file_text file = {0};
  if (!path) return SP_NO_MEMORY;
  sp_status status = sp_io_find_overlay(&w->reading, (sp_where){0}, scenario_file, name, path);
  if (status != SP_OK) {
    w->reading.incomplete = true;
    return SP_OK; /* the scenario's own faults are told too */
  }
  status = load_file(&w->reading, path, &file);
  if (status == SP_OK) {
    char *text = sp_io_arena_copy(w->reading.arena, file.text, file.length); /* trees point into it */
    free((void *)file.text);
    file.text = text;
    if (!text) return SP_NO_MEMORY;
    status = read_overlay(w, &file);
    if (status == SP_OK && w->overlays > 0) sp_overlay_match_file(&w->reading, &w->overlay[w->overlays - 1], path);
  }
  return status == SP_IO ? SP_OK : status;
}

/* Comparisons with an overlay that is not there would never be made, and nobody told. */
static void match_comparisons(whole *w, const char *path) {
  const sp_doc_node *list = sp_doc_get(w->campaign.root, "expectations");
  char found[SP_IO_FILE_MAX];
  for (const sp_doc_node *entry = list && list->kind == SP_DOC_MAP ? list->first : NULL; entry; entry = entry->next) {
    const char *against = entry->kind == SP_DOC_MAP ? sp_schema_id(entry, "against") : NULL;
    if (against) (void)sp_io_find_overlay(&w->reading, sp_io_node_where(&w->reading, sp_doc_get(entry, "against")), path, against, found);
  }
}

static sp_status read_files(whole *w, const char *path, const file_text *campaign, const char *const *overlays, size_t count, char theatre_path[SP_IO_FILE_MAX]) {
  sp_status status = read_tree(w, campaign, "scenario", &w->campaign);
  if (status != SP_OK || !w->campaign.root) return status;
  for (size_t i = 0; i < count && status == SP_OK; i++) status = read_named_overlay(w, path, overlays[i]);
  if (status == SP_OK) status = read_named_theatre(w, path, theatre_path);
  if (status != SP_OK) return status;
  read_campaign(w, path);
  match_folder(w, path);
  match_theatre(w);
  match_comparisons(w, path);
  return SP_OK;
}

sp_status sp_read_scenario_with(const char *path_or_name, const char *const *overlays, size_t count, sp_faults *faults, sp_scenario **out) {
  *out = NULL;
  if (count > SP_OVERLAYS_MAX) return SP_LIMIT;
  whole w;
  char path[SP_IO_FILE_MAX], theatre_path[SP_IO_FILE_MAX]; /* outlive the faults' making: labels point at them */
  file_text campaign = {0};
  sp_status status = begin(&w, faults);
  if (status == SP_OK) status = sp_io_find_scenario(&w.reading, path_or_name, path);
  if (status == SP_OK) status = load_file(&w.reading, path, &campaign);
  if (status == SP_OK) status = read_files(&w, path, &campaign, overlays, count, theatre_path);
  status = finish(&w, status, out);
  free((void *)campaign.text);
  return status;
}

sp_status sp_read_scenario(const char *path_or_name, sp_faults *faults, sp_scenario **out) {
  return sp_read_scenario_with(path_or_name, NULL, 0, faults, out);
}
