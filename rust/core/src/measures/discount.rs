//! The logarithmic discount of the gain measures, and their sums.

use std::sync::LazyLock;

use super::Print::{Count, Decimal};
use super::working::Columns;

const KEPT: usize = 2048;

static LOG2: LazyLock<[f64; KEPT]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).log2()));

/// log2(n), from a table where n is small.
pub(super) fn log2(n: usize) -> f64 {
    LOG2.get(n).copied().unwrap_or_else(|| (n as f64).log2())
}

/// A gain at a rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gain {
    pub(super) rank: usize,
    pub(super) gain: f64,
}

impl Gain {
    /// What the steps of a discounted sum tell.
    pub(super) const COLUMNS: Columns =
        &[("gain", Count), ("discount", Decimal), ("adds", Decimal), ("sum", Decimal)];

    /// The gain, discounted.
    pub(super) fn discounted(self) -> f64 {
        self.gain / log2(self.rank + 1)
    }

    /// The gain, the discount, and the product.
    pub(super) fn term(self) -> (usize, [f64; 3]) {
        (self.rank, [self.gain, 1.0 / log2(self.rank + 1), self.discounted()])
    }
}

/// The sum of discounted gains.
pub(super) fn discounted_sum(gains: impl Iterator<Item = Gain>) -> f64 {
    gains.fold(0.0, |sum, gain| sum + gain.discounted())
}

/// Calls `each` with the index of each cutoff (ascending) and the sum of discounted gains up to
/// there.
pub(super) fn discounted_sums(
    gains: impl Iterator<Item = Gain>,
    cutoffs: &[usize],
    mut each: impl FnMut(usize, f64),
) {
    let mut gains = gains.peekable();
    let mut sum = 0.0;
    for (index, &k) in cutoffs.iter().enumerate() {
        while let Some(gain) = gains.next_if(|gain| gain.rank <= k) {
            sum += gain.discounted();
        }
        each(index, sum);
    }
}
