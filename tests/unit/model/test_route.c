/* Routes against a plain O(n^2) Dijkstra and against trying every way, on random nets with closed edges,
 * crossings that cost, dangers and ties.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/model/model_scenes.h"

#define NONE (-1.0)

static uint64_t dice_state;

static uint64_t die(uint64_t sides) {
  dice_state = sp_hash_mix(dice_state, 1);
  return dice_state % sides;
}

/* Places strewn about, roads between some of them. */
static sp_model *random_net(int places, int roads, uint64_t seed, double mesh_m) {
  sp_scenario *s = scene_create(mesh_m);
  char from[16], to[16], id[16];
  dice_state = seed;
  for (int i = 0; i < places; i++) {
    (void)snprintf(id, sizeof id, "p%d", i);
    scene_place(s, id, (double)die(60), (double)die(60) + 0.01 * i);
  }
  for (int i = 0; i < roads; i++) {
    int a = (int)die((uint64_t)places), b = (int)die((uint64_t)places);
    if (a == b) continue;
    (void)snprintf(from, sizeof from, "p%d", a);
    (void)snprintf(to, sizeof to, "p%d", b);
    (void)snprintf(id, sizeof id, "r%d", i);
    scene_road(s, id, from, to);
  }
  sp_model *m = scene_compile(s);
  sp_scenario_destroy(s);
  return m;
}

typedef struct net { double *edge, *node; sp_route_costs costs; sp_danger *danger; size_t danger_count; } net;

/* Small whole numbers make many ties; zero and closed ones occur. */
static net random_costs(const sp_model *m, bool with_nodes, bool with_danger) {
  net n = {.edge = calloc((size_t)m->edge_count + 1, sizeof(double)), .node = calloc((size_t)m->node_count + 1, sizeof(double)),
           .danger = calloc((size_t)m->edge_count + 1, sizeof(sp_danger))};
  for (int32_t i = 0; i < m->edge_count; i++) n.edge[i] = die(10) == 0 ? -1.0 : (double)die(6);
  for (int32_t i = 0; i < m->node_count; i++) n.node[i] = die(12) == 0 ? -1.0 : (double)die(4);
  for (int32_t i = 0; i < m->edge_count && with_danger; i++)
    if (die(4) == 0) n.danger[n.danger_count++] = (sp_danger){i, (double)die(9)};
  n.costs = (sp_route_costs){n.edge, with_nodes ? n.node : NULL, die(1u << 30), 0};
  return n;
}

static void free_costs(net *n) {
  free(n->edge);
  free(n->node);
  free(n->danger);
}

static double danger_on(const net *n, int32_t edge) {
  for (size_t i = 0; i < n->danger_count; i++)
    if (n->danger[i].edge == edge) return n->danger[i].extra_min;
  return 0.0;
}

/* The oracle: no heap, no heuristic, no cache. The first step may not go along the leg to avoid. */
static double slow_minutes(const sp_model *m, const net *n, int32_t from, int32_t goal, sp_leg avoid) {
  double *best = malloc((size_t)m->node_count * sizeof *best);
  bool *done = calloc((size_t)m->node_count, sizeof *done);
  for (int32_t i = 0; i < m->node_count; i++) best[i] = NONE;
  best[from] = 0.0;
  for (;;) {
    int32_t at = -1;
    for (int32_t i = 0; i < m->node_count; i++)
      if (!done[i] && best[i] >= 0.0 && (at < 0 || best[i] < best[at])) at = i;
    if (at < 0 || at == goal) break;
    done[at] = true;
    double pass = at == from || !n->costs.node_min ? 0.0 : n->node[at];
    if (pass < 0.0) continue;
    for (int32_t e = 0; e < m->edge_count; e++) {
      for (int end = 0; end < 2; end++) {
        int32_t to = m->edge[e].node[1 - end];
        if (m->edge[e].node[end] != at || n->edge[e] < 0.0 || (at == from && sp_leg_of(e, end == 1) == avoid)) continue;
        double cost = best[at] + pass + n->edge[e] + danger_on(n, e);
        if (!done[to] && (best[to] < 0.0 || cost < best[to])) best[to] = cost;
      }
    }
  }
  double answer = best[goal];
  free(best);
  free(done);
  return answer;
}

