/* picture_means.c - what one headquarters has to live on and to work with, laid out for a mind: its own men, beasts, carts and
 * stores, which it sees; the ground it stands on; the stores of its side as it last heard of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "world/battle.h"
#include "world/earthworks.h"

_Static_assert(SP_DIG_DEEP == SP_MIND_DIGS_DEEP, "minds know a deep ditch");

/* Told to rest or to stand where it is, and does: not on its way, not held up on the road, not about another work. */
static bool is_stood_down(const sp_world *w, int32_t f) {
  uint8_t verb = w->formation.verb[f];
  bool rests = verb == SP_VERB_NONE || verb == SP_VERB_CAMP || verb == SP_VERB_HOLD;
  return rests && w->hq.invests[f] < 0 && w->formation.next_order[f] < 0 && w->combat.ambush[f] == SP_AMBUSH_NONE && w->combat.engagement[f] < 0 && sp_stands_still(w, f);
}

/* What ditches and walls about it take of an onset from where the nearest enemy is believed. */
static double cover_of(const sp_world *w, const sp_picture *p, int32_t f) {
  sp_xy way = {1.0, 0.0};
  double least = -1.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    double d = sp_mind_apart(p->at, p->body[n].at);
    if (p->body[n].friendly || d <= 0.0 || (least >= 0.0 && d >= least)) continue;
    least = d;
    way = (sp_xy){(p->body[n].at.x - p->at.x) / d, (p->body[n].at.y - p->at.y) / d};
  }
  sp_works_use works = sp_works_about(w, f, way), wall = sp_wall_about(w, f);
  return sp_clamp(sp_max(sp_max(works.cover, works.ditch), sp_max(wall.cover * wall.ring, wall.wall)), 0.0, 1.0);
}

static void see_spades(const sp_world *w, const sp_picture *p, int32_t f, sp_means *m) {
  m->stood_down = is_stood_down(w, f);
  m->digs = w->hq.dig[f];
  if (!m->stood_down) return;
  m->cover = cover_of(w, p, f);
  m->dig_h[0] = sp_own_front_h(w, f, w->constants.works_shallow_m);
  m->dig_h[1] = sp_own_front_h(w, f, w->constants.works_deep_m);
}

void sp_picture_means(const sp_tick *t, int32_t hq, sp_picture *p) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  p->means = (sp_means){.looked = true};
  see_spades(w, p, f, &p->means);
}
