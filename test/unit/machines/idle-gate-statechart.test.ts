/** What readers and the gate's driver rely on in the shape of its statechart. */
import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { idleStates } from '../../../src/domain/statuses.ts';
import { idleGateMachine } from '../../../src/machines/idle-gate/machine.ts';

describe('the statechart', () => {
  /** Every state that has none inside, with the statuses on the way to it. */
  function leavesOf(node: AnyStateNode, above: readonly string[] = []): [string, string[]][] {
    const status = (node.meta as { status: string } | undefined)?.status;
    const statuses = status === undefined ? [...above] : [...above, status];
    const inside = Object.values(node.states);
    if (inside.length === 0) return [[node.path.join('.'), statuses]];
    return inside.flatMap((each) => leavesOf(each, statuses));
  }

  it('gives every state exactly one of the statuses that the API names, and uses them all', () => {
    const leaves = leavesOf(idleGateMachine.root);
    expect(leaves.filter(([, statuses]) => statuses.length !== 1)).toEqual([]);
    expect(new Set(leaves.flatMap(([, statuses]) => statuses))).toEqual(new Set(idleStates));
  });

  it('asks for a fresh sample exactly where it would take one', () => {
    const asking = leavesOf(idleGateMachine.root).filter(([path]) =>
      idleGateMachine.getStateNodeById(`idle_gate.${path}`).tags.includes('confirmation_due'),
    );
    expect(asking.map(([path]) => path)).toEqual([
      'watching.quiet.confirming',
      'watching.suspicious.confirming',
    ]);
  });
});
