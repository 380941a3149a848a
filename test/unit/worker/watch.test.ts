/** Watching runs: every observation reaches its run, in order, also through overload and restarts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { Reply } from '../../../src/actors/runtime/definition.ts';
import { VolatileHost } from '../../../src/actors/volatile/host.ts';
import type { GateRun } from '../../../src/domain/records.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { initialGateRun } from '../../../src/machines/gate-run/context.ts';
import { diskFiles } from '../../../src/worker/files.ts';
import type { AskActor } from '../../../src/worker/ports.ts';
import { createRunWatches } from '../../../src/worker/watch.ts';
import {
  createScriptedWatcher,
  createThrowawayFolder,
  eventually,
  type ThrowawayFolder,
} from '../../support/worker-bench.ts';

let folder: ThrowawayFolder;
beforeEach(async () => {
  folder = await createThrowawayFolder();
});
afterEach(() => folder.remove());

const tracking = { root_pid: 5 };
const accepted = (status: string): Reply => ({
  ok: true,
  replayed: false,
  outcome: { accepted: true, refusal: null, status, version: 1, event_id: 1, at: '', body: null },
});
const overloaded: Reply = { ok: false, rejected: 'overloaded', detail: 'full' };

/** A set of watches over one run whose actor answers with `answer`. */
function watchesOver(
  run: GateRun,
  answer: (event: ActorEvent) => Reply,
  bootId: string | null = null,
) {
  const told: ActorEvent[] = [];
  const keys: (string | undefined)[] = [];
  const problems: string[] = [];
  const clock = createManualClock();
  const scripted = createScriptedWatcher();
  let stored = run;
  const ask: AskActor = async (_, event, options) => {
    told.push(event);
    keys.push(options?.idempotency?.key);
    return answer(event);
  };
  const watches = createRunWatches({
    projectRoot: folder.path,
    files: diskFiles(createSeededEntropy(2)),
    ask,
    runs: { get: async () => stored, listLive: async () => [stored] },
    watcher: scripted.watcher,
    actors: new VolatileHost({ clock }),
    entropy: createSeededEntropy(1),
    readBootId: async () => bootId,
    onProblem: (_, problem) => problems.push(problem),
  });
  const set = (changes: Partial<GateRun>) => {
    stored = { ...stored, ...changes };
    return watches.runChanged(stored.run_id);
  };
  const see = (observation: Parameters<typeof scripted.see>[1]) =>
    scripted.see(run.run_id, observation);
  const types = () => told.map((event) => event.type);
  const toldCount = (count: number) => eventually(() => (told.length >= count ? true : undefined));
  return { watches, scripted, clock, told, keys, problems, set, see, types, toldCount };
}
const runIn = (status: GateRun['status']): GateRun => ({
  ...initialGateRun('p-1'),
  status,
  project_dir: 'p',
  pid: 5,
});

