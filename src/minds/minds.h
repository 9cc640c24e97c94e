/* minds.h - commanders decide on pictures, and answer with choices. SPDX-License-Identifier: Apache-2.0
 *
 * Every decision has the same shape: a few options, each a sum of named terms; the best is taken, where luck may lift one that
 * is nearly as good. All that was scored stays in the decision, for those who ask why. */
#ifndef SP_MINDS_MINDS_H
#define SP_MINDS_MINDS_H

#include "model/constants.h"
#include "world/picture.h"

typedef enum sp_choice_kind { SP_CHOICE_GIVE, SP_CHOICE_PASS_UP } sp_choice_kind;

typedef struct sp_choice {
  sp_choice_kind kind;
  int32_t index;   /* GIVE: instruction; PASS_UP: paper */
  sp_minute due;   /* when the order is given, the paper sent */
  int32_t times;   /* GIVE: the how-manyeth time */
} sp_choice;

/* standing.c: instructions that come into force. Fills `seen[i]` with the count that each
 * instruction has reached. Returns choices, at most `room`, in order of instruction. */
size_t sp_mind_standing(const sp_picture *p, bool after_sighting, int32_t *seen, sp_choice *choice, size_t room);
/* An instruction of his speaks of this paper: he has no more to decide about it. */
bool sp_mind_instructed(const sp_picture *p, int32_t paper);
/* Calls for help passed up by one who keeps to the letter of his orders, once for each caller. */
size_t sp_mind_pass_up(const sp_picture *p, sp_choice *choice, size_t room);

/* ---- decisions */

#define SP_OPTIONS 24 /* at most in one decision */

typedef struct sp_option {
  sp_act act;
  int32_t body; /* in the picture: against whom, to whom, with whom; -1 nobody */
  int32_t store; /* of his means: from which, to which; -1 none */
  double term[SP_TERM_COUNT];
  double score; /* their sum */
} sp_option;

typedef struct sp_decision {
  sp_option option[SP_OPTIONS];
  int32_t count, chosen;
  bool or_nothing;  /* its first option is to leave things as they are: what speaks for another is judged against that */
  sp_term reason;   /* what spoke most for the chosen against the rest */
  double margin;    /* its score above the next best; negative: luck */
  int32_t after_min; /* hesitation */
} sp_decision;

typedef struct sp_mind {
  const sp_picture *p;
  const sp_constants *k;
  uint64_t seed;
  sp_minute at; /* when the matter came before him; 0: now. Not the tick's end, so that ticks of any length find him in one mood */
  const struct sp_scene *scene; /* what he makes of this picture, when it has been made of it already; NULL: not yet */
} sp_mind;

/* choose.c. An option is opened, its terms are set, and at the end all are weighed. */
sp_option *sp_mind_option(sp_decision *d, sp_act act, int32_t body); /* NULL: full */
void sp_mind_choose(const sp_mind *m, sp_decision *d);
/* Minutes of hesitation over a matter of somebody's: his formation. Cautious men take longer. */
int32_t sp_mind_hesitation(const sp_mind *m, sp_key about);

/* Each fills a decision and chooses; false: there is nothing to decide. */
bool sp_mind_field(const sp_mind *m, sp_decision *d);                       /* field.c: the enemy is near */
bool sp_mind_alarm(const sp_mind *m, sp_decision *d);                       /* alarm.c: whether to call for help, and whom */
bool sp_mind_answer(const sp_mind *m, int32_t paper, sp_decision *d);       /* answer.c: somebody calls for help, or asks leave */
/* command.c: those under him, fittest for a chase first, each sent after beaten men or kept. `asked`: bits of bodies done with. */
bool sp_mind_may_send(const sp_mind *m);
int32_t sp_mind_next_to_send(const sp_mind *m, uint32_t asked);             /* -1: nobody is left */
void sp_mind_send_after(const sp_mind *m, int32_t body, sp_decision *d);
#define SP_MIND_CALL 0.6 /* of mind_gather_m: news from so near makes him call others in */
bool sp_mind_gather(const sp_mind *m, sp_decision *d);                      /* command.c: whether to gather others to him */
bool sp_mind_promise(const sp_mind *m, sp_decision *d);                     /* promise.c: rank for those who stand by him */
int32_t sp_mind_ranks(const sp_mind *m);                                    /* how many he then promises */
bool sp_mind_may_gather(const sp_mind *m, int32_t body);                    /* he might call that body to him */

