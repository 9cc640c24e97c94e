/* order_text.c - reads one line of orders: when, who to whom, what; and enters it into the war.
 *
 *   [WHEN] [SENDER to] RECIPIENT[, RECIPIENT|all]: COMMAND[, OPTION...]
 *
 * The first word that cannot be understood is blamed, at its column, with what would do.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_moment.h"

#include <string.h>

#include "base/utf8.h"
#include "world/belief.h"
#include "world/phases.h"
#include "world/scratch.h"

#define PURPOSE_ORDER 0x6f726472u /* of keys */
#define PURPOSE_KEPT 0x6b657074u

static sp_minute midnight_of(sp_minute minute) { return minute - ((minute % 1440) + 1440) % 1440; }

/* "1642-08-05" */
static bool date(const char *word, sp_minute *midnight) {
  if (strlen(word) != 10 || word[4] != '-' || word[7] != '-') return false;
  int32_t part[3] = {0, 0, 0};
  static const int first[3] = {0, 5, 8}, last[3] = {4, 7, 10};
  for (int p = 0; p < 3; p++)
    for (int i = first[p]; i < last[p]; i++) {
      if (word[i] < '0' || word[i] > '9') return false;
      part[p] = part[p] * 10 + (word[i] - '0');
    }
  sp_date given = {part[0], part[1], part[2], 0, 0};
  sp_minute minute = sp_minute_of(given);
  sp_date back = sp_date_of(minute);
  *midnight = minute;
  return back.year == given.year && back.month == given.month && back.day == given.day;
}

static bool hour_of(sp_order_lines *l, sp_minute midnight, bool next_if_past) {
  int32_t minute;
  sp_order_draft *d = l->draft;
  if (!sp_order_hour(l, &minute, &d->due_light)) return false;
  d->due = d->due_light ? sp_order_light_minute(l, midnight, d->due_light) : midnight + minute;
  if (next_if_past && d->due < l->reader->now) d->due = d->due_light ? sp_order_light_minute(l, midnight + 1440, d->due_light) : d->due + 1440;
  return true;
}

static bool standing_when(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  d->due = -1;
  if (sp_order_take(l, "contact")) {
    d->trigger = SP_TRIGGER_CONTACT;
    d->trigger_count = 1;
  } else if (sp_order_is(l, "request|word")) {
    d->trigger = sp_order_take(l, "request") ? SP_TRIGGER_REQUEST : SP_TRIGGER_WORD;
    if (d->trigger == SP_TRIGGER_WORD) l->next++;
    if (sp_order_peek(l)->kind == SP_TOKEN_WORD && sp_order_whole(sp_order_peek(l)->word, &d->trigger_count)) {
      if (d->trigger_count < 1) return sp_order_blame(l, sp_order_peek(l), "order.nth_wanted");
      l->next++;
    }
    if (!sp_order_take(l, "from")) return sp_order_expected(l, "from");
    if (!sp_order_formation(l, &d->trigger_of)) return false;
  } else if (sp_order_take(l, "arrival")) {
    d->trigger = SP_TRIGGER_ARRIVAL;
    d->trigger_count = 1;
    if (!sp_order_take(l, "at|in")) return sp_order_expected(l, "at");
    if (!sp_order_place(l, false, &d->trigger_node)) return false;
  } else return sp_order_expected(l, "contact, request, word, arrival, day");
  return !sp_order_take(l, "after") || sp_order_minutes(l, &d->after_min);
}

