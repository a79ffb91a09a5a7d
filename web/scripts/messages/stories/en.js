/**
 * The English texts of the stories. Placeholders are figures of the solvers on the page, such as
 * `{columnsCalls}`; a blank line separates paragraphs.
 */
export const storiesInEnglish = {
  storyResume: 'Why resume beats restart',
  storyResume1:
    'Both solvers go through the cells in reading order and try 1 to 9 in each. Press → a few times and compare ' +
    'the boards: after every step they show exactly the same digits.\n\n' +
    'So where is the difference? Look at the code: it is in how they find the next empty cell.',
  storyResume2:
    'At the end, the counters agree as well: {restartCalls} calls, {restartTries} digits tried and ' +
    '{restartUndos} taken back, on either side. The two search trees are the same, call for call.\n\n' +
    'Counting calls cannot tell these solvers apart. What differs is the work inside a call.',
  storyResume3:
    'Backtracking from the start looks for an empty cell from r1c1 in every call, and walks past everything it ' +
    'has already filled: {restartScanned} cells looked at. Backtracking from the next cell is told where to ' +
    'continue: {resumeScanned} cells, for the same answer.\n\n' +
    'The lesson: pass on what you already know as a parameter. It makes every call cheaper, but it does not ' +
    'remove a single one. For that, see “Why order matters”.',

  storyTables: 'Why tables beat scanning',
  storyTables1:
    'Step with → and watch for a red, crossed-out digit. It was tried and rejected, because its row, column or ' +
    'box already has that digit. How does a solver know?\n\n' +
    'One of these two compares the digit with the 20 other cells of the row, column and box. The other looks ' +
    'it up: three tables say for each row, column and box which digits are used.',
  storyTables2:
    'Both made {tablesCalls} calls and tried {tablesTries} digits. With up to 20 cells per try, scanning ' +
    'reads up to {resumePeers} cells. The tables answer with at most three entries per try, ' +
    '{tablesEntries} in all.\n\n' +
    'They have a price: every digit that is placed or taken back changes three entries, {tablesWrites} ' +
    'here. That is little compared with what scanning reads.',
  storyTables3:
    'Three solvers, {tablesCalls} calls each. Compare their times in the chart: the fewer cells a solver looks ' +
    'at, the faster it gets. This is why most solutions of LeetCode 37 use tables.\n\n' +
    'But it is the same tree in all three. Tables make steps cheap; only a better order makes them few.',

  storyOrder: 'Why order matters',
  storyOrder1:
    'Both solvers try the digits 1 to 9 and backtrack at a dead end. One goes row by row, the other ' +
    'column by column. Row by row takes {tablesCalls} calls, column by column {columnsCalls}.\n\n' +
    'A wrong digit costs nothing by itself. What costs is the time until it is noticed, because ' +
    'everything tried in between is wasted. Here, wrong digits at the top are noticed late row by row, ' +
    'and soon column by column.',
  storyOrder2:
    'The same puzzle, turned by 90° clockwise. For a player, nothing has changed. For these solvers, the roles ' +
    'are swapped: {tablesCalls} calls row by row, {columnsCalls} column by column.\n\n' +
    'So neither order is better. A fixed order is a bet on where the clues happen to be.',
  storyOrder3:
    'The third solver does not bet. In every call it takes the cell with the fewest candidates: where a mistake ' +
    'shows soonest, and where there is least to try. It needs {mrvCalls} calls; the others need {tablesCalls} ' +
    'and {columnsCalls}.\n\n' +
    'Play it slowly: as long as some cell has a single candidate, no guess is made at all.',
  storyOrder4:
    'Back to the original orientation: {mrvCalls} calls with the fewest candidates first, against ' +
    '{tablesCalls} and {columnsCalls}.\n\n' +
    'Its count has changed, too: several cells may have equally few candidates, and it then takes the ' +
    'first. But an order that adapts to the board is far less likely to go badly wrong than a fixed ' +
    'one.',

  storyStatic: 'Why static order can lose',
  storyStatic1:
    'A cheap idea: count the candidates once, sort the cells, and search in that order. On LeetCode’s sample ' +
    'it works well: {staticOrderCalls} calls instead of {tablesCalls} in reading order.\n\n' +
    'The tight cells come first, so the search tree is narrow at the top.',
  storyStatic2:
    'Another puzzle, and the picture is reversed: {staticOrderCalls} calls in the sorted order, only ' +
    '{tablesCalls} in plain reading order.\n\n' +
    'The list was sorted for the starting position. With every digit placed it fits the board less well: cells ' +
    'that have become tight wait at the end of the list. Neighbours in the list are scattered over the board, so ' +
    'a wrong digit may go unnoticed for a long time. Reading order stays in one area, and here it is lucky, too.',
  storyStatic3:
    'The cure is to count again in every call: {mrvCalls} calls with the fewest candidates first, against ' +
    '{staticOrderCalls} in the order that was sorted once.\n\n' +
    'Counting again makes each call more expensive. Look at the times in the chart to see whether it pays.',

  storyPropagation: 'Propagation versus search',
  storyPropagation1:
    'Three solvers on LeetCode’s sample: {tablesCalls} calls with tables, {mrvCalls} with the fewest candidates ' +
    'first, and {norvigCalls} with constraint propagation.\n\n' +
    'Propagation does what a player does. A digit in a cell rules it out for its 20 peers; a cell with one digit ' +
    'left is filled, and so is the only place for a digit in a house. Go to the start and step: every digit ' +
    'follows from the others, and nothing is guessed.',
  storyPropagation2:
    'A puzzle with 17 clues, the fewest that can lead to a single solution. Fewest candidates first makes ' +
    '{mrvCalls} calls, propagation {norvigCalls}.\n\n' +
    'The first one fills cells with one candidate, but does not see that a digit may have only one place ' +
    'left in a row, column or box. Propagation sees both, so it rarely guesses, and a wrong guess is soon ' +
    'refuted.',
  storyPropagation3:
    'One of the hardest puzzles for people. Propagation gets stuck and must guess: {norvigCalls} calls, ' +
    'each with a chain of consequences. Fewest candidates first makes {mrvCalls}, and reading order, by ' +
    'pure luck, only {tablesCalls}.\n\n' +
    'Search and reasoning are a trade-off: many cheap calls or few expensive ones. Look at the times in ' +
    'the chart: the fewest calls need not be the fastest.',

  storyCover: 'What exact cover sees',
  storyCover1:
    'Dancing links treats Sudoku as 324 constraints: every cell needs a digit, and every row, column and box ' +
    'needs each digit. It always works on the constraint with the fewest candidates.\n\n' +
    'Choosing among cells only, the other solver makes {mrvCalls} calls for these 17 clues. Choosing among all ' +
    'constraints takes {dlxCalls}: whenever a digit has a single place in a house, that comes first.',
  storyCover2:
    'This puzzle has no solution: column 1 has no place for a 3. Dancing links proves it with {dlxCalls} ' +
    'call. “Column 1 needs a 3” is one of its constraints, it has no candidate from the start, so it ' +
    'is the first one to be looked at.\n\n' +
    'Cell by cell, this stays invisible. Every empty cell has candidates at first, so the other solver ' +
    'tries them: {mrvCalls} calls, and every branch fails in the end.',
  storyCover3:
    'An honest counterexample: {dlxCalls} calls with dancing links, {mrvCalls} with the simpler choice ' +
    'among cells.\n\n' +
    'Dancing links starts with digits that are certain. But then both have to guess, each in a different ' +
    'place, and the simpler solver happens to guess well. Seeing more helps on average; it guarantees ' +
    'nothing for a single puzzle.',

  storyAdversary: 'A puzzle built against row order',
  storyAdversary1:
    'This puzzle was made to hurt. Its first row is empty, and in the solution it reads 9 8 7 6 5 4 3 2 1. A ' +
    'solver that goes row by row and tries 1 first has to rule out almost every wrong start first.\n\n' +
    'Press Play and watch the first row: it hardly changes.',
  storyAdversary2:
    'Row by row: {tablesCalls} calls. Fewest candidates first: {mrvCalls}. Dancing links: {dlxCalls}. ' +
    'Propagation: {norvigCalls}.\n\n' +
    'Anyone who knows your fixed order can build a puzzle against it. An order that adapts to the board leaves an ' +
    'adversary much less to work with.',

  storyNone: 'No solution',
  storyNone1:
    'When there is no solution, there is no lucky early end: a solver must rule out every branch. Row by ' +
    'row, that takes {tablesCalls} calls; column by column, {columnsCalls}.\n\n' +
    'Column 1 has no place for a 3. Column by column, that is the first thing to come up: no way to fill ' +
    'column 1 works, and the search is over. Row by row, column 1 is complete only in row 9, and the same ' +
    'contradiction is met again and again.',
  storyNone2:
    'Propagation needs {norvigCalls} calls here: working out what follows from the givens already ends in a ' +
    'contradiction. Dancing links needs {dlxCalls}, and fewest candidates first {mrvCalls}.\n\n' +
    'A good solver fails early. That matters for solvable puzzles as well: every wrong guess creates a puzzle ' +
    'without a solution.',

  storyTwo: 'Two solutions',
  storyTwo1:
    'This is LeetCode’s sample without two of its clues, and it has two solutions. Compare the boards: the two ' +
    'solvers found different ones, and both are right.\n\n' +
    'Which solution comes first depends only on the order in which a solver visits cells and tries digits.',
  storyTwo2:
    'A solver that stops at the first solution, as on LeetCode, cannot notice that there is another one. To know, ' +
    'it must go on: take back the last digit as if the solution were a dead end, and search the rest.\n\n' +
    'So “is it unique?” costs at least as much as “solve it”. A proper Sudoku has exactly one solution.',
};
