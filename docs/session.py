# ruff: noqa: INP001, T201, D100, S301 (a notebook's cells, one after another)
# %% Install it, once, in a shell, in a clone of the project: pip install .

import pickle
import tempfile
from pathlib import Path

import rtreceval

# %% Judgments, and what two systems found: any mapping, data frame, array or file will do.

qrels = {
    "q1": {"A": 3, "B": 2, "C": 1, "D": 0},
    "q2": {"C": 2, "E": 1},
    "q3": {"F": 1, "G": 1},
}
baseline = {
    "q1": {"B": 9.0, "X": 8.0, "A": 7.0, "C": 6.0},
    "q2": {"X": 3.0, "C": 2.0, "E": 1.0},
    "q3": {"Y": 2.0, "F": 1.0},
}
improved = {
    "q1": {"A": 9.0, "B": 8.0, "X": 7.0, "C": 6.0},
    "q2": {"C": 3.0, "X": 2.0, "E": 1.0},
    "q3": {"Y": 2.0, "X": 1.0},
}

# %% What can be measured? Each row of the table says how, and who defined it.

ndcg = {measure.name: measure for measure in rtreceval.measures()}["ndcg_cut"]
print(ndcg)

# %% Evaluate. An evaluator is prepared once, and used for any number of runs.

measures = ["nDCG@10", "nDCG(dcg='exp-log2')@10", "AP", "RR"]
evaluator = rtreceval.Evaluator(qrels, measures)
before, after = evaluator.evaluate(baseline), evaluator.evaluate(improved)
print(before)
print("AP", before["AP"], "->", after["AP"])

# %% Topic by topic: a dict, or to_pandas(), to_polars(), to_arrow() where these are installed.

for topic, row in after.to_dict(summary=True).items():
    print(topic, row)

# %% Keep the numbers: as JSON for others, as a pickle to go on with.

folder = Path(tempfile.mkdtemp())
(folder / "improved.json").write_text(after.to_json(summary=True), encoding="utf-8")
(folder / "improved.pickle").write_bytes(pickle.dumps(after))
kept = pickle.loads((folder / "improved.pickle").read_bytes())
print("kept as it was:", kept == after)

# %% Compare: how many topics have gained, and which have lost?

for measure in measures:
    pairs = [(before.per_topic[t][measure], after.per_topic[t][measure]) for t in after.topics]
    gained = sum(new > old for old, new in pairs)
    lost = [t for t, (old, new) in zip(after.topics, pairs, strict=True) if new < old]
    print(f"{measure}: {after[measure] - before[measure]:+.4f}, {gained} better, worse: {lost}")

# %% What was left out of the averages is named.

print("judged, but not retrieved:", after.missing_topics)

# %% An input that is not right says where.

try:
    evaluator.evaluate({"q1": {"A": float("nan")}})
except rtreceval.InputError as error:
    print(error)
