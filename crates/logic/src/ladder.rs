//! The ladder of techniques: finds the next step, or a whole path with its score and level.
//!
//! Like a human solver, the ladder tries the simplest techniques first. It goes up rung by rung until one of
//! them finds a step, applies the step, and starts again at the bottom.

use crate::{
    AllSteps, BestStep, Description, FinderContext, FirstStep, HodokuLevel, Position, SearchOptions, Sink,
    Step, StepChoice, TECHNIQUES, Technique, Uniqueness, UniquenessNeed, Usage,
};
use std::ops::ControlFlow;
use veridoku_core::stop;

/// A selection of techniques, tried in the order of the table or in an order of its own.
#[derive(Clone, Debug)]
pub struct Ladder {
    rungs: Vec<Rung>,
    options: SearchOptions,
}

/// Techniques that are searched together: those with the same order in the table.
#[derive(Clone, Debug)]
struct Rung {
    /// The first of the techniques, whose finder is used.
    entry: &'static Description,
    techniques: Vec<Technique>,
}

impl Ladder {
    /// Creates the ladder for scores and levels: the techniques that HoDoKu uses by default.
    pub fn hodoku() -> Ladder {
        Ladder::of(|entry| entry.usage == Usage::Default)
    }

    /// Creates the ladder for hints: HoDoKu's default techniques, and those that it lacks.
    pub fn teacher() -> Ladder {
        Ladder::of(|entry| entry.usage != Usage::Request).with_options(SearchOptions::teacher())
    }

    /// Creates a ladder of the techniques that satisfy the predicate.
    pub fn of(mut predicate: impl FnMut(&Description) -> bool) -> Ladder {
        let entries = TECHNIQUES.iter().filter(|entry| predicate(entry));
        Ladder::in_order(entries.map(|entry| entry.technique))
    }

    /// Creates a ladder of these techniques, in this order. Repeated techniques are ignored.
    pub fn in_order(techniques: impl IntoIterator<Item = Technique>) -> Ladder {
        let mut rungs: Vec<Rung> = Vec::new();
        for technique in techniques {
            let entry = technique.description();
            if rungs.iter().any(|rung| rung.techniques.contains(&technique)) {
                continue;
            }
            match rungs.last_mut().filter(|last| last.entry.order == entry.order) {
                Some(last) => last.techniques.push(technique),
                None => rungs.push(Rung { entry, techniques: vec![technique] }),
            }
        }
        Ladder { rungs, options: SearchOptions::default() }
    }

