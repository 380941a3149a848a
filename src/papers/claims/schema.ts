/**
 * Shape of `claim_ledger.json`, version 3. The ledger is made from the result files before any
 * prose. A value that is not in a file but computed from some is a `comparison` with `derived`: its
 * operands are the `evidence_refs` in order, so that anyone can compute it again.
 */
import * as z from 'zod';

const claimKinds = [
  'measurement',
  'statistic',
  'comparison',
  'setting',
  'outcome',
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

/** How a derived value follows from its operands `a` (first reference) and `b` (second). */
export const formulas = {
  /** a / b */
  ratio: (a: number, b: number) => a / b,
  /** a - b */
  difference: (a: number, b: number) => a - b,
} as const;
/** Name of a formula, as a ledger states it in `derived`. */
export type Formula = keyof typeof formulas;

const scalar = z.union([z.number(), z.string(), z.boolean()]);

const evidenceRefSchema = z.object({
  /** Relative to the paper folder. */
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** RFC 6901. */
  pointer: z.string(),
  /** As the paper prints it. */
  quoted_value: z.string(),
  /** As read again from the file. */
  recomputed_value: scalar,
  match: z.boolean(),
});

const claimSchema = z.object({
  id: z.string().regex(/^C[1-9]\d*$/),
  text: z.string(),
  kind: z.enum(claimKinds),
  support_status: z.enum(supportStatuses),
  unit: z.string().optional(),
  /** The name the result file gives the thing. */
  label: z.string().optional(),
  /** The variant, row or series it is about. */
  subject: z.string().optional(),
  /** The name of the metric. */
  quantity: z.string().optional(),
  /** Raw values behind it. */
  n: z.number().int().nonnegative().optional(),
  evidence_refs: z.array(evidenceRefSchema),
  derived: z
    .object({
      formula: z.enum(['ratio', 'difference']),
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
      direction: z.enum(['higher', 'lower', 'equal']),
      better: z.enum(['higher', 'lower']).nullable(),
    })
    .optional(),
  outcome: z
    .object({
      metric: z.string(),
      direction: z.enum(['at_least', 'at_most', 'above', 'below']),
      threshold: z.number(),
      unit: z.string().optional(),
      verdict: z.enum(['met', 'not_met', 'not_measured']),
      registration: z.object({ event_id: z.string(), sha256: z.string() }).nullable(),
    })
    .optional(),
  setting: z.object({ source: z.enum(['idea', 'result', 'configuration']) }).optional(),
  used_in: z.array(z.object({ file: z.string(), anchor: z.string() })),
});
/**
 * One statement of a paper and where it was read. A text shows `quoted_value`; `used_in` is empty
 * until that text exists.
 */
export type Claim = z.infer<typeof claimSchema>;

/** What a text with digits can be that is no result. Each kind is checked against its source. */
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
] as const;
/** One of the closed list. */
export type NotResultKind = (typeof notResultKinds)[number];

/**
 * A text with digits that is no result; `count` is how often each of the two drafts holds it. `kind`
 * is absent in ledgers of an earlier edition alone; `source` says what a `document_count` counts.
 */
export const declaredTextSchema = z.object({
  text: z.string(),
  kind: z.enum(notResultKinds).optional(),
  source: z.string().optional(),
  count: z.number().int().positive(),
});

/** What a figure plots, by claim id, so that the drawing can be made again from the files. */
export const figureRecordSchema = z.object({
  id: z.string(),
  file: z.string(),
  x_label: z.string(),
  x: z.array(z.string()).nullable(),
  series: z.array(z.object({ name: z.string(), y: z.array(z.string()) })),
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

/** The number a claim states, or undefined for an observation or limitation. */
export function claimValue(claim: Claim): number | undefined {
  if (claim.derived !== undefined) return claim.derived.recomputed_value;
  const value = claim.evidence_refs[0]?.recomputed_value;
  return claim.kind === 'measurement' && typeof value === 'number' ? value : undefined;
}

/** That number as the paper prints it. */
export function claimPrint(claim: Claim): string {
  return claim.derived?.quoted_value ?? claim.evidence_refs[0]?.quoted_value ?? '';
}

/** Wording of a measurement; the verifier forms it again from the reference. */
export function measurementText(
  path: string,
  pointer: string,
  quoted: string,
  unit: string | undefined,
): string {
  const at = pointer === '' ? 'its root' : pointer;
  return `${path} records ${quoted}${unit === undefined ? '' : ` ${unit}`} at ${at}`;
}

/** Wording of a comparison. */
export function comparisonText(formula: Formula, a: string, b: string, quoted: string): string {
  return `the ${formula} of ${a} to ${b} is ${quoted}`;
}

/** Wording of an observation or limitation taken from the decision record. */
export function decisionText(member: string): string {
  return `the decision record states ${member}`;
}

/** The wording a claim must have, given its references. */
export function expectedText(claim: Claim): string {
  const [first, second] = claim.evidence_refs;
  if (first === undefined) return '';
  if (claim.derived !== undefined) {
    const { formula, quoted_value: quoted } = claim.derived;
    return comparisonText(formula, first.quoted_value, second?.quoted_value ?? '', quoted);
  }
  if (claim.kind === 'measurement') {
    return measurementText(first.path, first.pointer, first.quoted_value, claim.unit);
  }
  return decisionText(first.pointer.slice(1));
}
