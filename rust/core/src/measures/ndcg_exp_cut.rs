//! nDCG at cutoffs, exponential gain.

use super::ndcg_exp::{exponential_ndcg, exponential_working};
use super::{Choice, Common, Compute, DOC_CUTOFFS, Irm, Literal, Measure, Params, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_exp_cut",
    title: "nDCG at cutoffs, exponential gain",
    help: "\
    nDCG@k = DCG@k / ideal DCG@k,  DCG@k = sum over the first k of (2^grade - 1) / log2(rank + 1)

The gain is exponential, as in the TREC Web Track, LETOR and LambdaMART. ndcg_cut has the linear
gain. On grades 0 and 1 the two agree. The ideal ranking holds all judged documents of the topic
by falling grade, retrieved or not, cut at k. A negative grade and an unjudged document have
gain 0. The relevance level (-l) plays no part. 0 where no grade is above 0.",
    source: "Burges et al., Learning to Rank using Gradient Descent, ICML 2005; gdeval.pl of the TREC Web Track",
    params: Params::Cutoffs(&DOC_CUTOFFS),
    tied: Tied::Gain,
    compute: Compute::Many(|ranking, args, out| exponential_ndcg(ranking, args.cutoffs(), out)),
    explain: |ranking, args| exponential_working(ranking, args.cutoffs()),
    common: Common::GRADED,
    irm: Some(Irm {
        aliases: &["NDCG"],
        choice: Some(Choice { param: "dcg", value: Literal::Text("exp-log2"), is_default: false }),
        cutoff_is_optional: true,
        gains: true,
        ..Irm::new("nDCG")
    }),
    synonyms: &["ndcg_burges", "ndcg_exp"],
    ..Measure::DEFAULT
};
