/* run_log.h - inside of sp_story: what was taken from a world, with the words for it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_RUN_LOG_H
#define SP_IO_RUN_LOG_H

#include "shapan/story.h"

typedef int32_t sp_text_ref; /* offset into the log's texts; 0 = "" */

typedef struct sp_logged_event {
  sp_event e;
  sp_text_ref text[SP_LANG_COUNT];  /* the order's words, for events about orders; the leader's name, for events about him */
  sp_text_ref where[SP_LANG_COUNT]; /* "at Shihe post" */
  sp_text_ref place[SP_LANG_COUNT]; /* bare name of its node */
  sp_text_ref goal[SP_LANG_COUNT];  /* bare name of the node in a */
  int32_t message;                  /* index of the message, or -1 */
  int32_t arm;                      /* at a swollen ford: the arm that cannot pass (sp_arm), or -1 */
  double passing_min;               /* a column setting out: what it takes to pass one spot; 0 unknown */
} sp_logged_event;

typedef struct sp_logged_name {
  sp_key key;
  int8_t side;
  sp_text_ref name[SP_LANG_COUNT];
  sp_text_ref chief[SP_LANG_COUNT]; /* who commands it; 0: an unnamed officer, or no formation */
  sp_text_ref title[SP_LANG_COUNT];
} sp_logged_name;

typedef struct sp_logged_message {
  sp_message_facts facts;
  int32_t row;       /* in the world, while it was there; -1: never seen there */
  int32_t ask;       /* index for SP_WORDS_ASK */
  sp_text_ref text[SP_LANG_COUNT]; /* the order's or word's own text */
} sp_logged_message;

/* The sky over the theatre at one moment: means over its regions. */
typedef struct sp_sky {
  sp_minute minute;
  double rain_mm_h, temperature_c, wind_m_s, wind_x, wind_y, cloud, fog_m;
} sp_sky;

typedef enum sp_logged_line {
#define SP_LINE(name, word, en, zh) SP_LOGGED_##name,
#include "shapan/kinds.def"
  SP_LOGGED_LINES
} sp_logged_line;

/* The men of a side at the opening and once a day after midnight. */
typedef struct sp_logged_force {
  sp_minute minute;
  int32_t side;
  int64_t present, back;             /* with the colours; came back to them so far, from straggling, beds or the enemy */
  int64_t came[SP_LOGGED_LINES];     /* came to each line of the register so far */
} sp_logged_force;

#define SP_LOG_LIST(type) struct { type *data; size_t count, capacity; }

struct sp_story {
  const sp_model *model; /* may be NULL */
  SP_LOG_LIST(sp_logged_event) events;
  SP_LOG_LIST(sp_logged_name) names;       /* in order of first appearance */
  SP_LOG_LIST(sp_logged_message) messages; /* in order of sending as far as known */
  SP_LOG_LIST(int32_t) row_message;        /* by row of the world: the latest paper there, index + 1 */
  SP_LOG_LIST(sp_sky) sky;
  SP_LOG_LIST(sp_logged_force) forces;     /* by minute, then side */
  SP_LOG_LIST(char) texts;
  SP_LOG_LIST(int32_t) slots; /* open addressing: index of a name + 1; looked up, never walked */
};

bool sp_story_grow(void *list, size_t size); /* room for one more element of `size` bytes in an SP_LOG_LIST */
sp_text_ref sp_story_keep(sp_story *log, const char *text); /* -1: memory is out */
const char *sp_story_text(const sp_story *log, sp_text_ref ref);

/* The name's row, made when new; NULL: memory is out. Valid until the next one is made. */
sp_logged_name *sp_story_name_row(sp_story *log, sp_key key, bool *made);
const sp_logged_name *sp_story_name_of(const sp_story *log, sp_key key); /* NULL: never heard of */
/* Appends an event as it is; index, or -1 when memory is out. */
int64_t sp_story_append(sp_story *log, const sp_event *event);
int64_t sp_story_append_message(sp_story *log, const sp_message_facts *facts);
/* Books what an event says of its paper: hours, fate. */
void sp_story_book(sp_story *log, sp_logged_event *event);

/* digest.c: the sides as they stand, if a day has passed since they were counted. false: memory is out. */
bool sp_story_take_forces(sp_story *log, const sp_world *world);

#endif
