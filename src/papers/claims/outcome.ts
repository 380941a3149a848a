/** Claims of what a run came to, held against the criterion that was registered before it. */
import type { EvidenceBundle } from '../evidence/schema.ts';
import type { Claim } from './schema.ts';

/** None where nothing was registered. `nextId` gives an id that no claim has yet. */
export function outcomeClaims(
  bundle: EvidenceBundle,
  _claims: readonly Claim[],
  _nextId: () => string,
): Claim[] {
  if (bundle.registration == null) return [];
  return [];
}
