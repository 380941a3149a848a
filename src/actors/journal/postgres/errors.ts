/** What PostgreSQL and the way to it may answer, told apart by what is to be done about it. */
import { describeError, factOfError } from '../../../lib/describe-error.ts';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** What a replica answers to whoever writes, and a login or a database that is set to reading only. */
const readOnly = '25006';

/** Of a server that is there and takes no connection for now: what is so, and what ends it, by its code. */
export const passingTroubles = {
  '53300': {
    what: 'has no connection left to give',
    remedy: 'raise max_connections there, or end programs that hold connections (pg_stat_activity)',
  },
  '57P03': {
    what: 'is starting up, or recovers',
    remedy: 'wait until it takes connections; its log says how far it is',
  },
} as const;

/** The server cannot be asked: what was asked for is not known, which is not the same as not there. */
export class PostgresUnavailableError extends Error {
  override readonly name = 'PostgresUnavailableError';
  readonly code: 'POSTGRES_READ_ONLY' | 'POSTGRES_UNAVAILABLE';
  constructor(cause: unknown) {
    const code = codeOf(cause);
    const refuses = code === readOnly;
    const trouble = Object.hasOwn(passingTroubles, code)
      ? passingTroubles[code as keyof typeof passingTroubles]
      : null;
    const what = refuses ? 'takes no writes' : 'cannot be reached';
    super(
      trouble === null
        ? `the PostgreSQL store ${what}: ${describeError(cause)}`
        : `the PostgreSQL server ${trouble.what} (${code}): ${trouble.remedy}`,
      { cause },
    );
    this.code = refuses ? 'POSTGRES_READ_ONLY' : 'POSTGRES_UNAVAILABLE';
  }
}

/** Why a database cannot be used; the message says what to do. */
export class PostgresOpenError extends Error {
  override readonly name = 'PostgresOpenError';
}

/** The schema is not there yet, or not all of it: a program that writes makes it at its start. */
export class SchemaPendingError extends PostgresOpenError {}

/** Another process has taken the name under which this one wrote: this one never writes again. */
export class FencedError extends Error {
  override readonly name: string = 'FencedError';
  constructor(
    writer: string,
    consequence: string,
    what = `another process has taken over as writer "${writer}"`,
  ) {
    super(`${what}; ${consequence}`);
  }
}

/** The database lacks turns that this process has written to it: what it holds in memory is of another log. */
export class PutBackError extends FencedError {
  override readonly name = 'PutBackError';
  constructor(writer: string) {
    super(
      writer,
      'nothing was written; the next start says what is gone',
      `the database lacks the last turns of the writer "${writer}": it was put back to an earlier state, or another server has its place`,
    );
  }
}

/** What is said of a column or table that is gone under a program that runs; every other error as it is. */
export function inWords(error: unknown): unknown {
  // Undefined column, undefined table.
  if (!['42703', '42P01'].includes(codeOf(error))) return error;
  return new PostgresOpenError(
    `The PostgreSQL store is no longer as this program knows it: ${describeError(error)}. Most likely a newer ` +
      'program has changed the schema; beside it this one neither writes nor stands by. Start the newer program.',
    { cause: error },
  );
}

/** Server is starting, stopping, out of connections, or became a replica: another attempt may find it well. */
const passing = new Set(['57P01', '57P02', '57P03', '57P05', '53300', readOnly, '25P03']);
/** Words of the client where it has no code for a connection that ended. */
const lostWords =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection ended)/;

/** True when the connection is no more or never was: whether a commit under way was made is not known. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(?:08|E[A-Z]{3})/.test(code) || passing.has(code)) return true;
  return error instanceof Error && lostWords.test(error.message);
}

const files = 'sslrootcert, sslcert or sslkey';
const ofAuthority =
  'sslrootcert must name the certificate (PEM) of the authority that signed that of the server';
/** What ends trouble with a certificate, by the word of TLS for it. */
const ofCertificates: ReadonlyMap<string, string> = new Map([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', ofAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT', ofAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ofAuthority],
  ['SELF_SIGNED_CERT_IN_CHAIN', ofAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', ofAuthority],
  ['CERT_SIGNATURE_FAILURE', ofAuthority],
  ['CERT_HAS_EXPIRED', 'the server needs a new one'],
  ['CERT_NOT_YET_VALID', 'it holds from a later time on: see to the clocks'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the host of the address must be one that it is for'],
  ['ERR_OSSL_PEM_NO_START_LINE', 'sslcert and sslkey must name files in PEM'],
]);

/** Of what the address names for TLS and is not as it has to be, which no waiting mends: what to say of it; else null. */
export function wordsOfTls(error: unknown): string | null {
  const cause = error instanceof PostgresUnavailableError ? error.cause : error;
  const { syscall, path } = cause as { readonly syscall?: unknown; readonly path?: unknown };
  if (syscall === 'open' && typeof path === 'string')
    return `the file ${path}, which its address names (${files}), cannot be read`;
  if (codeOf(cause) === 'EISDIR') return `its address names a folder as ${files}`;
  const remedy = ofCertificates.get(codeOf(cause));
  return remedy === undefined ? null : `${factOfError(cause)}; ${remedy}`;
}

/** True when the server rolled back for the sake of others, and the same again may succeed. */
export function isWorthRepeating(error: unknown): boolean {
  // Serialization failure, deadlock, a lock not given in time.
  return ['40001', '40P01', '55P03'].includes(codeOf(error));
}

/** Name of the unique index that refused a row; undefined for every other error. */
export function brokenUniqueRule(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined;
  return (error as { constraint?: string }).constraint ?? '';
}

/**
 * What statements that were sent at once bring. Waits for all of them, and rejects with the failure that
 * came first, not with those that came of it.
 */
export async function together<const Sent extends readonly Promise<unknown>[]>(
  sent: Sent,
): Promise<{ -readonly [At in keyof Sent]: Awaited<Sent[At]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  if (failures.length > 0) throw failures.find((error) => codeOf(error) !== '25P02') ?? failures[0];
  return Promise.all(sent);
}
