/** The soak's comparison notices what is lost, what is there twice, and answers that change. */
import { describe, expect, it } from 'vitest';
import type { Ask, HttpClient, Outcome } from '../../../src/soak/http-client.ts';
import { IdeaModel } from '../../../src/soak/intake.ts';
import { Meters } from '../../../src/soak/meters.ts';
import type { Worker } from '../../../src/soak/programs.ts';
import { awaitWatchers, compare, type Model } from '../../../src/soak/reckoning.ts';
import { Stage } from '../../../src/soak/stage.ts';
import type { Watcher } from '../../../src/soak/watchers.ts';
import type { World } from '../../../src/soak/world.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A service that is a few lists, and answers to calls by their key. */
interface Said {
  readonly projects: Rows;
  readonly queue: Rows;
  readonly runs: Rows;
  readonly corpus: Rows;
  readonly events: Rows;
}

const event = (event_id: number, event_type: string, entity_id: string, entity_type: string) => ({
  event_id,
  event_type,
  entity_id,
  entity_type,
  payload: {},
});
const run = 'one-20260101T000000000';
const whole: Said = {
  projects: [{ project_id: 'one' }, { project_id: 'shelf-1' }],
  queue: [{ project_id: 'shelf-1', status: 'paused', dispatch_priority: 990 }],
  runs: [{ run_id: run, state: 'reconciled', ended_at: '2026-01-01T00:00:00.000Z' }],
  corpus: [{ paper_id: `${run}--draft`, public_id: 'orrery-paper-0001' }],
  events: [
    event(1, 'project.created', 'one', 'project'),
    event(2, 'project.created', 'shelf-1', 'project'),
    event(3, 'run.session_finished', run, 'run'),
    {
      ...event(4, 'worker_callback.session_finished_ready', 'one', 'queue_item'),
      payload: { run_id: run },
    },
  ],
};

const answer = (value: unknown, status = 200): Outcome => ({
  kind: 'answer',
  status,
  replayed: true,
  ms: 1,
  text: JSON.stringify(value),
});

/** Two rows a page, so that the pages are followed. */
function pageOf(said: Said, path: string): Outcome {
  const url = new URL(path, 'http://service');
  const name = url.pathname.split('/').at(-1) as keyof Said;
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const rows = said[name].slice(from, from + 2);
  return answer({ rows, next_cursor: from + 2 < said[name].length ? String(from + 2) : null });
}

function createStage(
  said: Said,
  {
    starts = [run],
    post = () => answer({}),
    get = ({ path }) => pageOf(said, path),
  }: { starts?: string[]; post?: (ask: Ask) => Outcome; get?: (ask: Ask) => Outcome } = {},
): Stage {
  const client: HttpClient = {
    baseUrl: 'http://service',
    send: async (ask) => (ask.method === 'GET' ? get(ask) : post(ask)),
    close: () => {},
  };
  const worker = { name: 'gate-0', starts: () => starts } as unknown as Worker;
  const world = { client, workers: [worker] } as unknown as World;
  return new Stage(world, new Meters(() => 0), { seed: 1, pace: 100 });
}

function createModel(heard = [1, 2, 3, 4]): Model {
  const ideas = new IdeaModel();
  ideas.created.add('one');
  const watcher = {
    name: 'all',
    heard: new Map([['events', heard]]),
  } as unknown as Watcher;
  return {
    ideas,
    shelf: new Map([['shelf-1', { status: 'paused', priority: 990 }]]),
    published: new Map([[`${run}--draft`, 'orrery-paper-0001']]),
    watchers: [watcher],
  };
}

async function wrongsOf(
  said: Partial<Said>,
  more: Parameters<typeof createStage>[1] = {},
  model = createModel(),
): Promise<readonly string[]> {
  const stage = createStage({ ...whole, ...said }, more);
  await compare(stage, model, 4);
  return stage.wrongs;
}

