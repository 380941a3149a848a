/**
 * Evidence signed where it arose: a gate lists the files of a run by their hashes and signs the list,
 * so that what is changed on the way, in the artefacts or in a paper differs from what was signed.
 */
import * as z from 'zod';
import {
  envelopeSchema,
  keyIdOf,
  openEnvelope,
  readSigningKey,
  signEnvelope,
} from '../lib/dsse.ts';
import {
  type StatedFile,
  statementMediaType,
  statementSchemaOf,
  toStatement,
} from '../lib/in-toto.ts';
import type { SigningKey } from '../lib/signing-key.ts';

const predicateType = 'urn:orrery:run-evidence:v1';
const predicateSchema = z.object({
  project_id: z.string(),
  run_id: z.string(),
  /** ISO 8601, by the worker's clock. */
  listed_at: z.string(),
});
const statementSchema = statementSchemaOf(predicateType, predicateSchema);

/** The envelope with the public key, PEM, that opens it; whose key that is, is another question. */
export const signedEvidenceSchema = z.object({
  envelope: envelopeSchema,
  public_key: z.string().max(1000),
});
/** A signed list of files as a worker sends it and as it is kept. */
export type SignedEvidence = z.infer<typeof signedEvidenceSchema>;

/** Where it is kept in the folder of a project, out of reach of what is fetched. */
export const signedEvidenceFile = '.orrery/evidence-attestation.json';

/** Signs the list of a run's files. */
export function signEvidence(
  files: readonly StatedFile[],
  about: z.infer<typeof predicateSchema>,
  { privateKey, publicPem }: SigningKey,
): SignedEvidence {
  const statement = toStatement(files, predicateType, about);
  return {
    envelope: signEnvelope(statementMediaType, JSON.stringify(statement), privateKey),
    public_key: publicPem,
  };
}

/** A signed list that holds, or a sentence that says why it does not. */
export type OpenedEvidence =
  | {
      readonly ok: true;
      readonly keyId: string;
      readonly statement: z.infer<typeof statementSchema>;
    }
  | { readonly ok: false; readonly problem: string };

/** Opens it with the key that it brings. Never throws for what it holds. */
export function openSignedEvidence(value: unknown): OpenedEvidence {
  const parsed = signedEvidenceSchema.safeParse(value);
  if (!parsed.success) return { ok: false, problem: 'it is not a signed list of evidence' };
  const { envelope, public_key: pem } = parsed.data;
  try {
    const publicKey = readSigningKey(pem, 'public');
    const payload = openEnvelope(envelope, statementMediaType, publicKey);
    if (payload === undefined) return { ok: false, problem: 'its signature does not hold' };
    const statement = statementSchema.safeParse(JSON.parse(payload));
    if (!statement.success) return { ok: false, problem: 'it states something else' };
    return { ok: true, keyId: keyIdOf(publicKey), statement: statement.data };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}
