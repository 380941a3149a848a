/** Re-reads every evidence file: size, hash, Merkle root, and each metric at its pointer. */
import { lstatSync } from 'node:fs';
import { resolveInside } from '../../lib/safe-path.ts';
import { merkleRoot } from '../evidence/merkle.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { resolvePointer } from '../json-pointer.ts';
import { hashBytes, readFileBytes } from '../read.ts';
import { resultValue } from '../readers/results.ts';
import { workingOn } from '../work/working-on.ts';
import { fileProblem, type Problem } from './problems.ts';
import type { RuleId } from './rules.ts';

/** An evidence file as it was found next to the paper; claims are computed again from it. */
export interface EvidenceReading {
  readonly sha256: string;
  /** What a result file holds; undefined for others and for broken ones. */
  readonly json: unknown;
  /** What a Markdown file says; undefined for others. */
  readonly text?: string;
}

/** Files a paper consists of; none may be evidence for it. */
const paperFiles =
  /^(?:papers\/|paper\.(?:md|tex|pdf)$|claim_ledger\.json$|evidence_bundle\.json$|paper_manifest\.json$)/;

/**
 * Reads the files of the bundle below `dir` again. `readings` are by `public_path`; a file that
 * cannot be read has none. Whatever differs from the bundle is a problem.
 */
export function checkEvidence(
  dir: string,
  bundle: EvidenceBundle,
): { readings: Map<string, EvidenceReading>; problems: Problem[] } {
  const readings = new Map<string, EvidenceReading>();
  const problems: Problem[] = [];
  for (const file of bundle.files) {
    const path = file.public_path;
    const add = (rule: RuleId, message: string): void => {
      problems.push(fileProblem(rule, path, message));
    };
    if (paperFiles.test(path) || paperFiles.test(file.path))
      add('self_evidence', 'a paper is no evidence for itself');
    const target = resolveInside(dir, path);
    const info = target === undefined ? undefined : lstatSync(target, { throwIfNoEntry: false });
    if (target === undefined || info?.isFile() !== true) {
      add('evidence_missing', 'the evidence file is not in the paper folder');
      continue;
    }
    workingOn(path);
    const bytes = readFileBytes(target);
    if (bytes === undefined) {
      add('evidence_missing', 'the evidence file cannot be read or is too large');
      continue;
    }
    const sha256 = hashBytes(bytes);
    if (bytes.byteLength !== file.bytes)
      add('evidence_size', `has ${bytes.byteLength} bytes, the bundle says ${file.bytes}`);
    if (sha256 !== file.sha256)
      add('evidence_hash', `hashes to ${sha256}, the bundle says ${file.sha256}`);
    readings.set(path, {
      sha256,
      json: resultValue(path, bytes),
      ...(file.media_type === 'text/markdown' ? { text: bytes.toString('utf8') } : {}),
    });
  }
  const root = merkleRoot(bundle.files);
  if (root !== bundle.merkle_root) {
    problems.push(fileProblem('merkle_root', 'evidence_bundle.json', `the files give ${root}`));
  }
  for (const metric of bundle.metrics) {
    const value = resolvePointer(readings.get(metric.file)?.json, metric.pointer);
    if (value !== metric.value) {
      problems.push(
        fileProblem(
          'metric_value',
          'evidence_bundle.json',
          `${metric.file}${metric.pointer} is not ${metric.value}`,
        ),
      );
    }
  }
  return { readings, problems };
}
