/* traffic.c - who is in whose way on the road.
 *
 * Models   a head cannot pass a tail on the same track; several tracks let several columns go abreast, but
 *          wheels have one; columns that meet work past each other slowly; at a fork the earlier goes first;
 *          an enemy body stops a column before touch.
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
#include "world/scratch.h"

#define AHEAD_MAX 16

/* Something ahead of a head. */
typedef struct ahead {
  int32_t formation;
  double gap_m, rear_m; /* to its nearest and its farthest point on the edge where it is met */
  int32_t tracks;       /* of that edge, today */
  bool enemy, facing, wheels;
} ahead;

static void claim(sp_world *w, int32_t spot, sp_claim c) {
  sp_scratch *s = w->scratch;
  if (!sp_push(&s->claims, c)) return;
  size_t n = s->claims.count - 1;
  if (n >= s->claim_next_capacity && !sp_array_reserve((void **)&s->claim_next, &s->claim_next_capacity, n + 1, sizeof *s->claim_next)) {
    s->claims.count--;
    return;
  }
  s->claim_next[n] = s->claim_first[spot];
  s->claim_first[spot] = (int32_t)n;
}

static void claim_road(sp_world *w, int32_t i) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  if (w->formation.leg_count[i] == 0 || w->formation.node[i] >= 0) { /* about to set out, it still stands beside the road */
    claim(w, m->edge_count + w->formation.node[i], (sp_claim){.edge = -1, .formation = i});
    return;
  }
  int32_t at = w->formation.head_leg[i];
  for (int32_t n = 0; n <= at; n++) {
    double from = n == 0 ? w->formation.tail_m[i] : 0.0, to = n == at ? w->formation.head_m[i] : sp_leg_length(m, leg[n]);
    claim(w, sp_leg_edge(leg[n]), (sp_claim){.edge = sp_leg_edge(leg[n]), .formation = i, .tail_m = from, .head_m = to, .backward = sp_leg_backward(leg[n])});
  }
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
  return w->formation.queue_since[i] != 0 || w->scratch->passing[c] > 0;
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

/* Of two that come over the same leg the one in front is first, however quick the other: that is no fork. */
static bool before_at_fork(const sp_tick *t, const sp_claim *a, const sp_claim *b) {
  if (a->from == b->from && a->away_m != b->away_m) return a->away_m < b->away_m;
  if (a->enters_min != b->enters_min) return a->enters_min < b->enters_min;
  const sp_world *w = t->world;
  sp_key a_key = w->formation.key[a->formation], b_key = w->formation.key[b->formation];
  double a_die = sp_uniform(&t->dice, a_key, SP_STREAM_TIE, 1), b_die = sp_uniform(&t->dice, b_key, SP_STREAM_TIE, 1);
  return a_die != b_die ? a_die < b_die : a_key < b_key;
}

/* Of two in one spot: who is passing the river, who came to the bank first, then as crossing.c ties, so that both rules name the same. */
static bool before_at_rest(const sp_tick *t, int32_t a, int32_t b) {
  const sp_world *w = t->world;
  bool a_passes = w->formation.crossing[a] >= 0, b_passes = w->formation.crossing[b] >= 0;
  if (a_passes != b_passes) return a_passes;
  sp_minute a_since = w->formation.queue_since[a], b_since = w->formation.queue_since[b];
  if (a_since != b_since) return a_since && (!b_since || a_since < b_since);
  double a_die = sp_uniform(&t->dice, w->formation.key[a], SP_STREAM_TIE, 0), b_die = sp_uniform(&t->dice, w->formation.key[b], SP_STREAM_TIE, 0);
  return a_die != b_die ? a_die < b_die : w->formation.key[a] < w->formation.key[b];
}

static int32_t tracks_of(const sp_tick *t, int32_t edge) {
  const sp_edge *e = &t->model->edge[edge];
  return t->world->region.mud[e->region * SP_SOIL_COUNT + e->soil] >= t->k->ground_muddy ? e->tracks_wet : e->tracks_dry;
}

/* Does claim c lie ahead of formation i, whose head is (or will be) on this edge? */
static bool judge(const sp_tick *t, int32_t i, const sp_claim *own, double head_m, double start_away, const sp_claim *c, ahead *out) {
  const sp_world *w = t->world;
  int32_t j = c->formation;
  bool enemy = w->formation.side[j] != w->formation.side[i], same = c->backward == own->backward;
  if (!enemy && (!lies_on_road(w, j) || w->formation.verb[i] == SP_VERB_FLEE)) return false; /* fugitives run through their friends */
  *out = (ahead){.formation = j, .enemy = enemy, .facing = !same, .wheels = w->formation.carts[j] > 0 || w->formation.heavy_guns[j] > 0};
  if (!same) {
    if (c->entering) return false;
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
    out->gap_m = start_away;
    return true;
  }
  if (c->entering) return false; /* it comes onto the road behind me */
  if (!own->entering && (c->tail_m < head_m || (c->tail_m == head_m && c->head_m <= head_m && !before_at_rest(t, j, i)))) return false;
  out->gap_m = start_away + c->tail_m - (own->entering ? 0.0 : head_m);
  return true;
}

