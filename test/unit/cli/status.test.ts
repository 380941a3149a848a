/** What `orrery status` and `orrery pump` say: all that waits, also beyond what is listed, and no times as programs write them. */
import { expect, it } from 'vitest';
import type { CommandSpec } from '../../../src/cli/command.ts';
import { pumpCommands } from '../../../src/cli/commands/pump.ts';
import { statusCommand } from '../../../src/cli/commands/status.ts';
import { createPrinter } from '../../../src/cli/output/print.ts';
import type { RouteCommand } from '../../../src/cli/route-command.ts';

/** What a command prints of a reply. */
function saidOf(command: CommandSpec, reply: Readonly<Record<string, unknown>>): string[] {
  const said: string[] = [];
  const io = { env: {}, out: (line: string) => void said.push(line) };
  const { show } = (command as CommandSpec & { readonly row: RouteCommand }).row;
  show?.(reply, createPrinter({ io: io as never }), 'http://here');
  return said;
}

it('counts all that needs a person or runs, and says where what it leaves out is listed', () => {
  const said = saidOf(statusCommand, {
    operator_counts: { attention: 187, running: 1 },
    top_items: [{ project_id: 'a' }, { project_id: 'b' }],
    active: [{ project_id: 'c' }],
  });
  expect(said).toEqual(expect.arrayContaining(['Needs a person (187)', 'Running (1)']));
  expect(said.filter((line) => line.includes('more'))).toEqual([
    'and 185 more: orrery queue --operator-lane attention',
  ]);
});

it('says times by the clock of the reader', () => {
  const at = '2026-01-02T03:04:05.000Z';
  const clock = new Date(at).toLocaleTimeString('en-GB', { hour12: false });
  const plane = { role: 'active', holder: { since: at } };
  const pump = { enabled: true, status: 'waiting', why_not: null, next_look_at: at };
  for (const [command, reply] of [
    [statusCommand, { plane }],
    [pumpCommands[0]!, pump],
  ] as const) {
    const said = saidOf(command, { ...reply, generated_at: at }).join('\n');
    expect(said).toContain(clock);
    expect(said).not.toContain(at);
  }
});
