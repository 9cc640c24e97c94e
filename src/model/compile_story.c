/* compile_story.c - time, sky and orders: campaign, season, weather script, order lines, objectives.
 * Order lines stay text here; the world layer reads them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define LONGEST_MIN (3LL * 366 * 24 * 60)
#define MONTHS 12

static void judge_campaign(sp_compiler *c) {
  static const int32_t ticks[] = {5, 10, 15, 20, 30, 60};
  const sp_campaign_def *def = &c->model->campaign;
  if (!c->scenario->has_campaign) return;
  if (!def->id || !def->id[0]) sp_error(c, def->where, "fault.missing_key", "key", "campaign");
  else if (!sp_check_id(def->id)) sp_error(c, def->where, "fault.bad_id", "id", def->id);
  if (def->end <= def->start) sp_error(c, sp_at_spot(def->where, def->end_spot), "fault.end_before_start", "key", "end");
  else if (def->start < -LONGEST_MIN * 1000 || def->start > LONGEST_MIN * 1000 || def->end - def->start > LONGEST_MIN)
    sp_error(c, sp_at_spot(def->where, def->end_spot), "fault.campaign_too_long", "limit", "3");
  for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++)
    if (def->tick_min == ticks[i]) return;
  sp_error(c, sp_at_spot(def->where, def->tick_spot), "fault.bad_tick", "expected", "5, 10, 15, 20, 30, 60");
}

static void judge_months(sp_compiler *c, const char *key, const double *value, double low, double high, const char *unit) {
  for (int i = 0; i < MONTHS; i++)
    if (!sp_check_range(c, c->model->season.where, key, value[i], low, high, unit)) return;
}

static void judge_season(sp_compiler *c) {
  const sp_season_def *s = &c->model->season;
  if (!c->model->has_season) return;
  judge_months(c, "wet_day_chance", s->wet_day_chance, 0.0, 1.0, "");
  judge_months(c, "wet_to_wet", s->wet_to_wet, 0.0, 1.0, "");
  judge_months(c, "rain_mm_per_wet_day", s->rain_mm_per_wet_day, 0.0, 500.0, "mm");
  judge_months(c, "temperature_c", s->temperature_c, -60.0, 60.0, "C");
  judge_months(c, "temperature_swing_c", s->temperature_swing_c, 0.0, 40.0, "C");
  judge_months(c, "wind_m_s", s->wind_m_s, 0.0, 60.0, "m/s");
  judge_months(c, "wind_from_deg", s->wind_from_deg, 0.0, 360.0, "°");
}

static void judge_weather(sp_compiler *c, const sp_weather_def *def) {
  if (def->to <= def->from) sp_error(c, sp_at_spot(def->where, def->to_spot), "fault.end_before_start", "key", "to");
  if (def->has_rain) (void)sp_check_range(c, def->where, "rain", def->rain_mm_h, 0.0, 200.0, "mm/h");
  if (def->has_temperature) (void)sp_check_range(c, def->where, "temperature", def->temperature_c, -60.0, 60.0, "C");
  if (def->has_wind) {
    (void)sp_check_range(c, def->where, "wind", def->wind_m_s, 0.0, 60.0, "m/s");
    (void)sp_check_range(c, def->where, "wind", def->wind_from_deg, 0.0, 360.0, "°");
  }
  if (def->has_cloud) (void)sp_check_range(c, def->where, "cloud", def->cloud, 0.0, 1.0, "");
  if (def->has_fog) (void)sp_check_range(c, def->where, "fog", def->fog_m, 0.0, 100000.0, "m");
}

/* Script lines keep their order: a later one overrides an earlier one. Regions are filled in on the plane. */
static void make_weather(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_def_list *list = &c->scenario->list[SP_DEF_WEATHER];
  const sp_weather_def *def = list->data;
  m->weather = sp_compile_alloc(c, list->count, sizeof *m->weather);
  if (!m->weather) return;
  for (size_t i = 0; i < list->count; i++) {
    judge_weather(c, &def[i]);
    m->weather[m->weather_count++] = (sp_weather_line){
      .from = def[i].from, .to = def[i].to, .region = -1,
      .has_rain = def[i].has_rain, .has_temperature = def[i].has_temperature, .has_wind = def[i].has_wind,
      .has_cloud = def[i].has_cloud, .has_fog = def[i].has_fog,
      .rain_mm_h = def[i].rain_mm_h, .temperature_c = def[i].temperature_c, .wind_m_s = def[i].wind_m_s,
      .wind_from_deg = def[i].wind_from_deg, .cloud = def[i].cloud, .fog_m = def[i].fog_m};
  }
}

void sp_compile_weather_regions(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_weather_def *def = c->scenario->list[SP_DEF_WEATHER].data;
  for (int32_t i = 0; i < m->weather_count && c->plane_ready; i++) {
    sp_point at = def[i].at;
    bool everywhere = at.lat_deg >= 0.0 && at.lat_deg <= 0.0 && at.lon_deg >= 0.0 && at.lon_deg <= 0.0;
    if (everywhere || !sp_check_point(c, def[i].where, at)) continue;
    sp_xy xy = sp_project(&m->projection, at);
    if (xy.x < m->low.x || xy.x > m->high.x || xy.y < m->low.y || xy.y > m->high.y)
      sp_error(c, def[i].where, "fault.outside_bounds", "id", "weather");
    m->weather[i].region = sp_region_at(m, xy);
  }
}

static int by_text(const void *a, const void *b, void *context) {
  const sp_order_line *x = a, *y = b;
  (void)context;
  return strcmp(x->text, y->text);
}

/* In byte order of their text: the order of lines in a file must not matter. */
static void make_orders(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_def_list *list = &c->scenario->list[SP_DEF_ORDER];
  m->order = sp_compile_alloc(c, list->count, sizeof *m->order);
  if (!m->order) return;
  for (size_t i = 0; i < list->count; i++) {
    sp_order_def copy;
    if (!sp_def_copy(m->arena, SP_DEF_ORDER, (const sp_order_def *)list->data + i, &copy)) {
      c->no_memory = true;
      return;
    }
    if (!copy.text || !copy.text[0]) sp_error(c, copy.where, "fault.missing_key", "key", "orders");
    else m->order[m->order_count++] = (sp_order_line){copy.text, copy.where};
  }
  if (!sp_sort(m->order, (size_t)m->order_count, sizeof *m->order, by_text, NULL)) c->no_memory = true;
}

static void judge_objectives(sp_compiler *c) {
  const sp_model *m = c->model;
  for (int32_t i = 0; i < m->objective_count; i++) {
    const sp_objective_def *def = &m->objective_def[i];
    (void)sp_resolve(c, def->where, SP_DEF_SIDE, "side", def->side);
    (void)sp_resolve_site(c, sp_at_spot(def->where, def->place_spot), "place", def->place);
  }
}

void sp_compile_story(sp_compiler *c) {
  if (c->scenario->list[SP_DEF_WEATHER].count > INT32_MAX / 4 || c->scenario->list[SP_DEF_ORDER].count > INT32_MAX / 4) c->no_memory = true;
  if (c->no_memory) return;
  judge_campaign(c);
  judge_season(c);
  make_weather(c);
  if (!c->no_memory) make_orders(c);
  if (!c->no_memory) judge_objectives(c);
}
