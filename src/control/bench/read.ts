/** The bench read: what is out of service and why, in pages, and the supervision tree beside it. */
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import type { SupervisionNode } from '../../actors/runtime/supervision.ts';
import type { VolatileActorState } from '../../actors/volatile/host-options.ts';
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { SupervisionReply } from '../../worker-wire/wire-supervision.ts';
import { type Bench, type BenchContext, stampOf } from '../common/index.ts';

import { decodeCursor, encodeCursor } from './cursor.ts';
import { showText, toActorEntry, toLetterEntry } from './entries.ts';
import { addressKey, quarantinesInOrder, requireLetter, requireQuarantine } from './find.ts';
import { lookAhead } from './look-ahead.ts';

interface PageRequest {
  readonly cursor: string | null;
  readonly page_size: number;
}

/** How far the check of all stored actors has come, as replies show it. */
export function readRestoreCheck(bench: Bench) {
  const { failures, error, ...progress } = bench.restoreProgress();
  return {
    ...progress,
    failures: failures.map((failure) => showText(failure, bench)),
    error: error === null ? null : showText(error, bench),
  };
}

/** How many are out of service, and how many messages wait for a person. */
export async function readBenchTotals(bench: Bench) {
  return {
    out_of_service: bench.quarantines().length,
    dead_letters: await bench.countDeadLetters(),
  };
}

/** Totals, the restore check, and the first rows of both lists. */
export async function readBench(context: BenchContext) {
  const { bench, clock } = context;
  const page = { cursor: null, page_size: limits.benchRowsShown };
  const [actors, letters, totals] = await Promise.all([
    listActorEntries(context, page),
    listLetters(context, page),
    readBenchTotals(bench),
  ]);
  return {
    ok: true as const,
    summary: summarize(totals.out_of_service, totals.dead_letters),
    totals,
    restore_check: readRestoreCheck(bench),
    actors: actors.rows,
    dead_letters: letters.rows,
    links: {
      actors: `${bench.place.bench}/actors`,
      dead_letters: `${bench.place.bench}/dead-letters`,
      supervision: bench.place.supervision,
    },
    ...stampOf(clock, 'store'),
  };
}

function summarize(outOfService: number, letters: number): string {
  if (outOfService === 0 && letters === 0) {
    return 'Every actor is in service and no message was lost.';
  }
  const actors = outOfService === 1 ? '1 actor is' : `${outOfService} actors are`;
  const waiting = letters === 1 ? '1 dead letter waits' : `${letters} dead letters wait`;
  return `${actors} out of service, ${waiting} for a person.`;
}

/** Actors out of service by kind and id, a page of them. */
export async function listActorEntries(
  context: BenchContext,
  { cursor, page_size: pageSize }: PageRequest,
) {
  const all = quarantinesInOrder(context.bench);
  const after = cursor === null ? null : decodeCursor('actors', cursor);
  const rest = after === null ? all : all.filter((one) => addressKey(one) > after);
  const rows = await Promise.all(
    rest.slice(0, pageSize).map((one) => toActorEntry(context, one, { whole: false })),
  );
  const last = rows.at(-1);
  const isMore = rest.length > rows.length && last !== undefined;
  return toPage(context, {
    rows,
    pageSize,
    next: isMore ? encodeCursor('actors', addressKey(last)) : null,
  });
}

/** Dead letters, newest first, a page of them. */
export async function listLetters(
  context: BenchContext,
  { cursor, page_size: pageSize }: PageRequest,
) {
  const { bench } = context;
  const before = cursor === null ? undefined : Number(decodeCursor('letters', cursor));
  const found = await bench.deadLetters(pageSize + 1, before);
  const rows = found
    .slice(0, pageSize)
    .map((letter) => toLetterEntry(bench, letter, { whole: false }));
  const last = rows.at(-1);
  const isMore = found.length > rows.length && last !== undefined;
  return toPage(context, {
    rows,
    pageSize,
    next: isMore ? encodeCursor('letters', last.sequence) : null,
  });
}

function toPage<Row>(
  { clock }: Pick<BenchContext, 'clock'>,
  page: { readonly rows: readonly Row[]; readonly pageSize: number; readonly next: string | null },
) {
  const { rows, pageSize, next } = page;
  return {
    ok: true as const,
    rows,
    page: {
      page_size: pageSize,
      returned: rows.length,
      next_cursor: next,
      has_more: next !== null,
    },
    ...stampOf(clock, 'store'),
  };
}

/** One actor out of service, whole, with what waits for its release. 404 when it is in service. */
export async function readActorEntry(context: BenchContext, address: ActorAddress) {
  const quarantine = requireQuarantine(context.bench, address);
  const [actor, ahead] = await Promise.all([
    toActorEntry(context, quarantine, { whole: true }),
    lookAhead(context.bench, quarantine),
  ]);
  const generatedAt = toIsoTime(context.clock.now());
  return { ok: true as const, actor, ...ahead, generated_at: generatedAt, source: 'store' };
}

/** One dead letter, whole. 404 when it is gone. */
export async function readLetter({ bench, clock }: BenchContext, sequence: number) {
  const letter = await requireLetter(bench, sequence);
  return {
    ok: true as const,
    dead_letter: toLetterEntry(bench, letter, { whole: true }),
    ...stampOf(clock, 'store'),
  };
}

/** A host's supervision tree, who of it is out of service (as `kind/id`), and its volatile actors. */
export interface SupervisedHost {
  readonly host: string;
  readonly groups: readonly SupervisionNode[];
  readonly quarantined: readonly string[];
  readonly actors: readonly VolatileActorState[];
}

/** Hosts, groups and kinds with their failures in the window and who is out of service. */
export function readSupervision(
  { clock, redact }: Pick<BenchContext, 'clock'> & Pick<Bench, 'redact'>,
  hosts: readonly SupervisedHost[],
): SupervisionReply {
  return {
    ok: true,
    hosts: hosts.map(({ host, groups, quarantined, actors }) => {
      const countOf = (kind: string): number =>
        quarantined.filter((name) => name.startsWith(`${kind}/`)).length;
      return {
        host,
        out_of_service: quarantined.length,
        groups: groups.map(({ children, ...group }) => {
          const kinds = children.map(({ children: _, ...kind }) => ({
            ...kind,
            out_of_service: countOf(kind.name),
          }));
          const out = kinds.reduce((sum, kind) => sum + kind.out_of_service, 0);
          return { ...group, out_of_service: out, kinds };
        }),
        actors: actors.map(({ inner, last_failure: failure, ...actor }) => ({
          ...actor,
          inner: [...inner],
          last_failure:
            failure === null ? null : { ...failure, reason: showText(failure.reason, { redact }) },
        })),
      };
    }),
    ...stampOf(clock, 'memory'),
  };
}
