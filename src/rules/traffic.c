/* traffic.c - who is in whose way on the road.
 *
 * Models   a head cannot pass a tail on the same track; several tracks let several columns go abreast, but
 *          wheels have one; columns that meet work past each other slowly; at a fork the earlier goes first;
 *          an enemy body stops a column before touch, but one behind a wall, save at a pass, only those who want the place.
 * Reads    positions, legs, speed_m_min, scratch march_min and free_m.
 * Writes   scratch blocker, gap_m, free_m; formation.in_contact, activity (a head stopped by the enemy halts).
 * Emits    CONTACT, CONTACT_ENDS, HALTED (enemy).
 * Formula  each body claims the stretch of road it lies on, and the edges its head will enter this tick. Walking its
 *          own legs ahead, a head meets the claims of others; the blocker is the nearest that leaves it no track. The
 *          mover then settles chains of blockers from the front to the back, so no order of rows matters.
 * Sources  traffic.def.
 * Leaves out  ditching wheels, shoving by rank, columns that interleave.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"
#include "world/earthworks.h"
#include "world/earthworks.h"
#include "world/fetch.h"
#include "world/passage.h"
#include "world/scratch.h"

#define POSTS_M 50.0 /* steps in which a way is looked along for the posts of a ring */
#define AHEAD_MAX 16
#define CROWD 48 /* claims on one edge from which it pays to put them in order */

/* Something ahead of a head. */
typedef struct ahead {
  int32_t formation;
  double gap_m, rear_m; /* to its nearest and its farthest point on the edge where it is met */
  int32_t tracks;       /* of that edge, today */
  bool enemy, facing, wheels;
} ahead;

/* The nearest of them, each body once. */
typedef struct ahead_list {
  ahead item[AHEAD_MAX];
  int32_t count;
  int32_t farthest; /* when it is full: the one to go first */
} ahead_list;

static void claim(sp_world *w, int32_t spot, sp_claim c) {
  sp_scratch *s = w->scratch;
  c.next = s->claim_first[spot];
  c.crowd = -1;
  c.depth = c.next >= 0 ? s->claims.data[c.next].depth + 1 : 1;
  if (!sp_push(&s->claims, c)) return;
  s->claim_first[spot] = (int32_t)s->claims.count - 1;
  if (c.depth == CROWD && c.edge >= 0) (void)sp_push(&s->crowds, (sp_crowd){.edge = c.edge}); /* else it only takes longer */
}

static int32_t kind_of(const sp_claim *c) { return 2 * c->backward + c->entering; }

/* In a crowd: by kind, from the beginning of the road, of equals the lower key. */
static int by_tail(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  const sp_claim *a = &w->scratch->claims.data[*(const int32_t *)left], *b = &w->scratch->claims.data[*(const int32_t *)right];
  if (kind_of(a) != kind_of(b)) return kind_of(a) < kind_of(b) ? -1 : 1;
  if (a->tail_m < b->tail_m || b->tail_m < a->tail_m) return a->tail_m < b->tail_m ? -1 : 1;
  sp_key x = w->formation.key[a->formation], y = w->formation.key[b->formation];
  return x < y ? -1 : x > y;
}

/* Puts a crowd's claims in order and parts them by kind, so that whoever looks ahead may begin where he stands and stop
 * at the first that is too far for him. */
static void order_crowd(sp_world *w, int32_t crowd) {
  sp_scratch *s = w->scratch;
  int32_t edge = s->crowds.data[crowd].edge, *first = s->crowds.data[crowd].first;
  sp_array(int32_t) list = {0};
  bool whole = true;
  for (int32_t n = s->claim_first[edge]; n >= 0 && whole; n = s->claims.data[n].next) whole = sp_push(&list, n);
  if (whole && sp_sort(list.data, list.count, sizeof *list.data, by_tail, w)) {
    for (int kind = 0; kind < 4; kind++) first[kind] = -1;
    for (size_t at = 0; at < list.count; at++) {
      sp_claim *c = &s->claims.data[list.data[at]], *before = at > 0 ? &s->claims.data[list.data[at - 1]] : NULL;
      bool same = before && kind_of(before) == kind_of(c);
      if (same) before->next = list.data[at];
      else first[kind_of(c)] = list.data[at];
      c->next = -1;
      c->level = same && before->tail_m == c->tail_m ? before->level : list.data[at];
    }
    for (size_t at = list.count; at-- > 0;) {
      sp_claim *c = &s->claims.data[list.data[at]];
      const sp_claim *after = c->next >= 0 ? &s->claims.data[c->next] : NULL;
      c->beyond = after && after->level == c->level ? after->beyond : c->next;
    }
    s->claim_first[edge] = list.data[0];
    s->claims.data[list.data[0]].crowd = crowd;
  }
  sp_array_free(&list);
}

