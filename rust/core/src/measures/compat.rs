//! Compatibility with an ideal ranking by rank-biased overlap.

use super::{Args, Common, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "compat",
    title: "Compatibility with an ideal ranking by rank-biased overlap",
    help: "\
    Compat = RBO(ranking, ideal) / RBO(ideal, ideal)
    RBO = sum over the depths d of p^(d-1) * (documents in both first d / d)
          / sum over the depths of p^(d-1)

The ideal ranking holds the documents with a grade above 0 by falling grade, those of one grade in
the order of the ranking, the ones not retrieved last. Depths go to the end of the longer of the
two. p is 0.95 by default. normalize=False leaves the division by RBO(ideal, ideal) out.",
    source: "Clarke, Vtyurina and Smucker, Assessing Top-k Preferences, ACM TOIS 39(3), 2021",
    params: Params::Named(&[
        Number::new("p", 0.95, Range::Share),
        Number::new("normalize", 1.0, Range::Flag),
    ]),
    common: Common::GRADED,
    irm: Some(Irm::new("Compat")),
    compute: Compute::One(compatibility),
    ..Measure::DEFAULT
};

fn compatibility(ranking: &Ranking, args: &Args) -> f64 {
    let &[p, normalize] = args.numbers() else { return 0.0 };
    let positive = || ranking.levels.iter().filter(|level| level.grade > 0.0);
    let ideal: usize = positive().map(|level| level.count).sum();
    // A document is in both from the depth on where both rankings have it.
    let mut meets = Vec::with_capacity(ideal);
    let mut above = 0;
    for level in positive().rev() {
        let same = ranking.pooled.iter().filter(|d| d.grade == level.grade);
        meets.extend(same.zip(above + 1..).map(|(document, place)| document.rank.max(place)));
        above += level.count;
    }
    meets.sort_unstable();
    let depth = ranking.num_ret.max(ideal);
    let (overlap, weights) = overlap(meets.iter().copied(), depth, p);
    let best = if normalize == 0.0 { weights } else { self::overlap(1..=ideal, depth, p).0 };
    if best > 0.0 { overlap / best } else { 0.0 }
}

/// The sum over depths of p^(d-1) * share of documents that two rankings have both met at depth d,
/// and the sum of the weights. `meets` ascends.
fn overlap(meets: impl Iterator<Item = usize>, depth: usize, p: f64) -> (f64, f64) {
    let mut meets = meets.peekable();
    let (mut sum, mut weights, mut weight, mut both) = (0.0, 0.0, 1.0, 0.0);
    for d in 1..=depth {
        while meets.next_if(|&at| at <= d).is_some() {
            both += 1.0;
        }
        sum += weight * both / d as f64;
        weights += weight;
        weight *= p;
    }
    (sum, weights)
}

#[cfg(test)]
mod tests {
    use super::{Args, compatibility};
    use crate::measures::tests::on_topic;

    #[test]
    fn worked_by_hand() {
        let compat = |normalize| {
            on_topic(&[Some(1.0), None, Some(2.0)], &[], |ranking| {
                compatibility(ranking, &Args::Numbers(vec![0.5, normalize]))
            })
        };
        // The ideal has rank 3, rank 1: they meet at depths 3 and 2. Shares 0, 1/2, 2/3.
        let (overlap, best): (f64, f64) = (0.25 + 0.25 * 2.0 / 3.0, 1.0 + 0.5 + 0.25 * 2.0 / 3.0);
        assert!((compat(1.0) - overlap / best).abs() < 1e-15);
        assert!((compat(0.0) - overlap / 1.75).abs() < 1e-15);
        let empty = on_topic(&[None], &[], |r| compatibility(r, &Args::Numbers(vec![0.9, 1.0])));
        assert_eq!(empty, 0.0);
    }
}
