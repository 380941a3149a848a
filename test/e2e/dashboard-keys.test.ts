/** The dashboard by keyboard, with long lists, and that nobody loses their place by what comes in. @needs chromium */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drawn, keepPictures } from '../support/browser.ts';
import { answerFor, runWorld } from '../support/canned-runs.ts';
import { frame, runId } from '../support/canned-telemetry.ts';
import { downWorker, healthyWorker, parkedWorker } from '../support/canned-workers.ts';
import { useDashboard } from '../support/dashboard-page.ts';
import type { DashboardServer } from '../support/http-dashboard.ts';
import { axeFindings } from '../support/page-checks.ts';

describe('the dashboard by keyboard', () => {
  let server: DashboardServer;
  let page: Page;
  useDashboard((opened) => {
    ({ server, page } = opened);
    const workers = [healthyWorker(), downWorker(), parkedWorker()];
    server.replies.other = answerFor(runWorld({ workers }));
  });

  const open = async (hash = ''): Promise<void> => {
    await page.goto(`${server.origin}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const palette = () => page.getByRole('dialog', { name: 'Search or act' });
  const isOnBody = () => page.evaluate<boolean>('document.activeElement === document.body');
  const drawnRows = () => page.locator('table[aria-label="Queue"] tbody tr[data-index]').count();

  it('opens any page, item and act from one field, in a few keys', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('work');
    expect(await palette().getByRole('combobox').inputValue()).toBe('work');
    await page.getByRole('option', { name: 'Workers' }).waitFor();
    await keepPictures(page, 'palette');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'gpu-box-1' }).waitFor();
    await palette().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rope');
    await page.getByRole('option', { name: 'rope-scaling-1m' }).click();
    await page.waitForURL(/#\/queue\/rope-scaling-1m$/);
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  it('lists its keys, searches the list at hand, and never loses the focus', async () => {
    await open('#/queue');
    await page.getByRole('table', { name: 'Queue' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Ctrl+K').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    const asked = page.waitForRequest(/\/queue\?.*search=rope/);
    await page.keyboard.type('rope');
    await page.keyboard.press('Enter');
    await asked;
    await expect.poll(() => page.url()).toContain('search=rope');
    await page.keyboard.press('Escape');
    for (const key of ['1', '2', '3', '4', '5', '6', '7']) {
      await page.keyboard.press(key);
      await page.getByRole('region').first().waitFor();
      await expect.poll(isOnBody, { message: key }).toBe(false);
    }
    await page.keyboard.press('3');
    await page.getByRole('link', { name: 'sparse-kv-cache' }).focus();
    await page.keyboard.press('1');
    await page.getByRole('region', { name: 'Lanes' }).waitFor();
    await expect.poll(isOnBody).toBe(false);
  });

  it('leaves alone what is selected, opened, typed and focused when something happens', async () => {
    await open('#/queue');
    const row = page.getByRole('row', { name: 'rope-scaling-1m' });
    await row.waitFor();
    await page.getByLabel('Choose rope-scaling-1m').check();
    await page.getByLabel('Search', { exact: true }).fill('half a wo');
    await page.evaluate(`{
      const cell = [...document.querySelectorAll('tr')].find((tr) => tr.textContent.includes('rope-scaling')).querySelector('a small');
      getSelection().selectAllChildren(cell);
    }`);
    const asked = page.waitForResponse(/\/queue\?.*project_id=rope-scaling-1m/);
    const rows = server.replies.queue.map((each) =>
      'project_id' in each && each.project_id === 'rope-scaling-1m'
        ? { ...each, operator_next_step: 'Waits for another' }
        : each,
    );
    server.replies.queue = rows;
    server.feed.event({
      event_type: 'queue_item.edited',
      entity_type: 'queue_item',
      entity_id: 'rope-scaling-1m',
    });
    await asked;
    await row.getByText('Waits for another').waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe('rope-scaling-1m');
    expect(await page.getByLabel('Choose rope-scaling-1m').isChecked()).toBe(true);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('half a wo');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
  });

  it('chooses and leaves out where the reader has just gone, and not where the page still is', async () => {
    await open('#/queue');
    await page.getByText('Narrow it, choose columns').click();
    await page.getByLabel('Choose rope-scaling-1m').waitFor();
    await page.evaluate(`{
      document.getElementById('open-rope-scaling-1m').click();
      document.querySelector('[aria-label="Choose rope-scaling-1m"]').click();
      document.querySelector('fieldset input[type="checkbox"], .columns input[type="checkbox"]').click();
    }`);
    await page.getByRole('complementary').waitFor();
    await expect
      .poll(() => page.url())
      .toMatch(/#\/queue\/rope-scaling-1m\?.*without=.*chosen=rope/);
  });

  it('draws of a long queue what is in sight, and nothing jumps while more is read', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      project_id: `item-${String(index).padStart(4, '0')}`,
      status: 'queued',
      selection_rank: index,
      operator_next_step: 'Waits for its lane',
      updated_at: new Date().toISOString(),
    }));
    server.replies.queue = items;
    await open('#/queue');
    await page.getByText('item-0000', { exact: true }).waitFor();
    const toEnd = async (): Promise<number> => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return page.getByText('item-0999', { exact: true }).count();
    };
    await expect.poll(toEnd).toBe(1);
    expect(await drawnRows()).toBeLessThan(100);
    await page.getByText('1000 items in all.').waitFor();
    await page.evaluate('scrollTo(0, 20_000)');
    const place = `(() => {
      const rows = [...document.querySelectorAll('tr[data-index]')];
      const row = rows.find((tr) => tr.getBoundingClientRect().top > 200);
      return row === undefined ? '' : row.dataset.index + ' ' + Math.round(row.getBoundingClientRect().top);
    })()`;
    await expect.poll(() => page.evaluate(place)).toMatch(/^\d+ 2\d\d$/);
    await drawn(page);
    const before = await page.evaluate(place);
    const asked = page.waitForResponse(/project_id=item-0003/);
    server.feed.event({
      event_type: 'queue_item.edited',
      entity_type: 'queue_item',
      entity_id: 'item-0003',
    });
    await (await asked).finished();
    await drawn(page);
    expect(await page.evaluate(place)).toBe(before);
  });

  // Colours are those of the theme at every width, and the layout is that of the width in every theme.
  it.each([
    ['light', 1_400],
    ['dark', 360],
  ] as const)('is without findings of axe in the %s theme at %i px', async (theme, width) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const findings: string[] = [];
    const pages = ['overview', 'queue', 'runs', `runs/${runId}`, 'papers', 'workers', 'events'];
    for (const name of pages) {
      await open(`#/${name}`);
      server.feed.sample(frame());
      const shown = name.includes('/') ? page.getByRole('slider') : page.getByRole('region');
      await shown.first().waitFor();
      findings.push(...(await axeFindings(page)).map((each) => `${name} ${each}`));
    }
    expect(findings).toEqual([]);
  });
});
