/* sighting.c - what each body's men see.
 *
 * Models    enemy bodies found by chance growing with nearness, size, motion and light, against cover and screen;
 *           own bodies in sight are simply known. What is seen is reported with errors: the place as far off as
 *           distances are judged by eye, the men log-normal, the heading by so many degrees, horse taken for foot; whose
 *           they are is not told from far. The same eye errs the same way about the same body all day, so that a
 *           standing enemy does not seem to swell and shrink, and errs less as it comes nearer. The observer's headquarters knows
 *           at once.
 * Reads     formations (places, men, motion), sky over both, the observer's skill, his picture.
 * Writes    reports, contacts of the observer, hq.report_due.
 * Emits     SIGHTED for a contact that was not there before.
 *           A veil of smoke pots between eye and body hides it while it lasts.
 * Formula   the observer looks from his head, middle and tail, the target is its whole length; visibility the
 *           worse of the two skies', the target's dust counted; chance 1 - exp(-rate * 5) at every fifth minute of
 *           the clock, keyed by (observer, target, minute). Certain and hopeless looks are not drawn. Reported
 *           when new, materially changed or picture_again_min old; what stands where it stood within the half
 *           hour is not looked at twice. Who is told to follow the enemy has by day scouts out before him: one more pair of
 *           eyes, sighting_scouts_m toward where he believes him, or no farther than that place.
 * Sources   sighting.def, picture.def; src/lore/sight.c.
 * Leaves out  what is seen of boats at sea and from them, false contacts, the smoke of guns, other patrols beyond the column, the hour that a scout needs to ride back, who sees from a hill.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/fetch.h"
#include "world/near.h"
#include "world/ride.h"
#include "world/scratch.h"

#define LOOK_MIN 5
#define FRIEND_MIN 30
#define MOST_SEEN 64
#define HOPELESS 1e-5
#define CERTAIN 0.99999
#define THIN 0.01 /* no veil */
#define PURPOSE_SEEN 0x7365656eu

typedef struct seen {
  int32_t target;
  double distance_m, visibility_m;
  sp_xy at; /* its nearest point */
  sp_minute minute;
} seen;

/* A veil of smoke: from a to b, so thick. */
typedef struct veil {
  sp_xy a, b;
  double thick;
} veil;
typedef sp_array(veil) veils;

typedef struct look {
  sp_tick *t;
  veils smoke;
  sp_xy from; /* the eye that is nearest to what is looked at */
  sp_shown *shown; /* by formation */
  int32_t observer;
  sp_xy eye[4];
  int32_t eyes;
  seen list[MOST_SEEN];
  int32_t count, farthest; /* of a full list, the one to go first; -1: look for it */
} look;

static double unit32(uint32_t word) { return ((double)word + 0.5) * (1.0 / 4294967296.0); }

static double sky_visibility(const sp_tick *t, int32_t region, double dust_m) {
  const sp_region_columns *r = &t->world->region;
  return sp_calc_visibility_m(t->k, r->light[region], r->rain_mm_h[region], r->fog_m[region], dust_m);
}

static double dust_of(const sp_tick *t, int32_t f, int32_t region) {
  const sp_world *w = t->world;
  sp_column column = sp_column_of(w, f);
  int32_t edge = sp_formation_edge(w, f);
  double mud = edge >= 0 ? w->region.mud[region * SP_SOIL_COUNT + w->model->edge[edge].soil] : 0.0;
  return sp_calc_dust_m(t->k, &column, mud, w->region.rain_mm_h[region], w->region.snow_mm[region] > 0.0);
}

/* Told to follow the enemy, by day, with horse to spare. */
static bool has_scouts(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  if (w->formation.verb[f] != SP_VERB_FOLLOW || w->region.light[sp_formation_region(w, f)] < t->k->march_start_light) return false;
  return w->combat.stance[f] <= SP_WAVERING && (double)w->formation.mounted[f] >= t->k->sighting_scouts_horse && sp_quarry(w, f) == SP_QUARRY_ENEMY;
}

