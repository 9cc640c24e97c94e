/* ask_read.c - words into a question: numbers before nouns or units, names before numbers, words of the ground.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "io/ask.h"
#include "io/quantity.h"

enum { TOKENS = 160, TOKEN = 64, CHOICES = 160 };

typedef struct reading {
  ask *q;
  sp_faults *faults;
  char token[TOKENS][TOKEN];
  bool parted[TOKENS]; /* a comma or the like stands before it */
  size_t tokens;
  bool good;
} reading;

size_t sp_ask_fields_of(const ask_topic *t) {
  size_t n = 0;
  while (t->field[n].key) n++;
  return n;
}

size_t sp_ask_groups_of(const ask_topic *t) {
  size_t n = 0;
  while (t->group[n].key) n++;
  return n;
}

size_t sp_ask_results_of(const ask_topic *t) {
  size_t n = 0;
  while (t->result[n].key) n++;
  return n;
}

void sp_ask_name_of(const char *words, char *out, size_t size) {
  size_t length = strcspn(words, " ");
  snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), words);
}

static bool among(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; at && *at;) {
    size_t here = strcspn(at, " ");
    if (here == length && strncmp(at, word, length) == 0) return true;
    at += here;
    at += strspn(at, " ");
  }
  return false;
}

static void complain(reading *r, const char *id, const char *word, const char *near, const char *more) {
  r->good = false;
  sp_fault(r->faults, SP_FAULT_ERROR, (sp_where){0}, id, "topic", r->q->topic->name, "word", word, "near", near ? near : "", "more", more ? more : "", (char *)NULL);
}

/* ---- tokens */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* "50,000": a comma with three digits behind and no fourth parts thousands. */
static bool parts_thousands(const char *at, bool in_number) {
  return in_number && *at == ',' && is_digit(at[1]) && is_digit(at[2]) && is_digit(at[3]) && !is_digit(at[4]);
}

/* Bytes of a separator at `at`: a blank, a comma, or one of the Chinese stops. */
static size_t separator(const char *at) {
  static const char *const marks[] = {" ", "\t", "\n", ",", ";", ":", "，", "、", "；", "：", "。"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strncmp(at, marks[i], strlen(marks[i])) == 0) return strlen(marks[i]);
  return 0;
}

static bool starts_number(const char *at) { return is_digit(*at) || ((*at == '-' || *at == '+' || *at == '.') && is_digit(at[1])); }

static void add_token(reading *r, const char *from, size_t length, bool number, bool parted) {
  if (r->tokens == TOKENS || length >= TOKEN) {
    char shown[40];
    snprintf(shown, sizeof shown, "%.36s", from);
    complain(r, r->tokens == TOKENS ? "calc.fault.too_long" : "calc.fault.unknown", shown, NULL, NULL);
    return;
  }
  r->parted[r->tokens] = parted;
  char *to = r->token[r->tokens++];
  for (size_t i = 0; i < length; i++)
    if (!(number && from[i] == ',')) *to++ = from[i] >= 'A' && from[i] <= 'Z' && length > 1 ? (char)(from[i] - 'A' + 'a') : from[i];
  *to = 0;
}

static void cut(reading *r, const char *text, bool *parted) {
  for (const char *at = text; *at && r->good;) {
    size_t gap = separator(at);
    if (gap) {
      if (*at != ' ' && *at != '\t' && *at != '\n') *parted = true;
      at += gap;
      continue;
    }
    const char *from = at;
    bool number = starts_number(at);
    if (number) {
      at++;
      while (is_digit(*at) || *at == '.' || parts_thousands(at, true)) at++;
    } else {
      while (*at && !separator(at) && !(is_digit(*at) && at > from && (unsigned char)at[-1] >= 0x80)) at++;
    }
    add_token(r, from, (size_t)(at - from), number, *parted);
    *parted = false;
  }
}

/* ---- numbers and units */

static bool number_of(const char *token, double *value) {
  static const char *const words[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(token, words[i]) == 0) return *value = (double)i, true;
  const char *rest = starts_number(token) ? sp_io_number(token, value) : NULL;
  return rest && !*rest;
}

static const struct other_unit {
  const char *word, *unit;
  double factor;
} others[] = {{"公里", "km", 1}, {"米", "m", 1}, {"cm", "m", 0.01}, {"厘米", "m", 0.01}, {"kilometres", "km", 1}, {"metres", "m", 1}, {"hours", "h", 1}, {"hour", "h", 1},
              {"小时", "h", 1}, {"minutes", "min", 1}, {"分钟", "min", 1}, {"日", "days", 1}, {"天", "days", 1}, {"公斤", "kg", 1}, {"吨", "t", 1}, {"tonnes", "t", 1},
              {"tons", "t", 1}, {"斗", "shi", 0.1}, {"dou", "shi", 0.1}, {"升", "shi", 0.01}, {"sheng", "shi", 0.01}, {"石", "shi", 1}, {"percent", "%", 1}, {"度", "C", 1}, {"c", "C", 1}};

