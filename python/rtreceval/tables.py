"""Tables and data sets that other libraries read: Parquet and ir_datasets.

Imported when such an input is there to be read, and not before.
"""

from __future__ import annotations

import importlib
import io
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LIBRARIES = ("pyarrow", "polars", "duckdb")
"""What reads tables, the first choice first."""


def read_parquet(data: bytes) -> Any:  # noqa: ANN401
    """Read a Parquet file with the first library that is installed.

    Args:
        data: The bytes of the file.

    Returns:
        A table with `__arrow_c_stream__`.

    Raises:
        ImportError: No library is installed. Others are those of the library.
    """
    readers = {"pyarrow": _pyarrow, "polars": _polars, "duckdb": _duckdb}
    for name in LIBRARIES:
        if find_spec(name) is not None:
            return readers[name](data)
    choice = f"{', '.join(LIBRARIES[:-1])} or {LIBRARIES[-1]}"
    raise ImportError(f"a file of parquet is read with {choice}: none of them is installed")


def _pyarrow(data: bytes) -> Any:  # noqa: ANN401
    """Read with pyarrow, without its threads: a program that ends while they do is aborted."""
    source = importlib.import_module("pyarrow").BufferReader(data)
    return importlib.import_module("pyarrow.parquet").ParquetFile(source).read(use_threads=False)


def _polars(data: bytes) -> Any:  # noqa: ANN401
    """Read with polars."""
    return importlib.import_module("polars").read_parquet(io.BytesIO(data))


def _duckdb(data: bytes) -> Any:  # noqa: ANN401
    """Read with DuckDB, which reads files by name."""
    connection = importlib.import_module("duckdb").connect()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        file.write_bytes(data)
        connection.read_parquet(str(file)).create("read")
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
