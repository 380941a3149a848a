/** Whether people can be told: what was sent over which channel, how the channels are, the heartbeat. */
export { readHeartbeat, startHeartbeat } from './heartbeat.ts';
export { listNotifications, readNotification } from './notifications.ts';
export { judgeWaysOut } from './readiness.ts';
export { forgetTold } from './retention.ts';
export {
  checkChannel,
  noChannel,
  type TestAlertsRequest,
  testAlerts,
  toTestResult,
  untilEnded,
} from './test-channels.ts';
