import unittest

from leap import is_leap


class LeapTest(unittest.TestCase):
    def test_every_fourth(self):
        self.assertTrue(is_leap(2024))
        self.assertFalse(is_leap(2023))

    def test_century(self):
        self.assertFalse(is_leap(1900))

    def test_fourth_century(self):
        self.assertTrue(is_leap(2000))
