/** A page that is loaded again while the service is gone: what it showed last, with its age. @needs chromium */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser, listenToComplaints, tryNow } from '../support/browser.ts';
import { endedWithin, endPrograms, type Program } from '../support/e2e-program.ts';
import {
  ask,
  type Installation,
  ideaBody,
  install,
  serve,
  stop,
  stopMsMax,
} from '../support/e2e-service.ts';

let browser: Browser;
let installation: Installation;
let program: Program;
let context: BrowserContext;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await endPrograms();
});
beforeEach(async () => {
  installation = await install();
  program = await serve(installation);
  await add('beforehand');
  context = await browser.newContext();
  page = await context.newPage();
  complaints = listenToComplaints(page);
  const { token, baseUrl } = installation;
  await page.goto(`${baseUrl}/control/dashboard`);
  await page.evaluate(`localStorage.setItem('orrery.token', '${token}')`);
  await page.goto(`${baseUrl}/control/dashboard#/queue`);
  await page.reload();
  await isLive();
  await row('beforehand').waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
});
afterEach(async () => {
  await context.close();
  await stop(program);
  expect(complaints).toEqual([]);
});

const add = async (title: string): Promise<void> => {
  const { status } = await ask(installation, '/control/api/intake/ideas', ideaBody(title));
  expect(status).toBe(200);
};
const isLive = () => page.locator('.state[data-state="live"]').waitFor();
const row = (text: string) => page.locator('#main').getByText(text).first();
const bar = () => page.locator('.lost');
/** The age that the bar tells, in seconds. */
const toldAge = async (): Promise<number> => {
  const words = bar().getByText(/What you see is \d+ s old/);
  await words.waitFor();
  return Number(/is (\d+) s old/.exec((await words.textContent()) ?? '')?.[1]);
};

it('shows the last state of a service that was killed, and is live again with it', async () => {
  program.signal('SIGKILL');
  await endedWithin(program, stopMsMax, 'the service after SIGKILL');
  const goneMs = Date.now();
  await bar().getByText('Offline since').waitFor();
  for (let round = 0; round < 2; round += 1) {
    await page.reload();
    await row('beforehand').waitFor();
    await bar().getByText('Offline since').waitFor();
    expect(await page.locator('html').getAttribute('data-stale')).not.toBeNull();
  }
  expect(await toldAge()).toBeGreaterThanOrEqual(Math.floor((Date.now() - goneMs) / 1_000) - 1);
  const kept = await page.evaluate<string>('JSON.stringify(sessionStorage)');
  expect(kept).toContain('beforehand');
  expect(kept).not.toContain(installation.token);

  program = await serve(installation);
  await add('afterwards');
  await tryNow(page);
  await isLive();
  await bar().waitFor({ state: 'hidden' });
  await row('afterwards').waitFor();
  await row('beforehand').waitFor();
});

it('shows the rows that were looked at deep in a long list', async () => {
  const ideas = Array.from({ length: 1_200 }, (_, index) => ({
    title: `Idea ${String(index).padStart(4, '0')}`,
    prompt: 'Measure it.',
  }));
  for (let from = 0; from < ideas.length; from += 200) {
    const body = { ...ideaBody(`from ${from}`), ideas: ideas.slice(from, from + 200) };
    expect((await ask(installation, '/control/api/intake/ideas', body)).status).toBe(200);
  }
  await page.goto(`${installation.baseUrl}/control/dashboard#/queue?view=queued`);
  await page.reload();
  await isLive();
  const idAt = (index: number) =>
    page.locator(`tr[data-index="${index}"][data-id]`).getAttribute('data-id');
  await idAt(0);
  await page.evaluate(
    `scrollTo(0, document.querySelector('tbody').getBoundingClientRect().height * 0.75)`,
  );
  const before = await idAt(900);
  expect(before).toMatch(/^idea-/);
  program.signal('SIGKILL');
  await bar().getByText('Offline since').waitFor();
  await page.reload();
  await bar().getByText('Offline since').waitFor();
  expect(await idAt(900)).toBe(before);
  program = await serve(installation);
  await tryNow(page);
  await isLive();
  await bar().waitFor({ state: 'hidden' });
  expect(await idAt(900)).toBe(before);
});

it('opens while the service is held still, and goes on by itself', async () => {
  program.signal('SIGSTOP');
  await bar().getByText('The service is silent since').waitFor();
  await page.reload();
  await row('beforehand').waitFor();
  await bar().getByText('silent since').waitFor();
  expect(await toldAge()).toBeGreaterThanOrEqual(3);
  program.signal('SIGCONT');
  await isLive();
  await bar().waitFor({ state: 'hidden' });
});

it('says that the service is another version when it is back as one, and nothing when it is the same', async () => {
  const comeBack = async (): Promise<void> => {
    await stop(program);
    await bar().getByText('Offline since').waitFor();
    program = await serve(installation);
    await tryNow(page);
    await isLive();
  };
  // Where requests go through a service worker, they cannot be answered here.
  await context.close();
  context = await browser.newContext({ serviceWorkers: 'block' });
  page = await context.newPage();
  complaints = listenToComplaints(page);
  const { token, baseUrl } = installation;
  let asked = 0;
  // What of the service answers in place of its page, once there is another one.
  let instead: string | null = null;
  await page.route('**/control/dashboard', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    asked += 1;
    return route.continue(instead === null ? {} : { url: `${baseUrl}${instead}` });
  });
  await page.goto(`${baseUrl}/control/dashboard`);
  await page.evaluate(`localStorage.setItem('orrery.token', '${token}')`);
  await page.reload();
  await isLive();
  const told = page.getByText('The service is another version now');
  const answer = page.waitForResponse('**/control/dashboard');
  await comeBack();
  await answer;
  await row('beforehand').waitFor();
  expect([asked, await told.count()]).toEqual([1, 0]);
  instead = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
  expect(instead).toMatch(/^\/control\/.*\.css$/);
  await comeBack();
  await told.waitFor();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await isLive();
  await told.waitFor({ state: 'detached' });
});

it('forgets what it showed with the token', async () => {
  await page.reload();
  await isLive();
  expect(await page.evaluate('sessionStorage.length')).toBe(1);
  await page.getByRole('button', { name: 'Forget the token' }).click();
  await page.locator('.shell').waitFor({ state: 'detached' });
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.reload();
  await page.locator('.shell').waitFor({ state: 'detached' });
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});
