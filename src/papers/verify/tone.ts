/** Whether a draft calls its result what the outcome is, or else the decision record: positive, negative, mixed or inconclusive. */
import type { ClaimLedger } from '../claims/schema.ts';
import type { Finding } from './finding.ts';

const tones =
  /^(negative|positive|mixed|inconclusive) result:|\bthis is an? (negative|positive|mixed|inconclusive) result\b|\bthe result is (negative|positive|mixed|inconclusive)\b/iu;

const ofVerdict = { met: 'positive', not_met: 'negative', not_measured: 'inconclusive' } as const;

/** The word for the whole; undefined where neither an outcome nor the record says anything of the hypothesis. */
function toneOf({ claims }: Pick<ClaimLedger, 'claims'>): string | undefined {
  const verdict = claims.find(({ outcome }) => outcome !== undefined)?.outcome?.verdict;
  if (verdict !== undefined) return ofVerdict[verdict];
  const recorded = new Map(
    claims.flatMap(({ kind, evidence_refs: [ref] }) =>
      kind === 'observation' && ref !== undefined
        ? [[ref.pointer, String(ref.recomputed_value)] as const]
        : [],
    ),
  );
  const status = recorded.get('/hypothesis_status');
  if (status === undefined) return undefined;
  // Whatever the record says, a run that measured nothing showed nothing.
  if (!claims.some(({ kind }) => kind === 'measurement')) return 'inconclusive';
  const isNegative =
    recorded.get('/research_outcome') === 'negative' ||
    recorded.get('/project_decision') === 'finalize_negative' ||
    status === 'unsupported';
  if (isNegative) return 'negative';
  return ['mixed', 'inconclusive'].includes(status) ? status : 'positive';
}

/** What is wrong with how a line, without its quotations, calls the result. */
export function checkTone(text: string, ledger: Pick<ClaimLedger, 'claims'>): Finding[] {
  const said = tones
    .exec(text)
    ?.slice(1)
    .find((word) => word !== undefined)
    ?.toLowerCase();
  if (said === undefined) return [];
  const right = toneOf(ledger);
  if (right === undefined || said === right) return [];
  return [['word_without_claim', `the result is called ${said}, and is ${right}`]];
}
