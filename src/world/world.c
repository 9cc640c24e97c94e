/* world.c - the block and its rows: layout, growth, copies, births and deaths.
 *
 * One block holds the head and every column, each at a multiple of 64 bytes. Where a column stands follows from
 * the capacities alone, and these from how many rows are used: a save brings back the same block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/belief.h"
#include "world/rows.h"
#include "world/scratch.h"
#include "world/larders.h"
#include "world/munitions.h"
#include "world/stores.h"

#include <stdlib.h>
#include <string.h>

#define LINE 64
#define GROWTH_ROOM 4 /* times the bytes a world needs: it grows within its block, and memory that it does not grow to is never touched */

static size_t to_line(size_t bytes) { return (bytes + (LINE - 1)) & ~(size_t)(LINE - 1); }

static size_t block_size(const int32_t capacity[SP_TABLE_COUNT]) {
  size_t bytes = to_line(sizeof(sp_world_head));
  for (size_t i = 0; i < sp_field_total; i++) {
    const sp_field_info *f = &sp_fields[i];
    bytes += to_line((size_t)capacity[f->table] * (size_t)f->count * f->size);
  }
  return bytes;
}

static void bind_columns(sp_world *w) {
  w->head = (sp_world_head *)(void *)w->block;
  size_t at = to_line(sizeof(sp_world_head));
  for (size_t i = 0; i < sp_field_total; i++) {
    const sp_field_info *f = &sp_fields[i];
    sp_column_bind(w, f, w->block + at);
    at += to_line((size_t)w->head->capacity[f->table] * (size_t)f->count * f->size);
  }
}

/* ---- creation and copies */

static bool allocate_block(sp_world *w, size_t room) {
  uint8_t *block = aligned_alloc(LINE, room);
  if (!block) return false;
  w->block = block;
  w->block_room = room;
  return true;
}

/* With room to grow, if there is; else what is needed now. */
static bool allocate_to_grow(sp_world *w, size_t bytes) { return allocate_block(w, GROWTH_ROOM * bytes) || allocate_block(w, bytes); }

sp_status sp_world_alloc(sp_model *m, const sp_constants *constants, const int32_t capacity[SP_TABLE_COUNT], sp_world **out) {
  *out = NULL;
  size_t bytes = block_size(capacity);
  sp_world *w = calloc(1, sizeof *w);
  if (!w || !allocate_to_grow(w, bytes)) {
    free(w);
    return SP_NO_MEMORY;
  }
  memset(w->block, 0, bytes);
  sp_world_head *head = (sp_world_head *)(void *)w->block;
  head->block_bytes = (int64_t)bytes;
  memcpy(head->capacity, capacity, sizeof head->capacity);
  w->constants = constants ? *constants : sp_constants_default_values;
  w->event_level = SP_EVENTS_SUMMARY;
  bind_columns(w);
  sp_model_retain(m);
  w->model = m;
  *out = w;
  return SP_OK;
}

void sp_world_destroy(sp_world *w) {
  if (!w) return;
  sp_scratch_free(w->scratch);
  if (w->routes) sp_route_cache_destroy(w->routes);
  sp_array_free(&w->events);
  sp_array_free(&w->event_phases);
  free(w->block);
  sp_model_release((sp_model *)w->model); /* reference counts are no part of what is constant */
  free(w);
}

sp_status sp_world_copy_into(const sp_world *from, sp_world *to) {
  if (!from || !to) return SP_BAD_INPUT;
  if (from == to) return SP_OK;
  if (from->model != to->model) return SP_MISMATCH;
  size_t bytes = (size_t)from->head->block_bytes;
  uint8_t *old_block = to->block;
  if (to->block_room < bytes) {
    if (!allocate_block(to, bytes)) return SP_NO_MEMORY;
    free(old_block);
  }
  memcpy(to->block, from->block, bytes);
  to->constants = from->constants;
  bind_columns(to);
  sp_scratch_forget(to->scratch);
  sp_world_drain_events(to);
  return SP_OK;
}

sp_status sp_world_copy(const sp_world *from, sp_world **to) {
  if (!to) return SP_BAD_INPUT;
  *to = NULL;
  if (!from) return SP_BAD_INPUT;
  size_t bytes = (size_t)from->head->block_bytes;
  sp_world *w = calloc(1, sizeof *w);
  if (!w || !allocate_block(w, bytes)) {
    free(w);
    return SP_NO_MEMORY;
  }
  memcpy(w->block, from->block, bytes);
  w->constants = from->constants;
  w->event_level = from->event_level;
  bind_columns(w);
  sp_model_retain((sp_model *)from->model);
  w->model = from->model;
  *to = w;
  return SP_OK;
}

