/** `orrery doctor`: what this machine, installation and (when it runs) service lack, and what to do. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { systemClock } from '../../lib/clock.ts';
import { counted } from '../../lib/counted.ts';
import { StoreOpenError } from '../../store/sqlite/migrate.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { type Connection, connect } from '../connection.ts';
import { examineEvidenceHost } from '../doctor/evidence-host.ts';
import { type Finding, fine, problem, warning } from '../doctor/finding.ts';
import { examineInstallation } from '../doctor/installation.ts';
import { examineMachine } from '../doctor/machine.ts';
import {
  findRepairs,
  type Repair,
  type RepairName,
  repairNames,
  withStoresHeld,
} from '../doctor/repairs.ts';
import { examineService, lookForService } from '../doctor/service.ts';
import { examineWorker } from '../doctor/worker.ts';
import { examineWriter } from '../doctor/writer.ts';
import { loadConfigFor } from '../load-config.ts';
import { toPlainLine } from '../output/plain-text.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import type { Tone } from '../output/style.ts';
import { localUrlOf } from '../service-address.ts';

/** `failed` when there is a problem; warnings alone are `ok`. With `--repair`, when something is left to repair. */
export async function run(input: CommandInput): Promise<number> {
  if (input.options['repair'] !== undefined) return repair(input);
  if (input.options['yes'] === true) {
    input.io.err('--yes: says yes to nothing by itself; add --repair, with the kinds or for all');
    return exitCodes.usage;
  }
  const findings = await examine(input);
  const count = (status: Finding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  const problems = count('problem');
  if (wantsJson(input)) printJson(input, { ok: problems === 0, findings });
  else {
    for (const finding of findings) printFinding(input, finding);
    const said = problems === 0 ? 'No problem' : counted(problems, 'problem');
    const warnings = count('warning');
    createPrinter(input).line(
      `${said}${warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`}.`,
      problems === 0 ? 'good' : 'bad',
    );
  }
  return problems === 0 ? exitCodes.ok : exitCodes.failed;
}

/** Names what can be mended, and with `--yes` mends it. */
async function repair(input: CommandInput): Promise<number> {
  const { repair: wish, yes } = input.options;
  const names = typeof wish === 'string' ? wish.split(',') : null;
  const unknown = names?.find((name) => !(repairNames as readonly string[]).includes(name));
  if (unknown !== undefined) {
    input.io.err(`--repair: there is no ${unknown}; there are ${repairNames.join(', ')}`);
    return exitCodes.usage;
  }
  const loaded = loadConfigFor(input);
  if (!loaded.ok) {
    for (const { path, message } of loaded.problems) input.io.err(`${path}: ${message}`);
    return exitCodes.config;
  }
  const { config } = loaded;
  const { running } = await lookForService(config, connectionOf(config), systemClock.now());
  if (running) {
    input.io.err('The service runs and holds its state folder; stop it, then repair.');
    return exitCodes.failed;
  }
  try {
    return report(input, repairAll(config, names, yes === true));
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error;
    input.io.err(error.message);
    return exitCodes.failed;
  }
}

function repairAll(config: OrreryConfig, names: readonly string[] | null, act: boolean) {
  const wanted = (name: RepairName): boolean => names?.includes(name) ?? true;
  const { stateDir } = config.service;
  // Locks and folders first: what comes next needs them.
  const found: (Repair & { readonly done: boolean })[] = [];
  for (const stage of [repairNames.slice(0, 2), repairNames.slice(2)])
    withStoresHeld(stateDir, () => {
      const isNow = (name: RepairName): boolean => stage.includes(name) && wanted(name);
      for (const each of findRepairs(config, systemClock.now(), isNow)) {
        if (act) each.act?.();
        found.push({ ...each, done: act && each.act !== null });
      }
    });
  return found;
}

function report(input: CommandInput, found: ReturnType<typeof repairAll>): number {
  const left = found.filter(({ act, done }) => act !== null && !done).length;
  const shown = found.map(({ name, what, done }) => ({ name, what, done }));
  if (wantsJson(input)) printJson(input, { ok: left === 0, repairs: shown });
  else {
    for (const { name, what, done } of shown)
      input.io.out(toPlainLine(`${done ? 'done' : '    '} ${name}: ${what}`));
    input.io.out(
      left > 0
        ? `${left} to repair. Nothing was done: add --yes, or --repair NAME --yes for one kind.`
        : 'Nothing is left to repair.',
    );
  }
  return left === 0 ? exitCodes.ok : exitCodes.failed;
}

async function examine(input: CommandInput): Promise<Finding[]> {
  const nowMs = systemClock.now();
  const loaded = loadConfigFor(input);
  const machine = await examineMachine(input.io, nowMs, loaded.ok ? loaded.config.service : {});
  if (!loaded.ok) {
    const found = loaded.problems.map(({ path, message }) =>
      problem(
        'configuration',
        `${path}: ${message}`,
        'correct it; docs/configuration.md has every field',
      ),
    );
    return [...machine, ...found];
  }
  const { config } = loaded;
  const notices = loaded.notices.map((notice) =>
    warning('configuration', notice, 'see docs/configuration.md'),
  );
  const connection = connectionOf(config);
  const { running, finding } = await lookForService(config, connection, nowMs);
  return [
    ...machine,
    fine('configuration', `${loaded.path} is valid (role ${config.service.role})`),
    ...notices,
    finding,
    ...(await examineInstallation(config, running)),
    ...(config.service.role === 'worker'
      ? await examineWorker(config, running ? (localUrlOf(config) ?? null) : null)
      : await examineEvidenceHost(config, input.io.env)),
    ...(await examineWriter(config)),
    ...(running && connection !== null ? await examineService(config, connection) : []),
  ];
}

/** Null where the address is only known once the service has started. */
function connectionOf(config: OrreryConfig): Connection | null {
  const baseUrl = localUrlOf(config);
  if (baseUrl === undefined) return null;
  const token = config.auth.controlToken.reveal();
  return connect({ baseUrl, token, urlFrom: 'the configuration', tokenFrom: 'the configuration' });
}

const signs: Readonly<Record<Finding['status'], readonly [sign: string, tone: Tone | undefined]>> =
  {
    ok: ['✓', undefined],
    warning: ['!', 'warn'],
    problem: ['✗', 'bad'],
  };

function printFinding(input: CommandInput, { name, status, detail, advice }: Finding): void {
  const printer = createPrinter(input);
  const [sign, tone] = signs[status];
  printer.line(`${sign} ${status === 'ok' ? '' : `${status}: `}${name}: ${detail}`, tone);
  if (advice !== null) input.io.out(`    ${toPlainLine(advice)}`);
}