/* Walks the legs and adds up; fails when they do not hang together. */
static double walked(const sp_model *m, const net *n, const sp_route_query *q, const sp_leg *legs, int32_t count) {
  double sum = 0.0;
  int32_t at = q->from_node;
  for (int32_t i = 0; i < count; i++) {
    const sp_edge *e = &m->edge[sp_leg_edge(legs[i])];
    bool back = sp_leg_backward(legs[i]);
    assert_int_equal(e->node[back ? 1 : 0], at);
    assert_true(n->edge[sp_leg_edge(legs[i])] >= 0.0);
    if (i > 0 && n->costs.node_min) {
      assert_true(n->node[at] >= 0.0);
      sum += n->node[at];
    }
    if (i == 0) assert_true(legs[i] != q->avoid_leg);
    sum += n->edge[sp_leg_edge(legs[i])] + danger_on(n, sp_leg_edge(legs[i]));
    at = e->node[back ? 0 : 1];
  }
  assert_int_equal(at, q->goal_node);
  return sum;
}

static void routes_are_shortest(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    sp_model *m = random_net(30, 70, seed, 0.0);
    net n = random_costs(m, seed % 2 == 0, seed % 3 != 0);
    sp_route_cache *cache = sp_route_cache_create(m, 4000), *other = sp_route_cache_create(m, 0);
    sp_leg legs[64], again[64];
    for (int k = 0; k < 150; k++) {
      int32_t from = (int32_t)die(30), goal = (int32_t)die(30);
      sp_leg avoid = UINT32_MAX;
      if (k % 2 && m->node[from].edge_count > 0)
        avoid = m->half_edge[m->node[from].first_edge + (int32_t)die((uint64_t)m->node[from].edge_count)].leg;
      sp_route_query q = {from, goal, avoid, SP_MOVER_FOOT, &n.costs, n.danger, n.danger_count, seed};
      double minutes, minutes_again, slow = slow_minutes(m, &n, from, goal, from == goal ? UINT32_MAX : avoid);
      int32_t count = sp_route(cache, &q, legs, 64, &minutes);
      if (slow < 0.0) {
        assert_int_equal(count, -1);
        assert_true(minutes < 0.0);
        if (avoid == UINT32_MAX) assert_false(sp_route_first(cache, from, goal, SP_MOVER_FOOT, &n.costs, seed, again));
        continue;
      }
      assert_true(count >= 0 && sp_abs(minutes - slow) < 1e-9);
      assert_true(sp_abs(walked(m, &n, &q, legs, count) - slow) < 1e-9);
      if (avoid == UINT32_MAX && n.danger_count == 0)
        assert_true(sp_abs(sp_route_minutes(cache, from, goal, SP_MOVER_FOOT, &n.costs) - slow) < 1e-9);
      /* what lies in the cache changes nothing, nor how much of the answer is asked for */
      assert_int_equal(sp_route(other, &q, again, 64, &minutes_again), count);
      assert_memory_equal(legs, again, (size_t)count * sizeof *legs);
      memset(again, 0xff, sizeof again);
      assert_int_equal(sp_route(other, &q, again, 1, NULL), count);
      assert_true(count < 2 || again[1] == UINT32_MAX);
      if (avoid == UINT32_MAX && n.danger_count == 0) {
        sp_leg first = UINT32_MAX;
        assert_true(sp_route_first(other, from, goal, SP_MOVER_FOOT, &n.costs, seed, &first) == (count > 0));
        assert_true(count == 0 || first == legs[0]);
      }
    }
    sp_route_cache_destroy(cache);
    sp_route_cache_destroy(other);
    free_costs(&n);
    sp_model_release(m);
  }
}

