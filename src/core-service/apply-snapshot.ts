/**
 * Effect `core.apply`: asks the items for what a snapshot wants of them, as an operator would, each
 * step under a key of its own, so that what was cut off in the middle goes on where it was and does
 * nothing twice. An item that changed since it was judged is left alone.
 */
import type { ActorAddress, ActorEvent } from '../actors/machine/durable-actions.ts';
import type { Reply } from '../actors/runtime/definition.ts';
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import type { AskOptions } from '../actors/runtime/requests.ts';
import { stateWord } from '../domain/state-words.ts';
import { asText } from '../lib/as-text.ts';
import type {
  ApplySnapshotInput,
  CoreChange,
  CoreStep,
  CoreVerb,
} from '../machines/core-snapshot/effects.ts';
import type { AppliedDifference, CoreSnapshotEvent } from '../machines/core-snapshot/events.ts';
import type { ReadModels } from '../store/ports/read-models.ts';

/** Attempts at a snapshot that fails unexpectedly. */
const attemptsMax = 10;
/** The whole is tried again later; steps already done are found by their keys. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'shutting_down']);

/** The part of the actor host that applying needs. */
interface Actors {
  ask(address: ActorAddress, event: ActorEvent, options: AskOptions): Promise<Reply>;
  recall(key: string, options: Pick<AskOptions, 'signal'>): Promise<Reply | undefined>;
}
interface ApplyPorts {
  readonly actors: Actors;
  readonly reads: Pick<ReadModels, 'get'>;
}
interface Work extends ApplyPorts {
  readonly snapshot: Omit<ApplySnapshotInput, 'changes'>;
  readonly signal: AbortSignal;
}

/** Answers `APPLIED` with a result for every difference. A cancel of an active item waits for its run's end. */
export function createApplySnapshot(portsOf: () => ApplyPorts): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 200, maxMs: 10_000, factor: 2 },
    async run(input, { signal }): Promise<CoreSnapshotEvent & ActorEvent> {
      const { changes, ...snapshot } = input as unknown as ApplySnapshotInput;
      const results: AppliedDifference[] = [];
      for (const change of changes) {
        signal.throwIfAborted();
        results.push(...(await applyChange({ ...portsOf(), snapshot, signal }, change)));
      }
      return { type: 'APPLIED', results };
    },
  };
}

async function applyChange(work: Work, change: CoreChange): Promise<AppliedDifference[]> {
  const { project_id, steps, version } = change;
  const keyOf = (index: number) => `core:${work.snapshot.snapshot_id}:${project_id}:${index}`;
  const begun = await work.actors.recall(keyOf(0), { signal: work.signal });
  if (begun === undefined) {
    const live = await work.reads.get('queue_item', project_id);
    if (live?.version !== version) {
      const now = live === undefined ? 'is gone' : `changed to version ${live.version}`;
      const message = `It ${now} while the snapshot was being applied; the next one shows what is left.`;
      return steps.flatMap(({ fields }) =>
        resultsOf(project_id, fields, { applied: false, message }),
      );
    }
  }
  const results: AppliedDifference[] = [];
  for (const [index, step] of steps.entries()) {
    const outcome = await applyStep(work, project_id, { step, key: keyOf(index) });
    results.push(...resultsOf(project_id, step.fields, outcome));
  }
  return results;
}

type StepOutcome = Pick<AppliedDifference, 'applied' | 'message'>;

const resultsOf = (
  project_id: string,
  fields: readonly string[],
  outcome: StepOutcome,
): AppliedDifference[] => fields.map((field) => ({ project_id, field, ...outcome }));

async function applyStep(
  { actors, snapshot, signal }: Work,
  projectId: string,
  { step, key }: { readonly step: CoreStep; readonly key: string },
): Promise<StepOutcome> {
  const { event } = step;
  const { snapshot_id: id, source } = snapshot;
  const note = source === '' ? `snapshot ${id}` : `snapshot ${id} of ${source}`;
  const noted: CoreVerb = { ...event, note };
  const reply = await actors.ask({ kind: 'queue_item', id: projectId }, noted, {
    by: `core:${source}`,
    idempotency: { key, payload: {} },
    signal,
  });
  if (!reply.ok) {
    if (passing.has(reply.rejected)) throw new Error(`${projectId}: ${reply.detail}`);
    return { applied: false, message: reply.detail };
  }
  const { refusal, body, status } = reply.outcome;
  if (refusal !== null) return { applied: false, message: refusal.message };
  if (body?.['result'] === 'failed') {
    const why = asText(body['error'], 'no reason was given');
    const message = `Its run is not known to be stopped on its worker (${why}); the item stays ${stateWord(status)}.`;
    return { applied: false, message };
  }
  return { applied: true, message: event.type };
}
