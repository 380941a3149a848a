/** An error that goes to another thread and comes out there is still the error it was. */
import { expect, it } from 'vitest';
import { InvariantError } from '../../../src/lib/assert.ts';
import { fromRemoteError, toRemoteError } from '../../../src/lib/remote-error.ts';

class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code = 'E1';
  readonly details = { at: [1, 2] };
  readonly retry = (): void => {};
}
const sent = (error: unknown) => structuredClone(toRemoteError(error));

it('keeps message, stack and members of a class that nobody knows', () => {
  const error = new CodedError('it broke');
  const back = fromRemoteError(sent(error));
  expect(back).toBeInstanceOf(Error);
  expect(back).toMatchObject({ name: 'CodedError', message: 'it broke', code: 'E1' });
  expect(back).toMatchObject({ details: { at: [1, 2] }, stack: error.stack });
});

it('makes a known class anew', () => {
  const makers = { InvariantError: (message: string) => new InvariantError(message) };
  const back = fromRemoteError(sent(new InvariantError('ids have no gap')), makers);
  expect(back).toBeInstanceOf(InvariantError);
  expect(back.message).toBe('ids have no gap');
});

it('makes an error of whatever else was thrown', () => {
  expect(fromRemoteError(sent('just a text')).message).toBe('just a text');
});
