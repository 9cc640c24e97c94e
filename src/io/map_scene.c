/* map_scene.c - reads off a world what a map shows. The only part of the map that sees the truth; for a seat
 * without the truth it reads the seat's picture, the sky above him, and nothing else.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/map_sheet.h"
#include "shapan/calc_supply.h"
#include "shapan/calc_supply.h"

#include <stdlib.h>
#include <string.h>

bool sp_map_grow(void **items, size_t *room, size_t count, size_t item_bytes) {
  if (count < *room) return true;
  size_t wanted = *room ? *room * 2 : 64;
  if (wanted > SIZE_MAX / 4 / item_bytes) return false;
  void *grown = realloc(*items, wanted * item_bytes);
  if (!grown) return false;
  *items = grown;
  *room = wanted;
  return true;
}

typedef sp_field_view column;

static double real_at(const column *c, int32_t row) { return row >= 0 && row < c->rows ? sp_field_real(c, row, 0) : 0.0; }

static int64_t whole_at(const column *c, int32_t row) { return row >= 0 && row < c->rows ? sp_field_int(c, row, 0) : 0; }

static int32_t as_i32(int64_t value) {
  return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

/* ---- bodies */

static sp_map_state state_of(int64_t activity) {
  const char *word = sp_word_for(SP_WORDS_ACTIVITY, as_i32(activity));
  if (!word) return SP_MAP_HALTED;
  if (strcmp(word, "camp") == 0) return SP_MAP_CAMPED;
  if (strcmp(word, "marching") == 0) return SP_MAP_MARCHING;
  if (strcmp(word, "waiting") == 0) return SP_MAP_WAITING;
  return SP_MAP_HALTED;
}

static sp_status read_trace(sp_map_scene *s, const sp_world *world, int32_t row, sp_map_body *body) {
  size_t needed = sp_world_trace(world, row, NULL, 0);
  while (s->point_room < s->point_count + needed)
    if (!sp_map_grow((void **)&s->point, &s->point_room, s->point_room, sizeof *s->point)) return SP_NO_MEMORY;
  body->first_point = s->point_count;
  body->point_count = needed;
  if (needed > 0) sp_world_trace(world, row, s->point + s->point_count, needed);
  s->point_count += needed;
  return SP_OK;
}

/* Number of the column "stance", fixed by the save format. */
enum { STANCE_BROKEN = 2 };

/* What it carries, in days of full rations for its men; -1 where nothing is carried and nothing missed: such a body may be fed otherwise. */
static double bread_days(const sp_world *world, int64_t grain_g, double missed, int64_t men) {
  sp_ration ration = sp_calc_ration(sp_world_constants(world), SP_RATION_CAMPAIGN);
  double need_g = sp_calc_need_shi_d(&ration, (double)men, 0.0) * 1000.0 * ration.shi_kg;
  return grain_g > 0 || missed > 0.0 ? (double)grain_g / need_g : -1.0;
}

static sp_status read_bodies(sp_map_scene *s, const sp_world *world, sp_lang lang) {
  const char *const table = "formation";
  column key = sp_field_of(world, table, "key"), alive = sp_field_of(world, table, "alive"), side = sp_field_of(world, table, "side");
  column foot = sp_field_of(world, table, "foot"), mounted = sp_field_of(world, table, "mounted"), followers = sp_field_of(world, table, "followers");
  column activity = sp_field_of(world, table, "activity"), contact = sp_field_of(world, table, "in_contact");
  column queue = sp_field_of(world, table, "queue_since"), hq = sp_field_of(world, table, "hq");
  column fight = sp_field_of(world, "combat", "engagement"), stance = sp_field_of(world, "combat", "stance");
  column grain = sp_field_of(world, "provision", "grain_g"), missed = sp_field_of(world, "provision", "missed");
  column hq_x = sp_field_of(world, "hq", "x"), hq_y = sp_field_of(world, "hq", "y");
  sp_status status = SP_OK;
  for (int32_t row = 0; status == SP_OK && row < alive.rows; row++) {
    int64_t men = whole_at(&foot, row) + whole_at(&mounted, row) + whole_at(&followers, row);
    if (!whole_at(&alive, row) || men <= 0) continue;
    if (!sp_map_grow((void **)&s->body, &s->body_room, s->body_count, sizeof *s->body)) return SP_NO_MEMORY;
    sp_map_body *b = &s->body[s->body_count];
    *b = (sp_map_body){.key = (sp_key)whole_at(&key, row), .side = as_i32(whole_at(&side, row)), .men = as_i32(men)};
    b->bread_days = bread_days(world, whole_at(&grain, row), real_at(&missed, row), men);
    b->state = state_of(whole_at(&activity, row));
    b->in_contact = whole_at(&contact, row) != 0;
    b->fights = row < fight.rows && whole_at(&fight, row) >= 0;
    b->broken = whole_at(&stance, row) == STANCE_BROKEN;
    int64_t since = whole_at(&queue, row);
    if (since != 0) {
      b->state = SP_MAP_WAITING;
      b->waiting_min = s->minute - since;
    }
    int32_t quarters = as_i32(whole_at(&hq, row));
    b->commander = sp_world_point(world, real_at(&hq_x, quarters), real_at(&hq_y, quarters));
    sp_world_name(world, b->key, lang, b->name, sizeof b->name);
    status = read_trace(s, world, row, b);
    if (b->point_count > 0) s->body_count++;
  }
  return status;
}

