/** The dashboard in a real Chromium against a server with canned replies. @needs chromium */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DashboardServer,
  dashboardToken,
  livelyReplies,
  startDashboard,
} from '../support/http-dashboard.ts';

/** Set to a folder to keep pictures of every state at both widths in both themes. */
const pictures = process.env.DASHBOARD_PICTURES;

describe('the dashboard', () => {
  let browser: Browser;
  let server: DashboardServer;
  let context: BrowserContext;
  let page: Page;
  /** Everything the browser complained about, such as a refused inline style. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
    server = await startDashboard(livelyReplies());
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  beforeEach(async () => {
    Object.assign(server.replies, livelyReplies());
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(error.message));
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
  const keepPictures = async (name: string): Promise<void> => {
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1400, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        await page.screenshot({
          path: join(pictures, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
    await page.setViewportSize({ width: 1400, height: 900 });
  };
  const setHidden = (hidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  const verdict = () => page.locator('.verdict');

  it('asks for a token, refuses a wrong one, keeps a right one out of the address', async () => {
    await open(false);
    const input = page.getByLabel('Control token');
    await input.waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('token');
    await keepPictures('token');
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
    expect(await row.textContent()).toContain('answer the question');
    expect(await row.textContent()).toContain('3 h 3 min');
    const running = page.getByRole('region', { name: 'Running' });
    expect(await running.textContent()).toContain('3:20 / 5:00');
    expect(await running.getByRole('progressbar').first().getAttribute('value')).toBe('200000');
    expect(await page.getByRole('region', { name: 'Lanes' }).textContent()).toContain(
      '41in the corpus',
    );
    await keepPictures('overview');
  });

  it('says that it can be left alone, and why each part is empty', async () => {
    const { overview } = server.replies;
    server.replies.overview = {
      ...overview,
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
    server.replies.queue = [];
    server.replies.papers = [];
    await open();
    await verdict().waitFor();
    expect(await verdict().textContent()).toBe('You can leave it alone.');
    await page.getByText('Nobody is needed.').waitFor();
    await page.getByText('because nothing is queued').waitFor();
    await page.getByText('The event log is empty').waitFor();
    await keepPictures('empty');
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByText('The queue is empty.').waitFor();
    await page.getByRole('link', { name: 'Papers' }).click();
    await page.getByText('No paper yet.').waitFor();
  });

  it('shows what the service does not say as unknown, never as zero', async () => {
    server.replies.overview = { ok: true };
    await open();
    await verdict().waitFor();
    expect(await verdict().textContent()).toBe('Unknown whether a person is needed.');
    const lanes = page.getByRole('region', { name: 'Lanes' });
    expect(await lanes.locator('.figure').allTextContents()).toEqual(Array(6).fill('unknown'));
    expect(await page.locator('main').textContent()).not.toMatch(/\b0\b/);
    await keepPictures('unknown');
  });

  it('shows text from the service as text', async () => {
    const evil = '<img src=x onerror=alert(1)><style>*{display:none}</style>';
    server.replies.overview = {
      ...server.replies.overview,
      top_items: [{ project_id: evil, status: evil, reason: evil, next_step: evil }],
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
      control: { status: 'paused', reason: 'replacing a disk' },
      operator_counts: { ...(server.replies.overview.operator_counts as object), attention: 0 },
      top_items: [],
    };
    await page.getByText('Dispatching is paused.').waitFor();
    expect(await page.locator('.because').textContent()).toContain('replacing a disk');
    expect(await page.locator('[data-kept]').count()).toBe(1);
    await keepPictures('paused');
  });

  it('says how old everything is while the connection is lost, and recovers', async () => {
    await open();
    await verdict().waitFor();
    await context.setOffline(true);
    const alert = page.getByRole('alert');
    await alert.getByText('Connection lost').waitFor();
    expect(await alert.textContent()).toMatch(/What you see is \d+ s old/);
    expect(await verdict().textContent()).toBe('2 items need a person.');
    expect(await page.locator('.state').textContent()).toMatch(/^lost/);
    await keepPictures('lost');
    await context.setOffline(false);
    await alert.getByRole('button', { name: 'Try now' }).click();
    await alert.waitFor({ state: 'hidden' });
    expect(await page.locator('.state').textContent()).toMatch(/^live/);
  });

  it('tells the reason when the service answers with a problem', async () => {
    server.replies.instead = () => ({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ detail: 'the store is being moved' }),
    });
    await open();
    await page.getByRole('alert').getByText('503: the store is being moved').waitFor();
    await page.getByText('Nothing has been loaded yet.').first().waitFor();
  });

  it('goes back to the prompt when the token is no longer accepted', async () => {
    await open(false);
    await page.evaluate(`localStorage.setItem('orrery.token', 'revoked')`);
    await page.reload();
    await page.getByText('no longer accepts the token').waitFor();
    expect(await page.evaluate(`localStorage.getItem('orrery.token')`)).toBeNull();
  });

  it('forgets the token on request', async () => {
    await open(false);
    await page.getByLabel('Control token').fill(dashboardToken);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Control token').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('asks nothing while hidden and at once when seen again', async () => {
    await open();
    await verdict().waitFor();
    await setHidden(true);
    const before = server.asked.length;
    // Longer than one round of questions: nothing to wait for but time itself.
    await page.waitForTimeout(2_600);
    expect(server.asked.length - before).toBeLessThanOrEqual(1);
    const answered = page.waitForResponse(/overview/);
    await setHidden(false);
    await answered;
  });

  it('keeps the page in the address, so that back and a link work', async () => {
    await open();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('table', { name: 'Queue' }).waitFor();
    expect(page.url()).toMatch(/#\/queue$/);
    expect(await page.title()).toBe('Queue – Orrery');
    expect(await page.getByText('held for review').count()).toBe(1);
    await keepPictures('queue');
    await page.keyboard.press('3');
    await page.getByRole('table', { name: 'Papers' }).waitFor();
    await keepPictures('papers');
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
    for (const name of ['Queue', 'Papers', 'Events', 'Overview']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('region').first().waitFor();
      const root = 'document.documentElement';
      const overflow = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
      expect(overflow).toBe(0);
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
    expect(complaints.splice(0).join()).toContain('Content Security Policy');
  });
});
