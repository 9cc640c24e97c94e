/* shapan/view.h - what one headquarters knows. Built from its picture, never from the truth.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_VIEW_H
#define SHAPAN_VIEW_H

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A copy of a picture at the end of a tick: it outlives the world's next step. */
typedef struct sp_seat sp_seat;

typedef struct sp_contact_view {
  int32_t number;       /* this seat's own number for it; numbers are never reused */
  bool friendly;
  sp_key formation;     /* own side only; 0 for the enemy */
  int32_t side;         /* whose it was taken for: index in the model; -1: it was too far off to tell */
  sp_point at;
  double error_m;       /* spread of the place by now: it grows with age */
  sp_minute seen, heard; /* when it was seen, and when that became known here */
  int32_t men;          /* estimate */
  double sigma;         /* log-normal spread */
  double heading_deg;   /* negative: standing */
  int32_t horse;        /* 0 foot, 1 mixed, 2 horse, 3 carts */
  double confidence;    /* 0..1 */
  sp_key source;        /* formation whose men saw it */
} sp_contact_view;

SP_API sp_status sp_seat_open(const sp_world *world, sp_key formation, sp_seat **seat); /* SP_NOT_FOUND */
SP_API void sp_seat_close(sp_seat *seat);
SP_API size_t sp_seat_contact_count(const sp_seat *seat);
SP_API sp_status sp_seat_contact(const sp_seat *seat, size_t index, sp_contact_view *out);
SP_API sp_minute sp_seat_minute(const sp_seat *seat);
SP_API sp_point sp_seat_position(const sp_seat *seat); /* where the commander himself is */

/* Smoke by day or a glow by night that his men have seen, or that a paper told him of: the latest few, in order of the minute in which
 * they were first seen. */
typedef struct sp_fire_view {
  sp_point at;          /* where it is taken to be */
  double error_m;       /* spread of that place */
  sp_minute since, seen; /* first and last */
  bool glow;            /* by its glow; else by its smoke */
  sp_key source;        /* formation whose men saw it */
} sp_fire_view;
SP_API size_t sp_seat_fire_count(const sp_seat *seat);
SP_API sp_status sp_seat_fire(const sp_seat *seat, size_t index, sp_fire_view *out);

#ifdef __cplusplus
}
#endif
#endif
