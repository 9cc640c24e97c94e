/* tidings.c - the bearer of bad news.
 *
 * Models   a severe chief who is told much worse than he believed may punish whoever tells it; the rebuke goes by rider; who is rebuked, and
 *          who hears of it from a rider of somebody who knows, fears to report: later, the enemy fewer, his own losses smaller
 *          (rules/picture.c, world/papers.c). When others have reported as many, the chief owns that it was true, and whoever
 *          hears from him afterwards fears no more. The fear also fades.
 * Reads    papers dealt with in this tick, the chief's picture before he takes them in; the trait severity.
 * Writes   repute.chilled, harsh_at, harsh_heard, harsh_by, punished_at, punished_for, proved_at; words sent.
 * Emits    BEARER_PUNISHED, BEARER_RIGHT.
 * Formula  src/lore/tidings.c: log of the odds after to before, in the chief's belief alone. The truth is not looked at.
 * Sources  tidings.def.
 * Leaves out  dismissal; rewards for good news; a chief who punishes for news that he gets from beside or above him.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "rules/rules.h"
#include "shapan/calc_repute.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/papers.h"
#include "world/trace.h"

#define PURPOSE_REBUKE 0x7265626bu
#define WORD_BYTES 240

static bool anybody_severe(const sp_model *m) {
  for (int32_t p = 0; p < m->person_count; p++)
    if (m->person[p].trait[SP_TRAIT_SEVERITY] > 0.0) return true;
  return false;
}

static double severity_of(const sp_world *w, int32_t h) { return sp_person_trait(w, w->hq.person[h], SP_TRAIT_SEVERITY); }

/* ---- what the news is, to him */

typedef struct news {
  double own_before, own_after, enemy_before, enemy_after;
  int32_t told; /* enemies in the paper */
} news;

static int32_t formed_men(const sp_world *w, int32_t report) { return w->report.shape[report] == SP_SHAPE_FLEEING ? 0 : w->report.men[report]; }

/* What he believed up to now. */
static news believed(const sp_tick *t, int32_t h) {
  const sp_world *w = t->world;
  news n = {.own_before = sp_men_of(w, w->hq.formation[h])};
  for (int32_t c = h * SP_CONTACTS; c < (h + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || (!w->contact.friendly[c] && sp_belief_confidence(w, r, t->to) < t->k->mind_trust)) continue;
    *(w->contact.friendly[c] ? &n.own_before : &n.enemy_before) += formed_men(w, r);
  }
  n.own_after = n.own_before;
  n.enemy_after = n.enemy_before;
  return n;
}

static news news_of(const sp_tick *t, int32_t m) {
  const sp_world *w = t->world;
  int32_t h = w->message.to_hq[m];
  news n = believed(t, h);
  uint32_t claimed = 0;
  for (int i = 0; i < 4; i++) {
    int32_t r = w->message.report[m * 4 + i];
    if (r < 0 || w->report.subject[r] == sp_hq_formation_key(w, h)) continue;
    int32_t c = sp_belief_match(w, h, r, claimed), old = c >= 0 ? w->contact.report[c] : -1;
    claimed |= sp_belief_bit(c);
    if (old >= 0 && w->report.seen[old] >= w->report.seen[r]) continue; /* he knows better */
    double change = formed_men(w, r) - (old >= 0 ? formed_men(w, old) : 0);
    if (w->report.subject[r] != 0) {
      if (old >= 0) n.own_after += change; /* a body he had not in mind is no loss */
      continue;
    }
    n.enemy_after += change;
    n.told += formed_men(w, r);
  }
  return n;
}

/* ---- punished */

static int32_t write_rebuke(sp_world *w, int32_t h, sp_minute minute) {
  int32_t row = sp_row_new(w, SP_TABLE_WORD, sp_key_born(w->repute.key[h], minute, PURPOSE_REBUKE, (uint32_t)w->hq.sent[h]));
  if (row < 0) return -1;
  char *text = (char *)&w->word.text[(size_t)row * WORD_BYTES];
  size_t used = sp_text(SP_LANG_EN, "word.rebuke", NULL, text, WORD_BYTES / 2);
  text[used] = SP_WORD_PARTS;
  (void)sp_text(SP_LANG_ZH, "word.rebuke", NULL, text + used + 1, WORD_BYTES - used - 1);
  return row;
}

static void punish(sp_tick *t, int32_t h, int32_t s, const news *n, double worse, sp_minute minute) {
  sp_world *w = t->world;
  sp_paper paper = {.kind = SP_MESSAGE_WORD, .from_hq = h, .to_hq = s, .order = -1, .word = write_rebuke(w, h, minute), .sent = minute};
  if (paper.word < 0 || sp_paper_send(w, &paper) < 0) return; /* no row: his anger passes */
  w->repute.harsh_at[h] = w->repute.harsh_heard[h] = w->repute.punished_at[s] = minute;
  w->repute.harsh_by[h] = sp_hq_formation_key(w, h);
  w->repute.punished_for[s] = n->told;
  sp_emit(w, (sp_event){.minute = minute, .type = SP_EVENT_BEARER_PUNISHED, .side = w->hq.side[h], .node = -1, .subject = sp_hq_formation_key(w, h), .object = sp_hq_formation_key(w, s), .a = n->told, .b = sp_to_i32(n->enemy_before), .value = worse, .x_m = w->hq.x[h], .y_m = w->hq.y[h]});
}

