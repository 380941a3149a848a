#!/usr/bin/env node
/**
 * Checks a paper folder with nothing but Node 20: `node verify.mjs [DIR] [--key PEM] [--json]`, DIR being the folder this
 * file lies in unless given. It was written apart from the program that writes papers and shares no code with it.
 * It reads checksums and manifests, every evidence file, every claim with its formula, comparison and outcome, every
 * number of the draft next to its citation, its unit and the names beside it, the points of every figure, and the
 * signatures. Of words it judges only which of two was more, whether the criterion was met, numbers in words, and who
 * wrote it; and it cannot tell an evidence file that was forged before the paper was made. Exit code 0: nothing was
 * found; 1: there are problems; 2: the folder could not be read. Long because it is one file on purpose.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import * as fs from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Bounds: of a file that is read as a whole, of files, of one line, of problems listed. */
const bytesMax = 128 * 2 ** 20;
const filesMax = 20_000;
const lineCharsMax = 100_000;
const problemsMax = 1_000;

// ---- Files -------------------------------------------------------------------------------------

/** Regular files below `root` by slash-separated path, and what is neither file nor folder. */
function listFolder(root) {
  const [files, odd] = [[], []];
  const visit = (folder) => {
    for (const entry of fs.readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (files.length >= filesMax) throw new Error(`more than ${filesMax} files`);
      if (entry.isDirectory()) visit(path);
      else (entry.isFile() ? files : odd).push(path);
    }
  };
  visit('');
  return { files: files.sort(byUnits), odd };
}

/** Hash, size and text of a regular file; undefined where it cannot be read. */
function readFile(root, path) {
  const isOdd = typeof path !== 'string' || /^\/|^[A-Za-z]:|\\|\0|^\.\./.test(path);
  if (isOdd || posix.normalize(path) !== path) return undefined;
  let handle;
  try {
    const through = path.split('/').map((_, at, all) => join(root, ...all.slice(0, at + 1)));
    if (through.some((place) => fs.lstatSync(place).isSymbolicLink())) return undefined;
    const { O_RDONLY, O_NONBLOCK } = fs.constants;
    handle = fs.openSync(through.at(-1), O_RDONLY | O_NONBLOCK);
    const info = fs.fstatSync(handle);
    if (!info.isFile() || info.size > bytesMax) return undefined;
    const content = fs.readFileSync(handle);
    const hash = sha256(content).toString('hex');
    return { sha256: hash, bytes: content.length, text: () => content.toString() };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/** Order of UTF-16 code units, the same everywhere. */
const byUnits = (a, b) => (a < b ? -1 : Number(a > b));
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);
const quote = (text) => `“${String(text).replaceAll(cellEnd, '|').slice(0, 120)}”`;
const placeOf = ({ path, pointer } = {}) => `${path}#${pointer}`;

/** Whether a double holds the number as it is written. */
function isExact(token) {
  const value = Number(token);
  if (value === 0) return !/[1-9]/.test(token.split(/e/i)[0]);
  const isWhole = !/[.eE]/.test(token) && !Number.isSafeInteger(value);
  return Number.isFinite(value) && !(isWhole && BigInt(token) !== BigInt(value));
}

/** JSON of which no object names a member twice, with numbers that no double holds as infinite; else it throws. */
function parseJson(text) {
  const open = [];
  let said = '';
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*|[{}:]/g, (token) => {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token[0] === '"') said = token;
    else if (token !== ':') return isExact(token) ? token : '1e999';
    else if (open.at(-1)?.has(JSON.parse(said)))
      throw new SyntaxError(`${said} stands there twice`);
    else open.at(-1)?.add(JSON.parse(said));
    return token;
  });
  return JSON.parse(exact.replace(/^\uFEFF/, ''));
}

/** What a result file holds: JSON, JSON Lines as a list, CSV as a list of records; undefined for what is broken. */
function parseEvidence(path, text) {
  try {
    if (/\.csv$/i.test(path)) return parseCsv(text.replace(/^\uFEFF/, ''));
    if (!/\.(?:jsonl|ndjson)$/i.test(path)) return parseJson(text);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map(parseJson);
  } catch {
    return undefined;
  }
}

const numberOfJson = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
function parseCsv(text) {
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  for (cell.lastIndex = 0; cell.lastIndex < text.length; ) {
    const match = cell.exec(text);
    if (match === null) return undefined;
    rows.at(-1).push((match[1]?.replaceAll('""', '"') ?? match[2]).trim());
    if (match[3] !== ',') rows.push([]);
  }
  const [head = [], ...body] = rows.filter(
    ([first = '', ...more]) => first !== '' || more.length > 0,
  );
  if (new Set(head).size < head.length || body.some((row) => row.length !== head.length))
    return undefined;
  const read = (value) => {
    if (value === '' || /^[-+]?(?:nan|inf|infinity)$/i.test(value)) return null;
    if (!numberOfJson.test(value)) return value;
    return isExact(value) ? Number(value) : Number.POSITIVE_INFINITY;
  };
  return body.map((row) => Object.fromEntries(row.map((value, at) => [head[at], read(value)])));
}

/** The names of an RFC 6901 pointer. */
const stepsOf = (pointer) =>
  String(pointer)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
const has = (value, name) =>
  Array.isArray(value)
    ? /^(?:0|[1-9]\d*)$/.test(name) && name in value
    : isRecord(value) && Object.hasOwn(value, name);

/** What a pointer leads to, as a list; in a formula `*` is each element, else a member of that name. */
function select(root, pointer, inFormula = false) {
  if (typeof pointer !== 'string' || (pointer !== '' && pointer[0] !== '/')) return undefined;
  let found = [root];
  for (const name of stepsOf(pointer)) {
    const next = [];
    for (const value of found) {
      if (inFormula && name === '*' && typeof value === 'object' && value !== null)
        for (const item of Object.values(value)) next.push(item);
      else if (has(value, name)) next.push(value[name]);
      else return undefined;
    }
    if (next.length > 1_000_000) return undefined;
    found = next;
  }
  return found;
}
const isSeries = (pointer) => String(pointer).split('/').includes('*');

// ---- Printed numbers ---------------------------------------------------------------------------

const numberPattern =
  /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+\u2212]?\d+)?|\.\d+(?:[eE][-+\u2212]?\d+)?|\p{N}+/gu;

/** Every number of a line: as written, where, its value (undefined inside words), decimals and digits shown. */
function findNumbers(line) {
  return [...line.matchAll(numberPattern)].map((match) => {
    const before = line.slice(Math.max(0, match.index - 4), match.index);
    const signed = /[-+\u2212]$/.test(before) && !/[\p{L}\p{N})\]%][-+\u2212]$/u.test(before);
    const text = signed ? before.slice(-1) + match[0] : match[0];
    const plain = text.replaceAll(',', '').replaceAll('\u2212', '-');
    const [mantissa, exponent = '0'] = plain.toLowerCase().split('e');
    const inWord = /[\p{L}\p{M}_]$|\p{N}[.,]?$/u.test(before);
    const readable = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(mantissa) && !inWord;
    return {
      text,
      index: match.index - Number(signed),
      end: match.index + match[0].length,
      value: readable ? Number(plain) : undefined,
      decimals: (mantissa.split('.')[1] ?? '').length - Number(exponent),
      digits: mantissa.replace(/^[-+0.]+/, '').replace('.', '').length,
    };
  });
}

/** A print stands for a value that rounds to it, if it shows two significant digits or is exact. */
function standsFor(token, value) {
  if (token?.value === undefined || !Number.isFinite(value)) return false;
  const half = 0.5 * 10 ** -token.decimals * (1 + 1e-9);
  const slack = Math.abs(value) * 4 * Number.EPSILON;
  const isNear = Math.abs(token.value - value) <= half + slack;
  return token.value === value || (token.digits >= 2 && isNear);
}

/** Text from outside as a paper prints it: one line, no control characters, round brackets. */
const plainLine = (text) =>
  String(text)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/ {2,}/g, ' ')
    .trim();

function prints(printed, value) {
  if (typeof value === 'string') return plainLine(value) === printed;
  if (typeof value !== 'number') return String(value) === printed;
  const [token, more] = findNumbers(String(printed));
  return more === undefined && token?.text === printed && standsFor(token, value);
}

/** As a reader would print the value: what a changed number should have been. */
const shown = (value) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(4)))
    : String(value);

const pairs = (text) => new Map(text.split(' ').map((pair) => pair.split('=')));
/** Units by what they measure, with how many of the smallest one each is: only whole numbers convert exactly. */
const unitTable = [
  'ns=1 us=1e3 µs=1e3 ms=1e6 s=1e9 min=6e10 h=3.6e12 d=8.64e13',
  `bytes=1 B=1 KB=1e3 MB=1e6 GB=1e9 TB=1e12 KiB=${2 ** 10} MiB=${2 ** 20} GiB=${2 ** 30} TiB=${2 ** 40}`,
  'mJ=1 J=1e3 kJ=1e6 MJ=1e9 Wh=3.6e6 kWh=3.6e9',
  'mW=1 W=1e3 kW=1e6 MW=1e9',
  '%=1 share=100',
  'count=1 thousand=1e3 million=1e6 billion=1e9',
].map((row) => new Map([...pairs(row)].map(([unit, size]) => [unit, Number(size)])));
const [times] = unitTable;
const unitNames = new Set(unitTable.flatMap((row) => [...row.keys()]));
unitNames.delete('d');
// Printed, and in no formula.
for (const unit of ['kB', 'percent']) unitNames.add(unit);
/** True for a unit, and for a rate of anything: `tokens/s`. */
const isUnit = (text) => unitNames.has(text) || times.has(/.\/(\w+)$/.exec(text)?.[1]);

