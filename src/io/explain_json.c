/* explain_json.c - an explanation as one JSON object: every term by its name, nothing rounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"
#include "shapan/supply.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[SP_TRACE_KIND_COUNT] = {
    [SP_TRACE_MARCH] = "pace", [SP_TRACE_BREAK] = "hazard", [SP_TRACE_CHASE] = "chase", [SP_TRACE_CHOICE] = "choice", [SP_TRACE_HOLD] = "hold",
    [SP_TRACE_CHASE_END] = "chase_end", [SP_TRACE_COLUMN] = "column", [SP_TRACE_MINUTES] = "minutes", [SP_TRACE_ORDER] = "order", [SP_TRACE_RIDE] = "ride",
    [SP_TRACE_STAFF] = "staff", [SP_TRACE_STRAGGLE] = "straggle", [SP_TRACE_CROSSING] = "crossing", [SP_TRACE_GIVE_UP] = "give_up", [SP_TRACE_RALLY] = "rally",
    [SP_TRACE_TALK] = "captives", [SP_TRACE_PROMISE] = "promise", [SP_TRACE_NEWS] = "news", [SP_TRACE_OVERTAKE] = "overtake"};

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
  if (t->kind == SP_TRACE_TALK) return sp_word_for(SP_WORDS_CHIEF_SAID, t->option);
  if (t->kind == SP_TRACE_PROMISE) return sp_word_for(SP_WORDS_PROMISE, t->option);
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

/* ---- bread, powder, wounded, spades, walls, boats: what supply.h reckons */

static void put_real(json_t *to, const char *name, double value) { json_object_set_new(to, name, real(value)); }
static void put_int(json_t *to, const char *name, int64_t value) { json_object_set_new(to, name, json_integer(value)); }

static json_t *bread(const sp_explaining *e) {
  sp_bread_state b;
  json_t *o = sp_world_bread(e->world, e->x->unit, &b) == SP_OK ? json_object() : NULL;
  if (!o) return json_null();
  json_object_set_new(o, "eats", json_boolean(b.eats));
  put_int(o, "men_g_d", b.men_g_d), put_int(o, "patients_g_d", b.patients_g_d), put_int(o, "captives_g_d", b.captives_g_d), put_int(o, "beasts_g_d", b.beasts_g_d);
  put_int(o, "grain_g", b.grain_g), put_int(o, "room_g", b.room_g), put_real(o, "days", b.days), put_real(o, "withheld", b.withheld), put_real(o, "meat_rations", b.meat);
  put_real(o, "missed", b.missed), put_real(o, "missed_beasts", b.missed_beasts), put_real(o, "weak", b.weak);
  json_object_set_new(o, "store", body(e, b.depot)), put_int(o, "store_g", b.depot_g), json_object_set_new(o, "nearest", body(e, b.nearest)), put_real(o, "nearest_m", b.nearest_m), put_int(o, "nearest_g", b.nearest_g);
  json_object_set_new(o, "convoy", body(e, sp_world_convoy_for(e->world, e->x->unit)));
  put_real(o, "pace", b.pace), put_real(o, "slack", b.slack), put_real(o, "straggle", b.straggle);
  return o;
}

static json_t *powder(const sp_explaining *e) {
  sp_powder_state m;
  json_t *o = sp_world_powder(e->world, e->x->unit, &m) == SP_OK ? json_object() : NULL;
  if (!o) return json_null();
  json_object_set_new(o, "told", json_boolean(m.told)), json_object_set_new(o, "fights", json_boolean(m.fights));
  put_real(o, "hand_guns", m.hand_guns), put_real(o, "bows", m.bows), put_real(o, "guns", m.guns), put_real(o, "rounds", m.rounds), put_real(o, "arrows", m.arrows), put_real(o, "shot", m.shot);
  put_real(o, "strength", m.strength), put_int(o, "grenades", m.grenades), put_int(o, "smoke_pots", m.smoke_pots), put_int(o, "full_g", m.full_g), put_int(o, "wanting_g", m.wanting_g), put_int(o, "train_g", m.train_g);
  json_object_set_new(o, "magazine", body(e, m.magazine)), put_int(o, "magazine_g", m.magazine_g);
  put_real(o, "range_m", m.range_m), put_real(o, "rain", m.rain), put_real(o, "smoke", m.smoke), put_real(o, "dark", m.dark), put_real(o, "lot", m.lot), put_real(o, "smoke_share", m.smoke_share);
  return o;
}

