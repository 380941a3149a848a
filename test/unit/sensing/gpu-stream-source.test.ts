/** GPU readings from one long-lived program: what is answered when, and what its failures lead to. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createGpuStreamSource, streamPeriodMs } from '../../../src/sensing/gpu-stream-source.ts';
import type { CommandResult } from '../../../src/sensing/run-command.ts';
import type { StreamEnd, StreamRequest } from '../../../src/sensing/stream-command.ts';
import { recordedGpuLines } from '../../support/fake-nvidia-smi.ts';

const lines = recordedGpuLines();
/** Recorded while a process held memory; its columns end with power limit, MIG and count. */
const tail = ', 700.00, Disabled';
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface FakeProgram {
  readonly request: StreamRequest;
  readonly pid: number;
  killed: boolean;
  write(text: string): void;
  end(reason: StreamEnd): void;
}

function setUp(change: { sampleIntervalMs?: number } = {}) {
  const clock = createManualClock();
  const programs: FakeProgram[] = [];
  const queries: string[] = [];
  let line = 0;
  const world = {
    apps: '',
    single: (): CommandResult | Promise<CommandResult> => exited(`${lines[line]}${tail}\n`),
    /** What becomes of a program that is killed. */
    diesWhenKilled: true,
  };
  const source = createGpuStreamSource({
    clock,
    random: () => 1,
    sampleIntervalMs: 5000,
    hasDevices: () => false,
    run: async ({ args }) => {
      const query = args[0]!.split('=')[0]!;
      queries.push(query);
      return query === '--query-compute-apps' ? exited(world.apps) : world.single();
    },
    startStream: (request) => {
      const program: FakeProgram = {
        request,
        pid: 100 + programs.length,
        killed: false,
        write: (text) => request.onData(Buffer.from(text)),
        end: (reason) => request.onEnd(reason),
      };
      programs.push(program);
      return {
        pid: program.pid,
        kill() {
          program.killed = true;
          if (world.diesWhenKilled) program.end(ended(null, 'SIGKILL'));
        },
      };
    },
    ...change,
  });
  /** The newest program tells its next reading. */
  const tell = (): void => {
    programs.at(-1)!.write(`${lines[line]}${tail}, 1\n`);
    line += 1;
  };
  return { clock, source, programs, queries, world, tell };
}

const exited = (stdout: string, exitCode = 0): CommandResult => ({
  kind: 'exited',
  exitCode,
  stdout,
  stderr: '',
});
const ended = (exitCode: number | null, signal: string | null = null, stderr = ''): StreamEnd => ({
  kind: 'ended',
  exitCode,
  signal,
  stderr,
});

