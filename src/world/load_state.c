/* load_state.c - the tables of a save, by name, into a fresh world; nothing in them is believed before it is checked.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"
#include "world/munitions.h"
#include "world/stores.h"

#include <stdio.h>
#include <string.h>

static const sp_where nowhere = {NULL, 0, 0};

static sp_status refuse(sp_faults *faults, const char *id, const char *slot, const char *value) {
  sp_fault(faults, SP_FAULT_ERROR, nowhere, id, slot, value, (char *)NULL);
  return SP_CORRUPT;
}

static void warn_field(sp_faults *faults, const char *id, const char *table, const char *field) {
  sp_fault(faults, SP_FAULT_WARNING, nowhere, id, "table", table, "field", field, (char *)NULL);
}

/* A name of the file as a C string; an overlong one is cut, and then matches nothing. */
static void read_name(sp_reader *in, char name[64]) {
  size_t length;
  const char *text = sp_read_text(in, &length);
  memset(name, 0, 64);
  memcpy(name, text, length < 64 ? length : 63);
}

/* ---- indices */

static int64_t target_rows(const sp_world *w, sp_target target) {
  const sp_model *m = w->model;
  switch (target) {
    case SP_TARGET_FORMATION: return sp_used(w, SP_TABLE_FORMATION);
    case SP_TARGET_HQ: return sp_used(w, SP_TABLE_HQ);
    case SP_TARGET_REPORT: return sp_used(w, SP_TABLE_REPORT);
    case SP_TARGET_ORDER: return sp_used(w, SP_TABLE_ORDER);
    case SP_TARGET_WORD: return sp_used(w, SP_TABLE_WORD);
    case SP_TARGET_ENGAGEMENT: return sp_used(w, SP_TABLE_ENGAGEMENT);
    case SP_TARGET_REGION: return m->region_count;
    case SP_TARGET_NODE: return m->node_count;
    case SP_TARGET_LEG: return 2 * (int64_t)m->edge_count;
    case SP_TARGET_CROSSING: return m->crossing_count;
    case SP_TARGET_CONTINGENT: return m->contingent_count;
    case SP_TARGET_UNIT: return m->unit_count;
    case SP_TARGET_SIDE: return m->side_count;
    case SP_TARGET_PERSON: return m->person_count;
    case SP_TARGET_START: return m->formation_count;
    case SP_TARGET_DEPOT_START: return m->depot_count;
    case SP_TARGET_ORDER_LINE: return m->order_count;
    case SP_TARGET_DERIVED: return sp_used(w, SP_TABLE_STRENGTH);
    default: return INT64_MAX;
  }
}

static int64_t holder_rows(const sp_world *w, int32_t row) {
  switch (w->strength.holder_kind[row]) {
    case SP_HOLDER_FORMATION: return sp_used(w, SP_TABLE_FORMATION);
    case SP_HOLDER_POOL: return sp_used(w, SP_TABLE_POOL);
    case SP_HOLDER_MESSAGE: return sp_used(w, SP_TABLE_MESSAGE);
    case SP_HOLDER_FORD: return sp_used(w, SP_TABLE_FORD);
    case SP_HOLDER_WARD: return sp_used(w, SP_TABLE_WARD);
    default: return 0;
  }
}

/* Which of these may not be nobody: the holder of men, whose men they are, whose body or headquarters it is. */
static bool needs_somebody(const sp_field_info *f, sp_target target) {
  if (target == SP_TARGET_HOLDER || target == SP_TARGET_REGION) return true;
  if (target == SP_TARGET_CONTINGENT) return f->table != SP_TABLE_FORMATION;
  if (target == SP_TARGET_SIDE) return f->table != SP_TABLE_REPORT && f->table != SP_TABLE_PLACE;
  return strcmp(f->name, "hq") == 0 || (f->table == SP_TABLE_HQ && target == SP_TARGET_FORMATION);
}

