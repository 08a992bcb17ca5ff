"""Numbers to columns of text, many rows at a time.

A column is a uint8 array [rows, width] of ASCII; a zero byte is padding, which `pack` drops.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_FOUR_DIGITS = np.array([list(b"%04d" % i) for i in range(10_000)], dtype=np.uint8)
_TWO_HEX = np.array([list(b"%02x" % i) for i in range(256)], dtype=np.uint8)


def pack(column: Column) -> bytes:
    """The text of all rows, one after the other, without the padding."""
    flat = column.ravel()
    return flat[flat != 0].tobytes()


def join(rows: int, *parts: str | Column) -> Column:
    """Put columns and constant texts side by side."""
    return np.concatenate([constant(rows, p) if isinstance(p, str) else p for p in parts], axis=1)


def constant(rows: int, text: str) -> Column:
    """The same text in each row."""
    letters = np.frombuffer(text.encode(), dtype=np.uint8)
    return np.broadcast_to(letters, (rows, letters.size))


def strings(texts: list[str], width: int) -> Column:
    """Texts of at most `width` bytes, left-aligned."""
    return np.array(texts, dtype=f"S{width}").view(np.uint8).reshape(len(texts), width)


def number(values: Numbers, width: int, *, zeros: bool = False) -> Column:
    """Numbers from 0 to 10**width - 1, with leading zeros or with none."""
    groups = -(-width // 4)
    out = np.empty((values.size, 4 * groups), dtype=np.uint8)
    rest = values
    for group in range(groups - 1, -1, -1):
        rest, low = np.divmod(rest, 10_000)
        out[:, 4 * group : 4 * group + 4] = _FOUR_DIGITS[low]
    out = out[:, -width:]
    if not zeros:
        limits = 10 ** np.arange(width - 1, 0, -1, dtype=np.int64)
        out[:, :-1][values[:, None] < limits] = 0
    return out


# ------------------------------------------------------------------------------- document ids


def _numeric(ids: Numbers) -> Column:
    return number(ids, 7)


def _clueweb(ids: Numbers) -> Column:
    rest, record = np.divmod(ids, 40_000)
    folder, file = np.divmod(rest, 100)
    return join(
        ids.size,
        *("clueweb09-en", number(folder, 4, zeros=True)),
        *("-", number(file, 2, zeros=True)),
        *("-", number(record, 5, zeros=True)),
    )


def _news(ids: Numbers) -> Column:
    """Four collections whose ids differ in length."""
    prefixes = strings(["FBIS3-", "FT911-", "LA052190-", "FR940513-0-"], 11)
    return join(ids.size, prefixes[ids % 4], number(ids // 4, 6))


def _uuid(ids: Numbers) -> Column:
    words = [_mixed(ids.astype(np.uint64) + np.uint64(salt)) for salt in (0, 1 << 50)]
    letters = _TWO_HEX[np.stack(words, axis=1).view(np.uint8)].reshape(ids.size, 32)
    cuts = [letters[:, a:b] for a, b in ((0, 8), (8, 12), (13, 16), (16, 20), (20, 32))]
    return join(ids.size, cuts[0], "-", cuts[1], "-4", cuts[2], "-", cuts[3], "-", cuts[4])


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Bits that look random: the finaliser of SplitMix64, a bijection."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


# Style: number of documents, and the text of document 0, 1, .... The numbers are primes 3k + 2
# below 2**31, so that cubing is one-to-one and fits into 64 bits (see generate.py).
ID_STYLES: dict[str, tuple[int, Callable[[Numbers], Column]]] = {
    "numeric": (8_841_743, _numeric),
    "clueweb": (535_999_991, _clueweb),
    "news": (528_137, _news),
    "uuid": (2_147_483_579, _uuid),
}

# ------------------------------------------------------------------------------------- scores

FIXED = [f"%.{digits}f" for digits in range(1, 10)]


def score(units: Numbers, style: str, width: int) -> Column:
    """Scores, given as numbers of units (of `score_scale` to 1) of at most `width` digits."""
    if style == "int":
        return number(units, width)
    if style in FIXED:
        digits = FIXED.index(style) + 1
        whole, fraction = np.divmod(units, 10**digits)
        return join(
            units.size, number(whole, width - digits), ".", number(fraction, digits, zeros=True)
        )
    values = (units * 2.0**0.5 * 1e-7).tolist()  # an irrational factor fills all digits
    texts = list(map(repr, values)) if style == "repr" else [f"{value:.9e}" for value in values]
    return strings(texts, 24)


def score_scale(style: str) -> int:
    """Units of a score to 1: 10**k for `%.<k>f`.

    Raises:
        ValueError: The style is not one that can be written.
    """
    if style in ("repr", "e"):
        return 1_000_000
    if style == "int":
        return 10_000
    if style in FIXED:
        return 10 ** (FIXED.index(style) + 1)
    raise ValueError(f"score format {style!r}, expected '%.1f' to '%.9f', 'int', 'repr' or 'e'")
