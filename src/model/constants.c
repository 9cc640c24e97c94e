/* constants.c - the rules' numbers: defaults, description, setting within range, hash.
 * Everything here is made from the tables in src/rules; a row is a double in sp_constants, in the
 * order of the tables, so a row's place in the struct is its index.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/constants.h"

#include <stdlib.h>
#include <string.h>

#define SP_CONST(name, value, unit, low, high, distribution, source, meaning) value,
const sp_constants sp_constants_default_values = {
#include "model/constants_all.def"
};

typedef enum distribution { FIXED, UNIFORM, TRIANGULAR, NORMAL, LOGNORMAL } distribution;
static const char *const distribution_name[] = {"fixed", "uniform", "triangular", "normal", "lognormal"};

typedef struct row {
  const char *name, *unit;
  double low, high;
  distribution spread;
  sp_source_token source;
  const char *place; /* where in the source, or why assumed */
  const char *meaning;
} row;

/* An unknown token is an unknown enumerator: it does not compile. */
#define SRC(token, place) SP_SOURCE_##token, "" place
#define ASSUMED(why) SP_SOURCE_ASSUMED, "" why
#define SP_CONST(name, value, unit, low, high, distribution, source, meaning) \
  {#name, "" unit, low, high, distribution, source, "" meaning},
static const row rows[] = {
#include "model/constants_all.def"
};
#define ROW_COUNT (sizeof rows / sizeof *rows)
_Static_assert(sizeof(sp_constants) == ROW_COUNT * sizeof(double), "one double per row, nothing else");

static const char *const work_of[SP_SOURCE_COUNT] = {
    "assumption",
#define SP_SOURCE(token, work) work,
#include "model/sources.def"
};

/* A row belongs to the rule whose name its own begins with. */
static const char *const rule_names[] = {"calendar", "weather",  "ground",   "river",    "staff",  "rider",
                                         "signal",   "march",    "straggle", "traffic",  "crossing", "sighting",
                                         "camp",     "picture",  "ambush", "harass", "across", "engage",   "fight",    "morale", "rout",
                                         "pursuit",  "sweep",  "captives", "leaders", "rally",  "places", "wounded", "health", "trial", "mind",
                                         "ration",   "hunger", "provision", "depot", "munition", "smoke", "cartage",  "relay",   "forage", "dig",   "ice",    "bridge", "flood", "works", "siege", "terms", "boat", "talk", "promise", "tidings", "fires", "court", "delivery", "phase", "mine", "sally", "withdraw"};

static const char *rule_of(const char *name) {
  for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++) {
    size_t length = strlen(rule_names[i]);
    if (strncmp(name, rule_names[i], length) == 0 && name[length] == '_') return rule_names[i];
  }
  return "";
}

static double value_at(const sp_constants *c, size_t index) {
  double value;
  memcpy(&value, (const char *)c + index * sizeof value, sizeof value);
  return value;
}

static size_t find(const char *name) {
  size_t index = 0;
  while (index < ROW_COUNT && strcmp(rows[index].name, name) != 0) index++;
  return index;
}

const sp_constants *sp_constants_default(void) { return &sp_constants_default_values; }

sp_constants *sp_constants_create(void) {
  sp_constants *c = malloc(sizeof *c);
  if (c) *c = sp_constants_default_values;
  return c;
}

void sp_constants_destroy(sp_constants *c) { free(c); }

sp_status sp_constants_set(sp_constants *c, const char *name, double value) {
  if (!c || !name) return SP_BAD_INPUT;
  size_t index = find(name);
  if (index == ROW_COUNT) return SP_NOT_FOUND;
  if (!(value >= rows[index].low && value <= rows[index].high)) return SP_BAD_INPUT; /* NaN too */
  value += 0.0; /* -0 and 0 are one value and must hash alike */
  memcpy((char *)c + index * sizeof value, &value, sizeof value);
  return SP_OK;
}

sp_status sp_constants_value(const sp_constants *c, const char *name, double *value) {
  if (!c || !name || !value) return SP_BAD_INPUT;
  size_t index = find(name);
  if (index == ROW_COUNT) return SP_NOT_FOUND;
  *value = value_at(c, index);
  return SP_OK;
}

size_t sp_constant_count(void) { return ROW_COUNT; }

sp_status sp_constant_describe(size_t index, sp_constant_info *out) {
  if (!out) return SP_BAD_INPUT;
  if (index >= ROW_COUNT) return SP_NOT_FOUND;
  const row *r = &rows[index];
  *out = (sp_constant_info){
      .rule = rule_of(r->name),
      .name = r->name,
      .unit = r->unit,
      .distribution = distribution_name[r->spread],
      .source = work_of[r->source],
      .source_place = r->place,
      .meaning = r->meaning,
      .value = value_at(&sp_constants_default_values, index),
      .low = r->low,
      .high = r->high,
      .assumed = r->source == SP_SOURCE_ASSUMED,
  };
  return SP_OK;
}

/* Names count as well as values, so that a table with a row renamed or moved hashes anew. */
uint64_t sp_constants_hash(const sp_constants *c) {
  uint64_t hash = sp_hash_mix(0, ROW_COUNT);
  for (size_t i = 0; i < ROW_COUNT; i++) {
    double value = value_at(c, i);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash = sp_hash_mix(hash, sp_hash_bytes(rows[i].name, strlen(rows[i].name), 0));
    hash = sp_hash_mix(hash, bits);
  }
  return hash;
}
