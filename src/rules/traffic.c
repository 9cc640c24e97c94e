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
#include "rules/rules.h"
#include "world/scratch.h"

#define AHEAD_MAX 16

/* Something ahead of a head. */
typedef struct ahead {
  int32_t formation;
  double gap_m;
  bool enemy, facing, wheels;
} ahead;

static void claim(sp_world *w, int32_t spot, sp_claim c) {
  sp_scratch *s = w->scratch;
  if (!sp_push(&s->claims, c)) return;
  size_t n = s->claims.count - 1;
  if (!sp_array_reserve((void **)&s->claim_next, &s->claim_next_capacity, n + 1, sizeof *s->claim_next)) {
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

/* The edges the head will step onto within the tick. */
static void claim_entries(sp_world *w, int32_t i) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double speed = w->formation.speed_m_min[i], reach = sp_min(speed * w->scratch->march_min[i], w->scratch->free_m[i]);
  bool standing = w->formation.leg_count[i] > 0 && w->formation.node[i] >= 0;
  int32_t n = standing ? -1 : w->formation.head_leg[i];
  double away = standing ? 0.0 : sp_leg_length(m, leg[n]) - w->formation.head_m[i];
  for (n++; n < w->formation.leg_count[i] && away < reach; n++) {
    claim(w, sp_leg_edge(leg[n]), (sp_claim){.edge = sp_leg_edge(leg[n]), .formation = i, .backward = sp_leg_backward(leg[n]), .entering = true, .enters_min = away / speed});
    away += sp_leg_length(m, leg[n]);
  }
}

/* Standing apart beside the road blocks nobody of its own side; a column that lies on it does. */
static bool lies_on_road(const sp_world *w, int32_t i) {
  return w->formation.extent_m[i] > 1.0 || w->formation.activity[i] == SP_MARCHING || w->formation.activity[i] == SP_WAITING_TO_CROSS;
}

static bool before_at_fork(const sp_tick *t, const sp_claim *a, const sp_claim *b) {
  if (a->enters_min != b->enters_min) return a->enters_min < b->enters_min;
  const sp_world *w = t->world;
  sp_key a_key = w->formation.key[a->formation], b_key = w->formation.key[b->formation];
  double a_die = sp_uniform(&t->dice, a_key, SP_STREAM_TIE, 1), b_die = sp_uniform(&t->dice, b_key, SP_STREAM_TIE, 1);
  return a_die != b_die ? a_die < b_die : a_key < b_key;
}

/* Does claim c lie ahead of formation i, whose head is (or will be) on this edge? */
static bool judge(const sp_tick *t, int32_t i, const sp_claim *own, double head_m, double start_away, const sp_claim *c, ahead *out) {
  const sp_world *w = t->world;
  int32_t j = c->formation;
  bool enemy = w->formation.side[j] != w->formation.side[i], same = c->backward == own->backward;
  if (!enemy && !lies_on_road(w, j)) return false;
  *out = (ahead){.formation = j, .enemy = enemy, .facing = !same, .wheels = w->formation.carts[j] > 0 || w->formation.heavy_guns[j] > 0};
  if (!same) {
    if (c->entering) return false;
    double length = w->model->edge[own->edge].length_m, front = length - c->head_m, rear = length - c->tail_m;
    if (rear < head_m || (front < head_m && !enemy)) return false;
    out->gap_m = start_away + sp_max(0.0, front - head_m);
    return true;
  }
  if (own->entering && c->entering) {
    if (!before_at_fork(t, c, own)) return false;
    out->gap_m = start_away;
    return true;
  }
  if (c->entering) return false; /* it comes onto the road behind me */
  if (!own->entering && (c->tail_m < head_m || (c->tail_m == head_m && c->head_m <= head_m && w->formation.key[j] < w->formation.key[i]))) return false;
  out->gap_m = start_away + c->tail_m - (own->entering ? 0.0 : head_m);
  return true;
}

static void keep_nearest(ahead *list, int32_t *count, ahead a) {
  for (int32_t n = 0; n < *count; n++) {
    if (list[n].formation != a.formation) continue;
    if (a.gap_m < list[n].gap_m) list[n] = a;
    return;
  }
  if (*count < AHEAD_MAX) list[(*count)++] = a;
}

static void look_on_edge(const sp_tick *t, int32_t i, const sp_claim *own, double head_m, double start_away, ahead *list, int32_t *count) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = s->claim_first[own->edge]; n >= 0; n = s->claim_next[n]) {
    ahead a;
    if (s->claims.data[n].formation != i && judge(t, i, own, head_m, start_away, &s->claims.data[n], &a)) keep_nearest(list, count, a);
  }
}

