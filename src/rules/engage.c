/* engage.c - who comes to a fight, where he stands in it, and when it is over.
 *
 * Models   fights that open when somebody who wants one is in reach of an enemy; bodies near that join; the line of
 *          each side in left, centre, right and a reserve, limited by the ground; columns that come into line by and
 *          by; surprise; the end by rout, by breaking off, by silence, by night.
 * Reads    places and columns, verb, posture, pictures (who knew of the enemy), light, stance, works that a body stands in.
 * Writes   the engagement's birth and death; combat.engagement, sector, deployed, form, surprise, cover, ditch, ring, wall, works, laager, flanking,
 *          men_before, killed_first; verb and posture of bodies whose attack is spent.
 * Emits    BATTLE_BEGINS, BATTLE_JOINED, FLANKED, DEPLOYED, BREAKS_OFF (a body ordered away), BATTLE_ENDS.
 * Formula  src/lore/line.c. Pairs are taken up in order of distance, then of key; newcomers in order of distance to
 *          the place, then of key. Each goes where his side's line has the most room for its length, horse on the wings, every fourth
 *          stays behind. Who comes from more than 60 degrees off his side's front is on the flank, from more than 120 in the rear.
 *          Over a river that cannot be passed nobody comes to a fight, nor joins one (world/waters.c); across.c has what is shot over it.
 * Sources  engage.def.
 * Leaves out  a ring of wagons closed under attack; more than two sides in one fight; deliberate wheeling of a wing.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "rules/muster.h"
#include "rules/way_plan.h"
#include "rules/withdraw.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/near.h"
#include "world/phases.h"
#include "world/ride.h"
#include "world/waters.h"

enum { BORN_ENGAGEMENT = 21 };

typedef struct pair {
  int32_t comes, stands;
  double distance_m;
} pair;

typedef struct newcomer {
  int32_t formation, engagement;
  double distance_m;
} newcomer;

typedef sp_array(pair) pairs;
typedef sp_array(newcomer) newcomers;
typedef sp_array(int32_t) body_rows;

/* From the nearer of two heads to the other's column. */
static double between(const sp_world *w, int32_t f, int32_t g) {
  return sp_min(sp_column_distance_m(w, g, sp_head_of(w, f), NULL), sp_column_distance_m(w, f, sp_head_of(w, g), NULL));
}

static void emit(sp_tick *t, sp_event_type type, int32_t f, int32_t object, int32_t a, int32_t b, int32_t c, double value) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = t->to, .type = (uint16_t)type, .side = f >= 0 ? w->formation.side[f] : (int8_t)-1, .node = -1, .subject = f >= 0 ? w->formation.key[f] : 0, .object = object >= 0 ? w->formation.key[object] : 0, .a = a, .b = b, .c = c, .value = value, .x_m = f >= 0 ? w->formation.head_x[f] : 0.0, .y_m = f >= 0 ? w->formation.head_y[f] : 0.0});
}

static void draw_form(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  int64_t day = t->to / 1440;
  if (w->combat.form_day[f] == day) return;
  sp_dice today = {t->dice.seed, (uint32_t)day};
  w->combat.form[f] = t->k->engage_form_sigma * sp_normal_of(sp_uniform(&today, w->formation.key[f], SP_STREAM_FORM_OF_DAY, 0));
  w->combat.form_day[f] = day;
}

/* ---- the line */

typedef struct line_room {
  double length_m[3];
  int32_t bodies, reserves;
} line_room;

static line_room room_of(const sp_tick *t, int32_t e, int32_t part, const body_rows *in_fights) {
  const sp_world *w = t->world;
  line_room room = {.bodies = 0};
  for (size_t n = 0; n < in_fights->count; n++) {
    int32_t f = in_fights->data[n];
    if (w->combat.engagement[f] != e || sp_part_of(w, e, f) != part || !w->combat.men_before[f]) continue;
    room.bodies++;
    if (w->combat.sector[f] == SP_SECTOR_RESERVE) room.reserves++;
    else room.length_m[w->combat.sector[f]] += sp_line_m(w, f);
  }
  return room;
}

/* Centre first, then left, then right, each to the same length, horse on the wings; what finds no room, and every fourth
 * body, is reserve; but who comes at the moment that was set for him goes in. */
