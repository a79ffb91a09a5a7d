// Runs the kernel of the GPU as plain C++, on a warp of one lane: puzzles from standard input, answers to
// standard output, both in the packed rows that travel to a device and back.
//     kernel values|boards COUNT LIMIT BUDGET DEPTH ROOM
// Where there is room for open boards, the two words a puzzle that say where they are follow the answers, and then the
// boards.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define THREADS 1
using std::max;

static struct { unsigned x; } blockIdx, threadIdx;
static unsigned atomicAdd(unsigned *address, unsigned value) { unsigned old = *address; *address += value; return old; }
static bool __all_sync(unsigned, bool lane) { return lane; }
static bool __any_sync(unsigned, bool lane) { return lane; }
static unsigned __ballot_sync(unsigned, bool lane) { return lane; }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
static unsigned long long multiply_wide(unsigned a, unsigned b) { return (unsigned long long)a * b; }
static int __clz(unsigned bits) { return bits ? __builtin_clz(bits) : 32; }

#define EACH // The other compiler unrolls these loops.

#include "../src/board.cuh"
#include "../src/kernel.cu"

int main(int, char **arguments) {
    const bool are_values = !strcmp(arguments[1], "values");
    const u32 count = atol(arguments[2]), limit = atol(arguments[3]), budget = atol(arguments[4]);
    const u32 depth = atol(arguments[5]), room = atol(arguments[6]);
    std::vector<Four> rows(3 * count), boards(FRAME * count), stack(FRAME * depth), open(FRAME * room);
    std::vector<u32> answers(count, ~0u), rests(2 * count);
    std::vector<Four> &input = are_values ? rows : boards;
    if (fread(input.data(), sizeof(Four), input.size(), stdin) != input.size()) return 1;
    if (are_values)
        for (blockIdx.x = 0; blockIdx.x < count; blockIdx.x++) expand(rows.data(), boards.data(), count);
    u32 queue[2] = {0, 0};
    blockIdx.x = 0;
    search(boards.data(), answers.data(), queue, stack.data(), count, depth, limit, budget, open.data(), rests.data(), room);
    for (blockIdx.x = 0; blockIdx.x < count; blockIdx.x++) pack(boards.data(), answers.data(), rows.data(), count);
    if (fwrite(rows.data(), sizeof(Four), rows.size(), stdout) != rows.size()) return 1;
    if (!room) return 0;
    if (fwrite(rests.data(), sizeof(u32), rests.size(), stdout) != rests.size()) return 1;
    const size_t used = FRAME * std::min(queue[1], room);
    return fwrite(open.data(), sizeof(Four), used, stdout) != used;
}
