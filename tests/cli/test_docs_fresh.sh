#!/usr/bin/env bash
# test_docs_fresh.sh - what the program writes of itself stands in docs/ as it writes it today, and every file that
# the documents name is there.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
: "${SHAPAN:?path of the program}" "${SP_SOURCE_DIR:?root of the sources}"
unset LC_ALL LC_MESSAGES LANG
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
failed=0

# fresh FILE ARGUMENT...: FILE is what `shapan ARGUMENT...` prints.
fresh() {
  local file="$1"
  shift
  if ! "$SHAPAN" "$@" >"$work/now"; then
    echo "FAIL: shapan $* does not run"
    failed=1
  elif ! cmp -s "$work/now" "$SP_SOURCE_DIR/$file"; then
    echo "FAIL: $file is out of date; write it anew:  shapan $* > $file"
    diff "$SP_SOURCE_DIR/$file" "$work/now" | head -n 8
    failed=1
  fi
}
fresh docs/constants.md constants --markdown
fresh docs/scenario.md schema --markdown
fresh docs/scenario.schema.json schema
fresh docs/tables.md schema --tables

# Names in backticks that begin with a folder of the house, and targets of links. NAME is a placeholder; lame and
# my-march are invented in the documents.
cd "$SP_SOURCE_DIR" || exit 1
for document in README.md README.zh.md docs/*.md docs/changes/*.md; do
  {
    # shellcheck disable=SC2016 # backticks of Markdown
    grep -oE '`(src|include|tests|docs|script|scenarios|theatres|tools|po|cmake|reference)/[A-Za-z0-9_./-]+`' "$document" | tr -d '`'
    grep -oE '\]\([^)#:]+' "$document" | sed 's/^](//' | while IFS= read -r link; do
      printf '%s/%s\n' "$(dirname "$document")" "$link"
    done
  } | grep -v -e NAME -e lame -e my-march | LC_ALL=C sort -u >"$work/names"
  while IFS= read -r name; do
    if [ ! -e "$name" ]; then
      echo "FAIL: $document names $name, which is not there"
      failed=1
    fi
  done <"$work/names"
done

# Every command of the program is told of in both READMEs.
commands="$("$SHAPAN" help | sed -n 's/^  shapan \([a-z]*\) .*/\1/p')"
for command in $commands; do
  for document in README.md README.zh.md; do
    if ! grep -q "shapan $command" "$document"; then
      echo "FAIL: $document does not tell of shapan $command"
      failed=1
    fi
  done
done

[ "$failed" = 0 ] && echo "the documents are fresh"
exit "$failed"
