/* compare.c - where two worlds part: table, key and field, in the order of the tables.
 * Rows are matched by key, indices by what they name; that rows stand elsewhere is no difference.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct findings {
  const sp_world *left, *right;
  sp_difference *out;
  size_t limit, found;
} findings;

static void set_text(char *to, size_t size, const char *text) {
  size_t length = strlen(text);
  if (length >= size) length = size - 1;
  memcpy(to, text, length);
  to[length] = 0;
}

/* The next difference to fill, or NULL when it is only to be counted. */
static sp_difference *found(findings *f, const char *subsystem, const char *table, const char *field) {
  sp_difference *d = f->found < f->limit ? &f->out[f->found] : NULL;
  f->found++;
  if (!d) return NULL;
  memset(d, 0, sizeof *d);
  d->minute = f->left->head->minute;
  set_text(d->subsystem, sizeof d->subsystem, subsystem);
  set_text(d->table, sizeof d->table, table);
  set_text(d->field, sizeof d->field, field);
  return d;
}

static void say_element(const sp_world *w, const sp_field_info *field, sp_target target, int32_t row, int32_t i, char *text, size_t size) {
  uint64_t raw = sp_element_raw(w, field, row, i), element = sp_element(w, field, target, row, i);
  if (field->type == SP_FIELD_f64) {
    double value;
    memcpy(&value, &raw, sizeof value);
    snprintf(text, size, "%.17g", value);
  } else if (target == SP_TARGET_FORMATION || target == SP_TARGET_HQ) {
    sp_world_name(w, (int64_t)raw < 0 ? 0 : element, SP_LANG_EN, text, size);
  } else if (target == SP_TARGET_WORD && (int64_t)raw >= 0 && (int64_t)raw < sp_used(w, SP_TABLE_WORD)) {
    snprintf(text, size, "%.*s", 60, (const char *)&w->word.text[raw * 240]);
  } else if (strcmp(field->unit, "key") == 0) {
    snprintf(text, size, "%016llx", (unsigned long long)raw);
  } else {
    snprintf(text, size, "%lld", (long long)raw);
  }
}

static void say_row(const sp_world *w, sp_table table, int32_t row, char *text, size_t size) {
  char name[96];
  sp_key key = sp_row_key(w, table, row), whose = key;
  if (table == SP_TABLE_CONTACT) whose = w->hq.key[row / SP_CONTACTS];
  if (table == SP_TABLE_STRENGTH && w->strength.holder_kind[row] == SP_HOLDER_FORMATION) whose = w->formation.key[w->strength.holder[row]];
  if (table == SP_TABLE_REPORT) whose = w->report.observer[row] >= 0 ? w->hq.key[w->report.observer[row]] : 0;
  if (table == SP_TABLE_ORDER) whose = w->order.from_hq[row] >= 0 ? w->hq.key[w->order.from_hq[row]] : 0;
  if (table == SP_TABLE_MESSAGE) whose = w->message.from_hq[row] >= 0 ? w->hq.key[w->message.from_hq[row]] : 0;
  if (table == SP_TABLE_TALLY) whose = w->model->contingent[w->tally.contingent[row]].key;
  sp_world_name(w, whose, SP_LANG_EN, name, sizeof name);
  snprintf(text, size, "%s [%016llx]", name, (unsigned long long)key);
}

static void compare_row(findings *f, sp_table table, int32_t left, int32_t right) {
  size_t count;
  const sp_field_info *field = sp_table_fields(table, &count);
  for (size_t i = 0; i < count; i++) {
    sp_target target = sp_field_target(&field[i]);
    if (target == SP_TARGET_DERIVED) continue;
    int32_t lefts = sp_element_count(f->left, &field[i], left), rights = sp_element_count(f->right, &field[i], right);
    for (int32_t e = 0; e < sp_max_i32(lefts, rights); e++) {
      bool both = e < lefts && e < rights;
      if (both && sp_element(f->left, &field[i], target, left, e) == sp_element(f->right, &field[i], target, right, e)) continue;
      char name[64];
      if (field[i].count > 1) snprintf(name, sizeof name, "%s[%d]", field[i].name, (int)e);
      else snprintf(name, sizeof name, "%s", field[i].name);
      sp_difference *d = found(f, sp_table_subsystems[table], sp_table_names[table], name);
      if (!d) continue;
      say_row(f->left, table, left, d->subject, sizeof d->subject);
      if (e < lefts) say_element(f->left, &field[i], target, left, e, d->left, sizeof d->left);
      if (e < rights) say_element(f->right, &field[i], target, right, e, d->right, sizeof d->right);
    }
  }
}

static void lone_row(findings *f, sp_table table, int32_t row, bool on_left) {
  sp_difference *d = found(f, sp_table_subsystems[table], sp_table_names[table], "row");
  if (!d) return;
  say_row(on_left ? f->left : f->right, table, row, d->subject, sizeof d->subject);
  set_text(d->left, sizeof d->left, on_left ? "there" : "not there");
  set_text(d->right, sizeof d->right, on_left ? "not there" : "there");
}

static bool compare_table(findings *f, sp_table table) {
  sp_row_ref *left = NULL, *right = NULL;
  size_t lefts = 0, rights = 0;
  bool ok = sp_rows_in_order(f->left, table, &left, &lefts) && sp_rows_in_order(f->right, table, &right, &rights);
  for (size_t i = 0, j = 0; ok && (i < lefts || j < rights);) {
    if (j == rights || (i < lefts && left[i].key < right[j].key)) lone_row(f, table, left[i++].row, true);
    else if (i == lefts || right[j].key < left[i].key) lone_row(f, table, right[j++].row, false);
    else {
      if (left[i].hash != right[j].hash) compare_row(f, table, left[i].row, right[j].row);
      i++;
      j++;
    }
  }
  free(left);
  free(right);
  return ok;
}

static void compare_number(findings *f, const char *field, uint64_t left, uint64_t right) {
  if (left == right) return;
  sp_difference *d = found(f, "world", "world", field);
  if (!d) return;
  snprintf(d->left, sizeof d->left, "%lld", (long long)left);
  snprintf(d->right, sizeof d->right, "%lld", (long long)right);
}

static bool compare_all(findings *f) {
  compare_number(f, "model", sp_model_hash(f->left->model), sp_model_hash(f->right->model));
  compare_number(f, "constants", sp_constants_hash(&f->left->constants), sp_constants_hash(&f->right->constants));
  compare_number(f, "seed", f->left->head->seed, f->right->head->seed);
  compare_number(f, "minute", (uint64_t)f->left->head->minute, (uint64_t)f->right->head->minute);
  compare_number(f, "tick", (uint64_t)f->left->head->tick, (uint64_t)f->right->head->tick);
  bool ok = true;
  for (int t = 0; t < SP_TABLE_COUNT && ok; t++) ok = compare_table(f, (sp_table)t);
  return ok;
}

sp_status sp_world_compare(const sp_world *left, const sp_world *right, sp_difference *difference) {
  if (!left || !right) return SP_BAD_INPUT;
  findings f = {left, right, difference, difference ? 1 : 0, 0};
  if (!compare_all(&f)) return SP_NO_MEMORY;
  return f.found == 0 ? SP_OK : SP_MISMATCH;
}

size_t sp_world_differences(const sp_world *left, const sp_world *right, sp_difference *out, size_t limit) {
  if (!left || !right) return 0;
  findings f = {left, right, out, out ? limit : 0, 0};
  compare_all(&f);
  return f.found;
}
