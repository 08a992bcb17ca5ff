"""What `import rtreceval` costs, and what it leaves to those who need it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rtreceval
from tests.support import run_python

OPTIONAL = {"duckdb", "ir_measures", "numpy", "pandas", "polars", "pyarrow", "pytrec_eval", "scipy"}


def imported(code: str) -> dict[str, int]:
    """Give the modules that code imports, with the microseconds that each took by itself."""
    command = [sys.executable, "-X", "importtime", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    # import time: self [us] | cumulative | imported package
    lines = [line.removeprefix("import time:").split("|") for line in done.stderr.splitlines()]
    rows = [line for line in lines if len(line) == 3 and line[0].strip().isdigit()]
    return {name.strip(): int(own) for own, _, name in rows}


def test_import_is_light() -> None:
    """No package is imported, and little of the standard library.

    On an idle machine the import takes less than 2 ms more than bare Python. How long it takes on
    a busy one says little, so the number of modules is what is held, and the time only far above.
    """
    bare, full = imported("pass"), imported("import rtreceval")
    added = {name: own for name, own in full.items() if name not in bare}
    assert {"rtreceval", "rtreceval._core", "rtreceval.errors"} <= set(added)
    assert len(added) <= 5, sorted(added)
    assert not OPTIONAL & {name.partition(".")[0] for name in full}
    assert sum(added.values()) < 30_000


USES = {
    "dicts": "r = rtreceval.evaluate({'q': {'d': 1}}, {'q': {'d': 1.0}}, ['map', 'nDCG@10'])",
    "rows": "r = rtreceval.evaluate([('q', 'd', 1)], [('q', 'd', 1.0)], 'map')",
    "files": "import sys; r = rtreceval.evaluate(*sys.argv[1:], 'map')",
}
LOOKS = "str(r), repr(r), r.summary, r.per_topic, r.to_dict(), r.to_json(), r._repr_html_()"


@pytest.mark.parametrize("use", USES)
def test_an_evaluation_imports_no_package(use: str) -> None:
    files = ("trec_fixtures/small.qrels", "trec_fixtures/small.run") if use == "files" else ()
    code = f"import rtreceval; {USES[use]}; {LOOKS}; import sys; print(*sys.modules)"
    modules = {name.partition(".")[0] for name in run_python(code, *files).split()}
    assert "json" in modules  # the list is one
    assert not OPTIONAL & modules


@pytest.mark.parametrize(
    ("method", "package"),
    [("to_pandas", "pandas"), ("to_polars", "polars"), ("to_arrow", "pyarrow")],
)
def test_a_package_that_is_absent(
    method: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = rtreceval.evaluate({"q": {"d": 1}}, {"q": {"d": 1.0}}, "map")
    monkeypatch.setitem(sys.modules, package, None)  # what Python has for one not to be found
    with pytest.raises(ImportError) as caught:
        getattr(result, method)()
    assert str(caught.value) == (f"{method}() needs the package {package}, which is not installed")
    assert caught.value.name == package
