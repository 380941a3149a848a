/**
 * A store that cannot be used for a reason outside the program, in one set of words for whoever
 * answers for it: HTTP, readiness, the headline, the command line. A damaged file is not of them: it
 * does not pass.
 */
import { passingTroubles } from '../../actors/journal/postgres/errors.ts';

interface StoreTrouble {
  /** What is wrong, of the store: "its disk is full". */
  readonly what: string;
  /** What an operator does about it. */
  readonly remedy: string;
}

const known: readonly (StoreTrouble & { readonly codes?: RegExp; readonly says?: RegExp })[] = [
  {
    // A limit on the size of files or an account's share of the disk is as full as the disk.
    codes: /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/,
    what: 'its disk is full',
    remedy: 'free space on the disk of state_dir',
  },
  {
    codes: /^(?:SQLITE_READONLY|EROFS)/,
    what: 'it is read-only',
    remedy: 'make state_dir writable for the user of the service',
  },
  {
    codes: /^SQLITE_CANTOPEN/,
    what: 'it cannot be opened',
    remedy:
      'make state_dir writable for the user of the service, and raise its limit of open files if need be',
  },
  {
    codes: /^(?:SQLITE_IOERR(?!_NOMEM)|EIO$)/,
    what: 'its disk fails',
    remedy: 'look after the disk of state_dir, which may be full',
  },
  ...Object.entries(passingTroubles).map(([code, { what, remedy }]) => ({
    codes: new RegExp(`^${code}$`),
    what: `its PostgreSQL server ${what}`,
    remedy,
  })),
  // How it is spoken to: the client has no code for a server without TLS, and one that wants it names its own file.
  {
    says: /does not support SSL/,
    what: 'its PostgreSQL server does not speak TLS',
    remedy: 'switch ssl on there, or take sslmode from hosted_database_url',
  },
  {
    says: /no pg_hba\.conf entry .*no encryption/,
    what: 'its PostgreSQL server lets nobody in without TLS',
    remedy: 'add sslmode=verify-full to hosted_database_url, or a line for it to pg_hba.conf',
  },
  {
    codes: /^POSTGRES_UNAVAILABLE$/,
    what: 'its PostgreSQL server cannot be reached',
    remedy: 'bring the server back, or the way to it',
  },
  {
    codes: /^POSTGRES_READ_ONLY$/,
    what: 'its PostgreSQL server takes no writes',
    remedy:
      'name the server that takes them and not a replica, or take default_transaction_read_only from the database and the login',
  },
  // Codes of PostgreSQL itself, which no waiting mends.
  {
    codes: /^42501$/,
    what: 'its PostgreSQL server denies the login a right',
    remedy: 'give back what was taken: the login owns the schema of the store',
  },
  {
    codes: /^(?:28P01|28000)$/,
    what: 'its PostgreSQL server refuses the login',
    remedy: 'put the login and the password that the server knows into hosted_database_url',
  },
  {
    codes: /^53100$/,
    what: 'the disk of its PostgreSQL server is full',
    remedy: 'free space there',
  },
  {
    codes: /^3D000$/,
    what: 'its PostgreSQL server has no such database',
    remedy: 'put the database back, or name the right one in hosted_database_url',
  },
  {
    codes: /^SQLITE_BUSY/,
    what: 'another program holds its write lock',
    remedy: 'end that program (fuser or lsof names it)',
  },
];

/**
 * The trouble that an error, or what caused it, tells of; null for a failure of another kind. A cause
 * that comes from another thread is no `Error` any more, but still has its code.
 */
export function findStoreTrouble(error: unknown): StoreTrouble | null {
  let cause = error as { code?: unknown; message?: unknown; cause?: unknown } | null;
  let found: StoreTrouble | null = null;
  // What lies deepest is the most exact.
  for (; typeof cause === 'object' && cause !== null; cause = cause.cause as typeof cause) {
    const code = String(cause.code);
    const said = String(cause.message);
    const match = known.find(({ codes, says }) => codes?.test(code) ?? says?.test(said));
    if (match !== undefined) found = { what: match.what, remedy: match.remedy };
  }
  return found;
}

/** What is wrong and what to do about it, without a full stop. */
export const storeTroubleWords = ({ what, remedy }: StoreTrouble): string => `${what}; ${remedy}`;
