/** Shape of `evidence_bundle.json`, version 3: what was found, what it hashes to, which numbers it holds. */
import * as z from 'zod';

const evidenceRoles = ['run_notes', 'decision', 'metrics', 'result', 'telemetry'] as const;
export type EvidenceRole = (typeof evidenceRoles)[number];

/** Why a file is declared instead of included; the words the strict audit accepts. */
export const unavailableReasons = [
  'not_public',
  'redacted',
  'private',
  'unavailable',
  'omitted',
] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const evidenceFileSchema = z.object({
  /** Where the file was in the project folder. */
  path: z.string(),
  /** Where its copy is, relative to the paper folder. */
  public_path: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Of the copy, which differs from the original only where `redactions` says so. */
  sha256,
  media_type: z.string(),
  role: z.enum(evidenceRoles),
});
export type EvidenceFile = z.infer<typeof evidenceFileSchema>;

const metricSchema = z.object({
  /** `public_path` of the file. */
  file: z.string(),
  pointer: z.string(),
  value: z.number(),
  unit: z.string().optional(),
});
export type Metric = z.infer<typeof metricSchema>;

const unavailableSchema = z.object({
  path: z.string(),
  reason: z.enum(unavailableReasons),
  sha256: sha256.optional(),
  bytes: z.number().int().nonnegative().optional(),
  public_surrogate: z.string().optional(),
});
export type UnavailableFile = z.infer<typeof unavailableSchema>;

export const evidenceBundleSchema = z.object({
  schema_version: z.literal('evidence_bundle.v3'),
  paper_id: z.string(),
  project_id: z.string(),
  run_id: z.string(),
  created_at: z.string(),
  files: z.array(evidenceFileSchema),
  metrics: z.array(metricSchema),
  telemetry: z
    .object({ window: z.json(), samples_sha256: z.string().nullable(), summary: z.json() })
    .nullable(),
  unavailable: z.array(unavailableSchema),
  redactions: z.array(z.object({ path: z.string(), rule: z.string(), count: z.number().int() })),
  limitations: z.array(z.string()),
  merkle_root: sha256,
});
export type EvidenceBundle = z.infer<typeof evidenceBundleSchema>;
