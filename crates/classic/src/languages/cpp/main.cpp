#include <algorithm>
#include <array>
#include <cctype>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

// @solution

// Reads one board per line, as LeetCode writes it, and prints the solved board.
int main() {
    string line;
    while (getline(cin, line)) {
        vector<vector<char>> board(1);
        for (char cell : line) {
            if (cell != '.' && !isdigit(cell)) continue;
            if (board.back().size() == 9) board.emplace_back();
            board.back().push_back(cell);
        }
        Solution().solveSudoku(board);
        for (int cell = 0; cell < 81; ++cell) {
            cout << (cell == 0 ? "[[" : cell % 9 == 0 ? "],[" : ",") << '"' << board[cell / 9][cell % 9] << '"';
        }
        cout << "]]" << endl;
    }
}
