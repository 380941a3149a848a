/**
 * What each type of audit event says to a reader, from its payload. What a line shows anyway, the
 * entity and the time, is left out; what a payload does not say is left out too, never guessed. Pure.
 * Long because it is a table with a row for each type.
 */
import { gateWord } from '../../domain/state-words.ts';
import {
  batchEnd,
  budgetWords,
  callback,
  changed,
  criterionOr,
  decided,
  dispatchRefused,
  exit,
  fieldsOf,
  flapping,
  inState,
  launched,
  listed,
  moved,
  names,
  one,
  plain,
  pumpWord,
  reportedUsage,
  runFact,
  type Sentence,
  say,
  shown,
  verb,
  waitingCallbacks,
  whyIn,
  withText,
} from './phrases.ts';
import { endAsked, endTold } from './process-end-words.ts';

/** By event type; a type without words is described by its plain members. */
export const eventSentences: Readonly<Record<string, Sentence>> = {
  'actor.quarantined': ({ event, reason }) =>
    withText(
      typeof event === 'string' ? `out of service since it failed at ${event}` : 'out of service',
      reason,
    ),
  'actor.released': ({ reason }, actor) => withText(`put back into service by ${actor}`, reason),
  'actor.dead_lettered': ({ event, source, reason }) =>
    withText(`${shown(event)} (${shown(source)}) is kept as a dead letter`, reason),
  'actor.dead_letter_retried': ({ letter, event, reason }, actor) =>
    withText(
      `dead letter ${shown(letter)} sent again as ${shown(fieldsOf(event)['type'])} by ${actor}`,
      reason,
    ),
  'actor.dead_letter_discarded': ({ letter, message, reason }, actor) =>
    withText(
      `dead letter ${shown(letter)} (${shown(fieldsOf(message)['type'])}) discarded by ${actor}`,
      reason,
    ),

  'alert.noticed': ({ severity, message }) => withText(`noticed, ${plain(severity)}`, message),
  'alert.raised': ({ severity, message }) => withText(plain(severity), message),
  'alert.suppressed': ({ suppressed_by: by, message }) =>
    withText(`explained by ${shown(by)}`, message),
  'alert.changed': ({ severity, message }) => withText(`now ${plain(severity)}`, message),
  'alert.resolved': say('it is over', 'reason'),
  'alert.forgotten': say('over for long, and forgotten', 'fingerprint'),
  // Of stores from before there were incidents.
  'alert.notified': () => 'the operators were told',
  'alert.recovery_notified': () => 'the operators were told that it is over',

  'alert_watch.started': ({ interval_ms: ms }) =>
    typeof ms === 'number' ? `alerts are evaluated every ${ms / 1000} s` : 'alerts are evaluated',
  'alert_watch.stopped': () => 'alerts are evaluated by hand alone',
  // Of stores from when every evaluation was written down.
  'alert_watch.check_began': () => 'the alerts are being evaluated',
  'alert_watch.checked': ({ firing, pending, suppressed }) =>
    listed([
      `${shown(firing)} firing`,
      `${shown(pending)} pending`,
      `${shown(suppressed)} suppressed`,
    ]),
  'alert_watch.check_failed': say('the alerts could not be evaluated', 'error'),
  'notification.requested': ({ news, channel, title }) =>
    withText(`${plain(news)} to be told over ${shown(channel)}`, title),
  'notification.attempt_failed': ({ attempts, reason }) =>
    withText(`attempt ${shown(attempts)} brought no receipt`, reason),
  'notification.retried': ({ attempts }) => `tried again after ${one(attempts, 'failed attempt')}`,
  'notification.forgotten': ({ channel }) =>
    `delivered over ${shown(channel)} long ago, and forgotten`,
  'notification.delivered': ({ channel, receipt }) =>
    withText(`${shown(channel)} took it`, receipt),
  'notification.given_up': ({ attempts, reason }) =>
    withText(`given up after ${one(attempts, 'attempt')}`, reason),

  'retention.configured': ({ keep_ms: ms }) =>
    typeof ms === 'number'
      ? `what is over is kept for ${ms / 86_400_000} d`
      : 'what is over is kept',
  'retention.swept': (payload) =>
    `${listed(Object.entries(payload).map(([kinds, count]) => typeof count === 'number' && one(count, plain(kinds).replace(/s$/, ''))))} forgotten`,
  'retention.sweep_failed': say('what is over could not be forgotten', 'error'),
  'heartbeat.started': () => 'the heartbeat began',
  'heartbeat.stopped': () => 'the heartbeat was switched off',
  'heartbeat.answered': () => 'the heartbeat is answered',
  'heartbeat.missed': say('a beat was not answered', 'reason'),
  'heartbeat.recovered': ({ failures }) =>
    `the heartbeat is answered again, after ${one(failures, 'missed beat')}`,

  'callback_delivery.enqueued': (payload) =>
    listed([`${plain(payload['callback_type'])} is to be delivered`, waitingCallbacks(payload)]),
  'callback_delivery.delivered': (payload) =>
    listed([`delivered with ${shown(payload['status_code'])}`, waitingCallbacks(payload)]),
  'callback_delivery.parked': ({ status_code: code, error }) =>
    withText(`refused with ${shown(code)}, parked until someone retries it`, error),
  'callback_delivery.retried': (payload) =>
    listed(['tried again by hand', waitingCallbacks(payload)]),

  'command.started': ({ command }, actor) => `${plain(command)} began, asked by ${actor}`,
  'command.step_kept': ({ command, step }) => `${plain(command)}: step ${plain(step)} is done`,
  'command.completed': ({ command }) => `${plain(command)} is done`,
  'command.refused': ({ command, detail }) => withText(`${plain(command)} was refused`, detail),
  'command.forgotten': ({ command }) => `${plain(command)} ended long ago, and is forgotten`,
  'plan.forgotten': () => 'it ended long ago, and is forgotten',
  'intake.forgotten': say('taken in long ago, and forgotten', 'source'),
  'gate_run.forgotten': say('over for long, and forgotten; its files stay', 'project_id'),
  'callback_delivery.forgotten': ({ delivered }) =>
    `${one(delivered, 'callback')} delivered long ago, and forgotten`,
  'command.failed': ({ command, error }) => withText(`${plain(command)} failed`, error),

  'control.paused': ({ paused_by: by, reason }) => withText(`paused by ${shown(by)}`, reason),
  'control.maintenance_started': ({ paused_by: by, reason }) =>
    withText(`maintenance started by ${shown(by)}`, reason),
  'upkeep.backups_configured': ({ interval_ms: interval }) =>
    typeof interval === 'number'
      ? `a backup is to be made every ${one(interval / 60_000, 'minute')}`
      : 'backups are not scheduled any more',
  'upkeep.backup_began': () => 'a backup is being made',
  'upkeep.backed_up': ({ name, event_id: event, kept }) =>
    `${shown(name)} holds everything up to event ${shown(event)}; ${one(kept, 'backup')} kept`,
  'upkeep.backup_failed': say('no backup was made', 'error'),
  'event_log.loss_found': ({ message }) => withText('work is gone', message),
  'event_log.archived': ({ first_id: first, last_id: last, file }) =>
    `events ${shown(first)} to ${shown(last)} lie in ${plain(file)}`,
  'event_log.loss_acknowledged': ({ acknowledged_by: by, note }) =>
    withText(`${shown(by)} knows that work is gone`, note),
  'control.resumed': ({ resumed_by: by }) => `resumed by ${shown(by)}`,

  'core.snapshot_recorded': ({ source, queue_rows: queue, paper_rows: papers, projected }) =>
    listed([
      `a snapshot of ${shown(source)}`,
      `${one(queue, 'queue row')}, ${one(papers, 'paper')}`,
      projected === false && 'older than the one shown',
    ]),
  'core.snapshot_compared': ({ divergence_count: count }) =>
    count === 0
      ? 'the snapshot and the store say the same'
      : `the snapshot and the store differ in ${one(count, 'place')}`,
  'core.snapshot_applied': ({ applied, not_applied: left }) =>
    `${one(applied, 'difference')} of the snapshot applied, ${shown(left)} not`,
  'core.snapshot_application_failed': say('the snapshot could not be applied', 'error'),

  'replication.requested': ({ number, child_project_id: project }) =>
    `replication ${shown(number)} asked for as ${shown(project)}`,
  'replication.run_ended': ({ child_run_id: run }) => `its run ${shown(run)} is over`,
  'replication.held_up': say('its run needs a person', 'reason'),
  'replication.agreed': say('the second run agrees', 'text'),
  'replication.disagreed': say('the second run does not agree', 'text'),
  'replication.failed': say('the replication came to no result', 'reason'),

  'rewrite_batch.started': ({ paper_ids: ids }) =>
    `rewriting ${one(Array.isArray(ids) ? ids.length : null, 'paper')}, one after the other`,
  'rewrite_batch.paper_ended': ({ paper_id: paper, result, detail }) =>
    withText(`${shown(paper)} ${plain(result)}`, detail),
  'rewrite_batch.cancel_requested': say('being canceled', 'note'),
  'rewrite_batch.completed': batchEnd('done'),
  'rewrite_batch.canceled': batchEnd('canceled'),

  'corpus.import_started': () => 'being taken into the corpus',
  'corpus.imported': ({ public_id: id }) => `in the corpus as ${shown(id)}`,
  'corpus.import_failed': say('not taken into the corpus', 'error'),
  'corpus.removal_started': say('being removed from the corpus', 'reason'),
  'corpus.removed': ({ public_id: id, reason }) =>
    `removed from the corpus, where it was ${shown(id)}: ${shown(reason)}`,
  'corpus.removal_failed': say('not removed from the corpus', 'error'),
  'corpus.files_read': ({ drift }) =>
    withText('its files were read again', drift ?? 'they are as they were imported'),
  'corpus.drifted': say('in the corpus, and not as it was imported', 'drift'),
  'corpus.sound_again': () => 'in the corpus as it was imported again',

  'followup.launched': launched,
  'project.followup_launched': launched,
  'incident.opened': ({ severity, title }) => withText(plain(severity), title),
  'incident.members_changed': ({ standing, title }) =>
    withText(`${one(standing, 'alert')} standing`, title),
  'incident.told': ({ channels, title }) => withText(`said over ${names(channels)}`, title),
  'incident.left_untold': say('nobody is told, no channel is configured', 'title'),
  'incident.quieted': say('no alert stands any more', 'title'),
  'incident.reopened': say('it is back', 'title'),
  'incident.forgotten': say('over for long, and forgotten', 'title'),
  'incident.closed': ({ channels, title }) =>
    withText(
      Array.isArray(channels) && channels.length === 0
        ? 'over, said to nobody'
        : `over, said over ${names(channels)}`,
      title,
    ),
  'incident.delivered': ({ channel, news }) => `${plain(news)} arrived over ${shown(channel)}`,
  'incident.delivery_failed': ({ channel, news, reason }) =>
    withText(`${plain(news)} did not arrive over ${shown(channel)}`, reason),

  'intake.ideas_recorded': ({ source, created, skipped }) =>
    `${one(created, 'idea')} taken in from ${shown(source)}, ${shown(skipped)} left out`,
  'project.created': ({ project_name: name, parent_project_id: parent }) =>
    withText(typeof parent === 'string' ? `created as a follow-up of ${parent}` : 'created', name),
  'project.labeled': ({ labels, evaluation, note }, actor) => {
    const fields = { ...fieldsOf(labels), ...(evaluation === undefined ? {} : { evaluation }) };
    return withText(`labeled by ${actor}: ${changed(fields)}`, note);
  },

  'gate_run.prepared': () => 'prepared on the worker',
  'gate_run.dispatched': ({ mode, model }) =>
    listed([`the agent is being started (${plain(mode)})`, model !== null && shown(model)]),
  'gate_run.started': ({ pid }) => `the agent runs as process ${shown(pid)}`,
  'gate_run.late_start_found': ({ pid }) =>
    `it did start, as process ${shown(pid)}, after it was called off; being killed`,
  'gate_run.start_failed': say('the agent could not be started', 'error'),
  'gate_run.agent_exited': (payload) => listed(['the agent exited', exit(payload)]),
  'gate_run.idle_changed': ({ idle_state: state }) => `the machine is ${gateWord(shown(state))}`,
  'gate_run.idle_confirmed': ({ decision_found: found }) =>
    listed(['quiet for the whole window', found === true ? 'decision found' : 'no decision found']),
  'gate_run.question_asked': say('the agent asks', 'question'),
  'gate_run.timed_out': () => 'not quiet within the longest wait',
  'gate_run.failed': say('its watch failed', 'error'),
  'gate_run.fenced': say('called off before it was started; it can never start', 'reason'),
  'gate_run.stop_requested': say('being stopped', 'reason'),
  'gate_run.stopped': () => 'stopped',
  'gate_run.stop_failed': say('could not be stopped', 'error'),
  'gate_run.process_end_asked': endAsked,
  'gate_run.process_end_told': endTold,

  'paper.draft_started': () => 'being drafted from its evidence',
  'paper.drafted': () => 'drafted, every number traced to its result file',
  'paper.draft_failed': say('could not be drafted', 'error'),
  'paper.cancel_requested': ({ reason }, actor) =>
    withText(`${actor} wants it written no further`, reason),
  'paper.rewrite_started': () => 'being rewritten from its evidence',
  'paper.rewrite_failed': say('could not be rewritten', 'error'),
  'paper.human_review_requested': say('held for human review', 'reason'),
  'paper.human_review_ended': say('goes on after its human review', 'reason'),
  'paper.archived': say('archived', 'reason'),

  'paper_review.queued': ({ paper_status: status }) => `queued for review: ${inState(status)}`,
  'paper_review.paper_changed': ({ paper_status: status }) => `the paper is now ${inState(status)}`,
  'paper_review.draft_rewritten': ({ rewrite_count: count }) =>
    `rewritten, ${count === 1 ? 'once' : `${shown(count)} times`} so far`,
  'paper_review.evaluation_requested': () => 'lint and audit were asked for',
  'paper_review.evaluated': ({
    lint_passes: passes,
    lint_finding_count: count,
    audit_verdict: verdict,
    rank_score: rank,
  }) =>
    listed([
      passes === true && 'lint passes',
      passes === false && `lint fails with ${one(count, 'finding')}`,
      typeof passes !== 'boolean' && 'lint unknown',
      `audit ${inState(verdict ?? 'unknown')}`,
      `rank ${shown(rank)}`,
    ]),
  'paper_review.drifted': say('its files are not what they were when it was written', 'drift'),
  'paper_review.sound_again': () => 'its files are what they were when it was written again',
  'paper_review.effect_failed': ({ effect, error }) => withText(`${shown(effect)} failed`, error),
  'paper_review.status_changed': moved,
  'paper_review.approved_for_finalization': ({ who, note }) =>
    withText(`approved for finalization by ${shown(who)}`, note),
  'paper_review.checklist_updated': ({ item_id: item, from, to, note }) =>
    withText(`${plain(item)}: ${inState(from ?? 'new')} → ${inState(to)}`, note),
  'paper_review.package_requested': ({ who }) => `package asked for by ${shown(who)}`,
  'paper_review.finalization_package_prepared': say('the package is in', 'package_dir'),
  'paper_review.package_refused': ({ to, problems }) =>
    withText(
      `no package, now ${inState(to)}`,
      Array.isArray(problems) ? problems.map(shown).join('; ') : null,
    ),

  'paper_watch.started': () => 'the files of papers are looked at from now on',
  'paper_watch.looked': ({ papers, changed: again, published }) =>
    listed([
      `the files of ${one(papers, 'paper')} looked at`,
      Array.isArray(again) && again.length > 0 && `to be evaluated again: ${names(again)}`,
      Array.isArray(published) && published.length > 0 && `read again: ${names(published)}`,
    ]),
  'paper_watch.look_failed': say('the files of papers could not be looked at', 'error'),

  'plan.drawn': ({ verb: name, eligible, skipped }) =>
    `${plain(name)} ${one(eligible, 'item')}, ${shown(skipped)} left out; nothing is done yet`,
  'plan.expired': () => 'never executed, no longer valid',
  'plan.execution_started': ({ rows }) => `being carried out on ${one(rows, 'item')}`,
  'plan.executed': ({ applied, not_applied: rest }) =>
    `done to ${one(applied, 'item')}, not to ${shown(rest)}`,
  'plan.found_outdated': ({ changed }) =>
    `not carried out: ${one(changed, 'item')} changed since it was drawn up`,
  'plan.execution_failed': say('could not be carried out', 'error'),

  'queue_item.enqueued': ({ dispatch_priority: priority, machine_target: target }) =>
    listed([
      `queued with priority ${shown(priority)}`,
      typeof target === 'string' && `for worker ${target}`,
    ]),
  'queue_item.claimed': ({ worker_target: target, mode }) =>
    `given to worker ${shown(target)}${mode === 'resume' ? ' to resume its session' : ''}`,
  'queue_item.dispatched': () => 'the worker started the run',
  'queue_item.job_seen': ({ id, worker_target: where, phase, why }) =>
    withText(
      `${id == null ? 'its job' : `job ${shown(id)}`} on ${shown(where)} is ${plain(phase)}`,
      why,
    ),
  'queue_item.job_ended': say('its job is over', 'detail'),
  'queue_item.dispatch_refused': dispatchRefused,
  'queue_item.dispatch_failed': dispatchRefused,
  'queue_item.dispatch_outcome_unknown': say('whether it started is not known', 'cause'),
  'queue_item.contact_lost': say('contact is lost', 'cause'),
  'queue_item.reconciled': ({ finding, detail }) =>
    withText(`the worker was asked, it is ${plain(finding)}`, detail),
  'queue_item.reconcile_attempted': ({ attempt, error }) =>
    withText(`no answer, attempt ${shown(attempt)}`, error),
  'queue_item.reconcile_abandoned': ({ attempts, error }) =>
    withText(`given up after ${one(attempts, 'attempt')}`, error),
  'queue_item.completed': decided('done'),
  'queue_item.continued': decided('goes on with another run'),
  'queue_item.review_requested': decided('held for a person'),
  'queue_item.blocked': decided('blocked'),
  'queue_item.evidence_failed': say('its evidence could not be read', 'error'),
  'queue_item.paper_linked': say('has the paper', 'paper_id'),
  'queue_item.effect_failed': ({ effect, error }) => withText(`${shown(effect)} failed`, error),
  'queue_item.paused': verb('paused'),
  'queue_item.resumed': verb('resumed'),
  'queue_item.retried': verb('put back into the queue'),
  'queue_item.cancel_requested': verb('its run is being stopped, asked'),
  'queue_item.canceled': (_payload, actor) => `canceled by ${actor}`,
  'queue_item.stop_failed': say('its run is not known to be stopped', 'error'),
  'queue_item.cancel_kept': say(
    'its run is not known to be stopped, its cancel stands until its worker can be told',
    'error',
  ),
  'queue_item.stop_asked_again': say('its run is in sight, and is being stopped', 'reason'),
  'queue_item.usage_reported': reportedUsage,
  'queue_item.budget_warned': (payload) => `nearly spent: ${budgetWords(payload)}`,
  'queue_item.budget_spent': (payload) => `its run is being stopped: ${budgetWords(payload)}`,
  'queue_item.run_stopped': say(
    'its run was stopped, what it has made is being collected',
    'reason',
  ),
  'queue_item.budget_exceeded': (payload) =>
    `held for a person, its run was over budget: ${budgetWords(payload)}`,
  'queue_item.call_off_asked': say(
    'its last run was given up and may live on: it is called off',
    'run_id',
  ),
  'queue_item.call_off_told': ({ ended, detail }) =>
    withText(
      ended === true ? 'its last run is called off' : 'its last run could not be called off',
      detail,
    ),
  'queue_item.call_off_abandoned': ({ attempts }) =>
    `its last run could not be called off: nobody answered in ${one(attempts, 'attempt')}`,
  'queue_item.process_end_asked': endAsked,
  'queue_item.process_end_told': endTold,
  'queue_item.answered': ({ answer }, actor) => withText(`answered by ${actor}`, answer),
  'queue_item.edited': ({ fields, note }, actor) =>
    withText(`edited by ${actor}: ${changed(fields)}`, note),

  'pump.switched_on': ({ reason }, actor) => withText(`switched on by ${actor}`, reason),
  'pump.switched_off': ({ reason }, actor) => withText(`switched off by ${actor}`, reason),
  'pump.configured': ({ enabled }) =>
    `the configuration has it ${enabled === true ? 'on' : 'off'} at the start`,
  'pump.step_started': ({ tick, part }) => `step ${shown(tick)} begins: ${pumpWord(part)}`,
  'pump.stepped': ({ tick, done, tried }) => {
    const { part, project_id: project } = fieldsOf(done);
    const what = part === undefined ? 'did nothing' : `${pumpWord(part)} of ${shown(project)}`;
    return `step ${shown(tick)}: ${withText(what, part === undefined ? whyIn(tried) : null)}`;
  },
  'pump.idled': ({ tried }) => withText('nothing to do', whyIn(tried)),
  'pump.writing_failed': ({ paper_id, error }) =>
    `${shown(paper_id)} was not written: ${shown(error)}`,
  'pump.failed': say('it could not be carried out', 'error'),

  'run.prepared': ({ worker_target: target, dispatch_mode: mode, attempt }) =>
    `attempt ${shown(attempt)} on worker ${shown(target)}${mode === 'resume' ? ', resuming its session' : ''}`,
  'run.registered': ({ evaluation }) =>
    withText('registered before it starts', criterionOr(evaluation)),
  'run.dispatching_began': () => 'the worker is being asked to start it',
  'run.started': () => 'the worker started it',
  'run.contacted': ({ gate_state: state }) =>
    typeof state === 'string' ? `first sign of life, ${gateWord(state)}` : 'first sign of life',
  'run.agent_yielded': runFact('the agent is done, its machine is not yet quiet'),
  'run.session_finished': runFact('over, and quiet for the whole window'),
  'run.wake_ready_reached': runFact('quiet for the whole window'),
  'run.question_raised': runFact('the agent asks a question'),
  'run.dispatch_failed': runFact('could not be started'),
  'run.gate_failed': runFact('its watch failed'),
  'run.gate_timed_out': runFact('not quiet within the longest wait'),
  'run.usage_reported': reportedUsage,
  'run.budget_warned': (payload) => `nearly spent: ${budgetWords(payload)}`,
  'run.canceled': runFact('canceled'),
  'run.reconciled': runFact('found out by asking the worker'),

  'worker_callback.session_started': callback('the worker says that it began'),
  'worker_callback.agent_yielded': callback('the agent exited, waiting for quiet'),
  'worker_callback.question_pending': callback('the agent asks'),
  'worker_callback.wake_ready': callback('quiet'),
  'worker_callback.session_finished_ready': callback('over'),
  'worker_callback.gate_timeout': callback('given up waiting'),
  'worker_callback.gate_error': callback('its gate gave it up'),

  'worker_target.discovered': ({ ok, reason }) =>
    withText(ok === true ? 'answers for the first time' : 'answers, not healthy', reason),
  'worker_target.observed': ({ ok, reason, consecutive_failures: count, unrecorded }) =>
    withText(
      listed([
        count !== undefined
          ? `still does not answer, ${one(count, 'failure')} in a row`
          : ok === true
            ? 'healthy'
            : 'not healthy',
        flapping(unrecorded),
      ]),
      reason,
    ),
  'worker_target.degraded': ({ reason, unrecorded }) =>
    withText(listed(['not healthy', flapping(unrecorded)]), reason),
  'worker_target.recovered': ({ reason, was_since: since, unrecorded }) =>
    withText(
      listed([
        'healthy again',
        typeof since === 'string' && `it was not since ${since}`,
        flapping(unrecorded),
      ]),
      reason,
    ),
  'worker_target.lost': ({ reason, consecutive_failures: count, unrecorded }) =>
    withText(
      listed([`does not answer, ${one(count, 'failure')} in a row`, flapping(unrecorded)]),
      reason,
    ),
};