/* The first claim on a spot by anybody else, of a crowd simply the first, -1 none: on most roads a column is alone. */
static int32_t claim_of_other(const sp_scratch *s, int32_t spot, int32_t i) {
  int32_t n = s->claim_first[spot];
  if (n >= 0 && s->claims.data[n].crowd >= 0) return n;
  while (n >= 0 && s->claims.data[n].formation == i) n = s->claims.data[n].next;
  return n;
}

static void claim_road(sp_world *w, int32_t i) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  w->scratch->own_claim[i] = -1;
  if (w->formation.leg_count[i] == 0 || w->formation.node[i] >= 0) { /* about to set out, it still stands beside the road */
    claim(w, m->edge_count + w->formation.node[i], (sp_claim){.edge = -1, .formation = i});
    return;
  }
  int32_t at = w->formation.head_leg[i];
  for (int32_t n = 0; n <= at; n++) {
    double from = n == 0 ? w->formation.tail_m[i] : 0.0, to = n == at ? w->formation.head_m[i] : sp_leg_length(m, leg[n]);
    claim(w, sp_leg_edge(leg[n]), (sp_claim){.edge = sp_leg_edge(leg[n]), .formation = i, .tail_m = from, .head_m = to, .backward = sp_leg_backward(leg[n])});
  }
  w->scratch->own_claim[i] = w->scratch->claim_first[sp_leg_edge(leg[at])];
}

/* Does a river that it has not begun to pass lie before leg n of its way? */
static bool bank_before(const sp_world *w, int32_t i, int32_t n) {
  const sp_model *m = w->model;
  if (n == 0) return false;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS + n];
  int32_t c = m->node[sp_leg_start(m, leg[0])].crossing;
  uint8_t here = sp_leg_bank(m, leg[-1], true), there = sp_leg_bank(m, leg[0], false);
  return c >= 0 && c != w->formation.crossing[i] && here != there && here && there;
}

/* One that waits at a bank does not claim the road beyond. */
static bool waits_before(const sp_world *w, int32_t i, int32_t n) {
  if (!bank_before(w, i, n)) return false;
  int32_t c = w->model->node[sp_leg_start(w->model, w->formation.leg[i * SP_LEGS + n])].crossing;
  return w->formation.queue_since[i] != 0 || w->scratch->passing[c] >= sp_passage_lanes(w, c);
}

/* The edges the head will step onto within the tick. */
static void claim_entries(sp_world *w, int32_t i) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double speed = w->formation.speed_m_min[i], reach = sp_min(speed * w->scratch->march_min[i], w->scratch->free_m[i]);
  bool standing = w->formation.leg_count[i] > 0 && w->formation.node[i] >= 0;
  int32_t n = standing ? -1 : w->formation.head_leg[i];
  double away = standing ? 0.0 : sp_leg_length(m, leg[n]) - w->formation.head_m[i];
  for (n++; n < w->formation.leg_count[i] && away < reach; n++) {
    if (waits_before(w, i, n)) break;
    claim(w, sp_leg_edge(leg[n]), (sp_claim){.edge = sp_leg_edge(leg[n]), .formation = i, .backward = sp_leg_backward(leg[n]), .entering = true, .enters_min = away / speed, .from = n > 0 ? leg[n - 1] : SP_NO_LEG, .away_m = away, .over = bank_before(w, i, n)});
    away += sp_leg_length(m, leg[n]);
  }
}

