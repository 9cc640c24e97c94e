/* ask_json.c - an answer as JSON: each result by its key, ranges beside, inputs, constants with their sources.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "io/ask.h"

static json_t *real(double x) { return x >= 1e14 || x <= -1e14 || x != x ? json_null() : json_real(x); }

static json_t *inputs(const sp_answer *a, bool given) {
  const ask *q = &a->q;
  json_t *all = json_object();
  for (size_t f = 0; f < sp_ask_fields_of(q->topic); f++) {
    if (q->given[f] != given || (!given && q->value[f] == 0.0)) continue;
    static const char *const unit[ASK_SORT_COUNT] = {[ASK_COUNT] = "", [ASK_PLAIN] = "", [ASK_LENGTH] = "m", [ASK_WEIGHT] = "kg", [ASK_TIME] = "h", [ASK_SHARE] = "share", [ASK_WARMTH] = "C"};
    const char *u = q->topic->field[f].sort == ASK_WEIGHT && q->in_shi[f] ? "shi" : unit[q->topic->field[f].sort];
    json_t *one = *u ? json_pack("{s:o, s:s}", "value", real(q->value[f]), "unit", u) : real(q->value[f]);
    json_object_set_new(all, q->topic->field[f].key, one);
  }
  for (size_t g = 0; g < sp_ask_groups_of(q->topic); g++) {
    char name[40];
    if (q->chosen[g] != given) continue;
    sp_ask_name_of(q->topic->group[g].word[q->choice[g]], name, sizeof name);
    json_object_set_new(all, q->topic->group[g].key, json_string(name));
  }
  return all;
}

static json_t *constants(const sp_answer *a) {
  json_t *all = json_array();
  for (size_t i = 0; i < a->influences; i++) {
    sp_constant_info info;
    if (sp_constant_describe(a->influence[i].constant, &info) != SP_OK) continue;
    double now = info.value;
    (void)sp_constants_value(a->constants, info.name, &now);
    json_t *one = json_pack("{s:s, s:f, s:f, s:f, s:s, s:s, s:s, s:b}", "name", info.name, "value", now, "low", info.low, "high", info.high, "unit", info.unit, "source", info.source, "place", info.source_place, "assumed", info.assumed);
    if (one) {
      json_object_set_new(one, "answer_at_low", real(a->influence[i].low));
      json_object_set_new(one, "answer_at_high", real(a->influence[i].high));
    }
    json_array_append_new(all, one);
  }
  return all;
}

enum { ONE_LINE = 1000000 };

/* Formula lines without their labels. */
static json_t *formula(const sp_answer *a) {
  char *text = sp_ask_text(a, SP_LANG_EN, ONE_LINE);
  json_t *lines = json_array();
  bool inside = false;
  for (char *at = text; at && *at;) {
    char *end = strchr(at, '\n');
    if (end) *end = 0;
    if (strncmp(at, "Formula", 7) == 0) inside = true;
    else if (*at != ' ') inside = false;
    if (inside) json_array_append_new(lines, json_string(at + (strncmp(at, "Formula", 7) == 0 ? 7 + strspn(at + 7, " ") : strspn(at, " "))));
    at = end ? end + 1 : at + strlen(at);
  }
  free(text);
  return lines;
}

static json_t *answer_words(const sp_answer *a, sp_lang lang) {
  char *text = sp_ask_text(a, lang, ONE_LINE), *end = text ? strstr(text, "\n\n") : NULL;
  if (!text) return json_null();
  if (end) *end = 0;
  json_t *words = json_string(text);
  free(text);
  return words;
}

char *sp_answer_json(const sp_answer *answer) {
  if (!answer) return NULL;
  const ask_topic *t = answer->q.topic;
  json_t *all = json_object(), *range = json_object();
  json_object_set_new(all, "topic", json_string(t->name));
  for (size_t k = 0; k < sp_ask_results_of(t); k++) {
    if (t->result[k].hidden) continue;
    json_object_set_new(all, t->result[k].key, real(answer->value[k]));
    json_object_set_new(range, t->result[k].key, json_pack("[o, o]", real(answer->low[k]), real(answer->high[k])));
  }
  json_object_set_new(all, "range", range);
  json_object_set_new(all, "answer", json_pack("{s:o, s:o}", "en", answer_words(answer, SP_LANG_EN), "zh", answer_words(answer, SP_LANG_ZH)));
  json_object_set_new(all, "formula", formula(answer));
  json_object_set_new(all, "given", inputs(answer, true));
  json_object_set_new(all, "taken", inputs(answer, false));
  json_object_set_new(all, "constants", constants(answer));
  char *text = json_dumps(all, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
  json_decref(all);
  if (!text) return NULL;
  char *line = realloc(text, strlen(text) + 2);
  if (!line) return free(text), NULL;
  strcat(line, "\n");
  return line;
}