static bool when(sp_order_lines *l) {
  const sp_model *m = l->reader->model;
  sp_minute midnight;
  int32_t day;
  if (sp_order_take(l, "when|once")) {
    l->draft->due = -1;
    if (!sp_order_moment(l)) return false;
    (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
    return true;
  }
  if (sp_order_at_breach(l)) {
    l->draft->due = -1;
    (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
    return !l->failed;
  }
  bool on = sp_order_is(l, "on");
  if (on) l->next++;
  if (sp_order_take(l, "day")) {
    if (!sp_order_whole(sp_order_peek(l)->word, &day) || day < 1 || day > 1100) return sp_order_blame(l, sp_order_peek(l), "order.day_wanted");
    l->next++;
    (void)sp_order_take(l, "at");
    if (!hour_of(l, midnight_of(m->campaign.start) + (sp_minute)(day - 1) * 1440, false)) return false;
  } else if (on) {
    if (!standing_when(l)) return false;
  } else if (sp_order_peek(l)->kind == SP_TOKEN_WORD && date(sp_order_peek(l)->word, &midnight)) {
    l->next++;
    (void)sp_order_take(l, "at");
    if (!hour_of(l, midnight, false)) return false;
  } else if (sp_order_take(l, "at")) {
    if (!hour_of(l, midnight_of(l->reader->now), true)) return false;
  } else if (sp_order_take(l, "after")) {
    int32_t minutes;
    if (!sp_order_minutes(l, &minutes)) return false;
    l->draft->due = l->reader->now + minutes;
  } else return true;
  sp_minute start = m->campaign.start;
  bool outside = l->draft->due >= 0 && (l->draft->due < start || l->draft->due > start + 1100 * 1440);
  if (outside) return sp_order_blame(l, &l->token[l->next - 1], "order.out_of_time");
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  return true;
}

/* The word before "to" gives the order; without one, a headquarters speaks for itself (send, ask, report). */
static bool people(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  const sp_token *first = sp_order_peek(l);
  sp_key seat = l->reader->seat;
  bool named = l->token[l->next].kind == SP_TOKEN_WORD && strcmp(l->token[l->next + 1].word, "to") == 0 && strcmp(first->word, "to") != 0;
  l->side_of = seat;
  if (named) {
    if (!sp_order_formation(l, &d->sender)) return false;
    if (d->late) return sp_order_blame(l, l->late, "order.late_sender");
    if (seat && d->sender != seat) return sp_order_blame(l, first, "order.not_your_seat");
    l->next++;
  } else {
    (void)sp_order_take(l, "to");
    d->sender = seat;
  }
  if (d->sender) l->side_of = d->sender;
  do {
    if (sp_order_take(l, "all")) d->all = true;
    else {
      if (d->recipient_count == SP_ORDER_RECIPIENTS) return sp_order_blame(l, sp_order_peek(l), "order.recipients_many");
      if (!sp_order_formation(l, &d->recipient[d->recipient_count])) return false;
      d->recipient_count++;
    }
  } while (sp_order_take_kind(l, SP_TOKEN_COMMA) || sp_order_take(l, "and"));
  if (d->all && d->recipient_count) return sp_order_blame(l, sp_order_peek(l), "order.all_alone");
  if (!sp_order_take_kind(l, SP_TOKEN_COLON)) {
    if (sp_order_peek(l)->kind == SP_TOKEN_END) return sp_order_blame(l, sp_order_peek(l), "order.nothing_ordered");
    return sp_order_blame(l, sp_order_peek(l), "order.colon_wanted");
  }
  return true;
}

static bool own_paper(sp_verb verb) { return verb == SP_VERB_WORD || verb == SP_VERB_ASK || verb == SP_VERB_REPORT; }

/* Held out of the fight until he has come to blows in it: never. His flight, a signal to others, men sent off may wait for his own doings. */
static bool waits_for_himself(const sp_order_draft *d, sp_key recipient) {
  if (!d->kept || !d->trigger_of || d->trigger_of != recipient) return false;
  if (d->trigger == SP_TRIGGER_WORD) return true;
  bool does = d->trigger == SP_TRIGGER_CLOSES || d->trigger == SP_TRIGGER_TOUCHES || d->trigger == SP_TRIGGER_IN;
  return does && d->verb != SP_VERB_SIGNAL && d->verb != SP_VERB_DETACH && !own_paper(d->verb);
}

static bool sense(sp_order_lines *l, const sp_token *whom) {
  sp_order_draft *d = l->draft;
  if (!d->sender) {
    if (d->all || d->recipient_count != 1 || !own_paper(d->verb)) return sp_order_blame(l, whom, "order.sender_missing");
    d->sender = d->recipient[0];
  }
  if (d->trigger == SP_TRIGGER_SIGNAL && !d->trigger_of) d->trigger_of = d->sender;
  if (sp_is_moment(d->trigger) && d->trigger_of && sp_side_of_key(l, d->trigger_of) != sp_side_of_key(l, d->sender)) return sp_order_blame(l, whom, "order.moment_side");
  if (d->kept && own_paper(d->verb) && d->recipient_count == 1 && d->recipient[0] == d->sender) return sp_order_blame(l, whom, "order.moment_paper");
  if (d->late && d->due <= l->reader->now) return sp_order_blame(l, l->late, "order.late_hour");
  for (int32_t i = 0; i < d->recipient_count; i++) {
    if (waits_for_himself(d, d->recipient[i])) return sp_order_blame(l, l->watched ? l->watched : whom, "order.moment_himself");
    if (own_paper(d->verb) && d->about == d->recipient[i]) return sp_order_blame(l, whom, "order.to_himself");
    if ((d->verb == SP_VERB_FOLLOW || d->verb == SP_VERB_MERGE || sp_verb_fights(d->verb)) && d->follow == d->recipient[i]) return sp_order_blame(l, whom, "order.follows_himself");
    if (d->verb == SP_VERB_HAND_OVER && d->follow == d->recipient[i]) return sp_order_blame(l, whom, "order.hands_to_himself");
  }
  return true;
}

static uint64_t content_of(const sp_order_lines *l) {
  uint64_t hash = 0;
  for (int32_t i = 0; i < l->count; i++) hash = sp_hash_mix(hash, sp_hash_bytes(l->token[i].at, l->token[i].length, (uint64_t)l->token[i].kind));
  return hash;
}

sp_status sp_order_parse(const sp_order_reader *reader, const char *text, sp_where where, sp_faults *faults, sp_order_draft *draft) {
  sp_order_lines l;
  memset(&l, 0, sizeof l);
  l.reader = reader;
  l.where = where;
  l.faults = faults;
  l.draft = draft;
  memset(draft, 0, sizeof *draft);
  draft->due = reader->now;
  draft->trigger_node = draft->goal_node = draft->detach_person = draft->dig_toward = -1;
  draft->pace = SP_PACE_ORDINARY;
  for (int i = 0; i < 4; i++) draft->via_node[i] = -1;
  for (int i = 0; i < 3; i++) {
    draft->detach_arm[i] = draft->detach_class[i] = SP_ANY;
    draft->detach_unit[i] = -1;
  }
  if (!sp_order_split(&l, text)) return SP_BAD_INPUT;
  if (l.count == 0) {
    (void)sp_order_blame(&l, &l.token[0], "order.empty");
    return SP_BAD_INPUT;
  }
  l.side_of = reader->seat;
  if (!when(&l)) return SP_BAD_INPUT;
  const sp_token *whom = sp_order_peek(&l);
  if (!people(&l) || !sp_order_command(&l) || !sense(&l, whom)) return SP_BAD_INPUT;
  draft->content = content_of(&l);
  return SP_OK;
}

sp_status sp_order_check(const sp_model *model, const char *text, sp_where where, sp_faults *faults) {
  sp_order_draft draft;
  sp_order_reader reader = {.model = model, .now = model->campaign.start, .opening = true};
  return sp_order_parse(&reader, text, where, faults, &draft);
}

/* ---- rows */

static int32_t hq_of(const sp_world *w, sp_key formation) {
  int32_t row = formation ? sp_formation_by_key(w, formation) : -1;
  return row < 0 ? -1 : w->formation.hq[row];
}

static int32_t row_between_ticks(sp_world *w, sp_table table, sp_key key) {
  int32_t row = sp_row_new(w, table, key);
  if (row < 0 && sp_world_reserve(w) == SP_OK) row = sp_row_new(w, table, key);
  return row;
}

static int32_t word_row(sp_world *w, const char *text, sp_key key) {
  if (!*text) return -1;
  int32_t row = row_between_ticks(w, SP_TABLE_WORD, key);
  if (row < 0) return -2;
  size_t n = sp_utf8_whole(text, strlen(text) < 239 ? strlen(text) : 239);
  memset(w->word.text + (size_t)row * 240, 0, 240);
  memcpy(w->word.text + (size_t)row * 240, text, n);
  return row;
}

static bool key_taken(const sp_world *w, sp_key key) {
  if (w->scratch && sp_key_rows_whole(&w->scratch->order_rows, sp_used(w, SP_TABLE_ORDER))) return sp_key_rows_find(&w->scratch->order_rows, w->order.key, key) >= 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_ORDER); i++)
    if (w->order.state[i] != SP_ORDER_FREE && w->order.key[i] == key) return true;
  return false;
}

