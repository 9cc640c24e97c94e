/* daybook_rows.c - the sheets of daybook.def, filled from the world as it stands. SPDX-License-Identifier: Apache-2.0 */
#include "io/columns.h"
#include "io/daybook.h"
#include "io/prose.h"
#include "shapan/calc_supply.h"
#include "shapan/supply.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 512 };

typedef struct page {
  const sp_world *world;
  const sp_sheet_sink *sink;
  const sp_constants *k;
  sp_where_memo *memo;
  sp_row_filter bodies;
  sp_field_view side, head_x, head_y;
} page;

/* ---- cells */

static void integer(const page *p, int64_t value) { p->sink->integer(p->sink->to, value); }
static void real(const page *p, double value) { p->sink->real(p->sink->to, value); }
static void text(const page *p, const char *words) { p->sink->text(p->sink->to, words); }
static void end(const page *p) { p->sink->end(p->sink->to); }

static void key(const page *p, sp_key key) {
  char digits[20];
  snprintf(digits, sizeof digits, "%016llx", (unsigned long long)key);
  text(p, key ? digits : NULL);
}

static void begin(const page *p, sp_sheet sheet) {
  char time[SP_SAY];
  sp_minute now = sp_world_minute(p->world), start = sp_model_campaign(sp_world_model(p->world))->start;
  p->sink->begin(p->sink->to, sheet);
  integer(p, now);
  sp_say_iso(now, time);
  text(p, time);
  sp_minute told = now > start ? now - 1 : now; /* midnight ends a day */
  integer(p, (sp_day_of(told) - sp_day_of(start)) / 1440 + 1);
}

static void names(const page *p, sp_key of) {
  char words[WORDS];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    sp_world_name(p->world, of, (sp_lang)lang, words, sizeof words);
    text(p, words);
  }
}

static void side(const page *p, int64_t index) { text(p, index >= 0 ? sp_model_id(sp_world_model(p->world), SP_ENTITY_SIDE, (int32_t)index) : NULL); }

/* ---- places in words */

enum { MEMO = 4096 };

void sp_where_memo_free(sp_where_memo *memo) {
  for (size_t n = 0; memo->slot && n < MEMO; n++)
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) free(memo->slot[n].words[lang]);
  free(memo->slot);
  memo->slot = NULL;
}

static size_t slot_of(double x, double y) {
  uint64_t a, b;
  memcpy(&a, &x, sizeof a);
  memcpy(&b, &y, sizeof b);
  uint64_t mixed = (a ^ (b << 1 | b >> 63)) * 0x9E3779B97F4A7C15U;
  return (size_t)(mixed >> 40) % MEMO;
}

static bool same(double a, double b) { return !(a < b) && !(a > b); }

/* NULL: memory is out, and the words must be made. */
static const struct sp_where_words *remembered(const page *p, double x, double y) {
  if (!p->memo->slot) p->memo->slot = calloc(MEMO, sizeof *p->memo->slot);
  struct sp_where_words *w = p->memo->slot ? &p->memo->slot[slot_of(x, y)] : NULL;
  if (!w || (w->words[0] && same(w->x, x) && same(w->y, y))) return w;
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    char words[WORDS] = "";
    sp_world_where(p->world, -1, x, y, (sp_lang)lang, words, sizeof words);
    free(w->words[lang]);
    size_t length = strlen(words) + 1;
    w->words[lang] = malloc(length);
    if (w->words[lang]) memcpy(w->words[lang], words, length);
  }
  w->x = x;
  w->y = y;
  return w;
}

static double to_a_span(double degrees) { return floor(degrees * 1e6 + 0.5) / 1e6; }

static void where(const page *p, double x, double y) {
  char words[WORDS];
  sp_point at = sp_world_point(p->world, x, y);
  const struct sp_where_words *known = remembered(p, x, y);
  real(p, to_a_span(at.lat_deg));
  real(p, to_a_span(at.lon_deg));
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    if (known && known->words[lang]) {
      text(p, known->words[lang]);
      continue;
    }
    sp_world_where(p->world, -1, x, y, (sp_lang)lang, words, sizeof words);
    text(p, words);
  }
}

/* ---- fields */

static int64_t cell(const page *p, const char *table, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(p->world, table, field);
  return sp_field_int(&view, row, 0);
}

