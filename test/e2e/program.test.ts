/** The built program from outside: configuration, service, proofs and reports, by exit code and output. */
import { appendFileSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  configure,
  endedWithin,
  endPrograms,
  everythingSaid,
  fixtures,
  type Installation,
  install,
  makeFolder,
  type Program,
  runProgram,
  serve,
} from '../support/e2e-program.ts';

/** Longest time a stop may take that has nothing to wait for. */
const stopMsMax = 5000;

const tokens = new Set<string>();

async function installed(): Promise<Installation> {
  const installation = await install();
  tokens.add(installation.token);
  return installation;
}

afterEach(() => {
  const said = everythingSaid();
  for (const token of tokens) expect(said.includes(token), 'the token was said').toBe(false);
});
afterAll(endPrograms);

const idea = (key: string, title: string, prompt = 'Measure it.') => ({
  idempotency_key: key,
  source: 'e2e',
  dry_run: false,
  ideas: [{ title, prompt }],
});

async function titles(installation: Installation): Promise<string[]> {
  const list = await ask(installation, '/control/api/v1/projects?page_size=500');
  expect(list.status, list.text).toBe(200);
  return (list.body['rows'] as { project_name: string }[]).map((row) => row.project_name).sort();
}

async function stopped(program: Program): Promise<void> {
  program.signal('SIGTERM');
  const end = await endedWithin(program, stopMsMax, 'the service after SIGTERM');
  expect(end, end.stderr).toMatchObject({ code: 0, signal: null });
}

describe('the command line', () => {
  it('refuses an unknown command or option with code 2 and says where help is', async () => {
    const cwd = makeFolder();
    for (const args of [['fly'], ['serve', '--colour'], ['config', 'chekc'], ['lint']]) {
      const end = await runProgram(args, { cwd });
      expect(end, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(end.stderr).toMatch(/^error: /);
      expect(end.stderr).toContain('orrery --help');
    }
    const help = await runProgram(['--help'], { cwd });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['init', 'serve', 'demo', 'verify', 'lint', 'audit', 'Exit codes'])
      expect(help.stdout).toContain(word);
  });

  it('ends without a fault when the reader of its output goes away', async () => {
    // The reader ends at once, so that the help meets a closed pipe.
    const end = await runProgram(['--help'], {
      cwd: makeFolder(),
      before: ['sh', '-c', '{ "$@"; echo "code $?" >&2; } | true', 'sh'],
    });
    expect(end.stderr).toBe('code 0\n');
  });
});

describe('orrery init', () => {
  it('refuses to replace a configuration and leaves it as it is', async () => {
    const { configPath, options } = await installed();
    const before = readFileSync(configPath);
    const again = await runProgram(['init', 'home'], options);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--force');
    expect(readFileSync(configPath).equals(before)).toBe(true);
  });

  it('says in one line why a folder or a host cannot be used', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'file'), '');
    const folder = await runProgram(['init', 'file'], { cwd });
    expect(folder.code).toBe(1);
    expect(folder.stderr).toMatch(/^orrery: nothing can be written in .*file: EEXIST.*\n$/);
    for (const host of ['two words', '', 'a/b', 'a:1']) {
      const end = await runProgram(['init', 'home', '--host', host], { cwd });
      expect(end.code, host).toBe(2);
      expect(end.stderr).toMatch(/^orrery: --host must be .*\n$/);
    }
    expect(existsSync(join(cwd, 'home'))).toBe(false);
  });

  it('writes a private configuration that config check accepts', async () => {
    const { configPath, dir, options, token } = await installed();
    expect(statSync(configPath).mode & 0o777).toBe(0o600);
    for (const folder of [dir, join(dir, 'state'), join(dir, 'projects')])
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700);
    expect(token.length).toBeGreaterThanOrEqual(32);
    const check = await runProgram(['config', 'check'], options);
    expect(check).toMatchObject({ code: 0, stderr: '' });
    expect(check.stdout).toContain('is valid (role all)');
    const json = await runProgram(['config', 'check', 'home/config.json', '--json'], {
      cwd: options.cwd,
    });
    expect(JSON.parse(json.stdout)).toEqual({
      ok: true,
      path: configPath,
      problems: [],
      notices: [],
    });
  });
});

