/* fight.c - fire and hand-to-hand, five minutes at a time.
 *
 * Models   lines that go forward, stand and shoot, charge and recoil; guns, hand guns, bows, by the lot of their powder; grenades, smoke pots;
 *          shield wagons before a line and rings of war wagons about it; ditches that stop horse and break up foot; darkness; who is hit; ammunition, smoke, order and
 *          strength spent; men who come round the end of a line, or out of the reserve to meet them.
 * Reads    engagement, sector, deployed, form, surprise, cover, ditch, ring, order, fatigue; strength by arm; light, rain, wind.
 * Writes   engagement gap_m, smoke, quiet_since, lost, hour_killed, hour_wounded; combat powder, arrows, shot,
 *          recent_loss, unanswered, pressed, killed_first, grenades, hour_fallen; formation order and fatigue of those who fight; counts
 *          through the ledger.
 * Emits    FIRE, GRENADES, SMOKE, SHOCK, LOSSES, OUT_OF_POWDER.
 * Formula  src/lore/fire.c, grenade.c, wagon.c, shock.c, toll.c; flanks.c, grenades.c and smoke.c hold parts of the step. Steps end at marks of the clock, and dice are keyed by the mark. In a step
 *          all fire and blows are reckoned from the state at its beginning, hits on a body are binomial, and fall
 *          on its arms and ranks by systematic sampling when they are entered, each quarter of an hour; then morale.c's step follows.
 * Sources  fight.def.
 * Leaves out  wagons burnt or shot to pieces, guns that burst, horses shot under their riders.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "rules/battle_step.h"
#include "world/wards.h"

#define STEP_MIN ((double)SP_FIGHT_STEP_MIN)
#define MOST_HIT 0.5       /* of a body in one step */
#define ENTRY_MIN 15       /* the fallen are entered in the register at these marks of the clock */

/* ---- the roll */

typedef struct roll {
  sp_fighter *fighter;
  sp_fight_state *fight;
  int32_t *first; /* by engagement, and the end */
  int32_t fights;
} roll;

static void free_roll(roll *r) {
  free(r->fighter);
  free(r->fight);
  free(r->first);
}

static bool is_in(const sp_world *w, int32_t f) { return w->combat.engagement[f] >= 0 && w->combat.men_before[f] > 0 && sp_can_fight(w, f); }

static sp_fighter fighter_of(const sp_world *w, int32_t f) {
  int32_t e = w->combat.engagement[f], part = sp_part_of(w, e, f), men = w->formation.foot[f] + w->formation.mounted[f];
  return (sp_fighter){.formation = f, .part = part, .sector = sp_sector_turned(part, w->combat.sector[f]), .stands = true, .arms = sp_arms_of(w, f), .men_then = men, .men = men};
}

/* Counting sort by engagement; rows ascending within. false: memory is out. */
static bool make_roll(const sp_world *w, roll *r) {
  int32_t rows = sp_used(w, SP_TABLE_ENGAGEMENT), used = sp_used(w, SP_TABLE_FORMATION), total = 0;
  *r = (roll){.first = calloc((size_t)rows + 2, sizeof(int32_t)), .fight = calloc((size_t)rows + 1, sizeof(sp_fight_state))};
  if (!r->first || !r->fight) return false;
  for (int32_t f = 0; f < used; f++) {
    if (!is_in(w, f)) continue;
    r->first[w->combat.engagement[f] + 2]++;
    total++;
  }
  r->fighter = malloc(((size_t)total + 1) * sizeof *r->fighter);
  if (!r->fighter) return false;
  for (int32_t e = 2; e < rows + 2; e++) r->first[e] += r->first[e - 1];
  for (int32_t f = 0; f < used && total > 0; f++) {
    if (is_in(w, f)) r->fighter[r->first[w->combat.engagement[f] + 1]++] = fighter_of(w, f);
  }
  for (int32_t e = 0; e < rows; e++) {
    if (r->first[e + 1] > r->first[e]) r->fight[r->fights++] = (sp_fight_state){.engagement = e, .fighter = &r->fighter[r->first[e]], .count = r->first[e + 1] - r->first[e]};
  }
  return true;
}

/* ---- lines */

/* Shield wagons go before the line, or stand before it. */
static double shield_of(const sp_tick *t, int32_t e, const sp_fighter *x) {
  if (x->arms.shield_wagons <= 0.0 || x->arms.men <= 0.0) return 0.0;
  double length = x->arms.men / sp_max(0.1, sp_calc_line_men_per_m(t->k, x->arms.horse / x->arms.men));
  return sp_calc_shield_share(t->k, x->arms.shield_wagons, length, (sp_relief)t->world->engagement.relief[e], (sp_cover)t->world->engagement.cover[e]);
}

