/* explain_supply.c - its bread, its powder, its wounded; its spades, a wall, the sea: how it stands, and what hinders it.
 *
 * Every number is reckoned anew from the state by the functions of the rules (supply.h); what happened on the way is taken from the events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/columns.h"
#include "io/explain.h"
#include "io/table_out.h"
#include "shapan/calc_supply.h"
#include "shapan/supply.h"

#include <math.h>
#include <string.h>

#define G_PER_KG 1000.0
#define FELT 0.005 /* what takes less of a whole is not told */

/* ---- words */

static double constant(const sp_explaining *e, const char *name) {
  double value = 0.0;
  (void)sp_constants_value(sp_world_constants(e->world), name, &value);
  return value;
}

static void say_grain(const sp_explaining *e, double g, char out[SP_SAY]) {
  double shi = g / (G_PER_KG * sp_calc_ration(sp_world_constants(e->world), SP_RATION_CAMPAIGN).shi_kg);
  char number[SP_SAY];
  if (shi >= 10.0) sp_say_digits((int64_t)floor(shi + 0.5), number);
  else sp_say_fixed(shi, 1, number);
  const char *args[] = {"n", number, NULL};
  sp_text(e->o->lang, "explain.shi", args, out, SP_SAY);
}

static void say_kg(const sp_explaining *e, double g, char out[SP_SAY]) {
  char number[SP_SAY];
  double kg = g / G_PER_KG;
  if (kg >= 10.0) sp_say_digits((int64_t)floor(kg + 0.5), number);
  else sp_say_fixed(kg, 1, number);
  const char *args[] = {"n", number, NULL};
  sp_text(e->o->lang, "explain.kg", args, out, SP_SAY);
}

static void say_percent(double share, char out[SP_SAY]) {
  sp_say_fixed(100.0 * share, 0, out);
  strcat(out, " %");
}

static void say_number(double value, int decimals, char out[SP_SAY]) { sp_say_fixed(value, fabs(value - floor(value + 0.5)) < 1e-6 ? 0 : decimals, out); }

/* "frozen ground × 0.40": what is left of a whole, cause by cause. */
typedef struct factor { const char *name; double value; } factor;

static void put_factors(sp_explaining *e, const char *lead, const factor *f, size_t count) {
  sp_table_out table = {.columns = 2, .right = 2u};
  char label[SP_PHRASE], number[SP_SAY], text[SP_PHRASE];
  bool any = false;
  for (size_t n = 0; n < count; n++) {
    if (fabs(f[n].value - 1.0) < FELT) continue;
    any = true;
    sp_explain_term(e->o->lang, f[n].name, label);
    sp_table_cell(&table, label);
    sp_say_fixed(f[n].value, 2, number);
    snprintf(text, sizeof text, "× %s", number);
    sp_table_cell(&table, text);
  }
  if (any) sp_explain_say(e, lead, NULL);
  if (any) sp_table_put(&table, "  ", &e->out);
  if (table.failed) e->out.failed = true;
  sp_table_free(&table);
}

/* ---- what happened */

static sp_minute since(const sp_explaining *e) { return e->from ? e->from : sp_model_campaign(e->x->story->model)->start; }

/* The last event of a type with the body as subject. */
static const sp_event *last_event(const sp_explaining *e, sp_event_type type) {
  for (size_t n = e->x->story->events.count; n-- > 0;) {
    const sp_event *x = &e->x->story->events.data[n].e;
    if (x->type == type && x->subject == e->x->unit && x->minute <= e->to) return x;
  }
  return NULL;
}

static void sum_events(const sp_explaining *e, sp_event_type type, int64_t sum[3]) {
  memset(sum, 0, 3 * sizeof *sum);
  for (size_t n = 0; n < e->x->story->events.count; n++) {
    const sp_event *x = &e->x->story->events.data[n].e;
    if (x->type != type || x->subject != e->x->unit || x->minute < since(e) || x->minute > e->to) continue;
    sum[0] += x->a;
    sum[1] += x->b;
    sum[2] += x->c;
  }
}

/* ---- bread */

/* "116 shi for the men, 2.6 shi for the wounded": what is nothing is left out. */
typedef struct share_of { const char *id; char n[SP_SAY]; bool any; } share_of;

