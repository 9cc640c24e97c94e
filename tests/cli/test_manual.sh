#!/usr/bin/env bash
# test_manual.sh - the manual page and the completions say what the program says of itself, and are well formed.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
: "${SP_BUILD_DIR:?build folder}"
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"

for lang in en zh; do "$SHAPAN" manual --lang $lang >"$work/shapan.$lang.1" || fail "manual --lang $lang"; done
for shell in bash zsh fish; do "$SHAPAN" manual --completion $shell >"$work/completion.$shell" || fail "--completion $shell"; done
"$SHAPAN" manual --completion bahs >/dev/null 2>"$work/err"
[ $? = 2 ] || fail "an unknown shell is taken"
grep -q bash "$work/err" || fail "an unknown shell: the nearest is not named"

# Every command and every option of its help stands in the page and in each completion.
commands="$("$SHAPAN" help | sed -nE 's/^  shapan ([a-z]+) .*/\1/p' | sort -u)"
for command in $commands; do
  grep -qF ".SS \"shapan $command\"" "$work/shapan.en.1" || fail "the manual leaves out $command"
  grep -qF ".SS \"shapan $command\"" "$work/shapan.zh.1" || fail "the Chinese manual leaves out $command"
  for option in $("$SHAPAN" help "$command" | sed -nE 's/^  --([a-z-]+) .*/\1/p'); do
    grep -qF -- "\\-\\-${option//-/\\-}\\fR" "$work/shapan.en.1" || fail "the manual leaves out --$option of $command"
    for shell in bash zsh; do grep -qF -- "--$option" "$work/completion.$shell" || fail "$shell leaves out --$option"; done
    grep -qF -- "-l $option" "$work/completion.fish" || fail "fish leaves out --$option"
  done
done

# What the build made and installs is what the program says now.
for pair in man1/shapan.1:shapan.en.1 zh_CN/man1/shapan.1:shapan.zh.1 shapan.bash:completion.bash _shapan:completion.zsh shapan.fish:completion.fish; do
  made="$SP_BUILD_DIR/manual/${pair%%:*}"
  if [ -f "$made" ]; then cmp -s "$made" "$work/${pair##*:}" || fail "$made is stale"; fi
done

# Well formed, as far as the tools are here.
bash -n "$work/completion.bash" || fail "the completion is no bash"
if command -v zsh >/dev/null; then zsh -n "$work/completion.zsh" || fail "the completion is no zsh"; fi
if command -v fish >/dev/null; then fish --no-execute "$work/completion.fish" || fail "the completion is no fish"; fi
if command -v mandoc >/dev/null; then mandoc -Tlint -Werror "$work/shapan.en.1" || fail "mandoc complains"; fi
if command -v groff >/dev/null; then
  warnings="$(groff -k -man -Tutf8 -wall -z "$work/shapan.en.1" 2>&1 | grep -vE 'cannot (adjust|break) line|can.t (adjust|break) line' || true)"
  [ -z "$warnings" ] || fail "groff complains: $warnings"
fi

# The completion completes.
complete_at() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shapan; printf "%s\n" "${COMPREPLY[@]}"' - "$work/completion.bash" "$@"
}
[ "$(complete_at shapan rep)" = replay ] || fail "\"shapan rep\" completes to: $(complete_at shapan rep)"
complete_at shapan run --ht | grep -qx -- --html || fail "\"shapan run --ht\" completes to: $(complete_at shapan run --ht)"
[ "$(complete_at shapan run --lang z)" = zh ] || fail "\"--lang z\" completes to: $(complete_at shapan run --lang z)"
(cd "${SP_SOURCE_DIR:-/}" && complete_at shapan run jinz | grep -qx jinzhou-pursuit) || fail "scenarios are not completed"
exit "$failed"
