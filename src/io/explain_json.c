/* explain_json.c - an explanation as one JSON object: every term by its name, nothing rounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[SP_TRACE_KIND_COUNT] = {
    [SP_TRACE_MARCH] = "pace", [SP_TRACE_BREAK] = "hazard", [SP_TRACE_CHASE] = "chase", [SP_TRACE_CHOICE] = "choice", [SP_TRACE_HOLD] = "hold",
    [SP_TRACE_CHASE_END] = "chase_end", [SP_TRACE_COLUMN] = "column", [SP_TRACE_MINUTES] = "minutes", [SP_TRACE_ORDER] = "order", [SP_TRACE_RIDE] = "ride",
    [SP_TRACE_STAFF] = "staff", [SP_TRACE_STRAGGLE] = "straggle", [SP_TRACE_CROSSING] = "crossing", [SP_TRACE_GIVE_UP] = "give_up", [SP_TRACE_RALLY] = "rally"};

static json_t *when(sp_minute minute) {
  char iso[SP_SAY];
  if (minute == 0) return json_null();
  sp_say_iso(minute, iso);
  return json_string(iso);
}

static json_t *key_of(sp_key key) {
  char text[20];
  if (key == 0) return json_null();
  snprintf(text, sizeof text, "%016" PRIx64, key);
  return json_string(text);
}

static json_t *body(const sp_explaining *e, sp_key key) {
  char en[SP_PHRASE] = "", zh[SP_PHRASE] = "";
  if (key == 0) return json_null();
  sp_world_name(e->world, key, SP_LANG_EN, en, sizeof en);
  sp_world_name(e->world, key, SP_LANG_ZH, zh, sizeof zh);
  return json_pack("{s:o,s:s,s:s}", "key", key_of(key), "name_en", en, "name_zh", zh);
}

static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *terms(const sp_trace *t) {
  json_t *all = json_object();
  for (int32_t n = 0; all && n < t->count; n++) json_object_set_new(all, t->term[n].name, real(t->term[n].value));
  return all;
}

static const char *word_for(const sp_trace *t) {
  if (t->kind == SP_TRACE_BREAK) return sp_word_for(SP_WORDS_BREAK_CAUSE, t->option);
  if (t->kind == SP_TRACE_CHASE_END) return sp_word_for(SP_WORDS_PURSUIT_END, t->option);
  return NULL;
}

/* What was kept of these kinds, as it was computed. */
static json_t *traces(const sp_explaining *e, sp_minute from, uint32_t wanted) {
  json_t *list = json_array();
  for (size_t n = 0; list && n < e->x->traces.count; n++) {
    const sp_trace *t = &e->x->traces.data[n];
    if (!(wanted >> t->kind & 1u) || t->minute <= from || t->minute > e->to) continue;
    json_t *row = json_pack("{s:o,s:s,s:o,s:o,s:i,s:b,s:o,s:o}", "time", when(t->minute), "kind", kinds[t->kind], "subject", body(e, t->subject), "object", body(e, t->object), "option", (int)t->option, "taken", (int)t->taken, "result", real(t->result), "terms", terms(t));
    if (row && word_for(t)) json_object_set_new(row, "word", json_string(word_for(t)));
    json_array_append_new(list, row);
  }
  return list;
}

static json_t *ledger(const sp_explaining *e, const sp_ledger *l) {
  json_t *lines = json_array();
  for (size_t n = 0; lines && n < l->count; n++) json_array_append_new(lines, json_pack("{s:s,s:o,s:o}", "cause", l->line[n].cause, "whom", body(e, l->line[n].whom), "minutes", real(l->line[n].minutes)));
  return json_pack("{s:o,s:o,s:o}", "minutes", real(l->minutes), "metres", real(l->metres), "lines", lines);
}

static json_t *state(const sp_explaining *e) {
  const sp_explained_state *s = &e->state;
  return json_pack("{s:b,s:s,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:s,s:s,s:s}", "alive", (int)s->alive, "does", s->does, "men", (int)s->men, "whom", body(e, s->whom), "since", when(s->since),
                   "extent_m", real(s->extent_m), "speed_m_min", real(s->speed_m_min), "fatigue", real(s->fatigue), "order", real(s->order), "where_en", s->where[SP_LANG_EN], "where_zh", s->where[SP_LANG_ZH],
                   "goal_en", s->goal[SP_LANG_EN], "goal_zh", s->goal[SP_LANG_ZH]);
}