static uint8_t place_for(const sp_tick *t, int32_t e, int32_t f, const line_room *room) {
  static const uint8_t order[3] = {SP_SECTOR_CENTRE, SP_SECTOR_LEFT, SP_SECTOR_RIGHT};
  bool comes = sp_comes_at_its_moment(t->world, f);
  if (!comes && (double)(room->reserves + 1) <= t->k->engage_reserve_share * (double)(room->bodies + 1)) return SP_SECTOR_RESERVE;
  double most = sp_sector_m(t->world, e);
  bool wings = !t->world->engagement.one_line[e], rides = wings && sp_mounted_share(t->world, f) >= 0.5;
  uint8_t best = rides ? SP_SECTOR_LEFT : SP_SECTOR_CENTRE;
  for (int32_t n = 1; n < 3 && wings; n++) {
    if (room->length_m[order[n]] < room->length_m[best]) best = order[n];
  }
  return comes || room->length_m[best] < most ? best : (uint8_t)SP_SECTOR_RESERVE;
}

static void come_in(sp_tick *t, int32_t e, int32_t f, line_room *room) {
  sp_world *w = t->world;
  int32_t part = sp_part_of(w, e, f), men = sp_men_of(w, f);
  int32_t wing = SP_SECTOR_CENTRE;
  double flanking = w->engagement.since[e] < t->to ? sp_flanking_of(t, e, f, &wing) : 0.0;
  uint8_t sector = flanking > 0.0 ? (uint8_t)(w->engagement.one_line[e] ? SP_SECTOR_CENTRE : sp_sector_turned(part, wing)) : place_for(t, e, f, room);
  w->combat.engagement[f] = e;
  w->combat.sector[f] = sector;
  w->combat.men_before[f] = men;
  w->combat.killed_first[f] = 0;
  w->combat.surprise[f] = sp_surprise_of(t, f);
  w->combat.laager[f] = sp_laager_of(t, e, f);
  w->combat.flanking[f] = flanking;
  w->combat.closes[f] = 0;
  sp_works_use works = sp_stands_in_works(t, e, f);
  w->combat.ditch[f] = works.ditch;
  w->combat.ring[f] = works.ring;
  w->combat.wall[f] = works.wall;
  w->combat.cover[f] = sp_cover_of(t, e, f, works.cover);
  w->combat.deployed[f] = 0.0;
  draw_form(t, f);
  w->engagement.began_men[e * 2 + part] += men;
  room->bodies++;
  if (sector == SP_SECTOR_RESERVE) room->reserves++;
  else room->length_m[sector] += sp_line_m(w, f);
  if (flanking > 0.0) emit(t, SP_EVENT_FLANKED, f, -1, wing, flanking > 0.5 ? 2 : 1, e, 0.0);
}

/* ---- opening */

static void set_ground(sp_tick *t, int32_t e, int32_t comes, int32_t stands) {
  sp_world *w = t->world;
  const sp_model *m = t->model;
  int32_t edge = sp_formation_edge(w, stands), way = edge >= 0 ? edge : sp_formation_edge(w, comes), node = w->formation.node[stands];
  sp_relief relief = SP_RELIEF_PLAIN;
  sp_cover cover = SP_COVER_OPEN;
  if (edge >= 0 || node < 0) {
    relief = way >= 0 ? (sp_relief)m->edge[way].relief : relief;
    cover = way >= 0 ? (sp_cover)m->edge[way].cover : cover;
  } else {
    relief = (sp_relief)m->node[node].relief;
    cover = (sp_cover)m->node[node].cover;
  }
  sp_xy a = sp_head_of(w, comes), nearest;
  sp_column_distance_m(w, stands, a, &nearest);
  double ax = nearest.x - a.x, ay = nearest.y - a.y, far = sp_sqrt(ax * ax + ay * ay);
  w->engagement.axis[e * 2] = far > 0.0 ? ax / far : 1.0;
  w->engagement.axis[e * 2 + 1] = far > 0.0 ? ay / far : 0.0;
  w->engagement.x[e] = 0.5 * (a.x + nearest.x);
  w->engagement.y[e] = 0.5 * (a.y + nearest.y);
  w->engagement.node[e] = sp_nearest_place(m, (sp_xy){w->engagement.x[e], w->engagement.y[e]});
  w->engagement.region[e] = sp_formation_region(w, stands);
  w->engagement.relief[e] = (uint8_t)relief;
  w->engagement.cover[e] = (uint8_t)cover;
  w->engagement.front_m[e] = sp_calc_frontage_m(t->k, relief, cover, way >= 0 ? (sp_road_class)m->edge[way].road_class : SP_ROAD_ROAD);
  int32_t wall = sp_wall_of(w, stands);
  if (wall >= 0) w->engagement.front_m[e] = sp_min(w->engagement.front_m[e], 0.5 * sp_wall_length_m(w, wall)); /* nobody storms a town from all sides at once */
}

