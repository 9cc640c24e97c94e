/* test_quantity.c - numbers, units, times and lunar dates.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

#include "io/quantity.h"
#include "shapan/model.h"

static void expect_number(const char *text, double wanted) {
  double value = -1.0;
  const char *rest = sp_io_number(text, &value);
  assert_non_null(rest);
  assert_string_equal(rest, "");
  assert_memory_equal(&value, &wanted, sizeof value);
}

/* The compiler's own reading of the literal is the oracle. */
static void numbers(void **state) {
  (void)state;
#define SAME(literal) expect_number(#literal, literal)
  SAME(0.0);
  SAME(0.1);
  SAME(39.34);
  SAME(121.84);
  SAME(123456789012345.0);
  SAME(1e22);
  SAME(5e-22);
  SAME(.5);
  SAME(12.);
  SAME(-2.5E+3);
  expect_number("+7", 7.0);
  expect_number("007", 7.0);
  expect_number("-0", -0.0);
  expect_number("1e309", 1e300);
  expect_number("1e999999999999", 1e300);
  expect_number("1e-999999999999", 0.0);
  double value = 0.0;
  assert_null(sp_io_number("", &value));
  assert_null(sp_io_number(".", &value));
  assert_null(sp_io_number("-", &value));
  assert_null(sp_io_number("NaN", &value));
  assert_null(sp_io_number("inf", &value));
  assert_string_equal(sp_io_number("1e", &value), "e");
  assert_string_equal(sp_io_number("0x10", &value), "x10");
  assert_string_equal(sp_io_number("1,5", &value), ",5");
  assert_string_equal(sp_io_number("1.5.2", &value), ".2");
}

static void long_numbers_are_close(void **state) {
  (void)state;
  double value = 0.0;
  assert_non_null(sp_io_number("121.1234567890123456789012345678901234567890", &value));
  assert_true(value > 121.12345678901233 && value < 121.12345678901236);
  char digits[400];
  memset(digits, '9', sizeof digits - 1);
  digits[sizeof digits - 1] = '\0';
  assert_non_null(sp_io_number(digits, &value));
  assert_true(value >= 1e300);
}

static void units(void **state) {
  (void)state;
  static const struct {
    const char *text;
    sp_io_measure measure;
    double value;
  } good[] = {
      {"35 km", SP_IO_LENGTH, 35000.0},   {"35km", SP_IO_LENGTH, 35000.0},  {"40 li", SP_IO_LENGTH, 23040.0},
      {"10 \xE9\x87\x8C", SP_IO_LENGTH, 5760.0}, {"2 m", SP_IO_LENGTH, 2.0},      {"1.5 h", SP_IO_DURATION, 90.0},
      {"15 min", SP_IO_DURATION, 15.0},   {"2 days", SP_IO_DURATION, 2880.0}, {"1 day", SP_IO_DURATION, 1440.0},
      {"2 shi", SP_IO_WEIGHT, 176.0},     {"100 jin", SP_IO_WEIGHT, 59.0},  {"3 t", SP_IO_WEIGHT, 3000.0},
      {"8 mm/h", SP_IO_RAIN, 8.0},        {"-3 C", SP_IO_TEMPERATURE, -3.0}, {"23 \xC2\xB0" "C", SP_IO_TEMPERATURE, 23.0},
      {"5 m/s", SP_IO_SPEED, 5.0},        {"90\xC2\xB0", SP_IO_ANGLE, 90.0}, {"30 %", SP_IO_SHARE, 0.3},
      {"0.3", SP_IO_SHARE, 0.3},          {" 7 ", SP_IO_PLAIN, 7.0},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    double value = -1.0;
    assert_int_equal(sp_io_quantity(good[i].text, good[i].measure, &value, NULL), SP_IO_GOOD);
    assert_true(value >= good[i].value && value <= good[i].value);
  }
  double value = 0.0;
  const char *unit = NULL;
  assert_int_equal(sp_io_quantity("35", SP_IO_LENGTH, &value, NULL), SP_IO_NO_UNIT);
  assert_int_equal(sp_io_quantity("far", SP_IO_LENGTH, &value, NULL), SP_IO_NO_NUMBER);
  assert_int_equal(sp_io_quantity("3 kg", SP_IO_LENGTH, &value, &unit), SP_IO_BAD_UNIT);
  assert_string_equal(unit, "kg");
  assert_int_equal(sp_io_quantity("3 km west", SP_IO_LENGTH, &value, NULL), SP_IO_BAD_UNIT);
  assert_int_equal(sp_io_quantity("7 m", SP_IO_PLAIN, &value, NULL), SP_IO_BAD_UNIT);
}

