#!/usr/bin/env node
/**
 * Checks a paper folder with nothing but Node 20: `node verify.mjs [DIR] [--key PEM] [--json]`, DIR being the folder this
 * file lies in unless given. It was written apart from the program that writes papers and shares no code with it.
 * It reads checksums and manifests, every evidence file, every claim with its formula, comparison and outcome, the
 * points of every figure, every number of both drafts next to its citation, and the signatures (`--key PEM`). It does
 * not judge wording, and it cannot tell an evidence file that was forged before the paper was made. Exit code 0: nothing was found; 1: there
 * are problems; 2: the folder could not be read. Long because it is one file on purpose, delivered with the paper.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Bounds: of a file that is read as a whole, of files, of one line, of problems listed. */
const bytesMax = 64 * 2 ** 20;
const filesMax = 20_000;
const lineCharsMax = 100_000;
const problemsMax = 1_000;

// ---- Files -------------------------------------------------------------------------------------

/** Regular files below `root` by slash-separated path, and what is neither file nor folder. */
function listFolder(root) {
  const files = [];
  const odd = [];
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (files.length >= filesMax) throw new Error(`more than ${filesMax} files`);
      if (entry.isDirectory()) visit(path);
      else (entry.isFile() ? files : odd).push(path);
    }
  };
  visit('');
  return { files: files.sort(byUnits), odd };
}

/** Hash, size and, where it is asked for, the bytes of a regular file; undefined where it cannot be read. */
function readFile(root, path, keep) {
  if (typeof path !== 'string' || /^\/|^[A-Za-z]:|\\|\0/.test(path)) return undefined;
  if (posix.normalize(path) !== path || path.startsWith('..')) return undefined;
  let handle;
  try {
    const parts = path.split('/');
    const through = parts.map((_, at) => join(root, ...parts.slice(0, at + 1)));
    if (through.some((place) => lstatSync(place).isSymbolicLink())) return undefined;
    handle = openSync(join(root, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const info = fstatSync(handle);
    if (!info.isFile() || (keep && info.size > bytesMax)) return undefined;
    const hash = createHash('sha256');
    const chunk = Buffer.alloc(2 ** 20);
    const kept = [];
    let bytes = 0;
    for (let count = 1; count > 0; ) {
      count = readSync(handle, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, count));
      if (keep) kept.push(Buffer.from(chunk.subarray(0, count)));
      bytes += count;
    }
    return { sha256: hash.digest('hex'), bytes, content: keep ? Buffer.concat(kept) : undefined };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Order of UTF-16 code units, the same everywhere. */
const byUnits = (a, b) => (a < b ? -1 : Number(a > b));
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);
const quote = (text) => `“${String(text).slice(0, 120)}”`;

/** What a result file holds: JSON, JSON Lines as a list, CSV as a list of records; undefined for others. */
function parseEvidence(path, text) {
  const clean = text.replace(/^\uFEFF/, '');
  try {
    if (/\.(?:jsonl|ndjson)$/i.test(path))
      return clean
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line));
    if (/\.csv$/i.test(path)) return parseCsv(clean);
    return JSON.parse(clean);
  } catch {
    return undefined;
  }
}

function parseCsv(text) {
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  for (cell.lastIndex = 0; cell.lastIndex < text.length; ) {
    const match = cell.exec(text);
    if (match === null) return undefined;
    const value = match[1]?.replaceAll('""', '"') ?? match[2];
    rows.at(-1).push(value);
    if (match[3] !== ',') rows.push([]);
  }
  const [head = [], ...body] = rows.filter((row) => row.length > 0);
  const isNumber = (value) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(value.trim());
  return body.map((row) =>
    Object.fromEntries(row.map((value, at) => [head[at], isNumber(value) ? Number(value) : value])),
  );
}

/** What an RFC 6901 pointer leads to, as a list; in a formula `*` is each element, else a member of that name. */
function select(root, pointer, inFormula = false) {
  if (typeof pointer !== 'string' || (pointer !== '' && pointer[0] !== '/')) return undefined;
  const names = pointer.split('/').slice(1);
  let found = [root];
  for (const name of names.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const next = [];
    for (const value of found) {
      if (inFormula && name === '*' && typeof value === 'object' && value !== null) {
        for (const item of Object.values(value)) next.push(item);
      } else if (Array.isArray(value) && /^(?:0|[1-9]\d*)$/.test(name) && name in value)
        next.push(value[name]);
      else if (isRecord(value) && Object.hasOwn(value, name)) next.push(value[name]);
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
    const inWord = /[\p{L}\p{M}_]$/u.test(before) || /\p{N}[.,]?$/u.test(before);
    const [mantissa, exponent = '0'] = plain.toLowerCase().split('e');
    const readable = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(mantissa) && !inWord;
    return {
      text,
      index: signed ? match.index - 1 : match.index,
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
  if (token.value === value) return true;
  const slack = Math.abs(value) * 4 * Number.EPSILON;
  const half = 0.5 * 10 ** -token.decimals * (1 + 1e-9);
  return token.digits >= 2 && Math.abs(token.value - value) <= half + slack;
}

/** Text from outside as a paper prints it: one line, no control characters, round brackets. */
const plainLine = (text) =>
  text
    .toString()
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
  const tokens = findNumbers(String(printed));
  return tokens.length === 1 && tokens[0].text === printed && standsFor(tokens[0], value);
}

/** As a reader would print the value: what a changed number should have been. */
const shown = (value) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(4)))
    : String(value);

// ---- Formulas ----------------------------------------------------------------------------------

/** Units by what they measure, with how many of the first one each is. */
const unitTable = [
  { s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, ns: 1e-9, min: 60, h: 3600, d: 86400 },
  {
    bytes: 1,
    B: 1,
    KB: 1e3,
    kB: 1e3,
    MB: 1e6,
    GB: 1e9,
    TB: 1e12,
    KiB: 2 ** 10,
    MiB: 2 ** 20,
    GiB: 2 ** 30,
    TiB: 2 ** 40,
  },
  { J: 1, mJ: 1e-3, kJ: 1e3, MJ: 1e6, Wh: 3600, kWh: 3.6e6 },
  { W: 1, mW: 1e-3, kW: 1e3 },
  { share: 1, '%': 0.01, percent: 0.01 },
  { count: 1, thousand: 1e3, million: 1e6 },
];
const knownUnits = new Set(
  unitTable.flatMap((row) => Object.keys(row)).filter((unit) => unit !== 'd'),
);

class NoValue extends Error {}
const refuse = (why) => {
  throw new NoValue(why);
};

/** The tree of a formula: calls, numbers and texts. */
function parseFormula(text) {
  if (typeof text !== 'string' || text.length > 2000)
    refuse('a formula is a text of at most 2,000 characters');
  const token = /\s*(?:([a-z_]+)\s*\(|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?))/y;
  const mark = /\s*([,)])/y;
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) refuse(`it cannot be read at character ${at + 1}`);
    at = pattern.lastIndex;
    return match;
  };
  const expression = (depth) => {
    if (depth > 16) refuse('it is nested more than 16 deep');
    const [, name, literal, number] = take(token);
    if (number !== undefined) return { number: Number(number) };
    if (literal !== undefined) return { text: JSON.parse(literal) };
    const args = [expression(depth + 1)];
    for (;;) {
      if (take(mark)[1] === ')') return { name, args };
      args.push(expression(depth + 1));
    }
  };
  const tree = expression(1);
  if (text.slice(at).trim() !== '') refuse(`something follows it at character ${at + 1}`);
  return tree;
}

/** `path#pointer` of each source, in order of appearance. */
function sourcesOf(tree) {
  if (tree.text !== undefined) return [tree.text];
  if (tree.args === undefined) return [];
  return (tree.name === 'convert' ? tree.args.slice(0, 1) : tree.args).flatMap(sourcesOf);
}

