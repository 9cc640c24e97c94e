/* ask_text.c - an answer in words: the answer, the formula, what was given, what was taken for granted, range, sources.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/ask.h"

enum { WIDTH = 96, TOLD_INFLUENCES = 4 };

typedef struct page {
  const sp_answer *a;
  sp_lang lang;
  size_t width;
  ask_words words;
  const char *args[2 * ASK_SLOTS + 1];
  char key[ASK_RESULTS][3][40]; /* names of the slots for results and their ends */
  sp_prose out, line;
} page;

static void fill_line(page *p, const char *id, const char *const *args) { sp_prose_fill(&p->line, p->lang, id, args); }

#define INDENT "" /* no label, but the room for one */

static void put_line(page *p, const char *label_id) {
  char label[SP_SAY] = "";
  if (label_id) {
    if (*label_id) sp_text(p->lang, label_id, NULL, label, sizeof label);
    size_t wide = sp_wide(label), length = strlen(label);
    while (wide++ < 11 && length + 1 < sizeof label) label[length++] = ' ', label[length] = 0;
  }
  sp_wrap(&p->out, label, sp_prose_text(&p->line), p->width);
  sp_prose_clear(&p->line);
}

static void results_to_slots(page *p) {
  const ask_topic *t = p->a->q.topic;
  for (size_t k = 0; k < sp_ask_results_of(t); k++) {
    const double x[3] = {p->a->value[k], p->a->low[k], p->a->high[k]};
    static const char *const end[3] = {"", "_low", "_high"};
    for (int e = 0; e < 3; e++) {
      snprintf(p->key[k][e], sizeof p->key[k][e], "%s%s", t->result[k].key, end[e]);
      sp_ask_slot(&p->words, p->key[k][e], x[e]);
    }
  }
}

static void close_slots(page *p) {
  for (size_t i = 0; i < p->words.slots; i++) {
    p->args[2 * i] = p->words.name[i];
    p->args[2 * i + 1] = p->words.value[i];
  }
  p->args[2 * p->words.slots] = NULL;
}

static void say_answer(page *p) {
  for (size_t i = 0; i < p->words.sentences; i++) {
    if (i && p->lang == SP_LANG_EN) sp_prose_put(&p->line, " ");
    fill_line(p, p->words.sentence[i], p->args);
  }
  put_line(p, NULL);
  sp_prose_put(&p->out, "\n");
}

static void say_formula(page *p) {
  for (size_t i = 0; i < p->words.formulas; i++) {
    fill_line(p, p->words.formula[i], p->args);
    put_line(p, i ? INDENT : "calc.label.formula");
  }
}

static void add_item(page *p, size_t *count) {
  if ((*count)++) sp_prose_put(&p->line, p->lang == SP_LANG_ZH ? "；" : "; ");
}

static void item_field(page *p, size_t f) {
  const ask *q = &p->a->q;
  const ask_field *field = &q->topic->field[f];
  char id[64], number[SP_SAY], li[SP_SAY];
  double value = q->value[f];
  if (field->sort == ASK_LENGTH && value >= 1000.0) {
    char km[SP_SAY];
    sp_ask_number(value / 1000.0, km);
    sp_ask_number(value / SP_LI_M, li);
    const char *args[] = {"km", km, "li", li, NULL};
    char both[SP_SAY];
    sp_text(p->lang, "calc.unit.km", args, both, sizeof both);
    snprintf(number, sizeof number, "%s", both);
  } else {
    const char *other = NULL; /* a unit that suits the size better */
    double scale = 1.0;
    if (field->sort == ASK_TIME && value >= 48.0) other = "calc.unit.days", scale = 1.0 / 24.0;
    if (field->sort == ASK_WEIGHT && !q->in_shi[f] && value >= 1000.0) other = "calc.unit.t", scale = 0.001;
    if (field->sort == ASK_WEIGHT && q->in_shi[f]) other = value < 0.1 ? "calc.unit.sheng" : "calc.unit.shi", scale = value < 0.1 ? 100.0 : 1.0;
    if (field->sort == ASK_LENGTH && value < 1.0) other = "calc.unit.cm", scale = 100.0;
    if (field->sort == ASK_SHARE) scale = 100.0;
    sp_ask_number(value * scale, li);
    static const char *const unit[ASK_SORT_COUNT] = {[ASK_COUNT] = "calc.unit.none", [ASK_PLAIN] = "calc.unit.none", [ASK_LENGTH] = "calc.unit.m", [ASK_WEIGHT] = "calc.unit.kg", [ASK_TIME] = "calc.unit.h", [ASK_SHARE] = "calc.unit.share", [ASK_WARMTH] = "calc.unit.c"};
    const char *args[] = {"n", li, NULL};
    sp_text(p->lang, other ? other : unit[field->sort], args, number, sizeof number);
  }
  snprintf(id, sizeof id, "calc.field.%s%s", field->key, strcmp(number, "1") == 0 ? ".one" : "");
  if (!sp_text_has(p->lang, id)) snprintf(id, sizeof id, "calc.field.%s", field->key);
  const char *args[] = {"n", number, NULL};
  fill_line(p, id, args);
}

static bool idle(const ask *q, const char *key) { return q->topic->idle && q->topic->idle(q, key); }

