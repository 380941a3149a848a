/** The dashboard in a real Chromium against the whole service, which is stopped and started again. @needs chromium */
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser, listenToComplaints } from '../support/browser.ts';
import { transportNames } from '../support/http.ts';
import { startService, type TestService, token } from '../support/service.ts';

describe.each(transportNames)('the dashboard of a service on %s', (transport) => {
  let browser: Browser;
  let service: TestService;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => leaveBrowser(browser));
  beforeEach(async () => {
    service = await startService({ transport });
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    page = await context.newPage();
    complaints = listenToComplaints(page);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
  });
  afterEach(async () => {
    await context.close();
    await service.remove();
    expect(complaints).toEqual([]);
  });

  const isLive = () => page.locator('.state[data-state="live"]').waitFor();
  const post = async (path: string, body: object): Promise<void> => {
    const { status } = await service.api.post(path, body);
    expect(status).toBe(200);
  };
  const idsInLog = async (): Promise<string[]> => {
    const { body } = await service.api.get('/control/api/v1/events?page_size=500');
    return (body['rows'] as { event_id: number }[]).map((row) => String(row.event_id));
  };
  const idsShown = () =>
    page
      .locator('.events li')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));

  it('shows what happens without being loaded again', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard`);
    await isLive();
    await page.evaluate('window.kept = true');
    await post('/control/pause', { reason: 'replacing a disk' });
    await page.getByText('Dispatching is paused.').waitFor();
    await page.locator('.events').getByText('control.paused').waitFor();
    await post('/control/resume', {});
    // The pump is off here, so nothing would start.
    await page.getByText('It cannot be left alone.').waitFor();
    expect(await page.evaluate('window.kept')).toBe(true);
  });

  it('says that the service is gone, and has every event once it is back', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/events`);
    await isLive();
    await post('/control/pause', { reason: 'before' });
    await page.locator('.events').getByText('control.paused').waitFor();
    const { dir, port } = service;
    await service.stop();
    await page.locator('.lost').getByText('Offline since').waitFor();
    expect(await page.locator('.state').getAttribute('data-state')).toBe('offline');
    expect(await page.locator('.events').getByText('control.paused').count()).toBe(1);
    service = await startService({ transport, dir, port });
    for (let count = 0; count < 3; count += 1) {
      await post('/control/resume', {});
      await post('/control/pause', { reason: `round ${count}` });
    }
    await isLive();
    await page.locator('.lost').waitFor({ state: 'hidden' });
    await page.locator('.events').getByText('round 2').waitFor();
    const isAllShown = async () => isDeepStrictEqual(await idsShown(), await idsInLog());
    await expect.poll(isAllShown).toBe(true);
  });
});
