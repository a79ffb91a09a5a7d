// Uses of the package that must compile, and mistakes that must not.
import {
  type Engine,
  type GenerateOptions,
  type HintReport,
  type Puzzle,
  type Puzzles,
  type Status,
  VeridokuError,
  generate,
  hint,
  load,
  rate,
  solve,
  solveMany,
} from 'veridoku';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <T extends true>(_?: T): void => undefined;

const solved = await solve('.'.repeat(81), { budget: 100 });
is<Same<typeof solved.status, Status>>();
is<Same<typeof solved.solution, string | null>>();
is<Same<typeof solved.differences, string[] | undefined>>();

const rows: readonly (readonly (number | null)[])[] = [[5, null, 0]];
const puzzles: Puzzle[] = ['', [5, 3, 0], ['5', '.', ''], new Uint8Array(81), rows, [new Uint8Array(9)]];
for (const puzzle of puzzles) await solve(puzzle);
const many: Puzzles[] = ['', puzzles, ['', ''], [rows, new Uint8Array(81)], ['', [5, null]] as const];
for (const given of many) await solveMany(given);

const engine: Engine = await load(new URL('file:///veridoku.wasm'));
await load(new Response());
await load(Promise.resolve(new Uint8Array(8)));
const report: HintReport = engine.hint('', {
  level: 'where',
  techniques: { alsChains: true, only: ['x-wing'] },
});
if (report.outcome === 'step' && report.evidence) is<Same<typeof report.evidence.digits, number[]>>();
is<Same<Parameters<typeof rate>, Parameters<Engine['rate']>>>();
is<Same<Awaited<ReturnType<typeof rate>>, ReturnType<Engine['rate']>>>();

const options: GenerateOptions = { level: 'hard', clues: 24, seed: undefined };
is<Same<Awaited<ReturnType<typeof generate>>['puzzles'][number]['er'], number | null>>();
await generate(options);
try {
  await solveMany('');
} catch (error) {
  if (error instanceof VeridokuError) is<Same<typeof error.line, number | undefined>>();
}

// @ts-expect-error: a puzzle is required.
await solve();
// @ts-expect-error: one number is no puzzle.
await solveMany([5]);
// @ts-expect-error: the options are in camelCase.
await hint('', { techniques: { als_chains: true } });
// @ts-expect-error: unknown level.
await hint('', { level: 'all' });
// @ts-expect-error: not an option of this function.
await generate({ from: 'line' });
// @ts-expect-error: a report, not a promise.
engine.solve('').then;
// @ts-expect-error: the version is not part of reports.
solved.version;
// @ts-expect-error: a cell is no object.
await solve([{}]);
