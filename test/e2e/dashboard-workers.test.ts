/** Workers in the dashboard: how each is, how old that is, and what an operator does about it. @needs chromium */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { keepPictures } from '../support/browser.ts';
import { problem } from '../support/canned-reply.ts';
import { answerFor, type RunWorld, runWorld } from '../support/canned-runs.ts';
import { frame, sample } from '../support/canned-telemetry.ts';
import { downWorker, healthyWorker, parkedWorker } from '../support/canned-workers.ts';
import { useDashboard } from '../support/dashboard-page.ts';
import type { DashboardServer } from '../support/http-dashboard.ts';
import { overflowPx } from '../support/page-checks.ts';

describe('workers in the dashboard', () => {
  let server: DashboardServer;
  let page: Page;
  useDashboard((opened) => {
    ({ server, page } = opened);
  });

  const open = async (workers: readonly object[], hash = '#/workers'): Promise<RunWorld> => {
    const world = runWorld({ workers });
    server.replies.other = answerFor(world);
    await page.goto(`${server.origin}/control/dashboard${hash}`);
    await page.locator('.state[data-state="live"]').waitFor();
    return world;
  };
  const card = (name: string) => page.getByRole('article', { name });

  it('show their GPUs as the feed tells them, and what runs there', async () => {
    await open([healthyWorker()]);
    const box = card('gpu-box-1');
    await box.getByText('93 %').waitFor();
    await box.getByText('power unknown').waitFor();
    await box.getByText('3 items wait for it: a run is live there.').waitFor();
    await box.getByText('Of 3 checks 1 warns').waitFor();
    server.feed.sample(frame({ sample: sample({ gpus: null }) }));
    await box.getByText('Not known: they could not be read.').waitFor();
    server.feed.sample(frame({ sample: sample() }));
    await box.getByText('74 W').waitFor();
    await box.getByRole('link', { name: 'sparse-kv-cache' }).click();
    await page.getByRole('complementary').waitFor();
  });

  it('that are down are said to be, and what is known of them is said to be old', async () => {
    await open([healthyWorker(), downWorker()]);
    const box = card('gpu-box-2');
    await box.getByText('down', { exact: true }).waitFor();
    await box.getByText('connect ECONNREFUSED').waitFor();
    await box.getByText('19 looks in a row without an answer.').waitFor();
    await box.getByText('What is known of it is old: it answered last 27 min ago.').waitFor();
    await box.getByText('As it was 27 min ago.').waitFor();
    await keepPictures(page, 'workers');
    await box.getByRole('link', { name: 'Changes of its health' }).click();
    await expect.poll(() => page.url()).toContain('entity_type=worker_target&entity_id=gpu-box-2');
  });

  it('are looked at now, and the card follows', async () => {
    const world = await open([downWorker()]);
    const box = card('gpu-box-2');
    const look = box.getByRole('button', { name: 'Look now at gpu-box-2' });
    await look.click();
    await box.getByText('Looked just now: it does not answer.').waitFor();
    world.workers = [healthyWorker({ name: 'gpu-box-2' })];
    await look.click();
    await box.getByText('Looked just now: it is healthy.').waitFor();
    await box.getByText('healthy', { exact: true }).waitFor();
    expect(world.posted).toEqual(['workers/gpu-box-2/refresh', 'workers/gpu-box-2/refresh']);
  });

  it('try refused callbacks again, and a lost answer is not a refusal', async () => {
    const world = await open([parkedWorker()]);
    const box = card('cpu-farm');
    const retry = box.getByRole('button', { name: 'Try again: callbacks of cpu-farm' });
    await page.route('**/callbacks/retry', (route) => route.abort(), { times: 1 });
    await retry.click();
    await box.getByText('Whether it was done is not known').waitFor();
    await retry.click();
    await box.getByText('One is being delivered again.').waitFor();
    expect(world.posted).toEqual(['workers/cpu-farm/callbacks/retry']);
    server.replies.other = () => problem('worker_failed', 'cpu-farm is being looked at.');
    await retry.click();
    await box.getByText('It was not done: cpu-farm is being looked at.', { exact: true }).waitFor();
  });

  it('can be named by the address, which puts the reader there', async () => {
    await open([healthyWorker(), downWorker(), parkedWorker()], '#/workers/cpu-farm');
    await card('cpu-farm').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('cpu-farm');
  });

  it('that are none are said to be none, and what to do', async () => {
    await open([]);
    await page.getByText('No worker is configured. Set worker_wake_gate_url').waitFor();
  });

  it('fit every width without scrolling sideways', async () => {
    await open([healthyWorker(), downWorker(), parkedWorker()]);
    await card('cpu-farm').waitFor();
    for (const width of [390, 720, 1101, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflowPx(page), `${width}`).toBe(0);
    }
  });
});
