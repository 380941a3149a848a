/** Who is out of service, as it is read by a process that looks on while another one works. */
import { expect, it } from 'vitest';
import type { Journal, Quarantine } from '../../../src/actors/journal/port.ts';
import { OutOfService } from '../../../src/actors/runtime/out-of-service.ts';

const of = (id: string): Quarantine => ({
  kind: 'counter',
  id,
  event: null,
  reason: 'it failed',
  since: '2026-01-01T00:00:00.000Z',
});
const journalOf = (ids: () => Promise<readonly string[]>) =>
  ({ quarantines: async () => (await ids()).map(of) }) as unknown as Journal;
const idsOf = (out: OutOfService): string[] => out.list().map(({ id }) => id);

it('forgets who was put back since', async () => {
  const out = new OutOfService();
  await out.load(journalOf(async () => ['a', 'b']));
  await out.load(journalOf(async () => ['b', 'c']));
  expect(idsOf(out)).toEqual(['b', 'c']);
});

it('keeps what came here while an older state was read', async () => {
  const out = new OutOfService();
  let answer: (ids: string[]) => void = () => {};
  const slow = out.load(
    journalOf(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    ),
  );
  out.add(of('new'));
  answer(['old']);
  await slow;
  expect(idsOf(out)).toEqual(['new']);
});
