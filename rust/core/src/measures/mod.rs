//! The measures: one file each, and the table of them.
//!
//! A measure is data and one function. The table alone drives what `-m` accepts, the help, the
//! order of the output, the named sets, the Python list of measures and the tests.
//!
//! To add a measure: write its file, with a `pub(super) const MEASURE: Measure`, and add its
//! module to the table below.

mod cwl;
mod discount;
mod diversity;
mod gains;
mod params;
mod tied;
mod working;

use crate::options::Compat;
use crate::preference_ranking::PreferenceRanking;
use crate::ranking::Ranking;

pub use gains::trec_order_differs;
pub(crate) use ndcg_exp::exponential_ndcg;
pub use params::{Args, Choice, Common, Irm, Literal, Number, Params, Preset, Range, Rel, Renamed};
pub(crate) use tied::Search;
pub use tied::Tied;
pub use working::{Step, Working};

/// A measure.
#[derive(Debug)]
pub struct Measure {
    /// The name, as `trec_eval` spells it where it has the measure.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// What it computes: formula, edge cases, what the parameters do.
    pub help: &'static str,
    /// Where it is defined: a paper or a program.
    pub source: &'static str,
    /// The parameters it takes.
    pub params: Params,
    /// Which of the parameters that any measure could take it takes.
    pub common: Common,
    /// How ir_measures spells it, if it has it.
    pub irm: Option<Irm>,
    /// Names that other tools have for it, taken as `name@k` and `name_at_k`.
    pub synonyms: &'static [&'static str],
    /// What the judgments have to tell.
    pub needs: Needs,
    /// How the values of the topics become one.
    pub average: Average,
    /// Whether a perfect ranking has the value 1.
    pub is_share: bool,
    /// How a value prints.
    pub print: Print,
    /// The named sets it belongs to.
    pub sets: &'static [Set],
    /// Whether it tells a retrieved document judged not relevant from one without a judgment.
    pub needs_nonrelevant: bool,
    /// What `trec_eval` 10.0 reports with `-c` for a topic that the run lacks.
    pub missing: Missing,
    /// In which order of equal scores it is highest.
    pub tied: Tied,
    /// Computes the values of one topic.
    pub compute: Compute,
    /// How a value comes about, document by document. It calls what `compute` calls.
    pub explain: fn(&Ranking, &Args) -> Working,
}

impl Measure {
    /// What most measures are: no parameter, a mean, four decimals.
    const DEFAULT: Self = Self {
        name: "",
        title: "",
        help: "",
        source: "",
        params: Params::None,
        common: Common::ALL,
        irm: None,
        synonyms: &[],
        needs: Needs::Grades,
        average: Average::Mean,
        is_share: true,
        print: Print::Decimal,
        sets: &[],
        needs_nonrelevant: false,
        missing: Missing::Computed,
        tied: Tied::Any,
        compute: Compute::Nothing,
        explain: |ranking, _| Working::binary(ranking),
    };

    /// Whether a higher value is a better ranking, which is not so of counts, of texts, and of
    /// shares of unjudged documents.
    pub fn is_better_higher(&self) -> bool {
        self.print == Print::Decimal && !matches!(self.tied, Tied::Judgment | Tied::Pool)
    }

    /// Whether this measure belongs to `set` under `compat`.
    pub fn is_in(&self, set: &str, compat: Compat) -> bool {
        self.sets
            .iter()
            .any(|s| s.name() == set && (*s != Set::AllTrecOf10 || compat == Compat::V10))
    }
}

/// The cutoffs of most measures that have cutoffs.
const DOC_CUTOFFS: [usize; 9] = [5, 10, 15, 20, 30, 100, 200, 500, 1000];

/// The eleven recall points.
const RECALL_POINTS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The lowest value that enters a geometric mean.
pub(crate) const MIN_GEOMETRIC: f64 = 0.00001;

/// A share of documents; 0 of none.
fn ratio(count: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

/// A count of documents that another may be taken from.
fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// What judgments have to tell for a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// A grade for each document.
    Grades,
    /// A grade for each document by each judgment group.
    Groups,
    /// A grade for each document and subtopic.
    Subtopics,
    /// Preferences between documents.
    Preferences,
    /// Nothing.
    Nothing,
}

impl Needs {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Grades => "grades",
            Self::Groups => "grades by judgment group",
            Self::Subtopics => "grades by subtopic",
            Self::Preferences => "preferences",
            Self::Nothing => "any",
        }
    }

    /// The options that read such judgments.
    pub fn formats(self) -> &'static str {
        match self {
            Self::Grades | Self::Nothing => "-R qrels",
            Self::Groups => "-R qrels_jg",
            Self::Subtopics => "-R subtopics",
            Self::Preferences => "-R prefs or -R qrels_prefs",
        }
    }
}

