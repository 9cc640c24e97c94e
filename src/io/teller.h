/* teller.h - inside of the chronicle: from logged events to sentences.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_TELLER_H
#define SP_IO_TELLER_H

#include "io/prose.h"
#include "io/run_log.h"

enum { SP_STEM = 64, SP_PHRASE = 700, SP_TELLER_SLOTS = 22, SP_LIST_MAX = 12 };

typedef struct sp_teller {
  const sp_story *log;
  const sp_constants *constants;
  sp_lang lang;
  uint8_t *told;      /* by event: already part of an earlier paragraph */
  int32_t *next;      /* by event: the next of the same type and subject, or -1 */
  uint8_t *ordered;   /* by message: its order was told when it was given */
  uint8_t *introduced; /* by name: the commander's title has been said */
  int32_t *led;       /* by name: the event, index + 1, that last told who leads it; 0: as at first */
  uint8_t *busy;      /* by event: what its subject is about just then, sp_busy */
  uint8_t *rests;     /* by event of stragglers: their body has been lying in camp for hours */
  int32_t *fight;     /* by event: the one that opened the fight it belongs to, index + 1; 0: none */
  uint8_t last[SP_EVENT_TYPE_COUNT]; /* variant used last, so that none comes twice running */
} sp_teller;

sp_status sp_teller_open(sp_teller *t, const sp_story *log, const sp_constants *constants, sp_lang lang);
void sp_teller_close(sp_teller *t);

/* ---- phrases (phrase.c): the values of slots for one event */
typedef struct sp_slots {
  char who[SP_PHRASE], whom[SP_PHRASE], chief[SP_PHRASE], chief_whom[SP_PHRASE], list[SP_PHRASE * 2];
  char n[SP_SAY], m[SP_SAY], length[SP_SAY], depth[SP_SAY], time[SP_SAY], clock[SP_SAY], nth[SP_SAY], limit[SP_SAY];
  char side[SP_PHRASE], side_whom[SP_PHRASE], arm[SP_PHRASE], why[SP_PHRASE], kind[SP_PHRASE], sky[SP_PHRASE];
  const char *where, *place, *goal, *text;
  const char *args[2 * SP_TELLER_SLOTS + 1];
} sp_slots;
void sp_slots_of(sp_teller *t, size_t event, sp_slots *slots);
/* "the Rear guard"; 殿军. Crossings and regions as they are. */
void sp_phrase_who(const sp_teller *t, sp_key key, char out[SP_PHRASE]);
/* "Abatai (Prince)" when first told, then "Abatai"; "the officer commanding the Van". */
void sp_phrase_chief(sp_teller *t, sp_key key, char out[SP_PHRASE]);
void sp_phrase_text(sp_lang lang, const char *family, const char *word, char out[SP_PHRASE]); /* text of "story.family.word" */
const char *sp_phrase_arm(int32_t arm); /* "foot", "horse" or "wheels" */
const char *sp_phrase_sky(const sp_story *log, sp_minute minute); /* word for the sky then; NULL unknown */

/* English words after "one" and "no" made to agree with them. */
void sp_phrase_agree(sp_prose *sentence);
/* Appends the sentence of `stem` ("event.halted", "event.halted.many"), one of its variants. */
void sp_tell_stem(sp_teller *t, size_t event, const char *stem, sp_slots *slots, sp_prose *out);
void sp_tell_plain(sp_teller *t, size_t event, sp_prose *out); /* by its own stem and slots */
/* Stem of an event by itself: "event.halted", "event.queue_begins.water". */
void sp_stem_of(const sp_teller *t, size_t event, char stem[SP_STEM]);

/* "Ming", 明军; the body's own name when nobody knows its side. */
void sp_phrase_side(const sp_teller *t, int32_t side, sp_key body, char out[SP_PHRASE]);

/* ---- join.c: events told together. Untold events of the same type within `minutes` of event i, itself first; at
 * most SP_LIST_MAX are given, all are counted and marked as told. */
typedef struct sp_gathered {
  size_t index[SP_LIST_MAX];
  size_t listed, count;
} sp_gathered;
typedef bool sp_alike(const sp_event *first, const sp_event *other);
sp_gathered sp_gather(sp_teller *t, size_t i, int32_t minutes, sp_alike *alike);
/* Items to s->list, with "and so many more". */
void sp_list_into(sp_teller *t, sp_slots *s, const char (*items)[SP_PHRASE], size_t count, size_t more);
/* The same for items that hold numbers or lists of their own: a comma is too little between them. */
void sp_clauses_into(sp_teller *t, sp_slots *s, const char (*items)[SP_PHRASE], size_t count);
/* The bodies of the events, each once, to s->list; how many stand there by name. */
size_t sp_list_bodies(sp_teller *t, const sp_gathered *g, sp_slots *s);
/* Men in a of all such events within `minutes`, summed by body: "40 of the Van and 12 of the Main body"; of more than
 * SP_LIST_MAX bodies the men of the others are "so many more". Nothing when there are fewer than that in all.
 * *minute: the last of them. */
void sp_tell_by_body(sp_teller *t, size_t i, int32_t minutes, sp_alike *alike, int64_t few, sp_prose *out, sp_minute *minute);
/* The same of one side over some hours. */
void sp_tell_men_of(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute);

/* ---- join_battle.c: fights, flights and chases. */
typedef enum sp_busy { SP_BUSY_NO, SP_BUSY_FIGHT, SP_BUSY_FLIGHT, SP_BUSY_CHASE } sp_busy;
bool sp_follow_fights(sp_teller *t); /* fills busy and fight; false: memory is out */
const char *sp_battle_stem(const sp_event *e); /* which of an event's sentences; NULL: it has only one kind */
/* true: the event belongs to a battle and is told, or needs no word. */
bool sp_tell_battle(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- join_phase.c: orders kept for their moment. true: it is told. */
const char *sp_phase_stem(const sp_event *e); /* as sp_battle_stem */
bool sp_tell_phase(sp_teller *t, size_t event, sp_prose *out);

/* ---- join_supply.c: bread. true: it is told. */
bool sp_tell_supply(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- join_papers.c: letters and reports. true: it is told, or needs no word. */
bool sp_tell_papers(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- join_siege.c: parties that strike and ride off. true: it is told. */
bool sp_tell_siege(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- join_health.c. true: the event is about wounded and sick and is told, or needs no word. */
bool sp_tell_health(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- join_munition.c: powder and grenades. true: it is told. */
const char *sp_munition_stem(const sp_event *e); /* as sp_battle_stem */
bool sp_tell_munition(sp_teller *t, size_t event, sp_prose *out);

/* ---- join_repute.c: prisoners' talk, promises, bad news. true: it is told. */
const char *sp_repute_stem(const sp_event *e); /* as sp_battle_stem */
bool sp_tell_repute(sp_teller *t, size_t event, sp_prose *out);

/* ---- join.c: paragraphs. Appends nothing when the event is told elsewhere or not worth a word.
 * *minute: where in the story the paragraph stands. */
void sp_tell(sp_teller *t, size_t event, sp_prose *out, sp_minute *minute);

/* ---- chronicle.c: every paragraph in order, with the event that it opens with, and whether the digest has it; the text is lost after the
 * call. */
typedef void sp_paragraph_taker(void *context, sp_minute minute, const sp_event *event, const char *text, bool in_digest);
sp_status sp_each_paragraph(const sp_story *log, const sp_world *world, sp_lang lang, sp_paragraph_taker *take, void *context);

#endif
