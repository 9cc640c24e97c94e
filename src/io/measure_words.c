/* measure_words.c - a measure's value, bounds and told figure in words.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/measure_words.h"

#include <stdio.h>
#include <string.h>

static const char *const units[SP_MEASURE_COUNT] = {
#define SP_MEASURE_KIND(name, word, unit, en, zh) [SP_MEASURE_##name] = unit,
#include "shapan/kinds.def"
};

/* The first part of a sum and its like; itself if it is made of none, or not of its unit. */
static int32_t first_part(const sp_model *model, int32_t index) {
  const sp_measure_def *def = sp_model_measure(model, index);
  bool made = def && (def->kind == SP_MEASURE_SUM || def->kind == SP_MEASURE_FIRST || def->kind == SP_MEASURE_LAST || def->kind == SP_MEASURE_DIFFERENCE);
  if (!made || !def->subject) return index;
  char word[128];
  const char *at = def->subject + strspn(def->subject, " ");
  snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
  int32_t part = sp_model_find(model, SP_ENTITY_MEASURE, word);
  return part >= 0 ? part : index;
}

/* The measure whose unit this one has: itself, or what it is first made of. */
static int32_t bearer(const sp_model *model, int32_t index) { return first_part(model, first_part(model, index)); }

const char *sp_measure_unit(const sp_model *model, int32_t index) {
  const sp_measure_def *def = sp_model_measure(model, bearer(model, index));
  return def && def->kind < SP_MEASURE_COUNT ? units[def->kind] : "";
}

bool sp_measure_may_never_come(const sp_model *model, int32_t index) {
  const sp_measure_def *def = sp_model_measure(model, bearer(model, index));
  return def->kind == SP_MEASURE_ARRIVAL || def->kind == SP_MEASURE_TAIL_ARRIVAL || def->kind == SP_MEASURE_TAKES || def->kind == SP_MEASURE_BREAD_ENDS || def->kind == SP_MEASURE_DELIVERY || def->kind == SP_MEASURE_ANSWER;
}

void sp_say_measure(sp_lang lang, const sp_model *model, int32_t index, double value, char out[SP_SAY]) {
  const char *unit = sp_measure_unit(model, index);
  const sp_measure_def *def = sp_model_measure(model, bearer(model, index));
  bool zh = lang == SP_LANG_ZH, powder = def && def->kind == SP_MEASURE_POWDER;
  if (strcmp(unit, "min") == 0 && zh) sp_say_duration(lang, value, out);
  else if (strcmp(unit, "min") == 0) sp_say_minutes(value, out);
  else if (def && def->kind == SP_MEASURE_DEPTH) sp_say_depth(lang, value, out);
  else if (strcmp(unit, "m") == 0) sp_say_length(lang, value, out);
  else if (strcmp(unit, "share") == 0) sp_say_fixed(value * 100.0, 0, out);
  else if (strcmp(unit, "days") == 0) sp_say_fixed(value, 1, out);
  else if (powder) sp_say_fixed(zh ? value / 0.59 : value, 0, out);
  else if (strcmp(unit, "kg") == 0) sp_say_fixed(value / 88.0, 0, out); /* the trade reckons in shi */
  else sp_say_fixed(value, 0, out);
  if (strcmp(unit, "share") == 0) strcat(out, " %");
  if (strcmp(unit, "kg") == 0) strcat(out, powder ? (zh ? "斤" : " kg") : zh ? "石" : " shi");
  if (strcmp(unit, "days") == 0) strcat(out, zh ? "日" : " days");
  bool counts = strcmp(unit, "men") == 0 || strcmp(unit, "times") == 0;
  if (!counts || !zh || !(value >= 0 && value < 1e9)) return;
  sp_say_count(lang, (int64_t)(value + 0.5), out);
  strcat(out, strcmp(unit, "men") == 0 ? "人" : "次");
}

void sp_say_difference(sp_lang lang, const sp_model *model, int32_t index, double value, char out[SP_SAY]) {
  char size[SP_SAY], nought[SP_SAY];
  bool zh = lang == SP_LANG_ZH;
  sp_say_measure(lang, model, index, value < 0 ? -value : value, size);
  sp_say_measure(lang, model, index, 0.0, nought);
  const char *sign = strcmp(size, nought) == 0 ? "" : value < 0 ? (zh ? "减" : "-") : value > 0 ? (zh ? "增" : "+") : "";
  snprintf(out, SP_SAY, "%s%.80s", sign, size);
}

void sp_say_bounds(sp_lang lang, const sp_model *model, int32_t index, double low, double high, char out[SP_SAY * 3]) {
  char from[SP_SAY], to[SP_SAY];
  bool least = low > -SP_NO_BOUND, most = high < SP_NO_BOUND;
  if (least) sp_say_measure(lang, model, index, low, from);
  if (most) sp_say_measure(lang, model, index, high, to);
  sp_join_bounds(lang, least ? from : NULL, most ? to : NULL, out);
}

void sp_join_bounds(sp_lang lang, const char *from, const char *to, char out[SP_SAY * 3]) {
  const char *args[] = {"low", from ? from : "", "high", to ? to : "", NULL};
  bool least = from != NULL, most = to != NULL, exact = least && most && strcmp(from, to) == 0;
  sp_text(lang, exact ? "measures.exactly" : !least ? "measures.at_most" : !most ? "measures.at_least" : "measures.range", args, out, SP_SAY * 3);
}
