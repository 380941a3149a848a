/** Why a command could not do what it was told, as words with an exit code instead of a stack trace. */
import { productWord } from '../domain/product.ts';
import type { CommandIo } from './command.ts';
import { toPlainLine } from './output/plain-text.ts';

/** Thrown by what commands are made of; `explainFailure` prints it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;
  /** Lines below the message: fields at fault, what to do. */
  readonly lines: readonly string[];
  /** The service's own words, for `--json`. */
  readonly reply: unknown;

  constructor(
    exitCode: number,
    message: string,
    more: { readonly lines?: readonly string[]; readonly reply?: unknown } = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.lines = more.lines ?? [];
    this.reply = more.reply;
  }
}

/** Runs `work`; a `CommandFailure` is printed on standard error and becomes its exit code. */
export async function explainFailure(
  io: CommandIo,
  { json }: { readonly json: boolean },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    if (json && error.reply !== undefined) io.out(JSON.stringify(error.reply, null, 2));
    // What the service or another server said may hold anything.
    io.err(`${productWord}: ${toPlainLine(error.message)}`);
    for (const line of error.lines) io.err(`  ${toPlainLine(line)}`);
    return error.exitCode;
  }
}
