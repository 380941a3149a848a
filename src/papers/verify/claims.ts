/**
 * Computes every claim again from the bytes of its files. A claim is made anew from its place or its
 * formula, as the draft makes it, and each member must be the same; what differs is told with what
 * would be right.
 */
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { type ClaimEvidence, createClaimEvidence } from '../claims/evidence.ts';
import {
  type Made,
  makeComparison,
  makeMethod,
  makeObservation,
  makeReading,
  makeStatistic,
} from '../claims/make.ts';
import { type Claim, type ClaimBody, type ClaimLedger, claimValue } from '../claims/schema.ts';
import { isIdeaFile } from '../evidence/idea.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { isSeriesPointer, resolvePointer } from '../json-pointer.ts';
import { findNumbers, standsFor } from '../text/numbers.ts';
import { toPlainLine } from '../text/text.ts';
import { checkReferences, type ReferenceList } from './citations.ts';
import type { EvidenceReading } from './evidence.ts';
import { checkOutcome, checkReplication } from './outcome.ts';
import { fileProblem, type Problem } from './problems.ts';
import type { RuleId } from './rules.ts';

const ledgerFile = 'claim_ledger.json';

/** Values by claim id as the files give them; a claim that fails has none. */
export function checkClaims(
  ledger: ClaimLedger,
  bundle: EvidenceBundle,
  readings: ReadonlyMap<string, EvidenceReading>,
  references?: ReferenceList,
): { values: Map<string, number>; isEarlierEdition: boolean; problems: Problem[] } {
  const problems: Problem[] = [];
  const add = (rule: RuleId, message: string): void => {
    problems.push(fileProblem(rule, ledgerFile, message));
  };
  if (isEarlierEdition(ledger, bundle)) {
    add('earlier_edition', 'written by an earlier edition: rewrite it');
    return { values: new Map(), isEarlierEdition: true, problems };
  }
  checkHead(ledger, bundle, add);
  const evidence = createClaimEvidence(
    bundle.files.flatMap((file) => {
      const reading = readings.get(file.public_path);
      return reading === undefined ? [] : [{ path: file.public_path, role: file.role, ...reading }];
    }),
  );
  checkBundle(bundle, evidence, (rule, message) => {
    problems.push(fileProblem(rule, 'evidence_bundle.json', message));
  });
  for (const [rule, message] of [
    ...checkOutcome(ledger, bundle, evidence),
    ...checkReplication(ledger, bundle, evidence),
  ])
    add(rule, message);
  const values = new Map<string, number>();
  ledger.claims.forEach((claim, index) => {
    const failures = isOfWorks(claim)
      ? checkReferences(claim, references)
      : checkClaim(claim, evidence);
    if (claim.id !== `C${index + 1}`) failures.push(['claim_id', `stands at place ${index + 1}`]);
    for (const [rule, message] of failures) add(rule, `${claim.id}: ${message}`);
    const value = failures.length === 0 ? claimValue(claim) : undefined;
    if (value !== undefined) values.set(claim.id, value);
  });
  return { values, isEarlierEdition: false, problems };
}

/** Kinds that rest on works of others, not on files of the run. */
const isOfWorks = ({ kind }: Claim): boolean => kind === 'citation' || kind === 'background';

type Failure = [rule: RuleId, message: string];
type Add = (rule: RuleId, message: string) => void;

/** Editions before this one named formulas by a word and kept no idea. */
function isEarlierEdition(ledger: ClaimLedger, bundle: EvidenceBundle): boolean {
  return (
    bundle.idea === undefined ||
    bundle.registration === undefined ||
    ledger.claims.some(({ derived }) => /^(?:ratio|difference)$/.test(derived?.formula ?? ''))
  );
}

function checkHead(ledger: ClaimLedger, bundle: EvidenceBundle, add: Add): void {
  if (ledger.claims.length === 0) add('empty_claims', 'the ledger holds no claim');
  if (ledger.evidence_merkle_root !== bundle.merkle_root)
    add('merkle_root', 'the ledger was made from other evidence');
  if (ledger.paper_id !== bundle.paper_id || ledger.run_id !== bundle.run_id) {
    add('identity', 'the ledger and the bundle are of different papers');
  }
  const unsupported = ledger.claims.filter(
    (claim) => claim.support_status === 'unsupported',
  ).length;
  if (unsupported !== ledger.unsupported_claim_count) {
    add(
      'unsupported_count',
      `${unsupported} claims are unsupported, the ledger says ${ledger.unsupported_claim_count}`,
    );
  }
}

/** The members of the bundle that claims rest on beside the files: units, idea, registration. */
function checkBundle(bundle: EvidenceBundle, evidence: ClaimEvidence, add: Add): void {
  for (const { file: path, pointer, unit } of bundle.metrics) {
    const right = evidence.factsOf({ path, pointer }).unit;
    if (unit !== right)
      add('metric_unit', `${path}${pointer} is in ${unitWord(right)}, not in ${unitWord(unit)}`);
  }
  const { idea, registration, files } = bundle;
  const copy = files.find((file) => file.role === 'idea');
  const json = copy === undefined ? undefined : evidence.file(copy.public_path)?.json;
  if (idea !== undefined && !isIdeaFile(json, idea))
    add('idea', 'the idea is not that of the file with the role idea');
  if (registration == null) return;
  const sha256 = hashOf(registration.evaluation);
  if (sha256 !== registration.sha256)
    add('registration', `the registered evaluation hashes to ${sha256 ?? 'nothing'}`);
}

