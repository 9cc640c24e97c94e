/* bread.c - how long the bread lasts, and what he does about it.
 *
 * Models   a commander who counts his days of bread: goes on as he is, cuts the ration, has contingents that feed apart share, asks his chief for bread, sends his carts or a train
 *          of his to a store, forages against his orders, slaughters beasts that he can spare, goes with all his men to where there is
 *          bread, and back to his orders when he has filled his bags.
 * Formula  want 0..1 grows as the days of bread, his own and those of the store he eats from, fall below mind_bread_wary_d, and with rations
 *          missed; each act counts by the want that would be left (waiting, by what he hopes of carts
 *          sent or of a request), against what it costs: hungry men grumble, carts on the road can be
 *          struck, orders are left. Way at mind_day_m a day.
 * Leaves out  buying, taking from friends, what others near him need; breaking out for bread; whether the season will get better.
 * SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

double sp_mind_want(const sp_mind *m, double days) {
  return sp_clamp(1.0 - days / m->k->mind_bread_wary_d, 0.0, 1.0) + sp_min(0.5, m->p->means.missed / m->k->mind_bread_missed_d);
}

int32_t sp_mind_store_in_reach(const sp_picture *p) {
  for (int32_t s = 0; s < p->means.store_count; s++)
    if (p->means.store[s].in_reach && p->means.store[s].grain_g >= p->means.need_g * 0.01) return s;
  return -1;
}

/* Days of bread: carried, and those of the store he eats from; a ration cut lengthens both. */
double sp_mind_days(const sp_mind *m, double withheld, bool with_store) {
  const sp_means *s = &m->p->means;
  int32_t at = with_store ? sp_mind_store_in_reach(m->p) : -1;
  double men = s->need_g * (1.0 - withheld), days = men > 0.0 ? s->carried_g / men : 1e6;
  if (at >= 0 && men + s->beasts_g > 0.0) days += s->store[at].grain_g / (men + s->beasts_g);
  return days;
}

/* The nearest store out of reach with bread for some days at least, or -1. */
static int32_t store_to_go_to(const sp_mind *m) {
  const sp_means *s = &m->p->means;
  for (int32_t n = 0; n < s->store_count; n++)
    if (!s->store[n].in_reach && s->store[n].grain_g >= s->need_g * m->k->mind_bread_few_d) return n;
  return -1;
}

/* Enemies he knows of, by the straight way between two spots, for so many men; or only those who are ahead, not those left behind. */
static double danger_between(const sp_mind *m, sp_xy from, sp_xy to, double men, bool ahead) {
  const sp_picture *p = m->p;
  double worst = 0.0, reach = m->k->mind_road_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < m->k->mind_trust) continue;
    double along, off = sp_mind_apart(b->at, sp_nearest_on_segment(b->at, from, to, &along));
    if (ahead && along <= 0.0) continue;
    double weight = sp_min(1.0, (double)b->men / sp_max(1.0, men));
    worst = sp_max(worst, weight * sp_clamp(1.0 - off / reach, 0.0, 1.0));
  }
  return worst;
}

double sp_mind_danger_on_way(const sp_mind *m, sp_xy to, double men) { return danger_between(m, m->p->at, to, men, false); }

double sp_mind_danger_to_store(const sp_mind *m, int32_t store, sp_xy from, double men) {
  const sp_known_store *s = &m->p->means.store[store];
  return sp_max(danger_between(m, from, s->at, men, true), sp_min(1.0, s->threat_men / sp_max(1.0, men)));
}

static sp_option *add(const sp_mind *m, sp_decision *d, sp_act act, int32_t body, double want) {
  sp_option *o = sp_mind_option(d, act, body);
  if (o) o->term[SP_TERM_HUNGER] -= m->k->mind_bread * (0.5 + m->p->self.trait[SP_TRAIT_CAUTION]) * want;
  return o;
}

static double loyal(const sp_mind *m) { return m->k->mind_obey * (0.5 + 0.5 * m->p->self.trait[SP_TRAIT_LOYALTY]); }

/* Of the want, what he hopes that carts on their way, or a request, will take away: then he can wait. */
static double hoped_for(const sp_mind *m) {
  const sp_picture *p = m->p;
  bool carts = p->self.fetched && (double)(p->now - p->self.fetched) < 60.0 * m->k->mind_fetch_h;
  bool asked = p->self.asked_bread && (double)(p->now - p->self.asked_bread) < 60.0 * m->k->mind_ask_bread_h;
  return carts ? m->k->mind_carts_hope : asked ? 0.5 * m->k->mind_bread_hope : 0.0;
}

