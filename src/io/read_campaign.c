/* read_campaign.c - a scenario.yaml into the scenario: sides, sky, orders, questions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "io/readers.h"
#include "io/schema.h"

enum { ORDER_BYTES_MAX = 1000 };

typedef struct campaign_reader {
  sp_reading *reading;
  const sp_doc *doc;
  const sp_theatre_read *theatre;
  sp_scenario *scenario;
} campaign_reader;

bool sp_io_kept(sp_reading *reading, sp_status status) {
  if (status == SP_NO_MEMORY) reading->no_memory = true;
  return status == SP_OK;
}

sp_where sp_io_node_where(const sp_reading *reading, const sp_doc_node *node) {
  return (sp_where){.file = node->doc ? node->doc->label : reading->file, .line = node->line, .column = node->column};
}

sp_where sp_io_key_where(const sp_reading *reading, const sp_doc_node *node) {
  return (sp_where){.file = node->doc ? node->doc->label : reading->file, .line = node->key_line, .column = node->key_column};
}

sp_spot sp_io_spot(const sp_doc_node *map, const char *key) {
  const sp_doc_node *value = sp_doc_get(map, key);
  if (!value) return (sp_spot){0};
  return (sp_spot){value->line, value->column, value->doc && value->doc->overlay ? value->doc->label : NULL};
}

/* Walks the entries of a map from ids to maps, leaving out remarks. */
static const sp_doc_node *next_entry(const sp_doc_node *entry) {
  while (entry && (entry->kind != SP_DOC_MAP || !sp_schema_is_id(entry->key))) entry = entry->next;
  return entry;
}

static const sp_doc_node *first_entry(sp_schema_object object, const sp_doc_node *map, const char *key) {
  return next_entry(sp_schema_first(object, map, key));
}

/* ---- sides */

/* "apart", "with koreans", "together". */
static void take_feeds(campaign_reader *c, const sp_doc_node *entry, sp_contingent_def *def) {
  const char *said = sp_schema_text(entry, "feeds");
  def->feeds_spot = sp_io_spot(entry, "feeds");
  if (!said || strcmp(said, "together") == 0) return;
  def->feeds_apart = strcmp(said, "apart") == 0;
  if (strncmp(said, "with ", 5) == 0 && sp_schema_is_id(said + 5)) def->feeds_with = said + 5;
  if (def->feeds_apart || def->feeds_with) return;
  sp_io_complain(c->reading, sp_io_node_where(c->reading, sp_doc_get(entry, "feeds")), "io.feeds", "value", said);
  c->reading->incomplete = true;
}

static void read_contingents(campaign_reader *c, const sp_doc_node *side) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SIDE, side, "contingents"); entry; entry = next_entry(entry->next)) {
    sp_contingent_def def = SP_CONTINGENT_DEF_INIT;
    def.id = entry->key;
    def.name = sp_schema_name(entry, "name");
    def.side = side->key;
    take_feeds(c, entry, &def);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_contingent(c->scenario, &def));
  }
}

static void read_people(campaign_reader *c, const sp_doc_node *side) {
  static const char *const traits[SP_TRAIT_COUNT] = {
#define SP_TRAIT(name, word, fallback, en, zh) word,
#include "shapan/kinds.def"
  };
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SIDE, side, "people"); entry; entry = next_entry(entry->next)) {
    sp_person_def def;
    sp_person_def_init(&def);
    def.id = entry->key;
    def.name = sp_schema_name(entry, "name");
    def.side = side->key;
    sp_name title = sp_schema_name(entry, "title");
    def.title_en = title.en;
    def.title_zh = title.zh;
    const sp_doc_node *given = sp_doc_get(entry, "traits");
    for (int i = 0; i < SP_TRAIT_COUNT; i++) def.trait[i] = sp_schema_number(SP_OBJECT_TRAITS, given, traits[i], def.trait[i]);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_person(c->scenario, &def));
  }
}

static void read_objectives(campaign_reader *c, const sp_doc_node *side) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SIDE, side, "objectives"); entry; entry = next_entry(entry->next)) {
    sp_objective_def def = SP_OBJECTIVE_DEF_INIT;
    def.id = entry->key;
    def.side = side->key;
    def.place = sp_schema_id(entry, "place");
    def.place_spot = sp_io_spot(entry, "place");
    def.held = sp_schema_bool(entry, "held", false);
    def.name = sp_schema_name(entry, "name");
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_objective(c->scenario, &def));
  }
}

