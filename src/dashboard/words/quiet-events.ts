/** Events that tell a reader of the overview nothing by themselves: what they led to is told by others. Pure. */

/** Each stands in the log, and on the page of the events. */
export const quietEvents: ReadonlySet<string> = new Set([
  'alert.noticed',
  'alert.forgotten',
  'alert_watch.started',
  'alert_watch.stopped',
  'alert_watch.check_began',
  'alert_watch.checked',
  'callback_delivery.enqueued',
  'command.started',
  'command.step_kept',
  'command.completed',
  'heartbeat.started',
  'incident.forgotten',
  'notification.requested',
  'notification.forgotten',
  'paper_review.evaluation_requested',
  'paper_review.paper_changed',
  'plan.drawn',
  'plan.expired',
  'plan.execution_started',
  'pump.configured',
  'pump.step_started',
  'pump.idled',
  'queue_item.reconcile_attempted',
  'queue_item.usage_reported',
  'retention.configured',
  'retention.swept',
  'run.contacted',
  'run.registered',
  'run.usage_reported',
  'upkeep.backup_began',
  'upkeep.backups_configured',
  'worker_target.observed',
]);

/** Whether it is worth a line among what just happened. */
export const isWorthReading = (type: string | undefined): boolean =>
  type === undefined || !quietEvents.has(type);
