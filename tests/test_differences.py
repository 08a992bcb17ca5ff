"""What `docs/differences.md` says of this tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from tests.support import Cli, Write

QRELS = "1 0 a 1\n1 0 b 0\n"
RUN = "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n"
CIRCLE = "1 g 1 a 2\n1 g 1 b 1\n1 g 2 b 2\n1 g 2 a 1\n"


class Refused(NamedTuple):
    """What is refused: options, files, the status and a part of the message."""

    args: str
    status: int
    message: str
    qrels: str = QRELS
    run: str = RUN


REFUSED = {
    "hexadecimal": Refused("", 2, "run:1:10: found score '0x1p3'", run="1 Q0 a 1 0x1p3 t\n"),
    "NaN": Refused("", 2, "run:1:10: found score 'nan'", run="1 Q0 a 1 nan t\n"),
    "fraction": Refused("", 2, "qrels:1:7: found grade '0.9'", "1 0 a 0.9\n"),
    "judgment twice": Refused("", 4, "qrels:3:5: found document 'a'", QRELS + "1 0 a 1\n"),
    "document twice": Refused("-M 1", 4, "run:3:6: found document", run=RUN + "1 Q0 a 3 0 t\n"),
    "blank in an id": Refused("", 2, "run:1:8: found more than 6", run="1 Q0 a x 1 2 t\n"),
    "circle": Refused("-R prefs -m prefs", 4, "qrels:2:7: found document 'b'", CIRCLE),
    "circle, no ranking": Refused(
        "-c -R prefs -m prefs", 4, "preferred to itself", CIRCLE + "2 g 1 a 1\n", "2 Q0 a 1 2 t\n"
    ),
    "twice in a subgroup": Refused(
        "-R qrels_prefs -m prefs", 4, "qrels:2:5: found document 'a'", "1 g a 2\n1 g a 2\n"
    ),
    "format": Refused("-h -R bogus", 2, "found format 'bogus'"),
    "level": Refused("-l -1", 1, "-l"),
    "depth": Refused("-M 0", 1, "-M"),
    "level, half": Refused("-l 1.5", 1, "-l"),
    "depth, odd": Refused("-M 3x", 1, "-M"),
    "depth, huge": Refused("-M 99999999999999999999", 1, "-M"),
    "size, odd": Refused("-N abc", 1, "-N"),
    "traces": Refused("-D 1", 1, "explain"),
    "gain of -1": Refused("-m ndcg.-1=2,1=1", 2, "-1"),
    "gain twice": Refused("-m ndcg.1=3,1=4", 2, "two gains for grade 1"),
    "no means": Refused("-Z absent -m map", 2, "absent"),
    "blank run": Refused("--compat 10 -c", 2, "run: ", run="\n"),
    "none in common": Refused("--compat 10", 7, "", "2 0 a 1\n"),
    "cut parameter": Refused("-m P.5x", 2, "P.5x"),
    "same names": Refused("-m iprec_at_recall.0.101,0.102", 2, "both print as"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, cli: Cli, write: Write) -> None:
    args, status, message, qrels, run = REFUSED[name]
    write("qrels", qrels)
    write("run", run)
    result = cli(*args.split(), "qrels", "run")
    assert message in result.err.decode()
    assert (result.status, result.out) == (status, b"")


COMPUTED = {
    "negative grades": ("-m map", "1 0 a -1\n", RUN, "map all 0.0000"),
    "no_query": ("-m map", "no_query 0 a 1\n", "no_query Q0 a 1 1 t\n", "map all 1.0000"),
    "blank lines": ("-m map", "\n" + QRELS + "\n\n", RUN, "map all 0.5000"),
    "comments": ("-m map", "# x\n# y\n" + QRELS + "# z", RUN, "map all 0.5000"),
    "NUL": ("-m map", QRELS.replace("a", "a\0x"), RUN.replace("a", "a\0x"), "map all 0.5000"),
    "a high grade": ("-m ndcg", "1 0 a 1000000\n", RUN, "ndcg all 0.6309"),
    "cut recip_rank": ("-m recip_rank.1", QRELS, RUN, "recip_rank_1 all 0.0000"),
    "two requests": ("-m P.1 -m P.2", QRELS, RUN, "P_1 all 0.0000 P_2 all 0.5000"),
    "level -3": ("-R prefs -m prefs_simp", "1 g s a -3\n1 g s b -4", RUN, "prefs_simp all 0.0000"),
    "old format": ("-o -D 0 -m map", QRELS, RUN, "map all 0.5000"),
    "single value": ("-m P_1", QRELS, RUN, "P_1 all 0.0000"),
    "no mean": ("-Z means -m map", QRELS, RUN, "Zmap all -1000000.0000"),
    "rbp of 10": ("--compat 10 -m rbp.p=0.5", QRELS, RUN, "rbp_p=0.5 all 0.2500"),
}  # fmt: skip
"""Options, qrels, run and what is printed."""


@pytest.mark.parametrize("name", COMPUTED)
def test_computed(name: str, cli: Cli, write: Write) -> None:
    args, qrels, run, expected = COMPUTED[name]
    write("qrels", qrels)
    write("run", run)
    write("means", "2 map 0.5 0.1\n")
    result = cli(*args.split(), "qrels", "run")
    assert result.out.decode().split() == expected.split(), result.err
    assert result.status == 0


def test_missing_topics_are_left_out_under_10_too(cli: Cli, write: Write) -> None:
    write("qrels", QRELS + "2 0 a 1\n")
    write("run", RUN)
    result = cli("--compat", "10", "-m", "map", "qrels", "run")
    assert (result.status, result.out.split()) == (0, b"map all 0.5000".split())
    assert b"left out" in result.err
