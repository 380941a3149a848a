/** The layer table: which folder of `src/` may import which, and what to do instead. */

/** `may`: folders (or parts of them) of `src/`; `instead`: the way out when the rule bites. */
const layers = {
  lib: {
    may: [],
    instead: 'lib knows nothing of ours; pass what it needs as an argument',
  },
  domain: {
    may: ['lib'],
    instead: 'domain holds words and rules; do storage, HTTP and state machines where they live',
  },
  config: {
    may: ['domain', 'lib'],
    instead: 'config does not know who uses it; let the user take its section',
  },
  machines: {
    may: ['domain', 'lib', 'actors/machine'],
    instead: 'a machine decides; ask for an effect as data and let an actor do it',
  },
  actors: {
    may: ['lib'],
    instead: 'the runtime knows no product; have the composition root pass in what it needs',
  },
  store: {
    may: ['domain', 'config', 'lib', 'actors/journal'],
    instead: 'the store remembers; decisions belong to machines, requests to http',
  },
  sensing: {
    may: ['domain', 'config', 'lib', 'machines'],
    instead: 'sensing reads the machine; what readings mean is for machines and telemetry',
  },
  metrics: {
    may: ['lib', 'actors'],
    instead: 'metrics count; whoever has something to count registers its source',
  },
  telemetry: {
    may: ['domain', 'config', 'lib', 'machines', 'actors', 'sensing', 'metrics', 'store/ports'],
    instead: 'telemetry watches; whoever reads it subscribes from above',
  },
  'idle-lab': {
    may: ['domain', 'config', 'lib', 'machines', 'sensing', 'telemetry'],
    instead: 'the laboratory records and replays; it never judges a live run',
  },
  'idea-files': {
    may: ['domain', 'lib'],
    instead:
      'idea files are read and checked; what becomes of an idea is for the intake of control',
  },
  'worker-wire': {
    may: ['domain', 'config', 'lib', 'sensing'],
    instead: 'the wire holds what both of its ends must agree on, and nothing that either end does',
  },
  'worker-client': {
    may: ['domain', 'config', 'lib', 'machines', 'actors', 'worker-wire', 'clusters/port.ts'],
    instead: 'the client asks a gate over HTTP; what the answers mean is for control',
  },
  worker: {
    may: [
      'domain',
      'config',
      'lib',
      'machines',
      'actors',
      'sensing',
      'metrics',
      'telemetry',
      'store/ports',
      'worker-wire',
    ],
    instead: 'the worker gate must run without the control plane; talk to it over HTTP',
  },
  'worker-simulator': {
    may: [
      'domain',
      'config',
      'lib',
      'machines',
      'actors',
      'sensing',
      'telemetry',
      'worker',
      'worker-wire',
    ],
    instead: 'the simulator plays a machine for the real gate; app puts the two together',
  },
  notify: {
    may: ['domain', 'config', 'lib', 'machines', 'actors', 'worker-wire'],
    instead: 'notify carries messages; what is said, and when, is for control and the machines',
  },
  clusters: {
    may: ['domain', 'config', 'lib', 'evidence-sync/ssh'],
    instead:
      'clusters start and find jobs; what a run is, and when it is tried again, is for control',
  },
  'model-endpoint': {
    may: ['domain', 'lib', 'worker-wire'],
    instead: 'the endpoint carries questions; what is asked, and when, is for papers and control',
  },
  'evidence-sync': {
    may: ['domain', 'config', 'lib', 'worker', 'worker-wire', 'worker-client'],
    instead: 'evidence is fetched through a port; HTTP serving belongs to http',
  },
  papers: {
    may: ['domain', 'config', 'lib'],
    instead: 'papers work on files and values; read the store in control and pass rows in',
  },
  control: {
    may: [
      'domain',
      'config',
      'lib',
      'machines',
      'actors',
      'store/ports',
      'sensing',
      'metrics',
      'telemetry',
      'worker-wire',
      'worker-client',
      'evidence-sync',
      'papers',
      'model-endpoint',
      'core-service',
    ],
    instead: 'use cases speak to ports; SQL belongs to store, sockets to http',
  },
  'core-service': {
    may: ['domain', 'lib', 'config', 'machines', 'actors', 'store/ports'],
    instead: 'the core sub-service sees the queue through its store port',
  },
  http: {
    may: [
      'control',
      'core-service',
      'worker',
      'worker-wire',
      'metrics',
      'sensing',
      'telemetry',
      'actors',
      'store/ports',
      'idea-files',
      'domain',
      'config',
      'lib',
    ],
    instead: 'http translates; move the decision into a use case and read through the read port',
  },
  soak: {
    may: ['domain', 'lib', 'http/live'],
    instead: 'a soak knows the service as its clients do: by its commands, its routes and its feed',
  },
  client: {
    may: [],
    instead: 'the client knows the API by its generated types only; a user of it adds the rest',
  },
  dashboard: {
    // Pure words and numbers, and the feed's client, which is made for browsers too.
    may: [
      'domain',
      'lib/back-off.ts',
      'lib/chart',
      'lib/shell-word.ts',
      'http/wire',
      'http/live/protocol.ts',
      'http/live/client.ts',
      'http/live/client-types.ts',
      'client',
    ],
    instead: 'the browser client knows words and wire types only; ask the API',
  },
  docs: {
    may: [
      'config',
      'domain',
      'lib',
      'machines',
      'http',
      'cli',
      'papers',
      // Machines of volatile actors stand beside the actors; they are drawn like the others.
      'app/process/service-manager-machine.ts',
      'telemetry/run-watch-machine.ts',
      'telemetry/sampler-machine.ts',
      'worker/teller-machine.ts',
    ],
    instead: 'generated pages read tables; export the table from where it is used',
  },
};

