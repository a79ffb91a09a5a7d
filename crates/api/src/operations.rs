//! The list of operations.

/// Passes every operation to a macro, as `"name" module::Type command`.
///
/// This is the only list of operations: requests and responses, the catalogue, the `OpenAPI` document and the
/// commands are generated from it, in this order. The last word says what the command line does: `generic`
/// for the command that works for every operation, `own` for a command with special options, `none` for no
/// command.
#[macro_export]
macro_rules! operations {
    ($callback:ident) => {
        $callback! {
            "solve" solve::Solve own,
            "solve-many" solve_many::SolveMany none,
            "solutions" solutions::Solutions none,
            "check" check::Check generic,
            "count" count::Count generic,
            "true-candidates" true_candidates::TrueCandidates generic,
            "compare" compare::Compare generic,
            "trace" trace::TraceSolver generic,
            "code" code::Code own,
            "hint" hint::Hint own,
            "steps" steps::Steps none,
            "path" path::Path generic,
            "rate" rate::Rate own,
            "techniques" techniques::ListTechniques own,
            "practice" practice::Practice own,
            "grade-step" grade_step::GradeStep none,
            "grade" grade::Grade own,
            "extract" extract::Extract none,
            "minimize" minimize::Minimize generic,
            "canon" canon::Canon generic,
            "transform" transform::TransformPuzzle generic,
            "augment" augment::Augment generic,
            "neighbours" neighbours::Neighbours generic,
            "generate" generate::Generate own,
            "picture" picture::Picture generic,
            "convert" convert::Convert generic,
            "catalogue" catalogue::Catalogue none,
        }
    };
}
