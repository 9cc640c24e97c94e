/* explain_battle.c - its heart, its pursuit, its commander's choices. SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"
#include "io/phases.h"
#include "io/table_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_TOLD = 14, BARS_TOLD = 16, CHOICES_TOLD = 4, TERMS_TOLD = 3 };
#define STEP_H (5.0 / 60.0) /* of a fight */

/* ---- heart */

static bool is_cause(const char *name) { return strcmp(name, "base") != 0 && strcmp(name, "die") != 0; }

/* "open flank +1.20, losses +0.44": the largest parts of an exponent. */
static void put_parts(sp_explaining *e, const sp_trace *t, int32_t most, char out[SP_PHRASE]) {
  int32_t index[SP_TRACE_TERMS], count = sp_explain_heaviest(t, 0.0, index), told = 0;
  const char *items[SP_TRACE_TERMS];
  char text[SP_TRACE_TERMS][SP_PHRASE], label[SP_PHRASE], number[SP_SAY];
  for (int32_t n = 0; n < count && told < most; n++) {
    const sp_trace_term *term = &t->term[index[n]];
    if (!is_cause(term->name) || fabs(term->value) < 0.05) continue;
    sp_explain_term(e->o->lang, term->name, label);
    sp_say_fixed(term->value, 2, number);
    snprintf(text[told], SP_PHRASE, "%.500s %s%s", label, term->value > 0.0 ? "+" : "", number);
    items[told] = text[told];
    told++;
  }
  sp_prose list = {0};
  sp_prose_list(&list, e->o->lang, items, (size_t)told);
  snprintf(out, SP_PHRASE, "%.690s", sp_prose_text(&list));
  sp_prose_free(&list);
}

static void percent(double share, char out[SP_SAY]) {
  sp_say_fixed(100.0 * share, share < 0.0995 ? 1 : 0, out);
  strcat(out, " %");
}

static void put_step(sp_explaining *e, sp_table_out *table, const sp_trace *t) {
  char clock[SP_SAY], number[SP_SAY], text[SP_PHRASE];
  sp_explain_clock(e, t->minute, clock);
  sp_table_cell(table, clock);
  sp_say_fixed(t->result, 2, number);
  sp_table_cell(table, number);
  percent(1.0 - exp(-t->result * STEP_H), number);
  sp_table_cell(table, number);
  percent(sp_trace_value(t, "die"), number);
  sp_table_cell(table, number);
  put_parts(e, t, TERMS_TOLD, text);
  sp_table_cell(table, text);
}

static void put_exponent(sp_explaining *e, const sp_trace *t, const sp_trace *hold) {
  sp_table_out table = {.columns = 3, .right = 6u};
  int32_t index[SP_TRACE_TERMS], count = sp_explain_heaviest(t, 0.0, index);
  char label[SP_PHRASE], number[SP_SAY], text[SP_PHRASE];
  sp_explain_term(e->o->lang, "base", label);
  sp_table_cell(&table, label);
  sp_table_cell(&table, "");
  sp_say_fixed(sp_trace_value(t, "base"), 4, number);
  sp_table_cell(&table, number);
  for (int32_t n = 0; n < count; n++) {
    const sp_trace_term *term = &t->term[index[n]];
    if (!is_cause(term->name) || fabs(term->value) < 0.005) continue;
    sp_explain_term(e->o->lang, term->name, label);
    sp_table_cell(&table, label);
    sp_say_fixed(term->value, 2, number);
    snprintf(text, sizeof text, "%s%s", term->value > 0.0 ? "+" : "", number);
    sp_table_cell(&table, text);
    sp_say_fixed(exp(term->value), 2, number);
    snprintf(text, sizeof text, "× %s", number);
    sp_table_cell(&table, text);
  }
  sp_table_rule(&table);
  sp_text(e->o->lang, "explain.heart.per_h", NULL, label, sizeof label);
  sp_table_cell(&table, label);
  sp_table_cell(&table, "");
  sp_say_fixed(t->result, 4, number);
  sp_table_cell(&table, number);
  sp_table_put(&table, "  ", &e->out);
  sp_table_free(&table);
  if (!hold) return;
  put_parts(e, hold, 8, text);
  const char *args[] = {"list", text, NULL};
  if (text[0]) sp_explain_say(e, "explain.heart.held", args);
}

