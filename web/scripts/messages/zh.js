/** The Chinese texts of the laboratory. */

/** @type {import('./messages.js').Messages} */
export const chinese = {
  play: '播放',
  pause: '暂停',
  // 用户自己的求解程序
  ownTitle: '运行你自己的程序',
  ownAbout:
    '用 JavaScript 编写 LeetCode 的 solveSudoku，与各种经典解法同步播放、对比。代码只在你的浏览器里运行，' +
    '并且隔离在沙盒中：不能访问本页面、网络和任何已保存的数据。',
  ownStart: '起始代码',
  ownStartSimple: '简单回溯',
  ownStartEmpty: '空函数',
  ownReset: '替换代码',
  ownReplaced: '代码已替换。在编辑器中撤销即可恢复原来的代码。',
  ownCode: '你的代码',
  ownKeys: 'Tab 键缩进；要用键盘离开编辑器，请先按 Esc 再按 Tab；Ctrl+Enter 运行代码。',
  ownReads: '同时显示代码读取的每个格子',
  ownRun: '运行',
  ownStop: '停止',
  ownLog: '控制台输出',
  ownRunTitle: '你的程序',
  ownRunIdea: '你的代码。高亮的一行就是当前事件发生的位置。',
  ownRunning: '正在运行，最多 {seconds} 秒……',
  ownStopped: '已停止。',
  ownHung: '运行 {seconds} 秒后仍无结果，已强制结束：可能是没有访问棋盘的死循环，也可能是内存耗尽。',
  ownLate: '运行 {seconds} 秒后停止。录制内容显示了在此之前的全部过程。',
  ownUnavailable: '无法加载沙盒，请检查与本站的网络连接。',
  ownTooLong: '代码过长：最多 {limit} 个字符。',
  ownSyntax: '语法错误：{message}',
  ownSyntaxAt: '第 {line} 行有语法错误：{message}',
  ownThrown: '代码抛出了异常：{message}',
  ownThrownAt: '第 {line} 行抛出了异常：{message}',
  ownMissing: '没有找到函数 solveSudoku，请按“空函数”中的形式定义它。',
  ownPromise: 'solveSudoku 返回了 Promise。它必须在返回之前解完数独。',
  ownUnchanged: '棋盘没有变化。solveSudoku 必须把数字写入传入的棋盘，而不是写入它的副本。',
  ownNumber: '答案错误：{cell} 中是数值 {digit}，而棋盘需要字符串 "{digit}"。',
  ownGiven: '答案错误：代码改动了已知格 {cell}，它原来是 {digit}。',
  ownOdd: '答案错误：{cell} 中既不是数字，也不是 "."。',
  ownEmpty: '答案错误：还有 {count} 个空格，第一个是 {cell}。',
  ownNoSolution: '代码没有找到解；这道题确实无解。',
  ownWrong: '答案错误：{cell} 填的是 {found}，正确答案是 {expected}。',
  ownConflict: '答案错误：{cell} 填了 {digit}，但 {other} 中已经有这个数字。',
  ownSolved:
    '求解成功：调用 {calls} 次，填数 {placements} 次，撤销 {undos} 次，读取格子 {reads} 次，用时 {time} 毫秒（含录制）。',
  ownSolvedOne:
    '求解成功（这道题有多个解，这是其中之一）：调用 {calls} 次，填数 {placements} 次，撤销 {undos} 次，' +
    '读取格子 {reads} 次，用时 {time} 毫秒（含录制）。',
  ownDropped: '共 {events} 个事件，只显示前 {shown} 个。',
  ownUntraced: '无法跟踪函数调用，只显示棋盘的变化。',
  ownEndSolved: '已解出',
  ownEndWrong: '答案错误',
  ownEndStopped: '已停止',
  ownEndError: '出错',
};
