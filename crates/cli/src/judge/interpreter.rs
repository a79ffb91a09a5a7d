//! Which interpreter runs a program: `python3 x.py`, `env python3 x.py`, `uv run x.py`, `node --flag x.js`,
//! `java -cp . Main`, or the first line of a script, `#!/usr/bin/env python3`.

use anyhow::bail;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, is_separator};
use veridoku_classic::Language;

/// Programs that run another program, which they are given as arguments.
const WRAPPERS: [&str; 9] =
    ["env", "nice", "time", "timeout", "taskset", "stdbuf", "poetry", "pipenv", "rlwrap"];
/// The longest first line of a script.
const MAX_FIRST_LINE: u64 = 256;

/// An interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interpreter {
    pub(crate) language: Language,
    /// The words that start it.
    pub(crate) command: Vec<OsString>,
}

impl Interpreter {
    /// Finds the interpreter of a command, if it is one that can run the textbook solvers.
    pub(crate) fn of(command: &[OsString]) -> Option<Interpreter> {
        let first_line = first_line_words(Path::new(&command[0]));
        let words = first_line.as_deref().unwrap_or(command);
        let index = index_of_interpreter(words)?;
        let language = language(&words[index])?;
        let mut command = words[..=index].to_vec();
        if stem(&words[index]) == "uv" {
            command.extend(["run", "python"].map(OsString::from));
        }
        Some(Interpreter { language, command })
    }
}

/// Returns an error if the command names a script that is not there.
pub(crate) fn check_script(command: &[OsString]) -> anyhow::Result<()> {
    let Some(index) = index_of_interpreter(command) else { return Ok(()) };
    // An option such as `env --chdir` may change the directory.
    if command[..index].iter().any(is_option) {
        return Ok(());
    }
    let arguments = &command[index + 1..];
    let Some(script) = arguments.iter().find(|word| !is_option(word) && *word != "run") else {
        return Ok(());
    };
    let path = Path::new(script);
    let is_script =
        path.extension().is_some_and(|end| ["py", "js", "mjs", "cjs", "jar"].iter().any(|e| end == *e));
    if is_script && !path.exists() {
        bail!("cannot find {}", path.display());
    }
    Ok(())
}

fn index_of_interpreter(words: &[OsString]) -> Option<usize> {
    let count = if WRAPPERS.contains(&stem(&words[0]).as_str()) { words.len() } else { 1 };
    words[..count].iter().position(|word| language(word).is_some())
}

/// Returns the language of an interpreter with this name.
fn language(word: &OsString) -> Option<Language> {
    let name = stem(word);
    let is_version = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    match name.as_str() {
        "uv" => Some(Language::Python),
        "node" | "nodejs" => Some(Language::JavaScript),
        "java" => Some(Language::Java),
        _ => {
            let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"))?;
            is_version(version).then_some(Language::Python)
        }
    }
}

/// Returns the words of the first line of a script, if it names an interpreter. Names without a folder are
/// programs on the search path.
fn first_line_words(path: &Path) -> Option<Vec<OsString>> {
    if !path.to_string_lossy().contains(is_separator) {
        return None;
    }
    let mut start = Vec::new();
    File::open(path).ok()?.take(MAX_FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let words: Vec<OsString> =
        std::str::from_utf8(line).ok()?.split_whitespace().map(OsString::from).collect();
    (!words.is_empty()).then_some(words)
}

/// Returns the name of a program in lower case, without its folder and its ending.
fn stem(word: &OsString) -> String {
    Path::new(word).file_stem().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn is_option(word: &OsString) -> bool {
    word.to_string_lossy().starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<OsString> {
        command.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn interpreters_are_found_behind_other_programs() {
        for (command, expected) in [
            ("python3 x.py", Some((Language::Python, "python3"))),
            ("/usr/bin/python3.11 -O x.py", Some((Language::Python, "/usr/bin/python3.11"))),
            ("env A=1 -u B pypy3 x.py", Some((Language::Python, "env A=1 -u B pypy3"))),
            ("nice -n 5 env python x.py", Some((Language::Python, "nice -n 5 env python"))),
            ("uv run --with numpy x.py", Some((Language::Python, "uv run python"))),
            ("node --jitless x.js", Some((Language::JavaScript, "node"))),
            ("java -cp . Main", Some((Language::Java, "java"))),
            ("./python_solver", None),
            ("./solver python3", None),
            ("env ./solver", None),
        ] {
            let found = Interpreter::of(&words(command));
            let expected = expected.map(|(language, start)| Interpreter { language, command: words(start) });
            assert_eq!(found, expected, "{command}");
        }
    }

    #[test]
    fn the_first_line_of_a_script_names_its_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("solver");
        for (line, expected) in [
            ("#!/usr/bin/env python3\n", Some("/usr/bin/env python3")),
            ("#! /usr/bin/env -S node --jitless\n", Some("/usr/bin/env -S node")),
            ("#!/usr/bin/env -S uv run --script\r\n", Some("/usr/bin/env -S uv run python")),
            ("#!/bin/sh\npython3 x.py\n", None),
            ("#!\n", None),
            ("\u{7f}ELF", None),
        ] {
            std::fs::write(&script, line).unwrap();
            let found = Interpreter::of(&[script.clone().into_os_string()]);
            assert_eq!(found.map(|found| found.command), expected.map(words), "{line}");
        }
    }

    #[test]
    fn missing_scripts_are_found_unless_the_command_is_unusual() {
        for command in ["python3 nope.py", "env node --flag nope.js", "uv run nope.py", "java -jar nope.jar"]
        {
            assert!(check_script(&words(command)).is_err(), "{command}");
        }
        for command in
            ["python3 -c pass", "env -C x python3 nope.py", "./nope.py", "python3 -W ignore nope.py"]
        {
            assert!(check_script(&words(command)).is_ok(), "{command}");
        }
    }
}