/** What is wrong with the unit behind a number; undefined where it is that of the claim, or none stands there. */
function oddUnit(rest, own) {
  const text = rest.trimStart();
  const isOwn = own !== undefined && text.startsWith(own);
  if (isOwn && !/^[\p{L}\p{N}/]/u.test(text.slice(own.length))) return undefined;
  const [, unit] = /^ ?(%|[A-Za-zµ]+(?:\/[A-Za-zµ]+)?)(?![\p{L}/(])/u.exec(rest) ?? [];
  const isOther = isUnit(unit) && (own !== undefined || !/^(?:count|share)$/.test(unit));
  return isOther ? unit : undefined;
}

// ---- Formulas ----------------------------------------------------------------------------------

class NoValue extends Error {}
const refuse = (why) => {
  throw new NoValue(why);
};

/** The tree of a formula: calls, numbers and texts. */
function parseFormula(text) {
  if (typeof text !== 'string' || text.length > 2000)
    refuse('a formula is a text of at most 2,000 characters');
  const token =
    /[ \t\r\n]*(?:([a-z_]+)[ \t\r\n]*\(|("(?:[^"\\]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?))/y;
  const mark = /[ \t\r\n]*([,)])/y;
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? refuse(`it cannot be read at character ${at + 1}`);
    at = pattern.lastIndex;
    return match;
  };
  const expression = (depth) => {
    const [, name, literal, number] = take(token);
    if (number !== undefined) return { number: Number(number) };
    if (literal !== undefined) return { text: JSON.parse(literal) };
    if (depth > 16) refuse('it is nested more than 16 deep');
    const args = [expression(depth + 1)];
    while (take(mark)[1] !== ')') args.push(expression(depth + 1));
    return { name, args };
  };
  const tree = expression(1);
  if (/[^ \t\r\n]/.test(text.slice(at))) refuse(`something follows it at character ${at + 1}`);
  return tree;
}

/** `path#pointer` of each source, in order of appearance. */
const sourcesOf = ({ text, name, args = [] }) =>
  text === undefined ? (name === 'convert' ? [args[0]] : args).flatMap(sourcesOf) : [text];
/** The functions that a formula calls. */
const callsOf = ({ name, args = [] }) => [name, ...args.flatMap(callsOf)];

const sumOf = (list) => list.reduce((sum, value) => sum + value, 0);
const meanOf = (list) => sumOf(list) / list.length;
// A product: what a power comes to in its last digit is left to the engine.
const squares = (list, mean) => sumOf(list.map((value) => (value - mean) * (value - mean)));
const sorted = (list) => Float64Array.from(list).sort();
function medianOf(ordered) {
  const upper = Math.floor(ordered.length / 2);
  return ordered.length % 2 ? ordered[upper] : (ordered[upper - 1] + ordered[upper]) / 2;
}
function quantileOf(ordered, q) {
  if (!(q >= 0 && q <= 1)) refuse('a quantile is asked for between 0 and 1');
  const place = (ordered.length - 1) * q;
  const low = Math.floor(place);
  const next = ordered[Math.min(low + 1, ordered.length - 1)];
  return ordered[low] + (place - low) * (next - ordered[low]);
}
function deviationOf(list) {
  if (list.length < 2) refuse('a deviation needs two values');
  return Math.sqrt(squares(list, meanOf(list)) / (list.length - 1));
}

