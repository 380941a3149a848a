/**
 * Reads a WebSocket as a client does, out of the bytes of its connection as they come, without copying what lies whole
 * in one chunk: so a hundred clients of one process read a feed of a million events.
 */

export interface FrameReader {
  /** Messages and frames that end in this chunk are told before it returns. Throws what breaks RFC 6455. */
  take(chunk: Buffer): void;
}

interface Hearing {
  /** A whole message of text; the bytes are the caller's own, and another's afterwards. */
  onText(bytes: Buffer): void;
  onPing(payload: Buffer): void;
  onClose(code: number, reason: string): void;
}

const opcodes = { continuation: 0x0, text: 0x1, close: 0x8, ping: 0x9, pong: 0xa } as const;
/** What a close frame without a code means. */
const noCode = 1005;

interface Head {
  readonly isLast: boolean;
  readonly opcode: number;
  /** Where the payload begins and ends in the bytes. */
  readonly from: number;
  readonly to: number;
}

/** The head of the frame at `at`; null while it has not come whole. */
function headAt(bytes: Buffer, at: number): Head | null {
  if (bytes.length < at + 2) return null;
  const [first, second] = [bytes[at]!, bytes[at + 1]!];
  if ((first & 0x70) !== 0) throw new Error('a frame uses an extension that nobody asked for');
  if ((second & 0x80) !== 0) throw new Error('a server must not mask its frames');
  const more = second === 127 ? 8 : second === 126 ? 2 : 0;
  const from = at + 2 + more;
  if (bytes.length < from) return null;
  let length = second;
  if (more === 2) length = bytes.readUInt16BE(at + 2);
  else if (more === 8) length = Number(bytes.readBigUInt64BE(at + 2));
  return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, from, to: from + length };
}

/** Of one connection, from behind the handshake on; messages that are not text are no business of the feed. */
export function createFrameReader({ onText, onPing, onClose }: Hearing): FrameReader {
  /** What came of a frame that is not whole yet, and how long it must be before it is looked at again. */
  let rest: Buffer[] = [];
  let restBytes = 0;
  let wantedBytes = 0;
  /** Of a message in several frames. */
  let parts: Buffer[] | null = null;

  const tell = ({ isLast, opcode }: Head, payload: Buffer): void => {
    switch (opcode) {
      case opcodes.text:
        if (parts !== null) throw new Error('a message began within another');
        if (isLast) onText(payload);
        else parts = [Buffer.from(payload)];
        return;
      case opcodes.continuation: {
        if (parts === null) throw new Error('a message goes on that never began');
        parts.push(Buffer.from(payload));
        if (!isLast) return;
        const whole = Buffer.concat(parts);
        parts = null;
        onText(whole);
        return;
      }
      case opcodes.ping:
        onPing(payload);
        return;
      case opcodes.pong:
        return;
      case opcodes.close:
        if (payload.length < 2) onClose(noCode, '');
        else onClose(payload.readUInt16BE(0), payload.toString('utf8', 2));
        return;
      default:
        throw new Error(`a frame has the opcode ${opcode}`);
    }
  };
  return {
    take(chunk) {
      rest.push(chunk);
      restBytes += chunk.length;
      // Joined only when there is enough: a large frame comes in many chunks.
      if (restBytes < wantedBytes) return;
      const bytes = rest.length === 1 ? chunk : Buffer.concat(rest);
      let at = 0;
      let head = headAt(bytes, at);
      while (head !== null && head.to <= bytes.length) {
        tell(head, bytes.subarray(head.from, head.to));
        at = head.to;
        head = headAt(bytes, at);
      }
      rest = at === bytes.length ? [] : [bytes.subarray(at)];
      restBytes = bytes.length - at;
      wantedBytes = head === null ? 0 : head.to - at;
    },
  };
}
