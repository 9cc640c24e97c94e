/* standing.c - instructions kept for an occasion.
 *
 * An instruction waits for its occasion as it becomes known here: enemies for the first time in the picture, the n-th
 * request or word of somebody once the staff has dealt with it, the head's own arrival at a place. Then its
 * keeper hesitates as long as it says, and gives the order. A commander who keeps to the letter of his orders passes
 * a call for help that no instruction speaks of up to his superior, once for each caller.
 * SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static bool speaks_of(const sp_instruction *i, const sp_known_paper *paper) {
  return i->occasion == paper->occasion && (i->of == 0 || i->of == paper->from);
}

typedef struct output {
  sp_choice *choice;
  size_t count, room;
} output;

static void choose(output *out, sp_choice choice) {
  if (out->count < out->room) out->choice[out->count++] = choice;
}

static void count_papers(const sp_picture *p, int32_t index, int32_t *seen, output *out) {
  const sp_instruction *i = &p->instruction[index];
  for (int32_t n = 0; n < p->paper_count; n++) {
    if (!speaks_of(i, &p->paper[n])) continue;
    (*seen)++;
    if (i->count == 0 || i->count == *seen) choose(out, (sp_choice){SP_CHOICE_GIVE, index, p->paper[n].acted + i->after_min, *seen});
  }
}

static void look_for_contact(const sp_picture *p, int32_t index, int32_t *seen, output *out) {
  sp_minute first = -1;
  for (int32_t b = 0; b < p->body_count; b++)
    if (!p->body[b].friendly && p->body[b].heard > p->from && (first < 0 || p->body[b].heard < first)) first = p->body[b].heard;
  if (first < 0 || *seen) return;
  *seen = 1;
  choose(out, (sp_choice){SP_CHOICE_GIVE, index, first + p->instruction[index].after_min, 1});
}

static void look_for_arrival(const sp_picture *p, int32_t index, int32_t *seen, output *out) {
  const sp_instruction *i = &p->instruction[index];
  *seen = i->stands_there;
  if (i->stands_there && !i->stood_there) choose(out, (sp_choice){SP_CHOICE_GIVE, index, p->now + i->after_min, 1});
}

bool sp_mind_instructed(const sp_picture *p, int32_t paper) {
  for (int32_t i = 0; i < p->instruction_count; i++)
    if (speaks_of(&p->instruction[i], &p->paper[paper])) return true;
  return false;
}

size_t sp_mind_pass_up(const sp_picture *p, sp_choice *choice, size_t room) {
  output out = {choice, 0, room};
  for (int32_t n = 0; p->has_superior && n < p->paper_count; n++) {
    const sp_known_paper *paper = &p->paper[n];
    if (paper->for_help && paper->serial == 1 && !sp_mind_instructed(p, n)) choose(&out, (sp_choice){SP_CHOICE_PASS_UP, n, paper->acted, 1});
  }
  return out.count;
}

size_t sp_mind_standing(const sp_picture *p, bool after_sighting, int32_t *seen, sp_choice *choice, size_t room) {
  output out = {choice, 0, room};
  for (int32_t i = 0; i < p->instruction_count; i++) {
    seen[i] = p->instruction[i].seen;
    bool paper = p->instruction[i].occasion == SP_OCCASION_REQUEST || p->instruction[i].occasion == SP_OCCASION_WORD;
    if (paper && !after_sighting) count_papers(p, i, &seen[i], &out);
    if (p->instruction[i].occasion == SP_OCCASION_CONTACT && after_sighting) look_for_contact(p, i, &seen[i], &out);
    if (p->instruction[i].occasion == SP_OCCASION_ARRIVAL && after_sighting) look_for_arrival(p, i, &seen[i], &out);
  }
  return out.count;
}