static void list_of(const sp_explaining *e, const share_of *parts, size_t count, char out[SP_PHRASE]) {
  char words[4][SP_PHRASE];
  const char *items[4];
  size_t told = 0;
  for (size_t n = 0; n < count && told < 4; n++) {
    if (!parts[n].any) continue;
    const char *args[] = {"n", parts[n].n, NULL};
    sp_text(e->o->lang, parts[n].id, args, words[told], SP_PHRASE);
    items[told] = words[told];
    told++;
  }
  sp_prose list = {0};
  sp_prose_list(&list, e->o->lang, items, told);
  snprintf(out, SP_PHRASE, "%.690s", sp_prose_text(&list));
  sp_prose_free(&list);
}

static void put_need(sp_explaining *e, const sp_bread_state *b) {
  char need[SP_PHRASE], grain[SP_SAY], room[SP_SAY], days[SP_SAY], share[SP_SAY];
  share_of parts[] = {{.id = "explain.bread.of_men", .any = b->men_g_d > 0}, {.id = "explain.bread.of_patients", .any = b->patients_g_d > 0}, {.id = "explain.bread.of_captives", .any = b->captives_g_d > 0}, {.id = "explain.bread.of_beasts", .any = b->beasts_g_d > 0}};
  say_grain(e, (double)b->men_g_d, parts[0].n);
  say_grain(e, (double)b->patients_g_d, parts[1].n);
  say_grain(e, (double)b->captives_g_d, parts[2].n);
  say_grain(e, (double)b->beasts_g_d, parts[3].n);
  list_of(e, parts, 4, need);
  say_grain(e, (double)b->grain_g, grain);
  say_grain(e, (double)b->room_g, room);
  sp_say_fixed(b->days, 1, days);
  say_percent(b->withheld, share);
  const char *args[] = {"need", need, "grain", grain, "room", room, "days", days, "share", share, NULL};
  bool eaters = b->men_g_d + b->patients_g_d > 0;
  if (need[0]) sp_explain_say(e, "explain.bread.need", args);
  sp_explain_say(e, b->grain_g == 0 ? "explain.bread.carries_none" : eaters ? "explain.bread.carries" : "explain.bread.carries_only", args);
  if (b->withheld > 0.0) sp_explain_say(e, "explain.bread.withheld", args);
}

/* Where the next bread comes from. */
static void put_source(sp_explaining *e, const sp_bread_state *b) {
  char store[SP_PHRASE], convoy[SP_PHRASE], grain[SP_SAY], away[SP_SAY], days[SP_SAY], clock[SP_SAY], found[SP_SAY], id[SP_STEM];
  static const char *const foraging[] = {"in_need", "always", "never"};
  double eats = (double)(b->men_g_d + b->patients_g_d + b->captives_g_d) * (1.0 - b->withheld) + (double)b->beasts_g_d;
  sp_explain_who(e, b->depot ? b->depot : b->nearest, store);
  say_grain(e, (double)(b->depot ? b->depot_g : b->nearest_g), grain);
  sp_say_length(e->o->lang, b->nearest_m, away);
  sp_say_fixed(eats > 0.0 ? (double)b->depot_g / eats : 0.0, 1, days);
  const char *args[] = {"store", store, "grain", grain, "away", away, "days", days, NULL};
  sp_explain_say(e, b->depot ? "explain.bread.store" : b->nearest ? "explain.bread.far" : "explain.bread.no_store", args);
  sp_key by = sp_world_convoy_for(e->world, e->x->unit);
  sp_explain_who(e, by, convoy);
  const char *brings[] = {"who", convoy, NULL};
  if (by) sp_explain_say(e, "explain.bread.convoy", brings);
  snprintf(id, sizeof id, "explain.bread.forages.%s", foraging[b->foraging >= 0 && b->foraging < 3 ? b->foraging : 0]);
  sp_explain_say(e, id, NULL);
  const sp_event *drew = last_event(e, SP_EVENT_DRAWS), *brought = last_event(e, SP_EVENT_FORAGED);
  for (int n = 0; n < 2; n++) {
    const sp_event *x = n ? brought : drew;
    if (!x) continue;
    sp_explain_clock(e, x->minute, clock);
    sp_say_digits(x->a, found);
    sp_explain_who(e, x->object, store);
    const char *last[] = {"clock", clock, "n", found, "store", store, NULL};
    sp_explain_say(e, n ? "explain.bread.foraged" : "explain.bread.drew", last);
  }
}

