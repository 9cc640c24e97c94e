/* orders.h - the order language: from a line of text to a row of orders, and back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a row says beyond fields.def:
 *   CROSS   via_node[0] the crossing, or -1 the next one ahead; goal_node toward where, or -1
 *   DETACH  goal, via, follow and the marching options are the detachment's; detach_arm SP_ARM_FOOT means
 *           any man on foot; detach_name is a word (the id it is to bear)
 *   WORD, ASK, REPORT  the staff sends the paper itself once the order is acted on; src/rules/orders.c has
 *           nothing to do for them
 *   ATTACK, PURSUE  follow the enemy meant, SP_FOLLOW_ENEMY the nearest known; goal_node where he is to be found, or -1:
 *           a body sent to attack at a place goes there and attacks whom it meets
 *   HOLD    goal_node the place, or -1 where it stands
 *           with SP_MANNER_AMBUSH: it lies in wait there, SP_MANNER_LET_PASS for what comes behind the head
 *   ask     of ATTACK, HOLD, PURSUE, CAMP (and of a detachment sent to do so): sp_manner bits; "entrench" is HOLD with SHALLOW or DEEP
 *   MARCH   ask SP_MANNER_IN_TURNS: before an enemy in touch one half stands while the other goes
 *   FOLLOW  follow whom; follow_m how far off; with SP_MANNER_HARASS: to strike him and ride off, the distance is the rule's
 *   BRIDGE, BREAK  via_node[0] the crossing, or -1 the nearest; follow_m how many bridges to build; ask: sp_manner bits of breaking
 *   EMBARK  goal_node the place to sail to; via_node[0] where to embark, or -1: the nearest place with a lane there
 *   RAFTS   follow_m how many; via_node[0] where, or -1: where it stands
 *   FLEE    goal_node the place to ride to, or -1; ask SP_MANNER_IF_WAVERING: kept for when the line wavers
 *   DRAW, UNLOAD, HAND_OVER  amount in grams or, ask SP_SUPPLY_DAYS, in days; -1 all; follow whom to hand over to
 *   RATION  amount in thousandths of the full one. FORAGE  amount an sp_foraging. SLAUGHTER  amount of beasts, -1 all;
 *           detach_arm[0] SP_ARM_MOUNT or SP_ARM_DRAUGHT
 *   SHARE   amount 1: those who feed apart eat together, 0: apart again. GIVE  amount in grams, -1 all: of the others' bread to one contingent
 *   HAND_OVER, RATION, GIVE  follow_m the contingent with a larder of its own for whom it is, index + 1; 0: for all, of GIVE those who do not feed apart
 *   DRAW, UNLOAD, HAND_OVER of powder and grenades: ask SP_SUPPLY_POWDER, SP_SUPPLY_GRENADES
 *   TERMS   amount an sp_terms; follow_m how it was said: 0 surrender, 1 offer, 2 refuse
 *   TRY     amount of grenades; follow_m one more than may fail before they are refused, 0 none is refused
 *   LOOK_OVER  detach_person who judges, or -1 the commander
 *   ATTACK  amount an sp_sally: out of a walled place, and back
 *   HOLD with MINE: to drive a gallery under the wall of goal_node, amount of powder in grams, 0 what will do; MINE_WAITS to light it only at the word
 *           (BLOW); amount -1, without INVEST: to dig against one from within
 *   SIGNAL  amount an sp_call
 *   kept    the order waits at its recipient's for `trigger`, and becomes STANDING there (src/rules/orders.c)
 *   PROMISE  ask an sp_promise; amount the ranks, or the taels a head
 *   An order of the scenario to a body that is yet to be detached is LATE: line and due count, it has no recipient; at its
 *           hour the line is read again, and what it says is entered; trigger_seen 1 from then on (src/rules/dispatch.c)
 *   start_minute  while an order stands, 1..1440 = that minute of the day it is given, plus one
 */
#ifndef SP_WORLD_ORDERS_H
#define SP_WORLD_ORDERS_H

#include "shapan/order.h"
#include "world/world.h"

#define SP_ORDER_RECIPIENTS 12
#define SP_FOLLOW_ENEMY UINT64_MAX /* follow, attack, pursue: the nearest enemy body that is known of */
#define SP_ANY 255 /* detach_arm, detach_class */

/* How a fight is to be fought: quarter in the lowest two bits, 0 nothing said, else sp_quarter plus one. SHALLOW or DEEP of
 * HOLD and CAMP: to entrench there, RING all round; AMBUSH of HOLD: to lie in wait, LET_PASS for what comes behind the head; AFTER_LAST and BURN of BREAK; INVEST of HOLD: to draw a ring about the place instead of standing in it; HARASS of FOLLOW: to strike and ride off; REPAIR of HOLD: to close the breaches of the wall it stands behind; MINE of HOLD: to dig under one, MINE_WAITS: and to wait for the word. IN_TURNS of MARCH has the bit that MINE has of HOLD: the sixteen are given away. */