/* ---- stragglers, riders, waters */

static sp_status read_pools(sp_map_scene *s, const sp_world *world) {
  column key = sp_field_of(world, "pool", "key"), alive = sp_field_of(world, "pool", "alive"), side = sp_field_of(world, "pool", "side");
  column men = sp_field_of(world, "pool", "men"), x = sp_field_of(world, "pool", "x"), y = sp_field_of(world, "pool", "y");
  for (int32_t row = 0; row < alive.rows; row++) {
    if (!whole_at(&alive, row) || whole_at(&men, row) <= 0) continue;
    if (!sp_map_grow((void **)&s->pool, &s->pool_room, s->pool_count, sizeof *s->pool)) return SP_NO_MEMORY;
    s->pool[s->pool_count++] = (sp_map_pool){(sp_key)whole_at(&key, row), as_i32(whole_at(&side, row)), as_i32(whole_at(&men, row)),
                                             sp_world_point(world, real_at(&x, row), real_at(&y, row))};
  }
  return SP_OK;
}

static sp_status read_fights(sp_map_scene *s, const sp_world *world) {
  column key = sp_field_of(world, "engagement", "key"), alive = sp_field_of(world, "engagement", "alive");
  column x = sp_field_of(world, "engagement", "x"), y = sp_field_of(world, "engagement", "y");
  for (int32_t row = 0; row < alive.rows; row++) {
    if (!whole_at(&alive, row)) continue;
    if (!sp_map_grow((void **)&s->fight, &s->fight_room, s->fight_count, sizeof *s->fight)) return SP_NO_MEMORY;
    s->fight[s->fight_count++] = (sp_map_fight){(sp_key)whole_at(&key, row), sp_world_point(world, real_at(&x, row), real_at(&y, row))};
  }
  return SP_OK;
}

static sp_status read_works(sp_map_scene *s, const sp_world *world) {
  const char *const table = "work";
  column key = sp_field_of(world, table, "key"), alive = sp_field_of(world, table, "alive"), side = sp_field_of(world, table, "held_by"), x = sp_field_of(world, table, "x"), y = sp_field_of(world, table, "y");
  column ring = sp_field_of(world, table, "ring"), facing = sp_field_of(world, table, "facing"), front = sp_field_of(world, table, "front_m");
  column moved = sp_field_of(world, table, "moved_m3"), wanted = sp_field_of(world, table, "depth_wanted_m");
  for (int32_t row = 0; row < alive.rows; row++) {
    if (!whole_at(&alive, row) || real_at(&moved, row) <= 0.0) continue;
    if (!sp_map_grow((void **)&s->works, &s->works_room, s->works_count, sizeof *s->works)) return SP_NO_MEMORY;
    double east = real_at(&x, row), north = real_at(&y, row), ax = sp_field_real(&facing, row, 0), ay = sp_field_real(&facing, row, 1), length = real_at(&front, row), half = 0.5 * length;
    sp_map_works *w = &s->works[s->works_count++];
    *w = (sp_map_works){.key = (sp_key)whole_at(&key, row), .side = as_i32(whole_at(&side, row)), .ring = whole_at(&ring, row) != 0};
    if (w->ring) half = length / 6.283185307179586;
    w->at = sp_world_point(world, east, north);
    w->left = sp_world_point(world, east - ay * half, north + ax * half);
    w->right = sp_world_point(world, east + ay * half, north - ax * half);
    w->depth_m = length > 0.0 ? sp_calc_works_depth_m(sp_world_constants(world), real_at(&wanted, row), real_at(&moved, row) / length) : 0.0;
  }
  return SP_OK;
}

