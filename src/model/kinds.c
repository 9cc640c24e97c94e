/* kinds.c - the words of kinds.def as tables: categories of arms, names in both languages.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/model.h"

const sp_arm_category sp_arm_category_of[SP_ARM_COUNT] = {
#define SP_ARM(name, word, category, en, zh) [SP_ARM_##name] = SP_CATEGORY_##category,
#include "shapan/kinds.def"
};

static const sp_name arm_names[SP_ARM_COUNT] = {
#define SP_ARM(name, word, category, en, zh) [SP_ARM_##name] = {en, zh},
#include "shapan/kinds.def"
};

static const sp_name class_names[SP_CLASS_COUNT] = {
#define SP_TROOP_CLASS(name, word, en, zh) [SP_CLASS_##name] = {en, zh},
#include "shapan/kinds.def"
};

static const sp_name rank_names[SP_RANK_COUNT] = {
#define SP_RANK(name, word, en, zh) [SP_RANK_##name] = {en, zh},
#include "shapan/kinds.def"
};

static const double trait_fallbacks[SP_TRAIT_COUNT] = {
#define SP_TRAIT(name, word, fallback, en, zh) [SP_TRAIT_##name] = (fallback),
#include "shapan/kinds.def"
};

static const char *pick(const sp_name *names, int32_t count, int32_t index, sp_lang lang) {
  if (index < 0 || index >= count) return "";
  return lang == SP_LANG_ZH ? names[index].zh : names[index].en;
}

const char *sp_arm_name(sp_arm arm, sp_lang lang) { return pick(arm_names, SP_ARM_COUNT, (int32_t)arm, lang); }

const char *sp_class_name(sp_troop_class troop_class, sp_lang lang) {
  return pick(class_names, SP_CLASS_COUNT, (int32_t)troop_class, lang);
}

const char *sp_rank_name(sp_rank rank, sp_lang lang) { return pick(rank_names, SP_RANK_COUNT, (int32_t)rank, lang); }

void sp_person_def_init(sp_person_def *def) {
  if (!def) return;
  *def = (sp_person_def){.size = sizeof *def};
  for (int32_t i = 0; i < SP_TRAIT_COUNT; i++) def->trait[i] = trait_fallbacks[i];
}
