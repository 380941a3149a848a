/** The command line: parses the arguments, loads the one module that is asked for, gives the exit code. */
import { Argument, Command, CommanderError, Option } from 'commander';
import { ServiceError } from '../domain/errors.ts';
import { productTitle, productWord } from '../domain/product.ts';
import { packageVersion } from '../lib/package-root.ts';
import { type CommandIo, type CommandSpec, exitCodes, withAllOptions } from './command.ts';
import { commands, groups } from './command-tables/all.ts';
import { createProcessIo } from './process-io.ts';
import { sayServiceError } from './say-error.ts';

/** Runs one command line (without node and script) and resolves to its exit code; never rejects. */
export async function main(argv: readonly string[], given?: CommandIo): Promise<number> {
  if (given !== undefined) return runLine(argv, given);
  const { io, whole } = createProcessIo(import.meta.url);
  const code = await runLine(argv, io);
  const fault = await whole();
  if (fault === null) return code;
  io.err(`${productWord}: the output could not be written: ${fault}`);
  return code === exitCodes.ok ? exitCodes.failed : code;
}

async function runLine(argv: readonly string[], io: CommandIo): Promise<number> {
  let code: number = exitCodes.ok;
  const specs = await withAllOptions(commands, ({ words: [first] }) => argv.includes(first ?? ''));
  const program = createProgram(specs, io, (result) => {
    code = result;
  });
  try {
    assertKnownWords(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof ServiceError) return sayServiceError(io, error);
    io.err(
      `${productWord}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return exitCodes.internal;
  }
}

/** A word that a group does not have would be taken for an argument of the group's list. */
function assertKnownWords(program: Command, argv: readonly string[]): void {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((known) => known.name() === word);
    if (next === undefined) {
      const isGroup = command !== program && command.commands.length > 0;
      if (!isGroup || word.startsWith('-') || word === 'help') return;
      const names = command.commands.map((known) => known.name()).join(', ');
      command.error(`error: unknown command '${word}'; ${command.name()} has ${names}`);
    } else command = next;
  }
}

/** The parser for `specs`. `report` is told the exit code of the command that ran. */
export function createProgram(
  specs: readonly CommandSpec[],
  io: CommandIo,
  report: (code: number) => void,
): Command {
  const program = configure(new Command(productWord), io)
    .description(
      `${productTitle}: queues research projects, runs them on workers and writes them up.`,
    )
    .version(packageVersion(io.packageRoot), '-V, --version', 'print the version')
    .addHelpText('after', exitCodeHelp);
  for (const spec of specs) addCommand(program, spec, io, report);
  return program;
}

const exitCodeHelp = `
Exit codes:
  ${exitCodes.ok}   done
  ${exitCodes.failed}   the answer is no: findings, a failed verification, a refusal
  ${exitCodes.usage}   the command line is wrong
  ${exitCodes.config}   the configuration is missing or wrong
  ${exitCodes.unreachable}   nothing answers at the address of the service
  ${exitCodes.internal}  a fault of the program, or it cannot be run here
  ${exitCodes.noHome}  serve --run: home could not be reached, and nothing was begun`;

function addCommand(
  program: Command,
  spec: CommandSpec,
  io: CommandIo,
  report: (code: number) => void,
): void {
  const command = wordsOf(program, spec, io).description(spec.about);
  for (const { name, about, choices } of spec.args ?? []) {
    const argument = new Argument(name, about);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  for (const { flags, about, choices, isRepeated } of spec.options ?? []) {
    const option = new Option(flags, about);
    if (isRepeated === true) option.argParser(addTo);
    command.addOption(choices === undefined ? option : option.choices(choices));
  }
  if (spec.notes !== undefined) command.addHelpText('after', `\n${spec.notes}`);
  command.action(async () => {
    const { run } = await spec.load();
    const args = command.processedArgs.flat().filter((value) => typeof value === 'string');
    // Most often a variable of a shell that is not set; as a path it would be the folder one is in.
    if (args.includes('')) command.error('error: an argument is empty');
    report(await run({ args, options: command.opts(), io }));
  });
}

/** Not as commander's own lists, which take the words behind them, too. */
const addTo = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** The (sub)command for the words; groups on the way are made once. */
function wordsOf(program: Command, { words, isDefault }: CommandSpec, io: CommandIo): Command {
  return words.reduce((parent, word, index) => {
    const known = parent.commands.find((command) => command.name() === word);
    if (known !== undefined) return known;
    const options = { isDefault: isDefault === true && index === words.length - 1 };
    const path = [productWord, ...words.slice(0, index + 1)].join(' ');
    const made = configure(parent.command(word, options), io).showHelpAfterError(
      `(${path} --help shows what it takes)`,
    );
    const about = index < words.length - 1 ? groups[word] : undefined;
    return about === undefined ? made : made.description(about);
  }, program);
}

function configure(command: Command, io: CommandIo): Command {
  return (
    command
      .exitOverride()
      // An option after a subcommand belongs to the subcommand, even where its group has one too.
      .enablePositionalOptions()
      .showHelpAfterError(`(${productWord} --help shows every command)`)
      .configureOutput({
        writeOut: (text) => io.out(text.trimEnd()),
        writeErr: (text) => io.err(text.trimEnd()),
      })
  );
}
