/**
 * `enqueueActions`: what it asks for is known only in the turn, so its actions are compiled there and
 * refused there, by name and place, when they cannot be honoured.
 */
import { assign, cancel, emit, raise, sendParent, sendTo, spawnChild, stopChild } from 'xstate';
import type { BuiltInAction } from './builtins.ts';
import { compileGuard } from './guards.ts';
import { throwFault } from './problems.ts';
import type { Site } from './site.ts';
import { Args, type Step, type Turn } from './turn.ts';

type Collect = Extract<BuiltInAction, { name: 'enqueueActions' }>;
type Enqueue = (action: unknown) => void;

/** What the collecting function is called with. */
class CollectArgs extends Args {
  readonly enqueue: Enqueue;
  readonly check: (guard: unknown) => boolean;

  constructor(turn: Turn, enqueue: Enqueue, check: (guard: unknown) => boolean) {
    super(turn.context, turn.event);
    this.enqueue = enqueue;
    this.check = check;
  }
}

/** The step of one `enqueueActions`. In the turn it throws `InvariantError` for what cannot be honoured. */
export function compileEnqueue(
  { collect }: Collect,
  given: (args: Args) => unknown,
  site: Site,
  compile: (action: unknown, site: Site) => Step,
): Step {
  const inTurn: Site = { ...site, report: throwFault, noteTimer: () => {} };
  return (turn) => {
    const actions: unknown[] = [];
    const enqueue = createEnqueue((action) => actions.push(action));
    const check = (guard: unknown): boolean =>
      compileGuard(guard, site.place, site.chart, throwFault)(turn);
    collect(new CollectArgs(turn, enqueue, check), given(turn.args));
    for (const action of actions) compile(action, inTurn)(turn);
  };
}

/** `enqueue` with XState's own makers, so that what is queued is what the config could hold. */
function createEnqueue(push: Enqueue): Enqueue {
  const makers = { assign, cancel, raise, sendTo, sendParent, spawnChild, stopChild, emit };
  const enqueue: Enqueue = (action) => push(action);
  for (const [name, make] of Object.entries(makers)) {
    const makeAction = make as (...args: unknown[]) => unknown;
    Object.assign(enqueue, { [name]: (...args: unknown[]) => push(makeAction(...args)) });
  }
  return enqueue;
}
