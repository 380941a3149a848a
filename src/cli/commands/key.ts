/**
 * `orrery key`: the public half of the key that this installation signs papers with, or of that by
 * which its worker signs evidence. The private half is never shown.
 */
import { join } from 'node:path';
import { readKeyFile, signingKeyName } from '../../lib/signing-key.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';

/** `failed` where there is no key yet; it is made by the first start of the service. */
export async function run(input: CommandInput): Promise<number> {
  const { options, io } = input;
  const loaded = loadConfigOrExplain(input);
  if (loaded === undefined) return exitCodes.config;
  const { role, stateDir } = loaded.config.service;
  const isWorker = options['worker'] === true || role === 'worker';
  const key = readKeyFile(join(stateDir, ...(isWorker ? ['worker'] : []), signingKeyName));
  if (key === undefined) {
    io.err(`There is no key below ${stateDir} yet; start the service once.`);
    return exitCodes.failed;
  }
  const { keyId, publicPem } = key;
  if (options['json'] === true) io.out(JSON.stringify({ key_id: keyId, public_key: publicPem }));
  else io.out(`${publicPem}\nkey id ${keyId}`);
  return exitCodes.ok;
}
