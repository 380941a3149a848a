/** The command table as completion scripts need it: a tree of words with their options and values. */
import type { CommandSpec, OptionSpec } from '../command.ts';

/** An option as a shell completes it. */
export interface CompletionOption {
  /** `--status`, without its value. */
  readonly name: string;
  readonly about: string;
  /** False for a switch. */
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** A place in the tree: what may follow the words that lead there. */
export interface CompletionNode {
  /** Words that lead here, without the program: `queue list`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
  readonly options: readonly CompletionOption[];
  /** Values of the first positional argument; empty where none is known. */
  readonly argument: readonly string[];
  /** True where a positional argument names a file or a folder. */
  readonly takesPath: boolean;
}

const help: CompletionOption = {
  name: '--help',
  about: 'display help for command',
  takesValue: false,
  choices: [],
};
const version: CompletionOption = { ...help, name: '--version', about: 'print the version' };
const pathArguments = /file|dir|trace/;

/** Every command and group of the table, the program first, in the order of the table. */
export function toCompletionNodes(
  specs: readonly CommandSpec[],
  groups: Readonly<Record<string, string>>,
): CompletionNode[] {
  const paths = new Set(['']);
  for (const { words } of specs)
    for (let count = 1; count <= words.length; count += 1)
      paths.add(words.slice(0, count).join(' '));
  return [...paths].map((path) => {
    const own = specs.find(({ words }) => words.join(' ') === path);
    const standIn = specs.find(
      (spec) => spec.isDefault === true && spec.words.slice(0, -1).join(' ') === path,
    );
    const spec = own ?? standIn;
    const argument = spec?.args?.[0];
    return {
      path,
      words: wordsBelow(path, [...paths], specs, groups),
      options: [...(spec?.options ?? []).map(toOption), help, ...(path === '' ? [version] : [])],
      argument: argument?.choices ?? argument?.suggested ?? [],
      takesPath: argument !== undefined && pathArguments.test(argument.name),
    };
  });
}

function wordsBelow(
  path: string,
  paths: readonly string[],
  specs: readonly CommandSpec[],
  groups: Readonly<Record<string, string>>,
): CompletionNode['words'] {
  const start = path === '' ? '' : `${path} `;
  return paths
    .filter(
      (other) =>
        other !== '' && other.startsWith(start) && !other.slice(start.length).includes(' '),
    )
    .filter((other) => other !== path)
    .map((other) => {
      const word = other.slice(start.length);
      const spec = specs.find(({ words }) => words.join(' ') === other);
      return { word, about: spec?.about ?? groups[word] ?? '' };
    });
}

function toOption({ flags, about, choices }: OptionSpec): CompletionOption {
  const name = /--[a-z0-9-]+/.exec(flags)?.[0] ?? flags;
  return { name, about, takesValue: flags.includes('<'), choices: choices ?? [] };
}
