/** Packages that the corpus refuses are judged again by a look for the next step once anything they rest on changed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../../src/control/commands/commands.ts';
import type { CommandContext } from '../../../src/control/common/ports.ts';
import { createPaperTools } from '../../../src/control/publication/index.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { initialPaper } from '../../../src/machines/paper/context.ts';
import { jobs } from '../../../src/papers/work/jobs.ts';
import { paperWorkBy } from '../../../src/papers/work/paper-work.ts';
import { type PaperHost, paperIdOf, plantPaper, startPaperHost } from '../../support/paper-host.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const count = 20;
const jobsByName = jobs as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<never>>
>;

let store: TestStore;
let papers: PaperHost;
let dir: ReturnType<typeof createTempDir>;
let context: CommandContext;
let judged: number;
let rules: string;

beforeEach(async () => {
  store = openTestStore();
  dir = createTempDir();
  papers = await startPaperHost({ journal: store.journal, reads: store.reads, write: () => {} });
  judged = 0;
  rules = '1';
  const work = paperWorkBy((name, args) => {
    if (name === 'importPackage') judged += 1;
    return jobsByName[name]!(...args);
  });
  const tools = createPaperTools({
    reads: store.reads,
    work: {
      ...work,
      judgingMark: async (folder: string) => `${rules} ${await work.judgingMark(folder)}`,
    },
    artifactRoot: dir.path,
    corpusDir: join(dir.path, 'corpus'),
    clock: createManualClock(),
    replicates: false,
  } as unknown as Parameters<typeof createPaperTools>[0]);
  context = { ...papers.context, papers: tools };
  for (let number = 0; number < count; number += 1) {
    await plantPaper(store, `p${number}`, {
      paper: { status: 'publication_draft', artifact_sha256: {} },
      review: {
        status: 'finalized',
        lint_passes: true,
        audit_verdict: 'strict_pass',
        rank_score: count - number,
        package_dir: packageOf(number),
      },
    });
    lay(number, {
      'metadata.json': JSON.stringify({ title: 'T', source_record_fingerprint: 'f' }),
    });
  }
  put('corpus/papers/t/metadata.json', '{"source_record_fingerprint":"f"}');
  put('corpus/papers/t/corpus_record.json', '{"paper_id":"t","public_id":"orrery-paper-0001"}');
});
afterEach(async () => {
  await papers.host.drain(5000);
  await store.journal.close();
  dir.remove();
});

const packageOf = (number: number): string => `packages/p${number}`;
function put(path: string, text: string): void {
  mkdirSync(dirname(join(dir.path, path)), { recursive: true });
  writeFileSync(join(dir.path, path), text);
}
/** Files of a package with their checksums. */
function lay(number: number, files: Readonly<Record<string, string>>): void {
  const paper_id = paperIdOf(`p${number}`);
  const all = { 'package_manifest.json': JSON.stringify({ paper_id }), ...files };
  const sums = Object.entries(all).map(([path, text]) => `${sha256Hex(text)}  ${path}\n`);
  for (const [path, text] of Object.entries({ ...all, SHA256SUMS: sums.join('') }))
    put(`${packageOf(number)}/${path}`, text);
}

/** How many packages a look judges, and what it says of the first paper. */
async function look() {
  judged = 0;
  const request = { requested_by: 'ann', dry_run: true };
  const asked = { key: null, by: 'ann', request };
  const { body } = await runCommand(context, 'publish_next', asked);
  const { skipped } = body as unknown as {
    readonly skipped: readonly { readonly reason: string }[];
  };
  expect(body).toMatchObject({ action: 'noop', skipped_count: count });
  return { judged, first: skipped[0]?.reason };
}
/** Everything was judged, and a further look judges nothing. */
async function settled() {
  expect(await look()).toEqual({
    judged: count,
    first: expect.stringContaining('would be refused: duplicate: orrery-paper-0001'),
  });
  const again = await look();
  expect(again).toEqual({ judged: 0, first: expect.stringContaining('duplicate') });
}

it('judges nothing again while nothing changes, nor when another paper moves', async () => {
  await settled();
  await plantPaper(store, 'other', {
    paper: { status: 'archived' },
    review: { status: 'rejected' },
  });
  expect((await look()).judged).toBe(0);
});

it('judges the package anew of which a file changed, was added or is gone', async () => {
  await settled();
  const file = `${packageOf(0)}/metadata.json`;
  const text = readFileSync(join(dir.path, file), 'utf8');
  put(file, text.replace('"T"', '"U"'));
  expect(await look()).toEqual({ judged: 1, first: expect.stringContaining('does not match') });
  put(file, text);
  expect(await look()).toEqual({ judged: 1, first: expect.stringContaining('duplicate') });
  put(`${packageOf(0)}/extra.txt`, '');
  expect(await look()).toEqual({
    judged: 1,
    first: expect.stringContaining('extra.txt is not in'),
  });
  rmSync(join(dir.path, packageOf(0)), { recursive: true });
  expect(await look()).toEqual({
    judged: 1,
    first: expect.stringContaining('its package is gone'),
  });
  expect((await look()).judged).toBe(0);
});

it('judges all of them anew when a file of the corpus changed or is gone', async () => {
  await settled();
  put('corpus/papers/t/metadata.json', '{"source_record_fingerprint":"g"}');
  const changed = await look();
  expect(changed).toEqual({ judged: count, first: expect.not.stringContaining('duplicate') });
  put('corpus/papers/t/metadata.json', '{"source_record_fingerprint":"f"}');
  await settled();
  rmSync(join(dir.path, 'corpus'), { recursive: true });
  expect((await look()).judged).toBe(count);
});

it('judges all of them anew by other rules', async () => {
  await settled();
  rules = '2';
  await settled();
});

it('judges a package anew when other texts are said to be written, and says at once what its review says', async () => {
  await settled();
  const id = paperIdOf('p0');
  const row = await store.reads.get('paper', id);
  const { version: _, ...paper } = row!;
  await commitAll(store.journal, [
    stateTurn('paper', id, 2, {
      ...initialPaper(id),
      ...paper,
      created_at: someTime,
      artifact_sha256: { 'paper.md': sha256Hex('x') },
    }),
  ]);
  expect(await look()).toEqual({ judged: 1, first: expect.stringContaining('written paper.md') });
  await plantReview('p0', { lint_passes: null });
  expect(await look()).toEqual({
    judged: 0,
    first: expect.stringContaining('whether the paper passes the lint is not known'),
  });
});

async function plantReview(project: string, change: object): Promise<void> {
  const id = paperIdOf(project);
  const { version: _, ...review } = (await store.reads.get('paper_review', id))!;
  await commitAll(store.journal, [stateTurn('paper_review', id, 2, { ...review, ...change })]);
}

it('judges the package of which an operator asks, whatever a look has kept', async () => {
  await settled();
  judged = 0;
  const asked = {
    key: null,
    by: 'ann',
    request: { requested_by: 'ann', paper_id: paperIdOf('p0'), dry_run: true },
  };
  await runCommand(context, 'import_into_corpus', asked);
  expect(judged).toBe(1);
});
