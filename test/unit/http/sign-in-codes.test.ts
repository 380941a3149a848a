/** A code signs in once and within a minute; anything else is nothing. */
import { describe, expect, it } from 'vitest';
import { browserCommand } from '../../../src/cli/commands/dashboard.ts';
import { exchangeCode } from '../../../src/dashboard/session/exchange-code.ts';
import { codeIn } from '../../../src/dashboard/session/sign-in.ts';
import { createSignInCodes, signInLimits } from '../../../src/http/sign-in-codes.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

const token = { reveal: () => 'the-token' };

describe('a sign-in code', () => {
  it('counts once', () => {
    const codes = createSignInCodes(token, createManualClock());
    const { code } = codes.issue();
    expect(codes.redeem('another')).toBeNull();
    expect(codes.redeem(code)).toBe('the-token');
    expect(codes.redeem(code)).toBeNull();
  });

  it('counts for a minute, whatever the wall clock does', () => {
    const clock = createManualClock();
    const codes = createSignInCodes(token, clock);
    const early = codes.issue();
    clock.advance(signInLimits.ageMsMax - 1);
    const late = codes.issue();
    expect(codes.redeem(early.code)).toBe('the-token');
    clock.advance(signInLimits.ageMsMax);
    expect(codes.redeem(late.code)).toBeNull();
  });

  it('is forgotten when too many newer ones were made', () => {
    const codes = createSignInCodes(token, createManualClock());
    const [first] = Array.from({ length: signInLimits.codesMax + 1 }, () => codes.issue().code);
    expect(codes.redeem(first ?? '')).toBeNull();
  });
});

describe('the browser', () => {
  it('takes the code from the address', () => {
    expect(codeIn('#/sign-in?code=abc-_1')).toBe('abc-_1');
    expect(codeIn('#/sign-in?code=')).toBeNull();
    expect(codeIn('#/queue?code=abc')).toBeNull();
  });

  it('says why there is no token', async () => {
    const answers = (status: number, body: object) => async () =>
      new Response(JSON.stringify(body), { status });
    const exchange = (status: number, body: object) => exchangeCode('c', answers(status, body));
    expect(await exchange(200, { ok: true, token: 't' })).toEqual({ token: 't' });
    expect(await exchange(401, {})).toMatchObject({ refused: expect.stringMatching(/once/) });
    expect(await exchange(503, {})).toMatchObject({ refused: expect.stringMatching(/503/) });
    const down = () => Promise.reject(new TypeError('failed to fetch'));
    expect(await exchangeCode('c', down)).toMatchObject({
      refused: expect.stringMatching(/does not answer/),
    });
  });

  it('is opened where there is a screen', () => {
    expect(browserCommand('linux', {})).toBeNull();
    expect(browserCommand('linux', { DISPLAY: ':0' })).toBe('xdg-open');
    expect(browserCommand('darwin', {})).toBe('open');
  });
});
