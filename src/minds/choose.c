/* choose.c - options weighed against each other.
 *
 * The luck of a choice is drawn by headquarters, two hours of the clock, act and the body meant, so that it is the same
 * whatever else lies on the table, and does not turn with every look. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

#include <string.h>

#define HESITATION 21 /* word of the die, for ever: how many acts there were once. The act that has the number now is weighed against enemies, this against friends */

sp_option *sp_mind_option(sp_decision *d, sp_act act, int32_t body) {
  if (d->count == SP_OPTIONS) return NULL;
  if (d->count == 0) d->or_nothing = false;
  sp_option *o = &d->option[d->count++];
  memset(o, 0, sizeof *o);
  o->act = act;
  o->body = body;
  o->store = -1;
  return o;
}

/* His mood's dice: by the clock. */
static sp_dice mood_of(const sp_mind *m) { return (sp_dice){m->seed, (uint32_t)((m->at ? m->at : m->p->now) / sp_max_i32(1, sp_to_i32(m->k->mind_mood_min)))}; }

static double luck_of(const sp_mind *m, const sp_option *o) {
  const sp_picture *p = m->p;
  sp_dice dice = mood_of(m);
  sp_key who = p->formation;
  if (o->body >= 0) who = sp_key_pair(who, p->body[o->body].formation ? p->body[o->body].formation : (sp_key)(uint32_t)p->body[o->body].number);
  if (o->store >= 0) who = sp_key_pair(who, p->means.store[o->store].luck);
  double spread = m->k->mind_luck * (1.5 - p->self.trait[SP_TRAIT_SKILL]);
  return spread * sp_normal_of(sp_uniform(&dice, who, SP_STREAM_MIND, (uint32_t)o->act));
}

static double sum_of(const sp_option *o) {
  double sum = 0.0;
  for (int n = 0; n < SP_TERM_COUNT; n++) sum += o->term[n];
  return sum;
}

/* The term in which the chosen has most before the best of the others; luck alone is no reason while there is another. */
static sp_term reason_for(const sp_option *chosen, const sp_option *other) {
  sp_term best = SP_TERM_LUCK;
  double most = 0.0;
  for (int n = 0; n < SP_TERM_COUNT; n++) {
    if (n == SP_TERM_LUCK) continue;
    double ahead = chosen->term[n] - (other ? other->term[n] : 0.0);
    if (ahead <= most) continue;
    most = ahead;
    best = (sp_term)n;
  }
  return best;
}

void sp_mind_choose(const sp_mind *m, sp_decision *d) {
  const sp_option *next = NULL;
  d->chosen = 0;
  for (int32_t i = 0; i < d->count; i++) {
    d->option[i].term[SP_TERM_LUCK] = luck_of(m, &d->option[i]);
    d->option[i].score = sum_of(&d->option[i]);
    if (d->option[i].score > d->option[d->chosen].score) d->chosen = i;
  }
  for (int32_t i = 0; i < d->count; i++)
    if (i != d->chosen && (!next || d->option[i].score > next->score)) next = &d->option[i];
  const sp_option *chosen = &d->option[d->chosen];
  d->reason = reason_for(chosen, d->or_nothing && d->chosen > 0 ? &d->option[0] : next);
  d->margin = next ? chosen->score - next->score : 0.0;
  if (next && chosen->score - chosen->term[SP_TERM_LUCK] < next->score - next->term[SP_TERM_LUCK]) d->margin = -d->margin;
}

int32_t sp_mind_hesitation(const sp_mind *m, sp_key about) {
  sp_dice dice = mood_of(m);
  double z = sp_normal_of(sp_uniform(&dice, sp_key_pair(m->p->formation, about), SP_STREAM_MIND, HESITATION));
  double minutes = m->k->mind_hesitate_min * (0.5 + m->p->self.trait[SP_TRAIT_CAUTION]) * sp_exp(m->k->mind_hesitate_sigma * z);
  return sp_to_i32(sp_rint(sp_min(minutes, 600.0)));
}