/** Rooms of `src/control`, each with those that it may ask, by their head file `index.ts` alone. */
const rooms = {
  fleet: [],
  common: ['fleet'],
  reading: ['common'],
  queue: ['common', 'reading'],
  workers: ['fleet', 'common'],
  dispatch: ['fleet', 'common', 'workers'],
  runs: ['fleet', 'common'],
  papers: ['fleet', 'common', 'runs'],
  publication: ['common', 'reading', 'papers'],
  intake: ['common', 'reading'],
  research: ['common', 'dispatch', 'intake'],
  bench: ['common'],
  notify: ['common', 'reading'],
  readiness: ['common', 'workers', 'bench', 'notify'],
  explain: ['common', 'queue', 'workers', 'dispatch', 'papers', 'research', 'readiness'],
  alerts: ['common', 'reading', 'workers', 'dispatch', 'notify', 'readiness'],
  reliance: ['common', 'dispatch', 'readiness', 'explain', 'alerts'],
  operations: [
    'fleet',
    'common',
    'reading',
    'workers',
    'dispatch',
    'readiness',
    'alerts',
    'reliance',
  ],
  commands: [
    'common',
    'queue',
    'dispatch',
    'papers',
    'publication',
    'intake',
    'research',
    'runs',
    'bench',
    'notify',
    'alerts',
  ],
  pump: ['common', 'commands'],
};

function roomRule([name, may]) {
  const heads = may.map((room) => `${room}/index\\.ts$`);
  return {
    name: `room-${name}`,
    comment: `src/control/${name} may ask ${may.length === 0 ? 'no other room' : may.join(', ')}, by their index.ts: move what both need into a room below both.`,
    severity: 'error',
    from: { path: `^src/control/${name}/` },
    to: {
      path: '^src/control/',
      pathNot: `^src/control/(?:${[`${name}/(?!index\\.ts$)`, ...heads].join('|')})`,
    },
  };
}

/** What every page of the dashboard is made of. */
const ofEachPage = ['service', 'words', 'places', 'session', 'ui', 'acts'];

/** Rooms of `src/dashboard`, each with those that it may import; `session` and `shell` put them together. */
const dashboardRooms = {
  service: ['words', 'session'],
  words: ['service'],
  places: ['service', 'words'],
  ui: ofEachPage,
  acts: [...ofEachPage, 'workers'],
  queue: [...ofEachPage, 'runs'],
  runs: ofEachPage,
  papers: ofEachPage,
  workers: [...ofEachPage, 'runs'],
  machines: ofEachPage,
  operations: [...ofEachPage, 'workers', 'shell'],
};

const dashboardRoomRule = ([name, may]) => ({
  name: `dashboard-${name}`,
  comment: `src/dashboard/${name} may import ${may.join(', ')}: move what two pages need into a room below both.`,
  severity: 'error',
  from: { path: `^src/dashboard/${name}/` },
  to: { path: '^src/dashboard/', pathNot: `^src/dashboard/(?:${[name, ...may].join('|')})/` },
});