/* Once for everybody, in the order of the rows. */
static void show_all(const sp_tick *t) {
  const sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t f = 0; f < used; f++) {
    sp_fetch_roads(w, f, used);
    if (!w->formation.alive[f]) continue;
    w->scratch->shown[f] = (sp_shown){.middle = sp_near_middle(w, f), .radius_m = sp_near_radius(w, f), .key = w->formation.key[f], .visibility_m = -1.0, .region = sp_formation_region(w, f),
                                      .parent = w->formation.parent[f], .men = sp_men_of(w, f), .side = (uint8_t)w->formation.side[f], .marches = sp_formation_marches(w, f)};
    if (has_scouts(t, f)) w->scratch->shown[f].radius_m += t->k->sighting_scouts_m;
  }
}

static const sp_shown *show(const look *l, int32_t f) {
  sp_shown *s = &l->shown[f];
  if (s->visibility_m >= 0.0) return s;
  s->dust_m = s->marches ? dust_of(l->t, f, s->region) : 0.0;
  s->visibility_m = sp_max(sky_visibility(l->t, s->region, s->dust_m), 1e-3);
  return s;
}

static double pair_visibility(const look *l, int32_t from, const sp_shown *to) {
  int32_t here = l->shown[from].region;
  return here == to->region ? to->visibility_m : sp_min(to->visibility_m, sky_visibility(l->t, here, to->dust_m));
}

static bool out_of_sight(const sp_shown *a, const sp_shown *b, double visibility) {
  double reach = visibility + a->radius_m + b->radius_m, dx = a->middle.x - b->middle.x, dy = a->middle.y - b->middle.y;
  return dx * dx + dy * dy >= reach * reach;
}

/* Where they are: on their way to where he was last believed to be. */
static sp_xy scouts_of(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  int32_t r = sp_believed_report(w, f, SP_QUARRY_ENEMY), goal = w->formation.goal_node[f];
  sp_xy at = {w->formation.head_x[f], w->formation.head_y[f]}, to = r >= 0 ? (sp_xy){w->report.x[r], w->report.y[r]} : goal >= 0 ? t->model->node[goal].at : at;
  double dx = to.x - at.x, dy = to.y - at.y, away = sp_sqrt(dx * dx + dy * dy), share = sp_min(1.0, t->k->sighting_scouts_m / sp_max(away, 1.0));
  return (sp_xy){at.x + share * dx, at.y + share * dy};
}

/* The eyes of a column: head, and when it is long its middle and tail. */
static void open_eyes(look *l) {
  const sp_world *w = l->t->world;
  int32_t f = l->observer;
  double extent = w->formation.extent_m[f];
  l->eye[0] = (sp_xy){w->formation.head_x[f], w->formation.head_y[f]};
  l->eyes = extent > 2000.0 ? 3 : extent > 200.0 ? 2 : 1;
  if (l->eyes > 1) l->eye[1] = (sp_xy){w->formation.tail_x[f], w->formation.tail_y[f]};
  if (l->eyes > 2) l->eye[2] = sp_formation_point(w, f, 0.5 * extent);
  if (has_scouts(l->t, f)) l->eye[l->eyes++] = scouts_of(l->t, f);
}

static double distance_to(look *l, int32_t target, sp_xy *nearest) {
  if (!l->eyes) open_eyes(l);
  double best = -1.0;
  for (int32_t i = 0; i < l->eyes; i++) {
    sp_xy at;
    double d = sp_column_distance_m(l->t->world, target, l->eye[i], &at);
    if (best >= 0.0 && d >= best) continue;
    best = d;
    *nearest = at;
    l->from = l->eye[i];
  }
  return best;
}

/* ---- smoke between */