/* Standing apart beside the road blocks nobody of its own side; a column that lies on it does. */
static bool lies_on_road(const sp_world *w, int32_t i) {
  return sp_men_of(w, i) > 0 && (w->formation.extent_m[i] > 1.0 || w->formation.activity[i] == SP_MARCHING || w->formation.activity[i] == SP_WAITING_TO_CROSS);
}

/* Its die of this hour, thrown when first asked for: in a crowd it is asked for by everybody. */
static double tie_die(const sp_tick *t, int32_t f, uint32_t k) {
  double *die = &t->world->scratch->tie_die[2 * f + (int32_t)k];
  sp_dice dice = sp_tie_dice(t);
  t->world->scratch->dice_thrown = true;
  if (*die < 0.0) *die = sp_uniform(&dice, t->world->formation.key[f], SP_STREAM_TIE, k);
  return *die;
}

/* Of two that come over the same leg the one in front is first, however quick the other: that is no fork. */
static bool before_at_fork(const sp_tick *t, const sp_claim *a, const sp_claim *b) {
  if (a->from == b->from && a->away_m != b->away_m) return a->away_m < b->away_m;
  if (a->enters_min != b->enters_min) return a->enters_min < b->enters_min;
  const sp_world *w = t->world;
  sp_key a_key = w->formation.key[a->formation], b_key = w->formation.key[b->formation];
  double a_die = tie_die(t, a->formation, 1), b_die = tie_die(t, b->formation, 1);
  return a_die != b_die ? a_die < b_die : a_key < b_key;
}

/* Of two in one spot: who is passing the river, who came to the bank first, then as crossing.c ties, so that both rules name the same. */
static bool before_at_rest(const sp_tick *t, int32_t a, int32_t b) {
  const sp_world *w = t->world;
  bool a_passes = w->formation.crossing[a] >= 0, b_passes = w->formation.crossing[b] >= 0;
  if (a_passes != b_passes) return a_passes;
  sp_minute a_since = w->formation.queue_since[a], b_since = w->formation.queue_since[b];
  if (a_since != b_since) return a_since && (!b_since || a_since < b_since);
  double a_die = tie_die(t, a, 0), b_die = tie_die(t, b, 0);
  return a_die != b_die ? a_die < b_die : w->formation.key[a] < w->formation.key[b];
}

static int32_t tracks_of(const sp_tick *t, int32_t edge) {
  const sp_edge *e = &t->model->edge[edge];
  return t->world->region.mud[e->region * SP_SOIL_COUNT + e->soil] >= t->k->ground_muddy ? e->tracks_wet : e->tracks_dry;
}

/* To a claim of the same direction, if it lies ahead. */
static double gap_behind(const sp_claim *own, double head_m, double start_away, const sp_claim *c) {
  if (own->entering) return c->entering ? start_away : start_away + c->tail_m;
  return start_away + c->tail_m - head_m;
}

/* Does claim c lie ahead of formation i, whose head is (or will be) on this edge? */
static bool judge(const sp_tick *t, int32_t i, const sp_claim *own, double head_m, double start_away, const sp_claim *c, ahead *out) {
  const sp_world *w = t->world;
  int32_t j = c->formation;
  bool enemy = w->formation.side[j] != w->formation.side[i], same = c->backward == own->backward;
  if (c->entering ? !(same && own->entering) : same && !own->entering && c->tail_m < head_m) return false; /* it comes onto the road behind me, or is there already */
  if (!enemy && (!lies_on_road(w, j) || w->formation.verb[i] == SP_VERB_FLEE)) return false; /* fugitives run through their friends */
  if (enemy && w->combat.ambush[j] && sp_lies_in_wait(w, j)) return false; /* it lies beside the road, not on it */
  *out = (ahead){.formation = j, .enemy = enemy, .facing = !same, .wheels = w->formation.carts[j] > 0 || w->formation.heavy_guns[j] > 0};
  if (!same) {
    double length = w->model->edge[own->edge].length_m, front = length - c->head_m, rear = length - c->tail_m;
    if (rear < head_m) return false;
    out->gap_m = start_away + sp_max(0.0, front - head_m);
    out->rear_m = start_away + rear - head_m;
    out->tracks = tracks_of(t, own->edge);
    return true;
  }
  if (own->over && c->over && own->from == c->from) return false;
  if (own->entering && c->entering) {
    if (!before_at_fork(t, c, own)) return false;
    out->gap_m = gap_behind(own, head_m, start_away, c);
    return true;
  }
  if (!own->entering && c->tail_m == head_m && c->head_m <= head_m && !before_at_rest(t, j, i)) return false;
  out->gap_m = gap_behind(own, head_m, start_away, c);
  return true;
}

