/* order_supply.c - orders about stores: drawing, unloading, handing over, burning, rations, foraging, slaughter; read and said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_munition.h"
#include "world/order_supply.h"

#include <stdio.h>
#include <string.h>

#define SHI_G 88000 /* as quantities in files have it, whatever ration_shi_kg a trial draws */
#define MOST_G 1e12
#define SAID 160

static const struct portion { const char *words, *line; int32_t thousandths; const char *said; } portions[] = {
    {"full|whole", "full", 1000, "order.say.ration_full"},
    {"two-thirds|two-third", "two-thirds", 667, "order.say.ration_two_thirds"},
    {"half", "half", 500, "order.say.ration_half"},
    {"third|one-third", "third", 333, "order.say.ration_third"},
};
#define PORTIONS (sizeof portions / sizeof *portions)

/* ---- reading */

/* "300 shi", "10 days", "all". */
static bool amount(sp_order_lines *l, bool days_too) {
  sp_order_draft *d = l->draft;
  const sp_token *first = sp_order_peek(l);
  if (sp_order_take(l, "all|everything")) return d->amount = -1, sp_order_of_munitions(l), true;
  if (sp_order_of_munitions(l)) return d->amount = -1, true;
  if (first->kind == SP_TOKEN_END) return sp_order_expected(l, days_too ? "10 days, 300 shi, all" : "300 shi, all");
  double value, grams = 0.0;
  const char *unit;
  if (!sp_order_quantity(l, days_too ? "order.grain_or_days_wanted" : "order.grain_wanted", &value, &unit)) return false;
  if (days_too && (!strcmp(unit, "days") || !strcmp(unit, "day") || !strcmp(unit, "d"))) {
    (void)(sp_order_take(l, "of|bread|grain|rations") && sp_order_take(l, "bread|grain|rations"));
    d->manner = SP_SUPPLY_DAYS;
    d->amount = sp_to_i64(sp_rint(value));
    return (value >= 0.5 && value <= 400.0) || sp_order_blame(l, first, "order.days_many");
  }
  if (!strcmp(unit, "grenades") || !strcmp(unit, "grenade")) {
    d->manner = SP_SUPPLY_GRENADES;
    d->amount = sp_to_i64(sp_rint(value));
    return (value >= 1.0 && value <= 2e6) || sp_order_blame(l, first, "order.grenades_many");
  }
  if (!strcmp(unit, "shi") || !strcmp(unit, "石")) grams = value * SHI_G;
  else if (!strcmp(unit, "kg")) grams = value * 1000.0;
  else if (!strcmp(unit, "t")) grams = value * 1e6;
  else return sp_order_blame(l, &l->token[l->next - 1], days_too ? "order.grain_or_days_unit" : "order.grain_unit");
  if (!sp_order_of_munitions(l)) (void)(sp_order_take(l, "of|grain") && sp_order_take(l, "grain"));
  if (d->manner == SP_SUPPLY_GRENADES) return sp_order_blame(l, first, "order.grenades_weighed");
  d->amount = sp_to_i64(sp_rint(sp_min(grams, 2.0 * MOST_G)));
  return (grams >= 1.0 && grams <= MOST_G) || sp_order_blame(l, first, "order.grain_much");
}

static bool issue(sp_order_lines *l) {
  for (size_t i = 0; i < PORTIONS; i++) {
    if (!sp_order_take(l, portions[i].words)) continue;
    l->draft->amount = portions[i].thousandths;
    if (portions[i].thousandths == 333 || portions[i].thousandths == 667) (void)sp_order_take(l, "of");
    if (!sp_order_take(l, "rations|ration")) return sp_order_expected(l, "rations");
    return !sp_order_take(l, "to|for") || sp_order_feeding(l, &l->draft->follow_m);
  }
  return sp_order_expected(l, "full, two-thirds, half, third");
}

