// The search on a GPU. Each thread solves one puzzle at a time, with one board in its registers.
// (`board.cuh`, which defines the board, is prepended to this file before it is compiled.)
//
//     rows ──expand──▶ boards ──search──▶ boards, now the first solutions ──pack──▶ rows
//                         ▲ │                                                 ▲
//                  stacks ┘ └──▶ answers ─────────────────────────────────────┘
//
// The lanes of a warp apply a round of the rules together. A lane is stable when a round finds a
// contradiction or changes nothing. It has then found a solution, needs a guess, or must backtrack.
// Handling one stable lane takes as long as handling all lanes, so the warp continues until WAIT lanes are
// stable; further rounds do not affect a stable lane. Each case loads a board from memory or stores one
// there: a new puzzle, a solution, a guess, or a backtracking step.
//
// Separate kernels convert boards from and to the compact encoding, so that no lane of the search waits for
// a conversion.
//
// A search that has reached its solution limit or exhausted its node budget can output its open boards, if
// there is space for them: first the board that needs a guess, then its stack from the top. These are
// ordinary boards, and searching them in this order completes the search. This is how `split.rs` splits a
// long search over many threads.

#ifndef WAIT
#define WAIT 14 // number of stable lanes in a warp before they are served
#endif
#ifndef BLOCKS
#define BLOCKS 6 // blocks per multiprocessor, which leaves 80 registers per thread
#endif

// The host defines the shared constants as compiler options (`kernel.rs`):
//
//     THREADS                    threads per block
//     ROW_WORDS                  words of a packed puzzle or answer
//     FRAME                      size of a board in memory, in units of four words; the last word is unused
//     COMPLETE, LIMIT, BUDGET    reasons why a search ended; 0 means no answer
//     NODES_SHIFT, COUNT_SHIFT   positions of the node and solution counts in an answer, above the reason

struct alignas(16) Four { u32 a, b, c, d; };

static const u32 OVERFLOWED = ~0u;

__device__ __forceinline__ void load(u32 (&w)[27], const Four *frame) {
EACH
    for (int i = 0; i < 6; i++) {
        const Four four = frame[i];
        w[4 * i] = four.a; w[4 * i + 1] = four.b; w[4 * i + 2] = four.c; w[4 * i + 3] = four.d;
    }
    const Four four = frame[6];
    w[24] = four.a; w[25] = four.b; w[26] = four.c;
}

__device__ __forceinline__ void store(const u32 (&w)[27], Four *frame) {
EACH
    for (int i = 0; i < 6; i++) frame[i] = Four{w[4 * i], w[4 * i + 1], w[4 * i + 2], w[4 * i + 3]};
    frame[6] = Four{w[24], w[25], w[26], 0};
}

// Solves the boards, in any order, and replaces each with its first solution. A thread that has finished a
// puzzle takes the next one, whose index is in counters[0]. An answer is one word that contains the reason
// why the search ended, the number of nodes and the number of solutions. If open_capacity is not 0, the
// search of each puzzle that does not end with COMPLETE stores its open boards in `open`, and their start
// index and number in `open_ranges`. The number is OVERFLOWED if they do not fit. counters[1] counts the
// open boards of all searches.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
search(Four *boards, u32 *answers, u32 *counters, Four *stacks, u32 count, u32 depth, u32 limit, u32 budget,
       Four *open, u32 *open_ranges, u32 open_capacity) {
    Four *const stack = stacks + (u64)(blockIdx.x * THREADS + threadIdx.x) * depth * FRAME;
    u32 w[27];
EACH
    for (int i = 0; i < 27; i++) w[i] = FULL;
    u32 id = atomicAdd(counters, 1u), height = 0, found = 0, nodes = 0, sum = 0;
    if (id < count) load(w, boards + (u64)id * FRAME);
    while (!__all_sync(~0u, id >= count)) {
        const bool is_dead = propagate(w);
        // The sum of all bytes shows whether a round changed the board. The rules only remove candidates,
        // and each removal reduces the sum by 1 to 128. The sum is at most 27,540, so it cannot wrap around
        // to the same number. (The sum of all words could, and then the guess would depend on the other
        // lanes of the warp.) Three partial sums shorten the chain of dependent additions.
        u32 sums[3] = {0, 0, 0};
EACH
        for (int i = 0; i < 27; i++) sums[i % 3] = __dp4a(w[i], 0x01010101u, sums[i % 3]);
        const u32 new_sum = sums[0] + sums[1] + sums[2];
        const bool is_busy = id < count, is_stable = is_busy && (is_dead || new_sum == sum);
        sum = new_sum;
        const bool are_few = __popc(__ballot_sync(~0u, is_stable)) < WAIT;
        if (are_few && __any_sync(~0u, is_busy && !is_stable)) continue;
        if (!is_stable) continue;

        bool backtracks = is_dead, is_done = false;
        u32 end = COMPLETE, score[9];
        if (!is_dead) {
            if (!count_unsolved(w, score)) {
                if (is_solution(w)) {
                    if (found == 0) store(w, boards + (u64)id * FRAME);
                    found++;
                    if (found >= limit) { is_done = true; end = LIMIT; }
                }
                backtracks = true;
            } else if (nodes >= budget || height >= depth) {
                is_done = true; end = BUDGET;
            } else {
                nodes++;
                const u32 cell = choose(w, score), number = cell / 3, shift = cell % 3 * 10;
                Four *const frame = stack + height * FRAME;
                store(w, frame);
                // The word is read back from memory, because registers cannot be indexed at run time.
                u32 *const word = (u32 *)frame + number;
                const u32 x = *word, digits = x & 511u << shift, digit = digits & (0u - digits);
                *word = x & ~digit;
                height++;
EACH
                for (u32 i = 0; i < 27; i++) if (i == number) w[i] &= ~(digits ^ digit);
            }
        }
        if (backtracks && !is_done && height == 0) is_done = true;
        const Four *from = 0;
        if (is_done) {
            if (open_capacity && end != COMPLETE) {
                const u32 open_count = height + (end == BUDGET), first = atomicAdd(counters + 1, open_count);
                const bool fits = first + open_count <= open_capacity;
                open_ranges[2 * id] = first;
                open_ranges[2 * id + 1] = fits ? open_count : OVERFLOWED;
                if (fits) {
                    Four *to = open + (u64)first * FRAME;
                    if (end == BUDGET) { store(w, to); to += FRAME; }
                    for (u32 h = height; h-- > 0; to += FRAME)
EACH
                        for (u32 i = 0; i < FRAME; i++) to[i] = stack[h * FRAME + i];
                }
            }
            answers[id] = end | nodes << NODES_SHIFT | found << COUNT_SHIFT;
            id = atomicAdd(counters, 1u);
            height = found = nodes = 0;
            if (id < count) from = boards + (u64)id * FRAME;
        } else if (backtracks) {
            height--;
            from = stack + height * FRAME;
        }
        if (from) load(w, from);
        sum = 0;
    }
}

