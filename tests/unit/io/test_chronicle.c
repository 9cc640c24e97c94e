/* Sentences: complete in both languages, no slot left open, equal things told once, riders told whole.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "story_world.h"

#include "io/teller.h"

static sp_minute at(int32_t hour, int32_t minute) { return sp_minute_of((sp_date){1642, 8, 5, hour, minute}); }

static void name_it(sp_story *log, sp_key key, const char *en, const char *zh) {
  bool made;
  sp_logged_name *name = sp_story_name_row(log, key, &made);
  assert_non_null(name);
  name->side = 0;
  name->name[SP_LANG_EN] = sp_story_keep(log, en);
  name->name[SP_LANG_ZH] = sp_story_keep(log, zh);
}

/* What stands after a count of one, or of none, agrees with it; twenty-one are many. */
static void words_agree_with_their_number(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"one are cut down, one taken.", "one is cut down, one taken."}, {"Of them one have died.", "Of them one has died."}, {"one men are left, and no horses.", "one man is left, and no horses."},
      {"no are cut down, three taken", "none are cut down, three taken"}, {"No have come back.", "None have come back."}, {"twenty-one are cut down", "twenty-one are cut down"}, {"one of the men are", "one of the men are"}, {"", ""}, {"  two  are one", "  two  are one"}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    sp_prose p = {0};
    sp_prose_put(&p, cases[n][0]);
    sp_phrase_agree(&p);
    assert_string_equal(sp_prose_text(&p), cases[n][1]);
    sp_prose_free(&p);
  }
}

static sp_story *two_bodies(void) {
  sp_story *log = sp_story_create(NULL);
  assert_non_null(log);
  name_it(log, 11, "Rear guard", "殿军");
  name_it(log, 12, "Van", "前队");
  return log;
}

static size_t add(sp_story *log, sp_event_type type, sp_minute minute, int32_t a, double value) {
  sp_event e = {.minute = minute, .type = (uint16_t)type, .node = -1, .subject = 11, .object = 12, .a = a, .value = value};
  int64_t index = sp_story_append(log, &e);
  assert_true(index >= 0);
  sp_logged_event *event = &log->events.data[index];
  event->where[SP_LANG_EN] = sp_story_keep(log, "at Shihe post");
  event->where[SP_LANG_ZH] = sp_story_keep(log, "在石河驿");
  event->place[SP_LANG_EN] = event->goal[SP_LANG_EN] = sp_story_keep(log, "Shihe post");
  event->place[SP_LANG_ZH] = event->goal[SP_LANG_ZH] = sp_story_keep(log, "石河驿");
  event->text[SP_LANG_EN] = sp_story_keep(log, "march to Fuzhou");
  event->text[SP_LANG_ZH] = sp_story_keep(log, "进至复州");
  return (size_t)index;
}

static void tell_twice(sp_story *log, sp_lang lang, size_t index, const char *stem) {
  char id[SP_STEM + 16], previous[4000] = "";
  sp_teller t;
  assert_int_equal(sp_teller_open(&t, log, NULL, lang), SP_OK);
  snprintf(id, sizeof id, "%s.1", stem);
  if (!sp_text_has(lang, id)) fail_msg("%s is missing", id);
  snprintf(id, sizeof id, "%s.2", stem);
  bool variants = sp_text_has(lang, id);
  for (int i = 0; i < 8; i++) {
    sp_slots s;
    sp_prose out = {0};
    log->events.data[index].e.minute += i; /* another hour, another variant */
    sp_slots_of(&t, index, &s);
    snprintf(s.list, sizeof s.list, "%s", "A");
    sp_tell_stem(&t, index, stem, &s, &out);
    const char *text = sp_prose_text(&out);
    assert_true(out.length > 0);
    if (strchr(text, '{') || strchr(text, '}')) fail_msg("%s: slot left open: %s", stem, text);
    if (strstr(text, "  ")) fail_msg("%s: two blanks: %s", stem, text);
    if (variants && strncmp(text, previous, sizeof previous) == 0) fail_msg("%s: the same twice running: %s", stem, text);
    snprintf(previous, sizeof previous, "%.3900s", text);
    sp_prose_free(&out);
  }
  sp_teller_close(&t);
}

