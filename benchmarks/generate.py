#!/usr/bin/env python3
"""Write qrels and runs of any size, the same bytes for the same seed (needs numpy).

    python benchmarks/generate.py trec robust               # named workloads
    python benchmarks/generate.py msmarco --shuffle         # lines in random order
    python benchmarks/generate.py trec --name e --scores e  # a workload with changes, named anew

Each data set is a folder of benchmarks/data with qrels.txt, run.txt (run-000.txt ... if there are
several) and shape.json. One that is there already, with the same shape and seed, is left alone.

A run has its lines by topic and falling score, as retrieval systems write them. Judged documents
stand rather at the top, higher grades higher. Scores that are not tied differ as float32 too; tied
documents are in random order, so the order of lines and the order of ids disagree. --shuffle adds
"-shuffled" to the name; it holds a whole file in memory, twice (5 GB for `huge`).
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from time import perf_counter

import numpy as np
from harness.columns import ID_STYLES, Column, Numbers, join, number, pack, score, score_scale
from harness.workloads import DATA, WORKLOADS, Shape

ROWS_AT_A_TIME = 200_000


@dataclass(frozen=True)
class Judgments:
    """The qrels of all topics, and which documents a topic is about.

    Document i of a topic is number `(start + i * step) ** 3` of the collection, modulo its size:
    scattered, and all different without a set to look into, as the size is a prime 3k + 2.
    Documents 0 to count - 1 are the judged ones.
    """

    topic: Numbers
    count: Numbers
    start: Numbers
    step: Numbers
    grade: Numbers  # of all topics, one after the other
    offset: Numbers  # where the grades of each topic begin

    def documents(self, topics: slice, index: Numbers, collection: int) -> Numbers:
        """Collection numbers of documents [topics, n] given by index."""
        at = (self.start[topics, None] + self.step[topics, None] * index) % collection
        return at * at % collection * at % collection


def judge(shape: Shape, rng: np.random.Generator) -> Judgments:
    """Draw the judgments.

    Raises:
        ValueError: The collection has too few documents for the shape.
    """
    n, collection = shape.topics, ID_STYLES[shape.ids][0]
    count = 1 + rng.poisson(max(0.0, shape.judged - 1), n)
    if count.max() + shape.depth > collection:
        raise ValueError(f"id style {shape.ids!r} has but {collection} documents")
    offset = np.cumsum(count) - count
    pairs = [pair.split(":") for pair in shape.grades.split(",")]
    values = np.array([int(grade) for grade, _ in pairs])
    weights = np.array([float(weight) for _, weight in pairs])
    grade = rng.choice(values, count.sum(), p=weights / weights.sum())
    grade[offset[np.maximum.reduceat(grade, offset) <= 0]] = values.max()
    return Judgments(
        topic=300 + np.cumsum(rng.integers(1, 2 * shape.topic_gap, n)),
        count=count,
        start=rng.integers(0, collection, n),
        step=rng.integers(1, collection, n),
        grade=grade,
        offset=offset,
    )


def slices(topics: int, lines_of_topic: int) -> Iterator[slice]:
    """Consecutive topics, some `ROWS_AT_A_TIME` lines of them at a time."""
    size = max(1, ROWS_AT_A_TIME // max(1, lines_of_topic))
    return (slice(at, min(at + size, topics)) for at in range(0, topics, size))


def qrels_lines(shape: Shape, judged: Judgments) -> Iterator[Column]:
    """The lines of the qrels, some topics at a time."""
    collection, id_text = ID_STYLES[shape.ids]
    width = len(str(judged.topic.max()))
    for part in slices(shape.topics, int(judged.count.max())):
        index = np.arange(judged.count[part].max())
        there = index < judged.count[part, None]
        documents = judged.documents(part, index, collection)[there]
        first = judged.offset[part.start]
        grade = judged.grade[first : first + documents.size]
        topic = np.repeat(judged.topic[part], judged.count[part])
        yield join(
            documents.size,
            *(number(topic, width), " 0 ", id_text(documents), " "),
            *(np.where(grade < 0, ord("-"), 0).astype(np.uint8)[:, None], number(abs(grade), 3)),
            "\n",
        )


def run_lines(
    shape: Shape, judged: Judgments, found: float, rng: np.random.Generator
) -> Iterator[Column]:
    """The lines of a run that finds a share of the judged documents, some topics at a time."""
    collection, id_text = ID_STYLES[shape.ids]
    topic_width, rank_width = len(str(judged.topic.max())), len(str(shape.depth))
    for part in slices(shape.topics, max(shape.depth, int(judged.count.max()))):
        index = ranking(shape.depth, judged, part, found, rng)
        rows, topics = index.size, len(index)
        units, score_width = falling_scores(shape, topics, rng)
        yield join(
            rows,
            *(number(np.repeat(judged.topic[part], shape.depth), topic_width), " Q0 "),
            *(id_text(judged.documents(part, index, collection).ravel()), " "),
            *(np.tile(number(np.arange(1, shape.depth + 1), rank_width), (topics, 1)), " "),
            *(score(units.ravel(), shape.scores, score_width), " bench\n"),
        )


def ranking(
    depth: int, judged: Judgments, part: slice, found: float, rng: np.random.Generator
) -> Numbers:
    """Rankings [topics, depth] of document indices: judged ones rather at the top."""
    count = judged.count[part, None]
    index = np.arange(count.max())
    there = index < count
    grade = np.zeros(there.shape)
    first = judged.offset[part.start]
    grade[there] = judged.grade[first : first + int(count.sum())]
    hit = there & (rng.random(there.shape) < found)
    order = np.argsort(np.where(hit, -0.6 * grade - rng.normal(size=there.shape), np.inf), axis=1)
    hits = np.minimum(hit.sum(axis=1, keepdims=True), depth)
    # Which ranks the hits take: a draw without replacement, weighted with rank ** -1.2 (Gumbel).
    ranks = np.arange(depth)
    keys = 1.2 * np.log(ranks + 1.0) + np.log(rng.exponential(size=(len(count), depth)))
    taken = np.empty(keys.shape, dtype=bool)
    np.put_along_axis(taken, np.argsort(keys, axis=1), ranks < hits, axis=1)
    nth_hit = np.minimum(np.cumsum(taken, axis=1) - 1, order.shape[1] - 1).clip(0)
    unjudged = count + np.cumsum(~taken, axis=1) - 1
    return np.where(taken, np.take_along_axis(order, nth_hit, axis=1), unjudged)


def falling_scores(shape: Shape, topics: int, rng: np.random.Generator) -> tuple[Numbers, int]:
    """Scores [topics, depth] in units of `score_scale`, and the most digits of one."""
    scale = score_scale(shape.scores)
    mean = 0.015 * scale
    least = 1 + int(shape.depth * mean) // 2**21  # what float32 tells apart
    extra = np.minimum(rng.exponential(mean, (topics, shape.depth)), 20 * mean)
    steps = least + extra.astype(np.int64)
    steps[rng.random(steps.shape) < shape.ties] = 0
    steps[:, 0] = 0
    drop = np.cumsum(steps, axis=1)
    units = drop[:, -1:] - drop + rng.integers(1, 5 * scale, (topics, 1))
    return units, len(str(shape.depth * (least + int(20 * mean)) + 5 * scale))


def write(path: Path, blocks: Iterator[Column], shuffle: np.random.Generator | None) -> int:
    """Write lines, in their order or shuffled; gives their number."""
    if shuffle is not None:
        table = np.concatenate(list(blocks))
        order = shuffle.permutation(len(table))
        cuts = range(0, len(table), ROWS_AT_A_TIME)
        blocks = (table[order[at : at + ROWS_AT_A_TIME]] for at in cuts)
    lines = 0
    with path.open("wb") as out:
        for block in blocks:
            out.write(pack(block))
            lines += len(block)
    return lines


def generate(name: str, shape: Shape, seed: int, *, shuffle: bool) -> None:
    """Write the data set `name`, unless it is there."""
    folder = DATA / name
    wanted = {"shape": asdict(shape), "seed": seed, "shuffle": shuffle, "generator": 1}
    done = folder / "shape.json"
    if done.exists() and json.loads(done.read_text()).items() >= wanted.items():
        print(f"{name}: already there")
        return
    folder.mkdir(parents=True, exist_ok=True)
    for old in [done, *folder.glob("*.txt")]:
        old.unlink(missing_ok=True)
    begin = perf_counter()
    judged = judge(shape, np.random.default_rng([seed, 0]))
    mixer = np.random.default_rng([seed, 1]) if shuffle else None
    size = {"qrels_lines": write(folder / "qrels.txt", qrels_lines(shape, judged), mixer)}
    size["run_lines"] = 0
    for i in range(shape.runs):
        rng = np.random.default_rng([seed, 2, i])
        found = shape.found if shape.runs == 1 else float(rng.uniform(0.2, 0.8))
        path = folder / ("run.txt" if shape.runs == 1 else f"run-{i:03d}.txt")
        size["run_lines"] += write(path, run_lines(shape, judged, found, rng), mixer)
    size["run_bytes"] = sum(path.stat().st_size for path in folder.glob("run*.txt"))
    done.write_text(json.dumps(wanted | size, indent=1) + "\n")
    print(f"{name}: {size}, {perf_counter() - begin:.1f} s")


def main() -> None:
    """Read the arguments and write what they ask for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("workload", nargs="+", choices=WORKLOADS)
    parser.add_argument("--name", help="folder of the data set (default: the workload's name)")
    parser.add_argument("--shuffle", action="store_true", help="lines in random order")
    parser.add_argument("--seed", type=int, default=1)
    defaults = {field.name: field.default for field in fields(Shape) if field.name != "what"}
    for option, default in defaults.items():
        parser.add_argument(
            f"--{option.replace('_', '-')}",
            type=type(default),
            choices=ID_STYLES if option == "ids" else None,
            help="see Shape in workloads.py",
        )
    args = parser.parse_args()
    changes = {name: getattr(args, name) for name in defaults if getattr(args, name) is not None}
    if changes and not args.name:
        parser.error("a changed workload needs a --name of its own")
    if args.name and len(args.workload) > 1:
        parser.error("--name takes one workload")
    for workload in args.workload:
        name = (args.name or workload) + ("-shuffled" if args.shuffle else "")
        try:
            generate(name, replace(WORKLOADS[workload], **changes), args.seed, shuffle=args.shuffle)
        except ValueError as error:
            sys.exit(f"generate.py: {error}")


if __name__ == "__main__":
    main()
