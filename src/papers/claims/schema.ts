/**
 * Shape of `claim_ledger.json`, version 3. The ledger is made from the result files before any
 * prose. A value that is not in a file but computed from some has `derived`: a formula whose sources
 * are the `evidence_refs` in order, so that anyone can compute it again. A ledger of an earlier
 * edition, without the members that say what a number is of, still parses; the verifier refuses it.
 */
import * as z from 'zod';
import { criterionDirections } from '../evidence/schema.ts';

const claimKinds = [
  'measurement',
  'statistic',
  'comparison',
  'setting',
  'outcome',
  'replication',
  'method',
  'citation',
  'limitation',
  'background',
  'observation',
] as const;
const supportStatuses = ['supported', 'weakly_supported', 'unsupported'] as const;
/**
 * How far the evidence carries a claim, by the strength that the decision record gives it. No draft
 * calls a claim `unsupported`.
 */
export type SupportStatus = (typeof supportStatuses)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const scalar = z.union([z.number(), z.string(), z.boolean()]);

const evidenceRefSchema = z.object({
  /** Relative to the paper folder. */
  path: z.string(),
  sha256,
  /** RFC 6901; in a source of a formula a segment `*` means every element. */
  pointer: z.string(),
  /** As the paper prints it; for a series how many values it has. */
  quoted_value: z.string(),
  /** As read again from the file; for a series the count of values. */
  recomputed_value: scalar,
  match: z.boolean(),
});

const claimSchema = z.object({
  id: z.string().regex(/^C[1-9]\d*$/),
  text: z.string(),
  kind: z.enum(claimKinds),
  support_status: z.enum(supportStatuses),
  unit: z.string().optional(),
  /** The name that the result file itself gives the thing, in its words. */
  label: z.string().optional(),
  /** The variant, row or series it is about, readable. */
  subject: z.string().optional(),
  /** The metric, readable, without its unit. */
  quantity: z.string().optional(),
  /** Raw values behind it. */
  n: z.number().int().positive().optional(),
  evidence_refs: z.array(evidenceRefSchema),
  derived: z
    .object({
      /** In the language of `formula/grammar.ts`. */
      formula: z.string(),
      quoted_value: z.string(),
      recomputed_value: z.number(),
      match: z.boolean(),
    })
    .optional(),
  comparison: z
    .object({
      subject: z.string(),
      baseline: z.string(),
      quantity: z.string(),
      /** Of the subject's value against the baseline's. */
      direction: z.enum(['higher', 'lower', 'equal']),
      /** Which of the two would be the better one; null where neither name nor file says. */
      better: z.enum(['higher', 'lower']).nullable(),
    })
    .optional(),
  outcome: z
    .object({
      metric: z.string(),
      direction: z.enum(criterionDirections),
      threshold: z.number(),
      unit: z.string().optional(),
      verdict: z.enum(['met', 'not_met', 'not_measured']),
      /** The audit event that held the criterion before the run; null where nothing was registered. */
      registration: z.object({ event_id: z.string(), sha256 }).nullable(),
    })
    .optional(),
  replication: z
    .object({
      run_id: z.string(),
      number: z.number().int().positive(),
      /** Worker that the second run was on; null where that is not known. */
      worker: z.string().nullable().optional(),
      verdict: z.enum(['met', 'not_met', 'not_measured']),
      first_verdict: z.enum(['met', 'not_met', 'not_measured']),
      /** `none`: one of the two runs has no interval. */
      intervals: z.enum(['overlap', 'apart', 'none']),
      /** `same`: the second run records no seed but those of the first; `unknown`: not both record one. */
      seed: z.enum(['other', 'same', 'unknown']).optional(),
      /** Whether its result file, or its raw values one by one, are those of the first run. */
      copied: z.enum(['no', 'file', 'values']).optional(),
      /** The verdicts are the same, seed and values its own, and intervals, where both have one, overlap. */
      agrees: z.boolean(),
    })
    .optional(),
  /** Who chose it: the idea, a member among the results, or a member called a configuration. */
  setting: z.object({ source: z.enum(['idea', 'result', 'configuration']) }).optional(),
  used_in: z.array(z.object({ file: z.string(), anchor: z.string() })),
});
/**
 * One statement of a paper and where it was read. A text shows `quoted_value`; `used_in` is empty
 * until that text exists.
 */
