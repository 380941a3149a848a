/**
 * What an open page of the dashboard costs: bytes a minute and the share of its main thread at ten events a
 * second, on each page, over a store of 100,000 items; from an event to what is painted of it, beside 999 other
 * clients; how much its heap grows by the events of a day, as fast as the service takes them; an entity with 100,000
 * events opened; and the end of 100,000 rows reached, and 20,000 of them scrolled through. `--smoke` does all of it with a hundredth, to
 * see that it runs: its numbers say nothing. `--only painting` measures that part alone. Needs chromium.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import type { App } from '../src/app/app.ts';
import { pages } from '../src/dashboard/places/places.ts';
import { liveFeedPath } from '../src/http/live/protocol.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { benchToken, oneWorker, startBenchService } from './support/bench-service.ts';
import { fillStore } from './support/large-store.ts';
import { projectId } from './support/large-store-rows.ts';
import { runReadersIfAsked, startReaders } from './support/live-load.ts';
import { printResults, type Result } from './support/measure.ts';

const { only, smoke: isSmall } = parseArgs({
  options: { only: { type: 'string' }, smoke: { type: 'boolean', default: false } },
}).values;
const part = isSmall ? 0.01 : 1;

const eventsPerSec = 10;
const settleMs = isSmall ? 500 : 3_000;
/** Long enough that the questions that are asked at once at its beginning weigh little. */
const measuredMs = isSmall ? 1_000 : 20_000;
const bytesMost = 1_000_000;
const shareMost = 20;
/** Events before the heap is looked at first, and until it is looked at again: those of a day. */
const warmEvents = 2_000 * part;
const heapEvents = 24 * 3_600 * eventsPerSec * (isSmall ? 0.001 : 1);
/** After so long it is looked at all the same; the note says after how many events. */
const heapMsMost = isSmall ? 10_000 : 240_000;
const atOnce = 16;
/** The feed has this many other clients, and so many events are followed to the screen. */
const otherClients = 999 * part;
const paintedEvents = 200 * (isSmall ? 0.05 : 1);
const paintedMsMost = 250;
const openMsMost = 1_000;
const heapMibMost = 10;
const scrolledRows = 20_000 * part;

/** Many items, and of the rest only so much that no page is empty. */
const sizes = {
  items: 100_000 * part,
  papers: 200,
  runs: 200,
  events: 1_000,
  ofOne: 100_000 * part,
};

