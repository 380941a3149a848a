/**
 * What an earlier program put into the outbox for kinds that are parts by now. Taken in their order
 * before anything else, because an owner's next turn changes its parts at once.
 */
import { InvariantError } from '../../lib/assert.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { Journal, SequencedEffect, StoredActor, TurnRecord } from '../journal/port.ts';
import type { AnyDefinition } from './definition.ts';
import { messageOf, tellEffect, tellOf } from './effect-channel.ts';
import { restoreStanding } from './standing.ts';
import { takeTurn } from './turn.ts';

const pageRows = 500;

interface OldTellsOptions {
  readonly journal: Journal;
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Each is applied in the turn that removes it. One that cannot be stays, to become a dead letter. */
export async function takeOldTells(options: OldTellsOptions): Promise<void> {
  const { journal, definitions } = options;
  if (![...definitions.values()].some(({ partOf }) => partOf !== undefined)) return;
  let after = 0;
  for (;;) {
    const page = await journal.effects(after, pageRows);
    for (const row of page) if (row.name === tellEffect) await takeOldTell(options, row);
    if (page.length < pageRows) return;
    after = page.at(-1)!.sequence;
  }
}

async function takeOldTell(options: OldTellsOptions, row: SequencedEffect): Promise<void> {
  const { journal, definitions } = options;
  const { to, event, by } = tellOf(row);
  const definition = definitions.get(to.kind);
  if (definition?.partOf !== row.kind) return;
  const nowMs = options.now();
  const message = { ...messageOf(row, event, by), settle: () => {} };
  const given = { definition, definitions, address: to, message, at: toIsoTime(nowMs), nowMs };
  for (;;) {
    let stored: StoredActor | undefined;
    let record: TurnRecord;
    try {
      stored = await journal.load(to.kind, to.id);
    } catch (error) {
      if (error instanceof InvariantError) return;
      throw error;
    }
    try {
      record = takeTurn({ ...restoreStanding(definition, to.id, stored), ...given }).record;
    } catch {
      return;
    }
    const [result] = await journal.commit([record]);
    // Another process may have written meanwhile.
    if (result?.ok !== false || result.failure.reason !== 'version') return;
  }
}
