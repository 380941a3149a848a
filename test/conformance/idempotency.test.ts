/**
 * Every route that takes an idempotency key, from the route table: the same key and payload is
 * answered with the same bytes, also after a restart; another payload is refused; two at once have
 * one effect; a refusal stays the refusal it was, unless the request named what there is not.
 */
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routesOf } from '../../src/http/routes/all.ts';
import { nameless, type Recipe, recipes, unprovable } from '../support/idempotency-recipes.ts';
import { startService, type TestService, token } from '../support/service.ts';

const keyed = routesOf({ control: true, worker: true }).filter(
  ({ method, body }) =>
    method === 'POST' && body instanceof z.ZodObject && 'idempotency_key' in body.shape,
);

let service: TestService | undefined;
afterEach(async () => {
  await service?.remove();
  service = undefined;
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly code: unknown;
}

async function post(
  path: string,
  body: Readonly<Record<string, unknown>>,
  header?: string,
): Promise<Answer> {
  const response = await fetch(`${service!.app.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'idempotency-key': header }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    replayed: response.headers.get('idempotency-replayed') === 'true',
    code: (JSON.parse(text) as { readonly code?: unknown }).code,
  };
}

/** Events of a type in both halves of the service. */
async function effects(type: string): Promise<number> {
  const { body } = await service!.api.get(
    `/control/api/v1/events?event_type=${type}&page_size=500`,
  );
  const ofGate = await service!.app.gate!.bench.reads.events({
    before: null,
    limit: 500,
    entityType: '',
    entityId: '',
    eventType: type,
    search: '',
  });
  return (body['rows'] as unknown[]).length + ofGate.length;
}

const start = async (
  recipe: Recipe,
  more: Parameters<typeof startService>[0] = {},
): Promise<void> => {
  service = await startService({ ...more, config: () => recipe.config ?? {} });
};
/** Ends the process's part and begins anew on the same state and port. */
async function restart(recipe: Recipe): Promise<void> {
  const { dir, port } = service!;
  await service!.stop();
  await start(recipe, { dir, port });
}

/** Both halves keep their keys in a store of their own; whatever the route, it is the same one. */
const refusedOverRestart = ['projects.create', 'gate.bench.release'];

/** The answer that a repeat of the request gets: the same bytes, but for what says that it is a repeat. */
const repeatOf = ({ repeat }: Recipe, first: Answer): Answer => ({
  ...first,
  replayed: true,
  ...(repeat === undefined
    ? {}
    : { text: JSON.stringify({ ...(JSON.parse(first.text) as object), ...repeat }) }),
});
const replyOf = ({ status, text }: Answer) => ({ status, text });

describe('the recipes', () => {
  it('are for routes that exist', () => {
    const ids = new Set(keyed.map(({ id }) => id));
    expect(
      [...Object.keys(recipes), ...Object.keys(unprovable)].filter((id) => !ids.has(id)),
    ).toEqual([]);
    expect(refusedOverRestart.filter((id) => recipes[id]?.refuse === undefined)).toEqual([]);
  });
});

describe('a request that names what there is not', () => {
  it('does not use its key up, on any route', async () => {
    service = await startService();
    for (const [path, body] of nameless) {
      const request = { ...body, idempotency_key: 'unused' };
      const first = await post(path, request);
      const again = await post(path, request);
      expect([404, 422], `${path}: ${first.text}`).toContain(first.status);
      expect([again.status, again.code, again.replayed], path).toEqual([
        first.status,
        first.code,
        false,
      ]);
    }
    // The very key, once it names what there is.
    const made = { project_id: 'none', title: 'None', idempotency_key: 'made' };
    expect((await post('/control/api/v1/projects', made)).status).toBe(201);
    const pause = { idempotency_key: 'unused' };
    expect((await post('/control/api/v1/queue/none/pause', pause)).status).toBe(200);
    expect(await post('/control/api/v1/queue/none/pause', pause)).toMatchObject({ replayed: true });
    const elsewhere = await post('/control/api/v1/queue/nobody/pause', pause);
    expect([elsewhere.status, elsewhere.code]).toEqual([409, 'idempotency_conflict']);
    expect(elsewhere.text).toContain('\\"unused\\"');
  });

  it('is refused when the header and the body name two keys', async () => {
    service = await startService();
    const both = await post('/control/pause', { idempotency_key: 'one' }, 'two');
    expect([both.status, both.code]).toEqual([422, 'invalid_request']);
    expect((await post('/control/pause', { idempotency_key: 'one' }, 'one')).status).toBe(200);
  });
});

describe.each(keyed.map((route) => [route.id, route] as const))('%s', (id, route) => {
  const recipe = recipes[id];
  if (recipe === undefined) {
    it('has a recipe here, or a reason why it needs none', () => {
      expect(unprovable[id], `write a recipe for ${id} in idempotency-recipes.ts`).toMatch(/\S{3}/);
    });
    return;
  }

  it('answers a key once for all', async () => {
    await start(recipe);
    const { path, body, other } = await recipe.prepare(service!);
    const before = await effects(recipe.effect);
    const request = { ...body, idempotency_key: 'the-key' };
    const both = await Promise.all([post(path, request), post(path, request)]);
    const answered = both.filter(({ code }) => code !== 'idempotency_in_flight');
    const first = answered.find(({ replayed }) => !replayed) ?? answered[0]!;
    expect(first.status, first.text).toBe(recipe.status ?? 200);
    const repeat = repeatOf(recipe, first);
    for (const answer of answered)
      expect(replyOf(answer)).toEqual(replyOf(answer === first ? first : repeat));
    expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await effects(recipe.effect)).toBe(before + 1);
    const schema = route.replies[first.status];
    expect(schema?.safeParse(JSON.parse(first.text))).toMatchObject({ success: true });

    const again = await post(path, request);
    expect(again).toEqual(repeat);
    expect(await post(path, body, 'the-key'), 'the header').toEqual(again);
    const conflict = await post(path, { ...other, idempotency_key: 'the-key' });
    expect([conflict.status, conflict.code]).toEqual([409, 'idempotency_conflict']);

    await restart(recipe);
    expect(await post(path, request), 'after a restart').toEqual(again);
    expect(await effects(recipe.effect)).toBe(before + 1);
  }, 60_000);

  if (recipe.refuse === undefined) return;
  it('repeats a refusal as it was', async () => {
    await start(recipe);
    const { path, body } = await recipe.refuse!(service!);
    const request = { ...body, idempotency_key: 'refused-key' };
    const first = await post(path, request);
    expect(first.status, first.text).toBe(409);
    const again = await post(path, request);
    expect([again.status, again.code, again.replayed]).toEqual([409, first.code, true]);
    if (!refusedOverRestart.includes(id)) return;
    await restart(recipe);
    const later = await post(path, request);
    expect([later.status, later.code, later.replayed]).toEqual([409, first.code, true]);
  });
});
