//! Cycles and forcing chains from one source: X links only, Y links only, both.
//!
//! ```text
//! source on ── off ── on ── off ── source on      a bidirectional cycle
//! source on ── off ── on ── … ── source off       a forcing chain: the source is false
//! source off ── on ── off ── … ── source on       a forcing chain: the source is true
//! ```
//!
//! One search from the source on finds both its cycles and its chain. Links come from the grid as it
//! is, so a literal is worth visiting once only, but for the literals next to the source, through which a cycle can
//! close again and again. A literal off that leads nowhere is not visited at all. The depth of the search is the
//! complexity of what it finds, so it stops where the best hint so far cannot be beaten.

use super::super::difficulty::length;
use super::super::grid::{CELLS, CROSSINGS, Grid, HOUSES, INDEXES, PEER_SETS, bits, is_pair};
use super::super::hint::{Hint, Rule};
use super::closure::Closure;
use super::tally::Nested;
use super::tree::Tree;
use super::{Cause, Fingerprint, Literal, cause_of_off, cell_of, digit_of, is_on, off};

use std::ops::Range;

/// Which links a pass uses between a false and a true candidate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Pass {
    X,
    Y,
    Xy,
}

impl Pass {
    fn has_x(self) -> bool {
        self != Pass::Y
    }

    fn has_y(self) -> bool {
        self != Pass::X
    }

    /// The rating of the shortest cycle.
    fn cycle(self) -> f64 {
        if self == Pass::Xy { 7.0 } else { 6.5 }
    }

    /// The rating of the shortest chain.
    fn chain(self) -> f64 {
        if self == Pass::Xy { 7.0 } else { 6.6 }
    }

    fn cycle_rule(self) -> Rule {
        match self {
            Pass::X => Rule::XCycle,
            Pass::Y => Rule::YCycle,
            Pass::Xy => Rule::XyCycle,
        }
    }

    fn chain_rule(self) -> Rule {
        if self == Pass::Xy { Rule::ForcingChain } else { Rule::ForcingXChain }
    }
}

/// A link from a false candidate to the true one it implies.
#[derive(Copy, Clone, Debug)]
struct Strong {
    to: u16,
    cause: Cause,
}

/// What may be found from a source, by links of both kinds.
#[derive(Copy, Clone, Debug)]
struct Promise {
    cycle: bool,
    refuted: bool,
    proved: bool,
}

/// A candidate from which something may be found.
#[derive(Copy, Clone, Debug)]
struct Source {
    candidate: u16,
    promise: Promise,
}

/// A hint with all that a chain around it needs to know.
#[derive(Clone, Debug)]
struct Found {
    hint: Hint,
    complexity: u32,
    pass: Pass,
    /// From the target to the source.
    path: Vec<(Literal, Cause)>,
}

/// The search with its buffers. Candidates are `cell * 9 + digit` here.
#[derive(Debug)]
pub(in super::super) struct Unary {
    strong: Vec<[Strong; 4]>,
    strong_count: Vec<u8>,
    /// The false candidates with a strong link that a true candidate implies, in order.
    weak: Vec<u16>,
    /// By candidate: where its own begin and end.
    weak_range: Vec<(u32, u32)>,
    on_seen: [u64; 12],
    off_seen: [u64; 12],
    /// By true candidate: the false one it follows from, and why.
    on_parent: Vec<(u16, Cause)>,
    /// By false candidate: the true one it follows from.
    off_parent: Vec<u16>,
    on_level: Vec<u16>,
    off_level: Vec<(u16, u16)>,
    /// What follows by links of both kinds: sources without chain or cycle are skipped.
    closure: Closure,
    sources: Vec<Source>,
    found: Vec<Found>,
    wanted: Wanted,
    /// Steps taken, for the budget.
    pub(in super::super) work: u64,
}

/// Which hints are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Best,
    All,
}

fn contains(set: &[u64; 12], candidate: u16) -> bool {
    set[candidate as usize / 64] >> (candidate % 64) & 1 == 1
}

fn insert(set: &mut [u64; 12], candidate: u16) {
    set[candidate as usize / 64] |= 1 << (candidate % 64);
}

/// Whether two candidates cannot both be true, by links of the pass.
fn weakly_linked(one: u16, two: u16, pass: Pass) -> bool {
    let (first, second) = (one as usize / 9, two as usize / 9);
    if first == second {
        return one != two && pass.has_y();
    }
    one % 9 == two % 9 && PEER_SETS[first] >> second & 1 == 1
}