static void judge(sp_tick *t, int32_t m) {
  sp_world *w = t->world;
  int32_t h = w->message.to_hq[m], s = w->message.from_hq[m];
  double severity = severity_of(w, h);
  if (severity <= 0.0 || w->hq.superior[s] != h || w->message.kind[m] == SP_MESSAGE_ORDER || !w->hq.alive[s]) return;
  news n = news_of(t, m);
  double worse = sp_calc_news_worse(t->k, n.own_before, n.own_after, n.enemy_before, n.enemy_after), chance = sp_calc_news_punished(t->k, severity, worse);
  if (chance <= 0.0) return;
  sp_dice once = {.seed = t->dice.seed, .tick = 0};
  double u = sp_uniform(&once, sp_key_pair(w->hq.key[h], w->message.key[m]), SP_STREAM_TIDINGS, 0);
  sp_minute minute = sp_max_i64(w->message.acted[m], t->from);
  if (sp_tracing_either(w, sp_hq_formation_key(w, h), sp_hq_formation_key(w, s))) {
    sp_trace trace = {.minute = minute, .kind = SP_TRACE_NEWS, .subject = sp_hq_formation_key(w, s), .object = sp_hq_formation_key(w, h), .taken = u < chance, .result = chance};
    sp_trace_add(&trace, "severity", severity);
    sp_trace_add(&trace, "news_worse", worse);
    sp_trace_add(&trace, "enemy_before", n.enemy_before);
    sp_trace_add(&trace, "enemy_after", n.enemy_after);
    sp_trace_add(&trace, "own_before", n.own_before);
    sp_trace_add(&trace, "own_after", n.own_after);
    sp_trace_add(&trace, "die", u);
    sp_trace_put(w, &trace);
  }
  if (u < chance) punish(t, h, s, &n, worse, minute);
}

/* ---- hearing of it */

/* A rider tells what was known where he left; a chief who was wrong, and knows it, frightens nobody with his next paper. */
static void gossip(sp_tick *t, int32_t m) {
  sp_world *w = t->world;
  sp_repute_columns *c = &w->repute;
  int32_t from = w->message.from_hq[m], to = w->message.to_hq[m];
  if (from == to || !w->hq.alive[to]) return;
  if (w->hq.superior[to] == from && c->proved_at[from] > c->harsh_at[to] && w->message.sent[m] >= c->proved_at[from]) c->chilled[to] = 0.0;
  bool knew = c->harsh_at[from] > 0 && c->harsh_heard[from] <= w->message.sent[m];
  if (!knew || c->harsh_at[from] <= c->harsh_at[to]) return;
  c->harsh_at[to] = c->harsh_at[from];
  c->harsh_by[to] = c->harsh_by[from];
  c->harsh_heard[to] = w->message.acted[m];
  bool his_chief = w->hq.superior[to] >= 0 && sp_hq_formation_key(w, w->hq.superior[to]) == c->harsh_by[to];
  if (his_chief) c->chilled[to] = sp_max(c->chilled[to], c->punished_at[to] == c->harsh_at[to] ? t->k->tidings_punished : t->k->tidings_heard);
}

static void read_papers(sp_tick *t) {
  sp_world *w = t->world;
  sp_papers read = sp_papers_acted(w, t->from, t->to);
  for (size_t i = 0; i < read.count; i++) {
    judge(t, read.data[i]);
    gossip(t, read.data[i]);
  }
  sp_array_free(&read);
}

/* ---- proved right, or forgotten */

/* Enemies that he believes in by the word of others. */
static double told_by_others(const sp_world *w, int32_t h, int32_t s) {
  double men = 0.0;
  for (int32_t c = h * SP_CONTACTS; c < (h + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r >= 0 && !w->contact.friendly[c] && w->report.observer[r] != s && w->report.seen[r] > w->repute.punished_at[s]) men += formed_men(w, r);
  }
  return men;
}

static void look_back(sp_tick *t, int32_t s) {
  sp_world *w = t->world;
  int32_t h = w->hq.superior[s];
  bool old = (double)(t->to - w->repute.punished_at[s]) > 60.0 * t->k->tidings_recent_h;
  if (old || h < 0 || !w->hq.alive[h] || !w->hq.alive[s]) {
    w->repute.punished_for[s] = 0;
    return;
  }
  double others = told_by_others(w, h, s);
  if (others < t->k->tidings_proved * w->repute.punished_for[s]) return;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_BEARER_RIGHT, .side = w->hq.side[h], .node = -1, .subject = sp_hq_formation_key(w, h), .object = sp_hq_formation_key(w, s), .a = w->repute.punished_for[s], .b = sp_to_i32(others), .x_m = w->hq.x[h], .y_m = w->hq.y[h]});
  w->repute.punished_for[s] = 0;
  w->repute.proved_at[h] = t->to;
}

void sp_rule_tidings(sp_tick *t) {
  sp_world *w = t->world;
  if (!anybody_severe(t->model)) return;
  read_papers(t);
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_HQ); s++) {
    if (w->repute.punished_for[s] > 0) look_back(t, s);
    if (w->repute.chilled[s] <= 0.0) continue;
    double left = sp_calc_news_fear(t->k, w->repute.chilled[s], t->dt_min / 1440.0);
    w->repute.chilled[s] = left > 0.01 ? left : 0.0;
  }
}
