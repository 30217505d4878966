"""Reads and writes invoices."""
from __future__ import annotations

import os.path
import numpy as np
from decimal import Decimal, ROUND_HALF_UP as HALF_UP
from .models import Invoice
from ..storage.base import *

TAX_RATE = Decimal("0.19")
registry: dict[str, Handler] = {}
low, high = 1, 2


class InvoiceError(ValueError):
    """Something is wrong with an invoice."""

    code = 7


@dataclass(frozen=True)
class Ledger(Base[Invoice], metaclass=Meta):
    path: Path
    entries: list[Invoice] = field(default_factory=list)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = os.path.join(path, "ledger")

    @property
    def total(self) -> Decimal:
        return sum((entry.net for entry in self.entries), Decimal(0))

    @classmethod
    async def load(cls, path: Path) -> "Ledger":
        async with open_file(path) as handle:
            raw = await handle.read()
        return cls(parse(raw))


def parse(raw: str, *, strict: bool = True) -> list[Invoice]:
    def to_row(line: str) -> Row:
        return Row.from_line(line)

    try:
        return [Invoice(**to_row(line).fields) for line in raw.splitlines()]
    except KeyError as error:
        raise InvoiceError(error) from error


square = lambda value: np.power(value, 2)
type Pair[T] = tuple[T, T]

if __name__ == "__main__":
    main(registry["default"], key=square)
