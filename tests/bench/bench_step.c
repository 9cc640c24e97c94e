/* bench_step.c - what a step costs, as a multiple of the yardstick L measured in the same run: per live
 * formation-step, per rule, growing from 10 to 10,000 formations, with what there was to do; the copy against memcpy; two wars on two threads.
 * Seeds vary, or branch prediction flatters. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/engine.h"
#include "host.h"
#include "rule_clock.h"
#include "yardstick.h"

enum { WARM_TICKS = 4, TICKS = 16, SEEDS = 5 };

static double clock_s(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static sp_world *open_war(sp_model *model, uint64_t seed) {
  sp_world *w = NULL;
  sp_faults *faults = sp_faults_create();
  if (sp_world_create(model, NULL, seed, faults, &w) != SP_OK) {
    fprintf(stderr, "bench: the war does not open\n");
    exit(1);
  }
  sp_faults_destroy(faults);
  sp_world_set_events(w, SP_EVENTS_NONE);
  return w;
}

static void step(sp_world *w, int ticks) {
  for (int n = 0; n < ticks; n++) {
    if (sp_world_step(w) != SP_OK) {
      fprintf(stderr, "bench: the war stopped\n");
      exit(1);
    }
    sp_world_drain_events(w);
  }
}

/* What there was to do: contacts with the enemy held, and riders on the road, for each hundred bodies. */
typedef struct load { double contacts, riders; } load;

static load load_of(const sp_world *w, int formations) {
  load sum = {0.0, 0.0};
  for (int32_t c = 0; c < sp_used(w, SP_TABLE_CONTACT); c++) sum.contacts += w->contact.report[c] >= 0 && !w->contact.friendly[c];
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++) sum.riders += w->message.state[m] == SP_MESSAGE_RIDING || w->message.state[m] == SP_MESSAGE_SEARCHING || w->message.state[m] == SP_MESSAGE_RETURNING;
  return (load){100.0 * sum.contacts / formations, 100.0 * sum.riders / formations};
}

/* Nanoseconds per formation-step: median over seeds. */
static double cost_ns(int formations, load *work) {
  sp_model *model = host_model(formations);
  if (!model) exit(1);
  double times[SEEDS];
  int repeat = formations < 1000 ? 1000 / formations : 1;
  for (int s = 0; s < SEEDS; s++) {
    double spent = 0.0;
    for (int r = 0; r < repeat; r++) {
      sp_world *w = open_war(model, (uint64_t)(s * 1000 + r + 1));
      step(w, WARM_TICKS);
      double t0 = thread_seconds();
      step(w, TICKS);
      spent += thread_seconds() - t0;
      *work = load_of(w, formations);
      sp_world_destroy(w);
    }
    times[s] = spent / repeat / TICKS / formations * 1e9;
  }
  qsort(times, SEEDS, sizeof *times, by_value);
  sp_model_release(model);
  return times[SEEDS / 2];
}

static void per_rule(int formations, double l) {
  double spent[RULES_MAX] = {0};
  sp_model *model = host_model(formations);
  sp_world *w = open_war(model, 3);
  step(w, WARM_TICKS);
  clock_rules(w, TICKS, spent);
  printf("cost per rule at %d formations\n", formations);
  for (int r = 0; r < rule_count; r++) printf("  %-22s %8.2f ns  %6.2f L\n", rule_names[r], spent[r] / TICKS / formations * 1e9, spent[r] / TICKS / formations * 1e9 / l);
  sp_world_destroy(w);
  sp_model_release(model);
}

