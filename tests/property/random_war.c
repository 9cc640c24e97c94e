/* random_war.c - see random_war.h. SPDX-License-Identifier: Apache-2.0 */
#include "property/random_war.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world/passage.h"

#define STUCK_MIN (20 * 60) /* no night lasts so long, nor a rest of the spent */
#define ASTRAY_MIN (48 * 60) /* a day of looking for his man, and a day to find home */
enum { VERB_MARCH = 1, VERB_CROSS = 4 }; /* numbers of the save format */

uint32_t random_roll(random_dice *d, uint32_t sides) {
  d->state += 0x9e3779b97f4a7c15ULL;
  uint64_t x = d->state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return (uint32_t)((x ^ (x >> 31)) >> 33) % sides;
}

void random_wars(random_one_war *one_war, uint64_t wars) {
  const char *first = getenv("SP_RANDOM_FIRST"), *big = getenv("SP_LONG"), *count = getenv("SP_RANDOM_WARS");
  uint64_t from = first ? strtoull(first, NULL, 10) : 0;
  if (count) wars = strtoull(count, NULL, 10);
  else if (big && *big && *big != '0') wars = 10000;
  int32_t given = 0, refused = 0, stuck = 0;
  for (uint64_t n = from; n < from + wars; n++) stuck += one_war(n, &given, &refused);
  assert_int_equal(stuck, 0); /* the lines above say which */
  assert_true(given > (int32_t)wars * 10);
  assert_true(refused < given / 2);
}

void random_order(sp_world *war, const char *from, const char *line, int32_t *given, int32_t *refused) {
  sp_status status = sp_world_order(war, sp_lab_key(war, from), line, NULL);
  assert_true(status == SP_OK || status == SP_BAD_INPUT || status == SP_NOT_FOUND); /* not found: the chief has been merged away */
  (*given)++;
  *refused += status != SP_OK;
}

void random_step(sp_world *war, uint64_t number) {
  char message[300] = "";
  sp_status status = sp_world_step(war);
  if (status == SP_OK) status = sp_world_check(war, message, sizeof message);
  else (void)sp_world_check(war, message, sizeof message);
  if (status != SP_OK) print_error("war %llu, tick %lld: %s: %s\n", (unsigned long long)number, (long long)sp_world_tick(war), sp_status_name(status), message);
  assert_int_equal(status, SP_OK);
}

int32_t random_stuck(const sp_world *war, random_watch seen[RANDOM_WATCHED], uint64_t number, int sides) {
  sp_field_view view;
  assert_int_equal(sp_world_field(war, "formation", "alive", &view), SP_OK);
  bool all_march = sides == 1;
  for (int32_t f = 0; f < view.rows; f++) {
    double verb = sp_lab_value(war, "formation", "verb", f);
    all_march = all_march && (verb == VERB_MARCH || verb == 0.0 || !(sp_lab_value(war, "formation", "alive", f) > 0.0));
  }
  for (int32_t f = 0; f < view.rows && f < RANDOM_WATCHED; f++) {
    double verb = sp_lab_value(war, "formation", "verb", f), marched = sp_lab_value(war, "formation", "marched_m", f), goal = sp_lab_value(war, "formation", "goal_node", f);
    double tail = sp_lab_value(war, "formation", "tail_x", f) + sp_lab_value(war, "formation", "tail_y", f);
    bool wades = sp_lab_value(war, "formation", "crossing", f) >= 0.0, marches = sp_lab_value(war, "formation", "alive", f) > 0.0 && (verb == VERB_MARCH || verb == VERB_CROSS || wades);
    bool held = sp_lab_value(war, "formation", "in_contact", f) > 0.0 || sp_lab_value(war, "combat", "engagement", f) >= 0.0 || war->hq.before_wall[f];
    bool behind = !all_march && (sp_lab_value(war, "formation", "blocked", f) > 0.0 || sp_lab_value(war, "formation", "queue_since", f) > 0.0);
    sp_minute now = sp_world_minute(war);
    if (!marches || held || behind || marched > seen[f].marched_m || tail != seen[f].tail || goal != seen[f].goal || sp_lab_value(war, "formation", "start_minute", f) > (double)(now - 60)) {
      seen[f] = (random_watch){marched, tail, goal, now};
      continue;
    }
    bool ferried = wades && war->model->crossing[war->formation.crossing[f]].kind == SP_CROSSING_FERRY; /* a hundred carts go over by a few boats for a day and a night */
    if (now - seen[f].since < (ferried ? 4 : 1) * STUCK_MIN) continue;
    print_error("war %llu, tick %lld: formation %d stands (verb %g, activity %g, fatigue %g, legs %g, crossing %g)\n", (unsigned long long)number, (long long)sp_world_tick(war), (int)f, verb,
                sp_lab_value(war, "formation", "activity", f), sp_lab_value(war, "formation", "fatigue", f), sp_lab_value(war, "formation", "leg_count", f), sp_lab_value(war, "formation", "crossing", f));
    return 1;
  }
  return 0;
}

