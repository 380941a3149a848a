/** Reads `references.bib`: key, title, year and authors of each entry, in one pass over the text. */

/** A work that a paper may cite, as the references file has it. */
export interface Reference {
  readonly key: string;
  readonly title: string | undefined;
  /** Of publication. */
  readonly year: number | undefined;
  /** Family names in order. */
  readonly authors: readonly string[];
}

/** Entries kept of one file. */
const entriesMax = 10_000;
const entryStart = /@[A-Za-z]{1,30}\s{0,10}\{\s{0,10}([^\s,{}"]{1,200})\s{0,10},/y;
const fieldStart = /[\s,]{0,200}([A-Za-z][\w-]{0,40})\s{0,10}=\s{0,10}/y;

/** The entries by key; what is no entry is passed over, and of two with one key the first counts. */
export function readReferences(bibtex: string): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (let at = bibtex.indexOf('@'); at >= 0 && found.size < entriesMax; ) {
    entryStart.lastIndex = at;
    const key = entryStart.exec(bibtex)?.[1];
    let end = at + 1;
    if (key !== undefined) {
      const read = readFields(bibtex, entryStart.lastIndex);
      end = Math.max(read.end, entryStart.lastIndex);
      if (!found.has(key)) found.set(key, toReference(key, read.fields));
    }
    at = bibtex.indexOf('@', end);
  }
  return found;
}

function readFields(
  bibtex: string,
  from: number,
): { readonly fields: ReadonlyMap<string, string>; readonly end: number } {
  const fields = new Map<string, string>();
  let at = from;
  for (;;) {
    fieldStart.lastIndex = at;
    const name = fieldStart.exec(bibtex)?.[1]?.toLowerCase();
    if (name === undefined) return { fields, end: at };
    const end = endOfValue(bibtex, fieldStart.lastIndex);
    fields.set(name, plain(bibtex.slice(fieldStart.lastIndex, end)));
    at = end;
  }
}

/** Behind `{…}` with its inner braces, `"…"`, or a bare word. */
function endOfValue(bibtex: string, from: number): number {
  const open = bibtex[from];
  let depth = 0;
  for (let at = from; at < bibtex.length; at += 1) {
    const mark = bibtex[at];
    if (mark === '{') depth += 1;
    else if (mark === '}') {
      depth -= 1;
      if (depth === 0 && open === '{') return at + 1;
      if (depth < 0) return at;
    } else if (mark === '"' && open === '"' && depth === 0 && at > from) return at + 1;
    else if (mark === ',' && open !== '{' && open !== '"') return at;
  }
  return bibtex.length;
}

const plain = (value: string): string => value.replace(/[{}"]/g, '').replace(/\s+/g, ' ').trim();

function toReference(key: string, fields: ReadonlyMap<string, string>): Reference {
  const year = /\d{4}/.exec(fields.get('year') ?? fields.get('date') ?? '')?.[0];
  const people = (fields.get('author') ?? '').split(/ and /i).filter((name) => name !== '');
  return {
    key,
    title: fields.get('title'),
    year: year === undefined ? undefined : Number(year),
    authors: people.map(familyName).filter((name) => name !== '' && name !== 'others'),
  };
}

/** `Family, Given` or `Given Family`. */
function familyName(person: string): string {
  const [family = '', given] = person.split(',');
  return (given === undefined ? (person.trim().split(' ').at(-1) ?? '') : family).trim();
}
