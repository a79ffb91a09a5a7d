// Takes the picture of the page for the README: a lesson on an alternating inference chain.
//   VERIDOKU=path/to/veridoku node docs/pictures/page.mjs FILE
import { launch, practise, serve, showPractised, visit } from '../../web/tests/browser/sites.mjs';

const [browser, site] = await Promise.all([launch(), serve()]);
const { page } = await visit(browser, site, { viewport: { width: 1200, height: 760 }, colorScheme: 'light' });
await page.click('[data-view="learn"]');
await practise(page, 'AIC');
await showPractised(page);
await page.waitForSelector('.overlay path.strong');
await page.screenshot({ path: process.argv[2] });
await Promise.all([browser.close(), site.close()]);
