/** Reads the files of a paper once, and says which cannot be read and why. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import type { TextFault } from '../../lib/strict-json.ts';
import { readJson } from '../../lib/strict-json.ts';
import { type FileFault, readRegularFile } from '../readers/file.ts';
import { decodeText } from '../readers/text.ts';
import { workingOn } from '../work/working-on.ts';
import { formRule } from './rules/form.ts';
import type { Finding } from './types.ts';

const required = [
  'paper.md',
  'metadata.json',
  'evidence_bundle.json',
  'claim_ledger.json',
  'paper_manifest.json',
] as const;
const optional = ['paper.tex', 'references.bib'] as const;
type Name = (typeof required)[number] | (typeof optional)[number];

/** What lint reads of a paper; what is not there, or cannot be read, is undefined. */
export interface PaperFiles {
  readonly texts: Readonly<Partial<Record<Name, string>>>;
  readonly values: Readonly<Partial<Record<Name, unknown>>>;
  /** Files that are missing, too large or not what they should be. */
  readonly findings: readonly Finding[];
}

/** The files of the paper in `dir`. The older rules ask for no LaTeX. */
export function readPaperFiles(dir: string, compat: boolean): PaperFiles {
  const texts: Partial<Record<Name, string>> = {};
  const values: Partial<Record<Name, unknown>> = {};
  const findings: Finding[] = [];
  const missing = new Map<Name, string>();
  for (const name of [...required, ...optional]) {
    workingOn(name);
    const read = readPaperFile(join(dir, name));
    if ('kind' in read) {
      if (read.kind === 'too_large') findings.push(finding('oversized_file', name, read.message));
      else missing.set(name, read.message);
    } else if ('fault' in read) findings.push(unreadable(name, read.fault));
    else texts[name] = read.text;
    const text = texts[name];
    // The metadata have a rule of their own for this.
    if (!name.endsWith('.json') || name === 'metadata.json' || text === undefined) continue;
    const reading = readJson(text);
    if (reading.ok) values[name] = reading.value;
    else findings.push(unreadable(name, reading.fault));
  }
  const isV3 =
    versionOf(values['claim_ledger.json']) === 'claim_ledger.v3' ||
    versionOf(values['evidence_bundle.json']) === 'evidence_bundle.v3';
  const wanted: readonly Name[] = isV3 && !compat ? [...required, 'paper.tex'] : required;
  const gone = wanted.flatMap((name) => {
    const why = missing.get(name);
    return why === undefined ? [] : [finding('missing_file', name, `the file ${why}`)];
  });
  return { texts, values, findings: [...gone, ...findings] };
}

type Read = FileFault | { readonly fault: TextFault } | { readonly text: string };

function readPaperFile(path: string): Read {
  // A link may lead out of the folder, to what nobody meant to show.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return { kind: 'not_regular', message: 'is a link' };
  const read = readRegularFile(path);
  if (!read.ok) return read.fault;
  if (read.bytes.byteLength === 0) return { kind: 'missing', message: 'is empty' };
  const decoded = decodeText(read.bytes);
  return decoded.ok ? { text: decoded.text } : { fault: decoded.fault };
}

function versionOf(value: unknown): unknown {
  return isRecord(value) ? value.schema_version : undefined;
}

function unreadable(file: Name, { line, column, message }: TextFault): Finding {
  return { ...finding('unreadable_file', file, `column ${column}: ${message}`), line };
}

function finding(id: Parameters<typeof formRule>[0], file: Name, excerpt: string): Finding {
  return { rule: id, file, line: 0, excerpt, fix: formRule(id).fix };
}