/* What stands for a value that is there but cannot be read: not that nothing was said. */
static double told(const sp_doc_node *entry, const char *key) { return sp_doc_get(entry, key) ? 0.0 : -1.0; }

static void read_depots(campaign_reader *c, const sp_doc_node *side) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SIDE, side, "depots"); entry; entry = next_entry(entry->next)) {
    sp_depot_def def = SP_DEPOT_DEF_INIT;
    def.id = entry->key;
    def.side = side->key;
    def.name = sp_schema_name(entry, "name");
    def.place = sp_schema_id(entry, "at");
    def.place_spot = sp_io_spot(entry, "at");
    def.grain_kg = sp_schema_number(SP_OBJECT_DEPOT, entry, "grain", told(entry, "grain"));
    def.powder_kg = sp_schema_number(SP_OBJECT_DEPOT, entry, "powder", told(entry, "powder"));
    def.grenades = sp_schema_whole(SP_OBJECT_DEPOT, entry, "grenades", def.grenades);
    def.lot = sp_schema_id(entry, "lot");
    def.lot_spot = sp_io_spot(entry, "lot");
    def.outside = sp_schema_bool(entry, "outside", false);
    def.feeds = sp_schema_id(entry, "feeds");
    def.feeds_spot = sp_io_spot(entry, "feeds");
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_depot(c->scenario, &def));
  }
}

static void read_deliveries(campaign_reader *c, const sp_doc_node *side) {
  for (const sp_doc_node *entry = sp_schema_first(SP_OBJECT_SIDE, side, "deliveries"); entry && !c->reading->no_memory; entry = entry->next) {
    if (entry->kind != SP_DOC_MAP) continue;
    sp_delivery_def def = SP_DELIVERY_DEF_INIT;
    def.side = side->key;
    def.place = sp_schema_id(entry, "at");
    def.place_spot = sp_io_spot(entry, "at");
    def.by = sp_schema_id(entry, "by");
    def.by_spot = sp_io_spot(entry, "by");
    def.at_spot = sp_io_spot(entry, "when");
    bool timed = sp_schema_time(c->reading, entry, "when", &def.at);
    def.every_min = sp_schema_number(SP_OBJECT_DELIVERY, entry, "every", 0.0);
    def.times = sp_schema_whole(SP_OBJECT_DELIVERY, entry, "times", 0);
    def.grain_kg = sp_schema_number(SP_OBJECT_DELIVERY, entry, "grain", told(entry, "grain"));
    def.powder_kg = sp_schema_number(SP_OBJECT_DELIVERY, entry, "powder", told(entry, "powder"));
    def.grenades = sp_schema_whole(SP_OBJECT_DELIVERY, entry, "grenades", 0);
    def.lot = sp_schema_id(entry, "lot");
    def.lot_spot = sp_io_spot(entry, "lot");
    def.feeds = sp_schema_id(entry, "feeds");
    def.feeds_spot = sp_io_spot(entry, "feeds");
    def.where = sp_io_node_where(c->reading, entry);
    if (timed) sp_io_kept(c->reading, sp_scenario_add_delivery(c->scenario, &def));
  }
}

static void read_waste(campaign_reader *c) {
  for (const sp_doc_node *entry = sp_schema_first(SP_OBJECT_SCENARIO, c->doc->root, "devastated"); entry && !c->reading->no_memory; entry = entry->next) {
    if (entry->kind != SP_DOC_MAP) continue;
    sp_waste_def def = SP_WASTE_DEF_INIT;
    def.place = sp_schema_id(entry, "at");
    def.place_spot = sp_io_spot(entry, "at");
    def.within_m = sp_schema_number(SP_OBJECT_WASTE, entry, "within", 0.0);
    def.where = sp_io_node_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_waste(c->scenario, &def));
  }
}

static bool blank(char c) {
  return c == ' ' || c == '\t';
}

static void read_order(campaign_reader *c, const char *file, sp_doc_block_line line) {
  while (line.length > 0 && blank(line.text[0])) {
    line.text++;
    line.length--;
    line.column++;
  }
  while (line.length > 0 && blank(line.text[line.length - 1])) line.length--;
  if (line.length == 0 || line.text[0] == '#') return;
  sp_where where = {.file = file, .line = line.line, .column = line.column};
  if (line.length > ORDER_BYTES_MAX) {
    sp_io_complain(c->reading, where, "io.order_too_long", "limit", "1000");
    c->reading->incomplete = true;
    return;
  }
  sp_order_def def = SP_ORDER_DEF_INIT;
  def.text = sp_io_arena_copy(c->reading->arena, line.text, line.length);
  def.where = where;
  if (!def.text) c->reading->no_memory = true;
  else sp_io_kept(c->reading, sp_scenario_add_order(c->scenario, &def));
}

