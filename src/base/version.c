/* version.c - which shapan this is, and the words for a status.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shapan/base.h"

#ifndef SP_VERSION
#define SP_VERSION "0.1.0"
#endif

const char *sp_version(void) { return SP_VERSION; }

const char *sp_status_name(sp_status status) {
  switch (status) {
    case SP_OK: return "ok";
    case SP_NO_MEMORY: return "no memory";
    case SP_BAD_INPUT: return "bad input";
    case SP_NOT_FOUND: return "not found";
    case SP_LIMIT: return "limit reached";
    case SP_IO: return "input or output failed";
    case SP_MISMATCH: return "mismatch";
    case SP_CORRUPT: return "corrupt";
  }
  return "unknown status";
}
