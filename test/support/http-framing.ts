/**
 * Ways to say where a request ends that two readers could take differently, and heads that are not
 * allowed, as bytes. A test lets each be followed by a whole request for `/smuggled`, which is part of
 * none of them. Long because it is one list of data.
 */

/**
 * What a server must do: `refuse` it with 4xx or 505; `serve` it; `either`, as HTTP allows or does
 * not matter; `drop` it: refuse it, or close the connection without a word.
 */
export type FramingOutcome = 'refuse' | 'serve' | 'either' | 'drop';

export interface FramingCase {
  readonly name: string;
  /** Latin-1. */
  readonly request: string;
  readonly outcome: FramingOutcome;
}

/** A request that nobody asked for; its path says behind which bytes it came. */
export const smuggled = (behind: string): string =>
  `GET /${encodeURIComponent(`smuggled behind ${behind}`)} HTTP/1.1\r\nHost: x\r\n\r\n`;

const head = (lines: readonly string[], body = ''): string =>
  `${['POST /body HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n\r\n${body}`;
const get = (line: string, headers: readonly string[] = ['Host: x']): string =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n`;
const cases =
  (outcome: FramingOutcome) =>
  (requests: Readonly<Record<string, string>>): FramingCase[] =>
    Object.entries(requests).map(([name, request]) => ({ name, request, outcome }));
const refused = cases('refuse');
/** Forbidden bytes, of which uWebSockets.js shows nothing. */
const dropped = cases('drop');

const closing = ['Host: x', 'Connection: close'];
const chunked = 'Transfer-Encoding: chunked';
const emptyChunks = '0\r\n\r\n';

const lengths = refused({
  'two lengths, 0 and 40': head(['Content-Length: 0', 'Content-Length: 40']),
  'two lengths, 40 and 0': head(['Content-Length: 4', 'Content-Length: 0'], 'abcd'),
  'two equal lengths': head(['Content-Length: 4', 'Content-Length: 4'], 'abcd'),
  'two lengths in other case': head(['content-length: 0', 'CONTENT-LENGTH: 40']),
  'two lengths with a header between': head(['Content-Length: 0', 'X: y', 'Content-Length: 40']),
  'three lengths': head(['Content-Length: 0', 'Content-Length: 0', 'Content-Length: 40']),
  'an empty length and a length': head(['Content-Length:', 'Content-Length: 40']),
  'a length and an empty length': head(['Content-Length: 4', 'Content-Length:'], 'abcd'),
  'an empty length': head(['Content-Length:']),
  'a list as length': head(['Content-Length: 0, 0']),
  'a list of two lengths': head(['Content-Length: 0, 40']),
  'a negative length': head(['Content-Length: -1']),
  'a length with a plus': head(['Content-Length: +4'], 'abcd'),
  'a hexadecimal length': head(['Content-Length: 0x4'], 'abcd'),
  'a length with a point': head(['Content-Length: 4.0'], 'abcd'),
  'a length with an exponent': head(['Content-Length: 4e0'], 'abcd'),
  'a length with a blank inside': head(['Content-Length: 4 0'], 'abcd'),
  'a length with an underscore': head(['Content-Length: 4_0'], 'abcd'),
  'a length in words': head(['Content-Length: four'], 'abcd'),
  'a length in quotes': head(['Content-Length: "4"'], 'abcd'),
  'a length of 2^64': head(['Content-Length: 18446744073709551616']),
  'a length of 30 digits': head([`Content-Length: ${'9'.repeat(30)}`]),
  'a length of 300 digits': head([`Content-Length: ${'0'.repeat(299)}4`], 'abcd'),
  'a length in other digits': head(['Content-Length: \xb2'], 'ab'),
});

const codings = refused({
  'a length and chunks': head(['Content-Length: 4', chunked], emptyChunks),
  'chunks and a length': head([chunked, 'Content-Length: 4'], emptyChunks),
  'a length of 0 and chunks': head(['Content-Length: 0', chunked], emptyChunks),
  'an empty length and chunks': head(['Content-Length:', chunked], emptyChunks),
  'chunks and then identity': head(['Transfer-Encoding: chunked, identity'], emptyChunks),
  'identity and then chunks': head(['Transfer-Encoding: identity, chunked'], emptyChunks),
  identity: head(['Transfer-Encoding: identity'], emptyChunks),
  'gzip and then chunks': head(['Transfer-Encoding: gzip, chunked'], emptyChunks),
  'chunks twice in one line': head(['Transfer-Encoding: chunked, chunked'], emptyChunks),
  'chunks twice in two lines': head([chunked, chunked], emptyChunks),
  'chunks and a second coding': head([chunked, 'Transfer-Encoding: x'], emptyChunks),
  'a coding and then chunks': head(['Transfer-Encoding: x', chunked], emptyChunks),
  'an unknown coding': head(['Transfer-Encoding: xchunked'], emptyChunks),
  'a coding that starts alike': head(['Transfer-Encoding: chunkedx'], emptyChunks),
  'chunks with a comma before': head(['Transfer-Encoding: , chunked'], emptyChunks),
  'chunks with a comma behind': head(['Transfer-Encoding: chunked,'], emptyChunks),
  'chunks in quotes': head(['Transfer-Encoding: "chunked"'], emptyChunks),
  'chunks with a parameter': head(['Transfer-Encoding: chunked;q=1'], emptyChunks),
  'an empty coding': head(['Transfer-Encoding:']),
  'an empty coding and a length': head(['Transfer-Encoding:', 'Content-Length: 4'], 'abcd'),
  'chunks in HTTP/1.0': `POST /body HTTP/1.0\r\nHost: x\r\n${chunked}\r\n\r\n${emptyChunks}`,
});

const names = refused({
  'lines that end in LF': `GET / HTTP/1.1\nHost: x\n\n`,
  'lines that end in CR': 'GET / HTTP/1.1\rHost: x\r\r',
  'a head of 40 kB': get('GET / HTTP/1.1', ['Host: x', `X-Long: ${'y'.repeat(40_000)}`]),
  'a target of 40 kB': get(`GET /${'y'.repeat(40_000)} HTTP/1.1`),
  'four thousand headers': get('GET / HTTP/1.1', [
    'Host: x',
    ...Array.from({ length: 4000 }, (_, index) => `X-${index}: y`),
  ]),
});

const hosts = refused({
  'no host': get('GET / HTTP/1.1', ['X: y']),
  'two hosts': get('GET / HTTP/1.1', ['Host: x', 'Host: y']),
  'two equal hosts': get('GET / HTTP/1.1', ['Host: x', 'Host: x']),
});

const requestLines = refused({
  'HTTP/0.9': get('GET / HTTP/0.9'),
  'HTTP/1.2': get('GET / HTTP/1.2'),
  'HTTP/2.0': get('GET / HTTP/2.0'),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a version in small letters': get('GET / http/1.1'),
  'a version with a blank': get('GET / HTTP/ 1.1'),
  'a version with text behind': get('GET / HTTP/1.1x'),
  'another protocol': get('GET / ICY/1.1'),
  'a blank in the target': get('GET /a b HTTP/1.1'),
  'a tab in the line': get('GET\t/\tHTTP/1.1'),
  'a blank before the method': get(' GET / HTTP/1.1'),
  'no method': get('/ HTTP/1.1'),
  'a method with a colon': get('GE:T / HTTP/1.1'),
  'a target without a slash': get('GET smuggle HTTP/1.1'),
  'NUL in the target': get('GET /\x00 HTTP/1.1'),
  'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
});

const chunks = refused({
  'a chunk size in words': head([chunked], 'zz\r\nabc\r\n0\r\n\r\n'),
  'a negative chunk size': head([chunked], '-1\r\nabc\r\n0\r\n\r\n'),
  'a chunk size with 0x': head([chunked], '0x3\r\nabc\r\n0\r\n\r\n'),
  'a chunk size with a plus': head([chunked], '+3\r\nabc\r\n0\r\n\r\n'),
  'a chunk size of 2^64': head([chunked], '10000000000000000\r\nabc\r\n0\r\n\r\n'),
  'a chunk size of 40 digits': head([chunked], `${'f'.repeat(40)}\r\nabc\r\n0\r\n\r\n`),
});

const forbiddenBytes = dropped({
  'a folded coding': head(['Transfer-Encoding:\r\n chunked'], emptyChunks),
  'a coding after a vertical tab': head(['Transfer-Encoding: \x0bchunked'], emptyChunks),
  'a blank before the colon of the coding': head(['Transfer-Encoding : chunked'], emptyChunks),
  'a tab before the colon of the length': head(['Content-Length\t: 4'], 'abcd'),
  'a blank before the name of the coding': head(['X: y', ' Transfer-Encoding: chunked']),
  'a folded header': get('GET / HTTP/1.1', ['Host: x', 'X-Long: a', ' b']),
  'a header folded with a tab': get('GET / HTTP/1.1', ['Host: x', 'X-Long: a', '\tb']),
  'a fold as the first header': get('GET / HTTP/1.1', [' Host: x']),
  'a header without a colon': get('GET / HTTP/1.1', ['Host: x', 'nonsense']),
  'a blank in a name': get('GET / HTTP/1.1', ['Host: x', 'a b: c']),
  'a control character in a name': get('GET / HTTP/1.1', ['Host: x', 'a\x01b: c']),
  'a name beyond ASCII': get('GET / HTTP/1.1', ['Host: x', 'caf\xe9: c']),
  'NUL in a name': get('GET / HTTP/1.1', ['Host: x', 'a\x00b: c']),
  'NUL in a value': get('GET / HTTP/1.1', ['Host: x', 'a: b\x00c']),
  'a control character in a value': get('GET / HTTP/1.1', ['Host: x', 'a: b\x01c']),
  'a bare CR in a value': get('GET / HTTP/1.1', ['Host: x', 'a: b\rc']),
  'a bare LF in a value': get('GET / HTTP/1.1', ['Host: x', 'a: b\nX: c']),
  'one line that ends in LF': 'GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n',
  'no header at all': get('GET / HTTP/1.1', []),
  'a folded host': get('GET / HTTP/1.1', ['Host:', ' x']),
  'no version': get('GET /'),
  'CR in the target': get('GET /\rx HTTP/1.1'),
});

/** Where the two adapters may differ, and a server may do either without harm. */
const either = cases('either')({
  'two blanks before the target': get('GET  / HTTP/1.1', closing),
  'two blanks before the version': get('GET /  HTTP/1.1', closing),
  'a chunk without a size': head([chunked], '\r\nabc\r\n0\r\n\r\n'),
  'a header without a name': get('GET / HTTP/1.1', [...closing, ': y']),
  'a length behind a header without a name': head([': y', 'Content-Length: 4'], 'abcd'),
  'an absolute target': get('GET http://x/ HTTP/1.1', closing),
  'an absolute target of another host': get('GET http://elsewhere/ HTTP/1.1', closing),
  'a target of CONNECT': get('CONNECT x:80 HTTP/1.1', closing),
  'an asterisk as target': get('OPTIONS * HTTP/1.1', closing),
  'HTTP/1.0': get('GET / HTTP/1.0', closing),
  'an empty host': get('GET / HTTP/1.1', ['Host:', 'Connection: close']),
  'a chunk longer than it says': head([chunked], '3\r\nabcdef\r\n0\r\n\r\n'),
  'a chunk shorter than it says': head([chunked], '5\r\nabc\r\n0\r\n\r\n'),
  'chunks that end in LF': head([chunked], '3\nabc\n0\n\n'),
  'a chunk size with a blank behind': head(
    [chunked, 'Connection: close'],
    '3 \r\nabc\r\n0\r\n\r\n',
  ),
  'two characters for the last line end': head([chunked], '0\r\nXX'),
  'a chunk extension': head([chunked, 'Connection: close'], '3;a=b\r\nabc\r\n0\r\n\r\n'),
  'a trailer': head([chunked, 'Connection: close'], '3\r\nabc\r\n0\r\nX-Trailer: y\r\n\r\n'),
  'a trailer that sets a length': head([chunked], '0\r\nContent-Length: 40\r\n\r\n'),
  'a trailer that looks like a request': head(
    [chunked],
    '0\r\nXXGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
  ),
});

const served = cases('serve')({
  chunks: head([chunked, 'Connection: close'], '3\r\nabc\r\n0\r\n\r\n'),
  'chunks in other case': head(
    ['transfer-encoding: Chunked', 'Connection: close'],
    '3\r\nabc\r\n0\r\n\r\n',
  ),
  'a chunk size with zeros before': head([chunked, 'Connection: close'], '003\r\nabc\r\n0\r\n\r\n'),
  'a length': head(['Content-Length: 4', 'Connection: close'], 'abcd'),
  'no body': get('GET / HTTP/1.1', closing),
  'no body, and more to say': get('GET / HTTP/1.1', ['Host: x', 'Connection: x, Close']),
});

export const framingCases: readonly FramingCase[] = [
  ...lengths,
  ...codings,
  ...names,
  ...hosts,
  ...requestLines,
  ...chunks,
  ...forbiddenBytes,
  ...either,
  ...served,
];

/** Requests of which the client sends no more than this. */
export const unfinished: Readonly<Record<string, string>> = {
  'half a request line': 'GET / HT',
  'a request line': 'GET / HTTP/1.1\r\n',
  'half a head': 'GET / HTTP/1.1\r\nHost: x\r\nX-Lo',
  'a head without its last line': 'GET / HTTP/1.1\r\nHost: x\r\n',
  'half a body': head(['Content-Length: 40'], 'abc'),
  'half a chunk size': head([chunked], '1'),
  'half a chunk': head([chunked], '10\r\nabc'),
  'chunks without the last': head([chunked], '3\r\nabc\r\n'),
  'half a last chunk': head([chunked], '3\r\nabc\r\n0\r\n'),
  'half a trailer': head([chunked], '0\r\nX-Tra'),
  'nothing but a line end': '\r\n',
};