/* ---- growth */

static int32_t most_rows(sp_table table) {
  if (table == SP_TABLE_FORMATION || table == SP_TABLE_COMBAT || table == SP_TABLE_PROVISION || table == SP_TABLE_MUNITION || table == SP_TABLE_HEALTH || table == SP_TABLE_REPUTE || table == SP_TABLE_HQ) return 2 * SP_MAX_FORMATIONS;
  if (table == SP_TABLE_CONTACT) return 2 * SP_MAX_FORMATIONS * SP_CONTACTS;
  return 1 << 24;
}

/* Rows that stand ready before a tick. */
static int32_t rows_wanted(sp_table table, int32_t used) {
  if (sp_table_fixed(table)) return 0;
  if (table == SP_TABLE_REPORT) return sp_max_i32(256, used / 2);
  return sp_max_i32(64, used / (table == SP_TABLE_STRENGTH ? 2 : 4)); /* a fight that opens makes rows for the wounded of every kind */
}

int32_t sp_capacity_for(sp_table table, int32_t used) {
  if (table == SP_TABLE_CONTACT) return SP_CONTACTS * sp_capacity_for(SP_TABLE_HQ, used / SP_CONTACTS);
  int32_t wanted = rows_wanted(table, used);
  /* Half as much again, so that a table which grows steadily is not moved every tick. */
  int64_t rows = (int64_t)used + wanted + wanted / 2;
  return rows > most_rows(table) ? sp_max_i32(used, most_rows(table)) : (int32_t)rows;
}

static bool is_short(const sp_world *w, sp_table table) {
  int32_t used = w->head->used[table], capacity = w->head->capacity[table];
  if (table == SP_TABLE_CONTACT) return is_short(w, SP_TABLE_HQ);
  return capacity - used < rows_wanted(table, used) && capacity < most_rows(table);
}

/* Moves every column to where it belongs under larger capacities. None comes to stand lower than it did: from the last
 * to the first they do not get into each other's way, within one block as from one to another. */
static void spread_columns(sp_world *w, const sp_world *old, const int32_t capacity[SP_TABLE_COUNT], size_t bytes) {
  sp_world_head head = *old->head;
  head.block_bytes = (int64_t)bytes;
  memcpy(head.capacity, capacity, sizeof head.capacity);
  size_t at = bytes;
  for (size_t i = sp_field_total; i-- > 0;) {
    const sp_field_info *f = &sp_fields[i];
    size_t row = (size_t)f->count * f->size, used = (size_t)head.used[f->table] * row, whole = to_line((size_t)capacity[f->table] * row);
    at -= whole;
    memmove(w->block + at, sp_column_data(old, f), used);
    memset(w->block + at + used, 0, whole - used);
  }
  memset(w->block, 0, at);
  *(sp_world_head *)(void *)w->block = head;
}

sp_status sp_world_reserve(sp_world *w) {
  int32_t capacity[SP_TABLE_COUNT];
  bool grows = false;
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    bool more = is_short(w, (sp_table)t);
    capacity[t] = more ? sp_capacity_for((sp_table)t, w->head->used[t]) : w->head->capacity[t];
    grows = grows || more;
  }
  if (!grows) return SP_OK;
  size_t bytes = block_size(capacity);
  sp_world old = *w;
  if (w->block_room < bytes && !allocate_to_grow(w, bytes)) return SP_NO_MEMORY;
  spread_columns(w, &old, capacity, bytes);
  bind_columns(w);
  if (old.block != w->block) free(old.block);
  return SP_OK;
}

/* ---- rows */

