/* chronicle.c - the story on the page: title, forces, days, hours, paragraphs.
 *
 * A day opens with both calendars, the sun and the sky; hours stand apart; a paragraph has its minute in the margin.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/chronicle.h"

#include "io/columns.h"
#include "io/table_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_minute(const void *left, const void *right) {
  const sp_chronicle_entry *a = left, *b = right;
  if (a->minute != b->minute) return a->minute < b->minute ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

static bool compose(sp_chronicle *c) {
  size_t events = c->teller.log->events.count;
  c->entries = calloc(events + 1, sizeof *c->entries);
  if (!c->entries) return false;
  for (size_t i = 0; i < events; i++) {
    sp_prose paragraph = {0};
    sp_minute minute = 0;
    sp_tell(&c->teller, i, &paragraph, &minute);
    if (paragraph.length > 0) {
      c->entries[c->count] = (sp_chronicle_entry){minute, c->count, i, c->body.length, paragraph.length};
      c->count++;
      sp_prose_putn(&c->body, paragraph.data, paragraph.length + 1); /* with its NUL */
    }
    if (paragraph.failed) c->body.failed = true;
    sp_prose_free(&paragraph);
  }
  qsort(c->entries, c->count, sizeof *c->entries, by_minute); /* a total order: no two have the same number */
  return !c->body.failed;
}

/* ---- the head of the page */

void sp_chronicle_line(sp_chronicle *c, const char *id, const char *const *args, const char *label) {
  sp_prose line = {0};
  sp_prose_fill(&line, c->teller.lang, id, args);
  sp_wrap(&c->page, label, sp_prose_text(&line), SP_CHRONICLE_WIDTH);
  if (line.failed) c->page.failed = true;
  sp_prose_free(&line);
}

static void put_forces(sp_chronicle *c) {
  static const char *const parts[SP_FORCE_COUNT] = {"men", "horses", "carts", "guns", "tools"};
  const sp_model *model = c->teller.log->model;
  if (!c->world || !model) return;
  int32_t sides = sp_model_count(model, SP_ENTITY_SIDE);
  int32_t *order = sp_rows_in_file_order(model, SP_ENTITY_SIDE);
  if (!order) c->page.failed = true;
  for (int32_t n = 0; order && n < sides; n++) {
    int32_t side = order[n];
    int64_t sum[SP_FORCE_COUNT];
    sp_opening_force(c->world, side, sum);
    char part[SP_FORCE_COUNT][SP_PHRASE], number[SP_SAY], id[SP_STEM];
    const char *items[SP_FORCE_COUNT];
    size_t used = 0;
    for (int i = 0; i < SP_FORCE_COUNT; i++) {
      if (sum[i] == 0) continue;
      sp_say_count(c->teller.lang, sum[i], number);
      const char *args[] = {"n", number, NULL};
      snprintf(id, sizeof id, "chronicle.part.%s", parts[i]);
      sp_text(c->teller.lang, id, args, part[used], SP_PHRASE);
      items[used] = part[used];
      used++;
    }
    sp_prose list = {0};
    sp_prose_list(&list, c->teller.lang, items, used);
    const char *args[] = {"side", sp_model_name(model, SP_ENTITY_SIDE, side, c->teller.lang), "list", sp_prose_text(&list), NULL};
    if (used) sp_chronicle_line(c, "chronicle.force", args, "  ");
    if (list.failed) c->page.failed = true;
    sp_prose_free(&list);
  }
  free(order);
}

void sp_chronicle_head(sp_chronicle *c, const char *title_id) {
  const sp_model *model = c->teller.log->model;
  const sp_campaign_def *campaign = model ? sp_model_campaign(model) : NULL;
  sp_lang lang = c->teller.lang;
  if (!campaign) return;
  const char *name = lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  const char *args[] = {"name", name, NULL};
  sp_chronicle_line(c, title_id, args, "");
  sp_prose_put(&c->page, "\n");
  const char *summary = lang == SP_LANG_ZH && campaign->summary_zh ? campaign->summary_zh : campaign->summary_en;
  if (summary && summary[0]) {
    sp_wrap(&c->page, "", summary, SP_CHRONICLE_WIDTH);
    sp_prose_put(&c->page, "\n");
  }
  put_forces(c);
}

/* ---- the head of a day */

typedef struct day_sky {
  double rain_mm, rain_h, coldest, warmest, wind_m_s, wind_x, wind_y;
  size_t samples;
} day_sky;

