/**
 * What the installation states of a package: an in-toto statement over every file, the run and its
 * decision, the gates and the place in the event log. Shape and names only.
 */
import * as z from 'zod';
import { type StatedFile, statementSchemaOf, toStatement } from '../../lib/in-toto.ts';

/** The envelope beside the files of a package. */
export const attestationFile = 'attestation.dsse.json';
/** Public half of the key that signed it, for whoever has it from nowhere else. */
export const publicKeyFile = 'attestation.pub.pem';
/** Names the shape of the predicate; nothing is to be fetched from it. */
const predicateType = 'urn:orrery:paper-package:v1';

const predicateSchema = z.object({
  paper_id: z.string(),
  run_id: z.string(),
  /** Given by an import into a corpus; null before. */
  public_id: z.string().nullable(),
  /** ISO 8601; null in a package, which is the same whenever it is made. */
  signed_at: z.string().nullable(),
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
  /** Last event of the paper when it was signed, and its hash: the log can be held against it. */
  chain: z.object({ event_id: z.number().int().nonnegative(), hash: z.string() }),
  /** Key of the worker that signed the evidence; null where none did. */
  evidence_key_id: z.string().nullable(),
});
/** What is stated of the files; times are ISO 8601. */
export type Predicate = z.infer<typeof predicateSchema>;

/** The statement; a reader refuses any other shape. */
export const statementSchema = statementSchemaOf(predicateType, predicateSchema);
/** Files by name and digest, and what is stated of them. */
export type Statement = z.infer<typeof statementSchema>;

/** The statement over `files`, in their order. */
export const buildStatement = (files: readonly StatedFile[], predicate: Predicate): Statement =>
  toStatement(files, predicateType, predicate);
