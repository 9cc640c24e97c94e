/* register_out.c - who is where of those who were there at the opening.
 *
 * Read from the tally, never from the holders, so that what it says is what the ledger booked; each row shows its
 * opening beside the sum of its lines, and a row that does not add up is marked.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/register_rows.h"
#include "io/table_out.h"
#include "shapan/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text(const sp_register *r, const char *id, char out[SP_SAY * 4]) { sp_text(r->lang, id, NULL, out, SP_SAY * 4); }

static void put_heading(const sp_register *r, const char *id, sp_prose *out) {
  char words[SP_SAY * 4];
  text(r, id, words);
  sp_prose_put(out, "\n");
  sp_prose_put(out, words);
  sp_prose_put(out, "\n\n");
}

static void head(const sp_register *r, sp_table_out *table, const char *id) {
  char words[SP_SAY * 4];
  text(r, id, words);
  sp_table_cell(table, words);
}

static void number(sp_table_out *table, int64_t n) {
  char digits[SP_SAY];
  sp_say_digits(n, digits);
  sp_table_cell(table, n == 0 ? "." : digits);
}

/* ---- the tally */

static void put_row(sp_register *r, sp_table_out *table, const char *contingent, const char *arm, const char *troop_class, const sp_register_row *row) {
  sp_table_cell(table, contingent);
  sp_table_cell(table, arm);
  sp_table_cell(table, troop_class);
  number(table, row->opening);
  int64_t sum = 0;
  for (int32_t i = 0; i < r->lines; i++) {
    if (r->shown[i]) number(table, row->line[i]);
    sum += row->line[i];
  }
  char digits[SP_SAY + 2];
  sp_say_digits(sum, digits);
  if (sum != row->opening) {
    strcat(digits, "*");
    r->wrong++;
  }
  sp_table_cell(table, digits);
}

static void add(sp_register_row *total, const sp_register_row *row, int32_t lines) {
  total->opening += row->opening;
  for (int32_t i = 0; i < lines; i++) total->line[i] += row->line[i];
}

static void put_heads(const sp_register *r, sp_table_out *table) {
  head(r, table, "register.contingent");
  head(r, table, "register.arm");
  head(r, table, "register.class");
  head(r, table, "register.opening");
  for (int32_t i = 0; i < r->lines; i++) {
    if (!r->shown[i]) continue;
    char id[64];
    snprintf(id, sizeof id, "register.line.%s", sp_word_for(SP_WORDS_LINE, i));
    for (char *c = id; *c; c++) *c = *c == '-' ? '_' : *c;
    head(r, table, id);
  }
  head(r, table, "register.sum");
  sp_table_rule(table);
}

static void put_side(sp_register *r, int32_t side, sp_prose *out) {
  static const char *const totals[SP_FORCE_COUNT] = {"register.total_men", "register.total_horses", "register.total_carts", "register.total_guns", "register.total_tools"};
  sp_table_out table = {.columns = 5, .right = ~7U};
  for (int32_t i = 0; i < r->lines; i++)
    if (r->shown[i]) table.columns++;
  sp_register_row total[SP_FORCE_COUNT];
  memset(total, 0, sizeof total);
  put_heads(r, &table);
  const char *last = "";
  for (size_t i = 0; i < r->count; i++) {
    const sp_register_row *row = &r->rows[i];
    if (row->side != side) continue;
    const char *contingent = sp_model_name(r->model, SP_ENTITY_CONTINGENT, row->contingent, r->lang);
    put_row(r, &table, strcmp(contingent, last) == 0 ? "" : contingent, sp_arm_name((sp_arm)row->arm, r->lang), sp_class_name((sp_troop_class)row->troop_class, r->lang), row);
    last = contingent;
    add(&total[sp_force_of(row->arm)], row, r->lines);
  }
  sp_table_rule(&table);
  for (int i = 0; i < SP_FORCE_COUNT; i++) {
    char words[SP_SAY * 4];
    text(r, totals[i], words);
    if (total[i].opening) put_row(r, &table, words, "", "", &total[i]);
  }
  sp_prose_put(out, "\n");
  sp_prose_put(out, sp_model_name(r->model, SP_ENTITY_SIDE, side, r->lang));
  sp_prose_put(out, "\n\n");
  sp_table_put(&table, "  ", out);
  sp_table_free(&table);
}

