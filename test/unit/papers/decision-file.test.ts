/** The agent's decision file, held against the decision that is stored. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import { writePaper } from '../../../src/papers/artifacts.ts';
import { createSandbox, sampleDecision } from './support.ts';

const confirmed = { ...sampleDecision, claim_scope: null, scale_limits: null, summary: null };
/** Written in two, so that no scan of this repository takes it for a credential. */
const token = `hf_${'QwErTyUiOpAsDfGhJkLz'}Xc`;
const redacted = { ...confirmed, summary: 'It ran with (redacted) alone.' };

/** A paper of a run whose stored decision is `stored` and whose file says `inFile`. */
function write(stored: ProjectDecision, inFile: ProjectDecision) {
  const sandbox = createSandbox({
    'run_notes.md': '# Run notes\n\n## Method\n\nBoth programs sorted the same lists.\n',
    'results/a.json': JSON.stringify({ speedup: 3 }),
  });
  onTestFinished(() => sandbox.dispose());
  const input = sandbox.input({ decision: stored });
  const file = join(sandbox.projectDir, '.orrery', 'project_decision.json');
  writeFileSync(file, JSON.stringify(inFile));
  return writePaper(input);
}

it('is the stored one where only a secret was taken out of that', async () => {
  const said = { ...redacted, summary: `It ran with ${token} alone.` };
  await expect(write(redacted, said)).resolves.toBeDefined();
});

it.each<[string, ProjectDecision, ProjectDecision, RegExp]>([
  ['another confidence', confirmed, { ...confirmed, confidence: 0.1 }, /confidence 0\.1/],
  [
    'other words beside a secret',
    redacted,
    { ...redacted, summary: `It ran without ${token} alone.` },
    /summary/,
  ],
])('is refused for %s', async (_, stored, inFile, words) => {
  await expect(write(stored, inFile)).rejects.toMatchObject({
    code: 'gates_failed',
    details: { reason: 'decision_differs', problems: [expect.stringMatching(words)] },
  });
});
