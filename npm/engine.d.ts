/** The content of a cell: a digit as a number or a string; 0, `null`, "" and "." stand for an empty cell. */
export type CellValue = number | string | null | undefined;

/**
 * A puzzle: text in any format that the engine reads (81 characters, pencil marks, a link, …), 81 cells, or
 * nine rows of nine cells.
 */
export type Puzzle = string | ArrayLike<CellValue> | ArrayLike<ArrayLike<CellValue>>;

/**
 * Several puzzles: text in any format that the engine reads, or an array. The puzzles of an array must not
 * have line breaks; `line` in the result is the position in the array, counted from 1. An empty
 * text has no result.
 */
export type Puzzles = string | readonly Puzzle[];

// The types of the globals, which need not be declared where this package is used.
type UrlObject = typeof globalThis extends { URL: { prototype: infer Type } } ? Type : never;
type ResponseObject = typeof globalThis extends { Response: { prototype: infer Type } } ? Type : never;
type ModuleObject = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Type } } }
  ? Type
  : never;

/** A source of the WebAssembly module: its address, a response, its bytes, or the compiled module. */
export type EngineSource = string | UrlObject | ResponseObject | ArrayBuffer | ArrayBufferView | ModuleObject;

/** An error reported by the engine, or a failure to load it. */
export declare class VeridokuError extends Error {
  override readonly name: 'VeridokuError';
  /**
   * The kind of the error: `unreadable` if a puzzle or an option cannot be read; `unwritable`, `unknown`,
   * `unsupported` or `unsolved` for other requests that cannot be answered; `unavailable` if the engine
   * cannot be loaded, and `broken` if it failed.
   */
  readonly kind: string;
  /** The line of the error in an unreadable text, counted from 1. Arrays have none. */
  readonly line: number | undefined;
  /** The column in that line in characters, counted from 1. */
  readonly column: number | undefined;
}
