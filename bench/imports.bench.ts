/**
 * How long an import into the corpus takes, and how long the service is silent meanwhile, with 501
 * and 1,501 papers there. The papers are copies of one that was imported the usual way, each with an
 * id and files of its own. The first import looks at all of them, since nothing is known of copies;
 * later ones look at what has changed.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from '../src/app/app.ts';
import { writeChecksums } from '../src/papers/package/package.ts';
import { filesOf, findings } from '../src/soak/findings.ts';
import { benchToken, oneWorker, withBenchService } from './support/bench-service.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';

type Json = Readonly<Record<string, unknown>>;
const sizes = [501, 1501];

async function call(app: App, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${app.baseUrl}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${benchToken}`, 'content-type': 'application/json' },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Json;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A paper with its finalization package, ready to be imported; answers its id. */
async function makePaper(app: App, dir: string, project: string): Promise<string> {
  const finding = findings['positive']!;
  // Results of its own, or the corpus has it already.
  const summary = { ...(finding.results['summary.json'] as object), trial_of: project };
  const results = { 'summary.json': summary };
  for (const [path, text] of Object.entries(filesOf({ ...finding, results }))) {
    const target = join(dir, 'state', 'artifacts', project, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const run = `${project}-20260101T000000000`;
  const id = `${run}--draft`;
  const draft = {
    type: 'DRAFT',
    paper_id: id,
    project_id: project,
    project_name: `Addition ${project}`,
    project_dir: project,
    run_id: run,
    decision: finding.decision,
  };
  await app.control!.context.actors.ask({ kind: 'paper', id }, draft, { settle: true });
  const family = `/control/api/paper-reviews/${id}`;
  await call(app, `${family}/rewrite-draft`, { idempotency_key: `rewrite-${id}` });
  for (;;) {
    const { review } = (await call(app, `/control/api/v1/papers/${id}`)) as { review: Json | null };
    if (review?.['audit_verdict'] != null && review['paper_status'] === 'publication_draft') break;
    await pause(50);
  }
  const packaging = { idempotency_key: `package-${id}`, dry_run: false };
  await call(app, `${family}/prepare-finalization-package`, packaging);
  return id;
}

/** Makes `count` papers of the corpus's only one. */
function copyPapers(dir: string, count: number): void {
  const papers = join(dir, 'state', 'corpus', 'papers');
  const [first] = readdirSync(papers);
  for (let number = readdirSync(papers).length + 1; number <= count; number += 1) {
    const folder = join(papers, `copy-${number}`);
    cpSync(join(papers, first!), folder, { recursive: true });
    for (const file of ['corpus_record.json', 'metadata.json']) {
      const path = join(folder, file);
      const record = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      record['public_id'] = `orrery-paper-${String(number).padStart(4, '0')}`;
      if ('paper_id' in record) record['paper_id'] = `copy-${number}--draft`;
      writeFileSync(path, JSON.stringify(record, null, 2));
    }
    writeChecksums(folder);
  }
}

interface Measured {
  readonly importMs: number;
  /** The longest that `GET /healthz`, asked without a pause, took meanwhile. */
  readonly silentMs: number;
}

async function measureWhile(app: App, work: () => Promise<unknown>): Promise<Measured> {
  let silentMs = 0;
  let isBusy = true;
  const asking = (async () => {
    while (isBusy) {
      const askedMs = performance.now();
      await call(app, '/healthz');
      silentMs = Math.max(silentMs, performance.now() - askedMs);
    }
  })();
  const startMs = performance.now();
  await work();
  const importMs = performance.now() - startMs;
  isBusy = false;
  await asking;
  return { importMs, silentMs };
}

const importPaper = (app: App, id: string): Promise<Measured> =>
  measureWhile(app, () =>
    call(app, '/control/api/v1/corpus/import', {
      idempotency_key: `import-${id}`,
      paper_id: id,
      dry_run: false,
    }),
  );

const round = (ms: number): number => Math.round(ms * 10) / 10;

async function measureImports(app: App, dir: string): Promise<Result[]> {
  const results: Result[] = [];
  const empty = await importPaper(app, await makePaper(app, dir, 'first'));
  for (const size of sizes) {
    copyPapers(dir, size);
    const ids = [
      await makePaper(app, dir, `anew-${size}`),
      await makePaper(app, dir, `usual-${size}`),
    ];
    const anew = await importPaper(app, ids[0]!);
    const usual = await importPaper(app, ids[1]!);
    const { silentMs: idleMs } = await measureWhile(app, () => pause(usual.importMs));
    const baseline = { name: 'into an empty corpus', value: round(empty.importMs) };
    results.push(
      {
        name: `import with ${size} papers in the corpus`,
        value: round(usual.importMs),
        unit: 'ms',
        baseline,
        ratio: Math.round((usual.importMs / empty.importMs) * 100) / 100,
        note: `the first one, which judges all papers anew: ${round(anew.importMs)} ms`,
      },
      {
        name: `longest answer of GET /healthz meanwhile, ${size} papers`,
        value: round(usual.silentMs),
        unit: 'ms',
        baseline: { name: 'as long with nothing to do', value: round(idleMs) },
        ratio: Math.round((usual.silentMs / idleMs) * 100) / 100,
        note: `when all papers are judged anew: ${round(anew.silentMs)} ms`,
      },
    );
  }
  return results;
}

await inFolder(async (dir) => {
  mkdirSync(join(dir, 'state'), { recursive: true });
  printResults(await withBenchService(dir, oneWorker, (app) => measureImports(app, dir)));
});
