/**
 * Runs in the dashboard: the list, one run while it lives, when its worker is silent, and when it is over. @needs chromium
 * Long because the pane of a run has many parts, and all are looked at in the same canned world.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { keepPictures } from '../support/browser.ts';
import { cannedLog, logText } from '../support/canned-log.ts';
import { problem } from '../support/canned-reply.ts';
import { answerFor, type RunWorld, runWorld } from '../support/canned-runs.ts';
import { frame, minutesAgo, receipt, runId, sample } from '../support/canned-telemetry.ts';
import { useDashboard } from '../support/dashboard-page.ts';
import type { DashboardServer } from '../support/http-dashboard.ts';
import { overflowPx } from '../support/page-checks.ts';

describe('runs in the dashboard', () => {
  let server: DashboardServer;
  let page: Page;
  useDashboard((opened) => {
    ({ server, page } = opened);
  });

  const open = async (world: RunWorld, hash = `#/runs/${runId}`): Promise<void> => {
    server.replies.other = answerFor(world);
    await page.goto(`${server.origin}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const pane = () => page.getByRole('complementary');
  const lane = (name: string) =>
    pane()
      .locator('.strip')
      .filter({ has: page.locator('b', { hasText: new RegExp(`^${name}$`) }) });
  const pathOf = (name: string, kind: string) => lane(name).locator(`.plot-${kind}`);
  const strokes = async (name: string): Promise<number> =>
    ((await pathOf(name, 'line').getAttribute('d')) ?? '').split('M').length - 1;
  /** What is zoomed is what is drawn: the whole run once its start and its readings are there, a minute before. */
  const wholeRun = async (): Promise<void> => {
    await pane().locator('.run-now').waitFor();
    await expect.poll(() => strokes('CPU')).toBeGreaterThan(0);
  };
  const value = (name: string, text: string) =>
    lane(name).locator('.strip-value').getByText(text, { exact: true }).waitFor();
  const button = (name: string) => pane().getByRole('button', { name, exact: true });
  const focused = () => page.evaluate('document.activeElement.textContent');
  const table = (name: string) => pane().getByRole('table', { name });
  const rowOf = (name: string, text: string) =>
    table(name).getByRole('row').filter({ hasText: text });
  const log = () => pane().getByRole('log');
  const fromBottom = () =>
    log().evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop);

  it('are listed with what they do, or how they ended', async () => {
    await open(runWorld(), '#/runs');
    const row = page.getByRole('row', { name: 'sparse-kv-cache' });
    await row.getByText('no reading yet').waitFor();
    server.feed.sample(frame());
    await row.getByText('Quiet so far 3:20 of 5:00').waitFor();
    await row.getByText('CPU 2.6 % · GPU 0 %').waitFor();
    server.feed.sample(frame({ sample: null, idle: null, problem: 'no answer within 5 s' }));
    await row.getByText('no reading: no answer within 5 s').waitFor();
    const ended = page.getByRole('row', { name: 'kv-cache-quantisation-int4' });
    expect(await ended.textContent()).toContain('Waited 21600 s');
    await keepPictures(page, 'runs');
  });

  it('open beside the list by keyboard, and Escape goes back to the row', async () => {
    await open(runWorld(), '#/runs');
    await page.getByRole('link', { name: 'sparse-kv-cache' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await pane().getByText('how much attention mass survives').waitFor();
    await expect.poll(() => page.url()).toContain(`#/runs/${runId}`);
    await expect.poll(focused).toBe(runId);
    await page.keyboard.press('Escape');
    await pane().waitFor({ state: 'detached' });
    await expect.poll(focused).toContain('sparse-kv-cache');
  });

  it('can be read at once, and pressed once nothing comes in above any more', async () => {
    let letIn = (): void => {};
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route('**/explain/**', async (route) => {
      await held;
      await route.continue();
    });
    await open(runWorld());
    await pane().getByText('how much attention mass survives').waitFor();
    const waiting = () => pane().locator('[inert] a').count();
    expect(await waiting()).toBeGreaterThan(3);
    letIn();
    await expect.poll(waiting).toBe(0);
  });

  it('go on as samples come, and a hole in the history stays one', async () => {
    await open(runWorld({ gap: [12, 16] }));
    await pane().getByText('The latest reading').waitFor();
    await lane('CPU').waitFor();
    await expect.poll(() => strokes('CPU')).toBe(2);
    expect(await pathOf('CPU', 'gap').getAttribute('d')).toMatch(/^M\d/);
    expect(await lane('Gate').locator('.plot-gap').getAttribute('d')).toMatch(/^M\d/);
    server.feed.sample(frame({ sample: sample({ cpu_pct: 64 }) }));
    await value('CPU', '64 %');
    await value('GPU 1 memory', '480 MiB');
    // The line goes on; it is no stroke of its own.
    expect(await strokes('CPU')).toBe(2);
    server.feed.sample(frame({ sample: sample({ cpu_pct: 0 }) }));
    await value('CPU', '0 %');
    server.feed.sample(frame({ sample: sample({ cpu_pct: null, gpus: null }) }));
    await value('CPU', 'unknown');
    await value('GPU 0 use', 'unknown');
    await keepPictures(page, 'run');
  });

  it('say how far the quiet window has filled, and what stirred', async () => {
    await open(runWorld());
    server.feed.sample(frame());
    await pane().getByText('all has been quiet for 3:20 of 5:00').waitFor();
    await value('Quiet window', '3:20 of 5:00');
    server.feed.sample(frame({}, { window_progress_ms: 245_000 }));
    await pane().getByText('quiet for 4:05 of 5:00').waitFor();
    await pane().getByText('Over in about 55 s if nothing stirs').waitFor();
    const reasons = ['gpu_peak_pct 64 is not below 20'];
    server.feed.sample(frame({}, { state: 'busy', window_progress_ms: 0, reasons }));
    await pane().getByText('something of the run still works').waitFor();
    await pane().getByText('GPU use, highest reading 64 is not below 20.').waitFor();
    await value('Quiet window', '0:00 of 5:00');
  });

  it('show what will have to hold while nothing is read against it yet', async () => {
    await open(runWorld());
    const { idle } = frame();
    const { signals } = idle as { readonly signals: readonly object[] };
    const unread = signals.map((signal) => ({
      ...signal,
      value: null,
      margin: null,
      holds: false,
    }));
    server.feed.sample(frame({}, { state: 'busy', signals: unread, evidence: null }));
    await pane().getByText('No quiet window has begun').waitFor();
    const row = rowOf('Signals so far', 'CPU, mean');
    expect(await row.getByRole('cell').allTextContents()).toEqual(['CPU, mean', 'below 20 %']);
  });

  it('show signal by signal what was read and how much room there is', async () => {
    await open(runWorld());
    server.feed.sample(frame());
    await rowOf('Signals so far', 'CPU, mean').waitFor();
    const cells = (text: string) =>
      rowOf('Signals so far', text).getByRole('cell').allTextContents();
    expect(await cells('CPU, mean')).toEqual([
      'CPU, mean',
      '3.1 %',
      'below 20 %',
      '16.9 %',
      'holds',
    ]);
    expect(await cells('Waiting for storage')).toEqual([
      'Waiting for storage',
      '14.2 %',
      'below 10 %',
      '−4.2 %',
      'seen in 3 readings, makes quiet last longer',
    ]);
    expect(await cells('Storage read')).toContain('unknown');
  });

  it('do not show as present what a silent worker told before', async () => {
    const down = problem('worker_unreachable', 'worker gpu-box-1 cannot be reached');
    await open(runWorld({ workerDown: down }));
    const at = minutesAgo(4);
    server.feed.sample(frame({ observed_at: at, sample: sample({ at }) }));
    await lane('CPU').waitFor();
    server.feed.sample(frame({ sample: null, idle: null, problem: 'connection refused' }));
    await pane().getByText('Not known now; the agent had ended').waitFor();
    await pane().getByText('No reading for 4 min: connection refused.').waitFor();
    await value('CPU', 'unknown');
    await value('Quiet window', 'unknown');
    await pane().getByText('Not known now. As told last, 4 min ago').waitFor();
    await pane().getByText('The log cannot be read now: worker gpu-box-1').waitFor();
    await pane().getByText('The history cannot be read anew: worker gpu-box-1').waitFor();
    await keepPictures(page, 'run-silent');
  });

  it('do not take the opening of the page for the time of a reading', async () => {
    const down = problem('worker_unreachable', 'worker gpu-box-1 cannot be reached');
    await open(runWorld({ workerDown: down }));
    server.feed.sample(frame({ sample: null, idle: null, problem: 'connection refused' }));
    await pane().getByText('No reading is known: connection refused.').waitFor();
    await pane().getByText('The history of its readings is not known: worker gpu-box-1').waitFor();
    expect(await pane().getByText('What is drawn is what was told before').count()).toBe(0);
  });

  it('are read at a moment by keyboard, and as a table', async () => {
    await open(runWorld({ gap: [12, 16] }));
    server.feed.sample(frame());
    await value('Quiet window', '3:20 of 5:00');
    const slider = pane().getByRole('slider', { name: /^Moment of the run/ });
    await slider.focus();
    await page.keyboard.press('Home');
    await value('GPU 0 use', '0 %');
    await value('Processes', '3 alive');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/mean \(range\), Gate busy, /);
    await page.keyboard.press('Escape');
    await value('Quiet window', '3:20 of 5:00');
    expect(await pane().count()).toBe(1);
    await page.keyboard.press('Home');
    await button('Back to the latest').click();
    await value('Quiet window', '3:20 of 5:00');
    await pane().getByText('The readings as a table').click();
    const readings = table('Readings over time');
    await readings.getByRole('cell', { name: /^no reading until/ }).waitFor();
    expect(await readings.getByRole('row').count()).toBeGreaterThan(20);
    await readings.evaluate((node) => node.setAttribute('data-kept', ''));
    server.feed.sample(frame({ sample: sample({ cpu_pct: 55 }) }));
    await value('CPU', '55 %');
    expect(await readings.getAttribute('data-kept')).toBe('');
  });

  it('ask for a shorter stretch, which is part of the address', async () => {
    await open(runWorld());
    const asked = page.waitForRequest(/telemetry\?.*from=/);
    await pane().getByRole('link', { name: 'Last 10 min' }).click();
    await asked;
    await expect.poll(() => page.url()).toContain('?span=10m');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('span');
    const part = page.waitForRequest(/telemetry\?.*to=/);
    await button('Nearer').click();
    await part;
    await expect.poll(() => page.url()).toMatch(/\?span=\d+-\d+$/);
    await pane().getByText('As chosen').waitFor();
    await keepPictures(page, 'run-part');
    await pane().getByRole('link', { name: 'Whole run' }).click();
    await expect.poll(() => page.url()).not.toContain('span');
  });

  it('are zoomed and moved by wheel, mouse and keys, and the address follows once that rests', async () => {
    await open(runWorld());
    await wholeRun();
    const span = () => /span=(\d+)-(\d+)$/.exec(page.url())?.slice(1).map(Number) ?? null;
    const lengthOf = (ends: readonly number[] | null) => (ends?.[1] ?? 0) - (ends?.[0] ?? 0);
    const slider = pane().getByRole('slider', { name: /^Moment of the run/ });
    await slider.scrollIntoViewIfNeeded();
    const box = (await slider.boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + 20] as const;
    await slider.focus();
    await page.mouse.move(...middle);
    const asked = page.waitForRequest(/telemetry\?.*to=/);
    await page.mouse.wheel(0, -400);
    await asked;
    await expect.poll(() => Math.round(lengthOf(span()) / 60)).toBe(21);
    const zoomed = span();
    await page.mouse.down();
    await page.mouse.move(middle[0] + box.width / 4, middle[1], { steps: 4 });
    server.feed.sample(frame({ sample: sample({ cpu_pct: 64 }) }));
    await page.mouse.up();
    await expect.poll(() => (zoomed?.[0] ?? 0) - (span()?.[0] ?? 0)).toBeGreaterThan(240);
    expect(Math.abs(lengthOf(span()) - lengthOf(zoomed))).toBeLessThanOrEqual(2);
    const dragged = span();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => (span()?.[0] ?? 0) > (dragged?.[0] ?? 0)).toBe(true);
    await page.keyboard.press('0');
    await expect.poll(span).toBeNull();
    await page.keyboard.press('+');
    await expect.poll(span).not.toBeNull();
    await slider.dblclick();
    await expect.poll(span).toBeNull();
    // Without the focus a wheel scrolls the page, as it does everywhere.
    await page.getByRole('heading', { name: 'Runs' }).click();
    await page.evaluate('document.activeElement.blur()');
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, 10);
    expect(span()).toBeNull();
  });

  it('are zoomed by two fingers, and one reads a moment', async () => {
    await open(runWorld());
    await wholeRun();
    const fingers = (type: string, shares: readonly number[]) =>
      page.evaluate(`{
        const over = document.querySelector('.chart-over');
        const { left, width, top } = over.getBoundingClientRect();
        for (const [index, share] of ${JSON.stringify([...shares.entries()])}) {
          const place = { clientX: left + share * width, clientY: top + 20 };
          const finger = { pointerId: index + 10, pointerType: 'touch', bubbles: true };
          over.dispatchEvent(new PointerEvent('${type}', { ...place, ...finger }));
        }
      }`);
    await fingers('pointerdown', [0.5]);
    await fingers('pointermove', [0.4]);
    await fingers('pointerup', [0.4]);
    await button('Back to the latest').waitFor();
    expect(page.url()).not.toContain('span');
    await fingers('pointerdown', [0.4, 0.6]);
    await fingers('pointermove', [0.2, 0.8]);
    await fingers('pointerup', [0.2, 0.8]);
    await expect.poll(() => page.url()).toMatch(/span=\d+-\d+$/);
    const [from = 0, to = 0] = /(\d+)-(\d+)$/.exec(page.url())!.slice(1).map(Number);
    expect(Math.round((to - from) / 60)).toBe(14);
  });

  describe('are zoomed by all that comes between two pictures, not by the last or the first of it', () => {
    const minutes = () => {
      const [from = 0, to = 0] = /(\d+)-(\d+)$/.exec(page.url())?.slice(1).map(Number) ?? [];
      return Math.floor((to - from) / 60);
    };
    const inPage = (work: string) =>
      page.evaluate(`(async () => {
        const over = document.querySelector('.chart-over');
        const { left, width, top } = over.getBoundingClientRect();
        const at = (share) => ({ clientX: left + share * width, clientY: top + 20, bubbles: true });
        ${work}
      })()`);

    it('by a wheel', async () => {
      await open(runWorld());
      await wholeRun();
      await inPage(`
        const wheel = { ...at(0.5), deltaY: -400, ctrlKey: true, cancelable: true };
        for (let turns = 0; turns < 2; turns += 1) over.dispatchEvent(new WheelEvent('wheel', wheel));
      `);
      await expect.poll(minutes).toBe(10);
    });

    it('by two fingers', async () => {
      await open(runWorld());
      await wholeRun();
      await inPage(`
        const fingers = (type, shares) => shares.forEach((share, index) => {
          const finger = { ...at(share), pointerId: index + 10, pointerType: 'touch' };
          over.dispatchEvent(new PointerEvent(type, finger));
        });
        fingers('pointerdown', [0.4, 0.6]);
        // They are drawn as they lie; what follows from that drawing comes after the next moves.
        await new Promise(requestAnimationFrame);
        fingers('pointermove', [0.2, 0.8]);
        fingers('pointerup', [0.2, 0.8]);
      `);
      await expect.poll(minutes).toBe(14);
    });
  });

  it('stand beside another run, which is in the address, with what differs', async () => {
    await open(runWorld());
    const other = 'lora-rank-sweep-20261120T211501001';
    const beside = pane().getByRole('region', { name: 'Beside another run' });
    await beside.getByRole('combobox').selectOption(other);
    await expect.poll(() => page.url()).toContain(`with=${other}`);
    const row = (name: string, text: string) =>
      beside.getByRole('table', { name }).getByRole('row').filter({ hasText: text });
    await row('Settings and ends', 'State').getByText('over, session ended').waitFor();
    await row('Readings of both', 'CPU, mean').getByText('none').waitFor();
    await beside.getByText('No paper was written of either').waitFor();
    expect(await beside.locator('.plot-line.other').first().getAttribute('d')).toMatch(/^M0 /);
    await keepPictures(page, 'run-beside');
    await pane().getByRole('link', { name: 'Last hour' }).click();
    await expect.poll(() => page.url()).toContain(`with=${other}`);
    await beside.getByRole('textbox').fill('no-such-run');
    await page.keyboard.press('Enter');
    await beside.getByText('The other run cannot be shown').waitFor();
    await beside.getByRole('button', { name: 'Show this run alone' }).click();
    await expect.poll(() => page.url()).not.toContain('with');
  });

  it('show their log as it grows, what is missing of it, and never as markup', async () => {
    const written = cannedLog(logText(60));
    await open(runWorld({ log: written }));
    await log().getByText('[step 02950]').waitFor();
    await expect.poll(fromBottom).toBeLessThan(24);
    const size = logText(60).length;
    written.append(`${'lost\n'.repeat(1_000)}<img src=x onerror="document.title='taken'">\n`);
    written.dropTo(size + 5_000);
    await log().getByText('<img src=x').waitFor();
    await log().getByText('4.88 KiB are missing here: they were dropped').waitFor();
    expect(await log().locator('img').count()).toBe(0);
    await expect.poll(fromBottom).toBeLessThan(24);
    written.append('the last word\n');
    written.finish();
    await log().getByText('the last word').waitFor();
    await pane().getByText('this is the end of its log').waitFor();
    expect(written.offsets.slice(0, 2)).toEqual([-64 * 1024, size]);
  });

  it('have a log that can be searched, and saved whole', async () => {
    const written = cannedLog(logText(60));
    written.finish();
    await open(runWorld({ log: written }));
    await log().getByText('[step 02950]').waitFor();
    await pane().getByLabel('Search the log').fill('STEP 0295');
    await pane().getByText('1 of the 60 lines that are kept here.').waitFor();
    expect(await log().locator('mark').allTextContents()).toEqual(['step 0295']);
    await keepPictures(page, 'run-log-search');
    await pane().getByLabel('Search the log').fill('');
    await log().getByText('[step 00050]').waitFor();
    const saved = page.waitForEvent('download');
    await button('Save all of it').click();
    expect((await saved).suggestedFilename()).toMatch(/\.log$/);
    await pane().getByText('Saved.').waitFor();
  });

  it('leave the log alone while someone reads further up', async () => {
    const written = cannedLog(logText(200));
    await open(runWorld({ log: written }));
    await log().getByText('[step 09950]').waitFor();
    await log().evaluate((node) => node.scrollTo(0, 40));
    await pane().getByText('Paused where you read').waitFor();
    written.append('meanwhile\n');
    const asked = page.waitForRequest(/\/log\?/);
    await button('Follow again').click();
    await asked;
    await log().getByText('meanwhile').waitFor();
    await pane().getByText('Following.').waitFor();
  });

  it('are stopped only after it was asked whether they should be', async () => {
    const world = runWorld();
    await open(world);
    await button('Stop run and keep its files').click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toContain(`Stop ${runId}?`);
    await expect.poll(focused).toBe('Let it run');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(world.posted).toEqual([]);
    await button('Stop run and keep its files').click();
    await dialog.getByRole('button', { name: 'Stop run and keep its files' }).click();
    await pane().getByText('its run was stopped on its worker').waitFor();
    expect(world.posted).toEqual(['queue/sparse-kv-cache/cancel']);
  });

  it('that are over say how they ended, with the verdict and its margins', async () => {
    const written = cannedLog('');
    written.finish();
    const over = { endedMinAgo: 30, log: written };
    const verdict = receipt('timed_out');
    await open(runWorld({ ...over, state: 'gate_timeout', verdict }));
    await pane().getByText('It was given up: the machine did not come to rest').waitFor();
    await rowOf('Signals of the verdict', 'Live processes').getByText('does not hold').waitFor();
    expect(await rowOf('Signals of the verdict', 'highest reading').textContent()).toContain(
      '−44 %',
    );
    await pane().getByText('At its last reading').waitFor();
    // The machine is read further on; the figures are those of the run's own end.
    await value('Gate', 'quiet so far');
    await value('Processes', '0 alive');
    await pane().getByText('The run is over and wrote no log.').waitFor();
    expect(await button('Stop run and keep its files').count()).toBe(0);
    const reckoning = pane().getByRole('region', { name: 'By another profile' });
    await reckoning.getByText('a reckoning from what its worker kept').waitFor();
    expect(server.asked.some((path) => path.endsWith('/idle-reckoning'))).toBe(false);
    const slider = reckoning.getByRole('slider');
    expect(await slider.getAttribute('aria-valuetext')).toBe('5:00');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await reckoning
      .getByText(/with 4:00 of quiet it would have ended at .*, 1[12] s earlier/)
      .waitFor();
    await reckoning.getByText(/^Reckoned from \d+ readings/).waitFor();
    await pane().locator('.event-mark.reckoned').waitFor();
    await page.locator('.state[data-state="live"]').waitFor();
    await keepPictures(page, 'run-over');
    await page.keyboard.press('End');
    await reckoning.getByText('it would not have ended by').waitFor();
    await pane().locator('.event-mark.reckoned').waitFor({ state: 'detached' });
  });

  it('that nobody knows are said not to be there', async () => {
    await open(runWorld(), '#/runs/no-such-run');
    await pane().getByText('Nothing is kept at runs/no-such-run.').waitFor();
  });

  it('fit every width without scrolling sideways, and so does the pane of one', async () => {
    const fits = async (): Promise<void> => {
      for (const width of [390, 721, 1101, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(() => overflowPx(page), { message: `${width}` }).toBe(0);
      }
    };
    await open(runWorld(), '#/runs');
    server.feed.sample(frame());
    await page.getByText('Quiet so far').waitFor();
    await fits();
    await page.getByRole('link', { name: 'sparse-kv-cache' }).click();
    await rowOf('Signals so far', 'CPU, mean').waitFor();
    await fits();
  });
});
