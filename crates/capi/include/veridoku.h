/**
 * @file veridoku.h
 * The Sudoku engine veridoku for C99 and C++.
 *
 * A puzzle is a text of 81 or 729 characters with its length; see veridoku_solve(). Functions say
 * by their status how they ended; see VeridokuStatus. They keep nothing between calls and may be
 * called from any number of threads at once, each with buffers of its own.
 *
 * Written by cbindgen from the Rust source; do not edit. README.md has an example.
 */

#ifndef VERIDOKU_H
#define VERIDOKU_H

#include <stddef.h>
#include <stdint.h>

/**
 * The limit or node budget that never ends a search.
 */
#define VERIDOKU_UNLIMITED UINT64_MAX

/**
 * What a callback returns to hear of the next solution.
 */
#define VERIDOKU_CONTINUE 0

/**
 * What a callback returns to hear no more; so does any other number but `VERIDOKU_CONTINUE`.
 */
#define VERIDOKU_STOP 1

/**
 * What a call came to.
 *
 * Zero: done as asked. Positive: the call was understood, and this is the answer. Negative: the
 * call could not be carried out, and nothing was written, unless it failed after a callback was called.
 */
enum VeridokuStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Done as asked.
   */
  VERIDOKU_STATUS_OK = 0,
  /**
   * The node budget was used up before the answer was known.
   */
  VERIDOKU_STATUS_NODE_BUDGET = 1,
  /**
   * The callback said stop.
   */
  VERIDOKU_STATUS_STOPPED = 2,
  /**
   * The puzzle has no solution.
   */
  VERIDOKU_STATUS_NO_SOLUTION = 3,
  /**
   * The puzzle has more than one solution.
   */
  VERIDOKU_STATUS_NOT_UNIQUE = 4,
  /**
   * A clue could be taken out after another had to stay.
   */
  VERIDOKU_STATUS_NOT_MONOTONIC = 5,
  /**
   * A pointer that is needed is NULL.
   */
  VERIDOKU_STATUS_NULL_POINTER = -1,
  /**
   * The length is neither 81 nor 729.
   */
  VERIDOKU_STATUS_WRONG_LENGTH = -2,
  /**
   * A character does not belong where it stands.
   */
  VERIDOKU_STATUS_BAD_CHARACTER = -3,
  /**
   * The kind of removal is none of `VeridokuRemoval`.
   */
  VERIDOKU_STATUS_UNKNOWN_REMOVAL = -4,
  /**
   * The library has a bug, please report it.
   */
  VERIDOKU_STATUS_INTERNAL_ERROR = -5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VeridokuStatus VeridokuStatus;
#else
typedef int32_t VeridokuStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How clues are taken out.
 */
enum VeridokuRemoval
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Each clue in turn goes if it can.
   */
  VERIDOKU_REMOVAL_GREEDY = 0,
  /**
   * Clues go until the first that has to stay. If another could go after it, the call gives up
   * with `VERIDOKU_STATUS_NOT_MONOTONIC`; another seed may do better. Over all seeds, minimal
   * puzzles with the same number of clues are equally likely, which those of the greedy way are
   * not.
   */
  VERIDOKU_REMOVAL_MONOTONIC = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VeridokuRemoval VeridokuRemoval;
#else
typedef int32_t VeridokuRemoval;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Hears of a solution: 81 digits and a terminator, which live until the callback returns, and the
 * `context` given to `veridoku_enumerate`.
 *
 * It may call any function of the library, but must return: neither a C++ exception nor a longjmp
 * may leave it.
 */
