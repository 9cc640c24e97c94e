/* check.c - every invariant of the state; a broken one is said with its table and row.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"
#include "world/munitions.h"
#include "world/stores.h"
#include "world/voyage.h"
#include "world/petitions.h"
#include "world/phases.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct complaint {
  char *message;
  size_t size;
} complaint;

static bool bad(const complaint *to, const char *table, int32_t row, const char *what) {
  if (to->message && to->size) snprintf(to->message, to->size, "%s %d: %s", table, (int)row, what);
  return false;
}

static bool near(double a, double b, double tolerance) { return sp_abs(a - b) <= tolerance; }
static bool is_share(double x) { return x >= 0.0 && x <= 1.0; }
static bool is_way(double x) { return x >= 0.0 && x < 1e12; } /* false for what is no number */

/* ---- formations on their roads */

static bool legs_hold(const sp_world *w, int32_t f, const complaint *to) {
  const sp_model *m = w->model;
  const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
  int32_t count = w->formation.leg_count[f], head = w->formation.head_leg[f], node = w->formation.node[f];
  if (count < 0 || count > SP_LEGS) return bad(to, "formation", f, "more legs than there is room for");
  if (count == 0) {
    if (node < 0 || node >= m->node_count) return bad(to, "formation", f, "stands neither at a node nor on a leg");
    return w->formation.extent_m[f] == 0.0 || bad(to, "formation", f, "has a length without legs");
  }
  if (node != -1) return bad(to, "formation", f, "stands at a node and on a leg at once");
  if (head < 0 || head >= count) return bad(to, "formation", f, "its head is on no leg");
  for (int32_t i = 0; i < count; i++) {
    if (sp_leg_edge(legs[i]) >= m->edge_count) return bad(to, "formation", f, "a leg that is no road");
    if (i > 0 && sp_leg_end(m, legs[i - 1]) != sp_leg_start(m, legs[i])) return bad(to, "formation", f, "its legs do not meet");
  }
  return true;
}

static bool interval_holds(const sp_world *w, int32_t f, const complaint *to) {
  if (w->formation.leg_count[f] == 0) return true;
  const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
  double head = w->formation.head_m[f], tail = w->formation.tail_m[f], extent = w->formation.extent_m[f], way = head - tail;
  if (!is_way(head) || head > sp_leg_length(w->model, legs[w->formation.head_leg[f]]) + 0.001) return bad(to, "formation", f, "its head is off its leg");
  if (!is_way(tail) || tail > sp_leg_length(w->model, legs[0]) + 0.001) return bad(to, "formation", f, "its tail is off its leg");
  if (!is_way(extent)) return bad(to, "formation", f, "its extent is below zero");
  for (int32_t i = 0; i < w->formation.head_leg[f]; i++) way += sp_leg_length(w->model, legs[i]);
  return near(way, extent, 0.01 + 1e-9 * extent) || bad(to, "formation", f, "extent is not the way from tail to head");
}

static bool points_hold(const sp_world *w, int32_t f, const complaint *to) {
  sp_xy head, tail;
  if (w->formation.leg_count[f] == 0) {
    head = tail = w->model->node[w->formation.node[f]].at;
  } else {
    const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
    head = sp_leg_point(w->model, legs[w->formation.head_leg[f]], w->formation.head_m[f], NULL);
    tail = sp_leg_point(w->model, legs[0], w->formation.tail_m[f], NULL);
  }
  bool there = near(head.x, w->formation.head_x[f], 1.0) && near(head.y, w->formation.head_y[f], 1.0) && near(tail.x, w->formation.tail_x[f], 1.0) &&
               near(tail.y, w->formation.tail_y[f], 1.0);
  return there || bad(to, "formation", f, "its points on the plane are not its place on the road");
}

