/* battles.c - tables of historical battles: columns by name, codes of the CDB90 data base, every fault with its place.
 *
 * Only what was known in the morning goes into sp_battle; winner and losses stand apart in sp_outcome. Columns that
 * say what happened afterwards and are not scored (days, attacker_end, defender_end) are known and not read.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/battles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv_in.h"

typedef enum column {
  COL_ID, COL_YEAR, COL_WAR, COL_BATTLE, COL_PLACE, COL_DAYS, COL_POSTURE, COL_TERRAIN, COL_WEATHER, COL_FRONT,
  COL_MEN_A, COL_HORSE_A, COL_GUNS_A, COL_LOSSES_A, COL_MEN_D, COL_HORSE_D, COL_GUNS_D, COL_LOSSES_D,
  COL_WINNER, COL_END_A, COL_END_D, COL_COUNT
} column;

static const struct {
  const char *name;
  bool needed;
} columns[COL_COUNT] = {
    [COL_ID] = {"id", true},
    [COL_YEAR] = {"year", true},
    [COL_WAR] = {"war", false},
    [COL_BATTLE] = {"battle", true},
    [COL_PLACE] = {"place", false},
    [COL_DAYS] = {"days", false},
    [COL_POSTURE] = {"defender_posture", false},
    [COL_TERRAIN] = {"terrain", false},
    [COL_WEATHER] = {"weather", false},
    [COL_FRONT] = {"front_km", false},
    [COL_MEN_A] = {"attacker_men", true},
    [COL_HORSE_A] = {"attacker_cavalry", false},
    [COL_GUNS_A] = {"attacker_guns", false},
    [COL_LOSSES_A] = {"attacker_losses", false},
    [COL_MEN_D] = {"defender_men", true},
    [COL_HORSE_D] = {"defender_cavalry", false},
    [COL_GUNS_D] = {"defender_guns", false},
    [COL_LOSSES_D] = {"defender_losses", false},
    [COL_WINNER] = {"winner", false},
    [COL_END_A] = {"attacker_end", false},
    [COL_END_D] = {"defender_end", false},
};

typedef struct row {
  sp_battle battle;
  sp_outcome outcome;
  int32_t line;
} row;

struct sp_battles {
  row *row;
  size_t count, room;
};

typedef struct reader {
  sp_csv_in csv;
  const char *file;
  sp_faults *faults;
  int32_t at[COL_COUNT]; /* place of each column, -1 = not there */
  sp_battles *out;
  bool bad;
} reader;

void sp_battles_destroy(sp_battles *b) {
  if (b) free(b->row);
  free(b);
}

size_t sp_battles_count(const sp_battles *b) { return b ? b->count : 0; }
const sp_battle *sp_battles_get(const sp_battles *b, size_t n) { return b && n < b->count ? &b->row[n].battle : NULL; }
const sp_outcome *sp_battles_outcome(const sp_battles *b, size_t n) { return b && n < b->count ? &b->row[n].outcome : NULL; }

/* ---- complaints */

static void complain(reader *r, int32_t line, int32_t col, const char *id, const char *key, const char *value, const char *more) {
  r->bad = true;
  sp_fault(r->faults, SP_FAULT_ERROR, (sp_where){r->file, line, col}, id, "key", key ? key : "", "value", value ? value : "", "more", more ? more : "", (char *)NULL);
}

static const sp_csv_cell_in *cell_of(const reader *r, column c) { return r->at[c] >= 0 && (size_t)r->at[c] < r->csv.count ? &r->csv.cell[r->at[c]] : NULL; }
static const char *text_of(const reader *r, column c) {
  const sp_csv_cell_in *cell = cell_of(r, c);
  return cell ? cell->text : "";
}

static void complain_cell(reader *r, column c, const char *id, const char *more) {
  const sp_csv_cell_in *cell = cell_of(r, c);
  complain(r, cell ? cell->line : r->csv.line, cell ? cell->column : 0, id, columns[c].name, cell ? cell->text : "", more);
}

/* ---- numbers and codes */

/* Digits with at most one dot; nothing that depends on a locale. */
static bool plain_number(const char *text, double *value) {
  double whole = 0.0, part = 0.0, unit = 1.0;
  size_t digits = 0;
  bool dot = false;
  for (; *text; text++) {
    if (*text == '.' && !dot) {
      dot = true;
    } else if (*text >= '0' && *text <= '9' && digits < 15) {
      digits++;
      if (dot) part += (unit /= 10.0) * (*text - '0');
      else whole = whole * 10.0 + (*text - '0');
    } else {
      return false;
    }
  }
  *value = whole + part;
  return digits > 0;
}

/* Empty: `fallback`, or a fault when the column is needed. */
static double number(reader *r, column c, double low, double high, bool whole, double fallback) {
  const char *text = text_of(r, c);
  double value = fallback;
  if (!*text) {
    if (columns[c].needed) complain_cell(r, c, "battles.empty", NULL);
    return fallback;
  }
  if (!plain_number(text, &value) || (whole && value != floor(value))) {
    complain_cell(r, c, whole ? "battles.not_whole" : "battles.not_number", NULL);
    return fallback;
  }
  if (value >= low && value <= high) return value;
  char range[64];
  snprintf(range, sizeof range, "%.10g .. %.10g", low, high);
  complain_cell(r, c, "battles.range", range);
  return fallback;
}

