//! The example and the program of the README, as C and as C++, linked with the static and with the
//! shared library.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
const EXAMPLE: &str = "tests/c/example.c";

/// Runs a command that has to succeed, and gives its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out.into_owned()
}

/// Builds the library the way its users do, and gives the folder where it lies.
///
/// Cargo has built it for this test already, but promises no place for it; where nothing has
/// changed, this only puts it there.
fn library_folder() -> PathBuf {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is a folder of the target folder");
    let (profile, folder) = if cfg!(debug_assertions) { ("dev", "debug") } else { ("release", "release") };
    run(Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "veridoku-capi", "--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(FOLDER)
        .env_remove("CARGO_BUILD_TARGET"));
    target.join(folder)
}

/// The compiler that this variable names, or else this one, with everything it could complain of.
fn compiler(variable: &str, otherwise: &str, standard: &str) -> Command {
    let program = std::env::var_os(variable).unwrap_or_else(|| otherwise.into());
    let mut command = Command::new(program);
    command
        .args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", "include"])
        .current_dir(FOLDER);
    command
}

/// Compiles a program and gives what it says.
fn output_of(name: &str, compile: &mut Command, library: &[&str]) -> String {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(compile.arg("-o").arg(&program).args(library));
    run(&mut Command::new(&program))
}

/// The program in the README.
fn readme_program() -> PathBuf {
    let readme = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("README.md can be read");
    let (_, rest) = readme.split_once("```c\n").expect("there is a program");
    let (program, _) = rest.split_once("```").expect("it has an end");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    std::fs::write(&path, program).expect("the program can be written");
    path
}

#[test]
fn programs_link_and_print_the_expected_output() {
    let folder = library_folder();
    let folder = folder.to_str().expect("the path of the library is text");
    let archive = format!("{folder}/libveridoku.a");
    // The rest is what the Rust standard library needs of the system.
    let static_library = [archive.as_str(), "-lpthread", "-ldl", "-lm"];
    let run_path = format!("-Wl,-rpath,{folder}");
    let shared_library = ["-L", folder, "-lveridoku", run_path.as_str()];

    let c = || compiler("CC", "cc", "-std=c99");
    let mut cpp = compiler("CXX", "c++", "-std=c++11");
    cpp.args(["-x", "c++", EXAMPLE, "-x", "none"]);
    let expected = std::fs::read_to_string(Path::new(FOLDER).join("tests/c/example.out"))
        .expect("example.out can be read")
        .replace("VERSION", env!("CARGO_PKG_VERSION"));
    for (name, output) in [
        ("static", output_of("example-static", c().arg(EXAMPLE), &static_library)),
        ("shared", output_of("example-shared", c().arg(EXAMPLE), &shared_library)),
        ("C++", output_of("example-cpp", &mut cpp, &static_library)),
    ] {
        assert!(output == expected, "{name} output\n{output}");
    }

    let output = output_of("readme", c().arg(readme_program()), &shared_library);
    assert_eq!(output, "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n");
}
