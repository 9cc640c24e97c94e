/* page_write.c - the page put together: one template, its marks replaced.
 *
 * The template (src/io/page/page.html) has marks like <!--=title--> on which it is cut; what comes between is made here,
 * escaped for where it stands.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/page.h"

#include <string.h>

typedef struct part {
  const char *mark;
  const sp_prose *text;
} part;

static void fill(sp_prose *out, const char *template, const part *parts, size_t count) {
  for (const char *at = template; *at;) {
    const char *mark = strstr(at, "<!--=");
    if (!mark) {
      sp_prose_put(out, at);
      return;
    }
    const char *end = strstr(mark, "-->");
    sp_prose_putn(out, at, (size_t)(mark - at));
    if (!end) return;
    size_t length = (size_t)(end - mark) - 5;
    for (size_t i = 0; i < count; i++)
      if (strlen(parts[i].mark) == length && strncmp(parts[i].mark, mark + 5, length) == 0) sp_prose_putn(out, sp_prose_text(parts[i].text), parts[i].text->length);
    at = end + 3;
  }
}

static void put_title(const sp_page *p, sp_lang lang, sp_prose *out) {
  const sp_campaign_def *c = sp_model_campaign(p->model);
  const char *name = lang == SP_LANG_ZH && c->name.zh && c->name.zh[0] ? c->name.zh : c->name.en && c->name.en[0] ? c->name.en : c->id;
  sp_html_text(out, name);
}

enum { HTML_LANG, TITLE, STYLE, GROUND, NAMES_EN, NAMES_ZH, DATA, SCRIPT, PARTS };

sp_status sp_page_write(FILE *file, const sp_page *p, const sp_story *log, const sp_world *world, sp_lang lang) {
  static const char *const marks[PARTS] = {"lang", "title", "style", "ground", "names-en", "names-zh", "data", "script"};
  if (!file || !p || !log || !world || (unsigned)lang >= SP_LANG_COUNT || sp_world_model(world) != p->model) return SP_BAD_INPUT;
  sp_prose piece[PARTS] = {{0}}, labels[SP_LANG_COUNT] = {{0}}, page = {0};
  part parts[PARTS];
  sp_page_view view = {0};
  sp_status status = sp_page_ground(p, &piece[GROUND], labels, &view);
  piece[NAMES_EN] = labels[SP_LANG_EN];
  piece[NAMES_ZH] = labels[SP_LANG_ZH];
  sp_prose_put(&piece[HTML_LANG], lang == SP_LANG_ZH ? "zh-Hans" : "en");
  put_title(p, lang, &piece[TITLE]);
  sp_prose_put(&piece[STYLE], sp_page_asset_css);
  sp_prose_put(&piece[SCRIPT], sp_page_asset_js);
  sp_prose *data = &piece[DATA];
  sp_prose_put(data, "{\"lang\":");
  sp_json_number(data, (int64_t)lang);
  sp_prose_put(data, ",\"blur\":[");
  sp_json_number(data, (int64_t)(p->blur_m_min + 0.5)); /* cast-ok: a constant within its range */
  sp_prose_put(data, ",");
  sp_json_number(data, (int64_t)(p->blur_most_m + 0.5)); /* cast-ok: a constant within its range */
  sp_prose_put(data, "]");
  sp_prose_put(data, ",\"origin\":[");
  sp_json_number(data, (int64_t)(view.x0 * 10)); /* cast-ok: a sheet */
  sp_prose_put(data, ",");
  sp_json_number(data, (int64_t)(view.y0 * 10)); /* cast-ok: a sheet */
  sp_prose_put(data, "]");
  if (status == SP_OK) sp_page_put_words(p, log, world, &view, data);
  if (status == SP_OK) status = sp_page_put_story(p, log, world, data);
  if (status == SP_OK) sp_page_put_tracks(p, &view, data);
  sp_prose_put(data, "}");
  for (int i = 0; i < PARTS; i++) {
    parts[i] = (part){marks[i], &piece[i]};
    if (piece[i].failed) status = status == SP_OK ? SP_NO_MEMORY : status;
  }
  if (status == SP_OK) fill(&page, sp_page_asset_html, parts, PARTS);
  if (status == SP_OK && page.failed) status = SP_NO_MEMORY;
  if (status == SP_OK && (fwrite(sp_prose_text(&page), 1, page.length, file) != page.length || fflush(file) != 0)) status = SP_IO;
  for (int i = 0; i < PARTS; i++) sp_prose_free(&piece[i]);
  sp_prose_free(&page);
  return status;
}
