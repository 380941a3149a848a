/**
 * Cause and effect over random work with crashes in between: whatever is written bears the id of the
 * request that led to it, causes are older than what they led to, and every trace shows each of its
 * events once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../src/actors/journal/port.ts';
import { readTrace } from '../src/control/operations/trace.ts';
import type { TraceNode } from '../src/control/operations/trace-tree.ts';
import { drawPlan, executePlan } from '../src/control/queue/plans.ts';
import { receiveCallback } from '../src/control/runs/callbacks.ts';
import { limits } from '../src/domain/limits.ts';
import type { CallbackBody } from '../src/domain/records.ts';
import { callbackTypes } from '../src/domain/statuses.ts';
import { runWithCorrelation } from '../src/lib/correlation.ts';
import { DispatchWorld } from '../test/support/dispatch-world.ts';
import { propertyOptions } from './options.ts';
import { type CrashAt, crashAt } from './steps.ts';

const projects = ['one', 'two', 'three'] as const;
const verbs = ['pause', 'resume', 'retry', 'cancel'] as const;

type Step =
  | { readonly do: 'dispatch'; readonly key: string | null }
  | { readonly do: 'verb'; readonly verb: (typeof verbs)[number]; readonly project: string }
  | { readonly do: 'callback'; readonly type: (typeof callbackTypes)[number] }
  | { readonly do: 'plan' }
  | CrashAt
  | { readonly do: 'settle' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('dispatch' as const),
        key: fc.constantFrom(null, 'k1', 'k2'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('verb' as const),
        verb: fc.constantFrom(...verbs),
        project: fc.constantFrom(...projects),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('callback' as const),
        type: fc.constantFrom(...callbackTypes),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'plan' as const }) },
    crashAt(2, 8),
    { weight: 4, arbitrary: fc.constant({ do: 'settle' as const }) },
  ),
  { minLength: 4, maxLength: 16 },
);

/** What is asked of a world, each under an id of its own. */
class Requests {
  readonly ids = new Set<string>();
  readonly #world: DispatchWorld;
  constructor(world: DispatchWorld) {
    this.#world = world;
  }

  make<Value>(call: () => Promise<Value>): Promise<Value> {
    const id = `request-${this.ids.size + 1}`;
    this.ids.add(id);
    return runWithCorrelation({ id, causeId: null }, call);
  }

  async take(step: Step): Promise<unknown> {
    const world = this.#world;
    const { control } = world.context;
    const by = { requested_by: 'test' } as const;
    const verb = { note: null, answer: null, fields: null, ...by } as const;
    switch (step.do) {
      case 'dispatch': {
        const live = { dry_run: false, force_preflight: false, ...by } as const;
        return this.make(() => world.run('dispatch_next', step.key, live));
      }
      case 'verb': {
        const request = { ...verb, verb: step.verb, project_id: step.project };
        return this.make(() => world.run('queue_verb', null, request));
      }
      case 'callback': {
        const body = await callbackOf(world, step.type);
        if (body === null) return null;
        return this.make(() => receiveCallback(control, body));
      }
      case 'plan': {
        const request = { ...verb, verb: 'pause', project_ids: projects } as const;
        const drawn = await this.make(() => drawPlan(control, request));
        return this.make(() => executePlan(control, drawn.body.plan_id, by));
      }
      case 'crash_at':
        return world.journal.dieAt(step.commits, step.moment);
      case 'settle':
        await world.settle();
        return world.journal.isDead ? world.restart() : null;
    }
  }
}

let sequence = 0;
/** What a worker would tell of the last run; null before the first. */
async function callbackOf(world: DispatchWorld, type: (typeof callbackTypes)[number]) {
  const events = await world.disk.eventsAfter(0, 10_000);
  const claim = events.findLast(({ event_type }) => event_type === 'queue_item.claimed');
  if (claim === undefined) return null;
  sequence += 1;
  const run_id = String(claim.payload['run_id']);
  const body: CallbackBody = {
    event_type: type,
    idempotency_key: `${run_id}:${type}:${sequence}`,
    run_id,
    project_id: claim.entity_id,
    session_id: null,
    sequence,
    seen_at: world.time,
    gate_state: null,
    reason: null,
    process_tracking: null,
    telemetry: null,
    exit_code: 0,
    decision: null,
  };
  return { ...body, event_type: type };
}

const countEvents = (nodes: readonly TraceNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (node.kind === 'event' ? 1 + countEvents(node.children) : 0),
    0,
  );

function checkCauses(events: readonly StoredEvent[], ids: ReadonlySet<string>): void {
  for (const { event_id, event_type, cause_id, correlation_id } of events) {
    expect(ids, `${event_type} bears the id of a request`).toContain(correlation_id);
    // Ids have no gaps, so an older id is that of an event; going back, it ends.
    if (cause_id !== null) expect(cause_id, `the cause of ${event_id}`).toBeLessThan(event_id);
    if (cause_id !== null) expect(cause_id).toBeGreaterThan(0);
  }
}

describe('causes', () => {
  it('form a forest of requests, whatever commit the process dies at', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const world = new DispatchWorld();
        const requests = new Requests(world);
        try {
          await world.start();
          await requests.make(() => world.fill());
          for (const step of walk) {
            const taken = requests.take(step).catch(() => null);
            if (step.do === 'settle') await taken;
          }
          await world.settle();
          await world.restart();
          await world.settle();
          const events = await world.disk.eventsAfter(0, 10_000);
          checkCauses(events, requests.ids);
          for (const id of new Set(events.map((event) => event.correlation_id))) {
            const trace = await readTrace(world.context.control, id, limits.traceEventsMax);
            const own = events.filter((event) => event.correlation_id === id);
            expect(countEvents(trace.nodes)).toBe(own.length);
          }
          for (const event of events) if (event.cause_id !== null) seen.add(event.event_type);
        } finally {
          await world.close();
        }
      }),
      propertyOptions(40),
    );
    // Else the property would hold of nothing.
    expect([...seen]).toEqual(
      expect.arrayContaining(['queue_item.claimed', 'run.prepared', 'command.completed']),
    );
  });
});