/// How the values of the topics become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Average {
    /// Their mean.
    Mean,
    /// Their sum over the number of topics of the qrels, whether the run has them or not.
    MeanOfQrels,
    /// Their sum.
    Sum,
    /// Their sum; with `-c`, a count over the qrels of all grades above 0, whatever `-l` says.
    SumOfRelevant,
    /// Their sum, also of the topics that the run lacks.
    SumOfAll,
    /// The number of topics.
    NumTopics,
    /// exp of their mean: the values are logarithms, and are not printed by topic.
    GeometricMean,
    /// None: the value of a topic is text.
    None,
    /// None: the run's tag.
    RunTag,
}

/// How a value prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Print {
    /// As a whole number.
    Count,
    /// With four decimals.
    Decimal,
    /// As text.
    Text,
}

/// A named set of measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// What `trec_eval` prints when no measure is asked for.
    Official,
    /// The measures that look at what was retrieved, not in which order.
    SetBased,
    /// All that `trec_eval` prints for `-m all_trec`.
    AllTrec,
    /// The same, in 10.0 only.
    AllTrecOf10,
    /// The main measures of preferences.
    Prefs,
    /// All measures of preferences.
    AllPrefs,
    /// The measures of grades by judgment group.
    QrelsJg,
}

impl Set {
    /// The name of the set in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::SetBased => "set",
            Self::AllTrec | Self::AllTrecOf10 => "all_trec",
            Self::Prefs => "prefs",
            Self::AllPrefs => "all_prefs",
            Self::QrelsJg => "qrels_jg",
        }
    }
}

/// The names of all sets.
pub const SETS: [&str; 6] = ["official", "set", "all_trec", "prefs", "all_prefs", "qrels_jg"];

/// What `trec_eval` 10.0 reports with `-c` for a topic that the run lacks. It scores a ranking of
/// one unjudged document, and then clears what that would show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The value of the ranking of one unjudged document.
    Computed,
    /// 0.
    Cleared,
    /// 0, but with parameters the value of the ranking of one unjudged document.
    ClearedByDefault,
}

/// Computes one topic.
#[derive(Debug, Clone, Copy)]
pub enum Compute {
    /// One number.
    One(fn(&Ranking, &Args) -> f64),
    /// A number for each cutoff or point. They are 0 beforehand.
    Many(fn(&Ranking, &Args, &mut [f64])),
    /// Text.
    Text(fn(&Ranking, &Args) -> String),
    /// The means over judgment groups of a number for each column. They are 0 beforehand.
    MeanOfGroups(fn(&Ranking, &Args, &mut [f64])),
    /// One number, of preferences.
    Preferences(fn(&PreferenceRanking) -> f64),
    /// The same number for every topic.
    Constant(f64),
    /// Nothing by topic.
    Nothing,
}

/// Declares the modules and the table, in the order of the output.
macro_rules! table {
    ($($module:ident,)*) => {
        $(mod $module;)*

        /// All measures, in the order of the output.
        pub static MEASURES: &[&Measure] = &[$(&$module::MEASURE,)*];

        /// The file of each measure.
        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module),)*];
    };
}

table! {
    runid,
    num_q,
    num_ret,
    num_rel,
    num_rel_ret,
    map,
    gm_map,
    rprec,
    bpref,
    recip_rank,
    iprec_at_recall,
    p,
    relstring,
    recall,
    infap,
    gm_bpref,
    rprec_mult,
    utility,
    eleven_pt_avg,
    bin_g,
    g,
    dcg,
    ideal_dcg,
    ndcg,
    ndcg_rel,
    rndcg,
    ndcg_cut,
    map_cut,
    relative_p,
    success,
    set_p,
    set_relative_p,
    set_recall,
    set_map,
    set_f,
    num_nonrel_judged_ret,
    prefs_num_prefs_poss,
    prefs_num_prefs_ful,
    prefs_num_prefs_ful_ret,
    prefs_simp,
    prefs_pair,
    prefs_avgjg,
    prefs_avgjg_rnonrel,
    prefs_simp_ret,
    prefs_pair_ret,
    prefs_avgjg_ret,
    prefs_avgjg_rnonrel_ret,
    prefs_simp_imp,
    prefs_pair_imp,
    prefs_avgjg_imp,
    map_avgjg,
    p_avgjg,
    rprec_mult_avgjg,
    yaap,
    rbp,
    rbp_resid,
    unj,
    ndcg_exp,
    ndcg_exp_cut,
    err,
    rbp_residual,
    inst,
    insq,
    bpm,
    sdcg,
    nerr8,
    nerr9,
    nerr10,
    nerr11,
    judged,
    hole,
    map_cap,
    map_found,
    accuracy,
    compat,
    f,
    alpha_dcg,
    alpha_ndcg,
    err_ia,
    nerr_ia,
    nrbp,
    nnrbp,
    ap_ia,
    p_ia,
    strec,
}

/// All names in the spelling of ir_measures, and those that other tools have.
pub fn spellings() -> impl Iterator<Item = &'static str> {
    let irm = MEASURES.iter().filter_map(|m| m.irm).flat_map(|irm| irm.names());
    irm.chain(MEASURES.iter().flat_map(|m| m.synonyms.iter().copied()))
}

/// The measure of this name.
pub fn find(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().copied().find(|m| m.name == name)
}

#[cfg(test)]
mod tests;
