/** `orrery bench` against a running service: what fails for real is found, tried and mended with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { entryOf, failUntilOutOfService, loseMessage, remedy } from '../support/bench-trouble.ts';
import { runCli } from '../support/cli.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

let service: TestService;
let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-cli-bench-'));
  service = await startService();
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});

const bench = async (...argv: string[]) => {
  const env = { ORRERY_CONFIG: join(service.dir, 'config.json') };
  const end = await runCli(['bench', ...argv], { cwd, env });
  expect(end.out + end.err).not.toContain(token);
  return end;
};
const create = async (id: string): Promise<void> => {
  const project = { project_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' };
  expect((await service.api.post('/control/api/v1/projects', project)).status).toBe(201);
};
const isOut = (id: string): boolean =>
  service.app.control!.host.stats().quarantined.includes(`queue_item/${id}`);
/** Far fewer than those after which the kind's failing actors are isolated at once. */
const failuresAtOnceMax = 30;
const failuresOfItems = (): number => {
  const kinds = service.app.control!.host.supervision().flatMap(({ children }) => children);
  return kinds.find(({ name }) => name === 'queue_item')!.failures;
};
const discardAll = async (): Promise<void> => {
  const { repairs } = service.app.control!.host;
  for (const { sequence, mark } of await repairs.deadLetters(100)) {
    await repairs.discard(sequence, { mark, by: 'test', reason: 'done', correlationId: 'test' });
  }
};

describe('orrery bench', () => {
  it('says that all is well, and ends with 0', async () => {
    const end = await bench();
    expect(end).toMatchObject({ code: exitCodes.ok, err: '' });
    expect(end.out).toContain('Every actor is in service and no message was lost.');
  });

  it('takes an actor from the list over a plan back into service', async () => {
    await create('a');
    await failUntilOutOfService(service, 'a');
    const list = await bench();
    expect(list.code).toBe(exitCodes.failed);
    expect(list.out).toMatch(/queue_item\/a +queued +EDIT +/);
    const shown = await bench('show', 'queue_item/a');
    expect(shown.out).toMatch(/restorable +yes/);
    expect((await bench('try', 'queue_item/a')).code).toBe(exitCodes.failed);

    const plan = await bench('release', 'queue_item/a');
    expect(plan.code).toBe(exitCodes.ok);
    expect(plan.out).toContain('Nothing was changed.');
    expect(isOut('a')).toBe(true);
    const [, mark] = /Add --mark (\S+) --reason/.exec(plan.out) ?? [];
    const act = ['release', 'queue_item/a', '--reason', 'mended', '--live'];
    const other = await bench(...act, '--mark', '00000000');
    expect(other.code).toBe(exitCodes.failed);
    expect(other.err).toContain('it is not what was shown any more');
    expect(isOut('a')).toBe(true);
    const done = await bench(...act, '--mark', mark!);
    expect(done).toMatchObject({ code: exitCodes.ok, err: '' });
    expect(isOut('a')).toBe(false);
    await discardAll();
  });

  it('retries a dead letter with another event, and discards one', async () => {
    for (const id of ['b', 'c']) await create(id);
    const first = String(await loseMessage(service, 'b'));
    const second = String(await loseMessage(service, 'c'));
    const event = JSON.stringify(remedy);
    expect((await bench('show', first)).out).toContain('"type": "EDIT"');
    expect((await bench('try', first, '--event', event)).code).toBe(exitCodes.ok);
    const plan = await bench('retry', first, '--event', event, '--json');
    expect(plan.json()).toMatchObject({ dry_run: true, trial: { result: 'accepted' } });
    const done = await bench('retry', first, '--event', event, '--reason', 'a typo', '--live');
    expect(done.out).toContain('queue_item/b accepted the event');
    expect((await bench('discard', second, '--reason', 'twice', '--live')).out).toContain(
      `Dead letter ${second} is removed`,
    );
    expect((await bench()).code).toBe(exitCodes.ok);
  });

  it('answers a key once for all, also when the entry is gone', async () => {
    await create('d');
    const number = await loseMessage(service, 'd');
    const { mark } = await entryOf(service, `dead-letters/${number}`);
    const act = ['discard', String(number), '--reason', 'done', '--live', '--key', 'cli-1'];
    const without = await bench(...act);
    expect(without).toMatchObject({ code: exitCodes.usage, out: '' });
    const first = await bench(...act, '--mark', String(mark));
    const again = await bench(...act, '--mark', String(mark));
    expect([first.code, again.code]).toEqual([exitCodes.ok, exitCodes.ok]);
    expect(again.out).toContain('This key was used before');
    await discardAll();
  });

  it('shows all of a long list with --all only', async () => {
    const lost = [];
    for (let index = 0; index < 22; index += 1) {
      await until(async () => failuresOfItems() < failuresAtOnceMax, 'failures are long ago');
      await create(`m${index}`);
      lost.push(await loseMessage(service, `m${index}`));
    }
    const some = await bench();
    expect(some.out).toContain('--all shows every one');
    const all = await bench('--all', '--json');
    const { dead_letters: letters } = all.json() as { dead_letters: { sequence: number }[] };
    expect(letters.map(({ sequence }) => sequence)).toEqual(lost.toReversed());
    await discardAll();
  });

  it.each([
    [['release', '7'], 'retried or discarded'],
    [['retry', 'queue_item/a'], 'by its number'],
    [['show', 'nonsense'], 'neither the number'],
    [['release', 'queue_item/a', '--live'], 'needs --reason'],
    [['retry', '7', '--event', '{"fields":1}'], 'must be a JSON object with a type'],
    [['retry', '7', '--event', 'EDIT'], 'must be a JSON object with a type'],
    [['release', 'queue_item/a', '--mark', 'abc'], 'at least 8 characters'],
  ])('does not take %j', async (argv, words) => {
    const end = await bench(...argv);
    expect(end).toMatchObject({ code: exitCodes.usage, out: '' });
    expect(end.err).toContain(words);
  });

  it('draws the supervision tree', async () => {
    const end = await bench('supervision');
    expect(end.code).toBe(exitCodes.ok);
    expect(end.out).toMatch(/^control > \S+ > queue_item +isolate +\d+ of \d+/m);
  });
});
