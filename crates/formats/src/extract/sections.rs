//! The parts of an answer: thinking sections, and sections that are marked as the answer.

use super::line::contains_any;
use std::borrow::Cow;

/// The names of tags around thinking sections, as in `<think>`.
const THINKING: [&str; 7] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "scratchpad", "seed:think"];

/// Other marks at the start and the end of a thinking section.
const THINKING_MARKS: [(&str, &str); 4] = [
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis", "<|channel|>final"),
    ("◁think▷", "◁/think▷"),
    ("[THINK]", "[/THINK]"),
];

/// The names of tags around the answer.
const ANSWERS: [&str; 7] =
    ["answer", "final_answer", "finalanswer", "final", "solution", "completed_grid", "output"];

/// How a text ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum TextEnd {
    /// With the answer.
    Answer,
    /// In a thinking section without an end.
    Thinking,
    /// With an answer after a thinking section.
    AfterThinking,
}

impl TextEnd {
    /// Returns why there is no grid, if the end explains it.
    pub(super) fn reason(self) -> Option<&'static str> {
        match self {
            TextEnd::Answer => None,
            TextEnd::Thinking => Some("found no grid: the text ends in a thinking section"),
            TextEnd::AfterThinking => Some("found no grid after the thinking section"),
        }
    }
}

/// Removes thinking sections. A section without a start begins with the text. One without an end extends to
/// the end of the text, or to a section that is marked as the answer.
pub(super) fn without_thinking(text: &str) -> (Cow<'_, str>, TextEnd) {
    // The channels of gpt-oss without their marks.
    if text.starts_with("analysis")
        && let Some((_, answer)) = text.rsplit_once("assistantfinal")
    {
        return (Cow::Borrowed(answer), TextEnd::AfterThinking);
    }
    if !has_marks(text) {
        return (Cow::Borrowed(text), TextEnd::Answer);
    }
    let tags = THINKING.map(|name| (format!("<{name}>"), format!("</{name}>")));
    let marks = THINKING_MARKS.map(|(open, close)| (open.to_string(), close.to_string()));
    let mut text = Cow::Borrowed(text);
    let mut end = TextEnd::Answer;
    for (open, close) in tags.iter().chain(&marks) {
        if let Some((rest, new_end)) = without_sections(&text, open, close) {
            (text, end) = (Cow::Owned(rest), new_end);
        }
    }
    (text, end)
}

/// Removes the thinking sections between two marks, if there are any. Takes time in proportion to the text.
fn without_sections(text: &str, open: &str, close: &str) -> Option<(String, TextEnd)> {
    let find_from = |wanted: &str, from: usize| Some(find(&text[from..], wanted)? + from);
    let (mut start, mut stop) = (find(text, open), find(text, close));
    let (mut kept, mut end, mut position) = (String::new(), None, 0);
    while start.is_some() || stop.is_some() {
        position = match (start, stop) {
            (Some(start), Some(stop)) if start < stop => {
                kept.push_str(&text[position..start]);
                stop + close.len()
            }
            (_, Some(stop)) => {
                kept.clear();
                stop + close.len()
            }
            (start, None) => {
                let start = start.expect("one of them was found");
                kept.push_str(&text[position..start]);
                let rest = start + open.len();
                find_answer(&text[rest..]).map_or(text.len(), |answer| rest + answer)
            }
        };
        let is_open = position == text.len() && stop.is_none();
        end = Some(if is_open { TextEnd::Thinking } else { TextEnd::AfterThinking });
        kept.push_str("\n\n");
        // What was not found once is not searched for again.
        if start.is_some_and(|start| start < position) {
            start = find_from(open, position);
        }
        if stop.is_some_and(|stop| stop < position) {
            stop = find_from(close, position);
        }
    }
    kept.push_str(&text[position..]);
    end.map(|end| (kept, end))
}

/// Returns the position of the first section that is marked as the answer.
fn find_answer(text: &str) -> Option<usize> {
    let is_answer = |&(start, _): &(usize, &str)| {
        let tag = &text.as_bytes()[start + 1..];
        let is_tag = |name: &&str| {
            tag.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
                && tag.get(name.len()) == Some(&b'>')
        };
        ANSWERS.iter().any(is_tag)
    };
    text.match_indices('<').find(is_answer).map(|(start, _)| start)
}

/// Returns the sections that are marked as the answer, one after the other, or an empty text if there are
/// none.
pub(super) fn answers(text: &str) -> String {
    let mut sections = String::new();
    if !has_marks(text) {
        return sections;
    }
    for name in ANSWERS {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let mut rest = text;
        while let Some(start) = find(rest, &open) {
            rest = &rest[start + open.len()..];
            let stop = find(rest, &close).unwrap_or(rest.len());
            sections.push_str(&rest[..stop]);
            sections.push_str("\n\n");
            rest = &rest[stop..];
        }
    }
    sections
}

/// Reports whether a text can contain the start or the end of a section.
fn has_marks(text: &str) -> bool {
    // The last one is the first byte of `◁`.
    contains_any(text, [b'<', b'[', 0xe2])
}

/// Returns the position of a mark, in upper or lower case. Its first character must be a sign, which has no
/// case.
fn find(text: &str, wanted: &str) -> Option<usize> {
    let first = wanted.chars().next()?;
    let (bytes, wanted) = (text.as_bytes(), wanted.as_bytes());
    text.match_indices(first).map(|(start, _)| start).find(|&start| {
        bytes[start..].get(..wanted.len()).is_some_and(|part| part.eq_ignore_ascii_case(wanted))
    })
}