static void look_at_node(const sp_tick *t, int32_t i, int32_t node, double away, ahead *list, int32_t *count) {
  const sp_scratch *s = t->world->scratch;
  for (int32_t n = s->claim_first[t->model->edge_count + node]; n >= 0; n = s->claim_next[n]) {
    int32_t j = s->claims.data[n].formation;
    if (j != i && t->world->formation.side[j] != t->world->formation.side[i]) keep_nearest(list, count, (ahead){.formation = j, .gap_m = away, .enemy = true});
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
    sp_claim own = {.edge = sp_leg_edge(leg[n]), .formation = i, .backward = sp_leg_backward(leg[n]), .entering = !here, .enters_min = away / sp_max(speed, 1e-9)};
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
    for (; b > 0 && (list[b - 1].gap_m > x.gap_m || (list[b - 1].gap_m == x.gap_m && w->formation.key[list[b - 1].formation] > w->formation.key[x.formation])); b--) list[b] = list[b - 1];
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
    sp_emit(w, (sp_event){.minute = t->from + sp_to_i64(minutes), .type = SP_EVENT_CONTACT, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->formation.key[j], .value = a->gap_m, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
  }
  w->scratch->mark[i] = 1;
}

static void block(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  ahead list[AHEAD_MAX];
  int32_t count = look_ahead(t, i, list);
  if (count == 0) return;
  sort_ahead(w, list, count);
  int32_t e = sp_leg_edge(w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]]);
  const sp_edge *edge = &t->model->edge[e];
  double mud = w->region.mud[edge->region * SP_SOIL_COUNT + edge->soil];
  int32_t tracks = mud >= t->k->ground_muddy ? edge->tracks_wet : edge->tracks_dry, abreast = 0;
  bool wheels = w->formation.carts[i] > 0 || w->formation.heavy_guns[i] > 0, met = false, blocked = false;
  for (int32_t n = 0; n < count; n++) {
    const ahead *a = &list[n];
    if (a->enemy) {
      face_enemy(t, i, a);
    } else if (a->facing) {
      met = met || tracks < 2;
    } else if (!blocked && ((wheels && a->wheels) || ++abreast >= tracks)) {
      blocked = true;
      double room = a->gap_m - t->k->traffic_gap_m;
      if (w->scratch->blocker[i] < 0 || room < w->scratch->gap_m[i]) {
        w->scratch->blocker[i] = a->formation;
        w->scratch->gap_m[i] = room;
      }
    }
  }
  if (met) w->scratch->free_m[i] = sp_min(w->scratch->free_m[i], t->k->traffic_meet_share * w->formation.speed_m_min[i] * w->scratch->march_min[i]);
}

static void note_contacts(sp_tick *t, int32_t used) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    bool touch = w->scratch->mark[i] != 0;
    if (touch && !w->formation.in_contact[i] && w->formation.activity[i] == SP_MARCHING) sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_HALTED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = SP_HALT_ENEMY, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
    if (!touch && w->formation.in_contact[i] && w->scratch->march_min[i] > 0.0) sp_emit(w, (sp_event){.minute = t->from, .type = SP_EVENT_CONTACT_ENDS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
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
