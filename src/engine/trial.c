/* trial.c - fights one battle by the ordinary step and reads what came of it.
 *
 * A run is over when the fight has ended for one side, nobody chases any more, and two hours have passed; at the
 * latest after two days. Losses are read off the register; the missing are those who ran or hid
 * and, body by body, by who came after them, do not come back by the rule of rallying. SPDX-License-Identifier: Apache-2.0 */
#include "engine/trial.h"

#include "model/compile.h"
#include "shapan/calc_battle.h"
#include "world/pools.h"
#include "world/world.h"

#define QUIET_MIN 120

_Static_assert((int)SP_TRIAL_CAUSES == (int)SP_BREAK_COUNT, "trial.h names every cause");

static const char *const posture_names[] = {"hasty", "prepared", "fortified", "delaying", "withdrawing"};
_Static_assert(sizeof posture_names / sizeof *posture_names == SP_TRIAL_POSTURE_COUNT, "each posture has its word");
static const char *const cause_names[] = {"none", "losses", "fire", "flank", "neighbour", "leader", "no-reserve", "powder", "weary", "surprise", "fugitives", "pressed", "cut-off", "hunger", "weapons"};
_Static_assert(sizeof cause_names / sizeof *cause_names == SP_TRIAL_CAUSES, "each cause has its word");

const char *sp_trial_posture_name(int32_t n) { return n >= 0 && n < SP_TRIAL_POSTURE_COUNT ? posture_names[n] : NULL; }
const char *sp_trial_cause_name(int32_t n) { return n >= 0 && n < SP_TRIAL_CAUSES ? cause_names[n] : NULL; }

int32_t sp_trial_lost(const sp_trial_result *r, int32_t side) {
  return side < 0 || side > 1 ? 0 : r->killed[side] + r->wounded[side] + r->captured[side] + r->missing[side];
}

/* ---- judging a trial */

static bool within(sp_faults *faults, const char *what, double value, double low, double high) {
  if (value >= low && value <= high) return true; /* NaN is not */
  char shown[32], least[32], most[32];
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){0}, "fault.out_of_range", "key", what, "value", sp_number_text(shown, sizeof shown, value), "low", sp_number_text(least, sizeof least, low < -1e8 ? 0.0 : low), "high", sp_number_text(most, sizeof most, high), "unit", "", (char *)NULL);
  return false;
}

sp_status sp_trial_check(const sp_trial_def *def, sp_faults *faults) {
  if (!def || def->size != sizeof *def) return SP_BAD_INPUT;
  bool fine = true;
  for (int32_t s = 0; s < 2; s++) {
    const sp_trial_side *side = &def->side[s];
    fine = within(faults, s ? "defender: men" : "attacker: men", side->men, 50.0, 500000.0) && fine;
    fine = within(faults, s ? "defender: horse" : "attacker: horse", side->horse, -1e9, sp_max(0.0, side->men)) && fine;
    fine = within(faults, s ? "defender: guns" : "attacker: guns", side->guns, -1e9, 3000.0) && fine;
    fine = within(faults, s ? "defender: archers" : "attacker: archers", side->archers, -1e9, sp_max(0.0, side->men)) && fine;
    fine = within(faults, s ? "defender: quality" : "attacker: quality", side->quality, -1e9, 1.0) && fine;
    fine = within(faults, s ? "defender: skill" : "attacker: skill", side->skill, -1e9, 1.0) && fine;
  }
  fine = within(faults, "posture", (double)def->posture, 0.0, SP_TRIAL_POSTURE_COUNT - 1.0) && fine;
  fine = within(faults, "relief", (double)def->relief, 0.0, SP_RELIEF_COUNT - 1.0) && fine;
  fine = within(faults, "cover", (double)def->cover, 0.0, SP_COVER_COUNT - 1.0) && fine;
  fine = within(faults, "rain", def->rain_mm_h, 0.0, 100.0) && fine;
  fine = within(faults, "temperature", def->temperature_c, -40.0, 50.0) && fine;
  fine = within(faults, "front", def->front_km, 0.0, 50.0) && fine;
  fine = within(faults, "year", def->year, 1400.0, 1900.0) && fine;
  fine = within(faults, "month", def->month, 1.0, 12.0) && fine;
  fine = within(faults, "horse_shoots", def->horse_shoots, -1e9, 1.0) && fine;
  fine = within(faults, "latitude", def->latitude_deg, -66.0, 66.0) && fine;
  return fine ? SP_OK : SP_BAD_INPUT;
}

/* ---- opening */

/* The front of a battle is known or follows from its men: it takes the place of what such ground gives on average. */
static sp_constants constants_of(const sp_trial_def *def, const sp_trial_draw *draw, const sp_constants *k) {
  sp_constants out = *k;
  double average_m = sp_calc_frontage_m(k, def->relief, def->cover, SP_ROAD_ROAD);
  out.engage_front_plain_m = k->engage_front_plain_m * draw->front_m / sp_max(1.0, average_m);
  if (def->horse_shoots >= 0.0) out.fight_horse_bow = def->horse_shoots;
  return out;
}

