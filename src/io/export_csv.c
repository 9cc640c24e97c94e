/* export_csv.c - the world's tables and the register as CSV after RFC 4180.
 *
 * Reals are written with as few digits as give the same double back, so that nothing is lost on the way.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/register_rows.h"
#include "io/table_out.h"
#include "shapan/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 128 };

static sp_status finish(FILE *file, sp_prose *out) {
  sp_status status = SP_OK;
  if (out->failed) status = SP_NO_MEMORY;
  else if (fwrite(sp_prose_text(out), 1, out->length, file) != out->length) status = SP_IO;
  sp_prose_free(out);
  return status;
}

static void put_element(sp_prose *out, const sp_field_view *view, int32_t row, int32_t element) {
  char digits[40];
  if (view->type == 'f') {
    sp_prose_real(out, sp_field_real(view, row, element));
    return;
  }
  int64_t value = sp_field_int(view, row, element);
  bool key = view->type == 'u' && view->size == 8;
  if (key) snprintf(digits, sizeof digits, "%016llx", (unsigned long long)value);
  else snprintf(digits, sizeof digits, "%lld", (long long)value);
  sp_prose_put(out, digits);
}

static bool is_text(const sp_field_view *view) { return view->unit && strcmp(view->unit, "text") == 0; }

static void put_text(sp_prose *out, const sp_field_view *view, int32_t row) {
  char words[512];
  int32_t i = 0;
  for (; i < view->count && i < (int32_t)sizeof words - 1; i++) {
    words[i] = (char)sp_field_int(view, row, i);
    if (!words[i]) break;
  }
  words[i] = 0;
  sp_csv_cell(out, words);
}

/* "head_m (m)", "count[2] (count)" */
static void put_head(sp_prose *out, const char *name, const sp_field_view *view, int32_t element, bool array) {
  char words[160];
  if (array) snprintf(words, sizeof words, "%s[%d] (%s)", name, element, view->unit ? view->unit : "");
  else snprintf(words, sizeof words, "%s (%s)", name, view->unit ? view->unit : "");
  sp_csv_cell(out, words);
}

/* Tables whose keys have names: those who read them should not have to know sixteen digits by heart. */
static bool has_names(const char *table) {
  static const char *const named[] = {"formation", "hq", "ford", "pool", "region"};
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (strcmp(table, named[i]) == 0) return true;
  return false;
}

static void put_names(sp_prose *out, const sp_world *world, sp_key key) {
  char words[512];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    sp_world_name(world, key, (sp_lang)lang, words, sizeof words);
    sp_prose_put(out, ",");
    sp_csv_cell(out, words);
  }
}

sp_status sp_write_csv(FILE *file, const sp_world *world, const char *table) {
  if (!file || !world || !table) return SP_BAD_INPUT;
  const char *names[FIELDS_MAX];
  sp_field_view views[FIELDS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < sp_world_field_count() && count < FIELDS_MAX; i++) {
    const char *of = NULL, *field = NULL;
    sp_world_field_name(i, &of, &field);
    if (!of || strcmp(of, table) != 0) continue;
    names[count] = field;
    views[count++] = sp_field_of(world, table, field);
  }
  if (count == 0) return SP_NOT_FOUND;
  sp_prose out = {0};
  bool named = has_names(table);
  for (size_t f = 0; f < count; f++) {
    int32_t elements = is_text(&views[f]) ? 1 : views[f].count;
    for (int32_t e = 0; e < elements; e++) {
      if (f || e) sp_prose_put(&out, ",");
      put_head(&out, names[f], &views[f], e, elements > 1);
    }
    if (named && strcmp(names[f], "key") == 0) sp_prose_put(&out, ",name_en,name_zh");
  }
  sp_prose_put(&out, "\r\n");
  sp_row_filter rows = sp_rows_of(world, table);
  int32_t last = rows.rows > 0 ? rows.rows : views[0].rows;
  for (int32_t row = 0; row < last; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    for (size_t f = 0; f < count; f++) {
      int32_t elements = is_text(&views[f]) ? 1 : views[f].count;
      for (int32_t e = 0; e < elements; e++) {
        if (f || e) sp_prose_put(&out, ",");
        if (is_text(&views[f])) put_text(&out, &views[f], row);
        else put_element(&out, &views[f], row, e);
      }
      if (named && strcmp(names[f], "key") == 0) put_names(&out, world, (sp_key)sp_field_int(&views[f], row, 0));
    }
    sp_prose_put(&out, "\r\n");
  }
  return finish(file, &out);
}

/* ---- the register, one row per rank */

static void put_int(sp_prose *out, int64_t n) {
  char digits[32];
  snprintf(digits, sizeof digits, ",%lld", (long long)n);
  sp_prose_put(out, digits);
}

sp_status sp_write_register_csv(FILE *file, const sp_world *world, sp_lang lang) {
  if (!file || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_register r;
  sp_status status = sp_register_rows(world, lang, &r);
  if (status != SP_OK) return status;
  sp_prose out = {0};
  sp_prose_put(&out, "side,contingent,arm,class,rank,opening (count)");
  for (int32_t i = 0; i < r.lines; i++) {
    sp_prose_put(&out, ",");
    sp_prose_put(&out, sp_word_for(SP_WORDS_LINE, i));
    sp_prose_put(&out, " (count)");
  }
  sp_prose_put(&out, ",sum (count)\r\n");
  for (size_t i = 0; i < r.count; i++) {
    const sp_register_row *row = &r.rows[i];
    for (int32_t rank = 0; rank < SP_RANK_COUNT; rank++) {
      int64_t sum = 0;
      bool any = row->rank_opening[rank] != 0;
      for (int32_t k = 0; k < r.lines; k++) {
        sum += row->rank[k][rank];
        any = any || row->rank[k][rank] != 0;
      }
      if (!any) continue;
      sp_csv_cell(&out, sp_model_name(r.model, SP_ENTITY_SIDE, row->side, lang));
      sp_prose_put(&out, ",");
      sp_csv_cell(&out, sp_model_name(r.model, SP_ENTITY_CONTINGENT, row->contingent, lang));
      sp_prose_put(&out, ",");
      sp_csv_cell(&out, sp_arm_name((sp_arm)row->arm, lang));
      sp_prose_put(&out, ",");
      sp_csv_cell(&out, sp_class_name((sp_troop_class)row->troop_class, lang));
      sp_prose_put(&out, ",");
      sp_csv_cell(&out, sp_rank_name((sp_rank)rank, lang));
      put_int(&out, row->rank_opening[rank]);
      for (int32_t k = 0; k < r.lines; k++) put_int(&out, row->rank[k][rank]);
      put_int(&out, sum);
      sp_prose_put(&out, "\r\n");
    }
  }
  free(r.rows);
  return finish(file, &out);
}