/* A number and a unit of this sort into what the field keeps. */
static bool measured(const char *number, const char *unit, ask_sort sort, double *value, bool *in_shi) {
  static const sp_io_measure measure[ASK_SORT_COUNT] = {[ASK_LENGTH] = SP_IO_LENGTH, [ASK_WEIGHT] = SP_IO_WEIGHT, [ASK_TIME] = SP_IO_DURATION, [ASK_SHARE] = SP_IO_SHARE, [ASK_WARMTH] = SP_IO_TEMPERATURE};
  if (sort <= ASK_PLAIN) return false;
  char text[2 * TOKEN];
  double factor = 1.0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (strcmp(others[i].word, unit) != 0) continue;
    unit = others[i].unit;
    factor = others[i].factor;
    break;
  }
  *in_shi = strcmp(unit, "shi") == 0;
  if (*in_shi && sort == ASK_WEIGHT) {
    double n = 0.0;
    return number_of(number, &n) ? (*value = n * factor, true) : false;
  }
  double plain = 0.0;
  if (!number_of(number, &plain)) return false;
  snprintf(text, sizeof text, "%.17g %s", plain, unit);
  if (!*unit || sp_io_quantity(text, measure[sort], value, NULL) != SP_IO_GOOD) return false;
  *value *= factor;
  if (sort == ASK_TIME) *value /= 60.0;
  return true;
}

/* ---- assigning */

static const char *list_of(const ask_topic *t, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < sp_ask_fields_of(t); i++) {
    char name[TOKEN];
    sp_ask_name_of(t->field[i].words, name, sizeof name);
    used += (size_t)snprintf(out + used, used < size ? size - used : 0, "%s%s", used ? ", " : "", name);
    if (used >= size) break;
  }
  return out;
}

static void assign(reading *r, size_t f, double value, bool in_shi) {
  const ask_field *field = &r->q->topic->field[f];
  char low[SP_SAY], high[SP_SAY], name[TOKEN], given[SP_SAY], more[3 * SP_SAY];
  if (!(value >= field->low && value <= field->high)) {
    sp_ask_number(field->low, low);
    sp_ask_number(field->high, high);
    sp_ask_number(value, given);
    sp_ask_name_of(field->words, name, sizeof name);
    snprintf(more, sizeof more, "%s .. %s", low, high);
    complain(r, "calc.fault.range", name, given, more);
    return;
  }
  if (r->q->given[f]) {
    sp_ask_name_of(field->words, name, sizeof name);
    complain(r, "calc.fault.twice", name, NULL, NULL);
    return;
  }
  r->q->value[f] = value;
  r->q->in_shi[f] = in_shi;
  r->q->given[f] = true;
}

static int field_named(const ask_topic *t, const char *word) {
  for (size_t i = 0; i < sp_ask_fields_of(t); i++)
    if (among(t->field[i].words, word)) return (int)i;
  return -1;
}

static void unknown(reading *r, const char *word) {
  const ask_topic *t = r->q->topic;
  static char store[CHOICES][TOKEN];
  const char *candidate[CHOICES];
  size_t n = 0;
  for (size_t i = 0; i < sp_ask_fields_of(t) + 6 * sp_ask_groups_of(t); i++) {
    size_t fields = sp_ask_fields_of(t), g = i >= fields ? (i - fields) / 6 : 0, k = i >= fields ? (i - fields) % 6 : 0;
    for (const char *at = i < fields ? t->field[i].words : t->group[g].word[k]; at && *at && n < CHOICES;) {
      sp_ask_name_of(at, store[n], TOKEN);
      candidate[n] = store[n];
      bool same_script = ((unsigned char)store[n][0] < 0x80) == ((unsigned char)word[0] < 0x80); /* 人 is no slip for m */
      if (same_script) n++;
      at += strcspn(at, " ");
      at += strspn(at, " ");
    }
  }
  char list[400];
  const char *near = sp_nearest(word, candidate, n);
  complain(r, near ? "calc.fault.unknown_near" : "calc.fault.unknown", word, near, list_of(t, list, sizeof list));
}

static int bare_field(const ask_topic *t, const char *number, const char *unit, double *value, bool *in_shi) {
  for (size_t i = 0; i < sp_ask_fields_of(t); i++)
    if (t->field[i].bare && measured(number, unit, t->field[i].sort, value, in_shi)) return (int)i;
  return -1;
}

