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
    pub fn adopt(&mut self, other: Self) -> Vec<usize> {
        if self.names.is_empty() {
            *self = other;
            return (0..self.names.len()).collect();
        }
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
