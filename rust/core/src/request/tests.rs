use super::Plan;
use crate::options::Compat;

fn names(requests: &[&str]) -> Vec<String> {
    let plan = Plan::parse(requests, Compat::V9).expect("valid requests");
    plan.columns.into_iter().map(|column| column.name).collect()
}

fn error(request: &str) -> String {
    Plan::parse(&[request], Compat::V9).expect_err("an invalid request").to_string()
}

#[test]
fn columns_have_trec_evals_names() {
    assert_eq!(names(&["P.10,5"]), ["P_5", "P_10"]);
    assert_eq!(names(&["ndcg.1=3,2=9"]), ["ndcg_1=3,2=9"]);
    assert_eq!(
        names(&["iprec_at_recall..10,.2"]),
        ["iprec_at_recall_0.10", "iprec_at_recall_0.20"]
    );
    assert_eq!(names(&["set_F.0.5", "utility.2,-1,0,0"]), ["utility_2,-1,0,0", "set_F_0.5"]);
}

#[test]
fn names_as_printed_are_requests_too() {
    for name in ["P_5", "ndcg_cut_10", "set_F_0.5", "iprec_at_recall_0.10", "11pt_avg_0.2,0.8"] {
        assert_eq!(names(&[name]), [name]);
    }
}

#[test]
fn parameters_take_the_place_of_defaults() {
    assert_eq!(names(&["P", "P.3", "P.7,3"]), ["P_3", "P_7"]);
    let all = names(&["all_trec", "P.3"]);
    assert!(all.contains(&"P_3".to_owned()) && !all.contains(&"P_5".to_owned()));
    assert_eq!(names(&["set_F.2", "set_F.1"]), ["set_F_2", "set_F_1"]);
}

#[test]
fn columns_come_in_the_order_of_the_table() {
    assert_eq!(names(&["ndcg", "P.1", "map"]), ["map", "P_1", "ndcg"]);
}

#[test]
fn all_trec_grows_under_10() {
    let count = |compat| Plan::parse(&["all_trec"], compat).expect("a set").columns.len();
    assert_eq!(count(Compat::V10) - count(Compat::V9), 5);
}

#[test]
fn errors_say_what_was_found_and_expected() {
    for (request, text) in [
        ("P.0", "cutoff '0'"),
        ("P.5,x", "cutoff 'x'"),
        ("P.1,1", "cutoff 1 twice"),
        ("P.", "no parameter after the name"),
        ("recip_rank.0", "cutoff '0'"),
        ("num_q.10", "parameter '10'"),
        ("num_rel.10", "parameter '10'"),
        ("ndcg_exp.10", "parameter '10'"),
        ("utility.1,2", "2 numbers"),
        ("ndcg.10", "'10'"),
        ("ndcg.-1=2", "grade -1"),
        ("ndcg.1=2,1=3", "two gains for grade 1"),
        ("rbp.p=2", "persistence 2"),
        ("iprec_at_recall.0.101,0.102", "both print as 'iprec_at_recall_0.10'"),
        ("set_F.nan", "number 'nan'"),
        ("Ndcg", "did you mean ndcg or "),
        ("ndgc_cut.10", "did you mean ndcg_cut"),
        ("qwertyuiop", "unknown measure 'qwertyuiop' (--list-measures"),
    ] {
        let message = error(request);
        assert!(message.contains(text), "{request}: {message}");
    }
}

#[test]
fn measures_without_a_cutoff_can_be_cut() {
    assert_eq!(names(&["recip_rank.10", "recip_rank_5"]), ["recip_rank_5", "recip_rank_10"]);
    assert_eq!(names(&["recip_rank", "recip_rank.10"]), ["recip_rank", "recip_rank_10"]);
    let all = names(&["official", "bpref.100"]);
    assert!(all.contains(&"bpref".to_owned()) && all.contains(&"bpref_100".to_owned()));
}

