/**
 * What stands against a draft before a word of it is written: words against numbers, words against words,
 * and that there are no numbers.
 */
import { join } from 'node:path';
import { judgeDecision, readDecision } from '../../domain/decision-gate.ts';
import { ServiceError } from '../../domain/errors.ts';
import { decisionFile } from '../../domain/product.ts';
import type { ProjectDecision } from '../../domain/records.ts';
import { isKeptOf, redactText } from '../../lib/redact.ts';
import type { SecretRule } from '../../lib/secret-rules.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { readTextFile } from '../read.ts';
import type { LedgerDraft } from './ledger.ts';
import { measuredRoles } from './make.ts';
import { outcomeOf } from './outcome.ts';
import type { Claim } from './schema.ts';

/** Reasons of a refusal that no other try and no other writer changes: a person has to look. */
export const contradictionReasons = [
  'decision_differs',
  'outcome_contradicted',
  'not_measured',
] as const;
type Reason = (typeof contradictionReasons)[number];

interface Drafted {
  readonly projectDir: string;
  readonly decision: ProjectDecision;
  /** What no refusal may quote. */
  readonly rules: readonly SecretRule[];
}

/** Throws `gates_failed` with one of `contradictionReasons` and the problem in words. */
export function refuseContradicted(
  { projectDir, decision, rules }: Drafted,
  { claims }: Pick<LedgerDraft, 'claims'>,
  bundle: Pick<EvidenceBundle, 'files'>,
): void {
  const refuse = (reason: Reason, found: string | null): void => {
    if (found !== null) throw refusal(reason, redactText(found, rules).text);
  };
  refuse('decision_differs', differenceOf(projectDir, decision));
  refuse('outcome_contradicted', contradictionOf(outcomeOf(claims).outcome, decision));
  refuse('not_measured', unmeasuredOf(claims, bundle));
}

function refusal(reason: Reason, problem: string): ServiceError {
  return new ServiceError('gates_failed', `No paper is written: ${problem}.`, {
    reason,
    problems: [problem],
  });
}

/** How the decision file of the run differs from the decision that was stored without its secrets; null without a file. */
function differenceOf(projectDir: string, decision: ProjectDecision): string | null {
  const text = readTextFile(join(projectDir, decisionFile));
  if (text === undefined) return null;
  const found = readDecision(text);
  if (found.decision === null)
    return `The decision file cannot be read (${found.problems[0] ?? 'unknown'}), and a decision is stored of it`;
  const [there, here] = [plain(found.decision), plain(decision)];
  const member = [...new Set([...Object.keys(there), ...Object.keys(here)])].find(
    (name) => !isKeptOf(here[name] ?? null, there[name] ?? null),
  );
  if (member === undefined) return null;
  return `The decision file says ${member} ${JSON.stringify(there[member] ?? null)}, the decision stored of the run says ${JSON.stringify(here[member] ?? null)}`;
}

const plain = (decision: ProjectDecision): Readonly<Record<string, unknown>> => ({ ...decision });

type Word = readonly [member: keyof ProjectDecision, word: string];
/** Words of a decision record that say the hypothesis was confirmed, and that it was not. */
const positiveWords: readonly Word[] = [
  ['hypothesis_status', 'supported'],
  ['research_outcome', 'paper_positive'],
  ['project_decision', 'finalize_positive'],
];
const negativeWords: readonly Word[] = [
  ['hypothesis_status', 'unsupported'],
  ['research_outcome', 'negative'],
  ['project_decision', 'finalize_negative'],
];

/**
 * Where the decision record says the contrary of what was computed: both, in one sentence; null where it does
 * not. `mixed` and `inconclusive` contradict nothing by themselves, but a record that calls for a bounded paper
 * of a criterion that is not met does.
 */
export function contradictionOf(
  outcome: Claim | undefined,
  decision: ProjectDecision,
): string | null {
  if (outcome?.outcome === undefined) return null;
  const { verdict } = outcome.outcome;
  const words = verdict === 'met' ? negativeWords : positiveWords;
  const bounded: Word = ['bounded_paper_ready', 'true'];
  const said =
    words.find(([member, word]) => decision[member] === word) ??
    (verdict !== 'met' && isBounded(decision) ? bounded : undefined);
  if (said === undefined) return null;
  return `The outcome (${outcome.text}) contradicts the decision record, which says ${said[0]} ${said[1]}`;
}

/** Whether it is this record's word alone that makes a paper of a run that was not closed. */
const isBounded = (decision: ProjectDecision): boolean =>
  decision.project_decision !== 'finalize_negative' &&
  judgeDecision(decision).field === 'bounded_paper_ready';

/**
 * Why there is no result to report, in one sentence: what was registered was not measured or, where nothing
 * was, no result file holds a measured number. Null where one was. Settings, and what others saw of the run,
 * are no result of it.
 */
export function unmeasuredOf(
  claims: readonly Claim[],
  { files }: Pick<EvidenceBundle, 'files'>,
): string | null {
  const { outcome } = outcomeOf(claims);
  if (outcome?.outcome !== undefined)
    return outcome.outcome.verdict === 'not_measured' ? outcome.text : null;
  const measured = new Set(
    files.filter(({ role }) => measuredRoles.includes(role)).map((file) => file.public_path),
  );
  const isMeasured = claims.some(
    ({ kind, evidence_refs: [ref] }) =>
      (kind === 'measurement' || kind === 'statistic') && measured.has(ref?.path ?? ''),
  );
  return isMeasured
    ? null
    : 'Nothing was measured (no result file holds a number that is not a setting)';
}
