/** A service that is held still while the dashboard is open: said within seconds, and over by itself. @needs chromium */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser, listenToComplaints } from '../support/browser.ts';
import { endPrograms } from '../support/e2e-program.ts';
import { ask, configure, ideaBody, install, serve, stop } from '../support/e2e-service.ts';
import { transportNames } from '../support/http.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await endPrograms();
});

/** What the bar said whenever it came, in the words it came with. */
const keepBars = `
  window.bars = [];
  const watch = () => {
    const bar = document.querySelector('.lost:not([hidden])');
    if (bar === null) window.isBarSeen = false;
    else if (!window.isBarSeen) {
      window.isBarSeen = true;
      window.bars.push(bar.textContent);
    }
  };
  new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true });
`;
const barsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>('window.bars');

it.each(transportNames)(
  'is told after three seconds on %s, and goes without a reload',
  async (transport) => {
    const installation = await install();
    configure(installation, { http_transport: transport });
    const program = await serve(installation);
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints = listenToComplaints(page);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${installation.token}')`);
    await page.addInitScript(keepBars);
    await page.goto(`${installation.baseUrl}/control/dashboard#/queue`);
    await page.locator('.state[data-state="live"]').waitFor();

    program.signal('SIGSTOP');
    const bar = page.locator('.lost');
    await bar.getByText('The service is silent since').waitFor();
    await bar.getByText(/What you see is \d+ s old/).waitFor();
    // The last word may have been an answer that came after the last frame.
    expect(await barsOf(page)).toEqual([expect.stringMatching(/What you see is [234] s old/)]);
    await page.locator('.state[data-state="offline"]').waitFor();

    program.signal('SIGCONT');
    await bar.waitFor({ state: 'hidden' });
    await page.locator('.state[data-state="live"]').waitFor();
    expect(
      (await ask(installation, '/control/api/intake/ideas', ideaBody('afterwards'))).status,
    ).toBe(200);
    await page.locator('#main').getByText('afterwards').first().waitFor();
    expect(await barsOf(page)).toHaveLength(1);
    await context.close();
    await stop(program);
    expect(complaints).toEqual([]);
  },
);
