/* minds.c - asks the minds. The only bridge: a mind never sees the world, the world never sees a mind.
 *
 * Only a headquarters to which something happened is asked: papers dealt with in this tick, instructions that wait for a
 * contact or an arrival, enemies in its picture, a fight, something of its own that is under way. What they
 * choose becomes orders SCHEDULED for their minute (acts.c), which src/rules/dispatch.c gives in the ordinary way. Where
 * commanders keep to the letter of their orders (campaign.commanders), only instructions speak; or they, and, for who held
 * his ground, whom to send after a beaten enemy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"

#include <stdlib.h>

#include "world/battle.h"
#include "world/belief.h"
#include "world/fetch.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/passage.h"
#include "world/phases.h"
#include "world/scratch.h"
#include "world/stores.h"

_Static_assert((int)SP_OCCASION_CONTACT == (int)SP_TRIGGER_CONTACT && (int)SP_OCCASION_REQUEST == (int)SP_TRIGGER_REQUEST && (int)SP_OCCASION_WORD == (int)SP_TRIGGER_WORD && (int)SP_OCCASION_ARRIVAL == (int)SP_TRIGGER_ARRIVAL, "occasions are triggers");
_Static_assert(SP_CONTACTS == 16, "sp_picture holds them all");

/* One line of work: a paper or an instruction of one headquarters. */
typedef struct item { int32_t hq, row; bool paper; } item;
typedef sp_array(item) items;

static int by_hq(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  const item *a = left, *b = right;
  if (a->hq != b->hq) return w->hq.key[a->hq] < w->hq.key[b->hq] ? -1 : 1;
  if (a->paper != b->paper) return a->paper ? -1 : 1;
  if (a->paper && w->message.acted[a->row] != w->message.acted[b->row]) return w->message.acted[a->row] < w->message.acted[b->row] ? -1 : 1;
  sp_key x = a->paper ? w->message.key[a->row] : w->order.key[a->row], y = a->paper ? w->message.key[b->row] : w->order.key[b->row];
  return x < y ? -1 : x > y;
}

static void add_papers(const sp_tick *t, items *work) {
  const sp_world *w = t->world;
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++) {
    bool asks = w->message.kind[m] == SP_MESSAGE_REQUEST || w->message.kind[m] == SP_MESSAGE_WORD;
    if (asks && sp_paper_acted(w, m, t->from, t->to) && w->hq.alive[w->message.to_hq[m]])
      (void)sp_push(work, (item){w->message.to_hq[m], m, true});
  }
}

static void add_instructions(const sp_tick *t, items *work) {
  const sp_world *w = t->world;
  for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
    if (w->order.state[o] == SP_ORDER_STANDING && !sp_is_moment((sp_trigger)w->order.trigger[o]) && w->hq.alive[w->order.from_hq[o]]) (void)sp_push(work, (item){w->order.from_hq[o], o, false});
}

static sp_known_paper paper_of(const sp_world *w, int32_t m) {
  return (sp_known_paper){.occasion = w->message.kind[m] == SP_MESSAGE_REQUEST ? SP_OCCASION_REQUEST : SP_OCCASION_WORD,
                          .from = sp_hq_formation_key(w, w->message.from_hq[m]),
                          .serial = w->message.serial[m],
                          .for_help = w->message.kind[m] == SP_MESSAGE_REQUEST && w->message.ask[m] == SP_ASK_HELP,
                          .for_leave = w->message.kind[m] == SP_MESSAGE_REQUEST && w->message.ask[m] == SP_ASK_LEAVE,
                          .for_bread = w->message.kind[m] == SP_MESSAGE_REQUEST && w->message.ask[m] == SP_ASK_BREAD,
                          .for_powder = w->message.kind[m] == SP_MESSAGE_REQUEST && w->message.ask[m] == SP_ASK_POWDER,
                          .acted = w->message.acted[m]};
}

static sp_instruction instruction_of(const sp_world *w, int32_t o) {
  int32_t f = w->hq.formation[w->order.from_hq[o]];
  return (sp_instruction){.key = w->order.key[o],
                          .occasion = (sp_occasion)w->order.trigger[o],
                          .of = sp_hq_formation_key(w, w->order.trigger_hq[o]),
                          .count = w->order.trigger_count[o],
                          .seen = w->order.trigger_seen[o],
                          .stands_there = w->order.trigger[o] == SP_TRIGGER_ARRIVAL && sp_formation_is_at(w, f, w->order.trigger_node[o]),
                          .stood_there = w->order.trigger[o] == SP_TRIGGER_ARRIVAL && w->order.trigger_seen[o] > 0,
                          .after_min = w->order.after_min[o]};
}

