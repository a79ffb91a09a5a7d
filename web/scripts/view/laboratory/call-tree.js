/**
 * The call tree around the current call: the path from the first call to it, with the siblings on the way, and
 * the calls that it has made.
 *
 * Only expanded nodes have rows, and a call has at most nine calls of its own, so the number of rows does not
 * depend on the length of the search. A subtree that was left out shows its size; expanding it requests it.
 */
import { cellName } from '../../domain/cells.js';
import { text } from '../../messages/messages.js';
import { element } from '../element.js';

/** @typedef {import('../../domain/search.js').CallNode} CallNode */
/**
 * A visible row of the tree.
 * @typedef {{node: CallNode, level: number, expanded: boolean | null, current: boolean, onPath: boolean}} TreeRow
 */

/** Rows rendered at once; more of them are scrolled into view. */
const ROW_HEIGHT = 26;
const MARGIN = 10;

/**
 * Returns the visible rows of a call tree.
 * @param {import('../../domain/search.js').Search} search
 * @param {number} moment
 * @param {ReadonlyMap<number, boolean>} toggled calls that the user has expanded or collapsed
 * @returns {TreeRow[]}
 */
export function treeRows(search, moment, toggled) {
  const path = search.pathAt(moment);
  const onPath = new Map(path.map((node, index) => [node.call, index]));
  /** @type {TreeRow[]} */
  const rows = [];
  /** @param {CallNode} node @param {number} level */
  const add = (node, level) => {
    const position = onPath.get(node.call) ?? -1;
    const isOnPath = position >= 0 && !node.group;
    const { children: known } = node.group ? { children: [] } : search.childrenOf(node.call);
    const next = isOnPath ? path[position + 1] : undefined;
    const children = next && !known.some((child) => child.call === next.call && !child.group)
      ? [...known.filter((child) => !(child.call <= next.call && next.call < child.call + child.size)), next]
      : known;
    const isLeaf = !children.length && (node.end === 'dead end' || node.size === 1);
    const expanded = isLeaf ? null : (toggled.get(node.call) ?? isOnPath) && children.length > 0 && !node.group;
    rows.push({ node, level, expanded, current: isOnPath && !next, onPath: isOnPath });
    if (expanded) for (const child of children) add(child, level + 1);
  };
  const root = path[0] ?? firstCall(search);
  if (root) add(root, 1);
  return rows;
}

/** @param {import('../../domain/search.js').Search} search */
function firstCall(search) {
  const index = search.overview.indexOfCall(1);
  return index < 0 ? null : search.node(search.overview, index, -1);
}

