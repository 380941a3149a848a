/**
 * Strict claim and evidence audit. It shows that every claim leads to evidence that is there (or is
 * declared unavailable in full); it does not judge the science. `compat` applies the older rules,
 * which take a declaration with reason, path and hash for whole, and a copy of the paper for evidence.
 */
import { basename, join, resolve } from 'node:path';
import type { StrictVerdict } from '../../domain/statuses.ts';
import { strictVerdicts } from '../../domain/statuses.ts';
import { isRecord } from '../../lib/is-record.ts';
import { faultWords, readJson } from '../../lib/strict-json.ts';
import { unavailableReasons } from '../evidence/schema.ts';
import { findPaperFolders, type PaperFolder } from '../folders.ts';
import { countSelected, parsePointer, resolvePointer } from '../json-pointer.ts';
import type { Finding } from '../lint/types.ts';
import { readRegularFile } from '../readers/file.ts';
import { decodeText } from '../readers/text.ts';
import { workingOn } from '../work/working-on.ts';
import { createFinder, type Finder, isPaperItself } from './resolve.ts';
import { type AuditRuleId, auditFix } from './rules.ts';
import {
  type BundleView,
  type ClaimView,
  type LedgerView,
  type ReferenceView,
  type UnavailableView,
  viewBundle,
  viewLedger,
} from './shapes.ts';
import { unlistedFiles } from './unlisted.ts';

interface AuditOptions {
  readonly compat?: boolean;
  /** What references may also be relative to; found from the path unless given. */
  readonly root?: string;
}
/** Of one paper; `strict_pass` has no findings. */
export interface PaperAudit {
  readonly slug: string;
  readonly verdict: StrictVerdict;
  readonly findings: readonly Finding[];
}
interface CorpusAudit {
  readonly papers: readonly PaperAudit[];
  readonly totals: Readonly<Record<StrictVerdict, number>> & {
    readonly papers: number;
    readonly findings: number;
  };
}

interface Audit {
  /** By path, the first declaration of each. */
  readonly unavailable: ReadonlyMap<string, UnavailableView>;
  readonly resultFiles: ReadonlySet<string>;
  /** The inventory by path, the first entry of each. */
  readonly listed: ReadonlyMap<string, BundleView['inventory'][number]>;
  readonly folder: PaperFolder;
  readonly compat: boolean;
  readonly find: Finder;
  readonly bundle: BundleView;
  readonly ledger: LedgerView;
  readonly findings: Finding[];
}

/** Findings after which no further claim is looked at; the verdict is what it is. */
const findingsMax = 2000;

/** Audits the paper in `dir`. Throws `not_found` when there is no such folder. */
export function auditPaper(dir: string, options: AuditOptions = {}): PaperAudit {
  const found = findPaperFolders(dir);
  const own = found.find((folder) => folder.dir === resolve(dir));
  const base = own ?? { slug: basename(resolve(dir)), dir: resolve(dir), root: resolve(dir) };
  return auditFolder({ ...base, root: options.root ?? base.root }, options.compat === true);
}

/** Audits one paper, a run's artefacts or a corpus folder. */
export function auditCorpus(path: string, options: AuditOptions = {}): CorpusAudit {
  const papers = findPaperFolders(path).map((folder) =>
    auditFolder(folder, options.compat === true),
  );
  const count = (verdict: StrictVerdict): number =>
    papers.filter((paper) => paper.verdict === verdict).length;
  return {
    papers,
    totals: {
      papers: papers.length,
      strict_pass: count(strictVerdicts[0]),
      blocked_empty_claims: count(strictVerdicts[1]),
      blocked_missing_result_files: count(strictVerdicts[2]),
      blocked_schema_or_evidence_gap: count(strictVerdicts[3]),
      findings: papers.reduce((sum, paper) => sum + paper.findings.length, 0),
    },
  };
}

