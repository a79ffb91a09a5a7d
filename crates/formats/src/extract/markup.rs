//! Turns Markdown, HTML, LaTeX and JSON into plain lines, so that each row of a grid is on its own line.

use super::line::{self, contains_any};
use super::tokens::{MIN_ROW, is_cell};
use std::borrow::Cow;
use veridoku_core::Cell;

/// The maximum number of characters of a tag, or of an argument of a command.
const MAX_MARKUP: usize = 200;

/// Returns the text without markup. Tags and commands that end a row become line breaks.
pub(super) fn plain_lines(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    // Each pass returns `None` if it has nothing to do.
    for pass in [
        without_escape_sequences,
        without_entities,
        plain_characters,
        spelled_digits,
        without_removed_lines,
        without_struck_out,
        lines_of_tables,
        without_tags,
        without_commands,
        bracketed_digits,
        bracket_lines,
        label_lines,
    ] {
        if let Some(changed) = pass(&plain) {
            plain = Cow::Owned(changed);
        }
    }
    plain
}

/// Removes the sequences that control a terminal, as for colours: parameters, and a final character.
fn without_escape_sequences(text: &str) -> Option<String> {
    let mut parts = text.split("\x1b[");
    let first = parts.next().filter(|first| first.len() < text.len())?;
    Some(first.to_string() + &parts.map(after_sequence).collect::<String>())
}

/// Returns the text after the parameters and the final character of a control sequence.
fn after_sequence(text: &str) -> &str {
    let rest = text.trim_start_matches(|sign| matches!(sign, ' '..='?'));
    rest.get(1..).unwrap_or(rest)
}

/// Replaces the entities of HTML for white space and signs, as in `5&nbsp;3`.
fn without_entities(text: &str) -> Option<String> {
    const ENTITIES: [(&str, char); 18] = [
        ("nbsp", ' '),
        ("#160", ' '),
        ("ensp", ' '),
        ("emsp", ' '),
        ("thinsp", ' '),
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("#34", '"'),
        ("apos", '\''),
        ("#39", '\''),
        ("#x27", '\''),
        ("#124", '|'),
        ("vert", '|'),
        ("middot", '·'),
        ("bull", '•'),
        ("#10", '\n'),
    ];
    let mut parts = text.split('&');
    let mut plain = parts.next().filter(|first| first.len() < text.len())?.to_string();
    for part in parts {
        let entity = ENTITIES
            .iter()
            .find_map(|(name, character)| Some((*character, part.strip_prefix(name)?.strip_prefix(';')?)));
        let (character, rest) = entity.unwrap_or(('&', part));
        plain.push(character);
        plain.push_str(rest);
    }
    Some(plain)
}

/// Replaces variants of digits and signs, and removes invisible characters.
fn plain_characters(text: &str) -> Option<String> {
    let is_plain = text.is_ascii() && !text.contains('\r');
    (!is_plain).then(|| text.chars().filter_map(plain_character).collect())
}

/// Returns the plain variant of a character, or `None` if it is invisible.
fn plain_character(character: char) -> Option<char> {
    let digit = |from: char, first: u32| char::from_digit(character as u32 - from as u32 + first, 10);
    match character {
        // The first and the last of these ranges combine with a digit: underlines, strokes and keycaps.
        '\u{300}'..='\u{36f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{20d0}'..='\u{20ff}' => None,
        '\r' | '\u{2800}' => Some(' '),
        '０'..='９' => digit('０', 0),
        '一' | '¹' => Some('1'),
        '二' | '²' => Some('2'),
        '三' | '³' => Some('3'),
        '四' => Some('4'),
        '五' => Some('5'),
        '六' => Some('6'),
        '七' => Some('7'),
        '八' => Some('8'),
        '九' => Some('9'),
        '٠'..='٩' => digit('٠', 0),
        '۰'..='۹' => digit('۰', 0),
        '०'..='९' => digit('०', 0),
        '০'..='৯' => digit('০', 0),
        '๐'..='๙' => digit('๐', 0),
        '①'..='⑨' => digit('①', 1),
        '❶'..='❾' => digit('❶', 1),
        '➀'..='➈' => digit('➀', 1),
        '➊'..='➒' => digit('➊', 1),
        '⑴'..='⑼' => digit('⑴', 1),
        '⁴'..='⁹' => digit('⁴', 4),
        '₁'..='₉' => digit('₁', 1),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_digit((character as u32 - 0x1d7ce) % 10, 10),
        '−' => Some('-'),
        '：' => Some(':'),
        '，' | '、' => Some(','),
        '；' => Some(';'),
        '｜' | '¦' => Some('|'),
        '．' | '。' => Some('.'),
        '＿' => Some('_'),
        '？' => Some('?'),
        '＝' => Some('='),
        '（' => Some('('),
        '）' => Some(')'),
        '［' | '【' => Some('['),
        '］' | '】' => Some(']'),
        '“' | '”' => Some('"'),
        '‘' | '’' => Some('\''),
        other => Some(other),
    }
}