static void read_orders(campaign_reader *c, const sp_doc_node *side) {
  const sp_doc_node *node = sp_doc_get(side, "orders");
  if (node && node->lines) {
    for (const sp_doc_node *n = node->first; n && !c->reading->no_memory; n = n->next)
      read_order(c, n->doc->label, (sp_doc_block_line){n->text, n->length, n->line, n->column});
  }
  if (!node || !node->literal) return;
  sp_doc_block_walk walk = sp_doc_block_start(node->doc, node);
  sp_doc_block_line line;
  while (!c->reading->no_memory && sp_doc_block_next(&walk, &line)) read_order(c, node->doc->label, line);
}

static void read_suppliers(campaign_reader *c) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "suppliers"); entry; entry = next_entry(entry->next)) {
    sp_supplier_def def = SP_SUPPLIER_DEF_INIT;
    def.id = entry->key;
    def.name = sp_schema_name(entry, "name");
    def.bad = sp_schema_number(SP_OBJECT_SUPPLIER, entry, "bad", def.bad);
    def.bribe = sp_schema_number(SP_OBJECT_SUPPLIER, entry, "bribe", def.bribe);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_supplier(c->scenario, &def));
  }
}

static void read_lots(campaign_reader *c) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "lots"); entry; entry = next_entry(entry->next)) {
    sp_lot_def def = SP_LOT_DEF_INIT;
    def.id = entry->key;
    if (sp_schema_word(SP_OBJECT_LOT, entry, "arsenal", 0) == 1) def.bribe = 0.5; /* the corrupt one: half of the price is lost */
    def.bribe = sp_schema_number(SP_OBJECT_LOT, entry, "bribe", def.bribe);
    def.bribe_told = sp_doc_get(entry, "bribe") || sp_doc_get(entry, "arsenal");
    def.failures_told = sp_doc_get(entry, "dud") || sp_doc_get(entry, "weak") || sp_doc_get(entry, "premature");
    def.supplier = sp_schema_id(entry, "supplier");
    def.supplier_spot = sp_io_spot(entry, "supplier");
    def.strength = sp_schema_number(SP_OBJECT_LOT, entry, "strength", def.strength);
    def.spread = sp_schema_number(SP_OBJECT_LOT, entry, "spread", def.spread);
    def.dud = sp_schema_number(SP_OBJECT_LOT, entry, "dud", def.dud);
    def.weak = sp_schema_number(SP_OBJECT_LOT, entry, "weak", def.weak);
    def.premature = sp_schema_number(SP_OBJECT_LOT, entry, "premature", def.premature);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_lot(c->scenario, &def));
  }
}

static void read_waters(campaign_reader *c) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "crossings"); entry; entry = next_entry(entry->next)) {
    sp_water_def def = SP_WATER_DEF_INIT;
    def.crossing = entry->key;
    def.has_ice = sp_doc_get(entry, "ice") != NULL;
    def.ice_cm = 100.0 * sp_schema_number(SP_OBJECT_WATER, entry, "ice", 0.0);
    def.bridges = sp_schema_whole(SP_OBJECT_WATER, entry, "bridges", 0);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_water(c->scenario, &def));
  }
}

static void read_sides(campaign_reader *c) {
  sp_io_path sides = {.key = "sides"};
  for (const sp_doc_node *side = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "sides"); side; side = next_entry(side->next)) {
    sp_side_def def = SP_SIDE_DEF_INIT;
    def.id = side->key;
    def.name = sp_schema_name(side, "name");
    def.colour = sp_schema_text(side, "colour");
    def.court_d = sp_schema_number(SP_OBJECT_SIDE, side, "court", 0.0) / 1440.0;
    def.where = sp_io_key_where(c->reading, side);
    if (!sp_io_kept(c->reading, sp_scenario_add_side(c->scenario, &def))) return;
    read_contingents(c, side);
    read_people(c, side);
    sp_io_path path = {.up = &sides, .key = side->key}, army = {.up = &path, .key = "army"};
    sp_io_read_army(c->reading, side, &army, c->scenario);
    read_orders(c, side);
    read_objectives(c, side);
    read_depots(c, side);
    read_deliveries(c, side);
  }
}

