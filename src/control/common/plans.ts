/**
 * Plans of dry runs: what a dry run chose, frozen, so that the same command can do exactly that later
 * or say what has changed. A dry run writes nothing to the log, so they are rows beside it: for a while, so many
 * at most. What is carried out is stored with its command.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { DryRunPlans } from '../../store/ports/dry-run-plans.ts';

type Value = string | number | boolean | null;
type Values = Readonly<Record<string, Value>>;

/** One entity of a choice, and all that the choice rests on. */
export interface PlanMember {
  readonly kind: string;
  readonly id: string;
  /** Of what is stored; null where nothing is. */
  readonly version: number | null;
  /** What would be done to it; `none` where that is not possible. */
  readonly act: string;
  readonly values: Values;
}

/** A choice as a command hands it in. */
export interface Choice {
  /** Name of the command in its table. */
  readonly command: string;
  /** What of the request the choice depends on. */
  readonly asked: Values;
  readonly eligible: readonly PlanMember[];
  /** The first of those passed over. */
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
}
/** A choice that can be carried out under its id. */
export interface KeptPlan extends Choice {
  readonly plan_id: string;
}

/** Members of a request that can name a plan: the id is the caller's, the plan is looked up for it. */
export interface Planned {
  readonly plan_id?: string | undefined;
  readonly plan?: KeptPlan | undefined;
}

/** Where dry runs leave their plans. */
export interface PlanShelf {
  /** Members of the dry run's reply. The same choice again has the same id, and lives on. */
  keep(choice: Choice): Promise<{
    readonly plan_id: string;
    readonly plan: Pick<Choice, 'eligible' | 'skipped'> & { readonly expires_at: string };
  }>;
  /** Throws `plan_not_found`, also for a plan of another command. */
  require(command: string, planId: string): Promise<KeptPlan>;
}

/** Holds each for `limits.planTtlMs` at least, in rows beside the log; so they are there after a restart. */
export function createPlanShelf(clock: Pick<Clock, 'now'>, rows: DryRunPlans): PlanShelf {
  return {
    async keep(choice) {
      const { command, asked, eligible, skipped } = choice;
      const id = fingerprint({ command, asked, eligible }).slice(0, 32);
      const expiresMs = clock.now() + limits.planTtlMs;
      const held = await rows.get(id);
      // Who asks again and again writes now and then.
      if ((held?.until_ms ?? 0) < expiresMs)
        await rows.put({
          plan_id: id,
          choice: JSON.stringify(choice),
          until_ms: expiresMs + limits.planTtlMs,
        });
      return { plan_id: id, plan: { expires_at: toIsoTime(expiresMs), eligible, skipped } };
    },
    async require(command, planId) {
      const found = await rows.get(planId);
      if (found !== undefined && found.until_ms > clock.now()) {
        const choice = JSON.parse(found.choice) as Choice;
        if (choice.command === command) return { ...choice, plan_id: planId };
      }
      throw new ServiceError(
        'plan_not_found',
        `no dry run of this command left a plan ${JSON.stringify(planId)}: plans are held for an hour; make the dry run again`,
      );
    },
  };
}

/** A shelf of somebody who will carry nothing out, and asks all the time: its plans would push out those of people. */
export const createBareShelf = (clock: Pick<Clock, 'now'>): PlanShelf =>
  createPlanShelf(clock, { get: async () => undefined, put: async () => {} });

/** The request with the plan that it names; throws `plan_not_found`, or `invalid_request` for a dry run. */
export async function withPlan<Request extends object>(
  shelf: PlanShelf,
  command: string,
  request: Request,
): Promise<Request> {
  const { plan_id: planId, dry_run: isDryRun } = request as Planned & {
    readonly dry_run?: boolean;
  };
  if (planId === undefined) return request;
  if (isDryRun === true) {
    const message = 'goes with dry_run false: a dry run makes a plan and carries none out';
    throw new ServiceError('invalid_request', `plan_id: ${message}`, {
      errors: [{ path: 'plan_id', message }],
    });
  }
  return { ...request, plan: await shelf.require(command, planId) };
}

/** Differences named in one refusal. */
const differencesShownMax = 100;

/** Throws `plan_changed` with the differences unless the choice would be the same now. */
export function requireUnchanged(
  plan: KeptPlan,
  now: { readonly asked: Values; readonly members: readonly PlanMember[] },
): void {
  const request = { kind: 'request', id: plan.command };
  const differences = [
    ...differ(request, plan.asked, now.asked),
    ...plan.eligible.flatMap((member) => {
      const { kind, id } = member;
      const found = now.members.find((each) => each.kind === kind && each.id === id);
      return differ({ kind, id }, flat(member), found === undefined ? {} : flat(found));
    }),
  ];
  if (differences.length === 0) return;
  const count = differences.length === 1 ? '1 thing has' : `${differences.length} things have`;
  throw new ServiceError(
    'plan_changed',
    `${count} changed since the dry run, so nothing was done; make the dry run again`,
    {
      plan_id: plan.plan_id,
      difference_count: differences.length,
      differences: differences.slice(0, differencesShownMax),
    },
  );
}

const flat = ({ version, act, values }: PlanMember): Values => ({ ...values, version, act });

function differ(of: { readonly kind: string; readonly id: string }, planned: Values, now: Values) {
  const members = [...new Set([...Object.keys(planned), ...Object.keys(now)])];
  return members
    .filter((member) => (planned[member] ?? null) !== (now[member] ?? null))
    .map((member) => ({
      ...of,
      member,
      planned: planned[member] ?? null,
      now: now[member] ?? null,
    }));
}
