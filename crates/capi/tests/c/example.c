/*
 * Calls every function of libveridoku and shows every status that a call can return.
 *
 *     cc -std=c99 -I crates/capi/include crates/capi/tests/c/example.c \
 *         target/release/libveridoku.a -lpthread -ldl -lm -o example
 *
 * The output is the same on every machine; tests/link.rs compares it with example.out.
 */
#include "veridoku.h"

#include <stdio.h>
#include <string.h>

#define CELLS 81
#define CANDIDATES 729

static const char PUZZLE[] =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/* Clues in the first three rows only, so there are many solutions. */
static const char OPEN[] =
    "53..7....6..195....98....6.......................................................";

/* Two 5s in the first row. */
static const char CONTRADICTORY[] =
    "53..7...56..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/* Writes a puzzle as candidates: nine characters per cell, one for each digit. */
static void write_candidates(const char *cells, char *candidates) {
    int cell, digit;
    for (cell = 0; cell < CELLS; cell++) {
        for (digit = 1; digit <= 9; digit++) {
            char character = (char)('0' + digit);
            int possible = cells[cell] == '.' || cells[cell] == character;
            *candidates++ = possible ? character : '.';
        }
    }
}

static int count_characters(const char *text, size_t length, int blank) {
    int count = 0;
    size_t position;
    for (position = 0; position < length; position++) {
        count += (text[position] == '.') == blank;
    }
    return count;
}

static void report(const char *call, VeridokuStatus status) {
    printf("%-34s %2d  %s\n", call, (int)status, veridoku_error_message(status));
}

/* Counts the solutions, but stops at two. */
static int solutions_up_to_two(const char *puzzle, size_t length) {
    uint64_t count = 0;
    veridoku_solve(puzzle, length, 2, VERIDOKU_UNLIMITED, &count, NULL, NULL);
    return (int)count;
}

static void solve(void) {
    char candidates[CANDIDATES];
    char solution[CELLS];
    uint64_t count = 0, guesses = 99;
    VeridokuStatus status;

    status = veridoku_solve(PUZZLE, strlen(PUZZLE), 2, VERIDOKU_UNLIMITED, &count, solution, &guesses);
    report("solve 81", status);
    printf("  %d solution, %s guesses\n", (int)count, guesses == 0 ? "no" : "some");
    printf("  %.81s\n", solution);

    write_candidates(PUZZLE, candidates);
    memset(solution, '?', sizeof solution);
    status = veridoku_solve(candidates, sizeof candidates, 2, VERIDOKU_UNLIMITED, &count, solution, NULL);
    report("solve 729", status);
    printf("  %d solution\n", (int)count);
    printf("  %.81s\n", solution);

    status = veridoku_solve(OPEN, CELLS, 1000, VERIDOKU_UNLIMITED, &count, NULL, NULL);
    report("solve with many solutions", status);
    printf("  %d solutions\n", (int)count);

    memset(solution, '?', sizeof solution);
    status = veridoku_solve(CONTRADICTORY, CELLS, 2, VERIDOKU_UNLIMITED, &count, solution, NULL);
    report("solve a contradiction", status);
    printf("  %d solutions, nothing written: %c\n", (int)count, solution[0]);

    status = veridoku_solve(OPEN, CELLS, 1000, 3, &count, NULL, &guesses);
    report("solve with a budget of 3 guesses", status);
    printf("  at most 3 guesses: %s\n", guesses <= 3 ? "yes" : "no");
}

struct recorder {
    int calls;
    int stop_after;
    int distinct;
    char last[CELLS + 1];
};

static int record(const char *solution, void *context) {
    struct recorder *recorder = (struct recorder *)context;
    recorder->calls++;
    recorder->distinct += strcmp(recorder->last, solution) != 0;
    strcpy(recorder->last, solution);
    return recorder->calls == recorder->stop_after ? VERIDOKU_STOP : VERIDOKU_CONTINUE;
}

static void enumerate(void) {
    struct recorder all = {0, 0, 0, ""};
    struct recorder some = {0, 5, 0, ""};
    uint64_t count = 0;

    report("enumerate up to 20",
        veridoku_enumerate(OPEN, CELLS, 20, VERIDOKU_UNLIMITED, record, &all, &count));
    printf("  count %d, %d calls, %d distinct\n", (int)count, all.calls, all.distinct);
    report("enumerate until stop",
        veridoku_enumerate(OPEN, CELLS, 20, VERIDOKU_UNLIMITED, record, &some, &count));
    printf("  count %d, %d calls, %d distinct\n", (int)count, some.calls, some.distinct);
    report("enumerate with a budget of 0",
        veridoku_enumerate(OPEN, CELLS, 20, 0, record, &some, &count));
    printf("  count %d\n", (int)count);
}

