/* doc.h - a YAML or JSON file as a tree in which every value knows its line and column.
 *
 * Nothing is typed here: `no` is the text "no". What YAML adds beyond maps, lists and
 * texts (anchors, aliases, tags, second documents, maps as keys) is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_DOC_H
#define SP_IO_DOC_H

#include "io/reading.h"

enum {
  SP_DOC_DEPTH_MAX = 64,
  SP_DOC_BYTES_MAX = 16 * 1024 * 1024,
  SP_DOC_NODES_MAX = 2 * 1000 * 1000,
};

typedef enum sp_doc_kind {
  SP_DOC_NOTHING, /* a key without a value, ~ or null */
  SP_DOC_TEXT,
  SP_DOC_LIST,
  SP_DOC_MAP,
} sp_doc_kind;

typedef struct sp_doc_node {
  const char *key;  /* in a map, else NULL */
  const char *text; /* NUL-ended, holds no NUL; never NULL for texts */
  struct sp_doc_node *first, *next;
  uint32_t length; /* of text, bytes */
  uint32_t count;  /* children */
  int32_t line, column;         /* of the value */
  int32_t key_line, key_column; /* of the key, or 0 */
  uint8_t kind;    /* sp_doc_kind */
  bool plain;      /* neither quoted nor a block */
  bool literal;    /* a block after "|" */
  bool told;       /* a fault about it was added: say no more */
  bool lines;      /* a block that an overlay took apart: its children are its lines */
  const struct sp_doc *doc; /* the file it stands in: an overlay's values keep their own */
} sp_doc_node;

typedef struct sp_doc {
  const char *text; /* the caller's, without a byte order mark; must outlive the doc */
  size_t length;
  const char *label; /* its file, for faults: the reading's at the time */
  bool overlay;      /* not the file that definitions stand in: spots name it */
  sp_doc_node *root;
} sp_doc;

/* Reads text into doc; nodes live in reading->arena. SP_BAD_INPUT: doc->root is NULL and
 * one fault says why. Lesser faults (a duplicate key, an anchor) are added and the tree is kept. */
sp_status sp_doc_read(sp_reading *reading, const char *text, size_t length, sp_doc *doc);

const sp_doc_node *sp_doc_get(const sp_doc_node *map, const char *key); /* NULL: absent, or not a map */

/* The lines of a literal block, each with its true place in the file. */
typedef struct sp_doc_block_line {
  const char *text; /* not NUL-ended */
  size_t length;
  int32_t line, column; /* of its first character */
} sp_doc_block_line;

typedef struct sp_doc_block_walk {
  const sp_doc *doc;
  const sp_doc_node *node;
  size_t source, offset; /* bytes into the file and into the text */
  int32_t line;
} sp_doc_block_walk;

sp_doc_block_walk sp_doc_block_start(const sp_doc *doc, const sp_doc_node *node);
bool sp_doc_block_next(sp_doc_block_walk *walk, sp_doc_block_line *out);

#endif
