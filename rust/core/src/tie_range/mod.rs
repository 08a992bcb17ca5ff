//! The lowest and the highest value that any order of equal scores could give.

use std::cmp::Ordering;
use std::ops::Range;

use crate::error::Result;
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::join::Joiner;
use crate::joined::Joined;
use crate::measures::Search;
use crate::options::Options;
use crate::order::Order;
use crate::policies::Ties;
use crate::ranking::{Level, Pooled, Ranking};
use crate::request::Instance;
use crate::run::Run;
use crate::scorer::Scores;
use crate::view::{self, Scratch};

/// So many orders of one topic are looked at for one measure.
const MOST_ORDERS: f64 = 20_000.0;

/// The bounds of an evaluation.
#[derive(Debug, Clone)]
pub struct TieRange {
    /// The lowest value of each topic, and their averages. NaN where it is not known.
    pub lowest: Evaluation,
    /// The highest value of each topic, and their averages. NaN where it is not known.
    pub highest: Evaluation,
    /// Measures and topics with more orders than are looked at.
    pub unknown: Vec<(&'static str, Box<[u8]>)>,
}

impl Evaluator {
    /// The lowest and the highest value of each topic over all orders of equal scores, and what
    /// they average to. `ties` is the order that the run is evaluated in.
    ///
    /// # Errors
    ///
    /// The judgments are not by document, a measure needs other ones, no topic is common to qrels
    /// and run, or as of [`Order::new`].
    pub fn tie_range(&self, run: &Run, ties: Ties) -> Result<TieRange> {
        self.plan().check_needs(self.qrels().kind().gives())?;
        let (documents, plan, options) = (self.documents()?, self.plan(), self.options());
        let (mut lowest, mut highest) = (Scores::default(), Scores::default());
        let (mut unknown, mut unjudged) = (Vec::new(), Vec::new());
        for (in_run, name) in run.topics().iter().enumerate() {
            let Some(in_qrels) = self.qrels().find(name) else {
                unjudged.push(name.clone());
                continue;
            };
            let judged = documents.topic(in_qrels);
            let by_docno = self.qrels().kind().by_docno();
            let order = Order::new(run, in_run, options.compat, ties, by_docno)?;
            let grade = |docno: &[u8]| {
                let grade = judged.grade(docno)?;
                Some(if grade < 0.0 { -1.0 } else { grade }) // one is as good as another
            };
            let by_line: Vec<_> = run.docs(in_run).map(|(docno, _)| grade(docno)).collect();
            let grades: Vec<_> = order.indexes.iter().map(|&index| by_line[index]).collect();
            let mut topic = Topic::new(grades, order.ties, self.qrels().levels(in_qrels), options);
            let (mut bounds, mut texts) = (Bounds::default(), Vec::new());
            for instance in &plan.instances {
                let of_measure = topic.bounds(instance, &mut texts);
                if of_measure.is_none() {
                    unknown.push((instance.measure.name, name.clone()));
                }
                let no_bounds = || Bounds::of(&vec![f64::NAN; instance.num_numbers()]);
                bounds.append(of_measure.unwrap_or_else(no_bounds));
            }
            lowest.push_values(in_qrels, &bounds.low, &texts);
            highest.push_values(in_qrels, &bounds.high, &texts);
        }
        let finish = |scores| self.finish(&[scores], run.tag().to_vec(), unjudged.clone());
        Ok(TieRange { lowest: finish(lowest)?, highest: finish(highest)?, unknown })
    }
}

/// A topic's ranking by the grades of its documents (`None`: not in the qrels).
struct Topic<'a> {
    grades: Vec<Option<f64>>,
    /// The places that share a score, but not a grade.
    groups: Vec<Range<usize>>,
    /// Whether `-M` cuts a group, and `-J` then thins what is left: no order is best for sure.
    is_cut_and_thinned: bool,
    levels: &'a [Level],
    options: &'a Options,
    joiner: Joiner,
    pooled: Vec<Pooled>,
}

impl<'a> Topic<'a> {
    fn new(
        grades: Vec<Option<f64>>,
        mut groups: Vec<Range<usize>>,
        levels: &'a [Level],
        options: &'a Options,
    ) -> Self {
        let depth = options.max_depth;
        groups.retain(|group| {
            let is_mixed = grades[group.clone()].windows(2).any(|pair| pair[0] != pair[1]);
            is_mixed && group.start < depth
        });
        let is_cut = groups.last().is_some_and(|group| depth < group.end);
        let is_cut_and_thinned = is_cut && options.judged_only;
        let (joiner, pooled) = (Joiner::default(), Vec::new());
        Self { grades, groups, is_cut_and_thinned, levels, options, joiner, pooled }
    }