static bool formation_holds(const sp_world *w, int32_t f, const complaint *to) {
  if (w->formation.hq[f] != f || w->hq.formation[f] != f) return bad(to, "formation", f, "its headquarters is not in its row");
  if (w->hq.alive[f] != w->formation.alive[f]) return bad(to, "formation", f, "it and its headquarters do not live and die together");
  if (!w->formation.alive[f]) {
    if (sp_men_of(w, f) != 0) return bad(to, "formation", f, "is gone and has men");
    return w->hq.contact_count[f] == 0 || bad(to, "hq", f, "is gone and has a picture");
  }
  if (!is_share(w->formation.order[f]) || !is_share(w->formation.fatigue[f])) return bad(to, "formation", f, "order or fatigue is not a share");
  if (!is_share(w->formation.knows_ground[f]) || !is_share(w->formation.commander_share[f])) return bad(to, "formation", f, "a share is not a share");
  if (!is_share(w->formation.crossed_share[f])) return bad(to, "formation", f, "the share across is not a share");
  if (!is_way(w->formation.marched_m[f]) || !is_way(w->formation.column_m[f])) return bad(to, "formation", f, "a way is below zero");
  if (!is_share(w->hq.fright[f])) return bad(to, "hq", f, "the fright of its foragers is not a share");
  if (!is_way(w->formation.straggle_due[f])) return bad(to, "formation", f, "a hazard is below zero");
  return legs_hold(w, f, to) && interval_holds(w, f, to) && points_hold(w, f, to);
}

/* ---- battle */

static bool combat_holds(const sp_world *w, int32_t f, const complaint *to) {
  const sp_combat_columns *c = &w->combat;
  if (c->alive[f] != w->formation.alive[f]) return bad(to, "combat", f, "it and its formation do not live and die together");
  if (!c->alive[f]) return c->engagement[f] == -1 || bad(to, "combat", f, "is gone and fights");
  int32_t e = c->engagement[f];
  bool there = e < 0 || w->engagement.alive[e];
  if (!there) return bad(to, "combat", f, "fights in an engagement that is over");
  bool sided = e < 0 || w->formation.side[f] == w->engagement.attacker[e] || w->formation.side[f] == w->engagement.defender[e];
  if (!sided) return bad(to, "combat", f, "fights for neither side");
  bool shares = is_share(c->deployed[f]) && is_share(c->surprise[f]) && is_share(c->cover[f]) && is_share(c->powder[f]) && is_share(c->arrows[f]) && is_share(c->shot[f]) &&
                is_share(c->recent_loss[f]) && is_share(c->unanswered[f]) && is_share(c->pressed[f]) && is_share(c->success[f]) && is_share(c->shaken[f]) && is_share(c->shed[f]) && is_share(c->wind[f]);
  bool later = is_share(c->works[f]) && is_share(c->ditch[f]) && is_share(c->wall[f]) && is_share(c->ring[f]) && is_share(c->laager[f]) && is_share(c->flanking[f]) && is_share(c->leader[f]) && is_share(c->hunted[f]) && is_share(c->overtaken[f]);
  double bad_share = 0.0;
  for (int32_t n = 0; n < 3; n++) {
    later = later && is_share(c->lot_bad[f * 3 + n]);
    bad_share += c->lot_bad[f * 3 + n];
  }
  if (!shares || !later || bad_share > 1.0 + 1e-9) return bad(to, "combat", f, "a share is not a share");
  if (!(c->lot_ln[f] > -10.0 && c->lot_ln[f] < 10.0)) return bad(to, "combat", f, "powder of no strength");
  if (c->flees[f] > SP_FLEES_NOW || c->grenades[f] < 0) return bad(to, "combat", f, "grenades or intent out of range");
  return (c->captives[f] >= 0 && c->heads[f] >= 0 && c->men_before[f] >= 0 && c->killed_first[f] >= 0) || bad(to, "combat", f, "a count is below zero");
}

