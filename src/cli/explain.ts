/** Expected failures of commands as words on standard error instead of stack traces. */
import { ServiceError } from '../domain/errors.ts';
import { type CommandIo, exitCodes } from './command.ts';

/** Runs `work`; a `ServiceError` is printed with its fields and becomes exit code `failed`. */
export async function explainServiceError(
  io: CommandIo,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    io.err(error.message);
    for (const { path, message } of error.details.errors ?? []) io.err(`  ${path}: ${message}`);
    return exitCodes.failed;
  }
}
