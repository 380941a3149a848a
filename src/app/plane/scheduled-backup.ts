/** Makes scheduled backups in a thread of their own, and says what came of each. */

import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { whyUnusable } from '../../lib/describe-error.ts';
import { packageVersion } from '../../lib/package-root.ts';
import { fromRemoteError } from '../../lib/remote-error.ts';
import type { PoolAnswer } from '../../lib/work-pool.ts';
import { startThread } from '../../lib/worker-thread.ts';
import type { UpkeepEvent } from '../../machines/upkeep/events.ts';
import type { KeptBackup, KeptBackupOrder } from '../../store/sqlite/backup/kept.ts';
import type { AppOptions } from '../options.ts';

type Answer = Extract<PoolAnswer, { readonly ok: boolean }>;

/** The one effect of upkeep. What stands against a backup is its result, and the schedule tries again. */
export function createUpkeepEffects(
  { service, corpus, upkeep }: Pick<OrreryConfig, 'service' | 'corpus' | 'upkeep'>,
  { clock, packageRoot, log }: Pick<AppOptions, 'clock' | 'packageRoot' | 'log'>,
): EffectHandlers {
  return {
    'upkeep.backup': {
      async run(_input, { signal }): Promise<UpkeepEvent> {
        const { backupDir: dir, backupKeep: keep } = upkeep;
        if (dir === null) return { type: 'BACKUP_FAILED', error: 'backup_dir is not set any more' };
        const order: KeptBackupOrder = {
          dir,
          keep,
          stateDir: service.stateDir,
          corpusDir: corpus.dir,
          version: packageVersion(packageRoot),
          at: toIsoTime(clock.now()),
        };
        try {
          const made = await makeInThread(order, signal);
          log.info({ ...made }, 'a backup was made');
          return { type: 'BACKED_UP', ...made };
        } catch (error) {
          // Told to stop: it is made again at the next start.
          if (signal.aborted) throw error;
          log.error({ err: error }, 'no backup was made');
          return { type: 'BACKUP_FAILED', error: wordsOf(error) };
        }
      },
    },
  };
}

/** What is left of one that was stopped, the next one removes. */
async function makeInThread(order: KeptBackupOrder, signal: AbortSignal): Promise<KeptBackup> {
  signal.throwIfAborted();
  let hear: (answer: Answer) => void = () => {};
  const heard = new Promise<Answer>((resolve) => {
    hear = resolve;
  });
  const thread = startThread('store-backup', order, (message) => hear(message as Answer));
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await Promise.race([heard, thread.ended.then(() => null)]);
    signal.throwIfAborted();
    if (answer === null) throw (await thread.ended) ?? new Error('the thread ended without a word');
    if (!answer.ok) throw fromRemoteError(answer.error);
    return answer.value as KeptBackup;
  } finally {
    signal.removeEventListener('abort', stop);
    thread.port.postMessage('close');
  }
}

/** Of what the file system says no path of this machine. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).syscall === undefined
    ? error.message
    : `a file or folder cannot be read or written: ${whyUnusable(error)}`;
}
