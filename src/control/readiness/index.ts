/** Whether the service may be left alone, check by check; each check is a file `*-readiness.ts`. */
export { readAlertWatch } from './alert-watch-readiness.ts';
export { readBackups, readUpkeep, upkeepAddress } from './backup-readiness.ts';
export { type CountDisagreement, readConsistency } from './consistency.ts';
export { acknowledgeLoss, howToAcknowledge, readLog, reportLoss } from './log-loss.ts';
export { mendStandstill, type Standstill, whyStill, whyUnwell } from './pump-readiness.ts';
export {
  type LookingAround,
  type Readiness,
  type ReadinessCheckName,
  readinessCheckNames,
  readReadiness,
} from './readiness.ts';