static void put_toll(sp_explaining *e) {
  int64_t toll[3];
  char what[SP_PHRASE];
  sum_events(e, SP_EVENT_STARVES, toll);
  share_of parts[] = {{.id = "explain.bread.dead", .any = toll[0] > 0}, {.id = "explain.bread.gone", .any = toll[1] > 0}, {.id = "explain.bread.beasts_dead", .any = toll[2] > 0}};
  for (int n = 0; n < 3; n++) sp_say_count(e->o->lang, toll[n], parts[n].n);
  list_of(e, parts, 3, what);
  const char *args[] = {"what", what, NULL};
  if (what[0]) sp_explain_say(e, "explain.bread.toll", args);
}

static void put_hunger(sp_explaining *e, const sp_bread_state *b) {
  char missed[SP_SAY], beasts[SP_SAY], weak[SP_SAY], pace[SP_SAY], falls[SP_SAY], longer[SP_SAY], stress[SP_SAY];
  sp_say_fixed(b->missed, 1, missed);
  sp_say_fixed(b->missed_beasts, 1, beasts);
  say_percent(b->weak, weak);
  say_percent(b->pace, pace);
  sp_say_fixed(b->straggle, b->straggle < 1.95 ? 2 : 1, falls);
  say_percent(b->slack - 1.0, longer);
  const char *args[] = {"missed", missed, "beasts", beasts, "weak", weak, "pace", pace, "falls", falls, "longer", longer, NULL};
  bool hungry = b->weak > FELT;
  if (b->missed > 0.05) sp_explain_say(e, "explain.bread.missed", args);
  if (hungry) sp_explain_say(e, b->pace > 1.0 - FELT ? "explain.bread.weak_keeps_pace" : "explain.bread.weak", args);
  if (b->missed_beasts > 0.05) sp_explain_say(e, "explain.bread.beasts", args);
  int64_t step = sp_explain_last(e->x, SP_TRACE_BREAK, e->to, INT64_MAX);
  double term = step >= 0 ? sp_trace_value(&e->x->traces.data[step], "hunger") : 0.0;
  sp_say_fixed(term, 2, stress);
  const char *heart[] = {"n", stress, NULL};
  if (hungry && e->state.fights && term > FELT) sp_explain_say(e, "explain.bread.stress", heart);
  put_toll(e);
}

/* A line for each contingent that feeds apart, and for the others. */
static void put_larders(sp_explaining *e) {
  sp_row_filter rows = sp_rows_of(e->world, "larder");
  sp_field_view body = sp_field_of(e->world, "larder", "formation"), contingent = sp_field_of(e->world, "larder", "contingent"), grain = sp_field_of(e->world, "larder", "grain_g"), men = sp_field_of(e->world, "larder", "men"), missed = sp_field_of(e->world, "larder", "missed"), shares = sp_field_of(e->world, "larder", "shares");
  int32_t row = sp_world_formation_row(e->world, e->x->unit);
  for (int32_t n = 0; n < rows.rows && row >= 0; n++) {
    char who[SP_PHRASE], much[SP_SAY], heads[SP_SAY], short_of[SP_SAY];
    if (!sp_row_shown(&rows, n) || (int32_t)sp_field_int(&body, n, 0) != row) continue;
    int32_t k = (int32_t)sp_field_int(&contingent, n, 0) - 1;
    if (k >= 0) snprintf(who, sizeof who, "%.600s", sp_model_name(e->x->story->model, SP_ENTITY_CONTINGENT, k, e->o->lang));
    else sp_text(e->o->lang, "explain.bread.others", NULL, who, sizeof who);
    say_grain(e, (double)sp_field_int(&grain, n, 0), much);
    sp_say_count(e->o->lang, sp_field_int(&men, n, 0), heads);
    sp_say_fixed(sp_field_real(&missed, n, 0), 1, short_of);
    const char *args[] = {"who", who, "grain", much, "n", heads, "missed", short_of, NULL};
    sp_explain_say(e, sp_field_int(&shares, n, 0) ? "explain.bread.shares" : "explain.bread.apart", args);
  }
}

