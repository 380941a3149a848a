/** Keeps the secrets of a configuration out of text that leaves the process, such as log lines. */
import { Secret } from './secret.ts';

const shown = '[redacted]';
/** Shorter secrets are only replaced as whole words, or ordinary text would be torn apart. */
const anywhereCharsMin = 8;

/** Every secret value found in a configuration, the password of a connection string included. */
export function collectSecrets(config: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (value instanceof Secret) for (const part of secretParts(value.reveal())) found.add(part);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(config);
  return [...found];
}

function secretParts(secret: string): string[] {
  const password = URL.canParse(secret) ? new URL(secret).password : '';
  return password === '' ? [secret] : [secret, password, decodeURIComponent(password)];
}

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

/** A function that replaces every secret of `config` in a text, however it is spelled. */
export function createRedactor(config: unknown): (text: string) => string {
  const all = new Set(collectSecrets(config).flatMap(spellings));
  const ordered = [...all].sort((left, right) => right.length - left.length);
  if (ordered.length === 0) return (text) => text;
  const pattern = new RegExp(ordered.map(toPattern).join('|'), 'g');
  return (text) => text.replace(pattern, shown);
}

function toPattern(secret: string): string {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return secret.length >= anywhereCharsMin ? escaped : `(?<![\\w-])${escaped}(?![\\w-])`;
}
