// Hints, lessons and the laboratory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SAMPLE,
  SITES,
  cellOf,
  launch,
  line,
  openCards,
  practise,
  showPractised,
  violations,
  visit,
} from './sites.mjs';

/** A puzzle that needs chains. */
const HARD = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';

/** A puzzle that takes textbook solvers a long time. */
const LONG = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

/** Shows the example of a technique. @param {import('playwright-core').Page} page @param {string} technique */
async function showExample(page, technique) {
  await openCards(page);
  await page.getByLabel(`Lesson: ${technique}`, { exact: true }).click();
  await page.waitForFunction((name) => document.querySelector('#lesson h2')?.textContent === name, technique);
}

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

    await suite.test('hints have three levels, and the step can be applied', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await page.click('[data-hint-level="where"]');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Where to look');
      assert.ok(
        (await page.locator('.cell.house, .cell.highlighted').count()) > 0,
        'the place is highlighted',
      );
      await page.click('[data-hint-level="what"]');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Naked Single');
      await page.click('[data-hint-level="full"]');
      await page.waitForSelector('.candidates .placed');
      assert.match((await page.textContent('#lesson')) ?? '', /Write 5 in r5c5/);
      await page.click('#lesson-apply');
      assert.equal((await line(page))[40], '5');
      await page.keyboard.press('Control+z');
      assert.equal(await line(page), SAMPLE);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('Play takes digits while Learn shows a step, which stays there', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await page.click('[data-hint-level="full"]');
      await page.waitForSelector('.candidates .placed');
      await page.keyboard.press('4');
      assert.match((await page.textContent('#status')) ?? '', /^The board shows a step\./);
      await page.click('[data-view="play"]');
      // Play shows the game, and Learn still shows the step.
      await page.waitForFunction(() => !document.querySelector('.candidates'));
      await page.click('[data-view="learn"]');
      await page.waitForSelector('.candidates .placed');
      await page.click('[data-view="play"]');
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      assert.equal((await line(page))[2], '4');
      await page.click('#undo');
      await page.click('[data-view="learn"]');
      await page.click('[data-hint-level="full"]');
      await page.waitForSelector('.candidates .placed');
      await page.keyboard.press('4');
      await page.click('#lesson-close');
      assert.equal(await page.textContent('#status'), '');
      await page.keyboard.press('4');
      assert.equal((await line(page))[2], '4');
      await context.close();
    });

    await suite.test('a mistake is reported before any step', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await cellOf(page, 2).click();
      await page.keyboard.press('1');
      await page.keyboard.press('h');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Mistake found');
      assert.match((await page.textContent('#lesson')) ?? '', /r1c3/);
      await context.close();
    });

    await suite.test('a single note is no mistake', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await cellOf(page, 2).click();
      await page.keyboard.press('Control+2');
      await page.click('#check');
      await page.waitForFunction(
        () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
      );
      await page.keyboard.press('Shift+H');
      await page.waitForFunction(() => document.querySelector('#lesson h2')?.textContent === 'Naked Single');
      await context.close();
    });

    await suite.test('a proof is walked through line by line, and case by case', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: '#learn' });
      await showExample(page, 'Forcing Net Verity');
      await page.waitForSelector('.proof [role="tab"]');
      assert.match((await page.textContent('#lesson strong')) ?? '', /^Write \d in /);
      const lines = () => page.locator('.proof [data-line]').allTextContents();
      const links = () => page.locator('.overlay path[marker-end]').count();
      const all = await links();
      const inCaseOne = await lines();
      await page.locator('.proof [data-line]').nth(3).click();
      const later = page.locator('.proof .later');
      assert.equal(await later.count(), inCaseOne.length - 4, 'later lines are dimmed');
      assert.equal(await page.locator('.candidates .current').count(), 1, 'one inference is highlighted');
      assert.ok((await links()) < all, 'later links are not drawn');
      await page.keyboard.press('ArrowUp');
      assert.equal(await page.locator('.proof [aria-current]').textContent(), inCaseOne[2]);
      const current = () => page.evaluate(() => document.activeElement?.getAttribute('data-line'));
      assert.equal(await current(), '2', 'the focus moves with the line');
      await page.locator('.proof [role="tab"]').nth(0).focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.proof [aria-selected="true"]').textContent(), 'Case 2');
      assert.notDeepEqual(await lines(), inCaseOne);
      assert.match((await page.textContent('.proof [aria-current]')) ?? '', /Suppose r\dc\d is \d\./);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Case 2');
      await page.getByText('Show all').click();
      assert.equal(await links(), all);
      await page.click('.proof .play');
      await page.waitForSelector('.proof [data-line="1"][aria-current]');
      await page.click('.proof .play');
      assert.equal(await page.textContent('.proof .play'), 'Play proof');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('hints use the techniques of the player, in their order', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      const hint = async () => {
        await page.click('[data-hint-level="what"]');
        await page.waitForSelector('#lesson h2');
        return page.textContent('#lesson h2');
      };
      assert.equal(await hint(), 'Naked Single');
      await page.click('#lesson-close');
      await page.click('#show-techniques');
      await page.locator('#technique-order').getByLabel('Naked Single', { exact: true }).uncheck();
      await page.keyboard.press('Escape');
      assert.equal(await hint(), 'Hidden Single');
      await page.click('#lesson-close');
      await page.click('#show-techniques');
      await page.click('#techniques-all');
      await page.click('[aria-label="Move Hidden Single up"]');
      const first = await page.locator('#technique-order label').allTextContents();
      assert.deepEqual(first.slice(0, 3), [' Full House', ' Hidden Single', ' Naked Single']);
      await page.keyboard.press('Escape');
      await page.reload();
      assert.equal(await hint(), 'Hidden Single', 'the order is saved');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a lesson shows its example, its counter-example and practice', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await openCards(page);
      await page.getByLabel('Lesson: X-Wing', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('.technique');
      const focused = () => page.evaluate(() => document.activeElement?.className);
      assert.equal(await focused(), 'technique', 'the lesson has the focus');
      assert.equal(await page.textContent('.technique h2'), 'X-Wing');
      assert.ok((await page.locator('.technique li').count()) > 1, 'what to look for');
      assert.match((await page.textContent('#lesson')) ?? '', /9 has two places in row 1.*Eliminate 9 from /);
      assert.equal(await page.locator('.candidates .pattern').count(), 4);
      const pressed = page.locator('.technique [aria-pressed="true"]');
      assert.equal(await pressed.textContent(), 'Example');
      const game = await line(page);
      await cellOf(page, 40).focus();
      await page.keyboard.press('Enter');
      assert.equal(await line(page), game, 'examples cannot be applied to the game');
      assert.deepEqual(await violations(page), []);
      await page.getByText('Not this', { exact: true }).click();
      assert.equal(await pressed.textContent(), 'Not this');
      assert.match((await page.textContent('#lesson')) ?? '', /third place for it, r5c4/);
      assert.equal(await page.locator('[data-cell="39"] .extra').textContent(), '5', 'the spoiler is marked');
      await page.click('#lesson-close');
      assert.equal(await page.locator('.technique').count(), 0);
      assert.equal(await line(page), SAMPLE);
      await openCards(page);
      await page.getByLabel('Lesson: X-Wing', { exact: true }).click();
      await page.getByText('Practise this').click();
      await page.waitForFunction(() => document.querySelector('#title')?.textContent === 'Practice · X-Wing');
      assert.equal(await page.locator('.technique').count(), 0);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a step has the lesson of its technique, in the chosen language', async () => {
      // A service worker would answer instead of the network.
      const options = /** @type {const} */ ({ locale: 'zh-CN', serviceWorkers: 'block' });
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}`, ...options });
      await page.click('[data-view="learn"]');
      await page.click('#learn-path');
      await page.waitForSelector('.steps li');
      await page.locator('.steps button').nth(20).click();
      const step = await page.textContent('#lesson');
      const lessons = '**/data/lessons/zh.json';
      await page.route(lessons, (route) => route.abort());
      await page.getByText('About this technique').click();
      await page.waitForFunction(() => /^课程加载失败/.test(document.querySelector('#status')?.textContent ?? ''));
      assert.equal(await page.textContent('#lesson'), step, 'the step stays if the lesson cannot be loaded');
      await page.unroute(lessons);
      await page.getByText('About this technique').click();
      await page.waitForSelector('.technique[lang="zh"]');
      assert.equal(await page.textContent('.technique h3'), '如何寻找');
      assert.deepEqual(await violations(page), []);
      await page.getByText('回到刚才的步骤').click();
      assert.equal(await page.textContent('#lesson'), step);
      assert.equal(await page.locator('.technique').count(), 0);
      await context.close();
    });

    await suite.test('the solution path is a list of steps to click through', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await page.click('#learn-path');
      await page.waitForSelector('.steps li');
      assert.equal(await page.locator('.steps li').count(), 51);
      await page.locator('.steps button').nth(20).click();
      assert.equal(
        (await line(page)).replaceAll('.', '').length,
        50,
        'twenty steps are applied before the 21st',
      );
      const place = () => page.locator('#lesson-next').boundingBox();
      const before = await place();
      await page.click('#lesson-next');
      assert.deepEqual(await place(), before, 'the button stays in its place');
      assert.equal(await page.locator('.steps [aria-current]').count(), 1);
      await page.click('#lesson-apply-next');
      assert.equal((await line(page)).replaceAll('.', '').length, 52);
      assert.equal(await page.locator('.steps li').count(), 29, 'the rest of the path');
      await page.click('#lesson-apply');
      assert.equal((await line(page)).replaceAll('.', '').length, 53);
      await context.close();
    });

    await suite.test('the buttons of a step keep the keyboard focus in Learn', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await page.click('[data-hint-level="full"]');
      await page.waitForSelector('.board.lesson');
      await page.focus('#lesson-apply-next');
      for (let steps = 1; steps <= 3; steps += 1) {
        const before = await page.textContent('#lesson');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
          (text) => document.querySelector('.board.lesson') && document.querySelector('#lesson')?.textContent !== text,
          before,
        );
        assert.equal(await page.evaluate(() => document.activeElement?.id), 'lesson-apply-next', `step ${steps}`);
      }
      // The buttons of a step disappear with it.
      await page.focus('#lesson-apply');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-hint-level="full"]:focus');
      await context.close();
    });

    await suite.test('all steps, the difficulty and practice positions are shown', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="learn"]');
      await page.click('#learn-steps');
      await page.waitForSelector('.steps li');
      await page.click('#learn-rate');
      await page.waitForSelector('.scale tr.here');
      assert.match((await page.textContent('.figures')) ?? '', /1\.2/);
      for (const technique of ['X-Wing', 'AIC']) {
        await practise(page, technique);
        await showPractised(page);
        await page.waitForFunction(
          (name) => document.querySelector('#lesson h2')?.textContent === name,
          technique,
        );
      }
      assert.equal(await page.locator('#learn-list .figures').count(), 0, 'the rating of the previous puzzle is removed');
      assert.ok((await page.locator('.overlay path.strong').count()) > 0, 'strong links are drawn');
      assert.ok((await page.locator('.overlay path.weak').count()) > 0, 'weak links are drawn');
      await context.close();
    });

    await suite.test('on a phone, a hard puzzle is solved with the board and the buttons in their places', async () => {
      const { page, faults, context } = await visit(browser, site, {
        hash: `#p=${HARD}`,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      });
      await page.locator('[data-view="learn"]').tap();
      await page.locator('[data-hint-level="full"]').tap();
      await page.waitForSelector('.board.lesson');
      const places = new Set();
      for (let steps = 0; ; steps += 1) {
        assert.ok(steps < 300, 'the puzzle is solved');
        if (steps % 5 === 0) await page.evaluate(() => scrollTo(0, 300));
        if (steps % 5 === 2) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const board = await page.locator('#board').boundingBox();
        assert.ok(board && board.y > -1 && board.y + board.height < 500, JSON.stringify(board));
        const button = await page.locator('#lesson-apply-next').boundingBox();
        assert.ok(button && button.y + button.height <= 740, JSON.stringify(button));
        places.add(button.y);
        const before = await page.textContent('#lesson');
        await page.locator('#lesson-apply-next').tap();
        await page.waitForFunction((text) => document.querySelector('#lesson')?.textContent !== text, before);
        await page.waitForFunction(() => document.querySelector('.board.lesson') || document.querySelector('.won'));
        if (await page.locator('.board.won').count()) break;
      }
      assert.equal(places.size, 1, `the button was at ${[...places]}`);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('colourings have the colours of their words, and almost locked sets have letters', async () => {
      const { page, context } = await visit(browser, site, { hash: '#learn' });
      await showExample(page, 'Simple Colors Wrap');
      const colours = await page.$$eval('.candidates .struck', (notes) =>
        notes.map((note) => [note.className, getComputedStyle(note).backgroundColor]),
      );
      assert.ok(colours.length > 1);
      const drawn = await page.$eval(
        '.candidates .pattern',
        (note) => getComputedStyle(note).backgroundColor,
      );
      for (const [name, background] of colours)
        assert.ok(name === 'second struck' || (name === 'pattern struck' && background === drawn), name);
      await page.click('#lesson-close');
      await showExample(page, 'Almost Locked Set Chain');
      const letters = await page.$$eval('.cell .sets span', (names) => names.map((name) => name.textContent));
      const words = (await page.textContent('#lesson')) ?? '';
      const named = [...new Set(letters)].sort();
      assert.deepEqual(named, [...words.matchAll(/[Ss]et (\w) is/g)].map((found) => found[1]).sort());
      const backgrounds = await page.$$eval('.candidates span[class]:not(.struck)', (notes) =>
        notes.map((note) => getComputedStyle(note).backgroundColor),
      );
      assert.equal(new Set(backgrounds).size, named.length, 'every set has its own colour');
      await context.close();
    });

    await suite.test('a hard puzzle gets a hint', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${HARD}` });
      await page.click('[data-view="learn"]');
      await page.click('[data-hint-level="where"]');
      await page.waitForSelector('#lesson h2');
      const times = [];
      for (let round = 0; round < 5; round += 1) {
        await page.click('#lesson-close');
        times.push(
          await page.evaluate(async () => {
            const start = performance.now();
            /** @type {HTMLButtonElement} */ (document.querySelector('[data-hint-level="full"]')).click();
            while (!document.querySelector('.candidates'))
              await new Promise((resolve) => setTimeout(resolve, 1));
            return performance.now() - start;
          }),
        );
      }
      console.log(`# ${site.name}: hints took ${times.map((time) => Math.round(time)).join(', ')} ms`);
      await context.close();
    });

    await suite.test('searches are played, stepped, scrubbed and compared', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="laboratory"]');
      await page.waitForSelector('.run');
      assert.equal(await page.locator('.run').count(), 2);
      for (let step = 0; step < 4; step += 1) await page.click('#lab-forward');
      const tables = page.locator('[data-algorithm="tables"]');
      assert.equal(await tables.locator('.square.newest').count(), 1, 'call, choose, try, place');
      await page.waitForFunction(() =>
        /write\(row, column, digit\)/.test(document.querySelector('code.now')?.textContent ?? ''),
      );
      await page.click('#code-rust');
      await page.waitForFunction(() => /run\.place/.test(document.querySelector('code.now')?.textContent ?? ''));
      await page.click('#lab-back');
      assert.equal(await tables.locator('.square.newest').count(), 0, 'the step back removes the digit');
      await page.keyboard.press('End');
      await page.waitForFunction(
        () => document.querySelectorAll('[data-algorithm="tables"] .square.placed').length === 51,
      );
      assert.match((await tables.locator('.counters').textContent()) ?? '', /calls4,209/);
      await page.locator('#lab-algorithms').getByText('Dancing links').click();
      await page.locator('#lab-algorithms').getByText('Constraint propagation').click();
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 4);
      await page.waitForSelector('.bars tr');
      assert.equal(await page.locator('.bars tbody tr').count(), 13);
      await page.keyboard.press('Home');
      assert.equal(await page.textContent('#lab-step'), '0');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test(
      'long searches run in sync with the same budget, and an empty selection is explained',
      async () => {
        const { page, context } = await visit(browser, site, { hash: `#p=${LONG}` });
        await page.click('[data-view="laboratory"]');
        await page.waitForFunction(() => document.querySelectorAll('.run').length === 2);
        // In a single evaluate call, because the recording may finish quickly.
        const note = await page.evaluate(() => {
          /** @type {HTMLInputElement} */ (
            document.querySelector('#lab-algorithms [value="brute-force"]')
          ).click();
          return document.querySelector('#lab-note')?.textContent;
        });
        assert.match(note ?? '', /^Recording Brute force/);
        await page.waitForFunction(() => document.querySelectorAll('.run').length === 3);
        const calls = (/** @type {string} */ name) =>
          page.evaluate(
            (algorithm) =>
              Number(
                document
                  .querySelector(`[data-algorithm="${algorithm}"] dd`)
                  ?.textContent?.replaceAll(',', ''),
              ),
            name,
          );
        await page.keyboard.press('End');
        const most = await calls('brute-force');
        assert.ok(most >= 500_000, `the search gives up after ${most} calls`);
        await page.waitForSelector('.bars tr');
        assert.match(
          (await page.textContent('.bars tr:has-text("Brute force") .figure')) ?? '',
          /^> 200,000$/,
          'the chart gives up earlier',
        );
        // At half time the longest search has made about half its calls, although few of them are recorded.
        await page.evaluate(() => {
          const scrub = /** @type {HTMLInputElement} */ (document.querySelector('#lab-scrub'));
          scrub.value = String(Number(scrub.max) / 2);
          scrub.dispatchEvent(new Event('input'));
        });
        const half = await calls('brute-force');
        assert.ok(half < 0.6 * most, `${half} of ${most} calls`);
        await page.locator('#lab-algorithms').getByText('Dancing links').click();
        await page.waitForFunction(() => document.querySelectorAll('.run').length === 4);
        await page.locator('#lab-algorithms').getByText('Column by column').click();
        await page.waitForFunction(() =>
          /^At most four solvers can be selected/.test(document.querySelector('#lab-note')?.textContent ?? ''),
        );
        for (const box of await page.$$('#lab-algorithms input:checked'))
          await box.evaluate((input) => /** @type {HTMLInputElement} */ (input).click());
        await page.waitForFunction(
          () => document.querySelector('#lab-note')?.textContent === 'Choose an algorithm.',
        );
        assert.ok(await page.isDisabled('#lab-play'));
        assert.ok(!(await page.isVisible('#code-pane')));
        await context.close();
      },
    );

    await suite.test('four searches are played at once', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.click('[data-view="laboratory"]');
      await page.waitForSelector('.run');
      await page.locator('#lab-algorithms').getByText('Dancing links').click();
      await page.locator('#lab-algorithms').getByText('Column by column').click();
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 4);
      const work = await page.evaluate(async () => {
        const speed = /** @type {HTMLInputElement} */ (document.querySelector('#lab-speed'));
        speed.value = '7';
        /** @type {HTMLButtonElement} */ (document.querySelector('#lab-play')).click();
        const times = [];
        let last = await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < 120; frame += 1) {
          const now = await new Promise(requestAnimationFrame);
          times.push(now - last);
          last = now;
        }
        return times.sort((a, b) => a - b);
      });
      console.log(
        `# ${site.name}: frame time ${work[60].toFixed(1)} ms (median), ${work[114].toFixed(1)} ms (95 %)`,
      );
      assert.ok(Number((await page.textContent('#lab-step'))?.replaceAll(',', '')) > 100);
      await context.close();
    });
  });
}
