/**
 * What the installation states of a package: an in-toto statement (version 1) over every file, the
 * run and its decision, the gates and the place in the event log. Shape and names only.
 */
import * as z from 'zod';

/** The envelope beside the files of a package. */
export const attestationFile = 'attestation.dsse.json';
/** Public half of the key that signed it, for whoever has it from nowhere else. */
export const publicKeyFile = 'attestation.pub.pem';
/** Media type of what the envelope holds. */
export const statementMediaType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';
/** Names the shape of the predicate; nothing is to be fetched from it. */
const predicateType = 'urn:orrery:paper-package:v1';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const predicateSchema = z.object({
  paper_id: z.string(),
  run_id: z.string(),
  /** Given by an import into a corpus; null before. */
  public_id: z.string().nullable(),
  /** ISO 8601. */
  signed_at: z.string(),
  /** The decision as the service had stored it when it signed; null where none was stored. */
  decision: z
    .object({
      project_decision: z.string(),
      hypothesis_status: z.string(),
      evidence_strength: z.string().nullable(),
    })
    .nullable(),
  /** All of them passed, or nothing would have been signed. */
  gates: z.object({
    lint: z.literal('pass'),
    audit: z.literal('strict_pass'),
    verifier: z.literal('pass'),
  }),
  /** Last event of the log when it was signed, and its hash: the log can be held against it. */
  chain: z.object({ event_id: z.number().int().nonnegative(), hash: z.string() }),
});
/** What is stated of the files; times are ISO 8601. */
export type Predicate = z.infer<typeof predicateSchema>;

/** The statement; a reader refuses any other shape. */
export const statementSchema = z.object({
  _type: z.literal(statementType),
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256 }) })).min(1),
  predicateType: z.literal(predicateType),
  predicate: predicateSchema,
});
/** Files by name and digest, and what is stated of them. */
export type Statement = z.infer<typeof statementSchema>;

/** The statement over `files`, in their order. */
export function buildStatement(
  files: readonly { readonly path: string; readonly sha256: string }[],
  predicate: Predicate,
): Statement {
  return {
    _type: statementType,
    subject: files.map((file) => ({ name: file.path, digest: { sha256: file.sha256 } })),
    predicateType,
    predicate,
  };
}
