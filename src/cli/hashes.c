/* hashes.c - the same seed gives the same war: shown, not promised. SPDX-License-Identifier: Apache-2.0 */
#include "cli/hashes.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64 };

typedef struct day_hashes {
  int64_t day;
  uint64_t hash[SP_SUBSYSTEM_COUNT];
} day_hashes;

typedef struct war {
  sp_model *model;
  uint64_t seed;
  sp_minute until;
  bool resave;
  sp_status status;
  day_hashes *days;
  size_t count, capacity;
} war;

sp_status cli_model_reader(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)context;
  sp_scenario_text *text = calloc(count + 1, sizeof *text);
  if (!text) return SP_NO_MEMORY;
  for (size_t n = 0; n < count; n++) text[n] = (sp_scenario_text){.role = roles[n], .label = files[n], .text = texts[n], .length = lengths[n]};
  sp_scenario *read = NULL;
  sp_status status = sp_read_scenario_texts(text, count, faults, &read);
  free(text);
  if (status == SP_BAD_INPUT && !sp_faults_count(faults, SP_FAULT_ERROR)) status = SP_CORRUPT; /* no scenario among them */
  if (status == SP_OK) status = sp_compile(read, faults, model);
  sp_scenario_destroy(read);
  return status;
}

static sp_status take_hashes(war *w, const sp_world *world, int64_t day) {
  if (w->count == w->capacity) {
    size_t room = w->capacity ? w->capacity * 2 : 64;
    day_hashes *more = realloc(w->days, room * sizeof *more);
    if (!more) return SP_NO_MEMORY;
    w->days = more;
    w->capacity = room;
  }
  day_hashes *d = &w->days[w->count++];
  d->day = day;
  for (int n = 0; n < SP_SUBSYSTEM_COUNT; n++) d->hash[n] = sp_world_hash(world, sp_world_subsystem(n));
  return SP_OK;
}

static sp_status save_and_load(sp_world **world) {
  unsigned char *data = NULL;
  size_t size = 0;
  sp_save_info info;
  sp_world *loaded = NULL;
  sp_status status = sp_save(*world, &data, &size);
  if (status == SP_OK) status = sp_load(data, size, cli_model_reader, NULL, NULL, &info, &loaded);
  sp_buffer_free(data);
  if (status != SP_OK) return status;
  sp_world_destroy(*world);
  *world = loaded;
  sp_world_set_events(loaded, SP_EVENTS_NONE);
  return SP_OK;
}

static void *fight(void *context) {
  war *w = context;
  sp_world *world = NULL;
  w->status = sp_world_create(w->model, NULL, w->seed, NULL, &world);
  if (w->status == SP_OK) sp_world_set_events(world, SP_EVENTS_NONE);
  sp_minute opening = sp_model_campaign(w->model)->start;
  int64_t first = opening / 1440;
  while (w->status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < w->until) {
    int64_t before = sp_world_minute(world) / 1440;
    w->status = sp_world_step(world);
    sp_world_drain_events(world);
    int64_t after = sp_world_minute(world) / 1440;
    bool day_done = after != before || sp_world_over(world) || sp_world_minute(world) >= w->until;
    if (w->status == SP_OK && day_done) w->status = take_hashes(w, world, before - first + 1);
    if (w->status == SP_OK && day_done && w->resave) w->status = save_and_load(&world);
  }
  sp_world_destroy(world);
  return NULL;
}

static bool alike(const war *a, const war *b) { return a->count == b->count && (a->count == 0 || memcmp(a->days, b->days, a->count * sizeof *a->days) == 0); }

int hashes_print(cli_line *line, sp_model *model, uint64_t seed, sp_minute until, int threads, bool resave) {
  war wars[MAX_THREADS];
  pthread_t thread[MAX_THREADS];
  int started = 0, code = EXIT_DONE;
  for (int n = 0; n < threads; n++) wars[n] = (war){.model = model, .seed = seed, .until = until, .resave = resave};
  for (; started < threads - 1; started++) {
    if (pthread_create(&thread[started], NULL, fight, &wars[started + 1]) != 0) break;
  }
  fight(&wars[0]);
  for (int n = 0; n < started; n++) pthread_join(thread[n], NULL);
  for (int n = 0; n <= started; n++) {
    if (wars[n].status != SP_OK) code = cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(wars[n].status), NULL);
    else if (!alike(&wars[0], &wars[n])) code = cli_say(line, EXIT_NO, "cli.wars_differ", NULL);
  }
  for (size_t d = 0; code == EXIT_DONE && d < wars[0].count; d++) {
    for (int n = 0; n < SP_SUBSYSTEM_COUNT; n++) printf("%" PRId64 " %s %016" PRIx64 "\n", wars[0].days[d].day, sp_world_subsystem(n), wars[0].days[d].hash[n]);
  }
  for (int n = 0; n < threads; n++) free(wars[n].days);
  return code;
}
