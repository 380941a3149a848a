/**
 * What an operator does from the screen of a whole service: ideas added, a run started, the queue put in order,
 * switches turned and taken back; nothing is done before what it does was shown. @needs chromium
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  keepPictures,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
  setHidden,
} from '../support/browser.ts';
import { axeFindings, overflowPx } from '../support/page-checks.ts';
import { plantDraft } from '../support/paper-requests.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

describe('acting from the dashboard', () => {
  let browser: Browser;
  let service: TestService;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    // Its agent would outlive the service.
    await service.api.post('/control/api/v1/queue/first-of-all/cancel', {});
    await service.remove();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    page = await context.newPage();
    complaints = listenToComplaints(page);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const open = async (hash: string): Promise<void> => {
    await page.goto(`${service.app.baseUrl}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const button = (name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const itemOf = async (id: string): Promise<Row | null> => {
    const { body } = await service.api.get(`/control/api/v1/queue?project_id=${id}`);
    return (body['rows'] as Row[])[0] ?? null;
  };
  const order = async (): Promise<unknown[]> => {
    const { body } = await service.api.get('/control/api/v1/queue?status=queued');
    return (body['rows'] as Row[]).map((row) => row['project_id']);
  };
  const shownOrder = () =>
    page.evaluate<unknown[]>(
      `[...document.querySelectorAll('tr[data-id]')].map((row) => row.dataset.id)`,
    );

  it('adds an idea by form: what is wrong stands at its field, and nothing is added unseen', async () => {
    await open('#/add');
    await page.getByLabel('Priority: high, medium').fill('urgent');
    await button('See what would be added').click();
    await page.locator('[data-field="title"]').getByRole('alert').waitFor();
    await page.locator('[data-field="priority"]').getByRole('alert').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('First of all');
    await page.getByLabel('Priority: high, medium').fill('high');
    await page.getByLabel('What the agent is told').fill('Measure <b>it</b>.\n');
    await button('See what would be added').click();
    await page.getByText('One project would be added').waitFor();
    expect(await itemOf('first-of-all')).toBeNull();
    await keepPictures(page, 'add');
    // What was written stays when the page is left.
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('link', { name: 'Add ideas' }).click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('First of all');
    await button('Add this idea').click();
    await page.getByText('One idea was added.').waitFor();
    expect(await itemOf('first-of-all')).toMatchObject({ dispatch_priority: 10 });
  });

  it('adds ideas from a file, with the line of what is wrong', async () => {
    await open('#/add');
    const give = (name: string, text: string) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await give('ideas.txt', 'x');
    await page.getByRole('alert').getByText('of no known kind').waitFor();
    await give('ideas.csv', 'title,prioritty\nx,high\n');
    await page.getByText('did you mean "priority"?').waitFor();
    expect(await page.locator('[data-part="understood"]').textContent()).toContain('Line 1');
    await give('ideas.csv', 'title,tags\nSecond idea,gpu;even\nThird idea,gpu\nFirst of all,gpu\n');
    await page.getByText('2 projects would be added').waitFor();
    await page.getByText('duplicate title').waitFor();
    await keepPictures(page, 'add-file');
    await button('Add these 2 ideas').click();
    await page.getByText('2 ideas were added.').waitFor();
    expect(await order()).toEqual(['first-of-all', 'second-idea', 'third-idea']);
  });

  it('puts the queue in order by keys and by mouse, and takes it back', async () => {
    await open('#/queue');
    await page.getByRole('link', { name: 'third-idea' }).focus();
    await page.keyboard.press('Shift+K');
    await expect.poll(order).toEqual(['first-of-all', 'third-idea', 'second-idea']);
    await expect.poll(shownOrder).toEqual(['first-of-all', 'third-idea', 'second-idea']);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('open-third-idea');
    await button(/^Undo/).waitFor();
    await keepPictures(page, 'undo');
    // A machine that stood still for a minute takes nothing back by itself: what is seen can be taken.
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 60_000;
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }));
      Date.now = now;
    }`);
    await page.getByText('It was taken back.').waitFor();
    expect(await itemOf('third-idea')).toMatchObject({ selection_rank: 50 });
    const grip = page.locator('tr[data-id="third-idea"] .grip');
    await grip.dragTo(page.locator('tr[data-id="first-of-all"]'));
    await expect.poll(order).toEqual(['third-idea', 'first-of-all', 'second-idea']);
    expect(await itemOf('third-idea')).toMatchObject({ dispatch_priority: 10 });
  });

  it('keeps what is chosen, narrowed and left out in the address', async () => {
    await open('#/queue');
    await page.getByLabel('Choose second-idea').check();
    await page.getByText('Narrow it, choose columns').click();
    await page.getByRole('link', { name: 'gpu 2' }).waitFor();
    // The box follows the address, which follows the click: it is not looked at in between.
    await page.getByLabel('Changed', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Changed' }).waitFor({ state: 'detached' });
    await page.getByLabel('Worker', { exact: true }).last().click();
    await page.waitForURL(/without=.*chosen=second-idea/);
    await page.reload();
    await page.getByText('One item chosen:').waitFor();
    await page.getByRole('link', { name: 'second-idea' }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Project',
      'State',
      'Priority · rank',
      'What is next',
    ]);
    await page.getByLabel('Priority of it').selectOption('low');
    await page.getByText('It changes one item.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keepPictures(page, 'plan-priority');
    expect(await itemOf('second-idea')).toMatchObject({ dispatch_priority: 50 });
    await button('Give them this priority: one item').click();
    await page.getByText('One item changed.').waitFor();
    expect(await itemOf('second-idea')).toMatchObject({ dispatch_priority: 90 });
    await button('Close').click();
    await expect.poll(() => page.url()).not.toContain('chosen');
  });

  it('has the switches within reach on every page, and takes one back', async () => {
    await open('#/events');
    await button(/^Queue open/).click();
    await button('Pause dispatching').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keepPictures(page, 'controls');
    await button('Pause dispatching').click();
    await page.getByText('Dispatching is paused; what runs goes on.').first().waitFor();
    await button(/^Queue paused/).waitFor();
    await page.keyboard.press('Escape');
    // It is offered for ten seconds, so nothing that takes long stands between.
    await button(/^Undo/).click();
    await button(/^Queue open/).waitFor();
    const { body } = await service.api.get('/control/api/v1/overview');
    expect(body['control']).toMatchObject({ status: 'open' });
    // A pause itself is a reason why the service cannot be left alone.
    await service.api.post('/control/pause', { reason: 'a test' });
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Events/);
    await service.api.post('/control/resume', {});
  });

  it('starts a run only after it showed worker, checks and words, and not one that changed since', async () => {
    await open('#/dispatch/first-of-all');
    await page.getByText('first-of-all would be dispatched').waitFor();
    const prompt = page.getByRole('region', { name: 'What the agent is told' });
    expect(await prompt.textContent()).toBe('Measure <b>it</b>.\n');
    await page.getByText('Checked first:').waitFor();
    await keepPictures(page, 'dispatch');
    await service.api.post('/control/api/v1/queue/first-of-all/edit', {
      fields: { max_retries: 7 },
    });
    await button('Start the run…').click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Not now');
    expect(await axeFindings(page)).toEqual([]);
    await button('Yes: start the run').click();
    await page.getByText(/changed since the dry run, so nothing was done/).waitFor();
    await page.getByText(/^first-of-all: version was \d+, and is \d+ now\.$/).waitFor();
    await keepPictures(page, 'dispatch-changed');
    expect(await itemOf('first-of-all')).toMatchObject({ status: 'queued' });
    await button('Look again').click();
    await button('Start the run…').click();
    await button('Yes: start the run').click();
    await page.getByText(/irst-of-all runs on .+ as /).waitFor();
    await until(async () => (await itemOf('first-of-all'))?.['status'] !== 'queued', 'it runs');
  });

  it('tells of what is new while nobody looks, where that was asked for', async () => {
    await page.addInitScript(`
      window.told = [];
      window.Notification = class {
        static permission = 'default';
        static async requestPermission() { this.permission = 'granted'; }
        constructor(title, { body }) { told.push(title + ': ' + body); }
      };
    `);
    await open('#/runs');
    await button(/^Queue open/).click();
    await button('Notify me').click();
    await page.getByText('This browser tells you').waitFor();
    await setHidden(page, true);
    await service.api.post('/control/pause', { reason: 'a new disk' });
    await expect.poll(() => page.evaluate('told.length')).toBe(1);
    expect(await page.evaluate('told[0]')).toContain('a new disk');
    await setHidden(page, false);
    await service.api.post('/control/resume', {});
    await button(/^Queue open/).waitFor();
  });

  it('finds items, workers and acts by name in the palette', async () => {
    await open('#/overview');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('third');
    await page.getByRole('option', { name: 'third-idea' }).click();
    await page.waitForURL(/#\/queue\/third-idea$/);
    await button('Hold it back').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hold it');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('is held back').first().waitFor();
    // The feed may tell of it before the answer comes, which is when it can be taken back.
    await button(/^Undo/).waitFor();
    await page.keyboard.press('z');
    await expect.poll(async () => (await itemOf('third-idea'))?.['status']).toBe('queued');
  });

  it('shows a rewrite batch above the papers, and in the pane of one what came of its replication', async () => {
    const [paper] = [await plantDraft(service, 'later-a'), await plantDraft(service, 'later-b')];
    await open('#/papers');
    const { body } = await service.api.post('/control/api/publication-automation/rewrite-batch', {
      search: 'later',
      dry_run: false,
      async: true,
    });
    const { batch_id: batch } = body['batch'] as Row;
    const line = page.locator(`[data-batch="${String(batch)}"]`);
    await line.getByText('Done: 2 of 2, failed 0').waitFor();
    expect(await line.getByRole('button').count()).toBe(0);
    await page.goto(`${service.app.baseUrl}/control/dashboard#/papers/${paper}`);
    await page.getByText('Every file is what it was').waitFor();
    const replication = page.getByRole('region', { name: 'Replication' });
    expect(await replication.count()).toBe(0);
    const told = { paper_id: paper, project_id: 'later-a', run_id: 'r', reason: 'no rule' };
    const event = { type: 'IMPOSSIBLE', ...told };
    const address = { kind: 'replication', id: paper };
    await service.app.control!.context.actors.ask(address, event, { by: 'planter', settle: true });
    await replication.getByText('It came to no result: no rule.').waitFor();
    await replication.getByText('It cannot be replicated as it is.').waitFor();
    await keepPictures(page, 'replication');
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    ['light', 1_280],
    ['dark', 390],
  ] as const)('is without findings of axe in the %s theme at %i px', async (theme, width) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const findings: string[] = [];
    for (const name of [
      'dispatch',
      'add',
      'corpus',
      'alerts',
      'since',
      'queue?chosen=third-idea',
    ]) {
      await open(`#/${name}`);
      await page.getByRole('region').first().waitFor();
      expect(await overflowPx(page), name).toBe(0);
      findings.push(...(await axeFindings(page)).map((each) => `${name} ${each}`));
    }
    expect(findings).toEqual([]);
  });
});
