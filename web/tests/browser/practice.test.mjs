// Practice: cards, answers, verdicts, progress, keyboard and accessibility.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SITES,
  cellOf,
  eventually,
  launch,
  line,
  openCards,
  practise,
  showPractised,
  violations,
  visit,
} from './sites.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Techniques to practise: a digit is entered in the first one, candidates are removed in the others. */
const TECHNIQUES = ['Hidden Single', 'X-Wing', 'Bivalue Universal Grave + 1'];

/** Waits for a message below the board. @param {Page} page @param {RegExp} words */
const waitForStatus = (page, words) =>
  eventually(async () => assert.match((await page.textContent('#status')) ?? '', words));

/** Returns the conclusion of the step that the board shows. @param {Page} page */
const conclusionOf = (page) =>
  page.$$eval('.cell', (cells) =>
    cells.flatMap((cell, index) =>
      [...cell.querySelectorAll('.candidates :is(.struck, .placed)')].map((note) => ({
        cell: index,
        digit: note.textContent ?? '',
        isPlaced: note.classList.contains('placed'),
      })),
    ),
  );

/** Looks at the step, and returns its conclusion and to the board. @param {Page} page */
async function look(page) {
  await showPractised(page);
  const conclusion = await conclusionOf(page);
  await page.click('#lesson-close');
  await page.waitForFunction(() => !document.querySelector('.board.lesson'));
  return conclusion;
}

/**
 * Selects cells and types digits.
 * @param {Page} page
 * @param {{cell: number, digit: string}[]} candidates
 */
async function enter(page, candidates) {
  for (const { cell, digit } of candidates) {
    await cellOf(page, cell).click();
    await page.keyboard.press(digit);
  }
}