/** Student's t between -t and t, by the finite series for whole degrees of freedom. */
function studentShare(t, freedom) {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2;
  let [term, sum] = [isOdd ? cosine : 1, 0];
  for (let k = isOdd ? 1 : 0; k < freedom - 1; k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * cosine ** 2;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
function studentInterval(list, level, side) {
  if (!(level > 0 && level < 1)) refuse('a level lies between 0 and 1');
  const error = deviationOf(list) / Math.sqrt(list.length);
  const isBelow = (t) => studentShare(t, list.length - 1) < level;
  let [low, high] = [0, 1];
  while (isBelow(high) && high < 1e12) high *= 2;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return meanOf(list) + side * low * error;
}
function bootstrap(list, level, seed, side) {
  if (!(level > 0 && level < 1)) refuse('a level lies between 0 and 1');
  if (seed !== seed >>> 0) refuse('a seed is a whole number of 32 bits');
  if (list.length > 50_000) refuse('too many values to resample');
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const medians = Array.from({ length: 2000 }, () =>
    medianOf(sorted(list.map(() => list[Math.floor(random() * list.length)]))),
  );
  return quantileOf(sorted(medians), (1 + side * level) / 2);
}
/** How many values lie beyond Tukey's fences. */
function outliersOf(list) {
  const [low, high] = [0.25, 0.75].map((q) => quantileOf(sorted(list), q));
  const room = 1.5 * (high - low);
  const isOut = (value) => value < low - room || value > high + room;
  return room > 0 ? list.filter(isOut).length : 0;
}
/** The share of the variance that the best cut into two groups explains. */
function splitOf(list) {
  const side = Math.max(2, Math.ceil(list.length / 5));
  const [all, total] = [squares(sorted(list), meanOf(list)), sumOf(list)];
  let below = 0;
  const between = sorted(list).reduce((best, value, at) => {
    const [cut, rest] = [at + 1, list.length - at - 1];
    below += value;
    if (cut < side || rest < side) return best;
    const apart = below / cut - (total - below) / rest;
    return Math.max(best, ((cut * rest) / list.length) * apart * apart);
  }, 0);
  return all > 0 ? Math.min(1, between / all) : 0;
}

const ofSeries = {
  count: (s) => s.length,
  sum: sumOf,
  mean: meanOf,
  median: (s) => medianOf(sorted(s)),
  min: (s) => s.reduce((a, b) => Math.min(a, b)),
  max: (s) => s.reduce((a, b) => Math.max(a, b)),
  sd: deviationOf,
  outliers: outliersOf,
  split: splitOf,
  quantile: (s, q) => quantileOf(sorted(s), q),
  t_low: (s, level) => studentInterval(s, level, -1),
  t_high: (s, level) => studentInterval(s, level, 1),
  boot_low: (s, level, seed) => bootstrap(s, level, seed, -1),
  boot_high: (s, level, seed) => bootstrap(s, level, seed, 1),
};
const ofNumbers = {
  ratio: (a, b) => a / b,
  difference: (a, b) => a - b,
  percent_change: (a, b) => (100 * (a - b)) / b,
  percent_of: (a, b) => (100 * a) / b,
  product: (a, b) => a * b,
  abs: Math.abs,
};

function known(value) {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) refuse('a series is empty');
  if (!list.every((item) => Number.isFinite(item))) refuse('a value is no finite number');
  return value;
}

/** The number a formula gives over what `read` finds at `path#pointer`; throws `NoValue` where it gives none. */
function evaluate({ number, text, name, args }, read) {
  if (number !== undefined) return known(number);
  if (text !== undefined) return known(read(text));
  if (name === 'convert') {
    if (args.length !== 3) refuse('convert takes a value and two units');
    const [from, to] = [args[1].text, args[2].text];
    const row = unitTable.find((own) => own.has(from) && own.has(to));
    if (row === undefined) refuse(`${from} cannot be converted to ${to}`);
    return spread((value) => (value * row.get(from)) / row.get(to), [evaluate(args[0], read)]);
  }
  const values = args.map((arg) => evaluate(arg, read));
  const [series, ...rest] = values;
  if (Object.hasOwn(ofSeries, name)) {
    const wanted = ofSeries[name].length;
    if (!Array.isArray(series) || rest.some(Array.isArray) || values.length !== wanted)
      refuse(`${name} takes a series${wanted > 1 ? ' and numbers' : ''}`);
    return known(ofSeries[name](series, ...rest));
  }
  if (!Object.hasOwn(ofNumbers, name) || values.length !== ofNumbers[name].length)
    refuse(`there is no ${name} of ${values.length}`);
  return spread(ofNumbers[name], values);
}

/** Applies to numbers, or place by place to series of one length. */
function spread(apply, values) {
  const lists = values.filter(Array.isArray);
  if (lists.length === 0) return known(apply(...values));
  if (lists.some((list) => list.length !== lists[0].length)) refuse('series differ in length');
  const at = (place) => values.map((value) => (Array.isArray(value) ? value[place] : value));
  return known(lists[0].map((_, place) => apply(...at(place))));
}

/** What `give` gives as `{value}`, or `{why}` it gives none. */
function attempt(give) {
  try {
    return { value: give() };
  } catch (error) {
    if (error instanceof NoValue || error instanceof SyntaxError) return { why: error.message };
    throw error;
  }
}

/** Value of a formula text, or why it has none. `read` gives what stands at `path#pointer`. */
export function evaluateFormula(text, read) {
  const result = attempt(() => evaluate(parseFormula(text), read));
  return Array.isArray(result.value) ? { why: 'it gives a series, not a number' } : result;
}

// ---- Manifests, signatures and evidence --------------------------------------------------------

const [sumsFile, paperManifest] = ['SHA256SUMS', 'paper_manifest.json'];
const [packageManifest, bundleFile] = ['package_manifest.json', 'evidence_bundle.json'];
const [ledgerFile, attestation] = ['claim_ledger.json', 'attestation.dsse.json'];

/** What the flags of provenance say. */
const honesty = {
  'metadata.json': { ai_generated: true, human_authorship_claimed: false },
  [paperManifest]: { ai_generated: true, human_authorship_claimed: false, peer_reviewed: false },
  [packageManifest]: { ai_generated: true, human_authorship_claimed: false, peer_reviewed: false },
};

/** Every file against the checksums, which list all; where there are none, against the manifests. */
function checkManifests(paper) {
  const { add, files, hash } = paper;
  const sums = files.includes(sumsFile) ? (paper.text(sumsFile) ?? '') : undefined;
  const lines = (sums ?? '').split('\n').filter((line) => line !== '');
  const said = new Set();
  const ofSums = lines.map((line, at) => {
    const [, sha256, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (path === undefined) add(sumsFile, at + 1, 'is no line of sha256sum', '“<sha256>  <path>”');
    if (said.has(path) && path) add(path, 0, `is twice in ${sumsFile}`, 'once');
    said.add(path);
    return { source: sumsFile, path, sha256 };
  });
  const ofManifests = [paperManifest, packageManifest].flatMap((source) => {
    const { artifacts, files: list } = paper.json(source) ?? {};
    return [{ source, path: source }, ...listOf(artifacts ?? list)].map((one) => ({
      source,
      ...one,
    }));
  });
  if (sums !== undefined) paper.did('checksums', lines.length);
  else paper.left('checksums', `there is no ${sumsFile}; a folder that was not packaged has none`);
  const listed = sums === undefined ? ofManifests : ofSums;
  for (const { source, path, sha256 } of listed) {
    if (sha256 === undefined) continue;
    const found = hash(path);
    const said = found === undefined ? 'is not there' : `hashes to ${found}`;
    if (found !== sha256) add(path, 0, `${said}, ${source} says ${sha256}`, 'the file as it was');
  }
  const all = new Set([sumsFile, ...listed.map(({ path }) => path)]);
  const forms = new Set();
  for (const path of files) {
    if (!all.has(path)) add(path, 0, 'is listed nowhere', 'no such file, or its checksum');
    const form = path.normalize('NFKC').toLowerCase();
    if (forms.has(form) && !path.startsWith('evidence/'))
      add(path, 0, 'differs from another file in case or form alone', 'another name');
    forms.add(form);
  }
  for (const path of paper.odd) add(path, 0, 'is no regular file', 'a regular file');
  for (const [file, flags] of Object.entries(honesty))
    for (const [member, right] of Object.entries(flags))
      if (files.includes(file) && paper.json(file)?.[member] !== right)
        add(file, 0, `${member} is ${JSON.stringify(paper.json(file)?.[member])}`, `${right}`);
  paper.did('files', files.length);
}

/** What a package says was found of it before it was closed: with a finding none is made. */
function checkFindings(paper) {
  const file = 'findings.sarif';
  if (!paper.files.includes(file)) return;
  const log = paper.json(file);
  const runs = listOf(log?.runs);
  const isLog = log?.version === '2.1.0' && runs.length > 0;
  if (!isLog || runs.some(({ results }) => !Array.isArray(results)))
    paper.add(file, 0, 'cannot be read', 'SARIF 2.1.0, each run with its results');
  for (const { ruleId } of runs.flatMap(({ results }) => listOf(results)))
    paper.add(file, 0, `lists a finding: ${ruleId}`, 'none');
  paper.did(`checks in ${file}`, runs.length);
}

/** The text inside a DSSE envelope whose ed25519 signature is of `pem`, and the key's name; or why there is none. */
function openEnvelope({ payloadType: type, payload, signatures } = {}, pem) {
  try {
    const key = createPublicKey(pem);
    const body = Buffer.from(payload, 'base64');
    const signed = [`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, body];
    const bytes = Buffer.concat(signed.map((part) => Buffer.from(part)));
    const isOf = ({ sig }) => verifySignature(null, bytes, key, Buffer.from(sig, 'base64'));
    if (key.asymmetricKeyType !== 'ed25519') return { why: 'the key is not of the type ed25519' };
    if (type !== 'application/vnd.in-toto+json' || !listOf(signatures).some(isOf))
      return { why: 'the key did not sign it' };
    const id = sha256(key.export({ type: 'spki', format: 'der' })).toString('hex');
    const files = listOf(JSON.parse(body.toString('utf8')).subject);
    return { id, signed: new Map(files.map(({ name, digest }) => [name, digest?.sha256])) };
  } catch (error) {
    return { why: error.message };
  }
}

/** The installation's signature over the package, with the key of the reader or else the one delivered. */
function checkSignature(paper, pem) {
  const wanted = 'a signature of the key that was given';
  if (!paper.files.includes(attestation)) {
    if (pem === undefined) paper.left('signature', 'the folder is not signed');
    else paper.add(attestation, 0, 'is missing', wanted);
    return;
  }
  const own = pem ?? paper.text('attestation.pub.pem') ?? '';
  const { why, id, signed } = openEnvelope(paper.json(attestation), own);
  if (why !== undefined) return paper.add(attestation, 0, `does not hold: ${why}`, wanted);
  // These are made from the signed files after the signature.
  const later = [attestation, 'ro-crate-metadata.json', sumsFile];
  const present = paper.files.filter((path) => !later.includes(path));
  for (const path of new Set([...present, ...signed.keys()]))
    if (paper.hash(path) !== signed.get(path))
      paper.add(path, 0, 'is not what was signed', `SHA-256 ${signed.get(path) ?? 'of no file'}`);
  const alone = `whole, by the key ${id}, known from this folder alone; give it: --key`;
  if (pem !== undefined) paper.did(`files signed with the key ${id}`, signed.size);
  else paper.left('signature', alone);
}

/** What the service adds to the evidence itself. */
const ownRoles = ['telemetry', 'idea', 'registration', 'observed', 'replication'];

/** The worker's signature over the evidence as it arose; redacted files differ on purpose. */
function checkEvidenceSignature(paper, bundle) {
  const file = 'evidence-attestation.json';
  if (!paper.files.includes(file)) return;
  const { envelope, public_key: pem } = paper.json(file) ?? {};
  const { why, signed } = openEnvelope(envelope, pem);
  if (why !== undefined) return paper.add(file, 0, `does not hold: ${why}`, 'a whole signature');
  const redacted = listOf(bundle.redactions).map(({ path }) => path);
  for (const { path, role, sha256: hash } of listOf(bundle.files))
    if (!ownRoles.includes(role) && !redacted.includes(path) && signed.get(path) !== hash)
      paper.add(path, 0, 'is not what the worker signed', String(signed.get(path)));
  paper.did('files signed by the worker', signed.size);
}

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** RFC 6962 over `public_path`, NUL and the hash of each file, sorted by path. */
function merkleRoot(files) {
  const leaves = [...files]
    .sort((a, b) => byUnits(a.public_path, b.public_path))
    .map((file) => sha256(Buffer.of(0), `${file.public_path}\0${file.sha256}`));
  const tree = (nodes) => {
    if (nodes.length < 2) return nodes[0] ?? sha256('');
    const half = 2 ** Math.ceil(Math.log2(nodes.length) - 1);
    return sha256(Buffer.of(1), tree(nodes.slice(0, half)), tree(nodes.slice(half)));
  };
  return tree(leaves).toString('hex');
}

const ownFiles =
  /^(?:papers\/|paper\.(?:md|tex|pdf)$|(?:claim_ledger|evidence_bundle|paper_manifest)\.json$)/;

/** Reads the files of the bundle: by path, their hash, what they hold, and whether the run wrote them. */
function checkEvidence(paper, bundle) {
  const { add } = paper;
  const readings = new Map();
  for (const { public_path: path, path: origin, sha256: hash, bytes, role } of listOf(
    bundle.files,
  )) {
    const found = readFile(paper.root, path);
    const right = `the file with SHA-256 ${hash}`;
    if (ownFiles.test(path) || ownFiles.test(origin))
      add(path, 0, 'is part of the paper', 'a file of the run');
    if (found === undefined) add(path, 0, 'is evidence and is not there, or too large', right);
    if (found === undefined) continue;
    if (found.sha256 !== hash)
      add(path, 0, `hashes to ${found.sha256}, the bundle says ${hash}`, right);
    if (found.bytes !== bytes)
      add(path, 0, `has ${found.bytes} bytes, the bundle says ${bytes}`, `${bytes} bytes`);
    const value = parseEvidence(path, found.text());
    readings.set(path, { sha256: found.sha256, value, isOfRun: !ownRoles.includes(role) });
  }
  for (const path of paper.files)
    if (path.startsWith('evidence/') && !readings.has(path))
      add(path, 0, 'is evidence that the bundle does not list', 'no such file, or its entry');
  const root = merkleRoot(listOf(bundle.files));
  if (bundle.merkle_root !== root) add(bundleFile, 0, `merkle_root is ${bundle.merkle_root}`, root);
  for (const { file, pointer, value } of listOf(bundle.metrics)) {
    const found = select(readings.get(file)?.value, pointer);
    if (found?.length !== 1 || found[0] !== value)
      add(bundleFile, 0, `${file}${pointer} is not ${value}`, shown(found?.[0]));
  }
  paper.did('evidence files', readings.size);
  return readings;
}

// ---- Claims ------------------------------------------------------------------------------------

/** Values by claim id; a claim with a problem has none. */
function checkClaims(paper, ledger, bundle, readings) {
  const values = new Map();
  const claims = listOf(ledger.claims);
  const say = (message, right) => paper.add(ledgerFile, 0, message, right);
  if (claims.length === 0) say('holds no claim', 'the claims of the paper');
  if (ledger.evidence_merkle_root !== bundle.merkle_root)
    say('was made from other evidence', `evidence_merkle_root ${bundle.merkle_root}`);
  for (const name of ['paper_id', 'run_id'])
    for (const file of [ledgerFile, paperManifest])
      if (paper.json(file)?.[name] !== bundle[name])
        paper.add(file, 0, `${name} is ${paper.json(file)?.[name]}`, String(bundle[name]));
  const count = claims.filter((claim) => claim.support_status === 'unsupported').length;
  if (ledger.unsupported_claim_count !== count)
    say(`unsupported_claim_count is ${ledger.unsupported_claim_count}`, `${count}`);
  const metrics = listOf(bundle.metrics);
  const unitOf = new Map(
    metrics.map(({ file: path, pointer, unit }) => [placeOf({ path, pointer }), unit]),
  );
  const read = (source) => {
    const hash = source.indexOf('#');
    const pointer = source.slice(hash + 1);
    const found = select(readings.get(source.slice(0, hash))?.value, pointer, true);
    if (hash < 0 || found === undefined) refuse(`${source} leads nowhere`);
    return isSeries(pointer) ? found : found[0];
  };
  claims.forEach((claim, at) => {
    let fine = true;
    const add = (message, right) => {
      fine = false;
      say(`${claim.id}: ${message}`, right);
    };
    if (claim.id !== `C${at + 1}`) add('stands at another place', `C${at + 1}`);
    checkReferences(claim, readings, unitOf, bundle, add);
    const value = checkDerived(claim, read, add);
    checkOutcome(claim, value, bundle, add);
    checkReplication(claim, value, { bundle, claims, readings }, add);
    if (fine && value !== undefined) values.set(claim.id, value);
  });
  paper.did('claims', claims.length);
  return values;
}

function checkReferences(claim, readings, unitOf, bundle, add) {
  const refs = listOf(claim.evidence_refs);
  const ofIdea = claim.setting?.source === 'idea';
  if (refs.length === 0 && !ofIdea && claim.outcome?.verdict !== 'not_measured')
    add('has no reference', 'a reference to a result file');
  for (const ref of refs) {
    const { path, pointer, quoted_value: quoted, recomputed_value: stated } = ref;
    const isOfBundle = ofIdea && path === bundleFile;
    const reading = isOfBundle ? { value: bundle } : readings.get(path);
    if (reading === undefined) {
      add(`${path} is not in the bundle`, 'a file of the bundle');
      continue;
    }
    if (!isOfBundle && reading.sha256 !== ref.sha256)
      add(`${path} is stated with hash ${ref.sha256}`, reading.sha256);
    const isWhole = claim.derived !== undefined && isSeries(pointer);
    const found = select(reading.value, pointer, isWhole);
    const value = isWhole ? found?.length : found?.[0];
    if (value === undefined || value !== stated)
      add(`${path}${pointer} is stated as ${stated}`, shown(value));
    else if (!isOfBundle && (!prints(quoted, value) || ref.match !== true))
      add(`prints ${quote(quoted)} for ${pointer}`, shown(value));
    const at = placeOf(ref);
    if (claim.kind === 'measurement' && unitOf.has(at) && unitOf.get(at) !== claim.unit)
      add(`is stated in ${claim.unit}`, String(unitOf.get(at)));
  }
  const series = claim.derived === undefined ? [] : refs.filter((ref) => isSeries(ref.pointer));
  if (claim.n !== undefined && series.length === 1 && claim.n !== series[0].recomputed_value)
    add(`n is ${claim.n}`, shown(series[0].recomputed_value));
}

/** The number the claim states: recomputed where it is derived, else the one it refers to. */
function checkDerived(claim, read, add) {
  const refs = listOf(claim.evidence_refs);
  if (claim.derived === undefined) {
    const isMade = claim.comparison !== undefined || /^(?:comparison|statistic)$/.test(claim.kind);
    if (isMade) add('has no formula', 'its formula');
    const value = refs[0]?.recomputed_value;
    return typeof value === 'number' && claim.kind !== 'observation' ? value : undefined;
  }
  const { formula, quoted_value: quoted, recomputed_value: stated, match } = claim.derived ?? {};
  const { value, why } = evaluateFormula(formula, read);
  if (!Number.isFinite(value)) {
    add(`${formula} has no value: ${why ?? 'it is not finite'}`, 'a formula that has one');
    return undefined;
  }
  const tree = parseFormula(formula);
  const sources = [...new Set(sourcesOf(tree))].join();
  if (sources !== [...new Set(refs.map(placeOf))].join())
    add('refers to other sources than its formula', sources);
  // Only of an interval of Student's t do two ways to compute it differ, in the last digits.
  const room = callsOf(tree).some((name) => name?.startsWith('t_')) ? 1e-8 : 0;
  const isNear = Math.abs(value - stated) <= room * Math.max(Math.abs(value), Math.abs(stated));
  if (value !== stated && !isNear) add(`${formula} is stated as ${stated}`, shown(value));
  else if (!prints(quoted, value) || match !== true) add(`prints ${quote(quoted)}`, shown(value));
  if (claim.comparison !== undefined) checkComparison(claim, tree, read, add);
  return value;
}

function checkComparison({ comparison }, tree, read, add) {
  const compares = ['ratio', 'difference', 'percent_change'].includes(tree.name);
  if (!compares) return add('compares nothing', 'ratio, difference or percent_change of two');
  const [a, b] = tree.args.map((arg) => evaluate(arg, read));
  const direction = a > b ? 'higher' : a < b ? 'lower' : 'equal';
  const { subject, baseline, direction: said } = comparison;
  if (said !== direction) add(`${subject} is called ${said} than ${baseline}`, direction);
  operands.set(comparison, [a, b]);
}
/** What a comparison compares, in numbers. */
const operands = new WeakMap();

const holds = {
  at_least: (value, threshold) => value >= threshold,
  at_most: (value, threshold) => value <= threshold,
  above: (value, threshold) => value > threshold,
  below: (value, threshold) => value < threshold,
};
/** The verdict of a criterion on a value; undefined where it is no criterion. */
function judge({ direction, threshold } = {}, value) {
  if (!Object.hasOwn(holds, String(direction)) || typeof threshold !== 'number') return undefined;
  if (value === undefined) return 'not_measured';
  return holds[direction](value, threshold) ? 'met' : 'not_met';
}

/** RFC 8785 for what JSON can say. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
};

function checkOutcome({ outcome, unit }, value, bundle, add) {
  if (outcome === undefined) return;
  const { metric, threshold, verdict, registration: stated } = outcome;
  const known = bundle.registration ?? null;
  const right = judge(outcome, value);
  if (right === undefined) return add('has no criterion', 'a direction and a threshold');
  if (verdict !== right)
    add(`${metric} is called ${verdict}`, `${right} (${shown(value)} against ${threshold})`);
  if (value !== undefined && outcome.unit && unit && unit !== outcome.unit)
    add(`the threshold is in ${outcome.unit}`, `the value's unit, ${unit}`);
  if (stated?.event_id !== known?.event_id || stated?.sha256 !== known?.sha256)
    add('names another registration than the bundle', String(known?.event_id ?? 'none'));
  if (known === null) return;
  const digest = sha256(canonical(known.evaluation)).toString('hex');
  if (digest !== known.sha256)
    add(`the registered criterion hashes to ${digest}`, String(known.sha256));
  for (const name of ['metric', 'direction', 'threshold'])
    if (known.evaluation?.[name] !== outcome[name])
      add(`${name} is ${outcome[name]}`, shown(known.evaluation?.[name]));
}

/** The verdict follows from the value, that of the first run is the outcome's, and agreeing follows from both. */
function checkReplication(claim, value, { bundle, claims, readings }, add) {
  const { replication } = claim;
  if (replication === undefined) return;
  const met = judge(bundle.registration?.evaluation, value);
  if (met === undefined)
    return add('is a replication without a criterion', 'a registration in the bundle');
  const { verdict, first_verdict: first, intervals, agrees, seed, copied } = replication;
  if (verdict !== met) add(`the replication is called ${verdict}`, met);
  const outcome = claims.find((each) => each.kind === 'outcome');
  const firstVerdict = outcome?.outcome?.verdict;
  if (first !== firstVerdict) add(`the first run is called ${first}`, String(firstVerdict));
  const isMeasured = met !== 'not_measured';
  const about = listOf(bundle.files).find(({ path }) => path === 'replication/run.json');
  const { worker } = readings.get(about?.public_path)?.value ?? {};
  if (replication.worker !== worker)
    add(`the worker is called ${replication.worker}`, String(worker));
  const own = ownRun(outcome, claim, bundle, readings, about?.public_path);
  const ownSeed = isMeasured ? own.seed : 'unknown';
  if (seed !== ownSeed) add(`its seed is called ${seed}`, ownSeed);
  const ownCopy = isMeasured ? own.copied : 'no';
  if (copied !== ownCopy) add(`what is copied is called ${copied}`, ownCopy);
  const isOwn = ownSeed !== 'same' && ownCopy === 'no';
  const right = isMeasured && verdict === first && intervals !== 'apart' && isOwn;
  if (agrees !== right) add(`agrees is ${agrees}`, String(right));
}

/** Numbers below members that are called a seed, but for counts of seeds and those of a bootstrap. */
function seedsOf(value, isSeed = false, depth = 0) {
  if (typeof value === 'number') return isSeed && Number.isFinite(value) ? [value] : [];
  if (depth > 24 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item) => seedsOf(item, isSeed && typeof item === 'number', depth + 1));
  return Object.entries(value).flatMap(([name, member]) => {
    const isNamed = /(?:^|[^a-z])seeds?$/i.test(name) || /[a-z]Seeds?$/.test(name);
    const isOther = /^(?:n|no|num|number|count)(?:[^a-z]|seeds)|boot|resampl/i.test(name);
    return seedsOf(member, isNamed && !isOther, depth + 1);
  });
}

/** Whether the second run has a seed, a result file and raw values of its own. */
function ownRun(outcome, claim, bundle, readings, about) {
  const pathsOf = (roles) =>
    listOf(bundle.files).flatMap((file) => (roles.includes(file.role) ? [file.public_path] : []));
  const readingOf = (path) => readings.get(path) ?? {};
  const [one, other] = [outcome, claim].map((each) => listOf(each?.evidence_refs)[0] ?? {});
  const again = readingOf(other.path);
  const seeds = [...seedsOf(again.value), ...seedsOf(readingOf(about).value)];
  const before = new Set(
    pathsOf(['result', 'metrics', 'idea']).flatMap((path) => seedsOf(readingOf(path).value)),
  );
  const isKnown = seeds.length > 0 && before.size > 0;
  const isSame = isKnown && seeds.every((seed) => before.has(seed));
  const results = pathsOf(['result', 'metrics']).map((path) => readingOf(path).sha256);
  const [left, right] = [one, other].map(({ path, pointer }) =>
    isSeries(pointer) ? select(readingOf(path).value, pointer, true) : undefined,
  );
  const areEqual =
    left !== undefined &&
    left.length === right?.length &&
    new Set(left).size >= 3 &&
    left.every((value, at) => value === right[at]);
  return {
    seed: isSame ? 'same' : isKnown ? 'other' : 'unknown',
    copied: results.includes(again.sha256) ? 'file' : areEqual ? 'values' : 'no',
  };
}

// ---- Drafts ------------------------------------------------------------------------------------

function expand(list) {
  return list.split(', ').flatMap((part) => {
    const [first, last = first] = part.split('–').map((id) => Number(id.slice(1)));
    const length = last - first + 1;
    if (!(length >= 1 && length <= 1000)) return [part];
    return Array.from({ length }, (_, at) => `C${first + at}`);
  });
}

/** A line whose links and targets of citations are replaced by what they show; one to another claim stays. */
const unlink = (line) => {
  const isOf = (ids, list) => ids.match(/\d+/g).join() === expand(list).join().replaceAll('C', '');
  const plain = (list) => list.replaceAll('{}', '').replaceAll('\\textendash', '–');
  return line
    .replace(/\[C(\d+)\]\(#c(\d+)\)/g, (all, id, to) => (id === to ? `C${id}` : all))
    .replace(/((?:<a id="c\d+"><\/a>)+)\[(C[\dC–, ]+)\]/, (all, ids, list) =>
      isOf(ids, list) ? `[${list}]` : all,
    )
    .replace(
      /((?:\\claimtarget\{C\d+\})+)\{\[\}(C(?:[\dC, {}]|\\textendash)+)\{\]\}/,
      (all, ids, list) => (isOf(ids, plain(list)) ? `{[}${list}{]}` : all),
    );
};

/** Between the cells of a row as it is read; no line holds it. */
const cellEnd = '\u001f';
const collapse = (text) => text.replace(/\s+/gu, ' ').trim();

/** What a line of Markdown prints, and its cells; `why` where it holds markup that a paper has no use for. */
function readMarkdown(line, figures) {
  if (/^\|[\s:|-]+\|$/.test(line)) return { text: '' };
  const [, alt, target] = /^!\[([^\]]*)\]\(([^)\s]*)\)$/.exec(line) ?? [];
  if (target !== undefined)
    return figures.has(target) && alt === 'Plot' ? { text: '' } : { why: `shows ${quote(line)}` };
  let text = '';
  const part = /\\(.?)|`([^`]*)`|[`*|]|(?:[^\\`*|<&[]|\[(?=C\d))+/y;
  const body = line.replace(/^(?:#{1,6}|>|-) /, '');
  while (part.lastIndex < body.length) {
    const at = part.lastIndex;
    const match = part.exec(body);
    if (match === null) return { why: `holds markup: ${quote(body.slice(at, at + 40))}` };
    const [all, escaped, code] = match;
    text += code ?? escaped ?? (all === '*' ? '' : all === '|' ? cellEnd : all);
  }
  if (!line.startsWith('|')) return { text: collapse(text.replaceAll(cellEnd, ' ')) };
  const cells = text.split(cellEnd).slice(1, -1).map(collapse);
  return { text: cells.join(` ${cellEnd} `), cells };
}

/** Printed lines of the Markdown. */
function readMarkdownDraft(paper, figures) {
  return (paper.text('paper.md') ?? '').split('\n').flatMap((raw, index) => {
    const at = index + 1;
    const {
      text = '',
      cells,
      why,
    } = raw.length > lineCharsMax
      ? { why: `has more than ${lineCharsMax} characters` }
      : readMarkdown(unlink(raw), figures);
    if (why !== undefined) paper.add('paper.md', at, why, 'plain text');
    return text === '' ? [] : [{ at, text, cells, isRow: cells !== undefined }];
  });
}

/** Letters, digits and what belongs to numbers; symbols for which LaTeX has commands are left out of both drafts. */
const streamOf = (text) =>
  text.normalize('NFC').replace(/[\u0391-\u03a9\u03b1-\u03c9µ²³¹]|[^\p{L}\p{M}\p{N}.,%+-]/gu, '');

const texPreamble =
  /^(?:\\documentclass\[[\w,]*\]\{article\}|\\usepackage(?:\[[\w=,]*\])?\{\w+\}|\\IfFileExists\{\w+\.sty\}\{\\usepackage(?:\[[\w=,]*\])?\{\w+\}\}\{\}|\\ifdefined\\pdftrailerid\\pdftrailerid\{\}\\fi|\\ifdefined\\directlua\\usepackage\{fontspec\}\\fi|\\newcolumntype\{[A-Z]\}\{>\{\\ragged(?:right|left)\\arraybackslash\}p\{[\d.]+\\linewidth\}\}|\\newcommand\{\\\w+\}\[1\]\{.*#1.*\}|\\setlength\{\\\w+\}\{[\w. ]+\}|\\sloppy|\\hbadness=\d+|\s*)$/;
const isHiding =
  /\\(?:phantom|vphantom|hphantom|color|textcolor|iffalse|input|include|write|def|let)\b|\\fontsize/;
/** Commands that print nothing: structure, symbols, labels, drawing. */
const texSilent =
  /^\\(?:(?:begin|end)\{(?:itemize|center|document|longtable|picture)\}(?:\{[A-Za-z]+\}|[\d(),.-]*)|toprule|bottomrule|midrule\\endhead|begingroup\\(?:small|footnotesize)|endgroup|setlength\{\\unitlength\}\{1mm\}|small\\thinlines|thi(?:ck|n)lines|qbezier[\d[\](),.-]+|(?:multi)?put[\d(),.-]+(?:\{[\d.]+\})?\{\\(?:line[\d(),.-]+\{[\d.]+\}|circle\*?\{[\d.]+\}|makebox\(0,0\)\{(?:\\rule\{[\d.]+mm\}\{[\d.]+mm\}|\$(?:\\\w+|\+)\$)\})\})$|\\ensuremath\{(?:-|\\[A-Za-z]+)\}|\\label\{[a-z:-]*\}/gm;
const texPrinting =
  /^(?:emph|textbf|texttt|papertitle|tablecaption|figurecaption|notice|section|subsection|claimref|codepoint|allowbreak|item|[{}$&#_%])$/;

/** The LaTeX prints the letters and numbers of the Markdown, in the same order, and no other commands. */
function checkLatex(paper, markdown, figureTexts) {
  const [head, ...bodies] = (paper.text('paper.tex') ?? '').split('\n\\begin{document}\n');
  const add = (line, message, right) => paper.add('paper.tex', line, message, right);
  const above = head.split('\n');
  for (const [at, line] of above.entries())
    if (line.length > 400 || !texPreamble.test(line) || isHiding.test(line))
      add(at + 1, `sets up ${quote(line)}`, 'the usual preamble');
  const lines = bodies
    .join('\n')
    .split('\n')
    .flatMap((raw, index) => {
      const at = above.length + 2 + index;
      const plain = raw.length > lineCharsMax ? '\\' : unlink(raw).replace(texSilent, '');
      // A label of a drawing stands in no line of the Markdown.
      const [, label] =
        /^\\put\([\d.,-]+\)\{\\makebox\(0,0\)(?:\[\w\])?\{(.*)\}\}$/.exec(plain) ?? [];
      const printed = label ?? plain;
      for (const { 0: all, 1: name, index: from } of printed.matchAll(
        /\\([A-Za-z]+|.?)|[%$#^_~&]/g,
      )) {
        const rest = printed.slice(from + all.length);
        const isSymbol = /^text[a-z]+$/.test(name) && rest.startsWith('{}');
        const isOfRow = (name === '\\' && rest === '') || (all === '&' && printed.endsWith('\\\\'));
        const isOurs = texPrinting.test(name ?? '') || isSymbol || isOfRow;
        if (!isOurs || isHiding.test(raw))
          add(at, `holds a command: ${quote(printed.slice(from))}`, 'plain text');
      }
      const text = printed
        .replace(/\\codepoint\{([0-9A-F]{1,5})\}/g, (_, point) =>
          String.fromCodePoint(`0x${point}`),
        )
        .replaceAll('\\textminus{}', '-');
      const stream = streamOf(text.replace(/\\[A-Za-z]+/g, ''));
      if (label === undefined) return stream === '' ? [] : [{ at, stream }];
      if (!figureTexts.has(stream)) add(at, `draws ${quote(label)}`, 'a text of the figure');
      return [];
    });
  const wanted = markdown.flatMap(({ text }) => [streamOf(text)].filter((stream) => stream !== ''));
  const length = Math.max(lines.length, wanted.length);
  const odd = Array.from({ length }, (_, at) => at).find((at) => lines[at]?.stream !== wanted[at]);
  if (odd !== undefined)
    add(lines[odd]?.at ?? 0, `says ${quote(lines[odd]?.stream ?? '')}`, quote(wanted[odd] ?? ''));
  paper.did('lines of paper.tex', lines.length);
}

/** Invisible characters, turned writing, and Cyrillic within Latin words. */
const lookAlike =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?![\t\r])\p{Cc}|(?<=\p{Script=Latin})\p{Script=Cyrillic}|\p{Script=Cyrillic}(?=\p{Script=Latin})/gu;

const citation = /\[(C\d+(?:–C\d+)?(?:, C\d+(?:–C\d+)?)*)\]/g;

/** Blanks the texts that the ledger declares as no results, longest first, and counts them. */
function createMask(texts) {
  const byStart = new Map();
  for (const text of [...texts].sort((a, b) => b.length - a.length))
    byStart.set(text[0], [...(byStart.get(text[0]) ?? []), text]);
  return (line, found) => {
    let rest = '';
    for (let at = 0; at < line.length; ) {
      const text = byStart.get(line[at])?.find((candidate) => stands(line, at, candidate));
      if (text !== undefined) found.set(text, (found.get(text) ?? 0) + 1);
      rest += text === undefined ? line[at] : ' '.repeat(text.length);
      at += text?.length ?? 1;
    }
    return rest;
  };
}
function stands(line, at, text) {
  if (!line.startsWith(text, at)) return false;
  const before = line.slice(Math.max(0, at - 4), at);
  const after = line.slice(at + text.length, at + text.length + 4);
  const isCutBefore = /(?:[\p{L}\p{M}\p{N}_]|\p{N}[.,])$/u.test(before);
  if (/^[\p{L}\p{N}]/u.test(text) && isCutBefore) return false;
  if (/^\p{N}/u.test(text) && /(?<![\p{L}\p{N}])[-+\u2212]$/u.test(before)) return false;
  return !(/[\p{L}\p{N}]$/u.test(text) && /^(?:[\p{L}\p{M}\p{N}_]|[.,]\p{N})/u.test(after));
}

const isOfWords = ({ derived, evidence_refs: refs, kind } = {}) =>
  derived === undefined &&
  (typeof listOf(refs)[0]?.recomputed_value !== 'number' ||
    !['measurement', 'setting', 'outcome', 'replication'].includes(kind));

/** Every line of the draft: its numbers against the claims cited next to them, and what it says of them. */
function checkDraft(paper, lines, { ledger, bundle, values, readings }) {
  const claims = new Map(listOf(ledger.claims).map((claim) => [claim.id, claim]));
  const declared = listOf(ledger.not_results);
  const mask = createMask(declared.map(({ text }) => String(text)).filter((text) => text !== ''));
  const found = new Map();
  let counts;
  const saying = {
    claims,
    values,
    namesOf: createNames(readings),
    verdicts: verdictsOf(claims),
    counts: () => (counts ??= countsOf(readings)),
  };
  const names = listOf(ledger.claims).flatMap(({ label, subject, quantity, comparison }) =>
    [label, subject, quantity, comparison?.subject, comparison?.baseline].map((name) => name ?? ''),
  );
  const said = new Set(wordsOf([bundle.idea?.title, ...names].join(' ')));
  let [count, caption, heads] = [0, '', []];
  for (const [place, { at, text, cells, isRow }] of lines.entries()) {
    const add = (message, right) => paper.add('paper.md', at, message, right);
    if (isRow && lines[place - 1]?.isRow !== true)
      [caption, heads] = [lines[place - 1]?.text ?? '', cells];
    const cites = [];
    const bare = text.replace(citation, (match, list, index) => {
      cites.push({ index, end: index + match.length, ids: expand(list) });
      return ' '.repeat(match.length);
    });
    const rest = mask(bare, found);
    const cited = cites.flatMap(({ ids }) => ids);
    for (const id of cited.filter((each) => !claims.has(each)))
      add(`cites ${id}, which the ledger does not have`, 'a claim of the ledger');
    checkRecordedWords(bare, cites, claims, add, isRow);
    for (const { 0: odd, index } of text.replaceAll(cellEnd, '|').matchAll(lookAlike)) {
      const around = quote(text.slice(Math.max(0, index - 12), index + 12));
      const code = odd.codePointAt(0).toString(16).toUpperCase();
      add(`holds U+${code} at ${around}`, 'letters of one script that can be seen');
    }
    const numbers = findNumbers(rest);
    // A claim of words has no number that a row could show.
    const ofRow = cited.filter((id) => !(claims.has(id) && isOfWords(claims.get(id))));
    if (isRow && numbers.length !== ofRow.length)
      add(`the row has ${numbers.length} numbers and cites ${ofRow.length} claims`, 'one for each');
    const placed = numbers.flatMap((token, order) => {
      const next = cites.find(({ index }) => index > token.index)?.ids ?? [];
      const ids = isRow ? ofRow.slice(order, order + 1) : next;
      const id = ids.find((each) => standsFor(token, values.get(each)));
      const right = ids.filter((each) => values.has(each)).map((each) => shown(values.get(each)));
      if (id !== undefined) return [{ ...token, id, claim: claims.get(id) }];
      const whose = ids.join(', ') || 'any cited claim';
      add(`${token.text} is not the value of ${whose}`, right.join(' or ') || 'a cited number');
      return [];
    });
    count += placed.length;
    for (const { text: token, end, id, claim } of placed) {
      const unit = oddUnit(rest.slice(end, end + 40), claim.unit);
      if (unit !== undefined) add(`${token} ${unit} is ${id}`, `in ${claim.unit ?? 'no unit'}`);
    }
    if (isRow) checkRow({ text, cells, heads, caption, placed, readings }, saying, add);
    else checkProse({ text: bare, cites, placed, isTitle: place === 0, said }, saying, add);
  }
  for (const { text, count: stated } of declared)
    if ((found.get(text) ?? 0) !== stated)
      paper.add('paper.md', 0, `holds ${quote(text)} ${found.get(text) ?? 0} times`, `${stated}`);
  const head = lines.slice(0, 10).map((line) => line.text);
  if (!/(?<!\bnot )\b(?:generated by an? AI|AI[- ]generated)\b/i.test(head.join(' ')))
    paper.add(
      'paper.md',
      0,
      'does not say at its top that an AI system generated it',
      'the notice',
    );
  paper.did('numbers of paper.md', count);
}

/** Before the citation of an observation, or in its row, stand the words of the record. */
function checkRecordedWords(line, cites, claims, add, isRow) {
  const fold = (text) => text.toLowerCase().replace(/[_-]+/g, ' ');
  cites.forEach(({ index, ids }, at) => {
    const before = fold(isRow ? line : line.slice(cites[at - 1]?.end ?? 0, index)).trimEnd();
    for (const claim of ids.map((id) => claims.get(id))) {
      const word = listOf(claim?.evidence_refs)[0]?.quoted_value;
      if (claim?.kind !== 'observation' || typeof word !== 'string') continue;
      const place = before.lastIndexOf(fold(word));
      const [left, right] = [before.slice(0, place), before.slice(place + word.length)];
      const isWhole = place >= 0 && !/\p{L}$/u.test(left) && !/^\p{L}/u.test(right);
      if (!isWhole || /\b(?:not|un|never|hardly) ?$/.test(left))
        add(`says something else than ${claim.id} records`, word);
    }
  });
}

// ---- What is said of the numbers ---------------------------------------------------------------

/** Words of a text as names are compared: lower case, a plural as its singular. */
const wordsOf = (text) => {
  const spaced = String(text)
    .normalize('NFKC')
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2');
  const words = spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => (/^\p{L}{3,}[^s]s$/u.test(word) ? word.slice(0, -1) : word));
};
const endings = new Set(
  wordsOf(
    `${[...unitNames].join(' ')} per pct milliseconds seconds minutes hours days byte watts joules`,
  ),
);
/** Words of a name without the unit at its end; none where it is too long to be printed whole. */
function nameOf(text) {
  const words = text.length > 40 ? [] : wordsOf(text);
  while (words.length > 1 && endings.has(words.at(-1))) words.pop();
  return words;
}
const isIn = (name, words) => name.length > 0 && name.every((word) => words.has(word));

/** By claim what it may be called at each step of its pointer, and what is called otherwise there: other cases, other quantities. */
const createNames = (readings) => {
  const known = new Map();
  const read = ({ kind, label, subject, quantity, evidence_refs: refs }) => {
    const [{ path, pointer } = {}] = listOf(refs);
    let from = readings.get(path)?.value;
    if (!readings.get(path)?.isOfRun || !/^(?:measurement|setting)$/.test(kind)) return [];
    return stepsOf(pointer).map((name, at, steps) => {
      const [record, tail] = [from, steps.slice(at + 1)];
      const follow = (value) =>
        tail.reduce((found, each) => (has(found, each) ? found[each] : undefined), value);
      from = record?.[name];
      const isList = Array.isArray(record);
      const keys = isList && record.length > 65 ? [] : Object.keys(record ?? {});
      const others = keys.filter((key) => key !== name).map((key) => [key, record[key]]);
      if (isList) {
        // Cases of a list have their names in one member.
        const isOwn = ([, text]) => nameOf(String(text)).join() === nameOf(subject ?? '').join();
        const member = isRecord(from) ? Object.entries(from).find(isOwn)?.[0] : undefined;
        const rivals = others.map(([, row]) => nameOf(String(row?.[member] ?? '')));
        return { own: [nameOf(subject ?? '')], rivals: member === undefined ? [] : rivals };
      }
      const rivals = others.filter(([, value]) => typeof follow(value) === 'number');
      const own = [name, ...(tail.length === 0 ? [label, quantity] : [subject])];
      return {
        own: own.map((each) => nameOf(each ?? '')),
        rivals: rivals.map(([key]) => nameOf(key)),
      };
    });
  };
  return (claim) => {
    if (!known.has(claim)) known.set(claim, read(claim));
    return known.get(claim);
  };
};

/** Told where the words beside a number name another case or quantity and not that of its claim. */
function checkNames({ text, id, claim }, near, { namesOf }, add) {
  const words = new Set(wordsOf(near));
  for (const { own, rivals } of namesOf(claim)) {
    if (own.every((name) => name.length === 0) || own.some((name) => isIn(name, words))) continue;
    const rival = rivals.find((name) => isIn(name, words) && !isIn(name, new Set(own[0])));
    if (rival === undefined) continue;
    add(`${text} (${id}) stands at “${rival.join(' ')}”`, `“${own[0].join(' ')}”`);
    return;
  }
}

/** What texts call a statistic, and how formulas do. */
const statistics = pairs(
  'median=median mean=mean minimum=min maximum=max ratio=ratio difference=difference',
);

/** Whether two values were read at different places of one list. */
function areApart(one, other) {
  const [a, b] = [one, other].map(({ derived, evidence_refs: refs }) =>
    derived === undefined ? (listOf(refs)[0] ?? {}) : {},
  );
  const [left, right] = [stepsOf(a.pointer), stepsOf(b.pointer)];
  const at = left.findIndex((step, place) => step !== right[place]);
  return a.path !== undefined && a.path === b.path && /^\d+ \d+$/.test(`${left[at]} ${right[at]}`);
}

/** A row: its numbers are of what its cells and the heads above them name, of one record, of the files of the caption. */
function checkRow({ text, cells, heads, caption, placed, readings }, saying, add) {
  const cellOf = ({ index }) => text.slice(0, index).split(cellEnd).length - 1;
  const numbered = new Set(placed.map(cellOf));
  const words = cells.filter((cell, at) => !numbered.has(at) && !/\/|\[C\d/.test(cell));
  const files = [...readings.keys()].filter((path) => caption.includes(path));
  for (const token of placed) {
    const { id, claim, text: printed } = token;
    const head = heads[cellOf(token)] ?? '';
    checkNames(token, `${words.join(' ')} ${head}`, saying, add);
    const [, unit] = /[(,] ?([^(),]+)\)$/.exec(head) ?? [];
    if (isUnit(unit) && unit !== claim.unit)
      add(`${printed} (${id}) stands below ${unit}`, `${claim.unit}`);
    const paths = listOf(claim.evidence_refs).map(({ path }) => path);
    if (files.length > 0 && paths.length > 0 && !paths.some((path) => files.includes(path)))
      add(`${printed} (${id}) is not of ${files.join()}`, paths.join());
    if (areApart(placed[0].claim, claim))
      add(`${printed} (${id}) is of another record`, 'one record');
    const made = /^(?:convert\()?([a-z]+)\(/.exec(claim.derived?.formula)?.[1];
    const called = wordsOf(`${head} ${words.join(' ')}`).flatMap(
      (word) => statistics.get(word) ?? [],
    );
    if ([...statistics.values()].includes(made) && called.length > 0 && !called.includes(made))
      add(`${printed} (${id}) is called a ${called[0]}`, made);
  }
}

const [ones, tens] = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'twenty thirty forty fifty sixty seventy eighty ninety',
].map((list) => list.split(' '));
const scales = new Map(Object.entries({ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6 }));
const numerals = new Map([
  ...ones.map((word, value) => [word, value]),
  ...tens.map((word, at) => [word, 10 * (at + 2)]),
  ...Object.entries({ twice: 2, thrice: 3 }),
]);
/** One number in words, with what it measures; not part of a name such as `twelve-layer`. */
const numeral = (() => {
  const [small, scale] = [[...numerals.keys()], [...scales.keys()]].map((list) => list.join('|'));
  const part = `(?:(?:${tens.join('|')})[- ](?:${ones.slice(1, 10).join('|')})|${small})`;
  const whole = `(?:(?:${part}[- ])?(?:${scale})(?:[- ](?:${scale}))*(?:(?: and | )${part}(?:[- ](?:${scale}))*)*|${part})`;
  const measure = '(?=( (?:per ?cent|times|points|out of)\\b)?)';
  return new RegExp(`\\b${whole}\\b(?!-(?!fold)[a-z])${measure}`, 'gi');
})();

/** What the words of a number come to. */
function numeralOf(words) {
  let [total, part] = [0, 0];
  for (const word of words) {
    const size = scales.get(word);
    if (size === undefined) part += numerals.get(word) ?? 0;
    else part = (part || 1) * size;
    if (size >= 1000) [total, part] = [total + part, 0];
  }
  return total + part;
}

/** By value, the names under which files of the run and the idea state a number, and how many they list of what. */
function countsOf(readings) {
  const found = new Map();
  const note = (value, name) => {
    const names = found.get(value) ?? new Set();
    if (names.size < 100) found.set(value, names.add(nameOf(name).join(' ')));
  };
  const visit = (value, name, depth) => {
    if (typeof value === 'number') note(value, name);
    if (typeof value === 'string')
      for (const [, number, behind] of value
        .slice(0, 300)
        .matchAll(/(\d+) +((?:[a-z-]+ ?){1,3})/gi))
        note(Number(number), behind);
    if (typeof value !== 'object' || value === null || depth > 8) return;
    const members = Object.entries(value).slice(0, 4000);
    note(members.length, name);
    for (const [key, item] of members) visit(item, Array.isArray(value) ? name : key, depth + 1);
  };
  for (const { value } of readings.values()) visit(value, '', 0);
  return found;
}

/** Verdicts that the ledger holds. */
const verdictsOf = (claims) =>
  [...claims.values()].flatMap(({ outcome, replication }) =>
    [outcome?.verdict, replication?.verdict].filter((verdict) => verdict !== undefined),
  );

/** A line of sentences: names, order and ends of its numbers, then its words. */
function checkProse({ text, cites, placed, isTitle, said }, saying, add) {
  const { claims, values, verdicts } = saying;
  const plain = text.replace(/“[^”]*”/gu, (quoted) => ' '.repeat(quoted.length));
  const starts = [
    0,
    ...[...plain.matchAll(/[.!?][”")]?\s+(?=\p{Lu})/gu)].map((m) => m.index + m[0].length),
  ];
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? plain.length;
    const sentence = plain.slice(from, to);
    const within = ({ index }) => index >= from && index < to;
    const numbers = placed.filter(within);
    const own = cites.filter(within);
    const cited = own.flatMap(({ ids }) => ids).flatMap((id) => claims.get(id) ?? []);
    // "3 for A and 4 for B": a name behind a number is of that number.
    const attached = /^\s+(?:for|of|with) .*?(?=\band\b|[,;.]|$)/;
    const behind = ({ end = to } = {}) =>
      attached.exec(plain.slice(end, Math.min(to, end + 120)))?.[0] ?? '';
    for (const token of numbers) {
      const before = own.findLast(({ end }) => end <= token.index);
      const next = own.find(({ index }) => index > token.index);
      const start = before === undefined ? from : before.end + behind(before).length;
      checkNames(token, plain.slice(start, next?.index ?? to) + behind(next), saying, add);
    }
    const compared = cited.filter(({ comparison }) => comparison !== undefined);
    checkOrder({ plain, from, numbers, compared, values }, add);
    if (isTitle) continue;
    checkCompared(sentence, compared, add);
    for (const { 0: word, 1: measure, index } of sentence.matchAll(numeral)) {
      const before = sentence.slice(0, index);
      const words = word.toLowerCase().split(/[- ]/);
      const value = numeralOf(words);
      // "Two runs" and "per million" count nothing, "two points" and "a million" do; "3 million" is read with its digits.
      const isSmall = words.length === 1 && ones.indexOf(words[0]) >= 0 && value < 11;
      const isScale = scales.has(words[0]) && !/\ba $/i.test(before);
      if ((isSmall && value < 2) || ((isSmall || isScale) && measure === undefined)) continue;
      const isCited = cited.some(({ id }) => Math.abs(values.get(id) - value) < 0.5);
      const spoken = new Set(wordsOf(sentence));
      const isNamed = (name) => name.split(' ').some((each) => each !== '' && spoken.has(each));
      // What is cited behind another number is of that one.
      const next = own.find((cite) => cite.index > from + index);
      const isBetween = (token) => token.index > from + index && token.index < next.index;
      const isFree = next === undefined ? own.length === 0 : numbers.some(isBetween);
      const isRecorded = isFree && [...(saying.counts().get(value) ?? [])].some(isNamed);
      const isApart = isDifference(sentence.slice(index + word.length), value, cited, values);
      if (
        !isCited &&
        !isApart &&
        !isRecorded &&
        !/\d $/.test(before) &&
        !said.has(wordsOf(words[0])[0])
      )
        add(`says “${word}”`, 'a cited number');
    }
    const [criterion, not] = /\bcriterion is (not )?met\b/.exec(sentence) ?? [];
    if (criterion !== undefined && !verdicts.includes(not === undefined ? 'met' : 'not_met'))
      add(`says that the ${criterion}`, verdicts[0] ?? 'no verdict');
    const odd = sentence
      .split(/[,;:]|\band\b|\bbut\b/)
      .find((clause) => about.test(clause) && !/\b(?:no|not|nobody|neither|never)\b/i.test(clause));
    if (odd !== undefined) add(`says who wrote or judged it: ${quote(odd.trim())}`, 'the notice');
  }
}
/** "Twelve more than": so much lies between two cited values. */
const isDifference = (behind, value, cited, values) =>
  /^ (?:\p{L}+ )?(?:more|fewer|less|higher|lower|longer|shorter)\b/u.test(behind) &&
  cited
    .slice(0, 100)
    .some(({ id }, at) =>
      cited
        .slice(at + 1, 100)
        .some((other) => Math.abs(Math.abs(values.get(id) - values.get(other.id)) - value) < 0.5),
    );

/** Words about those who wrote or judged a paper. */
const about =
  /\b(?:we|our|my|colleagues|human (?:being|expert)s?|authors?|referees?|manuscript|editorial|reviews|review process|accepted (?:at|for publication)|peer[- ]review(?:ed|ers?)?)\b/i;

/** Which of two was more, and which of them stands behind "than". */
function checkCompared(sentence, compared, add) {
  const words = {
    higher: 'higher|larger|greater|more|above',
    lower: 'lower|smaller|less|fewer|below',
  };
  const isSaid = (way) => new RegExp(`\\b(?:${words[way]})\\b`, 'i').test(sentence);
  const [said, other] = ['higher', 'lower'].filter(isSaid);
  const isTrue = compared.some(({ comparison }) => comparison.direction === said);
  if (said !== undefined && other === undefined && compared.length > 0 && !isTrue)
    if (!/\bnot\b/.test(sentence)) add(`says ${said}`, compared[0].comparison.direction);
  const behind =
    /\b(?:compared (?:with|to)|than|versus|relative to|against|over)\s+(?:(?:for|of|with|the|that)\s+)*/gi;
  for (const match of sentence.matchAll(behind)) {
    const rest = wordsOf(sentence.slice(match.index + match[0].length, match.index + 200)).join(
      ' ',
    );
    const starts = (name) => `${rest} `.startsWith(`${wordsOf(name).join(' ')} `);
    const turned = compared.find(
      ({ comparison: { subject, baseline } }) => starts(subject) && !starts(baseline),
    );
    if (turned === undefined) continue;
    const { subject, baseline } = turned.comparison;
    add(`compares with ${subject}`, `${subject} with ${baseline}`);
  }
}

/** "3 against 5", "rises from 3 to 5", "between 3 and 5", "0.3 at epoch 8". */
function checkOrder({ plain, from, numbers, compared, values }, add) {
  numbers.forEach((first, at) => {
    const before = plain.slice(Math.max(from, first.index - 80), first.index);
    const gapTo = (next) => plain.slice(numbers[next - 1].end, numbers[next].index);
    const value = values.get(first.id);
    const next = numbers[at + 1];
    const [a, b] =
      compared
        .map(({ comparison }) => operands.get(comparison) ?? [])
        .find((two) => two.includes(value) && two.includes(values.get(next?.id))) ?? [];
    if (next !== undefined && /\bagainst\s+$/.test(gapTo(at + 1)) && a !== b && value === b)
      add(`says ${first.text} against ${next.text}`, `${next.text} against ${first.text}`);
    if (next !== undefined && /^\s+(?:\S+\s+)?at\b[^,;.]{0,60}$/.test(gapTo(at + 1)))
      if (areApart(first.claim, next.claim))
        add(`${first.text} was not read at ${next.text}`, 'one record');
    const [, way = 'rises', joint] =
      /(?:\b(falls|drops|decreases|rises|grows|increases)\b[^.;]{0,40} )?\b(from|between) $/.exec(
        before,
      ) ?? [];
    const link = joint === 'from' ? / to $/ : / and $/;
    const last = numbers.find((_, place) => place > at && link.test(gapTo(place)));
    const [low, high] = /^[fd]/.test(way)
      ? [values.get(last?.id), value]
      : [value, values.get(last?.id)];
    if (joint !== undefined && low > high)
      add(`${way} ${joint} ${first.text} to ${last.text}`, 'the other way round');
  });
}

/** A formula over one file names it once, behind the formula. */
function shownFormula(claim) {
  const [only, second] = new Set(listOf(claim.evidence_refs).map(({ path }) => path));
  const formula = String(claim.derived?.formula ?? '');
  return only === undefined || second !== undefined
    ? formula
    : formula.replaceAll(`"${only}#`, '"').replaceAll('","', '", "');
}

/** What is declared as no result is never a bare number, and stands in what its kind names. */
function checkDeclared(paper, ledger, bundle) {
  const manifest = paper.json(paperManifest) ?? {};
  const { registration = null, idea = {} } = bundle;
  const claims = listOf(ledger.claims);
  const refs = claims.flatMap((claim) => listOf(claim.evidence_refs));
  const formulas = claims.map((claim) => plainLine(shownFormula(claim)));
  const files = ['files', 'unavailable', 'redactions'].flatMap((name) => listOf(bundle[name]));
  const hashes = [bundle.merkle_root, registration?.sha256, ...files.map((file) => file.sha256)];
  const hold = (texts) => (text) => texts.some((each) => String(each ?? '\0').includes(text));
  const isIn = (texts) => (text) => texts.some((each) => each && text.includes(String(each)));
  const { paper_id: paperId, run_id: runId, project_id: projectId } = bundle;
  const replications = claims.map((claim) => claim.replication?.run_id);
  const workers = claims.map((claim) => claim.replication?.worker);
  const isId = isIn([paperId, runId, projectId, registration?.event_id, ...replications]);
  const start = (text) => /[0-9a-f]{8,64}/.exec(text.replace(/^\w+:/, ''))?.[0] ?? '-';
  const dates = [bundle.created_at, manifest.generated_at, registration?.at];
  const level = (text) => `,${Number(parseFloat(text) / 100)}`;
  // Within quotation marks a text has single ones.
  const inner = (text) => plainLine(text ?? '').replace(/[“”]/g, "'");
  const titles = [idea?.title, idea?.hypothesis, paper.json('metadata.json')?.title];
  const sources = titles.flatMap((each) => [plainLine(each ?? ''), inner(each)]);
  const kinds = {
    table_number: (text) => /^Table \d+$/.test(text),
    figure_number: (text) => /^Figure \d+$/.test(text),
    date: (text) => hold(dates)(text) || isIn(dates)(text),
    version: isIn(Object.values(manifest.engine_versions ?? {})),
    identifier: (text) =>
      isId(text) || workers.includes(text) || hashes.some((hash) => hash?.startsWith(start(text))),
    path: isIn([...paper.files, ...files.map(({ path }) => path)]),
    pointer: (text) => refs.some(({ pointer }) => plainLine(pointer) === text),
    formula: (text) => formulas.includes(text),
    statement: (text) => refs.some((ref) => inner(ref.quoted_value) === text),
    level: (text) => /^[\d.]+% interval$/.test(text) && hold(formulas)(level(text)),
    quoted: (text) => hold(sources)(text.replace(/…$/, '')),
    name: (text) => !/\d ?(?:%|x\b|×)|^\d[\d.,]* ?[A-Za-zµ]+$/.test(text),
  };
  for (const { text, kind } of listOf(ledger.not_results)) {
    const isNumber = /^[\p{N}\s.,+\-\u2212eE%]+$/u.test(text) && !/\d\.\d+\.\d/.test(text);
    const isWrong = Object.hasOwn(kinds, String(kind)) && !kinds[kind](String(text));
    const what = `declares ${quote(text)} as ${kind ?? 'no result'}`;
    if (isNumber || isWrong) paper.add(ledgerFile, 0, what, 'a cited claim');
  }
}

// ---- Figures -----------------------------------------------------------------------------------

const numbersIn = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).map(Number));
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };

/** What a figure shows lies where the values of its claims put it, and nothing else is written; gives what is. */
function checkFigures(paper, ledger, values) {
  const texts = new Set();
  for (const figure of listOf(ledger.figures)) {
    const { file, kind, x, threshold, x_label: xLabel, y_label: yLabel } = figure;
    const svg = paper.text(file) ?? '';
    const look = (ids) => (Array.isArray(ids) ? ids : []).map((id) => values.get(id));
    const series = listOf(figure.series);
    const ys = series.map(({ y }) => look(y));
    const along = ys.flatMap((own) => (Array.isArray(x) ? look(x) : own.map((_, n) => n + 1)));
    const isLine = kind === 'line';
    const points = numbersIn(svg, /<circle cx="([\d.-]+)" cy="([\d.-]+)"/g);
    const lines = numbersIn(
      svg,
      /<path d="M([\d.-]+) ([\d.-]+)[VH]([\d.-]+)"[^>]*stroke-width="3"/g,
    );
    const limits = /<path d="M[\d.-]+ ([\d.-]+)H[\d.-]+"[^>]*stroke-dasharray="4 3"/g;
    // Points, bars (the height of the middle, then both ends), and the line of a threshold.
    const drawn = [
      [ys.flat(), points.map(([, y]) => y)],
      [
        series.flatMap(({ bar }) => look(bar)),
        lines.flatMap((line, at) => (at % 2 ? [] : [lines[at + 1]?.[1], line[1], line[2]])),
      ],
      [threshold === null ? [] : look([threshold]), numbersIn(svg, limits).flat()],
    ];
    const zip = ([all, places]) => all.map((value, at) => [value, places[at]]);
    const heights = drawn.flatMap(zip);
    const widths = isLine ? zip([along, points.map(([left]) => left)]) : [];
    const names = [xLabel, yLabel, 'threshold', ...series.map(({ name }) => name)];
    const labels = /<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)">([^<]*)<\/text>/g;
    for (const [, left, top, anchor, escaped] of svg.matchAll(labels)) {
      const text = escaped.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name) => entities[name]);
      texts.add(streamOf(text));
      const [token, more] = findNumbers(text);
      const isNumber = token?.text === text && more === undefined;
      const isName = names.some((name) => String(name).includes(text.replace(/…$/, '')));
      if (isNumber && anchor === 'end') heights.push([Number(text), Number(top) - 4]);
      else if (isNumber && anchor === 'middle' && isLine) widths.push([Number(text), Number(left)]);
      else if (!isName) paper.add(file, 0, `is labelled ${quote(text)}`, 'a name of the figure');
    }
    const joined = [...svg.matchAll(/<path d="M([^"]*L[^"]*)"/g)].flatMap(([, list]) =>
      list.split(/[L ]/).map(Number),
    );
    const isWhole =
      String(joined) === (isLine ? String(points) : '') &&
      drawn.every(([all, places]) => all.length === places.length && !all.includes(undefined)) &&
      svg.split('<text').length === svg.split('<text x="').length;
    const isWide = onScale(widths) || onScale(widths, Math.log10);
    if (!isWhole || !isWide || !onScale(heights))
      paper.add(file, 0, 'does not plot the values of its claims', 'points at their values');
  }
  paper.did('figures', listOf(ledger.figures).length);
  return texts;
}

