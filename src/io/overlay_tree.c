/* overlay_tree.c - changing a tree of values; orders taken apart into lines; what an overlay got wrong.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/overlay_tree.h"

#include <string.h>

#include "io/readers.h"

/* ---- trees */

sp_doc_node *sp_tree_get(const sp_doc_node *map, const char *key) {
  for (sp_doc_node *node = map && map->kind == SP_DOC_MAP ? map->first : NULL; node; node = node->next)
    if (strcmp(node->key, key) == 0) return node;
  return NULL;
}

void sp_tree_append(sp_merge *m, sp_doc_node *parent, const sp_doc_node *child) {
  sp_doc_node *copy = sp_io_arena_alloc(m->reading->arena, 1, sizeof *copy), **end = &parent->first;
  if (!copy) {
    m->reading->no_memory = true;
    return;
  }
  *copy = *child;
  copy->next = NULL;
  while (*end) end = &(*end)->next;
  *end = copy;
  parent->count++;
}

void sp_tree_replace(sp_doc_node *old, const sp_doc_node *by) {
  sp_doc_node *next = old->next;
  *old = *by;
  old->next = next;
}

void sp_tree_cut(sp_doc_node *parent, sp_doc_node *child) {
  for (sp_doc_node **at = &parent->first; *at; at = &(*at)->next) {
    if (*at != child) continue;
    *at = child->next;
    parent->count--;
    return;
  }
}

static const char *id_of(const sp_doc_node *part) {
  const sp_doc_node *id = sp_tree_get(part, "id");
  return id && id->kind == SP_DOC_TEXT ? id->text : NULL;
}

/* Trees are no deeper than SP_DOC_DEPTH_MAX when read; one overlay may hang as much below a part again. */
sp_doc_node *sp_tree_part(sp_doc_node *parts, const char *id, sp_doc_node **list) {
  for (sp_doc_node *part = parts && parts->kind == SP_DOC_LIST ? parts->first : NULL; part; part = part->next) {
    const char *own = id_of(part);
    *list = parts;
    if (own && strcmp(own, id) == 0) return part;
    sp_doc_node *found = sp_tree_part(sp_tree_get(part, "parts"), id, list);
    if (found) return found;
  }
  return NULL;
}

/* ---- complaints */

void sp_merge_complain(sp_merge *m, sp_where where, const sp_io_path *path, const char *id) {
  char shown[SP_IO_PATH_MAX];
  sp_io_path_write(path, shown);
  sp_io_complain(m->reading, where, id, "key", shown);
  m->reading->incomplete = true;
}

void sp_merge_unknown(sp_merge *m, sp_where where, const sp_io_path *path, const char *word, const char *const *known, size_t count) {
  char key[SP_IO_PATH_MAX], shown[SP_IO_SHOWN_MAX];
  const char *near = sp_nearest(word, known, count);
  sp_io_path_write(path, key);
  sp_io_show(word, strlen(word), shown);
  if (near) sp_io_complain(m->reading, where, "io.overlay.unknown_near", "key", key, "id", shown, "near", near);
  else sp_io_complain(m->reading, where, "io.overlay.unknown", "key", key, "id", shown);
  m->reading->incomplete = true;
}

typedef struct words {
  sp_merge *m;
  const char **list;
  size_t count, room;
} words;

static void add_word(words *w, const char *word) {
  if (w->count == w->room) {
    size_t room = w->room ? w->room * 2 : 32;
    const char **list = sp_io_arena_alloc(w->m->reading->arena, room, sizeof *list);
    if (!list) return; /* a suggestion less */
    if (w->count > 0) memcpy(list, w->list, w->count * sizeof *list);
    w->list = list;
    w->room = room;
  }
  w->list[w->count++] = word;
}

static sp_where place_of(const sp_merge *m, const sp_doc_node *node) {
  return node->key_line > 0 ? sp_io_key_where(m->reading, node) : sp_io_node_where(m->reading, node);
}

static const char *word_of(const sp_doc_node *node) { return node->key ? node->key : node->text; }

void sp_merge_unknown_key(sp_merge *m, const sp_doc_node *base, const sp_doc_node *node, const sp_io_path *path) {
  words known = {.m = m};
  for (const sp_doc_node *child = base ? base->first : NULL; child; child = child->next)
    if (child->key) add_word(&known, child->key);
  sp_merge_unknown(m, place_of(m, node), path, word_of(node), known.list, known.count);
}