static void list_veils(const sp_tick *t, veils *list) {
  const sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_MUNITION); f++) {
    if (w->munition.veil[f] <= 0.0) continue;
    sp_xy at = {w->munition.veil_xy[f * 2], w->munition.veil_xy[f * 2 + 1]}, axis = {w->munition.veil_axis[f * 2], w->munition.veil_axis[f * 2 + 1]};
    double half = 0.5 * w->munition.veil_m[f], age = (double)(t->to - w->munition.veil_at[f]) - 0.5 * t->dt_min;
    veil v = {.a = {at.x - half * axis.y, at.y + half * axis.x}, .b = {at.x + half * axis.y, at.y - half * axis.x},
              .thick = sp_calc_smoke(t->k, w->munition.veil[f], 0.0, w->region.wind_m_s[sp_region_at(t->model, at)], age)};
    if (v.thick >= THIN && !sp_push(list, v)) return;
  }
}

static double turn(sp_xy a, sp_xy b, sp_xy c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static bool crosses(const veil *v, sp_xy eye, sp_xy at) { return turn(eye, at, v->a) * turn(eye, at, v->b) < 0.0 && turn(v->a, v->b, eye) * turn(v->a, v->b, at) < 0.0; }

/* The thickest of those between. */
static double through_smoke(const look *l, sp_xy at, double visibility) {
  double thick = 0.0;
  for (size_t n = 0; n < l->smoke.count; n++)
    if (l->smoke.data[n].thick > thick && crosses(&l->smoke.data[n], l->from, at)) thick = l->smoke.data[n].thick;
  return thick > 0.0 ? sp_max(sp_calc_veil_seen_m(l->t->k, visibility, thick), 1e-3) : visibility;
}

static sp_cover cover_of(const sp_world *w, int32_t f) {
  int32_t edge = sp_formation_edge(w, f);
  if (edge >= 0) return (sp_cover)w->model->edge[edge].cover;
  return w->formation.node[f] >= 0 ? (sp_cover)w->model->node[w->formation.node[f]].cover : SP_COVER_OPEN;
}

/* The first fifth minute of this tick at which it is seen; -1: not. Three draws of one block to a quarter hour. */
static sp_minute first_look(const sp_tick *t, sp_key pair, double chance) {
  if (chance < HOPELESS) return -1;
  sp_draw4 draw = {{0, 0, 0, 0}};
  int64_t drawn = -1;
  for (sp_minute m = (t->from / LOOK_MIN + 1) * LOOK_MIN; m <= t->to; m += LOOK_MIN) {
    if (chance > CERTAIN) return m;
    if (m / 15 != drawn) {
      sp_dice quarter = {t->dice.seed, (uint32_t)(m / 15)};
      draw = sp_draw(&quarter, pair, SP_STREAM_SIGHT, 0);
      drawn = m / 15;
    }
    if (unit32(draw.word[m % 15 / LOOK_MIN]) < chance) return m;
  }
  return -1;
}

static int by_distance(const look *l, const seen *a, const seen *b) {
  if (a->distance_m < b->distance_m || b->distance_m < a->distance_m) return a->distance_m < b->distance_m ? -1 : 1;
  sp_key x = l->shown[a->target].key, y = l->shown[b->target].key;
  return x < y ? -1 : x > y;
}

/* When there is no room the farthest goes, of equals the higher key. */
static void keep_nearest(look *l, seen s) {
  if (l->count < MOST_SEEN) {
    l->list[l->count++] = s;
    l->farthest = -1;
    return;
  }
  if (l->farthest < 0) {
    l->farthest = 0;
    for (int32_t i = 1; i < MOST_SEEN; i++)
      if (by_distance(l, &l->list[i], &l->list[l->farthest]) > 0) l->farthest = i;
  }
  if (by_distance(l, &s, &l->list[l->farthest]) > 0) return;
  l->list[l->farthest] = s;
  l->farthest = -1;
}

static void look_at_enemy(look *l, int32_t target) {
  sp_tick *t = l->t;
  const sp_world *w = t->world;
  if (sp_at_sea(w, target)) return;
  const sp_shown *own = &l->shown[l->observer], *s = show(l, target);
  if (out_of_sight(own, s, s->visibility_m)) return;
  sp_xy at = s->middle;
  double visibility = pair_visibility(l, l->observer, s);
  double distance = distance_to(l, target, &at);
  bool hidden = w->combat.ambush[target] && sp_lies_in_wait(w, target);
  if (hidden) visibility = sp_min(visibility, t->k->ambush_shows_m);
  if (l->smoke.count > 0) visibility = through_smoke(l, at, visibility);
  if (distance >= visibility || s->men <= 0) return;
  double foot = (double)w->formation.foot[target] + (double)w->formation.followers[target];
  double screen = foot > 0.0 ? (double)w->formation.mounted[target] : 0.0;
  double rate = sp_calc_sight_per_min(t->k, distance, visibility, (double)s->men, s->marches, screen, cover_of(w, target));
  if (hidden) rate *= t->k->ambush_hidden;
  sp_minute minute = first_look(t, sp_key_pair(own->key, s->key), sp_hazard(rate, LOOK_MIN));
  if (minute >= 0) keep_nearest(l, (seen){target, distance, visibility, at, minute});
}

/* ---- what is made of it */

/* Whether men run or stand to fight is seen from near by; that they march or stand, from as far as they are. */
static sp_shape shape_seen(const sp_tick *t, const seen *s) {
  sp_shape shape = sp_formation_shape(t->world, s->target);
  if (s->distance_m <= sp_min(t->k->sighting_shape_m, s->visibility_m)) return shape;
  return sp_formation_marches(t->world, s->target) ? SP_SHAPE_MARCHING : SP_SHAPE_UNKNOWN;
}

/* What a body may be taken for that is seen badly: the next kind to its own; a train for foot, foot and horse together
 * for either. */
static int32_t mistaken_kind(int32_t horse, double u) {
  switch (horse) {
    case 0: return u < 0.75 ? 1 : 3;
    case 1: return u < 0.5 ? 0 : 2;
    case 2: return 1;
    default: return 0;
  }
}

/* Heading and kind, as seen: near enough the truth close by. */
static void judge_look(const look *l, const seen *s, int32_t r, double skill, uint32_t word, sp_key pair) {
  sp_tick *t = l->t;
  sp_report_columns *c = &t->world->report;
  sp_dice today = {t->dice.seed, (uint32_t)(s->minute / 1440)};
  sp_draw4 draw = sp_draw(&today, pair, SP_STREAM_SIGHT_ERROR, 1);
  double heading = sp_formation_heading(t->world, s->target);
  if (heading >= 0.0) {
    heading += sp_calc_heading_sigma_deg(t->k, s->distance_m, s->visibility_m, skill) * sp_normal_of(unit32(word));
    heading -= 360.0 * sp_floor(heading / 360.0);
  }
  c->heading_deg[r] = heading;
  int32_t horse = sp_formation_horse(t->world, s->target);
  bool wrong = unit32(draw.word[0]) < sp_calc_kind_wrong(t->k, s->distance_m, s->visibility_m, skill);
  c->horse[r] = (uint8_t)(wrong ? mistaken_kind(horse, unit32(draw.word[1])) : horse);
  c->side[r] = sp_calc_side_told(t->k, s->distance_m, s->visibility_m) ? t->world->formation.side[s->target] : SP_SIDE_UNTOLD;
}

static int32_t write_report(const look *l, const seen *s) {
  sp_tick *t = l->t;
  sp_world *w = t->world;
  int32_t hq = w->formation.hq[l->observer], f = s->target, person = w->hq.person[hq];
  sp_key pair = sp_key_pair(w->formation.key[l->observer], w->formation.key[f]);
  int32_t r = sp_row_new(w, SP_TABLE_REPORT, sp_key_born(pair, s->minute, PURPOSE_SEEN, 0));
  if (r < 0) return -1;
  double skill = person >= 0 ? t->model->person[person].trait[SP_TRAIT_SKILL] : 0.5;
  sp_dice today = {t->dice.seed, (uint32_t)(s->minute / 1440)};
  sp_draw4 draw = sp_draw(&today, pair, SP_STREAM_SIGHT_ERROR, 0);
  sp_report_columns *c = &w->report;
  c->holders[r] = 1;
  c->observer[r] = hq;
  c->seen[r] = s->minute;
  c->kind[r] = SP_REPORT_SEEN;
  c->sigma[r] = sp_calc_estimate_sigma(t->k, s->distance_m, s->visibility_m, skill);
  c->error_m[r] = sp_max(t->k->sighting_place_least_m, t->k->sighting_place_share * s->distance_m);
  c->x[r] = s->at.x + c->error_m[r] * sp_normal_of(unit32(draw.word[1]));
  c->y[r] = s->at.y + c->error_m[r] * sp_normal_of(unit32(draw.word[2]));
  c->node[r] = sp_nearest_node(w->model, (sp_xy){c->x[r], c->y[r]});
  /* Of a long column one sees what stands within sight. */
  double extent = w->formation.extent_m[f], share = extent > 2.0 * s->visibility_m ? 2.0 * s->visibility_m / extent : 1.0;
  c->men[r] = sp_to_i32(sp_rint(sp_lognormal_of(unit32(draw.word[0]), share * (double)sp_men_of(w, f), c->sigma[r])));
  judge_look(l, s, r, skill, draw.word[3], pair);
  c->shape[r] = (uint8_t)shape_seen(t, s);
  c->goal_node[r] = -1;
  if (s->distance_m <= t->k->sighting_banner_m && s->distance_m <= s->visibility_m) c->leader[r] = w->hq.person[w->formation.hq[f]] + 1; /* his banner is known */
  return r;
}

static double turn_between(double a, double b) {
  double d = sp_abs(a - b);
  return d > 180.0 ? 360.0 - d : d;
}

static bool worth_telling(const sp_tick *t, int32_t old, int32_t fresh) {
  const sp_report_columns *c = &t->world->report;
  if ((double)(c->seen[fresh] - c->seen[old]) >= t->k->picture_again_min) return true;
  double dx = c->x[fresh] - c->x[old], dy = c->y[fresh] - c->y[old];
  double moved = sp_max(t->k->picture_gate_m, 0.5 * c->error_m[old]);
  if (dx * dx + dy * dy > moved * moved) return true;
  double men = (double)c->men[fresh], before = (double)c->men[old], share = t->k->picture_changed_share;
  if (men > before * (1.0 + share) || men < before * (1.0 - share)) return true;
  if (c->shape[fresh] != c->shape[old] && c->shape[fresh] != SP_SHAPE_UNKNOWN) return true;
  bool stands = c->heading_deg[fresh] < 0.0, stood = c->heading_deg[old] < 0.0;
  return stands != stood || (!stands && turn_between(c->heading_deg[fresh], c->heading_deg[old]) > t->k->sighting_turned_deg);
}

/* The eye falls on what it has seen within the half hour, there or thereabouts, standing or moving as before: no
 * need to look twice. The nearest such contact, by place alone; -1: none. */
static int32_t seen_again(const look *l, const seen *s, int32_t hq, uint32_t claimed) {
  const sp_world *w = l->t->world;
  bool marches = sp_formation_marches(w, s->target), flees = shape_seen(l->t, s) == SP_SHAPE_FLEEING;
  int32_t best = -1;
  double least = 0.0;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c] || (claimed & sp_belief_bit(c)) || !sp_same_side(w->report.side[r], w->formation.side[s->target])) continue;
    if ((double)(s->minute - w->report.seen[r]) >= l->t->k->picture_again_min || (w->report.heading_deg[r] >= 0.0) != marches) continue;
    if (flees && w->report.shape[r] != SP_SHAPE_FLEEING) continue;
    double dx = w->report.x[r] - s->at.x, dy = w->report.y[r] - s->at.y, far = l->t->k->picture_gate_m + w->report.error_m[r], off = dx * dx + dy * dy;
    if (off > far * far || (best >= 0 && off >= least)) continue;
    least = off;
    best = c;
  }
  return best;
}

