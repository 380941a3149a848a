/** AMD GPUs from folders like those below `/sys`, and several sources of GPUs as one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createAmdGpuSource } from '../../../src/sensing/gpu-amd.ts';
import { joinGpuSources } from '../../../src/sensing/gpu-composite.ts';
import type { GpuReading } from '../../../src/sensing/gpu-source.ts';
import type { CommandResult } from '../../../src/sensing/run-command.ts';

const mib = 2 ** 20;
let root: string;
let commands: number;
let rocm: CommandResult | Promise<CommandResult>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sys-'));
  commands = 0;
  rocm = { kind: 'missing' };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, text: string | number): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
};
const remove = (path: string): void => rmSync(join(root, path), { recursive: true });
const source = (clock = createManualClock()) =>
  createAmdGpuSource({
    clock,
    sysRoot: root,
    run: async () => {
      commands += 1;
      return rocm;
    },
  });

/** A card in slot `bus` with all its files, known to the compute driver as `1000 + bus`. */
function addCard(number: number, bus: number): string {
  const device = `class/drm/card${number}/device`;
  const files: Record<string, string | number> = {
    vendor: '0x1002',
    uevent: `DRIVER=amdgpu\nPCI_SLOT_NAME=0000:${bus.toString(16).padStart(2, '0')}:00.0`,
    unique_id: `7a3f00000000000${number}`,
    product_name: 'Instinct MI210',
    gpu_busy_percent: 42,
    mem_info_vram_used: 717 * mib,
    mem_info_vram_total: 65_520 * mib,
    'hwmon/hwmon3/power1_average': 138_500_000,
    'hwmon/hwmon3/power1_cap': 300_000_000,
    'hwmon/hwmon3/temp1_input': 44_250,
    'hwmon/hwmon3/freq1_input': 1_700_000_000,
  };
  for (const [name, text] of Object.entries(files)) put(`${device}/${name}`, text);
  const node = `class/kfd/kfd/topology/nodes/${number + 1}`;
  put(`${node}/gpu_id`, 1000 + bus);
  put(`${node}/properties`, `simd_count 416\nvendor_id 4098\nlocation_id ${bus << 8}\ndomain 0`);
  mkdirSync(join(root, 'class/kfd/kfd/proc'), { recursive: true });
  return device;
}

const first = async (): Promise<
  NonNullable<GpuReading['gpus']>[number] & { problems: readonly string[] }
> => {
  const { gpus, problems } = await source().read();
  return { ...gpus![0]!, problems };
};

