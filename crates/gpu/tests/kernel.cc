// Runs the GPU kernels as plain C++ on one warp. Reads packed puzzles from standard input. Writes the number
// of searches that ended with BUDGET to standard output, then the packed answers. Puzzles and answers are in
// the encoding used for the transfer to a device.
//
//     kernel LANES values|boards COUNT LIMIT BUDGET DEPTH OPEN_CAPACITY
//
// If OPEN_CAPACITY is not 0, the answers are followed by two words per puzzle, the range of its open boards,
// and then by the open boards.
//
// Each lane is a separate context, which runs up to its next warp vote and stops there. When all lanes have
// reached the vote, the program evaluates it and resumes the lanes, one after the other. If a lane reaches a
// different vote from the others, or returns while they vote, a real warp would hang or give wrong results;
// here the program ends with an error.

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <ucontext.h>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
using std::max;

static struct { unsigned x; } blockIdx, threadIdx;
static unsigned atomicAdd(unsigned *address, unsigned value) {
    unsigned old = *address;
    *address += value;
    return old;
}
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
static unsigned long long multiply_wide(unsigned a, unsigned b) { return (unsigned long long)a * b; }
static unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
    for (int byte = 0; byte < 4; byte++) sum += (a >> 8 * byte & 255) * (b >> 8 * byte & 255);
    return sum;
}
static int __clz(unsigned bits) { return bits ? __builtin_clz(bits) : 32; }

enum Site { AT_ALL, AT_ANY, AT_BALLOT, AT_END };

struct WarpLane {
    ucontext_t start; // the start of the lane
    jmp_buf here;     // where the lane continues; jumping there needs no system call
    bool has_begun;
    Site site;
    bool ballot;
    std::unique_ptr<char[]> memory;
};
static std::vector<WarpLane> lanes;
static jmp_buf warp;
static unsigned ballots; // the ballots of the last vote, one bit per lane

static unsigned vote(Site site, bool ballot) {
    WarpLane &lane = lanes[threadIdx.x];
    lane.site = site;
    lane.ballot = ballot;
    if (!_setjmp(lane.here)) _longjmp(warp, 1);
    return ballots;
}

// Runs a lane up to its next vote.
__attribute__((noinline)) static void resume(WarpLane &lane) {
    if (_setjmp(warp)) return;
    if (lane.has_begun) _longjmp(lane.here, 1);
    lane.has_begun = true;
    setcontext(&lane.start);
}

static unsigned all_lanes() { return lanes.size() == 32 ? ~0u : (1u << lanes.size()) - 1; }
static bool __all_sync(unsigned, bool ballot) { return vote(AT_ALL, ballot) == all_lanes(); }
static bool __any_sync(unsigned, bool ballot) { return vote(AT_ANY, ballot) != 0; }
static unsigned __ballot_sync(unsigned, bool ballot) { return vote(AT_BALLOT, ballot); }

#define EACH // only the GPU compiler unrolls these loops

#include "../src/board.cuh"
#include "../src/kernel.cu"

// The arguments of the search, the same for every lane.
static struct {
    Four *boards;
    u32 *answers, *counters;
    Four *stacks;
    u32 count, depth, limit, budget;
    Four *open;
    u32 *open_ranges, open_capacity;
} job;

static void work() {
    search(job.boards, job.answers, job.counters, job.stacks, job.count, job.depth, job.limit, job.budget,
           job.open, job.open_ranges, job.open_capacity);
    lanes[threadIdx.x].site = AT_END;
    _longjmp(warp, 1);
}

static void run_warp(u32 count) {
    const size_t size = 1 << 16;
    lanes.resize(count);
    for (WarpLane &lane : lanes) {
        lane.memory.reset(new char[size]);
        getcontext(&lane.start);
        lane.start.uc_stack.ss_sp = lane.memory.get();
        lane.start.uc_stack.ss_size = size;
        makecontext(&lane.start, work, 0);
    }
    do {
        unsigned counted = 0;
        for (threadIdx.x = 0; threadIdx.x < count; threadIdx.x++) {
            resume(lanes[threadIdx.x]);
            const WarpLane &lane = lanes[threadIdx.x];
            if (lane.site != lanes[0].site) {
                fprintf(stderr, "lane %u reached a different vote than lane 0\n", threadIdx.x);
                exit(1);
            }
            counted |= (unsigned)lane.ballot << threadIdx.x;
        }
        ballots = counted;
    } while (lanes[0].site != AT_END);
    threadIdx.x = 0;
}

int main(int, char **arguments) {
    const u32 lane_count = atol(arguments[1]);
    const bool is_values = !strcmp(arguments[2], "values");
    const u32 count = atol(arguments[3]), limit = atol(arguments[4]), budget = atol(arguments[5]);
    const u32 depth = atol(arguments[6]), open_capacity = atol(arguments[7]);
    std::vector<Four> rows(3 * count), boards(FRAME * count);
    std::vector<Four> stacks(FRAME * depth * lane_count), open(FRAME * open_capacity);
    std::vector<u32> answers(count, ~0u), open_ranges(2 * count);
    std::vector<Four> &input = is_values ? rows : boards;
    if (fread(input.data(), sizeof(Four), input.size(), stdin) != input.size()) return 1;
    const u32 blocks = (count + THREADS - 1) / THREADS;
    if (is_values)
        for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
            for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++)
                expand(rows.data(), boards.data(), count);
    u32 counters[3] = {0, 0, 0};
    blockIdx.x = 0;
    job = {boards.data(), answers.data(), counters, stacks.data(), count, depth, limit, budget,
           open.data(), open_ranges.data(), open_capacity};
    run_warp(lane_count);
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++)
            pack(boards.data(), answers.data(), counters, rows.data(), count);
    if (fwrite(counters + 2, sizeof(u32), 1, stdout) != 1) return 1;
    if (fwrite(rows.data(), sizeof(Four), rows.size(), stdout) != rows.size()) return 1;
    if (!open_capacity) return 0;
    if (fwrite(open_ranges.data(), sizeof(u32), open_ranges.size(), stdout) != open_ranges.size()) return 1;
    const size_t used = FRAME * std::min(counters[1], open_capacity);
    return fwrite(open.data(), sizeof(Four), used, stdout) != used;
}
