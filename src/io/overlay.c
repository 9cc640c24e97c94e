/* overlay.c - an overlay laid over a scenario.
 *
 * Three trees in the scenario's own shape: `change` alters what is there, `add` brings in what is not, `remove` takes away.
 * Mappings meet by key, parts of an army by their id wherever they stand, other lists as wholes (`add` appends to them),
 * orders line by line; anything else is replaced. Who changes what is not there, or adds what is, is told so with
 * the nearest name. The merged tree is then judged by the one schema like any other.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/overlay.h"

#include <stdio.h>
#include <string.h>

#include "io/overlay_tree.h"
#include "io/readers.h"

static void merge_map(sp_merge *m, sp_schema_object object, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path);

static sp_where key_place(const sp_merge *m, const sp_doc_node *node) {
  return node->key_line > 0 ? sp_io_key_where(m->reading, node) : sp_io_node_where(m->reading, node);
}

/* ---- what goes */

static void remove_child(sp_merge *m, sp_doc_node *base, const char *key, const sp_doc_node *node, const sp_io_path *path) {
  sp_doc_node *child = sp_tree_get(base, key);
  if (child) sp_tree_cut(base, child);
  else sp_merge_unknown_key(m, base, node, path);
}

/* [a, b] under a mapping: those of its keys go. */
static void remove_listed(sp_merge *m, sp_doc_node *base, const sp_doc_node *list, const sp_io_path *path) {
  int32_t index = 0;
  for (const sp_doc_node *item = list->first; item; item = item->next) {
    sp_io_path here = {.up = path, .index = index++};
    if (item->kind == SP_DOC_TEXT) remove_child(m, base, item->text, item, &here);
    else sp_merge_complain(m, sp_io_node_where(m->reading, item), &here, "io.overlay.remove_ids");
  }
}

/* ---- parts of an army, by id */

static void merge_part(sp_merge *m, sp_doc_node *parts, const sp_doc_node *item, const sp_io_path *path) {
  bool whole = m->verb == SP_OVERLAY_REMOVE && item->kind == SP_DOC_TEXT; /* "- relief": the part and all below it */
  const sp_doc_node *id = whole ? item : sp_tree_get(item, "id");
  sp_doc_node *list = parts;
  if (!id || id->kind != SP_DOC_TEXT) {
    sp_merge_complain(m, sp_io_node_where(m->reading, item), path, "io.overlay.no_id");
    return;
  }
  sp_doc_node *part = sp_tree_part(parts, id->text, &list);
  if (part && whole) sp_tree_cut(list, part);
  else if (part) merge_map(m, SP_OBJECT_PART, part, item, path);
  else if (m->verb == SP_OVERLAY_ADD) sp_tree_append(m, parts, item);
  else sp_merge_unknown_part(m, parts, id, path);
}

static void merge_list(sp_merge *m, const sp_schema_key *key, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path) {
  bool by_id = key->detail == SP_OBJECT_PART;
  if (over->kind != SP_DOC_LIST || base->kind != SP_DOC_LIST) {
    sp_tree_replace(base, over); /* the schema says what is wrong with it */
    return;
  }
  int32_t index = 0;
  for (const sp_doc_node *item = by_id ? over->first : NULL; item; item = item->next) {
    sp_io_path here = {.up = path, .index = index++};
    merge_part(m, base, item, &here);
  }
  if (by_id) return;
  if (m->verb == SP_OVERLAY_CHANGE) sp_tree_replace(base, over);
  if (m->verb == SP_OVERLAY_REMOVE) sp_merge_complain(m, key_place(m, over), path, "io.overlay.remove_list");
  for (const sp_doc_node *item = m->verb == SP_OVERLAY_ADD ? over->first : NULL; item; item = item->next) sp_tree_append(m, base, item);
}

/* ---- mappings */

