//! Z-scores: how far a value is from its mean over a set of runs, in standard deviations.

use std::collections::HashMap;

/// What stands for a z-score that cannot be told, as in `trec_eval`.
pub const UNKNOWN: f64 = -1_000_000.0;

/// Means and standard deviations by topic and name of value.
#[derive(Debug, Default)]
pub struct ZScores(HashMap<Box<[u8]>, Topic>);

/// The values of one topic by name.
type Topic = HashMap<Box<[u8]>, Distribution>;

/// How a value is distributed over runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distribution {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, at least 0.
    pub deviation: f64,
}

impl ZScores {
    /// Adds a value, unless it is there already. Tells whether it was not.
    pub fn insert(&mut self, topic: &[u8], name: &[u8], distribution: Distribution) -> bool {
        let topic = self.0.entry(topic.into()).or_default();
        topic.insert(name.into(), distribution).is_none()
    }

    /// The z-score of a value; `None` where its mean is not known, or all runs had one value and
    /// this is another. What is not a number makes it the same, with its sign.
    pub fn score(&self, topic: &[u8], name: &str, value: f64) -> Option<f64> {
        let Distribution { mean, deviation } = *self.0.get(topic)?.get(name.as_bytes())?;
        if deviation == 0.0 {
            return (value == mean).then_some(0.0);
        }
        if value.is_nan() {
            // 0 / 0, as the reference's machine has it.
            return Some(f64::NAN.copysign(-1.0));
        }
        let nan = [mean, deviation].into_iter().find(|number| number.is_nan());
        Some(nan.unwrap_or((value - mean) / deviation))
    }
}

#[cfg(test)]
mod tests {
    use super::{Distribution, ZScores};

    #[test]
    fn a_score_is_a_number_of_deviations() {
        let mut scores = ZScores::default();
        assert!(scores.insert(b"1", b"map", Distribution { mean: 0.5, deviation: 0.25 }));
        assert!(scores.insert(b"1", b"num_rel", Distribution { mean: 3.0, deviation: 0.0 }));
        assert!(!scores.insert(b"1", b"map", Distribution { mean: 0.0, deviation: 1.0 }));
    }

    #[test]
    fn a_value_without_a_mean_has_no_score() {
        let mut scores = ZScores::default();
        scores.insert(b"1", b"map", Distribution { mean: 0.5, deviation: 0.25 });
        scores.insert(b"1", b"num_rel", Distribution { mean: 3.0, deviation: 0.0 });
        assert_eq!(scores.score(b"1", "map", 0.25), Some(-1.0));
        assert_eq!(scores.score(b"1", "num_rel", 3.0), Some(0.0));
        assert_eq!(scores.score(b"1", "num_rel", 4.0), None);
        assert_eq!(scores.score(b"1", "P_5", 0.5), None);
        assert_eq!(scores.score(b"2", "map", 0.5), None);
    }
}