/* Turns an empty grid into a puzzle, and the puzzle into a minimal one. */
static void generate(void) {
    char cells[CELLS];
    char candidates[CANDIDATES];
    char unchanged[CELLS];
    VeridokuStatus status;
    int seed = 0;

    memset(cells, '.', sizeof cells);
    report("constrain 81", veridoku_constrain(cells, sizeof cells, 1, VERIDOKU_UNLIMITED));
    printf("  %.81s\n", cells);
    printf("  %d solution\n", solutions_up_to_two(cells, sizeof cells));
    report("minimize 81",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    printf("  %.81s\n", cells);
    printf("  %d solution, %d clues\n", solutions_up_to_two(cells, sizeof cells),
           count_characters(cells, sizeof cells, 0));

    memset(cells, '.', sizeof cells);
    write_candidates(cells, candidates);
    report("constrain 729", veridoku_constrain(candidates, sizeof candidates, 1, VERIDOKU_UNLIMITED));
    printf("  %d solution, %d eliminated\n", solutions_up_to_two(candidates, sizeof candidates),
           count_characters(candidates, sizeof candidates, 1));
    report("minimize 729",
        veridoku_minimize(candidates, sizeof candidates, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    printf("  %d solution, %d eliminated\n", solutions_up_to_two(candidates, sizeof candidates),
           count_characters(candidates, sizeof candidates, 1));

    /* With most seeds, a redundant clue follows a necessary one. */
    do {
        memcpy(cells, PUZZLE, sizeof cells);
        status = veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_MONOTONIC, (uint64_t)seed++,
                                   VERIDOKU_UNLIMITED);
    } while (status == VERIDOKU_STATUS_OK && seed < 100);
    report("minimize monotonically", status);

    memcpy(cells, OPEN, sizeof cells);
    memcpy(unchanged, cells, sizeof cells);
    report("minimize with many solutions",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    report("constrain with a budget of 0", veridoku_constrain(cells, sizeof cells, 1, 0));
    printf("  unchanged: %s\n", memcmp(cells, unchanged, sizeof cells) == 0 ? "yes" : "no");

    memcpy(cells, CONTRADICTORY, sizeof cells);
    report("constrain a contradiction", veridoku_constrain(cells, sizeof cells, 1, VERIDOKU_UNLIMITED));
    report("minimize a contradiction",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
}

/* Passes invalid arguments or omits the outputs. None of these calls crashes or writes anything. */
static void misuse(void) {
    const uint64_t unlimited = VERIDOKU_UNLIMITED;
    char cells[CELLS];
    char candidates[CANDIDATES];
    uint64_t count = 7;

    memcpy(cells, PUZZLE, sizeof cells);
    cells[80] = 'x';
    write_candidates(PUZZLE, candidates);
    candidates[0] = '2';

    report("solve NULL", veridoku_solve(NULL, CELLS, 2, unlimited, &count, NULL, NULL));
    report("solve 80", veridoku_solve(PUZZLE, CELLS - 1, 2, unlimited, &count, NULL, NULL));
    report("solve 82", veridoku_solve(PUZZLE, CELLS + 1, 2, unlimited, &count, NULL, NULL));
    report("solve x", veridoku_solve(cells, sizeof cells, 2, unlimited, &count, NULL, NULL));
    report("solve 2 in place of 1",
        veridoku_solve(candidates, sizeof candidates, 2, unlimited, &count, NULL, NULL));
    report("solve without outputs", veridoku_solve(PUZZLE, CELLS, 2, unlimited, NULL, NULL, NULL));
    report("enumerate NULL", veridoku_enumerate(NULL, CELLS, 2, unlimited, record, NULL, &count));
    report("enumerate without callback", veridoku_enumerate(PUZZLE, CELLS, 2, unlimited, NULL, NULL, &count));
    report("enumerate 0", veridoku_enumerate(PUZZLE, 0, 2, unlimited, record, NULL, &count));
    report("enumerate x", veridoku_enumerate(cells, sizeof cells, 2, unlimited, record, NULL, &count));
    report("constrain NULL", veridoku_constrain(NULL, CELLS, 1, unlimited));
    report("constrain 728", veridoku_constrain(candidates, CANDIDATES - 1, 1, unlimited));
    report("constrain x", veridoku_constrain(cells, sizeof cells, 1, unlimited));
    report("minimize NULL", veridoku_minimize(NULL, CELLS, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    report("minimize 730",
        veridoku_minimize(candidates, CANDIDATES + 1, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    report("minimize x", veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    memcpy(cells, PUZZLE, sizeof cells);
    report("minimize by an unknown method", veridoku_minimize(cells, sizeof cells, 2, 1, unlimited));
    printf("  nothing written: %s\n",
           count == 7 && memcmp(cells, PUZZLE, sizeof cells) == 0 ? "yes" : "no");
    printf("%s; %s\n", veridoku_error_message(VERIDOKU_STATUS_INTERNAL_ERROR), veridoku_error_message(1000));
}

int main(void) {
    printf("veridoku %s\n", veridoku_version());
    solve();
    enumerate();
    generate();
    misuse();
    return 0;
}
