// Keep the possible digits of every cell, and apply all consequences of each guess at once.
class Solution {
    using Board = vector<vector<char>>;
    using Possible = array<int, 81>;

public:
    void solveSudoku(vector<vector<char>>& board) {
        Possible possible;
        possible.fill(511);
        for (int cell = 0; cell < 81; ++cell) {
            char given = board[cell / 9][cell % 9];
            if (given != '.' && !eliminate(possible, cell, 511 & ~(1 << (given - '1')))) return;
        }
        guess(board, possible);
    }

private:
    bool guess(Board& board, const Possible& possible) { // @call
        int cell = fewestDigits(possible);
        if (cell < 0) {
            write(board, possible);
            return true; // @solved
        }
        int digits = possible[cell]; // @choose
        for (int left = digits; left != 0; left &= left - 1) {
            int digit = left & -left;
            Possible copy = possible; // @undo
            if (eliminate(copy, cell, digits & ~digit) && guess(board, copy)) return true;
        }
        return false; // @return
    }

    bool eliminate(Possible& possible, int firstCell, int firstDigits) {
        vector<pair<int, int>> pending = {{firstCell, firstDigits}};
        while (!pending.empty()) {
            auto [cell, digits] = pending.back();
            pending.pop_back();
            int eliminated = possible[cell] & digits;
            if (eliminated == 0) continue;
            int left = possible[cell] &= ~eliminated; // @eliminate
            if (left == 0) {
                return false; // @conflict
            }
            if (__builtin_popcount(left) == 1) {
                for (auto& house : houses(cell)) { // @try @place
                    for (int peer : house) {
                        if (peer != cell) pending.push_back({peer, left});
                    }
                }
            }
            for (; eliminated != 0; eliminated &= eliminated - 1) {
                int digit = eliminated & -eliminated;
                for (auto& house : houses(cell)) {
                    vector<int> places;
                    for (int other : house) {
                        if (possible[other] & digit) places.push_back(other);
                    }
                    if (places.empty()) {
                        return false; // @conflict
                    }
                    if (places.size() == 1) pending.push_back({places[0], 511 & ~digit});
                }
            }
        }
        return true;
    }

    array<array<int, 9>, 3> houses(int cell) {
        int row = cell / 9, column = cell % 9;
        array<array<int, 9>, 3> houses;
        for (int i = 0; i < 9; ++i) {
            houses[0][i] = 9 * row + i;
            houses[1][i] = 9 * i + column;
            houses[2][i] = 9 * (row / 3 * 3 + i / 3) + column / 3 * 3 + i % 3;
        }
        return houses;
    }

    int fewestDigits(const Possible& possible) {
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; ++cell) {
            int count = __builtin_popcount(possible[cell]);
            if (count > 1 && count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        return best;
    }

    void write(Board& board, const Possible& possible) {
        for (int cell = 0; cell < 81; ++cell) {
            board[cell / 9][cell % 9] = '1' + __builtin_ctz(possible[cell]);
        }
    }
};
