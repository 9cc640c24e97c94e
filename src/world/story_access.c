/* story_access.c - words and links that writers of chronicles need and the columns alone do not give.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "world/phases.h"

#include <string.h>

#define WORDS_MAX 80

static const char *const words[SP_WORDS_COUNT][WORDS_MAX] = {
    [SP_WORDS_MESSAGE_KIND] = {[SP_MESSAGE_ORDER] = "order",
                               [SP_MESSAGE_REQUEST] = "request",
                               [SP_MESSAGE_WORD] = "word",
                               [SP_MESSAGE_REPORT] = "report"},
    [SP_WORDS_HALT_CAUSE] = {[SP_HALT_ORDERED] = "ordered",
                             [SP_HALT_ARRIVED] = "arrived",
                             [SP_HALT_NIGHT] = "night",
                             [SP_HALT_WEARY] = "weary",
                             [SP_HALT_ENEMY] = "enemy",
                             [SP_HALT_NO_WAY] = "no_way",
                             [SP_HALT_DAY_DONE] = "day_done",
                             [SP_HALT_CAUGHT_UP] = "caught_up",
                             [SP_HALT_UNKNOWN] = "unknown",
                             [SP_HALT_GONE] = "gone", [SP_HALT_NOBODY] = "nobody"},
    [SP_WORDS_REFUSAL] = {[SP_REFUSED_NO_WAY] = "no_way",
                          [SP_REFUSED_TOO_FEW] = "too_few",
                          [SP_REFUSED_NOT_HERE] = "not_here",
                          [SP_REFUSED_UNKNOWN] = "unknown",
                          [SP_REFUSED_GONE] = "gone",
                          [SP_REFUSED_BROKEN] = "broken",
                          [SP_REFUSED_NO_STORES] = "no_stores",
                          [SP_REFUSED_TOO_FAR] = "too_far",
                          [SP_REFUSED_NONE_LEFT] = "none_left",
                          [SP_REFUSED_AT_SEA] = "at_sea",
                          [SP_REFUSED_NOBODY] = "nobody",
                          [SP_REFUSED_NO_HORSE] = "no_horse",
                          [SP_REFUSED_OURS] = "ours", [SP_REFUSED_NOBODY_OF_THEM] = "nobody_of_them",
                          [SP_REFUSED_NO_GUNS] = "no_guns",
                          [SP_REFUSED_NO_MINE] = "no_mine",
                          [SP_REFUSED_NO_WALL] = "no_wall"},
    [SP_WORDS_ACTIVITY] = {[SP_HALTED_IN_COLUMN] = "halted",
                           [SP_IN_CAMP] = "camp",
                           [SP_ASSEMBLING] = "assembling",
                           [SP_MARCHING] = "marching",
                           [SP_WAITING_TO_CROSS] = "waiting",
                           [SP_LONG_HALT] = "long_halt",
                           [SP_AT_SEA] = "at_sea"},
    [SP_WORDS_FATE] = {[SP_FATE_WITH_ARMY] = "with_army",
                       [SP_FATE_KILLED] = "killed",
                       [SP_FATE_WOUNDED] = "wounded",
                       [SP_FATE_CAPTURED] = "captured",
                       [SP_FATE_MISSING] = "missing",
                       [SP_FATE_DIED] = "died"},
    [SP_WORDS_ASK] = {[SP_ASK_NOTHING] = "nothing",
                      [SP_ASK_HELP] = "help",
                      [SP_ASK_INSTRUCTIONS] = "instructions",
                      [SP_ASK_LEAVE] = "leave",
                      [SP_ASK_BREAD] = "bread",
                      [SP_ASK_POWDER] = "powder"},
    [SP_WORDS_LINE] = {
#define SP_LINE(name, word, en, zh) [SP_LINE_##name] = word,
#include "shapan/kinds.def"
    },
    [SP_WORDS_ACT] = {
#define SP_ACT(name, word, meaning) [SP_ACT_##name] = word,
#include "model/acts.def"
    },
    [SP_WORDS_TERM] = {
#define SP_TERM(name, word, meaning) [SP_TERM_##name] = word,
#include "model/terms.def"
    },
    [SP_WORDS_BREAK_CAUSE] = {[SP_CAUSE_OF_BREAK_NONE] = "none",
                              [SP_BREAK_LOSSES] = "losses",
                              [SP_BREAK_FIRE] = "fire",
                              [SP_BREAK_FLANK] = "flank",
                              [SP_BREAK_NEIGHBOUR] = "neighbour",
                              [SP_BREAK_LEADER] = "leader",
                              [SP_BREAK_NO_RESERVE] = "no_reserve",
                              [SP_BREAK_POWDER] = "powder",
                              [SP_BREAK_WEARY] = "weary",
                              [SP_BREAK_SURPRISE] = "surprise",
                              [SP_BREAK_FUGITIVES] = "fugitives",
                              [SP_BREAK_PRESSED] = "pressed",
                              [SP_BREAK_CUT_OFF] = "cut_off",
                              [SP_BREAK_HUNGER] = "hunger",
                              [SP_BREAK_WEAPONS] = "weapons"},
    [SP_WORDS_PURSUIT_END] = {[SP_PURSUIT_CAUGHT_ALL] = "caught_all",
                              [SP_PURSUIT_DARK] = "dark",
                              [SP_PURSUIT_BLOWN] = "blown",
                              [SP_PURSUIT_FORMED_TROOPS] = "formed_troops",
                              [SP_PURSUIT_LOST_THEM] = "lost_them",
                              [SP_PURSUIT_ORDERED] = "ordered",
                              [SP_PURSUIT_LOOT] = "loot"},
    [SP_WORDS_SECTOR] = {"left", "centre", "right", "reserve"},
    [SP_WORDS_STANCE] = {[SP_STEADY] = "steady", [SP_WAVERING] = "wavering", [SP_BROKEN] = "broken", [SP_RALLYING] = "rallying", [SP_YIELDED] = "yielded"},
    [SP_WORDS_CHIEF_SAID] = {[SP_CHIEF_UNSAID] = "unsaid", [SP_CHIEF_WITH_THEM] = "with_them", [SP_CHIEF_FLED] = "fled", [SP_CHIEF_FALLEN] = "fallen"},
    [SP_WORDS_PROMISE] = {[SP_PROMISE_NONE] = "nothing", [SP_PROMISE_RANKS] = "ranks", [SP_PROMISE_SILVER] = "silver", [SP_PROMISE_PLUNDER] = "plunder"},
    [SP_WORDS_PROMISE_END] = {[SP_PROMISE_KEPT] = "kept", [SP_PROMISE_BROKEN] = "broken", [SP_PROMISE_FLED] = "fled", [SP_PROMISE_NOBODY] = "nobody", [SP_PROMISE_FORFEIT] = "forfeit", [SP_PROMISE_LAPSED] = "lapsed"},
    [SP_WORDS_TRIGGER] = {[SP_TRIGGER_CONTACT] = "contact", [SP_TRIGGER_WORD] = "word", [SP_TRIGGER_CLOSES] = "closes", [SP_TRIGGER_TOUCHES] = "touches", [SP_TRIGGER_IN] = "in", [SP_TRIGGER_BREAKS] = "breaks", [SP_TRIGGER_ENEMY_BREAKS] = "enemy_breaks", [SP_TRIGGER_BREACH] = "breach", [SP_TRIGGER_SIGNAL] = "signal", [SP_TRIGGER_DELAY] = "delay"},
    [SP_WORDS_PHASE_CAUSE] = {[SP_PHASE_NEVER] = "never", [SP_PHASE_GONE] = "gone", [SP_PHASE_BROKEN] = "broken", [SP_PHASE_UNWILLING] = "unwilling", [SP_PHASE_UNHEARD] = "unheard", [SP_PHASE_NOBODY] = "nobody", [SP_PHASE_HELD_UP] = "held_up", [SP_PHASE_CANCELLED] = "cancelled", [SP_PHASE_REFUSED] = "refused", [SP_PHASE_TOO_LATE] = "too_late"},
    [SP_WORDS_BLAST] = {[SP_BLAST_BREACH] = "breach", [SP_BLAST_NOTHING] = "nothing", [SP_BLAST_FAILS] = "fails", [SP_BLAST_BACK] = "back"},
    [SP_WORDS_CALL] = {[SP_CALL_ANY] = "gun", [SP_CALL_GUN] = "gun", [SP_CALL_DRUM] = "drum", [SP_CALL_FLAG] = "flag"},
};
_Static_assert((int)SP_LINE_COUNT <= WORDS_MAX, "the lines of the register fit");
_Static_assert((int)SP_BREAK_COUNT <= WORDS_MAX, "a word for each cause");

const char *sp_word_for(sp_words family, int32_t index) {
  if ((unsigned)family >= SP_WORDS_COUNT || index < 0 || index >= WORDS_MAX) return NULL;
  return words[family][index];
}

static size_t copy_out(const char *text, char *buffer, size_t size) {
  size_t length = strlen(text);
  if (size > 0) {
    size_t kept = length < size ? length : size - 1;
    while (kept > 0 && kept < length && ((unsigned char)text[kept] & 0xC0) == 0x80) kept--; /* no half character */
    memcpy(buffer, text, kept);
    buffer[kept] = 0;
  }
  return length;
}

size_t sp_world_place_name(const sp_world *w, int32_t node, sp_lang lang, char *buffer, size_t size) {
  const sp_model *m = w->model;
  const char *name = "";
  if (node >= 0 && node < m->node_count) {
    if (m->node[node].place < 0 && m->node[node].crossing < 0) node = sp_nearest_place(m, m->node[node].at);
  } else {
    node = -1;
  }
  if (node >= 0 && m->node[node].place >= 0) name = sp_model_name(m, SP_ENTITY_PLACE, m->node[node].place, lang);
  else if (node >= 0 && m->node[node].crossing >= 0)
    name = sp_model_name(m, SP_ENTITY_CROSSING, m->node[node].crossing, lang);
  return copy_out(name ? name : "", buffer, size);
}

int32_t sp_model_contingent_side(const sp_model *m, int32_t contingent) {
  return contingent >= 0 && contingent < m->contingent_count ? m->contingent[contingent].side : -1;
}
