/* register_stores.c - what is not counted in heads: bread, powder, lots, depots, and the books of a side.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/register_rows.h"

#include "io/columns.h"
#include "io/table_out.h"
#include "shapan/calc_supply.h"
#include "shapan/supply.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define G_PER_KG 1000.0

static void head(const sp_register *r, sp_table_out *table, const char *id) {
  char words[SP_SAY * 4];
  sp_text(r->lang, id, NULL, words, sizeof words);
  sp_table_cell(table, words);
}

static void heads(const sp_register *r, sp_table_out *table, const char *const *ids) {
  char id[64];
  for (size_t n = 0; n < table->columns; n++) {
    snprintf(id, sizeof id, "register.store.%s", ids[n]);
    head(r, table, id);
  }
  sp_table_rule(table);
}

static void name(const sp_register *r, sp_table_out *table, sp_key key) {
  char words[SP_SAY * 4] = "";
  sp_world_name(r->world, key, r->lang, words, sizeof words);
  sp_table_cell(table, words);
}

static void count(sp_table_out *table, int64_t n) {
  char digits[SP_SAY];
  sp_say_digits(n, digits);
  sp_table_cell(table, n == 0 ? "." : digits);
}

static void fixed(sp_table_out *table, double value, int decimals) {
  char digits[SP_SAY];
  sp_say_fixed(value, decimals, digits);
  sp_table_cell(table, value > 0.0 || value < 0.0 ? digits : ".");
}

static void percent(sp_table_out *table, double share) {
  char digits[SP_SAY + 2];
  sp_say_fixed(100.0 * share, 0, digits);
  strcat(digits, " %");
  sp_table_cell(table, share > 0.0 ? digits : ".");
}

static double shi(const sp_register *r, int64_t g) { return (double)g / (G_PER_KG * sp_calc_ration(sp_world_constants(r->world), SP_RATION_CAMPAIGN).shi_kg); }

static double part(const sp_register *r, const char *table, const char *field, int32_t row, int32_t element) {
  sp_field_view view = sp_field_of(r->world, table, field);
  return sp_field_real(&view, row, element);
}

static double bad(const sp_register *r, const char *table, int32_t row) { return part(r, table, "lot_bad", row, 0) + part(r, table, "lot_bad", row, 1) + part(r, table, "lot_bad", row, 2); }

static void put(const sp_register *r, sp_table_out *table, const char *title, sp_prose *out) {
  char words[SP_SAY * 4];
  if (table->count > 2 * table->columns) {
    sp_text(r->lang, title, NULL, words, sizeof words);
    sp_prose_put(out, "\n");
    sp_prose_put(out, words);
    sp_prose_put(out, "\n\n");
    sp_table_put(table, "  ", out);
  }
  if (table->failed) out->failed = true;
  sp_table_free(table);
}

/* ---- depots */

static void put_depots(const sp_register *r, sp_prose *out) {
  static const char *const ids[] = {"depot", "side", "grain_shi", "powder_kg", "strength", "grenades", "bad", "sealed", "remark"};
  sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0xFC};
  sp_row_filter rows = sp_rows_of(r->world, "depot");
  heads(r, &table, ids);
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    double powder_kg = part(r, "depot", "powder_g", row, 0) / G_PER_KG;
    int64_t grenades = (int64_t)part(r, "depot", "grenades", row, 0);
    name(r, &table, (sp_key)sp_field_int(&rows.key, row, 0));
    sp_table_cell(&table, sp_model_name(r->model, SP_ENTITY_SIDE, (int32_t)part(r, "depot", "side", row, 0), r->lang));
    fixed(&table, shi(r, (int64_t)part(r, "depot", "grain_g", row, 0)), 1);
    fixed(&table, powder_kg, 1);
    fixed(&table, powder_kg > 0.0 ? exp(part(r, "depot", "powder_ln", row, 0)) : 0.0, 2);
    count(&table, grenades);
    percent(&table, grenades > 0 ? bad(r, "depot", row) : 0.0);
    count(&table, (int64_t)part(r, "depot", "refused", row, 0));
    bool burns = part(r, "depot", "burning_since", row, 0) > 0.0, open = part(r, "depot", "outside", row, 0) > 0.0;
    head(r, &table, burns ? "register.store.burns" : open ? "register.store.open" : "register.store.walled");
  }
  put(r, &table, "register.depots", out);
}

/* ---- bodies */

static void put_bread(const sp_register *r, sp_table_out *table, sp_key body) {
  sp_bread_state b;
  if (sp_world_bread(r->world, body, &b) != SP_OK) return;
  name(r, table, body);
  fixed(table, shi(r, b.grain_g), 1);
  fixed(table, b.eats && b.days < 1e5 ? b.days : 0.0, 1);
  percent(table, b.withheld);
  fixed(table, b.missed, 1);
  percent(table, b.weak);
}

