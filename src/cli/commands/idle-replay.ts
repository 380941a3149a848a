/** `orrery idle replay TRACE`: what the idle gate decides on recorded telemetry. */
import { resolve } from 'node:path';
import { replayTrace } from '../../telemetry/replay.ts';
import { renderReplay } from '../../telemetry/replay-text.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainServiceError } from '../explain.ts';

export function run({ args, options, io }: CommandInput): Promise<number> {
  return explainServiceError(io, async () => {
    const { run: runName, profile, sustainSec, all, gpu, json } = options;
    const seconds = typeof sustainSec === 'string' ? Number(sustainSec) : undefined;
    if (seconds !== undefined && !(seconds > 0)) {
      io.err('--sustain-sec must be a number of seconds above 0');
      return exitCodes.usage;
    }
    const result = await replayTrace(resolve(io.cwd, args[0] ?? '.'), {
      ...(typeof runName === 'string' ? { run: runName } : {}),
      ...(typeof profile === 'string' ? { profileName: profile } : {}),
      ...(seconds === undefined ? {} : { sustainSec: seconds }),
      rearm: all === true,
      noGpu: gpu === false,
    });
    if (json === true)
      io.out(JSON.stringify({ verdicts: result.verdicts, profile: result.profile }, null, 2));
    else io.out(renderReplay(result).trimEnd());
    return exitCodes.ok;
  });
}
