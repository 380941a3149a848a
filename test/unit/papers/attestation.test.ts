/** The signature of a package: a folder in which everything was changed consistently does not pass. */
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvidence, signedEvidenceFile } from '../../../src/domain/signed-evidence.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { openSigningKey, type SigningKey } from '../../../src/lib/signing-key.ts';
import { checkAttestation, type Signing } from '../../../src/papers/attestation/attest.ts';
import { checkRunEvidence } from '../../../src/papers/attestation/run-evidence.ts';
import { attestationFile, publicKeyFile } from '../../../src/papers/attestation/statement.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { importPackage } from '../../../src/papers/corpus/corpus.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { writeCrate } from '../../../src/papers/package/descriptions.ts';
import {
  checksumProblems,
  preparePackage,
  writeChecksums,
} from '../../../src/papers/package/package.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { createSandbox, type Sandbox, sampleRunId } from './support.ts';

const at = '2026-01-02T00:00:00.000Z';
const paperId = `${sampleRunId}--draft`;
let sandbox: Sandbox;
let folder: string;
let key: SigningKey;
let signing: Signing;
let packageDir: string;

const prepare = (signed: Signing | undefined) =>
  preparePackage({
    artifactRoot: sandbox.artifactRoot,
    runId: sampleRunId,
    paperId,
    targetLabel: 'corpus',
    checklist: evaluateChecklist(sandbox.paperDir, at),
    written: null,
    dryRun: false,
    clock: createManualClock(),
    ...(signed === undefined ? {} : { signing: signed }),
  });

beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
  folder = mkdtempSync(join(tmpdir(), 'orrery-attest-'));
  const keyFile = join(folder, 'key.pem');
  key = openSigningKey(keyFile);
  signing = {
    keyFile,
    decision: {
      project_decision: 'finalize_positive',
      hypothesis_status: 'supported',
      evidence_strength: 'moderate',
    },
    chain: { event_id: 41, hash: 'ab'.repeat(32) },
  };
  expect(await prepare(signing)).toMatchObject({ ok: true });
  packageDir = join(sandbox.artifactRoot, 'packages', paperId, 'package');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  sandbox.dispose();
});

/** A copy of the package with a change, and crate and checksums made anew over it. */
function forge(change: (dir: string) => void): string {
  const copy = mkdtempSync(join(folder, 'forged-'));
  cpSync(packageDir, copy, { recursive: true });
  change(copy);
  writeCrate(copy, { identifier: paperId, title: 't', datePublished: at });
  writeChecksums(copy);
  expect(checksumProblems(copy)).toEqual([]);
  return copy;
}

