import unittest

from roman import number


class RomanTest(unittest.TestCase):
    def test_sums(self):
        self.assertEqual(number("MMXVI"), 2016)

    def test_subtracts(self):
        self.assertEqual(number("XIV"), 14)

    def test_subtracts_twice(self):
        self.assertEqual(number("MCMXCIX"), 1999)
