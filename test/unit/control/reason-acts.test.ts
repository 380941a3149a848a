/** Every act that a reason proposes can be sent as it is: the route is there, and takes the body. */
import { expect, it } from 'vitest';
import { reasonCodes } from '../../../src/control/reliance/reason.ts';
import { actOf } from '../../../src/control/reliance/reason-acts.ts';
import { routesOf } from '../../../src/http/routes/all.ts';

const routes = routesOf({ control: true, worker: false });
const routeOf = (method: string, path: string) =>
  routes.find(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

const acts = reasonCodes.map((code) => ({ code, act: actOf(code, 'gpu-a') }));

it.each(acts.filter(({ act }) => act.request !== null))('$code can be ended', ({ act }) => {
  const { method, path, body } = act.request!;
  const route = routeOf(method, path);
  expect(route?.path).toBeDefined();
  expect(route?.body?.safeParse(body)).toMatchObject({ success: true });
});

it.each(acts)('$code has a word on its button that is a deed, where it has one', ({ act }) => {
  expect(act.button === null).toBe(act.request === null);
  expect(act.button ?? 'Do it').not.toMatch(/, then |\bor\b/);
});

it.each(acts)('$code says what to do and what follows, and names no address', ({ act }) => {
  expect(act.label).toMatch(/^\p{Lu}/u);
  expect(act.consequence).toMatch(/\.$/);
  expect(`${act.label} ${act.consequence}`).not.toMatch(/\/control\//);
});