/* From ids to mappings: an id that is not there is a slip, unless it is to be added. */
static void merge_map_of(sp_merge *m, const sp_schema_key *key, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path) {
  if (over->kind != SP_DOC_MAP || base->kind != SP_DOC_MAP) {
    sp_tree_replace(base, over);
    return;
  }
  for (const sp_doc_node *entry = over->first; entry; entry = entry->next) {
    sp_io_path here = {.up = path, .key = entry->key};
    sp_doc_node *there = sp_tree_get(base, entry->key);
    if (entry->kind == SP_DOC_TEXT && sp_schema_is_free((sp_schema_object)key->detail, entry->key)) continue; /* a remark */
    if (m->verb == SP_OVERLAY_REMOVE && entry->kind == SP_DOC_NOTHING) remove_child(m, base, entry->key, entry, &here);
    else if (there && there->kind == SP_DOC_MAP && entry->kind == SP_DOC_MAP) merge_map(m, (sp_schema_object)key->detail, there, entry, &here);
    else if (there && m->verb == SP_OVERLAY_REMOVE && entry->kind == SP_DOC_LIST && there->kind == SP_DOC_MAP) remove_listed(m, there, entry, &here);
    else if (there) sp_tree_replace(there, entry);
    else if (m->verb == SP_OVERLAY_ADD) sp_tree_append(m, base, entry);
    else sp_merge_unknown_key(m, base, entry, &here);
  }
}

/* One key of an object, known to the schema. */
static void merge_key(sp_merge *m, const sp_schema_key *key, sp_doc_node *map, const sp_doc_node *over, const sp_io_path *path) {
  sp_doc_node *base = sp_tree_get(map, over->key);
  bool removes = m->verb == SP_OVERLAY_REMOVE;
  if (removes && (!base || over->kind == SP_DOC_NOTHING)) {
    remove_child(m, map, over->key, over, path);
    return;
  }
  bool maps = key->type == SP_TYPE_MAP || key->type == SP_TYPE_MAP_OF;
  bool lists = key->type == SP_TYPE_LIST_OF;
  if (removes && maps && over->kind == SP_DOC_LIST && base->kind == SP_DOC_MAP) {
    remove_listed(m, base, over, path);
  } else if (key->type == SP_TYPE_ORDERS && m->verb != SP_OVERLAY_CHANGE) {
    sp_merge_orders(m, map, base, over, path);
  } else if (!base && m->verb == SP_OVERLAY_CHANGE && (key->type == SP_TYPE_MAP_OF || (lists && key->detail == SP_OBJECT_PART))) {
    sp_merge_complain(m, key_place(m, over), path, "io.overlay.nothing_there");
  } else if (!base) {
    sp_tree_append(m, map, over);
  } else if (key->type == SP_TYPE_MAP && base->kind == SP_DOC_MAP && over->kind == SP_DOC_MAP) {
    merge_map(m, (sp_schema_object)key->detail, base, over, path);
  } else if (key->type == SP_TYPE_MAP_OF) {
    merge_map_of(m, key, base, over, path);
  } else if (lists) {
    merge_list(m, key, base, over, path);
  } else if (removes) {
    sp_merge_complain(m, key_place(m, over), path, "io.overlay.remove_value");
  } else if (m->verb == SP_OVERLAY_ADD) {
    sp_merge_complain(m, key_place(m, over), path, "io.overlay.there");
  } else {
    sp_tree_replace(base, over);
  }
}

static void merge_map(sp_merge *m, sp_schema_object object, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path) {
  for (const sp_doc_node *node = over->first; node && !m->reading->no_memory; node = node->next) {
    sp_io_path here = {.up = path, .key = node->key};
    const sp_schema_key *key = sp_schema_find(object, node->key);
    if (object == SP_OBJECT_PART && strcmp(node->key, "id") == 0) continue; /* it says which part is meant */
    if (key) merge_key(m, key, base, node, &here);
    else if (m->verb == SP_OVERLAY_REMOVE) sp_merge_unknown_key(m, base, node, &here);
    else if (sp_tree_get(base, node->key)) sp_tree_replace(sp_tree_get(base, node->key), node); /* a remark */
    else sp_tree_append(m, base, node); /* the schema knows no such key and says so, with the nearest */
  }
}

/* ---- the file */

