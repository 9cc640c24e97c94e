/* utf8.h - reading text that may not be what it claims to be.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_BASE_UTF8_H
#define SP_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* A byte that belongs to no code point is given as SP_UTF8_BAD + byte, so that unlike bytes stay unlike. */
#define SP_UTF8_BAD 0x110000U

/* Reads one code point from `left` > 0 bytes; returns the bytes taken (1 for a bad byte). Refuses overlong
 * forms, surrogates and what lies beyond U+10FFFF. */
size_t sp_utf8_decode(const char *text, size_t left, uint32_t *code);

/* The longest prefix of `length` bytes that does not end inside a code point. */
size_t sp_utf8_whole(const char *text, size_t length);

#endif
