/* belief.c - reports, contacts, and what age does to them.
 *
 * Confidence halves at picture_half_min as half / (half + age): slower than exponential, as memory is, and
 * exact on every machine. Nothing here looks at a true key of an enemy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/belief.h"

#include "world/battle.h"

#include "world/scratch.h"

#define PURPOSE_STATE 0x73746174u

static bool is_own(const sp_world *w, int32_t report) { return w->report.subject[report] != 0; }

double sp_belief_error_m(const sp_world *w, int32_t report, sp_minute now) {
  double age = sp_max((double)(now - w->report.seen[report]), 0.0);
  return w->report.error_m[report] + sp_min(w->constants.picture_blur_m_min * age, w->constants.picture_blur_most_m);
}

bool sp_belief_enemy_about(const sp_world *w, int32_t hq, sp_xy at, double within_m, sp_minute now) {
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c] || (double)(now - w->report.seen[r]) > w->constants.engage_known_min) continue;
    double dx = w->report.x[r] - at.x, dy = w->report.y[r] - at.y, far = within_m + w->report.error_m[r];
    if (dx * dx + dy * dy <= far * far) return true;
  }
  return false;
}

sp_xy sp_belief_friend_at(const sp_world *w, int32_t report, sp_minute now, int32_t *node) {
  sp_xy at = {w->report.x[report], w->report.y[report]};
  *node = w->report.node[report];
  int32_t goal = w->report.goal_node[report];
  if (goal < 0) return at;
  sp_xy bound = w->model->node[goal].at;
  double days = sp_max(0.0, (double)(now - w->report.seen[report])) / 1440.0;
  if (days * w->constants.rider_expects_m_d < sp_xy_distance(bound, at)) return at;
  *node = goal;
  return bound;
}

/* ---- the truth that is reported */

int32_t sp_formation_edge(const sp_world *w, int32_t f) {
  if (w->formation.leg_count[f] <= 0) return -1;
  return sp_leg_edge(w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]]);
}

int32_t sp_formation_region(const sp_world *w, int32_t f) {
  int32_t edge = sp_formation_edge(w, f);
  if (edge >= 0) return w->model->edge[edge].region;
  return w->formation.node[f] >= 0 ? w->model->node[w->formation.node[f]].region : sp_region_at(w->model, (sp_xy){w->formation.head_x[f], w->formation.head_y[f]});
}

/* Held up by others on the road, or before the enemy, it stands, whatever it means to do. */
bool sp_formation_marches(const sp_world *w, int32_t f) {
  return w->formation.leg_count[f] > 0 && w->formation.activity[f] == SP_MARCHING && !w->formation.blocked[f] && !w->formation.in_contact[f];
}

double sp_formation_heading(const sp_world *w, int32_t f) {
  if (!sp_formation_marches(w, f)) return -1.0;
  sp_xy way;
  (void)sp_leg_point(w->model, w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]], w->formation.head_m[f], &way);
  double degrees = sp_atan2(way.x, way.y) * (180.0 / SP_PI);
  return degrees < 0.0 ? degrees + 360.0 : degrees;
}

int32_t sp_formation_horse(const sp_world *w, int32_t f) {
  double mounted = (double)w->formation.mounted[f], foot = (double)w->formation.foot[f] + (double)w->formation.followers[f];
  double wheels = (double)w->formation.carts[f] + (double)w->formation.light_guns[f] + (double)w->formation.heavy_guns[f];
  if (wheels * 10.0 > mounted + foot) return 3;
  if (mounted > 4.0 * foot) return 2;
  return foot > 4.0 * mounted ? 0 : 1;
}

sp_shape sp_formation_shape(const sp_world *w, int32_t f) {
  if (w->combat.stance[f] == SP_BROKEN) return SP_SHAPE_FLEEING;
  if (w->combat.engagement[f] >= 0 && w->combat.men_before[f] > 0) return SP_SHAPE_FIGHTING;
  if (sp_formation_marches(w, f)) return SP_SHAPE_MARCHING;
  return w->formation.activity[f] == SP_IN_CAMP ? SP_SHAPE_CAMPED : SP_SHAPE_STANDING;
}

bool sp_formation_is_at(const sp_world *w, int32_t f, int32_t node) {
  if (node < 0) return false;
  if (w->formation.leg_count[f] <= 0) return w->formation.node[f] == node;
  const uint32_t *leg = &w->formation.leg[f * SP_LEGS];
  int32_t head = w->formation.head_leg[f];
  if (w->formation.tail_m[f] <= 0.5 && sp_leg_start(w->model, leg[0]) == node) return true;
  for (int32_t i = 0; i < head; i++)
    if (sp_leg_end(w->model, leg[i]) == node) return true;
  return sp_leg_end(w->model, leg[head]) == node && w->formation.head_m[f] >= sp_leg_length(w->model, leg[head]) - 0.5;
}

