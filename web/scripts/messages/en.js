/** The English texts of the laboratory. */
export const english = {
  play: 'Play',
  pause: 'Pause',
  // The user's own solver.
  ownTitle: 'Run your own solver',
  ownAbout:
    'Write LeetCode’s solveSudoku in JavaScript and watch it beside the textbook solvers. The code runs only ' +
    'in your browser, in a sandbox without access to this page, to the network or to stored data.',
  ownStart: 'Start from',
  ownStartSimple: 'Simple backtracking',
  ownStartEmpty: 'Empty function',
  ownReset: 'Replace the code',
  ownReplaced: 'Code replaced. Undo in the editor brings back the old code.',
  ownCode: 'Your code',
  ownKeys:
    'Tab indents. To leave the editor with the keyboard, press Esc, then Tab. Ctrl+Enter runs the code.',
  ownReads: 'Also show every cell that the code reads',
  ownRun: 'Run',
  ownStop: 'Stop',
  ownLog: 'Console output',
  ownRunTitle: 'Your solver',
  ownRunIdea: 'Your code. The highlighted line is where the current event happened.',
  ownRunning: 'Running, for at most {seconds} seconds…',
  ownStopped: 'Stopped.',
  ownHung:
    'Ended after {seconds} seconds without an answer: an endless loop that does not touch the board, or out ' +
    'of memory.',
  ownLate: 'Stopped after {seconds} seconds. The recording shows what the code did until then.',
  ownUnavailable: 'The sandbox could not be loaded. It needs a connection to this site.',
  ownTooLong: 'The code is too long: at most {limit} characters are allowed.',
  ownSyntax: 'Syntax error: {message}',
  ownSyntaxAt: 'Syntax error in line {line}: {message}',
  ownThrown: 'The code threw an exception: {message}',
  ownThrownAt: 'Line {line} threw an exception: {message}',
  ownMissing: 'There is no function solveSudoku. Define it as in “Empty function”.',
  ownPromise: 'solveSudoku returned a promise. It must solve the board before it returns.',
  ownUnchanged:
    'The board is unchanged. solveSudoku must write the digits into the board that it gets, not into a copy.',
  ownNumber: 'Wrong answer: {cell} contains the number {digit}. The board needs the string "{digit}".',
  ownGiven: 'Wrong answer: the code changed {cell}, which was given as {digit}.',
  ownOdd: 'Wrong answer: {cell} contains neither a digit nor ".".',
  ownEmpty: 'Wrong answer: {count} cells are empty; the first one is {cell}.',
  ownNoSolution: 'The code found no solution, and there is none.',
  ownWrong: 'Wrong answer: {cell} contains {found}, but the solution has {expected} there.',
  ownConflict: 'Wrong answer: {cell} contains {digit}, which is already in {other}.',
  ownSolved:
    'Solved: {calls} calls, {placements} digits placed, {undos} undone, {reads} cells read, in {time} ms ' +
    'with the recording.',
  ownSolvedOne:
    'Solved, one of several solutions: {calls} calls, {placements} digits placed, {undos} undone, {reads} ' +
    'cells read, in {time} ms with the recording.',
  ownDropped: 'Only the first {shown} of {events} events are shown.',
  ownUntraced: 'The calls could not be followed; only changes of the board are shown.',
  ownEndSolved: 'solved',
  ownEndWrong: 'wrong answer',
  ownEndStopped: 'stopped',
  ownEndError: 'error',
};