static void add_to_line(const sp_tick *t, const sp_fight_state *fight, sp_line_state *l, const sp_fighter *x) {
  const sp_world *w = t->world;
  int32_t f = x->formation;
  double scale = (double)x->men / sp_max(1.0, x->men_then), n = x->line, part = x->arms.men > 0.0 ? n / x->arms.men : 0.0;
  double order = w->formation.order[f] * (1.0 - 0.5 * w->combat.surprise[f]);
  l->bodies++;
  l->men += n;
  l->deployed += x->arms.men * scale; /* all of it, until the means are taken */
  l->foot += x->arms.foot * part;
  l->horse += x->arms.horse * part;
  if (w->combat.powder[f] > 0.0) l->shot += x->arms.shot * part;
  if (w->combat.arrows[f] > 0.0) l->bow += x->arms.bow * part;
  if (w->combat.shot[f] > 0.0) {
    l->light_guns += x->arms.light_guns * w->combat.deployed[f];
    l->heavy_guns += x->arms.heavy_guns * w->combat.deployed[f];
  }
  l->quality += n * x->arms.quality;
  l->armour += n * x->arms.armour;
  l->order += n * order;
  l->fatigue += n * w->formation.fatigue[f];
  l->form += n * w->combat.form[f];
  l->cover += n * w->combat.cover[f];
  l->powder += n * (w->combat.lot_ln[f] == 0.0 ? 1.0 : sp_exp(w->combat.lot_ln[f]));
  l->laager += n * sp_max(w->combat.laager[f], w->combat.ring[f]);
  l->ditch += n * w->combat.ditch[f];
  l->ring += n * w->combat.ring[f];
  l->wall += n * w->combat.wall[f];
  l->shield += n * shield_of(t, fight->engagement, x);
  if (sp_wants_fight(w, f)) l->wants += n;
}

static void take_means(const sp_tick *t, int32_t e, sp_line_state *l) {
  if (l->men <= 0.0) return;
  double *mean[] = {&l->quality, &l->armour, &l->order, &l->fatigue, &l->form, &l->cover, &l->wants, &l->powder, &l->laager, &l->shield, &l->ditch, &l->ring, &l->wall};
  for (size_t i = 0; i < sizeof mean / sizeof *mean; i++) *mean[i] /= l->men;
  l->deployed = sp_min(1.0, l->men / sp_max(1e-9, l->deployed));
  l->room = sp_min(1.0, sp_sector_m(t->world, e) * sp_men_per_m_of(t, l) / l->men);
  l->foot *= l->room;
  l->horse *= l->room;
  l->shot *= l->room;
  l->bow *= l->room;
}

/* Of a long line before a short one only those who stand before it, and a little beyond its ends, can reach it. */
static void match_lines(const sp_tick *t, sp_line_state *a, sp_line_state *b) {
  if (a->men <= 0.0 || b->men <= 0.0) return;
  double length[2] = {a->men * a->room / sp_men_per_m_of(t, a), b->men * b->room / sp_men_per_m_of(t, b)};
  sp_line_state *line[2] = {a, b};
  for (int32_t p = 0; p < 2; p++) {
    double reach = sp_min(1.0, (length[1 - p] + t->k->fight_lap_m) / length[p]);
    line[p]->room *= reach;
    line[p]->foot *= reach;
    line[p]->horse *= reach;
    line[p]->shot *= reach;
    line[p]->bow *= reach;
  }
}

static void form_lines(const sp_tick *t, sp_fight_state *x) {
  const sp_world *w = t->world;
  for (int p = 0; p < 2; p++)
    for (int s = 0; s < 3; s++) x->line[p][s] = (sp_line_state){.bodies = 0};
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    f->fire = f->shock = f->unanswered = f->flank = f->pressed = f->line = 0.0;
    f->burst = 0;
    if (!f->stands || f->sector >= SP_SECTOR_RESERVE) continue;
    f->line = f->arms.men * (double)f->men / sp_max(1.0, f->men_then) * w->combat.deployed[f->formation];
    add_to_line(t, x, &x->line[f->part][f->sector], f);
  }
  for (int p = 0; p < 2; p++)
    for (int s = 0; s < 3; s++) take_means(t, x->engagement, &x->line[p][s]);
  for (int s = 0; s < 3; s++) match_lines(t, &x->line[SP_ATTACKER][s], &x->line[SP_DEFENDER][s]);
}

int32_t sp_faced_sector(const sp_fight_state *x, int32_t part, int32_t sector) {
  const sp_line_state *enemy = x->line[1 - part];
  if (enemy[sector].men > 0.0) return sector;
  if (sector != SP_SECTOR_CENTRE) return enemy[SP_SECTOR_CENTRE].men > 0.0 ? SP_SECTOR_CENTRE : enemy[2 - sector].men > 0.0 ? 2 - sector : -1;
  int32_t wing = enemy[SP_SECTOR_RIGHT].men > enemy[SP_SECTOR_LEFT].men ? SP_SECTOR_RIGHT : SP_SECTOR_LEFT;
  return enemy[wing].men > 0.0 ? wing : -1;
}

