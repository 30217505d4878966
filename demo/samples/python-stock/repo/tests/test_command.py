import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from stock.__main__ import main


class CommandTest(unittest.TestCase):
    def run_command(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--file", str(self.file), *words])
        return code, out.getvalue(), err.getvalue()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "stock.db"

    def test_what_was_added_is_found(self):
        self.run_command("add", "Hinge", "8")
        self.assertEqual(self.run_command("find", "hin"), (0, "     8  Hinge\n", ""))

    def test_taking_what_is_not_there_says_so(self):
        code, _, err = self.run_command("take", "Hinge", "1")
        self.assertEqual(code, 1)
        self.assertIn("there are not 1 of 'Hinge'", err)


if __name__ == "__main__":
    unittest.main()
