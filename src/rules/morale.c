/* morale.c - who wavers, who breaks and why, whose reserve comes, who gives up.
 *
 * Models   breaking as a hazard of many stresses, not a threshold; the example of neighbours; the collapse of a side
 *          when most of its line is gone; reserves that go in or are kept back; attackers who have had enough.
 * Reads    what fight.c found out in the step: losses, fire without reply, flanks, hand-to-hand; order, fatigue,
 *          surprise, powder, weapons that fail, leader, promises; the commander's traits.
 * Writes   combat.stance, cause, since, broken_by, success, shaken, sector and closes of a reserve that goes in; engagement gone,
 *          gone_men, broken, gives_up; formation.order of those who break.
 * Emits    WAVERS, BREAKS, RESERVE_IN, RESERVE_STANDS, BREAKS_OFF.
 * Formula  src/lore/breaking.c. All dice of a step are thrown on the state after its fire and blows; then all who break
 *          do so at once, and what the others see of it weighs from the next step on. The cause told is the largest
 *          term of the hazard. sp_morale_step runs inside the fight's steps; the rule itself only lets feelings fade.
 * Sources  morale.def.
 * Leaves out  cold, rumours from afar.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/battle_step.h"
#include "shapan/calc_supply.h"
#include "world/trace.h"

#define STEP_H (SP_FIGHT_STEP_MIN / 60.0)

enum { DIE_BREAK = 0, DIE_RESERVE = 1, DIE_GIVE_UP = 8 };

/* ---- what a side still has */

typedef struct side_state {
  int32_t line, reserve;       /* bodies standing */
  int32_t standing[3];         /* by sector */
  int32_t men, line_men;
  double no_quarter;           /* 0..1: of the enemy before it, share that gives none and has cut men down before: such a name goes about by itself */
  int32_t first;               /* index of the largest body; its commander speaks for the side */
} side_state;

static bool larger(const sp_world *w, const sp_fighter *a, const sp_fighter *b) {
  return a->men > b->men || (a->men == b->men && w->formation.key[a->formation] < w->formation.key[b->formation]);
}

static side_state state_of(const sp_world *w, const sp_fight_state *x, int32_t part) {
  side_state s = {.first = -1};
  double enemies = 0.0, merciless = 0.0;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    if (f->part != part && f->stands) {
      enemies += f->men;
      if (w->combat.quarter[f->formation] == SP_QUARTER_NONE && w->repute.cut_down[f->formation] > 0) merciless += f->men;
    }
    if (f->part != part || !f->stands) continue;
    s.men += f->men;
    if (f->sector >= SP_SECTOR_RESERVE) {
      s.reserve++;
    } else {
      s.line++;
      s.standing[f->sector]++;
      s.line_men += f->men;
    }
    if (s.first < 0 || larger(w, f, &x->fighter[s.first])) s.first = i;
  }
  s.no_quarter = merciless > 0.0 ? merciless / enemies : 0.0;
  return s;
}

/* ---- stress */

/* Of the bodies that stood in its sector and beside it, share that has broken. */
static double broken_beside(const sp_world *w, const sp_fight_state *x, const sp_fighter *f, const side_state *own) {
  const int32_t *gone = &w->engagement.gone[x->engagement * 6 + f->part * 3];
  int32_t broken = 0, standing = 0;
  for (int32_t s = 0; s < 3; s++) {
    bool beside = f->sector >= SP_SECTOR_RESERVE || (s - f->sector <= 1 && f->sector - s <= 1);
    if (!beside) continue;
    broken += gone[s];
    standing += own->standing[s];
  }
  return broken > 0 ? (double)broken / (double)(broken + standing) : 0.0;
}

