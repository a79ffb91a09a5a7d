/**
 * Rewrites a solver in JavaScript so that it reports what it does.
 *
 *   function solve(i) {              function solve(i) {let _vd=_v.enter(1);try{
 *     board[r][c] = '5';        ──▶    board[r][_v.at(2),c] = '5';
 *   }                                }finally{_v.leave(_vd)}}
 *
 * Calls are reported for recursive functions only, so that they can be compared with the calls of the
 * textbook solvers; if no function is recursive, for `solveSudoku`. Every insertion stays on its line, so the
 * lines of errors are those of the original text.
 *
 * A tokenizer is enough for this: brackets are matched, and functions are recognized by the tokens around
 * their brackets. Text that it misreads fails to compile; then the solver runs as it was written.
 */

/**
 * @typedef {object} Token
 * @property {'word' | 'number' | 'string' | 'regex' | 'mark'} type templates are strings with `${`, `}` marks
 * @property {string} text
 * @property {number} start
 * @property {number} end
 * @property {number} line       from 1
 * @property {boolean} afterBreak whether a line break precedes the token
 * @property {number} pair       the index of the matching bracket, or -1
 * @property {string} brace      what a `{` opens: `block`, `object`, `class` or `template`
 */

/** Words after which an expression starts. */
const BEFORE_EXPRESSION = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);
/** Other words that cannot end an operand. */
const NOT_OPERANDS = new Set([...BEFORE_EXPRESSION, ...'let const var static get set async'.split(' ')]);
/** Words before parentheses that are not methods. */
const CONTROL = new Set('if for while with switch catch function'.split(' '));
const ASSIGNMENTS = new Set('= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??='.split(' '));
/** Programs with more functions are not instrumented, to bound the work. */
const MAX_FUNCTIONS = 500;
const CLOSING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const WORD = /[\p{ID_Start}$_#\\][\p{ID_Continue}$\u200c\u200d\\]*/uy;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)n?/y;
const MARK = /=>|\.\.\.|\?\.(?!\d)|[=!]==?|(?:\*\*|<<|>>>?|&&|\|\||\?\?)=?|[-+*/%&|^<>]=|\+\+|--|[^]/uy;
const REGEX = /\/(?:[^/\\[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.)*\])+\/\w*/y;
const SPACE = /(?:\s|\/\/.*|\/\*[^]*?\*\/|^#!.*)+/y;
const STRING = /'(?:[^'\\\r\n]|\\[^])*'|"(?:[^"\\\r\n]|\\[^])*"/y;
/** Text of a template up to its end or the next `${`. */
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;

/**
 * Splits a program into tokens and matches its brackets. Returns null if that fails, because the text is not
 * a valid program.
 * @param {string} source
 * @returns {Token[] | null}
 */
export function tokenize(source) {
  /** @type {Token[]} */
  const tokens = [];
  /** The indices of the open brackets. @type {number[]} */
  const open = [];
  let [at, line, afterBreak, classAhead] = [0, 1, false, false];

  /** Returns the text that a pattern matches here, or an empty string. @param {RegExp} pattern */
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? '';
  };
  const countLines = (/** @type {string} */ text) => text.split('\n').length - 1;
  /** @param {Token['type']} type @param {string} text */
  const add = (type, text) => {
    tokens.push({ type, text, start: at, end: at + text.length, line, afterBreak, pair: -1, brace: '' });
    at += text.length;
    line += countLines(text);
    afterBreak = false;
  };
  /** @param {string} brace */
  const addOpening = (brace, text = '{') => {
    open.push(tokens.length);
    add('mark', text);
    tokens[tokens.length - 1].brace = brace;
  };
  /** Adds template text, which ends the template or opens a `${`. @param {string} text */
  const addTemplate = (text) => {
    if (!text.endsWith('${')) return add('string', text);
    add('string', text.slice(0, -2));
    return addOpening('template', '${');
  };

  for (;;) {
    const space = match(SPACE);
    at += space.length;
    line += countLines(space);
    afterBreak ||= space.includes('\n');
    if (at >= source.length) break;
    const previous = tokens[tokens.length - 1];
    const first = source[at];
    let text;
    if ((text = match(WORD))) {
      if (text === 'class' && previous?.text !== '.') classAhead = true;
      add('word', text);
    } else if (/\d/.test(first) || (first === '.' && /\d/.test(source[at + 1] ?? ''))) {
      add('number', match(NUMBER));
    } else if (first === '"' || first === "'") {
      if (!(text = match(STRING))) return null;
      add('string', text);
    } else if (first === '`') {
      at += 1;
      text = match(TEMPLATE);
      at -= 1;
      if (!text) return null;
      addTemplate(`\`${text}`);
    } else if (first === '/' && startsExpression(tokens, tokens.length)) {
      if (!(text = match(REGEX))) return null;
      add('regex', text);
    } else if (first === '{') {
      const brace = classAhead ? 'class' : braceKind(tokens, open);
      classAhead = false;
      addOpening(brace);
    } else if (first === '(' || first === '[') {
      addOpening('', first);
    } else if (CLOSING.has(first)) {
      const opening = open.pop();
      const opener = tokens[opening ?? -1];
      if (opening === undefined || opener.text.at(-1) !== CLOSING.get(first)) return null;
      opener.pair = tokens.length;
      const isTemplate = opener.brace === 'template';
      add('mark', first);
      Object.assign(tokens[tokens.length - 1], { pair: opening, brace: opener.brace });
      if (isTemplate) {
        if (!(text = match(TEMPLATE))) return null;
        addTemplate(text);
      }
    } else {
      add('mark', match(MARK));
    }
  }
  return open.length ? null : tokens;
}