/* ---- the sky */

static bool find_site(campaign_reader *c, const sp_doc_node *at, sp_point *out) {
  const sp_theatre_read *theatre = c->theatre;
  for (size_t i = 0; i < theatre->site_count; i++) {
    if (strcmp(theatre->sites[i].id, at->text) != 0) continue;
    *out = theatre->sites[i].at;
    return true;
  }
  c->reading->incomplete = true;
  if (!theatre->known) return false; /* a map that could not be read has its own fault */
  const char **ids = sp_io_arena_alloc(c->reading->arena, theatre->site_count, sizeof *ids);
  if (!ids) {
    c->reading->no_memory = true;
    return false;
  }
  for (size_t i = 0; i < theatre->site_count; i++) ids[i] = theatre->sites[i].id;
  const char *near = sp_nearest(at->text, ids, theatre->site_count);
  sp_where where = sp_io_node_where(c->reading, at);
  if (near) sp_io_complain(c->reading, where, "io.unknown_place_near", "id", at->text, "near", near);
  else sp_io_complain(c->reading, where, "io.unknown_place", "id", at->text);
  return false;
}

static bool take_quantity(const sp_doc_node *entry, const char *key, double *out) {
  if (!sp_doc_get(entry, key)) return false;
  *out = sp_schema_number(SP_OBJECT_WEATHER, entry, key, 0.0);
  return true;
}

static void read_weather_entry(campaign_reader *c, const sp_doc_node *entry) {
  sp_weather_def def = SP_WEATHER_DEF_INIT;
  if (sp_schema_id(entry, "at") && !find_site(c, sp_doc_get(entry, "at"), &def.at)) return;
  if (!sp_schema_time(c->reading, entry, "from", &def.from) || !sp_schema_time(c->reading, entry, "to", &def.to)) return;
  def.has_rain = take_quantity(entry, "rain", &def.rain_mm_h);
  def.has_temperature = take_quantity(entry, "temperature", &def.temperature_c);
  def.has_cloud = take_quantity(entry, "cloud", &def.cloud);
  def.has_fog = take_quantity(entry, "fog", &def.fog_m);
  const char *wind = sp_schema_text(entry, "wind");
  def.has_wind = wind && sp_io_wind(wind, &def.wind_m_s, &def.wind_from_deg) == SP_IO_GOOD;
  def.where = sp_io_node_where(c->reading, entry);
  def.to_spot = sp_io_spot(entry, "to");
  sp_io_kept(c->reading, sp_scenario_add_weather(c->scenario, &def));
}

static void read_weather(campaign_reader *c) {
  for (const sp_doc_node *entry = sp_schema_first(SP_OBJECT_SCENARIO, c->doc->root, "weather"); entry && !c->reading->no_memory; entry = entry->next)
    if (entry->kind == SP_DOC_MAP) read_weather_entry(c, entry);
}

static void read_season(campaign_reader *c) {
  const sp_doc_node *season = sp_doc_get(c->doc->root, "season");
  if (!season || season->kind != SP_DOC_MAP) return;
  sp_season_def def = SP_SEASON_DEF_INIT;
  const struct {
    const char *key;
    double *values;
  } columns[] = {
      {"wet_day_chance", def.wet_day_chance},     {"wet_to_wet", def.wet_to_wet},
      {"rain_mm_per_wet_day", def.rain_mm_per_wet_day}, {"temperature_c", def.temperature_c},
      {"temperature_swing_c", def.temperature_swing_c}, {"wind_m_s", def.wind_m_s},
      {"wind_from_deg", def.wind_from_deg},
  };
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    sp_schema_numbers(SP_OBJECT_SEASON, season, columns[i].key, columns[i].values, 12);
  def.where = sp_io_key_where(c->reading, season);
  sp_io_kept(c->reading, sp_scenario_set_season(c->scenario, &def));
}

/* ---- measures and expectations */

/* Made of others, whose unit it has? */
static bool has_unit_of_part(int kind) { return kind == SP_MEASURE_SUM || kind == SP_MEASURE_FIRST || kind == SP_MEASURE_LAST || kind == SP_MEASURE_DIFFERENCE; }

