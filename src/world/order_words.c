/* order_words.c - splits a line of orders into words with their columns, and finds what they name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_parse.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

#define MOST_NAMES 4096
#define MOST_CALLED 64

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int32_t code_points(const char *text, size_t length) {
  int32_t n = 0;
  uint32_t code;
  for (size_t i = 0; i < length; n++) i += sp_utf8_decode(text + i, length - i, &code);
  return n;
}

static void lower(const char *from, size_t length, char out[SP_ORDER_WORD]) {
  size_t n = sp_utf8_whole(from, length < SP_ORDER_WORD - 1 ? length : SP_ORDER_WORD - 1);
  for (size_t i = 0; i < n; i++) out[i] = from[i] >= 'A' && from[i] <= 'Z' ? (char)(from[i] - 'A' + 'a') : from[i];
  out[n] = 0;
}

/* A quoted text: "..." or the typographer's pair. Returns the bytes taken with the quotes, 0 when it never ends. */
static size_t quoted(const char *at, const char **inner, size_t *length) {
  static const char *const pair[][2] = {{"\"", "\""}, {"\u201c", "\u201d"}, {"\u300c", "\u300d"}};
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    size_t opens = strlen(pair[i][0]);
    if (strncmp(at, pair[i][0], opens) != 0) continue;
    const char *end = strstr(at + opens, pair[i][1]);
    if (!end) return 0;
    *inner = at + opens;
    *length = (size_t)(end - *inner);
    return opens + *length + strlen(pair[i][1]);
  }
  return 0;
}

static bool opens_quote(const char *at) {
  return *at == '"' || strncmp(at, "\u201c", 3) == 0 || strncmp(at, "\u300c", 3) == 0;
}

/* A word ends at a space, comma or colon; but the colon of an hour, digit on both sides, is part of it. */
static size_t word_bytes(const char *at) {
  size_t n = 0;
  while (at[n] && !is_space(at[n]) && !(n > 0 && opens_quote(at + n))) {
    bool thousands = at[n] == ',' && n > 0 && is_digit(at[n - 1]) && is_digit(at[n + 1]) && is_digit(at[n + 2]) && is_digit(at[n + 3]) && !is_digit(at[n + 4]);
    bool hour = at[n] == ':' && n > 0 && is_digit(at[n - 1]) && is_digit(at[n + 1]);
    if ((at[n] == ',' || at[n] == ':') && !thousands && !hour) break;
    n++;
  }
  return n;
}

bool sp_order_split(sp_order_lines *l, const char *text) {
  int32_t column = l->where.column > 0 ? l->where.column : 1;
  for (const char *at = text; *at;) {
    if (is_space(*at)) {
      at++;
      column++;
      continue;
    }
    sp_token *t = &l->token[l->count];
    memset(t, 0, sizeof *t);
    t->column = column;
    t->at = at;
    if (l->count == SP_ORDER_TOKENS - 1) return sp_order_blame(l, t, "order.too_long");
    size_t bytes = 1;
    if (*at == ',') t->kind = SP_TOKEN_COMMA;
    else if (*at == ':') t->kind = SP_TOKEN_COLON;
    else if (opens_quote(at)) {
      t->kind = SP_TOKEN_TEXT;
      bytes = quoted(at, &t->at, &t->length);
      if (!bytes) return sp_order_blame(l, t, "order.open_quote");
    } else {
      t->kind = SP_TOKEN_WORD;
      bytes = word_bytes(at);
    }
    if (t->kind != SP_TOKEN_TEXT) t->length = bytes;
    lower(t->at, t->length, t->word);
    if (t->kind != SP_TOKEN_WORD || strcmp(t->word, "the") != 0) l->count++;
    column += code_points(at, bytes);
    at += bytes;
  }
  sp_token *end = &l->token[l->count];
  memset(end, 0, sizeof *end);
  end->column = column;
  return true;
}

const sp_token *sp_order_peek(const sp_order_lines *l) { return &l->token[l->next]; }

bool sp_order_is(const sp_order_lines *l, const char *words) {
  const sp_token *t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_WORD) return false;
  size_t length = strlen(t->word);
  for (const char *at = words; *at;) {
    size_t n = strcspn(at, "|");
    if (n == length && memcmp(at, t->word, n) == 0) return true;
    at += n + (at[n] == '|');
  }
  return false;
}

bool sp_order_take(sp_order_lines *l, const char *words) {
  if (!sp_order_is(l, words)) return false;
  l->next++;
  return true;
}