static day_sky sky_of(const sp_story *log, sp_minute from, sp_minute to) {
  day_sky d = {.coldest = 1e9, .warmest = -1e9};
  for (size_t i = 0; i < log->sky.count; i++) {
    const sp_sky *s = &log->sky.data[i];
    if (s->minute < from || s->minute >= to) continue;
    /* A sample stands for the time until the next one, an hour at most. */
    double hours = i + 1 < log->sky.count ? (double)(log->sky.data[i + 1].minute - s->minute) / 60.0 : 0;
    if (hours > 1) hours = 1;
    d.rain_mm += s->rain_mm_h * hours;
    if (s->rain_mm_h > 0.05) d.rain_h += hours;
    if (s->temperature_c < d.coldest) d.coldest = s->temperature_c;
    if (s->temperature_c > d.warmest) d.warmest = s->temperature_c;
    d.wind_m_s += s->wind_m_s;
    d.wind_x += s->wind_x;
    d.wind_y += s->wind_y;
    d.samples++;
  }
  if (d.samples > 0) d.wind_m_s /= (double)d.samples;
  return d;
}

static const char *wind_word(const day_sky *d) {
  double x = d->wind_x, y = d->wind_y, ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  if (d->wind_m_s < 1) return NULL;
  bool slant = ax > 0.4142 * ay && ay > 0.4142 * ax; /* tangent of 22.5 degrees */
  if (slant) return y > 0 ? (x > 0 ? "story.wind.north_east" : "story.wind.north_west") : (x > 0 ? "story.wind.south_east" : "story.wind.south_west");
  return ay >= ax ? (y > 0 ? "story.wind.north" : "story.wind.south") : (x > 0 ? "story.wind.east" : "story.wind.west");
}

static void say_degrees(sp_lang lang, double degrees, char out[SP_SAY]) {
  char number[SP_SAY];
  sp_say_fixed(degrees, 0, out);
  if (lang != SP_LANG_ZH) return;
  long long whole = atoll(out);
  sp_say_count(lang, whole < 0 ? -whole : whole, number);
  snprintf(out, SP_SAY, "%s%.60s", whole < 0 ? "零下" : "", number);
}

sp_minute sp_chronicle_start(const sp_chronicle *c) {
  const sp_model *model = c->teller.log->model;
  return model ? sp_model_campaign(model)->start : c->count ? c->entries[0].minute : 0;
}

/* The sky of a day, or of several, in one line; the sun of a single day before it. */
static void put_sky(sp_chronicle *c, sp_minute day, sp_minute to) {
  sp_lang lang = c->teller.lang;
  char rise[SP_SAY], set[SP_SAY], amount[SP_SAY], hours[SP_SAY], low[SP_SAY], high[SP_SAY];
  char wind[SP_PHRASE] = "", from[SP_PHRASE] = "", warmth[SP_PHRASE];
  double rise_min = 0, set_min = 0;
  bool several = to > day + SP_CHRONICLE_DAY;
  sp_prose line = {0};
  day_sky d = sky_of(c->teller.log, day, to);
  if (c->lat_deg > -90.5 && !several) {
    sp_calc_sun_times(c->lat_deg, day, &rise_min, &set_min);
    sp_say_clock(lang, day + (sp_minute)(rise_min + 0.5), rise);
    sp_say_clock(lang, day + (sp_minute)(set_min + 0.5), set);
    const char *args[] = {"rise", rise, "set", set, NULL};
    sp_prose_fill(&line, lang, "chronicle.sun", args);
  }
  if (d.samples > 0) {
    if (lang == SP_LANG_ZH) sp_say_depth(lang, d.rain_mm / 1000.0, amount);
    else sp_say_fixed(d.rain_mm, 0, amount);
    sp_say_duration(lang, d.rain_h * 60.0, hours);
    say_degrees(lang, d.coldest, low);
    say_degrees(lang, d.warmest, high);
    const char *way = wind_word(&d);
    if (way) sp_text(lang, way, NULL, from, sizeof from);
    const char *wind_args[] = {"from", from, NULL}, *warmth_args[] = {"low", low, "high", high, NULL};
    sp_text(lang, strcmp(low, high) == 0 ? "chronicle.warmth_even" : "chronicle.warmth", warmth_args, warmth, sizeof warmth);
    if (way) sp_text(lang, d.wind_m_s >= 8 ? "chronicle.wind_strong" : "chronicle.wind", wind_args, wind, sizeof wind);
    else sp_text(lang, "chronicle.wind_none", NULL, wind, sizeof wind);
    const char *args[] = {"hours", hours, "amount", amount, "warmth", warmth, "wind", wind, NULL};
    if (lang == SP_LANG_EN && line.length) sp_prose_put(&line, " ");
    const char *id = d.rain_h < 0.2 ? (several ? "chronicle.days_dry" : "chronicle.day_dry") : d.warmest < 0 ? "chronicle.day_snow" : d.rain_mm >= 5 ? "chronicle.day_wet" : "chronicle.day_damp";
    sp_prose_fill(&line, lang, id, args);
  }
  if (line.length) sp_wrap(&c->page, "", sp_prose_text(&line), SP_CHRONICLE_WIDTH);
  if (line.failed) c->page.failed = true;
  sp_prose_free(&line);
}

