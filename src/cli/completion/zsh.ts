/** Completion for zsh: the same table, with the words' descriptions. */
import { quoteArgument } from '../../clusters/quote.ts';
import type { CompletionNode, CompletionOption } from './model.ts';

/** A script for a file `_orrery` on the function path, or to be sourced after `compinit`. */
export function toZshScript(program: string, nodes: readonly CompletionNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quoteArgument(path));
  return [
    `#compdef ${program}`,
    `# Completion of ${program} for zsh: ${program} completion zsh > "\${fpath[1]}/_${program}"`,
    `_${program}() {`,
    '  local at= word try previous=$words[CURRENT-1]',
    '  local -a offered',
    '  for word in $words[2,CURRENT-1]; do',
    '    [[ $word == -* ]] && continue',
    '    [[ -z $at ]] && try=$word || try="$at $word"',
    `    case $try in ${known.join('|')}) at=$try ;; esac`,
    '  done',
    '  case "$at $previous" in',
    ...nodes.flatMap(valueCases),
    '  esac',
    '  case $at in',
    ...nodes.map(nodeCase),
    '  esac',
    `  _describe -t commands ${program} offered`,
    '}',
    `if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${program} "$@"; else compdef _${program} ${program}; fi`,
  ].join('\n');
}

function valueCases({ path, options }: CompletionNode): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ name, choices }) =>
      choices.length === 0
        ? `  ${quoteArgument(`${path} ${name}`)}) _files; return ;;`
        : `  ${quoteArgument(`${path} ${name}`)}) compadd -- ${choices.map(quoteArgument).join(' ')}; return ;;`,
    );
}

function nodeCase({ path, words, options, argument, takesPath }: CompletionNode): string {
  const entries = [
    ...words.map(({ word, about }) => describe(word, about)),
    ...argument.map((word) => describe(word, '')),
    ...options.map((option: CompletionOption) => describe(option.name, option.about)),
  ];
  return `    ${quoteArgument(path)}) offered=(${entries.join(' ')})${takesPath ? '; _files' : ''} ;;`;
}

function describe(word: string, about: string): string {
  const escaped = word.replaceAll(':', '\\:');
  return quoteArgument(about === '' ? escaped : `${escaped}:${about}`);
}
