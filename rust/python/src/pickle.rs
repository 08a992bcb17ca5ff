//! What objects hold, as plain Python values: pickles, which go to worker processes and to disk.
//!
//! A pickle begins with the number of its form and the version that wrote it.

use std::sync::Arc;

use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rtreceval_core::choice::Choice;
use rtreceval_core::evaluation::{Kept, Topic};
use rtreceval_core::lists::Builder;
use rtreceval_core::policies::OrderBy;
use rtreceval_core::qrels::{Documents, Kind};
use rtreceval_core::subtopics::SubtopicsBuilder;
use rtreceval_core::{Evaluation, Plan, Qrels, Run, VERSION};

use crate::conventions::{Chosen, Followed};

/// The form of what is written here. It is another number with each change of what is in it.
const FORM: u32 = 2;

/// What `__reduce__` gives: the function that makes an object again, and its arguments.
pub type Reduced<'py, T> = (Bound<'py, PyAny>, (u32, &'static str, T));

/// A topic with its documents, their scores, and their ranks as the file has them, if it has.
pub type Ranked = (Vec<u8>, Vec<Vec<u8>>, Vec<f64>, Option<Vec<Vec<u8>>>);

/// What messages call the file of a run that was pickled.
const PICKLED: &str = "<pickled run>";

/// A topic with its judgments: documents, grades, and the subtopics they are for, if any.
pub type Judged = (Vec<u8>, Vec<Vec<u8>>, Vec<f64>, Option<Vec<usize>>);

/// The reduced form of an object whose class has the static method `_restore`.
pub fn reduce<C: PyTypeInfo, T>(py: Python<'_>, held: T) -> PyResult<Reduced<'_, T>> {
    Ok((py.get_type::<C>().getattr("_restore")?, (FORM, VERSION, held)))
}

/// Refuses a pickle of another form.
pub fn check_form(form: u32, version: &str) -> PyResult<()> {
    if form == FORM {
        return Ok(());
    }
    Err(other_version(&format!("pickle of form {form}"), version, &format!("form {FORM}")))
}

/// The error of a pickle that cannot be read here.
pub fn other_version(found: &str, version: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!(
        "found a {found}, written by rtreceval {version}, expected {expected}, as this version \
         {VERSION} writes it"
    ))
}

/// What a run holds: its tag and its topics.
pub type RunState = (Vec<u8>, Vec<Ranked>);

/// What a run holds.
pub fn of_run(run: &Run) -> rtreceval_core::Result<RunState> {
    let mut topics = Vec::with_capacity(run.len());
    for (at, topic) in run.topics().iter().enumerate() {
        let (docnos, scores): (Vec<_>, Vec<_>) =
            run.docs(at).map(|(docno, score)| (docno.to_vec(), score)).unzip();
        let ranks = (0..docnos.len()).map(|index| run.rank_field(at, index));
        let ranks = if run.has_ranks() { Some(ranks.collect::<Result<_, _>>()?) } else { None };
        topics.push((topic.to_vec(), docnos, scores, ranks));
    }
    Ok((run.tag().to_vec(), topics))
}

/// The run that held this.
pub fn to_run((tag, topics): RunState) -> Run {
    let mut builder = Builder::default();
    if topics.iter().all(|(.., ranks)| ranks.is_none()) {
        for (topic, docnos, scores, _) in topics {
            builder.push_topic(&topic);
            for (docno, score) in docnos.iter().zip(scores) {
                builder.push_row(&topic, docno, score);
            }
        }
        return Run::new(builder.finish().of_rows(PICKLED), tag);
    }
    // Ranks stand behind the ids of a text.
    let mut text = Vec::new();
    for (topic, docnos, scores, ranks) in topics {
        builder.push_topic(&topic);
        for ((docno, score), rank) in docnos.iter().zip(scores).zip(ranks.iter().flatten()) {
            let start = text.len();
            text.extend_from_slice(docno);
            builder.push_at(&topic, start..text.len(), score);
            text.push(b' ');
            text.extend_from_slice(rank);
            text.push(b'\n');
        }
    }
    Run::with_ranks(builder.finish_with(text, Some(PICKLED.to_owned())), tag)
}

/// What judgments hold, whose documents are these.
pub fn of_qrels(qrels: &Qrels, documents: &Documents) -> PyResult<Vec<Judged>> {
    if matches!(qrels.kind(), Kind::Groups(_) | Kind::Preferences(_)) {
        return Err(PyTypeError::new_err("cannot pickle judgments by judgment group"));
    }
    let topics = qrels.topics().iter().enumerate().map(|(at, topic)| {
        let judgments = documents.topic(at).judgments();
        let Some(subtopics) = qrels.subtopics(at) else {
            let (docnos, grades) = judgments.map(|(docno, grade)| (docno.to_vec(), grade)).unzip();
            return (topic.to_vec(), docnos, grades, None);
        };
        // Subtopics are numbered as they come: in the order of their numbers they keep them.
        let mut rows: Vec<(usize, &[u8], f64)> = judgments
            .zip((0..subtopics.num_docs()).map(|document| subtopics.grades(document)))
            .flat_map(|((docno, _), grades)| {
                grades.iter().map(move |&(subtopic, grade)| (subtopic, docno, grade))
            })
            .collect();
        rows.sort_by_key(|&(subtopic, ..)| subtopic);
        let docnos = rows.iter().map(|(_, docno, _)| docno.to_vec()).collect();
        let grades = rows.iter().map(|&(.., grade)| grade).collect();
        (topic.to_vec(), docnos, grades, Some(rows.iter().map(|&(number, ..)| number).collect()))
    });
    Ok(topics.collect())
}

/// The judgments that held this.
pub fn to_qrels(topics: &[Judged]) -> rtreceval_core::Result<Qrels> {
    if topics.iter().any(|(.., subtopics)| subtopics.is_some()) {
        let mut builder = SubtopicsBuilder::default();
        for (topic, docnos, grades, subtopics) in topics {
            let numbered = subtopics.iter().flatten().zip(docnos.iter().zip(grades));
            for (subtopic, (docno, &grade)) in numbered {
                builder.push(topic, subtopic.to_string().as_bytes(), docno, grade)?;
            }
        }
        return builder.finish();
    }
    let mut builder = Builder::default();
    for (topic, docnos, grades, _) in topics {
        builder.push_topic(topic);
        for (docno, &grade) in docnos.iter().zip(grades) {
            builder.push(topic, docno, grade);
        }
    }
    Qrels::new(builder.finish())
}

/// What a result holds.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct ResultState {
    requests: Vec<String>,
    chosen: Chosen,
    order: String,
    measures: Vec<String>,
    topics: Vec<Vec<u8>>,
    in_run: Vec<bool>,
    values: Vec<f64>,
    texts: Vec<String>,
    summary: Vec<f64>,
    run_tag: Vec<u8>,
    missing_topics: Vec<Vec<u8>>,
    unjudged_topics: Vec<Vec<u8>>,
    topics_without_relevant: Vec<Vec<u8>>,
}