/// Replaces the words `one` to `nine` by digits if there are enough of them for a grid.
fn spelled_digits(text: &str) -> Option<String> {
    const WORDS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let number = |word: &str| WORDS.iter().position(|name| word.eq_ignore_ascii_case(name));
    if text.bytes().filter(u8::is_ascii_digit).count() >= Cell::COUNT {
        return None;
    }
    let is_sign = |character: char| !character.is_ascii_alphabetic();
    if text.split(is_sign).filter(|word| number(word).is_some()).count() < Cell::COUNT {
        return None;
    }
    let plain = |part: &str| {
        let word = part.trim_end_matches(is_sign);
        number(word).map_or_else(|| part.to_string(), |index| format!("{}{}", index + 1, &part[word.len()..]))
    };
    Some(text.split_inclusive(is_sign).map(plain).collect())
}

/// Removes the lines that diffs remove.
fn without_removed_lines(text: &str) -> Option<String> {
    let mut parts = text.split("```diff");
    let mut plain = parts.next().filter(|before| before.len() < text.len())?.to_string();
    for part in parts {
        let (diff, after) = part.split_once("```").unwrap_or((part, ""));
        let kept = diff.lines().filter(|line| !line.starts_with('-'));
        for line in kept.map(|line| line.trim_start_matches('+')).chain([after]) {
            plain.push_str(line);
            plain.push('\n');
        }
    }
    Some(plain)
}

/// Writes a row of a Markdown table as several lines if its fields have line breaks, as in
/// `| 5 3 4<br>6 7 2 | 6 7 8<br>1 9 5 |`.
fn lines_of_tables(text: &str) -> Option<String> {
    const BREAK: &str = "<br>";
    if !text.contains(BREAK) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        if !line.starts_with('|') || line.len() > line::MAX_GRID_LINE {
            plain.push_str(line);
            plain.push('\n');
            continue;
        }
        let fields: Vec<Vec<&str>> = line.split('|').map(|field| field.split(BREAK).collect()).collect();
        let count = fields.iter().map(Vec::len).max().unwrap_or_default();
        for index in 0..count {
            let parts: Vec<&str> =
                fields.iter().map(|parts| parts.get(index).copied().unwrap_or_default()).collect();
            plain.push_str(&parts.join("|"));
            plain.push('\n');
        }
    }
    Some(plain)
}

/// Removes HTML tags. Cells of a table become fields between bars, and each row one line.
fn without_tags(text: &str) -> Option<String> {
    if !contains_any(text, *b"<") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_row = false;
    let push = |plain: &mut String, part: &str, in_row: bool| {
        if in_row {
            plain.extend(part.chars().map(|character| if character == '\n' { ' ' } else { character }));
        } else {
            plain.push_str(part);
        }
    };
    while let Some(start) = rest.find('<') {
        push(&mut plain, &rest[..start], in_row);
        rest = &rest[start..];
        let end =
            rest[1..].char_indices().take(MAX_MARKUP).find(|(_, character)| "<>\n".contains(*character));
        let body = match end {
            Some((end, '>')) => &rest[1..=end],
            _ => "",
        };
        let name = body.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
        if name.is_empty()
            || !name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
            || !name.starts_with(|character: char| character.is_ascii_alphabetic())
        {
            plain.push('<');
            rest = &rest[1..];
            continue;
        }
        rest = &rest[body.len() + 2..];
        let is_end = body.starts_with('/');
        match name.to_ascii_lowercase().as_str() {
            "td" | "th" | "cell" if is_end => plain.push('|'),
            "del" | "s" | "strike" if !is_end => rest = after_end_tag(rest),
            "td" | "th" | "cell" | "b" | "strong" | "i" | "em" | "u" | "span" | "font" | "mark" | "ins"
            | "code" | "sup" | "small" | "del" | "s" | "strike" => {}
            "tr" | "row" => {
                in_row = !is_end;
                plain.push('\n');
            }
            _ => plain.push('\n'),
        }
    }
    push(&mut plain, rest, in_row);
    Some(plain)
}

/// Returns the text from the next end tag on, or the whole text if no end tag is near.
fn after_end_tag(text: &str) -> &str {
    let end = text.char_indices().take(MAX_MARKUP).map(|(at, _)| at).find(|&at| text[at..].starts_with("</"));
    end.map_or(text, |end| &text[end..])
}

