/** Words of Slurm's commands as they are shown: on one line and bounded. And times, as both lists print them. Pure. */
import { toIsoTime } from '../../lib/clock.ts';
import { cutText } from '../../lib/cut-text.ts';

const wordsCharsMax = 300;

/** What a program said, for a sentence; `nothing` where it said nothing. */
export function firstWords(text: string): string {
  const words = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return words === '' ? 'nothing' : cutText(words, wordsCharsMax);
}

/** Set for every command that prints times: seconds since 1970, whatever time zone the cluster is in. */
export const timeSettings = ['env', 'LC_ALL=C', 'SLURM_TIME_FORMAT=%s'] as const;

/** Null for `N/A`, `Unknown` and whatever else is no time. */
export function timeOf(seconds: string): string | null {
  return /^[1-9]\d{0,10}$/.test(seconds) ? toIsoTime(Number(seconds) * 1000) : null;
}

/** One job in a list. */
export interface JobRow {
  readonly jobId: string;
  readonly name: string;
  /** Slurm's word for its state, without what follows it. */
  readonly word: string;
  /** Why it waits or ended, as Slurm calls it; '' where it does not say. */
  readonly reason: string;
  /** Exit status; null where it has none. */
  readonly exit: number | null;
  readonly node: string | null;
  readonly startsAt: string | null;
  /** The accounts alone know it: slurmctld has forgotten it, or never had it. */
  readonly isForgotten?: boolean;
}

/** Rows, or why there are none to be had. */
export type Listing =
  | { readonly ok: true; readonly rows: readonly JobRow[] }
  | { readonly ok: false; readonly why: string };

/**
 * The rows of that name. An empty list is an answer; whatever has a line that is no row, or a last one that does
 * not end, is none, since a part of it may be missing.
 */
export function parseList(
  { program, text, name }: Record<'program' | 'text' | 'name', string>,
  toExit: (code: string) => number | null,
): Listing {
  const lines = text.split('\n');
  const rows = lines.slice(0, -1).map((line) => toRow(line, toExit));
  if (lines.at(-1) === '' && !rows.includes(null))
    return { ok: true, rows: rows.flatMap((row) => (row?.name === name ? [row] : [])) };
  const why = `${program} printed something that is no list of jobs (does a profile of the account print something?): ${firstWords(text)}`;
  return { ok: false, why };
}

function toRow(line: string, toExit: (code: string) => number | null): JobRow | null {
  // Each field ends in a bar, the last one too.
  const [
    jobId = '',
    name = '',
    state = '',
    reason = '',
    code = '',
    nodes = '',
    start = '',
    ...rest
  ] = line.split('|').map((field) => field.trim());
  const word = /^[A-Z][A-Z_]*/.exec(state)?.[0];
  if (rest.length !== 1 || rest[0] !== '' || !/^\d{1,20}$/.test(jobId) || word === undefined)
    return null;
  return {
    jobId,
    name,
    word,
    reason: ['None', '(null)'].includes(reason) ? '' : reason,
    exit: toExit(code),
    node: nodeOf(nodes),
    startsAt: timeOf(start),
  };
}

/** Of `nodes`, whatever stands for none. */
const nodeOf = (nodes: string): string | null =>
  ['', '(null)', 'N/A', 'None assigned'].includes(nodes) ? null : nodes;