/* ---- formations */

static int32_t force_column(const sp_register *r, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(r->world, "formation", field);
  return (int32_t)sp_field_int(&view, row, 0);
}

static double real_column(const sp_register *r, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(r->world, "formation", field);
  return sp_field_real(&view, row, 0);
}

static int64_t combat_column(const sp_register *r, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(r->world, "combat", field);
  return row < view.rows ? sp_field_int(&view, row, 0) : -1;
}

/* Numbers of the column "stance", fixed by the save format. */
enum { STANCE_BROKEN = 2, STANCE_RALLYING = 3 };

static void put_formation(const sp_register *r, sp_table_out *table, int32_t row, sp_key key) {
  char words[SP_SAY * 8], id[64];
  sp_world_name(r->world, key, r->lang, words, sizeof words);
  sp_table_cell(table, words);
  number(table, (int64_t)force_column(r, "foot", row) + force_column(r, "mounted", row) + force_column(r, "followers", row));
  number(table, force_column(r, "mounts", row));
  number(table, force_column(r, "draught", row));
  number(table, force_column(r, "carts", row));
  number(table, (int64_t)force_column(r, "light_guns", row) + force_column(r, "heavy_guns", row));
  const char *doing = sp_word_for(SP_WORDS_ACTIVITY, force_column(r, "activity", row));
  int64_t stance = combat_column(r, "stance", row);
  if (stance == STANCE_BROKEN) doing = "broken";
  else if (stance == STANCE_RALLYING) doing = "rallying";
  else if (combat_column(r, "engagement", row) >= 0) doing = "fighting";
  snprintf(id, sizeof id, "register.doing.%s", doing ? doing : "halted");
  head(r, table, id);
  sp_say_fixed(real_column(r, "fatigue", row) * 100, 0, words);
  strcat(words, " %");
  sp_table_cell(table, words);
  sp_say_length(r->lang, real_column(r, "marched_m", row), words);
  sp_table_cell(table, words);
  sp_say_length(r->lang, real_column(r, "extent_m", row), words);
  sp_table_cell(table, words);
  int32_t node = force_column(r, "leg_count", row) > 0 ? -1 : force_column(r, "node", row);
  sp_world_where(r->world, node, real_column(r, "head_x", row), real_column(r, "head_y", row), r->lang, words, sizeof words);
  sp_table_cell(table, words);
}

static void put_formations(const sp_register *r, sp_prose *out) {
  static const char *const heads[] = {"name", "men", "horses", "beasts", "carts", "guns", "doing", "fatigue", "marched", "column", "place"};
  char words[SP_SAY * 4], id[64];
  sp_row_filter rows = sp_rows_of(r->world, "formation");
  sp_field_view side = sp_field_of(r->world, "formation", "side");
  text(r, "register.formations", words);
  for (int32_t s = 0; s < sp_model_count(r->model, SP_ENTITY_SIDE); s++) {
    sp_table_out table = {.columns = sizeof heads / sizeof *heads, .right = 0x3BE};
    for (size_t i = 0; i < table.columns; i++) {
      snprintf(id, sizeof id, "register.formation.%s", heads[i]);
      head(r, &table, id);
    }
    sp_table_rule(&table);
    for (int32_t row = 0; row < rows.rows; row++)
      if (sp_row_shown(&rows, row) && sp_field_int(&side, row, 0) == s)
        put_formation(r, &table, row, (sp_key)sp_field_int(&rows.key, row, 0));
    sp_prose_put(out, "\n");
    sp_prose_put(out, words);
    sp_prose_put(out, r->lang == SP_LANG_ZH ? "·" : ", ");
    sp_prose_put(out, sp_model_name(r->model, SP_ENTITY_SIDE, s, r->lang));
    sp_prose_put(out, "\n\n");
    sp_table_put(&table, "  ", out);
    sp_table_free(&table);
  }
}

