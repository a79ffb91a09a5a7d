//! Checks every property with its corpus, and with random changes of it.
//!
//! This takes a few seconds. To find more, set `VERIDOKU_EXECUTIONS` to the number of changed inputs, or use
//! libFuzzer; see `fuzz/README.md`.

use std::fs;
use std::path::Path;
use veridoku_core::Random;
use veridoku_properties::{PROPERTIES, Property};

/// The number of changed inputs per property, unless `VERIDOKU_EXECUTIONS` is set.
const EXECUTIONS: u64 = 300;
/// The maximum length of an input. Those of libFuzzer are at most as long.
const LENGTH: usize = 4096;

/// Returns the inputs of a corpus, in the order of their names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("the input can be read")).collect()
}

/// Changes an input: overwrites, inserts or removes some bytes, or takes some from another input.
fn change(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let place = random.index(input.len() + 1);
        let count = random.index(9).min(input.len() - place);
        let part = random.index(other.len() + 1)..other.len();
        match random.below(5) {
            0 => drop(input.drain(place..place + count)),
            1 => input.insert(place, random.next() as u8),
            2 => drop(input.splice(place.., other[part].iter().copied())),
            3 if place < input.len() => input[place] ^= 1 << random.below(8),
            _ if place < input.len() => input[place] = random.next() as u8,
            _ => {}
        }
    }
    input.truncate(LENGTH);
}

/// Prints an input if its check panics.
struct PrintOnPanic<'a>(&'a [u8]);

impl Drop for PrintOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("the input: b\"{}\"", self.0.escape_ascii());
        }
    }
}

fn check(name: &str) {
    let property = PROPERTIES.iter().find(|property| property.name == name).expect("a property");
    let check = |input: &[u8]| {
        let _print = PrintOnPanic(input);
        (property.check)(input);
    };
    let inputs = corpus(name);
    assert!(inputs.len() >= 10, "{name}: {} inputs", inputs.len());
    for input in &inputs {
        check(input);
    }
    let mut random = Random::new(1);
    let executions = std::env::var("VERIDOKU_EXECUTIONS");
    for _ in 0..executions.map_or(EXECUTIONS, |number| number.parse().expect("a number")) {
        let mut input = inputs[random.index(inputs.len())].clone();
        change(&mut input, &inputs[random.index(inputs.len())], &mut random);
        check(&input);
    }
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_property_is_tested() {
            assert_eq!(PROPERTIES.map(|property| property.name), [$(stringify!($name)),*]);
        }
    };
}

#[test]
fn every_property_has_a_fuzz_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("the manifest can be read");
    for Property { name, .. } in PROPERTIES {
        let target = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs")));
        let call = format!("|bytes: &[u8]| veridoku_properties::check(\"{name}\", bytes)");
        assert!(target.is_ok_and(|target| target.contains(&call)), "{name}");
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")),
            "{name}"
        );
    }
}

tests!(api c_interface engines http logic output reader round_trip solvers);
