/** How the dashboard follows the live feed, loses it and finds it again. @needs chromium */
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bearerProtocol } from '../../src/http/live/client-connection.ts';
import { drawn, keepPictures, setHidden, tryNow } from '../support/browser.ts';
import { useDashboard } from '../support/dashboard-page.ts';
import { type DashboardServer, dashboardToken } from '../support/http-dashboard.ts';

const runId = 'sparse-kv-cache-20261121T004501123';

describe('the dashboard on the live feed', () => {
  let server: DashboardServer;
  let context: BrowserContext;
  let page: Page;
  useDashboard((opened) => {
    ({ server, context, page } = opened);
  });

  const open = async (hash = ''): Promise<void> => {
    await page.goto(`${server.origin}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const overflowAt = async (width: number): Promise<unknown> => {
    await page.setViewportSize({ width, height: 740 });
    const root = 'document.documentElement';
    return page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
  };
  const bar = () => page.locator('.lost');
  const rows = () => page.locator('.events li');
  const sample = (cpu: number | null, gpu: number | null, atMs = Date.now()): void =>
    server.feed.sample({
      run_id: runId,
      project_id: 'sparse-kv-cache',
      worker_target: 'gpu-box-1',
      observed_at: new Date(atMs).toISOString(),
      sample: {
        at: new Date(atMs).toISOString(),
        cpu_pct: cpu,
        gpus: [{ index: 0, utilization_pct: gpu }],
      },
      idle: { state: 'quiet_candidate', window_progress_ms: 245_000, required_ms: 300_000 },
      problem: null,
    });

  it('opens with the token as a subprotocol and never in an address', async () => {
    const opened = page.waitForEvent('websocket');
    await open();
    const socket = await opened;
    expect(socket.url()).toBe(`${server.origin.replace('http', 'ws')}/control/api/v1/live`);
    expect(socket.url()).not.toContain(bearerProtocol(dashboardToken));
    expect(server.feed.heard).toEqual([
      { type: 'subscribe', topics: ['events', 'telemetry'], since: null },
    ]);
    expect(await page.locator('.state').textContent()).toMatch(/^live · [\d.]+ s$/);
  });

  it('shows an event at once and what it changed soon after, asking once for many', async () => {
    await open();
    await page.waitForLoadState('networkidle');
    const asked = server.asked.length;
    server.replies.overview = {
      ...server.replies.overview,
      operator_counts: { ...server.replies.overview.operator_counts, queued: 9 },
    };
    for (let count = 0; count < 20; count += 1) {
      server.feed.event({ event_type: 'queue_item.created', summary: `idea ${count}` });
    }
    await page.getByText('idea 19').waitFor();
    await page.getByRole('region', { name: 'Lanes' }).getByText('9', { exact: true }).waitFor();
    expect(server.asked.length - asked).toBeLessThanOrEqual(3);
    expect(await rows().count()).toBe(12);
  });

  it('draws telemetry as it comes, and what is unknown as unknown', async () => {
    await open();
    const nowMs = Date.now();
    for (let step = 60; step > 0; step -= 1) {
      sample(30 + 25 * Math.sin(step / 4), step > 25 ? 92 - (step % 7) : 3, nowMs - step * 5_000);
    }
    const track = page.locator(`[data-track="${runId}"]`);
    await track.getByText('3.0 %').waitFor();
    expect(await track.locator('.spark-line').first().getAttribute('d')).toContain('L');
    expect(await track.getByText('4:05 / 5:00').count()).toBe(1);
    await keepPictures(page, 'telemetry');
    sample(41.6, null);
    await track.getByText('42 %').waitFor();
    expect(await track.locator('.meter').nth(1).textContent()).toBe('GPUunknown');
    server.feed.sample({
      run_id: runId,
      project_id: 'sparse-kv-cache',
      worker_target: 'gpu-box-1',
      observed_at: new Date().toISOString(),
      sample: null,
      idle: null,
      problem: 'the worker did not answer within 5 s',
    });
    await track.getByText('no reading: the worker did not answer').waitFor();
    expect(await track.locator('.meter').first().textContent()).toBe('CPUunknown');
    await keepPictures(page, 'telemetry-unknown');
    expect(await overflowAt(360)).toBe(0);
  });

  it('says since when it is offline, until when it waits, how old all is, and catches up', async () => {
    await open('#/events');
    server.feed.event({ summary: 'before the loss' });
    await page.getByText('before the loss').waitFor();
    server.feed.isOpen = false;
    server.feed.cut(1001, 'the service is shutting down');
    await bar()
      .getByText(/^Offline since \d\d:\d\d: the service is shutting down\./)
      .waitFor();
    await bar()
      .getByText(/Trying.*What you see is \d+ s old\./)
      .waitFor();
    expect(await page.locator('.state').textContent()).toMatch(/^offline since \d\d:\d\d$/);
    expect(await page.getByText('before the loss').count()).toBe(1);
    expect(await page.title()).toBe('(?) Events – Orrery');
    await keepPictures(page, 'offline');
    expect(await overflowAt(360)).toBe(0);
    const cut = page
      .locator('.state')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await cut).toBe(0);
    for (let count = 0; count < 3; count += 1) {
      server.feed.event({ summary: `missed ${count}` });
    }
    server.feed.isOpen = true;
    await tryNow(page);
    await page.locator('.state[data-state="live"]').waitFor();
    await bar().waitFor({ state: 'hidden' });
    await expect.poll(() => page.title()).not.toContain('?');
    expect(server.feed.heard).toContainEqual(expect.objectContaining({ since: 1201 }));
    const newest = async () => (await rows().locator('.summary bdi').allTextContents()).slice(0, 4);
    await expect.poll(newest).toEqual(['missed 2', 'missed 1', 'missed 0', 'before the loss']);
  });

  it('disables what cannot be done while offline, and says why', async () => {
    server.replies.hasMore = true;
    server.replies.events = [{ event_id: 900, event_type: 'run.started', summary: 'an old one' }];
    await open('#/events');
    const older = page.getByRole('button', { name: 'Show older events' });
    await older.waitFor();
    expect(await older.isEnabled()).toBe(true);
    server.feed.isOpen = false;
    server.feed.cut(1006 - 5, '');
    await page.locator('#main').getByText('Not while offline').waitFor();
    expect(await older.isEnabled()).toBe(false);
  });

  it('reads everything again after a gap, visibly', async () => {
    await open('#/events');
    server.feed.event({ summary: 'an event nobody can trust' });
    await page.getByText('an event nobody can trust').waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/control/api/v1/overview', async (route) => {
      await held;
      await route.continue();
    });
    server.feed.gap = 'the events asked for are no longer kept';
    server.feed.head += 100_001;
    server.feed.cut(1013, 'too slow');
    await tryNow(page);
    await bar().getByText('Some events were missed: the events asked for are no longer').waitFor();
    expect(await page.locator('.state').textContent()).toBe('catching up');
    await keepPictures(page, 'gap');
    answer();
    await bar().waitFor({ state: 'hidden' });
    expect(await page.getByText('an event nobody can trust').count()).toBe(0);
    await page.locator('.state[data-state="live"]').waitFor();
  });

  it('follows the log with filters that are part of the address', async () => {
    await open('#/events');
    server.feed.event({ event_type: 'run.started', entity_id: 'run-7', summary: 'wanted' });
    const asked = page.waitForRequest(/events\?.*entity_id=run-7/);
    await page.getByRole('button', { name: 'run.started' }).click();
    await page.getByRole('link', { name: 'All events of it' }).click();
    await asked;
    await expect.poll(() => page.url()).toContain('#/events?entity_type=run&entity_id=run-7');
    await expect.poll(() => page.getByLabel('Entity').inputValue()).toBe('run-7');
    // The answer has come: what is told from here on is added to it.
    await page.getByText('No event passes these filters.').waitFor();
    server.feed.event({ entity_id: 'run-8', summary: 'not wanted' });
    server.feed.event({ entity_id: 'run-7', summary: 'wanted too' });
    await page.getByText('wanted too').waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByLabel('Type').fill('paper.drafted');
    await page.getByLabel('Type').press('Enter');
    await expect.poll(() => page.url()).toContain('event_type=paper.drafted');
    await page.getByText('No event passes these filters.').waitFor();
    await keepPictures(page, 'events-filtered');
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect.poll(() => page.url()).toMatch(/#\/events$/);
    await page.goBack();
    await expect.poll(() => page.getByLabel('Type').inputValue()).toBe('paper.drafted');
  });

  it('works out of a long log only the row that is new', async () => {
    await open('#/events');
    for (let count = 0; count < 60; count += 1) server.feed.event({ summary: `of many: ${count}` });
    await page.getByText('of many: 59').waitFor();
    await page.evaluate(`
      window.told = 0;
      const { toLocaleTimeString: tell } = Date.prototype;
      Date.prototype.toLocaleTimeString = function (...how) {
        told += 1;
        return tell.apply(this, how);
      };
    `);
    server.feed.event({ summary: 'one more' });
    await page.getByText('one more').waitFor();
    expect(await page.evaluate('told')).toBeGreaterThan(0);
    expect(await page.evaluate('told')).toBeLessThan(30);
  });

  it('leaves alone who reads further down, and says what is new', async () => {
    server.replies.events = Array.from({ length: 80 }, (_, index) => ({
      event_id: 1_100 - index,
      event_type: 'run.started',
      entity_id: `run-${index}`,
      summary: `old ${index}`,
      created_at: new Date().toISOString(),
    }));
    await open('#/events');
    await page.getByText('old 79').waitFor();
    await keepPictures(page, 'events');
    await page.evaluate('scrollTo(0, 900)');
    server.feed.event({ summary: 'new one' });
    server.feed.event({ summary: 'another' });
    const held = page.getByRole('button', { name: '2 new events: show' });
    await held.waitFor();
    expect(await page.getByText('new one').count()).toBe(0);
    await held.click();
    await page.getByText('new one').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('moves nothing while something is pressed', async () => {
    server.replies.events = [{ event_id: 900, event_type: 'run.started', summary: 'an old one' }];
    const sockets = page.waitForEvent('websocket');
    await open('#/events');
    const socket = await sockets;
    const button = page.getByRole('button', { name: 'run.started' });
    await button.hover();
    const told = socket.waitForEvent('framereceived', ({ payload }) =>
      String(payload).includes('on top of it'),
    );
    await page.mouse.down();
    server.feed.event({ event_type: 'paper.drafted', summary: 'on top of it' });
    await told;
    await drawn(page);
    expect(await page.getByText('on top of it').count()).toBe(0);
    await page.mouse.up();
    await page.getByText('on top of it').waitFor();
    // What was opened stays open when another comes above it, and says all that the event does.
    await page.getByText('keep ms').first().waitFor();
    await keepPictures(page, 'event-open');
    await page.getByRole('link', { name: 'Others of this type' }).click();
    await expect.poll(() => page.url()).toContain('event_type=run.started');
    await expect.poll(() => page.getByLabel('Type').inputValue()).toBe('run.started');
  });

  it('does nothing while hidden, and goes on where it was when seen again', async () => {
    await open();
    await page.waitForLoadState('networkidle');
    const refreshed = page.waitForResponse('**/overview');
    server.feed.event({ summary: 'seen' });
    await page.getByText('seen', { exact: true }).waitFor();
    await (await refreshed).finished();
    // Nothing is drawn in a tab that nobody sees; its title is read all the same.
    await page.evaluate(`
      window.undrawn = [];
      window.draw = window.requestAnimationFrame;
      window.requestAnimationFrame = (frame) => undrawn.push(frame);
    `);
    await setHidden(page, true);
    await expect.poll(() => page.title()).toMatch(/^\(\?\) /);
    await expect.poll(() => server.feed.clients).toBe(0);
    const asked = server.asked.length;
    server.feed.event({ summary: 'while hidden' });
    // Longer than anything would wait to ask: nothing to wait for but time itself.
    await page.waitForTimeout(1_500);
    expect(server.asked.length).toBe(asked);
    await page.evaluate(`
      window.requestAnimationFrame = window.draw;
      for (const frame of undrawn) requestAnimationFrame(frame);
    `);
    await setHidden(page, false);
    await page.getByText('while hidden').waitFor();
    await expect.poll(() => page.title()).not.toContain('?');
    expect(server.feed.heard).toContainEqual(expect.objectContaining({ since: 1201 }));
  });

  it('asks by itself where the feed cannot be opened at all, says so, and ends that once it can', async () => {
    server.feed.isOpen = false;
    await page.goto(`${server.origin}/control/dashboard`);
    await bar().getByText('No live feed').waitFor();
    await bar().getByText('The service is asked every 10 s instead').waitFor();
    await page.locator('.verdict').waitFor();
    await expect.poll(() => page.locator('.state').textContent()).toMatch(/^asked /);
    await keepPictures(page, 'polling');
    server.feed.isOpen = true;
    await tryNow(page);
    await page.locator('.state[data-state="live"]').waitFor();
    await bar().waitFor({ state: 'hidden' });
  });

  it('asks by itself where a proxy swallows the feed alone, and lets what is pressed be done', async () => {
    server.feed.isMute = true;
    await page.goto(`${server.origin}/control/dashboard`);
    await bar().getByText('The service is asked every 10 s instead').waitFor();
    await page.locator('.controls-button').click();
    const acts = page.locator('#controls button[aria-describedby^="switch-"]');
    await acts.first().waitFor();
    expect(await acts.and(page.locator('[aria-disabled]')).count()).toBe(0);
    await page.keyboard.press('Escape');
    server.feed.isMute = false;
    await tryNow(page);
    await page.locator('.state[data-state="live"]').waitFor();
    await bar().waitFor({ state: 'hidden' });
  });

  it('goes back to the prompt when the feed refuses the token', async () => {
    await context.addInitScript(`localStorage.setItem('orrery.token', 'revoked')`);
    await page.goto(`${server.origin}/control/dashboard`);
    await page.getByText('no longer accepts the token').waitFor();
  });
});
