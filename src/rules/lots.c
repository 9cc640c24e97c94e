/* lots.c - what becomes known of grenades: trials, what men saw in a fight, the complaint that goes up.
 *
 * Models   a trial: one grenade after another, while the body stands free, each of them gone; when more fail than were allowed all
 *          of them are refused, and with them what is left of their lot in the depot that they came from. Trust that comes
 *          back when nothing is thrown. A commander whose grenades failed by the third part, in a fight or tried, writes so to his superior (whence it goes on: court.c).
 * Reads    combat.grenades, lot_bad, engagement, stance; hq.superior.
 * Writes   munition.trial, trial_done, trial_bad, trial_min, tried, failed, failing, thrown, thrown_bad, aside; combat.grenades, depot.refused and
 *          depot.grenades through world/munitions.c.
 * Emits    TRIED, REFUSES, COMPLAINS; the rest of a complaint's way is that of every paper.
 * Formula  each piece fails with the lot's true share; its die is keyed by the body, the minute of the order and its place in the trial, so that no
 *          tick's length changes it. The interval told is lore/munition.c's. What is believed is counted: tried and failed.
 * Sources  munition.def.
 * Leaves out  judges who are bribed; lots tried in the arsenal; anybody hurt at a trial, who throws from behind a bank; what a superior does about it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/text.h"
#include "rules/rules.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_supply.h"
#include "world/munitions.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/petitions.h"
#include "world/stores.h"

#define PURPOSE_COMPLAINT 0x636f6d70u
#define WORD_BYTES 240
#define VEIL_GONE 0.001 /* a tenth of what still hides anybody (sighting.c) */

/* ---- trials */

static bool fails(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)w->munition.trial_since[i]};
  return sp_uniform(&dice, w->munition.key[i], SP_STREAM_MISFIRE, 32 + (uint32_t)w->munition.trial_done[i]) < sp_grenades_bad(w, i);
}

static void refuse(sp_tick *t, int32_t i, sp_minute minute) {
  sp_world *w = t->world;
  int32_t node = sp_used(w, SP_TABLE_ARSENAL) > 0 && sp_stands_free(w, i) ? sp_unloads_at(w, i) : -1, d = node >= 0 ? sp_depot_at(w, w->formation.side[i], node) : -1;
  for (int32_t from = 0; w->munition.drawn_from[i] && from < sp_used(w, SP_TABLE_DEPOT); from++) {
    sp_xy at = t->model->node[w->depot.node[from]].at;
    if (w->depot.alive[from] && w->depot.key[from] == w->munition.drawn_from[i] && w->depot.side[from] == w->formation.side[i] && sp_body_within(w, i, at, t->k->depot_reach_m)) d = from;
  }
  sp_event e = sp_event_of(w, SP_EVENT_REFUSES, i, t->to);
  e.minute = minute;
  int32_t kept = d >= 0 ? w->depot.refused[d] : 0;
  e.a = sp_grenades_refuse(w, i, d);
  e.object = d >= 0 ? w->depot.key[d] : 0;
  e.b = d >= 0 ? w->depot.refused[d] - kept - e.a : 0;
  sp_emit(w, e);
}

static void judge(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  double low, high;
  sp_calc_lot_interval(t->k, w->munition.failed[i], w->munition.tried[i], &low, &high);
  sp_event e = sp_event_of(w, SP_EVENT_TRIED, i, t->to);
  e.minute = sp_minute_into(t, t->dt_min - w->munition.trial_min[i]);
  e.a = w->munition.trial_done[i];
  e.b = w->munition.trial_bad[i];
  e.c = sp_to_i32(sp_rint(100.0 * low));
  e.value = sp_rint(100.0 * high);
  sp_emit(w, e);
  w->munition.thrown[i] += w->munition.trial_done[i]; /* what fails at a trial is complained of like what fails in the hand */
  w->munition.thrown_bad[i] += w->munition.trial_bad[i];
  if (w->munition.trial_most[i] >= 0 && w->munition.trial_bad[i] > w->munition.trial_most[i]) refuse(t, i, e.minute);
}