const sumOf = (list) => list.reduce((sum, value) => sum + value, 0);
const sorted = (list) => Float64Array.from(list).sort();
function quantileOf(ordered, q) {
  if (!(q >= 0 && q <= 1)) refuse('a quantile is asked for between 0 and 1');
  const place = (ordered.length - 1) * q;
  const low = Math.floor(place);
  const next = ordered[Math.min(low + 1, ordered.length - 1)];
  return ordered[low] + (place - low) * (next - ordered[low]);
}
function deviationOf(list) {
  if (list.length < 2) refuse('a deviation needs two values');
  const mean = sumOf(list) / list.length;
  return Math.sqrt(sumOf(list.map((value) => (value - mean) ** 2)) / (list.length - 1));
}

/** Regularised incomplete beta function by its continued fraction (Lentz). */
function betaShare(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let share = d;
  for (let m = 1; m < 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d);
      c = 1 + term / c;
      step = c * d;
      share *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return (front * share) / a;
}
/** Lanczos approximation. */
function logGamma(x) {
  const g = [
    76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155,
    1.208650973866179e-3, -5.395239384953e-6,
  ];
  const series = g.reduce((sum, factor, at) => sum + factor / (x + at + 1), 1.000000000190015);
  return (
    (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((Math.sqrt(2 * Math.PI) * series) / x)
  );
}
function studentInterval(list, level, side) {
  if (!(level > 0 && level < 1)) refuse('a level lies between 0 and 1');
  const freedom = list.length - 1;
  const tail = (t) => betaShare(freedom / (freedom + t * t), freedom / 2, 0.5);
  const error = deviationOf(list) / Math.sqrt(list.length);
  let [low, high] = [0, 1];
  while (tail(high) > 1 - level && high < 1e12) high *= 2;
  for (let round = 0; round < 200; round += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > 1 - level) low = middle;
    else high = middle;
  }
  return sumOf(list) / list.length + side * low * error;
}
function bootstrap(list, level, seed, side) {
  if (list.length > 50_000) refuse('too many values to resample');
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const medians = Array.from({ length: 2000 }, () =>
    quantileOf(sorted(list.map(() => list[Math.floor(random() * list.length)])), 0.5),
  );
  return quantileOf(sorted(medians), (1 + side * level) / 2);
}

const ofSeries = {
  count: (s) => s.length,
  sum: sumOf,
  mean: (s) => sumOf(s) / s.length,
  median: (s) => quantileOf(sorted(s), 0.5),
  min: (s) => s.reduce((a, b) => Math.min(a, b)),
  max: (s) => s.reduce((a, b) => Math.max(a, b)),
  sd: deviationOf,
  outliers: (s) => {
    const [low, high] = [0.25, 0.75].map((q) => quantileOf(sorted(s), q));
    const room = 1.5 * (high - low);
    return room > 0 ? s.filter((value) => value < low - room || value > high + room).length : 0;
  },
  split: (s) => {
    const side = Math.max(2, Math.ceil(s.length / 5));
    const center = ofSeries.mean(s);
    const all = s.reduce((total, value) => total + (value - center) ** 2, 0);
    const [ordered, total] = [sorted(s), sumOf(s)];
    let below = 0;
    const between = ordered.reduce((best, value, at) => {
      const [cut, rest] = [at + 1, s.length - at - 1];
      below += value;
      if (cut < side || rest < side) return best;
      const apart = below / cut - (total - below) / rest;
      return Math.max(best, ((cut * rest) / s.length) * apart * apart);
    }, 0);
    return all > 0 ? between / all : 0;
  },
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

/** The number a formula gives over what `read` finds at `path#pointer`; throws `NoValue` where it gives none. */
function evaluate(tree, read) {
  const known = (value) => {
    const list = Array.isArray(value) ? value : [value];
    if (list.length === 0) refuse('a series is empty');
    if (!list.every((item) => typeof item === 'number' && Number.isFinite(item)))
      refuse('a value is no finite number');
    return value;
  };
  if (tree.number !== undefined) return tree.number;
  if (tree.text !== undefined) return known(read(tree.text));
  const { name, args } = tree;
  if (name === 'convert') {
    if (args.length !== 3) refuse('convert takes a value and two units');
    const [from, to] = [args[1].text, args[2].text];
    const row = unitTable.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
    if (row === undefined) refuse(`${from} cannot be converted to ${to}`);
    return spread((value) => (value * row[from]) / row[to], [evaluate(args[0], read)], known);
  }
  const values = args.map((arg) => evaluate(arg, read));
  if (Object.hasOwn(ofSeries, name)) {
    const [series, ...rest] = values;
    if (
      !Array.isArray(series) ||
      rest.some(Array.isArray) ||
      rest.length !== ofSeries[name].length - 1
    )
      refuse(`${name} takes a series${ofSeries[name].length > 1 ? ' and numbers' : ''}`);
    return known(ofSeries[name](series, ...rest));
  }
  if (!Object.hasOwn(ofNumbers, name) || values.length !== ofNumbers[name].length)
    refuse(`there is no ${name} of ${values.length}`);
  return spread(ofNumbers[name], values, known);
}

function spread(apply, values, known) {
  const lists = values.filter(Array.isArray);
  if (lists.length === 0) return known(apply(...values));
  if (lists.some((list) => list.length !== lists[0].length)) refuse('series differ in length');
  return known(
    lists[0].map((_, at) =>
      apply(...values.map((value) => (Array.isArray(value) ? value[at] : value))),
    ),
  );
}

/** Value of a formula text, or why it has none. `read` gives what stands at `path#pointer`. */
export function evaluateFormula(text, read) {
  try {
    const value = evaluate(parseFormula(text), read);
    return typeof value === 'number' ? { value } : { why: 'it gives a series, not a number' };
  } catch (error) {
    if (error instanceof NoValue || error instanceof SyntaxError) return { why: error.message };
    throw error;
  }
}

const isClose = (a, b, formula) =>
  a === b ||
  Math.abs(a - b) <=
    Math.max(Math.abs(a), Math.abs(b)) * (/t_(?:low|high)/.test(formula) ? 1e-8 : 1e-12);

// ---- Manifests and evidence --------------------------------------------------------------------

const sumsFile = 'SHA256SUMS';
const paperManifest = 'paper_manifest.json';
const packageManifest = 'package_manifest.json';

function checkManifests(paper) {
  const { add, files, hash } = paper;
  const lists = [];
  const compare = (source, path, sha256, bytes) => {
    const found = hash(path);
    if (found === undefined)
      add(source, 0, `${path} is listed and is not there`, 'the file as it was listed');
    else if (found.sha256 !== sha256)
      add(
        path,
        0,
        `hashes to ${found.sha256}, ${source} says ${sha256}`,
        'the file as it was listed',
      );
    else if (bytes !== undefined && found.bytes !== bytes)
      add(path, 0, `has ${found.bytes} bytes, ${source} says ${bytes}`, `${found.bytes} bytes`);
  };
  const imported = files.includes('corpus_record.json');
  for (const [source, member] of [
    [paperManifest, 'artifacts'],
    [packageManifest, 'files'],
  ]) {
    if (source === packageManifest && !files.includes(source)) continue;
    const entries = paper.json(source)?.[member];
    if (!Array.isArray(entries)) {
      add(source, 0, `has no list of ${member}`, `a list of ${member} with path, bytes and sha256`);
      continue;
    }
    lists.push(new Set([source, ...listOf(entries).map((entry) => entry.path)]));
    for (const { path, sha256, bytes } of listOf(entries)) {
      // An import gives the paper its public id; what it changed stands in the checksums.
      if (imported && source === packageManifest && ['metadata.json', paperManifest].includes(path))
        continue;
      compare(source, path, sha256, bytes);
    }
  }
  const sums = files.includes(sumsFile) ? paper.text(sumsFile) : undefined;
  if (sums !== undefined) {
    const entries = sums.split('\n').filter((line) => line !== '');
    const read = entries.map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line));
    if (read.includes(null))
      add(sumsFile, read.indexOf(null) + 1, 'is no line of sha256sum', '“<sha256>  <path>”');
    lists.push(new Set([sumsFile, ...read.flatMap((match) => match?.[2] ?? [])]));
    for (const match of read) if (match !== null) compare(sumsFile, match[2], match[1]);
    paper.did('checksums', entries.length);
  } else
    paper.left('checksums', `there is no ${sumsFile}; a folder that was not packaged has none`);
  // The checksums list all; without them the manifests together must.
  const listed = sums === undefined ? new Set(lists.flatMap((list) => [...list])) : lists.at(-1);
  for (const path of files)
    if (!listed.has(path))
      add(path, 0, 'is listed nowhere', 'no such file, or its line in the checksums');
  for (const path of paper.odd) add(path, 0, 'is no regular file', 'a regular file');
  for (const [file, member, right] of honesty)
    if (paper.json(file) !== undefined && paper.json(file)[member] !== right)
      add(file, 0, `${member} is ${JSON.stringify(paper.json(file)[member])}`, `${right}`);
  paper.did('files', files.length);
}

