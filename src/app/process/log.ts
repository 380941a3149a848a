/**
 * The process log: pino JSON lines on standard error, with every configured secret taken out. A line
 * written on behalf of a request names it.
 */
import pino, { type Logger } from 'pino';
import { currentCorrelation } from '../../lib/correlation.ts';

interface LogOptions {
  readonly redact: (text: string) => string;
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where lines go; standard error unless told. */
  readonly write?: (line: string) => void;
}

/** The process log as every part is handed it. */
export type Log = Logger;

/** Writes lines at `level` (information unless told) and above; `redact` sees each whole line first. */
export function createLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: nameRequest,
    },
    { write: (line) => write(options.redact(line)) },
  );
}

function nameRequest(): object {
  const current = currentCorrelation();
  return current === null ? {} : { correlation_id: current.id };
}