static bool ref_holds(const sp_world *w, const sp_field_info *f, sp_target target, int32_t row, int32_t i) {
  uint64_t raw = sp_element_raw(w, f, row, i);
  if (target == SP_TARGET_LEG) return (f->count == 1 && raw == SP_NO_LEG) || raw < (uint64_t)target_rows(w, target);
  int64_t index = (int64_t)raw, rows = target == SP_TARGET_HOLDER ? holder_rows(w, row) : target_rows(w, target);
  return index < rows && (index >= 0 || (index == -1 && !needs_somebody(f, target)));
}

/* Minutes and reals that arithmetic can be done with: no NaN, no infinity, nothing near overflow. */
static bool is_sound(const sp_world *w, const sp_field_info *f, int32_t row, int32_t i) {
  const int64_t far = (int64_t)1 << 53;
  uint64_t raw = sp_element_raw(w, f, row, i);
  if (f->type == SP_FIELD_i64) return (int64_t)raw > -far && (int64_t)raw < far;
  return f->type != SP_FIELD_f64 || (raw >> 52 & 0x7ff) != 0x7ff;
}

static bool field_holds(const sp_world *w, const sp_field_info *f, char *message, size_t size) {
  sp_target target = sp_field_target(f);
  bool measured = f->type == SP_FIELD_i64 || f->type == SP_FIELD_f64;
  if (target == SP_TARGET_NONE && !measured) return true;
  bool keeps_dead = f->table == SP_TABLE_FORMATION || f->table == SP_TABLE_HQ;
  for (int32_t row = 0; row < sp_used(w, f->table); row++) {
    if (!keeps_dead && !sp_row_live(w, f->table, row)) continue;
    int32_t count = sp_element_count(w, f, row);
    for (int32_t i = 0; i < count; i++) {
      bool sound = measured ? is_sound(w, f, row, i) : ref_holds(w, f, target, row, i);
      if (sound) continue;
      const char *what = measured ? "is beyond all measure" : "names nothing that is there";
      if (message && size) snprintf(message, size, "%s %d: %s %s", sp_table_names[f->table], (int)row, f->name, what);
      return false;
    }
  }
  return true;
}

/* Enums that index tables elsewhere, and texts that must end. */
static bool kinds_hold(const sp_world *w, char *message, size_t size) {
  const char *what = NULL;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_STRENGTH); i++) {
    if (w->strength.arm[i] >= SP_ARM_COUNT || w->strength.troop_class[i] >= SP_CLASS_COUNT || w->strength.holder_kind[i] > SP_HOLDER_WARD) what = "strength: no such arm, class or holder";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++) {
    if (w->tally.arm[i] >= SP_ARM_COUNT || w->tally.troop_class[i] >= SP_CLASS_COUNT) what = "tally: no such arm or class";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    if (w->formation.pace[i] >= SP_PACE_COUNT || w->formation.verb[i] >= SP_VERB_COUNT || w->formation.activity[i] > SP_AT_SEA) what = "formation: no such pace, verb or activity";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_COMBAT); i++) {
    bool known = w->combat.sector[i] <= 3 && w->combat.posture[i] <= SP_POSTURE_IN_TURNS && w->combat.quarter[i] <= SP_QUARTER_ALL && w->combat.stance[i] <= SP_YIELDED && w->combat.cause[i] < SP_BREAK_COUNT && w->combat.ambush[i] <= SP_AMBUSH_LETS_PASS;
    if (!known) what = "combat: no such sector, posture, quarter, stance or cause";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WARD); i++) {
    if (w->ward.alive[i] && (!sp_line_of_patients((sp_line)w->ward.line[i]) || w->ward.lies[i] > SP_LIES_IN_FIELD)) what = "ward: no line of wounded or sick, or they lie nowhere";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_ENGAGEMENT); i++) {
    if (w->engagement.relief[i] >= SP_RELIEF_COUNT || w->engagement.cover[i] >= SP_COVER_COUNT) what = "engagement: no such ground";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_ORDER); i++) {
    if (w->order.pace[i] >= SP_PACE_COUNT || w->order.verb[i] >= SP_VERB_COUNT || w->order.state[i] > SP_ORDER_LATE) what = "order: no such pace, verb or state";
    if (w->order.trigger[i] >= SP_TRIGGER_COUNT) what = "order: no such trigger";
    if (w->order.state[i] == SP_ORDER_LATE && w->order.line[i] < 0) what = "order: late, and of no line";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_MESSAGE); i++) {
    if (w->message.kind[i] > SP_MESSAGE_REPORT || w->message.state[i] > SP_MESSAGE_DONE) what = "message: no such kind or state";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PROVISION); i++) {
    if (w->provision.task[i] > SP_CHORE_SLAUGHTER || w->provision.foraging[i] > SP_FORAGES_NEVER || w->provision.told[i] > SP_BREAD_STARVING) what = "provision: no such task or custom";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_MUNITION); i++) {
    if (w->munition.task[i] > SP_CHORE_HAND_OVER || w->munition.task_kind[i] >= SP_MUNITION_COUNT) what = "munition: no such task or kind";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_REPUTE); i++) {
    if (w->repute.chief_said[i] >= SP_CHIEF_SAID_COUNT || w->repute.promise[i] >= SP_PROMISE_COUNT) what = "repute: nothing that can be said or promised";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_REPORT); i++) {
    bool person = w->report.leader[i] >= 0 && w->report.leader[i] <= w->model->person_count;
    if (w->report.chief[i] >= SP_CHIEF_SAID_COUNT || !person) what = "report: nothing that captives can say";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORD); i++) {
    if (!memchr(&w->word.text[(size_t)i * 240], 0, 240)) what = "word: a text without end";
  }
  if (what && message && size) snprintf(message, size, "%s", what);
  return !what;
}

