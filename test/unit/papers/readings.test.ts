/** Result files that are not what they seem: each is read rightly, or left out by name. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { auditPaper } from '../../../src/papers/audit/audit.ts';
import { buildBundle } from '../../../src/papers/evidence/bundle.ts';
import { lintPaper } from '../../../src/papers/lint/lint.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox, sampleFiles } from './support.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.dispose());

async function write(json: string) {
  sandbox = createSandbox({ ...sampleFiles, 'results/odd.json': json });
  await sandbox.write();
  expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
  expect(lintPaper(sandbox.paperDir)).toEqual([]);
  expect(auditPaper(sandbox.paperDir).verdict).toBe('strict_pass');
  return read();
}
function read() {
  const { projectDir } = sandbox;
  const ids = { paperId: 'p--draft', projectId: 'p', runId: 'p-1', createdAt: '2026-01-01' };
  const { bundle } = buildBundle({ projectDir, ...ids });
  const odd = bundle.metrics.filter(({ file }) => file === 'evidence/results/odd.json');
  return { ...bundle, odd: odd.map(({ pointer, value }) => [pointer, value]) };
}

describe('a result file', () => {
  it.each([
    ['nested 5,000 deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'nested more than'],
    ['nested 500,000 deep', '['.repeat(500_000), 'nested more than'],
    ['with a name twice', '{"loss": 0.5, "loss": 0.25}', 'appears twice'],
  ])('%s gives no number, and the paper says why', async (_, json, why) => {
    const { odd, limitations } = await write(json);
    expect(odd).toEqual([]);
    const said = limitations.filter((line) => line.startsWith('results/odd.json'));
    expect(said).toEqual([expect.stringContaining(why)]);
  });
  it.each([
    ['a number beyond all numbers', '{"huge": 1e400, "loss": 0.5}'],
    ['a whole number that would be rounded', '{"seed": 9007199254740993, "loss": 0.5}'],
  ])('with %s gives its other numbers, and says how many it left out', async (_, json) => {
    const { odd, limitations } = await write(json);
    expect(odd).toEqual([['/loss', 0.5]]);
    expect(limitations).toContainEqual(
      '1 numbers of results/odd.json cannot be read exactly and are not listed (line 1)',
    );
  });
  it('with a byte order mark, or large numbers that are exact, is read', async () => {
    const { odd } = await write('\uFEFF{"a": 9007199254740992, "b": 1e21}');
    expect(odd).toEqual([
      ['/a', 9007199254740992],
      ['/b', 1e21],
    ]);
  });
});

describe('files that are not read', () => {
  it('a pipe in place of notes, and a sparse file of a gigabyte', () => {
    sandbox = createSandbox({ 'results/odd.json': '{"loss": 0.5}' });
    execFileSync('mkfifo', [join(sandbox.projectDir, 'run_notes.md')]);
    const large = join(sandbox.projectDir, 'results', 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 30);
    const { odd, limitations, unavailable } = read();
    expect(odd).toEqual([['/loss', 0.5]]);
    expect(limitations).toContainEqual('run_notes.md is not a regular file and was not read');
    expect(unavailable).toEqual([
      { path: 'results/large.json', reason: 'omitted', bytes: 2 ** 30 },
    ]);
  });
  it('a pipe in place of a draft keeps neither lint nor audit nor verifier waiting', () => {
    sandbox = createSandbox();
    mkdirSync(sandbox.paperDir, { recursive: true });
    for (const file of ['paper.md', 'metadata.json', 'claim_ledger.json'])
      execFileSync('mkfifo', [join(sandbox.paperDir, file)]);
    expect(lintPaper(sandbox.paperDir).map(({ rule }) => rule)).toContain('missing_file');
    expect(auditPaper(sandbox.paperDir).verdict).toBe('blocked_schema_or_evidence_gap');
    expect(verifyPaper(sandbox.paperDir).ok).toBe(false);
  });
});
