/**
 * What evidence lies on the host, and which of it to fetch. The host needs GNU find, xargs and tar. No name
 * ever stands in a command: commands are the same for every project, and names go in on standard input, each
 * ended by a zero byte.
 */
import { isUtf8 } from 'node:buffer';
import {
  chooseResults,
  compareResults,
  expectedResults,
  isEvidencePath,
  namedEvidence,
  papersDir,
  resultsDepthMax,
  resultsDir,
  telling,
} from '../../domain/evidence-list.ts';
import { limits } from '../../domain/limits.ts';
import { resultEndings } from '../../domain/result-formats.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { runDirOf, runFiles } from '../../worker-wire/run-paths.ts';
import { isInPapers } from '../place.ts';
import type { SshSession } from './session.ts';

/** Lists what is asked for; the arguments come on standard input. */
export const listCommand = 'xargs --null find';
/** Packs the files that are named on standard input, below the root folder, as they are. */
export const packCommand =
  'tar --create --file=- --format=gnu --directory=/ --no-recursion --hard-dereference --null --files-from=-';

/** A file on the host, by its path in the project. */
interface RemoteFile {
  readonly path: string;
  readonly bytes: number;
  /** ISO 8601, by the clock of the host's file system. */
  readonly modifiedAt: string;
}
/** What lies there and may be fetched, in the order of its worth. */
export interface RemoteEvidence {
  /** Whether the project has a folder there. */
  readonly isThere: boolean;
  /** When the run started; null where its token is not there. */
  readonly startedAt: string | null;
  readonly files: readonly RemoteFile[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** What the search said of folders that it could not read. */
  readonly complaints: string;
}

interface Entry extends RemoteFile {
  /** As find prints it: `f` a file, `d` a folder, `l` a link. */
  readonly kind: string;
}

/** Looks for the evidence of a run below `folder`, the absolute folder of the project there. */
export async function listRemoteEvidence(
  session: SshSession,
  { folder, runId }: { readonly folder: string; readonly runId: string },
): Promise<RemoteEvidence> {
  const below = (path: string): string => `${folder}/${path}`;
  const token = `${runDirOf(runId)}/${runFiles.startToken}`;
  const named = namedEvidence(runId).map(({ path }) => path);
  const look = (starts: readonly string[], tests: readonly string[]): Promise<Listing> =>
    find(session, folder, [...starts, ...tests]);
  const byName = await look(
    ['', token, ...named, ...expectedResults].map((path) => (path === '' ? folder : below(path))),
    ['-maxdepth', '0'],
  );
  const isThere = byName.entries.some(({ path, kind }) => path === '' && kind === 'd');
  const nothing = { isThere, startedAt: null, files: [], leftOut: [] };
  if (!isThere) return { ...nothing, complaints: byName.complaints };
  const [near, deep, papers] = [
    await look([below(resultsDir)], ['-mindepth', '1', '-maxdepth', '1', ...endings]),
    await look(
      [below(resultsDir)],
      ['-mindepth', '2', '-maxdepth', String(resultsDepthMax + 1), ...endings, ...names],
    ),
    await look([below(papersDir)], ['-mindepth', '1', '-maxdepth', '4', '-type', 'f']),
  ];
  const entries = new Map(
    [byName, near, deep, papers].flatMap((listing) =>
      listing.entries.map((entry) => [entry.path, entry]),
    ),
  );
  const results = chooseResults(entries.keys(), limits.evidenceFilesMax - named.length);
  const otherPapers = papers.entries
    .map(({ path }) => path)
    .filter((path) => isInPapers(path) && !named.includes(path))
    .sort(compareResults);
  const leftOut: { path: string; reason: string }[] = [];
  if (results.leftOut > 0)
    leftOut.push({
      path: resultsDir,
      reason: `${results.leftOut} results beyond the first ${results.chosen.length}`,
    });
  if (!near.isWhole || !deep.isWhole)
    leftOut.push({ path: resultsDir, reason: 'more files than are looked at' });
  const dropped = otherPapers.length - limits.evidenceFilesMax;
  if (dropped > 0 || !papers.isWhole)
    leftOut.push({ path: papersDir, reason: 'more files than are fetched of it' });
  const wanted = [...named, ...results.chosen, ...otherPapers.slice(0, limits.evidenceFilesMax)]
    // Whatever the host printed: nothing else is asked for.
    .filter(isEvidencePath);
  return {
    isThere,
    startedAt: entries.get(token)?.modifiedAt ?? null,
    files: fitting(wanted, entries, leftOut),
    leftOut,
    complaints: [byName, near, deep, papers].map(({ complaints }) => complaints).join('\n'),
  };
}

/** Those of the wanted files that are files, small enough, and fit together. */
function fitting(
  wanted: readonly string[],
  entries: ReadonlyMap<string, Entry>,
  leftOut: { path: string; reason: string }[],
): RemoteFile[] {
  const files: RemoteFile[] = [];
  let room: number = limits.evidenceSyncBytesMax;
  for (const path of wanted) {
    const entry = entries.get(path);
    if (entry === undefined) continue;
    const reason =
      entry.kind !== 'f'
        ? 'not a regular file'
        : isStrange(path)
          ? `its name is longer than ${limits.evidencePathCharsMax} characters or holds control characters`
          : entry.bytes > limits.evidenceFileBytesMax
            ? `larger than ${limits.evidenceFileBytesMax} bytes`
            : entry.bytes > room
              ? `beyond the ${limits.evidenceSyncBytesMax} bytes that are fetched of one project`
              : null;
    if (reason !== null) {
      leftOut.push({ path: path.slice(0, limits.evidencePathCharsMax), reason });
      continue;
    }
    room -= entry.bytes;
    files.push(entry);
  }
  return files;
}

const isStrange = (path: string): boolean =>
  path.length > limits.evidencePathCharsMax || /[\p{Cc}\ufffd]/u.test(path);

/** Tests of find for the endings of results, and for the names that count in folders below. */
const endings = anyOf(resultEndings.map((ending) => `*${ending}`));
const names = anyOf(telling.map((part) => `*${part}*`));

function anyOf(patterns: readonly string[]): string[] {
  const tests = patterns.flatMap((pattern, place) => [
    ...(place === 0 ? [] : ['-o']),
    '-iname',
    pattern,
  ]);
  return ['(', ...tests, ')'];
}

interface Listing {
  readonly entries: readonly Entry[];
  /** False when it was cut off at its bound. */
  readonly isWhole: boolean;
  readonly complaints: string;
}

const format = '%y\\t%s\\t%T@\\t%p\\0';

async function find(
  session: SshSession,
  folder: string,
  args: readonly string[],
): Promise<Listing> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  const stdin = Buffer.from([...args, '-printf', format].map((arg) => `${arg}\0`).join(''));
  const { code, stderr } = await session.run(listCommand, stdin, (chunk) => {
    bytes += chunk.length;
    chunks.push(chunk);
    isWhole = bytes <= limits.sshListBytesMax;
    return isWhole;
  });
  if (code === 127 || code === 126)
    throw new Error(`it has no GNU find and xargs (${stderr.slice(0, 200)})`);
  const entries = entriesOf(Buffer.concat(chunks), folder);
  // What is not there is no news; anything else may be why something is missing.
  const complaints = stderr
    .split('\n')
    .filter((line) => !/No such file or directory|^$/.test(line))
    .slice(0, 5)
    .join('\n');
  return {
    entries: entries.slice(0, limits.evidenceEntriesMax),
    isWhole: isWhole && entries.length <= limits.evidenceEntriesMax,
    complaints,
  };
}

/** What find printed, but for an entry that was cut off. */
function entriesOf(output: Buffer, folder: string): Entry[] {
  const entries: Entry[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, start)) {
    const record = output.subarray(start, end);
    start = end + 1;
    // Names that are no UTF-8 get a sign that none else has, and are left out by it.
    const text = record.toString('utf8');
    const [kind = '', size = '', time = '', ...rest] = text.split('\t');
    const whole = rest.join('\t');
    if (whole !== folder && !whole.startsWith(`${folder}/`)) continue;
    const path = whole.slice(folder.length + 1);
    const [bytes, seconds] = [Number(size), Number(time)];
    if (!Number.isSafeInteger(bytes) || bytes < 0 || !(Math.abs(seconds) < 1e11)) continue;
    const isReadable = isUtf8(record);
    const modifiedAt = toIsoTime(Math.floor(seconds * 1000));
    entries.push({ path: isReadable ? path : `${path}\ufffd`, bytes, modifiedAt, kind });
  }
  return entries;
}
