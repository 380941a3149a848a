/** Loads the configuration for a command, or says on standard error what is wrong with it. */
import { loadConfig } from '../config/load.ts';
import type { LoadResult } from '../config/parse.ts';
import { productWord } from '../domain/product.ts';
import type { CommandIo } from './command.ts';

type Loaded = Extract<LoadResult, { ok: true }>;

/** `given` goes before the fields of the file. Undefined when there is no usable configuration; the command then ends with `exitCodes.config`. */
export function loadConfigOrExplain(
  io: CommandIo,
  given?: Readonly<Record<string, unknown>>,
): Loaded | undefined {
  const result = loadConfig({
    env: io.env,
    cwd: io.cwd,
    ...(given === undefined ? {} : { given }),
  });
  if (result.ok) {
    for (const notice of result.notices) io.err(`note: ${notice}`);
    return result;
  }
  io.err(`${productWord}: the configuration cannot be used:`);
  for (const { path, message } of result.problems) io.err(`  ${path}: ${message}`);
  return undefined;
}
