/** Which words a run is given: a resumed session the answer alone, an agent without one everything. */
import { describe, expect, it } from 'vitest';
import { needsProjectPrompt, promptOfRun } from '../../../src/worker-client/resume-prompt.ts';

const resume = { mode: 'resume', session_id: 's', prompt: 'Seed 7.' } as const;

describe('the prompt of a run', () => {
  it.each([
    [{ mode: 'exec', session_id: null, prompt: null }, true, 'The task.'],
    [{ mode: 'exec', session_id: null, prompt: 'Other.' }, false, 'Other.'],
    [resume, false, 'Seed 7.'],
    [{ ...resume, prompt: null }, false, 'Go on from where you stopped.'],
  ] as const)('for %j', (wish, needsProject, prompt) => {
    expect(needsProjectPrompt(wish)).toBe(needsProject);
    expect(promptOfRun(wish, 'The task.')).toBe(prompt);
  });

  it.each([
    ['Seed 7.', /Seed 7\.$/],
    [null, /Go on from where you stopped\.$/],
  ])('without a session stands alone around %j', (prompt, end) => {
    const wish = { ...resume, session_id: null, prompt };
    expect(needsProjectPrompt(wish)).toBe(true);
    const text = promptOfRun(wish, 'The task.');
    expect(text).toMatch(/^The task\.\n.*cannot be resumed/s);
    expect(text).toMatch(end);
  });
});
