//! The table of presets.

use super::Means::{self, At, AtOrWhole, AtOverQrels, Not, Whole};
use super::{About, Difference, Name, Preset};
use crate::conventions::{Conventions, DEFAULT};
use crate::options::Compat;
use crate::policies::{Duplicates, NoRelevant, OrderBy, Ties, Topics};

/// This measure at the cutoff, or without one.
const fn both(ours: &'static str) -> Means {
    AtOrWhole(ours, ours)
}

/// Those of a program that compares scores as 64-bit floats.
const DOUBLE: Conventions = Conventions { compat: Compat::V10, ..DEFAULT };

const fn all(text: &'static str) -> Difference {
    Difference { text, about: About::All }
}

const fn of(measures: &'static [&'static str], text: &'static str) -> Difference {
    Difference { text, about: About::Measures(measures) }
}

const fn aside(text: &'static str) -> Difference {
    Difference { text, about: About::Aside }
}

const fn name(theirs: &'static str, means: Means) -> Name {
    Name { theirs, means }
}

/// All presets.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "trec_eval9",
        title: "trec_eval 9.0.8, and so pytrec_eval",
        conventions: DEFAULT,
        names: &[],
        differences: &[all("what is listed in docs/differences.md")],
    },
    Preset {
        name: "trec_eval10",
        title: "trec_eval 10.0",
        conventions: DOUBLE,
        names: &[],
        differences: &[
            all("a topic that the run lacks ends trec_eval 10.0 with status 4 where -c is not \
                 given; here it is left out and named"),
            of(
                &["rbp"],
                "rbp of trec_eval 10.0 depends on memory that it has not set; here it is as \
                 published",
            ),
        ],
    },
    Preset {
        name: "gdeval",
        title: "gdeval.pl 1.3 of the TREC Web Track",
        conventions: Conventions { no_relevant: NoRelevant::Skip, digits: Some(5), ..DOUBLE },
        names: &[name("ndcg", At("nDCG(dcg='exp-log2')")), name("err", At("ERR(max_grade=4)"))],
        differences: &[
            all("gdeval drops what is before the last '-' of a topic's id; here ids are what \
                 they are"),
            aside(
                "gdeval keeps a document that the run lists twice, both times; here it is \
                 refused",
            ),
            of(&["err"], "gdeval refuses a grade above 4; here it counts as 4, with a warning"),
        ],
    },
    Preset {
        name: "ndeval",
        title: "ndeval 4.5 of the TREC Web Track",
        conventions: Conventions { order: OrderBy::Rank, digits: Some(6), ..DOUBLE },
        names: &[
            name("err-ia", At("ERR_IA")),
            name("nerr-ia", At("nERR_IA")),
            name("alpha-dcg", At("alpha_DCG")),
            name("alpha-ndcg", At("alpha_nDCG")),
            name("nrbp", Whole("NRBP")),
            name("nnrbp", Whole("nNRBP")),
            name("map-ia", Whole("AP_IA")),
            name("p-ia", At("P_IA")),
            name("strec", At("StRecall")),
        ],
        differences: &[
            all("ndeval looks at 20 ranks at most (nrbp and map-ia at all); here any cutoff \
                 will do"),
            aside(NO_RANKS),
            of(
                &["err_ia", "alpha_dcg"],
                "at rank 1 ndeval leaves ERR-IA and alpha-DCG without the division that they \
                 have at all other ranks; here they are divided at every rank",
            ),
            aside("ndeval -traditional orders by score and id: that is --order score"),
            aside("pyndeval orders by score, and equal scores by id, lowest bytes first"),
        ],
    },
    Preset {
        name: "ir_measures",
        title: "ir_measures 0.4.3 with its default providers",
        conventions: Conventions { topics: Topics::Qrels, duplicates: Duplicates::Last, ..DEFAULT },
        names: &[],
        differences: &[
            of(
                &[
                    "recip_rank",
                    "judged",
                    "compat",
                    "err_ia",
                    "nerr_ia",
                    "alpha_dcg",
                    "alpha_ndcg",
                    "nrbp",
                    "nnrbp",
                    "ap_ia",
                    "p_ia",
                    "strec",
                ],
                "RR with a cutoff, Judged, Compat and the diversity measures put equal scores \
                 in the order of ids, lowest bytes first, or of the input, and compare scores \
                 as 64-bit floats; here all measures see one ranking, that of pytrec_eval",
            ),
            of(
                &["num_q", "num_rel"],
                "NumQ and NumRel leave out the topics that the run lacks; here they are \
                 counted",
            ),
            of(
                &["set_F"],
                "SetF(beta=B) is given to trec_eval as the square of beta; here beta is beta",
            ),
            of(
                &["ndcg_exp_cut", "err"],
                "nDCG(dcg='exp-log2') and ERR are rounded to 5 decimals; here they are not",
            ),
            of(
                &["err_ia", "alpha_dcg"],
                "ERR_IA@1 and alpha_DCG@1 are not divided by the ideal; here they are",
            ),
            of(
                &["accuracy"],
                "Accuracy leaves out a topic without a relevant document in the ranking where \
                 it is the only measure; here it counts as 0",
            ),
        ],
    },
    Preset {
        name: "ranx",
        title: "ranx 0.3.21 with make_comparable=True",
        conventions: Conventions {
            ties: Ties::File,
            topics: Topics::Qrels,
            duplicates: Duplicates::Last,
            ..DOUBLE
        },
        names: &[
            name("hit_rate", At("Success")),
            name("precision", AtOrWhole("P", "SetP")),
            name("recall", AtOrWhole("R", "SetR")),
            name("f1", AtOrWhole("F", "SetF")),
            name("r-precision", Whole("Rprec")),
            name("mrr", both("RR")),
            name("map", both("AP")),
            name("ndcg", both("nDCG")),
            name("ndcg_burges", both("nDCG(dcg='exp-log2')")),
            name("dcg", both("dcg")),
            name("bpref", Whole("Bpref")),
            name("hits", Not("ranx averages counts; num_rel_ret is their sum")),
            name("rbp", Not("ranx sums grades that are not scaled; RBP(p=0.95,rel=1) is binary")),
            name("dcg_burges", Not("dcg has a linear gain; ndcg_burges is to be had")),
        ],
        differences: &[
            all("ranx's sort is not stable: in a ranking of 16 documents or more it scrambles \
                 equal scores; here they stay in the order of the input"),
            all("a Run of ranx that is loaded from a file is in that order, a dict may be in \
                 another"),
            of(
                &["bpref"],
                "bpref of ranx takes negative grades for judgments of not relevant, and is \
                 not a number where no document is judged so; here it is trec_eval's",
            ),
            aside("the suffix -lN is not read: write rel=N, as in P(rel=2)@10"),
        ],
    },
    Preset {
        name: "msmarco",
        title: "ms_marco_eval.py of MS MARCO passage ranking",
        conventions: Conventions {
            order: OrderBy::Rank,
            topics: Topics::Qrels,
            relevance_level: 0.0,
            ..DOUBLE
        },
        names: &[name("mrr", both("RR"))],
        differences: &[
            all("the script does not read grades: what the qrels name is relevant; here it is \
                 from grade 0 on"),
            aside(
                "the script tells of a passage that is ranked twice and scores it all the \
                 same; here it is refused",
            ),
            all("the script leaves a rank that the run does not give empty; here the ranks \
                 below it move up"),
            all("the script wants whole numbers as ids and at most 1000 ranks, and takes an \
                 empty rank for passage 0"),
            aside(NO_RANKS),
        ],
    },
    Preset {
        name: "beir",
        title: "BEIR 2.2, evaluation.py and custom_metrics.py",
        conventions: Conventions { ignore_identical_ids: true, digits: Some(5), ..DEFAULT },
        names: &[
            name("ndcg", both("nDCG")),
            name("map", both("AP")),
            name("recall", At("R")),
            name("p", At("P")),
            name("mrr", AtOverQrels("RR")),
            name("r_cap", AtOverQrels("recall_cap")),
            name("recall_cap", AtOverQrels("recall_cap")),
            name("accuracy", AtOverQrels("Success")),
            name("top_k_accuracy", AtOverQrels("Success")),
            name("hole", Not(HOLE)),
        ],
        differences: &[
            of(
                &["recip_rank", "relative_P", "success"],
                "MRR, R_cap and Accuracy put equal scores in the order of the input and \
                 compare scores as 64-bit floats, unlike NDCG, MAP, Recall and P (--ties file \
                 --compat 10 does so, for all measures)",
            ),
            of(
                &["recip_rank", "relative_P", "success"],
                "R_cap divides by 0 for a topic without a relevant document, and MRR, R_cap \
                 and Accuracy fail for a topic that the qrels lack; here it is 0, or left out",
            ),
            all("averages are rounded to 5 decimals; here it is only what is printed"),
        ],
    },
    Preset {
        name: "mteb",
        title: "MTEB 2, retrieval_metrics.py",
        conventions: Conventions { digits: Some(5), ..DEFAULT },
        names: &[
            name("ndcg", both("nDCG")),
            name("map", both("AP")),
            name("recall", At("R")),
            name("precision", At("P")),
            name("mrr", At("RR")),
            name("hit_rate", At("Success")),
            name("accuracy", Whole("R@1")),
            name("hole", Not(HOLE)),
        ],
        differences: &[
            of(
                &["recip_rank"],
                "mrr compares scores as 64-bit floats, all other measures as 32-bit floats; \
                 here they are compared as 32-bit floats",
            ),
            all("averages but mrr's are rounded to 5 decimals; here it is only what is \
                 printed"),
            aside("nAUC, p-MRR and the like are not to be had"),
        ],
    },
    Preset {
        name: "sklearn",
        title: "scikit-learn 1.9, ndcg_score, dcg_score",
        conventions: DOUBLE,
        names: &[name("ndcg_score", both("nDCG")), name("dcg_score", both("dcg"))],
        differences: &[
            all("scikit-learn takes the mean over all orders of equal scores (unless \
                 ignore_ties is set); here they are in the order of ids. --tie-range shows \
                 what it could make"),
            all("the ideal ranking of scikit-learn holds the documents that it is given; here \
                 those that are judged. They are the same where the vectors hold all judged \
                 documents"),
            all("scikit-learn refuses a negative grade; here it means not judged"),
        ],
    },
    Preset {
        name: "lightgbm",
        title: "LightGBM 4.7, the metrics ndcg and map",
        conventions: Conventions { ties: Ties::File, no_relevant: NoRelevant::One, ..DOUBLE },
        names: &[name("ndcg", both("nDCG(dcg='exp-log2')")), name("map", At("map_cap"))],
        differences: &[
            all("LightGBM knows the rows that it is given: they are the same where run and \
                 qrels have the same documents"),
            all("weights of queries are not to be had"),
            aside(
                "label_gain is 2^grade - 1; for gains of your own write nDCG(dcg='log2',gains={1:1,2:3})@10",
            ),
        ],
    },
    Preset {
        name: "torchmetrics",
        title: "torchmetrics 1.9, functional/retrieval, with empty_target_action='neg'",
        conventions: DEFAULT,
        names: &[
            name("retrieval_normalized_dcg", both("nDCG")),
            name("retrieval_average_precision", AtOrWhole("map_found", "AP")),
            name("retrieval_reciprocal_rank", both("RR")),
            name("retrieval_precision", AtOrWhole("P", "SetP")),
            name("retrieval_recall", AtOrWhole("R", "SetR")),
            name("retrieval_hit_rate", At("Success")),
            name("retrieval_r_precision", Whole("Rprec")),
        ],
        differences: &[
            of(
                &["ndcg", "ndcg_cut"],
                "nDCG is the mean over all orders of equal scores; here they are in the order \
                 of ids",
            ),
            of(
                &[
                    "map",
                    "map_found",
                    "recip_rank",
                    "P",
                    "recall",
                    "set_P",
                    "set_recall",
                    "success",
                    "Rprec",
                ],
                "equal scores are in an order that is not defined; here in that of ids",
            ),
            of(
                &["map", "map_found", "recip_rank", "P", "recall", "set_P", "set_recall"],
                "documents with a score of 0 or less are not relevant in precision, recall, \
                 reciprocal rank and average precision; here scores only order",
            ),
            all("values are 32-bit floats, which differ from the seventh digit on"),
            all("torchmetrics knows the documents that it is given: the ideal ranking and R \
                 are the same where run and qrels have the same documents"),
            aside("empty_target_action='pos' is --no-relevant one, 'skip' is --no-relevant skip"),
        ],
    },
];

const NO_RANKS: &str = "a file without a rank column is refused; a run that is no file and has none is \
                        ordered by score and id";

const HOLE: &str = "it looks at the qrels of all topics together; hole@k without --like looks at \
                    those of the topic";