bool sp_mind_river(const sp_mind *m, sp_decision *d);                       /* river.c: held up at a bank; wants the river laid out */
bool sp_mind_bridge_behind(const sp_mind *m, sp_decision *d);               /* river.c: a bridge behind him, and the enemy beyond it */
bool sp_mind_bridgehead(const sp_mind *m, sp_decision *d);                  /* river.c: a bridge over which his way back leads, and the enemy about */
int32_t sp_mind_guard(const sp_mind *m);                                    /* how many he would leave at it */
int32_t sp_mind_bridges(const sp_mind *m, double *hours);                   /* how many bridges get him over soonest, built and passed in so many hours */
bool sp_mind_harry(const sp_mind *m, sp_decision *d);                       /* harry.c: horse sent to hang on an enemy, and called back; wants the tasks of a party */
int32_t sp_mind_party(const sp_mind *m);                                    /* how many he would send */

/* moment.c: the moment has come at which he was to go in. on: the body it hung on, or -1; the line is broken in, or it is a body of his own that broke. */
void sp_mind_moment(const sp_mind *m, int32_t on, bool broken_in, bool ill, sp_decision *d);

bool sp_mind_sally(const sp_mind *m, sp_decision *d);                       /* sally.c: men sent out of a walled place */
int32_t sp_mind_sally_men(const sp_mind *m);                                /* how many he would send */

/* What follows needs his means laid out. */
#define SP_MIND_DIGS_DEEP 2 /* of means.digs: sp_dig */
#define SP_MIND_DIGS_WALL 8
bool sp_mind_leaguer(const sp_mind *m, sp_decision *d);                     /* leaguer.c: before a walled place */
bool sp_mind_besieges(const sp_mind *m);                                    /* leaguer.c answers, not field.c */
bool sp_mind_spade(const sp_mind *m, sp_decision *d);                       /* spade.c: whether to dig in, to close a breach */
bool sp_mind_bread(const sp_mind *m, sp_decision *d);                       /* bread.c: how long it lasts, and what to do about it */
bool sp_mind_powder(const sp_mind *m, sp_decision *d);                      /* powder.c: pouches that grow light */
bool sp_mind_lot(const sp_mind *m, sp_decision *d);                         /* powder.c: grenades that failed */
bool sp_mind_leaving(const sp_mind *m, sp_decision *d);                     /* leaving.c: a store stays behind */
bool sp_mind_convoy(const sp_mind *m, sp_decision *d);                      /* convoy.c: sent for bread */
/* bread.c: how much he wants for bread with so many days of it, 0..1.5; days of it, with that share of the ration kept back and with or without
 * the store he eats from; that store, or -1; how far the straight way there is
 * unsafe for so many men, by enemies he knows of, 0..1. */
double sp_mind_want(const sp_mind *m, double days);
double sp_mind_days(const sp_mind *m, double withheld, bool with_store);
int32_t sp_mind_store_in_reach(const sp_picture *p);
double sp_mind_danger_on_way(const sp_mind *m, sp_xy to, double men);
/* The same for men who go to a store from there, by the road from him too. */
double sp_mind_danger_to_store(const sp_mind *m, int32_t store, sp_xy from, double men);

/* scene.c: what he makes of his surroundings. */
typedef struct sp_scene {
  int32_t nearest;      /* enemy body that is not in flight, or -1 */
  int32_t beaten;       /* nearest enemy body in flight, or -1 */
  double near_m;        /* to the nearest */
  double close;         /* 1 upon him .. 0 at mind_near_m */
  double odds;          /* ln of own to enemy power, -2..2; 0 when nobody is there */
  double hopeless;        /* 0..1: how far the odds are against him beyond what mind_odds_most can say */
  double abroad;        /* 0..1: how much the weaker he is in the open field */
  double danger;        /* the same where he stands: a wall that he holds takes it away */
  double bad;           /* 0..1.5: how badly his fight goes */
  double unknown;       /* 0..1 */
  double idle;          /* 0..1: formed enemies who stand by, to all enemies */
  double works, marching, beaten_share; /* of the enemies near, in camp; in column; in flight */
  double friends_fight; /* 0..1: friends in a fight near by */
  double renown;        /* 0..1: of the most feared of the enemies near who are not in flight, less with distance */
  double peril;         /* 0..1.5: to himself */
} sp_scene;
sp_scene sp_mind_scene(const sp_mind *m);
double sp_mind_captives(const sp_mind *m, double idle); /* term of an act against an enemy, of whom so much stands idle */
double sp_mind_apart(sp_xy a, sp_xy b);
int32_t sp_mind_chief(const sp_picture *p);             /* index of his chief's body, or -1 */
int32_t sp_mind_body_of(const sp_picture *p, sp_key formation); /* or -1 */
/* Has the clock passed a mark of `every` minutes in this tick? */
static inline bool sp_mind_mark(const sp_picture *p, int32_t every) { return p->now / every != p->from / every; }

#endif