static uint8_t stands(sp_trial_posture posture) {
  switch (posture) {
    case SP_TRIAL_PREPARED: return SP_POSTURE_PREPARED;
    case SP_TRIAL_FORTIFIED: return SP_POSTURE_FORTIFIED;
    case SP_TRIAL_DELAYING: return SP_POSTURE_REAR_GUARD;
    case SP_TRIAL_WITHDRAWING: return SP_POSTURE_AVOID;
    default: return SP_POSTURE_HOLD;
  }
}

/* Works were dug, ground and manners chosen before the day: no order of the day makes them. */
static void take_posture(sp_world *w, const sp_trial_def *def, const sp_trial_draw *draw) {
  int32_t defender = sp_model_find(w->model, SP_ENTITY_SIDE, "defender");
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    bool defends = w->formation.side[f] == defender;
    w->combat.posture[f] = defends ? stands(def->posture) : SP_POSTURE_HOLD;
    w->combat.quarter[f] = (uint8_t)draw->host[defends].quarter;
  }
}

static sp_status open_drawn(const sp_trial_def *def, const sp_trial_draw *draw, const sp_constants *k, uint64_t seed, uint32_t run, sp_world **world) {
  sp_constants own = constants_of(def, draw, k);
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  sp_status status = sp_trial_scenario(def, draw, k, &scenario);
  if (status == SP_OK) status = sp_compile(scenario, NULL, &model);
  if (status == SP_OK) status = sp_world_create(model, &own, sp_hash_mix(seed, run), NULL, world);
  if (status == SP_OK) take_posture(*world, def, draw);
  sp_model_release(model);
  sp_scenario_destroy(scenario);
  return status;
}

sp_status sp_trial_open(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t run, sp_world **world) {
  *world = NULL;
  sp_status status = sp_trial_check(def, NULL);
  if (status != SP_OK) return status;
  const sp_constants *k = constants ? constants : sp_constants_default();
  sp_trial_draw draw;
  sp_trial_settle(def, k, seed, run, &draw);
  return open_drawn(def, &draw, k, seed, run, world);
}

/* ---- the course */

/* A fight of the day as it began. */
typedef struct opening {
  double x_m, y_m;
  int32_t men;
} opening;
#define FIGHTS 32 /* the latest of them are remembered */
#define GREAT_SHARE 0.5 /* of the men of the greatest fight: fewer decide nothing */

typedef struct course {
  sp_world *w;
  sp_trial_result *r;
  int8_t side[2];        /* attacker's and defender's in the model */
  sp_minute last_minute; /* of fighting or chasing */
  bool begun;            /* the first fight has opened */
  int32_t fights, greatest; /* that have begun; men in the greatest that is decided */
  opening opened[FIGHTS];
  const sp_trial_draw *draw;
} course;

static int32_t part_of(const course *c, int32_t side) { return side == c->side[0] ? 0 : side == c->side[1] ? 1 : -1; }

/* Rear guards and pursuers who meet behind the field decide nothing: a fight does that is the greatest yet, or not much smaller. */
static bool decides(course *c, const sp_event *e) {
  int32_t men = 0;
  for (int32_t n = 0; n < FIGHTS && n < c->fights; n++)
    if (sp_abs(c->opened[n].x_m - e->x_m) + sp_abs(c->opened[n].y_m - e->y_m) <= 0.0) men = sp_max_i32(men, c->opened[n].men);
  if (men < GREAT_SHARE * c->greatest) return false;
  c->greatest = sp_max_i32(c->greatest, men);
  return true;
}

static void take_event(course *c, const sp_event *e) {
  int32_t part = part_of(c, e->side);
  switch (e->type) {
    case SP_EVENT_BATTLE_BEGINS:
      c->begun = true;
      c->opened[c->fights++ % FIGHTS] = (opening){e->x_m, e->y_m, e->a + e->b};
      break;
    case SP_EVENT_BATTLE_ENDS:
      c->r->hours += e->value;
      if (e->c && part >= 0 && decides(c, e)) c->r->winner = part == 0 ? SP_TRIAL_ATTACKER : SP_TRIAL_DEFENDER; /* whoever of the two began that fight */
      break;
    case SP_EVENT_BREAKS:
      if (part < 0 || e->a < 0 || e->a >= SP_TRIAL_CAUSES) break;
      if (!c->r->broke[part]) c->r->first_cause[part] = e->a;
      c->r->broke[part]++;
      c->r->broke_by[part][e->a]++;
      break;
    case SP_EVENT_BREAKS_OFF:
      if (part >= 0) c->r->gave_up[part] = true;
      break;
    default: return;
  }
  c->last_minute = c->w->head->minute;
}

static bool busy(const sp_world *w) {
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++)
    if (w->engagement.alive[e]) return true;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->combat.chasing[f]) return true;
  return false;
}