bool sp_row_live(const sp_world *w, sp_table table, int32_t row) {
  switch (table) {
    case SP_TABLE_FORMATION: return w->formation.alive[row] != 0;
    case SP_TABLE_COMBAT: return w->combat.alive[row] != 0;
    case SP_TABLE_PROVISION: return w->provision.alive[row] != 0;
    case SP_TABLE_MUNITION: return w->munition.alive[row] != 0;
    case SP_TABLE_REPUTE: return w->repute.alive[row] != 0;
    case SP_TABLE_DEPOT: return w->depot.alive[row] != 0;
    case SP_TABLE_ENGAGEMENT: return w->engagement.alive[row] != 0;
    case SP_TABLE_STRENGTH: return w->strength.holder_kind[row] != SP_HOLDER_FREE;
    case SP_TABLE_POOL: return w->pool.alive[row] != 0;
    case SP_TABLE_HQ: return w->hq.alive[row] != 0;
    case SP_TABLE_REPORT: return w->report.holders[row] != 0;
    case SP_TABLE_CONTACT: return w->contact.report[row] >= 0;
    case SP_TABLE_ORDER: return w->order.state[row] != SP_ORDER_FREE;
    case SP_TABLE_MESSAGE: return w->message.state[row] != SP_MESSAGE_FREE;
    case SP_TABLE_WARD: return w->ward.alive[row] != 0;
    case SP_TABLE_HEALTH: return w->health.alive[row] != 0;
    case SP_TABLE_WORD: return w->word.text[(size_t)row * 240] != 0;
    case SP_TABLE_WORK: return w->work.alive[row] != 0;
    case SP_TABLE_VOYAGE: return w->voyage.alive[row] != 0;
    case SP_TABLE_BOOK: return w->book.alive[row] != 0;
    case SP_TABLE_FIRE: return w->fire.alive[row] != 0;
    case SP_TABLE_SUPPLIER: return w->supplier.alive[row] != 0;
    case SP_TABLE_PETITION: return w->petition.alive[row] != 0;
    case SP_TABLE_LARDER: return w->larder.alive[row] != 0;
    case SP_TABLE_MINE: return w->mine.alive[row] != 0;
    case SP_TABLE_PHASE: return w->phase.alive[row] != 0;
    default: return true;
  }
}

sp_key sp_row_key(const sp_world *w, sp_table table, int32_t row) {
  if (table == SP_TABLE_CONTACT) return sp_key_born(w->hq.key[row / SP_CONTACTS], 0, 0, (uint32_t)(row % SP_CONTACTS));
  const sp_field_info *key = sp_field_by_name(table, "key");
  return key ? ((const uint64_t *)sp_column_data(w, key))[row] : 0;
}

/* The rows that come and go by the thousand are cleared field by field without asking what fields there are. */
#define CLEAR_(type, count, name, unit, owner, meaning) memset(&c->name[(size_t)row * (count)], 0, (count) * sizeof *c->name);
static void clear_report(sp_report_columns *c, int32_t row) {
#define SP_F_REPORT CLEAR_
#include "world/fields.def"
}

static void clear_message(sp_message_columns *c, int32_t row) {
#define SP_F_MESSAGE CLEAR_
#include "world/fields.def"
}

static void clear_strength(sp_strength_columns *c, int32_t row) {
#define SP_F_STRENGTH CLEAR_
#include "world/fields.def"
}

static void clear_pool(sp_pool_columns *c, int32_t row) {
#define SP_F_POOL CLEAR_
#include "world/fields.def"
}
#undef CLEAR_

static void clear_row(sp_world *w, sp_table table, int32_t row) {
  size_t count;
  switch (table) {
    case SP_TABLE_REPORT: clear_report(&w->report, row); return;
    case SP_TABLE_MESSAGE: clear_message(&w->message, row); return;
    case SP_TABLE_STRENGTH: clear_strength(&w->strength, row); return;
    case SP_TABLE_POOL: clear_pool(&w->pool, row); return;
    default: break;
  }
  const sp_field_info *f = sp_table_fields(table, &count);
  for (size_t i = 0; i < count; i++) {
    size_t bytes = (size_t)f[i].count * f[i].size;
    memset((uint8_t *)sp_column_data(w, &f[i]) + (size_t)row * bytes, 0, bytes);
  }
}

static void set_key(sp_world *w, sp_table table, int32_t row, sp_key key) {
  switch (table) {
    case SP_TABLE_REPORT: w->report.key[row] = key; return;
    case SP_TABLE_MESSAGE: w->message.key[row] = key; return;
    case SP_TABLE_STRENGTH: w->strength.key[row] = key; return;
    case SP_TABLE_POOL: w->pool.key[row] = key; return;
    default: break;
  }
  const sp_field_info *f = sp_field_by_name(table, "key");
  if (f) ((uint64_t *)sp_column_data(w, f))[row] = key;
}

