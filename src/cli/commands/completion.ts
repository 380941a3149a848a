/** `orrery completion SHELL`: a completion script made from the command table. */
import { productWord } from '../../domain/product.ts';
import { type CommandSpec, exitCodes, type RunCommand, withAllOptions } from '../command.ts';
import { toBashScript } from '../completion/bash.ts';
import { toFishScript } from '../completion/fish.ts';
import { type CompletionNode, toCompletionNodes } from '../completion/model.ts';
import { toZshScript } from '../completion/zsh.ts';

const scripts: Readonly<
  Record<
    string,
    { make: (program: string, nodes: readonly CompletionNode[]) => string; hint: string }
  >
> = {
  bash: { make: toBashScript, hint: `add to ~/.bashrc: eval "$(${productWord} completion bash)"` },
  zsh: {
    make: toZshScript,
    hint: `write it to a file _${productWord} in a folder of $fpath, before compinit runs`,
  },
  fish: {
    make: toFishScript,
    hint: `${productWord} completion fish > ~/.config/fish/completions/${productWord}.fish`,
  },
};

/**
 * The command over a table, which it is given: the table loads it. The script goes to standard output,
 * so that it can be sourced; the hint goes to a person only.
 */
export const completionOf =
  (specs: readonly CommandSpec[], groups: Readonly<Record<string, string>>): RunCommand =>
  async ({ args, io }) => {
    const script = scripts[args[0] ?? ''];
    if (script === undefined) {
      io.err(`${productWord}: completion is made for ${Object.keys(scripts).join(', ')}`);
      return exitCodes.usage;
    }
    io.out(script.make(productWord, toCompletionNodes(await withAllOptions(specs), groups)));
    if (io.terminal?.isTTY === true) io.err(`# To install: ${script.hint}`);
    return exitCodes.ok;
  };