/* ---- forward, stand, charge, recoil */

/* The body of this part and sector with the most men in line; of equals the lower key. */
static int32_t foremost(const sp_world *w, const sp_fight_state *x, int32_t part, int32_t sector) {
  int32_t best = -1;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    if (f->part != part || f->sector != sector || !f->stands) continue;
    bool more = best < 0 || f->line > x->fighter[best].line || (f->line == x->fighter[best].line && w->formation.key[f->formation] < w->formation.key[x->fighter[best].formation]);
    if (more) best = i;
  }
  return best < 0 ? -1 : x->fighter[best].formation;
}

static void charge(sp_tick *t, const sp_fight_state *x, int32_t part, int32_t sector, sp_minute mark) {
  sp_world *w = t->world;
  int32_t e = x->engagement, f = foremost(w, x, part, sector), g = foremost(w, x, 1 - part, sector);
  sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_SHOCK, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .object = w->formation.key[g], .a = sector, .c = e, .x_m = w->engagement.x[e], .y_m = w->engagement.y[e]});
}

static double dark_at(const sp_tick *t, int32_t e) { return sp_calc_dark(t->k, t->world->region.light[t->world->engagement.region[e]]); }

static bool presses(const sp_tick *t, const sp_line_state *own, const sp_line_state *enemy, double dark, double u) {
  if (own->deployed < t->k->fight_advance_deployed) return false;
  double over = (1.0 - (1.0 - t->k->fight_ditch_press) * enemy->ditch) * (1.0 - (1.0 - t->k->fight_wall_press) * enemy->wall);
  if (own->wants < 0.5) over *= 1.0 - own->ditch; /* nobody comes out over his own ditch unasked */
  return u < over * (1.0 - t->k->fight_dark_press * dark) * sp_calc_press(t->k, own->men * own->room / sp_max(1.0, enemy->men * enemy->room), own->order, own->quality, enemy->cover, own->wants >= 0.5);
}

/* Lines that do not press home stand in shot of each other; where bows are more than hand guns, in bowshot. */
static double stand_m(const sp_tick *t, const sp_line_state *a, const sp_line_state *d) {
  return a->bow > a->shot || d->bow > d->shot ? t->k->fight_stand_bow_m : t->k->fight_stand_m;
}

/* Metres a minute at which a line goes forward: men who push wagons set the step. */
static double pace(const sp_tick *t, const sp_line_state *l) {
  return t->k->fight_close_m_min * (1.0 - (1.0 - t->k->fight_shield_pace) * l->shield);
}

/* New gap of a sector where both sides stand. charged: part that charges in this step, or -1. */
static double meet(sp_tick *t, const sp_fight_state *x, int32_t s, double gap, sp_minute mark, int32_t *charged) {
  const sp_line_state *a = &x->line[SP_ATTACKER][s], *d = &x->line[SP_DEFENDER][s];
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  double stand = stand_m(t, a, d);
  if (gap > stand) {
    bool goes = a->deployed >= t->k->fight_advance_deployed || (d->wants >= 0.5 && d->deployed >= t->k->fight_advance_deployed);
    return goes ? sp_max(stand, gap - sp_max(pace(t, a), d->wants >= 0.5 ? pace(t, d) : 0.0) * STEP_MIN) : gap;
  }
  sp_draw4 die = sp_draw(&dice, t->world->engagement.key[x->engagement], SP_STREAM_PRESS, (uint32_t)s);
  if (gap <= 0.0) return sp_unit32(die.word[2]) < sp_hazard(t->k->fight_draw_apart_per_h, STEP_MIN / 60.0) ? stand : 0.0;
  double dark = dark_at(t, x->engagement);
  if (presses(t, a, d, dark, sp_unit32(die.word[0]))) *charged = SP_ATTACKER;
  else if (presses(t, d, a, dark, sp_unit32(die.word[1]))) *charged = SP_DEFENDER;
  if (*charged < 0) return gap;
  charge(t, x, *charged, s, mark);
  return 0.0;
}

/* Nobody before them: they go as far forward as the others' line stands. */
static double go_on(const sp_tick *t, const sp_line_state *l, double gap) {
  double stand = t->k->fight_stand_m;
  if (gap <= stand) return stand;
  return l->deployed >= t->k->fight_advance_deployed ? sp_max(stand, gap - pace(t, l) * STEP_MIN) : gap;
}

