/* command.c - what he does with those under him, and with others.
 *
 * Models   who goes after a beaten enemy and who stays with prisoners and baggage; gathering in, on one's own authority,
 *          bodies that are not one's own.
 * Formula  horse and veterans are sent before foot and recruits, until enough are after them; whom he told to stand, stands. Who is himself in place
 *          (camp, bank of a river) and hears of the enemy or of friends running may call others to him.
 * Leaves out  the order in which bodies follow. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static int32_t beaten_near(const sp_mind *m, sp_xy at) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  double least = m->k->mind_chase_reach * m->k->mind_near_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (b->friendly || b->shape != SP_SHAPE_FLEEING || b->confidence < m->k->mind_trust) continue;
    double d = sp_mind_apart(at, b->at);
    if (d >= least) continue;
    least = d;
    best = n;
  }
  return best;
}

/* 0..1 and more: of the beaten men he knows of, how many are already being dealt with. */
static double enough_after_them(const sp_mind *m) {
  const sp_picture *p = m->p;
  double beaten = 0.0, after = p->self.chases ? p->self.men : 0.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly && b->shape == SP_SHAPE_FLEEING && b->confidence >= m->k->mind_trust) beaten += b->men;
    if (b->relation == SP_RELATION_UNDER_HIM && b->task == SP_TASK_PURSUE) after += b->men;
  }
  return beaten > 0.0 ? after / (m->k->mind_chase_enough * beaten) : 1.0;
}

static double worth_in_chase(const sp_known_body *b) { return b->mounted + 2.0 * (b->quality - 0.5); }

/* What he told them to do there, as far as it still stands: the ground was to be held against men who now run. */
static double still_bound(const sp_known_body *b, const sp_scene *s) {
  if (b->task == SP_TASK_REAR_GUARD || b->task == SP_TASK_KEEP_OFF) return 1.0;
  return b->task == SP_TASK_STAND ? 1.0 - s->beaten_share : 0.0;
}

/* What keeps a man from letting ranks go after a victory: formed enemies, the state of his own, the hour. */
static void letting_go(const sp_mind *m, const sp_scene *s, sp_option *o) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  double caution = self->trait[SP_TRAIT_CAUTION], against = (self->fights ? 1.0 - s->beaten_share : s->abroad) * s->close; /* while he fights, all who have not run; then, the stronger */
  o->term[SP_TERM_DANGER] -= k->mind_stay * (0.5 + caution) * sp_max(against, 0.5 * sp_min(1.0, s->bad));
  o->term[SP_TERM_TRICK] -= k->mind_trick * caution * s->idle;
  o->term[SP_TERM_CAPTIVES] += sp_mind_captives(m, s->idle);
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * self->fatigue - 0.6, 0.0, 1.0);
  o->term[SP_TERM_DARK] -= k->mind_dark * sp_clamp(1.0 - 2.0 * self->light, 0.0, 1.0);
  o->term[SP_TERM_UNKNOWN] -= k->mind_unknown * caution * s->unknown;
}

static void weigh_sending(const sp_mind *m, const sp_scene *s, sp_decision *d, int32_t body) {
  const sp_constants *k = m->k;
  const sp_known_body *b = &m->p->body[body];
  sp_option *o = sp_mind_option(d, SP_ACT_KEEP, body);
  o->term[SP_TERM_FIT] += 0.3 * k->mind_fit;
  o->term[SP_TERM_OBEY] += k->mind_obey * still_bound(b, s);
  o = sp_mind_option(d, SP_ACT_SEND_AFTER, body);
  o->term[SP_TERM_CHANCE] += k->mind_chance * (1.0 - sp_min(1.5, enough_after_them(m)));
  o->term[SP_TERM_FIT] += k->mind_fit * (worth_in_chase(b) - 0.2);
  letting_go(m, s, o);
}

bool sp_mind_may_send(const sp_mind *m) {
  const sp_self *self = &m->p->self;
  bool again = !self->commanded || (double)(m->p->now - self->commanded) >= m->k->mind_chase_again_min;
  return self->leads && (self->steady || self->wavering) && again;
}