/* Looked for once for all who tell of it from there. */
static int32_t node_of_hq(const sp_world *w, int32_t hq) {
  sp_xy at = {w->hq.x[hq], w->hq.y[hq]};
  if (!w->scratch || hq >= w->scratch->capacity) return sp_nearest_node(w->model, at);
  sp_spot_kept *kept = &w->scratch->spot[hq];
  if (kept->node < 0 || kept->at.x != at.x || kept->at.y != at.y) *kept = (sp_spot_kept){at, sp_nearest_node(w->model, at)};
#ifdef SP_DEV
  SP_CHECK(kept->node == sp_nearest_node(w->model, at));
#endif
  return kept->node;
}

int32_t sp_report_own_state(sp_world *w, int32_t hq, int32_t f, sp_minute minute) {
  sp_key key = sp_key_born(sp_key_pair(w->hq.key[hq], w->formation.key[f]), minute, PURPOSE_STATE, (uint32_t)w->hq.sent[hq]);
  int32_t r = sp_row_new(w, SP_TABLE_REPORT, key);
  if (r < 0) return -1;
  int32_t own = w->formation.hq[f];
  sp_report_columns *c = &w->report;
  c->holders[r] = 1;
  c->observer[r] = hq;
  c->seen[r] = minute;
  c->kind[r] = SP_REPORT_OWN_STATE;
  c->side[r] = w->formation.side[f];
  c->subject[r] = w->formation.key[f];
  c->x[r] = w->hq.x[own];
  c->y[r] = w->hq.y[own];
  c->node[r] = node_of_hq(w, own);
  c->men[r] = sp_men_of(w, f);
  c->sigma[r] = w->constants.picture_own_sigma;
  c->error_m[r] = w->constants.picture_own_error_m;
  c->heading_deg[r] = sp_formation_heading(w, f);
  c->horse[r] = (uint8_t)sp_formation_horse(w, f);
  c->shape[r] = (uint8_t)sp_formation_shape(w, f);
  c->stage[r] = (uint8_t)sp_stage_of(w, f, NULL);
  c->goal_node[r] = w->formation.goal_node[f];
  return r;
}

void sp_report_copy(sp_world *w, int32_t from, int32_t to) {
  sp_report_columns *c = &w->report;
  sp_key key = c->key[to];
#define SP_F_REPORT(type, count, name, unit, owner, meaning) c->name[to] = c->name[from];
#include "world/fields.def"
  c->key[to] = key;
  c->holders[to] = 1;
}

/* ---- contacts */

void sp_belief_changed(const sp_world *w, int32_t hq) {
  if (w->scratch && hq < w->scratch->capacity) w->scratch->enemies_held[hq] = -1;
}

static bool look_for_enemies(const sp_world *w, int32_t hq) {
  int32_t left = w->hq.contact_count[hq];
  for (int32_t c = hq * SP_CONTACTS; left > 0 && c < (hq + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] < 0) continue;
    if (!w->contact.friendly[c]) return true;
    left--;
  }
  return false;
}

bool sp_holds_enemies(const sp_world *w, int32_t hq) {
  if (!w->scratch || hq >= w->scratch->capacity) return look_for_enemies(w, hq);
  int8_t *held = &w->scratch->enemies_held[hq];
  if (*held < 0) *held = look_for_enemies(w, hq);
#ifdef SP_DEV
  SP_CHECK(*held == look_for_enemies(w, hq));
#endif
  return *held != 0;
}

int32_t sp_belief_friend(const sp_world *w, int32_t hq, sp_key formation) {
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++)
    if (w->contact.report[c] >= 0 && w->report.subject[w->contact.report[c]] == formation) return c;
  return -1;
}

