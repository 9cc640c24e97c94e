/* flood.c - bridges swept away.
 *
 * Models   high water and drifting ice that carry bridges off, floating ones first; those who are on them; a column of which a part has passed: each part
 *          is on its own bank, and the smaller becomes a body of its own. Who comes later finds the bridge gone, as when men have broken it.
 * Reads    river.rise_m; ford.drift_cm, bridges, broken, boats_in; columns astride.
 * Writes   ford.bridges, broken, boats_in, begun, needed_mh, done_mh, begun_at, fallen, fate, drift_cm; legs, head, tail, crossing of columns cut in two, and their
 *          new part, with its hunger and its share of the bread; counts through the ledger.
 * Emits    BRIDGE_SWEPT, BRIDGE_WRECK.
 * Formula  src/lore/bridge.c; one die a bridge on the hour, by crossing. On the bridge stands as much of a column astride as the river is wide to the
 *          length of the column, by the share of the bridges that go.
 * Sources  flood.def.
 * Leaves out  trees and mills that a flood brings down apart from the rise that brings them, bridges cut loose in time and saved, debris of one bridge that
 *          takes the next.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"
#include "rules/birth.h"
#include "shapan/calc_supply.h"
#include "world/munitions.h"
#include "world/passage.h"
#include "world/stores.h"

enum { DIE_FLOATING, DIE_STANDING, DIE_BEGUN, DIE_MEN, BORN_CUT_OFF = 27 };
#define HOUR_MIN 60
#define LEAST_DRIFT_CM 0.5

static const sp_arm gear[] = {SP_ARM_MOUNT, SP_ARM_DRAUGHT, SP_ARM_CART, SP_ARM_SHIELD_WAGON, SP_ARM_WAR_WAGON, SP_ARM_LIGHT_GUN, SP_ARM_HEAVY_GUN};
enum { GEAR = sizeof gear / sizeof *gear };

static int32_t part(int32_t n, double share) { return sp_min_i32(n, sp_to_i32(sp_floor(share * n + 0.5))); }

static int32_t move_gear(sp_world *w, int32_t f, sp_account to, double share, sp_cause cause) {
  int32_t moved = 0;
  for (int n = 0; n < GEAR; n++) moved += sp_transfer_arm(w, w->formation.first_strength[f], sp_in_formation(f), to, gear[n], part(sp_count_of_arm(w, w->formation.first_strength[f], gear[n]), share), cause);
  return moved;
}

/* ---- a column of which part has passed */

/* The leg of its way on which the far bank begins; -1: none does. */
static int32_t far_leg(const sp_world *w, int32_t f, int32_t c) {
  for (int32_t n = 1; n <= w->formation.head_leg[f] && n < w->formation.leg_count[f]; n++)
    if (sp_leg_start(w->model, w->formation.leg[f * SP_LEGS + n]) == w->model->crossing[c].node) return n;
  return -1;
}

static void is_off_it(sp_world *w, int32_t f) {
  w->formation.crossing[f] = -1;
  w->formation.crossed_share[f] = 0.0;
  w->formation.crossing_since[f] = w->formation.queue_since[f] = 0;
}

/* What of f's way lies before that leg, its head at the brink, as the way of g, which may be f itself. */
static void stand_before(sp_world *w, int32_t g, int32_t f, int32_t far) {
  sp_leg *to = &w->formation.leg[g * SP_LEGS];
  const sp_leg *from = &w->formation.leg[f * SP_LEGS];
  double tail = w->formation.tail_m[f], extent = -tail;
  for (int32_t n = 0; n < far; n++) extent += sp_leg_length(w->model, to[n] = from[n]);
  w->formation.leg_count[g] = (int16_t)far;
  w->formation.head_leg[g] = (int16_t)(far - 1);
  w->formation.route_whole[g] = 0;
  w->formation.head_m[g] = sp_leg_length(w->model, to[far - 1]);
  w->formation.tail_m[g] = tail;
  w->formation.extent_m[g] = w->formation.column_m[g] = sp_max(0.0, extent);
  w->formation.node[g] = -1;
  w->formation.activity[g] = SP_HALTED_IN_COLUMN;
  is_off_it(w, g);
}