describe('orrery serve that cannot', () => {
  it('says how to make a configuration when there is none', async () => {
    const cwd = makeFolder();
    for (const env of [{}, { ORRERY_CONFIG: 'missing.json' }]) {
      const end = await runProgram(['serve'], { cwd, env });
      expect(end).toMatchObject({ code: 3, stdout: '' });
      expect(end.stderr).toContain('npx orrery init');
    }
  });

  it('names every problem of a configuration at once and nothing of its secrets', async () => {
    const installation = await installed();
    const { options, token } = installation;
    configure(installation, {
      rloe: 'all',
      listen_port: -1,
      project_root: '<folder>',
      sample_interval_sec: 'often',
      worker_targets: { a: { wake_gate_url: 'ftp://x', bearer_token: token } },
      completion_callback_token: `${token}x`,
    });
    for (const args of [['serve'], ['config', 'check']]) {
      const end = await runProgram(args, options);
      expect(end, args.join(' ')).toMatchObject({ code: 3, stdout: '' });
      for (const path of [
        'rloe: is not a known field; did you mean "role"?',
        'listen_port: ',
        'project_root: ',
        'sample_interval_sec: ',
        'worker_targets.a.wake_gate_url: ',
        'completion_callback_token: ',
      ])
        expect(end.stderr).toContain(`\n  ${path}`);
    }
  });

  it('says in one line that the port is taken', async () => {
    const installation = await installed();
    const holder = createServer();
    await new Promise<void>((done) => {
      holder.listen(installation.port, '127.0.0.1', done);
    });
    try {
      const end = await runProgram(['serve'], installation.options);
      expect(end).toMatchObject({ code: 1, stdout: '' });
      expect(end.stderr).toMatch(/^Orrery could not start: .*\n$/);
      expect(end.stderr).toContain(`127.0.0.1:${installation.port}`);
    } finally {
      await new Promise((done) => holder.close(done));
    }
  });

  it('says in one line that its store is not one, and verify says the same', async () => {
    const installation = await installed();
    writeFileSync(join(installation.dir, 'state', 'control.db'), 'no database '.repeat(500));
    const end = await runProgram(['serve'], installation.options);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/^Orrery could not start: .*control\.db.*\n$/);
    const verify = await runProgram(['verify'], installation.options);
    expect(verify).toMatchObject({ code: 1, stderr: '' });
    expect(verify.stdout).toMatch(/^✗ control plane: cannot be read: .*control\.db/);
  });

  it('says in one line that another process serves its state, and leaves that one alone', async () => {
    const first = await installed();
    const second = await installed();
    configure(second, { state_dir: join(first.dir, 'state') });
    const program = await serve(first);
    const end = await runProgram(['serve'], second.options);
    expect(end, end.stderr).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/^Orrery could not start: .*\n$/);
    expect(end.stderr).toContain(join(first.dir, 'state'));
    const reply = await ask(first, '/control/api/intake/ideas', idea('one', 'First'));
    expect(reply.status, reply.text).toBe(200);
    // A process that is killed holds nothing any more.
    program.signal('SIGKILL');
    await program.ended;
    const next = await serve(second);
    expect(await titles(second)).toEqual(['First']);
    await stopped(next);
  });

  it('ends with code 1 when its store fails, and loses nothing it had acknowledged', async () => {
    const installation = await installed();
    // No file may grow past 768 KiB: the log of the store meets that after some ideas.
    const limit = ['sh', '-c', 'ulimit -f 1536; exec "$@"', 'sh'];
    const program = await serve(installation, { before: limit });
    const acknowledged: string[] = [];
    const prompt = 'x'.repeat(60_000);
    for (let number = 1; number <= 40; number += 1) {
      const title = `Idea ${number}`;
      const reply = await ask(
        installation,
        '/control/api/intake/ideas',
        idea(title, title, prompt),
      );
      if (reply.status !== 200) break;
      acknowledged.push(title);
    }
    const end = await endedWithin(program, stopMsMax, 'the service after its store failed');
    expect(end, end.stderr).toMatchObject({ code: 1, signal: null });
    expect(end.stderr).toContain('the store failed');
    expect(acknowledged.length).toBeGreaterThan(0);

    const next = await serve(installation);
    expect(await titles(installation)).toEqual(expect.arrayContaining(acknowledged));
    await stopped(next);
    expect(await runProgram(['verify'], installation.options)).toMatchObject({ code: 0 });
  });
});

