// A board in the registers of one thread, the rules, and the choice of a guess.
//
// A board has 27 words, one per minirow (word 3·row + stack). A word has three fields of ten bits, one per
// cell. The lower nine bits of a field stand for the digits; a bit is set if the digit is possible in the
// cell. The highest bit is a spare bit, which is 0.
//
//     bit   29   28…20   19   18…10   9    8…0
//            0   cell 2   0   cell 1   0   cell 0
//
// All words of a board are in registers, and every index is known at compile time, so accessing a word of
// another row or box costs nothing. The rules are bit operations on whole words, which process three cells
// at once. Thanks to the spare bit, a sum stays inside its field. The spare bit is also used to test a
// field: adding 511 sets it unless the field is 0.
//
// The file also compiles as plain C++, so that it can be tested without a GPU (`tests/kernel.cc`).
// `kernel.cu` contains everything about threads and memory.

typedef unsigned int u32;
typedef unsigned long long u64;

#ifndef EACH
#define EACH _Pragma("unroll")
#endif

#ifdef __CUDACC__
// Inline assembly is needed because the compiler would replace the multiplication with shifts and
// additions.
__device__ __forceinline__ u64 multiply_wide(u32 a, u32 b) {
    u64 product;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
    return product;
}
#endif

static const u32 LOWEST = 0x00100401u; // the lowest bit of each field
static const u32 SPARE = LOWEST << 9;  // the spare bit of each field
static const u32 FULL = SPARE - LOWEST; // the nine digit bits of each field

// Returns all nine bits of each field whose spare bit is set; no other bit may be set in the argument. This
// computes spare - (spare >> 9) with one multiplication; the multiplier would otherwise be idle (9 to 21 %
// faster).
__device__ __forceinline__ u32 fill_fields(u32 spare) { return __umulhi(spare, 0xff800000u); }

// Returns the spare bit of each field that is not 0.
__device__ __forceinline__ u32 not_empty(u32 x) { return (x + FULL) & SPARE; }

// `rotate1` and `rotate2` rotate the fields of a word down by one or two places. Bits 30 and 31 of the
// result are meaningless. The multiplication writes a second copy of the fields above the first (1 to 9 %
// faster than shifts).
__device__ __forceinline__ u64 duplicated(u32 x) { return multiply_wide(x, 0x40000001u); }
__device__ __forceinline__ u32 rotate1(u32 x) { return (u32)(duplicated(x) >> 10); }
__device__ __forceinline__ u32 rotate2(u32 x) { return (u32)(duplicated(x) >> 20); }

// For a minirow, returns the digits that can go in the other two rows of its band, in the other two boxes.
// There are two ways to place a digit: in minirows a and b, or in minirows c and d. Minicolumns of a stack
// work the same way.
__device__ __forceinline__ u32 either(u32 a, u32 b, u32 c, u32 d) { return (a & b) | (c & d); }

// Returns the lowest bit of each field with more than one digit.
__device__ __forceinline__ u32 unsolved(u32 x) { return not_empty(x & (x + FULL)) >> 9; }

// Returns a word in which each field holds the sum of the three fields of the argument.
__device__ __forceinline__ u32 field_sum(u32 x) { return ((x * LOWEST) >> 20 & 1023) * LOWEST; }

// Applies one round of the rules, without a branch. Returns whether it found a contradiction.
// 1. If a cell has only one digit left, the digit is removed from the rest of its box.
// 2. In each band, a digit is removed from a minirow if no arrangement that has the digit once in each row
//    and once in each box uses that minirow.
// 3. In each stack, the same is done for minicolumns.
// 4. If a digit has only one place in a column, the other digits are removed from that cell.
// In this order, a round has the full effect of all singles: a digit with only one place in its box or row
// also has only one place in its column after rules 2 and 3.
__device__ __forceinline__ bool propagate(u32 (&w)[27]) {
    u32 alive = SPARE;
EACH
    for (int box = 0; box < 9; box++) {
        const int top = box / 3 * 9 + box % 3;
        u32 single[3];
EACH
        for (int i = 0; i < 3; i++) {
            const u32 x = w[top + 3 * i], less = x + FULL;
            alive &= less;
            single[i] = x & ~fill_fields(not_empty(x & less));
        }
        // If two cells of a box have the same single digit, the digit cancels out in the XOR and is removed
        // from both cells, which leads to a contradiction.
        const u32 s = single[0] ^ single[1] ^ single[2];
        const u32 once = ((s ^ s >> 10 ^ s >> 20) & 511) * LOWEST;
EACH
        for (int i = 0; i < 3; i++) w[top + 3 * i] &= ~(once ^ single[i]);
    }
EACH
    for (int band = 0; band < 3; band++) {
        u32 any[9];
EACH
        for (int i = 0; i < 9; i++) {
            const u32 x = w[9 * band + i];
            any[i] = x | rotate1(x) | rotate2(x);
        }
EACH
        for (int i = 0; i < 9; i++) {
            const int r1 = (i / 3 + 1) % 3 * 3, r2 = (i / 3 + 2) % 3 * 3, s1 = (i + 1) % 3, s2 = (i + 2) % 3;
            w[9 * band + i] &= either(any[r1 + s1], any[r2 + s2], any[r1 + s2], any[r2 + s1]);
        }
    }
    u32 places = FULL;
EACH
    for (int stack = 0; stack < 3; stack++) {
        u32 one[3], two[3];
EACH
        for (int band = 0; band < 3; band++) {
            const u32 any = w[9 * band + stack] | w[9 * band + 3 + stack] | w[9 * band + 6 + stack];
            one[band] = rotate1(any);
            two[band] = rotate2(any);
        }
        u32 once = 0, twice = 0;
EACH
        for (int row = 0; row < 9; row++) {
            const int b1 = (row / 3 + 1) % 3, b2 = (row / 3 + 2) % 3;
            const u32 x = w[3 * row + stack] & either(one[b1], two[b2], two[b1], one[b2]);
            w[3 * row + stack] = x;
            twice |= once & x;
            once |= x;
        }
        places &= once;
EACH
        for (int row = 0; row < 9; row++) {
            const u32 x = w[3 * row + stack], alone = x & ~twice;
            w[3 * row + stack] = x & (alone | ~fill_fields(not_empty(alone)));
        }
    }
    return alive != SPARE || places != FULL;
}