const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Edits of items, one after another, each of which is at least one event. */
async function createEdits(app: App) {
  const call = (path: string, body?: object) =>
    fetch(`${app.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${benchToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const list = await call('/control/api/v1/queue?status=queued&page_size=200');
  const { rows } = (await list.json()) as { readonly rows: readonly { project_id: string }[] };
  if (rows.length === 0) throw new Error('nothing is queued in the store of the benchmark');
  let edits = 0;
  return async (): Promise<void> => {
    edits += 1;
    const { project_id: id } = rows[edits % rows.length]!;
    const path = `/control/api/v1/queue/${encodeURIComponent(id)}/edit`;
    const reply = await call(path, { fields: { max_retries: edits % 900 } });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  };
}

interface Counted {
  bytes: number;
  events: number;
}

/** Counts what comes in, over HTTP and over the feed. */
async function countTraffic(cdp: CDPSession): Promise<Counted> {
  const counted: Counted = { bytes: 0, events: 0 };
  cdp.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
    counted.bytes += encodedDataLength > 0 ? encodedDataLength : dataLength;
  });
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    counted.bytes += response.payloadData.length;
    if (response.payloadData.includes('"type":"event"')) counted.events += 1;
  });
  await cdp.send('Network.enable');
  // By the clock of its thread: what others take of the processor is not the page's.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return counted;
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

async function open(page: Page, app: App, hash: string): Promise<void> {
  await page.goto(`${app.baseUrl}/control/dashboard${hash}`);
  await page.locator('.state[data-state="live"]').waitFor();
  await wait(settleMs);
}

async function measurePage(
  page: Page,
  { app, cdp, counted, edit }: Bench,
  name: string,
): Promise<Result[]> {
  await open(page, app, `#/${name}`);
  const before = { ...counted, busy: await metric(cdp, 'TaskDuration') };
  const startMs = performance.now();
  for (let count = 0; performance.now() - startMs < measuredMs; count += 1) {
    await edit();
    const dueMs = startMs + ((count + 1) * 1_000) / eventsPerSec;
    await wait(Math.max(0, dueMs - performance.now()));
  }
  const tookMs = performance.now() - startMs;
  const busy = ((await metric(cdp, 'TaskDuration')) - before.busy) * 1_000;
  const perMinute = ((counted.bytes - before.bytes) * 60_000) / tookMs;
  const share = (100 * busy) / tookMs;
  const rate = round(((counted.events - before.events) * 1_000) / tookMs);
  const note = `at ${rate} events a second`;
  return [
    {
      name: `${name}: bytes a minute`,
      value: Math.round(perMinute),
      unit: 'B',
      goal: 'under 1 MB',
      met: perMinute < bytesMost,
      note,
    },
    {
      name: `${name}: share of the main thread`,
      value: round(share),
      unit: '%',
      goal: `under ${shareMost} %`,
      met: share < shareMost,
      note,
    },
  ];
}

/** As many events may be on their way to the page: what it cannot take in would only wait in the browser. */
const backlogMost = 200;

/** Edits until so many more events have come to the page, or the time is over; no faster than it takes them in. */
async function many({ counted, edit }: Bench, events: number): Promise<void> {
  const [first, endMs] = [counted.events, performance.now() + heapMsMost];
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (counted.events - first < events && performance.now() < endMs) {
      if (sent - (counted.events - first) > backlogMost) await wait(5);
      else {
        sent += 1;
        await edit();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await wait(settleMs);
}

async function heapMib(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

async function measureHeap(page: Page, bench: Bench): Promise<Result> {
  const { app, cdp, counted } = bench;
  await open(page, app, '#/events');
  await many(bench, warmEvents);
  const [before, eventsBefore] = [await heapMib(cdp), counted.events];
  await many(bench, heapEvents);
  const growth = (await heapMib(cdp)) - before;
  return {
    name: 'growth of the heap by the events of a day',
    value: round(growth, 2),
    unit: 'MiB',
    goal: `under ${heapMibMost} MiB`,
    met: growth < heapMibMost,
    note: `over ${counted.events - eventsBefore} events, after ${round(before)} MiB`,
  };
}

/** From the time that an event bears to the picture that has it, at the head of the log, beside many other clients. */
async function measurePainting(page: Page, { app, edit }: Bench): Promise<Result> {
  const readers = await startReaders({
    port: Number(new URL(app.baseUrl).port),
    path: liveFeedPath,
    clients: Math.ceil(otherClients),
    headers: [`Authorization: Bearer ${benchToken}`],
    message: '{"type":"subscribe","topics":["events"],"since":null}',
    readyText: '\r\n\r\n',
  });
  try {
    await open(page, app, '#/events');
    await page.evaluate(`{
      window.painted = {};
      const note = (row) => requestAnimationFrame(() => { painted[row] ??= Date.now(); });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            for (const { dataset } of [node, ...(node.querySelectorAll?.('li') ?? [])])
              if (dataset?.row !== undefined) note(dataset.row);
      }).observe(document.querySelector('.event-log'), { childList: true, subtree: true });
    }`);
    for (let count = 0; count < paintedEvents; count += 1) {
      await edit();
      await wait(1_000 / eventsPerSec);
    }
    await wait(settleMs);
    const painted = await page.evaluate<Record<string, number>>('painted');
    const reply = await fetch(`${app.baseUrl}/control/api/v1/events?page_size=500`, {
      headers: { authorization: `Bearer ${benchToken}` },
    });
    const { rows } = (await reply.json()) as {
      readonly rows: readonly { readonly event_id: number; readonly created_at: string }[];
    };
    const tookMs = rows
      .flatMap(({ event_id: id, created_at: at }) => {
        const ms = painted[String(id)];
        return ms === undefined ? [] : [ms - Date.parse(at)];
      })
      .toSorted((left, right) => left - right);
    const p95 = tookMs[Math.floor(tookMs.length * 0.95)] ?? Number.NaN;
    return {
      name: 'from an event to its picture, p95',
      value: p95,
      unit: 'ms',
      goal: `at most ${paintedMsMost} ms`,
      met: p95 <= paintedMsMost,
      note: `${tookMs.length} events beside ${Math.ceil(otherClients)} other clients`,
    };
  } finally {
    readers.stop();
  }
}

/** From the change of the address until pane, or machine, shows what happened to an entity with many events. */
async function measureOpening(page: Page, { app }: Bench): Promise<Result[]> {
  const id = projectId(0);
  const shown = [
    [`#/queue/${id}`, () => page.locator('[data-detail] .events li').first()],
    [`#/machines/queue_item/${id}`, () => page.getByRole('slider').first()],
  ] as const;
  const results: Result[] = [];
  for (const [hash, sign] of shown) {
    await open(page, app, '#/settings');
    const startMs = performance.now();
    await page.evaluate(`location.hash = '${hash}'`);
    await sign().waitFor();
    const tookMs = performance.now() - startMs;
    results.push({
      name: `${hash.replace(/\/[^/]+$/, '/ID')}: an entity with ${sizes.ofOne} events opens`,
      value: Math.round(tookMs),
      unit: 'ms',
      goal: `under ${openMsMost} ms`,
      met: tookMs < openMsMost,
    });
  }
  return results;
}

/** The end of all rows at once, and many scrolled through; the one that is looked at must not move by more than that. */
async function measureScroll(page: Page, { app, cdp }: Bench): Promise<Result[]> {
  await open(page, app, '#/queue?view=all&sort=project_id');
  const lastRow = `tr[data-index="${sizes.items - 1}"][data-id]`;
  const startMs = performance.now();
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await page.locator(lastRow).waitFor();
  const endMs = performance.now() - startMs;
  await page.evaluate('scrollTo(0, 0)');
  await page.locator('tr[data-index="0"][data-id]').waitFor();
  const before = await heapMib(cdp);
  const [jumpPx, drawn] = await page.evaluate<readonly [number, number]>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    let [worst, most] = [0, 0];
    for (let at = 0; at < ${scrolledRows}; ) {
      const rows = [...document.querySelectorAll('tr[data-index]')];
      const row = rows.find((tr) => tr.getBoundingClientRect().top > 500);
      const y = row.getBoundingClientRect().top;
      at = Number(row.dataset.index);
      scrollBy(0, 500);
      await frame();
      const now = document.querySelector('tr[data-index="' + at + '"]');
      worst = Math.max(worst, Math.abs(now.getBoundingClientRect().top - (y - 500)));
      most = Math.max(most, rows.length);
    }
    return [worst, most];
  })()`);
  return [
    {
      name: `the last of ${sizes.items} rows is shown after`,
      value: Math.round(endMs),
      unit: 'ms',
      goal: `under ${openMsMost} ms`,
      met: endMs < openMsMost,
    },
    {
      name: `movement of a row that is looked at, through ${scrolledRows} rows`,
      value: round(jumpPx),
      unit: 'px',
      goal: 'under 1 px',
      met: jumpPx < 1,
      note: `at most ${drawn} rows drawn at once; heap grown by ${round((await heapMib(cdp)) - before)} MiB`,
    },
  ];
}

interface Bench {
  readonly app: App;
  readonly cdp: CDPSession;
  readonly counted: Counted;
  readonly edit: () => Promise<void>;
}

async function measurePages(page: Page, bench: Bench): Promise<Result[]> {
  const results: Result[] = [];
  for (const name of pages) results.push(...(await measurePage(page, bench, name)));
  return results;
}

/** The parts, in their order. */
const measures: Readonly<Record<string, (page: Page, bench: Bench) => Promise<Result[]>>> = {
  pages: measurePages,
  opening: measureOpening,
  painting: async (page, bench) => [await measurePainting(page, bench)],
  heap: async (page, bench) => [await measureHeap(page, bench)],
  scroll: measureScroll,
};

function chosenParts(): readonly string[] {
  const names = Object.keys(measures);
  if (only === undefined) return names;
  if (!names.includes(only)) throw new Error(`--only must be one of ${names.join(', ')}`);
  return [only];
}

async function main(): Promise<void> {
  execFileSync(process.execPath, [resolve('tools/build.mjs'), '--if-stale']);
  const dir = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  mkdirSync(join(dir, 'state'));
  fillStore(join(dir, 'state'), sizes);
  const app = await startBenchService(dir, oneWorker);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(`localStorage.setItem('orrery.token', '${benchToken}')`);
    const cdp = await context.newCDPSession(page);
    const counted = await countTraffic(cdp);
    const bench: Bench = { app, cdp, counted, edit: await createEdits(app) };
    const results: Result[] = [];
    for (const name of chosenParts()) results.push(...(await measures[name]!(page, bench)));
    printResults(results);
  } finally {
    await browser.close();
    await app.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (!(await runReadersIfAsked())) await main();