impl Default for Unary {
    fn default() -> Unary {
        Unary {
            strong: vec![[Strong { to: 0, cause: Cause::Cell }; 4]; 729],
            strong_count: vec![0; 729],
            weak: Vec::new(),
            weak_range: vec![(0, 0); 729],
            on_seen: [0; 12],
            off_seen: [0; 12],
            on_parent: vec![(0, Cause::Cell); 729],
            off_parent: vec![0; 729],
            on_level: Vec::new(),
            off_level: Vec::new(),
            closure: Closure::default(),
            sources: Vec::new(),
            found: Vec::new(),
            wanted: Wanted::Best,
            work: 0,
        }
    }
}

impl Unary {
    /// The best cycle or forcing chain.
    pub(in super::super) fn find(&mut self, grid: &Grid) -> Option<Hint> {
        self.wanted = Wanted::Best;
        self.search(grid);
        self.found.pop().map(|found| found.hint)
    }

    /// Adds what the cycles and chains of the working grid strike, if they rest on what the tree struck.
    pub(super) fn look_ahead(&mut self, base: &Grid, work: &Grid, tree: &mut Tree, nested: &mut Vec<Nested>) {
        self.wanted = Wanted::All;
        self.search(work);
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|one, two| {
            let key = |found: &Found| (found.complexity, found.pass as u8);
            one.hint.rating.total_cmp(&two.hint.rating).then_with(|| key(one).cmp(&key(two)))
        });
        let mut done: Vec<&[(u8, u16)]> = Vec::new();
        for chain in &found {
            if done.contains(&&chain.hint.removals[..]) {
                continue;
            }
            done.push(&chain.hint.removals);
            let first_parent = tree.parents.len();
            let fingerprint = chain.trace(base, work, tree);
            if tree.parents.len() == first_parent {
                continue;
            }
            nested.push(Nested { fingerprint, complexity: chain.complexity });
            for &(cell, digits) in &chain.hint.removals {
                for digit in bits(digits) {
                    let literal = off(cell as usize, digit);
                    if !tree.has(literal) {
                        tree.add_advanced(literal, first_parent, nested.len() as u32, chain.complexity);
                    }
                }
            }
        }
    }

    fn search(&mut self, grid: &Grid) {
        self.found.clear();
        self.closure.build(grid);
        // Links of both kinds first: where they lead nowhere, fewer links lead nowhere either.
        self.link(grid, Pass::Xy);
        self.survey(grid);
        if self.sources.is_empty() {
            return;
        }
        for pass in [Pass::X, Pass::Y, Pass::Xy] {
            if !self.can_win(pass.cycle(), 4) {
                continue;
            }
            self.link(grid, pass);
            for place in 0..self.sources.len() {
                let Source { candidate, promise } = self.sources[place];
                if pass == Pass::Y && grid.count(candidate as usize / 9) > 2 {
                    continue;
                }
                if promise.cycle || (promise.refuted && pass.has_x()) {
                    self.search_on(grid, candidate, promise, pass);
                }
                if promise.proved && pass.has_x() {
                    self.search_off(grid, candidate, pass);
                }
            }
        }
    }

    /// Lists the candidates from which something may be found.
    fn survey(&mut self, grid: &Grid) {
        self.sources.clear();
        for cell in 0..81 {
            if grid.count(cell) < 2 {
                continue;
            }
            for digit in bits(grid.candidates[cell]) {
                let candidate = (cell * 9 + digit) as u16;
                let promise = Promise {
                    cycle: self.can_cycle(candidate),
                    refuted: self.closure.refutes_itself(candidate),
                    proved: self.can_prove(candidate),
                };
                if promise.cycle || promise.refuted || promise.proved {
                    self.sources.push(Source { candidate, promise });
                }
            }
        }
    }

    /// Whether a hint of this kind and complexity would be taken.
    fn can_win(&self, rating: f64, complexity: u32) -> bool {
        match (self.wanted, self.found.last()) {
            (Wanted::All, _) | (_, None) => true,
            (Wanted::Best, Some(best)) => {
                (rating + length(complexity), complexity) < (best.hint.rating, best.complexity)
            }
        }
    }

    fn take(&mut self, found: Found) {
        if self.wanted == Wanted::Best {
            self.found.clear();
        }
        self.found.push(found);
    }

    /// Lists the links of the grid for a pass.
    fn link(&mut self, grid: &Grid, pass: Pass) {
        self.strong_count.fill(0);
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            for digit in bits(digits) {
                let candidate = cell * 9 + digit;
                let mut count = 0;
                if pass.has_y() && is_pair(digits) {
                    let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                    self.strong[candidate][0] = Strong { to: (cell * 9 + other) as u16, cause: Cause::Cell };
                    count = 1;
                }
                if pass.has_x() {
                    for kind in 0..3 {
                        let house = HOUSES[cell][kind] as usize;
                        let places = grid.places[house][digit];
                        if !is_pair(places) {
                            continue;
                        }
                        let here = INDEXES[cell][kind];
                        let there = (places & !(1 << here)).trailing_zeros() as usize;
                        let to = u16::from(CELLS[house][there]) * 9 + digit as u16;
                        if self.strong[candidate][..count].iter().all(|strong| strong.to != to) {
                            self.strong[candidate][count] = Strong { to, cause: Cause::House(kind as u8) };
                            count += 1;
                        }
                    }
                }
                self.strong_count[candidate] = count as u8;
            }
        }
        self.weak.clear();
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            for digit in bits(digits) {
                let start = self.weak.len() as u32;
                if pass.has_y() {
                    for other in bits(digits & !(1 << digit)) {
                        if self.strong_count[cell * 9 + other] > 0 {
                            self.weak.push((cell * 9 + other) as u16);
                        }
                    }
                }
                for kind in 0..3 {
                    let house = HOUSES[cell][kind] as usize;
                    let mut places = grid.places[house][digit] & !(1 << INDEXES[cell][kind]);
                    if kind > 0 {
                        places &= !CROSSINGS[house][HOUSES[cell][0] as usize];
                    }
                    for index in bits(places) {
                        let other = CELLS[house][index] as usize * 9 + digit;
                        if self.strong_count[other] > 0 {
                            self.weak.push(other as u16);
                        }
                    }
                }
                self.weak_range[cell * 9 + digit] = (start, self.weak.len() as u32);
            }
        }
    }

    /// Where the false candidates that a true one implies are listed.
    fn weak_of(&self, candidate: u16) -> Range<usize> {
        let (start, end) = self.weak_range[candidate as usize];
        start as usize..end as usize
    }

    /// Whether the source can follow from its own falsehood.
    fn can_prove(&self, source: u16) -> bool {
        self.strong_of(source).iter().any(|strong| self.closure.implies(strong.to, source))
    }

    /// Whether a cycle can lead back to the source through another false candidate than the one it began with.
    fn can_cycle(&self, source: u16) -> bool {
        let neighbours = self.weak_of(source);
        self.strong_of(source).iter().any(|last| {
            self.weak[neighbours.clone()].iter().filter(|&&first| first != last.to).any(|&first| {
                self.strong_of(first)
                    .iter()
                    .any(|second| second.to != source && self.closure.refutes(second.to, last.to))
            })
        })
    }

    fn strong_of(&self, candidate: u16) -> &[Strong] {
        &self.strong[candidate as usize][..self.strong_count[candidate as usize] as usize]
    }

    fn begin(&mut self) {
        self.on_seen = [0; 12];
        self.off_seen = [0; 12];
        self.on_level.clear();
        self.off_level.clear();
    }

    /// Whether the false candidate is among those the true one follows from.
    fn descends(&self, true_one: u16, false_one: u16, source: u16) -> bool {
        let mut candidate = true_one;
        while candidate != source {
            let parent = self.on_parent[candidate as usize].0;
            if parent == false_one {
                return true;
            }
            candidate = self.off_parent[parent as usize];
        }
        false
    }

    /// The cycles of a source and the chain that proves it false.
    fn search_on(&mut self, grid: &Grid, source: u16, promise: Promise, pass: Pass) {
        self.begin();
        insert(&mut self.on_seen, source);
        self.on_level.push(source);
        let mut next_to_source = [0_u64; 12];
        for strong in &self.strong[source as usize][..self.strong_count[source as usize] as usize] {
            insert(&mut next_to_source, strong.to);
        }
        let mut last: Option<(u16, u32)> = None;
        let mut pairs = 1;
        let can_cycle = promise.cycle && self.strong_count[source as usize] > 0;
        let can_chain = promise.refuted && pass.has_x();
        loop {
            let complexity = 2 * pairs;
            let cycles = can_cycle && self.can_win(pass.cycle(), complexity);
            let chain = can_chain && last.is_none() && self.can_win(pass.chain(), complexity);
            if !cycles && !chain {
                break;
            }
            for place in 0..self.on_level.len() {
                let true_one = self.on_level[place];
                if pairs > 1 && chain && last.is_none() && weakly_linked(true_one, source, pass) {
                    last = Some((true_one, complexity));
                }
                let neighbours = self.weak_of(true_one);
                self.work += neighbours.len() as u64;
                for at in neighbours {
                    let false_one = self.weak[at];
                    if contains(&self.off_seen, false_one) {
                        let closes = pairs > 1 && contains(&next_to_source, false_one);
                        if closes && !self.descends(true_one, false_one, source) {
                            self.off_level.push((false_one, true_one));
                        }
                    } else {
                        insert(&mut self.off_seen, false_one);
                        self.off_parent[false_one as usize] = true_one;
                        self.off_level.push((false_one, true_one));
                    }
                }
            }
            self.on_level.clear();
            for place in 0..self.off_level.len() {
                let (false_one, parent) = self.off_level[place];
                for at in 0..self.strong_count[false_one as usize] as usize {
                    let Strong { to, cause } = self.strong[false_one as usize][at];
                    if to == source && pairs > 1 && self.can_win(pass.cycle(), complexity) {
                        self.close(grid, source, (false_one, parent, cause), pass, complexity);
                    }
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (false_one, cause);
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            if self.on_level.is_empty() {
                break;
            }
            pairs += 1;
        }
        if let Some((parent, complexity)) = last
            && self.can_win(pass.chain(), complexity)
        {
            let (cell, digit) = (source as usize / 9, source as usize % 9);
            let target = off(cell, digit);
            let mut path = vec![(target, Cause::Cell)];
            if self.wanted == Wanted::All {
                self.trace_on(parent, source, &mut path);
                path[0].1 = cause_of_off(path[1].0, target);
            }
            let rating = pass.chain() + length(complexity);
            let removals = vec![(cell as u8, 1 << digit)];
            let hint = Hint { rule: pass.chain_rule(), rating, removals, placement: None };
            self.take(Found { hint, complexity, pass, path });
        }
    }

    /// Appends the way from a true candidate back to the source on.
    fn trace_on(&self, from: u16, source: u16, path: &mut Vec<(Literal, Cause)>) {
        let mut candidate = from;
        while candidate != source {
            let (parent, cause) = self.on_parent[candidate as usize];
            path.push((candidate * 2 + 1, cause));
            let grandparent = self.off_parent[parent as usize];
            path.push((parent * 2, cause_of_off(grandparent * 2 + 1, parent * 2)));
            candidate = grandparent;
        }
        path.push((source * 2 + 1, Cause::Assumed));
    }

    /// Takes a cycle if it strikes something.
    fn close(&mut self, grid: &Grid, source: u16, last: (u16, u16, Cause), pass: Pass, complexity: u32) {
        let (false_one, true_one, cause) = last;
        let mut path = vec![(source * 2 + 1, cause)];
        path.push((false_one * 2, cause_of_off(true_one * 2 + 1, false_one * 2)));
        self.trace_on(true_one, source, &mut path);
        let mut cells = 0_u128;
        let mut seen = [[0_u128; 9]; 2];
        for &(literal, _) in &path[..path.len() - 1] {
            cells |= 1 << cell_of(literal);
            seen[usize::from(is_on(literal))][digit_of(literal)] |= PEER_SETS[cell_of(literal)];
        }
        let mut struck = [0_u16; 81];
        let mut any = 0_u128;
        for digit in 0..9 {
            let mut both = seen[0][digit] & seen[1][digit] & !cells;
            while both != 0 {
                let cell = both.trailing_zeros() as usize;
                both &= both - 1;
                if grid.candidates[cell] >> digit & 1 == 1 {
                    struck[cell] |= 1 << digit;
                    any |= 1 << cell;
                }
            }
        }
        if any == 0 {
            return;
        }
        let removals = (0..81).filter(|&cell| any >> cell & 1 == 1).map(|cell| (cell as u8, struck[cell]));
        let rating = pass.cycle() + length(complexity);
        let hint = Hint { rule: pass.cycle_rule(), rating, removals: removals.collect(), placement: None };
        self.take(Found { hint, complexity, pass, path });
    }

    /// The chain that proves the source true.
    fn search_off(&mut self, grid: &Grid, source: u16, pass: Pass) {
        self.begin();
        insert(&mut self.off_seen, source);
        self.off_level.push((source, source));
        let mut pairs = 1;
        let mut last = None;
        while last.is_none() && !self.off_level.is_empty() && self.can_win(pass.chain(), 2 * pairs) {
            self.on_level.clear();
            for place in 0..self.off_level.len() {
                let false_one = self.off_level[place].0;
                for at in 0..self.strong_count[false_one as usize] as usize {
                    let Strong { to, cause } = self.strong[false_one as usize][at];
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (false_one, cause);
                        if to == source {
                            last = Some(2 * pairs);
                        }
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            for place in 0..self.on_level.len() {
                let true_one = self.on_level[place];
                let neighbours = self.weak_of(true_one);
                self.work += neighbours.len() as u64;
                for at in neighbours {
                    let false_one = self.weak[at];
                    if !contains(&self.off_seen, false_one) {
                        insert(&mut self.off_seen, false_one);
                        self.off_parent[false_one as usize] = true_one;
                        self.off_level.push((false_one, true_one));
                    }
                }
            }
            pairs += 1;
        }
        let Some(complexity) = last else { return };
        let (cell, digit) = (source as usize / 9, source as usize % 9);
        let mut path = Vec::new();
        if self.wanted == Wanted::All {
            let mut candidate = source;
            loop {
                let (parent, cause) = self.on_parent[candidate as usize];
                path.push((candidate * 2 + 1, cause));
                if parent == source {
                    path.push((off(cell, digit), Cause::Assumed));
                    break;
                }
                candidate = self.off_parent[parent as usize];
                path.push((parent * 2, cause_of_off(candidate * 2 + 1, parent * 2)));
            }
        }
        let rating = pass.chain() + length(complexity);
        let removals = vec![(cell as u8, grid.candidates[cell] & !(1 << digit))];
        let placement = Some((cell as u8, digit as u8));
        let hint = Hint { rule: pass.chain_rule(), rating, removals, placement };
        self.take(Found { hint, complexity, pass, path });
    }
}

impl Found {
    /// Pushes as parents what the tree had to strike for this chain, and gives the chain's identity.
    fn trace(&self, base: &Grid, work: &Grid, tree: &mut Tree) -> u64 {
        let first_parent = tree.parents.len();
        let mut fingerprint = Fingerprint::new();
        let closed = self.path.len() > 1 && self.path[0].0 == self.path[self.path.len() - 1].0;
        if closed {
            let cycle = &self.path[..self.path.len() - 1];
            fingerprint.add(u64::from(cycle[0].0));
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle {
                fingerprint.add(u64::from(literal));
                push_parents(literal, cause, base, work, tree, first_parent);
            }
            fingerprint.add(Fingerprint::SEPARATOR);
            // The way back: every literal reversed, first the source.
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle[1..].iter().rev() {
                fingerprint.add(u64::from(literal ^ 1));
                push_parents(literal ^ 1, cause, base, work, tree, first_parent);
            }
        } else {
            fingerprint.add(u64::from(self.path[0].0));
            for &(literal, cause) in &self.path {
                fingerprint.add(u64::from(literal));
                push_parents(literal, cause, base, work, tree, first_parent);
            }
        }
        fingerprint.add(Fingerprint::SEPARATOR);
        fingerprint.0
    }
}

/// Pushes the literals that had to be struck before the last candidate of a cell or the last place of a house was one.
pub(super) fn push_parents(
    literal: Literal,
    cause: Cause,
    base: &Grid,
    work: &Grid,
    tree: &mut Tree,
    first_parent: usize,
) {
    if !is_on(literal) {
        return;
    }
    let (cell, digit) = (cell_of(literal), digit_of(literal));
    match cause {
        Cause::Cell => {
            for struck in bits(base.candidates[cell] & !work.candidates[cell]) {
                push_parent(off(cell, struck), tree, first_parent);
            }
        }
        Cause::House(kind) => {
            let house = HOUSES[cell][kind as usize] as usize;
            for index in bits(base.places[house][digit] & !work.places[house][digit]) {
                push_parent(off(CELLS[house][index] as usize, digit), tree, first_parent);
            }
        }
        Cause::Assumed | Cause::Advanced => {}
    }
}

fn push_parent(literal: Literal, tree: &mut Tree, first_parent: usize) {
    let node = tree.node_of(literal);
    if !tree.parents[first_parent..].contains(&node) {
        tree.parents.push(node);
    }
}