/* Tries every simple way. */
static void try_all(const sp_model *m, const net *n, int32_t at, int32_t goal, double sum, bool *been, double *best) {
  if (at == goal) {
    if (*best < 0.0 || sum < *best) *best = sum;
    return;
  }
  been[at] = true;
  for (int32_t k = 0; k < m->node[at].edge_count; k++) {
    sp_half_edge half = m->half_edge[m->node[at].first_edge + k];
    double cost = n->edge[sp_leg_edge(half.leg)];
    if (cost >= 0.0 && !been[half.to]) try_all(m, n, half.to, goal, sum + cost, been, best);
  }
  been[at] = false;
}

static void brute_force_agrees(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 30; seed++) {
    sp_model *m = random_net(8, 14, seed * 97, 0.0);
    net n = random_costs(m, false, false);
    sp_route_cache *cache = sp_route_cache_create(m, 1 << 16);
    for (int32_t from = 0; from < 8; from++) {
      for (int32_t goal = 0; goal < 8; goal++) {
        bool been[8] = {false};
        double best = NONE;
        try_all(m, &n, from, goal, 0.0, been, &best);
        double minutes = sp_route_minutes(cache, from, goal, SP_MOVER_RIDER, &n.costs);
        assert_true(best < 0.0 ? minutes < 0.0 : sp_abs(minutes - best) < 1e-9);
      }
    }
    sp_route_cache_destroy(cache);
    free_costs(&n);
    sp_model_release(m);
  }
}

/* Equal ways are chosen between by key: both are taken by somebody, and the same asker always takes the same. */
static void ties_are_broken_by_key(void **state) {
  int32_t north = 0;
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "n", 5, 5);
  scene_place(s, "s", 5, -5);
  scene_place(s, "b", 10, 0);
  scene_road(s, "an", "a", "n");
  scene_road(s, "nb", "n", "b");
  scene_road(s, "as", "a", "s");
  scene_road(s, "sb", "s", "b");
  sp_model *m = scene_compile(s);
  double minutes[4] = {1.0, 1.0, 1.0, 1.0};
  sp_route_costs costs = {minutes, NULL, 1, 0};
  sp_danger none = {0, 0.0};
  sp_route_cache *cache = sp_route_cache_create(m, 1 << 16);
  for (uint64_t asker = 0; asker < 200; asker++) {
    sp_leg plain[2], searched[2];
    sp_route_query q = {scene_node(m, "a"), scene_node(m, "b"), UINT32_MAX, SP_MOVER_FOOT, &costs, NULL, 0, asker};
    assert_int_equal(sp_route(cache, &q, plain, 2, NULL), 2);
    if (sp_leg_edge(plain[0]) == scene_edge(m, "an")) north++;
    q.danger = &none;
    q.danger_count = 1;
    assert_int_equal(sp_route(cache, &q, searched, 2, NULL), 2);
  }
  assert_in_range(north, 60, 140);
  sp_route_cache_destroy(cache);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void nonsense_has_no_way(void **state) {
  (void)state;
  sp_model *m = random_net(5, 8, 5, 0.0);
  double zero = 0.0, *bad = malloc((size_t)m->edge_count * sizeof *bad);
  for (int32_t i = 0; i < m->edge_count; i++) bad[i] = zero / zero;
  sp_route_costs costs = {bad, NULL, 9, 0};
  sp_route_cache *cache = sp_route_cache_create(m, 100);
  sp_route_query q = {0, 1, UINT32_MAX, SP_MOVER_FOOT, &costs, NULL, 0, 0};
  assert_int_equal(sp_route(cache, &q, NULL, 0, NULL), -1);
  q.goal_node = 0;
  assert_int_equal(sp_route(cache, &q, NULL, 0, NULL), 0);
  q.goal_node = 77;
  assert_int_equal(sp_route(cache, &q, NULL, 0, NULL), -1);
  assert_true(sp_route_minutes(cache, -1, 0, SP_MOVER_FOOT, &costs) < 0.0);
  sp_route_cache_destroy(cache);
  sp_route_cache_destroy(NULL);
  free(bad);
  sp_model_release(m);
}

