/* explain_state.c - the body as it stands, and who believes what of whom. SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"

#include <math.h>
#include <string.h>

static int64_t get(const sp_world *w, const char *table, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(w, table, field);
  return row >= 0 && row < view.rows ? sp_field_int(&view, row, 0) : 0;
}

static double real(const sp_world *w, const char *table, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(w, table, field);
  return row >= 0 && row < view.rows ? sp_field_real(&view, row, 0) : 0.0;
}

/* Dead ones too: names of the dead are still spoken. */
static int32_t row_of(const sp_world *w, sp_key key) {
  sp_field_view view = sp_field_of(w, "formation", "key");
  for (int32_t row = 0; row < view.rows; row++) {
    if ((sp_key)sp_field_int(&view, row, 0) == key) return row;
  }
  return -1;
}

static sp_key key_of(const sp_world *w, int64_t row) { return row >= 0 ? (sp_key)get(w, "formation", "key", (int32_t)row) : 0; }

static int32_t men_of(const sp_world *w, int32_t row) { return (int32_t)(get(w, "formation", "foot", row) + get(w, "formation", "mounted", row) + get(w, "formation", "followers", row)); }

static sp_minute when_ended(const sp_explain *x) {
  for (size_t n = x->story->events.count; n-- > 0;) {
    const sp_event *e = &x->story->events.data[n].e;
    if (e->type == SP_EVENT_MERGED && e->subject == x->unit) return e->minute;
  }
  return 0;
}

static const char *what_it_does(const sp_world *w, int32_t row, sp_explained_state *s) {
  const char *stance = sp_word_for(SP_WORDS_STANCE, (int32_t)get(w, "combat", "stance", row));
  const char *activity = sp_word_for(SP_WORDS_ACTIVITY, (int32_t)get(w, "formation", "activity", row));
  if (!s->alive) {
    s->whom = key_of(w, get(w, "formation", "joined", row));
    return s->whom ? "merged" : "gone";
  }
  if (s->men <= 0) return "nobody";
  s->broken = stance && strcmp(stance, "broken") == 0;
  if (stance && strcmp(stance, "steady") != 0 && strcmp(stance, "wavering") != 0) {
    s->whom = (sp_key)get(w, "combat", "broken_by", row);
    return s->whom || !s->broken ? stance : "broken_alone";
  }
  s->whom = (sp_key)get(w, "combat", "chasing", row);
  s->chases = s->whom != 0;
  if (s->chases) return "chases";
  s->fights = get(w, "combat", "engagement", row) >= 0;
  if (s->fights) return stance && strcmp(stance, "wavering") == 0 ? "wavers" : "fights";
  int64_t crossing = get(w, "formation", "crossing", row);
  s->crossed_share = real(w, "formation", "crossed_share", row);
  if (crossing >= 0 && s->crossed_share > 0.0 && s->crossed_share < 1.0) {
    sp_key key = (sp_key)get(w, "ford", "key", (int32_t)crossing);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_world_name(w, key, (sp_lang)lang, s->crossing[lang], sizeof s->crossing[lang]);
    return "passes";
  }
  return activity ? activity : "halted";
}

sp_status sp_explain_state(const sp_explain *x, const sp_world *w, sp_explained_state *s) {
  memset(s, 0, sizeof *s);
  s->row = row_of(w, x->unit);
  if (s->row < 0) return SP_NOT_FOUND;
  s->alive = get(w, "formation", "alive", s->row) != 0;
  s->men = men_of(w, s->row);
  s->does = what_it_does(w, s->row, s);
  if (!s->alive) s->since = when_ended(x);
  s->extent_m = real(w, "formation", "extent_m", s->row);
  s->speed_m_min = real(w, "formation", "speed_m_min", s->row);
  s->fatigue = real(w, "formation", "fatigue", s->row);
  s->order = real(w, "formation", "order", s->row);
  int64_t goal = get(w, "formation", "goal_node", s->row);
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    sp_world_where(w, -1, real(w, "formation", "head_x", s->row), real(w, "formation", "head_y", s->row), (sp_lang)lang, s->where[lang], sizeof s->where[lang]);
    if (goal >= 0) sp_world_place_name(w, (int32_t)goal, (sp_lang)lang, s->goal[lang], sizeof s->goal[lang]);
  }
  return SP_OK;
}

/* ---- beliefs */

/* The body that was truly seen when this contact was made: it has no name for those who saw it. */
static sp_key seen_as(const sp_explain *x, sp_key observer, int64_t number) {
  for (size_t n = x->story->events.count; n-- > 0;) {
    const sp_event *e = &x->story->events.data[n].e;
    if (e->type == SP_EVENT_SIGHTED && e->subject == observer && e->c == number) return e->object;
  }
  return 0;
}

static bool fill(const sp_explain *x, const sp_world *w, int32_t holder, int32_t slot, sp_explained_belief *b) {
  int32_t report = (int32_t)get(w, "contact", "report", slot);
  if (report < 0) return false;
  double px = real(w, "report", "x", report), py = real(w, "report", "y", report);
  memset(b, 0, sizeof *b);
  b->holder = key_of(w, holder);
  b->friendly = get(w, "contact", "friendly", slot) != 0;
  b->seen = get(w, "report", "seen", report);
  b->men = (int32_t)get(w, "report", "men", report);
  b->body = b->friendly ? (sp_key)get(w, "report", "subject", report) : seen_as(x, b->holder, get(w, "contact", "number", slot));
  int32_t row = b->body ? row_of(w, b->body) : -1;
  bool there = row >= 0 && get(w, "formation", "alive", row) != 0;
  b->true_men = there ? men_of(w, row) : -1;
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    sp_world_where(w, -1, px, py, (sp_lang)lang, b->believed[lang], sizeof b->believed[lang]);
    if (there) sp_world_where(w, -1, real(w, "formation", "head_x", row), real(w, "formation", "head_y", row), (sp_lang)lang, b->truly[lang], sizeof b->truly[lang]);
  }
  if (there) b->off_m = hypot(real(w, "formation", "head_x", row) - px, real(w, "formation", "head_y", row) - py);
  return true;
}

size_t sp_explain_beliefs(const sp_explain *x, const sp_world *w, sp_explained_belief out[SP_BELIEFS_MAX]) {
  enum { SLOTS = 16 };
  int32_t row = row_of(w, x->unit);
  size_t count = 0;
  if (row < 0 || !get(w, "formation", "alive", row)) return 0;
  sp_field_view contacts = sp_field_of(w, "contact", "report"), formations = sp_field_of(w, "formation", "key");
  int32_t slots = formations.rows > 0 ? contacts.rows / formations.rows : 0;
  if (slots > SLOTS) slots = SLOTS;
  for (int32_t n = 0; n < slots && count < SP_BELIEFS_MAX; n++) count += fill(x, w, row, row * slots + n, &out[count]);
  /* What its own superior believes of it is why orders go astray. */
  int64_t parent = get(w, "formation", "parent", row);
  for (int32_t n = 0; parent >= 0 && n < slots && count < SP_BELIEFS_MAX; n++) {
    if (fill(x, w, (int32_t)parent, (int32_t)parent * slots + n, &out[count]) && out[count].friendly && out[count].body == x->unit) {
      count++;
      break;
    }
  }
  return count;
}
