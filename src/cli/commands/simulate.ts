/** `orrery simulate`: days of unattended work in minutes, with everything going wrong that can. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemEntropy } from '../../lib/ids.ts';
import { type SimulationReport, simulate } from '../../simulation/simulate.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainFailure } from '../failure.ts';
import { numberOption, textOption } from '../options.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';

const defaults = { days: 30, workers: 10, ideasADay: 160, faultsPct: 100 };
const seedMax = 999_999_999;

/** `failed` when anything happened that never must. */
export const run = (input: CommandInput): Promise<number> =>
  explainFailure(input.io, { json: wantsJson(input) }, async () => {
    const { io } = input;
    const days = numberOption(input, 'days', { min: 1, max: 365 }) ?? defaults.days;
    const seed =
      numberOption(input, 'seed', { min: 0, max: seedMax }) ??
      Math.floor(systemEntropy.random() * seedMax);
    const report = await simulate({
      days,
      seed,
      workers: numberOption(input, 'workers', { min: 1, max: 200 }) ?? defaults.workers,
      ideas: numberOption(input, 'ideas', { min: 1, max: 100_000 }) ?? days * defaults.ideasADay,
      faults: (numberOption(input, 'faults', { min: 0, max: 1000 }) ?? defaults.faultsPct) / 100,
      onDay: (day, events) => io.err(`day ${day} of ${days}: ${events} events`),
    });
    const path = textOption(input, 'report');
    if (path !== undefined)
      writeFileSync(resolve(io.cwd, path), `${JSON.stringify(report, null, 2)}\n`);
    if (wantsJson(input)) printJson(input, report);
    else print(createPrinter(input), report);
    return report.wrongs.length === 0 ? exitCodes.ok : exitCodes.failed;
  });

function print(printer: Printer, report: SimulationReport): void {
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
      .join(', ');
  printer.title(`${report.days} simulated days`);
  printer.line(`items: ${counted(report.items)}`);
  printer.line(`papers: ${counted(report.papers)}`);
  printer.line(`runs started: ${report.runs_started}; lives of the control plane: ${report.lives}`);
  printer.line(`workers with a run, % of the time: ${Object.values(report.busy_pct).join(', ')}`);
  printer.line(`faults: ${counted(report.faults)}`);
  printer.line(`head of the log: event ${report.head.event_id}, ${report.head.hash}`);
  printer.title('Goals');
  if (report.wrongs.length === 0)
    printer.line('✓ no run was started twice, nothing was lost, and the store proves itself');
  for (const sentence of report.wrongs) printer.line(`✗ ${sentence}`, 'bad');
  printer.line(`again: ${report.again}`);
}
