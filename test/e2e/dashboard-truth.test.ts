/**
 * The answer, its reasons and what lies behind a paper, on the screen of a whole service that ran a night:
 * signed in by a code, an act carried out in place, a number followed to its file. @needs chromium
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenOf, withoutPdf, writeGiven } from '../kinds/kinds.ts';
import { failUntilOutOfService, loseMessage } from '../support/bench-trouble.ts';
import {
  keepPictures,
  launchBrowser,
  leaveBrowser,
  listenToComplaints,
} from '../support/browser.ts';
import { axeFindings } from '../support/page-checks.ts';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
const allClear = 'You can leave it alone, but nobody is told';

describe('the dashboard after a night', () => {
  let browser: Browser;
  let service: TestService;
  let page: Page;
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startService({
      config: () => ({
        intake_dir: 'ideas',
        worker_refresh_sec: 300,
        queue_pump_enabled: true,
        queue_pump_paper_draft_enabled: true,
        queue_pump_publish_enabled: true,
      }),
    });
    mkdirSync(join(service.dir, 'ideas'), { recursive: true });
    writeFileSync(
      join(service.dir, 'ideas', 'night.md'),
      '---\ntitle: A night\n---\nMeasure it.\n',
    );
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/corpus');
      return (body['counts'] as Row)['imported'] === 1;
    }, 'the package is in the corpus');
    page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
    complaints = listenToComplaints(page);
  });
  afterEach(() => expect(complaints).toEqual([]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.remove();
  });

  /** Read anew at once: what goes on changing is asked about only once in five seconds. */
  const openOverview = async (): Promise<void> => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/overview`);
    await page.reload();
  };

  it('opens signed in by a code, which does not stay in the address', async () => {
    const { body } = await service.api.post('/control/api/v1/dashboard/codes', {});
    await page.goto(`${service.app.baseUrl}${String(body['path'])}`);
    await page.locator('.state[data-state="live"]').waitFor();
    await expect.poll(() => page.url()).toMatch(/\/control\/dashboard#\/overview$/);
    await page.getByText(allClear).waitFor();
    expect(await page.locator('[data-reason]').count()).toBe(0);
  });

  it('says why it cannot be left alone, and ends the reason in place once what follows was read', async () => {
    expect((await service.api.post('/control/api/v1/pump/off', {})).status).toBe(200);
    const reason = page.locator('[data-reason="nothing_automatic"]');
    await reason.waitFor();
    await page.getByText('It cannot be left alone.').waitFor();
    await reason.getByRole('button', { name: 'Switch the pump on' }).click();
    expect((await service.api.get('/control/api/v1/pump')).body['enabled']).toBe(false);
    await reason.getByText('What is queued starts by itself').waitFor();
    await reason.getByRole('button', { name: 'Yes: Switch the pump on' }).click();
    await page.getByText(allClear).waitFor();
    expect(await reason.count()).toBe(0);
    expect((await service.api.get('/control/api/v1/pump')).body['enabled']).toBe(true);
  });

  it.each([
    ['paused', 'pause', {}],
    ['in maintenance', 'pause', { maintenance_mode: true }],
    ['with the pump off', 'api/v1/pump/off', {}],
  ] as const)('shows no all-clear while it is %s', async (_, path, body) => {
    expect((await service.api.post(`/control/${path}`, { reason: 'a test', ...body })).status).toBe(
      200,
    );
    await openOverview();
    await page.locator('[data-reason]').first().waitFor();
    expect(await page.getByText(allClear).count()).toBe(0);
    const undo = path === 'pause' ? 'resume' : 'api/v1/pump/on';
    expect((await service.api.post(`/control/${undo}`, {})).status).toBe(200);
    await openOverview();
    await page.getByText(allClear).waitFor();
  });

  it('shows no all-clear while an entity is out of service, until it is put back by the bench', async () => {
    const queue = (await service.api.get('/control/api/v1/queue')).body['rows'] as Row[];
    const id = String(queue[0]?.['project_id']);
    await failUntilOutOfService(service, id);
    await openOverview();
    await page.locator('[data-reason="actors_in_service"]').waitFor();
    expect(await page.getByText(allClear).count()).toBe(0);
    await page.goto(`${service.app.baseUrl}/control/dashboard#/bench`);
    const entry = page.locator(`[data-bench="queue_item/${id}"]`);
    await entry.getByRole('button', { name: 'Put it back into service' }).click();
    await entry.getByLabel('Why, for the log').fill('the event was a mistake');
    await entry.getByRole('button', { name: 'Put it back into service' }).click();
    await entry.waitFor({ state: 'detached' });
    expect(service.app.control!.host.stats().quarantined).toEqual([]);
  });

  it('shows no all-clear while a message waits for a person, until that is discarded', async () => {
    const queue = (await service.api.get('/control/api/v1/queue')).body['rows'] as Row[];
    await loseMessage(service, String(queue[0]?.['project_id']));
    await openOverview();
    await page.locator('[data-reason="no_dead_letters"]').waitFor();
    expect(await page.getByText(allClear).count()).toBe(0);
    await page.goto(`${service.app.baseUrl}/control/dashboard#/bench`);
    const letters = page.locator('[data-letter]');
    await letters.first().waitFor();
    // The list is drawn anew as a whole: none left means that it is empty.
    while ((await letters.count()) > 0) {
      const number = await letters.first().getAttribute('data-letter');
      const letter = page.locator(`[data-letter="${number}"]`);
      await letter.getByRole('button', { name: 'Discard the message' }).click();
      await letter.getByLabel('Why, for the log').fill('sent by mistake');
      await letter.getByRole('button', { name: 'Discard the message' }).click();
      await letter.waitFor({ state: 'detached' });
    }
    await openOverview();
    await page.getByText(allClear).waitFor();
  });

  it('tells what happened since the reader looked, and remembers what was read', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/since`);
    await page.getByRole('heading', { name: 'What ran' }).waitFor();
    await page.locator('.events').getByText('corpus.imported').waitFor();
    await page.getByRole('button', { name: 'I have read all of it' }).click();
    await page.getByText('Nothing happened.').waitFor();
    await page.reload();
    await page.getByText('Nothing happened.').waitFor();
  });

  it('leads from a number of a paper to the file, and to the run', async () => {
    const papers = (await service.api.get('/control/api/v1/papers')).body['rows'] as Row[];
    const id = String(papers[0]?.['paper_id']);
    await page.goto(`${service.app.baseUrl}/control/dashboard#/papers/${encodeURIComponent(id)}`);
    await page.getByText('Every file is what it was').waitFor();
    const claim = page.locator('button.claim').first();
    const name = (await claim.getAttribute('data-of')) ?? '';
    await claim.click();
    const card = page.locator(`[data-claim="${name}"]`);
    await card.getByText('the file is what it was').first().waitFor();
    expect(await card.locator('code').first().textContent()).toMatch(/#/);
    expect(await claim.getAttribute('aria-pressed')).toBe('true');
    const text = page.getByRole('article', { name: 'What it says' });
    expect(await text.locator('svg, table').count()).toBeGreaterThan(0);
    const ends = async (part: typeof card): Promise<readonly [number, number]> => {
      const box = await part.boundingBox();
      return [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)];
    };
    await expect
      .poll(async () => (await ends(claim))[1] <= (await ends(card))[0], {
        message: 'the number is in sight',
      })
      .toBe(true);
    await keepPictures(page, 'paper-claim');
    await page.setViewportSize({ width: 360, height: 740 });
    const cells = text.getByRole('table').first().getByRole('row').nth(1).getByRole('cell');
    expect((await ends(cells.first()))[0]).toBe((await ends(cells.nth(1)))[0]);
    await page.setViewportSize({ width: 1300, height: 900 });
    const seen = (await claim.textContent()) ?? '';
    await text.locator('button.claim').last().focus();
    await card.getByRole('listitem').locator('button.claim').first().click();
    await expect.poll(() => page.evaluate('document.activeElement.dataset.of')).toBe(name);
    expect(seen).not.toBe('');
    expect(await axeFindings(page, { include: ['.paper-text', '.claim-card'] })).toEqual([]);
    const readings = card.getByRole('link').first();
    expect(await readings.getAttribute('href')).toMatch(/#\/runs\/.+\?span=\d+-\d+$/);
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByText('What changed since an earlier draft').click();
    await page.getByText('Since the draft of').waitFor();
    await page.getByText('What lint and audit find now').click();
    await page.getByText('audit: passed, 0').waitFor();
  });

  it('reckons when its run would have ended by another quiet time, from what the worker kept', async () => {
    const runs = (await service.api.get('/control/api/v1/runs')).body['rows'] as Row[];
    const id = String(runs[0]?.['run_id']);
    const run = `${service.app.baseUrl}/control/dashboard#/runs/${encodeURIComponent(id)}`;
    await page.goto(`${run}?with=no-such-run`);
    const reckoning = page.getByRole('region', { name: 'By another profile' });
    await reckoning.getByRole('slider').focus();
    await page.keyboard.press('End');
    await reckoning.getByText(/it would not have ended by/).waitFor();
    await reckoning.getByText(/^Reckoned from \d+ readings that its worker kept/).waitFor();
    // What the slider has moved on from is asked no further.
    const asked = /idle-reckoning/;
    const held = page.waitForRequest(asked);
    await page.route(asked, () => {}, { times: 1 });
    await page.keyboard.press('Home');
    const first = (await held).url();
    const given = page.waitForEvent('requestfailed', (request) => request.url() === first);
    await page.keyboard.press('End');
    await given;
    await reckoning.getByText(/it would not have ended by/).waitFor();
    const beside = page.getByRole('region', { name: 'Beside another run' });
    await beside.getByText('The other run cannot be shown').waitFor();
    const parts = ['.reckoning', '.compare', '.chart'];
    expect(await axeFindings(page, { include: parts })).toEqual([]);
  });

  it('ends the wait of a held paper from its pane, once what follows was read', async () => {
    const papers = (await service.api.get('/control/api/v1/papers')).body['rows'] as Row[];
    const id = encodeURIComponent(String(papers[0]?.['paper_id']));
    const move = { move: 'request_human_review', note: 'look at the figures' };
    const held = await service.api.post(`/control/api/v1/papers/${id}/move`, move);
    expect(held.status).toBe(200);
    await openOverview();
    const reason = page.locator('[data-reason="papers_wait"]');
    await reason.getByRole('link', { name: 'Look at the papers' }).click();
    const pane = page.getByRole('complementary');
    const button = pane.locator('[data-act="end_human_review"]').getByRole('button');
    await button.click();
    const question = pane.getByRole('form', { name: 'End its human review' });
    await question.getByText('It goes on from where it was held').waitFor();
    await keepPictures(page, 'paper-held');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await button.click();
    await question.getByRole('button', { name: 'End its human review' }).click();
    await pane.getByText('End its human review: it is done.').waitFor();
    await openOverview();
    await page.getByText(allClear).waitFor();
  });

  it('lists the papers of a stage and of words alone', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/papers`);
    const rows = page.getByRole('table', { name: 'Papers' }).getByRole('row');
    await rows.nth(1).waitFor();
    await page.getByRole('link', { name: /^In the corpus/ }).click();
    await expect.poll(() => page.url()).toContain('?stage=imported');
    await rows.nth(1).waitFor();
    await keepPictures(page, 'papers');
    await page.getByRole('link', { name: /^For a person/ }).click();
    await page.getByText('No paper is at this stage now.').waitFor();
    await page.getByRole('link', { name: /^All/ }).click();
    await page.getByRole('searchbox').fill('nothing of that name');
    await page.keyboard.press('Enter');
    await page.getByText('No paper here has that in its texts.').waitFor();
  });

  it('lists the corpus, hands a paper out as files, and tries its next steps before any is taken', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/corpus`);
    const row = page.getByRole('table', { name: 'Corpus' }).getByRole('row').nth(1);
    await row.getByText('imported', { exact: true }).waitFor();
    await keepPictures(page, 'corpus');
    // The picture of all papers: a dot each, reached by Tab, which says its paper and opens it.
    const dots = page.getByRole('figure', { name: /^Papers by the time/ }).getByRole('link');
    await expect.poll(() => dots.count()).toBe(1);
    const dot = dots.first();
    expect(await dot.getAttribute('aria-label')).toMatch(/ · passed lint and strict audit$/);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Tab');
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
    expect(focused).toBe(await dot.getAttribute('aria-label'));
    await page.getByText(/ · imported .+ · passed lint and strict audit$/).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/papers/');
    await page.goBack();
    await row.getByText('imported', { exact: true }).waitFor();
    const given = page.waitForEvent('download');
    await row.getByRole('button', { name: /^Save HTML/ }).click();
    expect((await given).suggestedFilename()).toMatch(/paper\.html$/);
    await row.getByRole('link').click();
    const pane = page.getByRole('complementary');
    await pane.getByText(/^Rank .+: why$/).click();
    expect(await pane.locator('.facts-list dt').count()).toBeGreaterThan(0);
    await pane.getByText(/^Checklist: /).click();
    await pane.getByText('claim evidence alignment').waitFor();
    await pane.getByText('Rewrite, package, import').click();
    const papers = (await service.api.get('/control/api/v1/papers')).body['rows'] as Row[];
    const id = String(papers[0]?.['paper_id']);
    const versions = async () =>
      ((await service.api.get('/control/api/v1/papers')).body['rows'] as Row[]).map(
        ({ version }) => version,
      );
    const before = await versions();
    await pane.getByRole('button', { name: 'Try the import' }).click();
    await pane.getByText('The corpus has it already.').waitFor();
    await pane.getByRole('button', { name: 'Try the rewrite' }).click();
    await pane.getByText(/Its draft would (not )?be written anew/).waitFor();
    await keepPictures(page, 'paper-steps');
    await page.setViewportSize({ width: 360, height: 740 });
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
    await page.setViewportSize({ width: 1300, height: 900 });
    expect(await versions()).toEqual(before);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Corpus' }).click();
    // The page before it has a search, too, until the corpus is there.
    const corpus = page.getByRole('form', { name: 'Search the corpus' });
    await corpus.getByRole('searchbox').fill('nothing of that name');
    await page.keyboard.press('Enter');
    await page.getByText('No paper of the corpus has that').waitFor();
    await expect.poll(() => page.url()).toContain('search=nothing');
    const paper = { paper_id: id, reason: 'wrong data', dry_run: false, requested_by: 'ann' };
    await service.api.post('/control/api/v1/corpus/remove', paper);
    await page.goto(`${service.app.baseUrl}/control/dashboard#/corpus`);
    const tombstone = page.getByRole('table', { name: 'Removed papers' }).getByRole('row').nth(1);
    await tombstone.getByText('Wrong data.').waitFor();
    await expect.poll(() => dot.getAttribute('aria-label')).toMatch(/ · removed$/);
    await keepPictures(page, 'corpus-removed');
  });

  it('drafts, follows up and looks for trouble by hand, each tried or told', async () => {
    await page.goto(`${service.app.baseUrl}/control/dashboard#/dispatch`);
    for (const [name, look] of [
      ['draft', 'Look what would be drafted'],
      ['followup', 'Look what would follow'],
    ] as const) {
      const trial = page.locator(`[data-trial="${name}"]`);
      await trial.getByRole('button', { name: look }).click();
      await trial.and(page.locator('[data-phase="looked"]')).waitFor();
      expect(await trial.locator('[data-part="preview"] b').textContent()).toMatch(/^[A-Z].+\.$/);
    }
    await page.goto(`${service.app.baseUrl}/control/dashboard#/alerts`);
    await page.getByRole('button', { name: 'Look for trouble now' }).click();
    await page.getByText(/^It found /).waitFor();
    await page.getByRole('button', { name: /^Send a test message/ }).click();
    await page.getByText(/^No channel is configured/).waitFor();
  });

  it('gives papers that read well as a page, narrow and wide, in both themes, and run nothing', async () => {
    const evidence = join(packageRoot, 'test', 'fixtures', 'demo-paper');
    const { dir } = await writeGiven(givenOf(evidence), join(service.dir, 'read'), withoutPdf);
    const reader = await browser.newPage({ viewport: { width: 1300, height: 740 } });
    const said = listenToComplaints(reader);
    await reader.goto(pathToFileURL(join(dir, 'paper.html')).href);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await reader.evaluate(overflow)).toBe(0);
    await reader.setViewportSize({ width: 360, height: 740 });
    expect(await reader.evaluate(overflow)).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme });
      const found = await axeFindings(reader, { coloursOnly: colorScheme === 'dark' });
      expect(found, colorScheme).toEqual([]);
    }
    const evidenceShown = "getComputedStyle(document.activeElement, '::after').content";
    expect(await reader.evaluate(evidenceShown)).toBe('none');
    await reader.keyboard.press('Tab');
    expect(await reader.evaluate(evidenceShown)).not.toBe('none');
    await reader.keyboard.press('Enter');
    await expect.poll(() => reader.url()).toMatch(/#c\d+$/);
    await keepPictures(reader, 'paper');
    expect(said).toEqual([]);
    await reader.close();
  });
});