/* The plain search with distance as its guide gives what a field of lengths gives, on a mesh with rivers of ties. */
static void distances_agree_with_fields(void **state) {
  (void)state;
  sp_model *m = random_net(25, 30, 12, 4000.0);
  double *length = malloc((size_t)m->edge_count * sizeof *length);
  for (int32_t i = 0; i < m->edge_count; i++) length[i] = m->edge[i].length_m;
  sp_route_costs costs = {length, NULL, 1, 0};
  sp_route_cache *cache = sp_route_cache_create(m, 1 << 22);
  for (int32_t a = 0; a < m->place_count; a++) {
    for (int32_t b = 0; b < m->place_count; b++) {
      double plain = sp_model_distance_m(m, sp_model_id(m, SP_ENTITY_PLACE, a), sp_model_id(m, SP_ENTITY_PLACE, b));
      double field = sp_route_minutes(cache, m->place_node[a], m->place_node[b], SP_MOVER_FOOT, &costs);
      assert_true(sp_abs(plain - field) < 1e-6);
    }
  }
  sp_route_cache_destroy(cache);
  free(length);
  sp_model_release(m);
}

/* Water rises and falls while the roads stay as they are: what a cache has kept from another day answers as a
 * fresh one would, to the leg. */
static void kept_fields_answer_as_fresh_ones(void **state) {
  (void)state;
  enum { WET = 8, DAYS = 12, ASKED = 12 };
  for (uint64_t seed = 1; seed <= 20; seed++) {
    sp_model *m = random_net(30, 60, seed, 0.0);
    net n = random_costs(m, true, false);
    sp_crossing wet[WET] = {0}, *dry = m->crossing;
    int32_t dry_count = m->crossing_count;
    for (int32_t i = 0; i < m->node_count; i++) n.node[i] = 0.0;
    for (int c = 0; c < WET; c++) wet[c].node = (int32_t)die((uint64_t)m->node_count);
    m->crossing = wet;
    m->crossing_count = WET;
    n.costs.edge_epoch = 77;
    sp_route_cache *kept = sp_route_cache_create(m, 1u << 20);
    for (int day = 0; day < DAYS; day++) {
      for (int c = 0; c < WET; c++)
        if (die(3) == 0) n.node[wet[c].node] = die(5) == 0 ? -1.0 : (double)die(7);
      n.costs.epoch = (uint64_t)(1 + day);
      sp_route_cache *fresh = sp_route_cache_create(m, 1u << 20);
      for (int ask = 0; ask < ASKED; ask++) {
        int32_t from = (int32_t)die((uint64_t)m->node_count), goal = (int32_t)die(3) * m->node_count / 3;
        sp_route_query q = {.from_node = from, .goal_node = goal, .avoid_leg = UINT32_MAX, .mover = SP_MOVER_FOOT, .costs = &n.costs, .tie_key = die(1000)};
        sp_leg legs[64], same[64];
        double minutes, again;
        int32_t count = sp_route(kept, &q, legs, 64, &minutes), twin = sp_route(fresh, &q, same, 64, &again);
        assert_int_equal(count, twin);
        assert_true(minutes == again && minutes == slow_minutes(m, &n, from, goal, UINT32_MAX));
        for (int32_t i = 0; i < count; i++) assert_int_equal(legs[i], same[i]);
      }
      sp_route_cache_destroy(fresh);
    }
    sp_route_cache_destroy(kept);
    m->crossing = dry;
    m->crossing_count = dry_count;
    free_costs(&n);
    sp_model_release(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(routes_are_shortest), cmocka_unit_test(brute_force_agrees),
                                     cmocka_unit_test(ties_are_broken_by_key), cmocka_unit_test(nonsense_has_no_way),
                                     cmocka_unit_test(distances_agree_with_fields), cmocka_unit_test(kept_fields_answer_as_fresh_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
