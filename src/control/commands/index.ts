/** Requests of several steps under an idempotency key. */
export type { CommandName, CommandRequests } from './command-table.ts';
export { runCommand, wasAsked } from './commands.ts';
export { createForgetCommands, createForgetRequests } from './forget-requests.ts';
export { createPerformMend, runMend } from './keyed.ts';
export { createPerformCommand, untilTold } from './perform-command.ts';
