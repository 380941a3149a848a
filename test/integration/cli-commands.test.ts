/** The commands against a running service: what they print, what they change, and how they end. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { runCli } from '../support/cli.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

let service: TestService;
let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
  service = await startService();
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});

const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(argv, { cwd, env: { ORRERY_CONFIG: join(service.dir, 'config.json'), ...env } });
const ok = async (...argv: string[]) => {
  const end = await run(argv);
  expect(end, `${argv.join(' ')}\n${end.err}`).toMatchObject({ code: exitCodes.ok, err: '' });
  expect(end.out).not.toContain(token);
  return end;
};
type Row = Record<string, unknown>;
const rowsOf = (reply: Record<string, unknown>) => reply['rows'] as Row[];

describe('orrery smoke', () => {
  it('makes the four calls in order and says how each ended', async () => {
    const end = await ok('smoke');
    const calls = end.out
      .split('\n')
      .map((line) => /^✓ (\S+ \S+) {2}200 in \d+ ms {2}\S/.exec(line)?.[1]);
    expect(calls).toEqual([
      'GET /healthz',
      'GET /control/api/v1/overview',
      'POST /control/api/preflight',
      'POST /control/dispatch-next',
      undefined,
    ]);
  });

  it('takes the other status call and leaves the preflight out when the environment says so', async () => {
    const env = {
      ORRERY_STATUS_ENDPOINT: '/control/api/status',
      ORRERY_SMOKE_SKIP_PREFLIGHT: '1',
    };
    const report = (await run(['smoke', '--json'], env)).json();
    expect(report['ok']).toBe(true);
    expect((report['steps'] as Row[]).map(({ path }) => path)).toEqual([
      '/healthz',
      '/control/api/status',
      '/control/dispatch-next',
    ]);
  });

  it('fails when one call is refused, and still makes the others', async () => {
    const end = await run(['smoke', '--json'], { ORRERY_TOKEN: 'not-the-token' });
    expect(end.code).toBe(exitCodes.failed);
    expect(end.json()).toMatchObject({
      ok: false,
      steps: [{ ok: true }, { ok: false, status: 401 }, { status: 401 }, { status: 401 }],
    });
  });
});

describe('orrery import', () => {
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);

  it('writes nothing when a row is refused, and names its file, line and field', async () => {
    write(
      'bad.csv',
      'title,priority,workload_class\nGood,high,\n"Long\none",soon,\nWorse,,quantum\n',
    );
    const end = await run(['import', 'bad.csv', '--live']);
    expect(end).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(end.err).toContain('nothing was imported');
    expect(end.err).toContain('bad.csv:3: title: must not hold control characters');
    expect(end.err).toContain('bad.csv:3: priority: must be high, medium, low');
    expect(end.err).toContain('bad.csv:5: workload_class: ');
    write('bad.md', '---\ntitle: x\n\npriority: soon\n---\n');
    expect((await run(['import', 'bad.md', '--live'])).err).toContain('bad.md:4: priority: ');
    expect(rowsOf((await ok('queue', '--json')).json())).toEqual([]);
  });

  it('finds problems of the files before it looks for a service', async () => {
    write('broken.jsonl', '{"title": "a"}\n{');
    const end = await runCli(['import', 'broken.jsonl', '--json'], { cwd });
    expect(end.code).toBe(exitCodes.failed);
    expect(end.json()).toEqual({
      ok: false,
      problems: [{ file: 'broken.jsonl', line: 2, message: 'is not JSON from column 2 on' }],
    });
  });

  it('says what would happen, does it with --live, and repeats harmlessly', async () => {
    write('ideas.csv', 'title,priority,workload_class\nAlpha,high,cpu_only\nBeta,low,\nalpha!,,\n');
    const dry = await ok('import', 'ideas.csv');
    expect(dry.out).toContain('Dry run: 2 would be created. Add --live to do it.');
    expect(dry.out).toMatch(/skipped ideas\.csv:4: alpha! \(duplicate_\w+: alpha\)/);
    expect(rowsOf((await ok('queue', '--json')).json())).toEqual([]);

    expect((await ok('import', 'ideas.csv', '--live')).out).toContain('Created 2.');
    const again = await ok('import', 'ideas.csv', '--yes');
    expect(again.out).toContain(
      'Created 0. 1 of 1 batches had been imported before, and created 2 then.',
    );
    const rows = rowsOf((await ok('queue', '--json')).json());
    expect(rows.map((row) => row['project_id'])).toEqual(['alpha', 'beta']);
  });

  it('takes nothing in where an idea names a worker that there is not, and says where', async () => {
    write('far.csv', 'title,machine_target\nNear,\nFar,nowhere\n');
    const end = await run(['import', 'far.csv', '--live']);
    expect(end).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(end.err).toContain('far.csv:3: machine_target nowhere is not among the configured');
    expect(rowsOf((await ok('queue', '--json')).json())).toHaveLength(2);
  });

  it('takes more ideas than one batch holds', async () => {
    const lines = Array.from({ length: 501 }, (_, index) =>
      JSON.stringify({ title: `Many ${index}`, idea_id: `many-${index}`, status: 'done' }),
    );
    write('many.jsonl', lines.join('\n'));
    const replies = JSON.parse((await ok('import', 'many.jsonl', '--json')).out) as Row[];
    expect(replies.map(({ skipped }) => skipped)).toEqual([500, 1]);
    expect((await ok('import', 'many.jsonl')).out).toContain('They go in 2 batches.');
  });
});

describe('orrery backup', () => {
  it('makes none where agents write', async () => {
    const { project_root: root } = JSON.parse(
      readFileSync(join(service.dir, 'config.json'), 'utf8'),
    ) as { project_root: string };
    const end = await run(['backup', join(resolve(service.dir, root), 'copy')]);
    expect(end).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(end.err).toContain('lies in project_root');
  });
});

describe('lists', () => {
  it('go page by page with the cursor they print, or through all pages', async () => {
    const first = await ok('queue', '--limit', '1');
    const cursor = /More: --cursor (\S+),/.exec(first.out)?.[1] ?? '';
    expect(first.out).toMatch(/^TITLE +PROJECT[\s\S]*\nAlpha +alpha /);
    const second = await ok('queue', 'list', '--limit', '1', '--cursor', cursor);
    expect(second.out).toContain('beta');
    expect(second.out).not.toContain('alpha');
    expect(second.out).not.toContain('More');
    const all = await ok('queue', '--all', '--limit', '1');
    expect(all.out.split('\n')).toHaveLength(3);
    const pages = (await ok('queue', '--all', '--limit', '1', '--json')).out.split('\n');
    expect(pages.map((page) => rowsOf(JSON.parse(page) as Row)[0]?.['project_id'])).toEqual([
      'alpha',
      'beta',
    ]);
  });

  it('filter and search, and say why they are empty', async () => {
    expect((await ok('queue', '--search', 'beta')).out).not.toContain('alpha');
    expect((await ok('queue', '--status', 'blocked')).out).toBe('No queue item matches.');
    expect((await ok('queue', '--machine-target', 'nowhere')).out).toBe('No queue item matches.');
    const reviewed = ['queue', 'list', '--manual-review-required', 'true'];
    expect((await ok(...reviewed)).out).toBe('No queue item matches.');
    const events = await ok('events', '--type', 'project.created', '--entity', 'alpha', '--json');
    expect(rowsOf(events.json())).toMatchObject([
      { event_type: 'project.created', entity_id: 'alpha' },
    ]);
    expect((await ok('papers')).out).toContain('No paper matches');
    expect((await ok('run', '--state', 'question_pending')).out).toBe(
      'No run matches; `orrery dispatch --live` starts one of the queue.',
    );
    expect((await ok('project')).out).toContain('Alpha');
  });

  it('print the JSON of the service as it is', async () => {
    const { body } = await service.api.get('/control/api/v1/projects/alpha');
    const printed = (await ok('project', 'show', 'alpha', '--json')).json();
    const shown = (reply: Row) => (reply['project'] as Row)['project_id'];
    expect(Object.keys(printed)).toEqual(Object.keys(body));
    expect(shown(printed)).toBe(shown(body));
  });
});

describe('what an operator does', () => {
  it('holds an item back, lets it go on, edits, cancels and retries it', async () => {
    expect((await ok('queue', 'pause', 'beta', '--note', 'later')).out).toContain('beta is paused');
    const refused = await run(['queue', 'pause', 'beta', '--json']);
    expect(refused.code).toBe(exitCodes.failed);
    expect(refused.json()).toMatchObject({ code: 'transition_refused', status: 409 });
    expect((await ok('queue', 'resume', 'beta')).out).toContain('beta is queued');
    const edited = await ok('queue', 'edit', 'beta', 'priority=high', 'max_retries=5', '--json');
    expect(edited.json()).toMatchObject({ queue_item: { dispatch_priority: 10, max_retries: 5 } });
    expect((await ok('queue', 'cancel', 'beta')).out).toContain('beta is canceled');
    expect((await ok('queue', 'retry', 'beta', '--key', 'r1')).out).toContain('beta is queued');
    expect((await ok('queue', 'retry', 'beta', '--key', 'r1')).out).toContain('repeated');
    await ok('queue', 'cancel', 'beta', '--by', 'tests');
    const events = rowsOf(
      (await ok('events', '--entity', 'beta', '--limit', '1', '--json')).json(),
    );
    expect(events[0]).toMatchObject({ event_type: 'queue_item.canceled', actor: 'tests' });
  });

  it('explains whatever the service explains by its id alone, with ages instead of times', async () => {
    const said = await ok('why', 'beta');
    expect(said.out).toMatch(/^\S.* \(since \d+ s ago\)\n.*: orrery queue retry beta$/);
    expect((await ok('why', 'item', 'beta')).out).toContain(said.out.split(' (since')[0]);
    for (const [id, kind] of [
      ['beta', 'queue_item'],
      ['default', 'worker'],
      ['main', 'pump'],
    ] as const)
      expect((await ok('why', id, '--json')).json()).toMatchObject({ kind, id });
    expect((await ok('why', 'pump')).out).toBe((await ok('why', 'pump', 'main')).out);
    const nobody = await run(['why', 'nobody']);
    expect(nobody).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(nobody.err).toContain('nothing that can be explained has the id nobody');
    const unknown = await run(['why', 'moon', 'beta']);
    expect(unknown.err).toMatch(/^orrery: 422 .*\n {2}kind: /);
  });

  it('pauses and resumes dispatching; a dispatch meanwhile says so and ends with status 1', async () => {
    await ok('pause', '--reason', 'tests run');
    const held = await run(['dispatch']);
    expect(held).toMatchObject({ code: exitCodes.failed, err: '' });
    expect(held.out).toContain('tests run');
    expect((await ok('status')).out).toContain('queue paused (tests run)');
    await ok('resume');
  });

  it('creates a project with a prompt of its own', async () => {
    writeFileSync(join(cwd, 'prompt.md'), 'Do exactly this.');
    const made = await ok(
      'project',
      'create',
      'Gamma',
      '--priority',
      'low',
      '--prompt-file',
      'prompt.md',
      '--json',
    );
    expect(made.json()).toMatchObject({
      project_id: 'gamma',
      project: { prompt: 'Do exactly this.' },
      queue_item: { dispatch_priority: 90 },
    });
    await ok('queue', 'cancel', 'gamma');
  });
});

describe('the main job', () => {
  it('goes from dispatch to corpus by commands alone, dry runs first', async () => {
    const dry = await ok('dispatch');
    expect(dry.out).toContain('alpha would be dispatched to default');
    expect(dry.out).toContain('dry run');
    expect(service.starts()).toEqual([]);

    const live = await ok('dispatch', '--project', 'alpha', '--live', '--key', 'd1', '--json');
    const { run_id } = live.json()['live'] as { run_id: string };
    expect((await ok('dispatch', '--project', 'alpha', '--live', '--key', 'd1')).out).toContain(
      'repeated',
    );
    await until(async () => {
      const reply = (await ok('project', 'show', 'alpha', '--json')).json();
      return (reply['queue_item'] as Row)['status'] === 'completed';
    }, 'alpha is completed');
    expect(service.starts()).toEqual([run_id]);
    expect((await ok('project', 'show', 'alpha')).out).toContain(run_id);
    const shown = (await ok('run', 'show', run_id)).out;
    expect(shown).toMatch(/^Alpha\n/);
    expect(shown).toMatch(/\n +verdict +idle\n/);
    expect(shown).toMatch(/\nno_live_process +0 +0 +yes\n/);
    expect(shown).toContain('run.session_finished');

    expect((await ok('papers', 'draft-next')).out).toContain('alpha would be drafted');
    const drafted = (await ok('papers', 'draft-next', '--live', '--json')).json();
    const { paper_id: paper } = drafted['candidate'] as { paper_id: string };
    const batch = await ok('papers', 'rewrite-batch');
    expect(batch.out).toContain(`${paper}: would rewrite`);
    expect(batch.out).toContain('dry run');
    const waited = await ok('papers', 'rewrite-batch', '--live', '--async', '--wait');
    expect(waited.out).toContain(`${paper}: rewritten`);
    expect((await ok('papers', 'rewrite-batches')).out).toMatch(/batch-\w+ +done +1 of 1 +0 /);
    expect((await ok('papers', 'rewrite-batches', '--status', 'running')).out).toContain(
      'No rewrite batch matches',
    );
    expect((await ok('papers', 'rewrite', paper)).out).toContain('publication_draft');
    await until(async () => {
      const reply = (await ok('papers', 'show', paper, '--json')).json();
      return (reply['review'] as Row)['audit_verdict'] === 'strict_pass';
    }, 'the paper is evaluated');
    expect((await ok('papers', 'show', paper)).out).toMatch(/claim_evidence_alignment +pass/);
    const early = await run(['papers', 'import', paper, '--live']);
    expect(early.code).toBe(exitCodes.failed);
    expect(early.err).toContain('409 gates_failed');
    await ok('papers', 'check', paper, 'target_venue_fit', 'pass', '--note', 'it fits');
    expect((await ok('papers', 'status', paper, 'in_review')).out).toContain('in_review');
    expect((await ok('papers', 'approve', paper)).out).toContain('approved_for_finalization');
    expect((await ok('papers', 'package', paper)).out).toContain('would be prepared');
    expect((await ok('papers', 'package', paper, '--live')).out).toContain('finalized');
    expect((await ok('papers', 'import', paper)).out).toContain('would be imported');
    expect((await ok('papers', 'import', paper, '--live')).out).toMatch(
      /is in the corpus as \S+\./,
    );

    const nothing = await run(['papers', 'draft-next']);
    expect(nothing).toMatchObject({ code: exitCodes.failed, err: '' });
    // All is done, but nothing new would start: the pump is off.
    const status = await run(['status', '--check']);
    expect(status.code).toBe(exitCodes.failed);
    expect(status.out).toMatch(/in the corpus 1 /);
    expect(status.out).toContain('Switch the pump on');
  });
});

describe('an agent that asks', () => {
  it('is answered, and the item is back in the queue', async () => {
    const asking = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    const at = (...argv: string[]) =>
      runCli(argv, { cwd, env: { ORRERY_CONFIG: join(asking.dir, 'config.json') } });
    try {
      const created = await at('project', 'create', 'Which one', '--id', 'asker');
      expect(created.out).toContain('orrery dispatch --project asker --live');
      const live = (await at('dispatch', '--live', '--json')).json()['live'] as Row;
      const runId = String(live['run_id']);
      await asking.api.post('/control/api/worker-callback', {
        event_type: 'question_pending',
        idempotency_key: `${runId}:question_pending:9`,
        run_id: runId,
        project_id: 'asker',
        sequence: 9,
        seen_at: '2026-01-01T00:00:00.000Z',
        reason: 'which one?',
      });
      expect((await at('status')).out).toContain('which one?');
      const end = await at('queue', 'answer', 'asker', 'the left one');
      expect(end).toMatchObject({ code: exitCodes.ok, err: '' });
      expect(end.out).toContain('asker is back in the queue');
      expect((await at('project', 'show', 'asker')).out).toContain('answered by operator');
    } finally {
      await asking.remove();
    }
  });
});

describe('orrery doctor', () => {
  it('finds nothing wrong with a running service of its own', async () => {
    const end = await run(['doctor', '--json']);
    const { ok: well, findings } = end.json() as { ok: boolean; findings: Row[] };
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
    expect([well, end.code]).toEqual([true, exitCodes.ok]);
    const names = findings.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['node', 'better-sqlite3', 'transport', 'clock', 'disk', 'event log']),
    );
    expect(names).toEqual(expect.arrayContaining(['health', 'worker default']));
  });
});
