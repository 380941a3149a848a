/**
 * The proof of one store: its file, tables and log, that the current machines can take up what is stored,
 * and that nothing acknowledged is known to be gone.
 */
import type { Journal } from '../actors/journal/port.ts';
import { openPostgresJournal } from '../actors/journal/postgres/open.ts';
import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import type { MachineSpec } from '../actors/machine/spec.ts';
import type { AnyDefinition } from '../actors/runtime/definition.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import { eventLogSchema } from '../domain/records.ts';
import { messageOfError } from '../lib/describe-error.ts';
import { controlPlaneMachines, workerGateMachines } from '../machines/all.ts';
import { findGone } from '../store/hosted/find-gone.ts';
import { proveHostedRows } from '../store/hosted/prove-rows.ts';
import { isLoss } from '../store/ports/log-finding.ts';
import { archiveFolderOf } from '../store/sqlite/archive/place.ts';
import { isDamage } from '../store/sqlite/damage.ts';
import { foreseeFinding } from '../store/sqlite/head/settle.ts';
import { createStoreJournal } from '../store/sqlite/journal.ts';
import { StoreOpenError } from '../store/sqlite/migrate.ts';
import { advice, type Progress, ProofNotes } from '../store/sqlite/proof/notes.ts';
import { proveTables, type TablesReport } from '../store/sqlite/proof/tables.ts';
import type { UntouchedStore } from '../store/sqlite/untouched.ts';
import { type VerifyReport, verifyJournal } from '../store/verify.ts';
import { proveWaiting } from '../store/verify-waiting.ts';
import { reaperDefinition } from '../worker/end/reaper-log.ts';

type StoredMachines = readonly MachineSpec<{ status: string }, ActorEvent>[];

/** The stores of an installation, as people know them, by the names that they have in backups. */
export const provenStores: Readonly<
  Record<'control' | 'gate', { readonly title: string; readonly machines: StoredMachines }>
> = {
  control: { title: 'control plane', machines: Object.values(controlPlaneMachines) },
  gate: { title: 'worker gate', machines: Object.values(workerGateMachines) },
};

const pageRows = 500;

/** What the proof of one store comes to; `ok` when everything holds. */
export interface StoreReport extends VerifyReport, TablesReport {
  readonly unrestorable: readonly string[];
  /** What is known to be gone from the log; null when nothing is, or an operator knows of it. */
  readonly lost: string | null;
  /** Why the store could not be read to its end; null when it was. */
  readonly unreadable: string | null;
}

/** A store that is to be proven. */
interface StoreFile {
  readonly path: string;
  readonly machines: StoredMachines;
  /** Opens it, or a copy of it. */
  readonly open: () => UntouchedStore;
  /** Of a backup it is not asked what its log had lost before: it holds what there was. */
  readonly isBackup?: boolean;
}

/** Of a store of which nothing could be read. */
export const nothingRead: StoreReport = {
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

/** Reads all of it; what it cannot read is in the report. */
export async function verifyStore(
  { path, machines, open, isBackup = false }: StoreFile,
  progress: Progress,
): Promise<StoreReport> {
  let report = nothingRead;
  try {
    const store = open();
    const { db, close } = store;
    try {
      // Before all else: what is wrong with the pages explains what is wrong with the rest.
      const notes = new ProofNotes();
      report = { ...report, ...proveTables(db, progress, archiveFolderOf(path), notes) };
      const journal = createStoreJournal(db);
      await proveWaiting(journal, notes);
      report = { ...report, tables: notes.list() };
      report = { ...report, ...(await verifyJournal(journal, { onProgress: progress })) };
      const unrestorable = await findUnrestorable(journal, machines);
      const lost = isBackup ? null : await findLoss(path, store, journal);
      const ok = report.ok && isSound(report) && unrestorable.length === 0 && lost === null;
      return { ...report, ok, unrestorable, lost };
    } finally {
      close();
    }
  } catch (error) {
    // Damage can show as anything: a refused file, a broken page, a payload that is no longer JSON.
    return { ...report, ok: false, unreadable: wordsOfDamage(error) };
  }
}

const isSound = ({ tables }: TablesReport): boolean =>
  tables.every((table) => table.problem_count === 0);

/** What kept it from being read; where the file itself is to blame, with what to do. */
function wordsOfDamage(error: unknown): string {
  const message = messageOfError(error).replace('; run verify and restore a backup', '');
  return isOfFile(error) ? `${message}; ${advice.restore}` : message;
}

/** Not for a folder that cannot be written to, nor for a store of another program: these say what to do. */
function isOfFile(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isDamage(cause)) return true;
  }
  return !(error instanceof StoreOpenError || (error instanceof Error && 'syscall' in error));
}

/**
 * The truth of a hosted store: its log, what the log folds to, that all of it can be taken up, and that it has what
 * this machine saw of it last, as is kept beside the copy at `cachePath`
 * (null: it only reads).
 */
export async function verifyHosted(
  { url, cachePath }: { readonly url: string; readonly cachePath: string | null },
  machines: StoredMachines,
  onProgress: Progress,
): Promise<StoreReport> {
  try {
    const journal = await openPostgresJournal({ url, readonly: true });
    try {
      const notes = new ProofNotes();
      await proveHostedRows(url, notes, onProgress);
      await proveWaiting(journal, notes);
      const proof = await verifyJournal(journal, { onProgress });
      const unrestorable = await findUnrestorable(journal, machines);
      const lost = (await findGone(journal, cachePath)) ?? (await findKnownLoss(journal));
      const report = { ...nothingRead, ...proof, unrestorable, lost, tables: notes.list() };
      return {
        ...report,
        ok: proof.ok && isSound(report) && unrestorable.length === 0 && lost === null,
      };
    } finally {
      await journal.close();
    }
  } catch (error) {
    return { ...nothingRead, unreadable: messageOfError(error) };
  }
}

/** What the next start would find to be gone, or an earlier one has found and nobody acknowledged. */
async function findLoss(
  path: string,
  { db, isServed }: UntouchedStore,
  journal: Journal,
): Promise<string | null> {
  const finding = foreseeFinding(path, db, isServed);
  return finding !== null && isLoss(finding) ? finding.message : findKnownLoss(journal);
}

/** What a start has found to be gone and nobody acknowledged. */
async function findKnownLoss(journal: Journal): Promise<string | null> {
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
        found.push(`${kind}/${id}: ${messageOfError(error)}`);
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < pageRows) return found;
  }
}