/// What a result holds.
pub fn of_result(result: &Evaluation, followed: &Followed) -> ResultState {
    let Kept { topics, values, texts, summary, tag, missing, unjudged, without_relevant } =
        result.kept().clone();
    ResultState {
        requests: result.plan().requests.clone(),
        chosen: followed.chosen(),
        order: followed.conventions.order.name().to_owned(),
        measures: result.plan().columns.iter().map(|column| column.name.clone()).collect(),
        in_run: topics.iter().map(|topic| topic.in_run).collect(),
        topics: topics.into_iter().map(|topic| topic.name.into()).collect(),
        values,
        texts,
        summary,
        run_tag: tag,
        missing_topics: missing.into_iter().map(Into::into).collect(),
        unjudged_topics: unjudged.into_iter().map(Into::into).collect(),
        topics_without_relevant: without_relevant.into_iter().map(Into::into).collect(),
    }
}

/// The result that held this; `None` if its measures are not those of this version.
pub fn to_result(held: ResultState) -> Option<(Evaluation, Followed)> {
    let mut followed = held.chosen.resolve().ok()?;
    followed.conventions.order = OrderBy::find(&held.order).ok()?;
    let compat = followed.conventions.compat;
    let plan = Plan::parse_like(&held.requests, compat, followed.preset).ok()?;
    if !plan.columns.iter().map(|column| &column.name).eq(&held.measures) {
        return None;
    }
    let topics = held.topics.into_iter().zip(held.in_run);
    let kept = Kept {
        topics: topics.map(|(name, in_run)| Topic { name: name.into(), in_run }).collect(),
        values: held.values,
        texts: held.texts,
        summary: held.summary,
        tag: held.run_tag,
        missing: held.missing_topics.into_iter().map(Into::into).collect(),
        unjudged: held.unjudged_topics.into_iter().map(Into::into).collect(),
        without_relevant: held.topics_without_relevant.into_iter().map(Into::into).collect(),
    };
    Some((Evaluation::restore(Arc::new(plan), compat, kept)?, followed))
}
