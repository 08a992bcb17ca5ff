//! How expected terms are found in text.
//!
//! Text and terms are brought to one form: Unicode NFC, case folded (full folding, so that "ß" is
//! "ss"), each run of white space one blank. A term is then found wherever it stands, or, if asked
//! for, where no letter or digit stands beside it.

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};
use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::json::Wrong;

/// Appends the form of `text` that is compared.
///
/// Most of most texts is ASCII, which is brought into form many bytes at a time. A character that
/// is not can change, by composition, no more than itself, its neighbours that are not ASCII, and
/// the ASCII character before them.
pub fn normalize(text: &str, out: &mut Vec<u8>) {
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        let is_all = ascii == rest.len();
        let (plain, other) = rest.split_at(if is_all { ascii } else { ascii.saturating_sub(1) });
        let from = out.len();
        out.extend(plain.bytes().map(fold_ascii));
        collapse(out, from);
        let skip = usize::from(!is_all && ascii > 0);
        let end = other.bytes().skip(skip).position(|byte| byte.is_ascii());
        let (other, next) = other.split_at(end.map_or(other.len(), |end| skip + end));
        let from = out.len();
        for c in other.chars().nfd().default_case_fold().nfc() {
            let c = if c.is_whitespace() { ' ' } else { c };
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        collapse(out, from);
        rest = next;
    }
}

/// The form of an ASCII character. Without branches, so that it is compiled to vectors.
fn fold_ascii(byte: u8) -> u8 {
    let is_space = byte.wrapping_sub(b'\t') <= b'\r' - b'\t';
    if is_space { b' ' } else { byte.to_ascii_lowercase() }
}

/// Makes one of the blanks that follow each other, in what follows `from`.
fn collapse(out: &mut Vec<u8>, from: usize) {
    let from = from.saturating_sub(1);
    let Some(first) = memchr::memmem::find(&out[from..], b"  ") else { return };
    let start = from + first + 1;
    let mut end = start;
    for at in start..out.len() {
        if out[at] != b' ' || out[end - 1] != b' ' {
            out[end] = out[at];
            end += 1;
        }
    }
    out.truncate(end);
}

/// The form of a term: as text, without blanks around it. One of which nothing is left would be
/// found everywhere, and is wrong.
///
/// # Errors
///
/// Nothing is left of the term.
pub fn normalize_term(term: &str) -> Result<Vec<u8>, Wrong> {
    let mut form = Vec::with_capacity(term.len());
    normalize(term, &mut form);
    let form = form.trim_ascii();
    if form.is_empty() {
        return Err(Wrong::new("an empty string", "text to look for"));
    }
    Ok(form.to_vec())
}

/// Terms, each with its alternatives, to be found in one pass over a text.
#[derive(Debug)]
pub struct Terms {
    /// Finds the first place where a form stands, and the longest form there.
    automaton: AhoCorasick,
    /// The terms that stand where a form does: for each form those whose form it begins with, and
    /// how long that is.
    starting: Vec<Vec<(usize, usize)>>,
    /// Whether a term is found only where nothing that belongs to a word stands beside it.
    whole_words: bool,
}

impl Terms {
    /// Prepares terms, given as the forms of their alternatives. `None` if the machine to find
    /// them would be too large.
    pub fn new(terms: &[Vec<Vec<u8>>], whole_words: bool) -> Option<Self> {
        let numbered = terms.iter().enumerate();
        let forms: Vec<(usize, &Vec<u8>)> =
            numbered.flat_map(|(term, forms)| forms.iter().map(move |form| (term, form))).collect();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            // Quick to build: it serves for ten texts or so.
            .kind(Some(AhoCorasickKind::NoncontiguousNFA))
            .build(forms.iter().map(|(_, form)| form))
            .ok()?;
        let begins = |form: &Vec<u8>| {
            let terms = forms.iter().filter(|(_, other)| form.starts_with(other));
            terms.map(|(term, other)| (*term, other.len())).collect()
        };
        let starting = forms.iter().map(|(_, form)| begins(form)).collect();
        Some(Self { automaton, starting, whole_words })
    }

