/** Exit statuses in words. */
import { describe, expect, it } from 'vitest';
import { describeAgentExit } from '../../../src/domain/agent-exit.ts';

describe('an exit status', () => {
  it.each([
    [null, /no exit status of the agent is known/],
    [0, /^the agent ended with exit status 0$/],
    [3, /^the agent failed with exit status 3$/],
    [126, /could not be run .*make its file executable/],
    [127, /was not found .*check agent_command/],
    [128, /^the agent failed with exit status 128$/],
    [137, /signal 9 \(KILL\), exit status 137; often .*out of memory/],
    [143, /signal 15 \(TERM\), exit status 143$/],
    [165, /signal 37, exit status 165$/],
    [255, /^the agent failed with exit status 255$/],
  ])('%j is explained', (code, words) => {
    expect(describeAgentExit(code)).toMatch(words);
  });
});
