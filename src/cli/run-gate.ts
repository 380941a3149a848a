/**
 * The gate of one run, as the job of a cluster starts it: its token lies in the folder that the job begins in, its
 * state is on the node's own disk for as long as the job, and whatever it tells goes to home with that token.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerCallbackPath } from '../config/relations.ts';
import { productWord } from '../domain/product.ts';
import { describeError } from '../lib/describe-error.ts';
import { runTokenFile } from '../worker-wire/run-token.ts';

/** What goes before the configuration file, which many jobs share, or why the gate cannot begin. */
export function prepareRunGate(
  { url }: { readonly url: string },
  cwd: string,
):
  | { readonly given: Readonly<Record<string, unknown>>; remove(): void }
  | { readonly problem: string } {
  let token: string;
  try {
    token = readFileSync(join(cwd, runTokenFile), 'utf8').trim();
  } catch (error) {
    const what = describeError(error);
    return { problem: `--run wants the token of the run in ${runTokenFile}, here: ${what}` };
  }
  const stateDir = mkdtempSync(join(tmpdir(), `${productWord}-run-`));
  return {
    given: {
      role: 'worker',
      state_dir: stateDir,
      worker_wake_gate_bearer_token: token,
      completion_callback_url: `${url}${workerCallbackPath}`,
      completion_callback_token: token,
    },
    remove: () => rmSync(stateDir, { recursive: true, force: true }),
  };
}