/// Removes text that Markdown strikes out, as in `~~3~~ 5`.
fn without_struck_out(text: &str) -> Option<String> {
    const MARK: &str = "~~";
    if !text.contains(MARK) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(MARK) {
        plain.push_str(&rest[..start]);
        rest = rest[start..].trim_start_matches('~');
        let end = rest.char_indices().take(MAX_MARKUP).take_while(|&(_, character)| character != '\n');
        let end = end.map(|(at, _)| at).find(|&at| rest[at..].starts_with(MARK));
        rest = end.map_or(rest, |end| rest[end..].trim_start_matches('~'));
    }
    plain.push_str(rest);
    Some(plain)
}

/// Removes the brackets around single digits if there are many, and the names before them, as in
/// `np.int64(5)`.
fn bracketed_digits(text: &str) -> Option<String> {
    /// The fewest clues of a puzzle. The numbers of the nine rows may be in brackets, too.
    const MIN_COUNT: usize = 17;
    let is_digit =
        |at: &usize| matches!(text.as_bytes().get(at - 1..at + 2), Some([b'(', b'0'..=b'9', b')']));
    let digits: Vec<usize> = text.match_indices('(').map(|(at, _)| at + 1).filter(is_digit).collect();
    if digits.len() < MIN_COUNT {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut copied = 0;
    for at in digits {
        let before = &text[copied..at - 1];
        let without_name = before.trim_end_matches(|character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '_' | '.')
        });
        // A word that starts with a digit is not a name, but another cell.
        let is_name = before[without_name.len()..].starts_with(|first: char| !first.is_ascii_digit());
        plain.push_str(if is_name { without_name } else { before });
        plain.push_str(&text[at..=at]);
        copied = at + 2;
    }
    plain.push_str(&text[copied..]);
    Some(plain)
}

/// Removes the commands of LaTeX, and resolves escape sequences such as `\n`.
fn without_commands(text: &str) -> Option<String> {
    /// Commands whose first argument is not shown.
    const WITH_ARGUMENT: [&str; 9] =
        ["begin", "end", "color", "textcolor", "cellcolor", "rowcolor", "cline", "cmidrule", "multicolumn"];
    if !contains_any(text, *b"\\$") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['\\', '$']) {
        plain.push_str(&rest[..start]);
        let is_dollar = rest[start..].starts_with('$');
        let slashes = rest[start..].bytes().take_while(|&byte| byte == b'\\').count();
        rest = &rest[start + slashes.max(1)..];
        if is_dollar {
            continue;
        }
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &rest[..length];
        // `\n` before a capital letter is a line break, not a command.
        let is_escape =
            length == 1 || name[length.min(1)..].starts_with(|next: char| next.is_ascii_uppercase());
        match (slashes, name) {
            _ if is_escape && name.starts_with(['n', 'r', 't']) => {
                plain.push(if name.starts_with('t') { ' ' } else { '\n' });
                rest = &rest[1..];
            }
            (1, "") => {
                // An escaped sign, or the bracket of a formula.
                let sign = rest.chars().next().unwrap_or(' ');
                rest = &rest[if rest.is_empty() { 0 } else { sign.len_utf8() }..];
                plain.push(if "[](),;! ".contains(sign) { ' ' } else { sign });
            }
            (1, _) => {
                rest = &rest[length..];
                plain.push(' ');
                if WITH_ARGUMENT.contains(&name) {
                    rest = after_argument(rest);
                }
                if name == "begin" {
                    rest = after_argument(rest);
                    plain.push('\n');
                }
            }
            _ => {
                plain.push('\n');
                rest = after_distance(rest);
            }
        }
    }
    plain.push_str(rest);
    Some(plain)
}

/// Returns the text after the distance to the next line, as in `\\[2pt]`.
fn after_distance(text: &str) -> &str {
    let distance = text.strip_prefix('[').unwrap_or_default();
    let unit = distance.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '.'));
    ["pt]", "ex]", "em]", "mm]", "cm]"].iter().find_map(|end| unit.strip_prefix(end)).unwrap_or(text)
}

/// Returns the text after an argument in braces, if there is one.
fn after_argument(text: &str) -> &str {
    let Some(argument) = text.strip_prefix('{') else { return text };
    let end = argument.char_indices().take(MAX_MARKUP).find(|&(_, character)| character == '}');
    end.map_or(text, |(end, _)| &argument[end + 1..])
}