static void give(sp_tick *t, int32_t o, const sp_choice *choice) {
  sp_world *w = t->world;
  w->order.trigger_seen[o] = choice->times; /* part of the copy's key */
  int32_t copy = sp_order_copy(w, o, choice->due), phase = copy >= 0 ? sp_phase_of(w, o) : -1;
  if (copy < 0) return;
  if (phase >= 0) sp_phase_give(w, phase, copy, sp_max_i64(choice->due, t->from + 1));
  if (w->order.trigger_count[o] > 0) w->order.state[o] = SP_ORDER_ISSUED;
  int32_t hq = w->order.from_hq[o];
  sp_emit(w, (sp_event){.minute = sp_max_i64(choice->due - w->order.after_min[o], t->from), .type = SP_EVENT_STANDING, .side = w->hq.side[hq], .node = w->order.trigger_node[o], .subject = sp_hq_formation_key(w, hq), .a = o, .b = choice->times, .x_m = w->hq.x[hq], .y_m = w->hq.y[hq]});
}

/* What lies before one mind; it grows to the most that any has had. */
typedef struct desk {
  sp_known_paper *paper;
  sp_instruction *instruction;
  int32_t *row, *seen; /* of papers, then of instructions */
  sp_choice *choice;
  size_t paper_room, instruction_room, row_room, seen_room, choice_room;
} desk;

/* Papers stand before instructions in the work of a headquarters; each may move each instruction once. */
static bool lay_out(desk *d, size_t papers, size_t instructions) {
  size_t choices = papers * (instructions + 1) + instructions;
  return sp_array_reserve((void **)&d->paper, &d->paper_room, papers + 1, sizeof *d->paper) &&
         sp_array_reserve((void **)&d->instruction, &d->instruction_room, instructions + 1, sizeof *d->instruction) &&
         sp_array_reserve((void **)&d->row, &d->row_room, papers + instructions + 1, sizeof *d->row) &&
         sp_array_reserve((void **)&d->seen, &d->seen_room, instructions + 1, sizeof *d->seen) &&
         sp_array_reserve((void **)&d->choice, &d->choice_room, choices + 1, sizeof *d->choice);
}

static void clear_away(desk *d) {
  free(d->paper);
  free(d->instruction);
  free(d->row);
  free(d->seen);
  free(d->choice);
}

/* ---- what he decides for himself */

static bool decides(const sp_tick *t) { return t->model->campaign.commanders == SP_COMMANDERS_MACHINE; }

/* Who is asked for bread looks into his books, and thinks of what he told his trains. */
static void look_up_stores(sp_tick *t, int32_t hq, sp_picture *p) {
  sp_books books;
  bool kept = sp_books_are_kept(t->world) && sp_books_open(t->world, &books);
  sp_picture_means(t, hq, kept ? &books : NULL, p);
  if (kept) sp_books_close(&books);
  sp_picture_tasks(t->world, hq, p);
}

static void answer_papers(sp_tick *t, int32_t hq, sp_picture *p, const int32_t *row, const int32_t contact[16]) {
  sp_mind m = {.p = p, .k = t->k, .seed = t->dice.seed};
  sp_decision d;
  for (int32_t n = 0; n < p->paper_count; n++) {
    if (p->paper[n].for_bread || p->paper[n].for_powder) look_up_stores(t, hq, p);
    if (p->paper[n].for_help) sp_picture_drawn_on(t->world, hq, p); /* by the answer before, too */
    if (sp_mind_answer(&m, n, &d)) sp_carry_out(t, hq, p, contact, &d, row[n], p->paper[n].acted + d.after_min);
  }
}

static bool knows_of_beaten(const sp_picture *p) {
  for (int32_t n = 0; n < p->body_count; n++)
    if (!p->body[n].friendly && p->body[n].shape == SP_SHAPE_FLEEING) return true;
  return false;
}

/* Whom to send after beaten men: the fittest first, each weighed with those in mind who were sent before him. */
static void send_after(sp_tick *t, int32_t hq, sp_picture *p, const sp_mind *m, const int32_t contact[16]) {
  sp_decision d;
  uint32_t asked = 0;
  if (!sp_mind_may_send(m) || !knows_of_beaten(p)) return;
  sp_picture_tasks(t->world, hq, p);
  for (int32_t b = sp_mind_next_to_send(m, asked); b >= 0; b = sp_mind_next_to_send(m, asked)) {
    asked |= 1u << b;
    sp_mind_send_after(m, b, &d);
    sp_carry_out(t, hq, p, contact, &d, -1, t->to);
    if (d.option[d.chosen].act == SP_ACT_SEND_AFTER) p->body[b].task = SP_TASK_PURSUE;
  }
}

