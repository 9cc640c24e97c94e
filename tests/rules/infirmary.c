/* infirmary.c - small wars with wounded and sick at the opening. SPDX-License-Identifier: Apache-2.0 */
#include "rules/infirmary.h"

#include <stdlib.h>

void sp_infirmary_foot(sp_lab *lab, const char *formation, int32_t men, int32_t light, int32_t serious, int32_t sick) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.arm = SP_ARM_SPEAR;
  def.count[SP_RANK_SOLDIER] = men;
  def.patients[0] = light;
  def.patients[1] = serious;
  def.patients[2] = sick;
  if (sp_scenario_add_strength(lab->scenario, &def) != SP_OK) abort();
}

int32_t sp_infirmary_lying(const sp_world *w, const char *formation, sp_line line, int lies) {
  int32_t men = 0, row = sp_formation_row(w, sp_key_of(formation));
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++)
    if (w->ward.alive[p] && w->ward.formation[p] == row && w->ward.line[p] == line && (lies < 0 || w->ward.lies[p] == lies)) men += w->ward.men[p];
  return men;
}

int64_t sp_infirmary_all(const sp_world *w, const char *side) {
  int64_t men = 0;
  for (int line = 0; line < SP_LINE_COUNT; line++) men += sp_broken_line(w, side, (sp_line)line);
  return men;
}