static void add_ration(const sp_mind *m, sp_decision *d) {
  const sp_means *s = &m->p->means;
  sp_option *o = &d->option[0];
  if (s->withheld > 0.0) { /* hungry men are poor soldiers */
    o->term[SP_TERM_GRUMBLING] -= m->k->mind_half_ration;
    o->term[SP_TERM_HABIT] += 0.5 * m->k->mind_habit;
    if (m->p->self.rationed && sp_mind_days(m, 0.0, true) >= m->k->mind_bread_wary_d) (void)add(m, d, SP_ACT_FULL_RATION, -1, sp_mind_want(m, sp_mind_days(m, 0.0, true)));
  } else if (sp_mind_days(m, 0.0, true) > 0.0) {
    o = add(m, d, SP_ACT_HALF_RATION, -1, sp_mind_want(m, sp_mind_days(m, 0.5, true)));
    o->term[SP_TERM_GRUMBLING] -= m->k->mind_half_ration;
  }
}

static void add_asking(const sp_mind *m, sp_decision *d, double want) {
  const sp_picture *p = m->p;
  int32_t chief = sp_mind_chief(p);
  if (chief < 0 || (p->self.asked_bread && (double)(p->now - p->self.asked_bread) < 60.0 * m->k->mind_ask_bread_h)) return;
  double days = sp_mind_apart(p->at, p->body[chief].at) / m->k->mind_day_m;
  sp_option *o = add(m, d, SP_ACT_ASK_BREAD, chief, want * (1.0 - m->k->mind_bread_hope / (1.0 + days)));
  o->term[SP_TERM_SHAME] -= 0.2 * m->k->mind_shame * p->self.trait[SP_TRAIT_HONOUR];
}

/* A train of his own that stands near by and has nothing to do, or -1. */
static int32_t idle_train(const sp_picture *p, double reach_m) {
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool rests = b->shape == SP_SHAPE_CAMPED || b->shape == SP_SHAPE_STANDING;
    if (b->relation == SP_RELATION_UNDER_HIM && b->horse == 3 && rests && b->task != SP_TASK_GO && sp_mind_apart(p->at, b->at) <= reach_m) return n;
  }
  return -1;
}

static double escort_of(const sp_mind *m) { return m->k->mind_escort_share * m->p->self.men; }

static void add_fetching(const sp_mind *m, sp_decision *d, double want) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  int32_t store = store_to_go_to(m), train = idle_train(p, m->k->mind_near_m);
  bool sent = p->self.fetched && (double)(p->now - p->self.fetched) < 60.0 * m->k->mind_fetch_h;
  double load = s->cart_share * (s->carried_g + s->room_g);
  if (store < 0 || sent || !s->free_to || (train < 0 && load < s->need_g * m->k->mind_fetch_least_d)) return;
  double way_d = 2.0 * sp_mind_apart(p->at, s->store[store].at) / m->k->mind_day_m;
  double enough = train >= 0 ? 1.0 : sp_min(1.0, load / (s->need_g * m->k->mind_bread_wary_d));
  bool laden = train < 0 && s->cart_share * s->carried_g > s->need_g; /* what is on the carts would go with them */
  if (laden && !s->unloads_here) return;
  sp_option *o = add(m, d, laden ? SP_ACT_EMPTY_CARTS : SP_ACT_FETCH, train, want * (1.0 - enough / (1.0 + 0.5 * way_d)));
  if (!o) return;
  o->store = store;
  o->term[SP_TERM_DANGER] -= m->k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_mind_danger_to_store(m, store, p->at, train >= 0 ? p->body[train].men : escort_of(m));
  o->term[SP_TERM_PRICE] -= 0.3 * m->k->mind_price;
  if (p->self.task == SP_TASK_GO || p->self.task == SP_TASK_ATTACK) o->term[SP_TERM_OBEY] -= 0.5 * loyal(m); /* he is to go on, and would go without them */
}

static void add_going(const sp_mind *m, sp_decision *d, double want) {
  static const double against[SP_TASK_COUNT] = {[SP_TASK_NONE] = 0.5, [SP_TASK_GO] = 0.7, [SP_TASK_STAND] = 0.9, [SP_TASK_REAR_GUARD] = 1.2, [SP_TASK_ATTACK] = 0.9, [SP_TASK_PURSUE] = 0.8, [SP_TASK_KEEP_OFF] = 0.7};
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  int32_t store = store_to_go_to(m);
  if (store < 0 || p->self.fights) return;
  double way_d = sp_mind_apart(p->at, s->store[store].at) / m->k->mind_day_m, late = sp_max(0.0, way_d - sp_mind_days(m, s->withheld, false));
  sp_option *o = add(m, d, SP_ACT_TO_STORE, -1, want * sp_min(1.0, late / m->k->mind_bread_wary_d));
  if (!o) return;
  o->store = store;
  o->term[SP_TERM_OBEY] -= against[p->self.task] * loyal(m);
  o->term[SP_TERM_SHAME] -= 0.4 * m->k->mind_shame * p->self.trait[SP_TRAIT_HONOUR];
  o->term[SP_TERM_FAR] -= 0.1 * sp_min(5.0, way_d);
  o->term[SP_TERM_DANGER] -= m->k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_mind_danger_to_store(m, store, p->at, p->self.men);
}

