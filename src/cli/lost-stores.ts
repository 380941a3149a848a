/** Stores that should be there and are not, for commands that look without opening them. */
import { join } from 'node:path';
import { controlTraceFolders } from '../app/plane/control-store.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { storePlaces } from '../store/sqlite/backup/manifest.ts';
import { findLostStore } from '../store/sqlite/lost-store.ts';

/** Why a store that this installation works on is not there, with what to do; null where it is, or is not needed. */
export function whyLost(name: 'control' | 'gate', config: OrreryConfig): string | null {
  const { role, stateDir } = config.service;
  if (role !== 'all' && (role === 'worker') !== (name === 'gate')) return null;
  // A copy of what is in a database is made anew where it is missing.
  if (name === 'control' && config.store.backend !== 'sqlite') return null;
  const logs = join(stateDir, 'worker', 'logs');
  const { file } = storePlaces.find((place) => place.name === name)!;
  return findLostStore({
    path: join(stateDir, file),
    traceFolders: name === 'control' ? controlTraceFolders(config) : [logs],
  });
}