static bool engagement_holds(const sp_world *w, int32_t e, const complaint *to) {
  const sp_engagement_columns *g = &w->engagement;
  if (!g->alive[e]) return true;
  if (g->attacker[e] == g->defender[e]) return bad(to, "engagement", e, "a side fights itself");
  if (!is_way(g->front_m[e])) return bad(to, "engagement", e, "its front has no length");
  for (int32_t s = 0; s < 3; s++) {
    if (!is_way(g->gap_m[e * 3 + s]) || !is_share(g->smoke[e * 3 + s])) return bad(to, "engagement", e, "a gap or smoke is out of range");
  }
  double ax = g->axis[e * 2], ay = g->axis[e * 2 + 1];
  if (!(ax * ax + ay * ay < 1.0 + 1e-6)) return bad(to, "engagement", e, "its axis is no direction");
  return (g->lost[e * 2] >= 0 && g->lost[e * 2 + 1] >= 0) || bad(to, "engagement", e, "losses are below zero");
}

/* ---- wounded and sick */

static bool ward_holds(const sp_world *w, int32_t p, const complaint *to) {
  if (!w->ward.alive[p]) return true;
  if (!sp_line_of_patients((sp_line)w->ward.line[p])) return bad(to, "ward", p, "its men are neither wounded nor sick");
  if (w->ward.formation[p] < 0) return bad(to, "ward", p, "its men belong to no body");
  if ((w->ward.lies[p] == SP_LIES_WITH_BODY) != (w->ward.carer[p] >= 0)) return bad(to, "ward", p, "is with a body and by itself at once");
  if (!is_share(w->ward.fresh[p]) || !is_way(w->ward.days[p])) return bad(to, "ward", p, "freshness is not a share, or days are below zero");
  return w->ward.side[p] == w->formation.side[w->ward.formation[p]] || bad(to, "ward", p, "lies under another side than its men's");
}

static bool health_holds(const sp_world *w, int32_t f, const complaint *to) {
  if (w->health.alive[f] != w->formation.alive[f]) return bad(to, "health", f, "it and its formation do not live and die together");
  if (w->health.physicians[f] < 0 || w->health.died_wounds[f] < 0 || w->health.died_sick[f] < 0 || w->health.back[f] < 0 || w->health.brought_in[f] < 0 || w->health.found_killed[f] < 0 || w->health.found_taken[f] < 0) return bad(to, "health", f, "a count is below zero");
  if (w->health.captives_lying[f] < 0 || w->health.captives_light[f] < 0 || w->health.captives_light[f] > w->health.captives_lying[f]) return bad(to, "health", f, "its wounded prisoners are miscounted");
  if (w->health.carries[f] > SP_CARRIES_ALL) return bad(to, "health", f, "it carries its wounded in no known way");
  return (is_way(w->health.camp_days[f]) && is_way(w->health.sick_due[f])) || bad(to, "health", f, "days in camp, or a hazard, are below zero");
}

static bool works_hold(const sp_world *w, const complaint *to) {
  const sp_work_columns *k = &w->work;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++) {
    if (!k->alive[i]) continue;
    if (!is_way(k->front_m[i]) || !is_way(k->moved_m3[i]) || !is_way(k->depth_wanted_m[i])) return bad(to, "work", i, "its measures are out of range");
    if (!is_share(k->palisade[i]) || !is_share(k->timber[i])) return bad(to, "work", i, "a share is not a share");
    double fx = k->facing[i * 2], fy = k->facing[i * 2 + 1];
    if (!(fx * fx + fy * fy < 1.0 + 1e-6)) return bad(to, "work", i, "its front looks nowhere");
    if (k->soil[i] >= SP_SOIL_COUNT) return bad(to, "work", i, "it is dug in no soil");
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) {
    if (!is_way(w->wall.breach_m[i]) || !is_way(w->wall.rounds[i]) || w->wall.hits[i] < 0) return bad(to, "wall", i, "its breach is out of range");
    if (!is_share(w->wall.ring[i]) || w->wall.phase[i] >= SP_SIEGE_PHASE_COUNT) return bad(to, "wall", i, "its ring or phase is out of range");
    for (int32_t n = 0; n < 8; n++)
      if (!is_share(w->wall.seen_closed[i * 8 + n])) return bad(to, "wall", i, "its ring looks closed to no share");
    if (w->wall.watched_by[i] > w->model->side_count) return bad(to, "wall", i, "it is watched by no side");
  }
  return true;
}

