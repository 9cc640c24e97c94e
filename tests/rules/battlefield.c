/* battlefield.c - see battlefield.h. SPDX-License-Identifier: Apache-2.0 */
#include "battlefield.h"

#include <stdlib.h>

#include "world/orders.h"

static void need(bool fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "battlefield: %s failed\n", what);
  abort();
}

static void add_body(sp_lab *lab, const sp_battlefield *b, const char *side, int32_t n, int32_t men, const char *place) {
  char id[40], parent[40], person[60];
  (void)snprintf(id, sizeof id, "%s%d", side, (int)n);
  (void)snprintf(parent, sizeof parent, "%s0", side);
  (void)snprintf(person, sizeof person, "chief-of-%s", id);
  if (b->loyalty > 0.0) {
    sp_person_def chief;
    sp_person_def_init(&chief);
    chief.id = person;
    chief.side = side;
    chief.trait[SP_TRAIT_LOYALTY] = b->loyalty;
    need(sp_scenario_add_person(lab->scenario, &chief) == SP_OK, "person");
  }
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.at.place = place;
  def.order_now = 1.0;
  def.parent = n > 0 ? parent : NULL;
  def.commander = b->loyalty > 0.0 ? person : NULL;
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_SHOT, men * 2 / 5);
  sp_lab_strength(lab, id, SP_ARM_SPEAR, men * 2 / 5);
  sp_lab_strength(lab, id, SP_ARM_HORSE, men / 5);
  sp_lab_strength(lab, id, SP_ARM_MOUNT, men / 5);
}

static void add_side(sp_lab *lab, const sp_battlefield *b, bool red) {
  int32_t count = red ? b->red : b->blue;
  for (int32_t n = 0; n < count; n++) add_body(lab, b, red ? "red" : "blue", b->reversed ? count - 1 - n : n, red ? b->red_men : b->blue_men, red ? "west" : "east");
}

static void set_postures(sp_world *w, const sp_battlefield *b) {
  int8_t red = w->formation.side[sp_battlefield_row(w, "red0")];
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION) && !b->peace; f++) {
    bool attacks = w->formation.side[f] == red;
    w->formation.verb[f] = attacks ? SP_VERB_ATTACK : SP_VERB_HOLD;
    w->formation.follow[f] = attacks ? SP_FOLLOW_ENEMY : 0;
    w->combat.posture[f] = attacks ? SP_POSTURE_ATTACK : SP_POSTURE_HOLD;
  }
}

sp_world *sp_battlefield_open(const sp_battlefield *b, uint64_t seed) {
  sp_lab lab = sp_lab_open(b->hours, b->tick_min);
  sp_lab_start_at(&lab, b->hour);
  sp_lab_side(&lab, b->reversed ? "blue" : "red");
  sp_lab_side(&lab, b->reversed ? "red" : "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", b->apart_m, 0.0);
  sp_lab_place(&lab, "far-east", b->apart_m + 12000.0, 0.0);
  sp_lab_road(&lab, "west", "east", b->apart_m, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "east", "far-east", 12000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  if (b->rain) sp_lab_rain(&lab, 0.0, b->hours, 15.0);
  add_side(&lab, b, !b->reversed);
  add_side(&lab, b, b->reversed);
  sp_world *w = sp_lab_war(&lab, seed);
  set_postures(w, b);
  return w;
}

int32_t sp_battlefield_row(const sp_world *w, const char *id) { return sp_world_formation_row(w, sp_lab_key(w, id)); }

void sp_battlefield_step(sp_world *w, int32_t ticks) {
  char message[200] = "";
  for (int32_t n = 0; n < ticks && !sp_world_over(w); n++) {
    need(sp_world_step(w) == SP_OK, "step");
    if (sp_world_check(w, message, sizeof message) != SP_OK) fprintf(stderr, "%s\n", message);
    need(!message[0], "check");
  }
}

int32_t sp_battlefield_fight(const sp_world *w) {
  int32_t found = -1;
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++) {
    if (!w->engagement.alive[e]) continue;
    need(found < 0, "one fight only");
    found = e;
  }
  return found;
}

int32_t sp_battlefield_line(const sp_world *w, const char *side, sp_line line) {
  char body[40];
  (void)snprintf(body, sizeof body, "%s0", side);
  int8_t index = w->formation.side[sp_battlefield_row(w, body)];
  int32_t sum = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++) {
    if (w->model->contingent[w->tally.contingent[i]].side != index || !sp_arm_is_man((sp_arm)w->tally.arm[i])) continue;
    for (int32_t r = 0; r < SP_RANK_COUNT; r++) {
      size_t cell = (size_t)i * SP_RANK_COUNT * SP_LINE_COUNT + (size_t)r * SP_LINE_COUNT + (size_t)line;
      sum += w->tally.opening[cell] + w->tally.came_in[cell] - w->tally.went_out[cell];
    }
  }
  return sum;
}
