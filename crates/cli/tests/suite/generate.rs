//! End-to-end tests of `veridoku generate`, `augment`, `booklet` and `picture`.

use crate::process::{SAMPLE, SOLVED, run};
use crate::{interrupt, process};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};

#[test]
fn threads_and_backends_do_not_change_the_puzzles() {
    let options = ["generate", "--count", "60", "--seed", "any text", "--symmetry", "mirror", "--json"];
    let with = |more: &[&str]| run(&[&options[..], more].concat(), "");
    let one = with(&["--threads", "1"]);
    assert_eq!((one.status, one.lines().len()), (0, 60));
    assert_eq!(one.out, with(&["--threads", "2"]).out);
    assert_eq!(one.out, with(&["--threads", "7"]).out);
    let mut portable = process::veridoku(&options);
    let output = portable.env("VERIDOKU_BACKEND", "portable").output().unwrap();
    assert_eq!(one.out.as_bytes(), output.stdout);
    // Starting from a later index gives the same puzzles.
    let rest = with(&["--index", "57"]);
    assert_eq!(rest.lines()[..3], one.lines()[57..]);
}

#[test]
fn generated_puzzles_are_unique_and_different() {
    let generated = run(&["generate", "--count", "3000", "--seed", "1"], "");
    let solved = run(&["solve", "--json"], &generated.out);
    assert_eq!((generated.status, solved.status, solved.lines().len()), (0, 0, 3000));
    let different: HashSet<&str> = generated.lines().into_iter().collect();
    assert_eq!(different.len(), 3000);
}

#[test]
fn augmented_puzzles_do_not_depend_on_the_threads() {
    let puzzles = run(&["generate", "--count", "300", "--seed", "3"], "").out;
    for form in ["line", "kaggle", "sdk", "json"] {
        let options: &[&str] = if form == "json" { &["--json"] } else { &["--to", form] };
        let with = |threads: &str| {
            run(
                &[&["augment", "--count", "7", "--seed", "4", "--threads", threads], options].concat(),
                &puzzles,
            )
        };
        let one = with("1");
        assert_eq!((one.status, &one.out), (0, &with("2").out), "{form}");
        assert_eq!(one.out, with("5").out, "{form}");
    }
    // There are enough variants of one puzzle for several threads.
    let many = |threads: &str| run(&["augment", "--count", "30000", "--threads", threads, SAMPLE], "").out;
    let (one, three) = (many("1"), many("3"));
    assert!(one == three && one.lines().collect::<HashSet<_>>().len() == 30_000);
    // Each variant is written with its own solution.
    let rows = run(&["augment", "--count", "7", "--to", "kaggle"], &puzzles).out;
    let variants: Vec<(&str, &str)> = rows.lines().skip(1).filter_map(|row| row.split_once(',')).collect();
    let lines: Vec<&str> = variants.iter().map(|(variant, _)| *variant).collect();
    let solved = run(&["solve"], lines.join("\n"));
    assert_eq!((solved.status, variants.len()), (0, 2100));
    assert!(solved.lines().into_iter().eq(variants.iter().map(|(_, solution)| *solution)));
}

#[test]
fn rare_puzzles_give_up_after_the_attempts() {
    let rare = run(&["generate", "--clues", "17", "--attempts", "30", "--count", "2", "--seed", "1"], "");
    assert_eq!((rare.status, rare.out.as_str()), (1, ""));
    assert_eq!(
        rare.err,
        "veridoku: found 0 of 2 puzzles in 60 attempts: gave up after 30 attempts at puzzle 0\n"
            .replace("60 attempts", &counted(&rare.err))
    );
    for wrong in [["--level", "hardish"], ["--clues", "x"], ["--symmetry", "round"], ["--pattern", "..."]] {
        assert_eq!(run(&["generate", wrong[0], wrong[1]], "").status, 2, "{wrong:?}");
    }
}

