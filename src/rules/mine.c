/* mine.c - galleries under a wall.
 *
 * Models   a body before a walled place, told to mine its wall, drives a gallery from its lines, day and night, by what its men with tools can do in
 *          that soil; in sodden ground hardly, under a marsh not at all. The roof may come in. Those within may hear it; told to, or where commanders
 *          decide for themselves, they dig against it, and where the galleries meet one is lost. When the gallery is under the wall the
 *          chamber is charged from the body's train and stopped, and lit at once, or at the word: it opens the wall by its powder, or does
 *          not go off, or throws wall and gallery back upon those who wait at its mouth. What it opens is a breach like any other (siege.c).
 * Reads    hq.mines, mine_how, mine_g, blows; places, engagement; men and tools; soil, mud, cover at the place; munition.powder_g, powder_ln.
 * Writes   table mine; wall.breach_m, hits; powder through world/munitions.c; counts through the ledger.
 * Emits    MINE_BEGUN, MINE_CAVES, MINE_HEARD, MINE_AGAINST, MINE_MET, MINE_NO_POWDER, MINE_READY, MINE_BLOWS.
 * Formula  src/lore/mine.c. Hazards add up, and the dice are thrown on the hour, keyed by the mine.
 * Sources  mine.def.
 * Leaves out  more than one gallery to a body; galleries propped and burnt; mines under one's own works; what those outside hear of a countermine; fright of those who
 *          stand by.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/earthworks.h"
#include "world/munitions.h"
#include "world/orders.h"

enum { BORN_MINE = 41, DIE_CAVES = 0, DIE_HEARD, DIE_MEETS, DIE_BLOWS, DIE_FALL, DIE_FALL_WITHIN };
enum { TOLD_NO_POWDER = 1, TOLD_AGAINST = 2 };

static sp_xy at_of(const sp_tick *t, int32_t wall) { return t->model->node[t->model->wall[wall].node].at; }

static int32_t wall_at(const sp_model *m, int32_t node) {
  for (int32_t i = 0; i < m->wall_count; i++)
    if (m->wall[i].node == node) return i;
  return -1;
}

static int32_t garrison_of(const sp_world *w, int32_t wall) {
  int32_t best = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && sp_wall_of(w, f) == wall) best = sp_larger_body(w, best, f);
  return best;
}

/* Nobody mines his own place, whether his men stand within or have gone on. */
static bool is_theirs(const sp_tick *t, int32_t wall, int32_t garrison, int8_t side) {
  const sp_world *w = t->world;
  if (garrison >= 0) return w->formation.side[garrison] == side;
  int32_t place = t->model->node[t->model->wall[wall].node].place;
  return place >= 0 && w->place.holder[place] == side;
}

/* Before the place, out of a fight, and not on the road. */
static bool can_dig(const sp_tick *t, int32_t wall, int32_t f) {
  const sp_world *w = t->world;
  sp_xy at = at_of(t, wall);
  double dx = w->formation.head_x[f] - at.x, dy = w->formation.head_y[f] - at.y, reach = t->k->siege_reach_m;
  bool stands = w->formation.activity[f] != SP_MARCHING && w->formation.activity[f] != SP_WAITING_TO_CROSS && !sp_at_sea(w, f);
  return dx * dx + dy * dy <= reach * reach && stands && w->combat.engagement[f] < 0 && w->combat.stance[f] <= SP_WAVERING;
}

static void emit(sp_tick *t, int32_t p, sp_event_type type, sp_minute minute, int32_t subject, int32_t object, int32_t a, int32_t b, int32_t c, double value) {
  sp_world *w = t->world;
  int32_t wall = w->mine.wall[p];
  sp_xy at = at_of(t, wall);
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = subject >= 0 ? w->formation.side[subject] : w->mine.side[p], .node = t->model->wall[wall].node, .subject = subject >= 0 ? w->formation.key[subject] : w->mine.by[p], .object = object >= 0 ? w->formation.key[object] : 0, .a = a, .b = b, .c = c, .value = value, .x_m = at.x, .y_m = at.y});
}

typedef struct ground { sp_soil soil; double mud; bool marsh; } ground;
static ground ground_of(const sp_tick *t, int32_t wall) {
  const sp_node *node = &t->model->node[t->model->wall[wall].node];
  return (ground){(sp_soil)node->soil, t->world->region.mud[node->region * SP_SOIL_COUNT + node->soil], node->cover == SP_COVER_MARSH};
}

