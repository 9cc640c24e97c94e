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

/* "van-1", the first detachment of the van, whoever sends it off. */
static bool is_numbered_part(const sp_model *m, const char *id) {
  const char *dash = strrchr(id, '-');
  char whole[LONGEST_WORD];
  size_t n = dash ? (size_t)(dash - id) : 0;
  if (n == 0 || n >= sizeof whole || dash[1] < '1' || dash[1] > '9' || strlen(dash) > 4) return false;
  for (const char *digit = dash + 1; *digit; digit++)
    if (*digit < '0' || *digit > '9') return false;
  memcpy(whole, id, n);
  whole[n] = '\0';
  return sp_find_id(m, SP_ENTITY_FORMATION, whole) >= 0;
}

/* A formation, what will be detached from one, or a commander: then the body that he leads at the time. */
static void judge_formation(sp_compiler *c, sp_where where, const char *key, const char *id) {
  if (id && (is_detached_later(c->model, id) || is_numbered_part(c->model, id) || sp_find_id(c->model, SP_ENTITY_PERSON, id) >= 0)) return;
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

/* "request 2 abatai hooge": the second request that abatai sends to hooge; without a number: the first that fits. */
static void judge_word(sp_compiler *c, sp_where where, const char *subject, bool numbered) {
  char word[4][LONGEST_WORD], more[LONGEST_WORD];
  const char *rest = subject ? subject : "";
  bool good = true;
  for (int i = 0; i < 4; i++) {
    if (i == 1 && !numbered) memcpy(word[i], "1", 2);
    else good = good && next_word(&rest, word[i]);
  }
  good = good && !next_word(&rest, more) && is_paper(word[0]) && word[1][0] != '0';
  for (size_t i = 0; good && word[1][i]; i++) good = word[1][i] >= '0' && word[1][i] <= '9' && i < 6;
  if (!good) {
    sp_error(c, where, "fault.bad_value", "value", subject ? subject : "", "expected", numbered ? "\"order|request|word|report 2 SENDER RECIPIENT\"" : "\"order|request|word|report SENDER RECIPIENT\"");
    return;
  }
  judge_headquarters(c, where, word[2]);
  judge_headquarters(c, where, word[3]);
}

static bool judge_line_of_register(sp_compiler *c, sp_where where, const char *word) {
  static const char *const lines[] = {
#define SP_LINE(name, word, en, zh) word,
#include "shapan/kinds.def"
  };
  const size_t count = sizeof lines / sizeof lines[0];
  if (!word) return true;
  for (size_t i = 0; i < count; i++)
    if (strcmp(lines[i], word) == 0) return true;
  const char *near = sp_nearest(word, lines, count);
  if (near) sp_error(c, where, "fault.unknown_id_near", "kind", "register line", "id", word, "near", near);
  else sp_error(c, where, "fault.unknown_id", "kind", "register line", "id", word);
  return false;
}

/* A measure that another is made of; it must itself be of a lower rank, so that none is made of itself. */
static int32_t judge_part(sp_compiler *c, sp_where where, const char *key, const char *id, sp_measure_kind whole) {
  int32_t at = id ? sp_resolve(c, where, SP_DEF_MEASURE, key, id) : -1;
  if (at >= 0 && sp_measure_rank(c->model->measure_def[at].kind) >= sp_measure_rank(whole)) sp_error(c, where, "fault.measure_of_made", "id", id);
  return at;
}

/* A sum, the first or the last of several. */
static void make_of_several(sp_compiler *c, const sp_measure_def *def, sp_measure *out) {
  sp_where where = sp_at_spot(def->where, def->subject_spot);
  size_t most = def->subject ? strlen(def->subject) / 2 + 1 : 0;
  const char *rest = def->subject ? def->subject : "";
  char word[LONGEST_WORD];
  out->part = sp_compile_alloc(c, most, sizeof *out->part);
  while (out->part && next_word(&rest, word)) out->part[out->part_count++] = judge_part(c, where, "subject", word, def->kind);
  if (out->part_count == 0) sp_error(c, where, "fault.missing_key", "key", "subject");
}

/* "6000", "0.5"; false: no such number. */
static bool read_number(const char *text, double *out) {
  double value = 0.0, place = 1.0;
  bool digits = false, dot = false;
  for (; *text; text++) {
    if (*text == '.' && !dot) {
      dot = true;
    } else if (*text >= '0' && *text <= '9') {
      value = value * 10.0 + (*text - '0');
      place *= dot ? 10.0 : 1.0;
      digits = true;
    } else {
      return false;
    }
  }
  *out = value / place;
  return digits;
}

/* A ratio or a difference. */
static void make_of_two(sp_compiler *c, const sp_measure_def *def, sp_measure *out) {
  sp_where where = sp_at_spot(def->where, def->object_spot);
  out->part = sp_compile_alloc(c, 1, sizeof *out->part);
  if (!out->part) return;
  out->part[0] = judge_part(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject, def->kind);
  out->part_count = 1;
  if (!def->object) sp_error(c, def->where, "fault.missing_key", "key", "object");
  else if (def->kind == SP_MEASURE_DIFFERENCE || !read_number(def->object, &out->divisor)) out->by = judge_part(c, where, "object", def->object, def->kind);
  else if (!(out->divisor > 0.0)) sp_error(c, where, "fault.bad_value", "value", def->object, "expected", "> 0");
}

static void judge_men(sp_compiler *c, const sp_measure_def *def) {
  const sp_model *m = c->model;
  bool known = judge_line_of_register(c, sp_at_spot(def->where, def->object_spot), def->object);
  if (def->subject && (sp_find_id(m, SP_ENTITY_CONTINGENT, def->subject) >= 0 || sp_find_id(m, SP_ENTITY_SIDE, def->subject) >= 0)) return;
  judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
  static const char *const of_bodies[] = {"present", "straggling", "wounded-light", "wounded-serious", "sick"};
  bool held = !def->object;
  for (size_t i = 0; i < sizeof of_bodies / sizeof *of_bodies && !held; i++) held = strcmp(def->object, of_bodies[i]) == 0;
  if (known && !held) sp_error(c, sp_at_spot(def->where, def->object_spot), "fault.line_not_of_formation", "line", def->object, "formation", def->subject ? def->subject : "");
}

/* The band belongs to `spacing` alone. */
static void judge_band(sp_compiler *c, const sp_measure_def *def) {
  bool given = def->from != 0 || def->least_m > 0.0 || def->most_m < SP_NO_BOUND;
  if (def->kind != SP_MEASURE_SPACING && given) sp_error(c, def->where, "fault.band_of_spacing", "measure", def->id);
  if (def->kind == SP_MEASURE_SPACING && !(def->least_m < def->most_m && (def->least_m > 0.0 || def->most_m < SP_NO_BOUND))) sp_error(c, def->where, "fault.spacing_band", "measure", def->id);
}

/* Of a body, or of one contingent in it that feeds apart. */
static void judge_hunger(sp_compiler *c, const sp_measure_def *def) {
  int32_t body = def->subject ? sp_find_id(c->model, SP_ENTITY_FORMATION, def->subject) : -1;
  judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
  if (def->object && body >= 0) (void)sp_compile_feeds(c, sp_at_spot(def->where, def->object_spot), "object", def->object, c->model->formation[body].side);
}

static void judge_measure(sp_compiler *c, const sp_measure_def *def) {
  if (!sp_check_choice(c, def->where, "kind", (int32_t)def->kind, SP_MEASURE_COUNT)) return;
  judge_band(c, def);
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
    if (def->subject) judge_word(c, sp_at_spot(def->where, def->subject_spot), def->subject, true);
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
  case SP_MEASURE_SPACING:
    judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    judge_formation(c, sp_at_spot(def->where, def->object_spot), "object", def->object);
    break;
  case SP_MEASURE_ANSWER:
    judge_word(c, sp_at_spot(def->where, def->subject_spot), def->subject, true);
    judge_word(c, sp_at_spot(def->where, def->object_spot), def->object, false);
    break;
  case SP_MEASURE_CONTACT:
  case SP_MEASURE_STORMS:
  case SP_MEASURE_BREAKS:
  case SP_MEASURE_CUT_DOWN:
  case SP_MEASURE_TAKEN:
  case SP_MEASURE_ESCAPED:
    judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    if (def->object) judge_formation(c, sp_at_spot(def->where, def->object_spot), "object", def->object);
    break;
  case SP_MEASURE_BREAD_ENDS:
  case SP_MEASURE_HUNGER:
    judge_hunger(c, def);
    break;
  case SP_MEASURE_POWDER:
  case SP_MEASURE_GRAIN: {
    bool whole = def->subject && (sp_find_id(c->model, SP_ENTITY_DEPOT, def->subject) >= 0 || sp_find_id(c->model, SP_ENTITY_SIDE, def->subject) >= 0);
    if (!whole) judge_formation(c, sp_at_spot(def->where, def->subject_spot), "subject", def->subject);
    break;
  }
  case SP_MEASURE_TAKES:
  case SP_MEASURE_HOLDS:
    (void)sp_resolve(c, sp_at_spot(def->where, def->subject_spot), SP_DEF_SIDE, "subject", def->subject);
    if (def->object || def->kind == SP_MEASURE_TAKES) (void)sp_resolve(c, sp_at_spot(def->where, def->object_spot), SP_DEF_PLACE, "object", def->object);
    break;
  case SP_MEASURE_SUM:
  case SP_MEASURE_FIRST:
  case SP_MEASURE_LAST:
  case SP_MEASURE_DIFFERENCE:
  case SP_MEASURE_RATIO: /* made below, of measures */
  case SP_MEASURE_COUNT:
    break;
  }
}

