/**
 * `kill -9` at the commit and effect boundaries of the main job, every fourth one unless
 * ORRERY_CHAOS_STEP says otherwise. For each the service is killed there once, started again, and must
 * end as if nothing had happened: the agent started once, one paper, whole, in the corpus, the log
 * unbroken and equal to the stored state. So with an operator who does each step, and with the pump that does them by
 * itself, which is killed at each boundary of its steps. The transports take turns.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Child, type ChildEnd } from '../../src/soak/child.ts';
import { freePort } from '../../src/soak/free-port.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { createSqliteReadModels } from '../../src/store/sqlite/reads/read-models.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import { transportNames } from '../support/http.ts';
import { patienceMs } from '../support/patience.ts';
import { clockFactor, packageRoot, testConfig } from '../support/service-config.ts';
import { buildProgram, removePrograms } from './support/bundle.ts';

const worldsAtOnce = 3;
/** Every so many boundaries; which ones is up to the seed, so that a few runs see them all. */
const step = Number(process.env['ORRERY_CHAOS_STEP'] ?? '4');
const seed = Number(process.env['ORRERY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
let program: string;

interface WorldOptions {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A state folder with a configuration, in which processes of the service live and die. */
interface World {
  readonly dir: string;
  readonly env: Record<string, string>;
}

let worlds = 0;

async function createWorld(more: WorldOptions = {}): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-chaos-'));
  const port = await freePort();
  const http_transport = transportNames[worlds % transportNames.length];
  worlds += 1;
  const config = { ...testConfig(port), http_transport, ...more.config };
  writeFileSync(join(dir, 'config.json'), JSON.stringify(config));
  const env = {
    ORRERY_CONFIG: join(dir, 'config.json'),
    CHAOS_ORIGIN_MS: String(Date.now()),
    CHAOS_FACTOR: String(clockFactor),
    CHAOS_PACKAGE_ROOT: packageRoot,
    PATH: process.env['PATH'] ?? '',
    ...more.env,
  };
  return { dir, env };
}

const children = new Set<Child>();

interface Life extends ChildEnd {
  readonly output: string;
}

/** One process from start to end. One that comes to none fails the test: it is no kill that was asked for. */
async function live(world: World, extra: Record<string, string> = {}): Promise<Life> {
  const child = new Child({
    name: 'service',
    command: [process.execPath, program],
    cwd: world.dir,
    env: { ...world.env, ...extra },
  });
  child.start();
  children.add(child);
  let isStuck = false;
  const limit = setTimeout(() => {
    isStuck = true;
    child.signal('SIGKILL');
  }, patienceMs);
  const end = await child.ended;
  clearTimeout(limit);
  children.delete(child);
  const output = child.tail.slice(-4000);
  if (isStuck) throw new Error(`a life did not end; ${JSON.stringify(extra)}\n${output}`);
  return { ...end, output };
}

/** What must hold at the end, whatever happened on the way. */
async function checkEndState(world: World, killedAt: string): Promise<void> {
  const starts = readFileSync(join(world.dir, 'projects', 'starts.log'), 'utf8')
    .trim()
    .split('\n');
  expect(starts, `${killedAt}: the agent was started once`).toHaveLength(1);
  for (const file of ['control.db', 'worker/gate.db']) {
    const db = openSqlite({ path: join(world.dir, 'state', file) });
    const journal = createStoreJournal(db);
    const verified = await verifyJournal(journal);
    expect(verified.problems, `${killedAt}: ${file} verifies`).toEqual([]);
    expect(
      await journal.effects(0, 10),
      `${killedAt}: nothing is left in the outbox of ${file}`,
    ).toEqual([]);
    expect(await journal.deadLetters(10), `${killedAt}: no dead letters in ${file}`).toEqual([]);
    if (file === 'control.db') await checkControl(createSqliteReadModels(db), killedAt);
    db.close();
  }
  checkFolders(world, killedAt, starts[0]!);
}

async function checkControl(
  reads: ReturnType<typeof createSqliteReadModels>,
  killedAt: string,
): Promise<void> {
  expect(await reads.countByStatus('queue_item'), killedAt).toEqual({ completed: 1 });
  expect(await reads.countByStatus('paper'), killedAt).toEqual({ publication_draft: 1 });
  expect(await reads.countByStatus('paper_review'), killedAt).toEqual({ finalized: 1 });
  expect(await reads.countByStatus('corpus_entry'), killedAt).toEqual({ imported: 1 });
  for (const type of [
    'run.started',
    'paper.drafted',
    'paper_review.draft_rewritten',
    'corpus.imported',
    'queue_item.claimed',
  ]) {
    const events = await reads.events({
      before: null,
      limit: 10,
      entityType: '',
      entityId: '',
      eventType: type,
      search: '',
    });
    expect(events, `${killedAt}: ${type} happened once`).toHaveLength(1);
  }
}

/** Every paper folder is whole and nothing half-written is left beside it. */
function checkFolders(world: World, killedAt: string, runId: string): void {
  const artifacts = join(world.dir, 'state', 'artifacts', 'crash-test');
  const folders = readdirSync(join(artifacts, 'papers'));
  // The texts that were replaced stand beside it.
  expect(
    folders.filter((name) => name !== `.drafts-${runId}`),
    killedAt,
  ).toEqual([runId]);
  for (const name of [
    'paper.md',
    'paper.tex',
    'evidence_bundle.json',
    'claim_ledger.json',
    'paper_manifest.json',
    'metadata.json',
  ]) {
    expect(
      existsSync(join(artifacts, 'papers', runId, name)),
      `${killedAt}: ${name} is there`,
    ).toBe(true);
  }
  const corpus = readdirSync(join(world.dir, 'state', 'corpus', 'papers'));
  expect(corpus, `${killedAt}: one paper in the corpus`).toHaveLength(1);
}

describe('kill -9 at any moment', () => {
  beforeAll(async () => {
    program = await buildProgram('service');
  });
  afterAll(() => {
    for (const child of children) child.signal('SIGKILL');
    removePrograms();
  });

  /** Kills at each boundary that `isMine` and ends each world; answers how many there were and how many were met. */
  async function killEverywhere(
    options: WorldOptions,
    isMine: (boundary: string, index: number) => boolean,
  ) {
    const reference = await createWorld(options);
    const log = join(reference.dir, 'boundaries.log');
    const undisturbed = await live(reference, { CHAOS_BOUNDARY_LOG: log });
    expect(undisturbed, undisturbed.output).toMatchObject({ code: 0 });
    await checkEndState(reference, 'undisturbed');
    const boundaries = readFileSync(log, 'utf8').trim().split('\n');
    rmSync(reference.dir, { recursive: true, force: true });

    const pending = boundaries.flatMap((boundary, index) =>
      isMine(boundary, index) ? [index + 1] : [],
    );
    const planned = pending.length;
    let killed = 0;
    const worker = async (): Promise<void> => {
      for (let killAt = pending.shift(); killAt !== undefined; killAt = pending.shift()) {
        const world = await createWorld(options);
        const name = `boundary ${killAt} (${boundaries[killAt - 1]})`;
        const life = await live(world, { CHAOS_KILL_AT: String(killAt) });
        // Timing differs from run to run: a process may be done before it comes to the last ones.
        if (life.signal === 'SIGKILL') {
          killed += 1;
          const next = await live(world);
          expect(next, `${name}: ${next.output}`).toMatchObject({ code: 0 });
        } else expect(life, `${name}: ${life.output}`).toMatchObject({ code: 0 });
        await checkEndState(world, name);
        rmSync(world.dir, { recursive: true, force: true });
      }
    };
    await Promise.all(Array.from({ length: worldsAtOnce }, worker));
    process.stdout.write(
      `chaos: ${boundaries.length} boundaries, killed at ${killed} of ${planned}, ORRERY_SEED=${seed}\n`,
    );
    expect(killed).toBeGreaterThanOrEqual(Math.floor(planned * 0.9));
    return { boundaries: boundaries.length, planned };
  }

  it('ends at every boundary as if nothing had happened', {
    timeout: 12 * patienceMs,
  }, async () => {
    const first = seed % step;
    const { boundaries } = await killEverywhere({}, (_, index) => (index + 1) % step === first);
    // Fewer would mean that the hook is no longer called.
    expect(boundaries).toBeGreaterThan(60);
  });

  it('goes on by itself between any two steps of the pump, and does nothing twice', {
    timeout: 12 * patienceMs,
  }, async () => {
    const pump = {
      config: {
        queue_pump_enabled: true,
        queue_pump_paper_draft_enabled: true,
        queue_pump_publish_enabled: true,
      },
      env: { CHAOS_OPERATOR: 'pump' },
    };
    const { planned } = await killEverywhere(pump, (boundary) => boundary.includes(' pump.step'));
    // A dispatch, a draft, a rewrite, a package and an import.
    expect(planned).toBeGreaterThanOrEqual(5);
  });
});
