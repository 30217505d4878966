import unittest

from ring import Ring


class RingTest(unittest.TestCase):
    def test_first_in_first_out(self):
        ring = Ring(3)
        for item in "ab":
            ring.put(item)
        self.assertEqual(ring.get(), "a", "ring.py: order")

    def test_forgets_the_oldest(self):
        ring = Ring(2)
        for item in "abc":
            ring.put(item)
        self.assertEqual(ring.items, ["b", "c"], "ring.py: size")
