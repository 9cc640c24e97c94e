/* muster.c - what a body brings to a fight: surprise, cover, wagons, time to come into line, the side it comes from.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/muster.h"

#include "world/battle.h"
#include "world/ride.h"

#define STRAIGHT 0.5 /* cosine of 60 degrees: within that of the line's front, or of its rear */

static bool knew_of_enemy(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  for (int32_t c = f * SP_CONTACTS; c < (f + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c] || (double)(t->to - w->report.seen[r]) > t->k->engage_known_min) continue;
    double dx = w->report.x[r] - w->formation.head_x[f], dy = w->report.y[r] - w->formation.head_y[f], far = t->k->engage_known_m;
    if (dx * dx + dy * dy <= far * far) return true;
  }
  return false;
}

static bool waits_for_enemy(const sp_world *w, int32_t f) {
  uint8_t posture = w->combat.posture[f];
  bool told = posture == SP_POSTURE_HOLD || (posture >= SP_POSTURE_REAR_GUARD && posture != SP_POSTURE_IN_TURNS) || w->formation.verb[f] == SP_VERB_HOLD;
  return told && w->formation.activity[f] != SP_MARCHING && w->formation.activity[f] != SP_WAITING_TO_CROSS;
}

/* On the road, or halted before the enemy so lately that its column has not closed up. */
static bool in_column(const sp_world *w, int32_t f) {
  bool halted = w->formation.in_contact[f] && w->formation.activity[f] == SP_HALTED_IN_COLUMN;
  if (halted && (w->formation.extent_m[f] > 1.0 || w->formation.ready_minute[f] > w->head->minute)) return true;
  return w->formation.activity[f] == SP_MARCHING || w->formation.activity[f] == SP_WAITING_TO_CROSS || w->formation.activity[f] == SP_LONG_HALT;
}

static bool is_astride(const sp_world *w, int32_t f) { return w->formation.crossing[f] >= 0 && w->formation.crossed_share[f] > 0.0; }

double sp_surprise_of(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  if (sp_wants_fight(w, f)) return is_astride(w, f) ? 0.5 * t->k->engage_surprise_column : 0.0;
  double seen = knew_of_enemy(t, f) ? 0.0 : t->k->engage_surprise_unseen;
  double caught = in_column(w, f) || is_astride(w, f) ? t->k->engage_surprise_column : 0.0;
  return sp_min(1.0, 1.0 - (1.0 - seen) * (1.0 - caught));
}

double sp_laager_of(const sp_tick *t, int32_t e, int32_t f) {
  const sp_world *w = t->world;
  if (sp_wants_fight(w, f) || !waits_for_enemy(w, f)) return 0.0;
  double wagons = sp_arms_of(w, f).war_wagons;
  return wagons > 0.0 ? sp_calc_laager(t->k, wagons, w->formation.foot[f] + w->formation.followers[f], w->formation.mounts[f] + w->formation.draught[f], (sp_relief)w->engagement.relief[e], (sp_cover)w->engagement.cover[e]) : 0.0;
}

static sp_works_use better(sp_works_use a, sp_works_use b) {
  return (sp_works_use){sp_max(a.cover, b.cover), sp_max(a.ditch, b.ditch), sp_max(a.ring, b.ring), sp_max(a.wall, b.wall)};
}

sp_works_use sp_stands_in_works(const sp_tick *t, int32_t e, int32_t f) {
  const sp_world *w = t->world;
  sp_works_use use = {.cover = 0.0};
  if (sp_wants_fight(w, f) || in_column(w, f)) return use;
  double toward = sp_part_of(w, e, f) == 0 ? 1.0 : -1.0;
  if (sp_used(w, SP_TABLE_WORK) > 0) use = sp_works_about(w, f, (sp_xy){toward * w->engagement.axis[e * 2], toward * w->engagement.axis[e * 2 + 1]});
  return sp_used(w, SP_TABLE_WALL) > 0 ? better(use, sp_wall_about(w, f)) : use;
}

double sp_cover_of(const sp_tick *t, int32_t e, int32_t f, double earth) {
  const sp_world *w = t->world;
  if (sp_wants_fight(w, f) || in_column(w, f)) return 0.0;
  double works = sp_max(sp_max(earth, w->combat.works[f]), t->k->engage_cover_laager * w->combat.laager[f]);
  switch (w->combat.posture[f]) {
    case SP_POSTURE_FORTIFIED: works = sp_max(works, t->k->engage_cover_fortified); break;
    case SP_POSTURE_PREPARED: works = sp_max(works, t->k->engage_cover_prepared); break;
    case SP_POSTURE_HOLD:
    case SP_POSTURE_REAR_GUARD: works = sp_max(works, t->k->engage_cover_hold); break;
    default: works = w->formation.verb[f] == SP_VERB_HOLD ? sp_max(works, t->k->engage_cover_hold) : works;
  }
  uint8_t cover = w->engagement.cover[e];
  double close = cover == SP_COVER_WOOD || w->engagement.relief[e] >= SP_RELIEF_HILLS ? 1.0 : cover == SP_COVER_MIXED ? 0.5 : 0.0;
  return 1.0 - (1.0 - works) * (1.0 - close * t->k->engage_cover_ground);
}

/* Minutes in which it comes into line. */
double sp_deploy_min(const sp_tick *t, int32_t e, int32_t f) {
  const sp_world *w = t->world;
  double length = sp_max(w->formation.extent_m[f], t->k->engage_camp_m_per_man * sp_men_of(w, f));
  int32_t ring = sp_ring_drawn_by(w, f);
  if (ring >= 0) length = sp_max(length, 0.5 * sp_ring_m(w, ring)); /* the farthest posts come from the other side */
  double minutes = sp_calc_deploy_min(t->k, length, w->formation.order[f], sp_quality_of(w, f), (sp_relief)w->engagement.relief[e]);
  minutes *= 1.0 + t->k->engage_deploy_dark * sp_calc_dark(t->k, w->region.light[w->engagement.region[e]]);
  return waits_for_enemy(w, f) ? sp_min(minutes, t->k->engage_ready_min) : minutes;
}

/* Of a body astride a crossing only those on this bank can come into line. */
double sp_most_deployed(const sp_world *w, int32_t e, int32_t f) {
  if (!is_astride(w, f)) return 1.0;
  double x = w->engagement.x[e], y = w->engagement.y[e];
  double hx = w->formation.head_x[f] - x, hy = w->formation.head_y[f] - y, tx = w->formation.tail_x[f] - x, ty = w->formation.tail_y[f] - y;
  double across = w->formation.crossed_share[f];
  return hx * hx + hy * hy <= tx * tx + ty * ty ? across : 1.0 - across;
}

double sp_flanking_of(const sp_tick *t, int32_t e, int32_t f, int32_t *wing) {
  const sp_world *w = t->world;
  double ax = w->engagement.axis[e * 2], ay = w->engagement.axis[e * 2 + 1];
  double x = w->formation.head_x[f] - w->engagement.x[e], y = w->formation.head_y[f] - w->engagement.y[e], far = sp_sqrt(x * x + y * y);
  if (far < t->k->engage_flank_least_m) return 0.0;
  *wing = ax * y - ay * x > 0.0 ? SP_SECTOR_LEFT : SP_SECTOR_RIGHT;
  double behind = (ax * x + ay * y) / far; /* where he stands along the attacker's way: -1 behind the attacker, 1 behind the defender */
  if (sp_part_of(w, e, f) == 1) behind = -behind;
  return behind > -STRAIGHT ? behind > STRAIGHT ? 1.0 : 0.5 : 0.0;
}
