/* compile_questions.c - what is to be read off a run: measures with their subjects, and expectations of them.
 * A subject may be a formation that an order will detach ("... as ID"); such names are gathered from the orders.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define LONGEST_WORD 80

static bool is_space(char ch) { return ch == ' ' || ch == '\t'; }

/* The next word of a text; false at its end or when the word is too long to be an id. */
static bool next_word(const char **text, char word[LONGEST_WORD]) {
  size_t n = 0;
  while (is_space(**text)) (*text)++;
  while (**text && !is_space(**text)) {
    if (n + 1 >= LONGEST_WORD) return false;
    word[n++] = *(*text)++;
  }
  word[n] = '\0';
  return n > 0;
}

static bool is_detached_later(const sp_model *m, const char *id) {
  for (int32_t i = 0; i < m->order_count; i++) {
    const char *at = m->order[i].text;
    while ((at = strstr(at, " as ")) != NULL) {
      char word[LONGEST_WORD];
      at += 4;
      const char *rest = at;
      if (!next_word(&rest, word)) continue;
      size_t n = strlen(word);
      if (n && (word[n - 1] == ',' || word[n - 1] == ';')) word[n - 1] = '\0';
      if (strcmp(word, id) == 0) return true;
    }
  }
  return false;
}

static void judge_formation(sp_compiler *c, sp_where where, const char *key, const char *id) {
  if (id && is_detached_later(c->model, id)) return;
  (void)sp_resolve(c, where, SP_DEF_FORMATION, key, id);
}

static void judge_headquarters(sp_compiler *c, sp_where where, const char *id) {
  if (sp_find_id(c->model, SP_ENTITY_PERSON, id) >= 0) return;
  judge_formation(c, where, "subject", id);
}

static bool is_paper(const char *word) {
  static const char *const kinds[] = {"order", "request", "word", "report"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp(word, kinds[i]) == 0) return true;
  return false;
}

/* "request 2 abatai hooge": the second request that abatai sends to hooge. */
static void judge_word(sp_compiler *c, sp_where where, const char *subject) {
  char word[4][LONGEST_WORD], more[LONGEST_WORD];
  const char *rest = subject;
  bool good = true;
  for (int i = 0; i < 4; i++) good = good && next_word(&rest, word[i]);
  good = good && !next_word(&rest, more) && is_paper(word[0]) && word[1][0] != '0';
  for (size_t i = 0; good && word[1][i]; i++) good = word[1][i] >= '0' && word[1][i] <= '9' && i < 6;
  if (!good) {
    sp_error(c, where, "fault.bad_value", "value", subject, "expected", "\"order|request|word|report 2 SENDER RECIPIENT\"");
    return;
  }
  judge_headquarters(c, where, word[2]);
  judge_headquarters(c, where, word[3]);
}

static void judge_line_of_register(sp_compiler *c, sp_where where, const char *word) {
  static const char *const lines[] = {
#define SP_LINE(name, word, en, zh) word,
#include "shapan/kinds.def"
  };
  const size_t count = sizeof lines / sizeof lines[0];
  if (!word) return;
  for (size_t i = 0; i < count; i++)
    if (strcmp(lines[i], word) == 0) return;
  const char *near = sp_nearest(word, lines, count);
  if (near) sp_error(c, where, "fault.unknown_id_near", "kind", "register line", "id", word, "near", near);
  else sp_error(c, where, "fault.unknown_id", "kind", "register line", "id", word);
}

static void judge_men(sp_compiler *c, const sp_measure_def *def) {
  const sp_model *m = c->model;
  judge_line_of_register(c, sp_at_spot(def->where, def->object_spot), def->object);
  if (def->subject && (sp_find_id(m, SP_ENTITY_CONTINGENT, def->subject) >= 0 || sp_find_id(m, SP_ENTITY_SIDE, def->subject) >= 0)) return;
  judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
}

static void judge_measure(sp_compiler *c, const sp_measure_def *def) {
  if (!sp_check_choice(c, def->where, "kind", (int32_t)def->kind, SP_MEASURE_COUNT)) return;
  switch (def->kind) {
  case SP_MEASURE_MEN:
    judge_men(c, def);
    break;
  case SP_MEASURE_ARRIVAL:
  case SP_MEASURE_TAIL_ARRIVAL:
    judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    (void)sp_resolve_site(c, sp_at_spot(def->where, def->object_spot), "object", def->object);
    break;
  case SP_MEASURE_DELIVERY:
    if (def->subject) judge_word(c, sp_at_spot(def->where, def->subject_spot), def->subject);
    else sp_error(c, def->where, "fault.missing_key", "key", "subject");
    break;
  case SP_MEASURE_QUEUE:
    (void)sp_resolve(c, sp_at_spot(def->where, def->subject_spot), SP_DEF_CROSSING, "subject", def->subject);
    if (def->object) judge_formation(c, sp_at_spot(def->where, def->object_spot), "object", def->object);
    break;
  case SP_MEASURE_DEPTH:
    (void)sp_resolve(c, sp_at_spot(def->where, def->subject_spot), SP_DEF_CROSSING, "subject", def->subject);
    break;
  case SP_MEASURE_MARCHED:
    judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    break;
  case SP_MEASURE_GAP:
    judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    judge_formation(c, sp_at_spot(def->where, def->object_spot), "object", def->object);
    break;
  case SP_MEASURE_COUNT:
    break;
  }
}

static void judge_expectation(sp_compiler *c, const sp_expectation_def *def) {
  (void)sp_resolve(c, sp_at_spot(def->where, def->measure_spot), SP_DEF_MEASURE, "measure", def->measure);
  if (!(def->low <= def->high)) sp_error(c, sp_at_spot(def->where, def->low_spot), "fault.low_above_high", "expectation", def->id);
  (void)sp_check_range(c, def->where, "share", def->share, 0.0, 1.0, "");
}

void sp_compile_questions(sp_compiler *c) {
  sp_model *m = c->model;
  m->measure = sp_compile_alloc(c, (size_t)m->measure_count, sizeof *m->measure);
  if (!m->measure) return;
  for (int32_t i = 0; i < m->measure_count; i++) {
    const sp_measure_def *def = &m->measure_def[i];
    judge_measure(c, def);
    m->measure[i] = (sp_measure){.key = m->key[SP_ENTITY_MEASURE][i], .kind = def->kind, .subject = def->subject,
                                 .object = def->object, .at = def->at};
  }
  for (int32_t i = 0; i < m->expectation_count; i++) judge_expectation(c, &m->expectation_def[i]);
}