    /// Removes the techniques that require the solution to be unique.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Ladder {
        self.rungs.retain(|rung| rung.entry.uniqueness == UniquenessNeed::NotNeeded);
        self
    }

    /// Removes brute force, which reads the solution.
    #[must_use]
    pub fn without_brute_force(mut self) -> Ladder {
        self.rungs.retain(|rung| rung.entry.technique != Technique::BruteForce);
        self
    }

    /// Uses the search options of another ladder.
    #[must_use]
    pub fn with_options_of(self, other: &Ladder) -> Ladder {
        self.with_options(other.options)
    }

    /// Replaces the search options.
    #[must_use]
    pub fn with_options(mut self, options: SearchOptions) -> Ladder {
        self.options = options;
        self
    }

    /// Returns the rungs that are valid in this position: techniques that rely on uniqueness are left out if
    /// it is not known that there is only one solution.
    fn usable(&self, position: &Position) -> impl Iterator<Item = &Rung> {
        let uniqueness = position.uniqueness();
        self.rungs.iter().filter(move |rung| {
            uniqueness == Uniqueness::Known || rung.entry.uniqueness == UniquenessNeed::NotNeeded
        })
    }

    /// Returns the next step. [`Ladder::find_next`] also returns the techniques whose search was cut short.
    pub fn next(&self, position: &Position) -> Option<Step> {
        self.find_next(position).steps.pop()
    }

    /// Returns all steps available in the position, technique by technique. [`Ladder::find_all`] also returns
    /// the techniques whose search was cut short.
    pub fn all(&self, position: &Position) -> Vec<Step> {
        self.find_all(position).steps
    }

    /// Finds the next step, and lists the techniques whose search was cut short before the step was found.
    pub fn find_next(&self, position: &Position) -> Findings {
        let context = FinderContext::new(position, self.options);
        let mut cut_short = Vec::new();
        let step = self.usable(position).find_map(|rung| match rung.entry.choice {
            StepChoice::First => {
                let mut first = FirstStep::default();
                rung.find(&context, &mut first, &mut cut_short);
                first.0
            }
            StepChoice::Best => {
                let mut best = BestStep::default();
                rung.find(&context, &mut best, &mut cut_short);
                best.0
            }
        });
        Findings { steps: step.into_iter().collect(), cut_short }
    }

    /// Finds all steps available in the position, technique by technique, and lists the techniques whose
    /// search was cut short.
    pub fn find_all(&self, position: &Position) -> Findings {
        let context = FinderContext::new(position, self.options);
        let (mut all, mut cut_short) = (AllSteps::default(), Vec::new());
        for rung in self.usable(position) {
            rung.find(&context, &mut all, &mut cut_short);
        }
        Findings { steps: all.0, cut_short }
    }

    /// Returns the first step that satisfies the predicate.
    pub fn find_where(&self, position: &Position, mut predicate: impl FnMut(&Step) -> bool) -> Option<Step> {
        let context = FinderContext::new(position, self.options);
        self.usable(position).find_map(|rung| {
            let mut matching = MatchingStep { predicate: &mut predicate, found: None };
            rung.find(&context, &mut matching, &mut Vec::new());
            matching.found
        })
    }

    /// Applies steps until the position is solved or no technique applies.
    pub fn path(&self, position: &Position) -> SolutionPath {
        let mut position = position.clone();
        let (mut steps, mut cut_short) = (Vec::new(), Vec::new());
        while !position.is_solved() {
            let mut findings = self.find_next(&position);
            cut_short.append(&mut findings.cut_short);
            // A step that changes nothing would be found again and again.
            let Some(step) = findings.steps.pop().filter(|step| step.is_useful(&position)) else { break };
            step.apply(&mut position);
            steps.push(step);
        }
        cut_short.sort_unstable();
        cut_short.dedup();
        SolutionPath { steps, end: position, cut_short }
    }
}

impl Rung {
    /// Passes the steps to the sink. If the search is cut short, records the techniques.
    fn find(&self, context: &FinderContext<'_>, sink: &mut dyn Sink, cut_short: &mut Vec<Technique>) {
        if stop::is_requested() {
            cut_short.extend(&self.techniques);
            return;
        }
        // A finder stops early if the sink needs no more steps, or if its budget is exhausted. The
        // context records the latter.
        let mut filter = TechniqueFilter { techniques: &self.techniques, sink };
        let _: ControlFlow<()> = self.entry.technique.finder()(context, &mut filter);
        if context.take_cut_short() {
            cut_short.extend(&self.techniques);
        }
    }
}

/// A sink that forwards only steps of these techniques. A finder may also report others, which have their own
/// rung.
struct TechniqueFilter<'a> {
    techniques: &'a [Technique],
    sink: &'a mut dyn Sink,
}

impl Sink for TechniqueFilter<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if self.techniques.contains(&step.technique) {
            self.sink.take(step)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A sink that stops the search at the first step that satisfies a predicate.
struct MatchingStep<'a> {
    predicate: &'a mut dyn FnMut(&Step) -> bool,
    found: Option<Step>,
}

impl Sink for MatchingStep<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if (self.predicate)(&step) {
            self.found = Some(step);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The steps that a search found, and the techniques that it did not search completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The steps: at most one if the search was only for the next step.
    pub steps: Vec<Step>,
    /// The techniques whose search was cut short by the budget, in the order of the ladder.
    pub cut_short: Vec<Technique>,
}

/// A solution step by step, or the part of it that was found.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The position after the last step.
    pub end: Position,
    /// The techniques whose search was cut short anywhere on the path, in the order of the ladder.
    pub cut_short: Vec<Technique>,
}

impl SolutionPath {
    /// Reports whether the path leads to the solution.
    pub fn is_solved(&self) -> bool {
        self.end.is_solved()
    }

