/** Entries of the bench as replies show them: bounded, without secrets, with what may be done. */
import type { DeadLetter, Quarantine } from '../../actors/journal/port.ts';
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import type { Shown } from '../../actors/runtime/repairs.ts';
import { InvariantError } from '../../lib/assert.ts';
import { excerpt } from '../../lib/excerpt.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import type { Bench, BenchContext } from '../common/index.ts';

type Json = Readonly<Record<string, unknown>>;

const actorEntryPath = ({ place }: Bench, { kind, id }: ActorAddress): string =>
  `${place.bench}/actors/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
const letterPath = ({ place }: Bench, sequence: number): string =>
  `${place.bench}/dead-letters/${sequence}`;

/** Characters of an event's JSON above which a list shows its plain members only. */
const eventCharsMax = 20_000;

interface ShownEvent {
  readonly event_type: string | null;
  readonly event: Json | null;
  /** True when this is not the whole event. */
  readonly event_truncated: boolean;
}

/** A stored event for replies; `whole` leaves long texts as they are. Secrets go in any case. */
export function showEvent(
  text: string | null,
  { redact, whole }: { readonly redact: (text: string) => string; readonly whole: boolean },
): ShownEvent {
  if (text === null) return { event_type: null, event: null, event_truncated: false };
  const event = redactTexts(JSON.parse(text), redact) as Json;
  const type = String(event['type']);
  if (whole) return { event_type: type, event, event_truncated: false };
  const { value, cut } = excerpt(event);
  const short = value as Json;
  if (JSON.stringify(short).length <= eventCharsMax) {
    return { event_type: type, event: short, event_truncated: cut };
  }
  const plain = Object.entries(short).filter(([, member]) => typeof member !== 'object');
  return { event_type: type, event: Object.fromEntries(plain), event_truncated: true };
}

function redactTexts(part: unknown, redact: (text: string) => string): unknown {
  if (typeof part === 'string') return redact(part);
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((member) => redactTexts(member, redact));
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [redact(name), redactTexts(member, redact)]),
  );
}

/** Text that a failing machine or store wrote: without secrets, and bounded. */
export const showText = (text: string, { redact }: Pick<Bench, 'redact'>): string =>
  excerpt(redact(text)).value as string;

/** An actor out of service. `status` is null where the stored state does not give one. */
export async function toActorEntry(
  { bench, reads }: Pick<BenchContext, 'bench' | 'reads'>,
  quarantine: Shown<Quarantine>,
  { whole }: { readonly whole: boolean },
) {
  const { kind, id, reason, since, mark, event } = quarantine;
  const self = actorEntryPath(bench, quarantine);
  return {
    kind,
    id,
    status: await readStatus(reads, kind, id),
    reason: showText(reason, bench),
    ...showEvent(event, { redact: (text) => bench.redact(text), whole }),
    since,
    mark,
    links: {
      self,
      actor: bench.place.actorPath(quarantine),
      try: `${self}/try`,
      release: `${self}/release`,
    },
  };
}

/** The stored status; null where there is none, or the stored text is damaged. */
async function readStatus(
  reads: BenchContext['reads'],
  kind: string,
  id: string,
): Promise<string | null> {
  let row: EntityRow | undefined;
  try {
    row = await reads.get(kind, id);
  } catch (error) {
    // Damaged text is what may have brought the actor here; a store that cannot be read is not.
    if (error instanceof SyntaxError || error instanceof InvariantError) return null;
    throw error;
  }
  const status = row?.['status'];
  return typeof status === 'string' ? status : null;
}

/** A message that no actor could handle. */
export function toLetterEntry(
  bench: Bench,
  letter: Shown<DeadLetter>,
  { whole }: { readonly whole: boolean },
) {
  const { kind, id } = letter;
  const self = letterPath(bench, letter.sequence);
  return {
    sequence: letter.sequence,
    kind,
    id,
    ...showEvent(letter.message, { redact: (text) => bench.redact(text), whole }),
    reason: showText(letter.reason, bench),
    source: letter.source,
    by: letter.by,
    at: letter.at,
    correlation_id: letter.correlation_id,
    cause_id: letter.cause_id,
    actor_in_service: !bench.quarantines().some((one) => one.kind === kind && one.id === id),
    mark: letter.mark,
    links: {
      self,
      actor: bench.place.actorPath(letter),
      try: `${self}/try`,
      retry: `${self}/retry`,
      discard: `${self}/discard`,
    },
  };
}
