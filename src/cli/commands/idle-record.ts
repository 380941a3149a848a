/** `orrery idle record DIR`: records this machine's telemetry for replay. */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { productWord } from '../../domain/product.ts';
import { recordTelemetry } from '../../idle-lab/recorder.ts';
import { systemClock } from '../../lib/clock.ts';
import { createProcessSource } from '../../sensing/process-list.ts';
import { runCommand } from '../../sensing/run-command.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { failWriting } from '../file-access.ts';
import { numberOption, textOption } from '../options.ts';
import { untilSignal } from '../until-signal.ts';

const secondsMax = 604_800;
const intervalSecRange = { min: 0.2, max: 300 } as const;

/** Ends with the seconds asked for or a signal: `ok`; `failed` for a folder that cannot be written. */
export function run(input: CommandInput): Promise<number> {
  return explainFailure(input.io, { json: false }, () => record(input));
}

async function record(input: CommandInput): Promise<number> {
  const { io } = input;
  const dir = resolve(io.cwd, input.args[0] ?? '.');
  const seconds = numberOption(input, 'seconds', { min: 1, max: secondsMax });
  const recorded = await recordTelemetry({
    clock: systemClock,
    run: runCommand,
    readFile: (path) => readFile(path, 'utf8'),
    dir,
    intervalMs: intervalOf(input) * 1000,
    durationMs: seconds === undefined ? null : seconds * 1000,
    runs: runsOf(input),
    processSource: createProcessSource({ clock: systemClock }),
    observerPid: process.pid,
    coreCount: cpus().length,
    stopped: untilSignal(),
    onBegin: (facts) => {
      if (!facts.gpu_program)
        io.err('note: there is no nvidia-smi here, so no GPU is recorded; replay knows that');
      io.err(`recording into ${dir}${seconds === undefined ? ' until Ctrl-C' : ''}`);
    },
  }).catch(failWriting(dir));
  io.out(`${recorded.samples} samples in ${dir}; see them with: ${productWord} idle replay ${dir}`);
  return exitCodes.ok;
}

function intervalOf(input: CommandInput): number {
  const text = textOption(input, 'intervalSec');
  if (text === undefined) return 1;
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const { min, max } = intervalSecRange;
  if (value >= min && value <= max) return value;
  const message = `--interval-sec must be a number from ${min} to ${max}, not "${text}"`;
  throw new CommandFailure(exitCodes.usage, message);
}

/** `name=pid`, each name once. */
function runsOf({ options }: CommandInput): Record<string, number> {
  const values: unknown = options['run'];
  const runs: Record<string, number> = {};
  for (const text of Array.isArray(values) ? values.map(String) : []) {
    const [, name, pid] = /^([A-Za-z0-9][\w.-]{0,63})=([1-9]\d{0,8})$/.exec(text) ?? [];
    if (name === undefined || pid === undefined || name in runs) {
      const message = `--run must be name=pid, each name once, not "${text}"`;
      throw new CommandFailure(exitCodes.usage, message);
    }
    runs[name] = Number(pid);
  }
  return runs;
}