static void note(look *l, const seen *s, uint32_t *claimed) {
  sp_tick *t = l->t;
  sp_world *w = t->world;
  int32_t hq = w->formation.hq[l->observer], again = seen_again(l, s, hq, *claimed);
  if (again >= 0) {
    *claimed |= sp_belief_bit(again);
    return;
  }
  int32_t r = write_report(l, s);
  if (r < 0) return;
  int32_t old = sp_belief_match(w, hq, r, *claimed);
  if (old >= 0 && w->report.side[r] == SP_SIDE_UNTOLD) w->report.side[r] = w->report.side[w->contact.report[old]]; /* whose it was told nearer by */
  bool fresh = old < 0;
  if (fresh || worth_telling(t, w->contact.report[old], r)) {
    int32_t contact = sp_belief_take(w, hq, r, s->minute, old, &fresh);
    if (contact >= 0) {
      w->hq.report_due[hq] = 1;
      *claimed |= sp_belief_bit(contact);
    }
    if (contact >= 0 && fresh)
      sp_emit(w, (sp_event){.minute = s->minute, .type = SP_EVENT_SIGHTED, .side = w->formation.side[l->observer], .node = w->report.node[r], .subject = w->formation.key[l->observer], .object = w->formation.key[s->target], .a = w->report.men[r], .b = sp_men_of(w, s->target), .c = w->contact.number[contact], .value = s->distance_m, .x_m = w->report.x[r], .y_m = w->report.y[r]});
  } else *claimed |= sp_belief_bit(old);
  sp_report_release(w, r);
}