static double part(const page *p, const char *table, const char *field, int32_t row, int32_t element) {
  sp_field_view view = sp_field_of(p->world, table, field);
  return sp_field_real(&view, row, element);
}

static void shares(const page *p, const char *table, const char *field, int32_t row) {
  for (int32_t n = 0; n < 3; n++) real(p, part(p, table, field, row, n));
}

static void word(const page *p, const char *const *words, size_t count, int64_t index) { text(p, index >= 0 && (size_t)index < count ? words[index] : ""); }
#define WORD(p, words, index) word(p, words, sizeof words / sizeof *(words), index)

/* ---- sheets by formation */

static void put_body(const page *p, sp_sheet sheet, int32_t row, sp_key body) {
  begin(p, sheet);
  key(p, body);
  names(p, body);
  side(p, sp_field_int(&p->side, row, 0));
}

static void body_where(const page *p, int32_t row) { where(p, sp_field_real(&p->head_x, row, 0), sp_field_real(&p->head_y, row, 0)); }

static void put_bread(const page *p, int32_t row, sp_key body) {
  static const char *const foraging[] = {"in_need", "always", "never"};
  sp_bread_state b;
  if (sp_world_bread(p->world, body, &b) != SP_OK) return;
  put_body(p, SP_SHEET_BREAD, row, body);
  body_where(p, row);
  integer(p, b.eats);
  integer(p, b.men_g_d);
  integer(p, b.patients_g_d);
  integer(p, b.captives_g_d);
  integer(p, b.beasts_g_d);
  integer(p, b.grain_g);
  integer(p, b.room_g);
  if (b.men_g_d + b.patients_g_d > 0 && b.withheld < 1.0) real(p, b.days);
  else text(p, NULL);
  real(p, b.withheld);
  real(p, b.meat);
  real(p, b.missed);
  real(p, b.missed_beasts);
  real(p, b.weak);
  WORD(p, foraging, b.foraging);
  key(p, b.depot);
  end(p);
}

static void put_larders(const page *p, int32_t row, sp_key body) {
  sp_row_filter larders = sp_rows_of(p->world, "larder");
  for (int32_t n = 0; n < larders.rows; n++) {
    if (!sp_row_shown(&larders, n) || cell(p, "larder", "formation", n) != row) continue;
    int32_t contingent = (int32_t)cell(p, "larder", "contingent", n) - 1;
    const sp_model *m = sp_world_model(p->world);
    put_body(p, SP_SHEET_LARDER, row, body);
    text(p, contingent >= 0 ? sp_model_id(m, SP_ENTITY_CONTINGENT, contingent) : NULL);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) text(p, contingent >= 0 ? sp_model_name(m, SP_ENTITY_CONTINGENT, contingent, (sp_lang)lang) : NULL);
    integer(p, cell(p, "larder", "men", n));
    integer(p, cell(p, "larder", "beasts", n));
    integer(p, cell(p, "larder", "grain_g", n));
    integer(p, cell(p, "larder", "shares", n));
    real(p, part(p, "larder", "withheld", n, 0));
    real(p, part(p, "larder", "missed", n, 0));
    real(p, part(p, "larder", "missed_beasts", n, 0));
    real(p, part(p, "larder", "weak", n, 0));
    end(p);
  }
}

static void put_munition(const page *p, int32_t row, sp_key body) {
  sp_powder_state m;
  if (sp_world_powder(p->world, body, &m) != SP_OK) return;
  put_body(p, SP_SHEET_MUNITION, row, body);
  real(p, m.hand_guns);
  real(p, m.bows);
  real(p, m.guns);
  real(p, m.rounds);
  real(p, m.arrows);
  real(p, m.shot);
  integer(p, m.full_g);
  integer(p, m.wanting_g);
  real(p, m.strength);
  integer(p, m.train_g);
  real(p, exp(part(p, "munition", "powder_ln", row, 0)));
  integer(p, m.grenades);
  integer(p, cell(p, "munition", "aside", row));
  shares(p, "combat", "lot_bad", row);
  integer(p, m.smoke_pots);
  shares(p, "munition", "smoke_bad", row);
  real(p, part(p, "munition", "tried", row, 0));
  real(p, part(p, "munition", "failed", row, 0));
  double reading = part(p, "munition", "reading", row, 0);
  if (reading > 0.0) real(p, reading);
  else text(p, NULL);
  key(p, m.magazine);
  end(p);
}

