/* read_army.c - an indented order of battle into formations, units and strength lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/readers.h"
#include "io/schema.h"

/* What a part stands under. */
typedef struct above {
  const char *side, *formation;
} above;

typedef struct army_reader {
  sp_reading *reading;
  sp_scenario *scenario;
} army_reader;

static void complain_part(army_reader *a, const sp_doc_node *node, const sp_io_path *path, const char *id) {
  char shown[SP_IO_PATH_MAX];
  sp_io_path_write(path, shown);
  sp_where where = node->key_line > 0 ? sp_io_key_where(a->reading, node) : sp_io_node_where(a->reading, node);
  sp_io_complain(a->reading, where, id, "key", shown);
  a->reading->incomplete = true;
}

/* ---- strength */

static const bool is_man[SP_ARM_COUNT] = {
#define MAN_FOOT true
#define MAN_HORSE true
#define MAN_FOLLOWER true
#define BEAST false
#define VEHICLE false
#define GUN false
#define GEAR false
#define SP_ARM(name, word, category, en, zh) [SP_ARM_##name] = category,
#include "shapan/kinds.def"
#undef MAN_FOOT
#undef MAN_HORSE
#undef MAN_FOLLOWER
#undef BEAST
#undef VEHICLE
#undef GUN
#undef GEAR
};

static const char *const rank_words[SP_RANK_COUNT] = {
#define SP_RANK(name, word, en, zh) word,
#include "shapan/kinds.def"
};

static void take_counts(army_reader *a, const sp_doc_node *line, const sp_io_path *path, sp_strength_def *def) {
  const sp_doc_node *count = sp_doc_get(line, "count");
  bool any = count != NULL;
  for (int rank = 0; rank < SP_RANK_COUNT; rank++) {
    const sp_doc_node *node = sp_doc_get(line, rank_words[rank]);
    if (!node) continue;
    any = true;
    sp_io_path here = {.up = path, .key = node->key};
    if (!is_man[def->arm] && rank != SP_RANK_SOLDIER) complain_part(a, node, &here, "io.no_ranks");
    if (count && rank == SP_RANK_SOLDIER) complain_part(a, node, &here, "io.count_twice");
    def->count[rank] = sp_schema_whole(SP_OBJECT_STRENGTH, line, rank_words[rank], 0);
  }
  static const char *const patients[SP_PATIENTS] = {"wounded-light", "wounded-serious", "sick"};
  for (int n = 0; n < SP_PATIENTS; n++) {
    const sp_doc_node *node = sp_doc_get(line, patients[n]);
    if (!node) continue;
    any = true;
    if (!is_man[def->arm]) complain_part(a, node, &(sp_io_path){.up = path, .key = node->key}, "io.no_patients");
    def->patients[n] = sp_schema_whole(SP_OBJECT_STRENGTH, line, patients[n], 0);
  }
  if (count) def->count[SP_RANK_SOLDIER] = sp_schema_whole(SP_OBJECT_STRENGTH, line, "count", 0);
  if (!any) complain_part(a, line, path, "io.no_count");
}

static void read_strength_line(army_reader *a, const sp_doc_node *line, const sp_io_path *path, const sp_strength_def *pattern) {
  sp_strength_def def = *pattern;
  int arm = sp_schema_word(SP_OBJECT_STRENGTH, line, "arm", -1);
  if (arm < 0) return;
  def.arm = (sp_arm)arm;
  sp_troop_class fallback = def.arm == SP_ARM_FOLLOWER ? SP_CLASS_FOLLOWERS : is_man[def.arm] ? SP_CLASS_LINE : SP_CLASS_MATERIEL;
  def.troop_class = (sp_troop_class)sp_schema_word(SP_OBJECT_STRENGTH, line, "class", (int)fallback);
  def.quality = sp_schema_number(SP_OBJECT_STRENGTH, line, "quality", def.quality);
  const char *contingent = sp_schema_id(line, "contingent");
  if (contingent) {
    def.contingent = contingent;
    def.contingent_spot = sp_io_spot(line, "contingent");
  }
  def.where = sp_io_node_where(a->reading, line);
  take_counts(a, line, path, &def);
  sp_io_kept(a->reading, sp_scenario_add_strength(a->scenario, &def));
}

