//! Commands with their complete output, from the README of this crate and from `cmd/`, where `readme.md` is
//! the README of the repository. Those of the book are run by `docs/run-examples`.

use std::process::Command;
use veridoku_formats::{FORMATS, Format};

#[test]
fn commands_print_the_expected_output() {
    // On a slow machine, progress would be part of the output.
    trycmd::TestCases::new().env("VERIDOKU_NO_PROGRESS", "1").case("tests/cmd/*.md").case("README.md");
}

#[test]
fn the_reference_lists_every_command_and_text_format() {
    let commands = include_str!("../docs/src/commands.md");
    let output = Command::new(env!("CARGO_BIN_EXE_veridoku")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for line in listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   ")) {
        let name = line.split_whitespace().next().unwrap_or_default();
        assert!(
            name == "help" || commands.contains(&format!("`{name}")),
            "docs/src/commands.md lacks {name}"
        );
    }
    let formats = include_str!("../docs/src/formats.md");
    for name in FORMATS.iter().map(Format::name) {
        assert!(formats.contains(&format!("\n| `{name}` |")), "docs/src/formats.md lacks {name}");
    }
}
