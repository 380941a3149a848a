/** Secrets that are known as a whole, not by their shape: the ways in which texts spell them, and what finds them there. Pure. */
import type { SecretRule } from './secret-rules.ts';

/** What stands for one of them. */
export const knownStandIn = '[redacted]';

/** Shorter ones are only taken out as whole words, or ordinary text would be torn apart. */
const anywhereCharsMin = 8;

/** The ways a secret is written in URLs, JSON and the live feed's subprotocol. */
function spellings(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** A function that replaces each of `secrets` in a text, however it is spelled. */
export function createKnownRedactor(secrets: readonly string[]): (text: string) => string {
  const spelled = spellingsOf(secrets);
  if (spelled.length === 0) return (text) => text;
  const pattern = new RegExp(spelled.map(toPattern).join('|'), 'g');
  return (text) => text.replace(pattern, knownStandIn);
}

/**
 * The same as rules for evidence, to be applied before those of shapes; none without secrets. A number that stands bare
 * stays, since it may have been measured: what looks like one is taken out in quotation marks and in addresses alone.
 * Other languages escape more of a text of JSON than this one does.
 */
export function knownRules(secrets: readonly string[]): readonly SecretRule[] {
  const spelled = spellingsOf(secrets);
  if (spelled.length === 0) return [];
  const rule = { id: 'configured', standIn: knownStandIn };
  const escaped = secrets.filter((secret) => !isNumber(secret)).map(toEscapedPattern);
  return [
    {
      ...rule,
      needs: () => true,
      pattern: new RegExp(spelled.map(toTextPattern).join('|'), 'g'),
    },
    ...(escaped.length === 0
      ? []
      : [
          {
            ...rule,
            needs: (text: string) => text.includes('\\u') || text.includes('\\/'),
            pattern: new RegExp(escaped.join('|'), 'g'),
          },
        ]),
  ];
}

/** The longest first, as two may begin alike. */
const spellingsOf = (secrets: readonly string[]): string[] =>
  [...new Set(secrets.flatMap(spellings))].sort((left, right) => right.length - left.length);

const toPattern = (secret: string): string => asWord(secret, escapeRegExp(secret));

const toTextPattern = (secret: string): string => {
  const literal = escapeRegExp(secret);
  return isNumber(secret)
    ? `(?<=")${literal}(?=\\\\?")|(?<=')${literal}(?=')|(?<=:)${literal}(?=@)`
    : asWord(secret, literal);
};

const toEscapedPattern = (secret: string): string =>
  asWord(
    secret,
    secret
      .split('')
      .map((unit) => {
        const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
        const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
        return `(?:\\\\?${escapeRegExp(unit)}|\\\\u${anyCase})`;
      })
      .join(''),
  );

const asWord = (secret: string, pattern: string): string =>
  secret.length >= anywhereCharsMin ? pattern : `(?<![\\w-])${pattern}(?![\\w-])`;

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Whether it could stand in a number, or be one. */
const isNumber = (text: string): boolean =>
  /\d/.test(text) && /^[+-]?\d*\.?\d*(?:e[+-]?\d*)?$/i.test(text);
