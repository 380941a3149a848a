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
    may: ['domain', 'lib'],
    instead: 'a machine decides; ask for an effect as data and let an actor do it',
  },
  actors: {
    may: ['machines', 'domain', 'config', 'lib', 'store/ports'],
    instead: 'actors use ports; have the composition root pass the implementation in',
  },
  store: {
    may: ['domain', 'config', 'lib', 'actors/runtime/definition.ts', 'machines/durable-actions.ts'],
    instead: 'the store remembers; decisions belong to machines, requests to http',
  },
  telemetry: {
    may: ['domain', 'config', 'lib', 'machines', 'actors/runtime', 'store/ports'],
    instead: 'telemetry watches; whoever reads it subscribes from above',
  },
  worker: {
    may: ['domain', 'config', 'lib', 'machines', 'actors/runtime', 'telemetry', 'store/ports'],
    instead: 'the worker gate must run without the control plane; talk to it over HTTP',
  },
  'worker-simulator': {
    may: ['domain', 'config', 'lib', 'machines', 'actors/runtime', 'telemetry', 'worker'],
    instead: 'the simulator plays a machine for the real gate; app puts the two together',
  },
  evidence: {
    may: ['domain', 'config', 'lib', 'worker'],
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
      'telemetry',
      'worker',
      'evidence',
      'papers',
      'core-service',
    ],
    instead: 'use cases speak to ports; SQL belongs to store, sockets to http',
  },
  'core-service': {
    may: ['domain', 'lib', 'config', 'machines', 'actors/runtime', 'store/ports'],
    instead: 'the core sub-service sees the queue through its store port',
  },
  http: {
    may: [
      'control',
      'core-service',
      'worker',
      'telemetry',
      'actors/runtime',
      'store/ports',
      // Reads the change that the port keeps in an event's payload; nothing of any store.
      'store/state-fold.ts',
      'domain',
      'config',
      'lib',
    ],
    instead: 'http translates; move the decision into a use case and read through the read port',
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
      'http/wire',
      'http/live/protocol.ts',
      'http/live/client.ts',
      'http/live/client-types.ts',
    ],
    instead: 'the browser client knows words and wire types only; ask the API',
  },
  docs: {
    may: ['config', 'domain', 'lib', 'machines', 'http', 'cli'],
    instead: 'generated pages read tables; export the table from where it is used',
  },
};

/** Put everything together, so they may import everything. */
const composers = ['app', 'cli'];

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
  xstate: { where: '^src/(machines|actors)/', instead: 'describe it as a machine' },
  'better-sqlite3': { where: '^src/store/sqlite/', instead: 'use a port of src/store/ports' },
  'uWebSockets\\.js': { where: '^src/http/transport/', instead: 'use the transport port' },
  ws: { where: '^src/(http/transport|cli)/', instead: 'use the transport port' },
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
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-dependency',
      comment: 'The product runs without development dependencies; move the package or the code.',
      severity: 'error',
      from: { path: '^src/' },
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