/* The first minute in which these lines stood in shot of each other, and at blows. */
static void note_meeting(sp_tick *t, const sp_fight_state *x, int32_t s, double gap, sp_minute mark) {
  sp_engagement_columns *g = &t->world->engagement;
  int32_t at = x->engagement * 3 + s;
  if (!g->shot_at[at] && gap <= stand_m(t, &x->line[SP_ATTACKER][s], &x->line[SP_DEFENDER][s])) g->shot_at[at] = mark;
  if (!g->struck_at[at] && gap <= 0.0) g->struck_at[at] = mark;
}

static void advance(sp_tick *t, const sp_fight_state *x, sp_minute mark, int32_t charged[3]) {
  double *gap = &t->world->engagement.gap_m[x->engagement * 3];
  for (int32_t s = 0; s < 3; s++) {
    const sp_line_state *a = &x->line[SP_ATTACKER][s], *d = &x->line[SP_DEFENDER][s];
    charged[s] = -1;
    if (a->men > 0.0 && d->men > 0.0) {
      gap[s] = meet(t, x, s, gap[s], mark, &charged[s]);
      note_meeting(t, x, s, gap[s], mark);
    } else if (a->men > 0.0 || d->men > 0.0) gap[s] = go_on(t, a->men > 0.0 ? a : d, gap[s]);
  }
}

/* ---- fire */

/* What a line spent in this step, of a full issue. */
typedef struct spent { double powder, arrows, shot, rounds_per_m; } spent;

/* From where this line shoots, or below 0: it does not. */
static double range_of(const sp_tick *t, const sp_fight_state *x, int32_t part, int32_t s, int32_t faced, const int32_t charged[3]) {
  double gap = t->world->engagement.gap_m[x->engagement * 3 + s];
  if (faced != s) return sp_max(gap, t->k->fight_stand_m);
  if (gap > 0.0) return gap;
  return charged[s] == 1 - part || (charged[s] != part && x->line[part][s].ditch > 0.0) ? t->k->fight_volley_m : -1.0;
}

/* Cover of works and ground, and of shield wagons by so much. */
static double behind(const sp_line_state *l, double shield) {
  return l->shield > 0.0 ? 1.0 - (1.0 - l->cover) * (1.0 - shield * l->shield) : l->cover;
}

static void shoot(sp_tick *t, sp_fight_state *x, int32_t part, int32_t s, const int32_t charged[3], spent *used) {
  sp_world *w = t->world;
  int32_t e = x->engagement, faced = sp_faced_sector(x, part, s), region = w->engagement.region[e];
  sp_line_state *own = &x->line[part][s];
  if (own->men <= 0.0 || faced < 0) return;
  sp_line_state *target = &x->line[1 - part][faced];
  double range = range_of(t, x, part, s, faced, charged), rounds = 0.0;
  if (range < 0.0) return;
  /* While the enemy is in the ditch some shoot on; guns cannot. */
  bool into_ditch = faced == s && w->engagement.gap_m[e * 3 + s] <= 0.0 && charged[s] != 1 - part;
  double share = into_ditch ? t->k->fight_ditch_fire * own->ditch : 1.0, guns = own->light_guns + own->heavy_guns;
  sp_fire fire = {.shot = share * own->shot, .bow = share * own->bow, .light_guns = into_ditch ? 0.0 : own->light_guns, .heavy_guns = into_ditch ? 0.0 : own->heavy_guns, .range_m = range, .quality = own->quality, .order = own->order,
                  .rain_mm_h = w->region.rain_mm_h[region], .light = w->region.light[region], .smoke = w->engagement.smoke[e * 3 + s], .powder = own->powder,
                  .target_armour = target->armour, .target_cover = behind(target, t->k->fight_shield_cover), .target_density = sp_men_per_m_of(t, target)};
  double hits = sp_calc_fire_hits_per_min(t->k, &fire, &rounds);
  target->fire += hits;
  own->pays_back += hits;
  if (own->shot > 0.0) used->powder = rounds / own->shot * STEP_MIN / t->k->fight_rounds_full;
  if (own->bow > 0.0) used->arrows = sp_calc_arrows_per_min(t->k, &fire) / own->bow * STEP_MIN / t->k->fight_arrows_full;
  if (guns > 0.0) used->shot = sp_calc_gun_rounds_per_min(t->k, &fire) / guns * STEP_MIN / t->k->fight_shot_full;
  used->rounds_per_m = rounds / sp_max(1.0, sp_min(sp_sector_m(w, e), own->men / sp_men_per_m_of(t, own)));
}

static void lay_smoke(sp_tick *t, const sp_fight_state *x, spent used[2][3]) {
  sp_world *w = t->world;
  int32_t e = x->engagement;
  double wind = w->region.wind_m_s[w->engagement.region[e]];
  for (int32_t s = 0; s < 3; s++) {
    double *smoke = &w->engagement.smoke[e * 3 + s], rounds = used[0][s].rounds_per_m + used[1][s].rounds_per_m;
    if (x->smoke_rounds[s] > 0.0) rounds += x->smoke_rounds[s] / STEP_MIN / sp_max(1.0, sp_sector_m(w, e));
    if (*smoke > 0.0 || rounds > 0.0) *smoke = sp_clamp(sp_calc_smoke(t->k, *smoke, rounds, wind, STEP_MIN), 0.0, 1.0);
  }
}