/* One day, or with `last` after it several of which nothing is told. */
void sp_chronicle_day(sp_chronicle *c, sp_minute day, sp_minute last) {
  char solar[2][SP_SAY], lunar[2][SP_PHRASE], nth[2][SP_SAY];
  sp_lang lang = c->teller.lang;
  const sp_minute ends[2] = {day, last}, start = sp_chronicle_start(c);
  for (int n = 0; n < 2; n++) {
    sp_say_solar(lang, ends[n], solar[n]);
    sp_say_lunar(lang, ends[n], lunar[n], sizeof lunar[n]);
    sp_say_ordinal(lang, (ends[n] - sp_day_of(start)) / SP_CHRONICLE_DAY + 1, nth[n]);
  }
  const char *args[] = {"solar", solar[0], "lunar", lunar[0], "nth", nth[0], "solar_to", solar[1], "lunar_to", lunar[1], "nth_to", nth[1], NULL};
  sp_prose heading = {0};
  sp_prose_fill(&heading, lang, last > day ? "chronicle.days" : "chronicle.day", args);
  if (lang == SP_LANG_EN && heading.data) sp_capitalise(heading.data);
  sp_prose_put(&c->page, "\n");
  sp_prose_put(&c->page, sp_prose_text(&heading));
  sp_prose_put(&c->page, "\n");
  for (size_t i = 0; i < SP_CHRONICLE_WIDTH; i++) sp_prose_put(&c->page, "=");
  sp_prose_put(&c->page, "\n");
  if (heading.failed) c->page.failed = true;
  sp_prose_free(&heading);
  put_sky(c, day, last + SP_CHRONICLE_DAY);
}

/* ---- the days */

static int64_t hour_block(sp_lang lang, sp_minute minute) {
  sp_minute of_day = minute - sp_day_of(minute);
  return sp_day_of(minute) / SP_CHRONICLE_DAY * 100 + (lang == SP_LANG_ZH ? (of_day + 60) / 120 : of_day / 60);
}

static void put_hour(sp_chronicle *c, sp_minute minute) {
  char hour[SP_SAY];
  sp_prose_put(&c->page, "\n");
  if (c->teller.lang != SP_LANG_ZH) return; /* the margin says it */
  sp_say_double_hour(minute, hour);
  sp_prose_put(&c->page, "【");
  sp_prose_put(&c->page, hour);
  sp_prose_put(&c->page, "】\n");
}

/* Light that comes and goes is no news by itself. */
static bool is_light(const sp_chronicle *c, const sp_chronicle_entry *e) {
  uint16_t type = c->teller.log->events.data[e->event].e.type;
  return type == SP_EVENT_DAWN || type == SP_EVENT_DUSK;
}

/* Past the days, one after the other from entry i on, on which there is nothing but light; i when its day has more. */
static size_t quiet_from(const sp_chronicle *c, size_t i, sp_minute *last) {
  size_t end = i;
  for (sp_minute day = sp_day_of(c->entries[i].minute); end < c->count && sp_day_of(c->entries[end].minute) == day; day += SP_CHRONICLE_DAY) {
    size_t k = end;
    while (k < c->count && sp_day_of(c->entries[k].minute) == day && is_light(c, &c->entries[k])) k++;
    if (k < c->count && sp_day_of(c->entries[k].minute) == day) break;
    *last = day;
    end = k;
  }
  return end;
}