bool sp_world_refs_hold(const sp_world *w, char *message, size_t size) {
  if (!kinds_hold(w, message, size)) return false;
  for (size_t i = 0; i < sp_field_total; i++) {
    if (!field_holds(w, &sp_fields[i], message, size)) return false;
  }
  return true;
}

/* ---- head */

typedef struct table_head {
  int32_t used[SP_TABLE_COUNT], capacity[SP_TABLE_COUNT], hint[SP_TABLE_COUNT];
  int32_t reports_day;
  bool no_provision; /* saved before anybody ate */
  bool no_places; /* saved before places were held: nobody holds any */
  bool no_munition; /* saved before powder was counted */
  bool no_repute; /* saved before anything was promised */
  bool no_battle; /* saved before there were battles: every body is at peace */
  bool no_health; /* saved before the wounded lay anywhere */
} table_head;

static sp_status read_head(sp_reader in, table_head *head, sp_faults *faults) {
  memset(head, 0, sizeof *head);
  head->reports_day = (int32_t)(uint32_t)sp_read_number(&in, 4);
  uint64_t count = sp_read_number(&in, 4);
  for (uint64_t i = 0; i < count && !in.broken; i++) {
    char name[64];
    read_name(&in, name);
    uint64_t used = sp_read_number(&in, 4), capacity = sp_read_number(&in, 4), hint = sp_read_number(&in, 4);
    int t = in.broken ? -1 : sp_table_by_name(name);
    if (t < 0) {
      if (!in.broken) sp_fault(faults, SP_FAULT_WARNING, nowhere, "save.table_unknown", "table", name, (char *)NULL);
      continue;
    }
    if (used > capacity || capacity > INT32_MAX || hint > used) return refuse(faults, "save.section", "part", "HEAD");
    head->used[t] = (int32_t)used;
    head->capacity[t] = (int32_t)capacity;
    head->hint[t] = (int32_t)hint;
  }
  head->no_battle = head->capacity[SP_TABLE_COMBAT] == 0 && head->used[SP_TABLE_FORMATION] > 0;
  if (head->no_battle) {
    head->used[SP_TABLE_COMBAT] = head->hint[SP_TABLE_COMBAT] = head->used[SP_TABLE_FORMATION];
    head->capacity[SP_TABLE_COMBAT] = head->capacity[SP_TABLE_FORMATION];
  }
  head->no_places = head->capacity[SP_TABLE_PLACE] == 0;
  head->no_provision = head->capacity[SP_TABLE_PROVISION] == 0 && head->used[SP_TABLE_FORMATION] > 0;
  if (head->no_provision) {
    head->used[SP_TABLE_PROVISION] = head->hint[SP_TABLE_PROVISION] = head->used[SP_TABLE_FORMATION];
    head->capacity[SP_TABLE_PROVISION] = head->capacity[SP_TABLE_FORMATION];
  }
  head->no_health = head->capacity[SP_TABLE_HEALTH] == 0 && head->used[SP_TABLE_FORMATION] > 0;
  if (head->no_health) {
    head->used[SP_TABLE_HEALTH] = head->hint[SP_TABLE_HEALTH] = head->used[SP_TABLE_FORMATION];
    head->capacity[SP_TABLE_HEALTH] = head->capacity[SP_TABLE_FORMATION];
  }
  head->no_munition = head->capacity[SP_TABLE_MUNITION] == 0 && head->used[SP_TABLE_FORMATION] > 0;
  if (head->no_munition) {
    head->used[SP_TABLE_MUNITION] = head->hint[SP_TABLE_MUNITION] = head->used[SP_TABLE_FORMATION];
    head->capacity[SP_TABLE_MUNITION] = head->capacity[SP_TABLE_FORMATION];
  }
  head->no_repute = head->capacity[SP_TABLE_REPUTE] == 0 && head->used[SP_TABLE_FORMATION] > 0;
  if (head->no_repute) {
    head->used[SP_TABLE_REPUTE] = head->hint[SP_TABLE_REPUTE] = head->used[SP_TABLE_FORMATION];
    head->capacity[SP_TABLE_REPUTE] = head->capacity[SP_TABLE_FORMATION];
  }
  return in.broken ? refuse(faults, "save.section", "part", "HEAD") : SP_OK;
}