const honesty = [
  ['metadata.json', 'ai_generated', true],
  ['metadata.json', 'human_authorship_claimed', false],
  [paperManifest, 'ai_generated', true],
  [paperManifest, 'human_authorship_claimed', false],
  [paperManifest, 'peer_reviewed', false],
];

const attestation = 'attestation.dsse.json';
/** Made from the signed files after the signature. */
const unsigned = [attestation, 'ro-crate-metadata.json', sumsFile];

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
  const present = paper.files.filter((path) => !unsigned.includes(path));
  for (const path of new Set([...present, ...signed.keys()]))
    if (paper.hash(path)?.sha256 !== signed.get(path))
      paper.add(path, 0, 'is not what was signed', `SHA-256 ${signed.get(path) ?? 'of no file'}`);
  if (pem !== undefined) paper.did(`files signed with the key ${id}`, signed.size);
  else
    paper.left(
      'signature',
      `whole, by the key ${id}, known from this folder alone; give it: --key`,
    );
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
    if (!ownRoles.includes(role) && !redacted.includes(path))
      if (signed.get(path) !== hash)
        paper.add(path, 0, 'is not what the worker signed', String(signed.get(path)));
  paper.did('files signed by the worker', signed.size);
}

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** RFC 6962 over `public_path`, NUL and the hash of each file, sorted by path. */
function merkleRoot(files) {
  const leaves = [...files]
    .sort((a, b) => (a.public_path < b.public_path ? -1 : 1))
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

/** Reads the files of the bundle: by path, their hash and what they hold. */
function checkEvidence(paper, bundle) {
  const { add } = paper;
  const readings = new Map();
  for (const { public_path: path, path: origin, sha256: hash, bytes } of listOf(bundle.files)) {
    const found = readFile(paper.root, path, true);
    if (ownFiles.test(path) || ownFiles.test(origin))
      add(path, 0, 'is part of the paper', 'a file of the run');
    if (found === undefined) {
      add(
        path,
        0,
        'is evidence and is not in the folder, or too large',
        `the file with SHA-256 ${hash}`,
      );
      continue;
    }
    if (found.sha256 !== hash)
      add(
        path,
        0,
        `hashes to ${found.sha256}, the bundle says ${hash}`,
        'the file that the run left',
      );
    if (found.bytes !== bytes)
      add(path, 0, `has ${found.bytes} bytes, the bundle says ${bytes}`, `${bytes} bytes`);
    readings.set(path, {
      sha256: found.sha256,
      value: parseEvidence(path, found.content.toString('utf8')),
    });
  }
  for (const path of paper.files)
    if (path.startsWith('evidence/') && !readings.has(path))
      add(
        path,
        0,
        'is evidence that the bundle does not list',
        'no such file, or its entry in the bundle',
      );
  const root = merkleRoot(listOf(bundle.files));
  if (bundle.merkle_root !== root)
    add('evidence_bundle.json', 0, `merkle_root is ${bundle.merkle_root}`, root);
  for (const { file, pointer, value } of listOf(bundle.metrics)) {
    const found = select(readings.get(file)?.value, pointer);
    if (found?.length !== 1 || found[0] !== value)
      add('evidence_bundle.json', 0, `${file}${pointer} is not ${value}`, shown(found?.[0]));
  }
  paper.did('evidence files', readings.size);
  return readings;
}

// ---- Claims ------------------------------------------------------------------------------------

const ledgerFile = 'claim_ledger.json';
const olderFormulas = ['ratio', 'difference', 'percent_change', 'percent_of', 'product'];

/** Values by claim id; a claim with a problem has none. */
function checkClaims(paper, ledger, bundle, readings) {
  const values = new Map();
  const claims = listOf(ledger.claims);
  if (claims.length === 0) paper.add(ledgerFile, 0, 'holds no claim', 'the claims of the paper');
  if (ledger.evidence_merkle_root !== bundle.merkle_root)
    paper.add(
      ledgerFile,
      0,
      'was made from other evidence',
      `evidence_merkle_root ${bundle.merkle_root}`,
    );
  for (const name of ['paper_id', 'run_id'])
    for (const file of [ledgerFile, paperManifest])
      if (paper.json(file)?.[name] !== bundle[name])
        paper.add(file, 0, `${name} is ${paper.json(file)?.[name]}`, String(bundle[name]));
  const unsupported = claims.filter((claim) => claim.support_status === 'unsupported').length;
  if (ledger.unsupported_claim_count !== unsupported)
    paper.add(
      ledgerFile,
      0,
      `unsupported_claim_count is ${ledger.unsupported_claim_count}`,
      `${unsupported}`,
    );
  const units = new Map(
    listOf(bundle.metrics).map((metric) => [`${metric.file}#${metric.pointer}`, metric.unit]),
  );
  claims.forEach((claim, at) => {
    let fine = true;
    const add = (message, right) => {
      fine = false;
      paper.add(ledgerFile, 0, `${claim.id}: ${message}`, right);
    };
    if (claim.id !== `C${at + 1}`) add('stands at another place', `C${at + 1}`);
    checkReferences(claim, readings, units, bundle, add);
    const value = checkDerived(claim, readings, add);
    checkComparison(claim, readings, add);
    checkOutcome(claim, value, bundle, add);
    checkReplication(claim, value, { bundle, claims }, add);
    if (fine && value !== undefined) values.set(claim.id, value);
  });
  paper.did('claims', claims.length);
  return values;
}

function checkReferences(claim, readings, units, bundle, add) {
  const refs = listOf(claim.evidence_refs);
  const ofIdea = claim.setting?.source === 'idea';
  if (refs.length === 0 && !ofIdea && claim.outcome?.verdict !== 'not_measured')
    add('has no reference', 'a reference to a result file');
  for (const {
    path,
    pointer,
    sha256: hash,
    quoted_value: quoted,
    recomputed_value: stated,
    match,
  } of refs) {
    if (ofIdea && path === 'evidence_bundle.json') {
      if (select(bundle, pointer)?.[0] !== stated)
        add(`${pointer} is not ${stated}`, shown(select(bundle, pointer)?.[0]));
      continue;
    }
    const reading = readings.get(path);
    if (reading === undefined) {
      add(`${path} is not in the bundle`, 'a file of the bundle');
      continue;
    }
    if (reading.sha256 !== hash) add(`${path} is stated with hash ${hash}`, reading.sha256);
    const isWhole = claim.derived !== undefined && isSeries(pointer);
    const found = select(reading.value, pointer, isWhole);
    const value = isWhole ? found?.length : found?.[0];
    if (value === undefined || value !== stated)
      add(`${path}${pointer} is stated as ${stated}`, shown(value));
    else if (!prints(quoted, value) || match !== true)
      add(`prints ${quote(quoted)} for ${pointer}`, shown(value));
    const unit = units.get(`${path}#${pointer}`);
    const isListed = units.has(`${path}#${pointer}`);
    if (claim.kind === 'measurement' && isListed && unit !== claim.unit)
      add(`is stated in ${claim.unit}`, String(unit));
  }
  const series = claim.derived === undefined ? [] : refs.filter((ref) => isSeries(ref.pointer));
  if (claim.n !== undefined && series.length === 1 && claim.n !== series[0].recomputed_value)
    add(`n is ${claim.n}`, shown(series[0].recomputed_value));
}

const readerOf = (readings) => (source) => {
  const hash = source.indexOf('#');
  const found = select(readings.get(source.slice(0, hash))?.value, source.slice(hash + 1), true);
  if (hash < 0 || found === undefined) refuse(`${source} leads nowhere`);
  return isSeries(source.slice(hash + 1)) ? found : found[0];
};

/** The number the claim states: recomputed where it is derived, else the one it refers to. */
function checkDerived(claim, readings, add) {
  const refs = listOf(claim.evidence_refs);
  if (claim.derived === undefined) {
    if (claim.kind === 'comparison' || claim.kind === 'statistic')
      add('has no formula', 'its formula');
    const value = refs[0]?.recomputed_value;
    return typeof value === 'number' && claim.kind !== 'observation' ? value : undefined;
  }
  const { formula, quoted_value: quoted, recomputed_value: stated, match } = claim.derived ?? {};
  let result;
  if (olderFormulas.includes(formula)) {
    const operands = refs.map((ref) => ref.recomputed_value);
    const isPair = operands.length === 2 && operands.every((value) => typeof value === 'number');
    result = isPair
      ? { value: ofNumbers[formula](...operands) }
      : { why: 'two numbers are needed' };
  } else {
    result = evaluateFormula(formula, readerOf(readings));
    if (result.why === undefined) {
      const sources = [...new Set(sourcesOf(parseFormula(formula)))].join();
      const stands = [...new Set(refs.map((ref) => `${ref.path}#${ref.pointer}`))].join();
      if (sources !== stands) add('refers to other sources than its formula', sources);
    }
  }
  if (!Number.isFinite(result.value)) {
    add(`${formula} has no value: ${result.why ?? 'it is not finite'}`, 'a formula that has one');
    return undefined;
  }
  const isSame = olderFormulas.includes(formula)
    ? result.value === stated
    : isClose(result.value, stated, formula);
  if (!isSame) add(`${formula} is stated as ${stated}`, shown(result.value));
  else if (!prints(quoted, result.value) || match !== true)
    add(`prints ${quote(quoted)}`, shown(result.value));
  return result.value;
}

function checkComparison({ comparison, derived, evidence_refs: refs }, readings, add) {
  if (comparison === undefined) return;
  let operands = listOf(refs).map((ref) => ref.recomputed_value);
  if (!olderFormulas.includes(derived?.formula)) {
    try {
      const tree = parseFormula(derived?.formula);
      if (!['ratio', 'difference', 'percent_change'].includes(tree.name))
        refuse('it compares nothing');
      operands = tree.args.map((arg) => evaluate(arg, readerOf(readings)));
    } catch (error) {
      if (!(error instanceof NoValue || error instanceof SyntaxError)) throw error;
      add(
        `has no comparison: ${error.message}`,
        'ratio, difference or percent_change of two numbers',
      );
      return;
    }
  }
  const [subject, baseline] = operands;
  const direction = subject > baseline ? 'higher' : subject < baseline ? 'lower' : 'equal';
  if (comparison.direction !== direction)
    add(
      `${comparison.subject} is called ${comparison.direction} than ${comparison.baseline}`,
      direction,
    );
}

const holds = {
  at_least: (value, threshold) => value >= threshold,
  at_most: (value, threshold) => value <= threshold,
  above: (value, threshold) => value > threshold,
  below: (value, threshold) => value < threshold,
};

/** RFC 8785 for what JSON can say. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join()}}`;
};

function checkOutcome({ outcome, unit }, value, bundle, add) {
  if (outcome === undefined) return;
  const { direction, threshold, verdict } = outcome;
  const known = bundle.registration ?? null;
  if (!Object.hasOwn(holds, String(direction)) || typeof threshold !== 'number')
    return add('has no criterion', 'a direction and a threshold');
  const met =
    value === undefined ? 'not_measured' : holds[direction](value, threshold) ? 'met' : 'not_met';
  if (verdict !== met)
    add(`${outcome.metric} is called ${verdict}`, `${met} (${shown(value)} against ${threshold})`);
  if (
    value !== undefined &&
    outcome.unit !== undefined &&
    unit !== undefined &&
    unit !== outcome.unit
  )
    add(`the threshold is in ${outcome.unit}`, `the value's unit, ${unit}`);
  const stated = outcome.registration ?? null;
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
function checkReplication({ replication }, value, { bundle, claims }, add) {
  if (replication === undefined) return;
  const { direction, threshold } = bundle.registration?.evaluation ?? {};
  if (!Object.hasOwn(holds, String(direction)) || typeof threshold !== 'number')
    return add('is a replication without a criterion', 'a registration in the bundle');
  const { verdict, first_verdict: first, intervals, agrees } = replication;
  const met =
    value === undefined ? 'not_measured' : holds[direction](value, threshold) ? 'met' : 'not_met';
  if (verdict !== met) add(`the replication is called ${verdict}`, met);
  const outcome = claims.find((each) => each.kind === 'outcome')?.outcome?.verdict;
  if (first !== outcome) add(`the first run is called ${first}`, String(outcome));
  const right = verdict !== 'not_measured' && verdict === first && intervals !== 'apart';
  if (agrees !== right) add(`agrees is ${agrees}`, String(right));
}

// ---- Drafts ------------------------------------------------------------------------------------

/** A line whose links and targets of citations are replaced by what they show; one to another claim stays. */
const unlink = (line) =>
  line
    .replace(/\[C(\d+)\]\(#c(\d+)\)/g, (all, id, to) => (id === to ? `C${id}` : all))
    .replace(/((?:<a id="c\d+"><\/a>)+)\[(C[\dC–, ]+)\]/, (all, ids, list) =>
      ids.match(/\d+/g).join() === expand(list).join().replaceAll('C', '') ? `[${list}]` : all,
    )
    .replace(
      /((?:\\claimtarget\{C\d+\})+)\{\[\}(C(?:[\dC, {}]|\\textendash)+)\{\]\}/,
      (all, ids, list) => {
        const shown = expand(list.replaceAll('{}', '').replaceAll('\\textendash', '–'));
        return ids.match(/\d+/g).join() === shown.join().replaceAll('C', '')
          ? `{[}${list}{]}`
          : all;
      },
    );

/** What a line of Markdown prints; `why` where it holds markup that a paper has no use for. */
function readMarkdown(line, figures) {
  if (/^\|[\s:|-]+\|$/.test(line)) return { text: '' };
  const image = /^!\[([^\]]*)\]\(([^)\s]*)\)$/.exec(line);
  if (image !== null)
    return figures.has(image[2])
      ? { text: '', alt: image[1] }
      : { why: `shows ${quote(image[2])}` };
  let text = '';
  const part = /\\(.?)|`([^`]*)`|\*|\|/gsy;
  const body = line.replace(/^(?:#{1,6}|>|-) /, '');
  for (let at = 0; at < body.length; ) {
    part.lastIndex = at;
    const match = part.exec(body);
    if (match === null) {
      if ('<&'.includes(body[at]) || (body[at] === '[' && !/^\[C\d/.test(body.slice(at, at + 3))))
        return { why: `holds markup: ${quote(body.slice(at, at + 40))}` };
      text += body[at];
      at += 1;
    } else {
      text += match[2] ?? (match[0] === '|' ? ' ' : (match[1] ?? ''));
      at = part.lastIndex;
    }
  }
  return { text, isRow: line.startsWith('|') };
}

const pairs = (text) => new Map(text.split(' ').map((pair) => pair.split('=')));
/** `\textNAME{}` and `\ensuremath{\NAME}`, with the character each prints. */
const textNames = pairs(
  'backslash=\\ asciitilde=~ asciicircum=^ less=< greater=> bar=| quotedbl=" asciigrave=` endash=– emdash=— quoteleft=‘ quoteright=’ quotedblleft=“ quotedblright=” ellipsis=… bullet=• euro=€ trademark=™ twosuperior=² threesuperior=³ onesuperior=¹ degree=° section=§ minus=-',
);
const mathNames = pairs(
  'times=× div=÷ pm=± cdot=· leq=≤ geq=≥ neq=≠ approx=≈ infty=∞ rightarrow=→ leftarrow=← leftrightarrow=↔ in=∈ surd=√ sum=∑ partial=∂ nabla=∇ mu=µ alpha=α beta=β gamma=γ delta=δ epsilon=ε zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Phi=Φ Psi=Ψ Omega=Ω',
);
const texPart =
  /\\text([a-z]+)\{\}|\\ensuremath\{\\?([A-Za-z]+|-)\}|\\codepoint\{([0-9A-F]{1,6})\}|(\\(?:emph|textbf|texttt|papertitle|tablecaption|figurecaption|notice|subsection\*|section\*|claimref)\{)|\\allowbreak\{\}|\\label\{[a-z:-]*\}|\\item\s?|\\\\$|\\([{}$&#_%])|\{([*[\]])\}|\{\}|(\})|(&)/y;

/** What a line of LaTeX prints; `why` where it holds a command that a paper has no use for. */
function readLatex(line) {
  let text = '';
  let open = 0;
  for (let at = 0; at < line.length; ) {
    texPart.lastIndex = at;
    const match = texPart.exec(line);
    if (match === null) {
      if ('\\{$#^_~%'.includes(line[at]))
        return { why: `holds a command: ${quote(line.slice(at, at + 40))}` };
      text += line[at];
      at += 1;
      continue;
    }
    const [, word, symbol, point, style, escaped, braced, close, cell] = match;
    if (word !== undefined && !textNames.has(word))
      return { why: `holds a command: ${quote(match[0])}` };
    if (style !== undefined) open += 1;
    if (close !== undefined) open -= 1;
    if (open < 0) return { why: 'closes a brace that is not open' };
    if (word !== undefined) text += textNames.get(word);
    else if (symbol !== undefined) text += symbol === '-' ? '−' : (mathNames.get(symbol) ?? '');
    else if (point !== undefined)
      text += String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff));
    else if (cell !== undefined) text += ' ';
    else text += escaped ?? braced ?? '';
    at = texPart.lastIndex;
  }
  return open === 0 ? { text, isRow: line.endsWith('\\\\') } : { why: 'leaves a brace open' };
}

const texStructure =
  /^(?:\\(?:begin|end)\{(?:itemize|center|document)\}|\\begin\{longtable\}\{[A-Za-z]+\}|\\end\{longtable\}|\\(?:toprule|bottomrule)|\\midrule\\endhead|\\begingroup\\(?:small|footnotesize)|\\endgroup)$/;
const texPreamble =
  /^(?:\\documentclass\[[\w,]*\]\{article\}|\\usepackage(?:\[[\w=,]*\])?\{\w+\}|\\IfFileExists\{\w+\.sty\}\{\\usepackage(?:\[[\w=,]*\])?\{\w+\}\}\{\}|\\ifdefined\\pdftrailerid\\pdftrailerid\{\}\\fi|\\ifdefined\\directlua\\usepackage\{fontspec\}\\fi|\\newcolumntype\{[A-Z]\}\{>\{\\ragged(?:right|left)\\arraybackslash\}p\{[\d.]+\\linewidth\}\}|\\newcommand\{\\\w+\}\[1\]\{.*#1.*\}|\\setlength\{\\\w+\}\{[\w. ]+\}|\\sloppy|\\hbadness=\d+|\s*)$/;
const isHiding =
  /\\(?:phantom|vphantom|hphantom|color|textcolor|iffalse|input|include|write|def|let)\b|\\fontsize/;

/** Printed lines of a draft with their numbers; pictures of `paper.tex` apart. */
function readDraft(paper, file, figures) {
  const source = (paper.text(file) ?? '').split('\n');
  const lines = [];
  const pictures = [];
  let isBody = file === 'paper.md';
  let picture;
  for (const [at, raw] of source.entries()) {
    const add = (message, right) => paper.add(file, at + 1, message, right);
    if (raw.length > lineCharsMax) {
      add(`has ${raw.length} characters`, `at most ${lineCharsMax}`);
      continue;
    }
    if (!isBody) {
      isBody = raw === '\\begin{document}';
      if (!isBody && (raw.length > 400 || !texPreamble.test(raw) || isHiding.test(raw)))
        add(`sets up ${quote(raw)}`, 'the usual preamble');
      continue;
    }
    if (raw === '\\setlength{\\unitlength}{1mm}') picture = [];
    if (picture !== undefined) {
      picture.push(raw);
      if (raw === '\\end{picture}') pictures.push({ line: at + 1, rows: picture });
      if (raw === '\\end{picture}') picture = undefined;
      continue;
    }
    if (raw.trim() === '' || (file === 'paper.tex' && texStructure.test(raw))) continue;
    const { text, why, isRow, alt } =
      file === 'paper.md' ? readMarkdown(unlink(raw), figures) : readLatex(unlink(raw));
    if (why !== undefined) {
      add(why, 'plain text');
      continue;
    }
    if (alt !== undefined && /\p{N}/u.test(alt))
      add(`has a number in ${quote(alt)}`, 'a text without numbers');
    const clean = text.replace(/\s+/gu, ' ').trim();
    if (clean !== '') lines.push({ at: at + 1, text: clean, isRow });
  }
  if (picture !== undefined) paper.add(file, 0, 'a picture is not closed', 'its end');
  return { lines, pictures };
}

/** Invisible characters, turned writing, and Cyrillic within Latin words. */
const lookAlike =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?<=\p{Script=Latin})\p{Script=Cyrillic}|\p{Script=Cyrillic}(?=\p{Script=Latin})/gu;

const citation = /\[(C\d+(?:–C\d+)?(?:, C\d+(?:–C\d+)?)*)\]/g;

function expand(list) {
  return list.split(', ').flatMap((part) => {
    const [first, last] = part.split('–').map((id) => Number(id.slice(1)));
    const length = last === undefined ? 1 : last - first + 1;
    return length < 1 || length > 1000
      ? [part]
      : Array.from({ length }, (_, at) => `C${first + at}`);
  });
}

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
  if (/^[\p{L}\p{N}]/u.test(text) && /(?:[\p{L}\p{M}\p{N}_]|\p{N}[.,])$/u.test(before))
    return false;
  if (/^\p{N}/u.test(text) && /(?<![\p{L}\p{N}])[-+\u2212]$/u.test(before)) return false;
  return !(/[\p{L}\p{N}]$/u.test(text) && /^(?:[\p{L}\p{M}\p{N}_]|[.,]\p{N})/u.test(after));
}

const isNumberClaim = ({ kind, evidence_refs: refs }) =>
  ['measurement', 'setting', 'outcome', 'replication'].includes(kind) &&
  typeof listOf(refs)[0]?.recomputed_value === 'number';

/** False for numbers of one list, or of lists side by side, that stand at different places of them. */
function isOneRecord(one, other) {
  const [a, b] = [one, other].map((claim) => (claim.derived ? [] : claim.evidence_refs)[0]);
  if (a === undefined || b === undefined || a.path !== b.path) return true;
  const [left, right] = [a, b].map((ref) => ref.pointer.split('/'));
  const at = left.findIndex((step, place) => step !== right[place]);
  const areNumbers = (...steps) => steps.every((step) => /^\d+$/.test(step ?? ''));
  if (at < 0 || areNumbers(left[at], right[at])) return at < 0;
  const ends = [left, right].every((steps) => steps.length === at + 2);
  return !ends || !areNumbers(left[at + 1], right[at + 1]) || left[at + 1] === right[at + 1];
}

/** A row is of one record; "3 against 5" beside a comparison of the two gives its subject first. */
function checkPlaces(placed, isRow, bare, ids, claims, add) {
  const [first] = placed;
  placed.forEach(({ id, token, end }, at) => {
    if (isRow && !isOneRecord(claims.get(first.id), claims.get(id)))
      add(`${first.id} and ${id} are of two records`, 'a row of one record');
    const next = placed[at + 1];
    const gap = next === undefined ? '' : bare.slice(end, next.token.index);
    if (/\bat\b[^,;.]{0,60}$/.test(gap) && !isOneRecord(claims.get(id), claims.get(next.id)))
      add(`${token.text} was not read at ${next.token.text}`, 'numbers of one record');
    if (!/\b(?:than|versus|against|over|relative to|compared (?:with|to)) +$/.test(gap)) return;
    const [a, b] = [id, next.id].map((own) => placeOf(claims.get(own)));
    const turned = ids.find((other) => {
      const [subject, baseline] = claims.get(other)?.comparison
        ? claims.get(other).evidence_refs.map(({ path, pointer }) => `${path}#${pointer}`)
        : [];
      return subject === b && baseline === a && a !== b;
    });
    if (turned !== undefined)
      add(
        `${token.text} stands for the subject of ${turned}`,
        `${next.token.text} is the subject's`,
      );
  });
}
const placeOf = ({ derived, evidence_refs: [ref] }) =>
  derived === undefined ? `${ref?.path}#${ref?.pointer}` : '';

/** Every number of a draft against the claim cited next to it; gives what was cited, as `id value`. */
function checkDraft(paper, file, { lines }, ledger, values) {
  const claims = new Map(listOf(ledger.claims).map((claim) => [claim.id, claim]));
  const declared = listOf(ledger.not_results);
  const mask = createMask(
    declared.map((entry) => String(entry.text)).filter((text) => text !== ''),
  );
  const found = new Map();
  const printed = [];
  for (const { at, text, isRow } of lines) {
    const add = (message, right) => paper.add(file, at, message, right);
    const cites = [];
    const bare = text.replace(citation, (match, list, index) => {
      cites.push({ index, end: index + match.length, ids: expand(list) });
      return ' '.repeat(match.length);
    });
    const rest = mask(bare, found);
    for (const id of cites.flatMap((cite) => cite.ids))
      if (!claims.has(id))
        add(`cites ${id}, which the ledger does not have`, 'a claim of the ledger');
    checkRecordedWords(bare, cites, claims, add, isRow);
    for (const { 0: found, index } of text.matchAll(lookAlike))
      add(
        `holds U+${found.codePointAt(0).toString(16).toUpperCase()} at ${quote(text.slice(Math.max(0, index - 12), index + 12))}`,
        'letters of one script, and none that cannot be seen',
      );
    const numbers = findNumbers(rest);
    const placed = [];
    // A claim of words has no number that a row could show.
    const isOfWords = (id) =>
      claims.has(id) &&
      typeof claims.get(id).derived !== 'object' &&
      !isNumberClaim(claims.get(id));
    const rowIds = isRow ? cites.flatMap((cite) => cite.ids).filter((id) => !isOfWords(id)) : [];
    if (isRow && numbers.length !== rowIds.length)
      add(
        `the row has ${numbers.length} numbers and cites ${rowIds.length} claims`,
        'a claim for each number',
      );
    numbers.forEach((token, place) => {
      const next = cites.find((cite) => cite.index > token.index);
      const ids = isRow ? rowIds.slice(place, place + 1) : (next?.ids ?? []);
      const id = ids.find((candidate) => standsFor(token, values.get(candidate)));
      if (id === undefined) {
        const right = ids
          .filter((candidate) => values.has(candidate))
          .map((each) => shown(values.get(each)));
        add(
          `${token.text} is not the value of ${ids.length === 0 ? 'any cited claim' : ids.join(', ')}`,
          right.join(' or ') || 'a number of a claim, cited',
        );
        return;
      }
      printed.push(`${id} ${token.text}`);
      placed.push({ id, token, end: token.end });
      const [unit] =
        /^(?: ?%| [A-Za-zµ]+(?![\p{L}/]))/u
          .exec(rest.slice(token.end))
          ?.map((word) => word.trim()) ?? [];
      const own = claims.get(id).unit;
      if (knownUnits.has(unit) && own !== undefined && unit !== own)
        add(`${token.text} ${unit} is ${id}`, `in ${own}`);
    });
    const ids = cites.flatMap((cite) => cite.ids);
    checkPlaces(placed, isRow, bare, ids, claims, add);
  }
  for (const { text, count } of declared)
    if ((found.get(text) ?? 0) !== count)
      paper.add(
        file,
        0,
        `holds ${quote(text)} ${found.get(text) ?? 0} times, declared as no result`,
        `${count} times`,
      );
  const head = lines
    .slice(0, 10)
    .map((line) => line.text)
    .join(' ');
  if (!/(?<!\bnot )\bgenerated by an? AI\b|(?<!\bnot )\bAI[- ]generated\b/i.test(head))
    paper.add(
      file,
      0,
      'does not say at its top that an AI system generated it',
      'a notice under the title',
    );
  paper.did(`numbers of ${file}`, printed.length);
  return printed;
}

/** Before the citation of an observation, or in its row, stand the words of the record. */
function checkRecordedWords(line, cites, claims, add, isRow) {
  const fold = (text) => text.toLowerCase().replace(/[_-]+/g, ' ');
  let from = 0;
  for (const { index, end, ids } of cites) {
    const before = fold(isRow ? line : line.slice(from, index)).trimEnd();
    from = end;
    for (const claim of ids.map((id) => claims.get(id))) {
      const word = listOf(claim?.evidence_refs)[0]?.quoted_value;
      if (claim?.kind !== 'observation' || typeof word !== 'string') continue;
      const place = before.lastIndexOf(fold(word));
      const isWhole =
        place >= 0 &&
        !/\p{L}$/u.test(before.slice(0, place)) &&
        !/^\p{L}/u.test(before.slice(place + word.length));
      if (!isWhole || /\b(?:not|un|never|hardly) ?$/.test(before.slice(0, place)))
        add(`says something else than ${claim.id} records`, word);
    }
  }
}

const saysYes =
  /\b(?:numbers|results|findings|data|evidence|measurements|paper)\b([^.;]{0,40}?)\b(?:support|confirm|prove|establish|demonstrate)(?:s|d|ed|es)?\b(?= (?:the|this|that|our|its) (?:statement|hypothesis|claim|idea)\b)/gi;
const saysTone =
  /^(negative|positive|mixed|inconclusive) result:|\bthis is an? (negative|positive|mixed|inconclusive) result\b|\bthe result is (mixed|inconclusive|positive|negative)\b/i;
const denial = /\b(?:not|neither|no|cannot|never|fails?)\b/i;

/** A sentence that says how the hypothesis fared agrees with the outcome, or else with the record. */
function checkVerdict(paper, file, { lines }, ledger) {
  const claims = listOf(ledger.claims);
  const outcomes = claims.flatMap((claim) => claim.outcome?.verdict ?? []);
  const recorded = new Map(
    claims.flatMap((claim) =>
      listOf(claim.evidence_refs)
        .slice(0, 1)
        .map((ref) => [ref.pointer, ref.recomputed_value]),
    ),
  );
  const word = recorded.get('/hypothesis_status');
  const isNegative = /negative/.test(
    `${recorded.get('/research_outcome')} ${recorded.get('/project_decision')}`,
  );
  if (outcomes.length === 0 && word === undefined) return;
  const isYes =
    outcomes.length > 0
      ? outcomes.every((verdict) => verdict === 'met')
      : word === 'supported' && !isNegative;
  const isMeasured = outcomes.length > 0 || claims.some(({ kind }) => kind === 'measurement');
  const toneOfRecord =
    isNegative || word === 'unsupported'
      ? 'negative'
      : ['mixed', 'inconclusive'].includes(word)
        ? word
        : 'positive';
  // Whatever the record says, a run that measured nothing showed nothing.
  const tone = isMeasured ? toneOfRecord : 'inconclusive';
  for (const { at, text } of lines) {
    for (const match of text.matchAll(saysYes))
      if (denial.test(match[1]) === isYes)
        paper.add(
          file,
          at,
          `says ${quote(match[0])} of the hypothesis`,
          `what was found: ${outcomes[0] ?? word}`,
        );
    for (const [, said] of text.matchAll(/\bhypothesis is recorded as (\p{L}+)/giu))
      if (word !== undefined && said.toLowerCase() !== word)
        paper.add(file, at, `says that the hypothesis is recorded as ${said}`, word);
    const [, ...told] = saysTone.exec(text) ?? [];
    const said = told.find((each) => each !== undefined)?.toLowerCase();
    if (word !== undefined && said !== undefined && said !== tone)
      paper.add(file, at, `calls the result ${said}`, tone);
  }
}

/** Both drafts print the same words in the same order, and the same numbers for the same claims. */
function compareDrafts(paper, [markdown, latex], printed) {
  for (let at = 0; at < Math.max(markdown.lines.length, latex.lines.length); at += 1) {
    const [left, right] = [markdown.lines[at], latex.lines[at]];
    if (left?.text === right?.text) continue;
    paper.add(
      'paper.tex',
      right?.at ?? 0,
      `says ${quote(right?.text ?? '')}`,
      `${quote(left?.text ?? '')} as paper.md line ${left?.at ?? 'end'}`,
    );
    break;
  }
  const [left, right] = printed.map((list) => [...list].sort(byUnits));
  const odd = left.find((entry, at) => entry !== right[at]) ?? right[left.length];
  if (odd !== undefined)
    paper.add('paper.tex', 0, `does not print the numbers of paper.md: ${odd}`, 'the same numbers');
}

const noResultKinds = {
  table_number: (text) => /^Table \d+$/.test(text),
  figure_number: (text) => /^Figure \d+$/.test(text),
  date: (text, known) =>
    known.dates.some((date) => String(date).includes(text) || text.includes(String(date))),
  version: (text, known) => known.versions.some((version) => text.includes(String(version))),
  identifier: (text, known) => known.ids.some((id) => text.includes(id)) || known.isHash(text),
  path: (text, known) => known.paths.some((path) => text.includes(path)),
  pointer: (text, known) => known.sources.some(({ pointer }) => plainLine(pointer) === text),
  formula: (text, known) => known.formulas.includes(text),
  statement: (text, known) =>
    known.sources.some(({ quoted_value: said }) => plainLine(said).replace(/[“”]/g, "'") === text),
  level: (text, known) =>
    /^[\d.]+% interval$/.test(text) &&
    known.formulas.some((formula) => formula.includes(`,${Number(parseFloat(text) / 100)}`)),
  quoted: (text, known) =>
    known.quoted.some((source) => plainLine(source).includes(text.replace(/…$/, ''))),
};

/** A formula over one file names it once, behind the formula. */
function shownFormula(claim) {
  const [only, second] = new Set(listOf(claim.evidence_refs).map(({ path }) => path));
  const formula = String(claim.derived?.formula ?? '');
  return only === undefined || second !== undefined
    ? formula
    : formula.replaceAll(`"${only}#`, '"').replaceAll('","', '", "');
}

/** What is declared as no result is never a bare number, and is what its kind says. */
function checkDeclared(paper, ledger, bundle) {
  const manifest = paper.json(paperManifest) ?? {};
  const hashes = [
    ...listOf(bundle.files).map((file) => file.sha256),
    bundle.merkle_root,
    bundle.registration?.sha256,
  ];
  const claims = listOf(ledger.claims);
  const known = {
    sources: claims.flatMap((claim) => listOf(claim.evidence_refs)),
    formulas: claims.map((claim) => plainLine(shownFormula(claim))),
    dates: [bundle.created_at, manifest.generated_at, bundle.registration?.at].filter(Boolean),
    versions: Object.values(manifest.engine_versions ?? {}),
    ids: [
      bundle.paper_id,
      bundle.run_id,
      bundle.project_id,
      bundle.registration?.event_id,
      ...claims.map((claim) => claim.replication?.run_id),
    ]
      .filter(Boolean)
      .map(String),
    paths: [
      ...paper.files,
      ...['files', 'unavailable', 'redactions'].flatMap((name) =>
        listOf(bundle[name]).map((entry) => String(entry.path)),
      ),
    ],
    quoted: [
      bundle.idea?.title,
      bundle.idea?.hypothesis,
      paper.json('metadata.json')?.title,
    ].filter(Boolean),
    isHash: (text) =>
      hashes.some(
        (hash) =>
          hash?.startsWith(/[0-9a-f]{8,64}/.exec(text.replace(/^\w+:/, ''))?.[0] ?? '-') ?? false,
      ),
  };
  for (const { text, kind } of listOf(ledger.not_results)) {
    const isNumber = /^[\p{N}\s.,+\-\u2212eE%]+$/u.test(text) && !/\d\.\d+\.\d/.test(text);
    const isWrong =
      Object.hasOwn(noResultKinds, String(kind)) && !noResultKinds[kind](String(text), known);
    const isResult = kind === 'name' && /\d ?(?:%|x\b|×)|^\d[\d.,]* ?[A-Za-zµ]+$/.test(text);
    if (isNumber || isWrong || isResult)
      paper.add(
        ledgerFile,
        0,
        `declares ${quote(text)} as ${kind ?? 'no result'}`,
        'a cited claim',
      );
  }
}

// ---- Figures -----------------------------------------------------------------------------------

/** What a figure shows lies where the values of its claims put it, and nothing else is written. */
function checkFigures(paper, ledger, values, pictures) {
  const figures = listOf(ledger.figures);
  for (const [at, figure] of figures.entries()) {
    const { file, kind, x, series, threshold } = figure;
    const look = (ids) => (Array.isArray(ids) ? ids : []).map((id) => values.get(id));
    const ys = listOf(series).map((each) => look(each.y));
    const data = {
      isLine: kind === 'line',
      xs:
        kind === 'line'
          ? ys.flatMap((own) => (Array.isArray(x) ? look(x) : own.map((_, n) => n + 1)))
          : [],
      ys: ys.flat(),
      bars: listOf(series).flatMap((each) => (each.bar === null ? [] : look(each.bar))),
      limits: threshold === null ? [] : look([threshold]),
      names: [
        figure.x_label,
        figure.y_label,
        'threshold',
        ...listOf(series).map((each) => each.name),
      ],
    };
    if ([data.xs, data.ys, data.bars, data.limits].flat().some((value) => value === undefined)) {
      paper.add(file, 0, 'plots a claim without a value', 'claims of the ledger');
      continue;
    }
    comparePlot(paper, file, 0, data, readSvg(paper.text(file) ?? ''));
    const picture = pictures[at];
    if (picture === undefined) paper.add('paper.tex', 0, `does not draw ${file}`, 'its picture');
    else
      comparePlot(paper, 'paper.tex', picture.line, data, readPicture(picture.rows, data.isLine));
  }
  if (pictures.length > figures.length)
    paper.add(
      'paper.tex',
      pictures.at(-1).line,
      'draws a figure that the ledger does not list',
      'no such figure',
    );
  paper.did('figures', figures.length);
}

const numbersIn = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).map(Number));
const barOf = (line, at, lines) => (at % 2 === 0 ? [lines[at + 1]?.[1], line[1], line[2]] : []);

