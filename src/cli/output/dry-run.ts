/** What a person is told below the reply to a dry run. */
import type { Row } from './rows.ts';

/** How to do it: anew, or exactly as it was planned where the reply names a plan. */
export function dryRunWords(reply: Row): string[] {
  const { plan_id: plan } = reply;
  return [
    'This was a dry run: nothing has changed. Add --live to do it.',
    ...(typeof plan === 'string' ? [`Exactly this, or nothing: --live --plan ${plan}`] : []),
  ];
}
