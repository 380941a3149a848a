/** GPU output, parsed and sampled, on what a real driver printed and on what one may print. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { createGpuSampler } from '../../../src/sensing/gpu-sampler.ts';
import {
  assignComputePids,
  parseNvidiaComputeApps,
} from '../../../src/sensing/parsers/nvidia-compute-apps.ts';
import {
  gpuQueryFields,
  optionalGpuFields,
  parseNvidiaQueryGpu,
} from '../../../src/sensing/parsers/nvidia-query-gpu.ts';
import {
  type CommandResult,
  type RunCommand,
  runCommand,
} from '../../../src/sensing/run-command.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/gpu-trace-h200');
const uuid = 'GPU-7bdd04cc-cd03-6ecf-64bb-8d75aaae094a';
const good = `2026/11/20 22:39:51.024, 0, ${uuid}, NVIDIA H200, 3, 0, 717, 143771, 124.43, 40, 1980`;
const exited = (stdout: string, exitCode = 0, stderr = ''): CommandResult => ({
  kind: 'exited',
  exitCode,
  // A real program ends its last line.
  stdout: stdout === '' ? '' : `${stdout}\n`,
  stderr,
});

describe('parseNvidiaQueryGpu', () => {
  it.each([
    '',
    '\n',
    'Field "not.a.field" is not a valid field to query.',
    'a,b,c',
    good.replace(uuid, ''),
    good.replace(', 0,', ', -1,'),
  ])('does not judge by %j', (text) => {
    const list = parseNvidiaQueryGpu(text);
    expect(list.gpus).toBeNull();
    expect(list.problems).toHaveLength(1);
  });

  it('takes no output of another query for GPUs', () => {
    const dir = join(fixtures, 'nvidia-smi');
    const others = readdirSync(dir);
    expect(others).toContain('nvidia_smi_bad_field.txt');
    for (const file of others) {
      expect(parseNvidiaQueryGpu(readFileSync(join(dir, file), 'utf8')).gpus, file).toBeNull();
    }
  });

  it('drops the whole list for one malformed line, since a GPU left out would look quiet', () => {
    expect(parseNvidiaQueryGpu(`${good}\nUnable to determine the device handle`).gpus).toBeNull();
    expect(parseNvidiaQueryGpu(`${good}\n${good}`).problems).toEqual([
      'gpus: the query named one device twice',
    ]);
  });

  it('makes each unsupported or impossible reading null and names it', () => {
    const text = good
      .replace(' 3,', ' [N/A],')
      .replace('124.43', '[Unknown Error]')
      .replace(' 717,', ' 999999,');
    const { gpus, problems } = parseNvidiaQueryGpu(text);
    expect(gpus![0]).toMatchObject({
      utilization_pct: null,
      power_w: null,
      memory_used_mib: null,
      temperature_c: 40,
    });
    expect(problems).toEqual([
      'gpu 0 utilization_pct: is not a number: "[N/A]"',
      'gpu 0 memory_used_mib: 999999 is outside 0 to 143771',
      'gpu 0 power_w: is not a number: "[Unknown Error]"',
    ]);
  });

  it('reads names that hold commas', () => {
    const { gpus } = parseNvidiaQueryGpu(
      good.replace('NVIDIA H200', 'Graphics, Inc. Model 2, 80GB'),
    );
    expect(gpus![0]).toMatchObject({
      name: 'Graphics, Inc. Model 2, 80GB',
      utilization_pct: 3,
      sm_clock_mhz: 1980,
    });
  });

  it('reads every line of the recording without a problem', () => {
    const lines = readFileSync(join(fixtures, 'samples.jsonl'), 'utf8').trim().split('\n');
    const parsed = lines.map((line) => parseNvidiaQueryGpu(JSON.parse(line).query_gpu));
    expect(parsed).toHaveLength(547);
    expect(parsed.flatMap((list) => list.problems)).toEqual([]);
    expect(Math.max(...parsed.map((list) => list.gpus![0]!.power_w!))).toBe(696.9);
  });

  it('reads the power limit and MIG, and does not miss them where they are not offered', () => {
    const fields = [...gpuQueryFields, ...optionalGpuFields];
    const parse = (rest: string) => parseNvidiaQueryGpu(`${good}, ${rest}`, fields);
    expect(parse('700.00, Disabled')).toMatchObject({
      problems: [],
      gpus: [{ power_limit_w: 700, partitioned: false, sm_clock_mhz: 1980 }],
    });
    const bare = parse('[N/A], [N/A]');
    expect(bare.problems).toEqual([]);
    expect(bare.gpus![0]).not.toHaveProperty('power_limit_w');
    expect(bare.gpus![0]).not.toHaveProperty('partitioned');
    expect(parse('-1, Disabled')).toMatchObject({
      problems: ['gpu 0 power_limit_w: -1 is outside 0 to 10000'],
      gpus: [{ power_limit_w: null }],
    });
  });

  it('says of a partitioned GPU why its use is unknown and what to do', () => {
    const fields = [...gpuQueryFields, ...optionalGpuFields];
    const line = `${good.replace(' 3,', ' [N/A],')}, 700.00, Enabled`;
    const { gpus, problems } = parseNvidiaQueryGpu(line, fields);
    expect(gpus![0]).toMatchObject({ utilization_pct: null, partitioned: true });
    expect(problems).toEqual([
      expect.stringMatching(/^gpu 0 utilization_pct: .*MIG.*turn MIG off/),
    ]);
  });

  it.each(['255', '101', '-1', '[Not Supported]', '[Unknown Error]', '1e2', ''])(
    'takes a use of %j for unknown',
    (use) => {
      const { gpus, problems } = parseNvidiaQueryGpu(good.replace(' 3,', ` ${use},`));
      expect(gpus![0]!.utilization_pct).toBeNull();
      expect(problems).toEqual([expect.stringMatching(/^gpu 0 utilization_pct: /)]);
    },
  );

  it('knows an empty machine from a failed query', () => {
    expect(parseNvidiaQueryGpu('No devices were found\n')).toEqual({ gpus: [], problems: [] });
  });
});

describe('compute processes', () => {
  const { gpus } = parseNvidiaQueryGpu(good);

  it('reads both forms, names with commas and amounts that are not available', () => {
    expect(parseNvidiaComputeApps('399, 13508, python3').apps).toEqual([
      { gpuUuid: null, pid: 399 },
    ]);
    expect(
      parseNvidiaComputeApps(`${uuid}, 7, [N/A], a, b, c\n${uuid}, 8, 1, x`).apps,
    ).toHaveLength(2);
    expect(parseNvidiaComputeApps('\n').apps).toEqual([]);
  });

  it.each([
    '399',
    'x, 1, y',
    '0, 1, y',
    '399, lots, python3',
    'Failed to initialize NVML: Unknown Error',
  ])('is unknown for %j', (text) => {
    const list = parseNvidiaComputeApps(text);
    expect(assignComputePids(gpus!, list).gpus[0]!.compute_pids).toBeNull();
    expect(list.problems[0]).toMatch(/^compute_pids: /);
  });

  it('does not place a process on a device that is not listed', () => {
    const list = parseNvidiaComputeApps('MIG-1c4f, 9, 10, python3');
    expect(assignComputePids(gpus!, list).gpus[0]!.compute_pids).toBeNull();
    const two = [gpus![0]!, { ...gpus![0]!, uuid: 'GPU-2', index: 1 }];
    expect(
      assignComputePids(two, parseNvidiaComputeApps('9, 10, x')).gpus.map(
        (gpu) => gpu.compute_pids,
      ),
    ).toEqual([null, null]);
    expect(
      assignComputePids(two, parseNvidiaComputeApps('GPU-2, 9, 10, x')).gpus.map(
        (gpu) => gpu.compute_pids,
      ),
    ).toEqual([[], [9]]);
  });
});

describe('the sampler', () => {
  // The fixture's lines have the columns of a recording, so the other fields are refused first.
  const refusals = (): CommandResult[] =>
    optionalGpuFields.map((field) => exited(`Field "${field}" is not a valid field to query.`, 2));
  const sampler = (...given: CommandResult[]) => {
    const replies = [...refusals(), ...given];
    const run: RunCommand = async ({ args }) =>
      args[0]!.startsWith('--query-compute')
        ? exited(`${uuid}, 7, 700, python3`)
        : replies.shift()!;
    return createGpuSampler({ clock: createManualClock(), run, hasDevices: () => false });
  };

  it('knows that a machine without the program has no GPU', async () => {
    expect(await sampler({ kind: 'missing' }).read()).toEqual({ gpus: [], problems: [] });
  });

  it('knows nothing when the driver has devices but there is no program to ask it', async () => {
    const run: RunCommand = async () => ({ kind: 'missing' });
    const source = createGpuSampler({ clock: createManualClock(), run, hasDevices: () => true });
    expect(await source.read()).toEqual({
      gpus: null,
      problems: ['gpus: the NVIDIA driver is loaded, but there is no nvidia-smi to ask it'],
    });
  });

  it('makes nothing up from real output that is cut anywhere, nor from arbitrary bytes', async () => {
    const text = `${good}\n${good.replace(uuid, 'GPU-2').replace(', 0, ', ', 1, ')}\n`;
    const both = parseNvidiaQueryGpu(text).gpus!.map((gpu) => gpu.uuid);
    const uuidsOf = async (stdout: string) => {
      const { gpus } = await sampler({ kind: 'exited', exitCode: 0, stdout, stderr: '' }).read();
      return gpus?.map((gpu) => gpu.uuid);
    };
    for (let end = 0; end < text.length; end += 1) {
      // Cut between two lines, it is a whole output of fewer GPUs; only memory tells that apart.
      const expected = text[end - 1] === '\n' ? both.slice(0, 1) : undefined;
      expect(await uuidsOf(text.slice(0, end)), `cut at ${end}`).toEqual(expected);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (noise) => {
        expect(await uuidsOf(`${noise}\n`)).toBeUndefined();
      }),
    );
  });

  it('takes no reading from an output that breaks off', async () => {
    const cut: CommandResult = {
      kind: 'exited',
      exitCode: 0,
      stdout: good.slice(0, -1),
      stderr: '',
    };
    expect(await sampler(cut).read()).toEqual({
      gpus: null,
      problems: ['gpus: the output of nvidia-smi breaks off'],
    });
  });

  it('asks once without each field that the driver refuses, and remembers it', async () => {
    const asked: string[] = [];
    const replies = [...refusals(), exited(good), exited(good)];
    const run: RunCommand = async ({ args }) => {
      if (args[0]!.startsWith('--query-compute')) return exited('');
      asked.push(args[0]!);
      return replies.shift()!;
    };
    const source = createGpuSampler({ clock: createManualClock(), run });
    expect((await source.read()).gpus).toHaveLength(1);
    expect((await source.read()).gpus).toHaveLength(1);
    const all = [...gpuQueryFields, ...optionalGpuFields];
    const lists = [
      all,
      all.filter((field) => field !== 'power.limit'),
      gpuQueryFields,
      gpuQueryFields,
    ];
    expect(asked).toEqual(lists.map((fields) => `--query-gpu=${fields.join(',')}`));
  });

  it.each<[string, CommandResult, RegExp]>([
    [
      'fails',
      exited(readFileSync(join(fixtures, 'nvidia-smi/nvidia_smi_bad_field.txt'), 'utf8'), 2),
      /status 2: "rc=2/,
    ],
    ['cannot be started', { kind: 'failed', reason: 'EACCES' }, /EACCES/],
    ['is late', { kind: 'late', settled: Promise.resolve() }, /did not answer in time/],
    ['prints nothing', exited(''), /printed nothing/],
  ])('knows nothing when the program %s', async (_, reply, problem) => {
    const reading = await sampler(reply).read();
    expect(reading).toMatchObject({ gpus: null });
    expect(reading.problems[0]).toMatch(problem);
  });

  it('reads a GPU with its processes, and calls it unknown when it vanishes', async () => {
    const source = sampler(
      exited(good),
      { kind: 'missing' },
      exited('No devices were found', 6),
      exited(good.replace(uuid, 'GPU-2')),
    );
    const reading = await source.read();
    expect(reading).toMatchObject({ problems: [], gpus: [{ uuid, compute_pids: [7] }] });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await source.read()).toMatchObject({
        gpus: null,
        problems: [expect.stringMatching(/vanished/)],
      });
    }
  });

  it('starts no further command while one that was given up still hangs', async () => {
    let started = 0;
    let release = (): void => {};
    const settled = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run: RunCommand = async () => {
      started += 1;
      return { kind: 'late', settled };
    };
    const source = createGpuSampler({ clock: createManualClock(), run });
    expect((await source.read()).problems).toEqual(['gpus: nvidia-smi did not answer in time']);
    expect((await source.read()).problems).toEqual(['gpus: an earlier nvidia-smi still hangs']);
    expect(started).toBe(1);
    release();
    await settled;
    await source.read();
    expect(started).toBe(2);
  });

  it('gives up a real command that does not end, and finds out that one is missing', async () => {
    const clock = createManualClock();
    const pending = runCommand({ clock, command: 'sleep', args: ['60'], timeoutMs: 100 });
    clock.advance(100);
    const result = await pending;
    expect(result.kind).toBe('late');
    if (result.kind === 'late') await result.settled;
    const absent = {
      clock: systemClock,
      command: '/nonexistent/nvidia-smi',
      args: [],
      timeoutMs: 60_000,
    };
    expect(await runCommand(absent)).toEqual({ kind: 'missing' });
    expect(
      await runCommand({ ...absent, command: 'sh', args: ['-c', 'echo out; exit 3'] }),
    ).toMatchObject({ kind: 'exited', exitCode: 3, stdout: 'out\n' });
  });
});
