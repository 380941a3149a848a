/**
 * Holds the evidence of a package against the list that the worker signed. Files that were redacted
 * differ from what was signed on purpose, and are named as such; what the service adds itself (the
 * receipt of the idle gate, the idea, the registration, what a replication brought) was never on the list.
 */
import { join } from 'node:path';
import { openSignedEvidence, signedEvidenceFile } from '../../domain/signed-evidence.ts';
import { hashesOf } from '../../lib/in-toto.ts';
import { type EvidenceRole, evidenceBundleSchema } from '../evidence/schema.ts';
import { parseJson, readTextFile } from '../read.ts';

/** What the service adds to the evidence itself. */
const ownRoles: ReadonlySet<EvidenceRole> = new Set([
  'telemetry',
  'idea',
  'registration',
  'observed',
  'replication',
]);

/** The signed list, as a package carries it. */
export const packagedEvidenceFile = 'evidence-attestation.json';

/** What became of the comparison. */
export interface RunEvidenceCheck {
  readonly verdict: 'signed' | 'unsigned' | 'broken';
  /** Of the worker's key; null unless the signature holds. */
  readonly keyId: string | null;
  readonly problems: readonly string[];
  /** Files that cannot be compared because something in them was redacted. */
  readonly redacted: readonly string[];
}

/** The signed list in the folder of a project, as text; undefined where there is none. */
export const readSignedEvidence = (projectDir: string): string | undefined =>
  readTextFile(join(projectDir, signedEvidenceFile));

/** Compares the files that the bundle of `folder` lists with those that were signed. */
export function checkRunEvidence(
  folder: string,
  signed = readTextFile(join(folder, packagedEvidenceFile)),
): RunEvidenceCheck {
  if (signed === undefined) return { verdict: 'unsigned', keyId: null, problems: [], redacted: [] };
  const opened = openSignedEvidence(parseJson(signed));
  const bundle = evidenceBundleSchema.safeParse(
    parseJson(readTextFile(join(folder, 'evidence_bundle.json')) ?? ''),
  );
  if (!opened.ok || !bundle.success) {
    const problem = opened.ok ? 'evidence_bundle.json cannot be read' : opened.problem;
    return broken(null, [`${packagedEvidenceFile}: ${problem}`]);
  }
  const { keyId, statement } = opened;
  const { run_id: runId, project_id: projectId, files, redactions } = bundle.data;
  const about = statement.predicate;
  if (about.run_id !== runId || about.project_id !== projectId)
    return broken(keyId, [`${packagedEvidenceFile} is of run ${about.run_id}, not of ${runId}`]);
  const redacted = new Set(redactions.map(({ path }) => path));
  const hashes = hashesOf(statement);
  const problems = files
    .filter(({ role, path }) => !ownRoles.has(role) && !redacted.has(path))
    .flatMap(({ path, sha256 }) => {
      const stated = hashes.get(path);
      if (stated === sha256) return [];
      return stated === undefined
        ? [`${path} is not among the files that the worker signed`]
        : [`${path} is not the file that the worker signed`];
    });
  if (problems.length > 0) return broken(keyId, problems);
  return { verdict: 'signed', keyId, problems: [], redacted: [...redacted] };
}

const broken = (keyId: string | null, problems: readonly string[]): RunEvidenceCheck => ({
  verdict: 'broken',
  keyId,
  problems,
  redacted: [],
});