static json_t *paper(const sp_explaining *e, const sp_logged_message *m) {
  static const char *const fates[] = {"under_way", "heard", "acted", "caught", "lost"};
  const sp_message_facts *f = &m->facts;
  sp_ledger l;
  sp_ledger_of_paper(e->x, m, e->to, &l);
  const char *kind = sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind);
  return json_pack("{s:s,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:s,s:s,s:s,s:o}", "kind", kind ? kind : "word", "from", body(e, f->from), "to", body(e, f->to), "signal", (int)f->signal, "sent", when(f->sent),
                   "delivered", when(f->delivered), "acted", when(f->acted), "ended", when(f->ended), "fate", fates[f->fate], "text_en", sp_story_text(e->x->story, m->text[SP_LANG_EN]),
                   "text_zh", sp_story_text(e->x->story, m->text[SP_LANG_ZH]), "minutes", ledger(e, &l));
}

static json_t *papers(const sp_explaining *e, sp_minute from) {
  json_t *list = json_array();
  for (size_t n = 0; list && n < e->x->story->messages.count; n++) {
    const sp_message_facts *f = &e->x->story->messages.data[n].facts;
    if ((f->to != e->x->unit && f->from != e->x->unit) || f->to == f->from || f->sent <= from || f->sent > e->to) continue;
    json_array_append_new(list, paper(e, &e->x->story->messages.data[n]));
  }
  return list;
}

static json_t *order(const sp_explaining *e) {
  if (e->order.given < 0) return json_null();
  const sp_logged_event *g = &e->x->story->events.data[e->order.given];
  json_t *o = json_pack("{s:o,s:o,s:s,s:s}", "by", body(e, g->e.subject), "given", when(g->e.minute), "text_en", sp_story_text(e->x->story, g->text[SP_LANG_EN]), "text_zh", sp_story_text(e->x->story, g->text[SP_LANG_ZH]));
  if (o && e->order.message >= 0) json_object_set_new(o, "paper", paper(e, &e->x->story->messages.data[e->order.message]));
  return o;
}

static json_t *beliefs(const sp_explaining *e) {
  sp_explained_belief b[SP_BELIEFS_MAX];
  size_t count = sp_explain_beliefs(e->x, e->world, b);
  json_t *list = json_array();
  for (size_t n = 0; list && n < count; n++) {
    json_t *row = json_pack("{s:o,s:o,s:b,s:o,s:i,s:s,s:s}", "holder", body(e, b[n].holder), "body", body(e, b[n].body), "friendly", (int)b[n].friendly, "seen", when(b[n].seen), "men", (int)b[n].men, "believed_en", b[n].believed[SP_LANG_EN], "truly_en", b[n].truly[SP_LANG_EN]);
    if (row && b[n].true_men >= 0) json_object_set_new(row, "true_men", json_integer(b[n].true_men)), json_object_set_new(row, "off_m", real(b[n].off_m));
    json_array_append_new(list, row);
  }
  return list;
}

sp_status sp_explain_json(const sp_explaining *e, FILE *file) {
  sp_why why = e->o->why;
  sp_minute from = e->from ? e->from : e->order.from, wide = e->from ? e->from : e->to - 1440;
  bool any = why == SP_WHY_ANY;
  json_t *all = json_pack("{s:o,s:o,s:o,s:s,s:o,s:o}", "unit", body(e, e->x->unit), "at", when(e->to), "from", when(from), "why", sp_why_name(why), "state", state(e), "order", order(e));
  if (all && (any || why == SP_WHY_LATE)) {
    sp_ledger l;
    sp_ledger_of_march(e->x, from, e->to, &l);
    json_object_set_new(all, "time", ledger(e, &l));
    json_object_set_new(all, "march", traces(e, from, 1u << SP_TRACE_MARCH | 1u << SP_TRACE_COLUMN | 1u << SP_TRACE_CROSSING | 1u << SP_TRACE_STRAGGLE));
    json_object_set_new(all, "beliefs", beliefs(e));
  }
  if (all && (any || why == SP_WHY_MESSAGE)) json_object_set_new(all, "papers", papers(e, wide));
  if (all && (any || why == SP_WHY_BROKEN)) json_object_set_new(all, "heart", traces(e, wide, 1u << SP_TRACE_BREAK | 1u << SP_TRACE_HOLD | 1u << SP_TRACE_RALLY | 1u << SP_TRACE_GIVE_UP));
  if (all && (any || why == SP_WHY_NOT_PURSUING)) json_object_set_new(all, "chase", traces(e, wide, 1u << SP_TRACE_CHASE | 1u << SP_TRACE_CHASE_END));
  if (all && (any || why == SP_WHY_DECISION)) json_object_set_new(all, "choices", traces(e, wide, 1u << SP_TRACE_CHOICE));
  char *text = all ? json_dumps(all, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) : NULL;
  sp_status status = !text ? SP_NO_MEMORY : fprintf(file, "%s\n", text) < 0 ? SP_IO : SP_OK;
  free(text);
  json_decref(all);
  return status;
}
