/* memorial.c - the report of a campaign to the throne, by one of its commanders.
 *
 * Models    how such papers were made: the strength by the roll, day by day what was done, the merits of each contingent with heads
 *           and prisoners as claimed, the losses as it suits their author, who is praised, who is blamed, what is asked for.
 * Stated    from what has come to his headquarters: its picture, its own doings, those of others when a paper of theirs brought
 *           them. Of the missing a man of honour says that they must be counted dead; another says that they are coming in, and
 *           gives the enemy at the most that he was told.
 * Audit     each figure with the true one beside it, and whence he had it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/memorial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/fates.h"
#include "io/table_out.h"

enum { WIDTH = 80, NAMED_MOST = 3 };

void sp_memorial_say(sp_memorial *m, const char *id, const char *const *args) {
  sp_prose text = {0};
  if (m->lang == SP_LANG_ZH) sp_prose_put(&text, "\u3000\u3000");
  sp_prose_fill(&text, m->lang, id, args);
  if (text.data && m->lang == SP_LANG_EN) sp_capitalise(text.data);
  sp_wrap(&m->out, "", sp_prose_text(&text), WIDTH);
  sp_prose_put(&m->out, "\n");
  if (text.failed) m->out.failed = true;
  sp_prose_free(&text);
}

static void heading(sp_memorial *m, const char *id) {
  sp_prose_fill(&m->out, m->lang, id, NULL);
  sp_prose_put(&m->out, "\n\n");
}

static void what_of(const sp_memorial *m, const char *id, char out[SP_SAY * 3]) { sp_text(m->lang, id, NULL, out, SP_SAY * 3); }

static void author_name(sp_memorial *m, char out[SP_PHRASE]) {
  char name[SP_FATE_WORDS] = "";
  if (m->person < 0) {
    sp_phrase_chief(&m->teller, m->author, out);
    return;
  }
  sp_person_say(m->model, m->person, m->lang, name);
  snprintf(out, SP_PHRASE, "%s", name);
}

/* ---- strength */

static int64_t opening_men(const sp_memorial *m, int32_t contingent) {
  sp_register r = {0};
  int64_t sum = 0;
  if (sp_register_rows(m->world, m->lang, &r) != SP_OK) return 0;
  for (size_t i = 0; i < r.count; i++)
    if (r.rows[i].side == m->side && (contingent < 0 || r.rows[i].contingent == contingent) && sp_force_of(r.rows[i].arm) == SP_FORCE_MEN) sum += r.rows[i].opening;
  free(r.rows);
  return sum;
}

/* Men of the bodies that he answers for: by the roll of the opening; as last reported to him; as they are. */
static void count_men(sp_memorial *m) {
  sp_field_view key = sp_field_of(m->world, "formation", "key"), alive = sp_field_of(m->world, "formation", "alive");
  for (int32_t row = 0; row < m->rows; row++) {
    if (!m->under[row] || !sp_field_int(&alive, row, 0)) continue;
    int64_t truly = sp_memorial_men(m, row);
    m->truly_present += truly;
    if (row == m->row) m->present += truly;
    sp_contact_view v;
    bool heard = row == m->row;
    for (size_t i = 0; !heard && i < sp_seat_contact_count(m->seat); i++) {
      heard = sp_seat_contact(m->seat, i, &v) == SP_OK && v.friendly && v.formation == (sp_key)sp_field_int(&key, row, 0);
      if (heard) m->present += v.men;
    }
    if (!heard) m->present += sp_model_formation_men(m->model, row); /* of whom he hears nothing he thinks that they are as they were */
  }
}

/* Roll of those under him: the whole side's where he is its chief, else what his bodies had when they first spoke. */
static int64_t roll_of(const sp_memorial *m) {
  int64_t sum = 0;
  if (m->whole) return opening_men(m, -1);
  for (int32_t f = 0; f < sp_model_count(m->model, SP_ENTITY_FORMATION); f++)
    if (f < m->rows && m->under[f]) sum += sp_model_formation_men(m->model, f);
  return sum;
}

