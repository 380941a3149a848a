/** What an agent said of its run, as the store may hold it: without secrets, and with where one stood. Pure. */
import { redactText } from '../../lib/redact.ts';
import { credentialRules } from '../../lib/secret-rules.ts';

/** The same value, and a sentence for each text in it that a secret was taken out of. */
interface Told<Value> {
  readonly value: Value;
  readonly found: readonly string[];
}

/**
 * `redact` takes out the secrets of the configuration; credentials of others are known by their shape. Events are kept for
 * good, and leave the machine with backups, the feed and notifications.
 */
export function withoutSecrets<Value>(value: Value, redact: (text: string) => string): Told<Value> {
  const found: string[] = [];
  const walk = (part: unknown, path: string): unknown => {
    if (typeof part === 'string') {
      const own = redact(part);
      const { text, redactions } = redactText(own, credentialRules);
      const kinds = [
        ...(own === part ? [] : ['configured']),
        ...redactions.map(({ rule }) => rule),
      ];
      if (kinds.length > 0) found.push(`${path}: a secret was taken out (${kinds.join(', ')})`);
      return text;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((member, index) => walk(member, `${path}[${index}]`));
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        name,
        walk(member, path === '' ? name : `${path}.${name}`),
      ]),
    );
  };
  return { value: walk(value, '') as Value, found };
}
