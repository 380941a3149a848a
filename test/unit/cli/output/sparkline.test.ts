/** Small bars over time, and a log made safe for a terminal. */
import { expect, it } from 'vitest';
import { createLogLines } from '../../../../src/cli/commands/run-log-lines.ts';
import { sparkline } from '../../../../src/cli/output/sparkline.ts';

it('shows what is unknown as a gap and never as a low bar', () => {
  expect(sparkline([0, null, 50, 99, 100], 100)).toBe('▁·▅██');
  expect(sparkline([0, 0], 0)).toBe('▁▁');
  expect(sparkline([-10, 10], 10)).toBe('▁█');
  expect(sparkline([], 100)).toBe('');
});

it('prints whole lines of pieces that end within one, without what would act on the terminal', () => {
  const printed: string[] = [];
  const lines = createLogLines((line) => printed.push(line));
  lines.add('one\n  t');
  expect(printed).toEqual(['one']);
  lines.add('wo\tx\n\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u001b[2Jend\r\nlast');
  lines.end();
  lines.end();
  expect(printed).toEqual(['one', '  two\tx', 'red end', 'last']);
});
