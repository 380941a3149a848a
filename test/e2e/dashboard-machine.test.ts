/**
 * Machines, history, the past, settings and readiness in the dashboard, of an item that was held back, edited and
 * started on a whole service. @needs chromium
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawn, launchBrowser, leaveBrowser, listenToComplaints } from '../support/browser.ts';
import { axeFindings, overflowPx } from '../support/page-checks.ts';
import { startService, type TestService, token } from '../support/service.ts';

describe('machines in the dashboard', () => {
  let browser: Browser;
  let service: TestService;
  let page: Page;
  let complaints: string[] = [];
  /** The event that held it back. */
  let paused: unknown;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    const post = async (path: string, body: object) => {
      const reply = await service.api.post(path, { requested_by: 'ann', ...body });
      expect([200, 201], path).toContain(reply.status);
      return reply.body;
    };
    const idea = { project_id: 'first', title: 'Idea first', prompt: 'Add numbers.' };
    await post('/control/api/v1/projects', { ...idea, workload_class: 'cpu_only' });
    paused = (await post('/control/api/v1/queue/first/pause', { note: 'lunch' }))['event_id'];
    await post('/control/api/v1/queue/first/edit', { fields: { tags: ['warm'] } });
    await post('/control/api/v1/queue/first/resume', {});
    await post('/control/dispatch-one', { project_id: 'first', dry_run: false });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
    complaints = listenToComplaints(page);
  });
  afterEach(() => expect(complaints).toEqual([]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.remove();
  });

  const open = async (hash: string): Promise<void> => {
    await page.goto(`${service.app.baseUrl}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
    await drawn(page);
  };
  const slider = () => page.getByRole('slider', { name: 'Moment of its history' });
  const banner = () => page.getByRole('complementary', { name: 'A past moment' });
  const then = () => page.locator('[data-part="then"]');

  it('are one click from the item: where it is, how it came there, what may come next', async () => {
    await open('#/queue/first');
    await page.getByRole('link', { name: 'Its machine and history' }).click();
    await page.waitForURL(/#\/machines\/queue_item\/first$/);
    const drawing = page.getByRole('region', { name: 'Statechart' });
    await drawing.locator('.is-now[data-status="running"]').waitFor();
    expect(await drawing.locator('.is-now').count()).toBe(1);
    await expect.poll(() => drawing.locator('.taken').count()).toBeGreaterThan(0);
    const states = page.getByRole('table', { name: 'States' });
    expect(await states.locator('tr[aria-current]').textContent()).toContain('running');
    const queued = states.getByRole('row', { name: /^queued/ });
    await expect.poll(() => queued.textContent()).toMatch(/2\d+ (s|min)/);
    const next = page.getByRole('region', { name: 'What may come next' });
    await next.getByText('Cancel', { exact: true }).waitFor();
    await next.getByText('What it would not take now, and why').click();
    expect(
      await next
        .getByRole('listitem')
        .filter({ hasText: /^Resume/ })
        .textContent(),
    ).toMatch(/Only while .*paused/);
  });

  it('show the item as it was, by keys from event to event, and the address names the moment', async () => {
    await open('#/machines/queue_item/first');
    await slider().focus();
    await page.keyboard.press('Home');
    await then().getByText('It was queued').waitFor();
    await page.keyboard.press('ArrowRight');
    await then().getByText('It was paused').waitFor();
    await page.waitForURL(new RegExp(`at=${String(paused)}$`));
    expect(await page.locator('.moment').textContent()).toContain('By ann.');
    const changed = page.getByRole('table', { name: 'What this event changed' });
    expect(await changed.getByRole('row', { name: /^status/ }).textContent()).toContain(
      'queuedpaused',
    );
    await page
      .getByRole('region', { name: 'Statechart' })
      .locator('.is-now[data-status="paused"]')
      .waitFor();
    expect(await slider().getAttribute('aria-valuetext')).toContain('queue_item.paused');
    expect(await page.evaluate('document.activeElement.type')).toBe('range');
    await page.reload();
    await then().getByText('It was paused').waitFor();
    await page.keyboard.press('Tab');
    await slider().focus();
    await page.keyboard.press('End');
    await banner().waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Statechart' })
      .locator('.is-now[data-status="running"]')
      .waitFor();
  });

  it('load a long history in pages, and go to a moment that none of them has', async () => {
    for (let rank = 0; rank < 120; rank += 1) {
      const fields = { selection_rank: rank };
      await service.api.post('/control/api/v1/queue/first/edit', { fields, requested_by: 'ann' });
    }
    // What was loaded while they came is longer.
    await page.reload();
    await open('#/machines/queue_item/first');
    await page.getByText('100 events on the slider; there are earlier ones.').waitFor();
    await open(`#/machines/queue_item/first?at=${String(paused)}`);
    await page.getByText('2 events on the slider; there are later ones.').waitFor();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByRole('button', { name: 'Load earlier events' }).click();
    await page.getByText(/^\d+ events: all there are\.$/).waitFor();
  });

  it('show every page as of a moment, or say that it cannot be', async () => {
    const at = `?at=${String(paused)}`;
    await open(`#/queue/first${at}`);
    const pane = page.locator('[data-detail="first"]');
    await pane.getByText('paused', { exact: true }).waitFor();
    expect(await pane.getByRole('button', { name: 'Resume' }).count()).toBe(0);
    // The list beside it, the counts of its views and its order are of then.
    const row = page.getByRole('table', { name: 'Queue' }).locator('[data-id="first"]');
    await row.getByText('paused', { exact: true }).waitFor();
    expect(await row.getByText('warm').count()).toBe(0);
    expect(await row.locator('input, [draggable]').count()).toBe(0);
    const views = page.getByRole('navigation', { name: 'What is shown' });
    await views.getByRole('link', { name: 'Paused 1' }).waitFor();
    expect(await views.getByRole('link', { name: /^Running/ }).textContent()).not.toContain('1');
    await banner().getByText('nothing can be done to what was').waitFor();
    // An event of now changes nothing of it.
    await service.api.post('/control/api/v1/queue/first/edit', {
      fields: { tags: ['later'] },
      requested_by: 'ann',
    });
    await page.locator('.state[data-state="live"]').waitFor();
    expect(await row.getByText('later').count()).toBe(0);
    await banner().getByRole('link', { name: 'Overview then' }).click();
    await page.getByRole('region', { name: 'By itself' }).getByText('is not kept').waitFor();
    const lanes = page.getByRole('region', { name: 'Lanes' });
    expect(await lanes.getByRole('link', { name: '0 running' }).count()).toBe(1);
    await lanes.getByRole('link', { name: '1 paused' }).click();
    await page.waitForURL(new RegExp(`#/queue\\?view=paused&at=${String(paused)}$`));
    await row.getByText('paused', { exact: true }).waitFor();
    for (const [hash, shown] of [
      ['runs', 'No run yet'],
      ['workers', 'No worker had been looked at'],
      ['alerts', 'None stood'],
      ['papers', 'No paper yet'],
    ] as const) {
      await open(`#/${hash}${at}`);
      await page.locator('main').getByText(shown).waitFor();
    }
    await open(`#/settings${at}`);
    await banner().getByText('not in the log').waitFor();
    await banner().getByRole('link', { name: 'Back to now' }).click();
    await banner().waitFor({ state: 'detached' });
    await open('#/queue?at=999999999');
    await banner().getByText('beyond the log').waitFor();
    await open('#/queue/first?at=999999999');
    await page.locator('[data-detail="first"]').getByText('beyond the log').waitFor();
  });

  it('lead from an event to all as it was, and from there to another moment', async () => {
    await open(`#/events?event_type=queue_item.resumed`);
    await page.getByRole('button', { name: 'queue_item.resumed' }).click();
    await page.getByRole('link', { name: 'All as it was then' }).click();
    await page.waitForURL(/#\/overview\?at=\d+$/);
    const lanes = page.getByRole('region', { name: 'Lanes' });
    await lanes.getByRole('link', { name: '1 queued' }).waitFor();
    await page
      .getByRole('region', { name: 'What had just happened' })
      .getByText('resumed')
      .first()
      .waitFor();
    const field = banner().getByLabel('Another moment');
    expect(await field.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
    await field.fill('2001-01-01T00:00:00');
    await banner().getByText('before the first event').waitFor();
  });

  it('stand beside settings with their source, and checks with what would make them pass', async () => {
    await open('#/settings');
    await page.getByRole('searchbox', { name: 'Search' }).fill('listen_port');
    const port = page.locator('[data-setting="listen_port"]');
    await port.getByText('from the file').waitFor();
    expect(await port.textContent()).toContain(String(service.port));
    await page.getByRole('searchbox', { name: 'Search' }).fill('control_api_bearer_token');
    await page
      .locator('[data-setting="control_api_bearer_token"]')
      .getByText('set, not shown')
      .waitFor();
    expect(await page.locator('main').textContent()).not.toContain(token);
    await open('#/readiness');
    const check = page.locator('[data-check="queue_not_paused"]');
    await check.getByText('passes', { exact: true }).waitFor();
    // Nobody would be told, so that nothing there is said to pass.
    const channels = page.locator('[data-check="alert_channels"]');
    await channels.getByText('not set up').waitFor();
    await channels.getByText('orrery alerts test').waitFor();
    expect(await channels.count()).toBe(1);
    await service.api.post('/control/pause', { reason: 'lunch' });
    await check.getByText('does not pass').waitFor();
    await check.getByText('Copy as').click();
    await check.getByText('/control/resume').waitFor();
    await check.getByRole('button', { name: 'Resume the queue' }).click();
    await check.getByRole('button', { name: 'Yes: Resume the queue' }).click();
    await check.getByText('passes', { exact: true }).waitFor();
  });

  it.each([
    ['light', 1_280],
    ['dark', 390],
  ] as const)('are without findings of axe in the %s theme at %i px', async (theme, width) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    const at = `?at=${String(paused)}`;
    const findings: string[] = [];
    for (const [hash, shown] of [
      ['machines', 'table[aria-label="Machines"]'],
      [`machines/queue_item/first${at}`, '.statechart .is-now'],
      ['settings', '[data-setting]'],
      ['readiness', '[data-check]'],
      ['bench', '.empty'],
      [`queue/first${at}`, '[data-detail] .mark'],
      [`overview${at}`, '.lanes'],
      [`workers${at}`, '.empty'],
    ] as const) {
      await open(`#/${hash}`);
      await page.locator(shown).first().waitFor();
      findings.push(...(await axeFindings(page)).map((each) => `${hash} ${each}`));
      if ((await overflowPx(page)) > 0) findings.push(`${hash} is too wide`);
    }
    expect(findings).toEqual([]);
  });
});
