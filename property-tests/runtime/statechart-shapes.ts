/**
 * Random statecharts as plain data, and the XState machines made of them. Everything that could go
 * on for ever burns fuel, and only the event `E0` refuels.
 */
import fc from 'fast-check';
import {
  type AnyStateMachine,
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  not,
  or,
  raise,
  sendTo,
  stateIn,
} from 'xstate';
import { declareEffect } from '../../src/actors/machine/effects.ts';
import { chartOf } from '../../src/actors/statechart/nodes.ts';

const eventTypes = ['E0', 'E1', 'E2', 'a.b', 'a.c'] as const;
const descriptors = ['E0', 'E1', 'E2', 'a.b', 'a.*', '*'] as const;
const actionKinds = [
  'record',
  'recordParams',
  'addOne',
  'addValue',
  'setObject',
  'enqueue',
  'timer',
  'cancel',
  'emit',
  'tell',
  'named',
] as const;
const guardKinds = [
  'none',
  'none',
  'even',
  'value',
  'both',
  'either',
  'inState',
  'inId',
  'above',
] as const;

export interface TransitionShape {
  /** Number of the target among all nodes, modulo their count; null stays. */
  readonly target: number | null;
  /** Whether a parallel target is given as one child of each region. */
  readonly spread: boolean;
  readonly reenter: boolean;
  readonly guard: (typeof guardKinds)[number];
  readonly raises: boolean;
  readonly actions: readonly (typeof actionKinds)[number][];
}

export interface StateShape {
  readonly children: readonly StateShape[];
  readonly isParallel: boolean;
  readonly isFinal: boolean;
  readonly history: { readonly isDeep: boolean; readonly target: number | null } | null;
  readonly startsInHistory: boolean;
  readonly on: readonly (readonly [(typeof descriptors)[number], readonly TransitionShape[]])[];
  readonly always: TransitionShape | null;
  readonly after: TransitionShape | null;
  readonly onDone: TransitionShape | null;
  readonly invoke: { readonly onDone: TransitionShape; readonly onError: TransitionShape } | null;
  readonly entry: TransitionShape['actions'];
  readonly exit: TransitionShape['actions'];
  readonly initialActions: TransitionShape['actions'];
}

const actions = fc.array(fc.constantFrom(...actionKinds), { maxLength: 3 });
const transition: fc.Arbitrary<TransitionShape> = fc.record({
  target: fc.option(fc.nat(30), { freq: 4 }),
  spread: fc.boolean(),
  reenter: fc.boolean(),
  guard: fc.constantFrom(...guardKinds),
  raises: fc.boolean(),
  actions,
});
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const own = {
  isFinal: fc.constantFrom(false, false, true),
  history: sometimes(fc.record({ isDeep: fc.boolean(), target: sometimes(fc.nat(5)) })),
  startsInHistory: fc.constantFrom(false, false, false, true),
  on: fc.array(
    fc.tuple(fc.constantFrom(...descriptors), fc.array(transition, { minLength: 1, maxLength: 2 })),
    { maxLength: 3 },
  ),
  always: sometimes(transition),
  after: sometimes(transition),
  onDone: sometimes(transition),
  invoke: sometimes(fc.record({ onDone: transition, onError: transition })),
  entry: actions,
  exit: actions,
  initialActions: actions,
};
function stateShape(depth: number): fc.Arbitrary<StateShape> {
  const children =
    depth === 0
      ? fc.constant([])
      : fc.array(stateShape(depth - 1), { maxLength: 3, minLength: depth === 3 ? 2 : 0 });
  return fc.record({ children, isParallel: fc.constantFrom(false, false, true), ...own });
}
export const shapes: fc.Arbitrary<StateShape> = stateShape(3);

/** An event by number; the runtime's own events are drawn from those the machine knows. */
export const steps = fc.array(
  fc.record({ pick: fc.nat(60), value: fc.integer({ min: -1, max: 2 }) }),
  { minLength: 1, maxLength: 12 },
);

export interface Built {
  readonly machine: AnyStateMachine;
  /** All event types worth sending. */
  readonly events: readonly string[];
}

type Config = Record<string, unknown>;
interface Arg {
  readonly context: { readonly fuel: number; readonly n: number };
  readonly event: { readonly type: string; readonly value?: number };
}

/** Ids of all nodes of a shape in document order, history nodes behind the other children. */
function idsOf(shape: StateShape): string[] {
  const ids: string[] = [];
  const walk = (state: StateShape, path: string): void => {
    ids.push(path);
    for (const [at, child] of state.children.entries()) walk(child, `${path}.k${at}`);
    if (state.history !== null && state.children.length > 0) ids.push(`${path}.h`);
  };
  walk(shape, 'm');
  return ids;
}