static void put_bread(sp_explaining *e, bool asked) {
  sp_bread_state b;
  bool known = sp_world_bread(e->world, e->x->unit, &b) == SP_OK, tells = known && (b.eats || asked);
  if (!tells && !asked) return;
  sp_explain_heading(e, "explain.bread");
  if (!known || !b.eats) sp_explain_say(e, "explain.bread.fed", NULL);
  if (!known) return;
  put_need(e, &b);
  if (!b.eats) return;
  put_larders(e);
  put_source(e, &b);
  put_hunger(e, &b);
}

/* ---- powder and fire */

static void put_rounds(sp_explaining *e, const char *id, double weapons, double left, double full) {
  char n[SP_SAY], rounds[SP_SAY], most[SP_SAY];
  if (weapons < 0.5) return;
  sp_say_digits((int64_t)floor(weapons + 0.5), n);
  say_number(left, 1, rounds);
  say_number(full, 1, most);
  const char *args[] = {"n", n, "left", rounds, "full", most, NULL};
  sp_explain_say(e, id, args);
}

static void put_supply_of_powder(sp_explaining *e, const sp_powder_state *m) {
  char wanting[SP_SAY], train[SP_SAY], there[SP_SAY], store[SP_PHRASE], n[SP_SAY], pots[SP_SAY], strength[SP_SAY];
  say_kg(e, (double)m->wanting_g, wanting);
  say_kg(e, (double)m->train_g, train);
  say_kg(e, (double)m->magazine_g, there);
  sp_explain_who(e, m->magazine, store);
  sp_say_digits(m->grenades, n);
  sp_say_digits(m->smoke_pots, pots);
  sp_say_fixed(m->strength, 2, strength);
  const char *args[] = {"wanting", wanting, "train", train, "there", there, "store", store, "grenades", n, "pots", pots, "strength", strength, NULL};
  bool behind = m->told || m->train_g > 0;
  if (m->wanting_g > 0) sp_explain_say(e, "explain.powder.wanting", args);
  if (!behind && m->full_g > 0) sp_explain_say(e, "explain.powder.untold", args);
  if (m->train_g > 0) sp_explain_say(e, "explain.powder.train", args);
  if (m->told && m->magazine) sp_explain_say(e, "explain.powder.magazine", args);
  if (m->told && !m->magazine && m->train_g == 0) sp_explain_say(e, "explain.powder.nowhere", args);
  if (behind && m->wanting_g > 0 && m->fights) sp_explain_say(e, "explain.powder.after", args);
  if (m->full_g > 0 && fabs(m->strength - 1.0) >= FELT) sp_explain_say(e, "explain.powder.strength", args);
  if (m->grenades > 0) sp_explain_say(e, "explain.powder.grenades", args);
  if (m->smoke_pots > 0) sp_explain_say(e, "explain.powder.pots", args);
}

static void put_fire(sp_explaining *e, const sp_powder_state *m) {
  char range[SP_SAY], reach[SP_SAY], smoke[SP_SAY], clock[SP_SAY];
  double bears = constant(e, "fight_shot_reach_m");
  sp_say_length(e->o->lang, m->range_m, range);
  sp_say_length(e->o->lang, bears, reach);
  say_percent(m->smoke_share, smoke);
  const sp_event *out = last_event(e, SP_EVENT_OUT_OF_POWDER);
  sp_explain_clock(e, out ? out->minute : 0, clock);
  const char *args[] = {"range", range, "reach", reach, "smoke", smoke, "clock", clock, NULL};
  if (m->hand_guns > 0.5 && m->rounds <= 0.0) sp_explain_say(e, out ? "explain.powder.ran_out" : "explain.powder.empty", args);
  if (!m->fights) return;
  sp_explain_say(e, m->range_m <= 0.0 ? "explain.powder.hand_to_hand" : m->hand_guns > 0.5 && m->range_m > bears ? "explain.powder.too_far" : "explain.powder.range", args);
  if (m->smoke_share >= 0.05) sp_explain_say(e, "explain.powder.smoke", args);
  const factor f[] = {{"rain", m->rain}, {"smoke", m->smoke}, {"night", m->dark}, {"lot", m->lot}};
  put_factors(e, "explain.powder.factors", f, sizeof f / sizeof *f);
}

