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
        ("recip_rank.10", "parameter '10'"),
        ("utility.1,2", "2 numbers"),
        ("ndcg.10", "'10'"),
        ("ndcg.-1=2", "grade -1"),
        ("ndcg.1=2,1=3", "two gains for grade 1"),
        ("rbp.p=2", "persistence 2"),
        ("iprec_at_recall.0.101,0.102", "both print as 'iprec_at_recall_0.10'"),
        ("set_F.nan", "number 'nan'"),
        ("NDCG", "did you mean ndcg"),
        ("ndgc_cut.10", "did you mean ndcg_cut"),
        ("qwertyuiop", "unknown measure 'qwertyuiop' (--list-measures"),
    ] {
        let message = error(request);
        assert!(message.contains(text), "{request}: {message}");
    }
}
