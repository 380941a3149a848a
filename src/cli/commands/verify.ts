/**
 * `orrery verify`: proves the stores of this installation: the file is whole, the hash chain is, folding
 * the log gives the stored states, every stored actor restores on the current machines, and indexes,
 * counts, full text and stored answers are what they were made of, and no acknowledged event is known to
 * be gone. Writes nothing beside the stores.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../actors/journal/port.ts';
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import type { AnyDefinition } from '../../actors/runtime/definition.ts';
import { createMachineActor } from '../../actors/runtime/machine-actor.ts';
import { howToAcknowledge } from '../../control/operations/index.ts';
import { eventLogSchema } from '../../domain/records.ts';
import { controlPlaneMachines, workerGateMachines } from '../../machines/all.ts';
import { isLoss } from '../../store/ports/log-finding.ts';
import { foreseeFinding } from '../../store/sqlite/head/settle.ts';
import { createStoreJournal } from '../../store/sqlite/journal.ts';
import { advice, type Progress } from '../../store/sqlite/proof/notes.ts';
import { proveTables, type TablesReport } from '../../store/sqlite/proof/tables.ts';
import { openUntouched, type UntouchedStore } from '../../store/sqlite/untouched.ts';
import { type VerifyReport, verifyJournal } from '../../store/verify.ts';
import { reaperDefinition } from '../../worker/reaper-log.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';
import { createProgress } from '../verify-progress.ts';

type StoredMachines = readonly MachineSpec<{ status: string }, ActorEvent>[];

const pageRows = 500;
/** Stores from this size on say how far they have come. */
const longBytesMin = 32 * 1024 ** 2;

/** `failed` when anything does not hold. Reads beside a running service. */
export async function run({ options, io }: CommandInput): Promise<number> {
  const loaded = loadConfigOrExplain(io);
  if (loaded === undefined) return exitCodes.config;
  const { stateDir } = loaded.config.service;
  const stores = [
    {
      name: 'control plane',
      path: join(stateDir, 'control.db'),
      lock: join(stateDir, 'control.lock'),
      machines: Object.values(controlPlaneMachines),
    },
    {
      name: 'worker gate',
      path: join(stateDir, 'worker', 'gate.db'),
      lock: join(stateDir, 'worker', 'gate.lock'),
      machines: Object.values(workerGateMachines),
    },
  ].filter((store) => existsSync(store.path));
  if (stores.length === 0) {
    io.err(`There is no store below ${stateDir} yet; start the service once.`);
    return exitCodes.failed;
  }
  const reports = [];
  for (const { name, ...store } of stores) {
    const isLong = statSync(store.path).size >= longBytesMin;
    const progress = isLong ? createProgress(name, io.err) : () => {};
    reports.push({ store: name, ...(await verifyStore(store, progress)) });
  }
  if (options['json'] === true) io.out(JSON.stringify(reports, null, 2));
  else for (const report of reports) printReport(io, report);
  return reports.every((report) => report.ok) ? exitCodes.ok : exitCodes.failed;
}

interface StoreReport extends VerifyReport, TablesReport {
  readonly unrestorable: readonly string[];
  /** What is known to be gone from the log; null when nothing is, or an operator knows of it. */
  readonly lost: string | null;
  /** Why the store could not be read to its end; null when it was. */
  readonly unreadable: string | null;
}

interface StoreFile {
  readonly path: string;
  readonly lock: string;
  readonly machines: StoredMachines;
}

const nothingRead: StoreReport = {
  ok: false,
  events: 0,
  actors: 0,
  problems: [],
  problem_count: 0,
  unrestorable: [],
  lost: null,
  tables: [],
  answers_not_held: 0,
  unreadable: null,
};

async function verifyStore(
  { path, lock, machines }: StoreFile,
  progress: Progress,
): Promise<StoreReport> {
  let report = nothingRead;
  try {
    const store = openUntouched(path, lock);
    const { db, close } = store;
    try {
      // Before all else: what is wrong with the pages explains what is wrong with the rest.
      report = { ...report, ...proveTables(db, progress) };
      const journal = createStoreJournal(db);
      report = { ...report, ...(await verifyJournal(journal, { onProgress: progress })) };
      const unrestorable = await findUnrestorable(journal, machines);
      const lost = await findLoss(path, store, journal);
      const isSound = report.tables.every((table) => table.problem_count === 0);
      const ok = report.ok && isSound && unrestorable.length === 0 && lost === null;
      return { ...report, ok, unrestorable, lost };
    } finally {
      close();
    }
  } catch (error) {
    // Damage can show as anything: a refused file, a broken page, a payload that is no longer JSON.
    const unreadable = error instanceof Error ? error.message : String(error);
    return { ...report, ok: false, unreadable };
  }
}

/** What the next start would find to be gone, or an earlier one has found and nobody acknowledged. */
async function findLoss(
  path: string,
  { db, isServed }: UntouchedStore,
  journal: Journal,
): Promise<string | null> {
  const finding = foreseeFinding(path, db, isServed);
  if (finding !== null && isLoss(finding)) return finding.message;
  const log = eventLogSchema.safeParse((await journal.load('event_log', 'main'))?.state).data;
  return log?.status === 'lost' ? (log.loss?.message ?? 'events are gone') : null;
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
  const { store, ok, events, actors, unreadable, answers_not_held: notHeld } = report;
  if (ok) {
    const answers = report.tables.find(({ table }) => table === 'answers')?.rows ?? 0;
    io.out(
      `✓ ${store}: ${events} events chained, ${actors} actors equal to the folded log and restorable, ` +
        `indexes, counts and full text equal to the actors, ${answers - notHeld} answers held`,
    );
    if (notHeld > 0) io.out(`    ${notHeld} answers of an earlier program are not held by a hash`);
    return;
  }
  const found = report.tables.reduce(
    (sum, table) => sum + table.problem_count,
    countLogged(report) + (report.lost === null ? 0 : 1),
  );
  if (unreadable !== null) io.out(`✗ ${store}: cannot be read: ${unreadable}`);
  else io.out(`✗ ${store}: ${found} problems in ${events} events and ${actors} actors`);
  for (const { table, problems, problem_count, advice } of report.tables)
    printProblems(io, table, problems, problem_count, advice);
  const messages = [
    ...report.problems.map(({ message }) => message),
    ...report.unrestorable.map((message) => `cannot be restored: ${message}`),
  ];
  printProblems(io, 'log and states', messages, countLogged(report), advice.restore);
  if (report.lost !== null)
    printProblems(io, 'acknowledged work', [report.lost], 1, howToAcknowledge);
}

const countLogged = ({ problem_count, unrestorable }: StoreReport): number =>
  problem_count + unrestorable.length;

function printProblems(
  io: CommandInput['io'],
  table: string,
  problems: readonly string[],
  count: number,
  what: string | null,
): void {
  if (count === 0) return;
  io.out(`  ${table}: ${count} ${count === 1 ? 'problem' : 'problems'}`);
  for (const problem of problems) io.out(`    ${problem}`);
  if (count > problems.length) io.out(`    and ${count - problems.length} more like these`);
  if (what !== null) io.out(`    to do: ${what}`);
}