/* The row of a table whose rows are those of formations. */
static void open_beside(sp_world *w, sp_table table, const char *name, sp_key *key, uint8_t *alive, int32_t row) {
  clear_row(w, table, row);
  key[row] = sp_key_pair(w->formation.key[row], sp_key_of(name));
  alive[row] = w->formation.alive[row];
}

void sp_combat_open(sp_world *w, int32_t row) {
  open_beside(w, SP_TABLE_COMBAT, "combat", w->combat.key, w->combat.alive, row);
  w->combat.engagement[row] = w->combat.flees_to[row] = -1;
  w->combat.form_day[row] = -1;
  w->combat.powder[row] = w->combat.arrows[row] = w->combat.shot[row] = 1.0;
}

void sp_provision_open(sp_world *w, int32_t row) { open_beside(w, SP_TABLE_PROVISION, "provision", w->provision.key, w->provision.alive, row); }
void sp_health_open(sp_world *w, int32_t row) { open_beside(w, SP_TABLE_HEALTH, "health", w->health.key, w->health.alive, row); }

void sp_munition_open(sp_world *w, int32_t row) {
  open_beside(w, SP_TABLE_MUNITION, "munition", w->munition.key, w->munition.alive, row);
  w->munition.trial_most[row] = -1;
}

void sp_repute_open(sp_world *w, int32_t row) {
  open_beside(w, SP_TABLE_REPUTE, "repute", w->repute.key, w->repute.alive, row);
  w->repute.promise_person[row] = -1;
}

/* ---- which rows are free: bits in the scratch, one for each row used so far, so that nobody has to walk over
 * the living to find a gap. Without them the rows themselves are looked at, with the same answers. */

static void find_free_rows(const sp_world *w, sp_table table, sp_free_rows *free_rows) {
  int32_t used = sp_used(w, table);
  if (free_rows->rows > 0) memset(free_rows->bits, 0, ((size_t)free_rows->rows + 63) / 64 * sizeof(uint64_t));
  for (int32_t row = 0; row < used; row++)
    if (!sp_row_live(w, table, row)) free_rows->bits[row / 64] |= UINT64_C(1) << (row % 64);
  free_rows->lowest = 0;
  free_rows->known = true;
}

static sp_free_rows *free_rows_of(const sp_world *w, sp_table table) {
  sp_free_rows *free_rows = w->scratch ? &w->scratch->free_rows[table] : NULL;
  if (!free_rows || free_rows->rows < w->head->capacity[table]) return NULL;
  if (!free_rows->known) find_free_rows(w, table, free_rows);
  return free_rows;
}

/* The first row that is free, or `used`. */
static int32_t first_free(const sp_world *w, sp_table table) {
  int32_t row = w->head->free_hint[table], used = w->head->used[table];
  sp_free_rows *free_rows = free_rows_of(w, table);
  if (!free_rows) {
    while (row < used && sp_row_live(w, table, row)) row++;
    return row;
  }
  int32_t words = (used + 63) / 64, word = free_rows->lowest;
  while (word < words && !free_rows->bits[word]) word++;
  free_rows->lowest = word;
  if (word >= words) return used;
  row = word * 64 + __builtin_ctzll(free_rows->bits[word]);
  free_rows->bits[word] &= free_rows->bits[word] - 1;
  return row;
}

static void note_free(const sp_world *w, sp_table table, int32_t row) {
  sp_free_rows *free_rows = w->scratch ? &w->scratch->free_rows[table] : NULL;
  if (!free_rows || !free_rows->known || free_rows->rows <= row) return;
  free_rows->bits[row / 64] |= UINT64_C(1) << (row % 64);
  free_rows->lowest = sp_min_i32(free_rows->lowest, row / 64);
}

