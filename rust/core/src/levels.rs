//! How often each grade is given.

use crate::ranking::Level;

/// The grades given in each of several topics, ascending, with their counts. Negative ones are
/// left out.
#[derive(Debug, Default)]
pub struct Levels {
    all: Vec<Level>,
    /// Where the levels of each topic end.
    ends: Vec<usize>,
    num_judgments: usize,
}

impl Levels {
    /// Adds a topic with these grades.
    pub fn push(&mut self, grades: impl IntoIterator<Item = f64>) {
        let start = self.all.len();
        let counted = grades.into_iter().inspect(|_| self.num_judgments += 1);
        count(counted, &mut self.all, start);
        self.ends.push(self.all.len());
    }

    /// The levels of topics with these grades.
    pub fn of_topics<G: IntoIterator<Item = f64>>(topics: impl IntoIterator<Item = G>) -> Self {
        let mut levels = Self::default();
        for grades in topics {
            levels.push(grades);
        }
        levels
    }

    /// Adds the topics of `others`.
    pub fn append(&mut self, others: &Self) {
        let start = self.all.len();
        self.all.extend_from_slice(&others.all);
        self.ends.extend(others.ends.iter().map(|end| start + end));
        self.num_judgments += others.num_judgments;
    }

    /// The same topics in this order.
    pub fn in_order(&self, order: impl IntoIterator<Item = usize>) -> Self {
        let mut ordered = Self { num_judgments: self.num_judgments, ..Self::default() };
        for topic in order {
            ordered.all.extend_from_slice(self.of(topic));
            ordered.ends.push(ordered.all.len());
        }
        ordered
    }

    /// The levels of a topic.
    pub fn of(&self, topic: usize) -> &[Level] {
        let start = topic.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[topic]]
    }

    /// The levels of all topics.
    pub fn all(&self) -> &[Level] {
        &self.all
    }

    /// Number of grades, of all topics, negative ones among them.
    pub fn num_judgments(&self) -> usize {
        self.num_judgments
    }
}

/// Appends the levels of a topic to those of the topics before, which end at `start`.
pub fn count(grades: impl Iterator<Item = f64>, levels: &mut Vec<Level>, start: usize) {
    let mut last = start;
    for grade in grades.filter(|&grade| grade >= 0.0) {
        // A topic has few levels, and one grade often follows itself.
        if let Some(level) = levels.get_mut(last).filter(|level| level.grade == grade) {
            level.count += 1;
            continue;
        }
        let found = levels[start..].binary_search_by(|level| level.grade.total_cmp(&(grade + 0.0)));
        last = start + found.unwrap_or_else(|at| at);
        match found {
            Ok(_) => levels[last].count += 1,
            Err(_) => levels.insert(last, Level { grade: grade + 0.0, count: 1 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Levels;

    #[test]
    fn grades_are_counted_by_topic() {
        let mut levels = Levels::of_topics([[1.0, 0.0, 1.0, -1.0, 3.0, -0.0, 0.5]]);
        levels.append(&Levels::of_topics([&[][..], &[2.0, 2.0, 1.0]].map(<[f64]>::to_vec)));
        let of = |topic| levels.of(topic).iter().map(|l| (l.grade, l.count)).collect::<Vec<_>>();
        assert_eq!(of(0), [(0.0, 2), (0.5, 1), (1.0, 2), (3.0, 1)]);
        assert_eq!(of(1), []);
        assert_eq!(of(2), [(1.0, 1), (2.0, 2)]);
        assert_eq!(levels.num_judgments(), 10);
        let turned = levels.in_order([2, 0, 1]);
        assert_eq!(turned.of(0), levels.of(2));
        assert_eq!(turned.of(1), levels.of(0));
        assert_eq!((turned.of(2), turned.num_judgments()), (&[][..], 10));
    }
}
