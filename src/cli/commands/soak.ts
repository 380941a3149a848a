/** `orrery soak`: mixed load and random faults on a service of its own, and what came of it. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type SoakOptions, type SoakReport, soak } from '../../soak/soak.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { numberOption, seedOption, textOption } from '../options.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { createSoakProgress } from '../output/soak-progress.ts';
import { printSoak } from '../output/soak-report.ts';
import { untilSignal } from '../until-signal.ts';

const defaults = { minutes: 60, workers: 3 };
const paceBounds = { min: 5, max: 400 };
const fullPace = 100;
/** From this many on, the full load leaves the service the processors that it asks for. */
const coresForFullPace = 4;

/** A pace whose load leaves the service a processor when it wants one, in percent. */
const paceFor = (cores: number): number =>
  Math.min(fullPace, Math.round((fullPace * cores) / coresForFullPace));

/** `failed` when a goal is broken. */
export const run = (input: CommandInput): Promise<number> =>
  explainFailure(input.io, { json: wantsJson(input) }, async () => {
    const { io } = input;
    if (process.platform !== 'linux')
      throw new CommandFailure(
        exitCodes.failed,
        'a soak needs Linux: it reads /proc and uses prlimit',
      );
    const judgesTimes = input.options['correctnessOnly'] !== true;
    const options: SoakOptions = {
      packageRoot: io.packageRoot,
      minutes: numberOption(input, 'minutes', { min: 1, max: 10_080 }) ?? defaults.minutes,
      seed: seedOption(input),
      workers: numberOption(input, 'workers', { min: 1, max: 16 }) ?? defaults.workers,
      path: io.env['PATH'] ?? '',
      transport: (textOption(input, 'transport') ?? 'auto') as SoakOptions['transport'],
      pace:
        numberOption(input, 'pace', paceBounds) ??
        (judgesTimes ? paceFor(availableParallelism()) : fullPace),
      judgesTimes,
      stopped: untilSignal(),
      onProgress: createSoakProgress((line) => io.err(line), {
        isTerminal: io.terminal?.isTTY === true,
      }),
    };
    const path = textOption(input, 'report');
    io.err(
      `soak: seed ${options.seed}, ${options.minutes} minutes, ${options.workers} workers, pace ${options.pace} %; Ctrl-C ends it early and judges what there is`,
    );
    const report = await soak(options);
    if (path !== undefined)
      writeFileSync(resolve(io.cwd, path), `${JSON.stringify(report, null, 2)}\n`);
    if (wantsJson(input)) printJson(input, report);
    else printSoak(createPrinter(input), report);
    return isBroken(report) ? exitCodes.failed : exitCodes.ok;
  });

const isBroken = ({ wrongs, slow }: SoakReport): boolean => wrongs.length + slow.length > 0;