function childrenOf(shape: StateShape, id: string): readonly StateShape[] {
  const keys = id.split('.').slice(1);
  const found = keys.reduce<StateShape | undefined>(
    (state, key) => state?.children[Number(key.slice(1))],
    shape,
  );
  return found?.children ?? [];
}

/** Builds the machine; `forXState` sends to an object, since XState knows no addresses. */
export function buildMachine(shape: StateShape, forXState: boolean): Built {
  return new Builder(shape, forXState).build();
}

class Builder {
  readonly #shape: StateShape;
  readonly #forXState: boolean;
  readonly #ids: readonly string[];
  #timers = 0;

  constructor(shape: StateShape, forXState: boolean) {
    this.#shape = shape;
    this.#forXState = forXState;
    this.#ids = idsOf(shape);
  }

  build(): Built {
    const root = this.#state(this.#shape, 'm', true);
    const machine = createMachine({ id: 'm', context: { fuel: 3, n: 0 }, ...root } as never, {
      actions: { bump: assign({ n: ({ context }: Arg) => context.n + 1 }) as never },
      actors: { 'do.it': declareEffect() },
      delays: { soon: ({ context }: Arg) => context.n + 5 } as never,
      guards: {
        even: ({ context }: Arg) => context.n % 2 === 0,
        hasFuel: ({ context }: Arg) => context.fuel > 0,
        above: ({ context }: Arg, params: { min: number }) => context.n > params.min,
        both: and(['even', 'hasFuel'] as never),
      } as never,
    }) as unknown as AnyStateMachine;
    const known = chartOf(machine).nodes.flatMap(({ source: node }) =>
      [...node.transitions.keys()].filter((name) =>
        /^xstate\.(after|done\.actor|error\.actor)\./.test(String(name)),
      ),
    );
    return { machine, events: [...eventTypes, ...known.map(String)] };
  }

