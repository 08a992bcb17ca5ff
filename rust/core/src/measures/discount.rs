//! The logarithmic discount of the gain measures.

use std::sync::LazyLock;

const KEPT: usize = 2048;

static LOG2: LazyLock<[f64; KEPT]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).log2()));

/// log2(n), from a table where n is small.
pub(super) fn log2(n: usize) -> f64 {
    LOG2.get(n).copied().unwrap_or_else(|| (n as f64).log2())
}