/* Both sides shoot before either has fallen, through the smoke that was there. */
static void fire_step(sp_tick *t, sp_fight_state *x, const int32_t charged[3], spent used[2][3]) {
  for (int32_t p = 0; p < 2; p++)
    for (int32_t s = 0; s < 3; s++) {
      used[p][s] = (spent){.powder = 0.0};
      shoot(t, x, p, s, charged, &used[p][s]);
    }
  lay_smoke(t, x, used);
}

/* ---- hand-to-hand */

static sp_melee melee_of(const sp_line_state *l, double share, bool charging, double shield) {
  return (sp_melee){.foot = l->foot * share, .horse = l->horse * share, .quality = l->quality, .order = l->order, .fatigue = l->fatigue, .armour = l->armour, .form = l->form, .cover = charging ? l->cover : behind(l, shield), .flanked = l->flanked, .ditch = charging ? 0.0 : l->ditch, .wall = charging ? 0.0 : l->wall, .charging = charging};
}

static void strike(const sp_tick *t, int32_t e, sp_line_state *a, sp_line_state *b, const sp_melee *of_a, const sp_melee *of_b) {
  sp_relief relief = (sp_relief)t->world->engagement.relief[e];
  double seen = sp_calc_dark_blows(t->k, dark_at(t, e));
  a->shock += seen * sp_calc_melee_hits_per_min(t->k, of_a, of_b, relief);
  b->shock += seen * sp_calc_melee_hits_per_min(t->k, of_b, of_a, relief);
  /* Roots, because men see what is before them, not how many stand behind it. */
  double x = sp_sqrt(sp_calc_melee_power(t->k, of_a, of_b, relief)), y = sp_sqrt(sp_calc_melee_power(t->k, of_b, of_a, relief));
  double ill = x + y > 0.0 ? y / (x + y) : 0.5;
  a->pressed = sp_max(a->pressed, sp_clamp(2.0 * ill - 0.5, 0.0, 1.0));
  b->pressed = sp_max(b->pressed, sp_clamp(1.5 - 2.0 * ill, 0.0, 1.0));
}

static void shock_step(const sp_tick *t, sp_fight_state *x, const int32_t charged[3]) {
  const sp_world *w = t->world;
  int32_t e = x->engagement;
  const double *gap = &w->engagement.gap_m[e * 3];
  for (int32_t s = 0; s < 3; s++) {
    sp_line_state *a = &x->line[SP_ATTACKER][s], *d = &x->line[SP_DEFENDER][s];
    if (gap[s] > 0.0 || a->men <= 0.0 || d->men <= 0.0) continue;
    sp_melee of_a = melee_of(a, 1.0, charged[s] == SP_ATTACKER, t->k->fight_shield_shock), of_d = melee_of(d, 1.0, charged[s] == SP_DEFENDER, t->k->fight_shield_shock);
    strike(t, e, a, d, &of_a, &of_d);
  }
  /* Those whom nobody faces fall on the end of the next line that is at grips; some of it turn on them. */
  for (int32_t p = 0; p < 2; p++)
    for (int32_t s = 0; s < 3; s++) {
      sp_line_state *own = &x->line[p][s];
      int32_t faced = own->men > 0.0 ? sp_faced_sector(x, p, s) : -1;
      if (faced < 0 || faced == s || gap[s] > t->k->fight_stand_m || gap[faced] > 0.0) continue;
      sp_line_state *turned = &x->line[1 - p][faced];
      sp_melee of_own = melee_of(own, 1.0, true, 0.0), of_turned = melee_of(turned, t->k->fight_turned_on, false, 0.0);
      of_turned.ditch *= turned->ring; /* a front has an end to come round */
      of_turned.wall *= turned->ring;
      strike(t, e, own, turned, &of_own, &of_turned);
    }
}

/* ---- who falls */

static bool can_fall(const sp_world *w, int32_t row) {
  sp_arm arm = (sp_arm)w->strength.arm[row];
  return sp_arm_is_man(arm) && arm != SP_ARM_FOLLOWER;
}

static int32_t steps_between(double from, double to, double u) { return sp_to_i32(sp_floor(to + u)) - sp_to_i32(sp_floor(from + u)); }

/* Those who have fallen in one way, told off over the body's arms and ranks in order of its list. */
typedef struct toll {
  double men, killed_share, serious_share;
  double offset, killed_offset, serious_offset; /* one die each */
  double fallen, wounded;                       /* told off so far */
} toll;

