/* readers.h - the parts of a scenario's reading, shared by the files that do it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_READERS_H
#define SP_IO_READERS_H

#include "io/doc.h"
#include "shapan/model.h"

enum { SP_THEATRE_POINTS_MAX = 200000, SP_IO_FILE_MAX = 1024 };

/* A place or crossing and where it lies: weather is given by place. */
typedef struct sp_io_site {
  const char *id;
  sp_point at;
} sp_io_site;

typedef struct sp_theatre_read {
  const char *id; /* NULL: missing or wrong */
  sp_where id_where;
  sp_io_site *sites;
  size_t site_count, site_room;
  bool known; /* the file was read as a tree, and what every feature is was understood */
} sp_theatre_read;

/* Each judges a tree and adds what it says to the scenario. All faults go to reading->faults;
 * memory failures to reading->no_memory. The strings live in reading->arena. */
void sp_io_read_theatre(sp_reading *reading, const sp_doc *doc, sp_scenario *scenario, sp_theatre_read *theatre);
void sp_io_read_campaign(sp_reading *reading, const sp_doc *doc, const sp_theatre_read *theatre, sp_scenario *scenario);
/* The order of battle of one side, the node under sides; path is the army's. Called by the campaign reader. */
void sp_io_read_army(sp_reading *reading, const sp_doc_node *side, const sp_io_path *path, sp_scenario *scenario);

/* false, and reading->no_memory set, when a builder call failed. */
bool sp_io_kept(sp_reading *reading, sp_status status);
sp_where sp_io_node_where(const sp_reading *reading, const sp_doc_node *node);
/* Where the value of a key stands; all zero when the key is not there. */
sp_spot sp_io_spot(const sp_doc_node *map, const char *key);
sp_where sp_io_key_where(const sp_reading *reading, const sp_doc_node *node);

/* ---- find.c: where files are looked for. Paths of at most SP_IO_FILE_MAX bytes. */

/* A file, a folder with scenario.yaml, or a name under scenarios/ here, in $SP_DATA_DIR and where
 * the data were installed. SP_NOT_FOUND with a fault. */
sp_status sp_io_find_scenario(sp_reading *reading, const char *path_or_name, char out[SP_IO_FILE_MAX]);
/* theatre.geojson beside the scenario, or theatres/ID in a folder above it, here, in $SP_DATA_DIR
 * or installed. */
sp_status sp_io_find_theatre(sp_reading *reading, sp_where where, const char *scenario_file, const char *id, char out[SP_IO_FILE_MAX]);
/* A path, or with/NAME.yaml beside the scenario. SP_NOT_FOUND with a fault that names the nearest one. */
sp_status sp_io_find_overlay(sp_reading *reading, sp_where where, const char *scenario_file, const char *name, char out[SP_IO_FILE_MAX]);
/* The name of the folder that holds scenario.yaml; false when the path does not tell. */
bool sp_io_folder_of(const char *scenario_file, char out[SP_IO_FILE_MAX]);

#endif
