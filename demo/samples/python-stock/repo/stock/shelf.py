import sqlite3
from pathlib import Path
from typing import NamedTuple

SQL = Path(__file__).resolve().parent.parent / "sql"


class Article(NamedTuple):
    name: str
    quantity: int


class NotEnough(Exception):
    """More was taken than there is."""


class Shelf:
    """The articles of one shop. Every change is one transaction."""

    def __init__(self, file=":memory:"):
        self._db = sqlite3.connect(file)
        self._db.executescript((SQL / "schema.sql").read_text(encoding="utf-8"))
        self._find = (SQL / "find.sql").read_text(encoding="utf-8")

    def close(self):
        self._db.close()

    def add(self, name, quantity):
        """Adds to an article, creating it when it is new."""
        if quantity <= 0:
            raise ValueError("a quantity to add is at least 1")
        with self._db:
            self._db.execute(
                "INSERT INTO articles (name, quantity) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET quantity = quantity + excluded.quantity",
                (name, quantity),
            )

    def take(self, name, quantity):
        """Takes from an article; all of it or, with NotEnough, nothing."""
        with self._db:
            changed = self._db.execute(
                "UPDATE articles SET quantity = quantity - ? WHERE name = ? AND quantity >= ?",
                (quantity, name, quantity),
            ).rowcount
        if changed == 0:
            raise NotEnough(f"there are not {quantity} of {name!r}")

    def find(self, text):
        """Articles whose name contains the text, by name."""
        rows = self._db.execute(self._find, {"pattern": f"%{text}%"})
        return [Article(*row) for row in rows]
