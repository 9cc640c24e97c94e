/* scene.c - what a commander makes of what he believes: how strong, how near, how bad.
 *
 * Power is men by order and quality; of the enemy he knows neither and takes them for middling. Nothing here is true: it
 * follows from reports, however old and wrong. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

double sp_mind_apart(sp_xy a, sp_xy b) { return sp_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

int32_t sp_mind_chief(const sp_picture *p) {
  for (int32_t b = 0; b < p->body_count; b++)
    if (p->body[b].relation == SP_RELATION_CHIEF) return b;
  return -1;
}

int32_t sp_mind_body_of(const sp_picture *p, sp_key formation) {
  for (int32_t b = 0; b < p->body_count; b++)
    if (p->body[b].friendly && p->body[b].formation == formation) return b;
  return -1;
}

static double power_of(double men, double order, double quality) { return men * (0.4 + 0.6 * order) * (0.5 + quality); }

typedef struct tally {
  double enemy, all, idle, camp, marching, beaten, sigma, known;
  bool somebody_fights;
} tally;

static void count_enemy(const sp_mind *m, const sp_known_body *b, int32_t index, sp_scene *s, tally *t) {
  double d = sp_mind_apart(m->p->at, b->at), share = sp_clamp(1.0 - d / m->k->mind_near_m, 0.0, 1.0), men = b->men;
  if (d >= m->k->mind_near_m) return;
  t->all += men;
  if (b->shape == SP_SHAPE_FLEEING) {
    t->beaten += men;
    t->somebody_fights = true;
    t->enemy += m->k->mind_beaten_weighs * men * share;
    if (s->beaten < 0 || d < sp_mind_apart(m->p->at, m->p->body[s->beaten].at)) s->beaten = index;
    return;
  }
  t->enemy += men * (0.3 + 0.7 * share);
  s->renown = sp_max(s->renown, b->renown * share);
  t->sigma += men * sp_min(1.0, b->sigma + b->error_m / m->k->mind_near_m);
  t->known += men;
  if (b->shape == SP_SHAPE_CAMPED) t->camp += men;
  if (b->shape == SP_SHAPE_MARCHING) t->marching += men;
  if (b->shape == SP_SHAPE_FIGHTING) t->somebody_fights = true;
  else t->idle += men;
  if (s->nearest >= 0 && d >= s->near_m) return;
  s->nearest = index;
  s->near_m = d;
}

/* Friends near by: their power, whether any fights; of those under him, the share that runs. */
static void count_friends(const sp_mind *m, double *power, double *fight, double *run) {
  const sp_picture *p = m->p;
  double running = 0.0, under = 0.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly) continue;
    bool fresh = (double)(p->now - b->seen) <= m->k->mind_fresh_min;
    if (b->relation == SP_RELATION_UNDER_HIM) {
      under += b->men;
      if (fresh && b->shape == SP_SHAPE_FLEEING) running += b->men;
    }
    if (sp_mind_apart(p->at, b->at) > m->k->mind_friends_near * m->k->mind_near_m || !fresh || b->shape == SP_SHAPE_FLEEING) continue;
    *power += m->k->mind_friends_count * power_of(b->men, 0.7, b->quality);
    if (b->shape == SP_SHAPE_FIGHTING) *fight = 1.0;
  }
  *run = under > 0.0 ? running / under : 0.0;
}

/* What prisoners say takes off, or adds to, the fear that idle enemies are a trick. */
double sp_mind_captives(const sp_mind *m, double idle) {
  double said = m->p->chief_gone > 0.0 ? m->p->chief_gone : 0.5 * m->p->chief_gone;
  return m->k->mind_trick * m->p->self.trait[SP_TRAIT_CAUTION] * idle * m->k->mind_captives * said;
}

sp_scene sp_mind_scene(const sp_mind *m) {
  const sp_picture *p = m->p;
  const sp_self *self = &p->self;
  if (m->scene) return *m->scene;
  sp_scene s = {.nearest = -1, .beaten = -1, .near_m = m->k->mind_near_m};
  tally t = {.enemy = 0.0};
  for (int32_t n = 0; n < p->body_count; n++)
    if (!p->body[n].friendly && p->body[n].confidence >= m->k->mind_trust) count_enemy(m, &p->body[n], n, &s, &t);
  double friends = 0.0, running = 0.0, own = power_of(self->steady || self->wavering ? self->men : 0.2 * self->men, self->order, self->quality);
  count_friends(m, &friends, &s.friends_fight, &running);
  double enemy = power_of(t.enemy, 0.7, 0.5);
  if (self->fights) {
    enemy = sp_max(enemy, power_of(self->fight_enemy, 0.7, 0.5));
    own = sp_max(own + friends, power_of(self->fight_own, self->order, self->quality));
  } else own += friends;
  s.close = self->fights || self->touches ? 1.0 : sp_clamp(1.0 - s.near_m / m->k->mind_near_m, 0.0, 1.0);
  if (enemy > 0.0) s.odds = sp_clamp(sp_log(sp_max(own, 1.0) / sp_max(enemy, 1.0)), -m->k->mind_odds_most, m->k->mind_odds_most);
  if (enemy > 0.0) s.hopeless = sp_clamp(sp_log(sp_max(enemy, 1.0) / sp_max(own, 1.0)) / m->k->mind_odds_most - 1.0, 0.0, 1.0);
  s.abroad = sp_clamp(-s.odds / 1.5, 0.0, 1.0);
  s.danger = s.abroad * (1.0 - self->wall);
  if (t.known > 0.0) {
    s.unknown = t.sigma / t.known;
    s.works = t.camp / t.known;
    s.marching = t.marching / t.known;
  }
  if (t.all > 0.0) {
    s.idle = t.somebody_fights ? t.idle / t.all : 0.0;
    s.beaten_share = t.beaten / t.all;
  }
  double lost = self->fights ? self->lost / m->k->mind_bad_loss : 0.0;
  s.bad = sp_clamp(lost + (self->wavering ? 0.5 : 0.0) + (self->fights ? self->friends_gone : 0.0) + running, 0.0, 1.5);
  s.peril = sp_clamp(0.5 * s.danger * s.close + s.bad, 0.0, 1.5);
  return s;
}
