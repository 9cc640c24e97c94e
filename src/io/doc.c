/* doc.c - libyaml's events made into a tree.
 *
 * The bytes are judged before libyaml sees them, so that a bad one is reported by line and
 * column, and the tree is bounded in depth and number of values, because files come from
 * anywhere: libyaml itself takes minutes over a hundred thousand open brackets.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/doc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* ---- bytes */

/* Width of the character at text[0..left), or 0 when it is not UTF-8. */
static size_t character(const unsigned char *text, size_t left, uint32_t *code) {
  unsigned char c = text[0];
  size_t width = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
  if (width == 0 || width > left) return 0;
  uint32_t value = width == 1 ? c : c & (0xFFU >> (width + 1));
  for (size_t i = 1; i < width; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (text[i] & 0x3FU);
  }
  if (width == 3 && (value < 0x800 || (value >= 0xD800 && value <= 0xDFFF))) return 0;
  if (width == 4 && (value < 0x10000 || value > 0x10FFFF)) return 0;
  *code = value;
  return width;
}

static bool forbidden(uint32_t code) {
  if (code == '\t' || code == '\n' || code == '\r' || code == 0x85) return false;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xFFFE || code == 0xFFFF;
}

/* Bytes taken by the line break at text[0..left), 0 when there is none: libyaml's idea of a break. */
static size_t line_break(const char *text, size_t left) {
  if (left >= 2 && text[0] == '\r' && text[1] == '\n') return 2;
  if (left >= 1 && (text[0] == '\n' || text[0] == '\r')) return 1;
  if (left >= 2 && memcmp(text, "\xC2\x85", 2) == 0) return 2;
  if (left >= 3 && (memcmp(text, "\xE2\x80\xA8", 3) == 0 || memcmp(text, "\xE2\x80\xA9", 3) == 0)) return 3;
  return 0;
}

static bool judge_bytes(sp_reading *reading, const char *text, size_t length) {
  int32_t line = 1, column = 1;
  for (size_t i = 0; i < length;) {
    size_t ending = line_break(text + i, length - i);
    if (ending > 0) {
      i += ending;
      line++;
      column = 1;
      continue;
    }
    uint32_t code = 0;
    size_t width = character((const unsigned char *)text + i, length - i, &code);
    if (width == 0) {
      sp_io_complain(reading, sp_io_where(reading, line, column), "fault.not_utf8", NULL);
      return false;
    }
    if (forbidden(code)) {
      char shown[SP_IO_SHOWN_MAX];
      snprintf(shown, sizeof shown, "U+%04X", (unsigned)code);
      sp_io_complain(reading, sp_io_where(reading, line, column), "io.control_character", "code", shown);
      return false;
    }
    i += width;
    column++;
  }
  return true;
}

/* ---- syntax faults in our own words */

typedef struct saying {
  const char *problem, *id;
} saying;

static const saying sayings[] = {
    {"found character that cannot start any token", "io.yaml.token"},
    {"could not find expected ':'", "io.yaml.colon"},
    {"mapping values are not allowed in this context", "io.yaml.value"},
    {"block sequence entries are not allowed in this context", "io.yaml.dash"},
    {"found unexpected end of stream", "io.yaml.quote"},
    {"found unexpected document indicator", "io.yaml.quote"},
    {"found unknown escape character", "io.yaml.escape"},
    {"did not find expected hexdecimal number", "io.yaml.unicode"},
    {"found invalid Unicode character escape code", "io.yaml.unicode"},
    {"found a tab character where an indentation space is expected", "io.yaml.tab"},
    {"found a tab character that violates indentation", "io.yaml.tab"},
    {"did not find expected ',' or ']'", "io.yaml.list_end"},
    {"did not find expected ',' or '}'", "io.yaml.map_end"},
    {"did not find expected key", "io.yaml.key"},
    {"did not find expected '-' indicator", "io.yaml.item"},
    {"did not find expected node content", "io.yaml.content"},
    {"did not find expected <document start>", "io.yaml.document"},
    {"did not find expected comment or line break", "io.yaml.block"},
    {"did not find expected alphabetic or numeric character", "io.yaml.anchor"},
};

static int32_t small(size_t value) {
  return value < INT32_MAX - 1 ? (int32_t)value : INT32_MAX - 1;
}

static sp_where mark_where(const sp_reading *reading, yaml_mark_t mark) {
  return sp_io_where(reading, small(mark.line) + 1, small(mark.column) + 1);
}

static bool tab_at(const sp_doc *doc, int32_t line, int32_t column);