/* Where another measure's unit is its own (a sum), that one's is meant: the first word of its subject. */
static sp_io_measure measure_unit(const campaign_reader *c, const sp_doc_node *measure, int kind) {
  static const char *const measured[SP_MEASURE_COUNT] = {
#define SP_MEASURE_KIND(name, word, unit, en, zh) unit,
#include "shapan/kinds.def"
  };
  for (int down = 0; down < 2 && has_unit_of_part(kind); down++) { /* a difference may be of sums */
    const char *subject = sp_schema_text(measure, "subject");
    char first[SP_IO_SHOWN_MAX];
    snprintf(first, sizeof first, "%.*s", subject ? (int)strcspn(subject, " ") : 0, subject ? subject : "");
    measure = sp_doc_get(sp_doc_get(c->doc->root, "measures"), first);
    kind = sp_schema_word(SP_OBJECT_MEASURE, measure, "kind", SP_MEASURE_MEN);
  }
  if (has_unit_of_part(kind)) kind = SP_MEASURE_MEN; /* compile refuses it */
  if (strcmp(measured[kind], "min") == 0) return SP_IO_DURATION;
  if (strcmp(measured[kind], "share") == 0) return SP_IO_SHARE;
  if (strcmp(measured[kind], "kg") == 0) return SP_IO_WEIGHT;
  return strcmp(measured[kind], "m") == 0 ? SP_IO_LENGTH : SP_IO_PLAIN;
}

/* A bare number stands in the measure's own unit. group: "measures" or "expectations", for the fault. */
static bool take_value(campaign_reader *c, const char *group, const sp_doc_node *entry, const char *key, const char *measure, double *out) {
  const sp_doc_node *node = sp_doc_get(entry, key);
  if (!node || node->kind != SP_DOC_TEXT) return false;
  if (sp_io_quantity(node->text, SP_IO_PLAIN, out, NULL) == SP_IO_GOOD) return true;
  const sp_doc_node *meant = measure ? sp_doc_get(sp_doc_get(c->doc->root, "measures"), measure) : NULL;
  int kind = sp_schema_word(SP_OBJECT_MEASURE, meant, "kind", -1);
  c->reading->incomplete = c->reading->incomplete || kind < 0;
  if (kind < 0) kind = SP_MEASURE_DELIVERY; /* the measure is at fault, and compile or the schema says so */
  sp_io_measure unit = measure_unit(c, meant, kind);
  if (sp_io_quantity(node->text, unit, out, NULL) == SP_IO_GOOD || !meant) return true;
  char path[SP_IO_PATH_MAX], shown[SP_IO_SHOWN_MAX];
  sp_io_path above = {.key = group}, here = {.up = &above, .key = entry->key};
  sp_io_path_write(&(sp_io_path){.up = &here, .key = key}, path);
  sp_io_show(node->text, node->length, shown);
  const char *id = unit == SP_IO_PLAIN ? "io.want.number" : "io.bad_unit";
  sp_io_complain(c->reading, sp_io_node_where(c->reading, node), id, "key", path, "value", shown, "units", sp_io_units_list(unit));
  return false;
}

static void read_measures(campaign_reader *c) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "measures"); entry; entry = next_entry(entry->next)) {
    sp_measure_def def = SP_MEASURE_DEF_INIT;
    int kind = sp_schema_word(SP_OBJECT_MEASURE, entry, "kind", -1);
    if (kind < 0) continue;
    def.id = entry->key;
    def.name = sp_schema_name(entry, "name");
    def.kind = (sp_measure_kind)kind;
    def.subject = sp_schema_text(entry, "subject");
    def.object = sp_schema_text(entry, "object");
    def.subject_spot = sp_io_spot(entry, "subject");
    def.object_spot = sp_io_spot(entry, "object");
    sp_schema_time(c->reading, entry, "at", &def.at);
    sp_schema_time(c->reading, entry, "from", &def.from);
    def.least_m = sp_schema_number(SP_OBJECT_MEASURE, entry, "least", 0.0);
    def.most_m = sp_schema_number(SP_OBJECT_MEASURE, entry, "most", SP_NO_BOUND);
    def.has_told = take_value(c, "measures", entry, "told", entry->key, &def.told);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_measure(c->scenario, &def));
  }
}

/* An expectation without bounds expects nothing. */
static void judge_bounds(campaign_reader *c, const sp_doc_node *entry) {
  char path[SP_IO_PATH_MAX];
  sp_io_path above = {.key = "expectations"};
  sp_io_path_write(&(sp_io_path){.up = &above, .key = entry->key}, path);
  if (!sp_doc_get(entry, "low") && !sp_doc_get(entry, "high")) sp_io_complain(c->reading, sp_io_key_where(c->reading, entry), "io.no_bounds", "key", path);
  if (sp_doc_get(entry, "times") && !sp_doc_get(entry, "against")) sp_io_complain(c->reading, sp_io_node_where(c->reading, sp_doc_get(entry, "times")), "io.times_alone", "key", path);
}

