//! The output formats: one writer each.

pub mod trec;