static void complain_syntax(sp_reading *reading, const sp_doc *doc, const yaml_parser_t *parser) {
  const char *problem = parser->problem ? parser->problem : "?";
  sp_where where = mark_where(reading, parser->problem_mark);
  char opened[SP_IO_SHOWN_MAX];
  snprintf(opened, sizeof opened, "%d", small(parser->context_mark.line) + 1);
  const char *id = NULL;
  for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
    if (strcmp(problem, sayings[i].problem) == 0) id = sayings[i].id;
  if (id && strcmp(id, "io.yaml.token") == 0 && tab_at(doc, where.line, where.column)) id = "io.yaml.tab";
  if (!id) {
    sp_io_complain(reading, where, "fault.syntax", "detail", problem);
    return;
  }
  sp_io_complain(reading, where, id, "opened", opened);
}

/* Byte where a line (from 1) begins; the file's end when there are fewer. */
static size_t line_offset(const sp_doc *doc, int32_t line) {
  size_t i = 0;
  for (int32_t at = 1; at < line && i < doc->length;) {
    size_t ending = line_break(doc->text + i, doc->length - i);
    if (ending > 0) at++;
    i += ending > 0 ? ending : 1;
  }
  return i;
}

static bool tab_at(const sp_doc *doc, int32_t line, int32_t column) {
  size_t i = line_offset(doc, line);
  for (int32_t at = 1; i < doc->length; at++) {
    if (at == column) return doc->text[i] == '\t';
    i++;
    while (i < doc->length && ((unsigned char)doc->text[i] & 0xC0) == 0x80) i++;
  }
  return false;
}

/* ---- the tree */

typedef struct frame {
  sp_doc_node *node, *last;
  const char *key; /* waiting for its value */
  int32_t key_line, key_column;
} frame;

typedef struct builder {
  sp_reading *reading;
  sp_doc *doc;
  frame stack[SP_DOC_DEPTH_MAX];
  int32_t depth;
  size_t nodes;
  bool seen_document;
} builder;

static sp_status refuse(builder *b, sp_where where, const char *id, const char *slot, const char *value) {
  sp_io_complain(b->reading, where, id, slot, value);
  return SP_BAD_INPUT;
}

static sp_status refuse_limit(builder *b, sp_where where, const char *id, int limit) {
  char shown[SP_IO_SHOWN_MAX];
  snprintf(shown, sizeof shown, "%d", limit);
  return refuse(b, where, id, "limit", shown);
}

/* Makes a node and hangs it into the open map or list. */
static sp_status add_node(builder *b, sp_doc_kind kind, yaml_mark_t mark, sp_doc_node **out) {
  sp_where where = mark_where(b->reading, mark);
  if (++b->nodes > SP_DOC_NODES_MAX) return refuse_limit(b, where, "io.too_many_values", SP_DOC_NODES_MAX);
  sp_doc_node *node = sp_io_arena_alloc(b->reading->arena, 1, sizeof *node);
  if (!node) return SP_NO_MEMORY;
  node->kind = (uint8_t)kind;
  node->line = where.line;
  node->column = where.column;
  node->doc = b->doc;
  node->text = "";
  if (b->depth == 0) {
    b->doc->root = node;
  } else {
    frame *f = &b->stack[b->depth - 1];
    node->key = f->key;
    node->key_line = f->key_line;
    node->key_column = f->key_column;
    f->key = NULL;
    if (f->last) f->last->next = node;
    else f->node->first = node;
    f->last = node;
    f->node->count++;
  }
  *out = node;
  return SP_OK;
}

static bool awaits_key(const builder *b) {
  return b->depth > 0 && b->stack[b->depth - 1].node->kind == SP_DOC_MAP && !b->stack[b->depth - 1].key;
}

static void note_extras(builder *b, const yaml_char_t *anchor, const yaml_char_t *tag, yaml_mark_t mark) {
  char shown[SP_IO_SHOWN_MAX + 2], rest[SP_IO_SHOWN_MAX];
  if (anchor) {
    sp_io_show((const char *)anchor, strlen((const char *)anchor), shown);
    sp_io_complain(b->reading, mark_where(b->reading, mark), "io.no_anchor", "name", shown);
  }
  if (tag) {
    static const char standard[] = "tag:yaml.org,2002:"; /* what "!!" is short for */
    const char *name = (const char *)tag;
    bool shortened = strncmp(name, standard, sizeof standard - 1) == 0;
    if (shortened) name += sizeof standard - 1;
    sp_io_show(name, strlen(name), rest);
    snprintf(shown, sizeof shown, "%s%s", shortened ? "!!" : "", rest);
    sp_io_complain(b->reading, mark_where(b->reading, mark), "io.no_tag", "name", shown);
  }
}

