//! Values of the measures of judgment groups and preferences, worked out by hand from what the
//! measures mean, and what is refused.

#![allow(clippy::manual_midpoint)] // means, written as on paper

use std::sync::Arc;

use rtreceval_core::formats::{Format, QRELS, trec_results, zscores};
use rtreceval_core::measures::{MEASURES, Needs};
use rtreceval_core::print::trec::{Parts, write};
use rtreceval_core::{Compat, Evaluation, Evaluator, Options, Plan, Result, Run, Value};

/// Lines of judgments: their format, and their text with `/` for a newline.
struct Judgments(&'static str, &'static str);

fn lines(text: &str) -> Vec<u8> {
    text.split('/').flat_map(|line| [line.trim(), "\n"]).collect::<String>().into_bytes()
}

/// A run of topic 1 that retrieves these documents in this order.
fn run(documents: &str) -> Run {
    let line = |(rank, docno): (usize, &str)| format!("1 Q0 {docno} 0 {} tag\n", 100 - rank);
    let text: String = documents.split_whitespace().enumerate().map(line).collect();
    trec_results::parse(text.into_bytes(), "run", 1).expect("a run")
}

fn evaluator(judgments: &Judgments, measures: &[&str], options: Options) -> Result<Evaluator> {
    let qrels = (Format::find(QRELS, judgments.0)?.parse)(lines(judgments.1), "qrels", 1)?;
    Ok(Evaluator::new(Arc::new(qrels), Plan::parse(measures, options.compat)?, options))
}

fn evaluate(judgments: &Judgments, run: &Run, measures: &[&str]) -> Result<Evaluation> {
    evaluator(judgments, measures, Options::default())?.evaluate(run, 1)
}

fn value(result: &Evaluation, name: &str) -> f64 {
    let column = result.column(name).expect("a column");
    let Some(Value::Number(value)) = result.summary(column) else { panic!("{name} is a number") };
    value
}

/// Checks values of a topic. Fractions are written as such.
fn check(judgments: &Judgments, documents: &str, expected: &[(&str, f64)]) {
    let result = evaluate(judgments, &run(documents), &["all_prefs"]).expect("a result");
    for (name, expected) in expected {
        let name = format!("prefs_{name}");
        let found = value(&result, &name);
        assert!((found - expected).abs() < 1e-12, "{name}: {found}, not {expected}");
    }
}

#[test]
fn every_measure_is_here() {
    let this = include_str!("judgment_groups.rs");
    let measures =
        MEASURES.iter().filter(|m| matches!(m.needs, Needs::Groups | Needs::Preferences));
    let names: Vec<_> = measures.map(|m| m.name.trim_start_matches("prefs_")).collect();
    assert_eq!(names.len(), 17);
    assert!(names.iter().all(|name| this.contains(&format!("(\"{name}"))), "{names:?}");
}

#[test]
fn one_group_with_levels() {
    // Preferred are A to B C D E, B to C D E, C to D E: 9 preferences. C and E are not retrieved.
    // Both retrieved: A>D and B>D are fulfilled, A>B is not.
    // One retrieved: A>C, A>E, B>C and B>E are fulfilled, C>D is not. Neither: C>E.
    // 3 documents are relevant, 2 are not, so each of the 3 gets 1 more preference, fulfilled for
    // A and B. Of the retrieved ones 2 are relevant and 1 is not.
    check(
        &Judgments("qrels_prefs", "1 0 A 3/1 0 B 2/1 0 C 1/1 0 D 0/1 0 E 0"),
        "B A X D",
        &[
            ("num_prefs_poss", 9.0),
            ("num_prefs_ful", 6.0),
            ("num_prefs_ful_ret", 2.0),
            ("simp", 6.0 / 9.0),
            ("simp_ret", 2.0 / 3.0),
            ("simp_imp", 6.0 / 8.0),
            ("pair", 6.0 / 9.0),
            ("pair_ret", 2.0 / 3.0),
            ("pair_imp", 6.0 / 8.0),
            ("avgjg", 6.0 / 9.0),
            ("avgjg_ret", 2.0 / 3.0),
            ("avgjg_imp", 6.0 / 8.0),
            ("avgjg_Rnonrel", (6.0 + 2.0) / (9.0 + 3.0)),
            ("avgjg_Rnonrel_ret", (2.0 + 2.0) / (3.0 + 3.0)),
        ],
    );
}

