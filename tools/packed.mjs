/**
 * Tries the package as its user would: packs it, installs it with `npm install --global` into an empty
 * prefix, makes a configuration, serves, and compiles a program against what it exports.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { listFiles, root } from './stale.mjs';

const unpackedBytesMax = 15 * 1024 * 1024;
const startMsMax = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'orrery-packed-'));
const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
const say = (words) => process.stdout.write(`  ${words}\n`);

let service;
try {
  // As `prepack` does, but for a build that is fresh: programs may be running from it.
  if (!(await buildIfStale())) throw new Error('the build failed; see above');
  execFileSync(process.execPath, [join(root, 'tools', 'types.mjs')], { ...quiet, cwd: root });
  const pack = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { ...quiet, cwd: root }));
  const prefix = join(folder, 'prefix');
  execFileSync(
    'npm',
    ['install', '--global', '--prefix', prefix, '--no-fund', '--no-audit', join(folder, filename)],
    { ...quiet, cwd: folder },
  );
  const installed = join(prefix, 'lib', 'node_modules', 'orrery');
  checkSize(installed);
  checkPages(installed);
  const program = join(prefix, 'bin', 'orrery');
  const home = join(folder, 'home');
  mkdirSync(home);
  const port = await freePort();
  execFileSync(program, ['init', '--port', String(port)], { ...quiet, cwd: home });
  say('orrery init');
  const config = join(home, '.orrery', 'config.json');
  const token = JSON.parse(readFileSync(config, 'utf8')).control_api_bearer_token;
  service = await serve(program, { cwd: home, config });
  const at = `http://127.0.0.1:${port}`;
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  for (const path of [
    '/healthz',
    '/control/dashboard',
    '/control/api/v1/overview',
    '/control/api/v1/openapi.json',
  ]) {
    const { status } = await fetch(`${at}${path}`, bearer);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    say(`GET ${path} 200`);
  }
  await ended(service);
  compileConsumer(folder, installed);
  process.stdout.write('the package installs, serves and compiles\n');
} catch (error) {
  process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}${error.stack}\n`);
  process.exitCode = 1;
} finally {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

function words(line) {
  return line.split(' ');
}

/** Its own files: what its dependencies bring, native parts above all, is beside them. */
function checkSize(installed) {
  const own = listFiles(installed).filter(
    (path) => !path.includes(join(installed, 'node_modules')),
  );
  const bytes = own.reduce((sum, path) => sum + statSync(path).size, 0);
  const mib = (bytes / 1024 / 1024).toFixed(1);
  if (bytes > unpackedBytesMax) throw new Error(`the package has ${mib} MiB unpacked, at most 15`);
  say(`${own.length} files, ${mib} MiB`);
}

/** The pages that the program sends people to. */
function checkPages(installed) {
  const named = new Set(
    listFiles(join(installed, 'dist'))
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/docs\/[a-z0-9-]+\.md/g) ?? []),
  );
  const missing = [...named].filter((page) => !existsSync(join(installed, page)));
  if (named.size === 0 || missing.length > 0)
    throw new Error(`pages that the program names and the package lacks: ${missing.join(', ')}`);
  say(`${named.size} pages that the program names`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Resolves when it says where it serves. */
function serve(program, { cwd, config }) {
  const child = spawn(program, ['serve'], {
    cwd,
    env: { ...process.env, ORRERY_CONFIG: config },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it does not serve:\n${said}`));
    }, startMsMax);
    const hear = (chunk) => {
      said += chunk;
      if (!said.includes(' serves at ')) return;
      clearTimeout(late);
      child.stdout.off('data', hear).resume();
      child.stderr.off('data', hear).resume();
      say('orrery serve');
      resolve(child);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`it ended with ${code}:\n${said}`));
    });
  });
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.removeAllListeners('exit');
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`it stopped with ${code}`)),
    );
    child.kill('SIGTERM');
  });
}

function compileConsumer(folder, installed) {
  const dir = join(folder, 'consumer');
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  execFileSync('ln', ['-s', installed, join(dir, 'node_modules', 'orrery')]);
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(dir, 'main.ts'),
    `import { ActorHost, type Journal } from 'orrery/actors';
import { createApiClient } from 'orrery/client';
export const journal: Journal | undefined = undefined;
export const host: typeof ActorHost = ActorHost;
export const api = createApiClient({ baseUrl: 'http://127.0.0.1:1', token: 't', timeoutMs: 1 });
// @ts-expect-error there is no such route, so the client has types
void api.GET('/control/api/v1/no-such-route');
`,
  );
  const compiler = createRequire(join(root, 'tools', 'packed.mjs')).resolve('typescript/bin/tsc');
  const typeRoots = join(root, 'node_modules', '@types');
  execFileSync(
    process.execPath,
    [
      compiler,
      ...words('--noEmit --strict --skipLibCheck --target ES2023 --types node'),
      ...words('--module NodeNext --moduleResolution NodeNext'),
      '--typeRoots',
      typeRoots,
      'main.ts',
    ],
    { ...quiet, cwd: dir },
  );
  say('a program compiles against orrery/actors and orrery/client');
}