/* Every half hour. */
static bool sees_to_horse(const sp_tick *t) {
  int32_t every = 2 * sp_max_i32(5, sp_to_i32(t->k->mind_think_min));
  return t->to / every != t->from / every;
}

static void send_to_harass(sp_tick *t, int32_t hq, sp_picture *p, const sp_mind *m, const int32_t contact[16]) {
  sp_decision d;
  if (p->self.leads && sp_picture_parties(t->world, hq, p)) sp_picture_tasks(t->world, hq, p);
  if (sp_mind_harry(m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
}

/* Held up at a bank, or about a bridge of his own accord: looked at with his means. */
static bool sees_to_river(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  int32_t every = sp_max_i32(5, sp_to_i32(t->k->mind_think_min));
  bool about = w->hq.act[hq] == SP_ACT_BRIDGE || w->hq.act[hq] == SP_ACT_BREAK_BRIDGE;
  return t->to / every != t->from / every && w->hq.staff_free[hq] <= t->to && (about || sp_waits_at_river(w, w->hq.formation[hq]));
}

/* What bars his way first; then, with an enemy about, what he leaves standing behind him. */
static void look_at_river(sp_tick *t, int32_t hq, sp_picture *p, const sp_mind *m, bool news, const int32_t contact[16]) {
  sp_decision d;
  if (sees_to_river(t, hq)) {
    sp_picture_river_ahead(t, hq, p);
    if (sp_mind_river(m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
    return;
  }
  if (!news || !p->self.marches) return;
  sp_picture_river_behind(t, hq, p);
  if (sp_mind_bridge_behind(m, &d) || sp_mind_bridgehead(m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
}

/* His ground, his bread, his powder: one thing at a time. */
static void look_to_means(sp_tick *t, int32_t hq, sp_picture *p, const sp_mind *m, const sp_books *books, const int32_t contact[16]) {
  static bool (*const question[])(const sp_mind *, sp_decision *) = {sp_mind_leaving, sp_mind_convoy, sp_mind_bread, sp_mind_powder, sp_mind_lot, sp_mind_spade};
  sp_decision d;
  sp_picture_means(t, hq, books, p);
  if (p->self.leads) sp_picture_tasks(t->world, hq, p);
  for (size_t n = 0; n < sizeof question / sizeof *question; n++) {
    if (!question[n](m, &d)) continue;
    sp_carry_out(t, hq, p, contact, &d, -1, t->to);
    if (d.chosen > 0) return;
  }
}

/* He sees to his means by the clock, unless a paper lies on his table that may say otherwise, or he resolved on something just now. */
static bool sees_to_means(const sp_tick *t, int32_t hq) {
  int32_t every = sp_max_i32(5, sp_to_i32(t->k->mind_means_min));
  return t->to / every != t->from / every && t->world->hq.staff_free[hq] <= t->to && !(t->world->hq.act_since[hq] == t->to && t->world->hq.act[hq] != SP_ACT_ORDERS);
}

/* A siege is looked at every quarter of an hour: who has come to the wall has begun. */
static bool sees_to_siege(const sp_tick *t) {
  int32_t every = sp_max_i32(5, sp_to_i32(t->k->mind_think_min));
  return t->to / every != t->from / every;
}

/* He is to go, has not gone yet, and what becomes of the store about him is not settled. */
static bool leaves_a_store(const sp_world *w, int32_t hq) {
  int32_t f = w->hq.formation[hq];
  bool to_go = (sp_verb)w->formation.verb[f] == SP_VERB_MARCH && w->formation.activity[f] != SP_MARCHING && w->hq.cleared[hq] <= w->hq.act_since[hq];
  return to_go && sp_eats(w, f) && sp_depot_in_reach(w, f) >= 0;
}

/* What the enemy asks of him. */
static void think_of_enemies(sp_tick *t, int32_t hq, sp_picture *p, const sp_books *books, const int32_t contact[16]) {
  sp_mind m = {.p = p, .k = t->k, .seed = t->dice.seed};
  sp_scene scene = sp_mind_scene(&m);
  sp_decision d;
  m.scene = &scene; /* nothing that he resolves on alters what he sees */
  if (!t->world->hq.pressed_since[hq] && scene.nearest >= 0) t->world->hq.pressed_since[hq] = t->to;
  if (sp_mind_besieges(&m)) {
    if (sees_to_siege(t)) {
      sp_picture_means(t, hq, books, p);
      if (sp_mind_leaguer(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
    }
  } else if (sp_mind_field(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
  if (sp_mind_sally(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
  if (sp_mind_alarm(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
  if (sp_mind_promise(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
  send_after(t, hq, p, &m, contact);
  if (sp_mind_gather(&m, &d)) sp_carry_out(t, hq, p, contact, &d, -1, t->to);
}

#ifdef SP_DEV
/* What quiet.c says is what they would all have said. */
static void check_quiet(const sp_mind *m) {
  sp_decision d;
  SP_CHECK(sp_mind_scene(m).nearest < 0 && !sp_mind_besieges(m) && !sp_mind_field(m, &d) && !sp_mind_alarm(m, &d) && !sp_mind_promise(m, &d) && !sp_mind_sally(m, &d));
  SP_CHECK(!(sp_mind_may_send(m) && knows_of_beaten(m->p)) && !sp_mind_gather(m, &d));
}
#endif

/* What marks a commander: others are under him, a party of his horse among them; he has a reason to look about him; he had, and it is nothing;
 * the clock bids him look to his means; there is a river to think of; or what his horse might do. */
enum { LEADS = 1, PARTY = 2, NEWS = 4, QUIET = 8, MEANS = 16, RIVER = 32, HORSE = 64 };
#ifdef SP_DEV
#define THINKS (NEWS | MEANS | RIVER | HORSE | QUIET) /* so that what was said of him is held against him */
#else
#define THINKS (NEWS | MEANS | RIVER | HORSE)
#endif

/* p: a picture to lay out what he knows in. */
static void think(sp_tick *t, int32_t hq, uint8_t marks, const sp_books *books, const int32_t *in_fights, sp_picture *p) {
  int32_t contact[SP_CONTACTS];
  sp_picture_of(t, hq, in_fights, p, contact);
  p->self.leads = (marks & LEADS) != 0;
  p->means.looked = false;
  sp_mind m = {.p = p, .k = t->k, .seed = t->dice.seed};
#ifdef SP_DEV
  if (marks & QUIET) check_quiet(&m);
#endif
  if (marks & NEWS) think_of_enemies(t, hq, p, books, contact);
  if (marks & HORSE) send_to_harass(t, hq, p, &m, contact);
  if (marks & RIVER) look_at_river(t, hq, p, &m, (marks & (NEWS | QUIET)) != 0, contact);
  if (marks & MEANS && (sees_to_means(t, hq) || leaves_a_store(t->world, hq))) look_to_means(t, hq, p, &m, books, contact); /* unless he has just resolved on something */
}

static bool can_think(const sp_world *w, int32_t hq) {
  int32_t f = w->hq.formation[hq];
  if (w->combat.ambush[f] && sp_lies_in_wait(w, f)) return false; /* he has made up his mind; ambush.c says when */
  if (sp_has_safe_conduct(w, f)) return false; /* it has been settled for him */
  if (w->hq.harasses[f] && w->formation.verb[f] == SP_VERB_FOLLOW && w->combat.engagement[f] < 0) return false; /* so has he; harass.c */
  return w->hq.alive[hq] && w->formation.alive[f] && !sp_at_sea(w, f) && sp_men_of(w, f) > 0 && w->combat.stance[f] != SP_YIELDED;
}

static bool news_of_enemies(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++)
    if (w->contact.heard[c] > t->from && w->contact.report[c] >= 0 && !w->contact.friendly[c]) return true;
  return false;
}

/* News of an enemy, a fight, or the clock while he has an enemy in mind or an act of his own under way. */
static bool has_news(const sp_tick *t, int32_t hq, bool mark) {
  const sp_world *w = t->world;
  if (mark && (w->combat.engagement[w->hq.formation[hq]] >= 0 || w->hq.act[hq] != SP_ACT_ORDERS)) return true;
  return sp_holds_enemies(w, hq) && (mark || news_of_enemies(t, hq));
}

/* The next of those marked; what his picture holds is called for while the one before him is dealt with. */
static int32_t next_marked(const sp_world *w, const uint8_t *who, uint8_t mark, int32_t h, int32_t used) {
  while (h < used && !(who[h] & mark)) h++;
  for (int32_t c = h * SP_CONTACTS; used >= SP_FETCH_FROM && h < used && c < (h + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] < 0) continue;
    if (mark == NEWS) sp_fetch_seen(&w->report, w->contact.report[c]);
    else sp_fetch_report(&w->report, w->contact.report[c]);
  }
  return h;
}

/* Told off to hang on the enemy, whatever it has been told since. */
static bool is_party(const sp_world *w, int32_t hq) { return w->hq.told_off[hq] != 0; }

/* Enough horse, and an enemy in mind near enough for it (harry.c weighs the rest). */
static bool may_send_horse(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  if (t->k->mind_party_share * w->formation.mounted[w->hq.formation[hq]] < t->k->mind_party_least) return false;
  for (int32_t c = hq * SP_CONTACTS, left = w->hq.contact_count[hq]; left > 0 && c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0) continue;
    left--;
    double dx = w->report.x[r] - w->hq.x[hq], dy = w->report.y[r] - w->hq.y[hq], reach = 1.001 * t->k->mind_dig_m;
    if (!w->contact.friendly[c] && dx * dx + dy * dy < reach * reach) return true;
  }
  return false;
}

/* On the march, and a bridge that still stands is near his tail (picture_river.c says which). */
static bool leaves_a_bridge(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  if (t->model->crossing_count == 0 || w->formation.activity[f] != SP_MARCHING) return false;
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    sp_xy at = t->model->node[t->model->crossing[c].node].at;
    double dx = w->formation.tail_x[f] - at.x, dy = w->formation.tail_y[f] - at.y;
    if (dx * dx + dy * dy < t->k->mind_near_m * t->k->mind_near_m && sp_passage_bridges(w, c) > 0) return true;
  }
  return false;
}

static void mark_all(const sp_tick *t, uint8_t *who, int32_t used) {
  const sp_world *w = t->world;
  int32_t every = sp_max_i32(5, sp_to_i32(t->k->mind_think_min));
  bool mark = t->to / every != t->from / every, stores = w->scratch->stores_told;
  for (int32_t h = 0; h < used; h++) {
    if (w->hq.alive[h] && w->hq.superior[h] >= 0) who[w->hq.superior[h]] |= is_party(w, h) ? LEADS | PARTY : LEADS;
    bool news = w->hq.alive[h] && has_news(t, h, mark), means = (news || stores) && (sees_to_means(t, h) || leaves_a_store(w, h)), river = sees_to_river(t, h);
    if ((news || means || river) && can_think(w, h)) who[h] |= (uint8_t)((news ? NEWS : 0) | (means ? MEANS : 0) | (river ? RIVER : 0));
  }
  bool horse = sees_to_horse(t);
  for (int32_t h = next_marked(w, who, NEWS, 0, used), next; h < used; h = next) {
    next = next_marked(w, who, NEWS, h + 1, used);
    if (horse && (who[h] & PARTY || may_send_horse(t, h))) who[h] |= HORSE;
    if (leaves_a_bridge(t, h)) who[h] |= RIVER;
    if (sp_is_quiet(t, h)) who[h] ^= NEWS | QUIET;
  }
  for (int32_t h = horse ? next_marked(w, who, PARTY, 0, used) : used; h < used; h = next_marked(w, who, PARTY, h + 1, used))
    if (can_think(w, h)) who[h] |= HORSE; /* a worn party is called back whether or not he has an enemy in mind */
}

/* Nobody's reason to think lies in what another thinks at the same time: all are asked first. */
static void think_all(sp_tick *t) {
  const sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_HQ);
  uint8_t *who = calloc((size_t)used + 1, 1);
  int32_t *in_fights = sp_men_in_fights(w);
  sp_books books = {.first = NULL};
  bool kept = sp_books_are_kept(w) && sp_books_open(w, &books);
  if (who && in_fights) { /* without memory they think of it in the next tick */
    mark_all(t, who, used);
    sp_picture p = {.paper = NULL}; /* one for all of them, one after the other */
    for (int32_t h = next_marked(w, who, THINKS, 0, used), next; h < used; h = next) {
      next = next_marked(w, who, THINKS, h + 1, used);
      think(t, h, who[h], kept ? &books : NULL, in_fights, &p);
    }
  }
  sp_books_close(&books);
  free(who);
  free(in_fights);
}

/* ---- he keeps to his orders; having held his ground, he decides whom to send after the beaten */

/* Enemies run, as far as he knows: it has just been said, or the clock bids him look again. */
static bool hears_of_beaten(const sp_tick *t, int32_t hq, bool mark) {
  const sp_world *w = t->world;
  int32_t left = w->hq.contact_count[hq];
  for (int32_t c = hq * SP_CONTACTS; left > 0 && c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0) continue;
    left--;
    if (!w->contact.friendly[c] && w->report.shape[r] == SP_SHAPE_FLEEING && (mark || w->contact.heard[c] > t->from)) return true;
  }
  return false;
}

/* Who was told to attack has his orders for the chase too: his men go after those who run before them of themselves. */
static bool comes_on(const sp_world *w, int32_t hq) {
  sp_verb verb = (sp_verb)w->formation.verb[w->hq.formation[hq]];
  return verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE;
}

static void think_of_chase(sp_tick *t) {
  const sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_HQ), every = sp_max_i32(5, sp_to_i32(t->k->mind_think_min));
  bool mark = t->to / every != t->from / every;
  int32_t *in_fights = NULL;
  for (int32_t h = 0; h < used; h++) {
    if (!w->hq.alive[h] || !can_think(w, h) || comes_on(w, h) || !hears_of_beaten(t, h, mark)) continue;
    if (!in_fights) in_fights = sp_men_in_fights(w);
    if (!in_fights) return; /* without memory they think of it in the next tick */
    int32_t contact[SP_CONTACTS];
    sp_picture p = {.paper = NULL};
    sp_picture_of(t, h, in_fights, &p, contact);
    for (int32_t u = 0; u < used && !p.self.leads; u++) p.self.leads = w->hq.alive[u] && w->hq.superior[u] == h;
    sp_mind m = {.p = &p, .k = t->k, .seed = t->dice.seed};
    send_after(t, h, &p, &m, contact);
  }
  free(in_fights);
}

/* ---- what he was told to do on an occasion */

static void ask_mind(sp_tick *t, const item *work, size_t count, bool after_sighting, const int32_t *in_fights, desk *d) {
  sp_world *w = t->world;
  size_t papers = 0;
  int32_t hq = work[0].hq, contact[SP_CONTACTS];
  while (papers < count && work[papers].paper) papers++;
  if (!lay_out(d, papers, count - papers)) return;
  sp_picture p = {.paper = d->paper, .instruction = d->instruction};
  for (size_t i = 0; i < count; i++) {
    d->row[i] = work[i].row;
    if (work[i].paper) d->paper[p.paper_count++] = paper_of(w, work[i].row);
    else d->instruction[p.instruction_count++] = instruction_of(w, work[i].row);
  }
  sp_picture_of(t, hq, in_fights, &p, contact);
  size_t choices = sp_mind_standing(&p, after_sighting, d->seen, d->choice, d->choice_room);
  for (size_t i = 0; i < choices; i++) give(t, d->row[papers + (size_t)d->choice[i].index], &d->choice[i]);
  for (int32_t i = 0; i < p.instruction_count; i++) w->order.trigger_seen[d->row[papers + (size_t)i]] = d->seen[i];
  if (after_sighting) return;
  if (decides(t)) {
    answer_papers(t, hq, &p, d->row, contact);
    return;
  }
  choices = sp_mind_pass_up(&p, d->choice, d->choice_room);
  for (size_t i = 0; i < choices; i++) (void)sp_pass_up(t->world, d->row[d->choice[i].index], d->choice[i].due);
}

static void ask_all(sp_tick *t, bool after_sighting) {
  items work = {0};
  desk d = {0};
  if (!after_sighting) add_papers(t, &work);
  if (after_sighting || work.count) add_instructions(t, &work);
  int32_t *in_fights = work.count ? sp_men_in_fights(t->world) : NULL;
  if (in_fights && sp_sort(work.data, work.count, sizeof *work.data, by_hq, t->world)) {
    for (size_t i = 0, end; i < work.count; i = end) {
      for (end = i + 1; end < work.count && work.data[end].hq == work.data[i].hq;) end++;
      ask_mind(t, &work.data[i], end - i, after_sighting, in_fights, &d);
    }
  }
  free(in_fights);
  sp_array_free(&work);
  clear_away(&d);
}

void sp_minds_before_march(sp_tick *t) {
  ask_all(t, false);
  sp_moments_come(t);
}

void sp_minds_after_sighting(sp_tick *t) {
  ask_all(t, true);
  if (decides(t)) think_all(t);
  else if (t->model->campaign.commanders == SP_COMMANDERS_CHASE) think_of_chase(t);
}
