/**
 * Keyed dispatches and plans against crashes between any two commits. Whatever happens: a key starts
 * at most one run, its answer never changes, every claim is started once, and a plan does each of its
 * rows at most once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPlan, executePlan } from '../src/control/queue/plans.ts';
import { DispatchWorld } from '../test/support/dispatch-world.ts';
import { propertyOptions } from './options.ts';
import { type CrashAt, crashAt } from './steps.ts';

const live = { dry_run: false, requested_by: 'test', force_preflight: false } as const;
const keys = ['k1', 'k2', 'k3'] as const;

type Step =
  | { readonly do: 'ask'; readonly key: string }
  | CrashAt
  | { readonly do: 'restart' }
  | { readonly do: 'settle' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('ask' as const),
        key: fc.constantFrom(...keys),
      }),
    },
    crashAt(3, 8),
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 3, arbitrary: fc.constant({ do: 'settle' as const }) },
  ),
  { minLength: 3, maxLength: 14 },
);

async function withWorld(check: (world: DispatchWorld) => Promise<void>): Promise<void> {
  const world = new DispatchWorld();
  try {
    await world.start();
    await world.fill();
    await check(world);
  } finally {
    await world.close();
  }
}

/** A refusal is an answer too. */
const answerOf = (attempt: Promise<{ body: object }>): Promise<string> =>
  attempt.then(
    ({ body }) => JSON.stringify(body),
    (error: { code?: string }) => `refused: ${error.code}`,
  );

describe('dispatches under keys', () => {
  it('start at most one run per key, whatever commit the process dies at', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (walk) =>
        withWorld(async (world) => {
          const answers = new Map<string, Set<string>>();
          const ask = (key: string): Promise<string> => {
            const attempt = answerOf(world.run('dispatch_next', key, live));
            return attempt.then((answer) => {
              // Told by a dying host; the request is repeated after the restart.
              if (/^refused: (?:shutting_down|store_unavailable)$/.test(answer)) return answer;
              answers.set(key, (answers.get(key) ?? new Set()).add(answer));
              return answer;
            });
          };
          for (const step of walk) {
            if (step.do === 'ask') void ask(step.key);
            else if (step.do === 'crash_at') world.journal.dieAt(step.commits, step.moment);
            else if (step.do === 'restart') await world.restart();
            else {
              await world.settle();
              if (world.journal.isDead) await world.restart();
            }
          }
          await world.settle();
          await world.restart();
          for (const key of keys) await world.settle(ask(key));
          const claims = await world.claims();
          const byKey = new Set(claims.map(({ key }) => key));
          expect(byKey.size, 'one claim per key').toBe(claims.length);
          expect(claims.length).toBeLessThanOrEqual(keys.length);
          const claimed = claims.map(({ runId }) => runId).sort();
          expect([...world.starts.keys()].sort(), 'every claim is started').toEqual(claimed);
          for (const [key, given] of answers) {
            expect(given.size, `${key} has one answer: ${[...given].join(' | ')}`).toBe(1);
          }
          // One that lost the race for an item is told so for ever; every other has its run.
          const told = [...answers.values()].flatMap((given) =>
            [...given].map((answer) => /"run_id":"([^"]+)"/.exec(answer)?.[1] ?? answer),
          );
          expect(told.filter((answer) => answer !== 'refused: claim_lost').sort()).toEqual(claimed);
        }),
      ),
      propertyOptions(40),
    );
  });

  it('carry a plan out once, row by row, however often the process dies', async () => {
    const crash = fc.record({
      commits: fc.integer({ min: 1, max: 6 }),
      moment: fc.constantFrom('before' as const, 'after' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(crash, { maxLength: 4 }), fc.boolean(), (crashes, changed) =>
        withWorld(async (world) => {
          const request = {
            verb: 'pause',
            note: null,
            answer: null,
            fields: null,
            requested_by: 'test',
          } as const;
          const drawn = await world.settle(
            drawPlan(world.context.control, { ...request, project_ids: ['one', 'two', 'three'] }),
          );
          const planId = drawn!.body.plan_id;
          if (changed)
            await world.settle(world.run('queue_verb', null, { ...request, project_id: 'two' }));
          const execute = (): Promise<string> =>
            answerOf(
              executePlan(world.context.control, planId, {
                idempotency_key: 'once',
                requested_by: 'test',
              }),
            );
          for (const { commits, moment } of crashes) {
            world.journal.dieAt(commits, moment);
            await world.settle(execute());
            await world.restart();
          }
          const answer = await world.settle(execute());
          expect(await world.settle(execute()), 'and again').toBe(answer);
          const events = await world.disk.eventsAfter(0, 10_000);
          const paused = events
            .filter(({ event_type }) => event_type === 'queue_item.paused')
            .map(({ entity_id }) => entity_id)
            .sort();
          expect(paused).toEqual(changed ? ['two'] : ['one', 'three', 'two']);
          const plan = await world.reads.get('plan', planId);
          expect(plan?.['status']).toBe(changed ? 'outdated' : 'executed');
        }),
      ),
      propertyOptions(40),
    );
  });
});