/// Puts every innermost pair of brackets that contains a row or a grid on one line, and ends the line.
fn bracket_lines(text: &str) -> Option<String> {
    const OPEN: [char; 3] = ['[', '(', '{'];
    const ALL: [char; 6] = ['[', '(', '{', ']', ')', '}'];
    /// Brackets with more cells contain several rows, so the text before them is not the label of a row.
    const MAX_ROW: usize = 20;
    if !contains_any(text, *b"[({") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        plain.push_str(&rest[..=start]);
        rest = &rest[start + 1..];
        let end = rest.find(ALL).unwrap_or(0);
        let content = without_keys(&rest[..end]);
        if rest[end..].starts_with(OPEN) || !is_cells(&content) {
            continue;
        }
        // The text before a list of lists is not the label of a row.
        if plain[..plain.len() - 1].trim_end().ends_with(OPEN) {
            plain.push('\n');
        }
        let mut row = content.replace('\n', " ").replace("null", ".").replace("None", ".");
        if row.contains(',') {
            row = row.replace("\"\"", ".").replace("\" \"", ".").replace("''", ".").replace("' '", ".");
        }
        if row.chars().filter(|&character| is_cell(character)).count() > MAX_ROW {
            plain.push('\n');
        }
        plain.push_str(&row);
        plain.push_str("]\n");
        rest = after_comment(&rest[end + 1..]);
    }
    plain.push_str(rest);
    Some(plain)
}

/// Returns the values of nine fields of JSON, as in `"c1": 5, "c2": 3`, or the text as it is.
fn without_keys(content: &str) -> Cow<'_, str> {
    let fields: Vec<&str> = content.split(',').take(10).collect();
    let values = fields.iter().map_while(|field| {
        let (key, value) = field.split_once(':')?;
        (key.trim().len() > 2 && key.trim().ends_with(['"', '\''])).then_some(value)
    });
    let values: Vec<&str> = values.collect();
    if values.len() == 9 && fields.len() == 9 { values.join(",").into() } else { content.into() }
}

/// Returns the text after a comment of C or Python at the end of a line.
fn after_comment(text: &str) -> &str {
    let sign = text.trim_start_matches([' ', '\t', ',']);
    let is_comment = sign.starts_with("//") || sign.starts_with('#');
    if is_comment { sign.find('\n').map_or("", |end| &sign[end..]) } else { text }
}

/// Reports whether the text in brackets consists of at least seven cells.
fn is_cells(content: &str) -> bool {
    let content = content.replace("null", ".").replace("None", ".");
    let is_sign = |character: char| character.is_whitespace() || "\"',;|".contains(character);
    let cells = content.chars().filter(|&character| is_cell(character)).count();
    let blanks = content.matches("\"\"").count() + content.matches("''").count();
    cells + blanks >= MIN_ROW && content.chars().all(|c| is_sign(c) || is_cell(c))
}

/// Starts a new line before keys of JSON such as `"row1":`, and before labels such as `Row 1:`.
fn label_lines(text: &str) -> Option<String> {
    let (mut plain, mut copied) = (String::new(), 0);
    let signs = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'"' | b'\'' | b'r' | b'R'));
    for (start, sign) in signs {
        let Some(previous) = text[..start].chars().next_back().filter(|&previous| previous != '\n') else {
            continue;
        };
        let is_label = match sign {
            b'r' | b'R' => {
                let is_word = !previous.is_alphanumeric() && !matches!(previous, '"' | '\'');
                is_word && is_row_label(&text[start..], text[..start].trim_end().ends_with(['.', ';']))
            }
            quote => is_key(&text[start..], char::from(quote)),
        };
        if is_label {
            plain.push_str(&text[copied..start]);
            plain.push('\n');
            copied = start;
        }
    }
    (copied > 0).then(|| plain + &text[copied..])
}

/// Reports whether the text starts with a quoted word and a colon.
fn is_key(text: &str, quote: char) -> bool {
    let Some(end) = text[1..].find(quote) else { return false };
    let (name, rest) = (&text[1..=end], &text[end + 2..]);
    let is_name = name.len() <= 20 && name.starts_with(char::is_alphabetic) && !name.contains('\n');
    is_name && rest.trim_start().starts_with(':')
}

/// Reports whether the text starts with a label such as `row 1:` or `R1 =`. A sentence may also start with
/// `Row 1 is`.
fn is_row_label(text: &str, starts_sentence: bool) -> bool {
    let word = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let number = text[word..].trim_start_matches([' ', '#', '_']);
    let rest = number.trim_start_matches(|character: char| character.is_ascii_digit());
    matches!(text[..word].to_ascii_lowercase().as_str(), "r" | "row")
        && number.len() == rest.len() + 1
        && (rest.trim_start_matches(['*', '_', ' ']).starts_with([':', '='])
            || (starts_sentence && rest.starts_with(" is ")))
}
