/* fuzz_scenario.c - any bytes as a scenario: read, compile, open, three ticks. SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapan/io.h"
#include "shapan/shapan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *theatre;
static size_t theatre_size;

static void load_theatre(void) {
  FILE *file = fopen(SP_SOURCE_DIR "/tests/golden/theatres/valley/theatre.geojson", "rb");
  if (!file) abort();
  theatre = malloc(1 << 20);
  theatre_size = fread(theatre, 1, 1 << 20, file);
  fclose(file);
}

static void open_war(sp_scenario *scenario, sp_faults *faults) {
  sp_model *model = NULL;
  sp_world *world = NULL;
  if (sp_compile(scenario, faults, &model) != SP_OK) return;
  if (sp_world_create(model, NULL, 1, faults, &world) == SP_OK) {
    for (int n = 0; n < 3; n++) {
      if (sp_world_step(world) == SP_CORRUPT) abort();
    }
  }
  sp_world_destroy(world);
  sp_model_release(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!theatre) load_theatre();
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  char text[1024];
  if (sp_read_scenario_text("scenario.yaml", (const char *)data, size, theatre, theatre_size, "theatre.geojson", faults, &scenario) == SP_OK) open_war(scenario, faults);
  sp_faults_sort(faults);
  for (size_t n = 0; n < sp_faults_total(faults); n++) {
    sp_faults_format(faults, n, n % 2 ? SP_LANG_ZH : SP_LANG_EN, text, sizeof text);
  }
  sp_scenario_destroy(scenario);
  sp_faults_destroy(faults);
  return 0;
}
