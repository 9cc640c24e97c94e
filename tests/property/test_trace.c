/* Who asks changes nothing, and what he is told is what was computed: hashes with and without a sink, and the sums and
 * products of every trace, in every scenario of the house.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/trace.h"

enum { BODIES = 64 };

typedef struct seen {
  size_t count[SP_TRACE_KIND_COUNT];
  sp_key body[BODIES];     /* of this tick */
  double minutes[BODIES];
  int32_t bodies;
} seen;

static void book_minutes(seen *s, const sp_trace *t) {
  int32_t n = 0;
  while (n < s->bodies && s->body[n] != t->subject) n++;
  assert_true(n < BODIES);
  if (n == s->bodies) {
    s->body[n] = t->subject;
    s->minutes[s->bodies++] = 0.0;
  }
  for (int32_t k = 0; k < t->count; k++) {
    assert_true(t->term[k].value > 0.0);
    s->minutes[n] += t->term[k].value;
  }
}

static double factors(const sp_trace *t, int32_t from) {
  double made = 1.0;
  for (int32_t k = from; k < t->count; k++) made *= t->term[k].value;
  return made;
}

static double sum(const sp_trace *t, int32_t from, int32_t to) {
  double made = 0.0;
  for (int32_t k = from; k < to; k++) made += t->term[k].value;
  return made;
}

static void has_words(const sp_trace *t) {
  char id[80];
  for (int32_t k = 0; k < t->count; k++) {
    bool minutes = t->kind == SP_TRACE_MINUTES || (t->kind == SP_TRACE_RIDE && t->count == 1);
    snprintf(id, sizeof id, "%s.%s", minutes ? "spent" : "term", t->term[k].name);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++)
      if (!sp_text_has((sp_lang)lang, id)) fail_msg("no text \"%s\"", id);
  }
}

static void look(void *context, const sp_trace *t) {
  seen *s = context;
  assert_true(t->kind < SP_TRACE_KIND_COUNT && t->count <= SP_TRACE_TERMS && t->subject != 0);
  s->count[t->kind]++;
  has_words(t);
  switch (t->kind) {
  case SP_TRACE_MARCH: assert_true(fabs(factors(t, 0) / t->result - 1.0) < 1e-9); break;
  case SP_TRACE_COLUMN: assert_true(fabs(sum(t, 0, 3) - t->result) < 1e-6); break;
  case SP_TRACE_MINUTES: book_minutes(s, t); break;
  case SP_TRACE_BREAK: /* base, terms, die */
    if (t->count == 2) break; /* swept away */
    assert_true(fabs(t->term[0].value * exp(sum(t, 1, t->count - 1)) / t->result - 1.0) < 1e-9);
    assert_true(t->taken == (t->term[t->count - 1].value < 1.0 - exp(-t->result * 5.0 / 60.0)));
    break;
  case SP_TRACE_HOLD: assert_true(fabs(sum(t, 0, t->count) - t->result) < 1e-9); break;
  case SP_TRACE_RIDE: assert_true(t->result > 0.0); break;
  case SP_TRACE_STAFF: assert_true(t->result >= 1.0); break;
  case SP_TRACE_CHASE: assert_true(t->taken == (t->option == SP_CHASE_FREE) && t->object != 0); break;
  case SP_TRACE_OVERTAKE: /* by horse, by foot, factors */
    assert_true(fabs((t->term[0].value + t->term[1].value) * factors(t, 2) - t->result) < 1e-9 && t->object != 0);
    break;
  default: break;
  }
}

/* Every minute of every living body is somewhere. */
static void minutes_add_up(const seen *s, const sp_world *w, double tick, const char *name) {
  for (int32_t n = 0; n < s->bodies; n++) {
    if (fabs(s->minutes[n] - tick) > 1e-6) fail_msg("%s, tick %" PRId64 ": %016" PRIx64 " has %g minutes of %g", name, sp_world_tick(w), s->body[n], s->minutes[n], tick);
  }
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    bool told = !w->formation.alive[f];
    for (int32_t n = 0; n < s->bodies; n++) told = told || s->body[n] == w->formation.key[f];
    assert_true(told);
  }
}

static void follow(const char *name, uint64_t seed, seen *all) {
  sp_world *quiet = sp_lab_read(name, seed), *asked = sp_lab_read(name, seed);
  seen s = {0};
  sp_world_set_events(quiet, SP_EVENTS_NONE);
  sp_world_set_events(asked, SP_EVENTS_NONE);
  sp_world_set_trace(asked, look, &s, 0);
  while (!sp_world_over(quiet)) {
    sp_minute before = sp_world_minute(asked);
    s.bodies = 0;
    assert_int_equal(sp_world_step(quiet), SP_OK);
    assert_int_equal(sp_world_step(asked), SP_OK);
    minutes_add_up(&s, asked, (double)(sp_world_minute(asked) - before), name);
    assert_true(sp_world_hash(quiet, NULL) == sp_world_hash(asked, NULL));
  }
  for (int k = 0; k < SP_TRACE_KIND_COUNT; k++) all->count[k] += s.count[k];
  sp_lab_close(asked);
  sp_lab_close(quiet);
}

static void every_scenario(void **state) {
  (void)state;
  static const char *const names[] = {"lab/two-columns", "lab/riders", "lab/ford/dry-day", "lab/ford/rain-day", "lab/rear-guard/holds", "lab/rear-guard/none", "lab/tail-attacked/marches-on",
                                      "lab/tail-attacked/turns-back", "lab/rain-and-matchlocks/rain", "lab/fugitives-run-through/idle", "lab/half-crossed/half-over", "lab/no-quarter/none", "lab/bad-news", "jinzhou-pursuit"};
  seen all = {0};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) follow(names[n], 1 + n, &all);
  for (int k = 0; k < SP_TRACE_KIND_COUNT; k++) /* decisions are the minds' */
    if (k != SP_TRACE_CHOICE && all.count[k] == 0) fail_msg("nothing of kind %d was ever told", k);
}

static void count_one(void *context, const sp_trace *t) {
  (void)t;
  ++*(int *)context;
}

/* One body: what it is subject or object of, and no more; a copy has no sink. */
static void one_body(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/two-columns", 1), *copy = NULL;
  sp_key main = w->formation.key[0], train = w->formation.key[1];
  int told = 0;
  sp_world_set_trace(w, count_one, &told, main);
  assert_true(sp_tracing(w, main) && !sp_tracing(w, train) && sp_tracing_either(w, train, main));
  sp_trace_put(w, &(sp_trace){.subject = train});
  assert_int_equal(told, 0);
  sp_trace_put(w, &(sp_trace){.subject = train, .object = main});
  assert_int_equal(told, 1);
  assert_int_equal(sp_world_copy(w, &copy), SP_OK);
  assert_false(sp_tracing(copy, main));
  sp_world_destroy(copy);
  sp_world_set_trace(w, NULL, NULL, main);
  assert_false(sp_tracing(w, main));
  sp_trace t = {0};
  for (int n = 0; n < SP_TRACE_TERMS + 4; n++) sp_trace_add(&t, "mud", 1.0);
  assert_int_equal(t.count, SP_TRACE_TERMS);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_scenario), cmocka_unit_test(one_body)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