static void put_powder(sp_explaining *e, bool asked) {
  sp_powder_state m;
  bool known = sp_world_powder(e->world, e->x->unit, &m) == SP_OK;
  bool worth_telling = known && (m.told || m.fights || m.wanting_g > 0 || m.grenades > 0 || m.smoke_pots > 0);
  if (!worth_telling && !asked) return;
  sp_explain_heading(e, "explain.powder");
  if (!known) {
    sp_explain_say(e, "explain.powder.none", NULL);
    return;
  }
  put_rounds(e, "explain.powder.rounds", m.hand_guns, m.rounds, constant(e, "fight_rounds_full"));
  put_rounds(e, "explain.powder.shot", m.guns, m.shot, constant(e, "fight_shot_full"));
  put_rounds(e, "explain.powder.arrows", m.bows, m.arrows, constant(e, "fight_arrows_full"));
  put_supply_of_powder(e, &m);
  put_fire(e, &m);
}

/* ---- wounded and sick */

static void put_lying(sp_explaining *e, const sp_patients_state *p) {
  char who[SP_PHRASE], carry[SP_SAY], places[SP_SAY], carts[SP_SAY], led[SP_SAY], over[SP_SAY];
  double carried = floor(p->to_carry), beyond = floor(p->to_carry - p->places);
  share_of kinds[] = {{.id = "explain.patients.light", .any = p->light > 0}, {.id = "explain.patients.serious", .any = p->serious > 0}, {.id = "explain.patients.sick", .any = p->sick > 0}};
  sp_say_digits(p->light, kinds[0].n);
  sp_say_digits(p->serious, kinds[1].n);
  sp_say_digits(p->sick, kinds[2].n);
  list_of(e, kinds, 3, who);
  sp_say_digits((int64_t)carried, carry);
  sp_say_digits((int64_t)p->places, places);
  sp_say_digits(p->carts, carts);
  sp_say_digits(p->led, led);
  sp_say_digits((int64_t)(beyond > 0.0 ? beyond : 0.0), over);
  const char *args[] = {"who", who, "carry", carry, "places", places, "carts", carts, "led", led, "over", over, NULL};
  sp_explain_say(e, "explain.patients.with", args);
  if (p->carries > 0) sp_explain_say(e, p->carries == 1 ? "explain.patients.to_leave" : "explain.patients.to_take", args);
  if (p->carries == 1) return; /* told to leave them: places are not the matter */
  sp_explain_say(e, carried < 1.0 ? "explain.patients.walk" : p->places < 1.0 ? "explain.patients.no_places" : "explain.patients.places", args);
  if (carried >= 1.0) sp_explain_say(e, beyond >= 1.0 ? "explain.patients.over" : "explain.patients.carried", args);
}

static void put_patients(sp_explaining *e, bool asked) {
  sp_patients_state p;
  int64_t left[3];
  bool known = sp_world_patients(e->world, e->x->unit, &p) == SP_OK;
  sum_events(e, SP_EVENT_WOUNDED_LEFT, left);
  if (!known && !asked && left[0] == 0) return;
  sp_explain_heading(e, "explain.patients");
  char n[SP_SAY];
  sp_say_digits(left[0], n);
  const char *behind[] = {"n", n, NULL};
  if (!known) {
    sp_explain_say(e, "explain.patients.none", NULL);
    if (left[0] > 0) sp_explain_say(e, "explain.patients.left", behind);
    return;
  }
  put_lying(e, &p);
  if (left[0] > 0) sp_explain_say(e, "explain.patients.left", behind);
}

/* ---- spades */

