/** Opens what keeps the control plane's state: a file below state_dir, or PostgreSQL and a local copy of it. */
import { join } from 'node:path';
import type { OrreryConfig } from '../../config/resolve.ts';
import { systemClock } from '../../lib/clock.ts';
import type { CacheReport } from '../../store/hosted/cache.ts';
import { untilThere } from '../../store/hosted/until-there.ts';
import { refuseEmptyStore, refuseLostStore } from '../../store/sqlite/lost-store.ts';
import { openStore, type Store } from '../../store/sqlite/open-store.ts';
import type { AppOptions } from '../options.ts';
import type { Log } from '../process/log.ts';

/** A store and the file that is read here, which is the store itself or its copy. */
interface OpenedStore {
  readonly store: Store;
  readonly databasePath: string;
}

/** The store where it is in a file. */
const storeFile = ({ service }: Pick<OrreryConfig, 'service'>): string =>
  join(service.stateDir, 'control.db');

/** The file of the store, or of its copy: the two are never taken for one another. */
export const controlDatabase = (config: Pick<OrreryConfig, 'service' | 'store'>): string =>
  config.store.backend === 'sqlite'
    ? storeFile(config)
    : join(config.service.stateDir, 'control-cache.db');

/** Folders that fill up only while a control plane works: what is in them tells of a store that was lost. */
export const controlTraceFolders = ({
  service: { stateDir },
  corpus,
}: Pick<OrreryConfig, 'service' | 'corpus'>): readonly string[] => [
  join(stateDir, 'artifacts'),
  join(stateDir, 'effects-under-way'),
  ...(corpus.dir.startsWith(join(stateDir, '/')) ? [corpus.dir] : []),
];

/** Held by whoever serves from the folder. */
export const controlLock = ({ stateDir }: OrreryConfig['service']): string =>
  join(stateDir, 'control.lock');

/**
 * For whoever holds `controlLock`. Throws what `openStore` and `openHostedStore` throw, and `StoreOpenError` where there is no store though a
 * service has worked here, as `traceFolders` show.
 */
export async function openControlStore(
  config: OrreryConfig,
  options: Pick<
    AppOptions,
    'clock' | 'log' | 'newStore' | 'onFatal' | 'startThread' | 'stopping' | 'writerRig'
  >,
  traceFolders: readonly string[],
): Promise<OpenedStore> {
  const path = controlDatabase(config);
  const {
    newStore = false,
    onFatal: onFault,
    startThread: start,
    writerRig,
    log,
    stopping,
  } = options;
  const rig = writerRig === undefined ? {} : { rig: writerRig };
  const url = config.store.hostedDatabaseUrl;
  if (config.store.backend === 'sqlite' || url === null) {
    if (!newStore) refuseLostStore({ path, traceFolders });
    return { store: openStore({ path, onFault, start, ...rig }), databasePath: path };
  }
  // Whoever keeps all in a file loads nothing of it.
  const { openFollower } = await import('../../store/hosted/follow.ts');
  const { readLastHolder } = await import('../../store/hosted/last-holder.ts');
  const { openHostedStore } = await import('../../store/hosted/open.ts');
  const onCache = (report: CacheReport): void => sayCache(log, report);
  const now = (): number => options.clock.now();
  const onAway = (error: unknown): void =>
    log.warn({ err: error }, 'the PostgreSQL server is waited for');
  const hosted = { url: url.reveal(), path, now, onFault, start, onCache };
  if (config.store.backend === 'hosted_readonly') {
    return {
      store: await untilThere(() => openFollower(hosted), onAway, stopping),
      databasePath: path,
    };
  }
  const onEmpty = (): void => {
    if (!newStore) refuseEmptyStore({ path: storeFile(config), traceFolders });
  };
  const address = config.store.controlPlaneUrl;
  const lastHolder = readLastHolder(controlLock(config.service));
  const plane = { ...hosted, ...rig, address, lastHolder };
  const open = () => openHostedStore({ ...plane, clock: systemClock, onEmpty });
  return { store: await untilThere(open, onAway, stopping), databasePath: path };
}

function sayCache(log: Log, { anew, had, taken }: CacheReport): void {
  const fields = { events_had: had, events_taken: taken, reason: anew };
  if (anew === null) log.info(fields, 'the local copy of the store was brought up to date');
  // A store that begins has nothing to copy.
  else log[taken === 0 ? 'info' : 'warn'](fields, 'the local copy of the store was made anew');
}