static bool comes_before(const sp_world *w, const ahead *a, const ahead *b) {
  return a->gap_m < b->gap_m || (a->gap_m == b->gap_m && w->formation.key[a->formation] < w->formation.key[b->formation]);
}

/* No room: the farthest goes, of equals the higher key. */
static void find_farthest(const sp_world *w, ahead_list *list) {
  if (list->count < AHEAD_MAX) return;
  list->farthest = 0;
  for (int32_t n = 1; n < AHEAD_MAX; n++)
    if (comes_before(w, &list->item[list->farthest], &list->item[n])) list->farthest = n;
}

static void keep_nearest(const sp_world *w, ahead_list *list, ahead a) {
  for (int32_t n = 0; n < list->count; n++) {
    ahead *known = &list->item[n];
    if (known->formation != a.formation) continue;
    double rear = sp_max(a.rear_m, known->rear_m); /* of one that lies over several edges */
    if (a.gap_m < known->gap_m) *known = a;
    known->rear_m = rear;
    find_farthest(w, list);
    return;
  }
  if (list->count < AHEAD_MAX) list->item[list->count++] = a;
  else if (comes_before(w, &a, &list->item[list->farthest])) list->item[list->farthest] = a;
  else return;
  find_farthest(w, list);
}

static void sort_ahead(const sp_world *w, ahead *list, int32_t count) {
  for (int32_t a = 1; a < count; a++) {
    ahead x = list[a];
    int32_t b = a;
    for (; b > 0 && comes_before(w, &x, &list[b - 1]); b--) list[b] = list[b - 1];
    list[b] = x;
  }
}

/* Beyond all of a full list: a claim of the same direction could not change it, and in a crowd most are. */
static bool too_far(const sp_world *w, const ahead_list *list, double gap_m, int32_t f) {
  if (list->count < AHEAD_MAX) return false;
  const ahead *last = &list->item[list->farthest];
  return gap_m > last->gap_m || (gap_m == last->gap_m && w->formation.key[f] >= w->formation.key[last->formation]);
}

/* In a crowd's order, when one is too far, so are all farther on; but where the gap is the same, perhaps by rounding,
 * only the rest of those with the same tail are, whose keys are higher. */
static void look_along(const sp_tick *t, int32_t i, const sp_claim *own, int32_t first, bool in_order, double head_m, double start_away, ahead_list *list) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = first; n >= 0;) {
    const sp_claim *c = &s->claims.data[n];
    n = c->next;
    if (list->count == AHEAD_MAX && c->backward == own->backward) {
      double gap = gap_behind(own, head_m, start_away, c);
      if (too_far(t->world, list, gap, c->formation)) {
        if (in_order && gap > list->item[list->farthest].gap_m) return;
        if (in_order) n = c->beyond;
        continue;
      }
    }
    ahead a;
    if (c->formation != i && judge(t, i, own, head_m, start_away, c, &a)) keep_nearest(t->world, list, a);
  }
}

static void look_in_crowd(const sp_tick *t, int32_t i, const sp_claim *own, const sp_crowd *crowd, bool in_order, double head_m, double start_away, ahead_list *list) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t kind = 0; kind < 4; kind++) {
    int32_t from = crowd->first[kind];
    if (in_order && kind == kind_of(own) && !own->entering && s->own_claim[i] >= 0) from = s->claims.data[s->own_claim[i]].level;
    look_along(t, i, own, from, in_order, head_m, start_away, list);
  }
}

