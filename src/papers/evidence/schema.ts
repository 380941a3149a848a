/** Shape of `evidence_bundle.json`, version 3: what was found, what it hashes to, which numbers it holds. */
import * as z from 'zod';

const evidenceRoles = ['run_notes', 'decision', 'metrics', 'result', 'telemetry'] as const;
/** What a file is to a paper. Numbers are taken from `metrics` and `result` files alone. */
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

const evidenceFileSchema = z.object({
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
/** An entry of the inventory: one file that is delivered with the paper. */
export type EvidenceFile = z.infer<typeof evidenceFileSchema>;

const metricSchema = z.object({
  /** `public_path` of the file. */
  file: z.string(),
  pointer: z.string(),
  value: z.number(),
  unit: z.string().optional(),
});
/**
 * A number of a result file, at an RFC 6901 pointer; without `unit` where neither the file nor a
 * name says one.
 */
export type Metric = z.infer<typeof metricSchema>;

const unavailableSchema = z.object({
  path: z.string(),
  reason: z.enum(unavailableReasons),
  sha256: sha256.optional(),
  bytes: z.number().int().nonnegative().optional(),
  public_surrogate: z.string().optional(),
});
/**
 * A file that is declared instead of included. The service declares those beyond its bounds, as
 * `omitted`; without `sha256` when they are too large to be hashed.
 */
export type UnavailableFile = z.infer<typeof unavailableSchema>;

/** What was put in before the run, so that a draft can quote it. */
const ideaSchema = z.object({
  title: z.string(),
  hypothesis: z.string().nullable(),
  settings: z.record(z.string(), z.union([z.number(), z.string()])),
});

/**
 * What `evidence_bundle.json` must look like for the verifier to look into it; other members are
 * passed over.
 */
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
  /** Absent in bundles of an earlier edition. */
  idea: ideaSchema.optional(),
  merkle_root: sha256,
});
/**
 * The evidence of one run: what is delivered, what is not and why. `telemetry` is null when the
 * idle gate sent no receipt.
 */
export type EvidenceBundle = z.infer<typeof evidenceBundleSchema>;
