/* fuzz_order.c - any bytes as a line of the order language, judged and, if good, given. SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "shapan/io.h"
#include "shapan/shapan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sp_model *model;
  if (!model) {
    sp_scenario *scenario = NULL;
    sp_faults *faults = sp_faults_create();
    if (sp_read_scenario(SP_SOURCE_DIR "/scenarios/lab/two-columns", faults, &scenario) != SP_OK || sp_compile(scenario, faults, &model) != SP_OK) abort();
    sp_scenario_destroy(scenario);
    sp_faults_destroy(faults);
  }
  char *line = malloc(size + 1);
  if (!line) return 0;
  memcpy(line, data, size);
  line[size] = '\0';
  sp_faults *faults = sp_faults_create();
  sp_order_check(model, line, (sp_where){.file = "order", .line = 1, .column = 1}, faults);
  sp_world *world = NULL;
  if (sp_world_create(model, NULL, 1, NULL, &world) == SP_OK && sp_world_order(world, 0, line, faults) == SP_OK) {
    for (int n = 0; n < 8; n++) {
      if (sp_world_step(world) == SP_CORRUPT) abort();
    }
  }
  sp_world_destroy(world);
  sp_faults_destroy(faults);
  free(line);
  return 0;
}
