/* world.h - all that changes in a war: one contiguous, pointer-free block, and a handle
 * that binds typed columns to it. Columns come from fields.def: w->formation.head_m[row].
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_WORLD_WORLD_H
#define SP_WORLD_WORLD_H

#include "base/base.h"
#include "model/constants.h"
#include "model/model.h"
#include "shapan/event.h"
#include "shapan/trace.h"
#include "shapan/world.h"
#include "model/thought.h"

/* ---- enums of the state; numbers are part of the save format: add at the end */
typedef enum sp_activity { SP_HALTED_IN_COLUMN, SP_IN_CAMP, SP_ASSEMBLING, SP_MARCHING, SP_WAITING_TO_CROSS, SP_LONG_HALT, SP_AT_SEA } sp_activity;
typedef enum sp_verb { SP_VERB_NONE, SP_VERB_MARCH, SP_VERB_HALT, SP_VERB_CAMP, SP_VERB_CROSS, SP_VERB_FOLLOW, SP_VERB_DETACH, SP_VERB_MERGE, SP_VERB_WORD, SP_VERB_ASK, SP_VERB_REPORT, SP_VERB_ATTACK, SP_VERB_HOLD, SP_VERB_PURSUE, SP_VERB_FLEE, SP_VERB_DRAW, SP_VERB_UNLOAD, SP_VERB_HAND_OVER, SP_VERB_BURN_STORES, SP_VERB_RATION, SP_VERB_FORAGE, SP_VERB_SLAUGHTER, SP_VERB_BRIDGE, SP_VERB_BREAK, SP_VERB_TRY, SP_VERB_LOOK_OVER, SP_VERB_EMBARK, SP_VERB_RAFTS, SP_VERB_PROMISE, SP_VERB_TERMS, SP_VERB_WOUNDED, SP_VERB_SHARE, SP_VERB_GIVE, SP_VERB_SIGNAL, SP_VERB_BLOW, SP_VERB_COUNT } sp_verb;
typedef enum sp_holder { SP_HOLDER_FREE, SP_HOLDER_FORMATION, SP_HOLDER_POOL, SP_HOLDER_MESSAGE, SP_HOLDER_FORD, SP_HOLDER_WARD } sp_holder;
typedef enum sp_message_kind { SP_MESSAGE_ORDER, SP_MESSAGE_REQUEST, SP_MESSAGE_WORD, SP_MESSAGE_REPORT } sp_message_kind;
typedef enum sp_message_state { SP_MESSAGE_FREE, SP_MESSAGE_RIDING, SP_MESSAGE_SEARCHING, SP_MESSAGE_IN_STAFF, SP_MESSAGE_RETURNING, SP_MESSAGE_DONE } sp_message_state;
typedef enum sp_order_state { SP_ORDER_FREE, SP_ORDER_SCHEDULED, SP_ORDER_STANDING, SP_ORDER_ISSUED, SP_ORDER_OBEYED, SP_ORDER_REFUSED_, SP_ORDER_LATE } sp_order_state;
typedef enum sp_trigger { SP_TRIGGER_NONE, SP_TRIGGER_CONTACT, SP_TRIGGER_REQUEST, SP_TRIGGER_WORD, SP_TRIGGER_ARRIVAL, SP_TRIGGER_CLOSES, SP_TRIGGER_TOUCHES, SP_TRIGGER_IN, SP_TRIGGER_BREAKS, SP_TRIGGER_ENEMY_BREAKS, SP_TRIGGER_BREACH, SP_TRIGGER_SIGNAL, SP_TRIGGER_DELAY, SP_TRIGGER_COUNT } sp_trigger;
/* Moments in an assault, from CLOSES on: rules/phases.c watches for them. */
static inline bool sp_is_moment(sp_trigger trigger) { return trigger >= SP_TRIGGER_CLOSES; }
/* A gallery: being driven, charged and stopped, ready for the match. How a body mines. */
typedef enum sp_mine_stage { SP_MINE_DRIVEN, SP_MINE_CHARGED, SP_MINE_READY, SP_MINE_STAGES } sp_mine_stage;
typedef enum sp_mining { SP_MINING_WAITS = 1, SP_MINING_AGAINST = 2 } sp_mining;
/* Against what men sally: whatever they find, guns, a mine, ditches. */
typedef enum sp_sally { SP_SALLY_NONE, SP_SALLY_ANY, SP_SALLY_GUNS, SP_SALLY_MINE, SP_SALLY_WORKS, SP_SALLY_COUNT } sp_sally;
/* How it ends when it is lit. */
typedef enum sp_blast { SP_BLAST_BREACH, SP_BLAST_NOTHING, SP_BLAST_FAILS, SP_BLAST_BACK, SP_BLAST_COUNT } sp_blast;
/* By what a signal agreed upon is given: what there is, a gun, drums, a flag. */
typedef enum sp_call { SP_CALL_ANY, SP_CALL_GUN, SP_CALL_DRUM, SP_CALL_FLAG, SP_CALL_COUNT } sp_call;
typedef enum sp_ask { SP_ASK_NOTHING, SP_ASK_HELP, SP_ASK_INSTRUCTIONS, SP_ASK_LEAVE, SP_ASK_BREAD, SP_ASK_POWDER, SP_ASK_COUNT } sp_ask;
typedef enum sp_report_kind { SP_REPORT_SEEN, SP_REPORT_HEARD, SP_REPORT_OWN_STATE, SP_REPORT_READ, SP_REPORT_CAPTIVES } sp_report_kind;
typedef enum sp_halt_cause { SP_HALT_ORDERED, SP_HALT_ARRIVED, SP_HALT_NIGHT, SP_HALT_WEARY, SP_HALT_ENEMY, SP_HALT_NO_WAY, SP_HALT_DAY_DONE, SP_HALT_CAUGHT_UP, SP_HALT_UNKNOWN, SP_HALT_GONE, SP_HALT_NOBODY } sp_halt_cause;
typedef enum sp_refusal { SP_REFUSED_NO_WAY, SP_REFUSED_TOO_FEW, SP_REFUSED_NOT_HERE, SP_REFUSED_UNKNOWN, SP_REFUSED_GONE, SP_REFUSED_BROKEN, SP_REFUSED_NO_STORES, SP_REFUSED_TOO_FAR, SP_REFUSED_NONE_LEFT, SP_REFUSED_AT_SEA, SP_REFUSED_NOBODY, SP_REFUSED_NO_HORSE, SP_REFUSED_OURS, SP_REFUSED_NOBODY_OF_THEM, SP_REFUSED_NO_GUNS, SP_REFUSED_NO_MINE, SP_REFUSED_NO_WALL } sp_refusal;
typedef enum sp_pursuit_end { SP_PURSUIT_CAUGHT_ALL, SP_PURSUIT_DARK, SP_PURSUIT_BLOWN, SP_PURSUIT_FORMED_TROOPS, SP_PURSUIT_LOST_THEM, SP_PURSUIT_ORDERED, SP_PURSUIT_LOOT } sp_pursuit_end;
typedef enum sp_fate { SP_FATE_WITH_ARMY, SP_FATE_KILLED, SP_FATE_WOUNDED, SP_FATE_CAPTURED, SP_FATE_MISSING, SP_FATE_DIED } sp_fate;