/* ---- prisoners, stragglers and persons */

/* Who holds the prisoners that stand as captured in the other side's rows. */
static void put_prisoners(const sp_register *r, sp_prose *out) {
  char who[SP_SAY * 4], men[SP_SAY], lying[SP_SAY];
  sp_field_view beds = sp_field_of(r->world, "health", "captives_lying");
  sp_row_filter rows = sp_rows_of(r->world, "formation");
  bool any = false;
  for (int32_t row = 0; row < rows.rows; row++) {
    int64_t ill = sp_row_shown(&rows, row) ? sp_field_int(&beds, row, 0) : 0, held = sp_row_shown(&rows, row) ? combat_column(r, "captives", row) + ill : 0;
    if (held <= 0) continue;
    if (!any) put_heading(r, "register.prisoners", out);
    any = true;
    sp_world_name(r->world, (sp_key)sp_field_int(&rows.key, row, 0), r->lang, who, sizeof who);
    sp_say_count(r->lang, held, men);
    sp_say_count(r->lang, ill, lying);
    const char *args[] = {"n", men, "m", lying, "who", who, NULL};
    sp_prose line = {0};
    sp_prose_fill(&line, r->lang, ill > 0 ? "register.prisoner_row.lying" : "register.prisoner_row", args);
    if (line.data && r->lang == SP_LANG_EN) sp_capitalise(line.data);
    sp_wrap(out, "  ", sp_prose_text(&line), 96);
    if (line.failed) out->failed = true;
    sp_prose_free(&line);
  }
}

static void put_pools(const sp_register *r, sp_prose *out) {
  char who[SP_SAY * 4], where[SP_SAY * 4], men[SP_SAY], clock[SP_SAY], words[SP_SAY * 4];
  sp_row_filter rows = sp_rows_of(r->world, "pool");
  sp_field_view formation = sp_field_of(r->world, "pool", "formation"), key = sp_field_of(r->world, "formation", "key"), count = sp_field_of(r->world, "pool", "men"),
                x = sp_field_of(r->world, "pool", "x"), y = sp_field_of(r->world, "pool", "y"), since = sp_field_of(r->world, "pool", "since");
  bool any = false;
  put_heading(r, "register.pools", out);
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row) || sp_field_int(&count, row, 0) == 0) continue;
    any = true;
    sp_world_name(r->world, (sp_key)sp_field_int(&key, (int32_t)sp_field_int(&formation, row, 0), 0), r->lang, who, sizeof who);
    sp_world_where(r->world, -1, sp_field_real(&x, row, 0), sp_field_real(&y, row, 0), r->lang, where, sizeof where);
    sp_say_count(r->lang, sp_field_int(&count, row, 0), men);
    sp_say_clock(r->lang, sp_field_int(&since, row, 0), clock);
    const char *args[] = {"n", men, "who", who, "where", where, "clock", clock, NULL};
    sp_prose line = {0};
    sp_prose_fill(&line, r->lang, "register.pool_row", args);
    if (line.data && r->lang == SP_LANG_EN) sp_capitalise(line.data);
    sp_wrap(out, "  ", sp_prose_text(&line), 96);
    if (line.failed) out->failed = true;
    sp_prose_free(&line);
  }
  if (any) return;
  text(r, "register.no_pools", words);
  sp_wrap(out, "  ", words, 96);
}

/* Wounded and sick by body and place: with a body, tended at a place, or in the field. */
typedef struct lying {
  int32_t formation, carer, lies, line;
  bool captive;
  int64_t men;
  sp_minute since;
  char where[SP_SAY * 4];
} lying;

