// Takes screenshots of every view on a phone (portrait and landscape), a tablet and a desktop, light and
// dark.
//   node web/tools/screenshots.mjs FOLDER      VERIDOKU_SITES selects the site, serve or publish [serve]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE, launch, practise, publish, serve, showPractised, visit } from '../tests/browser/sites.mjs';

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
const SIZES = { phone: [390, 844], landscape: [844, 390], tablet: [820, 1180], desktop: [1440, 900] };

const [browser, site] = await Promise.all([
  launch(),
  process.env.VERIDOKU_SITES === 'publish' ? publish() : serve(),
]);
for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const phone = height === 390 || width === 390;
    const { page, context } = await visit(browser, site, {
      hash: `#p=${SAMPLE}`,
      viewport: { width, height },
      colorScheme,
      hasTouch: phone,
      isMobile: phone,
    });
    const take = (/** @type {string} */ view) =>
      page.screenshot({ path: join(folder, `${view}-${size}-${colorScheme}.png`), fullPage: true });
    await page.keyboard.press('m');
    await page.locator('[data-cell="20"]').click();
    await take('play');
    await page.click('#show-new');
    await page.waitForFunction(() => document.querySelectorAll('#levels button').length > 2);
    await take('new');
    await page.keyboard.press('Escape');
    await page.click('#show-export');
    await page.waitForFunction(
      () => /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value,
    );
    await take('export');
    await page.keyboard.press('Escape');
    await page.click('#show-ask');
    await page.selectOption('#ask-operation', 'true-candidates');
    await page.click('#ask-send');
    await page.waitForSelector('#ask-notes');
    await take('ask');
    await page.keyboard.press('Escape');
    await page.click('[data-view="learn"]');
    await page.click('#learn-rate');
    await page.waitForSelector('.scale tr.here');
    await take('scale');
    await practise(page, 'AIC');
    await showPractised(page);
    await page.waitForSelector('.overlay path.strong');
    await take('learn');
    await page.click('#practice-leave');
    await page.click('#learn-steps');
    await page.waitForSelector('.steps details[open]');
    await take('steps');
    await page.click('[data-view="laboratory"]');
    await page.waitForSelector('.bars tr');
    await page.locator('#lab-scrub').fill('300');
    await page.evaluate(() => scrollTo(0, 0));
    await take('laboratory');
    await context.close();
  }
}
await Promise.all([browser.close(), site.close()]);