static bool comes_before(const sp_world *w, const ahead *a, const ahead *b) {
  return a->gap_m < b->gap_m || (a->gap_m == b->gap_m && w->formation.key[a->formation] < w->formation.key[b->formation]);
}

static void keep_nearest(const sp_world *w, ahead *list, int32_t *count, ahead a) {
  for (int32_t n = 0; n < *count; n++) {
    if (list[n].formation != a.formation) continue;
    double rear = sp_max(a.rear_m, list[n].rear_m); /* of one that lies over several edges */
    if (a.gap_m < list[n].gap_m) list[n] = a;
    list[n].rear_m = rear;
    return;
  }
  if (*count < AHEAD_MAX) {
    list[(*count)++] = a;
    return;
  }
  int32_t farthest = 0; /* no room: the farthest goes, of equals the higher key */
  for (int32_t n = 1; n < *count; n++) {
    if (comes_before(w, &list[farthest], &list[n])) farthest = n;
  }
  if (comes_before(w, &a, &list[farthest])) list[farthest] = a;
}

static void look_on_edge(const sp_tick *t, int32_t i, const sp_claim *own, double head_m, double start_away, ahead *list, int32_t *count) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = s->claim_first[own->edge]; n >= 0; n = s->claim_next[n]) {
    ahead a;
    if (s->claims.data[n].formation != i && judge(t, i, own, head_m, start_away, &s->claims.data[n], &a)) keep_nearest(t->world, list, count, a);
  }
}

static void look_at_node(const sp_tick *t, int32_t i, int32_t node, double away, ahead *list, int32_t *count) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = s->claim_first[t->model->edge_count + node]; n >= 0; n = s->claim_next[n]) {
    int32_t j = s->claims.data[n].formation;
    if (j != i && t->world->formation.side[j] != t->world->formation.side[i]) keep_nearest(t->world, list, count, (ahead){.formation = j, .gap_m = away, .enemy = true});
  }
}

static int32_t look_ahead(const sp_tick *t, int32_t i, ahead *list) {
  const sp_world *w = t->world;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double speed = w->formation.speed_m_min[i];
  double reach = speed * w->scratch->march_min[i] + 2.0 * t->k->march_touch_m;
  bool standing = w->formation.node[i] >= 0;
  int32_t count = 0, n = standing ? 0 : w->formation.head_leg[i];
  double away = 0.0;
  for (bool first = true; n < w->formation.leg_count[i] && away <= reach; n++, first = false) {
    bool here = first && !standing;
    double head = here ? w->formation.head_m[i] : 0.0;
    sp_claim own = {.edge = sp_leg_edge(leg[n]), .formation = i, .backward = sp_leg_backward(leg[n]), .entering = !here, .enters_min = away / sp_max(speed, 1e-9), .from = n > 0 ? leg[n - 1] : SP_NO_LEG, .away_m = away, .over = bank_before(w, i, n)};
    look_on_edge(t, i, &own, head, away, list, &count);
    away += sp_leg_length(t->model, leg[n]) - head;
    if (away <= reach) look_at_node(t, i, sp_leg_end(t->model, leg[n]), away, list, &count);
  }
  return count;
}

static void sort_ahead(const sp_world *w, ahead *list, int32_t count) {
  for (int32_t a = 1; a < count; a++) {
    ahead x = list[a];
    int32_t b = a;
    for (; b > 0 && comes_before(w, &x, &list[b - 1]); b--) list[b] = list[b - 1];
    list[b] = x;
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

static void block(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  ahead list[AHEAD_MAX];
  int32_t count = look_ahead(t, i, list);
  if (count == 0) return;
  sort_ahead(w, list, count);
  int32_t e = sp_leg_edge(w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]]);
  int32_t tracks = tracks_of(t, e), abreast = 0;
  bool wheels = w->formation.carts[i] > 0 || w->formation.heavy_guns[i] > 0, blocked = false;
  for (int32_t n = 0; n < count; n++) {
    const ahead *a = &list[n];
    if (a->enemy && runs_before(w, i, a->formation)) continue;
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
  s->claims.count = 0;
}

void sp_rule_traffic(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  sp_count_astride(w);
  for (int32_t i = 0; i < used; i++) {
    w->scratch->blocker[i] = -1;
    w->scratch->gap_m[i] = 0.0;
    w->scratch->mark[i] = 0;
    if (!w->formation.alive[i]) continue;
    claim_road(w, i);
    if (w->scratch->march_min[i] > 0.0) claim_entries(w, i);
  }
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && w->scratch->march_min[i] > 0.0) block(t, i);
  }
  note_contacts(t, used);
  clear_claims(w);
}
