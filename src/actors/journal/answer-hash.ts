/** The hash by which a stored answer is known to be the one that was given. */
import { sha256Hex } from '../../lib/hash.ts';
import type { StoredAnswer } from './port.ts';

/** Lower-case hex SHA-256 over key, fingerprint and body; of a deferred answer the body is null. */
export function hashAnswer({ key, fingerprint, body }: StoredAnswer): string {
  return sha256Hex(JSON.stringify([key, fingerprint, body]));
}