typedef enum sp_posture { SP_POSTURE_AVOID, SP_POSTURE_HOLD, SP_POSTURE_ATTACK, SP_POSTURE_REAR_GUARD, SP_POSTURE_PREPARED, SP_POSTURE_FORTIFIED, SP_POSTURE_IN_TURNS } sp_posture;
typedef enum sp_quarter { SP_QUARTER_SOME, SP_QUARTER_NONE, SP_QUARTER_ALL } sp_quarter;
typedef enum sp_stance { SP_STEADY, SP_WAVERING, SP_BROKEN, SP_RALLYING, SP_YIELDED } sp_stance;
/* A commander who rides off with his own: not at all, when the line wavers, at once. */
typedef enum sp_flees { SP_FLEES_NOT, SP_FLEES_IF_WAVERING, SP_FLEES_NOW } sp_flees;
/* Lying in wait: for the head of a column, or for what comes behind it. */
typedef enum sp_ambush { SP_AMBUSH_NONE, SP_AMBUSH_HEAD, SP_AMBUSH_LETS_PASS } sp_ambush;
/* What a body is about with stores; how it lives off the land; how its bread stood when that was last told. */
typedef enum sp_chore { SP_CHORE_NONE, SP_CHORE_DRAW, SP_CHORE_UNLOAD, SP_CHORE_HAND_OVER, SP_CHORE_BURN, SP_CHORE_SLAUGHTER } sp_chore;
typedef enum sp_foraging { SP_FORAGES_IN_NEED, SP_FORAGES_ALWAYS, SP_FORAGES_NEVER } sp_foraging;
typedef enum sp_bread_told { SP_BREAD_PLENTY, SP_BREAD_LOW, SP_BREAD_OUT, SP_BREAD_WEAK, SP_BREAD_STARVING } sp_bread_told;
/* An assault on a wall, in order. Text ids "siege.<word>". */
typedef enum sp_siege_phase {
  SP_SIEGE_NONE, SP_SIEGE_GUNS, SP_SIEGE_BREACHED, SP_SIEGE_FORWARD, SP_SIEGE_DITCH, SP_SIEGE_UP, SP_SIEGE_REPULSED, SP_SIEGE_CARRIED, SP_SIEGE_PHASE_COUNT
} sp_siege_phase;
/* What a body is to dig: how deep, and whether all round. */
typedef enum sp_dig { SP_DIG_SHALLOW = 1, SP_DIG_DEEP = 2, SP_DIG_RING = 4, SP_DIG_WALL = 8 } sp_dig;
/* What prisoners say of their commander. */
typedef enum sp_chief_said { SP_CHIEF_UNSAID, SP_CHIEF_WITH_THEM, SP_CHIEF_FLED, SP_CHIEF_FALLEN, SP_CHIEF_SAID_COUNT } sp_chief_said;
/* What a commander promises; and how a promise ends. */
typedef enum sp_promise { SP_PROMISE_NONE, SP_PROMISE_RANKS, SP_PROMISE_SILVER, SP_PROMISE_PLUNDER, SP_PROMISE_COUNT } sp_promise;
typedef enum sp_promise_end { SP_PROMISE_KEPT, SP_PROMISE_BROKEN, SP_PROMISE_FLED, SP_PROMISE_NOBODY, SP_PROMISE_FORFEIT, SP_PROMISE_LAPSED, SP_PROMISE_END_COUNT } sp_promise_end;
typedef enum sp_munition { SP_POWDER, SP_GRENADES, SP_SMOKE_POTS, SP_MUNITION_COUNT } sp_munition;
/* Why a body broke: the largest term of the hazard. Text ids "cause.<word>"; order is that of morale weights. */
typedef enum sp_break_cause {
  SP_CAUSE_OF_BREAK_NONE, SP_BREAK_LOSSES, SP_BREAK_FIRE, SP_BREAK_FLANK, SP_BREAK_NEIGHBOUR, SP_BREAK_LEADER, SP_BREAK_NO_RESERVE,
  SP_BREAK_POWDER, SP_BREAK_WEARY, SP_BREAK_SURPRISE, SP_BREAK_FUGITIVES, SP_BREAK_PRESSED, SP_BREAK_CUT_OFF, SP_BREAK_HUNGER, SP_BREAK_WEAPONS, SP_BREAK_COUNT
} sp_break_cause;