#[test]
fn groups_that_contradict_each_other() {
    // Ann has A>B and A>C, both fulfilled. Bob has B>A, which is not. C is not retrieved.
    // The pair A B is fulfilled by one of two, A C by all.
    // No document is non-relevant. Ann: A B C get 3 more each; of the retrieved ones 2 each.
    // Bob: A B get 2 more each.
    let judgments = "1 ann 0 A 2/1 ann 0 B 1/1 ann 0 C 1/1 bob 0 B 2/1 bob 0 A 1";
    check(
        &Judgments("prefs", judgments),
        "A B",
        &[
            ("num_prefs_poss", 3.0),
            ("num_prefs_ful", 2.0),
            ("num_prefs_ful_ret", 1.0),
            ("simp", 2.0 / 3.0),
            ("simp_ret", 1.0 / 2.0),
            ("simp_imp", 2.0 / 3.0),
            ("pair", (1.0 / 2.0 + 1.0) / 2.0),
            ("pair_ret", 1.0 / 2.0),
            ("pair_imp", (1.0 / 2.0 + 1.0) / 2.0),
            ("avgjg", (1.0 + 0.0) / 2.0),
            ("avgjg_ret", (1.0 + 0.0) / 2.0),
            ("avgjg_imp", (1.0 + 0.0) / 2.0),
            ("avgjg_Rnonrel", (8.0 / 11.0 + 4.0 / 5.0) / 2.0),
            ("avgjg_Rnonrel_ret", (5.0 / 7.0 + 4.0 / 5.0) / 2.0),
        ],
    );
}

#[test]
fn pairs_of_which_nothing_is_retrieved() {
    // Pairs: A B (both groups, fulfilled), A C (fulfilled), B C (neither retrieved, 2 preferences).
    let judgments =
        "1 ann 0 A 3/1 ann 0 B 2/1 ann 0 C 1/1 bob 0 A 1/1 bob 0 B 0/1 cy 0 C 1/1 cy 0 B 0";
    check(
        &Judgments("prefs", judgments),
        "A",
        &[
            ("num_prefs_poss", 5.0),
            ("pair", (1.0 + 1.0 + 0.0) / 3.0),
            ("pair_imp", (1.0 + 1.0) / 2.0),
            ("pair_ret", 0.0),
            ("simp", 3.0 / 5.0),
            ("simp_imp", 1.0),
        ],
    );
}

#[test]
fn subgroups_are_put_together() {
    // A>B and B>C make A>C. B is not retrieved: A>B is fulfilled, B>C and A>C are not.
    check(
        &Judgments("prefs", "1 g 1 A 2/1 g 1 B 1/1 g 2 B 2/1 g 2 C 1"),
        "C A",
        &[
            ("num_prefs_poss", 3.0),
            ("num_prefs_ful", 1.0),
            ("num_prefs_ful_ret", 0.0),
            ("simp", 1.0 / 3.0),
            ("simp_ret", 0.0),
            ("simp_imp", 1.0 / 3.0),
            ("pair", 1.0 / 3.0),
            ("avgjg", 1.0 / 3.0),
            ("avgjg_Rnonrel", (1.0 + 2.0 * 3.0) / (3.0 + 3.0 * 3.0)),
            ("avgjg_Rnonrel_ret", (0.0 + 2.0 * 2.0) / (1.0 + 3.0 * 2.0)),
        ],
    );
    // What nobody compared stays open: A C and A D are no preferences.
    check(
        &Judgments("prefs", "1 g 1 A 2/1 g 1 B 1/1 g 2 C 2/1 g 2 D 1"),
        "A B C D",
        &[("num_prefs_poss", 2.0), ("simp", 1.0)],
    );
}

