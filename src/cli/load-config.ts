/** The configuration of a command: the file that `--config` names, else the environment. */
import { loadConfig } from '../config/load.ts';
import type { LoadResult } from '../config/parse.ts';
import { productWord } from '../domain/product.ts';
import type { CommandInput } from './command.ts';

type Asked = Pick<CommandInput, 'options' | 'io'>;
/** Fields that go before those of the file, by their names in it. */
type Given = Readonly<Record<string, unknown>>;
type Loaded = Extract<LoadResult, { ok: true }>;

export function loadConfigFor({ options, io }: Asked, given?: Given): LoadResult {
  const { config } = options;
  return loadConfig({
    env: io.env,
    cwd: io.cwd,
    file: typeof config === 'string' ? config : undefined,
    ...(given === undefined ? {} : { given }),
  });
}

/**
 * The same, or what is wrong with it on standard error: undefined when there is no usable configuration; the command
 * then ends with `exitCodes.config`.
 */
export function loadConfigOrExplain(input: Asked, given?: Given): Loaded | undefined {
  const { io } = input;
  const result = loadConfigFor(input, given);
  if (result.ok) {
    for (const notice of result.notices) io.err(`note: ${notice}`);
    return result;
  }
  io.err(`${productWord}: the configuration cannot be used:`);
  for (const { path, message } of result.problems) io.err(`  ${path}: ${message}`);
  return undefined;
}
