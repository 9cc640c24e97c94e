/* ambush.c - a body that lies in wait falls on a column that passes.
 *
 * Models   the waiting, hidden by ground, light and stillness (sighting.c, traffic.c take it into account); the moment: the head
 *          within reach, or the part behind it when the head is let pass; being found first, which ends it.
 * Reads    where bodies are, light, rain, fog; contacts.   Writes  combat.ambush; formation.verb, follow, goal and posture of who strikes.
 * Emits    AMBUSH_LIES, AMBUSH_STRIKES, AMBUSH_FOUND.
 * Formula  looked at once a tick, and told at the last fifth minute of the clock in it. It strikes when an enemy on the march, not running, is within ambush_reach_m or
 *          as far as one sees, and for those told to let the head pass when ambush_passed of that column is beyond the spot
 *          nearest to them or its tail is at hand; never over a river that cannot be passed. An enemy in whose picture it stands nearer than ambush_found reaches has found
 *          it: it strikes if he is within reach, else it is an ordinary body that holds.
 * Sources  ambush.def; surprise of who is struck unseen and in column: engage.def.
 * Leaves out  feigned flight that draws an enemy in, spies and guides who give it away, mines, several bodies that strike on one
 *          signal. Parties that strike and ride off again are harass.c's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "rules/way_plan.h"
#include "world/belief.h"
#include "world/battle.h"
#include "world/near.h"
#include "world/ride.h"
#include "world/waters.h"

enum { LOOK_MIN = 5 };
#define ABOUT_REACHES 4.0 /* who is farther off can neither be struck nor give it away */

static double sees_m(const sp_tick *t, int32_t f) {
  int32_t region = sp_formation_region(t->world, f);
  const sp_region_columns *r = &t->world->region;
  return sp_calc_visibility_m(t->k, r->light[region], r->rain_mm_h[region], r->fog_m[region], 0.0);
}

/* Share of the column that is past the point of it nearest to a spot: 0 the head is just there, 1 the tail is. */
static double passed(const sp_world *w, int32_t f, sp_xy at) {
  double extent = w->formation.extent_m[f], best = -1.0, share = 0.0;
  if (extent <= 1.0) return 1.0;
  for (int32_t n = 0; n <= 20; n++) {
    sp_xy spot = sp_formation_point(w, f, extent * n / 20.0);
    double d2 = (spot.x - at.x) * (spot.x - at.x) + (spot.y - at.y) * (spot.y - at.y);
    if (best >= 0.0 && d2 >= best) continue;
    best = d2;
    share = n / 20.0;
  }
  return share;
}

/* Has a headquarters of that body this one in its picture, where it stands? */
static bool is_known_to(const sp_tick *t, int32_t enemy, sp_xy at) {
  const sp_world *w = t->world;
  int32_t hq = w->formation.hq[enemy];
  double reach = t->k->ambush_found * t->k->ambush_reach_m;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c]) continue;
    double dx = w->report.x[r] - at.x, dy = w->report.y[r] - at.y;
    if (dx * dx + dy * dy <= reach * reach) return true;
  }
  return false;
}

static void tell(sp_tick *t, sp_event_type type, int32_t f, sp_key other, int32_t a, sp_minute mark) {
  sp_event e = sp_event_of(t->world, type, f, mark);
  e.object = other;
  e.a = a;
  sp_emit(t->world, e);
}

static void strike(sp_tick *t, int32_t f, int32_t enemy, double part, sp_minute mark) {
  sp_world *w = t->world;
  w->combat.ambush[f] = SP_AMBUSH_NONE;
  w->combat.posture[f] = SP_POSTURE_ATTACK;
  w->formation.verb[f] = SP_VERB_ATTACK;
  w->formation.follow[f] = w->formation.key[enemy];
  w->formation.goal_node[f] = -1;
  w->formation.start_minute[f] = mark;
  sp_forget_way(w, f);
  tell(t, SP_EVENT_AMBUSH_STRIKES, f, w->formation.key[enemy], sp_to_i32(sp_rint(100.0 * part)), mark);
}

static void wait(sp_tick *t, const sp_near *near, int32_t f, sp_minute mark) {
  sp_world *w = t->world;
  sp_xy at = sp_head_of(w, f);
  double reach = sp_min(t->k->ambush_reach_m, sees_m(t, f)), least = 0.0;
  int32_t prey = -1, finder = -1;
  for (int32_t s = 0; s < t->model->side_count; s++) {
    if (s == w->formation.side[f]) continue;
    sp_near_walk walk = sp_near_about(near, s, at, ABOUT_REACHES * t->k->ambush_reach_m);
    for (int32_t e = sp_near_next(&walk); e >= 0; e = sp_near_next(&walk)) {
      if (w->combat.stance[e] >= SP_BROKEN || sp_men_of(w, e) <= 0 || sp_has_safe_conduct(w, e)) continue;
      double away = sp_column_distance_m(w, e, at, NULL);
      if (is_known_to(t, e, at) && (finder < 0 || w->formation.key[e] < w->formation.key[finder])) finder = e;
      bool in_column = w->formation.activity[e] == SP_MARCHING || w->formation.extent_m[e] > 1.0; /* its tail may still be coming in */
      if (!in_column || away > reach || (prey >= 0 && (away > least || (away >= least && w->formation.key[e] > w->formation.key[prey])))) continue;
      if (sp_water_between(w, f, e)) continue;
      prey = e;
      least = away;
    }
  }
  double part = prey >= 0 ? passed(w, prey, at) : 0.0;
  if (prey >= 0 && (w->combat.ambush[f] == SP_AMBUSH_HEAD || part >= t->k->ambush_passed || finder >= 0)) {
    strike(t, f, prey, part, mark);
  } else if (finder >= 0) {
    w->combat.ambush[f] = SP_AMBUSH_NONE;
    tell(t, SP_EVENT_AMBUSH_FOUND, f, w->formation.key[finder], 0, mark);
  }
}

void sp_rule_ambush(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  const sp_near *near = NULL;
  sp_minute mark = t->to - t->to % LOOK_MIN;
  for (int32_t f = 0; f < used; f++) {
    if (!w->formation.alive[f] || !w->combat.ambush[f]) continue;
    if (w->combat.engagement[f] >= 0 || w->combat.stance[f] >= SP_BROKEN) {
      w->combat.ambush[f] = SP_AMBUSH_NONE;
      continue;
    }
    if (!sp_lies_in_wait(w, f)) continue;
    if (w->combat.ambush_since[f] == 0) {
      w->combat.ambush_since[f] = t->to;
      tell(t, SP_EVENT_AMBUSH_LIES, f, 0, sp_men_of(w, f), t->to);
    }
    if (!near) near = sp_near_build(w, t->to, ABOUT_REACHES * t->k->ambush_reach_m);
    wait(t, near, f, mark > t->from ? mark : t->to);
  }
}
