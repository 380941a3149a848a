/** Whether people can be told: what was sent over which channel, how the channels are, the heartbeat. */
export { readHeartbeat, startHeartbeat } from './heartbeat.ts';
export { listNotifications, readNotification } from './notifications.ts';
export { judgeWaysOut } from './readiness.ts';
export { createRetentionSweep, startRetention } from './retention.ts';
export { checkChannel, type TestAlertsRequest, testAlerts } from './test-alerts.ts';