#[test]
fn an_interrupt_keeps_the_puzzles_made_so_far() {
    let options = ["generate", "--count", "1000000000", "--seed", "1"];
    let mut working = interrupt::spawn(&mut process::veridoku(&options));
    let mut out = BufReader::new(working.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    // The first puzzle has arrived, so the signal handler is installed.
    interrupt::interrupt(&working);
    out.read_to_string(&mut text).unwrap();
    let mut messages = String::new();
    working.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
    assert_eq!(working.wait().unwrap().code(), Some(1), "{messages}");
    assert!(
        messages.contains(" of 1,000,000,000 puzzles in ") && messages.ends_with(": interrupted\n"),
        "{messages}"
    );
    assert!(text.ends_with('\n') && text.lines().all(|line| line.len() == 81), "complete puzzles only");
}

/// Returns the reported number of attempts, which may include some for the second puzzle.
fn counted(message: &str) -> String {
    let attempts = message.split(" in ").nth(1).and_then(|part| part.split(':').next()).unwrap_or_default();
    let number: u64 = attempts.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
    assert!((30..=60).contains(&number), "{message}");
    attempts.to_string()
}

#[test]
fn a_booklet_is_a_pdf() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("booklet.pdf");
    let name = path.to_str().unwrap();
    let generated = run(&["generate", "--count", "5", "--seed", "1", "--level", "easy", "--pdf", name], "");
    assert_eq!((generated.status, generated.lines().len()), (0, 5));
    let text = std::fs::read_to_string(&path).unwrap();
    // There are two pages of puzzles and one page of solutions.
    assert!(text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF") && text.contains("/Count 3\n"));
    assert_eq!(text.matches("clues, seed 1)").count(), 1);
    assert_eq!(text.matches("(level easy) Tj").count(), 3, "the request is printed on every page");
    assert_eq!(text.matches(", index ").count(), 4, "puzzles 1 to 4 of seed 1");
    let printed = run(&["booklet", "--title", "Mine", "--per-page", "1", SAMPLE], "");
    assert_eq!(printed.status, 0);
    assert!(printed.out.contains("(Mine) Tj") && printed.out.contains("(easy (1.2), 30 clues) Tj"));
    let open = run(&["booklet", &".".repeat(81)], "");
    assert_eq!(open.status, 1);
    assert!(open.err.contains("more than one solution") && open.out.contains("no unique solution"));
    let sukaku = run(&["booklet", &"12.......".repeat(81)], "");
    assert_eq!((sukaku.status, sukaku.out.as_str()), (2, ""), "a booklet cannot show candidates");
    assert!(sukaku.err.contains("found a puzzle with candidates"), "{}", sukaku.err);
}

#[test]
fn booklet_ratings_do_not_depend_on_the_threads() {
    let puzzles = run(&["generate", "--count", "40", "--seed", "2", "--no-rating"], "").out + &".".repeat(81);
    let with = |threads| run(&["booklet", "--threads", threads], &puzzles);
    let one = with("1");
    assert_eq!((one.status, one.out.matches("), ").count()), (1, 40), "every unique puzzle has a level");
    assert!(one.out == with("3").out);
}

#[test]
fn missing_glyphs_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("booklet.pdf");
    let name = path.to_str().unwrap();
    let generated = run(&["generate", "--seed", "Ünï 🙂", "--no-rating", "--pdf", name], "");
    assert_eq!(generated.status, 0);
    assert!(generated.err.contains("lack \"🙂\""), "{}", generated.err);
    let printed = run(&["booklet", "--title", "“Łódź”", SAMPLE], "");
    assert!(
        printed.err.contains("lack \"Łź\"") && printed.out.contains("<933FF3643F94> Tj"),
        "{}",
        printed.err
    );
    let plain = run(&["booklet", "--title", "“Müller” – 1", SAMPLE], "");
    assert_eq!((plain.status, plain.err.as_str()), (0, ""));
}

#[test]
fn invalid_options_are_refused() {
    for wrong in [
        &["--attempts", "0"][..],
        &["--count", "-1"],
        &["--clues", "-30"],
        &["--title", "Mine"],
        &["--per-page", "6"],
        &["--paper", "letter"],
        &["--threads", "4097"],
        &["--threads", "576460752303423488"],
    ] {
        let ran = run(&[&["generate", "--seed", "1"], wrong].concat(), "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{wrong:?}");
        assert!(!ran.err.contains("unexpected argument"), "{wrong:?}: {}", ran.err);
    }
    assert_eq!(run(&["generate", "--seed", "-5"], "").status, 0, "any text is a valid seed");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("none.pdf");
    let name = path.to_str().unwrap();
    for nothing in [&["generate", "--count", "0", "--pdf", name][..], &["booklet", "-o", name], &["picture"]]
    {
        let ran = run(nothing, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{nothing:?}");
        assert!(ran.err.contains("found ") && !path.exists(), "{nothing:?}: {}", ran.err);
    }
}

#[test]
fn a_random_seed_is_printed() {
    let generated = run(&["generate"], "");
    let seed = generated.err.trim_end().strip_prefix("veridoku: seed ").expect("the seed is printed");
    let again = run(&["generate", "--seed", seed], "");
    assert_eq!((again.out, again.err.as_str()), (generated.out, ""));
    assert_eq!(run(&["generate", "--json"], "").err, "", "JSON contains the seed");
}

#[test]
fn a_picture_is_an_svg_document() {
    let drawn = run(&["picture", "--show", "solution", SAMPLE], "");
    assert_eq!(drawn.status, 0);
    assert!(drawn.out.starts_with("<svg ") && drawn.out.ends_with("</svg>\n"));
    assert!(drawn.out.contains(&format!("<desc>{SOLVED}</desc>")), "accessible description");
}