static void read_strength(army_reader *a, const sp_doc_node *part, const sp_io_path *path, const sp_strength_def *pattern) {
  sp_io_path here = {.up = path, .key = "strength"};
  int32_t index = 0;
  for (const sp_doc_node *line = sp_schema_first(SP_OBJECT_PART, part, "strength"); line && !a->reading->no_memory; line = line->next, index++)
    if (line->kind == SP_DOC_MAP) read_strength_line(a, line, &(sp_io_path){.up = &here, .index = index}, pattern);
}

/* ---- formations and units */

static bool take_position(const sp_doc_node *part, sp_formation_def *out) {
  const sp_doc_node *at = sp_doc_get(part, "at");
  if (!at) return false;
  bool on_the_way = at->kind == SP_DOC_MAP;
  out->at_spot = on_the_way && sp_doc_get(at, "place") ? sp_io_spot(at, "place") : sp_io_spot(part, "at");
  if (on_the_way) {
    out->at.place = sp_schema_id(at, "place");
    out->at.toward = sp_schema_id(at, "toward");
    out->toward_spot = sp_io_spot(at, "toward");
    out->at.distance_m = sp_schema_number(SP_OBJECT_POSITION, at, "distance", 0.0);
  } else {
    out->at.place = sp_schema_id(part, "at");
  }
  return true;
}

static void read_unit(army_reader *a, const sp_doc_node *part, const sp_io_path *path, const above *up) {
  static const char *const formation_only[] = {"deputy", "files", "camped", "commander_at", "order", "fatigue", "knows_ground", "works", "physicians", "grenades", "smoke_pots", "lot", "grain", "bread", "larders", "powder"};
  if (!up->formation) {
    complain_part(a, part, path, "io.top_part");
    return;
  }
  for (size_t i = 0; i < sizeof formation_only / sizeof *formation_only; i++) {
    const sp_doc_node *node = sp_doc_get(part, formation_only[i]);
    if (node) complain_part(a, node, &(sp_io_path){.up = path, .key = formation_only[i]}, "io.unit_key");
  }
  const sp_doc_node *parts = sp_doc_get(part, "parts");
  if (parts && parts->count > 0) complain_part(a, parts, &(sp_io_path){.up = path, .key = "parts"}, "io.unit_parts");
  sp_strength_def pattern = SP_STRENGTH_DEF_INIT;
  pattern.formation = up->formation;
  pattern.unit = sp_schema_id(part, "id");
  pattern.unit_name = sp_schema_name(part, "name");
  pattern.contingent = sp_schema_id(part, "contingent");
  pattern.contingent_spot = sp_io_spot(part, "contingent");
  if (!pattern.unit) return;
  const sp_doc_node *strength = sp_doc_get(part, "strength");
  if (!strength || strength->count == 0) complain_part(a, part, path, "io.unit_empty");
  read_strength(a, part, path, &pattern);
}

static void read_larders(army_reader *a, const sp_doc_node *part, const char *formation) {
  for (const sp_doc_node *entry = sp_schema_first(SP_OBJECT_PART, part, "larders"); entry && !a->reading->no_memory; entry = entry->next) {
    if (entry->kind != SP_DOC_MAP || !sp_schema_is_id(entry->key)) continue;
    sp_larder_def def = SP_LARDER_DEF_INIT;
    def.formation = formation;
    def.contingent = entry->key;
    def.grain_kg = sp_schema_number(SP_OBJECT_LARDER, entry, "grain", sp_doc_get(entry, "grain") ? 0.0 : -1.0);
    double bread_min = sp_schema_number(SP_OBJECT_LARDER, entry, "bread", sp_doc_get(entry, "bread") ? 0.0 : -1.0);
    if (bread_min >= 0.0) def.bread_days = bread_min / 1440.0;
    def.where = sp_io_key_where(a->reading, entry);
    sp_io_kept(a->reading, sp_scenario_add_larder(a->scenario, &def));
  }
}

