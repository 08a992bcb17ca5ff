//! What a preference measure sees: one topic's preferences, and which of them a ranking keeps.

/// Which preferences count, by how many of their two documents are retrieved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Both.
    Retrieved,
    /// One or both.
    Implied,
    /// Any number. A preference with neither retrieved is not fulfilled.
    All,
}

/// How many preferences there are, and how many of them the ranking keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those whose better document is retrieved, and the other one further down or not at all.
    pub fulfilled: usize,
    /// All.
    pub possible: usize,
}

/// The preferences of one topic, joined with its ranking.
///
/// A document goes by its place: the retrieved documents come first, by rank, then the others, by
/// id. So a preference is fulfilled if its better document is retrieved and has the lower place.
#[derive(Debug)]
pub struct PreferenceRanking {
    /// Number of documents in some preference.
    pub num_judged: usize,
    /// Number of them that are retrieved.
    pub num_retrieved: usize,
    /// The judgment groups, by name.
    pub groups: Vec<Group>,
}

/// The preferences of one judgment group, among its members: its documents, by place. The first
/// `num_retrieved` of them are retrieved.
#[derive(Debug)]
pub struct Group {
    places: Vec<usize>,
    num_retrieved: usize,
    /// Members level by level, best level first, of each subgroup.
    subgroups: Vec<Vec<Vec<usize>>>,
    /// The subgroups and levels that each member is in.
    positions: Vec<Vec<(usize, usize)>>,
    kinds: Vec<Relevance>,
    counts: Counts,
}

/// What the level of a document says beyond its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relevance {
    Relevant,
    NotRelevant,
    Unknown,
}

/// Preferences counted by how many of their two documents are retrieved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    both: Tally,
    one: Tally,
    neither: usize,
}

impl PreferenceRanking {
    /// The preferences of all groups together.
    pub fn tally(&self, scope: Scope) -> Tally {
        self.groups.iter().fold(Tally::default(), |sum, group| sum.and(group.tally(scope)))
    }
}

impl Tally {
    /// The sum of two.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            fulfilled: self.fulfilled + other.fulfilled,
            possible: self.possible + other.possible,
        }
    }

    /// The share of preferences fulfilled; not a number where none is possible.
    pub fn ratio(self) -> f64 {
        self.fulfilled as f64 / self.possible as f64
    }
}

impl Counts {
    fn add(&mut self, better: usize, worse: usize, num_retrieved: usize) {
        let tally = match (better < num_retrieved, worse < num_retrieved) {
            (true, true) => &mut self.both,
            (false, false) => {
                self.neither += 1;
                return;
            }
            _ => &mut self.one,
        };
        tally.possible += 1;
        tally.fulfilled += usize::from(better < worse);
    }

    fn tally(&self, scope: Scope) -> Tally {
        match scope {
            Scope::Retrieved => self.both,
            Scope::Implied => self.both.and(self.one),
            Scope::All => {
                let neither = Tally { fulfilled: 0, possible: self.neither };
                self.both.and(self.one).and(neither)
            }
        }
    }