static void link_to(sp_world *w, int32_t f, int32_t e) {
  w->combat.engagement[f] = e;
  w->combat.men_before[f] = 0; /* it comes in with the others */
}

/* Row of the fight, or -1 when no row is free: they try again in the next tick. */
static int32_t open_fight(sp_tick *t, const pair *p) {
  sp_world *w = t->world;
  int32_t comes = p->comes, stands = p->stands;
  /* Both come on: he who marches; else a die. */
  if (sp_wants_fight(w, stands) && w->combat.engagement[stands] < 0) {
    bool first = w->formation.activity[comes] == SP_MARCHING, second = w->formation.activity[stands] == SP_MARCHING;
    sp_dice dice = sp_tie_dice(t);
    double a = sp_uniform(&dice, w->formation.key[comes], SP_STREAM_TIE, 2), b = sp_uniform(&dice, w->formation.key[stands], SP_STREAM_TIE, 2);
    bool swap = first != second ? second : b < a;
    if (swap) {
      comes = p->stands;
      stands = p->comes;
    }
  }
  sp_key key = sp_key_born(sp_key_pair(w->formation.key[comes], w->formation.key[stands]), t->to, BORN_ENGAGEMENT, 0);
  int32_t e = sp_row_new(w, SP_TABLE_ENGAGEMENT, key);
  if (e < 0) return -1;
  w->engagement.alive[e] = 1;
  w->engagement.since[e] = w->engagement.quiet_since[e] = t->to;
  w->engagement.attacker[e] = w->formation.side[comes];
  w->engagement.defender[e] = w->formation.side[stands];
  sp_dice once = {t->dice.seed, 0};
  w->engagement.temper[e] = t->k->engage_temper_sigma * sp_normal_of(sp_uniform(&once, key, SP_STREAM_TEMPER, 0));
  set_ground(t, e, comes, stands);
  w->engagement.by_night[e] = w->region.light[w->engagement.region[e]] < t->k->engage_dark_light;
  for (int32_t s = 0; s < 3; s++) w->engagement.gap_m[e * 3 + s] = sp_min(p->distance_m, t->k->engage_reach_m);
  link_to(w, comes, e);
  link_to(w, stands, e);
  return e;
}

static int by_distance(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  const pair *a = left, *b = right;
  if (a->distance_m < b->distance_m || b->distance_m < a->distance_m) return a->distance_m < b->distance_m ? -1 : 1;
  sp_key x = w->formation.key[a->comes], y = w->formation.key[b->comes];
  if (x != y) return x < y ? -1 : 1;
  x = w->formation.key[a->stands];
  y = w->formation.key[b->stands];
  return x < y ? -1 : x > y;
}

/* Foot does not catch a column that marches away; horse does. A party that means to ride off is caught by horse that is fresher than its own. */
static bool can_catch(const sp_world *w, int32_t f, int32_t g) {
  if (sp_harasses(w, g) && w->combat.engagement[g] < 0) return 2 * w->formation.mounted[f] >= w->formation.foot[f] + w->formation.mounted[f] && sp_wind_now(w, f, w->head->minute) > sp_wind_now(w, g, w->head->minute);
  if (w->formation.activity[g] != SP_MARCHING || !sp_marches_by(w, g)) return true;
  double hx = w->formation.head_x[g] - w->formation.head_x[f], hy = w->formation.head_y[g] - w->formation.head_y[f];
  double tx = w->formation.tail_x[g] - w->formation.head_x[f], ty = w->formation.tail_y[g] - w->formation.head_y[f];
  bool away = hx * hx + hy * hy > tx * tx + ty * ty;
  return !away || 5 * w->formation.mounted[f] >= w->formation.foot[f] + w->formation.mounted[f];
}