static double pace_of(const sp_tick *t, int32_t wall, int32_t f) {
  ground g = ground_of(t, wall);
  return sp_calc_mine_m_h(t->k, sp_diggers_of(t->world, f), g.soil, g.mud, g.marsh);
}

static double roll(const sp_tick *t, int32_t p, sp_minute mark, uint32_t die) {
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  return sp_uniform(&dice, t->world->mine.key[p], SP_STREAM_MINE, die);
}

/* Of so many men of a body that share, by a die. */
static int32_t fall(sp_tick *t, int32_t p, int32_t f, double men, double share, sp_minute mark, uint32_t die) {
  sp_world *w = t->world;
  int32_t n = sp_min_i32(sp_men_of(w, f) / 2, sp_to_i32(sp_rint(men)));
  int32_t dead = n > 0 ? sp_to_i32((double)sp_binomial_of(roll(t, p, mark, die), n, share)) : 0;
  return dead > 0 ? sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_KILLED), dead, SP_CAUSE_KILLED) : 0;
}

/* ---- on the hour */

static void may_cave(sp_tick *t, int32_t p, int32_t f, sp_minute mark) {
  sp_world *w = t->world;
  double hazard = w->mine.hazard[p];
  w->mine.hazard[p] = 0.0;
  if (hazard <= 0.0 || roll(t, p, mark, DIE_CAVES) >= sp_hazard(hazard, 1.0)) return;
  double lost = sp_min(w->mine.driven_m[p], t->k->mine_cave_m);
  w->mine.driven_m[p] -= lost;
  int32_t dead = fall(t, p, f, t->k->mine_crew, t->k->mine_fight_falls, mark, DIE_FALL);
  emit(t, p, SP_EVENT_MINE_CAVES, mark, f, -1, sp_to_i32(sp_rint(lost)), dead, 0, 0.0);
}

static void may_be_heard(sp_tick *t, int32_t p, int32_t garrison, sp_minute mark) {
  sp_world *w = t->world;
  double noise = w->mine.noise[p];
  w->mine.noise[p] = 0.0;
  if (garrison < 0 || w->mine.heard[p] || noise <= 0.0 || roll(t, p, mark, DIE_HEARD) >= sp_hazard(noise, 1.0)) return;
  w->mine.heard[p] = mark;
  emit(t, p, SP_EVENT_MINE_HEARD, mark, garrison, -1, sp_to_i32(sp_rint(sp_max(0.0, t->k->mine_start_m - w->mine.driven_m[p]))), 0, 0, 0.0);
}

static void meet(sp_tick *t, int32_t p, int32_t f, int32_t garrison, sp_minute mark) {
  sp_world *w = t->world;
  bool lost = roll(t, p, mark, DIE_MEETS) < t->k->mine_counter_spoils;
  int32_t dead = fall(t, p, f, t->k->mine_crew, t->k->mine_fight_falls, mark, DIE_FALL), within = fall(t, p, garrison, t->k->mine_crew, t->k->mine_fight_falls, mark, DIE_FALL_WITHIN);
  emit(t, p, SP_EVENT_MINE_MET, mark, garrison, f, lost, dead, within, 0.0);
  w->mine.counter_m[p] = 0.0;
  w->mine.told[p] &= (uint8_t)~TOLD_AGAINST;
  if (lost) sp_row_free(w, SP_TABLE_MINE, p); /* the powder that was laid is drowned with it */
}

/* Told to, or of their own accord; of all who could the body with most men. */
static bool digs_against(const sp_tick *t, int32_t p, int32_t garrison) {
  const sp_world *w = t->world;
  if (garrison < 0 || !w->mine.heard[p] || w->combat.engagement[garrison] >= 0) return false;
  bool told = w->hq.mine_how[garrison] & SP_MINING_AGAINST && w->hq.mines[garrison] == t->model->wall[w->mine.wall[p]].node + 1;
  return told || t->model->campaign.commanders == SP_COMMANDERS_MACHINE;
}

static void dig_against(sp_tick *t, int32_t p, int32_t garrison) {
  sp_world *w = t->world;
  double pace = pace_of(t, w->mine.wall[p], garrison);
  w->mine.counter_m[p] += pace * t->dt_min / 60.0;
  if (w->mine.told[p] & TOLD_AGAINST || pace <= 0.0) return;
  w->mine.told[p] |= TOLD_AGAINST;
  emit(t, p, SP_EVENT_MINE_AGAINST, t->to, garrison, -1, 0, sp_to_i32(sp_rint(sp_diggers_of(w, garrison))), 0, 60.0 * t->k->mine_counter_m / pace);
}