static void stand_beyond(sp_world *w, int32_t f, int32_t far) {
  sp_leg *leg = &w->formation.leg[f * SP_LEGS];
  double extent = w->formation.head_m[f];
  for (int32_t n = far; n < w->formation.head_leg[f]; n++) extent += sp_leg_length(w->model, leg[n]);
  int32_t left = w->formation.leg_count[f] - far;
  for (int32_t n = 0; n < left; n++) leg[n] = leg[n + far];
  w->formation.leg_count[f] = (int16_t)left;
  w->formation.head_leg[f] = (int16_t)(w->formation.head_leg[f] - far);
  w->formation.tail_m[f] = 0.0;
  w->formation.extent_m[f] = extent;
  is_off_it(w, f);
}

/* Those on the near bank become a body of their own. Returns it, or -1: no row is free, and they are counted with the others. */
static int32_t cut_off(sp_tick *t, int32_t f, int32_t far, double share) {
  sp_world *w = t->world;
  int32_t men = sp_men_of(w, f), g = sp_give_birth(t, f, BORN_CUT_OFF, t->to);
  if (g < 0) return -1;
  stand_before(w, g, f, far);
  (void)sp_transfer_men(w, sp_in_formation(f), sp_in_formation(g), part(men, share), SP_CAUSE_DETACH);
  (void)move_gear(w, f, sp_in_formation(g), share, SP_CAUSE_DETACH);
  sp_munitions_split(w, f, g, share);
  sp_grain_split(w, f, g);
  return g;
}

/* Is there no way over any more for those who stand astride? */
static bool is_shut_to(const sp_world *w, int32_t f, int32_t c) {
  sp_column column = sp_column_of(w, f);
  sp_passage passage = sp_passage_at(w, c, w->combat.stance[f] == SP_BROKEN);
  return sp_passage_limit_m(w, &passage, &column) <= passage.depth_m;
}

static void wreck(sp_tick *t, int32_t f, int32_t c, double gone) {
  sp_world *w = t->world;
  double on_it = gone * sp_min(1.0, t->model->river[t->model->crossing[c].river].width_m / sp_max(1.0, w->formation.extent_m[f])), over = w->formation.crossed_share[f];
  sp_dice hour = {t->dice.seed, (uint32_t)(t->to / HOUR_MIN)};
  int32_t men = sp_men_of(w, f), lost = sp_min_i32(men - 1, sp_drawn(&hour, w->formation.key[f], SP_STREAM_FLOOD, DIE_MEN, men, on_it * t->k->flood_drown));
  lost = lost > 0 ? sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_LOST), lost, SP_CAUSE_SWEPT_OFF) : 0;
  int32_t things = move_gear(w, f, sp_on_line(SP_LINE_LOST), on_it * t->k->flood_drown, SP_CAUSE_SWEPT_OFF), far = far_leg(w, f, c), left = 0, other = -1;
  if (far > 0 && is_shut_to(w, f, c)) {
    men = sp_men_of(w, f);
    int32_t near_men = part(men, 1.0 - over);
    if (near_men >= men) stand_before(w, f, f, far);
    else {
      other = near_men > 0 ? cut_off(t, f, far, (double)near_men / men) : -1;
      left = other >= 0 ? sp_men_of(w, other) : 0;
      stand_beyond(w, f, far);
    }
  }
  sp_event e = sp_event_of(w, SP_EVENT_BRIDGE_WRECK, f, t->to);
  e.node = t->model->crossing[c].node;
  e.object = t->model->crossing[c].key;
  e.a = lost;
  e.b = things;
  e.c = left;
  sp_emit(w, e);
}

/* ---- bridges */

static int32_t lose_boats(sp_world *w, int32_t c, double share) {
  int32_t n = part(w->ford.boats_in[c], share), gone = 0;
  if (n > 0) gone = sp_transfer_arm(w, w->ford.first_strength[c], sp_at_ford(c), sp_on_line(SP_LINE_LOST), SP_ARM_BOAT, n, SP_CAUSE_BRIDGE_DOWN);
  w->ford.boats_in[c] -= gone;
  return gone;
}

