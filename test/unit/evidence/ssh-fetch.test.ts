/** Evidence over SSH, from a real sshd on this machine. @needs sshd */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { fetchOverSsh, probeHost, type SshTask } from '../../../src/evidence-sync/ssh/fetch.ts';
import { planConnection, type SshSettings } from '../../../src/evidence-sync/ssh/plan.ts';
import { createSshSource } from '../../../src/evidence-sync/ssh/ssh-source.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { listFiles } from '../../../src/papers/staging.ts';
import { type Sshd, startSshd } from '../../support/sshd.ts';

let root: string;
let sshd: Sshd;
let targetDir: string;
beforeAll(async () => {
  // A name that a shell would make something of.
  root = mkdtempSync(join(tmpdir(), "orrery $(x) 'r "));
  sshd = await startSshd(root);
});
afterAll(async () => {
  await sshd.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  targetDir = mkdtempSync(join(tmpdir(), 'orrery-ssh-target-'));
  mkdirSync(join(root, 'p'));
});
afterEach(() => {
  rmSync(targetDir, { recursive: true });
  rmSync(join(root, 'p'), { recursive: true });
});

/** Writes a file of the project on the host. */
function write(path: string, text: string): string {
  const file = join(root, 'p', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const taskOf = (given: Partial<SshTask> = {}): SshTask => ({
  settings: sshd.settings(),
  runId: 'r',
  projectDir: 'p',
  targetDir,
  have: [],
  known: new Map(),
  signed: null,
  mustKnowRun: false,
  ...given,
});
const errorWith = async (settings: Partial<SshSettings>): Promise<string> =>
  (await fetchOverSsh(taskOf({ settings: sshd.settings(settings) }))).error ?? '';

describe('a fetch over SSH', () => {
  it('brings named files, results and papers, each to its place with its hash and time', async () => {
    write('.orrery/project_decision.json', '{}');
    write('.orrery/runs/r/start_token', '1 2');
    write('run_notes.md', '# Notes');
    write('secrets.env', 'TOKEN=1');
    write('results/raw.json', '{"a":1}');
    write('results/-o $(touch x) "y" ✓.json', '{"b":2}');
    write('results/deep/run_summary.json', '{"c":3}');
    write('results/deep/other.json', '{}');
    write('papers/r/paper.md', 'p');
    write('papers/r/figures/a.svg', 's');
    const at = new Date('2026-01-01T10:00:00.250Z');
    utimesSync(join(root, 'p/.orrery/runs/r/start_token'), at, at);
    const outcome = await fetchOverSsh(taskOf());
    expect(outcome).toMatchObject({
      startedAt: '2026-01-01T10:00:00.250Z',
      failed: [],
      error: null,
    });
    expect(outcome.files.find(({ path }) => path === 'run_notes.md')).toEqual({
      path: 'run_notes.md',
      bytes: 7,
      sha256: sha256Hex('# Notes'),
      modified_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(listFiles(targetDir)).toEqual([
      'agent-papers/r/figures/a.svg',
      'agent-papers/r/paper.md',
      'results/-o $(touch x) "y" ✓.json',
      'results/deep/run_summary.json',
      'results/raw.json',
      'run_notes.md',
    ]);
    expect(readFileSync(join(targetDir, '.orrery/project_decision.json'), 'utf8')).toBe('{}');
    expect(readdirSync(targetDir)).not.toContain('.staged-ssh');
  });

  it('leaves alone what is here, and what was another file when the run was over', async () => {
    write('run_notes.md', 'new');
    write('results/a.json', 'new');
    write('results/b.json', 'new');
    const outcome = await fetchOverSsh(
      taskOf({ have: ['run_notes.md'], known: new Map([['results/a.json', sha256Hex('old')]]) }),
    );
    expect(outcome.files.map(({ path }) => path)).toEqual(['results/b.json']);
    expect(outcome.failed).toMatchObject([
      { path: 'results/a.json', reason: expect.stringContaining('changed after it was fetched') },
    ]);
    expect(listFiles(targetDir)).toEqual(['results/b.json']);
  });

  it('takes only what was signed, where a signature is asked for', async () => {
    write('results/a.json', 'signed');
    write('results/b.json', 'forged');
    const signed = new Map([
      ['results/a.json', sha256Hex('signed')],
      ['results/b.json', sha256Hex('signed')],
    ]);
    const outcome = await fetchOverSsh(taskOf({ signed }));
    expect(listFiles(targetDir)).toEqual(['results/a.json']);
    expect(outcome.failed).toEqual([
      { path: 'results/b.json', reason: 'it is not as the worker signed it' },
    ]);
  });

  it('leaves out links, strange names and what is too large, and says so', async () => {
    const secret = write('secrets.env', 'TOKEN=1');
    write('results/summary.json', '{}');
    symlinkSync(secret, join(root, 'p/results/results.json'));
    symlinkSync('/etc', join(root, 'p/papers'));
    write('results/line\nbreak.json', '{}');
    truncateSync(write('results/huge.json', ''), limits.evidenceFileBytesMax + 1);
    // Two names of one file are two files here.
    linkSync(join(root, 'p/results/summary.json'), join(root, 'p/results/twin.json'));
    const outcome = await fetchOverSsh(taskOf());
    expect(listFiles(targetDir)).toEqual(['results/summary.json', 'results/twin.json']);
    expect(outcome.failed.map(({ path }) => path).sort()).toEqual([
      'results/huge.json',
      'results/line\nbreak.json',
      'results/results.json',
    ]);
  });

  it('finds a summary behind thousands of files that sort before it', async () => {
    mkdirSync(join(root, 'p/results/000/00'), { recursive: true });
    for (let index = 0; index < 3000; index += 1) {
      const name = String(index).padStart(6, '0');
      writeFileSync(join(root, `p/results/${name}_summary.json`), '{}');
      writeFileSync(join(root, `p/results/000/${name}_summary.json`), '{}');
    }
    write('results/summary.json', '{"real":1}');
    write('results/zz/summary.json', '{"real":2}');
    write('papers/r/paper.md', 'p');
    const outcome = await fetchOverSsh(taskOf());
    expect(outcome.files.length).toBeLessThanOrEqual(limits.evidenceFilesMax);
    expect(outcome.files[0]?.path).toBe('papers/r/paper.md');
    expect(outcome.files[1]?.path).toBe('results/summary.json');
    expect(outcome.failed).toContainEqual({
      path: 'results',
      reason: expect.stringContaining('beyond the first'),
    });
  });

  it('does not take the files of a run that the host does not know, where there are several', async () => {
    write('results/a.json', '{}');
    const { error, files } = await fetchOverSsh(taskOf({ mustKnowRun: true }));
    expect(error).toContain('the run was not started on gpu-a');
    expect(files).toEqual([]);
    expect((await fetchOverSsh(taskOf({ projectDir: 'q' }))).error).toContain(
      `gpu-a has no folder ${root}/q`,
    );
  });
});

describe('the host', () => {
  it('must show a key that is known; else its fingerprint is said, and what to write where', async () => {
    const settings = { configPath: sshd.writeConfig('unknown', [], 'nobody_known') };
    const error = await errorWith(settings);
    expect(error).toContain(sshd.fingerprint);
    expect(error).toContain(`add the line "${sshd.knownHost.trim()}"`);
    expect(error).toContain(join(sshd.folder, 'nobody_known'));
    const pinned = { ...settings, hostKey: sshd.fingerprint };
    mkdirSync(join(root, 'p/results'));
    expect(await errorWith(pinned)).toBe('');
  });

  it('is refused with another key than the known one', async () => {
    const other = readFileSync(`${sshd.makeKey('other_host')}.pub`, 'utf8').split(' ');
    writeFileSync(
      join(sshd.folder, 'changed_hosts'),
      sshd.knownHost.replace(/ssh-ed25519 \S+/, `${other[0]} ${other[1]}`),
    );
    const error = await errorWith({ configPath: sshd.writeConfig('changed', [], 'changed_hosts') });
    expect(error).toContain('another machine answers');
    expect(await errorWith({ hostKey: `SHA256:${'a'.repeat(43)}` })).toContain(
      'paper_evidence_sync_ssh_host_key is',
    );
    writeFileSync(join(sshd.folder, 'revoked'), `@revoked ${sshd.knownHost}${sshd.knownHost}`);
    expect(await errorWith({ configPath: sshd.writeConfig('revoking', [], 'revoked') })).toContain(
      'which is revoked',
    );
  });

  it('lets nobody in with another key, and a key that others can read is not tried', async () => {
    const stranger = sshd.makeKey('stranger');
    const lines = [`IdentityFile ${stranger}`];
    const path = sshd.writeConfig('stranger_config', lines);
    writeFileSync(path, readFileSync(path, 'utf8').replace(`IdentityFile ${sshd.key}\n`, ''));
    const error = await errorWith({ configPath: path });
    expect(error).toContain(`with none of ${stranger}`);
    expect(error).toContain('authorized keys');
    chmodSync(stranger, 0o644);
    expect(await errorWith({ configPath: path })).toContain('can be read by other accounts');
  });

  it('lets in whoever has a key in an agent, and says when none is there', async () => {
    const agentSocket = join(sshd.folder, 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', agentSocket], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      await new Promise((resolve) => agent.stdout.once('data', resolve));
      const config = sshd.writeConfig('agent_config');
      const text = readFileSync(config, 'utf8').replace(/IdentityFile .*\n/, '');
      writeFileSync(config, text);
      const settings = { configPath: config, agentSocket };
      expect(await errorWith(settings)).toContain(`with none of the agent at ${agentSocket}`);
      execFileSync('ssh-add', ['-q', sshd.key], {
        env: { ...process.env, SSH_AUTH_SOCK: agentSocket },
      });
      expect(await errorWith(settings)).toBe('');
      const none = { ...settings, agentSocket: null };
      expect(await errorWith(none)).toContain('there is no key to log in to gpu-a with');
    } finally {
      agent.kill();
    }
  });

  it('that is down is said to be down', async () => {
    const config = sshd.writeConfig('down');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/Port \d+/, 'Port 1'));
    expect(await errorWith({ configPath: config })).toMatch(
      /cannot be reached: nothing listens at .* \(ECONNREFUSED\)/,
    );
  });

  it('is looked at by the doctor', async () => {
    const planned = planConnection(sshd.settings());
    if (!planned.ok) throw new Error(planned.problems.join());
    const later = systemClock.setTimer.bind(systemClock);
    expect(await probeHost(planned.plan, later)).toBeNull();
    expect(await probeHost({ ...planned.plan, remoteRoot: '/nowhere' }, later)).toContain(
      'has no folder /nowhere',
    );
  });
});

describe('the thread', () => {
  it('fetches, and is ended with what it does when nobody wants it or time is over', async () => {
    write('results/a.json', '{}');
    const make = (timeoutMs: number) =>
      createSshSource({ settings: sshd.settings(), timeoutMs, clock: systemClock });
    const { settings: _, ...task } = taskOf();
    const source = make(60_000);
    const outcome = await source.fetch(task, new AbortController().signal);
    expect(outcome).toMatchObject({ error: null, files: [{ path: 'results/a.json' }] });
    const unwanted = new AbortController();
    const pending = source.fetch(task, unwanted.signal);
    unwanted.abort(new Error('nobody wants it'));
    expect(await pending).toMatchObject({ error: 'nobody wants it', files: [] });
    await source.close();
    const hasty = make(1);
    expect(await hasty.fetch(task, new AbortController().signal)).toMatchObject({
      error: 'it took longer than paper_evidence_sync_timeout_sec (0.001 s)',
    });
    await hasty.close();
    expect(existsSync(join(targetDir, '.staged-ssh'))).toBe(false);
  });
});