typedef enum sp_manner { SP_MANNER_QUARTER = 3, SP_MANNER_REAR_GUARD = 4, SP_MANNER_IF_WAVERING = 8, SP_MANNER_SHALLOW = 16, SP_MANNER_DEEP = 32, SP_MANNER_RING = 64, SP_MANNER_INVEST = 128, SP_MANNER_AMBUSH = 256, SP_MANNER_LET_PASS = 512, SP_MANNER_AFTER_LAST = 1024, SP_MANNER_BURN = 2048, SP_MANNER_HARASS = 4096, SP_MANNER_REPAIR = 8192, SP_MANNER_MINE = 16384, SP_MANNER_MINE_WAITS = 32768, SP_MANNER_IN_TURNS = 16384 } sp_manner;
_Static_assert((int)SP_MANNER_IN_TURNS == (int)SP_MANNER_MINE, "of different verbs: whoever reads either asks for the verb first");
/* What is meant and how much: grain in grams, or in days of the body's own need; powder in grams; grenades. */
typedef enum sp_supply { SP_SUPPLY_GRAMS, SP_SUPPLY_DAYS, SP_SUPPLY_POWDER, SP_SUPPLY_GRENADES } sp_supply;
static inline bool sp_verb_supplies(sp_verb verb) { return (verb >= SP_VERB_DRAW && verb <= SP_VERB_SLAUGHTER) || verb == SP_VERB_TRY || verb == SP_VERB_LOOK_OVER || verb == SP_VERB_SHARE || verb == SP_VERB_GIVE; }
static inline bool sp_verb_fights(sp_verb verb) { return verb == SP_VERB_ATTACK || verb == SP_VERB_HOLD || verb == SP_VERB_PURSUE; }

#define SP_MANNER_DIGS (SP_MANNER_SHALLOW | SP_MANNER_DEEP)
/* What of a manner is work for spades: sp_dig. */
static inline uint8_t sp_dig_of(uint16_t manner) {
  return (uint8_t)((manner & SP_MANNER_DEEP ? SP_DIG_DEEP : manner & SP_MANNER_SHALLOW ? SP_DIG_SHALLOW : 0) | (manner & SP_MANNER_DIGS && manner & SP_MANNER_RING ? SP_DIG_RING : 0));
}

/* One line as understood. Formations by key: 0 = nobody named. */
typedef struct sp_order_draft {
  sp_key sender, recipient[SP_ORDER_RECIPIENTS];
  int32_t recipient_count;
  bool all;
  bool late; /* speaks of a body that another line of the scenario is to detach: read again when due */
  sp_minute due; /* resolved; -1 = standing */
  uint8_t due_light;
  sp_trigger trigger;
  bool kept; /* the recipient waits for it, not the sender */
  sp_key trigger_of;
  int32_t trigger_count, trigger_node, after_min;
  sp_verb verb;
  sp_pace pace;
  bool through_night;
  uint8_t start_light;
  sp_minute start_minute;
  int32_t goal_node, via_node[4];
  sp_key follow;
  int32_t follow_m;
  sp_key about;
  sp_ask ask;
  uint16_t manner; /* sp_manner */
  int32_t dig_toward; /* place that works are to face, or -1 */
  char word[240], name[64];
  int64_t amount; /* of orders about bread */
  int32_t detach_count[3];
  uint8_t detach_arm[3], detach_class[3];
  int32_t detach_unit[3];
  sp_verb detach_verb;
  int32_t detach_person;
  uint64_t content; /* hash of the words: the same line has the same key wherever it stands */
} sp_order_draft;

/* What a line is read against. */
typedef struct sp_order_reader {
  const sp_model *model;
  const sp_world *world; /* NULL: the model alone */
  sp_key seat;           /* formation that gives it; 0: the line must say */
  sp_minute now;         /* the opening, or now */
  bool opening;          /* names that lines of the scenario give to detachments count: the draft is late then */
} sp_order_reader;

/* SP_OK and a draft, or SP_BAD_INPUT and faults at their columns. */
sp_status sp_order_parse(const sp_order_reader *reader, const char *text, sp_where where, sp_faults *faults, sp_order_draft *draft);

/* Opens the word: reads every order of the model into rows, scheduled or standing. All faults at once;
 * SP_BAD_INPUT then, with no row made. */
sp_status sp_orders_open(sp_world *w, sp_faults *faults);

/* Chinese numerals, and a distance in them: 步 below a li, half li below ten. */
void sp_say_number_zh(int64_t n, char *buffer, size_t size);
void sp_say_li(double metres, char *buffer, size_t size);

/* Rows for one draft. SP_LIMIT when no row is to be had. */
sp_status sp_order_enter(sp_world *w, const sp_order_draft *draft, int32_t line);
/* A late order is read again at its hour and its rows entered. false: nobody of that name is there. */
bool sp_order_enter_late(sp_world *w, int32_t order);
/* A row for what a commander tells himself or others of his own thought, inside a tick. -1: no row. */
int32_t sp_order_thought(sp_world *w, const sp_order_draft *draft, sp_act act);
/* An order once given, given by its recipient to himself anew: he returns to it, not before `start` (0: at once). -1: no row. */
int32_t sp_order_again(sp_world *w, int32_t order, int32_t hq, sp_minute due, sp_minute start);
/* A copy that its recipient keeps until his moment comes. -1: no row. */
int32_t sp_order_keep(sp_world *w, int32_t order, int32_t hq, sp_minute since);
/* A scheduled copy of a standing order, due then. -1: no row. */
int32_t sp_order_copy(sp_world *w, int32_t standing, sp_minute due);

/* The canonical line: it parses back into the same order. Returns the bytes needed. */
size_t sp_order_canonical(const sp_world *w, int32_t row, char *buffer, size_t size);
/* "van", or "van-1" for its first detachment. */
void sp_formation_word(const sp_world *w, int32_t row, char *buffer, size_t size);
/* Formation by such a word, or by its commander's; 0: none. Looks through the model, then the war's newborn. */
sp_key sp_formation_by_word(const sp_model *m, const sp_world *w, const char *word);
sp_key sp_formation_by_word_of(const sp_model *m, const sp_world *w, const char *word, int32_t side); /* of that side alone; -1: of any */

/* order_lists.c: all orders that a headquarters has given, of whatever state, the last row first; -1: no more. */
int32_t sp_order_last_of(const sp_world *w, int32_t hq);
int32_t sp_order_before(const sp_world *w, int32_t order);

#endif
