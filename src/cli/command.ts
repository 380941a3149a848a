/** What a command is told and what it answers; `main` knows nothing else of any command. */

import { noHomeExit } from '../worker-wire/run-token.ts';

/** How a command ended, as the process tells it to its caller. */
export const exitCodes = {
  ok: 0,
  /** The command ran and its answer is no: findings, a failed verification, a refusal. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The configuration is missing or wrong. */
  config: 3,
  /** Nothing answers at the address of the service. */
  unreachable: 4,
  /** A fault of the program itself. */
  internal: 70,
  /** The gate of a run could not reach home and had begun nothing. */
  noHome: noHomeExit,
} as const;

/** The outside world of a command. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Root of the installed package: where package.json, scripts/ and dist/ are. */
  readonly packageRoot: string;
  /** Writes a line to standard output: results. */
  out(line: string): void;
  /** Writes a line to standard error: everything else. */
  err(line: string): void;
  /** What `out` writes to; absent where that is not known to be a terminal. */
  readonly terminal?: { readonly isTTY: boolean; readonly columns: number | undefined };
}

/** What was typed, already checked against the command's row, and the world to act in. */
export interface CommandInput {
  /** Positional arguments in order; an optional one that was not given is absent. */
  readonly args: readonly string[];
  /** Options by their camelCase long name. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly io: CommandIo;
}

/** Every module in `commands/` exports this as `run`; it resolves to the exit code. */
export type RunCommand = (input: CommandInput) => Promise<number>;

/** A positional argument or an option, as commander writes its name. */
interface ValueSpec {
  readonly about: string;
  /** The only values it takes; completion offers them. */
  readonly choices?: readonly string[];
  /** Completion offers these; it takes others, too. */
  readonly suggested?: readonly string[];
}
/** A positional argument; pointed brackets make it required, square ones optional. */
export interface ArgumentSpec extends ValueSpec {
  /** `<file>`, `[dir]`. */
  readonly name: string;
}
/** An option with a value, or a switch where the flags name none. */
export interface OptionSpec extends ValueSpec {
  /** `--port <number>`. */
  readonly flags: string;
  /** May be given several times; the command gets the values as a list, in their order. */
  readonly isRepeated?: true;
}

/** A row of the table of commands, read by the parser, the help and the completion scripts. */
export interface CommandSpec {
  /** Words that call it: `['config', 'check']` is `orrery config check`. */
  readonly words: readonly string[];
  readonly about: string;
  readonly args?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Also called when only the words before its last are given. */
  readonly isDefault?: boolean;
  /** Shown below its help. */
  readonly notes?: string;
  /** The same with the options that are read of what entities declare, where it has such; every start of another command is spared that. */
  readonly whole?: () => Promise<CommandSpec>;
  /** Loads the module; called only when the command is. */
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}

/** The rows with all their options: those of which `isWanted` holds, and every one unless told. */
export const withAllOptions = (
  specs: readonly CommandSpec[],
  isWanted: (spec: CommandSpec) => boolean = () => true,
): Promise<CommandSpec[]> =>
  Promise.all(
    specs.map(async (spec) => (isWanted(spec) ? ((await spec.whole?.()) ?? spec) : spec)),
  );
