/** Alerts and incidents: the rules, looking by them again and again, who is told, what is shown. */
export { gatherFacts } from './alert-facts.ts';
export { type AlertKind, alertKinds, ruleOf } from './alert-kinds.ts';
export { createAlertMetrics } from './alert-metrics.ts';
export { type AlertFacts, type FoundAlert, findAlerts } from './alert-rules.ts';
export { tellingReasons } from './alert-telling.ts';
export { readAlertPage, readIncident, readIncidentPage } from './alert-view.ts';
export {
  type AlertLooks,
  createAlertLooks,
  startAlertWatch,
  wakeAlertWatch,
} from './alert-watch.ts';
export { type AlertCheckRequest, checkAlerts } from './alerts.ts';
export { readOldest } from './oldest-rows.ts';
export { testRule, testStations } from './test-alert-way.ts';