export class CallTree {
  /**
   * @param {import('../../domain/search.js').Search} search
   * @param {string} title
   * @param {(call: number) => void} jump called with the number of a call
   * @param {(range: import('../../domain/search.js').Range) => Promise<void>} request
   */
  constructor(search, title, jump, request) {
    this.search = search;
    this.jump = jump;
    this.request = request;
    /** @type {Map<number, boolean>} */
    this.toggled = new Map();
    /** @type {TreeRow[]} */
    this.rows = [];
    this.moment = 0;
    /** The call of the row that has the focus; 0 stands for the current call. */
    this.focused = 0;
    this.list = element('div', { class: 'tree-rows', role: 'presentation' });
    this.root = element(
      'div',
      { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': text('treeLabel', { title }) },
      this.list,
    );
    this.root.addEventListener('scroll', () => this.renderRows());
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    this.root.addEventListener('click', (event) => this.onClick(event));
  }

  /** Shows the tree at a moment. @param {number} moment */
  render(moment) {
    this.moment = Math.min(moment, this.search.end);
    this.rows = treeRows(this.search, this.moment, this.toggled);
    this.focused = 0;
    this.renderRows();
    this.scrollTo(this.rows.findIndex((row) => row.current));
  }

  get focusedIndex() {
    const wanted = this.rows.findIndex(({ node, current }) => (this.focused ? node.call === this.focused : current));
    return Math.max(0, wanted);
  }

  renderRows() {
    const first = Math.max(0, Math.floor(this.root.scrollTop / ROW_HEIGHT) - MARGIN);
    const last = Math.ceil((this.root.scrollTop + this.root.clientHeight) / ROW_HEIGHT) + MARGIN;
    const { focusedIndex } = this;
    this.list.style.height = `${this.rows.length * ROW_HEIGHT}px`;
    const shown = this.rows.slice(first, last).map((row, index) => this.rowElement(row, first + index, focusedIndex));
    this.list.replaceChildren(...shown);
    const active = shown[focusedIndex - first];
    if (active) {
      this.root.setAttribute('aria-activedescendant', active.id);
    } else this.root.removeAttribute('aria-activedescendant');
  }

  /** @param {TreeRow} row @param {number} index @param {number} focusedIndex */
  rowElement({ node, level, expanded, current, onPath }, index, focusedIndex) {
    const classes = ['tree-row', current ? 'now' : '', onPath ? 'on-path' : '', index === focusedIndex ? 'focused' : ''];
    const row = element('div', {
      class: classes.filter(Boolean).join(' '),
      role: 'treeitem',
      id: `${this.search.id}-${index}`,
      'aria-level': level,
      'aria-selected': String(current),
      'data-index': index,
    });
    if (expanded !== null) row.setAttribute('aria-expanded', String(expanded));
    row.style.top = `${index * ROW_HEIGHT}px`;
    row.style.paddingInlineStart = `${Math.min(level - 1, 12) * 0.7 + 0.3}rem`;
    const marker = expanded === null ? '·' : expanded ? '▾' : '▸';
    row.append(
      element('span', { class: 'tree-marker', 'aria-hidden': 'true' }, marker),
      element('span', { class: 'tree-name' }, nameOf(node)),
      element('span', { class: `tree-end ${node.end.replace(' ', '-')}` }, endOf(node)),
    );
    return row;
  }

  /** @param {number} index */
  scrollTo(index) {
    if (index < 0) return;
    const top = index * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
      this.root.scrollTop = top - clientHeight / 2;
      this.renderRows();
    }
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest('[data-index]');
    if (!(row instanceof HTMLElement)) return;
    const index = Number(row.dataset.index);
    if (target?.closest('.tree-marker') || this.rows[index].node.group) void this.toggle(index);
    else this.jump(this.rows[index].node.call);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.focusedIndex;
    const row = this.rows[at];
    if (!row) return;
    const parent = this.rows.findLastIndex((other, index) => index < at && other.level < row.level);
    /** @type {Record<string, () => unknown>} */
    const actions = {
      ArrowDown: () => this.focusRow(at + 1),
      ArrowUp: () => this.focusRow(at - 1),
      Home: () => this.focusRow(0),
      End: () => this.focusRow(this.rows.length - 1),
      ArrowRight: () => (row.expanded === false ? this.toggle(at) : row.expanded && this.focusRow(at + 1)),
      ArrowLeft: () => (row.expanded ? this.toggle(at) : this.focusRow(parent)),
      Enter: () => (row.node.group ? this.toggle(at) : this.jump(row.node.call)),
      ' ': () => (row.node.group ? this.toggle(at) : this.jump(row.node.call)),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    void action();
  }

  /** @param {number} index */
  focusRow(index) {
    const row = this.rows[index];
    if (!row) return;
    this.focused = row.node.call;
    this.renderRows();
    this.scrollTo(index);
  }

  /** Expands or collapses a row, and requests what is not known yet. @param {number} index */
  async toggle(index) {
    const { node, level, expanded } = this.rows[index];
    if (expanded) this.toggled.set(node.call, false);
    else {
      // A group belongs to its parent.
      const parent = this.rows.findLast((row, other) => other < index && row.level < level)?.node;
      const call = node.group && parent ? parent.call : node.call;
      const { whole } = this.search.childrenOf(call);
      if (!whole) await this.request(this.rangeOf(node, call));
      this.toggled.set(call, true);
    }
    this.rows = treeRows(this.search, this.moment, this.toggled);
    this.focused = node.call;
    this.renderRows();
  }

  /** @param {CallNode} node @param {number} call @returns {import('../../domain/search.js').Range} */
  rangeOf(node, call) {
    const size = node.size || this.search.calls - node.call + 1;
    return { skip: call - 1, budget: Math.min(node.call - 1 + size, this.search.calls), fold: true };
  }
}

/** @param {CallNode} node */
function nameOf(node) {
  if (node.group) return text('treeGroup');
  if (node.cell >= 0) return `${cellName(node.cell)} = ${node.digit}`;
  return node.call === 1 ? text('treeRoot') : text('treeCall', { call: node.call });
}

/** @param {CallNode} node */
function endOf(node) {
  const size = node.size > 1 ? text('treeSize', { size: node.size }) : '';
  const end = { 'dead end': text('treeDeadEnd'), open: text('treeOpen'), solved: text('treeSolved'), returned: '', collapsed: '' };
  return [size, end[node.end]].filter(Boolean).join(text('labList'));
}
