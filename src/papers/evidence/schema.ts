/** Shape of `evidence_bundle.json`, version 3: what was found, what it hashes to, which numbers it holds. */
import * as z from 'zod';
import { evaluationDirections, evaluationSchema } from '../../domain/entities/evaluation.ts';

const evidenceRoles = [
  'run_notes',
  'decision',
  'metrics',
  'result',
  'telemetry',
  'idea',
  'registration',
  'observed',
  'replication',
] as const;
/**
 * What a file is to a paper. Measured numbers are taken from `metrics` and `result` files alone, and from
 * `observed`, what the worker saw of the run from outside, and `replication`, what another run brought that
 * did the same again;
 * `idea` is what was set out to be done and `registration` what it is judged by, from which only settings
 * are taken.
 */
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

/** How a metric must stand to its threshold for a criterion to be met. */
export const criterionDirections = evaluationDirections;

/** The part of a bundle that says what was set out to be done. */
export const ideaSchema = z.object({
  title: z.string(),
  /** Null when the idea has none. */
  hypothesis: z.string().nullable(),
  /** Chosen before the run, by name. */
  settings: z.record(z.string(), z.union([z.number(), z.string()])),
});
/** The idea as it was when the paper was written, without secrets. */
export type BundleIdea = z.infer<typeof ideaSchema>;

const registrationSchema = z.object({
  /** The audit event that held the criterion before the worker heard of the run. */
  event_id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Of the canonical JSON of `evaluation`. */
  sha256,
  evaluation: evaluationSchema,
});
/** What was to be measured and what it had to reach, fixed before the run started. */
export type BundleRegistration = z.infer<typeof registrationSchema>;

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
  redactions: z.array(
    z.object({
      path: z.string(),
      rule: z.string(),
      count: z.number().int(),
      /** Lines of the file, the first ones; absent in bundles of earlier editions. */
      lines: z.array(z.number().int()).optional(),
    }),
  ),
  limitations: z.array(z.string()),
  /** Absent in bundles of earlier editions. */
  idea: ideaSchema.optional(),
  /** Null when nothing was registered before the run; absent in bundles of earlier editions. */
  registration: registrationSchema.nullable().optional(),
  /** What is known of the fetching: whether it is on record, and how much was left behind. */
  collection: z
    .object({ recorded: z.boolean(), left_out: z.number().int().nonnegative() })
    .optional(),
  merkle_root: sha256,
});
/**
 * The evidence of one run: what is delivered, what is not and why. `telemetry` is null when the
 * idle gate sent no receipt.
 */
export type EvidenceBundle = z.infer<typeof evidenceBundleSchema>;