static void look_on_edge(const sp_tick *t, int32_t i, const sp_claim *own, int32_t first, double head_m, double start_away, ahead_list *list) {
  const sp_scratch *s = t->world->scratch;
  int32_t number = s->claims.data[first].crowd;
  if (number < 0) {
    look_along(t, i, own, first, false, head_m, start_away, list);
    return;
  }
  const sp_crowd *crowd = &s->crowds.data[number];
#ifdef SP_DEV
  ahead_list plain = *list;
  look_in_crowd(t, i, own, crowd, false, head_m, start_away, &plain);
#endif
  look_in_crowd(t, i, own, crowd, true, head_m, start_away, list);
#ifdef SP_DEV
  ahead_list sorted = *list;
  sort_ahead(t->world, plain.item, plain.count);
  sort_ahead(t->world, sorted.item, sorted.count);
  SP_CHECK(plain.count == sorted.count);
  for (int32_t n = 0; n < sorted.count; n++) SP_CHECK(plain.item[n].formation == sorted.item[n].formation && plain.item[n].gap_m == sorted.item[n].gap_m);
#endif
}

/* A garrison bars the gate and not the country: who is bound elsewhere leaves the road and goes round the town. Not where the
 * place was built because there is no way round. */
static bool goes_round(const sp_world *w, int32_t i, int32_t j, int32_t node) {
  int32_t place = w->model->node[node].place;
  if (place < 0 || w->model->place_def[place].kind == SP_PLACE_PASS || w->model->place_def[place].kind == SP_PLACE_GATE) return false;
  return w->formation.goal_node[i] != node && !sp_wants_fight(w, i) && sp_wall_of(w, j) >= 0;
}

static void look_at_node(const sp_tick *t, int32_t i, int32_t node, double away, ahead_list *list) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = s->claim_first[t->model->edge_count + node]; n >= 0; n = s->claims.data[n].next) {
    int32_t j = s->claims.data[n].formation;
    if (t->world->formation.side[j] != t->world->formation.side[i] && goes_round(t->world, i, j, node)) continue;
    if (j != i && !(t->world->combat.ambush[j] && sp_lies_in_wait(t->world, j)) && t->world->formation.side[j] != t->world->formation.side[i] && !too_far(t->world, list, away, j)) keep_nearest(t->world, list, (ahead){.formation = j, .gap_m = away, .enemy = true});
  }
}

static void look_ahead(const sp_tick *t, int32_t i, ahead_list *list) {
  const sp_world *w = t->world;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double speed = w->formation.speed_m_min[i];
  double reach = speed * w->scratch->march_min[i] + 2.0 * t->k->march_touch_m;
  bool standing = w->formation.node[i] >= 0;
  int32_t n = standing ? 0 : w->formation.head_leg[i];
  double away = 0.0;
  list->count = 0;
  for (bool first = true; n < w->formation.leg_count[i] && away <= reach; n++, first = false) {
    bool here = first && !standing;
    double head = here ? w->formation.head_m[i] : 0.0;
    int32_t other = claim_of_other(w->scratch, sp_leg_edge(leg[n]), i);
    if (other >= 0) {
      sp_claim own = {.edge = sp_leg_edge(leg[n]), .formation = i, .backward = sp_leg_backward(leg[n]), .entering = !here, .enters_min = away / sp_max(speed, 1e-9), .from = n > 0 ? leg[n - 1] : SP_NO_LEG, .away_m = away, .over = bank_before(w, i, n)};
      look_on_edge(t, i, &own, other, head, away, list);
    }
    away += sp_leg_length(t->model, leg[n]) - head;
    if (away <= reach) look_at_node(t, i, sp_leg_end(t->model, leg[n]), away, list);
  }
}

