/**
 * Every route that takes an idempotency key, from the route table: the same key and payload is
 * answered with the same bytes, also after a restart; another payload is refused; two at once have
 * one effect; a refusal stays the refusal it was, unless the request named what there is not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routesOf } from '../../src/http/routes/all.ts';
import {
  nameless,
  type Recipe,
  recipes,
  services,
  unprovable,
} from '../support/idempotency-recipes.ts';
import { startService, type TestService, token } from '../support/service.ts';

const keyed = routesOf({ control: true, worker: true }).filter(
  ({ method, body }) =>
    method === 'POST' && body instanceof z.ZodObject && 'idempotency_key' in body.shape,
);

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly code: unknown;
}

async function post(
  service: TestService,
  path: string,
  body: Readonly<Record<string, unknown>>,
  header?: string,
): Promise<Answer> {
  const response = await fetch(`${service.app.baseUrl}${path}`, {
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
async function countEffects({ api, app }: TestService, type: string): Promise<number> {
  const { body } = await api.get(`/control/api/v1/events?event_type=${type}&page_size=500`);
  const ofGate = await app.gate!.bench.reads.events({
    before: null,
    limit: 500,
    entityType: '',
    entityId: '',
    eventType: type,
    search: '',
  });
  return (body['rows'] as unknown[]).length + ofGate.length;
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
  it.each(keyed.map(({ id }) => id).filter((id) => !(id in recipes)))(
    'have one for %s, or a reason why it needs none',
    (id) => {
      expect(unprovable[id], `write a recipe for ${id} in idempotency-recipes.ts`).toMatch(/\S{3}/);
    },
  );

  it('are for routes that exist', () => {
    const ids = new Set(keyed.map(({ id }) => id));
    expect(
      [...Object.keys(recipes), ...Object.keys(unprovable)].filter((id) => !ids.has(id)),
    ).toEqual([]);
    expect(refusedOverRestart.filter((id) => recipes[id]?.refuse === undefined)).toEqual([]);
  });
});

describe('a request that names what there is not', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.remove());

  it('does not use its key up, on any route', async () => {
    for (const [path, body] of nameless) {
      const request = { ...body, idempotency_key: 'unused' };
      const first = await post(service, path, request);
      const again = await post(service, path, request);
      expect([404, 422], `${path}: ${first.text}`).toContain(first.status);
      expect([again.status, again.code, again.replayed], path).toEqual([
        first.status,
        first.code,
        false,
      ]);
    }
    // The very key, once it names what there is.
    const made = { project_id: 'none', title: 'None', idempotency_key: 'made' };
    expect((await post(service, '/control/api/v1/projects', made)).status).toBe(201);
    const path = '/control/api/v1/queue/none/pause';
    const pause = { idempotency_key: 'unused' };
    expect((await post(service, path, pause)).status).toBe(200);
    expect(await post(service, path, pause)).toMatchObject({ replayed: true });
    const elsewhere = await post(service, '/control/api/v1/queue/nobody/pause', pause);
    expect([elsewhere.status, elsewhere.code]).toEqual([409, 'idempotency_conflict']);
    expect(elsewhere.text).toContain('\\"unused\\"');
  });

  it('is refused when the header and the body name two keys', async () => {
    const request = { idempotency_key: 'one' };
    const both = await post(service, '/control/pause', request, 'two');
    expect([both.status, both.code]).toEqual([422, 'invalid_request']);
    expect((await post(service, '/control/pause', request, 'one')).status).toBe(200);
  });
});

describe('a key of blanks alone', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.remove());

  /** Blanks at the ends of a header are no part of it: nothing but its name may come of it. */
  it.each(['', '   ', '\t', '\u00a0'])('is refused in the header: %j', async (header) => {
    const refused = await post(service, '/control/pause', {}, header);
    expect([refused.status, refused.code]).toEqual([422, 'invalid_request']);
    expect(refused.text).toMatch(/header Idempotency-Key: must not be (?:empty|blanks alone)"/);
  });

  it('is refused in the body, on any route', async () => {
    // The legacy intake looks at its body only once it is known to be switched on.
    for (const { id, body } of keyed.filter(({ id }) => id !== 'intake.legacy_notes_post')) {
      const { idempotency_key: key } = (body as z.ZodObject).shape;
      const { error } = (key as z.ZodType).safeParse(' \t ');
      expect(error?.issues[0]?.message, id).toBe('must not be blanks alone');
    }
    const refused = await post(service, '/control/pause', { idempotency_key: ' ' });
    expect([refused.status, refused.code]).toEqual([422, 'invalid_request']);
    expect(refused.text).toContain('idempotency_key: must not be blanks alone');
  });

  it('is none that a route without keys asks about', async () => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': ' ' };
    const url = `${service.app.baseUrl}/control/api/v1/overview`;
    expect((await fetch(url, { headers })).status).toBe(200);
  });
});