/** Whether one straight scale puts each value at its place. */
function onScale(pairs, scale = (value) => value) {
  const sorted = pairs.map(([value, place]) => [scale(value), place]).sort((a, b) => a[0] - b[0]);
  if (sorted.length === 0) return true;
  const [[low, from], [high, to]] = [sorted[0], sorted.at(-1)];
  const slope = high > low ? (to - from) / (high - low) : 0;
  return sorted.every(([value, place]) => Math.abs(from + (value - low) * slope - place) <= 0.8);
}

// ---- The whole ---------------------------------------------------------------------------------

/** The folder as it is read: files, texts and JSON once each, and what is told of them. */
function openPaper(dir) {
  const root = fs.realpathSync(dir);
  const problems = [];
  const checked = [];
  const left = [];
  const cache = new Map();
  const once = (name, make) => {
    if (!cache.has(name)) cache.set(name, make());
    return cache.get(name);
  };
  const parse = (text) => {
    const { value } = attempt(() => parseJson(text));
    return isRecord(value) ? value : undefined;
  };
  const paper = {
    root,
    ...listFolder(root),
    add: (file, line, message, right) => {
      if (problems.length < problemsMax) problems.push({ file, line, message, right });
    },
    did: (what, count) => checked.push({ what, count }),
    left: (what, why) => left.push({ what, why }),
    hash: (path) => once(`hash ${path}`, () => readFile(root, path)?.sha256),
    text: (path) => once(`text ${path}`, () => readFile(root, path)?.text()),
    json: (path) => once(`json ${path}`, () => parse(paper.text(path) ?? '')),
  };
  return { paper, report: { problems, checked, not_checked: left } };
}

