/** The registration of a run as a file of its evidence: hashed with the rest, and read like it. */
import type { Registration } from '../../domain/entities/evaluation.ts';
import type { BundleRegistration } from './schema.ts';

/** Where it lies among the evidence, before its copy has a name of its own. */
export const registrationPath = 'registration.json';

/** The file's text, so that the threshold is a number like all others. */
export const registrationText = (registration: BundleRegistration): string =>
  `${JSON.stringify(registration, null, 2)}\n`;

/** A registration as bundles have it: with the number and the time of its audit event. */
export const toBundleRegistration = (
  { evaluation, sha256 }: Registration,
  event: { readonly event_id: number; readonly created_at: string },
): BundleRegistration => ({
  event_id: String(event.event_id),
  at: event.created_at,
  sha256,
  evaluation,
});
