//! The Python face: convert in, call the core, convert out.

#![deny(unsafe_code)]

mod arguments;
mod arrays;
mod arrow;
mod columns;
mod conventions;
mod errors;
mod evaluation;
mod evaluator;
mod export;
mod frame;
mod held;
mod html;
mod ids;
mod lent;
mod mapping;
mod measures;
mod options;
mod pickle;
mod plain_dict;
mod problem;
mod pytrec_eval;
mod qrels;
mod rag;
mod run;
mod table;
mod unmatched;
mod values;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The compiled part of rtreceval. Its public names are those of the package.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::cli;
    #[pymodule_export]
    use super::conventions::{conventions, presets};
    #[pymodule_export]
    use super::evaluation::Evaluation;
    #[pymodule_export]
    use super::evaluator::{Evaluator, evaluate};
    #[pymodule_export]
    use super::measures::{Measure, measures};
    #[pymodule_export]
    use super::pytrec_eval::{parse_qrel, parse_run, pytrec_eval_values};
    #[pymodule_export]
    use super::qrels::{Qrels, read_qrels};
    #[pymodule_export]
    use super::rag::{
        Comparison, Report, RetrievalMetrics, evaluate_golden, evaluate_items, from_trec,
        golden_fields, hit_at_k, mrr, ndcg_at_k, precision_at_k, recall_at_k, required_depth,
        retrieval_metrics, to_trec,
    };
    #[pymodule_export]
    use super::run::{Run, read_run};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::lent::lend();
        module.add("__version__", rtreceval_core::VERSION)
    }
}

/// Run the command line with the arguments after the program's name.
///
/// Results go to the process's standard output, messages to its standard error.
///
/// Returns:
///     The exit status: 0, or what trec_eval gives: 1 for a command line that cannot be carried
///     out, 2 for an input that cannot be read, 4 for a topic that cannot be scored, 7 where no
///     topic is common to qrels and run.
#[pyfunction]
fn cli(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| {
        let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
        rtreceval_core::cli::run(args, &mut out, &mut err)
    })
}
