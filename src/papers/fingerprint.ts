/**
 * The fingerprint of what a paper says: its results, its claims and the idea that they judge. It holds
 * nothing of the paper itself (no id, time, title or worker), so that the same result written twice has it
 * twice, and the corpus can say so.
 */
import { fingerprint } from '../lib/hash.ts';
import type { Claim } from './claims/schema.ts';
import type { EvidenceBundle, EvidenceRole } from './evidence/schema.ts';

/** Hexadecimal digits of it that are kept. */
const digits = 16;
/** Files that results stand in. */
const resultRoles: readonly EvidenceRole[] = ['result', 'metrics'];

/**
 * Of the hashes of the result files, wherever they lie; of every claim that rests on them alone; and of
 * hypothesis, settings and registered criterion. A paper without result files is told by its notes.
 */
export function sourceFingerprint(bundle: EvidenceBundle, claims: readonly Claim[]): string {
  const measured = bundle.files.filter(({ role }) => resultRoles.includes(role));
  const files =
    measured.length > 0 ? measured : bundle.files.filter(({ role }) => role === 'run_notes');
  const hashes = new Set(files.map(({ sha256 }) => sha256));
  const said = claims
    .filter(
      ({ evidence_refs: refs }) => refs.length > 0 && refs.every((ref) => hashes.has(ref.sha256)),
    )
    .map(({ kind, quantity, subject, unit, derived, evidence_refs }) => ({
      kind,
      quantity: quantity ?? null,
      subject: subject ?? null,
      unit: unit ?? null,
      value: derived?.recomputed_value ?? evidence_refs[0]?.recomputed_value ?? null,
    }));
  const settings = Object.entries(bundle.idea?.settings ?? {});
  const whole = {
    files: [...hashes].sort(),
    claims: said,
    idea: {
      hypothesis: bundle.idea?.hypothesis ?? null,
      settings: settings.sort(([left], [right]) => (left < right ? -1 : 1)),
      evaluation_sha256: bundle.registration?.sha256 ?? null,
    },
  };
  // As text, since a file may escape what no text can hold: half of a surrogate pair.
  return fingerprint(JSON.stringify(whole)).slice(0, digits);
}