/* What a body that marches off does with those who cannot walk: by default it takes whom the carts it can clear will take; else leaves all,
 * or clears nine carts of ten and waits until they are loaded. */
typedef enum sp_carries { SP_CARRIES_AS_IT_CAN, SP_CARRIES_NOBODY, SP_CARRIES_ALL, SP_CARRIES_COUNT } sp_carries;
/* Where wounded and sick lie. */
typedef enum sp_lies { SP_LIES_WITH_BODY, SP_LIES_TENDED, SP_LIES_IN_FIELD } sp_lies;

/* lines of the register, from kinds.def */
typedef enum sp_line {
#define SP_LINE(name, word, en, zh) SP_LINE_##name,
#include "shapan/kinds.def"
  SP_LINE_COUNT
} sp_line;
_Static_assert(SP_RANK_COUNT == 4 && SP_LINE_COUNT == 12, "tally arrays in fields.def are [4][12]");

/* Lines whose men lie in wards, in the order in which the model counts them at the opening. */
static const sp_line sp_patient_line[SP_PATIENT_LINES] = {SP_LINE_WOUNDED_LIGHT, SP_LINE_WOUNDED_SERIOUS, SP_LINE_SICK};
static inline bool sp_line_of_patients(sp_line line) { return line == SP_LINE_WOUNDED_LIGHT || line == SP_LINE_WOUNDED_SERIOUS || line == SP_LINE_SICK; }

#define SP_CONTACTS 16      /* contacts per headquarters */
#define SP_LEGS 40          /* legs held per formation */
#define SP_NO_LEG 0xffffffffu