/** Points, bars, the line of a threshold and the texts of an SVG file; places are pixels, downwards. */
function readSvg(svg) {
  const names = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };
  const bars = numbersIn(svg, /<path d="M([\d.-]+) ([\d.-]+)[VH]([\d.-]+)"[^>]*stroke-width="3"/g);
  return {
    points: numbersIn(svg, /<circle cx="([\d.-]+)" cy="([\d.-]+)"/g),
    joined: [...svg.matchAll(/<path d="M([^"]*L[^"]*)"/g)].flatMap(([, list]) =>
      list.split('L').map((point) => point.split(' ').map(Number)),
    ),
    bars: bars.flatMap(barOf),
    limits: numbersIn(
      svg,
      /<path d="M[\d.-]+ ([\d.-]+)H[\d.-]+"[^>]*stroke-dasharray="4 3"/g,
    ).flat(),
    words: [
      ...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)">([^<]*)<\/text>/g),
    ].map(([, x, y, anchor, text]) => ({
      x: Number(x),
      y: Number(y) - 4,
      axis: { end: 'y', middle: 'x' }[anchor],
      text: text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name) => names[name]),
    })),
    isOdd: (svg.match(/<text/g) ?? []).length !== (svg.match(/<text x="/g) ?? []).length,
    step: 0.8,
  };
}