/* At a crossing that is too deep for him, or full of ice. */
static bool waits_at_water(const sp_world *war, int32_t m) {
  int32_t crossing = war->message.leg[m] == SP_NO_LEG && war->message.node[m] >= 0 ? war->model->node[war->message.node[m]].crossing : -1;
  return crossing >= 0 && sp_passage_rider_min(war, crossing, true) < 0.0;
}

int32_t random_lost_riders(const sp_world *war, random_rider seen[RANDOM_RIDERS], uint64_t number) {
  sp_minute now = sp_world_minute(war);
  for (int32_t m = 0; m < war->head->used[SP_TABLE_MESSAGE] && m < RANDOM_RIDERS; m++) {
    const sp_message_columns *c = &war->message;
    bool rides = c->state[m] != SP_MESSAGE_FREE && c->first_strength[m] >= 0, queues = c->state[m] == SP_MESSAGE_IN_STAFF && c->acted[m] + ASTRAY_MIN > now;
    bool goes_on = seen[m].key != c->key[m] || seen[m].ridden_min != c->ridden_min[m] || queues || waits_at_water(war, m);
    if (!rides || (goes_on && c->state[m] != SP_MESSAGE_DONE)) {
      seen[m] = (random_rider){c->key[m], c->ridden_min[m], now};
      continue;
    }
    if (c->state[m] != SP_MESSAGE_DONE && now - seen[m].since < ASTRAY_MIN) continue;
    print_error("war %llu, tick %lld: the rider of paper %d is lost (state %d, out for %lld min, %.0f in the saddle)\n", (unsigned long long)number, (long long)sp_world_tick(war), (int)m, (int)c->state[m], (long long)(now - c->sent[m]), c->ridden_min[m]);
    return 1;
  }
  return 0;
}

static sp_status at_hand(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)count, (void)roles, (void)files, (void)texts, (void)lengths, (void)faults;
  *model = context;
  sp_model_retain(*model);
  return SP_OK;
}

static int by_key(const void *left, const void *right) {
  sp_key a = *(const sp_key *)left, b = *(const sp_key *)right;
  return a < b ? -1 : a > b;
}

/* Dice are keyed by them: two that live never have one key. */
static void keys_are_their_own(const sp_world *war, uint64_t number, const char *table, const sp_key *key, const uint8_t *alive, int32_t used) {
  static sp_key list[20000];
  int32_t count = 0;
  for (int32_t n = 0; n < used && count < 20000; n++)
    if (alive[n]) list[count++] = key[n];
  qsort(list, (size_t)count, sizeof *list, by_key);
  for (int32_t n = 1; n < count; n++)
    if (list[n] == list[n - 1]) fail_msg("war %llu, tick %lld: two rows of %s have one key", (unsigned long long)number, (long long)sp_world_tick(war), table);
}

sp_world *random_reopened(sp_world *war, uint64_t number) {
  const int32_t *used = war->head->used;
  keys_are_their_own(war, number, "formation", war->formation.key, war->formation.alive, used[SP_TABLE_FORMATION]);
  keys_are_their_own(war, number, "ward", war->ward.key, war->ward.alive, used[SP_TABLE_WARD]);
  keys_are_their_own(war, number, "pool", war->pool.key, war->pool.alive, used[SP_TABLE_POOL]);
  keys_are_their_own(war, number, "depot", war->depot.key, war->depot.alive, used[SP_TABLE_DEPOT]);
  keys_are_their_own(war, number, "work", war->work.key, war->work.alive, used[SP_TABLE_WORK]);
  unsigned char *data = NULL;
  size_t size = 0;
  sp_world *back = NULL;
  sp_faults *faults = sp_faults_create();
  assert_int_equal(sp_save(war, &data, &size), SP_OK);
  sp_status status = sp_load(data, size, at_hand, (void *)(uintptr_t)sp_world_model(war), faults, NULL, &back);
  char line[600] = "";
  if (status != SP_OK && sp_faults_total(faults)) sp_faults_format(faults, 0, SP_LANG_EN, line, sizeof line);
  if (status != SP_OK) print_error("war %llu, tick %lld: its save is not read: %s: %s\n", (unsigned long long)number, (long long)sp_world_tick(war), sp_status_name(status), line);
  assert_int_equal(status, SP_OK);
  sp_difference d;
  if (sp_world_hash(war, NULL) != sp_world_hash(back, NULL)) {
    (void)sp_world_compare(war, back, &d);
    fail_msg("war %llu, tick %lld: saved and read it differs: %s %s.%s: %s | %s", (unsigned long long)number, (long long)sp_world_tick(war), d.subject, d.table, d.field, d.left, d.right);
  }
  sp_world_set_events(back, SP_EVENTS_NONE);
  sp_buffer_free(data);
  sp_faults_destroy(faults);
  sp_world_destroy(war);
  return back;
}
