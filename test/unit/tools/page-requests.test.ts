/** The benchmark of pages asks for every GET route of the control plane, or says by name that it does not. */
import { expect, it } from 'vitest';
import { smallStore } from '../../../bench/support/large-store.ts';
import { requestsWithoutRoute, routesWithoutRequest } from '../../../bench/support/page-gaps.ts';
import { pageRequestsOf } from '../../../bench/support/page-requests.ts';
import { routesOf } from '../../../src/http/routes/all.ts';

const requests = pageRequestsOf(smallStore);
const routes = routesOf({ control: true, worker: false });

it('has a request for every page, or leaves it out by name', () => {
  expect(routesWithoutRequest(requests)).toEqual([]);
});

it('asks for nothing and leaves nothing out that is no route, and nothing twice', () => {
  expect(requestsWithoutRoute(requests)).toEqual([]);
});

it.each(Object.entries(requests))('asks for %s as it takes it', (path, addresses) => {
  const route = routes.find((each) => each.method === 'GET' && each.path === path);
  for (const address of addresses) {
    const { searchParams } = new URL(address, 'http://127.0.0.1');
    const parsed = route?.query?.safeParse(Object.fromEntries(searchParams));
    expect([address, parsed?.error?.issues]).toEqual([address, undefined]);
  }
});
