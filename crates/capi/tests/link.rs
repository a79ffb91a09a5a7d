//! Compiles the example (as C and as C++) and the README program (as C), links them with the static or the
//! shared library, and runs them.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
const EXAMPLE: &str = "tests/c/example.c";

/// Runs a command that must succeed, and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out.into_owned()
}

/// Returns the folder that contains the library. Cargo builds it for this test, beside the test program.
fn library_folder() -> PathBuf {
    let program = std::env::current_exe().expect("the test has a path");
    program.parent().expect("the test is in a folder").to_owned()
}

/// Returns a command that runs the compiler named by an environment variable, or `otherwise` if the variable
/// is not set. The compiler treats all warnings as errors.
fn compiler(variable: &str, otherwise: &str, standard: &str) -> Command {
    let program = std::env::var_os(variable).unwrap_or_else(|| otherwise.into());
    let mut command = Command::new(program);
    command
        .args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", "include"])
        .current_dir(FOLDER);
    command
}

/// Compiles and runs a program, and returns what it prints.
fn output_of(name: &str, compile: &mut Command, library: &[&str]) -> String {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(compile.arg("-o").arg(&program).args(library));
    run(&mut Command::new(&program))
}

/// Returns a folder that contains the shared library under the name that programs look for.
fn named_library(folder: &str) -> PathBuf {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    let version = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    let (file, name) = match std::env::consts::OS {
        "macos" => ("libveridoku.dylib", format!("libveridoku.{version}.dylib")),
        _ => ("libveridoku.so", format!("libveridoku.so.{version}")),
    };
    let installed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lib");
    std::fs::create_dir_all(&installed).expect("a folder can be created");
    let link = installed.join(&name);
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(Path::new(folder).join(file), link).expect("a link can be created");
    if cfg!(target_os = "linux") {
        let dynamic = run(Command::new("readelf").arg("-d").arg(format!("{folder}/{file}")));
        assert!(dynamic.contains(&format!("soname: [{name}]")), "{dynamic}");
    }
    installed
}

/// Extracts the C program from the README into a file, and returns its path.
fn readme_program() -> PathBuf {
    let readme = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("README.md can be read");
    let (_, rest) = readme.split_once("```c\n").expect("the README contains a program");
    let (program, _) = rest.split_once("```").expect("the program ends");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    std::fs::write(&path, program).expect("the program can be written");
    path
}

#[test]
fn programs_link_and_print_the_expected_output() {
    let folder = library_folder();
    let folder = folder.to_str().expect("the path of the library is UTF-8");
    let archive = format!("{folder}/libveridoku.a");
    // The system libraries that the Rust standard library needs.
    let static_library = [archive.as_str(), "-lpthread", "-ldl", "-lm"];
    let run_path = format!("-Wl,-rpath,{}", named_library(folder).display());
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
        assert!(output == expected, "{name} printed\n{output}");
    }

    let output = output_of("readme", c().arg(readme_program()), &shared_library);
    assert_eq!(output, "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n");
}
