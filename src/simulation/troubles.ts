/**
 * What speaks against leaving the service alone, as the world and the commits have it and not as the service says:
 * workers that do not answer, a full disk, a pump that is off or does nothing, what waits for a person.
 */
import { limits } from '../domain/limits.ts';
import { asText } from '../lib/as-text.ts';
import type { State, Watching } from './watching.ts';

/** One of them, and from when on the service must know of it, by the clock that never goes back. */
export interface Trouble {
  readonly what: string;
  /** The worker that it is about; absent: none. */
  readonly worker?: string;
  readonly knownFromMs: number;
}

/** What is so besides what was committed. */
export interface World {
  readonly workers: readonly { readonly name: string; readonly awaySinceMs: number | null }[];
  readonly isDiskFull: boolean;
  /** When the present process of the control plane was started. */
  readonly startedMs: number;
  /** Between two looks at a worker; 0: nobody looks by itself. */
  readonly refreshMs: number;
  readonly pumpIntervalMs: number;
  /** When work of the pump began that does not end; null: it ends what it begins. */
  readonly pumpHungSinceMs: number | null;
  /** The service looks at what its pump does at least this often. */
  readonly pumpSeenEveryMs: number;
}

/** A look takes as long as its calls; after two of them a worker that does not answer is known. */
const noticeMs = 3 * 60_000;
const waiting: Readonly<Record<string, readonly string[]>> = {
  queue_item: ['needs_review', 'blocked', 'dispatch_error'],
  paper: ['human_review_required'],
};

/** Everything that speaks against it. */
export function findTroubles(world: World, watching: Watching): readonly Trouble[] {
  return [
    ...workerTroubles(world),
    ...(world.isDiskFull ? [{ what: 'its disk is full', knownFromMs: 0 }] : []),
    ...switchTroubles(watching),
    ...pumpTroubles(world, watching),
    ...Object.entries(waiting).flatMap(([kind, statuses]) =>
      [...watching.of(kind)]
        .filter(([, state]) => statuses.includes(String(state['status'])))
        .slice(0, 1)
        .map(([id, state]) => ({
          what: `${kind} ${id} is ${String(state['status'])}`,
          knownFromMs: 0,
        })),
    ),
  ];
}

const workerTroubles = ({ workers, startedMs, refreshMs }: World): readonly Trouble[] =>
  refreshMs === 0
    ? []
    : workers.flatMap(({ name, awaySinceMs }) =>
        awaySinceMs === null
          ? []
          : [
              {
                what: `worker ${name} does not answer`,
                worker: name,
                knownFromMs: Math.max(awaySinceMs, startedMs) + 2 * refreshMs + noticeMs,
              },
            ],
      );

function switchTroubles(watching: Watching): readonly Trouble[] {
  const status = asText(watching.of('control').get('main')?.['status'], 'open');
  return status === 'open' ? [] : [{ what: `the queue is ${status}`, knownFromMs: 0 }];
}

/** One that is on looks after its longest pause at the latest; what it does is known to go on since it was first seen to. */
function pumpTroubles(
  { startedMs, pumpIntervalMs, pumpHungSinceMs, pumpSeenEveryMs }: World,
  watching: Watching,
): readonly Trouble[] {
  const pump: State | undefined = watching.of('pump').get('main');
  if (pump?.['enabled'] !== true) return [{ what: 'the pump is off', knownFromMs: 0 }];
  if (pumpHungSinceMs !== null)
    return [
      {
        what: 'the pump does not end what it began',
        knownFromMs: pumpHungSinceMs + pumpSeenEveryMs + limits.outboxStuckMs + noticeMs,
      },
    ];
  const longestMs =
    Math.max(limits.pumpPauseMsMax, pumpIntervalMs) + limits.pumpLateIntervals * pumpIntervalMs;
  return [
    {
      what: 'the pump does nothing',
      knownFromMs: Math.max(watching.pumpTurnMs, startedMs) + longestMs + noticeMs,
    },
  ];
}
