/** Completion for bash: one function that knows the command table. */
import { quoteArgument } from '../../clusters/quote.ts';
import type { CompletionNode } from './model.ts';

/** A script to be sourced; it defines `_orrery` and registers it for `program`. */
export function toBashScript(program: string, nodes: readonly CompletionNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quoteArgument(path));
  return [
    `# Completion of ${program} for bash: eval "$(${program} completion bash)"`,
    `_${program}() {`,
    '  local path= word try current previous',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
    '  current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}',
    '  local -i index',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
    '    word=${COMP_WORDS[index]}',
    '    [[ $word == -* ]] && continue',
    '    [[ -z $path ]] && try=$word || try="$path $word"',
    `    case $try in ${known.join('|')}) path=$try ;; esac`,
    '  done',
    '  local words= paths=',
    '  case "$path $previous" in',
    ...nodes.flatMap(valueCases),
    '  *) case $path in',
    ...nodes.map(nodeCase),
    '  esac ;;',
    '  esac',
    '  COMPREPLY=()',
    '  while IFS= read -r word; do',
    '    COMPREPLY+=("$word")',
    '  done < <(compgen -W "$words" -- "$current")',
    '  if [[ -n $paths ]]; then',
    '    while IFS= read -r word; do',
    '      COMPREPLY+=("$word")',
    '    done < <(compgen -f -- "$current")',
    '  fi',
    '}',
    `complete -o filenames -F _${program} ${program}`,
  ].join('\n');
}

/** What may follow an option that takes a value; a free value is completed with files. */
function valueCases({ path, options }: CompletionNode): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ name, choices }) =>
      choices.length === 0
        ? `  ${quoteArgument(`${path} ${name}`)}) paths=1 ;;`
        : `  ${quoteArgument(`${path} ${name}`)}) words=${quoteArgument(choices.join(' '))} ;;`,
    );
}

function nodeCase({ path, words, options, argument, takesPath }: CompletionNode): string {
  const offered = [
    ...words.map(({ word }) => word),
    ...argument,
    ...options.map(({ name }) => name),
  ].join(' ');
  return `    ${quoteArgument(path)}) words=${quoteArgument(offered)}${takesPath ? ' paths=1' : ''} ;;`;
}