#[test]
fn more_documents_are_non_relevant_than_relevant() {
    // A and E are relevant; of B C D the first two by rank, B and C, count. A>B, A>C and E>C are
    // fulfilled, E>B is not. trec_eval adds B C D preferred to B C, fulfilled for B>C: 1 of 6.
    // Among the retrieved documents there are 2 of each, and nothing is added.
    let judgments = "1 0 A 1/1 0 E 1/1 0 B 0/1 0 C 0/1 0 D 0";
    check(
        &Judgments("qrels_prefs", judgments),
        "A B E C",
        &[("avgjg_Rnonrel", (3.0 + 1.0) / (4.0 + 6.0)), ("avgjg_Rnonrel_ret", 3.0 / 4.0)],
    );
    // With E not retrieved there is 1 relevant document: of B C only B counts. A>B is fulfilled;
    // B C preferred to B adds 2.
    check(
        &Judgments("qrels_prefs", judgments),
        "A B C",
        &[("avgjg_Rnonrel_ret", 1.0 / (1.0 + 2.0))],
    );
    // With subgroups only C, the first, is left of B C D, and A>C is not fulfilled.
    let judgments = "1 g 1 A 1/1 g 1 B 0/1 g 1 C 0/1 g 2 A 1/1 g 2 D 0";
    check(&Judgments("prefs", judgments), "C A", &[("simp", 2.0 / 3.0), ("avgjg_Rnonrel", 0.0)]);
}

#[test]
fn a_group_with_nothing_to_prefer() {
    // Bob has no preference: 0 of 0 is left out of sums, and counts as 0 in means of groups.
    let judgments = "1 ann 0 A 2/1 ann 0 B 1/1 bob 0 A 0/1 bob 0 B 0";
    check(
        &Judgments("prefs", judgments),
        "A B",
        &[("simp", 1.0), ("pair", 1.0), ("avgjg", 1.0 / 2.0), ("avgjg_Rnonrel", 0.0)],
    );
}

#[test]
fn groups_of_grades() {
    // Ann: A, at rank 1, is the only relevant one of 1. Bob: B and C, at ranks 2 and 3.
    let judgments = Judgments("qrels_jg", "1 ann A 1/1 ann B 0/1 bob B 1/1 bob C 2");
    let measures = ["map_avgjg", "P_avgjg.1,3,5", "Rprec_mult_avgjg.1,2"];
    let result = evaluate(&judgments, &run("A B C"), &measures).expect("a result");
    for (name, ann, bob) in [
        ("map_avgjg", 1.0, (1.0 / 2.0 + 2.0 / 3.0) / 2.0),
        ("P_avgjg_1", 1.0, 0.0),
        ("P_avgjg_3", 1.0 / 3.0, 2.0 / 3.0),
        ("P_avgjg_5", 1.0 / 5.0, 2.0 / 5.0),
        // R is 1 for Ann, 2 for Bob.
        ("Rprec_mult_avgjg_1.00", 1.0, 1.0 / 2.0),
        ("Rprec_mult_avgjg_2.00", 1.0 / 2.0, 2.0 / 4.0),
    ] {
        assert!((value(&result, name) - (ann + bob) / 2.0).abs() < 1e-12, "{name}");
    }
}

#[test]
fn options_hold_for_each_group() {
    let judgments = Judgments("qrels_jg", "1 ann A 1/1 ann B -1/1 bob B 1/1 bob C 2");
    let map = |options| {
        let evaluator = evaluator(&judgments, &["map_avgjg"], options).expect("an evaluator");
        value(&evaluator.evaluate(&run("X B C A"), 1).expect("a result"), "map_avgjg")
    };
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
    // Ann: A at 4. Bob: B at 2 and C at 3.
    close(map(Options::default()), (1.0 / 4.0 + (1.0 / 2.0 + 2.0 / 3.0) / 2.0) / 2.0);
    // Without what each has not judged, A is at 1, and B and C are at 1 and 2.
    close(map(Options { judged_only: true, ..Options::default() }), 1.0);
    // C is the only document with a grade of 2.
    close(map(Options { relevance_level: 2.0, ..Options::default() }), (0.0 + 1.0 / 3.0) / 2.0);
    close(map(Options { max_depth: 2, ..Options::default() }), (0.0 + 1.0 / 4.0) / 2.0);
}