describe('orrery serve', () => {
  it('answers the smoke calls in order, each with JSON', async () => {
    const installation = await installed();
    const program = await serve(installation);
    const { baseUrl, token } = installation;
    const preflight = {
      wake_gate_url: baseUrl,
      bearer_token: token,
      require_paused: false,
      strict: false,
      max_gpu_pct: 100,
      min_memory_available_mib: 1,
    };
    const smoke = [
      await ask(installation, '/healthz'),
      await ask(installation, '/control/api/v1/overview'),
      await ask(installation, '/control/api/preflight', preflight),
      await ask(installation, '/control/dispatch-next', { dry_run: true, requested_by: 'e2e' }),
    ];
    for (const reply of smoke) {
      expect(reply.status, reply.text).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.body['ok'], reply.text).toBe(true);
    }
    expect(smoke[0]?.body).toMatchObject({ service: 'orrery_worker_gate', live_run_count: 0 });
    expect(smoke[1]?.body).toMatchObject({ operator_counts: { attention: 0, queued: 0 } });
    const checks = smoke[2]?.body['checks'] as { name: string; ok: boolean }[];
    expect(checks.map((check) => check.name)).toEqual(
      expect.arrayContaining(['wake_gate_healthz', 'worker_no_live_runs']),
    );
    expect(smoke[3]?.body).toMatchObject({ action: 'noop', candidate: null, live: null });
    expect((await ask({ baseUrl, token: '' }, '/control/dashboard')).status).toBe(200);
    await stopped(program);
  });

  it('answers a wrong and a missing token alike, and says how to authenticate', async () => {
    const installation = await installed();
    const program = await serve(installation);
    for (const path of ['/control/api/v1/overview', '/runs', '/control/api/v1/no-such-route']) {
      for (const token of ['wrong', '', `${installation.token}x`]) {
        const reply = await ask({ baseUrl: installation.baseUrl, token }, path);
        expect(reply.status, `${path} with "${token}"`).toBe(401);
        expect(reply.headers.get('content-type')).toBe('application/problem+json');
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
        expect(reply.body).toMatchObject({ status: 401, code: 'unauthorized' });
      }
    }
    await stopped(program);
  });

  it('stops on SIGTERM or SIGINT within seconds and goes on with the same state', async () => {
    const installation = await installed();
    const first = await serve(installation);
    const taken = await ask(installation, '/control/api/intake/ideas', idea('one', 'First'));
    expect(taken.body, taken.text).toMatchObject({ ok: true, created: 1 });
    // The connections of the calls above are still open: they must not hold up the stop.
    await stopped(first);

    const second = await serve(installation);
    const repeated = await ask(installation, '/control/api/intake/ideas', idea('one', 'First'));
    expect(repeated.body).toEqual(taken.body);
    await ask(installation, '/control/api/intake/ideas', idea('two', 'Second'));
    expect(await titles(installation)).toEqual(['First', 'Second']);
    second.signal('SIGINT');
    expect(await endedWithin(second, stopMsMax, 'the service after SIGINT')).toMatchObject({
      code: 0,
    });
  });

  it('starts after SIGKILL with everything it had acknowledged', async () => {
    const installation = await installed();
    const first = await serve(installation);
    for (const title of ['First', 'Second', 'Third']) {
      const reply = await ask(installation, '/control/api/intake/ideas', idea(title, title));
      expect(reply.status, reply.text).toBe(200);
    }
    first.signal('SIGKILL');
    expect(await first.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    const second = await serve(installation);
    expect(await titles(installation)).toEqual(['First', 'Second', 'Third']);
    await stopped(second);
    expect(await runProgram(['verify'], installation.options)).toMatchObject({ code: 0 });
  });
});