describe('AMD GPUs', () => {
  it('knows that there is none where no card is of AMD', async () => {
    expect(await source().read()).toEqual({ gpus: [], problems: [] });
    put('class/drm/card0/device/vendor', '0x1a03');
    expect(await source().read()).toEqual({ gpus: [], problems: [] });
  });

  it('knows nothing when the compute driver has a GPU that is not shown', async () => {
    addCard(0, 0xc3);
    remove('class/drm');
    expect(await source().read()).toEqual({
      gpus: null,
      problems: ['gpus: the AMD compute driver has a GPU, but /sys/class/drm shows none'],
    });
  });

  it('reads a card with its processes', async () => {
    addCard(1, 0xc3);
    put('class/drm/card1-DP-1/device/vendor', '0x1002');
    put('class/kfd/kfd/proc/4711/vram_1195', 5 * mib);
    put('class/kfd/kfd/proc/88/vram_1195', 0);
    put('class/kfd/kfd/proc/88/queues/0/gpuid', 1195);
    put('class/kfd/kfd/proc/99/vram_1195', 0);
    expect(await source().read()).toEqual({
      problems: [],
      gpus: [
        {
          index: 0,
          uuid: 'AMD-7a3f000000000001',
          name: 'Instinct MI210',
          utilization_pct: 42,
          memory_used_mib: 717,
          memory_total_mib: 65_520,
          power_w: 138.5,
          power_limit_w: 300,
          temperature_c: 44.25,
          sm_clock_mhz: 1700,
          compute_pids: [88, 4711],
        },
      ],
    });
    expect(commands).toBe(0);
  });

  it('takes other files for power and clock where the usual ones are missing', async () => {
    const device = addCard(0, 1);
    remove(`${device}/hwmon/hwmon3/power1_average`);
    remove(`${device}/hwmon/hwmon3/freq1_input`);
    put(`${device}/hwmon/hwmon3/power1_input`, 9_000_000);
    put(`${device}/pp_dpm_sclk`, '0: 500Mhz \n1: 800Mhz *\n2: 1700Mhz ');
    expect(await first()).toMatchObject({ power_w: 9, sm_clock_mhz: 800, problems: [] });
  });

  it.each<[string, string | number, string, RegExp]>([
    ['gpu_busy_percent', 255, 'utilization_pct', /outside 0 to 100/],
    ['gpu_busy_percent', -1, 'utilization_pct', /outside 0 to 100/],
    ['gpu_busy_percent', '', 'utilization_pct', /is missing/],
    ['gpu_busy_percent', 'busy', 'utilization_pct', /not a number/],
    ['mem_info_vram_used', 65_521 * mib, 'memory_used_mib', /outside 0 to 65520/],
    ['mem_info_vram_total', 0, 'memory_total_mib', /outside 1/],
    ['hwmon/hwmon3/power1_average', -5, 'power_w', /outside 0/],
    ['hwmon/hwmon3/power1_average', '0x10', 'power_w', /not a number/],
    ['hwmon/hwmon3/temp1_input', 900_000, 'temperature_c', /outside -60 to 200/],
    ['hwmon/hwmon3/freq1_input', '', 'sm_clock_mhz', /is missing/],
  ])('makes %s of %j unknown and names it', async (file, text, member, problem) => {
    const device = addCard(0, 1);
    put(`${device}/${file}`, text);
    const card = await first();
    expect(card).toHaveProperty(member, null);
    expect(card.problems).toEqual([expect.stringMatching(problem)]);
    expect(card.problems[0]).toMatch(new RegExp(`^gpu 0 ${member}: `));
  });

  it('asks rocm-smi only for what the driver does not show', async () => {
    const device = addCard(0, 0xc3);
    remove(`${device}/gpu_busy_percent`);
    const answer = {
      system: { 'Driver version': '6.8.5' },
      card0: {
        'PCI Bus': '0000:C3:00.0',
        'GPU use (%)': '37',
        'Average Graphics Package Power (W)': '22.0',
      },
    };
    rocm = { kind: 'exited', exitCode: 0, stdout: JSON.stringify(answer), stderr: '' };
    expect(await first()).toMatchObject({ utilization_pct: 37, power_w: 138.5, problems: [] });
  });

  it.each<[string, CommandResult]>([
    ['is missing', { kind: 'missing' }],
    ['fails', { kind: 'exited', exitCode: 1, stdout: '{}', stderr: '' }],
    ['prints nonsense', { kind: 'exited', exitCode: 0, stdout: 'ERROR', stderr: '' }],
    [
      'speaks of another card',
      {
        kind: 'exited',
        exitCode: 0,
        stdout: JSON.stringify({ card0: { 'PCI Bus': '0000:01:00.0', 'GPU use (%)': '0' } }),
        stderr: '',
      },
    ],
    [
      'tells an impossible use',
      {
        kind: 'exited',
        exitCode: 0,
        stdout: JSON.stringify({ card0: { 'PCI Bus': '0000:C3:00.0', 'GPU use (%)': '255' } }),
        stderr: '',
      },
    ],
  ])('leaves the use unknown when rocm-smi %s', async (_, answer) => {
    remove(`${addCard(0, 0xc3)}/gpu_busy_percent`);
    rocm = answer;
    expect(await first()).toMatchObject({
      utilization_pct: null,
      problems: ['gpu 0 utilization_pct: is missing'],
    });
  });

  it('does not start a second rocm-smi while one hangs', async () => {
    remove(`${addCard(0, 1)}/gpu_busy_percent`);
    rocm = { kind: 'late', settled: new Promise(() => {}) };
    const amd = source();
    await amd.read();
    expect((await amd.read()).gpus![0]!.utilization_pct).toBeNull();
    expect(commands).toBe(1);
  });

  it('does not know the processes where the compute driver does not show them', async () => {
    addCard(0, 1);
    remove('class/kfd/kfd/proc');
    expect(await first()).toMatchObject({
      compute_pids: null,
      problems: ['compute_pids: /sys/class/kfd/kfd cannot be read'],
    });
    remove('class/kfd');
    put('class/kfd/kfd/topology/nodes/0/gpu_id', 0);
    mkdirSync(join(root, 'class/kfd/kfd/proc'));
    expect((await first()).problems).toEqual([
      'gpu 0 compute_pids: the compute driver does not know the card',
    ]);
  });

  it('does not place a process on a GPU that is not listed', async () => {
    addCard(0, 1);
    put('class/kfd/kfd/proc/5/vram_777', 1);
    expect((await first()).compute_pids).toBeNull();
  });

  it('gives two cards their own processes, and is unknown when one vanishes', async () => {
    addCard(0, 1);
    addCard(10, 2);
    addCard(2, 3);
    put('class/kfd/kfd/proc/5/vram_1002', 1);
    const amd = source();
    const { gpus } = await amd.read();
    expect(gpus!.map((gpu) => [gpu.index, gpu.uuid.slice(-2), gpu.compute_pids])).toEqual(
      [
        [0, '00', []],
        [1, '02', []],
        [2, '10', [5]],
      ].map(([index, end, pids]) => [index, expect.stringContaining(String(end)), pids]),
    );
    remove('class/drm/card2');
    expect(await amd.read()).toMatchObject({ gpus: null });
  });

  it('gives up on a driver that hangs, and begins no further reading', async () => {
    remove(`${addCard(0, 1)}/gpu_busy_percent`);
    rocm = new Promise<CommandResult>(() => {});
    const clock = createManualClock();
    const amd = source(clock);
    const reading = amd.read();
    clock.advance(8000);
    expect((await reading).problems).toEqual(['gpus: /sys/class/drm did not answer in time']);
    expect((await amd.read()).problems).toEqual(['gpus: an earlier reading of /sys still hangs']);
  });
});

