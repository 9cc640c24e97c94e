/* ensemble_text.c - an ensemble as a reader wants it: figures, told ones, expectations, comparison; plain or Markdown.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/ensemble.h"
#include "io/measure_words.h"
#include "io/table_out.h"

typedef struct teller {
  const sp_ensemble *e;
  const sp_model *model;
  sp_lang lang;
  bool markdown;
  sp_prose out;
} teller;

static void put_words(sp_table_out *table, const teller *t, const char *id) {
  char words[SP_SAY * 2];
  sp_text(t->lang, id, NULL, words, sizeof words);
  sp_table_cell(table, words);
}

static void put_heads(sp_table_out *table, const teller *t, const char *const *ids) {
  for (size_t i = 0; i < table->columns; i++) put_words(table, t, ids[i]);
  sp_table_rule(table);
}

static void heading(teller *t, const char *id, const char *const *args) {
  sp_prose_put(&t->out, t->markdown ? "\n### " : "\n");
  sp_prose_fill(&t->out, t->lang, id, args);
  sp_prose_put(&t->out, "\n\n");
}

static void put_table(teller *t, sp_table_out *table) {
  if (t->markdown) sp_table_put_markdown(table, &t->out);
  else sp_table_put(table, "", &t->out);
  sp_table_free(table);
}

/* ---- values */

/* Hours to the minute in either language: a quarter of an hour is too coarse for quantiles. */
static bool say_hours(const teller *t, int32_t measure, double minutes, char out[SP_SAY]) {
  char hours[24], rest[24];
  int64_t whole = (int64_t)(minutes + 0.5);
  if (strcmp(sp_measure_unit(t->model, measure), "min") != 0 || !(minutes >= 0.0 && minutes < 1e9)) return false;
  snprintf(hours, sizeof hours, "%" PRId64, whole / 60);
  snprintf(rest, sizeof rest, "%02" PRId64, whole % 60);
  sp_text(t->lang, "ensemble.hours", (const char *const[]){"hours", hours, "minutes", rest, NULL}, out, SP_SAY);
  return true;
}

static void say(const teller *t, int32_t measure, double value, char out[SP_SAY]) {
  if (isinf(value)) sp_text(t->lang, "ensemble.never", NULL, out, SP_SAY);
  else if (!say_hours(t, measure, value, out)) sp_say_measure(t->lang, t->model, measure, value, out);
}

static void say_share(double value, char out[SP_SAY]) {
  sp_say_fixed(value * 100.0, value > 0.0 && value < 0.1 ? 1 : 0, out);
  strcat(out, " %");
}

static void put_value(sp_table_out *table, const teller *t, int32_t measure, double value, bool there) {
  char words[SP_SAY];
  if (there) say(t, measure, value, words);
  sp_table_cell(table, there ? words : "");
}

typedef void (*sayer)(const teller *t, int32_t measure, double value, char out[SP_SAY]);

static void say_difference(const teller *t, int32_t measure, double value, char out[SP_SAY]) {
  if (isinf(value)) sp_text(t->lang, value < 0 ? "ensemble.only_there" : "ensemble.only_here", NULL, out, SP_SAY);
  else sp_say_difference(t->lang, t->model, measure, value, out);
  char size[SP_SAY];
  if (isinf(value) || !say_hours(t, measure, fabs(value), size)) return;
  snprintf(out, SP_SAY, "%s%.80s", value < 0.0 ? "-" : value > 0.0 ? "+" : "", size);
}

static void say_share_of(const teller *t, int32_t measure, double value, char out[SP_SAY]) {
  (void)t;
  (void)measure;
  say_share(value, out);
}

/* "2 h 30 to 3 h 10"; an end that so few wars cannot give is an ellipsis. */
static void put_between(sp_table_out *table, const teller *t, int32_t measure, sp_interval x, sayer words) {
  char low[SP_SAY] = "…", high[SP_SAY] = "…", both[SP_SAY * 3];
  if (!(isinf(x.low) && x.low < 0)) words(t, measure, x.low, low);
  if (!(isinf(x.high) && x.high > 0 && !isinf(x.value))) words(t, measure, x.high, high);
  sp_text(t->lang, "measures.range", (const char *const[]){"low", low, "high", high, NULL}, both, sizeof both);
  sp_table_cell(table, strcmp(low, high) == 0 ? low : both);
}

static void put_count(sp_table_out *table, size_t count) {
  char digits[SP_SAY];
  sp_say_digits((int64_t)count, digits);
  sp_table_cell(table, digits);
}

static const char *measure_name(const teller *t, int32_t measure) { return sp_model_name(t->model, SP_ENTITY_MEASURE, measure, t->lang); }

/* ---- the figures */

