/** One queue item in the dashboard: why it waits, and what an operator does about it. @needs chromium */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  drawn,
  keepPictures,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
} from '../support/browser.ts';
import { startService, type TestService, token } from '../support/service.ts';

describe('a queue item in the dashboard', () => {
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
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    for (const id of ['first', 'second']) {
      await post('/control/api/v1/projects', {
        project_id: id,
        title: `Idea ${id}`,
        prompt: 'Add numbers.',
        workload_class: 'cpu_only',
      });
    }
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

  const post = async (path: string, body: object): Promise<void> => {
    const { status } = await service.api.post(path, body);
    expect([200, 201]).toContain(status);
  };
  const open = async (hash: string): Promise<void> => {
    await page.goto(`${service.app.baseUrl}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const pane = () => page.getByRole('complementary');
  const button = (name: string) => pane().getByRole('button', { name, exact: true });
  const focused = () => page.evaluate('document.activeElement.textContent');
  const statusOf = async (id: string): Promise<unknown> => {
    const { body } = await service.api.get(`/control/api/v1/projects/${id}`);
    return (body['queue_item'] as Record<string, unknown>)['status'];
  };

  it('says so when there is no such item, and leaves the list alone', async () => {
    await open('#/queue/no%2Fbody');
    await pane().getByText('has the id "no/body"').waitFor();
    await page.getByRole('table', { name: 'Queue' }).waitFor();
    await pane().getByText('Why is not known').waitFor();
    expect(await pane().getByRole('button').count()).toBe(0);
  });

  it('opens beside the list by mouse and keyboard; Escape closes it and back opens it again', async () => {
    await open('#/queue');
    const named = page.getByRole('link', { name: 'first' });
    expect(await named.locator('strong').textContent()).toBe('Idea first');
    expect(await named.locator('small').textContent()).toBe('first');
    await named.click();
    await pane().getByText('Idea first', { exact: true }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/queue\/first$/);
    await expect.poll(focused).toBe('first');
    await page.keyboard.press('Escape');
    await pane().waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toMatch(/#\/queue$/);
    await expect.poll(focused).toBe('Idea firstfirst');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await pane().getByText('Idea second', { exact: true }).waitFor();
    await page.goBack();
    await page.goBack();
    await pane().getByText('Idea first', { exact: true }).waitFor();
    await page.reload();
    await pane().getByText('Idea first', { exact: true }).waitFor();
  });

  it('says why it waits, and why what cannot be done cannot', async () => {
    await post('/control/pause', { reason: 'replacing a disk' });
    await open('#/queue/first');
    await pane().getByText('replacing a disk').first().waitFor();
    await pane().getByText('What would change it: Resume the queue').waitFor();
    await pane().getByText('The other 3 are not possible now').click();
    expect(await button('Queue it again').isDisabled()).toBe(true);
    const why = pane().getByRole('listitem').filter({ hasText: 'Put it back into the queue' });
    expect(await why.textContent()).toContain('First is queued');
    await keepPictures(page, 'item');
  });

  it('is held back and put back, and the page follows', async () => {
    await open('#/queue/first');
    await button('Hold it back').click();
    await pane().getByText('First is held back until it is resumed.').waitFor();
    expect(await statusOf('first')).toBe('paused');
    await page.getByRole('row', { name: 'first' }).getByText('paused').waitFor();
    await button('Put it back into the queue').click();
    await pane().getByText('First is back in the queue.').waitFor();
    expect(await statusOf('first')).toBe('queued');
    await pane().getByText('resumed by dashboard').waitFor();
  });

  it('has tags that can be changed, and that lead to what else has them', async () => {
    await open('#/queue/first');
    await pane().getByLabel('Its tags, with commas between them').fill('gpu,two words , GPU');
    await button('Keep these tags').click();
    await pane().getByRole('alert').getByText('in other letters').waitFor();
    await pane().getByLabel('Its tags, with commas between them').fill('gpu,two words ,');
    await button('Keep these tags').click();
    await pane().getByText('First is changed.').waitFor();
    const chip = page.getByRole('row', { name: 'first' }).getByRole('link', { name: 'two words' });
    await chip.waitFor();
    await keepPictures(page, 'item-tags');
    await chip.click();
    await page.getByRole('row', { name: 'second' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toMatch(/#\/queue\?tag=two\+words$/);
    await page.getByRole('link', { name: 'first' }).click();
    await pane().getByText('Idea first', { exact: true }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/queue\/first\?tag=two\+words$/);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('Only what is tagged').waitFor();
    await page.getByRole('row', { name: 'first' }).waitFor();
    expect(await page.getByRole('row', { name: 'second' }).count()).toBe(0);
    await page.getByRole('link', { name: 'No longer only what is tagged two words' }).click();
    await page.getByRole('row', { name: 'second' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/queue$/);
  });

  it('stops a run only after it was asked whether it should', async () => {
    await post('/control/dispatch-one', { project_id: 'first', dry_run: false });
    await open('#/queue/first');
    await button('Cancel and stop its run').click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toMatch(/Stop first-\S+\?/);
    await keepPictures(page, 'item-confirm');
    await expect.poll(focused).toBe('Let it run');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf('first')).not.toBe('canceled');
    await button('Cancel and stop its run').click();
    await dialog.getByRole('button', { name: 'Cancel and stop its run' }).click();
    await pane()
      .getByText(/was stopped on its worker/)
      .waitFor();
    expect(await statusOf('first')).toBe('canceled');
    await button('Queue it again').waitFor();
  });

  it('are held back together, after it was shown which of them and why not the others', async () => {
    await post('/control/api/v1/queue/second/pause', {});
    await open('#/queue');
    await page.getByLabel('Choose first').check();
    await page.getByLabel('Choose second').check();
    await page.getByRole('button', { name: 'Hold back…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold back' });
    await dialog.getByText('It changes one item.').waitFor();
    expect(await dialog.getByRole('listitem').first().textContent()).toContain('first');
    expect(await dialog.getByRole('listitem').last().textContent()).toMatch(/^second.+paused/);
    await keepPictures(page, 'plan');
    expect(await statusOf('first')).toBe('queued');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf('first')).toBe('queued');
    await page.getByRole('button', { name: 'Hold back…' }).click();
    await dialog.getByRole('button', { name: 'Hold back: one item' }).click();
    await dialog.getByText('One item changed.').waitFor();
    expect(await statusOf('first')).toBe('paused');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: 'first' }).getByText('paused').waitFor();
  });

  it('shows the words of a refusal when something else came first', async () => {
    await open('#/queue/first');
    await button('Hold it back').waitFor();
    await page.route('**/pause', async (route) => {
      await post('/control/api/v1/queue/first/cancel', {});
      await route.continue();
    });
    await button('Hold it back').click();
    await pane().getByRole('alert').getByText('first is canceled').waitFor();
  });

  it('shows nothing to press before all above it is there', async () => {
    let letIn = (): void => {};
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route('**/api/v1/projects/first*', async (route) => {
      await held;
      await route.continue();
    });
    const why = page.waitForResponse('**/explain/queue_item/first*');
    await open('#/queue/first');
    await (await why).finished();
    await pane().getByText('Loading…').waitFor();
    await drawn(page);
    expect(await button('Hold it back').count()).toBe(0);
    letIn();
    await pane().getByText('Idea first', { exact: true }).waitFor();
    await button('Hold it back').waitFor();
  });

  it('does nothing twice when the answer was lost on the way', async () => {
    await open('#/queue/first');
    const keys: unknown[] = [];
    await page.route('**/pause', async (route) => {
      keys.push(route.request().postDataJSON().idempotency_key);
      if (keys.length > 1) {
        await route.continue();
        return;
      }
      await route.fetch();
      await route.abort();
    });
    await button('Hold it back').waitFor();
    // The feed would show that it is paused, and nothing would be left to press.
    await page.route('**/explain/**', (route) => route.abort());
    await button('Hold it back').click();
    await pane().getByText('Whether it was done is not known').waitFor();
    await button('Hold it back').click();
    await pane().getByText('First is held back until it is resumed.').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    const { body } = await service.api.get(
      '/control/api/v1/events?event_type=queue_item.paused&page_size=10',
    );
    expect(body['rows']).toHaveLength(1);
  });

  it('can do nothing while offline, and says so beside each button', async () => {
    await open('#/queue/first');
    await button('Hold it back').waitFor();
    await service.stop();
    await pane().getByText('Not while offline').first().waitFor();
    expect(await button('Hold it back').isDisabled()).toBe(true);
    await page.keyboard.press('1');
    await page.getByText('Not known now. Last heard: “It cannot be left alone.”').waitFor();
  });

  it('fits every width without scrolling sideways, and so do the alerts beside it', async () => {
    const root = 'document.documentElement';
    const overflowAt = async (width: number): Promise<unknown> => {
      await page.setViewportSize({ width, height: 740 });
      return page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
    };
    await open('#/queue/first');
    await button('Hold it back').waitFor();
    for (const width of [390, 720, 1101, 1440]) expect(await overflowAt(width), `${width}`).toBe(0);
    await page.goto(`${service.app.baseUrl}/dashboard#/alerts`);
    await page.getByRole('region').first().waitFor();
    for (const width of [360, 1400]) expect(await overflowAt(width), `${width}`).toBe(0);
    const shown = await page.getByRole('main').textContent();
    expect(shown).not.toMatch(/undefined|NaN|\[object/);
  });
});