typedef int (*VeridokuCallback)(const char *solution,
                                void *context);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Solves a puzzle: counts its solutions up to a limit and gives the first of them.
 *
 * A limit of 2 tells none, one and many apart. A count below the limit is the exact number of
 * solutions if the status is `VERIDOKU_STATUS_OK`. A contradictory puzzle has no solution.
 *
 * - `puzzle`, `length`: 81 characters, row by row, a digit from 1 to 9 or a blank (. or 0); or 729
 *   characters, nine a cell, the digit at its place where it is possible, else a blank. No more
 *   than `length` characters are read; a terminator is neither needed nor counted.
 * - `limit`: the number of solutions after which the search stops.
 * - `node_budget`: the number of guesses after which the search gives up.
 * - `count`: gets the number of solutions found; may be NULL.
 * - `solution`: gets the 81 digits of the first solution, without terminator, if there is one; may
 *   be NULL, and may be `puzzle`.
 * - `guesses`: gets the number of guesses made; may be NULL.
 *
 * Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NODE_BUDGET`, with what was found until then;
 * or a negative status.
 *
 * # Safety
 *
 * Every pointer is NULL or valid: `puzzle` for reading `length` characters, `solution` for writing
 * 81 characters, the others for writing a number. No other thread writes to `puzzle` during the
 * call.
 */
VeridokuStatus veridoku_solve(const char *puzzle,
                              size_t length,
                              uint64_t limit,
                              uint64_t node_budget,
                              uint64_t *count,
                              char *solution,
                              uint64_t *guesses);

/**
 * Enumerates the solutions of a puzzle: calls back for each, until the limit is reached or the
 * callback says stop.
 *
 * The order depends on the puzzle and the version of the library alone.
 *
 * - `puzzle`, `length`: as for `veridoku_solve`. The callback may overwrite `puzzle`.
 * - `limit`: the number of solutions after which the search stops.
 * - `node_budget`: the number of guesses after which the search gives up.
 * - `callback`, `context`: what to call, and what to hand it besides the solution.
 * - `count`: gets the number of solutions told, written at the end; may be NULL.
 *
 * Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_STOPPED` if the callback said stop; or
 * `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
 *
 * # Safety
 *
 * Every pointer is NULL or valid: `puzzle` for reading `length` characters, `count` for writing a
 * number, `callback` for being called with `context`. No other thread writes to `puzzle` during
 * the call.
 */
VeridokuStatus veridoku_enumerate(const char *puzzle,
                                  size_t length,
                                  uint64_t limit,
                                  uint64_t node_budget,
                                  VeridokuCallback callback,
                                  void *context,
                                  uint64_t *count);

/**
 * Constrains a puzzle: adds random clues until one solution is left. Of 729 characters, strikes
 * random candidates instead.
 *
 * Nothing is added that could be concluded from the rest at that moment; all the same the result
 * need not be minimal. Not all puzzles are equally likely. A puzzle that already has one solution
 * stays as it is.
 *
 * - `puzzle`, `length`: as for `veridoku_solve`; gets the result, with . for blanks, if the status
 *   is `VERIDOKU_STATUS_OK`, and stays as it was otherwise. A terminator is neither needed nor
 *   touched.
 * - `seed`: chooses the result; the same puzzle and seed give the same result everywhere.
 * - `node_budget`: the number of guesses, in all, after which the search gives up.
 *
 * Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NO_SOLUTION`; or
 * `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
 *
 * # Safety
 *
 * `puzzle` is NULL or valid for reading and writing `length` characters. No other thread reads or
 * writes them during the call.
 */
VeridokuStatus veridoku_constrain(char *puzzle,
                                  size_t length,
                                  uint64_t seed,
                                  uint64_t node_budget);

/**
 * Minimises a puzzle with one solution: takes out clues in random order, each if the solution
 * stays the only one without it. Of 729 characters, puts struck candidates back instead.
 *
 * In the result every clue that is left is needed.
 *
 * - `puzzle`, `length`: as for `veridoku_solve`; gets the result, with . for blanks, if the status
 *   is `VERIDOKU_STATUS_OK`, and stays as it was otherwise. A terminator is neither needed nor
 *   touched.
 * - `removal`: one of `VeridokuRemoval`.
 * - `seed`: chooses the order; the same puzzle and seed give the same result everywhere.
 * - `node_budget`: the number of guesses, in all, after which the search gives up.
 *
 * Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NO_SOLUTION` or `VERIDOKU_STATUS_NOT_UNIQUE`
 * if the puzzle does not have one solution; or `VERIDOKU_STATUS_NOT_MONOTONIC`; or
 * `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
 *
 * # Safety
 *
 * `puzzle` is NULL or valid for reading and writing `length` characters. No other thread reads or
 * writes them during the call.
 */
VeridokuStatus veridoku_minimize(char *puzzle,
                                 size_t length,
                                 int32_t removal,
                                 uint64_t seed,
                                 uint64_t node_budget);

/**
 * What a status means, in a sentence: a terminated text that lives as long as the program.
 *
 * Any number may be asked for; one that is no status is called unknown.
 */
const char *veridoku_error_message(int32_t status);

/**
 * The version of the library, such as "0.1.0": a terminated text that lives as long as the
 * program.
 */
const char *veridoku_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VERIDOKU_H */