/* Names of the dead are still spoken, and papers are still on their way to them: rows are not used again. */
static int32_t new_formation(sp_world *w, sp_key key) {
  int32_t row = w->head->used[SP_TABLE_FORMATION];
  if (row >= w->head->capacity[SP_TABLE_FORMATION]) return -1;
  clear_row(w, SP_TABLE_FORMATION, row);
  clear_row(w, SP_TABLE_HQ, row);
  w->formation.key[row] = key;
  w->formation.alive[row] = 1;
  w->formation.hq[row] = row;
  w->formation.start[row] = w->formation.name_unit[row] = w->formation.name_word[row] = w->formation.parent[row] = -1;
  w->formation.joined[row] = w->formation.first_strength[row] = w->formation.goal_node[row] = w->formation.crossing[row] = w->formation.next_order[row] = -1;
  for (int32_t i = 0; i < 4; i++) w->formation.via_node[row * 4 + i] = -1;
  sp_combat_open(w, row);
  sp_provision_open(w, row);
  sp_health_open(w, row);
  sp_munition_open(w, row);
  sp_repute_open(w, row);
  w->hq.superior[row] = w->hq.person[row] = w->hq.mission[row] = -1;
  w->hq.key[row] = sp_key_pair(key, sp_key_of("hq"));
  w->hq.alive[row] = 1;
  w->hq.formation[row] = row;
  for (int32_t i = row * SP_CONTACTS; i < (row + 1) * SP_CONTACTS; i++) {
    clear_row(w, SP_TABLE_CONTACT, i);
    w->contact.report[i] = -1;
  }
  sp_belief_changed(w, row);
  w->head->used[SP_TABLE_FORMATION] = w->head->free_hint[SP_TABLE_FORMATION] = row + 1;
  if (w->scratch) sp_key_rows_enter(&w->scratch->formation_rows, w->formation.key, row + 1);
  w->head->used[SP_TABLE_COMBAT] = w->head->free_hint[SP_TABLE_COMBAT] = row + 1;
  w->head->used[SP_TABLE_PROVISION] = w->head->free_hint[SP_TABLE_PROVISION] = row + 1;
  w->head->used[SP_TABLE_HEALTH] = w->head->free_hint[SP_TABLE_HEALTH] = row + 1;
  w->head->used[SP_TABLE_MUNITION] = w->head->free_hint[SP_TABLE_MUNITION] = row + 1;
  w->head->used[SP_TABLE_REPUTE] = w->head->free_hint[SP_TABLE_REPUTE] = row + 1;
  w->head->used[SP_TABLE_HQ] = w->head->free_hint[SP_TABLE_HQ] = row + 1;
  w->head->used[SP_TABLE_CONTACT] = w->head->free_hint[SP_TABLE_CONTACT] = (row + 1) * SP_CONTACTS;
  return row;
}

int32_t sp_row_new(sp_world *w, sp_table table, sp_key key) {
  if (table == SP_TABLE_FORMATION) return new_formation(w, key);
  SP_CHECK(table != SP_TABLE_HQ && table != SP_TABLE_COMBAT && table != SP_TABLE_PROVISION && table != SP_TABLE_MUNITION && table != SP_TABLE_REPUTE && table != SP_TABLE_HEALTH && table != SP_TABLE_CONTACT);
  sp_world_head *head = w->head;
  int32_t row = first_free(w, table);
  if (row >= head->capacity[table]) return -1;
  if (row >= head->used[table]) head->used[table] = row + 1;
  head->free_hint[table] = row + 1;
  clear_row(w, table, row);
  set_key(w, table, row, key);
  if (table == SP_TABLE_ORDER && w->scratch) sp_key_rows_enter(&w->scratch->order_rows, w->order.key, row + 1);
  return row;
}

void sp_report_hold(sp_world *w, int32_t report) {
  SP_CHECK(report >= 0 && report < sp_used(w, SP_TABLE_REPORT));
  w->report.holders[report]++;
}

void sp_report_release(sp_world *w, int32_t report) {
  SP_CHECK(report >= 0 && report < sp_used(w, SP_TABLE_REPORT) && w->report.holders[report] > 0);
  if (--w->report.holders[report] == 0) sp_row_free(w, SP_TABLE_REPORT, report);
}

static void end_formation(sp_world *w, int32_t row) {
  (void)sp_store_move(w, sp_store_carried(w, row), sp_store_line_of(SP_STORE_LOST, w->formation.side[row]), w->provision.grain_g[row]);
  if (sp_used(w, SP_TABLE_LARDER) > 0) sp_larders_end(w, row);
  sp_munitions_lose_all(w, row);
  sp_ledger_close_holder(w, sp_in_formation(row));
  w->formation.alive[row] = 0;
  w->combat.alive[row] = 0;
  w->provision.alive[row] = w->munition.alive[row] = w->repute.alive[row] = 0;
  w->combat.engagement[row] = -1;
  w->health.alive[row] = 0;
  w->hq.alive[row] = 0;
  w->hq.contact_count[row] = 0;
  for (int32_t i = row * SP_CONTACTS; i < (row + 1) * SP_CONTACTS; i++) {
    if (w->contact.report[i] >= 0) sp_report_release(w, w->contact.report[i]);
    clear_row(w, SP_TABLE_CONTACT, i);
    w->contact.report[i] = -1;
  }
  sp_belief_changed(w, row);
}

