/** Says what failed so that a person can act on it: place, title, message, and the command that repeats it. */

import { toPlainText } from './plain-text.mjs';

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that runs one failure again; `script` is what npm calls the suites, as in `npm test`. */
export function describeRepeat({ file, title }, { script, seed }) {
  // A title with control characters cannot be typed: then the whole file runs again.
  const isTypable = title !== undefined && title === toPlainText(title);
  const filters = [
    ...(file === undefined ? [] : [file]),
    ...(isTypable ? ['-t', quote(title)] : []),
  ];
  const words = filters.length === 0 ? [script] : [script, '--', ...filters];
  return `ORRERY_SEED=${seed} ${words.join(' ')}`;
}

function describeFailure({ file, title, message, repeat }, isShort) {
  const place = toPlainText([file, title].filter((part) => part !== undefined).join(' > '));
  const lines = isShort ? [] : message.split('\n');
  return [
    `FAILED ${place}`.trimEnd(),
    ...lines.map((line) => `    ${line}`),
    `  again: ${repeat}`,
  ].join('\n');
}

/**
 * All failures in at most about `charsMax` characters: each with its message while there is room for the
 * others' titles, then titles alone, then how many more there are.
 */
export function describeFailures(failures, charsMax) {
  const short = failures.map((failure) => describeFailure(failure, true));
  let left = charsMax - short.reduce((sum, text) => sum + text.length + 1, 0);
  const texts = failures.map((failure, index) => {
    const whole = describeFailure(failure, false);
    const more = whole.length - short[index].length;
    if (more > left) return short[index];
    left -= more;
    return whole;
  });
  return cutAfter(texts, charsMax);
}

function cutAfter(texts, charsMax) {
  const kept = [];
  let chars = 0;
  for (const text of texts) {
    chars += text.length + 1;
    if (kept.length > 0 && chars > charsMax) break;
    kept.push(text);
  }
  const more = texts.length - kept.length;
  return more === 0 ? kept : [...kept, `and ${more} more; the whole output names them`];
}