static bool same_bed(const lying *a, const lying *b) { return a->formation == b->formation && a->carer == b->carer && a->lies == b->lies && a->line == b->line && strcmp(a->where, b->where) == 0; }

static void put_lying(const sp_register *r, const lying *w, sp_prose *out) {
  static const char *const rows_of[] = {"with", "tended", "field"}; /* by sp_lies */
  char who[SP_SAY * 4], whom[SP_SAY * 4] = "", men[SP_SAY], kind[SP_SAY * 4], clock[SP_SAY], solar[SP_SAY], id[64];
  sp_field_view key = sp_field_of(r->world, "formation", "key");
  sp_world_name(r->world, (sp_key)sp_field_int(&key, w->formation, 0), r->lang, who, sizeof who);
  if (w->carer >= 0) sp_world_name(r->world, (sp_key)sp_field_int(&key, w->carer, 0), r->lang, whom, sizeof whom);
  snprintf(id, sizeof id, "register.patients.%s", sp_word_for(SP_WORDS_LINE, w->line));
  for (char *c = id; *c; c++)
    if (*c == '-') *c = '_';
  text(r, id, kind);
  sp_say_count(r->lang, w->men, men);
  sp_say_clock(r->lang, w->since, clock);
  sp_say_solar(r->lang, w->since, solar);
  const char *args[] = {"n", men, "who", who, "whom", whom, "where", w->where, "kind", kind, "clock", clock, "solar", solar, NULL};
  snprintf(id, sizeof id, "register.ward.%s", w->captive ? "captive" : w->carer >= 0 && w->carer == w->formation ? "own" : rows_of[w->lies]);
  sp_prose said = {0};
  sp_prose_fill(&said, r->lang, id, args);
  if (said.data && r->lang == SP_LANG_EN) sp_capitalise(said.data);
  sp_wrap(out, "  ", sp_prose_text(&said), 96);
  if (said.failed) out->failed = true;
  sp_prose_free(&said);
}

static lying lying_in(const sp_register *r, int32_t row) {
  sp_field_view formation = sp_field_of(r->world, "ward", "formation"), carer = sp_field_of(r->world, "ward", "carer"), lies = sp_field_of(r->world, "ward", "lies"), line = sp_field_of(r->world, "ward", "line"),
                count = sp_field_of(r->world, "ward", "men"), x = sp_field_of(r->world, "ward", "x"), y = sp_field_of(r->world, "ward", "y"), since = sp_field_of(r->world, "ward", "since");
  lying w = {.formation = (int32_t)sp_field_int(&formation, row, 0), .carer = (int32_t)sp_field_int(&carer, row, 0), .lies = (int32_t)sp_field_int(&lies, row, 0), .line = (int32_t)sp_field_int(&line, row, 0),
             .men = sp_field_int(&count, row, 0), .since = sp_field_int(&since, row, 0)};
  sp_field_view side = sp_field_of(r->world, "formation", "side");
  w.captive = w.carer >= 0 && sp_field_int(&side, w.carer, 0) != sp_field_int(&side, w.formation, 0);
  if (w.carer < 0) sp_world_where(r->world, -1, sp_field_real(&x, row, 0), sp_field_real(&y, row, 0), r->lang, w.where, sizeof w.where);
  return w;
}

/* Those hurt in different weeks are one line. */
static void put_wards(const sp_register *r, sp_prose *out) {
  sp_row_filter rows = sp_rows_of(r->world, "ward");
  lying *list = calloc((size_t)rows.rows + 1, sizeof *list);
  size_t count = 0;
  if (!list) out->failed = true;
  for (int32_t row = 0; list && row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    lying w = lying_in(r, row);
    if (w.men <= 0 || w.lies < 0 || w.lies > 2) continue;
    size_t n = 0;
    while (n < count && !same_bed(&list[n], &w)) n++;
    if (n == count) list[count++] = w;
    else list[n].men += w.men, list[n].since = w.since < list[n].since ? w.since : list[n].since;
  }
  if (count > 0) put_heading(r, "register.wards", out);
  for (size_t n = 0; n < count; n++) put_lying(r, &list[n], out);
  free(list);
}

