#!/usr/bin/env node
/**
 * Checks a paper folder with nothing but Node 20: `node verify.mjs [DIR] [--key PEM] [--json]`, DIR being the folder this
 * file lies in unless given. It was written apart from the program that writes papers and shares no code with it.
 * It reads checksums and manifests, every evidence file, every claim with its formula, comparison and outcome, the
 * points of every figure, every number of both drafts next to its citation, and the signatures. It does not judge
 * wording, and it cannot tell an evidence file that was forged before the paper was made. Exit code 0: nothing was
 * found; 1: there are problems; 2: the folder could not be read. Long because it is one file on purpose.
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
  const [files, odd] = [[], []];
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
  const isOdd = typeof path !== 'string' || /^\/|^[A-Za-z]:|\\|\0|^\.\./.test(path);
  if (isOdd || posix.normalize(path) !== path) return undefined;
  let handle;
  try {
    const through = path.split('/').map((_, at, all) => join(root, ...all.slice(0, at + 1)));
    if (through.some((place) => lstatSync(place).isSymbolicLink())) return undefined;
    handle = openSync(through.at(-1), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const info = fstatSync(handle);
    if (!info.isFile() || (keep && info.size > bytesMax)) return undefined;
    const [hash, chunk, kept] = [createHash('sha256'), Buffer.alloc(2 ** 20), []];
    let bytes = 0;
    for (let count = 1; count > 0; bytes += count) {
      count = readSync(handle, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, count));
      if (keep) kept.push(Buffer.from(chunk.subarray(0, count)));
    }
    return { sha256: hash.digest('hex'), bytes, text: keep && Buffer.concat(kept).toString() };
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
const placeOf = ({ path, pointer } = {}) => `${path}#${pointer}`;

/** What a result file holds: JSON, JSON Lines as a list, CSV as a list of records; undefined for others. */
function parseEvidence(path, source) {
  const text = source.replace(/^\uFEFF/, '');
  try {
    if (/\.csv$/i.test(path)) return parseCsv(text);
    if (!/\.(?:jsonl|ndjson)$/i.test(path)) return JSON.parse(text);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line));
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
    rows.at(-1).push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] !== ',') rows.push([]);
  }
  const [head = [], ...body] = rows.filter((row) => row.length > 0);
  const isNumber = (value) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(value.trim());
  const read = (value) => (isNumber(value) ? Number(value) : value);
  return body.map((row) => Object.fromEntries(row.map((value, at) => [head[at], read(value)])));
}

/** What an RFC 6901 pointer leads to, as a list; in a formula `*` is each element, else a member of that name. */
function select(root, pointer, inFormula = false) {
  if (typeof pointer !== 'string' || (pointer !== '' && pointer[0] !== '/')) return undefined;
  let found = [root];
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = [];
    for (const value of found) {
      const isIn = Array.isArray(value)
        ? /^(?:0|[1-9]\d*)$/.test(name) && name in value
        : isRecord(value) && Object.hasOwn(value, name);
      if (inFormula && name === '*' && typeof value === 'object' && value !== null)
        for (const item of Object.values(value)) next.push(item);
      else if (isIn) next.push(value[name]);
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

// ---- Formulas ----------------------------------------------------------------------------------

const pairs = (text) => new Map(text.split(' ').map((pair) => pair.split('=')));
const units = (text) => new Map([...pairs(text)].map(([unit, size]) => [unit, Number(size)]));
/** Units by what they measure, with how many of the first one each is. */
const unitTable = [
  's=1 ms=1e-3 µs=1e-6 us=1e-6 ns=1e-9 min=60 h=3600 d=86400',
  `bytes=1 B=1 KB=1e3 kB=1e3 MB=1e6 GB=1e9 TB=1e12 KiB=${2 ** 10} MiB=${2 ** 20} GiB=${2 ** 30} TiB=${2 ** 40}`,
  'J=1 mJ=1e-3 kJ=1e3 MJ=1e6 Wh=3600 kWh=3.6e6',
  'W=1 mW=1e-3 kW=1e3',
  'share=1 %=0.01 percent=0.01',
  'count=1 thousand=1e3 million=1e6',
].map(units);
const knownUnits = new Set(
  unitTable.flatMap((row) => [...row.keys()]).filter((unit) => unit !== 'd'),
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
    const match = pattern.exec(text) ?? refuse(`it cannot be read at character ${at + 1}`);
    at = pattern.lastIndex;
    return match;
  };
  const expression = (depth) => {
    if (depth > 16) refuse('it is nested more than 16 deep');
    const [, name, literal, number] = take(token);
    if (number !== undefined) return { number: Number(number) };
    if (literal !== undefined) return { text: JSON.parse(literal) };
    const args = [expression(depth + 1)];
    while (take(mark)[1] !== ')') args.push(expression(depth + 1));
    return { name, args };
  };
  const tree = expression(1);
  if (text.slice(at).trim() !== '') refuse(`something follows it at character ${at + 1}`);
  return tree;
}

/** `path#pointer` of each source, in order of appearance. */
const sourcesOf = ({ text, name, args = [] }) =>
  text === undefined ? (name === 'convert' ? [args[0]] : args).flatMap(sourcesOf) : [text];

const sumOf = (list) => list.reduce((sum, value) => sum + value, 0);
const meanOf = (list) => sumOf(list) / list.length;
const squares = (list, mean = meanOf(list)) => sumOf(list.map((value) => (value - mean) ** 2));
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
  return Math.sqrt(squares(list) / (list.length - 1));
}