describe('readings from a stream', () => {
  it('reads twice as often as it is asked, within bounds', () => {
    expect([100, 1000, 5000, 300_000].map(streamPeriodMs)).toEqual([500, 500, 2500, 10_000]);
  });

  it('starts one program and answers from what it tells', async () => {
    const { source, programs, tell, queries } = setUp();
    const reading = source.read();
    expect(programs).toHaveLength(1);
    expect(programs[0]!.request.args).toEqual([
      expect.stringMatching(/^--query-gpu=timestamp,.*,power.limit,mig.mode.current,count$/),
      '--format=csv,noheader,nounits',
      '-lms',
      '2500',
    ]);
    tell();
    expect(await reading).toMatchObject({
      problems: [],
      gpus: [{ power_w: 124.43, power_limit_w: 700, partitioned: false, compute_pids: [] }],
    });
    expect(queries).toEqual(['--query-compute-apps']);
  });

  it('answers at once from a reading that nobody had, and waits for the next one else', async () => {
    const { source, tell, clock } = setUp();
    const first = source.read();
    tell();
    await first;
    clock.advance(2500);
    tell();
    expect((await source.read()).gpus![0]!.power_w).toBe(106.89);
    const third = source.read();
    await settle();
    tell();
    expect((await third).gpus![0]!.power_w).toBe(77.71);
  });

  it('does not take a reading that has become old', async () => {
    const { source, tell, clock } = setUp();
    const first = source.read();
    tell();
    await first;
    tell();
    clock.advance(3751);
    const second = source.read();
    tell();
    expect((await second).gpus![0]!.power_w).toBe(77.71);
  });

  it('gives up waiting, and says for how long the program was silent', async () => {
    const { source, tell, clock } = setUp();
    const first = source.read();
    tell();
    await first;
    clock.advance(1000);
    const second = source.read();
    clock.advance(4000);
    expect(await second).toEqual({
      gpus: null,
      problems: ['gpus: the nvidia-smi stream (pid 100) has told nothing for 5 s'],
    });
  });

  it('makes a single query for a reading that must begin after the call', async () => {
    const { source, tell, queries, world } = setUp();
    const first = source.read();
    tell();
    await first;
    tell();
    world.single = () => exited(`${lines[400]}${tail}\n`);
    const reading = await source.readNow!();
    expect(reading.gpus![0]!.power_w).toBe(Number(lines[400]!.split(', ')[8]));
    expect(queries.slice(1)).toEqual(['--query-gpu', '--query-compute-apps']);
  });

  it('starts no single query beside a program that is silent', async () => {
    const { source, tell, queries, clock } = setUp();
    const first = source.read();
    tell();
    await first;
    clock.advance(4000);
    const reading = source.readNow!();
    clock.advance(4000);
    expect((await reading).gpus).toBeNull();
    expect(queries).toEqual(['--query-compute-apps']);
  });

  it('asks for the processes again only when memory moved or a minute passed', async () => {
    const { source, queries, clock, programs, world } = setUp();
    const uuid = lines[0]!.split(', ')[2]!;
    let second = 10;
    const read = async (usedMib: number) => {
      clock.advance(2500);
      const reading = source.read();
      const line = lines[0]!.replace(/:\d\d\.\d+/, `:${second}.000`);
      programs[0]!.write(`${line.replace(', 0, 0, 0, ', `, 0, 0, ${usedMib}, `)}${tail}, 1\n`);
      second += 1;
      return (await reading).gpus![0]!.compute_pids;
    };
    expect(await read(0)).toEqual([]);
    expect(await read(0)).toEqual([]);
    expect(queries).toHaveLength(1);
    world.apps = `${uuid}, 7, 700, python3\n`;
    expect(await read(717)).toEqual([7]);
    expect(await read(717)).toEqual([7]);
    expect(queries).toHaveLength(2);
    world.apps = `${uuid}, 8, 700, python3\n`;
    for (let turn = 0; turn < 24; turn += 1) await read(717);
    expect(await read(717)).toEqual([8]);
    expect(queries).toHaveLength(3);
  });

  it('is unknown when a device vanishes from the stream', async () => {
    const { source, tell, programs } = setUp();
    const first = source.read();
    tell();
    await first;
    const second = source.read();
    programs[0]!.write(`${lines[1]!.replace(/GPU-\w+/, 'GPU-other')}${tail}, 1\n`);
    expect(await second).toMatchObject({
      gpus: null,
      problems: [expect.stringMatching(/vanished/)],
    });
  });

  it('passes on what the program wrote instead of a reading', async () => {
    const { source, tell, programs } = setUp();
    const first = source.read();
    tell();
    await first;
    const second = source.read();
    programs[0]!.write('Unable to determine the device handle\n');
    expect(await second).toEqual({
      gpus: null,
      problems: ['gpus: malformed line "Unable to determine the device handle"'],
    });
  });
});

