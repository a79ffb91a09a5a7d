// The page as a whole: accessibility, screen sizes, touch, hostile text, first load and offline use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SAMPLE,
  SITES,
  cellOf,
  launch,
  line,
  practise,
  publish,
  serve,
  showPractised,
  violations,
  visit,
} from './sites.mjs';

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

    for (const theme of ['light', 'dark', 'contrast']) {
      await suite.test(`axe finds no violations in the ${theme} theme`, async () => {
        const { page, context } = await visit(browser, site, {
          hash: `#p=${SAMPLE}`,
          reducedMotion: 'reduce',
        });
        await page.click('#show-settings');
        await page.selectOption('#theme', theme);
        await page.keyboard.press('Escape');
        await cellOf(page, 40).click();
        await page.keyboard.press('m');
        assert.deepEqual(await violations(page), [], 'play');
        for (const dialog of ['#show-new', '#show-import', '#show-export', '#show-games', '#show-settings', '#show-keys']) {
          await page.click(dialog);
          assert.deepEqual(await violations(page), [], dialog);
          await page.keyboard.press('Escape');
        }
        await page.click('#own');
        await page.waitForSelector('.redundant');
        assert.deepEqual(await violations(page), [], 'entering a puzzle');
        await page.click('#undo');
        await page.click('#show-ask');
        await page.selectOption('#ask-operation', 'true-candidates');
        await page.click('#ask-send');
        await page.waitForSelector('#ask-notes');
        assert.deepEqual(await violations(page), [], 'an answer of the engine');
        await page.keyboard.press('Escape');
        await page.click('[data-view="learn"]');
        await practise(page, 'AIC');
        await showPractised(page);
        assert.deepEqual(await violations(page), [], 'practice');
        await page.click('#practice-leave');
        await page.click('[data-hint-level="full"]');
        await page.waitForSelector('.board.lesson');
        assert.deepEqual(await violations(page), [], 'learn');
        await page.click('#learn-path');
        await page.waitForSelector('.steps li');
        assert.deepEqual(await violations(page), [], 'solution path');
        await page.click('#learn-rate');
        await page.waitForSelector('.scale tr.here');
        assert.deepEqual(await violations(page), [], 'difficulty');
        await page.click('[data-view="laboratory"]');
        await page.waitForSelector('.bars tr');
        await page.click('#lab-forward');
        await page.click('#own-solver summary');
        assert.deepEqual(await violations(page), [], 'laboratory');
        await context.close();
      });
    }

    await suite.test('the page fits the width of phones, tablets and desktops', async () => {
      for (const [width, height] of [
        [320, 640],
        [390, 844],
        [820, 1180],
        [1440, 900],
      ]) {
        const { page, context } = await visit(browser, site, { viewport: { width, height } });
        for (const view of ['play', 'learn', 'laboratory']) {
          await page.click(`[data-view="${view}"]`);
          if (view === 'laboratory') await page.waitForSelector('.bars tr');
          if (view === 'laboratory') await page.click('#own-solver summary');
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${view} at ${width}: ${wide} pixels too wide`);
        }
        await context.close();
      }
    });

    await suite.test('buttons are large enough at 200 % and on phones', async () => {
      for (const [width, height] of [
        [640, 450],
        [320, 640],
        [568, 320],
      ]) {
        const { page, context } = await visit(browser, site, { viewport: { width, height } });
        const small = await page.$$eval('#panel-play button', (buttons) =>
          buttons.flatMap((button) => {
            const size = button.getBoundingClientRect();
            return size.width && (size.width < 24 || size.height < 24) ? [button.textContent] : [];
          }),
        );
        assert.deepEqual(small, [], `${width} × ${height}`);
        await context.close();
      }
    });

    await suite.test('with forced colours, what is chosen and what is marked can be seen', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}`, forcedColors: 'active' });
      const outlines = (/** @type {string} */ selector) =>
        page.$$eval(selector, (all) => all.map((one) => getComputedStyle(one).outlineStyle));
      assert.deepEqual(await outlines('.views [aria-current], .modes [aria-checked="true"]'), ['solid', 'solid']);
      await page.locator('[data-cell="2"]').click();
      await page.keyboard.press('5');
      const colour = (/** @type {string} */ selector) =>
        page.$eval(selector, (one) => getComputedStyle(one).backgroundColor);
      assert.notEqual(await colour('.cell.conflict'), await colour('.cell:not([class*="conflict"])'));
      await page.click('[data-view="learn"]');
      await practise(page, 'AIC');
      await showPractised(page);
      await page.locator('.proof [data-line]').nth(2).click();
      await page.locator('.proof [data-line]').nth(3).focus();
      assert.deepEqual(await outlines('.proof [aria-current]'), ['solid']);
      await page.click('[data-view="laboratory"]');
      await page.waitForSelector('.bars tr');
      assert.notEqual(await colour('.swatch.newest'), await colour('.swatch.trying'));
      assert.deepEqual(await outlines('.chips :checked + span'), ['solid', 'solid']);
      await context.close();
    });

    await suite.test('only the board is printed, in its usual size', async () => {
      const { page, context } = await visit(browser, site, {
        hash: `#p=${SAMPLE}`,
        viewport: { width: 794, height: 1123 },
      });
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(
        await page.$eval('.board-area', (area) => {
          const { position, boxShadow } = getComputedStyle(area);
          return [position, boxShadow, Math.round(area.getBoundingClientRect().width)];
        }),
        ['static', 'none', 605],
      );
      assert.ok(!(await page.isVisible('#panel-play')));
      await context.close();
    });

    await suite.test('on a phone, a control that gets the focus is not below the board', async () => {
      const { page, context } = await visit(browser, site, {
        hash: `#p=${SAMPLE}`,
        viewport: { width: 360, height: 740 },
      });
      for (const view of ['play', 'learn']) {
        await page.click(`[data-view="${view}"]`);
        if (view === 'learn') {
          await page.click('#learn-steps');
          await page.waitForSelector('.steps details[open]');
        }
        const panel = page.locator(`#panel-${view}`);
        await panel.locator('button:enabled:visible').last().focus();
        const covered = [];
        for (;;) {
          const place = await page.evaluate(() => {
            const control = document.activeElement;
            if (!control?.closest('.panel')) return null;
            const { left, top, width, height } = control.getBoundingClientRect();
            const shown = document.elementFromPoint(left + width / 2, top + height / 2);
            return { name: control.textContent, isShown: shown !== null && control.contains(shown) };
          });
          if (!place) break;
          if (!place.isShown) covered.push(place.name);
          await page.keyboard.press('Shift+Tab');
        }
        assert.deepEqual(covered, [], view);
      }
      await context.close();
    });

    await suite.test('digits are entered by touch on a phone', async () => {
      const { page, context } = await visit(browser, site, {
        hash: `#p=${SAMPLE}`,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await page.locator('[data-cell="2"]').tap();
      await page.locator('#keypad button').nth(3).tap();
      assert.equal((await line(page))[2], '4');
      await page.locator('#undo').tap();
      assert.equal(await line(page), SAMPLE);
      await context.close();
    });

    await suite.test('shortcuts are listed, and moves are announced to screen readers', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
      await page.setViewportSize({ width: 1280, height: 400 });
      await page.keyboard.press('?');
      assert.ok(await page.isVisible('#dialog-keys'));
      assert.equal(await page.$eval('#dialog-keys', (dialog) => dialog.scrollTop), 0, 'the list starts at its top');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.keyboard.press('Escape');
      await page.locator('[data-cell="2"]').click();
      await page.keyboard.press('4');
      assert.equal(await page.textContent('#announcer'), '4 in row 1 column 3');
      assert.equal(await page.locator('[role="grid"] [role="row"] [role="gridcell"]').count(), 81);
      for (const [key, panel] of [
        ['F2', '#panel-learn'],
        ['F3', '#laboratory'],
        ['F1', '#panel-play'],
      ]) {
        await page.keyboard.press(key);
        assert.ok(await page.isVisible(panel), key);
      }
      await context.close();
    });

    await suite.test('hostile text stays text', async () => {
      const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>';
      const { page, faults, context } = await visit(browser, site, {
        hash: `#p=${SAMPLE}&v=${encodeURIComponent(evil)}`,
      });
      await page.evaluate((text) => {
        localStorage.setItem(
          'veridoku',
          JSON.stringify({
            version: 1,
            past: [],
            present: `p=${'.'.repeat(80)}1`,
            future: [],
            title: text,
            settings: {},
          }),
        );
      }, evil);
      await page.reload();
      await page.waitForSelector('.cell.given');
      assert.equal(await page.textContent('#title'), evil);
      await page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', text);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
      }, `${evil}\n${evil}`);
      await page.waitForFunction(() =>
        document.querySelector('#status')?.textContent?.startsWith('Cannot read this'),
      );
      assert.equal(await page.evaluate(() => Reflect.get(window, 'evil')), undefined);
      assert.deepEqual(faults, []);
      // Even markup inserted into the page by mistake must not run scripts.
      await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.evil = 1';
        document.body.append(script);
        document.body.insertAdjacentHTML('beforeend', '<p onclick="window.evil=1" id="trap">x</p>');
        document.getElementById('trap')?.click();
      });
      assert.equal(await page.evaluate(() => Reflect.get(window, 'evil')), undefined);
      await context.close();
    });

    await suite.test('the first load is small', async () => {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      /** @type {Promise<number>[]} */
      const sizes = [];
      context.on('requestfinished', (request) =>
        sizes.push(request.sizes().then((size) => size.responseBodySize)),
      );
      await page.goto(site.address);
      await page.waitForSelector('.cell.given');
      await page.click('#check');
      await page.waitForFunction(
        () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
      );
      const ready = await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      console.log(
        `# ${site.name}: ${sizes.length} files, ${Math.round(bytes / 1000)} kB transferred, ` +
          `usable after ${Math.round(ready)} ms`,
      );
      assert.ok(bytes > 20_000 && bytes < 492_000, `${bytes} bytes`);
      await context.close();
    });
  });
}