static void read_expectations(campaign_reader *c) {
  for (const sp_doc_node *entry = first_entry(SP_OBJECT_SCENARIO, c->doc->root, "expectations"); entry; entry = next_entry(entry->next)) {
    sp_expectation_def def = SP_EXPECTATION_DEF_INIT;
    def.id = entry->key;
    def.name = sp_schema_name(entry, "name");
    def.measure = sp_schema_id(entry, "measure");
    def.given = sp_schema_id(entry, "given");
    def.against = sp_schema_id(entry, "against");
    def.measure_spot = sp_io_spot(entry, "measure");
    def.low_spot = sp_io_spot(entry, "low");
    def.given_spot = sp_io_spot(entry, "given");
    (void)take_value(c, "expectations", entry, "low", def.measure, &def.low);
    (void)take_value(c, "expectations", entry, "high", def.measure, &def.high);
    judge_bounds(c, entry);
    def.share = sp_schema_number(SP_OBJECT_EXPECTATION, entry, "share", def.share);
    def.share_most = sp_schema_number(SP_OBJECT_EXPECTATION, entry, "share_most", def.share_most);
    def.quantile = sp_schema_number(SP_OBJECT_EXPECTATION, entry, "quantile", def.quantile);
    def.times = sp_schema_number(SP_OBJECT_EXPECTATION, entry, "times", def.times);
    def.where = sp_io_key_where(c->reading, entry);
    sp_io_kept(c->reading, sp_scenario_add_expectation(c->scenario, &def));
  }
}

/* ---- the campaign itself */

static void read_head(campaign_reader *c) {
  const sp_doc_node *root = c->doc->root;
  sp_campaign_def def = SP_CAMPAIGN_DEF_INIT;
  def.id = sp_schema_id(root, "campaign");
  def.name = sp_schema_name(root, "name");
  sp_name summary = sp_schema_name(root, "summary");
  def.summary_en = summary.en;
  def.summary_zh = summary.zh;
  bool timed = sp_schema_time(c->reading, root, "start", &def.start) && sp_schema_time(c->reading, root, "end", &def.end);
  double tick = sp_schema_number(SP_OBJECT_SCENARIO, root, "tick", def.tick_min);
  def.tick_min = (int32_t)tick; /* 5..60 by the table */
  if (tick > (double)def.tick_min) {
    sp_io_complain(c->reading, sp_io_node_where(c->reading, sp_doc_get(root, "tick")), "io.whole_minutes", "value", sp_schema_text(root, "tick"));
    c->reading->incomplete = true;
  }
  def.commanders = (sp_commanders)sp_schema_word(SP_OBJECT_SCENARIO, root, "commanders", (int)def.commanders);
  const sp_doc_node *id_node = sp_doc_get(root, "campaign");
  if (!def.id || !timed) return;
  def.where = sp_io_node_where(c->reading, id_node);
  def.end_spot = sp_io_spot(root, "end");
  def.tick_spot = sp_io_spot(root, "tick");
  sp_io_kept(c->reading, sp_scenario_set_campaign(c->scenario, &def));
}

void sp_io_read_campaign(sp_reading *reading, const sp_doc *doc, const sp_theatre_read *theatre, sp_scenario *scenario) {
  campaign_reader c = {.reading = reading, .doc = doc, .theatre = theatre, .scenario = scenario};
  if (doc->root->kind != SP_DOC_MAP) {
    sp_io_complain(reading, sp_io_node_where(reading, doc->root), "io.not_a_scenario", NULL);
    reading->incomplete = true;
    return;
  }
  const char *start = sp_schema_text(doc->root, "start");
  reading->has_start = start && sp_io_time(start, NULL, &reading->start) == SP_IO_TIME_GOOD;
  sp_schema_check(reading, SP_OBJECT_SCENARIO, doc->root, NULL);
  read_head(&c);
  read_suppliers(&c);
  read_lots(&c);
  read_waste(&c);
  read_waters(&c);
  read_sides(&c);
  read_weather(&c);
  read_season(&c);
  read_measures(&c);
  read_expectations(&c);
}