static void judge_expectation(sp_compiler *c, const sp_expectation_def *def) {
  (void)sp_resolve(c, sp_at_spot(def->where, def->measure_spot), SP_DEF_MEASURE, "measure", def->measure);
  if (!(def->low <= def->high)) sp_error(c, sp_at_spot(def->where, def->low_spot), "fault.low_above_high", "expectation", def->id);
  if (def->given) (void)sp_resolve(c, sp_at_spot(def->where, def->given_spot), SP_DEF_MEASURE, "given", def->given);
  if (sp_check_range(c, def->where, "share", def->share, 0.0, 1.0, "")) (void)sp_check_range(c, def->where, "share_most", def->share_most, def->share, 1.0, "");
  (void)sp_check_range(c, def->where, "quantile", def->quantile, 0.0, 1.0, "");
}

void sp_compile_questions(sp_compiler *c) {
  sp_model *m = c->model;
  m->measure = sp_compile_alloc(c, (size_t)m->measure_count, sizeof *m->measure);
  if (!m->measure) return;
  for (int32_t i = 0; i < m->measure_count; i++) {
    const sp_measure_def *def = &m->measure_def[i];
    judge_measure(c, def);
    m->measure[i] = (sp_measure){.key = m->key[SP_ENTITY_MEASURE][i], .kind = def->kind, .subject = def->subject,
                                 .object = def->object, .at = def->at, .from = def->from, .least_m = def->least_m, .most_m = def->most_m, .by = -1};
    if (sp_measure_rank(def->kind) == 1) make_of_several(c, def, &m->measure[i]);
    if (sp_measure_rank(def->kind) == 2) make_of_two(c, def, &m->measure[i]);
  }
  for (int32_t i = 0; i < m->expectation_count; i++) judge_expectation(c, &m->expectation_def[i]);
}
