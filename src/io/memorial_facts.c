/* memorial_facts.c - what the author of a memorial knows: his own men's doings at once, all others' when a paper that left them
 * afterwards has come to him, by whatever hands. SPDX-License-Identifier: Apache-2.0 */
#include "io/memorial.h"

#include <stdlib.h>
#include <string.h>

int32_t sp_memorial_row(const sp_memorial *m, sp_key formation) {
  sp_field_view key = sp_field_of(m->world, "formation", "key");
  for (int32_t row = 0; row < key.rows; row++)
    if ((sp_key)sp_field_int(&key, row, 0) == formation) return row;
  return -1;
}

int64_t sp_memorial_men(const sp_memorial *m, int32_t row) {
  static const char *const parts[3] = {"foot", "mounted", "followers"};
  int64_t sum = 0;
  for (int i = 0; i < 3; i++) {
    sp_field_view view = sp_field_of(m->world, "formation", parts[i]);
    sum += row < view.rows ? sp_field_int(&view, row, 0) : 0;
  }
  return sum;
}

/* ---- for whom he answers: himself, those under him, those detached from them or gone over to them. */
static void mark_command(sp_memorial *m) {
  sp_field_view superior = sp_field_of(m->world, "hq", "superior"), side = sp_field_of(m->world, "formation", "side"), joined = sp_field_of(m->world, "formation", "joined"), alive = sp_field_of(m->world, "formation", "alive");
  bool top = sp_field_int(&superior, m->row, 0) < 0;
  m->whole = true;
  for (int32_t row = 0; row < m->rows; row++) {
    if (sp_field_int(&side, row, 0) != m->side) continue;
    int32_t at = row;
    for (int32_t steps = 0; at >= 0 && at != m->row && steps <= m->rows; steps++) {
      int64_t next = sp_field_int(&alive, at, 0) ? -1 : sp_field_int(&joined, at, 0);
      at = (int32_t)(next >= 0 ? next : sp_field_int(&superior, at, 0));
    }
    m->under[row] = at == m->row || top;
    m->whole = m->whole && m->under[row];
  }
}

/* ---- when he knew */

typedef struct letter { sp_minute sent, delivered; int32_t from, to; } letter;

static int by_sending(const void *left, const void *right) {
  const letter *a = left, *b = right;
  if (a->sent != b->sent) return a->sent < b->sent ? -1 : 1;
  if (a->delivered != b->delivered) return a->delivered < b->delivered ? -1 : 1;
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return (a->to > b->to) - (a->to < b->to);
}

static letter *letters_of(const sp_memorial *m, size_t *count) {
  letter *list = calloc(m->log->messages.count + 1, sizeof *list);
  *count = 0;
  for (size_t i = 0; list && i < m->log->messages.count; i++) {
    const sp_message_facts *f = &m->log->messages.data[i].facts;
    if (f->delivered == 0 || f->from == f->to) continue;
    letter l = {f->sent, f->delivered, sp_memorial_row(m, f->from), sp_memorial_row(m, f->to)};
    if (l.from >= 0 && l.to >= 0) list[(*count)++] = l;
  }
  if (list) qsort(list, *count, sizeof *list, by_sending); /* equal ones are equal in all */
  return list;
}

/* When news that body `row` has at `minute` is with the author; 0: it is not. `heard` is room for one minute to each row. */
static sp_minute arrival(const sp_memorial *m, const letter *list, size_t count, int32_t row, sp_minute minute, sp_minute *heard) {
  if (row == m->row) return minute;
  memset(heard, 0, sizeof *heard * (size_t)m->rows);
  heard[row] = minute;
  for (size_t i = 0; i < count; i++) {
    if (list[i].sent < minute || !heard[list[i].from] || heard[list[i].from] > list[i].sent) continue;
    if (!heard[list[i].to] || list[i].delivered < heard[list[i].to]) heard[list[i].to] = list[i].delivered;
  }
  return heard[m->row];
}

/* Events of which he may write, by whose body they become known: -1 nobody's. */
static int32_t witness_of(const sp_memorial *m, const sp_event *e) {
  int32_t subject = sp_memorial_row(m, e->subject), object = e->object ? sp_memorial_row(m, e->object) : -1;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_BATTLE_BEGINS:
  case SP_EVENT_BATTLE_ENDS:
  case SP_EVENT_BREAKS:
  case SP_EVENT_GUNS_LOST: return subject >= 0 && m->under[subject] ? subject : object >= 0 && m->under[object] ? object : -1;
  case SP_EVENT_BREAKS_OFF:
  case SP_EVENT_CATCHES:
  case SP_EVENT_SWEEPS:
  case SP_EVENT_PLACE_TAKEN:
  case SP_EVENT_LEADER_FALLS:
  case SP_EVENT_LEADER_FLEES:
  case SP_EVENT_COMPLAINS:
  case SP_EVENT_PETITIONS:
  case SP_EVENT_COURT_ANSWERS:
  case SP_EVENT_PROMISED:
  case SP_EVENT_CAPTIVES_TALK:
  case SP_EVENT_HEAD_ARRIVES: return subject >= 0 && m->under[subject] ? subject : -1;
  default: return -1;
  }
}