static sp_key twin_key(const sp_order_draft *d, sp_key from, sp_key to, uint32_t twin) {
  return sp_key_pair(sp_key_born(sp_key_pair(from, d->content), d->due, PURPOSE_ORDER, twin), to ? to : from);
}

/* The key comes from what the line says: its place in a file favours nobody. The same line twice is two orders. */
static sp_key order_key(const sp_world *w, const sp_order_draft *d, sp_key to) {
  sp_key from = w->hq.key[hq_of(w, d->sender)];
  sp_key first = twin_key(d, from, to, 0);
  if (!key_taken(w, first)) return first;
  uint32_t taken = 0, open = 1; /* orders are never struck out, so twins stand without gaps: double, then halve */
  while (key_taken(w, twin_key(d, from, to, open))) {
    taken = open;
    open *= 2;
  }
  while (open - taken > 1) {
    uint32_t middle = taken + (open - taken) / 2;
    if (key_taken(w, twin_key(d, from, to, middle))) taken = middle;
    else open = middle;
  }
  return twin_key(d, from, to, open);
}

static void fill_order(sp_world *w, int32_t row, const sp_order_draft *d) {
  sp_order_columns *o = &w->order;
  o->state[row] = (uint8_t)(d->due < 0 ? SP_ORDER_STANDING : SP_ORDER_SCHEDULED);
  o->from_hq[row] = hq_of(w, d->sender);
  o->due[row] = d->due;
  o->due_light[row] = d->due_light;
  o->trigger[row] = (uint8_t)d->trigger;
  o->trigger_hq[row] = hq_of(w, d->trigger_of);
  o->trigger_count[row] = d->trigger_count;
  o->trigger_node[row] = d->trigger_node;
  o->after_min[row] = d->after_min;
  o->kept[row] = d->kept;
  o->verb[row] = (uint8_t)d->verb;
  o->pace[row] = (uint8_t)d->pace;
  o->through_night[row] = d->through_night;
  o->start_light[row] = d->start_light;
  o->start_minute[row] = d->start_minute;
  o->goal_node[row] = d->goal_node;
  for (int i = 0; i < 4; i++) o->via_node[row * 4 + i] = d->via_node[i];
  o->follow[row] = d->follow;
  o->follow_m[row] = d->follow_m;
  o->about_hq[row] = hq_of(w, d->about);
  sp_verb does = d->verb == SP_VERB_DETACH ? d->detach_verb : d->verb;
  bool mannered = sp_verb_fights(does) || does == SP_VERB_MARCH || does == SP_VERB_CAMP || does == SP_VERB_FOLLOW || does == SP_VERB_BREAK || d->verb == SP_VERB_FLEE || d->verb == SP_VERB_PROMISE || sp_verb_supplies(d->verb);
  o->amount[row] = d->amount;
  o->ask[row] = mannered ? d->manner : (uint16_t)d->ask;
  for (int i = 0; i < 3; i++) {
    o->detach_count[row * 3 + i] = d->detach_count[i];
    o->detach_arm[row * 3 + i] = d->detach_arm[i];
    o->detach_class[row * 3 + i] = d->detach_class[i];
    o->detach_unit[row * 3 + i] = d->detach_unit[i];
  }
  o->detach_verb[row] = (uint8_t)d->detach_verb;
  o->detach_person[row] = d->detach_person;
  o->dig_toward[row] = d->dig_toward;
}