/* ---- at sea */

static bool voyages_hold(const sp_world *w, const complaint *to) {
  const sp_voyage_columns *y = &w->voyage;
  for (int32_t v = 0; v < sp_used(w, SP_TABLE_VOYAGE); v++) {
    if (!y->alive[v]) continue;
    if (y->formation[v] < 0 || y->stage[v] >= SP_VOYAGE_STAGE_COUNT) return bad(to, "voyage", v, "nobody's, or of no stage");
    if (y->rafts[v] < 0 || y->rafts_wanted[v] < 0 || !is_way(y->raft_mh[v]) || !is_way(y->done_min[v])) return bad(to, "voyage", v, "rafts or work below zero");
    if ((y->stage[v] >= SP_VOYAGE_SAILING) != sp_at_sea(w, y->formation[v])) return bad(to, "voyage", v, "is at sea and ashore at once");
  }
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f] || !sp_at_sea(w, f)) continue;
    if (sp_voyage_of(w, f) < 0 || w->formation.leg_count[f] != 1) return bad(to, "formation", f, "is at sea on no voyage");
    if (w->model->edge[sp_leg_edge(w->formation.leg[f * SP_LEGS])].road_class != SP_ROAD_SEA) return bad(to, "formation", f, "is at sea on a road");
    if (w->combat.engagement[f] >= 0 || w->formation.in_contact[f]) return bad(to, "formation", f, "is at sea and fights");
  }
  return true;
}

/* ---- what is written down of stores */

static bool books_hold(const sp_world *w, const complaint *to) {
  for (int32_t b = 0; b < sp_used(w, SP_TABLE_BOOK); b++) {
    if (!w->book.alive[b]) continue;
    if (w->book.hq[b] < 0 || w->book.depot[b] == 0) return bad(to, "book", b, "nobody's, or of no store");
    if (w->book.grain_g[b] < 0 || w->book.powder_g[b] < 0 || w->book.grenades[b] < 0) return bad(to, "book", b, "less than nothing in a store");
  }
  return true;
}

static bool petitions_hold(const sp_world *w, const complaint *to) {
  const sp_petition_columns *c = &w->petition;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PETITION); p++) {
    if (!c->alive[p]) continue;
    if (c->hq[p] < 0 || c->state[p] >= SP_PETITION_STATE_COUNT || c->verdict[p] >= SP_VERDICT_COUNT) return bad(to, "petition", p, "nobody's, or of no state or answer");
    if (c->failed[p] < 0 || c->failed[p] > c->thrown[p] || c->supplier[p] < 0 || c->supplier[p] > w->model->supplier_count) return bad(to, "petition", p, "more failed than were thrown, or of a supplier that is none");
  }
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_SUPPLIER); s++)
    if (w->supplier.failed[s] < 0 || w->supplier.failed[s] > w->supplier.used[s] || w->supplier.refused[s] < 0 || w->supplier.verdict[s] >= SP_VERDICT_COUNT) return bad(to, "supplier", s, "a count or an answer is out of range");
  return sp_used(w, SP_TABLE_SUPPLIER) <= w->model->supplier_count || bad(to, "supplier", sp_used(w, SP_TABLE_SUPPLIER), "more than the model names");
}

static bool phases_hold(const sp_world *w, const complaint *to) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++) {
    if (!w->phase.alive[p]) continue;
    if (w->phase.hq[p] < 0 || w->phase.order[p] < 0 || w->phase.state[p] >= SP_PHASE_STATES) return bad(to, "phase", p, "nobody's, of no order, or in no state");
    if ((w->phase.state[p] >= SP_PHASE_GIVEN) != (w->phase.given[p] >= 0)) return bad(to, "phase", p, "given, and no order was; or not, and one was");
  }
  return true;
}

