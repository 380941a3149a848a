/**
 * Every page and state of the dashboard of a whole service: without findings of axe in both themes and with forced
 * colours, no word cut in two at any width, no line turned around by a title. @needs chromium
 */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reportNames, reportOf } from '../../src/dashboard/operations/reports.ts';
import { pages } from '../../src/dashboard/places/places.ts';
import { failUntilOutOfService } from '../support/bench-trouble.ts';
import {
  drawn,
  keepPicture,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
} from '../support/browser.ts';
import {
  dispatchProject,
  doMainJob,
  draftPaper,
  type MainJob,
  runProject,
  takeInIdea,
} from '../support/main-job.ts';
import {
  axeFindings,
  cutWords,
  overflowPx,
  printFindings,
  rawWords,
  turnedTexts,
} from '../support/page-checks.ts';
import { packageRoot, startService, type TestService, token, until } from '../support/service.ts';

/** What follows the mark is shown from its end, up to the end of what it stands in. */
const turned = 'Turned \u202eemit desrever';
const widths = [360, 390, 820, 1_100, 1_200, 1_440] as const;
const looks = [
  { colorScheme: 'light', forcedColors: 'none', width: 360, coloursOnly: false },
  // Of the page before it only the colours are other ones.
  { colorScheme: 'dark', forcedColors: 'none', width: 360, coloursOnly: true },
  { colorScheme: 'light', forcedColors: 'active', width: 1_300, coloursOnly: false },
  // The row of what is open stands beside it, on a ground of its own.
  { colorScheme: 'light', forcedColors: 'none', width: 1_300, coloursOnly: true },
] as const;

