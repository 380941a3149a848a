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
import { type VerifyReport, verifyJournal } from '../../store/verify.ts';
import { reaperDefinition } from '../../worker/reaper-log.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';

type StoredMachines = readonly MachineSpec<{ status: string }, ActorEvent>[];

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
  for (const { name, path, machines } of stores)
    reports.push({ store: name, ...(await verifyStore(path, machines)) });
  if (options['json'] === true) io.out(JSON.stringify(reports, null, 2));
  else for (const report of reports) printReport(io, report);
  return reports.every((report) => report.ok) ? exitCodes.ok : exitCodes.failed;
}

interface StoreReport extends VerifyReport {
  readonly unrestorable: readonly string[];
  /** Why the store could not be read to its end; null when it was. */
  readonly unreadable: string | null;
}

const nothingRead = { events: 0, actors: 0, problems: [], problem_count: 0, unrestorable: [] };

async function verifyStore(path: string, machines: StoredMachines): Promise<StoreReport> {
  try {
    const journal = createSqliteJournal(openSqlite({ path, readonly: true }));
    try {
      const verified = await verifyJournal(journal);
      const unrestorable = await findUnrestorable(journal, machines);
      const ok = verified.ok && unrestorable.length === 0;
      return { ...verified, ok, unrestorable, unreadable: null };
    } finally {
      await journal.close();
    }
  } catch (error) {
    // Damage can show as anything: a refused file, a broken page, a payload that is no longer JSON.
    const unreadable = error instanceof Error ? error.message : String(error);
    return { ...nothingRead, ok: false, unreadable };
  }
}

/** Stored actors that the current machines cannot take up, each with the reason. */
async function findUnrestorable(journal: Journal, machines: StoredMachines): Promise<string[]> {
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

function printReport(io: CommandInput['io'], report: StoreReport & { store: string }): void {
  const { store, ok, events, actors, problems, problem_count, unrestorable, unreadable } = report;
  if (ok) {
    io.out(
      `✓ ${store}: ${events} events chained, ${actors} actors equal to the folded log and restorable`,
    );
    return;
  }
  if (unreadable !== null) {
    io.out(`✗ ${store}: cannot be read: ${unreadable}`);
    return;
  }
  const found = problem_count + unrestorable.length;
  io.out(`✗ ${store}: ${found} problems in ${events} events and ${actors} actors`);
  for (const { message } of problems) io.out(`    ${message}`);
  if (problem_count > problems.length)
    io.out(`    and ${problem_count - problems.length} more like these`);
  for (const message of unrestorable) io.out(`    cannot be restored: ${message}`);
}