/** Returns the progress on a card. @param {Page} page @param {string} technique */
const cardOf = (page, technique) => page.textContent(`.card-start[data-technique="${technique}"] .aside`);

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

    await suite.test('positions of three techniques are solved, and the progress is kept', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: '#learn' });
      for (const technique of TECHNIQUES) {
        await practise(page, technique);
        const conclusion = await look(page);
        // A position whose step was shown does not count, so the learner comes back to it.
        await page.click('#practice-all');
        await page.click(`.card-start[data-technique="${technique}"]`);
        await page.waitForFunction(() => document.querySelector('#practice-skip')?.textContent === 'Skip');
        await enter(page, conclusion);
        await page.click('#practice-check');
        await waitForStatus(page, /^Right: /);
        await page.waitForSelector('.board.lesson');
        assert.equal(await page.textContent('#lesson h2'), technique);
        assert.equal(await page.textContent('#practice-check'), 'Next position');
        assert.equal(await page.locator('.proof .legend').count(), 0, 'the legend is about chains');
      }
      await page.reload();
      await page.waitForSelector('#practice-check');
      await openCards(page);
      for (const technique of TECHNIQUES)
        assert.match((await cardOf(page, technique)) ?? '', /^1 of \d+$/);
      await page.getByText('Reset progress').click();
      await eventually(async () => assert.match((await cardOf(page, 'X-Wing')) ?? '', /^0 of \d+$/));
      await page.getByText('Undo', { exact: true }).last().click();
      await eventually(async () => assert.match((await cardOf(page, 'X-Wing')) ?? '', /^1 of \d+$/));
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('an answer can be missing, wrong, incomplete or unproved', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: '#learn' });
      await practise(page, 'Locked Candidates Type 1 (Pointing)');
      await page.click('#practice-check');
      await waitForStatus(page, /^You have not answered yet/);
      const conclusion = await look(page);
      // A digit of the solution cannot be eliminated.
      const cells = await page.$$eval('.cell', (all) =>
        all.flatMap((cell, index) => {
          const notes = [...cell.querySelectorAll('.candidates span')];
          const digits = notes.flatMap((note) => note.textContent || []);
          return digits.length === 2 ? [{ cell: index, digits }] : [];
        }),
      );
      const isFree = (/** @type {number} */ cell) => !conclusion.some((other) => other.cell === cell);
      const [{ cell, digits }] = cells.filter((pair) => isFree(pair.cell));
      const verdicts = [];
      for (const digit of digits) {
        await enter(page, [{ cell, digit }]);
        await page.click('#practice-check');
        await waitForStatus(page, /^(That does not follow|True)/);
        verdicts.push(await page.textContent('#status'));
        await page.click('#practice-undo');
      }
      const wrong = verdicts.filter((verdict) => /^That does not follow\. Wrong: /.test(verdict ?? ''));
      assert.equal(wrong.length, 1, `${verdicts}`);
      await enter(page, conclusion.slice(0, 1));
      await page.click('#practice-check');
      await waitForStatus(page, conclusion.length > 1 ? /^Right: .* Conclusions still missing: / : /^Right: /);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('an answer of a harder technique is true, but there is a simpler step', async () => {
      const { page, context } = await visit(browser, site, { hash: '#learn' });
      await practise(page, 'X-Wing');
      await page.click('#practice-leave');
      await page.click('#learn-steps');
      await page.waitForSelector('.steps li');
      const harder = page.locator('.steps details').last();
      await harder.locator('summary').click();
      await harder.locator('li button').last().click();
      const conclusion = await conclusionOf(page);
      await practise(page, 'X-Wing');
      await enter(page, conclusion);
      await page.click('#practice-check');
      await waitForStatus(page, /^True, but there is a simpler step: X-Wing\.$/);
      await context.close();
    });

    await suite.test('after the stored positions, new ones are generated', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: '#learn' });
      await page.evaluate(() => {
        const solved = Array.from({ length: 100 }, (_, number) => number);
        localStorage.setItem('veridoku-practice', JSON.stringify({ 'X-Wing': { solved, generated: 0 } }));
      });
      await practise(page, 'X-Wing');
      await eventually(async () =>
        assert.match((await page.textContent('#practice-head')) ?? '', /Generated position/),
      );
      const first = await line(page);
      await page.click('#practice-skip');
      await eventually(async () => assert.notEqual(await line(page), first));
      const conclusion = await look(page);
      await enter(page, conclusion);
      await page.click('#practice-check');
      await waitForStatus(page, /^Right: X-Wing/);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('techniques that are switched off are not offered', async () => {
      const { page, context } = await visit(browser, site, { hash: '#learn' });
      await page.click('#show-techniques');
      await page.locator('#technique-order li', { hasText: /^ X-Wing/ }).getByRole('checkbox').uncheck();
      await page.keyboard.press('Escape');
      await openCards(page);
      assert.equal(await page.locator('.card-start[data-technique="X-Wing"]').count(), 0);
      assert.equal(await page.locator('.card-start[data-technique="Swordfish"]').count(), 1);
      await context.close();
    });

    await suite.test('everything works with the keyboard', async () => {
      const { page, context } = await visit(browser, site, { hash: '#learn' });
      await page.focus('#show-practice');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#dialog-practice[open]');
      await page.focus('.card-start[data-technique="Naked Single"]');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#practice-check');
      await page.waitForSelector('#board :focus');
      await cellOf(page, 40).focus();
      await page.keyboard.press('h');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Where to look');
      await page.keyboard.press('Shift+H');
      await page.waitForSelector('.board.lesson');
      const [{ cell, digit }] = await conclusionOf(page);
      await page.keyboard.press('Escape');
      await page.focus('#practice-show');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.board.lesson');
      const focused = () => page.evaluate(() => document.activeElement?.id);
      assert.equal(await focused(), 'practice-check', 'the focus stays in the panel');
      await page.keyboard.press('Escape');
      await cellOf(page, 40).focus();
      const [row, column] = [Math.floor(cell / 9), cell % 9];
      await page.keyboard.press('Control+Home');
      for (let down = 0; down < row; down += 1) await page.keyboard.press('ArrowDown');
      for (let right = 0; right < column; right += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press(digit);
      await page.keyboard.press('Enter');
      await waitForStatus(page, /^Right: Naked Single/);
      await page.keyboard.press('Enter');
      await waitForStatus(page, /^Find a step with Naked Single/);
      await context.close();
    });

    await suite.test('the dialog and the panel are accessible, in Chinese and on a phone, too', async () => {
      const { page, context } = await visit(browser, site, {
        hash: '#learn',
        locale: 'zh-CN',
        colorScheme: 'dark',
        viewport: { width: 360, height: 740 },
      });
      await openCards(page);
      assert.deepEqual(await violations(page), [], 'cards');
      assert.equal(await page.textContent('#practice-title'), '练习');
      await page.click('.card-start[data-technique="X-Wing"]');
      await page.waitForSelector('#practice-check');
      await waitForStatus(page, /^请用 X-Wing/);
      assert.deepEqual(await violations(page), [], 'panel');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${width}`);
      await showPractised(page);
      const [board, next] = await Promise.all(
        ['#board', '#practice-check'].map((selector) => page.locator(selector).boundingBox()),
      );
      assert.ok(board && next && next.y > board.y + board.height && next.y < 700, 'the button is visible');
      const card = await page.locator('#lesson').boundingBox();
      assert.ok(card && card.y < 600, 'the explanation begins on the screen');
      const [area, head] = await Promise.all(
        ['#board-area', '#practice-head'].map((selector) => page.locator(selector).boundingBox()),
      );
      assert.ok(area && head && head.y > area.y + area.height + 7, 'the board does not cover the panel');
      await page.click('[data-view="play"]');
      // The keypad is back.
      await page.locator('#panel-play #keypad').waitFor();
      await context.close();
    });

    await suite.test('a slow task and a failed one are described in the chosen language', async () => {
      const { page, context } = await visit(browser, site, {
        serviceWorkers: 'block',
        hash: '#learn',
        locale: 'zh-CN',
      });
      await context.route('**/styles/practice.css', (route) => route.abort());
      await page.click('#show-practice');
      await waitForStatus(page, /^练习加载失败/);
      assert.equal(await page.getAttribute('#status', 'lang'), 'zh');
      await context.unroute('**/styles/practice.css');
      await openCards(page);
      await page.waitForFunction(() => document.querySelectorAll('link[href$="practice.css"]').length === 1);
      await context.route('**/data/practice/bf2.json', () => {});
      await page.click('.card-start[data-technique="X-Wing"]');
      await page.waitForSelector('#busy:not([hidden])');
      assert.equal(await page.getAttribute('#busy', 'lang'), 'zh');
      assert.equal(await page.textContent('#busy-cancel'), '取消');
      await context.close();
    });

    await suite.test('a failed load is reported once', async () => {
      const { page, context } = await visit(browser, site, { serviceWorkers: 'block', hash: '#learn' });
      await context.route('**/practice.js', (route) => route.abort());
      await page.click('#show-practice');
      await waitForStatus(page, /^Practice could not be loaded/);
      await page.click('[data-hint-level="where"]');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Where to look');
      await context.close();
    });
  });
}