/* The enemy: a closing pair shares the ground between them by pace; one that goes away is a blocker with a wider gap. */
static void face_enemy(sp_tick *t, int32_t i, const ahead *a) {
  sp_world *w = t->world;
  int32_t j = a->formation;
  double room = sp_max(0.0, a->gap_m - t->k->march_touch_m);
  double his = a->facing ? w->formation.speed_m_min[j] * w->scratch->march_min[j] : 0.0, mine = w->formation.speed_m_min[i] * w->scratch->march_min[i];
  bool leaves = !a->facing && w->formation.activity[j] == SP_MARCHING;
  if (leaves) {
    if (w->scratch->blocker[i] < 0 || a->gap_m - t->k->march_touch_m < w->scratch->gap_m[i]) {
      w->scratch->blocker[i] = j;
      w->scratch->gap_m[i] = room;
    }
  } else {
    double limit = mine + his > 0.0 ? room * mine / (mine + his) : room;
    w->scratch->free_m[i] = sp_min(w->scratch->free_m[i], sp_min(room, limit));
  }
  if (a->gap_m > t->k->march_touch_m + 1.0 && mine + his < room) return;
  if (!w->formation.in_contact[i]) {
    double minutes = mine + his > 0.0 ? t->dt_min * sp_min(1.0, room / (mine + his)) : 0.0;
    sp_emit(w, (sp_event){.minute = t->from + sp_to_i64(minutes), .type = SP_EVENT_CONTACT, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->formation.key[j], .value = sp_min(a->gap_m, t->k->march_touch_m), .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
  }
  w->scratch->mark[i] = 1;
}

/* On one track two columns that meet work past each other slowly, from when the heads meet until this head is past
 * the other's tail. */
static void meet(sp_tick *t, int32_t i, const ahead *a) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t j = a->formation;
  double mine = w->formation.speed_m_min[i], his = s->march_min[j] > 0.0 ? w->formation.speed_m_min[j] : 0.0, minutes = s->march_min[i], share = t->k->traffic_meet_share;
  double closing = sp_max(mine + his, 1e-9), begins = a->gap_m / closing;
  if (a->tracks >= 2 || begins >= minutes) return;
  double ends = sp_min(minutes, begins + sp_max(0.0, a->rear_m - a->gap_m) / sp_max(share * closing, 1e-9));
  s->free_m[i] = sp_min(s->free_m[i], mine * (minutes - (1.0 - share) * (ends - begins)));
}

/* Men who run bar no road to men who do not. */
static bool runs_before(const sp_world *w, int32_t i, int32_t j) {
  bool lost = w->combat.stance[j] == SP_BROKEN || w->combat.stance[j] == SP_YIELDED;
  return lost && w->combat.stance[i] != SP_BROKEN && w->combat.stance[i] != SP_YIELDED;
}

/* Metres along its way to where its head comes to the posts of a ring that bars it; below 0: not within reach. */
static double to_posts(const sp_tick *t, int32_t i, double reach) {
  const sp_world *w = t->world;
  double away = -1.0;
  for (int32_t k = 0; k < sp_used(w, SP_TABLE_WALL); k++) {
    if (sp_ring_against(w, k, w->formation.side[i]) < 0) continue;
    sp_xy middle = t->model->node[t->model->wall[k].node].at;
    double gone = 0.0, radius = t->k->siege_ring_m;
    int inside = -1;
    for (int32_t n = w->formation.head_leg[i]; n < w->formation.leg_count[i] && gone <= reach; n++) {
      sp_leg leg = w->formation.leg[i * SP_LEGS + n];
      double head = n == w->formation.head_leg[i] ? w->formation.head_m[i] : 0.0, length = sp_leg_length(t->model, leg);
      for (double m = head; m <= length && gone + m - head <= reach; m += POSTS_M) {
        sp_xy at = sp_leg_point(t->model, leg, m, NULL);
        double dx = at.x - middle.x, dy = at.y - middle.y;
        int now = dx * dx + dy * dy < radius * radius;
        if (inside >= 0 && now != inside) {
          double d = gone + m - head;
          if (away < 0.0 || d < away) away = d;
          n = w->formation.leg_count[i]; /* the first of them will do */
          break;
        }
        inside = now;
      }
      gone += length - head;
    }
  }
  return away;
}

static void face_posts(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  double mine = w->formation.speed_m_min[i] * w->scratch->march_min[i], reach = mine + t->k->march_touch_m + POSTS_M, away = to_posts(t, i, reach);
  if (away < 0.0) return;
  double room = sp_max(0.0, away - t->k->march_touch_m);
  w->scratch->free_m[i] = sp_min(w->scratch->free_m[i], room);
  if (room <= mine) w->scratch->mark[i] = 1;
}

static void block(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->hq.barred[i]) face_posts(t, i);
  ahead_list list;
  look_ahead(t, i, &list);
  if (list.count == 0) return;
  sort_ahead(w, list.item, list.count);
  int32_t e = sp_leg_edge(w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]]);
  int32_t tracks = tracks_of(t, e), abreast = 0;
  bool wheels = w->formation.carts[i] > 0 || w->formation.heavy_guns[i] > 0, blocked = false;
  for (int32_t n = 0; n < list.count; n++) {
    const ahead *a = &list.item[n];
    if (a->enemy && (runs_before(w, i, a->formation) || sp_harasses(w, a->formation) || sp_has_safe_conduct(w, i) || sp_has_safe_conduct(w, a->formation))) continue; /* riders get out of the way; so does who has agreed to */
    if (a->enemy) {
      face_enemy(t, i, a);
    } else if (a->facing) {
      meet(t, i, a);
    } else if (!blocked && ((wheels && a->wheels) || ++abreast >= tracks)) {
      blocked = true;
      double room = a->gap_m - t->k->traffic_gap_m;
      if (w->scratch->blocker[i] < 0 || room < w->scratch->gap_m[i]) {
        w->scratch->blocker[i] = a->formation;
        w->scratch->gap_m[i] = room;
      }
    }
  }
}

