/**
 * Explores the dashboard for some minutes: `npm run explore -- --minutes N`. A real service with a simulated
 * worker, ideas that come in all the time, and a service that is stopped, started and held still in between;
 * bombadil clicks and types, and holds what it sees against `test/exploration/dashboard.mjs`.
 * Exit code 1 when a property did not hold, with the trace left where it is said to be.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { findProgram, localProgram } from './command.mjs';
import { root } from './stale.mjs';
import { knownNeeds } from './test-needs.mjs';

const orrery = join(root, 'bin', 'orrery.mjs');
const specification = join(root, 'test', 'exploration', 'dashboard.mjs');
const scenario = 'overnight';
const speed = '200';
/** An idea this often, and so long between two troubles of the service. */
const ideaMs = 3_000;
const troubleMs = 30_000;
/** As long as a service that answers nobody is held still: longer than a feed may be silent. */
const stillMs = 6_000;
const startMs = 180_000;
const endMs = 15_000;
/** Nothing new is begun for less. */
const legMsMin = 10_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A program of ours, with the end of what it said. */
function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  const hear = (bytes) => {
    said = (said + bytes).slice(-20_000);
    if (options.shown) process.stdout.write(bytes);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, ended, said: () => said };
}

async function stop({ child, ended }) {
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const isOver = await Promise.race([ended.then(() => true), pause(endMs).then(() => false)]);
  if (!isOver) child.kill('SIGKILL');
}