static int64_t enemy_stated(const sp_memorial *m, int64_t *truly) {
  double sum = 0.0;
  sp_contact_view v;
  for (size_t i = 0; i < sp_seat_contact_count(m->seat); i++) {
    if (sp_seat_contact(m->seat, i, &v) != SP_OK || v.friendly) continue;
    double x = m->honour < 0.5 ? v.sigma : 0.0;
    sum += (double)v.men * (1.0 + x * (1.0 + x * (0.5 + x / 6.0)));
  }
  for (size_t i = 0; sum <= 0.0 && i < m->log->events.count; i++) { /* nobody in sight any more: the most that his own men ever saw */
    const sp_event *e = &m->log->events.data[i].e;
    if (e->type == SP_EVENT_SIGHTED && e->subject == m->author && (double)e->a > sum) sum = e->a;
  }
  sp_field_view side = sp_field_of(m->world, "formation", "side"), alive = sp_field_of(m->world, "formation", "alive");
  *truly = 0;
  for (int32_t row = 0; row < m->rows; row++)
    if (sp_field_int(&side, row, 0) != m->side && sp_field_int(&alive, row, 0)) *truly += sp_memorial_men(m, row);
  return (int64_t)(sum + 0.5);
}

static void put_forces(sp_memorial *m) {
  char what[SP_SAY * 3], roll[SP_SAY * 2], enemy[SP_SAY * 2];
  int64_t truly = 0, stated = enemy_stated(m, &truly);
  m->opening = roll_of(m);
  what_of(m, "memorial.figure.roll", what);
  sp_memorial_figure(m, what, m->opening, m->opening, "roll", roll);
  const char *args[] = {"n", roll, NULL};
  sp_memorial_say(m, "memorial.forces", args);
  if (stated <= 0) return;
  what_of(m, "memorial.figure.enemy", what);
  sp_memorial_figure(m, what, stated, truly, "scouts", enemy);
  const char *against[] = {"n", enemy, NULL};
  sp_memorial_say(m, m->honour < 0.5 ? "memorial.enemy.at_most" : "memorial.enemy", against);
}

/* ---- merits and losses */

static void put_merit(sp_memorial *m, const sp_deeds *d) {
  char what[SP_SAY * 3], number[4][SP_SAY * 2];
  const char *name = sp_model_name(m->model, SP_ENTITY_CONTINGENT, d->of, m->lang);
  int64_t heads = (int64_t)(m->claim * (double)d->cut + 0.5);
  static const char *const kinds[4] = {"heads", "taken", "colours", "guns"};
  const char *items[4];
  char item[4][SP_SAY * 3];
  size_t used = 0;
  const int64_t stated[4] = {heads, d->taken, d->colours, d->guns}, truly[4] = {d->all_cut, d->all_taken, d->colours, d->guns};
  if (heads + d->taken + d->colours + d->guns <= 0) return;
  m->heads += heads;
  m->captives += d->taken;
  for (int i = 0; i < 4; i++) {
    char id[64];
    if (stated[i] <= 0) continue;
    snprintf(id, sizeof id, "memorial.figure.%s", kinds[i]);
    sp_text(m->lang, id, (const char *[]){"who", name, NULL}, what, sizeof what);
    sp_memorial_figure(m, what, stated[i], truly[i], i < 2 ? "reports" : "roll", number[i]);
    snprintf(id, sizeof id, "memorial.item.%s%s", kinds[i], stated[i] == 1 ? "_one" : "");
    sp_text(m->lang, id, (const char *[]){"n", number[i], NULL}, item[used], sizeof item[used]);
    items[used] = item[used];
    used++;
  }
  sp_prose list = {0};
  sp_prose_list(&list, m->lang, items, used);
  const char *args[] = {"who", name, "list", sp_prose_text(&list), NULL};
  sp_memorial_say(m, "memorial.merit", args);
  sp_prose_free(&list);
}

static void put_merits(sp_memorial *m) {
  bool any = false;
  for (int32_t c = 0; c < m->contingents; c++) any = any || m->by_contingent[c].cut + m->by_contingent[c].taken + m->by_contingent[c].guns > 0;
  heading(m, "memorial.heading.merits");
  for (int32_t c = 0; c < m->contingents; c++) put_merit(m, &m->by_contingent[c]);
  if (!any) sp_memorial_say(m, "memorial.no_merits", NULL);
}

/* Lines of the register of the side, men only; -1 where he answers for a part of it: the register knows no bodies. */
static int64_t on_line(const sp_memorial *m, const char *const *words, size_t count) {
  sp_register r = {0};
  int64_t sum = 0;
  if (!m->whole) return -1;
  if (sp_register_rows(m->world, m->lang, &r) != SP_OK) return -1;
  for (size_t i = 0; i < r.count; i++) {
    if (r.rows[i].side != m->side || sp_force_of(r.rows[i].arm) != SP_FORCE_MEN) continue;
    for (int32_t l = 0; l < r.lines; l++) {
      const char *word = sp_word_for(SP_WORDS_LINE, l);
      for (size_t k = 0; k < count; k++)
        if (word && strcmp(word, words[k]) == 0) sum += r.rows[i].line[l];
    }
  }
  free(r.rows);
  return sum;
}

