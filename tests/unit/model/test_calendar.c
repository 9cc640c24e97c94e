/* The calendar against dated events of the time, and against itself over long spans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

static sp_minute noon(int32_t year, int32_t month, int32_t day) {
  return sp_minute_of((sp_date){.year = year, .month = month, .day = day, .hour = 12});
}

static void minutes_count_from_1600(void **state) {
  (void)state;
  assert_int_equal(sp_minute_of((sp_date){.year = 1600, .month = 1, .day = 1}), 0);
  assert_int_equal(sp_minute_of((sp_date){.year = 1600, .month = 3, .day = 1, .hour = 5, .minute = 7}), 60 * 1440 + 307); /* leap year */
  assert_int_equal(sp_minute_of((sp_date){.year = 1599, .month = 12, .day = 31, .hour = 23, .minute = 59}), -1);
  /* 42 years with ten leap days, then 216 days to the fifth of August */
  assert_int_equal(sp_minute_of((sp_date){.year = 1642, .month = 8, .day = 5}), (42 * 365 + 11 + 216) * 1440LL);
  sp_date d = sp_date_of(-1);
  assert_int_equal(d.year, 1599);
  assert_int_equal(d.month, 12);
  assert_int_equal(d.day, 31);
  assert_int_equal(d.hour, 23);
  assert_int_equal(d.minute, 59);
}

static void every_day_comes_back(void **state) {
  (void)state;
  int32_t day_before = 0;
  for (sp_minute at = noon(1500, 1, 1); at < noon(2100, 1, 1); at += 1440) {
    sp_date d = sp_date_of(at);
    assert_int_equal(sp_minute_of(d), at);
    assert_true(d.day == day_before + 1 || d.day == 1);
    assert_in_range(d.month, 1, 12);
    assert_in_range(d.day, 1, 31);
    day_before = d.day;
  }
  assert_int_equal(sp_minute_of(sp_date_of(INT64_MAX)), sp_minute_of(sp_date_of(INT64_MAX - 1))); /* clamped, not overflowing */
  assert_true(sp_date_of(INT64_MIN).year < -400000);
}

typedef struct dated { int32_t year, month, day, lunar_year, lunar_month, lunar_day; bool leap; const char *what; } dated;

static const dated events[] = {
  {1592, 11, 28, 1592, 10, 25, false, "birth of Hong Taiji"},
  {1611, 2, 6, 1610, 12, 24, false, "birth of the Chongzhen emperor"},
  {1619, 4, 14, 1619, 3, 1, false, "first day of Sarhu"},
  {1626, 9, 30, 1626, 8, 11, false, "death of Nurhaci"},
  {1630, 9, 22, 1630, 8, 16, false, "death of Yuan Chonghuan"},
  {1631, 9, 1, 1631, 8, 6, false, "Dalinghe is ringed"},
  {1636, 9, 24, 1636, 8, 26, false, "1636"},
  {1641, 11, 5, 1641, 10, 3, false, "1641"},
  {1642, 8, 5, 1642, 7, 10, false, "1642"},
  {1643, 9, 21, 1643, 8, 9, false, "death of Hong Taiji"},
  {1644, 2, 8, 1644, 1, 1, false, "new year of Chongzhen 17"},
  {1644, 4, 25, 1644, 3, 19, false, "end of the Chongzhen emperor"},
  {1644, 5, 27, 1644, 4, 22, false, "Shanhai pass"},
  {1645, 1, 28, 1645, 1, 1, false, "first day of the Shixian calendar"},
  {1645, 5, 20, 1645, 4, 25, false, "fall of Yangzhou"},
  {1650, 12, 31, 1650, 12, 9, false, "death of Dorgon"},
  {1654, 5, 4, 1654, 3, 18, false, "birth of the Kangxi emperor"},
  {1661, 2, 5, 1661, 1, 7, false, "death of the Shunzhi emperor"},
  {1722, 12, 20, 1722, 11, 13, false, "death of the Kangxi emperor"},
  {1799, 2, 7, 1799, 1, 3, false, "death of the Qianlong emperor"},
  {1949, 10, 1, 1949, 8, 10, false, "1949"},
  {2000, 2, 5, 2000, 1, 1, false, "new year 2000"},
  {2023, 3, 22, 2023, 2, 1, true, "leap second month of 2023"},
  {2024, 2, 10, 2024, 1, 1, false, "new year 2024"},
  {2033, 12, 22, 2033, 11, 1, true, "the leap month of 2033, where two months lack a zhongqi"},
};

