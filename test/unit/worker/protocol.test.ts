/** What agents are told about how to end agrees with what is read. */
import { describe, expect, it } from 'vitest';
import { projectDecisionSchema } from '../../../src/domain/records.ts';
import { projectDecisions } from '../../../src/domain/statuses.ts';
import { protocolText, protocolVersion } from '../../../src/worker/start/protocol.ts';

describe('the protocol', () => {
  it('names every member and every word of a decision, both files and its version', () => {
    const words = [...Object.keys(projectDecisionSchema.shape), ...projectDecisions];
    for (const word of words) expect(protocolText).toContain(`\`${word}\``);
    expect(protocolText).toContain('.orrery/project_decision.json');
    expect(protocolText).toContain('.orrery/question.json');
    expect(protocolText).toContain(`Protocol version ${protocolVersion}.`);
  });
});
