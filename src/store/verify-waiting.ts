/**
 * Proves what waits beside the log: timers, outbox, dead letters, actors out of service. No hash holds these rows, so
 * only what cannot be is found: a text that is no JSON, a time that is none. A start that meets one of them ends.
 */
import type {
  DeadLetter,
  Journal,
  Quarantine,
  SequencedEffect,
  TimerRow,
} from '../actors/journal/port.ts';
import { parseIfJson } from '../lib/if-there.ts';
import { advice, type ProofNotes } from './sqlite/proof/notes.ts';

const pageRows = 500;
/** The name of a message to another actor, as the port has it. */
const tell = 'tell';

/** Notes what is wrong, by table. Rejects only when the store cannot be read. */
export async function proveWaiting(journal: Journal, notes: ProofNotes): Promise<void> {
  const prove = async <Row>(
    table: string,
    page: (after: Row | null) => Promise<readonly Row[]>,
    wrongWith: (row: Row) => string | null,
  ): Promise<void> => {
    let rows = 0;
    for (let after: Row | null = null; ; ) {
      const found: readonly Row[] = await page(after);
      for (const row of found) {
        const wrong = wrongWith(row);
        if (wrong !== null) notes.problem(table, wrong, advice.restore);
      }
      rows += found.length;
      after = found.at(-1) ?? null;
      if (found.length < pageRows) break;
    }
    notes.looked(table, rows);
  };
  await prove<TimerRow>(
    'timers',
    (after) => journal.timers(after, pageRows),
    ({ kind, id, name, due_ms, delay_ms, event }) =>
      isNumber(due_ms) && (delay_ms === null || isNumber(delay_ms)) && isEvent(parseIfJson(event))
        ? null
        : `the timer "${name}" of ${kind}/${id} is not what was set`,
  );
  await prove<SequencedEffect>(
    'effects',
    (after) => journal.effects(after?.sequence ?? 0, pageRows),
    ({ sequence, kind, id, name, input, attempts, not_before_ms }) =>
      isNumber(attempts) && isNumber(not_before_ms) && isInput(name, parseIfJson(input))
        ? null
        : `the effect ${sequence} ("${name}" of ${kind}/${id}) is not what was asked for`,
  );
  await prove<DeadLetter>(
    'dead_letters',
    (after) => journal.deadLetters(pageRows, after?.sequence),
    ({ sequence, message, at }) =>
      isEvent(parseIfJson(message)) && isTime(at)
        ? null
        : `the dead letter ${sequence} is not what was kept`,
  );
  await prove<Quarantine>(
    'quarantines',
    (after) => journal.quarantines(after, pageRows),
    ({ kind, id, event, since }) =>
      (event === null || isEvent(parseIfJson(event))) && isTime(since)
        ? null
        : `what is kept of ${kind}/${id}, which is out of service, is not what was written`,
  );
}

/** A damaged cell may hold anything, whatever its column is for. */
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTime = (text: unknown): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(String(text));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isEvent = (value: unknown): boolean => isObject(value) && typeof value['type'] === 'string';

/** Of a message to another actor it must be known to whom it goes. */
function isInput(name: string, input: unknown): boolean {
  if (!isObject(input)) return false;
  if (name !== tell) return true;
  const { to, event } = input;
  return (
    isObject(to) && typeof to['kind'] === 'string' && typeof to['id'] === 'string' && isEvent(event)
  );
}