/* No capacity is larger than growth from this model could have made it: a forged one would ask for all memory. */
static sp_status judge_head(const sp_model *m, const table_head *head, size_t bytes, sp_faults *faults) {
  int32_t planned[SP_TABLE_COUNT];
  sp_world_plan(m, planned);
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    sp_table table = (sp_table)t;
    int32_t most = sp_capacity_for(table, sp_max_i32(planned[t], head->used[t]));
    bool whole = table == SP_TABLE_TALLY || (table == SP_TABLE_PLACE && head->no_places) || !sp_table_fixed(table) || head->used[t] == planned[t];
    if (head->capacity[t] > most || (size_t)head->used[t] > bytes || !whole) return refuse(faults, "save.state", "what", sp_table_names[t]);
  }
  int32_t formations = head->used[SP_TABLE_FORMATION], room = head->capacity[SP_TABLE_FORMATION];
  bool pairs = head->used[SP_TABLE_HQ] == formations && head->used[SP_TABLE_CONTACT] == formations * SP_CONTACTS &&
               head->used[SP_TABLE_PROVISION] == formations && head->capacity[SP_TABLE_PROVISION] == room && head->used[SP_TABLE_MUNITION] == formations && head->capacity[SP_TABLE_MUNITION] == room && head->used[SP_TABLE_REPUTE] == formations && head->capacity[SP_TABLE_REPUTE] == room && head->used[SP_TABLE_HEALTH] == formations && head->capacity[SP_TABLE_HEALTH] == room && head->used[SP_TABLE_COMBAT] == formations && head->capacity[SP_TABLE_COMBAT] == room && head->capacity[SP_TABLE_HQ] == room && head->capacity[SP_TABLE_CONTACT] == room * SP_CONTACTS && formations >= m->formation_count;
  return pairs ? SP_OK : refuse(faults, "save.state", "what", "hq");
}

/* ---- columns */

static bool native_order(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

static void take_column(sp_world *w, const sp_field_info *f, const unsigned char *bytes, size_t elements) {
  unsigned char *to = sp_column_data(w, f);
  if (elements == 0) return;
  memcpy(to, bytes, elements * f->size);
  if (native_order() || f->size == 1) return;
  for (size_t i = 0; i < elements; i++) {
    for (size_t b = 0; b < f->size; b++) to[i * f->size + b] = bytes[i * f->size + (f->size - 1 - b)];
  }
}

/* Bytes of one element by its type number; 0: no such type. */
static size_t type_size(uint64_t type) {
  static const size_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 8};
  return type < sizeof sizes / sizeof *sizes ? sizes[type] : 0;
}

