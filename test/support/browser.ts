/** A real Chromium for tests of the dashboard: what it complains about, and pictures to look at. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { loadTool } from './load-tool.ts';
import { pagePatienceMs } from './patience.ts';

const { findProgram } = await loadTool<{
  findProgram: (...names: string[]) => string | undefined;
}>('command.mjs');
const { knownNeeds } = await loadTool<{
  knownNeeds: { chromium: { programs: string[] } };
}>('test-needs.mjs');

let shared: Browser | undefined;

/**
 * The Chromium of this process of tests, for one file after the other: its start takes more of a processor than most
 * tests, and files share nothing in it, since each has contexts of its own. It ends with the process.
 */
export async function launchBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true)
    shared = await chromium.launch({
      executablePath: findProgram(...knownNeeds.chromium.programs) ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  return shared;
}

/** Leaves nothing of a file's in it, also where a test of it failed. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/**
 * What the page complained about so far, such as a refused inline style; failed loads are not counted. From here on
 * what is waited for on it may be late: on a busy machine everything is.
 */
export function listenToComplaints(page: Page): string[] {
  page.setDefaultTimeout(pagePatienceMs);
  const complaints: string[] = [];
  const isLoad = (text: string): boolean =>
    text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection to');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isLoad(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Resolves when what the page knows now has been drawn, as after a change of its address. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Presses "Try now" of a lost connection, unless the page has tried by itself just then and the button is gone. */
export const tryNow = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const button of document.querySelectorAll('.lost button'))
    if (button.textContent === 'Try now') button.click()`);

/** Makes the page believe that its tab is hidden, or seen again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Set to a folder to keep pictures of every state at three widths in both themes. */
const pictures = process.env['DASHBOARD_PICTURES'];

/** One picture of what is seen, where pictures are kept. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.setViewportSize({ width: 1200, height: 640 });
  // What is drawn comes below its words.
  const drawing = page.locator('.chart-frame');
  if ((await drawing.count()) > 0) await drawing.scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

export async function keepPictures(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  // From the head of what stands beside the list, wherever a test has gone in it.
  await page.evaluate("document.querySelector('.detail')?.scrollTo(0, 0)");
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 720, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      const path = join(pictures, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1400, height: 900 });
}
