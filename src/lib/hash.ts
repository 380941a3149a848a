/** SHA-256 of text, bytes and JSON values. */
import * as crypto from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** Lower-case hex SHA-256 of a string (as UTF-8) or bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return crypto.hash('sha256', data, 'hex');
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their key order. */
export function fingerprint(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
