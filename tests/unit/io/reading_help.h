/* reading_help.h - a reading with its faults, and one fault as text.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_TEST_READING_HELP_H
#define SP_TEST_READING_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/doc.h"

static inline sp_reading reading_open(const char *file) {
  sp_reading reading = {.arena = sp_io_arena_create(), .faults = sp_faults_create(), .file = file};
  assert_non_null(reading.arena);
  assert_non_null(reading.faults);
  return reading;
}

static inline void reading_close(sp_reading *reading) {
  sp_io_arena_destroy(reading->arena);
  sp_faults_destroy(reading->faults);
}

/* Fault `index` must have this id and place. */
static inline void expect_fault(sp_faults *faults, size_t index, const char *id, int line, int column) {
  sp_fault_view view;
  assert_int_equal(sp_faults_get(faults, index, &view), SP_OK);
  assert_string_equal(view.id, id);
  assert_int_equal(view.where.line, line);
  assert_int_equal(view.where.column, column);
}

/* Every fault must have a text in both languages, without a slot left open. */
static inline void expect_texts(sp_faults *faults) {
  char text[2000];
  for (size_t i = 0; i < sp_faults_total(faults); i++)
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      sp_fault_view view;
      assert_int_equal(sp_faults_get(faults, i, &view), SP_OK);
      assert_true(sp_text_has((sp_lang)lang, view.id));
      sp_faults_format(faults, i, (sp_lang)lang, text, sizeof text);
      assert_null(strstr(text, "{key}"));
      assert_null(strstr(text, "{value}"));
      assert_null(strstr(text, "{limit}"));
    }
}

#endif
