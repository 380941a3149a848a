/** What a service holds of its store where it is one of several control planes, whichever part it has. */
import type { Journal } from '../../actors/journal/port.ts';
import type { JournalSource } from '../../actors/journal/postgres/source.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { assert } from '../../lib/assert.ts';
import type { Store, ThreadedStore } from '../sqlite/open-store.ts';
import type { Following } from './following.ts';
import { createMirroredJournal } from './journal.ts';
import type { HostedPlane } from './plane.ts';

interface PlaneStoreParts {
  readonly plane: HostedPlane;
  readonly local: ThreadedStore;
  readonly following: Following;
  /** Reads only. */
  readonly truth: Journal;
  readonly source: JournalSource;
  /** Why turns wait for the server; null while none does. */
  readonly trouble: () => string | null;
  /** Closes what reads the server. */
  readonly closeAll: () => Promise<void>;
}

/** Said of what comes to a plane that does not write. */
export const standsBy = 'this control plane stands by; another one holds the lease and writes';

/** Reads from the copy, writes while the lease is held. */
export function planeStore(parts: PlaneStoreParts): Store {
  const { plane, local, following, truth, source, trouble } = parts;
  let away: string | null = null;
  let written: Journal | null = null;
  let mirrored: Journal | null = null;
  const writing = (): Journal | null => {
    if (plane.writer !== written) {
      written = plane.writer;
      mirrored =
        written === null
          ? null
          : createMirroredJournal({ ...truth, commit: written.commit }, local.journal);
    }
    return mirrored;
  };
  const probeWrites = async (): Promise<string | null> => {
    if (plane.holding === null) {
      const behind = await following.look();
      return (
        behind ?? (plane.standing().holder === null ? 'no control plane holds the lease' : null)
      );
    }
    away = await plane.holding.renew();
    return trouble() ?? away ?? local.probeWrites();
  };
  return {
    ...local,
    backend: 'hosted',
    journal: {
      ...local.journal,
      load: (kind, id) => truth.load(kind, id),
      findAnswer: (key) => truth.findAnswer(key),
      async commit(turns) {
        const journal = writing();
        if (journal === null) throw new ServiceError('store_unavailable', standsBy);
        return journal.commit(turns);
      },
      async close() {
        await plane.handOver();
        await local.journal.close();
        await parts.closeAll();
      },
    },
    // Answers are not in the copy.
    aged: {
      ended: local.aged.ended,
      async forgetAnswers(step) {
        assert(plane.holding !== null, 'only who writes forgets answers');
        return source.forgetAnswers(plane.holding.holder.fence, step, limits.agedStepRows);
      },
    },
    // Payloads that are moved out of one copy would still be in the others and in the truth.
    archive: null,
    // Looked at when it was opened.
    check: async () => null,
    probeWrites,
    whyAway: () => (plane.writer === null ? standsBy : (trouble() ?? away)),
    followed: {
      onNews: (listener) => following.onNews(listener),
      wholeLooks: () => following.wholeLooks(),
      wholeAt: () => (plane.holding === null ? following.wholeAt() : undefined),
    },
    plane,
  };
}