function auditFolder(folder: PaperFolder, compat: boolean): PaperAudit {
  const findings: Finding[] = [];
  const ledgerValue = readValue(folder.dir, 'claim_ledger.json', findings);
  const bundleValue = readValue(folder.dir, 'evidence_bundle.json', findings);
  const ledger = viewLedger(ledgerValue);
  const bundle = viewBundle(bundleValue);
  if (ledger === undefined && ledgerValue !== undefined) {
    findings.push(finding('schema', 'claim_ledger.json', 'there is no list of claims'));
  }
  if (bundle === undefined && bundleValue !== undefined) {
    findings.push(finding('schema', 'evidence_bundle.json', 'not an object'));
  }
  if (ledger !== undefined && bundle !== undefined) {
    const audit: Audit = {
      folder,
      compat,
      find: createFinder(folder),
      bundle,
      ledger,
      findings,
      unavailable: new Map([...bundle.unavailable].reverse().map((entry) => [entry.path, entry])),
      resultFiles: new Set(bundle.resultFiles),
      listed: new Map([...bundle.inventory].reverse().map((entry) => [entry.path, entry])),
    };
    auditResultFiles(audit);
    if (!compat) {
      auditInventory(audit);
      for (const path of unlistedFiles(folder, bundleValue))
        findings.push(finding('unlisted_file', 'paper_manifest.json', path));
    }
    for (const claim of ledger.claims) {
      if (findings.length >= findingsMax) break;
      auditClaim(audit, claim);
    }
  }
  if (ledger?.claims.length === 0) {
    findings.unshift(finding('empty_claims', 'claim_ledger.json', 'the ledger holds no claim'));
  }
  return { slug: folder.slug, verdict: verdictOf(findings), findings };
}

/** The gravest finding decides: no claims, then missing files, then everything else. */
function verdictOf(findings: readonly Finding[]): StrictVerdict {
  if (findings.length === 0) return 'strict_pass';
  const rules = new Set(findings.map((entry) => entry.rule));
  if (rules.has('empty_claims')) return 'blocked_empty_claims';
  if (rules.has('missing_result_file')) return 'blocked_missing_result_files';
  return 'blocked_schema_or_evidence_gap';
}

function auditResultFiles(audit: Audit): void {
  for (const path of audit.bundle.resultFiles) {
    if (audit.find(path) === undefined) auditAbsent(audit, path, 'evidence_bundle.json');
  }
}

/** An absent file must be declared, and the declaration must be complete. */
function auditAbsent(audit: Audit, path: string, source: string): void {
  const declared = audit.unavailable.get(path);
  if (declared === undefined) {
    audit.findings.push(finding('missing_result_file', source, path));
    return;
  }
  for (const problem of declarationProblems(audit, declared)) {
    audit.findings.push(
      finding('unavailable_incomplete', 'evidence_bundle.json', `${path}: ${problem}`),
    );
  }
}

function declarationProblems(audit: Audit, declared: UnavailableView): string[] {
  const problems: string[] = [];
  if (audit.compat) {
    if (declared.reason === null) problems.push('reason is missing');
    if (!isSha256(declared.sha256)) problems.push('sha256 is missing');
    return problems;
  }
  if (!unavailableReasons.some((reason) => reason === declared.reason)) {
    problems.push(
      `reason ${JSON.stringify(declared.reason)} is none of ${unavailableReasons.join(', ')}`,
    );
  }
  if (!isSha256(declared.sha256)) problems.push('sha256 is missing');
  if (declared.bytes === null || declared.bytes < 0) problems.push('bytes is missing');
  const surrogate = declared.surrogate === null ? undefined : audit.find(declared.surrogate);
  if (surrogate === undefined) problems.push('public_surrogate does not exist');
  else if (declared.hashIsOfSurrogate && surrogate.sha256 !== declared.sha256)
    problems.push('the surrogate has another hash');
  return problems;
}

function isSha256(text: string | null): boolean {
  return text !== null && /^[0-9a-f]{64}$/i.test(text);
}

function auditInventory(audit: Audit): void {
  for (const entry of audit.bundle.inventory) {
    const found = audit.find(entry.path);
    const add = (rule: AuditRuleId, message: string): void => {
      audit.findings.push(finding(rule, 'evidence_bundle.json', `${entry.path}: ${message}`));
    };
    if (found === undefined) {
      if (!audit.resultFiles.has(entry.path))
        auditAbsent(audit, entry.path, 'evidence_bundle.json');
    } else if (entry.sha256 !== null && found.sha256 !== entry.sha256) {
      add('hash_mismatch', `is ${found.sha256}, listed as ${entry.sha256}`);
    } else if (entry.bytes !== null && found.bytes !== entry.bytes) {
      add('size_mismatch', `has ${found.bytes} bytes, listed as ${entry.bytes}`);
    }
  }
}

