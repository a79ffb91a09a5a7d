//! Turns Markdown, HTML, LaTeX and JSON into plain lines, so that each row of a grid is on its own line.

use super::line::contains_any;
use std::borrow::Cow;

/// The maximum number of characters of a tag, or of an argument of a command.
const MAX_MARKUP: usize = 200;

/// Returns the text without markup. Tags and commands that end a row become line breaks.
pub(super) fn plain_lines(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    // Each pass returns `None` if it has nothing to do.
    for pass in [plain_characters, without_tags, without_commands, bracket_lines, label_lines] {
        if let Some(changed) = pass(&plain) {
            plain = Cow::Owned(changed);
        }
    }
    plain
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
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' => None,
        '\r' => Some(' '),
        '０'..='９' => digit('０', 0),
        '①'..='⑨' => digit('①', 1),
        '❶'..='❾' => digit('❶', 1),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_digit((character as u32 - 0x1d7ce) % 10, 10),
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
            "td" | "th" if is_end => plain.push('|'),
            "td" | "th" | "b" | "strong" | "i" | "em" | "u" | "span" | "font" | "mark" | "ins" | "code"
            | "sup" | "small" | "del" | "s" => {}
            "tr" => {
                in_row = !is_end;
                plain.push('\n');
            }
            _ => plain.push('\n'),
        }
    }
    push(&mut plain, rest, in_row);
    Some(plain)
}

/// Removes the commands of LaTeX, and resolves escape sequences such as `\n`.
fn without_commands(text: &str) -> Option<String> {
    /// Commands whose first argument is not shown.
    const WITH_ARGUMENT: [&str; 8] =
        ["begin", "end", "color", "textcolor", "cellcolor", "cline", "cmidrule", "multicolumn"];
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
            _ => plain.push('\n'),
        }
    }
    plain.push_str(rest);
    Some(plain)
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
    if !contains_any(text, *b"[({") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        plain.push_str(&rest[..=start]);
        rest = &rest[start + 1..];
        let end = rest.find(ALL).unwrap_or(0);
        let content = &rest[..end];
        if rest[end..].starts_with(OPEN) || !is_cells(content) {
            continue;
        }
        let mut row = content.replace('\n', " ").replace("null", ".").replace("None", ".");
        if row.contains(',') {
            row = row.replace("\"\"", ".").replace("\" \"", ".").replace("''", ".").replace("' '", ".");
        }
        plain.push_str(&row);
        plain.push_str("]\n");
        rest = &rest[end + 1..];
    }
    plain.push_str(rest);
    Some(plain)
}

/// Reports whether the text in brackets consists of at least seven cells.
fn is_cells(content: &str) -> bool {
    let content = content.replace("null", ".").replace("None", ".");
    let is_sign = |character: char| character.is_whitespace() || "\"',;|".contains(character);
    let cells = content.chars().filter(|&character| super::line::is_cell(character)).count();
    let blanks = content.matches("\"\"").count() + content.matches("''").count();
    cells + blanks >= 7 && content.chars().all(|c| is_sign(c) || super::line::is_cell(c))
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
                !previous.is_alphanumeric() && !matches!(previous, '"' | '\'') && is_row_label(&text[start..])
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

/// Reports whether the text starts with a label such as `row 1:` or `R1 =`.
fn is_row_label(text: &str) -> bool {
    let word = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let number = text[word..].trim_start_matches([' ', '#', '_']);
    let rest = number.trim_start_matches(|character: char| character.is_ascii_digit());
    matches!(text[..word].to_ascii_lowercase().as_str(), "r" | "row")
        && number.len() == rest.len() + 1
        && rest.trim_start_matches(['*', '_', ' ']).starts_with([':', '='])
}
