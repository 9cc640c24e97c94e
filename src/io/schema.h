/* schema.h - what may stand in a scenario or theatre file, from one table.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_SCHEMA_H
#define SP_IO_SCHEMA_H

#include "io/doc.h"
#include "io/quantity.h"

typedef enum sp_schema_object {
#define SP_OBJECT(name, en, zh) SP_OBJECT_##name,
#include "io/scenario.schema.def"
  SP_OBJECT_COUNT,
  SP_OBJECT_NONE = -1
} sp_schema_object;

typedef enum sp_schema_type {
  SP_TYPE_ANY,
  SP_TYPE_TEXT,
  SP_TYPE_ID,
  SP_TYPE_BOOL,
  SP_TYPE_WHOLE,
  SP_TYPE_NUMBER,
  SP_TYPE_QUANTITY,
  SP_TYPE_START,       /* a time that may not lean on the start */
  SP_TYPE_TIME,
  SP_TYPE_WORD,
  SP_TYPE_COLOUR,
  SP_TYPE_WIND,
  SP_TYPE_COLUMN_SPOT, /* head, middle, tail or a share */
  SP_TYPE_VALUE,       /* a number with or without a unit */
  SP_TYPE_NUMBERS,     /* a list of exactly `detail` numbers */
  SP_TYPE_MONTHLY,     /* a quantity or twelve */
  SP_TYPE_MONTHS,      /* a list of months */
  SP_TYPE_POSITION,    /* an id or a map */
  SP_TYPE_ORDERS,      /* a literal block */
  SP_TYPE_MAP,
  SP_TYPE_MAP_OF,      /* ids to maps */
  SP_TYPE_LIST_OF,     /* a list of maps */
  SP_TYPE_LIST,        /* a list whose items the reader judges itself */
  SP_TYPE_PROPERTIES,  /* a map whose keys depend on its `kind`: the reader judges it */
  SP_TYPE_GEOMETRY,    /* judged by the reader */
  SP_TYPE_COORDINATES, /* judged by the reader */
  SP_TYPE_TREE,        /* in the shape of another object: judged when it is laid over it */
  SP_TYPE_COUNT
} sp_schema_type;

typedef enum sp_schema_words {
  SP_WORDS_NONE,
  SP_WORDS_ARM,
  SP_WORDS_CLASS,
  SP_WORDS_MEASURE,
  SP_WORDS_COMMANDERS,
  SP_WORDS_ARSENAL,
  SP_WORDS_PLACE,
  SP_WORDS_WALL,
  SP_WORDS_ROAD,
  SP_WORDS_CROSSING,
  SP_WORDS_RELIEF,
  SP_WORDS_COVER,
  SP_WORDS_SOIL,
  SP_WORDS_COLLECTION,
  SP_WORDS_FEATURE,
  SP_WORDS_GEOMETRY,
  SP_WORDS_FEATURE_KIND, /* in the order of SP_OBJECT_PLACE and after */
  SP_WORDS_COUNT
} sp_schema_words;

typedef struct sp_schema_key {
  sp_schema_object object;
  const char *key;
  sp_schema_type type;
  sp_io_measure measure;
  double low, high;
  bool needed;
  int detail;
  const char *en, *zh;
} sp_schema_key;

typedef struct sp_schema_about {
  const char *name, *en, *zh;
} sp_schema_about;

/* The keys of one object, in the order of the table. */
const sp_schema_key *sp_schema_keys(sp_schema_object object, size_t *count);
const sp_schema_key *sp_schema_find(sp_schema_object object, const char *key); /* NULL: no such key */
const sp_schema_about *sp_schema_about_object(sp_schema_object object);
const char *const *sp_schema_word_list(sp_schema_words words, size_t *count);
int sp_schema_word_index(sp_schema_words words, const char *word); /* -1: none */

/* Judges a mapping and all below it; every fault is added. */
void sp_schema_check(sp_reading *reading, sp_schema_object object, const sp_doc_node *map, const sp_io_path *path);
/* Judges one value. */
void sp_schema_check_value(sp_reading *reading, const sp_schema_key *key, const sp_doc_node *node, const sp_io_path *path);
/* Judges the keys of a mapping only: unknown and missing ones. */
void sp_schema_check_keys(sp_reading *reading, sp_schema_object object, const sp_doc_node *map, const sp_io_path *path);

bool sp_schema_is_id(const char *text);
/* The key is free in every mapping: source, note; in features also "_..." and what QGIS adds. */
bool sp_schema_is_free(sp_schema_object object, const char *key);

/* ---- values that were judged already; the fallback stands for absent and for wrong ones.
 * All are silent. */
const char *sp_schema_text(const sp_doc_node *map, const char *key);
const char *sp_schema_id(const sp_doc_node *map, const char *key); /* NULL unless well formed */
bool sp_schema_bool(const sp_doc_node *map, const char *key, bool fallback);
double sp_schema_number(sp_schema_object object, const sp_doc_node *map, const char *key, double fallback);
int32_t sp_schema_whole(sp_schema_object object, const sp_doc_node *map, const char *key, int32_t fallback);
int sp_schema_word(sp_schema_object object, const sp_doc_node *map, const char *key, int fallback);
bool sp_schema_time(const sp_reading *reading, const sp_doc_node *map, const char *key, sp_minute *out);
/* Fills out[0..count); false when absent or wrong. A single quantity is repeated. */
bool sp_schema_numbers(sp_schema_object object, const sp_doc_node *map, const char *key, double *out, size_t count);
/* The first entry of a MAP_OF or LIST_OF; NULL when it is of another kind or holds more than it may. */
const sp_doc_node *sp_schema_first(sp_schema_object object, const sp_doc_node *map, const char *key);
sp_name sp_schema_name(const sp_doc_node *map, const char *key);

#endif
