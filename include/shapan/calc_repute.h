/* shapan/calc_repute.h - the formulas of captives' talk, of promises, and of bad news.
 *
 * As calc.h: constants and plain numbers in, a number out; nothing allocates or fails. Shares outside 0..1 and negative
 * numbers count as the nearest that make sense. What each models and leaves out stands in src/lore/talk.c, promise.c, tidings.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_CALC_REPUTE_H
#define SHAPAN_CALC_REPUTE_H

#include "shapan/calc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- captives' talk (talk.c) */

/* Minutes from the first prisoner to a tale that can be told; skill of him who questions 0..1. */
SP_API double sp_calc_talk_min(const sp_constants *c, double skill);
/* Chance that one at least of so many prisoners knows a thing that each knows with that chance. */
SP_API double sp_calc_talk_knows(const sp_constants *c, double captives, double each);
/* Log-normal spread of what they say of their body's strength. */
SP_API double sp_calc_talk_sigma(const sp_constants *c, double captives);
/* Chance that the tale is false: a lie, or a rumour of the ranks. */
SP_API double sp_calc_talk_false(const sp_constants *c, double captives, double skill);
/* Two estimates of one number of men, each with its spread, weighed together; *sigma gets the spread of both. */
SP_API double sp_calc_talk_weighed(double men, double spread, double other, double other_spread, double *sigma);

/* ---------------------------------------------------------------- promises (promise.c) */

/* The numbers are those of the save format: 1 ranks, 2 silver, 3 plunder. */
/* What a promise would be worth to men who believed it wholly, 0..1; amount: ranks, or taels a head. */
SP_API double sp_calc_promise_weight(const sp_constants *c, int32_t kind, double amount);
/* How far men believe him, 0..1: by promises kept and broken; in_flight: they see him run. */
SP_API double sp_calc_promise_trust(const sp_constants *c, double kept, double broken, bool in_flight);
/* Factor on the hazard that pursuers so promised stop for loot and heads. */
SP_API double sp_calc_promise_loot(const sp_constants *c, int32_t kind, double promised);
/* Of the wind at which pursuers are blown, the share at which those so promised still go on. */
SP_API double sp_calc_promise_wind(const sp_constants *c, double promised);
/* Chance that he keeps it when it is due. */
SP_API double sp_calc_promise_keeps(const sp_constants *c, double honour, double greed);

/* ---------------------------------------------------------------- bad news (tidings.c) */

/* How much worse the news is than what was believed: log of the odds, 0 as believed. Men of the own side and the enemy's. */
SP_API double sp_calc_news_worse(const sp_constants *c, double own_before, double own_after, double enemy_before, double enemy_after);
/* Chance that a chief of such severity (0..1) punishes whoever brings it. */
SP_API double sp_calc_news_punished(const sp_constants *c, double severity, double worse);
/* Enemies as a headquarters that fears to report them reports them; and its own men, of so many at the opening. */
SP_API double sp_calc_news_enemy(const sp_constants *c, double chilled, double men);
SP_API double sp_calc_news_own(const sp_constants *c, double chilled, double men, double opening);
/* Minutes for which it keeps such news to itself. */
SP_API double sp_calc_news_kept_min(const sp_constants *c, double chilled);
/* What is left of that fear after so many days. */
SP_API double sp_calc_news_fear(const sp_constants *c, double chilled, double days);

#ifdef __cplusplus
}
#endif
#endif
