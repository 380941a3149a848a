/** Builds the evidence bundle of a run, and the copies of its files that go next to the paper. */

import { parseJsonText } from '../../config/json-text.ts';
import { limits } from '../../domain/limits.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { workingOn } from '../work/working-on.ts';
import { merkleRoot } from './merkle.ts';
import { discoverMetrics } from './metrics.ts';
import { redactText } from './redact.ts';
import type { EvidenceBundle, EvidenceFile, EvidenceRole, Metric } from './schema.ts';
import { readSources, type SourceFile } from './sources.ts';

/** Numbers kept of one run; the rest is counted and said. */
export const metricsMax = 1500;

interface BundleInput {
  readonly projectDir: string;
  readonly paperId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly createdAt: string;
  readonly idea?: EvidenceBundle['idea'];
  /** Receipt of the idle gate, as delivered with the callback. */
  readonly receipt?: JsonObject | null;
}

/** One file as it will lie next to the paper: `bytes` are redacted, and `file` holds their size and hash. */
export interface EvidenceCopy {
  readonly file: EvidenceFile;
  readonly bytes: Buffer;
  /** Parsed content of a JSON file; undefined for other files and for broken JSON. */
  readonly json: unknown;
}

/** A bundle and the files it lists, in the same order. Nothing of it is written yet. */
export interface BuiltBundle {
  readonly bundle: EvidenceBundle;
  readonly copies: readonly EvidenceCopy[];
}

/** Reads the project folder and returns the bundle with the bytes to be written beside it. */
export function buildBundle(input: BundleInput): BuiltBundle {
  const scan = readSources(input.projectDir);
  const sources = [...scan.files];
  const limitations = [...scan.limitations];
  const receipt = input.receipt ?? null;
  if (receipt !== null) sources.push(receiptSource(receipt));

  const redactions: EvidenceBundle['redactions'] = [];
  const taken = new Set<string>();
  const copies = sources.map((source) => {
    workingOn(source.path);
    const text = source.bytes.toString('utf8');
    const redacted = redactText(text);
    if (source.role === 'run_notes' && text.length > limits.notesCharsMax) {
      limitations.push(
        `only the first ${limits.notesCharsMax} characters of ${source.path} were read for the text of the paper, ${text.length - limits.notesCharsMax} were not`,
      );
    }
    for (const entry of redacted.redactions) redactions.push({ path: source.path, ...entry });
    const bytes = redacted.redactions.length === 0 ? source.bytes : Buffer.from(redacted.text);
    return toCopy(source, bytes, taken, limitations);
  });

  const metrics: Metric[] = [];
  let omittedCount = 0;
  for (const copy of copies) {
    if (!measuredRoles.includes(copy.file.role)) continue;
    const found = discoverMetrics(copy.file.public_path, copy.json, metricsMax - metrics.length);
    metrics.push(...found.metrics);
    omittedCount += found.omittedCount;
    if (found.inexactCount > 0)
      limitations.push(
        `${found.inexactCount} numbers of ${copy.file.path} are too large to be read exactly and are not listed`,
      );
  }
  if (omittedCount > 0)
    limitations.push(`${omittedCount} further numbers in the result files are not listed`);

  const files = copies.map((copy) => copy.file);
  return {
    copies,
    bundle: {
      schema_version: 'evidence_bundle.v3',
      paper_id: input.paperId,
      project_id: input.projectId,
      run_id: input.runId,
      created_at: input.createdAt,
      files,
      metrics,
      telemetry: receipt === null ? null : telemetryBlock(receipt),
      unavailable: scan.unavailable,
      redactions,
      limitations,
      ...(input.idea === undefined ? {} : { idea: input.idea }),
      merkle_root: merkleRoot(files),
    },
  };
}

const measuredRoles: readonly EvidenceRole[] = ['metrics', 'result'];

function toCopy(
  source: SourceFile,
  bytes: Buffer,
  taken: Set<string>,
  limitations: string[],
): EvidenceCopy {
  const publicPath = publicPathOf(source.path, taken);
  taken.add(publicPath);
  return {
    bytes,
    json:
      source.mediaType === 'application/json'
        ? parseJson(source.path, bytes, limitations)
        : undefined,
    file: {
      path: source.path,
      public_path: publicPath,
      bytes: bytes.byteLength,
      sha256: sha256Hex(bytes),
      media_type: source.mediaType,
      role: source.role,
    },
  };
}

function parseJson(path: string, bytes: Buffer, limitations: string[]): unknown {
  const parsed = parseJsonText(bytes.toString('utf8'), toExactNumber);
  if (parsed.ok) return parsed.value;
  const { message, line } = parsed;
  limitations.push(
    `${path} is not valid JSON (line ${line}: ${message}), so no number was taken from it`,
  );
  return undefined;
}

/** A number as written; infinite where the whole number written is not the one that would be read. */
function toExactNumber(token: string): number {
  const value = Number(token);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(token) || !Number.isFinite(value))
    return value;
  return BigInt(token) === BigInt(value) ? value : Number.POSITIVE_INFINITY;
}

/** Hidden folders lose their dot; a path with unusual characters becomes a plain one with a hash. */
function publicPathOf(path: string, taken: ReadonlySet<string>): string {
  const visible = path
    .split('/')
    .map((part) => part.replace(/^\.+/, ''))
    .join('/');
  const plain = `evidence/${visible}`;
  const portable = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(visible) && !visible.includes('..');
  if (portable && plain.length <= 160 && !taken.has(plain)) return plain;
  return `evidence/renamed/${sha256Hex(path).slice(0, 16)}.json`;
}

function receiptSource(receipt: JsonObject): SourceFile {
  return {
    path: 'telemetry/idle_receipt.json',
    role: 'telemetry',
    mediaType: 'application/json',
    bytes: Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
  };
}

function telemetryBlock(receipt: JsonObject): EvidenceBundle['telemetry'] {
  const { window, samples_sha256: samples, ...summary } = receipt;
  return {
    window: JSON.parse(JSON.stringify(window ?? null)),
    samples_sha256: typeof samples === 'string' ? samples : null,
    summary: JSON.parse(JSON.stringify(summary)),
  };
}
