//! The keyword arguments of an evaluation.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rtreceval_core::Options;
use rtreceval_core::choice::Names;
use rtreceval_core::conventions::Conventions;
use rtreceval_core::policies::Topics;

/// Checks the arguments and puts them together.
pub fn options(
    conventions: &Conventions,
    judged_only: bool,
    max_depth: Option<i64>,
    num_docs: i64,
) -> PyResult<Options> {
    let &Conventions { compat, topics, no_relevant, relevance_level, .. } = conventions;
    if !(relevance_level >= 0.0 && relevance_level.is_finite()) {
        return Err(value_error("relevance_level", &relevance_level, "a number of at least 0"));
    }
    let max_depth = match max_depth {
        None => usize::MAX,
        Some(depth) => match usize::try_from(depth) {
            Ok(depth) if depth > 0 => depth,
            _ => return Err(value_error("max_depth", &depth, "at least 1, or None")),
        },
    };
    if num_docs < 0 {
        return Err(value_error("num_docs", &num_docs, "at least 0"));
    }
    Ok(Options {
        compat,
        relevance_level,
        complete: topics == Topics::Qrels,
        judged_only,
        max_depth,
        num_docs,
        no_relevant,
    })
}

/// The number of threads.
pub fn threads(threads: Option<i64>) -> PyResult<usize> {
    match threads {
        None => {
            let threads = rtreceval_core::threads::default_threads();
            threads.map_err(|error| PyValueError::new_err(error.to_string()))
        }
        Some(threads) => match usize::try_from(threads) {
            Ok(threads) if threads > 0 => Ok(threads),
            _ => Err(value_error("threads", &threads, "at least 1, or None")),
        },
    }
}

/// The error of an argument that is none of some names.
pub fn not_a_name(argument: &str, found: &str, names: &Names) -> PyErr {
    value_error(argument, &format!("'{found}'"), &names.quoted())
}

/// The error of an argument that is out of its range.
pub fn value_error(name: &str, found: &dyn std::fmt::Display, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: found {found}, expected {expected}"))
}