    /// Counts that each member of a level is preferred to all of the levels after it, without
    /// looking at the pairs. The members of a level ascend.
    fn of_levels<L: AsRef<[usize]>>(levels: &[L], num_retrieved: usize) -> Self {
        let mut counts = Self::default();
        let (mut retrieved_above, mut others_above) = (0, 0);
        let mut by_rank = Vec::new();
        for (level, members) in levels.iter().enumerate() {
            let members = members.as_ref();
            let retrieved = members.partition_point(|&member| member < num_retrieved);
            let others = members.len() - retrieved;
            counts.both.possible += retrieved_above * retrieved;
            counts.one.fulfilled += retrieved_above * others;
            counts.one.possible += retrieved_above * others + others_above * retrieved;
            counts.neither += others_above * others;
            retrieved_above += retrieved;
            others_above += others;
            by_rank.extend(members[..retrieved].iter().map(|&member| (member, level)));
        }
        by_rank.sort_unstable();
        // A binary indexed tree of how many of each level are ranked so far.
        let mut seen = vec![0; levels.len() + 1];
        for (_, level) in by_rank {
            let mut at = level;
            while at > 0 {
                counts.both.fulfilled += seen[at];
                at &= at - 1;
            }
            at = level + 1;
            while at < seen.len() {
                seen[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
        counts
    }
}

impl Group {
    /// The group with these subgroups, each a list of levels and places. A place can be in several
    /// subgroups, but once in each. `num_retrieved` is the number of retrieved documents of the
    /// topic. Where the subgroups together prefer a document to itself its place is the error.
    ///
    /// # Errors
    ///
    /// The place of a document that is preferred to itself.
    pub fn new(subgroups: &[Vec<(f64, usize)>], num_retrieved: usize) -> Result<Self, usize> {
        let mut places: Vec<usize> = subgroups.iter().flatten().map(|&(_, place)| place).collect();
        places.sort_unstable();
        places.dedup();
        let mut positions = vec![Vec::new(); places.len()];
        let mut kinds = vec![Relevance::Unknown; places.len()];
        let is_single = subgroups.len() == 1;
        let mut ordered = Vec::with_capacity(subgroups.len());
        for (subgroup, documents) in subgroups.iter().enumerate() {
            let mut documents: Vec<(f64, usize)> = documents
                .iter()
                .map(|&(level, place)| (level, places.partition_point(|&other| other < place)))
                .collect();
            documents.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut levels = Vec::new();
            for same in documents.chunk_by(|a, b| a.0 == b.0) {
                for &(level, member) in same {
                    positions[member].push((subgroup, levels.len()));
                    // Of several levels the last counts.
                    kinds[member] = Relevance::of(level, is_single);
                }
                levels.push(same.iter().map(|&(_, member)| member).collect());
            }
            ordered.push(levels);
        }
        let num_retrieved = places.partition_point(|&place| place < num_retrieved);
        let (subgroups, counts) = (ordered, Counts::default());
        let mut this = Self { places, num_retrieved, subgroups, positions, kinds, counts };
        this.counts = this.count()?;
        Ok(this)
    }

    fn count(&self) -> Result<Counts, usize> {
        if let Some(levels) = self.levels() {
            return Ok(Counts::of_levels(levels, self.num_retrieved));
        }
        let mut counts = Counts::default();
        let mut circle = None;
        self.for_each_pair(|better, worse| {
            counts.add(better, worse, self.num_retrieved);
            if better == worse {
                circle.get_or_insert(self.places[better]);
            }
        });
        circle.map_or(Ok(counts), Err)
    }

    /// The places of its documents, in order. The members are their indexes.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Its preferences.
    pub fn tally(&self, scope: Scope) -> Tally {
        self.counts.tally(scope)
    }

    /// Its relevant members, those with a level above 0.
    pub fn relevant(&self) -> impl Iterator<Item = usize> + '_ {
        self.of_kind(Relevance::Relevant)
    }

    /// Its members that are not relevant: those with level 0, in a group of one subgroup also those
    /// below.
    pub fn not_relevant(&self) -> impl Iterator<Item = usize> + '_ {
        self.of_kind(Relevance::NotRelevant)
    }

    fn of_kind(&self, kind: Relevance) -> impl Iterator<Item = usize> + '_ {
        (0..self.kinds.len()).filter(move |&member| self.kinds[member] == kind)
    }

    /// Whether a member is retrieved.
    pub fn is_retrieved(&self, member: usize) -> bool {
        member < self.num_retrieved
    }

    /// The levels of a group with one subgroup: each member is preferred to all of the levels after
    /// its own.
    pub fn levels(&self) -> Option<&[Vec<usize>]> {
        if let [levels] = &self.subgroups[..] { Some(levels) } else { None }
    }

    /// The preferences between levels of members.
    pub fn tally_levels<L: AsRef<[usize]>>(&self, levels: &[L], scope: Scope) -> Tally {
        Counts::of_levels(levels, self.num_retrieved).tally(scope)
    }