static void say_inputs(page *p, bool given, const char *label) {
  const ask *q = &p->a->q;
  size_t count = 0;
  for (size_t f = 0; f < sp_ask_fields_of(q->topic); f++) {
    if (q->given[f] != given || (!given && (q->value[f] == 0.0 || idle(q, q->topic->field[f].key)))) continue;
    add_item(p, &count);
    item_field(p, f);
  }
  for (size_t g = 0; g < sp_ask_groups_of(q->topic); g++) {
    if (q->chosen[g] != given || (!given && idle(q, q->topic->group[g].key))) continue;
    char id[64] = "calc.word.";
    sp_ask_name_of(q->topic->group[g].word[q->choice[g]], id + strlen(id), 40);
    for (char *at = id; *at; at++) *at = *at == '-' ? '_' : *at;
    add_item(p, &count);
    fill_line(p, id, NULL);
  }
  if (!given && q->shi_kg > 0.0) {
    char n[SP_SAY];
    sp_ask_number(q->shi_kg, n);
    const char *args[] = {"n", n, NULL};
    add_item(p, &count);
    fill_line(p, "calc.shi_is", args);
  }
  if (count) put_line(p, label);
}

/* ---- range and sources */

static double swing(const sp_answer *a, const ask_influence *i) {
  double base = a->value[0], low = i->low > 0.0 && base > 0.0 ? fabs(log(i->low / base)) : fabs(i->low - base);
  double high = i->high > 0.0 && base > 0.0 ? fabs(log(i->high / base)) : fabs(i->high - base);
  return low > high ? low : high;
}

/* The constant not yet told that moves the first result most, or -1. */
static int strongest(const sp_answer *a, const bool *told) {
  int best = -1;
  for (size_t i = 0; i < a->influences; i++)
    if (!told[i] && swing(a, &a->influence[i]) >= 0.005 && (best < 0 || swing(a, &a->influence[i]) > swing(a, &a->influence[best]))) best = (int)i;
  return best;
}

static void say_range(page *p) {
  const sp_answer *a = p->a;
  bool told[ASK_INFLUENCES] = {false};
  int best = strongest(a, told);
  fill_line(p, a->q.topic->range ? a->q.topic->range : !a->influences ? "calc.range.none" : best < 0 ? "calc.range.how" : "calc.range.how_most", p->args);
  put_line(p, "calc.label.range");
  for (int turn = 0; turn < TOLD_INFLUENCES && best >= 0; turn++, best = strongest(a, told)) {
    told[best] = true;
    const ask_influence *one = &a->influence[best];
    sp_constant_info info;
    if (sp_constant_describe(one->constant, &info) != SP_OK) continue;
    char low[SP_SAY], high[SP_SAY], from[SP_SAY], to[SP_SAY];
    sp_ask_number(info.low, from);
    sp_ask_number(info.high, to);
    sp_ask_number(one->low, low);
    sp_ask_number(one->high, high);
    const char *args[] = {"name", info.name, "from", from, "to", to, "unit", strcmp(info.unit, "1") ? info.unit : "", "low", low, "high", high, NULL};
    fill_line(p, "calc.range.one", args);
    put_line(p, INDENT);
  }
}

static void say_sources(page *p) {
  const sp_answer *a = p->a;
  for (size_t i = 0; i < a->influences; i++) {
    sp_constant_info info;
    if (sp_constant_describe(a->influence[i].constant, &info) != SP_OK) continue;
    char value[SP_SAY], low[SP_SAY], high[SP_SAY];
    double now = info.value;
    (void)sp_constants_value(a->constants, info.name, &now);
    sp_ask_number(now, value);
    sp_ask_number(info.low, low);
    sp_ask_number(info.high, high);
    const char *args[] = {"name", info.name, "value", value, "low", low, "high", high, "unit", strcmp(info.unit, "1") ? info.unit : "", "meaning", info.meaning, "source", info.source, "place", info.source_place, NULL};
    fill_line(p, info.assumed ? "calc.source.assumed" : "calc.source.known", args);
    put_line(p, i ? INDENT : "calc.label.sources");
  }
  char id[64];
  snprintf(id, sizeof id, "calc.%s.note", a->q.topic->name);
  if (sp_text_has(p->lang, id)) {
    fill_line(p, id, p->args);
    put_line(p, a->influences ? INDENT : "calc.label.sources");
  }
}

char *sp_answer_text(const sp_answer *answer, sp_lang lang) { return sp_ask_text(answer, lang, WIDTH); }

char *sp_ask_text(const sp_answer *answer, sp_lang lang, size_t width) {
  if (!answer) return NULL;
  page *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->a = answer;
  p->lang = p->words.lang = lang;
  p->width = width;
  results_to_slots(p);
  answer->q.topic->tell(&answer->q, answer->constants, answer->value, &p->words);
  close_slots(p);
  say_answer(p);
  say_formula(p);
  say_inputs(p, true, "calc.label.given");
  say_inputs(p, false, "calc.label.taken");
  say_range(p);
  say_sources(p);
  char *text = p->out.failed || p->line.failed ? NULL : p->out.data;
  if (!text) sp_prose_free(&p->out);
  sp_prose_free(&p->line);
  free(p);
  return text;
}