/** An installation whose runs a simulated worker plays. */
async function install(dir) {
  const [port, gatePort] = [await freePort(), await freePort()];
  const made = start(process.execPath, [orrery, 'init', 'home', '--port', String(port)], {
    cwd: dir,
  });
  if ((await made.ended) !== 0) throw new Error(`init failed: ${made.said()}`);
  const path = join(dir, 'home', 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  const changed = {
    ...config,
    role: 'control',
    live_dispatch_enabled: true,
    queue_pump_enabled: true,
    worker_wake_gate_url: `http://127.0.0.1:${gatePort}`,
  };
  writeFileSync(path, JSON.stringify(changed, null, 2));
  return {
    env: { ...process.env, ORRERY_CONFIG: path },
    baseUrl: `http://127.0.0.1:${port}`,
    token: config.control_api_bearer_token,
  };
}

async function ask({ baseUrl, token }, path, body) {
  try {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    return { status: reply.status, body: await reply.json() };
  } catch {
    return { status: 0, body: {} };
  }
}

async function serve(world) {
  const program = start(process.execPath, [orrery, 'serve'], { env: world.env });
  const lastMs = Date.now() + startMs;
  while (Date.now() < lastMs) {
    if ((await ask(world, '/healthz')).status === 200) return program;
    if (program.child.exitCode !== null) break;
    await pause(100);
  }
  throw new Error(`the service did not answer: ${program.said()}`);
}

const workloads = ['cpu_only', 'training', 'inference_eval'];
const ideaOf = (number) => ({
  idempotency_key: `explored-${number}`,
  source: 'exploration',
  dry_run: false,
  ideas: [
    {
      title: `Explored idea ${number}`,
      prompt: 'Measure it.',
      workload_class: workloads[number % workloads.length],
      tags: number % 2 === 0 ? ['even'] : ['odd', 'two words'],
    },
  ],
});

/** What goes on while somebody clicks, until `signal` is aborted. */
async function live(world, running, signal) {
  let number = 0;
  let troubles = 0;
  let nextTroubleMs = Date.now() + troubleMs;
  while (!signal.aborted) {
    number += 1;
    await ask(world, '/control/api/intake/ideas', ideaOf(number));
    await pause(ideaMs);
    if (Date.now() < nextTroubleMs || signal.aborted) continue;
    troubles += 1;
    if (troubles % 2 === 1) {
      // Held still: the connection stands, and nothing comes.
      running.service.child.kill('SIGSTOP');
      await pause(stillMs);
      running.service.child.kill('SIGCONT');
    } else {
      await stop(running.service);
      running.service = await serve(world);
    }
    nextTroubleMs = Date.now() + troubleMs;
  }
  return { ideas: number, troubles };
}

async function explore(minutes) {
  const { programs, hint } = knownNeeds.chromium;
  const browser = findProgram(...programs);
  if (browser === undefined) throw new Error(`there is no browser; ${hint}`);
  const dir = mkdtempSync(join(tmpdir(), 'orrery-explore-'));
  const running = { service: null, worker: null };
  const ending = new AbortController();
  let keep = false;
  try {
    const world = await install(dir);
    running.service = await serve(world);
    running.worker = start(
      process.execPath,
      [orrery, 'simulate-worker', scenario, '--speed', speed],
      { env: world.env },
    );
    const living = live(world, running, ending.signal).finally(() => ending.abort());
    // What went wrong in it is said when the explorer has ended.
    living.catch(() => {});
    const lastMs = Date.now() + minutes * 60_000;
    const legs = [];
    do legs.push(await walk(world, browser, join(dir, `trace-${legs.length + 1}`), lastMs, ending));
    while (legs.at(-1).isStranded && lastMs - Date.now() > legMsMin && !ending.signal.aborted);
    ending.abort();
    const { ideas, troubles } = await living;
    const states = legs.reduce((count, { trace }) => count + statesOf(trace).length, 0);
    const strandings = legs.filter(({ isStranded }) => isStranded).length;
    const failed = legs.filter(({ code, isStranded }) => code !== 0 && !isStranded);
    keep = failed.length > 0;
    process.stdout.write(
      `\n${minutes} min: ${states} states seen, ${ideas} ideas, ${troubles} troubles of the service, begun anew ${strandings} times: ${
        keep ? `not every property held (exit ${failed[0].code})` : 'every property held'
      }\n`,
    );
    for (const { trace } of failed)
      process.stdout.write(`${describeViolations(trace)}the trace: ${trace}\n`);
    return !keep && states > 0 ? 0 : 1;
  } finally {
    ending.abort();
    for (const program of [running.worker, running.service]) if (program) await stop(program);
    if (!keep) rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Explores until `lastMs`, or until the explorer stands on a page of the browser's own with nothing to go back to: one
 * that was reloaded while the service was gone, before anything else was looked at. It may do nothing there but go
 * back, and ends with an error that says nothing of the dashboard.
 */
async function walk(world, browser, trace, lastMs, ending) {
  const path = await dashboardPath(world);
  const limitSec = Math.max(1, Math.round((lastMs - Date.now()) / 1_000));
  const how = `--headless --no-sandbox --width 1280 --height 900 --time-limit ${limitSec}s`;
  const where = ['--output-path', trace, `${world.baseUrl}${path}`, specification];
  const args = ['browser', 'test', ...how.split(' '), ...where];
  // It warns of every message of a newer browser that it does not know.
  const env = { ...process.env, RUST_LOG: 'error', CHROME: browser };
  const explorer = start(localProgram('bombadil'), args, { shown: true, env });
  // Nothing is explored of a service that could not be started again.
  const kill = () => explorer.child.kill();
  ending.signal.addEventListener('abort', kill);
  if (ending.signal.aborted) kill();
  const code = await explorer.ended;
  ending.signal.removeEventListener('abort', kill);
  const seen = statesOf(trace).map((line) => JSON.parse(line));
  const isStranded =
    code !== 0 &&
    seen.at(-1)?.state?.url?.startsWith('chrome-error:') === true &&
    seen.every(({ violations }) => (violations ?? []).length === 0);
  return { trace, code, isStranded };
}

/** Where the dashboard opens by a code of its own, once the service answers. */
async function dashboardPath(world) {
  const lastMs = Date.now() + startMs;
  while (Date.now() < lastMs) {
    const { status, body } = await ask(world, '/control/api/v1/dashboard/codes', {});
    if (status === 200 || status === 201) return body.path;
    await pause(100);
  }
  throw new Error('the service gave no code for the dashboard');
}

/** Each state that was seen, as text; none where the explorer wrote nothing. */
function statesOf(trace) {
  const path = join(trace, 'trace.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Characters of one thing that was seen. */
const seenCharsMax = 300;
/** Seen with every property, whether it looks at them or not. */
const alwaysSaid = ['page', 'freeSec'];

/** For each property that did not hold: how often, and when, where and with what in sight it did not for the first time. */
function describeViolations(trace) {
  const found = new Map();
  let startUs = null;
  for (const line of statesOf(trace)) {
    const { timestamp, state, snapshots, violations } = JSON.parse(line);
    startUs ??= timestamp;
    for (const { name, violation } of violations ?? []) {
      const before = found.get(name);
      if (before !== undefined) before.count += 1;
      else {
        const looked = new Set([...alwaysSaid, ...namesIn(violation)]);
        found.set(name, {
          count: 1,
          sec: Math.round((timestamp - startUs) / 1e6),
          url: state?.url,
          seen: (snapshots ?? []).filter((each) => looked.has(each.name)),
        });
      }
    }
  }
  return [...found]
    .map(([name, { count, sec, url, seen }]) => {
      const what = seen.map(
        (each) => `  ${each.name}: ${(JSON.stringify(each.value) ?? '').slice(0, seenCharsMax)}\n`,
      );
      return `${name} did not hold in ${count} ${count === 1 ? 'state' : 'states'}, first after ${sec} s at ${url}\n${what.join('')}`;
    })
    .join('');
}

/** Names of what a property looked at when it did not hold. */
function namesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.name === 'string' && 'time' in value ? [value.name] : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '2' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 1_440)) {
  process.stderr.write('--minutes must be a number from above 0 to 1440\n');
  process.exitCode = 2;
} else if (!(await buildIfStale())) process.exitCode = 1;
else process.exitCode = await explore(minutes);
