//! Evaluates a run file in whatever format it is.

use std::path::Path;

use crate::error::{ErrorKind, Result};
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::formats::guess::{self, Guess};
use crate::formats::{self, RUNS};
use crate::qrels::Kind;

impl Evaluator {
    /// Evaluates a run file (`-` is the standard input) on up to `threads` threads. A run of TREC is
    /// evaluated as by [`Evaluator::evaluate_file`]; where that fails, the file may be in another
    /// format, which then is given too.
    ///
    /// # Errors
    ///
    /// As of [`Evaluator::evaluate_file`]; of a file in another format, what its reader refuses.
    pub fn evaluate_any_file(
        &self,
        file: &Path,
        threads: usize,
    ) -> Result<(Evaluation, Option<Guess>)> {
        let name = formats::name(file);
        let is_streamed = matches!(self.qrels().kind(), Kind::Grades | Kind::Subtopics(_));
        if !is_streamed || !file.is_file() {
            // Read into memory anyway, and perhaps to be read once.
            let (run, guess) =
                formats::read_any(RUNS, formats::read_file(file, threads)?, &name, threads)?;
            return Ok((self.evaluate(&run, threads)?, guess));
        }
        let error = match self.evaluate_file(file, threads) {
            Err(error) if matches!(error.kind(), ErrorKind::Malformed { .. }) => error,
            result => return Ok((result?, None)),
        };
        let text = formats::read_file(file, threads)?;
        let (format, guess) = guess::format(RUNS, &text, &name)?;
        if guess.is_none() {
            return Err(error);
        }
        let run = (format.parse)(text, &name, threads)?;
        Ok((self.evaluate(&run, threads)?, guess))
    }
}
