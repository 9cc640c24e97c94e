/* talk.c - prisoners are questioned, and what they say becomes belief.
 *
 * Models   after the first prisoners of a body have been taken its captors' staff hears them, one apart from another: where their
 *          body was, how strong, whither bound, who led, whether their chief rode off or fell. What a common man cannot know he
 *          gets wrong or leaves out; some tales are false.
 * Reads    repute.captives_*, saw_flight; combat.captives; of their body, as it truly is, what its men can know.
 * Writes   reports and contacts; repute.talked_*, captives_*, chief_said (world/belief.c); hq.report_due.
 * Emits    CAPTIVES_TALK.
 * Formula  src/lore/talk.c. Where the captors have seen that body since, what was seen stands and the tale adds to it; the numbers of
 *          both are weighed by their spreads. A false tale makes the body stronger, sends it elsewhere, and turns the chief about.
 * Sources  talk.def.
 * Leaves out  prisoners who are sent up to be heard again; officers; the enemy's plans. What is said of one chief is taken for the
 *          enemy's at large. SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_repute.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/repute.h"
#include "world/trace.h"

#define PURPOSE_TALK 0x74616c6bu

typedef struct tale {
  int32_t holder, of, heard; /* bodies; prisoners who were heard */
  sp_minute since, minute;
  bool is_false;
  int32_t men, goal, leader;
  double sigma;
  sp_chief_said chief;
} tale;

/* What men of that body have seen of their chief. */
static sp_chief_said truth_of_chief(const sp_world *w, int32_t f) {
  if (w->repute.saw_flight[f] != 0) return SP_CHIEF_FLED;
  int32_t chief = sp_known_chief(w, f);
  sp_fate fate = chief >= 0 ? (sp_fate)w->person.fate[chief] : SP_FATE_WITH_ARMY;
  return fate == SP_FATE_WITH_ARMY ? SP_CHIEF_WITH_THEM : SP_CHIEF_FALLEN;
}

/* Somewhere else: the end of another road out of there. */
static int32_t elsewhere(const sp_model *m, int32_t node, double u) {
  int32_t roads = m->node[node].edge_count;
  if (roads <= 0) return node;
  return m->half_edge[m->node[node].first_edge + sp_min_i32(roads - 1, sp_to_i32(sp_floor(u * roads)))].to;
}

static tale hear(const sp_tick *t, int32_t i, int32_t f, sp_minute minute) {
  const sp_world *w = t->world;
  const sp_constants *k = t->k;
  tale x = {.holder = i, .of = f, .heard = sp_min_i32(w->repute.captives_new[i], w->combat.captives[i]), .since = w->repute.captives_since[i], .minute = minute, .goal = -1, .leader = -1};
  sp_dice dice = sp_step_dice(t->dice.seed, x.since);
  sp_key pair = sp_key_pair(w->formation.key[i], w->formation.key[f]);
  sp_draw4 a = sp_draw(&dice, pair, SP_STREAM_TALK, 0), b = sp_draw(&dice, pair, SP_STREAM_TALK, 1);
  x.is_false = sp_unit32(a.word[0]) < sp_calc_talk_false(k, x.heard, sp_commander_trait(w, i, SP_TRAIT_SKILL));
  x.sigma = sp_calc_talk_sigma(k, x.heard);
  double men = sp_lognormal_of(sp_unit32(b.word[0]), sp_max(1.0, (double)(sp_men_of(w, f) + x.heard)), x.sigma);
  x.men = sp_to_i32(sp_rint(x.is_false ? men * sp_exp(k->talk_boast) : men));
  int32_t bound = w->formation.goal_node[f];
  if (bound >= 0 && sp_unit32(a.word[1]) < sp_calc_talk_knows(k, x.heard, k->talk_knows_goal)) x.goal = x.is_false ? elsewhere(t->model, bound, sp_unit32(b.word[1])) : bound;
  if (sp_unit32(a.word[3]) < sp_calc_talk_knows(k, x.heard, k->talk_knows_leader)) x.leader = sp_known_chief(w, f);
  if (sp_unit32(a.word[2]) >= sp_calc_talk_knows(k, x.heard, k->talk_knows_chief)) return x;
  x.chief = truth_of_chief(w, f);
  if (x.is_false) x.chief = x.chief == SP_CHIEF_WITH_THEM ? SP_CHIEF_FLED : SP_CHIEF_WITH_THEM;
  return x;
}