  #state(shape: StateShape, id: string, isRoot = false): Config {
    const hasChildren = shape.children.length > 0;
    const isFinal = shape.isFinal && !isRoot;
    const config: Config = {
      // Every second state has an id of its own.
      ...(id.length % 2 === 0 && !isRoot ? { id: `own-${id.replaceAll('.', '-')}` } : {}),
      ...(isRoot ? { meta: { status: 'on' } } : {}),
      on: Object.fromEntries(
        shape.on.map(([name, list]) => [
          name,
          list.map((each) => refuelling(name, this.#transition(each, id, name === '*'))),
        ]),
      ),
      entry: this.#actions(shape.entry),
      exit: this.#actions(shape.exit),
    };
    if (shape.always !== null) config['always'] = this.#transition(shape.always, id, true);
    if (!hasChildren) {
      if (isFinal)
        Object.assign(config, { type: 'final', output: ({ context }: Arg) => context.n });
      else Object.assign(config, this.#waiting(shape, id));
      return config;
    }
    const states = Object.fromEntries(
      shape.children.map((child, at) => [`k${at}`, this.#state(child, `${id}.k${at}`)]),
    );
    if (shape.onDone !== null) config['onDone'] = this.#transition(shape.onDone, id, true);
    return { ...config, ...this.#waiting(shape, id), ...this.#inside(shape, states) };
  }

  #waiting({ after, invoke }: StateShape, id: string): Config {
    return {
      ...(after === null
        ? {}
        : { after: { [id.length % 3 === 0 ? 'soon' : '10']: this.#transition(after, id) } }),
      ...(invoke === null
        ? {}
        : {
            invoke: {
              src: 'do.it',
              input: ({ context }: Arg) => ({ n: context.n }),
              onDone: this.#transition(invoke.onDone, id),
              onError: this.#transition(invoke.onError, id),
            },
          }),
    };
  }

  #inside(shape: StateShape, states: Config): Config {
    const { history } = shape;
    const first = (history?.target ?? 0) % shape.children.length;
    if (history !== null) {
      states['h'] = {
        type: 'history',
        history: history.isDeep ? 'deep' : 'shallow',
        ...(history.target === null ? {} : { target: `k${first}` }),
      };
    }
    if (shape.isParallel) return { type: 'parallel', states };
    const isIntoHistory = shape.startsInHistory && history !== null && history.target !== null;
    return {
      initial: {
        target: isIntoHistory ? 'h' : 'k0',
        actions: this.#actions(shape.initialActions),
      },
      states,
    };
  }

  /** With `burns`, it needs fuel and uses it up, as it must wherever it could go in circles. */
  #transition(shape: TransitionShape, id: string, burns = false): Config {
    const targets = shape.target === null ? [] : this.#targets(shape.target, shape.spread, id);
    const mustBurn = burns || shape.raises;
    const guard = this.#guard(shape.guard);
    return {
      ...(targets.length === 0 ? {} : { target: targets }),
      ...(shape.reenter ? { reenter: true } : {}),
      ...(mustBurn
        ? { guard: guard === undefined ? 'hasFuel' : and(['hasFuel', guard] as never) }
        : {}),
      ...(!mustBurn && guard !== undefined ? { guard } : {}),
      actions: [
        ...(mustBurn ? [burn] : []),
        ...(shape.raises ? [raise({ type: id.length % 2 === 0 ? 'E1' : 'a.c' })] : []),
        ...this.#actions(shape.actions),
      ],
    };
  }

  #targets(at: number, spread: boolean, source: string): string[] {
    const id = this.#ids[at % this.#ids.length]!;
    const parent = id.slice(0, -'.h'.length);
    const around = this.#stateAt(parent);
    const isRefused = around?.isParallel === true && around.history?.target === null;
    if (id.endsWith('.h') && isRefused && source.startsWith(`${parent}.`)) return [`#${parent}`];
    const children = childrenOf(this.#shape, id);
    const isParallel = this.#stateAt(id)?.isParallel === true && children.length > 0;
    if (!spread || !isParallel) return [`#${id}`];
    return children.map((child, region) =>
      child.children.length === 0 ? `#${id}.k${region}` : `#${id}.k${region}.k0`,
    );
  }

  #stateAt(id: string): StateShape | undefined {
    if (id.endsWith('.h')) return undefined;
    return id
      .split('.')
      .slice(1)
      .reduce<StateShape | undefined>(
        (state, key) => state?.children[Number(key.slice(1))],
        this.#shape,
      );
  }

  #guard(kind: TransitionShape['guard']): unknown {
    switch (kind) {
      case 'none':
        return undefined;
      case 'even':
      case 'both':
        return kind;
      case 'value':
        return ({ event }: Arg) => (event.value ?? 0) > 0;
      case 'either':
        return or([not('even'), stateIn('k1')] as never);
      case 'inState':
        return stateIn({ k0: 'k1' });
      case 'inId':
        return stateIn(`#${this.#ids[this.#ids.length >> 1]!}`);
      case 'above':
        return { type: 'above', params: ({ event }: Arg) => ({ min: event.value ?? 1 }) };
    }
  }

  #actions(kinds: TransitionShape['actions']): unknown[] {
    return kinds.map((kind) => this.#action(kind));
  }

  #action(kind: (typeof actionKinds)[number]): unknown {
    this.#timers += 1;
    const timer = `t${this.#timers}`;
    switch (kind) {
      case 'record':
        return { type: 'record', params: { event_type: timer } };
      case 'recordParams':
        return {
          type: 'record',
          params: ({ context, event }: Arg) => ({
            event_type: timer,
            payload: { n: context.n, fuel: context.fuel, on: event.type },
          }),
        };
      case 'addOne':
        return assign(({ context }) => ({ n: (context as Arg['context']).n + 1 }));
      case 'addValue':
        return assign({
          n: ({ context, event }: Arg) => context.n + (event.value ?? 0),
        });
      case 'setObject':
        return assign({ n: 2 });
      case 'named':
        return 'bump';
      case 'timer':
        return raise(
          { type: 'E2', value: 1 } as never,
          {
            id: timer,
            delay: this.#timers % 2 === 0 ? 'soon' : ({ context }: Arg) => context.n + 100,
          } as never,
        );
      case 'cancel':
        return cancel(`t${this.#timers - 1}`);
      case 'emit':
        return emit(({ context }: Arg) => ({ type: 'emitted', n: context.n }));
      case 'tell':
        return sendTo(
          this.#forXState ? () => ({ address: 'other/1' }) as never : 'other/1',
          ({ context }: Arg) => ({ type: 'HELLO', n: context.n }) as never,
        );
      case 'enqueue':
        return enqueueActions(({ enqueue, check, context }) => {
          enqueue.assign({ n: (context as Arg['context']).n + 2 });
          if (check('even')) enqueue({ type: 'record', params: { event_type: timer } });
          if (check(stateIn('#m.k1') as never)) enqueue('bump');
          if (check('hasFuel')) {
            enqueue(burn);
            enqueue.raise({ type: 'E2' });
          }
        });
    }
  }
}

const burn = assign({ fuel: ({ context }) => (context['fuel'] as number) - 1 });

function refuelling(name: string, transition: Config): Config {
  if (name !== 'E0') return transition;
  return { ...transition, actions: [assign({ fuel: 3 }), transition['actions']].flat() };
}