static void put_heart_head(sp_explaining *e, const sp_trace *t) {
  char who[SP_PHRASE], cause[SP_PHRASE], clock[SP_SAY], chance[SP_SAY], die[SP_SAY], gone[SP_SAY], most[SP_SAY], per_h[SP_SAY];
  const char *word = sp_word_for(SP_WORDS_BREAK_CAUSE, t->option);
  sp_explain_who(e, e->x->unit, who);
  sp_phrase_text(e->o->lang, "cause", word ? word : "none", cause);
  sp_explain_clock(e, t->minute, clock);
  percent(1.0 - exp(-t->result * STEP_H), chance);
  percent(sp_trace_value(t, "die"), die);
  percent(sp_trace_value(t, "collapse"), gone);
  percent(sp_trace_value(t, "collapse_share"), most);
  sp_say_fixed(t->result, 2, per_h);
  const char *args[] = {"who", who, "why", cause, "clock", clock, "chance", chance, "die", die, "gone", gone, "most", most, "n", per_h, NULL};
  bool collapsed = sp_trace_value(t, "collapse") > 0.0;
  sp_explain_say(e, !t->taken ? "explain.heart.stands" : collapsed ? "explain.heart.swept" : "explain.heart.broke", args);
}

static void put_rally(sp_explaining *e) {
  int64_t at = sp_explain_last(e->x, SP_TRACE_RALLY, e->to, INT64_MAX);
  if (at < 0) return;
  const sp_trace *t = &e->x->traces.data[at];
  char clock[SP_SAY], per_h[SP_SAY], hours[SP_SAY], pursued[SP_SAY], order[SP_SAY];
  sp_explain_clock(e, t->minute, clock);
  sp_say_fixed(t->result, 2, per_h);
  sp_say_duration(e->o->lang, 60.0 * sp_trace_value(t, "hours"), hours);
  percent(sp_trace_value(t, "pursued"), pursued);
  percent(sp_trace_value(t, "order"), order);
  const char *args[] = {"clock", clock, "n", per_h, "time", hours, "pursued", pursued, "order", order, NULL};
  sp_explain_say(e, t->taken ? "explain.rally.stood" : "explain.rally.not", args);
}

/* Its commander spoke for a side that had had enough. */
static void put_giving_up(sp_explaining *e, sp_minute from) {
  int64_t at = sp_explain_last(e->x, SP_TRACE_GIVE_UP, e->to, INT64_MAX);
  const sp_trace *t = at >= 0 ? &e->x->traces.data[at] : NULL;
  if (!t || !t->taken || t->minute < from) return;
  char clock[SP_SAY], per_h[SP_SAY], hours[SP_SAY], own[SP_SAY], enemy[SP_SAY], odds[SP_SAY];
  sp_explain_clock(e, t->minute, clock);
  sp_say_fixed(t->result, 2, per_h);
  sp_say_duration(e->o->lang, 60.0 * sp_trace_value(t, "hours"), hours);
  percent(sp_trace_value(t, "own_loss"), own);
  percent(sp_trace_value(t, "enemy_loss"), enemy);
  sp_say_fixed(sp_trace_value(t, "odds"), 2, odds);
  const char *args[] = {"clock", clock, "n", per_h, "time", hours, "own", own, "enemy", enemy, "odds", odds, NULL};
  sp_explain_say(e, "explain.heart.gave_up", args);
}

