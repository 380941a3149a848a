/** Times within a text, as the command line says them. */
import { expect, it } from 'vitest';
import { localTimes } from '../../../../src/cli/output/age.ts';

it('says moments of a text by the clock of the reader, with the date where that is another', () => {
  const now = '2026-01-02T12:00:00.000Z';
  const soon = '2026-01-02T12:03:04.000Z';
  const later = '2026-01-05T12:03:04.500Z';
  const clock = new Date(soon).toLocaleTimeString('en-GB', { hour12: false });
  expect(localTimes(`it looks at ${soon}, again at ${later}`, now)).toBe(
    `it looks at ${clock}, again at 5 Jan ${clock}`,
  );
  expect(localTimes('since 2027-01-02T12:03:04.000Z', now)).toBe(`since 2 Jan 2027 ${clock}`);
  expect(localTimes('it looks at once', undefined)).toBe('it looks at once');
});