describe('several sources', () => {
  const reading = async (): Promise<GpuReading> => {
    addCard(0, 1);
    return source().read();
  };
  const none: GpuReading = { gpus: [], problems: [] };
  const unknown: GpuReading = { gpus: null, problems: ['gpus: no answer'] };
  const join = (...readings: GpuReading[]) =>
    joinGpuSources(readings.map((each) => ({ read: async () => each }))).read();

  it('has none only if all have none, and is unknown if one is', async () => {
    expect(await join(none, none)).toEqual(none);
    expect(await join(none, unknown)).toEqual(unknown);
    expect(await join(unknown, await reading())).toEqual(unknown);
    expect(await join(none, await reading())).toEqual(await reading());
  });

  it('numbers the GPUs of a later source after those of an earlier one', async () => {
    const one = await reading();
    const other = { gpus: one.gpus!.map((gpu) => ({ ...gpu, uuid: 'other' })), problems: ['p'] };
    const both = await join(one, other);
    expect(both.gpus!.map((gpu) => [gpu.index, gpu.uuid])).toEqual([
      [0, one.gpus![0]!.uuid],
      [1, 'other'],
    ]);
    expect(both.problems).toEqual(['p']);
  });

  it('asks each source for a reading that begins now, and closes each', async () => {
    const calls: string[] = [];
    const note = (name: string, result: GpuReading) => async () => {
      calls.push(name);
      return result;
    };
    const joined = joinGpuSources([
      {
        read: note('read', unknown),
        readNow: note('now', none),
        close: async () => void calls.push('close'),
      },
      { read: note('only read', none) },
    ]);
    expect(await joined.readNow!()).toEqual(none);
    await joined.close!();
    expect(calls).toEqual(['now', 'only read', 'close']);
  });
});
