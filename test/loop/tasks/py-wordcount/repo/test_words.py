import unittest

from words import count


class WordsTest(unittest.TestCase):
    def test_counts(self):
        self.assertEqual(count("a b a"), {"a": 2, "b": 1})

    def test_case(self):
        self.assertEqual(count("Go go"), {"go": 2})

    def test_punctuation(self):
        self.assertEqual(count("one, two; one!"), {"one": 2, "two": 1})

    def test_apostrophes(self):
        self.assertEqual(count("don't 'quote'"), {"don't": 1, "quote": 1})
