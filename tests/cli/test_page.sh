#!/usr/bin/env bash
# test_page.sh - the page of a run: one file that asks nothing of the network, the same from a run and from its
# recording, whose names cannot become script; and, where Chromium is installed, the page's own test in it.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"

# ---- the same page from a run and from its recording, small, and without any address
"$SHAPAN" run lab/rear-guard/holds --record war.rec --html run.html --quiet 2>err || fail "run --html: $(head -c 300 err)"
grep -qF run.html err || fail "the run does not say where its page is"
"$SHAPAN" replay war.rec --html replay.html >out 2>err || fail "replay --html: $(head -c 300 err)"
cmp -s run.html replay.html || fail "the page of the recording differs from the page of the run"
"$SHAPAN" run lab/rear-guard/holds --html again.html --quiet 2>/dev/null
cmp -s run.html again.html || fail "the same run writes another page"
size="$(stat -c %s run.html)"
[ "$size" -lt 400000 ] || fail "the page of a small war has $size bytes"
if grep -oE '(src|href)="[^#"][^"]*"|url\([^#)]*\)|@import|https?://[^ "<]*' run.html | grep -vF 'http://www.w3.org/2000/svg'; then fail "the page points outside itself"; fi
"$SHAPAN" run lab/rear-guard/holds --lang zh --html zh.html --quiet 2>/dev/null
grep -qF '<html lang="zh-Hans">' zh.html || fail "--lang zh makes no Chinese page"

# ---- names that would be script, that close it, that are emoji, that are long
long="$(printf '长名 %.0s' $(seq 600))"
bad='</script><script>window.shapanBroken=1</script><img src=x onerror=window.shapanBroken=2>&amp;"'
mkdir war
cp "$SP_SOURCE_DIR/scenarios/lab/two-columns/theatre.geojson" war/
python3 - "$SP_SOURCE_DIR/scenarios/lab/two-columns/scenario.yaml" "$bad" "$long" >war/scenario.yaml <<'PY'
import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
bad, long = sys.argv[2:4]
text = text.replace("campaign: two-columns", "campaign: war")
text = text.replace("{en: Two columns on a road, zh: 两队同行}", "{en: %s, zh: %s}" % (json.dumps(bad, ensure_ascii=False), json.dumps("🐉 -->" + bad, ensure_ascii=False)))
text = text.replace("{en: Main column, zh: 本队}", "{en: %s, zh: %s}" % (json.dumps("<!--<script>'\\ 🐎 Main", ensure_ascii=False), json.dumps(long, ensure_ascii=False)))
text = text.replace("{en: Train, zh: 辎重队}", "{en: %s, zh: 🛒}" % json.dumps(long, ensure_ascii=False))
text = text.replace("{en: The house, zh: 本军}", "{en: %s, zh: 本军}" % json.dumps(bad, ensure_ascii=False))
sys.stdout.write(text)
PY
"$SHAPAN" run war/scenario.yaml --html bad.html --quiet 2>err || fail "strange names: $(head -c 500 err)"
grep -qF '<script>window' bad.html && fail "a name became script"
grep -qF '<img' bad.html && fail "a name became a picture"
python3 - bad.html <<'PY' || fail "the data of the page are no JSON, or the names in it are not what was written"
import json, sys
from html.parser import HTMLParser
class Page(HTMLParser):
    scripts, now, tags = [], None, []
    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "script": self.now = ""
    def handle_endtag(self, tag):
        if tag == "script" and self.now is not None: self.scripts.append(self.now); self.now = None
    def handle_data(self, data):
        if self.now is not None: self.now += data
page = Page(); page.feed(open(sys.argv[1], encoding="utf-8").read())
assert len(page.scripts) == 2, len(page.scripts)
data = json.loads(page.scripts[0])
assert data["name"][0].startswith("</script><script>") and data["name"][1].startswith("🐉 -->"), data["name"]
assert "img" not in page.tags and "iframe" not in page.tags
PY

# ---- what does not go together, and what is not there
"$SHAPAN" run lab/two-columns --fates --stated main >out 2>err
[ $? = 2 ] || fail "--fates with --stated is taken"
"$SHAPAN" run lab/two-columns --stated nobody >out 2>err
[ $? = 2 ] || fail "--stated of nobody is taken"
"$SHAPAN" run lab/two-columns --html no/such/folder/x.html --quiet >out 2>err
[ $? = 3 ] || fail "a page that cannot be written is no trouble"
for lang in en zh; do
  "$SHAPAN" run lab/rear-guard/holds --stated pursuers --lang $lang >out 2>err || "$SHAPAN" run lab/two-columns --stated main --lang $lang >out 2>err || fail "--stated: $(head -c 300 err)"
  [ -s out ] || fail "--stated says nothing"
  "$SHAPAN" run lab/lots --with corrupt --seed 1 --stated staff --lang $lang >out 2>err || fail "--stated: $(head -c 300 err)"
  grep -qE "[0-9] failed|不堪者" out || fail "--stated: no complaint of bad arms"
  "$SHAPAN" run lab/two-columns --fates --lang $lang >out 2>err || fail "--fates: $(head -c 300 err)"
  [ -s out ] || fail "--fates says nothing"
done

# ---- the page's own test, in a browser
browser="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -n "$browser" ]; then
  for page in run.html zh.html bad.html; do
    title="$(timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --virtual-time-budget=20000 \
      --user-data-dir="$work/profile" --dump-dom "file://$work/$page#selftest" 2>/dev/null | grep -oE '<title>[^<]*</title>' | head -n 1)"
    [ "$title" = "<title>PASS</title>" ] || fail "$page in $browser: ${title:-no answer}"
  done
fi
exit "$failed"