// `row_word` and `row_shift` return the position of a cell in a packed row. Two cells whose indices differ
// by 40 share a byte, so that the CPU can unpack eight cells with one shift of a 64-bit word.
__device__ __forceinline__ u32 row_word(int cell) { return cell == 80 ? 10 : cell % 40 / 4; }
__device__ __forceinline__ u32 row_shift(int cell) { return cell == 80 ? 0 : cell % 4 * 8 + cell / 40 * 4; }

// Turns packed rows of values into boards.
extern "C" __global__ void __launch_bounds__(THREADS) expand(const Four *rows, Four *boards, u32 count) {
    const u32 id = blockIdx.x * THREADS + threadIdx.x;
    if (id >= count) return;
    u32 row[ROW_WORDS], w[27];
EACH
    for (int i = 0; i < 3; i++) {
        const Four four = rows[(u64)id * 3 + i];
        row[4 * i] = four.a; row[4 * i + 1] = four.b; row[4 * i + 2] = four.c; row[4 * i + 3] = four.d;
    }
EACH
    for (int i = 0; i < 27; i++) {
        w[i] = 0;
EACH
        for (int j = 0; j < 3; j++) {
            const u32 value = row[row_word(3 * i + j)] >> row_shift(3 * i + j) & 15;
            // A value above 9 leaves no candidate, so the search ends at once, without a solution.
            w[i] |= (value ? 1u << value >> 1 & 511u : 511u) << 10 * j;
        }
    }
    store(w, boards + (u64)id * FRAME);
}

// Packs first solutions and answers into rows. Adds the number of searches that ended with BUDGET to
// counters[2], so that the host need not look for them.
extern "C" __global__ void __launch_bounds__(THREADS)
pack(const Four *boards, const u32 *answers, u32 *counters, Four *rows, u32 count) {
    const u32 id = blockIdx.x * THREADS + threadIdx.x;
    if (id >= count) return;
    u32 row[ROW_WORDS], w[27];
EACH
    for (u32 i = 0; i < ROW_WORDS; i++) row[i] = 0;
    row[ROW_WORDS - 1] = answers[id];
    if ((row[ROW_WORDS - 1] & ((1u << NODES_SHIFT) - 1)) == BUDGET) atomicAdd(counters + 2, 1u);
    if (row[ROW_WORDS - 1] >> COUNT_SHIFT) {
        load(w, boards + (u64)id * FRAME);
EACH
        for (int cell = 0; cell < 81; cell++) {
            const u32 value = 32 - __clz(w[cell / 3] >> cell % 3 * 10 & 511);
            row[row_word(cell)] |= value << row_shift(cell);
        }
    }
EACH
    for (int i = 0; i < 3; i++)
        rows[(u64)id * 3 + i] = Four{row[4 * i], row[4 * i + 1], row[4 * i + 2], row[4 * i + 3]};
}
