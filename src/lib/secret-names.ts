/**
 * A secret in the name of a file. Names go wherever files are told of: into signed lists, papers, packages and logs, by
 * other paths than what stands in them. Pure.
 */
import { redactText } from './redact.ts';
import { credentialRules } from './secret-rules.ts';

/** Why such a file is not offered. */
export const secretInName = 'a secret stands in its name';

/**
 * A name that is taken for a secret costs its file, so what only has the shape of one must look drawn by chance, with
 * capitals among the rest: a result called `sk-learn-baseline-v2.json` stays.
 */
const nameRules = credentialRules.map((rule) => ({
  ...rule,
  isSecret: (value: string, before: string) =>
    /[A-Z]/.test(value) && /[a-z\d]/.test(value) && rule.isSecret?.(value, before) !== false,
}));

/** Takes secrets out of a path, or of a sentence with paths. `redact` knows those of the configuration. */
export const createNameRedactor =
  (redact: (text: string) => string): ((name: string) => string) =>
  (name) =>
    redactText(redact(name), nameRules).text;