/** The same of a picture of LaTeX; places are millimetres, upwards. Marks below the axis are its legend. */
function readPicture(rows, isLine) {
  const words = [];
  const points = [];
  for (const row of rows) {
    const [, x, y, what = ''] = /^\\put\(([-\d.]+),([-\d.]+)\)\{(.*)\}$/.exec(row) ?? [];
    const [, side = '', text] = /^\\makebox\(0,0\)(\[\w\])?\{(.*)\}$/.exec(what) ?? [];
    if (text !== undefined && !/^\\rule|^\$/.test(text))
      words.push({
        x: Number(x),
        y: Number(y),
        axis: { '[r]': 'y', '[t]': 'x' }[side],
        text: readLatex(text).text ?? '',
      });
    else if (what !== '' && !what.startsWith('\\line') && Number(y) >= 0)
      points.push([Number(x), Number(y)]);
  }
  const picture = rows.join('\n');
  const curves = numbersIn(
    picture,
    /^\\qbezier(?:\[\d+\])?\(([-\d.]+),([-\d.]+)\)\([-\d.,]+\)\([-\d.]+,([-\d.]+)\)$/gm,
  );
  return {
    points,
    bars: isLine ? [] : curves.flatMap(barOf),
    limits: numbersIn(picture, /^\\multiput\(0,([-\d.]+)\)/gm).flat(),
    words,
    isOdd: false,
    step: 0.16,
  };
}

