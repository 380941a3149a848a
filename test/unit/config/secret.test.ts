/** Secrets do not print, and redaction finds them however they are spelled. */
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { collectSecrets, createRedactor } from '../../../src/config/redaction.ts';
import { Secret } from '../../../src/config/secret.ts';
import { loadValid, token } from './support.ts';

const value = 'sup3r/secret+value=';

it('refuses an empty secret', () => {
  expect(() => new Secret('')).toThrow(TypeError);
});

it('prints as [redacted] in every way to text', () => {
  const secret = new Secret(value);
  const holder = { secret, list: [secret] };
  const texts = [
    String(secret),
    // oxlint-disable-next-line typescript/restrict-template-expressions -- the very thing tested
    `${secret}`,
    JSON.stringify(holder),
    inspect(holder, { depth: 9, showHidden: true }),
    inspect(secret),
    JSON.stringify(Object.entries(secret)),
  ];
  for (const text of texts) expect(text).not.toContain(value);
  expect(JSON.stringify(holder)).toBe('{"secret":"[redacted]","list":["[redacted]"]}');
  expect(secret.reveal()).toBe(value);
});

it('replaces a secret in its plain, URL, JSON and base64 spellings', () => {
  const redact = createRedactor({ deep: [{ secret: new Secret(value) }] });
  const spellings = [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64url'),
    Buffer.from(value).toString('base64'),
  ];
  for (const spelling of spellings) {
    expect(redact(`before ${spelling} after ${spelling}`)).toBe(
      'before [redacted] after [redacted]',
    );
  }
});

it('replaces the password of a connection string also where it stands alone', () => {
  const redact = createRedactor({ url: new Secret('postgres://me:p%40ssw0rd!@db/x') });
  expect(redact('password p@ssw0rd! for me')).toBe('password [redacted] for me');
});

it('replaces the longer of two secrets that begin alike', () => {
  const redact = createRedactor([new Secret('abcdefgh'), new Secret('abcdefghij')]);
  expect(redact('abcdefghij')).toBe('[redacted]');
});

it('replaces a short secret only as a whole word', () => {
  const redact = createRedactor([new Secret('cat')]);
  expect(redact('cat concatenates "cat"')).toBe('[redacted] concatenates "[redacted]"');
});

it('leaves text alone when there is no secret', () => {
  expect(createRedactor({ a: 1 })('anything')).toBe('anything');
});

it('finds every secret of a loaded configuration, and prints none of them', () => {
  const secrets = {
    control_api_bearer_token: token,
    worker_wake_gate_bearer_token: 'gate-token-of-sufficient-length-0123',
  };
  const targets = { a: { wake_gate_url: 'http://a:1', bearer_token: 'target-token-0123456789' } };
  const { config } = loadValid({ ...secrets, worker_targets: targets });
  const expected = [...Object.values(secrets), 'target-token-0123456789'];
  expect(new Set(collectSecrets(config))).toEqual(new Set(expected));
  const printed = `${inspect(config, { depth: 20, showHidden: true })}${JSON.stringify(config)}`;
  for (const secret of expected) expect(printed).not.toContain(secret);
});
