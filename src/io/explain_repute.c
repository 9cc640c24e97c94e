/* explain_repute.c - what prisoners said, what was promised, how news was received. SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"

#include <math.h>

enum { TOLD_MOST = 12 };

static void count(double value, char out[SP_SAY]) { sp_say_digits((int64_t)floor(value + 0.5), out); }

static void percent(double share, char out[SP_SAY]) {
  char number[SP_SAY];
  sp_say_fixed(100.0 * share, 0, number);
  snprintf(out, SP_SAY, "%.40s %%", number);
}

static void put_talk(sp_explaining *e, const sp_trace *t) {
  char clock[SP_SAY], n[SP_SAY], men[SP_SAY], really[SP_SAY], chance[SP_SAY], whom[SP_PHRASE], chief[SP_PHRASE], verdict[SP_PHRASE], id[SP_STEM];
  const char *word = sp_word_for(SP_WORDS_CHIEF_SAID, t->option);
  sp_explain_clock(e, t->minute, clock);
  sp_explain_who(e, t->object, whom);
  count(sp_trace_value(t, "captives_heard"), n);
  count(t->result, men);
  count(sp_trace_value(t, "true_men"), really);
  percent(sp_trace_value(t, "tale_false"), chance);
  snprintf(id, sizeof id, "explain.chief.%s", word ? word : "unsaid");
  sp_text(e->o->lang, id, NULL, chief, sizeof chief);
  sp_text(e->o->lang, t->taken ? "explain.captives.false" : "explain.captives.true", NULL, verdict, sizeof verdict);
  const char *args[] = {"clock", clock, "whom", whom, "n", n, "men", men, "true", really, "chance", chance, "chief", chief, "verdict", verdict, NULL};
  sp_explain_say(e, "explain.captives.told", args);
}

static void put_promise(sp_explaining *e, const sp_trace *t) {
  char clock[SP_SAY], worth[SP_SAY], trust[SP_SAY], result[SP_SAY], kept[SP_SAY], broken[SP_SAY], who[SP_PHRASE], whom[SP_PHRASE];
  sp_explain_clock(e, t->minute, clock);
  sp_explain_who(e, t->subject, who);
  sp_explain_who(e, t->object, whom);
  sp_say_fixed(sp_trace_value(t, "promise_worth"), 2, worth);
  sp_say_fixed(sp_trace_value(t, "promise_trust"), 2, trust);
  sp_say_fixed(t->result, 2, result);
  count(sp_trace_value(t, "promises_kept"), kept);
  count(sp_trace_value(t, "promises_broken"), broken);
  const char *args[] = {"clock", clock, "who", who, "whom", whom, "worth", worth, "trust", trust, "result", result, "kept", kept, "broken", broken, NULL};
  sp_explain_say(e, "explain.promise.told", args);
}

static void put_news(sp_explaining *e, const sp_trace *t) {
  char clock[SP_SAY], worse[SP_SAY], before[SP_SAY], after[SP_SAY], chance[SP_SAY], who[SP_PHRASE], whom[SP_PHRASE], verdict[SP_PHRASE];
  sp_explain_clock(e, t->minute, clock);
  sp_explain_who(e, t->subject, who);
  sp_explain_who(e, t->object, whom);
  sp_say_fixed(sp_trace_value(t, "news_worse"), 2, worse);
  count(sp_trace_value(t, "enemy_before"), before);
  count(sp_trace_value(t, "enemy_after"), after);
  percent(t->result, chance);
  sp_text(e->o->lang, t->taken ? "explain.news.punished" : "explain.news.spared", NULL, verdict, sizeof verdict);
  const char *args[] = {"clock", clock, "who", who, "whom", whom, "worse", worse, "before", before, "after", after, "chance", chance, "verdict", verdict, NULL};
  sp_explain_say(e, "explain.news.told", args);
}

/* The last of them, in order. */
void sp_explain_repute(sp_explaining *e, bool asked) {
  sp_minute from = e->from ? e->from : asked ? e->to - 1440 : e->to - 180;
  const sp_trace *last[TOLD_MOST];
  size_t kept = 0;
  for (size_t n = e->x->traces.count; n-- > 0 && kept < TOLD_MOST;) {
    const sp_trace *t = &e->x->traces.data[n];
    bool repute = t->kind == SP_TRACE_TALK || t->kind == SP_TRACE_PROMISE || t->kind == SP_TRACE_NEWS;
    if (repute && t->minute > from && t->minute <= e->to) last[kept++] = t;
  }
  if (kept > 0) sp_explain_heading(e, "explain.repute");
  while (kept > 0) {
    const sp_trace *t = last[--kept];
    if (t->kind == SP_TRACE_TALK) put_talk(e, t);
    else if (t->kind == SP_TRACE_PROMISE) put_promise(e, t);
    else put_news(e, t);
  }
}