    /// Calls `found` with each term that is in `text`, which has to be in form, until it gives
    /// false. A term may be told of several times.
    pub fn find(&self, text: &[u8], mut found: impl FnMut(usize) -> bool) {
        let mut from = 0;
        while let Some(hit) = self.automaton.find(Input::new(text).range(from..)) {
            for &(term, len) in &self.starting[hit.pattern().as_usize()] {
                let (start, end) = (hit.start(), hit.start() + len);
                if (!self.whole_words || is_word(text, start, end)) && !found(term) {
                    return;
                }
            }
            // Forms may overlap.
            from = hit.start() + 1;
        }
    }
}

/// Whether a word begins at `start` and ends at `end`. Where the part itself begins or ends with
/// something else, such as the pluses of "c++", that side is free.
fn is_word(text: &[u8], start: usize, end: usize) -> bool {
    let part = &text[start..end];
    let free_before =
        !first(part).is_some_and(belongs) || !last(&text[..start]).is_some_and(belongs);
    let free_after = !last(part).is_some_and(belongs) || !first(&text[end..]).is_some_and(belongs);
    free_before && free_after
}

/// Whether a character belongs to a word.
fn belongs(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_combining_mark(c)
}

fn first(text: &[u8]) -> Option<char> {
    let text = &text[..text.len().min(4)];
    text.utf8_chunks().next()?.valid().chars().next()
}

fn last(text: &[u8]) -> Option<char> {
    let start = text.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    first(&text[start..])
}

#[cfg(test)]
mod tests {
    use caseless::Caseless;
    use unicode_normalization::UnicodeNormalization;

    use super::{Terms, normalize, normalize_term};

    fn form(text: &str) -> String {
        let mut out = Vec::new();
        normalize(text, &mut out);
        String::from_utf8(out).expect("UTF-8")
    }

    fn has(term: &str, text: &str, whole_words: bool) -> bool {
        let terms = [vec![normalize_term(term).expect("a term")]];
        let mut found = false;
        Terms::new(&terms, whole_words).expect("an automaton").find(form(text).as_bytes(), |_| {
            found = true;
            false
        });
        found
    }

    #[test]
    fn form_of_parts_is_form_of_the_whole() {
        let palette: Vec<char> =
            "aZ .\n\tß\u{301}\u{345}\u{323}éÉİıΣςﬁ\u{a0}\u{3000}가\u{11a8}\u{1100}\u{1161}漢Ａ\u{212a}"
                .chars()
                .collect();
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..8 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push(palette[usize::try_from(state >> 33).expect("an index") % palette.len()]);
            }
            let whole: String = text.nfd().default_case_fold().nfc().collect();
            let mut expected = String::new();
            for c in whole.chars().map(|c| if c.is_whitespace() { ' ' } else { c }) {
                if c != ' ' || !expected.ends_with(' ') {
                    expected.push(c);
                }
            }
            assert_eq!(form(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn folding() {
        assert!(has("STRASSE", "Die Straße", false));
        assert!(has("cafe\u{301}", "CAFÉ au lait", false));
        assert!(!has("cafe", "cafe\u{301}", false));
        assert!(has("exponential gain", "the Exponential \n\u{a0} gain", false));
        assert!(has("a", "bab", false));
    }

    #[test]
    fn whole_words() {
        assert!(!has("art", "a shopping cart", true));
        assert!(has("art", "cart, art", true));
        assert!(has("c++", "in C++11", true));
        assert!(!has("c++", "in objc++", true));
        assert!(!has("art", "élart", true));
        assert!(!has("art", "arté", true));
    }

    #[test]
    fn terms_that_overlap_and_share_a_start() {
        let forms = |forms: &[&str]| -> Vec<Vec<u8>> {
            forms.iter().map(|form| form.as_bytes().to_vec()).collect()
        };
        let terms = [forms(&["abcd", "zz"]), forms(&["ab"]), forms(&["bc"]), forms(&["ab", "x"])];
        let found = |text: &str, whole_words| {
            let mut found = std::collections::BTreeSet::new();
            Terms::new(&terms, whole_words).expect("an automaton").find(text.as_bytes(), |term| {
                found.insert(term);
                true
            });
            found.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(found("abcd", false), [0, 1, 2, 3]);
        assert_eq!(found("abcd", true), [0]);
        assert_eq!(found("abc x", false), [1, 2, 3]);
        assert_eq!(found("ab abc", true), [1, 3]);
        assert!(found("", false).is_empty());
    }

    #[test]
    fn nothing_is_no_term() {
        assert!(normalize_term(" \n").is_err());
    }
}
