// Measures the page: the first load, hints in WebAssembly, the frames of the laboratory, a long search, and a file
// of puzzles.
//   node web/tools/measure.mjs PUZZLES.txt [COUNT]     after web/build and a release build of the program
// Reports CPU time where possible, because wall-clock time is not meaningful on a busy machine.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openModule } from './wasm-module.mjs';
import { SAMPLE, launch, publish, serve, visit } from '../tests/browser/sites.mjs';

const [, , file, count = '100'] = process.argv;
/** A search of more than ten million calls for plain backtracking: the first row of the solution is 987654321. */
const LONG_SEARCH = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
const puzzles = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.slice(0, 81))
  .filter((line) => /^[.0-9]{81}$/.test(line));

/** Returns the percentiles of some times in one line. @param {number[]} times */
function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `median ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, max ${at(1)} ms`;
}

await hints();
const browser = await launch();
for (const open of [serve, publish]) {
  const site = await open();
  await load(site);
  await frames(site);
  if (open === publish) await longSearch(site);
  await many(site);
  await site.close();
}
await browser.close();

/**
 * Measures hints in the module that the page loads, without a browser: one thread, so its CPU time can be
 * measured.
 */
async function hints() {
  const site = process.env.VERIDOKU_SITE ?? fileURLToPath(new URL('../site', import.meta.url));
  const request = await openModule(`${site}/wasm/simd128.wasm`);
  request({ operation: 'hint', puzzle: SAMPLE });
  const step = Math.max(1, Math.floor(puzzles.length / Number(count)));
  const times = [];
  for (let index = 0; index < puzzles.length && times.length < Number(count); index += step) {
    const before = process.cpuUsage();
    const hint = request({ operation: 'hint', puzzle: puzzles[index], options: { level: 'full' } });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    if (hint.outcome !== 'step') throw new Error(`no step in ${puzzles[index]}: ${hint.text}`);
  }
  console.log(`hints on ${times.length} puzzles, WebAssembly, CPU time: ${percentiles(times)}`);
}

/** Measures the first load. @param {import('../tests/browser/sites.mjs').Site} site */
async function load(site) {
  const times = [];
  let bytes = 0;
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    /** @type {Promise<number>[]} */
    const sizes = [];
    context.on('requestfinished', (request) =>
      sizes.push(request.sizes().then((size) => size.responseBodySize)),
    );
    await page.goto(site.address);
    await page.waitForSelector('html[data-ready] .cell.given');
    await page.click('#check');
    await page.waitForFunction(
      () => document.querySelector('#status')?.textContent === 'No mistakes so far.',
    );
    times.push(await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime));
    bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await context.close();
  }
  console.log(`${site.name}: first load ${Math.round(bytes / 1000)} kB; usable: ${percentiles(times)}`);
}

/**
 * Measures the CPU time of the main thread for each frame while four long searches are played at full speed.
 * @param {import('../tests/browser/sites.mjs').Site} site
 */
async function frames(site) {
  const hash = `#laboratory?p=${LONG_SEARCH}&solvers=tables,restart,columns,mrv`;
  const { page, context } = await visit(browser, site, { hash });
  await page.waitForFunction(() => document.querySelectorAll('.run').length === 4);
  await page.waitForSelector('.bars tr');
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () =>
    (await debug.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration')
      ?.value ?? 0;
  const before = await work();
  const times = await page.evaluate(async () => {
    const speed = /** @type {HTMLInputElement} */ (document.querySelector('#lab-speed'));
    speed.value = speed.max;
    const play = /** @type {HTMLButtonElement} */ (document.querySelector('#lab-play'));
    play.click();
    const times = [];
    let last = await new Promise(requestAnimationFrame);
    for (const end = last + 10_000; last < end;) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    play.click();
    return times;
  });
  const each = (((await work()) - before) * 1000) / times.length;
  console.log(
    `${site.name}: ${times.length} frames of four searches in 10 s, ${each.toFixed(2)} ms of CPU time each; ` +
      `frame intervals: ${percentiles(times)}`,
  );
  await context.close();
}

/**
 * Opens a search of ten million calls, and measures the memory of the page and its workers.
 * @param {import('../tests/browser/sites.mjs').Site} site
 */
async function longSearch(site) {
  const { page, context } = await visit(browser, site, { hash: '#laboratory' });
  await page.waitForSelector('.bars tr');
  const start = Date.now();
  await page.evaluate((hash) => (location.hash = hash), `#laboratory?p=${LONG_SEARCH}&solvers=tables`);
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement} */ (document.querySelector('#lab-scrub')).max) > 10_000_000,
  );
  const passed = Date.now() - start;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const memory = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1000);
  console.log(
    `${site.name}: ten million calls opened in ${passed} ms, ${Math.round(Math.max(...memory))} MB of memory`,
  );
  await context.close();
}

/**
 * Measures the longest time that the main thread was blocked while a file was solved.
 * @param {import('../tests/browser/sites.mjs').Site} site
 */
async function many(site) {
  const { page, context } = await visit(browser, site);
  const text = Array.from({ length: 10_000 }, (_, index) => puzzles[index % puzzles.length]).join('\n');
  const [longest, passed] = await page.evaluate(async (text) => {
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    }).observe({ entryTypes: ['longtask'] });
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'many.txt'));
    const start = performance.now();
    document.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
    while (!document.querySelector('#many-summary')?.textContent)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [longest, performance.now() - start];
  }, text);
  console.log(
    `${site.name}: ${await page.textContent('#many-summary')} in ${Math.round(passed)} ms, ` +
      `longest task ${Math.round(longest)} ms`,
  );
  await context.close();
}
