/**
 * The main job from an idea to a paper in the corpus, and what else an operator does, on a whole service by keyboard
 * alone, with the keys counted; and two tabs that act upon the same item. @needs chromium
 */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawn, launchBrowser, leaveBrowser, listenToComplaints } from '../support/browser.ts';
import { type CountedKeys, countKeys, keyBounds } from '../support/counted-keys.ts';
import { dispatchProject, takeInIdea } from '../support/main-job.ts';
import { needEarlier } from '../support/need-earlier.ts';
import { packageRoot, startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
const idea = '---\ntitle: A faster sum\nworkload_class: cpu_only\n---\nMeasure it.\n';

describe('an operator with a keyboard', () => {
  let browser: Browser;
  let context: BrowserContext;
  let service: TestService;
  let page: Page;
  const complaints: string[][] = [];
  let keys: CountedKeys;
  const counts = new Map<string, number>();

  const openTab = async (): Promise<Page> => {
    const tab = await context.newPage();
    complaints.push(listenToComplaints(tab));
    return tab;
  };
  const isLive = (tab: Page) => tab.locator('.state[data-state="live"]').waitFor();
  const goTo = async (tab: Page, hash: string): Promise<void> => {
    await tab.goto(`${service.app.baseUrl}/control/dashboard${hash}`);
    await isLive(tab);
    await drawn(tab);
  };
  const button = (name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first();
  const pane = () => page.getByRole('complementary');
  const rowsOf = async (path: string): Promise<readonly Row[]> =>
    (await service.api.get(`/control/api/v1/${path}`)).body['rows'] as Row[];
  const statusOf = async (id: string) => (await rowsOf(`queue?project_id=${id}`))[0]?.['status'];

  beforeAll(async () => {
    browser = await launchBrowser();
    const agent = join(packageRoot, 'test', 'support', 'operator-agent.sh');
    service = await startService({
      config: () => ({
        agent_command: `sh ${agent}`,
        queue_pump_enabled: true,
        queue_pump_paper_draft_enabled: true,
      }),
    });
    await service.api.post('/control/api/v1/pump/off', {});
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
    page = await openTab();
    keys = countKeys(page, counts);
    await goTo(page, '');
  });
  afterEach(() => expect(complaints.flat()).toEqual([]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.remove();
  });

  it('brings an idea into the queue by pasting it', async () => {
    await keys.task('Add ideas by pasting them', async () => {
      await keys.choose('add', 'Add ideas');
      await keys.tabTo(button('By pasting'));
      await keys.press('Enter');
      await keys.tabTo(page.getByLabel('The ideas'));
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(idea)})`);
      await keys.press('Control+v');
      await keys.tabTo(button('See what would be added'));
      await keys.press('Enter');
      await keys.tabTo(button('Add this idea'));
      await keys.press('Enter');
      await page.getByText('One idea was added.').waitFor();
    });
    expect(await statusOf('a-faster-sum')).toBe('queued');
  });

  it('starts its run after a look at what would start, and follows it to its end', async (test) => {
    needEarlier(test);
    await keys.task('Start the next run', async () => {
      await keys.choose('disp', 'Dispatch');
      await keys.tabTo(button('Look what would start'));
      await keys.press('Enter');
      await keys.tabTo(button('Start the run…'));
      await keys.press('Enter');
      await keys.tabTo(button('Yes: start the run'));
      await keys.press('Enter');
      await page.getByText(/-faster-sum runs on .+ as /).waitFor();
    });
    await keys.task('Open the newest run', async () => {
      await keys.press('3');
      await page
        .getByRole('link', { name: /a-faster-sum/ })
        .first()
        .waitFor();
      await keys.press('j');
      await keys.press('Enter');
      await pane().getByRole('heading', { name: 'Readings' }).waitFor();
    });
    await until(async () => (await statusOf('a-faster-sum')) === 'completed', 'the run is over');
    await pane().locator('.run-now .mark-done').waitFor();
  });

  it('has its paper drafted, writes it anew, packages and imports it', async (test) => {
    needEarlier(test);
    await keys.task('Switch the pump on', async () => {
      await keys.choose('pump on', 'Switch the pump on');
      await shown('It is switched on.').waitFor();
    });
    await until(async () => {
      const [review] = (await service.api.get('/control/api/publication-automation')).body[
        'rows'
      ] as Row[];
      return review?.['evaluated_at'] != null;
    }, 'the draft is evaluated');
    await keys.task('Open the newest paper', async () => {
      await keys.press('4');
      await page.getByRole('table', { name: 'Papers' }).waitFor();
      await keys.press('j');
      await keys.press('Enter');
      await pane().getByText('Every file is what it was').waitFor();
    });
    for (const [name, task, word, look, act] of [
      ['rewrite', 'Write its draft anew', 'rew', 'Try the rewrite', 'rewrite the draft'],
      ['package', 'Make its package', 'pac', 'Try the package', 'make the package'],
      ['import', 'Import it', 'imp', 'Try the import', 'import it'],
    ] as const) {
      const panel = pane().locator(`[data-trial="${name}"]`);
      const ended = panel.and(page.locator('[data-phase="done"], [data-phase="failed"]'));
      // What was shown may change meanwhile, as by the judgement of what was just written: then it is looked at again.
      for (let count = 0; count < 5; count += 1) {
        await keys.task(task, async () => {
          await keys.choose(word, new RegExp(`^${look}`));
          await keys.tabTo(button(new RegExp(`^${act}…$`, 'i')));
          await keys.press('Enter');
          await keys.tabTo(button(`Yes: ${act}`));
          await keys.press('Enter');
          await ended.waitFor();
        });
        if ((await panel.getAttribute('data-phase')) === 'done') break;
      }
      expect(await panel.getAttribute('data-phase'), (await panel.textContent()) ?? '').toBe(
        'done',
      );
    }
    expect((await rowsOf('corpus'))[0]).toMatchObject({ status: 'imported' });
  });

  it('finds it in the corpus, and reads it from there', async (test) => {
    needEarlier(test);
    await keys.task('Read what came into the corpus last', async () => {
      await keys.choose('cor', 'Corpus');
      await page.getByRole('table', { name: 'Corpus' }).waitFor();
      await keys.press('j');
      await keys.press('Enter');
      await pane().getByText('Every file is what it was').waitFor();
    });
    expect(page.url()).toContain('#/papers/');
  });

  it('answers a question in eight keys and its text', async () => {
    await service.api.post('/control/api/v1/pump/off', {});
    await takeInIdea(service.api, 'which-seed');
    await dispatchProject(service.api, 'which-seed');
    await until(async () => (await statusOf('which-seed')) === 'needs_review', 'it asks');
    expect(keyBounds().get('Answer a question')).toBeLessThanOrEqual(8);
    await keys.task('Answer a question', async () => {
      // What needs a person stands first there.
      await keys.press('2');
      await page.getByRole('link', { name: 'which-seed' }).waitFor();
      const isAtIt = "document.activeElement.textContent.includes('which-seed')";
      for (let rows = 0; rows < 4; rows += 1) {
        await keys.press('j');
        if (await page.evaluate<boolean>(isAtIt)) break;
      }
      await keys.press('Enter');
      await page.locator('textarea:focus').waitFor();
      await keys.say('Only the first one.');
      await keys.press('Control+Enter');
      await until(async () => (await statusOf('which-seed')) === 'queued', 'it is answered');
    });
  });

  it('holds an item back, takes that back, puts it first, and pauses all of it', async () => {
    await takeInIdea(service.api, 'second');
    await goTo(page, '#/queue');
    await pane().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'second' }).waitFor();
    await keys.task('Open an item of the queue', async () => {
      await keys.press('j');
      await keys.press('j');
      await keys.press('Enter');
      await pane().getByRole('heading', { name: 'second' }).waitFor();
      await button('Hold it back').waitFor();
    });
    await keys.task('Hold the item back', async () => {
      await keys.choose('hold', 'Hold it back: second');
      await until(async () => (await statusOf('second')) === 'paused', 'it is held back');
    });
    await button(/^Undo/).waitFor();
    await keys.task('Take it back', async () => {
      await keys.press('z');
      await until(async () => (await statusOf('second')) === 'queued', 'it is queued again');
    });
    await keys.press('Escape');
    await pane().waitFor({ state: 'detached' });
    // The row has the focus again: keys are meant for it.
    const focused = () => page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)');
    await expect.poll(focused).toContain('id="open-second"');
    // An item that still shows as held back has no place to be moved from, which the page would say.
    await page.locator('tr[data-id="second"] .grip').waitFor();
    await keys.task('Put an item one place up', async () => {
      await keys.press('Shift+K');
      const first = async () =>
        (await rowsOf('queue?status=queued'))[0]?.['project_id'] === 'second';
      await until(first, 'it is first');
    });
    await keys.task('Pause dispatching', async () => {
      await keys.choose('pause', 'Pause dispatching');
      await shown('Dispatching is paused; what runs goes on.').waitFor();
    });
    await service.api.post('/control/resume', {});
  });

  it('sees in one tab what another did to the item meanwhile, and loses nothing', async () => {
    await takeInIdea(service.api, 'contested');
    const other = await openTab();
    await goTo(page, '#/dispatch/contested');
    await page.getByText('contested would be dispatched').waitFor();
    await page.getByLabel('Another item than the next').fill('half a na');
    await goTo(other, '#/queue/contested');
    await other.getByRole('button', { name: 'Cancel it', exact: true }).waitFor();
    const second = countKeys(other, counts);
    await second.task('Cancel an item', async () => {
      await second.choose('canc', 'Cancel it: contested');
      await other.getByRole('alertdialog').waitFor();
      await second.press('Tab');
      await second.press('Enter');
      await until(async () => (await statusOf('contested')) === 'canceled', 'it is canceled');
    });
    await other.close();
    await button('Start the run…').click();
    await button('Yes: start the run').click();
    await page.getByText(/contested.*so nothing was done|changed since the dry run/).waitFor();
    expect(await statusOf('contested')).toBe('canceled');
    expect(await rowsOf('runs?project_id=contested')).toEqual([]);
    expect(await page.getByLabel('Another item than the next').inputValue()).toBe('half a na');
    await button('Look again').click();
    await page.getByText('contested').first().waitFor();
  });

  it('needs no more keys for any task than the documentation names for it', (test) => {
    needEarlier(test);
    const bounds = keyBounds();
    expect([...counts.keys()].toSorted()).toEqual([...bounds.keys()].toSorted());
    const rows = [...counts].map(([task, count]) => `${task}: ${count} of ${bounds.get(task)}`);
    process.stdout.write(`keys for each task:\n  ${rows.join('\n  ')}\n`);
  });
});
