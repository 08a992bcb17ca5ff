//! Views of a ranking: what a measure's own cutoff, relevance level and the like make of it.
//!
//! The join is done once for all measures; a view is a cheap look at its result.

use crate::ranking::{Level, Pooled, Ranking};

/// How one measure looks at a ranking.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// The lowest grade that counts as relevant, where it is not that of the options.
    pub relevance_level: Option<f64>,
    /// Drop documents without a judgment first.
    pub judged_only: bool,
    /// Look at the first so many documents only.
    pub cutoff: Option<usize>,
    /// What becomes of the grades.
    pub grades: Grades,
}

/// What becomes of the grades.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Grades {
    /// They are what the judgments say.
    #[default]
    AsJudged,
    /// 1 from the relevance level on, else 0.
    Binary,
    /// Some are replaced. Both sides are at least 0.
    Mapped(Vec<(f64, f64)>),
}

/// Memory for views, kept from one to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    pooled: Vec<Pooled>,
    levels: Vec<Level>,
    documents: Vec<usize>,
}

impl View {
    /// Whether it shows the ranking as it is.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it shows a difference between a document judged not relevant and one without a
    /// judgment.
    pub fn needs_nonrelevant(&self) -> bool {
        let from_0 = |grades: &[(f64, f64)]| grades.iter().any(|&(grade, _)| grade == 0.0);
        self.judged_only
            || self.relevance_level.is_some_and(|level| level <= 0.0)
            || matches!(&self.grades, Grades::Mapped(grades) if from_0(grades))
    }

    /// The ranking as this view shows it.
    pub fn of<'a>(&self, ranking: &Ranking<'a>, scratch: &'a mut Scratch) -> Ranking<'a> {
        let Scratch { pooled: kept, levels: new_levels, documents } = scratch;
        let mut subtopics = ranking.subtopics;
        let (mut num_ret, mut pooled, mut levels) =
            (ranking.num_ret, ranking.pooled, ranking.levels);
        let mut relevance_level = self.relevance_level.unwrap_or(ranking.relevance_level);
        let renumbers = self.judged_only;
        let regrades = self.grades != Grades::AsJudged;
        let first = |pooled: &[Pooled]| match self.cutoff {
            Some(k) => pooled.partition_point(|d| d.rank <= k),
            None => pooled.len(),
        };
        if renumbers || regrades {
            kept.clear();
            if renumbers {
                let judged = ranking.judged().zip(1..);
                kept.extend(judged.map(|(d, rank)| Pooled { rank, grade: d.grade }));
                num_ret = kept.len();
                if let Some(covered) = &mut subtopics {
                    documents.clear();
                    let all = ranking.pooled.iter().zip(covered.documents);
                    documents.extend(all.filter(|(d, _)| d.grade >= 0.0).map(|(_, number)| number));
                    covered.documents = documents;
                }
            } else {
                kept.extend_from_slice(&pooled[..first(pooled)]);
            }
            if regrades {
                for document in kept.iter_mut().filter(|d| d.grade >= 0.0) {
                    document.grade = self.grade(document.grade, relevance_level);
                }
                self.map_levels(levels, relevance_level, new_levels);
                levels = new_levels;
            }
            pooled = kept;
        }
        if self.grades == Grades::Binary {
            relevance_level = 1.0;
        }
        pooled = &pooled[..first(pooled)];
        if let Some(covered) = &mut subtopics {
            covered.documents = &covered.documents[..pooled.len()];
        }
        num_ret = num_ret.min(self.cutoff.unwrap_or(usize::MAX));
        let relevant = |grade: f64| grade >= relevance_level;
        Ranking {
            num_ret,
            pooled,
            levels,
            relevance_level,
            num_rel: levels.iter().filter(|l| relevant(l.grade)).map(|l| l.count).sum(),
            num_rel_ret: pooled.iter().filter(|d| relevant(d.grade)).count(),
            subtopics,
            ..*ranking
        }
    }

    /// What becomes of a grade of at least 0.
    fn grade(&self, grade: f64, relevance_level: f64) -> f64 {
        match &self.grades {
            Grades::AsJudged => grade,
            Grades::Binary => f64::from(u8::from(grade >= relevance_level)),
            Grades::Mapped(to) => {
                to.iter().find(|&&(from, _)| from == grade).map_or(grade, |&(_, to)| to)
            }
        }
    }

    fn map_levels(&self, levels: &[Level], relevance_level: f64, mapped: &mut Vec<Level>) {
        mapped.clear();
        for &Level { grade, count } in levels {
            let grade = self.grade(grade, relevance_level);
            match mapped.binary_search_by(|level| level.grade.total_cmp(&grade)) {
                Ok(at) => mapped[at].count += count,
                Err(at) => mapped.insert(at, Level { grade, count }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Grades, Scratch, View};
    use crate::options::Options;
    use crate::ranking::{Level, Pooled, Ranking};

    const POOLED: [Pooled; 4] = [
        Pooled { rank: 1, grade: 1.0 },
        Pooled { rank: 3, grade: -1.0 },
        Pooled { rank: 4, grade: 0.0 },
        Pooled { rank: 6, grade: 2.0 },
    ];
    const LEVELS: [Level; 3] = [
        Level { grade: 0.0, count: 1 },
        Level { grade: 1.0, count: 2 },
        Level { grade: 2.0, count: 1 },
    ];

    fn seen(view: &View, look: impl Fn(&Ranking)) {
        let mut scratch = Scratch::default();
        look(&view.of(&Ranking::new(8, &POOLED, &LEVELS, &Options::default()), &mut scratch));
    }

    #[test]
    fn cuts_without_forgetting_what_is_relevant() {
        seen(&View { cutoff: Some(4), ..View::default() }, |ranking| {
            assert_eq!((ranking.num_ret, ranking.num_rel, ranking.num_rel_ret), (4, 3, 1));
            assert_eq!(ranking.pooled, &POOLED[..3]);
        });
    }

    #[test]
    fn drops_the_unjudged_before_it_cuts() {
        let view = View { judged_only: true, cutoff: Some(2), ..View::default() };
        seen(&view, |ranking| {
            assert_eq!((ranking.num_ret, ranking.num_rel_ret), (2, 1));
            assert_eq!(ranking.pooled[1], Pooled { rank: 2, grade: 0.0 });
        });
    }

    #[test]
    fn has_another_relevance_level() {
        seen(&View { relevance_level: Some(2.0), ..View::default() }, |ranking| {
            assert_eq!((ranking.num_rel, ranking.num_rel_ret), (1, 1));
        });
    }

    #[test]
    fn maps_grades_and_keeps_their_order() {
        let to = Grades::Mapped(vec![(0.0, 5.0), (1.0, 2.0)]);
        seen(&View { grades: to, ..View::default() }, |ranking| {
            assert_eq!(ranking.pooled[2].grade, 5.0);
            assert_eq!(ranking.pooled[1].grade, -1.0);
            let levels = [Level { grade: 2.0, count: 3 }, Level { grade: 5.0, count: 1 }];
            assert_eq!(ranking.levels, &levels);
        });
    }

    #[test]
    fn makes_grades_binary_at_the_level() {
        let view = View { grades: Grades::Binary, relevance_level: Some(2.0), ..View::default() };
        seen(&view, |ranking| {
            assert_eq!(ranking.levels[1], Level { grade: 1.0, count: 1 });
            assert_eq!((ranking.pooled[3].grade, ranking.num_rel_ret), (1.0, 1));
        });
    }
}