static void put_spades(sp_explaining *e, bool asked) {
  sp_spades_state s;
  bool known = sp_world_spades(e->world, e->x->unit, &s) == SP_OK;
  if (!known && !asked) return;
  sp_explain_heading(e, "explain.spades");
  if (!known) {
    sp_explain_say(e, "explain.spades.none", NULL);
    return;
  }
  char front[SP_SAY], depth[SP_SAY], wanted[SP_SAY], moved[SP_SAY], left[SP_SAY], hours[SP_SAY], diggers[SP_SAY], man_h[SP_SAY], rate[SP_SAY], stakes[SP_SAY], id[SP_STEM];
  sp_say_length(e->o->lang, s.front_m, front);
  sp_say_depth(e->o->lang, s.depth_m, depth);
  sp_say_depth(e->o->lang, s.wanted_m, wanted);
  sp_say_digits((int64_t)floor(s.moved_m3 + 0.5), moved);
  sp_say_digits((int64_t)floor(s.left_m3 + 0.5), left);
  sp_say_digits((int64_t)floor(s.diggers + 0.5), diggers);
  sp_say_digits((int64_t)floor(s.man_h_left + 0.5), man_h);
  sp_say_fixed(s.diggers > 0.0 ? s.man_h_left / s.diggers : 0.0, 1, hours);
  sp_say_fixed(s.m3_h, 0, rate);
  say_percent(s.palisade, stakes);
  const char *args[] = {"front", front, "depth", depth, "wanted", wanted, "moved", moved, "left", left, "diggers", diggers, "man_h", man_h, "hours", hours, "rate", rate, "stakes", stakes, NULL};
  snprintf(id, sizeof id, "explain.spades.bar.%s", sp_dig_bar_name(s.bar));
  sp_explain_say(e, id, args);
  if (s.work < 0) return;
  sp_explain_say(e, "explain.spades.work", args);
  if (s.left_m3 >= 0.5) sp_explain_say(e, s.diggers > 0.0 ? "explain.spades.left" : "explain.spades.left_nobody", args);
  if (s.left_m3 < 0.5 && s.palisade > 0.0) sp_explain_say(e, "explain.spades.stakes", args);
  if (s.bar == SP_DIG_DONE) return;
  const factor f[] = {{"frost", s.frost}, {"rain", s.rain}, {"mud", s.mud}, {"night", s.dark}, {"weary", s.weary}, {"pauses", s.pauses}};
  put_factors(e, "explain.spades.factors", f, sizeof f / sizeof *f);
}

/* ---- walls */

static const char *siege_word(const sp_storm_state *s) {
  static const char *const words[] = {"none", "guns", "breached", "forward", "ditch", "up", "repulsed", "carried"};
  return s->phase >= 0 && (size_t)s->phase < sizeof words / sizeof *words ? words[s->phase] : "none";
}

/* Why it does not go on. */
static const char *why_it_stalls(const sp_storm_state *s) {
  bool breached = s->breach_m >= s->enough_m;
  if (s->invests && s->waits && s->phase == 0) return "ring";
  if (s->phase == 1 && s->heavy_guns > 0.0 && s->rounds <= 0.0) return "no_shot";
  if (s->phase == 1 && !s->daylight) return "night";
  if (s->phase == 1 && !breached) return "breach";
  if (s->phase >= 3 && s->gap_m < 0.0) return "not_engaged";
  if (s->phase >= 3 && s->phase <= 5 && !breached) return "climbs";
  return NULL;
}

static void put_storm(sp_explaining *e, bool asked) {
  sp_storm_state s;
  bool known = sp_world_storm(e->world, e->x->unit, &s) == SP_OK;
  if ((!known && !asked) || (known && !asked && s.behind && s.phase == 0 && s.ring <= 0.0)) return;
  sp_explain_heading(e, "explain.storm");
  if (!known) {
    sp_explain_say(e, "explain.storm.none", NULL);
    return;
  }
  char place[SP_PHRASE], clock[SP_SAY], breach[SP_SAY], enough[SP_SAY], guns[SP_SAY], rounds[SP_SAY], ring[SP_SAY], gap[SP_SAY], cover[SP_SAY], ditch[SP_SAY], climb[SP_SAY], id[SP_STEM];
  sp_field_view key = sp_field_of(e->world, "wall", "key");
  sp_world_name(e->world, (sp_key)sp_field_int(&key, s.wall, 0), e->o->lang, place, sizeof place);
  sp_explain_clock(e, s.since, clock);
  sp_say_length(e->o->lang, s.breach_m, breach);
  sp_say_length(e->o->lang, s.enough_m, enough);
  sp_say_digits((int64_t)s.heavy_guns, guns);
  say_number(s.rounds, 1, rounds);
  say_percent(s.ring, ring);
  sp_say_length(e->o->lang, s.gap_m > 0.0 ? s.gap_m : 0.0, gap);
  say_percent(s.cover, cover);
  say_percent(s.ditch, ditch);
  say_percent(s.climb, climb);
  const char *args[] = {"place", place, "clock", clock, "breach", breach, "enough", enough, "guns", guns, "rounds", rounds, "ring", ring, "gap", gap, "cover", cover, "ditch", ditch, "climb", climb, NULL};
  sp_explain_say(e, s.behind ? "explain.storm.behind" : "explain.storm.before", args);
  snprintf(id, sizeof id, "explain.storm.phase.%s", siege_word(&s));
  sp_explain_say(e, id, args);
  sp_explain_say(e, s.breach_m > 0.0 ? "explain.storm.breach" : "explain.storm.whole", args);
  if (!s.behind && s.heavy_guns > 0.0) sp_explain_say(e, "explain.storm.guns", args);
  const char *why = s.behind ? NULL : why_it_stalls(&s);
  snprintf(id, sizeof id, "explain.storm.stalls.%s", why ? why : "");
  if (why) sp_explain_say(e, id, args);
  if (s.phase >= 3 && s.gap_m >= 0.0) sp_explain_say(e, "explain.storm.gap", args);
  sp_explain_say(e, "explain.storm.worth", args);
  if (s.ring > 0.0) sp_explain_say(e, "explain.storm.ring", args);
}