static sp_status date_knowledge(sp_memorial *m) {
  size_t count = 0;
  letter *list = letters_of(m, &count);
  sp_minute *heard = calloc((size_t)m->rows + 1, sizeof *heard);
  for (size_t i = 0; list && heard && i < m->log->events.count; i++) {
    const sp_event *e = &m->log->events.data[i].e;
    int32_t row = witness_of(m, e);
    if (row >= 0) m->known[i] = arrival(m, list, count, row, e->minute, heard);
  }
  sp_status status = list && heard ? SP_OK : SP_NO_MEMORY;
  free(list);
  free(heard);
  return status;
}

/* ---- deeds */

static void add_deed(sp_memorial *m, const sp_event *e, bool heard) {
  sp_field_view contingent = sp_field_of(m->world, "formation", "contingent");
  int32_t row = sp_memorial_row(m, e->subject), of = row >= 0 ? (int32_t)sp_field_int(&contingent, row, 0) : -1;
  sp_deeds *both[2] = {of >= 0 && of < m->contingents ? &m->by_contingent[of] : NULL, row >= 0 ? &m->by_body[row] : NULL};
  for (int i = 0; i < 2; i++) {
    if (!both[i]) continue;
    both[i]->all_cut += e->a;
    both[i]->all_taken += e->b;
    if (heard) both[i]->cut += e->a, both[i]->taken += e->b;
  }
}

static void count_deeds(sp_memorial *m) {
  sp_field_view heads = sp_field_of(m->world, "combat", "heads"), cut = sp_field_of(m->world, "repute", "cut_down"), guns = sp_field_of(m->world, "repute", "guns"), colours = sp_field_of(m->world, "repute", "colours_due"),
                places = sp_field_of(m->world, "repute", "places"), contingent = sp_field_of(m->world, "formation", "contingent");
  int64_t claimed = 0, truly = 0;
  for (int32_t row = 0; row < m->rows; row++) {
    int32_t of = (int32_t)sp_field_int(&contingent, row, 0);
    m->by_body[row].of = row;
    if (!m->under[row]) continue;
    claimed += sp_field_int(&heads, row, 0);
    truly += sp_field_int(&cut, row, 0);
    sp_deeds *both[2] = {of >= 0 && of < m->contingents ? &m->by_contingent[of] : NULL, &m->by_body[row]};
    for (int i = 0; i < 2; i++) {
      if (!both[i]) continue;
      both[i]->guns += sp_field_int(&guns, row, 0);
      both[i]->colours += (int64_t)sp_field_real(&colours, row, 0);
      both[i]->places += sp_field_int(&places, row, 0);
    }
  }
  for (int32_t c = 0; c < m->contingents; c++) m->by_contingent[c].of = c;
  m->claim = truly > 0 ? (double)claimed / (double)truly : 0.0;
  for (size_t i = 0; i < m->log->events.count; i++) {
    const sp_event *e = &m->log->events.data[i].e;
    bool deed = e->type == SP_EVENT_CATCHES || e->type == SP_EVENT_SWEEPS;
    if (deed && witness_of(m, e) >= 0) add_deed(m, e, m->known[i] > 0);
    if (e->type == SP_EVENT_BREAKS && m->known[i] > 0) {
      int32_t row = sp_memorial_row(m, e->subject);
      (*(row >= 0 && m->under[row] ? &m->broken : &m->broke))++;
    }
    bool own = e->type == SP_EVENT_LEADER_FLEES && e->a >= 0 && e->a == m->person;
    if (own) m->fled = true;
  }
}

sp_status sp_memorial_learn(sp_memorial *m) {
  m->rows = sp_field_of(m->world, "formation", "key").rows;
  m->contingents = sp_model_count(m->model, SP_ENTITY_CONTINGENT);
  m->under = calloc((size_t)m->rows + 1, sizeof *m->under);
  m->known = calloc(m->log->events.count + 1, sizeof *m->known);
  m->by_contingent = calloc((size_t)m->contingents + 1, sizeof *m->by_contingent);
  m->by_body = calloc((size_t)m->rows + 1, sizeof *m->by_body);
  if (!m->under || !m->known || !m->by_contingent || !m->by_body) return SP_NO_MEMORY;
  mark_command(m);
  sp_status status = date_knowledge(m);
  if (status == SP_OK) count_deeds(m);
  return status;
}

void sp_memorial_figure(sp_memorial *m, const char *what, int64_t stated, int64_t truly, const char *source, char out[SP_SAY * 2]) {
  char number[SP_SAY], mark[SP_SAY] = "";
  sp_say_count(m->lang, stated, number);
  if (m->figures < SP_FIGURES_MAX) {
    sp_figure *f = &m->figure[m->figures++];
    snprintf(f->what, sizeof f->what, "%.*s", (int)sizeof f->what - 1, what);
    f->stated = stated;
    f->truly = truly;
    f->source = source;
    if (m->audit) snprintf(mark, sizeof mark, m->lang == SP_LANG_ZH ? "〔%zu〕" : " [%zu]", m->figures);
  }
  snprintf(out, SP_SAY * 2, "%s%s", number, mark);
}
