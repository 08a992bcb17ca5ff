//! The topic loop keeps its memory: allocations do not grow with the documents of a run.

use std::fmt::Write;
use std::sync::Arc;

use rtreceval_core::{Compat, Evaluator, Options, Plan, formats};

const TOPICS: usize = 20;

/// Allocations of one evaluation of `depth` documents for each of 20 topics, half of them judged.
fn allocations(measures: &str, depth: usize) -> u64 {
    let (mut qrels, mut run) = (String::new(), String::new());
    for topic in 0..TOPICS {
        for document in 0..depth {
            if document % 2 == 0 {
                let _ = writeln!(qrels, "{topic} 0 d{document} {}", document % 3);
            }
            let _ = writeln!(run, "{topic} Q0 d{document} 0 {}.5 tag", document * 7919 % depth);
        }
    }
    let qrels = formats::qrels::parse(qrels.into_bytes(), "qrels", 1).expect("qrels");
    let run = formats::trec_results::parse(run.into_bytes(), "run", 1).expect("a run");
    let plan = Plan::parse(&[measures], Compat::V9).expect("measures");
    let evaluator = Evaluator::new(Arc::new(qrels), plan, Options::default());
    let mut result = None;
    let counted = allocation_counter::measure(|| result = Some(evaluator.evaluate(&run, 1)));
    assert!(result.is_some_and(|result| result.is_ok()));
    counted.count_total
}

#[test]
fn a_deeper_run_takes_no_more_allocations() {
    // A vector that grows to ten times the size doubles three or four times.
    let growth = 8 * 4;
    for measures in ["ndcg_cut.10", "official", "all_trec"] {
        let (shallow, deep) = (allocations(measures, 100), allocations(measures, 1000));
        assert!(deep <= shallow + growth, "{measures}: {shallow} allocations became {deep}");
    }
}

#[test]
fn a_topic_takes_few_allocations() {
    // Its name, and for each measure with gains or recall points a short list.
    for (measures, of_a_topic) in [("ndcg_cut.10", 2), ("official", 3), ("all_trec", 12)] {
        let found = allocations(measures, 100);
        let bound = 40 + of_a_topic * TOPICS as u64;
        assert!(found <= bound, "{measures}: {found} allocations, at most {bound} expected");
    }
}
