/* measures_out.c - what the scenario asked to be measured, with what was expected of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/measure_words.h"
#include "io/prose.h"
#include "io/table_out.h"
#include "shapan/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sp_expectation_def *expected_of(const sp_model *model, const char *measure, int32_t *from) {
  for (; *from < sp_model_count(model, SP_ENTITY_EXPECTATION); (*from)++) {
    const sp_expectation_def *def = sp_model_expectation(model, *from);
    if (def && def->measure && !def->against && strcmp(def->measure, measure) == 0) return def;
  }
  return NULL;
}

/* What has not come by its latest hour will not come in time any more. */
static bool is_too_late(const sp_world *world, int32_t index, sp_measure_kind kind, double high) {
  double waits = 0;
  if (!(high < SP_NO_BOUND)) return false;
  if (kind == SP_MEASURE_DELIVERY) return sp_world_delivery_waits(world, index, &waits) == SP_OK ? waits > high : sp_world_over(world);
  if (kind != SP_MEASURE_ARRIVAL && kind != SP_MEASURE_TAIL_ARRIVAL) return false;
  return (double)(sp_world_minute(world) - sp_model_campaign(sp_world_model(world))->start) > high;
}

static void put_cell(sp_table_out *table, sp_lang lang, const char *id) {
  char words[SP_SAY * 4];
  sp_text(lang, id, NULL, words, sizeof words);
  sp_table_cell(table, words);
}

static void put_measure(sp_table_out *table, const sp_world *world, int32_t index, sp_lang lang) {
  const sp_model *model = sp_world_model(world);
  const sp_measure_def *def = sp_model_measure(model, index);
  char value[SP_SAY], range[SP_SAY * 3];
  double number = 0;
  bool known = sp_world_measure(world, index, &number) == SP_OK;
  int32_t from = 0;
  const sp_expectation_def *expected = expected_of(model, def->id, &from);
  sp_table_cell(table, sp_model_name(model, SP_ENTITY_MEASURE, index, lang));
  if (known) sp_say_measure(lang, model, index, number, value);
  if (known) sp_table_cell(table, value);
  else put_cell(table, lang, "measures.unknown");
  if (!expected) {
    sp_table_cell(table, "");
    sp_table_cell(table, "");
    return;
  }
  sp_say_bounds(lang, model, index, expected->low, expected->high, range);
  sp_table_cell(table, range);
  if (known) put_cell(table, lang, number >= expected->low && number <= expected->high ? "measures.held" : "measures.missed");
  else if (is_too_late(world, index, def->kind, expected->high)) put_cell(table, lang, "measures.missed");
  else sp_table_cell(table, "");
}

sp_status sp_write_measures(FILE *file, const sp_world *world, sp_lang lang) {
  if (!file || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  static const char *const heads[] = {"measures.head.name", "measures.head.value", "measures.head.expected", "measures.head.verdict"};
  const sp_model *model = sp_world_model(world);
  const sp_campaign_def *campaign = sp_model_campaign(model);
  const char *name = lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  const char *args[] = {"name", name, NULL};
  sp_prose out = {0};
  sp_table_out table = {.columns = 4, .right = 2};
  int32_t count = sp_model_count(model, SP_ENTITY_MEASURE);
  for (int i = 0; i < 4; i++) put_cell(&table, lang, heads[i]);
  sp_table_rule(&table);
  int32_t *order = sp_rows_in_file_order(model, SP_ENTITY_MEASURE);
  for (int32_t i = 0; order && i < count; i++) put_measure(&table, world, order[i], lang);
  if (!order) out.failed = true;
  free(order);
  sp_prose_fill(&out, lang, "measures.title", args);
  sp_prose_put(&out, "\n\n");
  if (count) sp_table_put(&table, "", &out);
  else sp_prose_fill(&out, lang, "measures.none", NULL);
  if (!count) sp_prose_put(&out, "\n");
  sp_table_free(&table);
  sp_status status = out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&out), 1, out.length, file) != out.length ? SP_IO : SP_OK;
  sp_prose_free(&out);
  return status;
}
