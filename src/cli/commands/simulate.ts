/** `orrery simulate`: days of unattended work in minutes, with everything going wrong that can. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { counted } from '../../lib/counted.ts';
import { startSimulation } from '../../simulation/in-thread.ts';
import { missedGoals } from '../../simulation/report.ts';
import { defaultSettings, type SimulationOptions, settingsOf } from '../../simulation/settings.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { loadConfigFor } from '../load-config.ts';
import { numberOption, seedOption, textOption } from '../options.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { printSimulation } from '../output/simulation-report.ts';

const defaults = { days: 30, workers: 10, ideasADay: 167, faultsPct: 100 };

/** `failed` when anything happened that never must, or that the options ask to be looked for. */
export const run = (input: CommandInput): Promise<number> =>
  explainFailure(input.io, { json: wantsJson(input) }, async () => {
    const { io } = input;
    const options = readOptions(input);
    const { days } = options;
    const onDay = (day: number, events: number): void =>
      io.err(`day ${day} of ${days}: ${counted(events, 'event')}`);
    const isTwice = input.options['twice'] === true;
    const { report, again } = await play({ ...options, onDay }, isTwice);
    const failures = [
      ...(report.broken === null ? missedGoals(report, options) : [report.broken]),
      ...(input.options['everySite'] === true ? unhit(report.faults) : []),
      ...(again === null ? [] : differences(report.head, again.head)),
    ];
    const path = textOption(input, 'report');
    if (path !== undefined)
      writeFileSync(resolve(io.cwd, path), `${JSON.stringify({ ...report, failures }, null, 2)}\n`);
    if (wantsJson(input)) printJson(input, { ...report, failures });
    else printSimulation(createPrinter(input), report, failures);
    return failures.length === 0 ? exitCodes.ok : exitCodes.failed;
  });

function readOptions(input: CommandInput): SimulationOptions {
  const days = numberOption(input, 'days', { min: 1, max: 365 }) ?? defaults.days;
  const file = textOption(input, 'config');
  const workers = numberOption(input, 'workers', { min: 1, max: 200 });
  if (file !== undefined && workers !== undefined)
    throw new CommandFailure(
      exitCodes.usage,
      '--workers: the configuration names them; leave one of --workers and --config out',
    );
  return {
    days,
    seed: seedOption(input),
    ideas: numberOption(input, 'ideas', { min: 1, max: 100_000 }) ?? days * defaults.ideasADay,
    faults: (numberOption(input, 'faults', { min: 0, max: 1000 }) ?? defaults.faultsPct) / 100,
    settings:
      file === undefined ? defaultSettings(workers ?? defaults.workers) : configured(input, file),
    command:
      file === undefined
        ? `orrery simulate --workers ${workers ?? defaults.workers}`
        : `orrery simulate --config ${file}`,
  };
}

function configured(input: CommandInput, file: string) {
  const loaded = loadConfigFor(input);
  if (!loaded.ok) {
    const problems = loaded.problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new CommandFailure(exitCodes.config, `${file} cannot be used: ${problems}`);
  }
  try {
    return settingsOf(loaded.config);
  } catch (error) {
    throw new CommandFailure(exitCodes.config, (error as Error).message);
  }
}

/** A site that was never hit has proved nothing. */
const unhit = (faults: Readonly<Record<string, number>>): string[] =>
  Object.entries(faults)
    .filter(([, count]) => count === 0)
    .map(([site]) => `the site of faults ${site} was never hit: play more days, or more --faults`);

/** Twice beside each other: on two cores that takes hardly longer than once. `again` is null where there was no need. */
async function play(options: SimulationOptions, isTwice: boolean) {
  const { onDay: _, ...silent } = options;
  const second = isTwice ? startSimulation(silent) : null;
  try {
    const report = await startSimulation(options).report;
    const again = report.broken === null && second !== null ? await second.report : null;
    return { report, again };
  } finally {
    await second?.stop();
  }
}

type Head = { readonly event_id: number; readonly hash: string };

function differences(first: Head, second: Head): string[] {
  if (second.hash === first.hash) return [];
  return [
    `the same seed ended at event ${first.event_id}, ${first.hash}, and then at event ${second.event_id}, ${second.hash}`,
  ];
}
