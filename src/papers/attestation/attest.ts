/**
 * Signs a package folder and checks a signed one. The signature covers every file but itself and the
 * two lists that are made from the files: a folder in which text, evidence, ledger and all hashes
 * were changed together is no longer what was signed.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Envelope,
  envelopeSchema,
  keyIdOf,
  openEnvelope,
  readSigningKey,
  signEnvelope,
} from '../../lib/dsse.ts';
import { hashesOf, statementMediaType } from '../../lib/in-toto.ts';
import { readKeyFile } from '../../lib/signing-key.ts';
import { describeFile } from '../manifest.ts';
import { roCrateFile } from '../package/ro-crate.ts';
import { parseJson, readTextFile } from '../read.ts';
import { listFiles, writeBelow } from '../staging.ts';
import { checkRunEvidence } from './run-evidence.ts';
import {
  attestationFile,
  buildStatement,
  type Predicate,
  publicKeyFile,
  type Statement,
  statementSchema,
} from './statement.ts';

/** What signs, and what it states beyond the files; plain data, so that a thread can be told. */
export interface Signing {
  /** Path of the installation's key. */
  readonly keyFile: string;
  readonly decision: Predicate['decision'];
  readonly chain: Predicate['chain'];
}

/** Of the paper that is signed. */
type Signed = Pick<Predicate, 'paper_id' | 'run_id' | 'public_id' | 'signed_at'>;

/** Made from the other files after the signature, so that it cannot cover them. */
const uncovered: ReadonlySet<string> = new Set([attestationFile, roCrateFile, 'SHA256SUMS']);

/** Writes the envelope and the public key into `folder`. Call it once all other files lie there. */
export function attestFolder(folder: string, signed: Signed, signing: Signing): void {
  const key = readKeyFile(signing.keyFile);
  if (key === undefined)
    throw new Error('the key of the installation is gone; start the service anew, it makes one');
  writeBelow(folder, publicKeyFile, key.publicPem);
  const files = coveredFiles(folder).map((path) => describeFile(folder, path));
  const statement = buildStatement(files, {
    ...signed,
    decision: signing.decision,
    gates: { lint: 'pass', audit: 'strict_pass', verifier: 'pass' },
    chain: signing.chain,
    evidence_key_id: checkRunEvidence(folder).keyId,
  });
  const envelope = signEnvelope(statementMediaType, JSON.stringify(statement), key.privateKey);
  writeBelow(folder, attestationFile, `${JSON.stringify(envelope, null, 2)}\n`);
}

/** Takes the signature out of `folder`. */
export function dropAttestation(folder: string): void {
  for (const file of [attestationFile, publicKeyFile]) rmSync(join(folder, file), { force: true });
}

const coveredFiles = (folder: string): string[] =>
  listFiles(folder).filter((path) => !uncovered.has(path));

/** What a look at the signature of a folder came to. */
export interface AttestationCheck {
  /**
   * `trusted`: signed with the key that was given. `self_signed`: whole, but its key is known from
   * nowhere else than the folder, so that anyone may have signed it. `broken`: it does not hold.
   */
  readonly verdict: 'trusted' | 'self_signed' | 'unsigned' | 'broken';
  /** Name of the key in question, lower-case hex SHA-256; null where none could be read. */
  readonly keyId: string | null;
  readonly statement: Statement | null;
  /** Why it is broken, one sentence for each file or fault. */
  readonly problems: readonly string[];
}

/** Checks the signature of `folder` with `publicPem`, or else with the key that lies in the folder. */
export function checkAttestation(folder: string, publicPem?: string): AttestationCheck {
  const text = readTextFile(join(folder, attestationFile));
  if (text === undefined)
    return { verdict: 'unsigned', keyId: null, statement: null, problems: [] };
  const parsed = envelopeSchema.safeParse(parseJson(text));
  if (!parsed.success) return broken(null, [`${attestationFile} is not a signed envelope`]);
  const pem = publicPem ?? readTextFile(join(folder, publicKeyFile));
  if (pem === undefined) return broken(null, [`${publicKeyFile} is missing; give the key`]);
  try {
    return openStatement(folder, parsed.data, pem, publicPem === undefined);
  } catch (error) {
    return broken(null, [`${publicKeyFile}: ${(error as Error).message}`]);
  }
}

function openStatement(
  folder: string,
  envelope: Envelope,
  pem: string,
  isOwn: boolean,
): AttestationCheck {
  const publicKey = readSigningKey(pem, 'public');
  const keyId = keyIdOf(publicKey);
  const payload = openEnvelope(envelope, statementMediaType, publicKey);
  if (payload === undefined) {
    const said = envelope.signatures.map(({ keyid }) => keyid.slice(0, 16)).join(', ');
    return broken(keyId, [
      `${attestationFile} is not signed with the key ${keyId.slice(0, 16)}; it names ${said}`,
    ]);
  }
  const statement = statementSchema.safeParse(parseJson(payload));
  if (!statement.success) return broken(keyId, [`${attestationFile} states something else`]);
  const problems = differences(folder, statement.data);
  if (problems.length > 0) return broken(keyId, problems);
  const verdict = isOwn ? 'self_signed' : 'trusted';
  return { verdict, keyId, statement: statement.data, problems: [] };
}

/** Files of `folder` that are not those that were signed. */
function differences(folder: string, { subject }: Statement): string[] {
  const signed = hashesOf({ subject });
  const present = new Set(coveredFiles(folder));
  return [
    ...[...present]
      .filter((path) => !signed.has(path))
      .map((path) => `${path} is not among the files that were signed`),
    ...[...signed].flatMap(([path, sha256]) => {
      if (!present.has(path)) return [`${path} was signed and is missing`];
      return describeFile(folder, path).sha256 === sha256
        ? []
        : [`${path} is not the file that was signed`];
    }),
  ];
}

const broken = (keyId: string | null, problems: readonly string[]): AttestationCheck => ({
  verdict: 'broken',
  keyId,
  statement: null,
  problems,
});