describe('the comparison', () => {
  it('finds nothing where everything is as acknowledged', async () => {
    expect(await wrongsOf({})).toEqual([]);
  });

  it.each<[string, Partial<Said>, string]>([
    [
      'a lost project',
      { projects: whole.projects.slice(1) },
      'project one was acknowledged and is not there',
    ],
    [
      'a project of nobody',
      { projects: [...whole.projects, { project_id: 'two' }] },
      'project two is there and was never acknowledged',
    ],
    [
      'a project that was created twice',
      { events: [...whole.events, event(4, 'project.created', 'one', 'project')] },
      'project one was created 2 times',
    ],
    [
      'a project that is listed twice',
      { projects: [...whole.projects, { project_id: 'one' }] },
      'a project is in the list of projects twice',
    ],
    [
      'an acknowledged verb that is gone',
      { queue: [{ project_id: 'shelf-1', status: 'queued', dispatch_priority: 990 }] },
      'shelf-1 must be {"status":"paused","priority":990} by what was acknowledged, and is {"status":"queued","priority":990}',
    ],
    [
      'a run that was finished twice',
      { events: [...whole.events, event(4, 'run.session_finished', run, 'run')] },
      `${run} was finished 2 times`,
    ],
    [
      'a callback that took effect twice',
      { events: [...whole.events, whole.events[3]!] },
      `the last callback of ${run} took effect 2 times`,
    ],
    [
      'a run without an end',
      { runs: [{ run_id: run, state: 'running', ended_at: null }] },
      `run ${run} has not ended: running`,
    ],
    [
      'a lost paper',
      { corpus: [] },
      `${run}--draft was imported as orrery-paper-0001 and is not in the corpus under it`,
    ],
    [
      'a public id that was given twice',
      { corpus: [...whole.corpus, { paper_id: 'other', public_id: 'orrery-paper-0001' }] },
      'two papers of the corpus have one public id',
    ],
  ])('says so of %s', async (_, said, sentence) => {
    expect(await wrongsOf(said)).toContain(sentence);
  });

  it('says so of an agent that was started twice, and of one without a run', async () => {
    expect(await wrongsOf({}, { starts: [run, run] })).toEqual([
      `the agent of ${run} was started 2 times on gate-0`,
    ]);
    expect(await wrongsOf({}, { starts: [run, 'ghost'] })).toEqual([
      'ghost was started on gate-0, and no run is so called',
    ]);
    expect(await wrongsOf({}, { starts: [] })).toEqual([
      `${run} is finished and was never started`,
    ]);
  });

  it('says so of a listener that missed an event', async () => {
    expect(await wrongsOf({}, {}, createModel([1, 2, 4]))).toEqual([
      '"all" heard 3 frames of events for 4 events',
    ]);
  });

  it('lets an item on the shelf be dispatched when nothing else waits, and otherwise not', async () => {
    const model: Model = {
      ...createModel(),
      shelf: new Map([['shelf-1', { status: 'queued', priority: 990 }]]),
    };
    const queue = [{ project_id: 'shelf-1', status: 'completed', dispatch_priority: 990 }];
    const started = { run_id: 'shelf-run', project_id: 'shelf-1', state: 'reconciled' };
    const runs = [...whole.runs, { ...started, ended_at: '2026-01-01T00:00:00.000Z' }];
    expect(await wrongsOf({ queue, runs }, {}, model)).toEqual([]);
    expect(await wrongsOf({ queue }, {}, model)).toHaveLength(1);
    expect(await wrongsOf({ queue, runs })).toHaveLength(1);
  });

  it('leaves out what came after its listeners were awaited', async () => {
    expect(await wrongsOf({}, {}, createModel([1, 2, 3, 4, 5]))).toEqual([]);
    const events = [...whole.events, event(5, 'project.edited', 'one', 'project')];
    expect(await wrongsOf({ events })).toEqual([]);
  });
});

describe('waiting for the listeners', () => {
  it('goes on until the service has said what there is to hear', async () => {
    let isUp = false;
    const stage = createStage(whole, {
      get: () => {
        const said = isUp ? answer({ rows: [{ event_id: 4 }] }) : answer({}, 503);
        isUp = true;
        return said;
      },
    });
    const client = { status: () => ({ state: 'live' }), since: () => 4 };
    const watcher = { name: 'all', client } as unknown as Watcher;
    expect(await awaitWatchers(stage, [watcher])).toBe(4);
    expect(stage.wrongs).toEqual([]);
  });
});

describe('a call under a key', () => {
  it('is repeated until it is answered, and only a success is kept', async () => {
    const replies: Outcome[] = [
      { kind: 'lost', reason: 'refused', ms: 1 },
      answer({ code: 'shutting_down' }, 503),
      answer({ created: 1 }),
    ];
    const bodies: (string | undefined)[] = [];
    const stage = createStage(whole, {
      post: ({ body }) => {
        bodies.push(body);
        return replies.shift() ?? answer({ code: 'transition_refused' }, 409);
      },
    });
    await stage.change('write', '/somewhere', { note: 'x' });
    await stage.change('write', '/somewhere', { note: 'y' });
    expect(new Set(bodies.slice(0, 3))).toEqual(
      new Set(['{"idempotency_key":"soak-1-1","note":"x"}']),
    );
    expect(stage.acknowledged).toMatchObject([{ key: 'soak-1-1', text: '{"created":1}' }]);
    expect(stage.wrongs).toEqual([]);
  });

  it('that is answered otherwise later is wrong, and no answer is not', async () => {
    let reply: Outcome = answer({ created: 1 });
    const stage = createStage(whole, { post: () => reply });
    await stage.change('write', '/somewhere', {});
    const [call] = stage.acknowledged;
    await stage.repeat(call!);
    reply = { kind: 'lost', reason: 'no answer in time', ms: 1 };
    await stage.repeat(call!);
    expect(stage.wrongs).toEqual([]);
    reply = answer({ created: 0 });
    await stage.repeat(call!);
    expect(stage.wrongs).toEqual([
      '/somewhere with key soak-1-1 was answered {"created":1} and later 200 {"created":0}',
    ]);
  });

  it('that is answered with 500 is wrong', async () => {
    const replies = [answer({ code: 'internal' }, 500), answer({})];
    const stage = createStage(whole, { post: () => replies.shift()! });
    await stage.change('write', '/somewhere', {});
    expect(stage.wrongs).toEqual(['500 to /somewhere: {"code":"internal"}']);
  });
});