static void put_voyage(const page *p, int32_t row, sp_key body) {
  char words[WORDS];
  sp_sea_state s;
  if (sp_world_sea(p->world, body, &s) != SP_OK) return;
  put_body(p, SP_SHEET_VOYAGE, row, body);
  body_where(p, row);
  text(p, sp_sea_bar_name(s.bar));
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    if (s.bound_for >= 0) sp_world_place_name(p->world, s.bound_for, (sp_lang)lang, words, sizeof words);
    text(p, s.bound_for >= 0 ? words : NULL);
  }
  integer(p, s.boats);
  integer(p, s.rafts);
  integer(p, s.rafts_wanted);
  real(p, s.room);
  real(p, s.wanted);
  real(p, s.way_m);
  real(p, s.lane_m);
  end(p);
}

static void take_bodies(const page *p) {
  for (int32_t row = 0; row < p->bodies.rows; row++) {
    if (!sp_row_shown(&p->bodies, row)) continue;
    sp_key body = (sp_key)sp_field_int(&p->bodies.key, row, 0);
    put_bread(p, row, body);
    put_larders(p, row, body);
    put_munition(p, row, body);
    put_voyage(p, row, body);
  }
}

/* ---- sheets by place */

static sp_key key_of(const page *p, int64_t row) { return row >= 0 ? (sp_key)sp_field_int(&p->bodies.key, (int32_t)row, 0) : 0; }

static void put_depot(const page *p, int32_t row, sp_key depot) {
  begin(p, SP_SHEET_DEPOT);
  key(p, depot);
  names(p, depot);
  side(p, cell(p, "depot", "side", row));
  where(p, part(p, "depot", "x", row, 0), part(p, "depot", "y", row, 0));
  integer(p, cell(p, "depot", "outside", row) != 0);
  integer(p, cell(p, "depot", "burning_since", row) != 0);
  integer(p, cell(p, "depot", "grain_g", row));
  integer(p, cell(p, "depot", "powder_g", row));
  real(p, exp(part(p, "depot", "powder_ln", row, 0)));
  integer(p, cell(p, "depot", "grenades", row));
  integer(p, cell(p, "depot", "refused", row));
  shares(p, "depot", "lot_bad", row);
  end(p);
}

/* Those with a body are where its tail is. */
static void put_ward(const page *p, int32_t row, sp_key ward) {
  static const char *const lies[] = {"with_body", "tended", "in_field", "captive"};
  int64_t men = cell(p, "ward", "men", row), carer = cell(p, "ward", "carer", row);
  if (men <= 0) return;
  sp_key of = key_of(p, cell(p, "ward", "formation", row));
  begin(p, SP_SHEET_WARD);
  key(p, ward);
  key(p, of);
  names(p, of);
  side(p, cell(p, "ward", "side", row));
  if (carer >= 0) where(p, part(p, "formation", "tail_x", (int32_t)carer, 0), part(p, "formation", "tail_y", (int32_t)carer, 0));
  else where(p, part(p, "ward", "x", row, 0), part(p, "ward", "y", row, 0));
  text(p, sp_word_for(SP_WORDS_LINE, (int32_t)cell(p, "ward", "line", row)));
  bool captive = carer >= 0 && cell(p, "formation", "side", (int32_t)carer) != cell(p, "ward", "side", row);
  WORD(p, lies, captive ? 3 : cell(p, "ward", "lies", row));
  key(p, key_of(p, carer));
  integer(p, men);
  real(p, part(p, "ward", "days", row, 0));
  end(p);
}

static void put_work(const page *p, int32_t row, sp_key work) {
  double front = part(p, "work", "front_m", row, 0), wanted = part(p, "work", "depth_wanted_m", row, 0), moved = part(p, "work", "moved_m3", row, 0), palisade = part(p, "work", "palisade", row, 0);
  double section = front > 0.0 ? moved / front : 0.0, depth = sp_calc_works_depth_m(p->k, wanted, section), whole = front * sp_calc_works_section_m2(p->k, wanted, wanted);
  begin(p, SP_SHEET_WORK);
  key(p, work);
  side(p, cell(p, "work", "side", row));
  side(p, cell(p, "work", "held_by", row));
  where(p, part(p, "work", "x", row, 0), part(p, "work", "y", row, 0));
  integer(p, cell(p, "work", "ring", row) != 0);
  real(p, front);
  real(p, wanted);
  real(p, depth);
  real(p, moved);
  real(p, whole > moved ? whole - moved : 0.0);
  real(p, palisade);
  real(p, sp_calc_works_cover(p->k, section));
  real(p, sp_calc_works_obstacle(p->k, depth, palisade));
  integer(p, cell(p, "work", "dug", row));
  end(p);
}