interface Case {
  readonly id: string;
  readonly recipe: Recipe;
  /** Projects of its own, for the request that has an effect and for the one that is refused. */
  readonly projects: { readonly served: string; readonly refused: string };
  readonly replies: (typeof keyed)[number]['replies'];
}
/** A request that was answered, and the answer that every repeat of it gets. */
interface Kept {
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly again: Answer;
}

interface Place {
  readonly config: Readonly<Record<string, unknown>>;
  /** They follow one another. */
  readonly cases: Case[];
}

/** The services, by name. */
const places = new Map<string, Place>();
for (const [index, { id, replies }] of keyed.entries()) {
  const recipe = recipes[id];
  if (recipe === undefined) continue;
  const { on = 'common' } = recipe;
  const name = `the ${on} service`;
  const place: Place = places.get(name) ?? { config: services[on], cases: [] };
  const projects = { served: `served-${index}`, refused: `refused-${index}` };
  place.cases.push({ id, recipe, replies, projects });
  places.set(name, place);
}

describe.each([...places])('%s', (_, { config, cases }) => {
  let service: TestService;
  const served = new Map<string, Kept>();
  const refused = new Map<string, Kept>();
  beforeAll(async () => {
    service = await startService({ config: () => config });
  });
  afterAll(() => service.remove());

  const serve = async ({ id, recipe, replies, projects }: Case): Promise<void> => {
    const { path, body, other } = await recipe.prepare(service, projects.served);
    const before = await countEffects(service, recipe.effect);
    const request = { ...body, idempotency_key: `key of ${id}` };
    const send = () => post(service, path, request);
    const both = await Promise.all([send(), send()]);
    const answered = both.filter(({ code }) => code !== 'idempotency_in_flight');
    const first = answered.find(({ replayed }) => !replayed) ?? answered[0]!;
    expect(first.status, first.text).toBe(recipe.status ?? 200);
    const repeat = repeatOf(recipe, first);
    for (const answer of answered)
      expect(replyOf(answer)).toEqual(replyOf(answer === first ? first : repeat));
    expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countEffects(service, recipe.effect)).toBe(before + 1);
    const schema = replies[first.status];
    expect(schema?.safeParse(JSON.parse(first.text))).toMatchObject({ success: true });

    const again = await send();
    expect(again).toEqual(repeat);
    expect(await post(service, path, body, `key of ${id}`), 'the header').toEqual(again);
    const conflict = await post(service, path, { ...other, idempotency_key: `key of ${id}` });
    expect([conflict.status, conflict.code]).toEqual([409, 'idempotency_conflict']);
    expect(await countEffects(service, recipe.effect)).toBe(before + 1);
    served.set(id, { path, request, again });
    await recipe.tidy?.(service, projects.served);
  };
  const refuse = async ({ id, recipe, projects }: Case): Promise<void> => {
    const { path, body } = await recipe.refuse!(service, projects.refused);
    const request = { ...body, idempotency_key: `refused key of ${id}` };
    const first = await post(service, path, request);
    expect(first.status, first.text).toBe(409);
    const again = await post(service, path, request);
    expect([again.status, again.code, again.replayed]).toEqual([409, first.code, true]);
    refused.set(id, { path, request, again });
  };

  describe.each(cases.map((one) => [one.id, one] as const))('%s', (__, one) => {
    it('answers a key once for all', () => serve(one));
    if (one.recipe.refuse === undefined) return;
    it('repeats a refusal as it was', () => refuse(one));
  });

  describe('after a restart', () => {
    const effects = new Map<string, number>();
    beforeAll(async () => {
      // What was not chosen to run above; what failed there says so itself.
      for (const one of cases) if (!served.has(one.id)) await serve(one).catch(() => undefined);
      for (const { recipe } of cases)
        effects.set(recipe.effect, await countEffects(service, recipe.effect));
      const { dir, port } = service;
      await service.stop();
      service = await startService({ dir, port, config: () => config });
    });

    it.each(cases.map((one) => [one.id, one] as const))(
      '%s is answered as before',
      async (id, one) => {
        const { path, request, again } = served.get(id)!;
        expect(await post(service, path, request)).toEqual(again);
        const { effect } = one.recipe;
        expect(await countEffects(service, effect)).toBe(effects.get(effect));
      },
    );

    const repeated = cases.filter(({ id }) => refusedOverRestart.includes(id));
    it.each(repeated.map((one) => [one.id, one] as const))(
      '%s is refused as before',
      async (id, one) => {
        if (!refused.has(id)) await refuse(one);
        const { path, request, again } = refused.get(id)!;
        const later = await post(service, path, request);
        expect([later.status, later.code, later.replayed]).toEqual([409, again.code, true]);
      },
    );
  });
});