/* Every event of events.def, with every number that makes another sentence of it, in both languages. */
static void every_event_has_words(void **state) {
  (void)state;
  for (int type = 0; type < SP_EVENT_TYPE_COUNT; type++)
    for (int lang = 0; lang < SP_LANG_COUNT; lang++)
      for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
          sp_story *log = two_bodies();
          size_t i = add(log, (sp_event_type)type, at(9, 0), a, b * 20.0);
          log->events.data[i].e.b = b;
          log->events.data[i].passing_min = b * 20.0;
          if (b == 3) log->events.data[i].goal[0] = log->events.data[i].goal[1] = log->events.data[i].place[0] = log->events.data[i].place[1] = 0;
          if (b == 2) log->events.data[i].e.object = 0;
          if (b == 1) log->events.data[i].arm = SP_ARM_FOOT;
          sp_teller t;
          char stem[SP_STEM];
          assert_int_equal(sp_teller_open(&t, log, NULL, (sp_lang)lang), SP_OK);
          sp_stem_of(&t, i, stem);
          sp_teller_close(&t);
          tell_twice(log, (sp_lang)lang, i, stem);
          sp_story_destroy(log);
        }
}

static void joined_sentences_have_words(void **state) {
  (void)state;
  static const char *const stems[] = {"event.order_given.many", "event.order_given.own", "event.ford_closed.many", "event.ford_open.many", "event.delivered.reports", "event.delivered.near", "event.delivered.heard",
                                      "event.delivered.way", "event.delivered.acted", "event.rider_leaves.word", "event.delivered.word", "event.assembling.many", "event.tail_leaves.timed", "event.head_passes.many", "event.tail_passes.many",
                                      "event.halted.many", "event.long_halt.many", "event.camped.many", "event.blocked.long",
                                      "event.battle_begins.line", "event.battle_joined.many", "event.battle_ends.attacker", "event.battle_ends.defender", "event.shock.again", "event.shock.many", "event.losses.first", "event.losses.few",
                                      "event.wavers.many", "event.breaks.many", "event.breaks_off.many", "event.catches.many", "event.pursues.many", "event.out_of_powder.many", "event.deployed.many", "event.head_passes.whole", "event.head_passes.short", "event.ford_closed.far", "event.ford_open.far", "event.blocked.many", "event.tail_arrives.flight"};
  for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      sp_story *log = two_bodies();
      tell_twice(log, (sp_lang)lang, add(log, SP_EVENT_HALTED, at(9, 0), 2, 0), stems[i]);
      sp_story_destroy(log);
    }
}

static void every_word_behind_a_number_is_told(void **state) {
  (void)state;
  static const struct { sp_words family; const char *stem; } families[] = {
      {SP_WORDS_HALT_CAUSE, "story.halt"}, {SP_WORDS_REFUSAL, "story.refused"}, {SP_WORDS_ASK, "story.ask"}, {SP_WORDS_MESSAGE_KIND, "story.paper"},
      {SP_WORDS_MESSAGE_KIND, "timeline.kind"}, {SP_WORDS_ACTIVITY, "register.doing"}, {SP_WORDS_FATE, "register.fate"}, {SP_WORDS_LINE, "register.line"},
      {SP_WORDS_BREAK_CAUSE, "story.cause"}, {SP_WORDS_PURSUIT_END, "story.pursuit_end"}, {SP_WORDS_SECTOR, "story.sector"}};
  for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
    int32_t n = 0;
    for (; sp_word_for(families[f].family, n); n++)
      for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
        char id[80];
        snprintf(id, sizeof id, "%s.%s", families[f].stem, sp_word_for(families[f].family, n));
        for (char *c = id; *c; c++) *c = *c == '-' ? '_' : *c;
        if (!sp_text_has((sp_lang)lang, id)) fail_msg("%s is missing", id);
      }
    assert_true(n >= 4);
  }
}