static void read_parts(army_reader *a, const sp_doc_node *first, const sp_io_path *path, const above *up);

static void read_formation(army_reader *a, const sp_doc_node *part, const sp_io_path *path, const above *up) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = sp_schema_id(part, "id");
  def.name = sp_schema_name(part, "name");
  def.side = up->side;
  def.parent = up->formation;
  def.contingent = sp_schema_id(part, "contingent");
  def.commander = sp_schema_id(part, "commander");
  def.deputy = sp_schema_id(part, "deputy");
  /* Where none is given, compile takes the superior's: an unknown place is told once, where it stands. */
  if (!take_position(part, &def) && !up->formation) complain_part(a, part, path, "io.no_position");
  def.commander_spot = sp_io_spot(part, "commander");
  def.deputy_spot = sp_io_spot(part, "deputy");
  def.contingent_spot = sp_io_spot(part, "contingent");
  def.files = sp_schema_whole(SP_OBJECT_PART, part, "files", def.files);
  def.commander_share = sp_schema_number(SP_OBJECT_PART, part, "commander_at", def.commander_share);
  def.order_now = sp_schema_number(SP_OBJECT_PART, part, "order", def.order_now);
  def.fatigue_now = sp_schema_number(SP_OBJECT_PART, part, "fatigue", def.fatigue_now);
  def.knows_ground = sp_schema_number(SP_OBJECT_PART, part, "knows_ground", def.knows_ground);
  def.camped = sp_schema_bool(part, "camped", def.camped);
  def.works = sp_schema_number(SP_OBJECT_PART, part, "works", def.works);
  def.physicians = sp_schema_whole(SP_OBJECT_PART, part, "physicians", def.physicians);
  def.grenades = sp_schema_whole(SP_OBJECT_PART, part, "grenades", def.grenades);
  def.smoke_pots = sp_schema_whole(SP_OBJECT_PART, part, "smoke_pots", def.smoke_pots);
  def.grain_kg = sp_schema_number(SP_OBJECT_PART, part, "grain", def.grain_kg);
  def.powder_kg = sp_schema_number(SP_OBJECT_PART, part, "powder", def.powder_kg);
  double bread_min = sp_schema_number(SP_OBJECT_PART, part, "bread", -1.0);
  if (bread_min >= 0.0) def.bread_days = bread_min / 1440.0;
  def.lot = sp_schema_id(part, "lot");
  def.lot_spot = sp_io_spot(part, "lot");
  const sp_doc_node *id_node = sp_doc_get(part, "id");
  def.where = sp_io_node_where(a->reading, id_node ? id_node : part);
  /* Without an id nothing can refer to it, but what stands below is still read for its faults. */
  if (def.id) sp_io_kept(a->reading, sp_scenario_add_formation(a->scenario, &def));
  sp_strength_def pattern = SP_STRENGTH_DEF_INIT;
  pattern.formation = def.id ? def.id : "";
  read_strength(a, part, path, &pattern);
  if (def.id) read_larders(a, part, def.id);
  above inner = {.side = up->side, .formation = pattern.formation};
  sp_io_path parts_path = {.up = path, .key = "parts"};
  read_parts(a, sp_schema_first(SP_OBJECT_PART, part, "parts"), &parts_path, &inner);
}

static void read_parts(army_reader *a, const sp_doc_node *first, const sp_io_path *path, const above *up) {
  int32_t index = 0;
  for (const sp_doc_node *part = first; part && !a->reading->no_memory; part = part->next, index++) {
    if (part->kind != SP_DOC_MAP) continue;
    sp_io_path here = {.up = path, .index = index};
    bool formation = sp_doc_get(part, "at") || sp_doc_get(part, "commander");
    if (formation) read_formation(a, part, &here, up);
    else read_unit(a, part, &here, up);
  }
}

void sp_io_read_army(sp_reading *reading, const sp_doc_node *side, const sp_io_path *path, sp_scenario *scenario) {
  army_reader a = {.reading = reading, .scenario = scenario};
  above top = {.side = side->key};
  read_parts(&a, sp_schema_first(SP_OBJECT_SIDE, side, "army"), path, &top);
}