describe('every state of the dashboard', () => {
  let browser: Browser;
  let context: BrowserContext;
  let service: TestService;
  let page: Page;
  let job: MainJob;
  const complaints: string[][] = [];

  const openPage = async (): Promise<Page> => {
    const opened = await context.newPage();
    complaints.push(listenToComplaints(opened));
    return opened;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
    const agent = join(packageRoot, 'test', 'support', 'operator-agent.sh');
    service = await startService({ config: () => ({ agent_command: `sh ${agent}` }) });
    job = await doMainJob(service.api, 'quantisation-of-attention-maps');
    await takeInIdea(service.api, 'which-seed-counts', { tags: ['gpu', 'two words'] });
    await dispatchProject(service.api, 'which-seed-counts');
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/projects/which-seed-counts');
      return (body['queue_item'] as { status: string }).status === 'needs_review';
    }, 'it asks');
    await takeInIdea(service.api, 'rope-scaling', { tags: ['gpu'] });
    await takeInIdea(service.api, 'sparse-kv-cache');
    context = await browser.newContext();
    await context.addInitScript(`localStorage.setItem('orrery.token', '${token}')`);
    page = await openPage();
  });
  afterEach(() => expect(complaints.flat()).toEqual([]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.remove();
  });

  const open = async (hash: string): Promise<void> => {
    await page.goto(`${service.app.baseUrl}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
    // Until then the page before is seen.
    await drawn(page);
    await page.getByRole('region').first().waitFor();
    await expect.poll(() => page.getByText('Loading…').count(), { message: hash }).toBe(0);
  };
  const pane = () => page.getByRole('complementary');
  /** Answers what keeps a test from passing, in the words of what was looked at. */
  const findingsOf = async (name: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { width, coloursOnly, ...look } of looks) {
      await page.emulateMedia({ ...look, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const own = await axeFindings(page, { coloursOnly });
      if ((await overflowPx(page)) > 0) own.push('it is wider than its window');
      own.push(...(await rawWords(page)));
      const what = `${name}, ${look.colorScheme}, forced colours ${look.forcedColors}, ${width} px`;
      found.push(...own.map((each) => `${what}: ${each}`));
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.setViewportSize({ width: 1_440, height: 900 });
    return found;
  };
  const opened = async (hash: string, shown: string | RegExp): Promise<void> => {
    await open(hash);
    await pane().getByText(shown).first().waitFor();
  };

  const states: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'the palette',
      async () => {
        await open('');
        await page.keyboard.press('Control+k');
        await page.keyboard.type('quantisation');
        await page.getByRole('option', { name: /paper/ }).first().waitFor();
      },
    ],
    [
      'the keys',
      async () => {
        await open('#/events');
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      },
    ],
    [
      'the switches',
      async () => {
        await open('');
        await page.getByRole('button', { name: /^Queue open/ }).click();
        await page.getByRole('button', { name: 'Pause dispatching' }).waitFor();
      },
    ],
    [
      'a plan for what was chosen',
      async () => {
        await open('#/queue?chosen=rope-scaling');
        await page.getByRole('button', { name: 'Hold back…' }).click();
        await page.getByText('It changes one item.').waitFor();
      },
    ],
    [
      'a question of an agent',
      async () => {
        await opened('#/queue/which-seed-counts', 'Which seed counts?');
        const first = pane().locator('.verbs button').first();
        expect(await first.textContent()).toBe('Answer and queue it again');
      },
    ],
    ['a run that is over', () => opened(`#/runs/${job.runId}`, 'What happened to it')],
    ['a paper', () => opened(`#/papers/${job.paperId}`, 'Every file is what it was')],
    [
      'the corpus over time',
      async () => {
        await open('#/corpus');
        await page.getByRole('figure').getByRole('link').first().focus();
      },
    ],
    [
      'a dispatch that is asked about',
      async () => {
        await open('#/dispatch/rope-scaling');
        await page.getByRole('button', { name: 'Start the run…' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    ],
  ];
  it.each(states)('%s is without findings of axe', async (name, reach) => {
    // What the state before opened would take the keys of this one.
    await page.close();
    page = await openPage();
    await reach();
    expect(await findingsOf(name)).toEqual([]);
  });

  const widthFindings = async (name: string): Promise<string[]> => {
    const found: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      if ((await overflowPx(page)) > 0) found.push(`${name} ${width}: wider than its window`);
      found.push(...(await cutWords(page)).map((word) => `${name} ${width}: ${word}`));
    }
    return found;
  };

  it('puts on paper what is read, whole and black on white, and nothing that is pressed', async () => {
    const found: string[] = [];
    const shown = ['', 'queue/rope-scaling', `runs/${job.runId}`, `papers/${job.paperId}`];
    for (const name of [...shown, 'queue', 'events', 'machines', 'reports', 'add']) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await open(`#/${name}`);
      await page.waitForLoadState('networkidle');
      await page.emulateMedia({ media: 'print' });
      // What an A4 page has between its margins.
      await page.setViewportSize({ width: 733, height: 1_046 });
      const own = await printFindings(page);
      if ((await overflowPx(page)) > 0) own.push('wider than its page');
      found.push(...own.map((each) => `${name}: ${each}`));
      await page.setViewportSize({ width: 1_440, height: 900 });
    }
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    expect(found).toEqual([]);
  });

  it('cuts no word in two in a list that is shown alone', async () => {
    const found: string[] = [];
    for (const name of ['queue', 'runs', 'papers', 'machines', 'dispatch']) {
      await open(`#/${name}`);
      await page.waitForLoadState('networkidle');
      found.push(...(await rawWords(page)).map((words) => `${name}: ${words}`));
      found.push(...(await widthFindings(name)));
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    expect(found).toEqual([]);
  });

  it('cuts no word in two, on any page at any width', async () => {
    const found: string[] = [];
    for (const name of pages) {
      // These two are to show something; the pages before are those of a service without trouble.
      if (name === 'alerts') {
        await failUntilOutOfService(service, 'sparse-kv-cache');
        await service.api.post('/control/api/alerts/queue-check', { dry_run: false });
      }
      const hash = {
        queue: 'queue/which-seed-counts',
        runs: `runs/${job.runId}`,
        papers: `papers/${job.paperId}`,
        dispatch: 'dispatch/rope-scaling',
        machines: `machines/paper/${job.paperId}`,
      }[name as string];
      await open(`#/${hash ?? name}`);
      await page.waitForLoadState('networkidle');
      await keepPicture(page, `dashboard-${name}`);
      // The machine of an entity is told by the names that its drawing has.
      if (name !== 'machines')
        found.push(...(await rawWords(page)).map((words) => `${name}: ${words}`));
      found.push(...(await widthFindings(name)));
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    expect(found).toEqual([]);
  });

  it('tells each report in words, with what it names as links, at any width', async () => {
    const found: string[] = [];
    const { body } = await service.api.get('/control/api/v1/events?page_size=1');
    const [event] = body['rows'] as readonly { event_id: number }[];
    for (const name of reportNames) {
      const typed = name === 'trace' ? `?search=${event?.event_id}` : '';
      await open(`#/reports/${name}${typed}`);
      await page.getByRole('heading', { name: reportOf(name).title, exact: true }).waitFor();
      await page.locator('main dd, main td, main .empty').first().waitFor();
      await keepPicture(page, `report-${name}`);
      found.push(...(await rawWords(page)).map((words) => `${name}: ${words}`));
      found.push(...(await widthFindings(name)));
    }
    expect(found).toEqual([]);
    await open('#/reports/quality');
    await page.getByRole('link', { name: 'quantisation-of-attention-maps' }).click();
    await expect.poll(() => page.url()).toContain('#/queue/quantisation-of-attention-maps');
  });

  it.each([
    ['published', 'publish', '#/dispatch'],
    ['drafts anew', 'rewrite_many', '#/papers'],
    ['archived', 'archive', '#/reports/log'],
  ])('leads from the palette to what would be %s, tried by keys alone', async (words, name, to) => {
    await page.close();
    page = await openPage();
    await open('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await page.getByRole('option', { name: /^Look wh/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(to);
    const isFocused = `document.activeElement.closest('[data-trial="${name}"]') !== null`;
    await expect.poll(() => page.evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Enter');
    const trial = page.locator(`[data-trial="${name}"]`);
    await trial.and(page.locator('[data-phase="looked"]')).waitFor();
    expect(await trial.locator('[data-part="preview"] b').textContent()).toMatch(/^\S.+\.$/);
    expect(await findingsOf(name)).toEqual([]);
  });

  it('gives the focus to what the palette tried, once what stands above it is there', async () => {
    let letIn = (): void => {};
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route('**/explain/paper/**', async (route) => {
      await held;
      await route.continue();
    });
    await opened(`#/papers/${job.paperId}`, 'Every file is what it was');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rewrite');
    await page.getByRole('option', { name: /^Try the rewrite/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const panel = pane().locator('[data-trial="rewrite"]');
    await panel.and(page.locator('[data-phase="looked"]')).waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).toBe(job.paperId);
    letIn();
    await expect.poll(focused).toBe('Try the rewrite');
    await page.unroute('**/explain/paper/**');
  });

  it('goes through every list by j and k, and opens its row with Enter', async () => {
    await failUntilOutOfService(service, 'sparse-kv-cache');
    for (const [name, leadsTo] of [
      ['overview', /#\/(queue|machines|workers|bench)/],
      ['queue', /#\/queue\/./],
      ['runs', /#\/runs\/./],
      ['papers', /#\/papers\/./],
      ['workers', /#\/(workers|events|machines|queue|runs)/],
      ['machines', /#\/machines\/./],
      ['bench', /#\/machines\/queue_item\//],
      ['corpus', /#\/papers\/./],
      ['reports', /#\/reports\/lanes/],
    ] as const) {
      await open(`#/${name}`);
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('j');
      const focused = 'document.activeElement.outerHTML.slice(0, 200)';
      const first = await page.evaluate(focused);
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      expect(await page.evaluate(focused), name).toBe(first);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url(), { message: name }).toMatch(leadsTo);
    }
    // Nothing leads on from a check, so what is done about it gets the focus, and is not done.
    await open('#/readiness');
    await page.locator('[data-check]').first().waitFor();
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.dataset.check')).toBeTruthy();
    await page.keyboard.press('Enter');
    const isInRow = 'document.activeElement.closest("[data-check]") !== null';
    expect(await page.evaluate(isInRow)).toBe(true);
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search or act' }).waitFor();
  });

  it('keeps a title that turns the writing to itself', async () => {
    await takeInIdea(service.api, 'turned', { title: turned });
    const run = await runProject(service.api, 'turned');
    const paper = await draftPaper(service.api);
    for (const hash of ['queue/turned', `runs/${run}`]) {
      await open(`#/${hash}`);
      const isolated = async () => (await turnedTexts(page)).isolated;
      await expect.poll(isolated, { message: hash }).toBeGreaterThan(0);
      expect((await turnedTexts(page)).loose, hash).toEqual([]);
    }
    // The draft has the title without the mark.
    for (const name of [`papers/${paper}`, 'overview', 'events', 'machines', 'since']) {
      await open(`#/${name}`);
      await page.waitForLoadState('networkidle');
      expect((await turnedTexts(page)).loose, name).toEqual([]);
    }
  });

  it('is without findings while somebody is asked for a token, and while the service is gone', async () => {
    await open('#/queue');
    await page.getByRole('row', { name: 'rope-scaling' }).waitFor();
    const signedIn = page;
    const stranger = await browser.newContext();
    page = await stranger.newPage();
    complaints.push(listenToComplaints(page));
    await page.goto(`${service.app.baseUrl}/control/dashboard`);
    await page.getByLabel('Control token').waitFor();
    const found = await findingsOf('the prompt');
    await stranger.close();
    page = signedIn;
    await service.stop();
    await page.locator('.lost').getByText('Offline since').waitFor();
    expect([...found, ...(await findingsOf('offline'))]).toEqual([]);
  });
});
