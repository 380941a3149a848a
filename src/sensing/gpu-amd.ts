/**
 * AMD GPUs from the files of the `amdgpu` driver below `/sys`, which need no program and no rights.
 * `rocm-smi` is asked only for a card whose driver shows no use there.
 */
import type { Clock } from '../lib/clock.ts';
import { knowsComputeGpu, readAmdProcesses } from './amd-processes.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import { parseCurrentClock, parsePciAddress, parseScaled } from './parsers/amd-sysfs.ts';
import { type NumberRule, refuse } from './parsers/number.ts';
import { parseRocmSmi, rocmSmiArgs } from './parsers/rocm-smi.ts';
import { createReadSys, errorCode, type ReadSys } from './read-sys.ts';
import { type RunCommand, runCommand } from './run-command.ts';
import type { GpuSample, Parsed } from './sample.ts';
import { createSeenDevices, unknownGpus } from './seen-devices.ts';

interface AmdGpuOptions {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Where the sys file system is mounted. */
  readonly sysRoot?: string;
  /** A reading that takes longer is given up and null. */
  readonly timeoutMs?: number;
  readonly run?: RunCommand;
}

const amdVendor = '0x1002';
const mib = 2 ** 20;
const timeoutMsDefault = 4000;
const drm = 'class/drm';

/** One card while it is read; `sample` lacks its processes. */
interface Card {
  readonly address: string | null;
  readonly sample: GpuSample;
  readonly problems: readonly string[];
}

/**
 * Creates the source. No card of AMD's below `/sys/class/drm`: known to have none, unless one was
 * seen before or the compute driver has one. A reading that hangs in the driver is unknown, and no
 * further one is begun before it has come back.
 */
export function createAmdGpuSource(options: AmdGpuOptions): GpuSource {
  const { clock, sysRoot = '/sys', timeoutMs = timeoutMsDefault, run = runCommand } = options;
  const sys = createReadSys(sysRoot);
  const seen = createSeenDevices();
  let underWay = false;
  let hangingProgram = false;

  const askProgram = async (): Promise<ReturnType<typeof parseRocmSmi>> => {
    if (hangingProgram) return null;
    const result = await run({ clock, command: 'rocm-smi', args: rocmSmiArgs, timeoutMs });
    if (result.kind === 'late') {
      hangingProgram = true;
      void result.settled.then(() => {
        hangingProgram = false;
      });
    }
    return result.kind === 'exited' && result.exitCode === 0 ? parseRocmSmi(result.stdout) : null;
  };

  const readAll = async (): Promise<GpuReading> => {
    const names = await findCards(sys);
    if (names.length === 0) {
      return (await knowsComputeGpu(sys))
        ? unknownGpus('the AMD compute driver has a GPU, but /sys/class/drm shows none')
        : seen.check({ gpus: [], problems: [] });
    }
    const read = await Promise.all(names.map((name, index) => readCard(sys, name, index)));
    const lacksUse = read.some((card) => card.sample.utilization_pct === null);
    const fromProgram = lacksUse ? await askProgram() : null;
    const cards = read.map((card) => fillFrom(card, fromProgram));
    const uuids = new Set(cards.map((card) => card.sample.uuid));
    if (uuids.size < cards.length) return unknownGpus('/sys/class/drm names one device twice');
    const processes = await readAmdProcesses(sys);
    const pidsOf = (card: Card): number[] | null => {
      const own = processes.value?.get(card.address ?? '');
      return own === undefined ? null : [...own];
    };
    const gpus = cards.map((card) => ({ ...card.sample, compute_pids: pidsOf(card) }));
    const unlisted = gpus
      .filter((gpu) => gpu.compute_pids === null && processes.value !== null)
      .map((gpu) => `gpu ${gpu.index} compute_pids: the compute driver does not know the card`);
    const problems = [...cards.flatMap((card) => card.problems), ...processes.problems];
    return seen.check({ gpus, problems: [...problems, ...unlisted] });
  };

  return {
    read: () => {
      if (underWay) return Promise.resolve(unknownGpus('an earlier reading of /sys still hangs'));
      underWay = true;
      const reading = readAll()
        .catch(() => unknownGpus('/sys/class/drm cannot be read'))
        .finally(() => {
          underWay = false;
        });
      return new Promise((resolve) => {
        const timer = clock.setTimer(2 * timeoutMs, () =>
          resolve(unknownGpus('/sys/class/drm did not answer in time')),
        );
        void reading.then((value) => {
          timer.cancel();
          resolve(value);
        });
      });
    },
  };
}

