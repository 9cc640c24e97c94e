/* panic.c - the last words of a broken house.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void sp_panic(const char *file, int line, const char *what) {
  const char *slash = strrchr(file, '/'); /* where it was built is nobody's business */
  fprintf(stderr, "shapan: broken at %s:%d: %s\n", slash ? slash + 1 : file, line, what);
  abort();
}