int32_t sp_belief_match(const sp_world *w, int32_t hq, int32_t report, uint32_t claimed) {
  if (is_own(w, report)) return sp_belief_friend(w, hq, w->report.subject[report]);
  int32_t best = -1;
  double least = 1.0;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c] || !sp_same_side(w->report.side[r], w->report.side[report])) continue;
    if (claimed & sp_belief_bit(c)) continue;
    double dx = w->report.x[r] - w->report.x[report], dy = w->report.y[r] - w->report.y[report];
    sp_minute later = sp_max_i64(w->report.seen[r], w->report.seen[report]);
    double gate = w->constants.picture_gate_m + w->constants.picture_gate_spreads * (sp_belief_error_m(w, r, later) + sp_belief_error_m(w, report, later));
    double d2 = dx * dx + dy * dy;
    if (d2 > 1.000001 * gate * gate) continue; /* far outside: spares the root */
    double share = sp_sqrt(d2) / gate;
    if (share < least || (best >= 0 && share == least && w->contact.number[c] < w->contact.number[best])) {
      least = share;
      best = c;
    }
  }
  return best;
}

void sp_belief_forget(sp_world *w, int32_t c) {
  sp_report_release(w, w->contact.report[c]);
  w->contact.report[c] = -1;
  w->hq.contact_count[c / SP_CONTACTS]--;
  sp_belief_changed(w, c / SP_CONTACTS);
}

/* A free line of the picture; when there is none the least believed goes, then the oldest, then the first numbered. */
static int32_t room_for(sp_world *w, int32_t hq, sp_minute now) {
  int32_t worst = -1;
  double least = 0.0;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0) return c;
    double confidence = sp_belief_confidence(w, r, now);
    bool worse = worst < 0 || confidence < least;
    if (!worse && confidence == least) {
      sp_minute his = w->report.seen[r], other = w->report.seen[w->contact.report[worst]];
      worse = his < other || (his == other && w->contact.number[c] < w->contact.number[worst]);
    }
    if (worse) {
      worst = c;
      least = confidence;
    }
  }
  sp_belief_forget(w, worst);
  return worst;
}

/* Whether the superior, who has been told of it, should be told again. */
static bool tell_again(const sp_world *w, int32_t hq, int32_t old, int32_t report) {
  const sp_constants *k = &w->constants;
  if ((double)(w->report.seen[report] - w->hq.last_report[hq]) >= k->picture_resend_min) return true;
  if ((w->report.shape[report] == SP_SHAPE_FLEEING) != (w->report.shape[old] == SP_SHAPE_FLEEING)) return true;
  double dx = w->report.x[report] - w->report.x[old], dy = w->report.y[report] - w->report.y[old];
  double men = (double)w->report.men[report], before = (double)w->report.men[old];
  return dx * dx + dy * dy > k->picture_great_m * k->picture_great_m || men > before * (1.0 + k->picture_great_share) || men < before * (1.0 - k->picture_great_share);
}

int32_t sp_belief_learn(sp_world *w, int32_t hq, int32_t report, sp_minute heard, uint32_t claimed, bool *fresh) {
  if (fresh) *fresh = false;
  if (report < 0 || w->report.subject[report] == w->formation.key[w->hq.formation[hq]]) return -1;
  return sp_belief_take(w, hq, report, heard, sp_belief_match(w, hq, report, claimed), fresh);
}

/* What captives say of the enemy's chief is kept whatever becomes of the body they told of. */
static void note_chief(sp_world *w, int32_t hq, int32_t report) {
  if (w->report.chief[report] == SP_CHIEF_UNSAID || w->report.seen[report] < w->repute.chief_said_at[hq]) return;
  w->repute.chief_said[hq] = w->report.chief[report];
  w->repute.chief_said_at[hq] = w->report.seen[report];
}

int32_t sp_belief_take(sp_world *w, int32_t hq, int32_t report, sp_minute heard, int32_t match, bool *fresh) {
  int32_t c = match;
  if (fresh) *fresh = false;
  note_chief(w, hq, report);
  if (c >= 0) {
    int32_t old = w->contact.report[c];
    if (old == report || w->report.seen[old] > w->report.seen[report]) return -1; /* one knows better already */
    if (tell_again(w, hq, old, report)) w->contact.sent_up[c] = 0;
    sp_report_hold(w, report);
    sp_report_release(w, old);
  } else {
    /* Hold first: making room may release the last holder of this very report. */
    sp_report_hold(w, report);
    c = room_for(w, hq, heard);
    w->contact.number[c] = w->hq.next_contact_number[hq]++;
    w->contact.friendly[c] = is_own(w, report);
    w->contact.sent_up[c] = 0;
    w->hq.contact_count[hq]++;
    sp_belief_changed(w, hq);
    if (fresh) *fresh = true;
  }
  w->contact.report[c] = report;
  w->contact.heard[c] = heard;
  w->contact.confidence[c] = sp_belief_confidence(w, report, heard);
  return c;
}
