/** Envelopes: what is signed is what the format says, and nothing else is taken for it. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  envelopeSchema,
  keyIdOf,
  openEnvelope,
  readSigningKey,
  signEnvelope,
} from '../../../src/lib/dsse.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').publicKey;
const type = 'http://example.com/HelloWorld';

describe('an envelope', () => {
  const envelope = signEnvelope(type, 'hello world', privateKey);

  it('signs the encoding of the format, type and lengths included', () => {
    const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
    const encoded = `DSSEv1 29 ${type} 11 hello world`;
    expect(verify(null, Buffer.from(encoded), publicKey, sig)).toBe(true);
    expect(envelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope.signatures[0]?.keyid).toBe(keyIdOf(publicKey));
  });

  it('counts bytes and not characters', () => {
    const signed = signEnvelope('t', 'héllo', privateKey);
    const sig = Buffer.from(signed.signatures[0]?.sig ?? '', 'base64');
    expect(verify(null, Buffer.from('DSSEv1 1 t 6 héllo'), publicKey, sig)).toBe(true);
  });

  it('opens with its key and its type only', () => {
    expect(openEnvelope(envelope, type, publicKey)).toBe('hello world');
    expect(openEnvelope(envelope, type, other)).toBeUndefined();
    expect(openEnvelope(envelope, 'text/plain', publicKey)).toBeUndefined();
    expect(openEnvelope({ ...envelope, payloadType: 'text/plain' }, 'text/plain', publicKey)).toBe(
      undefined,
    );
    const changed = { ...envelope, payload: Buffer.from('hello earth').toString('base64') };
    expect(openEnvelope(changed, type, publicKey)).toBeUndefined();
  });

  it('is the same for the same text', () => {
    expect(signEnvelope(type, 'hello world', privateKey)).toEqual(envelope);
  });
});

describe('a key', () => {
  it('is refused with a sentence when it is none, or another kind', () => {
    expect(() => readSigningKey('nothing', 'private')).toThrow(
      'this is no private ed25519 key in PEM',
    );
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const pem = ec.export({ type: 'spki', format: 'pem' }).toString();
    expect(() => readSigningKey(pem, 'public')).toThrow('but one of type ec');
  });
});
