/* explain_march.c - what it is about and by whose order, how fast it goes, where the time went, who knew what.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"
#include "io/table_out.h"

#include <math.h>
#include <string.h>

enum { BELIEFS_TOLD = 8, PAPERS_TOLD = 12 };
#define RIGHT_M 300.0 /* so near, nobody marches wrong for it */

static void put_state(sp_explaining *e) {
  const sp_explained_state *s = &e->state;
  sp_lang lang = e->o->lang;
  char who[SP_PHRASE], whom[SP_PHRASE], men[SP_SAY], over[SP_SAY], length[SP_SAY], clock[SP_SAY], id[SP_STEM];
  sp_explain_who(e, e->x->unit, who);
  sp_explain_who(e, s->whom, whom);
  sp_say_digits(s->men, men);
  sp_say_digits((int64_t)floor(s->men * s->crossed_share + 0.5), over);
  sp_say_length(lang, s->extent_m, length);
  sp_explain_clock(e, s->since, clock);
  const char *args[] = {"who", who, "whom", whom, "men", men, "over", over, "length", length, "where", s->where[lang], "goal", s->goal[lang], "crossing", s->crossing[lang], "clock", clock, NULL};
  snprintf(id, sizeof id, "explain.does.%s%s", s->does, !s->alive && !s->since ? "_once" : "");
  sp_explain_say(e, id, args);
}

static bool named_chief(const sp_explaining *e, sp_key key) {
  const sp_logged_name *name = sp_story_name_of(e->x->story, key);
  return name && sp_story_text(e->x->story, name->chief[e->o->lang])[0];
}

static void put_order(sp_explaining *e) {
  const sp_explained_order *o = &e->order;
  if (o->given < 0) {
    sp_explain_say(e, "explain.order.none", NULL);
    return;
  }
  const sp_logged_event *given = &e->x->story->events.data[o->given];
  sp_lang lang = e->o->lang;
  char chief[SP_PHRASE], clock[SP_SAY], acted[SP_SAY], heard[SP_SAY], ride[SP_SAY], staff[SP_SAY], when[SP_SAY];
  sp_phrase_chief(&e->teller, given->e.subject, chief);
  sp_explain_clock(e, given->e.minute, clock);
  const sp_message_facts *f = o->message >= 0 ? &e->x->story->messages.data[o->message].facts : NULL;
  sp_explain_clock(e, f ? f->delivered : 0, heard);
  sp_explain_clock(e, f && f->acted ? f->acted : e->x->traces.data[o->trace].minute, acted);
  sp_say_duration(lang, f ? (double)(f->delivered - f->sent) : 0.0, ride);
  sp_say_duration(lang, f ? (double)(f->acted - f->delivered) : 0.0, staff);
  sp_minute start = (sp_minute)e->x->traces.data[o->trace].result;
  sp_explain_clock(e, start, when);
  const char *args[] = {"chief", chief, "clock", clock, "text", sp_story_text(e->x->story, given->text[lang]), "heard", heard, "acted", acted, "ride", ride, "staff", staff, "when", when, NULL};
  char since[SP_SAY];
  sp_explain_clock(e, o->from, since);
  const char *alone[] = {"when", since, NULL};
  if (o->alone) sp_explain_say(e, "explain.order.since", alone);
  bool own = given->e.subject == e->x->unit, rode = f && f->delivered && f->acted && !f->signal && !own;
  sp_explain_say(e, own ? named_chief(e, given->e.subject) ? "explain.order.own" : "explain.order.own_unnamed" : rode ? "explain.order.rode" : f && f->signal ? "explain.order.signal" : "explain.order.plain", args);
  if (f && f->acted && start > f->acted) sp_explain_say(e, "explain.order.hour", args);
}

/* ---- pace */

/* How much a factor takes away, in words: "halves it". */
static const char *how_slow(double f) {
  static const struct { double above; const char *word; } steps[] = {{1.02, "quicker"}, {0.98, "nothing"}, {0.93, "little"}, {0.85, "tenth"}, {0.71, "quarter"}, {0.58, "third"}, {0.42, "half"}, {0.29, "to_third"}, {0.0, "to_quarter"}};
  for (size_t n = 0; n < sizeof steps / sizeof *steps; n++) {
    if (f > steps[n].above) return steps[n].word;
  }
  return "to_quarter";
}

