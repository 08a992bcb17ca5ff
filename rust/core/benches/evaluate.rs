//! Times of the readers and of every measure of the table.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rtreceval_core::measures::{Compute, MEASURES};
use rtreceval_core::ranking::{Level, Pooled, Ranking};
use rtreceval_core::{Compat, Evaluator, Options, Plan, formats};

const TOPICS: usize = 50;
const DEPTH: usize = 1000;

/// Qrels that judge every other document of each topic, grades 0 to 3.
fn qrels() -> Vec<u8> {
    let mut text = String::new();
    for topic in 0..TOPICS {
        for document in (0..DEPTH).step_by(2) {
            let _ = writeln!(text, "{topic} 0 document-{document} {}", document / 2 % 4);
        }
    }
    text.into_bytes()
}

/// A run in order, with a tie at every tenth document.
fn run() -> Vec<u8> {
    let mut text = String::new();
    for topic in 0..TOPICS {
        for rank in 0..DEPTH {
            let (document, score) = (rank * 7 % DEPTH, DEPTH - rank + usize::from(rank % 10 == 9));
            let _ = writeln!(text, "{topic} Q0 document-{document} {rank} {score}.125 tag");
        }
    }
    text.into_bytes()
}

fn readers(criterion: &mut Criterion) {
    let (qrels, run) = (qrels(), run());
    let mut group = criterion.benchmark_group("read");
    group.throughput(Throughput::Bytes(qrels.len() as u64));
    group.bench_function("qrels", |b| {
        b.iter(|| formats::qrels::parse(qrels.clone(), "qrels", 1).expect("qrels"));
    });
    group.throughput(Throughput::Bytes(run.len() as u64));
    group.bench_function("trec_results", |b| {
        b.iter(|| formats::trec_results::parse(run.clone(), "run", 1).expect("a run"));
    });
    group.finish();

    let prepared = Arc::new(formats::qrels::parse(qrels, "qrels", 1).expect("qrels"));
    let parsed = formats::trec_results::parse(run, "run", 1).expect("a run");
    for set in ["ndcg_cut.10", "official", "all_trec"] {
        let plan = Plan::parse(&[set], Compat::V9).expect("measures");
        let evaluator = Evaluator::new(Arc::clone(&prepared), plan, Options::default());
        criterion.bench_function(&format!("evaluate/{set}"), |b| {
            b.iter(|| evaluator.evaluate(black_box(&parsed), 1).expect("a result"));
        });
    }
}

fn measures(criterion: &mut Criterion) {
    let pooled: Vec<Pooled> =
        (1..=DEPTH).step_by(2).map(|rank| Pooled { rank, grade: (rank / 2 % 4) as f64 }).collect();
    let levels: Vec<Level> =
        (0..4).map(|grade| Level { grade: f64::from(grade), count: DEPTH / 4 }).collect();
    let ranking = Ranking::new(DEPTH, &pooled, &levels, &Options::default());
    let mut group = criterion.benchmark_group("measure");
    for measure in MEASURES {
        let plan = Plan::parse(&[measure.name], Compat::V9).expect("a measure");
        let instance = &plan.instances[0];
        let mut values = vec![0.0; instance.columns.len()];
        group.bench_function(measure.name, |b| {
            b.iter(|| match measure.compute {
                Compute::One(compute) => values[0] = compute(black_box(&ranking), &instance.args),
                Compute::Many(compute) => {
                    compute(black_box(&ranking), &instance.args, &mut values);
                }
                Compute::Text(compute) => {
                    black_box(compute(black_box(&ranking), &instance.args));
                }
                Compute::Nothing => {}
            });
        });
    }
    group.finish();
}

criterion_group!(benches, readers, measures);
criterion_main!(benches);