/** Put everything together, so they may import everything. */
const composers = ['app', 'cli', 'simulation'];

const escapeDots = (text) => text.replace(/[.]/g, '\\.');

function layerRule([name, { may, instead }]) {
  const allowed = [name, ...may].map((path) =>
    path.endsWith('.ts') ? `${escapeDots(path)}$` : `${path}/`,
  );
  return {
    name: `layer-${name}`,
    comment: `src/${name} may import ${may.length === 0 ? 'nothing of ours' : may.join(', ')}: ${instead}.`,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to: { path: '^src/', pathNot: `^src/(?:${allowed.join('|')})` },
  };
}

/** Packages that only one part may know, so that they can be replaced there. */
const packages = {
  xstate: {
    where: '^src/(machines|actors|telemetry|worker|app)/',
    instead: 'describe it as a machine',
  },
  'better-sqlite3': {
    where: '^src/(?:(?:store|actors/journal)/sqlite/|lib/sqlite\\.ts$)',
    instead: 'use a port of src/store/ports or src/actors/journal',
  },
  pg: {
    where: '^src/actors/journal/postgres/',
    instead: 'use a port of src/store/ports or src/actors/journal',
  },
  'uWebSockets\\.js': { where: '^src/http/transport/', instead: 'use the transport port' },
  ws: { where: '^src/(http/transport|cli|soak)/', instead: 'use the transport port' },
  elkjs: {
    where: '^src/docs/',
    instead: 'show the drawings that the documentation made; nothing is laid out while it runs',
  },
  nodemailer: { where: '^src/notify/', instead: 'use the port of src/notify/smtp.ts' },
  commander: { where: '^src/cli/', instead: 'take plain arguments' },
};

function packageRule([name, { where, instead }]) {
  return {
    name: `package-${name.replace('\\', '')}`,
    comment: `Only ${where} may import this package: ${instead}.`,
    severity: 'error',
    from: { path: '^src/', pathNot: where },
    to: { path: `node_modules/(@types/)?${name}/` },
  };
}

export default {
  forbidden: [
    ...Object.entries(layers).map(layerRule),
    ...Object.entries(packages).map(packageRule),
    ...Object.entries(rooms).map(roomRule),
    ...Object.entries(dashboardRooms).map(dashboardRoomRule),
    {
      name: 'dashboard-known-room',
      comment:
        'src/dashboard has rooms, and what a browser loads first; add a room to the table of .dependency-cruiser.mjs.',
      severity: 'error',
      from: {
        path: '^src/dashboard/',
        pathNot: `^src/dashboard/(?:(?:${[...Object.keys(dashboardRooms), 'session', 'shell'].join('|')})/|(?:app\\.tsx|offline-worker\\.ts)$)`,
      },
      to: {},
    },
    {
      name: 'known-room',
      comment: 'src/control has rooms only; add one to the table of .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: `^src/control/(?!(?:${Object.keys(rooms).join('|')})/)` },
      to: {},
    },
    {
      name: 'room-by-its-head',
      comment: "What others may use of a room of src/control stands in the room's index.ts.",
      severity: 'error',
      from: { path: '^src/(?!control/)' },
      to: { path: '^src/control/', pathNot: '^src/control/[^/]+/index\\.ts$' },
    },
    {
      name: 'known-folder',
      comment:
        'Every folder of src/ has a row in the layer table of .dependency-cruiser.mjs; add one.',
      severity: 'error',
      from: { path: `^src/(?!(?:${[...Object.keys(layers), ...composers].join('|')})/)[^/]+/` },
      to: {},
    },
    {
      name: 'no-cycle',
      comment: 'Move what both sides need into a third module below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'machines-are-pure',
      comment:
        'A machine touches neither clock, files nor network: take it by event, or ask for an effect.',
      severity: 'error',
      from: { path: '^src/(machines|domain)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import leads nowhere: mend the path or add the dependency.',
      severity: 'error',
      from: {},
      // Left out where this Node is none of its own (`src/lib/sqlite.ts`).
      to: { couldNotResolve: true, pathNot: '^better-sqlite3-13$' },
    },
    {
      name: 'no-development-dependency',
      comment:
        'The product runs without development dependencies; move the package or the code. Only src/docs, which makes pages when the product is built, and src/dashboard, which is built with what it needs, may have them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(docs|dashboard)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
