// Starts the two kinds of site, `veridoku serve` and the built static site, and a browser to visit them.
//   VERIDOKU        the program [target/release/veridoku]
//   VERIDOKU_SITE   the built site [web/site]
//   CHROMIUM        the browser [/usr/bin/chromium]
//   SLOWDOWN        runs the page this many times slower, to find tests that do not wait for it [1]
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program =
  process.env.VERIDOKU ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/veridoku');
const folder = process.env.VERIDOKU_SITE ?? join(root, 'web/site');

/** Returns the path of a file of the built site. @param {string} path */
export const siteFile = (path) => join(folder, path);

export const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** Milliseconds to wait for the page: generous, for busy machines. No test waits for this timeout to expire. */
const PATIENCE = 90_000;

/**
 * Repeats a check until it passes. The page answers some actions late: the engine has to answer, and browsers
 * delay events such as `toggle`.
 * @param {() => Promise<void>} check throws while it fails
 */
export async function eventually(check) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @typedef {{name: string, address: string, close: (signal?: NodeJS.Signals) => Promise<void>}} Site */

/** Starts `veridoku serve`, by default on a free port. @returns {Promise<Site>} */
export async function serve(port = 0) {
  const server = spawn(program, ['serve', '--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server exited with status ${code}`)));
    server.stderr.on('data', (chunk) => {
      const found = /http:\/\/\S+/.exec(String(chunk));
      if (found) resolve(found[0]);
    });
  });
  /** @param {NodeJS.Signals} [signal] */
  const close = (signal = 'SIGTERM') =>
    new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  return { name: 'server', address: `${address}/`, close };
}

/** The extensions of precompressed files by encoding. @type {Record<string, string>} */
const ENDINGS = { br: '.br', gzip: '.gz' };

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the built site from a subfolder with a simple file server. Like many hosts, it sends the
 * precompressed version of a file if there is one.
 * @returns {Promise<Site>}
 */
export async function publish() {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`no site found in ${folder}; run web/build`);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)).replace(
      /^\/sudoku\//,
      '/',
    );
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const accepted = String(request.headers['accept-encoding']).split(/, */);
    const encoding = ['br', 'gzip'].find(
      (name) => accepted.includes(name) && existsSync(file + ENDINGS[name]),
    );
    try {
      const content = await readFile(file + (encoding ? ENDINGS[encoding] : ''));
      if (encoding) response.setHeader('content-encoding', encoding);
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () =>
    new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { name: 'static', address: `http://127.0.0.1:${port}/sudoku/`, close };
}

/** The sites to test; `VERIDOKU_SITES=serve` or `publish` selects one of them. */
export const SITES = [serve, publish].filter((site) =>
  [undefined, site.name].includes(process.env.VERIDOKU_SITES),
);

/** For root, and with a process for each frame, which the headless shell does not have by default. */
export const FLAGS = ['--no-sandbox', '--site-per-process'];

/** @param {...string} flags of the browser */
export function launch(...flags) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, ...flags],
  });
}

/**
 * Opens the page as a new visitor. Errors, and requests to other hosts, are collected in `faults`.
 * @param {import('playwright-core').Browser} browser
 * @param {Site} site
 * @param {{hash?: string} & import('playwright-core').BrowserContextOptions} [options]
 */
export async function visit(browser, site, { hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const rate = Number(process.env.SLOWDOWN ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium logs status 422, which the server sends for requests that the engine rejects.
    if (message.type() === 'error' && !/status of 422/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(site.address).origin) && !/^(data|blob):/.test(url))
      faults.push(`outside: ${url}`);
  });
  await page.goto(`${site.address}${hash}`);
  await page.waitForSelector('html[data-ready]');
  await page.waitForSelector('.cell.given', { state: 'attached' });
  return { page, faults, context };
}

/** Returns the values on the board as 81 characters. @param {import('playwright-core').Page} page */
export function line(page) {
  return page.$$eval('.cell', (cells) =>
    cells.map((cell) => cell.querySelector('.value')?.textContent ?? '.').join(''),
  );
}

/**
 * Returns the screen reader label of a cell.
 * @param {import('playwright-core').Page} page
 * @param {number} cell
 */
export const labelOf = (page, cell) => page.locator(`[data-cell="${cell}"] .hidden`).innerText();

/** Returns the centre notes of a cell. @param {import('playwright-core').Page} page @param {number} cell */
export const notesOf = (page, cell) =>
  page.$eval(`[data-cell="${cell}"] :is(.candidates, .centre)`, (notes) => notes.textContent);

/** @param {import('playwright-core').Page} page @param {number} cell */
export const cellOf = (page, cell) => page.locator(`[data-cell="${cell}"]`);

/**
 * Starts to practise a technique in Learn.
 * @param {import('playwright-core').Page} page
 * @param {string} technique
 */
export async function practise(page, technique) {
  await openCards(page);
  await page.click(`.card-start[data-technique="${technique}"]`);
  await page.waitForFunction(
    (name) => document.querySelector('#title')?.textContent === `Practice · ${name}`,
    technique,
  );
  await page.waitForSelector('#practice-check');
}

/** Opens the dialog of practice with the cards of all levels. @param {import('playwright-core').Page} page */
export async function openCards(page) {
  await page.locator('#show-practice:visible, #practice-all:visible').click();
  await page.waitForSelector('#dialog-practice[open]');
  await page.$$eval('#dialog-practice details', (levels) => {
    for (const level of levels) level.setAttribute('open', '');
  });
}

/** Shows the step of the practice position. @param {import('playwright-core').Page} page */
export async function showPractised(page) {
  await page.click('#practice-show');
  await page.waitForSelector('.board.lesson');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations found by axe. @param {import('playwright-core').Page} page */
export async function violations(page) {
  // The page's security policy blocks injected scripts, but the debugger may still evaluate code.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] }),
  );
  return found.violations.map(
    (/** @type {any} */ violation) =>
      `${violation.id}: ${violation.nodes
        .map((/** @type {any} */ node) => node.html)
        .slice(0, 3)
        .join(' | ')}`,
  );
}
