//! The command line: options in, an evaluation, results and messages out.
//!
//! Where the first argument is the name of a command, that takes the rest.

mod evaluate;
mod explain;
mod flags;
mod golden;
mod help;
mod options;
mod parse;
mod rag;
mod read;
mod subcommand;
mod warnings;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use crate::error::Error;

pub use flags::{Action, Flags};

/// What the first argument can name in place of the qrels.
struct Command {
    name: &'static str,
    /// One line.
    title: &'static str,
    /// Whether it says 1 for a regression that it found, so that every error is 2.
    is_gate: bool,
    /// Runs it with the arguments after its name. Gives the exit status.
    run: fn(Vec<OsString>, &mut dyn Write, &mut dyn Write) -> Status,
}

static COMMANDS: &[Command] = &[explain::COMMAND, rag::COMMAND, golden::COMMAND];

/// Runs the program with the arguments after its name. Results go to `out`, messages to `err`.
/// Gives the exit status.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut args: Vec<_> = args.into_iter().collect();
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let named = |command: &&Command| args.first().is_some_and(|first| first == command.name);
    let command = COMMANDS.iter().find(named);
    let result = match command {
        Some(command) => (command.run)(args.split_off(1), &mut out, err),
        None => evaluate::run(args, &mut out, err),
    };
    match result.and_then(|status| Ok(out.flush().map(|()| status)?)) {
        Ok(status) => status,
        // The reader has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(Failure::Output(error)) => {
            message(err, &Error::io("standard output", &error));
            2
        }
        Err(Failure::Error(error)) => {
            message(err, &error);
            let status = error.exit_status();
            if status == 1 {
                let name = command.map_or_else(String::new, |command| format!("{} ", command.name));
                message(err, &format!("'rtreceval {name}-h' tells how to call it"));
            }
            if command.is_some_and(|command| command.is_gate) { 2 } else { status }
        }
    }
}

/// The exit status, or why there is none to choose.
type Status = Result<u8, Failure>;

/// Why there is no result.
enum Failure {
    Error(Error),
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The one way a message gets out. Where it cannot, there is nobody to tell.
fn message(err: &mut dyn Write, text: &dyn std::fmt::Display) {
    let _ = writeln!(err, "rtreceval: {text}");
}
