/* validate_text.c - a validation as tables for a terminal, in either language. SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "io/table_out.h"
#include "io/validate.h"

static const char *const model_text[SP_WINNER_MODELS] = {"validate.by_rules", "validate.by_rules_tuned", "validate.by_base_rate", "validate.by_bigger", "validate.by_ratio"};

typedef struct sheet {
  sp_lang lang;
  sp_prose *out;
  sp_table_out table;
} sheet;

static void say(sheet *s, const char *id, const char *const *args) {
  sp_prose_fill(s->out, s->lang, id, args);
  sp_prose_put(s->out, "\n");
}

static void word(sheet *s, const char *id) {
  char text[200];
  sp_text(s->lang, id, NULL, text, sizeof text);
  sp_table_cell(&s->table, text);
}

static void fixed(sheet *s, double x, int decimals) {
  char text[SP_SAY];
  sp_say_fixed(x, decimals, text);
  sp_table_cell(&s->table, text);
}

static void per_cent(sheet *s, double share) {
  char text[SP_SAY];
  sp_say_fixed(100.0 * share, 1, text);
  strcat(text, " %");
  sp_table_cell(&s->table, text);
}

static void begin(sheet *s, size_t columns) { s->table = (sp_table_out){.columns = columns, .right = ~1u}; }

static void end(sheet *s) {
  sp_table_put(&s->table, "  ", s->out);
  sp_table_free(&s->table);
  sp_prose_put(s->out, "\n");
}

static void winners(sheet *s, const sp_validation *v) {
  static const char *const head[] = {"validate.who_wins", "validate.log_loss", "validate.brier", "validate.accuracy"};
  begin(s, 4);
  for (int n = 0; n < 4; n++) word(s, head[n]);
  sp_table_rule(&s->table);
  for (int m = 0; m < SP_WINNER_MODELS; m++) {
    word(s, model_text[m]);
    fixed(s, v->winner[m].log_loss, 3);
    fixed(s, v->winner[m].brier, 4);
    per_cent(s, v->winner[m].accuracy);
  }
  end(s);
}

static void losses(sheet *s, const sp_validation *v) {
  static const char *const row[] = {"validate.ln_error", "validate.base_error", "validate.crps", "validate.base_crps", "validate.cover50", "validate.cover90", "validate.bias", "validate.judged"};
  begin(s, 3);
  word(s, "validate.losses");
  word(s, "validate.winner");
  word(s, "validate.loser");
  sp_table_rule(&s->table);
  for (int n = 0; n < 8; n++) {
    word(s, row[n]);
    for (int w = 0; w < 2; w++) {
      const sp_loss_score *l = &v->loss[w];
      const double value[] = {l->ln_error, l->base_error, l->crps, l->base_crps, l->cover50, l->cover90, l->bias, (double)l->count};
      if (n == 4 || n == 5) per_cent(s, value[n]);
      else fixed(s, value[n], n == 7 ? 0 : 3);
    }
  }
  end(s);
}

static void quantiles(sheet *s, const sp_validation *v, int w) {
  begin(s, 12);
  word(s, w ? "validate.loser" : "validate.winner");
  sp_table_cell(&s->table, "n");
  for (int side = 0; side < 2; side++)
    for (int q = 0; q < 5; q++) {
      static const char *const at[] = {"10", "25", "50", "75", "90"};
      char text[64], from[48];
      sp_text(s->lang, side ? "validate.rules" : "validate.history", NULL, from, sizeof from);
      snprintf(text, sizeof text, "%s %s", q == 0 ? from : "", at[q]);
      sp_table_cell(&s->table, q == 0 ? text : at[q]);
    }
  sp_table_rule(&s->table);
  for (int c = 0; c < SP_LOSS_CLASSES; c++) {
    const sp_loss_class *k = &v->by_class[w][c];
    char id[64];
    snprintf(id, sizeof id, "validate.class.%s", k->id);
    word(s, id);
    fixed(s, (double)k->count, 0);
    for (int q = 0; q < 5; q++) fixed(s, 100.0 * k->seen[q], 1);
    for (int q = 0; q < 5; q++) fixed(s, 100.0 * k->rules[q], 1);
  }
  end(s);
}

static void rest(sheet *s, const sp_validation *v) {
  begin(s, 2);
  const struct { const char *id; double value[3]; int count, decimals; double scale; } row[] = {
      {"validate.luck", {v->luck}, 1, 4, 1.0},
      {"validate.even", {(double)v->even}, 1, 0, 1.0},
      {"validate.slope_history", {v->slope_seen}, 1, 2, 1.0},
      {"validate.slope_rules", {v->slope_rules}, 1, 2, 1.0},
      {"validate.after_break", {v->after_break[0], v->after_break[1], v->after_break[2]}, 3, 0, 100.0},
      {"validate.wounded", {v->killed_to_wounded}, 1, 1, 1.0},
      {"validate.taken", {v->taken_of_lost}, 1, 0, 100.0},
      {"validate.hours", {v->hours[0], v->hours[1], v->hours[2]}, 3, 1, 1.0},
      {"validate.nobody", {v->nobody}, 1, 1, 100.0},
  };
  for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
    char text[3 * SP_SAY] = "", one[SP_SAY];
    word(s, row[n].id);
    for (int i = 0; i < row[n].count; i++) {
      sp_say_fixed(row[n].scale * row[n].value[i], row[n].decimals, one);
      if (i) strcat(text, " / ");
      strcat(text, one);
    }
    sp_table_cell(&s->table, text);
  }
  end(s);
}

static void causes(sheet *s, const sp_validation *v) {
  begin(s, 3);
  word(s, "validate.cause");
  word(s, "validate.cause_first");
  word(s, "validate.cause_all");
  sp_table_rule(&s->table);
  for (int c = 0; c < SP_TRIAL_CAUSES; c++) {
    char id[64];
    snprintf(id, sizeof id, "trial.cause.%s", sp_trial_cause_name(c));
    for (char *p = id; *p; p++) *p = *p == '-' ? '_' : *p;
    word(s, id);
    per_cent(s, v->cause[c]);
    per_cent(s, v->cause_all[c]);
  }
  end(s);
}

sp_status sp_validation_text(const sp_validation *v, sp_lang lang, FILE *file) {
  sp_prose out = {0};
  sheet s = {.lang = lang, .out = &out};
  char battles[24], decided[24], runs[24];
  snprintf(battles, sizeof battles, "%zu", v->count);
  snprintf(decided, sizeof decided, "%zu", v->decided);
  snprintf(runs, sizeof runs, "%u", (unsigned)v->runs);
  say(&s, "validate.head", (const char *const[]){"battles", battles, "decided", decided, "runs", runs, NULL});
  sp_prose_put(&out, "\n");
  winners(&s, v);
  losses(&s, v);
  for (int w = 0; w < 2; w++) quantiles(&s, v, w);
  rest(&s, v);
  causes(&s, v);
  bool fine = !out.failed && fputs(sp_prose_text(&out), file) != EOF;
  sp_prose_free(&out);
  return fine ? SP_OK : SP_IO;
}
