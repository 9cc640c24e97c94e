/* trials.c - reads a trial off the command line. SPDX-License-Identifier: Apache-2.0 */
#include "cli/trials.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool trials_number(const char *text, double *value) {
  char *end = NULL;
  if ((*text < '0' || *text > '9') && *text != '-' && *text != '.') return false;
  *value = strtod(text, &end);
  return end != text && !*end && *value == *value;
}

/* ---- --set name=value,... */

static bool set_one(const cli_line *line, sp_constants *c, char *pair) {
  char *equals = strchr(pair, '=');
  double value = 0.0;
  if (!equals) return cli_say(line, 0, "cli.set_needs", "value", pair, NULL), false;
  *equals = '\0';
  if (!trials_number(equals + 1, &value)) return cli_say(line, 0, "cli.set_needs", "value", equals + 1, NULL), false;
  sp_status status = sp_constants_set(c, pair, value);
  if (status == SP_OK) return true;
  if (status == SP_NOT_FOUND) return cli_say(line, 0, "cli.no_constant", "word", pair, NULL), false;
  sp_constant_info info;
  char range[80] = "";
  for (size_t n = 0; sp_constant_describe(n, &info) == SP_OK; n++)
    if (strcmp(info.name, pair) == 0) snprintf(range, sizeof range, "%g .. %g", info.low, info.high);
  return cli_say(line, 0, "cli.set_range", "name", pair, "value", equals + 1, "range", range, NULL), false;
}

sp_constants *trials_constants(const cli_line *line, bool *fine) {
  const char *text = cli_get(line, "set");
  sp_constants *c = sp_constants_create();
  char *copy = malloc(text ? strlen(text) + 1 : 1);
  *fine = c && copy;
  if (text && *fine) {
    memcpy(copy, text, strlen(text) + 1);
    for (char *pair = copy, *next; pair && *fine; pair = next) {
      next = strchr(pair, ',');
      if (next) *next++ = '\0';
      *fine = set_one(line, c, pair);
    }
  }
  free(copy);
  if (!*fine) sp_constants_destroy(c);
  return *fine ? c : NULL;
}

/* ---- words */

int trials_place(trials_words list, const char *word, size_t length) {
  for (size_t n = 0; n < list.count; n++)
    if (strlen(list.word[n]) == length && strncmp(list.word[n], word, length) == 0) return (int)n;
  return -1;
}

static bool complain_word(const cli_line *line, const char *option, const char *word, size_t length, const char *choices) {
  char shown[48];
  snprintf(shown, sizeof shown, "%.*s", (int)(length < 40 ? length : 40), word);
  cli_say(line, 0, "cli.bad_word", "option", option, "value", shown, "choices", choices, NULL);
  return false;
}

/* The next word of a text with spaces and commas between; false at the end. */
static bool next_word(const char **at, const char **word, size_t *length) {
  *at += strspn(*at, " ,");
  *length = strcspn(*at, " ,");
  *word = *at;
  *at += *length;
  return *length > 0;
}

/* ---- a side: numbers before their nouns ("8000 horse"), shares behind ("quality 0.6") */

#define SIDE_WORDS "men horse guns archers quality skill"

static bool put_count(sp_trial_side *side, const char *word, size_t length, double value) {
  static const char *const nouns[] = {"men", "horse", "guns", "archers"};
  int32_t *const field[] = {&side->men, &side->horse, &side->guns, &side->archers};
  int n = trials_place((trials_words){nouns, 4}, word, length);
  if (n < 0 || value < 0.0 || value > 1e9) return false;
  *field[n] = (int32_t)value;
  return true;
}

bool trials_side(const cli_line *line, const char *option, sp_trial_side *side) {
  static const char *const shares[] = {"quality", "skill"};
  double *const field[] = {&side->quality, &side->skill};
  const char *at = cli_get(line, option), *word;
  size_t length;
  if (!at) return cli_say(line, 0, "cli.battle.needs", "option", option, NULL), false;
  while (next_word(&at, &word, &length)) {
    char text[32];
    double value = 0.0;
    int share = trials_place((trials_words){shares, 2}, word, length);
    const char *number = word;
    size_t number_length = length;
    if (share >= 0 && !next_word(&at, &number, &number_length)) return complain_word(line, option, word, length, SIDE_WORDS);
    snprintf(text, sizeof text, "%.*s", (int)(number_length < 30 ? number_length : 30), number);
    if (!trials_number(text, &value)) return complain_word(line, option, number, number_length, SIDE_WORDS);
    if (share >= 0) *field[share] = value;
    else if (!next_word(&at, &word, &length) || !put_count(side, word, length, value)) return complain_word(line, option, length ? word : number, length ? length : number_length, SIDE_WORDS);
  }
  if (side->men <= 0) return cli_say(line, 0, "cli.battle.needs_men", "option", option, NULL), false;
  return true;
}

/* ---- the field */

static const char *const reliefs[] = {
#define SP_RELIEF_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const covers[] = {
#define SP_COVER_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};

static bool read_ground(const cli_line *line, sp_trial_def *def) {
  const char *at = cli_get(line, "ground"), *word;
  size_t length;
  while (at && next_word(&at, &word, &length)) {
    int relief = trials_place((trials_words){reliefs, SP_RELIEF_COUNT}, word, length);
    int cover = trials_place((trials_words){covers, SP_COVER_COUNT}, word, length);
    if (relief >= 0) def->relief = (sp_relief)relief;
    else if (cover >= 0) def->cover = (sp_cover)cover;
    else return complain_word(line, "ground", word, length, "plain rolling hills mountain; open fields mixed wood marsh");
  }
  return true;
}

static bool read_weather(const cli_line *line, sp_trial_def *def) {
  static const char *const words[] = {"dry", "drizzle", "rain", "downpour", "heat", "frost"};
  static const double rain_mm_h[] = {0.0, 0.5, 3.0, 12.0};
  const char *at = cli_get(line, "weather"), *word;
  size_t length;
  while (at && next_word(&at, &word, &length)) {
    int n = trials_place((trials_words){words, 6}, word, length);
    if (n < 0) return complain_word(line, "weather", word, length, "dry drizzle rain downpour heat frost");
    if (n < 4) def->rain_mm_h = rain_mm_h[n];
    else def->temperature_c = n == 4 ? 32.0 : -8.0;
  }
  return true;
}

static bool read_posture(const cli_line *line, sp_trial_def *def) {
  const char *text = cli_get(line, "posture");
  if (!text) return true;
  for (int n = 0; n < SP_TRIAL_POSTURE_COUNT; n++) {
    if (strcmp(sp_trial_posture_name(n), text) != 0) continue;
    def->posture = (sp_trial_posture)n;
    return true;
  }
  return complain_word(line, "posture", text, strlen(text), "hasty prepared fortified delaying withdrawing");
}

bool trials_field(const cli_line *line, sp_trial_def *def) {
  uint64_t year = 0, month = 0;
  const char *front = cli_get(line, "front");
  if (!read_ground(line, def) || !read_weather(line, def) || !read_posture(line, def)) return false;
  if (front && (!trials_number(front, &def->front_km) || def->front_km <= 0.0)) return cli_say(line, 0, "cli.bad_front", "value", front, NULL), false;
  if (!cli_number(line, "year", (uint64_t)def->year, &year) || !cli_number(line, "month", (uint64_t)def->month, &month)) return false;
  def->year = year < 100000 ? (int32_t)year : 100000;
  def->month = month < 100 ? (int32_t)month : 100;
  return true;
}
