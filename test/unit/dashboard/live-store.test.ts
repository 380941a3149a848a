/** How the dashboard folds the feed into what it shows, and what it says about the connection. */
import { describe, expect, it } from 'vitest';
import { type ConnectionWords, connectionWords } from '../../../src/dashboard/connection-words.ts';
import { addEvent, mergeEvents, passesFilter } from '../../../src/dashboard/fold.ts';
import { type LogEvent, readEvent, readOverview } from '../../../src/dashboard/model.ts';
import { eventsAddress, noFilter } from '../../../src/dashboard/places.ts';
import {
  emptyStore,
  foldEvent,
  foldGap,
  type Store,
  showHeld,
} from '../../../src/dashboard/store.ts';
import { addSample, type Tracks, trackMs } from '../../../src/dashboard/tracks.ts';
import type { LiveEvent, LiveSample } from '../../../src/http/live/protocol.ts';

const event = (id: number, fields: Partial<LiveEvent> = {}): LiveEvent => ({
  event_id: id,
  event_type: 'run.started',
  entity_type: 'run',
  entity_id: 'run-1',
  payload: {},
  actor: 'orrery',
  cause_id: null,
  correlation_id: 'c',
  created_at: '2026-11-21T04:00:00.000Z',
  summary: `event ${id}`,
  ...fields,
});
const row = (id: number): LogEvent => readEvent({ ...event(id) });
const ids = (rows: readonly LogEvent[] | undefined) => rows?.map(({ id }) => id);
const filled = (): Store => ({
  ...emptyStore(),
  overview: readOverview({ recent_events: [event(2), event(1)] }),
  events: { rows: [row(2), row(1)], hasMore: false, nextCursor: null },
});