typedef enum sp_table {
#define SP_TABLE(name, NAME, subsystem, meaning) SP_TABLE_##NAME,
#include "world/tables.def"
  SP_TABLE_COUNT
} sp_table;

/* First bytes of the block. */
typedef struct sp_world_head {
  uint64_t seed;
  sp_minute minute;          /* now: the end of the last tick */
  int64_t tick;              /* ticks done */
  int64_t block_bytes;
  int32_t used[SP_TABLE_COUNT];     /* rows ever used: loop up to here, skip the dead */
  int32_t capacity[SP_TABLE_COUNT];
  int32_t free_hint[SP_TABLE_COUNT]; /* no free row stands below */
  int32_t reports_day;       /* bookkeeping of sweeps */
  int32_t spare;
} sp_world_head;

/* C types of fields.def */
typedef int8_t sp_t_i8;   typedef uint8_t sp_t_u8;   typedef int16_t sp_t_i16; typedef uint16_t sp_t_u16;
typedef int32_t sp_t_i32; typedef uint32_t sp_t_u32; typedef int64_t sp_t_i64; typedef uint64_t sp_t_u64;
typedef double sp_t_f64;

/* Arrays (count > 1) are row-major: field[row * count + i]. */
#define SP_COLUMN_(type, count, name, unit, owner, meaning) sp_t_##type *name;
typedef struct sp_formation_columns {
#define SP_F_FORMATION SP_COLUMN_
#include "world/fields.def"
} sp_formation_columns;
typedef struct sp_combat_columns {
#define SP_F_COMBAT SP_COLUMN_
#include "world/fields.def"
} sp_combat_columns;
typedef struct sp_engagement_columns {
#define SP_F_ENGAGEMENT SP_COLUMN_
#include "world/fields.def"
} sp_engagement_columns;
typedef struct sp_strength_columns {
#define SP_F_STRENGTH SP_COLUMN_
#include "world/fields.def"
} sp_strength_columns;
typedef struct sp_tally_columns {
#define SP_F_TALLY SP_COLUMN_
#include "world/fields.def"
} sp_tally_columns;
typedef struct sp_pool_columns {
#define SP_F_POOL SP_COLUMN_
#include "world/fields.def"
} sp_pool_columns;
typedef struct sp_hq_columns {
#define SP_F_HQ SP_COLUMN_
#include "world/fields.def"
} sp_hq_columns;
typedef struct sp_report_columns {
#define SP_F_REPORT SP_COLUMN_
#include "world/fields.def"
} sp_report_columns;
typedef struct sp_contact_columns {
#define SP_F_CONTACT SP_COLUMN_
#include "world/fields.def"
} sp_contact_columns;
typedef struct sp_order_columns {
#define SP_F_ORDER SP_COLUMN_
#include "world/fields.def"
} sp_order_columns;
typedef struct sp_message_columns {
#define SP_F_MESSAGE SP_COLUMN_
#include "world/fields.def"
} sp_message_columns;
typedef struct sp_word_columns {
#define SP_F_WORD SP_COLUMN_
#include "world/fields.def"
} sp_word_columns;
typedef struct sp_person_columns {
#define SP_F_PERSON SP_COLUMN_
#include "world/fields.def"
} sp_person_columns;
typedef struct sp_region_columns {
#define SP_F_REGION SP_COLUMN_
#include "world/fields.def"
} sp_region_columns;
typedef struct sp_river_columns {
#define SP_F_RIVER SP_COLUMN_
#include "world/fields.def"
} sp_river_columns;
typedef struct sp_ford_columns {
#define SP_F_FORD SP_COLUMN_
#include "world/fields.def"
} sp_ford_columns;
typedef struct sp_reading_columns {
#define SP_F_READING SP_COLUMN_
#include "world/fields.def"
} sp_reading_columns;
typedef struct sp_provision_columns {
#define SP_F_PROVISION SP_COLUMN_
#include "world/fields.def"
} sp_provision_columns;
typedef struct sp_depot_columns {
#define SP_F_DEPOT SP_COLUMN_
#include "world/fields.def"
} sp_depot_columns;
typedef struct sp_land_columns {
#define SP_F_LAND SP_COLUMN_
#include "world/fields.def"
} sp_land_columns;
typedef struct sp_stock_columns {
#define SP_F_STOCK SP_COLUMN_
#include "world/fields.def"
} sp_stock_columns;
typedef struct sp_place_columns {
#define SP_F_PLACE SP_COLUMN_
#include "world/fields.def"
} sp_place_columns;
typedef struct sp_work_columns {
#define SP_F_WORK SP_COLUMN_
#include "world/fields.def"
} sp_work_columns;
typedef struct sp_wall_columns {
#define SP_F_WALL SP_COLUMN_
#include "world/fields.def"
} sp_wall_columns;
typedef struct sp_ward_columns {
#define SP_F_WARD SP_COLUMN_
#include "world/fields.def"
} sp_ward_columns;
typedef struct sp_health_columns {
#define SP_F_HEALTH SP_COLUMN_
#include "world/fields.def"
} sp_health_columns;
typedef struct sp_munition_columns {
#define SP_F_MUNITION SP_COLUMN_
#include "world/fields.def"
} sp_munition_columns;
typedef struct sp_arsenal_columns {
#define SP_F_ARSENAL SP_COLUMN_
#include "world/fields.def"
} sp_arsenal_columns;
typedef struct sp_voyage_columns {
#define SP_F_VOYAGE SP_COLUMN_
#include "world/fields.def"
} sp_voyage_columns;
typedef struct sp_repute_columns {
#define SP_F_REPUTE SP_COLUMN_
#include "world/fields.def"
} sp_repute_columns;
typedef struct sp_book_columns {
#define SP_F_BOOK SP_COLUMN_
#include "world/fields.def"
} sp_book_columns;
typedef struct sp_fire_columns {
#define SP_F_FIRE SP_COLUMN_
#include "world/fields.def"
} sp_fire_columns;
typedef struct sp_supplier_columns {
#define SP_F_SUPPLIER SP_COLUMN_
#include "world/fields.def"
} sp_supplier_columns;
typedef struct sp_petition_columns {
#define SP_F_PETITION SP_COLUMN_
#include "world/fields.def"
} sp_petition_columns;
typedef struct sp_larder_columns {
#define SP_F_LARDER SP_COLUMN_
#include "world/fields.def"
} sp_larder_columns;
typedef struct sp_feeding_columns {
#define SP_F_FEEDING SP_COLUMN_
#include "world/fields.def"
} sp_feeding_columns;
typedef struct sp_delivery_columns {
#define SP_F_DELIVERY SP_COLUMN_
#include "world/fields.def"
} sp_delivery_columns;
typedef struct sp_mine_columns {
#define SP_F_MINE SP_COLUMN_
#include "world/fields.def"
} sp_mine_columns;
typedef struct sp_phase_columns {
#define SP_F_PHASE SP_COLUMN_
#include "world/fields.def"
} sp_phase_columns;
#undef SP_COLUMN_

