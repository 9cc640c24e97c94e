/* works.c - spades: bodies told to entrench throw up ditch and parapet where they stand.
 *
 * Models   works that rise by men, tools and hours, layer by layer, from a scrape to a parapet to a deep ditch, and then stakes where wood
 *          is near; works that stay where they are, for whoever comes to stand in them; frost, rain, mud, dark, weariness.
 * Reads    hq.dig, dig_toward, pictures (where the enemy is believed), places, verb, activity, contact, sky, ground, tools in the register.
 * Writes   the table work; hq.digs, and hq.dig of bodies that broke; formation.fatigue of those who dig.
 * Emits    WORKS_BEGUN, WORKS_STAGE, WORKS_DONE, WORKS_TAKEN.
 * Formula  src/lore/works.c, dig.c. A body digs its own front, as long as its line, as far as the ground has room; it goes on with what its
 *          side left unfinished there before it begins anew. Tools are those it has; where its contingent says nothing of tools, a share
 *          of its men has one. Who fights, or has the enemy within touch, does not dig. Ground temperature is the mean of this
 *          month's and the last; without a season the air's.
 * Sources  works.def, dig.def.
 * Leaves out  walls (siege.c); works shot to pieces, filled in or washed away; front added for men who come later; water; digging under fire.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/belief.h"
#include "world/earthworks.h"

enum { BORN_WORK = 24, SCRAPE = 1, PARAPET = 2, DEEP = 3, WHOLE = 4 };

#define SCRAPE_COVER 0.2 /* of cover 0..1: where these stages of the telling begin */
#define PARAPET_COVER 0.5
#define DEEP_DITCH 0.99

static void emit(sp_tick *t, sp_event_type type, int32_t f, int32_t work, int32_t a, int32_t b, int32_t c, double value) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = t->to, .type = (uint16_t)type, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .a = a, .b = b, .c = c, .value = value, .x_m = w->work.x[work], .y_m = w->work.y[work]});
}

/* ---- the ground */

/* Where the works are to look. false: nobody knows whence he will come. */
static bool facing_of(const sp_tick *t, int32_t f, sp_xy *way) {
  const sp_world *w = t->world;
  sp_xy at = sp_head_of(w, f), to = at;
  int32_t place = w->hq.dig_toward[f];
  double least = -1.0;
  sp_key of = 0;
  if (place >= 0) to = t->model->node[place].at;
  for (int32_t c = f * SP_CONTACTS; c < (f + 1) * SP_CONTACTS && place < 0; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c]) continue;
    double dx = w->report.x[r] - at.x, dy = w->report.y[r] - at.y, d2 = dx * dx + dy * dy;
    if (least >= 0.0 && (d2 > least || (d2 == least && w->report.key[r] > of))) continue;
    least = d2;
    of = w->report.key[r];
    to = (sp_xy){w->report.x[r], w->report.y[r]};
  }
  double dx = to.x - at.x, dy = to.y - at.y, far = sp_sqrt(dx * dx + dy * dy);
  *way = far > 0.0 ? (sp_xy){dx / far, dy / far} : (sp_xy){1.0, 0.0};
  return far > 0.0;
}

/* ---- which works */

typedef struct wanted {
  sp_xy at, facing;
  bool ring;
  double front_m, depth_m;
  sp_relief relief;
  sp_cover cover;
  sp_soil soil;
} wanted;

static wanted wanted_of(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  wanted x = {.at = sp_head_of(w, f), .depth_m = w->hq.dig[f] & SP_DIG_DEEP ? t->k->works_deep_m : t->k->works_shallow_m};
  sp_ground ground = sp_ground_of(w, f);
  x.relief = ground.relief;
  x.cover = ground.cover;
  x.soil = ground.soil;
  bool known = facing_of(t, f, &x.facing);
  x.ring = (w->hq.dig[f] & SP_DIG_RING) || !known;
  x.front_m = sp_min(sp_line_m(w, f), sp_calc_frontage_m(t->k, x.relief, x.cover, SP_ROAD_ROAD)) * (x.ring ? t->k->works_ring : 1.0);
  return x;
}

static bool somebody_digs(const sp_world *w, sp_key work) {
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->hq.digs[f] == work) return true;
  return false;
}

