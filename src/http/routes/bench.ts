/** The bench: what is out of service, tried and mended. And the supervision tree, as data. */

import {
  listActorEntries,
  listLetters,
  type MendRequest,
  readActorEntry,
  readBench,
  readLetter,
  tryLetter,
  tryOnActor,
} from '../../control/bench/index.ts';

import { runMend } from '../../control/commands/index.ts';
import {
  type BenchContext,
  type BenchPlace,
  controlBench,
  gateBench,
} from '../../control/common/index.ts';

import { limits } from '../../domain/limits.ts';
import {
  type SupervisionReply,
  supervisionReplySchema,
} from '../../worker-wire/wire-supervision.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import {
  benchActorParams,
  benchActorReply,
  benchActorsReply,
  benchListQuery,
  benchReply,
  deadLetterParams,
  deadLetterReply,
  deadLettersReply,
  mendBody,
  mendReply,
  retryBody,
  toMendRequest,
  tryBody,
  tryReply,
} from '../wire/bench.ts';
import type { ApiContext } from './context.ts';

/** Whose bench it is, how its routes are named and who may use them. */
interface BenchRoutes<Context> {
  readonly place: BenchPlace;
  /** Before the route ids. */
  readonly prefix: string;
  readonly auth: 'control' | 'worker';
  readonly benchOf: (context: Context) => BenchContext;
  readonly describe: (context: Context) => SupervisionReply;
}

const mendErrors = [
  'bench_entry_not_found',
  'bench_entry_changed',
  'mend_failed',
  'idempotency_conflict',
  'read_only',
] as const;

function benchRoutesOf<Context>(own: BenchRoutes<Context>): readonly Route<Context>[] {
  const { prefix, auth, benchOf } = own;
  const { bench, supervision } = own.place;
  const actor = `${bench}/actors/{kind}/{id}`;
  const letter = `${bench}/dead-letters/{sequence}`;
  const common = { auth, params: null, query: null, errors: [], idempotent: true } as const;
  const get = { ...common, method: 'GET', body: null } as const;
  const trying = {
    ...common,
    method: 'POST',
    body: tryBody,
    bodyBytesMax: limits.promptBodyBytesMax,
    replies: { 200: tryReply },
    errors: ['bench_entry_not_found', 'actor_not_found', 'mend_failed'],
  } as const;
  const mending = {
    ...common,
    method: 'POST',
    replies: { 200: mendReply },
    errors: mendErrors,
  } as const;
  const perform = async (context: Context, key: string | undefined, request: MendRequest) =>
    answered(await runMend(benchOf(context), { key, request }));

  return [
    defineRoute({
      ...get,
      id: `${prefix}bench.get`,
      path: bench,
      summary: 'What is out of service: totals, the check of all stored actors, the first entries.',
      replies: { 200: benchReply },
      handler: async (_request, context: Context) => ok(await readBench(benchOf(context))),
    }),
    defineRoute({
      ...get,
      id: `${prefix}bench.actors`,
      path: `${bench}/actors`,
      summary: 'Actors out of service by kind and id, with event, reason and since when.',
      query: benchListQuery,
      replies: { 200: benchActorsReply },
      handler: async ({ query }, context: Context) =>
        ok(await listActorEntries(benchOf(context), query)),
    }),
    defineRoute({
      ...get,
      id: `${prefix}bench.actor`,
      path: actor,
      summary: 'One actor out of service: whole, what waits for it, whether it would fail again.',
      params: benchActorParams,
      replies: { 200: benchActorReply },
      errors: ['bench_entry_not_found'],
      handler: async ({ params }, context: Context) =>
        ok(await readActorEntry(benchOf(context), params)),
    }),
    defineRoute({
      ...get,
      id: `${prefix}bench.dead_letters`,
      path: `${bench}/dead-letters`,
      summary: 'Messages that no actor could handle, newest first.',
      query: benchListQuery,
      replies: { 200: deadLettersReply },
      handler: async ({ query }, context: Context) =>
        ok(await listLetters(benchOf(context), query)),
    }),
    defineRoute({
      ...get,
      id: `${prefix}bench.dead_letter`,
      path: letter,
      summary: 'One dead letter, whole.',
      params: deadLetterParams,
      replies: { 200: deadLetterReply },
      errors: ['bench_entry_not_found'],
      handler: async ({ params }, context: Context) =>
        ok(await readLetter(benchOf(context), params.sequence)),
    }),
    defineRoute({
      ...trying,
      id: `${prefix}bench.try_actor`,
      path: `${actor}/try`,
      summary: 'What an event would do to an actor as it is stored; nothing is committed.',
      params: benchActorParams,
      handler: async ({ params, body }, context: Context) =>
        ok(await tryOnActor(benchOf(context), params, body.event ?? null)),
    }),
    defineRoute({
      ...trying,
      id: `${prefix}bench.try_dead_letter`,
      path: `${letter}/try`,
      summary: 'What a dead letter, or another event in its place, would do; nothing is committed.',
      params: deadLetterParams,
      handler: async ({ params, body }, context: Context) =>
        ok(await tryLetter(benchOf(context), params.sequence, body.event ?? null)),
    }),
    defineRoute({
      ...mending,
      id: `${prefix}bench.release`,
      path: `${actor}/release`,
      summary: 'Puts an actor back into service, or says what that would set going.',
      params: benchActorParams,
      body: mendBody,
      handler: ({ params, body }, context: Context) =>
        perform(context, body.idempotency_key, toMendRequest({ act: 'release', ...params }, body)),
    }),
    defineRoute({
      ...mending,
      id: `${prefix}bench.retry`,
      path: `${letter}/retry`,
      summary:
        "Sends a dead letter's event again, or another in its place, or says what it would do.",
      params: deadLetterParams,
      body: retryBody,
      bodyBytesMax: limits.promptBodyBytesMax,
      handler: ({ params, body }, context: Context) =>
        perform(
          context,
          body.idempotency_key,
          toMendRequest({ act: 'retry', ...params, event: body.event ?? null }, body),
        ),
    }),
    defineRoute({
      ...mending,
      id: `${prefix}bench.discard`,
      path: `${letter}/discard`,
      summary: 'Removes a dead letter for good; the audit log keeps what it held.',
      params: deadLetterParams,
      body: mendBody,
      handler: ({ params, body }, context: Context) =>
        perform(context, body.idempotency_key, toMendRequest({ act: 'discard', ...params }, body)),
    }),
    defineRoute({
      ...get,
      id: `${prefix}supervision`,
      path: supervision,
      summary:
        'The supervision tree: groups and kinds with failures, and actors that persist nothing.',
      replies: { 200: supervisionReplySchema },
      handler: (_request, context: Context) => ok(own.describe(context)),
    }),
  ];
}

/** Of the control plane's actors, with the control token. */
export const benchRoutes = benchRoutesOf<ApiContext>({
  place: controlBench,
  prefix: '',
  auth: 'control',
  benchOf: ({ control }) => control,
  describe: ({ describeSupervision }) => describeSupervision(),
});

/** There only where the process has a worker gate. */
export interface GateBenchContext {
  readonly gateBench: BenchContext;
  readonly describeGateSupervision: () => SupervisionReply;
}

/** The same of the worker gate's actors, with the worker token; ids begin with `gate.`. */
export const gateBenchRoutes = benchRoutesOf<GateBenchContext>({
  place: gateBench,
  prefix: 'gate.',
  auth: 'worker',
  benchOf: (context) => context.gateBench,
  describe: ({ describeGateSupervision }) => describeGateSupervision(),
});
