/** Heavy reads done by the pool of readers. */

import { serviceErrorMaker } from '../../../domain/errors.ts';
import { InvariantError } from '../../../lib/assert.ts';
import type { ErrorMakers } from '../../../lib/remote-error.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import type { ChainReads } from '../../ports/chain.ts';
import { ListQueryError } from '../../ports/read-models.ts';
import type { TelemetryHistory } from '../../ports/telemetry-history.ts';
import type { HeavyReads } from '../reads/heavy-reads.ts';
import type { ReadPool } from './read-pool.ts';

/** Classes of the errors that readers throw. */
export const readErrors: ErrorMakers = {
  ListQueryError: (message, { field }) =>
    new ListQueryError(field as ListQueryError['field'], message),
  ...serviceErrorMaker,
  InvariantError: (message) => new InvariantError(message),
  SqliteError: (message, { code }) => new Sqlite.SqliteError(message, String(code)),
};

/** What else a reader does. */
type OtherReads = Pick<TelemetryHistory, 'read' | 'isThinned'> & Pick<ChainReads, 'walk'>;

/** Every method is the reader's of the same name. */
export function createPooledReads(pool: ReadPool): HeavyReads & OtherReads {
  const ask = async <Value>(method: string, ...args: readonly unknown[]): Promise<Value> =>
    (await pool.call(method, args)) as Value;
  return {
    list: (kind, query) => ask('list', kind, query),
    listTexts: (kind, query, shape) => ask('listTexts', kind, query, shape),
    listByPage: (kind, query) => ask('listByPage', kind, query),
    count: (kind, filters) => ask('count', kind, filters),
    recount: (kind) => ask('recount', kind),
    countPapers: () => ask('countPapers'),
    events: (query) => ask('events', query),
    eventsByPayload: (query, payload) => ask('eventsByPayload', query, payload),
    eventsByPage: (query) => ask('eventsByPage', query),
    stateAt: (kind, id, eventId) => ask('stateAt', kind, id, eventId),
    eventsOfTrace: (correlationId, limit) => ask('eventsOfTrace', correlationId, limit),
    outstandingOfTrace: (correlationId) => ask('outstandingOfTrace', correlationId),
    read: (query) => ask('read', query),
    isThinned: (stretch) => ask('isThinned', stretch),
    walk: (after, lastHash, limit) => ask('walk', after, lastHash, limit),
  };
}
