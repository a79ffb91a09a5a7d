// Playing, importing, exporting and asking the engine, on the server and on the static site.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SAMPLE, SITES, SOLVED, cellOf, eventually, labelOf, launch, line, notesOf, visit } from './sites.mjs';

/** Removes the title, so that the next one can be waited for. @param {import('playwright-core').Page} page */
const clearTitle = (page) => page.locator('#title').evaluate((title) => (title.textContent = ''));

/** Returns a puzzle as LeetCode writes it. @param {string} line */
const leetcode = (line) => JSON.stringify(line.match(/.{9}/g)?.map((row) => [...row]));

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
    const shared = `#p=${SAMPLE}`;

    await suite.test(
      'digits, notes and colours are entered by keyboard, each undone in one step',
      async () => {
        const { page, faults, context } = await visit(browser, site, { hash: shared });
        await cellOf(page, 2).click();
        await page.keyboard.press('Shift+Digit4');
        await page.keyboard.press('Control+Digit2');
        await page.keyboard.press('v');
        await page.keyboard.press('3');
        assert.match(await labelOf(page, 2), /notes 2, corner notes 4, colour 3/);
        await page.keyboard.press('z');
        await page.keyboard.press('4');
        assert.equal((await line(page))[2], '4');
        for (let count = 0; count < 4; count += 1) await page.keyboard.press('Control+z');
        assert.equal(await labelOf(page, 2), 'row 1 column 3, empty');
        await page.keyboard.press('Control+y');
        assert.match(await labelOf(page, 2), /corner notes 4/);
        assert.deepEqual(faults, []);
        await context.close();
      },
    );

    await suite.test('cells are selected with arrows, WASD and Shift', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 40).click();
      for (const key of ['ArrowUp', 'a', 'w', 'd', 's']) await page.keyboard.press(key);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), '31');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      assert.equal(await page.locator('#board [aria-selected="true"]').count(), 3);
      await page.keyboard.press('Control+a');
      assert.equal(await page.locator('#board [aria-selected="true"]').count(), 81);
      await context.close();
    });

    await suite.test('dragging selects cells, and a note is added to all of them', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).hover();
      await page.mouse.down();
      await cellOf(page, 3).hover();
      await cellOf(page, 12).hover();
      await page.mouse.up();
      await page.keyboard.press('Shift+Digit1');
      assert.equal(await page.locator('.corner').count(), 2);
      await context.close();
    });

    await suite.test('automatic notes stay editable', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await page.click('#automatic');
      await cellOf(page, 2).click();
      await page.keyboard.press('c');
      await page.keyboard.press('1');
      assert.equal(await notesOf(page, 2), '24');
      await page.keyboard.press('z');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('2');
      assert.equal(await notesOf(page, 2), '4');
      await page.keyboard.press('Control+z');
      assert.equal(await notesOf(page, 2), '24');
      await context.close();
    });

    await suite.test('a digit or pairs are highlighted, and single notes are coloured', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      const notes = (/** @type {string} */ selector) => page.locator(`#board ${selector}`).count();
      await page.click('#automatic');
      await cellOf(page, 0).click();
      const fives = await notes('.candidates .same');
      assert.ok(fives > 0, 'the digit of the selected cell is highlighted in the notes');
      await cellOf(page, 2).click();
      assert.equal(await notes('.same'), 0);
      await page.click('#highlight button >> text="5"');
      assert.deepEqual([await notes('.cell.noted'), await notes('.candidates .same')], [fives, fives]);
      await page.keyboard.press('b');
      const pairs = await page.$$eval('.candidates', (grids) => grids.filter((grid) => grid.textContent?.length === 2));
      assert.equal(await notes('.cell.noted'), pairs.length);
      await page.keyboard.press('b');
      await page.keyboard.press('f');
      await page.keyboard.press('f');
      assert.equal(await page.getAttribute('#highlight button >> text="2"', 'aria-pressed'), 'true');
      await page.keyboard.press('v');
      await page.keyboard.press('4');
      assert.equal(await page.textContent('#announcer'), 'colour 4 on 1 candidate');
      assert.equal(await labelOf(page, 2), 'row 1 column 3, empty, notes 1 2 in colour 4 4');
      assert.equal(await notes('.paint-4'), 1);
      await page.reload();
      await page.waitForSelector('.cell.given');
      assert.equal(await notes('.paint-4'), 1);
      await page.click('#show-settings');
      await page.selectOption('#notes', 'line');
      await page.keyboard.press('Escape');
      assert.deepEqual([await notes('.candidates'), await notes('.centre .paint-4')], [0, 1]);
      await page.keyboard.press('Control+z');
      assert.equal(await notes('.paint-4'), 0);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('conflicts are highlighted and explained, and mistakes are found', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('5');
      assert.equal(await page.textContent('#status'), 'Two 5s in row 1: r1c1, r1c3.');
      assert.ok((await page.locator('.cell.conflict').count()) >= 2);
      await page.keyboard.press('1');
      await page.click('#check');
      await page.waitForFunction(() => document.querySelector('#status')?.textContent === 'Incorrect: r1c3.');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await page.click('#check');
      await page.waitForFunction(
        () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
      );
      await context.close();
    });

    await suite.test('the whole puzzle can be solved with the keyboard', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 0).click();
      for (let cell = 0; cell < 81; cell += 1) {
        if (SAMPLE[cell] === '.') await page.keyboard.press(SOLVED[cell]);
        await page.keyboard.press('ArrowRight');
        if (cell % 9 === 8) await page.keyboard.press('ArrowDown');
      }
      assert.equal(await line(page), SOLVED);
      assert.equal(await page.textContent('#status'), 'Solved. Well done!');
      await context.close();
    });

    await suite.test('the hint button gives more help each time', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      const status = () => page.textContent('#status');
      await page.click('#hint');
      await eventually(async () => assert.match((await status()) ?? '', /^Look at /));
      assert.ok((await page.locator('.cell.house, .cell.highlighted').count()) > 0);
      await page.click('#hint');
      await eventually(async () => assert.match((await status()) ?? '', /Naked Single/));
      assert.ok(await page.isVisible('#panel-play'));
      await page.click('#hint');
      await page.waitForSelector('.candidates .placed');
      assert.ok(await page.isVisible('#panel-learn'));
      await context.close();
    });

    await suite.test('digits are checked while typing, if the player wants that', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('1');
      await page.click('#check');
      await page.waitForSelector('[data-cell="2"].mistake');
      await page.keyboard.press('0');
      await page.click('#show-settings');
      await page.check('#setting-checking');
      await page.keyboard.press('Escape');
      await page.keyboard.press('2');
      await page.waitForSelector('[data-cell="2"].mistake');
      assert.equal(await page.textContent('#status'), 'Incorrect: r1c3.');
      await page.keyboard.press('4');
      await page.waitForSelector('[data-cell="2"]:not(.mistake)');
      await context.close();
    });

    await suite.test('solved puzzles are counted by level, and begun games are kept', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.click('#show-new');
      await page.check('#seed-today');
      assert.match(await page.inputValue('#seed'), /^\d{4}-\d\d-\d\d$/);
      await page.getByRole('button', { name: 'Easy' }).click();
      await page.waitForFunction(() => /^Easy · .*-\d\d$/.test(document.querySelector('#title')?.textContent ?? ''));
      const puzzle = await line(page);
      await page.click('[data-view="learn"]');
      await page.click('#learn-path');
      await page.waitForSelector('.steps li');
      await page.locator('.steps button').last().click();
      await page.click('#lesson-apply');
      await page.waitForSelector('#dialog-finish[open]');
      assert.match((await page.textContent('#finish-figures')) ?? '', /hints1mistakes0/);
      assert.equal(await page.textContent('#finish-text'), 'Your first easy puzzle.');
      assert.equal(await page.textContent('#finish-next'), 'Next easy puzzle');
      await page.keyboard.press('Escape');
      await page.click('[data-view="play"]');
      await page.click('#undo');
      assert.equal(await line(page), puzzle);
      await page.click('#redo');
      assert.ok(!(await page.isVisible('#dialog-finish')), 'a puzzle is counted once');
      await page.click('#show-games');
      assert.match((await page.textContent('#statistics-rows')) ?? '', /^Easy1\d:\d\d\d:\d\d10$/);
      assert.equal(await page.locator('#games-list li').count(), 1, 'the solved game is not listed');
      await page.click('#games-list li button');
      assert.equal(await line(page), `534${SAMPLE.slice(3)}`);
      assert.equal(await page.textContent('#title'), 'Shared puzzle');
      await page.click('#show-games');
      await page.click('#games-list [aria-label^="Delete"]');
      assert.ok(await page.isVisible('#games-none'));
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('the game is restored after the page was closed', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      const again = await context.newPage();
      await page.close({ runBeforeUnload: false });
      await again.goto(site.address);
      await again.waitForSelector('.cell.given');
      assert.equal((await line(again))[2], '4');
      await again.keyboard.press('Control+z');
      assert.equal((await line(again))[2], '.', 'the undo history is restored too');
      await context.close();
    });

    await suite.test('the same level and seed give the same puzzle', async () => {
      const { page, context } = await visit(browser, site);
      const lines = [];
      for (const seed of ['stone', 'stone', 'leaf']) {
        await clearTitle(page);
        await page.click('#show-new');
        await page.fill('#seed', seed);
        await page.getByRole('button', { name: 'Hard' }).click();
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        await page.waitForFunction(
          (ending) => document.querySelector('#title')?.textContent?.endsWith(ending),
          `· ${seed}`,
        );
        lines.push(await line(page));
      }
      assert.equal(lines[0], lines[1]);
      assert.notEqual(lines[0], lines[2]);
      await page.click('#show-new');
      await page.click('#daily');
      await page.waitForFunction(() =>
        /\d{4}-\d\d-\d\d$/.test(document.querySelector('#title')?.textContent ?? ''),
      );
      await page.click('#check');
      await page.waitForFunction(
        () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
      );
      await context.close();
    });

    await suite.test('puzzles are imported from many kinds of text', async () => {
      const { page, context } = await visit(browser, site);
      const rows = SAMPLE.match(/.{9}/g)?.map((row) => [...row]);
      const texts = [
        SAMPLE,
        JSON.stringify(rows),
        `https://www.sudokuwiki.org/sudoku.htm?bd=${SAMPLE.replaceAll('.', '0')}`,
      ];
      for (const text of texts) {
        await clearTitle(page);
        await page.click('#show-import');
        await page.fill('#import-text', text);
        await page.click('#import-open');
        await page.waitForFunction(
          () => document.querySelector('#title')?.textContent === 'Imported · 30 clues',
        );
        assert.equal(await line(page), SAMPLE);
      }
      // Spreadsheet cells, full-width digits, and a puzzle within a sentence.
      const sheet = rows?.map((row) => row.map((cell) => (cell === '.' ? '' : cell)).join('\t')).join('\n');
      const wide = SAMPLE.replace(/[1-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
      const grid = (/** @type {string} */ puzzle) => puzzle.replace(/.{9}/g, '$&\n');
      const statement =
        'Write a program to solve a Sudoku puzzle.\n\nEach of the digits 1-9 must occur exactly once in each of ' +
        `the 9 3x3 sub-boxes.\n\nExample 1:\n\nInput: board = ${leetcode(SAMPLE)}\nOutput: ` +
        `${leetcode(SOLVED)}\nExplanation: see above.\n\nConstraints:\n\nboard.length == 9\n`;
      const answer = `Here it is:\n\n\`\`\`\n${grid(SAMPLE)}\`\`\`\n\nSolution:\n\n${grid(SOLVED)}\nHope this helps!\n`;
      const coach = `https://sudoku.coach/en/solver/${SAMPLE}`;
      for (const text of [sheet ?? '', wide, `Who can solve ${SAMPLE}? I cannot.`, statement, answer, coach]) {
        await page.goto('about:blank');
        await page.goto(`${site.address}#p=${'.'.repeat(80)}7`);
        await page.waitForSelector('html[data-ready]');
        await page.click('#show-import');
        await page.fill('#import-text', text);
        await page.click('#import-open');
        await page.waitForFunction(
          () => document.querySelector('#title')?.textContent === 'Imported · 30 clues',
        );
        assert.equal(await line(page), SAMPLE);
      }
      await page.click('#show-import');
      await page.fill('#import-text', ' ');
      await page.click('#import-open');
      assert.match((await page.textContent('#import-error')) ?? '', /^Nothing to open/);
      await page.keyboard.press('Escape');
      // The page's own links and JSON include notes.
      await cellOf(page, 2).click();
      await page.keyboard.press('Shift+Digit4');
      await page.click('#show-export');
      await page.selectOption('#export-format', 'json');
      await page.waitForFunction(() =>
        /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value.startsWith('{'),
      );
      const own = [await page.inputValue('#export-text'), await page.inputValue('#share-link')];
      await page.keyboard.press('Escape');
      for (const text of own) {
        await page.keyboard.press('Control+z');
        assert.equal(await labelOf(page, 2), 'row 1 column 3, empty');
        await page.click('#show-import');
        await page.fill('#import-text', text);
        await page.click('#import-open');
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        await eventually(async () =>
          assert.equal(await labelOf(page, 2), 'row 1 column 3, empty, corner notes 4'),
        );
      }
      await page.click('#show-import');
      await page.fill('#import-text', 'hello <img src=x onerror=alert(1)>');
      await page.click('#import-open');
      await page.waitForFunction(() => document.querySelector('#import-error')?.textContent);
      await context.close();
    });

    await suite.test('a dropped file with ten thousand puzzles is solved and listed', async () => {
      const { page, context } = await visit(browser, site);
      const longest = await page.evaluate(async (puzzle) => {
        const file = new File([`${puzzle}\n`.repeat(10_000)], 'many.txt');
        const transfer = new DataTransfer();
        transfer.items.add(file);
        let longest = 0;
        let last = performance.now();
        const timer = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        }, 5);
        document.dispatchEvent(
          new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
        while (!document.querySelector('#many-summary')?.textContent)
          await new Promise((resolve) => setTimeout(resolve, 20));
        clearInterval(timer);
        return longest;
      }, SAMPLE);
      const summary = '10,000 puzzles, 10,000 with one solution. The first 200 are listed.';
      assert.equal(await page.textContent('#many-summary'), summary);
      console.log(`# ${site.name}: longest pause with 10,000 puzzles ${Math.round(longest)} ms`);
      await page.locator('#many-rows button').first().click();
      assert.equal(await line(page), SAMPLE);
      await context.close();
    });

    await suite.test('the solutions of your own puzzle are counted after every digit', async () => {
      const { page, context } = await visit(browser, site, { hash: `#p=${SAMPLE.slice(0, 80)}.` });
      await page.click('#own');
      await cellOf(page, 80).click();
      const waitForStatus = (/** @type {RegExp} */ words) =>
        page.waitForFunction(
          (source) => new RegExp(source).test(document.querySelector('#status')?.textContent ?? ''),
          words.source,
        );
      await page.keyboard.press('9');
      await waitForStatus(/^One solution, 30 clues/);
      await page.keyboard.press('7');
      await waitForStatus(/^Two 7s in/);
      await page.keyboard.press('0');
      await waitForStatus(/^One solution, 29 clues/);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('0');
      await cellOf(page, 0).click();
      await page.keyboard.press('1');
      await waitForStatus(/^1,000 or more solutions, 1 clue\.$/);
      await context.close();
    });

    await suite.test('setters see redundant clues, the rating, what differs, and the symmetry', async () => {
      const { page, faults, context } = await visit(browser, site, { hash: shared });
      const count = (/** @type {string} */ selector) => page.locator(`#board ${selector}`).count();
      const waitForStatus = (/** @type {RegExp} */ words) =>
        eventually(async () => assert.match((await page.textContent('#status')) ?? '', words));
      await page.click('#own');
      await waitForStatus(/^One solution, 30 clues\. Each of the 22 underlined clues is redundant .* ER 1\.2, easy\.$/);
      assert.equal(await count('.redundant'), 22);
      await page.click('#minimize');
      await waitForStatus(/^One solution, 2\d clues\. No clue can be removed\. ER /);
      assert.equal(await count('.redundant'), 0);
      await page.click('#undo');
      await page.selectOption('#symmetry', 'rotate180');
      await cellOf(page, 0).click();
      await page.keyboard.press('0');
      assert.deepEqual([(await line(page))[0], (await line(page))[80]], ['.', '.'], 'both are erased');
      await page.keyboard.press('5');
      assert.equal(await page.locator('.wanted').getAttribute('data-cell'), '80');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('0');
      await cellOf(page, 40).click();
      await page.evaluate((text) => (location.hash = text), `p=${SAMPLE.slice(0, 69)}${'.'.repeat(12)}`);
      await page.waitForFunction(() => document.querySelector('#title')?.textContent === 'Shared puzzle');
      await page.click('#own');
      await waitForStatus(/^3 solutions, 26 clues\.$/);
      await page.waitForSelector('.differing');
      assert.equal(await count('.candidates'), 0);
      await page.check('#possible');
      assert.equal(await count('.differing .candidates'), await count('.differing'));
      await page.reload();
      await page.waitForSelector('.differing .candidates');
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a link contains the position, and every format is exported', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await cellOf(page, 2).click();
      await page.keyboard.press('4');
      await page.click('#show-export');
      const link = await page.inputValue('#share-link');
      await page.waitForFunction(
        () => /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value.length > 80,
      );
      assert.equal((await page.inputValue('#export-text')).trim(), `534${SAMPLE.slice(3)}`);
      await page.waitForSelector('#export-wiki[href^="https://www.sudokuwiki.org/"]');
      await page.check('#export-puzzle-only');
      await eventually(async () => assert.equal((await page.inputValue('#export-text')).trim(), SAMPLE));
      assert.ok((await page.inputValue('#share-link')).endsWith(`#p=${SAMPLE}`));
      await page.uncheck('#export-puzzle-only');
      await eventually(async () =>
        assert.equal((await page.inputValue('#export-text')).trim(), `534${SAMPLE.slice(3)}`),
      );
      for (const [format, pattern] of [
        ['candidates', '\\b268\\b'],
        ['leetcode', '^\\s*\\[\\s*\\["5",\\s*"3",\\s*"4"'],
        ['json', '^\\{"givens":\\[5,3,0'],
      ]) {
        await page.selectOption('#export-format', format);
        await page.waitForFunction(
          (source) =>
            new RegExp(source).test(
              /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value,
            ),
          pattern,
        );
      }
      // The text in the first format arrives after the second one was chosen.
      await page.locator('#export-format').evaluate((/** @type {HTMLSelectElement} */ select) => {
        for (const format of ['candidates', 'json']) {
          select.value = format;
          select.dispatchEvent(new Event('change'));
        }
      });
      await page.waitForTimeout(500);
      assert.match(await page.inputValue('#export-text'), /^\{/);
      for (const [button, name] of [
        ['#export-svg', 'sudoku.svg'],
        ['#export-png', 'sudoku.png'],
      ]) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        assert.equal(download.suggestedFilename(), name);
        const start = (await readFile(await download.path())).subarray(0, 4).toString('latin1');
        assert.equal(start, name.endsWith('png') ? '\x89PNG' : '<svg');
      }
      await page.keyboard.press('Escape');
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(
        [await page.isVisible('#board'), await page.isVisible('#panel-play'), await page.isVisible('header')],
        [true, false, false],
      );
      await page.emulateMedia({ media: null });
      const other = await visit(browser, site, { hash: link.slice(link.indexOf('#')) });
      assert.equal(await line(other.page), `534${SAMPLE.slice(3)}`);
      await other.context.close();
      await context.close();
    });

    await suite.test('any operation can be asked, and candidates become notes', async () => {
      // Without its last three rows, the puzzle has several solutions.
      const puzzle = SAMPLE.slice(0, 54) + '.'.repeat(27);
      const { page, faults, context } = await visit(browser, site, { hash: `#p=${puzzle}` });
      const error = () => page.textContent('#ask-error');
      await page.focus('#show-ask');
      await page.keyboard.press('Enter');
      await page.selectOption('#ask-operation', 'true-candidates');
      await page.fill('#ask-options', '{');
      await page.click('#ask-send');
      assert.equal(await error(), 'The options are not valid JSON.');
      await page.fill('#ask-options', '{"bugdet": 1}');
      await page.click('#ask-send');
      await page.waitForFunction(() => document.querySelector('#ask-error')?.textContent);
      assert.match((await error()) ?? '', /^unknown field `bugdet`/, 'as the engine reports it');
      await page.fill('#ask-options', '');
      await page.focus('#ask-send');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#ask-answer');
      const report = JSON.parse(await page.inputValue('#ask-answer'));
      assert.deepEqual([report.operation, report.budget_reached, await error()], ['true-candidates', false, '']);
      await page.click('#ask-notes');
      assert.ok(!(await page.isVisible('#dialog-ask')));
      const expected = (/** @type {number} */ cell) =>
        report.candidates.slice(9 * cell, 9 * cell + 9).replaceAll('.', '');
      for (const cell of [2, 54, 80]) assert.equal(await notesOf(page, cell), expected(cell));
      assert.ok(expected(80).length > 1);
      await page.click('#undo');
      assert.equal(await page.locator('.candidates').count(), 0, 'undone in one step');
      await page.click('#redo');
      await page.click('#show-ask');
      assert.ok(!(await page.isVisible('#ask-answer')), 'an answer does not outlive its position');
      await page.selectOption('#ask-operation', 'solve');
      await page.click('#ask-send');
      await page.waitForSelector('#ask-answer');
      assert.ok(!(await page.isVisible('#ask-notes')));
      // Chromium logs status 400, which the server sends for the misspelt option.
      assert.deepEqual(
        faults.filter((fault) => !/status of 400/.test(fault)),
        [],
      );
      await context.close();
    });

    await suite.test('the timer can be switched off, and a pause hides the board', async () => {
      const { page, context } = await visit(browser, site, { hash: shared });
      await page.click('#pause');
      assert.ok(await page.isVisible('#pause-screen'));
      await page.keyboard.press('4');
      await page.click('#resume');
      assert.equal(await line(page), SAMPLE);
      await page.click('#show-settings');
      await page.uncheck('#setting-timer');
      await page.keyboard.press('Escape');
      assert.ok(!(await page.isVisible('#clock')));
      await context.close();
    });
  });
}
