"""The sets of measures, as each dialect asks for them."""

# The lists of a set have the same order. pytrec_eval's names are those that trec_eval prints.
SETS: dict[str, dict[str, tuple[str, ...]]] = {
    "five": {
        "trec_eval": ("map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"),
        "pytrec_eval": ("map", "ndcg_cut_10", "recip_rank", "P_10", "recall_1000"),
        "ir_measures": ("AP", "nDCG@10", "RR", "P@10", "R@1000"),
        "ranx": ("map", "ndcg@10", "mrr", "precision@10", "recall@1000"),
    },
    "all_trec": {"trec_eval": ("all_trec",), "pytrec_eval": ("all_trec",)},
}


def common_names(measures: str, dialect: str) -> dict[str, str]:
    """The names that trec_eval prints, by those that a dialect asks by."""
    asked = SETS[measures]
    return dict(zip(asked[dialect], asked["pytrec_eval"], strict=True))