static size_t count_of(const char *text, const char *word) {
  size_t n = 0;
  for (const char *c = text; (c = strstr(c, word)); c += strlen(word)) n++;
  return n;
}

static void a_rider_is_one_paragraph(void **state) {
  (void)state;
  sp_story *log = two_bodies();
  sp_message_facts facts = {.key = 5, .from = 12, .to = 11, .kind = 0, .serial = 1, .sent = at(6, 0)};
  assert_int_equal(sp_story_append_message(log, &facts), 0);
  static const sp_event_type types[] = {SP_EVENT_RIDER_AT_TAIL, SP_EVENT_RIDER_AT_MIDDLE, SP_EVENT_RIDER_AT_HEAD, SP_EVENT_DELIVERED, SP_EVENT_ACTED};
  const sp_minute minutes[] = {at(6, 10), at(6, 35), at(7, 2), at(7, 4), at(7, 40)};
  for (int i = 0; i < 5; i++) {
    size_t e = add(log, types[i], minutes[i], 0, i == 3 ? 64 : 0);
    log->events.data[e].message = 0;
    sp_story_book(log, &log->events.data[e]);
  }
  assert_int_equal(log->messages.data[0].facts.fate, SP_WORD_ACTED);
  assert_int_equal(log->messages.data[0].facts.middle, at(6, 35));
  char *text;
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_EN));
  /* once each, and only in the paragraph of 07:04 */
  assert_int_equal(count_of(text, "06:10"), 1);
  assert_int_equal(count_of(text, "06:35"), 1);
  assert_int_equal(count_of(text, "07:02"), 1);
  assert_int_equal(count_of(text, "07:40"), 1);
  assert_non_null(strstr(text, "07:04  "));
  assert_true(strstr(text, "07:04  ") < strstr(text, "06:10"));
  free(text);
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_ZH));
  assert_int_equal(count_of(text, "（06:10）"), 1);
  assert_non_null(strstr(text, "【辰时】"));
  free(text);
  sp_story_destroy(log);
}

static void the_same_again_is_told_once(void **state) {
  (void)state;
  sp_story *log = two_bodies();
  for (int i = 0; i < 7; i++) add(log, SP_EVENT_BLOCKED, at(7, 15) + 15 * i, 0, 0); /* to 08:45 */
  char *text;
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_EN));
  assert_int_equal(count_of(text, "the Van"), 1);
  assert_non_null(strstr(text, "08:45"));
  assert_int_equal(count_of(text, "\n07:15  "), 1);
  free(text);
  sp_story_destroy(log);
}

static void columns_halting_together_are_one_sentence(void **state) {
  (void)state;
  sp_story *log = two_bodies();
  add(log, SP_EVENT_HALTED, at(19, 0), 2, 0);
  size_t other = add(log, SP_EVENT_HALTED, at(19, 10), 2, 0);
  log->events.data[other].e.subject = 12;
  char *text;
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_EN));
  assert_non_null(strstr(text, "the Rear guard and the Van"));
  assert_int_equal(count_of(text, "the light is gone"), 1);
  assert_null(strstr(text, "19:10"));
  free(text);
  sp_story_destroy(log);
}

/* A fight of the rear guard (side 0) against the banners (side 1): who, when, what. */
static size_t add_blow(sp_story *log, sp_event_type type, sp_minute minute, sp_key who, sp_key whom, int32_t a, int32_t b) {
  size_t i = add(log, type, minute, a, 0);
  sp_event *e = &log->events.data[i].e;
  e->subject = who;
  e->object = whom;
  e->b = b;
  e->c = 0;
  e->side = who == 13 ? 1 : 0;
  return i;
}

