/**
 * Builds `dist/`: the command line with lazily loaded chunks, the documentation generator and the
 * dashboard. `--if-stale` does nothing when the sources have not changed since.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { assertBinaries } from './binaries.mjs';
import { isStale, listFiles, root, signature, stampPath } from './stale.mjs';

const dist = join(root, 'dist');
/**
 * Loaded at run time from node_modules: native code, ssh2, which takes native parts where there are any, pino,
 * which finds its workers by path, pg, which looks for native parts, and elkjs, which only the documentation
 * generator needs.
 */
const externalPackages = [
  'better-sqlite3',
  'uWebSockets.js',
  'pino',
  'pg',
  'fsevents',
  'elkjs',
  'ssh2',
  '@myriaddreamin/typst-ts-node-compiler',
];
/** Bundled CommonJS packages call `require`, which an ES module does not have. */
const requireBanner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

/** Every program in `dist/`, by name. */
const programs = {
  cli: 'src/cli/main.ts',
  docs: 'src/docs.ts',
  actors: 'src/actors/index.ts',
  client: 'src/client/client.ts',
  // A thread that holds nearly the whole program: it shares the program's chunks.
  'threads/simulation': 'src/simulation/thread.ts',
};

/** What runs in threads or processes of its own, by name: each a bundle without chunks in `dist/threads/`. */
const threads = {
  'store-writer': 'src/store/sqlite/threads/writer.ts',
  'store-reader': 'src/store/sqlite/threads/reader.ts',
  'store-past': 'src/store/sqlite/threads/past.ts',
  'store-backup': 'src/store/sqlite/threads/backup.ts',
  papers: 'src/papers/work/process.ts',
  bodies: 'src/http/body-work/process.ts',
  'evidence-ssh': 'src/evidence-sync/ssh/process.ts',
};

/** Node reads them since long; rewritten, such a pattern would be made anew each time that it is used. */
const supported = { 'regexp-unicode-property-escapes': true };

/** Bundles a script that is run from below node_modules, where it finds its packages. */
export async function bundleScript(entry, outfile) {
  const { build: bundle } = await import('esbuild');
  await bundle({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    supported,
    packages: 'external',
    external: externalPackages,
    banner: requireBanner,
    logLevel: 'warning',
  });
}

const nodeBundle = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // What asks for its parts by computed names cannot be bundled; ES modules never do.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20.19',
  supported,
  external: externalPackages,
  banner: requireBanner,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
};

/** Builds everything; returns the names of the files written, relative to `dist/`, and what the dashboard takes. */
export async function build() {
  assertBinaries();
  const before = signature();
  const esbuild = await import('esbuild');
  const dashboard = await buildDashboard(esbuild);
  const outputs = [
    ...(await bundleThreads(esbuild)),
    ...(await buildPrograms(esbuild)),
    ...dashboard.outputs,
  ];
  // Chunks first: a program that starts meanwhile finds everything it asks for.
  outputs.sort((left, right) => Number(isEntry(left.path)) - Number(isEntry(right.path)));
  for (const output of outputs) writeWhole(join(dist, output.path), output.contents);
  writeWhole(stampPath, before);
  return { written: outputs.map((output) => output.path), sizes: dashboard.sizes };
}

/** Builds `dist/threads/` alone: what sources that run unbuilt, as in tests, need of `dist/`. */
export async function buildThreads() {
  const outputs = await bundleThreads(await import('esbuild'));
  for (const output of outputs) writeWhole(join(dist, output.path), output.contents);
}

const isEntry = (path) => !/^(chunks|threads|dashboard\/assets)\//.test(path);

/** Plain data that is made from schemas: threads of a store start in half the time without these. */
const entityTables = 'src/domain/entities/tables.ts';