function comparePlot(
  paper,
  file,
  line,
  data,
  { points, joined, bars, limits, words, isOdd, step },
) {
  const add = (message, right) => paper.add(file, line, message, right);
  const ticks = { x: [], y: [] };
  for (const { text, axis, ...place } of words) {
    const [token, more] = findNumbers(text);
    const isTick = token?.text === text && more === undefined && axis !== undefined;
    if (isTick && (axis === 'y' || data.isLine)) ticks[axis].push([Number(text), place[axis]]);
    else if (!data.names.some((name) => String(name).includes(text.replace(/…$/, ''))))
      add(`is labelled ${quote(text)}`, 'a name of the figure');
  }
  const pairs = (all, places) => all.map((value, at) => [value, places[at]]);
  const heights = [
    ...pairs(
      data.ys,
      points.map(([, y]) => y),
    ),
    ...pairs(data.bars, bars),
    ...pairs(data.limits, limits),
    ...ticks.y,
  ];
  const widths = [
    ...pairs(
      data.xs,
      points.map(([x]) => x),
    ),
    ...(data.xs.length > 0 ? ticks.x : []),
  ];
  const counts = [
    points.length - data.ys.length,
    bars.length - data.bars.length,
    limits.length - data.limits.length,
  ];
  const isJoined = joined === undefined || String(joined) === (data.isLine ? String(points) : '');
  const isWhole = !isOdd && isJoined && counts.every((count) => count === 0);
  if (
    !isWhole ||
    !onScale(heights, step) ||
    !(onScale(widths, step) || onScale(widths, step, Math.log10))
  )
    add('does not plot the values of its claims', 'points, intervals and ticks at their values');
}