void sp_explain_heart(sp_explaining *e, bool asked) {
  int64_t last = sp_explain_last(e->x, SP_TRACE_BREAK, e->to, INT64_MAX);
  sp_minute from = e->from ? e->from : e->to - 180;
  if (last < 0 || (!asked && !e->state.broken && e->x->traces.data[last].minute < from)) {
    if (asked) sp_explain_heading(e, "explain.heart"), sp_explain_say(e, "explain.heart.none", NULL);
    return;
  }
  const sp_trace *t = &e->x->traces.data[last];
  sp_explain_heading(e, "explain.heart");
  put_heart_head(e, t);
  int64_t step[STEPS_TOLD], judged = last; /* the last step with a hazard of its own */
  size_t count = 0;
  for (int64_t n = last + 1; count < STEPS_TOLD && (n = sp_explain_last(e->x, SP_TRACE_BREAK, e->to, n)) >= 0;) {
    if (e->x->traces.data[n].minute < t->minute - 60) break;
    if (e->x->traces.data[n].count > 2) step[count++] = n;
  }
  if (count == 0) return;
  judged = step[0];
  static const char *const heads[5] = {"explain.heart.when", "explain.heart.hazard", "explain.heart.chance", "explain.heart.die", "explain.heart.parts"};
  sp_table_out table = {.columns = 5, .right = 14u};
  char text[SP_PHRASE];
  for (int n = 0; n < 5; n++) {
    sp_text(e->o->lang, heads[n], NULL, text, sizeof text);
    sp_table_cell(&table, text);
  }
  sp_table_rule(&table);
  while (count > 0) put_step(e, &table, &e->x->traces.data[step[--count]]);
  sp_table_put(&table, "  ", &e->out);
  sp_table_free(&table);
  sp_prose_put(&e->out, "\n");
  const sp_trace *hold = judged + 1 < (int64_t)e->x->traces.count && e->x->traces.data[judged + 1].kind == SP_TRACE_HOLD ? &e->x->traces.data[judged + 1] : NULL;
  put_exponent(e, &e->x->traces.data[judged], hold);
  put_giving_up(e, from);
  put_rally(e);
}

/* ---- pursuit */

typedef struct chase_slots {
  char who[SP_PHRASE], whom[SP_PHRASE], first[SP_SAY], last[SP_SAY], gap[SP_SAY], reach[SP_SAY], number[10][SP_SAY];
  const char *args[40];
} chase_slots;

static void fill_slots(sp_explaining *e, const sp_trace *first, const sp_trace *t, chase_slots *s) {
  static const char *const names[10] = {"free_men", "wind", "wind_least", "caution", "caution_most", "light", "light_least", "quarry_men", "men_after", "formed_men"};
  static const char *const slots[10] = {"free", "wind", "wind_least", "caution", "caution_most", "light", "light_least", "fugitives", "after", "formed"};
  size_t n = 0;
  sp_explain_who(e, t->subject, s->who);
  sp_explain_who(e, t->object, s->whom);
  sp_explain_clock(e, first->minute, s->first);
  sp_explain_clock(e, t->minute, s->last);
  sp_say_length(e->o->lang, t->result, s->gap);
  sp_say_length(e->o->lang, sp_trace_value(t, "reach_m") + sp_trace_value(t, "lost_m"), s->reach);
  const char *fixed[] = {"who", s->who, "whom", s->whom, "first", s->first, "clock", s->last, "gap", s->gap, "reach", s->reach};
  memcpy(s->args, fixed, sizeof fixed);
  n = sizeof fixed / sizeof *fixed;
  for (int k = 0; k < 10; k++) {
    double value = sp_trace_value(t, names[k]);
    bool men = k == 0 || k >= 7;
    if (men) sp_say_digits((int64_t)floor(value + 0.5), s->number[k]);
    else sp_say_fixed(value, 2, s->number[k]);
    s->args[n++] = slots[k];
    s->args[n++] = s->number[k];
  }
  s->args[n] = NULL;
}

/* One line for as long as the same thing kept the same body from the same fugitives. */
static void put_chase(sp_explaining *e, const sp_trace *first, const sp_trace *last) {
  static const char *const bars[SP_CHASE_BAR_COUNT] = {"goes", "busy", "unsteady", "guards", "unasked", "spent", "cautious", "dark", "front", "none_in_reach", "enough", "formed"};
  chase_slots s;
  char id[SP_STEM];
  fill_slots(e, first, last, &s);
  const char *word = last->kind == SP_TRACE_CHASE_END ? sp_word_for(SP_WORDS_PURSUIT_END, last->option) : last->option >= 0 && last->option < SP_CHASE_BAR_COUNT ? bars[last->option] : NULL;
  if (!word) return;
  snprintf(id, sizeof id, "explain.%s.%s", last->kind == SP_TRACE_CHASE_END ? "chase_end" : "bar", word);
  char text[SP_PHRASE * 2];
  sp_text(e->o->lang, id, s.args, text, sizeof text);
  const char *args[] = {"first", s.first, "clock", s.last, "text", text, NULL};
  sp_explain_say(e, first->minute == last->minute ? "explain.at_clock" : "explain.from_clock", args);
}

static bool goes_on(const sp_trace *a, const sp_trace *b) { return a->kind == SP_TRACE_CHASE && b->kind == SP_TRACE_CHASE && a->subject == b->subject && a->object == b->object && a->option == b->option && !a->taken; }

