/** Builds the evidence bundle of a run, and the copies of its files that go next to the paper. */

import { extname } from 'node:path';
import { limits } from '../../domain/limits.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { redactText, redactValue } from '../../lib/redact.ts';
import { createNameRedactor } from '../../lib/secret-names.ts';
import { type SecretRule, secretRules } from '../../lib/secret-rules.ts';
import type { TextFault } from '../../lib/strict-json.ts';
import { hashBytes, parseJson as readJson } from '../read.ts';
import { readResult } from '../readers/results.ts';
import { decodeText } from '../readers/text.ts';
import { workingOn } from '../work/working-on.ts';
import { belongingOf, noRecordSentence } from './belonging.ts';
import { completeIdea, ideaSource, noIdea, readIdea } from './idea.ts';
import { merkleRoot } from './merkle.ts';
import { discoverMetrics } from './metrics.ts';
import { type ObservedRun, observedSource } from './observed.ts';
import { registrationPath, registrationText } from './registration.ts';
import { type ReplicationSource, replicationSources } from './replication.ts';
import type {
  BundleIdea,
  BundleRegistration,
  EvidenceBundle,
  EvidenceFile,
  EvidenceRole,
  Metric,
  UnavailableFile,
} from './schema.ts';
import { readSources, type SourceFile } from './sources.ts';

/** Numbers kept of one run; the rest is counted and said. */
export const metricsMax = 1500;

interface BundleInput {
  readonly projectDir: string;
  readonly paperId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly createdAt: string;
  /** Receipt of the idle gate, as delivered with the callback. */
  readonly receipt?: JsonObject | null;
  /** What was set out to be done; becomes a file of the evidence, so that claims can refer to it. */
  readonly idea?: BundleIdea;
  /** The criterion fixed before the run; absent or null where there was none. */
  readonly registration?: BundleRegistration | null;
  /** What the worker saw of the run from outside; absent or null where nobody asked. */
  readonly observed?: ObservedRun | null;
  /** The run that did the experiment again; absent or null where none did, or none is over. */
  readonly replication?: ReplicationSource | null;
  /** What is taken out of the files; `secretRules` unless told. */
  readonly rules?: readonly SecretRule[];
  /** Takes secrets out of names and out of sentences with names; by their shape alone unless told. */
  readonly redactName?: (name: string) => string;
}

/** One file as it will lie next to the paper: `bytes` are redacted, and `file` holds their size and hash. */
export interface EvidenceCopy {
  readonly file: EvidenceFile;
  readonly bytes: Buffer;
  /** What a result file holds; undefined for other files and for broken ones. */
  readonly json: unknown;
}

/** A bundle and the files it lists, in the same order. Nothing of it is written yet. */
export interface BuiltBundle {
  readonly bundle: EvidenceBundle;
  readonly copies: readonly EvidenceCopy[];
}