/* ---- stages */

static void enter(sp_tick *t, int32_t p, sp_mine_stage stage) {
  t->world->mine.stage[p] = (uint8_t)stage;
  t->world->mine.since[p] = t->to;
}

/* Powder for the chamber, from its train where powder is told of its side. false: there is none that would do. */
static bool lay_powder(sp_tick *t, int32_t p, int32_t f) {
  sp_world *w = t->world;
  sp_wall_kind kind = t->model->wall[w->mine.wall[p]].kind;
  bool counted = t->model->side[w->formation.side[f]].munitioned;
  double full = 1000.0 * sp_calc_mine_full_kg(t->k, kind), least = 1000.0 * t->k->mine_least * sp_calc_mine_ordinary_kg(t->k, kind);
  int64_t wanted = w->hq.mine_g[f] > 0 ? w->hq.mine_g[f] : sp_to_i64(full), there = counted ? w->munition.powder_g[f] : wanted;
  if ((double)there < least && there < wanted) {
    if (!(w->mine.told[p] & TOLD_NO_POWDER)) emit(t, p, SP_EVENT_MINE_NO_POWDER, t->to, f, -1, sp_to_i32(sp_rint(least / 1000.0)), sp_to_i32((double)there / 1000.0), 0, 0.0);
    w->mine.told[p] |= TOLD_NO_POWDER;
    return false;
  }
  w->mine.charge_ln[p] = counted ? w->munition.powder_ln[f] : 0.0;
  w->mine.charge_g[p] = counted ? sp_munition_move(w, SP_POWDER, sp_munition_carried(w, f), sp_munition_line_of(SP_MUNITION_BURNT, w->formation.side[f]), sp_min_i64(wanted, there)) : wanted;
  return true;
}

/* The wall lies open along so much; guns that go on find it so. */
static void open_wall(sp_tick *t, int32_t wall, double breach) {
  sp_world *w = t->world;
  double each = sp_calc_breach_m(t->k, t->model->wall[wall].kind, 1.0);
  w->wall.breach_m[wall] = sp_min(0.5 * sp_wall_length_m(w, wall), w->wall.breach_m[wall] + breach);
  if (each > 0.0) w->wall.hits[wall] = sp_to_i32(sp_rint(w->wall.breach_m[wall] / each));
}

static void blow(sp_tick *t, int32_t p, int32_t f, int32_t garrison) {
  sp_world *w = t->world;
  int32_t wall = w->mine.wall[p], within = 0, own = 0;
  sp_wall_kind kind = t->model->wall[wall].kind;
  double u = roll(t, p, t->to, DIE_BLOWS), breach = sp_calc_mine_breach_m(t->k, kind, (double)w->mine.charge_g[p] / 1000.0 * sp_exp(w->mine.charge_ln[p]));
  if (u < t->k->mine_fails) {
    w->mine.light_at[p] = t->to + sp_to_i64(sp_rint(60.0 * t->k->mine_relight_h));
    emit(t, p, SP_EVENT_MINE_BLOWS, t->to, f, garrison, SP_BLAST_FAILS, 0, 0, 0.0);
    return;
  }
  bool back = u < t->k->mine_fails + (1.0 - t->k->mine_fails) * t->k->mine_back;
  if (back) own = fall(t, p, f, t->k->mine_mouth_men, t->k->mine_back_falls, t->to, DIE_FALL);
  else if (breach > 0.0) {
    double before = w->wall.breach_m[wall];
    open_wall(t, wall, breach);
    breach = w->wall.breach_m[wall] - before;
    if (garrison >= 0) within = fall(t, p, garrison, sp_min(breach * t->k->siege_men_per_m, sp_men_of(w, garrison)), t->k->mine_over_falls, t->to, DIE_FALL_WITHIN);
  }
  emit(t, p, SP_EVENT_MINE_BLOWS, t->to, f, garrison, back ? SP_BLAST_BACK : breach > 0.0 ? SP_BLAST_BREACH : SP_BLAST_NOTHING, within, own, back ? 0.0 : breach);
  w->hq.mines[f] = 0; /* it was one mine that he was told to lay */
  sp_row_free(w, SP_TABLE_MINE, p);
}

