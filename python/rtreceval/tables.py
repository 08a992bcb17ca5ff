"""Tables and data sets that other libraries read: CSV, Parquet and ir_datasets.

Imported when such an input is there to be read, and not before.
"""

from __future__ import annotations

import csv
import importlib
import io
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

LIBRARIES = ("pyarrow", "polars", "duckdb")
"""What reads tables, the first choice first."""


def read(kind: str, data: bytes, numbers: Sequence[str]) -> Any:  # noqa: ANN401
    """Read a table with the first library that is installed.

    Args:
        kind: What the file is: 'csv' or 'parquet'.
        data: The bytes of the file.
        numbers: Names of columns that hold numbers. All others of CSV are read as text, so that
            ids stay as they are.

    Returns:
        A table with `__arrow_c_stream__`.

    Raises:
        ImportError: No library is installed.
    """
    readers = {"pyarrow": _pyarrow, "polars": _polars, "duckdb": _duckdb}
    for name in LIBRARIES:
        if find_spec(name) is not None:
            header = _header(data) if kind == "csv" else []
            return readers[name](data, {column: column in numbers for column in header})
    choice = f"{', '.join(LIBRARIES[:-1])} or {LIBRARIES[-1]}"
    raise ImportError(f"a file of {kind} is read with {choice}: none of them is installed")


def _header(data: bytes) -> list[str]:
    """Give the names of the columns of CSV."""
    line = data.split(b"\n", 1)[0].decode()
    return next(csv.reader([line.rstrip("\r")]))


def _pyarrow(data: bytes, columns: dict[str, bool]) -> Any:  # noqa: ANN401
    """Read with pyarrow."""
    pa = importlib.import_module("pyarrow")
    source = pa.BufferReader(data)
    if not columns:
        return importlib.import_module("pyarrow.parquet").read_table(source)
    reader = importlib.import_module("pyarrow.csv")
    types = {
        name: pa.float64() if is_number else pa.string() for name, is_number in columns.items()
    }
    return reader.read_csv(source, convert_options=reader.ConvertOptions(column_types=types))


def _polars(data: bytes, columns: dict[str, bool]) -> Any:  # noqa: ANN401
    """Read with polars."""
    pl = importlib.import_module("polars")
    if not columns:
        return pl.read_parquet(io.BytesIO(data))
    types = {name: pl.Float64 if is_number else pl.String for name, is_number in columns.items()}
    return pl.read_csv(io.BytesIO(data), schema_overrides=types)


def _duckdb(data: bytes, columns: dict[str, bool]) -> Any:  # noqa: ANN401
    """Read with DuckDB, which reads files by name."""
    connection = importlib.import_module("duckdb").connect()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        file.write_bytes(data)
        if columns:
            types = {name: "DOUBLE" if number else "VARCHAR" for name, number in columns.items()}
            table = connection.read_csv(str(file), header=True, sep=",", dtype=types)
        else:
            table = connection.read_parquet(str(file))
        table.create("read")
    return connection.table("read")


def judgments(name: str) -> Iterable[Any]:
    """Give the judgments of a data set of ir_datasets.

    Args:
        name: The data set's id, such as 'msmarco-passage/dev/small'.

    Returns:
        Rows with `query_id`, `doc_id` and `relevance`.

    Raises:
        ImportError: ir_datasets is not installed.
        ValueError: There is no such data set, or it has no grade for each document.
    """
    if find_spec("ir_datasets") is None:
        raise ImportError("data sets come from ir_datasets, which is not installed")
    ir_datasets = importlib.import_module("ir_datasets")
    try:
        data = ir_datasets.load(name)
    except KeyError:
        raise ValueError("found no data set of this id in ir_datasets") from None
    if not data.has_qrels():
        raise ValueError("found a data set without judgments")
    fields = data.qrels_cls()._fields
    if "relevance" not in fields or "subtopic_id" in fields:
        raise ValueError(f"found judgments of {', '.join(fields)}, expected a grade a document")
    return data.qrels_iter()  # type: ignore[no-any-return]
