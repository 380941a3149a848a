/** Plans of dry runs: which are refused, how long they are held, and what counts as a change. */
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  createPlanShelf,
  type KeptPlan,
  type PlanMember,
  requireUnchanged,
  withPlan,
} from '../../../src/control/common/plans.ts';
import type { ServiceError } from '../../../src/domain/errors.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTestPlans } from '../../support/store-fixtures.ts';

const item = (change: Partial<PlanMember> = {}): PlanMember => ({
  kind: 'queue_item',
  id: 'a',
  version: 3,
  act: 'dispatch',
  values: { worker_target: 'one', obstacle: null },
  ...change,
});
const choice = (change: Partial<Choice> = {}): Choice => ({
  command: 'dispatch_next',
  asked: {},
  eligible: [item()],
  skipped: [],
  ...change,
});
const errorOf = async (act: () => unknown): Promise<ServiceError> => {
  try {
    await act();
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('nothing was thrown');
};

describe('the shelf', () => {
  it('knows no plan of another command, none that it never held, and none that is too old', async () => {
    const clock = createManualClock();
    const shelf = createPlanShelf(clock, createTestPlans());
    const { plan_id: id } = await shelf.keep(choice());
    expect((await errorOf(() => shelf.require('draft_next', id))).code).toBe('plan_not_found');
    expect((await errorOf(() => shelf.require('dispatch_next', 'none'))).code).toBe(
      'plan_not_found',
    );
    clock.advance(2 * limits.planTtlMs - 1);
    expect(await shelf.require('dispatch_next', id)).toEqual({ ...choice(), plan_id: id });
    clock.advance(1);
    expect((await errorOf(() => shelf.require('dispatch_next', id))).code).toBe('plan_not_found');
  });

  it('holds so many, and lets the oldest go', async () => {
    const clock = createManualClock();
    const shelf = createPlanShelf(clock, createTestPlans());
    const ids: string[] = [];
    for (let version = 0; version <= limits.dryRunPlansMax; version += 1) {
      ids.push((await shelf.keep(choice({ eligible: [item({ version })] }))).plan_id);
      clock.advance(1);
    }
    expect((await errorOf(() => shelf.require('dispatch_next', ids[0]!))).code).toBe(
      'plan_not_found',
    );
    expect((await shelf.require('dispatch_next', ids[1]!)).plan_id).toBe(ids[1]);
  });

  it('gives the same choice the same id, and lets it live on', async () => {
    const clock = createManualClock();
    const shelf = createPlanShelf(clock, createTestPlans());
    const { plan_id: id } = await shelf.keep(choice());
    clock.advance(limits.planTtlMs - 1);
    expect((await shelf.keep(choice())).plan_id).toBe(id);
    clock.advance(limits.planTtlMs - 1);
    expect((await shelf.require('dispatch_next', id)).plan_id).toBe(id);
    expect((await shelf.keep(choice({ asked: { force: true } }))).plan_id).not.toBe(id);
  });

  it('is asked for what a request names, which must be no dry run', async () => {
    const shelf = createPlanShelf(createManualClock(), createTestPlans());
    const { plan_id } = await shelf.keep(choice());
    const dry = await errorOf(() => withPlan(shelf, 'dispatch_next', { dry_run: true, plan_id }));
    expect(dry).toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'plan_id' }] },
    });
    const request = { dry_run: false, plan_id };
    expect(await withPlan(shelf, 'dispatch_next', request)).toMatchObject({ plan: { plan_id } });
    const plain = { dry_run: true };
    expect(await withPlan(shelf, 'dispatch_next', plain)).toBe(plain);
  });
});

describe('a plan', () => {
  const plan: KeptPlan = { ...choice({ asked: { force: false } }), plan_id: 'p' };
  const now = (member: PlanMember | null, asked = { force: false }) => ({
    asked,
    members: member === null ? [] : [member],
  });
  const differencesOf = async (found: ReturnType<typeof now>) => {
    const error = await errorOf(() => requireUnchanged(plan, found));
    expect(error.code).toBe('plan_changed');
    return error.details['differences'];
  };

  it('that has changed is named member by member', async () => {
    const queueItem = { kind: 'queue_item', id: 'a' };
    const moved = item({ version: 4, values: { worker_target: 'two', obstacle: null } });
    expect(await differencesOf(now(moved))).toEqual([
      { ...queueItem, member: 'worker_target', planned: 'one', now: 'two' },
      { ...queueItem, member: 'version', planned: 3, now: 4 },
    ]);
    expect(await differencesOf(now(null))).toContainEqual({
      ...queueItem,
      member: 'act',
      planned: 'dispatch',
      now: null,
    });
    expect(await differencesOf(now(item(), { force: true }))).toEqual([
      { kind: 'request', id: 'dispatch_next', member: 'force', planned: false, now: true },
    ]);
  });

  it('that has not is carried out', async () => {
    expect(() => requireUnchanged(plan, now(item()))).not.toThrow();
  });
});