static toll toll_of(const sp_tick *t, sp_key key, int32_t men, sp_toll how, const sp_dice *dice) {
  if (men <= 0) return (toll){.men = 0.0};
  sp_draw4 die = sp_draw(dice, key, SP_STREAM_KILLED, (uint32_t)how);
  return (toll){men, sp_calc_killed_share(t->k, how), sp_calc_serious_share(t->k, how), sp_unit32(die.word[0]), sp_unit32(die.word[1]), sp_unit32(die.word[2]), 0.0, 0.0};
}

/* Of one arm and rank: dead, serious, light, added to lot[]. from, to: the cell's place in the sum of risks, 0..1. */
static void tell_off(toll *c, double from, double to, int32_t here, int32_t lot[3]) {
  int32_t taken = lot[0] + lot[1] + lot[2], n = sp_min_i32(here - taken, steps_between(from * c->men, to * c->men, c->offset));
  if (c->men <= 0.0 || n <= 0) return;
  int32_t dead = sp_max_i32(0, sp_min_i32(n, steps_between(c->fallen * c->killed_share, (c->fallen + n) * c->killed_share, c->killed_offset)));
  int32_t hurt = n - dead, serious = sp_max_i32(0, sp_min_i32(hurt, steps_between(c->wounded * c->serious_share, (c->wounded + hurt) * c->serious_share, c->serious_offset)));
  c->fallen += n;
  c->wounded += hurt;
  lot[0] += dead;
  lot[1] += serious;
  lot[2] += hurt - serious;
}

static int32_t enter(sp_world *w, int32_t f, int32_t row, sp_rank rank, const int32_t lot[3], int32_t *killed, sp_minute mark) {
  sp_account from = sp_in_formation(f);
  int32_t dead = sp_transfer(w, row, from, sp_on_line(SP_LINE_KILLED), rank, lot[0], SP_CAUSE_KILLED);
  *killed += dead;
  return sp_ward_admit(w, f, SP_LINE_WOUNDED_SERIOUS, row, rank, lot[1], SP_CAUSE_WOUNDED, mark) + sp_ward_admit(w, f, SP_LINE_WOUNDED_LIGHT, row, rank, lot[2], SP_CAUSE_WOUNDED, mark);
}

/* Who has fallen since the last entry goes to the register: each arm and rank in proportion to its men and their
 * risk; generals are the leaders' rule. */
static void enter_fallen(sp_tick *t, int32_t e, sp_fighter *x, const sp_dice *dice, sp_minute mark) {
  sp_world *w = t->world;
  int32_t f = x->formation, killed = 0, hurt = 0;
  if (x->by_fire + x->by_hand <= 0) return;
  toll fire = toll_of(t, w->formation.key[f], x->by_fire, SP_TOLL_FIRE, dice), shock = toll_of(t, w->formation.key[f], x->by_hand, SP_TOLL_SHOCK, dice);
  double risk[SP_RANK_COUNT] = {0.0}, all = 0.0, sum = 0.0;
  for (int r = 0; r < SP_RANK_GENERAL; r++) risk[r] = sp_calc_rank_risk(t->k, (sp_rank)r);
  for (int32_t row = w->formation.first_strength[f]; row >= 0; row = w->strength.next[row])
    for (int r = 0; r < SP_RANK_GENERAL && can_fall(w, row); r++) all += risk[r] * w->strength.count[row * SP_RANK_COUNT + r];
  for (int32_t row = w->formation.first_strength[f]; row >= 0 && all > 0.0; row = w->strength.next[row])
    for (int r = 0; r < SP_RANK_GENERAL && can_fall(w, row); r++) {
      int32_t here = w->strength.count[row * SP_RANK_COUNT + r], lot[3] = {0, 0, 0};
      if (here <= 0) continue;
      double from = sum / all;
      sum += risk[r] * here;
      tell_off(&fire, from, sum / all, here, lot);
      tell_off(&shock, from, sum / all, here, lot);
      hurt += enter(w, f, row, (sp_rank)r, lot, &killed, mark);
    }
  x->men = w->formation.foot[f] + w->formation.mounted[f];
  x->by_fire = x->by_hand = 0;
  w->combat.killed_first[f] += killed + hurt;
  w->engagement.lost[e * 2 + x->part] += killed + hurt;
  w->engagement.hour_killed[e * 2 + x->part] += killed;
  w->engagement.hour_wounded[e * 2 + x->part] += hurt;
}

static int32_t hit(const sp_fighter *x, double expected, double u) {
  if (expected <= 0.0 || x->men <= 0) return 0;
  return sp_to_i32((double)sp_binomial_of(u, x->men, sp_min(MOST_HIT, expected / x->men)));
}

/* ---- what a step leaves behind */