/* Posts of a ring stand all round: who comes upon the ring anywhere has come upon those who draw it. */
static double to_ring(const sp_world *w, int32_t f, int32_t g, double d) {
  int32_t ring = w->hq.invests[g] >= 0 ? sp_ring_drawn_by(w, g) : -1;
  if (ring < 0 || w->hq.invests[f] >= 0) return d;
  sp_xy at = sp_head_of(w, f), middle = w->model->node[w->model->wall[ring].node].at;
  double dx = at.x - middle.x, dy = at.y - middle.y, far = sp_sqrt(dx * dx + dy * dy);
  return sp_min(d, sp_abs(far - w->constants.siege_ring_m) / sp_max(0.01, w->wall.closed[ring * SP_OCTANTS + sp_octant_of(w, ring, at)]));
}

static void consider(const sp_tick *t, int32_t f, int32_t g, pair *best) {
  const sp_world *w = t->world;
  if (!sp_can_fight(w, g) || !can_catch(w, f, g) || (w->hq.before_wall[f] && sp_wall_of(w, g) >= 0)) return;
  int32_t e = w->combat.engagement[g];
  if (e >= 0 && sp_part_of(w, e, f) < 0) return;
  double d = to_ring(w, f, g, between(w, f, g));
  if (d > t->k->engage_reach_m || (best->stands >= 0 && (d > best->distance_m || (d == best->distance_m && w->formation.key[g] > w->formation.key[best->stands])))) return;
  if (sp_water_between(w, f, g)) return; /* the bridge is gone, the water too deep, the ice too thin */
  best->stands = g;
  best->distance_m = d;
}

static void find_pairs(const sp_tick *t, const sp_near *near, int32_t f, pairs *list) {
  const sp_world *w = t->world;
  double reach = t->k->engage_reach_m;
  uint32_t others = sp_near_enemies(near, f, reach);
  pair best = {f, -1, 0.0};
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (!(others >> side & 1u)) continue;
    sp_near_walk walk = sp_near_about(near, side, sp_near_middle(w, f), reach + sp_near_radius(w, f));
    for (int32_t g = sp_near_next(&walk); g >= 0; g = sp_near_next(&walk)) consider(t, f, g, &best);
  }
  if (best.stands >= 0) (void)sp_push(list, best);
}

/* A fight of these two sides that goes on near by: theirs is a part of it. */
static int32_t fight_near(const sp_tick *t, const pair *p) {
  const sp_world *w = t->world;
  int32_t best = -1;
  double least = t->k->engage_join_m * t->k->engage_join_m;
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++) {
    if (!w->engagement.alive[e] || sp_part_of(w, e, p->comes) < 0 || sp_part_of(w, e, p->stands) < 0) continue;
    double dx = w->formation.head_x[p->comes] - w->engagement.x[e], dy = w->formation.head_y[p->comes] - w->engagement.y[e], d2 = dx * dx + dy * dy;
    if (d2 > least || (best >= 0 && d2 == least && w->engagement.key[e] > w->engagement.key[best])) continue;
    if (sp_water_before(w, p->comes, (sp_xy){w->engagement.x[e], w->engagement.y[e]})) continue;
    least = d2;
    best = e;
  }
  return best;
}

/* By night only those fight who were told to go on through it. */
static bool is_light(const sp_tick *t, int32_t f) { return t->world->formation.through_night[f] || t->world->region.light[sp_formation_region(t->world, f)] >= t->k->engage_dark_light; }

static bool looks_for_fight(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  return w->combat.engagement[f] < 0 && sp_wants_fight(w, f) && sp_can_fight(w, f) && is_light(t, f);
}

static void open_fights(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  pairs list = {0};
  int32_t first = 0;
  while (first < used && !looks_for_fight(t, first)) first++;
  if (first == used) return;
  const sp_near *near = sp_near_build(w, t->to, t->k->engage_reach_m);
  for (int32_t f = first; f < used; f++) {
    if (looks_for_fight(t, f)) find_pairs(t, near, f, &list);
  }
  bool sorted = sp_sort(list.data, list.count, sizeof *list.data, by_distance, w);
  for (size_t n = 0; sorted && n < list.count; n++) {
    const pair *p = &list.data[n];
    int32_t his = w->combat.engagement[p->stands];
    if (w->combat.engagement[p->comes] >= 0) continue; /* somebody nearer has met him */
    int32_t e = his >= 0 ? his : fight_near(t, p);
    if (e < 0) (void)open_fight(t, p);
    else if (sp_part_of(w, e, p->comes) >= 0) {
      link_to(w, p->comes, e);
      if (his < 0) link_to(w, p->stands, e);
    }
  }
  sp_array_free(&list);
}

