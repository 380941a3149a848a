/** A left-over process in the pane of its run: tried, shown exactly, ended once; not while its worker is silent. @needs chromium */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { keepPictures } from '../support/browser.ts';
import { answerFor, type RunWorld, runWorld } from '../support/canned-runs.ts';
import { frame, runId } from '../support/canned-telemetry.ts';
import { useDashboard } from '../support/dashboard-page.ts';
import type { DashboardServer } from '../support/http-dashboard.ts';
import { axeFindings, overflowPx } from '../support/page-checks.ts';

describe('a left-over process in the dashboard', () => {
  let server: DashboardServer;
  let page: Page;
  useDashboard((opened) => {
    ({ server, page } = opened);
  });

  const open = async (world: RunWorld): Promise<void> => {
    server.replies.other = answerFor(world);
    await page.goto(`${server.origin}/control/dashboard#/runs/${runId}`);
    await page.locator('.state[data-state="live"]').waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const endPath = `runs/${runId}/processes/48230/end`;

  it('is ended only after what would be ended stood there', async () => {
    const world = runWorld();
    await open(world);
    await button('End it: process 48230').click();
    await page
      .getByText('Process 48230 (python3), which holds 512 MiB and has been up for 42 min')
      .waitFor();
    expect(world.posted).toEqual([endPath]);
    await button('End it…').click();
    const question = page.getByRole('alertdialog', { name: 'End it' });
    await question.getByText('What it has not written is lost.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    await keepPictures(page, 'run-left-over');
    await question.getByRole('button', { name: 'Not now' }).click();
    expect(world.posted).toEqual([endPath]);
    await button('End it…').click();
    await button('Yes: end it').click();
    await page.getByText('Process 48230 (python3) was ended.').waitFor();
    expect(world.posted).toEqual([endPath, endPath]);
  });

  it('cannot be ended while its worker tells nothing, and the reason stands there', async () => {
    const world = runWorld();
    await open(world);
    const end = button('End it: process 48230');
    await end.waitFor();
    server.feed.sample(frame({ sample: null, idle: null, problem: 'no answer within 5 s' }));
    await page.locator('.trial').first().getByText('no answer within 5 s').waitFor();
    expect(await end.getAttribute('aria-disabled')).toBe('true');
    await end.click({ force: true });
    expect(world.posted).toEqual([]);
  });

  it('is none while the agent lives: its processes are its work', async () => {
    await open(runWorld({ state: 'running' }));
    await page.getByRole('table', { name: 'Processes' }).waitFor();
    expect(await page.locator('[data-trial="end"]').count()).toBe(0);
  });
});