    fn ranking(&mut self, grades: &[Option<f64>]) -> Ranking<'_> {
        self.pooled.clear();
        let ranked = (1..).zip(grades);
        self.pooled
            .extend(ranked.filter_map(|(rank, grade)| Some(Pooled { rank, grade: (*grade)? })));
        self.joiner.join_pooled(self.levels, grades.len(), &self.pooled, self.options)
    }

    /// The numbers of a measure where the documents have these grades.
    fn compute(&mut self, instance: &Instance, grades: &[Option<f64>]) -> Vec<f64> {
        let mut numbers = vec![0.0; instance.num_numbers()];
        let mut scratch = Scratch::default();
        let ranking = self.ranking(grades);
        instance.compute(&Joined::Grades(&ranking), &mut scratch, &mut numbers, &mut Vec::new());
        numbers
    }

    /// The bounds of a measure, if they can be found. Adds its text, if that is what it computes,
    /// in the order of the run.
    fn bounds(&mut self, instance: &Instance, texts: &mut Vec<String>) -> Option<Bounds> {
        let grades = self.grades.clone();
        let mut numbers = vec![0.0; instance.num_numbers()];
        let mut scratch = Scratch::default();
        let ranking = self.ranking(&grades);
        instance.compute(&Joined::Grades(&ranking), &mut scratch, &mut numbers, texts);
        let bounds = Bounds::of(&numbers);
        if numbers.is_empty() || self.groups.is_empty() {
            return Some(bounds);
        }
        // Where a measure sees other ranks or grades, the order of these does not tell.
        let search = if instance.view.judged_only || instance.view.grades != view::Grades::AsJudged
        {
            Search::All
        } else {
            let seen = instance.seen(&self.ranking(&grades), &mut scratch);
            instance.measure.search(&instance.args, &seen, &grades)
        };
        let orders = self.groups.iter().map(|group| num_orders(&grades[group.clone()]));
        let (of_groups, of_all) = orders.fold((0.0, 1.0), |(sum, all), n| (sum + n, all * n));
        match search {
            Search::Sort(worth) if !self.is_cut_and_thinned => {
                Some(self.sort(instance, bounds, &worth))
            }
            // What is best for one number need not be for another.
            Search::Groups if !self.is_cut_and_thinned && numbers.len() == 1 => {
                (of_groups <= MOST_ORDERS).then(|| self.search_groups(instance, bounds))
            }
            _ => (of_all <= MOST_ORDERS).then(|| self.search_all(instance, bounds)),
        }
    }

    /// Sorts each group by worth, rising and falling.
    fn sort(&mut self, instance: &Instance, mut bounds: Bounds, worth: &[f64]) -> Bounds {
        let mut places: Vec<usize> = (0..self.grades.len()).collect();
        for is_falling in [false, true] {
            for group in &self.groups {
                let places = &mut places[group.clone()];
                places.sort_by(|&a, &b| worth[a].total_cmp(&worth[b]));
                if is_falling {
                    places.reverse();
                }
            }
            let sorted: Vec<_> = places.iter().map(|&place| self.grades[place]).collect();
            bounds.include(&self.compute(instance, &sorted));
        }
        bounds
    }

    /// Finds the best and the worst order of each group; the groups add up.
    fn search_groups(&mut self, instance: &Instance, mut bounds: Bounds) -> Bounds {
        let (mut worst, mut best) = (self.grades.clone(), self.grades.clone());
        for group in self.groups.clone() {
            let mut order = self.grades.clone();
            order[group.clone()].sort_by(compare);
            let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
            loop {
                let value = self.compute(instance, &order)[0];
                if value < lowest {
                    lowest = value;
                    worst[group.clone()].copy_from_slice(&order[group.clone()]);
                }
                if value > highest {
                    highest = value;
                    best[group.clone()].copy_from_slice(&order[group.clone()]);
                }
                if !next_order(&mut order[group.clone()]) {
                    break;
                }
            }
        }
        bounds.include(&self.compute(instance, &worst));
        bounds.include(&self.compute(instance, &best));
        bounds
    }

    /// Looks at all orders of all groups.
    fn search_all(&mut self, instance: &Instance, mut bounds: Bounds) -> Bounds {
        let (mut order, groups) = (self.grades.clone(), self.groups.clone());
        for group in &groups {
            order[group.clone()].sort_by(compare);
        }
        loop {
            bounds.include(&self.compute(instance, &order));
            // As an odometer counts: the first group that has a next order takes it, and those
            // before it, which had none, have begun again.
            if !groups.iter().any(|group| next_order(&mut order[group.clone()])) {
                return bounds;
            }
        }
    }
}

/// The lowest and the highest value of each number so far.
#[derive(Default)]
struct Bounds {
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Bounds {
    fn of(numbers: &[f64]) -> Self {
        Self { low: numbers.to_vec(), high: numbers.to_vec() }
    }

    fn append(&mut self, other: Self) {
        self.low.extend(other.low);
        self.high.extend(other.high);
    }

    fn include(&mut self, numbers: &[f64]) {
        for ((low, high), &number) in self.low.iter_mut().zip(&mut self.high).zip(numbers) {
            (*low, *high) = (low.min(number), high.max(number));
        }
    }
}

/// The number of different orders of grades.
fn num_orders(grades: &[Option<f64>]) -> f64 {
    let mut sorted = grades.to_vec();
    sorted.sort_by(compare);
    let (mut orders, mut placed) = (1.0, 0.0);
    for same in sorted.chunk_by(|a, b| a == b) {
        for nth in 1..=same.len() {
            placed += 1.0;
            orders *= placed / nth as f64;
        }
    }
    orders.round()
}

/// Steps to the next order, from a sorted one through all; after the last the first comes back,
/// and false.
fn next_order(grades: &mut [Option<f64>]) -> bool {
    let Some(fall) = grades.windows(2).rposition(|pair| compare(&pair[0], &pair[1]).is_lt()) else {
        grades.reverse();
        return false;
    };
    let from = grades[fall];
    if let Some(to) = grades.iter().rposition(|grade| compare(&from, grade).is_lt()) {
        grades.swap(fall, to);
    }
    grades[fall + 1..].reverse();
    true
}

/// The order in which the orders are walked; grades are not NaN.
#[allow(clippy::ref_option)] // as sorting wants it
fn compare(a: &Option<f64>, b: &Option<f64>) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests;