/** Whether one straight scale puts each value at its place. */
function onScale(pairs, step, scale = (value) => value) {
  if (pairs.length === 0) return true;
  const sorted = pairs.map(([value, place]) => [scale(value), place]).sort((a, b) => a[0] - b[0]);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const slope = high[0] > low[0] ? (high[1] - low[1]) / (high[0] - low[0]) : 0;
  return sorted.every(
    ([value, place]) => Math.abs(low[1] + (value - low[0]) * slope - place) <= step,
  );
}

// ---- The whole ---------------------------------------------------------------------------------

/**
 * Checks the paper in `dir`, `key` being a public key in PEM or undefined: `{ok, problems: [{file, line, message, right}], checked: [{what, count}],
 * not_checked: [{what, why}]}`. Throws where the folder cannot be read.
 */
export function verifyFolder(dir, key) {
  const root = realpathSync(dir);
  const { files, odd } = listFolder(root);
  const problems = [];
  const checked = [];
  const notChecked = [];
  const cache = new Map();
  const once = (name, make) => {
    if (!cache.has(name)) cache.set(name, make());
    return cache.get(name);
  };
  const paper = {
    root,
    files,
    odd,
    add: (file, line, message, right) => {
      if (problems.length < problemsMax) problems.push({ file, line, message, right });
    },
    did: (what, count) => checked.push({ what, count }),
    left: (what, why) => notChecked.push({ what, why }),
    hash: (path) => once(`hash ${path}`, () => readFile(root, path, false)),
    text: (path) =>
      once(`text ${path}`, () => readFile(root, path, true)?.content.toString('utf8')),
    json: (path) =>
      once(`json ${path}`, () => {
        const text = paper.text(path);
        if (text === undefined) return undefined;
        try {
          const value = JSON.parse(text.replace(/^\uFEFF/, ''));
          return isRecord(value) ? value : undefined;
        } catch {
          return undefined;
        }
      }),
  };
  checkManifests(paper);
  for (const file of ['metadata.json', paperManifest, ledgerFile, 'evidence_bundle.json'])
    if (paper.json(file) === undefined)
      paper.add(file, 0, 'is missing or no JSON object', 'the file that was written');
  for (const file of ['paper.md', 'paper.tex'])
    if (paper.text(file) === undefined)
      paper.add(file, 0, 'is missing', 'the draft that was written');
  const [ledger, bundle] = [paper.json(ledgerFile), paper.json('evidence_bundle.json')];
  if (ledger !== undefined && bundle !== undefined) checkContent(paper, ledger, bundle);
  checkSignature(paper, key);
  checkEvidenceSignature(paper, bundle ?? {});
  for (const file of ['paper.pdf', 'paper.html', 'paper.xml', 'paper.myst.md'])
    if (files.includes(file)) paper.left(file, 'its text is not read, only its checksum');
  paper.left(
    'wording',
    'sentences without numbers are not judged, but for the verdict and the words of the record',
  );
  return { ok: problems.length === 0, problems, checked, not_checked: notChecked };
}