static void put_factor(sp_explaining *e, sp_table_out *table, const char *name, double f) {
  char label[SP_PHRASE], number[SP_SAY], text[SP_PHRASE], id[SP_STEM];
  sp_explain_term(e->o->lang, name, label);
  sp_say_fixed(f, 2, number);
  snprintf(text, sizeof text, "× %s", number);
  sp_table_cell(table, label);
  sp_table_cell(table, text);
  snprintf(id, sizeof id, "explain.slow.%s", how_slow(f));
  sp_text(e->o->lang, id, NULL, text, sizeof text);
  sp_table_cell(table, text);
}

static void put_m_min(sp_explaining *e, sp_table_out *table, const char *label, double m_min) {
  char number[SP_SAY], hour[SP_SAY], text[SP_PHRASE];
  bool zh = e->o->lang == SP_LANG_ZH; /* by the quarter and the double hour */
  if (zh) sp_say_length(e->o->lang, m_min * 15.0, number);
  else sp_say_fixed(m_min, 1, number);
  sp_say_length(e->o->lang, m_min * (zh ? 120.0 : 60.0), hour);
  sp_table_cell(table, label);
  const char *m[] = {"n", number, NULL}, *h[] = {"length", hour, NULL};
  sp_text(e->o->lang, "explain.m_min", m, text, sizeof text);
  sp_table_cell(table, text);
  sp_text(e->o->lang, "explain.an_hour", h, text, sizeof text);
  sp_table_cell(table, text);
}

/* The last pace it had, if that was since its order. */
static void put_pace(sp_explaining *e) {
  int64_t at = sp_explain_last(e->x, SP_TRACE_MARCH, e->to, INT64_MAX);
  if (at < 0 || e->x->traces.data[at].minute < (e->from ? e->from : e->order.from)) return;
  const sp_trace *t = &e->x->traces.data[at];
  char label[SP_PHRASE], arm[SP_PHRASE], clock[SP_SAY];
  sp_explain_clock(e, t->minute, clock);
  const char *when[] = {"clock", clock, NULL};
  sp_explain_heading(e, "explain.pace");
  sp_explain_say(e, t->minute == e->to ? "explain.pace.now" : "explain.pace.then", when);
  sp_table_out table = {.columns = 3, .right = 2u};
  const char *slowest[] = {"arm", sp_arm_name((sp_arm)t->option, e->o->lang), NULL};
  sp_text(e->o->lang, "explain.slowest", slowest, arm, sizeof arm);
  put_m_min(e, &table, arm, t->term[0].value);
  int32_t index[SP_TRACE_TERMS], count = sp_explain_heaviest(t, 1.0, index);
  for (int32_t n = 0; n < count; n++) {
    if (index[n] != 0 && fabs(t->term[index[n]].value - 1.0) >= 0.005) put_factor(e, &table, t->term[index[n]].name, t->term[index[n]].value);
  }
  sp_table_rule(&table);
  sp_text(e->o->lang, "explain.pace.made", NULL, label, sizeof label);
  put_m_min(e, &table, label, t->result);
  sp_table_put(&table, "  ", &e->out);
  sp_table_free(&table);
  int64_t length = sp_explain_last(e->x, SP_TRACE_COLUMN, t->minute, INT64_MAX);
  if (length < 0) return;
  const sp_trace *c = &e->x->traces.data[length];
  char whole[SP_SAY], files[SP_SAY], tracks[SP_SAY], passes[SP_SAY];
  sp_say_length(e->o->lang, c->result, whole);
  sp_say_digits((int64_t)floor(sp_trace_value(c, "files") + 0.5), files);
  sp_say_digits((int64_t)floor(sp_trace_value(c, "tracks") + 0.5), tracks);
  sp_say_duration(e->o->lang, t->result > 0.0 ? c->result / t->result : 0.0, passes);
  const char *args[] = {"length", whole, "files", files, "tracks", tracks, "time", passes, NULL};
  sp_explain_say(e, "explain.column", args);
}

/* ---- minutes */

