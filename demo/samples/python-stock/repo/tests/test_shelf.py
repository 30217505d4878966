import unittest

from stock import NotEnough, Shelf


class ShelfTest(unittest.TestCase):
    def setUp(self):
        self.shelf = Shelf()
        self.addCleanup(self.shelf.close)
        self.shelf.add("Wood glue 50%", 12)
        self.shelf.add("Wood glue", 3)
        self.shelf.add("Screw M4_20", 400)
        self.shelf.add("Screw M4x20", 250)
        self.shelf.add("Brush C:\\flat", 7)

    def names(self, text):
        return [article.name for article in self.shelf.find(text)]

    def test_adding_twice_adds_up(self):
        self.shelf.add("Wood glue", 2)
        self.assertEqual(self.shelf.find("wood glue")[0].quantity, 5)

    def test_taking_too_much_takes_nothing(self):
        with self.assertRaises(NotEnough):
            self.shelf.take("Wood glue", 4)
        self.assertEqual(self.shelf.find("Wood glue")[0].quantity, 3)

    def test_find_ignores_case(self):
        self.assertEqual(self.names("GLUE"), ["Wood glue", "Wood glue 50%"])

    def test_a_percent_sign_is_only_a_percent_sign(self):
        self.assertEqual(self.names("50%"), ["Wood glue 50%"])
        self.assertEqual(self.names("%"), ["Wood glue 50%"])

    def test_an_underscore_is_only_an_underscore(self):
        self.assertEqual(self.names("M4_20"), ["Screw M4_20"])

    def test_a_backslash_is_only_a_backslash(self):
        self.assertEqual(self.names("C:\\"), ["Brush C:\\flat"])


if __name__ == "__main__":
    unittest.main()
