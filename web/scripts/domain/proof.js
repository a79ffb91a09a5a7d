/**
 * The proof of a step, as reported by the engine, and what the board shows while one walks through it.
 */

/**
 * One line of a proof. The lines that it follows from are numbered from 1.
 * @typedef {object} ProofLine
 * @property {'truth' | 'assumption' | 'consequence' | 'conclusion'} kind
 * @property {number | null} case
 * @property {number[]} from
 * @property {string[]} to  candidates, as r1c1=3 if true or r1c1<>3 if false
 * @property {string} text
 * @property {string} because
 */

/** Reports whether a proof is long enough to be walked through. @param {readonly ProofLine[]} proof */
export const isLong = (proof) => proof.length > 2;

/** Reports whether a proof is a chain or net, and not just a pattern. @param {readonly ProofLine[]} proof */
export const isChain = (proof) => proof.some((line) => line.kind === 'assumption');

/** Returns the numbers of the cases of a proof. @param {readonly ProofLine[]} proof */
export const casesOf = (proof) => [...new Set(proof.flatMap((line) => line.case ?? []))];

/**
 * Returns the case of a line; a line that holds in all cases belongs to the first one.
 * @param {readonly ProofLine[]} proof
 * @param {number | null} line
 */
export const caseAt = (proof, line) => (line === null ? null : proof[line].case) ?? casesOf(proof)[0] ?? null;

/**
 * Returns the indices of the lines to list: those of a case, and those that hold in all cases.
 * @param {readonly ProofLine[]} proof
 * @param {number | null} shownCase
 */
export const linesOf = (proof, shownCase) =>
  proof.flatMap((line, index) => (line.case === null || line.case === shownCase ? index : []));

/**
 * Returns the evidence that the board shows: all of it, or only what is known at the current line of the proof.
 * @param {import('../store.js').Lesson} lesson
 */
export function shownEvidence({ steps, at, line }) {
  const step = steps[at];
  if (!step || line === null || step.proof[line].kind === 'conclusion') return step?.evidence;
  /** @type {ProofLine[]} */
  const proof = step.proof;
  const known = linesOf(proof, caseAt(proof, line)).filter((index) => index <= line);
  const candidates = known.flatMap((index) => {
    const { to } = proof[index];
    const role = to[0]?.includes('<>') ? 'second' : 'pattern';
    const marks = [{ role, candidates: to }];
    return index === line ? [...marks, { role: 'current', candidates: to }] : marks;
  });
  const links = known.flatMap((index) =>
    proof[index].from
      .filter((from) => known.includes(from - 1))
      .map((from) => ({
        from: proof[from - 1].to,
        to: proof[index].to,
        strong: !proof[index].to[0]?.includes('<>'),
        current: index === line,
      })),
  );
  return { ...step.evidence, cells: [], houses: [], covers: [], candidates, links };
}
