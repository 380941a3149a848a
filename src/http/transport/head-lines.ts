/**
 * The header lines of one request, and whether it can be told for certain where the request ends.
 * Readers that answer that differently (a proxy and this service) would see different requests in
 * the same bytes, so what is in doubt is refused, and what follows on its connection never read.
 * RFC 9112, sections 6.1 to 6.3 and 3.2.
 */

/** Headers of which only the first occurrence counts; others are joined with a comma. */
const singleValued = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'if-none-match',
  'origin',
  'transfer-encoding',
  'x-request-id',
]);

/** Headers that say where a request ends or whom it is for. */
const onceOnly = new Set(['content-length', 'host', 'transfer-encoding']);

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** More digits than any length has; leading zeros are not worth the doubt. */
const length = /^\d{1,15}$/;

/** Filled line by line while a head is read; `fault` is asked once all are there. */
class HeadLines {
  readonly #values = new Map<string, string>();
  #repeated: string | undefined;

  /** `name` in lower case. */
  add(name: string, value: string): void {
    const before = this.#values.get(name);
    if (before === undefined) this.#values.set(name, value);
    else if (onceOnly.has(name)) this.#repeated ??= name;
    else if (!singleValued.has(name)) this.#values.set(name, `${before}, ${value}`);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Empty when absent. */
  get(name: string): string {
    return this.#values.get(name) ?? '';
  }

  /** True when the body comes in chunks, or would if the request were sound. */
  get chunked(): boolean {
    return this.#values.has('transfer-encoding');
  }

  /** True when nothing may follow on the connection, because the client says so. */
  get closes(): boolean {
    const connection = this.#values.get('connection');
    return connection !== undefined && /(?:^|[ ,\t])close(?:$|[ ,\t])/i.test(connection);
  }

  /** True when the end of the request is told by a length, or nobody expects a body. */
  endsWithin(method: string): boolean {
    return this.#values.has('content-length') || bodiless.has(method);
  }

  /** Why the request must not be served, as a sentence; undefined when it is sound. */
  fault(line: { readonly method: string; readonly version: string }): string | undefined {
    if (line.version !== '1.1' && line.version !== '1.0') return 'speak HTTP/1.1';
    if (!token.test(line.method)) return 'the method is not a word of HTTP';
    if (this.#repeated !== undefined) return `send the header ${this.#repeated} once`;
    if (this.#values.has('')) return 'a header has no name';
    if (line.version === '1.1' && !this.#values.has('host')) return 'send the header host';
    const declared = this.#values.get('content-length');
    if (declared !== undefined && !length.test(declared))
      return 'content-length must be a number of bytes, in digits';
    const coding = this.#values.get('transfer-encoding');
    if (coding === undefined) return undefined;
    if (declared !== undefined) return 'send content-length or transfer-encoding, not both';
    if (coding.toLowerCase() !== 'chunked') return 'transfer-encoding must be exactly "chunked"';
    return line.version === '1.1' ? undefined : 'HTTP/1.0 has no transfer-encoding';
  }
}

/** What both adapters read of a head alike: its lines, and whether its client is still there. */
export class LinesOfHead {
  protected readonly lines = new HeadLines();
  #controller: AbortController | undefined;
  #aborted = false;

  header(name: string): string {
    return this.lines.get(name);
  }

  has(name: string): boolean {
    return this.lines.has(name);
  }

  get chunked(): boolean {
    return this.lines.chunked;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The client has gone away. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}
