// The geometry of the board: all cells are squares of the same size, in every view and at every size, whatever
// they contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE, SITES, SOLVED, cellOf, launch, visit } from './sites.mjs';

/** Row 3 has no digit. */
const EMPTY_ROW = '..86..9..49...3............8...1..6..54.6...92..5.9.8......57.3...9...25..3.4.6..';
/** A pattern of digits in two boxes, with five empty rows and three empty columns. */
const CORNERS = '12.......3.........................................................7..9......45..';
const EMPTY = '.'.repeat(81);

const SIZES = [
  [320, 640],
  [360, 740],
  [740, 360],
  [820, 1180],
  [720, 450], // a desktop at 200 %
  [1440, 900],
];

/** Opens another puzzle in the same page. @param {import('playwright-core').Page} page @param {string} line */
async function openLine(page, line) {
  await page.evaluate((text) => (location.hash = `p=${text}`), line);
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('.cell')]
        .map((cell) => cell.querySelector('.value')?.textContent ?? '.')
        .join('') === text,
    line,
  );
}

/**
 * Returns what is wrong with the cells of a board: those that are not at their place in a grid of nine equal
 * rows and columns, and those whose content is larger than the cell.
 * @param {import('playwright-core').Page} page
 * @param {string} cells a selector of the cells
 */
const misplaced = (page, cells) =>
  page.$$eval(cells, (all) => {
    const found = [];
    const board = /** @type {HTMLElement} */ (all[0].closest('#board, .squares'));
    const frame = board.getBoundingClientRect();
    const [width, height] = [board.clientWidth / 9, board.clientHeight / 9];
    if (Math.abs(width - height) > 0.5) found.push(`the board is ${9 * width} by ${9 * height}`);
    all.slice(0, 81).forEach((cell, index) => {
      const box = cell.getBoundingClientRect();
      const left = frame.left + board.clientLeft + (index % 9) * width;
      const top = frame.top + board.clientTop + Math.floor(index / 9) * height;
      const differences = [box.left - left, box.top - top, box.width - width, box.height - height];
      if (differences.some((difference) => Math.abs(difference) > 1))
        found.push(`cell ${index}: ${differences.map((difference) => difference.toFixed(1))}`);
      for (const part of cell.querySelectorAll('[aria-hidden] span, span[aria-hidden]')) {
        const inner = part.getBoundingClientRect();
        if (inner.right > box.right + 1 || inner.bottom > box.bottom + 1 || inner.top < box.top - 1)
          found.push(`cell ${index}: ${part.className || part.textContent} is too large`);
      }
    });
    return found.slice(0, 5);
  });

for (const open of SITES) {
  test(open.name, async (suite) => {
    /** @type {import('playwright-core').Browser} */
    let browser;
    /** @type {import('./sites.mjs').Site} */
    let site;
    suite.before(async () => {
      [browser, site] = await Promise.all([launch(), open()]);
    });
    suite.after(() => Promise.all([browser.close(), site.close()]));

    for (const [width, height] of SIZES) {
      await suite.test(`all cells have the same size at ${width} by ${height}`, async () => {
        const { page, context } = await visit(browser, site, { viewport: { width, height } });
        for (const line of [EMPTY_ROW, CORNERS, EMPTY, SOLVED, SAMPLE]) {
          await openLine(page, line);
          assert.deepEqual(await misplaced(page, '.cell'), [], `play ${line}`);
          await page.click('#automatic');
          assert.deepEqual(await misplaced(page, '.cell'), [], `automatic notes ${line}`);
          await cellOf(page, 20).click();
          for (const digit of '123456789') await page.keyboard.press(`Shift+Digit${digit}`);
          assert.deepEqual(await misplaced(page, '.cell'), [], `corner notes ${line}`);
        }
        await openLine(page, EMPTY_ROW);
        await page.click('[data-view="learn"]');
        await page.click('[data-hint-level="full"]');
        await page.waitForSelector('.candidates .placed, .candidates .struck');
        assert.deepEqual(await misplaced(page, '.cell'), [], 'lesson');
        await page.click('[data-view="laboratory"]');
        await page.waitForSelector('.square');
        assert.deepEqual(await misplaced(page, '.squares > .square'), [], 'laboratory');
        await context.close();
      });
    }

    await suite.test('a click on any cell of an empty board selects that cell', async () => {
      const { page, context } = await visit(browser, site);
      await openLine(page, EMPTY);
      for (let cell = 0; cell < 81; cell += 1) {
        await cellOf(page, cell).click();
        const selected = await page.$$eval('#board [aria-selected="true"]', (cells) =>
          cells.map((one) => one.getAttribute('data-cell')),
        );
        assert.deepEqual(selected, [String(cell)]);
      }
      await context.close();
    });
  });
}