static bool read_field(sp_reader *in, sp_world *w, int table, const char *table_name, uint64_t rows, bool seen[], sp_faults *faults) {
  char name[64];
  read_name(in, name);
  uint64_t type = sp_read_number(in, 1), count = sp_read_number(in, 4);
  size_t size = type_size(type);
  if (in->broken || size == 0 || count == 0 || (rows > 0 && count > sp_read_left(in) / size / rows)) return false;
  const unsigned char *bytes = sp_read(in, (size_t)(rows * count) * size);
  if (!bytes) return false;
  const sp_field_info *f = table >= 0 ? sp_field_by_name((sp_table)table, name) : NULL;
  if (table < 0) return true;
  if (!f) {
    warn_field(faults, "save.field_unknown", table_name, name);
  } else if ((uint64_t)f->type != type || (uint64_t)f->count != count) {
    warn_field(faults, "save.field_changed", table_name, name);
    seen[f - sp_fields] = true;
  } else {
    take_column(w, f, bytes, (size_t)(rows * count));
    seen[f - sp_fields] = true;
  }
  return true;
}

static bool read_table(sp_reader in, sp_world *w, bool seen[], sp_faults *faults) {
  char name[64];
  read_name(&in, name);
  uint64_t rows = sp_read_number(&in, 4), fields = sp_read_number(&in, 4);
  int table = sp_table_by_name(name);
  if (in.broken || (table >= 0 && rows != (uint64_t)sp_used(w, (sp_table)table))) return false;
  if (table < 0) sp_fault(faults, SP_FAULT_WARNING, nowhere, "save.table_unknown", "table", name, (char *)NULL);
  for (uint64_t i = 0; i < fields; i++) {
    if (!read_field(&in, w, table, name, rows, seen, faults)) return false;
  }
  return true;
}

/* A field that an older save does not have is zero; where zero would name a row, it names none. */
static void name_nothing(sp_world *w, const sp_field_info *field) {
  sp_target target = sp_field_target(field);
  if (target == SP_TARGET_NONE || field->type != SP_FIELD_i32) return;
  int32_t *data = sp_column_data(w, field);
  for (int32_t n = 0; n < sp_used(w, field->table) * field->count; n++) data[n] = -1;
}

static sp_status read_tables(sp_reader in, sp_world *w, sp_faults *faults) {
  bool seen[1024] = {0};
  SP_CHECK(sp_field_total <= sizeof seen / sizeof *seen);
  while (sp_read_left(&in) > 0) {
    const unsigned char *tag = sp_read(&in, 4);
    uint64_t length = sp_read_number(&in, 8);
    const unsigned char *content = length <= sp_read_left(&in) ? sp_read(&in, (size_t)length) : NULL;
    if (in.broken || !content) return refuse(faults, "save.section", "part", "TABL");
    if (memcmp(tag, "TABL", 4) != 0) continue; /* what stands between tables was spoken of before */
    if (!read_table((sp_reader){content, (size_t)length, 0, false}, w, seen, faults)) return refuse(faults, "save.section", "part", "TABL");
  }
  for (size_t i = 0; i < sp_field_total; i++) {
    if (seen[i]) continue;
    warn_field(faults, "save.field_missing", sp_table_names[sp_fields[i].table], sp_fields[i].name);
    name_nothing(w, &sp_fields[i]);
  }
  return SP_OK;
}

