/* overlay_tree.h - inside of overlays: trees that may be changed.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_OVERLAY_TREE_H
#define SP_IO_OVERLAY_TREE_H

#include "io/schema.h"

typedef enum sp_overlay_verb { SP_OVERLAY_CHANGE, SP_OVERLAY_ADD, SP_OVERLAY_REMOVE } sp_overlay_verb;

typedef struct sp_merge {
  sp_reading *reading;
  sp_overlay_verb verb;
} sp_merge;

/* ---- trees */
sp_doc_node *sp_tree_get(const sp_doc_node *map, const char *key);       /* NULL: not there */
void sp_tree_append(sp_merge *m, sp_doc_node *parent, const sp_doc_node *child); /* a copy of the child; what hangs below is shared */
void sp_tree_replace(sp_doc_node *old, const sp_doc_node *by);           /* keeps its neighbours */
void sp_tree_cut(sp_doc_node *parent, sp_doc_node *child);
/* The part with that id, wherever it stands in an army; *list is where it hangs. */
sp_doc_node *sp_tree_part(sp_doc_node *parts, const char *id, sp_doc_node **list);

/* ---- orders, line by line */
void sp_tree_take_lines(sp_merge *m, sp_doc_node *block); /* a literal block becomes a list of its lines */
void sp_merge_orders(sp_merge *m, sp_doc_node *side, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path);

/* ---- complaints: about a key or an id, with the nearest of what there is */
void sp_merge_complain(sp_merge *m, sp_where where, const sp_io_path *path, const char *id);
void sp_merge_unknown(sp_merge *m, sp_where where, const sp_io_path *path, const char *word, const char *const *known, size_t count);
void sp_merge_unknown_key(sp_merge *m, const sp_doc_node *base, const sp_doc_node *node, const sp_io_path *path);
void sp_merge_unknown_part(sp_merge *m, const sp_doc_node *parts, const sp_doc_node *node, const sp_io_path *path);

#endif
