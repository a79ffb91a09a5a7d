/*
 * Every function of libveridoku, and every way in which a call can end.
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

/* Only the first rows of it: there are more solutions than anybody wants to see. */
static const char OPEN[] =
    "53..7....6..195....98....6.......................................................";

/* Two fives in the first row. */
static const char CONTRADICTORY[] =
    "53..7...56..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/* The same puzzle as candidates: nine characters a cell, the digits it may hold. */
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

static void say(const char *call, VeridokuStatus status) {
    printf("%-34s %2d  %s\n", call, (int)status, veridoku_error_message(status));
}

/* How many solutions: none, one, or two of many. */
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
    say("solve 81", status);
    printf("  %d solution, %s guesses\n", (int)count, guesses == 0 ? "no" : "some");
    printf("  %.81s\n", solution);

    write_candidates(PUZZLE, candidates);
    memset(solution, '?', sizeof solution);
    status = veridoku_solve(candidates, sizeof candidates, 2, VERIDOKU_UNLIMITED, &count, solution, NULL);
    say("solve 729", status);
    printf("  %d solution\n", (int)count);
    printf("  %.81s\n", solution);

    status = veridoku_solve(OPEN, CELLS, 1000, VERIDOKU_UNLIMITED, &count, NULL, NULL);
    say("solve with many solutions", status);
    printf("  %d solutions\n", (int)count);

    memset(solution, '?', sizeof solution);
    status = veridoku_solve(CONTRADICTORY, CELLS, 2, VERIDOKU_UNLIMITED, &count, solution, NULL);
    say("solve a contradiction", status);
    printf("  %d solutions, nothing written: %c\n", (int)count, solution[0]);

    status = veridoku_solve(OPEN, CELLS, 1000, 3, &count, NULL, &guesses);
    say("solve with a budget of 3 guesses", status);
    printf("  at most 3 guesses: %s\n", guesses <= 3 ? "yes" : "no");
}

struct listener {
    int heard;
    int stop_after;
    int distinct;
    char last[CELLS + 1];
};

static int hear(const char *solution, void *context) {
    struct listener *listener = (struct listener *)context;
    listener->heard++;
    listener->distinct += strcmp(listener->last, solution) != 0;
    strcpy(listener->last, solution);
    return listener->heard == listener->stop_after ? VERIDOKU_STOP : VERIDOKU_CONTINUE;
}

static void enumerate(void) {
    struct listener all = {0, 0, 0, ""};
    struct listener some = {0, 5, 0, ""};
    uint64_t count = 0;

    say("enumerate up to 20",
        veridoku_enumerate(OPEN, CELLS, 20, VERIDOKU_UNLIMITED, hear, &all, &count));
    printf("  %d told, %d heard, %d distinct\n", (int)count, all.heard, all.distinct);
    say("enumerate until stop",
        veridoku_enumerate(OPEN, CELLS, 20, VERIDOKU_UNLIMITED, hear, &some, &count));
    printf("  %d told, %d heard, %d distinct\n", (int)count, some.heard, some.distinct);
    say("enumerate with a budget of 0",
        veridoku_enumerate(OPEN, CELLS, 20, 0, hear, &some, &count));
    printf("  %d told\n", (int)count);
}

