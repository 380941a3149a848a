/** `orrery doctor`: what this machine, installation and (when it runs) service lack, and what to do. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { systemClock } from '../../lib/clock.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { type Connection, connect } from '../connection.ts';
import { type Finding, fine, problem, warning } from '../doctor/finding.ts';
import { examineInstallation } from '../doctor/installation.ts';
import { examineMachine } from '../doctor/machine.ts';
import { examineService, lookForService } from '../doctor/service.ts';
import { examineWorker } from '../doctor/worker.ts';
import { toPlainLine } from '../output/plain-text.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import type { Tone } from '../output/style.ts';
import { loadConfigFor, localUrlOf } from '../service-address.ts';

/** `failed` when there is a problem; warnings alone are `ok`. */
export async function run(input: CommandInput): Promise<number> {
  const findings = await examine(input);
  const count = (status: Finding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  const problems = count('problem');
  if (wantsJson(input)) printJson(input, { ok: problems === 0, findings });
  else {
    for (const finding of findings) printFinding(input, finding);
    const warnings = count('warning');
    createPrinter(input).line(
      problems === 0
        ? `No problem${warnings === 0 ? '' : `, ${warnings} warning${warnings === 1 ? '' : 's'}`}.`
        : `${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warnings.`,
      problems === 0 ? 'good' : 'bad',
    );
  }
  return problems === 0 ? exitCodes.ok : exitCodes.failed;
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
      : []),
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
