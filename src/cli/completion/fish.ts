/** Completion for fish: one `complete` line per word and option. */
import type { CompletionNode } from './model.ts';

/** A script for `~/.config/fish/completions/orrery.fish`. */
export function toFishScript(program: string, nodes: readonly CompletionNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return [
    `# Completion of ${program} for fish: ${program} completion fish > ~/.config/fish/completions/${program}.fish`,
    `function __${program}_path`,
    '  set -l path',
    '  for word in (commandline -opc)[2..]',
    "    string match -q -- '-*' $word; and continue",
    '    set -l try (string join " " $path $word)',
    `    contains -- $try ${known.join(' ')}; and set path (string split " " $try)`,
    '  end',
    '  string join " " -- $path',
    'end',
    `function __${program}_at`,
    `  set -l path (__${program}_path)`,
    '  test "$argv[1]" = "$path"',
    'end',
    `complete -c ${program} -f`,
    ...nodes.flatMap((node) => linesOf(program, node)),
  ].join('\n');
}

function linesOf(program: string, node: CompletionNode): string[] {
  const start = `complete -c ${program} -n ${quote(`__${program}_at "${node.path}"`)}`;
  return [
    ...node.words.map(({ word, about }) => `${start} -a ${quote(word)} -d ${quote(about)}`),
    ...(node.argument.length === 0 ? [] : [`${start} -a ${quote(node.argument.join(' '))}`]),
    ...(node.takesPath ? [`${start} -F`] : []),
    ...node.options.map(({ name, about, takesValue, choices }) => {
      const values = choices.length === 0 ? ' -r -F' : ` -x -a ${quote(choices.join(' '))}`;
      return `${start} -l ${name.slice(2)}${takesValue ? values : ''} -d ${quote(about)}`;
    }),
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
