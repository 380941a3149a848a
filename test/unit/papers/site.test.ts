/** The static site of a corpus: every claim leads to evidence, every file back, and no text is markup. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { importPackage } from '../../../src/papers/corpus/corpus.ts';
import { preparePackage } from '../../../src/papers/package/package.ts';
import { registryEntry, writeSite } from '../../../src/papers/site/site.ts';
import { listFiles } from '../../../src/papers/staging.ts';
import { createSandbox, type Sandbox, sampleRunId } from './support.ts';

const hostile = '<script>alert(1)</script>';
let sandbox: Sandbox;
let corpusDir: string;
let out: string;
beforeAll(async () => {
  sandbox = createSandbox();
  corpusDir = join(sandbox.root, 'corpus');
  out = join(sandbox.root, 'public', 'site');
  await sandbox.write({ projectName: `Routing ${hostile}` });
  const made = await preparePackage({
    artifactRoot: sandbox.artifactRoot,
    runId: sampleRunId,
    paperId: 'routed--draft',
    targetLabel: 'corpus',
    checklist: evaluateChecklist(sandbox.paperDir, '2026-01-02T00:00:00.000Z'),
    written: null,
    dryRun: false,
    clock: createManualClock(),
  });
  if (!made.ok) throw new Error('there is no package');
  const imported = importPackage({
    corpusDir,
    packageDir: join(sandbox.artifactRoot, made.packageDir),
    written: null,
    clock: createManualClock(),
  });
  if (!imported.ok) throw new Error(imported.problems.join('\n'));
});
afterAll(() => sandbox.dispose());

const entries = [
  {
    last_dispatch_at: 'x',
    project_id: 'a',
    project_name: 'A',
    gate_verdict: { positive: true, reason: 'it held' },
    paper_id: 'routed--draft',
  },
  {
    last_dispatch_at: 'x',
    project_id: 'b',
    project_name: hostile,
    gate_verdict: { positive: false, reason: 'no effect' },
  },
  {
    last_dispatch_at: 'x',
    project_id: 'c',
    project_name: 'C',
    status: 'running',
    gate_verdict: null,
  },
  { last_dispatch_at: null, project_id: 'd', project_name: 'D' },
  {
    last_dispatch_at: 'x',
    project_id: 'a-replication-1',
    project_name: 'A again',
    gate_verdict: { positive: true, reason: 'it held' },
    replicates: { paper_id: 'routed--draft' },
    paper_id: 'routed--draft',
  },
].map(registryEntry);

const pagesOf = (): string[] =>
  listFiles(out).filter((path) => path.endsWith('.html') && !path.includes('/files/'));
const read = (path: string): string => readFileSync(join(out, path), 'utf8');

describe('the site', () => {
  it('shows papers and every dispatched idea', () => {
    const registry = entries.filter((entry) => entry !== null);
    expect(writeSite(corpusDir, out, registry)).toMatchObject({ papers: 1, ideas: 3 });
    expect(read('registry.html')).toContain('Of 2 that are decided 1 came out positive (50 %).');
    expect(read('index.html')).toContain('<td><a href="papers/');
  });

  it('has no link that leads nowhere, and no text that is markup', () => {
    const broken: string[] = [];
    for (const path of pagesOf()) {
      const text = read(path);
      expect(text).not.toContain('<script>');
      for (const [, address = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const [file = '', anchor] = address.split('#');
        const target = file === '' ? path : normalize(join(dirname(path), decodeURI(file)));
        if (!existsSync(join(out, target))) broken.push(`${path}: ${address}`);
        else if (anchor !== undefined && !read(target).includes(`id="${anchor}"`))
          broken.push(`${path}: ${address}`);
      }
    }
    expect(broken).toEqual([]);
    expect(pagesOf().length).toBeGreaterThan(4);
  });

  it('leads from a claim to its file and back', () => {
    const [paper] = pagesOf().filter(
      (path) => path.startsWith('papers/') && path.endsWith('/index.html'),
    );
    const claim = /<tr id="(C\d+)">[\s\S]*?href="(evidence\/[^"]+)"/.exec(read(paper ?? ''));
    expect(claim).not.toBeNull();
    expect(read(join(dirname(paper ?? ''), claim?.[2] ?? ''))).toContain(`#${claim?.[1]}"`);
  });

  it('shows a paper as text with tables and figures, and its claims once', () => {
    const [path = ''] = pagesOf().filter((each) => each.startsWith('papers/'));
    const text = read(path.replace(/\/evidence\/.*$/, '/index.html'));
    expect(text).toMatch(/<th>Case<\/th>.*<th>Claims<\/th><\/tr><\/thead>/);
    expect(text).toMatch(
      /<img src="files\/figures\/figure-a\.svg" alt="Figure 1\.[^"]*">\n<p>Figure 1\./,
    );
    expect(text).not.toContain('<h2>Appendix of Claims</h2>');
    expect(text.match(/id="C1"/g)).toHaveLength(1);
  });

  it('replaces a site, and nothing else', () => {
    writeSite(corpusDir, out, null);
    expect(read('registry.html')).toContain('is not known here');
    const mine = join(sandbox.root, 'mine');
    mkdirSync(mine);
    writeFileSync(join(mine, 'thesis.txt'), 'my own');
    expect(() => writeSite(corpusDir, mine, null)).toThrow(/holds something else than a site/);
    expect(readFileSync(join(mine, 'thesis.txt'), 'utf8')).toBe('my own');
    expect(() => writeSite(sandbox.projectDir, out, null)).toThrow(/has no index\.json/);
  });
});