static json_t *patients(const sp_explaining *e) {
  sp_patients_state p;
  if (sp_world_patients(e->world, e->x->unit, &p) != SP_OK) return json_null();
  return json_pack("{s:i,s:i,s:i,s:o,s:o,s:i,s:i}", "light", (int)p.light, "serious", (int)p.serious, "sick", (int)p.sick, "to_carry", real(p.to_carry), "places", real(p.places), "carts", (int)p.carts, "led", (int)p.led);
}

static json_t *spades(const sp_explaining *e) {
  sp_spades_state s;
  if (sp_world_spades(e->world, e->x->unit, &s) != SP_OK) return json_null();
  return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "stands", sp_dig_bar_name(s.bar), "front_m", real(s.front_m), "depth_m", real(s.depth_m), "wanted_m", real(s.wanted_m), "moved_m3", real(s.moved_m3), "left_m3", real(s.left_m3),
                   "palisade", real(s.palisade), "diggers", real(s.diggers), "m3_h", real(s.m3_h), "man_h_left", real(s.man_h_left), "frost", real(s.frost), "rain", real(s.rain), "mud", real(s.mud), "dark", real(s.dark), "weary", real(s.weary), "pauses", real(s.pauses));
}

static json_t *storm(const sp_explaining *e) {
  sp_storm_state s;
  if (sp_world_storm(e->world, e->x->unit, &s) != SP_OK) return json_null();
  return json_pack("{s:b,s:i,s:o,s:o,s:o,s:o,s:o,s:b,s:b,s:o,s:b,s:o,s:o,s:o,s:o}", "behind", (int)s.behind, "phase", (int)s.phase, "since", when(s.since), "breach_m", real(s.breach_m), "enough_m", real(s.enough_m), "heavy_guns", real(s.heavy_guns), "rounds", real(s.rounds),
                   "waits", (int)s.waits, "invests", (int)s.invests, "ring", real(s.ring), "daylight", (int)s.daylight, "gap_m", s.gap_m >= 0.0 ? real(s.gap_m) : json_null(), "cover", real(s.cover), "ditch", real(s.ditch), "climb", real(s.climb));
}

static json_t *sea(const sp_explaining *e) {
  sp_sea_state s;
  if (sp_world_sea(e->world, e->x->unit, &s) != SP_OK) return json_null();
  return json_pack("{s:s,s:i,s:i,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "stands", sp_sea_bar_name(s.bar), "boats", (int)s.boats, "rafts", (int)s.rafts, "rafts_wanted", (int)s.rafts_wanted, "room_men", real(s.room), "cargo_men", real(s.wanted), "work_left_min", real(s.work_left_min),
                   "raft_man_h_left", real(s.raft_man_h_left), "wind_m_s", real(s.wind_m_s), "most_m_s", real(s.most_m_s), "way_m", real(s.way_m), "lane_m", real(s.lane_m));
}

static void put_supply(const sp_explaining *e, json_t *all) {
  static const struct { sp_why why; const char *name; json_t *(*of)(const sp_explaining *); } parts[] = {
      {SP_WHY_BREAD, "bread", bread}, {SP_WHY_POWDER, "powder", powder}, {SP_WHY_WOUNDED, "patients", patients}, {SP_WHY_DIGGING, "spades", spades}, {SP_WHY_ASSAULT, "storm", storm}, {SP_WHY_BOATS, "sea", sea}};
  for (size_t n = 0; n < sizeof parts / sizeof *parts; n++)
    if (e->o->why == SP_WHY_ANY || e->o->why == parts[n].why) json_object_set_new(all, parts[n].name, parts[n].of(e));
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
  if (all && (any || why == SP_WHY_NOT_PURSUING)) json_object_set_new(all, "chase", traces(e, wide, 1u << SP_TRACE_CHASE | 1u << SP_TRACE_CHASE_END | 1u << SP_TRACE_OVERTAKE));
  if (all && (any || why == SP_WHY_DECISION)) json_object_set_new(all, "choices", traces(e, wide, 1u << SP_TRACE_CHOICE | 1u << SP_TRACE_TALK | 1u << SP_TRACE_PROMISE | 1u << SP_TRACE_NEWS));
  if (all) put_supply(e, all);
  char *text = all ? json_dumps(all, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) : NULL;
  sp_status status = !text ? SP_NO_MEMORY : fprintf(file, "%s\n", text) < 0 ? SP_IO : SP_OK;
  free(text);
  json_decref(all);
  return status;
}
