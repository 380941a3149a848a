/** Text of a file as bytes: UTF-8, with or without a byte order mark. Any other encoding is named. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { TextFault } from '../../lib/strict-json.ts';

type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: TextFault };

/** Longest first: the mark of UTF-32 begins as that of UTF-16 does. */
const marks = [
  { name: 'UTF-32', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'UTF-32', bytes: [0, 0, 0xfe, 0xff] },
  { name: 'UTF-16', bytes: [0xff, 0xfe] },
  { name: 'UTF-16', bytes: [0xfe, 0xff] },
] as const;

const decoded = new WeakMap<Buffer, TextReading>();

/** The text without its byte order mark. Of the same bytes, which nobody may change, it is read once. */
export function decodeText(bytes: Buffer): TextReading {
  const known = decoded.get(bytes);
  if (known !== undefined) return known;
  const reading = decodeOnce(bytes);
  decoded.set(bytes, reading);
  return reading;
}

function decodeOnce(bytes: Buffer): TextReading {
  const mark = marks.find((each) => each.bytes.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return wrong(`is ${mark.name}; write UTF-8`);
  // Copied as they are, several times faster than decoded.
  if (isAscii(bytes)) return { ok: true, text: bytes.toString('latin1') };
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    return { ok: true, text: text.startsWith('\uFEFF') ? text.slice(1) : text };
  }
  const at = firstInvalid(bytes);
  const before = bytes.subarray(0, at).toString('utf8').split('\n');
  const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return wrong(
    `byte ${at} (0x${hex}) is not UTF-8; write UTF-8`,
    before.length,
    (before.at(-1)?.length ?? 0) + 1,
  );
}

function wrong(message: string, line = 1, column = 1): TextReading {
  return { ok: false, fault: { message, line, column } };
}

/** Place of the first byte that begins no character. */
function firstInvalid(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}