static sp_stress stress_of(const sp_tick *t, const sp_fight_state *x, const sp_fighter *f, const side_state *own) {
  const sp_world *w = t->world;
  const sp_combat_columns *c = &w->combat;
  int32_t i = f->formation;
  double before = sp_max(1.0, c->men_before[i]), shooters = f->arms.men > 0.0 ? f->arms.shot / f->arms.men : 0.0;
  bool astride = w->formation.crossing[i] >= 0 && w->formation.crossed_share[i] > 0.0, in_line = f->sector < SP_SECTOR_RESERVE;
  return (sp_stress){
      .recent_loss = c->recent_loss[i],
      .total_loss = sp_clamp(1.0 - (sp_men_of(w, i) - f->by_fire - f->by_hand) / before, 0.0, 1.0),
      .unanswered = c->unanswered[i],
      .flank = f->flank,
      .neighbours = broken_beside(w, x, f, own),
      .leader = c->leader[i],
      .no_reserve = in_line && own->reserve == 0 ? f->pressed : 0.0,
      .out_of_powder = c->powder[i] <= 0.0 ? sp_min(1.0, 2.0 * shooters) : 0.0,
      .fatigue = w->formation.fatigue[i],
      .surprise = c->surprise[i],
      .shaken = c->shaken[i],
      .pressed = f->pressed,
      .cut_off = astride ? 0.5 : 0.0,
      .hunger = w->provision.weak[i],
      .weapons = sp_calc_weapons_fail(t->k, w->munition.failing[i], c->lot_ln[i] == 0.0 ? 1.0 : sp_exp(c->lot_ln[i]), c->powder[i] > 0.0 ? shooters : 0.0),
      .quality = f->arms.quality,
      .leader_skill = c->leader[i] > 0.0 ? 0.0 : sp_commander_trait(w, i, SP_TRAIT_SKILL),
      .works = sp_max(c->cover[i], c->ditch[i]),
      .success = c->success[i],
      .order = w->formation.order[i],
      .form = c->form[i],
      .size = f->men,
      .attacking = sp_wants_fight(w, i),
      .promised = w->repute.promised[i],
      .waste_days = w->health.waste_days[i],
      .no_quarter = own->no_quarter,
  };
}

static sp_break_cause largest_term(const double term[SP_STRESS_TERMS], const sp_fighter *f) {
  int32_t best = SP_BREAK_LOSSES;
  for (int32_t n = best + 1; n < SP_STRESS_TERMS; n++) {
    if (term[n] > term[best]) best = n;
  }
  if (term[best] > 0.0) return (sp_break_cause)best;
  return f->shock > 0.0 ? SP_BREAK_PRESSED : SP_BREAK_FIRE; /* nothing weighs: the first shock of all */
}

static void tell(sp_tick *t, sp_event_type type, int32_t f, sp_key object, int32_t a, int32_t b, int32_t c, double value, sp_minute mark) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = mark, .type = (uint16_t)type, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .object = object, .a = a, .b = b, .c = c, .value = value, .x_m = w->formation.head_x[f], .y_m = w->formation.head_y[f]});
}

static void waver(sp_tick *t, int32_t f, double per_h, sp_break_cause cause, sp_minute mark) {
  sp_world *w = t->world;
  bool wavers = w->combat.stance[f] == SP_WAVERING, would = per_h >= t->k->morale_waver_per_h * (wavers ? t->k->morale_recovers : 1.0);
  if (would == wavers) return;
  w->combat.stance[f] = would ? SP_WAVERING : SP_STEADY;
  w->combat.since[f] = mark;
  if (would) tell(t, SP_EVENT_WAVERS, f, 0, (int32_t)cause, 0, w->combat.engagement[f], per_h, mark);
}

static void trace_hazard(const sp_tick *t, const sp_fighter *f, const sp_stress *s, const double term[SP_STRESS_TERMS], double per_h, double u, sp_minute mark) {
  static const char *const held[SP_HOLD_TERMS] = {"disorder", "quality", "leader_skill", "works", "success", "size", "form", "attacking", "promise", "dread", "no_quarter"};
  const sp_world *w = t->world;
  sp_trace r = {.minute = mark, .kind = SP_TRACE_BREAK, .subject = w->formation.key[f->formation], .option = (int32_t)largest_term(term, f), .taken = f->breaks != SP_CAUSE_OF_BREAK_NONE, .result = per_h};
  sp_trace_add(&r, "base", t->k->morale_break_per_h);
  sp_trace_add(&r, "held", term[0]);
  for (int n = 1; n < SP_STRESS_TERMS; n++) sp_trace_add(&r, sp_word_for(SP_WORDS_BREAK_CAUSE, n), term[n]);
  sp_trace_add(&r, "die", u);
  sp_trace_put(w, &r);
  double part[SP_HOLD_TERMS];
  sp_trace h = {.minute = mark, .kind = SP_TRACE_HOLD, .subject = r.subject, .result = sp_calc_break_held(t->k, s, part)};
  for (int n = 0; n < SP_HOLD_TERMS; n++) sp_trace_add(&h, held[n], part[n]);
  sp_trace_put(w, &h);
}

