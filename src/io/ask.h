/* ask.h - what the files of the calculator share: a topic's fields, words and numbers.
 * To add a topic: its tables, ask_eval and ask_tell in an ask_<group>.c, one line in ask_topics.def, its texts
 * calc.<topic>.* in po/calc.*.po.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_ASK_H
#define SP_IO_ASK_H

#include "io/prose.h"
#include "shapan/ask.h"

enum { ASK_FIELDS = 16, ASK_GROUPS = 6, ASK_RESULTS = 8, ASK_SLOTS = 72, ASK_SENTENCES = 8, ASK_INFLUENCES = 40 };

typedef enum ask_sort { ASK_COUNT, ASK_PLAIN, ASK_LENGTH, ASK_WEIGHT, ASK_TIME, ASK_SHARE, ASK_WARMTH, ASK_SORT_COUNT } ask_sort;

/* A number that may be given. Kept in: length m, weight kg or shi (see in_shi), time h, share 0..1, warmth C. */
typedef struct ask_field {
  const char *key;   /* text calc.field.<key> shows it */
  ask_sort sort;
  double fallback, low, high;
  const char *words; /* its names, separated by spaces */
  bool bare;         /* "22 km" without a name means this one */
} ask_field;

/* Words of which one holds; the first when none is given. */
typedef struct ask_group {
  const char *key;
  const char *word[6]; /* each with its synonyms, separated by spaces; the first is its name, text calc.word.<name> */
} ask_group;

typedef struct ask_result {
  const char *key;
  bool hidden; /* not in JSON: only for the text */
  bool whole;  /* carts, roads: the range is rounded outward */
} ask_result;

struct ask_topic;
typedef struct ask {
  const struct ask_topic *topic;
  double value[ASK_FIELDS];
  bool given[ASK_FIELDS], in_shi[ASK_FIELDS];
  int choice[ASK_GROUPS];
  bool chosen[ASK_GROUPS];
  double shi_kg;
} ask;

/* Slots of the topic's templates, and the sentences that make the answer. */
typedef struct ask_words {
  sp_lang lang;
  const char *name[ASK_SLOTS];
  char value[ASK_SLOTS][SP_SAY];
  size_t slots;
  const char *sentence[ASK_SENTENCES], *formula[ASK_SENTENCES];
  size_t sentences, formulas;
} ask_words;

typedef struct ask_topic {
  const char *name;
  ask_field field[ASK_FIELDS + 1];
  ask_group group[ASK_GROUPS + 1];
  ask_result result[ASK_RESULTS + 1];
  const char *range; /* text id of how the range came about, NULL = by the constants */
  /* A text id of what is missing, or NULL. */
  const char *(*lacks)(const ask *q);
  /* True when a default does not matter to this question and goes unsaid; may be NULL. */
  bool (*idle)(const ask *q, const char *key);
  void (*eval)(const ask *q, const sp_constants *c, double out[ASK_RESULTS]);
  void (*tell)(const ask *q, const sp_constants *c, const double *out, ask_words *w);
} ask_topic;

#define ASK_TOPIC(name) extern const ask_topic sp_ask_topic_##name;
#include "io/ask_topics.def"

typedef struct ask_influence {
  size_t constant;
  double low, high; /* the first result with this constant at its ends */
} ask_influence;

struct sp_answer {
  ask q;
  sp_constants *constants;
  double value[ASK_RESULTS], low[ASK_RESULTS], high[ASK_RESULTS];
  ask_influence influence[ASK_INFLUENCES];
  size_t influences;
};

/* ---- for topics (ask_common.c) */

double sp_ask_value(const ask *q, const char *key);          /* a field's number; weights in kg or shi as they were given */
bool sp_ask_given(const ask *q, const char *key);
int sp_ask_choice(const ask *q, const char *group);          /* place of the word in its group */
double sp_ask_constant(const sp_constants *c, const char *name);
double sp_ask_shi(const ask *q, const char *key, double shi_kg); /* a weight in shi */
sp_ration sp_ask_ration(const ask *q, const sp_constants *c);    /* group norm, fields ration and fodder, the shi's weight */
sp_going sp_ask_going(const ask *q);                             /* groups road, relief, weather, light */
sp_column sp_ask_column(const ask *q);                           /* fields foot, horse, followers, carts, guns, heavy */

void sp_ask_number(double value, char out[SP_SAY]);          /* three figures, thousands apart */
void sp_ask_slot(ask_words *w, const char *name, double value);
void sp_ask_slot_text(ask_words *w, const char *name, const char *text);
void sp_ask_say(ask_words *w, const char *id);               /* one more sentence of the answer */
void sp_ask_formula(ask_words *w, const char *id);           /* one more line of the formula */

/* ---- ask_text.c */
char *sp_ask_text(const sp_answer *answer, sp_lang lang, size_t width); /* lines no longer than that */

/* ---- ask_read.c */
bool sp_ask_read(ask *q, const sp_question *question, sp_faults *faults);
size_t sp_ask_fields_of(const ask_topic *t);
size_t sp_ask_groups_of(const ask_topic *t);
size_t sp_ask_results_of(const ask_topic *t);
/* The name of a group's word: "post" of "post 驿道". */
void sp_ask_name_of(const char *words, char *out, size_t size);

#endif
