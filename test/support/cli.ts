/** Runs a command line in this process and keeps what it says. */
import { main } from '../../src/cli/main.ts';
import { packageRoot } from './service-config.ts';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The output as JSON. */
  json(): Record<string, unknown>;
}

export async function runCli(
  argv: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    env: options.env ?? {},
    cwd: options.cwd,
    packageRoot,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  const text = out.join('\n');
  return {
    code,
    out: text,
    err: err.join('\n'),
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}
