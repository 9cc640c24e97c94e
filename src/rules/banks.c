/* banks.c - where a column lies to a river: read off its interval.
 * Nothing is kept but the share of the men who are over: whatever a column is told, the water it stands in is where it
 * is, and who has not stepped in has no claim that it could forget to give back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"

#include "world/scratch.h"

#define SLACK_M 0.5 /* of a head or tail that lies on the brink */

bool sp_head_beyond(const sp_world *w, int32_t i, int32_t node, double *beyond_m) {
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double beyond = w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n >= 0 && n < w->formation.leg_count[i]; n--) {
    *beyond_m = beyond;
    if (sp_leg_start(w->model, leg[n]) == node) return true;
    if (n > 0) beyond += sp_leg_length(w->model, leg[n - 1]);
  }
  beyond = w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n < w->formation.leg_count[i]; n++) {
    beyond -= sp_leg_length(w->model, leg[n]);
    *beyond_m = beyond;
    if (sp_leg_end(w->model, leg[n]) == node) return true;
  }
  return false;
}

/* The crossing nearest its tail that lies between tail and head. */
static int32_t straddled(const sp_world *w, int32_t i, double *beyond) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double behind = -w->formation.tail_m[i];
  for (int32_t n = 1; n <= w->formation.head_leg[i] && n < w->formation.leg_count[i]; n++) {
    behind += sp_leg_length(m, leg[n - 1]);
    uint8_t from = sp_leg_bank(m, leg[n - 1], true), to = sp_leg_bank(m, leg[n], false);
    int32_t c = m->node[sp_leg_start(m, leg[n])].crossing;
    *beyond = w->formation.extent_m[i] - behind;
    if (c >= 0 && from != to && from && to && behind > SLACK_M && *beyond > SLACK_M) return c;
  }
  return -1;
}

void sp_end_crossing(sp_tick *t, int32_t i, int32_t c, sp_minute over) {
  sp_world *w = t->world;
  int32_t node = t->model->crossing[c].node;
  sp_xy at = t->model->node[node].at;
  if (w->formation.crossing_since[i]) sp_emit(w, (sp_event){.minute = over, .type = SP_EVENT_CROSSING_ENDS, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .value = (double)(over - w->formation.crossing_since[i]), .x_m = at.x, .y_m = at.y});
  w->formation.crossing_since[i] = 0;
}

void sp_tell_half_over(sp_tick *t, int32_t i, int32_t c, sp_minute at, double depth_m) {
  sp_world *w = t->world;
  int32_t men = sp_men_of(w, i), node = t->model->crossing[c].node;
  if (men < 2) return; /* carts alone, or one man: there is no half to tell */
  sp_xy place = t->model->node[node].at;
  sp_emit(w, (sp_event){.minute = at, .type = SP_EVENT_CROSSING_HALF, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .a = men / 2, .b = men - men / 2, .value = depth_m, .x_m = place.x, .y_m = place.y});
}

void sp_settle_banks(sp_tick *t, int32_t i, sp_minute over) {
  sp_world *w = t->world;
  int32_t was = w->formation.crossing[i];
  double beyond = 0.0;
  if (was >= 0) {
    bool on_way = sp_head_beyond(w, i, t->model->crossing[was].node, &beyond), past = !on_way || (w->formation.crossed_share[i] >= 1.0 && w->formation.extent_m[i] - beyond <= SLACK_M);
    if (on_way && beyond > 0.0 && !past) return; /* it stands in the water */
    if (past) sp_end_crossing(t, i, was, over);
  }
  int32_t now = straddled(w, i, &beyond);
  if (now != was) w->formation.crossing_since[i] = 0; /* of one that went back nothing is told */
  w->formation.crossing[i] = now;
  w->formation.crossed_share[i] = now >= 0 ? sp_clamp(beyond / w->formation.extent_m[i], 0.0, 1.0) : 0.0;
}

void sp_count_astride(sp_world *w) {
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t c = 0; c < w->model->crossing_count; c++) w->scratch->passing[c] = 0;
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && w->formation.crossing[i] >= 0) w->scratch->passing[w->formation.crossing[i]]++;
  }
}
