/* The nearest name, and reading of UTF-8 good and bad.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAREST(word, ...) \
  sp_nearest(word, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void finds_what_was_meant(void **state) {
  (void)state;
  assert_string_equal(NEAREST("jinzhuo", "dalinghe", "jinzhou", "songshan"), "jinzhou");
  assert_string_equal(NEAREST("dalnighe", "dalinghe", "xiaolinghe"), "dalinghe"); /* a swap is one edit */
  assert_string_equal(NEAREST("songshan", "songshan", "songsha"), "songshan");
  assert_string_equal(NEAREST("锦洲", "松山", "锦州"), "锦州"); /* one edit of two: at least one is allowed */
  assert_string_equal(NEAREST("cav", "car", NULL, "infantry"), "car");
}

static void a_third_of_the_word_at_most(void **state) {
  (void)state;
  assert_string_equal(NEAREST("abcdef", "abcdxy"), "abcdxy");
  assert_null(NEAREST("abcdef", "abcxyz"));
  assert_null(NEAREST("abcde", "abcxy")); /* a third of five is one */
  assert_string_equal(NEAREST("abcde", "abcdef"), "abcdef");
  assert_null(NEAREST("松山", "锦州"));
  assert_null(NEAREST("", "a"));
  assert_null(sp_nearest(NULL, NULL, 0));
  assert_null(sp_nearest("a", NULL, 0));
}

static void ties_go_by_bytes_not_by_order(void **state) {
  (void)state;
  assert_string_equal(NEAREST("cat", "hat", "bat", "rat"), "bat");
  assert_string_equal(NEAREST("cat", "rat", "bat", "hat"), "bat");
  assert_string_equal(NEAREST("cat", "bat", "cart", "cat"), "cat");
}

static void long_words_are_left_alone(void **state) {
  (void)state;
  size_t size = 1000000;
  char *word = malloc(size + 1);
  memset(word, 'a', size);
  word[size] = 0;
  assert_null(NEAREST(word, "aaa", word));
  word[128] = 0;
  assert_ptr_equal(NEAREST(word, "aaa", word), word);
  assert_null(NEAREST("aaa", word));
  free(word);
}

static uint32_t decode(const char *text, size_t want_taken) {
  uint32_t code;
  assert_int_equal(sp_utf8_decode(text, strlen(text), &code), want_taken);
  return code;
}

static void utf8_good_and_bad(void **state) {
  (void)state;
  assert_int_equal(decode("A", 1), 'A');
  assert_int_equal(decode("é", 2), 0xe9);
  assert_int_equal(decode("沙", 3), 0x6c99);
  assert_int_equal(decode("\xf0\xa0\x80\x80", 4), 0x20000);
  assert_int_equal(decode("\xf4\x8f\xbf\xbf", 4), 0x10ffff);
  assert_int_equal(decode("\xc0\x80", 1), SP_UTF8_BAD + 0xc0);         /* overlong */
  assert_int_equal(decode("\xe0\x80\xaf", 1), SP_UTF8_BAD + 0xe0);     /* overlong */
  assert_int_equal(decode("\xed\xa0\x80", 1), SP_UTF8_BAD + 0xed);     /* a surrogate */
  assert_int_equal(decode("\xf4\x90\x80\x80", 1), SP_UTF8_BAD + 0xf4); /* beyond the last plane */
  assert_int_equal(decode("\x80", 1), SP_UTF8_BAD + 0x80);
  assert_int_equal(decode("\xe6\xb2", 1), SP_UTF8_BAD + 0xe6); /* cut short */
  assert_int_equal(decode("\xe6" "ab", 1), SP_UTF8_BAD + 0xe6);
}

static void cutting_keeps_code_points_whole(void **state) {
  (void)state;
  assert_int_equal(sp_utf8_whole("a沙", 4), 4);
  assert_int_equal(sp_utf8_whole("a沙", 3), 1);
  assert_int_equal(sp_utf8_whole("a沙", 2), 1);
  assert_int_equal(sp_utf8_whole("a沙", 1), 1);
  assert_int_equal(sp_utf8_whole("", 0), 0);
  assert_int_equal(sp_utf8_whole("\xf0\xa0\x80\x80", 3), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_was_meant),      cmocka_unit_test(a_third_of_the_word_at_most),
      cmocka_unit_test(ties_go_by_bytes_not_by_order), cmocka_unit_test(long_words_are_left_alone),
      cmocka_unit_test(utf8_good_and_bad),         cmocka_unit_test(cutting_keeps_code_points_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