bool sp_order_take_kind(sp_order_lines *l, sp_token_kind kind) {
  if (sp_order_peek(l)->kind != kind) return false;
  l->next++;
  return true;
}

static sp_where at_token(const sp_order_lines *l, const sp_token *t) { return (sp_where){l->where.file, l->where.line, t->column}; }

bool sp_order_blame(sp_order_lines *l, const sp_token *token, const char *id) {
  char word[4 * SP_ORDER_WORD];
  size_t n = token->length < sizeof word - 1 ? token->length : sizeof word - 1;
  if (n) memcpy(word, token->at, n);
  word[n] = 0;
  sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, token), id, "word", word, (char *)NULL);
  l->failed = true;
  return false;
}

bool sp_order_expected(sp_order_lines *l, const char *expected) {
  const sp_token *t = sp_order_peek(l);
  l->failed = true;
  if (t->kind == SP_TOKEN_END) {
    sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, t), "order.ends_early", "expected", expected, (char *)NULL);
    return false;
  }
  char list[512], word[4 * SP_ORDER_WORD];
  const char *names[48];
  size_t count = 0;
  snprintf(list, sizeof list, "%s", expected);
  for (char *at = list; *at && count < 48;) {
    names[count++] = at;
    at += strcspn(at, ",");
    if (*at) *at++ = 0;
    while (*at == ' ') at++;
  }
  const char *near = sp_nearest(t->word, names, count);
  size_t n = t->length < sizeof word - 1 ? t->length : sizeof word - 1;
  memcpy(word, t->at, n);
  word[n] = 0;
  if (near) sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, t), "order.word_near", "word", word, "near", near, "expected", expected, (char *)NULL);
  else sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, t), "order.word", "word", word, "expected", expected, (char *)NULL);
  return false;
}

bool sp_order_whole(const char *word, int32_t *value) {
  int32_t n = 0, digits = 0;
  for (; *word; word++) {
    if (*word == ',' && digits > 0) continue; /* the splitter lets a comma in between thousands only */
    if (!is_digit(*word) || ++digits > 9) return false;
    n = n * 10 + (*word - '0');
  }
  *value = n;
  return digits > 0;
}

bool sp_order_clock(const char *word, int32_t *minute) {
  size_t n = strlen(word), colon = strcspn(word, ":");
  if (colon < 1 || colon > 2 || n != colon + 3 || !is_digit(word[0]) || !is_digit(word[colon - 1]) || !is_digit(word[n - 2]) || !is_digit(word[n - 1])) return false;
  int32_t hour = colon == 1 ? word[0] - '0' : (word[0] - '0') * 10 + word[1] - '0';
  int32_t past = (word[n - 2] - '0') * 10 + word[n - 1] - '0';
  if (hour > 23 || past > 59) return false;
  *minute = hour * 60 + past;
  return true;
}

bool sp_order_number(const char *word, double *value, const char **unit) {
  double whole = 0.0, scale = 1.0;
  int digits = 0;
  bool fraction = false;
  for (; is_digit(*word) || (*word == '.' && !fraction) || (*word == ',' && digits > 0 && is_digit(word[1])); word++) {
    if (*word == '.') fraction = true;
    if (!is_digit(*word)) continue;
    if (++digits > 12) return false;
    whole = whole * 10.0 + (double)(*word - '0');
    if (fraction) scale *= 10.0;
  }
  *value = whole / scale;
  *unit = word;
  return digits > 0;
}