/* Places and crossings kept as index + 1: 0 is none. */
static bool tasks_hold(const sp_world *w, const complaint *to) {
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++) {
    if (w->hq.sallies[h] < 0 || w->hq.sallies[h] > w->model->node_count || w->hq.mines[h] < 0 || w->hq.mines[h] > w->model->node_count) return bad(to, "hq", h, "it sallies from a place that is none, or mines one");
    if (w->hq.sally_for[h] >= SP_SALLY_COUNT) return bad(to, "hq", h, "it sallies for nothing that is known");
  }
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_COMBAT); f++)
    if (w->combat.bridge_at[f] < 0 || w->combat.bridge_at[f] > w->model->crossing_count) return bad(to, "combat", f, "it builds at a crossing that is none");
  return true;
}

static bool mines_hold(const sp_world *w, const complaint *to) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_MINE); p++) {
    if (!w->mine.alive[p]) continue;
    if (w->mine.wall[p] < 0 || w->mine.wall[p] >= w->model->wall_count || !w->mine.by[p] || w->mine.stage[p] >= SP_MINE_STAGES) return bad(to, "mine", p, "under no wall, nobody's, or in no stage");
    if (!is_way(w->mine.driven_m[p]) || !is_way(w->mine.counter_m[p]) || w->mine.charge_g[p] < 0) return bad(to, "mine", p, "less than nothing driven or charged");
  }
  return true;
}

static bool fires_hold(const sp_world *w, const complaint *to) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FIRE); r++) {
    if (!w->fire.alive[r]) continue;
    if (w->fire.hq[r] < 0 || w->fire.of[r] == 0 || w->fire.by[r] == 0) return bad(to, "fire", r, "nobody's, or of nothing, or seen by nobody");
    if (!is_way(w->fire.error_m[r]) || w->fire.seen[r] < w->fire.since[r]) return bad(to, "fire", r, "its error is below zero, or it was last seen before it was first seen");
  }
  return true;
}

/* ---- cached sums and lists */

typedef struct sums {
  int64_t foot, mounted, followers, mounts, draught, carts, light_guns, heavy_guns, men;
  int32_t rows;
} sums;

static bool add_list(const sp_world *w, sp_account holder, sums *sum) {
  sp_key last = 0;
  *sum = (sums){0};
  for (int32_t row = sp_ledger_first(w, holder); row >= 0; row = w->strength.next[row]) {
    if (row >= sp_used(w, SP_TABLE_STRENGTH) || sum->rows++ >= sp_used(w, SP_TABLE_STRENGTH)) return false;
    if (w->strength.holder_kind[row] != holder.holder_kind || w->strength.holder[row] != holder.holder) return false;
    if (w->strength.key[row] <= last || w->strength.arm[row] >= SP_ARM_COUNT) return false;
    last = w->strength.key[row];
    int64_t n = 0;
    for (int r = 0; r < SP_RANK_COUNT; r++) n += w->strength.count[row * SP_RANK_COUNT + r];
    sp_arm arm = (sp_arm)w->strength.arm[row];
    if (sp_arm_is_man(arm)) sum->men += n;
    switch (sp_arm_category_of[arm]) {
      case SP_CATEGORY_MAN_FOOT: sum->foot += n; break;
      case SP_CATEGORY_MAN_HORSE: sum->mounted += n; break;
      case SP_CATEGORY_MAN_FOLLOWER: sum->followers += n; break;
      case SP_CATEGORY_BEAST: *(arm == SP_ARM_MOUNT ? &sum->mounts : &sum->draught) += n; break;
      case SP_CATEGORY_VEHICLE: sum->carts += n; break;
      case SP_CATEGORY_GUN: *(arm == SP_ARM_LIGHT_GUN ? &sum->light_guns : &sum->heavy_guns) += n; break;
      case SP_CATEGORY_GEAR: break; /* no sum is kept of it */
    }
  }
  return true;
}

