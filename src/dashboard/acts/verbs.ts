/** What an operator can do to a queue item, and how its buttons name what follows from it. Pure. */
import type { Plan } from '../service/wire.ts';

/** In the order shown: what helps first, what ends last. */
export const verbs = ['answer', 'resume', 'retry', 'pause', 'edit', 'cancel'] as const;
/** One of them; the service has a route for each. */
export type VerbName = (typeof verbs)[number];

/** A verb with the service's word on whether it would do it now. */
export interface VerbState {
  readonly verb: VerbName;
  /** Why the service would refuse it now; null: it would accept it. */
  readonly whyNot: string | null;
}

/** What a button and its confirmation say. */
export interface VerbWords {
  /** On the button. */
  readonly label: string;
  /** What happens then. */
  readonly effect: string;
  /** Asked before it is done; null: it can be undone by another verb and is done at once. */
  readonly confirm: { readonly question: string; readonly keep: string } | null;
}

const words: Readonly<Record<Exclude<VerbName, 'cancel'>, VerbWords>> = {
  answer: {
    label: 'Answer and queue it again',
    effect: 'Its next run resumes the session with your words.',
    confirm: null,
  },
  resume: {
    label: 'Put it back into the queue',
    effect: 'It waits in the queue again.',
    confirm: null,
  },
  retry: {
    label: 'Queue it again',
    effect: 'Its flag and error are cleared, and it waits in the queue again.',
    confirm: null,
  },
  pause: {
    label: 'Hold it back',
    effect: 'It is not started until someone puts it back.',
    confirm: null,
  },
  edit: {
    label: 'Keep these tags',
    effect:
      'They take the place of those of the item and its project; runs and papers keep theirs.',
    confirm: null,
  },
};

/** The words for a verb; `runId` is the run that is alive, null when none is. */
export function verbWords(verb: VerbName, runId: string | null): VerbWords {
  if (verb !== 'cancel') return words[verb];
  if (runId !== null) return stopWords(runId, 'Cancel and stop its run');
  return {
    label: 'Cancel it',
    effect: 'It leaves the queue; it can be queued again.',
    confirm: { question: 'Cancel this item? It leaves the queue.', keep: 'Leave it queued' },
  };
}

/** The words for stopping a run; it is asked for once, and kept for a worker that does not answer only where its run is out of sight. */
export function stopWords(runId: string, label = 'Stop run and keep its files'): VerbWords {
  return {
    label,
    effect:
      'Its worker is asked to kill the agent and what it started; files stay. Without its answer nothing changes; of a run that is out of sight the cancel stands until it answers.',
    confirm: {
      question: `Stop ${runId}? What the agent has not written to a file is lost. Its item leaves the queue and can be queued again.`,
      keep: 'Let it run',
    },
  };
}

const open: ReadonlySet<string> = new Set([
  'dispatching',
  'running',
  'awaiting_wake',
  'wake_received',
  'reconciling',
]);

/** Whether an item in this state has a run that a cancel would stop. */
export function isActive(status: string | null | undefined): boolean {
  return status != null && open.has(status);
}

/** How far an act of the operator has come; `key` names it, so that a repeat does nothing twice. */
export type Act<Name extends string> =
  | { readonly phase: 'asked' | 'sending'; readonly verb: Name; readonly key: string }
  | { readonly phase: 'done'; readonly words: string }
  | {
      readonly phase: 'failed';
      readonly verb: Name;
      readonly words: string;
      /** Kept where nobody knows whether it was done, so that a repeat does nothing twice. */
      readonly key: string | null;
    };

/** Verbs that need no words of their own. */
export const bulkVerbs = ['pause', 'resume', 'retry', 'cancel'] as const;
/** One of them, or an edit that gives all of them the same. */
export type BulkVerb = (typeof bulkVerbs)[number] | 'edit';
/** What an edit gives to all of them. */
export interface BulkFields {
  readonly priority: 'high' | 'medium' | 'low';
}

/** How far it has come; `plan` is frozen by the service when it is drawn up. */
export interface BulkPlan {
  readonly verb: BulkVerb;
  readonly phase: 'drawing' | 'drawn' | 'executing' | 'done' | 'failed';
  readonly plan: Plan | null;
  readonly problem: string | null;
  /** So that a repeat of what nobody answered does nothing twice. */
  readonly key: string;
}