describe('folding events', () => {
  it('keeps rows newest first and each once, whatever the order they come in', () => {
    let rows: readonly LogEvent[] = [];
    for (const id of [3, 1, 2, 3, 5, 4, 1]) rows = addEvent(rows, row(id));
    expect(ids(rows)).toEqual([5, 4, 3, 2, 1]);
    expect(ids(mergeEvents([row(2), row(1)], [row(4), row(2)]))).toEqual([4, 2, 1]);
  });

  it('shows an event in the overview and in the log, and asks for the lists it touches', () => {
    const store = filled();
    expect(foldEvent(store, event(3), { page: 'queue', hold: false })).toBe(true);
    expect(foldEvent(store, event(4), { page: 'papers', hold: false })).toBe(false);
    const paper = event(5, { entity_type: 'paper' });
    expect(foldEvent(store, paper, { page: 'papers', hold: false })).toBe(true);
    const unheardOf = event(6, { entity_type: 'teleporter' });
    expect(foldEvent(store, unheardOf, { page: 'papers', hold: false })).toBe(true);
    expect(ids(store.overview?.events ?? undefined)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(ids(store.events?.rows)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('holds back what someone who reads further down has not asked for', () => {
    const store = filled();
    foldEvent(store, event(3), { page: 'events', hold: true });
    foldEvent(store, event(4), { page: 'events', hold: true });
    expect([ids(store.events?.rows), store.held.length]).toEqual([[2, 1], 2]);
    showHeld(store);
    expect([ids(store.events?.rows), store.held.length]).toEqual([[4, 3, 2, 1], 0]);
  });

  it('leaves a search to the service, which sees more than the feed sends', () => {
    expect(passesFilter({ ...noFilter, entity_id: 'run-2' }, event(1))).toBe(false);
    expect(passesFilter({ ...noFilter, event_type: 'run.started' }, event(1))).toBe(true);
    expect(passesFilter({ ...noFilter, search: 'x' }, event(1))).toBeNull();
    const store = { ...filled(), filter: { ...noFilter, search: 'x' } };
    expect(foldEvent(store, event(3), { page: 'events', hold: false })).toBe(true);
    expect(ids(store.events?.rows)).toEqual([2, 1]);
  });

  it('writes filters into addresses as the API calls them', () => {
    expect(eventsAddress({})).toBe('#/events');
    expect(eventsAddress({ entity_id: 'a b&c' })).toBe('#/events?entity_id=a+b%26c');
  });
});

describe('tracks', () => {
  const startMs = Date.UTC(2026, 10, 21);
  const sample = (
    atMs: number,
    readings: object | null,
    more: Partial<LiveSample> = {},
  ): LiveSample => ({
    run_id: 'r',
    project_id: 'p',
    worker_target: 'w',
    observed_at: new Date(atMs).toISOString(),
    sample: readings as LiveSample['sample'],
    idle: null,
    problem: null,
    ...more,
  });
  const track = (...samples: LiveSample[]) => {
    const none: Tracks = new Map();
    return samples.reduce(addSample, none).get('r');
  };

  it('keep what is not known apart from zero', () => {
    const gpus = [{ utilization_pct: 90 }, { utilization_pct: null }];
    expect(track(sample(startMs, { cpu_pct: 0, gpus }))).toMatchObject({
      points: [{ cpu: 0, gpu: null }],
      hasGpu: true,
    });
    expect(track(sample(startMs, { gpus: [] }))).toMatchObject({ hasGpu: false });
    expect(track(sample(startMs, null, { problem: 'no answer' }))).toMatchObject({
      points: [{ cpu: null, gpu: null }],
      problem: 'no answer',
    });
  });

  it('take the busiest GPU and keep ten minutes', () => {
    const samples = Array.from({ length: 300 }, (_, index) =>
      sample(startMs + index * 5_000, {
        cpu_pct: 1,
        gpus: [{ utilization_pct: 3 }, { utilization_pct: index % 100 }],
      }),
    );
    const points = track(...samples)!.points;
    expect(points).toHaveLength(trackMs / 5_000);
    expect(points.at(-1)?.gpu).toBe(99);
  });

  it('are kept of no more than so many runs', () => {
    let tracks: Tracks = new Map();
    for (let run = 0; run < 100; run += 1) {
      tracks = addSample(tracks, sample(startMs, {}, { run_id: `r${run}` }));
    }
    expect([tracks.size, tracks.has('r0'), tracks.has('r99')]).toEqual([64, false, true]);
  });
});

describe('what is said about the connection', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);
  const words = (store: Partial<Store>, retryMs: number | null = null): ConnectionWords =>
    connectionWords({ ...emptyStore(), ...store }, { nowMs, retryMs });
  const offline = {
    state: 'offline',
    sinceMs: nowMs - 120_000,
    nextTryMs: nowMs + 8_000,
    reason: 'the connection broke',
    neverOpened: false,
  } as const;

  it('is the age of the last word while it is live', () => {
    const feed = { state: 'live' } as const;
    expect(words({ feed, atMs: nowMs - 60_000, feedHeardMs: nowMs - 400 })).toMatchObject({
      state: 'live',
      label: 'live · 0.4 s',
      bar: null,
      cannotAsk: null,
    });
  });

  it('is not "live" before anything was loaded', () => {
    expect(words({ feed: { state: 'live' }, feedHeardMs: nowMs }).state).toBe('connecting');
    expect(words({ feed: { state: 'catching_up' }, atMs: nowMs }).label).toBe('catching up');
  });

  it('is since when it is lost, until when it waits, and how old all is', () => {
    const { label, bar, cannotAsk } = words({
      feed: offline,
      atMs: nowMs - 300_000,
      feedHeardMs: nowMs - 120_000,
    });
    expect(label).toMatch(/^offline since \d\d:\d\d$/);
    expect(bar?.why).toContain('the connection broke');
    expect(bar?.now).toBe('Trying again in 8 s. What you see is 2 min old.');
    expect(cannotAsk).toContain('Not while offline');
  });

  it('forgets the events of a log that is no more', () => {
    const events = { rows: [], nextCursor: 'old', hasMore: true } as never;
    const store = { ...emptyStore(), events };
    const gap = { topics: ['events'], afterSeq: 9, toSeq: 3, reason: 'another log' };
    foldGap(store, { ...gap, isAnew: false });
    expect(store.events).toBe(events);
    foldGap(store, { ...gap, isAnew: true });
    expect(store.events).toBeNull();
  });

  it('never counts the feed as fresh while a gap has not been mended', () => {
    const store = { ...emptyStore(), feed: { state: 'live' } as const, atMs: nowMs - 60_000 };
    store.feedHeardMs = nowMs;
    foldGap(store, {
      topics: ['events'],
      afterSeq: 1,
      toSeq: 9,
      reason: 'too far back',
      isAnew: false,
    });
    expect(connectionWords(store, { nowMs, retryMs: null })).toMatchObject({
      label: 'catching up',
      bar: { why: 'Some events were missed: too far back.' },
    });
  });

  it('says that figures are old when the service does not answer though it is connected', () => {
    const lost = '503: the store is being moved';
    const store = {
      feed: { state: 'live' } as const,
      lost,
      atMs: nowMs - 60_000,
      feedHeardMs: nowMs,
    };
    expect(words(store, nowMs + 4_000).bar).toEqual({
      why: `The service did not answer: ${lost}.`,
      now: 'Asking again in 4 s. The figures are 1 min old.',
      retry: true,
    });
  });

  it('says that it asks by itself where no feed can be opened', () => {
    const said = words({ feed: offline, mode: 'polling', atMs: nowMs - 3_000 });
    expect(said).toMatchObject({ state: 'polling', label: 'asked 3 s ago', cannotAsk: null });
    expect(said.bar?.now).toContain('every 10 s');
  });
});
