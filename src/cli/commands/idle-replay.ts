/** `orrery idle replay TRACE`: what the idle gate decides on recorded telemetry. */
import { access, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { toIdleProfile } from '../../app/gate/gate-telemetry.ts';
import { loadConfig } from '../../config/load.ts';
import { type WorkloadClass, workloadClasses } from '../../domain/statuses.ts';
import { evidenceChoices, replayProfiles, toReplayJson } from '../../idle-lab/compare.ts';
import { drawReplay } from '../../idle-lab/replay-picture.ts';
import { renderReplays } from '../../idle-lab/replay-text.ts';
import { runsOf } from '../../idle-lab/replay-tracks.ts';
import { readTrace } from '../../idle-lab/trace.ts';
import { counted } from '../../lib/counted.ts';
import type { IdleProfile } from '../../machines/idle-gate/profile.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { failWriting } from '../file-access.ts';
import { given, numberOption, textOption, wordOption } from '../options.ts';

/** Prints what each profile decides and never replaces a picture; `config` for an unusable configuration. */
export function run(input: CommandInput): Promise<number> {
  const { io, options } = input;
  const json = options.json === true;
  return explainFailure(io, { json }, () => replayTo(input, json));
}

async function replayTo(input: CommandInput, json: boolean): Promise<number> {
  const { io, options } = input;
  const picture = textOption(input, 'picture');
  const picturePath = picture === undefined ? undefined : resolve(io.cwd, picture);
  if (picturePath !== undefined) await refuseExisting(picturePath);
  const dir = resolve(io.cwd, input.args[0] ?? '.');
  const every = numberOption(input, 'every', { min: 1, max: 10_000 }) ?? 1;
  const trace = await readTrace(dir, { every });
  const withScore = options.score === true;
  const replays = replayProfiles(trace, namesOf(input, 'profile'), {
    ...given({ run: textOption(input, 'run'), profiles: profilesOf(input) }),
    ...sustainOf(input, runsOf(trace)),
    evidence: wordOption(input, 'evidence', evidenceChoices) ?? 'on',
    rearm: options.all === true || withScore,
    noGpu: options.gpu === false,
  });
  if (json) io.out(JSON.stringify(toReplayJson(replays, withScore), null, 2));
  else io.out(renderReplays(replays, withScore).trimEnd());
  if (trace.repeatedLines > 0)
    io.err(
      `note: left out, since the time of the line before is repeated: ${counted(trace.repeatedLines, 'line')}`,
    );
  if (picturePath !== undefined) {
    await writeFile(picturePath, drawReplay(trace, replays, basename(dir)), { flag: 'wx' }).catch(
      failWriting(picturePath),
    );
    io.err(`picture: ${picturePath}`);
  }
  return exitCodes.ok;
}

/** Values of an option that may be given several times. */
function namesOf({ options }: CommandInput, name: string): string[] {
  const values: unknown = options[name];
  return Array.isArray(values) ? values.map(String) : [];
}

/** `20` for all runs, `training=45` for one. */
function sustainOf(input: CommandInput, runs: readonly string[]) {
  let sustainSec: number | undefined;
  const sustainSecByRun: Record<string, number> = {};
  for (const text of namesOf(input, 'sustainSec')) {
    const [, run, seconds] = /^(?:(.+)=)?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (!(Number(seconds) > 0)) {
      const message = `--sustain-sec must be seconds above 0, or run=seconds, not "${text}"`;
      throw new CommandFailure(exitCodes.usage, message);
    }
    if (run === undefined) sustainSec = Number(seconds);
    else sustainSecByRun[run] = Number(seconds);
  }
  const stranger = Object.keys(sustainSecByRun).find((run) => !runs.includes(run));
  if (stranger !== undefined) {
    const message = `--sustain-sec names the run "${stranger}"; the trace has ${runs.join(', ')}`;
    throw new CommandFailure(exitCodes.usage, message);
  }
  return { ...given({ sustainSec }), sustainSecByRun };
}

/** The profiles of a configuration; undefined stands for the baseline. */
function profilesOf(input: CommandInput): Readonly<Record<WorkloadClass, IdleProfile>> | undefined {
  const file = textOption(input, 'config');
  if (file === undefined) return undefined;
  const loaded = loadConfig({ env: {}, file, cwd: input.io.cwd });
  if (!loaded.ok) {
    const lines = loaded.problems.map(({ path, message }) => `${path}: ${message}`);
    throw new CommandFailure(exitCodes.config, 'the configuration cannot be used:', { lines });
  }
  const entries = workloadClasses.map((name) => [name, toIdleProfile(loaded.config, name)]);
  return Object.fromEntries(entries) as Record<WorkloadClass, IdleProfile>;
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists)
    throw new CommandFailure(exitCodes.usage, `--picture: ${path} exists; name another file`);
}