describe('a stream that fails', () => {
  it('asks without a field that the driver refuses, and remembers it', async () => {
    const { source, programs, tell } = setUp();
    const reading = source.read();
    programs[0]!.write('Field "mig.mode.current" is not a valid field to query.\n');
    programs[0]!.end(ended(2));
    await settle();
    expect(programs).toHaveLength(2);
    expect(programs[1]!.request.args[0]).toMatch(/,power.limit,count$/);
    programs[1]!.write(`${lines[0]}, 700.00, 1\n`);
    expect(await reading).toMatchObject({ problems: [], gpus: [{ power_limit_w: 700 }] });
    tell();
  });

  it('answers by single queries until it runs again, after longer and longer times', async () => {
    const { source, programs, queries, clock } = setUp();
    const reading = source.read();
    programs[0]!.end(ended(9, null, 'driver is gone\n'));
    expect(await reading).toMatchObject({
      gpus: [{ power_w: 124.43 }],
      problems: [
        'gpus: the nvidia-smi stream ended (status 9: "driver is gone"); single queries answer until it is started again',
      ],
    });
    expect((await source.read()).problems).toEqual([]);
    expect(queries.filter((query) => query === '--query-gpu')).toHaveLength(2);
    for (const [failed, delayMs] of [2000, 10_000, 50_000, 250_000, 600_000, 600_000].entries()) {
      clock.advance(delayMs - 1);
      expect(programs).toHaveLength(failed + 1);
      clock.advance(1);
      expect(programs).toHaveLength(failed + 2);
      programs.at(-1)!.end(ended(9));
      await settle();
    }
  });

  it('counts failures from one again after a few readings', async () => {
    const { source, programs, clock, tell } = setUp();
    const reading = source.read();
    programs[0]!.end(ended(9));
    await reading;
    clock.advance(2000);
    for (let turn = 0; turn < 3; turn += 1) tell();
    programs[1]!.end(ended(9));
    await settle();
    clock.advance(2000);
    expect(programs).toHaveLength(3);
  });

  it('ends a program that hangs, says so, and starts nothing while that has not gone', async () => {
    const { source, programs, queries, clock, world, tell } = setUp();
    world.diesWhenKilled = false;
    const first = source.read();
    tell();
    await first;
    clock.advance(9999);
    expect(programs[0]!.killed).toBe(false);
    clock.advance(1);
    expect(programs[0]!.killed).toBe(true);
    const started = queries.length;
    expect(await source.read()).toEqual({
      gpus: null,
      problems: [
        'gpus: the nvidia-smi stream (pid 100) told no whole reading for 10 s and was ended',
        'gpus: an earlier nvidia-smi still hangs',
      ],
    });
    expect((await source.readNow!()).gpus).toBeNull();
    clock.advance(3_600_000);
    expect([programs.length, queries.length]).toEqual([1, started]);
    programs[0]!.end(ended(null, 'SIGKILL'));
    await settle();
    expect((await source.read()).gpus).toHaveLength(1);
    clock.advance(2000);
    expect(programs).toHaveLength(2);
  });

  it('ends a program that writes something else without end', async () => {
    const { source, programs } = setUp();
    const reading = source.read();
    for (let turn = 0; turn < 5; turn += 1) programs[0]!.write('y\n'.repeat(32_768));
    expect(programs[0]!.killed).toBe(true);
    expect((await reading).problems[0]).toMatch(/wrote something else than readings/);
  });

  it('starts no program while a single query hangs', async () => {
    const { source, programs, clock, world } = setUp();
    const reading = source.read();
    let settled = (): void => {};
    world.single = () => ({
      kind: 'late',
      settled: new Promise<void>((resolve) => {
        settled = resolve;
      }),
    });
    programs[0]!.end(ended(9));
    expect((await reading).gpus).toBeNull();
    clock.advance(2000);
    expect(programs).toHaveLength(1);
    settled();
    await settle();
    clock.advance(10_000);
    expect(programs).toHaveLength(2);
  });

  it.each<[string, StreamEnd, CommandResult]>([
    ['the program is missing', { kind: 'missing' }, { kind: 'missing' }],
    ['the driver finds no device', ended(6), exited('No devices were found\n', 6)],
  ])('knows that there is no GPU when %s, without a word', async (_, end, single) => {
    const { source, programs, world } = setUp();
    world.single = () => single;
    const reading = source.read();
    if (end.kind === 'ended') programs[0]!.write('No devices were found\n');
    programs[0]!.end(end);
    expect(await reading).toEqual({ gpus: [], problems: [] });
  });

  it('ends its program when closed, and a reading under way is unknown', async () => {
    const { source, programs, clock } = setUp();
    const reading = source.read();
    await source.close!();
    expect(programs[0]!.killed).toBe(true);
    expect(await reading).toEqual({ gpus: null, problems: ['gpus: the service no longer asks'] });
    clock.advance(3_600_000);
    expect(programs).toHaveLength(1);
    expect(clock.pendingCount).toBe(0);
  });

  it('starts anew when it is asked after it was closed', async () => {
    const { source, programs, tell } = setUp();
    void source.read();
    await source.close!();
    await settle();
    const reading = source.read();
    expect(programs).toHaveLength(2);
    tell();
    expect((await reading).gpus).toHaveLength(1);
  });

  it('does not wait long for a program that does not go', async () => {
    const { source, world, clock, programs } = setUp();
    world.diesWhenKilled = false;
    void source.read();
    const closing = source.close!();
    clock.advance(1000);
    await closing;
    expect(programs[0]!.killed).toBe(true);
  });
});