/** Undefined for what has no canonical form, such as half a character. */
function hashOf(value: unknown): string | undefined {
  try {
    return sha256Hex(canonicalJson(value));
  } catch {
    return undefined;
  }
}

const unitWord = (unit: string | undefined): string => unit ?? 'no unit';

function checkClaim(claim: Claim, evidence: ClaimEvidence): Failure[] {
  const failures: Failure[] = [];
  if (claim.evidence_refs.length === 0)
    failures.push(['claim_without_evidence', 'has no reference']);
  for (const ref of claim.evidence_refs) failures.push(...checkRef(claim, ref, evidence));
  if (failures.length > 0) return failures;
  // An outcome is made again as a whole, by `checkOutcome`, and a replication by `checkReplication`.
  const made = makeAgain(claim, evidence);
  if (made === undefined) return [];
  return made.ok ? compare(claim, made.body) : [['claim_formula', made.reason]];
}

/** The hash of the file, and what stands at the pointer. */
function checkRef(
  claim: Claim,
  ref: Claim['evidence_refs'][number],
  evidence: ClaimEvidence,
): Failure[] {
  const failures: Failure[] = [];
  const file = evidence.file(ref.path);
  if (file === undefined) return [['claim_file', `${ref.path} is not in the bundle`]];
  if (file.sha256 !== ref.sha256)
    failures.push(['claim_hash', `${ref.path} hashes to ${file.sha256}`]);
  const value =
    claim.derived !== undefined && isSeriesPointer(ref.pointer)
      ? evidence.formulas.countOf(ref)
      : resolvePointer(file.json, ref.pointer);
  if (value === undefined || value !== ref.recomputed_value)
    failures.push(['claim_value', `${ref.path}${ref.pointer} holds ${JSON.stringify(value)}`]);
  if (!quotes(ref.quoted_value, value) || !ref.match)
    failures.push(['claim_quote', `${ref.quoted_value} is not what ${ref.pointer} holds`]);
  return failures;
}

/** The claim as the files give it; undefined for kinds that only refer to what they quote. */
function makeAgain(claim: Claim, evidence: ClaimEvidence): Made | undefined {
  const [source] = claim.evidence_refs;
  const formula = claim.derived?.formula ?? '';
  if (source === undefined) return undefined;
  switch (claim.kind) {
    case 'measurement':
    case 'setting':
      return makeReading(evidence, source);
    case 'statistic':
      return makeStatistic(evidence, formula);
    case 'comparison':
      return makeComparison(evidence, formula);
    case 'method':
      return makeMethod(evidence, source);
    case 'observation':
    case 'limitation':
      return makeObservation(evidence, source, claim.kind);
    default:
      return undefined;
  }
}

/** Members that must be as they are made again; the wording last, since it follows from the others. */
const members = [
  'kind',
  'unit',
  'label',
  'subject',
  'quantity',
  'n',
  'setting',
  'comparison',
  'outcome',
] as const satisfies readonly (keyof ClaimBody)[];

function compare(claim: Claim, right: ClaimBody): Failure[] {
  const failures = members.flatMap((name): Failure[] =>
    isDeepStrictEqual(claim[name], right[name])
      ? []
      : [[`claim_${name}`, `${name} is ${show(claim[name])} and should be ${show(right[name])}`]],
  );
  failures.push(...compareDerived(claim, right));
  const places = (refs: ClaimBody['evidence_refs']): string[] =>
    refs.map((ref) => `${ref.path}#${ref.pointer}`);
  const [stated, rightPlaces] = [places(claim.evidence_refs), places(right.evidence_refs)];
  if (!isDeepStrictEqual(stated, rightPlaces))
    failures.push([
      'claim_reference',
      `refers to ${show(stated)} and should to ${show(rightPlaces)}`,
    ]);
  if (failures.length === 0 && claim.text !== right.text)
    failures.push(['claim_text', `should read: ${right.text}`]);
  return failures;
}

function compareDerived({ kind, derived }: Claim, right: ClaimBody): Failure[] {
  const value = right.derived?.recomputed_value;
  if (derived === undefined || value === undefined)
    return derived === value ? [] : [['claim_kind', `a ${kind} has no formula`]];
  if (derived.recomputed_value !== value)
    return [['claim_value', `${derived.formula} is ${value}`]];
  return quotes(derived.quoted_value, value) && derived.match
    ? []
    : [['claim_quote', `${derived.quoted_value} is not ${derived.formula}`]];
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'absent';

/** True when the printed text is that value: to its precision for numbers, literally for words. */
function quotes(printed: string, value: unknown): boolean {
  if (typeof value === 'string') return toPlainLine(value) === printed;
  if (typeof value !== 'number') return String(value) === printed;
  const tokens = findNumbers(printed);
  const token = tokens[0];
  return tokens.length === 1 && token?.text === printed && standsFor(token, value);
}
