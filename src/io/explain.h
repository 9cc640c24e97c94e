/* explain.h - inside of an explanation: what was kept, and the sums made of it. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_EXPLAIN_H
#define SP_IO_EXPLAIN_H

#include "io/columns.h"
#include "io/run_log.h"
#include "io/teller.h"
#include "shapan/explain.h"

struct sp_explain {
  sp_story *story;
  sp_key unit;
  bool failed; /* memory ran out while traces came in */
  SP_LOG_LIST(sp_trace) traces; /* of the unit, as subject or object, in the order of the reckoning */
};

/* ---- explain.c */
/* The last trace of a kind with the unit as subject, at or before `to`; -1: none. Walks down from `below`. */
int64_t sp_explain_last(const sp_explain *x, sp_trace_kind kind, sp_minute to, int64_t below);
double sp_trace_value(const sp_trace *trace, const char *name); /* 0 where it has no such term */

/* The order that the unit is about. */
typedef struct sp_explained_order {
  int64_t trace;   /* index, -1: it has had none */
  int64_t given;   /* event ORDER_GIVEN, -1: not told */
  int64_t message; /* of the story; -1 */
  bool alone;      /* it has broken or gone after somebody since */
  sp_minute from;  /* since when it is about it: the order's hour, or when it broke or took up a chase of its own */
} sp_explained_order;
sp_explained_order sp_explain_order(const sp_explain *x, sp_minute to);

/* ---- explain_ledger.c: minutes, each with its cause; they add up to the time that went by */
enum { SP_SPENT_MAX = 48 };
typedef struct sp_spent {
  const char *cause; /* text "spent.<cause>" */
  sp_key whom;       /* body in the way, or 0 */
  double minutes;
  int64_t shown;     /* whole minutes: the shown ones add up too */
} sp_spent;
typedef struct sp_ledger {
  sp_spent line[SP_SPENT_MAX];
  size_t count;
  double minutes, metres;
  int64_t shown;
} sp_ledger;
/* Of the unit, in (from, to]: largest first. */
void sp_ledger_of_march(const sp_explain *x, sp_minute from, sp_minute to, sp_ledger *out);
/* Of one paper, from its sending to `to` or to the minute it was acted on. */
void sp_ledger_of_paper(const sp_explain *x, const sp_logged_message *m, sp_minute to, sp_ledger *out);

/* ---- what is told of the world as it stands (explain_state.c) */
typedef struct sp_explained_state {
  int32_t row;
  bool alive, broken, fights, chases;
  int32_t men;
  const char *does; /* text "explain.does.<does>" */
  sp_key whom;      /* chased, fought, joined, or in its way */
  sp_minute since;  /* of its end, when it is no more; 0 unknown */
  double extent_m, speed_m_min, fatigue, order;
  char where[2][300], goal[2][200], crossing[2][200];
  double crossed_share;
} sp_explained_state;
sp_status sp_explain_state(const sp_explain *x, const sp_world *world, sp_explained_state *out);

/* A body as a headquarters believes it, and as it is. */
typedef struct sp_explained_belief {
  sp_key holder, body; /* body 0: an enemy that nobody can name */
  bool friendly;
  sp_minute seen;
  int32_t men, true_men; /* as reported; as it is; true_men -1: unknown */
  double off_m;          /* from where it was reported to where it is */
  char believed[2][300], truly[2][300];
} sp_explained_belief;
enum { SP_BELIEFS_MAX = 20 };
size_t sp_explain_beliefs(const sp_explain *x, const sp_world *world, sp_explained_belief out[SP_BELIEFS_MAX]);

/* ---- telling */
typedef struct sp_explaining {
  const sp_explain *x;
  const sp_world *world;
  const sp_explain_options *o;
  sp_minute from, to; /* from: 0 = since the order */
  sp_explained_order order;
  sp_explained_state state;
  sp_teller teller;
  sp_prose out;
} sp_explaining;
void sp_explain_say(sp_explaining *e, const char *id, const char *const *args); /* a paragraph */
void sp_explain_heading(sp_explaining *e, const char *id);
void sp_explain_clock(const sp_explaining *e, sp_minute minute, char out[SP_SAY]); /* "09:15"; "day 2 09:15" on another day */
void sp_explain_who(const sp_explaining *e, sp_key key, char out[SP_PHRASE]);
void sp_explain_term(sp_lang lang, const char *name, char out[SP_PHRASE]); /* text "term.<name>", or the name */
/* Indices of a trace's terms, those that weigh most first; those at `rest` within 1e-9 left out. Returns how many. */
int32_t sp_explain_heaviest(const sp_trace *trace, double rest, int32_t index[SP_TRACE_TERMS]);

void sp_explain_opening(sp_explaining *e); /* what it does, and by whose order */
void sp_explain_march(sp_explaining *e);
void sp_explain_papers(sp_explaining *e, bool all);
void sp_explain_heart(sp_explaining *e, bool asked);
void sp_explain_chase(sp_explaining *e, bool asked);
void sp_explain_choices(sp_explaining *e, bool asked);
void sp_explain_supply(sp_explaining *e); /* explain_supply.c: bread, powder, wounded, spades, walls, boats; only what was asked for */
void sp_explain_repute(sp_explaining *e, bool asked); /* prisoners' talk, promises, news */
sp_status sp_explain_json(const sp_explaining *e, FILE *file);

#endif