void sp_row_free(sp_world *w, sp_table table, int32_t row) {
  SP_CHECK(!sp_table_fixed(table) && row >= 0 && row < sp_used(w, table) && table != SP_TABLE_HQ && table != SP_TABLE_COMBAT && table != SP_TABLE_PROVISION && table != SP_TABLE_MUNITION && table != SP_TABLE_REPUTE && table != SP_TABLE_HEALTH);
  if (table == SP_TABLE_FORMATION) {
    end_formation(w, row);
    return;
  }
  if (table == SP_TABLE_POOL) sp_ledger_close_holder(w, sp_in_pool(row));
  if (table == SP_TABLE_WARD) sp_ledger_close_holder(w, sp_in_ward(w, row));
  if (table == SP_TABLE_MESSAGE) {
    sp_ledger_close_holder(w, sp_in_message(row));
    for (int32_t i = 0; i < 4 && w->message.report[row * 4 + i] >= 0; i++) sp_report_release(w, w->message.report[row * 4 + i]);
  }
  clear_row(w, table, row);
  if (table == SP_TABLE_CONTACT) w->contact.report[row] = -1;
  note_free(w, table, row);
  w->head->free_hint[table] = sp_min_i32(w->head->free_hint[table], row);
}

/* Opening rows stand in order of key; those born later are few. */
static int32_t look_for_row(const sp_world *w, sp_key key) {
  int32_t low = 0, high = w->model->formation_count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (w->formation.key[middle] < key) low = middle + 1;
    else high = middle;
  }
  if (low < w->model->formation_count && w->formation.key[low] == key) return low;
  for (int32_t row = w->model->formation_count; row < sp_used(w, SP_TABLE_FORMATION); row++) {
    if (w->formation.key[row] == key) return row;
  }
  return -1;
}

int32_t sp_formation_row(const sp_world *w, sp_key key) {
  if (!w->scratch || !sp_key_rows_whole(&w->scratch->formation_rows, sp_used(w, SP_TABLE_FORMATION))) return look_for_row(w, key);
  int32_t row = sp_key_rows_find(&w->scratch->formation_rows, w->formation.key, key);
#ifdef SP_DEV
  SP_CHECK(row == look_for_row(w, key));
#endif
  return row;
}

int32_t sp_formation_by_key(const sp_world *w, sp_key key) {
  int32_t row = key ? sp_formation_row(w, key) : -1;
  return row >= 0 && w->formation.alive[row] ? row : -1;
}

int32_t sp_formation_living(const sp_world *w, int32_t row) {
  while (row >= 0 && !w->formation.alive[row]) row = w->formation.joined[row];
  return row;
}

int32_t sp_world_formation_row(const sp_world *w, sp_key key) {
  if (!w || !key) return -1;
  int32_t row = sp_formation_by_key(w, key);
  for (int32_t i = 0; row < 0 && i < sp_used(w, SP_TABLE_HQ); i++) {
    if (w->hq.key[i] == key && w->hq.alive[i]) row = i;
  }
  return row;
}

/* ---- getters */

sp_minute sp_world_minute(const sp_world *w) { return w->head->minute; }
int64_t sp_world_tick(const sp_world *w) { return w->head->tick; }
uint64_t sp_world_seed(const sp_world *w) { return w->head->seed; }
const sp_model *sp_world_model(const sp_world *w) { return w->model; }
const sp_constants *sp_world_constants(const sp_world *w) { return &w->constants; }
size_t sp_world_bytes(const sp_world *w) { return sizeof *w + (size_t)w->head->block_bytes; }

sp_status sp_world_measure(const sp_world *w, int32_t index, double *value) {
  if (!w || index < 0 || index >= sp_used(w, SP_TABLE_READING) || !w->reading.known[index]) return SP_NOT_FOUND;
  *value = w->reading.value[index];
  return SP_OK;
}