static sp_status fight(course *c) {
  sp_world *w = c->w;
  while (!sp_world_over(w)) {
    sp_status status = sp_world_step(w);
    if (status != SP_OK) return status;
    size_t count = 0;
    const sp_event *event = sp_world_events(w, &count);
    for (size_t n = 0; n < count; n++) take_event(c, &event[n]);
    sp_world_drain_events(w);
    if (busy(w)) c->last_minute = w->head->minute;
    if (c->begun && c->r->winner != SP_TRIAL_NOBODY && w->head->minute - c->last_minute >= QUIET_MIN) break;
  }
  return SP_OK;
}

/* ---- the reckoning */

static int32_t on_line(const sp_world *w, int32_t side, sp_line line, bool guns) {
  int32_t sum = 0;
  for (int32_t t = 0; t < sp_used(w, SP_TABLE_TALLY); t++) {
    sp_arm arm = (sp_arm)w->tally.arm[t];
    bool counts = guns ? arm == SP_ARM_LIGHT_GUN || arm == SP_ARM_HEAVY_GUN : sp_arm_is_man(arm);
    if (!counts || w->model->contingent[w->tally.contingent[t]].side != side) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      int32_t at = t * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + (int32_t)line;
      sum += w->tally.opening[at] + w->tally.came_in[at] - w->tally.went_out[at];
    }
  }
  return sum;
}

/* Of a side's men who are in hiding or on their own, those who will not be back: of men who ran, by who came after their body
 * as the rule of rallying has it, set off by what the trial draws for the side; of others, all who do not mean to come. */
static double stay_away(const course *c, int32_t part) {
  const sp_world *w = c->w;
  double away = 0.0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++) {
    if (!w->pool.alive[p] || w->pool.side[p] != c->side[part]) continue;
    double men = w->pool.men[p] - w->pool.willing[p], still = 0.0;
    if (sp_pool_is_scattered(w, p)) {
      double back = sp_clamp(sp_pool_back_share(w, p), 0.02, 0.98), share = 1.0 / (1.0 + sp_exp(c->draw->host[part].stay_away - sp_log(back / (1.0 - back))));
      still = sp_calc_rally_willing_share(&w->constants, share, (double)(w->head->minute - w->combat.broke_at[w->pool.formation[p]]) / 60.0);
    }
    away += men * (1.0 - still);
  }
  return away;
}

static int32_t lost_unbroken(const sp_world *w, int32_t side, const int32_t *men_before, int32_t bodies) {
  int32_t lost = 0;
  for (int32_t f = 0; f < bodies; f++) {
    if (w->formation.side[f] != side) continue;
    lost += w->combat.broke_at[f] ? w->combat.killed_first[f] : sp_max_i32(0, men_before[f] - sp_men_of(w, f));
  }
  return lost;
}

static void reckon(course *c, const int32_t *men_before, int32_t bodies) {
  const sp_world *w = c->w;
  sp_trial_result *r = c->r;
  for (int32_t p = 0; p < 2; p++) {
    int32_t side = c->side[p];
    r->killed[p] = on_line(w, side, SP_LINE_KILLED, false);
    r->wounded[p] = on_line(w, side, SP_LINE_WOUNDED_LIGHT, false) + on_line(w, side, SP_LINE_WOUNDED_SERIOUS, false) + on_line(w, side, SP_LINE_DIED, false);
    r->captured[p] = on_line(w, side, SP_LINE_CAPTURED, false);
    r->missing[p] = on_line(w, side, SP_LINE_LOST, false) + on_line(w, side, SP_LINE_DESERTED, false) + sp_to_i32(stay_away(c, p) + 0.5);
    r->left_guns[p] = on_line(w, side, SP_LINE_CAPTURED, true) + on_line(w, side, SP_LINE_LOST, true);
    r->before_break[p] = sp_min_i32(sp_trial_lost(r, p), lost_unbroken(w, side, men_before, bodies));
  }
}

sp_status sp_trial_run(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t run, sp_trial_result *result) {
  *result = (sp_trial_result){.winner = SP_TRIAL_NOBODY};
  sp_status status = sp_trial_check(def, NULL);
  if (status != SP_OK) return status;
  const sp_constants *k = constants ? constants : sp_constants_default();
  sp_world *w = NULL;
  sp_trial_draw draw;
  sp_trial_settle(def, k, seed, run, &draw);
  status = open_drawn(def, &draw, k, seed, run, &w);
  if (status != SP_OK) return status;
  course c = {.w = w, .r = result, .draw = &draw};
  for (int32_t p = 0; p < 2; p++) c.side[p] = (int8_t)sp_model_find(w->model, SP_ENTITY_SIDE, p ? "defender" : "attacker");
  int32_t before[2 * SP_TRIAL_BODIES] = {0}, bodies = sp_min_i32(2 * SP_TRIAL_BODIES, sp_used(w, SP_TABLE_FORMATION));
  for (int32_t f = 0; f < bodies; f++) {
    int32_t part = part_of(&c, w->formation.side[f]);
    before[f] = sp_men_of(w, f);
    if (part < 0) continue;
    result->men[part] += before[f];
    result->bodies[part]++;
  }
  sp_world_set_events(w, SP_EVENTS_SUMMARY);
  status = fight(&c);
  if (status == SP_OK) reckon(&c, before, bodies);
  sp_world_destroy(w);
  return status;
}
