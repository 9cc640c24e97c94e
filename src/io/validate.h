/* validate.h - inside of a validation: predictions, then scores. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_VALIDATE_H
#define SP_IO_VALIDATE_H

#include "io/scores.h"
#include "shapan/validate.h"

enum { SP_LEAST_RUNS = 5 };  /* won by the real winner, or a battle's losses are not judged */
enum { SP_GRID = 19 };       /* quantiles 0.05 .. 0.95 that stand for a battle's distribution */

/* Winner and loser are history's; losses are shares of the side's men. */
typedef struct sp_loss_judged {
  bool judged;
  double seen, median, low50, high50, low90, high90;
  double ln_error, crps, base_error, base_crps; /* on the ln; base: the other battles' median and spread */
  double grid[SP_GRID];
} sp_loss_judged;

typedef struct sp_battle_judged {
  const sp_battle *battle;
  const sp_outcome *outcome;
  double attacker, nobody;   /* shares of runs */
  double p;                  /* chance of the attacker given that somebody wins */
  double p_tuned, p_base, p_bigger, p_ratio; /* tuned: recalibrated; base rate; bigger side; logistic on ln ratio */
  double luck;               /* what few runs cost in the squared error of p */
  bool even;                 /* p could as well be one half, with so many runs */
  uint32_t runs_like;        /* runs that the real winner won */
  sp_loss_judged loss[2];    /* winner, loser */
  double hours[3];           /* 10, 50, 90 % */
} sp_battle_judged;

typedef enum sp_winner_model { SP_BY_RULES, SP_BY_RULES_TUNED, SP_BY_BASE_RATE, SP_BY_BIGGER, SP_BY_RATIO, SP_WINNER_MODELS } sp_winner_model;

typedef struct sp_loss_score {
  size_t count;
  double ln_error, crps, base_error, base_crps, cover50, cover90, bias; /* bias: mean ln(seen / median) */
} sp_loss_score;

typedef struct sp_loss_class {
  const char *id; /* text id, also the JSON key's end */
  size_t count;
  double seen[5], rules[5]; /* 10, 25, 50, 75, 90 % */
} sp_loss_class;
enum { SP_LOSS_CLASSES = 7 }; /* all; three centuries; three ratios of winner to loser */

struct sp_validation {
  size_t count;
  sp_battle_judged *battle;
  uint32_t runs;
  uint64_t seed;
  size_t decided, draws;     /* battles with a known winner; drawn ones */
  sp_binary_score winner[SP_WINNER_MODELS];
  double luck;               /* of the rules' Brier score, what few runs cost */
  size_t even;               /* decided battles whose winner the rules cannot name, with so many runs */
  double tuning[2];          /* intercept and slope of the recalibration, fitted to all */
  sp_loss_score loss[2];
  sp_loss_class by_class[2][SP_LOSS_CLASSES];
  double slope_seen, slope_rules; /* of ln exchange ratio on ln force ratio */
  double after_break[3];     /* share of the loser's losses: 10, 50, 90 % of runs */
  double killed_to_wounded;  /* the winners', wounded to one killed */
  double taken_of_lost;      /* of the losers' losses, prisoners and missing */
  double hours[3];
  double nobody;             /* share of all runs that nobody won */
  double cause[SP_TRIAL_CAUSES]; /* why the first of the losers broke; [0] none broke: they gave up */
  double cause_all[SP_TRIAL_CAUSES]; /* why bodies of losers broke */
};

/* validate_runs.c: what the runs of one battle say, added to it. */
typedef struct sp_tallies sp_tallies;
sp_tallies *sp_tallies_create(void);
void sp_tallies_destroy(sp_tallies *t);
sp_status sp_take_runs(sp_tallies *t, sp_battle_judged *b, const sp_trial_result *run, uint32_t runs);
void sp_finish_tallies(sp_tallies *t, sp_validation *v);

/* validate_scores.c */
sp_status sp_judge(sp_validation *v);

#endif