/* Does it break in this step? Reserves out of reach do not, unless they are shaken. */
static void judge(sp_tick *t, const sp_fight_state *x, sp_fighter *f, const side_state *own, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = f->formation;
  f->breaks = SP_CAUSE_OF_BREAK_NONE;
  const double *gap = &w->engagement.gap_m[x->engagement * 3];
  bool within = f->sector < SP_SECTOR_RESERVE && (gap[f->sector] <= t->k->fight_stand_m || f->fire > 0.0);
  if (!f->stands || f->men <= 0 || (!within && w->combat.shaken[i] <= 0.0)) return;
  sp_stress stress = stress_of(t, x, f, own);
  double term[SP_STRESS_TERMS] = {0.0}, per_h = sp_calc_break_per_h(t->k, &stress, term);
  sp_break_cause cause = largest_term(term, f);
  waver(t, i, per_h, cause, mark);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  double u = sp_uniform(&dice, w->formation.key[i], SP_STREAM_BREAK, DIE_BREAK);
  if (u < sp_hazard(per_h, STEP_H)) f->breaks = cause;
  if (sp_tracing(w, w->formation.key[i])) trace_hazard(t, f, &stress, term, per_h, u, mark);
}

/* ---- breaking */

/* The enemy before it: the largest body of the sector it faces; of equals the lower key. */
static sp_key enemy_before(const sp_world *w, const sp_fight_state *x, const sp_fighter *f) {
  int32_t faced = f->sector < SP_SECTOR_RESERVE ? sp_faced_sector(x, f->part, f->sector) : -1, best = -1;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *g = &x->fighter[i];
    if (g->part == f->part || !g->stands || (faced >= 0 && g->sector != faced)) continue;
    if (best < 0 || larger(w, g, &x->fighter[best])) best = i;
  }
  return best >= 0 ? w->formation.key[x->fighter[best].formation] : 0;
}

static void give_way(sp_tick *t, const sp_fight_state *x, sp_fighter *f, sp_minute mark) {
  sp_world *w = t->world;
  int32_t i = f->formation, e = x->engagement, men = sp_men_of(w, i) - f->by_fire - f->by_hand;
  w->combat.stance[i] = SP_BROKEN;
  w->combat.cause[i] = (uint8_t)f->breaks;
  w->combat.since[i] = mark;
  w->combat.broken_by[i] = enemy_before(w, x, f);
  w->formation.order[i] = sp_min(w->formation.order[i], t->k->morale_broken_order);
  w->engagement.gone_men[e * 2 + f->part] += f->men;
  if (f->sector < SP_SECTOR_RESERVE) w->engagement.gone[e * 6 + f->part * 3 + f->sector]++;
  double lost = sp_clamp(1.0 - men / sp_max(1.0, w->combat.men_before[i]), 0.0, 1.0);
  tell(t, SP_EVENT_BREAKS, i, w->combat.broken_by[i], (int32_t)f->breaks, men, e, lost, mark);
}

/* What those who stand see of one that breaks. */
static void be_seen(sp_tick *t, const sp_fight_state *x, const sp_fighter *broken) {
  sp_world *w = t->world;
  int32_t faced = broken->sector < SP_SECTOR_RESERVE ? sp_faced_sector(x, broken->part, broken->sector) : -1;
  for (int32_t n = 0; n < x->count; n++) {
    const sp_fighter *f = &x->fighter[n];
    int32_t i = f->formation;
    if (!f->stands || f->breaks) continue;
    if (f->part != broken->part) {
      double sees = f->sector == faced ? 1.0 : t->k->morale_one_another;
      w->combat.success[i] = sp_min(1.0, w->combat.success[i] + t->k->morale_success_break * sees);
    } else {
      bool beside = f->sector < SP_SECTOR_RESERVE && broken->sector - f->sector <= 1 && f->sector - broken->sector <= 1;
      double weight = sp_min(1.0, (double)broken->men / sp_max(1.0, f->men)) * (beside ? 1.0 : t->k->morale_one_another);
      w->combat.shaken[i] = sp_min(1.0, w->combat.shaken[i] + t->k->morale_shaken_neighbour * weight);
    }
  }
}

