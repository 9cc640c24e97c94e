/* picture.h - all that a mind may see: one headquarters' beliefs, its own state, the papers just dealt with, the
 * instructions it was left. Built by src/engine/picture.c; nothing here leads back to the world.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PICTURE_H
#define SP_WORLD_PICTURE_H

#include "base/base.h"
#include "model/model.h"
#include "model/thought.h"

/* The numbers are those of sp_trigger and sp_message_kind; src/engine/minds.c checks that. */
typedef enum sp_occasion { SP_OCCASION_NONE, SP_OCCASION_CONTACT, SP_OCCASION_REQUEST, SP_OCCASION_WORD, SP_OCCASION_ARRIVAL } sp_occasion;

typedef enum sp_relation { SP_RELATION_ENEMY, SP_RELATION_CHIEF, SP_RELATION_UNDER_HIM, SP_RELATION_FRIEND } sp_relation;

/* What he is bound to. */
typedef enum sp_task {
  SP_TASK_NONE,       /* to stay as he is */
  SP_TASK_GO,         /* to march, cross, join, follow friends */
  SP_TASK_STAND,      /* to hold, camp, halt */
  SP_TASK_REAR_GUARD, /* to hold until the rest is away */
  SP_TASK_ATTACK,
  SP_TASK_PURSUE,
  SP_TASK_KEEP_OFF,   /* to follow the enemy and come no nearer than he was told */
  SP_TASK_COUNT
} sp_task;

typedef struct sp_known_body {
  int32_t number;
  bool friendly, fresh;   /* fresh: the latest word of it came in this tick */
  sp_key formation;       /* own side only */
  sp_relation relation;
  sp_shape shape;         /* as it was seen or said */
  sp_xy at;
  double error_m, sigma, confidence;
  sp_minute seen, heard;
  int32_t men, horse;     /* horse: 0 foot, 1 mixed, 2 horse, 3 carts */
  double renown;          /* enemies: of him who leads it, as far as he knows who that is 0..1 */
  double quality, mounted; /* own side only: what everybody knows of those troops, 0..1 */
  bool train;             /* own side only: guns and carts more than fighting men */
  sp_task task;           /* of those under him: what he last told them, as far as he knows */
  bool garrison;          /* of those under him: it is believed in a walled place, whether he told it to hold that or not */
  sp_minute party_sent;   /* of those under him: a party that he sent to harass, when it left him; 0: it is none */
  int32_t party_men;      /* and how many he sent */
  bool drawn_on;          /* of those under him: he has lately told it to send men away */
} sp_known_body;

typedef struct sp_known_paper {
  sp_occasion occasion;   /* REQUEST or WORD */
  sp_key from;            /* formation */
  int32_t serial;         /* n-th of its kind from him */
  bool for_help, for_leave, for_bread, for_powder;
  sp_minute acted;
} sp_known_paper;

typedef struct sp_instruction {
  sp_key key;
  sp_occasion occasion;
  sp_key of;              /* 0: anybody's */
  int32_t count, seen;    /* the n-th time (0: every time); times so far */
  bool stands_there, stood_there; /* ARRIVAL: now, and when last looked */
  int32_t after_min;
} sp_instruction;

/* A store of his side, as he last saw it or heard of it; what was told to all at the opening holds until he hears otherwise. */
typedef struct sp_known_store {
  sp_key depot;
  sp_key luck;            /* of his choices about it: its place, whatever the name of the side that laid it in */
  sp_xy at;
  double grain_g, powder_g;
  int32_t grenades;
  sp_minute seen;
  bool in_reach;          /* he stands at its doors, and sees */
  double threat_men;      /* enemies believed by the road there; the farther from it, the less they count */
} sp_known_store;

#define SP_KNOWN_STORES 8 /* the nearest of them */

/* What he has to live on and to work with, by his own eyes and books. Laid out only when he looks to it: `looked`. */
typedef struct sp_means {
  bool looked;
  bool eats;              /* bread is told of his side */
  double need_g;          /* a day's bread of his men, at the full ration */
  double beasts_g;        /* and of his beasts beside their grass */
  double bread_days;      /* carried: days of his men's bread, at the ration now issued */
  double carried_g, room_g; /* grain with him; what his carriers still take */
  double cart_share;      /* of what they take, what goes on his carts */
  double withheld, missed; /* of the ration, kept back; rations missed and not made good */
  bool unequal;           /* some in his body who feed apart have much less bread than others: of those, of those with more than the mean: share of men, days */
  double hungry_share, hungry_days, full_share, full_days;
  bool own_full;          /* his own contingent is among these */
  bool forbidden_to_forage;
  bool unloads_here;      /* there is a place for a store at hand */
  int32_t carts, led;     /* led: horses that nobody rides */
  int32_t idle_draught;   /* beasts that draw no cart */
  bool free_to;           /* stands formed, out of a fight: stores can be handled */
  bool busy;              /* a chore with stores is under way */
  bool sets_off;          /* told to go, and not gone yet */
  bool stood_down;        /* at rest or holding, where he was to be: men can be told off for other work */
  uint8_t digs;           /* sp_dig he is about, or 0 */
  double dig_h[2];        /* hours of daylight in which his front is dug: shallow, deep */
  double breach, mend_h;  /* of the wall he stands behind: how far a breach will do for an onset, 0..1; hours of daylight in which his men close it */
  double cover;           /* that works or a wall give him already, 0..1 */
  double pouches;         /* powder in pouches and at the guns, of a full issue; powder_told: any is told of his side */
  bool powder_told;
  double train_issues, train_room_issues; /* full issues that his own train has, and could still take */
  double train_g, train_room_g; /* the same in grams */
  int32_t grenades;
  double grenades_tried, grenades_failed; /* of such as he has, seen by his men */
  int32_t store_count;
  sp_known_store store[SP_KNOWN_STORES];
} sp_means;

