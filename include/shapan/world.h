/* shapan/world.h - one war: create, step, copy, look.
 *
 * sp_model + constants + seed -> sp_world. The same three give the same war everywhere.
 * A world belongs to one thread at a time; models are shared.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_WORLD_H
#define SHAPAN_WORLD_H

#include "shapan/calc.h"
#include "shapan/event.h"
#include "shapan/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_world sp_world;

/* constants NULL = the sourced defaults (copied). The model is retained. faults (may be NULL)
 * gets what is wrong with the scenario's orders: SP_BAD_INPUT then, and *world NULL. */
SP_API sp_status sp_world_create(sp_model *model, const sp_constants *constants, uint64_t seed, sp_faults *faults, sp_world **world);
SP_API void sp_world_destroy(sp_world *world);

/* Advances one tick, a long one in parts while enemies are near each other. SP_NO_MEMORY leaves the world as it was when the part began that
 * failed; the next call goes on from there. SP_CORRUPT: an invariant broke (dev builds check each part). */
SP_API sp_status sp_world_step(sp_world *world);
/* Steps until `minute` or the campaign's end, whichever is first. */
SP_API sp_status sp_world_run(sp_world *world, sp_minute minute);
SP_API bool sp_world_over(const sp_world *world);

SP_API sp_minute sp_world_minute(const sp_world *world);
SP_API int64_t sp_world_tick(const sp_world *world); /* ticks, and parts of ticks, so far */
SP_API uint64_t sp_world_seed(const sp_world *world);
SP_API const sp_model *sp_world_model(const sp_world *world);
SP_API const sp_constants *sp_world_constants(const sp_world *world);

/* Raw copy within one process: one memcpy of the state. Events are not copied. */
SP_API sp_status sp_world_copy(const sp_world *from, sp_world **to);
SP_API sp_status sp_world_copy_into(const sp_world *from, sp_world *to); /* same model; reuses memory */
SP_API size_t sp_world_bytes(const sp_world *world);
SP_API size_t sp_world_formation_bytes(void); /* one formation's row */

/* The parts of the state that are hashed apart: n from 0 to SP_SUBSYSTEM_COUNT - 1; NULL beyond. */
#define SP_SUBSYSTEM_COUNT 11
SP_API const char *sp_world_subsystem(int32_t n);
/* Hash of live fields in key order. subsystem: "sky", "march", "battle", "word", "picture", "register", "supply", "places", "health", "munition", "repute", or NULL for all. */
SP_API uint64_t sp_world_hash(const sp_world *world, const char *subsystem);
/* Every invariant; message (may be NULL) says the first that fails. */
SP_API sp_status sp_world_check(const sp_world *world, char *message, size_t size);

/* ---- events since the last drain */
SP_API void sp_world_set_events(sp_world *world, sp_event_level level); /* default SUMMARY; never changes the war */
SP_API const sp_event *sp_world_events(const sp_world *world, size_t *count);
SP_API void sp_world_drain_events(sp_world *world);

/* ---- columns by name, for export and bindings; the umpire's truth */
typedef struct sp_field_view {
  const void *data;     /* rows * count elements; valid until the next step or destroy */
  char type;            /* 'i' signed, 'u' unsigned, 'f' double */
  int32_t size;         /* bytes of one element: 1, 2, 4, 8 */
  int32_t count;        /* elements per row */
  int32_t rows;         /* rows in use, dead ones included (see the table's key or alive field) */
  const char *unit, *meaning;
} sp_field_view;
SP_API sp_status sp_world_field(const sp_world *world, const char *table, const char *field, sp_field_view *out);
SP_API size_t sp_world_field_count(void);
SP_API void sp_world_field_name(size_t index, const char **table, const char **field);

/* ---- words for things (the umpire's) */
/* A formation's or headquarters' row by key; -1 when it is not there. */
SP_API int32_t sp_world_formation_row(const sp_world *world, sp_key key);
/* "Rear guard", "Rear guard, 1st detachment", a crossing's or region's name by key. Returns bytes needed. */
SP_API size_t sp_world_name(const sp_world *world, sp_key key, sp_lang lang, char *buffer, size_t size);
/* "at Shihe post", "3 km short of Shihe post on the road to Fuzhou". node as in events; -1: by x, y. */
SP_API size_t sp_world_where(const sp_world *world, int32_t node, double x_m, double y_m, sp_lang lang, char *buffer, size_t size);
/* The order as one line of the language, and as a sentence in either language. */
SP_API size_t sp_world_order_text(const sp_world *world, int32_t order_row, sp_lang lang, char *buffer, size_t size);
SP_API sp_point sp_world_point(const sp_world *world, double x_m, double y_m);
/* The column from head to tail as a polyline on the map. Returns the points needed. */
SP_API size_t sp_world_trace(const sp_world *world, int32_t formation_row, sp_point *points, size_t size);

/* The bare name of a node: its place or crossing, or the nearest one's. "" for -1. Returns bytes needed. */
SP_API size_t sp_world_place_name(const sp_world *world, int32_t node, sp_lang lang, char *buffer, size_t size);
/* The word behind a number in events and columns ("night", "request"): part of text ids, the same in every language. */
typedef enum sp_words { SP_WORDS_MESSAGE_KIND, SP_WORDS_HALT_CAUSE, SP_WORDS_REFUSAL, SP_WORDS_ACTIVITY, SP_WORDS_FATE, SP_WORDS_ASK, SP_WORDS_LINE, SP_WORDS_BREAK_CAUSE, SP_WORDS_PURSUIT_END, SP_WORDS_SECTOR, SP_WORDS_ACT, SP_WORDS_TERM, SP_WORDS_STANCE, SP_WORDS_CHIEF_SAID, SP_WORDS_PROMISE, SP_WORDS_PROMISE_END, SP_WORDS_TRIGGER, SP_WORDS_PHASE_CAUSE, SP_WORDS_CALL, SP_WORDS_BLAST, SP_WORDS_COUNT } sp_words;
SP_API const char *sp_word_for(sp_words family, int32_t index); /* NULL: no such number */
SP_API int32_t sp_model_contingent_side(const sp_model *model, int32_t contingent); /* -1: no such contingent */

/* ---- orders given while the war runs: the umpire's or a seat's */
/* Parses and queues one line of the order language, given now by headquarters of formation `sender` (key; 0: the line names it). */
SP_API sp_status sp_world_order(sp_world *world, sp_key sender, const char *text, sp_faults *faults);

/* ---- measures */
SP_API sp_status sp_world_measure(const sp_world *world, int32_t index, double *value); /* SP_NOT_FOUND while unknown */
/* Of a delivery that has not come about: minutes since the paper left, very many when it is lost. SP_NOT_FOUND: it has not
 * been sent, has been delivered, or the measure is none of deliveries. */
SP_API sp_status sp_world_delivery_waits(const sp_world *world, int32_t index, double *minutes);

/* In a word that a rule has written it parts the English from the Chinese; the words of men have no such sign. */
#define SP_WORD_PARTS '\x1f'

#ifdef __cplusplus
}
#endif
#endif
