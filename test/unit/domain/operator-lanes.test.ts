/** What an operator is told to do next with what waits, by what happens without them. */
import { describe, expect, it } from 'vitest';
import { type Automation, operatorNextStep } from '../../../src/domain/operator-lanes.ts';
import { queueItem } from '../../support/store-fixtures.ts';

const automatic: Automation = { why: null, byHand: false, drafts: true, draftsHeld: null };
const off: Automation = {
  why: 'the pump is off (orrery pump on)',
  byHand: true,
  drafts: false,
  draftsHeld: null,
};
const item = queueItem('a');

describe('the next step of a queued item', () => {
  it('is nothing only where it is dispatched by itself', () => {
    expect(operatorNextStep(item, 'queued', automatic)).toBe(
      'Nothing: it is dispatched when its lane is free',
    );
    expect(operatorNextStep(item, 'queued', off)).toBe(
      'Start it (orrery dispatch --live): nothing starts by itself, since the pump is off (orrery pump on)',
    );
    const paused = { ...off, why: 'the queue is paused (orrery resume)', byHand: false };
    expect(operatorNextStep(item, 'queued', paused)).toBe(
      'Nothing starts by itself, since the queue is paused (orrery resume)',
    );
  });

  it('says that no worker takes it', () => {
    const nowhere = operatorNextStep(item, 'queued', automatic, null, 'no worker takes class x');
    expect(nowhere).toBe('Give it a worker: no worker takes class x');
  });

  it('names the refusal of its worker first', () => {
    const refused = queueItem('a', { retry_count: 1, last_error: 'no disk' });
    expect(operatorNextStep(refused, 'queued', off)).toMatch(/no disk.*then dispatch again$/);
    expect(operatorNextStep(refused, 'queued', automatic)).toMatch(/dispatched again by itself$/);
  });
});

describe('the next step of a completed item with a positive decision', () => {
  it('is nothing where papers are drafted by themselves', () => {
    expect(operatorNextStep(item, 'write', automatic)).toBe('Nothing: the pump drafts its paper');
    expect(operatorNextStep(item, 'write', off)).toBe(
      'Draft the paper (orrery papers draft-next --live)',
    );
    const held = { ...automatic, draftsHeld: 'a: no results' };
    expect(operatorNextStep(item, 'write', held)).toMatch(/^See what it lacks.*a: no results/);
  });
});