/** The exports of a module that needs nothing of node_modules at run time. */
async function importBundled(esbuild, path) {
  const { outputFiles } = await esbuild.build({
    ...nodeBundle,
    entryPoints: [path],
    outdir: dist,
    sourcemap: false,
    // A module that is data has no file from which to require.
    banner: {},
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return await import(`data:text/javascript;base64,${code}`);
}

/** Has a bundle hold what the module at `path` exports as data instead of what makes it. */
const dataModule = (exported, path) => ({
  name: 'data module',
  setup({ onLoad }) {
    const contents = Object.entries(exported)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
    onLoad({ filter: new RegExp(`${path}$`) }, () => ({ contents, loader: 'js' }));
  },
});

async function buildPrograms(esbuild) {
  const present = Object.entries(programs).filter(([, path]) => existsSync(join(root, path)));
  const result = await esbuild.build({
    ...nodeBundle,
    entryPoints: Object.fromEntries(present),
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
  return result.outputFiles.map(toOutput);
}

async function bundleThreads(esbuild) {
  const outdir = join(dist, 'threads');
  const plugins = [dataModule(await importBundled(esbuild, entityTables), entityTables)];
  const result = await esbuild.build({ ...nodeBundle, entryPoints: threads, outdir, plugins });
  return result.outputFiles.map(toOutput);
}

/** Bytes of the dashboard as a browser loads them, compressed: what is needed at first, all of it, its style. */
const dashboardBudgets = { shell: 60 * 1024, all: 150 * 1024, style: 20 * 1024 };
const assetsPath = 'dashboard/assets';

/**
 * `src/dashboard`: `index.html` names its script and style by what they hold, so that browsers may keep
 * them for ever. Each also lies there compressed. Fails when a budget is exceeded.
 */
async function buildDashboard(esbuild) {
  const source = join(root, 'src', 'dashboard');
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['app.tsx', 'app.css', 'print.css'].map((name) => join(source, name)),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    outdir: join(dist, assetsPath),
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const files = result.outputFiles.map((file) => ({
    ...toOutput(file),
    gzip: gzipSync(file.contents, { level: 9 }),
  }));
  const worker = await buildOffline(esbuild, files);
  const sizes = sizesOf([...files, worker], result.metafile);
  const page = readFileSync(join(source, 'index.html'), 'utf8').replace(
    /"(app|print)\.(js|css)"/g,
    (_, name, ending) => {
      const { path } = files.find(
        (file) => file.path.includes(`/${name}-`) && file.path.endsWith(ending),
      );
      return `"/control/${path}"`;
    },
  );
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const outputs = [
    ...files.flatMap(({ path, contents, gzip }) => [
      { path, contents },
      { path: `${path}.gz`, contents: gzip },
      { path: `${path}.br`, contents: brotliCompressSync(contents, { params }) },
    ]),
    { path: worker.path, contents: worker.contents },
    { path: 'dashboard/index.html', contents: page },
  ];
  return { outputs, sizes };
}

/** The page's service worker, which keeps exactly these files. */
async function buildOffline(esbuild, files) {
  const assets = files.map(({ path }) => `/control/${path}`).sort();
  const edition = createHash('sha256').update(assets.join()).digest('hex').slice(0, 12);
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(root, 'src', 'dashboard', 'offline-worker.ts')],
    outfile: join(dist, 'dashboard', 'offline.js'),
    define: { assets: JSON.stringify(assets), edition: JSON.stringify(edition) },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  const file = result.outputFiles[0];
  return { ...toOutput(file), gzip: gzipSync(file.contents, { level: 9 }) };
}

/**
 * The shell is what the page names, and what that loads before anything is drawn; the style of paper is waited for by
 * nothing. Fails above a budget.
 */
function sizesOf(files, { outputs }) {
  const sizeOf = (chosen) =>
    files.filter(({ path }) => chosen(path)).reduce((sum, { gzip }) => sum + gzip.length, 0);
  const first = new Set(files.map(({ path }) => path).filter((path) => /\/app-/.test(path)));
  for (const path of first) {
    for (const { path: imported, kind } of outputs[`dist/${path}`]?.imports ?? []) {
      if (kind === 'import-statement') first.add(imported.replace(/^dist\//, ''));
    }
  }
  const sizes = {
    shell: sizeOf((path) => first.has(path)),
    all: sizeOf(() => true),
    style: sizeOf((path) => path.endsWith('.css')),
  };
  for (const [part, bytes] of Object.entries(sizes)) {
    const most = dashboardBudgets[part];
    if (bytes <= most) continue;
    throw new Error(
      `the dashboard (${part}) takes ${bytes} bytes compressed; at most ${most} may be`,
    );
  }
  return sizes;
}

function toOutput(file) {
  return { path: relative(dist, file.path).replaceAll('\\', '/'), contents: file.contents };
}

/** Written beside and renamed, so that a program starting now never reads half a file. */
function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Removes what earlier builds left; not done by `--if-stale`, a running program may need it. */
function removeOthers(kept) {
  const wanted = new Set([...kept.map((path) => join(dist, path)), stampPath]);
  for (const path of listFiles(dist)) if (!wanted.has(path)) rmSync(path);
}

/** Builds when the sources have changed; false, with the reason on standard error, when that fails. */
export async function buildIfStale() {
  if (!isStale()) return true;
  return (await tryBuild()) !== undefined;
}

/** esbuild has printed what is wrong with the sources; anything else is said here. */
async function tryBuild() {
  try {
    return await build();
  } catch (error) {
    if (error.errors === undefined) process.stderr.write(`${error.stack}\n`);
    process.stderr.write('the build failed\n');
    return undefined;
  }
}

async function main() {
  const onlyIfStale = process.argv.includes('--if-stale');
  if (onlyIfStale && !isStale()) return 0;
  const started = performance.now();
  const built = await tryBuild();
  if (built === undefined) return 1;
  const { written, sizes } = built;
  if (!onlyIfStale) removeOthers(written);
  const elapsedMs = Math.round(performance.now() - started);
  const taken = Object.entries(sizes).map(
    ([part, bytes]) => `${part} ${bytes} of ${dashboardBudgets[part]} bytes`,
  );
  process.stdout.write(`built ${written.length} files in ${elapsedMs} ms\n`);
  process.stdout.write(`the dashboard compressed: ${taken.join(', ')}\n`);
  return 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main();
}