/* A standing order about an arrival does not fire because one stands there already. */
static void note_standing_there(sp_world *w, int32_t row) {
  int32_t f = w->hq.formation[w->order.from_hq[row]];
  if (w->order.trigger[row] == SP_TRIGGER_ARRIVAL) w->order.trigger_seen[row] = sp_formation_is_at(w, f, w->order.trigger_node[row]);
}

/* It waits with its line and its hour: whom it is for nobody can say yet. */
static sp_status enter_late(sp_world *w, const sp_order_draft *d, int32_t line) {
  sp_order_draft waits = {.sender = d->sender, .due = d->due, .due_light = d->due_light, .content = d->content, .trigger_node = -1, .goal_node = -1, .via_node = {-1, -1, -1, -1}, .detach_unit = {-1, -1, -1}, .detach_person = -1, .dig_toward = -1};
  int32_t row = row_between_ticks(w, SP_TABLE_ORDER, order_key(w, &waits, sp_key_of("late")));
  if (row < 0) return SP_LIMIT;
  fill_order(w, row, &waits);
  w->order.state[row] = SP_ORDER_LATE;
  w->order.line[row] = line;
  w->order.to_hq[row] = w->order.word[row] = w->order.detach_name[row] = -1;
  return SP_OK;
}

bool sp_order_enter_late(sp_world *w, int32_t o) {
  const sp_model *m = w->model;
  sp_order_reader reader = {.model = m, .world = w, .now = m->campaign.start};
  sp_order_draft draft;
  int32_t line = w->order.line[o];
  return sp_order_parse(&reader, m->order[line].text, m->order[line].where, NULL, &draft) == SP_OK && sp_order_enter(w, &draft, line) == SP_OK;
}