/** Reports whether a token ends an operand, so that `[` after it accesses an element. @param {Token} token */
const endsOperand = (token) =>
  token.type === 'mark' ? token.text === ')' || token.text === ']' : !NOT_OPERANDS.has(token.text);

/**
 * Reports whether the token at an index starts an expression, so that `/` starts a regular expression.
 * @param {Token[]} tokens
 * @param {number} index
 */
function startsExpression(tokens, index) {
  const previous = tokens[index - 1];
  if (!previous) return true;
  if (previous.type === 'word')
    return BEFORE_EXPRESSION.has(previous.text) && tokens[index - 2]?.text !== '.';
  if (previous.type !== 'mark') return false;
  if (previous.text === ')') return /^(if|while|for|with)$/.test(tokens[previous.pair - 1]?.text);
  if (previous.text === '}') return previous.brace === 'block';
  return ![']', '++', '--'].includes(previous.text);
}

/**
 * Returns what a `{` at the end of the tokens opens.
 * @param {Token[]} tokens
 * @param {number[]} open
 */
function braceKind(tokens, open) {
  const previous = tokens[tokens.length - 1];
  if (!previous || [')', ';', '{', '}', '=>'].includes(previous.text)) return 'block';
  if (previous.text === ':') return tokens[open[open.length - 1]]?.brace === 'object' ? 'object' : 'block';
  if (previous.type === 'word')
    return BEFORE_EXPRESSION.has(previous.text) && !['do', 'else'].includes(previous.text)
      ? 'object'
      : 'block';
  return 'object';
}

/**
 * @typedef {object} Definition a function of the program
 * @property {string} name
 * @property {number} line
 * @property {number} from  the first token of the parameters
 * @property {number} open  the first token of the body
 * @property {number} close the last token of the body
 */

/**
 * Finds the functions of a program: declarations, expressions, methods and arrow functions.
 * @param {Token[]} tokens
 * @returns {Definition[]}
 */
export function findFunctions(tokens) {
  /** @type {Definition[]} */
  const found = [];
  /** The enclosing brackets. @type {Token[]} */
  const open = [];
  /** Returns the name that a value starting at an index gets: `name = …`, `name: …`. @param {number} index */
  const nameBefore = (index) => {
    const start = tokens[index - 1]?.text === 'async' ? index - 1 : index;
    return /^[=:]$/.test(tokens[start - 1]?.text) ? (tokens[start - 2]?.text ?? '') : '';
  };
  tokens.forEach((token, index) => {
    if (token.pair > index) open.push(token);
    else if (token.pair >= 0) open.pop();
    const next = tokens[index + 1];
    if (token.text === '=>' && token.type === 'mark' && next) {
      const last = tokens[index - 1];
      const from = last?.text === ')' ? last.pair : index - 1;
      if (tokens[from - 1]?.text === 'async') return;
      const close = next.text === '{' ? next.pair : endOfExpression(tokens, index + 1);
      found.push({ name: nameBefore(from), line: token.line, from, open: index + 1, close });
      return;
    }
    // The other functions have their body right after the parameters.
    if (token.text !== '(' || tokens[token.pair + 1]?.text !== '{') return;
    let before = index - 1;
    let name = '';
    if (tokens[before]?.type === 'word' && tokens[before].text !== 'function') name = tokens[before--].text;
    if (tokens[before]?.text === '*') before -= 1;
    if (tokens[before]?.text === 'function' && tokens[before - 1]?.text !== '.') name ||= nameBefore(before);
    else if (CONTROL.has(name) || !['class', 'object'].includes(open[open.length - 2]?.brace)) return;
    if (tokens[before - (tokens[before]?.text === 'function' ? 1 : 0)]?.text === 'async') return;
    const body = token.pair + 1;
    found.push({ name, line: token.line, from: index, open: body, close: tokens[body].pair });
  });
  return found;
}