int32_t sp_model_formation_of(const sp_model *m, sp_key key) {
  int32_t low = 0, high = m->formation_count - 1; /* rows stand in order of key */
  while (low <= high) {
    int32_t middle = low + (high - low) / 2;
    if (m->formation[middle].key == key) return middle;
    if (m->formation[middle].key < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

int32_t sp_side_of_key(const sp_order_lines *l, sp_key formation) {
  if (!formation) return -1;
  if (l->reader->world) {
    int32_t row = sp_formation_by_key(l->reader->world, formation);
    if (row >= 0) return l->reader->world->formation.side[row];
  }
  int32_t start = sp_model_formation_of(l->reader->model, formation);
  return start >= 0 ? l->reader->model->formation[start].side : -1;
}

/* The formation that a person commands: in the war where he rides as commander, else by the order of battle. */
static sp_key commanded_by(const sp_model *m, const sp_world *w, int32_t person) {
  if (w) {
    for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++)
      if (w->hq.alive[h] && w->hq.person[h] == person && w->formation.alive[w->hq.formation[h]]) return w->formation.key[w->hq.formation[h]];
    return 0;
  }
  for (int32_t f = 0; f < m->formation_count; f++)
    if (m->formation[f].commander == person) return m->formation[f].key;
  return 0;
}

/* "van-2": the second detachment of the van. */
static sp_key newborn(const sp_model *m, const sp_world *w, const char *word, int32_t side) {
  const char *dash = strrchr(word, '-');
  int32_t ordinal = 0;
  char parent[SP_ORDER_WORD];
  if (!w || !dash || dash == word || !sp_order_whole(dash + 1, &ordinal) || (size_t)(dash - word) >= sizeof parent) return 0;
  memcpy(parent, word, (size_t)(dash - word));
  parent[dash - word] = 0;
  sp_key from = sp_formation_by_word_of(m, w, parent, side);
  for (int32_t f = 0; from && f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->formation.born_of[f] == from && w->formation.ordinal[f] == ordinal) return w->formation.key[f];
  return 0;
}

/* A detachment by the name it was given. */
static sp_key called(const sp_world *w, const char *word, int32_t side) {
  for (int32_t f = 0; w && f < sp_used(w, SP_TABLE_FORMATION); f++) {
    int32_t name = w->formation.name_word[f];
    if (w->formation.alive[f] && (side < 0 || w->formation.side[f] == side) && name >= 0 && strcmp((const char *)&w->word.text[name * 240], word) == 0) return w->formation.key[f];
  }
  return 0;
}

sp_key sp_formation_by_word_of(const sp_model *m, const sp_world *w, const char *word, int32_t side) {
  int32_t f = sp_model_find(m, SP_ENTITY_FORMATION, word);
  if (f >= 0 && (side < 0 || m->formation[f].side == side)) return m->formation[f].key;
  int32_t p = sp_model_find(m, SP_ENTITY_PERSON, word);
  if (p >= 0 && (side < 0 || m->person[p].side == side)) return commanded_by(m, w, p);
  sp_key born = newborn(m, w, word, side);
  return born ? born : called(w, word, side);
}

sp_key sp_formation_by_word(const sp_model *m, const sp_world *w, const char *word) { return sp_formation_by_word_of(m, w, word, -1); }

/* "detach ... as", quickly: most lines of a long scenario are not worth splitting. */
static bool names_somebody(const char *text) {
  for (; *text; text++)
    if ((text[0] | 32) == 'a' && (text[1] | 32) == 's' && text[2] == ' ') return true;
  return false;
}

/* The name that a line of the scenario, given on that side, has for a detachment; false: none. */
static bool name_given(const sp_order_lines *l, int32_t line, int32_t side, char name[SP_ORDER_WORD]) {
  const sp_model *m = l->reader->model;
  sp_order_lines other;
  memset(&other, 0, sizeof other);
  if (!names_somebody(m->order[line].text) || !sp_order_split(&other, m->order[line].text)) return false;
  int32_t detach = 0, to = 0;
  for (int32_t n = 0; n + 1 < other.count; n++) {
    const char *now = other.token[n].word, *next = other.token[n + 1].word;
    if (!to && strcmp(next, "to") == 0) to = n + 1;
    if (strcmp(now, "detach") == 0) detach = n;
    if (!detach || strcmp(now, "as") != 0) continue;
    memcpy(name, next, SP_ORDER_WORD);
    sp_key giver = to ? sp_formation_by_word(m, l->reader->world, other.token[to - 1].word) : 0;
    return side < 0 || !giver || sp_side_of_key(l, giver) == side;
  }
  return false;
}

static bool yet_to_be_detached(const sp_order_lines *l, const char *word) {
  int32_t side = sp_side_of_key(l, l->side_of);
  char name[SP_ORDER_WORD];
  for (int32_t i = 0; i < l->reader->model->order_count; i++)
    if (name_given(l, i, side, name) && strcmp(name, word) == 0) return true;
  return false;
}

/* The nearest name among the formations and commanders of the giver's side, and those it has for detachments to come;
 * these are kept in `called`. */
static const char *near_formation(const sp_order_lines *l, const char *word, char called[MOST_CALLED][SP_ORDER_WORD]) {
  const sp_model *m = l->reader->model;
  int32_t side = sp_side_of_key(l, l->side_of), known = 0;
  const char *names[MOST_NAMES + MOST_CALLED];
  size_t count = 0;
  for (int32_t f = 0; f < m->formation_count && count < MOST_NAMES; f++)
    if (side < 0 || m->formation[f].side == side) names[count++] = sp_model_id(m, SP_ENTITY_FORMATION, f);
  for (int32_t p = 0; p < m->person_count && count < MOST_NAMES; p++)
    if ((side < 0 || m->person[p].side == side) && commanded_by(m, l->reader->world, p)) names[count++] = sp_model_id(m, SP_ENTITY_PERSON, p);
  for (int32_t i = 0; l->reader->opening && i < m->order_count && known < MOST_CALLED; i++)
    if (name_given(l, i, side, called[known])) names[count++] = called[known++];
  return sp_nearest(word, names, count);
}

static bool unknown(sp_order_lines *l, const sp_token *t, const char *id, const char *id_near, const char *near) {
  l->failed = true;
  if (near) sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, t), id_near, "word", t->word, "near", near, (char *)NULL);
  else sp_fault(l->faults, SP_FAULT_ERROR, at_token(l, t), id, "word", t->word, (char *)NULL);
  return false;
}