#[test]
fn equal_scores_put_the_lowest_id_first() {
    let judgments = Judgments("qrels_prefs", "1 0 A 1/1 0 B 2");
    let tied = trec_results::parse(lines("1 Q0 B 1 5 t/1 Q0 A 2 5 t"), "run", 1).expect("a run");
    let result = evaluate(&judgments, &tied, &["prefs_simp"]).expect("a result");
    assert_eq!(value(&result, "prefs_simp"), 0.0);
    // For grades it is the other way round.
    let judgments = Judgments("qrels_jg", "1 g A 0/1 g B 1");
    let result = evaluate(&judgments, &tied, &["P_avgjg.1"]).expect("a result");
    assert_eq!(value(&result, "P_avgjg_1"), 1.0);
}

#[test]
fn documents_past_the_depth_are_not_retrieved() {
    let judgments = Judgments("qrels_prefs", "1 0 A 1/1 0 B 2/1 0 C 0");
    let options = Options { max_depth: 1, ..Options::default() };
    let evaluator = evaluator(&judgments, &["prefs"], options).expect("an evaluator");
    let result = evaluator.evaluate(&run("A B C"), 1).expect("a result");
    // A>C is fulfilled, B>A and B>C are not.
    assert_eq!(value(&result, "prefs_num_prefs_ful"), 1.0);
    assert_eq!(value(&result, "prefs_num_prefs_ful_ret"), 0.0);
}

#[test]
fn levels_have_the_width_of_the_version() {
    let judgments = Judgments("qrels_prefs", "1 0 A 1/1 0 B 1.00000001");
    for (compat, preferences) in [(Compat::V9, 0.0), (Compat::V10, 1.0)] {
        let options = Options { compat, ..Options::default() };
        let evaluator = evaluator(&judgments, &["prefs"], options).expect("an evaluator");
        let result = evaluator.evaluate(&run("A B"), 1).expect("a result");
        assert_eq!(value(&result, "prefs_num_prefs_poss"), preferences);
    }
}