describe('watching runs', () => {
  it('watches only while a run is running or quieting', async () => {
    const bench = watchesOver(runIn('starting'), () => accepted('running'));
    await bench.watches.resume();
    expect(bench.watches.watchedCount).toBe(0);
    await bench.set({ status: 'running' });
    await bench.set({ status: 'quieting' });
    expect(bench.watches.watchedCount).toBe(1);
    await bench.set({ status: 'ready' });
    expect(bench.scripted.isWatching('p-1')).toBe(false);
  });

  it.each(['running', 'quieting'] as const)(
    'ends a %s run of an earlier boot with an error instead of watching nothing',
    async (status) => {
      const run = { ...runIn(status), boot_id: 'boot-before' };
      const bench = watchesOver(run, () => accepted('failed'), 'boot-now');
      await bench.watches.resume();
      expect(bench.told).toEqual([
        {
          type: 'GATE_FAILED',
          error: expect.stringContaining('the machine restarted during the run') as string,
        },
      ]);
      expect(bench.watches.watchedCount).toBe(0);
    },
  );

  it.each([
    ['the same boot', 'boot-a', 'boot-a'],
    ['a boot that the run does not know', null, 'boot-a'],
    ['a boot that cannot be read', 'boot-a', null],
  ])('watches on in %s', async (_, ofRun, now) => {
    const bench = watchesOver({ ...runIn('running'), boot_id: ofRun }, () => accepted('x'), now);
    await bench.watches.resume();
    expect(bench.told).toEqual([]);
    expect(bench.watches.watchedCount).toBe(1);
  });

  it('tells the exit with the code the script noted, and null when it noted none', async () => {
    for (const [content, code] of [
      ['7\n', 7],
      ['garbage', null],
    ] as const) {
      await folder.write('p/.orrery/runs/p-1/exit_code', content);
      const bench = watchesOver(runIn('running'), () => accepted('quieting'));
      await bench.watches.resume();
      bench.see({ type: 'agent_exited', process_tracking: tracking });
      await bench.toldCount(1);
      expect(bench.told[0]).toEqual({
        type: 'AGENT_EXITED',
        exit_code: code,
        session_id: null,
        process_tracking: tracking,
      });
    }
  });

  it('tells the session id with the exit, and the problem of one that is no id', async () => {
    for (const [content, sessionId, problems] of [
      ['s-7\n', 's-7', 0],
      ['--resume', null, 1],
      ['x'.repeat(300), null, 1],
    ] as const) {
      await folder.write('p/.orrery/runs/p-1/session_id', content);
      const bench = watchesOver(runIn('running'), () => accepted('quieting'));
      await bench.watches.resume();
      bench.see({ type: 'agent_exited', process_tracking: tracking });
      await bench.toldCount(1);
      expect(bench.told[0]).toMatchObject({ type: 'AGENT_EXITED', session_id: sessionId });
      expect(bench.problems).toHaveLength(problems);
    }
  });

  it('keeps an observation until a full mailbox takes it, and the order', async () => {
    let full = true;
    const bench = watchesOver(runIn('running'), () => (full ? overloaded : accepted('quieting')));
    await bench.watches.resume();
    bench.see({ type: 'agent_exited', process_tracking: tracking });
    bench.see({ type: 'idle_changed', idle_state: 'busy' });
    bench.see({ type: 'idle_changed', idle_state: 'quiet_candidate' });
    await bench.toldCount(1);
    await eventually(() => (bench.clock.pendingCount > 0 ? true : undefined));
    full = false;
    bench.clock.advance(200);
    await bench.toldCount(3);
    expect(bench.types()).toEqual(['AGENT_EXITED', 'AGENT_EXITED', 'IDLE_CHANGED']);
    expect(bench.told[2]).toMatchObject({ idle_state: 'quiet_candidate' });
  });

  it('tells a state only when it changes', async () => {
    const bench = watchesOver({ ...runIn('running'), idle_state: 'warming' }, () =>
      accepted('running'),
    );
    await bench.watches.resume();
    bench.see({ type: 'idle_changed', idle_state: 'warming' });
    bench.see({ type: 'idle_changed', idle_state: 'busy' });
    await bench.toldCount(1);
    bench.see({ type: 'idle_changed', idle_state: 'busy' });
    bench.see({ type: 'failed', error: 'end' });
    await bench.toldCount(2);
    expect(bench.types()).toEqual(['IDLE_CHANGED', 'GATE_FAILED']);
  });

  it.each([
    ['{"project_decision":"finalize_positive"}', { project_decision: 'finalize_positive' }],
    ['{"project_decision":', null],
    ['[1]', null],
    [null, null],
  ])('sends the decision file %j as %j', async (content, decision) => {
    if (content !== null) await folder.write('p/.orrery/project_decision.json', content);
    const bench = watchesOver(runIn('quieting'), () => accepted('ready'));
    await bench.watches.resume();
    bench.see({ type: 'idle_confirmed', receipt: { verdict: 'idle' }, process_tracking: tracking });
    await bench.toldCount(1);
    expect(bench.told[0]).toMatchObject({
      type: 'IDLE_CONFIRMED',
      receipt: { verdict: 'idle' },
      decision,
    });
    await eventually(() => (bench.watches.watchedCount === 0 ? true : undefined));
  });

  it("passes on the agent's question once and files it", async () => {
    const path = await folder.write('p/.orrery/question.json', '{"question":" Which seed? "}');
    await folder.write('p/.orrery/runs/p-1/prepared.json', '{}');
    const bench = watchesOver(runIn('running'), (event) =>
      accepted(event.type === 'QUESTION_ASKED' ? 'ready' : 'quieting'),
    );
    await bench.watches.resume();
    bench.see({ type: 'agent_exited', process_tracking: tracking });
    await bench.toldCount(2);
    await eventually(() => (existsSync(path) ? undefined : true));
    expect(bench.told[1]).toEqual({
      type: 'QUESTION_ASKED',
      question: 'Which seed?',
      process_tracking: tracking,
    });
    expect(bench.keys[1]).toBe('question:p-1');
    expect(existsSync(join(folder.path, 'p/.orrery/runs/p-1/question.json'))).toBe(true);
  });

  it('passes on a question that a restart came in between', async () => {
    await folder.write('p/.orrery/question.json', '{"question":"Which?"}');
    const bench = watchesOver(runIn('quieting'), () => accepted('ready'));
    await bench.watches.resume();
    await bench.toldCount(1);
    expect(bench.types()).toEqual(['QUESTION_ASKED']);
  });

  it('fails a run whose folder cannot be', async () => {
    const bench = watchesOver({ ...runIn('running'), project_dir: '../p' }, () =>
      accepted('failed'),
    );
    await bench.watches.resume();
    expect(bench.types()).toEqual(['GATE_FAILED']);
    expect(bench.watches.watchedCount).toBe(0);
  });

  it('sends nothing after it was closed', async () => {
    const bench = watchesOver(runIn('running'), () => accepted('running'));
    await bench.watches.resume();
    await bench.watches.close();
    bench.see({ type: 'agent_exited', process_tracking: tracking });
    expect(bench.told).toEqual([]);
  });
});