/* What each contingent has to show: as claimed, and as it was. Nothing where nobody has anything. */
static void put_merits(const sp_register *r, sp_prose *out) {
  static const char *const heads_of[] = {"contingent", "heads", "cut_down", "taken", "held", "colours", "guns", "places"};
  enum { COLUMNS = 8 };
  sp_field_view contingent = sp_field_of(r->world, "formation", "contingent"), heads = sp_field_of(r->world, "combat", "heads"), held = sp_field_of(r->world, "combat", "captives"), cut = sp_field_of(r->world, "repute", "cut_down"),
                taken = sp_field_of(r->world, "repute", "taken"), beds = sp_field_of(r->world, "health", "captives_lying"), colours = sp_field_of(r->world, "repute", "colours_due"), guns = sp_field_of(r->world, "repute", "guns"), places = sp_field_of(r->world, "repute", "places");
  sp_table_out table = {.columns = COLUMNS, .right = 0xFEu};
  bool any = false;
  char id[64], number[SP_SAY];
  for (int i = 0; i < COLUMNS; i++) {
    snprintf(id, sizeof id, "register.merit.%s", heads_of[i]);
    head(r, &table, id);
  }
  sp_table_rule(&table);
  for (int32_t c = 0; c < sp_model_count(r->model, SP_ENTITY_CONTINGENT); c++) {
    int64_t sum[COLUMNS - 1] = {0}, all = 0;
    for (int32_t row = 0; row < contingent.rows; row++) {
      if (sp_field_int(&contingent, row, 0) != c) continue;
      const int64_t his[COLUMNS - 1] = {sp_field_int(&heads, row, 0), sp_field_int(&cut, row, 0), sp_field_int(&taken, row, 0), sp_field_int(&held, row, 0) + sp_field_int(&beds, row, 0), (int64_t)sp_field_real(&colours, row, 0), sp_field_int(&guns, row, 0), sp_field_int(&places, row, 0)};
      for (int i = 0; i < COLUMNS - 1; i++) sum[i] += his[i], all += his[i];
    }
    if (all == 0) continue;
    any = true;
    sp_table_cell(&table, sp_model_name(r->model, SP_ENTITY_CONTINGENT, c, r->lang));
    for (int i = 0; i < COLUMNS - 1; i++) {
      sp_say_digits(sum[i], number);
      sp_table_cell(&table, number);
    }
  }
  if (any) put_heading(r, "register.merits", out);
  if (any) sp_table_put(&table, "  ", out);
  if (table.failed) out->failed = true;
  sp_table_free(&table);
}

