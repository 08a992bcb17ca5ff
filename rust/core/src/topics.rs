//! Names of topics, numbered as they first appear.

use std::collections::HashMap;

/// Numbers topic names. Asking for the name asked for last is one comparison.
#[derive(Debug, Default)]
pub struct Topics {
    numbers: HashMap<Box<[u8]>, usize, foldhash::fast::RandomState>,
    names: Vec<Box<[u8]>>,
    last: usize,
}

impl Topics {
    /// The number of a topic, a new one if the name is new.
    pub fn number(&mut self, name: &[u8]) -> usize {
        if self.names.get(self.last).is_some_and(|last| **last == *name) {
            return self.last;
        }
        self.last = self.numbers.get(name).copied().unwrap_or_else(|| {
            self.names.push(name.into());
            self.numbers.insert(name.into(), self.names.len() - 1);
            self.names.len() - 1
        });
        self.last
    }

    /// Sorts the names by bytes. Gives them, and the place that each number has among them.
    pub fn sorted(self) -> (Vec<Box<[u8]>>, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_unstable_by(|&a, &b| self.names[a].cmp(&self.names[b]));
        let mut place = vec![0; order.len()];
        for (sorted, &number) in order.iter().enumerate() {
            place[number] = sorted;
        }
        let mut names = self.names;
        let sorted = order.iter().map(|&number| std::mem::take(&mut names[number])).collect();
        (sorted, place)
    }
}

/// Brings rows into the order of their topics, those of one topic in the order they came in.
/// Gives the rows and where each topic's begin, with the end of the last.
pub fn group<R: Copy + Default>(
    rows: Vec<R>,
    topics: usize,
    topic: impl Fn(&R) -> usize,
) -> (Vec<R>, Vec<usize>) {
    let mut starts = vec![0; topics + 1];
    for row in &rows {
        starts[topic(row) + 1] += 1;
    }
    for topic in 0..topics {
        starts[topic + 1] += starts[topic];
    }
    if rows.is_sorted_by_key(&topic) {
        return (rows, starts);
    }
    let mut next = starts.clone();
    let mut grouped = vec![R::default(); rows.len()];
    for row in rows {
        let place = &mut next[topic(&row)];
        grouped[*place] = row;
        *place += 1;
    }
    (grouped, starts)
}
