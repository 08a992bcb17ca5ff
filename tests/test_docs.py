"""The examples of all docstrings run, and every public object has a docstring."""

from __future__ import annotations

import doctest
import inspect
from typing import TYPE_CHECKING

import pytest

import rtreceval
import rtreceval.errors

if TYPE_CHECKING:
    from collections.abc import Iterator


def docstrings() -> Iterator[tuple[str, str]]:
    """Give the docstrings of the package, its public objects and their public members."""
    yield "rtreceval", inspect.getdoc(rtreceval) or ""
    for name in rtreceval.__all__:
        public = getattr(rtreceval, name)
        if isinstance(public, str):
            continue
        yield f"rtreceval.{name}", inspect.getdoc(public) or ""
        if inspect.isclass(public):
            for member, value in vars(public).items():
                is_documented = callable(value) or inspect.isdatadescriptor(value)
                if is_documented and not member.startswith("_"):
                    yield f"rtreceval.{name}.{member}", inspect.getdoc(value) or ""


DOCSTRINGS = dict(docstrings())
PARSER = doctest.DocTestParser()
EXAMPLES = {name: PARSER.get_examples(text) for name, text in DOCSTRINGS.items()}


def test_there_are_examples() -> None:
    assert sum(len(examples) for examples in EXAMPLES.values()) > 20
    assert {name for name, examples in EXAMPLES.items() if examples} >= {
        "rtreceval",
        "rtreceval.Evaluation",
        "rtreceval.Evaluator",
        "rtreceval.Measure",
        "rtreceval.evaluate",
        "rtreceval.measures",
    }


class TabsExpanded(doctest.OutputChecker):
    """Compares output with a docstring, in which `inspect.getdoc` has expanded all tabs."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Tell whether the output is the one wanted."""
        return super().check_output(want, got.expandtabs(), optionflags)


@pytest.mark.parametrize("name", [name for name, examples in EXAMPLES.items() if examples])
def test_examples(name: str) -> None:
    test = PARSER.get_doctest(DOCSTRINGS[name], {}, name, None, None)
    results = doctest.DocTestRunner(checker=TabsExpanded()).run(test)
    assert results.attempted == len(EXAMPLES[name])
    assert results.failed == 0


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstring(name: str) -> None:
    text = DOCSTRINGS[name]
    summary = text.partition("\n\n")[0]
    assert summary.endswith(".")
    assert summary[0].isupper()


@pytest.mark.parametrize("name", ["evaluate", "Evaluator"])
def test_every_argument_is_documented(name: str) -> None:
    public = getattr(rtreceval, name)
    text = DOCSTRINGS[f"rtreceval.{name}"]
    arguments = inspect.signature(public).parameters
    assert len(arguments) > 8
    for argument in arguments:
        assert f"\n    {argument}: " in text
