/* flanks.c - whose flank or rear is open in a step of a fight, and what closes it.
 *
 * Open: men whom nobody faces and who turn on the next line; late-comers who have come in on a flank or in the rear; a
 *   longer line that laps round a shorter one. Closed: by those who went in from the reserve to meet them, man for man;
 *   by wagons drawn in a ring.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/battle_step.h"

/* Men who have come in on the enemy's flank or rear in this sector, weighed by how far round they are; those who went in
 * from the reserve to meet such. */
static void count_flankers(const sp_tick *t, const sp_fight_state *x, double round[2][3], double closing[2][3]) {
  const sp_combat_columns *c = &t->world->combat;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    if (f->line <= 0.0) continue;
    if (c->flanking[f->formation] > 0.0) round[f->part][f->sector] += f->line * (0.5 + 0.5 * c->flanking[f->formation]);
    if (c->closes[f->formation]) closing[f->part][f->sector] += f->line;
  }
}

/* Men come round against one line: less those told off to meet them, so far as wagons leave room. */
static void open_flank(const sp_tick *t, sp_line_state *line, double men, double closing) {
  double share = sp_clamp((men - closing) / sp_max(1.0, 0.5 * line->men), 0.0, 1.0);
  line->flanked = sp_max(line->flanked, share * (1.0 - t->k->engage_laager_flank * line->laager));
}

void sp_set_flanks(const sp_tick *t, sp_fight_state *x) {
  const double *gap = &t->world->engagement.gap_m[x->engagement * 3];
  double length[2] = {0.0, 0.0}, round[2][3] = {{0.0}}, closing[2][3] = {{0.0}};
  count_flankers(t, x, round, closing);
  for (int32_t p = 0; p < 2; p++)
    for (int32_t s = 0; s < 3; s++) {
      const sp_line_state *own = &x->line[p][s];
      if (own->men <= 0.0) continue;
      length[p] += own->men / sp_men_per_m_of(t, own);
      int32_t faced = sp_faced_sector(x, p, s);
      if (faced < 0 || gap[s] > t->k->fight_stand_m) continue;
      double men = faced == s ? round[p][s] : own->men;
      if (men > 0.0) open_flank(t, &x->line[1 - p][faced], men, closing[1 - p][faced]);
    }
  double front = t->world->engagement.front_m[x->engagement];
  for (int32_t p = 0; p < 2; p++) {
    double over = t->k->fight_overlap * sp_clamp(sp_min(front, length[1 - p]) / sp_max(1.0, length[p]) - 1.0, 0.0, 1.0);
    for (int32_t s = 0; s < 3; s++) {
      bool end = s != SP_SECTOR_CENTRE || t->world->engagement.one_line[x->engagement];
      sp_line_state *l = &x->line[p][s];
      if (end && gap[s] <= t->k->fight_stand_m) l->flanked = sp_max(l->flanked, over * (1.0 - t->k->engage_laager_flank * l->laager));
    }
  }
}