/* "300 shi to koreans": of what the others of the body have. */
static bool give(sp_order_lines *l) {
  if (!amount(l, false)) return false;
  if (l->draft->manner != SP_SUPPLY_GRAMS) return sp_order_blame(l, &l->token[l->next - 1], "order.grain_unit");
  if (!sp_order_take(l, "to")) return sp_order_expected(l, "to");
  return sp_order_take(l, "others") || sp_order_feeding(l, &l->draft->follow_m);
}

static bool share(sp_order_lines *l, const char *word) {
  const sp_token *at = &l->token[l->next - 1];
  bool any = false;
  for (int32_t k = 0; k < l->reader->model->contingent_count; k++) any = any || l->reader->model->contingent[k].feeds >= 0;
  if (!any) return sp_order_blame(l, at, "order.nobody_apart");
  return sp_order_take(l, word) || sp_order_expected(l, word);
}

static bool forage(sp_order_lines *l) {
  l->draft->amount = SP_FORAGES_ALWAYS;
  if (sp_order_take(l, "always")) return true;
  if (sp_order_take(l, "in")) {
    l->draft->amount = SP_FORAGES_IN_NEED;
    return sp_order_take(l, "need") || sp_order_expected(l, "need");
  }
  if (!sp_order_take(l, "no")) return true;
  l->draft->amount = SP_FORAGES_NEVER;
  return sp_order_take(l, "more|longer") || sp_order_expected(l, "more");
}

static bool slaughter(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  const sp_token *first = sp_order_peek(l);
  int32_t count = 0;
  if (sp_order_take(l, "all")) d->amount = -1;
  else if (first->kind == SP_TOKEN_WORD && sp_order_whole(first->word, &count)) l->next++, d->amount = count;
  else return sp_order_expected(l, "all, 300");
  if (d->amount == 0) return sp_order_blame(l, first, "order.beasts_none");
  if (sp_order_take(l, "horses|horse|mounts|mount")) return d->detach_arm[0] = SP_ARM_MOUNT, true;
  if (!sp_order_take(l, "draught|oxen|ox|mules|mule")) return sp_order_expected(l, "horses, draught");
  (void)sp_order_take(l, "beasts|animals");
  return d->detach_arm[0] = SP_ARM_DRAUGHT, true;
}

bool sp_order_supply(sp_order_lines *l, bool *good) {
  sp_verb *verb = &l->draft->verb;
  *good = true;
  if (sp_order_take(l, "draw")) *verb = SP_VERB_DRAW, *good = amount(l, true);
  else if (sp_order_take(l, "unload|store")) {
    *verb = SP_VERB_UNLOAD;
    l->draft->amount = -1;
    *good = sp_order_peek(l)->kind == SP_TOKEN_END || amount(l, false);
  } else if (sp_order_take(l, "hand")) {
    *verb = SP_VERB_HAND_OVER;
    *good = (sp_order_take(l, "over") || sp_order_expected(l, "over")) && amount(l, false) && (sp_order_take(l, "to") || sp_order_expected(l, "to")) && sp_order_formation(l, &l->draft->follow) &&
            (!sp_order_take(l, "for") || (l->draft->manner == SP_SUPPLY_GRAMS ? sp_order_feeding(l, &l->draft->follow_m) : sp_order_blame(l, &l->token[l->next - 1], "order.too_much")));
  } else if (sp_order_take(l, "burn")) {
    *verb = SP_VERB_BURN_STORES;
    *good = sp_order_take(l, "stores|store|granaries|grain") || sp_order_expected(l, "stores, bridge");
  } else if (sp_order_take(l, "issue")) *verb = SP_VERB_RATION, *good = issue(l);
  else if (sp_order_take(l, "forage")) *verb = SP_VERB_FORAGE, *good = forage(l);
  else if (sp_order_take(l, "give")) *verb = SP_VERB_GIVE, *good = give(l);
  else if (sp_order_take(l, "share")) *verb = SP_VERB_SHARE, l->draft->amount = 1, *good = share(l, "bread");
  else if (sp_order_take(l, "eat")) *verb = SP_VERB_SHARE, l->draft->amount = 0, *good = share(l, "apart");
  else if (sp_order_take(l, "slaughter")) *verb = SP_VERB_SLAUGHTER, *good = slaughter(l);
  else return false;
  return true;
}

