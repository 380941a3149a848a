/** A page of the dashboard for each test of a file, over canned answers and a live feed of its own. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser, leaveBrowser, listenToComplaints } from './browser.ts';
import {
  type DashboardServer,
  dashboardToken,
  livelyReplies,
  startDashboard,
} from './http-dashboard.ts';

export interface OpenDashboard {
  readonly server: DashboardServer;
  readonly context: BrowserContext;
  /** Signed in; goes nowhere by itself. */
  readonly page: Page;
}

/** Tells of a new one before each test; what the page complains of fails the test. */
export function useDashboard(tell: (opened: OpenDashboard) => void): void {
  let browser: Browser;
  let opened: OpenDashboard;
  let complaints: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => leaveBrowser(browser));
  beforeEach(async () => {
    const server = await startDashboard(livelyReplies());
    // What is asked for reaches the canned answers, and routes of a test, by no detour.
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    complaints = listenToComplaints(page);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${dashboardToken}')`);
    opened = { server, context, page };
    tell(opened);
  });
  afterEach(async () => {
    await opened.context.close();
    await opened.server.stop();
    expect(complaints).toEqual([]);
  });
}
