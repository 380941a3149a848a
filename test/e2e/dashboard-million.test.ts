/**
 * A queue of a million items, in a real service, scrolled in a browser: any place of it is reached, no row jumps, and
 * the page holds some thousands of them. @needs chromium
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { launchBrowser, leaveBrowser, listenToComplaints } from '../support/browser.ts';
import { endPrograms, type Program } from '../support/e2e-program.ts';
import { type Installation, install, serve, stop } from '../support/e2e-service.ts';
import { addManyItems, manyItemId } from '../support/many-items.ts';

const count = 1_000_000;
/** What the page may grow by, as rows that are held now are larger than those before. */
const heapMibMost = 4;
/** Those behind are paused. */
const queued = 900_000;

let installation: Installation;
let program: Program;
let browser: Browser;
let page: Page;
let cdp: CDPSession;
let complaints: string[];

beforeAll(async () => {
  installation = await install();
  const stateDir = join(installation.dir, 'state');
  mkdirSync(stateDir, { recursive: true });
  const db = openSqlite({ path: join(stateDir, 'control.db'), synchronous: 'OFF' });
  addManyItems(db, {
    count,
    variants: [{ status: 'queued' }, { status: 'paused' }],
    variantOf: `i >= ${queued}`,
  });
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  program = await serve(installation);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  cdp = await page.context().newCDPSession(page);
  complaints = listenToComplaints(page);
  await page.goto(`${installation.baseUrl}/control/dashboard`);
  await page.evaluate(`localStorage.setItem('orrery.token', '${installation.token}')`);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await stop(program);
  await endPrograms();
});
beforeEach(async () => {
  await page.goto(`${installation.baseUrl}/control/dashboard#/queue`);
  await page.reload();
  await page.getByText(`${count} items in all.`).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await row(0).waitFor();
  complaints.length = 0;
});

const row = (place: number) => page.locator(`tr[data-id="${manyItemId(place)}"]`);
/** The rows in sight by their places, each with its id, null while it is read, and where it stands on the screen. */
const inSight = () =>
  page.evaluate<{ at: number; id: string | null; y: number }[]>(`
    [...document.querySelectorAll('tr[data-index]')]
      .map((tr) => ({ at: Number(tr.dataset.index), id: tr.dataset.id ?? null, y: tr.getBoundingClientRect().top }))
      .filter(({ y }) => y >= 0 && y < innerHeight)`);
/** Resolves to them once each that is in sight was read. */
async function allRead() {
  await expect
    .poll(async () => {
      const rows = await inSight();
      return rows.length > 3 && rows.every(({ id }) => id !== null);
    })
    .toBe(true);
  return inSight();
}
const scrollToPart = (part: number) =>
  page.evaluate(`scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${part})`);

it('shows the middle and the end of it, each row at its place', async () => {
  await scrollToPart(0.5);
  const middle = await allRead();
  expect(Math.abs(middle[0]!.at - count / 2)).toBeLessThan(count / 100);
  for (const { at, id } of middle) expect(id).toBe(manyItemId(at));

  await page.keyboard.press('End');
  await row(count - 1).waitFor();
  const end = await allRead();
  expect(end.at(-1)).toMatchObject({ at: count - 1, id: manyItemId(count - 1) });
  // Where one status ends and the next begins.
  await scrollToPart(0.9);
  for (const { at, id } of await allRead()) expect(id).toBe(manyItemId(at));

  await page.keyboard.press('Home');
  await row(0).waitFor();
  expect((await allRead())[0]).toMatchObject({ at: 0, id: manyItemId(0) });
  expect(complaints).toEqual([]);
});

it('moves each row by just what is scrolled, over the borders of what is read, in the middle as at its beginning', async () => {
  for (const part of [0, 0.37]) {
    await scrollToPart(part);
    await allRead();
    const worstPx = await page.evaluate<number>(`(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      let worst = 0;
      for (let turn = 0; turn < 100; turn += 1) {
        const seen = [...document.querySelectorAll('tr[data-index]')]
          .find((tr) => tr.getBoundingClientRect().top > 600);
        const [at, y] = [seen.dataset.index, seen.getBoundingClientRect().top];
        scrollBy(0, 500);
        await frame();
        const now = document.querySelector('tr[data-index="' + at + '"]');
        worst = Math.max(worst, Math.abs(now.getBoundingClientRect().top - (y - 500)));
      }
      return worst;
    })()`);
    expect(worstPx).toBeLessThan(1);
    const rows = await allRead();
    for (const { at, id } of rows) expect(id).toBe(manyItemId(at));
    const { at, y } = rows.find((each) => each.y > 500)!;
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 300);
    await expect
      .poll(async () => (await inSight()).find((each) => each.at === at)?.y)
      .toBeCloseTo(y - 300, 0);
  }
  expect(complaints).toEqual([]);
});

it('takes no more memory the more of it was scrolled through', async () => {
  const heapMib = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  /** From one row to another and no further than what is read lies, as somebody pages; each step once its rows are there. */
  const pageThrough = (from: number, to: number) =>
    page.evaluate(`(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const isRead = () => {
        const rows = [...document.querySelectorAll('tr[data-index]')].filter((tr) => {
          const { top } = tr.getBoundingClientRect();
          return top >= 0 && top < innerHeight;
        });
        return rows.length > 3 && rows.every((tr) => tr.dataset.id !== undefined);
      };
      for (let at = ${from}; at !== ${to}; at += ${from < to ? 250 : -250}) {
        scrollTo(0, at * document.querySelector('tr[data-index]').getBoundingClientRect().height);
        do await frame();
        while (!isRead());
      }
    })()`);
  await pageThrough(0, 4_000);
  const before = await heapMib();
  // There and back: what was let go is read again.
  await pageThrough(4_000, 16_000);
  await pageThrough(16_000, 4_000);
  for (const { at, id } of await allRead()) expect(id).toBe(manyItemId(at));
  expect((await heapMib()) - before).toBeLessThan(heapMibMost);
  expect(complaints).toEqual([]);
});
