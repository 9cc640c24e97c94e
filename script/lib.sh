# What the scripts share. Sourced, not run.
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

SP_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
SP_JOBS="$(nproc 2>/dev/null || echo 2)"
SP_ZH="${SP_ZH:-0}"
case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in zh*) SP_ZH=1 ;; esac

# say ENGLISH CHINESE: one line to stderr in the reader's language.
say() {
  if [ "$SP_ZH" = 1 ]; then printf '%s\n' "$2" >&2; else printf '%s\n' "$1" >&2; fi
}

# quietly LOG COMMAND...: output goes to the log; on failure its end is shown, without the steps that went well.
quietly() {
  local log="$1"
  shift
  mkdir -p "$(dirname "$log")"
  if "$@" >"$log" 2>&1; then return 0; fi
  grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" | tail -n 60 >&2 || true
  say "Failed: $*  (full log: $log)" "失败：$*（详见 $log）"
  return 1
}

# build_preset PRESET TARGET [CMAKE-OPTION...]: configure and build one tree, quietly.
build_preset() {
  local preset="$1" target="$2"
  shift 2
  (
    cd "$SP_ROOT" &&
      quietly "build/$preset/configure.log" cmake --preset "$preset" "$@" &&
      quietly "build/$preset/build.log" cmake --build "build/$preset" -j "$SP_JOBS" --target "$target"
  )
}