/* An empty grid becomes a puzzle, and the puzzle a minimal one. */
static void generate(void) {
    char cells[CELLS];
    char candidates[CANDIDATES];
    char unchanged[CELLS];
    VeridokuStatus status;
    int seed = 0;

    memset(cells, '.', sizeof cells);
    say("constrain 81", veridoku_constrain(cells, sizeof cells, 1, VERIDOKU_UNLIMITED));
    printf("  %.81s\n", cells);
    printf("  %d solution\n", solutions_up_to_two(cells, sizeof cells));
    say("minimize 81",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    printf("  %.81s\n", cells);
    printf("  %d solution, %d clues\n", solutions_up_to_two(cells, sizeof cells),
           count_characters(cells, sizeof cells, 0));

    memset(cells, '.', sizeof cells);
    write_candidates(cells, candidates);
    say("constrain 729", veridoku_constrain(candidates, sizeof candidates, 1, VERIDOKU_UNLIMITED));
    printf("  %d solution, %d struck\n", solutions_up_to_two(candidates, sizeof candidates),
           count_characters(candidates, sizeof candidates, 1));
    say("minimize 729",
        veridoku_minimize(candidates, sizeof candidates, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    printf("  %d solution, %d struck\n", solutions_up_to_two(candidates, sizeof candidates),
           count_characters(candidates, sizeof candidates, 1));

    /* Most orders of removal come upon a clue that can go after one that had to stay. */
    do {
        memcpy(cells, PUZZLE, sizeof cells);
        status = veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_MONOTONIC, (uint64_t)seed++,
                                   VERIDOKU_UNLIMITED);
    } while (status == VERIDOKU_STATUS_OK && seed < 100);
    say("minimize monotonically", status);

    memcpy(cells, OPEN, sizeof cells);
    memcpy(unchanged, cells, sizeof cells);
    say("minimize with many solutions",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
    say("constrain with a budget of 0", veridoku_constrain(cells, sizeof cells, 1, 0));
    printf("  unchanged: %s\n", memcmp(cells, unchanged, sizeof cells) == 0 ? "yes" : "no");

    memcpy(cells, CONTRADICTORY, sizeof cells);
    say("constrain a contradiction", veridoku_constrain(cells, sizeof cells, 1, VERIDOKU_UNLIMITED));
    say("minimize a contradiction",
        veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, VERIDOKU_UNLIMITED));
}

/* Nothing of this crashes, and nothing is written. */
static void misuse(void) {
    const uint64_t unlimited = VERIDOKU_UNLIMITED;
    char cells[CELLS];
    char candidates[CANDIDATES];
    uint64_t count = 7;

    memcpy(cells, PUZZLE, sizeof cells);
    cells[80] = 'x';
    write_candidates(PUZZLE, candidates);
    candidates[0] = '2';

    say("solve NULL", veridoku_solve(NULL, CELLS, 2, unlimited, &count, NULL, NULL));
    say("solve 80", veridoku_solve(PUZZLE, CELLS - 1, 2, unlimited, &count, NULL, NULL));
    say("solve 82", veridoku_solve(PUZZLE, CELLS + 1, 2, unlimited, &count, NULL, NULL));
    say("solve x", veridoku_solve(cells, sizeof cells, 2, unlimited, &count, NULL, NULL));
    say("solve 2 in place of 1", veridoku_solve(candidates, sizeof candidates, 2, unlimited, &count, NULL, NULL));
    say("solve without outputs", veridoku_solve(PUZZLE, CELLS, 2, unlimited, NULL, NULL, NULL));
    say("enumerate NULL", veridoku_enumerate(NULL, CELLS, 2, unlimited, hear, NULL, &count));
    say("enumerate without callback", veridoku_enumerate(PUZZLE, CELLS, 2, unlimited, NULL, NULL, &count));
    say("enumerate 0", veridoku_enumerate(PUZZLE, 0, 2, unlimited, hear, NULL, &count));
    say("enumerate x", veridoku_enumerate(cells, sizeof cells, 2, unlimited, hear, NULL, &count));
    say("constrain NULL", veridoku_constrain(NULL, CELLS, 1, unlimited));
    say("constrain 728", veridoku_constrain(candidates, CANDIDATES - 1, 1, unlimited));
    say("constrain x", veridoku_constrain(cells, sizeof cells, 1, unlimited));
    say("minimize NULL", veridoku_minimize(NULL, CELLS, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    say("minimize 730", veridoku_minimize(candidates, CANDIDATES + 1, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    say("minimize x", veridoku_minimize(cells, sizeof cells, VERIDOKU_REMOVAL_GREEDY, 1, unlimited));
    memcpy(cells, PUZZLE, sizeof cells);
    say("minimize in an unknown way", veridoku_minimize(cells, sizeof cells, 2, 1, unlimited));
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