static void wind(void **state) {
  (void)state;
  double speed = 0.0, from = 0.0;
  assert_int_equal(sp_io_wind("5 m/s from SW", &speed, &from), SP_IO_GOOD);
  assert_true(speed > 4.99 && speed < 5.01 && from > 224.9 && from < 225.1);
  assert_int_equal(sp_io_wind("3 m/s from 90 deg", &speed, &from), SP_IO_GOOD);
  assert_true(from > 89.9 && from < 90.1);
  assert_int_not_equal(sp_io_wind("5 m/s", &speed, &from), SP_IO_GOOD);
  assert_int_not_equal(sp_io_wind("5 from S", &speed, &from), SP_IO_GOOD);
  assert_int_not_equal(sp_io_wind("5 m/s from Q", &speed, &from), SP_IO_GOOD);
  assert_int_not_equal(sp_io_wind("5 m/s from 400 deg", &speed, &from), SP_IO_GOOD);
}

static sp_minute minute(int32_t year, int32_t month, int32_t day, int32_t hour, int32_t min) {
  return sp_minute_of((sp_date){year, month, day, hour, min});
}

static void times(void **state) {
  (void)state;
  sp_minute start = minute(1642, 8, 5, 5, 0), time = 0;
  assert_int_equal(sp_io_time("1642-08-05 05:00", NULL, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, start);
  assert_int_equal(sp_io_time("1642-8-5T05:00", NULL, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, start);
  assert_int_equal(sp_io_time("day 1 05:00", &start, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, start);
  assert_int_equal(sp_io_time("day 3 06:30", &start, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, minute(1642, 8, 7, 6, 30));
  assert_int_equal(sp_io_time("day 1 24:00", &start, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, minute(1642, 8, 6, 0, 0));
  assert_int_equal(sp_io_time("1644-02-29 00:00", NULL, &time), SP_IO_TIME_GOOD);
  assert_int_equal(sp_io_time("1642-02-29 00:00", NULL, &time), SP_IO_TIME_NO_DATE);
  assert_int_equal(sp_io_time("1700-02-29 00:00", NULL, &time), SP_IO_TIME_NO_DATE);
  assert_int_equal(sp_io_time("1642-13-01 00:00", NULL, &time), SP_IO_TIME_NO_DATE);
  assert_int_equal(sp_io_time("2042-01-01 00:00", NULL, &time), SP_IO_TIME_YEAR);
  assert_int_equal(sp_io_time("day 1 05:00", NULL, &time), SP_IO_TIME_NO_START);
  static const char *const bad[] = {"", "day", "day 1", "day 0 05:00", "day one 05:00", "day 1 25:00", "day 1 24:01", "day 1 5:0", "day 1 05:60",
                                    "05:00", "1642-08-05", "1642-08 05:00", "1642-08-05 05:00 sharp", "day 99999 05:00", "164200000-01-01 00:00"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(sp_io_time(bad[i], &start, &time), SP_IO_TIME_BAD);
}

static void lunar(void **state) {
  (void)state;
  sp_minute time = 0;
  /* Chongzhen 15, seventh month, tenth day; and the fall of Yanzhou on the eighth of the twelfth. */
  assert_int_equal(sp_io_time("lunar 1642-7-10 05:00", NULL, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, minute(1642, 8, 5, 5, 0));
  assert_int_equal(sp_io_time("lunar 1642-12-8 00:00", NULL, &time), SP_IO_TIME_GOOD);
  assert_int_equal(time, minute(1643, 1, 27, 0, 0));
  assert_int_equal(sp_io_time("lunar 1642-7i-10 05:00", NULL, &time), SP_IO_TIME_NO_LUNAR);
  assert_int_equal(sp_io_time("lunar 1642-13-1 05:00", NULL, &time), SP_IO_TIME_NO_LUNAR);
  assert_int_equal(sp_io_time("lunar 1642-7-31 05:00", NULL, &time), SP_IO_TIME_NO_LUNAR);
}

/* Every day over sixty years, the change of calendar in 1645 among them, must come back. */
static void lunar_and_back(void **state) {
  (void)state;
  for (sp_minute day = minute(1600, 2, 20, 0, 0); day < minute(1660, 1, 1, 0, 0); day += 17 * 1440) {
    sp_lunar_date date = sp_lunar_of(day);
    char text[64];
    snprintf(text, sizeof text, "lunar %d-%d%s-%d 00:00", date.year, date.month, date.leap ? "i" : "", date.day);
    sp_minute back = 0;
    assert_int_equal(sp_io_time(text, NULL, &back), SP_IO_TIME_GOOD);
    assert_int_equal(back, day);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers), cmocka_unit_test(long_numbers_are_close), cmocka_unit_test(units),         cmocka_unit_test(wind),
      cmocka_unit_test(times),   cmocka_unit_test(lunar),                  cmocka_unit_test(lunar_and_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