/* What it overtook of them at the last, or was overtaken, term by term: a usual chase and what made this one better or worse. */
static void put_overtaking(sp_explaining *e, sp_minute from) {
  const sp_trace *t = NULL;
  for (size_t n = e->x->traces.count; n > 0 && !t; n--) {
    const sp_trace *u = &e->x->traces.data[n - 1];
    if (u->kind == SP_TRACE_OVERTAKE && u->minute > from && u->minute <= e->to) t = u;
  }
  if (!t) return;
  char clock[SP_SAY], who[SP_PHRASE], whom[SP_PHRASE], number[SP_SAY], text[SP_PHRASE];
  sp_explain_clock(e, t->minute, clock);
  sp_explain_who(e, t->subject, who);
  sp_explain_who(e, t->object, whom);
  percent(1.0 - exp(-t->result), number);
  const char *args[] = {"clock", clock, "who", who, "whom", whom, "share", number, NULL};
  sp_explain_say(e, "explain.overtake", args);
  sp_table_out table = {.columns = 2, .right = 2u};
  for (int32_t n = 0; n < t->count; n++) {
    bool rate = strncmp(t->term[n].name, "by_", 3) == 0;
    if (fabs(t->term[n].value - (rate ? 0.0 : 1.0)) < 0.005) continue;
    sp_explain_term(e->o->lang, t->term[n].name, text);
    sp_table_cell(&table, text);
    sp_say_fixed(t->term[n].value, 2, number);
    snprintf(text, sizeof text, "%s%s", rate ? "" : "× ", number);
    sp_table_cell(&table, text);
  }
  sp_table_rule(&table);
  sp_text(e->o->lang, "explain.overtake.per_h", NULL, text, sizeof text);
  sp_table_cell(&table, text);
  sp_say_fixed(t->result, 2, number);
  sp_table_cell(&table, number);
  sp_table_put(&table, "  ", &e->out);
  sp_table_free(&table);
}

void sp_explain_chase(sp_explaining *e, bool asked) {
  sp_minute from = e->from ? e->from : asked ? e->to - 1440 : e->to - 180;
  size_t told = 0, total = e->x->traces.count;
  bool *done = calloc(total + 1, sizeof *done);
  if (!done) {
    e->out.failed = true;
    return;
  }
  for (size_t n = 0; n < total; n++) {
    const sp_trace *t = &e->x->traces.data[n], *last = t;
    bool chase = t->kind == SP_TRACE_CHASE || t->kind == SP_TRACE_CHASE_END;
    if (!chase || done[n] || t->minute <= from || t->minute > e->to) continue;
    for (size_t m = n + 1; m < total && e->x->traces.data[m].minute <= e->to; m++) {
      const sp_trace *u = &e->x->traces.data[m];
      bool same = u->subject == t->subject && (u->kind == SP_TRACE_CHASE || u->kind == SP_TRACE_CHASE_END);
      if (same && !goes_on(last, u)) break;
      if (!same) continue;
      last = u;
      done[m] = true;
    }
    if (told++ == 0) sp_explain_heading(e, "explain.chase");
    if (told <= BARS_TOLD) put_chase(e, t, last);
  }
  free(done);
  if (told == 0 && asked) sp_explain_heading(e, "explain.chase"), sp_explain_say(e, "explain.chase.none", NULL);
  if (told > BARS_TOLD) sp_explain_say(e, "explain.chase.more", NULL);
  if (told > 0) put_overtaking(e, from);
}

/* ---- choices */

static void act_name(const sp_explaining *e, int32_t act, char out[SP_PHRASE]) {
  char id[SP_STEM], number[SP_SAY];
  const char *word = sp_word_for(SP_WORDS_ACT, act);
  snprintf(id, sizeof id, "act.%s", word ? word : "");
  if (sp_text_has(e->o->lang, id)) {
    sp_text(e->o->lang, id, NULL, out, SP_PHRASE);
    return;
  }
  sp_say_digits(act, number);
  const char *args[] = {"n", number, NULL};
  sp_text(e->o->lang, "explain.act", args, out, SP_PHRASE);
}