static bool formation_sums_hold(const sp_world *w, int32_t f, const sums *s) {
  return w->formation.foot[f] == s->foot && w->formation.mounted[f] == s->mounted && w->formation.followers[f] == s->followers &&
         w->formation.mounts[f] == s->mounts && w->formation.draught[f] == s->draught && w->formation.carts[f] == s->carts &&
         w->formation.light_guns[f] == s->light_guns && w->formation.heavy_guns[f] == s->heavy_guns;
}

static bool lists_hold(const sp_world *w, const complaint *to) {
  int64_t linked = 0, live = 0;
  sums s;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!add_list(w, sp_in_formation(f), &s)) return bad(to, "formation", f, "its list of men is broken");
    if (!formation_sums_hold(w, f, &s)) return bad(to, "formation", f, "its cached sums are wrong");
    linked += s.rows;
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++) {
    if (!w->pool.alive[p]) continue;
    if (!add_list(w, sp_in_pool(p), &s)) return bad(to, "pool", p, "its list of men is broken");
    if (w->pool.men[p] != s.men) return bad(to, "pool", p, "its cached sum is wrong");
    if (w->pool.willing[p] < 0 || w->pool.willing[p] > s.men) return bad(to, "pool", p, "more mean to come back than lie there");
    linked += s.rows;
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p]) continue;
    if (!add_list(w, sp_in_ward(w, p), &s)) return bad(to, "ward", p, "its list of men is broken");
    if (w->ward.men[p] != s.men || s.mounts + s.draught + s.carts + s.light_guns + s.heavy_guns > 0) return bad(to, "ward", p, "its cached sum is wrong, or it holds what is no man");
    linked += s.rows;
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_MESSAGE); i++) {
    if (w->message.state[i] == SP_MESSAGE_FREE) continue;
    if (!add_list(w, sp_in_message(i), &s)) return bad(to, "message", i, "its list of riders is broken");
    linked += s.rows;
  }
  for (int32_t c = 0; c < sp_used(w, SP_TABLE_FORD); c++) {
    if (!add_list(w, sp_at_ford(c), &s)) return bad(to, "ford", c, "its list of boats is broken");
    if (w->ford.boats_in[c] < 0 || w->ford.boats_in[c] > s.carts) return bad(to, "ford", c, "more boats in its bridges than lie there");
    if (w->ford.bridges[c] < 0 || w->ford.broken[c] < 0 || w->ford.broken[c] > w->model->crossing[c].count) return bad(to, "ford", c, "counts its bridges wrong");
    linked += s.rows;
  }
  for (int32_t row = 0; row < sp_used(w, SP_TABLE_STRENGTH); row++) {
    if (!sp_row_live(w, SP_TABLE_STRENGTH, row)) continue;
    live++;
    if (!is_share(w->strength.quality[row])) return bad(to, "strength", row, "quality is not a share");
  }
  return linked == live || bad(to, "strength", (int32_t)(live - linked), "rows that no holder's list reaches");
}

/* ---- reports and their holders */

static bool count_holders(const sp_world *w, int32_t *holders, const complaint *to) {
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++) {
    int32_t held = 0;
    for (int32_t c = h * SP_CONTACTS; c < (h + 1) * SP_CONTACTS; c++) {
      int32_t report = w->contact.report[c];
      if (report < 0) continue;
      held++;
      holders[report]++;
      if (!is_share(w->contact.confidence[c])) return bad(to, "contact", c, "confidence is not a share");
      if (w->contact.number[c] >= w->hq.next_contact_number[h]) return bad(to, "contact", c, "a number not given out yet");
    }
    if (held != w->hq.contact_count[h]) return bad(to, "hq", h, "counts its contacts wrong");
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_MESSAGE); i++) {
    if (w->message.state[i] == SP_MESSAGE_FREE) continue;
    for (int32_t r = 0; r < 4 && w->message.report[i * 4 + r] >= 0; r++) holders[w->message.report[i * 4 + r]]++;
  }
  return true;
}

