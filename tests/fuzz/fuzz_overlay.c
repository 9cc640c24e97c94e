/* fuzz_overlay.c - any bytes laid over a sound scenario: read, compile, open. SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapan/io.h"
#include "shapan/shapan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FOLDER SP_SOURCE_DIR "/scenarios/lab/two-columns/"

static char *load(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *text = malloc(1 << 20);
  if (!file || !text) abort();
  *size = fread(text, 1, 1 << 20, file);
  fclose(file);
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sp_scenario_text texts[4] = {{"scenario", "scenario.yaml", NULL, 0}, {"theatre", "theatre.geojson", NULL, 0}};
  if (!texts[0].text) {
    texts[0].text = load(FOLDER "scenario.yaml", &texts[0].length);
    texts[1].text = load(FOLDER "theatre.geojson", &texts[1].length);
  }
  texts[2] = texts[3] = (sp_scenario_text){"overlay", "overlay.yaml", (const char *)data, size}; /* once more over what it made */
  for (size_t count = 3; count <= 4; count++) {
    sp_faults *faults = sp_faults_create();
    sp_scenario *scenario = NULL;
    sp_model *model = NULL;
    sp_world *world = NULL;
    char text[1024];
    if (sp_read_scenario_texts(texts, count, faults, &scenario) == SP_OK && sp_compile(scenario, faults, &model) == SP_OK &&
        sp_world_create(model, NULL, 1, faults, &world) == SP_OK && sp_world_step(world) == SP_CORRUPT)
      abort();
    sp_faults_sort(faults);
    for (size_t n = 0; n < sp_faults_total(faults); n++) sp_faults_format(faults, n, n % 2 ? SP_LANG_ZH : SP_LANG_EN, text, sizeof text);
    sp_world_destroy(world);
    sp_model_release(model);
    sp_scenario_destroy(scenario);
    sp_faults_destroy(faults);
  }
  return 0;
}
