/* yardstick.c - L: the time of one formation update in kernel.c's K2 (structure of arrays, n = 1000), which is the
 * physical bound that the step is measured against. kernel.c itself is never edited; it is built here with its own
 * flags. SPDX-License-Identifier: Apache-2.0 */
#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* gcc's own, for clang */
#pragma GCC optimize("O3")
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("arch=x86-64-v3")
#endif
#pragma GCC diagnostic ignored "-Wconversion" /* its text is not ours to change */
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define VEC
#define K 32
#define main kernel_main
#include "kernel.c"
#undef main

#include "yardstick.h"

/* The clock of bench_step.c: were L to wait for a busy machine and the step not, the step would be flattered. */
static double processor_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double yardstick_ns(void) {
  enum { N = 1000, LD = 1008, STEPS = 4000, ROUNDS = 9 };
  float *state = aligned_alloc(64, sizeof(float) * LD * K), *length = malloc(4 * NE), *slope = malloc(4 * NE), *capacity = malloc(4 * NE);
  int *edge = malloc(4 * LD);
  uint32_t z = 1;
  for (int i = 0; i < NE; i++) {
    z = z * 1664525u + 1013904223u;
    length[i] = 1 + (z >> 24) * .05f;
    slope[i] = ((z >> 16) & 255) / 512.f;
    capacity[i] = 2000 + ((z >> 8) & 1023);
  }
  for (int i = 0; i < LD; i++) {
    z = z * 1664525u + 1013904223u;
    edge[i] = (z >> 10) % NE;
    for (int k = 0; k < K; k++) {
      z = z * 1664525u + 1013904223u;
      float x = (z >> 8) * 5.96e-8f;
      state[(size_t)k * LD + i] = k == MEN ? 500 + 1500 * x : k == ENE ? 800 * x : k == FRI ? 2000 * x : k == AMM ? 40 * x : x;
    }
  }
  double times[ROUNDS];
  for (int r = 0; r < ROUNDS; r++) {
    double t0 = processor_s();
    for (int s = 0; s < STEPS; s++) k2_soa(state, edge, length, slope, capacity, N, LD, s);
    times[r] = (processor_s() - t0) / STEPS / N * 1e9;
  }
  qsort(times, ROUNDS, sizeof *times, cmp);
  free(state);
  free(length);
  free(slope);
  free(capacity);
  free(edge);
  return times[ROUNDS / 2];
}
