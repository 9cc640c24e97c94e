/* replay_main.c - runs a fuzz target on saved cases, so that a fault found once stays found.
 * Usage: fuzz_x DIRECTORY-OR-FILE...   A missing directory counts as empty; the empty input always runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Exact-size heap copy: a read one past the end is then seen by the sanitizer. */
static int run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return 1;
  }
  size_t size = 0, capacity = 4096;
  uint8_t *data = malloc(capacity);
  while (data) {
    size += fread(data + size, 1, capacity - size, file);
    if (size < capacity) break;
    capacity *= 2;
    uint8_t *larger = realloc(data, capacity);
    if (!larger) free(data);
    data = larger;
  }
  int failed = ferror(file) || !data;
  fclose(file);
  uint8_t *exact = failed ? NULL : malloc(size ? size : 1);
  if (exact) {
    memcpy(exact, data, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
  } else {
    fprintf(stderr, "%s: cannot be read\n", path);
    failed = 1;
  }
  free(exact);
  free(data);
  return failed;
}

static int run_directory(const char *path, int *count) {
  struct dirent **entries = NULL;
  int total = scandir(path, &entries, NULL, alphasort);
  if (total < 0) return 0;
  int failed = 0;
  for (int i = 0; i < total; i++) {
    char name[4096];
    int length = snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
    struct stat info;
    if (length > 0 && (size_t)length < sizeof name && stat(name, &info) == 0 && S_ISREG(info.st_mode)) {
      failed |= run_file(name);
      *count += 1;
    }
    free(entries[i]);
  }
  free(entries);
  return failed;
}

int main(int argc, char **argv) {
  static const uint8_t nothing[1] = {0};
  (void)LLVMFuzzerTestOneInput(nothing, 0);
  int count = 0, failed = 0;
  for (int i = 1; i < argc; i++) {
    struct stat info;
    if (stat(argv[i], &info) == 0 && S_ISREG(info.st_mode)) {
      failed |= run_file(argv[i]);
      count += 1;
    } else {
      failed |= run_directory(argv[i], &count);
    }
  }
  printf("%d saved cases\n", count);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