bool sp_order_formation(sp_order_lines *l, sp_key *key) {
  const sp_token *t = sp_order_peek(l);
  if (t->kind == SP_TOKEN_END) return sp_order_blame(l, t, "order.formation_missing");
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, "order.formation_wanted");
  int32_t side = sp_side_of_key(l, l->side_of);
  *key = sp_formation_by_word_of(l->reader->model, l->reader->world, t->word, side); /* both sides may have one of that name */
  if (!*key) *key = sp_formation_by_word(l->reader->model, l->reader->world, t->word);
  int32_t his = sp_side_of_key(l, *key);
  bool foreign = *key && side >= 0 && his != side;
  int32_t person = sp_model_find(l->reader->model, SP_ENTITY_PERSON, t->word);
  bool known_man = person >= 0 && (side < 0 || l->reader->model->person[person].side == side);
  l->next++;
  if (*key && !foreign) return true;
  if (!*key && l->reader->opening && yet_to_be_detached(l, t->word)) {
    *key = sp_key_pair(sp_key_of(t->word), sp_key_of("late")); /* of nobody yet, and the same for the same name */
    l->late = t;
    return l->draft->late = true;
  }
  if (!*key && known_man) return sp_order_blame(l, t, "order.commands_nothing");
  /* At a seat a foreign name is as good as none: the complaint must not tell that it exists. */
  if (foreign && !l->reader->seat) return sp_order_blame(l, t, "order.other_side");
  char called[MOST_CALLED][SP_ORDER_WORD];
  return unknown(l, t, "order.unknown_formation", "order.unknown_formation_near", near_formation(l, t->word, called));
}

bool sp_order_place(sp_order_lines *l, bool crossings_only, int32_t *node) {
  const sp_model *m = l->reader->model;
  const sp_token *t = sp_order_peek(l);
  if (t->kind == SP_TOKEN_END) return sp_order_blame(l, t, crossings_only ? "order.crossing_missing" : "order.place_missing");
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, "order.place_wanted");
  l->next++;
  int32_t crossing = sp_model_find(m, SP_ENTITY_CROSSING, t->word);
  int32_t place = crossings_only ? -1 : sp_model_find(m, SP_ENTITY_PLACE, t->word);
  if (place >= 0) *node = m->place_node[place];
  else if (crossing >= 0) *node = m->crossing[crossing].node;
  if (place >= 0 || crossing >= 0) return true;
  const char *names[MOST_NAMES];
  size_t count = 0;
  for (int32_t i = 0; !crossings_only && i < m->place_count && count < MOST_NAMES; i++) names[count++] = sp_model_id(m, SP_ENTITY_PLACE, i);
  for (int32_t i = 0; i < m->crossing_count && count < MOST_NAMES; i++) names[count++] = sp_model_id(m, SP_ENTITY_CROSSING, i);
  const char *near = sp_nearest(t->word, names, count);
  return crossings_only ? unknown(l, t, "order.unknown_crossing", "order.unknown_crossing_near", near) : unknown(l, t, "order.unknown_place", "order.unknown_place_near", near);
}

bool sp_order_walled(sp_order_lines *l, int32_t *node) {
  const sp_model *m = l->reader->model;
  const sp_token *t = sp_order_peek(l);
  if (!sp_order_place(l, false, node)) return false;
  int32_t best = -1;
  double least = 0.0;
  for (int32_t i = 0; i < m->wall_count; i++) {
    if (m->wall[i].node == *node) return true;
    double dx = m->node[m->wall[i].node].at.x - m->node[*node].at.x, dy = m->node[m->wall[i].node].at.y - m->node[*node].at.y, d2 = dx * dx + dy * dy;
    if (m->node[m->wall[i].node].place < 0 || (best >= 0 && d2 >= least)) continue;
    best = i;
    least = d2;
  }
  return unknown(l, t, "order.unwalled", "order.unwalled_near", best >= 0 ? sp_model_id(m, SP_ENTITY_PLACE, m->node[m->wall[best].node].place) : NULL);
}

