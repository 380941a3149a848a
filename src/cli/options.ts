/** Options that many commands share, and reading their values. */
import { productWord } from '../domain/product.ts';
import { systemEntropy } from '../lib/ids.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { type CommandInput, exitCodes, type OptionSpec } from './command.ts';
import { CommandFailure } from './failure.ts';

const upper = productWord.toUpperCase();

/** Of a command that works on the installation itself. */
export const configOption: OptionSpec = {
  flags: '--config <file>',
  about: `configuration of the installation (default: ${upper}_CONFIG)`,
};

/** Of every command that talks to the service. */
export const connectionOptions: readonly OptionSpec[] = [
  {
    flags: '--url <url>',
    about: `address of the service (default: ${upper}_URL, or the configuration's)`,
  },
  {
    flags: '--config <file>',
    about: `configuration with address and token (default: ${upper}_CONFIG)`,
  },
  {
    flags: '--token-file <file>',
    about: `file with the token (default: ${upper}_TOKEN, or the configuration's)`,
  },
  { flags: '--json', about: "print the service's own JSON" },
];

/** The same where `--json` prints something else. */
export const jsonOptions = (about: string): readonly OptionSpec[] =>
  connectionOptions.map((option) => (option.flags === '--json' ? { ...option, about } : option));

/** Of every command that changes something. */
export const changeOptions: readonly OptionSpec[] = [
  ...connectionOptions,
  { flags: '--by <name>', about: 'who asks, for the audit log (default: operator)' },
  {
    flags: '--key <key>',
    about: 'idempotency key: repeating the command with it does nothing twice',
  },
];

/** Of every list. */
export const listOptions: readonly OptionSpec[] = [
  { flags: '--limit <number>', about: 'rows of a page, 1 to 500 (default: 50)' },
  { flags: '--cursor <cursor>', about: 'go on after an earlier page' },
  { flags: '--all', about: 'every page; with --json one page per line' },
  { flags: '--search <text>', about: 'full text over all text fields' },
];

/** An option's text; undefined when it was not given. */
export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number between two bounds; throws `CommandFailure` for anything else. */
export function numberOption(
  input: CommandInput,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new CommandFailure(
    exitCodes.usage,
    `${flag} must be a whole number from ${min} to ${max}, not "${text}"`,
  );
}

const seedMax = 999_999_999;
/** What random choices begin with: as given, or another one each time. */
export const seedOption = (input: CommandInput): number =>
  numberOption(input, 'seed', { min: 0, max: seedMax }) ??
  Math.floor(systemEntropy.random() * seedMax);

/** `members` without those that were not given. */
export function given<Members extends Readonly<Record<string, unknown>>>(members: Members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]: Exclude<Members[Name], undefined>;
  };
}

/** One of `words`; throws `CommandFailure` naming them for anything else. */
export function wordOption<const Word extends string>(
  input: CommandInput,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOption(input, name);
  return text === undefined ? undefined : toWord(text, `--${name}`, words);
}

/** `text` as one of `words`; `what` names it in the failure. */
export function toWord<const Word extends string>(
  text: string,
  what: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  const near = nearestName(text, words);
  const hint = near === undefined ? `one of ${words.join(', ')}` : `did you mean "${near}"?`;
  throw new CommandFailure(exitCodes.usage, `${what} does not take "${text}"; ${hint}`);
}