static sp_story *a_fight(void) {
  sp_story *log = two_bodies();
  bool made;
  name_it(log, 13, "Banners", "八旗");
  sp_story_name_row(log, 13, &made)->side = 1;
  add_blow(log, SP_EVENT_BATTLE_JOINED, at(8, 0), 11, 0, 1, 0);
  add_blow(log, SP_EVENT_BATTLE_BEGINS, at(8, 0), 13, 11, 5000, 3000);
  add_blow(log, SP_EVENT_BATTLE_JOINED, at(8, 0), 12, 0, 3, 0);
  add_blow(log, SP_EVENT_BATTLE_JOINED, at(8, 0), 13, 0, 1, 0);
  add(log, SP_EVENT_TAIL_ARRIVES, at(8, 12), 0, 12);
  add_blow(log, SP_EVENT_LOSSES, at(9, 0), 11, 0, 41, 92);
  add_blow(log, SP_EVENT_LOSSES, at(9, 0), 13, 0, 57, 118);
  add_blow(log, SP_EVENT_WAVERS, at(9, 20), 11, 0, 3, 0);
  add_blow(log, SP_EVENT_BREAKS, at(9, 25), 12, 13, 4, 1200);
  add_blow(log, SP_EVENT_BREAKS, at(9, 25), 11, 13, 3, 1700);
  add_blow(log, SP_EVENT_SHEDS, at(9, 40), 11, 0, 3, 800);
  add_blow(log, SP_EVENT_SHEDS, at(9, 45), 11, 0, 3, 434);
  add_blow(log, SP_EVENT_LEADER_FALLS, at(9, 50), 11, 0, 0, 1);
  return log;
}

/* Lines of a paragraph back into one. */
static void unwrap(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (*from == '\n' && strncmp(from + 1, "       ", 7) == 0 && from[8] != ' ') {
      *to++ = ' ';
      from += 7;
    } else {
      *to++ = *from;
    }
  }
  *to = 0;
}

static void a_battle_is_told_as_one_story(void **state) {
  (void)state;
  sp_story *log = a_fight();
  char *text;
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_EN));
  unwrap(text);
  assert_int_equal(count_of(text, "\n08:00  "), 1);
  assert_non_null(strstr(text, "the Van in reserve")); /* both orders of battle stand with the opening */
  assert_null(strstr(text, "08:12"));                  /* a tail that closes up within the fight is no news */
  assert_int_equal(count_of(text, "\n09:00  "), 1);    /* both sides' fallen in one sentence, the attacker's first */
  const char *his = strstr(text, "57 killed"), *own = strstr(text, "41 killed");
  assert_true(his && own && his < own);
  assert_null(strstr(text, "09:20")); /* it breaks five minutes later: that is the news */
  assert_int_equal(count_of(text, "09:25"), 1);
  assert_non_null(strstr(text, "the enemy is on their flank")); /* the cause, not "those beside them are gone" */
  assert_null(strstr(text, "those beside them"));
  assert_non_null(strstr(text, "1,700"));
  assert_int_equal(count_of(text, "1,234 arms"), 1);
  free(text);
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_ZH));
  assert_non_null(strstr(text, "死五十七人，伤一百一十八人；"));
  assert_non_null(strstr(text, "敌已绕出侧背"));
  assert_non_null(strstr(text, "前队为后援"));
  free(text);
  sp_story_destroy(log);
}

/* No "0 m off", no "unknown body" where it is the enemy, or where whoever shot has gone. */
static void nobody_is_left_unnamed(void **state) {
  (void)state;
  sp_story *log = two_bodies();
  add(log, SP_EVENT_SIGHTED, at(8, 0), 700, 0.0);
  log->events.data[add(log, SP_EVENT_FOLLOWS, at(8, 30), 2000, 0)].e.object = 0;
  log->events.data[add(log, SP_EVENT_FIRE, at(9, 0), 90, 0)].e.object = 0;
  char *text;
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_EN));
  assert_null(strstr(text, "unknown"));
  assert_null(strstr(text, " 0 m"));
  assert_non_null(strstr(text, "few paces"));
  assert_non_null(strstr(text, "the enemy"));
  assert_non_null(strstr(text, "fire brings down 90 men of"));
  free(text);
  STORY_TEXT(text, sp_write_chronicle(story_file, log, NULL, SP_LANG_ZH));
  assert_null(strstr(text, "不明"));
  assert_non_null(strstr(text, "数步"));
  assert_non_null(strstr(text, "为矢炮所伤九十人"));
  free(text);
  sp_story_destroy(log);
}