/* The number of a field whose name stands before it. */
static size_t take_named(reading *r, size_t at, int f) {
  static const char *const units[ASK_SORT_COUNT] = {[ASK_LENGTH] = "m, km, li", [ASK_WEIGHT] = "kg, t, shi, dou, sheng, jin", [ASK_TIME] = "min, h, days", [ASK_WARMTH] = "C"};
  const ask_field *field = &r->q->topic->field[f];
  double value = 0.0;
  bool in_shi = false;
  const char *unit = at + 1 < r->tokens ? r->token[at + 1] : "";
  if (measured(r->token[at], unit, field->sort, &value, &in_shi)) return assign(r, (size_t)f, value, in_shi), at + 2;
  number_of(r->token[at], &value);
  if (field->sort <= ASK_PLAIN || field->sort == ASK_SHARE) return assign(r, (size_t)f, value, false), at + 1;
  char name[TOKEN];
  sp_ask_name_of(field->words, name, sizeof name);
  complain(r, "calc.fault.unit", name, r->token[at], units[field->sort]);
  return at + 1;
}

/* A number and a unit: of the field named behind them ("4 m wide"), else of the one that needs no name. A name that
 * has its own number after it ("10 li, width 4 m") is not meant, unless the bare field is taken already. */
static size_t take_measure(reading *r, size_t at) {
  const ask_topic *t = r->q->topic;
  double value = 0.0, bare_value = 0.0, next = 0.0;
  bool in_shi = false, bare_shi = false;
  const char *unit = at + 1 < r->tokens ? r->token[at + 1] : "";
  int bare = bare_field(t, r->token[at], unit, &bare_value, &bare_shi);
  int named = at + 2 < r->tokens && !r->parted[at + 2] ? field_named(t, r->token[at + 2]) : -1;
  bool own = named >= 0 && at + 3 < r->tokens && !r->parted[at + 3] && number_of(r->token[at + 3], &next);
  if (own && bare >= 0 && !r->q->given[bare]) named = -1;
  if (named >= 0 && measured(r->token[at], unit, t->field[named].sort, &value, &in_shi)) return assign(r, (size_t)named, value, in_shi), at + 3;
  if (bare >= 0) return assign(r, (size_t)bare, bare_value, bare_shi), at + 2;
  if (*unit && !number_of(unit, &next)) return unknown(r, unit), at + 2;
  complain(r, "calc.fault.of_what", r->token[at], NULL, NULL);
  return at + 1;
}

static size_t take_number(reading *r, size_t at) {
  const ask_topic *t = r->q->topic;
  double number = 0.0;
  number_of(r->token[at], &number);
  int f = at + 1 < r->tokens ? field_named(t, r->token[at + 1]) : -1;
  if (f >= 0 && t->field[f].sort <= ASK_PLAIN) return assign(r, (size_t)f, number, false), at + 2;
  return take_measure(r, at);
}

static bool choose(reading *r, const char *word) {
  const ask_topic *t = r->q->topic;
  for (size_t g = 0; g < sp_ask_groups_of(t); g++) {
    for (int k = 0; k < 6 && t->group[g].word[k]; k++) {
      if (!among(t->group[g].word[k], word)) continue;
      if (r->q->chosen[g] && r->q->choice[g] != k) complain(r, "calc.fault.two_words", word, NULL, NULL);
      r->q->choice[g] = k;
      return r->q->chosen[g] = true;
    }
  }
  return false;
}

bool sp_ask_read(ask *q, const sp_question *question, sp_faults *faults) {
  static const char fillers[] = "for over and by with of in on at the a an to from is there out as feed feeding across using 供 过 與 与 和 以 用 于 於 在";
  reading r = {.q = q, .faults = faults, .good = true};
  for (size_t i = 0; i < sp_ask_fields_of(q->topic); i++) {
    q->value[i] = q->topic->field[i].fallback;
    q->in_shi[i] = q->topic->field[i].sort == ASK_WEIGHT;
  }
  bool parted = false;
  for (size_t i = 0; i < question->words; i++) cut(&r, question->word[i], &parted);
  double number = 0.0;
  for (size_t at = 0; at < r.tokens;) {
    const char *word = r.token[at];
    int f = -1;
    if (number_of(word, &number)) {
      at = take_number(&r, at);
    } else if ((f = field_named(q->topic, word)) >= 0 && at + 1 < r.tokens && !r.parted[at + 1] && number_of(r.token[at + 1], &number)) {
      at = take_named(&r, at + 1, f);
    } else if (choose(&r, word) || among(fillers, word)) {
      at++;
    } else {
      if (f >= 0) complain(&r, "calc.fault.how_many", word, NULL, NULL);
      else unknown(&r, word);
      at++;
    }
  }
  const char *lacks = r.good && q->topic->lacks ? q->topic->lacks(q) : NULL;
  if (lacks) complain(&r, lacks, "", NULL, NULL);
  return r.good;
}
