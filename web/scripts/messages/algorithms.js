/** The names and descriptions of the solvers in other languages; the engine has the English ones. */
import { language } from './language.js';

/** @typedef {{title: string, description: string, origin: string, cost: string, weakness: string}} Description */

/** @type {Record<string, Description>} */
const CHINESE = {
  'brute-force': {
    title: '暴力枚举',
    description: '先填满所有格子，再检查整个棋盘',
    origin: '与计算机搜索一样古老，是其他解法的基准',
    cost: 'e 个空格有 9^e 种填法：空棋盘为 9^81，若限定每行都是 1–9 的排列，则为 (9!)^9',
    weakness: '填满之后才发现错误；空格超过七个左右就没有希望',
  },
  restart: {
    title: '从头回溯',
    description: '每次调用都从头寻找第一个空格，再尝试能填的数字',
    origin: '“回溯”一词出自 D. H. Lehmer；Golomb 和 Baumert 于 1965 年给出系统描述',
    cost: '至多 9^e 次调用；每次调用扫描棋盘，每次试数检查 20 个相关格',
    weakness: '不考虑格子的松紧：第一行若全空，可能要几千万次调用',
  },
  resume: {
    title: '从下一格回溯',
    description: '从刚填的格子的下一格继续',
    origin: '力扣（LeetCode）第 37 题常见的递归解法',
    cost: '调用次数与“从头回溯”相同；每个分支只扫描棋盘一遍',
    weakness: '格子顺序与“从头回溯”同样固定，只是每次调用更便宜',
  },
  tables: {
    title: '查表回溯',
    description: '用行、列、宫三张表查出某个数字能否填入',
    origin: '力扣第 37 题的多数题解采用的方法',
    cost: '调用次数与“从头回溯”相同；每次试数只读三个布尔值',
    weakness: '格子顺序与“从头回溯”同样固定，只是每次调用最便宜',
  },
  columns: {
    title: '逐列回溯',
    description: '按列访问所有格子，已知格也不跳过',
    origin: '力扣第 37 题答案中常见的变体',
    cost: '至多填数 9^e 次；经过已知格和列尾也各要一次调用',
    weakness: '换了一种固定顺序，是好是坏全凭运气',
  },
  counters: {
    title: '计数法',
    description: '统计各行、各列、各宫中每个数字的个数，并访问每一格',
    origin: '力扣第 37 题答案中常见的变体',
    cost: '填数次数与“查表回溯”相同；每经过一个已知格也要一次调用',
    weakness: '格子顺序与“从头回溯”同样固定，还要反复经过已知格',
  },
  'singles-first': {
    title: '先填唯一候选数',
    description: '先反复填入只剩一个候选数的格子，填不动了再逐格搜索',
    origin: '模仿人的做法，之后是普通的搜索',
    cost: '至多扫描棋盘 81 遍，之后与“从下一格回溯”相同',
    weakness: '只在开始时找唯一候选数：第一次猜测之后就是普通回溯',
  },
  'static-order': {
    title: '静态排序',
    description: '开始时按候选数的个数把格子排序，之后不再改变',
    origin: '静态变量排序，见于 20 世纪 70 年代的约束求解文献',
    cost: '排序一次，之后至多 9^e 次调用，搜索树的顶部较窄',
    weakness: '顺序从不更新：只反映题目的已知数，不反映之后填入的数字',
  },
  'static-sets': {
    title: '静态排序加集合',
    description: '同样采用静态排序，但用集合的差求出能填的数字，只试这些数字',
    origin: '静态排序的集合变体',
    cost: '调用次数与“静态排序”相同；每次试数都能填入',
    weakness: '某格已经无数可填，也要轮到它时才发现',
  },
  mrv: {
    title: '候选数最少优先',
    description: '每次调用都选候选数最少的格子',
    origin: 'Golomb 和 Baumert，1965；Bitner 和 Reingold，1975；Haralick 和 Elliott 的“fail first”原则，1980',
    cost: '每次调用都要检查所有空格，但调用次数少得多',
    weakness: '只看格子的候选数，不看数字在行、列、宫中的位置，因此看不到隐性唯一数',
  },
  norvig: {
    title: '约束传播',
    description: '每猜一次，就把能确定的全部填上',
    origin: 'Peter Norvig，Solving Every Sudoku Puzzle，2006；弧相容源自 Mackworth，1977',
    cost: '调用少而昂贵：多数题目不用猜，最难的要猜几百次',
    weakness: '只对格子猜测，即使某个数字在一行、一列或一宫里位置更少；某些无解的题目很慢',
  },
  dlx: {
    title: '舞蹈链',
    description: '求解精确覆盖问题：324 个约束、729 个候选，最紧的约束优先',
    origin: 'Donald Knuth，Dancing Links，2000；链表技巧出自一松信和野下浩平，1979',
    cost: '每填一个数字调用一次，很少填错；每次要改动几百个指针',
    weakness: '每一步都沿着散布在内存各处的指针走',
  },
  fast: {
    title: '本站引擎',
    description: 'veridoku 自己的引擎：在位集上推理，一次处理整整三行',
    origin: 'veridoku-core，继承了数独爱好者论坛中按横带求解的程序的传统',
    cost: '几微秒；调用次数等于猜测次数加一',
    weakness: '只给出答案，不展示搜索过程',
  },
};

/**
 * Returns the row of a solver in the current language.
 * @template {{algorithm: string}} T
 * @param {T} row of the catalogue
 * @returns {T}
 */
export const localized = (row) => (language() === 'zh' ? { ...row, ...CHINESE[row.algorithm] } : row);

/** The names of the solvers with a Chinese description. */
export const TRANSLATED = Object.keys(CHINESE);
