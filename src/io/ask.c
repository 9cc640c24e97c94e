/* ask.c - a question answered: the formula with the constants as they are, then with each at the ends of its range.
 *
 * The range of a result takes the changes that single constants make, all others staying, as ratios and adds them as
 * independent errors are added: the root of the sum of squared logarithms, upward and downward apart. It is so
 * narrower than the worst case of all at once. A result that is or becomes nothing is added by differences instead.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/ask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ask_topic *const topics[] = {
#define ASK_TOPIC(name) &sp_ask_topic_##name,
#include "io/ask_topics.def"
};
enum { TOPICS = sizeof topics / sizeof *topics };

const char *sp_ask_topic(size_t index) { return index < TOPICS ? topics[index]->name : NULL; }

static const ask_topic *topic_of(const char *name) {
  for (size_t i = 0; i < TOPICS; i++)
    if (strcmp(topics[i]->name, name) == 0) return topics[i];
  return NULL;
}

static sp_constants *copy_of(const sp_constants *from) {
  sp_constants *c = sp_constants_create();
  sp_constant_info info;
  for (size_t i = 0; c && from && sp_constant_describe(i, &info) == SP_OK; i++) {
    double value = info.value;
    (void)sp_constants_value(from, info.name, &value);
    (void)sp_constants_set(c, info.name, value);
  }
  return c;
}

typedef struct spread {
  double log_up, log_down, up, down; /* sums of squares */
  bool ratios;                       /* all values so far above nothing */
} spread;

static void widen(spread *s, double base, double x) {
  if (!(base > 0.0 && x > 0.0)) s->ratios = false;
  double change = x - base, ratio = s->ratios ? log(x / base) : 0.0;
  *(change > 0.0 ? &s->up : &s->down) += change * change;
  *(change > 0.0 ? &s->log_up : &s->log_down) += ratio * ratio;
}

/* The ends of one constant's part: the higher of both ends upward, the lower downward. */
static void widen_both(spread *s, double base, double a, double b) {
  double high = a > b ? a : b, low = a > b ? b : a;
  if (high > base) widen(s, base, high);
  if (low < base) widen(s, base, low);
}

static void note_influence(sp_answer *answer, size_t constant, double low, double high) {
  if (answer->influences == ASK_INFLUENCES) return;
  answer->influence[answer->influences++] = (ask_influence){constant, low, high};
}

/* Of a hundred there are never more. */
static bool is_percent(const char *key) {
  static const char suffix[] = "_percent";
  size_t n = strlen(key), tail = sizeof suffix - 1;
  return n > tail && strcmp(key + n - tail, suffix) == 0;
}

static void sweep(sp_answer *answer, sp_constants *c) {
  const ask_topic *t = answer->q.topic;
  size_t results = sp_ask_results_of(t);
  spread s[ASK_RESULTS];
  for (size_t k = 0; k < results; k++) s[k] = (spread){.ratios = true};
  sp_constant_info info;
  for (size_t i = 0; sp_constant_describe(i, &info) == SP_OK; i++) {
    double kept = info.value, low[ASK_RESULTS] = {0}, high[ASK_RESULTS] = {0};
    bool matters = false;
    (void)sp_constants_value(c, info.name, &kept);
    bool chosen = kept != info.value; /* set by whoever asks: certain, but still a source to name */
    (void)sp_constants_set(c, info.name, info.low);
    t->eval(&answer->q, c, low);
    (void)sp_constants_set(c, info.name, info.high);
    t->eval(&answer->q, c, high);
    (void)sp_constants_set(c, info.name, kept);
    for (size_t k = 0; k < results; k++) {
      if (low[k] == answer->value[k] && high[k] == answer->value[k]) continue;
      matters = true;
      if (!chosen) widen_both(&s[k], answer->value[k], low[k], high[k]);
    }
    if (matters) note_influence(answer, i, chosen ? answer->value[0] : low[0], chosen ? answer->value[0] : high[0]);
  }
  for (size_t k = 0; k < results; k++) {
    double base = answer->value[k];
    answer->low[k] = s[k].ratios ? base * exp(-sqrt(s[k].log_down)) : fmax(base < 0.0 ? -HUGE_VAL : 0.0, base - sqrt(s[k].down));
    answer->high[k] = s[k].ratios ? base * exp(sqrt(s[k].log_up)) : base + sqrt(s[k].up);
    if (is_percent(t->result[k].key) && base <= 100.0) answer->high[k] = fmin(answer->high[k], 100.0);
    if (t->result[k].whole) answer->low[k] = floor(answer->low[k] + 1e-6), answer->high[k] = ceil(answer->high[k] - 1e-6);
  }
}

sp_status sp_ask(const sp_question *question, sp_faults *faults, sp_answer **out) {
  if (!question || !question->topic || !out || (question->words && !question->word)) return SP_BAD_INPUT;
  *out = NULL;
  const ask_topic *t = topic_of(question->topic);
  if (!t) {
    const char *names[TOPICS];
    for (size_t i = 0; i < TOPICS; i++) names[i] = topics[i]->name;
    const char *near = sp_nearest(question->topic, names, TOPICS);
    sp_fault(faults, SP_FAULT_ERROR, (sp_where){0}, near ? "calc.fault.topic_near" : "calc.fault.topic", "word", question->topic, "near", near ? near : "", (char *)NULL);
    return SP_BAD_INPUT;
  }
  sp_answer *answer = calloc(1, sizeof *answer);
  if (answer) answer->constants = copy_of(question->constants);
  if (!answer || !answer->constants) {
    sp_answer_destroy(answer);
    return SP_NO_MEMORY;
  }
  answer->q.topic = t;
  answer->q.shi_kg = question->shi_kg;
  if (!sp_ask_read(&answer->q, question, faults)) {
    sp_answer_destroy(answer);
    return SP_BAD_INPUT;
  }
  t->eval(&answer->q, answer->constants, answer->value);
  sweep(answer, answer->constants);
  *out = answer;
  return SP_OK;
}

void sp_answer_destroy(sp_answer *answer) {
  if (!answer) return;
  sp_constants_destroy(answer->constants);
  free(answer);
}

sp_status sp_answer_value(const sp_answer *answer, const char *key, double *value, double *low, double *high) {
  if (!answer || !key || !value) return SP_BAD_INPUT;
  for (size_t k = 0; k < sp_ask_results_of(answer->q.topic); k++) {
    if (strcmp(answer->q.topic->result[k].key, key) != 0) continue;
    *value = answer->value[k];
    if (low) *low = answer->low[k];
    if (high) *high = answer->high[k];
    return SP_OK;
  }
  return SP_NOT_FOUND;
}