/* The walled place that he was sent to take or to shut in, as he sees it before him. */
typedef struct sp_town {
  bool is;
  sp_xy at;
  double radius_m;        /* who is believed so near its middle is within */
  double wall;            /* 0..1: how far its wall must be climbed, as it stands now */
  double ring_m;          /* length of a ring about it */
  double guns;            /* his own heavy guns that have shot */
  double air_c;           /* how cold it is */
  int32_t repulsed;       /* onsets beaten off, of his, under these orders */
  double mine_h;          /* hours in which his men would have a gallery under the wall, charged; SP_CALC_ENDLESS: never */
  double mine_opens;      /* 0..1: how far the powder that he has would open it, to a breach that leaves none of it */
} sp_town;

/* A river that bars his way, or that he has just passed by a bridge; laid out only for those questions. */
typedef struct sp_known_river {
  bool ahead;             /* he is held up at its bank, and nobody bridges it yet */
  bool behind;            /* all his men are over, near a bridge that stands */
  int32_t node;           /* of the crossing; -1: there is none */
  sp_xy at;
  double width_m, away_m; /* away: from his tail */
  int32_t boats;          /* that lie there idle, or go with him */
  bool wood;              /* timber about */
  int32_t bridges, built; /* that stand; of these, built in this war */
  bool guard_sent;        /* he has lately told men off to guard it */
  double pass_h;          /* in which his column passes one floating bridge */
  double wait_h;          /* until the water lets him through, as he judges it */
  double round_h;         /* more hours by the way round; < 0: he knows of none */
  int32_t round_by;       /* node of the crossing on that way */
} sp_known_river;

/* Himself and the men about him, whom he sees with his own eyes. */
typedef struct sp_self {
  int32_t men, foot, mounted; /* men: foot and horse that can fight */
  double order, fatigue, quality, light;
  bool steady, wavering;  /* else his men are broken */
  double wall;            /* 0..1: how far the enemy must climb a wall to come at him */
  bool shut_in;           /* behind a wall, with posts all about it */
  bool fights, touches;   /* in a fight; enemies within touch */
  bool chases, marches;
  double lost;            /* in this fight: share of his men killed or hurt */
  double fight_own, fight_enemy; /* men in the fight on either side, the enemy's as he judges them */
  double friends_gone;    /* of his side's bodies in the fight, share that has broken */
  sp_task task;           /* what his orders are */
  double pressed_hours;   /* enemies have been near so long while he had them; 0: they have not */
  double stood_hours;     /* held up on the road since the last long halt */
  bool drawn_on;          /* he has lately sent men of his own to another's help */
  bool has_goal;
  sp_xy goal;             /* where his orders lead */
  sp_act act;             /* what he last chose */
  sp_minute act_since, asked, commanded; /* 0: never */
  int32_t asked_times;
  sp_town town;
  sp_known_river river;
  bool works;             /* builds or breaks a bridge, of his own accord */
  bool fetches, fetches_powder; /* sent for bread, or for powder: his goal is the store */
  sp_key fetch_for, born_of; /* to whom it is to go; the body that he was told off from, or 0 */
  sp_minute asked_bread, asked_powder, fetched; /* when he last did so, or handed over what he fetched; 0: never */
  sp_minute sallied;      /* when he last sent men out of a walled place; 0: never */
  sp_minute harried;      /* when he last sent horse to hang on an enemy; 0: never */
  bool rationed;          /* it was he who cut the ration */
  bool train;             /* guns and carts more than men: no body to attack with */
  bool promised;          /* his own men have been promised something, and it is open */
  sp_minute gave;         /* when he last promised anything; 0: never */
  bool leads;             /* others are under him */
  double trait[SP_TRAIT_COUNT];
} sp_self;

typedef struct sp_picture {
  sp_key formation;
  sp_minute from, now;
  sp_xy at;
  bool has_superior;      /* he is under somebody, whether that man still lives or not */
  sp_self self;
  double chief_gone;      /* -1..1: prisoners say that the enemy's chief has ridden off or fallen (1), or is with them (-1); less with age */
  sp_means means;
  int32_t body_count, paper_count, instruction_count;
  sp_known_body body[16];
  const sp_known_paper *paper;
  const sp_instruction *instruction;
} sp_picture;

#endif