static void try_on(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_munition_columns *m = &w->munition;
  if (!sp_stands_free(w, i)) return;
  m->trial_min[i] += sp_min(t->dt_min, (double)(t->to - m->trial_since[i]));
  while (m->trial[i] > 0 && m->trial_min[i] >= t->k->munition_try_min && w->combat.grenades[i] > 0) {
    m->trial_min[i] -= t->k->munition_try_min;
    int32_t bad = fails(t, i);
    (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, i), sp_munition_line_of(SP_MUNITION_TRIED, w->formation.side[i]), 1);
    m->trial[i]--;
    m->trial_done[i]++;
    m->trial_bad[i] += bad;
    m->tried[i] += 1.0;
    m->failed[i] += bad;
    sp_supplier_note(w, i, 1, bad);
  }
  if (w->combat.grenades[i] == 0) m->trial[i] = 0;
  if (m->trial[i] == 0) judge(t, i);
}

/* ---- complaints */

/* What he writes, in both languages. -1: no row. */
static int32_t write_word(sp_world *w, int32_t i, sp_minute minute) {
  int32_t row = sp_row_new(w, SP_TABLE_WORD, sp_key_born(w->munition.key[i], minute, PURPOSE_COMPLAINT, 0));
  if (row < 0) return -1;
  char n[32], m[32];
  char *text = (char *)&w->word.text[(size_t)row * WORD_BYTES];
  snprintf(n, sizeof n, "%d", (int)w->munition.thrown[i]);
  snprintf(m, sizeof m, "%d", (int)w->munition.thrown_bad[i]);
  const char *args[] = {"n", n, "m", m, NULL};
  size_t used = sp_text(SP_LANG_EN, "word.bad_grenades", args, text, WORD_BYTES / 2);
  text[used] = SP_WORD_PARTS;
  (void)sp_text(SP_LANG_ZH, "word.bad_grenades", args, text + used + 1, WORD_BYTES - used - 1);
  return row;
}

static void complain(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_munition_columns *m = &w->munition;
  int32_t up = w->hq.superior[i];
  if (m->thrown[i] < t->k->munition_complain_least || m->thrown_bad[i] < t->k->munition_complain_share * m->thrown[i]) return;
  if (w->combat.engagement[i] >= 0 || w->combat.stance[i] > SP_WAVERING) return;
  int32_t word = -1;
  if (up >= 0 && w->hq.alive[up]) {
    sp_paper paper = {.kind = SP_MESSAGE_WORD, .from_hq = i, .to_hq = up, .order = -1, .word = write_word(w, i, t->to), .sent = t->to};
    if (paper.word < 0 || sp_paper_send(w, &paper) < 0) return; /* no row: next hour */
    word = paper.word;
  }
  sp_petition_open(w, i, m->thrown[i], m->thrown_bad[i], word, t->to);
  sp_event e = sp_event_of(w, SP_EVENT_COMPLAINS, i, t->to);
  e.object = up >= 0 ? w->formation.key[w->hq.formation[up]] : 0;
  e.a = m->thrown[i];
  e.b = m->thrown_bad[i];
  e.value = sp_grenades_bad(w, i);
  sp_emit(w, e);
  m->thrown[i] = m->thrown_bad[i] = 0;
}

/* A veil that has thinned out is none: nobody looks for it any more. */
static void clear_veil(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_xy at = {w->munition.veil_xy[i * 2], w->munition.veil_xy[i * 2 + 1]};
  if (sp_calc_smoke(t->k, w->munition.veil[i], 0.0, w->region.wind_m_s[sp_region_at(t->model, at)], (double)(t->to - w->munition.veil_at[i])) >= VEIL_GONE) return;
  w->munition.veil[i] = w->munition.veil_m[i] = 0.0;
  w->munition.veil_at[i] = 0;
  for (int n = 0; n < 2; n++) w->munition.veil_xy[i * 2 + n] = w->munition.veil_axis[i * 2 + n] = 0.0;
}

void sp_rule_lots(sp_tick *t) {
  sp_world *w = t->world;
  double fade = sp_exp(-t->dt_min / 60.0 / t->k->fight_fade_h);
  bool hour = t->to / 60 != t->from / 60;
  int32_t used = sp_used(w, SP_TABLE_MUNITION);
  for (int32_t i = 0; i < used; i++) {
    if (!w->munition.alive[i]) continue;
    if (w->munition.failing[i] > 0.0) w->munition.failing[i] = w->munition.failing[i] > 1e-3 ? w->munition.failing[i] * fade : 0.0;
    if (w->munition.veil[i] > 0.0) clear_veil(t, i);
    if (w->munition.trial[i] > 0) try_on(t, i);
    if (hour && w->munition.thrown_bad[i] > 0) complain(t, i);
  }
}