static void put_wall(const page *p, int32_t row, sp_key place) {
  static const char *const phases[] = {"none", "guns", "breached", "forward", "ditch", "up", "repulsed", "carried"};
  begin(p, SP_SHEET_WALL);
  key(p, place);
  names(p, place);
  real(p, part(p, "wall", "breach_m", row, 0));
  integer(p, cell(p, "wall", "hits", row));
  WORD(p, phases, cell(p, "wall", "phase", row));
  key(p, (sp_key)cell(p, "wall", "by", row));
  key(p, (sp_key)cell(p, "wall", "held_by", row));
  real(p, part(p, "wall", "ring", row, 0));
  key(p, (sp_key)cell(p, "wall", "ring_by", row));
  end(p);
}

static void put_bridge(const page *p, int32_t row, sp_key crossing) {
  begin(p, SP_SHEET_BRIDGE);
  key(p, crossing);
  names(p, crossing);
  real(p, part(p, "ford", "depth_m", row, 0));
  real(p, part(p, "ford", "ice_cm", row, 0));
  integer(p, sp_world_boats_at(p->world, row));
  integer(p, cell(p, "ford", "boats_in", row));
  integer(p, cell(p, "ford", "broken", row));
  integer(p, cell(p, "ford", "bridges", row));
  integer(p, cell(p, "ford", "begun", row));
  real(p, part(p, "ford", "needed_mh", row, 0));
  real(p, part(p, "ford", "done_mh", row, 0));
  end(p);
}

static void take_table(const page *p, const char *table, void (*put)(const page *, int32_t, sp_key)) {
  sp_row_filter rows = sp_rows_of(p->world, table);
  for (int32_t row = 0; row < rows.rows; row++)
    if (sp_row_shown(&rows, row)) put(p, row, (sp_key)sp_field_int(&rows.key, row, 0));
}

static void put_book(const page *p, int32_t of, sp_book book, int32_t line, const sp_book_row *b) {
  begin(p, SP_SHEET_BOOK);
  side(p, of);
  text(p, sp_book_name(book));
  text(p, sp_book_unit(book));
  text(p, sp_book_line(book, line));
  integer(p, b->opening);
  integer(p, b->in);
  integer(p, b->out);
  integer(p, b->closing);
  if (b->held >= 0) integer(p, b->held);
  else text(p, NULL);
  end(p);
}

/* A book in which nothing was ever entered is left out. */
static void take_book(const page *p, int32_t of, sp_book book) {
  sp_book_row b[SP_BOOK_LINES];
  bool any = false;
  for (int32_t line = 0; line < SP_BOOK_LINES; line++) {
    if (sp_world_book(p->world, of, book, line, &b[line]) != SP_OK) return;
    any = any || b[line].opening || b[line].in || b[line].out;
  }
  for (int32_t line = 0; any && line < SP_BOOK_LINES; line++)
    if (line + 1 < SP_BOOK_LINES || b[line].out) put_book(p, of, book, line, &b[line]); /* the last is of deliveries: not where there are none */
}

void sp_sheets_take(const sp_world *world, const sp_sheet_sink *sink, sp_where_memo *memo) {
  page p = {world, sink, sp_world_constants(world), memo, sp_rows_of(world, "formation"), sp_field_of(world, "formation", "side"), sp_field_of(world, "formation", "head_x"), sp_field_of(world, "formation", "head_y")};
  take_bodies(&p);
  take_table(&p, "depot", put_depot);
  for (int32_t s = 0; s < sp_model_count(sp_world_model(world), SP_ENTITY_SIDE); s++)
    for (int book = 0; book < SP_BOOK_COUNT; book++) take_book(&p, s, (sp_book)book);
  take_table(&p, "ward", put_ward);
  take_table(&p, "work", put_work);
  take_table(&p, "wall", put_wall);
  take_table(&p, "ford", put_bridge);
}
