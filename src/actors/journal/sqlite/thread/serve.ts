/**
 * The writer's side of the threaded journal: it owns the connection that writes and the hash chain.
 * What waits together is committed together. Between two groups it does one of the other things that
 * must be written on this connection, its chores, so that neither keeps the other waiting for long.
 * While another process has the write lock, turns wait here, in their order, and so do chores that are
 * to; all others go on.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { assert } from '../../../../lib/assert.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { toRemoteError } from '../../../../lib/remote-error.ts';
import type { TurnRecord, TurnResult } from '../../port.ts';
import type { Projections } from '../../projection.ts';
import { Committer, type Head } from '../commit.ts';
import { isLocked, WriteLock } from '../write-lock.ts';
import type { ChoreAnswer, ChoreRequest } from './messages.ts';
import { writeResults } from './result-wire.ts';
import { type Wire, WireReader } from './turn-wire.ts';
import { createRig, type WriterRig } from './writer-rig.ts';

/** Work by name. What it does before it first waits is done before the next group, so it is short. */
export type Chores = Readonly<Record<string, (input: never) => unknown>>;

interface WriterOptions {
  /** Opened for writing; closed when the journal is. */
  readonly db: Database;
  readonly projections: Projections;
  readonly port: MessagePort;
  /** Of real time: other processes have no other. */
  readonly clock: Clock;
  readonly chores?: Chores;
  /** Names of chores that wait for another process's lock as turns do; all others are answered when they meet it. */
  readonly patient?: ReadonlySet<string>;
  /** Shared with chores that meet it, too. */
  readonly lock?: WriteLock;
  /** Told how far the log goes: after each group was answered, and last of all before the end. */
  readonly heads?: {
    note(head: Head): void;
    close(head: Head): void;
  };
  /** For tests. */
  readonly rig?: WriterRig | undefined;
}

/** `hurry`: what another process's lock keeps waiting is answered at once. */
type WriterMessage = Wire | ChoreRequest | 'hurry' | 'close';

const noChores: ReadonlySet<string> = new Set();

/** Serves commits and chores from `port` until it is told to close. */
export function serveJournal(options: WriterOptions): void {
  const { db, projections, port, clock, chores = {}, patient = noChores, heads, rig } = options;
  const lock = options.lock ?? new WriteLock(clock);
  const reach = createRig(rig ?? {});
  const committer = new Committer(db, projections, reach);
  const batches: TurnRecord[][] = [];
  const requests: ChoreRequest[] = [];
  /** Chores that met the lock. */
  const locked: ChoreRequest[] = [];
  let isClosing = false;
  let isHurried = false;
  let isPausing = false;

  const take = (message: WriterMessage): void => {
    if (message === 'close') isClosing = true;
    else if (message === 'hurry') isHurried = true;
    else if (!Array.isArray(message)) requests.push(message);
    else {
      const wire = new WireReader(message);
      while (!wire.isAtEnd) batches.push(wire.readBatch());
    }
  };
  const takeAll = (): void => {
    for (let next = receiveMessageOnPort(port); next !== undefined; ) {
      take(next.message as WriterMessage);
      next = receiveMessageOnPort(port);
    }
  };
  const commitAll = (): void => {
    const group = batches.splice(0);
    reach('received');
    const answer: Wire = [];
    const left = answerGroup(answer, committer, group);
    if (left.length === 0) lock.gone();
    else waitWith(left, answer);
    reach('before_answer');
    if (answer.length > 0) port.postMessage(answer);
    heads?.note(committer.head);
  };
  /** They are tried again after a pause, unless there is no time or it was enough. */
  const waitWith = (left: readonly TurnRecord[][], answer: Wire): void => {
    lock.met();
    const pauseMs = isHurried ? null : lock.nextPauseMs();
    if (pauseMs === null) {
      for (const _ of left) answer.push(toRemoteError(lock.toError()));
      return;
    }
    batches.unshift(...left);
    isPausing = true;
    clock.setTimer(pauseMs, goOn);
  };
  const doChore = async (request: ChoreRequest): Promise<void> => {
    const { id, chore, input } = request;
    const work = chores[chore];
    const reply = (answer: ChoreAnswer): void => port.postMessage(answer);
    try {
      assert(work !== undefined, `the writer knows the chore ${chore}`);
      reply({ id, ok: true, value: await work(input as never) });
      if (patient.has(chore)) lock.gone();
    } catch (error) {
      const waits = patient.has(chore) && isLocked(error) && mayWait(request);
      if (!waits) reply({ id, ok: false, error: toRemoteError(error) });
    }
  };
  /** It is done again after a pause, unless there is no time or it was enough. */
  const mayWait = (request: ChoreRequest): boolean => {
    lock.met();
    const pauseMs = isHurried ? null : lock.nextPauseMs();
    if (pauseMs === null) return false;
    locked.push(request);
    clock.setTimer(pauseMs, () => {
      takeAll();
      requests.push(...locked.splice(0));
      work();
    });
    return true;
  };

  const work = (): void => {
    const isReady = (): boolean => batches.length > 0 && !isPausing;
    while (isReady() || requests.length > 0) {
      if (isReady()) commitAll();
      const request = requests.shift();
      if (request !== undefined) void doChore(request);
      takeAll();
    }
    if (!isClosing) return;
    heads?.close(committer.head);
    db.close();
    port.close();
  };
  const goOn = (): void => {
    isPausing = false;
    takeAll();
    work();
  };
  port.on('message', (message: WriterMessage) => {
    take(message);
    takeAll();
    if (isHurried) {
      isPausing = false;
      requests.push(...locked.splice(0));
    }
    work();
  });
}

/**
 * Appends, for each batch, `true` and its results, or the error that kept it from being written.
 * Returns the batches that are not answered because another process has the lock.
 */
function answerGroup(
  answer: Wire,
  committer: Committer,
  group: readonly TurnRecord[][],
): readonly TurnRecord[][] {
  let results: readonly (readonly TurnResult[])[];
  try {
    results = committer.commitGroup(group);
  } catch (error) {
    if (isLocked(error)) return group;
    if (group.length === 1) {
      answer.push(toRemoteError(error));
      return [];
    }
    // One of them is at fault: apart, the others need not suffer for it.
    for (const [index, batch] of group.entries()) {
      if (answerGroup(answer, committer, [batch]).length > 0) return group.slice(index);
    }
    return [];
  }
  for (const batch of results) {
    answer.push(true);
    writeResults(answer, batch);
  }
  return [];
}