static void put_powder(const sp_register *r, sp_table_out *table, int32_t row, sp_key body) {
  sp_powder_state m;
  if (sp_world_powder(r->world, body, &m) != SP_OK) return;
  double aside = part(r, "munition", "aside", row, 0);
  bool worth_a_row = (m.told && m.full_g > 0) || m.train_g > 0 || m.grenades > 0 || m.smoke_pots > 0 || aside > 0.0;
  if (!worth_a_row) return; /* everybody else has his full issue, or what a fight has left of it */
  name(r, table, body);
  fixed(table, m.hand_guns > 0.0 ? m.rounds : 0.0, 1);
  fixed(table, m.guns > 0.0 ? m.shot : 0.0, 1);
  fixed(table, (double)m.train_g / G_PER_KG, 1);
  fixed(table, m.full_g > 0 ? m.strength : 0.0, 2);
  count(table, m.grenades);
  percent(table, m.grenades > 0 ? bad(r, "combat", row) : 0.0);
  count(table, (int64_t)aside);
  count(table, m.smoke_pots);
}

static void put_bodies(const sp_register *r, sp_prose *out) {
  static const char *const bread_ids[] = {"formation", "grain_shi", "days", "withheld", "missed", "weak"};
  static const char *const powder_ids[] = {"formation", "rounds", "shot", "powder_kg", "strength", "grenades", "bad", "sealed", "smoke_pots"};
  sp_table_out bread = {.columns = sizeof bread_ids / sizeof *bread_ids, .right = ~1U}, powder = {.columns = sizeof powder_ids / sizeof *powder_ids, .right = ~1U};
  sp_row_filter rows = sp_rows_of(r->world, "formation");
  heads(r, &bread, bread_ids);
  heads(r, &powder, powder_ids);
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    put_bread(r, &bread, (sp_key)sp_field_int(&rows.key, row, 0));
    put_powder(r, &powder, row, (sp_key)sp_field_int(&rows.key, row, 0));
  }
  put(r, &bread, "register.bread", out);
  put(r, &powder, "register.powder", out);
}

/* ---- those who feed apart */

static void contingent_name(const sp_register *r, sp_table_out *table, const char *of, int32_t row) {
  int32_t contingent = (int32_t)part(r, of, "contingent", row, 0) - 1;
  if (contingent >= 0) sp_table_cell(table, sp_model_name(r->model, SP_ENTITY_CONTINGENT, contingent, r->lang));
  else head(r, table, "register.store.others");
}

static void put_larders(const sp_register *r, sp_prose *out) {
  static const char *const ids[] = {"formation", "contingent", "men", "grain_shi", "withheld", "missed", "weak"};
  sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0x7C};
  sp_row_filter bodies = sp_rows_of(r->world, "formation"), rows = sp_rows_of(r->world, "larder");
  heads(r, &table, ids);
  for (int32_t body = 0; body < bodies.rows; body++) {
    for (int32_t row = 0; row < rows.rows && sp_row_shown(&bodies, body); row++) {
      if (!sp_row_shown(&rows, row) || (int32_t)part(r, "larder", "formation", row, 0) != body) continue;
      name(r, &table, (sp_key)sp_field_int(&bodies.key, body, 0));
      contingent_name(r, &table, "larder", row);
      count(&table, (int64_t)part(r, "larder", "men", row, 0));
      fixed(&table, shi(r, (int64_t)part(r, "larder", "grain_g", row, 0)), 1);
      percent(&table, part(r, "larder", "withheld", row, 0));
      fixed(&table, part(r, "larder", "missed", row, 0), 1);
      percent(&table, part(r, "larder", "weak", row, 0));
    }
  }
  put(r, &table, "register.larders", out);
}

/* Lines as of world/stores.h, and the others of the side. */
static void put_feeding(const sp_register *r, sp_prose *out) {
  enum { CARRIED, KEPT, LAND, EATEN, BURNT, LOST, ENEMY, OUTSIDE, OTHERS };
  static const char *const ids[] = {"contingent", "side", "opening", "delivered", "found", "from_others", "eaten", "burnt", "lost", "to_enemy", "held"};
  sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0x7FC};
  sp_row_filter rows = sp_rows_of(r->world, "feeding");
  heads(r, &table, ids);
  for (int32_t row = 0; row < rows.rows; row++) {
    int64_t opening[OTHERS + 1], stands[OTHERS + 1];
    for (int line = 0; line <= OTHERS; line++) {
      opening[line] = (int64_t)part(r, "feeding", "opening_g", row, line);
      stands[line] = opening[line] + (int64_t)part(r, "feeding", "came_in_g", row, line) - (int64_t)part(r, "feeding", "went_out_g", row, line);
    }
    contingent_name(r, &table, "feeding", row);
    sp_table_cell(&table, sp_model_name(r->model, SP_ENTITY_SIDE, (int32_t)part(r, "feeding", "side", row, 0), r->lang));
    const int64_t cells[] = {opening[CARRIED] + opening[KEPT], -stands[OUTSIDE], -stands[LAND], -stands[OTHERS], stands[EATEN], stands[BURNT], stands[LOST], stands[ENEMY], stands[CARRIED] + stands[KEPT]};
    for (size_t n = 0; n < sizeof cells / sizeof *cells; n++) fixed(&table, shi(r, cells[n]), 1);
  }
  put(r, &table, "register.feeding", out);
}