    /// The preferences between the members that are kept.
    pub fn tally_members(&self, scope: Scope, is_kept: impl Fn(usize) -> bool) -> Tally {
        let mut counts = Counts::default();
        self.for_each_pair(|better, worse| {
            if is_kept(better) && is_kept(worse) {
                counts.add(better, worse, self.num_retrieved);
            }
        });
        counts.tally(scope)
    }

    fn for_each_pair(&self, mut visit: impl FnMut(usize, usize)) {
        for better in 0..self.places.len() {
            self.below(better, |worse| visit(better, worse));
        }
    }

    /// Visits all members that one is preferred to, by way of others too.
    pub fn below(&self, member: usize, visit: impl FnMut(usize)) {
        self.walk(member, true, visit);
    }

    /// Visits all members that are preferred to one, by way of others too.
    pub fn above(&self, member: usize, visit: impl FnMut(usize)) {
        self.walk(member, false, visit);
    }

    fn walk(&self, member: usize, down: bool, mut visit: impl FnMut(usize)) {
        if let (Some(levels), &[(_, level)]) = (self.levels(), &self.positions[member][..]) {
            let levels = if down { &levels[level + 1..] } else { &levels[..level] };
            return levels.iter().flatten().for_each(|&other| visit(other));
        }
        // The level of each subgroup from which on all levels are seen.
        let end = |levels: &Vec<_>| if down { levels.len() } else { 0 };
        let mut walked: Vec<usize> = self.subgroups.iter().map(end).collect();
        let mut is_seen = vec![false; self.places.len()];
        let mut open = vec![member];
        while let Some(member) = open.pop() {
            for &(subgroup, level) in &self.positions[member] {
                let walked = &mut walked[subgroup];
                let levels = if down { level + 1..*walked } else { *walked..level };
                if levels.is_empty() {
                    continue;
                }
                *walked = if down { levels.start } else { levels.end };
                for &other in self.subgroups[subgroup][levels].iter().flatten() {
                    if !is_seen[other] {
                        is_seen[other] = true;
                        visit(other);
                        open.push(other);
                    }
                }
            }
        }
    }
}

impl Relevance {
    fn of(level: f64, is_single: bool) -> Self {
        if level > 0.0 {
            Self::Relevant
        } else if level == 0.0 || is_single {
            Self::NotRelevant
        } else {
            Self::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Group};

    /// Levels of documents, from a small generator.
    fn levels(seed: u64, documents: usize) -> Vec<(f64, usize)> {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            (state >> 33) % below
        };
        (0..documents).map(|_| next(4) as f64).zip(0..).collect()
    }

    #[test]
    fn levels_are_counted_as_their_pairs_are() {
        for seed in 0..200 {
            let documents = 1 + usize::try_from(seed % 12).unwrap_or(0);
            for num_retrieved in 0..=documents {
                let group = Group::new(&[levels(seed, documents)], num_retrieved).expect("a group");
                let mut counts = Counts::default();
                group.for_each_pair(|a, b| counts.add(a, b, num_retrieved));
                assert_eq!(group.counts, counts, "{seed}, {num_retrieved}");
            }
        }
    }

    #[test]
    fn a_walk_up_is_a_walk_down_the_other_way() {
        // Three subgroups, of which the members go down together: 0 over 1 over 2 ..., some tied.
        let subgroup = |step| (0..8).step_by(step).map(|n| (-((n / 2) as f64), n)).collect();
        let group = Group::new(&[subgroup(1), subgroup(3), subgroup(2)], 5).expect("a group");
        let mut pairs = Vec::new();
        group.for_each_pair(|better, worse| pairs.push((better, worse)));
        let mut reversed = Vec::new();
        for worse in 0..8 {
            group.above(worse, |better| reversed.push((better, worse)));
        }
        pairs.sort_unstable();
        reversed.sort_unstable();
        assert_eq!(pairs, reversed);
        assert_eq!(pairs.len(), 24);
    }
}
