# What the tests of the command line share. Sourced, not run: a folder of its own to work in, and how a fault is told.
# Environment: SHAPAN, the program; SP_SOURCE_DIR, the tree. A test ends with: exit "$failed"
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
: "${SHAPAN:?path of the program}" "${SP_SOURCE_DIR:?root of the sources}"
unset LC_ALL LC_MESSAGES LANG
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
  printf 'FAIL: %s\n' "$*"
  # shellcheck disable=SC2034 # the exit code of the test that sources this
  failed=1
}

# code WANTED ARGUMENT...: runs the program; out and err keep what it said.
code() {
  local wanted="$1" got
  shift
  "$SHAPAN" "$@" >out 2>err </dev/null
  got=$?
  if [ "$got" != "$wanted" ]; then
    fail "shapan $*: exit code $got, not $wanted"
    head -n 5 err
  fi
}
says() { grep -qF -- "$2" "$1" || fail "$1 does not say \"$2\" but: $(head -c 600 "$1")"; }
silent() { [ ! -s "$1" ] || fail "$1 should be empty but says: $(head -c 300 "$1")"; }
