/* memorial_author.c - who of a side reports to the throne. SPDX-License-Identifier: Apache-2.0 */
#include "io/memorial.h"

#include <stdio.h>

#include "shapan/explain.h"
#include "shapan/io.h"

/* Men of the bodies whose chain of command ends there. */
static int64_t command_of(const sp_world *world, int32_t chief) {
  sp_field_view superior = sp_field_of(world, "hq", "superior"), alive = sp_field_of(world, "formation", "alive"), parts[3] = {sp_field_of(world, "formation", "foot"), sp_field_of(world, "formation", "mounted"), sp_field_of(world, "formation", "followers")};
  int64_t men = 0;
  for (int32_t row = 0; row < superior.rows; row++) {
    int32_t at = row;
    for (int32_t steps = 0; at >= 0 && at != chief && steps <= superior.rows; steps++) at = (int32_t)sp_field_int(&superior, at, 0);
    for (int i = 0; i < 3 && at == chief && sp_field_int(&alive, row, 0); i++) men += sp_field_int(&parts[i], row, 0);
  }
  return men;
}

static sp_status chief_of(const sp_world *world, int32_t side, sp_key *formation) {
  sp_field_view superior = sp_field_of(world, "hq", "superior"), alive = sp_field_of(world, "formation", "alive"), of = sp_field_of(world, "formation", "side"), key = sp_field_of(world, "formation", "key");
  int64_t most = -1;
  *formation = 0;
  for (int32_t row = 0; row < superior.rows; row++) {
    if (!sp_field_int(&alive, row, 0) || sp_field_int(&of, row, 0) != side || sp_field_int(&superior, row, 0) >= 0) continue;
    int64_t men = command_of(world, row);
    sp_key mine = (sp_key)sp_field_int(&key, row, 0);
    if (men < most || (men == most && mine > *formation)) continue;
    most = men;
    *formation = mine;
  }
  return *formation ? SP_OK : SP_NOT_FOUND;
}

static void nearest_side(const sp_model *m, const char *side, char *near, size_t size) {
  const char *names[64];
  size_t count = 0;
  for (int32_t i = 0; i < sp_model_count(m, SP_ENTITY_SIDE) && count < 64; i++) names[count++] = sp_model_id(m, SP_ENTITY_SIDE, i);
  const char *found = sp_nearest(side, names, count);
  (void)snprintf(near, size, "%s", found ? found : "");
}

sp_status sp_memorial_author(const sp_world *world, const char *side, const char *author, sp_key *formation, char *near, size_t size) {
  const sp_model *m = sp_world_model(world);
  if (size) near[0] = 0;
  if (!side && !author) return SP_BAD_INPUT;
  int32_t index = side ? sp_model_find(m, SP_ENTITY_SIDE, side) : -1;
  if (side && index < 0) {
    nearest_side(m, side, near, size);
    return SP_NOT_FOUND;
  }
  if (!author) return chief_of(world, index, formation);
  char part[300];
  if (sp_explain_find(world, author, formation, part, sizeof part) != SP_OK) {
    (void)snprintf(near, size, "%s", part);
    return SP_NOT_FOUND;
  }
  int32_t row = sp_world_formation_row(world, *formation);
  sp_field_view of = sp_field_of(world, "formation", "side");
  return index < 0 || (row >= 0 && sp_field_int(&of, row, 0) == index) ? SP_OK : SP_MISMATCH;
}
