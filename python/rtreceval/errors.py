"""The exceptions that rtreceval raises."""

from __future__ import annotations


class RtrecevalError(ValueError):
    """An evaluation that cannot be carried out.

    A file that cannot be opened raises the usual `OSError` instead, and a value of a wrong type
    `TypeError`.

    Attributes:
        file: The input file, where there is one.
        line: The line in it, counted from 1.
        column: The byte in that line, counted from 1.
        row: The row, counted from 1, of a file that has rows and no lines.
        found: What stands there, where the message says "found ..., expected ...".
        expected: What should stand there.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    row: int | None = None
    found: str | None = None
    expected: str | None = None


class InputError(RtrecevalError):
    """Judgments or a run that cannot be used: malformed, a document twice, no common topic."""


class InputWarning(UserWarning):
    """An input that may not be meant as it is read.

    Its format was guessed, and it could be in another, or a policy has left out parts of it.
    """


class MeasureError(RtrecevalError):
    """A measure that is unknown, or a parameter that it does not take."""