/* Scratch that a step needs and that is no state: rebuilt each tick, never saved or hashed. */
typedef struct sp_scratch sp_scratch;

struct sp_world {
  const sp_model *model; /* retained */
  sp_constants constants;
  uint8_t *block;
  size_t block_room;     /* bytes allocated; copies and growth reuse them */
  sp_world_head *head;
#define SP_TABLE(name, NAME, subsystem, meaning) sp_##name##_columns name;
#include "world/tables.def"
  sp_event_level event_level;
  sp_array(sp_event) events; /* since the last drain */
  uint8_t event_phase;       /* the engine sets it before each rule: events of one minute stand in this order */
  sp_array(uint8_t) event_phases; /* of each event */
  sp_route_cache *routes;    /* outside state */
  sp_trace_sink *trace;      /* trace.h; NULL: nobody asks */
  void *trace_context;
  sp_key trace_subject;      /* 0: everybody */
  sp_scratch *scratch;
};

/* ---- table description, made from fields.def */
typedef enum sp_field_type { SP_FIELD_i8, SP_FIELD_u8, SP_FIELD_i16, SP_FIELD_u16, SP_FIELD_i32, SP_FIELD_u32, SP_FIELD_i64, SP_FIELD_u64, SP_FIELD_f64 } sp_field_type;
typedef struct sp_field_info {
  const char *name, *unit, *owner, *meaning;
  sp_table table;
  sp_field_type type;
  int32_t count;          /* array length */
  size_t size;            /* bytes of one element */
  size_t column;          /* byte offset of the column pointer in struct sp_world */
} sp_field_info;
extern const sp_field_info sp_fields[];
extern const size_t sp_field_total;
extern const char *const sp_table_names[SP_TABLE_COUNT];
extern const char *const sp_table_subsystems[SP_TABLE_COUNT];

