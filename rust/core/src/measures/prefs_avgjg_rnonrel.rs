//! Mean over judgment groups of the share fulfilled with R non-relevant documents.

use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::{Group, PreferenceRanking, Scope, Tally};

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_Rnonrel",
    title: "Mean over judgment groups of the share fulfilled with R non-relevant documents",
    help: "\
As prefs_avgjg, but each judgment group of R relevant documents (level above 0) and N non-relevant
ones (level 0) is taken to have R non-relevant ones, for their number says more of the judging than
of the ranking:

    N <= R   every relevant document gets R - N more preferences, fulfilled if it is retrieved
    N > R    only the first R of the non-relevant documents by rank, then by id, count

With one group of two levels this is close to bpref. A group with no preference left makes 0 of the
whole topic. For N > R and a group of one subgroup, trec_eval also takes each non-relevant document
to be preferred to each of those R, itself among them, and so does this measure.",
    source: "trec_eval 9.0.8, m_prefs_avgjg_Rnonrel.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_limited_share(ranking, Scope::All)),
    ..Measure::DEFAULT
};

/// The mean over groups of the share of preferences fulfilled with R non-relevant documents.
pub(super) fn mean_limited_share(ranking: &PreferenceRanking, scope: Scope) -> f64 {
    let shares = ranking.groups.iter().map(|group| limited(group, scope).ratio());
    let sum = shares.fold(0.0, |sum, share| sum + share);
    // A group with 0 of 0 preferences leaves no number.
    if sum > 0.0 { sum / ranking.groups.len() as f64 } else { 0.0 }
}

/// The preferences of a group, with as many non-relevant documents as there are relevant ones.
/// Where only retrieved documents count, there have to be as many of them.
fn limited(group: &Group, scope: Scope) -> Tally {
    let in_scope = |&member: &usize| scope != Scope::Retrieved || group.is_retrieved(member);
    let all_relevant = group.relevant().count();
    let retrieved = group.relevant().filter(|&member| group.is_retrieved(member)).count();
    let relevant = group.relevant().filter(in_scope).count();
    let not_relevant = group.not_relevant().filter(in_scope).count();
    if not_relevant <= relevant {
        let missing = relevant - not_relevant;
        let added = Tally { fulfilled: retrieved * missing, possible: all_relevant * missing };
        return group.tally(scope).and(added);
    }
    if let Some((last, levels)) = group.levels().and_then(<[_]>::split_last) {
        let (kept, _) = last.split_at(relevant.min(last.len()));
        let mut levels: Vec<&[usize]> = levels.iter().map(Vec::as_slice).collect();
        levels.push(kept);
        let added = among_not_relevant(group, last, kept, scope);
        return group.tally_levels(&levels, scope).and(added);
    }
    // Only here, and also where only retrieved documents count: as many as all relevant ones.
    let first_left_out = group.not_relevant().nth(all_relevant).unwrap_or(usize::MAX);
    let left_out: Vec<usize> =
        group.not_relevant().filter(|&member| member >= first_left_out).collect();
    group.tally_members(scope, |member| left_out.binary_search(&member).is_err())
}

/// What `trec_eval` adds: each non-relevant document is taken to be preferred to those kept.
fn among_not_relevant(group: &Group, all: &[usize], kept: &[usize], scope: Scope) -> Tally {
    let is_retrieved = |&&member: &&usize| group.is_retrieved(member);
    let retrieved = all.iter().filter(is_retrieved).count();
    let (better, worse) = match scope {
        Scope::Retrieved => (retrieved, kept.iter().filter(is_retrieved).count()),
        Scope::Implied | Scope::All => (all.len(), kept.len()),
    };
    // Those kept are the first, so each has as many before it as its number says.
    let fulfilled = (0..worse).map(|before| before.min(retrieved)).sum();
    Tally { fulfilled, possible: better * worse }
}