static void dated_events_stand(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    const dated *e = &events[i];
    sp_lunar_date l = sp_lunar_of(noon(e->year, e->month, e->day));
    if (l.year != e->lunar_year || l.month != e->lunar_month || l.day != e->lunar_day || l.leap != e->leap)
      print_error("%s: %d/%d/%d%s\n", e->what, l.year, l.month, l.day, l.leap ? " leap" : "");
    assert_int_equal(l.year, e->lunar_year);
    assert_int_equal(l.month, e->lunar_month);
    assert_int_equal(l.day, e->lunar_day);
    assert_int_equal(l.leap, e->leap);
  }
}

/* The intercalary months of the years, as the annals have them. */
static void leap_months_stand(void **state) {
  static const int32_t leap[][2] = {
    {1618, 4}, {1621, 2}, {1623, 10}, {1626, 6}, {1629, 4}, {1631, 11}, {1634, 8}, {1637, 4}, {1640, 1},
    {1642, 11}, {1645, 6}, {1648, 4}, {1651, 2}, {1653, 6}, {1656, 5}, {1659, 3}, {1661, 7}, {1664, 6},
    {1667, 4}, {1670, 2}, {1672, 7}, {1675, 5}, {1678, 3}, {1680, 8}, {1683, 6}, {1686, 4}, {1689, 3},
    {1691, 7}, {1694, 5}, {1697, 3}, {1699, 7}, {1702, 6}, {1705, 4}, {1708, 3}, {1710, 7}, {1713, 5},
    {1716, 3}, {1718, 8}, {1721, 6}, {1724, 4}, {1727, 3}, {1729, 7}, {1732, 5}};
  size_t next = 0;
  (void)state;
  for (sp_minute at = noon(1617, 3, 1); at < noon(1734, 1, 1); at += 1440) {
    sp_lunar_date l = sp_lunar_of(at);
    if (!l.leap || l.day != 1) continue;
    assert_true(next < sizeof leap / sizeof leap[0]);
    assert_int_equal(l.year, leap[next][0]);
    assert_int_equal(l.month, leap[next][1]);
    next++;
  }
  assert_int_equal(next, sizeof leap / sizeof leap[0]);
}

static void sixty_cycle_turns(void **state) {
  (void)state;
  assert_int_equal(sp_lunar_of(noon(1949, 10, 1)).stem_branch, 0); /* jiazi */
  assert_int_equal(sp_lunar_of(noon(2000, 1, 1)).stem_branch, 54); /* wuwu */
  assert_int_equal(sp_lunar_of(noon(1644, 4, 25)).stem_branch, 43); /* dingwei, Chongzhen 17, third month */
}

/* Days follow each other, months have 29 or 30 days, and month numbers go on by one or repeat as leap. */
static void months_follow_each_other(void **state) {
  (void)state;
  sp_lunar_date before = sp_lunar_of(noon(1590, 1, 1));
  for (sp_minute at = noon(1590, 1, 2); at < noon(1800, 1, 1); at += 1440) {
    sp_lunar_date l = sp_lunar_of(at);
    assert_int_equal(l.stem_branch, (before.stem_branch + 1) % 60);
    if (l.day != 1) {
      assert_int_equal(l.day, before.day + 1);
      assert_int_equal(l.month, before.month);
      assert_int_equal(l.year, before.year);
    } else {
      assert_in_range(before.day, 29, 30);
      if (l.leap) assert_int_equal(l.month, before.month);
      else assert_int_equal(l.month, before.month % 12 + 1);
      assert_int_equal(l.year, before.year + (l.month == 1 && !l.leap ? 1 : 0));
    }
    before = l;
  }
}

static void beyond_its_years_the_moon_is_silent(void **state) {
  (void)state;
  assert_int_equal(sp_lunar_of(noon(4500, 1, 1)).month, 0);
  assert_int_equal(sp_lunar_of(INT64_MIN).month, 0);
  assert_in_range(sp_lunar_of(noon(10, 1, 1)).month, 1, 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(minutes_count_from_1600),  cmocka_unit_test(every_day_comes_back),
    cmocka_unit_test(dated_events_stand),       cmocka_unit_test(leap_months_stand),
    cmocka_unit_test(sixty_cycle_turns),        cmocka_unit_test(months_follow_each_other),
    cmocka_unit_test(beyond_its_years_the_moon_is_silent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
