/** What can be proved of the signatures in a folder: that of its package, and that of the worker over the evidence. */
import { checkAttestation } from './attestation/attest.ts';
import { checkRunEvidence, packagedEvidenceFile } from './attestation/run-evidence.ts';
import { attestationFile } from './attestation/statement.ts';
import { type FolderCheck, looked, unknown } from './folder-check.ts';

/** Asked for with a key, a signature that is missing or not of it is a problem. */
export function checkSignature(dir: string, publicKey: string | undefined): FolderCheck {
  const { verdict, keyId, problems } = checkAttestation(dir, publicKey);
  const name = 'signature';
  switch (verdict) {
    case 'trusted':
      return looked(name, `every file is as it was signed with the key ${keyId}`, []);
    case 'self_signed':
      return unknown(
        name,
        `whole, by the key ${keyId}, which is known from nowhere but the folder: give it with --key`,
      );
    case 'unsigned':
      return publicKey === undefined
        ? unknown(name, 'not signed')
        : looked(name, 'asked for with --key', [`there is no ${attestationFile}`]);
    case 'broken':
      return looked(name, `against ${attestationFile}`, problems);
  }
}

/** What the worker signed where the evidence arose. */
export function checkEvidenceSignature(dir: string): FolderCheck {
  const { verdict, keyId, problems, redacted } = checkRunEvidence(dir);
  const name = 'evidence signature';
  if (verdict === 'unsigned') return unknown(name, 'the worker signed no list of its evidence');
  if (verdict === 'broken') return looked(name, `against ${packagedEvidenceFile}`, problems);
  const left = redacted.length === 0 ? '' : `; not compared, as redacted: ${redacted.join(', ')}`;
  return looked(name, `every file is as the worker signed it with the key ${keyId}${left}`, []);
}
