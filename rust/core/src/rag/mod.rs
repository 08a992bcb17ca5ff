//! Retrieval metrics for people who build RAG: rankings of ids with graded judgments, and golden
//! sets of questions with expected documents and content terms.
//!
//! Everything ends in a [`report::Report`], which [`mod@write`] writes and [`gate`] compares with
//! an earlier one.
//!
//! ```
//! use rtreceval_core::rag::metrics::Judged;
//!
//! let ranked = ["B", "X", "A", "C"].map(str::as_bytes);
//! let qrels = [("A", 3.0), ("B", 2.0), ("C", 1.0)].map(|(id, grade)| (id.as_bytes(), grade));
//! let judged = Judged::new(ranked, qrels);
//! assert_eq!(format!("{:.3} {:.2}", judged.ndcg_at(4), judged.precision_at(4)), "0.738 0.75");
//! ```

pub mod baseline;
pub mod cases;
pub mod evidence;
pub mod facets;
pub mod gate;
pub mod golden;
pub mod items;
pub mod json;
pub mod jsonl;
pub mod matching;
pub mod metrics;
pub mod report;
pub mod trec;
pub mod write;

use crate::error::{Error, ErrorKind};

/// The error of something that has no place in a file.
fn malformed(found: String, expected: &str) -> Error {
    Error::new(ErrorKind::Malformed { found, expected: expected.to_owned() })
}
