/* shapan/io.h - scenarios and theatres in, documents out.
 *
 * Part of libshapan-io, which links libyaml, jansson and zstd; libshapan alone needs libc.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_IO_H
#define SHAPAN_IO_H

#include <stdio.h>

#include "shapan/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- reading scenarios */

/* Reads a scenario and the theatre it names. path_or_name: a scenario.yaml, its folder, or a
 * name under scenarios/ in the working folder, in $SP_DATA_DIR or where the data are installed.
 * The theatre is theatre.geojson beside the scenario, or theatres/ID in a folder above it or in
 * the same three places.
 * All faults of both files are collected, sorted by place; faults may be NULL. When they leave
 * enough to judge, those of sp_compile are collected with them.
 * *out, to be destroyed by the caller, is NULL unless SP_OK is returned.
 * SP_BAD_INPUT: see the faults. SP_NOT_FOUND, SP_IO: no such scenario, or it cannot be opened;
 * a fault says so too. SP_NO_MEMORY. */
SP_API sp_status sp_read_scenario(const char *path_or_name, sp_faults *faults, sp_scenario **out);

/* The same from texts, as a save embeds them. label and theatre_label stand for the file names
 * in faults. theatre_text NULL: a fault. The campaign's id is not held against a folder. Neither
 * text needs a NUL at its end. */
SP_API sp_status sp_read_scenario_text(const char *label, const char *text, size_t length, const char *theatre_text, size_t theatre_length,
                                       const char *theatre_label, sp_faults *faults, sp_scenario **out);

/* ---- overlays: facts changed, added or taken away (docs/scenario.md), laid over a scenario in the order given.
 * A name means with/NAME.yaml beside scenario.yaml; what has a slash or ends in .yaml is a path. Faults point into the file
 * that is at fault. SP_LIMIT: more than SP_OVERLAYS_MAX. */
enum { SP_OVERLAYS_MAX = 16 };
SP_API sp_status sp_read_scenario_with(const char *path_or_name, const char *const *overlays, size_t count, sp_faults *faults, sp_scenario **out);

/* One of the texts a scenario is made of. role: "scenario" and "theatre" once, "overlay" as often as they were laid. */
typedef struct sp_scenario_text {
  const char *role, *label, *text;
  size_t length;
} sp_scenario_text;
SP_API sp_status sp_read_scenario_texts(const sp_scenario_text *texts, size_t count, sp_faults *faults, sp_scenario **out);

/* ---------------------------------------------------------------- describing the files */

/* A JSON Schema (draft-07) of scenario.yaml for editors; theatre files are under #/definitions/theatre.
 * SP_IO when writing fails. */
SP_API sp_status sp_write_json_schema(FILE *file);

/* docs/scenario.md: every key of both files with its type, unit, range and meaning. */
SP_API sp_status sp_write_scenario_doc(FILE *file);

#ifdef __cplusplus
}
#endif
#endif
