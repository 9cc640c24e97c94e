/* codec.c - little-endian bytes in and out. A reader never passes its end, whatever the lengths in the data claim.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <string.h>

void sp_write(sp_writer *writer, const void *data, size_t size) {
  if (writer->no_memory || size == 0) return;
  size_t at = writer->bytes.count;
  if (size > SIZE_MAX / 2 - at || !sp_array_reserve((void **)&writer->bytes.data, &writer->bytes.capacity, at + size, 1)) {
    writer->no_memory = true;
    return;
  }
  memcpy(writer->bytes.data + at, data, size);
  writer->bytes.count = at + size;
}

void sp_write_number(sp_writer *writer, uint64_t value, size_t bytes) {
  unsigned char out[8];
  for (size_t i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> (8 * i));
  sp_write(writer, out, bytes);
}

void sp_write_text(sp_writer *writer, const char *text, size_t length) {
  sp_write_number(writer, length, 4);
  sp_write(writer, text, length);
}

size_t sp_write_begin(sp_writer *writer, const char tag[4]) {
  sp_write(writer, tag, 4);
  size_t section = writer->bytes.count;
  sp_write_number(writer, 0, 8);
  return section;
}

void sp_write_end(sp_writer *writer, size_t section) {
  if (writer->no_memory) return;
  uint64_t length = writer->bytes.count - section - 8;
  for (size_t i = 0; i < 8; i++) writer->bytes.data[section + i] = (unsigned char)(length >> (8 * i));
}

const unsigned char *sp_read(sp_reader *reader, size_t size) {
  if (reader->broken || size > reader->size - reader->at) {
    reader->broken = true;
    return NULL;
  }
  const unsigned char *at = reader->data + reader->at;
  reader->at += size;
  return at;
}

uint64_t sp_read_number(sp_reader *reader, size_t bytes) {
  const unsigned char *at = sp_read(reader, bytes);
  uint64_t value = 0;
  for (size_t i = 0; at && i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
  return value;
}

const char *sp_read_text(sp_reader *reader, size_t *length) {
  size_t bytes = (size_t)sp_read_number(reader, 4);
  const unsigned char *at = sp_read(reader, bytes);
  *length = at ? bytes : 0;
  return at ? (const char *)at : "";
}