/* ---- joining */

/* Marches by, and has not been caught: it goes on. Bodies that break off have just been let go. */
static bool would_join(const sp_world *w, int32_t f) {
  return sp_can_fight(w, f) && w->combat.engagement[f] < 0 && !sp_marches_by(w, f) && !sp_waits_for_its_moment(w, f);
}

/* Who is told to hold a wall stays behind it while nobody comes on: a fight before it is the sally's own. */
static bool is_not_his(const sp_world *w, int32_t e, int32_t f) {
  if (sp_wall_of(w, f) < 0) return false;
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++)
    if (w->combat.engagement[g] == e && w->formation.side[g] != w->formation.side[f] && sp_wants_fight(w, g)) return false;
  return true;
}

static void add_newcomers(const sp_tick *t, const int32_t *open, int32_t count, int32_t f, newcomers *list) {
  const sp_world *w = t->world;
  int32_t e = w->combat.engagement[f];
  sp_xy at = sp_head_of(w, f);
  if (e >= 0 && w->combat.men_before[f]) return;
  double best = t->k->engage_join_m * t->k->engage_join_m;
  if (e < 0 && !would_join(w, f)) return;
  for (int32_t n = 0; n < count && w->combat.engagement[f] < 0; n++) {
    double dx = at.x - w->engagement.x[open[n]], dy = at.y - w->engagement.y[open[n]], d2 = dx * dx + dy * dy;
    if (sp_part_of(w, open[n], f) < 0 || d2 > best || (d2 == best && e >= 0 && w->engagement.key[open[n]] > w->engagement.key[e])) continue;
    if (sp_water_before(w, f, (sp_xy){w->engagement.x[open[n]], w->engagement.y[open[n]]}) || is_not_his(w, open[n], f)) continue;
    best = d2;
    e = open[n];
  }
  if (e < 0) return;
  double dx = at.x - w->engagement.x[e], dy = at.y - w->engagement.y[e];
  (void)sp_push(list, (newcomer){f, e, sp_sqrt(dx * dx + dy * dy)});
}

static int by_arrival(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  const newcomer *a = left, *b = right;
  if (a->engagement != b->engagement) return w->engagement.key[a->engagement] < w->engagement.key[b->engagement] ? -1 : 1;
  int32_t x = sp_part_of(w, a->engagement, a->formation), y = sp_part_of(w, b->engagement, b->formation);
  if (x != y) return x < y ? -1 : 1;
  if (a->distance_m < b->distance_m || b->distance_m < a->distance_m) return a->distance_m < b->distance_m ? -1 : 1;
  sp_key k = w->formation.key[a->formation], l = w->formation.key[b->formation];
  return k < l ? -1 : k > l;
}

static int32_t count_part(const sp_world *w, const newcomers *list, size_t from, int32_t e, int32_t part) {
  int32_t count = 0;
  for (size_t n = from; n < list->count && list->data[n].engagement == e; n++) count += sp_part_of(w, e, list->data[n].formation) == part;
  return count;
}

static int32_t largest_of(const sp_world *w, int32_t e, int32_t part, const body_rows *in_fights) {
  int32_t best = -1;
  for (size_t n = 0; n < in_fights->count; n++) {
    int32_t f = in_fights->data[n];
    if (w->combat.engagement[f] != e || sp_part_of(w, e, f) != part || w->combat.stance[f] > SP_WAVERING) continue;
    int32_t more = best < 0 ? 1 : sp_men_of(w, f) - sp_men_of(w, best);
    if (more > 0 || (more == 0 && w->formation.key[f] < w->formation.key[best])) best = f;
  }
  return best;
}

static void tell_opening(sp_tick *t, int32_t e, int32_t attacker, int32_t defender) {
  sp_world *w = t->world;
  const sp_engagement_columns *g = &w->engagement;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_BATTLE_BEGINS, .side = g->attacker[e], .node = -1, .subject = attacker >= 0 ? w->formation.key[attacker] : 0, .object = defender >= 0 ? w->formation.key[defender] : 0, .a = g->began_men[e * 2], .b = g->began_men[e * 2 + 1], .c = e, .value = g->front_m[e], .x_m = g->x[e], .y_m = g->y[e]});
}

