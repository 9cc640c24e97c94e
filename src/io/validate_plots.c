/* validate_plots.c - a validation in three pictures. SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "io/svg.h"
#include "io/validate.h"

#define WIDTH 640.0
#define HEIGHT 520.0
#define LEFT 66.0
#define RIGHT 20.0
#define TOP 46.0
#define BOTTOM 56.0
#define INK "#222222"
#define FAINT "#cccccc"

static const char *const names[SP_PLOT_COUNT] = {"reliability", "losses", "losers"};
static const char *const colour[2] = {"#2b6a4d", "#a33b2a"}; /* winner, loser */

const char *sp_validation_plot_name(sp_validation_plot plot) { return plot < SP_PLOT_COUNT ? names[plot] : NULL; }

/* 0..1 into the frame. */
static double px(double x) { return LEFT + x * (WIDTH - LEFT - RIGHT); }
static double py(double y) { return HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM); }

static void open_sheet(sp_svg *s, const char *title, const char *x, const char *y) {
  sp_svg_put(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %n %n\" font-family=\"sans-serif\" font-size=\"13\" fill=\"%r\">\n", WIDTH, HEIGHT, INK);
  sp_svg_put(s, "<rect width=\"%n\" height=\"%n\" fill=\"#ffffff\"/>\n<text x=\"%n\" y=\"26\" font-size=\"16\">%s</text>\n", WIDTH, HEIGHT, LEFT, title);
  sp_svg_put(s, "<text x=\"%n\" y=\"%n\" text-anchor=\"middle\">%s</text>\n", px(0.5), HEIGHT - 14.0, x);
  sp_svg_put(s, "<text transform=\"translate(18 %n) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", py(0.5), y);
  sp_svg_put(s, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"%r\"/>\n", px(0.0), py(1.0), px(1.0) - px(0.0), py(0.0) - py(1.0), INK);
}

static void line(sp_svg *s, double x0, double y0, double x1, double y1, const char *stroke, double wide) {
  sp_svg_put(s, "<line x1=\"%n\" y1=\"%n\" x2=\"%n\" y2=\"%n\" stroke=\"%r\" stroke-width=\"%n\"/>\n", px(x0), py(y0), px(x1), py(y1), stroke, wide);
}

static void dot(sp_svg *s, double x, double y, double radius, const char *fill) { sp_svg_put(s, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"%r\" fill-opacity=\"0.8\"/>\n", px(x), py(y), radius, fill); }

static void tick(sp_svg *s, double at, double value, bool across) {
  if (across) sp_svg_put(s, "<text x=\"%n\" y=\"%n\" text-anchor=\"middle\" font-size=\"11\">%n</text>\n", px(at), py(0.0) + 16.0, value);
  else sp_svg_put(s, "<text x=\"%n\" y=\"%n\" text-anchor=\"end\" font-size=\"11\">%n</text>\n", px(0.0) - 6.0, py(at) + 4.0, value);
}

static void mark(sp_svg *s, double at, double value, bool across) {
  if (across) line(s, at, 0.0, at, 1.0, FAINT, 0.7);
  else line(s, 0.0, at, 1.0, at, FAINT, 0.7);
  tick(s, at, value, across);
}

/* ---- chances: equal sixths of the battles by the chance that was given, with the range that luck alone allows */

static int by_chance(const void *a, const void *b) {
  const sp_battle_judged *x = *(const sp_battle_judged *const *)a, *y = *(const sp_battle_judged *const *)b;
  if (x->p != y->p) return x->p < y->p ? -1 : 1;
  return (x->battle->id > y->battle->id) - (x->battle->id < y->battle->id);
}

static void reliability(sp_svg *s, const sp_validation *v, const sp_battle_judged **order) {
  enum { GROUPS = 6 };
  size_t n = 0;
  open_sheet(s, "Who wins: chances given and what came", "chance of the attacker given by the rules", "share of battles that he won");
  for (int t = 0; t <= 5; t++) mark(s, 0.2 * t, 0.2 * t, true), mark(s, 0.2 * t, 0.2 * t, false);
  line(s, 0.0, 0.0, 1.0, 1.0, INK, 1.0);
  for (size_t i = 0; i < v->count; i++)
    if (v->battle[i].outcome->known && v->battle[i].outcome->winner != SP_TRIAL_NOBODY) order[n++] = &v->battle[i];
  qsort(order, n, sizeof *order, by_chance);
  for (size_t g = 0; g < GROUPS; g++) {
    size_t from = g * n / GROUPS, to = (g + 1) * n / GROUPS;
    double p = 0.0, won = 0.0, count = (double)(to - from);
    for (size_t i = from; i < to; i++) p += order[i]->p / count, won += (order[i]->outcome->winner == SP_TRIAL_ATTACKER) / count;
    if (to == from) continue;
    double luck = 1.645 * sqrt(p * (1.0 - p) / count);
    line(s, p, fmax(0.0, p - luck), p, fmin(1.0, p + luck), "#7a8fb5", 6.0);
    dot(s, p, won, 6.0, "#2b4a8b");
  }
  sp_svg_put(s, "<text x=\"%n\" y=\"%n\" font-size=\"11\">bars: where nine in ten such groups would fall if every chance were right</text>\n", px(0.02), py(0.96));
}

