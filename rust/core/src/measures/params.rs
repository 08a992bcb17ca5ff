//! The parameters of measures, and how ir_measures spells a measure with its parameters.

/// The parameters a measure takes, with their defaults.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Params {
    /// None.
    None,
    /// Ranks, one value each: `P.5,10`.
    Cutoffs(&'static [usize]),
    /// Points such as recall levels, one value each: `iprec_at_recall.0.1,0.2`.
    Points(&'static [f64]),
    /// Numbers that shape one value: `utility.1,-1,0,0`.
    Numbers {
        /// What each number is.
        names: &'static [&'static str],
        /// The numbers where none are given.
        defaults: &'static [f64],
        /// Whether any number of numbers will do.
        any_count: bool,
    },
    /// Numbers that are given by name: `inst.T=2,max_rel=3`.
    Named(&'static [Number]),
    /// Gains of grades: `ndcg.1=3,2=9`.
    Gains,
    /// A persistence, and gains of grades: `rbp.p=0.8`.
    Persistence(f64),
}

/// A number that is given by name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// Its value where none is given; a number without one has to be.
    pub default: Option<f64>,
    /// The values that it can have.
    pub range: Range,
}

/// The values that a number can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// All.
    Any,
    /// Those above 0.
    Positive,
    /// Those from 0 on.
    NotNegative,
    /// From 0 to 1.
    Share,
    /// From 0 to less than 1.
    ShareBelow1,
    /// Whole numbers from 1 on.
    Count,
    /// True or false, which are 1 and 0.
    Flag,
}

impl Range {
    /// Whether a number is in the range.
    pub fn contains(self, number: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Positive => number > 0.0,
            Self::NotNegative => number >= 0.0,
            Self::Share => (0.0..=1.0).contains(&number),
            Self::ShareBelow1 => (0.0..1.0).contains(&number),
            Self::Count => number >= 1.0 && number.fract() == 0.0,
            Self::Flag => number == 0.0 || number == 1.0,
        }
    }

    /// What a message says of it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Any => "a number",
            Self::Positive => "a number above 0",
            Self::NotNegative => "a number of at least 0",
            Self::Share => "a number from 0 to 1",
            Self::ShareBelow1 => "a number from 0 to less than 1",
            Self::Count => "a whole number of at least 1",
            Self::Flag => "True or False",
        }
    }
}

impl Number {
    /// The name of a number that is the rank at which a measure ends.
    pub const CUTOFF: &'static str = "cutoff";

    /// The name of the highest grade, in ERR.
    pub(super) const MAX_GRADE: &'static str = "max_grade";

    /// The name of the highest grade, in measures of gains on a scale.
    pub(super) const MAX_REL: &'static str = "max_rel";

    /// The rank at which a measure ends, of one that has to be told.
    pub(super) const fn cutoff() -> Self {
        Self { name: Self::CUTOFF, default: None, range: Range::Count }
    }

    /// The rank at which a measure ends, of one that also looks at whole rankings.
    pub(super) const fn optional_cutoff() -> Self {
        Self { name: Self::CUTOFF, default: Some(f64::INFINITY), range: Range::Count }
    }

    /// Whether it is the highest grade that a measure knows.
    pub fn is_highest_grade(&self) -> bool {
        [Self::MAX_GRADE, Self::MAX_REL].contains(&self.name)
    }

    pub(super) const fn new(name: &'static str, default: f64, range: Range) -> Self {
        Self { name, default: Some(default), range }
    }

    pub(super) const fn required(name: &'static str, range: Range) -> Self {
        Self { name, default: None, range }
    }
}

/// The parameters of one requested measure.
#[derive(Debug, Clone, PartialEq)]
pub enum Args {
    /// None.
    None,
    /// Ranks, ascending.
    Cutoffs(Vec<usize>),
    /// Points, ascending.
    Points(Vec<f64>),
    /// Numbers, in the order of [`Params::Numbers`] or [`Params::Named`].
    Numbers(Vec<f64>),
    /// Gains by grade, in the order given, and a persistence where the measure has one.
    Gains(Vec<(f64, f64)>, f64),
}