sp_status sp_order_enter(sp_world *w, const sp_order_draft *d, int32_t line) {
  if (d->late) return enter_late(w, d, line);
  int32_t count = d->all ? 1 : d->recipient_count;
  for (int32_t i = 0; i < count; i++) {
    sp_key to = d->all ? 0 : d->recipient[i], key = order_key(w, d, to);
    int32_t word = word_row(w, d->word, sp_key_pair(key, 1)), name = word_row(w, d->name, sp_key_pair(key, 2));
    int32_t row = word == -2 || name == -2 ? -1 : row_between_ticks(w, SP_TABLE_ORDER, key);
    if (row < 0) return SP_LIMIT;
    fill_order(w, row, d);
    w->order.line[row] = line;
    w->order.to_hq[row] = d->all ? -1 : hq_of(w, to);
    w->order.word[row] = word;
    w->order.detach_name[row] = name;
    note_standing_there(w, row);
    if (sp_is_moment(d->trigger) && !d->kept) (void)(sp_phase_open(w, row, w->order.from_hq[row], w->head->minute) || (sp_world_reserve(w) == SP_OK && sp_phase_open(w, row, w->order.from_hq[row], w->head->minute)));
  }
  return SP_OK;
}

int32_t sp_order_thought(sp_world *w, const sp_order_draft *d, sp_act act) {
  sp_key to = d->recipient[0];
  int32_t recipient = hq_of(w, to), row = recipient >= 0 ? sp_row_new(w, SP_TABLE_ORDER, order_key(w, d, to)) : -1;
  if (row < 0) return -1;
  fill_order(w, row, d);
  w->order.line[row] = w->order.word[row] = w->order.detach_name[row] = -1;
  w->order.to_hq[row] = recipient;
  w->order.thought[row] = (uint8_t)act;
  return row;
}

static void copy_row(sp_world *w, int32_t from, int32_t row) {
  sp_order_columns *o = &w->order;
#define SP_F_ORDER(type, count, name, unit, owner, meaning) \
  memcpy(o->name + (size_t)row * (count), o->name + (size_t)from * (count), sizeof(*o->name) * (count));
#include "world/fields.def"
}

