/** SHA-256 of text, bytes and files, and constant-time comparison of secrets. */
import * as crypto from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from './canonical-json.ts';

/** Lower-case hex SHA-256 of a string (as UTF-8) or bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return crypto.hash('sha256', data, 'hex');
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their key order. */
export function fingerprint(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** SHA-256 of a file's bytes, streamed. Rejects with the file system's error. */
export async function sha256File(path: string): Promise<string> {
  const hash = crypto.createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function secretsEqual(left: string, right: string): boolean {
  const digest = (text: string): Buffer => crypto.createHash('sha256').update(text).digest();
  return crypto.timingSafeEqual(digest(left), digest(right));
}