/* Insertion by (distance, key): the lists are short, and no memory is wanted. */
static void note_all(look *l) {
  uint32_t claimed = 0;
  for (int32_t i = 1; i < l->count; i++)
    for (int32_t j = i; j > 0 && by_distance(l, &l->list[j], &l->list[j - 1]) < 0; j--) {
      seen swap = l->list[j];
      l->list[j] = l->list[j - 1];
      l->list[j - 1] = swap;
    }
  for (int32_t i = 0; i < l->count; i++) note(l, &l->list[i], &claimed);
}

/* ---- own bodies */

/* A headquarters keeps its eye on its superior, its own, and those beside it. */
static bool concerns(const look *l, int32_t g) {
  int32_t f = l->observer, parent = l->shown[f].parent, his = l->shown[g].parent;
  return parent == g || his == f || (parent >= 0 && his == parent);
}

static void look_at_friend(look *l, int32_t g, double visibility) {
  sp_world *w = l->t->world;
  const sp_shown *own = &l->shown[l->observer], *his = &l->shown[g];
  int32_t hq = w->formation.hq[l->observer];
  if (!concerns(l, g) || out_of_sight(own, his, visibility)) return;
  int32_t c = sp_belief_friend(w, hq, his->key), held = c >= 0 ? w->contact.report[c] : -1;
  sp_minute minute = l->t->to - l->t->to % FRIEND_MIN;
  if (held >= 0 && w->report.seen[held] >= minute) return;
  if (c < 0 && w->hq.contact_count[hq] >= SP_CONTACTS) return;
  sp_xy nearest;
  double distance = distance_to(l, g, &nearest);
  if (distance >= visibility) return;
  int32_t r = sp_report_own_state(w, hq, g, minute);
  if (r < 0) return;
  w->report.kind[r] = SP_REPORT_SEEN;
  if (distance > l->t->k->sighting_shape_m) w->report.stage[r] = SP_STAGE_NONE;
  (void)sp_belief_take(w, hq, r, minute, c, NULL);
  sp_report_release(w, r);
}

