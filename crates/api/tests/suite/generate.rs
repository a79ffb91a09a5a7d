//! Generated puzzles have the requested difficulty, and depend only on the seed.

use serde_json::{Value, json};
use veridoku_api::generate::LEVELS;
use veridoku_api::{Request, answer};
use veridoku_core::Grid;
use veridoku_core::symmetry::canonical;

fn ask(request: &Value) -> Value {
    let request: Request = serde_json::from_value(request.clone()).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

fn generate(options: &Value) -> Value {
    ask(&json!({"operation": "generate", "options": options}))
}

#[test]
fn puzzles_have_the_requested_level() {
    for level in LEVELS.iter().take(5) {
        let made = generate(&json!({"level": level.name, "count": 3, "seed": 11}));
        let puzzles = made["puzzles"].as_array().unwrap();
        assert_eq!((puzzles.len(), &made["reason"]), (3, &Value::Null), "{}", level.name);
        for puzzle in puzzles {
            let rated = ask(&json!({"operation": "rate", "puzzle": puzzle["puzzle"]}));
            assert_eq!((&rated["er"], &puzzle["level"]), (&puzzle["er"], &json!(level.name)));
            let er = rated["er"].as_f64().unwrap();
            assert!((level.low.value()..=level.high.value()).contains(&er), "{er}");
            let solved = ask(&json!({"operation": "solve", "puzzle": puzzle["puzzle"]}));
            assert_eq!((&solved["status"], &solved["solution"]), (&json!("unique"), &puzzle["solution"]));
        }
    }
}

#[test]
fn ratings_clues_and_symmetry_can_be_combined() {
    let options =
        json!({"er": "1.5-3.0", "clues": "26-32", "symmetry": "rotational", "count": 4, "seed": "daily"});
    let made = generate(&options);
    assert_eq!(made, generate(&options), "the same seed, the same puzzles");
    assert_eq!(made["seed"], "daily");
    for puzzle in made["puzzles"].as_array().unwrap() {
        let (line, er) = (puzzle["puzzle"].as_str().unwrap(), puzzle["er"].as_f64().unwrap());
        let clues = line.bytes().filter(|&sign| sign != b'.').count();
        assert!(
            (26..=32).contains(&clues) && puzzle["clues"] == clues && (1.5..=3.0).contains(&er),
            "{puzzle}"
        );
        let turned: String = line.chars().rev().collect();
        assert!(
            line.chars().zip(turned.chars()).all(|(one, other)| (one == '.') == (other == '.')),
            "{line}"
        );
    }
    // A puzzle can be generated on its own by its index.
    let alone =
        json!({"er": "1.5-3.0", "clues": "26-32", "symmetry": "rotational", "index": 2, "seed": "daily"});
    assert_eq!(generate(&alone)["puzzles"][0], made["puzzles"][2]);
}

#[test]
fn puzzles_need_the_requested_technique() {
    let made = generate(&json!({"technique": "X-Wing", "count": 2, "seed": 3}));
    let puzzles = made["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 2);
    for puzzle in puzzles {
        let path = ask(&json!({"operation": "path", "puzzle": puzzle["puzzle"]}));
        let steps = path["steps"].as_array().unwrap();
        assert!(path["solved"] == true && steps.iter().any(|step| step["technique"] == "X-Wing"), "{path}");
    }
}

#[test]
fn puzzles_can_need_rare_techniques() {
    let made = generate(&json!({"technique": "SK Loop", "count": 2, "seed": 3, "rating": false}));
    let puzzles = made["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 2, "{made}");
    for puzzle in puzzles {
        let path = ask(&json!({"operation": "path", "puzzle": puzzle["puzzle"]}));
        let steps = path["steps"].as_array().unwrap();
        assert!(path["solved"] == true && steps.iter().any(|step| step["technique"] == "SK Loop"), "{path}");
    }
    let [one, other] = [0, 1].map(|index| {
        let puzzle: Grid = puzzles[index]["puzzle"].as_str().unwrap().parse().unwrap();
        canonical(&puzzle).grid
    });
    assert_ne!(one, other, "two different puzzles");
}

#[test]
fn a_seed_always_gives_the_same_puzzles() {
    // CONTRIBUTING.md lists what these puzzles depend on. If one of them changes, raise the generator
    // version.
    assert_eq!(veridoku_core::generate::VERSION, 1);
    let pattern: String = (0..81).map(|cell| if cell % 5 < 2 { 'x' } else { '.' }).collect();
    for (options, expected) in [
        (
            json!({"clues": 30}),
            "..871..3.6.....19..1.29.8.5..6....43.....291..85...6.2...67.......4.9...86..3.7..",
        ),
        (
            json!({"clues": "25-32", "symmetry": "diagonal"}),
            ".98....3.6..8..19.3..2...6..269.7........2.18...34..7..3....45.751.293......3....",
        ),
        (
            json!({"minimal": true, "symmetry": "rotate180"}),
            "..42.5......3.....98....3.7.2.....71...6.9...13.....5.4.8....15.....4......1.76..",
        ),
        (
            json!({"pattern": pattern}),
            "35...68...18...67...61...93...35...99...47...18...97...37...12...12...47...71...8",
        ),
        (
            json!({"level": "easy"}),
            "...71....6.....19..1.2..8.5..6....43.....291..85...6......7.......4.9...86..3.7..",
        ),
        (
            json!({"level": "expert"}),
            "..6......192.......3.14....6....1.75...3....12..56...498..3..2....9..68.......1..",
        ),
        (
            json!({"er": "7.0-7.6"}),
            ".8.2...3..1..46...7.....2......5.1.82.1.....3...9....76.8.14....4....8...5.....6.",
        ),
        (
            json!({"technique": "X-Wing"}),
            "...1.7.5.953........7...6.2...7.2.64.1..4.8.3..4..8.........48.....3..258.9...7.6",
        ),
        (
            json!({"technique": "Naked Pair", "level": "hard", "minimal": true}),
            ".5..472....1.9..3.........77.......6.3..7...44......13.25.3.8..6............59...",
        ),
    ] {
        let mut options_with_seed = options.clone();
        options_with_seed["seed"] = json!(7);
        assert_eq!(generate(&options_with_seed)["puzzles"][0]["puzzle"], expected, "{options}");
    }
}

#[test]
fn puzzles_have_the_requested_pattern_and_are_minimal() {
    let pattern: String = (0..81).map(|cell| if cell % 5 < 2 { 'x' } else { '.' }).collect();
    let made = generate(&json!({"pattern": pattern, "seed": 5, "rating": false}));
    let line = made["puzzles"][0]["puzzle"].as_str().unwrap();
    assert!(line.chars().zip(pattern.chars()).all(|(clue, mask)| (clue == '.') == (mask == '.')), "{line}");
    assert_eq!(made["puzzles"][0]["er"], Value::Null);
    // Most puzzles with this pattern are too hard. They must not be made easier by adding clues.
    let sparse: String = (0..81).map(|cell| if cell % 3 == cell / 9 % 3 { 'x' } else { '.' }).collect();
    for level in ["easy", "medium"] {
        let made =
            generate(&json!({"pattern": sparse, "level": level, "count": 3, "seed": 5, "attempts": 200}));
        assert!(!made["puzzles"].as_array().unwrap().is_empty(), "{made}");
        for puzzle in made["puzzles"].as_array().unwrap() {
            assert_eq!((&puzzle["clues"], &puzzle["level"]), (&json!(27), &json!(level)), "{puzzle}");
        }
    }
    let made = generate(&json!({"minimal": true, "level": "hard", "seed": 5}));
    let checked = ask(&json!({"operation": "check", "puzzle": made["puzzles"][0]["puzzle"]}));
    assert_eq!(checked["minimal"], true);
}

#[test]
fn impossible_requests_are_refused_with_a_reason() {
    let rare = generate(&json!({"clues": 17, "attempts": 20, "seed": 1}));
    assert_eq!((&rare["puzzles"], &rare["attempts"]), (&json!([]), &json!(20)));
    assert_eq!(rare["reason"], "gave up after 20 attempts at puzzle 0");
    for (options, error) in [
        (json!({"level": "hardish"}), "unknown level \"hardish\", expected one of easy, "),
        (json!({"symmetry": "round"}), "unknown symmetry \"round\", expected one of: none, "),
        (json!({"clues": "30-20"}), "found \"30-20\", expected the smaller number of clues first: 20-30"),
        (json!({"pattern": "x.x"}), "found a pattern of 3 cells, expected 81"),
        (json!({"clues": 16}), "found 16 clues, expected at least 17"),
        (json!({"pattern": "x".repeat(9) + &".".repeat(72)}), "found 9 clues, expected at least 17"),
        (
            json!({"pattern": "x".repeat(36) + &".".repeat(18) + &"x".repeat(27)}),
            "found a pattern without clues in row 5 and row 6, expected at most one empty line per band or stack",
        ),
        (json!({"pattern": "xxxxxx.x.".repeat(9)}), "found a pattern without clues in column 7 and column 9"),
        (json!({"pattern": "x".repeat(81), "clues": 30}), "found a pattern of 81 clues, expected 30"),
        (
            json!({"clues": "26-27", "symmetry": "rotate90"}),
            "found 26-27 clues, expected a number that is possible with",
        ),
        (json!({"count": 1_000_000}), "found a count of 1000000, expected at most 1000"),
        (json!({"level": "easy", "er": "1.2"}), "found both a level and a range of ratings"),
    ] {
        let answer = generate(&options);
        assert!(answer["error"].as_str().unwrap().starts_with(error), "{answer}");
    }
    let unknown = json!({"operation": "generate", "options": {"technique": "Levitation"}});
    assert!(serde_json::from_value::<Request>(unknown).is_err());
}

#[test]
fn pictures_show_values_candidates_or_solution() {
    let puzzle = veridoku_core::SAMPLE;
    let count = |show: &str| {
        let answer = ask(&json!({"operation": "picture", "puzzle": puzzle, "options": {"show": show}}));
        answer["svg"].as_str().unwrap().matches("</text>").count()
    };
    // 18 row and column labels, 30 givens, 81 digits.
    assert_eq!((count("values"), count("solution")), (18 + 30, 18 + 81));
    assert!(count("candidates") > 18 + 81);
    let many =
        ask(&json!({"operation": "picture", "puzzle": ".".repeat(81), "options": {"show": "solution"}}));
    assert_eq!(many["kind"], "unsolved");
}