#[test]
fn ir_measures_names_are_printed_as_there() {
    for (request, name) in [
        ("nDCG", "nDCG"),
        ("NDCG@10", "nDCG@10"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"),
        ("nDCG(dcg=\"log2\")", "nDCG"),
        ("nDCG( gains={2:5, 1 : 1, 0:0.50} ) @ 20", "nDCG(gains={0:0.5,2:5})@20"),
        ("nDCG(judged_only=True,dcg='exp-log2')", "nDCG(judged_only=True,dcg='exp-log2')"),
        ("MAP(rel=2)@100", "AP(rel=2)@100"),
        ("AP(rel=1,judged_only=False)", "AP"),
        ("MRR(cutoff=10)", "RR@10"),
        ("Precision@5", "P@5"),
        ("SetRelP(rel=2)", "SetP(relative=True,rel=2)"),
        ("SetP(relative=False)", "SetP"),
        ("NumRelRet", "NumRet(rel=1)"),
        ("NumRelRet(rel=2)", "NumRet(rel=2)"),
        ("NumRet", "NumRet"),
        ("RBP(p=0.80,rel=1)", "RBP(rel=1)"),
        ("RBP(p=0.95)@20", "RBP(p=0.95)@20"),
        ("SetF(beta=2.0)", "SetF(beta=2.0)"),
        ("SetF(beta=1)", "SetF"),
        ("IPrec@0.1", "IPrec@0.1"),
        ("IPrec(rel=2,recall=0.25)", "IPrec(rel=2)@0.25"),
        ("Bpref(judged_only=True)@10", "Bpref(judged_only=True)@10"),
        ("utility(c=-1)", "utility(c=-1)"),
        ("relative_P(rel=2)@5", "relative_P(rel=2)@5"),
        ("infAP", "infAP"),
    ] {
        assert_eq!(names(&[request]), [name], "{request}");
    }
}

#[test]
fn both_spellings_go_together() {
    let all = names(&["nDCG@10", "ndcg_cut.10", "NDCG@10", "P@5", "P.5", "RR@10", "recip_rank"]);
    assert_eq!(all, ["recip_rank", "RR@10", "P_5", "P@5", "ndcg_cut_10", "nDCG@10"]);
    assert!(error2(&["AP", "AP(rel=1)"]).contains("both print as 'AP'"));
}

#[test]
fn a_name_of_both_spellings_has_one_meaning() {
    let dialect = |request: &str| {
        let plan = Plan::parse(&[request], Compat::V10).expect("a valid request");
        (plan.columns[0].name.clone(), plan.columns[0].dialect)
    };
    for (request, name) in [
        ("ideal_dcg ", "ideal_dcg"),
        ("ideal_dcg()", "ideal_dcg"),
        ("infAP()", "infAP"),
        ("infAP(rel=1)", "infAP"),
    ] {
        assert_eq!(dialect(request), dialect(name), "{request}");
    }
    assert_ne!(dialect("AP").1, dialect("map").1);
}

fn error2(requests: &[&str]) -> String {
    Plan::parse(requests, Compat::V9).expect_err("invalid requests").to_string()
}

#[test]
fn what_cannot_be_honoured_is_refused() {
    for (request, text) in [
        ("P@0", "cutoff=0, expected a whole number of at least 1"),
        ("P@-1", "cutoff=-1"),
        ("P@5.0", "cutoff=5.0"),
        ("R", "no cutoff, expected one, as in R@10"),
        ("IPrec", "no recall, expected one, as in IPrec@0.1"),
        ("P(cutoff=5)@10", "cutoff twice"),
        ("P(rel=-1)@5", "rel=-1, expected a number of at least 0"),
        ("P(rel='1')@5", "rel='1'"),
        ("P(judged_only=1)@5", "judged_only=1, expected True or False"),
        ("P(x=1)@5", "parameter 'x', expected one of those of P: cutoff, rel, judged_only"),
        ("nDCG(rel=2)", "parameter 'rel'"),
        ("nDCG(dcg='log10')", "dcg='log10', expected dcg='log2' or 'exp-log2'"),
        ("nDCG(gains={-1:0})", "gains={-1:0}"),
        ("nDCG(gains={1:-2})", "gains={1:-2}"),
        ("nDCG(gains=2)", "gains=2"),
        ("SetP(relative=2)", "relative=2"),
        ("NumQ(rel=1)", "NumQ without a parameter"),
        ("NumQ@5", "parameter 'cutoff'"),
        ("NumRel@5", "parameter 'cutoff'"),
        ("RBP(p=1.5)", "p=1.5, expected a number from 0 to less than 1"),
        ("ideal_dcg@10", "parameter 'cutoff'"),
        ("P@5)", "')' at character 4, expected '@' with a value, or the end"),
        ("nDGC@10", "did you mean ndcg or "),
        ("nothing@10", "unknown measure 'nothing@10'"),
    ] {
        let message = error(request);
        assert!(message.contains(text), "{request}: {message}");
    }
}

#[test]
fn names_of_other_tools_are_taken() {
    for name in [
        "ndcg@10",
        "ndcg_at_10",
        "map_at_5",
        "recall_at_100",
        "precision_at_1",
        "mrr_at_10",
        "mrr@10",
        "hit_rate@5",
        "hit@5",
        "recall_cap@10",
        "R_cap@10",
        "F1@10",
        "f1@10",
        "unjudged@10",
        "judged@10",
        "hole@10",
        "Hole@10",
        "hole_at_10",
        "ndcg_burges@10",
    ] {
        assert_eq!(names(&[name]), [name]);
    }
    assert!(error("iprec_at_recall_x").contains("number 'x'"));
    assert!(error("nothing_at_10").contains("unknown measure"));
}