bool sp_order_person(sp_order_lines *l, int32_t *person) {
  const sp_model *m = l->reader->model;
  const sp_token *t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, "order.person_wanted");
  l->next++;
  int32_t side = sp_side_of_key(l, l->side_of);
  *person = sp_model_find(m, SP_ENTITY_PERSON, t->word);
  if (*person >= 0 && (side < 0 || m->person[*person].side == side)) return true;
  const char *names[MOST_NAMES];
  size_t count = 0;
  for (int32_t p = 0; p < m->person_count && count < MOST_NAMES; p++)
    if (side < 0 || m->person[p].side == side) names[count++] = sp_model_id(m, SP_ENTITY_PERSON, p);
  return unknown(l, t, "order.unknown_person", "order.unknown_person_near", sp_nearest(t->word, names, count));
}

/* Named are those that have bread of their own: who feeds with another is meant by that one's name. */
bool sp_order_feeding(sp_order_lines *l, int32_t *contingent) {
  const sp_model *m = l->reader->model;
  const sp_token *t = sp_order_peek(l);
  int32_t side = sp_side_of_key(l, l->side_of);
  const char *names[MOST_NAMES];
  size_t count = 0;
  for (int32_t k = 0; k < m->contingent_count && count < MOST_NAMES; k++)
    if (m->contingent[k].feeds == k && (side < 0 || m->contingent[k].side == side)) names[count++] = sp_model_id(m, SP_ENTITY_CONTINGENT, k);
  if (count == 0) return sp_order_blame(l, t, "order.nobody_apart");
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, "order.contingent_wanted");
  l->next++;
  int32_t row = sp_model_find(m, SP_ENTITY_CONTINGENT, t->word);
  bool known = row >= 0 && m->contingent[row].feeds >= 0 && (side < 0 || m->contingent[row].side == side);
  if (!known) return unknown(l, t, "order.unknown_contingent", "order.unknown_contingent_near", sp_nearest(t->word, names, count));
  *contingent = m->contingent[row].feeds + 1;
  return true;
}

/* "10 li", "3km": a number and its unit, as one word or two. */
bool sp_order_quantity(sp_order_lines *l, const char *missing, double *value, const char **unit) {
  const sp_token *t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_WORD || !sp_order_number(t->word, value, unit)) return sp_order_blame(l, t, missing);
  l->next++;
  if (**unit) return true;
  t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, missing);
  *unit = t->word;
  l->next++;
  return true;
}

bool sp_order_distance(sp_order_lines *l, int32_t *metres) {
  const sp_token *first = sp_order_peek(l);
  double value, factor = 0.0;
  const char *unit;
  if (!sp_order_quantity(l, "order.distance_wanted", &value, &unit)) return false;
  if (strcmp(unit, "li") == 0 || strcmp(unit, "里") == 0) factor = SP_LI_M;
  else if (strcmp(unit, "km") == 0) factor = 1000.0;
  else if (strcmp(unit, "m") == 0) factor = 1.0;
  if (factor == 0.0) return sp_order_blame(l, &l->token[l->next - 1], "order.distance_unit");
  if (value * factor > 200000.0) return sp_order_blame(l, first, "order.distance_far");
  *metres = sp_to_i32(sp_rint(value * factor));
  return true;
}

bool sp_order_minutes(sp_order_lines *l, int32_t *minutes) {
  const sp_token *first = sp_order_peek(l);
  double value, factor = 0.0;
  const char *unit;
  if (!sp_order_quantity(l, "order.time_wanted", &value, &unit)) return false;
  if (!strcmp(unit, "min") || !strcmp(unit, "minute") || !strcmp(unit, "minutes")) factor = 1.0;
  else if (!strcmp(unit, "h") || !strcmp(unit, "hour") || !strcmp(unit, "hours")) factor = 60.0;
  if (factor == 0.0) return sp_order_blame(l, &l->token[l->next - 1], "order.time_unit");
  if (value * factor > 14400.0) return sp_order_blame(l, first, "order.time_far");
  *minutes = sp_to_i32(sp_rint(value * factor));
  return true;
}