static void put_ledger(sp_explaining *e, const sp_ledger *l, const char *indent) {
  char text[SP_PHRASE], whom[SP_PHRASE], minutes[SP_SAY], id[SP_STEM];
  sp_table_out table = {.columns = 2, .right = 2u};
  for (size_t n = 0; n <= l->count; n++) {
    bool sum = n == l->count;
    if (!sum && l->line[n].shown == 0) continue;
    if (sum) sp_table_rule(&table);
    sp_explain_who(e, sum ? 0 : l->line[n].whom, whom);
    const char *args[] = {"whom", whom, NULL};
    snprintf(id, sizeof id, "spent.%.50s", sum ? "sum" : l->line[n].cause);
    sp_text(e->o->lang, id, args, text, sizeof text);
    sp_table_cell(&table, text);
    sp_say_digits(sum ? l->shown : l->line[n].shown, minutes);
    const char *m[] = {"n", minutes, NULL};
    sp_text(e->o->lang, "explain.minutes", m, text, sizeof text);
    sp_table_cell(&table, text);
  }
  sp_table_put(&table, indent, &e->out);
  sp_table_free(&table);
}

static void put_time(sp_explaining *e) {
  sp_ledger l;
  sp_minute from = e->from ? e->from : e->order.from;
  sp_ledger_of_march(e->x, from, e->to, &l);
  if (l.shown <= 0) return;
  char clock[SP_SAY], way[SP_SAY];
  sp_explain_clock(e, from, clock);
  sp_say_length(e->o->lang, l.metres, way);
  const char *args[] = {"clock", clock, "length", way, NULL};
  sp_explain_heading(e, "explain.time");
  sp_explain_say(e, l.metres >= 1.0 ? "explain.time.since" : "explain.time.stood", args);
  put_ledger(e, &l, "  ");
}

static void put_passages(sp_explaining *e) {
  sp_minute from = e->from ? e->from : e->order.from;
  for (size_t n = 0; n < e->x->traces.count; n++) {
    const sp_trace *t = &e->x->traces.data[n];
    if (t->kind != SP_TRACE_CROSSING || t->subject != e->x->unit || t->minute <= from || t->minute > e->to) continue;
    char where[SP_PHRASE], clock[SP_SAY], whole[SP_SAY], depth[SP_SAY], part[3][SP_SAY];
    static const char *const names[3] = {"foot_min", "beasts_min", "wheels_min"};
    sp_world_name(e->world, t->object, e->o->lang, where, sizeof where);
    sp_explain_clock(e, t->minute, clock);
    sp_say_fixed(t->result, 0, whole);
    sp_say_depth(e->o->lang, sp_trace_value(t, "depth_m"), depth);
    for (int k = 0; k < 3; k++) sp_say_fixed(sp_trace_value(t, names[k]), 0, part[k]);
    const char *args[] = {"where", where, "clock", clock, "n", whole, "depth", depth, "foot", part[0], "beasts", part[1], "wheels", part[2], NULL};
    sp_explain_say(e, "explain.passage", args);
  }
}

static void put_stragglers(sp_explaining *e) {
  sp_minute from = e->from ? e->from : e->order.from;
  double lost = 0.0, worst = 0.0, weary = 0.0;
  for (size_t n = 0; n < e->x->traces.count; n++) {
    const sp_trace *t = &e->x->traces.data[n];
    if (t->kind != SP_TRACE_STRAGGLE || t->subject != e->x->unit || t->minute <= from || t->minute > e->to) continue;
    lost += t->result;
    if (sp_trace_value(t, "per_1000_h") <= worst) continue;
    worst = sp_trace_value(t, "per_1000_h");
    weary = sp_trace_value(t, "fatigue");
  }
  if (lost < 0.5) return;
  char n[SP_SAY], rate[SP_SAY], tired[SP_SAY];
  sp_say_digits((int64_t)floor(lost + 0.5), n);
  sp_say_fixed(worst, 1, rate);
  sp_say_fixed(100.0 * weary, 0, tired);
  const char *args[] = {"n", n, "rate", rate, "tired", tired, NULL};
  sp_explain_say(e, "explain.stragglers", args);
}

/* ---- who believed what */