static void put_people(const sp_register *r, sp_prose *out) {
  static const char *const heads[] = {"name", "formation", "fate", "since"};
  char words[SP_SAY * 4], id[64], clock[SP_SAY], solar[SP_SAY];
  sp_field_view formation = sp_field_of(r->world, "person", "formation"), fate = sp_field_of(r->world, "person", "fate"),
                since = sp_field_of(r->world, "person", "fate_minute"), key = sp_field_of(r->world, "formation", "key");
  int32_t people = sp_model_count(r->model, SP_ENTITY_PERSON);
  if (people == 0) return;
  sp_table_out table = {.columns = 4};
  for (size_t i = 0; i < table.columns; i++) {
    snprintf(id, sizeof id, "register.person.%s", heads[i]);
    head(r, &table, id);
  }
  sp_table_rule(&table);
  for (int32_t p = 0; p < people; p++) {
    const char *name = sp_model_name(r->model, SP_ENTITY_PERSON, p, r->lang);
    const sp_person_def *def = sp_model_person(r->model, p);
    const char *title = def ? (r->lang == SP_LANG_ZH ? def->title_zh : def->title_en) : NULL;
    const char *english = sp_model_name(r->model, SP_ENTITY_PERSON, p, SP_LANG_EN);
    bool described = english[0] >= 'a' && english[0] <= 'z';
    if (!title || !title[0] || described) snprintf(words, sizeof words, "%s", name);
    else if (r->lang == SP_LANG_ZH) snprintf(words, sizeof words, "%s%s", title, name);
    else snprintf(words, sizeof words, "%s, %s", name, title);
    sp_table_cell(&table, words);
    int32_t row = formation.data ? (int32_t)sp_field_int(&formation, p, 0) : -1;
    words[0] = 0;
    if (row >= 0) sp_world_name(r->world, (sp_key)sp_field_int(&key, row, 0), r->lang, words, sizeof words);
    else text(r, "register.nowhere", words);
    sp_table_cell(&table, words);
    const char *word = sp_word_for(SP_WORDS_FATE, (int32_t)sp_field_int(&fate, p, 0));
    snprintf(id, sizeof id, "register.fate.%s", word ? word : "with_army");
    head(r, &table, id);
    sp_minute minute = sp_field_int(&since, p, 0);
    words[0] = 0;
    if (sp_field_int(&fate, p, 0) != 0 && minute != 0) {
      sp_say_clock(r->lang, minute, clock);
      sp_say_solar(r->lang, minute, solar);
      snprintf(words, sizeof words, "%s %s", solar, clock);
    }
    sp_table_cell(&table, words);
  }
  put_heading(r, "register.people", out);
  sp_table_put(&table, "  ", out);
  sp_table_free(&table);
}

/* ---- the whole */

static void put_title(const sp_register *r, sp_prose *out) {
  const sp_campaign_def *campaign = sp_model_campaign(r->model);
  char clock[SP_SAY], solar[SP_SAY];
  sp_minute now = sp_world_minute(r->world);
  sp_say_clock(r->lang, now, clock);
  sp_say_solar(r->lang, now, solar);
  const char *name = r->lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  const char *args[] = {"name", name, "clock", clock, "solar", solar, NULL};
  sp_prose_fill(out, r->lang, "register.title", args);
  sp_prose_put(out, "\n");
  sp_prose_fill(out, r->lang, "register.note", NULL);
  sp_prose_put(out, "\n");
}

static void put_verdict(const sp_register *r, sp_prose *out) {
  char count[SP_SAY];
  sp_say_count(r->lang, r->wrong, count);
  const char *args[] = {"n", count, NULL};
  sp_prose_put(out, "\n");
  sp_prose_fill(out, r->lang, r->wrong ? "register.disagrees" : "register.agrees", r->wrong ? args : NULL);
  sp_prose_put(out, "\n");
}

sp_status sp_write_register(FILE *file, const sp_world *world, sp_lang lang) {
  if (!file || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_register r;
  sp_status status = sp_register_rows(world, lang, &r);
  if (status != SP_OK) return status;
  sp_prose out = {0};
  put_title(&r, &out);
  for (int32_t side = 0; side < sp_model_count(r.model, SP_ENTITY_SIDE); side++) put_side(&r, side, &out);
  put_verdict(&r, &out);
  put_formations(&r, &out);
  put_prisoners(&r, &out);
  put_merits(&r, &out);
  put_pools(&r, &out);
  put_wards(&r, &out);
  sp_register_stores(&r, &out);
  (void)sp_register_books(&r, &out);
  put_people(&r, &out);
  if (out.failed) status = SP_NO_MEMORY;
  else if (fwrite(sp_prose_text(&out), 1, out.length, file) != out.length) status = SP_IO;
  sp_prose_free(&out);
  free(r.rows);
  return status;
}