/* The tale alone, as of when they were taken. */
static int32_t write_tale(sp_tick *t, const tale *x) {
  sp_world *w = t->world;
  sp_key pair = sp_key_pair(w->formation.key[x->holder], w->formation.key[x->of]);
  int32_t r = sp_row_new(w, SP_TABLE_REPORT, sp_key_born(pair, x->minute, PURPOSE_TALK, 0));
  if (r < 0) return -1;
  sp_dice dice = sp_step_dice(t->dice.seed, x->since);
  sp_draw4 d = sp_draw(&dice, pair, SP_STREAM_TALK, 2);
  sp_report_columns *c = &w->report;
  c->holders[r] = 1;
  c->observer[r] = w->formation.hq[x->holder];
  c->seen[r] = x->since;
  c->kind[r] = SP_REPORT_CAPTIVES;
  c->side[r] = w->formation.side[x->of];
  c->error_m[r] = t->k->talk_error_m;
  c->x[r] = w->repute.captives_at[x->holder * 2] + c->error_m[r] * sp_normal_of(sp_unit32(d.word[0]));
  c->y[r] = w->repute.captives_at[x->holder * 2 + 1] + c->error_m[r] * sp_normal_of(sp_unit32(d.word[1]));
  c->node[r] = sp_nearest_node(w->model, (sp_xy){c->x[r], c->y[r]});
  c->men[r] = x->men;
  c->sigma[r] = x->sigma;
  c->heading_deg[r] = -1.0;
  c->horse[r] = (uint8_t)sp_formation_horse(w, x->of);
  c->shape[r] = (uint8_t)sp_formation_shape(w, x->of);
  c->goal_node[r] = x->goal;
  c->chief[r] = (uint8_t)x->chief;
  c->leader[r] = x->leader + 1;
  return r;
}

/* What his own men have seen of that body since stands; strength is weighed. */
static void add_to_what_is_known(sp_world *w, int32_t r, int32_t old) {
  sp_report_columns *c = &w->report;
  if (c->sigma[old] > 0.0) c->men[r] = sp_to_i32(sp_rint(sp_calc_talk_weighed(c->men[r], c->sigma[r], c->men[old], c->sigma[old], &c->sigma[r])));
  if (c->seen[old] <= c->seen[r]) return;
  c->seen[r] = c->seen[old];
  c->x[r] = c->x[old];
  c->y[r] = c->y[old];
  c->node[r] = c->node[old];
  c->error_m[r] = c->error_m[old];
  c->heading_deg[r] = c->heading_deg[old];
  c->horse[r] = c->horse[old];
  c->shape[r] = c->shape[old];
}

static void tell(sp_tick *t, const tale *x) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = x->minute, .type = SP_EVENT_CAPTIVES_TALK, .side = w->formation.side[x->holder], .node = x->goal, .subject = w->formation.key[x->holder], .object = w->formation.key[x->of], .a = x->men, .b = (int32_t)x->chief, .c = x->leader, .value = x->is_false ? 1.0 : 0.0, .x_m = w->hq.x[x->holder], .y_m = w->hq.y[x->holder]});
  if (!sp_tracing(w, w->formation.key[x->holder])) return;
  sp_trace trace = {.minute = x->minute, .kind = SP_TRACE_TALK, .subject = w->formation.key[x->holder], .object = w->formation.key[x->of], .option = (int32_t)x->chief, .taken = x->is_false, .result = x->men};
  sp_trace_add(&trace, "captives_heard", x->heard);
  sp_trace_add(&trace, "tale_spread", x->sigma);
  sp_trace_add(&trace, "tale_false", sp_calc_talk_false(t->k, x->heard, sp_commander_trait(w, x->holder, SP_TRAIT_SKILL)));
  sp_trace_add(&trace, "true_men", sp_men_of(w, x->of));
  sp_trace_put(w, &trace);
}

static void question(sp_tick *t, int32_t i, int32_t f, sp_minute minute) {
  sp_world *w = t->world;
  tale x = hear(t, i, f, minute);
  int32_t hq = w->formation.hq[i], r = write_tale(t, &x);
  if (r < 0) return; /* no row: nobody hears them */
  int32_t c = sp_belief_match(w, hq, r, 0);
  if (c >= 0) add_to_what_is_known(w, r, w->contact.report[c]);
  c = sp_belief_take(w, hq, r, minute, c, NULL);
  if (c >= 0) {
    w->contact.sent_up[c] = 0;
    w->hq.report_due[hq] = 1;
  }
  sp_report_release(w, r);
  w->repute.talked_of[i] = w->formation.key[f];
  w->repute.talked_at[i] = minute;
  tell(t, &x);
}

/* More of the same men have nothing new to tell, unless their chief has gone since. */
static bool worth_hearing(const sp_tick *t, int32_t i, int32_t f, sp_minute minute) {
  const sp_repute_columns *c = &t->world->repute;
  if (f < 0) return false;
  bool same = c->talked_of[i] == c->captives_of[i] && (double)(minute - c->talked_at[i]) < t->k->talk_again_min;
  return !same || c->saw_flight[f] > c->talked_at[i];
}

void sp_rule_talk(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (w->repute.captives_of[i] == 0) continue;
    bool held = w->formation.alive[i] && w->combat.captives[i] > 0 && w->combat.stance[i] <= SP_WAVERING;
    sp_minute due = w->repute.captives_since[i] + sp_to_i64(sp_calc_talk_min(t->k, sp_commander_trait(w, i, SP_TRAIT_SKILL)));
    if (held && due > t->to) continue;
    int32_t f = sp_formation_row(w, w->repute.captives_of[i]);
    sp_minute minute = sp_max_i64(due, t->from);
    if (held && worth_hearing(t, i, f, minute)) question(t, i, f, minute);
    w->repute.captives_of[i] = 0;
    w->repute.captives_new[i] = 0;
  }
}
