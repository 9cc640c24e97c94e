/* quiet.c - a short way to "he has nothing to decide": most of those who hold an enemy in mind have him far off, or of yesterday.
 *
 * What it reads is what sp_picture_of would lay out; where it says yes, field.c, alarm.c, promise.c, command.c and leaguer.c would
 * all have said no. minds.c holds it to that in dev builds. SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "world/orders.h"

#define ABOUT 1.001 /* rounding may not lose an enemy on the very edge */

/* He does as he was told, formed and out of a fight; and it is nothing that asks for the enemy. */
static bool goes_about_his_orders(const sp_world *w, int32_t hq) {
  int32_t f = w->hq.formation[hq], o = w->hq.mission[hq];
  if (w->hq.act[hq] != SP_ACT_ORDERS || w->combat.stance[f] != SP_STEADY || w->combat.engagement[f] >= 0 || w->formation.in_contact[f]) return false;
  if (o < 0) return true;
  sp_verb verb = (sp_verb)(w->order.verb[o] == SP_VERB_DETACH ? w->order.detach_verb[o] : w->order.verb[o]);
  return verb != SP_VERB_ATTACK && verb != SP_VERB_PURSUE && !(w->order.ask[o] & SP_MANNER_INVEST);
}

/* Nobody runs, no enemy is near, and of none within call is there news. */
static bool nobody_near(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  double near = ABOUT * t->k->mind_near_m, call = ABOUT * SP_MIND_CALL * t->k->mind_gather_m, x = w->hq.x[hq], y = w->hq.y[hq];
  int32_t left = w->hq.contact_count[hq];
  for (int32_t c = hq * SP_CONTACTS; left > 0 && c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0) continue;
    left--;
    if (w->report.shape[r] == SP_SHAPE_FLEEING) return false;
    if (w->contact.friendly[c]) continue;
    double dx = w->report.x[r] - x, dy = w->report.y[r] - y, reach = w->contact.heard[c] > t->from ? sp_max(near, call) : near;
    if (dx * dx + dy * dy < reach * reach) return false;
  }
  return true;
}

bool sp_is_quiet(const sp_tick *t, int32_t hq) { return t->k->mind_alarm > 0.0 && goes_about_his_orders(t->world, hq) && nobody_near(t, hq); }
