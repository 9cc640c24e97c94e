/* birth.c - a part of a body becomes a body of its own: what it takes along, and what it knows. SPDX-License-Identifier: Apache-2.0 */
#include "rules/birth.h"

#include "world/belief.h"

#include "world/books.h"

static void stand_at_commander(sp_tick *t, int32_t i, int32_t child) {
  sp_world *w = t->world;
  w->formation.node[child] = w->formation.node[i];
  w->hq.bank[child] = w->hq.bank[i];
  if (w->formation.leg_count[i] > 0 && w->formation.node[i] < 0) {
    double back = w->formation.commander_share[i] * w->formation.extent_m[i], at = w->formation.head_m[i];
    int32_t n = w->formation.head_leg[i];
    while (back > at && n > 0) {
      back -= at;
      at = sp_leg_length(t->model, w->formation.leg[i * SP_LEGS + --n]);
    }
    w->formation.leg[child * SP_LEGS] = w->formation.leg[i * SP_LEGS + n];
    w->formation.leg_count[child] = 1;
    w->formation.head_m[child] = w->formation.tail_m[child] = sp_max(0.0, at - back);
  }
  w->formation.head_x[child] = w->formation.tail_x[child] = w->hq.x[child] = w->hq.x[i];
  w->formation.head_y[child] = w->formation.tail_y[child] = w->hq.y[child] = w->hq.y[i];
}

static void set_headquarters(sp_tick *t, int32_t i, int32_t child, sp_minute born) {
  sp_world *w = t->world;
  w->hq.side[child] = w->formation.side[i];
  w->hq.dig_toward[child] = w->hq.invests[child] = -1;
  w->hq.superior[child] = i;
  w->hq.staff_free[child] = w->hq.last_report[child] = born;
  for (int n = 0; n < SP_CONTACTS; n++) { /* they part with one picture */
    int32_t from = i * SP_CONTACTS + n, to = child * SP_CONTACTS + n, report = w->contact.report[from];
    if (report < 0) continue;
    w->contact.report[to] = report;
    w->contact.number[to] = w->contact.number[from];
    w->contact.heard[to] = w->contact.heard[from];
    w->contact.friendly[to] = w->contact.friendly[from];
    w->contact.sent_up[to] = 1;
    w->contact.confidence[to] = w->contact.confidence[from];
    sp_report_hold(w, report);
  }
  sp_belief_changed(w, child);
  sp_books books;
  if (sp_books_are_kept(w) && sp_used(w, SP_TABLE_BOOK) > 0 && sp_books_open(w, &books)) {
    sp_stores_told(w, &books, i, child, INT64_MAX);
    sp_books_close(&books);
  }
  w->hq.contact_count[child] = w->hq.contact_count[i];
  w->hq.next_contact_number[child] = w->hq.next_contact_number[i];
  int32_t parted = sp_report_own_state(w, child, i, born); /* and know whom they have left, and where */
  if (parted < 0) return;
  (void)sp_belief_take(w, child, parted, born, -1, NULL);
  sp_report_release(w, parted);
}

int32_t sp_give_birth(sp_tick *t, int32_t i, uint32_t purpose, sp_minute born) {
  sp_world *w = t->world;
  int32_t ordinal = 1;
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) ordinal += w->formation.born_of[j] == w->formation.key[i];
  int32_t child = sp_row_new(w, SP_TABLE_FORMATION, sp_key_born(w->formation.key[i], born, purpose, (uint32_t)ordinal));
  if (child < 0) return -1;
  w->formation.born_of[child] = w->formation.key[i];
  w->formation.ordinal[child] = ordinal;
  w->formation.side[child] = w->formation.side[i];
  w->formation.parent[child] = i;
  w->formation.contingent[child] = w->formation.contingent[i];
  w->formation.activity[child] = SP_HALTED_IN_COLUMN;
  w->formation.ready_minute[child] = born;
  w->formation.order[child] = w->formation.order[i];
  w->formation.fatigue[child] = w->formation.fatigue[i];
  w->formation.knows_ground[child] = w->formation.knows_ground[i];
  w->formation.commander_share[child] = 0.1;
  w->formation.marched_today_min[child] = w->formation.marched_today_min[i];
  w->combat.quarter[child] = w->combat.quarter[i];
  w->health.carries[child] = w->health.carries[i];
  w->combat.powder[child] = w->combat.powder[i];
  w->combat.arrows[child] = w->combat.arrows[i];
  w->combat.shot[child] = w->combat.shot[i];
  w->combat.form[child] = w->combat.form[i];
  w->combat.form_day[child] = w->combat.form_day[i];
  w->combat.shed[child] = w->combat.shed[i];
  w->combat.lot_ln[child] = w->combat.lot_ln[i];
  for (int n = 0; n < 3; n++) w->combat.lot_bad[child * 3 + n] = w->combat.lot_bad[i * 3 + n];
  stand_at_commander(t, i, child);
  set_headquarters(t, i, child, born);
  return child;
}

void sp_take_mounts(sp_tick *t, int32_t i, int32_t child, int32_t riders_before) {
  sp_world *w = t->world;
  if (riders_before <= 0 || w->formation.mounted[child] <= 0) return;
  double share = (double)w->formation.mounted[child] / riders_before;
  int32_t next;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = next) {
    next = w->strength.next[s];
    if (w->strength.arm[s] != SP_ARM_MOUNT) continue;
    int32_t n = w->strength.count[s * SP_RANK_COUNT];
    sp_transfer(w, s, sp_in_formation(i), sp_in_formation(child), SP_RANK_SOLDIER, sp_min_i32(n, sp_to_i32(sp_floor(share * n + 0.5))), SP_CAUSE_DETACH);
  }
}
