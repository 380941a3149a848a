/** Requests that write while the lease changes hands: they wait, and are done once, or told what is known. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createPlaneRelay } from '../../../src/app/plane/plane-relay.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { Route } from '../../../src/http/route.ts';
import { type AppContext, routesOf } from '../../../src/http/routes/all.ts';
import type { RequestHead } from '../../../src/http/transport/port.ts';
import type { Plane, PlaneStanding } from '../../../src/store/ports/plane.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(endings.splice(0).map((end) => end()));
});

interface Asked {
  readonly key: string | undefined;
  readonly body: string;
}
type Answer = { status: number; body: object } | 'cut' | 'held';

/** A plane as it is seen from outside; answers in turn, the last one from then on. */
async function startOther(...answers: Answer[]) {
  const asked: Asked[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const keyOf = ({ headers }: IncomingMessage) => headers['idempotency-key']?.toString();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push({ key: keyOf(request), body: await text(request) });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer === 'held') await held;
    if (answer === 'cut') response.destroy();
    else if (answer === 'held') response.writeHead(200).end(JSON.stringify(done.body));
    else response.writeHead(answer.status).end(JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  };
  endings.push(close);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, address, close, release };
}

const done = { status: 200, body: { done: true } };
const since = '2026-01-01T00:00:00.000Z';

/** What this process knows of the lease; `look` shows it what `next` says. */
function setUp({ patienceMs = 60_000 } = {}) {
  let standing: PlaneStanding = { role: 'standby', holder: null };
  let isStaying = false;
  let sayLooked = (): void => {};
  const firstLook = new Promise<void>((resolve) => {
    sayLooked = resolve;
  });
  const plane: Plane = {
    standing() {
      sayLooked();
      return standing;
    },
    whileHeld: () => new AbortController().signal,
    onTaken: async () => {},
    isSure: () => true,
    untilSure: async () => {},
    stay: async () => {},
    stays: () => isStaying,
    look: async () => {},
    handOver: async () => {},
  };
  const relay = createPlaneRelay(plane, { patienceMs });
  endings.push(() => relay.close());
  return {
    relay,
    firstLook,
    heldBy: (address: string | null): void => {
      standing = { role: 'standby', holder: { address, since } };
    },
    heldHere: (): void => {
      standing = { role: 'active', holder: { address: null, since } };
    },
    free: (): void => {
      standing = { role: 'standby', holder: null };
    },
    stay: (): void => {
      isStaying = true;
    },
  };
}

const write = routesOf({ control: true, worker: false }).find(
  ({ path }) => path === '/control/api/intake/ideas',
) as Route<AppContext>;
const unkeyed = routesOf({ control: true, worker: false }).find(
  ({ path }) => path === '/control/api/preflight',
) as Route<AppContext>;
const read = routesOf({ control: true, worker: false }).find(
  ({ method }) => method === 'GET',
) as Route<AppContext>;

const headOf = (headers: Record<string, string> = {}, signal = new AbortController().signal) =>
  ({
    method: 'POST',
    path: '/control/api/intake/ideas',
    query: '',
    header: (name: string) => headers[name] ?? '',
    has: (name: string) => name in headers,
    signal,
  }) as unknown as RequestHead;
const requestOf = (head: RequestHead, body: object, route = write) => ({
  route,
  head,
  requestId: 'r-1',
  body: Buffer.from(JSON.stringify(body)),
  isBegun: false,
});
const keyed = headOf({ 'idempotency-key': 'k-1', 'content-type': 'application/json' });
const reply = (body: object) => ({ status: 200, body: Buffer.from(JSON.stringify(body)) });
const unknown =
  /Whether the request was done is not known; repeat it with the same idempotency key/;

it('waits for who takes over, without a key too, since nothing was done', async () => {
  const { relay, firstLook, heldBy } = setUp();
  const passed = relay.pass(requestOf(headOf(), { ideas: [] }));
  await firstLook;
  const other = await startOther(done);
  heldBy(other.address);
  expect(await passed).toMatchObject(reply({ done: true }));
  expect(other.asked).toEqual([{ key: undefined, body: '{"ideas":[]}' }]);
});

it('waits past one that is gone, and past one that says it does not write', async () => {
  const gone = await startOther(done);
  await gone.close();
  const { relay, heldBy } = setUp();
  heldBy(gone.address);
  const passed = relay.pass(requestOf(headOf(), {}));
  const other = await startOther({ status: 503, body: { code: 'no_active_plane' } }, done);
  heldBy(other.address);
  expect(await passed).toMatchObject(reply({ done: true }));
  expect(other.asked).toHaveLength(2);
});

it('leaves it to this process when that takes over', async () => {
  const { relay, firstLook, heldHere } = setUp();
  const passed = relay.pass(requestOf(headOf(), {}));
  await firstLook;
  heldHere();
  expect(await passed).toBe(null);
});

it.each([
  ['the header', keyed, {}],
  ['the body', headOf(), { idempotency_key: 'k-1' }],
])('asks again with a key in %s where it may have been done', async (_where, head, body) => {
  const { relay, heldBy } = setUp();
  const shuttingDown = { status: 503, body: { code: 'shutting_down' } };
  const other = await startOther('cut', shuttingDown, done);
  heldBy(other.address);
  expect(await relay.pass(requestOf(head, body))).toMatchObject(reply({ done: true }));
  expect(other.asked).toHaveLength(3);
  expect(new Set(other.asked.map((each) => JSON.stringify(each))).size).toBe(1);
});

