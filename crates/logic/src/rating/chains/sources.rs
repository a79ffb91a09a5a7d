//! The candidates from which cycles and forcing chains are searched, and what each of them promises.
//!
//! A file of its own because here sets decide, without order; the search that follows keeps the order.

use super::super::grid::{Grid, bits};
use super::closure::{Closure, EMPTY, contains, unite};
use super::links::Pass;
use super::shortcut;
use super::sounding::{Depths, NEVER};
use super::unary::{Unary, Wanted};

/// What may be found from a source, by links of both kinds.
#[derive(Copy, Clone, Debug)]
pub(super) struct Promise {
    pub(super) cycle: bool,
    pub(super) refuted: bool,
    pub(super) proved: bool,
}

/// A candidate from which something may be found.
#[derive(Copy, Clone, Debug)]
pub(super) struct Source {
    pub(super) candidate: u16,
    pub(super) promise: Promise,
    pub(super) depths: Depths,
}

impl Unary {
    /// Lists the candidates from which something may be found.
    pub(super) fn survey(&mut self, grid: &Grid, closure: &Closure) {
        self.sources.clear();
        self.planes.begin();
        let torn = if closure.crowded { EMPTY } else { closure.torn() };
        for cell in 0..81 {
            if grid.count(cell) < 2 {
                continue;
            }
            for digit in bits(grid.candidates[cell]) {
                let candidate = (cell * 9 + digit) as u16;
                let torn = closure.crowded || contains(&torn, closure.number[candidate as usize] as usize);
                let cycle = torn && self.can_cycle(grid, candidate, closure);
                let strong = self.links.strong(candidate, Pass::Xy);
                let promise = Promise {
                    cycle,
                    refuted: closure.refutes_itself(candidate),
                    proved: strong.iter().any(|strong| closure.implies(strong.to, candidate)),
                };
                if promise.cycle || promise.refuted || promise.proved {
                    let depths = Depths { refuted: NEVER, proved: NEVER };
                    self.sources.push(Source { candidate, promise, depths });
                }
            }
        }
    }

    /// Whether a cycle can lead back to the source through another false candidate than the one it began with.
    fn can_cycle(&mut self, grid: &Grid, source: u16, closure: &Closure) -> bool {
        let neighbours = self.links.weak(grid, source, Pass::Xy);
        self.links.strong(source, Pass::Xy).iter().any(|last| {
            neighbours.clone().map(|place| self.links.at(place)).filter(|&first| first != last.to).any(
                |first| {
                    self.links
                        .strong(first, Pass::Xy)
                        .iter()
                        .any(|second| second.to != source && closure.refutes(second.to, last.to))
                },
            )
        })
    }

    /// Finds out how near the shortest chains are: none of more nodes than the shortest of all is wanted.
    pub(super) fn sound(&mut self, closure: &Closure) {
        for source in &mut self.sources {
            let Source { candidate, promise, depths } = source;
            let depth = |promised: bool, depth: &dyn Fn() -> u32| if promised { depth() } else { NEVER };
            let most = self.most.saturating_add(2);
            depths.refuted = depth(promise.refuted, &|| closure.depth_of_refutation(*candidate, most));
            self.most = self.most.min(depths.refuted);
            depths.proved = depth(promise.proved, &|| closure.depth_of_proof(*candidate, self.most));
            self.most = self.most.min(depths.proved);
        }
        // What a cycle strikes is refuted by a chain with no more than two nodes more: round the cycle.
        let most = self.most.saturating_add(2);
        self.torn = EMPTY;
        self.near.clear();
        for source in self.sources.iter().filter(|source| source.depths.refuted <= most) {
            self.near.push(source.candidate);
            unite(&mut self.torn, &closure.torn_within(source.candidate, most));
        }
    }

    /// What may be found from a source by links of the pass, and would be taken.
    pub(super) fn promise(&mut self, grid: &Grid, closure: &Closure, source: Source, pass: Pass) -> Promise {
        let Source { candidate, promise, depths } = source;
        let cycle = promise.cycle && !self.links.strong(candidate, pass).is_empty();
        match (pass, self.wanted) {
            (Pass::Y, _) => Promise { cycle, refuted: false, proved: false },
            (Pass::X, Wanted::Best) if shortcut::are_taken() => Promise {
                cycle: cycle && self.planes.can_cycle(grid, candidate),
                refuted: promise.refuted && self.planes.refutes(grid, candidate),
                proved: promise.proved && self.planes.proves(grid, candidate),
            },
            (Pass::Xy, Wanted::Best) if !closure.crowded => Promise {
                cycle: cycle
                    && contains(&self.torn, closure.number[candidate as usize] as usize)
                    && closure.cycle_strikes(candidate, &self.near)
                    && closure.can_cycle_within(candidate, self.most),
                refuted: promise.refuted && depths.refuted <= self.most,
                proved: promise.proved && depths.proved <= self.most,
            },
            _ => Promise { cycle, ..promise },
        }
    }
}
