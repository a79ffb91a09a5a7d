//! The ladder of techniques, and climbing it: the next step, the whole path, its score and level.
//!
//! A person looks for the simplest thing first. So does the ladder: from the lowest rung upwards until one
//! gives a step; the step is applied, and the search begins again at the bottom.

use crate::finder_context::FinderContext;
use crate::position::{Position, Uniqueness};
use crate::search_options::SearchOptions;
use crate::sink::{AllSteps, BestStep, FirstStep, Sink};
use crate::step::Step;
use crate::technique::{Description, HodokuLevel, StepChoice, TECHNIQUES, Technique, UniquenessNeed, Usage};
use std::ops::ControlFlow;

/// Which techniques are tried, in the order of the table.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The rungs: techniques with the same order are found together, the first stands for all.
    rungs: Vec<&'static Description>,
    /// The techniques that are wanted, by their place in the table.
    wanted: Vec<bool>,
    options: SearchOptions,
}

impl Ladder {
    /// The techniques HoDoKu uses by default: the ladder of scores and levels.
    pub fn hodoku() -> Ladder {
        Ladder::of(|entry| entry.usage == Usage::Default)
    }

    /// HoDoKu's techniques and those it lacks: the ladder of hints.
    pub fn teacher() -> Ladder {
        Ladder::of(|entry| entry.usage != Usage::Request).with_options(SearchOptions::teacher())
    }

    /// The techniques of the table that pass.
    pub fn of(pass: impl FnMut(&Description) -> bool) -> Ladder {
        let wanted: Vec<bool> = TECHNIQUES.iter().map(pass).collect();
        let mut rungs: Vec<&'static Description> = Vec::new();
        for entry in TECHNIQUES.iter().filter(|entry| wanted[entry.technique as usize]) {
            if rungs.last().is_none_or(|last| last.order != entry.order) {
                rungs.push(entry);
            }
        }
        Ladder { rungs, wanted, options: SearchOptions::default() }
    }

    /// The same ladder without techniques that rest on the uniqueness of the solution.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Ladder {
        self.rungs.retain(|entry| entry.uniqueness == UniquenessNeed::NotNeeded);
        self
    }

    /// The same ladder with other limits.
    #[must_use]
    pub fn with_options(mut self, options: SearchOptions) -> Ladder {
        self.options = options;
        self
    }

    /// The rungs that may be tried on this position.
    fn usable(&self, position: &Position) -> impl Iterator<Item = &'static Description> {
        let uniqueness = position.uniqueness();
        self.rungs.iter().copied().filter(move |entry| {
            uniqueness == Uniqueness::Known || entry.uniqueness == UniquenessNeed::NotNeeded
        })
    }

    /// The next step; [`Ladder::look`] also says which searches before it were cut short.
    pub fn next(&self, position: &Position) -> Option<Step> {
        self.find_next(position).steps.pop()
    }

    /// Every step of the position, technique by technique; [`Ladder::look_for_all`] also says which searches were
    /// cut short.
    pub fn all(&self, position: &Position) -> Vec<Step> {
        self.find_all(position).steps
    }

    /// The next step, and which techniques before it were not looked for to the end.
    pub fn find_next(&self, position: &Position) -> Findings {
        let context = FinderContext::new(position, self.options);
        let mut cut_short = Vec::new();
        let step = self.usable(position).find_map(|entry| match entry.choice {
            StepChoice::First => {
                let mut first = FirstStep::default();
                self.find(entry, &context, &mut first, &mut cut_short);
                first.0
            }
            StepChoice::Best => {
                let mut best = BestStep::default();
                self.find(entry, &context, &mut best, &mut cut_short);
                best.0
            }
        });
        Findings { steps: step.into_iter().collect(), cut_short }
    }

    /// Every step of the position, technique by technique, and which of them may have more.
    pub fn find_all(&self, position: &Position) -> Findings {
        let context = FinderContext::new(position, self.options);
        let (mut all, mut cut_short) = (AllSteps::default(), Vec::new());
        for entry in self.usable(position) {
            self.find(entry, &context, &mut all, &mut cut_short);
        }
        Findings { steps: all.0, cut_short }
    }

    /// Feeds the wanted steps of a rung to the sink; notes its techniques if there may be more of them.
    fn find(
        &self,
        rung: &Description,
        context: &FinderContext<'_>,
        sink: &mut dyn Sink,
        cut_short: &mut Vec<Technique>,
    ) {
        // A finder may be stopped by the sink, which has what it wanted, or by its budget, which the context knows.
        let _: ControlFlow<()> = (rung.finder)(
            context,
            &mut TechniqueFilter { techniques: &self.wanted, order: rung.order, sink },
        );
        if context.take_cut_short() {
            let together = |entry: &&Description| entry.order == rung.order;
            let wanted = TECHNIQUES.iter().filter(together).map(|entry| entry.technique);
            cut_short.extend(wanted.filter(|&technique| self.wanted[technique as usize]));
        }
    }

    /// Climbs until the position is solved or no rung gives a step.
    pub fn path(&self, position: &Position) -> SolutionPath {
        let mut position = position.clone();
        let (mut steps, mut cut_short) = (Vec::new(), Vec::new());
        while !position.is_solved() {
            let mut findings = self.find_next(&position);
            cut_short.append(&mut findings.cut_short);
            // A step that changes nothing would be found for ever.
            let Some(step) = findings.steps.pop().filter(|step| step.is_useful(&position)) else { break };
            step.apply(&mut position);
            steps.push(step);
        }
        cut_short.sort_unstable();
        cut_short.dedup();
        SolutionPath { steps, end: position, cut_short }
    }
}

