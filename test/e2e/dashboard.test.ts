/** The dashboard in a real Chromium against a server with canned replies. @needs chromium */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../src/http/route.ts';
import {
  keepPictures,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
} from '../support/browser.ts';
import { problem, recordedReply } from '../support/canned-reply.ts';
import { answerFor, runWorld } from '../support/canned-runs.ts';
import {
  type DashboardServer,
  dashboardToken,
  livelyReplies,
  startDashboard,
} from '../support/http-dashboard.ts';

/** Of an overview that has nothing to tell. */
const calm = {
  leave_alone: true,
  trouble: null,
  reasons: [],
  needs_somebody: 0,
  operator_counts: {
    attention: 0,
    running: 0,
    queued: 0,
    paused: 0,
    write: 0,
    finalize: 0,
    publish: 0,
    imported: 0,
    done_no_paper: 0,
  },
  cards: [],
  top_items: [],
  active: [],
  recent_events: [],
};

describe('the dashboard', () => {
  let browser: Browser;
  let server: DashboardServer;
  let context: BrowserContext;
  let page: Page;
  /** Everything the browser complained about, such as a refused inline style. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startDashboard(livelyReplies());
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await server.stop();
  });
  beforeEach(async () => {
    Object.assign(server.replies, livelyReplies(), { other: answerFor(runWorld()) });
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    page = await context.newPage();
    complaints = listenToComplaints(page);
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const open = async (signedIn = true): Promise<void> => {
    if (signedIn) {
      await page.addInitScript(`localStorage.setItem('orrery.token', '${dashboardToken}')`);
    }
    await page.goto(`${server.origin}/dashboard`);
  };
  const verdict = () => page.locator('.verdict');

  it('asks for a token, refuses a wrong one, keeps a right one out of the address', async () => {
    await open(false);
    const input = page.getByLabel('Control token');
    await input.waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('token');
    await keepPictures(page, 'token');
    await input.fill('wrong');
    await input.press('Enter');
    await page.getByText('did not accept this token').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await input.fill(dashboardToken);
    await input.press('Enter');
    await verdict().waitFor();
    expect(await page.evaluate(`localStorage.getItem('orrery.token')`)).toBe(dashboardToken);
    expect(page.url()).not.toContain(dashboardToken);
    await page.reload();
    await verdict().waitFor();
  });

  it('says who is needed first, with the reason and what to do', async () => {
    await open();
    await verdict().waitFor();
    expect(await verdict().textContent()).toBe('2 items need a person.');
    expect(await page.locator('.because').textContent()).toContain('mixture-routing-ablation');
    const row = page.getByRole('region', { name: 'Needs a person' }).getByRole('listitem').first();
    expect(await row.textContent()).toContain('3 h 3 min');
    expect(await page.locator('.because').textContent()).toContain('Answer the question');
    const running = page.getByRole('region', { name: 'Running' });
    expect(await running.textContent()).toContain('sparse-kv-cache');
    expect(await page.getByRole('region', { name: 'Lanes' }).textContent()).toContain(
      '41in the corpus',
    );
    await keepPictures(page, 'overview');
  });

  it('retries the items of one cause together, after it was shown which of them', async () => {
    const { other } = server.replies;
    server.replies.other = (request) =>
      request.path === 'queue/plan' ? ok(recordedReply('queue.plan')) : other?.(request);
    await open();
    const asked = page.waitForRequest(/queue\/plan$/);
    const reason = page.locator('[data-reason="items_wait"]');
    await reason.getByRole('button', { name: 'Queue all 2 again' }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      verb: 'retry',
      project_ids: ['sparse-kv-cache', 'mixture-routing-ablation'],
    });
    const dialog = page.getByRole('dialog', { name: 'Queue again' });
    await dialog.getByText(/^It (changes|would change)/).waitFor();
    await keepPictures(page, 'overview-plan');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('says that it can be left alone, and why each part is empty', async () => {
    server.replies.overview = { ...server.replies.overview, ...calm };
    server.replies.queue = [];
    server.replies.papers = [];
    await open();
    await verdict().waitFor();
    expect(await verdict().textContent()).toBe('You can leave it alone.');
    await page.getByText('No item waits for a person.').waitFor();
    await page.getByText('No run is active: nothing is queued.').waitFor();
    await page.getByText('The event log is empty').waitFor();
    await keepPictures(page, 'empty');
    await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).click();
    await page.getByText('No item is alive.').waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Add ideas' }).count()).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Papers' }).click();
    await page.getByText('No paper yet.').waitFor();
  });

  it('shows what the service does not say as unknown, never as zero', async () => {
    server.replies.instead = () => ({
      status: 200,
      contentType: 'application/json',
      // allowed: what a service of another version might leave out.
      body: '{"ok":true}',
    });
    await open();
    await verdict().waitFor();
    expect(await verdict().textContent()).toBe('Unknown whether a person is needed.');
    const lanes = page.getByRole('region', { name: 'Lanes' });
    expect(await lanes.locator('.figure').allTextContents()).toEqual(Array(6).fill('unknown'));
    expect(await page.locator('main').textContent()).not.toMatch(/\b0\b/);
    await keepPictures(page, 'unknown');
  });

  it('shows text from the service as text', async () => {
    const evil = '<img src=x onerror=alert(1)><style>*{display:none}</style>';
    server.replies.overview = {
      ...server.replies.overview,
      top_items: [
        {
          ...server.replies.overview.top_items[0]!,
          project_id: evil,
          project_name: evil,
          reason: evil,
          next_step: evil,
        },
      ],
    };
    await open();
    await page.getByRole('region', { name: 'Needs a person' }).getByText(evil).first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });

  it('follows what changes and leaves alone what does not', async () => {
    await open();
    await verdict().waitFor();
    await page.evaluate(
      `document.querySelector('[data-part="running"] li').setAttribute('data-kept', '1')`,
    );
    server.replies.overview = {
      ...server.replies.overview,
      control: { status: 'paused', reason: 'replacing a disk', changed_by: 'operator' },
      reasons: [
        {
          ...server.replies.overview.reasons[0]!,
          code: 'queue_not_paused',
          title: 'The queue is paused: replacing a disk',
        },
      ],
      operator_counts: { ...server.replies.overview.operator_counts, attention: 0 },
      top_items: [],
    };
    server.feed.event({
      event_type: 'control.paused',
      entity_type: 'control',
      entity_id: 'control',
    });
    await page.getByText('Dispatching is paused.').waitFor();
    expect(await page.locator('.because').textContent()).toContain('replacing a disk');
    expect(await page.locator('[data-kept]').count()).toBe(1);
    await keepPictures(page, 'paused');
  });

  it('has every page within reach in a low window, and any count within its tab on a phone', async () => {
    await open();
    await verdict().waitFor();
    const nav = `document.querySelector('nav[aria-label="Pages"]')`;
    await page.setViewportSize({ width: 1_200, height: 400 });
    expect(await page.evaluate(`${nav}.getBoundingClientRect().bottom`)).toBeLessThanOrEqual(400);
    await page.setViewportSize({ width: 390, height: 844 });
    const outside = await page.evaluate(`(() => {
      const copy = ${nav}.cloneNode(true);
      document.querySelector('.shell').append(copy);
      const found = [...copy.querySelectorAll('a')].flatMap((tab) => {
        const [sign, , count] = tab.children;
        count.textContent = '1870';
        const [own, within, beside] = [count, tab, sign].map((each) => each.getBoundingClientRect());
        return own.right > within.right || own.left < beside.right ? [tab.textContent] : [];
      });
      copy.remove();
      return found;
    })()`);
    expect(outside).toEqual([]);
    await page.goto(`${server.origin}/dashboard#/reports`);
    const right = `${nav}.querySelector('[aria-current][href="#/reports"]')?.getBoundingClientRect().right`;
    await expect.poll(() => page.evaluate(right)).toBeLessThan(391);
  });

  it('leads from an empty list of papers to what waits for a draft', async () => {
    server.replies.papers = [];
    await open();
    await page.goto(`${server.origin}/dashboard#/papers`);
    const empty = page.getByText('2 completed items wait for a draft');
    await empty.getByRole('link', { name: 'look what would be drafted' }).click();
    await page.getByRole('region', { name: 'Draft' }).waitFor();
  });

  it('tells the reason when the service answers with a problem', async () => {
    server.replies.instead = () => problem('overloaded', 'the store is being moved');
    await open();
    await page.getByRole('alert').getByText('503: the store is being moved').waitFor();
    await page.getByText('Nothing has been loaded yet.').first().waitFor();
  });

  it('gives no all-clear of before while the service speaks and does not answer', async () => {
    server.replies.overview = { ...server.replies.overview, ...calm };
    await open();
    await page.getByText('You can leave it alone').first().waitFor();
    expect(await page.title()).toBe('Orrery');
    server.replies.instead = () => problem('store_unavailable', 'the disk does not answer');
    server.feed.event({ summary: 'something happened' });
    await page.getByText('Not known now. Last heard: “You can leave it alone').waitFor();
    await expect.poll(() => page.title()).toBe('(?) Orrery');
    server.replies.instead = null;
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => page.title()).toBe('Orrery');
    await page.getByText('Not known now').waitFor({ state: 'detached' });
  });

  it('goes back to the prompt when the token is no longer accepted', async () => {
    await open(false);
    await page.evaluate(`localStorage.setItem('orrery.token', 'revoked')`);
    await page.reload();
    await page.getByText('no longer accepts the token').waitFor();
    expect(await page.evaluate(`localStorage.getItem('orrery.token')`)).toBeNull();
  });

  it('is opened in every tab by a token that one was given, and closed in all', async () => {
    await open(false);
    const other = await context.newPage();
    await other.goto(`${server.origin}/dashboard`);
    await other.getByLabel('Control token').waitFor();
    await page.getByLabel('Control token').fill(dashboardToken);
    await page.getByLabel('Control token').press('Enter');
    await verdict().waitFor();
    await other.locator('.verdict').waitFor();
    // Typed there, and so held by that tab itself.
    await other.evaluate(`localStorage.removeItem('orrery.token')`);
    await page.getByText('The token was forgotten in another tab.').waitFor();
    await other.evaluate(`localStorage.setItem('orrery.token', 'revoked')`);
    await page.getByText('no longer accepts the token').waitFor();
    await page.evaluate(`localStorage.setItem('orrery.token', '${dashboardToken}')`);
    await other.locator('.verdict').waitFor();
  });

  it('forgets the token on request', async () => {
    await open(false);
    await page.getByLabel('Control token').fill(dashboardToken);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Control token').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('keeps the page in the address, so that back and a link work', async () => {
    await open();
    await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('table', { name: 'Queue' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/queue$/);
    // How much needs a person is seen from another tab, too.
    await expect.poll(() => page.title()).toBe('(2) Queue – Orrery');
    await expect.poll(() => page.getByText('held for review').count()).toBe(1);
    await keepPictures(page, 'queue');
    await page.keyboard.press('4');
    await page.getByRole('table', { name: 'Papers' }).waitFor();
    await keepPictures(page, 'papers');
    await page.goBack();
    await page.getByRole('table', { name: 'Queue' }).waitFor();
  });

  it('can be used with the keyboard alone, with a visible focus', async () => {
    await open();
    await verdict().waitFor();
    const seen: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate<{ name: string | null; outline: string }>(`({
        name: document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent,
        outline: getComputedStyle(document.activeElement).outlineStyle,
      })`);
      seen.push(focus.name ?? '');
      expect(focus.outline).toBe('solid');
    }
    expect(seen.join('|')).toMatch(
      /Skip to the content\|.*Theme: auto\|Forget the token\|Overview/,
    );
    await page.keyboard.press('t');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it.each([360, 720, 1400])('fits a width of %i without scrolling sideways', async (width) => {
    await page.setViewportSize({ width, height: 740 });
    await open();
    for (const name of ['Queue', 'Runs', 'Papers', 'Workers', 'Events', 'Overview']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('region').first().waitFor();
      const root = 'document.documentElement';
      const overflow = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
      expect({ name, overflow }).toEqual({ name, overflow: 0 });
    }
  });

  it('is served under a policy that refuses anything inline', async () => {
    await open();
    await verdict().waitFor();
    const refused = await page.evaluate(`
      const style = document.createElement('style');
      style.textContent = 'body{display:none}';
      document.head.append(style);
      getComputedStyle(document.body).display;
    `);
    expect(refused).toBe('block');
    await expect.poll(() => complaints.join()).toContain('Content Security Policy');
    complaints.length = 0;
  });
});