static void put_losses(sp_memorial *m) {
  static const char *const dead[] = {"killed", "died"}, *const missing[] = {"straggling", "captured", "deserted", "lost"};
  char what[SP_SAY * 3], present[SP_SAY * 2], all[SP_SAY * 2], fallen[SP_SAY * 2], gone[SP_SAY * 2];
  int64_t lost = m->opening > m->present ? m->opening - m->present : 0, own = sp_model_formation_men(m->model, m->row < sp_model_count(m->model, SP_ENTITY_FORMATION) ? m->row : -1) - sp_memorial_men(m, m->row);
  int64_t stated = m->honour < 0.5 ? (own < 0 ? 0 : own < lost ? own : lost) : lost;
  heading(m, "memorial.heading.losses");
  what_of(m, "memorial.figure.present", what);
  sp_memorial_figure(m, what, m->present, m->truly_present, "reports", present);
  what_of(m, "memorial.figure.wanting", what);
  sp_memorial_figure(m, what, lost, m->opening - m->truly_present, "reports", all);
  what_of(m, "memorial.figure.dead", what);
  sp_memorial_figure(m, what, stated, on_line(m, dead, 2), m->honour < 0.5 ? "own_eyes" : "counted_dead", fallen);
  what_of(m, "memorial.figure.missing", what);
  sp_memorial_figure(m, what, lost - stated, on_line(m, missing, 4), "reports", gone);
  const char *args[] = {"present", present, "all", all, "dead", fallen, "missing", gone, NULL};
  sp_memorial_say(m, lost == 0 ? "memorial.losses.none" : m->honour < 0.5 && lost > stated ? "memorial.losses.hidden" : lost > stated ? "memorial.losses" : "memorial.losses.counted", args);
  m->defeated = m->fled || (lost > m->heads + m->captives && m->broken >= m->broke);
}

/* ---- praise and blame */

static int64_t worth(const sp_memorial *m, int32_t row) { return m->by_body[row].cut + 2 * m->by_body[row].taken; }

/* Its commander has a name by which he can be praised or blamed. */
static bool has_name(const sp_memorial *m, sp_key body) {
  const sp_logged_name *name = sp_story_name_of(m->log, body);
  return name && sp_story_text(m->log, name->chief[m->lang])[0];
}

/* The best of those of whom he has heard, himself left out; -1: nobody. */
static int32_t most_deserving(const sp_memorial *m, const bool *named) {
  int32_t best = -1;
  for (int32_t row = 0; row < m->rows; row++)
    if (m->under[row] && row != m->row && !named[row] && worth(m, row) > 0 && (best < 0 || worth(m, row) > worth(m, best))) best = row;
  return best;
}

static size_t put_praise(sp_memorial *m) {
  sp_field_view key = sp_field_of(m->world, "formation", "key");
  bool *named = calloc((size_t)m->rows + 1, sizeof *named);
  size_t count = 0;
  heading(m, "memorial.heading.people");
  for (; named && count < NAMED_MOST; count++) {
    int32_t row = most_deserving(m, named);
    if (row < 0) break;
    named[row] = true;
    char chief[SP_PHRASE], who[SP_PHRASE], what[SP_SAY * 3], heads[SP_SAY * 2], taken[SP_SAY * 2];
    const sp_deeds *d = &m->by_body[row];
    sp_phrase_chief(&m->teller, (sp_key)sp_field_int(&key, row, 0), chief);
    sp_phrase_who(&m->teller, (sp_key)sp_field_int(&key, row, 0), who);
    sp_text(m->lang, "memorial.figure.heads", (const char *[]){"who", who, NULL}, what, sizeof what);
    sp_memorial_figure(m, what, (int64_t)(m->claim * (double)d->cut + 0.5), d->all_cut, "reports", heads);
    sp_text(m->lang, "memorial.figure.taken", (const char *[]){"who", who, NULL}, what, sizeof what);
    sp_memorial_figure(m, what, d->taken, d->all_taken, "reports", taken);
    const char *args[] = {"chief", chief, "who", who, "heads", heads, "taken", taken, NULL};
    bool named_chief = has_name(m, (sp_key)sp_field_int(&key, row, 0));
    sp_memorial_say(m, count == 0 ? (named_chief ? "memorial.praise.first" : "memorial.praise.first_unnamed") : named_chief ? "memorial.praise.next" : "memorial.praise.next_unnamed", args);
  }
  free(named);
  return count;
}