describe('orrery verify', () => {
  it('says that there is nothing to prove yet', async () => {
    const { options } = await installed();
    const end = await runProgram(['verify'], options);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toContain('There is no store');
  });

  it('proves the store beside a running service, and finds one changed byte', async () => {
    const installation = await installed();
    const program = await serve(installation);
    await ask(installation, '/control/api/intake/ideas', idea('one', 'Whole'));
    const beside = await runProgram(['verify'], installation.options);
    expect(beside, beside.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(beside.stdout).toMatch(/^✓ control plane: \d+ events chained.*\n✓ worker gate: /);
    await stopped(program);

    const eventId = changeOneByte(installation, 'Whole', 'Whale');
    const changed = await runProgram(['verify', '--json'], installation.options);
    expect(changed.code).toBe(1);
    const [control, gate] = JSON.parse(changed.stdout) as {
      ok: boolean;
      problems: { kind: string; event_id: number | null }[];
    }[];
    expect(control?.ok).toBe(false);
    expect(control?.problems).toContainEqual(
      expect.objectContaining({ kind: 'hash', event_id: eventId }),
    );
    expect(gate?.ok).toBe(true);

    // A byte that makes the payload no JSON at all is found as well, and is no fault of the program.
    changeOneByte(installation, '{', '[');
    const broken = await runProgram(['verify'], installation.options);
    expect(broken).toMatchObject({ code: 1, stderr: '' });
    expect(broken.stdout).toMatch(/^✗ control plane: /);
  });
});

/** Changes `from` to `to` once, in the payload of the first event that holds it; returns its id. */
function changeOneByte({ dir }: Installation, from: string, to: string): number {
  const db = new Sqlite(join(dir, 'state', 'control.db'));
  try {
    const row = db
      .prepare('SELECT event_id, payload FROM events WHERE instr(payload, ?) > 0 LIMIT 1')
      .get(from) as { event_id: number; payload: string };
    db.prepare('UPDATE events SET payload = ? WHERE event_id = ?').run(
      row.payload.replace(from, to),
      row.event_id,
    );
    return row.event_id;
  } finally {
    db.close();
  }
}

describe('orrery lint and orrery audit', () => {
  const samples = join(fixtures, 'corpus-samples');
  const cwd = fixtures;
  interface Finding {
    readonly rule: string;
    readonly file: string;
    readonly line: number;
    readonly excerpt: string;
    readonly fix: string;
  }
  interface Report {
    readonly papers: {
      readonly slug: string;
      readonly passes?: boolean;
      readonly verdict?: string;
      readonly findings: readonly Finding[];
    }[];
    readonly totals: Readonly<Record<string, unknown>>;
  }

  it('fail on a folder without a paper, and on none', async () => {
    for (const name of ['lint', 'audit']) {
      const none = await runProgram([name, 'no-such-folder'], { cwd });
      expect(none, name).toMatchObject({ code: 1, stdout: '' });
      expect(none.stderr).toMatch(/^There is no folder at .*\n$/);
      const empty = await runProgram([name, makeFolder()], { cwd });
      expect(empty.code, name).toBe(1);
      expect(empty.stderr).toContain('There is no paper');
    }
  });

  it('lint passes the samples and finds a placeholder with rule, file, line and remedy', async () => {
    const clean = await runProgram(['lint', samples, '--json'], { cwd });
    expect(clean, clean.stdout).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(clean.stdout) as Report;
    expect(report.papers).toHaveLength(6);
    expect(report.papers.every((paper) => paper.passes === true)).toBe(true);
    expect(report.totals).toMatchObject({ papers: 6, passing: 6, failing: 0 });

    const copy = makeFolder();
    const slug = 'null-result-memory-real-workflow-replay-benchmark';
    cpSync(join(samples, slug), join(copy, slug), { recursive: true });
    appendFileSync(join(copy, slug, 'paper.md'), '\nTODO: measure this again.\n');
    const lines = readFileSync(join(copy, slug, 'paper.md'), 'utf8').split('\n').length;
    const marred = await runProgram(['lint', copy, '--json'], { cwd });
    expect(marred.code).toBe(1);
    const [paper] = (JSON.parse(marred.stdout) as Report).papers;
    expect(paper).toMatchObject({ slug, passes: false });
    expect(paper?.findings).toEqual([
      {
        rule: expect.stringMatching(/./) as string,
        file: 'paper.md',
        line: lines - 1,
        excerpt: expect.stringContaining('TODO') as string,
        fix: expect.stringMatching(/./) as string,
      },
    ]);
    const inWords = await runProgram(['lint', copy], { cwd });
    expect(inWords.stdout).toContain(`paper.md:${lines - 1} `);
  });

  it('audit tells the papers whose claims have their evidence from the others', async () => {
    const end = await runProgram(['audit', samples, '--json'], { cwd });
    expect(end).toMatchObject({ code: 1, stderr: '' });
    const { papers, totals } = JSON.parse(end.stdout) as Report;
    const verdicts = Object.fromEntries(papers.map((paper) => [paper.slug, paper.verdict]));
    expect(Object.keys(verdicts)).toHaveLength(6);
    expect(verdicts).toMatchObject({
      'null-result-memory-real-workflow-replay-benchmark': 'blocked_empty_claims',
      'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign': 'strict_pass',
    });
    for (const { verdict, findings } of papers)
      expect(findings.length === 0).toBe(verdict === 'strict_pass');
    const passing = Object.values(verdicts).filter((verdict) => verdict === 'strict_pass').length;
    expect(totals).toMatchObject({ papers: 6, strict_pass: passing });

    const one = 'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign';
    expect(await runProgram(['audit', join(samples, one)], { cwd })).toMatchObject({ code: 0 });
  });
});

describe('orrery idle replay', () => {
  const trace = join(fixtures, 'gpu-trace-h200');
  const cwd = fixtures;

  it('refuses what is no trace, no profile and no time', async () => {
    for (const [args, code] of [
      [['no-such-trace'], 1],
      [[trace, '--profile', 'nap'], 1],
      [[trace, '--run', 'nap'], 1],
      [[trace, '--sustain-sec', 'long'], 2],
    ] as const) {
      const end = await runProgram(['idle', 'replay', ...args], { cwd });
      expect(end, args.join(' ')).toMatchObject({ code, stdout: '' });
      expect(end.stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('gives a verdict per run of a recorded trace, with its window and margins', async () => {
    const args = [
      'idle',
      'replay',
      trace,
      '--profile',
      'training',
      '--sustain-sec',
      '45',
      '--json',
    ];
    const end = await runProgram(args, { cwd });
    expect(end).toMatchObject({ code: 0, stderr: '' });
    const replay = JSON.parse(end.stdout) as {
      verdicts: { run: string; state: string; at: string; window: { duration_ms: number } }[];
      profile: Readonly<Record<string, unknown>>;
    };
    expect(Object.keys(replay).sort()).toEqual(['profile', 'verdicts']);
    expect(replay.profile).toMatchObject({ idle_sustain_sec: 45 });
    expect(replay.verdicts.length).toBeGreaterThan(0);
    for (const verdict of replay.verdicts) {
      expect(verdict).toEqual(
        expect.objectContaining({ run: expect.any(String), margins: expect.any(Object) }),
      );
      expect(Number.isNaN(Date.parse(verdict.at))).toBe(false);
      if (verdict.state === 'idle')
        expect(verdict.window.duration_ms).toBeGreaterThanOrEqual(45_000);
    }
    const states = Object.fromEntries(replay.verdicts.map(({ run, state }) => [run, state]));
    expect(states).toMatchObject({ training: 'idle', inference_eval: 'idle' });
    const inWords = await runProgram(['idle', 'replay', trace, '--run', 'training'], { cwd });
    expect(inWords).toMatchObject({ code: 0, stderr: '' });
    expect(inWords.stdout).toContain('training');
  });
});