static int32_t count(reader *r, column c, double low, double high, int32_t fallback) { return (int32_t)number(r, c, low, high, true, fallback); }

/* One code of a list "R/M/" or "D/S/T/S/T"; '\0' when it is empty or wanting. */
static char code(reader *r, column c, int place, const char *allowed) {
  const char *text = text_of(r, c);
  for (; place > 0 && *text; text++) place -= *text == '/';
  if (place > 0 || !*text || *text == '/') return '\0';
  if (strchr(allowed, *text) && (text[1] == '/' || !text[1])) return *text;
  char known[32] = "";
  for (size_t n = 0; allowed[n] && n < 8; n++) snprintf(known + strlen(known), sizeof known - strlen(known), "%s%c", n ? " " : "", allowed[n]);
  complain_cell(r, c, "battles.code", known);
  return '\0';
}

static void read_posture(reader *r, sp_battle *b) {
  static const char *const codes[SP_TRIAL_POSTURE_COUNT] = {"HD", "PD", "FD", "DL", "WD"};
  const char *text = text_of(r, COL_POSTURE);
  b->posture = SP_TRIAL_HASTY;
  if (!*text) return;
  for (int n = 0; n < SP_TRIAL_POSTURE_COUNT; n++) {
    if (strcmp(text, codes[n]) == 0) {
      b->posture = (sp_trial_posture)n;
      return;
    }
  }
  complain_cell(r, COL_POSTURE, "battles.code", "HD PD FD DL WD");
}

static void read_ground(reader *r, sp_battle *b) {
  char relief = code(r, COL_TERRAIN, 0, "RGF"), cover = code(r, COL_TERRAIN, 1, "BMWD"), other = code(r, COL_TERRAIN, 2, "MUD");
  b->relief = relief == 'G' ? SP_RELIEF_HILLS : relief == 'F' ? SP_RELIEF_PLAIN : SP_RELIEF_ROLLING;
  b->cover = cover == 'B' || cover == 'D' ? SP_COVER_OPEN : cover == 'W' ? SP_COVER_WOOD : SP_COVER_MIXED;
  if (other == 'M') b->cover = SP_COVER_MARSH;
}

static void read_sky(reader *r, sp_battle *b) {
  char wet = code(r, COL_WEATHER, 0, "DW"), rain = code(r, COL_WEATHER, 1, "HLOS"), warm = code(r, COL_WEATHER, 2, "HCT");
  char season = code(r, COL_WEATHER, 3, "S$WF"), climate = code(r, COL_WEATHER, 4, "EDT");
  b->rain_mm_h = wet != 'W' ? 0.0 : rain == 'H' ? 4.0 : 0.8;
  b->temperature_c = warm == 'H' ? 30.0 : warm == 'C' ? 0.0 : 15.0;
  b->month = season == 'W' ? 1 : season == '$' ? 4 : season == 'F' ? 10 : 7;
  b->latitude_deg = climate == 'E' ? 20.0 : climate == 'D' ? 30.0 : 46.0;
}

static void read_outcome(reader *r, const sp_battle *b, sp_outcome *o) {
  static const char *const words[3] = {"draw", "attacker", "defender"};
  const char *text = text_of(r, COL_WINNER);
  o->losses[0] = number(r, COL_LOSSES_A, 0.0, 1e6, true, -1.0);
  o->losses[1] = number(r, COL_LOSSES_D, 0.0, 1e6, true, -1.0);
  for (int s = 0; s < 2; s++) {
    if (b->men[s] > 0 && o->losses[s] > b->men[s]) complain_cell(r, s ? COL_LOSSES_D : COL_LOSSES_A, "battles.more_than_men", NULL);
  }
  for (int n = 0; n < 3; n++) {
    if (strcmp(text, words[n]) == 0) o->known = true, o->winner = (sp_trial_winner)n;
  }
  if (*text && !o->known) complain_cell(r, COL_WINNER, "battles.code", "attacker defender draw");
}

static void read_battle(reader *r, row *out) {
  sp_battle *b = &out->battle;
  *out = (row){.line = r->csv.cell[0].line};
  b->id = count(r, COL_ID, 0, 1e9, -1);
  b->year = count(r, COL_YEAR, 1400, 1900, 1700);
  snprintf(b->name, sizeof b->name, "%s", text_of(r, COL_BATTLE));
  if (!b->name[0]) complain_cell(r, COL_BATTLE, "battles.empty", NULL);
  read_posture(r, b);
  read_ground(r, b);
  read_sky(r, b);
  b->front_km = number(r, COL_FRONT, 0.05, 100.0, false, 0.0);
  for (int s = 0; s < 2; s++) {
    column horse = s ? COL_HORSE_D : COL_HORSE_A;
    b->men[s] = count(r, s ? COL_MEN_D : COL_MEN_A, 50, 500000, 0);
    b->horse[s] = count(r, horse, 0, 500000, -1);
    b->guns[s] = count(r, s ? COL_GUNS_D : COL_GUNS_A, 0, 3000, -1);
    if (b->men[s] > 0 && b->horse[s] > b->men[s]) complain_cell(r, horse, "battles.more_than_men", NULL);
  }
  read_outcome(r, b, &out->outcome);
  for (size_t n = 0; b->id >= 0 && n < r->out->count; n++) {
    char first[16];
    if (r->out->row[n].battle.id != b->id) continue;
    snprintf(first, sizeof first, "%d", (int)r->out->row[n].line);
    complain_cell(r, COL_ID, "battles.same_id", first);
  }
}