/* Rows that are the model's own must still be the same ones, or every index would name something else. */
static const char *strangers(const sp_world *w) {
  const sp_model *m = w->model;
  for (int32_t i = 0; i < m->formation_count; i++) {
    if (w->formation.key[i] != m->formation[i].key || w->formation.start[i] != i) return "formation";
  }
  for (int32_t i = m->formation_count; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    if (w->formation.start[i] != -1) return "formation";
  }
  for (int32_t i = 0; i < m->person_count; i++) {
    if (w->person.key[i] != m->person[i].key) return "person";
  }
  for (int32_t i = 0; i < m->region_count; i++) {
    if (w->region.key[i] != m->region[i].key) return "region";
  }
  for (int32_t i = 0; i < m->river_count; i++) {
    if (w->river.key[i] != m->river[i].key) return "river";
  }
  for (int32_t i = 0; i < m->crossing_count; i++) {
    if (w->ford.key[i] != m->crossing[i].key) return "ford";
  }
  for (int32_t i = 0; i < m->wall_count; i++) {
    if (w->wall.key[i] != m->wall[i].key) return "wall";
  }
  for (int32_t i = 0; i < m->measure_count; i++) {
    if (w->reading.key[i] != m->measure[i].key) return "reading";
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PLACE); i++) {
    if (w->place.key[i] != m->key[SP_ENTITY_PLACE][i]) return "place";
  }
  if (!sp_munitions_are_of(w, m)) return "arsenal";
  return sp_stores_are_of(w, m) ? NULL : "depot";
}

sp_status sp_load_state(sp_model *model, const sp_constants *constants, const sp_save_parts *parts, sp_faults *faults, sp_world **world) {
  table_head head;
  sp_save_info info;
  sp_status status = read_head(parts->head, &head, faults);
  if (status == SP_OK) status = judge_head(model, &head, parts->tables.size, faults);
  if (status != SP_OK) return status;
  if (head.no_health) { /* room to lay the wounded of every kind somewhere */
    head.capacity[SP_TABLE_WARD] = sp_capacity_for(SP_TABLE_WARD, SP_PATIENT_LINES * model->contingent_count);
    int32_t rows = sp_capacity_for(SP_TABLE_STRENGTH, head.used[SP_TABLE_STRENGTH] + SP_PATIENT_LINES * head.used[SP_TABLE_TALLY]);
    head.capacity[SP_TABLE_STRENGTH] = sp_max_i32(head.capacity[SP_TABLE_STRENGTH], rows);
  }
  const sp_campaign_def *campaign = &model->campaign;
  bool in_time = sp_save_read_info(parts->info, &info) == SP_OK && info.minute >= campaign->start && info.tick >= 0 && info.tick <= UINT32_MAX &&
                 info.minute <= campaign->end + campaign->tick_min;
  if (!in_time) return refuse(faults, "save.section", "part", "INFO");
  sp_world *w;
  status = sp_world_alloc(model, constants, head.capacity, &w);
  if (status != SP_OK) return status;
  w->head->seed = info.seed;
  w->head->minute = info.minute;
  w->head->tick = info.tick;
  w->head->reports_day = head.reports_day;
  memcpy(w->head->used, head.used, sizeof head.used);
  memcpy(w->head->free_hint, head.hint, sizeof head.hint);
  status = read_tables(parts->tables, w, faults);
  for (int32_t i = 0; head.no_battle && status == SP_OK && i < sp_used(w, SP_TABLE_FORMATION); i++) sp_combat_open(w, i);
  for (int32_t i = 0; head.no_provision && status == SP_OK && i < sp_used(w, SP_TABLE_FORMATION); i++) sp_provision_open(w, i);
  for (int32_t i = 0; head.no_health && status == SP_OK && i < sp_used(w, SP_TABLE_FORMATION); i++) sp_health_open(w, i);
  for (int32_t i = 0; head.no_munition && status == SP_OK && i < sp_used(w, SP_TABLE_FORMATION); i++) sp_munition_open(w, i);
  for (int32_t i = 0; head.no_repute && status == SP_OK && i < sp_used(w, SP_TABLE_FORMATION); i++) sp_repute_open(w, i);
  const char *stranger = status == SP_OK ? strangers(w) : NULL;
  if (stranger) {
    refuse(faults, "save.model_differs", "what", stranger);
    status = SP_MISMATCH;
  }
  if (status == SP_OK && head.no_health && sp_world_refs_hold(w, NULL, 0)) status = sp_ledger_house(w);
  char message[160];
  if (status == SP_OK) status = sp_world_check(w, message, sizeof message);
  if (status == SP_CORRUPT && !stranger && sp_faults_count(faults, SP_FAULT_ERROR) == 0) refuse(faults, "save.state", "what", message);
  if (status == SP_OK) *world = w;
  else sp_world_destroy(w);
  return status;
}