static void tell_arrivals(sp_tick *t, const newcomers *list, size_t from, int32_t e, const body_rows *in_fights) {
  sp_world *w = t->world;
  bool begins = w->engagement.since[e] == t->to;
  if (begins) tell_opening(t, e, largest_of(w, e, 0, in_fights), largest_of(w, e, 1, in_fights));
  for (size_t n = from; n < list->count && list->data[n].engagement == e; n++) emit(t, SP_EVENT_BATTLE_JOINED, list->data[n].formation, -1, w->combat.sector[list->data[n].formation], 0, e, 0.0);
}

/* Those in any fight, in order of row: few of all, and asked for by every fight. Room for all is made; false: there is none. */
static bool list_in_fights(const sp_world *w, int32_t used, body_rows *list) {
  if (!sp_array_reserve((void **)&list->data, &list->capacity, (size_t)used, sizeof *list->data)) return false;
  list->count = 0;
  for (int32_t f = 0; f < used; f++)
    if (w->combat.engagement[f] >= 0) list->data[list->count++] = f;
  return true;
}

static void take_in(sp_tick *t, const int32_t *open, int32_t count, int32_t used, body_rows *in_fights) {
  sp_world *w = t->world;
  newcomers list = {0};
  if (!list_in_fights(w, used, in_fights)) return; /* they come in the next tick */
  for (int32_t f = 0; f < used; f++) add_newcomers(t, open, count, f, &list);
  bool sorted = sp_sort(list.data, list.count, sizeof *list.data, by_arrival, w);
  for (size_t n = 0; sorted && n < list.count;) {
    int32_t e = list.data[n].engagement, part = -1;
    size_t from = n;
    line_room room = {.bodies = 0};
    if (w->engagement.since[e] == t->to) w->engagement.one_line[e] = sp_min_i32(count_part(w, &list, n, e, 0), count_part(w, &list, n, e, 1)) < 3;
    for (; n < list.count && list.data[n].engagement == e; n++) {
      int32_t f = list.data[n].formation;
      if (sp_part_of(w, e, f) != part) {
        part = sp_part_of(w, e, f);
        room = room_of(t, e, part, in_fights);
      }
      if (w->combat.engagement[f] < 0) in_fights->data[in_fights->count++] = f;
      come_in(t, e, f, &room);
    }
    tell_arrivals(t, &list, from, e, in_fights);
  }
  sp_array_free(&list);
}

/* ---- going on */

static void leave(sp_world *w, int32_t f, bool whole) {
  int32_t e = w->combat.engagement[f], part = sp_part_of(w, e, f), men = sp_men_of(w, f);
  if (whole && part >= 0) w->engagement.began_men[e * 2 + part] = sp_max_i32(0, w->engagement.began_men[e * 2 + part] - men);
  w->combat.engagement[f] = -1;
  w->combat.pressed[f] = 0.0;
  w->combat.cover[f] = w->combat.ditch[f] = w->combat.ring[f] = w->combat.wall[f] = w->combat.laager[f] = w->combat.flanking[f] = 0.0;
  w->combat.closes[f] = 0;
}

typedef sp_array(sp_going_back) going;

static void let_go(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  going list = {0};
  for (int32_t f = 0; f < used; f++)
    if (w->combat.engagement[f] >= 0 && sp_can_fight(w, f) && sp_breaks_off(w, f)) (void)sp_push(&list, sp_reckon_going_back(t, f, false));
  for (size_t n = 0; n < list.count; n++) {
    int32_t f = list.data[n].formation;
    emit(t, SP_EVENT_BREAKS_OFF, f, -1, sp_men_of(w, f), 0, w->combat.engagement[f], 0.0);
    sp_go_back(t, &list.data[n]);
  }
  for (int32_t f = 0; f < used; f++) {
    if (w->combat.engagement[f] < 0) continue;
    bool off = sp_can_fight(w, f) && sp_breaks_off(w, f);
    if (off || !sp_can_fight(w, f)) leave(w, f, off);
  }
  sp_array_free(&list);
}

