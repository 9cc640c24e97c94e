/* trial.h - inside of trials: what a run draws, and the scenario made of it. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_TRIAL_H
#define SP_ENGINE_TRIAL_H

#include "model/constants.h"
#include "shapan/trial.h"

enum { SP_TRIAL_BODIES = 10 }; /* of one side, at most */

/* One side with everything settled. */
typedef struct sp_trial_host {
  int32_t men, horse, guns, heavy_guns, gunners, archers, pikes; /* the rest of the men are shot */
  double quality, order, fatigue;
  int32_t quarter; /* sp_quarter that it gives */
  double stay_away;  /* on the logit: how much likelier its scattered are to be lost for good */
  int32_t bodies, horse_bodies;
  double body_quality[SP_TRIAL_BODIES];
  double trait[SP_TRIAL_BODIES][SP_TRAIT_COUNT]; /* of each body's commander; the first commands the side */
} sp_trial_host;

typedef struct sp_trial_draw {
  sp_trial_host host[2];
  double front_m;
  sp_minute start, attack; /* the world opens, and the order to attack is given */
} sp_trial_draw;

/* trial_draw.c: settles run `run` of `seed`. */
void sp_trial_settle(const sp_trial_def *def, const sp_constants *k, uint64_t seed, uint32_t run, sp_trial_draw *out);

/* trial_field.c: the small war. Brigade n of side s has the id "a<n>" or "d<n>"; the first commands the others. */
sp_status sp_trial_scenario(const sp_trial_def *def, const sp_trial_draw *draw, const sp_constants *k, sp_scenario **out);
#define SP_TRIAL_DAYS 2 /* a fight that the night parts may go on */

#endif