static void who_fell_commands_no_more(void **state) {
  (void)state;
  sp_story *log = a_fight();
  bool made;
  sp_story_name_row(log, 11, &made)->chief[SP_LANG_EN] = sp_story_keep(log, "Mandahai");
  log->events.data[log->events.count - 1].text[SP_LANG_EN] = sp_story_keep(log, "Mandahai");
  size_t next = add(log, SP_EVENT_FOLLOWS, at(10, 0), 100, 0);
  sp_teller t;
  char chief[SP_PHRASE];
  assert_int_equal(sp_teller_open(&t, log, NULL, SP_LANG_EN), SP_OK);
  sp_phrase_chief(&t, 11, chief);
  assert_string_equal(chief, "Mandahai");
  for (size_t i = 0; i <= next; i++) {
    sp_prose out = {0};
    sp_minute minute;
    sp_tell(&t, i, &out, &minute);
    sp_prose_free(&out);
  }
  sp_phrase_chief(&t, 11, chief);
  assert_string_equal(chief, "the officer commanding the Rear guard");
  sp_teller_close(&t);
  sp_story_destroy(log);
}

/* ---- measures and hours, worked out by hand */

#define SAYS(call, expected)            \
  do {                                  \
    char out[SP_SAY];                   \
    call;                               \
    assert_string_equal(out, expected); \
  } while (0)

static void numbers_are_said_as_people_say_them(void **state) {
  (void)state;
  SAYS(sp_say_count(SP_LANG_ZH, 10, out), "十");
  SAYS(sp_say_count(SP_LANG_ZH, 110, out), "一百一十");
  SAYS(sp_say_count(SP_LANG_ZH, 1005, out), "一千零五");
  SAYS(sp_say_count(SP_LANG_ZH, 18123, out), "一万八千一百二十三");
  SAYS(sp_say_count(SP_LANG_ZH, 10050, out), "一万零五十");
  SAYS(sp_say_count(SP_LANG_ZH, 250000, out), "二十五万");
  SAYS(sp_say_count(SP_LANG_EN, 18123, out), "18,123");
  SAYS(sp_say_about(SP_LANG_EN, 2347, out), "2,300");
  SAYS(sp_say_ordinal(SP_LANG_EN, 22, out), "22nd");
  SAYS(sp_say_length(SP_LANG_EN, 6240, out), "6.2 km");
  SAYS(sp_say_length(SP_LANG_ZH, 6240, out), "十一里"); /* 10.83 li of 576 m */
  SAYS(sp_say_length(SP_LANG_ZH, 3744, out), "六里半"); /* 6.5 */
  SAYS(sp_say_length(SP_LANG_ZH, 320, out), "二百步");  /* of 1.6 m */
  SAYS(sp_say_depth(SP_LANG_EN, 1.05, out), "1.05 m");
  SAYS(sp_say_depth(SP_LANG_ZH, 1.05, out), "三尺三寸"); /* 32.8 cun of 3.2 cm */
  SAYS(sp_say_duration(SP_LANG_EN, 95, out), "an hour and 35 minutes");
  SAYS(sp_say_duration(SP_LANG_EN, 120, out), "two hours");
  SAYS(sp_say_duration(SP_LANG_ZH, 90, out), "六刻");
  SAYS(sp_say_duration(SP_LANG_ZH, 60, out), "半个时辰");
  SAYS(sp_say_duration(SP_LANG_ZH, 300, out), "两个半时辰");
  SAYS(sp_say_duration(SP_LANG_ZH, 165, out), "一个时辰又三刻");
  SAYS(sp_say_fixed(-0.25, 1, out), "-0.3");
}