/** Reads the project folder and returns the bundle with the bytes to be written beside it. */
export function buildBundle(input: BundleInput): BuiltBundle {
  const { rules = secretRules, redactName = createNameRedactor((name) => name) } = input;
  const belonging = belongingOf(input.projectDir, input.runId);
  const scan = readSources(input.projectDir, belonging, redactName);
  const sources = [...scan.files];
  const { leftOut, brought } = belonging.tell(scan.files.map(({ path }) => path));
  const limitations = [...scan.limitations, ...leftOut, ...brought];
  if (!belonging.isRecorded) limitations.push(noRecordSentence);
  const receipt = input.receipt ?? null;
  if (receipt !== null) sources.push(receiptSource(receipt));
  if (input.observed != null) sources.push(observedSource(input.observed));
  sources.push(ideaSource(input.idea ?? noIdea));
  const registration = input.registration ?? null;
  if (registration !== null) sources.push(registrationSource(registration));
  // Without a criterion there is nothing to compare by.
  if (registration !== null && input.replication != null)
    sources.push(...replicationSources(input.replication, registration.evaluation, redactName));

  const redactions: EvidenceBundle['redactions'] = [];
  const taken = new Set<string>();
  const unavailable = [...scan.unavailable];
  const copies = sources.flatMap((source) => {
    workingOn(source.path);
    const decoded = decodeText(source.bytes);
    if (!decoded.ok) {
      // What cannot be read cannot be searched for secrets.
      limitations.push(`${source.path} ${faultWords(decoded.fault)}, so it was left out`);
      unavailable.push(omittedFile(source));
      return [];
    }
    const { text } = decoded;
    const redacted = redactText(text, rules);
    if (source.role === 'run_notes' && text.length > limits.notesCharsMax) {
      limitations.push(
        `only the first ${limits.notesCharsMax} characters of ${source.path} were read for the text of the paper, ${text.length - limits.notesCharsMax} were not`,
      );
    }
    for (const entry of redacted.redactions) redactions.push({ path: source.path, ...entry });
    const bytes =
      source.role === 'idea'
        ? completeIdea(redacted.text)
        : redacted.redactions.length === 0
          ? source.bytes
          : Buffer.from(redacted.text);
    return [toCopy(source, bytes, taken, limitations)];
  });

  const metrics: Metric[] = [];
  let omittedCount = 0;
  for (const copy of copies) {
    if (!measuredRoles.includes(copy.file.role)) continue;
    const found = discoverMetrics(copy.file.public_path, copy.json, metricsMax - metrics.length);
    metrics.push(...found.metrics);
    omittedCount += found.omittedCount;
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
      telemetry: receipt === null ? null : telemetryBlock(redactValue(receipt, rules)),
      unavailable,
      redactions,
      // The record of what was fetched names files, too.
      limitations: limitations.map(redactName),
      idea: ideaOf(copies),
      registration,
      collection: { recorded: belonging.isRecorded, left_out: leftOut.length },
      merkle_root: merkleRoot(files),
    },
  };
}

/** As anyone reads it from the delivered file. */
function ideaOf(copies: readonly EvidenceCopy[]): BundleIdea {
  const copy = copies.find(({ file }) => file.role === 'idea');
  return readIdea(readJson(copy?.bytes.toString('utf8') ?? ''));
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
    json: parseResult(source.path, bytes, limitations),
    file: {
      path: source.path,
      public_path: publicPath,
      bytes: bytes.byteLength,
      sha256: hashBytes(bytes),
      media_type: source.mediaType,
      role: source.role,
    },
  };
}

function parseResult(path: string, bytes: Buffer, limitations: string[]): unknown {
  const reading = readResult(path, bytes);
  if (reading === undefined) return undefined;
  if (!reading.ok) {
    limitations.push(`${path} ${faultWords(reading.fault)}, so no number was taken from it`);
    return undefined;
  }
  if (reading.inexactCount > 0) {
    const lines = [...new Set(reading.inexact.map(({ line }) => line))].join(', ');
    const more = reading.inexactCount > reading.inexact.length ? ' and further ones' : '';
    limitations.push(
      `${reading.inexactCount} numbers of ${path} cannot be read exactly and are not listed (line ${lines}${more})`,
    );
  }
  return reading.value;
}

const faultWords = ({ line, message }: TextFault): string =>
  `cannot be read (line ${line}: ${message})`;

function omittedFile({ path, bytes }: SourceFile): UnavailableFile {
  return { path, reason: 'omitted', bytes: bytes.byteLength, sha256: sha256Hex(bytes) };
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
  return `evidence/renamed/${sha256Hex(path).slice(0, 16)}${extname(path) || '.json'}`;
}

function receiptSource(receipt: JsonObject): SourceFile {
  return {
    path: 'telemetry/idle_receipt.json',
    role: 'telemetry',
    mediaType: 'application/json',
    bytes: Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
  };
}

function registrationSource(registration: BundleRegistration): SourceFile {
  return {
    path: registrationPath,
    role: 'registration',
    mediaType: 'application/json',
    bytes: Buffer.from(registrationText(registration)),
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