/* He asked, it was heard, and nobody of theirs came or wrote within the day. */
static bool was_answered(const sp_memorial *m, const sp_message_facts *asked) {
  for (size_t i = 0; i < m->log->messages.count; i++) {
    const sp_message_facts *f = &m->log->messages.data[i].facts;
    if (f->from == asked->to && f->sent >= asked->delivered && f->sent < asked->delivered + 1440) return true;
  }
  return false;
}

static size_t blame_the_deaf(sp_memorial *m) {
  for (size_t i = 0; i < m->log->messages.count; i++) {
    const sp_logged_message *x = &m->log->messages.data[i];
    const char *kind = sp_word_for(SP_WORDS_MESSAGE_KIND, x->facts.kind), *ask = sp_word_for(SP_WORDS_ASK, x->ask);
    if (x->facts.from != m->author || !kind || strcmp(kind, "request") != 0 || !ask || strcmp(ask, "help") != 0) continue;
    if (x->facts.delivered && was_answered(m, &x->facts)) continue;
    char whom[SP_PHRASE], clock[SP_SAY];
    sp_phrase_who(&m->teller, x->facts.to, whom);
    sp_say_clock(m->lang, x->facts.sent, clock);
    const char *args[] = {"whom", whom, "clock", clock, NULL};
    sp_memorial_say(m, "memorial.blame.no_help", args);
    return 1;
  }
  return 0;
}

/* The first of that kind that he knows of and that is not about himself. */
static const sp_event *first_known(const sp_memorial *m, sp_event_type type) {
  for (size_t i = 0; i < m->log->events.count; i++) {
    const sp_event *e = &m->log->events.data[i].e;
    int32_t row = e->type == (uint16_t)type && m->known[i] > 0 ? sp_memorial_row(m, e->subject) : -1;
    if (row >= 0 && m->under[row] && row != m->row && !(type == SP_EVENT_LEADER_FLEES && e->a == m->person)) return e;
  }
  return NULL;
}

static size_t blame_event(sp_memorial *m, sp_event_type type, const char *id, const char *unnamed) {
  const sp_event *e = first_known(m, type);
  if (!e) return 0;
  char who[SP_PHRASE], name[SP_PHRASE];
  sp_phrase_who(&m->teller, e->subject, who);
  if (type == SP_EVENT_LEADER_FLEES && e->a >= 0) snprintf(name, sizeof name, "%s", sp_model_name(m->model, SP_ENTITY_PERSON, e->a, m->lang));
  else sp_phrase_chief(&m->teller, e->subject, name);
  const char *args[] = {"who", who, "name", name, NULL};
  bool named = type == SP_EVENT_LEADER_FLEES ? e->a >= 0 : has_name(m, e->subject);
  sp_memorial_say(m, named ? id : unnamed, args);
  return 1;
}

static bool it_poured(const sp_memorial *m) {
  for (size_t i = 0; i < m->log->sky.count; i++)
    if (m->log->sky.data[i].rain_mm_h >= 4.0) return true;
  return false;
}

static void put_blame(sp_memorial *m) {
  size_t blamed = blame_event(m, SP_EVENT_LEADER_FLEES, "memorial.blame.rode_off", "memorial.blame.rode_off_unnamed");
  if (m->defeated) blamed += blame_event(m, SP_EVENT_BREAKS, "memorial.blame.gave_way", "memorial.blame.gave_way_unnamed");
  if (m->defeated) blamed += blame_the_deaf(m);
  blamed += blame_event(m, SP_EVENT_COMPLAINS, "memorial.blame.arsenal", "memorial.blame.arsenal_unnamed");
  if (m->defeated && it_poured(m)) blamed++, sp_memorial_say(m, "memorial.blame.rain", NULL);
  if (m->fled) sp_memorial_say(m, m->honour < 0.5 ? "memorial.himself.excused" : "memorial.himself.owned", NULL);
  else if (m->defeated && m->honour >= 0.5) sp_memorial_say(m, "memorial.himself.guilty", NULL);
  else if (!blamed && m->defeated) sp_memorial_say(m, "memorial.blame.heaven", NULL);
}

static void put_requests(sp_memorial *m, size_t praised) {
  char what[SP_SAY * 3], men[SP_SAY * 2];
  int64_t lost = m->opening > m->present ? m->opening - m->present : 0;
  if (praised) sp_memorial_say(m, "memorial.ask.rewards", NULL);
  if (m->captives > 0) sp_memorial_say(m, "memorial.ask.captives", NULL);
  if (m->defeated && lost > 0) {
    what_of(m, "memorial.figure.asked", what);
    sp_memorial_figure(m, what, lost, -1, "roll", men);
    const char *args[] = {"n", men, NULL};
    sp_memorial_say(m, "memorial.ask.men", args);
  }
  sp_memorial_say(m, m->defeated ? "memorial.ask.judgement" : "memorial.ask.decision", NULL);
}

