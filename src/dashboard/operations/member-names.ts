/** What the members of reports are called where people read them. Pure. */
import { capital, plainWord } from '../words/words.ts';

/** By path; others are called what their path says. */
export const memberNames: Readonly<Record<string, string>> = {
  'active.run_id': 'Running',
  'admission.admissible': 'May start',
  'admission.reasons.detail': 'What speaks against it',
  'admission.worker_target': 'Worker',
  'alert_check.checked_at': 'Looked for trouble',
  'alert_check.alerts': 'Trouble found',
  active_total: 'Active',
  applied: 'Counted',
  blocked_by: 'Stopped by',
  'budget.budget': 'Budgets',
  'budget.spent': 'Spent of each',
  correlation_id: 'Request',
  'counts.found': 'Found',
  dead_letter_count: 'Messages nobody could handle',
  draft_candidate_count: 'Could be drafted',
  event_count: 'Events',
  failures_max: 'At most',
  free_at: 'Free again',
  'freshness.detail': 'How fresh it is',
  'health.status': 'Health',
  'hosts.actors': 'Actors that failed',
  'hosts.groups.kinds': 'Kinds of actors',
  ignore_reason: 'Why it did not count',
  'last_failure.at': 'When',
  'last_failure.reason': 'Its last failure',
  live_value: 'In this queue',
  'log.last_error': 'Last error of the log',
  'log.state': 'The log',
  'loss.events_gone': 'Events that are gone',
  'loss.kept_at': 'The last one kept was made',
  'loss.kept_event_id': 'Number of the last one kept',
  'loss.message': 'What is gone',
  max_retries: 'Retries at most',
  'next.project_id': 'Next',
  polish_candidate_count: 'Could be improved',
  'queue.live_dispatch_enabled': 'Dispatch is live',
  'queue.reason': 'Why',
  'queue.status': 'Queue',
  'rank_reasons.reason': 'Terms of its rank',
  rank_score: 'Rank',
  retry_count: 'Retries',
  'signals.detail': 'What speaks against it',
  'snapshot.captured_at': 'Taken',
  snapshot_value: 'In the snapshot',
  'source.kind': 'Source',
  'source.ref': 'Where in it',
  suggested_action: 'What to do',
  total_paper_rows: 'Papers in all',
  total_queue_rows: 'Items in all',
  'totals.examined': 'Examined',
  'totals.queue_total': 'Items in all',
  'totals.text_unknown': 'Without a text that is known',
  'totals.with_any_signal': 'With something against them',
  truncated: 'Cut short',
  unknown_runs: 'Runs that reported nothing',
  'unrouted.count': 'Without a worker',
  'waiting.count': 'Waiting',
  waiting_count: 'Still waiting',
  warn_percent: 'Warned of from, %',
  'window.p95_ms': '95 of 100 within, ms',
};

/** As people say it. */
export const memberName = (path: string): string =>
  memberNames[path] ??
  capital(
    plainWord(path.replaceAll('.', ' '))
      .replace(/ id$/, '')
      .replace(/ ms$/, ', ms')
      .replace(/ at$/, ''),
  );
