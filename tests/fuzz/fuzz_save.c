/* fuzz_save.c - any bytes as a save or a recording. SPDX-License-Identifier: Apache-2.0 */
#include "shapan/io.h"
#include "shapan/recorder.h"
#include "shapan/shapan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sp_status no_reader(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)context, (void)roles, (void)files, (void)faults;
  size_t sum = 0;
  for (size_t n = 0; n < count; n++) sum += lengths[n] + (lengths[n] > 0 && texts[n][lengths[n] - 1] != 0);
  *model = NULL;
  return sum == (size_t)-1 ? SP_OK : SP_CORRUPT;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sp_faults *faults = sp_faults_create();
  sp_save_info info;
  sp_world *world = NULL;
  sp_recording *recording = NULL;
  sp_save_describe(data, size, &info, faults);
  sp_load(data, size, no_reader, NULL, faults, &info, &world);
  if (sp_recording_open(data, size, faults, &recording) == SP_OK) sp_recording_world(recording, no_reader, NULL, faults, &info, &world);
  sp_recording_close(recording);
  sp_world_destroy(world);
  sp_faults_destroy(faults);
  return 0;
}
