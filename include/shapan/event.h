/* shapan/event.h - what happened, as it happened.
 *
 * Events are output, not state: they never enter the hash, and nothing in the war
 * reads them. They come in order of minute, then of the tick's phases, then of key.
 * This is the umpire's log; a seat's view is never cut from it (see view.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_EVENT_H
#define SHAPAN_EVENT_H

#include "shapan/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sp_event_type {
#define SP_EVENT(name, level, meaning) SP_EVENT_##name,
#include "shapan/events.def"
  SP_EVENT_TYPE_COUNT
} sp_event_type;

typedef enum sp_event_level { SP_EVENTS_NONE = 0, SP_EVENTS_SUMMARY = 1, SP_EVENTS_FULL = 2 } sp_event_level;

typedef struct sp_event {
  sp_minute minute;
  uint16_t type;       /* sp_event_type */
  uint8_t level;       /* the least level that shows it */
  int8_t side;         /* the subject's side, -1 = nobody's */
  int32_t node;        /* node of the graph, or -1; sp_world_node_place gives words for it */
  sp_key subject;      /* formation, headquarters, crossing or region, by type */
  sp_key object;       /* the other party, or 0 */
  int32_t a, b, c;     /* counts and indices, by type (events.def) */
  double value;        /* a real, by type */
  double x_m, y_m;     /* on the theatre's plane */
} sp_event;

SP_API const char *sp_event_name(sp_event_type type);    /* "march_begins" */
SP_API const char *sp_event_meaning(sp_event_type type); /* one English line for docs and --json */

#ifdef __cplusplus
}
#endif
#endif