static void spend(sp_tick *t, const sp_fighter *x, const spent *used, sp_minute mark) {
  sp_world *w = t->world;
  int32_t f = x->formation;
  if (x->arms.bow > 0.0) w->combat.arrows[f] = sp_max(0.0, w->combat.arrows[f] - used->arrows);
  if (x->arms.light_guns + x->arms.heavy_guns > 0.0) w->combat.shot[f] = sp_max(0.0, w->combat.shot[f] - used->shot);
  double before = w->combat.powder[f];
  if (x->arms.shot <= 0.0 || used->powder <= 0.0 || before <= 0.0) return;
  w->combat.powder[f] = sp_max(0.0, before - used->powder);
  if (w->combat.powder[f] <= 0.0) sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_OUT_OF_POWDER, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .c = w->combat.engagement[f], .x_m = w->formation.head_x[f], .y_m = w->formation.head_y[f]});
}

static void wear(sp_tick *t, int32_t e, const sp_fighter *x, double lost) {
  sp_world *w = t->world;
  int32_t f = x->formation;
  double hours = STEP_MIN / 60.0;
  bool near = x->sector < SP_SECTOR_RESERVE && w->engagement.gap_m[e * 3 + x->sector] <= t->k->fight_stand_m, locked = x->shock > 0.0;
  double order = w->formation.order[f] - t->k->fight_order_per_loss * lost;
  if (locked) order -= t->k->fight_order_melee_per_h * hours * sp_calc_dark_disorder(t->k, dark_at(t, e));
  else if (!near) order += t->k->fight_order_back_per_h * hours * (1.0 - dark_at(t, e));
  w->formation.order[f] = sp_clamp(order, 0.0, 1.0);
  if (near) w->formation.fatigue[f] = sp_clamp(w->formation.fatigue[f] + t->k->fight_tire_per_h * hours * (locked ? t->k->fight_shock_tires : 1.0), 0.0, 1.0);
}

static void suffer(sp_tick *t, int32_t e, sp_fighter *x, const sp_dice *dice, double fade, sp_minute mark) {
  sp_world *w = t->world;
  int32_t f = x->formation, fire = 0, shock = 0;
  double men = sp_max(1.0, x->men);
  if (x->fire + x->shock > 0.0) {
    sp_draw4 die = sp_draw(dice, w->formation.key[f], SP_STREAM_HIT, 0);
    fire = hit(x, x->fire, sp_unit53(die.word[0], die.word[1]));
    shock = sp_min_i32(x->men - fire, hit(x, x->shock, sp_unit53(die.word[2], die.word[3])));
  }
  int32_t burst = sp_min_i32(x->burst, x->men - fire - shock);
  fire += burst;
  x->by_fire += fire;
  x->by_hand += shock;
  x->men -= fire + shock;
  w->combat.hour_fallen[f] += fire;
  double lost = (fire + shock) / men;
  w->combat.recent_loss[f] = sp_min(1.0, w->combat.recent_loss[f] * fade + lost);
  w->combat.unanswered[f] = sp_min(1.0, w->combat.unanswered[f] * fade + (fire - burst) / men * x->unanswered);
  w->combat.pressed[f] = x->pressed;
  if (fire + shock > 0 || x->shock > 0.0) w->engagement.quiet_since[e] = mark;
  wear(t, e, x, lost);
}

static void share_out(const sp_tick *t, sp_fight_state *x, sp_minute mark) {
  double temper = sp_exp(t->world->engagement.temper[x->engagement]) * STEP_MIN;
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (f->line <= 0.0) continue;
    const sp_line_state *l = &x->line[f->part][f->sector];
    double share = f->line / l->men * sp_calc_depth(t->k, 1.0 / sp_max(0.05, l->room), sp_horse_share_of(l));
    f->fire = l->fire * share * temper * sp_veiled_fire(t, x, f, mark);
    f->shock = l->shock * share * temper;
    f->unanswered = l->fire > 0.0 ? 1.0 - sp_min(1.0, l->pays_back / l->fire) : 0.0;
    f->flank = l->flanked;
    f->pressed = l->pressed;
  }
}

/* ---- telling */

static void tell_losses(sp_tick *t, const sp_fight_state *x, sp_minute mark) {
  sp_world *w = t->world;
  int32_t e = x->engagement;
  for (int32_t p = 0; p < 2; p++) {
    int32_t *killed = &w->engagement.hour_killed[e * 2 + p], *hurt = &w->engagement.hour_wounded[e * 2 + p], best = -1;
    for (int32_t i = 0; i < x->count; i++) {
      const sp_fighter *f = &x->fighter[i];
      if (f->part != p) continue;
      if (best < 0 || f->men > x->fighter[best].men || (f->men == x->fighter[best].men && w->formation.key[f->formation] < w->formation.key[x->fighter[best].formation])) best = i;
    }
    int32_t of = best >= 0 ? x->fighter[best].formation : -1;
    if (of >= 0 && *killed + *hurt > 0) sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_LOSSES, .side = w->formation.side[of], .node = w->engagement.node[e], .subject = w->formation.key[of], .a = *killed, .b = *hurt, .c = e, .x_m = w->engagement.x[e], .y_m = w->engagement.y[e]});
    *killed = *hurt = 0;
  }
}