static sp_status open_node(builder *b, sp_doc_kind kind, const yaml_event_t *event) {
  sp_where where = mark_where(b->reading, event->start_mark);
  if (awaits_key(b)) return refuse(b, where, "io.key_not_word", NULL, NULL);
  if (b->depth >= SP_DOC_DEPTH_MAX) return refuse_limit(b, where, "fault.too_deep", SP_DOC_DEPTH_MAX);
  sp_doc_node *node = NULL;
  sp_status status = add_node(b, kind, event->start_mark, &node);
  if (status != SP_OK) return status;
  b->stack[b->depth++] = (frame){.node = node};
  return SP_OK;
}

/* An escape in double quotes can smuggle in what judge_bytes forbids. */
static bool has_forbidden(const char *text, size_t length, char shown[SP_IO_SHOWN_MAX]) {
  for (size_t i = 0; i < length;) {
    uint32_t code = 0;
    size_t width = character((const unsigned char *)text + i, length - i, &code);
    if (width == 0 || forbidden(code)) {
      snprintf(shown, SP_IO_SHOWN_MAX, "U+%04X", (unsigned)code);
      return true;
    }
    i += width;
  }
  return false;
}

static bool means_nothing(const char *text, size_t length) {
  return length == 0 || (length == 1 && text[0] == '~') || (length == 4 && memcmp(text, "null", 4) == 0);
}

static sp_status add_scalar(builder *b, const yaml_event_t *event) {
  sp_where where = mark_where(b->reading, event->start_mark);
  const char *value = (const char *)event->data.scalar.value;
  size_t length = event->data.scalar.length;
  char shown[SP_IO_SHOWN_MAX];
  bool told = false;
  note_extras(b, event->data.scalar.anchor, event->data.scalar.tag, event->start_mark);
  if (has_forbidden(value, length, shown)) {
    sp_io_complain(b->reading, where, "io.control_character", "code", shown);
    length = 0; /* the rest of the file is still worth judging */
    told = true;
  }
  const char *text = sp_io_arena_copy(b->reading->arena, value, length);
  if (!text) return SP_NO_MEMORY;
  if (awaits_key(b)) {
    frame *f = &b->stack[b->depth - 1];
    f->key = text;
    f->key_line = where.line;
    f->key_column = where.column;
    return SP_OK;
  }
  bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  bool nothing = plain && means_nothing(text, length);
  sp_doc_node *node = NULL;
  sp_status status = add_node(b, nothing ? SP_DOC_NOTHING : SP_DOC_TEXT, event->start_mark, &node);
  if (status != SP_OK) return status;
  node->text = text;
  node->length = (uint32_t)length; /* bounded by SP_DOC_BYTES_MAX */
  node->plain = plain;
  node->told = told;
  node->literal = event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE;
  return SP_OK;
}

/* ---- duplicate keys */

static uint64_t key_hash(const char *key) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (; *key; key++) hash = (hash ^ (unsigned char)*key) * UINT64_C(1099511628211);
  return hash ^ hash >> 29;
}

static void complain_duplicate(sp_reading *reading, const sp_doc_node *node, const sp_doc_node *first) {
  char shown[SP_IO_SHOWN_MAX], line[SP_IO_SHOWN_MAX];
  sp_io_show(node->key, strlen(node->key), shown);
  snprintf(line, sizeof line, "%d", first->key_line);
  sp_io_complain(reading, sp_io_where(reading, node->key_line, node->key_column), "io.duplicate_key", "key", shown, "first_line", line);
}

/* libyaml says nothing of a key given twice. A table of hashes, because maps may be large. */
static sp_status find_duplicates(sp_reading *reading, const sp_doc_node *map) {
  size_t room = 16;
  while (room < (size_t)map->count * 2) room *= 2;
  const sp_doc_node *local[16] = {NULL};
  const sp_doc_node **table = room <= 16 ? local : calloc(room, sizeof *table);
  if (!table) return SP_NO_MEMORY;
  for (const sp_doc_node *node = map->first; node; node = node->next) {
    size_t slot = (size_t)key_hash(node->key) & (room - 1);
    while (table[slot] && strcmp(table[slot]->key, node->key) != 0) slot = (slot + 1) & (room - 1);
    if (table[slot]) complain_duplicate(reading, node, table[slot]);
    else table[slot] = node;
  }
  if (table != local) free(table);
  return SP_OK;
}

/* ---- events */

static sp_status close_node(builder *b) {
  const sp_doc_node *node = b->stack[--b->depth].node;
  return node->kind == SP_DOC_MAP ? find_duplicates(b->reading, node) : SP_OK;
}

