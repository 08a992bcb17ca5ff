//! Whose conventions an evaluation follows: the table of them (`--like`).
//!
//! A preset is data, and all of it is here: the value of each convention that can be chosen, what the other program calls
//! measures, and what of it is not to be had here. To add one, add a row.

use crate::choice::{Choice, Names, by_name};
use crate::options::Compat;
use crate::policies::{Duplicates, NoRelevant, OrderBy, Ties, Topics};

/// The conventions of another program.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The program, in the version that this was compared with.
    pub title: &'static str,
    /// What it does where there is a choice.
    pub conventions: Conventions,
    /// Its names of measures that are not those of another measure here.
    pub names: &'static [Name],
    /// What it does in another way than this program does with this preset.
    pub differences: &'static [&'static str],
}

/// What can be chosen, each at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conventions {
    /// How scores are compared, and which version of `trec_eval` to agree with in the rest.
    pub compat: Compat,
    /// What a ranking is ordered by.
    pub order: OrderBy,
    /// The order of equal scores.
    pub ties: Ties,
    /// The topics to average over.
    pub topics: Topics,
    /// What becomes of a topic without a relevant document.
    pub no_relevant: NoRelevant,
    /// The lowest grade that the binary measures count as relevant.
    pub relevance_level: f64,
    /// Whether a document with the id of its topic is dropped.
    pub ignore_identical_ids: bool,
    /// What to do with a document that a topic lists twice.
    pub duplicates: Duplicates,
    /// Decimal places of a printed value; `None` for those of the output format.
    pub digits: Option<usize>,
}

/// A name of a measure.
#[derive(Debug)]
pub struct Name {
    /// The name, without a cutoff, in any case.
    pub theirs: &'static str,
    /// What it means.
    pub means: Means,
}