#[test]
fn bad_judgments_are_refused_with_their_place() {
    for (format, text, status, message) in [
        ("prefs", "1 g A 1", 2, "qrels:1:8: found 4 fields, expected 5 fields: topic group"),
        ("prefs", "1 g s A 1/1 g s B x", 2, "qrels:2:9: found level 'x', expected a finite"),
        ("prefs", "1 g s A inf", 2, "qrels:1:9: found level 'inf'"),
        ("prefs", "", 2, "found nothing but blank lines"),
        ("qrels_prefs", "1 0 A", 2, "expected 4 fields: topic group docno level"),
        ("qrels_jg", "1 g A 1.5", 2, "qrels:1:7: found grade '1.5', expected a whole number"),
        (
            "qrels_jg",
            "1 g A 1/2 g A 1/1 g A 0",
            2,
            "qrels:3:5: found document 'A' of group 'g' in topic '1' a second time (first in line 1)",
        ),
        (
            "qrels_prefs",
            "1 g A 1/1 g B 1/1 g A 1",
            4,
            "qrels:3:5: found document 'A' of group 'g' in topic '1' a second time (first in line 1), \
             expected each document once in a subgroup",
        ),
        (
            "prefs",
            "1 g 1 A 1/1 g 2 A 0/1 g 2 B 0",
            4,
            "qrels:2:7: found level 0.0 for document 'A' of group 'g' in topic '1', and level 1.0 in \
             line 1, expected 0 (not relevant) in all subgroups of a group or in none",
        ),
        (
            "prefs",
            "1 g 1 A 2/1 g 1 B 1/1 g 2 B 2/1 g 2 C 1/1 g 3 C 2/1 g 3 A 1",
            4,
            "found document 'A' of group 'g' in topic '1' preferred to itself by way of others, \
             expected preferences without a circle in a group",
        ),
        ("bogus", "1 g A 1", 2, "found format 'bogus', expected qrels, subtopics, qrels_jg, prefs"),
    ] {
        let error = evaluate(&Judgments(format, text), &run("A"), &["num_q"]).expect_err(text);
        assert_eq!(error.exit_status(), status, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn groups_may_prefer_in_circles_together() {
    let judgments = "1 g 0 A 2/1 g 0 B 1/1 h 0 B 2/1 h 0 A 1";
    assert!(evaluate(&Judgments("prefs", judgments), &run("A"), &["prefs"]).is_ok());
}

#[test]
fn a_measure_of_other_judgments_is_refused() {
    for (format, measure, message) in [
        (
            "prefs",
            "map",
            "measure 'map': found judgments that are preferences, expected grades (-R qrels)",
        ),
        ("qrels_prefs", "map_avgjg", "expected grades by judgment group (-R qrels_jg)"),
        ("qrels_jg", "relstring", "found judgments that are grades by judgment group, expected gr"),
        ("qrels", "prefs_pair", "expected preferences (-R prefs or -R qrels_prefs)"),
    ] {
        let text = if format == "prefs" { "1 g 0 A 1" } else { "1 g A 1" };
        let error = evaluate(&Judgments(format, text), &run("A"), &["num_q", measure]);
        let error = error.expect_err(measure);
        assert_eq!(error.exit_status(), 4, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// What is printed of a run that retrieves A, with means for z-scores.
fn scaled(options: Options, means: &str) -> (Evaluation, String) {
    let judgments = Judgments("qrels", "1 0 A 1/1 0 B 1/2 0 A 1");
    let measures = ["num_q", "num_rel", "map", "relstring"];
    let evaluator = evaluator(&judgments, &measures, options).expect("an evaluator");
    let means = zscores::parse(&lines(means), "means").expect("means");
    let result = evaluator.with_zscores(means).evaluate(&run("A X"), 1).expect("a result");
    let mut out = Vec::new();
    write(&mut out, &result, Parts { topics: true, summary: true }).expect("a text");
    (result, String::from_utf8(out).expect("UTF-8"))
}

#[test]
fn z_scores_count_deviations_from_the_mean() {
    let (_, out) = scaled(Options::default(), "1 map 0.25 0.5/1 num_rel 2 0");
    let expected = [
        "Znum_rel               \t1\t0.0000",
        "Zmap                   \t1\t0.5000",
        "relstring             \t1\t'1-'",
        "Znum_q                 \tall\t1.0000",
        "Znum_rel               \tall\t0.0000",
        "Zmap                   \tall\t0.5000",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_value_without_a_mean_is_a_million_below() {
    // The name comes after all that topic 1 has, so a careless search would find it in topic 2.
    let (result, out) = scaled(Options::default(), "1 P_5 0 1/2 map 0 1/1 num_rel 3 0");
    assert!(out.contains("Zmap                   \t1\t-1000000.0000\n"));
    assert!(out.contains("Znum_rel               \t1\t-1000000.0000\n"));
    assert_eq!(result.unscaled().map(|unscaled| unscaled.count), Some(2));
    // A topic that the run lacks is scaled too where it is evaluated.
    let options = Options { complete: true, compat: Compat::V10, ..Options::default() };
    let (_, out) = scaled(options, "1 map 0.25 0.5/2 map 0.5 0.25");
    assert!(out.contains("Zmap                   \t2\t-2.0000\n"));
    assert!(out.contains("Zmap                   \tall\t-0.7500\n"));
}

#[test]
fn means_that_are_not_numbers_keep_their_sign() {
    let (_, out) = scaled(Options::default(), "1 map nan nan/1 num_rel -nan 1");
    assert!(out.contains("Zmap                   \tall\t   nan\n"));
    assert!(out.contains("Znum_rel               \tall\t  -nan\n"));
}

#[test]
fn bad_means_are_refused_with_their_place() {
    for (text, message) in [
        (
            "1 map 0.5",
            "means:1:10: found 3 fields, expected 4 fields: topic measure mean deviation",
        ),
        ("1 map x 1", "means:1:7: found mean 'x', expected a finite number, or nan"),
        ("1 map 1 -1", "means:1:9: found deviation '-1', expected a finite number of at least 0"),
        ("1 map 1 inf", "means:1:9: found deviation 'inf'"),
        ("1 map 1 1/1 map 1 1", "means:2:3: found measure 'map' of topic '1' a second time"),
        ("", "means: found nothing but blank lines"),
    ] {
        let error = zscores::parse(&lines(text), "means").expect_err(text);
        assert_eq!(error.exit_status(), 2);
        assert!(error.to_string().contains(message), "{error}");
    }
}
