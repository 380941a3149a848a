/**
 * Signed envelopes (DSSE, version 1 of its specification): a payload of a named type with ed25519
 * signatures over both. What is signed is the pre-authentication encoding, so that a payload cannot
 * be passed off as one of another type.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import * as z from 'zod';

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64');

/** The envelope as it is stored; `keyid` is a hint to whoever looks for the key, and no proof. */
export const envelopeSchema = z.strictObject({
  payloadType: z.string().min(1),
  payload: base64,
  signatures: z
    .array(z.strictObject({ keyid: z.string(), sig: base64 }))
    .min(1)
    .max(16),
});
/** A payload with its signatures; `payload` and `sig` are base64. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** Signs `payload` (text, as UTF-8) with a private ed25519 key. The same input gives the same bytes. */
export function signEnvelope(
  payloadType: string,
  payload: string,
  privateKey: KeyObject,
): Envelope {
  const bytes = Buffer.from(payload, 'utf8');
  const signature = sign(null, encode(payloadType, bytes), privateKey);
  return {
    payloadType,
    payload: bytes.toString('base64'),
    signatures: [
      { keyid: keyIdOf(createPublicKey(privateKey)), sig: signature.toString('base64') },
    ],
  };
}

/** The payload as text where one of the signatures is this key's; undefined where none is. */
export function openEnvelope(
  envelope: Envelope,
  payloadType: string,
  publicKey: KeyObject,
): string | undefined {
  if (envelope.payloadType !== payloadType) return undefined;
  const bytes = Buffer.from(envelope.payload, 'base64');
  const signed = encode(payloadType, bytes);
  const isSigned = envelope.signatures.some(({ sig }) =>
    verify(null, signed, publicKey, Buffer.from(sig, 'base64')),
  );
  return isSigned ? bytes.toString('utf8') : undefined;
}

/** SHA-256 (lower-case hex) of the key's public half in DER: what people compare. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex');
}

/** Reads an ed25519 key from PEM text. Throws a sentence for anything else. */
export function readSigningKey(pem: string, half: 'private' | 'public'): KeyObject {
  const key = readPem(pem, half);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new TypeError(
    `this is no ${half} ed25519 key in PEM${key === undefined ? '' : ` but one of type ${key.asymmetricKeyType}`}`,
  );
}

function readPem(pem: string, half: 'private' | 'public'): KeyObject | undefined {
  try {
    return half === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    return undefined;
  }
}

/** Lengths stand before the texts, so that no two pairs of type and payload are encoded alike. */
function encode(payloadType: string, payload: Buffer): Buffer {
  const typeBytes = Buffer.byteLength(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${typeBytes} ${payloadType} ${payload.length} `, 'utf8'),
    payload,
  ]);
}
