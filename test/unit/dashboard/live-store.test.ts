/** How the dashboard folds the feed into what it shows, and what it says about the connection. */
import { describe, expect, it } from 'vitest';
import { eventsAddress, noFilter, placeOf } from '../../../src/dashboard/places/places.ts';
import { addSample, type Tracks, trackMs } from '../../../src/dashboard/runs/tracks.ts';
import type { LogEvent } from '../../../src/dashboard/service/wire.ts';
import {
  type ConnectionWords,
  connectionWords,
} from '../../../src/dashboard/session/connection-words.ts';
import {
  addEvent,
  mergeEvents,
  passesFilter,
  touchesList,
} from '../../../src/dashboard/session/fold.ts';
import {
  createDashboardStore,
  emptyState,
  type State,
} from '../../../src/dashboard/session/state.ts';
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
const ids = (rows: readonly LogEvent[] | null | undefined) => rows?.map((row) => row.event_id);
const storeOf = (part: Partial<State>) => {
  const store = createDashboardStore();
  store.trigger.noted({ part });
  return { store, state: () => store.get().context };
};
const filled = (part: Partial<State> = {}) =>
  storeOf({
    recent: [event(2), event(1)],
    events: { rows: [event(2), event(1)], hasMore: false, nextCursor: null },
    ...part,
  });

describe('folding events', () => {
  it('keeps rows newest first and each once, whatever the order they come in', () => {
    let rows: readonly LogEvent[] = [];
    for (const id of [3, 1, 2, 3, 5, 4, 1]) rows = addEvent(rows, event(id));
    expect(ids(rows)).toEqual([5, 4, 3, 2, 1]);
    expect(ids(mergeEvents([event(2), event(1)], [event(4), event(2)]))).toEqual([4, 2, 1]);
  });

  it('shows an event in the overview and in the log, and asks for the lists it touches', () => {
    const { store, state } = filled();
    for (const id of [3, 4]) store.trigger.happened({ event: event(id), hold: false });
    expect(ids(state().recent)).toEqual([4, 3, 2, 1]);
    expect(ids(state().events?.rows)).toEqual([4, 3, 2, 1]);
    const item = event(3, { entity_type: 'queue_item', entity_id: 'one' });
    expect(touchesList('runs', item, [{ project_id: 'one' }])).toBe(true);
    expect(touchesList('runs', item, [{ project_id: 'another' }])).toBe(false);
    expect(touchesList('papers', event(4), [])).toBe(false);
    expect(touchesList('papers', event(5, { entity_type: 'paper' }), [])).toBe(true);
    expect(touchesList('papers', event(6, { entity_type: 'teleporter' }), [])).toBe(true);
  });

  it('holds back what someone who reads further down has not asked for', () => {
    const { store, state } = filled();
    for (const id of [3, 4]) store.trigger.happened({ event: event(id), hold: true });
    expect([ids(state().events?.rows), state().held.length]).toEqual([[2, 1], 2]);
    store.trigger.heldShown();
    expect([ids(state().events?.rows), state().held.length]).toEqual([[4, 3, 2, 1], 0]);
  });

  it('leaves a search to the service, which sees more than the feed sends', () => {
    expect(passesFilter({ ...noFilter, entity_id: 'run-2' }, event(1))).toBe(false);
    expect(passesFilter({ ...noFilter, event_type: 'run.started' }, event(1))).toBe(true);
    expect(passesFilter({ ...noFilter, search: 'x' }, event(1))).toBeNull();
    const { store, state } = filled({ filter: { ...noFilter, search: 'x' } });
    store.trigger.happened({ event: event(3), hold: false });
    expect(ids(state().events?.rows)).toEqual([2, 1]);
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
  const words = (part: Partial<State>, retryMs: number | null = null): ConnectionWords =>
    connectionWords({ ...emptyState, ...part }, { nowMs, retryMs });
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

  it('is not "live" with what is older than silence, whoever stood still', () => {
    const feed = { state: 'live' } as const;
    const told = (ageMs: number) => words({ feed, atMs: 1, feedHeardMs: nowMs - ageMs });
    expect(told(4_000)).toMatchObject({ state: 'live', label: 'live · 4.0 s' });
    for (const ageMs of [4_100, 28_800_000]) {
      expect(told(ageMs)).toMatchObject({ state: 'catching', label: 'catching up', bar: null });
    }
    expect(told(28_800_000).title).toContain('Nothing was heard for 8 h');
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

  it('is silence with the age of what is shown, and offers nothing that may not be heard', () => {
    const feed = { state: 'silent', sinceMs: nowMs - 3_100, neverOpened: false } as const;
    const { state, label, bar, cannotAsk } = words({
      feed,
      atMs: nowMs - 60_000,
      feedHeardMs: nowMs - 3_100,
    });
    expect(state).toBe('offline');
    expect(label).toMatch(/^silent since \d\d:\d\d$/);
    expect(bar).toMatchObject({ retry: true, now: 'It is waited for. What you see is 3 s old.' });
    expect(cannotAsk).toContain('Not while the service is silent');
    expect(words({ feed }).bar?.now).toContain('Nothing has been loaded yet.');
  });

  it('forgets the events of a log that is no more', () => {
    const events = { rows: [], nextCursor: 'old', hasMore: true };
    const { store, state } = storeOf({ events });
    const gap = { topics: ['events'], afterSeq: 9, toSeq: 3, reason: 'another log' };
    store.trigger.missed({ gap: { ...gap, isAnew: false } });
    expect(state().events).toBe(events);
    store.trigger.missed({ gap: { ...gap, isAnew: true } });
    expect(state().events).toBeUndefined();
  });

  it('never counts the feed as fresh while a gap has not been mended', () => {
    const { store, state } = storeOf({
      feed: { state: 'live' },
      atMs: nowMs - 60_000,
      feedHeardMs: nowMs,
    });
    const gap = { topics: ['events'], afterSeq: 1, toSeq: 9, reason: 'too far back' };
    store.trigger.missed({ gap: { ...gap, isAnew: false } });
    expect(connectionWords(state(), { nowMs, retryMs: null })).toMatchObject({
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

describe('another address', () => {
  it('makes lists forget rows that are not asked for, and the same list does not', () => {
    const page = { rows: [], hasMore: false, nextCursor: null };
    const { store, state } = storeOf({ runs: page, papers: page, place: placeOf('#/runs') });
    store.trigger.moved({ place: placeOf('#/runs/r-1?span=1h') });
    expect([state().runs, state().papers]).toEqual([page, page]);
    store.trigger.moved({ place: placeOf('#/runs?tag=gpu') });
    expect([state().runs, state().papers]).toEqual([undefined, undefined]);
  });

  it('says what is chosen in a list', () => {
    const { store, state } = storeOf({ place: placeOf('#/queue') });
    store.trigger.moved({ place: placeOf('#/queue/a?chosen=a&chosen=b') });
    expect([...state().chosen]).toEqual(['a', 'b']);
    store.trigger.moved({ place: placeOf('#/queue?view=paused') });
    expect(state().chosen.size).toBe(0);
  });
});