/* Most of the line gone: the rest goes with it, but for rear guards. What stood in reserve is shaken and left. */
static void collapse(sp_tick *t, sp_fight_state *x, int32_t part, sp_minute mark) {
  sp_world *w = t->world;
  int32_t e = x->engagement;
  side_state s = state_of(w, x, part);
  double gone = w->engagement.gone_men[e * 2 + part];
  if (gone <= 0.0 || gone < t->k->morale_collapse_share * (gone + s.line_men)) return;
  w->engagement.broken[e * 2 + part] = 1;
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (f->part != part || !f->stands) continue;
    w->combat.shaken[f->formation] = sp_min(1.0, w->combat.shaken[f->formation] + 2.0 * t->k->morale_shaken_neighbour);
    if (f->sector >= SP_SECTOR_RESERVE || w->combat.posture[f->formation] == SP_POSTURE_REAR_GUARD) continue;
    f->breaks = SP_BREAK_NEIGHBOUR;
    if (sp_tracing(w, w->formation.key[f->formation])) {
      sp_trace r = {.minute = mark, .kind = SP_TRACE_BREAK, .subject = w->formation.key[f->formation], .option = SP_BREAK_NEIGHBOUR, .taken = true};
      sp_trace_add(&r, "collapse", gone / (gone + s.line_men));
      sp_trace_add(&r, "collapse_share", t->k->morale_collapse_share);
      sp_trace_put(w, &r);
    }
    give_way(t, x, f, mark);
    f->stands = false;
  }
}

static void break_those(sp_tick *t, sp_fight_state *x, sp_minute mark) {
  bool any[2] = {false, false};
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (!f->stands || !f->breaks) continue;
    give_way(t, x, f, mark);
    be_seen(t, x, f);
    any[f->part] = true;
  }
  for (int32_t i = 0; i < x->count; i++) {
    if (x->fighter[i].breaks) x->fighter[i].stands = false;
  }
  for (int32_t p = 0; p < 2; p++) {
    if (any[p]) collapse(t, x, p, mark);
  }
}

/* ---- reserves */

/* The sector that needs them most: one driven in before the enemy, else one with an open flank, else none (-1). */
static int32_t sector_in_need(const sp_world *w, const sp_fight_state *x, int32_t part, const side_state *own) {
  double worst = 0.5;
  int32_t need = -1;
  for (int32_t s = 0; s < 3; s++) {
    const sp_line_state *l = &x->line[part][s];
    bool driven_in = w->engagement.gone[x->engagement * 6 + part * 3 + s] > 0 && own->standing[s] == 0;
    double ill = driven_in ? 2.0 : sp_max(l->flanked, l->pressed);
    if (ill <= worst) continue;
    worst = ill;
    need = s;
  }
  return need;
}

/* A body is a commander's capital: the disloyal and the greedy keep theirs, and he who means to ride off keeps it all. */
static bool is_willing(const sp_tick *t, int32_t f, double u) {
  const sp_world *w = t->world;
  if (w->combat.flees[f]) return false; /* it is kept for something else */
  double heart = sp_commander_trait(w, f, SP_TRAIT_LOYALTY) - t->k->morale_reserve_greed * (sp_commander_trait(w, f, SP_TRAIT_GREED) - 0.3) - t->k->morale_reserve_loyalty;
  return u < 1.0 / (1.0 + sp_exp(-t->k->morale_reserve_steep * heart));
}

static void call_reserve(sp_tick *t, sp_fight_state *x, int32_t part, sp_minute mark) {
  sp_world *w = t->world;
  side_state own = state_of(w, x, part);
  int32_t need = own.reserve > 0 && !w->engagement.broken[x->engagement * 2 + part] ? sector_in_need(w, x, part, &own) : -1;
  if (need < 0) return;
  sp_fighter *best = NULL;
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (f->part == part && f->stands && f->sector >= SP_SECTOR_RESERVE && (!best || larger(w, f, best))) best = f;
  }
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_draw4 die = sp_draw(&dice, w->formation.key[best->formation], SP_STREAM_PRESS, DIE_RESERVE);
  double dark = sp_calc_dark(t->k, w->region.light[w->engagement.region[x->engagement]]);
  if (sp_unit32(die.word[0]) >= sp_hazard(t->k->morale_reserve_per_h * (1.0 - t->k->morale_reserve_dark * dark), STEP_H)) return;
  if (!is_willing(t, best->formation, sp_unit32(die.word[1]))) {
    tell(t, SP_EVENT_RESERVE_STANDS, best->formation, 0, 0, 0, x->engagement, 0.0, mark);
    return;
  }
  w->combat.closes[best->formation] = own.standing[need] > 0 && x->line[part][need].flanked > 0.0;
  best->sector = need;
  w->combat.sector[best->formation] = (uint8_t)sp_sector_turned(part, need);
  tell(t, SP_EVENT_RESERVE_IN, best->formation, 0, w->combat.sector[best->formation], 0, x->engagement, 0.0, mark);
}

/* ---- giving up */

