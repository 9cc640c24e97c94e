/* compile_deliveries.c - what comes to a side's stores from outside the theatre in the war. SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define LEAST_EVERY_MIN 60.0

static const sp_delivery_def *defs(const sp_compiler *c, size_t *count) {
  const sp_def_list *list = &c->scenario->list[SP_DEF_DELIVERY];
  *count = list->count;
  return list->data;
}

static void judge_times(sp_compiler *c, const sp_delivery_def *def) {
  const sp_campaign_def *campaign = &c->model->campaign;
  sp_where where = sp_at_spot(def->where, def->at_spot);
  if (def->at < campaign->start) sp_error(c, where, "fault.delivery_before", "place", def->place);
  else if (def->at > campaign->end) sp_warn(c, where, "fault.delivery_after", "place", def->place);
  bool repeats = def->every_min > 0.0;
  if (def->times > 1 && !repeats) sp_error(c, def->where, "fault.delivery_every", "place", def->place);
  if (repeats) (void)sp_check_range(c, def->where, "every", def->every_min, LEAST_EVERY_MIN, 1e7, "min");
  (void)sp_check_range(c, def->where, "times", (double)def->times, 0.0, 100000.0, "");
}

static void take_goods(sp_compiler *c, const sp_delivery_def *def, sp_delivery_start *row) {
  if (def->grain_kg <= 0.0 && def->powder_kg <= 0.0 && def->grenades <= 0) sp_error(c, def->where, "fault.delivery_of_nothing", "place", def->place);
  sp_goods said = {def->grain_kg, def->powder_kg, def->grenades, row->side, def->lot, def->where, sp_at_spot(def->where, def->lot_spot)};
  sp_goods_start goods = sp_compile_goods(c, &said);
  row->grain_g = goods.grain_g;
  row->powder_g = goods.powder_g;
  row->grenades = goods.grenades;
  row->lot = goods.lot;
}

void sp_compile_deliveries(sp_compiler *c) {
  size_t count;
  const sp_delivery_def *def = defs(c, &count);
  sp_model *m = c->model;
  m->delivery = sp_compile_alloc(c, count, sizeof *m->delivery);
  if (c->no_memory) return;
  for (size_t i = 0; i < count; i++) {
    sp_delivery_start row = {.node = -1, .by = -1, .at = def[i].at, .every = sp_to_i64(sp_rint(def[i].every_min)), .times = def[i].every_min > 0.0 ? def[i].times : 1};
    row.side = sp_resolve(c, def[i].where, SP_DEF_SIDE, "side", def[i].side);
    (void)sp_resolve_site(c, sp_at_spot(def[i].where, def[i].place_spot), "at", def[i].place);
    if (def[i].by) (void)sp_resolve_site(c, sp_at_spot(def[i].where, def[i].by_spot), "by", def[i].by);
    if (def[i].by && def[i].place && strcmp(def[i].by, def[i].place) == 0) sp_error(c, sp_at_spot(def[i].where, def[i].by_spot), "fault.delivery_by_itself", "place", def[i].place);
    if (def[i].lot && def[i].powder_kg < 0.0 && def[i].grenades <= 0) sp_error(c, sp_at_spot(def[i].where, def[i].lot_spot), "fault.delivery_lot", "place", def[i].place);
    row.feeds = sp_compile_feeds(c, sp_at_spot(def[i].where, def[i].feeds_spot), "feeds", def[i].feeds, row.side);
    judge_times(c, &def[i]);
    take_goods(c, &def[i], &row);
    m->delivery[m->delivery_count++] = row;
  }
}

/* By all that they say: the order of the file is nobody's. */
static int by_content(const void *a, const void *b, void *context) {
  const sp_delivery_start *x = a, *y = b;
  (void)context;
  const int64_t left[] = {x->at, x->side, x->node, x->by, x->feeds, x->every, x->times, x->grain_g, x->powder_g, x->grenades}, right[] = {y->at, y->side, y->node, y->by, y->feeds, y->every, y->times, y->grain_g, y->powder_g, y->grenades};
  for (size_t n = 0; n < sizeof left / sizeof *left; n++)
    if (left[n] != right[n]) return left[n] < right[n] ? -1 : 1;
  return (x->lot.key > y->lot.key) - (x->lot.key < y->lot.key);
}

static int by_key(const void *a, const void *b, void *context) {
  (void)context;
  const sp_delivery_start *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

/* Keyed by side, place and hour, and which of those it is. */
void sp_compile_delivery_places(sp_compiler *c) {
  size_t count;
  const sp_delivery_def *def = defs(c, &count);
  sp_model *m = c->model;
  for (size_t i = 0; i < count; i++) {
    m->delivery[i].node = sp_site_node(m, sp_resolve_site(c, def[i].where, "at", def[i].place));
    if (def[i].by) m->delivery[i].by = sp_site_node(m, sp_resolve_site(c, def[i].where, "by", def[i].by));
  }
  bool sorted = sp_sort(m->delivery, count, sizeof *m->delivery, by_content, NULL);
  for (size_t i = 0, n = 0; i < count; i++) {
    sp_delivery_start *d = &m->delivery[i];
    bool alike = i > 0 && d->side == d[-1].side && d->node == d[-1].node && d->at == d[-1].at;
    n = alike ? n + 1 : 0;
    d->key = sp_key_born(sp_key_pair(m->side[d->side].key, m->node[d->node].key), d->at, 0, (uint32_t)n);
  }
  if (!sorted || !sp_sort(m->delivery, count, sizeof *m->delivery, by_key, NULL)) c->no_memory = true;
}