static void deploy(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  double fade = sp_exp(-t->dt_min / 60.0 / t->k->engage_surprise_fade_h);
  for (int32_t f = 0; f < used; f++) {
    int32_t e = w->combat.engagement[f];
    if (e < 0) continue;
    if (w->combat.surprise[f] > 0.0) w->combat.surprise[f] = w->combat.surprise[f] > 0.001 ? w->combat.surprise[f] * fade : 0.0;
    double before = w->combat.deployed[f], most = sp_most_deployed(w, e, f);
    if (before >= most) {
      w->combat.deployed[f] = most;
      continue;
    }
    double minutes = sp_max(1.0, sp_deploy_min(t, e, f));
    w->combat.deployed[f] = sp_min(most, before + t->dt_min / minutes);
    if (w->combat.deployed[f] >= 1.0) emit(t, SP_EVENT_DEPLOYED, f, -1, 0, 0, e, minutes);
  }
}

/* ---- the end */

/* Who holds the field: 0 attacker, 1 defender, 2 nobody; -1: it goes on. */
static int32_t outcome(const sp_tick *t, int32_t e, const int32_t standing[2]) {
  const sp_world *w = t->world;
  const uint8_t *broken = &w->engagement.broken[e * 2];
  if (broken[0] || broken[1]) return broken[0] && broken[1] ? 2 : broken[0] ? 1 : 0;
  if (standing[0] == 0 && standing[1] == 0) { /* those who are not in flight are after them */
    const int32_t *gone = &w->engagement.gone_men[e * 2];
    return gone[0] == gone[1] ? 2 : gone[0] > gone[1] ? 1 : 0;
  }
  if (standing[0] == 0 || standing[1] == 0) return standing[0] == 0 ? 1 : 0;
  if (w->engagement.gives_up[e * 2] || w->engagement.gives_up[e * 2 + 1]) return w->engagement.gives_up[e * 2] ? 1 : 0;
  /* What happened after `from` the fight has yet to find out. */
  if ((double)(t->from - w->engagement.quiet_since[e]) >= t->k->engage_quiet_min) return 1; /* nobody came on: he has kept his ground */
  bool locked = false;
  for (int32_t s = 0; s < 3; s++) locked = locked || w->engagement.gap_m[e * 3 + s] <= 0.0;
  return !locked && !w->engagement.by_night[e] && w->region.light[w->engagement.region[e]] < t->k->engage_dark_light ? 2 : -1;
}

/* Men whose attack has failed do not go at it again unless told, nor on to where it was to lead them. Those whom
 * night stops do at dawn. */
static void spend_attack(sp_world *w, int32_t f) {
  if (w->formation.verb[f] == SP_VERB_ATTACK || w->formation.verb[f] == SP_VERB_PURSUE) {
    w->formation.verb[f] = SP_VERB_HOLD;
    w->formation.follow[f] = 0;
    w->formation.goal_node[f] = -1;
    sp_forget_way(w, f);
  }
  if (w->combat.posture[f] == SP_POSTURE_ATTACK) w->combat.posture[f] = SP_POSTURE_HOLD;
}

/* Nobody of that side is left in the fight: the largest of it near by, pursuers and fugitives alike. */
static int32_t largest_about(const sp_tick *t, int32_t e, int32_t part, bool whole) {
  const sp_world *w = t->world;
  int8_t side = part == 0 ? w->engagement.attacker[e] : w->engagement.defender[e];
  int32_t best = -1;
  sp_near_walk walk = sp_near_about(sp_near_build(w, t->to, t->k->engage_join_m), side, (sp_xy){w->engagement.x[e], w->engagement.y[e]}, t->k->engage_join_m);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    if (!w->formation.alive[f] || sp_men_of(w, f) <= 0 || (whole && w->combat.stance[f] > SP_WAVERING)) continue;
    double dx = w->formation.head_x[f] - w->engagement.x[e], dy = w->formation.head_y[f] - w->engagement.y[e];
    if (dx * dx + dy * dy > t->k->engage_join_m * t->k->engage_join_m) continue;
    int32_t more = best < 0 ? 1 : sp_men_of(w, f) - sp_men_of(w, best);
    if (more > 0 || (more == 0 && w->formation.key[f] < w->formation.key[best])) best = f;
  }
  return best;
}