/* The attacker has had enough: nothing of the enemy's line is gone, and his own men are going. Before they do he has not tried. */
static void give_up(sp_tick *t, const sp_fight_state *x, sp_minute mark) {
  sp_world *w = t->world;
  int32_t e = x->engagement;
  const sp_engagement_columns *g = &w->engagement;
  bool met = false;
  for (int32_t s = 0; s < 3; s++) met = met || g->gap_m[e * 3 + s] <= t->k->fight_stand_m;
  if (!met || g->gives_up[e * 2] || g->broken[e * 2] || g->gone_men[e * 2 + 1] > g->gone_men[e * 2]) return;
  side_state own = state_of(w, x, SP_ATTACKER), enemy = state_of(w, x, SP_DEFENDER);
  if (own.first < 0 || enemy.first < 0) return;
  double lost[2];
  for (int32_t p = 0; p < 2; p++) lost[p] = sp_clamp((double)(g->lost[e * 2 + p] + g->gone_men[e * 2 + p]) / sp_max(1.0, g->began_men[e * 2 + p]), 0.0, 1.0);
  int32_t leader = x->fighter[own.first].formation;
  double hours = (double)(mark - g->since[e]) / 60.0, odds = own.men / sp_max(1.0, enemy.men);
  double per_h = sp_calc_give_up_per_h(t->k, hours, lost[0], lost[1], odds, sp_commander_trait(w, leader, SP_TRAIT_CAUTION), w->region.light[g->region[e]]);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  double u = sp_uniform(&dice, g->key[e], SP_STREAM_PRESS, DIE_GIVE_UP);
  if (sp_tracing(w, w->formation.key[leader])) {
    sp_trace r = {.minute = mark, .kind = SP_TRACE_GIVE_UP, .subject = w->formation.key[leader], .taken = u < sp_hazard(per_h, STEP_H), .result = per_h};
    sp_trace_add(&r, "hours", hours);
    sp_trace_add(&r, "own_loss", lost[0]);
    sp_trace_add(&r, "enemy_loss", lost[1]);
    sp_trace_add(&r, "odds", odds);
    sp_trace_put(w, &r);
  }
  if (u >= sp_hazard(per_h, STEP_H)) return;
  w->engagement.gives_up[e * 2] = 1;
  tell(t, SP_EVENT_BREAKS_OFF, leader, 0, own.men, 0, e, per_h, mark);
}

/* ---- the step and the rule */

static void fade_feelings(sp_world *w, int32_t f, double fade) {
  if (w->combat.success[f] > 0.0) w->combat.success[f] = w->combat.success[f] > 1e-3 ? w->combat.success[f] * fade : 0.0;
  if (w->combat.shaken[f] > 0.0) w->combat.shaken[f] = w->combat.shaken[f] > 1e-3 ? w->combat.shaken[f] * fade : 0.0;
}

void sp_morale_step(sp_tick *t, sp_fight_state *x, sp_minute mark) {
  sp_world *w = t->world;
  if (w->engagement.gives_up[x->engagement * 2]) return; /* they are drawing apart */
  double fade = sp_exp(-STEP_H / t->k->fight_fade_h);
  side_state side[2] = {state_of(w, x, SP_ATTACKER), state_of(w, x, SP_DEFENDER)};
  for (int32_t i = 0; i < x->count; i++) judge(t, x, &x->fighter[i], &side[x->fighter[i].part], mark);
  for (int32_t i = 0; i < x->count; i++) fade_feelings(w, x->fighter[i].formation, fade);
  break_those(t, x, mark);
  for (int32_t p = 0; p < 2; p++) call_reserve(t, x, p, mark);
  give_up(t, x, mark);
}

/* Out of the fight feelings fade, and who wavered stands firm. */
void sp_rule_morale(sp_tick *t) {
  sp_world *w = t->world;
  double fade = sp_exp(-t->dt_min / 60.0 / t->k->fight_fade_h);
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t f = 0; f < used; f++) {
    bool feels = w->combat.success[f] > 0.0 || w->combat.shaken[f] > 0.0 || w->combat.stance[f] == SP_WAVERING;
    if (!feels || w->combat.engagement[f] >= 0) continue;
    fade_feelings(w, f, fade);
    bool calm = w->combat.stance[f] == SP_WAVERING && (double)(t->to - w->combat.since[f]) >= 60.0 * t->k->fight_fade_h;
    if (!calm) continue;
    w->combat.stance[f] = SP_STEADY;
    w->combat.since[f] = t->to;
  }
}