/* ---- the file */

static void read_heading(reader *r) {
  const char *names[COL_COUNT];
  for (int c = 0; c < COL_COUNT; c++) names[c] = columns[c].name, r->at[c] = -1;
  for (size_t n = 0; n < r->csv.count; n++) {
    const sp_csv_cell_in *cell = &r->csv.cell[n];
    int c = 0;
    while (c < COL_COUNT && strcmp(cell->text, columns[c].name) != 0) c++;
    if (c == COL_COUNT) {
      const char *near = sp_nearest(cell->text, names, COL_COUNT);
      sp_fault(r->faults, SP_FAULT_WARNING, (sp_where){r->file, cell->line, cell->column}, near ? "battles.unknown_column_near" : "battles.unknown_column", "key", cell->text, "more", near ? near : "", (char *)NULL);
    } else if (r->at[c] >= 0) {
      complain(r, cell->line, cell->column, "battles.column_twice", cell->text, NULL, NULL);
    } else {
      r->at[c] = (int32_t)n;
    }
  }
  for (int c = 0; c < COL_COUNT; c++) {
    if (columns[c].needed && r->at[c] < 0) complain(r, 1, 0, "battles.missing_column", columns[c].name, NULL, NULL);
  }
}

static sp_status add(reader *r) {
  sp_battles *b = r->out;
  if (b->count == b->room) {
    size_t room = b->room ? b->room * 2 : 64;
    row *more = realloc(b->row, room * sizeof *more);
    if (!more) return SP_NO_MEMORY;
    b->row = more;
    b->room = room;
  }
  read_battle(r, &b->row[b->count]);
  b->count++;
  return SP_OK;
}

static sp_status read_rows(reader *r) {
  if (!sp_csv_in_row(&r->csv)) {
    if (!r->csv.no_memory) complain(r, 1, 0, "battles.nothing", NULL, NULL, NULL);
    return r->csv.no_memory ? SP_NO_MEMORY : SP_BAD_INPUT;
  }
  read_heading(r);
  if (r->bad) return SP_BAD_INPUT; /* without its columns a row says nothing */
  size_t wanted = r->csv.count;
  while (sp_csv_in_row(&r->csv)) {
    char have[24], want[24];
    snprintf(have, sizeof have, "%zu", r->csv.count);
    snprintf(want, sizeof want, "%zu", wanted);
    if (r->csv.bad_quote) complain(r, r->csv.quote_line, r->csv.quote_column, "battles.quote", NULL, NULL, NULL);
    else if (r->csv.count != wanted) complain(r, r->csv.cell[0].line, 1, "battles.cells", NULL, have, want);
    else if (add(r) != SP_OK) return SP_NO_MEMORY;
  }
  if (r->csv.no_memory) return SP_NO_MEMORY;
  if (!r->bad && r->out->count == 0) complain(r, 1, 0, "battles.nothing", NULL, NULL, NULL);
  return r->bad ? SP_BAD_INPUT : SP_OK;
}

sp_status sp_read_battles_text(const char *label, const char *text, size_t length, sp_faults *faults, sp_battles **out) {
  *out = NULL;
  reader r = {.csv = sp_csv_in_open(text, length), .file = label, .faults = faults, .out = calloc(1, sizeof(sp_battles))};
  sp_status status = r.out ? read_rows(&r) : SP_NO_MEMORY;
  sp_csv_in_close(&r.csv);
  if (status == SP_OK) *out = r.out;
  else sp_battles_destroy(r.out);
  return status;
}

void sp_battle_trial(const sp_battle *b, sp_trial_def *out) {
  *out = (sp_trial_def)SP_TRIAL_DEF_INIT;
  for (int s = 0; s < 2; s++) {
    out->side[s].men = b->men[s];
    out->side[s].horse = b->horse[s];
    out->side[s].guns = b->guns[s];
  }
  out->posture = b->posture;
  out->relief = b->relief;
  out->cover = b->cover;
  out->rain_mm_h = b->rain_mm_h;
  out->temperature_c = b->temperature_c;
  out->front_km = b->front_km > 50.0 ? 50.0 : b->front_km;
  out->year = b->year;
  out->month = b->month;
  out->latitude_deg = b->latitude_deg;
  out->horse_shoots = 0.0; /* the horse of these wars had swords, and pistols for the length of an arm */
}