/* Who is out to fight, chases or flees goes on; everybody else stands before the enemy, his column closing up. */
static bool halts_at_contact(const sp_world *w, int32_t i) {
  uint8_t verb = w->formation.verb[i];
  return w->formation.activity[i] == SP_MARCHING && verb != SP_VERB_ATTACK && verb != SP_VERB_PURSUE && verb != SP_VERB_FLEE && !w->combat.chasing[i];
}

static void note_contacts(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    bool touch = w->scratch->mark[i] != 0;
    if (touch && !w->formation.in_contact[i] && w->formation.activity[i] == SP_MARCHING && !w->combat.chasing[i]) sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_HALTED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = SP_HALT_ENEMY, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
    if (!touch && w->formation.in_contact[i] && w->scratch->march_min[i] > 0.0) sp_emit(w, (sp_event){.minute = t->from, .type = SP_EVENT_CONTACT_ENDS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
    bool ends = !touch && w->formation.in_contact[i] && w->scratch->march_min[i] > 0.0;
    if (touch && halts_at_contact(w, i)) {
      w->formation.activity[i] = SP_HALTED_IN_COLUMN;
      w->formation.ready_minute[i] = t->to;
    } else if (ends && w->formation.activity[i] == SP_HALTED_IN_COLUMN) {
      w->formation.activity[i] = SP_MARCHING;
    }
    if (touch) w->formation.in_contact[i] = 1;
    else if (w->scratch->march_min[i] > 0.0) w->formation.in_contact[i] = 0;
    w->scratch->mark[i] = 0;
  }
}

static void clear_claims(sp_world *w) {
  sp_scratch *s = w->scratch;
  for (size_t n = 0; n < s->claims.count; n++) {
    const sp_claim *c = &s->claims.data[n];
    s->claim_first[c->edge >= 0 ? c->edge : w->model->edge_count + w->formation.node[c->formation]] = -1;
  }
  s->claims.count = s->crowds.count = 0;
}

void sp_rule_traffic(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  sp_count_astride(w);
  for (int32_t i = 0; w->scratch->dice_thrown && i < 2 * w->scratch->capacity; i++) w->scratch->tie_die[i] = -1.0;
  w->scratch->dice_thrown = false;
  for (int32_t i = 0; i < used; i++) {
    sp_fetch_roads(w, i, used);
    w->scratch->blocker[i] = -1;
    w->scratch->gap_m[i] = 0.0;
    w->scratch->mark[i] = 0;
    if (!w->formation.alive[i]) continue;
    claim_road(w, i);
    if (w->scratch->march_min[i] > 0.0) claim_entries(w, i);
  }
  for (size_t n = 0; n < w->scratch->crowds.count; n++) order_crowd(w, (int32_t)n);
  for (int32_t i = 0; i < used; i++) {
    sp_fetch_roads(w, i, used);
    if (w->formation.alive[i] && w->scratch->march_min[i] > 0.0) block(t, i);
  }
  note_contacts(t, used);
  clear_claims(w);
}