function checkContent(paper, ledger, bundle) {
  const versions = [
    [ledgerFile, ledger, 'claim_ledger.v3'],
    ['evidence_bundle.json', bundle, 'evidence_bundle.v3'],
  ];
  for (const [file, value, version] of versions)
    if (value.schema_version !== version)
      paper.add(file, 0, `is ${JSON.stringify(value.schema_version)}`, version);
  const readings = checkEvidence(paper, bundle);
  const values = checkClaims(paper, ledger, bundle, readings);
  const pictures = new Set(listOf(ledger.figures).map((figure) => figure.file));
  const drafts = ['paper.md', 'paper.tex'].map((file) => readDraft(paper, file, pictures));
  const printed = drafts.map((draft, at) => {
    const file = ['paper.md', 'paper.tex'][at];
    checkVerdict(paper, file, draft, ledger);
    return checkDraft(paper, file, draft, ledger, values);
  });
  compareDrafts(paper, drafts, printed);
  checkDeclared(paper, ledger, bundle);
  checkFigures(paper, ledger, values, drafts[1].pictures);
  const title = plainLine(paper.json('metadata.json')?.title ?? '');
  if (drafts[0].lines[0]?.text !== title)
    paper.add('metadata.json', 0, `is titled ${quote(title)}`, drafts[0].lines[0]?.text ?? '');
}

function main(args) {
  const json = args.includes('--json');
  const keyAt = args.indexOf('--key');
  const keyFile = keyAt < 0 ? undefined : args[keyAt + 1];
  const [dir = fileURLToPath(new URL('.', import.meta.url)), ...rest] = args.filter(
    (arg, at) => arg !== '--json' && (keyAt < 0 || (at !== keyAt && at !== keyAt + 1)),
  );
  if (rest.length > 0 || dir.startsWith('-') || (keyAt >= 0 && keyFile === undefined)) {
    process.stderr.write('usage: node verify.mjs [DIR] [--key PUBLIC_KEY.pem] [--json]\n');
    return 2;
  }
  try {
    const key = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8');
    const report = verifyFolder(resolve(dir), key);
    const lines = [
      ...report.problems.map(
        ({ file, line, message, right }) =>
          `${file}${line > 0 ? `:${line}` : ''}: ${message}; right would be: ${right}`,
      ),
      ...report.checked.map(({ what, count }) => `checked: ${what} (${count})`),
      ...report.not_checked.map(({ what, why }) => `not checked: ${what} (${why})`),
      report.ok ? 'No problem was found.' : `${report.problems.length} problems.`,
    ];
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `${lines.join('\n')}\n`);
    return report.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${dir} cannot be read: ${error.message}\n`);
    return 2;
  }
}

if (
  process.argv[1] !== undefined &&
  pathToFileURL(resolve(process.argv[1])).href === import.meta.url
)
  process.exitCode = main(process.argv.slice(2));