static void hours_and_days_are_named(void **state) {
  (void)state;
  char lunar[300];
  SAYS(sp_say_clock(SP_LANG_ZH, at(5, 0), out), "卯初（05:00）");
  SAYS(sp_say_clock(SP_LANG_ZH, at(4, 40), out), "寅正二刻（04:40）");
  SAYS(sp_say_clock(SP_LANG_ZH, at(23, 59), out), "子初三刻（23:59）");
  SAYS(sp_say_clock(SP_LANG_ZH, at(0, 30), out), "子正二刻（00:30）");
  SAYS(sp_say_clock(SP_LANG_EN, at(5, 0), out), "05:00");
  SAYS(sp_say_double_hour(at(21, 30), out), "亥时 · 二更");
  SAYS(sp_say_double_hour(at(12, 0), out), "午时");
  SAYS(sp_say_solar(SP_LANG_EN, at(5, 0), out), "5 August 1642");
  SAYS(sp_say_iso(at(5, 7), out), "1642-08-05T05:07");
  sp_say_lunar(SP_LANG_EN, at(5, 0), lunar, sizeof lunar);
  assert_string_equal(lunar, "10th day of the 7th moon, 15th year of Chongzhen (7th of Chongde)");
  sp_say_lunar(SP_LANG_ZH, at(5, 0), lunar, sizeof lunar);
  assert_non_null(strstr(lunar, "崇祯十五年（清崇德七年）七月初十日"));
  /* 1619, the fourth of Tianming, forty-seventh of Wanli: Sarhu was fought on the 1st of the 3rd moon */
  sp_say_lunar(SP_LANG_ZH, sp_minute_of((sp_date){1619, 4, 14, 12, 0}), lunar, sizeof lunar);
  assert_non_null(strstr(lunar, "万历四十七年（后金天命四年）三月初一日"));
}

static void lines_break_well(void **state) {
  (void)state;
  sp_prose out = {0};
  sp_wrap(&out, "05:00  ", "甲乙丙丁戊己庚辛，壬癸。“子丑寅卯”辰巳午未，申酉戌亥。", 20);
  size_t lines = 0;
  for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n"), lines++) {
    const char *text = lines ? line + 7 : line;
    assert_true(sp_wide(line) <= 20);
    assert_int_not_equal(strncmp(text, "，", 3), 0);
    assert_int_not_equal(strncmp(text, "。", 3), 0);
    if (lines) assert_int_equal(strspn(line, " "), 7);
  }
  assert_true(lines > 3);
  sp_prose_free(&out);
}

static void a_whole_day_is_told_in_both_languages(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    char *text, *again;
    STORY_TEXT(text, sp_write_chronicle(story_file, war.log, war.world, (sp_lang)lang));
    STORY_TEXT(again, sp_write_chronicle(story_file, war.log, war.world, (sp_lang)lang));
    assert_string_equal(text, again);
    assert_null(strchr(text, '{'));
    assert_non_null(strstr(text, lang ? "两军行" : "Two marches"));
    assert_non_null(strstr(text, lang ? "总督洪某" : "Hong (governor)"));
    assert_int_equal(count_of(text, lang ? "总督洪某" : "(governor)"), 1); /* a title is given once */
    assert_non_null(strstr(text, lang ? "中驿" : "Middle post"));
    assert_non_null(strstr(text, lang ? "三千七百三十人" : "3,730 men")); /* 3030 + 200 + 500 */
    free(text);
    free(again);
  }
  story_end(&war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_event_has_words),
      cmocka_unit_test(joined_sentences_have_words),
      cmocka_unit_test(every_word_behind_a_number_is_told),
      cmocka_unit_test(a_rider_is_one_paragraph),
      cmocka_unit_test(the_same_again_is_told_once),
      cmocka_unit_test(columns_halting_together_are_one_sentence),
      cmocka_unit_test(a_battle_is_told_as_one_story),
      cmocka_unit_test(who_fell_commands_no_more),
      cmocka_unit_test(nobody_is_left_unnamed),
      cmocka_unit_test(numbers_are_said_as_people_say_them),
      cmocka_unit_test(hours_and_days_are_named),
      cmocka_unit_test(lines_break_well),
      cmocka_unit_test(words_agree_with_their_number), cmocka_unit_test(a_whole_day_is_told_in_both_languages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
