/* outputs.c - chronicle, register, time line, maps, tables, save and record of one run. SPDX-License-Identifier: Apache-2.0 */
#include "cli/outputs.h"

#include <stdlib.h>
#include <string.h>

static const char *const tables[] = {"formation", "pool", "hq", "ford", "region"};

static int stop(const cli_line *line, sp_status status) { return status == SP_OK ? EXIT_DONE : cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL); }

/* The map as it stands, as SVG, and as PNG where a picture can be made. */
static int write_map(cli_line *line, run_outputs *out, const sp_world *world) {
  sp_date d = sp_date_of(sp_world_minute(world));
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    char name[128];
    snprintf(name, sizeof name, "map-%04d%02d%02d-%02d%02d.%s.svg", d.year, d.month, d.day, d.hour, d.minute, lang == SP_LANG_ZH ? "zh" : "en");
    FILE *file = cli_create(line, out->folder, name);
    if (!file) return EXIT_TROUBLE;
    sp_map_options o = SP_MAP_OPTIONS_INIT;
    o.lang = (sp_lang)lang;
    o.headquarters = cli_get(line, "map-of");
    sp_status status = sp_write_map(file, world, &o);
    if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
    if (status != SP_OK) return stop(line, status);
  }
  out->maps++;
  return EXIT_DONE;
}

int outputs_begin(cli_line *line, run_outputs *out, const sp_world *world) {
  uint64_t hours = 0, states = 1;
  if (!cli_number(line, "maps-every", 3, &hours) || !cli_number(line, "states-every", 1, &states)) return EXIT_BAD_INPUT;
  if (states < 1 || states > 8784) return cli_say(line, EXIT_BAD_INPUT, "cli.bad_number", "option", "states-every", "value", cli_get(line, "states-every"), NULL);
  out->folder = cli_get(line, "out");
  if (out->folder && !cli_folder(line, out->folder)) return EXIT_TROUBLE;
  const char *of = cli_get(line, "map-of");
  if (of && sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, of) < 0) return cli_say(line, EXIT_BAD_INPUT, "cli.unknown_formation", "id", of, NULL);
  out->map_every = hours < 1000000 ? (sp_minute)hours * 60 : 0;
  out->next_map = sp_world_minute(world);
  if (out->folder) {
    out->daybook = sp_daybook_create(world);
    if (!out->daybook) return stop(line, SP_NO_MEMORY);
  }
  if (cli_get(line, "record")) {
    out->recorder = sp_recorder_begin(world);
    if (!out->recorder) return stop(line, SP_NO_MEMORY);
  }
  if (cli_get(line, "html")) {
    out->page = sp_page_create(world);
    if (!out->page) return stop(line, SP_NO_MEMORY);
  }
  if (cli_get(line, "sqlite")) {
    sp_status status = sp_database_create(cli_get(line, "sqlite"), world, (sp_minute)states * 60, &out->database);
    if (status == SP_IO) return cli_say(line, EXIT_TROUBLE, "cli.cannot_write", "file", cli_get(line, "sqlite"), NULL);
    if (status != SP_OK) return stop(line, status);
  }
  return outputs_step(line, out, world);
}

int outputs_step(cli_line *line, run_outputs *out, const sp_world *world) {
  sp_minute now = sp_world_minute(world);
  if (out->recorder && now > sp_model_campaign(sp_world_model(world))->start) {
    sp_status status = sp_recorder_step(out->recorder, world);
    if (status != SP_OK) return stop(line, status);
  }
  if (out->daybook) {
    sp_status status = sp_daybook_take(out->daybook, world);
    if (status != SP_OK) return stop(line, status);
  }
  if (out->database) {
    sp_status status = sp_database_take(out->database, world);
    if (status != SP_OK) return stop(line, status);
  }
  if (out->page) {
    sp_status status = sp_page_take(out->page, world);
    if (status != SP_OK) return stop(line, status);
  }
  if (!out->folder || out->map_every <= 0 || (now < out->next_map && !sp_world_over(world))) return EXIT_DONE;
  out->next_map = now - now % out->map_every + out->map_every;
  return write_map(line, out, world);
}

typedef sp_status (*story_writer)(FILE *, const sp_story *, const sp_world *, sp_lang);
static sp_status register_writer(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) { return (void)log, sp_write_register(file, world, lang); }
static sp_status measures_writer(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) { return (void)log, sp_write_measures(file, world, lang); }
static sp_status register_csv_writer(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) { return (void)log, sp_write_register_csv(file, world, lang); }

static const struct {
  const char *name, *suffix;
  story_writer write;
} texts[] = {
    {"chronicle", "txt", sp_write_chronicle}, {"digest", "txt", sp_write_digest}, {"fates", "txt", sp_write_fates}, {"phases", "txt", sp_write_phases}, {"register", "txt", register_writer},         {"timeline", "txt", sp_write_timeline},
    {"measures", "txt", measures_writer},     {"register", "csv", register_csv_writer}, {"timeline", "csv", sp_write_timeline_csv},
};

static sp_status write_texts(cli_line *line, const run_outputs *out, const sp_world *world, const sp_story *log) {
  sp_status status = SP_OK;
  for (size_t n = 0; status == SP_OK && n < sizeof texts / sizeof *texts; n++) {
    for (int lang = 0; status == SP_OK && lang < SP_LANG_COUNT; lang++) {
      char name[64];
      snprintf(name, sizeof name, "%s.%s.%s", texts[n].name, lang == SP_LANG_ZH ? "zh" : "en", texts[n].suffix);
      FILE *file = cli_create(line, out->folder, name);
      if (!file) return SP_IO;
      status = texts[n].write(file, log, world, (sp_lang)lang);
      if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
    }
  }
  return status;
}