function auditClaim(audit: Audit, claim: ClaimView): void {
  const add = (rule: AuditRuleId, message: string): void => {
    audit.findings.push(finding(rule, 'claim_ledger.json', `${claim.id}: ${message}`));
  };
  if (claim.status.startsWith('unsupported')) add('unsupported_claim', 'is marked unsupported');
  const references = audit.compat
    ? claim.references
    : [...claim.references, ...claim.otherReferences];
  if (references.length === 0) {
    add('claim_without_evidence', 'has no reference');
    return;
  }
  // The older rules know the paper by its name alone.
  const paper = audit.compat ? undefined : audit.find('paper.md');
  let standing = 0;
  for (const reference of references) {
    const found = audit.find(reference.path);
    if (found === undefined) {
      auditAbsent(audit, reference.path, 'claim_ledger.json');
      standing += 1;
      continue;
    }
    if (isPaperItself(audit.folder, found, paper)) continue;
    standing += 1;
    if (audit.compat) auditStated(audit, reference, found, add);
    else auditReference(audit, reference, found, add);
  }
  if (standing === 0) add('self_evidence', 'refers to nothing but the paper itself');
}

type Found = NonNullable<ReturnType<Finder>>;
type Add = (rule: AuditRuleId, message: string) => void;

/** The older rules: hash and size as reference and inventory state them, unless they are of a source. */
function auditStated(audit: Audit, reference: ReferenceView, found: Found, add: Add): void {
  const listed = audit.listed.get(reference.path);
  const entry = listed?.ofSource === true ? undefined : listed;
  const hashes = [reference.ofSource ? null : reference.sha256, entry?.sha256 ?? null];
  if (hashes.some((sha256) => sha256 !== null && sha256 !== found.sha256))
    add('hash_mismatch', `${reference.path} is ${found.sha256}`);
  else if (entry !== undefined && entry.bytes !== null && entry.bytes !== found.bytes)
    add('size_mismatch', `${reference.path} has ${found.bytes} bytes`);
}

function auditReference(audit: Audit, reference: ReferenceView, found: Found, add: Add): void {
  const strict = audit.ledger.version >= 3;
  if (reference.sha256 === null) {
    if (strict) add('reference_without_hash', reference.path);
  } else if (reference.sha256 !== found.sha256) {
    add('hash_mismatch', `${reference.path} is ${found.sha256}`);
  }
  if (reference.pointer === null || (reference.pointer === '' && reference.value === undefined))
    return;
  const { path, pointer } = reference;
  const tokens = parsePointer(pointer);
  // Older ledgers put other things behind the "#".
  if (tokens === undefined && !pointer.startsWith('/')) return;
  const reading = found.reading();
  if (reading?.ok === false) {
    add('unreadable_evidence', `${path} ${faultWords(reading.fault)}`);
    return;
  }
  const literal = resolvePointer(reading?.value, pointer, { byId: !strict });
  // A member may be called `*` as well.
  const isSeries = strict && literal === undefined && tokens?.includes('*') === true;
  const value = isSeries ? countSelected(reading?.value, pointer) : literal;
  if (value === undefined) add('pointer_unresolved', `${path}#${pointer}`);
  else if (strict && reference.value !== undefined && !isSameScalar(value, reference.value))
    add('value_mismatch', `${path}#${pointer} ${isSeries ? 'selects' : 'holds'} ${wordOf(value)}`);
}

function finding(rule: AuditRuleId, file: string, excerpt: string, line = 0): Finding {
  return { rule, file, line, excerpt, fix: auditFix(rule) };
}

function readValue(dir: string, file: string, findings: Finding[]): unknown {
  workingOn(file);
  const read = readRegularFile(join(dir, file));
  if (!read.ok) {
    findings.push(finding('missing_file', file, `the file ${read.fault.message}`));
    return undefined;
  }
  const decoded = decodeText(read.bytes);
  const reading = decoded.ok ? readJson(decoded.text) : decoded;
  if (reading.ok) return reading.value;
  findings.push(finding('schema', file, faultWords(reading.fault), reading.fault.line));
  return undefined;
}

/** Claims state single values: a list or an object is never what one states. */
function isSameScalar(value: unknown, stated: unknown): boolean {
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && value === stated;
}

function wordOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : JSON.stringify(value).slice(0, 80);
}