int32_t sp_mind_next_to_send(const sp_mind *m, uint32_t asked) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool free = b->relation == SP_RELATION_UNDER_HIM && b->shape != SP_SHAPE_FLEEING && b->task != SP_TASK_PURSUE && !b->train && b->men > 0;
    if ((asked >> n & 1u) || !free || beaten_near(m, b->at) < 0) continue;
    double more = best < 0 ? 1.0 : worth_in_chase(b) - worth_in_chase(&p->body[best]);
    if (more > 0.0 || (more == 0.0 && b->formation < p->body[best].formation)) best = n;
  }
  return best;
}

void sp_mind_send_after(const sp_mind *m, int32_t body, sp_decision *d) {
  d->count = 0;
  d->after_min = 0;
  sp_scene s = sp_mind_scene(m);
  weigh_sending(m, &s, d, body);
  sp_mind_choose(m, d);
}

/* What somebody may have to be gathered from: enemies whom he trusts to be there, or friends who run. */
static bool is_alarming(const sp_mind *m, const sp_known_body *b) {
  if (sp_mind_apart(m->p->at, b->at) > SP_MIND_CALL * m->k->mind_gather_m) return false;
  return b->friendly ? b->shape == SP_SHAPE_FLEEING : b->shape != SP_SHAPE_FLEEING && b->confidence >= m->k->mind_trust;
}

/* A body of his own side, not under him, that has not passed him yet on its way to the chief, and has the enemy nearer
 * than he has. Who stands or camps does so by somebody's orders; who marches off beyond him needs no camp of his. */
bool sp_mind_may_gather(const sp_mind *m, int32_t body) {
  const sp_picture *p = m->p;
  const sp_known_body *b = &p->body[body];
  int32_t chief = sp_mind_chief(p);
  if (!b->friendly || b->relation != SP_RELATION_FRIEND || b->shape == SP_SHAPE_FLEEING || b->shape == SP_SHAPE_STANDING || b->shape == SP_SHAPE_CAMPED || b->men <= 0 || b->men > m->k->mind_gather_most * p->self.men || chief < 0) return false;
  double d = sp_mind_apart(p->at, b->at);
  if (d <= 300.0 || d > m->k->mind_gather_m || sp_mind_apart(b->at, p->body[chief].at) <= sp_mind_apart(p->at, p->body[chief].at)) return false;
  for (int32_t n = 0; n < p->body_count; n++)
    if (is_alarming(m, &p->body[n]) && sp_mind_apart(b->at, p->body[n].at) < sp_mind_apart(p->at, p->body[n].at)) return true;
  return false;
}

bool sp_mind_gather(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_self *self = &p->self;
  d->count = 0;
  d->after_min = 0;
  bool stands = (self->task == SP_TASK_NONE || self->task == SP_TASK_STAND) && self->steady && !self->fights && !self->train;
  if (!stands || (self->commanded && (double)(p->now - self->commanded) < k->mind_gather_again_min)) return false;
  double enemy = 0.0, run = 0.0;
  bool others = false, news = false;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool near = sp_mind_apart(p->at, b->at) <= SP_MIND_CALL * k->mind_gather_m;
    bool threat = !b->friendly && b->shape != SP_SHAPE_FLEEING && b->confidence >= k->mind_trust && near;
    if (threat) enemy = sp_max(enemy, sp_min(1.0, (double)b->men / sp_max(1.0, (double)self->men)));
    if (b->friendly && b->shape == SP_SHAPE_FLEEING && near) run = 1.0;
    if (b->fresh && near && (!b->friendly || b->shape == SP_SHAPE_FLEEING)) news = true;
    others = others || sp_mind_may_gather(m, n);
  }
  if (!others || !news || enemy + run < 0.5) return false;
  sp_option *o = sp_mind_option(d, SP_ACT_LEAVE_ALONE, -1);
  o->term[SP_TERM_DOUBT] += 0.3 * k->mind_doubt * self->trait[SP_TRAIT_CAUTION];
  o = sp_mind_option(d, SP_ACT_GATHER, -1);
  o->term[SP_TERM_NEED] += k->mind_need * (0.4 * enemy + 0.4 * run);
  o->term[SP_TERM_ANGER] += k->mind_anger * self->trait[SP_TRAIT_TEMPER] * run;
  o->term[SP_TERM_BEYOND] -= k->mind_beyond * (1.0 - self->trait[SP_TRAIT_INITIATIVE]);
  sp_mind_choose(m, d);
  return true;
}
