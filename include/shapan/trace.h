/* shapan/trace.h - the terms that a rule or a mind computed, as it computed them.
 *
 * A sink hangs on the handle of a world, outside state, hash, save and copy: what is traced never changes the war.
 * A term's `name` is a static word with a text "term.<name>" in both languages; its value is in the unit said below.
 * All of it is the umpire's truth.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_TRACE_H
#define SHAPAN_TRACE_H

#include "shapan/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SP_TRACE_TERMS 20

typedef struct sp_trace_term {
  const char *name; /* static */
  double value;
} sp_trace_term;

typedef enum sp_trace_kind {
  SP_TRACE_MARCH,     /* pace of a column: option sp_arm of the slowest; result m/min = "arms" m/min times the other terms (factors) */
  SP_TRACE_BREAK,     /* five minutes of a fight: option sp_break_cause; taken: it broke; result hazard per hour = "base" times exp of the stresses */
  SP_TRACE_CHASE,     /* may it go after broken men? object the fugitives; option sp_chase_bar; taken: it goes; result gap m; terms as numbers */
  SP_TRACE_CHOICE,    /* one alternative of a decision: option the act (SP_WORDS_ACT; text "act.<word>"), taken the chosen one, which comes first, result its score, terms weighted */
  SP_TRACE_HOLD,      /* what holds a body in that hazard: parts of the stress "held"; result their sum */
  SP_TRACE_CHASE_END, /* option sp_pursuit_end; object the fugitives; result gap m */
  SP_TRACE_COLUMN,    /* length on the march: result m; terms metres by the book, files, tracks, slack */
  SP_TRACE_MINUTES,   /* where minutes of a tick went: terms minutes by cause; object who is in the way; result metres of the head */
  SP_TRACE_ORDER,     /* an order is taken up: option its row; object who gave it; result the minute from which it holds */
  SP_TRACE_RIDE,      /* a piece of a ride: subject recipient; object sender; option the message row; result minutes; terms factors of pace, or minutes by cause */
  SP_TRACE_STAFF,     /* the same parties; result minutes in the staff; terms minutes and the heap */
  SP_TRACE_STRAGGLE,  /* an hour's hazard of falling out: result men lost; terms hazard, men */
  SP_TRACE_CROSSING,  /* begins to pass: option crossing row; result minutes for the whole column; terms minutes by arm, depth m */
  SP_TRACE_GIVE_UP,   /* a side's hazard per hour of breaking off: subject who speaks for it; taken: it does */
  SP_TRACE_RALLY,     /* hazard per hour of standing again; taken: it does */
  SP_TRACE_TALK,      /* prisoners questioned: subject who holds them; object their body; option sp_chief_said (SP_WORDS_CHIEF_SAID); taken: the tale is false; result men as told */
  SP_TRACE_PROMISE,   /* a promise heard: subject the men; object who gives it; option sp_promise (SP_WORDS_PROMISE); taken: they see him run; result its worth to them 0..1 */
  SP_TRACE_NEWS,      /* news judged by a severe chief: subject the bearer; object the chief; taken: he punishes; result the chance */
  SP_TRACE_OVERTAKE,  /* five minutes of a chase: object the fugitives; result fugitives overtaken an hour = "by_horse" plus "by_foot" of a usual chase, times the other terms (factors) */
  SP_TRACE_KIND_COUNT
} sp_trace_kind;

/* Why a body does not take up the chase; text ids "explain.bar.<word>". In the order in which they are asked. */
typedef enum sp_chase_bar {
  SP_CHASE_FREE, SP_CHASE_BUSY, SP_CHASE_UNSTEADY, SP_CHASE_GUARDS, SP_CHASE_UNASKED, SP_CHASE_SPENT, SP_CHASE_CAUTIOUS,
  SP_CHASE_DARK, SP_CHASE_FRONT, SP_CHASE_NONE_IN_REACH, SP_CHASE_ENOUGH, SP_CHASE_FORMED, SP_CHASE_BAR_COUNT
} sp_chase_bar;

typedef struct sp_trace {
  sp_minute minute;
  sp_trace_kind kind;
  sp_key subject, object; /* formations; 0 = nobody */
  int32_t option;
  bool taken;
  double result;
  int32_t count;          /* terms used */
  sp_trace_term term[SP_TRACE_TERMS];
} sp_trace;

struct sp_world;
typedef void sp_trace_sink(void *context, const sp_trace *trace);

/* From now on `sink` gets what is computed about `subject` (0: everybody), as subject or as object. NULL ends it. */
SP_API void sp_world_set_trace(struct sp_world *world, sp_trace_sink *sink, void *context, sp_key subject);

#ifdef __cplusplus
}
#endif
#endif
