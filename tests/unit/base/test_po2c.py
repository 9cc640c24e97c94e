#!/usr/bin/env python3
"""po2c.py: what it writes, and that it refuses each kind of broken catalogue with file, line and id.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("SP_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[3])
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


def message(name, text, before=""):
    return f'\n{before}msgid "{name}"\nmsgstr "{text}"\n'


class Po2c(unittest.TestCase):
    def run_it(self, en, zh):
        """(exit status, stderr, C text or None) for lists of catalogue bodies."""
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out.c")
            names = {}
            for language, bodies in (("en", en), ("zh", zh)):
                names[language] = [f"{i}.{language}.po" for i in range(len(bodies))]
                for name, body in zip(names[language], bodies):
                    pathlib.Path(folder, name).write_text(HEADER + body, encoding="utf-8")
            command = [sys.executable, "-B", str(ROOT / "tools/po2c.py"), out, "--en", *names["en"], "--zh", *names["zh"]]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            return done.returncode, done.stderr, pathlib.Path(out).read_text(encoding="utf-8") if os.path.exists(out) else None

    def refused(self, en, zh, *words):
        status, said, made = self.run_it(en, zh)
        self.assertEqual(status, 1, said)
        self.assertIsNone(made)
        for word in words:
            self.assertIn(word, said)
        return said

    def test_several_files_sorted_and_escaped(self):
        status, said, made = self.run_it(
            [message("event.b", r"say \"{who}\"??\n"), message("event.a_b", "one {{x}}") + message("event.a", "one")],
            [message("event.a", "一") + message("event.b", "{who}曰"), message("event.a_b", "一 {{x}}")])
        self.assertEqual((status, said), (0, ""))
        self.assertIn(r'{"event.b", "say \"{who}\"\?\?\n"}', made)
        self.assertIn('{"event.b", "{who}曰"}', made)
        self.assertLess(made.index('"event.a"'), made.index('"event.a_b"'))
        self.assertLess(made.index('"event.a_b"'), made.index('"event.b"'))

    def test_the_order_of_files_does_not_matter(self):
        one, two = message("e.a", "1"), message("e.b", "2")
        self.assertEqual(self.run_it([one, two], [two, one]), self.run_it([two, one], [one, two]))

    def test_one_language_only(self):
        self.refused([message("e.a", "x") + message("e.b", "y")], [message("e.a", "x")], "0.en.po:8: e.b: is missing in zh")
        self.refused([message("e.a", "x")], [message("e.a", "x") + message("e.c", "y")], "0.zh.po:8: e.c: is missing in en")

    def test_slots_differ(self):
        self.refused([message("e.a", "{unit} at {place}")], [message("e.a", "{unit}")], "0.zh.po:5: e.a:", "{place} {unit}")
        status, said, _ = self.run_it([message("e.a", "{a} {b} {a}")], [message("e.a", "{b}{a}")])
        self.assertEqual(status, 0, said)

    def test_empty_and_fuzzy(self):
        self.refused([message("e.a", "")], [message("e.a", "x")], "0.en.po:5: e.a: is empty")
        self.refused([message("e.a", "x")], [message("e.a", "x", "#, fuzzy\n")], "0.zh.po", "e.a: is fuzzy")

    def test_duplicates(self):
        twice = message("e.a", "x") + message("e.a", "y")
        self.refused([twice], [message("e.a", "x")], "0.en.po:8: e.a: stands already at 0.en.po:5")
        self.refused([message("e.a", "x")] * 2, [message("e.a", "x")], "1.en.po:5: e.a: stands already at 0.en.po:5")

    def test_braces(self):
        self.refused([message("e.a", "a } b")], [message("e.a", "a")], "e.a: a lone '}'")
        self.refused([message("e.a", "a { b")], [message("e.a", "a")], "e.a: a lone '{'")
        self.refused([message("e.a", "{a b}")], [message("e.a", "{a b}")], "e.a: '{a b}' is no slot")
        self.refused([message("e.a", "{}")], [message("e.a", "{}")], "'{}' is no slot")

    def test_ids_and_contexts(self):
        self.refused([message("Hello", "x")], [message("Hello", "x")], "Hello: is no message id")
        self.refused([message("e.a", "x", 'msgctxt "c"\n')], [message("e.a", "x")], "e.a: has a context")

    def test_all_faults_at_once(self):
        said = self.refused([message("e.a", "") + message("e.b", "{x}")], [message("e.a", "x") + message("e.b", "{y}")])
        self.assertEqual(len(said.splitlines()), 2)

    def test_obsolete_entries_are_passed_over(self):
        status, said, made = self.run_it([message("e.a", "x") + '\n#~ msgid "e.old"\n#~ msgstr "y"\n'], [message("e.a", "x")])
        self.assertEqual((status, said), (0, ""))
        self.assertNotIn("e.old", made)


if __name__ == "__main__":
    unittest.main()
