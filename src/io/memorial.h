/* memorial.h - inside of a memorial: what its author knows, what he states, what is true. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_MEMORIAL_H
#define SP_IO_MEMORIAL_H

#include "io/columns.h"
#include "io/register_rows.h"
#include "io/teller.h"
#include "shapan/view.h"

enum { SP_FIGURES_MAX = 160 };

/* One stated figure: what it is, what he writes, what was so, and whence he has it. */
typedef struct sp_figure {
  char what[SP_SAY * 3];
  int64_t stated, truly; /* truly < 0: nobody can say */
  const char *source;    /* text "memorial.source.<source>" */
} sp_figure;

/* Deeds of one contingent, or of one body: those that he has heard of, and all. */
typedef struct sp_deeds {
  int32_t of;  /* contingent, or formation row */
  int64_t cut, taken, all_cut, all_taken; /* cut down and taken: as reported to him; in truth */
  int64_t colours, guns, places;
} sp_deeds;

typedef struct sp_memorial {
  const sp_story *log;
  const sp_world *world;
  const sp_model *model;
  sp_lang lang;
  bool audit;
  sp_teller teller;
  sp_prose out;
  sp_seat *seat;
  sp_key author;       /* formation */
  int32_t row, side, person; /* of it; person -1: an officer without a name */
  double honour;       /* of the author 0..1 */
  bool *under;         /* by formation row: he answers for it, itself included */
  sp_minute *known;    /* by event: when he knew of it; 0: never yet */
  int32_t rows;
  sp_deeds *by_contingent, *by_body;
  int32_t contingents;
  double claim;        /* heads claimed to men cut down, over all whom he answers for */
  sp_figure figure[SP_FIGURES_MAX];
  size_t figures;
  int64_t opening, present, truly_present, heads, captives; /* as stated, but for the true one */
  int32_t broken, broke; /* of his bodies those that broke, of the enemy's before him; as he knows */
  bool whole;          /* he answers for all of his side */
  bool fled, defeated; /* he rode off himself; he has lost more than he can show for it */
} sp_memorial;

/* memorial_facts.c */
sp_status sp_memorial_learn(sp_memorial *m);
int32_t sp_memorial_row(const sp_memorial *m, sp_key formation); /* dead ones too; -1 */
int64_t sp_memorial_men(const sp_memorial *m, int32_t row);
/* A number in words, noted as a figure; with --audit its mark stands behind it. */
void sp_memorial_figure(sp_memorial *m, const char *what, int64_t stated, int64_t truly, const char *source, char out[SP_SAY * 2]);
/* memorial_days.c */
void sp_memorial_days(sp_memorial *m);
/* memorial.c: a paragraph of that text. */
void sp_memorial_say(sp_memorial *m, const char *id, const char *const *args);

#endif