impl Args {
    pub(super) fn cutoffs(&self) -> &[usize] {
        if let Self::Cutoffs(cutoffs) = self { cutoffs } else { &[] }
    }

    pub(super) fn numbers(&self) -> &[f64] {
        if let Self::Points(numbers) | Self::Numbers(numbers) = self { numbers } else { &[] }
    }

    pub(super) fn gains(&self) -> &[(f64, f64)] {
        if let Self::Gains(gains, _) = self { gains } else { &[] }
    }

    pub(super) fn persistence(&self) -> f64 {
        if let Self::Gains(_, p) = self { *p } else { 0.0 }
    }
}

/// Which of the parameters that any measure could take make sense for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Common {
    /// What `rel=` means.
    pub rel: Rel,
    /// Whether its ranking can be cut: `@k`.
    pub cutoff: bool,
    /// Whether unjudged documents can be dropped first: `judged_only=`.
    pub judged_only: bool,
}

/// What `rel=` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rel {
    /// Nothing: the measure does not tell relevant from not relevant.
    No,
    /// The lowest grade that counts as relevant.
    Level,
    /// Gains become 1 from this grade on, else 0; without it they are the grades.
    Binary,
}

impl Common {
    /// All of them.
    pub(super) const ALL: Self = Self { rel: Rel::Level, cutoff: true, judged_only: true };
    /// Those of a measure of gains.
    pub(super) const GRADED: Self = Self { rel: Rel::No, ..Self::ALL };
    /// Those of a measure of gains with an ideal ranking, which would stay uncut.
    pub(super) const IDEAL: Self = Self { cutoff: false, ..Self::GRADED };
    /// None of them.
    pub(super) const NONE: Self = Self { judged_only: false, ..Self::IDEAL };
}

/// How ir_measures spells a measure.
#[derive(Debug, Clone, Copy)]
pub struct Irm {
    /// The name.
    pub name: &'static str,
    /// Other names that mean the same, and print as the name.
    pub aliases: &'static [&'static str],
    /// A name that sets a parameter: `NumRelRet` is `NumRet(rel=1)`.
    pub preset: Option<Preset>,
    /// The value of a parameter that makes the name mean this measure.
    pub choice: Option<Choice>,
    /// A parameter that is another one here, or has another default.
    pub param: Option<Renamed>,
    /// Whether `rel=` has to be given: without it the name means another measure.
    pub rel_is_required: bool,
    /// Whether a measure at cutoffs can also look at whole rankings.
    pub cutoff_is_optional: bool,
    /// Whether grades can be replaced: `gains=`.
    pub gains: bool,
}

/// A name that sets a parameter.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The parameter.
    pub param: &'static str,
    /// Its value.
    pub value: Literal,
}

/// A value as it stands in a request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// A whole number.
    Whole(i64),
    /// True or false.
    Flag(bool),
    /// Text.
    Text(&'static str),
}

/// The value of a parameter that makes a name mean one measure of several.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The parameter.
    pub param: &'static str,
    /// The value.
    pub value: Literal,
    /// Whether this is meant where the parameter is not given.
    pub is_default: bool,
}

/// A parameter of a measure under the name, default and scale that it has in ir_measures.
#[derive(Debug, Clone, Copy)]
pub struct Renamed {
    /// The name, default and range.
    pub number: Number,
    /// The measure's own parameter.
    pub convert: fn(f64) -> f64,
}

impl Irm {
    /// A name, and nothing more to say.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            preset: None,
            choice: None,
            param: None,
            rel_is_required: false,
            cutoff_is_optional: false,
            gains: false,
        }
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let preset = self.preset.map(|preset| preset.name);
        std::iter::once(self.name).chain(self.aliases.iter().copied()).chain(preset)
    }
}
