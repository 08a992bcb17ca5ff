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

    /// Numbers the names of another list too. Gives the number here of each of its numbers.
    pub fn adopt(&mut self, other: &Self) -> Vec<usize> {
        other.names.iter().map(|name| self.number(name)).collect()
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

/// Brings rows into the order of their topics, in place. Gives where each topic's begin, with the
/// end of the last.
pub fn group<R>(rows: &mut [R], topics: usize, topic: impl Fn(&R) -> usize) -> Vec<usize> {
    let mut starts = vec![0; topics + 1];
    for row in &*rows {
        starts[topic(row) + 1] += 1;
    }
    for topic in 0..topics {
        starts[topic + 1] += starts[topic];
    }
    // Every swap brings one row to its topic.
    let mut next = starts.clone();
    for this in 0..topics {
        while next[this] < starts[this + 1] {
            let place = next[this];
            let other = topic(&rows[place]);
            if other != this {
                rows.swap(place, next[other]);
            }
            next[other] += 1;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::group;

    #[test]
    fn rows_come_together_by_topic() {
        let mut rows: Vec<usize> = (0..500).map(|n| n * n % 7).collect();
        let mut sorted = rows.clone();
        sorted.sort_unstable();
        let starts = group(&mut rows, 7, |&row| row);
        assert_eq!(rows, sorted);
        assert_eq!(starts.len(), 8);
        assert!(
            (0..7).all(|topic| rows[starts[topic]..starts[topic + 1]].iter().all(|&r| r == topic))
        );
    }
}
