/** Field names of older prototypes, still read with a notice. */
import { isDeepStrictEqual } from 'node:util';
import type { ConfigProblem } from './problems.ts';

/** Old name to the name that new configurations use. */
export const deprecatedAliases: Readonly<Record<string, string>> = {
  api_bearer_token: 'control_api_bearer_token',
  bearer_token: 'control_api_bearer_token',
  callback_url: 'completion_callback_url',
  callback_token: 'completion_callback_token',
  callback_timeout_sec: 'completion_callback_timeout_sec',
};

interface AliasResult {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly string[];
}

/** Moves aliased values to their new names. Old and new name together must agree. */
export function applyAliases(given: Readonly<Record<string, unknown>>): AliasResult {
  const raw: Record<string, unknown> = { ...given };
  const problems: ConfigProblem[] = [];
  const notices: string[] = [];
  for (const [alias, name] of Object.entries(deprecatedAliases)) {
    if (!Object.hasOwn(raw, alias)) continue;
    const value = raw[alias];
    delete raw[alias];
    if (Object.hasOwn(raw, name) && !isDeepStrictEqual(raw[name], value)) {
      const message = `is the old name of "${name}", which is given too with another value; remove this one`;
      problems.push({ path: alias, message });
      continue;
    }
    raw[name] = value;
    notices.push(`"${alias}" is the old name of "${name}"; please rename it`);
  }
  return { raw, problems, notices };
}