it.each<[string, Answer]>([
  ['was cut off', 'cut'],
  ['was given up by one that shuts down', { status: 503, body: { code: 'shutting_down' } }],
])('without a key asks once where it %s', async (_what, answer) => {
  const { relay, heldBy } = setUp();
  const other = await startOther(answer, done);
  heldBy(other.address);
  await expect(relay.pass(requestOf(headOf(), {}))).rejects.toThrow(unknown);
  expect(other.asked).toHaveLength(1);
});

it('takes no key of a route that knows none', async () => {
  const { relay, heldBy } = setUp();
  const other = await startOther('cut', done);
  heldBy(other.address);
  const passed = relay.pass(requestOf(keyed, { idempotency_key: 'k-1' }, unkeyed));
  await expect(passed).rejects.toThrow(unknown);
  expect(other.asked).toHaveLength(1);
});

it('hands every other answer on as it is', async () => {
  const { relay, heldBy } = setUp();
  for (const [status, code] of [
    [409, 'transition_refused'],
    [503, 'overloaded'],
    [500, 'internal'],
  ] as const) {
    const other = await startOther({ status, body: { code } });
    heldBy(other.address);
    const answer = await relay.pass(requestOf(keyed, {}));
    expect(answer).toMatchObject({ status, body: Buffer.from(JSON.stringify({ code })) });
    expect(other.asked).toHaveLength(1);
  }
});

it('says in the end what is known: nothing was done, or nobody knows', async () => {
  const never = setUp({ patienceMs: 1 });
  await expect(never.relay.pass(requestOf(keyed, {}))).rejects.toMatchObject({
    code: 'no_active_plane',
    message: 'no control plane holds the lease just now; nothing was done, repeat the request',
    details: { retry_after_sec: 2 },
  });
  // Asked in vain once, it may have been done, whatever is found later.
  const { relay, heldBy, free } = setUp({ patienceMs: 600 });
  const other = await startOther('cut');
  heldBy(other.address);
  const passed = relay.pass(requestOf(keyed, {}));
  await expect.poll(() => other.asked.length).toBe(1);
  free();
  await expect(passed).rejects.toThrow(unknown);
});

it('does not wait for one that does not say where it is reached', async () => {
  const { relay, heldBy } = setUp();
  heldBy(null);
  await expect(relay.pass(requestOf(keyed, {}))).rejects.toThrow('control_plane_url');
});

it('does not wait for a client that has gone, or in a process that ends', async () => {
  const { relay, firstLook } = setUp();
  const gone = new AbortController();
  const first = relay.pass(requestOf(headOf({}, gone.signal), {}));
  await firstLook;
  gone.abort();
  await expect(first).rejects.toThrow('nothing was done');
  const second = relay.pass(requestOf(headOf(), {}));
  relay.giveUp();
  await expect(second).rejects.toThrow('nothing was done');
});

it('still has the answer of who was asked when nobody waits any more', async () => {
  const { relay, heldBy } = setUp();
  const other = await startOther('held');
  heldBy(other.address);
  const passed = relay.pass(requestOf(keyed, {}));
  await expect.poll(() => other.asked.length).toBe(1);
  relay.giveUp();
  other.release();
  expect(await passed).toMatchObject(reply({ done: true }));
});

it('says that nobody knows where it is cut off', async () => {
  const { relay, heldBy } = setUp();
  const other = await startOther('held');
  heldBy(other.address);
  const passed = relay.pass(requestOf(keyed, {}));
  await expect.poll(() => other.asked.length).toBe(1);
  relay.cutOff();
  await expect(passed).rejects.toThrow(unknown);
});

it('never passes on what was passed on', async () => {
  const { relay, heldBy } = setUp();
  const other = await startOther(done);
  heldBy(other.address);
  const passed = headOf({ 'x-orrery-passed-on': '1' });
  await expect(relay.pass(requestOf(passed, {}))).rejects.toThrow('does not hold the lease now');
  expect(other.asked).toEqual([]);
});

it('takes up with a key what a plane that hands over could not end', async () => {
  const { relay, heldHere, heldBy, stay } = setUp();
  heldHere();
  const begun = { ...requestOf(keyed, {}), isBegun: true };
  const error = new ServiceError('shutting_down', 'it ends');
  expect(relay.takesUp(begun, error)).toBe(false);
  stay();
  expect(relay.takesUp(begun, error)).toBe(true);
  expect(relay.takesUp({ ...begun, route: read }, error)).toBe(false);
  expect(relay.takesUp({ ...begun, head: headOf() }, error)).toBe(false);
  expect(relay.takesUp(begun, new ServiceError('not_found', 'no'))).toBe(false);
  const passedOn = headOf({ 'x-orrery-passed-on': '1', 'idempotency-key': 'k-1' });
  expect(relay.takesUp({ ...begun, head: passedOn }, error)).toBe(false);

  // It has the lease for a while yet; then another one has it.
  const passed = relay.pass(begun);
  const other = await startOther(done);
  heldBy(other.address);
  expect(await passed).toMatchObject(reply({ done: true }));
  expect(other.asked).toHaveLength(1);

  heldHere();
  const left = relay.pass(begun);
  relay.giveUp();
  await expect(left).rejects.toThrow(unknown);
  expect(relay.takesUp(begun, error)).toBe(false);
});