/* Who shot most at those who stand in this sector: the body with the most shooters there; of equals the lower key. */
static sp_key shooters_at(const sp_world *w, const sp_fight_state *x, const sp_fighter *hit) {
  int32_t best = -1, from = hit->sector < SP_SECTOR_RESERVE ? sp_faced_sector(x, hit->part, hit->sector) : -1;
  double most = 0.0;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    double shoots = f->arms.shot + f->arms.bow + f->arms.light_guns + f->arms.heavy_guns;
    if (f->part == hit->part || !f->stands || (from >= 0 && f->sector != from) || shoots <= 0.0) continue;
    if (best >= 0 && (shoots < most || (shoots == most && w->formation.key[f->formation] > w->formation.key[x->fighter[best].formation]))) continue;
    best = i;
    most = shoots;
  }
  return best >= 0 ? w->formation.key[x->fighter[best].formation] : 0;
}

static void tell_fire(sp_tick *t, const sp_fight_state *x, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < x->count; i++) {
    int32_t f = x->fighter[i].formation, fallen = w->combat.hour_fallen[f];
    w->combat.hour_fallen[f] = 0;
    if (fallen > 0) sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_FIRE, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .object = shooters_at(w, x, &x->fighter[i]), .a = fallen, .c = x->engagement, .x_m = w->formation.head_x[f], .y_m = w->formation.head_y[f]});
  }
}

/* ---- the rule */

static void enter_all(sp_tick *t, sp_fight_state *x, sp_minute mark) {
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  for (int32_t i = 0; i < x->count; i++) enter_fallen(t, x->engagement, &x->fighter[i], &dice, mark);
}

static void step(sp_tick *t, sp_fight_state *x, sp_minute mark, double fade) {
  const sp_engagement_columns *g = &t->world->engagement;
  int32_t e = x->engagement, charged[3];
  if (g->gives_up[e * 2] || g->broken[e * 2] || g->broken[e * 2 + 1]) return; /* it is over */
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  spent used[2][3];
  form_lines(t, x);
  advance(t, x, mark, charged);
  sp_light_smoke(t, x, mark);
  fire_step(t, x, charged, used);
  sp_throw_grenades(t, x, charged, mark);
  sp_set_flanks(t, x);
  shock_step(t, x, charged);
  share_out(t, x, mark);
  for (int32_t i = 0; i < x->count; i++) {
    sp_fighter *f = &x->fighter[i];
    if (!f->stands) continue;
    if (f->line > 0.0) spend(t, f, &used[f->part][f->sector], mark);
    suffer(t, e, f, &dice, fade, mark);
  }
  if (mark % ENTRY_MIN == 0) enter_all(t, x, mark);
  sp_morale_step(t, x, mark);
  if (mark % 60 == 0) {
    tell_losses(t, x, mark);
    tell_fire(t, x, mark);
  }
}

/* Away from the fight the memory of it fades. */
static void forget(sp_tick *t) {
  sp_world *w = t->world;
  double fade = sp_exp(-t->dt_min / 60.0 / t->k->fight_fade_h);
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t f = 0; f < used; f++) {
    if (w->combat.engagement[f] >= 0) continue;
    if (w->munition.smoke_untold[f * 3] > 0) sp_tell_smoke(w, f, t->from);
    if (w->combat.recent_loss[f] <= 0.0) continue;
    w->combat.recent_loss[f] = w->combat.recent_loss[f] > 1e-4 ? w->combat.recent_loss[f] * fade : 0.0;
    w->combat.unanswered[f] = w->combat.recent_loss[f] > 0.0 ? w->combat.unanswered[f] * fade : 0.0;
  }
}

void sp_rule_fight(sp_tick *t) {
  sp_world *w = t->world;
  forget(t);
  if (sp_used(w, SP_TABLE_ENGAGEMENT) == 0) return;
  sp_wards_list(w);
  roll r;
  double fade = sp_exp(-STEP_MIN / 60.0 / t->k->fight_fade_h);
  if (make_roll(w, &r)) {
    for (int32_t n = 0; n < r.fights; n++) {
      sp_minute mark = sp_first_step(t->from);
      for (; mark <= t->to; mark += SP_FIGHT_STEP_MIN) {
        if (mark > w->engagement.since[r.fight[n].engagement]) step(t, &r.fight[n], mark, fade);
      }
      enter_all(t, &r.fight[n], mark); /* before anybody else looks at them */
    }
  }
  free_roll(&r);
}