/* ---- world.c: rows. Births inside a tick take rows reserved before it: -1 when none is left
 * (the rule then waits a tick). Rows come zeroed, key set; the caller fills the index fields, and marks the
 * row as live (holder_kind, alive, state, holders, a first byte of text) before he asks for another.
 * A new formation comes alive, with its headquarters, in the same row of both tables; these rows are never
 * used again. Freeing a message or a headquarters lets go of the reports it holds; a holder of men must be empty. */
int32_t sp_row_new(sp_world *w, sp_table table, sp_key key);
void sp_row_free(sp_world *w, sp_table table, int32_t row);
static inline int32_t sp_used(const sp_world *w, sp_table table) { return w->head->used[table]; }
sp_status sp_world_reserve(sp_world *w); /* between ticks: keeps a quarter, at least 64 rows, free in each growing table */
int32_t sp_formation_by_key(const sp_world *w, sp_key key); /* live row, or -1 */
int32_t sp_formation_row(const sp_world *w, sp_key key);    /* dead or alive, or -1 */
int32_t sp_formation_living(const sp_world *w, int32_t row); /* the body it lives on in: its own, or the one that it joined; -1: none */
void sp_report_hold(sp_world *w, int32_t report);    /* one more contact or paper holds it */
void sp_report_release(sp_world *w, int32_t report); /* one less; the last one frees the row */

/* ---- ledger.c: the only code that changes a count */
typedef struct sp_account {
  sp_holder holder_kind; /* SP_HOLDER_FREE: a line of the register alone (killed, lost, ...) */
  int32_t holder;        /* row of the holder */
  sp_line line;          /* the line this account counts on; PRESENT for formations and for boats at a crossing, STRAGGLING pools, ON_ROAD riders, its own for a ward */
} sp_account;
static inline sp_account sp_in_formation(int32_t row) { return (sp_account){SP_HOLDER_FORMATION, row, SP_LINE_PRESENT}; }
static inline sp_account sp_in_pool(int32_t row) { return (sp_account){SP_HOLDER_POOL, row, SP_LINE_STRAGGLING}; }
static inline sp_account sp_in_message(int32_t row) { return (sp_account){SP_HOLDER_MESSAGE, row, SP_LINE_ON_ROAD}; }
static inline sp_account sp_at_ford(int32_t row) { return (sp_account){SP_HOLDER_FORD, row, SP_LINE_PRESENT}; }
/* Prisoners who lie with those who took them stand as captured in the register, whatever ails them. */
static inline bool sp_ward_is_captive(const sp_world *w, int32_t row) { return w->ward.carer[row] >= 0 && w->formation.side[w->ward.carer[row]] != w->ward.side[row]; }
static inline sp_line sp_ward_line(const sp_world *w, int32_t row) { return sp_ward_is_captive(w, row) ? SP_LINE_CAPTURED : (sp_line)w->ward.line[row]; }
static inline sp_account sp_in_ward(const sp_world *w, int32_t row) { return (sp_account){SP_HOLDER_WARD, row, sp_ward_line(w, row)}; }
static inline sp_account sp_on_line(sp_line line) { return (sp_account){SP_HOLDER_FREE, -1, line}; }

typedef enum sp_cause {
#define SP_CAUSE(name, meaning) SP_CAUSE_##name,
#include "world/causes.def"
  SP_CAUSE_COUNT
} sp_cause;

/* Moves n of `rank` from strength row `strength` (which belongs to `from`) to `to`; the receiving row is made
 * when missing. Returns how many moved (all, or 0 when n is more than there are or no row is free). */
int32_t sp_transfer(sp_world *w, int32_t strength, sp_account from, sp_account to, sp_rank rank, int32_t n, sp_cause cause);
/* Splits n men over the rows and ranks of a holder by largest remainder (ties by key) and moves them. men_only:
 * followers included, generals last to go. Returns men moved. */
