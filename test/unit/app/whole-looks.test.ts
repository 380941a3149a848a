/** Which planes a client of the feed waits at for what it has seen at another. */
import { expect, it } from 'vitest';
import { wholeLooksOf } from '../../../src/app/plane/whole-looks.ts';
import type { Plane } from '../../../src/store/ports/plane.ts';
import type { Store } from '../../../src/store/sqlite/open-store.ts';

const planeThat = (isSure: boolean) => ({ isSure: () => isSure }) as Plane;
const followed = { wholeLooks: () => 7, wholeAt: () => undefined, onNews: () => () => undefined };

it.each<[string, Pick<Store, 'plane' | 'followed'>, boolean, number | null]>([
  ['one plane alone lacks nothing', {}, false, null],
  ['one that writes lacks nothing for long', { plane: planeThat(true), followed }, false, Infinity],
  [
    'one that stands by is as far as it has looked',
    { plane: planeThat(false), followed },
    false,
    7,
  ],
  ['one that only reads is, too', { followed }, true, 7],
])('%s', (_, store, isReadOnly, looks) => {
  expect(wholeLooksOf(store, isReadOnly)).toBe(looks);
});