/**
 * Returns the last token of the expression that starts at an index, the body of an arrow function.
 * @param {Token[]} tokens
 * @param {number} start
 */
function endOfExpression(tokens, start) {
  let index = start;
  let conditions = 0;
  for (;;) {
    if (tokens[index].pair > index) index = tokens[index].pair;
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (next?.text === '?') conditions += 1;
    if (next?.text === ':') conditions -= 1;
    if (!next || conditions < 0 || /^[,;)\]}]$/.test(next.text)) return index;
    const isOperand = token.type !== 'mark' || token.pair >= 0;
    const continues =
      next.type === 'mark' ? !/^(\+\+|--|\{|!|~)$/.test(next.text) : /^in(stanceof)?$/.test(next.text);
    if (next.afterBreak && isOperand && !BEFORE_EXPRESSION.has(token.text) && !continues) return index;
    index += 1;
  }
}

/**
 * Returns the functions that call themselves, directly or through others.
 * @param {Token[]} tokens
 * @param {Definition[]} functions
 */
function recursiveFunctions(tokens, functions) {
  const named = new Set(functions.map(({ name }) => name));
  /** The names that each function mentions. @type {Map<string, Set<string>>} */
  const mentions = new Map();
  for (const { name, from, close } of functions) {
    const own = mentions.get(name) ?? new Set();
    for (const token of tokens.slice(from, close + 1))
      if (token.type === 'word' && named.has(token.text)) own.add(token.text);
    mentions.set(name, own);
  }
  return functions.filter(({ name }) => {
    const reached = new Set();
    const pending = [...(mentions.get(name) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      pending.push(...(mentions.get(next) ?? []));
    }
    return name && reached.has(name);
  });
}

/**
 * Instruments a program. `hook` is the name of the object that the program reports to, with the functions
 * `enter(line)`, `leave(depth)` and `at(line)`. With `reads`, the lines of reads are reported, too.
 * @param {string} source
 * @param {{reads?: boolean}} [options]
 * @returns {{code: string, hook: string}}
 */
export function instrument(source, { reads = false } = {}) {
  let hook = '_v';
  while (source.includes(hook)) hook += 'v';
  const tokens = tokenize(source);
  if (!tokens) return { code: source, hook };
  const functions = findFunctions(tokens);
  if (functions.length > MAX_FUNCTIONS) return { code: source, hook };
  const recursive = recursiveFunctions(tokens, functions);
  const reported = recursive.length ? recursive : functions.filter(({ name }) => name === 'solveSudoku');

  /** @type {{at: number, text: string}[]} */
  const insertions = [];
  for (const { line, open, close } of reported) {
    const enter = `let ${hook}d=${hook}.enter(${line});try{`;
    const leave = `}finally{${hook}.leave(${hook}d)}`;
    if (tokens[open].text === '{') {
      // Directives such as 'use strict' stay first.
      let last = open;
      while (last + 1 < close && tokens[last + 1].type === 'string' && tokens[last + 2].text === ';')
        last += 2;
      insertions.push({ at: tokens[last].end, text: enter }, { at: tokens[close].start, text: leave });
    } else {
      insertions.push({ at: tokens[open].start, text: `{${enter}return(` });
      insertions.push({ at: tokens[close].end, text: `)${leave}}` });
    }
  }
  tokens.forEach((token, index) => {
    if (token.text !== '[' || token.pair < 0 || !index) return;
    const previous = tokens[index - 1];
    const isElement = previous.text === '?.' || (endsOperand(previous) && !startsExpression(tokens, index));
    if (isElement && (reads || ASSIGNMENTS.has(tokens[token.pair + 1]?.text)))
      insertions.push({ at: token.end, text: `${hook}.at(${token.line}),` });
  });
  insertions.sort((a, b) => a.at - b.at);

  let [code, done] = ['', 0];
  for (const { at, text } of insertions) {
    code += source.slice(done, at) + text;
    done = at;
  }
  return { code: code + source.slice(done), hook };
}
