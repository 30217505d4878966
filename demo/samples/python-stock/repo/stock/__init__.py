"""Articles and their quantities in one SQLite file."""

from .shelf import Article, NotEnough, Shelf

__all__ = ["Article", "NotEnough", "Shelf"]
