/** Keeps the secrets of a configuration out of text that leaves the process, such as log lines. */
import { createKnownRedactor } from '../lib/known-secrets.ts';
import { Secret } from './secret.ts';

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

/** A function that replaces every secret of `config` in a text, however it is spelled. */
export const createRedactor = (config: unknown): ((text: string) => string) =>
  createKnownRedactor(collectSecrets(config));