/* All alternatives of one decision: best first. */
static void put_choice(sp_explaining *e, size_t first, size_t end) {
  size_t order[64], count = 0;
  const sp_trace *all = e->x->traces.data;
  for (size_t n = first; n < end && count < 64; n++) {
    if (all[n].kind != SP_TRACE_CHOICE || all[n].subject != e->x->unit) continue;
    size_t m = count++;
    for (; m > 0 && all[order[m - 1]].result < all[n].result; m--) order[m] = order[m - 1];
    order[m] = n;
  }
  char clock[SP_SAY], chief[SP_PHRASE], text[SP_PHRASE], number[SP_SAY];
  sp_explain_clock(e, all[first].minute, clock);
  sp_phrase_chief(&e->teller, e->x->unit, chief);
  const char *args[] = {"clock", clock, "chief", chief, NULL};
  sp_explain_say(e, "explain.choice.at", args);
  sp_table_out table = {.columns = 4, .right = 4u};
  for (size_t n = 0; n < count; n++) {
    sp_table_cell(&table, all[order[n]].taken ? "→" : "");
    act_name(e, all[order[n]].option, text);
    if (all[order[n]].object) { /* towards whom */
      char whom[SP_PHRASE], both[SP_PHRASE];
      sp_explain_who(e, all[order[n]].object, whom);
      const char *pair[] = {"act", text, "whom", whom, NULL};
      sp_text(e->o->lang, "explain.act_whom", pair, both, sizeof both);
      memcpy(text, both, sizeof text);
    }
    sp_table_cell(&table, text);
    sp_say_fixed(all[order[n]].result, 2, number);
    sp_table_cell(&table, number);
    put_parts(e, &all[order[n]], CHOICES_TOLD, text);
    sp_table_cell(&table, text);
  }
  sp_table_put(&table, "  ", &e->out);
  sp_table_free(&table);
}

/* A line of the log of phases: its order kept, its moment, whether it came, what it cost. */
static void put_phase(sp_explaining *e, size_t n, const char *clock) {
  const sp_event *v = &e->x->story->events.data[n].e;
  char text[SP_PHRASE], own[SP_SAY], enemy[SP_SAY];
  if (v->type == SP_EVENT_PHASE_ENDS) {
    sp_say_count(e->o->lang, v->b, own);
    sp_say_count(e->o->lang, v->c, enemy);
    const char *args[] = {"clock", clock, "n", own, "m", enemy, NULL};
    sp_explain_say(e, "explain.choice.phase_cost", args);
    return;
  }
  sp_phase_say(&e->teller, n, text);
  const char *args[] = {"clock", clock, "text", text, NULL};
  sp_explain_say(e, "explain.choice.phase", args);
}

static size_t put_instructions(sp_explaining *e, sp_minute from) {
  size_t told = 0;
  for (size_t n = 0; n < e->x->story->events.count; n++) {
    const sp_logged_event *v = &e->x->story->events.data[n];
    bool phase = v->e.type >= SP_EVENT_PHASE_WAITS && v->e.type <= SP_EVENT_PHASE_ENDS;
    if ((v->e.type != SP_EVENT_STANDING && !phase) || v->e.subject != e->x->unit || v->e.minute <= from || v->e.minute > e->to) continue;
    if (told++ == 0) sp_explain_heading(e, "explain.choice");
    char clock[SP_SAY];
    sp_explain_clock(e, v->e.minute, clock);
    if (phase) {
      put_phase(e, n, clock);
      continue;
    }
    const char *args[] = {"clock", clock, "text", sp_story_text(e->x->story, v->text[e->o->lang]), NULL};
    sp_explain_say(e, "explain.choice.standing", args);
  }
  return told;
}

void sp_explain_choices(sp_explaining *e, bool asked) {
  sp_minute from = e->from ? e->from : asked ? e->to - 1440 : e->to - 180;
  size_t told = put_instructions(e, from);
  for (size_t n = 0, end; n < e->x->traces.count; n = end) {
    const sp_trace *t = &e->x->traces.data[n];
    end = n + 1;
    if (t->kind != SP_TRACE_CHOICE || t->subject != e->x->unit || t->minute <= from || t->minute > e->to) continue;
    while (end < e->x->traces.count && (e->x->traces.data[end].kind != SP_TRACE_CHOICE || !e->x->traces.data[end].taken)) end++; /* the chosen is traced first */
    if (told++ == 0) sp_explain_heading(e, "explain.choice");
    put_choice(e, n, end);
  }
  if (told == 0 && asked) sp_explain_heading(e, "explain.choice"), sp_explain_say(e, "explain.choice.none", NULL);
}