/* ---- the whole */

static void put_audit(sp_memorial *m) {
  static const char *const heads[] = {"mark", "what", "stated", "true", "difference", "source"};
  sp_table_out table = {.columns = 6, .right = 0x1Du};
  char words[SP_SAY * 3], id[64];
  heading(m, "memorial.heading.audit");
  for (size_t i = 0; i < 6; i++) {
    snprintf(id, sizeof id, "memorial.audit.%s", heads[i]);
    what_of(m, id, words);
    sp_table_cell(&table, words);
  }
  sp_table_rule(&table);
  for (size_t i = 0; i < m->figures; i++) {
    const sp_figure *f = &m->figure[i];
    char number[SP_SAY];
    sp_say_digits((int64_t)i + 1, number);
    sp_table_cell(&table, number);
    sp_table_cell(&table, f->what);
    sp_say_digits(f->stated, number);
    sp_table_cell(&table, number);
    sp_say_digits(f->truly, number);
    sp_table_cell(&table, f->truly < 0 ? "" : number);
    sp_say_digits(f->stated - f->truly, number);
    sp_table_cell(&table, f->truly < 0 ? "" : number);
    snprintf(id, sizeof id, "memorial.source.%s", f->source);
    what_of(m, id, words);
    sp_table_cell(&table, words);
  }
  sp_table_put(&table, "  ", &m->out);
  if (table.failed) m->out.failed = true;
  sp_table_free(&table);
}

static void put_opening(sp_memorial *m) {
  const sp_campaign_def *campaign = sp_model_campaign(m->model);
  const char *name = m->lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  char who[SP_PHRASE];
  author_name(m, who);
  const char *args[] = {"who", who, "name", name, NULL};
  sp_memorial_say(m, "memorial.opening", args);
}

static void put_close(sp_memorial *m) {
  char date[256];
  if (m->lang == SP_LANG_ZH) sp_say_lunar(m->lang, sp_world_minute(m->world), date, sizeof date);
  else sp_say_solar(m->lang, sp_world_minute(m->world), date);
  const char *args[] = {"date", date, NULL};
  sp_memorial_say(m, "memorial.close", args);
}

static void compose(sp_memorial *m) {
  count_men(m);
  put_opening(m);
  put_forces(m);
  heading(m, "memorial.heading.days");
  sp_memorial_days(m);
  put_merits(m);
  put_losses(m);
  size_t praised = put_praise(m);
  put_blame(m);
  put_requests(m, praised);
  put_close(m);
  if (m->audit) put_audit(m);
}

sp_status sp_write_memorial(FILE *file, const sp_story *log, const sp_world *world, sp_key author, bool audit, sp_lang lang) {
  if (!file || !log || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_memorial *m = calloc(1, sizeof *m);
  if (!m) return SP_NO_MEMORY;
  *m = (sp_memorial){.log = log, .world = world, .model = sp_world_model(world), .lang = lang, .audit = audit, .author = author, .honour = 0.5};
  m->row = sp_memorial_row(m, author);
  sp_status status = m->row < 0 ? SP_NOT_FOUND : sp_seat_open(world, author, &m->seat);
  if (status == SP_OK) status = sp_teller_open(&m->teller, log, sp_world_constants(world), lang);
  if (status == SP_OK) {
    sp_field_view side = sp_field_of(world, "formation", "side"), person = sp_field_of(world, "hq", "person");
    m->side = (int32_t)sp_field_int(&side, m->row, 0);
    m->person = (int32_t)sp_field_int(&person, m->row, 0);
    const sp_person_def *def = m->person >= 0 ? sp_model_person(m->model, m->person) : NULL;
    if (def && def->trait[SP_TRAIT_HONOUR] >= 0.0) m->honour = def->trait[SP_TRAIT_HONOUR];
    status = sp_memorial_learn(m);
    if (status == SP_OK) compose(m);
    if (status == SP_OK) status = m->out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&m->out), 1, m->out.length, file) == m->out.length ? SP_OK : SP_IO;
    sp_teller_close(&m->teller);
  }
  sp_seat_close(m->seat);
  sp_prose_free(&m->out);
  free(m->under);
  free(m->known);
  free(m->by_contingent);
  free(m->by_body);
  free(m);
  return status;
}