/* The body that draws a ring is on the list of bodies, and the ring is its side's. */
static int32_t side_of_body(const sp_map_scene *s, sp_key key) {
  for (size_t i = 0; i < s->body_count; i++)
    if (s->body[i].key == key) return s->body[i].side;
  return -1;
}

static sp_status read_rings(sp_map_scene *s, const sp_world *world) {
  column key = sp_field_of(world, "wall", "key"), ring = sp_field_of(world, "wall", "ring"), by = sp_field_of(world, "wall", "ring_by"), closed = sp_field_of(world, "wall", "closed"), place = sp_field_of(world, "place", "key");
  double radius_m = 0.0, gaps = 0.0, shut = 0.0;
  (void)sp_constants_value(sp_world_constants(world), "siege_ring_m", &radius_m);
  (void)sp_constants_value(sp_world_constants(world), "siege_ring_gaps", &gaps);
  (void)sp_constants_value(sp_world_constants(world), "siege_ring_shut", &shut);
  for (int32_t row = 0; row < ring.rows; row++) {
    if (real_at(&ring, row) <= 0.0) continue;
    int32_t p = 0;
    while (p < place.rows && whole_at(&place, p) != whole_at(&key, row)) p++;
    if (p == place.rows) continue;
    if (!sp_map_grow((void **)&s->rings, &s->ring_room, s->ring_count, sizeof *s->rings)) return SP_NO_MEMORY;
    sp_point at = sp_model_place(sp_world_model(world), p)->at;
    sp_map_ring *r = &s->rings[s->ring_count++];
    *r = (sp_map_ring){.side = side_of_body(s, (sp_key)whole_at(&by, row)), .at = at, .out = {at.lat_deg + radius_m / 111195.0, at.lon_deg}, .gaps = gaps, .shut = shut};
    for (int k = 0; k < SP_MAP_OCTANTS; k++) r->closed[k] = sp_field_real(&closed, row, k);
  }
  return SP_OK;
}

static sp_status read_depots(sp_map_scene *s, const sp_world *world) {
  const char *const table = "depot";
  column key = sp_field_of(world, table, "key"), alive = sp_field_of(world, table, "alive"), side = sp_field_of(world, table, "side"), x = sp_field_of(world, table, "x"), y = sp_field_of(world, table, "y");
  column grain = sp_field_of(world, table, "grain_g"), burning = sp_field_of(world, table, "burning_since");
  double shi_g = 1000.0 * sp_calc_ration(sp_world_constants(world), SP_RATION_CAMPAIGN).shi_kg;
  for (int32_t row = 0; row < alive.rows; row++) {
    double shi = (double)whole_at(&grain, row) / shi_g;
    if (!whole_at(&alive, row) || shi < 0.5) continue;
    if (!sp_map_grow((void **)&s->depot, &s->depot_room, s->depot_count, sizeof *s->depot)) return SP_NO_MEMORY;
    s->depot[s->depot_count++] = (sp_map_depot){.key = (sp_key)whole_at(&key, row), .side = as_i32(whole_at(&side, row)), .at = sp_world_point(world, real_at(&x, row), real_at(&y, row)),
                                                .shi = as_i32((int64_t)(shi + 0.5)), .burns = whole_at(&burning, row) != 0};
  }
  return SP_OK;
}

/* Numbers of the column "state" of messages, fixed by the save format: those of a rider in the saddle. */
static bool rides(int64_t state) { return state == 1 || state == 2 || state == 4; }

