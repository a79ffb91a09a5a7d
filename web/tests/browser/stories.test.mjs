// The laboratory's guided comparisons, quiz, links, export, times and languages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { STORIES } from '../../scripts/domain/stories.js';
import { openModule } from '../../tools/wasm-module.mjs';
import { SAMPLE, SITES, eventually, launch, serve, siteFile, violations, visit } from './sites.mjs';

/** Calls after which a solver gives up; a claim about it must hold for this number already. */
const BUDGET = 500_000;

/** @param {import('playwright-core').Page} page */
const step = async (page) => Number((await page.textContent('#lab-step'))?.replaceAll(',', ''));

/** Waits until the solvers have run. @param {import('playwright-core').Page} page @param {number} count */
const waitForRuns = (page, count) =>
  page.waitForFunction(
    (runs) =>
      document.querySelectorAll('.run').length === runs &&
      document.querySelector('#lab-boards')?.getAttribute('aria-busy') === 'false',
    count,
  );

for (const open of SITES) {
  test(open.name, { timeout: 900_000 }, async (suite) => {
    const site = await open();
    const browser = await launch();
    suite.after(async () => {
      await browser.close();
      await site.close();
    });

    await suite.test('every claim of the stories is true', async () => {
      const ask = open === serve ? overHttp(site.address) : await openModule(siteFile('wasm/simd128.wasm'));
      for (const { puzzle, claims, text } of STORIES.flatMap(({ pages }) => pages)) {
        const algorithms = [...new Set(claims.flatMap((claim) => [claim[0], ...(isSolver(claim) ? [claim[2]] : [])]))];
        if (!algorithms.length) continue;
        const options = { algorithms, budget: BUDGET };
        const { results } = await ask({ operation: 'compare', puzzle, from: 'line', options });
        const find = (/** @type {unknown} */ name) => results.find((/** @type {any} */ row) => row.algorithm === name);
        for (const claim of claims) {
          const [row, other] = [find(claim[0]), find(claim[2])];
          const told = `${text}: ${claim.join(' ')}`;
          if (claim[1] === '=') assert.equal(row.calls, other.calls, told);
          else if (claim[1] === '≠') assert.notEqual(row.solution, other.solution, told);
          else if (claim[1] === 'calls') assert.equal(row.calls, claim[2], told);
          else if (claim[1] === 'ends') assert.equal(row.status, claim[2], told);
          else assert.ok(other.finished && row.calls >= other.calls * Number(claim[3]), told);
        }
      }
    });

    await suite.test('each story is followed to its end', async () => {
      const { page, faults, context } = await visit(browser, site);
      await page.click('[data-view="laboratory"]');
      for (const { id, pages } of STORIES) {
        await page.locator('#stories').evaluate((list) => list.setAttribute('open', ''));
        await page.click(`#stories a[href="#laboratory?story=${id}&page=1"]`);
        for (const [index, { solvers }] of pages.entries()) {
          await page.waitForFunction(
            (number) => document.querySelector('.story-place')?.textContent?.startsWith(`${number} of`),
            index + 1,
          );
          await page.waitForFunction(
            (names) =>
              [...document.querySelectorAll('.run')].map((run) => run.getAttribute('data-algorithm')).join() === names &&
              !/[…{}]/.test(document.querySelector('.story-text')?.textContent ?? '…'),
            solvers.join(),
          );
          await page.click('.story .primary');
        }
        await page.waitForSelector('#story', { state: 'hidden' });
      }
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a page turned just before the URL is written is opened', async () => {
      const { page, context } = await visit(browser, site, { hash: '#laboratory?story=resume&page=1' });
      await waitForRuns(page, 2);
      await page.evaluate(() => {
        for (const selector of ['.story .primary', '#lab-copy-link'])
          /** @type {HTMLElement} */ (document.querySelector(selector)).click();
      });
      await page.waitForFunction(() => document.querySelector('.story-place')?.textContent?.startsWith('2 of'));
      await context.close();
    });

    await suite.test('a link opens a puzzle, solvers and a step; reload, back and forward keep them', async () => {
      const hash = `#laboratory?p=${SAMPLE}&solvers=restart,mrv,dlx&at=120`;
      const { page, faults, context } = await visit(browser, site, { hash });
      await waitForRuns(page, 3);
      assert.equal(await step(page), 120);
      assert.ok(await page.isVisible('#lab-preset'), 'the game is another one');
      assert.equal(await page.textContent('#announcer'), '', 'nothing is said about the game');
      const tops = await page.$$eval('.run', (runs) => runs.map((run) => run.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, 'three boards are side by side');
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => /at=121/.test(location.hash));
      await page.reload();
      await waitForRuns(page, 3);
      assert.equal(await step(page), 121);
      await page.evaluate(() => (location.hash = '#laboratory?story=order&page=2'));
      await waitForRuns(page, 2);
      await page.waitForFunction(() => document.querySelector('#story-title')?.textContent === 'Why order matters');
      await page.goBack();
      await waitForRuns(page, 3);
      assert.equal(await step(page), 121);
      assert.ok(await page.isHidden('#story'));
      await page.goForward();
      await waitForRuns(page, 2);
      // Escape would cancel a comparison that is still running.
      await page.waitForSelector('.bars tr');
      await page.keyboard.press('Escape');
      await page.waitForSelector('#story', { state: 'hidden' });
      await page.waitForFunction(() => document.querySelector('#lab-preset')?.hasAttribute('hidden'));
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('four boards are in one row or in two', async () => {
      const { page, context } = await visit(browser, site, {
        hash: `#laboratory?p=${SAMPLE}&solvers=restart,tables,mrv,dlx`,
      });
      await waitForRuns(page, 4);
      for (const [width, rows] of [[1280, 1], [1600, 1], [1200, 2], [1000, 2], [800, 2], [390, 4]]) {
        await page.setViewportSize({ width, height: 900 });
        // Some titles take two lines.
        const tops = await page.$$eval(rows === 1 ? '.mini' : '.run', (boards) =>
          boards.map((board) => board.getBoundingClientRect().top),
        );
        assert.equal(new Set(tops).size, rows, `${width}`);
        assert.equal(tops.filter((top) => top === tops[0]).length, 4 / rows, `${width}`);
        assert.deepEqual(await violations(page), [], `${width}`);
      }
      await context.close();
    });

    await suite.test('a page turned while its story is loading ends at its own step', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: '#laboratory?story=resume&page=3' });
      await waitForRuns(page, 2);
      const visibility = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
            const boards = find('#lab-boards');
            new MutationObserver((_, observer) => {
              if (boards.getAttribute('aria-busy') !== 'true') return;
              observer.disconnect();
              find('#lab-forward').click();
              find('.story .primary').click();
              resolve(getComputedStyle(find('.run')).visibility);
            }).observe(boards, { attributeFilter: ['aria-busy'] });
            location.hash = '#laboratory?story=tables&page=1';
          }),
      );
      assert.equal(visibility, 'hidden', 'the boards of the other story are not shown');
      await waitForRuns(page, 2);
      const end = Number(await page.getAttribute('#lab-scrub', 'max'));
      assert.ok(end > 10_000);
      assert.equal(await step(page), end);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('odd links do no harm', async () => {
      const hash = '#laboratory?p=nonsense&solvers=nobody,<b>,mrv&at=99999999999&story=none&page=-1&code=cobol';
      const { page, faults, context } = await visit(browser, site, { hash });
      await waitForRuns(page, 1);
      assert.ok((await step(page)) > 0, 'the end');
      await eventually(async () =>
        assert.match((await page.textContent('#lab-note')) ?? '', /^The puzzle in the link cannot be read/),
      );
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the laboratory speaks Chinese', async () => {
      const { page, faults, context } = await visit(browser, site, {
        locale: 'zh-CN',
        hash: '#laboratory?story=cover&page=2',
      });
      await waitForRuns(page, 2);
      assert.equal(await page.getAttribute('#laboratory', 'lang'), 'zh');
      await eventually(async () =>
        assert.match((await page.textContent('.story-text')) ?? '', /舞蹈链只用 1 次调用/),
      );
      await page.waitForSelector('.bars tr');
      const words = await page.evaluate(() => {
        const lab = /** @type {HTMLElement} */ (document.querySelector('#laboratory')).cloneNode(true);
        // The code, the names of cells, and units are the same in every language.
        for (const code of /** @type {HTMLElement} */ (lab).querySelectorAll('pre, textarea, select, dd, .tabs')) code.remove();
        return /** @type {HTMLElement} */ (lab).textContent?.match(/[A-Za-z]{5,}/g) ?? [];
      });
      const known = ['LeetCode', 'JavaScript', 'solveSudoku', 'Enter', 'Python'];
      assert.deepEqual(words.filter((word) => !known.includes(word)), []);
      assert.deepEqual(await violations(page), []);
      await page.click('#show-settings');
      await page.selectOption('#language', 'en');
      await page.click('#dialog-settings .primary');
      await waitForRuns(page, 2);
      assert.equal(await page.getAttribute('#laboratory', 'lang'), 'en');
      await eventually(async () =>
        assert.match((await page.textContent('.story-text')) ?? '', /column 1 has no place for a 3/),
      );
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the comparison has times and can be sorted', async () => {
      const { page, context } = await visit(browser, site, { hash: `#laboratory?p=${SAMPLE}` });
      await page.waitForSelector('.bars tbody tr');
      const first = () => page.getAttribute('.bars tbody tr', 'data-algorithm');
      assert.equal(await first(), 'brute-force');
      const row = page.locator('.bars [data-algorithm="tables"]');
      assert.match((await row.textContent()) ?? '', /4,209\s*4,208\s*(< )?[\d.]+ (µs|ms)(\+[\d.]+ (µs|ms) )?≈ [\d.,]+×/);
      await page.click('.bars [data-column="calls"]');
      assert.equal(await page.getAttribute('.bars th:nth-child(2)', 'aria-sort'), 'ascending');
      const calls = await page.$$eval('.bars tbody td:nth-child(2) > span:first-child', (cells) =>
        cells.map((cell) => cell.textContent ?? ''),
      );
      assert.match(calls[calls.length - 1], /^> /, 'solvers that gave up come last');
      const numbers = calls.slice(0, -1).map((text) => Number(text.replaceAll(',', '')));
      assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
      await page.click('.bars [data-column=""]');
      assert.equal(await first(), 'brute-force');
      await context.close();
    });

    await suite.test('the quiz asks, explains and counts, by keyboard', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#laboratory?p=${SAMPLE}&solvers=tables,dlx` });
      await waitForRuns(page, 2);
      // Escape would cancel a comparison that is still running.
      await page.waitForSelector('.bars tr');
      await page.keyboard.press('End');
      await page.focus('#quiz-start');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.quiz-options button');
      assert.deepEqual(await violations(page), []);
      for (let question = 1; question <= 6; question += 1) {
        await page.waitForSelector('.quiz-options :focus');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.quiz .primary:focus');
        assert.match((await page.textContent('.quiz-result')) ?? '', /^(Right|Not this time)\. \S.{20,}/);
        assert.equal(await page.locator('.quiz-options .right').count(), 1);
        assert.match((await page.textContent('.quiz-score')) ?? '', new RegExp(`of ${question} right`));
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('Escape');
      assert.ok(await page.isHidden('#quiz'));
      assert.ok(await page.evaluate(() => document.activeElement?.id === 'quiz-start'), 'the focus is not lost');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the view is saved as SVG, and the events as JSON', async () => {
      const hash = `#laboratory?p=${SAMPLE}&solvers=tables,mrv&at=41`;
      const { page, context } = await visit(browser, site, { hash });
      await waitForRuns(page, 2);
      const save = async (/** @type {string} */ button) => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return readFile(await download.path(), 'utf8');
      };
      const picture = await save('#lab-save-svg');
      const drawn = await page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
        return [parsed.querySelector('parsererror')?.textContent, parsed.querySelectorAll('rect').length];
      }, picture);
      assert.deepEqual(drawn, [undefined, 1 + 2 * 81]);
      assert.match(picture, /Validity tables: step 41/);
      assert.equal(await page.locator('.square.trying').count(), 1);
      assert.match(picture, /fill="#c5d8f7"/);
      const { puzzle, searches } = JSON.parse(await save('#lab-save-events'));
      assert.equal(puzzle, SAMPLE);
      assert.deepEqual(
        searches.map((/** @type {any} */ search) => [search.algorithm, search.ending, search.events.length > 100]),
        [
          ['tables', 'solved', true],
          ['mrv', 'solved', true],
        ],
      );
      await context.close();
    });

    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await suite.test(`axe finds no violations in a story in the ${colorScheme} theme`, async () => {
        const { page, context } = await visit(browser, site, {
          colorScheme,
          viewport: { width: 390, height: 844 },
          hash: '#laboratory?story=order&page=3',
        });
        await waitForRuns(page, 3);
        await page.waitForSelector('.bars tr');
        assert.deepEqual(await violations(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await context.close();
      });
    }
  });
}

/** Reports whether the last part of a claim is a solver. @param {import('../../scripts/domain/stories.js').Claim} claim */
const isSolver = (claim) => ['=', '≠', '>'].includes(claim[1]);

/** @param {string} address of the site @returns {(request: any) => Promise<any>} */
const overHttp = (address) => async (request) => {
  const response = await fetch(`${address}api/v1/${request.operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return response.json();
};