/* ---- the canonical line */

static size_t line_amount(const sp_world *w, int32_t o, char *out, size_t size) {
  int64_t n = w->order.amount[o];
  if (w->order.ask[o] >= SP_SUPPLY_POWDER) return sp_order_munition_amount(w, o, out, size);
  if (n < 0) return (size_t)snprintf(out, size, "all");
  if (w->order.ask[o] == SP_SUPPLY_DAYS) return (size_t)snprintf(out, size, "%lld days", (long long)n);
  if (n % SHI_G == 0) return (size_t)snprintf(out, size, "%lld shi", (long long)(n / SHI_G));
  if (n % 1000 == 0) return (size_t)snprintf(out, size, "%lld kg", (long long)(n / 1000));
  return (size_t)snprintf(out, size, "%lld.%03lld kg", (long long)(n / 1000), (long long)(n % 1000));
}

static const struct portion *portion_of(int64_t thousandths) {
  for (size_t i = 0; i < PORTIONS; i++) {
    if (portions[i].thousandths == thousandths) return &portions[i];
  }
  return &portions[0];
}

static const char *feeding_id(const sp_world *w, int32_t o) {
  int32_t contingent = w->order.follow_m[o] - 1;
  return contingent >= 0 && contingent < w->model->contingent_count ? sp_model_id(w->model, SP_ENTITY_CONTINGENT, contingent) : NULL;
}

bool sp_order_supply_line(const sp_world *w, int32_t o, char *out, size_t size) {
  char much[SAID], whom[SAID] = "?";
  const char *id = feeding_id(w, o);
  int32_t to = sp_formation_by_key(w, w->order.follow[o]);
  switch ((sp_verb)w->order.verb[o]) {
    case SP_VERB_DRAW:
    case SP_VERB_UNLOAD:
      (void)line_amount(w, o, much, sizeof much);
      snprintf(out, size, "%s %s", w->order.verb[o] == SP_VERB_DRAW ? "draw" : "unload", much);
      return true;
    case SP_VERB_HAND_OVER:
      (void)line_amount(w, o, much, sizeof much);
      if (to >= 0) sp_formation_word(w, to, whom, sizeof whom);
      snprintf(out, size, "hand over %s to %s%s%s", much, whom, id ? " for " : "", id ? id : "");
      return true;
    case SP_VERB_GIVE:
      (void)line_amount(w, o, much, sizeof much);
      snprintf(out, size, "give %s to %s", much, id ? id : "others");
      return true;
    case SP_VERB_SHARE: snprintf(out, size, "%s", w->order.amount[o] ? "share bread" : "eat apart"); return true;
    case SP_VERB_BURN_STORES: snprintf(out, size, "burn stores"); return true;
    case SP_VERB_RATION: snprintf(out, size, "issue %s rations%s%s", portion_of(w->order.amount[o])->line, id ? " to " : "", id ? id : ""); return true;
    case SP_VERB_FORAGE: snprintf(out, size, "%s", w->order.amount[o] == SP_FORAGES_NEVER ? "forage no more" : w->order.amount[o] == SP_FORAGES_IN_NEED ? "forage in need" : "forage always"); return true;
    case SP_VERB_SLAUGHTER:
      if (w->order.amount[o] < 0) snprintf(much, sizeof much, "all");
      else snprintf(much, sizeof much, "%lld", (long long)w->order.amount[o]);
      snprintf(out, size, "slaughter %s %s", much, w->order.detach_arm[o * 3] == SP_ARM_MOUNT ? "horses" : "draught beasts");
      return true;
    default: return false;
  }
}

/* ---- a sentence */

static void number(sp_lang lang, int64_t n, char *out, size_t size) {
  if (lang == SP_LANG_ZH) sp_say_number_zh(n, out, size);
  else snprintf(out, size, "%lld", (long long)n);
}

