import unittest

from clock import add


class ClockTest(unittest.TestCase):
    def test_same_day(self):
        self.assertEqual(add(10, 30, 45), "11:15")

    def test_after_midnight(self):
        self.assertEqual(add(23, 30, 45), "00:15")

    def test_backwards(self):
        self.assertEqual(add(0, 10, -20), "23:50")
