/** `orrery project create` gathers the flags of a criterion into one member; what is half is sent as it is, to be refused by name. */
import { describe, expect, it } from 'vitest';
import type { CommandInput } from '../../../src/cli/command.ts';
import { projectCommands } from '../../../src/cli/commands/project.ts';
import type { RouteCommand } from '../../../src/cli/route-command.ts';

const create = projectCommands.find(({ words }) => words.join(' ') === 'project create');
const evaluation = (create as unknown as { row: RouteCommand }).row.options?.find(
  ({ member }) => member === 'evaluation',
);
const sent = (options: CommandInput['options']): unknown =>
  evaluation?.read?.(undefined, { options } as CommandInput, {} as never);

describe('the flags of an evaluation', () => {
  it.each<[CommandInput['options'], unknown]>([
    [{}, undefined],
    [
      { evaluationMetric: 'speedup', evaluationDirection: 'at_least', evaluationThreshold: '2.5' },
      { metric: 'speedup', direction: 'at_least', threshold: 2.5 },
    ],
    [
      { evaluationSource: 'results/a.json#/x', evaluationStatistic: 'median', evaluationUnit: 's' },
      { source: 'results/a.json#/x', statistic: 'median', unit: 's' },
    ],
    [{ evaluationThreshold: '2x' }, { threshold: '2x' }],
    [{ evaluationThreshold: ' ' }, { threshold: ' ' }],
  ])('%j', (options, member) => {
    expect(sent(options)).toEqual(member);
  });
});