/* ---- losses: quantiles against quantiles, on a logarithmic scale from 0.3 % to all */

#define LEAST 0.003
static double log_place(double share) { return fmin(1.0, fmax(0.0, log(share / LEAST) / log(1.0 / LEAST))); }

static void loss_marks(sp_svg *s, bool across, bool up) {
  static const double at[] = {0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0};
  for (size_t n = 0; n < sizeof at / sizeof *at; n++) {
    if (across) mark(s, log_place(at[n]), 100.0 * at[n], true);
    if (up) mark(s, log_place(at[n]), 100.0 * at[n], false);
  }
}

static void losses(sp_svg *s, const sp_validation *v, double *seen, double *rules) {
  open_sheet(s, "Losses, quantile by quantile", "rules: % of the side lost", "history: % of the side lost");
  loss_marks(s, true, true);
  line(s, 0.0, 0.0, 1.0, 1.0, INK, 1.0);
  for (int w = 0; w < 2; w++) {
    size_t n = 0;
    for (size_t i = 0; i < v->count; i++) {
      const sp_loss_judged *l = &v->battle[i].loss[w];
      if (!l->judged) continue;
      for (int g = 0; g < SP_GRID; g++) rules[n * SP_GRID + (size_t)g] = l->grid[g];
      seen[n++] = l->seen;
    }
    sp_sort_numbers(seen, n);
    sp_sort_numbers(rules, n * SP_GRID);
    for (int q = 1; n && q < 40; q++) dot(s, log_place(sp_quantile(rules, n * SP_GRID, q / 40.0)), log_place(sp_quantile(seen, n, q / 40.0)), 4.0, colour[w]);
    sp_svg_put(s, "<circle cx=\"%n\" cy=\"%n\" r=\"5\" fill=\"%r\"/><text x=\"%n\" y=\"%n\">%s</text>\n", px(0.04), py(0.95 - 0.05 * w), colour[w], px(0.06), py(0.94 - 0.05 * w), w ? "losers" : "winners");
  }
}

/* ---- each loser: what was expected, and what came, in order of what came */

static int by_seen(const void *a, const void *b) {
  const sp_battle_judged *x = *(const sp_battle_judged *const *)a, *y = *(const sp_battle_judged *const *)b;
  if (x->loss[1].seen != y->loss[1].seen) return x->loss[1].seen < y->loss[1].seen ? -1 : 1;
  return (x->battle->id > y->battle->id) - (x->battle->id < y->battle->id);
}

static void each(sp_svg *s, const sp_validation *v, const sp_battle_judged **order) {
  size_t n = 0;
  open_sheet(s, "The losers, battle by battle", "battles, in order of what the loser lost", "% of the side lost");
  loss_marks(s, false, true);
  for (size_t i = 0; i < v->count; i++)
    if (v->battle[i].loss[1].judged) order[n++] = &v->battle[i];
  qsort(order, n, sizeof *order, by_seen);
  for (size_t i = 0; i < n; i++) {
    const sp_loss_judged *l = &order[i]->loss[1];
    double x = ((double)i + 0.5) / (double)n;
    line(s, x, log_place(l->low90), x, log_place(l->high90), "#e0b9b2", 3.0);
    line(s, x, log_place(l->low50), x, log_place(l->high50), "#c98375", 3.0);
    dot(s, x, log_place(l->seen), 2.2, INK);
  }
  sp_svg_put(s, "<text x=\"%n\" y=\"%n\" font-size=\"11\">dots: history; bars: half and nine tenths of the runs that went as history did</text>\n", px(0.02), py(0.96));
}

sp_status sp_validation_plot_svg(const sp_validation *v, sp_validation_plot plot, FILE *file) {
  sp_svg s = {0};
  const sp_battle_judged **order = malloc(v->count * sizeof *order);
  double *seen = malloc(v->count * sizeof *seen), *rules = malloc(v->count * SP_GRID * sizeof *rules);
  sp_status status = order && seen && rules ? SP_OK : SP_NO_MEMORY;
  if (status == SP_OK) {
    if (plot == SP_PLOT_RELIABILITY) reliability(&s, v, order);
    else if (plot == SP_PLOT_LOSSES) losses(&s, v, seen, rules);
    else if (plot == SP_PLOT_BATTLES) each(&s, v, order);
    else status = SP_BAD_INPUT;
    sp_svg_put(&s, "</svg>\n");
    if (s.no_memory) status = SP_NO_MEMORY;
  }
  if (status == SP_OK && fwrite(s.data, 1, s.length, file) != s.length) status = SP_IO;
  sp_svg_free(&s);
  free(order);
  free(seen);
  free(rules);
  return status;
}