/* His picture is full: only of those in it can he learn anything, however many stand about him. */
static void look_at_known_friends(look *l, double visibility) {
  const sp_world *w = l->t->world;
  int32_t f = l->observer, hq = w->formation.hq[f];
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] < 0 || !w->contact.friendly[c]) continue;
    int32_t g = sp_formation_by_key(w, w->report.subject[w->contact.report[c]]);
    if (g >= 0 && g != f && w->formation.side[g] == w->formation.side[f]) look_at_friend(l, g, visibility);
  }
}

/* ---- the rule */

/* How far anybody sees: by the sky alone, which is noted for each region, and with dust to help him. */
static double farthest_sight(const sp_tick *t, double *with_dust) {
  double most = 0.0, dusty = 0.0;
  for (int32_t r = 0; r < t->model->region_count; r++) {
    double plain = t->world->scratch->region_sight_m[r] = sky_visibility(t, r, 0.0);
    most = sp_max(most, plain);
    dusty = sp_max(dusty, t->world->region.rain_mm_h[r] <= 0.0 ? sky_visibility(t, r, t->k->sighting_dust_m) : plain);
  }
  *with_dust = dusty;
  return most;
}

static void look_for_enemies(look *l, const sp_near *bodies, double reach) {
  const sp_world *w = l->t->world;
  int32_t f = l->observer;
  uint32_t others = sp_near_enemies(bodies, f, reach);
  for (int32_t side = 0; others && side < w->model->side_count; side++) {
    if (!(others >> side & 1u)) continue;
    sp_near_walk walk = sp_near_about(bodies, side, l->shown[f].middle, reach + l->shown[f].radius_m);
    for (int32_t g = sp_near_next(&walk); g >= 0; g = sp_near_next(&walk)) look_at_enemy(l, g);
  }
}