void sp_chronicle_put(sp_chronicle *c, const sp_chronicle_entry *e, sp_minute *shown) {
  char clock[SP_SAY], label[SP_SAY + 4];
  sp_say_clock(c->teller.lang, e->minute, clock);
  size_t wide = c->teller.lang == SP_LANG_ZH ? 18 : 7, own = sp_wide(clock);
  if (e->minute == *shown) {
    clock[0] = 0;
    own = 0;
  }
  *shown = e->minute;
  snprintf(label, sizeof label, "%s%*s", clock, (int)(own < wide ? wide - own : 1), "");
  sp_wrap(&c->page, label, c->body.data + e->from, SP_CHRONICLE_WIDTH);
}

static void put_entries(sp_chronicle *c) {
  sp_minute day = INT64_MIN, shown = INT64_MIN, last = 0;
  int64_t block = INT64_MIN;
  for (size_t i = 0; i < c->count; i++) {
    const sp_chronicle_entry *e = &c->entries[i];
    if (sp_day_of(e->minute) != day) {
      day = last = sp_day_of(e->minute);
      size_t end = quiet_from(c, i, &last);
      sp_chronicle_day(c, day, last);
      block = INT64_MIN;
      if (end > i) {
        sp_prose_put(&c->page, "\n");
        sp_chronicle_line(c, last > day ? "chronicle.quiet_days" : "chronicle.quiet_day", NULL, "");
        i = end - 1;
        continue;
      }
    }
    if (hour_block(c->teller.lang, e->minute) != block) {
      block = hour_block(c->teller.lang, e->minute);
      put_hour(c, e->minute);
      shown = INT64_MIN;
    }
    sp_chronicle_put(c, e, &shown);
  }
}

static double middle_latitude(const sp_model *model) {
  if (!model) return -1000;
  double low = 1e9, high = -1e9;
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_PLACE); i++) {
    const sp_place_def *place = sp_model_place(model, i);
    if (place->at.lat_deg < low) low = place->at.lat_deg;
    if (place->at.lat_deg > high) high = place->at.lat_deg;
  }
  return low > high ? -1000 : (low + high) / 2;
}

sp_status sp_chronicle_open(sp_chronicle *c, const sp_story *log, const sp_world *world, sp_lang lang) {
  *c = (sp_chronicle){.world = world, .lat_deg = middle_latitude(log->model)};
  sp_status status = sp_teller_open(&c->teller, log, world ? sp_world_constants(world) : NULL, lang);
  return status != SP_OK ? status : compose(c) ? SP_OK : SP_NO_MEMORY;
}

void sp_chronicle_close(sp_chronicle *c) {
  free(c->entries);
  sp_prose_free(&c->body);
  sp_prose_free(&c->page);
  sp_teller_close(&c->teller);
}

sp_status sp_chronicle_write(const sp_chronicle *c, FILE *file) {
  if (c->page.failed) return SP_NO_MEMORY;
  return fwrite(sp_prose_text(&c->page), 1, c->page.length, file) == c->page.length ? SP_OK : SP_IO;
}

sp_status sp_write_chronicle(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  if (!file || !log || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_chronicle c;
  sp_status status = sp_chronicle_open(&c, log, world, lang);
  if (status == SP_OK) {
    sp_chronicle_head(&c, "chronicle.title");
    put_entries(&c);
    status = sp_chronicle_write(&c, file);
  }
  sp_chronicle_close(&c);
  return status;
}

sp_status sp_each_paragraph(const sp_story *log, const sp_world *world, sp_lang lang, sp_paragraph_taker *take, void *context) {
  sp_chronicle c;
  sp_status status = sp_chronicle_open(&c, log, world, lang);
  sp_minute day = INT64_MIN, last = 0;
  bool *in_digest = calloc(c.count + 1, sizeof *in_digest);
  if (status == SP_OK && (!in_digest || !sp_digest_mark(&c, in_digest))) status = SP_NO_MEMORY;
  for (size_t i = 0; status == SP_OK && i < c.count; i++) {
    size_t end = sp_day_of(c.entries[i].minute) == day ? i : quiet_from(&c, i, &last);
    day = sp_day_of(c.entries[i].minute);
    if (end > i) i = end - 1; /* days of nothing but light */
    else take(context, c.entries[i].minute, &log->events.data[c.entries[i].event].e, c.body.data + c.entries[i].from, in_digest[i]);
  }
  free(in_digest);
  sp_chronicle_close(&c);
  return status;
}
