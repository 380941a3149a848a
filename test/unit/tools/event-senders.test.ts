/** The search for events of machines that nobody sends. */
import { expect, it } from 'vitest';
import { loadTool } from '../../support/load-tool.ts';

type FindUnsent = (files: ReadonlyMap<string, string>) => string[];
const { findUnsent } = await loadTool<{ findUnsent: FindUnsent }>('event-senders.mjs');

const events = `/** Events. */
export type DoorEvent =
  | { readonly type: 'OPEN' }
  | { readonly type: 'KNOCK' | 'RING' }
  | { readonly type: 'CLOSE_DUE' };
`;
const unsent = (files: Readonly<Record<string, string>>): string[] =>
  findUnsent(new Map(Object.entries({ 'src/machines/door/events.ts': events, ...files }))).map(
    (line) => line.replace(/: nobody sends ([A-Z_]+): .*/, ' $1'),
  );

it('names each with its line, and says what to do', () => {
  expect(unsent({})).toEqual([
    'src/machines/door/events.ts:3 OPEN',
    'src/machines/door/events.ts:4 KNOCK',
    'src/machines/door/events.ts:4 RING',
    'src/machines/door/events.ts:5 CLOSE_DUE',
  ]);
  const [line] = findUnsent(new Map([['src/machines/door/events.ts', events]]));
  expect(line).toMatch(/route, an effect, a timer or another machine, or delete it/);
});

it('is content with a sender elsewhere, a timer of its own and a stated exception', () => {
  expect(
    unsent({
      'src/http/routes/door.ts': "ask({ type: 'OPEN' }); const bell = { ring: 'RING' };",
      'src/machines/door/machine.ts': "schedule('close', { event: { type: 'CLOSE_DUE' } })",
    }),
  ).toEqual(['src/machines/door/events.ts:4 KNOCK']);
  const allowed = "/** x */\n// allowed: for the neighbours\nreadonly type: 'KNOCK';\n";
  expect(findUnsent(new Map([['src/machines/door/events.ts', allowed]]))).toEqual([]);
});

it('takes neither the machine itself, nor another list of events, nor a picture for a sender', () => {
  expect(
    unsent({
      'src/machines/door/machine.ts': "Extract<DoorEvent, { type: 'OPEN' }>; on: { OPEN: 'open' }",
      'src/machines/window/events.ts': "// as 'OPEN' of a door",
      'src/dashboard/words/words.ts': "'OPEN'",
    }),
  ).toContain('src/machines/door/events.ts:3 OPEN');
});
