/* prose.h - numbers, times and measures in words, lines that break well, and a string that grows.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_PROSE_H
#define SP_IO_PROSE_H

#include "shapan/model.h"

/* A string that grows. When memory is out it stays as it was and says so at the end. */
typedef struct sp_prose {
  char *data;
  size_t length, capacity;
  bool failed;
} sp_prose;

void sp_prose_free(sp_prose *p);
void sp_prose_clear(sp_prose *p);
void sp_prose_put(sp_prose *p, const char *text);
void sp_prose_putn(sp_prose *p, const char *text, size_t length);
void sp_prose_real(sp_prose *p, double value); /* as few digits as give the same double back; a dot in every locale */
void sp_prose_fill(sp_prose *p, sp_lang lang, const char *id, const char *const *args); /* args as in sp_text */
const char *sp_prose_text(const sp_prose *p); /* never NULL */
/* "a", "a and b", "a, b and c"; zh with 、 */
void sp_prose_list(sp_prose *p, sp_lang lang, const char *const *items, size_t count);

/* Words for numbers. Each fills a buffer of SP_SAY bytes. */
enum { SP_SAY = 96 };
static inline int64_t sp_weight_in(sp_lang lang, int64_t kg) { return lang == SP_LANG_ZH ? (int64_t)((double)kg / SP_JIN_KG + 0.5) : kg; } /* kg, or jin */
void sp_say_count(sp_lang lang, int64_t n, char out[SP_SAY]);     /* "three", "18,123"; 一万八千一百二十三 */
void sp_say_digits(int64_t n, char out[SP_SAY]);                  /* "18,123", for tables */
void sp_say_about(sp_lang lang, int64_t n, char out[SP_SAY]);     /* to two figures */
void sp_say_ordinal(sp_lang lang, int64_t n, char out[SP_SAY]);   /* "third", "21st"; 三 (the text says 第) */
void sp_say_length(sp_lang lang, double metres, char out[SP_SAY]);   /* "6.2 km"; 十一里, 二百步 */
void sp_say_depth(sp_lang lang, double metres, char out[SP_SAY]);    /* "1.05 m"; 三尺三寸 */
void sp_say_duration(sp_lang lang, double minutes, char out[SP_SAY]); /* "an hour and 35 minutes"; 六刻 */
void sp_say_fixed(double value, int decimals, char out[SP_SAY]);  /* a dot in every locale; 0..9 decimals */
void sp_say_minutes(double minutes, char out[SP_SAY]);            /* "2 h 05" for tables */

/* Columns that a terminal gives to a text: two for East Asian wide characters. */
size_t sp_wide(const char *text);
/* Breaks text into lines of at most `width` columns. The first begins with `label`, the others with as many spaces;
 * Chinese lines never begin with closing punctuation. Ends with a newline. */
void sp_wrap(sp_prose *out, const char *label, const char *text, size_t width);
/* First letter of an English sentence. */
void sp_capitalise(char *text);

/* era.c: dates and hours */
void sp_say_clock(sp_lang lang, sp_minute minute, char out[SP_SAY]);  /* "05:30"; 卯初二刻（05:30） */
void sp_say_solar(sp_lang lang, sp_minute minute, char out[SP_SAY]);  /* "5 August 1642"; 公历一六四二年八月五日 */
/* "10th day of the 7th moon, 15th year of Chongzhen (7th of Chongde)"; 崇祯十五年（清崇德七年）七月初十日庚申 */
void sp_say_lunar(sp_lang lang, sp_minute minute, char *out, size_t size);
void sp_say_double_hour(sp_minute minute, char out[SP_SAY]);          /* 卯时; 亥时·二更 */
void sp_say_iso(sp_minute minute, char out[SP_SAY]);                  /* 1642-08-05T05:30 */
sp_minute sp_day_of(sp_minute minute);                                /* midnight before */

#endif
