/* fuzz_theatre.c - any bytes as a theatre, under a small army. SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "shapan/io.h"
#include "shapan/shapan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char scenario_text[] =
    "campaign: small\nname: {en: Small}\ntheatre: valley\nstart: 1642-08-05 05:00\nend: day 2 05:00\n"
    "sides:\n  red:\n    name: {en: Red}\n    contingents:\n      men: {name: {en: Men}}\n    army:\n"
    "      - {id: one, name: {en: One}, contingent: men, at: a, strength: [{arm: foot, soldiers: 100}]}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  sp_status status = sp_read_scenario_text("scenario.yaml", scenario_text, sizeof scenario_text - 1, (const char *)data, size, "theatre.geojson", faults, &scenario);
  if (status == SP_OK && sp_compile(scenario, faults, &model) == SP_OK) sp_model_distance_m(model, "a", "b");
  sp_model_release(model);
  sp_scenario_destroy(scenario);
  sp_faults_destroy(faults);
  return 0;
}