static sp_status write_tables(cli_line *line, const run_outputs *out, const sp_world *world, const sp_story *log) {
  FILE *file = cli_create(line, out->folder, "events.jsonl");
  if (!file) return SP_IO;
  sp_status status = sp_write_events_jsonl(file, log, world);
  if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  for (size_t n = 0; status == SP_OK && n < sizeof tables / sizeof *tables; n++) {
    char name[64];
    snprintf(name, sizeof name, "%s.csv", tables[n]);
    file = cli_create(line, out->folder, name);
    if (!file) return SP_IO;
    status = sp_write_csv(file, world, tables[n]);
    if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  }
  return status;
}

/* By the day: grain, depots, munitions, wards, works and the like. */
static sp_status write_daybook(cli_line *line, const run_outputs *out, const sp_world *world) {
  sp_status status = sp_daybook_end(out->daybook, world);
  for (size_t n = 0; status == SP_OK && sp_daybook_table(n); n++) {
    char name[64];
    snprintf(name, sizeof name, "%s.csv", sp_daybook_table(n));
    FILE *file = cli_create(line, out->folder, name);
    if (!file) return SP_IO;
    status = sp_write_daybook_csv(file, out->daybook, sp_daybook_table(n));
    if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  }
  return status;
}

static int write_save(cli_line *line, const char *path, const sp_world *world) {
  unsigned char *data = NULL;
  size_t size = 0;
  sp_status status = sp_save(world, &data, &size);
  FILE *file = status == SP_OK ? cli_create(line, NULL, path) : NULL;
  bool said = status == SP_OK && !file;
  if (file) {
    if (fwrite(data, 1, size, file) != size) status = SP_IO;
    if (fclose(file) != 0) status = SP_IO;
  }
  sp_buffer_free(data);
  return said ? EXIT_TROUBLE : stop(line, status);
}

static int write_record(cli_line *line, const char *path, const run_outputs *out, const sp_world *world) {
  FILE *file = cli_create(line, NULL, path);
  if (!file) return EXIT_TROUBLE;
  sp_status status = sp_recorder_write(out->recorder, world, file);
  if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  return stop(line, status);
}

static int write_page(cli_line *line, const char *path, const run_outputs *out, const sp_world *world, const sp_story *log) {
  FILE *file = cli_create(line, NULL, path);
  if (!file) return EXIT_TROUBLE;
  sp_status status = sp_page_write(file, out->page, log, world, line->lang);
  if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  return stop(line, status);
}

/* Exit 1 when a line disagrees. */
static int print_audit(cli_line *line, const sp_world *world) {
  int64_t wrong = 0;
  sp_status status = sp_write_audit(stdout, world, line->lang, &wrong);
  return status == SP_OK && wrong > 0 ? EXIT_NO : stop(line, status);
}

/* What goes to stdout: the chronicle, or what was asked for instead. */
static int print_story(cli_line *line, const sp_world *world, const sp_story *log) {
  const char *of = cli_get(line, "stated");
  if (cli_has(line, "fates")) return stop(line, sp_write_fates(stdout, log, world, line->lang));
  if (cli_has(line, "phases")) return stop(line, sp_write_phases(stdout, log, world, line->lang));
  if (cli_has(line, "digest")) return stop(line, sp_write_digest(stdout, log, world, line->lang));
  if (cli_has(line, "audit")) return print_audit(line, world);
  if (of) return stop(line, sp_write_stated(stdout, log, world, of, line->lang));
  return cli_has(line, "quiet") ? EXIT_DONE : stop(line, sp_write_chronicle(stdout, log, world, line->lang));
}

int outputs_end(cli_line *line, run_outputs *out, const sp_world *world, const sp_story *log) {
  int code = print_story(line, world, log);
  if (code == EXIT_DONE && out->folder) {
    sp_status status = write_texts(line, out, world, log);
    if (status == SP_OK) status = write_tables(line, out, world, log);
    if (status == SP_OK) status = write_daybook(line, out, world);
    code = stop(line, status);
  }
  if (code == EXIT_DONE && cli_get(line, "save")) code = write_save(line, cli_get(line, "save"), world);
  if (code == EXIT_DONE && out->recorder) code = write_record(line, cli_get(line, "record"), out, world);
  if (code == EXIT_DONE && out->database) code = stop(line, sp_database_finish(out->database, log, world));
  if (code == EXIT_DONE && out->page) code = write_page(line, cli_get(line, "html"), out, world, log);
  if (code == EXIT_DONE && out->folder) {
    char maps[16];
    snprintf(maps, sizeof maps, "%d", out->maps);
    cli_say(line, EXIT_DONE, "cli.run.where", "folder", out->folder, "maps", maps, NULL);
  }
  if (code == EXIT_DONE && out->database) cli_say(line, EXIT_DONE, "cli.run.database", "file", cli_get(line, "sqlite"), NULL);
  if (code == EXIT_DONE && out->page) cli_say(line, EXIT_DONE, "cli.run.page", "file", cli_get(line, "html"), NULL);
  return code;
}

void outputs_free(run_outputs *out) {
  sp_recorder_destroy(out->recorder);
  sp_page_destroy(out->page);
  sp_daybook_destroy(out->daybook);
  sp_database_close(out->database);
}
