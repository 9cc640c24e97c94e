/* weather.c - the sky: what the script says, and a season where it is silent.
 *
 * Models   rain, temperature, wind, cloud and fog over each weather region.
 * Reads    the model's weather script and season.   Writes  region.rain_mm_h, temperature_c,
 *          wind_m_s, wind_from_deg, cloud, fog_m, wet_day, season_day.
 * Emits    RAIN_BEGINS, RAIN_HEAVY, RAIN_EASES, RAIN_ENDS.
 * Formula  season: a two-state chain of wet and dry days, one draw per region and day; the
 *          regions of a theatre share most of their luck (a Gaussian copula with one common
 *          factor). A wet day has one spell of rain with an hour, a length and an amount.
 *          Of a tick that it rains through in part, the rain is the mean.
 *          Temperature follows the hour with its highest soon after noon. Script lines override, later
 *          lines override earlier ones.
 * Sources  weather.def; a scenario's climate has its own SOURCES.md.
 * Leaves out  fronts that travel, thunder, hail; a day's weather does not know tomorrow's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"

typedef struct season_day {
  double rain_from_h, rain_hours, rain_mm_h; /* rain_hours 0: dry */
  double warmer_c, windier, turned_deg;
} season_day;

enum { DRAW_WET = 0, DRAW_SPELL = 1, DRAW_AMOUNT = 2, DRAW_AIR = 3, DRAW_WIND = 4, DRAW_QUARTER = 5 };

/* One standard normal per region and day, most of it common to the theatre. */
static double regional_normal(const sp_tick *t, const sp_dice *day_dice, sp_key region, uint32_t k) {
  double share = t->k->weather_region_correlation;
  double common = sp_normal_of(sp_uniform(day_dice, sp_key_of("theatre"), SP_STREAM_WEATHER, k));
  double own = sp_normal_of(sp_uniform(day_dice, region, SP_STREAM_WEATHER, k));
  return sp_sqrt(share) * common + sp_sqrt(1.0 - share) * own;
}

/* Yesterday pulls by the season's own figure, or by the table's persistence where it has none. */
static double wet_chance(const sp_tick *t, int month, bool wet_before) {
  double share = t->model->season.wet_day_chance[month], stay = t->model->season.wet_to_wet[month];
  if (share <= 0.0 || share >= 1.0) return share;
  if (stay <= 0.0) stay = share + t->k->weather_persistence * (1.0 - share);
  return wet_before ? stay : sp_clamp(share * (1.0 - stay) / (1.0 - share), 0.0, 1.0);
}

static void draw_day(sp_tick *t, int32_t r, int64_t day, int month) {
  sp_world *w = t->world;
  sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)day};
  double chance = wet_chance(t, month, w->region.wet_day[r] != 0);
  bool wet = chance >= 1.0 || (chance > 0.0 && regional_normal(t, &dice, t->model->region[r].key, DRAW_WET) < sp_normal_of(chance));
  w->region.wet_day[r] = wet;
  w->region.season_day[r] = day;
}

static season_day day_of(const sp_tick *t, int32_t r, int64_t day, int month) {
  sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)day};
  sp_key key = t->model->region[r].key;
  season_day d = {0};
  d.warmer_c = t->k->weather_temperature_sigma_c * regional_normal(t, &dice, key, DRAW_AIR);
  d.windier = sp_exp(t->k->weather_wind_sigma * regional_normal(t, &dice, key, DRAW_WIND));
  d.turned_deg = t->k->weather_wind_turn_deg * regional_normal(t, &dice, key, DRAW_QUARTER);
  if (!t->world->region.wet_day[r]) return d;
  sp_draw4 word = sp_draw(&dice, sp_key_of("theatre"), SP_STREAM_WEATHER, DRAW_SPELL);
  d.rain_hours = sp_clamp(sp_lognormal_of(sp_unit53(word.word[0], word.word[1]), t->k->weather_rain_h, t->k->weather_rain_sigma), 0.5, 24.0);
  d.rain_from_h = sp_unit53(word.word[2], word.word[3]) * (24.0 - d.rain_hours);
  double amount = sp_exponential_of(sp_uniform(&dice, key, SP_STREAM_WEATHER, DRAW_AMOUNT), t->model->season.rain_mm_per_wet_day[month]);
  d.rain_mm_h = amount / d.rain_hours;
  return d;
}

