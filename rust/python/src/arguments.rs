//! What docstrings say of arguments that several functions have.

/// Of the qrels.
macro_rules! qrels_argument {
    () => {
        "    qrels: A path or file object, in any format that `read_qrels` recognises; `{topic: {docno:
        grade}}`, a table with columns for topic, document and grade (polars, pandas, pyarrow,
        DuckDB, a data set), a tuple of three NumPy arrays, rows of these three, or what
        `read_qrels` gives. A negative grade means: in the pool, but not judged. Ids are str; an
        int stands for its digits. Measures of diversity need judgments by subtopic: a path,
        `{topic: {docno: {subtopic: grade}}}`, a table with a column for the subtopic too, rows
        of (topic, subtopic, document, grade), or what `read_qrels` gives; other measures then
        see the highest grade of each document."
    };
}

/// Of a run.
macro_rules! run_argument {
    () => {
        "    run: What qrels can be, with scores: `{topic: {docno: score}}` and so on. Arrays may be of
        one length, or topics [n] with documents and scores [n, k], -1 standing for no document."
    };
}

/// Of measures and options.
macro_rules! other_arguments {
    () => {
        "    measures: One measure or several, as `trec_eval -m` takes them ('ndcg_cut.10', 'P.5,10',
        'all_trec') or prints them ('ndcg_cut_10'), or as ir_measures has them ('nDCG@10',
        'AP(rel=2)@100', or its objects). Each is reported in the spelling it is asked for in,
        aliases of ir_measures ('MRR@10') as it prints them ('RR@10').
    relevance_level: The lowest grade that the binary measures count as relevant, 1 if None and
        `like` has no other. nDCG does not look at it.
    complete: Average over all topics of the qrels; one that the run lacks counts as 0.
        Otherwise it is left out (and named in `Evaluation.missing_topics`). The same as
        `topics`, 'qrels' or 'intersection'.
    judged_only: Drop documents without a judgment from each ranking first.
    max_depth: Look at the first so many documents of each ranking only.
    num_docs: Number of documents in the collection, which `utility` may need.
    like: The program whose conventions to follow, such as 'beir' or 'ranx': `conventions` tells
        them. Its names of measures mean what they mean there. Other arguments take the place
        of single ones. None stands for 'trec_eval9'.
    compat: The version of trec_eval to agree with: '9' (9.0.8) or '10'.
    order: What rankings are ordered by: 'score', or the 'rank' column of a file or a table,
        whatever the scores. Where `like` says 'rank', what is no file and has no ranks is ordered
        by score.
    ties: The order of documents with equal scores: by 'docno' (the highest bytes first), as in
        the input ('file'), or by the 'rank' column of a file or a table.
    topics: The topics to average over: those of both qrels and run ('intersection'), all of the
        'qrels', where one that the run lacks counts as 0, or all of the 'run', where one that the
        qrels lack counts as 0.
    no_relevant: A topic without a relevant document: 'zero' (it counts as 0), 'skip' (it is left
        out) or 'one' (it counts as 1).
    ignore_identical_ids: Drop a document with the id of its topic, which is the query itself.
    duplicates: A document that a topic lists twice: 'error', or keep the 'first', the 'last' or
        the one with the 'max' score or grade. What is dropped is told in a warning.
    columns: Names of columns where tables have others than are known, by role:
        `{'topic': ..., 'docno': ..., 'subtopic': ..., 'grade': ..., 'score': ..., 'rank': ...}`.
    threads: Threads to use, one for each processor if None. Their number changes no bit."
    };
}

pub(crate) use {other_arguments, qrels_argument, run_argument};