static sp_status read_riders(sp_map_scene *s, const sp_world *world, sp_lang lang) {
  const char *const table = "message";
  column key = sp_field_of(world, table, "key"), state = sp_field_of(world, table, "state"), signal = sp_field_of(world, table, "signal");
  column from = sp_field_of(world, table, "from_hq"), to = sp_field_of(world, table, "to_hq"), returning = sp_field_of(world, table, "returning");
  column x = sp_field_of(world, table, "x"), y = sp_field_of(world, table, "y");
  column goal_x = sp_field_of(world, table, "goal_x"), goal_y = sp_field_of(world, table, "goal_y");
  column side = sp_field_of(world, "hq", "side"), body = sp_field_of(world, "hq", "formation"), body_key = sp_field_of(world, "formation", "key");
  for (int32_t row = 0; row < state.rows; row++) {
    if (!rides(whole_at(&state, row)) || whole_at(&signal, row)) continue;
    if (!sp_map_grow((void **)&s->rider, &s->rider_room, s->rider_count, sizeof *s->rider)) return SP_NO_MEMORY;
    sp_map_rider *r = &s->rider[s->rider_count++];
    int32_t home = as_i32(whole_at(&from, row));
    int32_t bound = whole_at(&returning, row) ? home : as_i32(whole_at(&to, row));
    *r = (sp_map_rider){.key = (sp_key)whole_at(&key, row), .side = as_i32(whole_at(&side, home))};
    r->at = sp_world_point(world, real_at(&x, row), real_at(&y, row));
    r->goal = sp_world_point(world, real_at(&goal_x, row), real_at(&goal_y, row));
    sp_world_name(world, (sp_key)whole_at(&body_key, as_i32(whole_at(&body, bound))), lang, r->to, sizeof r->to);
  }
  return SP_OK;
}

static sp_status read_depths(sp_map_scene *s, const sp_world *world) {
  column depth = sp_field_of(world, "ford", "depth_m");
  if (depth.rows <= 0) return SP_OK;
  s->depth_m = malloc((size_t)depth.rows * sizeof *s->depth_m);
  if (!s->depth_m) return SP_NO_MEMORY;
  column ice = sp_field_of(world, "ford", "ice_cm"), built = sp_field_of(world, "ford", "bridges"), broken = sp_field_of(world, "ford", "broken");
  s->ice_cm = malloc((size_t)depth.rows * sizeof *s->ice_cm);
  s->bridges = malloc((size_t)depth.rows * sizeof *s->bridges);
  if (!s->ice_cm || !s->bridges) return SP_NO_MEMORY;
  for (int32_t row = 0; row < depth.rows; row++) {
    s->depth_m[row] = real_at(&depth, row);
    s->ice_cm[row] = real_at(&ice, row);
    s->bridges[row] = as_i32(whole_at(&built, row)) - as_i32(whole_at(&broken, row));
  }
  return SP_OK;
}

/* ---- the seat */

/* Square of the distance; degrees of longitude as at 40 degrees, for a guess only. */
static double apart_m2(sp_point a, sp_point b) {
  double lat = (a.lat_deg - b.lat_deg) * 111000.0, lon = (a.lon_deg - b.lon_deg) * 85000.0;
  return lat * lat + lon * lon;
}

static double nearest_of_trace(const sp_map_scene *s, const sp_map_body *b, sp_point at, sp_point *nearest) {
  double best = -1.0;
  for (size_t i = 0; i < b->point_count; i++) {
    double d = apart_m2(s->point[b->first_point + i], at);
    if (best < 0.0 || d < best) {
      best = d;
      *nearest = s->point[b->first_point + i];
    }
  }
  return best;
}

/* Own bodies by key; of the enemy the nearest within three times the spread and 8 km: the umpire's guess. */
static void find_true(const sp_map_scene *s, sp_map_belief *belief, sp_key formation) {
  double reach = 3.0 * belief->error_m + 8000.0, best = reach * reach;
  for (size_t i = 0; i < s->body_count; i++) {
    const sp_map_body *b = &s->body[i];
    if (belief->friendly ? b->key != formation : b->side == s->seat_side) continue;
    sp_point at = {0};
    double d = nearest_of_trace(s, b, belief->at, &at);
    if (d < 0.0 || (!belief->friendly && d >= best)) continue;
    best = d;
    belief->has_true = true;
    belief->true_at = belief->friendly ? b->commander : at;
  }
}

static sp_status read_beliefs(sp_map_scene *s, const sp_world *world, const sp_seat *seat, sp_lang lang) {
  int32_t sides = sp_model_count(sp_world_model(world), SP_ENTITY_SIDE);
  for (size_t i = 0; i < sp_seat_contact_count(seat); i++) {
    sp_contact_view view;
    sp_status status = sp_seat_contact(seat, i, &view);
    if (status != SP_OK) return status;
    if (!sp_map_grow((void **)&s->belief, &s->belief_room, s->belief_count, sizeof *s->belief)) return SP_NO_MEMORY;
    sp_map_belief *b = &s->belief[s->belief_count++];
    *b = (sp_map_belief){.number = view.number, .friendly = view.friendly, .at = view.at, .error_m = view.error_m,
                         .heading_deg = view.heading_deg, .confidence = view.confidence, .age_min = s->minute - view.seen,
                         .men = view.men, .arms = view.horse};
    b->side = view.friendly ? s->seat_side : sides == 2 ? 1 - s->seat_side : -1;
    if (view.friendly && view.formation) sp_world_name(world, view.formation, lang, b->name, sizeof b->name);
    if (s->truth) find_true(s, b, view.formation);
  }
  return SP_OK;
}

