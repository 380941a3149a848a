/** Every route that an operator could want is within reach from the dashboard; each of the others says why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askedAt, reportNames, reportOf } from '../../../src/dashboard/operations/reports.ts';
import { paperActRows, paperActs } from '../../../src/dashboard/papers/paper-acts.ts';
import { routeGroups } from '../../../src/http/routes/all.ts';

const folder = 'src/dashboard';

/** Groups that are asked by others than the page of an operator. */
const groupsOfOthers: Readonly<Record<string, string>> = {
  Health: 'asked by who watches the process',
  Callbacks: 'called by workers',
  'Worker gate': 'called by the control plane',
  'Bench of the worker gate': 'orrery bench --worker; a gate has another address and token',
  Metrics: 'read by Prometheus',
  Reference: 'read by who writes a program',
  'Live feed': 'every page follows it, by a client of its own',
};

/** Routes that no page calls, and what an operator has instead. */
const exempt: Readonly<Record<string, string>> = {
  'control.health': 'the overview says more of it',
  preflight: 'workers.refresh looks at a worker anew, for every worker there is',
  'pump.get': 'the overview holds all of it',
  'plans.get': 'a plan is shown as it was drawn up, and again as it was carried out',
  'workers.get': 'workers.list holds all of it but its history, which its machine shows',
  'actors.statechart': 'the machine is drawn from statecharts.get, to be read and gone about in',
  'bench.actors': 'bench.get holds the first of them',
  'bench.actor': 'bench.release says the same of it in its dry run',
  'bench.dead_letters': 'bench.get holds the first of them',
  'bench.dead_letter': 'bench.retry says the same of it in its dry run',
  'bench.try_actor': 'bench.release tries it with what waits; another event is written by hand',
  'bench.try_dead_letter': 'bench.retry tries it; another event is written by hand',
  'projects.create': 'intake.ideas adds one as well as many, after a preview',
  'projects.list': 'every project has an item of the queue',
  'publication-automation.next': 'papers.publish_next says which is next, and what is done with it',
  'publication-automation.get': 'papers.get holds the review of a paper',
  'publication-automation.rewrite_draft': 'the batch of one paper does it by a plan',
  'rewrite-batches.get': 'rewrite-batches.list holds how far each is',
  'incidents.get': 'incidents.list holds all of it',
  'notifications.get': 'notifications.list holds all of it but the text that was sent',
  'runs.processes': 'the newest sample of a run names them',
  'export.snapshot': 'read by the core sub-service of another plane',
  'core.snapshot': 'sent by the other system whose queue is compared',
  'dashboard.worker': 'the page itself',
  'dashboard.asset': 'the page itself',
  'dashboard.shell': 'the page itself',
  'dashboard.redirect': 'the page itself',
  'dashboard.favicon': 'the page itself',
  'dashboard.code': 'made by orrery dashboard, which opens the page',
};

interface Call {
  readonly method: string;
  readonly path: string;
}

const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  wait: 'GET',
  file: 'GET',
  post: 'POST',
};

/** What stands between the bracket that is opened at `from` and the one that closes it. */
function within(text: string, from: number): string {
  let depth = 1;
  let at = from + 1;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
  }
  return text.slice(from + 1, at - 1);
}

/** The calls that a source makes with the generated client, each by the paths that it names. */
function callsIn(source: string): Call[] {
  const constants = new Map(
    [...source.matchAll(/const (\w+) =\s*(['`])(\/.+?)\2/g)].map(
      ([, name = '', , path = '']) => [name, path] as const,
    ),
  );
  return [...source.matchAll(/\bapi\.(get|post|wait|file)\(/g)].flatMap((found) => {
    const given = within(source, found.index + found[0].length - 1);
    const literal = [...given.matchAll(/(['`])(\/.+?)\1/g)].map(([, , path = '']) => path);
    const named = constants.get(/^\s*(\w+)/.exec(given)?.[1] ?? '');
    const method = methods[found[1] ?? ''] ?? '';
    return [...literal, ...(named === undefined ? [] : [named])].map((path) => ({ method, path }));
  });
}

function callsOfDashboard(): Call[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return [
    ...sources.flatMap(callsIn),
    ...paperActs.map((name) => ({
      method: 'POST',
      path: paperActRows[name].request('a-paper', 'a note').path,
    })),
    ...reportNames.map((name) => ({
      method: 'GET',
      path: askedAt(reportOf(name), { typed: 'x', from: null })?.replace(/\?.*$/, '') ?? '',
    })),
    { method: 'POST', path: '/control/api/v1/dashboard/session' },
  ];
}

const shapeOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '(?:[^/]+|\\$\\{.+\\})')}$`);

it('has a way to every route, or says why there is none', () => {
  const calls = callsOfDashboard();
  const isCalled = ({ method, path }: Call): boolean => {
    const shape = shapeOf(path);
    return calls.some((call) => call.method === method && shape.test(call.path));
  };
  const rows = routeGroups
    .filter(({ title }) => groupsOfOthers[title] === undefined)
    .flatMap(({ routes }) => routes)
    .filter(({ deprecated }) => deprecated !== true);
  // Two addresses of one handler: the older one is for older clients.
  const isAlias = (id: string): boolean => id.startsWith('paper-reviews.') || id.endsWith('_alias');
  const out = rows.filter(({ id }) => !isAlias(id)).filter((route) => !isCalled(route));
  expect(out.map(({ id }) => id).filter((id) => exempt[id] === undefined)).toEqual([]);
  // What is called, or is no more, needs no excuse.
  const unreached = new Set(out.map(({ id }) => id));
  expect(Object.keys(exempt).filter((id) => !unreached.has(id))).toEqual([]);
  const titles = new Set(routeGroups.map(({ title }) => title));
  expect(Object.keys(groupsOfOthers).filter((title) => !titles.has(title))).toEqual([]);
});

it('names in each call a route that there is', () => {
  const rows = routeGroups.flatMap(({ routes }) => routes);
  const strange = callsOfDashboard().filter(
    ({ method, path }) =>
      !rows.some(
        (route) =>
          route.method === method && (route.path === path || shapeOf(route.path).test(path)),
      ),
  );
  expect(strange).toEqual([]);
});