static void put_beliefs(sp_explaining *e) {
  sp_explained_belief b[SP_BELIEFS_MAX];
  size_t count = sp_explain_beliefs(e->x, e->world, b);
  sp_lang lang = e->o->lang;
  if (count == 0) return;
  sp_explain_heading(e, "explain.beliefs");
  for (size_t n = 0, told = 0; n < count; n++) {
    bool above = b[n].holder != e->x->unit;
    if (told >= BELIEFS_TOLD && !above) continue;
    told++;
    char holder[SP_PHRASE], body[SP_PHRASE], seen[SP_SAY], men[SP_SAY], is[SP_SAY], off[SP_SAY];
    sp_phrase_chief(&e->teller, b[n].holder, holder);
    sp_explain_who(e, b[n].body, body);
    sp_explain_clock(e, b[n].seen, seen);
    sp_say_digits(b[n].men, men);
    sp_say_digits(b[n].true_men, is);
    sp_say_length(lang, b[n].off_m, off);
    const char *args[] = {"chief", holder, "body", body, "seen", seen, "men", men, "is", is, "off", off, "believed", b[n].believed[lang], "truly", b[n].truly[lang], NULL};
    const char *kind = above ? "above" : b[n].friendly ? "friend" : b[n].body ? "enemy" : "enemy_unknown";
    char id[SP_STEM];
    snprintf(id, sizeof id, "explain.belief.%s%s", kind, b[n].true_men < 0 && b[n].body ? "_gone" : b[n].body && b[n].off_m < RIGHT_M ? "_right" : "");
    sp_explain_say(e, id, args);
  }
}

void sp_explain_opening(sp_explaining *e) {
  put_state(e);
  put_order(e);
}

void sp_explain_march(sp_explaining *e) {
  put_pace(e);
  put_time(e);
  put_passages(e);
  put_stragglers(e);
  if (e->o->why == SP_WHY_ANY) put_beliefs(e);
}

/* ---- papers */

static void put_paper(sp_explaining *e, const sp_logged_message *m) {
  const sp_message_facts *f = &m->facts;
  char chief[SP_PHRASE], whom[SP_PHRASE], kind[SP_PHRASE], sent[SP_SAY], heard[SP_SAY], acted[SP_SAY], ended[SP_SAY], id[SP_STEM];
  sp_phrase_chief(&e->teller, f->from, chief);
  sp_phrase_chief(&e->teller, f->to, whom);
  const char *word = sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind);
  sp_phrase_text(e->o->lang, "paper", word ? word : "word", kind);
  sp_explain_clock(e, f->sent, sent);
  sp_explain_clock(e, f->delivered, heard);
  sp_explain_clock(e, f->acted, acted);
  sp_explain_clock(e, f->ended, ended);
  const char *args[] = {"chief", chief, "whom", whom, "kind", kind, "sent", sent, "heard", heard, "acted", acted, "ended", ended, "text", sp_story_text(e->x->story, m->text[e->o->lang]), NULL};
  static const char *const fates[] = {"under_way", "heard", "acted", "caught", "lost"};
  snprintf(id, sizeof id, "explain.paper.%s%s", f->acted && f->acted <= e->to && f->fate == SP_WORD_ACTED ? "acted" : fates[f->fate == SP_WORD_ACTED ? SP_WORD_HEARD : f->fate], m->text[e->o->lang] ? "" : "_bare");
  sp_prose_put(&e->out, "\n");
  sp_explain_say(e, id, args);
  sp_ledger l;
  sp_ledger_of_paper(e->x, m, e->to, &l);
  if (l.shown > 0) put_ledger(e, &l, "  ");
}

void sp_explain_papers(sp_explaining *e, bool all) {
  const sp_story *s = e->x->story;
  size_t told = 0;
  sp_minute from = e->from ? e->from : e->to - 1440;
  if (all) sp_explain_heading(e, "explain.papers");
  for (size_t n = s->messages.count; n-- > 0 && told < PAPERS_TOLD;) {
    const sp_message_facts *f = &s->messages.data[n].facts;
    bool ours = f->to == e->x->unit || (all && f->from == e->x->unit), self = f->from == f->to;
    bool report = sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind) && strcmp(sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind), "report") == 0;
    bool under_way = f->fate == SP_WORD_UNDER_WAY || (f->fate == SP_WORD_ACTED && f->acted > e->to) || f->fate == SP_WORD_HEARD;
    bool wanted = all ? f->sent > from || under_way : (int64_t)n == e->order.message || (under_way && !report);
    if ((!ours && (int64_t)n != e->order.message) || self || !wanted || f->sent > e->to || !f->from) continue;
    if (told++ == 0 && !all) sp_explain_heading(e, "explain.papers");
    put_paper(e, &s->messages.data[n]);
  }
  if (told == 0 && all) sp_explain_say(e, "explain.papers.none", NULL);
}