/// Lets only steps of the wanted techniques of a rung through: a finder may give others beside them, which come on
/// their own rung.
struct TechniqueFilter<'a> {
    techniques: &'a [bool],
    order: u32,
    sink: &'a mut dyn Sink,
}

impl Sink for TechniqueFilter<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if self.techniques[step.technique as usize] && step.technique.description().order == self.order {
            self.sink.take(step)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The steps a search brought, and what it may have left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The steps: one at most if only the next one was asked for.
    pub steps: Vec<Step>,
    /// The techniques that were not looked for to the end, because their budget was used up, in the order of
    /// trial.
    pub cut_short: Vec<Technique>,
}

/// A solution, or as much of it as was found, step by step.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The position after the last step.
    pub end: Position,
    /// The techniques that were not looked for to the end somewhere on the way, in the order of trial.
    pub cut_short: Vec<Technique>,
}

impl SolutionPath {
    /// Whether it leads to the solution.
    pub fn is_solved(&self) -> bool {
        self.end.is_solved()
    }

    /// The sum of the scores of its steps.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|step| step.technique.description().score).sum()
    }

    /// The level: that of the hardest technique, raised as long as the score is too high for it.
    pub fn level(&self) -> HodokuLevel {
        let hardest = self.steps.iter().map(|step| step.technique.description().level).max();
        let least =
            if self.is_solved() { hardest.unwrap_or(HodokuLevel::Easy) } else { HodokuLevel::Extreme };
        let score = self.score();
        HodokuLevel::ALL
            .into_iter()
            .find(|&level| level >= least && score <= level.max_score())
            .unwrap_or(HodokuLevel::Extreme)
    }

    /// The technique with the highest score; of several the one that is tried last.
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

    /// A rung is found by the finder of its first technique, whichever of them are wanted.
    #[test]
    fn techniques_of_one_rung_are_found_together() {
        for pair in TECHNIQUES.windows(2).filter(|pair| pair[0].order == pair[1].order) {
            assert!(std::ptr::fn_addr_eq(pair[0].finder, pair[1].finder), "{}", pair[1].name);
            assert_eq!(pair[0].choice, pair[1].choice, "{}", pair[1].name);
            assert_eq!(pair[0].uniqueness, pair[1].uniqueness, "{}", pair[1].name);
        }
        assert!(TECHNIQUES.is_sorted_by_key(|entry| entry.order));
    }

    #[test]
    fn a_rung_gives_only_its_own_techniques() {
        let mut examples = include_str!("../../../testdata/steps.txt").lines();
        examples.find(|&line| line == "Finned Mutant Swordfish").unwrap();
        let example = veridoku_core::text::read(examples.next().unwrap()).unwrap();
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
    fn score_and_level_come_from_the_steps() {
        let path = Ladder::hodoku().path(&position(EASY));
        let sum: u32 = path.steps.iter().map(|step| step.technique.description().score).sum();
        assert!(path.is_solved() && path.score() == sum && sum > 0);
        assert_eq!(path.level(), HodokuLevel::Easy);
        let stuck = Ladder::of(|entry| entry.technique == Technique::FullHouse).path(&position(HARD));
        assert_eq!((stuck.steps.len(), stuck.level()), (0, HodokuLevel::Extreme));
        let unsteady = SolutionPath { steps: vec![path.steps.clone(); 100].concat(), ..path };
        assert!(unsteady.level() > HodokuLevel::Easy, "a high score raises the level");
    }

    #[test]
    fn uniqueness_can_be_switched_off() {
        let needs = |entry: &Description| entry.uniqueness == UniquenessNeed::Needed;
        assert!(!Ladder::of(needs).rungs.is_empty());
        assert!(Ladder::of(needs).without_uniqueness().rungs.is_empty());
        assert!(Ladder::teacher().without_uniqueness().path(&position(EASY)).is_solved());
    }
}