/* What was begun here before, would serve, and lies idle: the one that has most earth thrown up; of equals the lower key. */
static int32_t idle_works(const sp_tick *t, int32_t f, const wanted *x) {
  const sp_world *w = t->world;
  int32_t best = -1;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++) {
    if (!sp_work_is_at(w, i, x->at) || (x->ring && !w->work.ring[i]) || w->work.front_m[i] < t->k->works_serves * x->front_m) continue;
    if (!w->work.ring[i] && (w->work.side[i] != w->formation.side[f] || w->work.facing[i * 2] * x->facing.x + w->work.facing[i * 2 + 1] * x->facing.y < SP_WORKS_STRAIGHT)) continue;
    if (best >= 0 && (w->work.moved_m3[i] < w->work.moved_m3[best] || (w->work.moved_m3[i] == w->work.moved_m3[best] && w->work.key[i] > w->work.key[best]))) continue;
    if (!somebody_digs(w, w->work.key[i])) best = i;
  }
  return best;
}

static int32_t begin(sp_tick *t, int32_t f, const wanted *x) {
  sp_world *w = t->world;
  int32_t i = sp_row_new(w, SP_TABLE_WORK, sp_key_born(w->formation.key[f], t->to, BORN_WORK, 0));
  if (i < 0) return -1;
  w->work.alive[i] = 1;
  w->work.side[i] = w->work.held_by[i] = w->formation.side[f];
  w->work.x[i] = x->at.x;
  w->work.y[i] = x->at.y;
  w->work.node[i] = sp_nearest_place(t->model, x->at);
  w->work.region[i] = sp_formation_region(w, f);
  w->work.soil[i] = (uint8_t)x->soil;
  w->work.ring[i] = x->ring;
  w->work.facing[i * 2] = x->facing.x;
  w->work.facing[i * 2 + 1] = x->facing.y;
  w->work.front_m[i] = x->front_m;
  w->work.depth_wanted_m[i] = x->depth_m;
  w->work.timber[i] = x->cover == SP_COVER_WOOD ? 1.0 : x->cover == SP_COVER_MIXED ? t->k->works_timber_mixed : 0.0;
  w->work.since[i] = w->work.dug[i] = t->to;
  return i;
}

static void tell_begun(sp_tick *t, int32_t f, int32_t i) {
  sp_digging d = sp_digging_of(t->world, f, i, t->from);
  d.light = 1.0;
  d.daylight_h = 0.0; /* hours of digging, not of the clock */
  double per_h = sp_calc_works_m3_h(t->k, &d), hours = per_h > 0.0 ? sp_work_left_m3(t->world, i) / per_h : 0.0;
  emit(t, SP_EVENT_WORKS_BEGUN, f, i, sp_to_i32(sp_rint(t->world->work.front_m[i])), sp_to_i32(sp_rint(d.diggers)), t->world->work.ring[i] ? 2 : 1, 60.0 * hours);
}

/* The works that it digs: those it was at, others that lie idle here, new ones. -1: no row is free. */
static int32_t works_of(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK) && w->hq.digs[f]; i++)
    if (w->work.key[i] == w->hq.digs[f] && sp_work_is_at(w, i, sp_head_of(w, f))) return i;
  wanted x = wanted_of(t, f);
  if (x.front_m <= 0.0) return -1;
  int32_t i = idle_works(t, f, &x);
  bool fresh = i < 0;
  if (fresh) i = begin(t, f, &x);
  w->hq.digs[f] = i >= 0 ? w->work.key[i] : 0;
  if (i < 0) return -1;
  w->work.side[i] = w->formation.side[f];
  if (fresh) tell_begun(t, f, i);
  return i;
}

/* ---- digging */

static int32_t stage_of(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  if (sp_work_left_m3(t->world, i) <= 0.0 && w->work.palisade[i] >= w->work.timber[i]) return WHOLE;
  if (sp_calc_works_obstacle(t->k, sp_work_depth_m(w, i), 0.0) >= DEEP_DITCH) return DEEP;
  double cover = sp_calc_works_cover(t->k, sp_work_section_m2(w, i));
  return cover >= PARAPET_COVER ? PARAPET : cover >= SCRAPE_COVER ? SCRAPE : 0;
}

