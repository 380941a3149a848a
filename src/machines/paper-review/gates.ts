/** Which gate of a publication draft fails: the packaging lint, the strict audit or the verifier. Pure. */
import type { PaperReviewEvent } from './events.ts';

type Evaluated = Extract<PaperReviewEvent, { readonly type: 'EVALUATED' }>;

/** What stands against the paper, in words; null: it passes. */
export function failedGate(event: Omit<Evaluated, 'type'>): string | null {
  const { checklist } = event;
  const findingOf = (item: string): string => {
    const found = checklist.find(({ item_id, status }) => item_id === item && status === 'fail');
    return found?.finding == null ? '' : `: ${found.finding}`;
  };
  if (!event.lint_passes) return `the packaging lint fails${findingOf('formatting_quality')}`;
  const evidence = findingOf('claim_evidence_alignment');
  if (event.audit_verdict !== 'strict_pass')
    return `the strict audit says ${event.audit_verdict}${evidence}`;
  return evidence === '' ? null : `the verifier refuses it${evidence}`;
}
