/**
 * Strict claim and evidence audit. It shows that every claim leads to evidence that is there (or is
 * declared unavailable in full); it does not judge the science. `compat` applies the older rules,
 * which look at neither hashes nor whether a paper is its own evidence.
 */
import { basename, join, resolve } from 'node:path';
import type { StrictVerdict } from '../../domain/statuses.ts';
import { strictVerdicts } from '../../domain/statuses.ts';
import { unavailableReasons } from '../evidence/schema.ts';
import { findPaperFolders, type PaperFolder } from '../folders.ts';
import { countSelected, isRecord, resolvePointer } from '../json-pointer.ts';
import type { Finding } from '../lint/types.ts';
import { parseJson, readTextFile } from '../read.ts';
import { workingOn } from '../work/working-on.ts';
import { createFinder, type Finder, isPaperItself } from './resolve.ts';
import {
  type BundleView,
  type ClaimView,
  type LedgerView,
  type ReferenceView,
  type UnavailableView,
  viewBundle,
  viewLedger,
} from './shapes.ts';

interface AuditOptions {
  readonly compat?: boolean;
  /** What references may also be relative to; found from the path unless given. */
  readonly root?: string;
}
interface PaperAudit {
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
  const ledgerValue = readJson(folder.dir, 'claim_ledger.json', findings);
  const bundleValue = readJson(folder.dir, 'evidence_bundle.json', findings);
  const ledger = viewLedger(ledgerValue);
  const bundle = viewBundle(bundleValue);
  if (ledger === undefined && ledgerValue !== undefined) {
    findings.push(
      finding('schema', 'claim_ledger.json', 'there is no list of claims', 'write a claim ledger'),
    );
  }
  if (bundle === undefined && bundleValue !== undefined) {
    findings.push(
      finding('schema', 'evidence_bundle.json', 'not an object', 'write an evidence bundle'),
    );
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
    };
    auditResultFiles(audit);
    if (!compat) auditInventory(audit);
    for (const claim of ledger.claims) {
      if (findings.length >= findingsMax) break;
      auditClaim(audit, claim);
    }
  }
  if (ledger?.claims.length === 0) {
    findings.unshift(
      finding(
        'empty_claims',
        'claim_ledger.json',
        'the ledger holds no claim',
        'make claims from the result files',
      ),
    );
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
    audit.findings.push(
      finding('missing_result_file', source, path, 'include the file, or declare it unavailable'),
    );
    return;
  }
  for (const problem of declarationProblems(audit, declared)) {
    audit.findings.push(
      finding(
        'unavailable_incomplete',
        'evidence_bundle.json',
        `${path}: ${problem}`,
        'complete the declaration',
      ),
    );
  }
}

function declarationProblems(audit: Audit, declared: UnavailableView): string[] {
  const problems: string[] = [];
  if (!unavailableReasons.some((reason) => reason === declared.reason)) {
    problems.push(
      `reason ${JSON.stringify(declared.reason)} is none of ${unavailableReasons.join(', ')}`,
    );
  }
  if (declared.sha256 === null || !/^[0-9a-f]{64}$/i.test(declared.sha256))
    problems.push('sha256 is missing');
  if (declared.bytes === null || declared.bytes < 0) problems.push('bytes is missing');
  const surrogate = declared.surrogate === null ? undefined : audit.find(declared.surrogate);
  if (surrogate === undefined) problems.push('public_surrogate does not exist');
  else if (declared.hashIsOfSurrogate && surrogate.sha256 !== declared.sha256)
    problems.push('the surrogate has another hash');
  return problems;
}

function auditInventory(audit: Audit): void {
  for (const entry of audit.bundle.inventory) {
    const found = audit.find(entry.path);
    const add = (rule: string, message: string, fix: string): void => {
      audit.findings.push(finding(rule, 'evidence_bundle.json', `${entry.path}: ${message}`, fix));
    };
    if (found === undefined) {
      if (!audit.resultFiles.has(entry.path))
        auditAbsent(audit, entry.path, 'evidence_bundle.json');
    } else if (entry.sha256 !== null && found.sha256 !== entry.sha256) {
      add(
        'hash_mismatch',
        `is ${found.sha256}, listed as ${entry.sha256}`,
        'list the hash of the file that is published',
      );
    } else if (entry.bytes !== null && found.bytes !== entry.bytes) {
      add(
        'size_mismatch',
        `has ${found.bytes} bytes, listed as ${entry.bytes}`,
        'list the size of the file',
      );
    }
  }
}

function auditClaim(audit: Audit, claim: ClaimView): void {
  const add = (rule: string, message: string, fix: string): void => {
    audit.findings.push(finding(rule, 'claim_ledger.json', `${claim.id}: ${message}`, fix));
  };
  if (claim.status.startsWith('unsupported'))
    add('unsupported_claim', 'is marked unsupported', 'drop the claim or find evidence');
  const references = audit.compat
    ? claim.references
    : [...claim.references, ...claim.otherReferences];
  if (references.length === 0) {
    add('claim_without_evidence', 'has no reference', 'refer to a result file');
    return;
  }
  const paper = audit.find('paper.md');
  let standing = 0;
  for (const reference of references) {
    const found = audit.find(reference.path);
    if (found === undefined) {
      auditAbsent(audit, reference.path, 'claim_ledger.json');
      standing += 1;
      continue;
    }
    if (!audit.compat && isPaperItself(audit.folder, found, paper)) continue;
    standing += 1;
    if (!audit.compat) auditReference(audit, reference, found, add);
  }
  if (standing === 0)
    add('self_evidence', 'refers to nothing but the paper itself', 'refer to a result file');
}

function auditReference(
  audit: Audit,
  reference: ReferenceView,
  found: NonNullable<ReturnType<Finder>>,
  add: (rule: string, message: string, fix: string) => void,
): void {
  const strict = audit.ledger.version >= 3;
  if (reference.sha256 === null) {
    if (strict) add('reference_without_hash', reference.path, 'state the hash of the file');
  } else if (reference.sha256 !== found.sha256) {
    add(
      'hash_mismatch',
      `${reference.path} is ${found.sha256}`,
      'refer to the file that is published',
    );
  }
  if (reference.pointer === null || (reference.pointer === '' && reference.value === undefined))
    return;
  const isPointer = reference.pointer === '' || reference.pointer.startsWith('/');
  if (!isPointer) return;
  const value =
    resolvePointer(found.json(), reference.pointer, { byId: !strict }) ??
    countSelected(found.json(), reference.pointer);
  if (value === undefined) {
    add(
      'pointer_unresolved',
      `${reference.path}#${reference.pointer}`,
      'point at a member that exists',
    );
  } else if (strict && reference.value !== undefined && !isSameScalar(value, reference.value)) {
    add(
      'value_mismatch',
      `${reference.path}#${reference.pointer} holds ${wordOf(value)}`,
      'state the value of the file',
    );
  }
}

function finding(rule: string, file: string, excerpt: string, fix: string): Finding {
  return { rule, file, line: 0, excerpt, fix };
}

function readJson(dir: string, file: string, findings: Finding[]): unknown {
  workingOn(file);
  const text = readTextFile(join(dir, file));
  if (text === undefined) {
    const excerpt = 'the file is missing, no regular file, or too large to be read';
    findings.push(finding('missing_file', file, excerpt, `write ${file}`));
    return undefined;
  }
  const value = parseJson(text);
  if (value === undefined)
    findings.push(finding('schema', file, 'not valid JSON', 'write valid JSON'));
  return value;
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
