/* places.c - who holds cities, forts, passes and posts.
 *
 * Models   a place is a side's from the hour in which its formed men stand there and nobody else's do, until the same is true of
 *          another side: a fort left empty is still its last holder's until somebody comes.
 * Reads    where formed bodies stand; objectives said to be held at the opening.   Writes  place.*, repute.places.
 * Emits    PLACE_TAKEN (from another side), PLACE_OCCUPIED (from nobody), PLACE_LEFT.
 * Formula  looked at on the hour: men of steady bodies within places_reach_m, at least places_least_men of them. Where two sides
 *          stand it stays as it was.
 * Sources  places.def.
 * Leaves out  inhabitants, who open a gate or bar it; a garrison's will to hold; what a place yields to its holder.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/battle.h"
#include "world/near.h"
#include "world/ride.h"

static int32_t men_at(const sp_tick *t, const sp_near *near, int32_t side, sp_xy at, int32_t *largest) {
  const sp_world *w = t->world;
  int32_t men = 0;
  sp_near_walk walk = sp_near_about(near, side, at, t->k->places_reach_m);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    if (w->combat.stance[f] > SP_WAVERING || sp_at_sea(w, f) || sp_column_distance_m(w, f, at, NULL) > t->k->places_reach_m) continue;
    men += w->formation.foot[f] + w->formation.mounted[f];
    *largest = sp_larger_body(w, *largest, f);
  }
  return men;
}

static void tell(sp_tick *t, int32_t p, sp_event_type type, int32_t side, sp_key body, int32_t before) {
  sp_world *w = t->world;
  if (w->head->tick == 0) return; /* so it stood at the opening */
  int32_t node = t->model->place_node[p];
  sp_emit(w, (sp_event){.minute = t->to, .type = (uint16_t)type, .side = (int8_t)side, .node = node, .subject = body, .object = t->model->key[SP_ENTITY_PLACE][p], .a = before, .b = w->place.garrison[p], .c = (int32_t)t->model->place_def[p].kind, .x_m = t->model->node[node].at.x, .y_m = t->model->node[node].at.y});
}

static void look_at(sp_tick *t, const sp_near *near, int32_t p) {
  sp_world *w = t->world;
  sp_xy at = t->model->node[t->model->place_node[p]].at;
  int32_t there = -1, sides = 0, men = 0, body = -1, least = sp_to_i32(t->k->places_least_men);
  for (int32_t s = 0; s < t->model->side_count; s++) {
    int32_t largest = -1, theirs = men_at(t, near, s, at, &largest);
    if (theirs < least) continue;
    sides++;
    there = s;
    men = theirs;
    body = largest;
  }
  int32_t holder = w->place.holder[p];
  bool was_there = w->place.garrison[p] > 0;
  if (sides > 1) return;
  w->place.garrison[p] = sides == 1 && there == holder ? men : 0;
  if (sides == 1 && there != holder) {
    w->place.holder[p] = (int8_t)there;
    w->place.since[p] = t->to;
    w->place.garrison[p] = men;
    if (holder >= 0 && w->head->tick > 0) w->repute.places[body]++;
    tell(t, p, holder >= 0 ? SP_EVENT_PLACE_TAKEN : SP_EVENT_PLACE_OCCUPIED, there, w->formation.key[body], holder);
  } else if (sides == 0 && was_there) {
    tell(t, p, SP_EVENT_PLACE_LEFT, holder, 0, holder);
  }
}

void sp_rule_places(sp_tick *t) {
  sp_world *w = t->world;
  bool opening = w->head->tick == 0;
  if (!opening && t->to / 60 == t->from / 60) return;
  const sp_near *near = sp_near_build(w, t->to, t->k->places_reach_m);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PLACE); p++) {
    if (w->place.counts[p]) look_at(t, near, p);
  }
}
