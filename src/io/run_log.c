/* run_log.c - keeps what a world said while it was stepped: names, papers, events.
 *
 * Names and orders are put into words at once, because rows are freed and used again: at the end of a war nobody
 * could say any more what a detachment long merged was called.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/run_log.h"

#include <stdlib.h>
#include <string.h>

typedef SP_LOG_LIST(char) any_list;

bool sp_story_grow(void *list, size_t size) {
  any_list *l = list;
  if (l->count < l->capacity) return true;
  size_t capacity = l->capacity ? l->capacity * 2 : 64;
  if (capacity > SIZE_MAX / 2 / size) return false;
  char *data = realloc(l->data, capacity * size);
  if (!data) return false;
  l->data = data;
  l->capacity = capacity;
  return true;
}

sp_story *sp_story_create(const sp_model *model) {
  sp_story *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  log->model = model;
  if (!sp_story_grow(&log->texts, 1)) {
    free(log);
    return NULL;
  }
  log->texts.data[log->texts.count++] = 0;
  return log;
}

void sp_story_destroy(sp_story *log) {
  if (!log) return;
  free(log->events.data);
  free(log->names.data);
  free(log->messages.data);
  free(log->row_message.data);
  free(log->sky.data);
  free(log->forces.data);
  free(log->texts.data);
  free(log->slots.data);
  free(log);
}

sp_text_ref sp_story_keep(sp_story *log, const char *text) {
  if (!text || !*text) return 0;
  size_t length = strlen(text) + 1;
  if (log->texts.count + length > INT32_MAX) return -1;
  if (log->texts.count + length > log->texts.capacity) {
    size_t capacity = log->texts.capacity * 2;
    while (capacity < log->texts.count + length) capacity *= 2;
    char *data = realloc(log->texts.data, capacity);
    if (!data) return -1;
    log->texts.data = data;
    log->texts.capacity = capacity;
  }
  sp_text_ref ref = (sp_text_ref)log->texts.count;
  memcpy(log->texts.data + ref, text, length);
  log->texts.count += length;
  return ref;
}

const char *sp_story_text(const sp_story *log, sp_text_ref ref) {
  return ref > 0 && (size_t)ref < log->texts.count ? log->texts.data + ref : "";
}

/* ---- names */

static size_t slot_of(const sp_story *log, sp_key key) {
  size_t mask = log->slots.count - 1, at = (size_t)(key * 0x9E3779B97F4A7C15U >> 32) & mask;
  while (log->slots.data[at] != 0 && log->names.data[log->slots.data[at] - 1].key != key) at = (at + 1) & mask;
  return at;
}

static bool widen_slots(sp_story *log) {
  if (log->slots.count >= 2 * (log->names.count + 1)) return true;
  size_t count = log->slots.count ? log->slots.count * 2 : 256;
  int32_t *data = calloc(count, sizeof *data);
  if (!data) return false;
  free(log->slots.data);
  log->slots.data = data;
  log->slots.count = log->slots.capacity = count;
  for (size_t i = 0; i < log->names.count; i++) data[slot_of(log, log->names.data[i].key)] = (int32_t)i + 1;
  return true;
}

const sp_logged_name *sp_story_name_of(const sp_story *log, sp_key key) {
  if (key == 0 || log->slots.count == 0) return NULL;
  int32_t found = log->slots.data[slot_of(log, key)];
  return found ? &log->names.data[found - 1] : NULL;
}

sp_logged_name *sp_story_name_row(sp_story *log, sp_key key, bool *made) {
  *made = false;
  if (!widen_slots(log) || !sp_story_grow(&log->names, sizeof *log->names.data)) return NULL;
  size_t slot = slot_of(log, key);
  if (log->slots.data[slot]) return &log->names.data[log->slots.data[slot] - 1];
  *made = true;
  log->slots.data[slot] = (int32_t)log->names.count + 1;
  sp_logged_name *name = &log->names.data[log->names.count++];
  *name = (sp_logged_name){.key = key, .side = -1};
  return name;
}

/* ---- events and papers */

int64_t sp_story_append(sp_story *log, const sp_event *event) {
  if (!sp_story_grow(&log->events, sizeof *log->events.data)) return -1;
  log->events.data[log->events.count] = (sp_logged_event){.e = *event, .message = -1, .arm = -1};
  return (int64_t)log->events.count++;
}

int64_t sp_story_append_message(sp_story *log, const sp_message_facts *facts) {
  if (!sp_story_grow(&log->messages, sizeof *log->messages.data)) return -1;
  log->messages.data[log->messages.count] = (sp_logged_message){.facts = *facts, .row = -1};
  return (int64_t)log->messages.count++;
}

static void first(sp_minute *slot, sp_minute minute) {
  if (*slot == 0) *slot = minute;
}

void sp_story_book(sp_story *log, sp_logged_event *event) {
  if (event->message < 0 || (size_t)event->message >= log->messages.count) return;
  sp_logged_message *message = &log->messages.data[event->message];
  sp_message_facts *f = &message->facts;
  sp_minute at = event->e.minute;
  switch ((sp_event_type)event->e.type) {
  case SP_EVENT_RIDER_LEAVES: first(&f->sent, at); break;
  case SP_EVENT_SIGNAL:
    f->signal = true;
    first(&f->sent, at);
    break;
  case SP_EVENT_RIDER_AT_TAIL: first(&f->tail, at); break;
  case SP_EVENT_RIDER_AT_MIDDLE: first(&f->middle, at); break;
  case SP_EVENT_RIDER_AT_HEAD: first(&f->head, at); break;
  case SP_EVENT_DELIVERED:
    first(&f->delivered, at);
    if (f->fate == SP_WORD_UNDER_WAY) f->fate = SP_WORD_HEARD;
    break;
  case SP_EVENT_ACTED:
    first(&f->acted, at);
    if (f->fate != SP_WORD_CAUGHT) f->fate = SP_WORD_ACTED;
    break;
  case SP_EVENT_RIDER_CAUGHT: /* on his way home the paper is already where it should be */
    if (f->delivered == 0) f->fate = SP_WORD_CAUGHT;
    f->taken_by = event->e.object;
    first(&f->ended, at);
    break;
  case SP_EVENT_RIDER_LOST:
    if (f->delivered == 0) f->fate = SP_WORD_LOST;
    first(&f->ended, at);
    break;
  case SP_EVENT_RIDER_BACK: first(&f->ended, at); break;
  default: break;
  }
}

/* ---- reading back */

const sp_event *sp_story_event(const sp_story *log, size_t index) {
  return log && index < log->events.count ? &log->events.data[index].e : NULL;
}

size_t sp_story_message_count(const sp_story *log) { return log ? log->messages.count : 0; }

sp_status sp_story_message(const sp_story *log, size_t index, sp_message_facts *out) {
  if (!log || index >= log->messages.count) return SP_NOT_FOUND;
  *out = log->messages.data[index].facts;
  return SP_OK;
}