static void look_for_friends(look *l, const sp_near *bodies, double plain) {
  const sp_world *w = l->t->world;
  int32_t f = l->observer;
  const sp_shown *own = &l->shown[f];
  double visibility = sp_min(plain, w->scratch->region_sight_m[own->region]);
  const int32_t *held = &w->hq.contact_count[w->formation.hq[f]];
  if (*held < SP_CONTACTS) {
    sp_near_walk walk = sp_near_about(bodies, own->side, own->middle, visibility + own->radius_m);
    for (int32_t g = sp_near_next(&walk); g >= 0 && *held < SP_CONTACTS; g = sp_near_next(&walk))
      if (g != f) look_at_friend(l, g, visibility);
  }
  if (*held >= SP_CONTACTS) look_at_known_friends(l, visibility);
}

/* Neighbours stand far apart in the rows: what is asked of the next observer first. */
SP_FETCH void fetch_next(const sp_world *w, const sp_near_tour *tour) {
  if (!tour->near->first || tour->next >= tour->end) return;
  int32_t f = tour->near->item[tour->next].formation;
  __builtin_prefetch(&w->scratch->shown[f]);
  __builtin_prefetch(&tour->near->cells[f]);
  __builtin_prefetch(&w->hq.contact_count[f]);
  __builtin_prefetch(&w->contact.report[f * SP_CONTACTS]);
}

void sp_rule_sighting(sp_tick *t) {
  const sp_world *w = t->world;
  bool enemies = sp_near_two_sides(w), friends = t->to / FRIEND_MIN != t->from / FRIEND_MIN;
  if (!enemies && !friends) return;
  double reach, plain = farthest_sight(t, &reach);
  const sp_near *bodies = sp_near_build(w, t->to, reach);
  show_all(t);
  look l;
  l.t = t;
  l.smoke = (veils){0};
  if (enemies) list_veils(t, &l.smoke);
  l.shown = w->scratch->shown;
  sp_near_tour tour = sp_near_all(bodies); /* nobody's look depends on another's: any order will do */
  for (int32_t f = sp_near_all_next(&tour); f >= 0; f = sp_near_all_next(&tour)) {
    fetch_next(w, &tour);
    l.observer = f;
    l.eyes = l.count = 0;
    if (enemies && !sp_at_sea(w, f)) look_for_enemies(&l, bodies, reach);
    if (friends) look_for_friends(&l, bodies, plain);
    if (l.count) note_all(&l);
  }
  sp_array_free(&l.smoke);
}
