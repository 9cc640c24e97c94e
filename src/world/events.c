/* events.c - the umpire's log: output, never read by the war, never hashed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <stdlib.h>

static const uint8_t levels[SP_EVENT_TYPE_COUNT] = {
#define SP_EVENT(name, level, meaning) level,
#include "shapan/events.def"
};

static const char *const meanings[SP_EVENT_TYPE_COUNT] = {
#define SP_EVENT(name, level, meaning) meaning,
#include "shapan/events.def"
};

/* The preprocessor cannot fold case; a test holds these against events.def. */
static const char *const names[SP_EVENT_TYPE_COUNT] = {
    [SP_EVENT_OPENING] = "opening", [SP_EVENT_DAWN] = "dawn", [SP_EVENT_DUSK] = "dusk",
    [SP_EVENT_RAIN_BEGINS] = "rain_begins", [SP_EVENT_RAIN_HEAVY] = "rain_heavy",
    [SP_EVENT_RAIN_EASES] = "rain_eases", [SP_EVENT_RAIN_ENDS] = "rain_ends", [SP_EVENT_MUD] = "mud",
    [SP_EVENT_MUD_DRIES] = "mud_dries", [SP_EVENT_FORD_CLOSED] = "ford_closed", [SP_EVENT_FORD_OPEN] = "ford_open",
    [SP_EVENT_ORDER_GIVEN] = "order_given", [SP_EVENT_RIDER_LEAVES] = "rider_leaves",
    [SP_EVENT_RIDER_AT_TAIL] = "rider_at_tail", [SP_EVENT_RIDER_AT_MIDDLE] = "rider_at_middle",
    [SP_EVENT_RIDER_AT_HEAD] = "rider_at_head", [SP_EVENT_DELIVERED] = "delivered", [SP_EVENT_ACTED] = "acted",
    [SP_EVENT_RIDER_CAUGHT] = "rider_caught", [SP_EVENT_RIDER_LOST] = "rider_lost",
    [SP_EVENT_RIDER_BACK] = "rider_back", [SP_EVENT_SIGNAL] = "signal", [SP_EVENT_ORDER_REFUSED] = "order_refused",
    [SP_EVENT_STANDING] = "standing", [SP_EVENT_ASSEMBLING] = "assembling", [SP_EVENT_MARCH_BEGINS] = "march_begins",
    [SP_EVENT_TAIL_LEAVES] = "tail_leaves", [SP_EVENT_HEAD_PASSES] = "head_passes",
    [SP_EVENT_TAIL_PASSES] = "tail_passes", [SP_EVENT_HEAD_ARRIVES] = "head_arrives",
    [SP_EVENT_TAIL_ARRIVES] = "tail_arrives", [SP_EVENT_HALTED] = "halted", [SP_EVENT_LONG_HALT] = "long_halt",
    [SP_EVENT_CAMPED] = "camped", [SP_EVENT_BLOCKED] = "blocked", [SP_EVENT_QUEUE_BEGINS] = "queue_begins",
    [SP_EVENT_CROSSING_BEGINS] = "crossing_begins", [SP_EVENT_CROSSING_HALF] = "crossing_half",
    [SP_EVENT_CROSSING_ENDS] = "crossing_ends", [SP_EVENT_NO_WAY] = "no_way", [SP_EVENT_STRAGGLERS] = "stragglers",
    [SP_EVENT_STRAGGLERS_BACK] = "stragglers_back", [SP_EVENT_SIGHTED] = "sighted",
    [SP_EVENT_LOST_SIGHT] = "lost_sight", [SP_EVENT_CONTACT] = "contact", [SP_EVENT_CONTACT_ENDS] = "contact_ends",
    [SP_EVENT_DETACHED] = "detached", [SP_EVENT_MERGED] = "merged", [SP_EVENT_FOLLOWS] = "follows",
    [SP_EVENT_REVERSED] = "reversed", [SP_EVENT_CLOSING] = "closing",
    [SP_EVENT_BATTLE_BEGINS] = "battle_begins", [SP_EVENT_BATTLE_JOINED] = "battle_joined",
    [SP_EVENT_DEPLOYED] = "deployed", [SP_EVENT_FIRE] = "fire", [SP_EVENT_SHOCK] = "shock",
    [SP_EVENT_LOSSES] = "losses", [SP_EVENT_WAVERS] = "wavers", [SP_EVENT_BREAKS] = "breaks",
    [SP_EVENT_RESERVE_IN] = "reserve_in", [SP_EVENT_RESERVE_STANDS] = "reserve_stands",
    [SP_EVENT_BREAKS_OFF] = "breaks_off", [SP_EVENT_BATTLE_ENDS] = "battle_ends", [SP_EVENT_SHEDS] = "sheds",
    [SP_EVENT_RUN_THROUGH] = "run_through", [SP_EVENT_PURSUES] = "pursues", [SP_EVENT_CATCHES] = "catches",
    [SP_EVENT_PURSUIT_ENDS] = "pursuit_ends", [SP_EVENT_SCATTERS] = "scatters",
    [SP_EVENT_LEADER_FALLS] = "leader_falls", [SP_EVENT_LEADER_FLEES] = "leader_flees",
    [SP_EVENT_TAKES_OVER] = "takes_over", [SP_EVENT_PRISONERS] = "prisoners", [SP_EVENT_ESCAPES] = "escapes",
    [SP_EVENT_RALLIES] = "rallies", [SP_EVENT_OUT_OF_POWDER] = "out_of_powder", [SP_EVENT_GUNS_LOST] = "guns_lost",
    [SP_EVENT_DECIDES] = "decides", [SP_EVENT_SWEEPS] = "sweeps", [SP_EVENT_CUT_IN_TWO] = "cut_in_two", [SP_EVENT_FLANKED] = "flanked", [SP_EVENT_GRENADES] = "grenades", [SP_EVENT_SMOKE] = "smoke",
    [SP_EVENT_FORAGED] = "foraged", [SP_EVENT_BREAD_LOW] = "bread_low", [SP_EVENT_BREAD_OUT] = "bread_out", [SP_EVENT_HUNGRY] = "hungry",
    [SP_EVENT_FED_AGAIN] = "fed_again", [SP_EVENT_SLAUGHTERS] = "slaughters", [SP_EVENT_STARVES] = "starves", [SP_EVENT_DRAWS] = "draws",
    [SP_EVENT_UNLOADS] = "unloads", [SP_EVENT_HANDS_OVER] = "hands_over", [SP_EVENT_LEAVES_GRAIN] = "leaves_grain", [SP_EVENT_GRAIN_LOST] = "grain_lost",
    [SP_EVENT_DEPOT_EMPTY] = "depot_empty", [SP_EVENT_DEPOT_BURNS] = "depot_burns", [SP_EVENT_DEPOT_BURNT] = "depot_burnt", [SP_EVENT_DEPOT_TAKEN] = "depot_taken",
    [SP_EVENT_AMBUSH_LIES] = "ambush_lies", [SP_EVENT_AMBUSH_STRIKES] = "ambush_strikes", [SP_EVENT_AMBUSH_FOUND] = "ambush_found",
    [SP_EVENT_RING_BARS] = "ring_bars", [SP_EVENT_RING_SLIPPED] = "ring_slipped",
    [SP_EVENT_ASKS_TERMS] = "asks_terms", [SP_EVENT_TERMS_GRANTED] = "terms_granted", [SP_EVENT_TERMS_REFUSED] = "terms_refused",
    [SP_EVENT_WALL_MENDED] = "wall_mended",
    [SP_EVENT_FIRE_ACROSS] = "fire_across", [SP_EVENT_BOATS_RUSHED] = "boats_rushed", [SP_EVENT_BRIDGE_SWEPT] = "bridge_swept", [SP_EVENT_BRIDGE_WRECK] = "bridge_wreck", [SP_EVENT_HARASSES] = "harasses", [SP_EVENT_HORSES_BLOWN] = "horses_blown",
    [SP_EVENT_PLACE_TAKEN] = "place_taken", [SP_EVENT_PLACE_OCCUPIED] = "place_occupied", [SP_EVENT_PLACE_LEFT] = "place_left",
    [SP_EVENT_WORKS_BEGUN] = "works_begun", [SP_EVENT_WORKS_STAGE] = "works_stage",
    [SP_EVENT_WORKS_DONE] = "works_done", [SP_EVENT_WORKS_TAKEN] = "works_taken",
    [SP_EVENT_SIEGE_PHASE] = "siege_phase", [SP_EVENT_BATTERS] = "batters", [SP_EVENT_RING] = "ring",
    [SP_EVENT_ICE_BEARS] = "ice_bears", [SP_EVENT_ICE_FAILS] = "ice_fails", [SP_EVENT_ICE_SHUTS] = "ice_shuts",
    [SP_EVENT_ICE_CLEARS] = "ice_clears", [SP_EVENT_ICE_BREAKS] = "ice_breaks",
    [SP_EVENT_BRIDGE_BEGUN] = "bridge_begun", [SP_EVENT_BRIDGE_HALF] = "bridge_half", [SP_EVENT_BRIDGE_READY] = "bridge_ready",
    [SP_EVENT_BREAK_BEGUN] = "break_begun", [SP_EVENT_BRIDGE_BROKEN] = "bridge_broken",
    [SP_EVENT_WOUNDED_LEFT] = "wounded_left", [SP_EVENT_WOUNDED_GATHERED] = "wounded_gathered", [SP_EVENT_WOUNDED_FOUND] = "wounded_found",
    [SP_EVENT_DEATHS] = "deaths", [SP_EVENT_FALL_SICK] = "fall_sick", [SP_EVENT_MENDED] = "mended",
    [SP_EVENT_LEADER_DIES] = "leader_dies", [SP_EVENT_LEADER_MENDS] = "leader_mends",
    [SP_EVENT_ISSUED] = "issued", [SP_EVENT_NO_POWDER] = "no_powder", [SP_EVENT_MUNITIONS_DRAWN] = "munitions_drawn", [SP_EVENT_MUNITIONS_UNLOADED] = "munitions_unloaded",
    [SP_EVENT_MUNITIONS_HANDED] = "munitions_handed", [SP_EVENT_MUNITIONS_LEFT] = "munitions_left", [SP_EVENT_MUNITIONS_LOST] = "munitions_lost",
    [SP_EVENT_MAGAZINE_TAKEN] = "magazine_taken", [SP_EVENT_MAGAZINE_BLOWS] = "magazine_blows", [SP_EVENT_TRIED] = "tried", [SP_EVENT_REFUSES] = "refuses",
    [SP_EVENT_POWDER_LOOKED] = "powder_looked", [SP_EVENT_COMPLAINS] = "complains",
    [SP_EVENT_EMBARKS] = "embarks", [SP_EVENT_STAYS_ASHORE] = "stays_ashore", [SP_EVENT_WAITS_FOR_BOATS] = "waits_for_boats", [SP_EVENT_WIND_BOUND] = "wind_bound",
    [SP_EVENT_SAILS] = "sails", [SP_EVENT_DRIVEN_BACK] = "driven_back", [SP_EVENT_BOATS_LOST] = "boats_lost", [SP_EVENT_LANDS] = "lands",
    [SP_EVENT_RAFTS_BEGUN] = "rafts_begun", [SP_EVENT_RAFTS_READY] = "rafts_ready", [SP_EVENT_NO_TIMBER] = "no_timber",
    [SP_EVENT_CAPTIVES_TALK] = "captives_talk", [SP_EVENT_PROMISED] = "promised", [SP_EVENT_PROMISE_ENDS] = "promise_ends", [SP_EVENT_BEARER_PUNISHED] = "bearer_punished", [SP_EVENT_BEARER_RIGHT] = "bearer_right",
    [SP_EVENT_CAPTIVES_DIE] = "captives_die", [SP_EVENT_CAPTIVES_LEFT] = "captives_left", [SP_EVENT_LOADS_WOUNDED] = "loads_wounded", [SP_EVENT_SMOKE_SEEN] = "smoke_seen", [SP_EVENT_PETITIONS] = "petitions", [SP_EVENT_COURT_ANSWERS] = "court_answers", [SP_EVENT_UNEQUAL_BREAD] = "unequal_bread",
    [SP_EVENT_SHARES_BREAD] = "shares_bread", [SP_EVENT_GIVES_BREAD] = "gives_bread", [SP_EVENT_SUPPLIES_ARRIVE] = "supplies_arrive",
    [SP_EVENT_SUPPLIES_LATE] = "supplies_late", [SP_EVENT_SUPPLIES_TURN_BACK] = "supplies_turn_back", [SP_EVENT_TAKEN_FOR_BURNT] = "taken_for_burnt", [SP_EVENT_PHASE_WAITS] = "phase_waits", [SP_EVENT_PHASE_OPENS] = "phase_opens", [SP_EVENT_PHASE_COMES] = "phase_comes", [SP_EVENT_PHASE_FAILS] = "phase_fails", [SP_EVENT_PHASE_ENDS] = "phase_ends", [SP_EVENT_SIGNAL_GIVEN] = "signal_given", [SP_EVENT_MINE_BEGUN] = "mine_begun", [SP_EVENT_MINE_CAVES] = "mine_caves", [SP_EVENT_MINE_HEARD] = "mine_heard", [SP_EVENT_MINE_AGAINST] = "mine_against", [SP_EVENT_MINE_MET] = "mine_met", [SP_EVENT_MINE_NO_POWDER] = "mine_no_powder", [SP_EVENT_MINE_READY] = "mine_ready", [SP_EVENT_MINE_BLOWS] = "mine_blows", [SP_EVENT_SALLY_HARM] = "sally_harm", [SP_EVENT_SALLY_BACK] = "sally_back", [SP_EVENT_GOES_BACK] = "goes_back",
};