void sp_overlay_change(sp_reading *reading, sp_doc *scenario, const sp_doc *overlay) {
  static const struct {
    const char *key;
    sp_overlay_verb verb;
  } parts[] = {{"remove", SP_OVERLAY_REMOVE}, {"change", SP_OVERLAY_CHANGE}, {"add", SP_OVERLAY_ADD}};
  sp_doc_node *root = overlay->root;
  if (root->kind != SP_DOC_MAP || scenario->root->kind != SP_DOC_MAP) {
    if (root->kind != SP_DOC_MAP) sp_io_complain(reading, sp_io_node_where(reading, root), "io.not_an_overlay", NULL);
    reading->incomplete = true;
    return;
  }
  sp_schema_check(reading, SP_OBJECT_OVERLAY, root, NULL);
  bool says = sp_tree_get(root, "map") != NULL;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const sp_doc_node *tree = sp_tree_get(root, parts[i].key);
    if (!tree) continue;
    says = true;
    sp_merge m = {.reading = reading, .verb = parts[i].verb};
    sp_io_path path = {.key = parts[i].key};
    if (tree->kind == SP_DOC_MAP) merge_map(&m, SP_OBJECT_SCENARIO, scenario->root, tree, &path);
  }
  if (!says) sp_io_complain(reading, sp_io_node_where(reading, root), "io.overlay.empty", NULL);
}

/* ---- the map: facts of features, by id */

static const char *feature_id(const sp_doc_node *feature) {
  const sp_doc_node *id = sp_tree_get(sp_tree_get(feature, "properties"), "id");
  return id && id->kind == SP_DOC_TEXT ? id->text : NULL;
}

static void change_feature(sp_merge *m, const sp_doc_node *features, const sp_doc_node *entry, const sp_io_path *path) {
  size_t count = 0;
  for (sp_doc_node *f = features->first; f; f = f->next, count++) {
    if (!feature_id(f) || strcmp(feature_id(f), entry->key) != 0) continue;
    sp_doc_node *properties = sp_tree_get(f, "properties");
    for (const sp_doc_node *fact = entry->first; fact; fact = fact->next) {
      sp_doc_node *there = sp_tree_get(properties, fact->key);
      if (there) sp_tree_replace(there, fact);
      else sp_tree_append(m, properties, fact);
    }
    return;
  }
  const char **known = sp_io_arena_alloc(m->reading->arena, count + 1, sizeof *known);
  count = 0;
  for (sp_doc_node *f = known ? features->first : NULL; f; f = f->next)
    if (feature_id(f)) known[count++] = feature_id(f);
  sp_merge_unknown(m, key_place(m, entry), path, entry->key, known, count);
}

void sp_overlay_map(sp_reading *reading, sp_doc *theatre, const sp_doc *overlay) {
  const sp_doc_node *map = sp_tree_get(overlay->root, "map"), *features = sp_tree_get(theatre->root, "features");
  if (!map || map->kind != SP_DOC_MAP || !features || features->kind != SP_DOC_LIST) return;
  sp_merge m = {.reading = reading, .verb = SP_OVERLAY_CHANGE};
  sp_io_path path = {.key = "map"};
  for (const sp_doc_node *entry = map->first; entry; entry = entry->next) {
    sp_io_path here = {.up = &path, .key = entry->key};
    if (entry->kind == SP_DOC_TEXT && sp_schema_is_free(SP_OBJECT_OVERLAY, entry->key)) continue;
    if (entry->kind == SP_DOC_MAP) change_feature(&m, features, entry, &here);
    else sp_merge_complain(&m, sp_io_node_where(reading, entry), &here, "io.overlay.want_map");
  }
}

void sp_overlay_match_file(sp_reading *reading, const sp_doc *overlay, const char *path) {
  const sp_doc_node *id = sp_tree_get(overlay->root, "overlay");
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char expected[SP_IO_SHOWN_MAX * 4];
  size_t length = strcspn(name, ".");
  if (!id || id->kind != SP_DOC_TEXT || !sp_schema_is_id(id->text) || strcmp(name + length, ".yaml") != 0) return;
  snprintf(expected, sizeof expected, "%.*s", (int)(length < 200 ? length : 200), name);
  if (strcmp(id->text, expected) != 0) sp_io_complain(reading, sp_io_node_where(reading, id), "io.overlay.id", "value", id->text, "expected", expected);
}
