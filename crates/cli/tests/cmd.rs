//! Commands with their complete output, from the README and from `cmd/`.

#[test]
fn commands_print_the_expected_output() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}
