/** Requests of several steps under an idempotency key. */
export { runCommand } from './commands.ts';
export { createPerformMend, runMend } from './keyed.ts';
export { createPerformCommand } from './perform-command.ts';