/* A seat's own formation: declared by id, found by its key. */
static sp_status seat_key(const sp_world *world, const char *id, sp_key *key, int32_t *side) {
  int32_t start = sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, id);
  column keys = sp_field_of(world, "formation", "key"), alive = sp_field_of(world, "formation", "alive");
  column starts = sp_field_of(world, "formation", "start"), sides = sp_field_of(world, "formation", "side");
  if (start < 0) return SP_NOT_FOUND;
  for (int32_t row = 0; row < starts.rows; row++) {
    if (whole_at(&starts, row) != start || !whole_at(&alive, row)) continue;
    *key = (sp_key)whole_at(&keys, row);
    *side = as_i32(whole_at(&sides, row));
    return SP_OK;
  }
  return SP_NOT_FOUND;
}

static sp_status read_seat(sp_map_scene *s, const sp_world *world, const sp_map_options *options) {
  sp_key key = 0;
  sp_seat *seat = NULL;
  sp_status status = seat_key(world, options->headquarters, &key, &s->seat_side);
  if (status == SP_OK) status = sp_seat_open(world, key, &seat);
  if (status != SP_OK) return status;
  s->has_seat = true;
  s->minute = sp_seat_minute(seat);
  s->seat_at = sp_seat_position(seat);
  sp_world_name(world, key, options->lang, s->seat_name, sizeof s->seat_name);
  status = read_beliefs(s, world, seat, options->lang);
  sp_seat_close(seat);
  return status;
}

/* ---- the sky over the seat, or over the greatest body */

static void read_sky(sp_map_scene *s, const sp_world *world) {
  const sp_model *model = sp_world_model(world);
  int32_t row = sp_model_region_at(model, s->has_seat ? s->seat_at : s->body_count > 0 ? s->body[0].commander : sp_map_middle(model));
  if (row < 0) return;
  double value[8];
  static const char *const field[8] = {"rain_mm_h", "temperature_c", "wind_m_s", "wind_from_deg", "cloud", "fog_m", "light", "sun_deg"};
  for (int i = 0; i < 8; i++) {
    column c = sp_field_of(world, "region", field[i]);
    if (row >= c.rows) return;
    value[i] = real_at(&c, row);
  }
  s->sky = (sp_map_sky){true, value[0], value[1], value[2], value[3], value[4], value[5], value[6], value[7]};
}

/* The greatest body first: big names find room first, and the sky shown is his. */
static int by_size(const void *left, const void *right) {
  const sp_map_body *a = left, *b = right;
  if (a->men != b->men) return a->men > b->men ? -1 : 1;
  return a->key < b->key ? -1 : a->key > b->key;
}

sp_status sp_map_scene_read(sp_map_scene *s, const sp_world *world, const sp_map_options *options) {
  *s = (sp_map_scene){.minute = sp_world_minute(world), .truth = options->truth, .seat_side = -1};
  sp_status status = SP_OK;
  if (options->truth) {
    status = read_bodies(s, world, options->lang);
    if (s->body_count > 1) qsort(s->body, s->body_count, sizeof *s->body, by_size);
    if (status == SP_OK) status = read_pools(s, world);
    if (status == SP_OK) status = read_fights(s, world);
    if (status == SP_OK) status = read_works(s, world);
    if (status == SP_OK) status = read_rings(s, world);
    if (status == SP_OK) status = read_depots(s, world);
    if (status == SP_OK) status = read_riders(s, world, options->lang);
    if (status == SP_OK) status = read_depths(s, world);
  }
  if (status == SP_OK && options->headquarters) status = read_seat(s, world, options);
  if (status == SP_OK && (s->truth || s->has_seat)) read_sky(s, world);
  return status;
}

void sp_map_scene_free(sp_map_scene *s) {
  free(s->body);
  free(s->pool);
  free(s->fight);
  free(s->works);
  free(s->rings);
  free(s->depot);
  free(s->rider);
  free(s->belief);
  free(s->point);
  free(s->depth_m);
  free(s->ice_cm);
  free(s->bridges);
  *s = (sp_map_scene){0};
}
