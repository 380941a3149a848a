/** A ledger drafted from files in memory and the check of it, without a paper around them. */
import { draftLedger } from '../../../../src/papers/claims/ledger.ts';
import type { Claim, ClaimLedger } from '../../../../src/papers/claims/schema.ts';
import { type BuiltBundle, buildBundle } from '../../../../src/papers/evidence/bundle.ts';
import type { BundleIdea, BundleRegistration } from '../../../../src/papers/evidence/schema.ts';
import { parseJson } from '../../../../src/papers/read.ts';
import { checkClaims } from '../../../../src/papers/verify/claims.ts';
import { createSandbox, sampleDecision } from '../support.ts';

/** Path of the one result file of `draft`. */
export const resultPath = 'evidence/results/summary.json';

interface Options {
  readonly idea?: BundleIdea;
  readonly registration?: BundleRegistration;
}

/** Claims of a project whose only result file holds `result`. */
export function draft(result: unknown, options: Options = {}) {
  const sandbox = createSandbox({
    '.orrery/project_decision.json': JSON.stringify(sampleDecision),
    'results/summary.json': JSON.stringify(result),
  });
  try {
    const built = buildBundle({
      projectDir: sandbox.projectDir,
      paperId: 'p--draft',
      projectId: 'p',
      runId: 'p-1',
      createdAt: '2026-01-01T00:00:00.000Z',
      ...options,
    });
    return { built, ledger: draftLedger(built, sampleDecision) };
  } finally {
    sandbox.dispose();
  }
}

/** What the verifier says of `claims`, read from the bytes of the bundle's files. */
export function check(built: BuiltBundle, claims: readonly Claim[]): string[] {
  const ledger: ClaimLedger = {
    schema_version: 'claim_ledger.v3',
    paper_id: built.bundle.paper_id,
    run_id: built.bundle.run_id,
    evidence_merkle_root: built.bundle.merkle_root,
    claims: [...claims],
    unsupported_claim_count: 0,
    not_results: [],
    figures: [],
  };
  const readings = new Map(
    built.copies.map(({ file, bytes }) => [
      file.public_path,
      { sha256: file.sha256, json: parseJson(bytes.toString('utf8')) },
    ]),
  );
  const { problems } = checkClaims(ledger, built.bundle, readings);
  return problems.map(({ rule, message }) => `${rule} ${message}`);
}

/** The only claim that `test` accepts. */
export function only(claims: readonly Claim[], test: (claim: Claim) => boolean): Claim {
  const found = claims.filter(test);
  const [claim] = found;
  if (claim === undefined || found.length > 1) throw new Error(`${found.length} claims fit`);
  return claim;
}

/** The claim of the number at a pointer of the result file. */
export function at(claims: readonly Claim[], pointer: string): Claim {
  return only(
    claims,
    ({ kind, derived, evidence_refs: [ref] }) =>
      kind !== 'outcome' &&
      derived === undefined &&
      ref?.path === resultPath &&
      ref.pointer === pointer,
  );
}
