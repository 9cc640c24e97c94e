/* The version, the words for a status, and how the house falls when it must.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include <sys/wait.h>
#include <unistd.h>

static void version_begins_with_its_number(void **state) {
  (void)state;
  int major = -1, minor = -1, patch = -1;
  assert_int_equal(sscanf(sp_version(), "%d.%d.%d", &major, &minor, &patch), 3);
  assert_true(major >= 0 && minor >= 0 && patch >= 0);
}

static void every_status_has_a_word_of_its_own(void **state) {
  (void)state;
  assert_string_equal(sp_status_name(SP_OK), "ok");
  assert_string_equal(sp_status_name(SP_NO_MEMORY), "no memory");
  for (int a = SP_OK; a <= SP_CORRUPT; a++) {
    assert_string_not_equal(sp_status_name((sp_status)a), "unknown status");
    for (int b = SP_OK; b < a; b++) assert_string_not_equal(sp_status_name((sp_status)a), sp_status_name((sp_status)b));
  }
  assert_string_equal(sp_status_name((sp_status)99), "unknown status");
}

static void a_failed_check_ends_the_program_and_says_where(void **state) {
  (void)state;
  SP_CHECK(1 + 1 == 2);
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    sp_panic("/somewhere/else/house.c", 12, "roof");
  }
  close(ends[1]);
  char said[128] = {0};
  assert_true(read(ends[0], said, sizeof said - 1) > 0);
  close(ends[0]);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == 6);
  assert_string_equal(said, "shapan: broken at house.c:12: roof\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(version_begins_with_its_number),
      cmocka_unit_test(every_status_has_a_word_of_its_own),
      cmocka_unit_test(a_failed_check_ends_the_program_and_says_where),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