static void add_parts(words *known, const sp_doc_node *parts) {
  for (const sp_doc_node *part = parts && parts->kind == SP_DOC_LIST ? parts->first : NULL; part; part = part->next) {
    if (id_of(part)) add_word(known, id_of(part));
    add_parts(known, sp_tree_get(part, "parts"));
  }
}

void sp_merge_unknown_part(sp_merge *m, const sp_doc_node *parts, const sp_doc_node *node, const sp_io_path *path) {
  words known = {.m = m};
  add_parts(&known, parts);
  sp_merge_unknown(m, sp_io_node_where(m->reading, node), path, node->text, known.list, known.count);
}

/* ---- orders */

void sp_tree_take_lines(sp_merge *m, sp_doc_node *block) {
  if (block->kind != SP_DOC_TEXT || !block->literal) return;
  sp_doc_block_walk walk = sp_doc_block_start(block->doc, block);
  sp_doc_node whole = *block, *first = NULL, **end = &first;
  walk.node = &whole; /* the block itself is about to become the list */
  sp_doc_block_line line;
  uint32_t count = 0;
  while (sp_doc_block_next(&walk, &line)) {
    sp_doc_node *node = sp_io_arena_alloc(m->reading->arena, 1, sizeof *node);
    const char *text = sp_io_arena_copy(m->reading->arena, line.text, line.length);
    if (!node || !text) {
      m->reading->no_memory = true;
      return;
    }
    *node = (sp_doc_node){.text = text, .length = (uint32_t)line.length, .line = line.line, .column = line.column, .kind = SP_DOC_TEXT, .doc = block->doc};
    *end = node;
    end = &node->next;
    count++;
  }
  block->kind = SP_DOC_LIST;
  block->literal = false;
  block->lines = true;
  block->first = first;
  block->count = count;
  block->text = "";
  block->length = 0;
}

static bool blank(char c) { return c == ' ' || c == '\t'; }

/* Equal but for blanks. */
static bool same_line(const char *a, const char *b) {
  for (;;) {
    while (blank(*a)) a++;
    while (blank(*b)) b++;
    if (!*a || !*b) return *a == *b;
    while (*a && *b && !blank(*a) && !blank(*b)) {
      if (*a++ != *b++) return false;
    }
    if ((*a && !blank(*a)) || (*b && !blank(*b))) return false;
  }
}

static bool says_nothing(const sp_doc_node *line) {
  const char *text = line->text;
  while (blank(*text)) text++;
  return *text == '\0' || *text == '#';
}

static void remove_line(sp_merge *m, sp_doc_node *base, const sp_doc_node *line, const sp_io_path *path) {
  for (sp_doc_node *node = base->first; node; node = node->next) {
    if (!same_line(node->text, line->text)) continue;
    sp_tree_cut(base, node);
    return;
  }
  words known = {.m = m};
  for (const sp_doc_node *node = base->first; node; node = node->next)
    if (!says_nothing(node)) add_word(&known, node->text);
  sp_merge_unknown(m, sp_io_node_where(m->reading, line), path, line->text, known.list, known.count);
}

void sp_merge_orders(sp_merge *m, sp_doc_node *side, sp_doc_node *base, const sp_doc_node *over, const sp_io_path *path) {
  sp_doc_node taken = *over;
  sp_tree_take_lines(m, &taken);
  if (base) sp_tree_take_lines(m, base);
  if (!taken.lines || (base && !base->lines && base->kind != SP_DOC_NOTHING)) {
    if (m->verb == SP_OVERLAY_REMOVE) sp_merge_complain(m, sp_io_node_where(m->reading, over), path, "io.overlay.remove_lines");
    else if (base) sp_tree_replace(base, over); /* the schema says what is wrong with it */
    else sp_tree_append(m, side, over);
    return;
  }
  if (m->verb == SP_OVERLAY_REMOVE) {
    for (const sp_doc_node *line = taken.first; line; line = line->next)
      if (!says_nothing(line)) remove_line(m, base, line, path);
  } else if (m->verb == SP_OVERLAY_ADD && base && base->lines) {
    for (const sp_doc_node *line = taken.first; line; line = line->next) sp_tree_append(m, base, line);
  } else if (base) {
    sp_tree_replace(base, &taken);
  } else {
    sp_tree_append(m, side, &taken);
  }
}
