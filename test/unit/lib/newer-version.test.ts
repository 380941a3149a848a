/** Which of two versions comes after the other. */
import { expect, it } from 'vitest';
import { isNewerVersion } from '../../../src/lib/newer-version.ts';

// The order that the specification of semver gives as its examples, and some of the kinds that a package has.
const inOrder = [
  '0.1.0',
  '0.9.0',
  '0.10.0-rc.2',
  '0.10.0-rc.10',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0',
  '1.0.10',
];

it('knows which of two versions is the newer one', () => {
  for (const [place, one] of inOrder.entries())
    for (const [otherPlace, other] of inOrder.entries())
      expect(isNewerVersion(one, other), `${one} after ${other}`).toBe(place > otherPlace);
});
it('takes no notice of the mark of a build', () => {
  expect(isNewerVersion('1.0.0+b', '1.0.0+a')).toBe(false);
});
