#!/bin/bash
# test_broken.sh - every broken scenario under broken/ is refused with exactly the faults written beside it,
# in both languages. With --update the expected faults are written anew: read the difference before keeping it.
# Environment: SHAPAN, the program; SP_SOURCE_DIR, the tree.
# SPDX-License-Identifier: Apache-2.0
set -u
: "${SHAPAN:?the program to test}"
cd "${SP_SOURCE_DIR:-$(dirname "$0")/../..}/tests/golden" || exit 1
update=false
[ "${1-}" = "--update" ] && update=true
made=$(mktemp) || exit 1
trap 'rm -f "$made"' EXIT
failed=0
count=0

for folder in broken/*/; do
  folder=${folder%/}
  count=$((count + 1))
  for lang in en zh; do
    "$SHAPAN" check --lang "$lang" "$folder" 2>&1 >/dev/null </dev/null | grep -aE '^(broken|theatres)/' >"$made"
    code=${PIPESTATUS[0]}
    if [ "$code" -ne 2 ]; then
      echo "$folder: --lang $lang: exit code $code, expected 2" >&2
      failed=$((failed + 1))
    fi
    if $update; then
      cp "$made" "$folder/expected.$lang.txt"
    elif ! diff -u "$folder/expected.$lang.txt" "$made" >&2; then
      echo "$folder: --lang $lang: other faults than expected" >&2
      failed=$((failed + 1))
    fi
  done
done

# A test that looks at nothing passes too easily.
if [ "$count" -lt 45 ]; then
  echo "only $count broken scenarios found" >&2
  failed=$((failed + 1))
fi
echo "$count broken scenarios, $failed differences"
[ "$failed" -eq 0 ]
