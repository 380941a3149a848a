/** Evidence is signed where it arises: what differs from the worker's list is not taken, or is found. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openSignedEvidence,
  type SignedEvidence,
  signEvidence,
  signedEvidenceFile,
} from '../../../src/domain/signed-evidence.ts';
import { type EvidenceSource, syncEvidence } from '../../../src/evidence-sync/http-sync.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { openSigningKey, signingKeyName } from '../../../src/lib/signing-key.ts';
import { endAfterEach } from '../../support/each-test.ts';

const ends = endAfterEach();
function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-signed-'));
  ends.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
const about = { project_id: 'p', run_id: 'r', listed_at: '2026-01-01T00:00:00.000Z' };
const text = '{"accuracy":0.9}';
const file = {
  path: 'results/summary.json',
  bytes: text.length,
  sha256: sha256Hex(text),
  media_type: 'application/json',
  role: 'result',
};

/** A worker with one result file, and what it says it signed. */
const workerThat = (signed: SignedEvidence | undefined): EvidenceSource => ({
  manifest: async () => ({
    project_id: 'p',
    run_id: 'r',
    files: [file],
    omitted: [],
    ...(signed === undefined ? {} : { signed }),
    timestamp: about.listed_at,
  }),
  read: async () => ({
    files: [{ ...file, truncated: false, encoding: 'utf8' as const, content: text }],
    unread: [],
  }),
});

function setUp() {
  const targetDir = makeFolder();
  const key = openSigningKey(join(makeFolder(), signingKeyName));
  const fetchFrom = (signed: SignedEvidence | undefined, expectedKeyId: string | null = null) =>
    syncEvidence({
      source: workerThat(signed),
      projectId: 'p',
      runId: 'r',
      targetDir,
      expectedKeyId,
      signal: new AbortController().signal,
    });
  return { targetDir, key, fetchFrom };
}

describe('a list that the worker signed', () => {
  it('is kept beside the files, with the key that signed it', async () => {
    const { targetDir, key, fetchFrom } = setUp();
    const signed = signEvidence([file], about, key);
    expect(await fetchFrom(signed, key.keyId)).toMatchObject({ ok: true, signed_by: key.keyId });
    const kept = JSON.parse(readFileSync(join(targetDir, signedEvidenceFile), 'utf8'));
    expect(openSignedEvidence(kept)).toMatchObject({ ok: true, keyId: key.keyId });
  });

  it('makes the fetch fail when it names other contents, or another run', async () => {
    const { key, fetchFrom } = setUp();
    const other = signEvidence([{ ...file, sha256: sha256Hex('{}') }], about, key);
    const old = signEvidence([file], { ...about, run_id: 'r0' }, key);
    for (const signed of [other, old])
      expect(await fetchFrom(signed)).toMatchObject({
        ok: false,
        fetched: [],
        error: expect.stringContaining('another list of files than it sent'),
      });
  });

  it('makes the fetch fail when the signature is of something else', async () => {
    const { key, fetchFrom } = setUp();
    const { envelope, public_key } = signEvidence([file], about, key);
    const payload = Buffer.from('{}').toString('base64');
    const torn = { envelope: { ...envelope, payload }, public_key };
    expect(await fetchFrom(torn)).toMatchObject({
      error: expect.stringContaining('its signature does not hold'),
    });
    expect(await fetchFrom({ envelope, public_key: 'no key' })).toMatchObject({
      error: expect.stringContaining('no public ed25519 key'),
    });
  });

  it('must be signed with the key that the configuration names', async () => {
    const { key, fetchFrom } = setUp();
    const another = openSigningKey(join(makeFolder(), signingKeyName));
    const signed = signEvidence([file], about, another);
    expect((await fetchFrom(signed, key.keyId)).error).toContain(another.keyId);
    expect((await fetchFrom(undefined, key.keyId)).error).toContain('does not sign its evidence');
  });

  it('is taken away by a fetch from a worker that signs nothing', async () => {
    const { targetDir, key, fetchFrom } = setUp();
    await fetchFrom(signEvidence([file], about, key));
    expect(await fetchFrom(undefined)).toMatchObject({ ok: true, signed_by: null });
    expect(() => readFileSync(join(targetDir, signedEvidenceFile))).toThrow('ENOENT');
  });

  it('is not opened when it is something else', () => {
    for (const value of [null, {}, 'text', { envelope: {}, public_key: '' }])
      expect(openSignedEvidence(value)).toMatchObject({ ok: false });
  });
});