export type Claim = z.infer<typeof claimSchema>;

/** What of a claim follows from the files alone. */
export type ClaimBody = Omit<Claim, 'id' | 'support_status' | 'used_in'>;
/** A place in a file with what it holds. */
export type EvidenceRef = Claim['evidence_refs'][number];

/** What a text with digits that is no result can be; the verifier holds each to what it names. */
const notResultKinds = [
  'table_number',
  'figure_number',
  'date',
  'version',
  'identifier',
  'path',
  'document_count',
  'quoted',
  'name',
  'pointer',
  'formula',
  'statement',
  'level',
] as const;
/** One of the closed list. */
export type NotResultKind = (typeof notResultKinds)[number];

/** A text with digits that is no result; `count` is how often each of the two drafts holds it. */
export const declaredTextSchema = z.object({
  text: z.string(),
  /** Absent in ledgers of earlier editions alone. */
  kind: z.enum(notResultKinds).optional(),
  /** What of the paper was counted, for a `document_count`. */
  source: z.string().optional(),
  count: z.number().int().positive(),
});

/** What a figure plots, by claim id, so that the drawing can be made again from the files. */
export const figureRecordSchema = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.enum(['line', 'samples']),
  x_label: z.string(),
  y_label: z.string(),
  x: z.array(z.string()).nullable(),
  series: z.array(
    z.object({
      name: z.string(),
      y: z.array(z.string()),
      /** Median and ends of the interval of the raw points; null where none is drawn. */
      bar: z.tuple([z.string(), z.string(), z.string()]).nullable(),
    }),
  ),
  threshold: z.string().nullable(),
});
/** A figure as the ledger lists it: `file` is its SVG; `x` is null where points are drawn in their order. */
export type FigureRecord = z.infer<typeof figureRecordSchema>;

/**
 * What `claim_ledger.json` must look like for the verifier to look into it; other members are
 * passed over.
 */
export const claimLedgerSchema = z.object({
  schema_version: z.literal('claim_ledger.v3'),
  paper_id: z.string(),
  run_id: z.string(),
  evidence_merkle_root: z.string(),
  claims: z.array(claimSchema),
  unsupported_claim_count: z.number().int().nonnegative(),
  not_results: z.array(declaredTextSchema),
  figures: z.array(figureRecordSchema),
});
/** A finished ledger, tied by the Merkle root to the evidence that its claims were read from. */
export type ClaimLedger = z.infer<typeof claimLedgerSchema>;

/** Kinds that state the value of their first reference. */
const readKinds: readonly Claim['kind'][] = ['measurement', 'setting', 'outcome', 'replication'];

/** The number a claim states, or undefined for one that states words. */
export function claimValue(claim: Claim): number | undefined {
  if (claim.derived !== undefined) return claim.derived.recomputed_value;
  const value = claim.evidence_refs[0]?.recomputed_value;
  return readKinds.includes(claim.kind) && typeof value === 'number' ? value : undefined;
}

/** That number as the paper prints it. */
export function claimPrint(claim: Pick<Claim, 'derived' | 'evidence_refs'>): string {
  return claim.derived?.quoted_value ?? claim.evidence_refs[0]?.quoted_value ?? '';
}

/**
 * The wording a claim must have, given its other members; undefined for kinds that are not worded
 * from their references alone.
 */
export function expectedText(claim: Omit<ClaimBody, 'text'>): string | undefined {
  const [first] = claim.evidence_refs;
  if (first === undefined) return undefined;
  const at = first.pointer === '' ? 'its root' : first.pointer;
  const unit = claim.unit === undefined ? '' : ` ${claim.unit}`;
  switch (claim.kind) {
    case 'measurement':
      return `${first.path} records ${first.quoted_value}${unit} at ${at}`;
    case 'setting':
      return `${first.path} sets ${first.quoted_value}${unit} at ${at}`;
    case 'method':
      return `${first.path} states how it was measured at ${at}`;
    case 'observation':
    case 'limitation':
      return `the decision record states ${first.pointer.slice(1)}`;
    case 'statistic':
    case 'comparison':
      return `${claim.derived?.formula} is ${claim.derived?.quoted_value}${unit}`;
    default:
      return undefined;
  }
}
