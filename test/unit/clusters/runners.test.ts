/** Commands on this machine and over SSH to a real sshd: the same answers, and nothing clear that is not. @needs sshd */
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandRunner } from '../../../src/clusters/command-runner.ts';
import { createLocalRunner } from '../../../src/clusters/local-runner.ts';
import { createSshRunner } from '../../../src/clusters/ssh-runner.ts';
import { planConnection } from '../../../src/evidence-sync/ssh/plan.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';
import { type Sshd, startSshd } from '../../support/sshd.ts';

let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd('/nowhere');
});
afterAll(() => sshd.close());

const runners: Record<string, (clock: ManualClock) => CommandRunner> = {
  'on this machine': (clock) =>
    createLocalRunner({
      account: userInfo().username,
      clock,
      timeoutMs: 5000,
      environment: { PATH: process.env['PATH'] ?? '' },
    }),
  'over SSH': (clock) => {
    const planned = planConnection(sshd.settings());
    if (!planned.ok) throw new Error(planned.problems.join());
    return createSshRunner({ plan: planned.plan, clock, timeoutMs: 5000, idleMs: 60_000 });
  },
};
const endless = ['tail', '-f', '/dev/null'] as const;

describe.each(Object.entries(runners))('a runner %s', (_, make) => {
  const clock = createManualClock();
  let runner: CommandRunner;
  beforeAll(() => {
    runner = make(clock);
  });
  afterAll(() => runner.close());

  it('knows its account, hands on arguments and input as they are, and tells the exit status', async () => {
    expect(runner.account).toBe(userInfo().username);
    const argv = ['sh', '-c', 'printf "%s|" "$@"; cat; echo oops >&2; exit 7', 'sh'] as const;
    const outcome = await runner.run({
      argv: [...argv, "a 'b' $(id)", '', '*\n;'],
      stdin: Buffer.from('given'),
    });
    const stdout = Buffer.from("a 'b' $(id)||*\n;|given");
    expect(outcome).toEqual({ kind: 'ended', code: 7, stdout, stderr: 'oops' });
  });

  it('says of a program that is not there what a shell does', async () => {
    expect(await runner.run({ argv: ['no-such-program'] })).toMatchObject({
      kind: 'ended',
      code: 127,
    });
  });

  it('takes no part of an answer that is too long, and none of a program that was killed', async () => {
    const long = await runner.run({ argv: ['yes'], outputBytesMax: 1000 });
    expect(long).toMatchObject({ kind: 'unclear', why: expect.stringContaining('1000 bytes') });
    const killed = await runner.run({ argv: ['sh', '-c', 'echo 17; kill -9 $$'] });
    expect(killed.kind).toBe('unclear');
  });

  it('keeps the last of a long complaint', async () => {
    const outcome = await runner.run({ argv: ['sh', '-c', 'seq 9999 >&2; exit 1'] });
    expect(outcome.kind === 'ended' && outcome.stderr).toMatch(/^[\d\n]{1900,2000}9999$/);
  });

  it('gives up what is late, and runs the next one', async () => {
    // The timer is there as soon as the command was asked for.
    const late = runner.run({ argv: [...endless] });
    clock.advance(5000);
    expect(await late).toEqual({ kind: 'unclear', why: expect.stringContaining('within 5 s') });
    expect(await runner.run({ argv: ['true'] })).toMatchObject({ kind: 'ended', code: 0 });
  });

  it('gives up what is under way when it is closed', async () => {
    const closing = make(clock);
    await closing.run({ argv: ['true'] });
    const waiting = closing.run({ argv: [...endless] });
    closing.close();
    expect((await waiting).kind).toBe('unclear');
  });
});

it('opens one connection for commands at once, and another after it was idle', async () => {
  const clock = createManualClock();
  const runner = runners['over SSH']!(clock);
  const where = async (): Promise<string> => {
    const outcome = await runner.run({ argv: ['sh', '-c', 'echo "$SSH_CONNECTION"'] });
    return outcome.kind === 'ended' ? outcome.stdout.toString() : outcome.why;
  };
  const [one, two] = await Promise.all([where(), where()]);
  expect(one).toMatch(/^127\.0\.0\.1 \d+ /);
  expect(two).toBe(one);
  clock.advance(59_000);
  expect(await where()).toBe(one);
  clock.advance(60_000);
  expect(await where()).not.toBe(one);
  runner.close();
});

it('is unclear with the reason where the host shows another key than the known one', async () => {
  const planned = planConnection(sshd.settings({ hostKey: `SHA256:${'A'.repeat(43)}` }));
  if (!planned.ok) throw new Error(planned.problems.join());
  const options = { clock: createManualClock(), timeoutMs: 5000, idleMs: 1 };
  const runner = createSshRunner({ plan: planned.plan, ...options });
  expect(await runner.run({ argv: ['true'] })).toEqual({
    kind: 'unclear',
    why: expect.stringContaining(sshd.fingerprint),
  });
  runner.close();
});
