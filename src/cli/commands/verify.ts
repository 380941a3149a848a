/**
 * `orrery verify`: proves the stores of this installation: the hash chain is whole, folding the log
 * gives the stored states, and every stored actor restores on the current machines.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyDefinition } from '../../actors/runtime/definition.ts';
import { createMachineActor } from '../../actors/runtime/machine-actor.ts';
import { controlPlaneMachines, workerGateMachines } from '../../machines/all.ts';
import type { ActorEvent } from '../../machines/durable-actions.ts';
import type { MachineSpec } from '../../machines/spec.ts';
import type { Journal } from '../../store/ports/journal.ts';
import { createSqliteJournal } from '../../store/sqlite/journal.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import { verifyJournal } from '../../store/verify.ts';
import { reaperDefinition } from '../../worker/reaper-log.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';

const pageRows = 500;

/** `failed` when anything does not hold. Reads beside a running service. */
export async function run({ options, io }: CommandInput): Promise<number> {
  const loaded = loadConfigOrExplain(io);
  if (loaded === undefined) return exitCodes.config;
  const { stateDir } = loaded.config.service;
  const stores = [
    {
      name: 'control plane',
      path: join(stateDir, 'control.db'),
      machines: Object.values(controlPlaneMachines),
    },
    {
      name: 'worker gate',
      path: join(stateDir, 'worker', 'gate.db'),
      machines: Object.values(workerGateMachines),
    },
  ].filter((store) => existsSync(store.path));
  if (stores.length === 0) {
    io.err(`There is no store below ${stateDir} yet; start the service once.`);
    return exitCodes.failed;
  }
  const reports = [];
  for (const { name, path, machines } of stores) {
    const journal = createSqliteJournal(openSqlite({ path, readonly: true }));
    const verified = await verifyJournal(journal);
    const unrestorable = await findUnrestorable(journal, machines);
    await journal.close();
    reports.push({
      store: name,
      ...verified,
      unrestorable,
      ok: verified.ok && unrestorable.length === 0,
    });
  }
  if (options['json'] === true) io.out(JSON.stringify(reports, null, 2));
  else for (const report of reports) printReport(io, report);
  return reports.every((report) => report.ok) ? exitCodes.ok : exitCodes.failed;
}

/** Stored actors that the current machines cannot take up, each with the reason. */
async function findUnrestorable(
  journal: Journal,
  machines: readonly MachineSpec<{ status: string }, ActorEvent>[],
): Promise<string[]> {
  const definitions = new Map<string, AnyDefinition>([
    ...machines.map((spec): [string, AnyDefinition] => [spec.kind, createMachineActor(spec)]),
    [reaperDefinition.kind, reaperDefinition],
  ]);
  const found: string[] = [];
  let after: { kind: string; id: string } | null = null;
  for (;;) {
    const page: readonly { kind: string; id: string }[] = await journal.addresses(after, pageRows);
    for (const { kind, id } of page) {
      const stored = await journal.load(kind, id);
      try {
        if (stored !== undefined)
          definitions.get(kind)?.restore(stored.state, stored.state_version);
        if (!definitions.has(kind)) found.push(`${kind}/${id}: no machine of this kind`);
      } catch (error) {
        found.push(`${kind}/${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < pageRows) return found;
  }
}

function printReport(
  io: CommandInput['io'],
  report: {
    store: string;
    ok: boolean;
    events: number;
    actors: number;
    problems: readonly { message: string }[];
    unrestorable: readonly string[];
  },
): void {
  io.out(
    `${report.ok ? '✓' : '✗'} ${report.store}: ${report.events} events chained, ${report.actors} actors equal to the folded log and restorable`,
  );
  for (const { message } of report.problems) io.out(`    ${message}`);
  for (const message of report.unrestorable) io.out(`    cannot be restored: ${message}`);
}