static void said_amount(const sp_world *w, int32_t o, sp_lang lang, char out[SAID]) {
  char n[64];
  int64_t much = w->order.amount[o];
  bool days = w->order.ask[o] == SP_SUPPLY_DAYS;
  if (w->order.ask[o] >= SP_SUPPLY_POWDER) {
    sp_order_munition_said(w, o, lang, out, SAID);
    return;
  }
  if (much < 0) {
    (void)sp_text(lang, "order.say.all_grain", NULL, out, SAID);
    return;
  }
  number(lang, days ? much : sp_to_i64(sp_max(1.0, sp_rint((double)much / SHI_G))), n, sizeof n);
  (void)sp_text(lang, days ? "order.say.days_of_bread" : "order.say.shi_of_grain", (const char *[]){"n", n, NULL}, out, SAID);
}

bool sp_order_supply_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  static const char *const forage_id[] = {[SP_FORAGES_IN_NEED] = "order.say.forage_in_need", [SP_FORAGES_ALWAYS] = "order.say.forage", [SP_FORAGES_NEVER] = "order.say.forage_no_more"};
  char much[SAID] = "", whom[SAID] = "", n[64] = "";
  sp_verb verb = (sp_verb)w->order.verb[o];
  const char *name = feeding_id(w, o) ? sp_model_name(w->model, SP_ENTITY_CONTINGENT, w->order.follow_m[o] - 1, lang) : NULL;
  if (verb == SP_VERB_DRAW || verb == SP_VERB_UNLOAD || verb == SP_VERB_HAND_OVER || verb == SP_VERB_GIVE) said_amount(w, o, lang, much);
  switch (verb) {
    case SP_VERB_DRAW: (void)sp_text(lang, "order.say.draw", (const char *[]){"much", much, NULL}, out, size); return true;
    case SP_VERB_UNLOAD: (void)sp_text(lang, "order.say.unload", (const char *[]){"much", much, NULL}, out, size); return true;
    case SP_VERB_HAND_OVER:
      (void)sp_world_name(w, w->order.follow[o], lang, whom, sizeof whom);
      (void)sp_text(lang, name ? "order.say.hand_over_for" : "order.say.hand_over", (const char *[]){"much", much, "whom", whom, "contingent", name ? name : "", NULL}, out, size);
      return true;
    case SP_VERB_GIVE: (void)sp_text(lang, name ? "order.say.give" : "order.say.give_others", (const char *[]){"much", much, "contingent", name ? name : "", NULL}, out, size); return true;
    case SP_VERB_SHARE: (void)sp_text(lang, w->order.amount[o] ? "order.say.share_bread" : "order.say.eat_apart", NULL, out, size); return true;
    case SP_VERB_BURN_STORES: (void)sp_text(lang, "order.say.burn_stores", NULL, out, size); return true;
    case SP_VERB_RATION:
      (void)sp_text(lang, portion_of(w->order.amount[o])->said, NULL, much, sizeof much);
      (void)sp_text(lang, name ? "order.say.ration_to" : "order.say.ration_all", (const char *[]){"ration", much, "contingent", name ? name : "", NULL}, out, size);
      return true;
    case SP_VERB_FORAGE: (void)sp_text(lang, forage_id[w->order.amount[o] >= 0 && w->order.amount[o] <= SP_FORAGES_NEVER ? w->order.amount[o] : SP_FORAGES_ALWAYS], NULL, out, size); return true;
    case SP_VERB_SLAUGHTER: {
      bool horses = w->order.detach_arm[o * 3] == SP_ARM_MOUNT;
      if (w->order.amount[o] >= 0) number(lang, w->order.amount[o], n, sizeof n);
      const char *id = w->order.amount[o] < 0 ? (horses ? "order.say.slaughter_all_horses" : "order.say.slaughter_all_draught") : horses ? "order.say.slaughter_horses" : "order.say.slaughter_draught";
      (void)sp_text(lang, id, (const char *[]){"n", n, NULL}, out, size);
      return true;
    }
    default: return false;
  }
}