static void drive(sp_tick *t, int32_t p, int32_t f) {
  sp_world *w = t->world;
  int32_t wall = w->mine.wall[p];
  ground g = ground_of(t, wall);
  double metres = sp_min(pace_of(t, wall, f) * t->dt_min / 60.0, t->k->mine_start_m - w->mine.driven_m[p]);
  w->mine.driven_m[p] += metres;
  w->mine.hazard[p] += metres * sp_calc_mine_cave_per_m(t->k, g.soil, g.mud);
  if (w->mine.driven_m[p] >= t->k->mine_start_m - 1e-6 && lay_powder(t, p, f)) enter(t, p, SP_MINE_CHARGED);
}

static void go_on(sp_tick *t, int32_t p, int32_t f, int32_t garrison) {
  sp_world *w = t->world;
  double left = sp_max(0.0, t->k->mine_start_m - w->mine.driven_m[p]);
  bool digs = can_dig(t, w->mine.wall[p], f), waits = w->hq.mine_how[f] & SP_MINING_WAITS;
  if (digs && w->mine.stage[p] < SP_MINE_READY) w->mine.noise[p] += sp_calc_mine_heard_per_h(t->k, left) * t->dt_min / 60.0;
  if (w->mine.stage[p] == SP_MINE_DRIVEN && digs) drive(t, p, f);
  else if (w->mine.stage[p] == SP_MINE_CHARGED && (double)(t->to - w->mine.since[p]) >= 60.0 * t->k->mine_charge_h) {
    enter(t, p, SP_MINE_READY);
    emit(t, p, SP_EVENT_MINE_READY, t->to, f, -1, sp_to_i32((double)w->mine.charge_g[p] / 1000.0), 0, waits, 0.0);
  }
  if (digs_against(t, p, garrison)) dig_against(t, p, garrison);
  if (t->to / 60 != t->from / 60) {
    sp_minute mark = t->to - t->to % 60;
    may_cave(t, p, f, mark);
    may_be_heard(t, p, garrison, mark);
    if (w->mine.counter_m[p] >= t->k->mine_counter_m && garrison >= 0) {
      meet(t, p, f, garrison, mark);
      if (!w->mine.alive[p]) return;
    }
  }
  bool told = !waits || w->hq.blows[f] >= w->mine.since[p];
  if (w->mine.stage[p] == SP_MINE_READY && told && t->to >= w->mine.light_at[p] && t->to > w->mine.since[p]) blow(t, p, f, garrison);
}

static int32_t mine_of(const sp_world *w, int32_t f) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_MINE); p++)
    if (w->mine.alive[p] && w->mine.by[p] == w->formation.key[f]) return p;
  return -1;
}

/* Somebody stands behind it who is none of theirs, and the ground can be dug. */
static void begin(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  int32_t wall = wall_at(t->model, w->hq.mines[f] - 1), garrison = wall >= 0 ? garrison_of(w, wall) : -1;
  if (garrison < 0 || is_theirs(t, wall, garrison, w->formation.side[f]) || !can_dig(t, wall, f)) return;
  double pace = pace_of(t, wall, f);
  int32_t p = pace > 0.0 ? sp_row_new(w, SP_TABLE_MINE, sp_key_born(sp_key_pair(w->formation.key[f], w->wall.key[wall]), t->to, BORN_MINE, 0)) : -1;
  if (p < 0) return;
  w->mine.alive[p] = 1;
  w->mine.wall[p] = wall;
  w->mine.by[p] = w->formation.key[f];
  w->mine.side[p] = w->formation.side[f];
  w->mine.since[p] = t->to;
  emit(t, p, SP_EVENT_MINE_BEGUN, t->to, f, garrison, sp_to_i32(sp_rint(t->k->mine_start_m)), sp_to_i32(sp_rint(sp_diggers_of(w, f))), 0, 60.0 * sp_calc_mine_h(t->k, t->k->mine_start_m, pace));
}

void sp_rule_mine(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_WALL) == 0) return;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->hq.mines[f] && w->formation.alive[f] && !(w->hq.mine_how[f] & SP_MINING_AGAINST) && mine_of(w, f) < 0) begin(t, f);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_MINE); p++) {
    if (!w->mine.alive[p] || (w->mine.stage[p] == SP_MINE_DRIVEN && w->mine.since[p] == t->to)) continue; /* just begun */
    int32_t f = sp_formation_by_key(w, w->mine.by[p]), garrison = garrison_of(w, w->mine.wall[p]);
    bool theirs = is_theirs(t, w->mine.wall[p], garrison, w->mine.side[p]);
    if (f < 0 || sp_men_of(w, f) <= 0 || w->hq.mines[f] != t->model->wall[w->mine.wall[p]].node + 1 || theirs) sp_row_free(w, SP_TABLE_MINE, p);
    else go_on(t, p, f, garrison);
  }
}
