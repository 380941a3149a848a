/** Papers of a simulation that are really written: what was changed in them, and what was never measured, is found. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { writePaper } from '../../../src/papers/artifacts.ts';
import { artifactProblems } from '../../../src/papers/gates.ts';
import { WrittenPapers } from '../../../src/simulation/written-papers.ts';

let papers: WrittenPapers;
beforeEach(() => {
  papers = new WrittenPapers(7, 1500);
});
afterEach(() => papers.remove());

const decision: ProjectDecision = {
  project_decision: 'finalize_positive',
  research_outcome: 'paper_positive',
  hypothesis_status: 'supported',
  evidence_strength: 'strong',
  claim_scope: 'simulated',
  scale_limits: 'simulated',
  bounded_paper_ready: true,
};
const ids = Array.from({ length: 500 }, (_, index) => `run-${index}`);

async function write(runId: string) {
  papers.layEvidence({ paperId: runId, projectDir: runId }, decision);
  const folder = join(papers.root, runId);
  const written = await writePaper({
    artifactRoot: folder,
    projectDir: folder,
    runId,
    paperId: runId,
    projectId: runId,
    projectName: 'Routed memory',
    decision,
    clock: createManualClock(),
  });
  return { draft: join(runId, written.draft_markdown_path), hashes: written.artifact_sha256 };
}

it('writes the same for the same seed, led to its evidence and fit to be packaged', async () => {
  const { draft, hashes } = await write(ids[0]!);
  expect(papers.whatFails(draft, hashes)).toBeNull();
  expect(artifactProblems(dirname(join(papers.root, draft)))).toEqual([]);
  expect((await write(ids[0]!)).hashes).toEqual(hashes);
  expect((await write(ids[2]!)).hashes).not.toEqual(hashes);
});

it('writes nothing of a run that measured nothing', async () => {
  await expect(write(ids[1]!)).rejects.toMatchObject({
    code: 'gates_failed',
    details: { reason: 'not_measured' },
  });
});

it('finds a number that was put in, and a text that is another one', async () => {
  const { draft, hashes } = await write(ids[0]!);
  const path = join(papers.root, draft);
  writeFileSync(path, `${readFileSync(path, 'utf8')}\nThe accuracy was 0.98765.\n`);
  expect(papers.whatFails(draft, hashes)).toContain('it is not the text that was written');
  expect(papers.whatFails(draft, {})).toContain('paper.md');
});

it('takes a share of the papers, and leaves nothing behind', () => {
  const share = ids.filter((id) => papers.has(id)).length;
  expect(share).toBeGreaterThan(5);
  expect(share).toBeLessThan(50);
  papers.remove();
  expect(existsSync(papers.root)).toBe(false);
});

it('takes some sixty of however many papers there will be', () => {
  const many = new WrittenPapers(7, 5000);
  const written = Array.from({ length: 5000 }, (_, index) => `run-${index}`).filter((id) =>
    many.has(id),
  );
  many.remove();
  expect(written.length).toBeGreaterThan(40);
  expect(written.length).toBeLessThan(80);
  // The same ones are written whatever the number: the share alone is smaller.
  expect(written.every((id) => papers.has(id))).toBe(true);
});