int32_t sp_order_again(sp_world *w, int32_t from, int32_t hq, sp_minute due, sp_minute start) {
  sp_order_columns *o = &w->order;
  sp_key key = sp_key_pair(sp_key_born(o->key[from], due, PURPOSE_ORDER, 0), w->hq.key[hq]);
  int32_t row = key_taken(w, key) ? -1 : sp_row_new(w, SP_TABLE_ORDER, key);
  if (row < 0) return -1;
  copy_row(w, from, row);
  o->key[row] = key;
  o->state[row] = SP_ORDER_SCHEDULED;
  o->due[row] = due;
  o->start_minute[row] = start;
  o->start_light[row] = 0;
  o->trigger[row] = SP_TRIGGER_NONE;
  o->thought[row] = SP_ACT_KEEP; /* he is not told anew what he is bound to: he keeps to it */
  o->from_hq[row] = o->to_hq[row] = hq;
  if (o->verb[row] == SP_VERB_DETACH) o->verb[row] = o->detach_verb[row]; /* it was sent off to do that */
  return row;
}

int32_t sp_order_keep(sp_world *w, int32_t from, int32_t hq, sp_minute since) {
  sp_order_columns *o = &w->order;
  sp_key key = sp_key_pair(sp_key_born(o->key[from], since, PURPOSE_KEPT, 0), w->hq.key[hq]);
  int32_t row = key_taken(w, key) ? -1 : sp_row_new(w, SP_TABLE_ORDER, key);
  if (row < 0) return -1;
  copy_row(w, from, row);
  o->key[row] = key;
  o->state[row] = SP_ORDER_STANDING;
  o->due[row] = -1;
  o->kept[row] = 0;
  o->trigger_seen[row] = 0;
  o->from_hq[row] = o->to_hq[row] = hq;
  return row;
}

int32_t sp_order_copy(sp_world *w, int32_t from, sp_minute due) {
  sp_order_columns *o = &w->order;
  sp_key key = sp_key_born(o->key[from], due, PURPOSE_ORDER, (uint32_t)o->trigger_seen[from]);
  int32_t row = sp_row_new(w, SP_TABLE_ORDER, key);
  if (row < 0) return -1;
  copy_row(w, from, row);
  o->key[row] = key;
  o->state[row] = SP_ORDER_SCHEDULED;
  o->due[row] = due;
  if (o->start_minute[from] > 0 && o->start_minute[from] <= 1440) {
    sp_minute at = midnight_of(due) + o->start_minute[from] - 1;
    o->start_minute[row] = at < due ? at + 1440 : at;
  }
  return row;
}

sp_status sp_orders_open(sp_world *w, sp_faults *faults) {
  const sp_model *m = w->model;
  sp_faults *own = faults ? NULL : sp_faults_create();
  sp_faults *all = faults ? faults : own;
  sp_order_reader reader = {.model = m, .world = w, .now = m->campaign.start, .opening = true};
  sp_status status = SP_OK;
  sp_order_draft draft;
  for (int32_t i = 0; i < m->order_count; i++)
    if (sp_order_parse(&reader, m->order[i].text, m->order[i].where, all, &draft) != SP_OK) status = SP_BAD_INPUT;
  for (int32_t i = 0; status == SP_OK && i < m->order_count; i++) {
    status = sp_order_parse(&reader, m->order[i].text, m->order[i].where, all, &draft);
    if (status == SP_OK && draft.due > m->campaign.end) sp_fault(all, SP_FAULT_WARNING, m->order[i].where, "order.after_end", (char *)NULL);
    if (status == SP_OK) status = sp_order_enter(w, &draft, i);
  }
  sp_faults_destroy(own);
  return status;
}

sp_status sp_world_order(sp_world *w, sp_key sender, const char *text, sp_faults *faults) {
  if (sender && sp_formation_by_key(w, sender) < 0) return SP_NOT_FOUND;
  sp_order_draft draft;
  sp_order_reader reader = {.model = w->model, .world = w, .seat = sender, .now = w->head->minute};
  sp_status status = sp_order_parse(&reader, text, (sp_where){NULL, 1, 1}, faults, &draft);
  if (status != SP_OK) return status;
  if (draft.due >= 0 && draft.due < w->head->minute) {
    sp_fault(faults, SP_FAULT_ERROR, (sp_where){NULL, 1, 1}, "order.past", (char *)NULL);
    return SP_BAD_INPUT;
  }
  return sp_order_enter(w, &draft, -1);
}