describe('a signed package', () => {
  it('is trusted by whoever has the key from elsewhere', () => {
    const check = checkAttestation(packageDir, key.publicPem);
    expect(check).toMatchObject({ verdict: 'trusted', keyId: key.keyId, problems: [] });
    expect(check.statement?.predicate).toMatchObject({
      paper_id: paperId,
      run_id: sampleRunId,
      public_id: null,
      chain: signing.chain,
      decision: signing.decision,
    });
  });

  it('is only self-signed without one', () => {
    expect(checkAttestation(packageDir)).toMatchObject({ verdict: 'self_signed' });
  });

  it('is broken by another key', () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    const pem = other.export({ type: 'spki', format: 'pem' }).toString();
    expect(checkAttestation(packageDir, pem).verdict).toBe('broken');
    expect(checkAttestation(packageDir, 'no key').problems[0]).toContain('no public ed25519 key');
  });

  it('is read alike by the program that goes with it', () => {
    const told = (dir: string, pem?: string) => {
      const { problems, not_checked: left } = verifyFolder(dir, pem);
      return {
        problems: problems.map(({ file, message }) => `${file} ${message}`),
        left: left.map(({ what }) => what),
      };
    };
    const left = ['paper.html', 'paper.xml', 'paper.myst.md', 'wording'];
    expect(told(packageDir, key.publicPem)).toEqual({ problems: [], left });
    expect(told(packageDir)).toEqual({ problems: [], left: ['signature', ...left] });
    const other = generateKeyPairSync('ed25519').publicKey;
    const pem = other.export({ type: 'spki', format: 'pem' }).toString();
    expect(told(packageDir, pem).problems).toEqual([
      `${attestationFile} does not hold: the key did not sign it`,
    ]);
    expect(told(packageDir, 'no key').problems[0]).toContain('does not hold');
    expect(told(sandbox.paperDir, key.publicPem).problems).toEqual([
      `${attestationFile} is missing`,
    ]);
    const forged = forge((dir) => writeFileSync(join(dir, 'more.json'), '{}'));
    expect(told(forged, key.publicPem).problems).toContain('more.json is not what was signed');
  });

  it('keeps checksums that hold, the signature among them', () => {
    expect(checksumProblems(packageDir)).toEqual([]);
  });

  it('names a file that was changed with every hash repaired', () => {
    const forged = forge((dir) => {
      const path = join(dir, 'paper.md');
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('8.119', '7.119'));
    });
    expect(checkAttestation(forged, key.publicPem)).toMatchObject({
      verdict: 'broken',
      problems: ['paper.md is not the file that was signed'],
    });
  });

  it('names a file that came, and one that went', () => {
    const forged = forge((dir) => {
      writeFileSync(join(dir, 'more.json'), '{}');
      rmSync(join(dir, 'paper.tex'));
    });
    expect(checkAttestation(forged, key.publicPem).problems).toEqual([
      'more.json is not among the files that were signed',
      'paper.tex was signed and is missing',
    ]);
  });

  it('is signed anew by a forger only under another name', () => {
    const forged = forge((dir) => rmSync(join(dir, publicKeyFile)));
    expect(checkAttestation(forged).problems).toEqual([
      `${publicKeyFile} is missing; give the key`,
    ]);
    const bare = forge((dir) => rmSync(join(dir, attestationFile)));
    expect(checkAttestation(bare, key.publicPem).verdict).toBe('unsigned');
  });

  it('is signed again by an import, with its public id', () => {
    const corpusDir = join(folder, 'corpus');
    const clock = createManualClock();
    const outcome = importPackage({ corpusDir, packageDir, written: null, clock, signing });
    expect(outcome).toMatchObject({ ok: true });
    const slug = outcome.ok ? outcome.row.slug : '';
    const check = checkAttestation(join(corpusDir, 'papers', slug), key.publicPem);
    expect(check).toMatchObject({ verdict: 'trusted', problems: [] });
    expect(check.statement?.predicate.public_id).toMatch(/-paper-0001$/);
  });

  it('loses its signature in a corpus that does not sign', () => {
    const corpusDir = join(folder, 'unsigned');
    const clock = createManualClock();
    const outcome = importPackage({ corpusDir, packageDir, written: null, clock });
    const slug = outcome.ok ? outcome.row.slug : '';
    expect(checkAttestation(join(corpusDir, 'papers', slug)).verdict).toBe('unsigned');
  });
});

describe('evidence that the worker signed', () => {
  const signedList = (change: (sha256: string, path: string) => string = (sha256) => sha256) => {
    const bundle = JSON.parse(
      readFileSync(join(sandbox.paperDir, 'evidence_bundle.json'), 'utf8'),
    ) as EvidenceBundle;
    const files = bundle.files
      .filter(({ role }) => !['telemetry', 'idea', 'registration'].includes(role))
      .map(({ path, sha256 }) => ({ path, sha256: change(sha256, path) }));
    const about = { project_id: bundle.project_id, run_id: bundle.run_id, listed_at: at };
    const path = join(sandbox.artifactRoot, signedEvidenceFile);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(signEvidence(files, about, key)));
  };
  afterAll(() => rmSync(join(sandbox.artifactRoot, signedEvidenceFile)));

  it('is in the package, and its key in what is stated', async () => {
    signedList();
    expect(await prepare(signing)).toMatchObject({ ok: true });
    expect(checkRunEvidence(packageDir)).toMatchObject({ verdict: 'signed', keyId: key.keyId });
    expect(checkAttestation(packageDir).statement?.predicate.evidence_key_id).toBe(key.keyId);
  });

  it('keeps a paper from being packaged whose evidence differs from it', async () => {
    signedList((sha256, path) => (path === 'results/summary.json' ? sha256Hex('other') : sha256));
    expect(await prepare(signing)).toEqual({
      ok: false,
      problems: ['results/summary.json is not the file that the worker signed'],
    });
  });
});

describe('what is not signed', () => {
  it('is a package of an installation without a key', async () => {
    const gone = { ...signing, keyFile: join(folder, 'gone.pem') };
    await expect(prepare(gone)).rejects.toThrow('the key of the installation is gone');
  });
});