/** Regularised incomplete beta function by its continued fraction (Lentz). */
function betaShare(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const logs = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let [share, step] = [d, 0];
  for (let m = 1; m < 1000 && Math.abs(step - 1) >= 1e-15; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d);
      c = 1 + term / c;
      step = c * d;
      share *= step;
    }
  }
  return (Math.exp(logs) * share) / a;
}
const lanczos = [
  76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 1.208650973866179e-3,
  -5.395239384953e-6,
];
const logGamma = (x) => {
  const series = lanczos.reduce(
    (all, factor, at) => all + factor / (x + at + 1),
    1.000000000190015,
  );
  const scale = (Math.sqrt(2 * Math.PI) * series) / x;
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log(scale);
};
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
  return meanOf(list) + side * low * error;
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
  const [all, total] = [squares(list), sumOf(list)];
  let below = 0;
  const between = sorted(list).reduce((best, value, at) => {
    const [cut, rest] = [at + 1, list.length - at - 1];
    below += value;
    if (cut < side || rest < side) return best;
    const apart = below / cut - (total - below) / rest;
    return Math.max(best, ((cut * rest) / list.length) * apart * apart);
  }, 0);
  return all > 0 ? between / all : 0;
}

const ofSeries = {
  count: (s) => s.length,
  sum: sumOf,
  mean: meanOf,
  median: (s) => quantileOf(sorted(s), 0.5),
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
  if (number !== undefined) return number;
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
const honesty = [
  ['metadata.json', 'ai_generated', true],
  ['metadata.json', 'human_authorship_claimed', false],
  [paperManifest, 'ai_generated', true],
  [paperManifest, 'human_authorship_claimed', false],
  [paperManifest, 'peer_reviewed', false],
];

function checkManifests(paper) {
  const { add, files, hash } = paper;
  const asListed = 'the file as it was listed';
  const compare = (source, path, sha256, bytes) => {
    const found = hash(path);
    if (found === undefined) add(source, 0, `${path} is listed and is not there`, asListed);
    else if (found.sha256 !== sha256)
      add(path, 0, `hashes to ${found.sha256}, ${source} says ${sha256}`, asListed);
    else if (bytes !== undefined && found.bytes !== bytes)
      add(path, 0, `has ${found.bytes} bytes, ${source} says ${bytes}`, `${found.bytes} bytes`);
  };
  // An import gives the paper its public id; what it changed stands in the checksums.
  const changed = files.includes('corpus_record.json') ? ['metadata.json', paperManifest] : [];
  const lists = [
    [paperManifest, 'artifacts'],
    [packageManifest, 'files'],
  ].flatMap(([source, member]) => {
    if (source === packageManifest && !files.includes(source)) return [];
    const entries = paper.json(source)?.[member];
    if (!Array.isArray(entries))
      add(source, 0, `has no list of ${member}`, `a list of ${member} with path, bytes and sha256`);
    for (const { path, sha256, bytes } of listOf(entries))
      if (source !== packageManifest || !changed.includes(path))
        compare(source, path, sha256, bytes);
    return [source, ...listOf(entries).map(({ path }) => path)];
  });
  const sums = files.includes(sumsFile) ? paper.text(sumsFile) : undefined;
  const lines = (sums ?? '').split('\n').filter((line) => line !== '');
  const listed = lines.map((line, at) => {
    const [, sha256, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (path === undefined) add(sumsFile, at + 1, 'is no line of sha256sum', '“<sha256>  <path>”');
    else compare(sumsFile, path, sha256);
    return path;
  });
  if (sums !== undefined) paper.did('checksums', lines.length);
  else paper.left('checksums', `there is no ${sumsFile}; a folder that was not packaged has none`);
  // The checksums list all; without them the manifests together must.
  const all = new Set(sums === undefined ? lists : [sumsFile, ...listed]);
  for (const path of files)
    if (!all.has(path)) add(path, 0, 'is listed nowhere', 'no such file, or its checksum');
  for (const path of paper.odd) add(path, 0, 'is no regular file', 'a regular file');
  for (const [file, member, right] of honesty)
    if (paper.json(file) !== undefined && paper.json(file)[member] !== right)
      add(file, 0, `${member} is ${JSON.stringify(paper.json(file)[member])}`, `${right}`);
  paper.did('files', files.length);
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
    if (paper.hash(path)?.sha256 !== signed.get(path))
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

/** Reads the files of the bundle: by path, their hash and what they hold. */
function checkEvidence(paper, bundle) {
  const { add } = paper;
  const readings = new Map();
  for (const { public_path: path, path: origin, sha256: hash, bytes } of listOf(bundle.files)) {
    const found = readFile(paper.root, path, true);
    const right = `the file with SHA-256 ${hash}`;
    if (ownFiles.test(path) || ownFiles.test(origin))
      add(path, 0, 'is part of the paper', 'a file of the run');
    if (found === undefined) add(path, 0, 'is evidence and is not there, or too large', right);
    if (found === undefined) continue;
    if (found.sha256 !== hash)
      add(path, 0, `hashes to ${found.sha256}, the bundle says ${hash}`, right);
    if (found.bytes !== bytes)
      add(path, 0, `has ${found.bytes} bytes, the bundle says ${bytes}`, `${bytes} bytes`);
    readings.set(path, { sha256: found.sha256, value: parseEvidence(path, found.text) });
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

const olderFormulas = ['ratio', 'difference', 'percent_change', 'percent_of', 'product'];

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
  const metrics = listOf(bundle.metrics).map(({ file: path, pointer, unit }) => ({
    at: placeOf({ path, pointer }),
    unit,
  }));
  const unitOf = new Map(metrics.map(({ at, unit }) => [at, unit]));
  claims.forEach((claim, at) => {
    let fine = true;
    const add = (message, right) => {
      fine = false;
      say(`${claim.id}: ${message}`, right);
    };
    if (claim.id !== `C${at + 1}`) add('stands at another place', `C${at + 1}`);
    checkReferences(claim, readings, unitOf, bundle, add);
    const value = checkDerived(claim, readings, add);
    checkComparison(claim, readings, add);
    checkOutcome(claim, value, bundle, add);
    checkReplication(claim, value, { bundle, claims }, add);
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

const readerOf = (readings) => (source) => {
  const hash = source.indexOf('#');
  const pointer = source.slice(hash + 1);
  const found = select(readings.get(source.slice(0, hash))?.value, pointer, true);
  if (hash < 0 || found === undefined) refuse(`${source} leads nowhere`);
  return isSeries(pointer) ? found : found[0];
};

/** The operands and the value of a formula; the older ones are one word over the references. */
function derive({ derived, evidence_refs: refs }, readings) {
  const { formula } = derived;
  if (!olderFormulas.includes(formula)) {
    const tree = attempt(() => parseFormula(formula)).value;
    const operands = () => tree.args.map((arg) => evaluate(arg, readerOf(readings)));
    return { ...evaluateFormula(formula, readerOf(readings)), tree, operands };
  }
  const operands = listOf(refs).map((ref) => ref.recomputed_value);
  const value = operands.length === 2 ? ofNumbers[formula](...operands) : undefined;
  return {
    value,
    why: 'two numbers are needed',
    tree: { name: formula },
    operands: () => operands,
  };
}

/** The number the claim states: recomputed where it is derived, else the one it refers to. */
function checkDerived(claim, readings, add) {
  const refs = listOf(claim.evidence_refs);
  if (claim.derived === undefined) {
    if (['comparison', 'statistic'].includes(claim.kind)) add('has no formula', 'its formula');
    const value = refs[0]?.recomputed_value;
    return typeof value === 'number' && claim.kind !== 'observation' ? value : undefined;
  }
  const { formula, quoted_value: quoted, recomputed_value: stated, match } = claim.derived ?? {};
  const { value, why, tree } = derive(
    { derived: claim.derived ?? {}, evidence_refs: refs },
    readings,
  );
  if (!Number.isFinite(value)) {
    add(`${formula} has no value: ${why ?? 'it is not finite'}`, 'a formula that has one');
    return undefined;
  }
  const sources = tree.args === undefined ? undefined : [...new Set(sourcesOf(tree))].join();
  if (sources !== undefined && sources !== [...new Set(refs.map(placeOf))].join())
    add('refers to other sources than its formula', sources);
  // Two ways to compute an interval of Student's t differ in the last digits.
  const share = /t_(?:low|high)/.test(formula) ? 1e-8 : tree.args === undefined ? 0 : 1e-12;
  const room = Math.max(Math.abs(value), Math.abs(stated)) * share;
  if (value !== stated && !(Math.abs(value - stated) <= room))
    add(`${formula} is stated as ${stated}`, shown(value));
  else if (!prints(quoted, value) || match !== true) add(`prints ${quote(quoted)}`, shown(value));
  return value;
}

function checkComparison({ comparison, derived, evidence_refs: refs }, readings, add) {
  if (comparison === undefined) return;
  const { tree, operands } = derive({ derived: derived ?? {}, evidence_refs: refs }, readings);
  const compares = ['ratio', 'difference', 'percent_change'].includes(tree?.name);
  const { value, why } = compares ? attempt(operands) : { why: 'it compares nothing' };
  if (value === undefined)
    return add(`has no comparison: ${why}`, 'ratio, difference or percent_change of two numbers');
  const [a, b] = value;
  const direction = a > b ? 'higher' : a < b ? 'lower' : 'equal';
  const { subject, baseline, direction: said } = comparison;
  if (said !== direction) add(`${subject} is called ${said} than ${baseline}`, direction);
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
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
};

function checkOutcome({ outcome, unit }, value, bundle, add) {
  if (outcome === undefined) return;
  const { metric, direction, threshold, verdict, registration: stated } = outcome;
  const known = bundle.registration ?? null;
  if (!Object.hasOwn(holds, String(direction)) || typeof threshold !== 'number')
    return add('has no criterion', 'a direction and a threshold');
  const isMet = value !== undefined && holds[direction](value, threshold);
  const right = value === undefined ? 'not_measured' : isMet ? 'met' : 'not_met';
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

/** What a line of Markdown prints; `why` where it holds markup that a paper has no use for. */
function readMarkdown(line, figures) {
  if (/^\|[\s:|-]+\|$/.test(line)) return { text: '' };
  const [, alt, target] = /^!\[([^\]]*)\]\(([^)\s]*)\)$/.exec(line) ?? [];
  if (target !== undefined)
    return figures.has(target) ? { text: '', alt } : { why: `shows ${quote(target)}` };
  let text = '';
  const part = /\\(.?)|`([^`]*)`|[`*|]|(?:[^\\`*|<&[]|\[(?=C\d))+/y;
  const body = line.replace(/^(?:#{1,6}|>|-) /, '');
  while (part.lastIndex < body.length) {
    const at = part.lastIndex;
    const match = part.exec(body);
    if (match === null) return { why: `holds markup: ${quote(body.slice(at, at + 40))}` };
    const [all, escaped, code] = match;
    text += code ?? escaped ?? { '*': '', '|': ' ' }[all] ?? all;
  }
  return { text, isRow: line.startsWith('|') };
}

/** `\textNAME{}` and `\ensuremath{\NAME}`, with the character each prints. */
const textNames = pairs(
  'backslash=\\ asciitilde=~ asciicircum=^ less=< greater=> bar=| quotedbl=" asciigrave=` endash=– emdash=— quoteleft=‘ quoteright=’ quotedblleft=“ quotedblright=” ellipsis=… bullet=• euro=€ trademark=™ twosuperior=² threesuperior=³ onesuperior=¹ degree=° section=§ minus=-',
);
const mathNames = pairs(
  'times=× div=÷ pm=± cdot=· leq=≤ geq=≥ neq=≠ approx=≈ infty=∞ rightarrow=→ leftarrow=← leftrightarrow=↔ in=∈ surd=√ sum=∑ partial=∂ nabla=∇ mu=µ alpha=α beta=β gamma=γ delta=δ epsilon=ε zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Phi=Φ Psi=Ψ Omega=Ω -=−',
);
const texPart =
  /\\text([a-z]+)\{\}|\\ensuremath\{\\?([A-Za-z]+|-)\}|\\codepoint\{([0-9A-F]{1,6})\}|(\\(?:emph|textbf|texttt|papertitle|tablecaption|figurecaption|notice|subsection\*|section\*|claimref)\{)|\\allowbreak\{\}|\\label\{[a-z:-]*\}|\\item\s?|\\\\$|\\([{}$&#_%])|\{([*[\]])\}|\{\}|(\})|(&)|([^\\{}$&#^_~%]+)/y;

/** What a line of LaTeX prints; `why` where it holds a command that a paper has no use for. */
function readLatex(line) {
  let [text, open] = ['', 0];
  for (texPart.lastIndex = 0; texPart.lastIndex < line.length; ) {
    const at = texPart.lastIndex;
    const why = `holds a command: ${quote(line.slice(at, at + 40))}`;
    const match = texPart.exec(line);
    if (match === null) return { why };
    const [, word, symbol, point, style, escaped, braced, close, cell, plain] = match;
    if (word !== undefined && !textNames.has(word)) return { why };
    open += Number(style !== undefined) - Number(close !== undefined);
    if (open < 0) return { why: 'closes a brace that is not open' };
    const code = Math.min(Number.parseInt(point ?? '0', 16), 0x10ffff);
    if (word !== undefined) text += textNames.get(word);
    else if (symbol !== undefined) text += mathNames.get(symbol) ?? '';
    else if (point !== undefined) text += String.fromCodePoint(code);
    else text += plain ?? escaped ?? braced ?? (cell === undefined ? '' : ' ');
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
  const [lines, pictures] = [[], []];
  const isMarkdown = file === 'paper.md';
  let [isBody, picture] = [isMarkdown, undefined];
  for (const [at, raw] of (paper.text(file) ?? '').split('\n').entries()) {
    const add = (message, right) => paper.add(file, at + 1, message, right);
    if (raw.length > lineCharsMax) add(`has ${raw.length} characters`, `at most ${lineCharsMax}`);
    else if (!isBody) {
      isBody = raw === '\\begin{document}';
      if (!isBody && (raw.length > 400 || !texPreamble.test(raw) || isHiding.test(raw)))
        add(`sets up ${quote(raw)}`, 'the usual preamble');
    } else if (picture !== undefined || raw === '\\setlength{\\unitlength}{1mm}') {
      picture = [...(picture ?? []), raw];
      if (raw !== '\\end{picture}') continue;
      pictures.push({ line: at + 1, rows: picture });
      picture = undefined;
    } else if (raw.trim() !== '' && (isMarkdown || !texStructure.test(raw))) {
      const line = unlink(raw);
      const {
        text = '',
        why,
        isRow,
        alt,
      } = isMarkdown ? readMarkdown(line, figures) : readLatex(line);
      if (why !== undefined) add(why, 'plain text');
      if (/\p{N}/u.test(alt ?? '')) add(`has a number in ${quote(alt)}`, 'a text without numbers');
      const clean = text.replace(/\s+/gu, ' ').trim();
      if (clean !== '') lines.push({ at: at + 1, text: clean, isRow });
    }
  }
  if (picture !== undefined) paper.add(file, 0, 'a picture is not closed', 'its end');
  return { lines, pictures };
}

/** Invisible characters, turned writing, and Cyrillic within Latin words. */
const lookAlike =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?<=\p{Script=Latin})\p{Script=Cyrillic}|\p{Script=Cyrillic}(?=\p{Script=Latin})/gu;

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

/** True where the unit behind a number is that of its claim, or no unit at all. */
function hasUnit(rest, own) {
  const text = rest.trimStart();
  if (
    own === undefined ||
    (text.startsWith(own) && !/^[\p{L}\p{N}/]/u.test(text.slice(own.length)))
  )
    return true;
  const [unit] = /^(?: ?%| [A-Za-zµ]+(?![\p{L}/]))/u.exec(rest) ?? [];
  return !knownUnits.has(unit?.trim());
}

const isOfWords = ({ derived, evidence_refs: refs, kind }) =>
  derived === undefined &&
  (typeof listOf(refs)[0]?.recomputed_value !== 'number' ||
    !['measurement', 'setting', 'outcome', 'replication'].includes(kind));

/** Every number of a draft against the claim cited next to it; gives what was cited, as `id value`. */
function checkDraft(paper, file, { lines }, ledger, values) {
  const claims = new Map(listOf(ledger.claims).map((claim) => [claim.id, claim]));
  const declared = listOf(ledger.not_results);
  const texts = declared.map(({ text }) => String(text));
  const mask = createMask(texts.filter((text) => text !== ''));
  const [found, printed] = [new Map(), []];
  for (const { at, text, isRow } of lines) {
    const add = (message, right) => paper.add(file, at, message, right);
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
    for (const { 0: odd, index } of text.matchAll(lookAlike)) {
      const around = quote(text.slice(Math.max(0, index - 12), index + 12));
      const code = odd.codePointAt(0).toString(16).toUpperCase();
      add(`holds U+${code} at ${around}`, 'letters of one script that can be seen');
    }
    const numbers = findNumbers(rest);
    // A claim of words has no number that a row could show.
    const ofRow = cited.filter((id) => !(claims.has(id) && isOfWords(claims.get(id))));
    if (isRow && numbers.length !== ofRow.length)
      add(`the row has ${numbers.length} numbers and cites ${ofRow.length} claims`, 'one for each');
    numbers.forEach((token, place) => {
      const next = cites.find(({ index }) => index > token.index)?.ids ?? [];
      const ids = isRow ? ofRow.slice(place, place + 1) : next;
      const id = ids.find((each) => standsFor(token, values.get(each)));
      const right = ids.filter((each) => values.has(each)).map((each) => shown(values.get(each)));
      if (id === undefined) {
        const whose = ids.join(', ') || 'any cited claim';
        add(`${token.text} is not the value of ${whose}`, right.join(' or ') || 'a cited number');
        return;
      }
      printed.push(`${id} ${token.text}`);
      const own = claims.get(id).unit;
      const behind = rest.slice(token.end, token.end + 40);
      if (!hasUnit(behind, own)) add(`${token.text}${behind.slice(0, 12)} is ${id}`, `in ${own}`);
    });
  }
  for (const { text, count } of declared) {
    const times = found.get(text) ?? 0;
    if (times !== count)
      paper.add(file, 0, `holds ${quote(text)} ${times} times, as no result`, `${count} times`);
  }
  const head = lines.slice(0, 10).map((line) => line.text);
  if (!/(?<!\bnot )\b(?:generated by an? AI|AI[- ]generated)\b/i.test(head.join(' ')))
    paper.add(file, 0, 'does not say at its top that an AI system generated it', 'the notice');
  paper.did(`numbers of ${file}`, printed.length);
  return printed;
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

/** Both drafts print the same words in the same order, and the same numbers for the same claims. */
function compareDrafts(paper, [markdown, latex], printed) {
  const length = Math.max(markdown.lines.length, latex.lines.length);
  const at = Array.from({ length }, (_, place) => place).find(
    (place) => markdown.lines[place]?.text !== latex.lines[place]?.text,
  );
  const [left, right] = [markdown.lines[at], latex.lines[at]];
  const wanted = `${quote(left?.text ?? '')} as paper.md line ${left?.at ?? 'end'}`;
  if (at !== undefined)
    paper.add('paper.tex', right?.at ?? 0, `says ${quote(right?.text ?? '')}`, wanted);
  const [ours, theirs] = printed.map((list) => [...list].sort(byUnits));
  const odd = ours.find((entry, place) => entry !== theirs[place]) ?? theirs[ours.length];
  if (odd !== undefined)
    paper.add('paper.tex', 0, `does not print the numbers of paper.md: ${odd}`, 'the same numbers');
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
  const isId = isIn([paperId, runId, projectId, registration?.event_id, ...replications]);
  const start = (text) => /[0-9a-f]{8,64}/.exec(text.replace(/^\w+:/, ''))?.[0] ?? '-';
  const dates = [bundle.created_at, manifest.generated_at, registration?.at];
  const level = (text) => `,${Number(parseFloat(text) / 100)}`;
  const sources = [idea?.title, idea?.hypothesis, paper.json('metadata.json')?.title];
  const kinds = {
    table_number: (text) => /^Table \d+$/.test(text),
    figure_number: (text) => /^Figure \d+$/.test(text),
    date: (text) => hold(dates)(text) || isIn(dates)(text),
    version: isIn(Object.values(manifest.engine_versions ?? {})),
    identifier: (text) => isId(text) || hashes.some((hash) => hash?.startsWith(start(text))),
    path: isIn([...paper.files, ...files.map(({ path }) => path)]),
    pointer: (text) => refs.some(({ pointer }) => plainLine(pointer) === text),
    formula: (text) => formulas.includes(text),
    statement: (text) =>
      refs.some((ref) => plainLine(ref.quoted_value).replace(/[“”]/g, "'") === text),
    level: (text) => /^[\d.]+% interval$/.test(text) && hold(formulas)(level(text)),
    quoted: (text) => hold(sources.map((each) => plainLine(each ?? '')))(text.replace(/…$/, '')),
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

/** What a figure shows lies where the values of its claims put it, and nothing else is written. */
function checkFigures(paper, ledger, values, pictures) {
  const figures = listOf(ledger.figures);
  for (const [at, figure] of figures.entries()) {
    const { file, kind, x, threshold, x_label: xLabel, y_label: yLabel } = figure;
    const look = (ids) => (Array.isArray(ids) ? ids : []).map((id) => values.get(id));
    const series = listOf(figure.series);
    const ys = series.map((each) => look(each.y));
    const isLine = kind === 'line';
    const along = ys.flatMap((own) => (Array.isArray(x) ? look(x) : own.map((_, n) => n + 1)));
    const data = {
      isLine,
      xs: isLine ? along : [],
      ys: ys.flat(),
      bars: series.flatMap((each) => (each.bar === null ? [] : look(each.bar))),
      limits: threshold === null ? [] : look([threshold]),
      names: [xLabel, yLabel, 'threshold', ...series.map((each) => each.name)],
    };
    if ([data.xs, data.ys, data.bars, data.limits].flat().includes(undefined)) {
      paper.add(file, 0, 'plots a claim without a value', 'claims of the ledger');
      continue;
    }
    comparePlot(paper, file, 0, data, readSvg(paper.text(file) ?? ''));
    const { line, rows } = pictures[at] ?? {};
    if (rows === undefined) paper.add('paper.tex', 0, `does not draw ${file}`, 'its picture');
    else comparePlot(paper, 'paper.tex', line, data, readPicture(rows, isLine));
  }
  for (const { line } of pictures.slice(figures.length))
    paper.add('paper.tex', line, 'draws a figure that the ledger does not list', 'no such figure');
  paper.did('figures', figures.length);
}

const numbersIn = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).map(Number));
const barOf = (line, at, lines) => (at % 2 === 0 ? [lines[at + 1]?.[1], line[1], line[2]] : []);

/** Points, bars, the line of a threshold and the texts of an SVG file; places are pixels, downwards. */
function readSvg(svg) {
  const names = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };
  const bars = numbersIn(svg, /<path d="M([\d.-]+) ([\d.-]+)[VH]([\d.-]+)"[^>]*stroke-width="3"/g);
  const limits = /<path d="M[\d.-]+ ([\d.-]+)H[\d.-]+"[^>]*stroke-dasharray="4 3"/g;
  const label = /<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)">([^<]*)<\/text>/g;
  return {
    points: numbersIn(svg, /<circle cx="([\d.-]+)" cy="([\d.-]+)"/g),
    joined: [...svg.matchAll(/<path d="M([^"]*L[^"]*)"/g)].flatMap(([, list]) =>
      list.split('L').map((point) => point.split(' ').map(Number)),
    ),
    bars: bars.flatMap(barOf),
    limits: numbersIn(svg, limits).flat(),
    words: [...svg.matchAll(label)].map(([, x, y, anchor, text]) => ({
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
  const [words, points] = [[], []];
  for (const row of rows) {
    const [, x, y, what = ''] = /^\\put\(([-\d.]+),([-\d.]+)\)\{(.*)\}$/.exec(row) ?? [];
    const [, side = '', text] = /^\\makebox\(0,0\)(\[\w\])?\{(.*)\}$/.exec(what) ?? [];
    const [place, axis] = [[Number(x), Number(y)], { '[r]': 'y', '[t]': 'x' }[side]];
    if (text !== undefined && !/^\\rule|^\$/.test(text))
      words.push({ x: place[0], y: place[1], axis, text: readLatex(text).text ?? '' });
    else if (what !== '' && !what.startsWith('\\line') && place[1] >= 0) points.push(place);
  }
  const picture = rows.join('\n');
  const curve = /^\\qbezier(?:\[\d+\])?\(([-\d.]+),([-\d.]+)\)\([-\d.,]+\)\([-\d.]+,([-\d.]+)\)$/gm;
  const bars = isLine ? [] : numbersIn(picture, curve).flatMap(barOf);
  const limits = numbersIn(picture, /^\\multiput\(0,([-\d.]+)\)/gm).flat();
  return { points, bars, limits, words, isOdd: false, step: 0.16 };
}

function comparePlot(paper, file, line, data, drawn) {
  const { points, joined, bars, limits, words, isOdd, step } = drawn;
  const ticks = { x: [], y: [] };
  for (const { text, axis, ...place } of words) {
    const [token, more] = findNumbers(text);
    const isTick = token?.text === text && more === undefined && axis !== undefined;
    const isName = data.names.some((name) => String(name).includes(text.replace(/…$/, '')));
    if (isTick && (axis === 'y' || data.isLine)) ticks[axis].push([Number(text), place[axis]]);
    else if (!isName) paper.add(file, line, `is labelled ${quote(text)}`, 'a name of the figure');
  }
  const placed = [
    [data.ys, points.map(([, y]) => y)],
    [data.bars, bars],
    [data.limits, limits],
  ];
  const zip = ([all, places]) => all.map((value, at) => [value, places[at]]);
  const heights = [...placed.flatMap(zip), ...ticks.y];
  const widths = zip([data.xs, points.map(([x]) => x)]).concat(data.xs.length > 0 ? ticks.x : []);
  const isJoined = joined === undefined || String(joined) === (data.isLine ? String(points) : '');
  const isWhole = !isOdd && isJoined && placed.every(([all, at]) => all.length === at.length);
  const isWide = onScale(widths, step) || onScale(widths, step, Math.log10);
  if (!isWhole || !isWide || !onScale(heights, step))
    paper.add(file, line, 'does not plot the values of its claims', 'points at their values');
}

/** Whether one straight scale puts each value at its place. */
function onScale(pairs, step, scale = (value) => value) {
  const sorted = pairs.map(([value, place]) => [scale(value), place]).sort((a, b) => a[0] - b[0]);
  if (sorted.length === 0) return true;
  const [[low, from], [high, to]] = [sorted[0], sorted.at(-1)];
  const slope = high > low ? (to - from) / (high - low) : 0;
  return sorted.every(([value, place]) => Math.abs(from + (value - low) * slope - place) <= step);
}

// ---- The whole ---------------------------------------------------------------------------------

/** The folder as it is read: files, texts and JSON once each, and what is told of them. */
function openPaper(dir) {
  const root = realpathSync(dir);
  const problems = [];
  const checked = [];
  const notChecked = [];
  const cache = new Map();
  const once = (name, make) => {
    if (!cache.has(name)) cache.set(name, make());
    return cache.get(name);
  };
  const parse = (text) => {
    try {
      const value = JSON.parse(text.replace(/^\uFEFF/, ''));
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };
  const paper = {
    root,
    ...listFolder(root),
    add: (file, line, message, right) => {
      if (problems.length < problemsMax) problems.push({ file, line, message, right });
    },
    did: (what, count) => checked.push({ what, count }),
    left: (what, why) => notChecked.push({ what, why }),
    hash: (path) => once(`hash ${path}`, () => readFile(root, path, false)),
    text: (path) => once(`text ${path}`, () => readFile(root, path, true)?.text),
    json: (path) => once(`json ${path}`, () => parse(paper.text(path) ?? '')),
  };
  return { paper, report: { problems, checked, not_checked: notChecked } };
}

/**
 * Checks the paper in `dir`, `key` being a public key in PEM or undefined: `{ok, problems: [{file, line, message, right}], checked: [{what, count}],
 * not_checked: [{what, why}]}`. Throws where the folder cannot be read.
 */
export function verifyFolder(dir, key) {
  const { paper, report } = openPaper(dir);
  checkManifests(paper);
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
  paper.left('wording', 'words are not judged, but for those that are cited from the record');
  return { ok: report.problems.length === 0, ...report };
}

function checkContent(paper, ledger, bundle) {
  for (const [file, value, version] of [
    [ledgerFile, ledger, 'claim_ledger.v3'],
    [bundleFile, bundle, 'evidence_bundle.v3'],
  ])
    if (value.schema_version !== version)
      paper.add(file, 0, `is ${JSON.stringify(value.schema_version)}`, version);
  const readings = checkEvidence(paper, bundle);
  const values = checkClaims(paper, ledger, bundle, readings);
  const pictures = new Set(listOf(ledger.figures).map((figure) => figure.file));
  const files = ['paper.md', 'paper.tex'];
  const drafts = files.map((file) => readDraft(paper, file, pictures));
  const printed = drafts.map((draft, at) => checkDraft(paper, files[at], draft, ledger, values));
  compareDrafts(paper, drafts, printed);
  checkDeclared(paper, ledger, bundle);
  checkFigures(paper, ledger, values, drafts[1].pictures);
  const title = plainLine(paper.json('metadata.json')?.title ?? '');
  const shownTitle = drafts[0].lines[0]?.text ?? '';
  if (shownTitle !== title) paper.add('metadata.json', 0, `is titled ${quote(title)}`, shownTitle);
}

function main(args) {
  const json = args.includes('--json');
  const keyAt = args.indexOf('--key');
  const isOfKey = (at) => keyAt >= 0 && (at === keyAt || at === keyAt + 1);
  const keyFile = keyAt < 0 ? undefined : args[keyAt + 1];
  const [dir = fileURLToPath(new URL('.', import.meta.url)), ...rest] = args.filter(
    (arg, at) => arg !== '--json' && !isOfKey(at),
  );
  if (rest.length > 0 || dir.startsWith('-') || (keyAt >= 0 && keyFile === undefined)) {
    process.stderr.write('usage: node verify.mjs [DIR] [--key PUBLIC_KEY.pem] [--json]\n');
    return 2;
  }
  try {
    const key = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8');
    const report = verifyFolder(resolve(dir), key);
    const at = ({ file, line }) => (line > 0 ? `${file}:${line}` : file);
    const lines = [
      ...report.problems.map((one) => `${at(one)}: ${one.message}; right would be: ${one.right}`),
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

const started = process.argv[1];
if (started !== undefined && pathToFileURL(resolve(started)).href === import.meta.url)
  process.exitCode = main(process.argv.slice(2));