/* The attack is given up, and they go back from before the enemy's line. */
static void draw_apart(sp_tick *t, int32_t e, const body_rows *in_fights) {
  sp_world *w = t->world;
  going list = {0};
  for (size_t n = 0; n < in_fights->count; n++) {
    int32_t f = in_fights->data[n], part = w->combat.engagement[f] == e ? sp_part_of(w, e, f) : -1;
    if (part >= 0 && w->engagement.gives_up[e * 2 + part]) (void)sp_push(&list, sp_reckon_going_back(t, f, true));
  }
  for (size_t n = 0; n < list.count; n++) sp_go_back(t, &list.data[n]);
  sp_array_free(&list);
}

static void close_fight(sp_tick *t, int32_t e, int32_t holds, const body_rows *in_fights) {
  sp_world *w = t->world;
  if (holds == 0 || holds == 1) draw_apart(t, e, in_fights);
  int32_t loser = holds < 2 ? 1 - holds : 1, field = largest_of(w, e, 1 - loser, in_fights), other = largest_of(w, e, loser, in_fights);
  double hours = (double)(t->to - w->engagement.since[e]) / 60.0;
  if (field < 0) field = largest_about(t, e, 1 - loser, holds < 2);
  if (other < 0) other = largest_about(t, e, loser, false);
  int32_t subject = field >= 0 ? field : other;
  sp_xy at = {w->engagement.x[e], w->engagement.y[e]};
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_BATTLE_ENDS, .side = holds == 2 ? (int8_t)-1 : holds == 0 ? w->engagement.attacker[e] : w->engagement.defender[e], .node = w->engagement.node[e], .subject = subject >= 0 ? w->formation.key[subject] : 0, .object = field >= 0 && other >= 0 ? w->formation.key[other] : 0, .a = w->engagement.lost[e * 2], .b = w->engagement.lost[e * 2 + 1], .c = holds < 2 ? holds + 1 : 0, .value = hours, .x_m = at.x, .y_m = at.y});
  for (size_t n = 0; n < in_fights->count; n++) {
    int32_t f = in_fights->data[n];
    if (w->combat.engagement[f] != e) continue;
    if (holds < 2 && sp_part_of(w, e, f) != holds) spend_attack(w, f);
    leave(w, f, false);
  }
  sp_row_free(w, SP_TABLE_ENGAGEMENT, e);
}

static void end_fights(sp_tick *t, const int32_t *open, int32_t count, int32_t used, body_rows *in_fights) {
  sp_world *w = t->world;
  int32_t *standing = calloc((size_t)sp_used(w, SP_TABLE_ENGAGEMENT) * 2, sizeof *standing);
  bool listed = standing && list_in_fights(w, used, in_fights); /* else they go on for a tick */
  for (size_t n = 0; listed && n < in_fights->count; n++) {
    int32_t f = in_fights->data[n], e = w->combat.engagement[f];
    standing[e * 2 + sp_part_of(w, e, f)]++;
  }
  for (int32_t n = 0; listed && n < count; n++) {
    int32_t holds = outcome(t, open[n], &standing[open[n] * 2]);
    if (holds >= 0) close_fight(t, open[n], holds, in_fights);
  }
  free(standing);
}

/* Live rows of engagements, in order of row; malloc'd into list. */
static bool list_open(const sp_world *w, int32_t **list, size_t *capacity, int32_t *count) {
  *count = 0;
  int32_t rows = sp_used(w, SP_TABLE_ENGAGEMENT);
  for (int32_t e = 0; e < rows; e++) {
    if (!w->engagement.alive[e]) continue;
    if (!sp_array_reserve((void **)list, capacity, (size_t)*count + 1, sizeof **list)) return false;
    (*list)[(*count)++] = e;
  }
  return true;
}

/* Ditch and parapet stay where they are. */
static void leave_works(sp_world *w, int32_t used) {
  for (int32_t f = 0; f < used; f++)
    if (w->combat.works[f] > 0.0 && w->formation.activity[f] == SP_MARCHING) w->combat.works[f] = 0.0;
}

void sp_rule_engage(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), count = 0;
  leave_works(w, used);
  struct { int32_t *data; size_t count, capacity; } open = {0};
  body_rows in_fights = {0};
  if (!list_open(w, &open.data, &open.capacity, &count)) return;
  if (count > 0) {
    let_go(t, used);
    end_fights(t, open.data, count, used, &in_fights);
    deploy(t, used);
  }
  open_fights(t, used);
  if (list_open(w, &open.data, &open.capacity, &count) && count > 0) take_in(t, open.data, count, used, &in_fights);
  sp_array_free(&open);
  sp_array_free(&in_fights);
}
