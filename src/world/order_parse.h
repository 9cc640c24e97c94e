/* order_parse.h - inside of the order language: words with their columns, and complaints.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ORDER_PARSE_H
#define SP_WORLD_ORDER_PARSE_H

#include "world/orders.h"

#define SP_ORDER_TOKENS 160
#define SP_ORDER_WORD 64

typedef enum sp_token_kind { SP_TOKEN_END, SP_TOKEN_WORD, SP_TOKEN_COMMA, SP_TOKEN_COLON, SP_TOKEN_TEXT } sp_token_kind;

typedef struct sp_token {
  sp_token_kind kind;
  int32_t column;           /* in code points, from where.column */
  const char *at;           /* as written; TEXT without its quotes */
  size_t length;
  char word[SP_ORDER_WORD]; /* lower case, cut; punctuation too */
} sp_token;

typedef struct sp_order_lines {
  const sp_order_reader *reader;
  sp_where where;
  sp_faults *faults;
  sp_token token[SP_ORDER_TOKENS];
  int32_t count, next;
  sp_key side_of;  /* whose names count: a formation of the giver's side, 0 = everybody's */
  const sp_token *late; /* the last name of a body that is yet to be detached */
  const sp_token *watched; /* the body on whom a moment waits */
  bool failed;
  sp_order_draft *draft;
} sp_order_lines;

/* order_words.c */
bool sp_order_split(sp_order_lines *l, const char *text); /* false: fault given */
const sp_token *sp_order_peek(const sp_order_lines *l);
bool sp_order_is(const sp_order_lines *l, const char *words); /* the next word is one of "a|b|c" */
bool sp_order_take(sp_order_lines *l, const char *words);
bool sp_order_take_kind(sp_order_lines *l, sp_token_kind kind);
/* Complaints; each sets failed and returns false. */
bool sp_order_expected(sp_order_lines *l, const char *expected); /* at the next word; expected: "a, b, c" */
bool sp_order_blame(sp_order_lines *l, const sp_token *token, const char *id);
bool sp_order_whole(const char *word, int32_t *value);      /* digits only, below 10^9 */
bool sp_order_clock(const char *word, int32_t *minute);     /* "05:30" */
bool sp_order_number(const char *word, double *value, const char **unit); /* "1.5km": unit points past the digits */
bool sp_order_quantity(sp_order_lines *l, const char *missing, double *value, const char **unit); /* a number and its unit, one word or two */
/* Names. */
bool sp_order_formation(sp_order_lines *l, sp_key *key);
bool sp_order_place(sp_order_lines *l, bool crossings_only, int32_t *node);
bool sp_order_walled(sp_order_lines *l, int32_t *node); /* a place that has a wall */
bool sp_order_person(sp_order_lines *l, int32_t *person);
bool sp_order_feeding(sp_order_lines *l, int32_t *contingent); /* one that feeds apart: index + 1 */
bool sp_order_distance(sp_order_lines *l, int32_t *metres);
bool sp_order_minutes(sp_order_lines *l, int32_t *minutes);
bool sp_order_troops(sp_order_lines *l, int32_t slot);
int32_t sp_side_of_key(const sp_order_lines *l, sp_key formation); /* -1: unknown */
int32_t sp_model_formation_of(const sp_model *m, sp_key key);     /* model row, or -1 */

/* order_command.c */
bool sp_order_command(sp_order_lines *l);
bool sp_order_hour(sp_order_lines *l, int32_t *minute, uint8_t *light); /* 05:00, dawn, dusk */
sp_minute sp_order_light_minute(const sp_order_lines *l, sp_minute day, uint8_t light);

#endif
