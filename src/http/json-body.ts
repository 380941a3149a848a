/** From bytes to a JSON value that is safe to look at. */
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { findJsonFault } from '../lib/json-fault.ts';

/** Arrays and objects within one another; deeper bodies are refused before anything recurses. */
export const jsonDepthMax = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * True when the content type is JSON in UTF-8 and the body is not compressed. Says nothing about
 * a body that is absent.
 */
export function isJsonContent(contentType: string, contentEncoding: string): boolean {
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return false;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (!/^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/.test(type.trim())) return false;
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

/**
 * Parses a body. An empty one is `{}`, so that a command whose fields all have defaults can be sent
 * bare. Refuses (400) what is not UTF-8, not JSON (with its position), nested too deeply, has a member
 * twice in one object, or one called `__proto__`; and (413) what holds too many values.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  const text = decode(bytes);
  const members = countMembers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, line, column } = findJsonFault(text);
    const what = offset >= text.length ? 'ends too early' : 'is not JSON';
    throw new ServiceError('bad_request', `the body ${what} at line ${line}, column ${column}`, {
      position: { offset, line, column },
    });
  }
  if (members !== sizeOf(value)) refuseTwins(text);
  if (/__proto__|\\u005f/i.test(text)) refuseProto(value);
  // Text that is UTF-8 can hold half a character only as an escape.
  if (/\\ud[89a-f]/i.test(text)) refuseHalfCharacters(value);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new ServiceError('bad_request', 'the body is not UTF-8', {}, { cause: error });
  }
}

/** Counts colons outside strings, each the mark of one member; refuses what is nested too deeply. */
function countMembers(text: string): number {
  let depth = 0;
  let members = 0;
  let values = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      inString = true;
    } else if (code === 0x3a) {
      members += 1;
    } else if (code === 0x2c) {
      values += 1;
      if (values > limits.bodyValuesMax) {
        throw new ServiceError(
          'payload_too_large',
          `the body holds more than ${limits.bodyValuesMax} values; send less at once`,
        );
      }
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > jsonDepthMax) {
        throw new ServiceError('bad_request', `the body is nested more than ${jsonDepthMax} deep`);
      }
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return members;
}

/** Members that a parsed value holds, at all depths. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : inner.length;
  for (const member of inner) members += sizeOf(member);
  return members;
}

/** Names the member that one object has twice; the text is JSON. */
function refuseTwins(text: string): never {
  throw new ServiceError(
    'bad_request',
    `the body has the member ${JSON.stringify(findTwin(text).slice(0, 100))} twice in one object; send it once`,
  );
}

/** A loop over characters: a pattern would run out of stack on a long text. */
function findTwin(text: string): string {
  const open: Set<string>[] = [];
  let string = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === '{') open.push(new Set());
    else if (char === '}') open.pop();
    else if (char === '"') {
      const start = index;
      for (index += 1; text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1;
      string = text.slice(start, index + 1);
    } else if (char === ':') {
      const name = JSON.parse(string) as string;
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return '';
}

/** `JSON.parse` makes `__proto__` an ordinary member; copying it later would not. */
function refuseProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) {
    throw new ServiceError('bad_request', 'the body has a member called __proto__');
  }
  for (const member of Object.values(value)) refuseProto(member);
}

function refuseHalfCharacters(value: unknown): void {
  if (typeof value === 'string') refuseHalf(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    refuseHalf(name);
    refuseHalfCharacters(member);
  }
}

function refuseHalf(text: string): void {
  if (text.isWellFormed()) return;
  throw new ServiceError(
    'bad_request',
    'a text in the body holds half of a surrogate pair (\\uD800 to \\uDFFF without its other half)',
  );
}
