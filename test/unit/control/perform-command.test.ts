/** What a command that failed leaves under its key: an answer to what was asked, and nothing that only passes. */
import { expect, it } from 'vitest';
import { performCommands } from '../../../src/control/commands/perform-command.ts';
import { type ErrorCode, errorRegistry, ServiceError } from '../../../src/domain/errors.ts';

const context = {
  effectId: 'command/a#1.0',
  address: { kind: 'command', id: 'a' },
  attempt: 1,
  resumed: false,
  correlationId: 'r',
  causeId: null,
  signal: new AbortController().signal,
};
const handler = (code: ErrorCode) =>
  performCommands(() => async () => {
    throw new ServiceError(code, 'said so');
  });
const fail = (code: ErrorCode) =>
  handler(code).run({ command: 'dispatch_next', request: {} }, context);

it.each(['transition_refused', 'worker_unreachable', 'live_dispatch_disabled'] as const)(
  '%s is the answer',
  async (code) => {
    expect(await fail(code)).toMatchObject({ type: 'REFUSED', code, detail: 'said so' });
  },
);

const ofTheMoment = Object.entries(errorRegistry)
  .filter(([, { status }]) => status === 500 || status === 503)
  .map(([code]) => code as ErrorCode)
  .filter((code) => code !== 'dispatch_script_missing');

it.each(ofTheMoment)('%s is none: it is tried again', async (code) => {
  await expect(fail(code)).rejects.toMatchObject({ code });
});
