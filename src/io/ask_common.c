/* ask_common.c - what the topics share: fields by name, rations, ground, columns, slots.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "io/ask.h"

static int field_at(const ask *q, const char *key) {
  for (int i = 0; q->topic->field[i].key; i++)
    if (strcmp(q->topic->field[i].key, key) == 0) return i;
  return -1;
}

double sp_ask_value(const ask *q, const char *key) {
  int f = field_at(q, key);
  return f < 0 ? 0.0 : q->value[f];
}

bool sp_ask_given(const ask *q, const char *key) {
  int f = field_at(q, key);
  return f >= 0 && q->given[f];
}

int sp_ask_choice(const ask *q, const char *group) {
  for (int g = 0; q->topic->group[g].key; g++)
    if (strcmp(q->topic->group[g].key, group) == 0) return q->choice[g];
  return 0;
}

double sp_ask_constant(const sp_constants *c, const char *name) {
  double value = 0.0;
  (void)sp_constants_value(c, name, &value);
  return value;
}

double sp_ask_shi(const ask *q, const char *key, double shi_kg) {
  int f = field_at(q, key);
  if (f < 0) return 0.0;
  return q->in_shi[f] ? q->value[f] : q->value[f] / shi_kg;
}

sp_ration sp_ask_ration(const ask *q, const sp_constants *c) {
  sp_ration r = sp_calc_ration(c, (sp_ration_norm)sp_ask_choice(q, "norm"));
  if (q->shi_kg > 0.0) r.shi_kg = q->shi_kg;
  if (sp_ask_given(q, "ration")) r.man_sheng = 100.0 * sp_ask_shi(q, "ration", r.shi_kg);
  if (sp_ask_given(q, "fodder")) r.horse_sheng = 100.0 * sp_ask_shi(q, "fodder", r.shi_kg);
  return r;
}

sp_going sp_ask_going(const ask *q) {
  static const sp_road_class roads[] = {SP_ROAD_POST, SP_ROAD_ROAD, SP_ROAD_TRACK, SP_ROAD_PATH, SP_ROAD_COUNTRY};
  static const sp_relief reliefs[] = {SP_RELIEF_PLAIN, SP_RELIEF_ROLLING, SP_RELIEF_HILLS, SP_RELIEF_MOUNTAIN};
  sp_going g = {.road = roads[sp_ask_choice(q, "road")], .relief = reliefs[sp_ask_choice(q, "relief")], .light = 1.0, .temperature_c = 15.0, .knows_ground = 0.5};
  int weather = sp_ask_choice(q, "weather");
  if (weather == 1) g.rain_mm_h = 5.0, g.mud = 0.4; /* some hours of steady rain */
  if (weather == 2) g.mud = 2.0 / 3.0;
  if (weather == 3) g.snow = 1.0, g.temperature_c = -8.0;
  if (sp_ask_choice(q, "light") == 1) g.light = 0.0;
  return g;
}

sp_column sp_ask_column(const ask *q) {
  return (sp_column){.foot = sp_ask_value(q, "foot"), .mounted = sp_ask_value(q, "horse"), .followers = sp_ask_value(q, "followers"), .carts = sp_ask_value(q, "carts"), .light_guns = sp_ask_value(q, "guns"), .heavy_guns = sp_ask_value(q, "heavy")};
}

void sp_ask_number(double value, char out[SP_SAY]) {
  double size = value < 0.0 ? -value : value;
  if (size >= 1e14) {
    snprintf(out, SP_SAY, "∞");
    return;
  }
  int decimals = size >= 100.0 ? 0 : size >= 10.0 ? 1 : size >= 0.1 || size == 0.0 ? 2 : 4;
  if (size >= 1000.0) {
    sp_say_digits((int64_t)(value < 0.0 ? value - 0.5 : value + 0.5), out);
    return;
  }
  snprintf(out, SP_SAY, "%.*f", decimals, value);
  if (!decimals) return;
  char *end = out + strlen(out) - 1;
  while (*end == '0') *end-- = 0;
  if (*end == '.') *end = 0;
}

void sp_ask_slot_text(ask_words *w, const char *name, const char *text) {
  if (w->slots >= ASK_SLOTS) return;
  w->name[w->slots] = name;
  snprintf(w->value[w->slots++], SP_SAY, "%s", text);
}

void sp_ask_slot(ask_words *w, const char *name, double value) {
  char text[SP_SAY];
  sp_ask_number(value, text);
  sp_ask_slot_text(w, name, text);
}

void sp_ask_say(ask_words *w, const char *id) {
  if (w->sentences < ASK_SENTENCES) w->sentence[w->sentences++] = id;
}

void sp_ask_formula(ask_words *w, const char *id) {
  if (w->formulas < ASK_SENTENCES) w->formula[w->formulas++] = id;
}
