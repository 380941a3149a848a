/**
 * Finds where a text stops being JSON. `JSON.parse` does not always say, and its message quotes
 * the text, which may hold a secret. Runs only after a parse has failed.
 */

interface JsonFault {
  /** Characters before the fault. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const wordPattern = /true|false|null/y;
const spacePattern = /[ \t\n\r]*/y;

/** The first place at which `text` cannot go on as JSON. */
export function findJsonFault(text: string): JsonFault {
  const offset = faultOffset(text);
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line += 1;
  return { offset, line, column: offset - lineStart + 1 };
}

type Expect = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'comma_or_end';

function faultOffset(text: string): number {
  let at = 0;
  let expect: Expect = 'value';
  const open: ('[' | '{')[] = [];
  /** Moves past a string, or to where it breaks off. A loop: a pattern would run out of stack. */
  const takeString = (): boolean => {
    if (text[at] !== '"') return false;
    at += 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (Number.isNaN(code) || code < 0x20) return false;
      if (code !== 0x5c) at += 1;
      else if (!take(escapePattern)) return false;
    }
    at += 1;
    return true;
  };
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  for (;;) {
    take(spacePattern);
    const char = text[at];
    if (char === undefined) return at;
    if (expect === 'comma_or_end') {
      const top = open.at(-1);
      if (top === undefined) return at;
      if (char === ',') {
        at += 1;
        expect = top === '{' ? 'key' : 'value';
      } else if (char === (top === '{' ? '}' : ']')) {
        at += 1;
        open.pop();
      } else {
        return at;
      }
      continue;
    }
    if (expect === 'key' || expect === 'key_or_end') {
      if (expect === 'key_or_end' && char === '}') {
        at += 1;
        open.pop();
        expect = 'comma_or_end';
        continue;
      }
      if (!takeString()) return at;
      take(spacePattern);
      if (text[at] !== ':') return at;
      at += 1;
      expect = 'value';
      continue;
    }
    if (expect === 'value_or_end' && char === ']') {
      at += 1;
      open.pop();
      expect = 'comma_or_end';
    } else if (char === '{' || char === '[') {
      at += 1;
      open.push(char);
      expect = char === '{' ? 'key_or_end' : 'value_or_end';
    } else if (takeString() || take(numberPattern) || take(wordPattern)) {
      expect = 'comma_or_end';
    } else {
      return at;
    }
  }
}
