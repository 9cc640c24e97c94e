/* utf8.c - reading text that may not be what it claims to be.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"

static size_t length_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

size_t sp_utf8_decode(const char *text, size_t left, uint32_t *code) {
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char lead = (unsigned char)text[0];
  size_t length = length_by_lead(lead);
  *code = SP_UTF8_BAD + lead;
  if (length == 0 || length > left) return 1;
  if (length == 1) {
    *code = lead;
    return 1;
  }
  uint32_t value = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; i++) {
    unsigned char next = (unsigned char)text[i];
    if ((next & 0xc0) != 0x80) return 1;
    value = value << 6 | (next & 0x3fU);
  }
  if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 1;
  *code = value;
  return length;
}

size_t sp_utf8_whole(const char *text, size_t length) {
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    unsigned char byte = (unsigned char)text[length - back];
    if ((byte & 0xc0) == 0x80) continue;
    return length_by_lead(byte) > back ? length - back : length;
  }
  return length;
}