/**
 * Checks the paper in `dir`, `key` being a public key in PEM or undefined: `{ok, problems: [{file, line, message, right}], checked: [{what, count}],
 * not_checked: [{what, why}]}`. Throws where the folder cannot be read.
 */
export function verifyFolder(dir, key) {
  const { paper, report } = openPaper(dir);
  checkManifests(paper);
  checkFindings(paper);
  for (const file of ['metadata.json', paperManifest, ledgerFile, bundleFile])
    if (paper.json(file) === undefined)
      paper.add(file, 0, 'is missing or no JSON object', 'the file that was written');
  for (const file of ['paper.md', 'paper.tex'])
    if (paper.text(file) === undefined)
      paper.add(file, 0, 'is missing', 'the draft that was written');
  const [ledger, bundle] = [paper.json(ledgerFile), paper.json(bundleFile)];
  if (ledger !== undefined && bundle !== undefined) checkContent(paper, ledger, bundle);
  checkSignature(paper, key);
  checkEvidenceSignature(paper, bundle ?? {});
  for (const file of ['paper.pdf', 'paper.html', 'paper.xml', 'paper.myst.md'])
    if (paper.files.includes(file)) paper.left(file, 'its text is not read, only its checksum');
  paper.left('wording', 'of words only those are judged that the head of this program names');
  return { ok: report.problems.length === 0, ...report };
}