// For a board without unsolved cells, reports whether every house contains every digit.
__device__ __forceinline__ bool is_solution(const u32 (&w)[27]) {
    u32 all = FULL;
EACH
    for (int i = 0; i < 9; i++) {
        const int top = i / 3 * 9 + i % 3;
        const u32 row = w[3 * i] | w[3 * i + 1] | w[3 * i + 2], box = w[top] | w[top + 3] | w[top + 6];
        all &= (row | rotate1(row) | rotate2(row)) & (box | rotate1(box) | rotate2(box));
    }
EACH
    for (int stack = 0; stack < 3; stack++) {
        u32 column = 0;
EACH
        for (int row = 0; row < 9; row++) column |= w[3 * row + stack];
        all &= column;
    }
    return all == FULL;
}

// Like `unsolved`, for a word without empty fields. It is written differently so that the compiler does not
// merge the two functions and keep 27 results in registers; recomputing them is cheaper.
__device__ __forceinline__ u32 unsolved_again(u32 x) { return not_empty(x & (x - LOWEST)) >> 9; }

// Writes the number of unsolved cells of each minicolumn; word 3·band + stack holds the counts for one box.
// Returns the bitwise OR of these words, which is 0 if no cell is unsolved.
__device__ __forceinline__ u32 count_unsolved(const u32 (&w)[27], u32 (&minicolumn)[9]) {
    u32 any = 0;
EACH
    for (int box = 0; box < 9; box++) {
        const int top = box / 3 * 9 + box % 3;
        minicolumn[box] = unsolved_again(w[top]) + unsolved_again(w[top + 3]) + unsolved_again(w[top + 6]);
        any |= minicolumn[box];
    }
    return any;
}

// Chooses the cell to guess in, as 3·(word number) + field: a cell with two digits if there is one, else
// one with three, else any unsolved cell. Among several such cells, it takes the one with the highest score
//
//     unsolved cells of its row and column outside the box
//     + 2 · unsolved cells of its box outside the row and the column
//     + solved cells among the other cells of its minirow and minicolumn,
//
// which equals row + column + 2·box - 4·minirow - 4·minicolumn + 8, where each name stands for the number
// of unsolved cells there, including the cell itself. The score was developed for the bulk engine of the
// CPU. It is always between 0 and 63, so it fits into its field.
__device__ __forceinline__ u32 choose(const u32 (&w)[27], u32 (&score)[9]) {
EACH
    for (int stack = 0; stack < 3; stack++) {
        const u32 column = score[stack] + score[3 + stack] + score[6 + stack] + 8 * LOWEST;
EACH
        for (int band = 0; band < 3; band++) {
            const u32 minicolumn = score[3 * band + stack];
            score[3 * band + stack] = column + 2 * field_sum(minicolumn) - 4 * minicolumn;
        }
    }
    u32 best0 = 0, best1 = 0, best2 = 0;
EACH
    for (int row = 0; row < 9; row++) {
        const u32 u[3] = {unsolved(w[3 * row]), unsolved(w[3 * row + 1]), unsolved(w[3 * row + 2])};
        const u32 in_row = field_sum(u[0] + u[1] + u[2]);
EACH
        for (int stack = 0; stack < 3; stack++) {
            const u32 number = 3 * row + stack, x = w[number];
            const u32 from2 = x & (x + FULL), from3 = from2 & (from2 + FULL), from4 = from3 & (from3 + FULL);
            const u32 is3 = not_empty(from3), is4 = not_empty(from4);
            const u32 class_ = (not_empty(from2) & ~is3) | (is3 & ~is4) >> 1 | is4 >> 2;
            const u32 key = (in_row + score[row / 3 * 3 + stack] - 4 * field_sum(u[stack])) | class_;
            // The upper bits hold the key of the field, and the lower bits hold the index of the word.
            best0 = max(best0, key * (1u << 22) + number);
            best1 = max(best1, key * (1u << 12) + number);
            best2 = max(best2, (key * 4 & ~31u) + number);
        }
    }
    u32 best = best0, field = 0;
    if (best1 >> 22 > best >> 22) { best = best1; field = 1; }
    if (best2 >> 22 > best >> 22) { best = best2; field = 2; }
    return 3 * (best & 31) + field;
}