static void season(sp_tick *t, int32_t r) {
  sp_world *w = t->world;
  const sp_season_def *s = &t->model->season;
  w->region.fog_m[r] = 0.0;
  if (!t->model->has_season) {
    w->region.rain_mm_h[r] = 0.0;
    w->region.temperature_c[r] = t->k->weather_default_c;
    w->region.wind_m_s[r] = t->k->weather_default_wind_m_s;
    w->region.cloud[r] = t->k->weather_cloud_dry;
    return;
  }
  int month = sp_date_of(t->from).month - 1;
  int64_t day = t->from / 1440;
  if (w->region.season_day[r] != day) draw_day(t, r, day, month);
  season_day d = day_of(t, r, day, month);
  bool wet = w->region.wet_day[r] != 0;
  double hour = (double)(t->from % 1440) / 60.0, until = hour + t->dt_min / 60.0;
  double wet_h = sp_max(0.0, sp_min(until, d.rain_from_h + d.rain_hours) - sp_max(hour, d.rain_from_h));
  double swing = s->temperature_swing_c[month] * (wet ? 0.5 : 1.0) * sp_cos(2.0 * SP_PI * (hour - t->k->weather_warmest_h) / 24.0);
  w->region.rain_mm_h[r] = d.rain_hours > 0.0 ? d.rain_mm_h * sp_min(1.0, wet_h * 60.0 / t->dt_min) : 0.0;
  w->region.temperature_c[r] = s->temperature_c[month] + d.warmer_c + swing - (wet ? t->k->weather_wet_day_cooler_c : 0.0);
  w->region.wind_m_s[r] = s->wind_m_s[month] * d.windier;
  double quarter = s->wind_from_deg[month] + d.turned_deg;
  w->region.wind_from_deg[r] = quarter - 360.0 * sp_floor(quarter / 360.0);
  w->region.cloud[r] = wet ? t->k->weather_cloud_wet : t->k->weather_cloud_dry;
}

static void script(sp_tick *t, int32_t r) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < t->model->weather_count; i++) {
    const sp_weather_line *line = &t->model->weather[i];
    if (line->region >= 0 && line->region != r) continue;
    sp_minute overlap = sp_min_i64(t->to, line->to) - sp_max_i64(t->from, line->from);
    double share = (double)overlap / t->dt_min;
    if (line->has_rain && overlap > 0) w->region.rain_mm_h[r] = share >= 1.0 ? line->rain_mm_h : share * line->rain_mm_h + (1.0 - share) * w->region.rain_mm_h[r];
    if (t->to <= line->from || t->to > line->to) continue;
    if (line->has_temperature) w->region.temperature_c[r] = line->temperature_c;
    if (line->has_wind) {
      w->region.wind_m_s[r] = line->wind_m_s;
      w->region.wind_from_deg[r] = line->wind_from_deg;
    }
    if (line->has_cloud) w->region.cloud[r] = line->cloud;
    if (line->has_fog) w->region.fog_m[r] = line->fog_m;
  }
}

static void emit_rain(sp_tick *t, int32_t r, double before) {
  double now = t->world->region.rain_mm_h[r], heavy = t->k->march_rain_heavy_mm_h;
  int type = -1;
  if (now <= 0.0 && before > 0.0) type = SP_EVENT_RAIN_ENDS;
  else if (now >= heavy && before < heavy) type = SP_EVENT_RAIN_HEAVY;
  else if (now > 0.0 && before <= 0.0) type = SP_EVENT_RAIN_BEGINS;
  else if (now > 0.0 && now < heavy && before >= heavy) type = SP_EVENT_RAIN_EASES;
  if (type < 0) return;
  sp_xy at = t->model->region[r].middle;
  sp_emit(t->world, (sp_event){.minute = t->from, .type = (uint16_t)type, .side = -1, .node = -1, .subject = t->model->region[r].key, .value = now, .x_m = at.x, .y_m = at.y});
}

void sp_rule_weather(sp_tick *t) {
  for (int32_t r = 0; r < t->model->region_count; r++) {
    double before = t->world->region.rain_mm_h[r];
    season(t, r);
    script(t, r);
    emit_rain(t, r, before);
  }
}