/// What a name of another program means.
#[derive(Debug)]
pub enum Means {
    /// This measure at the cutoff.
    At(&'static str),
    /// This measure at the cutoff, averaged over all topics of the qrels.
    AtOverQrels(&'static str),
    /// The first measure at the cutoff, the second without one.
    AtOrWhole(&'static str, &'static str),
    /// This measure, without a cutoff.
    Whole(&'static str),
    /// A measure that is not to be had: why, and what is near to it.
    Not(&'static str),
}

use Means::{At, AtOrWhole, AtOverQrels, Not, Whole};

/// This measure at the cutoff, or without one.
const fn both(ours: &'static str) -> Means {
    AtOrWhole(ours, ours)
}

/// The conventions of this program where none are chosen.
pub const DEFAULT: Conventions = Conventions {
    compat: Compat::V9,
    order: OrderBy::Score,
    ties: Ties::Docno,
    topics: Topics::Intersection,
    no_relevant: NoRelevant::Zero,
    relevance_level: 1.0,
    ignore_identical_ids: false,
    duplicates: Duplicates::Error,
    digits: None,
};

/// Those of a program that compares scores as 64-bit floats.
const DOUBLE: Conventions = Conventions { compat: Compat::V10, ..DEFAULT };

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
        differences: &["what is listed in docs/differences.md"],
    },
    Preset {
        name: "trec_eval10",
        title: "trec_eval 10.0",
        conventions: DOUBLE,
        names: &[],
        differences: &[
            "a topic that the run lacks ends trec_eval 10.0 with status 4 where -c is not given; \
             here it is left out and named",
            "rbp of trec_eval 10.0 depends on memory that it has not set; here it is as published",
        ],
    },
    Preset {
        name: "gdeval",
        title: "gdeval.pl 1.3 of the TREC Web Track",
        conventions: Conventions { no_relevant: NoRelevant::Skip, digits: Some(5), ..DOUBLE },
        names: &[name("ndcg", At("nDCG(dcg='exp-log2')")), name("err", At("ERR(max_grade=4)"))],
        differences: &[
            "gdeval refuses a grade above 4; here it counts as 4 in ERR, with a warning",
            "gdeval drops what is before the last '-' of a topic's id; here ids are what they are",
            "gdeval keeps a document that the run lists twice, both times; here it is refused",
            "with -c gdeval divides by the topics with a relevant document, as is done here",
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
            "at rank 1 ndeval leaves ERR-IA and alpha-DCG without the division that they have at \
             all other ranks; here they are divided at every rank",
            "ndeval looks at 20 ranks at most (nrbp and map-ia at all); here any cutoff will do",
            "ndeval -traditional orders by score and id: that is --order score",
            "pyndeval orders by score, and equal scores by id, lowest bytes first",
        ],
    },
    Preset {
        name: "ir_measures",
        title: "ir_measures 0.4.3 with its default providers",
        conventions: Conventions { topics: Topics::Qrels, duplicates: Duplicates::Last, ..DEFAULT },
        names: &[],
        differences: &[
            "RR with a cutoff, Judged, Compat and the diversity measures put equal scores in the \
             order of ids, lowest bytes first, or of the input, and compare scores as 64-bit \
             floats; here all measures see one ranking, that of pytrec_eval",
            "NumQ and NumRel leave out the topics that the run lacks; here they are counted",
            "SetF(beta=B) is given to trec_eval as the square of beta; here beta is beta",
            "nDCG(dcg='exp-log2') and ERR are rounded to 5 decimals; here they are not",
            "ERR_IA@1 and alpha_DCG@1 are not divided by the ideal; here they are",
            "Accuracy leaves out a topic without a relevant document in the ranking where it is \
             the only measure; here it counts as 0",
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
            "ranx's sort is not stable: in a ranking of 16 documents or more it scrambles equal \
             scores; here they stay in the order of the input",
            "a Run of ranx that is loaded from a file is in that order, a dict may be in another",
            "bpref of ranx takes negative grades for judgments of not relevant, and is not a \
             number where no document is judged so; here it is trec_eval's",
            "the suffix -lN is not read: write rel=N, as in P(rel=2)@10",
            "precision@k of a ranking of fewer than k documents is over k in both",
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
            "the script does not read grades: what the qrels name is relevant; here it is from \
             grade 0 on",
            "the script tells of a passage that is ranked twice and scores it all the same; here \
             it is refused",
            "the script leaves a rank that the run does not give empty; here the ranks below it \
             move up",
            "the script wants whole numbers as ids and at most 1000 ranks, and takes an empty \
             rank for passage 0",
            "where the run is no file and has no column of ranks, it is ordered by score and id",
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
            "MRR, R_cap and Accuracy put equal scores in the order of the input and compare \
             scores as 64-bit floats, unlike NDCG, MAP, Recall and P (--ties file --compat 10 does \
             so, for all measures)",
            "R_cap divides by 0 for a topic without a relevant document, and MRR, R_cap and \
             Accuracy fail for a topic that the qrels lack; here it is 0, or left out",
            "averages are rounded to 5 decimals; here it is only what is printed",
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
            "mrr compares scores as 64-bit floats, all other measures as 32-bit floats; here they \
             are compared as 32-bit floats",
            "averages but mrr's are rounded to 5 decimals; here it is only what is printed",
            "nAUC, p-MRR and the like are not to be had",
        ],
    },
    Preset {
        name: "sklearn",
        title: "scikit-learn 1.9, ndcg_score, dcg_score",
        conventions: DOUBLE,
        names: &[name("ndcg_score", both("nDCG")), name("dcg_score", both("dcg"))],
        differences: &[
            "scikit-learn takes the mean over all orders of equal scores (unless ignore_ties is \
             set); here they are in the order of ids. --tie-range shows what it could make",
            "the ideal ranking of scikit-learn holds the documents that it is given; here those \
             that are judged. They are the same where the vectors hold all judged documents",
            "scikit-learn refuses a negative grade; here it means not judged",
        ],
    },
    Preset {
        name: "lightgbm",
        title: "LightGBM 4.7, the metrics ndcg and map",
        conventions: Conventions { ties: Ties::File, no_relevant: NoRelevant::One, ..DOUBLE },
        names: &[name("ndcg", both("nDCG(dcg='exp-log2')")), name("map", At("map_cap"))],
        differences: &[
            "label_gain is 2^grade - 1; for gains of your own write nDCG(gains={1:1,2:3})",
            "LightGBM knows the rows that it is given: they are the same where run and qrels have \
             the same documents",
            "weights of queries are not to be had",
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
            "nDCG is the mean over all orders of equal scores, and other measures put them in an \
             order that is not defined; here they are in the order of ids",
            "precision, recall, reciprocal rank and average precision take documents with a score of \
             0 or less for not relevant; here scores only order",
            "values are 32-bit floats, which differ from the seventh digit on",
            "torchmetrics knows the documents that it is given: the ideal ranking and R are the \
             same where run and qrels have the same documents",
            "empty_target_action='pos' is --no-relevant one, 'skip' is --no-relevant skip",
        ],
    },
];

const HOLE: &str = "it looks at the qrels of all topics together; hole@k without --like looks at \
                    those of the topic";

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Preset {
    /// The preset of this name.
    ///
    /// # Errors
    ///
    /// The names that there are, if this is none.
    pub fn find(name: &str) -> Result<&'static Self, Names> {
        by_name(PRESETS, |preset| preset.name, name)
    }

    /// What a name means to this program.
    pub fn means(&self, theirs: &str) -> Option<&Means> {
        let named = |name: &&Name| name.theirs.eq_ignore_ascii_case(theirs);
        self.names.iter().find(named).map(|name| &name.means)
    }
}

impl Name {
    /// The name and what it means, as they are written in requests.
    pub fn describe(&self) -> String {
        let theirs = self.theirs;
        match self.means {
            At(ours) => format!("{theirs}@k = {ours}@k"),
            AtOverQrels(ours) => format!("{theirs}@k = {ours}@k, over all topics of the qrels"),
            AtOrWhole(ours, whole) => format!("{theirs}@k = {ours}@k, {theirs} = {whole}"),
            Whole(ours) => format!("{theirs} = {ours}"),
            Not(reason) => format!("{theirs}: not to be had: {reason}"),
        }
    }
}

impl Conventions {
    /// What they are, in words: a point and what is done there.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let order = match (self.order, self.ties) {
            (OrderBy::Rank, _) => "the rank column, lowest first; scores are not looked at",
            (OrderBy::Score, Ties::Docno) => "score; equal scores by id, highest bytes first",
            (OrderBy::Score, Ties::File) => "score; equal scores in the order of the input",
            (OrderBy::Score, Ties::Rank) => "score; equal scores by the rank column",
        };
        let scores = match self.compat {
            Compat::V9 => "32-bit floats, as in trec_eval 9.0.8",
            Compat::V10 => "64-bit floats, as in trec_eval 10.0",
        };
        let topics = match self.topics {
            Topics::Intersection => "those that both the qrels and the run have",
            Topics::Qrels => "all of the qrels; one that the run lacks counts as 0",
            Topics::Run => "all of the run; one that the qrels lack counts as 0",
        };
        let no_relevant = match self.no_relevant {
            NoRelevant::Zero => "the topic counts as 0",
            NoRelevant::Skip => "the topic is left out",
            NoRelevant::One => "the topic counts as 1",
        };
        let identical = if self.ignore_identical_ids { "dropped" } else { "kept" };
        let duplicates = match self.duplicates {
            Duplicates::Error => "refused".to_owned(),
            other => format!("the {} mention counts", other.name()),
        };
        let digits = match self.digits {
            Some(digits) => format!("{digits}"),
            None => "as the output format has them".to_owned(),
        };
        vec![
            ("order", order.to_owned()),
            ("scores", scores.to_owned()),
            ("topics", topics.to_owned()),
            ("no relevant document", no_relevant.to_owned()),
            ("relevant from grade", self.relevance_level.to_string()),
            ("document with the id of its topic", identical.to_owned()),
            ("document twice", duplicates),
            ("decimals", digits),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::{Means, PRESETS, Preset};
    use crate::request::Plan;

    #[test]
    fn names_are_unique_and_mean_something() {
        for preset in PRESETS {
            assert!(std::ptr::eq(Preset::find(preset.name).expect("itself"), preset));
            for name in preset.names {
                let same = preset.names.iter().filter(|n| n.theirs == name.theirs).count();
                assert_eq!(same, 1, "{} {}", preset.name, name.theirs);
                let request = match name.means {
                    Means::Whole(_) | Means::AtOrWhole(..) => name.theirs.to_owned(),
                    _ => format!("{}@5", name.theirs),
                };
                let plan = Plan::parse_like(&[&request], preset.conventions.compat, Some(preset));
                match name.means {
                    Means::Not(_) => assert!(plan.is_err(), "{request}"),
                    _ => assert_eq!(plan.expect(&request).columns[0].name, request),
                }
            }
        }
    }
}