static void copies(int formations) {
  sp_model *model = host_model(formations);
  sp_world *w = open_war(model, 5), *copy = NULL;
  step(w, WARM_TICKS);
  if (sp_world_copy(w, &copy) != SP_OK) exit(1);
  size_t bytes = sp_world_bytes(w);
  unsigned char *a = malloc(bytes), *b = malloc(bytes);
  memset(a, 1, bytes);
  memset(b, 2, bytes);
  double copy_s[SEEDS * 3], plain_s[SEEDS * 3];
  for (int n = 0; n < SEEDS * 3; n++) {
    double t0 = thread_seconds();
    sp_world_copy_into(w, copy);
    copy_s[n] = thread_seconds() - t0;
    t0 = thread_seconds();
    memcpy(a, b, bytes);
    __asm__ volatile("" : : "r"(a), "r"(b) : "memory");
    plain_s[n] = thread_seconds() - t0;
  }
  qsort(copy_s, SEEDS * 3, sizeof *copy_s, by_value);
  qsort(plain_s, SEEDS * 3, sizeof *plain_s, by_value);
  printf("copy of %d formations: %.2f MB, %.2f memcpy\n", formations, (double)bytes / 1e6, copy_s[SEEDS * 3 / 2] / plain_s[SEEDS * 3 / 2]);
  free(a);
  free(b);
  sp_world_destroy(copy);
  sp_world_destroy(w);
  sp_model_release(model);
}

static void *war_on_thread(void *model) {
  for (int n = 0; n < 3; n++) {
    sp_world *w = open_war(model, (uint64_t)n + 11);
    step(w, WARM_TICKS + 4 * TICKS);
    sp_world_destroy(w);
  }
  return NULL;
}

/* Arithmetic alone: what two threads can gain on this machine as it is now, other work and all. */
static void *spin(void *unused) {
  volatile double x = 1.0;
  for (int n = 0; n < 100000000; n++) x = x * 1.0000001;
  return unused;
}

/* The same work twice, one after the other, against side by side. */
static double gain(void *(*work)(void *), void *context) {
  double ratio[SEEDS];
  for (int n = 0; n < SEEDS; n++) {
    double t0 = clock_s(CLOCK_MONOTONIC);
    work(context);
    work(context);
    double alone = clock_s(CLOCK_MONOTONIC) - t0;
    pthread_t a, b;
    t0 = clock_s(CLOCK_MONOTONIC);
    pthread_create(&a, NULL, work, context);
    pthread_create(&b, NULL, work, context);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    ratio[n] = alone / (clock_s(CLOCK_MONOTONIC) - t0);
  }
  qsort(ratio, SEEDS, sizeof *ratio, by_value);
  return ratio[SEEDS / 2];
}

static void threads(void) {
  sp_model *model = host_model(1000);
  double wars = gain(war_on_thread, model), most = gain(spin, NULL);
  printf("two wars on two threads: %.2f times one after the other; arithmetic alone %.2f\n", wars, most);
  sp_model_release(model);
}

int main(void) {
  (void)setvbuf(stdout, NULL, _IOLBF, 0); /* told as it is measured, into a pipe too */
  double l = yardstick_ns();
  printf("yardstick L: %.2f ns per formation-step; formation row %zu bytes\n", l, sp_world_formation_bytes());
  static const int sizes[] = {10, 100, 300, 1000, 3000, 10000};
  double hundred = 0.0;
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    load work = {0.0, 0.0};
    double ns = cost_ns(sizes[n], &work), again = yardstick_ns();
    if (sizes[n] == 100) hundred = ns;
    printf("%6d formations: %8.1f ns per formation-step = %5.1f L; %9.1f us per tick", sizes[n], ns, ns / again, ns * sizes[n] / 1000.0);
    printf("; %.0f contacts, %.0f riders to 100", work.contacts, work.riders);
    if (hundred > 0.0) printf("; %.2f times what 100 cost each", ns / hundred);
    putchar('\n');
  }
  static const int looked_into[] = {300, 1000, 3000, 10000};
  for (size_t n = 0; n < sizeof looked_into / sizeof *looked_into; n++) per_rule(looked_into[n], yardstick_ns());
  copies(10000);
  threads();
  return 0;
}