static void put_figures(teller *t, int32_t arm) {
  static const char *const heads[] = {"ensemble.head.measure", "ensemble.head.wars", "ensemble.head.least", "ensemble.head.5", "ensemble.head.25", "ensemble.head.median", "ensemble.head.median_95", "ensemble.head.75", "ensemble.head.95", "ensemble.head.greatest", "ensemble.head.mean"};
  static const int before[] = {0, 2, 4, 5}, after[] = {6, 8, 10};
  const sp_arm_runs *runs = &t->e->arm[arm];
  sp_table_out table = {.columns = 11, .right = 0x7BE};
  t->model = runs->model;
  put_heads(&table, t, heads);
  for (int32_t i = 0; i < runs->measures; i++) {
    int32_t m = runs->order[i];
    const sp_measure_summary *s = &t->e->summary[arm][m];
    sp_table_cell(&table, measure_name(t, m));
    put_count(&table, s->known);
    for (int q = 0; q < 4; q++) put_value(&table, t, m, s->quantile[before[q]], s->sample > 0);
    if (s->sample) put_between(&table, t, m, s->median, say);
    else sp_table_cell(&table, "");
    for (int q = 0; q < 3; q++) put_value(&table, t, m, s->quantile[after[q]], s->sample > 0);
    put_value(&table, t, m, s->mean, s->known > 0);
  }
  put_table(t, &table);
  t->model = t->e->arm[0].model;
}

/* ---- the figures told: how unlike the wars is the story? */

static const char *told_id(double rank) {
  if (rank < 0.01 || rank > 0.99) return "ensemble.told.beyond";
  return rank < 0.1 || rank > 0.9 ? "ensemble.told.edge" : "ensemble.told.within";
}

static void put_told(teller *t) {
  static const char *const heads[] = {"ensemble.head.measure", "ensemble.head.told", "ensemble.head.median", "ensemble.head.percentile", "ensemble.head.so"};
  const sp_arm_runs *runs = &t->e->arm[0];
  sp_table_out table = {.columns = 5, .right = 0xE};
  bool any = false;
  put_heads(&table, t, heads);
  for (int32_t i = 0; i < runs->measures; i++) {
    int32_t m = runs->order[i];
    const sp_measure_summary *s = &t->e->summary[0][m];
    char rank[SP_SAY];
    if (!s->has_told) continue;
    any = true;
    sp_say_fixed(s->told_rank * 100.0, 1, rank);
    sp_table_cell(&table, measure_name(t, m));
    put_value(&table, t, m, sp_model_measure(t->model, m)->told, true);
    put_value(&table, t, m, s->quantile[5], true);
    sp_table_cell(&table, rank);
    put_words(&table, t, told_id(s->told_rank));
  }
  if (any) heading(t, "ensemble.told", NULL);
  if (any) put_table(t, &table);
  else sp_table_free(&table);
}

/* ---- expectations */

static void say_wanted(const teller *t, const sp_expectation_def *def, const sp_expectation_summary *s, char *out, size_t size) {
  char bounds[SP_SAY * 3], least[SP_SAY], most[SP_SAY], quantile[SP_SAY], times[SP_SAY];
  char low[SP_SAY], high[SP_SAY];
  sayer said = def->against ? say_difference : say;
  if (def->low > -SP_NO_BOUND) said(t, s->measure, def->low, low);
  if (def->high < SP_NO_BOUND) said(t, s->measure, def->high, high);
  sp_join_bounds(t->lang, def->low > -SP_NO_BOUND ? low : NULL, def->high < SP_NO_BOUND ? high : NULL, bounds);
  say_share(def->share, least);
  say_share(def->share_most, most);
  say_share(def->quantile, quantile);
  sp_say_fixed(def->times, def->times > floor(def->times) ? 1 : 0, times);
  const char *id = !s->by_share ? (def->quantile < 0.5 || def->quantile > 0.5 ? "ensemble.want.quantile" : "ensemble.want.median")
                   : def->share_most < 1.0 && def->share > 0.0 ? "ensemble.want.between"
                   : def->share_most < 1.0                     ? "ensemble.want.most"
                                                               : "ensemble.want.least";
  const char *args[] = {"bounds", bounds, "least", least, "most", most, "quantile", quantile, NULL};
  sp_prose words = {0};
  sp_prose_fill(&words, t->lang, id, args);
  if (def->against) {
    const char *more[] = {"overlay", def->against, "times", times, NULL};
    sp_prose_fill(&words, t->lang, def->times < 1.0 || def->times > 1.0 ? "ensemble.want.against_times" : "ensemble.want.against", more);
  }
  int32_t given = def->given ? sp_model_find(t->model, SP_ENTITY_MEASURE, def->given) : -1;
  if (given >= 0) sp_prose_fill(&words, t->lang, "ensemble.want.given", (const char *const[]){"given", measure_name(t, given), NULL});
  snprintf(out, size, "%s", sp_prose_text(&words));
  sp_prose_free(&words);
}

