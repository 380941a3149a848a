/**
 * Pages shared by all who ask at once, over random asking, committing, ending and failing: nobody is
 * shown less than was committed before they asked, a page is made once at a time, everybody is
 * answered, and a failure is heard only by those who shared it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPageCache } from '../src/http/page-cache.ts';
import { PageFlights } from '../src/http/page-flights.ts';
import { createManualClock } from '../src/lib/clock.ts';
import { propertyOptions } from './options.ts';

const steps = ['ask', 'ask', 'ask', 'commit', 'end', 'fail', 'second'] as const;
type Step = (typeof steps)[number];

interface Making {
  readonly head: number;
  readonly end: (bytes: Uint8Array) => void;
  readonly fail: (error: Error) => void;
}
interface Asked {
  readonly head: number;
  page: number | 'failed' | null;
}

/** Lets all that can go on without a making go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function play(script: readonly Step[]) {
  let head = 1;
  const clock = createManualClock();
  const pages = new PageFlights(createPageCache(clock), () => Promise.resolve(head));
  const underWay: Making[] = [];
  const asked: Asked[] = [];
  let made = 0;
  const make = (): Promise<Uint8Array> => {
    made += 1;
    return new Promise((end, fail) => underWay.push({ head, end, fail }));
  };
  const endOne = (isFailure: boolean): void => {
    const making = underWay.shift();
    if (isFailure) making?.fail(new Error('unreadable'));
    else making?.end(Uint8Array.of(making.head));
  };
  const ask = (): void => {
    const one: Asked = { head, page: null };
    asked.push(one);
    pages.page('list', make).then(
      ({ bytes }) => {
        one.page = bytes[0]!;
      },
      () => {
        one.page = 'failed';
      },
    );
  };
  for (const step of script) {
    if (step === 'ask') ask();
    else if (step === 'commit') head += 1;
    else if (step === 'second') clock.advance(1_001);
    else endOne(step === 'fail');
    await settle();
    expect(underWay.length).toBeLessThanOrEqual(1);
  }
  while (underWay.length > 0) {
    endOne(false);
    await settle();
  }
  return { asked, made };
}

it('shows everybody what was committed before, made once at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { maxLength: 40 }),
      async (script: readonly Step[]) => {
        const { asked, made } = await play(script);
        for (const { head, page } of asked) {
          expect(page).not.toBeNull();
          if (typeof page === 'number') expect(page).toBeGreaterThanOrEqual(head);
        }
        expect(made).toBeLessThanOrEqual(asked.length);
        if (!script.includes('fail'))
          expect(asked.every(({ page }) => page !== 'failed')).toBe(true);
      },
    ),
    propertyOptions(300),
  );
});

it('makes two pages for a hundred who ask while turns are committed', async () => {
  const script = Array.from({ length: 100 }, (): Step[] => ['ask', 'commit']).flat();
  expect((await play(script)).made).toBe(2);
});
