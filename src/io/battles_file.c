/* battles_file.c - where tables of battles are looked for. SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapan/battles.h"

#define HOUSE_TABLE "reference/battles_train.csv"
#define MOST_BYTES ((size_t)16 * 1024 * 1024)

static FILE *open_house_table(char *label, size_t size) {
  const char *roots[] = {".", getenv("SP_DATA_DIR"), SP_DATA_DIR, SP_INSTALLED_DATA_DIR};
  FILE *file = NULL;
  for (size_t n = 0; n < sizeof roots / sizeof *roots && !file; n++) {
    char path[4096];
    if (!roots[n] || !*roots[n]) continue;
    int length = snprintf(path, sizeof path, "%s/%s", roots[n], HOUSE_TABLE);
    if (length > 0 && (size_t)length < sizeof path) file = fopen(path, "rb");
  }
  snprintf(label, size, "%s", HOUSE_TABLE);
  return file;
}

static sp_status slurp(FILE *file, char **text, size_t *length) {
  size_t room = 1 << 16;
  *length = 0;
  *text = malloc(room);
  while (*text) {
    size_t got = fread(*text + *length, 1, room - *length, file);
    *length += got;
    if (got == 0) return ferror(file) ? SP_IO : SP_OK;
    if (*length < room) continue;
    char *more = room >= MOST_BYTES ? NULL : realloc(*text, room * 2);
    if (!more) return room >= MOST_BYTES ? SP_LIMIT : SP_NO_MEMORY;
    *text = more;
    room *= 2;
  }
  return SP_NO_MEMORY;
}

sp_status sp_read_battles(const char *path, sp_faults *faults, sp_battles **out) {
  char label[4096], *text = NULL;
  size_t length = 0;
  *out = NULL;
  FILE *file = path ? fopen(path, "rb") : open_house_table(label, sizeof label);
  if (path) snprintf(label, sizeof label, "%s", path);
  int why = errno;
  sp_status status = file ? slurp(file, &text, &length) : why == ENOENT || why == ENOTDIR ? SP_NOT_FOUND : SP_IO;
  if (file) fclose(file);
  if (status == SP_OK) status = sp_read_battles_text(label, text, length, faults, out);
  else sp_fault(faults, SP_FAULT_ERROR, (sp_where){.file = label}, status == SP_NOT_FOUND ? "battles.no_file" : "battles.cannot_read", "what", sp_status_name(status), (char *)NULL);
  free(text);
  return status;
}
