/* export_jsonl.c - the events, one JSON object a line.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/prose.h"
#include "io/run_log.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *both(const sp_story *log, const sp_text_ref ref[SP_LANG_COUNT]) {
  json_t *o = json_object();
  json_object_set_new(o, "en", json_string(sp_story_text(log, ref[SP_LANG_EN])));
  json_object_set_new(o, "zh", json_string(sp_story_text(log, ref[SP_LANG_ZH])));
  return o;
}

static json_t *party(const sp_story *log, sp_key key) {
  char id[24];
  if (key == 0) return json_null();
  const sp_logged_name *name = sp_story_name_of(log, key);
  json_t *o = name ? both(log, name->name) : json_object();
  snprintf(id, sizeof id, "%016llx", (unsigned long long)key); /* 64 bits do not fit a JSON number */
  json_object_set_new(o, "key", json_string(id));
  return o;
}

static void put_place(json_t *line, const sp_story *log, const sp_world *world, const sp_logged_event *event) {
  const sp_event *e = &event->e;
  bool placed = e->node >= 0 || e->x_m < 0 || e->x_m > 0 || e->y_m < 0 || e->y_m > 0;
  if (event->place[0]) json_object_set_new(line, "place", both(log, event->place));
  if (!placed) return;
  if (event->where[0]) json_object_set_new(line, "where", both(log, event->where));
  json_object_set_new(line, "x_m", json_real(e->x_m));
  json_object_set_new(line, "y_m", json_real(e->y_m));
  if (!world) return;
  sp_point at = sp_world_point(world, e->x_m, e->y_m);
  json_object_set_new(line, "lat", json_real(at.lat_deg));
  json_object_set_new(line, "lon", json_real(at.lon_deg));
}

static json_t *line_of(const sp_story *log, const sp_world *world, const sp_logged_event *event) {
  const sp_event *e = &event->e;
  char time[SP_SAY];
  sp_say_iso(e->minute, time);
  json_t *line = json_object();
  json_object_set_new(line, "minute", json_integer(e->minute));
  json_object_set_new(line, "time", json_string(time));
  json_object_set_new(line, "type", json_string(sp_event_name((sp_event_type)e->type)));
  json_object_set_new(line, "level", json_integer(e->level));
  if (e->side >= 0 && log->model) json_object_set_new(line, "side", json_string(sp_model_id(log->model, SP_ENTITY_SIDE, e->side)));
  json_object_set_new(line, "subject", party(log, e->subject));
  json_object_set_new(line, "object", party(log, e->object));
  json_object_set_new(line, "a", json_integer(e->a));
  json_object_set_new(line, "b", json_integer(e->b));
  json_object_set_new(line, "c", json_integer(e->c));
  json_object_set_new(line, "value", json_real(e->value));
  put_place(line, log, world, event);
  if (event->text[0]) json_object_set_new(line, "order", both(log, event->text));
  if (event->goal[0]) json_object_set_new(line, "goal", both(log, event->goal));
  if (event->message >= 0) json_object_set_new(line, "message", json_integer(event->message));
  return line;
}

sp_status sp_write_events_jsonl(FILE *file, const sp_story *log, const sp_world *world) {
  if (!file || !log) return SP_BAD_INPUT;
  for (size_t i = 0; i < log->events.count; i++) {
    json_t *line = line_of(log, world, &log->events.data[i]);
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    if (!text) return SP_NO_MEMORY;
    size_t length = strlen(text);
    bool written = fwrite(text, 1, length, file) == length && fputc('\n', file) != EOF;
    free(text);
    if (!written) return SP_IO;
  }
  return SP_OK;
}
