/** Expected failures as words on standard error instead of stack traces, whatever command meets them. */
import type { ServiceError } from '../domain/errors.ts';
import { type CommandIo, exitCodes } from './command.ts';

/** Prints what went wrong with its fields; the exit code is `failed`. */
export function sayServiceError(io: CommandIo, error: ServiceError): number {
  io.err(error.message);
  for (const { path, message } of error.details.errors ?? []) io.err(`  ${path}: ${message}`);
  return exitCodes.failed;
}
