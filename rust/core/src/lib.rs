//! TREC evaluation: qrels and runs in, retrieval measures out, with the digits of `trec_eval`.
//!
//! ```
//! use rtreceval_core::{Compat, Evaluator, Options, Plan, Value, formats};
//!
//! let qrels = formats::qrels::parse(b"q1 0 A 3\nq1 0 B 2\nq1 0 C 1\n".to_vec(), "qrels", 1)?;
//! let run = b"q1 Q0 B 1 9 s\nq1 Q0 X 2 8 s\nq1 Q0 A 3 7 s\nq1 Q0 C 4 6 s\n".to_vec();
//! let run = formats::trec_results::parse(run, "run", 1)?;
//! let plan = Plan::parse(&["ndcg_cut.4", "ndcg_exp_cut.4"], Compat::V9)?;
//! let result = Evaluator::new(qrels.into(), plan, Options::default()).evaluate(&run, 1)?;
//! let Some(Value::Number(linear)) = result.summary(0) else { unreachable!() };
//! let Some(Value::Number(exponential)) = result.summary(1) else { unreachable!() };
//! assert_eq!(format!("{linear:.3} {exponential:.3}"), "0.825 0.738");
//! # Ok::<(), rtreceval_core::Error>(())
//! ```

#![forbid(unsafe_code)]

mod any_file;
pub mod blocks;
pub mod choice;
pub mod cli;
pub mod columns;
pub mod conventions;
pub mod error;
pub mod evaluate;
pub mod evaluation;
pub mod explain;
pub mod formats;
pub mod grouped;
pub mod groups;
mod inflow;
pub mod join;
pub mod joined;
pub mod levels;
pub mod lists;
pub mod measures;
mod needed;
mod no_relevant;
pub mod number;
pub mod options;
pub mod order;
pub mod policies;
pub mod preference_ranking;
pub mod preferences;
pub mod presets;
pub mod print;
pub mod qrels;
pub mod rag;
pub mod ranking;
pub mod ranks;
pub mod request;
pub mod run;
pub mod scorer;
mod segments;
pub mod stream;
pub mod subtopics;
pub mod table;
pub mod threads;
pub mod tie_range;
pub mod topics;
pub mod view;
mod whole;
pub mod zscores;

pub use error::{Error, ErrorKind, Place, Result};
pub use evaluate::Evaluator;
pub use evaluation::{Evaluation, Value};
pub use options::{Compat, Options};
pub use qrels::{Qrels, QrelsBuilder};
pub use request::Plan;
pub use run::{Run, RunBuilder};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
