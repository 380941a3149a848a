/** What the first page of the dashboard says of a real service that cannot be left alone. @needs chromium */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  keepPictures,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
} from '../support/browser.ts';
import { packageRoot, startService, type TestService, token, until } from '../support/service.ts';

describe('the first page', () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => leaveBrowser(browser));
  afterEach(() => service.remove());

  const open = async (): Promise<{ page: Page; complaints: string[] }> => {
    const page = await browser.newPage();
    const complaints = listenToComplaints(page);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
    await page.goto(`${service.app.baseUrl}/control/dashboard`);
    return { page, complaints };
  };

  it('says that the only worker is down, as the service does', async () => {
    // Nothing listens on port 1 of this machine.
    service = await startService({
      config: () => ({ worker_wake_gate_url: 'http://127.0.0.1:1' }),
    });
    await service.api.post('/control/api/v1/workers/default/refresh', {});
    const { page, complaints } = await open();
    await page.getByText('It cannot be left alone.').waitFor();
    expect(await page.locator('.because').textContent()).toContain('does not answer');
    expect(await page.locator('.answer').getAttribute('data-tone')).toBe('failed');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('says that nothing would start while live dispatch is off', async () => {
    service = await startService({ config: () => ({ live_dispatch_enabled: false }) });
    const { status } = await service.api.post('/control/api/v1/projects', {
      project_id: 'waits',
      title: 'It waits',
      prompt: 'Add numbers.',
      workload_class: 'cpu_only',
    });
    expect([200, 201]).toContain(status);
    const { page } = await open();
    await page.getByText('It cannot be left alone.').waitFor();
    expect(await page.locator('.because').textContent()).toContain('live_dispatch_enabled');
    await page.close();
  });

  it('says of a refused callback why, since when and what to do, on every page that it concerns', async () => {
    const agent = join(packageRoot, 'test', 'support', 'example-agent.sh');
    service = await startService({
      config: (port) => ({
        agent_command: `sh ${agent}`,
        // An address of this service that takes no callbacks: each is answered 404 and not tried on.
        completion_callback_url: `http://127.0.0.1:${port}/control/api/no-such-callback`,
      }),
    });
    const { status } = await service.api.post('/control/api/v1/projects', {
      project_id: 'refused',
      title: 'Its callbacks are refused',
      prompt: 'Add numbers.',
      workload_class: 'cpu_only',
    });
    expect([200, 201]).toContain(status);
    const dispatched = await service.api.post('/control/dispatch-next', { dry_run: false });
    expect(dispatched.status, JSON.stringify(dispatched.body)).toBe(200);
    await until(async () => {
      const { body } = await service.api.post('/control/api/v1/workers/default/refresh', {});
      const { callbacks } = body['worker'] as { callbacks: { parked: number } | null };
      return (callbacks?.parked ?? 0) > 0;
    }, 'a callback is refused');

    const { page, complaints } = await open();
    await page.getByText('It cannot be left alone.').waitFor();
    expect(await page.locator('.because').textContent()).toMatch(/callback/);
    await keepPictures(page, 'callback-refused-overview');
    await page.goto(`${service.app.baseUrl}/control/dashboard#/workers/default`);
    const card = page.getByRole('article', { name: 'default' });
    const refused = card.getByText(/refused/).first();
    await refused.waitFor();
    await card.getByRole('button', { name: 'Try again: callbacks of default' }).waitFor();
    await keepPictures(page, 'callback-refused-worker');
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await refused.isVisible()).toBe(true);
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});