/* ---- boats */

static void put_sea(sp_explaining *e, bool asked) {
  sp_sea_state s;
  bool known = sp_world_sea(e->world, e->x->unit, &s) == SP_OK;
  if (!known && !asked) return;
  sp_explain_heading(e, "explain.sea");
  if (!known) {
    sp_explain_say(e, "explain.sea.none", NULL);
    return;
  }
  char goal[SP_PHRASE] = "", clock[SP_SAY], boats[SP_SAY], rafts[SP_SAY], wanted[SP_SAY], room[SP_SAY], cargo[SP_SAY], work[SP_SAY], man_h[SP_SAY], wind[SP_SAY], most[SP_SAY], way[SP_SAY], lane[SP_SAY], id[SP_STEM];
  if (s.bound_for >= 0) sp_world_place_name(e->world, s.bound_for, e->o->lang, goal, sizeof goal);
  sp_explain_clock(e, s.since, clock);
  sp_say_digits(s.boats, boats);
  sp_say_digits(s.rafts, rafts);
  sp_say_digits(s.rafts_wanted, wanted);
  sp_say_digits((int64_t)floor(s.room + 0.5), room);
  sp_say_digits((int64_t)ceil(s.wanted - 1e-6), cargo);
  sp_say_duration(e->o->lang, s.work_left_min, work);
  sp_say_digits((int64_t)floor(s.raft_man_h_left + 0.5), man_h);
  sp_say_fixed(s.wind_m_s, 1, wind);
  sp_say_fixed(s.most_m_s, 1, most);
  sp_say_length(e->o->lang, s.way_m, way);
  sp_say_length(e->o->lang, s.lane_m, lane);
  const char *args[] = {"goal", goal, "clock", clock, "boats", boats, "rafts", rafts, "wanted", wanted, "room", room, "cargo", cargo, "work", work, "man_h", man_h, "wind", wind, "most", most, "way", way, "lane", lane, NULL};
  snprintf(id, sizeof id, "explain.sea.bar.%s", sp_sea_bar_name(s.bar));
  sp_explain_say(e, id, args);
  if (s.boats + s.rafts == 0) return;
  sp_explain_say(e, s.boats == 0 ? "explain.sea.rafts" : s.rafts == 0 ? "explain.sea.boats" : "explain.sea.both", args);
  bool aboard = s.bar >= SP_SEA_LOADING && s.bar <= SP_SEA_LANDING; /* who stays has stayed by then */
  sp_explain_say(e, s.room >= s.wanted - 1e-6 ? "explain.sea.room" : aboard ? "explain.sea.crowded" : "explain.sea.too_little", args);
}

/* ---- the whole */

void sp_explain_supply(sp_explaining *e) {
  static const struct { sp_why why; void (*put)(sp_explaining *, bool); } parts[] = {
      {SP_WHY_BREAD, put_bread}, {SP_WHY_POWDER, put_powder}, {SP_WHY_WOUNDED, put_patients}, {SP_WHY_DIGGING, put_spades}, {SP_WHY_ASSAULT, put_storm}, {SP_WHY_BOATS, put_sea}};
  if (!e->state.alive) return;
  for (size_t n = 0; n < sizeof parts / sizeof *parts; n++)
    if (e->o->why == SP_WHY_ANY || e->o->why == parts[n].why) parts[n].put(e, e->o->why != SP_WHY_ANY);
}
