/* after_break.c - a small war after the break. SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <stdio.h>
#include <stdlib.h>

static const struct { const char *id; double east_m; } site[] = {{"home", -20000.0}, {"inn", -10000.0}, {"ford-village", -4000.0}, {"field", 0.0}, {"knoll", 1000.0}, {"east", 15000.0}};

void sp_broken_road(sp_lab *lab, double hours) {
  *lab = sp_lab_open(hours, 15);
  sp_lab_side(lab, "ming");
  sp_lab_side(lab, "qing");
  for (size_t i = 0; i < sizeof site / sizeof *site; i++) {
    sp_lab_place(lab, site[i].id, site[i].east_m, 0.0);
    if (i) sp_lab_road(lab, site[i - 1].id, site[i].id, site[i].east_m - site[i - 1].east_m, SP_ROAD_POST, SP_RELIEF_PLAIN);
  }
}

void sp_broken_body(sp_lab *lab, const char *id, const char *side, const char *chief, const char *place, int32_t foot, int32_t horse) {
  sp_lab_formation(lab, id, side, chief, place);
  if (foot > 0) sp_lab_strength(lab, id, SP_ARM_SPEAR, foot);
  if (horse > 0) sp_lab_strength(lab, id, SP_ARM_HORSE, horse);
  if (horse > 0) sp_lab_strength(lab, id, SP_ARM_MOUNT, horse);
}

sp_world *sp_broken_open(sp_lab *lab, uint64_t seed) {
  sp_world *w = sp_lab_war(lab, seed);
  w->constants.rout_luck_sigma = 0.0; /* the hand values know no luck */
  return w;
}

int32_t sp_broken_row(const sp_world *w, const char *id) { return sp_formation_by_key(w, sp_key_of(id)); }

void sp_broken_break(sp_world *w, const char *id, const char *by) {
  int32_t i = sp_broken_row(w, id);
  w->combat.stance[i] = SP_BROKEN;
  w->combat.cause[i] = SP_BREAK_PRESSED;
  w->combat.since[i] = w->head->minute;
  w->combat.broken_by[i] = by ? sp_key_of(by) : 0;
  w->formation.order[i] = 0.1;
}

void sp_broken_until(sp_world *w, int64_t minutes) {
  char message[300] = "";
  while (!sp_world_over(w) && w->head->minute < w->model->campaign.start + minutes) {
    sp_status status = sp_world_step(w);
    if (status == SP_OK) status = sp_world_check(w, message, sizeof message);
    if (status == SP_OK) continue;
    (void)sp_world_check(w, message, sizeof message);
    fprintf(stderr, "after_break: tick %lld: %s\n", (long long)sp_world_tick(w), message);
    abort();
  }
}

int32_t sp_broken_line(const sp_world *w, const char *side, sp_line line) {
  int32_t of = sp_model_find(w->model, SP_ENTITY_SIDE, side), sum = 0;
  for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++) {
    if (!sp_arm_is_man((sp_arm)w->tally.arm[y]) || w->model->contingent[w->tally.contingent[y]].side != of) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      int32_t at = (y * SP_RANK_COUNT + r) * SP_LINE_COUNT + (int32_t)line;
      sum += w->tally.opening[at] + w->tally.came_in[at] - w->tally.went_out[at];
    }
  }
  return sum;
}