const char *sp_event_name(sp_event_type type) { return (unsigned)type < SP_EVENT_TYPE_COUNT && names[type] ? names[type] : ""; }

const char *sp_event_meaning(sp_event_type type) { return (unsigned)type < SP_EVENT_TYPE_COUNT ? meanings[type] : ""; }

bool sp_wants(const sp_world *w, sp_event_type type) { return levels[type] <= (uint8_t)w->event_level; }

void sp_emit(sp_world *w, sp_event event) {
  SP_CHECK(event.type < SP_EVENT_TYPE_COUNT);
  if (!sp_wants(w, (sp_event_type)event.type)) return;
  event.level = levels[event.type];
  /* The phase goes first: with it and without its event nothing is out of step but memory. */
  if (!sp_array_reserve((void **)&w->event_phases.data, &w->event_phases.capacity, w->events.count + 1, 1)) return;
  if (!sp_push(&w->events, event)) return;
  w->event_phases.data[w->events.count - 1] = w->event_phase;
  w->event_phases.count = w->events.count;
}

typedef struct settled {
  sp_event event;
  size_t emitted;
  uint8_t phase;
} settled;

/* What one subject does in one phase of one minute keeps the order in which it was told. */
static int compare_events(const void *a, const void *b, void *context) {
  (void)context;
  const settled *x = a, *y = b;
  if (x->event.minute != y->event.minute) return x->event.minute < y->event.minute ? -1 : 1;
  if (x->phase != y->phase) return x->phase < y->phase ? -1 : 1;
  if (x->event.subject != y->event.subject) return x->event.subject < y->event.subject ? -1 : 1;
  return (x->emitted > y->emitted) - (x->emitted < y->emitted);
}

void sp_events_settle(sp_world *w, size_t first) {
  if (first >= w->events.count) return;
  size_t count = w->events.count - first;
  settled *list = malloc(count * sizeof *list);
  if (!list) return; /* unsorted output is better than none */
  for (size_t i = 0; i < count; i++) list[i] = (settled){w->events.data[first + i], i, w->event_phases.data[first + i]};
  if (sp_sort(list, count, sizeof *list, compare_events, NULL)) {
    for (size_t i = 0; i < count; i++) {
      w->events.data[first + i] = list[i].event;
      w->event_phases.data[first + i] = list[i].phase;
    }
  }
  free(list);
}

void sp_world_set_events(sp_world *w, sp_event_level level) { w->event_level = level; }

const sp_event *sp_world_events(const sp_world *w, size_t *count) {
  *count = w->events.count;
  return w->events.data;
}

void sp_world_drain_events(sp_world *w) {
  w->events.count = 0;
  w->event_phases.count = 0;
}
