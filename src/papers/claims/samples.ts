/**
 * Finds raw samples in a result file: lists called `trials`, `samples`, `runs` or `seeds` that hold
 * two or more numbers of one name, and lists of numbers side by side in a record that is called so. A list
 * that mixes things of different names is no sample of one.
 */

import { isRecord, ownMember } from '../../lib/is-record.ts';
import { placeAt } from '../evidence/stated.ts';
import { splitUnit } from '../evidence/units.ts';
import { pointerToken } from '../json-pointer.ts';
import { settingSource } from './labels.ts';

/** Series taken from one file. */
const seriesMax = 40;
const depthMax = 24;
const sampleNames =
  /(?:^|[_ -])(?:trials?|samples?|runs?|seeds?|repeats?|repetitions?|replicates?|measurements|observations)$/i;
/** Members that differ between samples of one thing. */
const ownNames =
  /^(?:id|index|idx|trial|run|repeat|name|.*_(?:id|at)|(?:.*[_ -])?(?:timestamp|date|datetime|path|file|hash|host|node|notes?|comment|status)(?:[_ -].*)?|(?:start|started|end|ended)(?:[_ -].*)?|time)$/i;

/** What a file of samples may be called behind that: `trials_report.json`. */
const fileEndings = /(?:[_ -](?:report|summary|metrics|results?|data))*\.[^.]*$/i;

/**
 * Pointers of series, with `*` for every sample, in the order of the file. A file that is called as several
 * samples are (`trials`, not `run`) is read as a member of that name.
 */
export function findSamples(root: unknown, path = ''): string[] {
  const fileName = path.slice(path.lastIndexOf('/') + 1).replace(fileEndings, '');
  const found: string[] = /s$/i.test(fileName) ? seriesOf(fileName, root) : [];
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (depth > depthMax || found.length >= seriesMax) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (typeof item === 'object') visit(item, `${pointer}/${index}`, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (typeof member !== 'object') continue;
      const own = `${pointer}/${pointerToken(name)}`;
      if (name !== '*') found.push(...seriesOf(name, member).map((series) => `${own}${series}`));
      visit(member, own, depth + 1);
    }
  };
  visit(root, '', 0);
  return [...new Set(found)]
    .filter((pointer) => {
      const place = placeAt(root, pointer);
      return place !== undefined && settingSource(place) === undefined;
    })
    .slice(0, seriesMax);
}

/** What follows the pointer of a member that holds samples. */
function seriesOf(name: string, member: unknown): string[] {
  const { name: bare } = splitUnit(name);
  if (!sampleNames.test(bare)) return [];
  const samples = Array.isArray(member) ? (member as unknown[]) : numberedMembers(member);
  if (!Array.isArray(member) && samples.length === 0) return listsOf(member);
  if (samples.length < 2) return [];
  if (samples.every(isNumber)) return /(?:^|[_ -])seeds?$/i.test(bare) ? [] : ['/*'];
  const records = samples.filter(isRecord);
  if (records.length !== samples.length || isMixed(records)) return [];
  return Object.keys(records[0] ?? {}).flatMap((key) => {
    if (ownNames.test(key) || key === '*') return [];
    const inner = pointerToken(key);
    if (records.every((record) => isNumber(ownMember(record, key)))) return [`/*/${inner}`];
    const isMeasured = records.every((record) => {
      const measure = ownMember(record, key);
      return isRecord(measure) && isNumber(ownMember(measure, 'value'));
    });
    return isMeasured ? [`/*/${inner}/value`] : [];
  });
}

/** Lists of numbers side by side, such as `{"baseline_ms": […], "routed_ms": […]}`: each is a series. */
function listsOf(member: unknown): string[] {
  if (!isRecord(member)) return [];
  return Object.entries(member).flatMap(([key, list]) =>
    !ownNames.test(key) && Array.isArray(list) && list.length >= 2 && list.every(isNumber)
      ? [`/${pointerToken(key)}/*`]
      : [],
  );
}

/** Members of a record whose names are numbered, such as `{"1": …, "2": …}`. */
function numberedMembers(member: unknown): unknown[] {
  if (!isRecord(member)) return [];
  return Object.keys(member).every((key) => /\d/.test(key)) ? Object.values(member) : [];
}

/** True when a text in which samples of one thing agree differs between them. */
function isMixed(records: readonly Record<string, unknown>[]): boolean {
  const seen = new Map<string, string>();
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== 'string' || (ownNames.test(name) && name !== 'name')) continue;
      const word = value.replace(/\d+/g, '');
      if ((seen.get(name) ?? word) !== word) return true;
      seen.set(name, word);
    }
  }
  return false;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