static void stop_building(sp_world *w, int32_t c) {
  w->ford.begun[c] = w->ford.fate[c * 2] = 0;
  w->ford.needed_mh[c] = w->ford.done_mh[c] = 0.0;
  w->ford.begun_at[c] = 0;
}

static void sweep_away(sp_tick *t, int32_t c, int32_t floating, int32_t of_map, int32_t before) {
  sp_world *w = t->world;
  int32_t boats = w->ford.bridges[c] > 0 ? lose_boats(w, c, (double)floating / w->ford.bridges[c]) : 0, node = t->model->crossing[c].node;
  w->ford.bridges[c] -= floating;
  w->ford.broken[c] += of_map;
  if (w->ford.begun[c] == 0) w->ford.done_mh[c] = 0.0; /* of one that was being broken */
  if (w->ford.begun[c] == 0 && sp_passage_bridges(w, c) == 0) {
    w->ford.begun_at[c] = 0;
    w->ford.fallen[c] = w->ford.fate[c * 2] = w->ford.fate[c * 2 + 1] = 0;
  }
  sp_xy at = t->model->node[node].at;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_BRIDGE_SWEPT, .side = -1, .node = node, .subject = t->model->crossing[c].key, .a = floating + of_map, .b = sp_passage_bridges(w, c), .c = boats, .value = w->ford.depth_m[c], .x_m = at.x, .y_m = at.y});
  sp_array(int32_t) on_it = {0};
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->formation.crossing[f] == c && sp_men_of(w, f) > 0 && !sp_push(&on_it, f)) break;
  if (on_it.count > 0 && sp_sort_by_key(on_it.data, on_it.count, w->formation.key))
    for (size_t n = 0; n < on_it.count; n++) wreck(t, on_it.data[n], c, (double)(floating + of_map) / before);
  sp_array_free(&on_it);
}

static void an_hour(sp_tick *t, int32_t c) {
  sp_world *w = t->world;
  const sp_crossing *x = &t->model->crossing[c];
  int32_t built = w->ford.bridges[c], of_map = sp_passage_bridges(w, c) - built;
  if (built + of_map + w->ford.begun[c] == 0) return;
  double rise = w->river.rise_m[x->river], drift = w->ford.drift_cm[c];
  double floating = sp_hazard(sp_calc_bridge_swept_per_h(t->k, true, rise, drift), 1.0), standing = x->kind == SP_CROSSING_FLOATING ? floating : sp_hazard(sp_calc_bridge_swept_per_h(t->k, false, rise, drift), 1.0);
  if (floating <= 0.0) return; /* a standing bridge bears more */
  sp_dice hour = {t->dice.seed, (uint32_t)(t->to / HOUR_MIN)};
  if (w->ford.begun[c] > 0 && sp_drawn(&hour, x->key, SP_STREAM_FLOOD, DIE_BEGUN, 1, floating) > 0) stop_building(w, c);
  int32_t gone = sp_drawn(&hour, x->key, SP_STREAM_FLOOD, DIE_FLOATING, built, floating), down = sp_drawn(&hour, x->key, SP_STREAM_FLOOD, DIE_STANDING, of_map, standing);
  if (gone + down > 0) sweep_away(t, c, gone, down, built + of_map);
}

void sp_rule_flood(sp_tick *t) {
  sp_world *w = t->world;
  if (t->to / HOUR_MIN == t->from / HOUR_MIN) return;
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    if (w->river.rise_m[t->model->crossing[c].river] > t->k->flood_floating_m || w->ford.drift_cm[c] > 0.0) an_hour(t, c);
    if (w->ford.drift_cm[c] > 0.0) w->ford.drift_cm[c] = w->ford.drift_cm[c] > LEAST_DRIFT_CM ? w->ford.drift_cm[c] * sp_exp(-1.0 / t->k->flood_drift_h) : 0.0;
  }
}