static void tell_stage(sp_tick *t, int32_t f, int32_t i) {
  sp_world *w = t->world;
  int32_t stage = stage_of(t, i), m3 = sp_to_i32(sp_rint(w->work.moved_m3[i])), front = sp_to_i32(sp_rint(w->work.front_m[i]));
  if (stage <= w->work.told[i]) return;
  w->work.told[i] = (uint8_t)stage;
  if (stage == WHOLE) emit(t, SP_EVENT_WORKS_DONE, f, i, front, m3, sp_to_i32(sp_rint(100.0 * w->work.palisade[i])), sp_work_depth_m(w, i));
  else emit(t, SP_EVENT_WORKS_STAGE, f, i, stage, m3, front, sp_work_depth_m(w, i));
}

static void dig(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  int32_t i = works_of(t, f);
  if (i < 0) return;
  double depth = w->hq.dig[f] & SP_DIG_DEEP ? t->k->works_deep_m : t->k->works_shallow_m;
  if (depth > w->work.depth_wanted_m[i]) { /* widened first, deepened then */
    w->work.depth_wanted_m[i] = depth;
    w->work.told[i] = (uint8_t)sp_min_i32(w->work.told[i], stage_of(t, i));
  }
  sp_minute from = sp_max_i64(t->from, sp_max_i64(w->formation.ready_minute[f], w->formation.start_minute[f]));
  double hours = (double)sp_max_i64(0, t->to - from) / 60.0, left = sp_work_left_m3(t->world, i);
  sp_digging d = sp_digging_of(t->world, f, i, t->from);
  double per_h = left > 0.0 ? sp_calc_works_m3_h(t->k, &d) : sp_calc_works_stakes_m_h(t->k, &d);
  if (per_h <= 0.0 || hours <= 0.0 || w->work.told[i] == WHOLE) return;
  if (left > 0.0) w->work.moved_m3[i] += sp_min(left, per_h * hours);
  else w->work.palisade[i] = sp_min(w->work.timber[i], w->work.palisade[i] + per_h * hours / w->work.front_m[i]);
  w->work.dug[i] = t->to;
  double tires = t->k->works_tire_per_h * hours * sp_min(1.0, d.diggers / sp_max(1.0, sp_men_of(w, f))) * sp_min(1.0, t->k->dig_day_h / sp_max(1.0, d.daylight_h));
  w->formation.fatigue[f] = sp_clamp(w->formation.fatigue[f] + tires, 0.0, 1.0);
  tell_stage(t, f, i);
}

/* ---- who stands in them */

/* Largest body of that side that stands in the works out of any fight; of equals the lower key. */
static int32_t holder_of(const sp_world *w, int32_t i, int32_t side) {
  int32_t best = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    bool stands = w->formation.alive[f] && w->formation.side[f] == side && sp_work_is_at(w, i, sp_head_of(w, f)) && sp_stands_still(w, f);
    if (stands) best = sp_larger_body(w, best, f);
  }
  return best;
}

/* Works change hands when only the other side stands in them. */
static void change_hands(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++) {
    int32_t others = -1, side = w->work.held_by[i];
    if (!w->work.alive[i] || holder_of(w, i, side) >= 0) continue;
    for (int32_t s = 0; s < t->model->side_count; s++) {
      int32_t f = s == side ? -1 : holder_of(w, i, s);
      if (f >= 0) others = sp_larger_body(w, others, f);
    }
    if (others < 0) continue;
    w->work.held_by[i] = w->formation.side[others];
    emit(t, SP_EVENT_WORKS_TAKEN, others, i, sp_to_i32(sp_rint(w->work.front_m[i])), 0, 0, sp_work_depth_m(w, i));
  }
}

void sp_rule_works(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  sp_array(int32_t) bodies = {0}; /* told to dig; two may come to the same idle works in one tick */
  for (int32_t f = 0; f < used; f++)
    if (w->hq.dig[f] && w->formation.alive[f] && !sp_push(&bodies, f)) break; /* no memory: they rest a tick */
  (void)sp_sort_by_key(bodies.data, bodies.count, w->formation.key);
  for (size_t n = 0; n < bodies.count; n++) {
    int32_t f = bodies.data[n];
    if (w->combat.stance[f] >= SP_BROKEN) w->hq.dig[f] = 0;
    else if (sp_can_dig(w, f)) dig(t, f);
    if (w->hq.digs[f] && (!w->hq.dig[f] || w->formation.activity[f] == SP_MARCHING)) w->hq.digs[f] = 0;
  }
  sp_array_free(&bodies);
  if (sp_used(w, SP_TABLE_WORK) > 0 && t->to / 60 != t->from / 60) change_hands(t);
}
