/* rows.h - inside of the world layer: rows, columns and where fields point. For src/world and its tests.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_ROWS_H
#define SP_WORLD_ROWS_H

#include "shapan/record.h"
#include "world/world.h"

/* ---- fields.c */
/* What a field's numbers name. */
typedef enum sp_target {
  SP_TARGET_NONE, SP_TARGET_DERIVED,
  SP_TARGET_FORMATION, SP_TARGET_HQ, SP_TARGET_REPORT, SP_TARGET_ORDER, SP_TARGET_WORD, SP_TARGET_HOLDER,
  SP_TARGET_NODE, SP_TARGET_LEG, SP_TARGET_CROSSING, SP_TARGET_CONTINGENT, SP_TARGET_UNIT, SP_TARGET_SIDE,
  SP_TARGET_PERSON, SP_TARGET_START, SP_TARGET_ORDER_LINE, SP_TARGET_ENGAGEMENT, SP_TARGET_REGION, SP_TARGET_DEPOT_START
} sp_target;

/* The fields of a table stand together in sp_fields. */
const sp_field_info *sp_table_fields(sp_table table, size_t *count);
const sp_field_info *sp_field_by_name(sp_table table, const char *name); /* NULL: none */
int sp_table_by_name(const char *name);                                  /* -1: none */
sp_target sp_field_target(const sp_field_info *field);
void *sp_column_data(const sp_world *w, const sp_field_info *field);
void sp_column_bind(sp_world *w, const sp_field_info *field, void *data);

/* One element as 64 bits: integers sign-extended, reals by their bits with -0 as 0. */
uint64_t sp_element_raw(const sp_world *w, const sp_field_info *field, int32_t row, int32_t i);
/* The same with rows replaced by the keys of what they name, words by the hash of their text. */
uint64_t sp_element(const sp_world *w, const sp_field_info *field, sp_target target, int32_t row, int32_t i);
/* Elements of the row that mean anything: what stands behind the end of a list is left over. */
int32_t sp_element_count(const sp_world *w, const sp_field_info *field, int32_t row);

/* ---- world.c */
bool sp_row_live(const sp_world *w, sp_table table, int32_t row);
/* A body at peace with all its ammunition, in the row of its formation. */
void sp_combat_open(sp_world *w, int32_t row);
/* A body with nothing and in want of nothing, in the row of its formation. */
void sp_provision_open(sp_world *w, int32_t row);
/* A body in health, in the row of its formation. */
void sp_health_open(sp_world *w, int32_t row);
void sp_munition_open(sp_world *w, int32_t row);
/* A body of which nothing is told yet. */
void sp_repute_open(sp_world *w, int32_t row);
/* Key of a live row; a contact's is made of its headquarters and slot. 0 for words. */
sp_key sp_row_key(const sp_world *w, sp_table table, int32_t row);
/* Rows for `used` of them and the growth kept ready: a pure function, so that saves reproduce it. */
int32_t sp_capacity_for(sp_table table, int32_t used);
/* Rows that a war of this model opens with, at most. */
void sp_world_plan(const sp_model *m, int32_t planned[SP_TABLE_COUNT]);
/* An empty world with these capacities; every row zero, nothing used. Retains the model. */
sp_status sp_world_alloc(sp_model *m, const sp_constants *constants, const int32_t capacity[SP_TABLE_COUNT], sp_world **out);
static inline bool sp_table_fixed(sp_table t) {
  return t == SP_TABLE_TALLY || t == SP_TABLE_PERSON || t == SP_TABLE_REGION || t == SP_TABLE_RIVER || t == SP_TABLE_FORD || t == SP_TABLE_READING || t == SP_TABLE_WALL || t == SP_TABLE_PLACE || t == SP_TABLE_LAND || t == SP_TABLE_STOCK || t == SP_TABLE_FEEDING || t == SP_TABLE_DELIVERY || t == SP_TABLE_ARSENAL;
}

/* ---- hash.c */
typedef struct sp_row_ref {
  sp_key key;
  uint64_t hash; /* of all that the row says */
  int32_t row;
} sp_row_ref;
/* Live rows in order of key (of equal keys by content), words and emptied strength rows left out. *out is malloc'd.
 * false: memory is out. */
bool sp_rows_in_order(const sp_world *w, sp_table table, sp_row_ref **out, size_t *count);

/* ---- create.c */
void sp_world_open_rows(sp_world *w);                 /* formations, headquarters, persons, sky, waters, readings */
void sp_world_open_places(sp_world *w);               /* who holds what before anybody stands there */
sp_status sp_world_open_pictures(sp_world *w);        /* who knows where his own side stands */

/* ---- ledger.c */
/* Opens the register and puts the model's men in their places. SP_LIMIT: more than can be counted. */
sp_status sp_ledger_open(sp_world *w);
/* Men on the lines of the wounded and sick whom nobody holds, as old saves have them, are laid with a body of their contingent.
 * SP_LIMIT: no row is free. */
sp_status sp_ledger_house(sp_world *w);
/* Unlinks and frees a holder's strength rows; they must be empty. */
void sp_ledger_close_holder(sp_world *w, sp_account holder);
/* First strength row of a holder. */
int32_t sp_ledger_first(const sp_world *w, sp_account holder);

/* ---- codec.c: little-endian reading and writing that never passes the end */
typedef struct sp_writer {
  sp_array(unsigned char) bytes;
  bool no_memory;
} sp_writer;
void sp_write(sp_writer *writer, const void *data, size_t size);
void sp_write_number(sp_writer *writer, uint64_t value, size_t bytes);
void sp_write_text(sp_writer *writer, const char *text, size_t length); /* u32 length, bytes */
size_t sp_write_begin(sp_writer *writer, const char tag[4]);            /* a section; give the result to sp_write_end */
void sp_write_end(sp_writer *writer, size_t section);

typedef struct sp_reader {
  const unsigned char *data;
  size_t size, at;
  bool broken; /* something did not fit; all later answers are zero */
} sp_reader;
const unsigned char *sp_read(sp_reader *reader, size_t size); /* NULL: not there */
uint64_t sp_read_number(sp_reader *reader, size_t bytes);
const char *sp_read_text(sp_reader *reader, size_t *length); /* points into the data, no NUL */
static inline size_t sp_read_left(const sp_reader *reader) { return reader->broken ? 0 : reader->size - reader->at; }

#define SP_SAVE_FORMAT 1u
extern const unsigned char sp_save_magic[8];
uint64_t sp_rules_hash(void); /* of this build */
void sp_save_info_of(const sp_world *w, sp_save_info *info);

/* ---- load_state.c */
/* Where the sections of a save stand. */
typedef struct sp_save_parts {
  sp_reader info, sources, constants, head;
  sp_reader tables; /* every TABL section, tags and lengths included */
} sp_save_parts;
sp_status sp_save_split(const unsigned char *data, size_t size, sp_faults *faults, sp_save_parts *parts);
sp_status sp_save_read_info(sp_reader reader, sp_save_info *info);
sp_status sp_load_constants(sp_reader reader, sp_constants *constants, sp_faults *faults);
sp_status sp_load_state(sp_model *model, const sp_constants *constants, const sp_save_parts *parts, sp_faults *faults, sp_world **world);
/* Every index points at something; the fixed tables are the model's. false: message says which is not. */
bool sp_world_refs_hold(const sp_world *w, char *message, size_t size);

#endif