int32_t sp_transfer_men(sp_world *w, sp_account from, sp_account to, int32_t n, sp_cause cause);
/* The same of those alone who eat from one larder: contingent index+1, 0 those who do not feed apart. */
#define SP_ALL_WHO_FEED (-1)
int32_t sp_transfer_men_who(sp_world *w, sp_account from, sp_account to, int32_t feeds, int32_t n, sp_cause cause);
/* Everything a holder has. false: no row is free, and nothing has moved. */
bool sp_transfer_all(sp_world *w, sp_account from, sp_account to, sp_cause cause);
/* How many of a strength row's kind and rank stand on a line of the register that nobody holds; of the captured, without those in wards. */
int32_t sp_unheld_of(const sp_world *w, int32_t strength, sp_rank rank, sp_line line);
int32_t sp_men_of(const sp_world *w, int32_t formation); /* foot + mounted + followers */
/* Puts rows of a table in order of their keys, its column. false: no memory, and they stand as they stood. */
bool sp_sort_by_key(int32_t *row, size_t count, const sp_key *key);
/* Of two bodies the one with more men, of equals the one of lower key; best -1: none yet. */
int32_t sp_larger_body(const sp_world *w, int32_t best, int32_t formation);
/* Soldiers, beasts or things of an arm in a holder's rows, of which `first` is the first. */
int32_t sp_count_of_arm(const sp_world *w, int32_t first, sp_arm arm);
/* Up to n of them to another holder or line, in order of its list. Returns what was moved. */
int32_t sp_transfer_arm(sp_world *w, int32_t first, sp_account from, sp_account to, sp_arm arm, int32_t n, sp_cause cause);
int32_t sp_transfer_arm_who(sp_world *w, int32_t first, sp_account from, sp_account to, int32_t feeds, sp_arm arm, int32_t n, sp_cause cause);
/* Out on the water: nothing on land concerns it, nor it anything there. */
static inline bool sp_at_sea(const sp_world *w, int32_t formation) { return w->formation.activity[formation] == SP_AT_SEA; }
sp_column sp_column_of(const sp_world *w, int32_t formation);
/* SP_CORRUPT, and in the message what is wrong with a row. */
sp_status sp_row_wrong(char *message, size_t size, const char *what, int32_t row);
/* Recomputes every sum; SP_CORRUPT and a message when opening + in - out = closing fails anywhere. */
sp_status sp_ledger_check(const sp_world *w, char *message, size_t size);

/* ---- hash.c */
uint64_t sp_world_hash_subsystem(const sp_world *w, const char *subsystem);

/* ---- emit */
/* What befalls a body, where its head is, at no node. */
static inline sp_event sp_event_of(const sp_world *w, sp_event_type type, int32_t formation, sp_minute minute) {
  return (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[formation], .node = -1, .subject = w->formation.key[formation], .x_m = w->formation.head_x[formation], .y_m = w->formation.head_y[formation]};
}
void sp_emit(sp_world *w, sp_event event);       /* dropped when below the wanted level or memory is out */
bool sp_wants(const sp_world *w, sp_event_type type);
/* Orders what the last tick emitted by minute, phase, key. */
void sp_events_settle(sp_world *w, size_t first);

/* ---- place words */
int32_t sp_nearest_place(const sp_model *m, sp_xy at); /* named place or crossing's node nearest to a point */

/* ---- place on the road (route_state.c): pure helpers over a formation's legs */
static inline double sp_leg_length(const sp_model *m, sp_leg leg) { return m->edge[sp_leg_edge(leg)].length_m; }
static inline int32_t sp_leg_start(const sp_model *m, sp_leg leg) { return m->edge[sp_leg_edge(leg)].node[sp_leg_backward(leg) ? 1 : 0]; }
/* On which bank of its crossing a leg begins or ends; 0: at no crossing. */
static inline uint8_t sp_leg_bank(const sp_model *m, sp_leg leg, bool at_end) { return m->edge[sp_leg_edge(leg)].bank[sp_leg_backward(leg) == at_end ? 0 : 1]; }
static inline int32_t sp_leg_end(const sp_model *m, sp_leg leg) { return m->edge[sp_leg_edge(leg)].node[sp_leg_backward(leg) ? 0 : 1]; }
sp_xy sp_leg_point(const sp_model *m, sp_leg leg, double along_m, sp_xy *heading);
static inline sp_xy sp_head_of(const sp_world *w, int32_t row) { return (sp_xy){w->formation.head_x[row], w->formation.head_y[row]}; }
static inline sp_xy sp_tail_of(const sp_world *w, int32_t row) { return (sp_xy){w->formation.tail_x[row], w->formation.tail_y[row]}; }
/* The spot `back_m` behind the head along the held legs (clamped to the tail). */
sp_xy sp_formation_point(const sp_world *w, int32_t row, double back_m);

#endif