test('the static site works without a network', { skip: !SITES.includes(publish) }, async () => {
  const [browser, site] = await Promise.all([launch(), publish()]);
  const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE}` });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await site.close();
  await page.reload();
  await page.waitForSelector('.cell.given');
  await page.click('[data-view="learn"]');
  await page.click('[data-hint-level="full"]');
  await page.waitForSelector('.candidates .placed');
  await page.click('[data-view="laboratory"]');
  await page.waitForSelector('.run');
  await page.click('#own-solver summary');
  await page.click('#own-run');
  await page.waitForSelector('#own-run:enabled');
  assert.match((await page.textContent('#own-status')) ?? '', /^Solved: 6,428 calls/);
  await context.close();
  await browser.close();
});

test('no game is lost if the server is killed', { skip: !SITES.includes(serve) }, async () => {
  const [browser, first] = await Promise.all([launch(), serve()]);
  const { page, context } = await visit(browser, first, { hash: `#p=${SAMPLE}` });
  await cellOf(page, 2).click();
  await page.keyboard.press('4');
  await first.close('SIGKILL');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('6');
  const second = await serve(Number(new URL(first.address).port));
  await page.reload();
  await page.waitForSelector('.cell.given');
  assert.equal((await line(page)).slice(0, 4), '5346');
  await page.keyboard.press('Control+z');
  assert.equal((await line(page)).slice(0, 4), '534.');
  await context.close();
  await Promise.all([browser.close(), second.close()]);
});