/** Folders of AMD cards in order of number; `card0-DP-1` and the like are their connectors. */
async function findCards(sys: ReadSys): Promise<readonly string[]> {
  const names = (await sys.listOrNone(drm)).filter((name) => /^card\d{1,3}$/.test(name));
  const vendors = await Promise.all(
    names.map((name) => sys.textOrNone(`${drm}/${name}/device/vendor`)),
  );
  return names
    .filter((_, position) => vendors[position]?.trim().toLowerCase() === amdVendor)
    .sort((left, right) => Number(left.slice(4)) - Number(right.slice(4)));
}

async function readCard(sys: ReadSys, name: string, index: number): Promise<Card> {
  const device = `${drm}/${name}/device`;
  const monitors = await sys.listOrNone(`${device}/hwmon`);
  const monitor = `${device}/hwmon/${monitors.find((each) => /^hwmon\d+$/.test(each)) ?? 'none'}`;
  const problems: string[] = [];

  /** The first of the files that is there, in units `divisor` times as small as the rule's. */
  const read = async (paths: readonly string[], divisor: number, rule: NumberRule) => {
    const named = { ...rule, name: `gpu ${index} ${rule.name}` };
    const parsed = await readFirst(sys, paths, named.name, (text) =>
      parseScaled(text, divisor, named),
    );
    problems.push(...parsed.problems);
    return parsed.value;
  };

  const textOf = async (path: string): Promise<string> =>
    (await sys.textOrNone(`${device}/${path}`).catch(() => null))?.trim() ?? '';
  const address = parsePciAddress(await textOf('uevent'));
  const uniqueId = await textOf('unique_id');
  const totalMib = await read([`${device}/mem_info_vram_total`], mib, {
    name: 'memory_total_mib',
    min: 1,
    max: 2 ** 30,
  });
  const limitPath = `${monitor}/power1_cap`;
  const hasLimit = (await sys.textOrNone(limitPath).catch(() => null)) !== null;
  const watts = { min: 0, max: 10_000 };
  const sample: GpuSample = {
    index,
    uuid: /^[\da-f]{8,32}$/i.test(uniqueId) ? `AMD-${uniqueId}` : `AMD-${address ?? name}`,
    name: (await textOf('product_name')) || 'AMD GPU',
    utilization_pct: await read([`${device}/gpu_busy_percent`], 1, {
      name: 'utilization_pct',
      min: 0,
      max: 100,
    }),
    memory_used_mib: await read([`${device}/mem_info_vram_used`], mib, {
      name: 'memory_used_mib',
      min: 0,
      max: totalMib ?? 2 ** 30,
    }),
    memory_total_mib: totalMib,
    power_w: await read([`${monitor}/power1_average`, `${monitor}/power1_input`], 1e6, {
      name: 'power_w',
      ...watts,
    }),
    temperature_c: await read([`${monitor}/temp1_input`], 1000, {
      name: 'temperature_c',
      min: -60,
      max: 200,
    }),
    sm_clock_mhz: await readClock(sys, device, monitor, index, problems),
    ...(hasLimit
      ? { power_limit_w: await read([limitPath], 1e6, { name: 'power_limit_w', ...watts }) }
      : {}),
    compute_pids: null,
  };
  return { address, sample, problems };
}

async function readFirst(
  sys: ReadSys,
  paths: readonly string[],
  name: string,
  parse: (text: string) => Parsed<number>,
): Promise<Parsed<number>> {
  for (const path of paths) {
    try {
      const text = await sys.textOrNone(path);
      if (text !== null) return parse(text);
    } catch (error) {
      return refuse(name, `cannot be read (${errorCode(error)})`);
    }
  }
  return refuse(name, 'is missing');
}

async function readClock(
  sys: ReadSys,
  device: string,
  monitor: string,
  index: number,
  problems: string[],
): Promise<number | null> {
  const rule = { name: `gpu ${index} sm_clock_mhz`, min: 0, max: 20_000 };
  const file = `${monitor}/freq1_input`;
  const hasFile = (await sys.textOrNone(file).catch(() => null)) !== null;
  const parsed = hasFile
    ? await readFirst(sys, [file], rule.name, (text) => parseScaled(text, 1e6, rule))
    : await readFirst(sys, [`${device}/pp_dpm_sclk`], rule.name, (text) =>
        parseCurrentClock(text, rule),
      );
  problems.push(...parsed.problems);
  return parsed.value;
}

/** Takes from `rocm-smi` what is unknown; the problems of what it could tell are settled. */
function fillFrom(card: Card, program: ReturnType<typeof parseRocmSmi>): Card {
  const told = program?.get(card.address?.toLowerCase() ?? '');
  if (told === undefined) return card;
  const sample: GpuSample = { ...card.sample };
  let { problems } = card;
  for (const key of Object.keys(told) as (keyof typeof told)[]) {
    if (sample[key] !== null || told[key] === null) continue;
    sample[key] = told[key];
    problems = problems.filter((each) => !each.startsWith(`gpu ${sample.index} ${key}:`));
  }
  return { ...card, sample, problems };
}