static bool reports_hold(const sp_world *w, int32_t *holders, const complaint *to) {
  if (!count_holders(w, holders, to)) return false;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_REPORT); i++) {
    if (holders[i] != w->report.holders[i]) return bad(to, "report", i, "counts its holders wrong");
  }
  return true;
}

/* ---- free rows */

static bool row_is_clean(const sp_world *w, sp_table table, int32_t row) {
  size_t count;
  const sp_field_info *f = sp_table_fields(table, &count);
  for (size_t i = 0; i < count; i++) {
    for (int32_t e = 0; e < f[i].count; e++) {
      if (sp_element_raw(w, &f[i], row, e) != 0) return false;
    }
  }
  return true;
}

static bool free_rows_hold(const sp_world *w, const complaint *to) {
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    sp_table table = (sp_table)t;
    if (w->head->used[t] < 0 || w->head->used[t] > w->head->capacity[t]) return bad(to, sp_table_names[t], w->head->used[t], "more rows used than there are");
    /* The dead keep their names; a contact without a report says nothing whatever else stands in it. */
    if (table == SP_TABLE_FORMATION || table == SP_TABLE_COMBAT || table == SP_TABLE_PROVISION || table == SP_TABLE_MUNITION || table == SP_TABLE_REPUTE || table == SP_TABLE_HEALTH || table == SP_TABLE_HQ || table == SP_TABLE_CONTACT) continue;
    for (int32_t row = 0; row < w->head->used[t]; row++) {
      if (sp_row_live(w, table, row)) continue;
      if (!row_is_clean(w, table, row)) return bad(to, sp_table_names[t], row, "a free row is not clean");
      if (row < w->head->free_hint[t]) return bad(to, sp_table_names[t], row, "a free row below the hint");
    }
  }
  return true;
}

sp_status sp_world_check(const sp_world *w, char *message, size_t size) {
  complaint to = {message, size};
  if (message && size) message[0] = 0;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  if (used != sp_used(w, SP_TABLE_HQ) || used * SP_CONTACTS != sp_used(w, SP_TABLE_CONTACT) || used != sp_used(w, SP_TABLE_COMBAT) || used != sp_used(w, SP_TABLE_PROVISION) || used != sp_used(w, SP_TABLE_MUNITION) || used != sp_used(w, SP_TABLE_REPUTE) || used != sp_used(w, SP_TABLE_HEALTH)) {
    bad(&to, "hq", sp_used(w, SP_TABLE_HQ), "there are not as many headquarters as formations");
    return SP_CORRUPT;
  }
  if (!sp_world_refs_hold(w, message, size) || !free_rows_hold(w, &to)) return SP_CORRUPT;
  for (int32_t f = 0; f < used; f++) {
    if (!formation_holds(w, f, &to) || !combat_holds(w, f, &to) || !health_holds(w, f, &to)) return SP_CORRUPT;
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!ward_holds(w, p, &to)) return SP_CORRUPT;
  }
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++) {
    if (!engagement_holds(w, e, &to)) return SP_CORRUPT;
  }
  if (!works_hold(w, &to) || !voyages_hold(w, &to) || !books_hold(w, &to) || !fires_hold(w, &to) || !petitions_hold(w, &to) || !phases_hold(w, &to) || !tasks_hold(w, &to) || !mines_hold(w, &to) || !lists_hold(w, &to)) return SP_CORRUPT;
  int32_t *holders = calloc((size_t)sp_used(w, SP_TABLE_REPORT) + 1, sizeof *holders);
  if (!holders) return SP_NO_MEMORY;
  bool right = reports_hold(w, holders, &to);
  free(holders);
  if (right && (sp_stores_check(w, message, size) != SP_OK || sp_munitions_check(w, message, size) != SP_OK)) return SP_CORRUPT;
  return right ? sp_ledger_check(w, message, size) : SP_CORRUPT;
}