    /// Returns the sum of the scores of the steps.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|step| step.technique.description().score).sum()
    }

    /// Returns the level of the hardest technique, or a higher level if the score exceeds the limit of that
    /// level. A path that does not lead to the solution is extreme.
    pub fn level(&self) -> HodokuLevel {
        let hardest = self.steps.iter().map(|step| step.technique.description().level).max();
        let lowest =
            if self.is_solved() { hardest.unwrap_or(HodokuLevel::Easy) } else { HodokuLevel::Extreme };
        let score = self.score();
        HodokuLevel::ALL
            .into_iter()
            .find(|&level| level >= lowest && score <= level.max_score())
            .unwrap_or(HodokuLevel::Extreme)
    }

    /// Returns the technique with the highest score; in a tie, the one that comes later in the ladder.
    pub fn hardest(&self) -> Option<Technique> {
        let weight = |technique: &Technique| (technique.description().score, technique.description().order);
        self.steps.iter().map(|step| step.technique).max_by_key(weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Puzzle;

    use veridoku_core::SAMPLE as EASY;
    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    fn position(text: &str) -> Position {
        Position::new(&text.parse::<Puzzle>().unwrap()).unwrap()
    }

    /// A rung uses the finder of its first technique, whichever of its techniques are enabled.
    #[test]
    fn techniques_of_one_rung_are_found_together() {
        for pair in TECHNIQUES.windows(2).filter(|pair| pair[0].order == pair[1].order) {
            assert!(
                std::ptr::fn_addr_eq(pair[0].technique.finder(), pair[1].technique.finder()),
                "{}",
                pair[1].name
            );
            assert_eq!(pair[0].choice, pair[1].choice, "{}", pair[1].name);
            assert_eq!(pair[0].uniqueness, pair[1].uniqueness, "{}", pair[1].name);
        }
        assert!(TECHNIQUES.is_sorted_by_key(|entry| entry.order));
    }

    #[test]
    fn a_rung_finds_only_its_own_techniques() {
        let mut examples = include_str!("../testdata/steps.txt").lines();
        examples.find(|&line| line == "Finned Mutant Swordfish").unwrap();
        let example = veridoku_formats::read(examples.next().unwrap()).unwrap();
        let position = Position::new(&example.puzzle).unwrap();
        let fish = |entry: &Description| {
            entry.name.ends_with("Mutant Swordfish") || entry.name.ends_with("Franken Swordfish")
        };
        let mut steps = Ladder::of(fish).all(&position);
        assert!(steps.iter().any(|step| step.technique.name().contains("Mutant")), "{}", steps.len());
        assert!(steps.is_sorted_by_key(|step| step.technique.description().order));
        while let Some(step) = steps.pop() {
            assert!(!steps.contains(&step), "twice: {step:?}");
        }
    }

    #[test]
    fn score_and_level_are_computed_from_the_steps() {
        let path = Ladder::hodoku().path(&position(EASY));
        let sum: u32 = path.steps.iter().map(|step| step.technique.description().score).sum();
        assert!(path.is_solved() && path.score() == sum && sum > 0);
        assert_eq!(path.level(), HodokuLevel::Easy);
        let stuck = Ladder::of(|entry| entry.technique == Technique::FullHouse).path(&position(HARD));
        assert_eq!((stuck.steps.len(), stuck.level()), (0, HodokuLevel::Extreme));
        let long = SolutionPath { steps: vec![path.steps.clone(); 100].concat(), ..path };
        assert!(long.level() > HodokuLevel::Easy, "a high score raises the level");
    }

    #[test]
    fn techniques_are_tried_in_their_own_order() {
        let easy = position(EASY);
        let [hidden, naked] = [Technique::HiddenSingle, Technique::NakedSingle];
        for order in [[hidden, naked], [naked, hidden]] {
            let path = Ladder::in_order(order).path(&easy);
            assert!(path.is_solved());
            assert_eq!(path.steps[0].technique, order[0]);
        }
        assert_eq!(Ladder::in_order([hidden, naked, hidden]).rungs.len(), 2);
        let table = TECHNIQUES.iter().map(|entry| entry.technique);
        assert_eq!(Ladder::in_order(table).rungs.len(), Ladder::of(|_| true).rungs.len());
    }

    #[test]
    fn uniqueness_techniques_can_be_disabled() {
        let needs = |entry: &Description| entry.uniqueness == UniquenessNeed::Needed;
        assert!(!Ladder::of(needs).rungs.is_empty());
        assert!(Ladder::of(needs).without_uniqueness().rungs.is_empty());
        assert!(Ladder::teacher().without_uniqueness().path(&position(EASY)).is_solved());
    }
}