static void put_expectations(teller *t) {
  static const char *const heads[] = {"ensemble.head.expectation", "ensemble.head.wanted", "ensemble.head.wars", "ensemble.head.found", "ensemble.head.found_95", "ensemble.head.verdict"};
  static const char *const verdicts[] = {"ensemble.verdict.hit", "ensemble.verdict.missed", "ensemble.verdict.undecided"};
  const sp_ensemble *e = t->e;
  sp_table_out table = {.columns = 6, .right = 0x1C};
  bool any = false;
  put_heads(&table, t, heads);
  for (int32_t i = 0; i < sp_model_count(t->model, SP_ENTITY_EXPECTATION); i++) {
    int32_t row = e->expectation_order[i];
    const sp_expectation_def *def = sp_model_expectation(t->model, row);
    const sp_expectation_summary *s = &e->expectation[row];
    char wanted[512], found[SP_SAY];
    if (!s->asked) continue;
    any = true;
    say_wanted(t, def, s, wanted, sizeof wanted);
    sayer words = s->by_share ? say_share_of : def->against ? say_difference : say;
    sp_table_cell(&table, sp_named(def->name, def->id, t->lang));
    sp_table_cell(&table, wanted);
    put_count(&table, s->wars);
    if (s->wars) words(t, s->measure, s->found.value, found);
    sp_table_cell(&table, s->wars ? found : "");
    if (s->wars) put_between(&table, t, s->measure, s->found, words);
    else sp_table_cell(&table, "");
    put_words(&table, t, verdicts[s->verdict]);
  }
  if (any) heading(t, "ensemble.expectations", NULL);
  if (any) put_table(t, &table);
  else sp_table_free(&table);
}

/* ---- with and without the overlay */

static void put_comparison(teller *t) {
  static const char *const heads[] = {"ensemble.head.measure", "ensemble.head.pairs", "ensemble.head.median", "ensemble.head.difference", "ensemble.head.difference_95", "ensemble.head.mean", "ensemble.head.mean_95", "ensemble.head.more", "ensemble.head.less"};
  const sp_arm_runs *runs = &t->e->arm[0];
  sp_table_out table = {.columns = 9, .right = 0x1FE};
  put_heads(&table, t, heads);
  for (int32_t i = 0; i < runs->measures; i++) {
    int32_t m = runs->order[i];
    const sp_pair_summary *p = &t->e->pair[m];
    char words[SP_SAY];
    if (p->other < 0 || p->pairs == 0) continue;
    sp_table_cell(&table, measure_name(t, m));
    put_count(&table, p->pairs);
    put_value(&table, t, m, t->e->summary[0][m].quantile[5], true);
    say_difference(t, m, p->median.value, words);
    sp_table_cell(&table, words);
    put_between(&table, t, m, p->median, say_difference);
    say_difference(t, m, p->mean.value, words);
    sp_table_cell(&table, p->both ? words : "");
    if (p->both > 1) put_between(&table, t, m, p->mean, say_difference);
    else sp_table_cell(&table, "");
    say_share(p->more.value, words);
    sp_table_cell(&table, words);
    say_share(p->less.value, words);
    sp_table_cell(&table, words);
  }
  heading(t, "ensemble.against", (const char *const[]){"overlay", t->e->about.against, NULL});
  put_table(t, &table);
}

/* ---- all of it */

static void put_title(teller *t) {
  const sp_ensemble *e = t->e;
  const sp_campaign_def *campaign = sp_model_campaign(t->model);
  char wars[SP_SAY], seed[24];
  size_t done = 0;
  for (uint32_t n = 0; n < e->about.runs; n++) done += e->arm[0].state[n] == SP_RUN_DONE;
  sp_say_digits((int64_t)done, wars);
  snprintf(seed, sizeof seed, "%" PRIu64, e->about.seed);
  sp_prose with = {0};
  sp_prose_list(&with, t->lang, e->about.with, e->about.withs);
  const char *args[] = {"name", sp_named(campaign->name, campaign->id, t->lang), "wars", wars, "seed", seed, "with", sp_prose_text(&with), NULL};
  if (t->markdown) sp_prose_put(&t->out, "## ");
  sp_prose_fill(&t->out, t->lang, e->about.withs ? "ensemble.title_with" : "ensemble.title", args);
  sp_prose_put(&t->out, "\n\n");
  sp_prose_free(&with);
}

static sp_status tell(sp_ensemble *e, sp_lang lang, bool markdown, FILE *file) {
  if (!e || !file || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_status status = sp_ensemble_judge(e);
  if (status != SP_OK) return status;
  teller t = {.e = e, .model = e->arm[0].model, .lang = lang, .markdown = markdown};
  put_title(&t);
  if (e->arm[0].measures) put_figures(&t, 0);
  else sp_prose_fill(&t.out, lang, "measures.none", NULL);
  put_told(&t);
  put_expectations(&t);
  if (e->arms == 2) {
    heading(&t, "ensemble.other", (const char *const[]){"overlay", e->about.against, NULL});
    put_figures(&t, 1);
    put_comparison(&t);
  }
  status = t.out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&t.out), 1, t.out.length, file) != t.out.length ? SP_IO : SP_OK;
  sp_prose_free(&t.out);
  return status;
}

sp_status sp_ensemble_text(sp_ensemble *e, sp_lang lang, FILE *file) { return tell(e, lang, false, file); }
sp_status sp_ensemble_markdown(sp_ensemble *e, sp_lang lang, FILE *file) { return tell(e, lang, true, file); }