static void add_beasts(const sp_mind *m, sp_decision *d) {
  const sp_means *s = &m->p->means;
  double days = sp_mind_days(m, s->withheld, true);
  double rations = s->idle_draught * m->k->ration_ox_men + s->led * m->k->ration_horse_men;
  if (days >= m->k->mind_slaughter_d || rations <= 0.0 || s->busy || s->need_g <= 0.0) return;
  double men = sp_max(1.0, (double)m->p->self.men);
  sp_option *o = add(m, d, SP_ACT_SLAUGHTER, -1, sp_mind_want(m, days + rations / men));
  if (o) o->term[SP_TERM_PRICE] -= m->k->mind_price;
}

static void add_country(const sp_mind *m, sp_decision *d, double want) {
  if (!m->p->means.forbidden_to_forage) return; /* else they go out unbidden */
  sp_scene scene = sp_mind_scene(m);
  sp_option *o = add(m, d, SP_ACT_FORAGE, -1, want * (1.0 - m->k->mind_bread_hope));
  if (!o) return;
  o->term[SP_TERM_OBEY] -= 0.6 * loyal(m);
  o->term[SP_TERM_DANGER] -= 0.5 * m->k->mind_caught * (0.5 + m->p->self.trait[SP_TRAIT_CAUTION]) * scene.close;
}

/* Some of his men, who feed apart, have next to nothing beside others who have plenty. Whatever else he does they want, and it is a
 * shame; to make the others give costs him their temper, and his own if it is his contingent that gives. */
static bool is_unequal(const sp_mind *m) { return m->p->means.unequal && m->p->means.hungry_days < m->k->mind_bread_few_d; }

static void add_sharing(const sp_mind *m, sp_decision *d, double want) {
  const sp_means *s = &m->p->means;
  if (!is_unequal(m)) return;
  double gap = sp_clamp(1.0 - s->hungry_days / sp_max(s->bread_days, 1e-9), 0.0, 1.0), gives = sp_clamp(1.0 - s->bread_days / sp_max(s->full_days, 1e-9), 0.0, 1.0);
  double worse = sp_max(0.0, sp_mind_want(m, s->hungry_days) - want) * s->hungry_share;
  for (int32_t n = 0; n < d->count; n++) {
    d->option[n].term[SP_TERM_HUNGER] -= m->k->mind_bread * (0.5 + m->p->self.trait[SP_TRAIT_CAUTION]) * worse;
    d->option[n].term[SP_TERM_SHAME] -= m->k->mind_shame * m->p->self.trait[SP_TRAIT_HONOUR] * gap * s->hungry_share;
  }
  sp_option *o = add(m, d, SP_ACT_SHARE_BREAD, -1, want);
  if (!o) return;
  o->term[SP_TERM_GRUMBLING] -= m->k->mind_share_grudge * s->full_share * gives;
  if (s->own_full) o->term[SP_TERM_COST] -= m->k->mind_share_own * m->p->self.trait[SP_TRAIT_GREED] * gives;
}

/* He went to a store, and is there: filled, he goes back to what he was told. */
static bool at_the_store(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  int32_t here = sp_mind_store_in_reach(p);
  if (p->self.act != SP_ACT_TO_STORE || p->self.marches || (here < 0 && store_to_go_to(m) >= 0)) return false;
  bool full = s->room_g < 0.1 * (s->carried_g + s->room_g) || here < 0; /* or it is not his side's any more */
  (void)add(m, d, SP_ACT_LIVE_ON, -1, sp_mind_want(m, sp_mind_days(m, s->withheld, true)));
  if (!full && s->free_to && !s->busy) {
    sp_option *o = add(m, d, SP_ACT_DRAW, -1, 0.0);
    o->store = here;
    o->term[SP_TERM_NEED] += m->k->mind_need;
  }
  if (!s->busy) {
    sp_option *o = add(m, d, SP_ACT_ORDERS, -1, sp_mind_want(m, sp_mind_days(m, s->withheld, false)));
    o->term[SP_TERM_OBEY] += loyal(m);
  }
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

bool sp_mind_bread(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  d->count = 0;
  d->after_min = 0;
  if (!s->looked || !s->eats || s->need_g <= 0.0 || p->self.fights || p->self.chases || !p->self.steady || p->self.fetches) return false;
  if (at_the_store(m, d)) return true;
  if (!sp_mind_mark(p, sp_max_i32(5, sp_to_i32(m->k->mind_bread_min)))) return false;
  double want = sp_mind_want(m, sp_mind_days(m, s->withheld, true));
  if (want < m->k->mind_bread_least && !(p->self.rationed && s->withheld > 0.0) && !is_unequal(m)) return false;
  (void)add(m, d, SP_ACT_LIVE_ON, -1, want * (1.0 - hoped_for(m)));
  add_ration(m, d);
  if (p->self.act != SP_ACT_TO_STORE) { /* he is on his way to it */
    add_asking(m, d, want);
    add_fetching(m, d, want);
    add_going(m, d, want);
  }
  add_beasts(m, d);
  add_country(m, d, want);
  add_sharing(m, d, want);
  if (d->count < 2) return false;
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
