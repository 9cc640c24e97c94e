/* fuzz_save.c - any bytes as a save or a recording. A save's checksum is made good first, so that what lies behind it
 * is reached; a save that loads is fought on for a while: nothing that was let in may break the war.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "shapan/io.h"
#include "shapan/recorder.h"
#include "shapan/shapan.h"

#define TICKS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The model of the saved cases; reading it again for each would be most of the work. */
static sp_model *two_columns(void) {
  static sp_model *model;
  sp_scenario *scenario = NULL;
  if (!model && sp_read_scenario(SP_SOURCE_DIR "/scenarios/lab/two-columns", NULL, &scenario) == SP_OK) (void)sp_compile(scenario, NULL, &model);
  sp_scenario_destroy(scenario);
  return model;
}

static sp_status reader(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)context, (void)roles, (void)files, (void)faults;
  for (size_t n = 0; n < count; n++) {
    if (texts[n][lengths[n]] != 0) abort(); /* each text ends */
  }
  *model = two_columns();
  if (!*model) return SP_CORRUPT;
  sp_model_retain(*model);
  return SP_OK;
}

static void make_checksum_good(unsigned char *bytes, size_t size) {
  if (size < 24) return;
  memcpy(bytes + size - 12, "ENDS", 4);
  uint64_t sum = sp_hash_bytes(bytes, size - 8, 0);
  for (size_t n = 0; n < 8; n++) bytes[size - 8 + n] = (unsigned char)(sum >> (8 * n));
}

static void fight_on(sp_world *world) {
  char message[200];
  for (int n = 0; n < TICKS; n++) {
    sp_status status = sp_world_step(world);
    if (status == SP_CORRUPT) {
      (void)sp_world_check(world, message, sizeof message);
      abort();
    }
    if (status != SP_OK) return;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sp_faults *faults = sp_faults_create();
  sp_save_info info;
  sp_world *world = NULL;
  sp_recording *recording = NULL;
  if (sp_recording_open(data, size, faults, &recording) == SP_OK) sp_recording_world(recording, reader, NULL, faults, &info, &world);
  sp_recording_close(recording);
  sp_world_destroy(world);
  world = NULL;
  unsigned char *bytes = malloc(size + 1);
  if (!bytes) abort();
  memcpy(bytes, data, size);
  make_checksum_good(bytes, size);
  sp_save_describe(bytes, size, &info, faults);
  if (sp_load(bytes, size, reader, NULL, faults, &info, &world) == SP_OK) fight_on(world);
  sp_world_destroy(world);
  free(bytes);
  sp_faults_destroy(faults);
  return 0;
}
