// The laboratory: sentences, tree strip, jumps, call tree, live state, code in five languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE, SITES, eventually, launch, violations, visit } from './sites.mjs';

/** A search that plain backtracking does not finish: its first row is 987654321. */
const ADVERSARIAL = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';

/**
 * Opens the laboratory with some solvers.
 * @param {import('playwright-core').Page} page
 * @param {string[]} solvers
 */
async function openLaboratory(page, solvers) {
  await page.click('[data-view="laboratory"]');
  await page.waitForSelector('.run');
  await page.evaluate((wanted) => {
    for (const box of document.querySelectorAll('#lab-algorithms input'))
      if (box instanceof HTMLInputElement && box.checked !== wanted.includes(box.value)) box.click();
  }, solvers);
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.run')].map((run) => run.getAttribute('data-algorithm')).sort().join() === wanted &&
      document.querySelector('#lab-boards')?.getAttribute('aria-busy') === 'false',
    [...solvers].sort().join(),
  );
}

/** @param {import('playwright-core').Page} page */
const step = async (page) => Number((await page.textContent('#lab-step'))?.replaceAll(',', ''));

for (const open of SITES) {
  await test(open.name, async (suite) => {
    const site = await open();
    const browser = await launch();
    suite.after(async () => {
      await browser.close();
      await site.close();
    });

    await suite.test('the laboratory is loaded when it is opened, and a failure is explained', async () => {
      const { page, context } = await visit(browser, site, { locale: 'zh-CN', serviceWorkers: 'block' });
      const loaded = () =>
        page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => /laboratory\.(js|css)/.test(name)),
        );
      assert.equal(await loaded(), false);
      await page.route('**/laboratory.css', (route) => route.abort());
      await page.click('[data-view="laboratory"]');
      await page.waitForSelector('#lab-loading button');
      assert.match((await page.textContent('#lab-loading')) ?? '', /^实验室加载失败。.*重新加载页面$/);
      assert.deepEqual(await violations(page), []);
      await page.unrouteAll();
      await page.click('#lab-loading button');
      await page.waitForSelector('.run');
      assert.equal(await loaded(), true);
      assert.ok(await page.isHidden('#lab-loading'));
      await context.close();
    });

    await suite.test('every event has a sentence, announced only when stepping by hand', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['tables']);
      assert.equal(await page.textContent('.sentence'), 'Nothing has happened yet.');
      for (let count = 0; count < 8; count += 1) await page.click('#lab-forward');
      const sentence = 'Tries 1 at r1c4: row 1 already has a 1 at r1c3.';
      assert.equal(await page.textContent('.sentence'), sentence);
      assert.equal(await page.textContent('#lab-live'), sentence);
      assert.equal(await page.locator('.square.clash').count(), 1);
      assert.equal(await page.locator('.live-tables .read').count(), 3);
      await page.click('#lab-play');
      await page.waitForFunction(() => document.querySelector('#lab-step')?.textContent !== '8');
      await page.click('#lab-play');
      assert.equal(await page.textContent('#lab-live'), sentence, 'playing is silent');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('pausing and resuming within a frame does not double the speed', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['tables']);
      const perFrame = await page.evaluate(async () => {
        /** @type {Map<number, number>} */
        const calls = new Map();
        const request = window.requestAnimationFrame;
        window.requestAnimationFrame = (callback) =>
          request((now) => {
            calls.set(now, (calls.get(now) ?? 0) + 1);
            callback(now);
          });
        for (let count = 0; count < 3; count += 1) document.getElementById('lab-play')?.click();
        while (calls.size < 3) await new Promise((resolve) => request(resolve));
        return Math.max(...calls.values());
      });
      assert.equal(perFrame, 1);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the strip and the buttons jump through the search', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['tables', 'static-order']);
      const run = page.locator('[data-algorithm="tables"]');
      await run.locator('[data-jump="backtrack"]').click();
      await page.waitForFunction(() =>
        /^Backtracks/.test(document.querySelector('[data-algorithm="tables"] .sentence')?.textContent ?? ''),
      );
      const first = await step(page);
      await page.keyboard.press('d');
      await page.waitForFunction(() =>
        /^Goes back to/.test(document.querySelector('[data-algorithm="tables"] .sentence')?.textContent ?? ''),
      );
      assert.ok((await step(page)) > first);
      const depth = () => run.locator('.counters div:nth-child(5) dd').textContent();
      const before = Number(await depth());
      await page.keyboard.press('u');
      await page.waitForFunction(
        (old) =>
          Number(document.querySelector('[data-algorithm="tables"] .counters div:nth-child(5) dd')?.textContent) < old,
        before,
      );
      const strip = run.locator('.strip');
      const box = await strip.boundingBox();
      assert.ok(box);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      const end = Number(await strip.getAttribute('aria-valuemax'));
      await eventually(async () =>
        assert.ok(Math.abs((await step(page)) - end / 2) < end / 50, 'a click jumps there'),
      );
      await strip.focus();
      const middle = await step(page);
      await page.keyboard.press('ArrowRight');
      assert.ok((await step(page)) > middle);
      assert.match((await strip.getAttribute('aria-valuetext')) ?? '', /^Step [\d,]+ of [\d,]+, depth \d+$/);
      await page.keyboard.press('End');
      assert.equal(await step(page), end);
      await run.locator('[data-jump="up"]').click();
      await page.waitForFunction(
        () => document.querySelector('#lab-note')?.textContent === 'The search ends before this call returns.',
      );
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the call tree is used with the keyboard', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['tables']);
      await page.click('.tree-panel summary');
      await page.keyboard.press('End');
      await page.waitForSelector('.tree-row.now');
      await page.locator('.tree').focus();
      await page.keyboard.press('Home');
      await page.waitForSelector('.tree-row.focused[aria-level="1"]');
      await page.keyboard.press('ArrowDown');
      await eventually(async () =>
        assert.match((await page.textContent('.tree-row.focused')) ?? '', /r1c3 = 1.*333 calls/),
      );
      assert.equal(await page.getAttribute('.tree-row.focused', 'aria-expanded'), 'false');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('.tree-row.focused[aria-expanded="true"]');
      assert.ok((await page.locator('.tree-row[aria-level="3"]').count()) > 0);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('#lab-step')?.textContent === '5');
      await eventually(async () => assert.match((await page.textContent('.tree-row.now')) ?? '', /r1c3 = 1/));
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('collapsed parts of a long search are shown event by event', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${ADVERSARIAL}` });
      await openLaboratory(page, ['tables', 'mrv']);
      assert.match((await page.textContent('[data-algorithm="tables"] .ending')) ?? '', /^A long search/);
      await page.evaluate(() => {
        const scrub = /** @type {HTMLInputElement} */ (document.querySelector('#lab-scrub'));
        scrub.value = String(Math.floor(Number(scrub.max) / 3));
        scrub.dispatchEvent(new Event('input'));
      });
      const sentence = () => page.textContent('[data-algorithm="tables"] .sentence');
      const isExact = () =>
        page.waitForFunction(
          () => !/collapsed/.test(document.querySelector('[data-algorithm="tables"] .sentence')?.textContent ?? ''),
        );
      await isExact();
      const seen = new Set();
      for (let count = 0; count < 6; count += 1) {
        await page.click('#lab-forward');
        await isExact();
        seen.add(await sentence());
      }
      assert.ok(seen.size >= 4, [...seen].join(' '));
      await page.locator('[data-algorithm="tables"] [data-jump="dead end"]').click();
      await page.waitForFunction(() =>
        /^Goes back/.test(document.querySelector('[data-algorithm="tables"] .sentence')?.textContent ?? ''),
      );
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('each solver shows what it keeps in mind', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['mrv', 'norvig', 'dlx', 'static-order']);
      for (let count = 0; count < 6; count += 1) await page.click('#lab-forward');
      const note = (/** @type {string} */ name, /** @type {number} */ cell) =>
        page.locator(`[data-algorithm="${name}"] .square small`).nth(cell).textContent();
      await eventually(async () => assert.equal(await note('mrv', 2), '3'));
      assert.equal((await note('norvig', 2))?.replace(/\u2007/g, ''), '12346789');
      assert.ok((await page.locator('[data-algorithm="mrv"] .fewest').count()) > 0);
      assert.match((await page.textContent('[data-algorithm="dlx"] .live-matrix')) ?? '', /r5c5 = 5/);
      assert.equal(await page.textContent('[data-algorithm="static-order"] .live-order .now'), 'r5c51');
      await page.click('[data-algorithm="mrv"] .live-panel summary');
      await eventually(async () => assert.equal(await note('mrv', 2), '', 'a closed panel has no notes'));
      await openLaboratory(page, ['restart', 'resume']);
      await page.keyboard.press('End');
      const total = async (/** @type {string} */ name) =>
        Number((await page.textContent(`[data-algorithm="${name}"] .live-total dd`))?.replace(/,| .*/g, ''));
      await page.click('[data-algorithm="restart"] .live-panel summary');
      await page.click('[data-algorithm="resume"] .live-panel summary');
      await eventually(async () =>
        assert.ok((await total('restart')) > (await total('resume')), 'the same calls, but more cells looked at'),
      );
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the code is shown in five languages, and the choice is remembered', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await openLaboratory(page, ['dlx']);
      await page.waitForFunction(() => /class Solution/.test(document.querySelector('#code-text')?.textContent ?? ''));
      await page.locator('#code-python').focus();
      for (const [id, mark] of [
        ['java', 'public void solveSudoku'],
        ['cpp', 'vector<vector<char>>'],
        ['javascript', 'solveSudoku'],
        ['rust', 'SolverRun'],
      ]) {
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction((text) => document.querySelector('#code-text')?.textContent?.includes(text), mark);
        assert.equal(await page.getAttribute(`#code-${id}`, 'aria-selected'), 'true');
      }
      await page.click('#code-java');
      await page.waitForFunction(() => location.hash.includes('code=java'));
      await page.goto('about:blank');
      await page.goto(site.address);
      await page.waitForSelector('html[data-ready]');
      await openLaboratory(page, ['dlx']);
      assert.equal(await page.getAttribute('#code-java', 'aria-selected'), 'true');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('all panels are accessible, also on a phone and in the dark', async () => {
      for (const options of [{}, { viewport: { width: 390, height: 844 } }, { colorScheme: /** @type {const} */ ('dark') }]) {
        const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}`, ...options });
        await openLaboratory(page, ['tables', 'dlx', 'norvig', 'static-sets']);
        for (const panel of await page.$$('.tree-panel summary')) await panel.click();
        await page.keyboard.press('End');
        await page.click('#lab-back');
        assert.deepEqual(await violations(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await context.close();
      }
    });
  });
}