static sp_status add_alias(builder *b, const yaml_event_t *event) {
  char shown[SP_IO_SHOWN_MAX];
  const char *name = (const char *)event->data.alias.anchor;
  sp_io_show(name, strlen(name), shown);
  sp_where where = mark_where(b->reading, event->start_mark);
  if (awaits_key(b)) return refuse(b, where, "io.no_alias", "name", shown);
  sp_io_complain(b->reading, where, "io.no_alias", "name", shown);
  sp_doc_node *node = NULL;
  sp_status status = add_node(b, SP_DOC_NOTHING, event->start_mark, &node);
  if (status == SP_OK) node->told = true;
  return status;
}

static sp_status take_event(builder *b, const yaml_event_t *event) {
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    if (b->seen_document) return refuse(b, mark_where(b->reading, event->start_mark), "io.second_document", NULL, NULL);
    b->seen_document = true;
    return SP_OK;
  case YAML_SCALAR_EVENT:
    return add_scalar(b, event);
  case YAML_ALIAS_EVENT:
    return add_alias(b, event);
  case YAML_SEQUENCE_START_EVENT:
    note_extras(b, event->data.sequence_start.anchor, event->data.sequence_start.tag, event->start_mark);
    return open_node(b, SP_DOC_LIST, event);
  case YAML_MAPPING_START_EVENT:
    note_extras(b, event->data.mapping_start.anchor, event->data.mapping_start.tag, event->start_mark);
    return open_node(b, SP_DOC_MAP, event);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return close_node(b);
  default:
    return SP_OK;
  }
}

static sp_status run_parser(builder *b, yaml_parser_t *parser) {
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) {
      if (parser->error == YAML_MEMORY_ERROR) return SP_NO_MEMORY;
      complain_syntax(b->reading, b->doc, parser);
      return SP_BAD_INPUT;
    }
    sp_status status = take_event(b, &event);
    bool last = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    if (status != SP_OK || last) return status;
  }
}

sp_status sp_doc_read(sp_reading *reading, const char *text, size_t length, sp_doc *doc) {
  *doc = (sp_doc){.label = reading->file};
  builder b = {.reading = reading, .doc = doc};
  sp_where whole = sp_io_where(reading, 0, 0);
  if (length > SP_DOC_BYTES_MAX) return refuse_limit(&b, whole, "io.too_large", SP_DOC_BYTES_MAX / (1024 * 1024));
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* a byte order mark says nothing and shifts line 1 */
    text += 3;
    length -= 3;
  }
  doc->text = text;
  doc->length = length;
  if (length > 0 && !judge_bytes(reading, text, length)) return SP_BAD_INPUT;
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return SP_NO_MEMORY;
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, (const unsigned char *)(length > 0 ? text : ""), length);
  sp_status status = run_parser(&b, &parser);
  yaml_parser_delete(&parser);
  if (status == SP_OK && (!doc->root || doc->root->kind == SP_DOC_NOTHING)) status = refuse(&b, whole, "fault.empty", NULL, NULL);
  if (status != SP_OK) doc->root = NULL;
  if (status == SP_NO_MEMORY) reading->no_memory = true;
  return status;
}

const sp_doc_node *sp_doc_get(const sp_doc_node *map, const char *key) {
  if (!map || map->kind != SP_DOC_MAP) return NULL;
  for (const sp_doc_node *node = map->first; node; node = node->next)
    if (strcmp(node->key, key) == 0) return node;
  return NULL;
}

/* ---- literal blocks */

static size_t count_characters(const char *text, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++)
    if (((unsigned char)text[i] & 0xC0) != 0x80) count++;
  return count;
}

static size_t line_length(const char *text, size_t left) {
  size_t i = 0;
  while (i < left && line_break(text + i, left - i) == 0) i++;
  return i;
}

sp_doc_block_walk sp_doc_block_start(const sp_doc *doc, const sp_doc_node *node) {
  return (sp_doc_block_walk){.doc = doc, .node = node, .source = line_offset(doc, node->line + 1), .line = node->line + 1};
}

/* A literal block keeps its lines one for one; only the indentation is cut from each. */
bool sp_doc_block_next(sp_doc_block_walk *walk, sp_doc_block_line *out) {
  if (walk->offset >= walk->node->length) return false;
  const char *text = walk->node->text + walk->offset;
  size_t left = walk->node->length - walk->offset;
  size_t length = line_length(text, left);
  const char *source = walk->doc->text + walk->source;
  size_t source_left = walk->doc->length - walk->source;
  size_t source_length = line_length(source, source_left);
  size_t whole = count_characters(source, source_length), kept = count_characters(text, length);
  *out = (sp_doc_block_line){.text = text, .length = length, .line = walk->line, .column = small(whole > kept ? whole - kept : 0) + 1};
  walk->offset += length + line_break(text + length, left - length);
  walk->source += source_length + line_break(source + source_length, source_left - source_length);
  walk->line++;
  return true;
}
