//! Whole commands with their whole output: the README, and the cases in `cmd/`.

#[test]
fn whole_commands_give_whole_outputs() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}
