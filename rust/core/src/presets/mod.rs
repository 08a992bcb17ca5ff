//! Whose conventions an evaluation follows: the table of them (`--like`).
//!
//! A preset is data: the value of each convention that can be chosen, what the other program calls
//! measures, and what of it is not to be had here. To add one, add a row to the table.

mod table;

use Means::{At, AtOrWhole, AtOverQrels, Not, Whole};

use crate::choice::{Names, by_name};
use crate::conventions::Conventions;
use crate::request::Plan;

pub use table::PRESETS;

/// The conventions of another program.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The program, in the version that this was compared with.
    pub title: &'static str,
    /// What it does where there is a choice.
    pub conventions: Conventions,
    /// Its names of measures that are not those of another measure here.
    pub names: &'static [Name],
    /// What it does in another way than this program does with this preset.
    pub differences: &'static [Difference],
}

/// A thing that another program does in its own way.
#[derive(Debug)]
pub struct Difference {
    /// What it does, and what is done here.
    pub text: &'static str,
    /// What it is about.
    about: About,
}

/// What a difference is about.
#[derive(Debug)]
enum About {
    /// All measures.
    All,
    /// These measures, by the names of the table of measures.
    Measures(&'static [&'static str]),
    /// None: it is told when it happens, or is about another way to call either program.
    Aside,
}

/// A name of a measure.
#[derive(Debug)]
pub struct Name {
    /// The name, without a cutoff, in any case.
    pub theirs: &'static str,
    /// What it means.
    pub means: Means,
}

/// What a name of another program means.
#[derive(Debug)]
pub enum Means {
    /// This measure at the cutoff.
    At(&'static str),
    /// This measure at the cutoff, averaged over all topics of the qrels.
    AtOverQrels(&'static str),
    /// The first measure at the cutoff, the second without one.
    AtOrWhole(&'static str, &'static str),
    /// This measure, without a cutoff.
    Whole(&'static str),
    /// A measure that is not to be had: why, and what is near to it.
    Not(&'static str),
}

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Preset {
    /// The preset of this name.
    ///
    /// # Errors
    ///
    /// The names that there are, if this is none.
    pub fn find(name: &str) -> Result<&'static Self, Names> {
        by_name(PRESETS, |preset| preset.name, name)
    }

    /// What a name means to this program.
    pub fn means(&self, theirs: &str) -> Option<&Means> {
        let named = |name: &&Name| name.theirs.eq_ignore_ascii_case(theirs);
        self.names.iter().find(named).map(|name| &name.means)
    }
}

impl Difference {
    /// Whether some measure of a plan may be another one for it.
    pub fn concerns(&self, plan: &Plan) -> bool {
        match self.about {
            About::All => true,
            About::Measures(names) => {
                plan.instances.iter().any(|instance| names.contains(&instance.measure.name))
            }
            About::Aside => false,
        }
    }
}

impl Name {
    /// What requests can call it and what that means, as it is written in requests.
    pub fn meanings(&self) -> Vec<(String, String)> {
        let (theirs, at) = (self.theirs, format!("{}@k", self.theirs));
        match self.means {
            At(ours) => vec![(at, format!("{ours}@k"))],
            AtOverQrels(ours) => vec![(at, format!("{ours}@k, over all topics of the qrels"))],
            AtOrWhole(ours, whole) => {
                vec![(at, format!("{ours}@k")), (theirs.to_owned(), whole.to_owned())]
            }
            Whole(ours) => vec![(theirs.to_owned(), ours.to_owned())],
            Not(_) => Vec::new(),
        }
    }

    /// Why there is no such measure here, where there is none.
    pub fn refused(&self) -> Option<&'static str> {
        if let Not(reason) = self.means { Some(reason) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::{About, Means, PRESETS, Preset};
    use crate::measures::find;
    use crate::request::Plan;

    #[test]
    fn names_are_unique_and_mean_something() {
        for preset in PRESETS {
            assert!(std::ptr::eq(Preset::find(preset.name).expect("itself"), preset));
            for difference in preset.differences {
                if let About::Measures(names) = difference.about {
                    assert!(names.iter().all(|name| find(name).is_some()), "{difference:?}");
                }
            }
            for name in preset.names {
                let same = preset.names.iter().filter(|n| n.theirs == name.theirs).count();
                assert_eq!(same, 1, "{} {}", preset.name, name.theirs);
                let request = match name.means {
                    Means::Whole(_) | Means::AtOrWhole(..) => name.theirs.to_owned(),
                    _ => format!("{}@5", name.theirs),
                };
                let plan = Plan::parse_like(&[&request], preset.conventions.compat, Some(preset));
                match name.means {
                    Means::Not(_) => assert!(plan.is_err(), "{request}"),
                    _ => assert_eq!(plan.expect(&request).columns[0].name, request),
                }
            }
        }
    }
}
