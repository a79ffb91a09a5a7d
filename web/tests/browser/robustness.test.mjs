// Saved games, undo across puzzles, browser shortcuts, cancelled tasks and recovery after failures.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SAMPLE, SITES, SOLVED, cellOf, eventually, launch, line, publish, visit } from './sites.mjs';

const shared = `#p=${SAMPLE}`;
/** Rated 11.9, which takes the engine seconds to compute. Found by Tarek, 2007. */
const HARDEST = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....';

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

    await suite.test('algorithms are selected and their code is scrolled with the keyboard', async () => {
      const { page, context } = await visit(browser, site, {
        hash: shared,
        viewport: { width: 390, height: 844 },
      });
      await page.keyboard.press('F3');
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 2);
      const box = page.locator('#lab-algorithms input[value="dlx"]');
      await box.focus();
      await page.keyboard.press('Space');
      assert.ok(await box.isChecked());
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 3);
      assert.equal(await page.textContent('#lab-play'), 'Play');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.textContent('#lab-step'), '1', 'a checkbox does not use the arrow keys');
      await page.waitForFunction(() => {
        const code = document.querySelector('#code-text');
        return code && code.scrollWidth > code.clientWidth;
      });
      await page.locator('#code-text').focus();
      // The code may just have been replaced, which ends scrolling.
      await eventually(async () => {
        await page.keyboard.press('ArrowRight');
        assert.ok(await page.$eval('#code-text', (code) => code.scrollLeft > 0));
      });
      assert.equal(await page.textContent('#lab-step'), '1');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
      await page.keyboard.press('Space');
      assert.equal(await page.textContent('#lab-play'), 'Pause', 'elsewhere, Space starts playback');
      await context.close();
    });

    await suite.test('Ctrl+0 is left to the browser', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.keyboard.press('Control+0');
      assert.equal(await page.locator('[data-cell="2"] .value').innerText(), '4');
      await page.keyboard.press('0');
      assert.equal(await page.locator('[data-cell="2"] .value').count(), 0);
      await context.close();
    });

    await suite.test(
      'the image contains the player’s notes, and the check finds eliminated candidates',
      async () => {
        const { page, context } = await visit(browser, site, { hash: shared });
        await cellOf(page, 2).click();
        await page.keyboard.press('Control+4');
        await page.click('#show-export');
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-svg')]);
        assert.equal((await readFile(await download.path(), 'utf8')).match(/<text /g)?.length, 31);
        await page.keyboard.press('Escape');
        await page.keyboard.press('m');
        for (const digit of [1, 2, 4]) await page.keyboard.press(`Control+${digit}`);
        await page.click('#check');
        await page.waitForFunction(() =>
          /missing from the notes in r1c3/.test(document.querySelector('#status')?.textContent ?? ''),
        );
        await page.click('[data-view="learn"]');
        await page.click('[data-hint-level="full"]');
        await page.waitForFunction(() =>
          /mistake|No solution/i.test(document.querySelector('#lesson h2')?.textContent ?? ''),
        );
        await context.close();
      },
    );

    await suite.test('nothing changes during a pause', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.waitForFunction(() => document.querySelector('#time')?.textContent !== '0:00');
      await page.keyboard.press('p');
      const time = await page.textContent('#time');
      await page.click('#restart');
      await page.click('#undo');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('h');
      await page.click('#check');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.textContent('#time'), time);
      assert.ok(await page.$eval('#board', (board) => board.matches('[inert]')));
      await page.keyboard.press('p');
      assert.equal(await line(page), `534${SAMPLE.slice(3)}`);
      // In a single evaluate call, because the timer is running.
      const timeAfterRestart = await page.evaluate(() => {
        document.getElementById('restart')?.click();
        return document.getElementById('time')?.textContent;
      });
      assert.equal(timeAfterRestart, '0:00');
      assert.equal(await line(page), SAMPLE);
      await context.close();
    });

    await suite.test('the timer of a solved game stays stopped after a reload', async () => {
      const { page, context } = await visit(browser, site, { hash: `${shared}&v=${SOLVED.slice(0, 80)}.` });
      await page.evaluate(
        (game) => localStorage.setItem('veridoku', JSON.stringify({ version: 1, present: game })),
        `p=${SAMPLE}&v=${SOLVED}`,
      );
      await page.evaluate(() => localStorage.setItem('veridoku-time', '61000'));
      // A page saves the elapsed time when the user leaves it, so close this page before it can do so.
      const other = await context.newPage();
      await page.close({ runBeforeUnload: false });
      await other.goto(site.address);
      await other.waitForSelector('.cell.given');
      const before = await other.textContent('#time');
      await other.waitForTimeout(2500);
      assert.equal(await other.textContent('#time'), before);
      await context.close();
    });

    await suite.test('two tabs with the same game share it', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      const second = await context.newPage();
      await second.goto(site.address);
      await second.waitForSelector('html[data-ready]');
      assert.equal(await line(second), SAMPLE);
      await cellOf(second, 2).click();
      await second.keyboard.press('4');
      await page.waitForFunction(() => document.querySelector('[data-cell="2"] .value'));
      await second.close();
      await page.keyboard.press('Control+z');
      assert.equal(await line(page), SAMPLE);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a link in a second tab leaves the game of the first one alone', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      const second = await context.newPage();
      await second.goto(`${site.address}#p=${'.'.repeat(80)}7`);
      await second.waitForSelector('html[data-ready]');
      await second.click('#show-settings');
      await second.selectOption('#theme', 'dark');
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      const first = `534${SAMPLE.slice(3)}`;
      assert.equal(await line(page), first);
      await page.reload();
      await page.waitForSelector('.cell.given');
      assert.equal(await line(page), first, 'also after a reload');
      assert.equal(await line(second), `${'.'.repeat(80)}7`);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the Back button returns to the previous view', async () => {
      const { page, context } = await visit(browser, site);
      await page.click('[data-view="learn"]');
      await page.goBack();
      await page.waitForSelector('#panel-play', { state: 'visible' });
      assert.ok(!(await page.isVisible('#panel-learn')));
      await page.goForward();
      await page.waitForSelector('#panel-learn', { state: 'visible' });
      await context.close();
    });

    await suite.test('a link to an empty board does not lose the current game', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.goto(`${site.address}?again#p=${'.'.repeat(81)}`);
      await page.waitForSelector('html[data-ready]');
      assert.equal(await line(page), '.'.repeat(81));
      await page.keyboard.press('Control+z');
      assert.equal(await line(page), `534${SAMPLE.slice(3)}`);
      await context.close();
    });

    await suite.test('a puzzle that arrives late does not replace a newer one', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await page.evaluate(
        async (game) => {
          document.getElementById('show-new')?.click();
          document.getElementById('daily')?.click();
          while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);
          location.hash = game;
        },
        `#p=${'.'.repeat(80)}7`,
      );
      await page.waitForFunction(() => document.querySelectorAll('.cell.given').length === 1);
      await page.click('#check');
      await page.waitForFunction(() => document.querySelector('#status')?.textContent);
      await page.waitForTimeout(2000);
      assert.equal(await line(page), `${'.'.repeat(80)}7`);
      await context.close();
    });

    await suite.test('undo restores the previous game with its title, time and mode', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.waitForFunction(() => document.querySelector('#time')?.textContent !== '0:00');
      const about = () =>
        page.evaluate(() => [
          document.querySelector('#title')?.textContent,
          document.querySelector('#own')?.textContent,
        ]);
      // In a single evaluate call, because the timer is running.
      const times = await page.evaluate(async () => {
        const time = () => document.querySelector('#time')?.textContent;
        const before = time();
        document.getElementById('own')?.click();
        document.getElementById('undo')?.click();
        const after = time();
        document.getElementById('redo')?.click();
        return [before, after];
      });
      assert.equal(times[0], times[1]);
      assert.deepEqual(await about(), ['My puzzle', 'Play it']);
      assert.equal(await page.textContent('#restart'), 'Clear board');
      await page.click('#restart');
      assert.equal(await line(page), '.'.repeat(81));
      await page.click('#undo');
      assert.equal(await line(page), SAMPLE);
      await page.reload();
      await page.waitForSelector('.cell.given');
      assert.deepEqual(await about(), ['My puzzle', 'Play it']);
      await page.click('#undo');
      assert.deepEqual(await about(), ['Shared puzzle', 'Enter your own']);
      assert.equal(await line(page), `534${SAMPLE.slice(3)}`, 'digits are entered as values again');
      await cellOf(page, 3).click();
      await page.keyboard.press('6');
      assert.equal(await line(page), `5346${SAMPLE.slice(4)}`);
      await context.close();
    });

    await suite.test('letter shortcuts work only on the board and can be switched off', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      const automatic = () => page.getAttribute('#automatic', 'aria-pressed');
      await page.locator('#check').focus();
      await page.keyboard.press('m');
      await page.keyboard.press('4');
      assert.deepEqual([await automatic(), await line(page)], ['false', SAMPLE], 'a button has the focus');
      await cellOf(page, 2).click();
      await page.click('#check');
      await page.keyboard.press('m');
      assert.equal(await automatic(), 'true', 'a click leaves the focus on the board');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowRight');
      assert.equal(await page.locator('#board [aria-selected="true"]').count(), 2);
      await page.click('#show-settings');
      await page.uncheck('#setting-letters');
      await page.keyboard.press('Escape');
      await cellOf(page, 2).click();
      await page.keyboard.press('m');
      assert.equal(await automatic(), 'true', 'the shortcut is switched off');
      await page.keyboard.press('4');
      assert.equal((await line(page))[2], '4', 'digits still work on the board');
      await context.close();
    });

    await suite.test('an unreadable link is reported', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      for (const hash of ['p=xyz', 'p=', 'p=%E0%A4%A', 'p=<b>1</b>', `p=${SAMPLE}&v=~~~~`]) {
        await page.evaluate((text) => {
          location.hash = text;
        }, hash);
        await page.waitForFunction(() =>
          /this link/i.test(document.querySelector('#status')?.textContent ?? ''),
        );
        await eventually(async () => assert.equal(new URL(page.url()).hash, '#play'));
        assert.equal(await line(page), SAMPLE);
        await page.keyboard.press('k');
        await page.waitForFunction(
          () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
        );
      }
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test(
      'a slow task is shown as busy, does not block others, and can be cancelled',
      async () => {
        const { page, context } = await visit(browser, site, { hash: `#p=${HARDEST}` });
        await page.click('[data-view="learn"]');
        await page.click('#learn-rate');
        await page.waitForSelector('#busy:not([hidden])');
        await cellOf(page, 0).click();
        await page.keyboard.press('k');
        await page.waitForFunction(
          () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
        );
        assert.equal(await page.textContent('#busy-label'), 'Rating…', 'the rating is still running');
        await page.click('#busy-cancel');
        assert.ok(!(await page.isVisible('#busy')));
        assert.equal(await page.textContent('#status'), 'Cancelled.');
        await page.waitForFunction(() => !document.querySelector('#learn-list')?.textContent);
        // The slow queue accepts the next request.
        await page.evaluate((game) => {
          location.hash = game;
        }, shared);
        await page.click('[data-view="learn"]');
        await page.click('#learn-rate');
        await page.waitForSelector('.scale tr.here');
        await context.close();
      },
    );

    await suite.test(
      'Enter in the seed field uses the last level, and the board gets the focus',
      async () => {
        const { page, context } = await visit(browser, site);
        await page.keyboard.press('n');
        await page.fill('#seed', 'x'.repeat(3000));
        assert.equal((await page.inputValue('#seed')).length, 40);
        await page.fill('#seed', 'stone');
        await page.getByRole('button', { name: 'Easy' }).click();
        await page.waitForFunction(() => document.querySelector('#title')?.textContent?.endsWith('· stone'));
        assert.ok(await page.$eval('#board', (board) => board.contains(document.activeElement)));
        await page.keyboard.press('n');
        await page.fill('#seed', 'leaf');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() =>
          /^Easy .* leaf$/.test(document.querySelector('#title')?.textContent ?? ''),
        );
        await context.close();
      },
    );

    await suite.test(
      'moves are announced even during a conflict, and copying is announced inside the dialog',
      async () => {
        const { page, context } = await visit(browser, site, { hash: shared });
        await cellOf(page, 2).click();
        await page.keyboard.press('5');
        assert.match((await page.textContent('#announcer')) ?? '', /^Two 5s in/);
        await cellOf(page, 12).click();
        await cellOf(page, 30).click();
        await page.keyboard.press('Control+7');
        assert.equal(await page.textContent('#announcer'), 'notes 7 in row 4 column 4');
        await page.keyboard.press('Control+9');
        assert.equal(await page.textContent('#announcer'), 'notes 7 9 in row 4 column 4');
        await page.keyboard.press('Control+z');
        assert.equal(await page.textContent('#announcer'), 'notes 7 in row 4 column 4');
        await page.click('#show-export');
        await page.click('#share-copy');
        await page.waitForFunction(() => document.querySelector('dialog[open] [role="status"]')?.textContent);
        await context.close();
      },
    );
  });
}

for (const file of ['simd128.wasm', 'worker.js']) {
  test(`the engine recovers after ${file} failed to load`, { skip: !SITES.includes(publish) }, async () => {
    const [browser, site] = await Promise.all([launch(), publish()]);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    let broken = true;
    await context.route(`**/${file}`, (route) => (broken ? route.abort() : route.continue()));
    await page.goto(`${site.address}${shared}`);
    await page.waitForSelector('.cell.given');
    /** @param {RegExp} words */
    const waitForStatus = (words) =>
      page.waitForFunction(
        (source) => new RegExp(source).test(document.querySelector('#status')?.textContent ?? ''),
        words.source,
      );
    await page.click('#check');
    await waitForStatus(/engine/);
    await page.click('#check');
    await waitForStatus(/engine/);
    broken = false;
    await page.click('#check');
    await waitForStatus(/^No mistakes so far/);
    await page.click('[data-view="learn"]');
    await page.click('#show-practice');
    await page.waitForFunction(() => document.querySelectorAll('.card-start').length > 50);
    await Promise.all([browser.close(), site.close()]);
  });
}