function checkContent(paper, ledger, bundle) {
  for (const [file, { schema_version: found }, version] of [
    [ledgerFile, ledger, 'claim_ledger.v3'],
    [bundleFile, bundle, 'evidence_bundle.v3'],
  ])
    if (found !== version) paper.add(file, 0, `is ${JSON.stringify(found)}`, version);
  const readings = checkEvidence(paper, bundle);
  const values = checkClaims(paper, ledger, bundle, readings);
  const figures = new Set(listOf(ledger.figures).map((figure) => figure.file));
  const markdown = readMarkdownDraft(paper, figures);
  checkDraft(paper, markdown, { ledger, bundle, values, readings });
  checkDeclared(paper, ledger, bundle);
  checkLatex(paper, markdown, checkFigures(paper, ledger, values));
  const title = plainLine(paper.json('metadata.json')?.title ?? '');
  const shownTitle = markdown[0]?.text ?? '';
  if (shownTitle !== title) paper.add('metadata.json', 0, `is titled ${quote(title)}`, shownTitle);
}

function main(args) {
  const own = fileURLToPath(new URL('.', import.meta.url));
  const options = { key: { type: 'string' }, json: { type: 'boolean' } };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [dir = own, more] = positionals;
    if (more !== undefined) throw new Error('more than one folder was given');
    const key = values.key === undefined ? undefined : fs.readFileSync(values.key, 'utf8');
    const report = verifyFolder(resolve(dir), key);
    const at = ({ file, line }) => (line > 0 ? `${file}:${line}` : file);
    const lines = [
      ...report.problems.map((one) => `${at(one)}: ${one.message}; right would be: ${one.right}`),
      ...report.checked.map(({ what, count }) => `checked: ${what} (${count})`),
      ...report.not_checked.map(({ what, why }) => `not checked: ${what} (${why})`),
      report.ok ? 'No problem was found.' : `${report.problems.length} problems.`,
      // A name of a file may hold line breaks and orders to a terminal.
    ].map((line) => line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD'));
    process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : lines.join('\n')}\n`);
    return report.ok ? 0 : 1;
  } catch (error) {
    const usage = 'node verify.mjs [DIR] [--key PEM_FILE] [--json]';
    process.stderr.write(`The folder cannot be read: ${error.message}\nusage: ${usage}\n`);
    return 2;
  }
}

const started = process.argv[1];
if (started !== undefined && pathToFileURL(resolve(started)).href === import.meta.url)
  process.exitCode = main(process.argv.slice(2));
