/** What a control plane answers to a GET without a token. */
import { routesOf } from '../../src/http/routes/all.ts';

export const openPaths: ReadonlySet<string> = new Set(
  routesOf({ control: true, worker: false })
    .filter(({ method, auth }) => method === 'GET' && auth === 'open')
    .map(({ path }) => path),
);
