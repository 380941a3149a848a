/** From bytes to a JSON value that is safe to look at. */
import { ServiceError } from '../domain/errors.ts';
import { findJsonFault } from './json-fault.ts';

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
 * bare. Of a member that occurs twice the last counts. Refuses (400) what is not UTF-8, not JSON
 * (with its position), nested too deeply, or has a member called `__proto__`.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  const text = decode(bytes);
  if (isTooDeep(text)) {
    throw new ServiceError('bad_request', `the body is nested more than ${jsonDepthMax} deep`);
  }
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

/** Counts brackets outside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      inString = true;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
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