/* Who delivered: what his grenades were worth in hand, and what came of it. */
static void put_suppliers(const sp_register *r, sp_prose *out) {
  static const char *const ids[] = {"supplier", "used", "failed", "failed_share", "complaints", "laid_aside", "remark"}, *const verdicts[] = {"register.store.trusted", "register.store.inspected", "register.store.dismissed"};
  sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0x3E};
  sp_row_filter rows = sp_rows_of(r->world, "supplier");
  heads(r, &table, ids);
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    double used = part(r, "supplier", "used", row, 0), failed = part(r, "supplier", "failed", row, 0);
    int32_t verdict = (int32_t)part(r, "supplier", "verdict", row, 0);
    name(r, &table, (sp_key)sp_field_int(&rows.key, row, 0));
    count(&table, (int64_t)used);
    count(&table, (int64_t)failed);
    percent(&table, used > 0.0 ? failed / used : 0.0);
    count(&table, (int64_t)part(r, "supplier", "complaints", row, 0));
    count(&table, (int64_t)part(r, "supplier", "refused", row, 0));
    head(r, &table, verdicts[verdict >= 0 && verdict < 3 ? verdict : 0]);
  }
  put(r, &table, "register.suppliers", out);
}

void sp_register_stores(const sp_register *r, sp_prose *out) {
  put_depots(r, out);
  put_suppliers(r, out);
  put_bodies(r, out);
  put_larders(r, out);
  put_feeding(r, out);
}

/* ---- books */

static void in_unit(const sp_register *r, sp_table_out *table, sp_book book, int64_t n) {
  if (book == SP_BOOK_GRAIN) fixed(table, shi(r, n), 1);
  else if (book == SP_BOOK_POWDER) fixed(table, (double)n / G_PER_KG, 1);
  else count(table, n);
}

/* To the gram, whatever is shown. */
static bool agrees(const sp_book_row *b) { return b->opening + b->in - b->out == b->closing && (b->held < 0 || b->held == b->closing); }

static int64_t put_book(const sp_register *r, int32_t side, sp_book book, sp_table_out *table) {
  sp_book_row b[SP_BOOK_LINES];
  char id[64];
  bool any = false, first = true;
  int64_t wrong = 0;
  for (int32_t line = 0; line < SP_BOOK_LINES; line++) {
    if (sp_world_book(r->world, side, book, line, &b[line]) != SP_OK) return 0;
    any = any || b[line].opening || b[line].in || b[line].out;
  }
  for (int32_t line = 0; any && line < SP_BOOK_LINES; line++) {
    bool empty = !b[line].opening && !b[line].in && !b[line].out && b[line].held <= 0;
    if (empty) continue;
    snprintf(id, sizeof id, "register.book.%s", sp_book_name(book));
    if (first) head(r, table, id);
    else sp_table_cell(table, "");
    first = false;
    snprintf(id, sizeof id, "register.book.line.%s", sp_book_line(book, line));
    head(r, table, id);
    in_unit(r, table, book, b[line].opening);
    in_unit(r, table, book, b[line].in);
    in_unit(r, table, book, b[line].out);
    in_unit(r, table, book, b[line].closing);
    if (b[line].held < 0) sp_table_cell(table, "");
    else in_unit(r, table, book, b[line].held);
    sp_table_cell(table, agrees(&b[line]) ? "" : "*");
    wrong += !agrees(&b[line]);
  }
  return wrong;
}

int64_t sp_register_books(const sp_register *r, sp_prose *out) {
  static const char *const ids[] = {"book", "line", "opening", "in", "out", "closing", "held", "wrong"};
  char title[SP_SAY * 4];
  int64_t wrong = 0;
  for (int32_t side = 0; side < sp_model_count(r->model, SP_ENTITY_SIDE); side++) {
    sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0x7C};
    heads(r, &table, ids);
    for (int book = 0; book < SP_BOOK_COUNT; book++) wrong += put_book(r, side, (sp_book)book, &table);
    if (table.count > 2 * table.columns) {
      const char *args[] = {"side", sp_model_name(r->model, SP_ENTITY_SIDE, side, r->lang), NULL};
      sp_text(r->lang, "register.books", args, title, sizeof title);
      sp_prose_put(out, "\n");
      sp_prose_put(out, title);
      sp_prose_put(out, "\n\n");
      sp_table_put(&table, "  ", out);
    }
    if (table.failed) out->failed = true;
    sp_table_free(&table);
  }
  return wrong;
}
